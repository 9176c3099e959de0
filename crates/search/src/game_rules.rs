//! The rules of a game behind the door: [`Rules`] for any [`Game`].
use crate::{
    engine::{Perft, Rules},
    game::{Force, Game, MoveOf, Outcome, Position, Side},
    node::{Depth, Score},
    walk::{Spot, WalkStep, walk},
};

/// A game and the position at hand.
pub struct GameRules<G: Game> {
    pub(crate) game: G,
    pub(crate) position: G::Position,
    /// Keys of the positions before this one.
    pub(crate) keys: Vec<u64>,
}

impl<G: Game> GameRules<G> {
    /// The start of a game.
    pub fn new(game: G) -> Self {
        GameRules { position: game.start(), keys: Vec::new(), game }
    }

    pub(crate) fn moves(&self) -> Vec<MoveOf<G>> {
        let mut moves = Vec::new();
        self.position.legal_moves(&mut moves);
        moves
    }
}

impl<G: Game> Rules for GameRules<G> {
    fn game(&self) -> &'static str {
        self.game.name()
    }

    fn other_starts(&self) -> Vec<String> {
        self.game.other_starts()
    }

    fn set_position(&mut self, position: Option<&str>, moves: &[&str]) -> Result<(), String> {
        let mut pos = match position {
            Some(text) => self.game.parse(text)?,
            None => self.game.start(),
        };
        let mut keys = Vec::with_capacity(moves.len());
        for text in moves {
            let m = self.game.parse_move(&pos, text)?;
            keys.push(pos.key());
            pos = pos.play(m);
        }
        (self.position, self.keys) = (pos, keys);
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<String, String> {
        let m = self.game.parse_move(&self.position, text)?;
        let text = self.game.print_move(&self.position, m);
        self.keys.push(self.position.key());
        self.position = self.position.play(m);
        Ok(text)
    }

    fn spell(&self, text: &str) -> Result<String, String> {
        let m = self.game.parse_move(&self.position, text)?;
        Ok(self.game.print_move(&self.position, m))
    }

    fn position(&self) -> String {
        self.game.print(&self.position)
    }

    fn diagram(&self) -> String {
        self.game.diagram(&self.position)
    }

    fn side(&self) -> Side {
        self.position.side()
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut texts: Vec<String> = self.moves().iter().map(|&m| self.game.print_move(&self.position, m)).collect();
        texts.sort();
        texts
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.moves().is_empty() {
            return Some(self.position.outcome().unwrap_or_else(|| self.position.stuck()));
        }
        let reach = self.position.reversible_plies().min(self.keys.len());
        let recent = &self.keys[self.keys.len() - reach..];
        let repeated = recent.iter().filter(|&&key| key == self.position.key()).count() >= 2;
        self.position.outcome().or(repeated.then_some(Outcome::Draw))
    }

    fn force(&self, side: Side) -> Force {
        self.position.force(side)
    }

    fn forced(&self) -> bool {
        self.position.forced()
    }

    fn plies_left(&self) -> Option<Depth> {
        self.position.plies_left()
    }

    fn stages(&self) -> &'static [&'static str] {
        G::Position::STAGES
    }

    fn stage(&self) -> usize {
        self.position.stage()
    }

    fn unit(&self) -> Score {
        G::UNIT
    }

    fn walk(&self, steps: &mut dyn Iterator<Item = WalkStep>, visit: &mut dyn FnMut(&dyn Spot)) {
        walk(&self.game, &self.position, steps, visit);
    }

    fn divide(&self, depth: u32) -> Vec<(String, Perft)> {
        let below = |m: MoveOf<G>| perft(&self.position.play(m), depth.saturating_sub(1));
        let mut counts: Vec<(String, Perft)> =
            self.moves().into_iter().map(|m| (self.game.print_move(&self.position, m), below(m))).collect();
        counts.sort_by(|(one, _), (other, _)| one.cmp(other));
        counts
    }

    fn perft(&self, depth: u32) -> Perft {
        perft(&self.position, depth)
    }
}

/// Paths of `depth` moves; the last ply is counted, not played.
pub fn perft<P: Position>(pos: &P, depth: u32) -> Perft {
    match depth.checked_sub(1) {
        None => Perft { full: 1, ended: 0 },
        Some(inner) => perft_with(pos, &mut vec![Vec::new(); inner as usize]),
    }
}

/// A buffer for each ply but the last.
fn perft_with<P: Position>(pos: &P, buffers: &mut [Vec<P::Move>]) -> Perft {
    let Some((moves, rest)) = buffers.split_first_mut() else { return last_ply(pos.count_moves()) };
    moves.clear();
    pos.legal_moves(moves);
    if moves.is_empty() {
        return last_ply(0);
    }
    let after = |&m: &P::Move| {
        let mut child = pos.clone();
        child.make(m);
        perft_with(&child, rest)
    };
    moves.iter().map(after).sum()
}

fn last_ply(moves: usize) -> Perft {
    Perft { full: moves as u64, ended: (moves == 0) as u64 }
}
