//! `niwaki fit`: models made from searches.
pub(crate) mod risk;
pub(crate) mod wdl;

use crate::commands::{
    search_options::{GREATEST_HASH, MOST_JOBS, jobs},
    study,
};
use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use niwaki_games::Kit;
use niwaki_lab::{
    measure::{
        fit::{
            Depths, Few, Fit, Settings, Source,
            bound::{self, BoundFit},
        },
        problems,
    },
    setup::recipe::Recipe,
    study::{
        files,
        record::{self, Run},
        shape::Study,
        shard::Shard,
    },
};
use niwaki_search::node::{BEST_EVAL, Depth, MAX_DEPTH, Score};
use std::{
    io::Write,
    path::{Path, PathBuf},
};

const MOST_POSITIONS: i64 = 10_000_000;
const GREATEST_THRESHOLD: f64 = 100.0;

/// What can be fitted.
#[derive(Subcommand)]
pub(crate) enum What {
    /// The model of ProbCut: how shallow searches predict deep ones.
    /// Without --recipe the searches use the game's own recipe for it: in the first game null-move, as
    /// Jiang & Buro's did
    #[command(after_help = "Example: niwaki fit probcut --pairs 2:4,3:5 --count 500 --seed 7 --out model.toml\n\
                      Example: niwaki fit probcut --at-bound --games 30 --pairs 2:6,3:7 --out model.toml")]
    Probcut(Options),
    /// Chances of win, draw and loss by score and material, from training games.
    /// Every tenth game is held out and shows how well they predict
    #[command(after_help = "Example: niwaki datagen --soft 1000 --minutes 30 --out my.games\n\
                      Example: niwaki fit wdl my.games --out my-wdl.toml")]
    Wdl(wdl::Options),
    /// The chance that a quiet move beats alpha, for the method risk, from what niwaki collect risk
    /// has collected. Every third game is held out and shows how well it predicts
    #[command(after_help = "Example: niwaki collect risk --games 200 --records runs/moves\n\
                      Example: niwaki fit risk runs/moves --out my-risk.toml --report my-risk.html")]
    Risk(risk::Options),
}

/// What to fit, on what, and where to put it.
#[derive(Args)]
pub(crate) struct Options {
    /// Pairs of depths, shallow:height; a shallow depth of 0 is the static evaluation
    #[arg(long, value_delimiter = ',', value_parser = parse_depths, default_value = "3:5,2:6,3:7,4:8,3:9,4:10")]
    pairs: Vec<Depths>,
    /// Positions, one on a line, as the game writes them (EPD) [default: from self-play]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["count", "seed"])]
    positions: Option<String>,
    /// How many positions to take from self-play
    #[arg(long, default_value_t = 2700, value_parser = clap::value_parser!(u32).range(1..=MOST_POSITIONS))]
    count: u32,
    /// Seed of the random openings of these games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Take nodes of the tree near the bound, where ProbCut has to decide, in place of positions of
    /// games: how likely does such a node reach beta?
    #[arg(long, conflicts_with_all = ["positions", "count", "few"])]
    at_bound: bool,
    /// Games from whose searches these nodes are taken
    #[arg(long, default_value_t = 30, requires = "at_bound", value_parser = clap::value_parser!(u32).range(1..=MOST_POSITIONS))]
    games: u32,
    /// Search only COUNT of the positions beyond this height, as in 8:500
    #[arg(long, value_name = "HEIGHT:COUNT", value_parser = parse_few)]
    few: Option<Few>,
    /// Greatest absolute shallow score of a point; further bounds are only for comparison [default: the game's own]
    #[arg(long, value_delimiter = ',', value_parser = clap::value_parser!(i32).range(1..=i64::from(BEST_EVAL)))]
    bound: Vec<Score>,
    /// Deviations that a cut must be sure by, in all stages of the game but the last; or a list with one for each stage
    #[arg(long, value_name = "T", value_delimiter = ',', default_value = "1.0", value_parser = parse_threshold)]
    threshold: Vec<f64>,
    /// The same in the last of several stages, the endgame, where --threshold is no list
    #[arg(long, value_name = "T", default_value = "1.0", value_parser = parse_threshold)]
    endgame_threshold: f64,
    /// Write the model to this file
    #[arg(long, value_name = "FILE")]
    out: Option<String>,
    /// Overwrite that file if it is there
    #[arg(long)]
    force: bool,
    /// Search only a part of the positions: 2/8 is the second of eight; niwaki merge joins the parts
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Folder for records and report; the same command resumes from them [default: runs/fit-...]
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,
    /// Positions searched at a time [default: the number of cores]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=MOST_JOBS))]
    jobs: Option<u32>,
    /// Size of each job's table in MiB
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=GREATEST_HASH))]
    hash: u32,
    /// Print a JSON object for each fit, and a last one with the summary
    #[arg(long)]
    json: bool,
}

/// Two numbers with a colon between them.
fn parse_two<T: std::str::FromStr>(text: &str) -> Option<(Depth, T)> {
    let (left, right) = text.split_once(':')?;
    Some((left.parse().ok()?, right.parse().ok()?))
}

fn parse_depths(text: &str) -> Result<Depths, String> {
    match parse_two(text) {
        Some((shallow, height)) if 0 <= shallow && shallow < height && height <= MAX_DEPTH => {
            Ok(Depths { shallow, height })
        }
        _ => Err(format!("expected shallow:height with 0 <= shallow < height <= {MAX_DEPTH}")),
    }
}

fn parse_few(text: &str) -> Result<Few, String> {
    match parse_two(text) {
        Some((above, count)) if (1..=MAX_DEPTH).contains(&above) => Ok(Few { above, count }),
        _ => Err("expected a height and a number of positions, as in 8:500".to_string()),
    }
}

fn parse_threshold(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if (0.0..=GREATEST_THRESHOLD).contains(&number) => Ok(number),
        _ => Err(format!("expected a number from 0 to {GREATEST_THRESHOLD}")),
    }
}

impl Options {
    /// Each pair may be named once.
    fn check_pairs(&self) -> Result<()> {
        for (index, depths) in self.pairs.iter().enumerate() {
            if self.pairs[..index].contains(depths) {
                bail!("--pairs {}:{}: given twice", depths.shallow, depths.height);
            }
        }
        Ok(())
    }

    /// The threshold of each stage of the game.
    fn thresholds(&self, kit: &dyn Kit) -> Result<Vec<f64>> {
        let stages = kit.stages().len().max(1);
        let list = match self.threshold[..] {
            [all] if stages > 1 => [vec![all; stages - 1], vec![self.endgame_threshold]].concat(),
            _ => self.threshold.clone(),
        };
        if list.len() != stages {
            bail!("--threshold: expected one number or {stages}, one for each stage of {}", kit.name());
        }
        Ok(list)
    }

    fn at_bound(&self, recipe: Recipe) -> Result<bound::Settings> {
        let thresholds = self.thresholds(recipe.kit)?;
        Ok(bound::Settings {
            near: self.bound.first().copied().unwrap_or(recipe.kit.thresholds().fit_bound),
            recipe,
            pairs: self.pairs.clone(),
            games: self.games as usize,
            seed: self.seed,
            thresholds,
            hash: self.hash as usize,
            shard: self.shard.unwrap_or(Shard::WHOLE),
            command: record::command_line(),
        })
    }

    fn settings(&self, kit: &'static dyn Kit, recipe: Recipe) -> Result<Settings> {
        let source = match &self.positions {
            Some(file) => {
                let positions = problems::read(kit, file)?.into_iter().map(|problem| problem.position).collect();
                Source::File { name: file.clone(), positions }
            }
            None => Source::SelfPlay { count: self.count as usize, seed: self.seed },
        };
        Ok(Settings {
            kit,
            recipe,
            pairs: self.pairs.clone(),
            source,
            few: self.few,
            bounds: if self.bound.is_empty() { vec![kit.thresholds().fit_bound] } else { self.bound.clone() },
            thresholds: self.thresholds(kit)?,
            hash: self.hash as usize,
            shard: self.shard.unwrap_or(Shard::WHOLE),
            command: record::command_line(),
        })
    }
}

/// Fits, prints the lines and writes the model in one go.
pub(crate) fn run(options: &Options, kit: &'static dyn Kit, recipe: Recipe, output: &mut impl Write) -> Result<()> {
    options.check_pairs()?;
    let out = options.out.as_deref().map(Path::new);
    out.map_or(Ok(()), |file| files::check_place(file, options.force))?;
    if options.at_bound {
        let settings = options.at_bound(recipe)?;
        return finish(options, &settings, output, |run| Ok(settings.model(&BoundFit::read(run)?)));
    }
    let settings = options.settings(kit, recipe)?;
    finish(options, &settings, output, |run| Ok(settings.model(&Fit::read(run)?)))
}

/// Runs a fit, writes the model that `model` makes of its records, and shows them.
fn finish<S: Study>(
    options: &Options,
    study: &S,
    output: &mut impl Write,
    model: impl Fn(&Run) -> Result<String>,
) -> Result<()> {
    let folder = study::folder(study, options.records.as_deref(), false)?;
    study::run(study, &folder, jobs(options.jobs), &mut study::no_take)?;
    if let Some(file) = &options.out {
        files::replace(Path::new(file), model(&record::read(&folder)?)?.as_bytes())?;
    }
    study::show(&folder, options.json, true, output)
}
