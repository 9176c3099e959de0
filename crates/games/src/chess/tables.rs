//! Syzygy endgame tables (de Man 2013).
//!
//! They come in pairs of files for each material: who wins, counting the fifty-move rule
//! ([`Contents::Values`](table::Contents)), and how many plies are left to the next
//! irreversible move on the way. [`placement`] numbers the placements of the pieces,
//! [`pairs`] finds the entry of a number in the compressed file, [`probe`] adds what the
//! tables leave out. No damage of a file can do harm: every offset in it is checked.
mod files;
mod material;
#[cfg(test)]
mod oracle;
mod pairs;
mod placement;
mod probe;
mod source;
#[cfg(test)]
mod synthetic;
mod table;

use super::{Board, Move};
use files::Files;
use material::MOST_MEN;
use niwaki_search::{
    game::{Known, Position},
    node::Depth,
};
use std::{
    fmt,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError, Weak},
};

/// Who wins, worst for the side to move first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Value {
    Loss,
    /// Lost, but for the fifty-move rule.
    BlessedLoss,
    Draw,
    /// Won, but for the fifty-move rule.
    CursedWin,
    Win,
}

impl Value {
    const ALL: [Value; 5] = [Value::Loss, Value::BlessedLoss, Value::Draw, Value::CursedWin, Value::Win];

    /// As tables store it.
    fn from_stored(number: u16) -> Option<Value> {
        Value::ALL.get(usize::from(number)).copied()
    }

    /// The value as the other side sees it.
    fn opposite(self) -> Value {
        Value::ALL[Value::ALL.len() - 1 - self as usize]
    }
}

/// A set of tables on disk.
pub struct TableSet {
    files: Files,
}

impl fmt::Debug for TableSet {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "TableSet({} materials)", self.materials())
    }
}

/// The sets that are open, by their lists of folders: who opens one again gets the same,
/// and what it has read is in memory once.
static OPEN: Mutex<Vec<(String, Weak<TableSet>)>> = Mutex::new(Vec::new());

impl TableSet {
    /// Opens the tables in a list of folders; `None` if the list is empty or "`<empty>`".
    /// The message is one line.
    pub fn open(list: &str) -> Result<Option<Arc<TableSet>>, String> {
        if list.is_empty() || list == "<empty>" {
            return Ok(None);
        }
        let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|(_, set)| set.strong_count() > 0);
        if let Some(set) = open.iter().find(|(name, _)| name == list).and_then(|(_, set)| set.upgrade()) {
            return Ok(Some(set));
        }
        let set = Arc::new(TableSet::read(list)?);
        open.push((list.to_string(), Arc::downgrade(&set)));
        Ok(Some(set))
    }

    fn read(list: &str) -> Result<TableSet, String> {
        let mut folders: Vec<PathBuf> = std::env::split_paths(list).collect();
        folders.retain(|folder| !folder.as_os_str().is_empty());
        if let Some(missing) = folders.iter().find(|folder| !folder.is_dir()) {
            return Err(format!("no folder {missing:?}"));
        }
        let files = Files::open(&folders).map_err(|error| format!("cannot read {list:?}: {error}"))?;
        if files.largest == 0 { Err(format!("no endgame tables in {list:?}")) } else { Ok(TableSet { files }) }
    }

    /// Most pieces of which there is a table.
    pub fn largest(&self) -> u32 {
        self.files.largest
    }

    /// Kinds of material of which there is a table, and all that it leads to.
    pub fn materials(&self) -> usize {
        self.files.materials()
    }
}

/// How tables are to be used: the options of engines that have them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableUse {
    /// Most pieces with which they are asked.
    pub limit: u32,
    /// Least depth at which they are asked with exactly that many pieces.
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

    fn value(&self, board: &Board) -> Option<Value> {
        if board.castling_rooks().any() {
            return None;
        }
        self.set.files.value(board)
    }

    fn known(&self, value: Value) -> Known {
        match value {
            Value::Win => Known::Win,
            Value::CursedWin if !self.how.fifty_moves => Known::Win,
            Value::Loss => Known::Loss,
            Value::BlessedLoss if !self.how.fifty_moves => Known::Loss,
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
        let files = &self.set.files;
        let results = files.has_distance(board).then(|| files.after_moves(board, moves))??;
        Some(results.into_iter().map(|(value, distance)| self.rank(value, distance)).collect())
    }

    /// For tables without distances.
    fn ranks_by_value(&self, board: &Board, moves: &[Move]) -> Option<Vec<i32>> {
        moves.iter().map(|&m| self.value(&board.play(m)).map(|value| self.rank(value.opposite(), 0))).collect()
    }

    fn rank(&self, value: Value, distance: i32) -> i32 {
        match (self.known(value), value) {
            (Known::Win, _) => WON - distance,
            (Known::Loss, _) => -WON,
            (Known::Draw, Value::CursedWin) => WON_LATE - distance,
            (Known::Draw, Value::BlessedLoss) => distance - WON_LATE,
            (Known::Draw, _) => 0,
        }
    }
}
