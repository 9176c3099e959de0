//! When a search ends: depth, nodes, time, mate found, or a word from outside.
use crate::node::Depth;
use std::{
    sync::{
        Condvar, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

crate::params! {
    /// Time management: a soft limit after which no iteration begins, stretched when
    /// the best move changes or its score falls, and a hard limit that ends the search.
    /// Off: the soft limit is never stretched.
    pub struct Timing {
        moves_left = 26 in 5..=100: "moves a game is expected to last still";
        increment_percent = 75 in 0..=100: "share of the increment used at once";
        soft_percent = 65 in 5..=100: "soft limit, of the time due to a move";
        hard_percent = 400 in 100..=2000: "hard limit, of the time due to a move";
        reserve = 3 in 1..=20: "times the overhead that stays on the clock, against a sudden delay";
        rest_percent = 30 in 1..=90: "hard limit, of all the time left";
        last_move_percent = 90 in 1..=95: "hard limit, of all the time left, at the last move before a time control";
        stable_percent = 60 in 10..=100: "soft limit left when the best move never changes";
        unstable_percent = 150 in 100..=400: "soft limit when the best move has just changed";
        settle_depths = 6 in 1..=20: "iterations from unstable to stable";
        drop_percent = 2 in 0..=20: "soft limit added for each score unit that the score fell";
        drop_max = 80 in 0..=400: "greatest fall that counts, in score units";
        effort_base = 160 in 100..=400: "soft limit when the best move took none of the nodes, in percent";
        effort_percent = 90 in 0..=100: "taken off that when it took all of them";
        first_nodes = 50000 in 1000..=1000000: "nodes within which the first iteration is not interrupted";
    }
}

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves until the next time control; `None`: the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// What bounds a search. With nothing set it runs until it is stopped.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Greatest depth of the iterations.
    pub depth: Option<Depth>,
    /// Greatest number of nodes, over all threads.
    pub nodes: Option<u64>,
    /// No new iteration begins after this number of nodes.
    pub soft_nodes: Option<u64>,
    /// Exact time for this move.
    pub move_time: Option<Duration>,
    /// Clock to manage.
    pub clock: Option<Clock>,
    /// End when a win within this number of own moves is found.
    pub mate: Option<i32>,
    /// Pondering: time does not count until [`Control::ponder_hit`].
    pub ponder: bool,
    /// Search on until [`Control::stop`], even when everything is searched.
    pub infinite: bool,
    /// Only these root moves; empty: all.
    pub search_moves: Vec<String>,
    /// How many best lines to find.
    pub lines: usize,
    /// Time lost between engine and clock for each move.
    pub overhead: Duration,
    /// When the order to search came in.
    pub started: Instant,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            depth: None,
            nodes: None,
            soft_nodes: None,
            move_time: None,
            clock: None,
            mate: None,
            ponder: false,
            infinite: false,
            search_moves: Vec::new(),
            lines: 1,
            overhead: Duration::ZERO,
            started: Instant::now(),
        }
    }
}

impl Limits {
    /// A search to a fixed depth.
    pub fn depth(depth: Depth) -> Self {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A search of a fixed number of nodes.
    pub fn nodes(nodes: u64) -> Self {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A search of a fixed time.
    pub fn time(time: Duration) -> Self {
        Limits { move_time: Some(time), ..Limits::default() }
    }
}

/// The words that reach a running search from outside.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
    /// Wakes a search that has finished but may not answer yet.
    lock: Mutex<()>,
    wake: Condvar,
}

impl Control {
    /// Ends the search as soon as it looks.
    pub fn stop(&self) {
        self.set(&self.stop, true);
    }

    /// The expected move was played: from now on time counts.
    pub fn ponder_hit(&self) {
        self.set(&self.pondering, false);
    }

    /// Makes ready for a search. To be called before the search is handed to
    /// its thread: a stop that comes after this call is never lost.
    pub fn prepare(&self, ponder: bool) {
        self.pondering.store(ponder, Relaxed);
        self.stop.store(false, Relaxed);
    }

    /// Whether the search is to end.
    #[inline]
    pub fn stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    /// Whether the opponent is still thinking.
    #[inline]
    pub fn pondering(&self) -> bool {
        self.pondering.load(Relaxed)
    }

    /// Sleeps until the search may answer: at once, after [`Control::stop`] if it
    /// is `infinite`, after that or [`Control::ponder_hit`] while pondering.
    pub(crate) fn wait(&self, infinite: bool) {
        let mut guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.stopped() && (infinite || self.pondering()) {
            guard = self.wake.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn set(&self, flag: &AtomicBool, value: bool) {
        let _guard = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        flag.store(value, Relaxed);
        self.wake.notify_all();
    }
}

/// Soft and hard limit of a timed search, from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// No new iteration after this.
    pub soft: Duration,
    /// The end.
    pub hard: Duration,
}

const PERCENT: u32 = 100;

impl Budget {
    /// Time for one move; `None`: no limit of time.
    pub fn new(limits: &Limits, timing: &Timing) -> Option<Budget> {
        let least = Duration::from_millis(1);
        if let Some(time) = limits.move_time {
            let time = time.saturating_sub(limits.overhead).max(least);
            return Some(Budget { soft: time, hard: time });
        }
        let clock = limits.clock?;
        let percent = |time: Duration, percent: i32| time * percent as u32 / PERCENT;
        let usable = clock.remaining.saturating_sub(limits.overhead * timing.reserve as u32).max(least);
        let moves_left = timing.moves_left as u32;
        let moves = clock.moves_to_go.map_or(moves_left, |moves| moves.clamp(1, moves_left));
        let due = usable / moves + percent(clock.increment, timing.increment_percent);
        let rest_percent = match clock.moves_to_go {
            Some(moves) => timing.rest_percent.max(timing.last_move_percent / moves.max(1) as i32),
            None => timing.rest_percent,
        };
        let hard = percent(due, timing.hard_percent).min(percent(usable, rest_percent)).max(least);
        let soft = percent(due, timing.soft_percent).min(hard);
        Some(Budget { soft, hard })
    }
}

/// Nodes between two looks at clock and signals.
const NODES_PER_LOOK: u64 = 1024;
/// Nodes that the first iteration may take whatever the limit of nodes: positions from games
/// need fewer, so that even a limit of one node gives a move that was searched.
const FIRST_NODES: u64 = 2000;

/// Counts the nodes of one thread and says when to end.
#[derive(Debug)]
pub(crate) struct Stopper<'a> {
    control: &'a Control,
    /// Nodes of all threads, as far as they have reported them.
    total: &'a AtomicU64,
    reported: u64,
    pub(crate) nodes: u64,
    look_at: u64,
    node_limit: u64,
    deadline: Option<Instant>,
    /// Nodes before which nothing but the end of the first iteration counts.
    grace: u64,
    pub(crate) stopped: bool,
}

impl<'a> Stopper<'a> {
    /// `deadline` is given to the main thread only: it stops the others.
    pub(crate) fn new(
        control: &'a Control,
        total: &'a AtomicU64,
        node_limit: Option<u64>,
        deadline: Option<Instant>,
        grace: u64,
    ) -> Self {
        let node_limit = node_limit.unwrap_or(u64::MAX);
        Stopper {
            control,
            total,
            reported: 0,
            nodes: 0,
            look_at: NODES_PER_LOOK,
            node_limit,
            deadline,
            grace,
            stopped: false,
        }
    }

    /// Counts a node; from time to time looks whether to stop.
    #[inline]
    pub(crate) fn count(&mut self) {
        self.nodes += 1;
        if self.nodes >= self.look_at {
            self.look();
        }
    }

    /// Counts the nodes of a solver; returns whether to stop.
    pub(crate) fn count_solver(&mut self, nodes: u64) -> bool {
        self.nodes += nodes;
        if self.nodes >= self.look_at {
            self.look();
        }
        self.stopped
    }

    #[cold]
    fn look(&mut self) {
        let total = self.report();
        self.look_at = self.nodes + NODES_PER_LOOK.min(self.node_limit.saturating_sub(total)).max(1);
        if total >= self.node_limit && self.nodes >= self.grace.min(FIRST_NODES) {
            self.stopped = true;
        }
        if self.nodes < self.grace {
            return;
        }
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline) && !self.control.pondering();
        if self.control.stopped() || late {
            self.stopped = true;
        }
    }

    #[inline]
    pub(crate) fn pondering(&self) -> bool {
        self.control.pondering()
    }

    /// The first iteration is complete: from now on every limit counts.
    pub(crate) fn end_grace(&mut self) {
        self.grace = 0;
        self.look();
    }

    /// Adds this thread's nodes to the total, which it returns.
    pub(crate) fn report(&mut self) -> u64 {
        let new = self.nodes - self.reported;
        self.reported = self.nodes;
        self.total.fetch_add(new, Relaxed) + new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(remaining: u64, increment: u64, moves_to_go: Option<u32>, overhead: u64) -> Budget {
        let clock = Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        let limits = Limits { clock: Some(clock), overhead: Duration::from_millis(overhead), ..Limits::default() };
        Budget::new(&limits, &Timing::on()).unwrap()
    }

    #[test]
    fn the_hard_limit_always_leaves_time_on_the_clock() {
        for remaining in [1, 5, 20, 51, 100, 1000, 60_000] {
            for increment in [0, 10, 5000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40)] {
                    let b = budget(remaining, increment, moves_to_go, 50);
                    let spare = Duration::from_millis(remaining.saturating_sub(50).max(1));
                    assert!(b.soft <= b.hard && b.hard <= spare, "{remaining} {increment} {moves_to_go:?}: {b:?}");
                }
            }
        }
    }

    #[test]
    fn the_last_move_before_a_time_control_may_use_most_of_the_rest() {
        assert!(budget(10_000, 0, Some(1), 50).hard > Duration::from_secs(8));
        assert!(budget(10_000, 0, Some(30), 50).hard < Duration::from_secs(4));
    }

    #[test]
    fn a_stop_during_an_infinite_search_wakes_it() {
        let control = Control::default();
        control.prepare(false);
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| control.wait(true));
            control.stop();
            waiting.join().unwrap();
        });
        assert!(control.stopped());
    }

    #[test]
    fn a_single_thread_stops_at_exactly_its_node_limit() {
        let (control, total) = (Control::default(), AtomicU64::new(0));
        let mut stopper = Stopper::new(&control, &total, Some(5000), None, 0);
        while !stopper.stopped {
            stopper.count();
        }
        assert_eq!(stopper.nodes, 5000);
    }

    #[test]
    fn a_first_iteration_without_end_does_not_break_the_node_limit() {
        for (limit, expected) in [(1, FIRST_NODES), (3000, 3000), (70_000, 70_000)] {
            let (control, total) = (Control::default(), AtomicU64::new(0));
            let mut stopper = Stopper::new(&control, &total, Some(limit), None, 50_000);
            while !stopper.stopped {
                stopper.count();
            }
            assert_eq!(stopper.nodes, expected, "a limit of {limit}");
        }
    }
}
