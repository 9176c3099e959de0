//! One search of one position, watched.
use crate::{measure::effort::Effort, setup::recipe::Recipe};
use niwaki_search::{
    engine::{Engine, Report},
    limits::Limits,
    watch::{self, Watch},
};

/// What is searched, and how long.
#[derive(Clone, Debug)]
pub struct Question {
    /// The position in the game's notation; `None`: the start.
    pub position: Option<String>,
    /// What ends the search.
    pub effort: Effort,
    /// Size of the table in MiB.
    pub hash: usize,
}

/// What a search found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// In the end.
    pub last: Report,
    /// After each iteration: its depth and the move that was best then.
    pub iterations: Vec<(i32, String)>,
}

impl Found {
    /// The best move; `None` when the game is over.
    pub fn best(&self) -> Option<&str> {
        self.last.line.first().map(String::as_str)
    }

    /// The first depth from which on the move stayed the best.
    pub fn depth_of(&self, wanted: &str) -> Option<i32> {
        let settled = self.iterations.iter().rev().take_while(|(_, best)| best == wanted);
        settled.last().map(|(depth, _)| *depth)
    }
}

/// An engine with the settings of a recipe, at the position.
pub fn open(recipe: &Recipe, question: &Question) -> Result<Box<dyn Engine>, String> {
    let mut engine = recipe.engine(question.hash)?;
    engine.set_position(question.position.as_deref(), &[])?;
    Ok(engine)
}

/// Searches from scratch while the watcher looks on; returns what was found, and the watcher.
pub fn search<W: Watch + Default>(engine: &mut dyn Engine, limits: &Limits, watcher: W) -> (Found, W) {
    engine.clear();
    engine.control().prepare(false);
    engine.watch(Some(Box::new(watcher)));
    let mut found = Found::default();
    found.last = engine.go(limits, &mut |report| {
        if let (1, Some(best)) = (report.line_number, report.line.first()) {
            found.iterations.retain(|(depth, _)| *depth != report.depth);
            found.iterations.push((report.depth, best.clone()));
        }
    });
    let watcher = engine.watch(None).and_then(watch::unwrap::<W>);
    (found, watcher.map_or_else(W::default, |watcher| *watcher))
}
