//! The learned evaluation: the sum of the weights of a position's patterns.
//!
//! The weights were learned from Niwaki's own games; how, their manifest says. They are kept
//! once for each state of a shape, so that an evaluation looks up and adds.
use super::{
    Board, DISC, Othello, Play,
    bits::Bits,
    patterns::{LAYOUT, STAGES, stage},
};
use crate::kit::learning::{
    Goal, Kind, Learner, POSITION_BYTES, Sample, SeenPosition, TableLearner, Tables, Visit, pack_sets, replay_by_rules,
    unpack_sets,
};
use niwaki_search::{
    game::{Game, Position, Side},
    node::Score,
};
use std::{
    path::Path,
    sync::{Arc, LazyLock},
};

static BYTES: &[u8] = include_bytes!(data!("nets/othello.weights"));
/// No position is worth more.
const MOST: Score = 64 * DISC;

/// The weights of all states, by stages.
#[derive(Debug)]
pub(super) struct Weights {
    stages: Vec<Box<[i16]>>,
    fingerprint: u64,
}

impl Weights {
    /// Those of tables.
    fn new(tables: &Tables) -> Weights {
        let of_stage = |stage: usize| {
            let weights = tables.stage(stage);
            (0..LAYOUT.states()).map(|state| weights[LAYOUT.weight(state)]).collect()
        };
        Weights { stages: (0..STAGES).map(of_stage).collect(), fingerprint: tables.fingerprint() }
    }

    /// Those of a file.
    pub(super) fn read(path: &Path) -> Result<Arc<Weights>, String> {
        Ok(Arc::new(Weights::new(&Tables::read(&OthelloLearner, path)?)))
    }

    /// Those inside the program.
    pub(super) fn built_in() -> Arc<Weights> {
        static BUILT_IN: LazyLock<Arc<Weights>> = LazyLock::new(|| {
            let tables = Tables::from_bytes(&OthelloLearner, BYTES);
            // A test reads them: what does not fit never gets into a program.
            Arc::new(Weights::new(&tables.unwrap_or_else(|reason| panic!("the built-in tables: {reason}"))))
        });
        BUILT_IN.clone()
    }

    /// What tells them from others.
    pub(super) fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// Static value of a position for the side to move, which has a move.
    #[inline]
    pub(super) fn evaluate(&self, pos: &Board) -> Score {
        self.judge(pos.own(), pos.other(), pos.moves())
    }

    /// The same for discs of both sides, with the moves of the first.
    #[inline]
    pub(super) fn judge(&self, own: Bits, other: Bits, moves: Bits) -> Score {
        let weights = &self.stages[stage((!(own | other)).count_ones())];
        let features = LAYOUT.features(own, other, moves);
        let sum: Score = features.iter().map(|&state| Score::from(weights[state as usize])).sum();
        sum.clamp(-MOST, MOST)
    }
}

/// The learner of Othello.
pub struct OthelloLearner;

impl Learner for OthelloLearner {
    fn game(&self) -> &'static str {
        Othello::NAME
    }

    fn replay(&self, start: u16, places: &mut dyn Iterator<Item = u16>, visit: &mut Visit<'_>) -> Result<(), String> {
        replay_by_rules(&Othello::default(), start, places, &mut |pos| visit(&seen(pos)))
    }

    fn kind(&self) -> Kind {
        Kind::Tables(&OthelloLearner)
    }
}

impl TableLearner for OthelloLearner {
    fn stages(&self) -> usize {
        STAGES
    }

    fn width(&self) -> usize {
        LAYOUT.width()
    }

    fn goal(&self) -> Goal {
        Goal::Margin { unit: DISC }
    }

    fn features(&self, sample: &Sample, out: &mut Vec<u32>) -> usize {
        let pos = unpack(&sample.position);
        let states = LAYOUT.features(pos.own(), pos.other(), pos.moves());
        out.extend(states.iter().map(|&state| LAYOUT.weight(state as usize) as u32));
        stage(pos.empties())
    }
}

/// Discs of the side to move, then those of the other.
fn seen(pos: &Board) -> SeenPosition {
    SeenPosition {
        side: pos.side(),
        is_forced: pos.is_legal(Play::PASS),
        material: 64 - pos.empties(),
        position: pack_sets([pos.own(), pos.other()]),
    }
}

/// The position; sides to move are alike.
fn unpack(bytes: &[u8; POSITION_BYTES]) -> Board {
    let [own, other] = unpack_sets(bytes);
    Board::new(own, other, Side::First)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_weights_fit_and_judge_as_their_features_do() {
        let tables = Tables::from_bytes(&OthelloLearner, BYTES).unwrap();
        let weights = Weights::built_in();
        assert_eq!(weights.fingerprint(), tables.fingerprint());
        let mut count = 0;
        let mut places = [0, 1, 2, 0, 0, 3, 1, 1, 0, 2].into_iter().cycle().take(40);
        let replayed = OthelloLearner.replay(0, &mut places, &mut |seen| {
            let (sample, mut features) = (seen.sample(0, 1), Vec::new());
            let stage = OthelloLearner.features(&sample, &mut features);
            let pos = unpack(&sample.position);
            assert_eq!(weights.evaluate(&pos), tables.score(stage, &features).clamp(-MOST, MOST));
            count += 1;
        });
        assert!(count > 3, "{replayed:?}");
    }

    #[test]
    fn moves_are_counted_in_the_order_of_their_names() {
        let mut seen = Vec::new();
        // c4, then the first answer, c3.
        OthelloLearner.replay(0, &mut [0, 0, 0].into_iter(), &mut |visited| seen.push(visited.side())).unwrap();
        assert_eq!(seen, [Side::First, Side::Second, Side::First]);
        let refused = OthelloLearner.replay(0, &mut [4].into_iter(), &mut |_| ()).unwrap_err();
        assert_eq!(refused, "expected one of 4 moves, not number 5");
        assert!(OthelloLearner.replay(1, &mut [0].into_iter(), &mut |_| ()).is_err());
    }
}
