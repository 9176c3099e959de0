//! The register: every method is named here, once, with the place where it acts and
//! whether it is selective. Names, settings, counters, permits and documentation follow.
//!
//! `selective`: it can make the search miss what plain minimax would see. `exact`: it
//! cannot, or it changes what minimax means.

/// Hands the list to another macro. A method `name: Type` has its file `prune/name.rs`, a
/// tool `name: file::Type` is declared in `file.rs`. The order is that of all tables.
macro_rules! register {
    ($declare:ident) => {
        $declare! {
            methods {
                reverse_futility: ReverseFutility, BeforeMoves, selective;
                razoring: Razoring, BeforeMoves, selective;
                null_move: NullMove, BeforeMoves, selective;
                prob_cut: ProbCut, BeforeMoves, selective;
                capture_prob_cut: CaptureProbCut, BeforeMoves, selective;
                internal_reduction: InternalReduction, NodeDepth, selective;
                hindsight: Hindsight, NodeDepth, selective;
                multi_cut: MultiCut, BeforeMoves, selective;
                singular: Singular, TableMove, exact;
                singular_multi_cut: SingularMultiCut, TableMove, selective;
                check_extension: CheckExtension, Extension, exact;
                late_move_count: LateMoveCount, Late, selective;
                futility: Futility, Late, selective;
                history_pruning: HistoryPruning, Late, selective;
                risk: Risk, Late, selective;
                exchange: Exchange, Late, selective;
                late_move_reduction: LateMoveReduction, Reduction, selective;
                rank_cut: RankCut, Reduction, selective;
                quiescence_pruning: QuiescencePruning, Quiescence, selective;
            }
            tools {
                quiescence_checks: tools::QuiescenceChecks, Quiescence, exact;
                kind_flip: tools::KindFlip, Tool, exact;
                enhanced_pvs: tools::EnhancedPvs, Tool, exact;
                fail_hard: tools::FailHard, Tool, exact;
                mate_pruning: tools::MatePruning, Tool, exact;
                exact: tools::Exact, Tool, exact;
                exchange_order: picker::ExchangeOrder, Tool, exact;
                classic_quiescence: tools::ClassicQuiescence, Quiescence, exact;
                hand_evaluation: tools::HandEvaluation, Tool, exact;
                table_evaluation: assessment::TableEvaluation, Tool, exact;
                quiescence_memory: assessment::QuiescenceMemory, Quiescence, exact;
                long_memory: assessment::LongMemory, Tool, exact;
                draw_clock: assessment::DrawClock, Tool, exact;
                upcoming_repetition: assessment::UpcomingRepetition, Tool, exact;
                aspiration: tools::Aspiration, Tool, exact;
                table: table::Transposition, Tool, exact;
                killers: history::Killers, Tool, exact;
                butterfly: history::Butterfly, Tool, exact;
                continuation: history::Continuation, Tool, exact;
                forcing_history: history::ForcingHistory, Tool, exact;
                tactical_history: history::TacticalHistory, Tool, exact;
                correction: history::Correction, Tool, exact;
                timing: limits::Timing, Tool, exact;
            }
        }
    };
}
pub(crate) use register;

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

macro_rules! is_selective {
    (selective) => {
        true
    };
    (exact) => {
        false
    };
}

macro_rules! declare_ids {
    (
        methods { $($method:ident: $type:ident, $place:ident, $kind:ident;)* }
        tools { $($tool:ident: $file:ident::$tool_type:ident, $tool_place:ident, $tool_kind:ident;)* }
    ) => {
        /// Names a method in counters and permits.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        #[allow(missing_docs)]
        pub enum Id { $($type,)* $($tool_type,)* }

        impl Id {
            /// All of them, in the order of the register.
            pub const ALL: &'static [Id] = &[$(Id::$type,)* $(Id::$tool_type,)*];
            /// How many there are.
            pub const COUNT: usize = Self::ALL.len();

            /// Name in paths: `null_move`.
            pub fn name(self) -> &'static str {
                const NAMES: &[&str] = &[$(stringify!($method),)* $(stringify!($tool),)*];
                NAMES[self as usize]
            }

            /// Where it acts.
            pub fn place(self) -> Place {
                const PLACES: &[Place] = &[$(Place::$place,)* $(Place::$tool_place,)*];
                PLACES[self as usize]
            }

            /// Whether it can make the search miss what plain minimax would see.
            pub fn is_selective(self) -> bool {
                const SELECTIVE: &[bool] = &[$(is_selective!($kind),)* $(is_selective!($tool_kind),)*];
                SELECTIVE[self as usize]
            }
        }
    };
}

register!(declare_ids);
