//! The door to the outside: laboratory, command line and UCI hold `Box<dyn Engine>`, or
//! `Box<dyn Rules>` where nothing is searched, so only one place in the program is generic
//! over games. One virtual call a search.
use crate::{
    game::{Force, GameOption, Outcome, Side},
    knowledge::Knowledge,
    limits::{Control, Limits},
    methods::{Id, Methods},
    node::{Bound, Depth, Score},
    question::{Question, Verdict},
    tally::{Rows, Tally},
    walk::{Spot, WalkStep},
    watch::Watch,
};
use std::{sync::Arc, time::Duration};

/// What a search has found so far, or in the end.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Depth of the iteration.
    pub depth: Depth,
    /// Greatest ply reached.
    pub selective_depth: i32,
    /// Which of the best lines this is, 1 for the best.
    pub line_number: usize,
    /// Score for the side to move.
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// Chances of win, draw, loss in thousandths, where the game has a model.
    pub chances: Option<[u32; 3]>,
    /// Nodes searched by all threads, those of a solver included.
    pub nodes: u64,
    /// Time since the order came in.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub table_fill: u32,
    /// Positions settled by endgame tables or a solver.
    pub table_base_hits: u64,
    /// The line; its first move is the best move. Empty when there is no move.
    pub line: Vec<String>,
    /// What each method did, over all threads.
    pub tally: Vec<(Id, Tally)>,
    /// The same by the remaining depth of the nodes where it did so, from 0 on.
    pub tally_by_depth: Vec<(Id, Rows)>,
}

/// Paths of moves from a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Perft {
    /// Paths of the full length.
    pub full: u64,
    /// Shorter paths, after which there is no move left: the game ended there.
    pub ended: u64,
}

impl Perft {
    /// Adds the paths of another subtree.
    pub fn add(&mut self, other: Perft) {
        self.full = self.full.saturating_add(other.full);
        self.ended = self.ended.saturating_add(other.ended);
    }
}

impl std::iter::Sum for Perft {
    fn sum<I: Iterator<Item = Perft>>(parts: I) -> Perft {
        parts.fold(Perft::default(), |mut sum, part| {
            sum.add(part);
            sum
        })
    }
}

/// The rules of a game and the position at hand: all that referees, opening makers and
/// replays need. It holds no table, no evaluator and no threads.
pub trait Rules: Send {
    /// Name of the game.
    fn game(&self) -> &'static str;
    /// Start positions that the game offers besides the usual one, always in the same order.
    fn other_starts(&self) -> Vec<String> {
        Vec::new()
    }
    /// Sets a position (`None`: the start) and plays moves on it. On an error
    /// the position stays as it was.
    fn set_position(&mut self, position: Option<&str>, moves: &[&str]) -> Result<(), String>;
    /// Plays one move; returns it as the game writes it. On an error the position stays as it was.
    fn play(&mut self, text: &str) -> Result<String, String>;
    /// The legal move that `text` names, as the game writes it.
    fn spell(&self, text: &str) -> Result<String, String>;
    /// The position in the game's notation.
    fn position(&self) -> String;
    /// A diagram of the position.
    fn diagram(&self) -> String;
    /// Whose move it is.
    fn side(&self) -> Side;
    /// All legal moves, sorted by name.
    fn legal_moves(&self) -> Vec<String>;
    /// The result for the side to move if the game is over, repetition included.
    fn outcome(&self) -> Option<Outcome>;
    /// What `side` has on the board.
    fn force(&self, side: Side) -> Force;
    /// Whether the side to move must answer a threat (check).
    fn forced(&self) -> bool;
    /// Most plies that the game can still last, where the game knows.
    fn plies_left(&self) -> Option<Depth>;
    /// Names of the stages of a game.
    fn stages(&self) -> &'static [&'static str];
    /// Stage of the position, a place in [`Rules::stages`].
    fn stage(&self) -> usize;
    /// Score units of one pawn, disc or stone.
    fn unit(&self) -> Score;
    /// Walks through a tree of moves from the position at hand, and shows where each step led.
    fn walk(&self, steps: &mut dyn Iterator<Item = WalkStep>, visit: &mut dyn FnMut(&dyn Spot));
    /// Paths of `depth` moves, for each first move.
    fn divide(&self, depth: u32) -> Vec<(String, Perft)>;
    /// Paths of `depth` moves.
    fn perft(&self, depth: u32) -> Perft;
}

/// The rules, the position at hand and its search.
pub trait Engine: Rules {
    /// Options that only this game has.
    fn options(&self) -> Vec<GameOption>;
    /// Sets one of them.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String>;
    /// The methods and their parameters.
    fn methods(&self) -> &Methods;
    /// Replaces them; the table is cleared if anything changed.
    fn set_methods(&mut self, methods: Methods);
    /// What the methods know from outside.
    fn knowledge(&self) -> &Knowledge;
    /// Replaces it; the table is cleared if anything changed.
    fn set_knowledge(&mut self, knowledge: Knowledge);
    /// From now on this watcher looks on while the main thread searches; `None`: nobody
    /// does. Returns the one that looked on before, with what it has found.
    fn watch(&mut self, watcher: Option<Box<dyn Watch>>) -> Option<Box<dyn Watch>>;
    /// Answers a question about a node below the position at hand, from an empty table, with
    /// one thread; `None`: its path cannot be played. What histories have learned is kept.
    fn ask(&mut self, question: &Question) -> Option<Verdict>;
    /// Gives the table another size, in MiB, and clears it.
    fn resize_table(&mut self, megabytes: usize) -> Result<(), String>;
    /// How many threads search.
    fn set_threads(&mut self, threads: usize);
    /// Forgets everything learned: table and histories.
    fn clear(&mut self);
    /// Static evaluation for the side to move.
    fn evaluate(&mut self) -> Score;
    /// Where that evaluation comes from, in lines for people.
    fn explain(&self) -> Vec<String>;
    /// Through this a running search is stopped.
    fn control(&self) -> Arc<Control>;
    /// Searches. `progress` is called with every finished line. The caller has called
    /// [`Control::prepare`]. The last report is returned.
    fn go(&mut self, limits: &Limits, progress: &mut dyn FnMut(&Report)) -> Report;
    /// Searches with nobody watching; only the limits end it.
    fn search(&mut self, limits: &Limits) -> Report {
        self.control().prepare(false);
        self.go(limits, &mut |_| ())
    }
}
