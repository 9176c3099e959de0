//! `niwaki datagen`: training games, and what files of them hold.
use crate::commands::{
    search_options::{GREATEST_HASH, MOST_JOBS, jobs},
    study,
};
use anyhow::{Result, anyhow, bail};
use clap::{Args, Subcommand};
use niwaki_games::Kit;
use niwaki_lab::{
    json,
    learn::datagen::{self, Games, NetworkFile, Progress, Rules, Settings, Stats, Won},
    setup::recipe::Recipe,
    study::{interrupt, progress::Progress as ProgressLine},
};
use niwaki_search::node::Score;
use std::{
    io::Write,
    path::{Path, PathBuf},
    time::Duration,
};

/// Games between two lines of progress.
const SHOWN: usize = 16;
const LONGEST_MINUTES: f64 = 1e6;
/// Openings nearer to 0 than this are too rare to wait for.
const LEAST_FAIR: i64 = 20;
const GREATEST_FAIR: i64 = 30_000;
/// More plies are no opening.
const MOST_OPENING_PLIES: usize = 100;

/// What is done.
#[derive(Subcommand)]
pub(crate) enum What {
    /// Count games, results and positions in files, and how often scores came true
    #[command(after_help = "Example: niwaki datagen stats my.games more.games")]
    Stats {
        /// Files of games
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Threads [default: the number of cores]
        #[arg(long, value_parser = clap::value_parser!(u32).range(1..=MOST_JOBS))]
        jobs: Option<u32>,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
}

/// How games are played, how many, and where they go.
#[derive(Args)]
pub(crate) struct Options {
    /// File to write; the same command resumes one that was interrupted
    #[arg(long, value_name = "FILE", required = true)]
    out: Option<PathBuf>,
    /// Games that the file shall hold
    #[arg(long, required_unless_present = "minutes")]
    games: Option<usize>,
    /// Minutes to play; games not finished then are left out
    #[arg(long, value_parser = minutes)]
    minutes: Option<f64>,
    /// No new iteration of a search begins after this many nodes
    #[arg(long, value_name = "NODES", default_value_t = 350, value_parser = clap::value_parser!(u64).range(1..))]
    soft: u64,
    /// A search ends after this many nodes [default: three times --soft]
    #[arg(long, value_name = "NODES", value_parser = clap::value_parser!(u64).range(1..))]
    hard: Option<u64>,
    /// Weights to evaluate with [default: the built-in evaluation]
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    /// An opening with a score further from 0 is drawn again [default: the game's own]
    #[arg(long, value_name = "SCORE", value_parser = clap::value_parser!(i32).range(LEAST_FAIR..=GREATEST_FAIR))]
    fair: Option<Score>,
    /// Random plies of an opening, least and most [default: 8..9]
    #[arg(long, value_name = "LEAST..MOST", value_parser = opening_plies)]
    opening_plies: Option<[usize; 2]>,
    /// Games of 100 that begin from another start position of the game, as Fischer's 960
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=100))]
    other_starts: u32,
    /// A game is won when the score was beyond SCORE for this many plies [default: the game's own]
    #[arg(long, value_name = "SCORE,PLIES", value_parser = won)]
    won: Option<Won>,
    /// One game in N is played out: it is hardly won before it is proven; 0: none is [default: 8]
    #[arg(long, value_name = "N")]
    played_out: Option<u32>,
    /// Seed of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games played at a time [default: the number of cores]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=MOST_JOBS))]
    jobs: Option<u32>,
    /// Size of each job's table in MiB
    #[arg(long, value_name = "MB", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=GREATEST_HASH))]
    hash: u32,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

fn minutes(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=LONGEST_MINUTES).contains(number));
    number.ok_or_else(|| format!("expected a number from 0 to {LONGEST_MINUTES}"))
}

fn opening_plies(text: &str) -> Result<[usize; 2], String> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let plies = least.trim().parse().ok().zip(most.trim().parse().ok());
    let plies = plies.filter(|(least, most)| least <= most && *most <= MOST_OPENING_PLIES);
    let expected = || format!("expected least and greatest number such as 6..10, at most {MOST_OPENING_PLIES}");
    plies.map(<[usize; 2]>::from).ok_or_else(expected)
}

fn won(text: &str) -> Result<Won, String> {
    let parsed = text.split_once(',').and_then(|(score, plies)| {
        let won = Won { score: score.trim().parse().ok()?, plies: plies.trim().parse().ok()? };
        Some(won).filter(|won| won.score >= 1 && won.plies >= 1)
    });
    parsed.ok_or_else(|| "expected a score and a number of plies, both above 0, such as 1000,4".to_string())
}

impl Options {
    fn rules(&self, kit: &dyn Kit) -> Rules {
        let usual = Rules::of(kit);
        Rules {
            opening_plies: self.opening_plies.unwrap_or(usual.opening_plies),
            other_starts: self.other_starts as usize,
            fair: self.fair.unwrap_or(usual.fair),
            won: self.won.unwrap_or(usual.won),
            played_out: self.played_out.map_or(usual.played_out, |number| number as usize),
            ..usual
        }
    }

    fn settings(&self, recipe: Recipe) -> Result<Settings> {
        let hard = self.hard.unwrap_or(self.soft.saturating_mul(3));
        if hard < self.soft {
            bail!("--hard {hard}: expected at least the {} of --soft", self.soft);
        }
        Ok(Settings {
            network: self.network.as_deref().map(|path| open_network(recipe.kit, path)).transpose()?,
            soft: self.soft,
            hard,
            rules: self.rules(recipe.kit),
            seed: self.seed,
            games: self.games,
            time: self.minutes.map(|minutes| Duration::from_secs_f64(minutes * 60.0)),
            jobs: jobs(self.jobs),
            hash: self.hash as usize,
            recipe,
        })
    }
}

/// The network of a file, by the fingerprint of its weights.
pub(crate) fn open_network(kit: &dyn Kit, path: &Path) -> Result<NetworkFile> {
    let learner = kit.learner().ok_or_else(|| anyhow!("--network: {} has no network", kit.name()))?;
    let fingerprint = learner.kind().fingerprint_of(path).map_err(|reason| anyhow!("--network {reason}"))?;
    Ok(NetworkFile { path: path.to_path_buf(), fingerprint: format!("{fingerprint:016x}") })
}

/// Plays games, or counts them.
pub(crate) fn run(what: Option<&What>, options: &Options, recipe: Recipe, output: &mut impl Write) -> Result<()> {
    match (what, &options.out) {
        (Some(What::Stats { files, jobs: threads, json }), _) => stats(files, jobs(*threads), *json, output),
        (None, Some(out)) => generate(options, out, &options.settings(recipe)?, output),
        (None, None) => bail!("--out: expected a file"),
    }
}

fn generate(options: &Options, out: &Path, settings: &Settings, output: &mut impl Write) -> Result<()> {
    let shown = if options.json { ProgressLine::hidden() } else { study::progress(settings.games) };
    let mut is_first = true;
    let progress = datagen::run(settings, out, &mut |progress| {
        if is_first {
            shown.skip(progress.before);
            is_first = false;
        }
        let kept = progress.before + progress.games;
        interrupt::set_last_line(format!("Interrupted; {kept} games are kept. The same command resumes."));
        if progress.games % SHOWN == 0 {
            shown.set(kept);
            shown.message(line(progress, settings));
        }
    });
    shown.finish();
    interrupt::set_last_line(String::new());
    let progress = progress?;
    let Progress { before, games, plies, nodes, time } = progress;
    let each = |count: u64, of: f64| if of > 0.0 { count as f64 / of } else { 0.0 };
    let (file, seconds) = (out.display().to_string(), time.as_secs_f64());
    if options.json {
        let line = json!({
            "file": file, "before": before, "games": games, "plies": plies, "nodes": nodes, "seconds": seconds,
        });
        return Ok(writeln!(output, "{line}")?);
    }
    writeln!(output, "games       {games}, and {before} before")?;
    writeln!(output, "plies       {plies}, {:.0} a second", each(plies, seconds))?;
    writeln!(
        output,
        "nodes       {nodes}, {:.0} a ply, {:.0} a second",
        each(nodes, plies as f64),
        each(nodes, seconds)
    )?;
    Ok(writeln!(output, "file        {file}")?)
}

/// How fast it is, and how long it will take where time ends it.
fn line(progress: &Progress, settings: &Settings) -> String {
    let elapsed = progress.time.as_secs_f64();
    let speed = progress.plies as f64 / elapsed.max(1e-3);
    let left = settings.time.map(|time| format!(", {:.0} s left", (time.as_secs_f64() - elapsed).max(0.0)));
    format!("games, {speed:.0} plies/s{}", left.unwrap_or_default())
}

fn stats(files: &[PathBuf], jobs: usize, json: bool, output: &mut impl Write) -> Result<()> {
    let games = files.iter().map(|file| Games::read(file)).collect::<Result<Vec<_>, _>>()?;
    let stats = Stats::of(&games, jobs)?;
    if json {
        let headers: Vec<_> = games.iter().map(|games| json!({ "file": games.path, "header": games.header })).collect();
        let mut line = stats.to_json();
        line["files"] = json!(headers);
        return Ok(writeln!(output, "{line}")?);
    }
    for games in &games {
        let plan = games.header.as_ref().map_or(&niwaki_lab::Json::Null, |header| &header["plan"]);
        writeln!(
            output,
            "{}: {} games of {}, network {}, {} to {} nodes, seed {}",
            games.path,
            games.len(),
            plan["game"].as_str().unwrap_or("?"),
            plan["network"].as_str().unwrap_or("?"),
            plan["soft_nodes"],
            plan["hard_nodes"],
            plan["seed"]
        )?;
    }
    for line in stats.lines() {
        writeln!(output, "{line}")?;
    }
    Ok(())
}
