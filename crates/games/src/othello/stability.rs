//! Discs that can never be turned again: a lower bound of their number.
//!
//! A disc is stable if, along each of its four lines, the line is full, or it has a stable
//! neighbour of its own colour, or the line ends beside it. Edges are lines of eight in which
//! all moves to come can be looked through: a table knows which of their discs stay.
use super::bits::Bits;
use std::sync::LazyLock;

const FIRST_FILE: Bits = 0x0101_0101_0101_0101;
const LAST_FILE: Bits = FIRST_FILE << 7;
const FIRST_RANK: Bits = 0xff;
const LAST_RANK: Bits = FIRST_RANK << 56;
const EDGES: Bits = FIRST_FILE | LAST_FILE | FIRST_RANK | LAST_RANK;
/// Turns a file, shifted to the first, into a row: rank by rank.
const FILE_TO_ROW: u64 = 0x0102_0408_1020_4080;
const EDGE_SQUARES: u32 = 8;
const EDGE_SETS: usize = 1 << EDGE_SQUARES;

/// The discs of `own` that no sequence of moves can turn, as far as the lines tell.
#[inline]
pub(crate) fn stable_discs(own: Bits, other: Bits) -> Bits {
    let full = full_lines(own | other);
    let edges = stable_edges(own, other);
    let mut stable = (edges | own & full[0] & full[1] & full[2] & full[3]) & own;
    // What is stable makes its neighbours so.
    while stable != 0 {
        let horizontal = stable << 1 | stable >> 1 | full[0];
        let vertical = stable << 8 | stable >> 8 | full[1];
        let falling = stable << 9 | stable >> 9 | full[2];
        let rising = stable << 7 | stable >> 7 | full[3];
        // Edges are done: elsewhere a shifted set never runs from one row into the next.
        let grown = stable | own & !EDGES & horizontal & vertical & falling & rising;
        if grown == stable {
            break;
        }
        stable = grown;
    }
    stable
}

/// The discs of `own` on the four edges that stay.
#[inline]
fn stable_edges(own: Bits, other: Bits) -> Bits {
    let row =
        |rank: u32| u64::from(stable_in_edge((own >> (8 * rank)) as u8, (other >> (8 * rank)) as u8)) << (8 * rank);
    let file = |file: u32| {
        let edge = |set: Bits| ((set >> file & FIRST_FILE).wrapping_mul(FILE_TO_ROW) >> 56) as u8;
        spread(stable_in_edge(edge(own), edge(other))) << file
    };
    row(0) | row(7) | file(0) | file(7)
}

/// A row as the first file.
#[inline]
fn spread(row: u8) -> Bits {
    // Eight copies, of which rank r keeps bit r, moved down to bit 0.
    let kept = u64::from(row).wrapping_mul(FIRST_FILE) & 0x8040_2010_0804_0201;
    let any = (kept >> 4 | kept) & 0x0f0f_0f0f_0f0f_0f0f;
    let any = (any >> 2 | any) & 0x0303_0303_0303_0303;
    (any >> 1 | any) & FIRST_FILE
}

/// The squares whose line is full, for rows, files, falling and rising diagonals.
#[inline]
fn full_lines(discs: Bits) -> [Bits; 4] {
    let rows = {
        let mut line = discs;
        line &= line >> 4;
        line &= line >> 2;
        line &= line >> 1;
        (line & FIRST_FILE) * 0xff
    };
    let files = {
        let mut line = discs;
        line &= line.rotate_right(8);
        line &= line.rotate_right(16);
        line & line.rotate_right(32)
    };
    [rows, files, full_diagonals(discs, 9), full_diagonals(discs, 7)]
}

/// What lies beyond the board counts as full: a hole spreads along its diagonal.
#[inline]
fn full_diagonals(discs: Bits, step: u32) -> Bits {
    // A step of 9 leaves the board on the last file, one of 7 on the first.
    let (up, down) = if step == 9 { (!FIRST_FILE, !LAST_FILE) } else { (!LAST_FILE, !FIRST_FILE) };
    let mut holes_up = !discs;
    let mut holes_down = !discs;
    let (mut up, mut down, mut step) = (up, down, step);
    for _ in 0..3 {
        holes_up |= holes_up << step & up;
        holes_down |= holes_down >> step & down;
        up &= up << step;
        down &= down >> step;
        step *= 2;
    }
    !(holes_up | holes_down)
}

#[inline]
fn stable_in_edge(own: u8, other: u8) -> u8 {
    static TABLE: LazyLock<Vec<u8>> = LazyLock::new(edge_table);
    TABLE[usize::from(own) * EDGE_SETS + usize::from(other)]
}

/// For all discs of an edge: the own ones that stay, whatever is played there.
fn edge_table() -> Vec<u8> {
    let mut table = vec![0; EDGE_SETS * EDGE_SETS];
    // An edge is done after those with more discs, which moves lead to.
    for filled in (0..EDGE_SETS).rev() {
        for own in 0..EDGE_SETS {
            if own & !filled == 0 {
                let other = filled & !own;
                table[own * EDGE_SETS + other] = stays(&table, own, other) as u8;
            }
        }
    }
    table
}

fn stays(table: &[u8], own: usize, other: usize) -> usize {
    let mut stable = own;
    for square in 0..EDGE_SQUARES {
        let disc = 1 << square;
        if (own | other) & disc != 0 {
            continue;
        }
        // Either side may move here, perhaps turning discs elsewhere only.
        let turned = edge_flips(own, other, square);
        let (mine, yours) = (own | disc | turned, other & !turned);
        stable &= usize::from(table[mine * EDGE_SETS + yours]);
        let turned = edge_flips(other, own, square);
        let (mine, yours) = (own & !turned, other | disc | turned);
        stable &= usize::from(table[mine * EDGE_SETS + yours]);
    }
    stable
}

/// The discs of `other` on an edge that a disc of `own` on the empty square turns.
fn edge_flips(own: usize, other: usize, square: u32) -> usize {
    let run = |squares: &mut dyn Iterator<Item = u32>| {
        let mut run = 0;
        for square in squares {
            match 1 << square {
                disc if other & disc != 0 => run |= disc,
                disc if own & disc != 0 => return run,
                _ => return 0,
            }
        }
        0
    };
    run(&mut (square + 1..EDGE_SQUARES)) | run(&mut (0..square).rev())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::{Board, bits};
    use niwaki_search::{game::Position, random::Random};

    #[test]
    fn corners_and_what_leans_on_them_are_stable() {
        assert_eq!(stable_discs(0b111, 0b1000), 0b111);
        assert_eq!(stable_discs(0b110, 0), 0, "the corner is open");
        let triangle = 0x0000_0000_0001_0307;
        assert_eq!(stable_discs(triangle, 0), triangle);
        assert_eq!(stable_discs(!0, 0), !0);
        assert_eq!(stable_discs(0x7e, 0x81), 0x7e, "a full edge");
    }

    #[test]
    fn full_lines_are_those_without_a_hole() {
        let mut random = Random::new(2);
        for _ in 0..500 {
            let discs = random.number() | random.number() | random.number();
            let lines = full_lines(discs);
            for square in 0..64i32 {
                for (line, (file_step, rank_step)) in lines.iter().zip([(1, 0), (0, 1), (1, 1), (-1, 1)]) {
                    let on_line = |distance: i32| {
                        let (file, rank) = (square % 8 + distance * file_step, square / 8 + distance * rank_step);
                        ((0..8).contains(&file) && (0..8).contains(&rank)).then_some(rank * 8 + file)
                    };
                    let full = (-7..8).filter_map(on_line).all(|square| discs >> square & 1 != 0);
                    assert_eq!(line >> square & 1 != 0, full, "{discs:#x} {square}");
                }
            }
        }
    }

    #[test]
    fn stable_discs_are_never_turned_in_random_games() {
        let mut random = Random::new(3);
        let mut found = 0;
        for _ in 0..300 {
            let mut pos = Board::START;
            let mut kept = [0; 2];
            loop {
                for side in [pos.side(), pos.side().other()] {
                    let discs = pos.discs(side);
                    assert_eq!(kept[side.index()] & !discs, 0, "a stable disc was turned");
                    kept[side.index()] |= stable_discs(discs, pos.discs(side.other()));
                    found += kept[side.index()].count_ones();
                }
                let mut moves = Vec::new();
                pos.legal_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                pos = pos.play(moves[random.below(moves.len())]);
            }
        }
        assert!(found > 10_000);
        assert_eq!(bits::squares(0).count(), 0);
    }
}
