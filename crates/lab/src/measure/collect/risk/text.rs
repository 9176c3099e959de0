//! What a collection of moves holds, in lines for people and in JSON.
use super::{Game, Move, WHAT};
use crate::{
    measure::collect::COMMAND,
    study::{
        error::Error,
        record::{Run, line_of},
    },
};
use niwaki_search::{knowledge::risk::DEPTHS, node::Depth};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

const PERCENT: f64 = 100.0;

/// The moves of a run, game by game.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    /// The plan of the run.
    pub plan: Json,
    /// The games by number, each with the moves kept.
    pub games: BTreeMap<usize, (Game, Vec<Move>)>,
}

/// The moves of one depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Row {
    seen: u64,
    kept: u64,
    undetermined: u64,
    beats: u64,
    skipped: u64,
    wrong: u64,
    rules: u64,
    rules_wrong: u64,
}

impl Collection {
    /// What the records of a run say.
    pub fn read(run: &Run) -> Result<Collection, Error> {
        let ours = |header: &&Json| header["command"] == COMMAND && header["plan"]["what"] == WHAT;
        let foreign = || Error::new("expected the records of niwaki collect risk");
        let header = run.header.as_ref().filter(ours).ok_or_else(foreign)?;
        let mut games = BTreeMap::new();
        for (index, record) in run.records.iter().enumerate() {
            let wrong = || Error::new(format!("line {}: expected a game of a collection", line_of(index)));
            let game: Game = serde_json::from_value(record.clone()).map_err(|_| wrong())?;
            let moves = game.read().ok_or_else(wrong)?;
            if games.insert(game.game, (game, moves)).is_some() {
                return Err(wrong());
            }
        }
        Ok(Collection { plan: header["plan"].clone(), games })
    }

    fn sum(&self, part: fn(&Game) -> u64) -> u64 {
        self.games.values().map(|(game, _)| part(game)).sum()
    }

    fn row(&self, depth: Depth) -> Row {
        let mut row = Row::default();
        for (game, moves) in self.games.values() {
            row.seen += game.seen[depth as usize - 1];
            for m in moves.iter().filter(|m| m.node.depth == depth) {
                let beats = m.beats == Some(true);
                row.kept += 1;
                row.undetermined += u64::from(m.beats.is_none());
                row.beats += u64::from(beats);
                row.skipped += u64::from(m.skipped);
                row.wrong += u64::from(m.skipped && beats);
                row.rules += u64::from(m.skipped_by_rules());
                row.rules_wrong += u64::from(m.skipped_by_rules() && beats);
            }
        }
        row
    }

    fn rows(&self) -> Vec<(Depth, Row)> {
        let rows = (1..=DEPTHS as Depth).map(|depth| (depth, self.row(depth)));
        rows.filter(|(_, row)| row.seen > 0).collect()
    }

    /// The collection in lines for people.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![
            format!("games       {}", self.games.len()),
            format!("searches    {}", self.sum(|game| game.searches)),
            format!(
                "nodes       {}, and {} of the judge",
                self.sum(|game| game.nodes),
                self.sum(|game| game.judge_nodes)
            ),
            String::new(),
            "quiet moves by depth: those that beat alpha, were skipped, would be by the rules; wrong: and beat alpha"
                .to_string(),
            format!(
                "{:>5} {:>12} {:>8} {:>8} {:>8} {:>8} {:>7} {:>8} {:>7} {:>12}",
                "depth", "seen", "kept", "beat", "%", "skipped", "wrong", "by rules", "wrong", "undetermined"
            ),
        ];
        lines.extend(self.rows().iter().map(|(depth, row)| {
            let share = |part: u64| PERCENT * part as f64 / row.kept.max(1) as f64;
            format!(
                "{depth:>5} {:>12} {:>8} {:>8} {:>8.2} {:>6.1} % {:>7} {:>6.1} % {:>7} {:>12}",
                row.seen,
                row.kept,
                row.beats,
                share(row.beats),
                share(row.skipped),
                row.wrong,
                share(row.rules),
                row.rules_wrong,
                row.undetermined
            )
        }));
        lines
    }

    /// The collection as one JSON object.
    pub fn to_json(&self) -> Json {
        let row = |(depth, row): &(Depth, Row)| {
            json!({
                "depth": depth, "seen": row.seen, "kept": row.kept, "beats": row.beats,
                "skipped": row.skipped, "skipped_wrong": row.wrong,
                "rules": row.rules, "rules_wrong": row.rules_wrong, "undetermined": row.undetermined,
            })
        };
        json!({
            "games": self.games.len(),
            "searches": self.sum(|game| game.searches),
            "nodes": self.sum(|game| game.nodes),
            "judge_nodes": self.sum(|game| game.judge_nodes),
            "depths": self.rows().iter().map(row).collect::<Vec<_>>(),
        })
    }
}
