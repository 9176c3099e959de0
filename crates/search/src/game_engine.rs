//! A game behind the door: [`Engine`] for any [`Game`], with its table and threads.
use crate::{
    deepen::{Line, Task, deepen},
    engine::{Engine, Perft, Report, Rules},
    game::{Evaluator, Force, Game, GameOption, MoveOf, Outcome, Position, Side},
    game_rules::GameRules,
    knowledge::Knowledge,
    limits::{Budget, Control, Limits, Stopper},
    memory::Memory,
    methods::Methods,
    node::{Bound, Depth, Score},
    question::{Question, Verdict},
    search::Search,
    table::Table,
    tally::Tallies,
    threads::{Ballot, elect},
    walk::{Spot, WalkStep},
    watch::{Watch, Watching},
};
use std::{
    panic::resume_unwind,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

/// Size of the table until another is asked for, in MiB.
pub const DEFAULT_TABLE: usize = 16;

/// The engine of one game.
pub struct GameEngine<G: Game> {
    rules: GameRules<G>,
    methods: Methods,
    knowledge: Knowledge,
    table: Table,
    memories: Vec<Memory<G>>,
    control: Arc<Control>,
}

impl<G: Game> GameEngine<G> {
    /// An engine at the start position, with everything switched off.
    pub fn new(game: G) -> Result<Self, String> {
        Ok(GameEngine {
            methods: Methods::off(),
            knowledge: Knowledge::default(),
            table: Table::new(DEFAULT_TABLE)?,
            memories: vec![Memory::new(&game)],
            control: Arc::default(),
            rules: GameRules::new(game),
        })
    }

    /// Root moves to search: those asked for, or all; of these, what tables prefer.
    fn root_moves(&mut self, limits: &Limits) -> (Vec<MoveOf<G>>, bool) {
        let mut moves = self.rules.moves();
        let asked: Vec<MoveOf<G>> = limits
            .search_moves
            .iter()
            .filter_map(|text| self.rules.game.parse_move(&self.rules.position, text).ok())
            .collect();
        if moves.iter().any(|m| asked.contains(m)) {
            moves.retain(|m| asked.contains(m));
        }
        let known = self.memories[0].evaluator.filter_root(&self.rules.position, &mut moves);
        (moves, known)
    }

    /// The report of a position in which there is nothing to search.
    fn finished(&self, limits: &Limits) -> Report {
        let outcome = self.outcome().unwrap_or(Outcome::Draw);
        let (score, line_number) = (outcome.score(0), 1);
        Report { score, bound: Bound::Exact, line_number, time: limits.started.elapsed(), ..Report::default() }
    }
}

/// The moves of a line as text.
fn print_line<G: Game>(game: &G, pos: &G::Position, moves: &[MoveOf<G>]) -> Vec<String> {
    let mut pos = pos.clone();
    let mut texts = Vec::with_capacity(moves.len());
    for &m in moves {
        if !pos.is_legal(m) {
            break;
        }
        texts.push(game.print_move(&pos, m));
        pos = pos.play(m);
    }
    texts
}

/// All this is asked of the rules.
impl<G: Game> Rules for GameEngine<G> {
    fn game(&self) -> &'static str {
        self.rules.game()
    }

    fn other_starts(&self) -> Vec<String> {
        self.rules.other_starts()
    }

    fn set_position(&mut self, position: Option<&str>, moves: &[&str]) -> Result<(), String> {
        self.rules.set_position(position, moves)
    }

    fn play(&mut self, text: &str) -> Result<String, String> {
        self.rules.play(text)
    }

    fn spell(&self, text: &str) -> Result<String, String> {
        self.rules.spell(text)
    }

    fn position(&self) -> String {
        self.rules.position()
    }

    fn diagram(&self) -> String {
        self.rules.diagram()
    }

    fn side(&self) -> Side {
        self.rules.side()
    }

    fn legal_moves(&self) -> Vec<String> {
        self.rules.legal_moves()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.rules.outcome()
    }

    fn force(&self, side: Side) -> Force {
        self.rules.force(side)
    }

    fn forced(&self) -> bool {
        self.rules.forced()
    }

    fn plies_left(&self) -> Option<Depth> {
        self.rules.plies_left()
    }

    fn stages(&self) -> &'static [&'static str] {
        self.rules.stages()
    }

    fn stage(&self) -> usize {
        self.rules.stage()
    }

    fn unit(&self) -> Score {
        self.rules.unit()
    }

    fn walk(&self, steps: &mut dyn Iterator<Item = WalkStep>, visit: &mut dyn FnMut(&dyn Spot)) {
        self.rules.walk(steps, visit);
    }

    fn divide(&self, depth: u32) -> Vec<(String, Perft)> {
        self.rules.divide(depth)
    }

    fn perft(&self, depth: u32) -> Perft {
        self.rules.perft(depth)
    }
}

impl<G: Game> Engine for GameEngine<G> {
    fn options(&self) -> Vec<GameOption> {
        self.rules.game.options()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        self.rules.game.set_option(name, value)?;
        for memory in &mut self.memories {
            memory.set_evaluator(self.rules.game.evaluator());
        }
        // Scores of another evaluation are no use.
        self.clear();
        Ok(())
    }

    fn methods(&self) -> &Methods {
        &self.methods
    }

    fn set_methods(&mut self, methods: Methods) {
        if methods != self.methods {
            self.methods = methods;
            self.clear();
        }
    }

    fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }

    fn set_knowledge(&mut self, knowledge: Knowledge) {
        if knowledge != self.knowledge {
            self.knowledge = knowledge;
            self.clear();
        }
    }

    fn watch(&mut self, watcher: Option<Box<dyn Watch>>) -> Option<Box<dyn Watch>> {
        let watching = watcher.map(|watcher| Box::new(Watching::new(watcher)));
        std::mem::replace(&mut self.memories[0].watching, watching).map(|before| before.watcher)
    }

    fn ask(&mut self, question: &Question) -> Option<Verdict> {
        self.table.clear(1);
        let (control, total) = (Control::default(), AtomicU64::new(0));
        let stopper = Stopper::new(&control, &total, Some(question.nodes), None, 0);
        let memory = self.memories.swap_remove(0);
        let (root, keys) = (&self.rules.position, &self.rules.keys);
        let mut s = Search::new((&self.methods, &self.knowledge), &self.table, stopper, memory, root, keys);
        let verdict = s.answer(root, question);
        self.memories.push(s.memory);
        let last = self.memories.len() - 1;
        self.memories.swap(0, last);
        verdict
    }

    fn resize_table(&mut self, megabytes: usize) -> Result<(), String> {
        self.table = Table::new(megabytes)?;
        Ok(())
    }

    fn set_threads(&mut self, threads: usize) {
        self.memories.resize_with(threads.max(1), || Memory::new(&self.rules.game));
    }

    fn clear(&mut self) {
        self.table.clear(self.memories.len());
        self.memories.iter_mut().for_each(Memory::clear);
    }

    fn evaluate(&mut self) -> Score {
        let evaluator = &mut self.memories[0].evaluator;
        evaluator.choose(self.methods.hand_evaluation.style());
        evaluator.reset(&self.rules.position);
        evaluator.evaluate(&self.rules.position)
    }

    fn explain(&self) -> Vec<String> {
        self.rules.game.explain(&self.rules.position, self.methods.hand_evaluation.style())
    }

    fn control(&self) -> Arc<Control> {
        Arc::clone(&self.control)
    }

    fn go(&mut self, limits: &Limits, progress: &mut dyn FnMut(&Report)) -> Report {
        let (moves, known) = self.root_moves(limits);
        if moves.is_empty() {
            self.control.wait(limits.infinite);
            return self.finished(limits);
        }
        self.table.age();
        let budget = Budget::new(limits, &self.methods.timing);
        let run = Run {
            game: &self.rules.game,
            methods: &self.methods,
            knowledge: &self.knowledge,
            table: &self.table,
            control: &self.control,
            position: &self.rules.position,
            keys: &self.rules.keys,
            limits,
            budget,
            moves: &moves,
            base_hits: known as u64,
            total: AtomicU64::new(0),
        };
        let memories = std::mem::take(&mut self.memories);
        let (report, memories) = run.all_threads(memories, progress);
        self.memories = memories;
        report
    }
}

/// One search: what all its threads share.
struct Run<'a, G: Game> {
    game: &'a G,
    methods: &'a Methods,
    knowledge: &'a Knowledge,
    table: &'a Table,
    control: &'a Control,
    position: &'a G::Position,
    keys: &'a [u64],
    limits: &'a Limits,
    budget: Option<Budget>,
    moves: &'a [MoveOf<G>],
    base_hits: u64,
    total: AtomicU64,
}

/// What a thread hands back.
struct Finished<G: Game> {
    report: Report,
    ballot: Ballot<MoveOf<G>>,
    tallies: Tallies,
    memory: Memory<G>,
}

impl<G: Game> Run<'_, G> {
    /// Every thread searches for itself; they meet in the table, and vote on the result.
    fn all_threads(&self, memories: Vec<Memory<G>>, progress: &mut dyn FnMut(&Report)) -> (Report, Vec<Memory<G>>) {
        let finished: Vec<Finished<G>> = std::thread::scope(|scope| {
            let mut waiting = memories.into_iter();
            let first = waiting.next().unwrap_or_else(|| Memory::new(self.game));
            let helpers: Vec<_> = waiting
                .enumerate()
                .map(|(i, memory)| scope.spawn(move || self.thread(i + 1, memory, &mut |_| {})))
                .collect();
            let main = self.thread(0, first, progress);
            let helpers = helpers.into_iter().map(|helper| helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
            std::iter::once(main).chain(helpers).collect()
        });
        let ballots: Vec<_> = finished.iter().map(|thread| thread.ballot).collect();
        // Of several lines the others would not fit a best one from elsewhere.
        let elected = if self.limits.lines > 1 { 0 } else { elect(&ballots) };
        let mut report = finished[elected].report.clone();
        report.nodes = self.total.load(Relaxed);
        if elected > 0 {
            progress(&report);
        }
        let (mut tallies, mut memories) = (Tallies::default(), Vec::new());
        for thread in finished {
            tallies.add(&thread.tallies);
            memories.push(thread.memory);
        }
        (report.tally, report.tally_by_depth) = (tallies.totals(), tallies.rows());
        (report, memories)
    }

    fn thread(&self, thread: usize, memory: Memory<G>, progress: &mut dyn FnMut(&Report)) -> Finished<G> {
        let limits = self.limits;
        let deadline = self.budget.map(|budget| limits.started + budget.hard);
        let deadline = deadline.filter(|_| thread == 0 && !limits.infinite);
        let grace = self.methods.timing.first_nodes as u64;
        let stopper = Stopper::new(self.control, &self.total, limits.nodes, deadline, grace);
        let mut s = Search::new((self.methods, self.knowledge), self.table, stopper, memory, self.position, self.keys);
        s.base_hits = self.base_hits;
        s.root.moves = self.moves.iter().map(|&m| (m, 0)).collect();
        let task = Task { limits, budget: self.budget, timing: &self.methods.timing, thread };
        let (lines, completed) = deepen(&mut s, self.position, &task, &mut |s, index, line| {
            if thread == 0 {
                progress(&self.report(s, index, line));
            }
        });
        if thread == 0 {
            self.control.wait(limits.infinite);
            self.control.stop();
        }
        let report = self.report(&mut s, 0, &lines[0]);
        let ballot = Ballot { m: lines[0].moves[0], score: lines[0].score, completed };
        Finished { report, ballot, tallies: s.tallies, memory: s.memory }
    }

    fn report(&self, s: &mut Search<'_, G>, index: usize, line: &Line<MoveOf<G>>) -> Report {
        Report {
            depth: line.depth,
            selective_depth: s.selective_depth.max(line.depth),
            line_number: index + 1,
            score: line.score,
            bound: line.bound,
            chances: self.game.chances(self.position, line.score),
            nodes: s.stopper.report(),
            time: self.limits.started.elapsed(),
            table_fill: self.table.fill(),
            table_base_hits: s.base_hits,
            line: print_line(self.game, self.position, &line.moves),
            tally: Vec::new(),
            tally_by_depth: Vec::new(),
        }
    }
}
