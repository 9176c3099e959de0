//! What the evaluation looks at: eight of the nine features of MIA (Winands, van den Herik &
//! Uiterwijk 2003; the ninth, the side to move, is a constant), the number of pieces and the
//! Euler number. Each is a small number for each side, so that an evaluation is a table of what
//! each value is worth.
use super::{
    board::Board,
    lines::{AXES, SQUARES, WIDTH, jumps, landing, squares},
};
use crate::side_values::{SideFeatures, Values};
use niwaki_search::game::Side;

/// How many features a side has.
pub(super) const COUNT: usize = 10;

/// Names and sizes, in the order of [`Feature`].
pub(super) const FEATURES: SideFeatures<COUNT> = SideFeatures::new(
    [
        "concentration",
        "centralisation",
        "centre of mass",
        "quads",
        "mobility",
        "walls",
        "connectedness",
        "uniformity",
        "pieces",
        "Euler number",
    ],
    [32, 32, 10, 12, 48, 16, 32, 36, 13, 14],
);

/// What they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Feature {
    /// How much further the pieces lie from their centre of mass than they must, in eighths of
    /// a square for each.
    Concentration,
    /// The mean worth of their squares, in steps of five.
    Centralisation,
    /// The kind of square that the centre of mass lies on.
    CentreOfMass,
    /// Windows of two by two with three or four pieces near the centre of mass.
    Quads,
    /// Moves, captures twice, those to the edge half.
    Mobility,
    /// Enemy pieces on the edge kept from moving inward by a piece in front of them.
    Walls,
    /// Neighbours of a piece, in quarters.
    Connectedness,
    /// The smallest rectangle that holds all pieces.
    Uniformity,
    /// Pieces left.
    Pieces,
    /// Groups less holes.
    Euler,
}

impl Feature {
    /// All of them, in order.
    pub(super) const ALL: [Feature; COUNT] = [
        Feature::Concentration,
        Feature::Centralisation,
        Feature::CentreOfMass,
        Feature::Quads,
        Feature::Mobility,
        Feature::Walls,
        Feature::Connectedness,
        Feature::Uniformity,
        Feature::Pieces,
        Feature::Euler,
    ];

    /// How many values it has.
    pub(super) const fn size(self) -> usize {
        FEATURES.size(self as usize)
    }
}

/// What squares are worth by their kind: the corner first, then along the edge, and so for the
/// ring inside. The kinds are those that differ when the board is turned and mirrored.
const KINDS: usize = 10;
const SQUARE_WORTH: [i32; KINDS] = [-80, -25, -20, -20, 10, 10, 10, 25, 25, 50];
/// Squares of each worth.
const WORTHS: [i32; 6] = [-80, -25, -20, 10, 25, 50];
static WORTH_SETS: [u64; WORTHS.len()] = worth_sets();
static KIND: [u8; SQUARES] = kinds();
/// Squares at least so far from each, by king moves; distance 1 first.
static BEYOND: [[u64; WIDTH - 1]; SQUARES] = beyond();
const EDGE: u64 = 0xff81_8181_8181_81ff;
const LAST_FILE: u64 = 0x8080_8080_8080_8080;
const FIRST_FILE: u64 = 0x0101_0101_0101_0101;
const FIRST_RANK: u64 = 0xff;
const LAST_RANK: u64 = 0xff << 56;
/// The parts of the number of a file, and of a rank.
const FILE_BITS: [u64; 3] = [0xaaaa_aaaa_aaaa_aaaa, 0xcccc_cccc_cccc_cccc, 0xf0f0_f0f0_f0f0_f0f0];
const RANK_BITS: [u64; 3] = [0xff00_ff00_ff00_ff00, 0xffff_0000_ffff_0000, 0xffff_ffff_0000_0000];

/// Those that no line shows, for the tables of lines.
pub(super) const WHOLE: [Feature; 6] = [
    Feature::Concentration,
    Feature::CentreOfMass,
    Feature::Quads,
    Feature::Uniformity,
    Feature::Pieces,
    Feature::Euler,
];

/// Their values for a side.
#[inline]
pub(super) fn whole(pos: &Board, side: Side) -> [usize; WHOLE.len()] {
    let own = pos.pieces[side.index()];
    let count = own.count_ones().max(1);
    let centre = centre_of_mass(own, count);
    [
        8 * surplus(own, centre, count) / count,
        u32::from(KIND[centre]),
        quads(own, centre),
        rectangle(own),
        count,
        groups_less_holes(pos, side),
    ]
    .map(|value| value as usize)
}

/// The value of each feature for a side.
pub(super) fn features(pos: &Board, side: Side) -> Values<COUNT> {
    let (own, enemy) = (pos.pieces[side.index()], pos.pieces[side.other().index()]);
    let count = own.count_ones().max(1);
    let centre = centre_of_mass(own, count);
    FEATURES.values([
        8 * surplus(own, centre, count) / count,
        ((worth(own) / count as i32 - WORTHS[0]) / 5) as u32,
        u32::from(KIND[centre]),
        quads(own, centre),
        mobility(pos, own, enemy) / 4,
        walls(own, enemy),
        8 * neighbours(own) / count,
        rectangle(own),
        count,
        groups_less_holes(pos, side),
    ])
}

/// The Euler number, from 0.
#[inline]
fn groups_less_holes(pos: &Board, side: Side) -> u32 {
    (1 + i32::from(pos.euler[side.index()])).max(0) as u32
}

/// The square nearest to the middle of all pieces.
#[inline]
fn centre_of_mass(set: u64, count: u32) -> usize {
    let sum = |bits: [u64; 3]| (0..3).map(|bit| (set & bits[bit]).count_ones() << bit).sum::<u32>();
    let middle = |sum: u32| ((2 * sum + count) / (2 * count)) as usize;
    middle(sum(FILE_BITS)) + WIDTH * middle(sum(RANK_BITS))
}

/// Distances to the centre of mass, less what so many pieces need at least.
#[inline]
fn surplus(set: u64, centre: usize, count: u32) -> u32 {
    let distances: u32 = BEYOND[centre].iter().map(|beyond| (set & beyond).count_ones()).sum();
    let least = if count <= 9 { count - 1 } else { 8 + 2 * (count - 9) };
    distances.saturating_sub(least)
}

#[inline]
fn worth(set: u64) -> i32 {
    WORTHS.iter().zip(&WORTH_SETS).map(|(worth, squares)| worth * (set & squares).count_ones() as i32).sum()
}

/// Windows are named by their lower left square; near are those within two squares.
#[inline]
fn quads(set: u64, centre: usize) -> u32 {
    let right = (set & !FIRST_FILE) >> 1;
    let (upper, upper_right) = (set >> 8, right >> 8);
    let full = set & right & (upper | upper_right) | upper & upper_right & (set | right);
    (full & !BEYOND[centre][2]).count_ones()
}

/// In halves of a move: 2 for each, 4 for a capture, half of that to the edge.
#[inline]
fn mobility(pos: &Board, own: u64, enemy: u64) -> u32 {
    let mut sum = 0;
    for from in squares(own) {
        for axis in 0..AXES {
            let count = pos.lines.on(axis, from);
            let jumps = jumps(axis, from, count);
            for direction in 0..2 {
                let to = landing(axis, direction, from, count);
                let weight = (2 << (enemy >> to & 1)) >> (EDGE >> to & 1);
                sum += if jumps.is_free(direction, own, enemy) { weight } else { 0 };
            }
        }
    }
    sum
}

/// Pairs of an enemy piece on the edge and a way inward that an own piece blocks: the two stand
/// on one line, so that the enemy would have to jump.
#[inline]
fn walls(own: u64, enemy: u64) -> u32 {
    let beside = |set: u64| [set, (set & !LAST_FILE) << 1, (set & !FIRST_FILE) >> 1];
    let above = |set: u64| [set, set << 8, set >> 8];
    let blocked = |inward: [u64; 3]| inward.iter().map(|set| (set & own).count_ones()).sum::<u32>();
    blocked(beside((enemy & FIRST_RANK) << 8))
        + blocked(beside((enemy & LAST_RANK) >> 8))
        + blocked(above((enemy & FIRST_FILE) << 1))
        + blocked(above((enemy & LAST_FILE) >> 1))
}

/// Pairs of neighbours.
#[inline]
fn neighbours(set: u64) -> u32 {
    let right = (set & !LAST_FILE) << 1;
    let pairs = [set & right, set & set << 8, set & right << 8, set & (set & !FIRST_FILE) << 7];
    pairs.iter().map(|pair| pair.count_ones()).sum()
}

/// The sides of the smallest rectangle around the pieces, as a number: the shorter side does
/// not exceed the longer.
#[inline]
fn rectangle(set: u64) -> u32 {
    let files = [32, 16, 8].iter().fold(set, |folded, shift| folded | folded >> shift) & 0xff;
    let width = 8 - (files as u8).leading_zeros() - (files as u8).trailing_zeros();
    let height = 8 - set.leading_zeros() / 8 - set.trailing_zeros() / 8;
    let (long, short) = (width.max(height), width.min(height));
    long * (long - 1) / 2 + short - 1
}

/// Kinds of squares in one eighth of the board, by the distances to the two nearest edges.
pub(super) const fn kind(square: usize) -> usize {
    let file = if square % WIDTH < 4 { square % WIDTH } else { 7 - square % WIDTH };
    let rank = if square / WIDTH < 4 { square / WIDTH } else { 7 - square / WIDTH };
    let (low, high) = if file < rank { (file, rank) } else { (rank, file) };
    // The rings hold 4, 3, 2 and 1 kinds.
    [0, 4, 7, 9][low] + high - low
}

const fn kinds() -> [u8; SQUARES] {
    let mut table = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        table[square] = kind(square) as u8;
        square += 1;
    }
    table
}

const fn worth_sets() -> [u64; WORTHS.len()] {
    let mut sets = [0; WORTHS.len()];
    let mut index = 0;
    while index < SQUARES * WORTHS.len() {
        let (square, worth) = (index / WORTHS.len(), index % WORTHS.len());
        if SQUARE_WORTH[kind(square)] == WORTHS[worth] {
            sets[worth] |= 1 << square;
        }
        index += 1;
    }
    sets
}

const fn beyond() -> [[u64; WIDTH - 1]; SQUARES] {
    let mut table = [[0; WIDTH - 1]; SQUARES];
    let mut index = 0;
    while index < SQUARES * SQUARES {
        let (one, other) = (index / SQUARES, index % SQUARES);
        let (file, rank) = ((one % WIDTH).abs_diff(other % WIDTH), (one / WIDTH).abs_diff(other / WIDTH));
        let distance = if file > rank { file } else { rank };
        let mut least = 1;
        while least <= distance {
            table[one][least - 1] |= 1 << other;
            least += 1;
        }
        index += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lines_of_action::{LinesOfAction, groups::spread};
    use niwaki_search::{
        game::{Game, Position},
        random::Random,
    };

    fn value(text: &str, side: Side, feature: Feature) -> usize {
        features(&LinesOfAction::default().parse(text).unwrap(), side)[feature as usize]
    }

    #[test]
    fn features_count_what_they_say() {
        // White: d4 d5 e4 e5; Black: a1, h8 and c1.
        let text = "7x/8/8/3oo3/3oo3/8/8/x1x5 x";
        let white = |feature| value(text, Side::Second, feature);
        assert_eq!((white(Feature::Pieces), white(Feature::Euler), white(Feature::Concentration)), (4, 2, 0));
        assert_eq!((white(Feature::Quads), white(Feature::Connectedness), white(Feature::Uniformity)), (1, 12, 2));
        assert_eq!((white(Feature::Centralisation), white(Feature::CentreOfMass)), (26, 9));
        let black = |feature| value(text, Side::First, feature);
        assert_eq!((black(Feature::Pieces), black(Feature::Euler), black(Feature::Connectedness)), (3, 4, 0));
        assert_eq!(black(Feature::Uniformity), 35);
        assert_eq!(value("8/8/8/8/8/8/1xxx4/2o4o x", Side::First, Feature::Walls), 3);
    }

    #[test]
    fn features_are_the_same_on_a_board_that_is_turned_or_mirrored() {
        let game = LinesOfAction::default();
        let mut random = Random::new(7);
        for _ in 0..20 {
            let mut pos = game.start();
            for _ in 0..random.below(40) {
                let mut moves = Vec::new();
                pos.legal_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                pos = pos.play(moves[random.below(moves.len())]);
            }
            let mirrored = Board::new(pos.pieces.map(u64::swap_bytes), pos.side(), Default::default());
            for side in [Side::First, Side::Second] {
                // The centre of mass between two squares is rounded up, which a mirror turns around.
                let exact = |pos: &Board| {
                    let all = features(pos, side);
                    [Feature::Centralisation, Feature::Mobility, Feature::Walls, Feature::Uniformity]
                        .map(|feature| all[feature as usize])
                };
                assert_eq!(exact(&pos), exact(&mirrored), "{}", game.print(&pos));
            }
        }
    }

    #[test]
    fn kinds_of_squares_have_their_worth() {
        assert_eq!(WORTH_SETS.iter().map(|set| set.count_ones()).collect::<Vec<_>>(), [4, 8, 16, 20, 12, 4]);
        assert_eq!((KIND[0], KIND[63], KIND[27], KIND[1], KIND[8]), (0, 0, 9, 1, 1));
        assert_eq!(spread(1 << 27).count_ones(), 64 - BEYOND[27][1].count_ones());
    }
}
