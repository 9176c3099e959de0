//! What the search must know of a game: its rules, its evaluation, its words.
//!
//! Adding a game means implementing [`Position`], [`Evaluator`] and [`Game`];
//! the search, the laboratory and the command line then serve it unchanged.
use crate::score::{Bound, Depth, KNOWN_WIN, Score, WIN};
use std::fmt::Debug;

/// One of the two players; [`Side::First`] moves first from the start position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Side {
    /// The player who begins (White in chess).
    #[default]
    First,
    /// The other player.
    Second,
}

impl Side {
    /// The opponent.
    #[inline]
    pub fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 for the first player, 1 for the second.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }
}

/// A move in two bytes, so that a table entry can hold it. `default()` is "no move".
pub trait Move: Copy + Eq + Default + Debug + Send + Sync + 'static {
    /// The move as the table stores it; "no move" is 0.
    fn bits(self) -> u16;
    /// The inverse of [`Move::bits`]; any value may come in.
    fn from_bits(bits: u16) -> Self;
    /// Whether this is "no move".
    #[inline]
    fn is_none(self) -> bool {
        self == Self::default()
    }
}

/// How a finished game ended, seen from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The side to move has won.
    Win,
    /// Nobody has won.
    Draw,
    /// The side to move has lost.
    Loss,
    /// The side to move has won or lost by this number of score units (Othello).
    Points(Score),
}

impl Outcome {
    /// Its score when the game ended `ply` plies from the root.
    #[inline]
    pub fn score(self, ply: i32) -> Score {
        match self {
            Outcome::Win => WIN - ply,
            Outcome::Draw => 0,
            Outcome::Loss => ply - WIN,
            Outcome::Points(points) => points,
        }
    }
}

/// What a side has on the board, for rules such as "no null move with pawns only".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Force {
    /// Pieces other than pawns and kings.
    pub pieces: i32,
    /// Their worth in points (queen 9, rook 5, bishop 3, knight 3).
    pub points: i32,
    /// Pawns.
    pub pawns: i32,
}

impl Force {
    /// The answer of games in which the question has no meaning.
    pub const AMPLE: Force = Force { pieces: 64, points: 64, pawns: 0 };
}

/// Most values that [`Position::mover_slot`] may take: continuation history holds a number
/// of two bytes for each pair of them, so these are 2 MiB a thread.
pub const MOST_MOVER_SLOTS: usize = 1024;
/// Most values that [`Position::move_slot`] and [`Position::tactical_slot`] may take.
pub const MOST_SLOTS: usize = 1 << 16;
/// Greatest absolute value of [`Position::prior`].
pub const MOST_PRIOR: i32 = 1 << 16;
/// How many values [`Position::threat_slot`] can take.
pub const THREAT_SLOTS: usize = 4;
/// Most structures ([`Position::structure`]): each takes 64 KiB a thread.
pub const MOST_STRUCTURES: usize = 8;

/// The rules of a two-player, zero-sum game with perfect information.
///
/// A position is small and cheap to copy; [`Position::play`] makes a new one.
/// A game that is won has no legal moves; one that is drawn by rule may have some.
/// A forced pass (Othello, Lines of Action) is a move like any other, listed
/// among the quiet moves when it is the only one.
pub trait Position: Clone + Send + Sync + 'static {
    /// The moves of the game.
    type Move: Move;

    /// Whether a free pass is a sound lower bound (false where zugzwang rules). The
    /// parameter `null_move.anyway` tries it all the same.
    const NULL_MOVE: bool;
    /// Whether a side can ever be [`Position::forced`].
    const FORCING: bool = false;
    /// Whether the game has a [`Position::prior`] for quiet moves.
    const PRIOR: bool = false;
    /// Whether who cannot move must pass: a position without a move is then one that is over.
    const FORCED_PASSES: bool = false;
    /// Names of the stages of a game, in the order of [`Position::stage`].
    const STAGES: &'static [&'static str] = &["all"];
    /// How many values [`Position::move_slot`] can take, at most [`MOST_SLOTS`].
    const MOVE_SLOTS: usize;
    /// How many values [`Position::mover_slot`] can take, at most [`MOST_MOVER_SLOTS`].
    const MOVER_SLOTS: usize = Self::MOVE_SLOTS;
    /// How many values [`Position::tactical_slot`] can take, at most [`MOST_SLOTS`].
    const TACTICAL_SLOTS: usize = 1;
    /// How many structure keys the game has: the index range of [`Position::structure`],
    /// at most [`MOST_STRUCTURES`].
    const STRUCTURES: usize = 0;

    /// Key of the position for table and repetition; equal positions have equal keys.
    fn key(&self) -> u64;
    /// Key of the position after the legal move `m`, by a quick guess that may err: the
    /// table fetches its place while the move is played. By default there is no guess.
    fn key_after(&self, _m: Self::Move) -> Option<u64> {
        None
    }
    /// Whose move it is.
    fn side(&self) -> Side;
    /// Appends the legal moves that quiescence looks at (captures, promotions, wins).
    fn tactical_moves(&self, out: &mut Vec<Self::Move>);
    /// Appends all other legal moves.
    fn quiet_moves(&self, out: &mut Vec<Self::Move>);
    /// Appends all legal moves.
    fn legal_moves(&self, out: &mut Vec<Self::Move>) {
        self.tactical_moves(out);
        self.quiet_moves(out);
    }
    /// How many legal moves there are.
    fn count_moves(&self) -> usize {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.len()
    }
    /// How many of them are quiet.
    fn count_quiet_moves(&self) -> usize {
        let mut moves = Vec::new();
        self.quiet_moves(&mut moves);
        moves.len()
    }
    /// Whether `m`, which may be any value at all, is legal here.
    fn is_legal(&self, m: Self::Move) -> bool;
    /// Whether the legal move `m` belongs to the tactical ones.
    fn is_tactical(&self, m: Self::Move) -> bool;
    /// The position after the legal move `m`.
    fn play(&self, m: Self::Move) -> Self;
    /// Plays the legal move `m` on this position itself: what [`Position::play`] does, for
    /// the search, which has a copy already.
    #[inline]
    fn make(&mut self, m: Self::Move) {
        *self = self.play(m);
    }
    /// The position after a free pass; `None` where passing makes no sense (in check).
    fn pass(&self) -> Option<Self> {
        None
    }
    /// Whether the legal move `m` is a forced pass. It is then the only move, and quiet, and
    /// after it there is another move: two passes in a row end a game.
    fn is_pass(&self, _m: Self::Move) -> bool {
        false
    }
    /// Most plies that the game can still last, forced passes aside, which take no depth in
    /// the search; `None` where nothing bounds it. With 0 the game is over, and
    /// [`Position::outcome`] says how.
    #[inline]
    fn plies_left(&self) -> Option<Depth> {
        None
    }
    /// Stage of the game, a place in [`Position::STAGES`].
    fn stage(&self) -> usize {
        0
    }
    /// What speaks for the quiet move `m` before anything is searched, added to its history
    /// in the move order (history lies within ±49152, this within ±[`MOST_PRIOR`]). Asked
    /// where `PRIOR` is set.
    fn prior(&self, _m: Self::Move) -> i32 {
        0
    }
    /// Slot of `m` in butterfly history, of the side to move (chess: from and to).
    fn move_slot(&self, m: Self::Move) -> usize;
    /// Slot of `m` in continuation history (chess: piece and to).
    fn mover_slot(&self, m: Self::Move) -> usize {
        self.move_slot(m)
    }
    /// Which piece makes the move `m`: moves of one piece have one number.
    fn piece(&self, m: Self::Move) -> usize {
        self.move_slot(m)
    }
    /// Slot of a tactical move in its own history (chess: piece, to, victim).
    fn tactical_slot(&self, _m: Self::Move) -> usize {
        0
    }
    /// What `m` wins at once in score units (chess: victim and promotion).
    fn gain(&self, _m: Self::Move) -> Score {
        0
    }
    /// The result, if the rules end the game here while moves may be left.
    /// Repetition is the search's business: see [`Position::reversible_plies`].
    fn outcome(&self) -> Option<Outcome>;
    /// The result when there is no legal move.
    fn stuck(&self) -> Outcome;
    /// How many plies back an equal position could lie; 0 where none can.
    fn reversible_plies(&self) -> usize {
        0
    }
    /// How near a draw by counting moves is, in hundredths of the way (chess: plies without
    /// capture or pawn move).
    #[inline]
    fn draw_clock(&self) -> i32 {
        0
    }
    /// Whether a reversible move of the side to move leads to the position whose key differs
    /// by `difference`. By default nothing is known of such moves.
    fn is_a_move_away(&self, _difference: u64) -> bool {
        false
    }
    /// Squares that the opponent threatens, as the game counts squares; for
    /// [`Position::threat_slot`].
    fn threats(&self) -> u64 {
        0
    }
    /// Whether the legal move `m` leaves (1) and enters (2) one of the squares `threats`: below
    /// [`THREAT_SLOTS`].
    #[inline]
    fn threat_slot(&self, _m: Self::Move, _threats: u64) -> usize {
        0
    }
    /// Whether the side to move must answer a threat before anything else (check). Games
    /// that have this set `FORCING` and write [`Position::forces`].
    #[inline]
    fn forced(&self) -> bool {
        false
    }
    /// Whether the legal move `m` leaves the opponent [`Position::forced`].
    #[inline]
    fn forces(&self, _m: Self::Move) -> bool {
        false
    }
    /// Visits the places of those of the legal `moves` that [`Position::forces`].
    fn each_forcing(&self, moves: &[Self::Move], mut visit: impl FnMut(usize)) {
        if !Self::FORCING {
            return;
        }
        for (place, &m) in moves.iter().enumerate() {
            if self.forces(m) {
                visit(place);
            }
        }
    }
    /// Static exchange: whether `m` wins at least `threshold` after the best recaptures.
    fn exchange_holds(&self, _m: Self::Move, _threshold: Score) -> bool {
        true
    }
    /// Static exchange: what `m` wins after the best recaptures.
    fn exchange(&self, m: Self::Move) -> Score {
        self.gain(m)
    }
    /// What `side` has on the board.
    fn force(&self, _side: Side) -> Force {
        Force::AMPLE
    }
    /// Key of one aspect of the position (chess: pawns, pieces of a side) by which
    /// errors of the evaluation are remembered. `index` is below `STRUCTURES`.
    fn structure(&self, _index: usize) -> u64 {
        0
    }
}

/// What endgame tables or a solver know of a position, from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settled {
    /// The score as if the position were the root: a win in n plies is `WIN - n`, a win of
    /// unknown length [`KNOWN_WIN`].
    pub score: Score,
    /// What the score says of the true value.
    pub bound: Bound,
    /// Nodes it took since the last call of [`Stop`]; they count as nodes of the search.
    pub nodes: u64,
}

impl From<Known> for Settled {
    /// A win is only a bound: a search may still find a faster one.
    fn from(known: Known) -> Settled {
        let (score, bound) = match known {
            Known::Win => (KNOWN_WIN, Bound::Lower),
            Known::Draw => (0, Bound::Exact),
            Known::Loss => (-KNOWN_WIN, Bound::Upper),
        };
        Settled { score, bound, nodes: 0 }
    }
}

/// To be called by a solver every thousand nodes or so, with the nodes since the last
/// call: they count as nodes of the search. `true`: the search is over, give up.
pub type Stop<'a> = dyn FnMut(u64) -> bool + 'a;

/// The value of a position by endgame tables, from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// Won, whatever the opponent does.
    Win,
    /// Drawn.
    Draw,
    /// Lost.
    Loss,
}

/// A static evaluator with a stack of its own, so that a network can update its
/// accumulators lazily while positions are copied. One that looks at nothing but the
/// position needs no stack.
pub trait Evaluator<P: Position>: Send {
    /// Which evaluation is wanted from the next [`Evaluator::reset`] on.
    fn choose(&mut self, _style: Style) {}
    /// Forgets the stack and starts from `_root`.
    fn reset(&mut self, _root: &P) {}
    /// `_after` came from `_before` by `_m` (`None`: a pass).
    fn push(&mut self, _before: &P, _m: Option<P::Move>, _after: &P) {}
    /// Takes the last push back.
    fn pop(&mut self) {}
    /// Static value of `pos`, the position last pushed, for the side to move.
    fn evaluate(&mut self, pos: &P) -> Score;
    /// What endgame tables or a solver know of `pos`, with `depth` plies left to search;
    /// `None` when they do not know it or were stopped. The window may be used to say less
    /// in less time: any score at or below `alpha` as an upper bound, or at or above `beta`
    /// as a lower bound, will do. It counts wins and losses from `pos`, as the answer does.
    ///
    /// Games that know [`Position::plies_left`] are asked where the tool `exact` is on and
    /// at most `exact.plies` are left; others at every node, and have options of their own.
    #[inline]
    fn settle(
        &mut self,
        _pos: &P,
        _alpha: Score,
        _beta: Score,
        _depth: Depth,
        _stop: &mut Stop<'_>,
    ) -> Option<Settled> {
        None
    }
    /// Keeps of the root moves those that hold the game's value, if tables know it.
    /// Returns whether they did.
    fn filter_root(&mut self, _root: &P, _moves: &mut Vec<P::Move>) -> bool {
        false
    }
}

/// The evaluations that a game may have; where one is missing the next above it serves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// The best there is: a network where there is one.
    #[default]
    Best,
    /// Terms written by hand.
    ByHand,
    /// The same without the finer ones, for the recipes of small programs.
    Plain,
}

/// A game-specific option, as a UCI option is declared.
#[derive(Clone, Debug, PartialEq)]
pub struct GameOption {
    /// Name as GUIs spell it.
    pub name: &'static str,
    /// Kind, default and range.
    pub kind: OptionKind,
}

/// The kinds of [`GameOption`].
#[derive(Clone, Debug, PartialEq)]
pub enum OptionKind {
    /// True or false.
    Check {
        /// Value until set.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// Value until set.
        default: i64,
        /// Least value.
        min: i64,
        /// Greatest value.
        max: i64,
    },
    /// Any text.
    Text {
        /// Value until set.
        default: &'static str,
    },
}

/// A game: rules, evaluator, notation, and the options that only it has.
pub trait Game: Clone + Default + Send + Sync + 'static {
    /// Its positions.
    type Position: Position;
    /// Its evaluator.
    type Evaluator: Evaluator<Self::Position>;
    /// Name on the command line.
    const NAME: &'static str;
    /// Score units of one pawn, disc or stone.
    const UNIT: Score = 100;

    /// Name of the variant, where one type plays several: `synthetic:p`.
    fn name(&self) -> &'static str {
        Self::NAME
    }
    /// The start position.
    fn start(&self) -> Self::Position;
    /// Start positions that the game offers besides, in its notation (chess: Chess960). Files
    /// of games name them by their numbers: the order never changes.
    fn other_starts(&self) -> Vec<String> {
        Vec::new()
    }
    /// Reads a position in the game's notation (chess: FEN).
    fn parse(&self, text: &str) -> Result<Self::Position, String>;
    /// Writes a position so that [`Game::parse`] reads it back.
    fn print(&self, pos: &Self::Position) -> String;
    /// Reads a legal move (chess: UCI notation).
    fn parse_move(&self, pos: &Self::Position, text: &str) -> Result<MoveOf<Self>, String>;
    /// Writes a move so that [`Game::parse_move`] reads it back.
    fn print_move(&self, pos: &Self::Position, m: MoveOf<Self>) -> String;
    /// A diagram for people.
    fn diagram(&self, pos: &Self::Position) -> String;
    /// A fresh evaluator.
    fn evaluator(&self) -> Self::Evaluator;
    /// Where the static score of a position comes from, in lines for people.
    fn explain(&self, _pos: &Self::Position, _style: Style) -> Vec<String> {
        Vec::new()
    }
    /// The options that only this game has.
    fn options(&self) -> Vec<GameOption> {
        Vec::new()
    }
    /// Sets one of [`Game::options`]; the message says what was wrong.
    fn set_option(&mut self, name: &str, _value: &str) -> Result<(), String> {
        Err(format!("no such option: {name}"))
    }
    /// Chances of win, draw and loss in thousandths for a score of the side to move.
    fn chances(&self, _pos: &Self::Position, _score: Score) -> Option<[u32; 3]> {
        None
    }
}

/// Shorthand for the move type of a game.
pub type MoveOf<G> = <<G as Game>::Position as Position>::Move;
