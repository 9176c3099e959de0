//! Another program as a player: UCI or NBoard through pipes, with no trust in what comes back.
//!
//! A program that leaves, hangs, floods or answers nonsense loses the game with a reason and
//! is started anew for the next one. Its standard error goes nowhere.
use super::{
    group::Group,
    limit::{Clocks, Limit},
    nboard,
    player::{CRASH, Choice, Fault, HANG, Player},
};
use crate::{play::openings::Opening, study::record};
use niwaki_games::{Kit, input, kit::NBoard};
use niwaki_search::{
    game::Side,
    node::{Score, WIN},
};
use serde_json::{Value as Json, json};
use std::{
    io::{self, BufRead, BufReader, Read, Write},
    process::{ChildStdin, ChildStdout, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    time::{Duration, Instant},
};

/// Longer lines are cut; no answer that we need is so long.
const LONGEST_LINE: u64 = 1 << 16;
/// Lines that wait until we read them; then the program must wait.
const WAITING_LINES: usize = 256;
/// Why a program is not started at all: it lacks an option that it was to be given.
pub(super) const OPTION: &str = "option";
/// The option of an engine that declares its further options on request, as ours does.
pub const SHOW_METHODS: &str = "ShowMethods";
/// How much of a foreign text stands in a message.
const LONGEST_QUOTE: usize = 60;

/// What a program speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// The protocol of UCI engines.
    Uci,
    /// The protocol of programs whose games have discs.
    NBoard,
}

impl Protocol {
    /// All of them.
    pub const ALL: [Protocol; 2] = [Protocol::Uci, Protocol::NBoard];

    /// Its name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Protocol::Uci => "UCI",
            Protocol::NBoard => "NBoard",
        }
    }

    /// What stands before the file of a program.
    pub(super) fn prefix(self) -> &'static str {
        match self {
            Protocol::Uci => "uci:",
            Protocol::NBoard => "nboard:",
        }
    }

    /// Whether programs that speak it play the game.
    pub(super) fn serves(self, kit: &dyn Kit) -> bool {
        match self {
            Protocol::Uci => kit.is_spoken_in_uci(),
            Protocol::NBoard => kit.nboard().is_some(),
        }
    }
}

/// A program and its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    pub(super) protocol: Protocol,
    file: String,
    arguments: Vec<String>,
    options: Vec<(String, String)>,
}

impl Program {
    /// The program in `file`; the option `args` holds its arguments.
    pub(super) fn new(protocol: Protocol, file: &str, mut options: Vec<(String, String)>) -> Program {
        let place = options.iter().position(|(name, _)| name == "args");
        let arguments = place.map(|index| options.remove(index).1).unwrap_or_default();
        let arguments = arguments.split_whitespace().map(str::to_string).collect();
        Program { protocol, file: file.to_string(), arguments, options }
    }

    /// The same program with options changed or added.
    pub(crate) fn with(&self, changes: &[(String, String)]) -> Program {
        let mut changed = self.clone();
        changed.options.retain(|(name, _)| changes.iter().all(|(other, _)| other != name));
        changed.options.extend(changes.iter().cloned());
        changed
    }

    pub(super) fn describe(&self) -> Json {
        let mut json = json!({ "file": self.file, "arguments": self.arguments, "options": self.options });
        if self.protocol == Protocol::NBoard {
            json["protocol"] = json!("nboard");
        }
        json
    }

    /// Hash of the file; `None` where the system finds it elsewhere.
    pub(super) fn hash(&self) -> Option<String> {
        input::read(&self.file, input::ANY).ok().map(|bytes| record::hash(&bytes))
    }
}

/// A running program with its pipes.
pub(super) struct Talk {
    group: Group,
    input: ChildStdin,
    lines: Receiver<String>,
    /// How long it may be silent, or leave its input unread, before it counts as hung.
    patience: Duration,
}

impl Talk {
    fn start(program: &Program, patience: Duration) -> io::Result<Talk> {
        let mut command = Command::new(&program.file);
        command.args(&program.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut group = Group::start(&mut command)?;
        let child = group.child();
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("no pipes"));
        };
        // A full pipe must not make us wait for ever. Elsewhere we do.
        #[cfg(unix)]
        rustix::io::ioctl_fionbio(&input, true)?;
        let (sender, lines) = sync_channel(WAITING_LINES);
        std::thread::Builder::new().spawn(move || forward(output, &sender))?;
        Ok(Talk { group, input, lines, patience })
    }

    /// Asks the program to leave and gives it a moment; then it is made to.
    fn leave(&mut self) {
        const MOMENT: Duration = Duration::from_millis(200);
        const PAUSE: Duration = Duration::from_millis(10);
        self.patience = self.patience.min(MOMENT);
        let deadline = Instant::now() + MOMENT;
        if self.say("quit").is_err() {
            return;
        }
        while Instant::now() < deadline && self.group.status().is_none() {
            std::thread::sleep(PAUSE);
        }
    }

    pub(super) fn say(&mut self, text: &str) -> Result<(), Fault> {
        const PAUSE: Duration = Duration::from_millis(1);
        let deadline = Instant::now() + self.patience;
        let line = format!("{text}\n");
        let mut rest = line.as_bytes();
        while !rest.is_empty() {
            match self.input.write(rest) {
                Ok(0) => return Err(self.gone()),
                Ok(written) => rest = &rest[written..],
                Err(reason) if reason.kind() == io::ErrorKind::Interrupted => {}
                Err(reason) if reason.kind() == io::ErrorKind::WouldBlock => {
                    if Instant::now() >= deadline {
                        let seconds = self.patience.as_secs_f64();
                        return Err(Fault::new(HANG, format!("its input was not read within {seconds} s")));
                    }
                    std::thread::sleep(PAUSE);
                }
                Err(_) => return Err(self.gone()),
            }
        }
        Ok(())
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

    /// Waits for a line that is this word; those before it are shown to `look`.
    pub(super) fn wait_for(&mut self, word: &str, look: &mut dyn FnMut(&str)) -> Result<(), Fault> {
        let deadline = Instant::now() + self.patience;
        while let Some(line) = self.line(deadline)? {
            if line.trim() == word {
                return Ok(());
            }
            look(&line);
        }
        Err(Fault::new(HANG, format!("no {word} within {} s", self.patience.as_secs_f64())))
    }

    fn ready(&mut self) -> Result<(), Fault> {
        self.say("isready")?;
        self.wait_for("readyok", &mut |_| ())
    }

    fn gone(&mut self) -> Fault {
        // Its output is closed, but it may need a moment to leave.
        const MOMENT: Duration = Duration::from_millis(20);
        std::thread::sleep(MOMENT);
        let how = match self.group.status() {
            Some(status) => format!("it left: {status}"),
            None => "it closed its input or output".to_string(),
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
    /// The game so far.
    game: Opening,
    /// How it is put into words for NBoard, if that is what the program speaks.
    nboard: Option<NBoard>,
    /// Score units of one that people count.
    unit: Score,
}

impl Process {
    /// Starts the program and greets it.
    pub fn open(program: &Program, kit: &dyn Kit, hash: usize, patience: Duration) -> Result<Process, String> {
        let program = program.clone();
        let nboard = kit.nboard().filter(|_| program.protocol == Protocol::NBoard);
        let (game, unit) = (Opening::default(), kit.unit());
        let mut process = Process { program, hash, patience, talk: None, game, nboard, unit };
        match process.restart() {
            Ok(()) => Ok(process),
            Err(fault) => Err(format!("{}: {}: {}", process.program.file, fault.reason, fault.detail)),
        }
    }

    fn restart(&mut self) -> Result<(), Fault> {
        self.talk = None;
        let started = Talk::start(&self.program, self.patience);
        let mut talk = started.map_err(|reason| Fault::new(CRASH, format!("cannot be started: {reason}")))?;
        match self.program.protocol {
            Protocol::Uci => self.greet(&mut talk)?,
            Protocol::NBoard => nboard::greet(&mut talk, &self.program.options)?,
        }
        self.talk = Some(talk);
        Ok(())
    }

    /// Greets a program that speaks UCI and sets its options.
    fn greet(&self, talk: &mut Talk) -> Result<(), Fault> {
        // Of what it offers only the names that are asked for are kept.
        let mut lacking: Vec<&str> = self.program.options.iter().map(|(name, _)| name.as_str()).collect();
        let mut has_more = false;
        talk.say("uci")?;
        talk.wait_for("uciok", &mut |line| {
            lacking.retain(|name| !declares(line, name));
            has_more |= declares(line, SHOW_METHODS);
        })?;
        if has_more && !lacking.is_empty() {
            talk.say(&format!("setoption name {SHOW_METHODS} value true"))?;
            talk.say("uci")?;
            talk.wait_for("uciok", &mut |line| lacking.retain(|name| !declares(line, name)))?;
        }
        if let [name, ..] = lacking[..] {
            return Err(Fault::new(OPTION, format!("it has none named {}", quote(name))));
        }
        talk.say(&format!("setoption name Hash value {}", self.hash))?;
        for (name, value) in &self.program.options {
            talk.say(&format!("setoption name {name} value {value}"))?;
        }
        talk.ready()
    }

    /// Does something with the running program; after a fault it is not running any more.
    fn with<T>(&mut self, act: impl FnOnce(&mut Talk) -> Result<T, Fault>) -> Result<T, Fault> {
        let Some(mut talk) = self.talk.take() else { return Err(Fault::new(CRASH, "it is not running")) };
        let done = act(&mut talk)?;
        self.talk = Some(talk);
        Ok(done)
    }

    /// The orders that ask for a move.
    fn orders(&self, side: Side, clocks: &Clocks) -> Result<Vec<String>, Fault> {
        match self.nboard {
            Some(words) => nboard::orders(words, &self.game, clocks.limit()),
            None => Ok(vec![position(&self.game), go(side, clocks)]),
        }
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
        self.game = opening.clone();
        if self.talk.is_none() {
            self.restart()?;
        }
        let protocol = self.program.protocol;
        self.with(|talk| match protocol {
            Protocol::Uci => talk.say("ucinewgame").and_then(|()| talk.ready()),
            Protocol::NBoard => nboard::sync(talk),
        })
    }

    fn observe(&mut self, m: &str) -> Result<(), Fault> {
        self.game.moves.push(m.to_string());
        Ok(())
    }

    fn think(&mut self, side: Side, clocks: &Clocks) -> Result<Choice, Fault> {
        let orders = self.orders(side, clocks)?;
        let allowed = clocks.allowed(side).unwrap_or_default();
        let (patience, unit, speaks_uci) = (self.patience, self.unit, self.nboard.is_none());
        let read = |line: &str, choice: &mut Choice| match speaks_uci {
            true => read_line(line, choice),
            false => nboard::read_line(line, unit, choice),
        };
        self.with(|talk| {
            let mut started = Instant::now();
            for order in &orders {
                started = Instant::now();
                talk.say(order)?;
            }
            let mut choice = Choice::default();
            while let Some(line) = talk.line(started + allowed + patience)? {
                if read(&line, &mut choice)? {
                    choice.time = started.elapsed();
                    return Ok(choice);
                }
            }
            Err(Fault::new(HANG, format!("no move within {} s", (allowed + patience).as_secs_f64())))
        })
    }
}

/// The position of a game so far.
fn position(game: &Opening) -> String {
    let start = game.start.as_ref().map_or("startpos".to_string(), |fen| format!("fen {fen}"));
    let moves = if game.moves.is_empty() { String::new() } else { format!(" moves {}", game.moves.join(" ")) };
    format!("position {start}{moves}")
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

/// Whether a line declares this option, whatever its case.
fn declares(line: &str, option: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let ["option", "name", rest @ ..] = &words[..] else { return false };
    let end = rest.iter().position(|word| *word == "type").unwrap_or(rest.len());
    rest[..end].join(" ").eq_ignore_ascii_case(option)
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
    fn options_are_known_by_their_whole_names() {
        assert!(declares("option name Move Overhead type spin default 10", "move overhead"));
        assert!(declares("option name Clear Hash type button", "Clear Hash"));
        assert!(!declares("option name Hashing type spin", "Hash"));
        assert!(!declares("info string option name Hash type spin", "Hash"));
    }

    #[test]
    fn mates_are_told_as_distances() {
        assert_eq!(read(&["info score mate 1"]).score, Some(WIN - 1));
        assert_eq!(read(&["info score mate -1"]).score, Some(2 - WIN));
        assert_eq!(read(&["info score mate 0"]).score, Some(-WIN));
        assert_eq!(read(&["info score cp 999999"]).score, Some(20_000));
    }

    fn open(program: &Program) -> Result<Process, String> {
        Process::open(program, niwaki_games::list::ALL[0], 1, Duration::from_secs(1))
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let program = Program::new(Protocol::Uci, "no/such/engine", Vec::new());
        let message = open(&program).map(drop).unwrap_err();
        assert!(message.starts_with("no/such/engine: crash: cannot be started: "), "{message}");
    }

    /// A program made of a shell script, in a folder of its own.
    #[cfg(unix)]
    fn script(folder: &tempfile::TempDir, text: &str, options: Vec<(String, String)>) -> Program {
        use std::os::unix::fs::PermissionsExt;
        let path = folder.path().join("engine");
        std::fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        Program::new(Protocol::Uci, path.to_str().unwrap(), options)
    }

    #[cfg(unix)]
    fn refusal(program: &Program) -> String {
        open(program).map(drop).unwrap_err()
    }

    #[cfg(unix)]
    const GREETING: &str = "while read -r line; do case \"$line\" in isready) echo readyok;; \
                            uci) echo option name Foo type string; echo uciok;;";

    #[cfg(unix)]
    #[test]
    fn what_a_hung_script_has_started_goes_with_it() {
        let folder = tempfile::tempdir().unwrap();
        let id = folder.path().join("id");
        let hang = format!("{GREETING} ucinewgame) sleep 60 & echo $! >{}; wait;; esac; done", id.display());
        let mut process = open(&script(&folder, &hang, Vec::new())).unwrap();
        assert_eq!(process.begin(&Opening::default()).unwrap_err().reason, HANG);
        let id = std::fs::read_to_string(&id).unwrap();
        let listed = || Command::new("kill").args(["-0", id.trim()]).stderr(Stdio::null()).status().unwrap().success();
        // Its new parent may leave it on the list for a while.
        let dead =
            || std::fs::read_to_string(format!("/proc/{}/stat", id.trim())).is_ok_and(|stat| stat.contains(") Z"));
        let alive = || listed() && !dead();
        let deadline = Instant::now() + Duration::from_secs(10);
        while alive() && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(!alive(), "{id} is still there");
    }

    #[cfg(unix)]
    #[test]
    fn a_program_that_does_not_read_is_not_waited_for_beyond_patience() {
        let folder = tempfile::tempdir().unwrap();
        let more_than_a_pipe = "x".repeat(1 << 20);
        let deaf = "read -r line; echo option name Foo type string; echo uciok; exec sleep 60";
        let program = script(&folder, deaf, vec![("Foo".into(), more_than_a_pipe)]);
        let started = Instant::now();
        let message = refusal(&program);
        assert!(message.ends_with("hang: its input was not read within 1 s"), "{message}");
        assert!(started.elapsed() < Duration::from_secs(30));
    }

    #[cfg(unix)]
    #[test]
    fn an_option_that_the_program_lacks_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let text = format!("{GREETING} quit) exit;; esac; done");
        let with = |name: &str| script(&folder, &text, vec![(name.into(), "3".into())]);
        assert!(Process::open(&with("foo"), niwaki_games::list::ALL[0], 1, Duration::from_secs(5)).is_ok());
        let message = refusal(&with("Bar"));
        assert!(message.ends_with("engine: option: it has none named \"Bar\""), "{message}");
    }

    #[cfg(unix)]
    #[test]
    fn an_engine_is_asked_for_the_options_that_it_does_not_show_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let text = "more=; while read -r line; do case \"$line\" in isready) echo readyok;; quit) exit;; \
                    'setoption name ShowMethods value true') more=1;; \
                    uci) echo option name ShowMethods type check default false; \
                    test -z \"$more\" || echo option name a.b type string; echo uciok;; esac; done";
        let with = |name: &str| script(&folder, text, vec![(name.into(), "3".into())]);
        assert!(Process::open(&with("a.b"), niwaki_games::list::ALL[0], 1, Duration::from_secs(5)).is_ok());
        let message = refusal(&with("a.c"));
        assert!(message.ends_with("engine: option: it has none named \"a.c\""), "{message}");
    }
}
