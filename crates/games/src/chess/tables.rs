//! Syzygy endgame tables (de Man 2013), read by pyrrhic-rs.
//!
//! pyrrhic-rs keeps its tables in globals and takes every table for present: a missing
//! one is noticed while probing, which is not safe between threads. So one set is open
//! in a process at a time, behind a lock, and it is asked only for material of which
//! [`Survey`] has seen all tables.
mod files;

use super::{
    Bitboard, Board, Kind, Move, Square, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks,
    rook_attacks,
};
use files::{MOST_MEN, Material, Survey};
use niwaki_search::{
    game::{Known, Position, Side},
    node::Depth,
};
use pyrrhic_rs::{Color, DtzProbeValue, DtzResult, EngineAdapter, Piece, TableBases, WdlProbeResult};
use std::{
    path::{Path, PathBuf},
    sync::{
        Arc, RwLock,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

/// Plies without capture or pawn move that make a draw.
const FIFTY_MOVES: u32 = 100;

/// The tables that pyrrhic-rs has open.
struct Open {
    number: u64,
    folders: String,
    base: TableBases<Attacks>,
}

static OPEN: RwLock<Option<Open>> = RwLock::new(None);
static OPENED: AtomicU64 = AtomicU64::new(0);

/// A set of tables on disk. When another set is opened in this process, it falls silent.
#[derive(Debug)]
pub struct TableSet {
    number: u64,
    survey: Survey,
}

impl TableSet {
    /// Opens the tables in a list of folders; `None` if the list is empty or "`<empty>`".
    /// The message is one line.
    pub fn open(list: &str) -> Result<Option<Arc<TableSet>>, String> {
        if list.is_empty() || list == "<empty>" {
            return Ok(None);
        }
        let mut folders: Vec<PathBuf> = std::env::split_paths(list).collect();
        folders.retain(|folder| !folder.as_os_str().is_empty());
        if let Some(missing) = folders.iter().find(|folder| !folder.is_dir()) {
            return Err(format!("no folder {missing:?}"));
        }
        let survey = Survey::of(&folders).map_err(|error| format!("cannot read {list:?}: {error}"))?;
        if survey.largest == 0 {
            return Err(format!("no endgame tables in {list:?}"));
        }
        let names: Result<Vec<String>, String> = folders.iter().map(|folder| without_colon(folder)).collect();
        let number = open_base(names?.join(":"))?;
        Ok(Some(Arc::new(TableSet { number, survey })))
    }

    /// Most pieces of which there is a table.
    pub fn largest(&self) -> u32 {
        self.survey.largest
    }

    /// Kinds of material of which there is a table, and all that it leads to.
    pub fn materials(&self) -> usize {
        self.survey.materials()
    }

    fn value(&self, board: &Board) -> Option<WdlProbeResult> {
        if !self.survey.has_value(Material::of(board)) {
            return None;
        }
        let [white, black, kings, queens, rooks, bishops, knights, pawns] = bitboards(board);
        let open = OPEN.read().ok()?;
        let base = self.base(open.as_ref())?;
        let (en_passant, turn) = (en_passant(board), board.to_move() == Side::First);
        base.probe_wdl(white, black, kings, queens, rooks, bishops, knights, pawns, en_passant, turn).ok()
    }

    /// All legal moves with their distance to the next irreversible one.
    fn distances(&self, board: &Board) -> Option<Vec<DtzResult>> {
        if !self.survey.has_distance(Material::of(board)) {
            return None;
        }
        let [white, black, kings, queens, rooks, bishops, knights, pawns] = bitboards(board);
        let (clock, turn) = (board.halfmoves().min(FIFTY_MOVES), board.to_move() == Side::First);
        let en_passant = en_passant(board);
        // pyrrhic-rs wants no other thread near while it probes a root.
        let open = OPEN.write().ok()?;
        let base = self.base(open.as_ref())?;
        let answer = base
            .probe_root(white, black, kings, queens, rooks, bishops, knights, pawns, clock, en_passant, turn)
            .ok()?;
        let result = |value: &DtzProbeValue| match value {
            DtzProbeValue::DtzResult(result) => Some(*result),
            _ => None,
        };
        answer.moves[..answer.num_moves].iter().map(result).collect()
    }

    /// The open tables, unless another set has taken their place.
    fn base<'a>(&self, open: Option<&'a Open>) -> Option<&'a TableBases<Attacks>> {
        open.filter(|open| open.number == self.number).map(|open| &open.base)
    }
}

/// Opens the tables in folders separated by colons; returns the number of the set.
fn open_base(folders: String) -> Result<u64, String> {
    let mut open = OPEN.write().map_err(|_| "endgame tables have failed before".to_string())?;
    if let Some(same) = open.as_ref().filter(|open| open.folders == folders) {
        return Ok(same.number);
    }
    *open = None; // frees the old tables: pyrrhic-rs refuses a second set
    let base = TableBases::new(&folders).map_err(|error| format!("cannot open endgame tables: {error:?}"))?;
    let number = OPENED.fetch_add(1, Relaxed);
    *open = Some(Open { number, folders, base });
    Ok(number)
}

/// The folder as pyrrhic-rs may hear of it, to whom a colon separates folders even
/// where it follows the letter of a drive.
fn without_colon(folder: &Path) -> Result<String, String> {
    let name = folder.to_string_lossy();
    let here = std::env::current_dir().unwrap_or_default();
    let drive = here.to_str().and_then(|here| here.split_once(':')).map_or("", |(drive, _)| drive);
    match name.split_once(':') {
        None => Ok(name.into_owned()),
        Some((letter, rest)) if letter.eq_ignore_ascii_case(drive) && !rest.contains(':') => Ok(rest.to_string()),
        Some(_) => Err(format!("{folder:?} is not on the drive of the working folder")),
    }
}

/// White, black, then the kinds from the king down.
fn bitboards(board: &Board) -> [u64; 8] {
    let [pawns, knights, bishops, rooks, queens, kings] = Kind::ALL.map(|kind| board.of_kind(kind).0);
    let [white, black] = [Side::First, Side::Second].map(|side| board.of_side(side).0);
    [white, black, kings, queens, rooks, bishops, knights, pawns]
}

/// The square of a capture en passant; 0 if there is none.
fn en_passant(board: &Board) -> u32 {
    board.en_passant().map_or(0, |square| square.index() as u32)
}

/// How tables are to be used: the options of engines that have them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableUse {
    /// Most pieces with which they are asked.
    pub limit: u32,
    /// Least depth at which they are asked with just so many pieces.
    pub depth: Depth,
    /// Whether wins that take more than fifty moves are draws.
    pub fifty_moves: bool,
}

impl Default for TableUse {
    fn default() -> Self {
        TableUse { limit: MOST_MEN, depth: 1, fifty_moves: true }
    }
}

/// Tables as an evaluator asks them.
#[derive(Clone, Debug)]
pub struct Tables {
    set: Arc<TableSet>,
    how: TableUse,
}

/// Ranks of root moves: wins by their distance above all, then wins that come too
/// late, draws, losses that come too late by their distance, losses.
const WON: i32 = 20_000;
const WON_LATE: i32 = 10_000;

impl Tables {
    /// These tables, used so.
    pub fn new(set: Arc<TableSet>, how: TableUse) -> Tables {
        let limit = how.limit.min(set.largest());
        Tables { set, how: TableUse { limit, ..how } }
    }

    /// The value of the position when `depth` plies are left. Only right after an
    /// irreversible move is it beyond doubt.
    #[inline]
    pub fn probe(&self, board: &Board, depth: Depth) -> Option<Known> {
        let men = board.occupied().count();
        if men > self.how.limit || board.halfmoves() != 0 || men == self.how.limit && depth < self.how.depth {
            return None;
        }
        self.value(board).map(|value| self.known(value))
    }

    /// How a game will end from here with best play, if that is beyond doubt. A win is not
    /// when moves without progress have been counted before: they may be too many by then.
    pub fn verdict(&self, board: &Board) -> Option<Known> {
        if board.occupied().count() > self.how.limit {
            return None;
        }
        let counted = self.how.fifty_moves && board.halfmoves() != 0;
        self.value(board).map(|value| self.known(value)).filter(|known| *known == Known::Draw || !counted)
    }

    fn value(&self, board: &Board) -> Option<WdlProbeResult> {
        if board.castling_rooks().any() {
            return None;
        }
        self.set.value(board)
    }

    fn known(&self, value: WdlProbeResult) -> Known {
        match value {
            WdlProbeResult::Win => Known::Win,
            WdlProbeResult::CursedWin if !self.how.fifty_moves => Known::Win,
            WdlProbeResult::Loss => Known::Loss,
            WdlProbeResult::BlessedLoss if !self.how.fifty_moves => Known::Loss,
            _ => Known::Draw,
        }
    }

    /// Keeps the best of the moves; `false` if the tables do not know them all. Of
    /// winning moves only those stay that come nearest to an irreversible move: the
    /// game makes progress, whatever the search thinks of it.
    pub fn keep_best(&self, board: &Board, moves: &mut Vec<Move>) -> bool {
        if board.occupied().count() > self.how.limit || board.castling_rooks().any() {
            return false;
        }
        let Some(ranks) = self.ranks_by_distance(board, moves).or_else(|| self.ranks_by_value(board, moves)) else {
            return false;
        };
        let best = ranks.iter().copied().max();
        let mut ranks = ranks.into_iter();
        moves.retain(|_| ranks.next() == best);
        true
    }

    fn ranks_by_distance(&self, board: &Board, moves: &[Move]) -> Option<Vec<i32>> {
        let results = self.set.distances(board)?;
        let find = |&m: &Move| results.iter().find(|result| is_same(m, result));
        moves.iter().map(|m| find(m).map(|result| self.rank(result.wdl, result.dtz.into()))).collect()
    }

    /// For tables without distances.
    fn ranks_by_value(&self, board: &Board, moves: &[Move]) -> Option<Vec<i32>> {
        moves.iter().map(|&m| self.value(&board.play(m)).map(|value| self.rank(opposite(value), 0))).collect()
    }

    fn rank(&self, value: WdlProbeResult, distance: i32) -> i32 {
        match (self.known(value), value) {
            (Known::Win, _) => WON - distance,
            (Known::Loss, _) => -WON,
            (Known::Draw, WdlProbeResult::CursedWin) => WON_LATE - distance,
            (Known::Draw, WdlProbeResult::BlessedLoss) => distance - WON_LATE,
            (Known::Draw, _) => 0,
        }
    }
}

fn is_same(m: Move, result: &DtzResult) -> bool {
    let promotion = match result.promotion {
        Piece::Queen => Some(Kind::Queen),
        Piece::Rook => Some(Kind::Rook),
        Piece::Bishop => Some(Kind::Bishop),
        Piece::Knight => Some(Kind::Knight),
        _ => None,
    };
    let squares = (m.from().index(), m.to().index());
    squares == (result.from_square.into(), result.to_square.into()) && m.promotion() == promotion
}

/// The value as the other side sees it.
fn opposite(value: WdlProbeResult) -> WdlProbeResult {
    match value {
        WdlProbeResult::Loss => WdlProbeResult::Win,
        WdlProbeResult::BlessedLoss => WdlProbeResult::CursedWin,
        WdlProbeResult::Draw => WdlProbeResult::Draw,
        WdlProbeResult::CursedWin => WdlProbeResult::BlessedLoss,
        WdlProbeResult::Win => WdlProbeResult::Loss,
    }
}

/// Our attacks, as pyrrhic-rs asks for them.
#[derive(Clone)]
struct Attacks;

fn square(index: u64) -> Square {
    Square::wrapping(index as u32)
}

impl EngineAdapter for Attacks {
    fn pawn_attacks(color: Color, from: u64) -> u64 {
        let side = if color == Color::White { Side::First } else { Side::Second };
        pawn_attacks(side, square(from)).0
    }

    fn knight_attacks(from: u64) -> u64 {
        knight_attacks(square(from)).0
    }

    fn bishop_attacks(from: u64, occupied: u64) -> u64 {
        bishop_attacks(square(from), Bitboard(occupied)).0
    }

    fn rook_attacks(from: u64, occupied: u64) -> u64 {
        rook_attacks(square(from), Bitboard(occupied)).0
    }

    fn queen_attacks(from: u64, occupied: u64) -> u64 {
        queen_attacks(square(from), Bitboard(occupied)).0
    }

    fn king_attacks(from: u64) -> u64 {
        king_attacks(square(from)).0
    }
}
