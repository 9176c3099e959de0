//! Endgame tables as a judge: a game whose end they know need not be played on.
use niwaki_games::chess::{Board, TableSet, TableUse, Tables};
use niwaki_search::game::Known;
use serde_json::{Value as Json, json};
use std::{fmt::Debug, path::Path, sync::Arc};

/// Someone who knows how some games will end.
pub trait Judge: Debug + Send + Sync {
    /// The result for the side to move with best play, if it is beyond doubt.
    fn judge(&self, position: &str) -> Option<Known>;
    /// What decides its judgements, for records.
    fn describe(&self) -> Json;
}

/// Syzygy tables.
#[derive(Debug)]
pub struct Syzygy {
    tables: Tables,
    pieces: u32,
    fifty_moves: bool,
    materials: usize,
}

impl Syzygy {
    /// The tables in `folder`, for positions of at most so many men. Without `fifty_moves`
    /// a win counts however long it takes. The message is one line.
    pub fn open(folder: &Path, pieces: Option<u32>, fifty_moves: bool) -> Result<Syzygy, String> {
        let list = folder.to_str().ok_or_else(|| format!("{}: expected a name in UTF-8", folder.display()))?;
        let set = TableSet::open(list)?.ok_or_else(|| format!("{list:?}: expected a folder with endgame tables"))?;
        let pieces = pieces.unwrap_or(u32::MAX).min(set.largest());
        let materials = set.materials();
        let how = TableUse { limit: pieces, fifty_moves, ..TableUse::default() };
        Ok(Syzygy { tables: Tables::new(Arc::clone(&set), how), pieces, fifty_moves, materials })
    }
}

impl Judge for Syzygy {
    fn judge(&self, position: &str) -> Option<Known> {
        // Most positions have too many men: that is seen without reading them.
        let men = position.split(' ').next()?.chars().filter(char::is_ascii_alphabetic).count();
        if men > self.pieces as usize {
            return None;
        }
        self.tables.verdict(&Board::from_fen(position).ok()?)
    }

    fn describe(&self) -> Json {
        json!({ "pieces": self.pieces, "fifty_moves": self.fifty_moves, "materials": self.materials })
    }
}
