//! The file of an experiment, as it is written.
use super::{Column, Scale, Scales};
use crate::study::error::Error;
use niwaki_games::{input, list};
use niwaki_search::node::{Depth, Score};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, fmt};
use toml::Spanned;

/// Size of a job's table in MiB, and seed, unless the file says otherwise.
const USUAL_HASH: usize = 16;
const USUAL_SEED: u64 = 1;

/// An experiment: what a table asks, and the parts that answer it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// Short name, also of its folder.
    pub id: String,
    /// What it is.
    pub title: String,
    /// Whose table it is; empty if nobody's.
    #[serde(default)]
    pub source: String,
    /// What it is to find out.
    #[serde(default)]
    pub question: String,
    /// What is not as it was in the paper.
    #[serde(default)]
    pub differs: Vec<String>,
    /// Size of each job's table in MiB.
    #[serde(default = "usual_hash")]
    pub hash: usize,
    /// Seed of the order of openings and of positions from games.
    #[serde(default = "usual_seed")]
    pub seed: u64,
    /// Minutes that it took on two cores, where that is known.
    #[serde(default)]
    pub minutes: BTreeMap<Scale, f64>,
    /// The parts.
    #[serde(rename = "part")]
    pub parts: Vec<Spanned<Part>>,
    /// How it was run: in the folder of a run only.
    pub run: Option<Note>,
}

/// A table: rows of one kind.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Name of its folder.
    pub name: String,
    /// What it shows.
    #[serde(default)]
    pub title: String,
    /// How it is measured.
    pub kind: Kind,
    /// What is printed of each row.
    pub columns: Vec<Column>,
    /// The column that decides whether paper and ours agree; the first with figures if not said.
    pub headline: Option<Column>,
    /// The game.
    #[serde(default = "usual_game")]
    pub game: String,
    /// Suite: the recipe that the others are measured against.
    pub base: Option<String>,
    /// Suite: a second one.
    pub second_base: Option<String>,
    /// Suite: the method whose searches are counted.
    pub method: Option<String>,
    /// Suite: positions of the paper, for its shares of solved ones.
    pub paper_positions: Option<u64>,
    /// Match: a program outside, and who plays in its place.
    pub opponent: Option<Opponent>,
    /// Fit: the recipe of the searches.
    pub recipe: Option<String>,
    /// How much of it at each scale.
    #[serde(default)]
    pub scale: Scales,
    /// The rows.
    #[serde(rename = "row")]
    pub rows: Vec<Spanned<Row>>,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// What it is called in the table.
    pub name: String,
    /// Suite: the recipe.
    pub recipe: Option<String>,
    /// Suite: changes of it.
    #[serde(default)]
    pub set: Vec<String>,
    /// Suite: a base of its own.
    pub base: Option<String>,
    /// Suite: positions of its own, to be given by this name.
    pub suite: Option<String>,
    /// Match: the two players; `opponent` is the program outside.
    pub players: Option<[String; 2]>,
    /// Match: instead, rows whose games are counted together.
    #[serde(default)]
    pub sum: Vec<String>,
    /// Match: a game of its own.
    pub game: Option<String>,
    /// Fit: depth of the search that predicts.
    pub shallow: Option<Depth>,
    /// Fit: depth of the search that is predicted.
    pub height: Option<Depth>,
    /// Fit: middle game, endgame or all.
    pub stage: Option<String>,
    /// Fit: greatest shallow score of a point; where the file has none, that of the game.
    pub bound: Option<Score>,
    /// Why it cannot be run: it is shown with the paper's figures only.
    pub only: Option<String>,
    /// What else to know of it.
    pub note: Option<String>,
    /// What is not as the part says.
    #[serde(default)]
    pub scale: Scales,
    /// What the paper found.
    #[serde(default)]
    pub paper: BTreeMap<Column, Figure>,
}

/// How a part is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Recipes on positions.
    Suite,
    /// Players against each other.
    Match,
    /// The regression of ProbCut.
    Fit,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Suite => "suite",
            Kind::Match => "match",
            Kind::Fit => "fit",
        })
    }
}

/// A program that the paper played against.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opponent {
    /// What it is called.
    pub name: String,
    /// The recipe that plays in its place unless a program is given.
    pub stand_in: String,
}

/// What a paper found.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged, expecting = "expected a number, [low, high], { value, plus_minus } or a text in quotes")]
pub enum Figure {
    /// A number.
    Number(f64),
    /// From a number to another.
    Range([f64; 2]),
    /// A number with its interval of 95 %.
    Sure {
        /// The number.
        value: f64,
        /// How far the interval reaches to either side.
        plus_minus: f64,
    },
    /// Words, where it gives no number.
    Words(String),
}

/// How an experiment was run, as it stands in the folder of the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// The scale.
    pub scale: Scale,
    /// What repeats it.
    pub command: String,
    /// Files of positions by the name of the suite; under an empty name the one for all.
    #[serde(default)]
    pub positions: BTreeMap<String, String>,
    /// File of openings.
    pub openings: Option<String>,
    /// Who plays for the program outside.
    pub opponent: Option<String>,
}

fn usual_hash() -> usize {
    USUAL_HASH
}

fn usual_seed() -> u64 {
    USUAL_SEED
}

fn usual_game() -> String {
    list::ALL[0].name().to_string()
}

impl Experiment {
    /// Reads a file.
    pub fn read(file: &str) -> Result<(Experiment, String), Error> {
        let text = input::read_text(file, input::SETTINGS).map_err(|reason| Error::at(file, reason.to_string()))?;
        Ok((Experiment::parse(file, &text)?, text))
    }

    /// Reads a text and checks that all it names is there. `file` names it in errors.
    pub fn parse(file: &str, text: &str) -> Result<Experiment, Error> {
        let mut experiment: Experiment = toml::from_str(text).map_err(|error| Error::toml(file, text, &error))?;
        experiment.check().map_err(|(at, reason)| Error::at_byte(file, text, at, reason))?;
        experiment.set_bounds()?;
        Ok(experiment)
    }

    /// Fits whose file says nothing of it take the bound of their game: its units are its own.
    fn set_bounds(&mut self) -> Result<(), Error> {
        for part in self.parts.iter_mut().map(Spanned::get_mut).filter(|part| part.kind == Kind::Fit) {
            let usual = list::find(&part.game)?.thresholds().fit_bound;
            for row in part.rows.iter_mut().map(Spanned::get_mut) {
                row.bound.get_or_insert(usual);
            }
        }
        Ok(())
    }

    /// The parts, without their places in the file.
    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        self.parts.iter().map(Spanned::get_ref)
    }
}

impl Part {
    /// The rows, without their places in the file.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().map(Spanned::get_ref)
    }
}

impl Row {
    /// The recipe with its changes, as commands take it.
    pub fn recipe_text(&self) -> String {
        let recipe = self.recipe.iter().map(String::as_str);
        recipe.chain(self.set.iter().map(String::as_str)).collect::<Vec<_>>().join(",")
    }

    /// The game that it plays.
    pub fn game<'a>(&'a self, part: &'a Part) -> &'a str {
        self.game.as_deref().unwrap_or(&part.game)
    }
}
