//! What files of games hold, and whether their labels can be trusted.
use super::{Game, Games, Winner, replay};
use crate::{
    report::percent,
    study::{error::Error, workers},
};
use niwaki_games::{Kit, list};
use niwaki_search::node::Score;
use serde_json::{Value as Json, json};
use std::ops::Range;

/// Games counted at a time.
const PART: usize = 1000;

/// Sums over games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Games.
    pub games: u64,
    /// Won by the side that began, by the other, and drawn.
    pub winners: [u64; 3],
    /// Plies that were searched.
    pub plies: u64,
    /// Bytes of the games.
    pub bytes: u64,
    /// A score beyond this is clear: it should predict the result.
    pub beyond: Score,
    /// Clear scores in games that were won.
    pub clear: u64,
    /// Those of the side that won.
    pub right: u64,
    /// Positions that a network learns from; `None` where they are not known.
    pub kept: Option<u64>,
}

impl Stats {
    /// Counts the games of files, on several threads.
    pub fn of(files: &[Games], jobs: usize) -> Result<Stats, Error> {
        let mut sum = Stats::default();
        for games in files {
            let mut part = Stats::of_file(games, jobs)?;
            part.bytes = games.bytes() as u64;
            sum.add(&part);
        }
        Ok(sum)
    }

    fn of_file(games: &Games, jobs: usize) -> Result<Stats, Error> {
        let kit = list::find(games.game()).map_err(|reason| Error::at(&games.path, reason))?;
        let count = |(): &mut (), range: &Range<usize>| {
            let mut sum = Stats::default();
            for number in range.clone() {
                let one = Stats::of_game(kit, &games.get(number)?).map_err(|reason| games.wrong(number, reason))?;
                sum.add(&one);
            }
            Ok::<_, Error>(sum)
        };
        let mut sum = Stats::default();
        let parts = super::parts(games.len(), PART);
        workers::run(&mut vec![(); jobs.max(1)], &parts, &count, &mut |part| sum.add(&part))?;
        Ok(sum)
    }

    fn of_game(kit: &dyn Kit, game: &Game) -> Result<Stats, String> {
        let beyond = kit.thresholds().clear;
        let mut stats = Stats { games: 1, plies: game.plies.len() as u64, beyond, ..Stats::default() };
        stats.winners[game.winner as usize] = 1;
        if game.winner != Winner::Nobody {
            for (number, ply) in game.plies.iter().enumerate().filter(|(_, ply)| ply.score.abs() > beyond) {
                let first_ahead = (ply.score > 0) == game.first_to_move(number);
                stats.clear += 1;
                stats.right += u64::from(first_ahead == (game.winner == Winner::First));
            }
        }
        if let Some(learner) = kit.learner() {
            let mut kept = 0;
            replay(learner, game, &mut |searched| kept += u64::from(searched.is_quiet()))?;
            stats.kept = Some(kept);
        }
        Ok(stats)
    }

    fn add(&mut self, other: &Stats) {
        // Of nothing everything is known.
        self.kept = if self.games == 0 { other.kept } else { self.kept.zip(other.kept).map(|(a, b)| a + b) };
        self.games += other.games;
        self.beyond = self.beyond.max(other.beyond);
        self.plies += other.plies;
        self.bytes += other.bytes;
        self.clear += other.clear;
        self.right += other.right;
        self.winners.iter_mut().zip(other.winners).for_each(|(sum, part)| *sum += part);
    }

    /// Share of the clear scores that came true; `None` if there are none.
    pub fn agreement(&self) -> Option<f64> {
        (self.clear > 0).then(|| self.right as f64 / self.clear as f64)
    }

    /// What was counted, for people.
    pub fn lines(&self) -> Vec<String> {
        let [first, second, drawn] = self.winners.map(|count| percent(count as f64 / self.games.max(1) as f64));
        let each = |count: u64, of: u64| count as f64 / of.max(1) as f64;
        let mut lines = vec![
            format!("games       {}", self.games),
            format!("results     {first} won by the side that began, {drawn} drawn, {second} lost"),
            format!("plies       {}, {:.1} a game", self.plies, each(self.plies, self.games)),
            format!("bytes       {}, {:.2} a ply", self.bytes, each(self.bytes, self.plies)),
        ];
        lines.push(match self.agreement() {
            Some(share) => format!(
                "agreement   {} of {} scores beyond {} in decided games have the sign of the result",
                percent(share),
                self.clear,
                self.beyond
            ),
            None => format!("agreement   there is no score beyond {} in a decided game", self.beyond),
        });
        lines.extend(self.kept.map(|kept| {
            let share = percent(each(kept, self.plies));
            format!("positions   {kept} to learn from, {share}: not in check, best move quiet, no mate")
        }));
        lines
    }

    /// What was counted, for programs.
    pub fn to_json(&self) -> Json {
        let [first, second, drawn] = self.winners;
        json!({
            "games": self.games, "first_won": first, "second_won": second, "drawn": drawn,
            "plies": self.plies, "bytes": self.bytes, "clear": self.clear, "agreement": self.agreement(),
            "positions": self.kept,
        })
    }
}
