//! A sequential test over the parts of a match, without a server: the parts share a folder.
//!
//! Every part writes its games into a folder of its own below the shared one and reads those of the
//! others. Judged is the unbroken row of games from the first on, game after game, as in a match
//! that is played whole. So at fixed nodes the verdict, and the game with which it falls, depend
//! neither on the number of parts nor on which is faster, killed or begun late. No part waits for
//! another, and no lock is shared.
use super::{Played, Settings, Standing};
use crate::{
    report::grouped,
    study::{
        driver::{self, Ended},
        error::Error,
        follow::{Expected, Follower, folder_of},
        progress::Progress,
        shape::Study,
    },
};
use niwaki_statistics::{Outcome, sprt::Verdict};
use serde::Deserialize;
use serde_json::{Value as Json, json};
use std::{
    collections::BTreeMap,
    ops::ControlFlow,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// Time between two looks at the other parts, at least.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// Looks take at most one part of this number of the time.
const LOOK_SHARE: u32 = 100;

/// What the judgement needs of a record.
#[derive(Deserialize)]
struct Line<'a> {
    game: usize,
    players: [usize; 2],
    result: &'a str,
}

impl Line<'_> {
    /// The result, seen by the first player of the match.
    fn outcome(&self) -> Option<Outcome> {
        let first = match self.result {
            "1-0" => Outcome::Win,
            "0-1" => Outcome::Loss,
            "1/2-1/2" => Outcome::Draw,
            _ => return None,
        };
        match self.players {
            [0, 1] => Some(first),
            [1, 0] => Some(first.reversed()),
            _ => None,
        }
    }
}

/// What all parts together have found so far.
pub struct Joint {
    parts: Vec<Follower>,
    /// The header that this part writes; those of the others must agree with it.
    header: Json,
    /// Games that wait for one before them, by number.
    waiting: BTreeMap<usize, Outcome>,
    /// The first game that is not judged yet.
    next: usize,
    /// Games of the whole match.
    count: usize,
    /// Games that were read, judged or not.
    read: usize,
    standing: Standing,
    is_decided: bool,
    /// When the next look is due.
    due: Option<Instant>,
}

impl Joint {
    /// Before the first look.
    pub(super) fn new(settings: &Settings, shared: &Path) -> Joint {
        Joint {
            parts: settings.shard.all().map(|shard| Follower::new(shared, shard)).collect(),
            header: settings.plan().header(),
            waiting: BTreeMap::new(),
            next: 0,
            count: settings.count(),
            read: 0,
            standing: Standing::new(settings),
            is_decided: false,
            due: None,
        }
    }

    /// Reads what all parts have written since the last look, and judges it.
    pub(super) fn look(&mut self, settings: &Settings) -> Result<(), Error> {
        let started = Instant::now();
        let (range, is_decided) = (self.next..self.count, self.is_decided);
        let (read, waiting) = (&mut self.read, &mut self.waiting);
        let mut take = |line: &[u8]| {
            let Ok(line) = serde_json::from_slice::<Line<'_>>(line) else { return false };
            let Some(outcome) = line.outcome() else { return false };
            // After the verdict games are counted and not kept.
            let is_new = range.contains(&line.game) && (is_decided || waiting.insert(line.game, outcome).is_none());
            *read += usize::from(is_new);
            true
        };
        let mut expected = Expected { header: &self.header, take: &mut take };
        self.parts.iter_mut().try_for_each(|part| part.look(&mut expected))?;
        self.judge(settings);
        self.due = Some(Instant::now() + LOOK_EVERY.max(LOOK_SHARE * started.elapsed()));
        Ok(())
    }

    /// A look, if it is time for one.
    fn look_if_due(&mut self, settings: &Settings) -> Result<(), Error> {
        if self.due.is_some_and(|due| Instant::now() < due) { Ok(()) } else { self.look(settings) }
    }

    /// Judges game after game. What comes after the verdict is left out.
    fn judge(&mut self, settings: &Settings) {
        while !self.is_decided {
            let Some(outcome) = self.waiting.remove(&self.next) else { return };
            self.standing.add_result(outcome);
            self.next += 1;
            self.is_decided = self.standing.is_decided(&settings.stop);
        }
        self.waiting.clear();
    }

    /// Whether the whole match need not continue.
    pub fn is_decided(&self) -> bool {
        self.is_decided
    }

    /// What the test says of the games that are judged.
    pub fn verdict(&self, settings: &Settings) -> Option<Verdict> {
        self.standing.verdict(settings).map(|(_, verdict)| verdict)
    }

    /// The standing on one line, for a terminal during the match.
    pub fn line(&self, settings: &Settings) -> String {
        let ratio = self.standing.verdict(settings).map(|(ratio, _)| format!(", llr {ratio:.2}")).unwrap_or_default();
        format!("all parts: {} games judged, {} played{ratio}", grouped(self.next as u64), grouped(self.read as u64))
    }

    /// The lines that people paste into pull requests.
    fn block(&self, settings: &Settings) -> Vec<String> {
        super::text::block(settings, &self.standing).unwrap_or_default()
    }

    /// The finding in lines for people.
    pub fn lines(&self, settings: &Settings) -> Vec<String> {
        let (judged, read) = (grouped(self.next as u64), grouped(self.read as u64));
        let finding = match (self.is_decided, self.verdict(settings)) {
            (true, Some(verdict)) => format!("{} with game {judged}", super::text::word(verdict)),
            (true, None) => format!("the interval is narrow enough with game {judged}"),
            (false, _) => "undecided so far".to_string(),
        };
        let mut lines = vec![
            format!("{} against {}: {finding}", settings.players[0].name, settings.players[1].name),
            format!(
                "This is part {} of a match; of all parts {judged} games are judged, in a row from the first, and {read} are played.",
                settings.shard
            ),
            String::new(),
        ];
        lines.extend(self.block(settings));
        lines
    }

    /// The finding as one JSON object.
    pub fn to_json(&self, settings: &Settings) -> Json {
        let (_, games, pairs) = self.standing.row(0).unwrap_or_default();
        json!({ "summary": {
            "part": settings.shard.to_string(),
            "decided": self.is_decided,
            "verdict": self.verdict(settings).map(super::text::word),
            "llr": self.standing.verdict(settings).map(|(ratio, _)| ratio),
            "judged": self.next,
            "played": self.read,
            "wins": games.wins, "draws": games.draws, "losses": games.losses,
            "pentanomial": pairs.pairs,
            "block": self.block(settings),
        }})
    }
}

/// The folder in which a part keeps its records.
pub fn part_folder(settings: &Settings, shared: &Path) -> PathBuf {
    folder_of(shared, settings.shard)
}

/// Plays a part of a match, or resumes it, until its games are played or the whole is decided.
/// `take` gets each game of the part, with what all parts have found.
pub fn run_part(
    settings: &Settings,
    shared: &Path,
    progress: &Progress,
    take: &mut dyn FnMut(&Played, &Joint) -> Result<(), Error>,
) -> Result<(Joint, Ended), Error> {
    settings.check()?;
    let mut joint = Joint::new(settings, shared);
    joint.look(settings)?;
    if joint.is_decided {
        return Ok((joint, Ended::Decided));
    }
    let folder = part_folder(settings, shared);
    let ended = driver::run(settings, &folder, settings.jobs, progress, &mut |delivery| {
        joint.look_if_due(settings)?;
        take(delivery.record, &joint)?;
        Ok(if joint.is_decided { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    joint.look(settings)?;
    let ended = if joint.is_decided { Ended::Decided } else { ended };
    Ok((joint, ended))
}

#[cfg(test)]
mod tests;
