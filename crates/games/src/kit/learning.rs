//! How a game is learned from training games: what the trainer must know of positions, and of
//! what it makes of them. The trainer itself knows no game. A game is learned by a network or
//! by tables of weights (`tables`).
//!
//! All networks have one shape: each side sees the position as a set of inputs that are on, one
//! layer of neurons adds up what they weigh, and the neurons of both sides are weighed by one
//! of several outputs. Games differ in inputs and outputs.
mod tables;

pub use tables::{Goal, TableLearner, Tables};

use niwaki_search::{
    game::{Game, Position, Side},
    node::Score,
};
use std::{fmt::Debug, path::Path, sync::Arc};

/// What a neuron at full strength counts.
pub const NEURON_UNIT: i32 = 255;
/// What a weight of one counts, from a neuron to an output.
pub const OUTPUT_UNIT: i32 = 64;
/// Score units for an output of one (chess: centipawns).
pub const SCALE: i32 = 400;
/// Widths are multiples of the numbers that are worked on at a time.
pub const WIDTH_STEP: usize = 16;
/// The widest network.
pub const GREATEST_WIDTH: usize = 2048;

/// The most inputs of a side that are on at a time.
pub const MOST_ON: usize = 64;
/// Bytes of a position in a [`Sample`].
pub const POSITION_BYTES: usize = 28;

/// Whether a network of this width can be trained.
pub fn is_width(width: usize) -> bool {
    width > 0 && width % WIDTH_STEP == 0 && width <= GREATEST_WIDTH
}

/// What tells the networks of games apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Inputs of each side.
    pub inputs: usize,
    /// Outputs, of which one judges a position.
    pub outputs: usize,
}

/// A position in few bytes, as its game packs it, with its score and the result of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(32))]
pub struct Sample {
    /// The position.
    pub position: [u8; POSITION_BYTES],
    /// Score for the side to move.
    pub score: i16,
    /// For the side to move: 0 for a loss, 1 for a draw, 2 for a win.
    pub result: u8,
    /// What the side to move won by, where games have margins; see [`Sample::margin`].
    margin: i8,
}

/// The margin of a game that has none.
const NO_MARGIN: i8 = i8::MIN;

impl Sample {
    /// Bytes of a sample in memory and in a file.
    pub const BYTES: usize = 32;

    /// A packed position; the score is kept as far as it fits.
    pub fn new(position: [u8; POSITION_BYTES], score: Score, result: u8) -> Sample {
        let score = score.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        Sample { position, score, result, margin: NO_MARGIN }
    }

    /// The same with the units by which the side to move won, such as discs.
    pub fn with_margin(self, margin: Option<i32>) -> Sample {
        let within = |margin: i32| margin.clamp((NO_MARGIN + 1).into(), i8::MAX.into()) as i8;
        Sample { margin: margin.map_or(NO_MARGIN, within), ..self }
    }

    /// The units by which the side to move won, where games have margins.
    pub fn margin(&self) -> Option<i32> {
        (self.margin != NO_MARGIN).then(|| self.margin.into())
    }

    /// The sample as a file holds it.
    pub fn to_bytes(self) -> [u8; Sample::BYTES] {
        let mut bytes = [0; Sample::BYTES];
        bytes[..POSITION_BYTES].copy_from_slice(&self.position);
        let [low, high] = self.score.to_le_bytes();
        bytes[POSITION_BYTES..].copy_from_slice(&[low, high, self.result, self.margin as u8]);
        bytes
    }

    /// The sample of such bytes.
    pub fn from_bytes(bytes: &[u8; Sample::BYTES]) -> Sample {
        let (position, rest) = bytes.split_first_chunk().unwrap_or((&[0; POSITION_BYTES], &[]));
        let [low, high, result, margin] = *rest.first_chunk().unwrap_or(&[0; 4]);
        Sample { position: *position, score: i16::from_le_bytes([low, high]), result, margin: margin as i8 }
    }
}

/// The inputs of both sides that are on, as many of each.
#[derive(Clone, Copy, Debug)]
pub struct Inputs {
    count: usize,
    own: [u16; MOST_ON],
    other: [u16; MOST_ON],
}

impl Inputs {
    /// None.
    pub const NONE: Inputs = Inputs { count: 0, own: [0; MOST_ON], other: [0; MOST_ON] };

    /// Switches one on for the side to move, and one for the other. More than [`MOST_ON`] are
    /// left out.
    #[inline]
    pub fn push(&mut self, own: u16, other: u16) {
        if self.count < MOST_ON {
            (self.own[self.count], self.other[self.count]) = (own, other);
            self.count += 1;
        }
    }

    /// Of the side to move.
    #[inline]
    pub fn own(&self) -> &[u16] {
        &self.own[..self.count]
    }

    /// Of the other side.
    #[inline]
    pub fn other(&self) -> &[u16] {
        &self.other[..self.count]
    }
}

/// The whole numbers of a network, in the order of its file: for each input the weights into
/// all neurons; biases of the neurons; for each output the weights from the neurons of the side
/// to move, then from the other's; biases of the outputs.
#[derive(Clone, Copy, Debug)]
pub struct NetworkNumbers<'a> {
    /// In the unit of neurons.
    pub inputs: &'a [i16],
    /// In the unit of neurons.
    pub biases: &'a [i16],
    /// In the unit of outputs.
    pub outputs: &'a [i16],
    /// In the product of both units.
    pub output_biases: &'a [i32],
}

/// A network that was trained, or that training begins with.
pub trait TrainedNetwork: Debug + Send + Sync {
    /// Neurons for each side.
    fn width(&self) -> usize;
    /// All its numbers, in the order of [`NetworkNumbers`].
    fn numbers(&self) -> Vec<i32>;
    /// What tells it from others.
    fn fingerprint(&self) -> u64;
    /// Its file.
    fn to_bytes(&self) -> Vec<u8>;
    /// What it says of a position.
    fn evaluate(&self, sample: &Sample) -> Result<Score, String>;
}

impl PartialEq for dyn TrainedNetwork {
    fn eq(&self, other: &dyn TrainedNetwork) -> bool {
        self.to_bytes() == other.to_bytes()
    }
}

/// A position of a game that is played again, before the move that was played.
pub trait Visited {
    /// Whose move it is.
    fn side(&self) -> Side;
    /// Whether the side to move must answer a threat.
    fn is_forced(&self) -> bool;
    /// Whether a static evaluation should be able to tell the score: where a threat must be
    /// answered, or a capture was played, it is the search that must look.
    fn is_quiet(&self) -> bool;
    /// Material of both sides.
    fn material(&self) -> u32;
    /// The position as a sample.
    fn sample(&self, score: Score, result: u8) -> Sample;
}

/// A position of a game that is learned by tables: wherever there is a choice, they should be able
/// to tell the score.
#[derive(Clone, Copy, Debug)]
pub struct SeenPosition {
    /// Whose move it is.
    pub side: Side,
    /// Whether there is but a pass.
    pub is_forced: bool,
    /// Material of both sides.
    pub material: u32,
    /// The position, packed.
    pub position: [u8; POSITION_BYTES],
}

impl Visited for SeenPosition {
    fn side(&self) -> Side {
        self.side
    }

    fn is_forced(&self) -> bool {
        self.is_forced
    }

    fn is_quiet(&self) -> bool {
        !self.is_forced
    }

    fn material(&self) -> u32 {
        self.material
    }

    fn sample(&self, score: Score, result: u8) -> Sample {
        Sample::new(self.position, score, result)
    }
}

/// Packs two sets of cells.
pub fn pack_sets(sets: [u64; 2]) -> [u8; POSITION_BYTES] {
    let mut bytes = [0; POSITION_BYTES];
    for (place, set) in bytes.chunks_exact_mut(size_of::<u64>()).zip(sets) {
        place.copy_from_slice(&set.to_le_bytes());
    }
    bytes
}

/// The sets that were packed, without what is in both.
pub fn unpack_sets(bytes: &[u8; POSITION_BYTES]) -> [u64; 2] {
    let word = |start: usize| u64::from_le_bytes(std::array::from_fn(|byte| bytes[start + byte]));
    [word(0), word(size_of::<u64>()) & !word(0)]
}

/// What is called for each position of a game that is played again.
pub type Visit<'a> = dyn FnMut(&dyn Visited) + 'a;

/// How a game is learned.
pub trait Learner: Sync {
    /// Name of the game.
    fn game(&self) -> &'static str;
    /// Plays a game again: from the start position of this number, 0 for the usual one, each
    /// move by its place among the legal moves, sorted by name.
    fn replay(&self, start: u16, places: &mut dyn Iterator<Item = u16>, visit: &mut Visit<'_>) -> Result<(), String>;
    /// What is made of the positions.
    fn kind(&self) -> Kind;
}

/// Plays a game again by its rules, as [`Learner::replay`] does, from its only start position;
/// each position is visited before the move that was played.
pub fn replay_by_rules<G: Game>(
    game: &G,
    start: u16,
    places: &mut dyn Iterator<Item = u16>,
    visit: &mut dyn FnMut(&G::Position),
) -> Result<(), String> {
    if start != 0 {
        return Err(format!("there is no start position of number {start}"));
    }
    let (mut pos, mut moves) = (game.start(), Vec::new());
    for place in places {
        moves.clear();
        pos.legal_moves(&mut moves);
        moves.sort_by_cached_key(|&m| game.print_move(&pos, m));
        let count = moves.len();
        let wrong = || format!("expected one of {count} moves, not number {}", place + 1);
        let m = *moves.get(usize::from(place)).ok_or_else(wrong)?;
        visit(&pos);
        pos = pos.play(m);
    }
    Ok(())
}

/// What is made of training games.
#[derive(Clone, Copy)]
pub enum Kind {
    /// A network.
    Network(&'static dyn NetworkLearner),
    /// Tables of weights.
    Tables(&'static dyn TableLearner),
}

impl Kind {
    /// What tells the network or the tables of a file from others.
    pub fn fingerprint_of(self, path: &Path) -> Result<u64, String> {
        match self {
            Kind::Network(learner) => Ok(learner.read_network(path)?.fingerprint()),
            Kind::Tables(learner) => Ok(Tables::read(learner, path)?.fingerprint()),
        }
    }
}

/// How a game is learned by a network.
pub trait NetworkLearner: Learner {
    /// The shape of its networks.
    fn shape(&self) -> Shape;
    /// Appends the inputs of each sample that are on, and which output judges it.
    fn inputs(&self, samples: &[Sample], inputs: &mut Vec<Inputs>, outputs: &mut Vec<usize>);
    /// A network of these numbers.
    fn network(&self, numbers: NetworkNumbers<'_>) -> Result<Arc<dyn TrainedNetwork>, String>;
    /// The network in a file.
    fn read_network(&self, path: &Path) -> Result<Arc<dyn TrainedNetwork>, String>;
}

impl Debug for dyn NetworkLearner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.game())
    }
}

impl PartialEq for dyn NetworkLearner {
    fn eq(&self, other: &dyn NetworkLearner) -> bool {
        self.game() == other.game()
    }
}
