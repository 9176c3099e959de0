//! The tree of a synthetic game: how wide and deep it is, and by which law its leaves get
//! their values.
//!
//! Every edge of the tree carries a number of steps, drawn by the key of the node below it, and
//! the value of a leaf is the sum of the edges on its path. Nothing is kept in memory: a node
//! is its path, and the same path always leads to the same numbers.
use niwaki_search::{game::Side, random::Random};

/// Values before they become scores: a step is the unit of the game.
pub type Steps = i32;

/// Widest tree.
pub const MOST_BRANCHES: u8 = 64;
/// Deepest tree.
pub const MOST_PLIES: u8 = 40;
/// Correlations that can be asked for, in percent.
const LEAST_CORRELATION: u8 = 1;
const MOST_CORRELATION: u8 = 99;
/// Halvings of an interval until the wanted chance is as exact as its numbers are.
const HALVINGS: u32 = 40;
/// Chances are counted in parts of this.
const WHOLE: f64 = (1u64 << 32) as f64;

/// How the leaves get their values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Law {
    /// P-game (Pearl 1980; Nau 1982): each leaf is won or lost on its own. Only the last edge
    /// counts, and the chance of a win is the one that is the same at every height.
    Pearl,
    /// N-game (Nau 1982): each edge is a step up or down, so that leaves which share more of
    /// their paths are more alike.
    Nau,
    /// The same with so much noise at the last edge that the values of sibling leaves have this
    /// correlation, in percent.
    Correlated(u8),
}

/// A whole tree. All trees of one law and size differ by their seeds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tree {
    /// How the leaves get their values.
    pub law: Law,
    /// Moves at every node that is no leaf.
    pub branching: u8,
    /// Plies from the root to any leaf.
    pub depth: u8,
    /// Which of the trees of this kind.
    pub seed: u32,
    /// Greatest step of the last edge.
    noise: i16,
    /// P-game: the chance that a leaf is won for the side to move, in parts of 2^32.
    chance: u32,
}

impl Tree {
    /// A tree, if its numbers are within their ranges.
    pub fn new(law: Law, branching: u8, depth: u8, seed: u32) -> Result<Tree, String> {
        if !(2..=MOST_BRANCHES).contains(&branching) {
            return Err(format!("{branching} moves at a node: expected 2 to {MOST_BRANCHES}"));
        }
        if !(1..=MOST_PLIES).contains(&depth) {
            return Err(format!("depth {depth}: expected 1 to {MOST_PLIES}"));
        }
        let noise = match law {
            Law::Pearl | Law::Nau => 1,
            Law::Correlated(percent) => noise(percent, depth)?,
        };
        let chance = (steady_chance(branching) * WHOLE) as u32;
        Ok(Tree { law, branching, depth, seed, noise, chance })
    }

    /// Another tree of this kind.
    pub fn with_seed(self, seed: u32) -> Tree {
        Tree { seed, ..self }
    }

    /// Key of the root.
    pub(super) fn key(&self) -> u64 {
        let law = match self.law {
            Law::Pearl => 0,
            Law::Nau => u64::from(u8::MAX),
            Law::Correlated(percent) => u64::from(percent),
        };
        let size = u64::from(self.branching) << 8 | u64::from(self.depth);
        Random::new(law << 56 | size << 32 | u64::from(self.seed)).number()
    }

    /// The edge to the node with this key, `ply` plies from the root, as the first player
    /// counts it.
    pub(super) fn edge(&self, key: u64, ply: u8) -> Steps {
        let mut random = Random::new(key);
        let is_last = ply == self.depth;
        match self.law {
            Law::Pearl if !is_last => 0,
            Law::Pearl => {
                let won = (random.number() >> 32) < u64::from(self.chance);
                if won == (side(ply) == Side::First) { 1 } else { -1 }
            }
            Law::Correlated(_) if is_last => random.below(2 * self.noise as usize + 1) as Steps - self.greatest_noise(),
            Law::Nau | Law::Correlated(_) => 2 * random.below(2) as Steps - 1,
        }
    }

    /// Chances of the edge to a node of this height, as the side that moves along it counts.
    pub(super) fn edge_chances(&self, height: u8) -> Vec<(Steps, f64)> {
        let won = f64::from(self.chance) / WHOLE;
        match self.law {
            Law::Pearl if height > 0 => vec![(0, 1.0)],
            // The leaf is won for the one who moves there: the opponent.
            Law::Pearl => vec![(-1, won), (1, 1.0 - won)],
            Law::Correlated(_) if height == 0 => {
                let most = self.greatest_noise();
                (-most..=most).map(|step| (step, 1.0 / f64::from(2 * most + 1))).collect()
            }
            Law::Nau | Law::Correlated(_) => vec![(-1, 0.5), (1, 0.5)],
        }
    }

    /// No value lies further from 0.
    pub fn greatest_value(&self) -> Steps {
        match self.law {
            Law::Pearl => 1,
            Law::Nau | Law::Correlated(_) => Steps::from(self.depth) - 1 + self.greatest_noise(),
        }
    }

    fn greatest_noise(&self) -> Steps {
        Steps::from(self.noise)
    }
}

/// Whose move it is so many plies from the root.
pub(super) fn side(ply: u8) -> Side {
    if ply % 2 == 0 { Side::First } else { Side::Second }
}

/// The noise at the last edge that comes nearest to a correlation of siblings. They share the
/// variance of all edges but the last, one each; noise within ±n has the variance n (n + 1) / 3.
fn noise(percent: u8, depth: u8) -> Result<i16, String> {
    if !(LEAST_CORRELATION..=MOST_CORRELATION).contains(&percent) {
        return Err(format!("correlation {percent} %: expected {LEAST_CORRELATION} to {MOST_CORRELATION}"));
    }
    let correlation = f64::from(percent) / 100.0;
    let wanted = f64::from(depth - 1) * (1.0 - correlation) / correlation;
    let solved = (0.25 + 3.0 * wanted).sqrt() - 0.5;
    Ok(solved.round() as i16)
}

/// The chance of a win for the side to move that is the same at all heights. A node is lost if
/// all its moves lead to nodes that are won for the opponent: w = 1 - w^b.
fn steady_chance(branching: u8) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let middle: f64 = (low + high) / 2.0;
        let all_won: f64 = (0..branching).map(|_| middle).product();
        if middle < 1.0 - all_won { low = middle } else { high = middle }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_steady_chance_of_a_binary_tree_is_the_golden_section() {
        assert!((steady_chance(2) - 0.618_034).abs() < 1e-6, "{}", steady_chance(2));
        let three = steady_chance(3);
        assert!((three - (1.0 - three.powi(3))).abs() < 1e-9);
    }

    #[test]
    fn noise_gives_the_correlation_that_was_asked_for() {
        for (percent, depth) in [(10, 10), (50, 13), (80, 30), (99, 40)] {
            let noise = f64::from(noise(percent, depth).unwrap());
            let shared = f64::from(depth - 1);
            let correlation = shared / (shared + noise * (noise + 1.0) / 3.0);
            assert!((correlation - f64::from(percent) / 100.0).abs() < 0.05, "{percent} {depth} {correlation}");
        }
        assert!(noise(0, 9).is_err() && noise(100, 9).is_err());
    }

    #[test]
    fn edges_come_as_often_as_their_chances_say() {
        const DRAWN: u32 = 40_000;
        for law in [Law::Pearl, Law::Nau, Law::Correlated(50)] {
            let tree = Tree::new(law, 3, 4, 1).unwrap();
            for ply in [3, 4] {
                let mut random = Random::new(u64::from(ply));
                // The first player moves along edges that end at odd plies.
                let sign = if side(ply) == Side::Second { 1 } else { -1 };
                let drawn: Vec<Steps> = (0..DRAWN).map(|_| sign * tree.edge(random.number(), ply)).collect();
                for (step, chance) in tree.edge_chances(4 - ply) {
                    let share = drawn.iter().filter(|&&edge| edge == step).count() as f64 / f64::from(DRAWN);
                    assert!((share - chance).abs() < 0.015, "{law:?} {ply} {step}: {share} {chance}");
                }
            }
        }
    }
}
