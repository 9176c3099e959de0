//! The watcher that samples a search: for each method and remaining depth a few of its
//! decisions, each with the same chance (reservoir sampling; Vitter 1985), and besides nodes near
//! thresholds and nodes for the law of alternatives.
use super::record::{What, kind_name};
use niwaki_search::{
    methods::{Id, Place},
    node::{BEST_EVAL, Depth, Kind, Score, is_decisive},
    random::Random,
    rank_observer::RankObserver,
    watch::{Decision, Left, Look, MoveFacts, NodeFacts, Ruling, Said, Searched, Step, Watch},
};
use std::collections::BTreeMap;

/// Depths at which the law of alternatives is looked at.
const LAW_DEPTHS: std::ops::RangeInclusive<Depth> = 3..=6;
/// Methods with a threshold for the node, and for a move.
const NODE_THRESHOLDS: [Id; 3] = [Id::ReverseFutility, Id::Razoring, Id::NullMove];
const MOVE_THRESHOLDS: [Id; 2] = [Id::LateMoveCount, Id::Futility];
/// Edges of the bands of slack, in hundredths of the game's unit; the method acts from 0 on.
pub(super) const SCORE_BANDS: [i32; 5] = [-60, -30, 0, 30, 80];
/// The same in places of the move order.
pub(super) const RANK_BANDS: [i32; 4] = [-4, -2, 0, 1];
const HUNDREDTHS: i32 = 100;

/// What is sampled apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stratum {
    /// Decisions of a method, by its place in the register, at a depth.
    Decision(usize, Depth),
    /// A method at a depth, near its threshold in a band.
    Near(usize, Depth, usize),
    /// Expected cut nodes whose moves are searched.
    Law(Depth),
    /// Nodes of which ProbCut's model may say something.
    Model(Depth),
}

/// How much is sampled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    /// Decisions in each stratum.
    pub(super) decisions: usize,
    /// Nodes or moves in each band of slack.
    pub(super) near: usize,
    /// Nodes for the law of alternatives at each depth.
    pub(super) law: usize,
    /// Nodes for the model of ProbCut at each depth; 0 where there is none.
    pub(super) model: usize,
    /// Greatest remaining depth that is sampled.
    pub(super) max_depth: Depth,
    /// Score units of the game for a pawn, disc or stone.
    pub(super) unit: Score,
}

/// What a node of the call stack came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Level {
    pub(super) ply: i32,
    pub(super) kind: Kind,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    pub(super) score: Score,
}

impl Level {
    pub(super) fn new(n: &NodeFacts, left: &Left) -> Level {
        Level { ply: n.ply, kind: n.kind, alpha: n.alpha, beta: n.beta, score: left.score }
    }

    /// Whether both are answers to the same question.
    pub(super) fn is_same(&self, other: &Level) -> bool {
        Level { score: 0, ..*self } == Level { score: 0, ..*other }
    }

    /// Whether the verdict is another: the value on the principal variation, the side of the
    /// window elsewhere.
    pub(super) fn differs(&self, other: &Level) -> bool {
        let side = |level: &Level| (level.score >= level.beta, level.score <= level.alpha);
        if self.kind == Kind::Pv { self.score != other.score } else { side(self) != side(other) }
    }
}

/// Something that was sampled.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    pub(super) stratum: Stratum,
    /// Number of the decision; 0 where there was none.
    pub(super) serial: u64,
    pub(super) id: Id,
    pub(super) what: What,
    pub(super) n: NodeFacts,
    pub(super) c: Option<MoveFacts>,
    pub(super) slack: Option<i32>,
    pub(super) reduction: Depth,
    pub(super) path: Vec<Step>,
    /// Moves that are skipped together.
    pub(super) rest: Vec<u16>,
    pub(super) above: Vec<(String, i32, i32, Depth)>,
    /// What the node and those above it came to.
    pub(super) levels: Vec<Level>,
}

/// A node of the call stack.
#[derive(Clone, Debug, Default)]
struct Open {
    kind: &'static str,
    /// Moves that came up.
    handed: Vec<u16>,
    /// Moves that history thinks well of, less those that came up.
    good: i32,
    rank: i32,
    reduced: Depth,
    /// A reduction of the move at hand, to be accepted or not.
    reduction: Option<Decision>,
    /// A reduction of the whole node.
    shallower: Option<(Decision, NodeFacts)>,
}

/// The sampler.
pub(super) struct Sampler {
    share: Share,
    random: Random,
    /// How many came up in each stratum, and where the samples are.
    pub(super) strata: BTreeMap<Stratum, (u64, Vec<usize>)>,
    pub(super) samples: Vec<Sample>,
    /// Samples whose nodes are not left yet, with the height of the next node to note.
    active: Vec<(usize, usize)>,
    stack: Vec<Open>,
    path: Vec<Step>,
    /// Counts for RankCut's model, where the recipe has one.
    pub(super) ranks: Option<RankObserver>,
}

impl Sampler {
    pub(super) fn new(share: Share, seed: u64, ranks: Option<RankObserver>) -> Sampler {
        Sampler {
            share,
            random: Random::new(seed),
            strata: BTreeMap::new(),
            samples: Vec::new(),
            active: Vec::new(),
            stack: Vec::new(),
            path: Vec::new(),
            ranks,
        }
    }

    /// Whether decisions at the node are audited.
    fn counts(n: &NodeFacts) -> bool {
        n.ply > 0 && !n.is_test() && n.kind != Kind::Pv && !is_decisive(n.alpha) && !is_decisive(n.beta)
    }

    /// Where among the samples of its stratum the next one goes, if anywhere.
    fn place(&mut self, stratum: Stratum, depth: Depth) -> Option<usize> {
        let (room, max_depth) = match stratum {
            Stratum::Decision(..) => (self.share.decisions, self.share.max_depth),
            Stratum::Near(..) => (self.share.near, self.share.max_depth),
            Stratum::Law(_) => (self.share.law, self.share.max_depth),
            Stratum::Model(_) => (self.share.model, self.share.max_depth),
        };
        let (seen, slots) = self.strata.entry(stratum).or_default();
        *seen += 1;
        if depth > max_depth {
            return None;
        }
        if slots.len() < room {
            slots.push(self.samples.len());
            return slots.last().copied();
        }
        let drawn = self.random.below(*seen as usize);
        slots.get(drawn).copied()
    }

    /// Takes the sample if it is drawn. What it replaces is forgotten.
    fn take(&mut self, stratum: Stratum, n: &NodeFacts, make: impl FnOnce(&Sampler) -> Sample) {
        let Some(index) = self.place(stratum, n.depth) else { return };
        let sample = make(self);
        self.active.retain(|(active, _)| *active != index);
        self.active.push((index, self.stack.len()));
        match self.samples.get_mut(index) {
            Some(old) => *old = sample,
            None => self.samples.push(sample),
        }
    }

    fn sample(&self, stratum: Stratum, (id, what): (Id, What), n: &NodeFacts, c: Option<MoveFacts>) -> Sample {
        let above = self
            .stack
            .iter()
            .rev()
            .skip(1)
            .map(|open| (open.kind.to_string(), open.rank, open.good.max(0), open.reduced));
        Sample {
            stratum,
            serial: 0,
            id,
            what,
            n: *n,
            c,
            slack: None,
            reduction: 0,
            path: self.path[..(n.ply.max(0) as usize).min(self.path.len())].to_vec(),
            rest: Vec::new(),
            above: above.collect(),
            levels: Vec::new(),
        }
    }

    fn decided(&mut self, n: &NodeFacts, d: &Decision, what: What, reduction: Depth, rest: Vec<u16>) {
        if !Self::counts(n) {
            return;
        }
        let stratum = Stratum::Decision(d.id as usize, n.depth);
        self.take(stratum, n, |sampler| {
            let sample = sampler.sample(stratum, (d.id, what), n, d.candidate.filter(|_| what.is_move()));
            Sample { serial: d.serial, slack: d.slack, reduction, rest, ..sample }
        });
    }

    /// Takes the node or move if its slack lies in a band.
    fn near(&mut self, id: Id, n: &NodeFacts, c: Option<&MoveFacts>, look: &dyn Look) {
        let Some(slack) = look.slack(id) else { return };
        let Some(band) = band(id, slack, self.share.unit) else { return };
        let stratum = Stratum::Near(id as usize, n.depth, band);
        let what = match id {
            Id::Razoring => What::Low,
            _ if c.is_some() => What::Skip,
            _ => What::High,
        };
        self.take(stratum, n, |sampler| Sample {
            slack: Some(slack),
            ..sampler.sample(stratum, (id, what), n, c.copied())
        });
    }

    /// How many came up in the stratum of a sample for each that was kept.
    pub(super) fn weight(&self, stratum: Stratum) -> f64 {
        self.strata.get(&stratum).map_or(0.0, |(seen, slots)| *seen as f64 / slots.len().max(1) as f64)
    }
}

/// The band in which a slack lies.
pub(super) fn band(id: Id, slack: i32, unit: Score) -> Option<usize> {
    let (edges, slack) = match id {
        Id::LateMoveCount => (&RANK_BANDS[..], slack),
        _ => (&SCORE_BANDS[..], slack.saturating_mul(HUNDREDTHS).div_euclid(unit.max(1))),
    };
    edges.windows(2).position(|ends| (ends[0]..ends[1]).contains(&slack))
}

impl Watch for Sampler {
    fn enter(&mut self, n: &NodeFacts) {
        self.stack.push(Open { kind: kind_name(n.kind), ..Open::default() });
        self.path.truncate((n.ply - 1).max(0) as usize);
        if n.ply > 0 {
            self.path.push(n.step);
        }
    }

    fn assessed(&mut self, n: &NodeFacts, look: &dyn Look) {
        if !Self::counts(n) || n.forced {
            return;
        }
        for id in NODE_THRESHOLDS {
            self.near(id, n, None, look);
        }
        let stratum = Stratum::Model(n.depth);
        if self.share.model > 0 {
            self.take(stratum, n, |sampler| sampler.sample(stratum, (Id::ProbCut, What::High), n, None));
        }
    }

    fn answer(&mut self, n: &NodeFacts, d: &Decision, look: &dyn Look) -> Ruling {
        match d.said {
            Said::Cut(score) => {
                let what = if score >= n.beta { What::High } else { What::Low };
                self.decided(n, d, what, 0, Vec::new());
            }
            Said::Skip => self.decided(n, d, What::Skip, 0, Vec::new()),
            Said::SkipRest => {
                let handed = self.stack.last().map(|open| open.handed.as_slice()).unwrap_or_default();
                let asked = d.candidate.map(|c| c.m);
                let is_left = |m: &u16| *m != n.without && (!handed.contains(m) || Some(*m) == asked);
                let rest = look.quiet_moves().into_iter().filter(is_left).collect();
                self.decided(n, d, What::Rest, 0, rest);
            }
            Said::Reduce(plies) | Said::Lose(plies) => {
                if let Some(open) = self.stack.last_mut() {
                    (open.reduction, open.reduced) = (Some(*d), plies);
                }
            }
            Said::Shallower(_) => {
                if let Some(open) = self.stack.last_mut() {
                    open.shallower = Some((*d, *n));
                }
            }
            Said::Extend(_) => {}
        }
        Ruling::Stands
    }

    fn moves(&mut self, n: &NodeFacts, look: &dyn Look) {
        if let Some(open) = self.stack.last_mut() {
            open.handed.clear();
            open.good = look.good_moves();
        }
        if Self::counts(n) && n.kind == Kind::Cut && !n.forced && LAW_DEPTHS.contains(&n.depth) {
            let stratum = Stratum::Law(n.depth);
            self.take(stratum, n, |sampler| sampler.sample(stratum, (Id::MultiCut, What::High), n, None));
        }
        if let Some(ranks) = &mut self.ranks {
            ranks.moves(n, look);
        }
    }

    fn candidate(&mut self, n: &NodeFacts, c: &MoveFacts, look: &dyn Look) {
        if let Some(open) = self.stack.last_mut() {
            open.handed.push(c.m);
            open.good -= i32::from(c.history > 0);
            (open.rank, open.reduced, open.reduction) = (c.rank, 0, None);
        }
        if Self::counts(n) && c.best > -BEST_EVAL && c.quiet && !look.forces(c.m) {
            for id in MOVE_THRESHOLDS {
                self.near(id, n, Some(c), look);
            }
        }
        if let Some(ranks) = &mut self.ranks {
            ranks.candidate(n, c, look);
        }
    }

    fn searched(&mut self, n: &NodeFacts, c: &MoveFacts, done: &Searched) {
        let decision = self.stack.last_mut().and_then(|open| open.reduction.take());
        if let Some(d) = decision.filter(|_| !done.stopped && !done.again && done.score <= c.alpha) {
            let what = if let Said::Lose(_) = d.said { What::Lost } else { What::Reduce };
            self.decided(n, &d, what, done.reduced, Vec::new());
        }
        if let Some(ranks) = &mut self.ranks {
            ranks.searched(n, c, done);
        }
    }

    fn moves_done(&mut self, n: &NodeFacts, stopped: bool) {
        if let Some(ranks) = &mut self.ranks {
            ranks.moves_done(n, stopped);
        }
    }

    fn leave(&mut self, n: &NodeFacts, left: &Left) {
        if let Some((d, facts)) = self.stack.last_mut().and_then(|open| open.shallower.take()) {
            let what = if left.score >= n.beta { What::High } else { What::Low };
            let plies = if let Said::Shallower(plies) = d.said { plies } else { 0 };
            self.decided(&facts, &d, what, plies, Vec::new());
        }
        let height = self.stack.len();
        for (index, next) in self.active.iter_mut().filter(|(_, next)| *next == height) {
            self.samples[*index].levels.push(Level::new(n, left));
            *next -= 1;
        }
        self.active.retain(|(_, next)| *next > 0);
        self.stack.pop();
    }
}

/// Methods that may cut a node off before its moves: those asked whether they agree.
pub(super) fn cutters() -> impl Iterator<Item = Id> {
    Id::ALL.iter().copied().filter(|id| id.place() == Place::BeforeMoves)
}
