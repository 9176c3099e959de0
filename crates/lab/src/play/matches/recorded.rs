//! The match that a header describes, without its players and openings.
use super::{
    Draw, Kind, Limit, MOST_GAMES, Meetings, Resign, Rules, Settings, Spec, Standing, Stop,
    course::{Course, foreign},
};
use crate::{
    play::openings::Opening,
    study::{
        error::Error,
        record::{self, Run},
        shard::Shard,
    },
};
use niwaki_games::list;
use serde_json::Value as Json;
use std::time::Duration;

/// What a header can ask for at most; a longer schedule is no match.
const LONGEST_SCHEDULE: usize = 100_000_000;

/// The match that a header describes. Its players cannot play, and of its openings only
/// the number is known.
pub fn recorded(header: &Json) -> Option<Settings> {
    let (plan, notes) = (&header["plan"], &header["notes"]);
    let number = |value: &Json| value.as_u64().and_then(|number| usize::try_from(number).ok());
    let players = plan["players"].as_array()?.iter().map(spec).collect::<Option<Vec<Spec>>>()?;
    let openings = number(&plan["openings"]["count"]).filter(|count| (1..=LONGEST_SCHEDULE).contains(count))?;
    let games = number(&notes["games"]).filter(|games| *games <= MOST_GAMES)?;
    let shard = header[record::SHARD].as_str().map_or(Some(Shard::WHOLE), |text| text.parse().ok())?;
    let fits = players.len().checked_pow(2)?.checked_mul(games)? <= LONGEST_SCHEDULE;
    fits.then_some(())?;
    Some(Settings {
        kit: list::find(plan["game"].as_str()?).ok()?,
        players,
        meetings: Meetings::of_plan(plan)?,
        openings: vec![Opening { start: None, moves: Vec::new() }; openings],
        seed: plan["seed"].as_u64()?,
        rules: rules(plan)?,
        games,
        stop: stop(&notes["stop"])?,
        hash: number(&plan["hash"])?,
        jobs: number(&notes["jobs"])?,
        patience: Duration::ZERO,
        shard,
        scale_nps: plan["scale_nps"].as_u64(),
        affinity: false,
        counters: false,
        command: String::new(),
    })
}

/// The match of a run, and the standing after its games.
pub fn standing(run: &Run) -> Result<(Settings, Standing), Error> {
    let course = Course::new(run)?;
    let settings = run.header.as_ref().and_then(recorded).ok_or_else(foreign)?;
    Ok((settings, course.standing))
}

fn spec(json: &Json) -> Option<Spec> {
    Some(Spec { name: json["name"].as_str()?.to_string(), kind: Kind::Recorded(json.clone()) })
}

fn rules(plan: &Json) -> Option<Rules> {
    let numbers = |name: &str| -> Option<Vec<i64>> { plan[name].as_array()?.iter().map(Json::as_i64).collect() };
    let resign = numbers("resign").and_then(|numbers| match numbers[..] {
        [score, count] => Some(Resign { score: score.try_into().ok()?, count: count.try_into().ok()? }),
        _ => None,
    });
    let draw = numbers("draw").and_then(|numbers| match numbers[..] {
        [from_move, count, score] => Some(Draw {
            from_move: from_move.try_into().ok()?,
            count: count.try_into().ok()?,
            score: score.try_into().ok()?,
        }),
        _ => None,
    });
    let margin = Duration::from_millis(plan["margin_ms"].as_u64()?);
    let max_plies = usize::try_from(plan["max_plies"].as_u64()?).ok()?;
    Some(Rules { limit: limit(plan["limit"].as_str()?)?, margin, resign, draw, max_plies, judge: None })
}

/// Reads what [`Limit::describe`] writes.
fn limit(text: &str) -> Option<Limit> {
    let (kind, value) = text.split_once(' ')?;
    Some(match kind {
        "nodes" => Limit::Nodes(value.parse().ok()?),
        "depth" => Limit::Depth(value.parse().ok()?),
        "movetime" => Limit::MoveTime(Duration::from_millis(value.strip_suffix(" ms")?.parse().ok()?)),
        "tc" => Limit::Control(value.parse().ok()?),
        _ => return None,
    })
}

pub(super) fn stop(json: &Json) -> Option<Stop> {
    match (json["sprt"].as_str(), json["until"].as_f64()) {
        (Some(text), _) => Stop::parse_sprt(text).ok(),
        (None, Some(elo)) => Some(Stop::Until(elo)),
        (None, None) => Some(Stop::Games),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn limits_are_read_as_they_are_written() {
        let control = Limit::Control("40/60+0.6".parse().unwrap());
        for known in [Limit::Nodes(5), Limit::Depth(7), Limit::MoveTime(Duration::from_millis(30)), control] {
            assert_eq!(limit(&known.describe()), Some(known));
        }
        assert_eq!((limit("soup 5"), limit("nodes x"), limit("")), (None, None, None));
    }

    #[test]
    fn what_is_no_header_of_a_match_is_refused() {
        assert!(recorded(&json!({})).is_none());
        let endless = json!({ "plan": { "players": [{ "name": "a" }], "openings": { "count": u64::MAX } } });
        assert!(recorded(&endless).is_none());
        assert!(standing(&Run::default()).unwrap_err().to_string().contains("expected the records of a match"));
    }
}
