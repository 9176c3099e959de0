//! How chess is learned: games played again from their records, positions in few bytes, and
//! the inputs of the network.
use super::{
    Bitboard, Board, Chess, Kind, Move, Network,
    chances::material,
    chess960_start,
    network::{BUCKETS, INPUTS, PIECE_INPUTS, bucket, is_mirrored},
    threats::threatened,
};
use crate::kit::learning::{
    Inputs, Kind as LearnerKind, Learner, NetworkLearner, NetworkNumbers, POSITION_BYTES, Sample, Shape,
    TrainedNetwork, Visit, Visited,
};
use niwaki_search::{
    game::{Game, Position, Side},
    node::Score,
};
use std::{path::Path, sync::Arc};

/// The most men on a board.
const MOST_MEN: usize = 32;
const KINDS: usize = 6;
const SQUARES: usize = 64;
/// Turns the board around for the second side, or mirrors it.
const FLIP: usize = 56;
const MIRROR: usize = 7;
/// Bits of a piece: its kind, and whether it is the opponent's.
const KIND_BITS: u8 = 7;
const ENEMY_BIT: u8 = 8;

/// The learner of chess.
pub struct ChessLearner;

impl Learner for ChessLearner {
    fn game(&self) -> &'static str {
        Chess::NAME
    }

    fn replay(&self, start: u16, places: &mut dyn Iterator<Item = u16>, visit: &mut Visit<'_>) -> Result<(), String> {
        let mut board = start_of(start)?;
        let mut moves = Vec::new();
        for place in places {
            let best = nth(&board, place, &mut moves)?;
            visit(&Seen { board: &board, best });
            board = board.after(best);
        }
        Ok(())
    }

    fn kind(&self) -> LearnerKind {
        LearnerKind::Network(&ChessLearner)
    }
}

impl NetworkLearner for ChessLearner {
    fn shape(&self) -> Shape {
        Shape { inputs: INPUTS, outputs: BUCKETS }
    }

    fn inputs(&self, samples: &[Sample], inputs: &mut Vec<Inputs>, outputs: &mut Vec<usize>) {
        let packed = samples.iter().map(|sample| Packed::of(&sample.position));
        packed.for_each(|packed| {
            inputs.push(packed.inputs());
            outputs.push(usize::from(packed.bucket));
        });
    }

    fn network(&self, numbers: NetworkNumbers<'_>) -> Result<Arc<dyn TrainedNetwork>, String> {
        let NetworkNumbers { inputs, biases, outputs, output_biases } = numbers;
        let found = output_biases.len();
        let output_biases = output_biases.try_into().map_err(|_| format!("expected {BUCKETS} outputs, not {found}"))?;
        Ok(Arc::new(Network::new(inputs, biases, outputs, output_biases)?))
    }

    fn read_network(&self, path: &Path) -> Result<Arc<dyn TrainedNetwork>, String> {
        Ok(Arc::new(Network::read(path)?))
    }
}

impl TrainedNetwork for Network {
    fn width(&self) -> usize {
        Network::width(self)
    }

    fn numbers(&self) -> Vec<i32> {
        Network::numbers(self).collect()
    }

    fn fingerprint(&self) -> u64 {
        Network::fingerprint(self)
    }

    fn to_bytes(&self) -> Vec<u8> {
        Network::to_bytes(self)
    }

    fn evaluate(&self, sample: &Sample) -> Result<Score, String> {
        Ok(Network::evaluate(self, &Packed::of(&sample.position).board()?))
    }
}

/// A position with its score and the result of its game.
pub fn sample(board: &Board, score: Score, result: u8) -> Sample {
    Sample::new(Packed::new(board).bytes(), score, result)
}

/// A position of a game that is played again.
struct Seen<'a> {
    board: &'a Board,
    best: Move,
}

impl Visited for Seen<'_> {
    fn side(&self) -> Side {
        self.board.to_move()
    }

    fn is_forced(&self) -> bool {
        self.board.forced()
    }

    fn is_quiet(&self) -> bool {
        let tactical = self.board.is_tactical(self.best) || self.best.promotion().is_some();
        !self.board.forced() && !tactical
    }

    fn material(&self) -> u32 {
        material(self.board)
    }

    fn sample(&self, score: Score, result: u8) -> Sample {
        sample(self.board, score, result)
    }
}

/// The start position of a number, as records of games name it.
fn start_of(number: u16) -> Result<Board, String> {
    let Some(other) = number.checked_sub(1) else { return Ok(Board::start()) };
    let fen = chess960_start(other.into());
    Board::from_fen(&fen.ok_or_else(|| format!("there is no start position of number {number}"))?)
}

/// The legal move at a place in the order of names. `moves` is a buffer.
fn nth(board: &Board, place: u16, moves: &mut Vec<Move>) -> Result<Move, String> {
    moves.clear();
    board.list_moves(moves);
    let place = usize::from(place);
    if place >= moves.len() {
        return Err(format!("expected one of {} moves, not number {}", moves.len(), place + 1));
    }
    Ok(*moves.select_nth_unstable_by_key(place, |m| order(board, *m)).1)
}

/// Moves in the order of their names: file and rank of both squares, then the letter of the
/// piece that a pawn becomes.
fn order(board: &Board, m: Move) -> u32 {
    // In Chess960 the name of castling has the square of the rook.
    let (from, to) = (m.from(), if board.is_chess960() { m.to() } else { board.destination(m) });
    let promotion = match m.promotion() {
        None => 0,
        Some(Kind::Bishop) => 1,
        Some(Kind::Knight) => 2,
        Some(Kind::Queen) => 3,
        Some(_) => 4,
    };
    let digits = [from.file(), from.rank(), to.file(), to.rank(), promotion];
    digits.into_iter().fold(0, |number, digit| number << 3 | digit as u32)
}

/// A position as the side to move sees it.
struct Packed {
    /// The squares with a piece.
    occupied: u64,
    /// Four bits for each of them, lowest square first.
    men: [u8; MOST_MEN / 2],
    bucket: u8,
    /// Whether the side to move, and the other side, see the board mirrored.
    mirrored: [bool; 2],
}

impl Packed {
    fn new(board: &Board) -> Packed {
        let side = board.to_move();
        let turn = if side == Side::First { 0 } else { FLIP };
        let seen = board.occupied().into_iter().fold(0u64, |set, square| set | 1 << (square.index() ^ turn));
        let mut packed = Packed {
            occupied: seen,
            men: [0; MOST_MEN / 2],
            bucket: bucket(seen.count_ones() as usize) as u8,
            mirrored: [side, side.other()].map(|side| is_mirrored(board.king(side))),
        };
        // By colour the bits are set in any order, so each finds its place by the squares below.
        for square in board.occupied() {
            let Some(piece) = board.piece_on(square) else { continue };
            let below = seen & ((1u64 << (square.index() ^ turn)) - 1);
            let place = below.count_ones() as usize % MOST_MEN;
            let man = piece.kind().index() as u8 | if piece.side() == side { 0 } else { ENEMY_BIT };
            packed.men[place / 2] |= man << (place % 2 * 4);
        }
        packed
    }

    fn bytes(&self) -> [u8; POSITION_BYTES] {
        let mut bytes = [0; POSITION_BYTES];
        bytes[..8].copy_from_slice(&self.occupied.to_le_bytes());
        bytes[8..24].copy_from_slice(&self.men);
        let [own, other] = self.mirrored.map(u8::from);
        bytes[24..27].copy_from_slice(&[self.bucket, own, other]);
        bytes
    }

    #[inline]
    fn of(bytes: &[u8; POSITION_BYTES]) -> Packed {
        let (occupied, rest) = bytes.split_first_chunk().unwrap_or((&[0; 8], &[]));
        let (men, rest) = rest.split_first_chunk().unwrap_or((&[0; MOST_MEN / 2], &[]));
        let [bucket, own, other] = *rest.first_chunk().unwrap_or(&[0; 3]);
        Packed { occupied: u64::from_le_bytes(*occupied), men: *men, bucket, mirrored: [own != 0, other != 0] }
    }

    /// The pieces: square, kind, and 1 for the opponent's.
    #[inline]
    fn men(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        let (mut left, men) = (self.occupied, self.men);
        (0..MOST_MEN).map_while(move |place| {
            let square = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            let man = men[place / 2] >> (place % 2 * 4);
            Some((square, usize::from(man & KIND_BITS), usize::from(man & ENEMY_BIT != 0)))
        })
    }

    /// The inputs that are on.
    #[inline]
    fn inputs(&self) -> Inputs {
        let turn = |side: usize| if self.mirrored[side] { MIRROR } else { 0 };
        let (own_turn, other_turn) = (turn(0), turn(1) ^ FLIP);
        let mut inputs = Inputs::NONE;
        let threatened = self.threatened();
        for (square, kind, enemy) in self.men() {
            let input = |enemy: usize, square: usize| ((enemy * KINDS + kind) * SQUARES + square) as u16;
            let (own, other) = (input(enemy, square ^ own_turn), input(1 - enemy, square ^ other_turn));
            inputs.push(own, other);
            if threatened >> square & 1 != 0 {
                inputs.push(own + PIECE_INPUTS as u16, other + PIECE_INPUTS as u16);
            }
        }
        inputs
    }

    /// The threatened pieces of both sides.
    #[inline]
    fn threatened(&self) -> u64 {
        let (mut kinds, mut sides) = ([Bitboard::EMPTY; KINDS], [Bitboard::EMPTY; 2]);
        for (square, kind, enemy) in self.men() {
            kinds[kind % KINDS].0 |= 1 << square;
            sides[enemy].0 |= 1 << square;
        }
        threatened(&kinds, &sides).0
    }

    /// The position, with the side to move as White.
    fn board(&self) -> Result<Board, String> {
        let mut ranks = [[None; 8]; 8];
        for (square, kind, enemy) in self.men() {
            let letter = ["PNBRQK", "pnbrqk"][enemy].as_bytes().get(kind).copied();
            ranks[square / 8][square % 8] = letter;
        }
        let rank =
            |rank: &[Option<u8>; 8]| -> String { rank.iter().map(|letter| letter.map_or('1', char::from)).collect() };
        let placement: Vec<String> = ranks.iter().rev().map(rank).collect();
        Board::from_fen(&format!("{} w - - 0 1", placement.join("/")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{
        START_FEN,
        network::{input, threat_input},
        parse_uci, print_uci,
    };
    use niwaki_search::random::Random;

    /// Castling, captures en passant and promotions are near.
    const BEGINNINGS: [&str; 3] = [
        START_FEN,
        "r3k2r/pPpp1ppp/2n2n2/8/8/2N2N2/PPPP1PpP/R3K2R w KQkq - 0 1",
        "4k3/p1p1p1p1/8/1P1P1P1P/1p1p1p1p/8/P1P1P1P1/4K3 b - - 0 1",
    ];

    /// Plays random moves from a position; `visit` gets each with the names of its moves, sorted.
    fn wander(start: &str, plies: usize, random: &mut Random, visit: &mut dyn FnMut(&Board, &[String])) {
        let mut rules = crate::rules(Chess::NAME).unwrap();
        rules.set_position(Some(start), &[]).unwrap();
        let mut board = Board::from_fen(start).unwrap();
        for _ in 0..plies {
            let names = rules.legal_moves();
            if names.is_empty() {
                break;
            }
            visit(&board, &names);
            let name = &names[random.below(names.len())];
            rules.play(name).unwrap();
            board = board.after(parse_uci(&board, name).unwrap());
        }
    }

    #[test]
    fn the_order_of_moves_is_that_of_their_names() {
        let (mut random, mut buffer) = (Random::new(1), Vec::new());
        let (mut castlings, mut promotions) = (0, 0);
        let others = (0..40).map(|number| chess960_start(number * 24).unwrap());
        for start in BEGINNINGS.iter().cycle().take(60).map(ToString::to_string).chain(others) {
            wander(&start, 60, &mut random, &mut |board, names| {
                for (place, name) in (0..).zip(names) {
                    let m = nth(board, place, &mut buffer).unwrap();
                    assert_eq!(&print_uci(board, m), name);
                    castlings += usize::from(m.is_castling());
                    promotions += usize::from(m.promotion().is_some());
                }
                let beyond = nth(board, names.len() as u16, &mut buffer).unwrap_err();
                assert!(beyond.starts_with("expected one of "), "{beyond}");
            });
        }
        assert!(castlings > 50 && promotions > 50, "{castlings} {promotions}");
    }

    #[test]
    fn the_starts_of_records_are_those_of_the_rules() {
        let starts = crate::rules(Chess::NAME).unwrap().other_starts();
        assert_eq!(starts.len(), 960);
        for (number, fen) in (1..).zip(&starts) {
            assert!(start_of(number).unwrap() == Board::from_fen(fen).unwrap());
        }
        assert!(start_of(0).unwrap() == Board::start());
        assert_eq!(start_of(961).err().unwrap(), "there is no start position of number 961");
    }

    #[test]
    fn positions_that_only_a_search_can_judge_are_not_quiet() {
        let is_quiet = |fen: &str, best: &str| {
            let board = Board::from_fen(fen).unwrap();
            Seen { board: &board, best: parse_uci(&board, best).unwrap() }.is_quiet()
        };
        let pawns = "4k3/P7/8/3p4/4P3/8/8/4K3 w - - 0 1";
        assert!(is_quiet(pawns, "e4e5"));
        for tactical in ["e4d5", "a7a8q", "a7a8n"] {
            assert!(!is_quiet(pawns, tactical), "{tactical}");
        }
        assert!(!is_quiet("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1f1"), "in check");
    }

    #[test]
    fn a_sample_has_the_inputs_of_its_board() {
        assert_eq!(size_of::<Sample>(), Sample::BYTES);
        let mut seen = 0;
        wander(START_FEN, 150, &mut Random::new(1), &mut |board, _| {
            seen += 1;
            let packed = sample(board, -77, 2);
            assert_eq!(Sample::from_bytes(&packed.to_bytes()), packed);
            let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
            ChessLearner.inputs(&[packed], &mut inputs, &mut outputs);
            for (side, found) in [(board.to_move(), inputs[0].own()), (board.to_move().other(), inputs[0].other())] {
                let mirrored = is_mirrored(board.king(side));
                let pieces = board.occupied().into_iter().filter_map(|square| Some((board.piece_on(square)?, square)));
                let threatened = board.threatened();
                let inputs = pieces.flat_map(|(piece, square)| {
                    let threat = threatened.has(square).then(|| threat_input(side, mirrored, piece, square));
                    [Some(input(side, mirrored, piece, square)), threat].into_iter().flatten()
                });
                let mut expected: Vec<usize> = inputs.collect();
                let mut found: Vec<usize> = found.iter().map(|input| usize::from(*input)).collect();
                expected.sort_unstable();
                found.sort_unstable();
                assert_eq!(found, expected, "{}", board.fen());
            }
            assert_eq!(outputs, [bucket(board.occupied().count() as usize)]);
            let again = Packed::of(&packed.position).board().unwrap();
            assert_eq!(sample(&again, -77, 2), packed, "{}", board.fen());
        });
        assert!(seen > 50, "{seen}");
    }
}
