//! `niwaki nboard`: the engine for game programs that speak NBoard (version 2).
//!
//! The program receives the whole game (`set game`) or its next move (`move`), and answers
//! `go` with its choice and `hint` with its best lines. Whatever comes in during a search ends
//! it; the end of the input does not.
use crate::commands::search_options::GREATEST_HASH;
use anyhow::{Result, anyhow, bail};
use clap::Args;
use niwaki_games::{Kit, kit::NBoard, list};
use niwaki_lab::setup::recipe::Recipe;
use niwaki_search::{
    engine::{Engine, Report},
    limits::{Control, Limits},
    node::{Depth, MAX_DEPTH, Score},
};
use std::{
    io::{BufRead, Read, Write},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::SeqCst},
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    time::Duration,
};

/// Longer lines are cut: no game is that long.
const LONGEST_LINE: u64 = 1 << 16;
const WAITING_LINES: usize = 256;
/// Depth until `set depth` says otherwise, if no limit is given.
const DEFAULT_DEPTH: Depth = 12;
const MOST_LINES: usize = 64;

/// What limits a search.
#[derive(Args)]
pub(crate) struct Options {
    /// Depth of a search until the program says otherwise [default: 12, or none with another limit]
    #[arg(long, value_parser = clap::value_parser!(i32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<Depth>,
    /// Most nodes of a search
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Most milliseconds of a search
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Size of the table in MiB
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=GREATEST_HASH))]
    hash: u32,
}

/// The game that was named if it is played so; of the default game nobody thought.
pub(crate) fn game(named: &'static dyn Kit) -> Result<&'static dyn Kit> {
    let plays = |kit: &&&'static dyn Kit| kit.nboard().is_some();
    let kit = if named == list::ALL[0] { list::ALL.iter().find(plays).copied() } else { Some(named) };
    kit.filter(|kit| plays(&kit)).ok_or_else(|| anyhow!("--game {}: it is not played by NBoard", named.name()))
}

/// Serves until `quit` or the end of the input.
pub(crate) fn run(
    options: &Options,
    kit: &'static dyn Kit,
    recipe: &Recipe,
    input: impl BufRead + Send,
    output: &mut impl Write,
) -> Result<()> {
    let Some(words) = kit.nboard() else { bail!("{} is not played by NBoard", kit.name()) };
    let mut engine = kit.engine().map_err(|reason| anyhow!(reason))?;
    engine.resize_table(options.hash as usize).map_err(|reason| anyhow!(reason))?;
    recipe.install(&mut *engine);
    let control = engine.control();
    let arrived = AtomicUsize::new(0);
    let (sender, lines) = sync_channel(WAITING_LINES);
    let depth = options.depth.or((options.nodes.is_none() && options.movetime.is_none()).then_some(DEFAULT_DEPTH));
    std::thread::scope(|scope| {
        let (control, arrived) = (control.clone(), &arrived);
        std::thread::Builder::new().spawn_scoped(scope, move || read(input, &sender, arrived, &control))?;
        let mut session = Session { engine, words, options, depth, unit: kit.unit(), handled: 0, arrived };
        session.serve(&lines, output)
    })
}

/// Sends on the lines of the input; each ends a search that runs.
fn read(mut input: impl BufRead, lines: &SyncSender<String>, arrived: &AtomicUsize, control: &Arc<Control>) {
    loop {
        let mut line = Vec::new();
        match input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&line).trim().to_string();
        let is_quit = line == "quit";
        arrived.fetch_add(1, SeqCst);
        control.stop();
        if lines.send(line).is_err() || is_quit {
            return;
        }
    }
}

/// The talk with a program.
struct Session<'a> {
    engine: Box<dyn Engine>,
    words: NBoard,
    options: &'a Options,
    depth: Option<Depth>,
    unit: Score,
    /// Lines handled, of those that have arrived.
    handled: usize,
    arrived: &'a AtomicUsize,
}

impl Session<'_> {
    fn serve(&mut self, lines: &Receiver<String>, output: &mut impl Write) -> Result<()> {
        while let Ok(line) = lines.recv() {
            self.handled += 1;
            if line == "quit" {
                break;
            }
            for answer in self.answer(&line) {
                writeln!(output, "{answer}")?;
            }
            output.flush()?;
        }
        Ok(())
    }

    /// What is said to a line; a wrong one changes nothing.
    fn answer(&mut self, line: &str) -> Vec<String> {
        let (word, rest) = line.split_once(' ').map_or((line, ""), |(word, rest)| (word, rest.trim()));
        let done = match word {
            "nboard" => return vec!["set myname Niwaki".to_string()],
            "ping" => return vec![format!("pong {rest}")],
            "go" => return self.go(),
            "hint" => return self.hint(rest),
            "learn" => return vec!["learned".to_string()],
            "move" => self.engine.play(rest.split('/').next().unwrap_or_default().trim()).map(drop),
            "set" => self.set(rest),
            _ => Ok(()),
        };
        done.err().map(|reason| format!("status {}", reason.replace('\n', " "))).into_iter().collect()
    }

    fn set(&mut self, what: &str) -> Result<(), String> {
        match what.split_once(' ') {
            Some(("game", text)) => {
                let game = (self.words.read)(text)?;
                let moves: Vec<&str> = game.moves.iter().map(String::as_str).collect();
                self.engine.set_position(game.start.as_deref(), &moves)
            }
            Some(("depth", text)) => {
                let depth = text.trim().parse().ok().filter(|depth| (1..=MAX_DEPTH).contains(depth));
                self.depth = Some(depth.ok_or_else(|| format!("set depth: expected 1 to {MAX_DEPTH}"))?);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Searches for this number of best lines; the last report of each comes back.
    fn search(&mut self, lines: usize) -> Vec<Report> {
        let control = self.engine.control();
        control.prepare(false);
        if self.arrived.load(SeqCst) > self.handled {
            control.stop();
        }
        let time = self.options.movetime.map(Duration::from_millis);
        let base = time.map_or_else(Limits::default, Limits::time);
        let limits = Limits { depth: self.depth, nodes: self.options.nodes, lines, ..base };
        let mut found: Vec<Report> = Vec::new();
        let last = self.engine.go(&limits, &mut |report| {
            found.retain(|old| old.line_number != report.line_number);
            found.push(report.clone());
        });
        found.retain(|old| old.line_number != 1);
        found.insert(0, last);
        found
    }

    fn go(&mut self) -> Vec<String> {
        let reports = self.search(1);
        let Some(report) = reports.first() else { return Vec::new() };
        // Where the game is over there is nothing to play.
        let m = report.line.first().map_or("PA".to_string(), |m| m.to_uppercase());
        let seconds = report.time.as_secs_f64();
        vec![
            format!("nodestats {} {seconds:.3}", report.nodes),
            format!("=== {m}/{}/{seconds:.3}", self.discs(report.score)),
        ]
    }

    fn hint(&mut self, count: &str) -> Vec<String> {
        let count = count.parse().unwrap_or(1).clamp(1, MOST_LINES);
        let mut answers: Vec<String> = Vec::new();
        for report in self.search(count).iter().filter(|report| !report.line.is_empty()) {
            let line: String = report.line.concat().to_uppercase();
            answers.push(format!("search {line} {} 0 {}", self.discs(report.score), report.depth));
        }
        answers.push("status".to_string());
        answers
    }

    fn discs(&self, score: Score) -> String {
        format!("{:+.2}", f64::from(score) / f64::from(self.unit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use niwaki_lab::setup::recipe;
    use std::io::Cursor;

    fn talk(text: &str) -> String {
        let kit = game(list::ALL[0]).unwrap();
        let options = Options { depth: Some(3), nodes: None, movetime: None, hash: 1 };
        let mut output = Vec::new();
        run(&options, kit, &recipe::default(kit).unwrap(), Cursor::new(text.as_bytes().to_vec()), &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn it_greets_plays_and_hints() {
        let said = talk("nboard 2\nset depth 4\nset game (;GM[Othello]B[F5];)\nmove D6/0.1\nping 7\ngo\n");
        assert!(said.starts_with("set myname Niwaki\npong 7\nnodestats "), "{said}");
        let answer = said.lines().last().unwrap();
        assert!(answer.starts_with("=== ") && answer.split('/').count() == 3, "{said}");
        let hints = talk("hint 3");
        assert_eq!(hints.lines().filter(|line| line.starts_with("search ")).count(), 3, "{hints}");
        assert!(hints.ends_with("status\n"));
    }

    #[test]
    fn wrong_words_change_nothing() {
        let said = talk("set game soup\nmove a1\nset depth 0\nset soup\nsoup\n\u{fffd}\ngo\nquit\ngo\n");
        assert_eq!(said.lines().filter(|line| line.starts_with("status ")).count(), 3, "{said}");
        assert_eq!(said.lines().filter(|line| line.starts_with("===")).count(), 1, "{said}");
    }
}
