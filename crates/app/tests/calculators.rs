//! The calculators from outside.
mod program;

use program::{niwaki, refused};
use serde_json::{Value, json};

fn printed(arguments: &[&str], lines: &[&str]) {
    let (code, stdout, stderr) = niwaki(arguments);
    assert!(is_fine(arguments, code) && stderr.is_empty(), "{arguments:?}: {code} {stderr}");
    let shown: Vec<&str> = stdout.lines().collect();
    assert_eq!(shown[..lines.len()], *lines, "{arguments:?}");
    assert!(shown.len() == lines.len() || shown[lines.len()].is_empty(), "only the block may follow: {stdout}");
}

/// The code of a sequential test is its verdict.
fn is_fine(arguments: &[&str], code: i32) -> bool {
    code == 0 || (arguments[0] == "sprt" && [1, 3].contains(&code))
}

fn object(arguments: &[&str]) -> Value {
    let (code, stdout, stderr) = niwaki(&[arguments, &["--json"]].concat());
    assert!(is_fine(arguments, code), "{arguments:?}: {code}");
    assert_eq!((stderr.as_str(), stdout.lines().count()), ("", 1), "{arguments:?}");
    serde_json::from_str(&stdout).unwrap()
}

/// Elo, its error and LOS are those of fastchess, app/tests/elo_test.cpp.
#[test]
fn elo_is_printed_with_intervals() {
    let games = [
        "games           343",
        "score %         55.83  [51.52, 60.14]",
        "elo             40.70  [10.59, 71.44]",
        "normalized elo  49.77  [13.00, 86.54]",
        "los %           99.60",
    ];
    printed(&["elo", "136", "111", "96"], &games);
    let pairs = [
        "games           580 in 290 pairs",
        "score %         57.93  [54.06, 61.80]",
        "elo             55.58  [28.28, 83.58]",
        "normalized elo  57.94  [29.66, 86.21]",
        "los %           100.00",
        "pairs ratio     1.58",
    ];
    printed(&["elo", "--pentanomial", "34,54,63,64,75"], &pairs);
}

#[test]
fn what_cannot_be_said_is_said_to_be_unknown() {
    let won = [
        "games           5",
        "score %         100.00  [unknown]",
        "elo             inf  [unknown]",
        "normalized elo  unknown",
        "los %           unknown",
        "All results are alike: they say nothing about their spread.",
    ];
    printed(&["elo", "5", "0", "0"], &won);
    let (_, nothing, _) = niwaki(&["elo", "0", "0", "0"]);
    assert_eq!(nothing.matches("unknown").count(), 4, "{nothing}");
    for counts in ["0,0,0,0,0", "0,0,1000000000000,0,0", "0,0,0,0,1"] {
        let (code, stdout, _) = niwaki(&["elo", "--pentanomial", counts]);
        assert!(code == 0 && !stdout.contains("NaN"), "{stdout}");
    }
    assert_eq!(object(&["elo", "0", "0", "3"])["elo"], json!({ "value": null, "interval": null }));
    let half = &object(&["elo", "9", "0", "1"])["elo"]["interval"];
    assert!(half[0].is_number() && half[1].is_null(), "{half}");
    assert_eq!(object(&["elo", "0", "0", "0"])["elo"], Value::Null);
}

#[test]
fn elo_is_given_as_json_in_full_precision() {
    let found = object(&["elo", "--pentanomial", "34,54,63,64,75"]);
    assert_eq!((&found["games"], &found["pentanomial"]), (&json!(580), &json!([34, 54, 63, 64, 75])));
    assert!((found["elo"]["value"].as_f64().unwrap() - 55.579_780_420_445_84).abs() < 1e-9);
    assert!((found["pairs_ratio"].as_f64().unwrap() - 139.0 / 88.0).abs() < 1e-12);
    assert_eq!(object(&["elo", "1", "2", "3"])["trinomial"], json!([1, 2, 3]));
}

/// Fishtest issue 1737 for the pairs; fastchess, app/tests/sprt_test.cpp, for the games.
#[test]
fn sprt_gives_the_published_ratios() {
    let pairs = ["sprt", "--pentanomial", "93,18711,58877,18739,100", "--elo0", "-1.75", "--elo1", "0.25"];
    let lines = [
        "games           193040 in 96520 pairs",
        "llr             2.9421  [-2.9444, 2.9444]",
        "verdict         continue: more games are needed",
        "games expected  159942 if elo is -1.75",
        "games expected  261634 if elo is -0.75",
        "games expected  159942 if elo is 0.25",
    ];
    printed(&pairs, &lines);
    let found = object(&pairs);
    assert!((found["llr"].as_f64().unwrap() - 2.942_097_472_070_851_3).abs() < 1e-9);
    assert_eq!((&found["verdict"], &found["model"]), (&json!("continue"), &json!("normalized")));
    let games = ["sprt", "--trinomial", "57433,106593,57030", "--elo0", "0", "--elo1", "2", "--model", "logistic"];
    assert!((object(&games)["llr"].as_f64().unwrap() + 2.59).abs() < 0.01);
}

#[test]
fn a_verdict_is_no_error() {
    let verdict = |counts, more: &[&str]| {
        object(&[&["sprt", "--pentanomial", counts, "--elo0", "0", "--elo1", "5"], more].concat())["verdict"].clone()
    };
    assert_eq!(verdict("438,2814,5701,3052,438", &[]), "accept_h1");
    assert_eq!(verdict("438,3052,5701,2814,438", &[]), "accept_h0");
    assert_eq!(verdict("47,798,1975,900,64", &[]), "continue");
    assert_eq!(verdict("47,798,1975,900,64", &["--alpha", "0.1"]), "accept_h1");
    assert_eq!(verdict("0,0,0,0,0", &[]), "continue");
    let (code, stdout, _) = niwaki(&["sprt", "--pentanomial", "438,2814,5701,3052,438", "--elo0", "0", "--elo1", "5"]);
    assert!(code == 0 && stdout.contains("verdict         accept H1: elo 5 rather than 0\n"), "{stdout}");
    let block = [
        "\nElo   | ",
        "\nLLR   | ",
        " (-2.94, 2.94) [0.00, 5.00]\nGames | N: 24886\nPenta | [438, 2814, 5701, 3052, 438]\n",
    ];
    assert!(block.iter().all(|part| stdout.contains(part)), "{stdout}");
}

/// 0 is passed, 1 is failed, 3 is neither so far; with and without --json.
#[test]
fn the_exit_code_of_a_test_is_its_verdict() {
    for (counts, expected) in [("438,2814,5701,3052,438", 0), ("438,3052,5701,2814,438", 1), ("47,798,1975,900,64", 3)]
    {
        for more in [&[][..], &["--json"]] {
            let code = niwaki(&[&["sprt", "--pentanomial", counts, "--elo0", "0", "--elo1", "5"], more].concat()).0;
            assert_eq!(code, expected, "{counts}");
        }
    }
}

#[test]
fn wrong_counts_are_refused_with_what_was_expected() {
    let count = "expected a whole number from 0 to 1000000000000";
    refused(&["elo"], "<W> <D> <L>");
    refused(&["elo", "1", "2"], "<L>");
    refused(&["elo", "1", "2", "3", "4"], "'4'");
    for wrong in ["-1", "a", "1.5", "", " ", "1e3", "99999999999999999999", "1000000000001", "NaN", "½"] {
        refused(&["elo", wrong, "2", "3"], count);
        refused(&["elo", "--pentanomial", &format!("1,2,{wrong},4,5")], count);
        refused(&["sprt", "--elo0", "0", "--elo1", "5", "--trinomial", &format!("{wrong},2,3")], count);
    }
    refused(&["elo", "--pentanomial", "1,2,3,4"], "expected 5 whole numbers");
    refused(&["elo", "--pentanomial", "1,2,3,4,5,6"], "expected 5 whole numbers");
    refused(&["elo", "--pentanomial", ""], count);
    refused(&["elo", "--pentanomial"], "--pentanomial <LL,LD,DD+WL,WD,WW>");
    refused(&["elo", "1", "2", "3", "--pentanomial", "1,2,3,4,5"], "cannot be used with");
}

#[test]
fn wrong_tests_are_refused_with_what_was_expected() {
    let counts = ["sprt", "--trinomial", "1,2,3"];
    let refuse = |more: &[&str], expected| refused(&[&counts[..], more].concat(), expected);
    refused(&["sprt", "--elo0", "0", "--elo1", "5"], "--pentanomial <LL,LD,DD+WL,WD,WW>|--trinomial <W,D,L>");
    refuse(&[], "--elo0 <ELO> --elo1 <ELO>");
    refuse(&["--pentanomial", "1,2,3,4,5", "--elo0", "0", "--elo1", "5"], "cannot be used with");
    refuse(&["--elo0", "5", "--elo1", "0"], "--elo1: expected at least 0.001 more than elo0 (5), not 0");
    refuse(&["--elo0", "x", "--elo1", "0"], "expected a number");
    refuse(&["--elo0", "nan", "--elo1", "0"], "--elo0: expected a number from -600 to 600, not NaN");
    refuse(&["--elo0", "0", "--elo1", "1e300"], "--elo1: expected a number from -600 to 600");
    refuse(&["--elo0", "0", "--elo1", "5", "--alpha", "0"], "--alpha: expected a probability above 0 and below 0.5");
    refuse(&["--elo0", "0", "--elo1", "5", "--beta", "-1"], "--beta: expected a probability above 0 and below 0.5");
    refuse(&["--elo0", "0", "--elo1", "5", "--model", "soup"], "normalized, logistic");
}

#[test]
fn the_help_has_an_example() {
    for command in ["elo", "sprt"] {
        let (code, help, _) = niwaki(&[command, "--help"]);
        assert!(code == 0 && help.contains(&format!("Example: niwaki {command} ")), "{help}");
    }
}
