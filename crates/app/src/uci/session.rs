//! The session: all state of the front end, changed by one event at a time.
use super::{
    Event, Last,
    options::{self, Settings, UciOption},
    parse::{self, Command, Go},
    print::{self, Output},
    strength,
    worker::{Job, Task},
};
use crate::{bench, cancel::Cancel};
use niwaki_games::list;
use niwaki_lab::play::matches::Counters;
use niwaki_search::{
    engine::{Engine, Report},
    game::{Outcome, Side},
    limits::Limits,
};
use std::{collections::VecDeque, io::Write, sync::Arc, sync::mpsc::Sender};

/// The most lines that may wait for a search to end; after that it is stopped.
const WAITING_LINES: usize = 4096;

const BROKEN_POSITION: &str = "position: expected startpos or fen FEN, then perhaps moves";

const HELP: &str = "\
commands: uci, ugi, isready, ucinewgame, setoption name NAME value VALUE, stop, ponderhit, quit,
  position startpos|fen FEN [moves MOVES], d, eval, bench [DEPTH], query gameover|p1turn|result,
  go [depth N] [nodes N] [movetime MS] [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N]
     [mate N] [infinite] [ponder] [searchmoves MOVES] [perft N]
`niwaki --help` tells about everything else.";

/// What is known of the work that is going on.
struct Running {
    cancel: Arc<Cancel>,
    /// It ends by itself.
    finite: bool,
    /// It waits for `ponderhit` first.
    pondering: bool,
    /// Elo to play at, where the strength is limited.
    elo: Option<i64>,
    /// A bench: asked for on purpose, so `quit` waits for its end.
    bench: bool,
    /// The latest report of each line.
    lines: Vec<Report>,
}

/// The front end between two events.
pub(super) struct Session<W> {
    output: Output<W>,
    /// The engine, unless the worker has it; then `running` is set.
    engine: Option<Box<dyn Engine>>,
    running: Option<Running>,
    jobs: Sender<Job>,
    /// Lines that wait for the engine.
    waiting: VecDeque<String>,
    settings: Settings,
    options: Vec<UciOption>,
    position: (Option<String>, Vec<String>),
    /// Why the latest position was refused: until another is set there is none to search.
    refused: Option<String>,
    /// There is no more input: what has been asked for is finished, then it is over.
    ended: bool,
    quitting: bool,
}

impl<W: Write> Session<W> {
    /// A session with the engine as it stands; `jobs` leads to the worker.
    pub fn new(writer: W, engine: Box<dyn Engine>, jobs: Sender<Job>) -> Self {
        let (options, settings) = (options::declare(&*engine), Settings::of(&*engine));
        let mut session = Session {
            output: Output::new(writer),
            engine: None,
            running: None,
            jobs,
            waiting: VecDeque::new(),
            settings,
            options,
            position: (None, Vec::new()),
            refused: None,
            ended: false,
            quitting: false,
        };
        session.seat(engine);
        session
    }

    /// Whether it is time to leave: asked to, and nothing is going on.
    pub fn over(&self) -> bool {
        self.quitting && self.running.is_none()
    }

    /// Handles one event. Never blocks.
    pub fn handle(&mut self, event: Event) {
        match event {
            Event::Line(line) => self.take_line(line),
            Event::LineTooLong => self.output.say("line too long, ignored"),
            Event::EndOfInput => self.end_of_input(),
            Event::Report(report) => self.report(*report),
            Event::Text(text) => self.output.line(&text),
            Event::Done(engine, last) => self.done(engine, last),
        }
        if self.output.broken() {
            self.quit();
        }
    }

    /// Puts an engine in place, with the settings that outlive a change of game.
    fn seat(&mut self, mut engine: Box<dyn Engine>) {
        if let Err(reason) = engine.resize_table(self.settings.hash) {
            self.output.say(&reason);
        }
        engine.set_threads(self.settings.threads);
        self.engine = Some(engine);
    }

    /// What came through a pipe and ends by itself is finished first.
    fn end_of_input(&mut self) {
        self.ended = true;
        self.leave_when_idle();
    }

    /// After the end of the input nobody can stop a search, so one without an end is left.
    fn leave_when_idle(&mut self) {
        let busy = self.running.as_ref().is_some_and(|running| running.finite && !running.pondering);
        if self.ended && !busy && self.waiting.is_empty() {
            self.quit();
        }
    }

    /// The order to quit. Half a bench would be of no use, so its end is awaited.
    fn asked_to_quit(&mut self) {
        if self.running.as_ref().is_some_and(|running| running.bench) {
            self.waiting.clear();
            self.ended = true;
        } else {
            self.quit();
        }
    }

    fn quit(&mut self) {
        self.quitting = true;
        self.waiting.clear();
        self.stop();
    }

    fn stop(&self) {
        if let Some(running) = &self.running {
            running.cancel.cancel();
        }
    }

    /// A line has come in: do it now, or when the engine is back. A search that
    /// would not end by itself gives way to what waits for it.
    fn take_line(&mut self, line: String) {
        let command = parse::command(&line);
        if self.running.is_some() && command.waits() {
            self.waiting.push_back(line);
            self.give_way();
            return;
        }
        // With other orders still waiting, these may be meant for one of them.
        let again = !self.waiting.is_empty() && matches!(command, Command::Stop | Command::PonderHit);
        self.execute(command);
        if again {
            self.waiting.push_back(line);
        }
    }

    /// Works through the waiting lines up to one that the engine is not free for.
    fn catch_up(&mut self) {
        while let Some(line) = self.waiting.pop_front() {
            let command = parse::command(&line);
            if self.running.is_some() && command.waits() {
                self.waiting.push_front(line);
                self.give_way();
                return;
            }
            self.execute(command);
        }
    }

    fn give_way(&self) {
        let endless = self.running.as_ref().is_some_and(|running| running.pondering || !running.finite);
        if endless || self.waiting.len() > WAITING_LINES {
            self.stop();
        }
    }

    fn execute(&mut self, command: Command<'_>) {
        match command {
            Command::Uci => self.introduce("uciok"),
            Command::Ugi => self.introduce("ugiok"),
            Command::IsReady => self.output.line("readyok"),
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponder_hit(),
            Command::Quit => self.asked_to_quit(),
            Command::Help => self.output.line(HELP),
            Command::Nothing => (),
            Command::Broken(reason) => self.output.say(reason),
            Command::Unknown(word) => {
                let word: String = word.chars().take(40).collect();
                self.output.say(&format!("unknown command: {word}"));
            }
            Command::SetOption { name, value } => {
                if let Err(reason) = self.set_option(&name, value) {
                    self.output.say(&reason);
                }
            }
            Command::BrokenPosition => self.refuse(BROKEN_POSITION.to_string()),
            waiting => {
                // Callers have made sure that no work is going on.
                if let Some(engine) = self.engine.take() {
                    self.execute_with(engine, waiting);
                }
            }
        }
    }

    /// Does what needs the engine; it goes back to its place, or to the worker.
    fn execute_with(&mut self, mut engine: Box<dyn Engine>, command: Command<'_>) {
        match command {
            Command::Go(go) => return self.go(engine, &go),
            Command::Bench(depth) => {
                return self.start(engine, Task::Bench(depth.unwrap_or(bench::DEFAULT_DEPTH)), true, None);
            }
            Command::NewGame => engine.clear(),
            Command::Position { position, moves } => match engine.set_position(position.as_deref(), &moves) {
                Ok(()) => {
                    self.position = (position, moves.iter().map(ToString::to_string).collect());
                    self.refused = None;
                }
                Err(reason) => self.refuse(reason),
            },
            Command::Diagram => {
                self.output.line(engine.diagram().trim_end());
                self.output.line(&format!("position: {}", engine.position()));
            }
            Command::Evaluate | Command::Query(_) if self.refused.is_some() => {
                self.output.say("no answer: the position was refused");
            }
            Command::Evaluate => {
                let score = engine.evaluate();
                self.output.say(&format!("evaluation {score} for the side to move"));
                for line in engine.explain() {
                    self.output.say(&line);
                }
            }
            Command::Query(what) => match answer(&*engine, what) {
                Some(word) => self.output.line(&format!("response {word}")),
                None => self.output.say("query: expected gameover, p1turn or result"),
            },
            _ => (),
        }
        self.engine = Some(engine);
    }

    /// Says why there is no position, and remembers it.
    fn refuse(&mut self, reason: String) {
        self.output.say(&reason);
        self.refused = Some(reason);
    }

    /// Answers `go` without a search. Who waits for a move gets the same answer as in a
    /// position without moves: programs take it for a resignation and never for a move.
    fn answer_nothing(&mut self, reason: &str, waiting_for_move: bool) {
        self.output.say(&format!("no search: {reason}"));
        if waiting_for_move {
            self.output.line(&print::best_move(&[]));
        }
    }

    fn introduce(&mut self, end: &str) {
        self.output.line(concat!("id name Niwaki ", env!("CARGO_PKG_VERSION")));
        self.output.line("id author the Niwaki authors");
        for option in self.options.iter().filter(|option| self.settings.show_methods || !option.of_method) {
            self.output.line(&option.declaration());
        }
        self.output.line(end);
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), String> {
        let Some(option) = self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name)) else {
            return Err(format!("no such option: {name}"));
        };
        let value = option.check_value(value)?;
        if option.name == "Game" {
            return self.change_game(&value);
        }
        let Some(engine) = &mut self.engine else { return Ok(()) };
        self.settings.set(&mut **engine, &option.name, &value)?;
        let changes = self.settings.changes(engine.game());
        if option.name == "Recipe" && !changes.is_empty() {
            self.output.say(&format!("Recipe {value}, with what was set before: {}", changes.join(", ")));
        }
        Ok(())
    }

    fn change_game(&mut self, name: &str) -> Result<(), String> {
        if self.engine.as_ref().is_none_or(|engine| engine.game() == name) {
            return Ok(());
        }
        let mut engine = list::find(name)?.engine()?;
        self.settings.methods_for(name)?.install(&mut *engine);
        self.options = options::declare(&*engine);
        self.position = (None, Vec::new());
        self.refused = None;
        for reason in self.settings.restore(&mut *engine) {
            self.output.say(&reason);
        }
        self.seat(engine);
        Ok(())
    }

    fn go(&mut self, engine: Box<dyn Engine>, go: &Go) {
        let refused = self.refused.as_ref().map(|reason| format!("the position was refused: {reason}"));
        let nonsense = || format!("go: expected a limit such as depth 10, not {:?}", go.ignored.join(" "));
        if let Some(reason) = refused.or_else(|| go.is_nonsense().then(nonsense)) {
            self.engine = Some(engine);
            return self.answer_nothing(&reason, go.perft.is_none());
        }
        if !go.ignored.is_empty() {
            self.output.say(&format!("go: ignored {:?}", go.ignored.join(" ")));
        }
        if let Some(depth) = go.perft {
            return self.start(engine, Task::Perft(depth), true, None);
        }
        let side = engine.side();
        let mut limits = Limits { lines: self.settings.lines, overhead: self.settings.overhead, ..go.limits(side) };
        if !limits.search_moves.is_empty() {
            let legal = engine.legal_moves();
            limits.search_moves.retain(|name| legal.contains(name));
            if limits.search_moves.is_empty() {
                self.output.say("searchmoves: none of them is legal, searching all");
            }
        }
        let elo = (self.settings.limit_strength && !limits.infinite).then_some(self.settings.elo);
        if let Some(elo) = elo {
            strength::limit(&mut limits, elo);
        }
        self.start(engine, Task::Search(limits), go.is_finite(side) || elo.is_some(), elo);
    }

    /// Hands the engine to the worker. The control is prepared before that, so
    /// that a stop which comes before the search has begun still counts.
    fn start(&mut self, engine: Box<dyn Engine>, task: Task, finite: bool, elo: Option<i64>) {
        let cancel = Arc::new(Cancel::new(engine.control()));
        let bench = matches!(task, Task::Bench(_));
        let pondering = matches!(&task, Task::Search(limits) if limits.ponder);
        cancel.prepare(pondering);
        let job = Job { engine, task, cancel: cancel.clone() };
        match self.jobs.send(job) {
            Ok(()) => self.running = Some(Running { cancel, finite, pondering, elo, bench, lines: Vec::new() }),
            // Without a worker there is no way to go on.
            Err(_) => self.quit(),
        }
    }

    fn ponder_hit(&mut self) {
        if let Some(running) = &mut self.running {
            running.pondering = false;
            running.cancel.ponder_hit();
        }
    }

    fn report(&mut self, mut report: Report) {
        report.line_number = report.line_number.max(1);
        if report.line_number <= self.settings.lines {
            self.output.line(&print::info(&report, self.settings.show_chances));
        }
        if let Some(running) = &mut self.running {
            let index = report.line_number - 1;
            if index < running.lines.len() {
                running.lines[index] = report;
            } else {
                running.lines.push(report);
            }
        }
    }

    /// The worker gives the engine back.
    fn done(&mut self, mut engine: Box<dyn Engine>, last: Last) {
        let Some(running) = self.running.take() else { return };
        match last {
            Last::Report(report) => {
                self.announce(&*engine, &running, *report);
                self.engine = Some(engine);
            }
            Last::Text(text) => {
                self.restore(&mut *engine);
                self.seat(engine);
                self.output.line(&text);
            }
        }
        self.catch_up();
        self.leave_when_idle();
    }

    /// Goes back to the position that was set, which a bench or perft has changed.
    fn restore(&mut self, engine: &mut dyn Engine) {
        let (position, moves) = &self.position;
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        if let Err(reason) = engine.set_position(position.as_deref(), &moves) {
            self.output.say(&reason);
        }
    }

    /// The last `info` line and the move.
    fn announce(&mut self, engine: &dyn Engine, running: &Running, mut last: Report) {
        last.line_number = 1;
        if last.line.is_empty() {
            // Whatever the search says, a legal move is better than none.
            last.line = engine.legal_moves().into_iter().take(1).collect();
        }
        if last.line.is_empty() {
            let lost = matches!(engine.outcome(), Some(Outcome::Loss));
            self.output.line(if lost { "info depth 0 score mate 0" } else { "info depth 0 score cp 0" });
            return self.output.line(&print::best_move(&[]));
        }
        let counters = Counters::new(std::mem::take(&mut last.tally));
        if let Some(elo) = running.elo {
            let choice = strength::choose(&running.lines, elo, &engine.position());
            if let Some(chosen) = running.lines.get(choice).filter(|_| choice > 0) {
                last = Report { line_number: 1, ..chosen.clone() };
            }
        }
        let is_reported =
            running.lines.first().is_some_and(|first| first.line == last.line && first.score == last.score);
        if !is_reported {
            self.output.line(&print::info(&last, self.settings.show_chances));
        }
        if self.settings.show_counters && !counters.is_empty() {
            // Match runners copy lines that begin so into the comment of the move.
            self.output.line(&format!("info string pgncomment {}", counters.words()));
        }
        self.output.line(&print::best_move(&last.line));
    }
}

/// Answers a question of UGI.
fn answer(engine: &dyn Engine, what: &str) -> Option<&'static str> {
    let yes = |answer: bool| if answer { "true" } else { "false" };
    let first = engine.side() == Side::First;
    let winner = |won: bool| if won == first { "p1win" } else { "p2win" };
    Some(match (what, engine.outcome()) {
        ("gameover", outcome) => yes(outcome.is_some()),
        ("p1turn", _) => yes(first),
        ("result", None) => "none",
        ("result", Some(Outcome::Win)) => winner(true),
        ("result", Some(Outcome::Loss)) => winner(false),
        ("result", Some(Outcome::Points(points))) if points != 0 => winner(points > 0),
        ("result", Some(_)) => "draw",
        _ => return None,
    })
}
