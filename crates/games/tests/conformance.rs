//! Every game passes the checks that all games must pass; a broken one does not.
mod walk;

use niwaki_games::{
    abalone::{Abalone, Start},
    chess::Chess,
    conformance::check,
    connect_four::{Board, Column, ConnectFour, Middle},
    lines_of_action::{BothConnected, LinesOfAction},
    othello::Othello,
    synthetic::Synthetic,
};
use niwaki_search::{
    game::{Evaluator, Game, MOST_MOVER_SLOTS, Move, Outcome, Position, Side},
    node::{Depth, Score, WIN},
};

#[test]
fn chess_conforms() {
    check(&Chess::default(), &walk::SEEDS, 1, 6000).unwrap();
}

#[test]
fn chess960_conforms() {
    let mut game = Chess::default();
    game.set_option("UCI_Chess960", "true").unwrap();
    let starts: Vec<String> =
        (0..960).step_by(7).map(|number| format!("{:#}", cozy_chess::Board::chess960_startpos(number))).collect();
    let starts: Vec<&str> = starts.iter().map(String::as_str).collect();
    check(&game, &starts, 2, 6000).unwrap();
}

#[test]
fn connect_four_conforms() {
    check(&ConnectFour, &[], 3, 6000).unwrap();
    check(&ConnectFour, &["xoxoxo/xoxoxo/oxoxox///oxoxox/", "xxx/ooo/////", "/xo/ox/xo/ox//"], 4, 2000).unwrap();
}

#[test]
fn othello_conforms() {
    check(&Othello::default(), &[], 5, 3000).unwrap();
    // Passes, early ends, boards that are nearly full.
    let starts = [
        "OX------X------------------------------------------------------- X",
        "---OXXX-OOOOOX-XXXOXXOX-XXXXOXOXXXXOOOOOXXOOOXOOXOOOOOOXXXXXXXXX X",
        "XXXXXXX--XXXOOOXXXXXXOOOXXXXXOOOXXOXXXOXXXXXXOO--XXX-XO-XX-OOO-- O",
        "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOX-X- X",
    ];
    check(&Othello::default(), &starts, 6, 1500).unwrap();
}

#[test]
fn lines_of_action_conforms() {
    check(&LinesOfAction::default(), &[], 5, 4000).unwrap();
    let mover_wins = LinesOfAction::new(BothConnected::MoverWins);
    check(&mover_wins, &[LOA_NO_MOVE, LOA_NEARLY_CONNECTED, LOA_FEW], 6, 2000).unwrap();
    check(&LinesOfAction::default(), &[LOA_NO_MOVE, LOA_NEARLY_CONNECTED, LOA_FEW], 7, 2000).unwrap();
}

/// White has to pass: its two pieces stand in corners behind walls.
const LOA_NO_MOVE: &str = "6xo/6xx/8/8/8/8/xx6/ox6 o";
/// Both sides connect within a few plies.
const LOA_NEARLY_CONNECTED: &str = "8/8/2xxo3/2x1oo2/4ox2/8/6x1/o7 x";
const LOA_FEW: &str = "7o/8/3x4/8/8/1o4x1/8/8 o";

#[test]
fn abalone_conforms() {
    for (seed, start) in [Start::Standard, Start::Belgian, Start::German].into_iter().enumerate() {
        check(&Abalone::new(start), &[], 8 + seed as u64, 1500).unwrap();
    }
    check(&Abalone::default(), &[ABALONE_EDGES, ABALONE_LAST_MARBLE, ABALONE_LONG], 11, 2000).unwrap();
}

/// Rows stand against marbles on all six edges.
const ABALONE_EDGES: &str = "S1S1S/3s2/Sss1s2/8/Sss3ssS/3S4/S1s1ssS/2s3/S1S1S 2 2 b 7 30";
/// Black needs one more marble, in four plies.
const ABALONE_LAST_MARBLE: &str = "S1S2/3s2/Sss1s2/8/Sss3ssS/8/S1s1ssS/2s3/2S1S 5 2 b 96 60";
const ABALONE_LONG: &str = "SSSSS/SSSSSS/2SSS2/8/9/8/2sss2/ssssss/sssss 0 0 w 96 50";

#[test]
fn synthetic_games_conform() {
    for game in [Synthetic::Correlated, Synthetic::PGame, Synthetic::NGame] {
        check(&game, &[], 5, 500).unwrap();
    }
    check(&Synthetic::Correlated, &["p/2^3/1", "n/64^2/1", "c1/3^40/7", "c99/9^5/2/9.1.9", "p/2^1/3/2"], 6, 1500)
        .unwrap();
}

/// Connect Four with one fault, named by a number.
#[derive(Clone, Default)]
struct Faulty<const FAULT: u8>;

#[derive(Clone)]
struct FaultyBoard<const FAULT: u8>(Board);

#[derive(Default)]
struct FaultyMiddle(Middle);

const NO_FAULT: u8 = 0;
const LIST_TWICE: u8 = 1;
const FULL_COLUMN: u8 = 2;
const KEY: u8 = 3;
const FORCES: u8 = 4;
const SLOT: u8 = 5;
const SIDE: u8 = 6;
const PRINT: u8 = 7;
const OUTCOME: u8 = 8;
const MANY_SLOTS: u8 = 9;
const PLIES_LEFT: u8 = 10;
const EARLY_END: u8 = 11;
const STAGE: u8 = 12;
const POINTS: u8 = 13;
const PASS: u8 = 14;
const UNFORCED: u8 = 15;
const NO_PASS: u8 = 16;

impl<const FAULT: u8> Position for FaultyBoard<FAULT> {
    type Move = Column;
    const NULL_MOVE: bool = false;
    const MOVE_SLOTS: usize = if FAULT == SLOT { 8 } else { Board::MOVE_SLOTS };
    const MOVER_SLOTS: usize = if FAULT == MANY_SLOTS { MOST_MOVER_SLOTS + 1 } else { Board::MOVER_SLOTS };
    const FORCING: bool = FAULT != UNFORCED;
    const FORCED_PASSES: bool = FAULT == NO_PASS;
    const TACTICAL_SLOTS: usize = Board::TACTICAL_SLOTS;

    fn key(&self) -> u64 {
        self.0.key()
    }
    fn side(&self) -> Side {
        if FAULT == SIDE { Side::First } else { self.0.side() }
    }
    fn tactical_moves(&self, out: &mut Vec<Column>) {
        self.0.tactical_moves(out);
    }
    fn quiet_moves(&self, out: &mut Vec<Column>) {
        self.0.quiet_moves(out);
        if FAULT == LIST_TWICE {
            self.0.quiet_moves(out);
        }
    }
    fn is_legal(&self, m: Column) -> bool {
        FAULT == FULL_COLUMN && m.bits() == 300 || self.0.is_legal(m)
    }
    fn is_tactical(&self, m: Column) -> bool {
        self.0.is_tactical(m)
    }
    fn play(&self, m: Column) -> Self {
        FaultyBoard(self.0.play(m))
    }
    fn pass(&self) -> Option<Self> {
        None
    }
    fn move_slot(&self, m: Column) -> usize {
        self.0.move_slot(m)
    }
    fn mover_slot(&self, m: Column) -> usize {
        self.0.mover_slot(m)
    }
    fn tactical_slot(&self, m: Column) -> usize {
        self.0.tactical_slot(m)
    }
    fn gain(&self, m: Column) -> Score {
        self.0.gain(m)
    }
    fn outcome(&self) -> Option<Outcome> {
        match FAULT {
            OUTCOME if self.0.forced() => Some(Outcome::Loss),
            NO_PASS => None,
            POINTS => self.0.outcome().map(|_| Outcome::Points(WIN)),
            _ => self.0.outcome(),
        }
    }
    fn plies_left(&self) -> Option<Depth> {
        match FAULT {
            PLIES_LEFT => Some(42),
            EARLY_END => self.0.plies_left().map(|left| (left - 20).max(0)),
            _ => self.0.plies_left(),
        }
    }
    fn stage(&self) -> usize {
        usize::from(FAULT == STAGE)
    }
    fn is_pass(&self, m: Column) -> bool {
        FAULT == PASS && m.bits() == 4
    }
    fn stuck(&self) -> Outcome {
        if FAULT == POINTS { Outcome::Points(WIN) } else { self.0.stuck() }
    }
    fn forced(&self) -> bool {
        self.0.forced()
    }
    fn forces(&self, m: Column) -> bool {
        FAULT != FORCES && self.0.forces(m)
    }
}

impl<const FAULT: u8> Evaluator<FaultyBoard<FAULT>> for FaultyMiddle {
    fn reset(&mut self, _root: &FaultyBoard<FAULT>) {}
    fn push(&mut self, _before: &FaultyBoard<FAULT>, _m: Option<Column>, _after: &FaultyBoard<FAULT>) {}
    fn pop(&mut self) {}
    fn evaluate(&mut self, pos: &FaultyBoard<FAULT>) -> Score {
        self.0.evaluate(&pos.0)
    }
}

impl<const FAULT: u8> Game for Faulty<FAULT> {
    type Position = FaultyBoard<FAULT>;
    type Evaluator = FaultyMiddle;
    const NAME: &'static str = "faulty";

    fn start(&self) -> Self::Position {
        FaultyBoard(ConnectFour.start())
    }
    fn parse(&self, text: &str) -> Result<Self::Position, String> {
        ConnectFour.parse(text).map(FaultyBoard)
    }
    fn print(&self, pos: &Self::Position) -> String {
        let text = ConnectFour.print(&pos.0);
        match FAULT {
            PRINT => text.replacen('o', "x", 1),
            // The text of the mirrored position: the same to the eye, not to the key.
            KEY => text.split('/').rev().collect::<Vec<_>>().join("/"),
            _ => text,
        }
    }
    fn parse_move(&self, pos: &Self::Position, text: &str) -> Result<Column, String> {
        ConnectFour.parse_move(&pos.0, text)
    }
    fn print_move(&self, pos: &Self::Position, m: Column) -> String {
        ConnectFour.print_move(&pos.0, m)
    }
    fn diagram(&self, pos: &Self::Position) -> String {
        ConnectFour.diagram(&pos.0)
    }
    fn evaluator(&self) -> FaultyMiddle {
        FaultyMiddle::default()
    }
}

fn fault<const FAULT: u8>(expected: &str) {
    let reason = check(&Faulty::<FAULT>, &[], 5, 300).unwrap_err();
    assert!(reason.contains(expected), "{reason}");
}

#[test]
fn faults_are_found() {
    assert_eq!(check(&Faulty::<NO_FAULT>, &[], 5, 300), Ok(()));
    fault::<LIST_TWICE>("listed twice");
    fault::<FULL_COLUMN>("is_legal and the lists differ on move 0x012c");
    fault::<KEY>("text");
    fault::<FORCES>("forces says false");
    fault::<SLOT>("move slot");
    fault::<SIDE>("the side to move stays the same");
    fault::<PRINT>("its text is refused");
    fault::<OUTCOME>("the game is decided, but there are moves");
    fault::<MANY_SLOTS>("MOVER_SLOTS is 1025, expected 1..=1024");
    fault::<PLIES_LEFT>("42 plies are left, after a move Some(42)");
    fault::<EARLY_END>("0 plies are left, but the game is not over");
    fault::<STAGE>("stage 1, but there are 1");
    fault::<POINTS>("30000 points are beyond the greatest evaluation");
    fault::<PASS>("a pass is not the only move");
    fault::<UNFORCED>("FORCING is not set");
    fault::<NO_PASS>("the game is not over, but there is no pass");
}
