//! The forward-pruning methods, in the order in which the search asks them.
//!
//! A method acts at one of the places below: `before_moves` may end the node,
//! `on_table_move` may extend its first move or end it, `late` may skip a move,
//! `reduction` may search it shallower, `extension` deeper. Adding a method: one
//! file here, one line in `methods!`, one line in the place where it acts.
use crate::{
    alphabeta::{EnhancedPvs, Exact, FailHard, KindFlip, MatePruning},
    deepen::Aspiration,
    game::{Game, MoveOf},
    history::{Butterfly, Continuation, Correction, ForcingHistory, Killers, TacticalHistory},
    limits::Timing,
    node::{Candidate, Depth, Node, Score},
    picker::ExchangeOrder,
    quiescence::{ClassicQuiescence, QuiescenceChecks, QuiescencePruning},
    search::{HandEvaluation, Search},
    table::Transposition,
};

mod answer;
pub mod capture_prob_cut;
pub mod check_extension;
mod endgame;
pub mod exchange;
pub mod futility;
pub mod history_pruning;
pub mod internal_reduction;
pub mod late_move_count;
pub mod late_move_reduction;
pub mod multi_cut;
pub mod null_move;
pub mod prob_cut;
pub mod rank_cut;
pub mod razoring;
pub mod reverse_futility;
pub mod singular;
pub mod singular_multi_cut;
pub mod variable_bound;

pub(crate) use answer::Reduction;
pub use answer::{Answer, Before, Late, OnTableMove};
pub use endgame::Endgame;

/// Where in the life of a node a method acts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// It may end the node before any move is searched.
    BeforeMoves,
    /// It may make the whole node shallower.
    NodeDepth,
    /// It looks at the table move before that is searched.
    TableMove,
    /// It may skip a move unsearched.
    Late,
    /// It may search a move shallower.
    Reduction,
    /// It may search a move deeper.
    Extension,
    /// Beyond the horizon.
    Quiescence,
    /// It prunes nothing itself: a tool of the search around the methods.
    Tool,
}

/// A method in words.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Name in paths.
    pub name: &'static str,
    /// Where it acts.
    pub place: Place,
    /// What it is.
    pub text: &'static str,
    /// Its parameters, the switch first.
    pub params: &'static [crate::param::Param],
}

macro_rules! methods {
    ($($field:ident: $ty:ty, $id:ident, $place:ident;)*) => {
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

            /// Every method in words, in the order of the declaration.
            pub fn about() -> Vec<About> {
                vec![$(About {
                    name: stringify!($field),
                    place: Place::$place,
                    text: <$ty>::ABOUT.trim(),
                    params: <$ty>::PARAMS,
                },)*]
            }

            fn names() -> Vec<&'static str> { vec![$(stringify!($field),)*] }
        }
    };
}

methods! {
    reverse_futility: reverse_futility::ReverseFutility, ReverseFutility, BeforeMoves;
    razoring: razoring::Razoring, Razoring, BeforeMoves;
    null_move: null_move::NullMove, NullMove, BeforeMoves;
    prob_cut: prob_cut::ProbCut, ProbCut, BeforeMoves;
    capture_prob_cut: capture_prob_cut::CaptureProbCut, CaptureProbCut, BeforeMoves;
    internal_reduction: internal_reduction::InternalReduction, InternalReduction, NodeDepth;
    multi_cut: multi_cut::MultiCut, MultiCut, BeforeMoves;
    singular: singular::Singular, Singular, TableMove;
    singular_multi_cut: singular_multi_cut::SingularMultiCut, SingularMultiCut, TableMove;
    check_extension: check_extension::CheckExtension, CheckExtension, Extension;
    late_move_count: late_move_count::LateMoveCount, LateMoveCount, Late;
    futility: futility::Futility, Futility, Late;
    history_pruning: history_pruning::HistoryPruning, HistoryPruning, Late;
    exchange: exchange::Exchange, Exchange, Late;
    late_move_reduction: late_move_reduction::LateMoveReduction, LateMoveReduction, Reduction;
    rank_cut: rank_cut::RankCut, RankCut, Reduction;
    quiescence_pruning: QuiescencePruning, QuiescencePruning, Quiescence;
    quiescence_checks: QuiescenceChecks, QuiescenceChecks, Quiescence;
    kind_flip: KindFlip, KindFlip, Tool;
    enhanced_pvs: EnhancedPvs, EnhancedPvs, Tool;
    fail_hard: FailHard, FailHard, Tool;
    mate_pruning: MatePruning, MatePruning, Tool;
    exact: Exact, Exact, Tool;
    exchange_order: ExchangeOrder, ExchangeOrder, Tool;
    classic_quiescence: ClassicQuiescence, ClassicQuiescence, Quiescence;
    hand_evaluation: HandEvaluation, HandEvaluation, Tool;
    aspiration: Aspiration, Aspiration, Tool;
    table: Transposition, Table, Tool;
    killers: Killers, Killers, Tool;
    butterfly: Butterfly, Butterfly, Tool;
    continuation: Continuation, Continuation, Tool;
    forcing_history: ForcingHistory, ForcingHistory, Tool;
    tactical_history: TacticalHistory, TacticalHistory, Tool;
    correction: Correction, Correction, Tool;
    timing: Timing, Timing, Tool;
}

impl Methods {
    /// Whether anything may make the search miss what plain minimax would see.
    pub fn is_selective(&self) -> bool {
        self.reverse_futility.enabled
            || self.razoring.enabled
            || self.null_move.enabled
            || self.multi_cut.enabled
            || self.singular_multi_cut.enabled
            || self.prob_cut.enabled
            || self.capture_prob_cut.enabled
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

/// Methods that may end a node before its moves. The host has made sure that the node
/// is not on the principal variation, not a test, and beta not decisive unless `mate_pruning` is on.
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
                match s.gate(Id::$id, n.depth, |s| m.$field.before_moves(s, pos, n)) {
                    Before::Search => {}
                    Before::Cut(score) => return Some(score),
                    Before::CutAndStore(score, depth) => {
                        s.store_cut(pos, n, score, depth);
                        return Some(score);
                    }
                    Before::Reduce(plies, permit) => (n.depth, n.permit) = (n.depth - plies, permit),
                }
            }
        };
    }
    if !n.forced {
        ask!(reverse_futility, ReverseFutility);
        ask!(razoring, Razoring);
        ask!(prob_cut, ProbCut);
        ask!(null_move, NullMove);
        ask!(capture_prob_cut, CaptureProbCut);
    }
    ask!(multi_cut, MultiCut);
    None
}

/// Methods that make a whole node shallower, wherever it lies.
#[inline]
pub(crate) fn reduce_node<G: Game>(s: &mut Search<'_, G>, n: &mut Node<MoveOf<G>>) {
    let m = s.methods;
    if m.internal_reduction.enabled && n.permit.has(Id::InternalReduction) {
        n.depth -= s.gate(Id::InternalReduction, n.depth, |_| m.internal_reduction.node(n));
    }
}

/// Methods that look at the table move before it is searched.
#[inline]
pub(crate) fn on_table_move<G: Game>(s: &mut Search<'_, G>, pos: &G::Position, n: &Node<MoveOf<G>>) -> OnTableMove {
    let m = s.methods;
    if !m.singular.enabled || !n.permit.has(Id::Singular) || n.is_root() || n.is_test() {
        return OnTableMove::Search;
    }
    s.gate(Id::Singular, n.depth, |s| m.singular.on_table_move(s, pos, n))
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
                let answer = s.gate(Id::$id, n.depth, |_| m.$field.late(pos, n, c, late_depth));
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
    s.gate(Id::LateMoveReduction, n.depth, |_| m.late_move_reduction.reduction(n, c, child, extension))
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
    s.gate(Id::CheckExtension, n.depth, |_| m.check_extension.extension(n, child))
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
                let refusal = methods.set(&path, &(p.max as i64 + 1).to_string()).unwrap_err();
                let range = match p.choices {
                    [] => format!("{}..={}", p.min, p.max),
                    choices => choices.join(", "),
                };
                assert!(refusal.starts_with(&path) && refusal.contains(&range), "{refusal}");
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
