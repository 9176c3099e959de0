//! How much is done at each scale, and what ends a search or a move.
use super::{Kind, Part, Row};
use crate::{
    measure::effort::Effort,
    play::matches::{Limit, MOST_GAMES, TimeControl},
};
use niwaki_search::node::{Depth, MAX_DEPTH};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr, time::Duration};

/// How much is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scale {
    /// Minutes.
    Quick,
    /// In between.
    Medium,
    /// What the paper did.
    Paper,
}

impl Scale {
    /// All of them.
    pub const ALL: [Scale; 3] = [Scale::Quick, Scale::Medium, Scale::Paper];
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Scale::Quick => "quick",
            Scale::Medium => "medium",
            Scale::Paper => "paper",
        })
    }
}

impl FromStr for Scale {
    type Err = String;

    fn from_str(text: &str) -> Result<Scale, String> {
        let found = Scale::ALL.into_iter().find(|scale| scale.to_string() == text);
        found.ok_or_else(|| format!("expected quick, medium or paper, not {text:?}"))
    }
}

/// What is done at each scale; what is left out is taken from the next smaller one.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scales {
    /// Minutes.
    pub quick: Option<Extent>,
    /// In between.
    pub medium: Option<Extent>,
    /// As in the paper.
    pub paper: Option<Extent>,
}

/// How much, and how long.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Extent {
    /// Positions, spread evenly over those there are; all if not said.
    pub positions: Option<usize>,
    /// Depth of each search.
    pub depth: Option<Depth>,
    /// Nodes of each search.
    pub nodes: Option<u64>,
    /// Milliseconds of each search.
    pub time: Option<u32>,
    /// A clock for each player, as `niwaki match --tc` takes it.
    pub tc: Option<String>,
    /// Games of each row.
    pub games: Option<usize>,
}

impl Row {
    /// What is done for this row at a scale: what it says itself, else what its part says.
    pub fn extent(&self, part: &Part, scale: Scale) -> Extent {
        self.scale.at(scale).over(&part.scale.at(scale))
    }
}

impl Scales {
    fn at(&self, scale: Scale) -> Extent {
        let given = [&self.quick, &self.medium, &self.paper];
        // What is not said is as at the next smaller scale.
        let found = given[..=scale as usize].iter().rev().find_map(|extent| extent.as_ref());
        found.cloned().unwrap_or_default()
    }
}

impl Extent {
    fn limits(&self) -> usize {
        [self.depth.is_some(), self.nodes.is_some(), self.time.is_some(), self.tc.is_some()]
            .iter()
            .filter(|g| **g)
            .count()
    }

    /// This, and where it says nothing, the other.
    fn over(self, below: &Extent) -> Extent {
        let limit = if self.limits() > 0 { &self } else { below }.clone();
        Extent {
            positions: self.positions.or(below.positions),
            games: self.games.or(below.games),
            depth: limit.depth,
            nodes: limit.nodes,
            time: limit.time,
            tc: limit.tc,
        }
    }

    pub(super) fn check(&self, kind: Kind, scale: Scale) -> Result<(), String> {
        let here = |reason: String| format!("scale.{scale}: {reason}");
        match kind {
            Kind::Suite => self.effort().map(drop).map_err(here)?,
            Kind::Match => self.limit().map(drop).map_err(here)?,
            Kind::Fit if self.positions.is_none() => return Err(here("expected positions".to_string())),
            Kind::Fit => {}
        }
        match self.games {
            Some(games) if kind == Kind::Match && games % 2 == 0 && (2..=MOST_GAMES).contains(&games) => {}
            None if kind != Kind::Match => {}
            _ if kind == Kind::Match => {
                return Err(here(format!("games: expected an even number from 2 to {MOST_GAMES}")));
            }
            _ => return Err(here(format!("games: a {kind} has none"))),
        }
        match self.positions {
            Some(0) => Err(here("positions: expected at least 1".to_string())),
            _ => Ok(()),
        }
    }

    /// The limit of the searches of a suite.
    pub(super) fn effort(&self) -> Result<Effort, String> {
        let wrong = || Err("expected one of depth, nodes and time (in milliseconds)".to_string());
        match self {
            _ if self.limits() != 1 => wrong(),
            Extent { depth: Some(depth), .. } if (1..=MAX_DEPTH).contains(depth) => Ok(Effort::Depth(*depth)),
            Extent { nodes: Some(nodes), .. } if *nodes > 0 => Ok(Effort::Nodes(*nodes)),
            Extent { time: Some(time), .. } if *time > 0 => Ok(Effort::Time(Duration::from_millis((*time).into()))),
            _ => wrong(),
        }
    }

    /// The limit of the moves of a match.
    pub(super) fn limit(&self) -> Result<Limit, String> {
        match (&self.tc, self.limits()) {
            (Some(control), 1) => Ok(Limit::Control(control.parse::<TimeControl>()?)),
            (None, 1) => Ok(match self.effort()? {
                Effort::Depth(depth) => Limit::Depth(depth),
                Effort::Nodes(nodes) => Limit::Nodes(nodes),
                Effort::Time(time) => Limit::MoveTime(time),
            }),
            _ => Err("expected one of nodes, depth, time (in milliseconds) and tc".to_string()),
        }
    }
}
