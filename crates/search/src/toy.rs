//! A toy game for tests: a random tree with transpositions. Not part of the library.
use crate::{
    game::{Evaluator, Force, Game, Move, MoveOf, Outcome, Position, Settled, Side, Stop},
    knowledge::Knowledge,
    limits::{Control, Stopper},
    memory::Memory,
    methods::Methods,
    node::{Bound, Candidate, Depth, INFINITE, Kind, Node, Permit, Score},
    search::Search,
    table::Table,
};
use std::sync::atomic::AtomicU64;

const BRANCHES: u16 = 6;
const SWING: u64 = 120;
/// The solver knows positions with at most this many plies left.
const SOLVED_PLIES: u64 = 6;
/// The game is over here.
pub(crate) const LAST_PLY: u64 = 13;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct ToyMove(pub(crate) u16);

impl Move for ToyMove {
    fn bits(self) -> u16 {
        self.0
    }
    fn from_bits(bits: u16) -> Self {
        ToyMove(bits)
    }
}

/// Moves add to a sum, so that different orders meet again; values are hashes of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Toy {
    pub(crate) seed: u64,
    pub(crate) sum: u64,
    pub(crate) ply: u64,
    pub(crate) exchange: Score,
    pub(crate) force: Force,
    pub(crate) forced: bool,
    /// A move that forces, or 0.
    pub(crate) forcing: u16,
    /// What speaks for the last move, as if it were known beforehand.
    pub(crate) prior: i32,
    pub(crate) stage: usize,
    pub(crate) draw_clock: i32,
    /// Difference of keys that a move makes, or 0.
    pub(crate) away: u64,
    pub(crate) threats: u64,
}

pub(crate) fn mix(x: u64) -> u64 {
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}

impl Toy {
    pub(crate) fn new(seed: u64) -> Toy {
        Toy {
            seed,
            sum: 0,
            ply: 0,
            exchange: 0,
            force: Force::AMPLE,
            forced: false,
            forcing: 0,
            prior: 0,
            stage: 0,
            draw_clock: 0,
            away: 0,
            threats: 0,
        }
    }

    fn hash(&self, salt: u64) -> u64 {
        mix(self.key() ^ mix(salt))
    }

    fn tactical(&self, m: ToyMove) -> bool {
        self.hash(m.0 as u64) % 4 == 0
    }

    fn branches(&self) -> u16 {
        if self.hash(77) % 50 == 0 { 0 } else { BRANCHES }
    }
}

impl Position for Toy {
    type Move = ToyMove;
    const NULL_MOVE: bool = true;
    const FORCING: bool = true;
    const PRIOR: bool = true;
    const STAGES: &'static [&'static str] = &["early", "late"];
    const MOVE_SLOTS: usize = BRANCHES as usize + 1;
    const TACTICAL_SLOTS: usize = BRANCHES as usize + 1;

    fn key(&self) -> u64 {
        mix(mix(mix(self.seed).wrapping_add(self.sum)) ^ self.ply)
    }
    fn side(&self) -> Side {
        if self.ply % 2 == 0 { Side::First } else { Side::Second }
    }
    fn tactical_moves(&self, out: &mut Vec<ToyMove>) {
        out.extend((1..=self.branches()).map(ToyMove).filter(|&m| self.tactical(m)));
    }
    fn quiet_moves(&self, out: &mut Vec<ToyMove>) {
        out.extend((1..=self.branches()).map(ToyMove).filter(|&m| !self.tactical(m)));
    }
    fn is_legal(&self, m: ToyMove) -> bool {
        (1..=self.branches()).contains(&m.0)
    }
    fn is_tactical(&self, m: ToyMove) -> bool {
        self.tactical(m)
    }
    fn play(&self, m: ToyMove) -> Self {
        let share = mix(m.0 as u64 * 2 + self.ply % 2);
        Toy { sum: self.sum.wrapping_add(share), ply: self.ply + 1, ..*self }
    }
    fn pass(&self) -> Option<Self> {
        Some(Toy { ply: self.ply + 1, ..*self })
    }
    fn move_slot(&self, m: ToyMove) -> usize {
        m.0 as usize
    }
    fn piece(&self, m: ToyMove) -> usize {
        m.0 as usize % 2
    }
    fn tactical_slot(&self, m: ToyMove) -> usize {
        m.0 as usize
    }
    fn outcome(&self) -> Option<Outcome> {
        match self.hash(1) % 300 {
            0 => Some(Outcome::Loss),
            1 => Some(Outcome::Draw),
            2 => Some(Outcome::Win),
            // Quiescence must end.
            _ if self.ply >= LAST_PLY => Some(Outcome::Points((self.hash(2) % SWING) as Score)),
            _ => None,
        }
    }
    fn stuck(&self) -> Outcome {
        Outcome::Draw
    }
    fn plies_left(&self) -> Option<Depth> {
        Some(LAST_PLY.saturating_sub(self.ply) as Depth)
    }
    fn stage(&self) -> usize {
        self.stage
    }
    fn prior(&self, m: ToyMove) -> i32 {
        if m.0 == BRANCHES { self.prior } else { 0 }
    }
    fn draw_clock(&self) -> i32 {
        self.draw_clock
    }
    fn reversible_plies(&self) -> usize {
        if self.away != 0 { self.ply as usize } else { 0 }
    }
    fn is_a_move_away(&self, difference: u64) -> bool {
        difference == self.away
    }
    fn threats(&self) -> u64 {
        self.threats
    }
    fn threat_slot(&self, m: ToyMove, threats: u64) -> usize {
        (threats >> m.0 & 1) as usize
    }
    fn forced(&self) -> bool {
        self.forced
    }
    fn forces(&self, m: ToyMove) -> bool {
        self.forced || self.forcing == m.0
    }
    fn exchange_holds(&self, _m: ToyMove, threshold: Score) -> bool {
        self.exchange >= threshold
    }
    fn force(&self, _side: Side) -> Force {
        self.force
    }
}

pub(crate) struct ToyEvaluator;

impl Evaluator<Toy> for ToyEvaluator {
    fn evaluate(&mut self, pos: &Toy) -> Score {
        (pos.hash(3) % (2 * SWING)) as Score - SWING as Score
    }
    fn settle(&mut self, pos: &Toy, _: Score, _: Score, _: Depth, stop: &mut Stop<'_>) -> Option<Settled> {
        if pos.ply + SOLVED_PLIES < LAST_PLY {
            return None;
        }
        let mut nodes = 0;
        let score = solve(pos, 0, &mut nodes);
        // Half of the nodes are reported while it works, as in a long search.
        (!stop(nodes / 2)).then_some(Settled { score, bound: Bound::Exact, nodes: nodes - nodes / 2 })
    }
}

/// The value of a position, by looking at all that can follow.
pub(crate) fn solve(pos: &Toy, ply: i32, nodes: &mut u64) -> Score {
    *nodes += 1;
    if let Some(outcome) = pos.outcome() {
        return outcome.score(ply);
    }
    let best = (1..=pos.branches()).map(|m| -solve(&pos.play(ToyMove(m)), ply + 1, nodes)).max();
    best.unwrap_or_else(|| pos.stuck().score(ply))
}

#[derive(Clone, Default)]
pub(crate) struct ToyGame;

impl Game for ToyGame {
    type Position = Toy;
    type Evaluator = ToyEvaluator;
    const NAME: &'static str = "toy";
    fn start(&self) -> Toy {
        Toy::new(0)
    }
    fn parse(&self, text: &str) -> Result<Toy, String> {
        text.parse().map(Toy::new).map_err(|_| "not a seed".to_string())
    }
    fn print(&self, pos: &Toy) -> String {
        pos.seed.to_string()
    }
    fn parse_move(&self, pos: &Toy, text: &str) -> Result<MoveOf<Self>, String> {
        text.parse().ok().map(ToyMove).filter(|&m| pos.is_legal(m)).ok_or_else(|| "illegal".to_string())
    }
    fn print_move(&self, _pos: &Toy, m: ToyMove) -> String {
        m.0.to_string()
    }
    fn diagram(&self, pos: &Toy) -> String {
        self.print(pos)
    }
    fn evaluator(&self) -> ToyEvaluator {
        ToyEvaluator
    }
}

/// A hand-made node at which most methods may act.
pub(crate) fn node() -> Node<ToyMove> {
    Node {
        alpha: 0,
        beta: 1,
        depth: 4,
        ply: 3,
        kind: Kind::All,
        permit: Permit::ALL,
        without: ToyMove(0),
        forced: false,
        eval: Some(0),
        improving: false,
        table_move: ToyMove(0),
        table: None,
        table_pv: false,
        table_tactical: false,
        floor: -INFINITE,
        ceiling: INFINITE,
    }
}

/// A hand-made quiet move.
pub(crate) fn candidate(rank: i32) -> Candidate<ToyMove> {
    Candidate { m: ToyMove(1), rank, quiet: true, killer: false, history: 0, sorted: false, child_cuts: 0 }
}

/// Runs `act` with a search thread at the toy position `pos`.
pub(crate) fn with_search<A>(methods: &Methods, pos: &Toy, act: impl FnOnce(&mut Search<'_, ToyGame>) -> A) -> A {
    with_knowledge(methods, &Knowledge::default(), pos, act)
}

/// The same for a thread that knows something.
pub(crate) fn with_knowledge<A>(
    methods: &Methods,
    knowledge: &Knowledge,
    pos: &Toy,
    act: impl FnOnce(&mut Search<'_, ToyGame>) -> A,
) -> A {
    let (control, total, table) = (Control::default(), AtomicU64::new(0), Table::new(1).unwrap());
    let stopper = Stopper::new(&control, &total, None, None, 0);
    let mut search = Search::new((methods, knowledge), &table, stopper, Memory::new(&ToyGame), pos, &[]);
    search.iteration = 10;
    act(&mut search)
}
