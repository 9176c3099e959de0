//! A position of Lines of Action.
use super::{
    groups::{euler_number, euler_of, is_connected},
    lines::{LineCounts, SQUARES, squares},
};
use crate::keys::{numbers, scramble};
use niwaki_search::game::{Outcome, Side};

/// What a move means that connects both sides at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BothConnected {
    /// A draw, as in the Computer Olympiad.
    #[default]
    Draw,
    /// The side that made it wins (Sackson, second edition, 1982).
    MoverWins,
}

/// How the game stands for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Running,
    Won,
    Drawn,
    Lost,
}

/// A position. It takes the 64 bytes of a cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// Pieces of each side.
    pub(super) pieces: [u64; 2],
    pub(super) lines: LineCounts,
    pub(super) key: u64,
    /// Plies since the last capture or free pass.
    pub(super) reversible: u16,
    /// Euler number of the pieces of each side.
    pub(super) euler: [i8; 2],
    pub(super) side: Side,
    pub(super) state: State,
    both_connected: BothConnected,
}

/// Ranks 1 and 8 from b to g.
const FIRST_START: u64 = 0x7e00_0000_0000_007e;
/// Files a and h from 2 to 7.
const SECOND_START: u64 = 0x0081_8181_8181_8100;

static PIECE_KEYS: [[u64; SQUARES]; 2] = [numbers(0x006c_6f61_0000), numbers(0x006c_6f61_0100)];
const SECOND_TO_MOVE: u64 = scramble(0x006c_6f61_0200);

impl Board {
    /// The start of a game.
    pub fn start(both_connected: BothConnected) -> Board {
        Board::new([FIRST_START, SECOND_START], Side::First, both_connected)
    }

    /// A position of pieces that do not share a square; both sides have some.
    pub(super) fn new(pieces: [u64; 2], side: Side, both_connected: BothConnected) -> Board {
        let mut board = Board {
            pieces,
            lines: LineCounts::of(pieces[0] | pieces[1]),
            key: if side == Side::First { 0 } else { SECOND_TO_MOVE },
            reversible: 0,
            euler: pieces.map(euler_number),
            side,
            state: State::Running,
            both_connected,
        };
        for (set, keys) in pieces.iter().zip(&PIECE_KEYS) {
            board.key = squares(*set).fold(board.key, |key, square| key ^ keys[square]);
        }
        board.state = board.judge();
        board
    }

    /// Pieces of the side to move.
    #[inline]
    pub(super) fn own(&self) -> u64 {
        self.pieces[self.side.index()]
    }

    /// Pieces of the other.
    #[inline]
    pub(super) fn enemy(&self) -> u64 {
        self.pieces[self.side.other().index()]
    }

    /// Key after a move of the side to move.
    #[inline]
    pub(super) fn key_after_move(&self, from: usize, to: usize) -> u64 {
        let (own, enemy) = (self.side.index(), self.side.other().index());
        let captured = if self.enemy() >> to & 1 != 0 { PIECE_KEYS[enemy][to] } else { 0 };
        self.key ^ PIECE_KEYS[own][from] ^ PIECE_KEYS[own][to] ^ captured ^ SECOND_TO_MOVE
    }

    /// A piece of the side to move goes to another square.
    #[inline]
    pub(super) fn move_piece(&mut self, from: usize, to: usize) {
        self.key = self.key_after_move(from, to);
        let (own, enemy) = (self.side.index(), self.side.other().index());
        self.lines.remove(from);
        self.reversible = self.reversible.saturating_add(1);
        self.pieces[own] ^= 1 << from;
        self.euler[own] += euler_of(self.pieces[own], to) - euler_of(self.pieces[own], from);
        self.pieces[own] |= 1 << to;
        if self.pieces[enemy] >> to & 1 != 0 {
            self.pieces[enemy] ^= 1 << to;
            self.euler[enemy] -= euler_of(self.pieces[enemy], to);
            self.reversible = 0;
        } else {
            self.lines.add(to);
        }
        self.side = self.side.other();
        self.state = self.judge();
    }

    /// Nothing moves, and the other side is to move.
    pub(super) fn change_side(&mut self) {
        self.side = self.side.other();
        self.key ^= SECOND_TO_MOVE;
    }

    /// Whether a side has connected its pieces.
    #[inline]
    fn has_connected(&self, side: Side) -> bool {
        is_connected(self.pieces[side.index()], self.euler[side.index()])
    }

    /// How the game stands. The side that is not to move has moved last.
    #[inline]
    fn judge(&self) -> State {
        match (self.has_connected(self.side), self.has_connected(self.side.other())) {
            (false, false) => State::Running,
            (true, false) => State::Won,
            (true, true) if self.both_connected == BothConnected::Draw => State::Drawn,
            _ => State::Lost,
        }
    }

    pub(super) fn result(&self) -> Option<Outcome> {
        match self.state {
            State::Running => None,
            State::Won => Some(Outcome::Win),
            State::Drawn => Some(Outcome::Draw),
            State::Lost => Some(Outcome::Loss),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_fills_a_cache_line() {
        assert_eq!(size_of::<Board>(), 64);
    }
}
