//! `niwaki ablate` on the real binary: of a recipe by its name, of an engine, and wrong orders.
mod program;

use program::{Folder, binary};

/// Little enough for a test.
const SMALL: [&str; 6] = ["--nodes", "150", "--games", "4", "--depth", "2"];

fn ablate(folder: &Folder, arguments: &[&str]) -> String {
    folder.fine(&[&["ablate"], arguments, &SMALL].concat())
}

/// Columns that do not fit into the terminal follow in a table of their own.
fn first_table(text: &str) -> &str {
    text.trim_start().split("\n\n").nth(1).unwrap_or_default()
}

#[test]
fn a_recipe_is_named_with_changes_and_its_methods_are_measured() {
    let folder = Folder::new();
    let text = ablate(&folder, &["modern,razoring.base=300", "--methods", "null_move,razoring"]);
    assert!(text.starts_with("modern,razoring.base=300 against itself with 2 changes"), "{text}");
    for method in ["\nnull_move ", "\nrazoring "] {
        assert_eq!(first_table(&text).matches(method).count(), 1, "{text}");
    }
}

#[test]
fn methods_are_added_to_a_base_at_several_budgets_and_the_run_resumes() {
    let folder = Folder::new();
    let arguments =
        ["ablate", "--add", "--base", "none", "--methods", "null_move,reverse_futility", "--nodes", "150,300"];
    let rest = ["--games", "4", "--depth", "2", "--out", "run"];
    let first = folder.fine(&[&arguments[..], &rest].concat());
    assert!(first.contains("Elo at 150 nodes") && first.contains("Elo at 300 nodes"), "{first}");
    let records = folder.read("run/records.jsonl");
    let again = folder.fine(&[&arguments[..], &rest].concat());
    assert_eq!((first, records), (again, folder.read("run/records.jsonl")), "nothing was done twice");
    let json = folder.fine(&[&arguments[..], &rest, &["--json"]].concat());
    assert!(json.lines().last().unwrap().contains("\"summary\":"), "{json}");
}

/// Our own engine hides its parameters until it is asked for them.
#[cfg(unix)]
#[test]
fn an_engine_is_measured_by_options_that_it_does_not_show_at_once() {
    let folder = Folder::new();
    let engine = format!("uci:{}", binary().display());
    let text = ablate(&folder, &[&engine, "--option", "null_move.enabled=false", "--option", "table.enabled=false"]);
    for option in ["\nnull_move.enabled=false ", "\ntable.enabled=false "] {
        assert_eq!(first_table(&text).matches(option).count(), 1, "{text}");
    }
    let wrong = [&["ablate", &engine, "--option", "Soup=3"], &SMALL[..]].concat();
    folder.refused(&wrong, "option: it has none named \"Soup\"");
}

#[test]
fn wrong_orders_are_refused_in_one_line() {
    let folder = Folder::new();
    let refused = |arguments: &[&str], expected: &str| folder.refused(&[&["ablate"], arguments].concat(), expected);
    refused(&["soup"], "soup: no such recipe or file");
    refused(&["--methods", "soup"], "soup: no such method");
    refused(&["--methods", "multi_cut"], "multi_cut: nothing to measure, niwaki does not switch it on");
    refused(&["--add", "--methods", "table"], "table: nothing to measure, none has it already");
    refused(&["--option", "X=1"], "--option: niwaki is a recipe");
    refused(&["uci:engine"], "expected --option NAME=VALUE");
    refused(&["--games", "3"], "expected an even number");
    refused(&["--games", "0", "--depth", "0"], "nothing to do");
    refused(&["niwaki", "--recipe", "modern"], "the recipe to measure is named without --recipe");
}
