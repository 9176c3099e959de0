//! `niwaki match`: recipes or programs against each other.
mod game_file;

use crate::commands::{
    game_options::GameOptions,
    search_options::{GREATEST_HASH, MOST_JOBS, jobs},
    study,
};
use anyhow::{Result, anyhow, bail};
use clap::Args;
use game_file::GameFile;
use niwaki_games::{
    Kit,
    kit::{Judge, TableChoice},
};
use niwaki_lab::{
    play::matches::{self, Limit, MOST_GAMES, Meetings, Played, Rules, Settings, Spec, Stop, TimeControl},
    study::{error::Error, record, shard::Shard},
};
use niwaki_search::node::{Depth, MAX_DEPTH};
use niwaki_statistics::sprt::Verdict;
use std::{
    collections::HashMap,
    io::Write,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

/// Nodes of a move unless another limit is given.
const DEFAULT_NODES: u64 = 10_000;
/// Games of each pairing unless it is said; with a test or an interval, the most.
const DEFAULT_GAMES: usize = 100;
/// Size of a player's table in MiB unless it is said. To clear it before each game costs time,
/// so that it is smaller where few nodes are searched: one MiB for this number of nodes a move.
const DEFAULT_HASH: u64 = 16;
const NODES_PER_MIB: u64 = 1_000;
const MOST_PLIES: i64 = 100_000;

/// Who plays, how, how long, and where it is kept.
#[derive(Args)]
pub(crate) struct Options {
    /// Players: RECIPE[,PATH=VALUE...][,OPTION=VALUE...] for a recipe with changes and options of
    /// the game, as EvalFile, played in this process, or uci:FILE[,OPTION=VALUE...] for a UCI
    /// engine (args=... are its arguments); name=... names it; depth=N and nodes=N hold a recipe
    /// back, whatever the limit of the match
    #[arg(required = true, num_args = 2.., value_name = "PLAYER")]
    players: Vec<String>,
    /// Nodes to search for each move [default: 10000]
    #[arg(long, group = "limit", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search each move to this depth
    #[arg(long, group = "limit", value_parser = clap::value_parser!(i32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<Depth>,
    /// Milliseconds to search each move
    #[arg(long, group = "limit", value_name = "MS", value_parser = clap::value_parser!(u32).range(1..))]
    movetime: Option<u32>,
    /// A clock for each player: time for a number of moves or the game, and more for each move, in seconds
    #[arg(long, group = "limit", value_name = "[MOVES/]TIME[+INCREMENT]")]
    tc: Option<TimeControl>,
    /// What a move may be over its time
    #[arg(long, value_name = "MS", default_value_t = 20)]
    margin: u32,
    /// How long a UCI engine may be silent before it counts as hung
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    patience: u32,
    /// Games of each pair of players, an even number; with --sprt or --until the most [default: 100, or
    /// as many as there are openings]
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    /// End when a sequential test is sure: elo0,elo1[,alpha,beta][,normalized|logistic][,pentanomial|trinomial];
    /// the exit code is 0 if elo1 is accepted, 1 if elo0 is, 3 if neither
    #[arg(long, group = "stop", value_name = "TEST", value_parser = Stop::parse_sprt, allow_hyphen_values = true)]
    sprt: Option<Stop>,
    /// End when the interval of Elo is ± so much or less
    #[arg(long, group = "stop", value_name = "ELO", value_parser = positive)]
    until: Option<f64>,
    /// Only the first player meets the others; otherwise each meets each
    #[arg(long)]
    gauntlet: bool,
    /// Each player meets only the next N in the list: for many players, sorted by strength
    #[arg(long, value_name = "N", conflicts_with = "gauntlet", value_parser = clap::value_parser!(u32).range(1..))]
    neighbours: Option<u32>,
    /// Seed of the order of the openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    game: GameOptions,
    /// Plies after which a game is drawn
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=MOST_PLIES))]
    max_plies: u32,
    /// End games that Syzygy tables in this folder know, with their result
    #[arg(long, value_name = "DIR")]
    syzygy: Option<PathBuf>,
    /// Ask the tables with at most this number of men [default: as many as there are tables for]
    #[arg(long, value_name = "N", requires = "syzygy", value_parser = clap::value_parser!(u32).range(3..=7))]
    syzygy_pieces: Option<u32>,
    /// Take a win of the tables for a win even if the fifty-move rule makes it a draw
    #[arg(long, requires = "syzygy")]
    syzygy_ignore_fifty: bool,
    /// Size of each player's table in MiB [default: 16, or less where --nodes needs less]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..=GREATEST_HASH))]
    hash: Option<u32>,
    /// Games played at a time [default: the number of cores]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=MOST_JOBS))]
    jobs: Option<u32>,
    /// Keep each game on a core of its own, its engines and all their threads included (Linux)
    #[arg(long)]
    affinity: bool,
    /// Folder of the records; the same command resumes from them [default: runs/match-...]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Play only a part of the games: 2/8 is the second of eight; niwaki merge joins the parts. With --sprt
    /// or --until all parts have one --out: each reads the others' games and ends when the whole is decided
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Multiply all times by this number over the speed of this machine, in nodes/s of a fixed search (it
    /// stands in the header of timed runs): parts on different machines play at like depth
    #[arg(long, value_name = "NPS", value_parser = clap::value_parser!(u64).range(1..))]
    scale_nps: Option<u64>,
    /// File for the games in PGN, with score/depth, nodes and time of each move
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Add to each move in PGN and records what each method did, as in null_move 120/45: tries/cuts
    /// (players in this process only)
    #[arg(long)]
    pgn_counters: bool,
    /// Print a JSON object for each game, and a last one with the summary
    #[arg(long)]
    json: bool,
}

fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| "expected a number above 0".to_string())
}

impl Options {
    fn limit(&self) -> Limit {
        match (self.depth, self.movetime, self.tc) {
            (Some(depth), ..) => Limit::Depth(depth),
            (_, Some(time), _) => Limit::MoveTime(Duration::from_millis(time.into())),
            (_, _, Some(control)) => Limit::Control(control),
            _ => Limit::Nodes(self.nodes.unwrap_or(DEFAULT_NODES)),
        }
    }

    fn hash(&self) -> usize {
        let needed = match self.limit() {
            Limit::Nodes(nodes) => (nodes / NODES_PER_MIB).clamp(1, DEFAULT_HASH),
            _ => DEFAULT_HASH,
        };
        self.hash.map_or(needed as usize, |hash| hash as usize)
    }

    fn stop(&self) -> Stop {
        match (&self.sprt, self.until) {
            (Some(test), _) => test.clone(),
            (None, Some(elo)) => Stop::Until(elo),
            (None, None) => Stop::Games,
        }
    }

    fn meetings(&self) -> Meetings {
        match (self.neighbours, self.gauntlet) {
            (Some(reach), _) => Meetings::Neighbours(reach as usize),
            (None, true) => Meetings::Gauntlet,
            (None, false) => Meetings::Each,
        }
    }

    fn judge(&self, kit: &dyn Kit) -> Result<Option<Arc<dyn Judge>>> {
        let Some(folder) = &self.syzygy else { return Ok(None) };
        let open = kit.tables().ok_or_else(|| anyhow!("--syzygy: {} has no endgame tables", kit.name()))?;
        let choice = TableChoice { folder, pieces: self.syzygy_pieces, fifty_moves: !self.syzygy_ignore_fifty };
        Ok(Some(open(&choice).map_err(|reason| anyhow!("--syzygy: {reason}"))?))
    }

    fn settings(&self, kit: &'static dyn Kit) -> Result<Settings> {
        let rules = Rules {
            margin: Duration::from_millis(self.margin.into()),
            judge: self.judge(kit)?,
            ..self.game.rules(kit, self.limit(), self.max_plies)
        };
        let mut settings = Settings {
            kit,
            players: players(kit, &self.players)?,
            meetings: self.meetings(),
            openings: self.game.openings(kit)?,
            seed: self.seed,
            rules,
            games: 0,
            stop: self.stop(),
            hash: self.hash(),
            jobs: jobs(self.jobs),
            patience: Duration::from_secs(self.patience.into()),
            shard: self.shard.unwrap_or(Shard::WHOLE),
            scale_nps: self.scale_nps,
            affinity: self.affinity,
            counters: self.pgn_counters,
            command: record::command_line(),
        };
        self.check_shared(&settings)?;
        if settings.players.len() > 2 && !matches!(settings.stop, Stop::Games) {
            bail!("--sprt and --until: expected two players, not {}", settings.players.len());
        }
        settings.players.iter().try_for_each(|player| player.check(kit)).map_err(anyhow::Error::msg)?;
        settings.games = self.games(&settings)?;
        Ok(settings)
    }

    /// Parts that judge the whole need each other's records, and times that mean the same.
    fn check_shared(&self, settings: &Settings) -> Result<()> {
        let timed = settings.rules.limit.is_timed();
        if self.scale_nps.is_some() && !timed {
            bail!("--scale-nps: expected --tc or --movetime; nodes and depths are the same everywhere");
        }
        if settings.is_shared() && self.out.is_none() {
            bail!("--shard with --sprt or --until: expected --out, the folder that all parts share");
        }
        if settings.is_shared() && timed && self.scale_nps.is_none() {
            bail!(
                "--shard with --sprt or --until: clocks mean different things on different machines; \
                   give nodes, or --scale-nps with the speed that the times are meant for"
            );
        }
        Ok(())
    }

    /// Without a number a test may go on as long as games are new.
    fn games(&self, settings: &Settings) -> Result<usize> {
        let open_end = if settings.repeats() { 2 * settings.openings.len() } else { MOST_GAMES };
        match self.games {
            Some(games) if games % 2 == 0 && (2..=MOST_GAMES).contains(&games) => Ok(games),
            Some(games) => bail!("--games: expected an even number from 2 to {MOST_GAMES}, not {games}"),
            None if matches!(settings.stop, Stop::Games) => Ok(DEFAULT_GAMES.min(open_end)),
            None => Ok(open_end),
        }
    }
}

/// The players, each with a name of its own.
fn players(kit: &'static dyn Kit, texts: &[String]) -> Result<Vec<Spec>> {
    let mut specs =
        texts.iter().map(|text| Spec::parse(kit, text)).collect::<Result<Vec<_>, _>>().map_err(|r| anyhow!(r))?;
    let mut seen: HashMap<String, usize> = HashMap::new();
    for spec in &mut specs {
        let count = seen.entry(spec.name.clone()).or_default();
        *count += 1;
        if *count > 1 {
            spec.name = format!("{} ({count})", spec.name);
        }
    }
    Ok(specs)
}

/// Plays the match; what its test says, if it has one.
pub(crate) fn run(options: &Options, kit: &'static dyn Kit, output: &mut impl Write) -> Result<Option<Verdict>> {
    let settings = options.settings(kit)?;
    if settings.is_shared() {
        return run_part(options, &settings, output);
    }
    let folder = study::folder(&settings, options.out.as_deref(), false)?;
    let mut games = options.pgn.as_deref().map(|path| GameFile::new(path, kit, &folder)).transpose()?;
    let progress = study::progress(None);
    let ran = matches::run(&settings, &folder, &progress, &mut |played, standing| {
        progress.message(standing.line(&settings));
        let written = progress.aside(|| write_game(options, &settings, played, &mut games, output));
        written.map_err(|error| Error::new(format!("{error:#}")))
    });
    progress.finish();
    let (standing, ended) = ran?;
    study::check_ended(ended, &folder)?;
    study::show(&folder, options.json, false, output)?;
    Ok(standing.verdict(&settings).map(|(_, verdict)| verdict))
}

/// Plays a part of a match whose end all parts decide.
fn run_part(options: &Options, settings: &Settings, output: &mut impl Write) -> Result<Option<Verdict>> {
    let shared = options.out.as_deref().unwrap_or(Path::new("."));
    let folder = matches::part_folder(settings, shared);
    let mut games = options.pgn.as_deref().map(|path| GameFile::new(path, settings.kit, &folder)).transpose()?;
    let progress = study::progress(None);
    let ran = matches::run_part(settings, shared, &progress, &mut |played, joint| {
        progress.message(joint.line(settings));
        let written = progress.aside(|| write_game(options, settings, played, &mut games, output));
        written.map_err(|error| Error::new(format!("{error:#}")))
    });
    progress.finish();
    let (joint, ended) = ran?;
    study::check_ended(ended, &folder)?;
    if options.json {
        writeln!(output, "{}", study::with_places(joint.to_json(settings), &folder, None))?;
    } else {
        joint.lines(settings).iter().try_for_each(|line| writeln!(output, "{line}"))?;
        writeln!(output, "records: {}", folder.join(record::FILE).display())?;
    }
    Ok(joint.verdict(settings))
}

/// Writes one game wherever that is wanted.
fn write_game(
    options: &Options,
    settings: &Settings,
    played: &Played,
    games: &mut Option<GameFile>,
    output: &mut impl Write,
) -> Result<()> {
    if let Some(file) = games {
        file.write(&matches::finished_game(settings, played))?;
    }
    if options.json {
        writeln!(output, "{}", played.to_record())?;
    }
    Ok(())
}
