//! One game, from its opening to its end. Self-play, training games and matches differ in who
//! chooses the moves and in what ends a game early; the loop is this one.
use niwaki_search::{
    engine::Rules,
    game::{Outcome, Side},
    node::Score,
};
use std::ops::ControlFlow;

/// What a kind of game adds to the rules.
pub(crate) trait GameKind {
    /// How such a game ends.
    type Ending;

    /// The position at hand and what led to it.
    fn rules(&self) -> &dyn Rules;
    /// Whether the game shall be given up, with no ending at all.
    fn is_stopped(&self) -> bool {
        false
    }
    /// The ending by the rules, a repetition included; the outcome is that of the side to move.
    fn by_rules(&mut self, outcome: Outcome) -> Result<Self::Ending, String>;
    /// The ending of a game that its rules do not end: resigned, adjudicated, too long.
    fn early(&self) -> Option<Self::Ending> {
        None
    }
    /// Chooses a move and plays it, unless that ends the game.
    fn turn(&mut self) -> Result<ControlFlow<Self::Ending>, String>;
}

/// By how many units, such as discs, the first side won when the game has ended so for `side`;
/// `None` where the rules know no margin.
pub(crate) fn margin_of_first(outcome: Outcome, side: Side, unit: Score) -> Option<i32> {
    let Outcome::Points(points) = outcome else { return None };
    let units = points / unit;
    Some(if side == Side::First { units } else { -units })
}

/// Plays a game that stands at its opening; `None` if it was stopped.
pub(crate) fn play<K: GameKind>(game: &mut K) -> Result<Option<K::Ending>, String> {
    while !game.is_stopped() {
        if let Some(outcome) = game.rules().outcome() {
            return game.by_rules(outcome).map(Some);
        }
        if let Some(ending) = game.early() {
            return Ok(Some(ending));
        }
        if let ControlFlow::Break(ending) = game.turn()? {
            return Ok(Some(ending));
        }
    }
    Ok(None)
}
