//! A game that was played, and its record.
use super::{Choice, Ending, Pairing, counters::Counters};
use niwaki_search::game::Side;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::{Value as Json, json};
use std::time::Duration;

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Who, and from where.
    pub pairing: Pairing,
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
    pub(super) fn new(
        pairing: Pairing,
        (begins, mut choices, ending): (Side, Vec<Choice>, Ending),
        time: Duration,
        keep_counters: bool,
    ) -> Played {
        let mut methods = [Counters::default(), Counters::default()];
        for (ply, choice) in choices.iter_mut().enumerate() {
            methods[(begins.index() + ply) % 2].add(&choice.methods);
            if !keep_counters {
                choice.methods = Counters::default();
            }
        }
        Played { pairing, begins, choices, ending, time, methods }
    }

    /// The game as a record.
    pub fn to_record(&self) -> Json {
        let each = |value: &dyn Fn(&Choice) -> Json| Json::Array(self.choices.iter().map(value).collect());
        let moves: Vec<&str> = self.choices.iter().map(|choice| choice.m.as_str()).collect();
        let mut record = json!({
            "game": self.pairing.number,
            "players": self.pairing.players,
            "opening": self.pairing.opening,
            "begins": self.begins.index(),
            "result": self.result(),
            "reason": self.ending.reason,
            "detail": self.ending.detail,
            "moves": moves.join(" "),
            "scores": each(&|choice| json!(choice.score)),
            "depths": each(&|choice| json!(choice.depth)),
            "nodes": each(&|choice| json!(choice.nodes)),
            "microseconds": each(&|choice| json!(choice.time.as_micros() as u64)),
            "total_microseconds": self.time.as_micros() as u64,
            "methods": self.methods.each_ref().map(Counters::to_record),
        });
        if self.choices.iter().any(|choice| !choice.methods.is_empty()) {
            record["counters"] = each(&|choice| choice.methods.to_record());
        }
        record
    }

    /// Reads a record. Those that were made before counters were kept have none.
    fn from_record(record: &Json) -> Option<Played> {
        let number = |value: &Json| value.as_u64().and_then(|number| usize::try_from(number).ok());
        let [one, two] = record["players"].as_array()?.as_slice() else { return None };
        let (players, opening) = ([number(one)?, number(two)?], number(&record["opening"])?);
        let pairing = Pairing { number: number(&record["game"])?, players, opening };
        let list = |name: &str| record[name].as_array();
        let (scores, depths) = (list("scores")?, list("depths")?);
        let (nodes, times) = (list("nodes")?, list("microseconds")?);
        let choice = |(index, m): (usize, &str)| {
            Some(Choice {
                m: m.to_string(),
                score: scores.get(index)?.as_i64().map(|score| score as i32),
                depth: depths.get(index)?.as_i64()? as i32,
                nodes: nodes.get(index)?.as_u64()?,
                time: Duration::from_micros(times.get(index)?.as_u64()?),
                methods: Counters::from_record(&record["counters"][index])?,
            })
        };
        let choices = record["moves"].as_str()?.split_whitespace().enumerate().map(choice).collect::<Option<_>>()?;
        let winner = match record["result"].as_str()? {
            "1-0" => Some(Side::First),
            "0-1" => Some(Side::Second),
            "1/2-1/2" => None,
            _ => return None,
        };
        let reason = record["reason"].as_str()?.to_string();
        let detail = record["detail"].as_str().map(str::to_string);
        let time = Duration::from_micros(record["total_microseconds"].as_u64()?);
        let begins = if record["begins"].as_u64()? == 0 { Side::First } else { Side::Second };
        let methods = [Counters::from_record(&record["methods"][0])?, Counters::from_record(&record["methods"][1])?];
        let different = players[0] != players[1];
        let ending = Ending { winner, reason, detail };
        different.then_some(Played { pairing, begins, choices, ending, time, methods })
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

/// A game stands in records as [`Played::to_record`] writes it.
impl Serialize for Played {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_record().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Played {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Played, D::Error> {
        let record = Json::deserialize(deserializer)?;
        Played::from_record(&record).ok_or_else(|| de::Error::custom("expected a game of a match"))
    }
}
