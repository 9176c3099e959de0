//! Chess and Chess960: the rules, and positions, moves and games as text.
mod attacks;
mod bitboard;
mod board;
pub mod chances;
mod checks;
pub mod epd;
mod eval;
mod evaluator;
mod fen;
mod fortress;
mod game;
mod keys;
pub mod kit;
pub mod learner;
mod legal;
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
mod magics;
mod movegen;
mod moves;
pub mod network;
mod notation;
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
mod packed;
pub mod pgn;
mod query;
mod reversible;
mod see;
mod starts;
mod tables;
mod threats;
mod types;

pub use attacks::{
    between, bishop_attacks, falling_diagonal, king_attacks, knight_attacks, line, pawn_attacks, piece_attacks,
    queen_attacks, rising_diagonal, rook_attacks,
};
pub use bitboard::Bitboard;
pub use board::Board;
pub use epd::Epd;
pub use eval::SeedEvaluator;
pub use evaluator::ChessEvaluator;
pub use fen::START_FEN;
pub use game::Chess;
pub use moves::Move;
pub use network::{Network, NetworkEvaluator};
pub use notation::{parse_any, parse_lan, parse_san, parse_uci, print_lan, print_san, print_uci};
pub use pgn::{GameRecord, GameResult, PlayedMove, print_game, read_games};
pub use query::Changes;
pub use starts::{CHESS960_STARTS, chess960_start};
pub use tables::{TableSet, TableUse, Tables};
pub use types::{Kind, Piece, Square, VALUE};

use niwaki_search::{
    game::{Force, Outcome, Position, Side},
    node::Score,
};

/// Most points of pieces (queen 9, rook 5, minor 3) of a side in the endgame.
const ENDGAME_POINTS: i32 = 14;
/// Victim index of a promotion without a capture, after the six kinds.
const NO_VICTIM: usize = 6;
const VICTIMS: usize = 7;

impl Board {
    /// Appends all legal moves.
    #[inline]
    pub fn list_moves(&self, out: &mut Vec<Move>) {
        movegen::append::<true, true>(self, out);
    }

    /// Whether neither side can ever mate: bare kings, a lone minor piece, or
    /// nothing but bishops on squares of one colour.
    pub fn lacks_material(&self) -> bool {
        let others = self.of_kind(Kind::Pawn) | self.straight_sliders();
        if others.any() {
            return false;
        }
        let bishops = self.of_kind(Kind::Bishop);
        let one_colour = (bishops & Bitboard::DARK).is_empty() || (bishops & !Bitboard::DARK).is_empty();
        match self.of_kind(Kind::Knight).count() {
            0 => one_colour,
            1 => bishops.is_empty(),
            _ => false,
        }
    }

    /// The mover of the legal move `m`, as an index below 12.
    #[inline]
    fn mover_index(&self, m: Move) -> usize {
        self.piece_on(m.from()).map_or(0, Piece::index)
    }
}

impl Position for Board {
    type Move = Move;

    const NULL_MOVE: bool = true;
    const FORCING: bool = true;
    const STAGES: &'static [&'static str] = &["middle game", "endgame"];
    const MOVE_SLOTS: usize = 64 * 64;
    const MOVER_SLOTS: usize = 12 * 64;
    const TACTICAL_SLOTS: usize = 12 * 64 * VICTIMS;
    const STRUCTURES: usize = 4;

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn key_after(&self, m: Move) -> Option<u64> {
        self.quick_key_after(m)
    }

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    fn tactical_moves(&self, out: &mut Vec<Move>) {
        movegen::append::<true, false>(self, out);
    }

    fn quiet_moves(&self, out: &mut Vec<Move>) {
        movegen::append::<false, true>(self, out);
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        self.list_moves(out);
    }

    fn count_moves(&self) -> usize {
        movegen::count::<true, true>(self)
    }

    fn count_quiet_moves(&self) -> usize {
        movegen::count::<false, true>(self)
    }

    fn is_legal(&self, m: Move) -> bool {
        self.allows(m)
    }

    #[inline]
    fn is_tactical(&self, m: Move) -> bool {
        self.victim(m).is_some() || m.promotion() == Some(Kind::Queen)
    }

    fn play(&self, m: Move) -> Board {
        self.after(m)
    }

    #[inline]
    fn make(&mut self, m: Move) {
        Board::make(self, m);
    }

    fn pass(&self) -> Option<Board> {
        self.passed()
    }

    #[inline]
    fn move_slot(&self, m: Move) -> usize {
        m.squares()
    }

    #[inline]
    fn mover_slot(&self, m: Move) -> usize {
        self.mover_index(m) * 64 + self.destination(m).index()
    }

    #[inline]
    fn piece(&self, m: Move) -> usize {
        m.from().index()
    }

    #[inline]
    fn tactical_slot(&self, m: Move) -> usize {
        self.mover_slot(m) * VICTIMS + self.victim(m).map_or(NO_VICTIM, Kind::index)
    }

    #[inline]
    fn gain(&self, m: Move) -> Score {
        self.immediate_gain(m)
    }

    fn outcome(&self) -> Option<Outcome> {
        let fifty_moves = self.halfmoves >= 100 && (self.checkers.is_empty() || self.has_move());
        (fifty_moves || self.lacks_material()).then_some(Outcome::Draw)
    }

    fn stuck(&self) -> Outcome {
        if self.checkers.any() { Outcome::Loss } else { Outcome::Draw }
    }

    #[inline]
    fn reversible_plies(&self) -> usize {
        self.reversible as usize
    }

    #[inline]
    fn draw_clock(&self) -> i32 {
        self.halfmoves.into()
    }

    fn is_a_move_away(&self, difference: u64) -> bool {
        self.has_way(difference)
    }

    fn threats(&self) -> u64 {
        self.attacked_squares().0
    }

    #[inline]
    fn threat_slot(&self, m: Move, threats: u64) -> usize {
        let threatened = |square: Square| (threats >> square.index() & 1) as usize;
        threatened(m.from()) + 2 * threatened(self.destination(m))
    }

    /// An endgame is one in which both sides have few pieces.
    fn stage(&self) -> usize {
        let few = |side| self.force(side).points <= ENDGAME_POINTS;
        usize::from(few(Side::First) && few(Side::Second))
    }

    #[inline]
    fn forced(&self) -> bool {
        self.checkers.any()
    }

    fn forces(&self, m: Move) -> bool {
        self.gives_check(m)
    }

    fn each_forcing(&self, moves: &[Move], mut visit: impl FnMut(usize)) {
        let squares = checks::CheckSquares::of(self);
        for (place, &m) in moves.iter().enumerate() {
            if squares.hit(self, m) {
                visit(place);
            }
        }
    }

    fn exchange_holds(&self, m: Move, threshold: Score) -> bool {
        self.exchange_is_at_least(m, threshold)
    }

    fn exchange(&self, m: Move) -> Score {
        self.exchange_value(m)
    }

    fn force(&self, side: Side) -> Force {
        let count = |kind| self.pieces(kind, side).count() as i32;
        let (minors, rooks, queens) =
            (count(Kind::Knight) + count(Kind::Bishop), count(Kind::Rook), count(Kind::Queen));
        Force { pieces: minors + rooks + queens, points: 3 * minors + 5 * rooks + 9 * queens, pawns: count(Kind::Pawn) }
    }

    #[inline]
    fn structure(&self, index: usize) -> u64 {
        self.structures[index & 3]
    }
}
