//! What the search shows to its watcher. The recursion is compiled twice, watched (`W`) and
//! not: a search that nobody watches pays for one comparison a node.
use super::Search;
use crate::{
    alphabeta::horizon,
    answer::{Before, Late, OnTableMove, Reduction},
    books::good_moves,
    game::{Game, Move, MoveOf, Position},
    history::CONTINUATIONS,
    id::Id,
    knowledge::risk,
    methods::Methods,
    node::{Ask, Bound, Candidate, Depth, INFINITE, Node, Score},
    prune::{self, risk::Risk},
    watch::{Left, Look, MoveFacts, NodeFacts, Reason, Ruling, Said, Step, Watching},
};

/// The node at hand, and the move at hand if there is one.
struct Here<'s, 'a, G: Game> {
    s: &'s Search<'a, G>,
    pos: &'s G::Position,
    n: &'s Node<MoveOf<G>>,
    candidate: Option<MoveFacts>,
}

impl<G: Game> Look for Here<'_, '_, G> {
    fn forces(&self, m: u16) -> bool {
        self.pos.forces(MoveOf::<G>::from_bits(m))
    }

    fn exchange_holds(&self, m: u16, margin: Score) -> bool {
        self.pos.exchange_holds(MoveOf::<G>::from_bits(m), margin)
    }

    fn quiet_moves(&self) -> Vec<u16> {
        let mut moves = Vec::new();
        self.pos.legal_moves(&mut moves);
        moves.into_iter().filter(|&m| !self.pos.is_tactical(m)).map(Move::bits).collect()
    }

    fn good_moves(&self) -> i32 {
        good_moves(self.s, self.pos, self.n)
    }

    fn quiet(&self, m: u16, rank: i32) -> MoveFacts {
        let (alpha, best) = self.candidate.map_or((self.n.alpha, -INFINITE), |c| (c.alpha, c.best));
        let own = MoveOf::<G>::from_bits(m);
        let history =
            self.s.memory.history.quiet(self.pos, own, &self.s.context(self.n.ply), &self.s.methods.butterfly);
        let killer = self.s.frame(self.n.ply).killers.contains(own);
        let c = MoveFacts { m, rank, quiet: true, killer, history, alpha, best, late_depth: self.n.depth };
        MoveFacts { late_depth: self.s.late_depth(self.n, &of_facts::<G>(&c)), ..c }
    }

    fn slack(&self, id: Id) -> Option<i32> {
        let candidate = self.candidate.map(|c| (of_facts::<G>(&c), c.late_depth));
        prune::slack(self.s.methods, id, self.pos, self.n, candidate)
    }

    fn slack_of(&self, methods: &Methods, id: Id, c: &MoveFacts) -> Option<i32> {
        prune::slack(methods, id, self.pos, self.n, Some((of_facts::<G>(c), c.late_depth)))
    }

    fn risk(&self, best: Score) -> Option<risk::NodeFacts> {
        Risk::on().facts(self.n, best)
    }

    fn path(&self) -> Vec<Step> {
        (1..=self.n.ply).map(|ply| self.s.step(ply)).collect()
    }
}

fn of_facts<G: Game>(c: &MoveFacts) -> Candidate<MoveOf<G>> {
    let MoveFacts { rank, quiet, killer, history, .. } = *c;
    Candidate { m: MoveOf::<G>::from_bits(c.m), rank, quiet, killer, history, sorted: false, child_cuts: 0 }
}

impl From<Before> for Said {
    fn from(said: Before) -> Said {
        match said {
            Before::Cut(score) | Before::CutAndStore(score, _) => Said::Cut(score),
            Before::Reduce(plies, _) => Said::Shallower(plies),
            Before::Search => Said::Shallower(0),
        }
    }
}

impl From<OnTableMove> for Said {
    fn from(said: OnTableMove) -> Said {
        match said {
            OnTableMove::Cut(score) => Said::Cut(score),
            OnTableMove::Extend(plies) => Said::Extend(plies),
            OnTableMove::Search => Said::Extend(0),
        }
    }
}

impl From<Late> for Said {
    fn from(said: Late) -> Said {
        if said == Late::Skip { Said::Skip } else { Said::SkipRest }
    }
}

impl From<Reduction> for Said {
    fn from(said: Reduction) -> Said {
        if said.lost > 0 { Said::Lose(said.lost) } else { Said::Reduce(said.delayed) }
    }
}

impl<G: Game> Search<'_, G> {
    /// Whether anybody looks on.
    #[inline(always)]
    pub(crate) fn is_watched(&self) -> bool {
        self.memory.watching.is_some()
    }

    /// Notes why the node is left; returns what it came to.
    #[inline(always)]
    pub(crate) fn left<const W: bool, A>(&mut self, reason: Reason, score: A) -> A {
        if W {
            self.reason = reason;
        }
        score
    }

    /// A reduced move has beaten alpha and is searched again.
    #[inline(always)]
    pub(crate) fn search_again<const W: bool>(&mut self, n: &Node<MoveOf<G>>, by: Id) {
        self.tallies.at(by, n.depth).again += 1;
        if W && let Some(watching) = &mut self.memory.watching {
            watching.search_again();
        }
    }

    /// Whether an acting answer stands: only a watcher can overrule it.
    #[inline(always)]
    pub(crate) fn stands<const W: bool>(
        &mut self,
        id: Id,
        pos: &G::Position,
        n: &Node<MoveOf<G>>,
        said: impl Into<Said>,
    ) -> bool {
        !W || self.ruling(id, pos, n, said.into()) == Ruling::Stands
    }

    #[cold]
    fn ruling(&mut self, id: Id, pos: &G::Position, n: &Node<MoveOf<G>>, said: Said) -> Ruling {
        self.watching(pos, n, |watching, n, look| watching.rule(n, id, said, look)).unwrap_or(Ruling::Stands)
    }

    /// How the node at `ply` was reached.
    fn step(&self, ply: i32) -> Step {
        if ply == 0 {
            return Step::Root;
        }
        let above = &self.memory.frames[ply as usize + CONTINUATIONS - 1];
        if above.pass { Step::Pass } else { Step::Move(above.made.bits()) }
    }

    fn facts(&self, pos: &G::Position, n: &Node<MoveOf<G>>) -> NodeFacts {
        NodeFacts {
            key: pos.key(),
            step: self.step(n.ply),
            alpha: n.alpha,
            beta: n.beta,
            depth: n.depth,
            ply: n.ply,
            kind: n.kind,
            permit: n.permit,
            probe: self.inside != 0,
            prober: self.prober,
            without: n.without.bits(),
            iteration: self.iteration,
            nodes: self.stopper.nodes,
            forced: n.forced,
            eval: n.eval,
            improving: n.improving,
            table_move: n.table_move.bits(),
            table: n.table,
        }
    }

    /// Calls the watcher, if there is one: `W`.
    #[inline(always)]
    pub(crate) fn watch<const W: bool>(
        &mut self,
        pos: &G::Position,
        n: &Node<MoveOf<G>>,
        call: impl FnOnce(&mut Watching, &NodeFacts, &dyn Look),
    ) {
        if W {
            self.watching(pos, n, call);
        }
    }

    /// The watcher may look at the search while it is called.
    #[cold]
    #[inline(never)]
    fn watching<A>(
        &mut self,
        pos: &G::Position,
        n: &Node<MoveOf<G>>,
        call: impl FnOnce(&mut Watching, &NodeFacts, &dyn Look) -> A,
    ) -> Option<A> {
        let mut watching = self.memory.watching.take()?;
        let facts = self.facts(pos, n);
        let candidate = watching.candidate();
        let said = call(&mut watching, &facts, &Here { s: self, pos, n, candidate });
        self.memory.watching = Some(watching);
        Some(said)
    }

    /// A node is entered, as asked for.
    pub(crate) fn watch_enter(&mut self, pos: &G::Position, ask: &Ask<MoveOf<G>>) {
        self.watching(pos, &Node::new(ask), |watching, n, _| watching.enter(n));
    }

    /// It came to `score`.
    pub(crate) fn watch_leave(&mut self, pos: &G::Position, ask: &Ask<MoveOf<G>>, score: Score) {
        let reason = if self.stopper.stopped { Reason::Stopped } else { self.reason };
        self.watching(pos, &Node::new(ask), |watching, n, _| watching.leave(n, left(n, score, reason, 0)));
    }

    /// Quiescence in place of a node without depth.
    #[cold]
    pub(crate) fn watched_quiescence(&mut self, pos: &G::Position, ask: &Ask<MoveOf<G>>) -> Score {
        let before = self.stopper.nodes;
        let score = horizon(self, pos, ask);
        let nodes = self.stopper.nodes - before;
        let reason = if self.stopper.stopped { Reason::Stopped } else { Reason::Moves };
        self.watching(pos, &Node::new(ask), |watching, n, _| {
            watching.watcher.quiescence(n, &left(n, score, reason, nodes));
        });
        score
    }

    /// Shows a move that comes up, with what it has to beat and the best score before it.
    /// Says whether the watcher wants no method to skip it.
    #[inline(always)]
    pub(crate) fn is_spared<const W: bool>(
        &mut self,
        pos: &G::Position,
        n: &Node<MoveOf<G>>,
        c: Candidate<MoveOf<G>>,
        scores: (Score, Score),
    ) -> bool {
        W && self.watch_candidate(pos, n, c, scores)
    }

    /// Depth that late-move reduction is expected to leave.
    fn late_depth(&self, n: &Node<MoveOf<G>>, c: &Candidate<MoveOf<G>>) -> Depth {
        (n.depth - self.methods.late_move_reduction.expected(n, c)).max(1)
    }

    // Given by value, `c` stays in registers where nobody watches.
    #[cold]
    #[inline(never)]
    fn watch_candidate(
        &mut self,
        pos: &G::Position,
        n: &Node<MoveOf<G>>,
        c: Candidate<MoveOf<G>>,
        (alpha, best): (Score, Score),
    ) -> bool {
        let late_depth = self.late_depth(n, &c);
        let Candidate { m, rank, quiet, killer, history, .. } = c;
        let facts = MoveFacts { m: m.bits(), rank, quiet, killer, history, alpha, best, late_depth };
        if let Some(watching) = &mut self.memory.watching {
            watching.come_up(facts);
        }
        self.watching(pos, n, |watching, n, look| watching.consider(n, &facts, look)).unwrap_or(false)
    }

    /// The move at hand came to `score`.
    #[inline(always)]
    pub(crate) fn watch_searched<const W: bool>(&mut self, pos: &G::Position, n: &Node<MoveOf<G>>, score: Score) {
        let stopped = self.stopper.stopped;
        self.watch::<W>(pos, n, |watching, n, _| watching.searched(n, score, stopped));
    }

    /// No more moves of the node.
    #[inline(always)]
    pub(crate) fn watch_moves_done<const W: bool>(&mut self, pos: &G::Position, n: &Node<MoveOf<G>>) {
        let stopped = self.stopper.stopped;
        self.watch::<W>(pos, n, |watching, n, _| watching.moves_done(n, stopped));
    }
}

fn left(n: &NodeFacts, score: Score, reason: Reason, nodes: u64) -> Left {
    let bound = match score {
        _ if score >= n.beta => Bound::Lower,
        _ if score <= n.alpha => Bound::Upper,
        _ => Bound::Exact,
    };
    Left { score, bound, reason, nodes }
}
