//! The records of a fit: the positions, then the scores of each of them by depth.
use super::{COMMAND, Sample, Settings, Source};
use crate::{
    measure::suite,
    report::Unreadable,
    study::{
        record::{self, Plan},
        shard::Shard,
    },
};
use niwaki_search::{
    knowledge::prob_cut::STAGES,
    node::{Depth, MAX_DEPTH, Score},
};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

/// What is recorded of a fit.
#[derive(Default)]
pub(super) struct Recorded {
    /// The positions, once they are found.
    pub(super) positions: Option<Vec<String>>,
    /// What came of those that were searched, by number; `None`: left out.
    pub(super) samples: BTreeMap<usize, Option<Sample>>,
}

/// What the run is, for its records. `command` repeats it.
pub fn plan(settings: &Settings, command: &str) -> Result<Plan, String> {
    let source = match &settings.source {
        Source::File(file) => {
            let read = suite::read(file).map_err(|error| error.to_string())?;
            let text: Vec<String> = read.iter().map(|epd| epd.board.fen()).collect();
            json!({ "words": settings.source.words(), "hash": record::hash(text.join("\n").as_bytes()) })
        }
        Source::SelfPlay { .. } => json!({ "words": settings.source.words() }),
    };
    let decides = json!({
        "what": "probcut",
        "game": settings.game,
        "recipe": settings.recipe.to_json(),
        "pairs": settings.pairs.iter().map(|depths| [depths.shallow, depths.height]).collect::<Vec<_>>(),
        "source": source,
        "few": settings.few.map(|few| json!([few.above, few.count])),
        "bounds": settings.bounds,
        "hash": settings.hash,
    });
    let notes = json!({ "jobs": settings.jobs, "repeat": command });
    Ok(Plan { command: COMMAND, decides, notes, shard: Shard::WHOLE })
}

/// The record of the positions, the first of all.
pub(super) fn positions(positions: &[String]) -> Json {
    json!({ "positions": positions })
}

/// The record of one position.
pub(super) fn sample(number: usize, sample: Option<&Sample>) -> Json {
    match sample {
        Some(Sample { stage, scores }) => json!({ "number": number, "stage": stage, "scores": scores }),
        None => json!({ "number": number, "left_out": true }),
    }
}

/// Reads all records.
pub(super) fn read(records: &[Json]) -> Result<Recorded, Unreadable> {
    let mut recorded = Recorded::default();
    for (index, record) in records.iter().enumerate() {
        // The first line is the header.
        let wrong = || Unreadable::Record { line: index + 2, expected: "positions or scores of a fit" };
        if let Some(list) = record["positions"].as_array() {
            let texts = list.iter().map(|text| text.as_str().map(str::to_string)).collect::<Option<Vec<_>>>();
            recorded.positions = Some(texts.ok_or_else(wrong)?);
            continue;
        }
        let number = record["number"].as_u64().ok_or_else(wrong)? as usize;
        let sample = match record["left_out"] == true {
            true => None,
            false => Some(read_sample(record).ok_or_else(wrong)?),
        };
        recorded.samples.insert(number, sample);
    }
    Ok(recorded)
}

fn read_sample(record: &Json) -> Option<Sample> {
    let stage = record["stage"].as_u64().filter(|stage| *stage < STAGES.len() as u64)? as usize;
    let score = |value: &Json| match value {
        Json::Null => Some(None),
        value => Some(Some(Score::try_from(value.as_i64()?).ok()?)),
    };
    let scores = record["scores"].as_array().filter(|scores| scores.len() <= MAX_DEPTH as usize + 1)?;
    Some(Sample { stage, scores: scores.iter().map(score).collect::<Option<_>>()? })
}

/// A pair of depths in a plan.
pub(super) fn read_depths(value: &Json) -> Option<super::Depths> {
    let [shallow, height] = value.as_array()?.as_slice() else { return None };
    let depth = |value: &Json| Depth::try_from(value.as_u64()?).ok().filter(|depth| *depth <= MAX_DEPTH);
    Some(super::Depths { shallow: depth(shallow)?, height: depth(height)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_read_back_and_nonsense_is_named() {
        let found = Sample { stage: 1, scores: vec![Some(-5), None, Some(30)] };
        let records = [positions(&["a".to_string(), "b".to_string()]), sample(0, None), sample(1, Some(&found))];
        let read_back = read(&records).unwrap();
        assert_eq!(read_back.positions.unwrap(), ["a", "b"]);
        assert_eq!(read_back.samples, [(0, None), (1, Some(found))].into());
        for wrong in [json!({}), json!({ "number": 1, "stage": 2, "scores": [] }), json!({ "positions": [3] })] {
            let message = read(&[sample(0, None), wrong]).err().unwrap().to_string();
            assert_eq!(message, "line 3: expected positions or scores of a fit");
        }
    }
}
