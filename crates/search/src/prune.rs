//! The forward-pruning methods, in the order in which the search asks them.
//!
//! A method acts at one of the places below: `before_moves` may end the node,
//! `on_table_move` may extend its first move or end it, `late` may skip a move,
//! `reduction` may search it shallower, `extension` deeper. Adding a method: one
//! file here, one line in `methods!`, one line in the place where it acts.
use crate::{
    alphabeta::KindFlip,
    deepen::Aspiration,
    game::{Game, MoveOf},
    history::{Butterfly, Continuation, Correction, Killers, TacticalHistory},
    limits::Timing,
    node::{Candidate, Depth, Node, Permit, Score},
    quiescence::QuiescencePruning,
    search::Search,
    table::Transposition,
};

pub mod check_extension;
pub mod exchange;
pub mod futility;
pub mod history_pruning;
pub mod internal_reduction;
pub mod late_move_count;
pub mod late_move_reduction;
pub mod null_move;
pub mod prob_cut;
pub mod rank_cut;
pub mod razoring;
pub mod reverse_futility;
pub mod singular;

macro_rules! methods {
    ($($field:ident: $ty:ty, $id:ident;)*) => {
        /// Every method with its parameters.
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[allow(missing_docs)]
        pub struct Methods { $(pub $field: $ty,)* }

        /// Names a method in counters and permits.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        #[allow(missing_docs)]
        pub enum Id { $($id,)* }

        impl Id {
            /// All of them, in the order of the declaration.
            pub const ALL: &'static [Id] = &[$(Id::$id,)*];
            /// How many there are.
            pub const COUNT: usize = Self::ALL.len();

            /// Name in paths: `null_move`.
            pub fn name(self) -> &'static str {
                const NAMES: &[&str] = &[$(stringify!($field),)*];
                NAMES[self as usize]
            }
        }

        impl Methods {
            /// Everything switched off.
            pub const fn off() -> Self { Self { $($field: <$ty>::off(),)* } }

            /// `set("null_move.reduction", "3")`: the one door for CLI, UCI and files.
            pub fn set(&mut self, path: &str, value: &str) -> Result<(), String> {
                let (method, field) = path.split_once('.').ok_or_else(|| format!("{path}: expected method.parameter"))?;
                match method {
                    $(stringify!($field) => self.$field.set(field, value),)*
                    _ => Err(format!("no such method; there are {}", Self::names().join(", "))),
                }
                .map_err(|reason| format!("{path}: {reason}"))
            }

            /// Value of a parameter by its path.
            pub fn get(&self, path: &str) -> Option<i32> {
                let (method, field) = path.split_once('.')?;
                match method {
                    $(stringify!($field) => self.$field.get(field),)*
                    _ => None,
                }
            }

            /// Every method with the table of its parameters.
            pub fn describe() -> Vec<(&'static str, &'static [$crate::param::Param])> {
                vec![$((stringify!($field), <$ty>::PARAMS),)*]
            }

            fn names() -> Vec<&'static str> { vec![$(stringify!($field),)*] }
        }
    };
}

methods! {
    reverse_futility: reverse_futility::ReverseFutility, ReverseFutility;
    razoring: razoring::Razoring, Razoring;
    null_move: null_move::NullMove, NullMove;
    internal_reduction: internal_reduction::InternalReduction, InternalReduction;
    singular: singular::Singular, Singular;
    check_extension: check_extension::CheckExtension, CheckExtension;
    late_move_count: late_move_count::LateMoveCount, LateMoveCount;
    futility: futility::Futility, Futility;
    history_pruning: history_pruning::HistoryPruning, HistoryPruning;
    exchange: exchange::Exchange, Exchange;
    late_move_reduction: late_move_reduction::LateMoveReduction, LateMoveReduction;
    rank_cut: rank_cut::RankCut, RankCut;
    quiescence_pruning: QuiescencePruning, QuiescencePruning;
    kind_flip: KindFlip, KindFlip;
    aspiration: Aspiration, Aspiration;
    table: Transposition, Table;
    killers: Killers, Killers;
    butterfly: Butterfly, Butterfly;
    continuation: Continuation, Continuation;
    tactical_history: TacticalHistory, TacticalHistory;
    correction: Correction, Correction;
    timing: Timing, Timing;
}

impl Methods {
    /// Whether anything may make the search miss what plain minimax would see.
    pub fn is_selective(&self) -> bool {
        self.reverse_futility.enabled
            || self.razoring.enabled
            || self.null_move.enabled
            || self.internal_reduction.enabled
            || self.late_move_count.enabled
            || self.futility.enabled
            || self.history_pruning.enabled
            || self.exchange.enabled
            || self.late_move_reduction.enabled
            || self.rank_cut.enabled
            || self.quiescence_pruning.enabled
    }
}

/// An answer that the gate can count.
pub trait Answer {
    /// Whether a method with such an answer may search on its own.
    const SEARCHES: bool = false;
    /// Whether the method did something.
    fn acts(&self) -> bool;
}

/// What a method says before the moves are searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Before {
    /// Nothing: search on.
    Search,
    /// The node is worth this: leave it.
    Cut(Score),
    /// Search on, shallower and with this permit; if the node then fails to reach
    /// beta it is searched again as it was (verified null move).
    Reduce(Depth, Permit),
}

/// What is said of the table move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnTableMove {
    /// Nothing.
    Search,
    /// Search it deeper, or shallower if negative.
    Extend(Depth),
    /// The node is worth this: leave it.
    Cut(Score),
}

/// What a method says of one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Late {
    /// Search it.
    Search,
    /// Skip it.
    Skip,
    /// Skip it and all later quiet moves.
    SkipRest,
}

/// Plies taken off the search of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reduction {
    /// For good.
    pub(crate) lost: Depth,
    /// Until the move beats alpha: then it is searched again.
    pub(crate) delayed: Depth,
}

impl Answer for Before {
    const SEARCHES: bool = true;
    #[inline]
    fn acts(&self) -> bool {
        *self != Before::Search
    }
}

impl Answer for OnTableMove {
    const SEARCHES: bool = true;
    #[inline]
    fn acts(&self) -> bool {
        *self != OnTableMove::Search
    }
}

impl Answer for Late {
    #[inline]
    fn acts(&self) -> bool {
        *self != Late::Search
    }
}

/// A bound on the score of a move that is skipped.
impl Answer for Option<Score> {
    #[inline]
    fn acts(&self) -> bool {
        self.is_some()
    }
}

/// A change of depth.
impl Answer for Depth {
    #[inline]
    fn acts(&self) -> bool {
        *self != 0
    }
}

/// Methods that may end a node before its moves. The host has made sure that the node
/// is not on the principal variation, not forced, not a test, and beta not decisive.
#[inline]
pub(crate) fn before_moves<G: Game>(
    s: &mut Search<'_, G>,
    pos: &G::Position,
    n: &mut Node<MoveOf<G>>,
) -> Option<Score> {
    let m = s.methods;
    macro_rules! ask {
        ($field:ident, $id:ident) => {
            if m.$field.enabled && n.permit.has(Id::$id) {
                match s.gate(Id::$id, |s| m.$field.before_moves(s, pos, n)) {
                    Before::Search => {}
                    Before::Cut(score) => return Some(score),
                    Before::Reduce(plies, permit) => (n.depth, n.permit) = (n.depth - plies, permit),
                }
            }
        };
    }
    ask!(reverse_futility, ReverseFutility);
    ask!(razoring, Razoring);
    ask!(null_move, NullMove);
    None
}

/// Methods that make a whole node shallower, wherever it lies.
#[inline]
pub(crate) fn reduce_node<G: Game>(s: &mut Search<'_, G>, n: &mut Node<MoveOf<G>>) {
    let m = s.methods;
    if m.internal_reduction.enabled && n.permit.has(Id::InternalReduction) {
        n.depth -= s.gate(Id::InternalReduction, |_| m.internal_reduction.node(n));
    }
}

/// Methods that look at the table move before it is searched.
#[inline]
pub(crate) fn on_table_move<G: Game>(s: &mut Search<'_, G>, pos: &G::Position, n: &Node<MoveOf<G>>) -> OnTableMove {
    let m = s.methods;
    if !m.singular.enabled || !n.permit.has(Id::Singular) || n.is_root() || n.is_test() {
        return OnTableMove::Search;
    }
    s.gate(Id::Singular, |s| m.singular.on_table_move(s, pos, n))
}

/// Methods that may skip a move unsearched. The host has made sure that the node is
/// not the root and that a move which does not lose has been searched.
#[inline]
pub(crate) fn late<G: Game>(
    s: &mut Search<'_, G>,
    pos: &G::Position,
    n: &Node<MoveOf<G>>,
    c: &Candidate<MoveOf<G>>,
) -> Late {
    let m = s.methods;
    let late_depth = (n.depth - m.late_move_reduction.expected(n, c)).max(1);
    macro_rules! ask {
        ($field:ident, $id:ident) => {
            if m.$field.enabled && n.permit.has(Id::$id) {
                let answer = s.gate(Id::$id, |_| m.$field.late(pos, n, c, late_depth));
                if answer != Late::Search {
                    return answer;
                }
            }
        };
    }
    ask!(late_move_count, LateMoveCount);
    ask!(futility, Futility);
    ask!(history_pruning, HistoryPruning);
    ask!(exchange, Exchange);
    Late::Search
}

/// Plies taken off the search of a later move.
#[inline]
pub(crate) fn reduction<G: Game>(
    s: &mut Search<'_, G>,
    n: &Node<MoveOf<G>>,
    c: &Candidate<MoveOf<G>>,
    child: &G::Position,
    extension: Depth,
) -> Depth {
    let m = s.methods;
    if !m.late_move_reduction.enabled || !n.permit.has(Id::LateMoveReduction) {
        return 0;
    }
    s.gate(Id::LateMoveReduction, |_| m.late_move_reduction.reduction(n, c, child, extension))
}

/// The same at a node whose course is followed, where late-move reduction takes off
/// `late` plies: RankCut has a say.
pub(crate) fn followed_reduction<G: Game>(
    s: &mut Search<'_, G>,
    pos: &G::Position,
    n: &Node<MoveOf<G>>,
    c: &Candidate<MoveOf<G>>,
    extension: Depth,
    late: Depth,
) -> Reduction {
    rank_cut::by_rank(s, pos, n, c, extension, late)
}

/// Plies added to the search of a move that `extended` has not lengthened yet.
#[inline]
pub(crate) fn extension<G: Game>(
    s: &mut Search<'_, G>,
    n: &Node<MoveOf<G>>,
    child: &G::Position,
    extended: Depth,
) -> Depth {
    let m = s.methods;
    if !m.check_extension.enabled || !n.permit.has(Id::CheckExtension) || extended != 0 {
        return 0;
    }
    s.gate(Id::CheckExtension, |_| m.check_extension.extension(n, child))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_lies_in_its_range() {
        for (method, params) in Methods::describe() {
            for p in params {
                assert!((p.min..=p.max).contains(&p.default), "{method}.{}", p.name);
            }
        }
    }

    #[test]
    fn every_parameter_is_reached_by_its_path() {
        let mut methods = Methods::off();
        for (method, params) in Methods::describe() {
            for p in params {
                let path = format!("{method}.{}", p.name);
                methods.set(&path, &p.print(p.max)).unwrap();
                assert_eq!(methods.get(&path), Some(p.max), "{path}");
                assert!(methods.set(&path, &(p.max as i64 + 1).to_string()).is_err(), "{path}");
            }
        }
    }

    #[test]
    fn a_wrong_path_says_what_there_is() {
        let mut methods = Methods::off();
        assert!(methods.set("nonsense.enabled", "1").unwrap_err().contains("null_move"));
        assert!(methods.set("null_move.nonsense", "1").unwrap_err().contains("min_depth"));
        assert!(methods.set("null_move", "1").is_err());
    }
}
