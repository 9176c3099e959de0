//! One search thread.
use crate::{
    assessment::can_repeat,
    course::Course,
    game::{Evaluator, Game, Move, MoveOf, Position},
    history::{Butterfly, CONTINUATIONS, Context, ForcingHistory, History, TacticalHistory},
    id::Id,
    knowledge::{Knowledge, risk::Rows},
    limits::Stopper,
    memory::{Frame, Memory, Root},
    methods::Methods,
    node::{Bound, Candidate, Depth, NO_SCORE, Node, Score, TableFacts, WIN, clamp_eval},
    picker::{ExchangeOrder, Order, Picker},
    table::{Entry, Selectivity, Table},
    tally::Tallies,
    watch::Reason,
};

pub use crate::tally::Tally;

mod answers;
mod doors;
mod watched;

const PERCENT: i32 = 100;

/// One search thread.
pub struct Search<'a, G: Game> {
    /// A shared reference, copied out before use: a method can read its
    /// parameters while it drives the search mutably.
    pub methods: &'a Methods,
    /// What they know from outside.
    pub knowledge: &'a Knowledge,
    pub(crate) table: &'a Table,
    pub(crate) stopper: Stopper<'a>,
    pub(crate) memory: Memory<G>,
    pub(crate) root: Root<MoveOf<G>>,
    /// Depth of the iteration.
    pub(crate) iteration: Depth,
    pub(crate) selective_depth: i32,
    /// Nodes from which the quiescence at hand takes every position for quiet.
    pub(crate) quiescence_end: u64,
    pub(crate) base_hits: u64,
    pub(crate) tallies: Tallies,
    /// Least depth of nodes whose course RankCut follows.
    pub(crate) ranks_from: Depth,
    /// Those of the nodes on the path, the last one that of the node at hand.
    pub(crate) courses: Vec<Course>,
    /// What risk-managed pruning knows, in whole numbers.
    pub(crate) risk: Rows,
    /// Methods in whose own searches we are, a bit each.
    inside: u64,
    /// The innermost of them.
    prober: Option<Id>,
    /// Pruning under which the search runs now.
    pub(crate) selectivity: Selectivity,
    /// Why the last node was left.
    reason: Reason,
}

impl<'a, G: Game> Search<'a, G> {
    /// A thread that will search `root`, reached through positions with `keys`.
    pub(crate) fn new(
        (methods, knowledge): (&'a Methods, &'a Knowledge),
        table: &'a Table,
        stopper: Stopper<'a>,
        mut memory: Memory<G>,
        root: &G::Position,
        keys: &[u64],
    ) -> Self {
        memory.evaluator.choose(methods.hand_evaluation.style());
        memory.evaluator.reset(root);
        memory.reset_path();
        memory.keys.clear();
        memory.keys.extend_from_slice(keys);
        if let Some(watching) = &mut memory.watching {
            watching.begin();
        }
        Search {
            methods,
            knowledge,
            table,
            stopper,
            memory,
            root: Root::default(),
            iteration: 0,
            selective_depth: 0,
            quiescence_end: u64::MAX,
            base_hits: 0,
            tallies: Tallies::default(),
            ranks_from: if methods.rank_cut.enabled { methods.rank_cut.min_depth } else { Depth::MAX },
            courses: Vec::new(),
            risk: knowledge.risk.rows(methods.risk.chance(), methods.risk.slope()),
            inside: 0,
            prober: None,
            reason: Reason::Moves,
            selectivity: if methods.is_selective() { Selectivity::FULL } else { Selectivity::NONE },
        }
    }

    #[inline]
    pub(crate) fn frame(&self, ply: i32) -> &Frame<MoveOf<G>> {
        &self.memory.frames[ply as usize + CONTINUATIONS]
    }

    #[inline]
    pub(crate) fn frame_mut(&mut self, ply: i32) -> &mut Frame<MoveOf<G>> {
        &mut self.memory.frames[ply as usize + CONTINUATIONS]
    }

    /// Continuation-history rows of the moves that led to `ply`.
    #[inline]
    pub(crate) fn context(&self, ply: i32) -> Context {
        let frames = &self.memory.frames[ply as usize..ply as usize + CONTINUATIONS];
        std::array::from_fn(|back| frames[CONTINUATIONS - 1 - back].mover)
    }

    /// Plays `m` on `child`, a copy of `pos`, while its place in the table is fetched.
    #[inline]
    pub(crate) fn make(&self, pos: &G::Position, child: &mut G::Position, m: MoveOf<G>) {
        let guess = pos.key_after(m);
        if let Some(key) = guess {
            self.table.prefetch(key);
        }
        child.make(m);
        if guess.is_none() {
            self.table.prefetch(child.key());
        }
    }

    /// Goes down to `child`, which came from `pos` at `ply` by `m`.
    #[inline]
    pub(crate) fn push(&mut self, pos: &G::Position, m: Option<MoveOf<G>>, child: &G::Position, ply: i32) {
        self.memory.evaluator.push(pos, m, child);
        self.memory.keys.push(pos.key());
        let frame = self.frame_mut(ply);
        frame.pass = m.is_none();
        frame.extended = false;
        frame.made = m.unwrap_or_default();
        frame.reduction = 0;
        frame.mover = m.map_or(History::<G::Position>::NO_MOVER, |m| pos.mover_slot(m));
    }

    /// Comes back up.
    #[inline]
    pub(crate) fn pop(&mut self) {
        self.memory.keys.pop();
        self.memory.evaluator.pop();
    }

    /// Least score that the side to move can be sure of, whatever its moves are worth.
    #[inline]
    pub(crate) fn least_score(&self, pos: &G::Position, n: &Node<MoveOf<G>>) -> Score {
        let repeats = self.methods.upcoming_repetition.enabled && n.alpha < 0;
        if repeats && can_repeat(&self.memory.keys, pos, n.ply) { 0 } else { n.ply - WIN }
    }

    /// Score if the game is over at `pos`: by rule, or because it is a repetition.
    #[inline]
    pub(crate) fn game_over(&self, pos: &G::Position, ply: i32) -> Option<Score> {
        if let Some(outcome) = pos.outcome() {
            return Some(outcome.score(ply));
        }
        is_repetition(&self.memory.keys, pos, ply).then_some(0)
    }

    /// Takes from the table what it knows of the node.
    #[inline]
    pub(crate) fn look_up(&mut self, pos: &G::Position, n: &mut Node<MoveOf<G>>) -> Option<Entry> {
        if !self.methods.table.enabled {
            return None;
        }
        let entry = self.table.probe(pos.key(), n.ply)?;
        let m = MoveOf::<G>::from_bits(entry.move_bits);
        if !m.is_none() && pos.is_legal(m) {
            n.table_move = m;
            n.table_tactical = self.methods.late_move_reduction.tactical_table > 0 && pos.is_tactical(m);
        }
        if entry.selectivity <= self.selectivity {
            n.table = Some(TableFacts { score: entry.score, depth: entry.depth, bound: entry.bound });
        }
        n.table_pv = entry.pv;
        Some(entry)
    }

    /// Stores the node in the table.
    #[inline]
    pub(crate) fn store(&self, pos: &G::Position, ply: i32, entry: Entry) {
        if self.methods.table.enabled {
            self.table.store(pos.key(), ply, entry);
        }
    }

    /// Stores a node that a method has cut off with at least `score`.
    #[inline]
    pub(crate) fn store_cut(&self, pos: &G::Position, n: &Node<MoveOf<G>>, score: Score, depth: Depth) {
        let move_bits = n.table_move.bits();
        let selectivity = self.selectivity;
        let entry = Entry { move_bits, score, eval: NO_SCORE, depth, bound: Bound::Lower, pv: false, selectivity };
        self.store(pos, n.ply, entry);
    }

    /// Static evaluation without corrections.
    #[inline]
    pub(crate) fn evaluate(&mut self, pos: &G::Position) -> Score {
        clamp_eval(self.memory.evaluator.evaluate(pos))
    }

    /// What was learned of the errors of the static evaluation. Asked for before the
    /// table is: the processor then waits for the memory of both at once.
    #[inline]
    pub(crate) fn correction(&self, pos: &G::Position) -> Score {
        let method = &self.methods.correction;
        if method.enabled { self.memory.history.correction(pos, method) } else { 0 }
    }

    /// Notes the node's evaluation in its frame; says whether it rose in two plies.
    #[inline]
    pub(crate) fn note_eval(&mut self, ply: i32, eval: Option<Score>) -> bool {
        self.frame_mut(ply).eval = eval;
        let before = |back: usize| self.memory.frames.get((ply as usize + CONTINUATIONS).wrapping_sub(back))?.eval;
        let long = self.methods.long_memory.enabled;
        let before = before(2).or_else(|| before(4).filter(|_| long));
        eval.zip(before).is_some_and(|(eval, before)| eval > before)
    }

    /// Nodes searched by this thread.
    #[inline]
    pub fn nodes(&self) -> u64 {
        self.stopper.nodes
    }

    /// Facts about the move that `picker` has handed out.
    #[inline(always)]
    pub(crate) fn candidate(
        &self,
        pos: &G::Position,
        n: &Node<MoveOf<G>>,
        m: MoveOf<G>,
        rank: i32,
        picker: &Picker<MoveOf<G>>,
    ) -> Candidate<MoveOf<G>> {
        let (quiet, known) = (picker.is_quiet(), picker.known_history(pos, m));
        let history = match known {
            Some(history) => history,
            None if quiet => self.memory.history.quiet(pos, m, &self.context(n.ply), &self.methods.butterfly),
            None => self.memory.history.tactical(pos, m),
        };
        let killer = quiet && self.frame(n.ply).killers.contains(m);
        // A prior puts moves in another order.
        let sorted = known.is_some() && !G::Position::PRIOR;
        Candidate { m, rank, quiet, killer, history, sorted, child_cuts: self.frame(n.ply + 1).cuts }
    }

    /// No move has failed yet at `ply`, and no grandchild has been cut off.
    #[inline]
    pub(crate) fn begin_moves(&mut self, ply: i32) {
        self.frame_mut(ply).failed.clear();
        self.frame_mut(ply + 2).cuts = 0;
    }

    /// The line from `ply` now begins with `m` and continues as the child's.
    pub(crate) fn extend_line(&mut self, ply: i32, m: MoveOf<G>) {
        let (upper, lower) = self.memory.frames.split_at_mut(ply as usize + CONTINUATIONS + 1);
        let line = &mut upper[ply as usize + CONTINUATIONS].line;
        line.clear();
        line.push(m);
        line.extend_from_slice(&lower[0].line);
    }

    /// What the move that beat beta teaches, and those tried before it.
    pub(crate) fn reward(&mut self, pos: &G::Position, n: &Node<MoveOf<G>>, best: MoveOf<G>) {
        use crate::history::bonus;
        let methods = self.methods;
        let context = self.context(n.ply);
        self.frame_mut(n.ply).cuts += 1;
        let failed = std::mem::take(&mut self.frame_mut(n.ply).failed);
        let quiet = !pos.is_tactical(best);
        if quiet && methods.killers.enabled {
            self.frame_mut(n.ply).killers.remember(best);
        }
        let history = &mut self.memory.history;
        let all = failed.iter().map(|&m| (m, -1)).chain([(best, 1)]);
        for (m, sign) in all {
            if pos.is_tactical(m) {
                let p = &methods.tactical_history;
                if p.enabled {
                    history.reward_tactical(
                        pos,
                        m,
                        sign * bonus(n.depth, p.bonus_per_depth, p.bonus_base, p.bonus_max),
                    );
                }
            } else if quiet {
                let p = &methods.butterfly;
                if p.enabled {
                    let bonus = bonus(n.depth, p.bonus_per_depth, p.bonus_base, p.bonus_max);
                    let share = if sign > 0 { bonus } else { -bonus * p.malus_percent / PERCENT };
                    history.reward_butterfly(pos, m, p.threats(pos), share);
                }
                let p = &methods.continuation;
                if p.enabled {
                    let bonus = bonus(n.depth, p.bonus_per_depth, p.bonus_base, p.bonus_max);
                    history.reward_continuation(pos, m, &context, sign * bonus);
                }
            }
        }
        self.frame_mut(n.ply).failed = failed;
    }
}

impl<G: Game> Order<G::Position> for Search<'_, G> {
    #[inline]
    fn history(&self) -> &History<G::Position> {
        &self.memory.history
    }

    #[inline]
    fn exchange_order(&self) -> &ExchangeOrder {
        &self.methods.exchange_order
    }

    #[inline]
    fn forcing_history(&self) -> &ForcingHistory {
        &self.methods.forcing_history
    }

    #[inline]
    fn tactical_history(&self) -> &TacticalHistory {
        &self.methods.tactical_history
    }

    #[inline]
    fn butterfly(&self) -> &Butterfly {
        &self.methods.butterfly
    }
}

/// Whether the position counts as drawn by repetition: it stood on the path below
/// the root before, or twice in the game before the root.
#[inline]
pub(crate) fn is_repetition<P: Position>(keys: &[u64], pos: &P, ply: i32) -> bool {
    let reach = pos.reversible_plies().min(keys.len());
    let key = pos.key();
    let mut seen_in_game = false;
    let mut back = 2;
    while back <= reach {
        if keys[keys.len() - back] == key {
            if back <= ply as usize || seen_in_game {
                return true;
            }
            seen_in_game = true;
        }
        back += 2;
    }
    false
}
