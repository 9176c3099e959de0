//! A game that was played, and its record.
use super::{Choice, Ending, Pairing, counters::Counters, game::Finished};
use niwaki_search::{
    game::Side,
    node::{Depth, Score},
};
use niwaki_statistics::Outcome;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::Value as Json;
use std::time::Duration;

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Who, and from where.
    pub pairing: Pairing,
    /// The position after the opening, as the game writes it; empty in older records.
    pub start: String,
    /// The side that has the first move after the opening.
    pub begins: Side,
    /// The moves after the opening.
    pub choices: Vec<Choice>,
    /// How it ended.
    pub ending: Ending,
    /// From beginning to end.
    pub time: Duration,
    /// What the methods of each player did in all its moves, in the order of [`Side`].
    pub methods: [Counters; 2],
}

impl Played {
    /// A game that is over. The counters of each move are kept only if that is asked for:
    /// they are many.
    pub(crate) fn new(pairing: Pairing, game: Finished, time: Duration, keep_counters: bool) -> Played {
        let Finished { start, begins, mut choices, ending } = game;
        let mut methods = [Counters::default(), Counters::default()];
        for (ply, choice) in choices.iter_mut().enumerate() {
            methods[(begins.index() + ply) % 2].add(&choice.methods);
            if !keep_counters {
                choice.methods = Counters::default();
            }
        }
        Played { pairing, start, begins, choices, ending, time, methods }
    }

    /// The result, seen by one of its players.
    pub(crate) fn outcome_of(&self, player: usize) -> Outcome {
        match self.ending.winner {
            None => Outcome::Draw,
            Some(winner) if self.pairing.players[winner.index()] == player => Outcome::Win,
            Some(_) => Outcome::Loss,
        }
    }

    /// The game as a record.
    pub fn to_record(&self) -> Json {
        serde_json::to_value(self).unwrap_or_default()
    }

    fn fields(&self) -> Fields {
        let moves: Vec<&str> = self.choices.iter().map(|choice| choice.m.as_str()).collect();
        let has_counters = self.choices.iter().any(|choice| !choice.methods.is_empty());
        let counters = self.choices.iter().filter(|_| has_counters).map(|choice| choice.methods.to_record());
        Fields {
            game: self.pairing.number,
            players: self.pairing.players,
            opening: self.pairing.opening,
            start: self.start.clone(),
            begins: self.begins.index(),
            result: self.result().to_string(),
            reason: self.ending.reason.clone(),
            detail: self.ending.detail.clone(),
            margin: self.ending.margin,
            moves: moves.join(" "),
            scores: self.choices.iter().map(|choice| choice.score).collect(),
            depths: self.choices.iter().map(|choice| choice.depth).collect(),
            nodes: self.choices.iter().map(|choice| choice.nodes).collect(),
            microseconds: self.choices.iter().map(|choice| choice.time.as_micros() as u64).collect(),
            total_microseconds: self.time.as_micros() as u64,
            methods: self.methods.each_ref().map(Counters::to_record),
            counters: counters.collect(),
        }
    }

    /// `None` where the fields make no sense together.
    fn from_fields(fields: &Fields) -> Option<Played> {
        let pairing = Pairing { number: fields.game, players: fields.players, opening: fields.opening };
        let choice = |(index, m): (usize, &str)| {
            Some(Choice {
                m: m.to_string(),
                score: *fields.scores.get(index)?,
                depth: *fields.depths.get(index)?,
                nodes: *fields.nodes.get(index)?,
                time: Duration::from_micros(*fields.microseconds.get(index)?),
                methods: Counters::from_record(fields.counters.get(index).unwrap_or(&Json::Null))?,
            })
        };
        let choices = fields.moves.split_whitespace().enumerate().map(choice).collect::<Option<_>>()?;
        let winner = match fields.result.as_str() {
            "1-0" => Some(Side::First),
            "0-1" => Some(Side::Second),
            "1/2-1/2" => None,
            _ => return None,
        };
        let time = Duration::from_micros(fields.total_microseconds);
        let begins = if fields.begins == 0 { Side::First } else { Side::Second };
        let methods = [Counters::from_record(&fields.methods[0])?, Counters::from_record(&fields.methods[1])?];
        let ending =
            Ending { winner, reason: fields.reason.clone(), detail: fields.detail.clone(), margin: fields.margin };
        let different = fields.players[0] != fields.players[1];
        let start = fields.start.clone();
        different.then_some(Played { pairing, start, begins, choices, ending, time, methods })
    }

    /// The result: `1-0`, `0-1` or `1/2-1/2`.
    pub fn result(&self) -> &'static str {
        match self.ending.winner {
            Some(Side::First) => "1-0",
            Some(Side::Second) => "0-1",
            None => "1/2-1/2",
        }
    }
}

/// A game as it stands in records. What belongs to a move stands in lists, one entry a move.
#[derive(Serialize, Deserialize)]
struct Fields {
    /// Number of the game in the schedule, from 0; games 2n and 2n + 1 are a pair.
    game: usize,
    /// Places of the players in the header, the side that begins from the start position first.
    players: [usize; 2],
    /// Place of the opening.
    opening: usize,
    /// The position after the opening, from which `moves` continue, as the game writes it; older
    /// records have none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    start: String,
    /// 0 if that side has the first move after the opening, else 1.
    begins: usize,
    /// `1-0`, `0-1` or `1/2-1/2`.
    result: String,
    /// Why it ended, in a word or two.
    reason: String,
    /// What happened, if the reason does not say it all.
    detail: Option<String>,
    /// By how many units, such as discs, the side that begins won, where games have margins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    margin: Option<i32>,
    /// The moves after the opening, with spaces between them.
    moves: String,
    /// Score of each move for its player; null if it said none.
    scores: Vec<Option<Score>>,
    /// Depth of each move.
    depths: Vec<Depth>,
    /// Nodes of each move.
    nodes: Vec<u64>,
    /// Time of each move.
    microseconds: Vec<u64>,
    /// Time from beginning to end.
    total_microseconds: u64,
    /// What the methods of each side did in all its moves; older records have none.
    #[serde(default)]
    methods: [Json; 2],
    /// What the methods did in each move, if `--pgn-counters` asked for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    counters: Vec<Json>,
}

impl Serialize for Played {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.fields().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Played {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Played, D::Error> {
        let fields = Fields::deserialize(deserializer)?;
        Played::from_fields(&fields).ok_or_else(|| de::Error::custom("expected a game of a match"))
    }
}
