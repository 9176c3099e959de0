//! What the tables say of a position, with what they leave out: captures that are better
//! than the stored value, captures en passant, and distances of the side not stored.
use super::{
    super::{Board, Kind, Move},
    Value,
    files::Files,
};
use niwaki_search::game::Position;

/// Plies without capture or pawn move that make a draw.
pub(super) const FIFTY_MOVES: i32 = 100;

/// The value of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Found {
    value: Value,
    /// A capture reaches it, and nothing else need be looked for.
    by_capture: bool,
}

impl Value {
    /// The distance when the best move is irreversible.
    fn nearest(self) -> i32 {
        match self {
            Value::Win => 1,
            Value::CursedWin => FIFTY_MOVES + 1,
            Value::Draw => 0,
            Value::BlessedLoss => -FIFTY_MOVES - 1,
            Value::Loss => -1,
        }
    }

    /// The value of a position with that distance, when `clock` plies have been counted.
    fn of_distance(distance: i32, clock: i32) -> Value {
        let in_time = distance.abs() + clock <= FIFTY_MOVES;
        match (distance.signum(), in_time) {
            (1, true) => Value::Win,
            (1, false) => Value::CursedWin,
            (-1, true) => Value::Loss,
            (-1, false) => Value::BlessedLoss,
            _ => Value::Draw,
        }
    }
}

impl Files {
    /// Who wins, if moves without progress are counted from here.
    pub(super) fn value(&self, board: &Board) -> Option<Value> {
        self.find(board).map(|found| found.value)
    }

    /// Where a capture is at least as good, a table may hold anything not better: it packs
    /// more tightly so. And tables know nothing of captures en passant.
    fn find(&self, board: &Board) -> Option<Found> {
        let mut captures = Vec::new();
        board.tactical_moves(&mut captures);
        captures.retain(|&m| board.victim(m).is_some());
        let (mut best, mut best_en_passant) = (None, None);
        for &m in &captures {
            let value = self.find(&board.after(m))?.value.opposite();
            if value == Value::Win {
                return Some(Found { value, by_capture: true });
            }
            let kept = if m.is_en_passant() { &mut best_en_passant } else { &mut best };
            *kept = (*kept).max(Some(value));
        }
        let mut value = self.stored_value(board)?;
        if let Some(en_passant) = best_en_passant {
            // Without this capture the position may be stalemate to the table.
            let only = captures.iter().all(|m| m.is_en_passant()) && board.count_moves() == captures.len();
            if only || Some(en_passant) > best && en_passant > value {
                return Some(Found { value: en_passant, by_capture: true });
            }
            best = best.max(best_en_passant);
        }
        let by_capture = best.is_some_and(|best| best >= value && best > Value::Draw);
        value = value.max(best.unwrap_or(value));
        Some(Found { value, by_capture })
    }

    /// Plies to the next irreversible move with best play, negative for the loser, 0 for a
    /// draw, and 100 more when the win comes too late. May err by one.
    pub(super) fn distance(&self, board: &Board) -> Option<i32> {
        let Found { value, by_capture } = self.find(board)?;
        if value == Value::Draw || by_capture {
            return Some(value.nearest());
        }
        let moves = legal_moves(board);
        if value > Value::Draw {
            for &m in moves.iter().filter(|&&m| is_pawn_move(board, m) && board.victim(m).is_none()) {
                if self.value(&board.after(m))?.opposite() == value {
                    return Some(value.nearest());
                }
            }
        }
        match self.stored_distance(board, value)? {
            Some(distance) => Some(value.nearest() + distance * value.nearest().signum()),
            None if value > Value::Draw => self.shortest_win(board, &moves),
            None => self.longest_loss(board, &moves, value),
        }
    }

    /// The distance by the positions after quiet moves; those by pawns have been tried.
    fn shortest_win(&self, board: &Board, moves: &[Move]) -> Option<i32> {
        let mut best: Option<i32> = None;
        for &m in moves.iter().filter(|&&m| !is_irreversible(board, m)) {
            let after = board.after(m);
            let distance = if is_mate(&after) { 1 } else { 1 - self.distance(&after)? };
            // The positions after other moves are not lost to the opponent.
            if distance > 1 || is_mate(&after) {
                best = Some(best.map_or(distance, |best| best.min(distance)));
            }
        }
        best
    }

    fn longest_loss(&self, board: &Board, moves: &[Move], value: Value) -> Option<i32> {
        let mut best = value.nearest();
        for &m in moves {
            let after = board.after(m);
            let distance = match is_irreversible(board, m) {
                false => -self.distance(&after)? - 1,
                true if value == Value::Loss => value.nearest(),
                true if self.value(&after)? == Value::Win => 0,
                true => value.nearest(),
            };
            best = best.min(distance);
        }
        Some(best)
    }

    /// The distance after each of the legal moves, its own ply counted, and its value when
    /// the moves counted so far are remembered.
    pub(super) fn after_moves(&self, board: &Board, moves: &[Move]) -> Option<Vec<(Value, i32)>> {
        let clock = board.halfmoves().min(FIFTY_MOVES as u32) as i32;
        let distance = |&m: &Move| {
            let after = board.after(m);
            let distance = if is_mate(&after) {
                1
            } else if is_irreversible(board, m) {
                self.value(&after)?.opposite().nearest()
            } else {
                let distance = -self.distance(&after)?;
                distance + distance.signum()
            };
            Some((Value::of_distance(distance, clock), distance.abs()))
        };
        moves.iter().map(distance).collect()
    }
}

fn legal_moves(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.list_moves(&mut moves);
    moves
}

fn is_pawn_move(board: &Board, m: Move) -> bool {
    board.of_kind(Kind::Pawn).has(m.from())
}

fn is_irreversible(board: &Board, m: Move) -> bool {
    board.victim(m).is_some() || is_pawn_move(board, m)
}

fn is_mate(board: &Board) -> bool {
    board.checkers().any() && !board.has_move()
}
