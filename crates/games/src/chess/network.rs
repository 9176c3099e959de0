//! The network: what stands where, seen by each side, through one hidden layer, to a score.
//!
//! 768 inputs (own and enemy pieces by kind and square, the board mirrored so that the own
//! king stands on the files a to d), and as many that are on while such a piece is threatened,
//! lead to `width` neurons for each side; squared clipped ReLU; one of eight outputs, chosen by
//! the number of men. After Yu Nasu's efficiently updatable networks: a move changes few pieces,
//! so that what they add to the hidden layer is kept up to date instead of computed. Threats
//! are few and come and go with every move: they are added when a position is evaluated.
//!
//! Weights are whole numbers: those into a neuron in units of 1/255, those out of it in
//! units of 1/64. All sums are exact, so that every path of computation gives the same score.
mod built_in;
pub(super) mod explain;
mod file;
mod kernel;
mod stack;

pub use crate::kit::learning::{GREATEST_WIDTH, NEURON_UNIT, OUTPUT_UNIT, SCALE, WIDTH_STEP};
pub use built_in::built_in;
pub use file::{BUCKETS, INPUTS, PIECE_INPUTS};
pub use kernel::Instructions;
pub use stack::NetworkEvaluator;

use super::{Bitboard, Board, Piece, Square, threats::threatened};
use crate::input;
use kernel::Lane;
use niwaki_search::{game::Side, node::Score};
use std::path::Path;

/// Men for each bucket.
const MEN_PER_BUCKET: usize = 4;
/// The greatest weight from a neuron to an output: its product with a neuron fits 16 bits.
pub const GREATEST_OUTPUT_WEIGHT: i16 = 127;
const _: () = assert!(GREATEST_WIDTH == file::GREATEST_WIDTH);

/// The greatest file that is read as a network, in bytes.
const GREATEST_FILE: u64 = 1 << 24;

/// Whether a side whose king stands here sees the board mirrored.
#[inline]
pub fn is_mirrored(king: Square) -> bool {
    king.file() > 3
}

/// Input of a piece on a square as `side` sees it.
#[inline]
pub fn input(side: Side, mirrored: bool, piece: Piece, square: Square) -> usize {
    let colour = (piece.side() != side) as usize;
    let flip = if side == Side::First { 0 } else { 56 } ^ if mirrored { 7 } else { 0 };
    (colour * 6 + piece.kind_index()) * 64 + (square.index() ^ flip)
}

/// Input of a piece on a square, while it is threatened, as `side` sees it.
#[inline]
pub fn threat_input(side: Side, mirrored: bool, piece: Piece, square: Square) -> usize {
    PIECE_INPUTS + input(side, mirrored, piece, square)
}

/// Output for a number of men on the board.
#[inline]
pub fn bucket(men: usize) -> usize {
    (men.saturating_sub(2) / MEN_PER_BUCKET).min(BUCKETS - 1)
}

/// The weights.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    width: usize,
    /// For each input, the weights into all neurons; those for threats may be missing.
    inputs: Vec<Lane>,
    /// Of the neurons.
    biases: Vec<Lane>,
    /// For each bucket, the weights from the neurons of the side to move, then from the other's.
    outputs: Vec<Lane>,
    /// Of the outputs, in units of 1/(255 · 64).
    output_biases: [i32; BUCKETS],
    /// Of the file, to tell networks apart.
    fingerprint: u64,
}

impl Network {
    /// A network of these weights: `INPUTS · width` into the neurons, or only the
    /// `PIECE_INPUTS · width` for pieces, `width` biases, `BUCKETS · 2 · width` to the outputs,
    /// and their biases.
    pub fn new(
        inputs: &[i16],
        biases: &[i16],
        outputs: &[i16],
        output_biases: [i32; BUCKETS],
    ) -> Result<Network, String> {
        let width = biases.len();
        if width == 0 || width > GREATEST_WIDTH || width % WIDTH_STEP != 0 {
            return Err(format!(
                "expected a width of {WIDTH_STEP}, {}, ... {GREATEST_WIDTH}, not {width}",
                2 * WIDTH_STEP
            ));
        }
        let known = [PIECE_INPUTS, INPUTS].map(|count| count * width).contains(&inputs.len());
        if !known || outputs.len() != BUCKETS * 2 * width {
            return Err(format!("expected weights for a width of {width}"));
        }
        if outputs.iter().any(|weight| weight.unsigned_abs() > GREATEST_OUTPUT_WEIGHT as u16) {
            return Err(format!("expected output weights of at most {GREATEST_OUTPUT_WEIGHT}"));
        }
        let [inputs, biases, outputs] = [inputs, biases, outputs].map(|numbers| Lane::pack(numbers, width));
        let mut network = Network { width, inputs, biases, outputs, output_biases, fingerprint: 0 };
        network.fingerprint = file::fingerprint(&network.payload());
        Ok(network)
    }

    /// Reads a file that holds what [`Network::to_bytes`] wrote.
    pub fn read(file: &Path) -> Result<Network, String> {
        let named = |reason: String| format!("{}: {reason}", file.display());
        let bytes = input::read(file, GREATEST_FILE).map_err(|reason| named(reason.to_string()))?;
        Network::from_bytes(&bytes).map_err(named)
    }

    /// Reads what [`Network::to_bytes`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, String> {
        let file::Parts { inputs, width, weights, output_biases: last } = file::parts(bytes)?;
        let weights: Vec<i16> = weights.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect();
        let (inputs, weights) = weights.split_at(inputs * width);
        let (biases, outputs) = weights.split_at(width);
        let mut output_biases = [0; BUCKETS];
        for (bias, four) in output_biases.iter_mut().zip(last.chunks_exact(4)) {
            *bias = i32::from_le_bytes([four[0], four[1], four[2], four[3]]);
        }
        Network::new(inputs, biases, outputs, output_biases)
    }

    /// The network as a file: magic, width, weights, a sum to tell damage.
    pub fn to_bytes(&self) -> Vec<u8> {
        file::whole(self.inputs.len() / self.lanes().max(1), self.width, &self.payload())
    }

    /// The weights into the neurons, their biases and the weights to the outputs.
    fn weights(&self) -> impl Iterator<Item = i16> {
        [&self.inputs, &self.biases, &self.outputs].into_iter().flat_map(|rows| Lane::unpack(rows, self.width))
    }

    /// All weights and biases as whole numbers, in the order of the file; weights for threats
    /// that are missing are 0.
    pub fn numbers(&self) -> impl Iterator<Item = i32> {
        let inputs = Lane::unpack(&self.inputs, self.width);
        let missing = INPUTS * self.width - self.inputs.len() / self.lanes() * self.width;
        let rest = self.weights().skip(INPUTS * self.width - missing);
        inputs.chain(std::iter::repeat_n(0, missing)).chain(rest).map(i32::from).chain(self.output_biases)
    }

    fn payload(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.weights().flat_map(i16::to_le_bytes).collect();
        bytes.extend(self.output_biases.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes
    }

    /// Neurons for each side.
    pub fn width(&self) -> usize {
        self.width
    }

    /// A number that tells networks apart.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// Lanes for each side.
    fn lanes(&self) -> usize {
        self.width.div_ceil(kernel::LANE)
    }

    /// Whether it has weights for threats.
    #[inline]
    fn knows_threats(&self) -> bool {
        self.inputs.len() > PIECE_INPUTS * self.lanes()
    }

    /// The weights of one input.
    #[inline]
    fn input(&self, input: usize) -> &[Lane] {
        let lanes = self.lanes();
        &self.inputs[input * lanes..(input + 1) * lanes]
    }

    /// The weights to one output, for the side to move and for the other.
    #[inline]
    fn output(&self, bucket: usize) -> (&[Lane], &[Lane]) {
        let lanes = self.lanes();
        let weights = &self.outputs[bucket * 2 * lanes..(bucket + 1) * 2 * lanes];
        weights.split_at(lanes)
    }

    /// Score of an output for the side to move, from the sum over all neurons.
    #[inline]
    fn score(&self, sum: i64, bucket: usize) -> Score {
        let unit = i64::from(NEURON_UNIT);
        let output = sum / unit + i64::from(self.output_biases[bucket]);
        (output * i64::from(SCALE) / (unit * i64::from(OUTPUT_UNIT))) as Score
    }

    /// Score of a position for the side to move, computed from nothing.
    pub fn evaluate(&self, board: &Board) -> Score {
        self.evaluate_in(board, bucket(board.occupied().count() as usize), None)
    }

    /// Score by the output of a bucket, perhaps as if nothing stood on a square.
    pub fn evaluate_in(&self, board: &Board, bucket: usize, without: Option<Square>) -> Score {
        let gone = without.map_or(Bitboard::EMPTY, Square::bit);
        let threatened = match self.knows_threats() {
            true => threatened(&board.kinds.map(|set| set & !gone), &board.sides.map(|set| set & !gone)),
            false => Bitboard::EMPTY,
        };
        let neurons = |side: Side| {
            let mirrored = is_mirrored(board.king(side));
            let mut sums = self.biases.clone();
            let mut add = |input| kernel::add(Instructions::Portable, &mut sums, self.input(input));
            for square in board.occupied() & !gone {
                if let Some(piece) = board.piece_on(square) {
                    add(input(side, mirrored, piece, square));
                    if threatened.has(square) {
                        add(threat_input(side, mirrored, piece, square));
                    }
                }
            }
            sums
        };
        let (own, other) = (neurons(board.to_move()), neurons(board.to_move().other()));
        let (from_own, from_other) = self.output(bucket % BUCKETS);
        let sum = kernel::output(Instructions::Portable, (&own, from_own), (&other, from_other));
        self.score(sum, bucket % BUCKETS)
    }
}

impl std::fmt::Debug for Network {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(out, "Network({} neurons, {:016x})", self.width, self.fingerprint)
    }
}

#[cfg(test)]
mod tests;
