//! The record as it is written.
use super::Class;
use crate::play::matches::TimeControl;
use niwaki_statistics::{
    Interval, Pentanomial, Results,
    elo::{self, Estimate},
    sprt::{self, DEFAULT_ERROR, Sprt},
};
use serde::{Deserialize, Serialize};
use std::fmt;
use toml::Spanned;

/// Ends a limit of nodes.
const NODES: &str = " nodes";

/// The file.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct History {
    /// Runs of training games.
    #[serde(default, rename = "run")]
    pub(super) runs: Vec<Spanned<Run>>,
    /// The networks.
    #[serde(default, rename = "network")]
    pub(super) networks: Vec<Spanned<Network>>,
}

/// Training games that were played with one set of settings.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// What networks call it.
    pub name: String,
    /// Who played: a network, or `seed`.
    pub player: String,
    /// No new iteration of a search began after this number of nodes.
    pub soft: u64,
    /// Seed of the openings.
    pub seed: Option<u64>,
    /// Games.
    pub games: Option<u64>,
    /// Positions to learn from in them.
    pub positions: Option<u64>,
}

/// A network that was trained.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Network {
    /// Its name.
    pub name: String,
    /// 0 if it learned from games of the seed evaluation, 1 if from those of such a network...
    pub generation: u32,
    /// Neurons for each side.
    pub width: usize,
    /// What came of it.
    pub verdict: Verdict,
    /// Names of the runs that it learned from.
    pub data: Vec<String>,
    /// The network that it began with, if not with random weights.
    pub start: Option<String>,
    /// Positions that it learned from, those held out not counted.
    pub positions: Option<u64>,
    /// The most times that each was seen.
    pub epochs: Option<u32>,
    /// Positions for each step.
    pub batch: Option<u32>,
    /// Weight of a game's result against the score.
    pub lambda: Option<f64>,
    /// Seed of training.
    pub seed: Option<u64>,
    /// Loss on held-out games.
    pub held_out_loss: Option<f64>,
    /// What rounding to whole numbers changed, in centipawns in the mean.
    pub rounding: Option<f64>,
    /// Commit of the trainer.
    pub commit: Option<String>,
    /// Fingerprint of the file.
    pub fingerprint: Option<String>,
    /// What else to know of it.
    pub note: Option<String>,
    /// Its matches.
    #[serde(default, rename = "match", skip_serializing)]
    pub(super) played: Vec<Spanned<Match>>,
}

impl Network {
    /// Its matches.
    pub fn matches(&self) -> impl Iterator<Item = &Match> {
        self.played.iter().map(Spanned::get_ref)
    }
}

/// What came of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It passed the tests and is in the program.
    Accepted,
    /// It did not pass.
    Refused,
    /// It was accepted, and a later one has taken its place.
    Superseded,
    /// It played no match that decides.
    Untested,
}

impl Verdict {
    /// Whether it is or was in the program.
    pub fn passed(self) -> bool {
        matches!(self, Verdict::Accepted | Verdict::Superseded)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Accepted => "accepted",
            Verdict::Refused => "refused",
            Verdict::Superseded => "superseded",
            Verdict::Untested => "untested",
        })
    }
}

/// A match of a network.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Match {
    /// Another network, or `seed`.
    pub opponent: String,
    /// `2000 nodes`, or a clock as in `2+0.02`.
    pub limit: String,
    /// Pairs of games by the points of the network: 0, ½, 1, 1½, 2.
    pub pairs: Option<[u64; 5]>,
    /// Games, where the pairs are not known.
    games: Option<u64>,
    /// Elo, and its interval of 95 %, where the pairs are not known.
    pub(super) elo: Option<[f64; 3]>,
    /// The hypotheses of a sequential test, in normalized Elo.
    pub(super) sprt: Option<[f64; 2]>,
}

impl Match {
    /// What limits the moves; `None` if the text means nothing.
    pub fn class(&self) -> Option<Class> {
        if let Some(nodes) = self.limit.strip_suffix(NODES) {
            return nodes.parse::<u64>().is_ok_and(|nodes| nodes > 0).then_some(Class::Nodes);
        }
        (self.limit.contains('+') && self.limit.parse::<TimeControl>().is_ok()).then_some(Class::Clock)
    }

    /// The pairs as results.
    pub fn results(&self) -> Option<Results> {
        Some(Pentanomial { pairs: self.pairs? }.into())
    }

    /// Games.
    pub fn games(&self) -> Option<u64> {
        self.results().map(|results| results.games()).or(self.games)
    }

    /// The games that are written down, whatever the pairs say.
    pub(super) fn games_written(&self) -> Option<u64> {
        self.games
    }

    /// By how much the network is stronger than its opponent.
    pub fn elo(&self) -> Option<Estimate> {
        match (self.results(), self.elo) {
            (Some(results), _) => elo::logistic(&results),
            (None, Some([value, low, high])) => Some(Estimate { value, interval: Some(Interval { low, high }) }),
            (None, None) => None,
        }
    }

    /// The hypotheses of the sequential test, its log-likelihood ratio and what it says.
    pub fn test(&self) -> Option<([f64; 2], f64, sprt::Verdict)> {
        let [low, high] = self.sprt?;
        let test = Sprt::new(sprt::Model::Normalized, low, high, DEFAULT_ERROR, DEFAULT_ERROR).ok()?;
        let ratio = test.log_likelihood_ratio(&self.results()?);
        Some(([low, high], ratio, test.verdict(ratio)))
    }
}
