//! One file of endgame tables: who wins, or how far the next irreversible move is.
//!
//! A table has a part for each side to move, unless the sides are alike or the file holds
//! distances, and with pawns for each file of the foremost one. A part lists its pieces,
//! tells how their placements are numbered, and holds a compressed list of numbers.
use super::{
    super::{Board, Kind},
    Value,
    material::{Material, SIDES},
    pairs::Pairs,
    placement::{Lead, MOST_PIECES, Numbering, PAWN_FILES, pawn_order},
    source::{Damage, Reader, Source},
};
use niwaki_search::game::Side;
use std::path::Path;

/// What a file holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Contents {
    /// Who wins.
    Values,
    /// Plies to the next capture or pawn move.
    Distances,
}

impl Contents {
    /// The first bytes of the file.
    pub(super) fn magic(self) -> [u8; 4] {
        match self {
            Contents::Values => [0x71, 0xE8, 0x23, 0x5D],
            Contents::Distances => [0xD7, 0x66, 0x0C, 0xA5],
        }
    }
}

/// Flags of a file.
const HAS_BOTH_SIDES: u8 = 1;
const HAS_PAWNS: u8 = 2;
/// Flags of a part with distances: the side to move, whether numbers stand for others, in
/// words of two bytes, and whether they count plies, not moves, for the winner and the loser.
const SECOND_TO_MOVE: u8 = 1;
const MAPPED: u8 = 2;
const WINS_IN_PLIES: u8 = 4;
const LOSSES_IN_PLIES: u8 = 8;
const WIDE: u8 = 16;
const CONSTANT: u8 = 0x80;
/// Blocks begin at multiples of this many bytes.
const BLOCK_ALIGNMENT: u64 = 64;

const MISFIT: Damage = Damage("pieces that do not fit the name");

/// A piece of a part: its kind, and its side as the file is named.
type Piece = (Kind, Side);

struct Part {
    /// Groups of like pieces with their counts.
    groups: Vec<(Piece, usize)>,
    numbering: Numbering,
    pairs: Pairs,
    /// What the numbers stand for, if mapped: of wins, losses, late wins and late losses.
    maps: Option<[Vec<u16>; 4]>,
}

pub(super) struct Table {
    source: Source,
    /// The sides are alike: only positions with the first to move are stored.
    symmetric: bool,
    /// Whose pawns lead; `None` without pawns.
    leader: Option<Side>,
    sides: usize,
    /// By file of the foremost pawn and side to move.
    parts: Vec<Part>,
}

impl Table {
    pub(super) fn open(path: &Path, material: Material, contents: Contents) -> Result<Table, Damage> {
        Table::read(Source::open(path)?, material, contents)
    }

    pub(super) fn read(source: Source, material: Material, contents: Contents) -> Result<Table, Damage> {
        let mut reader = Reader::new(&source, 0);
        if reader.bytes(4)?[..] != contents.magic() {
            return Err(Damage("no endgame table of this kind"));
        }
        let flags = reader.byte()?;
        let symmetric = material == material.mirrored();
        let has_pawns = material.count(|kind| kind == Kind::Pawn) > 0;
        let sides = if contents == Contents::Values && !symmetric { 2 } else { 1 };
        if (flags & HAS_PAWNS != 0) != has_pawns
            || contents == Contents::Values && (flags & HAS_BOTH_SIDES != 0) != (sides == 2)
        {
            return Err(MISFIT);
        }
        let files = if has_pawns { PAWN_FILES } else { 1 };
        let mut headers = Vec::new();
        for file in 0..files {
            headers.extend(read_pieces(&mut reader, material, file, sides)?);
        }
        reader.align(2);
        let mut parts = Vec::new();
        for (groups, numbering) in headers {
            let pairs = Pairs::read(&mut reader, numbering.size)?;
            parts.push(Part { groups, numbering, pairs, maps: None });
        }
        if contents == Contents::Distances {
            for part in &mut parts {
                part.maps = read_maps(&mut reader, part.pairs.flags)?;
            }
            reader.align(2);
        }
        place_lists(&mut reader, &mut parts)?;
        let leader = parts.first().filter(|_| has_pawns).map(|part| part.groups[0].0.1);
        if parts.iter().any(|part| leader.is_some_and(|leader| part.groups[0].0.1 != leader)) {
            return Err(MISFIT);
        }
        Ok(Table { source, symmetric, leader, sides, parts })
    }

    /// Who wins, but for captures. `mirrored`: the board's sides are those of the file exchanged.
    pub(super) fn value(&self, board: &Board, mirrored: bool) -> Result<Value, Damage> {
        let view = View::new(self, board, mirrored);
        let part = self.part(board, &view)?;
        Value::from_stored(part.number(&self.source, board, &view)?).ok_or(Damage("a value that does not exist"))
    }

    /// Plies to the next irreversible move, the first of them not counted, of a position
    /// with this value; `None`: the other side to move is stored.
    pub(super) fn distance(&self, board: &Board, mirrored: bool, value: Value) -> Result<Option<i32>, Damage> {
        let view = View::new(self, board, mirrored);
        let part = self.part(board, &view)?;
        let flags = part.pairs.flags;
        if (flags & SECOND_TO_MOVE != 0) != view.second_to_move && !self.symmetric {
            return Ok(None);
        }
        // All numbers of a constant list of distances are 0, whatever it says.
        let stored = if flags & CONSTANT != 0 { 0 } else { part.number(&self.source, board, &view)? };
        let number = match (&part.maps, value) {
            (None, _) => stored,
            (Some(maps), _) => *maps[map_of(value)].get(usize::from(stored)).ok_or(Damage("no such distance"))?,
        };
        let in_plies = match value {
            Value::Win => flags & WINS_IN_PLIES != 0,
            Value::Loss => flags & LOSSES_IN_PLIES != 0,
            _ => false,
        };
        Ok(Some(i32::from(number) * if in_plies { 1 } else { 2 }))
    }

    fn part(&self, board: &Board, view: &View) -> Result<&Part, Damage> {
        let file = self.leader.map_or(0, |leader| {
            let foremost = view.squares(board, (Kind::Pawn, leader)).max_by_key(|&square| pawn_order(square));
            foremost.map_or(0, |square| (square & 7).min(7 - (square & 7)))
        });
        let side = if self.sides == 2 { usize::from(view.second_to_move) } else { 0 };
        self.parts.get(file * self.sides + side).ok_or(MISFIT)
    }
}

impl Part {
    #[inline]
    fn number(&self, source: &Source, board: &Board, view: &View) -> Result<u16, Damage> {
        let mut squares = [0; MOST_PIECES];
        let mut men = 0;
        for &(piece, count) in &self.groups {
            let start = men;
            for square in view.squares(board, piece) {
                *squares.get_mut(men).ok_or(MISFIT)? = square;
                men += 1;
            }
            if men - start != count {
                return Err(MISFIT);
            }
        }
        if self.groups[0].0.0 == Kind::Pawn {
            let foremost = (0..self.groups[0].1).max_by_key(|&place| pawn_order(squares[place]));
            squares.swap(0, foremost.unwrap_or(0));
        }
        self.pairs.number(source, self.numbering.number(&mut squares[..men]))
    }
}

/// A board as the file sees it.
struct View {
    /// Colours exchanged, the board upside down.
    flip: bool,
    second_to_move: bool,
}

impl View {
    fn new(table: &Table, board: &Board, mirrored: bool) -> View {
        let second = board.to_move() == Side::Second;
        match table.symmetric {
            true => View { flip: second, second_to_move: false },
            false => View { flip: mirrored, second_to_move: second != mirrored },
        }
    }

    fn squares(&self, board: &Board, (kind, side): Piece) -> impl Iterator<Item = usize> + use<> {
        let side = if self.flip { side.other() } else { side };
        let turned = if self.flip { 56 } else { 0 };
        board.pieces(kind, side).into_iter().map(move |square| square.index() ^ turned)
    }
}

type Header = (Vec<(Piece, usize)>, Numbering);

/// Reads the pieces and the order of their groups, for each side to move.
fn read_pieces(reader: &mut Reader, material: Material, file: usize, sides: usize) -> Result<Vec<Header>, Damage> {
    let both_have_pawns = SIDES.iter().all(|&side| material.count_of(Kind::Pawn, side) > 0);
    let order = reader.byte()?;
    let second_order = if both_have_pawns { Some(reader.byte()?) } else { None };
    let codes = reader.bytes(material.men() as usize)?;
    let nibble = |byte: u8, side: usize| byte >> (4 * side) & 0xF;
    let header = |side: usize| {
        let codes: Vec<u8> = codes.iter().map(|&byte| nibble(byte, side)).collect();
        let groups = groups(&codes, material)?;
        let lead = leading_group(&groups, file)?;
        let first = if let Lead::Pawns { .. } = lead { 1 } else { first_pieces(lead) };
        let counts: Vec<usize> = groups[first..].iter().map(|&(_, count)| count).collect();
        let order = (nibble(order, side), second_order.map(|order| nibble(order, side)));
        Ok((groups, Numbering::new(lead, &counts, order)?))
    };
    (0..sides).map(header).collect()
}

/// Single pieces at the start of a list without pawns.
fn first_pieces(lead: Lead) -> usize {
    if lead == Lead::Three { 3 } else { 2 }
}

/// Like pieces stand together, each kind of each side once, in the numbers of the name.
fn groups(codes: &[u8], material: Material) -> Result<Vec<(Piece, usize)>, Damage> {
    let mut groups: Vec<(Piece, usize)> = Vec::new();
    for like in codes.chunk_by(|a, b| a == b) {
        let side = SIDES[usize::from(like[0] >> 3)];
        let kind = usize::from(like[0] & 7).checked_sub(1).and_then(|kind| Kind::ALL.get(kind).copied());
        let piece = (kind.ok_or(MISFIT)?, side);
        if material.count_of(piece.0, side) != like.len() || groups.iter().any(|group| group.0 == piece) {
            return Err(MISFIT);
        }
        groups.push((piece, like.len()));
    }
    Ok(groups)
}

fn leading_group(groups: &[(Piece, usize)], file: usize) -> Result<Lead, Damage> {
    let is_pawns = |group: &(Piece, usize)| group.0.0 == Kind::Pawn;
    let pawns = groups.iter().filter(|group| is_pawns(group)).count();
    if pawns > 0 {
        let leads = groups[..pawns].iter().all(is_pawns);
        return if leads { Ok(Lead::Pawns { count: groups[0].1, file }) } else { Err(MISFIT) };
    }
    let singles = groups.iter().filter(|&&(_, count)| count == 1).count();
    let lead = if singles >= 3 { Lead::Three } else { Lead::Kings };
    let first = &groups[..first_pieces(lead)];
    let fits = match lead {
        Lead::Three => first.iter().all(|&(_, count)| count == 1),
        _ => first.iter().all(|&((kind, _), _)| kind == Kind::King),
    };
    if fits { Ok(lead) } else { Err(MISFIT) }
}

/// The map that a value uses.
fn map_of(value: Value) -> usize {
    match value {
        Value::Win | Value::Draw => 0,
        Value::Loss => 1,
        Value::CursedWin => 2,
        Value::BlessedLoss => 3,
    }
}

fn read_maps(reader: &mut Reader, flags: u8) -> Result<Option<[Vec<u16>; 4]>, Damage> {
    if flags & MAPPED == 0 {
        return Ok(None);
    }
    let mut maps = [const { Vec::new() }; 4];
    if flags & WIDE != 0 {
        reader.align(2);
    }
    for map in &mut maps {
        *map = if flags & WIDE != 0 {
            let count = usize::from(reader.two()?);
            let bytes = reader.bytes(2 * count)?;
            bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect()
        } else {
            let count = usize::from(reader.byte()?);
            reader.bytes(count)?.iter().map(|&byte| u16::from(byte)).collect()
        };
    }
    Ok(Some(maps))
}

/// Behind the headers lie all sparse indices, then all lengths, then all blocks.
fn place_lists(reader: &mut Reader, parts: &mut [Part]) -> Result<(), Damage> {
    for part in parts.iter_mut() {
        part.pairs.place_index(reader)?;
    }
    for part in parts.iter_mut() {
        part.pairs.place_lengths(reader)?;
    }
    for part in parts.iter_mut() {
        reader.align(BLOCK_ALIGNMENT);
        part.pairs.place_blocks(reader)?;
    }
    Ok(())
}
