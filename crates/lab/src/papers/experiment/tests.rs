use super::*;
use crate::scratch::Scratch;
use crate::study::{self, error::Error, shard::Shard};
use std::{fs, path::Path};

/// A comparison, matches and a fit, each as small as can be.
const TINY: &str = r#"
id = "tiny"
title = "A tiny experiment"
hash = 1

[[part]]
name = "suite"
kind = "suite"
base = "none"
second_base = "null-move"
method = "null_move"
columns = ["nodes", "nodes_percent", "nodes_percent_second", "solved", "solved_percent", "method_rate", "depth"]
headline = "nodes_percent"
paper_positions = 10
scale.quick = { positions = 3, depth = 3 }
[[part.row]]
name = "nothing"
recipe = "none"
paper = { nodes_percent = 100, solved = 5 }
[[part.row]]
name = "null move"
recipe = "null-move"
paper = { nodes_percent = 60.5, solved = 4, method_rate = [40, 60] }
[[part.row]]
name = "null move from depth 4"
recipe = "null-move"
set = ["null_move.min_depth=4"]
paper = { nodes_percent = 80 }
[[part.row]]
name = "deeper"
recipe = "null-move"
scale.quick = { depth = 2 }
paper = { nodes_percent = "fewer" }
[[part.row]]
name = "other positions"
recipe = "null-move"
suite = "OWN"
paper = { nodes = 7 }

[[part]]
name = "games"
kind = "match"
columns = ["points", "results", "percent", "percent_heinz", "elo", "elo_student", "ratio"]
opponent = { name = "somebody", stand_in = "none" }
scale.quick = { games = 4, nodes = 60 }
[[part.row]]
name = "first"
players = ["niwaki", "none"]
paper = { percent = 55.5, elo = { value = 38, plus_minus = 20 } }
[[part.row]]
name = "second"
players = ["null-move", "opponent"]
paper = { percent = 45 }
[[part.row]]
name = "both"
sum = ["first", "second"]
[[part.row]]
name = "elsewhere"
only = "another program"
paper = { percent = 51 }
[[part.row]]
name = "hopscotch"
players = ["none", "null-move"]
game = "hopscotch"

[[part]]
name = "fit"
kind = "fit"
recipe = "null-move"
columns = ["a", "b", "sigma", "r", "n"]
scale.quick = { positions = 12 }
[[part.row]]
name = "(1,2)"
shallow = 1
height = 2
bound = 2000
paper = { a = 1.0, r = 0.9 }
"#;

fn note() -> Note {
    let command = "niwaki experiment run tiny.toml".to_string();
    Note { scale: Scale::Quick, command, positions: Default::default(), openings: None, opponent: None }
}

fn play(folder: &Path, jobs: usize, shard: &str) -> Vec<Table> {
    let experiment = Experiment::parse("tiny.toml", TINY).unwrap();
    let plan = Plan::new(experiment.clone(), note(), jobs, shard.parse::<Shard>().unwrap()).unwrap();
    prepare(folder, TINY, &note()).unwrap();
    run(&plan, folder, &study::progress::Progress::hidden()).unwrap();
    tables(folder, &experiment, &note()).unwrap()
}

fn ours(tables: &[Table], table: usize, line: usize) -> Vec<&str> {
    let cells = &tables[table].lines[line].cells;
    cells.iter().map(|cell| cell.ours.as_ref().map_or("-", |ours| ours.text.as_str())).collect()
}

#[test]
fn all_three_kinds_run_and_stand_beside_the_paper() {
    let folder = Scratch::new();
    let tables = play(&folder.path, 2, "1/1");
    assert_eq!(tables.len(), 3);
    let base = ours(&tables, 0, 0);
    assert_eq!((base[1], base[4]), ("100.0", "100.0"));
    let line = &tables[0].lines[1];
    assert_eq!(line.cells[1].paper.as_deref(), Some("60.5"));
    assert_eq!(line.cells[3].paper.as_deref(), Some("4/10"));
    assert_eq!(line.cells[5].paper.as_deref(), Some("40 to 60"));
    assert!(line.cells[1].ours.as_ref().unwrap().interval.is_some() && !ours(&tables, 0, 1).contains(&"-"));
    // The base says nothing about agreement, words cannot, and the other two can.
    assert_eq!(tables[0].agreement().unwrap().rows, 2);
    assert!(ours(&tables, 0, 3)[1] != "-" && ours(&tables, 0, 4).iter().all(|text| *text == "-"));
    assert!(tables[0].lines[4].notes[0].contains("--positions OWN=FILE"));
    let sum = |line: usize| ours(&tables, 1, line)[0].split_once('\u{2013}').unwrap().0.parse::<f64>().unwrap();
    assert_eq!(sum(2), sum(0) + sum(1));
    assert_eq!(tables[1].lines[1].notes, ["the recipe none plays for somebody; --opponent uci:FILE"]);
    assert_eq!(tables[1].lines[3].notes, ["another program"]);
    assert_eq!(tables[1].lines[4].notes, ["the game hopscotch is not in the program"]);
    assert!(ours(&tables, 2, 0).iter().all(|text| *text != "-"));
}

#[test]
fn a_run_that_was_cut_off_gives_the_same_tables_whatever_the_jobs_and_shards() {
    let folder = Scratch::new();
    let whole = play(&folder.path, 1, "1/1");
    let place = |name: &str| folder.path.join(name).join(crate::study::record::FILE);
    for name in ["suite/depth-3-of-3", "games/01-first"] {
        let text = fs::read_to_string(place(name)).unwrap();
        fs::write(place(name), &text[..text.len() / 2]).unwrap();
    }
    fs::remove_file(place("fit")).unwrap();
    assert_eq!(play(&folder.path, 3, "1/1"), whole);
    let shards = Scratch::new();
    let half = play(&shards.path, 1, "2/2");
    assert!(
        half != whole
            && half.iter().flat_map(|table| &table.lines).any(|line| line.notes.contains(&"not run yet".into()))
    );
    assert_eq!(play(&shards.path, 1, "1/2"), whole);
}

#[test]
fn parts_in_folders_of_their_own_are_joined_to_the_same_tables() {
    let experiment = Experiment::parse("tiny.toml", TINY).unwrap();
    let (whole, joined) = (Scratch::new(), Scratch::new());
    let parts = [Scratch::new(), Scratch::new()];
    let tables_of_whole = play(&whole.path, 2, "1/1");
    play(&parts[0].path, 1, "1/2");
    play(&parts[1].path, 1, "2/2");
    let folders = parts.each_ref().map(|part| part.path.clone());
    let message = |result: Result<(), Error>| result.unwrap_err().to_string();
    assert!(message(join(&joined.path, &folders[..1], false)).contains("no part has done this"));
    join(&joined.path, &folders, false).unwrap();
    assert_eq!(tables(&joined.path, &experiment, &note()).unwrap(), tables_of_whole);
    assert!(message(join(&joined.path, &folders, false)).contains("empty or not there"));
    let other = Scratch::new();
    prepare(&other.path, TINY, &Note { scale: Scale::Paper, ..note() }).unwrap();
    let mixed = [folders[0].clone(), other.path.clone()];
    assert!(message(join(&joined.path.join("new"), &mixed, true)).contains("another experiment, scale or input"));
}

#[test]
fn the_report_is_made_from_the_folder_alone_and_another_run_is_refused_there() {
    let folder = Scratch::new();
    let tables = play(&folder.path, 2, "1/1");
    let (experiment, found) = read_folder(&folder.path).unwrap();
    assert_eq!(found, note());
    assert_eq!(super::tables(&folder.path, &experiment, &found).unwrap(), tables);
    let text = page(&experiment, &found, &tables);
    for word in ["<svg ", "niwaki experiment run tiny.toml", "60.5", "another program"] {
        assert!(text.contains(word), "{word}");
    }
    assert!(!text.contains("NaN") && !text.contains("<script"));
    let lines = experiment.lines(&found, &tables).join("\n");
    assert!(lines.contains("nodes, % of base: paper") && lines.contains("the same side of no difference"), "{lines}");
    let objects = experiment.to_json(&found, &tables);
    assert_eq!(objects.len(), 5 + 5 + 1 + 1);
    assert_eq!(objects[1]["columns"]["nodes_percent"]["paper"], 60.5);
    assert!(objects[11]["summary"]["finding"].as_str().unwrap().contains("nodes in percent of the base's"));
    let other = Note { scale: Scale::Paper, ..note() };
    let refused = |text: &str, note: &Note| prepare(&folder.path, text, note).unwrap_err().to_string();
    assert!(refused(TINY, &other).contains("holds another experiment"));
    assert!(refused(&TINY.replace("depth = 3", "depth = 4"), &note()).contains("holds another experiment"));
    forget(&folder.path, &experiment, &found).unwrap();
    assert!(!folder.path.join("fit/records.jsonl").exists() && prepare(&folder.path, TINY, &other).is_ok());
}

#[test]
fn a_plan_is_told_with_its_size() {
    let experiment = Experiment::parse("tiny.toml", TINY).unwrap();
    let lines = Plan::new(experiment, note(), 2, Shard::WHOLE).unwrap().lines().unwrap();
    assert!(lines[0].starts_with("tiny: A tiny experiment; scale quick, 5 steps, about "), "{lines:#?}");
    assert!(lines[1].contains("9 searches, about 1 s") && lines[3].contains("4 games, nodes 60"), "{lines:#?}");
    assert!(lines.iter().any(|line| line.ends_with("not run: the game hopscotch is not in the program")), "{lines:#?}");
}

#[test]
fn wrong_files_give_one_line_that_names_the_place_and_what_was_expected() {
    let refused = |from: &str, to: &str, expected: &str| {
        assert!(TINY.contains(from), "{from}");
        let message = Experiment::parse("tiny.toml", &TINY.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(message.starts_with("tiny.toml: line ") && !message.contains('\n'), "{message}");
        assert!(message.contains(expected), "{message} lacks {expected}");
    };
    refused("id = \"tiny\"", "id = \"Ti ny\"", "id: expected small letters");
    refused("id = \"tiny\"", "", "missing field `id`");
    refused("hash = 1", "hash = 0", "hash: expected MiB from 1");
    refused("hash = 1", "hush = 1", "line 4: unknown field `hush`, expected one of `id`");
    refused("name = \"games\"", "name = \"suite\"", "part suite: given twice");
    refused("kind = \"suite\"", "kind = \"soup\"", "line 8: unknown variant `soup`, expected one of `suite`");
    refused("base = \"none\"", "", "part suite: base: expected, but it is not there");
    refused("base = \"none\"", "base = \"soup\"", "soup: no such recipe or file");
    refused("method = \"null_move\"", "method = \"soup\"", "method: expected one of");
    refused("\"nodes\", \"nodes_percent\"", "\"nodes\", \"soup\"", "unknown variant `soup`, expected one of `nodes`");
    refused("\"nodes\", \"nodes_percent\"", "\"elo\", \"nodes_percent\"", "elo is a column of a match, not of a suite");
    refused("headline = \"nodes_percent\"", "headline = \"seconds\"", "headline: seconds is not among the columns");
    refused(
        "null_move.min_depth=4",
        "null_move.soup=4",
        "line 24: part suite: row \"null move from depth 4\": null-move,null_move.soup",
    );
    refused("positions = 3, depth = 3", "positions = 3", "scale.quick: expected one of depth, nodes and time");
    refused("positions = 3, depth", "positions = 0, depth", "positions: expected at least 1");
    refused("positions = 3, depth", "games = 2, depth", "games: a suite has none");
    refused("games = 4", "games = 3", "games: expected an even number");
    refused("nodes = 60", "tc = \"soup\"", "expected [moves/]seconds");
    refused("players = [\"niwaki\", \"none\"]", "players = [\"niwaki\"]", "invalid length 1");
    refused("players = [\"niwaki\", \"none\"]", "players = [\"niwaki\", \"soup\"]", "players: soup: no such recipe");
    refused("players = [\"niwaki\", \"none\"]", "", "players: expected two");
    refused(
        "players = [\"niwaki\", \"none\"]",
        "recipe = \"none\"",
        "recipe: belongs to a part of kind suite, not match",
    );
    refused("[\"first\", \"second\"]", "[\"first\", \"third\"]", "sum: expected rows with players, not \"third\"");
    refused("name = \"second\"", "name = \"first\"", "row \"first\": given twice");
    refused("height = 2", "height = 1", "shallow, height: expected depths");
    refused("bound = 2000", "stage = \"opening\"", "stage: expected middle game, endgame or all, not \"opening\"");
    let bound = |text: &str| {
        let experiment = Experiment::parse("tiny.toml", text).unwrap();
        experiment.parts().find(|part| part.name == "fit").and_then(|part| part.rows().next()?.bound)
    };
    assert_eq!((bound(TINY), bound(&TINY.replace("bound = 2000\n", ""))), (Some(2000), Some(300)));
    let discs = niwaki_games::list::ALL.iter().find(|kit| kit.counts_margins()).unwrap();
    let game = format!("game = \"{}\"\nrecipe = \"none\"\ncolumns = [\"a\"", discs.name());
    let text = TINY.replace("bound = 2000\n", "").replace("recipe = \"null-move\"\ncolumns = [\"a\"", &game);
    assert_eq!(bound(&text), Some(discs.thresholds().fit_bound), "in the units of the game");
    assert_ne!(bound(&text), Some(300));
    refused("paper = { a = 1.0, r = 0.9 }", "paper = { percent = 1 }", "paper: percent is not among the columns");
    refused("paper = { a = 1.0, r = 0.9 }", "paper = { a = [1] }", "expected a number, [low, high]");
    refused("paper = { a = 1.0, r = 0.9 }", "paper = { a = 1.0", "line ");
    assert!(Experiment::read("no/such.toml").unwrap_err().to_string().starts_with("no/such.toml: "));
}

#[test]
fn what_is_not_said_for_a_scale_is_as_at_the_next_smaller_one() {
    let text = TINY.replacen(
        "scale.quick = { positions = 3, depth = 3 }",
        "scale.quick = { positions = 3, depth = 3 }\nscale.paper = { nodes = 9 }",
        1,
    );
    let experiment = Experiment::parse("tiny.toml", &text).unwrap();
    let part = experiment.parts().next().unwrap();
    let (row, own) = (part.rows().next().unwrap(), part.rows().nth(3).unwrap());
    let extent = |row: &Row, scale| row.extent(part, scale);
    assert_eq!(extent(row, Scale::Medium), extent(row, Scale::Quick));
    assert_eq!((extent(row, Scale::Paper).nodes, extent(row, Scale::Paper).depth), (Some(9), None));
    assert_eq!((extent(own, Scale::Quick).depth, extent(own, Scale::Quick).positions), (Some(2), Some(3)));
}
