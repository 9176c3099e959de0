//! The oracles. A searches the node, or the skipped move, in its full depth with all forward
//! pruning off; B leaves only the decision in question out. Each asks an engine of its own, from
//! an empty table.
use super::{
    record::{Law, What},
    sampler::{Sample, cutters},
};
use crate::setup::recipe::Recipe;
use niwaki_search::{
    engine::Engine,
    methods::{Id, Place},
    node::{Depth, Kind, Score},
    question::{Asked, Question, Verdict},
    watch::Step,
};
use std::collections::BTreeMap;

/// Size of the oracles' tables in MiB: each question begins with an empty one.
const TABLE: usize = 1;
/// A loss is looked for this many pawns, discs or stones beyond the bound.
pub(super) const GREATEST_LOSS: Score = 6;
/// More nodes are given to the search for the loss.
const LOSS_FACTOR: u64 = 2;
/// Nodes for a method that is asked whether it agrees, and for the solver.
const SIDE_QUESTION: u64 = 20_000;
/// The law of alternatives: so many moves are tried, shallower by so many plies.
const LAW_MOVES: usize = 10;
const LAW_PLIES: Depth = 2;
/// Nodes for the full search behind it.
const LAW_NODES: u64 = 400_000;

/// Both oracles.
pub(super) struct Judges {
    plain: Box<dyn Engine>,
    own: Box<dyn Engine>,
    unit: Score,
    /// Nodes that A has at depth 1; twice as many for each ply more.
    nodes: u64,
    has_model: bool,
    /// Nodes spent by A and by B.
    pub(super) spent: [u64; 2],
}

/// What the oracles say of a decision.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    pub(super) wrong: Option<bool>,
    pub(super) below: Option<bool>,
    pub(super) exactly: Option<bool>,
    pub(super) loss: Option<Score>,
    pub(super) rest: Option<(usize, usize)>,
}

/// Which of the oracles is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Oracle {
    A,
    B,
}

impl Judges {
    pub(super) fn new(recipe: &Recipe, nodes: u64) -> Result<Judges, String> {
        let own = recipe.engine(TABLE)?;
        let plain = Recipe { methods: recipe.methods.without_pruning(), ..recipe.clone() }.engine(TABLE)?;
        let has_model = !recipe.knowledge.prob_cut.pairs.is_empty();
        let unit = own.unit();
        Ok(Judges { plain, own, unit, nodes, has_model, spent: [0; 2] })
    }

    /// The next questions are about this position.
    pub(super) fn begin(&mut self, position: &str) -> Result<(), String> {
        for engine in [&mut self.plain, &mut self.own] {
            engine.set_position(Some(position), &[])?;
            engine.clear();
        }
        self.spent = [0; 2];
        Ok(())
    }

    /// Nodes for a question of a depth.
    fn cap(&self, depth: Depth) -> u64 {
        self.nodes << (depth - 1).clamp(0, 20)
    }

    fn ask(&mut self, oracle: Oracle, question: &Question) -> Verdict {
        let engine = if oracle == Oracle::A { &mut self.plain } else { &mut self.own };
        let verdict = engine.ask(question).unwrap_or_default();
        self.spent[usize::from(oracle == Oracle::B)] += verdict.nodes;
        verdict
    }

    /// A question about the node of a sample.
    fn question(&self, sample: &Sample, asked: Asked) -> Question {
        let n = &sample.n;
        Question {
            asked,
            path: sample.path.clone(),
            alpha: n.alpha,
            beta: n.beta,
            depth: n.depth,
            kind: n.kind,
            iteration: n.iteration,
            improving: n.improving,
            eval: n.eval,
            nodes: self.cap(n.depth),
        }
    }

    /// What both oracles say of a decision, and by how much it is wrong.
    pub(super) fn judge(&mut self, sample: &Sample) -> Found {
        match (sample.what, sample.c) {
            (What::Rest, _) => self.judge_rest(sample),
            (what, Some(c)) if what.is_move() => self.judge_moves(sample, &[c.m]),
            _ => self.judge_node(sample),
        }
    }

    /// Whether acting at the node or on the move is wrong, by A alone.
    pub(super) fn is_wrong(&mut self, sample: &Sample) -> Option<bool> {
        let asked = sample.c.map_or(Asked::Score, |c| Asked::Move(c.m));
        let score = self.ask(Oracle::A, &self.question(sample, asked)).score?;
        Some(if sample.what == What::High { score < sample.n.beta } else { score > sample.n.alpha })
    }

    fn judge_node(&mut self, sample: &Sample) -> Found {
        let (n, high) = (&sample.n, sample.what == What::High);
        let is_wrong = |score: Score| if high { score < n.beta } else { score > n.alpha };
        let below = self.ask(Oracle::B, &self.question(sample, Asked::Moves)).score.map(is_wrong);
        let verdict = self.ask(Oracle::A, &self.question(sample, Asked::Score));
        let wrong = verdict.score.map(is_wrong);
        let exactly = match verdict.to_the_end {
            true => wrong,
            false => self.exact(sample, &[]).map(is_wrong),
        };
        let reach = GREATEST_LOSS * self.unit;
        let loss = (wrong == Some(true)).then(|| {
            let (alpha, beta) = if high { (n.beta - reach, n.beta) } else { (n.alpha, n.alpha + reach) };
            let nodes = LOSS_FACTOR * self.cap(n.depth);
            let open = Question { alpha, beta, kind: Kind::Pv, nodes, ..self.question(sample, Asked::Score) };
            let score = self.ask(Oracle::A, &open).score?;
            Some(if high { n.beta - score } else { score - n.alpha }.clamp(0, reach))
        });
        Found { wrong, below, exactly, loss: loss.flatten(), rest: None }
    }

    fn judge_rest(&mut self, sample: &Sample) -> Found {
        self.judge_moves(sample, &sample.rest.clone())
    }

    /// Whether one of some moves beats alpha.
    fn judge_moves(&mut self, sample: &Sample, moves: &[u16]) -> Found {
        let (alpha, cap) = (sample.c.map_or(sample.n.alpha, |c| c.alpha), self.cap(sample.n.depth));
        let about = |judges: &Judges, m: u16, width: Score| Question {
            alpha,
            beta: alpha + width,
            ..judges.question(sample, Asked::Move(m))
        };
        let (mut good, mut unknown, mut loss, mut spent) = (0, false, None, 0);
        let (mut below, mut exactly) = (Some(false), Some(false));
        for &m in moves {
            let own = self.ask(Oracle::B, &about(self, m, 1)).score;
            below = either(below, own.map(|score| score > alpha));
            let plain = self.ask(Oracle::A, &about(self, m, 1));
            let wrong = plain.score.map(|score| score > alpha);
            unknown |= wrong.is_none();
            let exact = match plain.to_the_end {
                true => wrong,
                false => self.exact(sample, &[Step::Move(m)]).map(|score| -score > alpha),
            };
            exactly = either(exactly, exact);
            if wrong == Some(true) {
                good += 1;
                let reach = GREATEST_LOSS * self.unit;
                let open = Question { nodes: LOSS_FACTOR * cap, ..about(self, m, reach) };
                let score = self.ask(Oracle::A, &open).score.map(|score| (score - alpha).clamp(0, reach));
                loss = loss.max(score);
            }
            spent += plain.nodes;
            if spent > cap {
                unknown |= moves.last() != Some(&m);
                break;
            }
        }
        let wrong = if good > 0 { Some(true) } else { (!unknown).then_some(false) };
        let rest = (sample.what == What::Rest).then_some((moves.len(), good));
        Found { wrong, below, exactly, loss, rest }
    }

    /// The exact value of the node, or of one below it, for the side to move there.
    fn exact(&mut self, sample: &Sample, more: &[Step]) -> Option<Score> {
        let mut question = Question { nodes: SIDE_QUESTION, ..self.question(sample, Asked::Exact) };
        question.path.extend_from_slice(more);
        if more.len() % 2 == 1 {
            (question.alpha, question.beta) = (-question.beta, -question.alpha);
        }
        // The solver's nodes are no measure of A: they are not counted.
        self.plain.ask(&question)?.score
    }

    /// Which other methods would have cut the node off above beta too.
    pub(super) fn others(&mut self, sample: &Sample) -> BTreeMap<String, bool> {
        let mut found = BTreeMap::new();
        if sample.what != What::High || sample.id.place() != Place::BeforeMoves {
            return found;
        }
        let has_model = self.has_model;
        for id in cutters().filter(|id| *id != sample.id && (*id != Id::ProbCut || has_model)) {
            let question = Question { nodes: SIDE_QUESTION, ..self.question(sample, Asked::Method(id)) };
            let agrees = self.ask(Oracle::B, &question).score.is_some_and(|score| score >= sample.n.beta);
            found.insert(id.name().to_string(), agrees);
        }
        found
    }

    /// Shallow cuts at an expected cut node, and whether it fails low in full depth.
    pub(super) fn law(&mut self, sample: &Sample) -> Law {
        let shallow = Question { nodes: LAW_NODES, ..self.question(sample, Asked::Cutters(LAW_MOVES, LAW_PLIES)) };
        let cutters = self.ask(Oracle::B, &shallow).cutters;
        let full = Question { nodes: LAW_NODES, ..self.question(sample, Asked::Moves) };
        let fails_low = self.ask(Oracle::B, &full).score.map(|score| score < sample.n.beta);
        Law { depth: sample.n.depth, cutters, fails_low }
    }

    /// How far above beta ProbCut's model expects the node, in standard deviations, and whether
    /// it reaches beta.
    pub(super) fn prediction(&mut self, sample: &Sample) -> Option<(f64, bool)> {
        let predicted = self.ask(Oracle::B, &self.question(sample, Asked::Prediction)).predicted?;
        let full = Question { nodes: LAW_NODES, ..self.question(sample, Asked::Moves) };
        let score = self.ask(Oracle::B, &full).score?;
        Some((predicted, score >= sample.n.beta))
    }
}

/// Whether one of two is true; unknown where none is and one is unknown.
fn either(one: Option<bool>, other: Option<bool>) -> Option<bool> {
    match (one, other) {
        (Some(true), _) | (_, Some(true)) => Some(true),
        (Some(false), Some(false)) => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_true_is_enough_and_one_unknown_too() {
        assert_eq!(either(None, Some(true)), Some(true));
        assert_eq!(either(Some(false), None), None);
        assert_eq!(either(Some(false), Some(false)), Some(false));
    }
}
