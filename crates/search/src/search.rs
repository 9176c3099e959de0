//! One search thread, and the doors through which the methods call back.
use crate::{
    alphabeta::alphabeta,
    game::{Evaluator, Game, Move, MoveOf, Position},
    history::{CONTINUATIONS, Context, History},
    limits::Stopper,
    memory::{Frame, Memory, Root},
    node::{Ask, BEST_EVAL, Candidate, Depth, Kind, NO_SCORE, Node, Permit, Score, score_outcome},
    picker::Picker,
    prune::{Answer, Id, Methods},
    table::{Entry, Selectivity, Table},
};

/// What one method did in one search.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Times it did something or searched for it.
    pub tries: u64,
    /// Times it ended a node, skipped a move or changed a depth.
    pub cuts: u64,
    /// Nodes inside its own searches.
    pub nodes: u64,
}

/// One search thread.
pub struct Search<'a, G: Game> {
    /// A shared reference, copied out before use: a method can read its
    /// parameters while it drives the search mutably.
    pub methods: &'a Methods,
    pub(crate) table: &'a Table,
    pub(crate) stopper: Stopper<'a>,
    pub(crate) memory: Memory<G>,
    pub(crate) root: Root<MoveOf<G>>,
    /// Depth of the iteration.
    pub(crate) iteration: Depth,
    pub(crate) selective_depth: i32,
    pub(crate) base_hits: u64,
    pub(crate) tally: [Tally; Id::COUNT],
    /// Pruning under which the search runs now.
    pub(crate) selectivity: Selectivity,
}

impl<'a, G: Game> Search<'a, G> {
    /// A thread that will search `root`, reached through positions with `keys`.
    pub(crate) fn new(
        methods: &'a Methods,
        table: &'a Table,
        stopper: Stopper<'a>,
        mut memory: Memory<G>,
        root: &G::Position,
        keys: &[u64],
    ) -> Self {
        memory.evaluator.reset(root);
        memory.reset_path();
        memory.keys.clear();
        memory.keys.extend_from_slice(keys);
        Search {
            methods,
            table,
            stopper,
            memory,
            root: Root::default(),
            iteration: 0,
            selective_depth: 0,
            base_hits: 0,
            tally: [Tally::default(); Id::COUNT],
            selectivity: if methods.is_selective() { Selectivity::FULL } else { Selectivity::NONE },
        }
    }

    // ---- the gate ----------------------------------------------------------

    /// The single gate every method passes: counting lives here and nowhere else.
    #[inline]
    pub fn gate<A: Answer>(&mut self, id: Id, ask: impl FnOnce(&mut Self) -> A) -> A {
        let start = self.stopper.nodes;
        let said = ask(self);
        let spent = self.stopper.nodes - start;
        if spent > 0 || said.acts() {
            let tally = &mut self.tally[id as usize];
            tally.tries += 1;
            tally.cuts += said.acts() as u64;
            tally.nodes += spent;
        }
        said
    }

    // ---- the doors for methods ---------------------------------------------

    /// Zero-window search of the position after `m` (`None`: after a pass), for the
    /// side that moved there: does it reach `beta`? The child is expected to be `kind`.
    #[inline]
    #[allow(clippy::too_many_arguments)]
    pub fn try_child(
        &mut self,
        pos: &G::Position,
        m: Option<MoveOf<G>>,
        child: &G::Position,
        n: &Node<MoveOf<G>>,
        beta: Score,
        depth: Depth,
        kind: Kind,
        permit: Permit,
    ) -> Score {
        self.table.prefetch(child.key());
        self.push(pos, m, child, n.ply);
        let ask =
            Ask { alpha: -beta, beta: 1 - beta, depth, ply: n.ply + 1, kind, permit, without: MoveOf::<G>::default() };
        let score = -alphabeta(self, child, ask);
        self.pop();
        score
    }

    /// Zero-window search of the same node, shallower, perhaps without one move
    /// ("no move": none left out): does it reach `beta`?
    #[inline]
    pub fn same_node(
        &mut self,
        pos: &G::Position,
        n: &Node<MoveOf<G>>,
        beta: Score,
        depth: Depth,
        permit: Permit,
        without: MoveOf<G>,
    ) -> Score {
        let kind = if n.is_pv() { Kind::Cut } else { n.kind };
        let score = alphabeta(self, pos, Ask { alpha: beta - 1, beta, depth, ply: n.ply, kind, permit, without });
        // What failed in that search has not failed in this one.
        self.frame_mut(n.ply).failed.clear();
        score
    }

    /// The moves of a node in their order. Give it back by [`Search::put_back`].
    #[inline]
    pub fn picker(&mut self, n: &Node<MoveOf<G>>) -> Picker<MoveOf<G>> {
        let list = self.memory.lists.pop().unwrap_or_default();
        let killers = self.frame(n.ply).killers;
        Picker::all(n.table_move, killers, self.context(n.ply), list)
    }

    /// Takes a picker's buffers back for the next one.
    #[inline]
    pub fn put_back(&mut self, picker: Picker<MoveOf<G>>) {
        self.memory.lists.push(picker.into_list());
    }

    /// Whether the search has been stopped: scores are void from then on.
    #[inline]
    pub fn stopped(&self) -> bool {
        self.stopper.stopped
    }

    /// Nodes searched by this thread.
    #[inline]
    pub fn nodes(&self) -> u64 {
        self.stopper.nodes
    }

    // ---- for the search itself ---------------------------------------------

    pub(crate) fn tactical_picker(&mut self, table_move: MoveOf<G>) -> Picker<MoveOf<G>> {
        Picker::tactical(table_move, self.memory.lists.pop().unwrap_or_default())
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

    /// Whether the move that led to `ply` was a pass.
    #[inline]
    pub fn after_pass(&self, ply: i32) -> bool {
        self.memory.frames[ply as usize + CONTINUATIONS - 1].pass
    }

    /// Plays `m` on `child`, a copy of the position, while its place in the table is fetched.
    #[inline]
    pub(crate) fn make(&self, child: &mut G::Position, m: MoveOf<G>) {
        let guess = child.key_after(m);
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
        frame.mover = m.map_or(History::<G::Position>::NO_MOVER, |m| pos.mover_slot(m));
    }

    /// Comes back up.
    #[inline]
    pub(crate) fn pop(&mut self) {
        self.memory.keys.pop();
        self.memory.evaluator.pop();
    }

    /// Score if the game is over at `pos`: by rule, or because it is a repetition.
    #[inline]
    pub(crate) fn game_over(&self, pos: &G::Position, ply: i32) -> Option<Score> {
        if let Some(outcome) = pos.outcome() {
            return Some(score_outcome(outcome, ply));
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
        }
        if entry.selectivity <= self.selectivity {
            n.table_score = entry.score;
            n.table_depth = entry.depth;
            n.table_bound = entry.bound;
        }
        Some(entry)
    }

    /// Tells the table of the node.
    #[inline]
    pub(crate) fn store(&self, pos: &G::Position, ply: i32, entry: Entry) {
        if self.methods.table.enabled {
            self.table.store(pos.key(), ply, entry);
        }
    }

    /// Static evaluation without corrections.
    #[inline]
    pub(crate) fn evaluate(&mut self, pos: &G::Position) -> Score {
        self.memory.evaluator.evaluate(pos).clamp(-BEST_EVAL, BEST_EVAL)
    }

    /// Static evaluation with what was learned of its errors.
    #[inline]
    pub(crate) fn correct(&self, pos: &G::Position, raw: Score) -> Score {
        let correction = &self.methods.correction;
        if !correction.enabled {
            return raw;
        }
        (raw + self.memory.history.correction(pos, correction)).clamp(-BEST_EVAL, BEST_EVAL)
    }

    /// Notes the node's evaluation in its frame; says whether it rose in two plies.
    #[inline]
    pub(crate) fn note_eval(&mut self, ply: i32, eval: Score) -> bool {
        self.frame_mut(ply).eval = eval;
        let before = self.memory.frames[ply as usize + CONTINUATIONS - 2].eval;
        eval != NO_SCORE && before != NO_SCORE && eval > before
    }

    /// Facts about the move that `picker` has handed out.
    #[inline]
    pub(crate) fn candidate(
        &self,
        pos: &G::Position,
        n: &Node<MoveOf<G>>,
        m: MoveOf<G>,
        rank: i32,
        picker: &Picker<MoveOf<G>>,
    ) -> Candidate<MoveOf<G>> {
        let quiet = picker.is_quiet();
        let history = match picker.known_history() {
            Some(history) => history,
            None if quiet => self.memory.history.quiet(pos, m, &self.context(n.ply)),
            None => self.memory.history.tactical(pos, m),
        };
        Candidate { m, rank, quiet, killer: quiet && self.frame(n.ply).killers.contains(m), history }
    }

    /// The line from `ply` now begins with `m` and goes on as the child's.
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
                    history.reward_butterfly(
                        pos,
                        m,
                        sign * bonus(n.depth, p.bonus_per_depth, p.bonus_base, p.bonus_max),
                    );
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
