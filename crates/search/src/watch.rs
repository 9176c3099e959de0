//! Watching a search: one trait, called with plain facts as the search goes through its tree.
//!
//! A watcher sees every node entered and left, every move considered, every acting answer
//! of a method. It knows no type of any game: positions are keys, moves are the bits that
//! the table keeps. RankCut's statistics, the audit of cuts and the recorder of trees are
//! watchers. Where nobody watches, the search pays for one comparison.
//!
//! A watcher may overrule a decision, named by its serial number: the replay "with exactly
//! this decision off". Otherwise the tree is the same, watched or not.
//!
//! The order of calls at a node: `enter`; `assessed`, if nothing has settled it; answers
//! of methods before the moves; `moves`; then for each move `candidate`, answers about it
//! and, if it is searched, `searched`; `moves_done`; `leave`. Children come in between, of
//! searches that methods make too ([`NodeFacts::probe`]). A node whose lowered depth did
//! not reach beta has its moves searched twice, each time from `moves` to `moves_done`.
use crate::{
    id::Id,
    knowledge::risk,
    methods::Methods,
    node::{Bound, Depth, Kind, Permit, Score, TableFacts},
};
use std::any::Any;

/// How a node was reached from the one above.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// It is the root.
    Root,
    /// By this move.
    Move(u16),
    /// By the pass of a null move.
    Pass,
}

/// What is known of a node. On entering and leaving only what was asked of it: the fields
/// from `forced` on are filled in from [`Watch::assessed`] to [`Watch::moves_done`].
#[derive(Clone, Copy, Debug)]
pub struct NodeFacts {
    /// Key of the position.
    pub key: u64,
    /// How it was reached. A method that searches the node itself again repeats the step;
    /// the ply is then that of the node around it.
    pub step: Step,
    /// Lower end of the window.
    pub alpha: Score,
    /// Upper end of the window.
    pub beta: Score,
    /// Remaining plies.
    pub depth: Depth,
    /// Distance from the root.
    pub ply: i32,
    /// What the node is expected to be.
    pub kind: Kind,
    /// Which methods its subtree may use.
    pub permit: Permit,
    /// Inside a search that a method makes on its own.
    pub probe: bool,
    /// The method that makes it, the innermost where such searches are nested.
    pub prober: Option<Id>,
    /// The move left out in a singular test of the node; 0 is no move.
    pub without: u16,
    /// Depth of the iteration.
    pub iteration: Depth,
    /// Nodes that the thread has searched so far.
    pub nodes: u64,
    /// The side to move must answer a threat (in check).
    pub forced: bool,
    /// Static evaluation; none when forced.
    pub eval: Option<Score>,
    /// The evaluation rose since this side's last move.
    pub improving: bool,
    /// Best move by the table; 0 is no move.
    pub table_move: u16,
    /// What else the table knows of the node.
    pub table: Option<TableFacts>,
}

impl NodeFacts {
    /// A singular test of a node that is being searched already.
    pub fn is_test(&self) -> bool {
        self.without != 0
    }
}

/// What is known of a move before it is skipped or searched.
#[derive(Clone, Copy, Debug)]
pub struct MoveFacts {
    /// The move.
    pub m: u16,
    /// Its place in the order, 1 for the first.
    pub rank: i32,
    /// Not a tactical move.
    pub quiet: bool,
    /// A killer: it refuted a sibling node.
    pub killer: bool,
    /// What history thinks of it; more is better.
    pub history: i32,
    /// The score it must beat: that of the window, or of a better move before it.
    pub alpha: Score,
    /// Best score of the moves before it; below every score if there is none.
    pub best: Score,
    /// Depth that late-move reduction is expected to leave.
    pub late_depth: Depth,
}

/// What a method said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Said {
    /// The node is cut off with this score, which beats beta or does not reach alpha.
    Cut(Score),
    /// The node is made shallower.
    Shallower(Depth),
    /// The move is skipped.
    Skip,
    /// The move is skipped, and all later quiet moves.
    SkipRest,
    /// The move is searched shallower, and again in full if it beats alpha.
    Reduce(Depth),
    /// The move is searched shallower, for good.
    Lose(Depth),
    /// The move is searched deeper, or shallower if negative.
    Extend(Depth),
}

/// An acting answer at the gate.
#[derive(Clone, Copy, Debug)]
pub struct Decision {
    /// Number of the answer in this search, from 1 on. The same search gives the same
    /// numbers, up to the first decision that is overruled.
    pub serial: u64,
    /// The method.
    pub id: Id,
    /// What it said.
    pub said: Said,
    /// The move in question, if it is about a move.
    pub candidate: Option<MoveFacts>,
    /// By how much its condition was met, where it compares with a threshold.
    pub slack: Option<i32>,
}

/// Whether a decision stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ruling {
    /// It does.
    Stands,
    /// It does not. Of a cut: no method ends this visit of the node before its moves. Of
    /// a skipped move: it is searched. Of all later ones: no method skips a move of the
    /// node any more. Of a change of depth: there is none.
    Overruled,
}

/// How a searched move came out.
#[derive(Clone, Copy, Debug)]
pub struct Searched {
    /// Its score for the side that moved.
    pub score: Score,
    /// Depth at which it was searched in the end.
    pub depth: Depth,
    /// Plies it was reduced by at first.
    pub reduced: Depth,
    /// It was reduced, beat alpha, and was searched again.
    pub again: bool,
    /// The search was stopped inside: the score is void.
    pub stopped: bool,
}

/// Why a node was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Its moves were searched.
    Moves,
    /// There was no move.
    NoMoves,
    /// A method cut it off.
    Method(Id),
    /// The transposition table knew.
    Table,
    /// The game was over, or the position was a repetition.
    GameOver,
    /// No better win was left in the window.
    Bounded,
    /// Endgame tables or a solver knew.
    Known,
    /// The search was stopped: the score is void.
    Stopped,
}

/// How a node was left.
#[derive(Clone, Copy, Debug)]
pub struct Left {
    /// Its score for the side to move there.
    pub score: Score,
    /// What the score says, against the window that was asked.
    pub bound: Bound,
    /// Why it was left.
    pub reason: Reason,
    /// Nodes of its subtree, itself included.
    pub nodes: u64,
}

/// What a watcher may ask about the node at hand; each answer is worked out on demand.
pub trait Look {
    /// Whether a move leaves the opponent forced (gives check).
    fn forces(&self, m: u16) -> bool;
    /// Whether a move loses no more than `-margin` by static exchange.
    fn exchange_holds(&self, m: u16, margin: Score) -> bool;
    /// The quiet moves of the position.
    fn quiet_moves(&self) -> Vec<u16>;
    /// What is known of a quiet move, as if it came up now at this rank.
    fn quiet(&self, m: u16, rank: i32) -> MoveFacts;
    /// How many moves history thinks well of.
    fn good_moves(&self) -> i32;
    /// By how much the condition of a method is met (at least 0: it acts) or missed at the
    /// node, or for the move at hand; none where it compares with no threshold.
    fn slack(&self, id: Id) -> Option<i32>;
    /// The same for a move, by the parameters of other methods.
    fn slack_of(&self, methods: &Methods, id: Id, c: &MoveFacts) -> Option<i32>;
    /// What the risk model sees of the node, whose best score so far is `best`; none where
    /// it is not asked.
    fn risk(&self, best: Score) -> Option<risk::NodeFacts>;
    /// The steps from the root to the node.
    fn path(&self) -> Vec<Step>;
}

/// Looks on while a thread searches. Everything has a default: nothing is done.
pub trait Watch: Any + Send {
    /// A node is entered.
    fn enter(&mut self, _n: &NodeFacts) {}
    /// The facts of the node are known; no method has been asked yet.
    fn assessed(&mut self, _n: &NodeFacts, _look: &dyn Look) {}
    /// A method's answer acts. Extensions and the reduction of a node too; what quiescence
    /// skips is not shown.
    fn answer(&mut self, _n: &NodeFacts, _decision: &Decision, _look: &dyn Look) -> Ruling {
        Ruling::Stands
    }
    /// No method has ended the node: its moves are searched from here on.
    fn moves(&mut self, _n: &NodeFacts, _look: &dyn Look) {}
    /// A move comes up, to be skipped or searched.
    fn candidate(&mut self, _n: &NodeFacts, _c: &MoveFacts, _look: &dyn Look) {}
    /// A move has been searched.
    fn searched(&mut self, _n: &NodeFacts, _c: &MoveFacts, _done: &Searched) {}
    /// The moves of the node are done with, or the search was stopped.
    fn moves_done(&mut self, _n: &NodeFacts, _stopped: bool) {}
    /// A node is left.
    fn leave(&mut self, _n: &NodeFacts, _left: &Left) {}
    /// At depth 0 quiescence took over and came to this; such nodes are not entered.
    fn quiescence(&mut self, _n: &NodeFacts, _left: &Left) {}
}

/// The watcher of a thread, and where in the tree it is.
pub(crate) struct Watching {
    pub(crate) watcher: Box<dyn Watch>,
    /// Number of the last decision.
    serial: u64,
    /// Nodes searched before each node of the path was entered.
    entered: Vec<u64>,
    /// The nodes of the path whose moves are searched, the one at hand last.
    open: Vec<Open>,
}

/// A node whose moves are searched.
#[derive(Clone, Copy, Default)]
struct Open {
    /// The move at hand.
    candidate: Option<MoveFacts>,
    /// Plies by which it is searched deeper.
    extended: Depth,
    /// Plies by which it is reduced, and whether for good.
    reduced: Depth,
    lost: bool,
    /// It has beaten alpha and is searched again.
    again: bool,
    /// That all later moves be skipped was overruled: none is.
    spared: bool,
}

impl Watching {
    pub(crate) fn new(watcher: Box<dyn Watch>) -> Self {
        Watching { watcher, serial: 0, entered: Vec::new(), open: Vec::new() }
    }

    /// Inside a node that nobody has been shown.
    #[cfg(test)]
    pub(crate) fn enter_for_test(&mut self) {
        self.open.push(Open::default());
    }

    /// A search begins.
    pub(crate) fn begin(&mut self) {
        self.serial = 0;
        self.entered.clear();
        self.open.clear();
    }

    pub(crate) fn enter(&mut self, n: &NodeFacts) {
        self.entered.push(n.nodes);
        self.open.push(Open::default());
        self.watcher.enter(n);
    }

    pub(crate) fn leave(&mut self, n: &NodeFacts, mut left: Left) {
        self.open.pop();
        left.nodes = n.nodes - self.entered.pop().unwrap_or(n.nodes);
        self.watcher.leave(n, &left);
    }

    /// The move at hand, if the moves of the node are being searched.
    pub(crate) fn candidate(&self) -> Option<MoveFacts> {
        self.open.last()?.candidate
    }

    pub(crate) fn come_up(&mut self, c: MoveFacts) {
        if let Some(open) = self.open.last_mut() {
            *open = Open { candidate: Some(c), spared: open.spared, ..Open::default() };
        }
    }

    /// The move at hand was reduced, has beaten alpha and is searched again.
    pub(crate) fn search_again(&mut self) {
        if let Some(open) = self.open.last_mut() {
            open.again = true;
        }
    }

    /// Shows a move; says whether no method may skip it.
    pub(crate) fn consider(&mut self, n: &NodeFacts, c: &MoveFacts, look: &dyn Look) -> bool {
        self.watcher.candidate(n, c, look);
        self.open.last().is_some_and(|open| open.spared)
    }

    pub(crate) fn searched(&mut self, n: &NodeFacts, score: Score, stopped: bool) {
        let Some(Open { candidate: Some(c), extended, reduced, lost, again, .. }) = self.open.last().copied() else {
            return;
        };
        let in_force = if again && !lost { 0 } else { reduced };
        let done = Searched { score, depth: n.depth - 1 + extended - in_force, reduced, again, stopped };
        self.watcher.searched(n, &c, &done);
    }

    pub(crate) fn moves_done(&mut self, n: &NodeFacts, stopped: bool) {
        if let Some(open) = self.open.last_mut() {
            *open = Open::default();
        }
        self.watcher.moves_done(n, stopped);
    }

    /// Numbers the decision and asks whether it stands.
    pub(crate) fn rule(&mut self, n: &NodeFacts, id: Id, said: Said, look: &dyn Look) -> Ruling {
        self.serial += 1;
        let decision = Decision { serial: self.serial, id, said, candidate: self.candidate(), slack: look.slack(id) };
        let ruling = self.watcher.answer(n, &decision, look);
        if let Some(open) = self.open.last_mut() {
            match (said, ruling) {
                (Said::SkipRest, Ruling::Overruled) => open.spared = true,
                (Said::Extend(plies), Ruling::Stands) => open.extended += plies,
                (Said::Reduce(plies), Ruling::Stands) => open.reduced = plies,
                (Said::Lose(plies), Ruling::Stands) => (open.reduced, open.lost) = (plies, true),
                _ => {}
            }
        }
        ruling
    }
}

/// The watcher as what it is, to take out what it has found; `None`: it is another one.
pub fn unwrap<W: Watch>(watcher: Box<dyn Watch>) -> Option<Box<W>> {
    let any: Box<dyn Any> = watcher;
    any.downcast().ok()
}
