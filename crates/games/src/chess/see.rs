//! Static exchange evaluation: what a capture is worth once both sides have taken
//! back on its square with their cheapest pieces as long as it pays.
use super::{
    attacks::{bishop_attacks, line, rook_attacks},
    bitboard::Bitboard,
    board::Board,
    moves::Move,
    types::{Kind, Piece, Square},
};
use niwaki_search::node::Score;

/// More pieces than can ever take on one square.
const MOST_TAKERS: usize = 32;

impl Board {
    /// What the legal move `m` wins at once: the victim, and the rise of a pawn.
    #[inline]
    pub fn immediate_gain(&self, m: Move) -> Score {
        let victim = self.victim(m).map_or(0, Kind::value);
        victim + m.promotion().map_or(0, |kind| kind.value() - Kind::Pawn.value())
    }

    /// Whether `m` wins at least `threshold` after the best recaptures. Pieces of the
    /// side to move that are pinned before the exchange take part only along their pin;
    /// pawns that recapture on the last rank count as pawns.
    pub fn exchange_is_at_least(&self, m: Move, threshold: Score) -> bool {
        let mut balance = self.immediate_gain(m) - threshold;
        if balance < 0 {
            return false;
        }
        if m.is_castling() {
            return true;
        }
        let (from, to) = (m.from(), m.to());
        let mover = m.promotion().or(self.piece_on(from).map(Piece::kind)).unwrap_or(Kind::Pawn);
        // Enough even if the moved piece is lost for nothing; a king that may move never is.
        balance -= mover.value();
        if balance >= 0 {
            return true;
        }
        let mut occupied = (self.occupied() ^ from.bit()) | to.bit();
        if m.is_en_passant() {
            occupied ^= Square::wrapping(to.index() as u32 ^ 8).bit();
        }
        self.recaptures_fail(to, occupied, balance)
    }

    /// What `m` wins after the best recaptures, by the rules of [`Board::exchange_is_at_least`].
    pub fn exchange_value(&self, m: Move) -> Score {
        let gain = self.immediate_gain(m);
        if m.is_castling() {
            return gain;
        }
        let (from, to) = (m.from(), m.to());
        let mover = m.promotion().or(self.piece_on(from).map(Piece::kind)).unwrap_or(Kind::Pawn);
        let mut occupied = (self.occupied() ^ from.bit()) | to.bit();
        if m.is_en_passant() {
            occupied ^= Square::wrapping(to.index() as u32 ^ 8).bit();
        }
        gain - self.best_recapture(to, occupied, mover.value())
    }

    /// What the opponent wins by taking the piece on `to`, worth `prize`, or leaving it.
    fn best_recapture(&self, to: Square, mut occupied: Bitboard, mut prize: Score) -> Score {
        let fit = self.exchange_fit(to);
        let mut attackers = self.attackers(to, occupied) & fit;
        let mut side = self.side;
        // Prizes in the order in which they would be taken.
        let mut prizes = [0; MOST_TAKERS];
        let mut taken = 0;
        while taken < MOST_TAKERS {
            side = side.other();
            attackers &= occupied;
            let own = attackers & self.of_side(side);
            let Some(kind) = Kind::ALL.into_iter().find(|&kind| (own & self.of_kind(kind)).any()) else { break };
            if kind == Kind::King && (attackers & self.of_side(side.other())).any() {
                break;
            }
            prizes[taken] = prize;
            taken += 1;
            prize = kind.value();
            occupied ^= (own & self.of_kind(kind)).lowest().bit();
            attackers |= self.uncovered(kind, to, occupied) & fit;
        }
        prizes[..taken].iter().rev().fold(0, |rest, prize| (prize - rest).max(0))
    }

    /// Plays the exchange out on `to`, the opponent first; `balance` is what we are
    /// ahead of the threshold if the piece on `to` falls. Whoever cannot, or had
    /// better not, take any more has lost the argument.
    fn recaptures_fail(&self, to: Square, mut occupied: Bitboard, mut balance: Score) -> bool {
        let fit = self.exchange_fit(to);
        let mut attackers = self.attackers(to, occupied) & fit;
        let mut side = self.side;
        loop {
            side = side.other();
            attackers &= occupied;
            let own = attackers & self.of_side(side);
            let Some(kind) = Kind::ALL.into_iter().find(|&kind| (own & self.of_kind(kind)).any()) else {
                return side != self.side;
            };
            if kind == Kind::King {
                // The king takes last, and only what nobody protects.
                let protected = (attackers & self.of_side(side.other())).any();
                return (side == self.side) != protected;
            }
            balance = -balance - 1 - kind.value();
            if balance >= 0 {
                return side == self.side;
            }
            occupied ^= (own & self.of_kind(kind)).lowest().bit();
            attackers |= self.uncovered(kind, to, occupied) & fit;
        }
    }

    /// Sliders that see `to` once a piece of this kind has left its square.
    #[inline]
    fn uncovered(&self, kind: Kind, to: Square, occupied: Bitboard) -> Bitboard {
        let mut sliders = Bitboard::EMPTY;
        if matches!(kind, Kind::Pawn | Kind::Bishop | Kind::Queen) {
            sliders |= bishop_attacks(to, occupied) & self.diagonal_sliders();
        }
        if matches!(kind, Kind::Rook | Kind::Queen) {
            sliders |= rook_attacks(to, occupied) & self.straight_sliders();
        }
        sliders
    }

    /// Pieces that may capture on `to`, as far as the pins of the side to move go: those
    /// of the other side are not at hand, and the test must be quick.
    #[inline]
    fn exchange_fit(&self, to: Square) -> Bitboard {
        let king = self.king(self.side);
        let mut fit = Bitboard::ALL;
        for piece in self.pinned {
            if !line(king, piece).has(to) {
                fit &= !piece.bit();
            }
        }
        fit
    }
}
