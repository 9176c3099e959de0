use super::*;
use crate::chess::{Kind, Move};
use niwaki_search::{
    game::{Evaluator, Position},
    random::Random,
};
use std::sync::Arc;

/// A number from `-greatest` to `greatest`.
pub(super) fn within(random: &mut Random, greatest: i16) -> i16 {
    (random.below(2 * greatest as usize + 1) as i32 - i32::from(greatest)) as i16
}

/// A network of weights without a meaning.
fn network(width: usize, seed: u64) -> Network {
    network_of(INPUTS, width, seed)
}

/// The same with a given number of inputs.
fn network_of(count: usize, width: usize, seed: u64) -> Network {
    let mut random = Random::new(seed);
    let mut weights = |count: usize, greatest| (0..count).map(|_| within(&mut random, greatest)).collect::<Vec<i16>>();
    let (inputs, biases) = (weights(count * width, 60), weights(width, 100));
    let outputs = weights(BUCKETS * 2 * width, GREATEST_OUTPUT_WEIGHT);
    let output_biases = std::array::from_fn(|bucket| bucket as i32 * 500 - 1500);
    Network::new(&inputs, &biases, &outputs, output_biases).unwrap()
}

/// What a walk through random games has met, so that the test can tell that it was thorough.
#[derive(Debug, Default)]
struct Met {
    positions: usize,
    castlings: usize,
    en_passant: usize,
    promotions: usize,
    crossings: usize,
    threats: usize,
}

impl Met {
    fn note(&mut self, before: &Board, m: Move, after: &Board) {
        self.positions += 1;
        self.castlings += usize::from(m.is_castling());
        self.en_passant += usize::from(m.is_en_passant());
        self.promotions += usize::from(m.promotion().is_some());
        let side = before.to_move();
        self.threats += after.threatened().count() as usize;
        self.crossings += usize::from(is_mirrored(before.king(side)) != is_mirrored(after.king(side)));
    }
}

/// Where games begin: from here castling, captures en passant and promotions are near.
const BEGINNINGS: [&str; 4] = [
    crate::chess::START_FEN,
    "r3k2r/pppppppp/2n2n2/8/8/2N2N2/PPPPPPPP/R3K2R w KQkq - 0 1",
    "4k3/p1p1p1p1/8/1P1P1P1P/1p1p1p1p/8/P1P1P1P1/4K3 w - - 0 1",
    "1n2k1n1/P1P3P1/8/8/8/8/p1p3p1/1N2K1N1 w - - 0 1",
];

/// A legal move; rare kinds are preferred, so that they are met.
fn choose(board: &Board, random: &mut Random) -> Option<Move> {
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    let rare = |m: &Move| m.is_castling() || m.is_en_passant() || m.promotion().is_some();
    let king = |m: &Move| board.piece_on(m.from()).is_some_and(|piece| piece.kind() == Kind::King);
    let wanted: Vec<Move> = match random.below(4) {
        0 | 1 => moves.iter().copied().filter(rare).collect(),
        2 => moves.iter().copied().filter(king).collect(),
        _ => Vec::new(),
    };
    let list = if wanted.is_empty() { moves } else { wanted };
    list.get(random.below(list.len().max(1))).copied()
}

/// Plays random games and compares, at `positions` of them, what evaluators with all
/// instructions say with the score computed from nothing.
fn walk(network: &Arc<Network>, positions: usize, seed: u64) -> Met {
    let mut evaluators: Vec<NetworkEvaluator> =
        Instructions::all().into_iter().map(|each| NetworkEvaluator::new(network.clone(), each)).collect();
    let (mut met, mut random) = (Met::default(), Random::new(seed));
    for begin in BEGINNINGS.iter().cycle() {
        if met.positions >= positions {
            break;
        }
        let mut board = Board::from_fen(begin).unwrap();
        evaluators.iter_mut().for_each(|evaluator| evaluator.reset(&board));
        for _ in 0..60 {
            let Some(m) = choose(&board, &mut random) else { break };
            let next = board.play(m);
            // A look at another move, as a search does, that is taken back.
            let aside = choose(&board, &mut random).map(|m| (m, board.play(m)));
            let evaluate = random.below(3) > 0;
            for evaluator in &mut evaluators {
                if let Some((m, aside)) = &aside {
                    evaluator.push(&board, Some(*m), aside);
                    if evaluate {
                        assert_eq!(evaluator.evaluate(aside), network.evaluate(aside), "{}", aside.fen());
                    }
                    evaluator.pop();
                }
                evaluator.push(&board, Some(m), &next);
            }
            met.note(&board, m, &next);
            board = next;
            // Not every position is evaluated, so that steps are caught up with.
            if random.below(3) > 0 {
                let expected = network.evaluate(&board);
                for evaluator in &mut evaluators {
                    assert_eq!(evaluator.evaluate(&board), expected, "{}", board.fen());
                }
            }
        }
    }
    met
}

#[test]
fn neurons_kept_up_to_date_give_the_score_computed_from_nothing() {
    let met = walk(&Arc::new(network(32, 1)), 10_000, 7);
    assert!(met.castlings > 50 && met.en_passant > 50 && met.promotions > 50 && met.crossings > 500, "{met:?}");
    assert!(met.threats > met.positions, "{met:?}");
}

#[test]
fn a_network_that_knows_no_threats_plays_as_it_did_and_learns_of_them_from_nothing() {
    let pieces = network_of(PIECE_INPUTS, 48, 8);
    assert!(!pieces.knows_threats() && network(48, 8).knows_threats());
    walk(&Arc::new(pieces.clone()), 300, 8);
    assert_eq!(Network::from_bytes(&pieces.to_bytes()).as_ref(), Ok(&pieces));
    assert_eq!(pieces.to_bytes()[..8], *b"NIWAKI\x01\n");
    // With weights of 0 for threats it says the same.
    let numbers: Vec<i16> = pieces.numbers().map(|number| number as i16).collect();
    let (inputs, rest) = numbers.split_at(INPUTS * 48);
    assert!(inputs[PIECE_INPUTS * 48..].iter().all(|weight| *weight == 0));
    let (biases, outputs) = rest.split_at(48);
    let more = Network::new(inputs, biases, &outputs[..BUCKETS * 2 * 48], pieces.output_biases).unwrap();
    assert!(more.knows_threats() && more.to_bytes()[..8] == *b"NIWAKI\x02\n");
    let board = Board::from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").unwrap();
    assert!(board.threatened().any());
    assert_eq!(more.evaluate(&board), pieces.evaluate(&board));
}

#[test]
fn networks_of_all_widths_give_the_same_score_by_all_instructions() {
    for (seed, width) in (1..).zip([16, 48, 64, 128, 256, 512, 768, 1024]) {
        walk(&Arc::new(network(width, seed)), 300, seed);
    }
    walk(&built_in(), 1000, 9);
}

#[test]
fn a_network_that_does_not_fill_its_lanes_is_written_as_it_was_read() {
    for width in [16, 48, 64] {
        let network = network(width, 6);
        assert_eq!(network.numbers().count(), width * (INPUTS + 1 + BUCKETS * 2) + BUCKETS);
        assert_eq!(Network::from_bytes(&network.to_bytes()), Ok(network));
    }
}

#[test]
fn both_sides_are_judged_alike() {
    let network = network(16, 2);
    let mut random = Random::new(3);
    let mut board = Board::start();
    for _ in 0..500 {
        assert_eq!(network.evaluate(&board), network.evaluate(&board.flipped()), "{}", board.fen());
        board = choose(&board, &mut random).map_or_else(Board::start, |m| board.play(m));
    }
}

#[test]
fn a_pass_changes_the_point_of_view_alone() {
    let network = Arc::new(network(16, 4));
    let mut evaluator = NetworkEvaluator::new(network.clone(), Instructions::best());
    let board = Board::from_fen("r3k2r/pp1q1ppp/2n5/3p4/3P4/2N5/PP1Q1PPP/R3K2R w KQkq - 0 1").unwrap();
    evaluator.reset(&board);
    let passed = board.pass().unwrap();
    evaluator.push(&board, None, &passed);
    assert_eq!(evaluator.evaluate(&passed), network.evaluate(&passed));
    evaluator.pop();
    assert_eq!(evaluator.evaluate(&board), network.evaluate(&board));
}

#[test]
fn inputs_of_a_side_are_all_different() {
    for side in [Side::First, Side::Second] {
        for mirrored in [false, true] {
            let squares = || (0..64).filter_map(Square::new);
            let both = |piece, to| [input(side, mirrored, piece, to), threat_input(side, mirrored, piece, to)];
            let all: std::collections::BTreeSet<usize> =
                Piece::ALL.iter().flat_map(|piece| squares().flat_map(move |to| both(*piece, to))).collect();
            assert!(all.into_iter().eq(0..INPUTS));
        }
    }
}

#[test]
fn every_number_of_men_has_a_bucket() {
    let buckets: Vec<usize> = (2..=32).map(bucket).collect();
    assert!(buckets.is_sorted() && buckets.first() == Some(&0) && buckets.last() == Some(&(BUCKETS - 1)));
    assert_eq!((bucket(0), bucket(64)), (0, BUCKETS - 1));
}

#[test]
fn a_file_is_read_back_and_damage_is_told() {
    let network = network(16, 5);
    let bytes = network.to_bytes();
    assert_eq!(Network::from_bytes(&bytes), Ok(network));
    for (length, reason) in [(0, "another kind"), (8, "ends early"), (12, "length"), (bytes.len() - 1, "length")] {
        let message = Network::from_bytes(&bytes[..length]).unwrap_err();
        assert!(message.contains(reason), "{message}");
    }
    for place in [12, 5000, bytes.len() - 1] {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1;
        assert!(Network::from_bytes(&damaged).unwrap_err().contains("damaged"));
    }
    for width in [0u32, 15, 4096, u32::MAX] {
        let mut wrong = bytes.clone();
        wrong[8..12].copy_from_slice(&width.to_le_bytes());
        assert!(Network::from_bytes(&wrong).is_err());
    }
}

#[test]
fn weights_that_would_overflow_are_refused() {
    let outputs = vec![128; BUCKETS * 2 * 16];
    let refused = Network::new(&vec![0; INPUTS * 16], &[0; 16], &outputs, [0; BUCKETS]);
    assert!(refused.unwrap_err().contains("at most 127"));
    assert!(Network::new(&[], &[0; 17], &[], [0; BUCKETS]).unwrap_err().contains("width"));
}
