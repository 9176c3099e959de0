//! What risk-managed pruning knows: the chance that a quiet move beats alpha.
//!
//! A logistic model: the logit of the chance is a weighted sum of [`FEATURES`] facts of the
//! node and of the move. The fit works with the facts as real numbers ([`features`]); the
//! search with `Rows`, the same sum in whole numbers, 1/1024 of a logit each.
use crate::{
    history::HISTORY_LIMIT,
    logarithm::{Logarithms, logarithms, look_up},
    node::{Depth, Score},
};

/// Greatest depth of which the model knows anything.
pub const DEPTHS: usize = 8;
/// Weights of a model.
pub const FEATURES: usize = 23;
/// Their names, those of the depths together, as files have them.
pub const NAMES: [&str; FEATURES + 1 - DEPTHS] = [
    "base",
    "depth",
    "rank",
    "rank_depth",
    "history",
    "below",
    "above",
    "below_shallow",
    "improving",
    "cut",
    "killer",
    "losing",
    "table_low",
    "table_high",
    "lag",
    "lag_near",
];

// Places of the weights.
const BASE: usize = 0;
const RANK: usize = DEPTHS + 1;
const RANK_DEPTH: usize = RANK + 1;
const HISTORY: usize = RANK + 2;
const BELOW: usize = RANK + 3;
const ABOVE: usize = RANK + 4;
const BELOW_SHALLOW: usize = RANK + 5;
const IMPROVING: usize = RANK + 6;
const CUT: usize = RANK + 7;
const KILLER: usize = RANK + 8;
const LOSING: usize = RANK + 9;
const TABLE_LOW: usize = RANK + 10;
const TABLE_HIGH: usize = RANK + 11;
const LAG: usize = RANK + 12;
const LAG_NEAR: usize = RANK + 13;

/// `rank_depth` is the weight of the logarithm of the rank at this depth.
const RANK_DEPTHS: Depth = 4;
/// Evaluations farther than this from alpha, in units of the game, count as so far.
const FARTHEST: Score = 6;
/// The same for the best score so far.
const FARTHEST_LAG: Score = 5;
/// `lag_near` counts the first part of a unit only: one half.
const NEAR_PARTS: Score = 2;
/// One logit in whole numbers.
pub const LOGIT: i32 = 1 << 10;

/// What the table says of the window of the node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Said {
    /// Nothing that settles it.
    #[default]
    Nothing,
    /// A shallower search stayed at alpha or below.
    Low,
    /// A shallower search reached beta.
    High,
}

/// What the model sees of a node, when the first of its late quiet moves is asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NodeFacts {
    /// Remaining depth.
    pub depth: Depth,
    /// Static evaluation less alpha.
    pub gap: Score,
    /// Alpha less the best score so far.
    pub lag: Score,
    /// The evaluation rose since this side's last move.
    pub improving: bool,
    /// An expected cut node.
    pub cut: bool,
    /// The table's opinion.
    pub table: Said,
}

/// What it sees of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MoveFacts {
    /// Place in the order, 1 for the first.
    pub rank: i32,
    /// What history thinks of it.
    pub history: i32,
    /// It refuted a sibling node.
    pub killer: bool,
    /// It loses material by static exchange.
    pub losing: bool,
}

/// The facts as the numbers that the weights multiply; `unit` is a pawn, disc or stone.
pub fn features(unit: Score, n: &NodeFacts, m: &MoveFacts) -> [f64; FEATURES] {
    let mut x = [0.0; FEATURES];
    let depth = known_depth(n.depth);
    let units =
        |score: Score, farthest: Score| f64::from(score.clamp(-farthest * unit, farthest * unit)) / f64::from(unit);
    let gap = units(n.gap, FARTHEST);
    let lag = units(n.lag.max(0), FARTHEST_LAG);
    let rank = f64::from(look_up(&LOGS, m.rank)) / f64::from(LOGIT);
    x[BASE] = 1.0;
    x[BASE + depth as usize] = 1.0;
    x[RANK] = rank;
    x[RANK_DEPTH] = rank * f64::from(depth) / f64::from(RANK_DEPTHS);
    x[HISTORY] = f64::from(m.history) / f64::from(HISTORY_LIMIT);
    x[BELOW] = gap.min(0.0);
    x[ABOVE] = gap.max(0.0);
    x[BELOW_SHALLOW] = gap.min(0.0) / f64::from(depth);
    x[LAG] = lag;
    x[LAG_NEAR] = lag.min(1.0 / f64::from(NEAR_PARTS));
    let facts = [
        (IMPROVING, n.improving),
        (CUT, n.cut),
        (KILLER, m.killer),
        (LOSING, m.losing),
        (TABLE_LOW, n.table == Said::Low),
        (TABLE_HIGH, n.table == Said::High),
    ];
    facts.into_iter().for_each(|(place, fact)| x[place] = f64::from(u8::from(fact)));
    x
}

fn known_depth(depth: Depth) -> Depth {
    depth.clamp(1, DEPTHS as Depth)
}

/// Logarithms of ranks.
static LOGS: Logarithms = logarithms(LOGIT);

/// Weights and thresholds, as a fit has found them.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Name or file it came from; empty if there is none.
    pub name: String,
    /// Score of a pawn, disc or stone.
    pub unit: Score,
    /// In the order of [`NAMES`], those of the depths where `depth` stands.
    pub weights: [f64; FEATURES],
    /// Chance below which a move is not searched, for each depth from 1 on.
    pub thresholds: [f64; DEPTHS],
}

impl Default for Model {
    fn default() -> Model {
        Model { name: String::new(), unit: 1, weights: [0.0; FEATURES], thresholds: [0.0; DEPTHS] }
    }
}

/// The logit of a chance.
pub fn logit(chance: f64) -> f64 {
    (chance / (1.0 - chance)).ln()
}

impl Model {
    /// The logit of the chance that a move beats alpha.
    pub fn logit(&self, n: &NodeFacts, m: &MoveFacts) -> f64 {
        features(self.unit, n, m).iter().zip(&self.weights).map(|(x, w)| x * w).sum()
    }

    /// The model in whole numbers. Instead of its own thresholds it has `chance` at depth 1,
    /// if there is one; each further ply lowers the threshold by `slope` logits.
    pub(crate) fn rows(&self, chance: Option<f64>, slope: f64) -> Rows {
        if self.name.is_empty() {
            return Rows::default();
        }
        let w = &self.weights;
        let row = |index: usize| {
            let depth = (index + 1) as f64;
            let threshold = logit(chance.unwrap_or(self.thresholds[index])) - slope * index as f64;
            let rank = w[RANK] + w[RANK_DEPTH] * depth / f64::from(RANK_DEPTHS);
            Row {
                base: whole(w[BASE] + w[BASE + index + 1] - threshold),
                rank: whole(rank),
                below: whole(w[BELOW] + w[BELOW_SHALLOW] / depth),
                falls: rank <= 0.0 && w[HISTORY] >= 0.0,
            }
        };
        let shared = |place: usize| whole(w[place]);
        Rows {
            unit: self.unit,
            rows: std::array::from_fn(row),
            above: shared(ABOVE),
            improving: shared(IMPROVING),
            cut: shared(CUT),
            table: [0, shared(TABLE_LOW), shared(TABLE_HIGH)],
            lag: [shared(LAG), shared(LAG_NEAR)],
            history: shared(HISTORY),
            killer: shared(KILLER),
            losing: shared(LOSING),
        }
    }
}

/// Greatest weight: no sum of such overflows.
pub const GREATEST_WEIGHT: f64 = 32.0;

fn whole(logits: f64) -> i32 {
    (logits.clamp(-GREATEST_WEIGHT, GREATEST_WEIGHT) * f64::from(LOGIT)).round() as i32
}

/// What differs from depth to depth.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    /// Less the threshold.
    base: i32,
    rank: i32,
    below: i32,
    /// The sum falls with the rank and with a worse history.
    falls: bool,
}

/// The model in whole numbers: all sums are logits above the threshold.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rows {
    /// 0: nothing is known.
    unit: Score,
    rows: [Row; DEPTHS],
    above: i32,
    improving: i32,
    cut: i32,
    table: [i32; 3],
    lag: [i32; 2],
    history: i32,
    killer: i32,
    losing: i32,
}

impl Rows {
    /// Whether there is a model at all.
    #[inline]
    pub(crate) fn are_known(&self) -> bool {
        self.unit > 0
    }

    /// What is the same for all moves of a node.
    pub(crate) fn standing(&self, n: &NodeFacts) -> Standing {
        let row = &self.rows[known_depth(n.depth) as usize - 1];
        let (unit, farthest) = (self.unit, FARTHEST * self.unit);
        let (gap, lag) = (n.gap.clamp(-farthest, farthest), n.lag.clamp(0, FARTHEST_LAG * unit));
        let when = |condition: bool, weight: i32| if condition { weight } else { 0 };
        let node = row.base
            + gap * if gap < 0 { row.below } else { self.above } / unit
            + (lag * self.lag[0] + lag.min(unit / NEAR_PARTS) * self.lag[1]) / unit
            + when(n.improving, self.improving)
            + when(n.cut, self.cut)
            + self.table[n.table as usize];
        let Rows { history, killer, losing, .. } = *self;
        Standing { node, rank: row.rank, history, killer, losing, falls: row.falls }
    }
}

/// The sum of a node, and what a move adds to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    node: i32,
    rank: i32,
    history: i32,
    killer: i32,
    /// What a loss by static exchange adds.
    pub(crate) losing: i32,
    /// Later moves with no better history stand no better.
    pub(crate) falls: bool,
}

impl Standing {
    /// Logits above the threshold, if the move loses nothing by static exchange.
    #[inline]
    pub(crate) fn of(&self, rank: i32, history: i32, killer: bool) -> i32 {
        let by_rank = self.rank * look_up(&LOGS, rank) / LOGIT;
        let by_history = self.history * history / HISTORY_LIMIT;
        self.node + by_rank + by_history + if killer { self.killer } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// A model with weights of the size that fits have.
    fn model(seed: u64) -> Model {
        let mut random = Random::new(seed);
        let mut real = |reach: f64| (random.below(2001) as f64 / 1000.0 - 1.0) * reach;
        let mut weights = std::array::from_fn(|_| real(2.0));
        (weights[RANK], weights[RANK_DEPTH], weights[HISTORY]) = (-1.5, 0.5, 1.7);
        let thresholds = std::array::from_fn(|depth| 0.04 / (depth + 1) as f64);
        Model { name: "test".into(), unit: 100, weights, thresholds }
    }

    fn facts(random: &mut Random) -> (NodeFacts, MoveFacts) {
        let mut within = |most: usize| random.below(most) as i32;
        let node = NodeFacts {
            depth: 1 + within(9),
            gap: within(2000) - 1000,
            lag: within(1200) - 100,
            improving: within(2) == 0,
            cut: within(2) == 0,
            table: [Said::Nothing, Said::Low, Said::High][within(3) as usize],
        };
        let history = within(6 * HISTORY_LIMIT as usize) - 3 * HISTORY_LIMIT;
        (node, MoveFacts { rank: 2 + within(80), history, killer: within(2) == 0, losing: within(2) == 0 })
    }

    #[test]
    fn whole_numbers_agree_with_the_fit_to_a_hundredth_of_a_logit() {
        let mut random = Random::new(3);
        for seed in 0..20 {
            let model = model(seed);
            let rows = model.rows(None, 0.0);
            for _ in 0..500 {
                let (n, m) = facts(&mut random);
                let standing = rows.standing(&n);
                let whole = standing.of(m.rank, m.history, m.killer) + if m.losing { standing.losing } else { 0 };
                let depth = n.depth.min(DEPTHS as Depth) as usize;
                let expected = model.logit(&n, &m) - logit(model.thresholds[depth - 1]);
                let found = f64::from(whole) / f64::from(LOGIT);
                assert!((found - expected).abs() < 0.012, "{n:?} {m:?}: {found} for {expected}");
            }
        }
    }

    #[test]
    fn later_moves_with_no_better_history_stand_no_better() {
        let mut random = Random::new(5);
        let rows = model(1).rows(None, 0.0);
        for _ in 0..2000 {
            let (n, m) = facts(&mut random);
            let standing = rows.standing(&n);
            assert!(standing.falls);
            let worse = standing.of(m.rank + 1, m.history - random.below(3000) as i32, false);
            assert!(worse <= standing.of(m.rank, m.history, false));
        }
        let mut rising = model(1);
        rising.weights[RANK_DEPTH] = 1.0;
        let rows = rising.rows(None, 0.0);
        let falls = |depth| rows.standing(&NodeFacts { depth, ..NodeFacts::default() }).falls;
        assert!(falls(6) && !falls(7), "-1.5 + 1.0 * 7 / 4 is above 0");
    }

    #[test]
    fn a_threshold_of_ones_own_falls_by_the_slope() {
        let model = model(1);
        let node = |depth| NodeFacts { depth, ..NodeFacts::default() };
        let sum = |rows: &Rows, depth| f64::from(rows.standing(&node(depth)).of(2, 0, false)) / f64::from(LOGIT);
        let (own, flat, falling) = (model.rows(None, 0.0), model.rows(Some(0.04), 0.0), model.rows(Some(0.04), 0.5));
        assert_eq!(sum(&own, 1), sum(&flat, 1));
        let more = logit(0.04) - logit(0.01);
        assert!((sum(&own, 4) - sum(&flat, 4) - more).abs() < 0.01);
        assert!((sum(&falling, 4) - sum(&flat, 4) - 1.5).abs() < 0.01);
    }

    #[test]
    fn every_weight_has_its_feature() {
        let node = NodeFacts { depth: 3, gap: -50, lag: 30, improving: true, cut: true, table: Said::Low };
        let m = MoveFacts { rank: 4, history: 8192, killer: true, losing: true };
        let low = features(100, &node, &m);
        let high = features(100, &NodeFacts { gap: 50, table: Said::High, ..node }, &m);
        let depths = 1..=DEPTHS;
        assert!((0..FEATURES).all(|i| low[i] != 0.0 || high[i] != 0.0 || depths.contains(&i)));
        assert_eq!(low[1..=DEPTHS].iter().sum::<f64>(), 1.0);
        assert_eq!((low[BELOW], high[ABOVE], low[HISTORY], low[LAG]), (-0.5, 0.5, 0.5, 0.3));
    }

    #[test]
    fn without_a_model_nothing_is_known() {
        assert!(!Model::default().rows(None, 0.0).are_known() && model(1).rows(None, 0.0).are_known());
    }
}
