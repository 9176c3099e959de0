//! Limits that are counted in score units, and so belong to a game: what is fair, what is
//! decided, what stands out. A program's evaluation says what a unit is.
use niwaki_search::node::{BEST_EVAL, Score};

/// The scores at which the laboratory decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thresholds {
    /// A player resigns who is this far behind for `resign_moves` of its moves.
    pub resign: Score,
    /// See `resign`.
    pub resign_moves: usize,
    /// A game may be agreed drawn when all scores stay this near to 0.
    pub draw: Score,
    /// An opening of a book is kept if its score is no further from 0.
    pub opening_window: Score,
    /// A random opening of self-play is used if its score is no further from 0.
    pub fair: Score,
    /// A game of self-play ends when one side is ahead by this.
    pub decided: Score,
    /// A mined position is no test if the best move leaves the side to move below this, ...
    pub mined_lost: Score,
    /// ... or if the second best leaves it above this.
    pub mined_won: Score,
    /// What a deep search of a mined position must gain over a shallow one.
    pub mined_gain: Score,
    /// By how much the best move of a mined position must lie above the second.
    pub mined_margin: Score,
    /// Greatest absolute shallow score of a point in a fit of ProbCut.
    pub fit_bound: Score,
    /// A training game begins with an opening whose score is no further from 0.
    pub training_fair: Score,
    /// A training game is won when the score stays beyond this, ...
    pub training_won: Score,
    /// ... and one that is played out, beyond this.
    pub training_played_out: Score,
    /// A long training game is drawn when the score stays nearer to 0 than this.
    pub training_drawn: Score,
    /// A score beyond this should predict the result.
    pub clear: Score,
}

impl Thresholds {
    /// Evaluations in centipawns.
    pub const CENTIPAWNS: Thresholds = Thresholds {
        resign: 900,
        resign_moves: 3,
        draw: 10,
        opening_window: 60,
        fair: 200,
        decided: 2_000,
        mined_lost: -300,
        mined_won: 250,
        mined_gain: 25,
        mined_margin: 60,
        fit_bound: 300,
        training_fair: 800,
        training_won: 1_000,
        training_played_out: 2_500,
        training_drawn: 8,
        clear: 300,
    };

    /// Evaluations that say little: they never exceed `most`, and a game is decided by proof
    /// alone. What is mined are moves that win or save the game.
    pub const fn by_proof(most: Score) -> Thresholds {
        Thresholds {
            resign: BEST_EVAL + 1,
            resign_moves: 1,
            // Only what is proven.
            draw: 0,
            opening_window: most,
            fair: most,
            decided: BEST_EVAL + 1,
            mined_lost: -most,
            mined_won: most,
            mined_gain: most,
            mined_margin: 2 * most,
            fit_bound: most,
            training_fair: most,
            training_won: BEST_EVAL + 1,
            training_played_out: BEST_EVAL + 1,
            // Nothing is nearer.
            training_drawn: 0,
            clear: BEST_EVAL + 1,
        }
    }
}
