//! Tables in Markdown from the JSON summary of an audit.
use serde_json::Value as Json;

/// Makes one table from the summary of an audit.
type Maker = fn(&Json) -> String;

/// What a section of the page may ask for, with the function that makes it.
pub const KINDS: [(&str, Maker); 9] = [
    ("scale", scale),
    ("methods", methods),
    ("first", first),
    ("depths", depths),
    ("travel", travel),
    ("near", near),
    ("overlap", overlap),
    ("law", law),
    ("models", models),
];
/// Rows of a table that shows the first methods of the list only.
const FIRST: usize = 3;
/// Depths that have a column.
const DEPTHS: std::ops::RangeInclusive<i64> = 1..=9;

/// Three significant digits, or fewer behind the point.
fn number(value: f64) -> String {
    let digits = if value == 0.0 { 0 } else { (2 - value.abs().log10().floor() as i32).clamp(0, 3) };
    format!("{value:.*}", digits as usize)
}

fn number_of(value: &Json) -> String {
    value.as_f64().map_or("–".to_string(), number)
}

fn ends(interval: &Json, factor: f64) -> String {
    match (interval[0].as_f64(), interval[1].as_f64()) {
        (Some(low), Some(high)) => format!(" [{}, {}]", number(low * factor), number(high * factor)),
        _ => String::new(),
    }
}

/// A share in percent with its interval; "0 of n" with its bound.
fn rate(rate: &Json) -> String {
    match (rate["value"].as_f64(), rate["hits"].as_u64()) {
        (None, _) => "–".to_string(),
        (Some(_), Some(0)) => {
            let high =
                rate["interval"][1].as_f64().map_or(String::new(), |high| format!(" [≤ {}]", number(high * 100.0)));
            format!("0 of {}{high}", rate["samples"])
        }
        (Some(value), _) => number(value * 100.0) + &ends(&rate["interval"], 100.0),
    }
}

/// A share in percent alone.
fn short(rate: &Json) -> String {
    match (rate["value"].as_f64(), rate["hits"].as_u64()) {
        (None, _) => "–".to_string(),
        (Some(_), Some(0)) => format!("0/{}", rate["samples"]),
        (Some(value), _) => number(value * 100.0),
    }
}

fn text(value: &Json) -> String {
    value.as_str().unwrap_or_default().to_string()
}

fn list(value: &Json) -> impl Iterator<Item = &Json> {
    value.as_array().into_iter().flatten()
}

fn table(head: &[String], rows: impl Iterator<Item = Vec<String>>) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let mut page = line(head) + &line(&vec!["---".to_string(); head.len()]);
    rows.for_each(|row| page += &line(&row));
    page
}

fn words(head: &str) -> Vec<String> {
    head.split('|').map(|word| word.trim().to_string()).collect()
}

/// How much was searched, and what matters most.
fn scale(found: &Json) -> String {
    let (spent, regret) = (&found["spent"], &found["regret"]);
    format!(
        "{} positions, {} nodes; oracle A {} nodes, oracle B {}, repeated searches {}. {} Where leaving out a wrong \
         decision changed the final move, a longer search liked the new move better {} times, worse {}, both alike {}.\n",
        found["positions"],
        found["nodes"],
        spent["a"],
        spent["b"],
        spent["repeated"],
        text(&found["headline"]).replace('\u{a0}', " ").replace('\u{202f}', ","),
        regret["better"],
        regret["worse"],
        regret["equal"],
    )
}

fn methods(found: &Json) -> String {
    let head = "method | decisions a search | judged | undetermined | wrong by A, % | wrong by B, % | wrong a search | \
                loss, mean (median) | reaches the root, %";
    let row = |method: &Json| {
        let loss = &method["loss"];
        let wrong_a_search = number_of(&method["wrong_a_search"]) + &ends(&method["wrong_a_search_interval"], 1.0);
        vec![
            text(&method["method"]),
            number_of(&method["decisions_a_search"]),
            method["samples"].to_string(),
            method["undetermined"].to_string(),
            rate(&method["wrong"]),
            rate(&method["wrong_below"]),
            wrong_a_search,
            if loss.is_null() {
                "–".to_string()
            } else {
                format!("{} ({})", number_of(&loss["mean"]), number_of(&loss["median"]))
            },
            rate(&method["reaches_root"]),
        ]
    };
    table(&words(head), list(&found["methods"]).map(row))
}

/// The head of the list.
fn first(found: &Json) -> String {
    let head = "method | decisions a search | judged | undetermined | wrong by A, % | wrong a search";
    let row = |method: &Json| {
        vec![
            text(&method["method"]),
            number_of(&method["decisions_a_search"]),
            method["samples"].to_string(),
            method["undetermined"].to_string(),
            rate(&method["wrong"]),
            number_of(&method["wrong_a_search"]) + &ends(&method["wrong_a_search_interval"], 1.0),
        ]
    };
    table(&words(head), list(&found["methods"]).take(FIRST).map(row))
}

fn depths(found: &Json) -> String {
    let has = |depth: &i64| {
        list(&found["methods"])
            .flat_map(|method| list(&method["depths"]))
            .any(|at| at["depth"].as_i64() == Some(*depth))
    };
    let shown: Vec<i64> = DEPTHS.filter(has).collect();
    let row = |method: &Json| {
        let at = |depth: &i64| list(&method["depths"]).find(|at| at["depth"].as_i64() == Some(*depth));
        let cells = shown.iter().map(|depth| at(depth).map_or("–".to_string(), |at| short(&at["wrong"])));
        [text(&method["method"])].into_iter().chain(cells).collect()
    };
    let head = ["wrong by A, %, at depth".to_string()].into_iter().chain(shown.iter().map(i64::to_string));
    table(&head.collect::<Vec<_>>(), list(&found["methods"]).map(row))
}

fn travel(found: &Json) -> String {
    let head = "left out | times | node | parent | grandparent | great-grandparent | root | final score | final move";
    let row = |travel: &Json| {
        let mut cells = vec![text(&travel["name"]), travel["moved"]["samples"].to_string()];
        cells.extend(list(&travel["levels"]).map(short));
        cells.extend(["root", "score", "moved"].map(|end| rate(&travel[end])));
        cells
    };
    table(&words(head), list(&found["travel"]).filter(|travel| travel["moved"]["samples"] != 0).map(row))
}

fn near(found: &Json) -> String {
    let row = |band: &Json| {
        let slack = format!("{} to {}", band["slack"][0], band["slack"][1]);
        vec![text(&band["method"]), text(&band["depth"]), slack, rate(&band["wrong"])]
    };
    table(&words("method | depth | slack | wrong if it acts, %"), list(&found["near"]).map(row))
}

fn overlap(found: &Json) -> String {
    let with_others =
        || list(&found["methods"]).filter(|method| method["others"].as_object().is_some_and(|all| !all.is_empty()));
    let mut asked: Vec<&String> =
        with_others().filter_map(|method| method["others"].as_object()).flat_map(|all| all.keys()).collect();
    asked.sort();
    asked.dedup();
    let row = |method: &Json| {
        let cells = asked.iter().map(|name| short(&method["others"][name.as_str()]));
        [text(&method["method"])].into_iter().chain(cells).collect()
    };
    let head = ["cuts of".to_string()].into_iter().chain(asked.iter().map(|name| format!("also by {name}, %")));
    table(&head.collect::<Vec<_>>(), with_others().map(row))
}

fn law(found: &Json) -> String {
    let row = |law: &Json| {
        let (from, to) = (&law["cuts"][0], &law["cuts"][1]);
        let cuts = if from == to { from.to_string() } else { format!("{from} to {to}") };
        vec![cuts, law["fails_low"]["samples"].to_string(), rate(&law["fails_low"])]
    };
    table(&words("shallow cuts | nodes | fail low, %"), list(&found["law"]).map(row))
}

fn models(found: &Json) -> String {
    let row = |group: &Json| {
        let predicted = group["predicted"].as_f64().map_or("–".to_string(), |chance| number(chance * 100.0));
        vec![text(&group["model"]), predicted, group["came"]["samples"].to_string(), rate(&group["came"])]
    };
    table(&words("model | predicted, % | cases | came, %"), list(&found["predictions"]).map(row))
}
