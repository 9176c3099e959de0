//! Our reading of the tables against that of pyrrhic-rs, position by position. These tests
//! need real tables: the folder `NIWAKI_SYZYGY`, with all tables of up to four pieces.
use super::{
    super::{
        Bitboard, Board, Kind, Square, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks,
        rook_attacks,
    },
    Value,
    files::Files,
    material::{Material, SIDES},
};
use niwaki_search::game::Side;
use pyrrhic_rs::{Color, DtzProbeValue, EngineAdapter, Piece, TableBases, WdlProbeResult};
use std::collections::HashMap;

const NAMES: [&str; 35] = [
    "KQvK", "KRvK", "KBvK", "KNvK", "KPvK", "KQQvK", "KQRvK", "KQBvK", "KQNvK", "KQPvK", "KRRvK", "KRBvK", "KRNvK",
    "KRPvK", "KBBvK", "KBNvK", "KBPvK", "KNNvK", "KNPvK", "KPPvK", "KQvKQ", "KQvKR", "KQvKB", "KQvKN", "KQvKP",
    "KRvKR", "KRvKB", "KRvKN", "KRvKP", "KBvKB", "KBvKN", "KBvKP", "KNvKN", "KNvKP", "KPvKP",
];

/// Of the placements of four pieces one in this many is compared, unless
/// `NIWAKI_SYZYGY_EVERY` says otherwise; distances, which take longer, more seldom.
const EVERY: usize = 97;
const DISTANCES_EVERY: usize = 31;

fn folder() -> String {
    std::env::var("NIWAKI_SYZYGY").expect("NIWAKI_SYZYGY names the folder of the tables")
}

fn every(men: u32) -> usize {
    let wanted = std::env::var("NIWAKI_SYZYGY_EVERY").ok().and_then(|number| number.parse().ok());
    if men == 3 { 1 } else { wanted.unwrap_or(EVERY) }
}

/// Our attacks, as pyrrhic-rs asks for them.
#[derive(Clone)]
struct Attacks;

fn square(index: u64) -> Square {
    Square::wrapping(index as u32)
}

impl EngineAdapter for Attacks {
    fn pawn_attacks(color: Color, from: u64) -> u64 {
        let side = if color == Color::White { Side::First } else { Side::Second };
        pawn_attacks(side, square(from)).0
    }

    fn knight_attacks(from: u64) -> u64 {
        knight_attacks(square(from)).0
    }

    fn bishop_attacks(from: u64, occupied: u64) -> u64 {
        bishop_attacks(square(from), Bitboard(occupied)).0
    }

    fn rook_attacks(from: u64, occupied: u64) -> u64 {
        rook_attacks(square(from), Bitboard(occupied)).0
    }

    fn queen_attacks(from: u64, occupied: u64) -> u64 {
        queen_attacks(square(from), Bitboard(occupied)).0
    }

    fn king_attacks(from: u64) -> u64 {
        king_attacks(square(from)).0
    }
}

/// White, black, then the kinds from the king down.
fn bitboards(board: &Board) -> [u64; 8] {
    let [pawns, knights, bishops, rooks, queens, kings] = Kind::ALL.map(|kind| board.of_kind(kind).0);
    let [white, black] = SIDES.map(|side| board.of_side(side).0);
    [white, black, kings, queens, rooks, bishops, knights, pawns]
}

fn ours(value: WdlProbeResult) -> Value {
    match value {
        WdlProbeResult::Loss => Value::Loss,
        WdlProbeResult::BlessedLoss => Value::BlessedLoss,
        WdlProbeResult::Draw => Value::Draw,
        WdlProbeResult::CursedWin => Value::CursedWin,
        WdlProbeResult::Win => Value::Win,
    }
}

struct Oracle(TableBases<Attacks>);

impl Oracle {
    fn value(&self, board: &Board) -> Value {
        let [white, black, kings, queens, rooks, bishops, knights, pawns] = bitboards(board);
        let (en_passant, turn) = (en_passant(board), board.to_move() == Side::First);
        let value = self.0.probe_wdl(white, black, kings, queens, rooks, bishops, knights, pawns, en_passant, turn);
        ours(value.unwrap())
    }

    /// Values and distances after all moves, by squares and promotion.
    fn after_moves(&self, board: &Board) -> HashMap<(usize, usize, Option<Kind>), (Value, i32)> {
        let [white, black, kings, queens, rooks, bishops, knights, pawns] = bitboards(board);
        let (clock, turn) = (board.halfmoves().min(100), board.to_move() == Side::First);
        let en_passant = en_passant(board);
        let answer =
            self.0.probe_root(white, black, kings, queens, rooks, bishops, knights, pawns, clock, en_passant, turn);
        let answer = answer.unwrap();
        let result = |value: &DtzProbeValue| {
            let DtzProbeValue::DtzResult(result) = value else { panic!("{}", board.fen()) };
            let promotion = match result.promotion {
                Piece::Queen => Some(Kind::Queen),
                Piece::Rook => Some(Kind::Rook),
                Piece::Bishop => Some(Kind::Bishop),
                Piece::Knight => Some(Kind::Knight),
                _ => None,
            };
            let squares = (usize::from(result.from_square), usize::from(result.to_square), promotion);
            (squares, (ours(result.wdl), i32::from(result.dtz)))
        };
        answer.moves[..answer.num_moves].iter().map(result).collect()
    }
}

/// pyrrhic-rs overlooks captures en passant after a double step.
fn may_offer_en_passant(board: &Board) -> bool {
    let pawns = |side, rank| (board.pieces(Kind::Pawn, side) & Bitboard::rank(rank)).any();
    pawns(Side::First, 1) && board.pieces(Kind::Pawn, Side::Second).any()
        || pawns(Side::Second, 6) && board.pieces(Kind::Pawn, Side::First).any()
}

fn en_passant(board: &Board) -> u32 {
    board.en_passant().map_or(0, |square| square.index() as u32)
}

fn fen(pieces: &[(usize, char)], side: Side, en_passant: &str, clock: usize) -> String {
    let mut board = [' '; 64];
    pieces.iter().for_each(|&(square, letter)| board[square] = letter);
    let rank = |rank: usize| {
        let mut text = String::new();
        let mut empty = 0;
        for &letter in &board[8 * rank..8 * rank + 8] {
            if letter == ' ' {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            empty = 0;
            text.push(letter);
        }
        if empty > 0 { text + &empty.to_string() } else { text }
    };
    let ranks: Vec<String> = (0..8).rev().map(rank).collect();
    let side = if side == Side::First { 'w' } else { 'b' };
    format!("{} {side} - {en_passant} {clock} 60", ranks.join("/"))
}

/// The letters of a table's pieces, White's from its name, the leading king first.
fn letters(name: &str, exchanged: bool) -> Vec<char> {
    let (first, second) = name.split_once('v').unwrap();
    let (white, black) = if exchanged { (second, first) } else { (first, second) };
    white.chars().chain(black.to_lowercase().chars()).collect()
}

struct Comparison {
    files: Files,
    oracle: Oracle,
    values: usize,
    distances: usize,
}

impl Comparison {
    fn compare(&mut self, fen: &str, with_distances: bool) {
        let Ok(board) = Board::from_fen(fen) else { return };
        assert_eq!(self.files.value(&board), Some(self.oracle.value(&board)), "{fen}");
        self.values += 1;
        if !with_distances || may_offer_en_passant(&board) {
            return;
        }
        let mut moves = Vec::new();
        board.list_moves(&mut moves);
        let found = self.files.after_moves(&board, &moves).unwrap();
        let expected = if moves.is_empty() { HashMap::new() } else { self.oracle.after_moves(&board) };
        assert_eq!(found.len(), expected.len(), "{fen}");
        for (m, found) in moves.iter().zip(found) {
            let name = (m.from().index(), m.to().index(), m.promotion());
            assert_eq!(Some(&found), expected.get(&name), "{fen} {m:?}");
        }
        self.distances += 1;
    }

    /// Every placement of a table's pieces, or every nth of them, for both sides.
    fn compare_table(&mut self, name: &str, exchanged: bool) {
        let letters = letters(name, exchanged);
        let step = every(Material::parse(name).unwrap().men());
        let placements = 64usize.pow(letters.len() as u32);
        for number in (0..placements).step_by(step) {
            let squares: Vec<usize> = (0..letters.len()).map(|piece| number >> (6 * piece) & 63).collect();
            let distinct = squares.iter().enumerate().all(|(place, square)| !squares[..place].contains(square));
            let on_end = |square: usize| !(8..56).contains(&square);
            let fits = squares.iter().zip(&letters).all(|(&square, l)| !on_end(square) || !"Pp".contains(*l));
            // Mirror images of a placement are the same to the tables.
            if distinct && fits && squares[0] & 7 < 4 {
                let pieces: Vec<(usize, char)> = squares.into_iter().zip(letters.iter().copied()).collect();
                for side in SIDES {
                    let with_distances = (number / step) % DISTANCES_EVERY == 0;
                    self.compare(&fen(&pieces, side, "-", number % 100), with_distances);
                }
            }
        }
    }

    /// All positions of two pawns of which one can take the other en passant.
    fn compare_en_passant(&mut self) {
        for (side, rank, letters) in [(Side::First, 4, ['P', 'p']), (Side::Second, 3, ['p', 'P'])] {
            for (file, to) in (0..8).flat_map(|file| [(file, file + 1), (file + 1, file)]).filter(|p| p.0.max(p.1) < 8)
            {
                let target = Square::at(to, if side == Side::First { 5 } else { 2 }).to_string();
                for kings in 0..64 * 64 {
                    let pawns = [(8 * rank + file, letters[0]), (8 * rank + to, letters[1])];
                    let pieces = [pawns[0], pawns[1], (kings & 63, 'K'), (kings >> 6, 'k')];
                    let free = |square: usize| pieces.iter().filter(|piece| piece.0 == square).count() == 1;
                    if pieces.iter().all(|piece| free(piece.0)) {
                        self.compare(&fen(&pieces, side, &target, 0), true);
                    }
                }
            }
        }
    }
}

#[test]
#[ignore = "needs tables"]
fn every_position_has_the_value_and_the_distances_that_pyrrhic_reads() {
    let files = Files::open(&[folder()]).unwrap();
    let oracle = Oracle(TableBases::new(folder()).unwrap());
    let mut comparison = Comparison { files, oracle, values: 0, distances: 0 };
    comparison.compare_en_passant();
    println!("en passant: {} values, {} roots", comparison.values, comparison.distances);
    for name in NAMES {
        for exchanged in [false, true] {
            comparison.compare_table(name, exchanged);
        }
        println!("{name}: {} values, {} roots so far", comparison.values, comparison.distances);
    }
    assert!(comparison.values > 100_000 && comparison.distances > 10_000);
}

/// Probes of random positions, of ours and theirs, with the tables in memory.
#[test]
#[ignore = "needs tables; measures time; run in release mode"]
fn speed() {
    let files = Files::open(&[folder()]).unwrap();
    let oracle = Oracle(TableBases::new(folder()).unwrap());
    let mut boards = Vec::new();
    for (place, name) in NAMES.iter().enumerate() {
        let letters = letters(name, place % 2 == 0);
        for number in 0..20_000usize {
            let mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 7;
            let pieces: Vec<_> = letters.iter().enumerate().map(|(at, &l)| (mixed >> (6 * at) & 63, l)).collect();
            boards.extend(Board::from_fen(&fen(&pieces, SIDES[number % 2], "-", 0)));
        }
    }
    boards.retain(|board| files.value(board).is_some());
    let time = |name: &str, probe: &dyn Fn(&Board) -> Value| {
        let start = std::time::Instant::now();
        let wins = boards.iter().filter(|board| probe(board) == Value::Win).count();
        println!("{name}: {:?} a probe, {wins} wins of {}", start.elapsed() / boards.len() as u32, boards.len());
    };
    for _ in 0..3 {
        time("ours", &|board| files.value(board).unwrap());
        time("pyrrhic-rs", &|board| oracle.value(board));
    }
}
