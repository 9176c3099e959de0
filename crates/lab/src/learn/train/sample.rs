//! A training position in 32 bytes, as the side to move sees it.
use crate::learn::datagen::chess::Searched;
use niwaki_games::chess::{
    Board,
    network::{bucket, is_mirrored},
};
use niwaki_search::game::Side;

/// The most pieces on a board.
pub(super) const MOST_MEN: usize = 32;
const KINDS: usize = 6;
const SQUARES: usize = 64;
/// Turns the board around for the second side.
const FLIP: usize = 56;
/// Bits of a piece: its kind, and whether it is the opponent's.
const KIND_BITS: u8 = 7;
const ENEMY_BIT: u8 = 8;

/// A position, its score and the result of its game, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
pub struct Sample {
    /// The squares with a piece, seen from the side to move.
    occupied: u64,
    /// Four bits for each of them, lowest square first.
    men: [u8; MOST_MEN / 2],
    score: i16,
    /// 0 for a loss, 1 for a draw, 2 for a win.
    result: u8,
    bucket: u8,
    /// Whether the side to move, and the other side, see the board mirrored.
    mirrored: [bool; 2],
}

/// The inputs of both sides that are on, one for each piece.
pub(super) struct Inputs {
    count: usize,
    own: [u16; MOST_MEN],
    other: [u16; MOST_MEN],
}

impl Inputs {
    /// Of the side to move.
    #[inline]
    pub(super) fn own(&self) -> &[u16] {
        &self.own[..self.count]
    }

    /// Of the other side.
    #[inline]
    pub(super) fn other(&self) -> &[u16] {
        &self.other[..self.count]
    }
}

impl Sample {
    /// Bytes of a sample in memory and in a file.
    pub const BYTES: usize = 32;

    /// The sample as a scratch file holds it.
    pub(super) fn to_bytes(self) -> [u8; Sample::BYTES] {
        let mut bytes = [0; Sample::BYTES];
        bytes[..8].copy_from_slice(&self.occupied.to_le_bytes());
        bytes[8..24].copy_from_slice(&self.men);
        bytes[24..26].copy_from_slice(&self.score.to_le_bytes());
        let [own, other] = self.mirrored.map(u8::from);
        bytes[26..30].copy_from_slice(&[self.result, self.bucket, own, other]);
        bytes
    }

    /// The sample of such bytes.
    pub(super) fn from_bytes(bytes: &[u8; Sample::BYTES]) -> Sample {
        let (occupied, rest) = bytes.split_first_chunk().unwrap_or((&[0; 8], &[]));
        let (men, rest) = rest.split_first_chunk().unwrap_or((&[0; MOST_MEN / 2], &[]));
        let (score, rest) = rest.split_first_chunk().unwrap_or((&[0; 2], &[]));
        let [result, bucket, own, other] = *rest.first_chunk().unwrap_or(&[0; 4]);
        Sample {
            occupied: u64::from_le_bytes(*occupied),
            men: *men,
            score: i16::from_le_bytes(*score),
            result,
            bucket,
            mirrored: [own != 0, other != 0],
        }
    }

    /// The score of the search.
    #[cfg(test)]
    pub(super) fn score(&self) -> i16 {
        self.score
    }

    /// A position that was searched.
    pub fn new(searched: &Searched<'_>) -> Sample {
        Sample::of(searched.board, searched.score, searched.result())
    }

    /// A position with its score and the result of its game.
    pub fn of(board: &Board, score: i32, result: u8) -> Sample {
        let side = board.to_move();
        let turn = if side == Side::First { 0 } else { FLIP };
        let seen = board.occupied().into_iter().fold(0u64, |set, square| set | 1 << (square.index() ^ turn));
        let mut sample = Sample {
            occupied: seen,
            men: [0; MOST_MEN / 2],
            score: score.clamp(i16::MIN.into(), i16::MAX.into()) as i16,
            result,
            bucket: bucket(seen.count_ones() as usize) as u8,
            mirrored: [side, side.other()].map(|side| is_mirrored(board.king(side))),
        };
        // By colour the bits are set in any order, so each finds its place by the squares below.
        for square in board.occupied() {
            let Some(piece) = board.piece_on(square) else { continue };
            let below = seen & ((1u64 << (square.index() ^ turn)) - 1);
            let place = below.count_ones() as usize % MOST_MEN;
            let man = piece.kind().index() as u8 | if piece.side() == side { 0 } else { ENEMY_BIT };
            sample.men[place / 2] |= man << (place % 2 * 4);
        }
        sample
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
    pub(super) fn inputs(&self) -> Inputs {
        let turn = |side: usize| if self.mirrored[side] { 7 } else { 0 };
        let (own_turn, other_turn) = (turn(0), turn(1) ^ FLIP);
        let mut inputs = Inputs { count: 0, own: [0; MOST_MEN], other: [0; MOST_MEN] };
        for (square, kind, enemy) in self.men() {
            let input = |enemy: usize, square: usize| ((enemy * KINDS + kind) * SQUARES + square) as u16;
            inputs.own[inputs.count] = input(enemy, square ^ own_turn);
            inputs.other[inputs.count] = input(1 - enemy, square ^ other_turn);
            inputs.count += 1;
        }
        inputs
    }

    /// The output that judges it.
    #[inline]
    pub(super) fn bucket(&self) -> usize {
        usize::from(self.bucket)
    }

    /// What the network should predict: the result, and what the score says of it.
    #[inline]
    pub(super) fn target(&self, lambda: f32, scale: f32) -> f32 {
        let result = f32::from(self.result) / 2.0;
        lambda * result + (1.0 - lambda) * sigmoid(f32::from(self.score) / scale)
    }

    /// The position, with the side to move as White.
    pub(super) fn board(&self) -> Result<Board, String> {
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

/// The chance of a win that an output stands for.
#[inline]
pub(super) fn sigmoid(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::train::tests::random_boards;
    use niwaki_games::chess::network::input;

    #[test]
    fn a_sample_has_the_inputs_of_its_board() {
        assert_eq!(size_of::<Sample>(), Sample::BYTES);
        for board in random_boards(300, 1) {
            let sample = Sample::of(&board, -77, 2);
            assert_eq!(Sample::from_bytes(&sample.to_bytes()), sample);
            let inputs = sample.inputs();
            for (side, found) in [(board.to_move(), inputs.own()), (board.to_move().other(), inputs.other())] {
                let mirrored = is_mirrored(board.king(side));
                let pieces = board.occupied().into_iter().filter_map(|square| Some((board.piece_on(square)?, square)));
                let mut expected: Vec<usize> =
                    pieces.map(|(piece, square)| input(side, mirrored, piece, square)).collect();
                let mut found: Vec<usize> = found.iter().map(|input| usize::from(*input)).collect();
                expected.sort_unstable();
                found.sort_unstable();
                assert_eq!(found, expected, "{}", board.fen());
            }
            assert_eq!(sample.bucket(), bucket(board.occupied().count() as usize));
            let again = sample.board().unwrap();
            assert_eq!(Sample::of(&again, -77, 2), sample, "{}", board.fen());
        }
    }

    #[test]
    fn the_target_lies_between_score_and_result() {
        let board = Board::start();
        let lost = Sample::of(&board, 400, 0);
        assert!((lost.target(0.0, 400.0) - 0.731).abs() < 0.001);
        assert_eq!(lost.target(1.0, 400.0), 0.0);
        assert!((lost.target(0.5, 400.0) - 0.366).abs() < 0.001);
        assert_eq!(Sample::of(&board, 0, 1).target(0.3, 400.0), 0.5);
        assert_eq!(Sample::of(&board, 0, 2).target(1.0, 400.0), 1.0);
    }
}
