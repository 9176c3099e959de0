//! Which tables lie in the folders, and for which positions they suffice.
use super::super::{Board, Kind};
use niwaki_search::game::Side;
use std::{
    collections::{HashMap, HashSet},
    fs,
    io::{self, Read},
    path::Path,
};

/// Most pieces of a table, kings included.
pub(super) const MOST_MEN: u32 = 7;
/// First bytes of tables that tell who wins, and how far the next irreversible move is.
const VALUE_MAGIC: [u8; 4] = [0x71, 0xE8, 0x23, 0x5D];
const DISTANCE_MAGIC: [u8; 4] = [0xD7, 0x66, 0x0C, 0xA5];
/// A whole table is made of blocks and a checksum.
const BLOCK: u64 = 64;
const CHECKSUM: u64 = 16;

const SIDES: [Side; 2] = [Side::First, Side::Second];
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
    const BARE_KINGS: Material = Material(0);

    /// That of a board with at most [`MOST_MEN`] pieces.
    pub(super) fn of(board: &Board) -> Material {
        let count = |kind, side| board.pieces(kind, side).count() * one(kind, side);
        Material(SIDES.iter().flat_map(|&side| BESIDES_KING.map(|kind| count(kind, side))).sum())
    }

    /// Reads "KRPvKR", the stronger side first as tables are named; nothing else.
    fn parse(name: &str) -> Option<Material> {
        let (first, second) = name.split_once('v')?;
        let (first, second) = (parse_side(first)?, parse_side(second)?);
        let material = Material(first.1 | second.1 << BITS_PER_SIDE);
        (first >= second && (3..=MOST_MEN).contains(&material.men())).then_some(material)
    }

    fn has(self, kind: Kind, side: Side) -> bool {
        self.0 & (one(kind, side) * ((1 << BITS_PER_KIND) - 1)) != 0
    }

    fn count(self, mut is_counted: impl FnMut(Kind) -> bool) -> u32 {
        let fields = SIDES.iter().flat_map(|&side| BESIDES_KING.map(|kind| (kind, side)));
        let counted = fields.filter(|&(kind, _)| is_counted(kind));
        counted.map(|(kind, side)| self.0 / one(kind, side) % (1 << BITS_PER_KIND)).sum()
    }

    /// All pieces, kings included.
    fn men(self) -> u32 {
        2 + self.count(|_| true)
    }

    /// The same with colours exchanged.
    fn mirrored(self) -> Material {
        Material((self.0 & SIDE_MASK) << BITS_PER_SIDE | self.0 >> BITS_PER_SIDE)
    }

    /// What can follow by a promotion of `side`.
    fn promotions(self, side: Side) -> Vec<Material> {
        let promoted = |kind| Material(self.0 - one(Kind::Pawn, side) + one(kind, side));
        if self.has(Kind::Pawn, side) { PROMOTED.map(promoted).to_vec() } else { Vec::new() }
    }

    /// What can follow by a capture, which may promote.
    fn captures(self) -> Vec<Material> {
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

/// For which material the tables suffice. A probe follows captures and promotions, so
/// a table counts only if those that it leads to are there as well.
#[derive(Debug)]
pub(super) struct Survey {
    values: HashSet<Material>,
    distances: HashSet<Material>,
    /// Most pieces of which there is a table; 0 without any.
    pub(super) largest: u32,
}

impl Survey {
    /// Looks through the folders; of equal tables the first counts, sound or not.
    pub(super) fn of<P: AsRef<Path>>(folders: &[P]) -> io::Result<Survey> {
        let (mut values, mut distances) = (HashMap::new(), HashMap::new());
        for folder in folders {
            for file in fs::read_dir(folder)? {
                let path = file?.path();
                let (files, magic) = match path.extension().and_then(|extension| extension.to_str()) {
                    Some("rtbw") => (&mut values, VALUE_MAGIC),
                    Some("rtbz") => (&mut distances, DISTANCE_MAGIC),
                    _ => continue,
                };
                if let Some(material) = path.file_stem().and_then(|name| name.to_str()).and_then(Material::parse) {
                    files.entry(material).or_insert_with(|| is_sound(&path, magic));
                }
            }
        }
        Ok(Survey::from_files(&sound(values), &sound(distances)))
    }

    fn from_files(values: &[Material], distances: &[Material]) -> Survey {
        let mut survey =
            Survey { values: HashSet::from([Material::BARE_KINGS]), distances: HashSet::new(), largest: 0 };
        let mut in_order = values.to_vec();
        in_order.sort_by_key(|material| (material.men(), material.count(|kind| kind == Kind::Pawn)));
        for material in in_order {
            if material.captures().iter().all(|next| survey.values.contains(next)) {
                survey.values.extend([material, material.mirrored()]);
                survey.largest = survey.largest.max(material.men());
            }
        }
        for &material in distances {
            let promotions = SIDES.iter().flat_map(|&side| material.promotions(side));
            if survey.has_value(material) && promotions.into_iter().all(|next| survey.has_value(next)) {
                survey.distances.extend([material, material.mirrored()]);
            }
        }
        survey
    }

    /// How many kinds of material there are tables for; that with colours exchanged is the same.
    pub(super) fn materials(&self) -> usize {
        self.values.iter().filter(|material| material.0 >= material.mirrored().0).count()
    }

    /// Whether the tables tell who wins.
    pub(super) fn has_value(&self, material: Material) -> bool {
        self.values.contains(&material)
    }

    /// Whether the tables tell how.
    pub(super) fn has_distance(&self, material: Material) -> bool {
        self.distances.contains(&material)
    }
}

fn sound(files: HashMap<Material, bool>) -> Vec<Material> {
    files.into_iter().filter(|&(_, sound)| sound).map(|(material, _)| material).collect()
}

/// Whether the file looks like a whole table of its kind. Damage inside goes unseen.
fn is_sound(path: &Path, magic: [u8; 4]) -> bool {
    let check = || -> io::Result<bool> {
        let mut file = crate::input::open(path)?;
        let mut start = [0; 4];
        file.read_exact(&mut start)?;
        Ok(start == magic && file.metadata()?.len() % BLOCK == CHECKSUM)
    };
    check().unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn material(name: &str) -> Material {
        Material::parse(name).unwrap()
    }

    fn survey(values: &[&str], distances: &[&str]) -> Survey {
        let read = |names: &[&str]| names.iter().map(|name| material(name)).collect::<Vec<_>>();
        Survey::from_files(&read(values), &read(distances))
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
    }

    #[test]
    fn a_table_counts_with_all_it_leads_to() {
        let three = ["KPvK", "KNvK", "KBvK", "KRvK", "KQvK"];
        let all = survey(&three, &["KQvK", "KPvK"]);
        assert_eq!((all.largest, all.materials()), (3, 6), "and bare kings");
        assert!(all.has_value(material("KPvK")) && all.has_value(material("KPvK").mirrored()));
        assert!(all.has_distance(material("KPvK")) && !all.has_distance(material("KRvK")));

        assert!(!survey(&["KPvK"], &["KPvK"]).has_distance(material("KPvK")));
        assert_eq!(survey(&["KQRvK", "KQvK"], &[]).largest, 3);
        assert_eq!(survey(&["KQRvK", "KQvK", "KRvK"], &[]).largest, 4);
        assert!(!survey(&["KRvKP", "KPvK", "KRvK"], &[]).has_value(material("KRvKP")), "the pawn takes and promotes");
        assert_eq!(survey(&[], &["KQvK"]).largest, 0);
    }
}
