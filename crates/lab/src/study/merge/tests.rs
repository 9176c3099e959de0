use super::*;
use crate::{scratch::Scratch, studies::ALL};

/// A run in a folder below: its header and its records.
fn write_run(scratch: &Scratch, name: &str, header: &Json, records: &[Json]) -> PathBuf {
    let folder = scratch.path.join(name);
    fs::create_dir_all(&folder).unwrap();
    let lines: Vec<String> = [header]
        .into_iter()
        .chain(records)
        .map(|line| {
            format!(
                "{line}
"
            )
        })
        .collect();
    fs::write(folder.join(FILE), lines.concat()).unwrap();
    folder
}

fn header(shard: &str) -> Json {
    let recipes = json!([{ "name": "a" }, { "name": "b" }]);
    let plan = json!({ "recipes": recipes, "suite": { "positions": 3 } });
    let notes = json!({ "repeat": format!("niwaki compare a b --shard {shard} --out x") });
    json!({ "command": "compare", "niwaki": "1", "commit": "c", "plan": plan, "shard": shard, "notes": notes })
}

fn record(job: usize, seconds: f64) -> Json {
    let recipe = ["a", "b"][job / 3];
    json!({ "recipe": recipe, "number": job % 3 + 1, "nodes": 10 * job, "seconds": seconds })
}

fn refused(out: &Path, folders: &[&PathBuf], expected: &str) {
    let folders: Vec<PathBuf> = folders.iter().map(|folder| folder.to_path_buf()).collect();
    let message = merge(&ALL, out, &folders, false).unwrap_err().to_string();
    assert!(message.contains(expected) && !message.contains('\n'), "{expected}: {message}");
}

#[test]
fn parts_become_the_whole_in_the_order_of_the_jobs() {
    let folder = Scratch::new();
    let one = write_run(&folder, "one", &header("1/2"), &[record(4, 0.1), record(0, 0.2), record(2, 0.3)]);
    let two = write_run(&folder, "two", &header("2/2"), &[record(1, 0.1), record(3, 0.2), record(5, 0.3)]);
    let out = folder.path.join("out");
    merge(&ALL, &out, &[two.clone(), one.clone(), one.clone()], false).unwrap();
    let run = record::read(&out).unwrap();
    let whole = run.header.unwrap();
    assert_eq!((whole.get(SHARD), &whole["plan"]), (None, &header("1/2")["plan"]));
    assert_eq!(whole["notes"]["repeat"], "niwaki compare a b --out x");
    let numbers = run.records.iter().map(|record| record["nodes"].as_u64().unwrap());
    assert!(numbers.eq((0..6).map(|job| 10 * job)));
    refused(&out, &[&one, &two], "out: expected a folder that is empty or not there");
    refused(&one.join(FILE), &[&one, &two], "expected a folder");
}

#[test]
fn what_does_not_fit_is_refused_with_the_reason() {
    let folder = Scratch::new();
    let out = folder.path.join("out");
    let one = write_run(&folder, "one", &header("1/2"), &[record(0, 0.1), record(2, 0.1), record(4, 0.1)]);
    let two = write_run(&folder, "two", &header("2/2"), &[record(1, 0.1), record(3, 0.1), record(5, 0.1)]);
    let short = write_run(&folder, "short", &header("2/2"), &[record(1, 0.1)]);
    refused(&out, &[&one], "part 2/2 is missing");
    refused(&out, &[&one, &short], "short: 1 of 3 results are there");
    let again = write_run(&folder, "again", &header("2/2"), &[record(1, 0.1), record(1, 0.2), record(1, 0.3)]);
    refused(&out, &[&one, &again], "again: 1 of 3 results are there");
    for (key, value, difference) in [
        ("niwaki", json!("2"), "niwaki was \"1\", now it is \"2\""),
        ("commit", json!("d"), "commit was \"c\""),
        (
            "plan",
            json!({ "recipes": [{ "name": "a" }, { "name": "z" }], "suite": { "positions": 3 } }),
            "plan.recipes[1].name was \"b\"",
        ),
    ] {
        let mut other = header("2/2");
        other[key] = value;
        let other = write_run(&folder, "other", &other, &[record(1, 0.1)]);
        refused(&out, &[&one, &other], &format!("other: not of the same run as {}: {difference}", one.display()));
    }
    let thirds = write_run(&folder, "thirds", &header("2/3"), &[record(1, 0.1)]);
    refused(&out, &[&one, &thirds], "of 2 and of 3 parts");
    let stray = write_run(&folder, "stray", &header("2/2"), &[record(1, 0.1), record(2, 0.1)]);
    refused(&out, &[&one, &stray], "line 3: expected a record of part 2/2");
    let mut changed = record(3, 0.1);
    changed["nodes"] = json!(7);
    let changed = write_run(&folder, "changed", &header("2/2"), &[record(1, 0.7), changed]);
    refused(&out, &[&one, &two, &changed], "line 3: another result than in ");
    let foreign = write_run(&folder, "foreign", &json!({ "command": "tune", "plan": {} }), &[]);
    refused(&out, &[&foreign], "foreign: expected the records of a run that can be shared among machines");
    refused(&out, &[&folder.path.join("gone")], "cannot open the records");
    assert!(!out.exists(), "nothing is written");
    merge(&ALL, &out, &[one, short], true).unwrap();
    assert_eq!(record::read(&out).unwrap().records.len(), 4);
}

#[test]
fn doubtful_parts_are_joined_with_a_word_about_them() {
    let folder = Scratch::new();
    let doubts = |name: &str, limit: &str, models: [&str; 2], commit: &str| {
        // The figure behind a model is the speed.
        let part = |index: usize, jobs: [usize; 3]| {
            let mut header = header(&format!("{index}/2"));
            header["plan"]["limit"] = json!(limit);
            let (model, speed) = models[index - 1].split_once('/').unwrap_or((models[index - 1], "100"));
            header["machine"] = json!({ "model": model, SPEED: speed.parse::<u64>().unwrap() });
            header["commit"] = json!(commit);
            write_run(&folder, &format!("{name}{index}"), &header, &jobs.map(|job| record(job, 0.1)))
        };
        let parts = [part(1, [0, 2, 4]), part(2, [1, 3, 5])];
        merge(&ALL, &folder.path.join(name), &parts, false).unwrap()
    };
    assert!(doubts("nodes", "1000 nodes", ["A", "B"], "c").is_empty());
    assert!(doubts("same", "500 ms", ["A", "A"], "c").is_empty());
    for limit in ["500 ms", "movetime 10 ms", "tc 10+0.1"] {
        let found = doubts(&limit.replace(' ', "-"), limit, ["A", "B"], "c");
        assert!(found.len() == 1 && found[0].ends_with("another processor than the first part: B, not A"), "{found:?}");
    }
    assert!(doubts("nearly", "500 ms", ["A/100", "A/120"], "c").is_empty());
    assert!(doubts("counted", "1000 nodes", ["A/100", "A/200"], "c").is_empty());
    let found = doubts("slower", "500 ms", ["A/200", "A/100"], "c");
    assert!(found.len() == 1 && found[0].ends_with("a slower machine than another part: 100 nodes/s, not 200"));
    let found = doubts("unknown", "1000 nodes", ["A", "A"], "unknown");
    assert!(found.len() == 1 && found[0].contains("unknown1: made by a program of unknown commit"), "{found:?}");
}

#[test]
fn what_an_interrupted_merge_has_left_is_not_in_the_way() {
    let folder = Scratch::new();
    let all: Vec<Json> = (0..6).map(|job| record(job, 0.0)).collect();
    let whole = write_run(&folder, "whole", &header("1/1"), &all);
    let out = folder.path.join("out");
    fs::create_dir_all(&out).unwrap();
    fs::write(out.join(UNFINISHED), "half").unwrap();
    let other = fs::File::open(out.join(UNFINISHED)).unwrap();
    other.lock().unwrap();
    refused(&out, &[&whole], "another run is writing to this file");
    drop(other);
    merge(&ALL, &out, &[whole], false).unwrap();
    assert_eq!(record::read(&out).unwrap().records, all);
    assert!(!out.join(UNFINISHED).exists());
}
