//! A walk through a tree of moves that a watcher has seen, from its bits back to moves and
//! positions that people can read.
use crate::{
    game::{Game, Move, MoveOf, Position},
    watch::Step,
};

/// A place on the walk.
pub trait Spot {
    /// The move that led here; `None` after a pass, or where the step stayed.
    fn last_move(&self) -> Option<String>;
    /// A move of this position by its bits; `None` if it is not legal.
    fn move_text(&self, bits: u16) -> Option<String>;
    /// The position in the game's notation.
    fn position(&self) -> String;
}

/// One step of a walk: how many steps lie above it, and what it is. It begins where the last
/// step with one less above it has ended; [`Step::Root`] stays there.
pub type WalkStep = (usize, Step);

struct Here<'w, G: Game> {
    game: &'w G,
    above: &'w G::Position,
    step: Step,
    pos: &'w G::Position,
}

impl<G: Game> Spot for Here<'_, G> {
    fn last_move(&self) -> Option<String> {
        let Step::Move(bits) = self.step else { return None };
        text(self.game, self.above, bits)
    }

    fn move_text(&self, bits: u16) -> Option<String> {
        text(self.game, self.pos, bits)
    }

    fn position(&self) -> String {
        self.game.print(self.pos)
    }
}

fn text<G: Game>(game: &G, pos: &G::Position, bits: u16) -> Option<String> {
    let m = MoveOf::<G>::from_bits(bits);
    pos.is_legal(m).then(|| game.print_move(pos, m))
}

/// The position after a step; an illegal one stays.
fn after<P: Position>(pos: &P, step: Step) -> P {
    match step {
        Step::Move(bits) if pos.is_legal(P::Move::from_bits(bits)) => pos.play(P::Move::from_bits(bits)),
        Step::Pass => pos.pass().unwrap_or_else(|| pos.clone()),
        _ => pos.clone(),
    }
}

/// Takes every step in turn and shows where it led.
pub(crate) fn walk<G: Game>(
    game: &G,
    root: &G::Position,
    steps: &mut dyn Iterator<Item = WalkStep>,
    visit: &mut dyn FnMut(&dyn Spot),
) {
    let mut path: Vec<G::Position> = Vec::new();
    for (level, step) in steps {
        path.truncate(level);
        let above = path.last().unwrap_or(root);
        let pos = after(above, step);
        visit(&Here { game, above, step, pos: &pos });
        path.push(pos);
    }
}
