//! Synthetic games: trees made of random numbers, whose every value can be known. There is no
//! board and nothing to understand, so that what a search does to a tree can be compared with
//! what theory says of such trees: see [`theory`] and docs/synthetic.md.
//!
//! P-games have leaves of their own (Pearl 1980); in N-games the leaves of a subtree are alike
//! (Nau 1982). Forward pruning does well only in the second kind: Smith & Nau (1994) found that
//! it beats plain minimax where the values of siblings are highly correlated, and here that
//! correlation can be set. Two players choose branches in turn until a leaf is reached; its
//! value is what the first player wins.
pub mod kit;
mod solver;
mod text;
pub mod theory;
mod tree;

pub use tree::{Law, Steps, Tree};

use niwaki_search::{
    game::{Evaluator, Game, Move, MoveOf, Outcome, Position, Settled, Side, Stop},
    node::{Depth, Score},
    random::Random,
};
use tree::{MOST_BRANCHES, MOST_PLIES};

/// Score of one step.
pub const STEP: Score = 100;
/// Leaves of a P-game that the evaluation looks at.
const SAMPLED_LEAVES: u64 = 8;
/// What an edge says of a move, in units of history.
const PRIOR_OF_STEP: i32 = 4096;

/// A branch, counted from 1; 0 is no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Branch(u16);

impl Move for Branch {
    fn bits(self) -> u16 {
        self.0
    }
    fn from_bits(bits: u16) -> Self {
        Branch(bits)
    }
}

/// A node: the tree, the path from its root, and the sum of the edges so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    tree: Tree,
    key: u64,
    sum: Steps,
    ply: u8,
    path: [u8; MOST_PLIES as usize],
}

impl Board {
    /// The root of a tree.
    pub fn root(tree: Tree) -> Board {
        Board { tree, key: tree.key(), sum: 0, ply: 0, path: [0; MOST_PLIES as usize] }
    }

    /// Sum of the edges so far, as the first player counts; that of a leaf is its value.
    pub fn sum(&self) -> Steps {
        self.sum
    }

    /// Plies to the leaves.
    pub fn height(&self) -> u8 {
        self.tree.depth - self.ply
    }

    /// The branches taken so far.
    fn path(&self) -> impl Iterator<Item = u8> {
        self.path.into_iter().take(usize::from(self.ply))
    }

    /// A number for the side to move that the first player counts as `steps`.
    fn for_mover(&self, steps: Steps) -> Steps {
        if self.side() == Side::First { steps } else { -steps }
    }
}

impl Position for Board {
    type Move = Branch;
    const NULL_MOVE: bool = false;
    const PRIOR: bool = true;
    const MOVE_SLOTS: usize = MOST_BRANCHES as usize;

    fn key(&self) -> u64 {
        self.key
    }
    fn side(&self) -> Side {
        tree::side(self.ply)
    }
    fn tactical_moves(&self, _out: &mut Vec<Branch>) {}
    fn quiet_moves(&self, out: &mut Vec<Branch>) {
        if self.height() > 0 {
            out.extend((1..=u16::from(self.tree.branching)).map(Branch));
        }
    }
    fn is_legal(&self, m: Branch) -> bool {
        self.height() > 0 && (1..=u16::from(self.tree.branching)).contains(&m.0)
    }
    fn is_tactical(&self, _m: Branch) -> bool {
        false
    }
    fn play(&self, m: Branch) -> Self {
        let mut child = *self;
        child.path[usize::from(self.ply)] = m.0 as u8;
        child.ply += 1;
        child.key = Random::new(self.key ^ u64::from(m.0)).number();
        child.sum += self.tree.edge(child.key, child.ply);
        child
    }
    fn move_slot(&self, m: Branch) -> usize {
        usize::from(m.0.clamp(1, u16::from(MOST_BRANCHES)) - 1)
    }
    /// What the edge adds to the sum; edges to leaves are their values, and stay unseen.
    fn prior(&self, m: Branch) -> i32 {
        if self.height() <= 1 {
            return 0;
        }
        PRIOR_OF_STEP * self.for_mover(self.play(m).sum - self.sum)
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.height() == 0).then(|| self.stuck())
    }
    /// Points, not a win or a loss: proven wins would keep most methods from acting.
    fn stuck(&self) -> Outcome {
        Outcome::Points(STEP * self.for_mover(self.sum))
    }
    fn plies_left(&self) -> Option<Depth> {
        Some(Depth::from(self.height()))
    }
}

/// The sum so far, which is what is to be expected of the end; in a P-game, where that is 0,
/// how a few leaves below are.
#[derive(Default)]
pub struct Sum;

impl Evaluator<Board> for Sum {
    fn settle(&mut self, pos: &Board, alpha: Score, beta: Score, _: Depth, stop: &mut Stop<'_>) -> Option<Settled> {
        solver::settle(pos, alpha, beta, stop)
    }
    fn evaluate(&mut self, pos: &Board) -> Score {
        let sum = match pos.tree.law {
            Law::Pearl => STEP * sampled(pos) / SAMPLED_LEAVES as Score,
            Law::Nau | Law::Correlated(_) => STEP * pos.sum,
        };
        pos.for_mover(sum)
    }
}

/// Sum of the values of some leaves below, found by random paths.
fn sampled(pos: &Board) -> Steps {
    let mut random = Random::new(pos.key);
    let leaf = |_| {
        let mut pos = *pos;
        while pos.height() > 0 {
            pos = pos.play(Branch(1 + random.below(usize::from(pos.tree.branching)) as u16));
        }
        pos.sum
    };
    (0..SAMPLED_LEAVES).map(leaf).sum()
}

/// The game; its variants differ in nothing but the tree they start with, so they share one
/// type. How a position is written: see `text.rs`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum Synthetic {
    /// Sibling leaves with a correlation of 80 %.
    #[default]
    Correlated,
    /// P-games.
    PGame,
    /// N-games.
    NGame,
}

/// Depth of the trees that the variants start with.
const START_DEPTH: u8 = 16;
const FIRST_SEED: u32 = 1;

impl Synthetic {
    /// Law and branching of the tree that it starts with.
    fn start_tree(self) -> (Law, u8) {
        match self {
            Synthetic::Correlated => (Law::Correlated(80), 8),
            Synthetic::PGame => (Law::Pearl, 3),
            Synthetic::NGame => (Law::Nau, 6),
        }
    }
}

impl Game for Synthetic {
    type Position = Board;
    type Evaluator = Sum;
    const NAME: &'static str = "synthetic";
    const UNIT: Score = STEP;

    fn name(&self) -> &'static str {
        match self {
            Synthetic::Correlated => Self::NAME,
            Synthetic::PGame => "synthetic:p",
            Synthetic::NGame => "synthetic:n",
        }
    }
    fn start(&self) -> Board {
        let (law, branching) = self.start_tree();
        // Its numbers are within their ranges: a test starts each variant.
        Tree::new(law, branching, START_DEPTH, FIRST_SEED).map(Board::root).expect("a start tree")
    }
    fn parse(&self, text: &str) -> Result<Board, String> {
        text::parse(text)
    }
    fn print(&self, pos: &Board) -> String {
        text::print(pos)
    }
    fn parse_move(&self, pos: &Board, text: &str) -> Result<MoveOf<Self>, String> {
        text::parse_move(pos, text)
    }
    fn print_move(&self, _pos: &Board, m: Branch) -> String {
        m.0.to_string()
    }
    fn diagram(&self, pos: &Board) -> String {
        text::diagram(pos)
    }
    fn evaluator(&self) -> Sum {
        Sum
    }
}

#[cfg(test)]
mod tests;
