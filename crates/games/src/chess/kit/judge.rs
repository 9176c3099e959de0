//! Syzygy tables as a judge: a game whose end they know need not be played on.
use crate::{
    chess::{Board, TableSet, TableUse, Tables},
    kit::{Judge, JudgeFacts, TableChoice},
};
use niwaki_search::game::Known;
use std::sync::Arc;

#[derive(Debug)]
struct Syzygy {
    tables: Tables,
    facts: JudgeFacts,
}

/// Opens the tables of a folder. The message is one line.
pub(super) fn open(choice: &TableChoice<'_>) -> Result<Arc<dyn Judge>, String> {
    let TableChoice { folder, pieces, fifty_moves } = *choice;
    let list = folder.to_str().ok_or_else(|| format!("{}: expected a name in UTF-8", folder.display()))?;
    let set = TableSet::open(list)?.ok_or_else(|| format!("{list:?}: expected a folder with endgame tables"))?;
    let pieces = pieces.unwrap_or(u32::MAX).min(set.largest());
    let facts = JudgeFacts { pieces, fifty_moves, materials: set.materials() };
    let how = TableUse { limit: pieces, fifty_moves, ..TableUse::default() };
    Ok(Arc::new(Syzygy { tables: Tables::new(set, how), facts }))
}

impl Judge for Syzygy {
    fn judge(&self, position: &str) -> Option<Known> {
        // Most positions have too many men: that is seen without reading them.
        let men = position.split(' ').next()?.chars().filter(char::is_ascii_alphabetic).count();
        if men > self.facts.pieces as usize {
            return None;
        }
        self.tables.verdict(&Board::from_fen(position).ok()?)
    }

    fn facts(&self) -> JudgeFacts {
        self.facts
    }
}
