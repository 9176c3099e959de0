//! Breakthrough (Dan Troyka 2000), added to Niwaki from nothing: docs/add-a-game.md explains it.
use niwaki_games::{Kit, conformance, kit::BuiltIn, kit::Thresholds};
use niwaki_search::{
    GameEngine, GameRules,
    engine::{Engine, Rules},
    game::{Evaluator, Game, Move, Outcome, Position, Side},
    limits::Limits,
    node::Score,
    perft,
};

const FIRST_ROW: u64 = 0xff;
const LAST_ROW: u64 = 0xff << 56;
const FIRST_FILE: u64 = 0x0101_0101_0101_0101;
const LAST_FILE: u64 = FIRST_FILE << 7;

/// Where the pawn lands, as the mover sees it, and in two bits from where: 0 is no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Step(u16);

impl Move for Step {
    fn bits(self) -> u16 {
        self.0
    }
    fn from_bits(bits: u16) -> Self {
        Step(bits)
    }
}

impl Step {
    fn cells(self) -> [usize; 2] {
        [(self.0 / 4 - 6 - self.0 % 4) as usize, self.0 as usize / 4]
    }
}

/// Pawns as the side to move sees them: its own go up.
#[derive(Clone, Copy)]
pub struct Board {
    own: u64,
    enemy: u64,
    side: Side,
}

impl Board {
    /// The legal moves: straight ahead to an empty cell, diagonally to any but its own.
    fn moves(&self) -> Vec<Step> {
        let left = (self.own & !FIRST_FILE) << 7 & !self.own;
        let ahead = self.own << 8 & !(self.own | self.enemy);
        let right = (self.own & !LAST_FILE) << 9 & !self.own;
        let can_reach = |step: &Step| [0, left, ahead, right][step.0 as usize % 4] >> (step.0 / 4) & 1 != 0;
        (0..4 * 64).map(Step).filter(|step| can_reach(step) && self.outcome().is_none()).collect()
    }
}

impl Position for Board {
    type Move = Step;
    const NULL_MOVE: bool = false; // who must move may have to open a gap
    const MOVE_SLOTS: usize = 4 * 64;
    fn key(&self) -> u64 {
        let mix = |x: u64| (x ^ x >> 29).wrapping_mul(0x9e6c_63d0_876a_68ad).rotate_left(31);
        mix(mix(mix(self.own) ^ self.enemy) ^ self.side.index() as u64)
    }
    fn side(&self) -> Side {
        self.side
    }
    fn tactical_moves(&self, out: &mut Vec<Step>) {
        out.extend(self.moves().into_iter().filter(|&m| self.is_tactical(m)));
    }
    fn quiet_moves(&self, out: &mut Vec<Step>) {
        out.extend(self.moves().into_iter().filter(|&m| !self.is_tactical(m)));
    }
    fn is_legal(&self, m: Step) -> bool {
        self.moves().contains(&m)
    }
    fn is_tactical(&self, m: Step) -> bool {
        (self.enemy | LAST_ROW) >> m.cells()[1] & 1 != 0
    }
    fn play(&self, m: Step) -> Self {
        let [from, to] = m.cells();
        let (own, enemy) = (self.own ^ (1 << from | 1 << to), self.enemy & !(1 << to));
        Board { own: enemy.swap_bytes(), enemy: own.swap_bytes(), side: self.side.other() }
    }
    fn move_slot(&self, m: Step) -> usize {
        m.0 as usize
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.enemy & FIRST_ROW != 0 || self.own == 0).then_some(Outcome::Loss)
    }
    fn stuck(&self) -> Outcome {
        Outcome::Loss
    }
}

/// A pawn counts a hundred, and five for each row that it has gone.
pub struct Pawns;

impl Evaluator<Board> for Pawns {
    fn evaluate(&mut self, pos: &Board) -> Score {
        let row = |pawns: u64, row: Score| (pawns >> (8 * row) & FIRST_ROW).count_ones() as Score;
        let worth = |pawns: u64| (0..8).map(|at| (100 + 5 * at) * row(pawns, at)).sum::<Score>();
        worth(pos.own) - worth(pos.enemy.swap_bytes())
    }
}

/// The game. A position is its rows from the top, `x` for the first player, then who is to move.
#[derive(Clone, Default)]
pub struct Breakthrough;

impl Game for Breakthrough {
    type Position = Board;
    type Evaluator = Pawns;
    const NAME: &'static str = "breakthrough";
    fn start(&self) -> Board {
        Board { own: 0xffff, enemy: 0xffff << 48, side: Side::First }
    }
    fn parse(&self, text: &str) -> Result<Board, String> {
        let letters: Vec<char> = text.chars().collect();
        if letters.len() != 9 * 8 + 1 || text.split('/').any(|row| row.len() < 8) {
            return Err(format!("{text:?}: expected a position like {}", self.print(&self.start())));
        }
        let is = |who: char, at: &usize| letters[(7 - at / 8) * 9 + at % 8] == who;
        let [first, second] =
            ['x', 'o'].map(|who| (0..64).filter(|at| is(who, at)).fold(0u64, |set, at| set | 1 << at));
        Ok(match letters.last() {
            Some('x') => Board { own: first, enemy: second, side: Side::First },
            _ => Board { own: second.swap_bytes(), enemy: first.swap_bytes(), side: Side::Second },
        })
    }
    fn print(&self, pos: &Board) -> String {
        let (first, second, side) = match pos.side {
            Side::First => (pos.own, pos.enemy, 'x'),
            Side::Second => (pos.enemy.swap_bytes(), pos.own.swap_bytes(), 'o'),
        };
        let letter = |at: usize| ['.', 'x', 'o'][(first >> at & 1 | (second >> at & 1) << 1) as usize];
        let rows: Vec<String> = (0..8).rev().map(|row| (8 * row..8 * row + 8).map(letter).collect()).collect();
        format!("{} {side}", rows.join("/"))
    }
    fn parse_move(&self, pos: &Board, text: &str) -> Result<Step, String> {
        let found = pos.moves().into_iter().find(|&m| self.print_move(pos, m) == text);
        found.ok_or_else(|| format!("{text:?}: expected a legal move like a2a3"))
    }
    fn print_move(&self, pos: &Board, m: Step) -> String {
        let turn = 56 * pos.side.index();
        let name = |at: usize| format!("{}{}", (b'a' + at as u8 % 8) as char, at / 8 + 1);
        m.cells().map(|at| name(at ^ turn)).concat()
    }
    fn diagram(&self, pos: &Board) -> String {
        self.print(pos).replace('/', "\n")
    }
    fn evaluator(&self) -> Pawns {
        Pawns
    }
}

/// What laboratory and application must know besides.
pub struct BreakthroughKit;

impl Kit for BreakthroughKit {
    fn name(&self) -> &'static str {
        Breakthrough::NAME
    }
    fn about(&self) -> &'static str {
        "Breakthrough: the first pawn on the last row wins"
    }
    fn engine(&self) -> Result<Box<dyn Engine>, String> {
        Ok(Box::new(GameEngine::new(Breakthrough)?))
    }
    fn rules(&self) -> Box<dyn Rules> {
        Box::new(GameRules::new(Breakthrough))
    }
    fn thresholds(&self) -> Thresholds {
        Thresholds::CENTIPAWNS
    }
    fn recipes(&self) -> &'static [BuiltIn] {
        &[("niwaki", "game = \"breakthrough\"\n[table]\n[killers]\n[butterfly]\n[late_move_reduction]\n[timing]\n")]
    }
    fn default_recipe(&self) -> &'static str {
        "niwaki"
    }
    fn compared_recipes(&self) -> &'static [&'static str] {
        &["niwaki"]
    }
    fn picture(&self, position: &str) -> Result<String, String> {
        Ok(format!("<svg xmlns=\"http://www.w3.org/2000/svg\"><text>{position}</text></svg>"))
    }
}

/// Checks the game, counts its moves and searches a position.
pub fn main() -> Result<(), String> {
    conformance::check(&Breakthrough, &[], 1, 200)?;
    println!("{} paths of four moves", perft(&Breakthrough.start(), 4).full);
    let mut engine = BreakthroughKit.engine()?;
    engine.set_position(Some("o......./......../..x...../......../......../......o./......../x....... x"), &[])?;
    engine.control().prepare(false);
    let report = engine.go(&Limits::depth(6), &mut |_| ());
    println!("score {}, line {:?}", report.score, report.line);
    Ok(())
}
