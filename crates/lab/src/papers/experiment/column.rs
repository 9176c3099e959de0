//! The columns of a table: what they are called, how they are written, and what of them
//! can be compared with a paper.
use super::{Figure, Kind};
use crate::report::{ends, grouped, significant};
use niwaki_statistics::Interval;
use serde::Deserialize;
use std::fmt::{self, Write};

/// A score of one half in percent: neither player is better.
const EVEN: f64 = 50.0;

/// What is shown of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Column {
    /// Nodes of all searches.
    Nodes,
    /// The same in percent of the base's.
    NodesPercent,
    /// The same in percent of the second base's.
    NodesPercentSecond,
    /// The same as a change of the base's, in percent.
    NodesChange,
    /// Nodes of the base.
    BaseNodes,
    /// Positions solved.
    Solved,
    /// Positions solved, in percent of those that the base solves.
    SolvedPercent,
    /// Positions solved more than by the base.
    SolvedChange,
    /// Positions solved by the base.
    BaseSolved,
    /// Lim & Lee's standard error of the positions solved by the base.
    SolvedError,
    /// Mean depth.
    Depth,
    /// Mean time of a position.
    Seconds,
    /// Mean time of a position, of the base.
    BaseSeconds,
    /// Change of the base's time, in percent.
    SecondsChange,
    /// Rating of the suite LCT II.
    LctElo,
    /// Share of the nodes inside the searches of the method.
    MethodShare,
    /// Acts of the method for each hundred tries.
    MethodRate,
    /// Tries of the method.
    MethodTries,
    /// Points of both players.
    Points,
    /// Games won, drawn and lost.
    Results,
    /// Games.
    Games,
    /// Points of the first player in percent, by pairs of games.
    Percent,
    /// The same with Heinz' interval, which takes draws for halves of decided games.
    PercentHeinz,
    /// Elo of the first player, by pairs of games.
    Elo,
    /// The same with Student's interval over single games, as the thesis has it.
    EloStudent,
    /// Points won for each point lost.
    Ratio,
    /// Slope of the line.
    A,
    /// Offset of the line.
    B,
    /// Deviation of what the line leaves over.
    Sigma,
    /// Correlation.
    R,
    /// Points of the fit.
    N,
}

/// What was found in one place of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// What is compared with the paper; solved positions as a rate.
    pub value: f64,
    /// Where it lies in 95 of 100 cases.
    pub interval: Option<Interval>,
    /// In words.
    pub text: String,
    /// Whether it could not have been otherwise, as the base's share of itself.
    pub given: bool,
}

/// Its name in files and in JSON: that of the variant in small letters.
impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, letter) in format!("{self:?}").chars().enumerate() {
            if letter.is_uppercase() && index > 0 {
                f.write_char('_')?;
            }
            f.write_char(letter.to_ascii_lowercase())?;
        }
        Ok(())
    }
}

impl Column {
    /// The kind of part that has it.
    pub fn kind(self) -> Kind {
        match self {
            Column::Points | Column::Results | Column::Games | Column::Percent | Column::PercentHeinz => Kind::Match,
            Column::Elo | Column::EloStudent | Column::Ratio => Kind::Match,
            Column::A | Column::B | Column::Sigma | Column::R | Column::N => Kind::Fit,
            _ => Kind::Suite,
        }
    }

    /// Its name above the column.
    pub fn head(self) -> &'static str {
        match self {
            Column::Nodes => "nodes",
            Column::NodesPercent => "nodes, % of base",
            Column::NodesPercentSecond => "% of second base",
            Column::NodesChange => "nodes, change %",
            Column::BaseNodes => "nodes of base",
            Column::Solved => "solved",
            Column::SolvedPercent => "solved, % of base",
            Column::SolvedChange => "solved, change",
            Column::BaseSolved => "solved by base",
            Column::SolvedError => "standard error (Lim & Lee)",
            Column::Depth => "mean depth",
            Column::Seconds => "seconds a position",
            Column::BaseSeconds => "seconds of base",
            Column::SecondsChange => "time, change %",
            Column::LctElo => "rating of LCT II",
            Column::MethodShare => "nodes inside method %",
            Column::MethodRate => "cuts of tries %",
            Column::MethodTries => "tries",
            Column::Points => "points",
            Column::Results => "results",
            Column::Games => "games",
            Column::Percent => "score %",
            Column::PercentHeinz => "score % (Heinz)",
            Column::Elo => "Elo",
            Column::EloStudent => "Elo (Student, single games)",
            Column::Ratio => "winning ratio",
            Column::A => "a",
            Column::B => "b",
            Column::Sigma => "sigma",
            Column::R => "r",
            Column::N => "n",
        }
    }

    /// What its figures are, inside a sentence.
    pub fn subject(self) -> &'static str {
        match self {
            Column::Nodes => "nodes",
            Column::NodesPercent => "nodes in percent of the base's",
            Column::NodesPercentSecond => "nodes in percent of the second base's",
            Column::NodesChange => "changes of nodes",
            Column::BaseNodes => "nodes of the base",
            Column::Solved => "shares of solved positions",
            Column::SolvedPercent => "solved positions in percent of the base's",
            Column::SolvedChange => "changes of solved positions",
            Column::BaseSolved => "positions solved by the base",
            Column::SolvedError => "standard errors",
            Column::Depth => "mean depths",
            Column::Seconds => "times",
            Column::BaseSeconds => "times of the base",
            Column::SecondsChange => "changes of time",
            Column::LctElo => "ratings of LCT II",
            Column::MethodShare => "shares of the nodes inside the method",
            Column::MethodRate => "shares of the tries that cut",
            Column::MethodTries => "numbers of tries",
            Column::Points => "points",
            Column::Results => "results",
            Column::Games => "numbers of games",
            Column::Percent | Column::PercentHeinz => "scores in percent",
            Column::Elo | Column::EloStudent => "Elo differences",
            Column::Ratio => "winning ratios",
            Column::A => "slopes a",
            Column::B => "offsets b",
            Column::Sigma => "deviations sigma",
            Column::R => "correlations r",
            Column::N => "numbers of points",
        }
    }

    /// The value that means "no difference", where there is one: its two sides are distinguished.
    pub fn neutral(self) -> Option<f64> {
        match self {
            Column::NodesChange | Column::SolvedChange | Column::SecondsChange => Some(0.0),
            Column::Elo | Column::EloStudent => Some(0.0),
            Column::Percent | Column::PercentHeinz => Some(EVEN),
            Column::Ratio => Some(1.0),
            Column::NodesPercent | Column::NodesPercentSecond => Some(100.0),
            _ => None,
        }
    }

    /// Whether it means the same whatever the positions, the depth and the number of games.
    pub fn is_relative(self) -> bool {
        !matches!(
            self,
            Column::Nodes
                | Column::BaseNodes
                | Column::BaseSolved
                | Column::SolvedError
                | Column::SolvedChange
                | Column::Seconds
                | Column::BaseSeconds
                | Column::MethodTries
                | Column::Depth
                | Column::Points
                | Column::Results
                | Column::Games
                | Column::N
        )
    }

    /// Whether its values are counts, or numbers with this number of digits after the point.
    fn digits(self) -> Option<usize> {
        match self {
            Column::Nodes | Column::BaseNodes | Column::MethodTries | Column::Games | Column::N => None,
            Column::BaseSolved => None,
            Column::LctElo => Some(0),
            Column::Elo | Column::EloStudent | Column::SolvedChange => Some(0),
            Column::A => Some(3),
            Column::B | Column::R | Column::Ratio | Column::Depth => Some(2),
            _ => Some(1),
        }
    }

    /// Whether the sign is written even if it is a plus.
    fn is_signed(self) -> bool {
        self.neutral() == Some(0.0)
    }

    /// A number of this column in words.
    pub fn words(self, value: f64) -> String {
        match self.digits() {
            None if value >= 0.0 && value < u64::MAX as f64 => grouped(value.round() as u64),
            None => significant(value),
            Some(digits) if self.is_signed() => format!("{value:+.digits$}"),
            Some(digits) => format!("{value:.digits$}"),
        }
    }

    /// A value with its interval, as most columns have it.
    pub(super) fn value(self, value: f64, interval: Option<Interval>) -> Value {
        let words = |interval: Interval| ends(self.words(interval.low), self.words(interval.high));
        let text = format!("{}{}", self.words(value), interval.map(words).unwrap_or_default());
        Value { value, interval, text, given: false }
    }

    /// What the paper says, in words, with the digits that it has. `positions` are those of
    /// its suite.
    pub fn paper_words(self, figure: &Figure, positions: Option<u64>) -> String {
        let words = |value: f64| match self.digits() {
            None => self.words(value),
            Some(_) if self.is_signed() => format!("{value:+}"),
            Some(_) => value.to_string(),
        };
        match (figure, positions) {
            (Figure::Words(words), _) => words.clone(),
            (Figure::Range([low, high]), _) => format!("{} to {}", words(*low), words(*high)),
            (Figure::Sure { value, plus_minus }, _) => {
                format!("{}{}", words(*value), ends(words(value - plus_minus), words(value + plus_minus)))
            }
            (Figure::Number(value), Some(positions)) if self == Column::Solved => format!("{value}/{positions}"),
            (Figure::Number(value), _) => words(*value),
        }
    }

    /// What the paper says as a number that can be compared with ours.
    pub fn paper_value(self, figure: &Figure, positions: Option<u64>) -> Option<f64> {
        let value = match figure {
            Figure::Number(value) | Figure::Sure { value, .. } => *value,
            Figure::Range([low, high]) => f64::midpoint(*low, *high),
            Figure::Words(_) => return None,
        };
        match (self, positions) {
            (Column::Solved, Some(positions)) => Some(value / positions as f64),
            (Column::Solved, None) => None,
            _ => Some(value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_file() {
        #[derive(Deserialize)]
        struct File {
            columns: Vec<Column>,
        }
        for name in ["nodes", "nodes_percent_second", "elo_student", "a", "lct_elo"] {
            let read: File = toml::from_str(&format!("columns = [{name:?}]")).unwrap();
            assert_eq!(read.columns[0].to_string(), name);
        }
    }

    #[test]
    fn figures_are_written_as_the_paper_has_them_and_solved_ones_compared_as_rates() {
        let number = Figure::Number(252.0);
        assert_eq!(Column::Solved.paper_words(&number, Some(300)), "252/300");
        assert_eq!(Column::Solved.paper_value(&number, Some(300)), Some(0.84));
        assert_eq!(Column::Solved.paper_value(&number, None), None);
        let sure = Figure::Sure { value: 41.0, plus_minus: 34.0 };
        assert_eq!(Column::EloStudent.paper_words(&sure, None), "+41 [+7, +75]");
        assert_eq!(Column::MethodRate.paper_value(&Figure::Range([45.0, 50.0]), None), Some(47.5));
        assert_eq!(Column::Depth.paper_value(&Figure::Words("more".into()), None), None);
        let value = Column::Elo.value(-3.4, Some(Interval::around(-3.4, 20.2)));
        assert_eq!(value.text, "-3 [-24, +17]");
    }
}
