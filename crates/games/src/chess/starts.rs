//! The start positions of Chess960, by their usual numbers (Scharnagl 2004).

/// How many there are.
pub const CHESS960_STARTS: usize = 960;

/// Where the two knights stand among the five free squares.
const KNIGHTS: [[usize; 2]; 10] = [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];
/// What fills the last three squares: the king stands between the rooks.
const LAST: [u8; 3] = *b"RKR";
const EMPTY: u8 = b'.';

/// The FEN of a start position of Chess960; 518 is that of chess. `None` from 960 on.
pub fn chess960_start(number: usize) -> Option<String> {
    if number >= CHESS960_STARTS {
        return None;
    }
    let mut rank = [EMPTY; 8];
    let (rest, light) = (number / 4, number % 4);
    let (rest, dark) = (rest / 4, rest % 4);
    let (knights, queen) = (rest / 6, rest % 6);
    rank[2 * light + 1] = b'B';
    rank[2 * dark] = b'B';
    put(&mut rank, queen, b'Q');
    // The second first: the squares before it stay as they are counted.
    let [first, second] = KNIGHTS[knights];
    put(&mut rank, second, b'N');
    put(&mut rank, first, b'N');
    LAST.into_iter().for_each(|piece| put(&mut rank, 0, piece));
    let white: String = rank.into_iter().map(char::from).collect();
    Some(format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1", white.to_lowercase()))
}

/// Puts a piece on the free square of a number, from 0.
fn put(rank: &mut [u8; 8], number: usize, piece: u8) {
    if let Some(square) = rank.iter_mut().filter(|square| **square == EMPTY).nth(number) {
        *square = piece;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Board, START_FEN};

    #[test]
    fn the_starts_are_those_of_another_program() {
        for number in 0..CHESS960_STARTS {
            let fen = chess960_start(number).unwrap();
            let other = cozy_chess::Board::chess960_startpos(number as u32);
            assert!(Board::from_fen(&fen).unwrap() == Board::from_fen(&format!("{other:#}")).unwrap(), "{number}");
        }
        assert_eq!(chess960_start(518).as_deref(), Some(START_FEN));
        assert_eq!(chess960_start(CHESS960_STARTS), None);
    }
}
