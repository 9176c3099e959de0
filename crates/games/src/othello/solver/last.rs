//! The last four empty squares, unrolled: no lists, no tables of positions, and the last
//! square of all by a count of the discs it turns.
use super::{Discs, NONE, Solver};
use crate::othello::{
    bits::{Bits, SQUARES, flips, neighbours},
    board::final_discs,
};

/// The squares next to a square: where none is the opponent's nothing can be turned.
static BESIDE: [Bits; SQUARES] = {
    let mut all = [0; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        all[square] = neighbours(1 << square);
        square += 1;
    }
    all
};

/// Discs turned in a full line by a disc on a place of it, by the own discs of the line.
static TURNED_IN_LINE: [[u8; 256]; 8] = {
    let mut all = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut line = 0;
        while line < 256 {
            all[place][line] = turned_in_line(place as i32, line as u32);
            line += 1;
        }
        place += 1;
    }
    all
};

const fn turned_in_line(place: i32, own: u32) -> u8 {
    let (mut turned, mut step) = (0, -1);
    while step <= 1 {
        let (mut at, mut run) = (place + step, 0);
        while at >= 0 && at < 8 && own >> at & 1 == 0 {
            run += 1;
            at += step;
        }
        if at >= 0 && at < 8 {
            turned += run;
        }
        step += 2;
    }
    turned
}

/// The two diagonals through a square.
static DIAGONALS: [[Bits; 2]; SQUARES] = {
    let mut all = [[0; 2]; SQUARES];
    let mut square = 0;
    while square < SQUARES {
        let mut at = 0;
        while at < SQUARES {
            let (file, rank) = ((at % 8) as i32 - (square % 8) as i32, (at / 8) as i32 - (square / 8) as i32);
            if file == rank {
                all[square][0] |= 1 << at;
            }
            if file == -rank {
                all[square][1] |= 1 << at;
            }
            at += 1;
        }
        square += 1;
    }
    all
};

const FIRST_FILE: Bits = 0x0101_0101_0101_0101;
const FILE_TO_ROW: u64 = 0x0102_0408_1020_4080;

/// How many discs a disc of `own` on the only empty square turns.
#[inline]
fn count_last(own: Bits, square: usize) -> i32 {
    let (file, rank) = (square % 8, square / 8);
    let row = own >> (8 * rank) & 0xff;
    let column = (own >> file & FIRST_FILE).wrapping_mul(FILE_TO_ROW) >> 56;
    let diagonal = |mask: Bits| (own & mask).wrapping_mul(FIRST_FILE) >> 56;
    let [falling, rising] = DIAGONALS[square % SQUARES].map(diagonal);
    let (by_file, by_rank) = (&TURNED_IN_LINE[file], &TURNED_IN_LINE[rank % 8]);
    let turned = [by_file[row as usize], by_rank[column as usize], by_file[falling as usize], by_file[rising as usize]];
    turned.iter().map(|&turned| i32::from(turned)).sum()
}

/// The quarter of the board that a square lies in, as a bit.
#[inline]
pub(super) fn quarter(square: usize) -> u32 {
    1 << ((square >> 2 & 1) | (square >> 4 & 2))
}

impl Solver {
    /// One empty square: the value for `own`, which is to move.
    #[inline]
    fn last_one(&mut self, own: Bits, square: usize) -> Discs {
        self.nodes += 1;
        let mine = own.count_ones() as Discs;
        let turned = count_last(own, square);
        if turned != 0 {
            return 2 * (mine + turned + 1) - 64;
        }
        let turned = count_last(!own & !(1 << square), square);
        if turned != 0 {
            return 2 * (mine - turned) - 64;
        }
        // Nobody can move there: it is the winner's.
        2 * mine - if 2 * mine >= 64 { 62 } else { 64 }
    }

    /// Two empty squares.
    #[inline]
    fn last_two(&mut self, own: Bits, other: Bits, squares: [usize; 2], alpha: Discs, beta: Discs) -> Discs {
        self.nodes += 1;
        let mut best = NONE;
        for (square, left) in [(squares[0], squares[1]), (squares[1], squares[0])] {
            if BESIDE[square] & other != 0 {
                let turned = flips(own, other, square);
                if turned != 0 {
                    best = best.max(-self.last_one(other ^ turned, left));
                    if best >= beta {
                        return best;
                    }
                }
            }
        }
        if best != NONE {
            return best;
        }
        // The opponent moves, if it can.
        let mut worst = -NONE;
        for (square, left) in [(squares[0], squares[1]), (squares[1], squares[0])] {
            if BESIDE[square] & own != 0 {
                let turned = flips(other, own, square);
                if turned != 0 {
                    worst = worst.min(self.last_one(own ^ turned, left));
                    if worst <= alpha {
                        return worst;
                    }
                }
            }
        }
        if worst != -NONE { worst } else { final_discs(own, other) }
    }

    /// Three empty squares.
    fn last_three(&mut self, own: Bits, other: Bits, squares: [usize; 3], mut alpha: Discs, beta: Discs) -> Discs {
        self.nodes += 1;
        let [a, b, c] = lone_first(squares);
        let mut best = NONE;
        for (square, left) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
            if BESIDE[square] & other != 0 {
                let turned = flips(own, other, square);
                if turned != 0 {
                    let mine = own | turned | 1 << square;
                    best = best.max(-self.last_two(other ^ turned, mine, left, -beta, -alpha));
                    if best >= beta {
                        return best;
                    }
                    alpha = alpha.max(best);
                }
            }
        }
        if best != NONE {
            best
        } else {
            self.pass(own, other, alpha, beta, |s, other, own, alpha, beta| {
                s.last_three(other, own, squares, alpha, beta)
            })
        }
    }

    /// Four empty squares.
    pub(super) fn last_four(&mut self, own: Bits, other: Bits, mut alpha: Discs, beta: Discs) -> Discs {
        self.nodes += 1;
        let [a, b, c, d] = odd_first(!(own | other));
        let mut best = NONE;
        for (square, left) in [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])] {
            if BESIDE[square] & other != 0 {
                let turned = flips(own, other, square);
                if turned != 0 {
                    let mine = own | turned | 1 << square;
                    best = best.max(-self.last_three(other ^ turned, mine, left, -beta, -alpha));
                    if best >= beta {
                        return best;
                    }
                    alpha = alpha.max(best);
                }
            }
        }
        if best != NONE { best } else { self.pass(own, other, alpha, beta, Self::last_four) }
    }

    /// No move: the opponent's turn, or the end of the game.
    #[inline]
    pub(super) fn pass(
        &mut self,
        own: Bits,
        other: Bits,
        alpha: Discs,
        beta: Discs,
        search: impl FnOnce(&mut Self, Bits, Bits, Discs, Discs) -> Discs,
    ) -> Discs {
        if crate::othello::bits::mobility(other, own) == 0 {
            return final_discs(own, other);
        }
        -search(self, other, own, -beta, -alpha)
    }
}

/// Who moves last in a region gains by it: a square alone in its quarter comes first.
#[inline]
fn lone_first(squares: [usize; 3]) -> [usize; 3] {
    let [a, b, c] = squares;
    let quarters = squares.map(quarter);
    if quarters[0] == quarters[1] {
        [c, a, b]
    } else if quarters[0] == quarters[2] {
        [b, a, c]
    } else {
        squares
    }
}

/// The four squares, those in quarters with an odd number of them first.
#[inline]
fn odd_first(mut empty: Bits) -> [usize; 4] {
    let (mut squares, mut parity) = ([0; 4], 0);
    for square in &mut squares {
        *square = empty.trailing_zeros() as usize % SQUARES;
        parity ^= quarter(*square);
        empty &= empty.wrapping_sub(1);
    }
    let (mut ordered, mut odd, mut even) = ([0; 4], 0, 3);
    for square in squares {
        let place = if parity & quarter(square) != 0 { &mut odd } else { &mut even };
        ordered[*place & 3] = square;
        if parity & quarter(square) != 0 { odd += 1 } else { even = even.wrapping_sub(1) }
    }
    ordered
}
