//! `niwaki play`: a game against the engine in the terminal, of every game.
use crate::commands::search_options::GREATEST_HASH;
use anyhow::{Result, anyhow};
use clap::Args;
use niwaki_lab::setup::recipe::Recipe;
use niwaki_search::{
    engine::Engine,
    game::{Outcome, Side},
    limits::Limits,
    node::{Score, WIN, is_mate},
};
use std::io::{BufRead, Read, Write};

/// Nodes of the lowest level; each further level has this factor more.
const LEAST_NODES: u64 = 20;
const LEVEL_FACTOR: u64 = 4;
const HIGHEST_LEVEL: u32 = 10;
/// Longer lines are cut: no move or position is that long.
const LONGEST_LINE: u64 = 1 << 12;
/// Moves of a hint's line that are shown.
const HINT_MOVES: usize = 5;

const HELP: &str = "\
Type a move as the game writes it, or
  hint         what the engine would play, and what it expects
  moves        all moves
  undo         take back your last move and the answer
  switch       take the other side
  level N      1 to 10: each level searches four times as many nodes as the one before
  board        the board again, with the position in the game's notation
  new          a new game
  quit         the end; so does the end of the input";

/// Who plays, and how strong the engine is.
#[derive(Args)]
pub(crate) struct Options {
    /// The position in the game's notation; startpos: the start
    #[arg(default_value = "startpos", hide_default_value = true)]
    position: String,
    /// Your side: first or second to move from the start, both (you play for both) or none (you watch)
    #[arg(long, value_enum, default_value_t = Seat::First)]
    side: Seat,
    /// Strength of the engine, from 1 to 10
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=i64::from(HIGHEST_LEVEL)))]
    level: u32,
    /// Size of the table in MiB
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=GREATEST_HASH))]
    hash: u32,
}

/// Which sides the person plays.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Seat {
    First,
    Second,
    Both,
    None,
}

impl Seat {
    fn plays(self, side: Side) -> bool {
        match self {
            Seat::First => side == Side::First,
            Seat::Second => side == Side::Second,
            Seat::Both => true,
            Seat::None => false,
        }
    }

    fn switched(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
            other => other,
        }
    }
}

/// A game in the terminal.
struct Table<'a, O: Write> {
    engine: Box<dyn Engine>,
    recipe: &'a Recipe,
    start: Option<String>,
    moves: Vec<String>,
    seat: Seat,
    level: u32,
    output: &'a mut O,
}

/// Whether the person goes on.
#[derive(PartialEq, Eq)]
enum Next {
    Play,
    Quit,
}

/// Plays until `quit` or the end of the input.
pub(crate) fn run(options: &Options, recipe: &Recipe, input: impl BufRead, output: &mut impl Write) -> Result<()> {
    let engine = recipe.engine(options.hash as usize).map_err(|reason| anyhow!(reason))?;
    let start = Some(options.position.clone()).filter(|position| position != "startpos");
    let (seat, level) = (options.side, options.level);
    let mut table = Table { engine, recipe, start, moves: Vec::new(), seat, level, output };
    table.set().map_err(|reason| anyhow!("the position: {reason}"))?;
    table.play(input)
}

impl<O: Write> Table<'_, O> {
    fn play(&mut self, mut input: impl BufRead) -> Result<()> {
        writeln!(self.output, "{}, level {}. help lists what you can type.\n", self.recipe.kit.about(), self.level)?;
        self.show()?;
        loop {
            self.answer()?;
            write!(self.output, "{}> ", self.name(self.engine.side()))?;
            self.output.flush()?;
            let mut line = Vec::new();
            if input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
                return Ok(writeln!(self.output)?);
            }
            if self.obey(String::from_utf8_lossy(&line).trim())? == Next::Quit {
                return Ok(());
            }
        }
    }

    /// The engine moves as long as it is its turn.
    fn answer(&mut self) -> Result<()> {
        while self.engine.outcome().is_none() && !self.seat.plays(self.engine.side()) {
            let Some(best) = self.engine.search(&self.limits()).line.first().cloned() else { return Ok(()) };
            let side = self.name(self.engine.side());
            let text = self.for_people(&best);
            self.make(&best).map_err(|reason| anyhow!(reason))?;
            writeln!(self.output, "{side} plays {text}\n")?;
            self.show()?;
        }
        Ok(())
    }

    fn obey(&mut self, line: &str) -> Result<Next> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "" => {}
            "quit" | "exit" => return Ok(Next::Quit),
            "help" | "?" => writeln!(self.output, "{HELP}")?,
            "board" => {
                self.show()?;
                writeln!(self.output, "{}", self.engine.position())?;
            }
            "moves" => self.list()?,
            "hint" => self.hint()?,
            "undo" => self.undo()?,
            "switch" => self.seat = self.seat.switched(),
            "level" => self.set_level(rest.trim())?,
            "new" => {
                self.moves.clear();
                self.begin_again()?;
            }
            _ => match self.make(line) {
                Ok(()) => self.show()?,
                Err(_) if self.engine.outcome().is_some() => writeln!(self.output, "the game is over; new or undo")?,
                Err(reason) => writeln!(self.output, "{reason}; moves lists the moves, help all commands")?,
            },
        }
        Ok(Next::Play)
    }

    fn limits(&self) -> Limits {
        Limits::nodes(LEAST_NODES * LEVEL_FACTOR.pow(self.level - 1))
    }

    fn set(&mut self) -> Result<(), String> {
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).collect();
        self.engine.set_position(self.start.as_deref(), &moves)
    }

    /// Plays a move of the engine or of a person.
    fn make(&mut self, text: &str) -> Result<(), String> {
        let text = self.recipe.kit.move_of_people(&self.engine.position(), text)?;
        let spelled = self.engine.play(&text)?;
        self.moves.push(spelled);
        Ok(())
    }

    /// Takes back to where the person moved last; where nobody did, nothing.
    fn undo(&mut self) -> Result<()> {
        let turn = |length: usize, table: &Self| (table.moves.len() - length).is_multiple_of(2);
        let own = self.seat.plays(self.engine.side());
        let mut keep = self.moves.len();
        while keep > 0 {
            keep -= 1;
            // Sides take turns in every game; a pass is a move.
            if self.seat == Seat::Both || turn(keep, self) == own {
                break;
            }
        }
        if self.moves.is_empty() {
            return Ok(writeln!(self.output, "there is no move to take back")?);
        }
        self.moves.truncate(keep);
        self.begin_again()
    }

    fn begin_again(&mut self) -> Result<()> {
        self.set().map_err(|reason| anyhow!(reason))?;
        self.show()
    }

    fn set_level(&mut self, text: &str) -> Result<()> {
        match text.parse().ok().filter(|level| (1..=HIGHEST_LEVEL).contains(level)) {
            Some(level) => {
                self.level = level;
                Ok(writeln!(self.output, "level {level}")?)
            }
            None => Ok(writeln!(self.output, "level: expected a number from 1 to {HIGHEST_LEVEL}")?),
        }
    }

    fn list(&mut self) -> Result<()> {
        let moves: Vec<String> = self.engine.legal_moves().iter().map(|m| self.for_people(m)).collect();
        Ok(writeln!(self.output, "{}", moves.join(" "))?)
    }

    fn hint(&mut self) -> Result<()> {
        if self.engine.outcome().is_some() {
            return Ok(writeln!(self.output, "the game is over")?);
        }
        let report = self.engine.search(&self.limits());
        let (score, side) = (self.score(report.score), self.engine.side());
        let mut line = Vec::new();
        for m in report.line.iter().take(HINT_MOVES) {
            line.push(self.for_people(m));
            self.engine.play(m).map_err(|reason| anyhow!(reason))?;
        }
        self.set().map_err(|reason| anyhow!(reason))?;
        Ok(writeln!(self.output, "{}  ({score} for {})", line.join(" "), self.name(side))?)
    }

    /// A score in pawns, discs or stones, or the moves to a win.
    fn score(&self, score: Score) -> String {
        if is_mate(score) {
            let moves = (WIN - score.abs() + 1) / 2;
            return format!("{} in {moves}", if score > 0 { "a win" } else { "a loss" });
        }
        format!("{:+.2}", f64::from(score) / f64::from(self.engine.unit().max(1)))
    }

    fn for_people(&self, text: &str) -> String {
        let shown = self.recipe.kit.move_for_people(&self.engine.position(), text);
        shown.unwrap_or_else(|_| text.to_string())
    }

    fn name(&self, side: Side) -> &'static str {
        self.recipe.kit.side_name(side)
    }

    /// The board, and the result if the game is over.
    fn show(&mut self) -> Result<()> {
        for line in board(&self.engine.diagram(), &self.engine.position()) {
            writeln!(self.output, "{line}")?;
        }
        if let Some(outcome) = self.engine.outcome() {
            let side = self.engine.side();
            let winner = match outcome {
                Outcome::Win => Some(side),
                Outcome::Loss => Some(side.other()),
                Outcome::Draw => None,
                Outcome::Points(0) => None,
                Outcome::Points(points) => Some(if points > 0 { side } else { side.other() }),
            };
            let words = winner.map_or("a draw".to_string(), |winner| format!("{} wins", self.name(winner)));
            writeln!(self.output, "the game is over: {words}")?;
        }
        Ok(())
    }
}

/// The lines of a diagram that show the board: without those at its end that give the position
/// and its key, which are for programs.
fn board<'a>(diagram: &'a str, position: &str) -> Vec<&'a str> {
    let mut lines: Vec<&str> = diagram.lines().collect();
    let is_for_programs = |line: &&str| line.is_empty() || line.contains(position) || line.starts_with("Key: ");
    while lines.last().is_some_and(is_for_programs) {
        lines.pop();
    }
    lines
}
