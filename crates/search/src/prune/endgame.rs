//! Endgames: positions of few pieces, which multi-cut may spare.
use crate::game::{Position, Side};

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
    /// Whether the position is such an endgame: a side with at most `points` of pieces
    /// has few.
    #[inline]
    pub(crate) fn is_reached<P: Position>(self, pos: &P, points: i32) -> bool {
        let few = |side: Side| pos.force(side).points <= points;
        match self {
            Endgame::Never => false,
            Endgame::Either => few(Side::First) || few(Side::Second),
            Endgame::Both => few(Side::First) && few(Side::Second),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{game::Force, toy::Toy};

    #[test]
    fn an_endgame_is_one_of_few_points() {
        let with = |points| Toy { force: Force { pieces: 4, points, pawns: 3 }, ..Toy::new(3) };
        for rule in [Endgame::Either, Endgame::Both] {
            assert!(rule.is_reached(&with(14), 14) && !rule.is_reached(&with(15), 14));
        }
        assert!(!Endgame::Never.is_reached(&with(0), 14));
    }
}
