//! `niwaki tune`: parameters of a recipe moved to where games are won.
use crate::commands::{
    game_options::GameOptions,
    search_options::{GREATEST_HASH, MOST_JOBS, jobs},
    study,
};
use anyhow::{Result, anyhow};
use clap::Args;
use niwaki_lab::{
    learn::tune::{self, DEFAULT_RATE, MOST_ITERATIONS, Parameter, Settings},
    play::matches::Limit,
    setup::recipe::Recipe,
    studies,
    study::{driver, files, interrupt, record},
};
use std::{io::Write, path::PathBuf};

const MOST_PAIRS: i64 = 100_000;
const MOST_PLIES: i64 = 100_000;

/// How it works, for the long help.
pub(crate) const EXPLANATION: &str = "\
Each iteration shakes all parameters at once, each up or down by chance, and lets what is above
play what is below (SPSA, Spall 1992). In iteration k of N a parameter with step s is shaken by
    c = s (N / k)^0.101
and moves by a / c times the points by which a pair was won in the mean (-2 to 2), where
    a = r s^2 ((A + N) / (A + k))^0.602, A = N / 10.
So s is what Fishtest and OpenBench call c_end, and the rate r is their r_end: at the end a pair
won by a point moves a parameter by r steps. Their usual 0.002 is for tens of thousands of games
and more; 0.1 moves something within a few thousand.

A good step changes the strength by a few Elo: less is lost in the noise. Without a word about
it the step is a twentieth of the range or a fifth of the start, whichever is less, and at least
0.5. Settings are whole numbers and rounded by chance, so that their mean is what was asked for;
the recipe at the end takes the nearest.

The same command resumes a run that was ended, to exactly the same course.

Example: niwaki tune niwaki --tune razoring.base --tune null_move.min_depth=3:1..8:1 \
--nodes 5000 --iterations 500 --write tuned.toml
Example: niwaki match tuned.toml niwaki --nodes 5000 --sprt 0,5";

/// What to tune, by which games, and where it is kept.
#[derive(Args)]
pub(crate) struct Options {
    /// Recipe to tune: a name or a file
    #[arg(value_name = "RECIPE")]
    base: String,
    /// Parameter to move, may be repeated; the start comes from the recipe, range and step from its declaration
    #[arg(long, required = true, value_name = "PATH[=START][:LOW..HIGH][:STEP]", allow_hyphen_values = true)]
    tune: Vec<String>,
    /// Nodes to search for each move
    #[arg(long, default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Iterations
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=MOST_ITERATIONS as u64))]
    iterations: u64,
    /// Pairs of games of each iteration
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=MOST_PAIRS))]
    pairs: u32,
    /// How fast parameters move: in the last iteration, in steps for a pair won by a point
    #[arg(long, value_name = "R", default_value_t = DEFAULT_RATE, value_parser = rate)]
    rate: f64,
    /// Seed of perturbations, roundings and openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    game: GameOptions,
    /// Plies after which a game is drawn
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=MOST_PLIES))]
    max_plies: u32,
    /// Size of each player's table in MiB
    #[arg(long, value_name = "MB", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=GREATEST_HASH))]
    hash: u32,
    /// Games played at a time [default: the number of cores]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=MOST_JOBS))]
    jobs: Option<u32>,
    /// Folder for records and report; the same command resumes from them [default: runs/tune-...]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// File for the tuned recipe
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// Overwrite that file if it is there
    #[arg(long, requires = "write")]
    force: bool,
    /// Print a JSON object for each iteration, and a last one with the summary
    #[arg(long)]
    json: bool,
}

fn rate(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| *number > 0.0 && *number <= 100.0);
    number.ok_or_else(|| "expected a number above 0, at most 100".to_string())
}

impl Options {
    /// Name of the recipe.
    pub(crate) fn recipe(&self) -> &str {
        &self.base
    }

    fn settings(&self, recipe: Recipe) -> Result<Settings> {
        let parse = |text: &String| Parameter::parse(text, &recipe).map_err(|reason| anyhow!("--tune {reason}"));
        let kit = recipe.kit;
        Ok(Settings {
            parameters: self.tune.iter().map(parse).collect::<Result<_>>()?,
            recipe,
            iterations: self.iterations as usize,
            pairs: self.pairs as usize,
            rate: self.rate,
            seed: self.seed,
            openings: self.game.openings(kit)?,
            rules: self.game.rules(kit, Limit::Nodes(self.nodes), self.max_plies),
            hash: self.hash as usize,
            jobs: jobs(self.jobs),
            command: record::command_line(),
        })
    }
}

/// Tunes, records, prints and writes recipe and report.
pub(crate) fn run(options: &Options, recipe: Recipe, output: &mut impl Write) -> Result<()> {
    let settings = options.settings(recipe)?;
    options.write.as_deref().map_or(Ok(()), |file| files::check_place(file, options.force))?;
    let folder = options.out.clone().unwrap_or_else(|| settings.plan().folder());
    let progress = study::progress(Some(settings.iterations));
    let steps = tune::run(&settings, &folder, &mut |step| {
        let done = step.iteration + 1;
        let values: Vec<String> = step.theta.iter().map(|value| format!("{value:.2}")).collect();
        progress.set(done);
        progress.message(values.join(" "));
        interrupt::set_last_line(driver::last_line(done, settings.iterations, &folder));
        let written = || if options.json { writeln!(output, "{}", step.to_record()) } else { Ok(()) };
        progress.aside(written).map_err(|reason| reason.to_string())
    });
    progress.finish();
    let steps = steps?;
    let report = study::write_report(&folder, &studies::ALL.show(&folder)?.page.unwrap_or_default())?;
    let text = tune::recipe(&settings, &steps).map_err(|reason| anyhow!(reason))?;
    if let Some(file) = &options.write {
        files::replace(file, text.as_bytes())?;
    }
    if options.json {
        let summary = study::with_places(tune::summary_json(&settings, &steps), &folder, Some(&report));
        return Ok(writeln!(output, "{summary}")?);
    }
    for line in tune::table(&settings, &steps) {
        writeln!(output, "{line}")?;
    }
    writeln!(output, "records: {}", folder.join(record::FILE).display())?;
    writeln!(output, "report: {}", report.display())?;
    match &options.write {
        Some(file) => writeln!(output, "recipe: {}", file.display())?,
        None => write!(output, "\n{text}")?,
    }
    Ok(())
}
