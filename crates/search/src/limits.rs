//! When a search ends: depth, nodes, time, mate found, or a word from outside.
use crate::node::Depth;
use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

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
    /// No new iteration begins after so many nodes.
    pub soft_nodes: Option<u64>,
    /// Exact time for this move.
    pub move_time: Option<Duration>,
    /// Clock to manage.
    pub clock: Option<Clock>,
    /// End when a win in so many own moves is found.
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
}

impl Control {
    /// Ends the search as soon as it looks.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the search has been told to end.
    #[inline]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The expected move was played: from now on time counts.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
    }

    /// Whether the opponent is still thinking.
    pub fn pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    /// Makes ready for a search. To be called before the search is handed to
    /// its thread: a stop that comes after this call is never lost.
    pub fn prepare(&self, ponder: bool) {
        self.pondering.store(ponder, Ordering::Relaxed);
        self.stop.store(false, Ordering::Relaxed);
    }
}
