//! Generation of legal moves: checks and pins are heeded while generating, so no
//! move has to be tried and taken back.
use super::{
    attacks::{
        between, bishop_attacks, falling_diagonal, king_attacks, knight_attacks, line, pawn_attacks, rising_diagonal,
        rook_attacks,
    },
    bitboard::Bitboard,
    board::Board,
    moves::Move,
    types::{Kind, Square},
};
use niwaki_search::game::Side;
use std::mem::MaybeUninit;

/// Room for the moves of any position of a game; 218 is the known most.
const ROOM: usize = 256;
/// Room for captures and promotions: seldom more than a dozen.
const TACTICAL_ROOM: usize = 64;
/// Room for boards full of queens: all squares from 8 lines and by 8 knights.
const GREAT_ROOM: usize = 1024;

/// What becomes of the moves that are generated.
trait Sink {
    fn push(&mut self, m: Move);

    /// The moves from one square to many, none of them special.
    #[inline]
    fn push_all(&mut self, from: Square, targets: Bitboard) {
        for to in targets {
            self.push(Move::new(from, to));
        }
    }
}

/// Counts moves without a look at them.
struct Count(usize);

impl Sink for Count {
    #[inline]
    fn push(&mut self, _m: Move) {
        self.0 += 1;
    }

    #[inline]
    fn push_all(&mut self, _from: Square, targets: Bitboard) {
        self.0 += targets.count() as usize;
    }
}

/// Moves being listed. Writing into room made beforehand is faster than pushing,
/// and the masked index needs no bounds check; `len` tells if the room was too small.
struct List<'a, const ROOM: usize> {
    slots: &'a mut [MaybeUninit<Move>; ROOM],
    len: usize,
}

impl<const ROOM: usize> Sink for List<'_, ROOM> {
    #[inline]
    fn push(&mut self, m: Move) {
        self.slots[self.len % ROOM].write(m);
        self.len += 1;
    }
}

/// Appends the moves of the wanted stages to `out`.
#[inline]
pub(super) fn append<const TACTICAL: bool, const QUIET: bool>(board: &Board, out: &mut Vec<Move>) {
    let fits = match QUIET {
        true => append_within::<TACTICAL, QUIET, ROOM>(board, out),
        false => append_within::<TACTICAL, QUIET, TACTICAL_ROOM>(board, out),
    };
    if !fits {
        append_many::<TACTICAL, QUIET>(board, out);
    }
}

#[cold]
#[inline(never)]
fn append_many<const TACTICAL: bool, const QUIET: bool>(board: &Board, out: &mut Vec<Move>) {
    append_within::<TACTICAL, QUIET, GREAT_ROOM>(board, out);
}

/// Appends the moves if there are at most `ROOM`; returns whether it did.
#[inline]
fn append_within<const TACTICAL: bool, const QUIET: bool, const ROOM: usize>(
    board: &Board,
    out: &mut Vec<Move>,
) -> bool {
    out.reserve(ROOM);
    let Some(slots) = out.spare_capacity_mut().first_chunk_mut::<ROOM>() else {
        return false;
    };
    let List { len: count, .. } = Generator::<TACTICAL, QUIET, _>::new(board, List { slots, len: 0 }).run();
    if count > ROOM {
        return false;
    }
    // SAFETY: `List::push` has written the first `count` slots behind the vector's end,
    // one after the other. To fill the slots first costs some 20 instructions a list.
    #[allow(unsafe_code)]
    unsafe {
        out.set_len(out.len() + count);
    }
    true
}

/// How many legal moves of the wanted stages there are.
pub(super) fn count<const TACTICAL: bool, const QUIET: bool>(board: &Board) -> usize {
    Generator::<TACTICAL, QUIET, _>::new(board, Count(0)).run().0
}

/// Lists captures and queen promotions if `TACTICAL`, all other moves if `QUIET`.
struct Generator<'a, const TACTICAL: bool, const QUIET: bool, S: Sink> {
    board: &'a Board,
    list: S,
    king: Square,
    own: Bitboard,
    enemies: Bitboard,
    occupied: Bitboard,
    /// Where pieces other than the king may go to answer a check; else everywhere.
    answers: Bitboard,
}

impl<'a, const TACTICAL: bool, const QUIET: bool, S: Sink> Generator<'a, TACTICAL, QUIET, S> {
    #[inline]
    fn new(board: &'a Board, list: S) -> Self {
        let king = board.king(board.side);
        Generator {
            board,
            list,
            king,
            own: board.of_side(board.side),
            enemies: board.of_side(board.side.other()),
            occupied: board.occupied(),
            answers: board.check_answers(king),
        }
    }

    #[inline]
    fn run(mut self) -> S {
        if self.answers.any() {
            self.pawns();
            self.pieces();
        }
        self.king();
        if QUIET && self.board.checkers.is_empty() && (self.board.castling & self.own).any() {
            self.castling();
        }
        self.list
    }

    /// Squares that the wanted stages let a piece go to.
    #[inline]
    fn wanted(&self) -> Bitboard {
        match (TACTICAL, QUIET) {
            (true, true) => !self.own,
            (true, false) => self.enemies,
            _ => !self.occupied,
        }
    }

    #[inline]
    fn king(&mut self) {
        let blockers = self.occupied ^ self.king.bit();
        for to in king_attacks(self.king) & self.wanted() {
            if !self.board.is_attacked(to, blockers) {
                self.list.push(Move::new(self.king, to));
            }
        }
    }

    #[inline]
    fn castling(&mut self) {
        for rook in self.board.castling & self.own {
            // Most often a piece stands between: that is seen without a call.
            let free = (between(self.king, rook) & self.occupied).is_empty();
            if free && self.board.castling_is_legal(rook) {
                self.list.push(Move::castling(self.king, rook));
            }
        }
    }

    #[inline]
    fn pieces(&mut self) {
        let (board, targets) = (self.board, self.wanted() & self.answers);
        for from in board.of_kind(Kind::Knight) & self.own & !board.pinned {
            self.list.push_all(from, knight_attacks(from) & targets);
        }
        for from in board.diagonal_sliders() & self.own {
            self.slide(from, bishop_attacks(from, self.occupied) & targets);
        }
        for from in board.straight_sliders() & self.own {
            self.slide(from, rook_attacks(from, self.occupied) & targets);
        }
    }

    #[inline]
    fn slide(&mut self, from: Square, mut targets: Bitboard) {
        if self.board.pinned.has(from) {
            targets &= line(self.king, from);
        }
        self.list.push_all(from, targets);
    }

    /// Pawns move as a set. A pinned pawn may go on only along the line from its
    /// king, so each direction leaves out the pinned pawns that are not on it.
    #[inline]
    fn pawns(&mut self) {
        let pawns = self.board.of_kind(Kind::Pawn) & self.own;
        let loose = pawns & !self.board.pinned;
        self.pawn_steps(loose | pawns & Bitboard::file(self.king.file()));
        if TACTICAL {
            let rising = loose | pawns & rising_diagonal(self.king);
            let falling = loose | pawns & falling_diagonal(self.king);
            let (east, west) = match self.board.side {
                Side::First => ((rising, 9), (falling, 7)),
                Side::Second => ((falling, 64 - 7), (rising, 64 - 9)),
            };
            self.pawn_captures(east.0.rotate(east.1) & !Bitboard::FILE_A, east.1);
            self.pawn_captures(west.0.rotate(west.1) & !Bitboard::FILE_H, west.1);
            self.en_passant(pawns);
        }
    }

    #[inline]
    fn pawn_steps(&mut self, pawns: Bitboard) {
        let (forward, third_rank) = match self.board.side {
            Side::First => (8, Bitboard::rank(2)),
            Side::Second => (64 - 8, Bitboard::rank(5)),
        };
        let single = pawns.rotate(forward) & !self.occupied;
        if QUIET {
            let double = (single & third_rank).rotate(forward) & !self.occupied & self.answers;
            for to in single & self.answers & !PROMOTION_RANKS {
                self.list.push(Move::new(back(to, forward), to));
            }
            for to in double {
                self.list.push(Move::new(back(to, 2 * forward), to));
            }
        }
        for to in single & self.answers & PROMOTION_RANKS {
            self.promotions(back(to, forward), to, TACTICAL, QUIET);
        }
    }

    #[inline]
    fn pawn_captures(&mut self, reached: Bitboard, steps: u32) {
        let targets = reached & self.enemies & self.answers;
        for to in targets & !PROMOTION_RANKS {
            self.list.push(Move::new(back(to, steps), to));
        }
        for to in targets & PROMOTION_RANKS {
            self.promotions(back(to, steps), to, true, true);
        }
    }

    fn promotions(&mut self, from: Square, to: Square, queen: bool, lesser: bool) {
        if queen {
            self.list.push(Move::promoting(from, to, Kind::Queen));
        }
        if lesser {
            for kind in [Kind::Knight, Kind::Rook, Kind::Bishop] {
                self.list.push(Move::promoting(from, to, kind));
            }
        }
    }

    #[inline]
    fn en_passant(&mut self, pawns: Bitboard) {
        if let Some(to) = self.board.en_passant {
            for from in pawn_attacks(self.board.side.other(), to) & pawns {
                if self.board.en_passant_is_safe(from, to) {
                    self.list.push(Move::en_passant(from, to));
                }
            }
        }
    }
}

/// The first and the last rank.
pub(super) const PROMOTION_RANKS: Bitboard = Bitboard(0xFF00_0000_0000_00FF);

/// The square from which `steps` led to `to`.
#[inline]
fn back(to: Square, steps: u32) -> Square {
    Square::wrapping((to.index() as u32).wrapping_sub(steps))
}

impl Board {
    /// Where pieces other than the king may go to answer the checks to `king`:
    /// everywhere without a check, nowhere in double check.
    #[inline]
    pub(super) fn check_answers(&self, king: Square) -> Bitboard {
        if self.checkers.is_empty() {
            Bitboard::ALL
        } else if self.checkers.many() {
            Bitboard::EMPTY
        } else {
            between(king, self.checkers.lowest()) | self.checkers
        }
    }
}
