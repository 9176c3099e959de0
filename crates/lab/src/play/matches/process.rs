//! Another program as a player: UCI through pipes, with no trust in what comes back.
//!
//! A program that leaves, hangs, floods or answers nonsense loses the game with a reason and
//! is started anew for the next one. Its standard error goes nowhere.
use super::{
    limit::{Clocks, Limit},
    player::{CRASH, Choice, Fault, HANG, Player},
};
use crate::{play::openings::Opening, study::record};
use niwaki_search::{
    game::Side,
    node::{Score, WIN},
};
use serde_json::{Value as Json, json};
use std::{
    io::{self, BufRead, BufReader, Read, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    time::{Duration, Instant},
};

/// Longer lines are cut; no answer that we need is so long.
const LONGEST_LINE: u64 = 1 << 16;
/// Lines that wait until we read them; then the program must wait.
const WAITING_LINES: usize = 256;
/// How much of a foreign text stands in a message.
const LONGEST_QUOTE: usize = 60;

/// A program and its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    file: String,
    arguments: Vec<String>,
    options: Vec<(String, String)>,
}

impl Program {
    /// The program in `file`; the option `args` holds its arguments.
    pub(super) fn new(file: &str, mut options: Vec<(String, String)>) -> Program {
        let place = options.iter().position(|(name, _)| name == "args");
        let arguments = place.map(|index| options.remove(index).1).unwrap_or_default();
        let arguments = arguments.split_whitespace().map(str::to_string).collect();
        Program { file: file.to_string(), arguments, options }
    }

    pub(super) fn describe(&self) -> Json {
        json!({ "file": self.file, "arguments": self.arguments, "options": self.options })
    }

    /// Hash of the file; `None` where the system finds it elsewhere.
    pub(super) fn hash(&self) -> Option<String> {
        std::fs::read(&self.file).ok().map(|bytes| record::hash(&bytes))
    }
}

/// A running program with its pipes.
struct Talk {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Drop for Talk {
    fn drop(&mut self) {
        // It may have left already; the second call takes it off the system's list.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Talk {
    fn start(program: &Program) -> io::Result<Talk> {
        let mut command = Command::new(&program.file);
        command.args(&program.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("no pipes"));
        };
        let (sender, lines) = sync_channel(WAITING_LINES);
        std::thread::Builder::new().spawn(move || forward(output, &sender))?;
        Ok(Talk { child, input, lines })
    }

    /// Asks the program to leave and gives it a moment; then it is made to.
    fn leave(&mut self) {
        const PAUSES: u32 = 20;
        const PAUSE: Duration = Duration::from_millis(10);
        if self.say("quit").is_err() {
            return;
        }
        for _ in 0..PAUSES {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(PAUSE);
        }
    }

    fn say(&mut self, text: &str) -> Result<(), Fault> {
        let sent = self.input.write_all(format!("{text}\n").as_bytes()).and_then(|()| self.input.flush());
        sent.map_err(|_| self.gone())
    }

    /// The next line until `deadline`; `None` when that has come.
    fn line(&mut self, deadline: Instant) -> Result<Option<String>, Fault> {
        let now = Instant::now();
        if now >= deadline {
            return Ok(None);
        }
        match self.lines.recv_timeout(deadline - now) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.gone()),
        }
    }

    /// Waits for a line that is this word.
    fn wait_for(&mut self, word: &str, patience: Duration) -> Result<(), Fault> {
        let deadline = Instant::now() + patience;
        while let Some(line) = self.line(deadline)? {
            if line.trim() == word {
                return Ok(());
            }
        }
        Err(Fault::new(HANG, format!("no {word} within {} s", patience.as_secs_f64())))
    }

    fn gone(&mut self) -> Fault {
        // Its output is closed, but it may need a moment to leave.
        const MOMENT: Duration = Duration::from_millis(20);
        std::thread::sleep(MOMENT);
        let how = match self.child.try_wait() {
            Ok(Some(status)) => format!("it left: {status}"),
            _ => "it closed its input or output".to_string(),
        };
        Fault::new(CRASH, how)
    }
}

/// Sends on line by line what a program says, until it or we have left.
fn forward(output: ChildStdout, sender: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    loop {
        line.clear();
        match output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        if sender.send(String::from_utf8_lossy(&line).trim_end().to_string()).is_err() {
            return;
        }
    }
}

/// A program as a player.
pub(super) struct Process {
    program: Program,
    hash: usize,
    /// How long it may be silent before it counts as hung.
    patience: Duration,
    talk: Option<Talk>,
    /// The position command of the game so far, without its moves.
    start: String,
    moves: Vec<String>,
}

impl Process {
    /// Starts the program and greets it.
    pub fn open(program: &Program, hash: usize, patience: Duration) -> Result<Process, String> {
        let program = program.clone();
        let mut process = Process { program, hash, patience, talk: None, start: String::new(), moves: Vec::new() };
        match process.restart() {
            Ok(()) => Ok(process),
            Err(fault) => Err(format!("{}: {}: {}", process.program.file, fault.reason, fault.detail)),
        }
    }

    fn restart(&mut self) -> Result<(), Fault> {
        self.talk = None;
        let started = Talk::start(&self.program);
        let mut talk = started.map_err(|reason| Fault::new(CRASH, format!("cannot be started: {reason}")))?;
        talk.say("uci")?;
        talk.wait_for("uciok", self.patience)?;
        talk.say(&format!("setoption name Hash value {}", self.hash))?;
        for (name, value) in &self.program.options {
            talk.say(&format!("setoption name {name} value {value}"))?;
        }
        talk.say("isready")?;
        talk.wait_for("readyok", self.patience)?;
        self.talk = Some(talk);
        Ok(())
    }

    /// Does something with the running program; after a fault it is not running any more.
    fn with<T>(&mut self, act: impl FnOnce(&mut Talk, Duration) -> Result<T, Fault>) -> Result<T, Fault> {
        let Some(mut talk) = self.talk.take() else { return Err(Fault::new(CRASH, "it is not running")) };
        let done = act(&mut talk, self.patience)?;
        self.talk = Some(talk);
        Ok(done)
    }

    fn position(&self) -> String {
        if self.moves.is_empty() {
            return self.start.clone();
        }
        format!("{} moves {}", self.start, self.moves.join(" "))
    }
}

/// A program that has not failed may end in its own way.
impl Drop for Process {
    fn drop(&mut self) {
        if let Some(talk) = &mut self.talk {
            talk.leave();
        }
    }
}

impl Player for Process {
    fn begin(&mut self, opening: &Opening) -> Result<(), Fault> {
        self.start = match &opening.start {
            Some(fen) => format!("position fen {fen}"),
            None => "position startpos".to_string(),
        };
        self.moves = opening.moves.clone();
        if self.talk.is_none() {
            self.restart()?;
        }
        self.with(|talk, patience| {
            talk.say("ucinewgame")?;
            talk.say("isready")?;
            talk.wait_for("readyok", patience)
        })
    }

    fn hear(&mut self, m: &str) -> Result<(), Fault> {
        self.moves.push(m.to_string());
        Ok(())
    }

    fn think(&mut self, side: Side, clocks: &Clocks) -> Result<Choice, Fault> {
        let (position, go) = (self.position(), go(side, clocks));
        let allowed = clocks.allowed(side).unwrap_or_default();
        self.with(|talk, patience| {
            talk.say(&position)?;
            let started = Instant::now();
            talk.say(&go)?;
            let mut choice = Choice::default();
            while let Some(line) = talk.line(started + allowed + patience)? {
                if read_line(&line, &mut choice)? {
                    choice.time = started.elapsed();
                    return Ok(choice);
                }
            }
            Err(Fault::new(HANG, format!("no move within {} s", (allowed + patience).as_secs_f64())))
        })
    }
}

/// The order to search.
fn go(side: Side, clocks: &Clocks) -> String {
    match clocks.limit() {
        Limit::Nodes(nodes) => format!("go nodes {nodes}"),
        Limit::Depth(depth) => format!("go depth {depth}"),
        Limit::MoveTime(time) => format!("go movetime {}", time.as_millis()),
        Limit::Control(control) => {
            let left = |side| clocks.allowed(side).unwrap_or_default().as_millis().max(1);
            let increment = control.increment.as_millis();
            let moves = clocks.clock(side).and_then(|clock| clock.moves_to_go);
            let moves = moves.map(|moves| format!(" movestogo {moves}")).unwrap_or_default();
            let (first, second) = (left(Side::First), left(Side::Second));
            format!("go wtime {first} btime {second} winc {increment} binc {increment}{moves}")
        }
    }
}

/// Takes from a line what it says of the search; true if it is the move. Whatever else a
/// program says is passed over.
fn read_line(line: &str, choice: &mut Choice) -> Result<bool, Fault> {
    let mut words = line.split_whitespace();
    match words.next() {
        Some("bestmove") => {
            let m = words.next().ok_or_else(|| Fault::new(CRASH, format!("no move in {}", quote(line))))?;
            choice.m = m.to_string();
            return Ok(true);
        }
        Some("info") => {}
        _ => return Ok(false),
    }
    let mut found = choice.clone();
    while let Some(word) = words.next() {
        match word {
            // What follows is text, or moves.
            "string" | "pv" => break,
            "multipv" if words.next() != Some("1") => return Ok(false),
            "depth" => found.depth = number(words.next()).unwrap_or(found.depth),
            "nodes" => found.nodes = number(words.next()).unwrap_or(found.nodes),
            "score" => found.score = score(words.next(), words.next()).or(found.score),
            _ => {}
        }
    }
    *choice = found;
    Ok(false)
}

fn number<T: std::str::FromStr>(word: Option<&str>) -> Option<T> {
    word?.parse().ok()
}

/// A score in our units: centipawns, and mates as distance from a win.
fn score(kind: Option<&str>, value: Option<&str>) -> Option<Score> {
    const GREATEST: i64 = 20_000;
    let value: i64 = number(value)?;
    match kind? {
        "cp" => Some(value.clamp(-GREATEST, GREATEST) as Score),
        "mate" => {
            let plies = (2 * value.abs().min(GREATEST) - i64::from(value > 0)) as Score;
            Some(if value > 0 { WIN - plies } else { plies - WIN })
        }
        _ => None,
    }
}

/// Foreign text in a message: on one line and not too long.
pub(super) fn quote(text: &str) -> String {
    format!("{:?}", text.chars().take(LONGEST_QUOTE).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(lines: &[&str]) -> Choice {
        let mut choice = Choice::default();
        for line in lines {
            read_line(line, &mut choice).unwrap();
        }
        choice
    }

    #[test]
    fn what_a_program_says_is_read_and_nonsense_passed_over() {
        let choice = read(&[
            "info depth 3 seldepth 5 multipv 1 score cp -31 nodes 120 nps 9 pv e2e4 depth 9",
            "info depth 4 multipv 2 score cp 500",
            "info string depth 77",
            "hello \u{fffd} bestmove",
            "info depth x score cp y nodes",
            "bestmove e2e4 ponder e7e5",
        ]);
        let expected = Choice { m: "e2e4".into(), score: Some(-31), depth: 3, nodes: 120, ..Choice::default() };
        assert_eq!(choice, expected);
        assert!(read_line("bestmove", &mut Choice::default()).is_err());
    }

    #[test]
    fn mates_are_told_as_distances() {
        assert_eq!(read(&["info score mate 1"]).score, Some(WIN - 1));
        assert_eq!(read(&["info score mate -1"]).score, Some(2 - WIN));
        assert_eq!(read(&["info score mate 0"]).score, Some(-WIN));
        assert_eq!(read(&["info score cp 999999"]).score, Some(20_000));
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let program = Program::new("no/such/engine", Vec::new());
        let message = Process::open(&program, 1, Duration::from_secs(1)).map(drop).unwrap_err();
        assert!(message.starts_with("no/such/engine: crash: cannot be started: "), "{message}");
    }
}
