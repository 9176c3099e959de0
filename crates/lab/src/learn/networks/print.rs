//! The record in tables: for a terminal, for a document, and for programs.
use super::{Class, History, Match, Network, SEED, rate};
use crate::report::{align, grouped, signed};
use niwaki_statistics::{Interval, elo::Estimate, sprt};
use serde_json::{Value as Json, json};

/// Stands where nothing is known.
const NOTHING: &str = "-";

const HEAD: [&str; 9] = [
    "network",
    "generation",
    "width",
    "positions",
    "soft nodes",
    "held-out loss",
    "Elo at fixed nodes (95 %)",
    "Elo by the clock (95 %)",
    "verdict",
];
const MATCH_HEAD: [&str; 7] = ["network", "opponent", "limit", "games", "pairs 0, ½, 1, 1½, 2", "Elo (95 %)", "SPRT"];
const RUN_HEAD: [&str; 6] = ["games", "played by", "soft nodes", "seed", "number", "positions"];
const TRAINING_HEAD: [&str; 10] = [
    "network",
    "learned from",
    "began as",
    "epochs",
    "batch",
    "lambda",
    "seed",
    "rounding, cp",
    "trainer",
    "fingerprint",
];

/// Text, or a stroke where there is none.
fn or_nothing(text: Option<impl ToString>) -> String {
    text.map_or_else(|| NOTHING.to_string(), |text| text.to_string())
}

/// A difference with its interval.
fn elo_words(estimate: Option<Estimate>) -> String {
    let Some(Estimate { value, interval }) = estimate else { return NOTHING.to_string() };
    let reach = interval.map(Interval::reach);
    let ends = |Interval { low, high }| format!(" ({} to {})", signed(low, reach), signed(high, reach));
    format!("{}{}", signed(value, reach), interval.map(ends).unwrap_or_default())
}

/// The seed, then every network.
fn rows(history: &History) -> Vec<Vec<String>> {
    let ratings = Class::ALL.map(|class| rate(history, class));
    let mut seed = vec![NOTHING.to_string(); HEAD.len()];
    seed[0] = SEED.to_string();
    (6..8).for_each(|column| seed[column] = "0".to_string());
    let row = |(index, network): (usize, &Network)| {
        let mut depths: Vec<u64> = history.runs_of(network).map(|run| run.soft).collect();
        depths.sort_unstable();
        depths.dedup();
        let depths = depths.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        vec![
            network.name.clone(),
            network.generation.to_string(),
            network.width.to_string(),
            or_nothing(network.positions.map(grouped)),
            or_nothing(Some(depths).filter(|text| !text.is_empty())),
            or_nothing(network.held_out_loss.map(|loss| format!("{loss:.5}"))),
            elo_words(ratings[0][index]),
            elo_words(ratings[1][index]),
            network.verdict.to_string(),
        ]
    };
    [seed].into_iter().chain(history.networks.iter().enumerate().map(row)).collect()
}

fn match_row((network, found): (&Network, &Match)) -> Vec<String> {
    let pairs = |pairs: [u64; 5]| pairs.map(|count| count.to_string()).join(", ");
    vec![
        network.name.clone(),
        found.opponent.clone(),
        found.limit.clone(),
        or_nothing(found.games().map(grouped)),
        or_nothing(found.pairs.map(pairs)),
        elo_words(found.elo()),
        or_nothing(
            found
                .test()
                .map(|([low, high], ratio, verdict)| format!("[{low}, {high}]: {}, LLR {ratio:.2}", decision(verdict))),
        ),
    ]
}

fn decision(verdict: sprt::Verdict) -> &'static str {
    match verdict {
        sprt::Verdict::AcceptH0 => "not passed",
        sprt::Verdict::AcceptH1 => "passed",
        sprt::Verdict::Continue => "open",
    }
}

fn run_rows(history: &History) -> Vec<Vec<String>> {
    let row = |run: &super::Run| {
        vec![
            run.name.clone(),
            run.player.clone(),
            run.soft.to_string(),
            or_nothing(run.seed),
            or_nothing(run.games.map(grouped)),
            or_nothing(run.positions.map(grouped)),
        ]
    };
    history.runs.iter().map(row).collect()
}

fn training_row(network: &Network) -> Vec<String> {
    vec![
        network.name.clone(),
        or_nothing(Some(network.data.join(", ")).filter(|text| !text.is_empty())),
        or_nothing(network.start.as_deref()),
        or_nothing(network.epochs),
        or_nothing(network.batch),
        or_nothing(network.lambda),
        or_nothing(network.seed),
        or_nothing(network.rounding.map(|rounding| format!("{rounding:.2}"))),
        or_nothing(network.commit.as_deref()),
        or_nothing(network.fingerprint.as_deref()),
    ]
}

/// All networks, in lines for people.
pub fn table(history: &History) -> Vec<String> {
    align(&HEAD, &rows(history), 1)
}

/// All matches, in lines for people.
pub fn matches(history: &History) -> Vec<String> {
    align(&MATCH_HEAD, &history.all_matches().map(match_row).collect::<Vec<_>>(), 3)
}

/// All tables, for a document.
pub fn markdown(history: &History) -> String {
    let matches: Vec<Vec<String>> = history.all_matches().map(match_row).collect();
    let training: Vec<Vec<String>> = history.networks.iter().map(training_row).collect();
    let mut text = markdown_table("All networks:", &HEAD, &rows(history));
    let notes = history.networks.iter().filter_map(|network| Some((&network.name, network.note.as_ref()?)));
    let notes: String = notes.map(|(name, note)| format!("- `{name}`: {}\n", one_line(note))).collect();
    text += &if notes.is_empty() { notes } else { format!("{notes}\n") };
    text += &markdown_table("All matches, as the network saw them:", &MATCH_HEAD, &matches);
    text += &markdown_table("Training games:", &RUN_HEAD, &run_rows(history));
    text += &markdown_table("Training:", &TRAINING_HEAD, &training);
    text.truncate(text.trim_end().len());
    text + "\n"
}

fn markdown_table(title: &str, head: &[&str], rows: &[Vec<String>]) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let head_line = line(head.iter().map(ToString::to_string).collect());
    let rule = line(vec!["---".to_string(); head.len()]);
    let rows: String =
        rows.iter().map(|row| line(row.iter().map(|cell| one_line(cell).replace('|', "\\|")).collect())).collect();
    format!("{title}\n\n{head_line}{rule}{rows}\n")
}

fn one_line(text: &str) -> String {
    // Thin gaps between thousands are kept: they are no breaks.
    text.split(['\n', '\r', '\t', ' ']).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The record and what is computed from it, as one JSON object.
pub fn json(history: &History) -> Json {
    let ratings = Class::ALL.map(|class| rate(history, class));
    let networks = history.networks.iter().enumerate().map(|(index, network)| {
        let mut object = serde_json::to_value(network).unwrap_or_default();
        let [nodes, clock] = [0, 1].map(|class: usize| estimate_json(ratings[class][index]));
        object["elo"] = json!({ "fixed_nodes": nodes, "clock": clock });
        object["matches"] = network.matches().map(match_json).collect();
        object
    });
    json!({ "networks": networks.collect::<Vec<_>>(), "runs": history.runs })
}

fn match_json(found: &Match) -> Json {
    let test = found
        .test()
        .map(|(hypotheses, ratio, verdict)| json!({ "elo": hypotheses, "llr": ratio, "decision": decision(verdict) }));
    json!({
        "opponent": found.opponent,
        "limit": found.limit,
        "class": found.class().map(|class| class.to_string()),
        "games": found.games(),
        "pairs": found.pairs,
        "elo": estimate_json(found.elo()),
        "sprt": test,
    })
}

fn estimate_json(estimate: Option<Estimate>) -> Json {
    let ends = |interval: Interval| [interval.low, interval.high];
    estimate.map_or(Json::Null, |found| json!({ "value": found.value, "interval": found.interval.map(ends) }))
}
