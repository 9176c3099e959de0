//! One game: two players, a referee who knows the rules, and how it ended.
use super::{
    limit::{Clocks, Limit},
    player::{Choice, Fault, ILLEGAL, Player, TIME},
    process::quote,
};
use crate::play::{
    game_loop::{self, GameKind},
    openings::Opening,
};
use niwaki_games::{Kit, kit::Judge};
use niwaki_search::{
    engine,
    game::{Known, Outcome, Side},
    node::Score,
};
use std::{ops::ControlFlow, sync::Arc, time::Duration};

/// Why a game was ended that endgame tables know.
const TABLES: &str = "tables";

/// How games are played and when they end early.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The limit of each move.
    pub limit: Limit,
    /// What a player may be over its time.
    pub margin: Duration,
    /// A player whose score was that low that many times in a row resigns.
    pub resign: Option<Resign>,
    /// A game is drawn when both scores were near 0 for long.
    pub draw: Option<Draw>,
    /// Longer games are drawn.
    pub max_plies: usize,
    /// Who ends games whose result is known.
    pub judge: Option<Arc<dyn Judge>>,
}

/// `score,count`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resign {
    /// Score units behind.
    pub score: Score,
    /// Moves of the player in a row.
    pub count: usize,
}

/// When both sides agree to a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw {
    /// First move of the game that counts.
    pub from_move: usize,
    /// Moves of each player in a row.
    pub count: usize,
    /// Score units from 0.
    pub score: Score,
}

/// `move,count[,score]`; without a score, that of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawWish {
    from_move: usize,
    count: usize,
    score: Option<Score>,
}

impl DrawWish {
    /// What it means in a game.
    pub fn of(self, kit: &dyn Kit) -> Draw {
        let DrawWish { from_move, count, score } = self;
        Draw { from_move, count, score: score.unwrap_or(kit.thresholds().draw) }
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The winner, if there is one.
    pub winner: Option<Side>,
    /// In a word or two.
    pub reason: String,
    /// What happened, if the reason does not say it all.
    pub detail: Option<String>,
    /// By how many units, such as discs, the first side won; `None` where the rules did not
    /// end the game, or know no margin.
    pub margin: Option<i32>,
}

impl Ending {
    fn drawn(reason: &str) -> Ending {
        Ending { winner: None, reason: reason.to_string(), detail: None, margin: None }
    }

    fn won(winner: Side, reason: &str) -> Ending {
        Ending { winner: Some(winner), ..Ending::drawn(reason) }
    }

    fn lost_by(loser: Side, fault: Fault) -> Ending {
        Ending { detail: Some(fault.detail), ..Ending::won(loser.other(), fault.reason) }
    }
}

/// A game in progress.
struct Table<'a, 'p> {
    kit: &'a dyn Kit,
    referee: &'a mut dyn engine::Rules,
    players: [&'a mut (dyn Player + 'p); 2],
    rules: &'a Rules,
    stop: &'a dyn Fn() -> bool,
    clocks: Clocks,
    choices: Vec<Choice>,
}

/// A game from its opening to its end.
pub(crate) struct Finished {
    /// The position after the opening.
    pub(crate) start: String,
    /// The side that has the first move there.
    pub(crate) begins: Side,
    /// The moves after the opening.
    pub(crate) choices: Vec<Choice>,
    /// How it ended.
    pub(crate) ending: Ending,
}

/// Plays one game. The players are in the order of [`Side`]. `None` if it was stopped.
pub(crate) fn play<'p>(
    kit: &dyn Kit,
    referee: &mut dyn engine::Rules,
    players: [&mut (dyn Player + 'p); 2],
    opening: &Opening,
    rules: &Rules,
    stop: &dyn Fn() -> bool,
) -> Result<Option<Finished>, String> {
    opening.set(referee)?;
    let (start, begins) = (referee.position(), referee.side());
    let mut table = Table { kit, referee, players, rules, stop, clocks: Clocks::new(rules.limit), choices: Vec::new() };
    let ending = match table.begin(opening) {
        Ok(()) => game_loop::play(&mut table)?,
        Err(ending) => Some(ending),
    };
    Ok(ending.map(|ending| Finished { start, begins, choices: table.choices, ending }))
}

impl GameKind for Table<'_, '_> {
    type Ending = Ending;

    fn rules(&self) -> &dyn engine::Rules {
        self.referee
    }

    fn is_stopped(&self) -> bool {
        (self.stop)()
    }

    fn by_rules(&mut self, outcome: Outcome) -> Result<Ending, String> {
        let side = self.referee.side();
        let margin = game_loop::margin_of_first(outcome, side, self.referee.unit());
        let ending = match outcome {
            Outcome::Win => Ending::won(side, "win"),
            Outcome::Loss => Ending::won(side.other(), self.kit.loss_reason(self.referee)),
            Outcome::Points(points) if points != 0 => {
                Ending::won(if points > 0 { side } else { side.other() }, "points")
            }
            _ => Ending::drawn(self.draw_reason()?),
        };
        Ok(Ending { margin, ..ending })
    }

    fn early(&self) -> Option<Ending> {
        let long = || (self.choices.len() >= self.rules.max_plies).then(|| Ending::drawn("length"));
        self.known().or_else(|| self.resigned()).or_else(|| self.agreed()).or_else(long)
    }

    fn turn(&mut self) -> Result<ControlFlow<Ending>, String> {
        Ok(match self.one_move() {
            Ok(()) => ControlFlow::Continue(()),
            Err(ending) => ControlFlow::Break(ending),
        })
    }
}

impl Table<'_, '_> {
    fn begin(&mut self, opening: &Opening) -> Result<(), Ending> {
        for side in [Side::First, Side::Second] {
            self.players[side.index()].begin(opening).map_err(|fault| Ending::lost_by(side, fault))?;
        }
        Ok(())
    }

    /// One move of the player whose turn it is.
    fn one_move(&mut self) -> Result<(), Ending> {
        let side = self.referee.side();
        let lose = |fault| Ending::lost_by(side, fault);
        let mut choice = self.players[side.index()].think(side, &self.clocks).map_err(lose)?;
        if !self.clocks.spend(side, choice.time, self.rules.margin) {
            return Err(lose(Fault::new(TIME, format!("the move took {:.3} s", choice.time.as_secs_f64()))));
        }
        let played = self.referee.play(&choice.m);
        choice.m = played.map_err(|_| lose(Fault::new(ILLEGAL, quote(&choice.m))))?;
        for side in [Side::First, Side::Second] {
            self.players[side.index()].observe(&choice.m).map_err(|fault| Ending::lost_by(side, fault))?;
        }
        self.choices.push(choice);
        Ok(())
    }

    /// A position that is drawn without its history is drawn by itself.
    fn draw_reason(&mut self) -> Result<&'static str, String> {
        let position = self.referee.position();
        self.referee.set_position(Some(&position), &[])?;
        Ok(match self.referee.outcome() {
            None => "repetition",
            Some(_) => self.kit.draw_reason(self.referee),
        })
    }

    fn known(&self) -> Option<Ending> {
        let side = self.referee.side();
        Some(match self.rules.judge.as_ref()?.judge(&self.referee.position())? {
            Known::Win => Ending::won(side, TABLES),
            Known::Loss => Ending::won(side.other(), TABLES),
            Known::Draw => Ending::drawn(TABLES),
        })
    }

    /// The player who has just moved resigns if its last scores were all hopeless.
    fn resigned(&self) -> Option<Ending> {
        let Resign { score, count } = self.rules.resign?;
        let mut last = self.choices.iter().rev().step_by(2).take(count);
        let hopeless = last.len() == count && last.all(|choice| choice.score.is_some_and(|found| found <= -score));
        // The side to move is the other one.
        hopeless.then(|| Ending::won(self.referee.side(), "resigned"))
    }

    fn agreed(&self) -> Option<Ending> {
        let Draw { from_move, count, score } = self.rules.draw?;
        let mut last = self.choices.iter().rev().take(2 * count);
        let equal =
            last.len() == 2 * count && last.all(|choice| choice.score.is_some_and(|found| found.abs() <= score));
        (equal && self.choices.len() >= 2 * from_move).then(|| Ending::drawn("agreed"))
    }
}

/// Whole numbers with commas between them: at least two, at most `most`.
fn numbers(text: &str, most: usize, names: &str) -> Result<Vec<u32>, String> {
    let wrong = || format!("expected {names} in whole numbers, not {text:?}");
    let numbers = text.split(',').map(|word| word.trim().parse()).collect::<Result<Vec<u32>, _>>().ok();
    let fits = |numbers: &Vec<u32>| {
        (2..=most).contains(&numbers.len()) && numbers.iter().all(|number| *number <= i32::MAX as u32)
    };
    numbers.filter(fits).ok_or_else(wrong)
}

impl std::str::FromStr for Resign {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = numbers(text, 2, "score,count")?;
        Ok(Resign { score: numbers[0] as Score, count: numbers[1].max(1) as usize })
    }
}

impl std::str::FromStr for DrawWish {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = numbers(text, 3, "move,count[,score]")?;
        let score = numbers.get(2).map(|score| *score as Score);
        Ok(DrawWish { from_move: numbers[0] as usize, count: numbers[1].max(1) as usize, score })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use niwaki_games::{kit::JudgeFacts, list::ALL};

    /// Plays moves by heart, with the score it is given.
    struct Scripted(Vec<&'static str>, Score);

    impl Player for Scripted {
        fn begin(&mut self, _: &Opening) -> Result<(), Fault> {
            self.0.reverse();
            Ok(())
        }
        fn observe(&mut self, _: &str) -> Result<(), Fault> {
            Ok(())
        }
        fn think(&mut self, _: Side, _: &Clocks) -> Result<Choice, Fault> {
            let m = self.0.pop().ok_or_else(|| Fault::new("crash", "no more"))?.to_string();
            Ok(Choice { m, score: Some(self.1), ..Choice::default() })
        }
    }

    fn rules() -> Rules {
        let (margin, limit) = (Duration::ZERO, Limit::Nodes(1));
        Rules { limit, margin, resign: None, draw: None, max_plies: 100, judge: None }
    }

    fn end(start: Option<&str>, first: &[&'static str], second: &[&'static str], rules: &Rules) -> Ending {
        let mut referee = ALL[0].rules();
        let (mut one, mut two) = (Scripted(first.to_vec(), 10), Scripted(second.to_vec(), -700));
        let opening = Opening { start: start.map(str::to_string), moves: Vec::new() };
        let players: [&mut dyn Player; 2] = [&mut one, &mut two];
        play(ALL[0], &mut *referee, players, &opening, rules, &|| false).unwrap().unwrap().ending
    }

    fn reason(start: Option<&str>, first: &[&'static str], second: &[&'static str]) -> String {
        end(start, first, second, &rules()).reason
    }

    #[test]
    fn games_end_by_the_rules() {
        let mate = end(None, &["f2f3", "g2g4"], &["e7e5", "d8h4"], &rules());
        assert_eq!((mate.winner, mate.reason.as_str()), (Some(Side::Second), "checkmate"));
        let last = Rules { max_plies: 4, ..rules() };
        let mate = end(None, &["f2f3", "g2g4"], &["e7e5", "d8h4"], &last);
        assert_eq!(mate.reason, "checkmate", "the rules come before the length");
        let shuffle = ["g1f3", "f3g1", "g1f3", "f3g1"];
        assert_eq!(reason(None, &shuffle, &["g8f6", "f6g8", "g8f6", "f6g8"]), "repetition");
        assert_eq!(reason(Some("7k/8/8/6Q1/8/8/8/K7 w - - 0 1"), &["g5g6"], &[]), "stalemate");
        assert_eq!(reason(Some("7k/8/8/8/8/8/r7/K7 w - - 99 90"), &["a1a2"], &[]), "material");
        assert_eq!(reason(Some("7k/8/8/8/8/8/7r/K7 w - - 99 90"), &["a1b1"], &[]), "fifty moves");
    }

    #[test]
    fn faults_lose_and_name_what_was_wrong() {
        let illegal = end(None, &["e2e4"], &["e2e4"], &rules());
        assert_eq!((illegal.winner, illegal.reason.as_str()), (Some(Side::First), ILLEGAL));
        assert_eq!(illegal.detail.as_deref(), Some("\"e2e4\""));
        assert_eq!(end(None, &[], &[], &rules()).winner, Some(Side::Second));
    }

    /// Knows every position with so few men, by the side to move in it.
    #[derive(Debug)]
    struct Knows(usize, Known);

    impl Judge for Knows {
        fn judge(&self, position: &str) -> Option<Known> {
            let men = position.split(' ').next()?.chars().filter(char::is_ascii_alphabetic).count();
            (men <= self.0).then_some(self.1)
        }
        fn facts(&self) -> JudgeFacts {
            JudgeFacts::default()
        }
    }

    #[test]
    fn a_game_that_tables_know_is_ended_with_their_result() {
        let end = |men, known| {
            let rules = Rules { judge: Some(Arc::new(Knows(men, known))), ..rules() };
            let ending = end(Some("7k/8/8/8/8/8/rR6/K7 w - - 0 1"), &["b2a2", "a2a3"], &["h8g8"], &rules);
            (ending.winner, ending.reason)
        };
        let tables = TABLES.to_string();
        assert_eq!(end(4, Known::Win), (Some(Side::First), tables.clone()));
        assert_eq!(end(3, Known::Win), (Some(Side::Second), tables.clone()), "after the capture the other is to move");
        assert_eq!(end(3, Known::Loss), (Some(Side::First), tables.clone()));
        assert_eq!(end(3, Known::Draw), (None, tables));
        assert_eq!(end(2, Known::Win).1, "crash", "the game is not over");
    }

    #[test]
    fn games_are_broken_off_when_asked() {
        let (first, second) = (["e2e4", "d2d4", "g1f3", "b1c3"], ["e7e5", "d7d6", "g8f6", "b8c6"]);
        let resign = Rules { resign: Some("600,2".parse().unwrap()), ..rules() };
        let resigned = end(None, &first, &second, &resign);
        assert_eq!((resigned.winner, resigned.reason.as_str()), (Some(Side::First), "resigned"));
        let draw = |text: &str| Rules { draw: Some(text.parse::<DrawWish>().unwrap().of(ALL[0])), ..rules() };
        assert_eq!(end(None, &first, &second, &draw("2,1,800")).reason, "agreed");
        let usual = draw("2,1").draw.unwrap();
        assert_eq!((usual.count, usual.score), (1, ALL[0].thresholds().draw));
        assert_eq!(end(None, &first, &second, &draw("2,1")).reason, "crash", "a score of 700 is far from 0");
        assert_eq!(end(None, &first, &second, &Rules { max_plies: 3, ..rules() }).reason, "length");
        for wrong in ["", "5", "1,2,3", "-1,2", "x,1", "4000000000,1"] {
            assert!(wrong.parse::<Resign>().unwrap_err().contains("expected score,count"), "{wrong}");
        }
        for wrong in ["", "5", "1,2,3,4", "1,2,-3"] {
            assert!(wrong.parse::<DrawWish>().unwrap_err().contains("expected move,count[,score]"), "{wrong}");
        }
    }
}
