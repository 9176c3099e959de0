//! The neurons along the path of the search.
//!
//! A move only notes what it changes; neurons are computed when a position is evaluated,
//! from the nearest one on the path that has them. When a king crosses to the other half,
//! its side sees every piece elsewhere: then they are computed from the last position that
//! was seen from that half, of which little has changed since.
use super::{
    super::{Board, Changes, Kind, Move, Piece, Square},
    Instructions, Network, bucket, input, is_mirrored,
    kernel::{self, Lane},
    threat_input,
};
use crate::chess::Bitboard;
use niwaki_search::{
    game::{Evaluator, Side},
    node::Score,
};
use std::sync::Arc;

const SIDES: [Side; 2] = [Side::First, Side::Second];

/// A position on the path.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    /// What the move to it has changed; nothing for a pass and at the root.
    changes: Changes,
    /// For each side, whether its king crossed by that move.
    crossed: [bool; 2],
    /// For each side, whether its neurons are computed.
    ready: [bool; 2],
}

/// A position that was seen from one half of the board, and its neurons.
#[derive(Clone, Debug)]
struct Seen {
    /// By piece.
    pieces: [Bitboard; 12],
    neurons: Vec<Lane>,
}

/// Evaluates by a network, and keeps its neurons up to date.
#[derive(Clone, Debug)]
pub struct NetworkEvaluator {
    network: Arc<Network>,
    instructions: Instructions,
    path: Vec<Step>,
    /// Neurons of the first and the second side for each step, and perhaps for more.
    neurons: Vec<Lane>,
    /// By side and half of the board.
    seen: [[Seen; 2]; 2],
    /// Neurons of both sides with what threats add.
    threatened: [Vec<Lane>; 2],
}

impl NetworkEvaluator {
    /// An evaluator at no position: [`Evaluator::reset`] sets one.
    pub fn new(network: Arc<Network>, instructions: Instructions) -> NetworkEvaluator {
        let empty = || Seen { pieces: [Bitboard::EMPTY; 12], neurons: network.biases.clone() };
        let seen = [[empty(), empty()], [empty(), empty()]];
        let threatened = [network.biases.clone(), network.biases.clone()];
        NetworkEvaluator { instructions, path: Vec::new(), neurons: Vec::new(), seen, threatened, network }
    }

    /// The network.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Neurons of a side at a step.
    #[inline]
    fn at(&self, step: usize, side: Side) -> &[Lane] {
        let lanes = self.network.lanes();
        let start = (step * 2 + side.index()) * lanes;
        &self.neurons[start..start + lanes]
    }

    #[inline]
    fn enter(&mut self, step: Step) {
        self.path.push(step);
        let needed = self.path.len() * 2 * self.network.lanes();
        if self.neurons.len() < needed {
            self.neurons.resize(needed, Lane::ZERO);
        }
    }

    /// Computes the neurons of a side at the last step, `board`.
    #[inline]
    fn prepare(&mut self, board: &Board, side: Side) {
        let last = self.path.len() - 1;
        let mut from = last;
        while !self.path[from].ready[side.index()] {
            if from == 0 || self.path[from].crossed[side.index()] {
                return self.refresh(board, side);
            }
            from -= 1;
        }
        let mirrored = is_mirrored(board.king(side));
        for step in from + 1..=last {
            self.update(step, side, mirrored);
        }
    }

    /// Computes the neurons of a side at a step from those at the step before.
    fn update(&mut self, step: usize, side: Side, mirrored: bool) {
        let NetworkEvaluator { network, instructions, path, neurons, .. } = self;
        let lanes = network.lanes();
        let start = (step * 2 + side.index()) * lanes;
        let (before, after) = neurons.split_at_mut(start);
        let (before, after) = (&before[start - 2 * lanes..start - lanes], &mut after[..lanes]);
        let weights = |(piece, square): (Piece, Square)| network.input(input(side, mirrored, piece, square));
        let Changes { removed, added } = path[step].changes;
        match (added, removed) {
            ([Some(come), None], [Some(gone), None]) => {
                kernel::carry(*instructions, after, before, weights(come), weights(gone));
            }
            ([Some(come), None], [Some(gone), Some(taken)]) => {
                kernel::capture(*instructions, after, before, weights(come), weights(gone), weights(taken));
            }
            _ => {
                after.copy_from_slice(before);
                added.into_iter().flatten().for_each(|come| kernel::add(*instructions, after, weights(come)));
                removed.into_iter().flatten().for_each(|gone| kernel::remove(*instructions, after, weights(gone)));
            }
        }
        path[step].ready[side.index()] = true;
    }

    /// Computes the neurons of a side at the last step from what was last seen from that half.
    fn refresh(&mut self, board: &Board, side: Side) {
        let NetworkEvaluator { network, instructions, path, neurons, seen, .. } = self;
        let mirrored = is_mirrored(board.king(side));
        let seen = &mut seen[side.index()][mirrored as usize];
        for piece in Piece::ALL {
            let now = board.pieces(piece.kind(), piece.side());
            let then = std::mem::replace(&mut seen.pieces[piece.index()], now);
            let weights = |square| network.input(input(side, mirrored, piece, square));
            (now & !then).into_iter().for_each(|come| kernel::add(*instructions, &mut seen.neurons, weights(come)));
            (then & !now).into_iter().for_each(|gone| kernel::remove(*instructions, &mut seen.neurons, weights(gone)));
        }
        let (last, lanes) = (path.len() - 1, network.lanes());
        let start = (last * 2 + side.index()) * lanes;
        neurons[start..start + lanes].copy_from_slice(&seen.neurons);
        path[last].ready[side.index()] = true;
    }

    /// Adds to the neurons at the last step what the threats of the position weigh. Few pieces
    /// are threatened, so nothing is kept from step to step.
    fn add_threats(&mut self, board: &Board, threatened: Bitboard) {
        let NetworkEvaluator { network, instructions, path, neurons, threatened: sums, .. } = self;
        let lanes = network.lanes();
        for (side, sums) in SIDES.into_iter().zip(sums) {
            let mirrored = is_mirrored(board.king(side));
            let start = ((path.len() - 1) * 2 + side.index()) * lanes;
            sums.copy_from_slice(&neurons[start..start + lanes]);
            for square in threatened {
                if let Some(piece) = board.piece_on(square) {
                    let weights = network.input(threat_input(side, mirrored, piece, square));
                    kernel::add(*instructions, sums, weights);
                }
            }
        }
    }
}

impl Evaluator<Board> for NetworkEvaluator {
    fn reset(&mut self, _root: &Board) {
        self.path.clear();
        self.enter(Step::default());
    }

    #[inline]
    fn push(&mut self, before: &Board, m: Option<Move>, after: &Board) {
        let mut step = Step::default();
        if let Some(m) = m {
            step.changes = before.changes(m);
            let mover = before.to_move();
            if before.piece_on(m.from()) == Some(Piece::new(Kind::King, mover)) {
                let crossed = is_mirrored(before.king(mover)) != is_mirrored(after.king(mover));
                step.crossed[mover.index()] = crossed;
            }
        }
        self.enter(step);
    }

    #[inline]
    fn pop(&mut self) {
        self.path.pop();
    }

    fn evaluate(&mut self, board: &Board) -> Score {
        if self.path.is_empty() {
            self.reset(board);
        }
        SIDES.into_iter().for_each(|side| self.prepare(board, side));
        let last = self.path.len() - 1;
        let bucket = bucket(board.occupied().count() as usize);
        let threatened = if self.network.knows_threats() { board.threatened() } else { Bitboard::EMPTY };
        if threatened.any() {
            self.add_threats(board, threatened);
        }
        let neurons = |side: Side| match threatened.any() {
            true => &self.threatened[side.index()][..],
            false => self.at(last, side),
        };
        let (own, other) = (neurons(board.to_move()), neurons(board.to_move().other()));
        let (from_own, from_other) = self.network.output(bucket);
        let sum = kernel::output(self.instructions, (own, from_own), (other, from_other));
        self.network.score(sum, bucket)
    }
}
