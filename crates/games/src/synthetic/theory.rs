//! How far an error travels, by theory: exact chances, no samples.
//!
//! The value of a node beyond the sum on its path depends on its own subtree alone, and subtrees
//! are drawn independently. So the chances of all values follow from height to height: a node is
//! worth at most v if each of its moves is (Pearl 1980). Here the same is done for pairs, the
//! true value and the value that is found, which tells how often they differ: Lim & Lee (2006)
//! ask this for forward pruning. In a P-game whose nodes are won with the chance w an error
//! climbs a ply only if all siblings are won for the opponent, with the chance w^(b - 1).
use super::tree::{Steps, Tree};

/// What is wrong with a node, as the side counts that moved there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A win is taken for a loss and the reverse: the error of P-games.
    Flip,
    /// The value is off by so many steps.
    Shift(Steps),
}

impl Fault {
    /// The wrong value in place of a true one.
    pub fn apply(self, value: Steps) -> Steps {
        match self {
            Fault::Flip => -value,
            Fault::Shift(steps) => value + steps,
        }
    }

    fn size(self) -> Steps {
        match self {
            Fault::Flip => 0,
            Fault::Shift(steps) => steps.abs(),
        }
    }
}

/// Chances that one wrong node of height `from` changes the value of its ancestor at each height
/// from there to the root; the first is that of the node itself.
pub fn reach_of_one(tree: &Tree, from: u8, fault: Fault) -> Vec<f64> {
    let mut truth = Pairs::leaf(tree, fault);
    for height in 0..from {
        truth = truth.parent(tree, height, None);
    }
    let mut wrong = truth.with_fault(fault, 1.0);
    let mut reach = vec![wrong.differing()];
    for height in from..tree.depth {
        wrong = wrong.parent(tree, height, Some(&truth));
        truth = truth.parent(tree, height, None);
        reach.push(wrong.differing());
    }
    reach
}

/// Shares of nodes with a wrong value at each height, from the leaves to the root, when every
/// leaf is wrong with the chance `rate`, whatever the others are.
pub fn share_of_wrong(tree: &Tree, rate: f64, fault: Fault) -> Vec<f64> {
    let mut pairs = Pairs::leaf(tree, fault).with_fault(fault, rate);
    let mut shares = vec![pairs.differing()];
    for height in 0..tree.depth {
        pairs = pairs.parent(tree, height, None);
        shares.push(pairs.differing());
    }
    shares
}

/// Chances of every pair of true and found value of a node, the edge to it included and the sum
/// before that edge left out, as the side counts that moves along the edge.
#[derive(Clone)]
struct Pairs {
    /// No value lies further from 0.
    most: Steps,
    chances: Vec<f64>,
}

impl Pairs {
    /// Of a leaf: nothing but the edge to it.
    fn leaf(tree: &Tree, fault: Fault) -> Pairs {
        // The root gets an edge too, which changes nothing.
        let mut pairs = Pairs::empty(tree.greatest_value() + 1 + fault.size());
        for (edge, chance) in tree.edge_chances(0) {
            *pairs.at(edge, edge) += chance;
        }
        pairs
    }

    fn empty(most: Steps) -> Pairs {
        let width = Pairs::width(most);
        Pairs { most, chances: vec![0.0; width * width] }
    }

    fn width(most: Steps) -> usize {
        2 * most as usize + 1
    }

    fn place(&self, truth: Steps, found: Steps) -> usize {
        (truth + self.most) as usize * Pairs::width(self.most) + (found + self.most) as usize
    }

    fn at(&mut self, truth: Steps, found: Steps) -> &mut f64 {
        let place = self.place(truth, found);
        &mut self.chances[place]
    }

    /// All pairs that can be, with their chances.
    fn pairs(&self) -> impl Iterator<Item = (Steps, Steps, f64)> {
        let width = Pairs::width(self.most);
        let value = |place: usize| place as Steps - self.most;
        let all = self.chances.iter().enumerate();
        all.filter(|(_, chance)| **chance != 0.0).map(move |(i, chance)| (value(i / width), value(i % width), *chance))
    }

    /// The chance that the values differ.
    fn differing(&self) -> f64 {
        let differing = self.pairs().filter(|(truth, found, _)| truth != found);
        differing.map(|(_, _, chance)| chance).sum::<f64>().min(1.0)
    }

    /// The found value is wrong with the chance `rate`.
    fn with_fault(&self, fault: Fault, rate: f64) -> Pairs {
        let mut wrong = Pairs::empty(self.most);
        for (truth, found, chance) in self.pairs() {
            *wrong.at(truth, found) += chance * (1.0 - rate);
            *wrong.at(truth, fault.apply(found)) += chance * rate;
        }
        wrong
    }

    /// The parent of nodes of `height`. All its children are like this one, or all others are
    /// like `siblings`.
    fn parent(&self, tree: &Tree, height: u8, siblings: Option<&Pairs>) -> Pairs {
        let best = self.best_of(tree.branching, siblings);
        let mut moved = Pairs::empty(self.most);
        for (edge, edge_chance) in tree.edge_chances(height + 1) {
            for (truth, found, chance) in best.pairs() {
                *moved.at(edge - truth, edge - found) += chance * edge_chance;
            }
        }
        moved
    }

    /// The greatest values among a number of nodes, of which all but one may be others. It is at
    /// most v if each is: sums of chances are multiplied.
    fn best_of(&self, branching: u8, siblings: Option<&Pairs>) -> Pairs {
        let (own, others) = (self.summed(), siblings.unwrap_or(self).summed());
        let all = |(own, other): (f64, f64)| (1..branching).fold(own, |product, _| product * other);
        let chances = own.chances.into_iter().zip(others.chances).map(all).collect();
        Pairs { most: self.most, chances }.differences()
    }

    /// Chances that both values are at most so great.
    fn summed(&self) -> Pairs {
        let mut sums = self.clone();
        self.cells().for_each(|(truth, found)| {
            let (left, above, corner) = sums.neighbours(truth, found);
            *sums.at(truth, found) += left + above - corner;
        });
        sums
    }

    /// The inverse of [`Pairs::summed`].
    fn differences(&self) -> Pairs {
        let mut pairs = Pairs::empty(self.most);
        self.cells().for_each(|(truth, found)| {
            let (left, above, corner) = self.neighbours(truth, found);
            let chance = self.chances[self.place(truth, found)] - left - above + corner;
            // Rounding leaves traces where nothing is.
            *pairs.at(truth, found) = if chance.abs() < 1e-15 { 0.0 } else { chance };
        });
        pairs
    }

    fn cells(&self) -> impl Iterator<Item = (Steps, Steps)> + use<> {
        let most = self.most;
        (-most..=most).flat_map(move |truth| (-most..=most).map(move |found| (truth, found)))
    }

    /// The cells to the left, above, and both.
    fn neighbours(&self, truth: Steps, found: Steps) -> (f64, f64, f64) {
        let value = |truth: Steps, found: Steps| {
            let inside = truth >= -self.most && found >= -self.most;
            if inside { self.chances[self.place(truth, found)] } else { 0.0 }
        };
        (value(truth, found - 1), value(truth - 1, found), value(truth - 1, found - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::{super::tree::Law, *};

    /// The chance that a node of a P-game is won for its side to move, whatever its height.
    fn won(tree: &Tree) -> f64 {
        tree.edge_chances(0)[0].1
    }

    #[test]
    fn an_error_in_a_p_game_climbs_by_the_formula() {
        for branching in [2, 3, 7] {
            let tree = Tree::new(Law::Pearl, branching, 9, 1).unwrap();
            let all_siblings_won = won(&tree).powi(i32::from(branching) - 1);
            for from in [0, 4] {
                let reach = reach_of_one(&tree, from, Fault::Flip);
                assert_eq!(reach.len(), usize::from(9 - from) + 1);
                for (plies, chance) in reach.into_iter().enumerate() {
                    let expected = all_siblings_won.powi(plies as i32);
                    assert!((chance - expected).abs() < 1e-6, "{branching} {from} {plies}: {chance} {expected}");
                }
            }
        }
    }

    #[test]
    fn errors_everywhere_in_a_p_game_follow_the_recursion() {
        const RATE: f64 = 0.05;
        let tree = Tree::new(Law::Pearl, 3, 8, 1).unwrap();
        let won = won(&tree);
        // Chances that both values are wins of the side to move, only the true one, only the found one.
        let (mut both, mut truly, mut falsely) = (won * (1.0 - RATE), won * RATE, (1.0 - won) * RATE);
        for share in share_of_wrong(&tree, RATE, Fault::Flip) {
            assert!((share - truly - falsely).abs() < 1e-9, "{share} {truly} {falsely}");
            let lost = [both, both + truly, both + falsely].map(|chance| chance.powi(3));
            (truly, falsely) = (lost[2] - lost[0], lost[1] - lost[0]);
            both = 1.0 - lost[0] - truly - falsely;
        }
    }

    #[test]
    fn no_error_stays_none_and_chances_add_up() {
        let tree = Tree::new(Law::Correlated(50), 4, 6, 1).unwrap();
        assert!(share_of_wrong(&tree, 0.0, Fault::Shift(2)).iter().all(|share| share.abs() < 1e-9));
        let mut pairs = Pairs::leaf(&tree, Fault::Flip);
        for height in 0..tree.depth {
            pairs = pairs.parent(&tree, height, None);
            assert!((pairs.chances.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }
    }
}
