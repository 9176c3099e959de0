//! Iterative deepening with aspiration windows: depth after depth, until a limit ends it.
use crate::{
    alphabeta::alphabeta,
    doors::Doors,
    game::{Game, Move, MoveOf, Position},
    limits::{Budget, Limits, Timing},
    node::{Ask, Bound, Depth, INFINITE, Kind, MAX_DEPTH, Permit, Score, WIN, is_decisive},
    search::Search,
    threads,
};
use std::time::{Duration, Instant};

/// One of the best lines.
#[derive(Clone, Debug)]
pub(crate) struct Line<M> {
    pub(crate) depth: Depth,
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    pub(crate) moves: Vec<M>,
}

/// What a thread is to do.
pub(crate) struct Task<'a> {
    pub(crate) limits: &'a Limits,
    pub(crate) budget: Option<Budget>,
    pub(crate) timing: &'a Timing,
    /// 0 is the main thread, which alone watches the clock and reports.
    pub(crate) thread: usize,
}

/// Called with each finished line: the search, and the line's place among the lines.
pub(crate) type Progress<'p, 'a, G> = dyn FnMut(&mut Search<'a, G>, usize, &Line<MoveOf<G>>) + 'p;

const PERCENT: i32 = 100;

/// Searches deeper and deeper; returns the best lines, best first, and the greatest depth
/// that was completed.
pub(crate) fn deepen<'a, G: Game>(
    s: &mut Search<'a, G>,
    pos: &G::Position,
    task: &Task<'_>,
    progress: &mut Progress<'_, 'a, G>,
) -> (Vec<Line<MoveOf<G>>>, Depth) {
    let wanted = task.limits.lines.clamp(1, s.root.moves.len().max(1));
    let mut lines: Vec<Line<MoveOf<G>>> = Vec::new();
    let mut clock = SoftClock::new(task);
    let most = pos.plies_left().map_or(MAX_DEPTH, |left| left.clamp(1, MAX_DEPTH));
    let deepest = task.limits.depth.unwrap_or(most).clamp(1, most);
    let mut completed = 0;
    for depth in 1..=deepest {
        if depth > 1 && depth < deepest && threads::skips(task.thread, depth) {
            continue;
        }
        s.iteration = depth;
        let before = lines.clone();
        for index in 0..wanted {
            s.root.banned = lines[..index.min(lines.len())].iter().map(|line| line.moves[0]).collect();
            search_line(s, pos, index, &before, &mut lines);
            if s.stopped() {
                break;
            }
        }
        if s.stopped() && wanted > 1 && !before.is_empty() {
            // Half a set of lines would mix depths.
            lines = before;
            break;
        }
        lines.sort_by_key(|line| -line.score);
        if !s.stopped() {
            completed = depth;
            lines.iter().enumerate().for_each(|(index, line)| progress(s, index, line));
        }
        if depth == 1 {
            s.stopper.end_grace();
        }
        if s.stopped() || task.thread == 0 && clock.is_time(s, &lines) || is_found(task.limits, &lines[0]) {
            break;
        }
    }
    (lines, completed)
}

/// Searches one line of the iteration, in windows that widen until its score fits.
fn search_line<G: Game>(
    s: &mut Search<'_, G>,
    pos: &G::Position,
    index: usize,
    before: &[Line<MoveOf<G>>],
    lines: &mut Vec<Line<MoveOf<G>>>,
) {
    let last = before.get(index);
    let hint = before.iter().map(|line| line.moves[0]).find(|m| !s.root.banned.contains(m));
    s.root.hint = hint.unwrap_or_default();
    let depth = s.iteration;
    let aspiration = s.methods.aspiration;
    let mut width = aspiration.window;
    let (mut alpha, mut beta) = match last {
        Some(line) if aspiration.enabled && depth >= aspiration.min_depth && !is_decisive(line.score) => {
            (line.score - width, line.score + width)
        }
        _ => (-INFINITE, INFINITE),
    };
    loop {
        s.root.best = None;
        s.selective_depth = 0;
        let without = MoveOf::<G>::default();
        let ask = Ask { alpha, beta, depth, ply: 0, kind: Kind::Pv, permit: Permit::ALL, without };
        let score = alphabeta(s, pos, ask);
        if let Some((score, bound)) = s.root.best {
            let line = Line { depth, score, bound, moves: s.root.line.clone() };
            match lines.get_mut(index) {
                Some(old) => *old = line,
                None => lines.push(line),
            }
        }
        if s.stopped() || alpha < score && score < beta {
            break;
        }
        width += width * aspiration.growth_percent / PERCENT + 1;
        let open = width > aspiration.give_up || is_decisive(score);
        if score <= alpha {
            beta = if open { beta } else { (alpha + beta) / 2 };
            alpha = if open { -INFINITE } else { score - width };
        } else {
            beta = if open { INFINITE } else { score + width };
        }
    }
    if lines.len() == index {
        // Stopped before any move of this line was finished.
        let first = s.root.moves.iter().map(|(m, _)| *m).find(|m| !s.root.banned.contains(m));
        lines.extend(first.map(|m| Line { depth: 0, score: 0, bound: Bound::None, moves: vec![m] }));
    }
}

/// `go mate n`: a win in n own moves, or a loss, is all that was asked for.
fn is_found<M>(limits: &Limits, line: &Line<M>) -> bool {
    limits.mate.is_some_and(|moves| line.score.abs() >= WIN - 2 * moves && line.bound == Bound::Exact)
}

/// Decides after each iteration whether another one is worth its time.
struct SoftClock<'a, M> {
    limits: &'a Limits,
    budget: Option<Budget>,
    timing: &'a Timing,
    best: M,
    /// Iterations since the best move changed.
    stable: i32,
    score: Score,
}

impl<'a, M: Move> SoftClock<'a, M> {
    fn new(task: &Task<'a>) -> Self {
        let (limits, budget, timing) = (task.limits, task.budget, task.timing);
        SoftClock { limits, budget, timing, best: M::default(), stable: 0, score: 0 }
    }

    fn is_time<G: Game>(&mut self, s: &mut Search<'_, G>, lines: &[Line<MoveOf<G>>]) -> bool
    where
        G::Position: Position<Move = M>,
    {
        let line = &lines[0];
        self.stable = if line.moves[0] == self.best { self.stable + 1 } else { 0 };
        self.best = line.moves[0];
        let fall = (self.score - line.score).clamp(0, self.timing.drop_max);
        self.score = line.score;
        if self.limits.soft_nodes.is_some_and(|nodes| s.stopper.report() >= nodes) {
            return true;
        }
        let Some(budget) = self.budget else { return false };
        if self.limits.infinite || s.stopper.pondering() || self.limits.clock.is_none() {
            return false;
        }
        let effort = s.root.effort(self.best, s.nodes(), self.timing.effort_percent);
        let elapsed = Instant::now().saturating_duration_since(self.limits.started);
        s.root.moves.len() == 1 || elapsed >= self.stretched(budget, fall, effort)
    }

    /// The soft limit, by how sure the search is of its move.
    fn stretched(&self, budget: Budget, fall: Score, effort: i32) -> Duration {
        let t = self.timing;
        if !t.enabled {
            return budget.soft;
        }
        let settled = self.stable.min(t.settle_depths);
        let steady = t.unstable_percent - (t.unstable_percent - t.stable_percent) * settled / t.settle_depths;
        let percent = (steady + fall * t.drop_percent) as u32;
        let effort = (t.effort_base - effort) as u32;
        let whole = (PERCENT * PERCENT) as u32;
        (budget.soft * (percent * effort) / whole).min(budget.hard)
    }
}
