//! An engine without a game, and a way to talk to the front end step by step.
use niwaki_app::uci;
use niwaki_search::{
    engine::{Engine, Perft, Report, Rules},
    game::{Force, GameOption, OptionKind, Outcome, Side},
    knowledge::Knowledge,
    limits::{Control, Limits},
    node::{Bound, Depth, Score},
    prune::Methods,
    question::{Question, Verdict},
    walk::{Spot, WalkStep},
    watch::Watch,
};
use std::{
    io::{self, BufReader, Read, Write},
    sync::{
        Arc, Mutex,
        mpsc::{Receiver, Sender, channel},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// Moves that are legal in every position of the mock game.
pub const MOVES: &[&str] = &["a", "b", "c", "d"];

/// Positions are words; `mated` and `stalled` have no moves, `bad` is refused.
pub struct Mock {
    pub position: String,
    pub methods: Methods,
    pub knowledge: Knowledge,
    pub control: Arc<Control>,
    /// What the engine was given, for the tests to look at.
    pub log: Arc<Mutex<Vec<String>>>,
    /// Time that one iteration takes.
    pub pace: Duration,
    /// Scores of the moves, best first.
    pub scores: Vec<Score>,
}

impl Default for Mock {
    fn default() -> Self {
        Mock {
            position: "start".into(),
            methods: Methods::off(),
            knowledge: Knowledge::default(),
            control: Arc::default(),
            log: Arc::default(),
            pace: Duration::from_millis(1),
            scores: vec![30, 20, 10, -500],
        }
    }
}

impl Mock {
    fn note(&self, text: String) {
        self.log.lock().unwrap().push(text);
    }

    fn finished(&self, limits: &Limits, depth: i32, nodes: u64) -> bool {
        let waited = limits.started.elapsed();
        let time = limits.move_time.or(limits.clock.map(|clock| clock.remaining / 20));
        self.control.stopped()
            || !self.control.pondering()
                && (limits.depth.is_some_and(|limit| depth >= limit)
                    || limits.nodes.is_some_and(|limit| nodes >= limit)
                    || time.is_some_and(|limit| waited >= limit))
    }
}

impl Rules for Mock {
    fn game(&self) -> &'static str {
        "chess"
    }
    fn set_position(&mut self, position: Option<&str>, moves: &[&str]) -> Result<(), String> {
        let position = position.unwrap_or("start");
        if position == "bad" {
            return Err("bad position".into());
        }
        if let Some(wrong) = moves.iter().find(|name| !MOVES.contains(name)) {
            return Err(format!("illegal move {wrong}\nsecond line"));
        }
        self.position = position.to_string();
        self.position.extend(moves.iter().map(|name| format!("+{name}")));
        Ok(())
    }
    fn play(&mut self, text: &str) -> Result<String, String> {
        self.position.push_str(&format!("+{text}"));
        Ok(text.to_string())
    }
    fn position(&self) -> String {
        self.position.clone()
    }
    fn diagram(&self) -> String {
        format!("diagram of {}", self.position)
    }
    fn side(&self) -> Side {
        if self.position.matches('+').count().is_multiple_of(2) { Side::First } else { Side::Second }
    }
    fn legal_moves(&self) -> Vec<String> {
        if self.outcome().is_some() { Vec::new() } else { MOVES.iter().map(ToString::to_string).collect() }
    }
    fn outcome(&self) -> Option<Outcome> {
        match self.position.as_str() {
            "mated" => Some(Outcome::Loss),
            "stalled" => Some(Outcome::Draw),
            _ => None,
        }
    }
    fn force(&self, _side: Side) -> Force {
        Force::AMPLE
    }
    fn forced(&self) -> bool {
        false
    }
    fn plies_left(&self) -> Option<Depth> {
        None
    }
    fn stages(&self) -> &'static [&'static str] {
        &["all"]
    }
    fn stage(&self) -> usize {
        0
    }
    fn unit(&self) -> Score {
        100
    }
    fn walk(&self, _steps: &mut dyn Iterator<Item = WalkStep>, _visit: &mut dyn FnMut(&dyn Spot)) {}
    fn divide(&self, depth: u32) -> Vec<(String, Perft)> {
        self.legal_moves().into_iter().map(|name| (name, self.perft(depth - 1))).collect()
    }
    fn perft(&self, depth: u32) -> Perft {
        Perft { full: 4u64.pow(depth), ended: 0 }
    }
    fn spell(&self, text: &str) -> Result<String, String> {
        Ok(text.to_string())
    }
}

impl Engine for Mock {
    fn options(&self) -> Vec<GameOption> {
        vec![
            GameOption { name: "UCI_Chess960", kind: OptionKind::Check { default: false } },
            GameOption { name: "SyzygyPath", kind: OptionKind::Text { default: "" } },
        ]
    }
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        self.note(format!("{name}={value}"));
        Ok(())
    }
    fn methods(&self) -> &Methods {
        &self.methods
    }
    fn set_methods(&mut self, methods: Methods) {
        self.note(format!("null move {}", methods.null_move.enabled));
        self.methods = methods;
    }
    fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }
    fn set_knowledge(&mut self, knowledge: Knowledge) {
        self.knowledge = knowledge;
    }
    fn watch(&mut self, _watcher: Option<Box<dyn Watch>>) -> Option<Box<dyn Watch>> {
        None
    }
    fn ask(&mut self, _question: &Question) -> Option<Verdict> {
        None
    }
    fn resize_table(&mut self, megabytes: usize) -> Result<(), String> {
        if megabytes > 4096 {
            return Err(format!("Hash: cannot have {megabytes} MiB"));
        }
        self.note(format!("hash {megabytes}"));
        Ok(())
    }
    fn set_threads(&mut self, threads: usize) {
        self.note(format!("threads {threads}"));
    }
    fn clear(&mut self) {
        self.note("clear".into());
    }
    fn explain(&self) -> Vec<String> {
        Vec::new()
    }
    fn evaluate(&mut self) -> Score {
        42
    }
    fn control(&self) -> Arc<Control> {
        self.control.clone()
    }
    fn go(&mut self, limits: &Limits, progress: &mut dyn FnMut(&Report)) -> Report {
        self.note(format!("go on {}", self.position));
        let mut last = Report::default();
        let moves: Vec<String> = match limits.search_moves.as_slice() {
            [] => self.legal_moves(),
            some => some.to_vec(),
        };
        for depth in 1..120 {
            for (index, name) in moves.iter().enumerate().take(limits.lines).rev() {
                last = Report {
                    depth,
                    line_number: index + 1,
                    score: self.scores[index],
                    bound: Bound::Exact,
                    nodes: 100 * depth as u64,
                    line: vec![name.clone(), "a".into()],
                    time: limits.started.elapsed(),
                    chances: Some([1, 998, 1]),
                    ..Report::default()
                };
                progress(&last);
            }
            if moves.is_empty() || self.finished(limits, depth, last.nodes) {
                break;
            }
            thread::sleep(self.pace);
        }
        while (limits.infinite || self.control.pondering()) && !self.control.stopped() {
            thread::sleep(Duration::from_millis(1));
        }
        last
    }
}

struct Input(Receiver<Vec<u8>>, Vec<u8>);

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            let Ok(bytes) = self.0.recv() else { return Ok(0) };
            self.1 = bytes;
        }
        let count = buffer.len().min(self.1.len());
        buffer[..count].copy_from_slice(&self.1[..count]);
        self.1.drain(..count);
        Ok(count)
    }
}

struct Output(Sender<String>, Vec<u8>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.1.extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        for line in String::from_utf8_lossy(&std::mem::take(&mut self.1)).lines() {
            let _ = self.0.send(line.to_string());
        }
        Ok(())
    }
}

/// The front end in a thread of its own.
pub struct Talk {
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<String>,
    thread: Option<JoinHandle<()>>,
    /// What the engine was given.
    pub log: Arc<Mutex<Vec<String>>>,
}

/// Nothing in these tests takes this long.
const PATIENCE: Duration = Duration::from_secs(10);

impl Talk {
    pub fn new() -> Self {
        Self::with(Mock::default())
    }

    pub fn with(mock: Mock) -> Self {
        let (input, lines) = channel();
        let (sender, output) = channel();
        let log = mock.log.clone();
        let thread = thread::spawn(move || {
            uci::run(BufReader::new(Input(lines, Vec::new())), Output(sender, Vec::new()), Box::new(mock)).unwrap();
        });
        Talk { input: Some(input), output, thread: Some(thread), log }
    }

    pub fn send(&self, text: &str) {
        self.send_bytes(format!("{text}\n").into_bytes());
    }

    pub fn send_bytes(&self, bytes: Vec<u8>) {
        if let Some(input) = &self.input {
            let _ = input.send(bytes);
        }
    }

    /// Lines up to and with the first that begins so.
    pub fn until(&self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            match self.output.recv_timeout(PATIENCE) {
                Ok(line) => lines.push(line),
                Err(_) => panic!("waited in vain for {start:?} after {lines:#?}"),
            }
            if lines.last().unwrap().starts_with(start) {
                return lines;
            }
        }
    }

    /// Sends a line and gives all that is said before the engine is ready again.
    pub fn ask(&self, text: &str) -> Vec<String> {
        self.send(text);
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Whether nothing is said for a while.
    pub fn silent(&self) -> bool {
        self.output.recv_timeout(Duration::from_millis(60)).is_err()
    }

    /// Ends the input and gives the rest of the output.
    pub fn end(mut self) -> Vec<String> {
        self.input = None;
        self.leave()
    }

    /// Says `quit`, with the input still open, and gives the rest of the output.
    pub fn quit(mut self) -> Vec<String> {
        self.send("quit");
        self.leave()
    }

    fn leave(&mut self) -> Vec<String> {
        let begun = Instant::now();
        let thread = self.thread.take().unwrap();
        while !thread.is_finished() {
            assert!(begun.elapsed() < PATIENCE, "the front end does not end");
            thread::sleep(Duration::from_millis(1));
        }
        thread.join().unwrap();
        self.output.try_iter().collect()
    }
}
