//! What a thread learns while it searches: which moves were good before, and how
//! far the static evaluation was off in positions of the same structure.
//!
//! All tables hold numbers that a bonus pulls towards a limit: the nearer to it,
//! the smaller the step, so that old experience fades.
use crate::{
    game::{Move, Position, THREAT_SLOTS},
    node::{Depth, Score},
    param::Switch,
};

crate::params! {
    /// Killer moves (Huberman 1968): two quiet moves a ply that refuted a sibling node.
    pub struct Killers {}
}
crate::params! {
    /// Butterfly history (Schaeffer 1983): quiet moves by where they go, whatever the position.
    pub struct Butterfly {
        bonus_per_depth = 170 in 0..=1000: "bonus of a cutting move for each ply of depth";
        bonus_base = 120 in 0..=1000: "taken off the bonus";
        bonus_max = 1600 in 1..=8000: "greatest bonus";
        malus_percent = 100 in 0..=100: "percent of the bonus taken off moves tried before without success; 0: as Schaeffer had it";
    }
    choose {
        by_threat: Switch = Off: "apart for moves that leave or enter squares which the opponent threatens";
    }
}

impl Butterfly {
    /// Squares by which moves are told apart.
    #[inline]
    pub(crate) fn threats<P: Position>(&self, pos: &P) -> u64 {
        if self.by_threat.is_on() { pos.threats() } else { 0 }
    }
}

/// Slot of a quiet move in butterfly history.
#[inline]
fn butterfly_slot<P: Position>(pos: &P, m: P::Move, threats: u64) -> usize {
    let apart = if threats == 0 { 0 } else { pos.threat_slot(m, threats) };
    apart * P::MOVE_SLOTS + pos.move_slot(m)
}
crate::params! {
    /// Continuation history: quiet moves as answer to the move one ply before, and as
    /// sequel to the own move two plies before.
    pub struct Continuation {
        bonus_per_depth = 170 in 0..=1000: "bonus of a cutting move for each ply of depth";
        bonus_base = 120 in 0..=1000: "taken off the bonus";
        bonus_max = 1600 in 1..=8000: "greatest bonus";
    }
}
crate::params! {
    /// Quiet moves that force the opponent (chess: give check) and lose nothing by static
    /// exchange count as better than their history.
    pub struct ForcingHistory {
        bonus = 4000 in 0..=16384: "added to their history";
    }
}
crate::params! {
    /// History of tactical moves by mover, target and victim.
    pub struct TacticalHistory {
        bonus_per_depth = 170 in 0..=1000: "bonus of a cutting move for each ply of depth";
        bonus_base = 120 in 0..=1000: "taken off the bonus";
        bonus_max = 1600 in 1..=8000: "greatest bonus";
        gain_weight = 16 in 1..=64: "weight of the immediate gain against history in the move order";
    }
}
crate::params! {
    /// Correction history: mean error of the evaluation by structure (chess: pawns,
    /// minor pieces, pieces of a side), added to later evaluations.
    pub struct Correction {
        weight = 164 in 0..=1024: "score units added to the evaluation when all tables are at their limit";
        error_max = 1024 in 16..=4096: "greatest error learned at once, in stored units";
        weight_per_depth = 8 in 1..=64: "weight of an error for each ply of depth, of 64";
    }
}

/// Limit of all history numbers.
pub(crate) const HISTORY_LIMIT: i32 = 16_384;
/// Limit of corrections, in stored units.
const CORRECTION_LIMIT: i32 = 16_384;
/// Entries of a correction table for a side and a structure.
const CORRECTION_SIZE: usize = 16_384;
/// Parts of one in which the weight of an error is given.
const ERROR_WEIGHT_PARTS: i32 = 64;
/// Killers remembered a ply.
pub(crate) const KILLERS: usize = 2;
/// How far back continuation history looks, in plies.
pub(crate) const CONTINUATIONS: usize = 2;

/// Rows of continuation history for the move at hand: the movers before it.
pub(crate) type Context = [usize; CONTINUATIONS];

/// The learned tables of one thread.
pub struct History<P: Position> {
    butterfly: [Box<[i16]>; 2],
    /// By the mover before (of either side, so one table serves both distances) and the mover.
    continuation: Box<[i16]>,
    tactical: Box<[i16]>,
    correction: [Box<[i16]>; 2],
    game: std::marker::PhantomData<fn() -> P>,
}

fn zeros(count: usize) -> Box<[i16]> {
    vec![0; count].into_boxed_slice()
}

#[inline]
fn pull(value: &mut i16, bonus: i32, limit: i32) {
    let bonus = bonus.clamp(-limit, limit);
    let old = *value as i32;
    *value = (old + bonus - old * bonus.abs() / limit) as i16;
}

impl<P: Position> Default for History<P> {
    fn default() -> Self {
        let rows = (P::MOVER_SLOTS + 1) * P::MOVER_SLOTS;
        History {
            butterfly: std::array::from_fn(|_| zeros(THREAT_SLOTS * P::MOVE_SLOTS)),
            continuation: zeros(rows),
            tactical: zeros(P::TACTICAL_SLOTS),
            correction: std::array::from_fn(|_| zeros(P::STRUCTURES * CORRECTION_SIZE)),
            game: std::marker::PhantomData,
        }
    }
}

impl<P: Position> History<P> {
    /// Row of continuation history when there is no move to continue (root, pass).
    pub(crate) const NO_MOVER: usize = P::MOVER_SLOTS;

    /// Forgets everything.
    pub fn clear(&mut self) {
        let tables = self.butterfly.iter_mut().chain([&mut self.continuation, &mut self.tactical]);
        tables.chain(&mut self.correction).for_each(|table| table.fill(0));
    }

    /// What is thought of a quiet move; tables never written hold 0.
    #[inline]
    pub(crate) fn quiet(&self, pos: &P, m: P::Move, context: &Context, params: &Butterfly) -> i32 {
        self.quiet_record(pos, context, params).of(pos, m)
    }

    /// The rows of the tables that speak of quiet moves of this position.
    #[inline]
    pub(crate) fn quiet_record(&self, pos: &P, context: &Context, params: &Butterfly) -> QuietRecord<'_> {
        let row = |back: usize| {
            let start = context[back] * P::MOVER_SLOTS;
            &self.continuation[start..start + P::MOVER_SLOTS]
        };
        let butterfly = &self.butterfly[pos.side().index()];
        QuietRecord { butterfly, continuation: std::array::from_fn(row), threats: params.threats(pos) }
    }

    /// What is thought of a tactical move.
    #[inline]
    pub(crate) fn tactical(&self, pos: &P, m: P::Move) -> i32 {
        self.tactical[pos.tactical_slot(m)] as i32
    }

    #[inline]
    pub(crate) fn reward_butterfly(&mut self, pos: &P, m: P::Move, threats: u64, bonus: i32) {
        pull(&mut self.butterfly[pos.side().index()][butterfly_slot(pos, m, threats)], bonus, HISTORY_LIMIT);
    }

    #[inline]
    pub(crate) fn reward_continuation(&mut self, pos: &P, m: P::Move, context: &Context, bonus: i32) {
        let mover = pos.mover_slot(m);
        for row in context.iter().filter(|row| **row != Self::NO_MOVER) {
            pull(&mut self.continuation[row * P::MOVER_SLOTS + mover], bonus, HISTORY_LIMIT);
        }
    }

    #[inline]
    pub(crate) fn reward_tactical(&mut self, pos: &P, m: P::Move, bonus: i32) {
        pull(&mut self.tactical[pos.tactical_slot(m)], bonus, HISTORY_LIMIT);
    }

    /// What past errors add to the evaluation of `pos`.
    #[inline]
    pub(crate) fn correction(&self, pos: &P, params: &Correction) -> Score {
        let table = &self.correction[pos.side().index()];
        let sum: i32 = (0..P::STRUCTURES).map(|i| table[correction_slot(pos, i)] as i32).sum();
        sum * params.weight / CORRECTION_LIMIT
    }

    /// The search found `error` more than the evaluation said, at `depth`.
    pub(crate) fn learn_error(&mut self, pos: &P, error: Score, depth: Depth, params: &Correction) {
        let weight = depth * params.weight_per_depth;
        let step = (error * weight / ERROR_WEIGHT_PARTS).clamp(-params.error_max, params.error_max);
        let table = &mut self.correction[pos.side().index()];
        for i in 0..P::STRUCTURES {
            pull(&mut table[correction_slot(pos, i)], step, CORRECTION_LIMIT);
        }
    }
}

/// Rows of the tables, looked up once for all quiet moves of a position.
pub(crate) struct QuietRecord<'a> {
    butterfly: &'a [i16],
    continuation: [&'a [i16]; CONTINUATIONS],
    threats: u64,
}

impl QuietRecord<'_> {
    #[inline]
    pub(crate) fn of<P: Position>(&self, pos: &P, m: P::Move) -> i32 {
        let mover = pos.mover_slot(m);
        let continued: i32 = self.continuation.iter().map(|row| row[mover] as i32).sum();
        continued + self.butterfly[butterfly_slot(pos, m, self.threats)] as i32
    }
}

#[inline]
fn correction_slot<P: Position>(pos: &P, structure: usize) -> usize {
    structure * CORRECTION_SIZE + (pos.structure(structure) as usize & (CORRECTION_SIZE - 1))
}

/// Killer moves of one ply.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct KillerPair<M>(pub(crate) [M; KILLERS]);

impl<M: Move> KillerPair<M> {
    #[inline]
    pub(crate) fn remember(&mut self, m: M) {
        if self.0[0] != m {
            self.0[1] = self.0[0];
            self.0[0] = m;
        }
    }

    #[inline]
    pub(crate) fn contains(&self, m: M) -> bool {
        self.0.contains(&m)
    }
}

/// Bonus of a move that cut at `depth`.
#[inline]
pub(crate) fn bonus(depth: Depth, per_depth: i32, base: i32, max: i32) -> i32 {
    (per_depth * depth - base).clamp(1, max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bonus_pulls_towards_the_limit_and_never_past_it() {
        let mut value = 0;
        (0..1000).for_each(|_| pull(&mut value, 1600, HISTORY_LIMIT));
        assert!(value > 14_000 && value as i32 <= HISTORY_LIMIT);
        (0..1000).for_each(|_| pull(&mut value, -HISTORY_LIMIT * 2, HISTORY_LIMIT));
        assert!(value as i32 >= -HISTORY_LIMIT);
    }

    #[test]
    fn threatened_squares_have_a_record_of_their_own_where_that_is_switched_on() {
        use crate::toy::{Toy, ToyMove};
        let (params, m, none) = (Butterfly::on(), ToyMove(1), [History::<Toy>::NO_MOVER; CONTINUATIONS]);
        let apart = Butterfly { by_threat: Switch::On, ..params };
        let [quiet, threatened] = [0, 1 << 1].map(|threats| Toy { threats, ..Toy::new(1) });
        let mut history = History::<Toy>::default();
        history.reward_butterfly(&threatened, m, apart.threats(&threatened), 500);
        let of = |toy: &Toy, params: &Butterfly| history.quiet_record(toy, &none, params).of(toy, m);
        assert_eq!((of(&threatened, &apart), of(&quiet, &apart), of(&threatened, &params)), (500, 0, 0));
    }

    #[test]
    fn the_newest_killer_comes_first_and_none_is_kept_twice() {
        let mut killers = KillerPair([0u16; KILLERS].map(TestMove));
        killers.remember(TestMove(5));
        killers.remember(TestMove(6));
        killers.remember(TestMove(6));
        assert_eq!(killers.0, [TestMove(6), TestMove(5)]);
    }

    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    struct TestMove(u16);
    impl Move for TestMove {
        fn bits(self) -> u16 {
            self.0
        }
        fn from_bits(bits: u16) -> Self {
            TestMove(bits)
        }
    }
}
