//! What a search thread holds: its path, its root, and what it keeps between searches.
use crate::{
    game::{Game, Move, MoveOf},
    history::{CONTINUATIONS, History, KillerPair},
    node::{Bound, Depth, MAX_PLY, Score},
    picker::MoveList,
    watch::Watching,
};

/// What a ply of the current path remembers.
// Two cache lines: frames are found by a shift, and none shares a line with another.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct Frame<M> {
    /// Continuation-history row of the move made here.
    pub(crate) mover: usize,
    /// The move made here, or "no move".
    pub(crate) made: M,
    /// The move made here is a pass.
    pub(crate) pass: bool,
    /// The move made here is searched deeper than usual.
    pub(crate) extended: bool,
    /// Good moves of this node not searched yet, where they are counted.
    pub(crate) alternatives: i32,
    /// Plies that late-move reduction has taken off the search of the move made here.
    pub(crate) reduction: Depth,
    /// Moves that beat beta at this ply, counted as [`Search`](crate::search::Search) says.
    pub(crate) cuts: i32,
    /// Corrected static evaluation; none when forced.
    pub(crate) eval: Option<Score>,
    pub(crate) killers: KillerPair<M>,
    /// Best line found from here on.
    pub(crate) line: Vec<M>,
    /// Moves that the next picker of this ply begins with.
    pub(crate) first: Vec<M>,
    /// Moves of this node tried without success, for history.
    pub(crate) failed: Vec<M>,
}

impl<M: Move> Frame<M> {
    /// The line, in a buffer used before.
    pub(crate) fn copy_line(&self, mut buffer: Vec<M>) -> Vec<M> {
        buffer.clone_from(&self.line);
        buffer
    }
}

/// What a thread keeps from one search to the next.
pub struct Memory<G: Game> {
    pub(crate) evaluator: G::Evaluator,
    pub(crate) history: History<G::Position>,
    pub(crate) frames: Vec<Frame<MoveOf<G>>>,
    /// Buffers for pickers; boxed, so that lending one moves a pointer only.
    #[allow(clippy::vec_box)]
    pub(crate) lists: Vec<Box<MoveList<MoveOf<G>>>>,
    /// Who looks on, if anybody does.
    pub(crate) watching: Option<Box<Watching>>,
    /// Keys of the game so far and of the path below the root.
    pub(crate) keys: Vec<u64>,
}

impl<G: Game> Memory<G> {
    /// Fresh memory with the game's evaluator.
    pub fn new(game: &G) -> Self {
        let frame = Frame {
            mover: History::<G::Position>::NO_MOVER,
            made: MoveOf::<G>::default(),
            pass: false,
            extended: false,
            alternatives: 0,
            reduction: 0,
            cuts: 0,
            first: Vec::new(),
            eval: None,
            killers: KillerPair::default(),
            line: Vec::new(),
            failed: Vec::new(),
        };
        Memory {
            evaluator: game.evaluator(),
            history: History::default(),
            frames: vec![frame; MAX_PLY as usize + 2 * CONTINUATIONS],
            lists: Vec::new(),
            watching: None,
            keys: Vec::new(),
        }
    }

    /// Forgets what was learned.
    pub fn clear(&mut self) {
        self.history.clear();
    }

    /// A new search starts from a new root: nothing before it is known.
    pub(crate) fn reset_path(&mut self) {
        for frame in &mut self.frames {
            frame.eval = None;
            frame.pass = false;
            frame.extended = false;
            frame.alternatives = 0;
            frame.reduction = 0;
            frame.cuts = 0;
            frame.first.clear();
            frame.mover = History::<G::Position>::NO_MOVER;
            frame.killers = KillerPair::default();
            frame.line.clear();
        }
    }

    /// Gives this thread another evaluator (an option of the game has changed).
    pub fn set_evaluator(&mut self, evaluator: G::Evaluator) {
        self.evaluator = evaluator;
    }
}

/// The root of the search: which moves count, and the best found in this iteration.
#[derive(Clone, Debug, Default)]
pub(crate) struct Root<M> {
    /// Moves to search, with the nodes each has cost.
    pub(crate) moves: Vec<(M, u64)>,
    /// Expected best move.
    pub(crate) hint: M,
    /// Best moves of better lines, left out here.
    pub(crate) banned: Vec<M>,
    /// Best score of this iteration above alpha, and what it says.
    pub(crate) best: Option<(Score, Bound)>,
    /// Its line.
    pub(crate) line: Vec<M>,
}

impl<M: Move> Root<M> {
    pub(crate) fn allows(&self, m: M) -> bool {
        !self.banned.contains(&m) && self.moves.iter().any(|(allowed, _)| *allowed == m)
    }

    /// Share of all nodes that went into `m`, scaled to `whole`.
    pub(crate) fn effort(&self, m: M, nodes: u64, whole: i32) -> i32 {
        let spent = self.moves.iter().find(|(root_move, _)| *root_move == m).map_or(0, |(_, spent)| *spent);
        (spent * whole as u64 / nodes.max(1)) as i32
    }

    pub(crate) fn spend(&mut self, m: M, nodes: u64) {
        if let Some((_, spent)) = self.moves.iter_mut().find(|(root_move, _)| *root_move == m) {
            *spent += nodes;
        }
    }
}
