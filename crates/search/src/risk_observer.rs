//! The watcher that samples quiet moves for the fit of the risk model.
//!
//! Of every game it keeps, for each depth, a number of moves that risk-managed pruning would be
//! asked about, each with the same chance: what the model sees of them, whether they were skipped, what the hand-made rules say, and how to find them again,
//! so that their true worth can be searched afterwards. Moves thrown away together with an
//! earlier one are sampled as if each had come up by itself.
use crate::{
    id::Id,
    knowledge::risk::{DEPTHS, MoveFacts, NodeFacts},
    methods::Methods,
    node::{BEST_EVAL, Kind, Score},
    random::Random,
    reservoir::Reservoir,
    watch::{Decision, Look, MoveFacts as Candidate, NodeFacts as Visit, Ruling, Said, Step, Watch},
};

/// The rules whose place the model takes.
pub const RULES: [Id; 3] = [Id::LateMoveCount, Id::Futility, Id::HistoryPruning];

/// A move that was sampled.
#[derive(Clone, Debug)]
pub struct Sampled {
    /// Number of the search in which it came up, from 0 on.
    pub search: usize,
    /// The steps from the root of that search to the node.
    pub path: Vec<Step>,
    /// The move.
    pub m: u16,
    /// The score that it must beat.
    pub alpha: Score,
    /// What the node was expected to be.
    pub kind: Kind,
    /// What the model sees of the node.
    pub node: NodeFacts,
    /// What it sees of the move.
    pub facts: MoveFacts,
    /// Which of the [`RULES`] would skip it.
    pub rules: [bool; RULES.len()],
    /// The search has skipped it, by whatever method.
    pub skipped: bool,
}

/// A node whose moves are searched.
#[derive(Clone, Debug, Default)]
struct Open {
    /// What the model sees of it, from the first quiet move that it is asked about.
    facts: Option<NodeFacts>,
    /// Quiet moves that have come up.
    shown: Vec<u16>,
    /// The sample of the move at hand, if it was kept: depth and place.
    last: Option<(usize, usize)>,
}

/// Samples quiet moves.
pub struct RiskObserver {
    reservoirs: [Reservoir<Sampled>; DEPTHS],
    random: Random,
    rules: Methods,
    search: usize,
    open: Vec<Open>,
}

impl RiskObserver {
    /// Keeps so many moves of each depth from 1 on. `rules` holds the parameters of the
    /// hand-made rules, which are switched on or not.
    pub fn new(room: [usize; DEPTHS], seed: u64, rules: Methods) -> Self {
        let reservoirs = room.map(Reservoir::new);
        RiskObserver { reservoirs, random: Random::new(seed), rules, search: 0, open: Vec::new() }
    }

    /// The next search begins.
    pub fn next_search(&mut self) {
        self.search += 1;
        self.open.clear();
    }

    /// What was kept, for each depth from 1 on.
    pub fn into_reservoirs(self) -> [Reservoir<Sampled>; DEPTHS] {
        self.reservoirs
    }

    /// Samples a move of the node, or not.
    fn sample(&mut self, n: &Visit, c: &Candidate, look: &dyn Look, skipped: bool) -> Option<(usize, usize)> {
        let node = self.open.last()?.facts?;
        let depth = node.depth as usize - 1;
        let place = self.reservoirs[depth].place(&mut self.random)?;
        let facts =
            MoveFacts { rank: c.rank, history: c.history, killer: c.killer, losing: !look.exchange_holds(c.m, 0) };
        let rules = RULES.map(|id| look.slack_of(&self.rules, id, c).is_some_and(|slack| slack >= 0));
        let (search, path, kind) = (self.search, look.path(), n.kind);
        let sampled = Sampled { search, path, m: c.m, alpha: c.alpha, kind, node, facts, rules, skipped };
        self.reservoirs[depth].put(place, sampled);
        Some((depth, place))
    }

    /// The quiet moves that have not come up, in the order in which they would have.
    fn rest(&self, look: &dyn Look, first: i32) -> Vec<Candidate> {
        let Some(open) = self.open.last() else { return Vec::new() };
        let left = look.quiet_moves().into_iter().filter(|m| !open.shown.contains(m) && !look.forces(*m));
        let mut left: Vec<Candidate> = left.map(|m| look.quiet(m, first)).collect();
        left.sort_by_key(|c| std::cmp::Reverse(c.history));
        left.iter().zip(first..).map(|(c, rank)| look.quiet(c.m, rank)).collect()
    }
}

impl Watch for RiskObserver {
    fn moves(&mut self, _n: &Visit, _look: &dyn Look) {
        self.open.push(Open::default());
    }

    fn candidate(&mut self, n: &Visit, c: &Candidate, look: &dyn Look) {
        let Some(open) = self.open.last_mut() else { return };
        open.last = None;
        if !c.quiet {
            return;
        }
        open.shown.push(c.m);
        if n.ply == 0 || n.is_test() || c.best <= -BEST_EVAL {
            return;
        }
        open.facts = open.facts.or_else(|| look.risk(c.best));
        if !look.forces(c.m) {
            let last = self.sample(n, c, look, false);
            self.open.last_mut().into_iter().for_each(|open| open.last = last);
        }
    }

    fn answer(&mut self, n: &Visit, decision: &Decision, look: &dyn Look) -> Ruling {
        let skips = matches!(decision.said, Said::Skip | Said::SkipRest);
        let Some(c) = decision.candidate.filter(|c| skips && c.quiet) else { return Ruling::Stands };
        if let Some((depth, place)) = self.open.last().and_then(|open| open.last) {
            self.reservoirs[depth].kept[place].skipped = true;
        }
        if decision.said == Said::SkipRest {
            for later in self.rest(look, c.rank + 1) {
                self.sample(n, &later, look, true);
            }
        }
        Ruling::Stands
    }

    fn moves_done(&mut self, _n: &Visit, _stopped: bool) {
        self.open.pop();
    }
}
