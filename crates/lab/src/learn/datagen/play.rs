//! One training game.
use super::{Game, Ply, Rules, Settings, Winner};
use crate::play::{
    game_loop::{self, GameKind},
    openings,
};
use niwaki_search::{
    engine::{self, Engine, Report},
    game::{Outcome, Side},
    limits::Limits,
    node::{Score, is_decisive},
    random::Random,
};
use std::ops::ControlFlow;

/// How many times the nodes of a move the search of an opening has.
const FAIR_EFFORT: u64 = 2;

/// A game and what it cost.
pub(super) struct Played {
    pub(super) game: Game,
    pub(super) nodes: u64,
}

/// Plays the game of a number; `starts` are the other start positions.
pub(super) fn play(
    engine: &mut dyn Engine,
    settings: &Settings,
    starts: &[String],
    number: u64,
) -> Result<Played, String> {
    let mut random = Random::new(Random::new(settings.seed).number() ^ number);
    // Once a game: to clear costs as much as a move, and rejected openings belong to the game's chance.
    engine.clear();
    let start = draw_start(settings.rules, starts, &mut random);
    let position = start.checked_sub(1).map(|other| starts[other].as_str());
    let opening = opening(engine, position, settings, &mut random)?;
    let judge = Judge::new(settings.rules.of_game(&mut random));
    let mut game = Training { engine, settings, judge, before: opening.len(), plies: Vec::new(), nodes: 0 };
    let (winner, margin) = game_loop::play(&mut game)?.ok_or("the game was stopped")?;
    let Training { plies, nodes, .. } = game;
    let start = u16::try_from(start).map_err(|_| "there are too many start positions".to_string())?;
    Ok(Played { game: Game { start, opening, plies, winner, margin }, nodes })
}

/// A training game in progress.
struct Training<'a> {
    engine: &'a mut dyn Engine,
    settings: &'a Settings,
    judge: Judge,
    /// Plies of the opening.
    before: usize,
    plies: Vec<Ply>,
    nodes: u64,
}

impl GameKind for Training<'_> {
    type Ending = (Winner, Option<i32>);

    fn rules(&self) -> &dyn engine::Rules {
        self.engine
    }

    fn by_rules(&mut self, outcome: Outcome) -> Result<Self::Ending, String> {
        let side = self.engine.side();
        Ok((winner(outcome, side), game_loop::margin_of_first(outcome, side, self.engine.unit())))
    }

    /// A score that decides the game is kept too, with its move, which is not played.
    fn turn(&mut self) -> Result<ControlFlow<Self::Ending>, String> {
        let report = search(self.engine, self.settings, 1);
        self.nodes += report.nodes;
        let best = report.line.first().ok_or("the search found no move")?;
        self.plies.push(Ply { place: place(&self.engine.legal_moves(), best)?, score: report.score });
        match self.judge.decide(self.before + self.plies.len(), self.engine.side(), report.score) {
            Some(winner) => Ok(ControlFlow::Break((winner, None))),
            None => self.engine.play(best).map(|_| ControlFlow::Continue(())),
        }
    }
}

/// 0 for the usual start position, else the number of another, from 1.
fn draw_start(rules: Rules, starts: &[String], random: &mut Random) -> usize {
    const PERCENT: usize = 100;
    let is_other = !starts.is_empty() && random.below(PERCENT) < rules.other_starts;
    if is_other { 1 + random.below(starts.len()) } else { 0 }
}

impl Rules {
    /// The rules of one game: some are played out.
    fn of_game(self, random: &mut Random) -> Rules {
        let is_played_out = self.played_out > 0 && random.below(self.played_out) == 0;
        Rules { won: if is_played_out { self.played_out_won } else { self.won }, ..self }
    }
}

/// Draws random moves from a start position until a position is fair, and goes there.
fn opening(
    engine: &mut dyn Engine,
    start: Option<&str>,
    settings: &Settings,
    random: &mut Random,
) -> Result<Vec<u16>, String> {
    let [least, most] = settings.rules.opening_plies;
    let plies = |random: &mut Random| least + random.below(most.saturating_sub(least) + 1);
    let score = |engine: &mut dyn Engine| search(engine, settings, FAIR_EFFORT).score;
    let moves = openings::draw_fair(engine, start, settings.rules.fair, random, &plies, &score)?;
    places(engine, start, &moves)
}

/// The moves from a start position, each as its place among the legal moves.
fn places(rules: &mut dyn engine::Rules, start: Option<&str>, moves: &[String]) -> Result<Vec<u16>, String> {
    rules.set_position(start, &[])?;
    let mut go = |name: &String| {
        let place = place(&rules.legal_moves(), name)?;
        rules.play(name).map(|_| place)
    };
    moves.iter().map(&mut go).collect()
}

fn place(legal: &[String], name: &str) -> Result<u16, String> {
    let place = legal.binary_search_by(|legal| legal.as_str().cmp(name)).ok();
    let place = place.and_then(|place| u16::try_from(place).ok());
    place.ok_or_else(|| format!("{name}: the search found a move that is not legal"))
}

fn search(engine: &mut dyn Engine, settings: &Settings, effort: u64) -> Report {
    let limits =
        Limits { nodes: Some(settings.hard * effort), soft_nodes: Some(settings.soft * effort), ..Limits::default() };
    engine.search(&limits)
}

/// Who won, when the game has ended so for `side`.
fn winner(outcome: Outcome, side: Side) -> Winner {
    ahead(side, outcome.score(0))
}

/// Who is ahead by a score of `side`.
fn ahead(side: Side, score: Score) -> Winner {
    match (score.signum(), side) {
        (0, _) => Winner::Nobody,
        (1, Side::First) | (-1, Side::Second) => Winner::First,
        _ => Winner::Second,
    }
}

/// Ends games of which nobody doubts how they will end.
struct Judge {
    rules: Rules,
    /// Who has been winning, and for how many plies.
    winning: (Winner, usize),
    /// For how many plies nobody has been.
    quiet: usize,
}

impl Judge {
    fn new(rules: Rules) -> Judge {
        Judge { rules, winning: (Winner::Nobody, 0), quiet: 0 }
    }

    /// A search of ply `ply`, from 1, has found this score for `side`; who has won, if it is decided.
    fn decide(&mut self, ply: usize, side: Side, score: Score) -> Option<Winner> {
        let rules = self.rules;
        let leader = if score.abs() > rules.won.score { ahead(side, score) } else { Winner::Nobody };
        self.winning = (leader, if leader == self.winning.0 { self.winning.1 + 1 } else { 1 });
        self.quiet = if score.abs() < rules.drawn { self.quiet + 1 } else { 0 };
        if leader != Winner::Nobody && (self.winning.1 >= rules.won.plies || is_decisive(score)) {
            return Some(leader);
        }
        let drawn = ply >= rules.drawn_from && self.quiet >= rules.drawn_plies;
        (drawn || ply >= rules.most_plies).then_some(Winner::Nobody)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use niwaki_search::node::WIN;

    fn usual() -> Rules {
        Rules::of(niwaki_games::list::ALL[0])
    }

    /// Judges scores of the side that began, one a ply; when and how the game ended.
    fn judged(scores: impl IntoIterator<Item = Score>) -> Option<(usize, Winner)> {
        judged_by(Rules { won: usual().played_out_won, ..usual() }, scores)
    }

    fn judged_by(rules: Rules, scores: impl IntoIterator<Item = Score>) -> Option<(usize, Winner)> {
        let mut judge = Judge::new(rules);
        scores.into_iter().zip(1..).find_map(|(score, ply)| {
            let first = ply % 2 == 1;
            let (side, score) = if first { (Side::First, score) } else { (Side::Second, -score) };
            judge.decide(ply, side, score).map(|winner| (ply, winner))
        })
    }

    #[test]
    fn four_plies_of_a_won_score_win() {
        assert_eq!(judged([2501, 2600, 2700, 2501]), Some((4, Winner::First)));
        assert_eq!(judged([0, -2501, -2600, -2700, -9000]), Some((5, Winner::Second)));
        assert_eq!(judged([2501, 2501, 2501, 2500, 2501, 2501, 2501]), None);
        assert_eq!(judged([2501, 2501, -2501, -2501, 2501, 2501]), None);
    }

    #[test]
    fn one_game_in_eight_is_played_out_and_the_others_end_at_a_lower_score() {
        let mut random = Random::new(4);
        let usual = usual();
        let games: Vec<Rules> = (0..8000).map(|_| usual.of_game(&mut random)).collect();
        let long = games.iter().filter(|rules| rules.won == usual.played_out_won).count();
        assert!((900..1100).contains(&long), "{long}");
        assert_eq!(games.iter().filter(|rules| rules.won == usual.won).count(), 8000 - long);
        assert_eq!(judged_by(usual, [900, 1001, 1001, 1001, 1001]), Some((5, Winner::First)));
        assert_eq!(judged_by(usual, [1001, 1001, 1001, 1000, 1001]), None);
        assert_eq!(judged([1001; 20]), None);
        let all = |played_out| (0..99).all(|_| Rules { played_out, ..usual }.of_game(&mut random).won == usual.won);
        assert!([0, 1].map(all) == [true, false]);
    }

    #[test]
    fn a_mate_wins_at_once() {
        assert_eq!(judged([10, WIN - 5]), Some((2, Winner::First)));
        assert_eq!(judged([10, 20, 5 - WIN]), Some((3, Winner::Second)));
    }

    #[test]
    fn ten_quiet_plies_draw_when_the_game_is_old_enough() {
        assert_eq!(judged(vec![0; 100]), Some((70, Winner::Nobody)));
        assert_eq!(judged([vec![30; 80], vec![-7; 20]].concat()), Some((90, Winner::Nobody)));
        assert_eq!(judged(vec![8; 499]), None);
        assert_eq!(judged(vec![8; 501]), Some((500, Winner::Nobody)));
    }

    #[test]
    fn the_winner_does_not_depend_on_who_is_to_move() {
        assert_eq!(winner(Outcome::Loss, Side::First), Winner::Second);
        assert_eq!(winner(Outcome::Loss, Side::Second), Winner::First);
        assert_eq!(winner(Outcome::Win, Side::Second), Winner::Second);
        assert_eq!(winner(Outcome::Points(-4), Side::Second), Winner::First);
        assert_eq!(winner(Outcome::Draw, Side::First), Winner::Nobody);
    }
}
