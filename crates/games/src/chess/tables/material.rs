//! The pieces of an ending, as tables are named.
use super::super::{Board, Kind};
use niwaki_search::game::Side;

/// Most pieces of a table, kings included.
pub(super) const MOST_MEN: u32 = 7;
pub(super) const SIDES: [Side; 2] = [Side::First, Side::Second];
const BESIDES_KING: [Kind; 5] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen];
const PROMOTED: [Kind; 4] = [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen];
const BITS_PER_KIND: u32 = 3;
const BITS_PER_SIDE: u32 = 5 * BITS_PER_KIND;
const SIDE_MASK: u32 = (1 << BITS_PER_SIDE) - 1;

/// The pieces on the board besides the kings, three bits for each kind of each side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Material(u32);

/// One piece in [`Material`].
const fn one(kind: Kind, side: Side) -> u32 {
    1 << (BITS_PER_SIDE * side as u32 + BITS_PER_KIND * kind as u32)
}

impl Material {
    pub(super) const BARE_KINGS: Material = Material(0);

    /// That of a board with at most [`MOST_MEN`] pieces.
    pub(super) fn of(board: &Board) -> Material {
        let count = |kind, side| board.pieces(kind, side).count() * one(kind, side);
        Material(SIDES.iter().flat_map(|&side| BESIDES_KING.map(|kind| count(kind, side))).sum())
    }

    /// Reads "KRPvKR", the stronger side first as tables are named; nothing else.
    pub(super) fn parse(name: &str) -> Option<Material> {
        let (first, second) = name.split_once('v')?;
        let (first, second) = (parse_side(first)?, parse_side(second)?);
        let material = Material(first.1 | second.1 << BITS_PER_SIDE);
        (first >= second && (3..=MOST_MEN).contains(&material.men())).then_some(material)
    }

    fn has(self, kind: Kind, side: Side) -> bool {
        self.0 & (one(kind, side) * ((1 << BITS_PER_KIND) - 1)) != 0
    }

    pub(super) fn count(self, mut is_counted: impl FnMut(Kind) -> bool) -> u32 {
        let fields = SIDES.iter().flat_map(|&side| BESIDES_KING.map(|kind| (kind, side)));
        let counted = fields.filter(|&(kind, _)| is_counted(kind));
        counted.map(|(kind, side)| self.0 / one(kind, side) % (1 << BITS_PER_KIND)).sum()
    }

    /// Pieces of one kind and side.
    pub(super) fn count_of(self, kind: Kind, side: Side) -> usize {
        match kind {
            Kind::King => 1,
            _ => (self.0 / one(kind, side) % (1 << BITS_PER_KIND)) as usize,
        }
    }

    /// All pieces, kings included.
    pub(super) fn men(self) -> u32 {
        2 + self.count(|_| true)
    }

    /// The same with colours exchanged.
    pub(super) fn mirrored(self) -> Material {
        Material((self.0 & SIDE_MASK) << BITS_PER_SIDE | self.0 >> BITS_PER_SIDE)
    }

    /// What can follow by a promotion of `side`.
    pub(super) fn promotions(self, side: Side) -> Vec<Material> {
        let promoted = |kind| Material(self.0 - one(Kind::Pawn, side) + one(kind, side));
        if self.has(Kind::Pawn, side) { PROMOTED.map(promoted).to_vec() } else { Vec::new() }
    }

    /// What can follow by a capture, which may promote.
    pub(super) fn captures(self) -> Vec<Material> {
        let mut all = Vec::new();
        for side in SIDES {
            for victim in BESIDES_KING.into_iter().filter(|&kind| self.has(kind, side)) {
                let rest = Material(self.0 - one(victim, side));
                all.push(rest);
                all.extend(rest.promotions(side.other()));
            }
        }
        all
    }
}

/// Reads "KRP": how many pieces, and which; strongest first, as more is greater.
fn parse_side(text: &str) -> Option<(usize, u32)> {
    let pieces = text.strip_prefix('K').filter(|pieces| pieces.len() < MOST_MEN as usize - 1)?;
    let mut bits = 0;
    let mut last = Kind::Queen;
    for letter in pieces.chars() {
        let kind = Kind::from_letter(letter).filter(|&kind| kind <= last && letter.is_ascii_uppercase())?;
        bits += one(kind, Side::First);
        last = kind;
    }
    Some((pieces.len(), bits))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn material(name: &str) -> Material {
        Material::parse(name).unwrap()
    }

    #[test]
    fn only_names_of_tables_are_read() {
        for name in ["KQvK", "KRvKR", "KRPvKR", "KBBvKNP", "KQQQQQvK", "KQPPvKRN"] {
            assert!(Material::parse(name).is_some(), "{name}");
        }
        let wrong = ["", "v", "KvK", "KvKQ", "KRvKQ", "KPQvK", "kqvk", "KQQQQQQvK", "KKvK", "KQ", "KQvKv", "KQQvKRRR"];
        for name in wrong {
            assert_eq!(Material::parse(name), None, "{name}");
        }
    }

    #[test]
    fn a_board_has_the_material_of_its_table() {
        let board = Board::from_fen("8/8/3kr3/8/8/4P3/3KR3/8 w - - 0 1").unwrap();
        assert_eq!(Material::of(&board), material("KRPvKR"));
        let board = Board::from_fen("8/8/3kr3/4p3/8/8/3KR3/8 w - - 0 1").unwrap();
        assert_eq!(Material::of(&board), material("KRPvKR").mirrored());
        assert_eq!(material("KRPvKR").men(), 5);
        assert_eq!(material("KRPPvKR").count_of(Kind::Pawn, Side::First), 2);
    }
}
