//! Endgames: positions of few pieces, which ProbCut models apart and multi-cut may spare.
use crate::game::{Force, Position};

crate::choice! {
    /// Which positions count as endgames.
    pub enum Endgame {
        /// None.
        Never = "never",
        /// Those in which either side has few pieces.
        Either = "either",
        /// Those in which both sides have few pieces.
        Both = "both",
    }
}

impl Endgame {
    /// Whether the position is such an endgame: sides with at most so many points of
    /// pieces have few.
    #[inline]
    pub(crate) fn is_reached<P: Position>(self, pos: &P, points: i32) -> bool {
        self != Endgame::Never && self.has(pos.force(pos.side()), pos.force(pos.side().other()), points)
    }

    /// The same by what the two sides have.
    #[inline]
    pub(crate) fn has(self, mine: Force, theirs: Force, points: i32) -> bool {
        let few = |force: Force| force.points <= points;
        match self {
            Endgame::Never => false,
            Endgame::Either => few(mine) || few(theirs),
            Endgame::Both => few(mine) && few(theirs),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_endgame_is_one_of_few_points() {
        let with = |points| crate::toy::Toy { force: Force { pieces: 4, points, pawns: 3 }, ..crate::toy::Toy::new(3) };
        for rule in [Endgame::Either, Endgame::Both] {
            assert!(rule.is_reached(&with(14), 14) && !rule.is_reached(&with(15), 14));
        }
        assert!(!Endgame::Never.is_reached(&with(0), 14));
    }
}
