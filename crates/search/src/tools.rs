//! The switches of the search itself: tools around the methods, which prune nothing.
use crate::{
    game::{Position, Style},
    node::Depth,
    param::Switch,
};

crate::params! {
    /// Winands' additions to principal-variation search (2003), which make cuts at
    /// expected all nodes safe: a wrong one only costs a search again. A method cuts
    /// with exactly beta (A1, theirs to do); at a principal node with a closed window a
    /// move that reaches exactly beta is searched again too (A2), with the old lower
    /// bound (A3, so always here); a cut node that ends at exactly alpha is not stored (A4).
    pub struct EnhancedPvs {}
}

crate::params! {
    /// The solver of a game that has one is asked near the end of the game. Endgame tables of
    /// chess have options of their own.
    pub struct Exact {
        plies = 16 in 0..=128: "most plies that the game may still last";
        reach = 128 in 0..=128: "most plies by which that may exceed the depth at hand";
    }
}

impl Exact {
    /// Whether the evaluator may be asked to settle the position, with `depth` left to search.
    #[inline]
    pub(crate) fn is_asked<P: Position>(&self, pos: &P, depth: Depth) -> bool {
        pos.plies_left().is_none_or(|left| self.enabled && left <= self.plies && left <= depth + self.reach)
    }
}

crate::params! {
    /// Methods may end a node before its moves even where beta is a proven win or loss, as
    /// programs of the papers let them. Off: such nodes are searched in full.
    pub struct MatePruning {}
}

crate::params! {
    /// Scores outside the window are cut back to it. Off: fail-soft.
    pub struct FailHard {}
}

crate::params! {
    /// Once the first move of an expected cut node has failed to cut, an all node is
    /// expected (Fruit, Ziggy). Off: kinds alternate from ply to ply (The Turk).
    pub struct KindFlip {}
}

crate::params! {
    /// Aspiration windows (Slate & Atkin 1977): each depth begins with a small window
    /// around the last score, opened when the score falls outside.
    pub struct Aspiration {
        min_depth = 5 in 2..=30: "least depth";
        window = 18 in 1..=1000: "first half-width";
        growth_percent = 60 in 0..=1000: "widening after each miss";
        give_up = 700 in 1..=30000: "half-width from which the window is opened in full";
    }
}

crate::choice! {
    /// How fine the evaluation by hand is.
    pub enum Finish {
        /// With all its terms.
        Full = "full",
        /// Without the finer ones (chess: material and squares only).
        Plain = "plain",
    }
}

crate::params! {
    /// The evaluation written by hand in place of the network, as the programs of the
    /// papers had one.
    pub struct HandEvaluation {}
    choose {
        finish: Finish = Full: "how fine it is";
    }
}

impl HandEvaluation {
    /// The evaluation that a search asks for.
    pub(crate) fn style(&self) -> Style {
        match self.finish {
            _ if !self.enabled => Style::Best,
            Finish::Full => Style::ByHand,
            Finish::Plain => Style::Plain,
        }
    }
}

crate::params! {
    /// Where the full-width search ends, quiescence also tries quiet checks that lose nothing
    /// by static exchange. It costs nodes and sees mates and double attacks a ply or two earlier.
    pub struct QuiescenceChecks {}
}

crate::choice! {
    /// At which nodes of quiescence the table is used.
    pub enum TableUse {
        /// Where the full-width search ends.
        Horizon = "horizon",
        /// All.
        All = "all",
        /// None.
        Nowhere = "nowhere",
    }
}

crate::params! {
    /// Quiescence as small programs of the papers had it.
    pub struct ClassicQuiescence {}
    choose {
        table: TableUse = Horizon: "nodes at which the table is used";
        stand_pat: Switch = On: "a side in check may stand pat, and only captures";
        count_horizon: Switch = On: "a node at the horizon counts twice, as one of either search";
    }
}

impl ClassicQuiescence {
    /// Whether the table serves a node `beyond` or at the horizon.
    #[inline]
    pub(crate) fn has_table(&self, beyond: bool) -> bool {
        !self.enabled || self.table == TableUse::All || self.table == TableUse::Horizon && !beyond
    }
}
