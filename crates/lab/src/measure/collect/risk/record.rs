//! The record of a game whose quiet moves were sampled and judged.
use niwaki_search::{
    knowledge::risk::{DEPTHS, MoveFacts, NodeFacts, Said},
    node::MAX_PLY,
    risk_observer::{RULES, Sampled},
};
use serde::{Deserialize, Serialize};

/// Numbers that describe a move.
const NUMBERS: usize = 6;
/// Greatest rank, score or history that makes sense.
const GREATEST: i32 = 1 << 20;

// The bits of the last number.
const IMPROVING: i32 = 1;
const CUT: i32 = 1 << 1;
const TABLE_LOW: i32 = 1 << 2;
const TABLE_HIGH: i32 = 1 << 3;
const KILLER: i32 = 1 << 4;
const LOSING: i32 = 1 << 5;
const FIRST_RULE: i32 = 1 << 6;
const SKIPPED: i32 = 1 << 9;
const BEATS: i32 = 1 << 10;
const UNDETERMINED: i32 = 1 << 11;
const ALL_BITS: i32 = (1 << 12) - 1;

/// What one game has shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Game {
    /// Number of the game, from 0.
    pub game: usize,
    /// Searches that were watched.
    pub searches: u64,
    /// Their nodes.
    pub nodes: u64,
    /// Nodes of the judge.
    pub judge_nodes: u64,
    /// Quiet moves that came up, for each depth from 1 on.
    pub seen: Vec<u64>,
    /// Six numbers for each move kept: depth of its node, evaluation less alpha, alpha less the
    /// best score, rank, history, and a sum of 1 evaluation rising, 2 expected cut node, 4 table
    /// low, 8 table high, 16 killer, 32 loses by exchange, 64 late-move count would skip it, 128
    /// futility would, 256 history pruning would, 512 it was skipped, 1024 it beats alpha, 2048
    /// the judge ran out of nodes.
    pub moves: Vec<i32>,
}

/// A move that was judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// What the model sees of its node.
    pub node: NodeFacts,
    /// What it sees of the move.
    pub facts: MoveFacts,
    /// Which of the hand-made rules would skip it.
    pub rules: [bool; RULES.len()],
    /// It was skipped in the search.
    pub skipped: bool,
    /// It beats alpha; `None`: the judge ran out of nodes.
    pub beats: Option<bool>,
}

impl Move {
    /// Whether any of the rules would skip it.
    pub fn skipped_by_rules(&self) -> bool {
        self.rules.contains(&true)
    }
}

impl Game {
    /// The record of a game, still without moves.
    pub fn new(game: usize, searches: u64, nodes: u64, seen: [u64; DEPTHS]) -> Game {
        Game { game, searches, nodes, judge_nodes: 0, seen: seen.to_vec(), moves: Vec::new() }
    }

    /// Adds a move and what the judge says of it.
    pub fn add(&mut self, sampled: &Sampled, beats: Option<bool>) {
        let Sampled { node, facts, rules, skipped, .. } = sampled;
        let flags = [
            (IMPROVING, node.improving),
            (CUT, node.cut),
            (TABLE_LOW, node.table == Said::Low),
            (TABLE_HIGH, node.table == Said::High),
            (KILLER, facts.killer),
            (LOSING, facts.losing),
            (SKIPPED, *skipped),
            (BEATS, beats == Some(true)),
            (UNDETERMINED, beats.is_none()),
        ];
        let rules = rules.iter().enumerate().map(|(index, rule)| (FIRST_RULE << index, *rule));
        let bits = flags.into_iter().chain(rules).filter(|(_, flag)| *flag).map(|(bit, _)| bit).sum();
        self.moves.extend([node.depth, node.gap, node.lag, facts.rank, facts.history, bits]);
    }

    /// The moves; `None` if the numbers make no sense.
    pub fn read(&self) -> Option<Vec<Move>> {
        let whole = self.seen.len() == DEPTHS && self.moves.len().is_multiple_of(NUMBERS);
        whole.then(|| self.moves.chunks(NUMBERS).map(read_move).collect())?
    }
}

fn read_move(numbers: &[i32]) -> Option<Move> {
    let [depth, gap, lag, rank, history, bits] = *numbers else { return None };
    let has = |bit: i32| bits & bit != 0;
    let sound = (1..=DEPTHS as i32).contains(&depth)
        && (1..MAX_PLY * MAX_PLY).contains(&rank)
        && [gap, lag, history].iter().all(|number| number.abs() <= GREATEST)
        && (0..=ALL_BITS).contains(&bits);
    let table = match (has(TABLE_LOW), has(TABLE_HIGH)) {
        (true, false) => Said::Low,
        (false, true) => Said::High,
        _ => Said::Nothing,
    };
    sound.then(|| Move {
        node: NodeFacts { depth, gap, lag, improving: has(IMPROVING), cut: has(CUT), table },
        facts: MoveFacts { rank, history, killer: has(KILLER), losing: has(LOSING) },
        rules: std::array::from_fn(|index| has(FIRST_RULE << index)),
        skipped: has(SKIPPED),
        beats: (!has(UNDETERMINED)).then(|| has(BEATS)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use niwaki_search::node::Kind;

    #[test]
    fn a_move_is_read_back_and_nonsense_is_refused() {
        let node = NodeFacts { depth: 3, gap: -120, lag: 40, improving: true, cut: false, table: Said::High };
        let facts = MoveFacts { rank: 7, history: -5000, killer: true, losing: false };
        let rules = [false, true, true];
        let kind = Kind::All;
        let sampled = Sampled { search: 0, path: Vec::new(), m: 5, alpha: 20, kind, node, facts, rules, skipped: true };
        let mut game = Game::new(4, 1, 900, [9; DEPTHS]);
        game.add(&sampled, Some(true));
        game.add(&sampled, None);
        let expected = Move { node, facts, rules, skipped: true, beats: Some(true) };
        assert_eq!(game.read().unwrap(), [expected, Move { beats: None, ..expected }]);
        assert!(expected.skipped_by_rules());
        for (place, wrong) in [(0, 0), (0, 9), (3, 0), (4, i32::MAX), (5, -1), (5, 4096)] {
            let mut damaged = game.clone();
            damaged.moves[place] = wrong;
            assert_eq!(damaged.read(), None, "{place}: {wrong}");
        }
        assert_eq!(Game { moves: vec![1, 2], ..game }.read(), None);
    }
}
