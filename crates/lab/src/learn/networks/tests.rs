use super::*;
use niwaki_statistics::{elo::Estimate, intervals::Z_95};

/// Elo with a standard error, as an entry of a match gives it.
fn elo(value: f64, error: f64) -> String {
    format!("elo = [{value:?}, {:?}, {:?}]", value - Z_95 * error, value + Z_95 * error)
}

fn network(name: &str, matches: &[(&str, &str, String)]) -> String {
    let head =
        format!("[[network]]\nname = \"{name}\"\ngeneration = 0\nwidth = 32\nverdict = \"untested\"\ndata = []\n");
    let each = matches.iter().map(|(opponent, limit, result)| {
        format!("[[network.match]]\nopponent = \"{opponent}\"\nlimit = \"{limit}\"\n{result}\n")
    });
    head + &each.collect::<String>()
}

fn read(text: &str) -> History {
    History::parse("my.toml", text).unwrap()
}

fn near(found: Option<Estimate>, value: f64, error: f64) {
    let found = found.unwrap();
    assert!((found.value - value).abs() < 1e-6, "{found:?} {value}");
    assert!((found.interval.unwrap().reach() - Z_95 * error).abs() < 1e-6, "{found:?} {error}");
}

/// Errors of 3 and 4 add up to one of 5.
#[test]
fn a_chain_adds_up_and_so_do_its_variances() {
    let history = read(
        &(network("a", &[("seed", "2000 nodes", elo(40.0, 3.0))])
            + &network("b", &[("a", "5000 nodes", elo(20.0, 4.0)), ("seed", "2+0.02", elo(7.0, 9.0))])),
    );
    let nodes = rate(&history, Class::Nodes);
    near(nodes[0], 40.0, 3.0);
    near(nodes[1], 60.0, 5.0);
    let clock = rate(&history, Class::Clock);
    assert_eq!(clock[0], None);
    near(clock[1], 7.0, 9.0);
}

/// a - seed = 30, b - a = 30, b - seed = 30, all with an error of 1. By symmetry of the weights
/// each match is off by 10: a = 20, b = 40. The matrix [[2, -1], [-1, 2]] has the inverse
/// [[2, 1], [1, 2]] / 3.
#[test]
fn a_triangle_that_disagrees_is_met_halfway() {
    let history = read(
        &(network("a", &[("seed", "1 nodes", elo(30.0, 1.0))])
            + &network("b", &[("a", "1 nodes", elo(30.0, 1.0)), ("seed", "1 nodes", elo(30.0, 1.0))])),
    );
    let ratings = rate(&history, Class::Nodes);
    near(ratings[0], 20.0, (2f64 / 3.0).sqrt());
    near(ratings[1], 40.0, (2f64 / 3.0).sqrt());
}

/// Two matches of one pair: 10 with an error of 1, 40 with one of 2: (10 + 40/4) / (1 + 1/4).
#[test]
fn surer_matches_count_for_more() {
    let history = read(&network("a", &[("seed", "1 nodes", elo(10.0, 1.0)), ("seed", "2 nodes", elo(40.0, 2.0))]));
    near(rate(&history, Class::Nodes)[0], 16.0, (1f64 / 1.25).sqrt());
}

#[test]
fn what_no_chain_joins_to_the_seed_has_no_rating() {
    let text = network("a", &[("b", "1 nodes", elo(30.0, 1.0))])
        + &network("b", &[])
        + &network("c", &[("seed", "1 nodes", "pairs = [0, 0, 0, 0, 9]".to_string())]);
    assert_eq!(rate(&read(&text), Class::Nodes), [None, None, None]);
    assert_eq!(rate(&read(""), Class::Clock), []);
}

/// The numbers that fastchess prints for these pairs: 55.58 +- 27.65.
#[test]
fn elo_and_tests_are_computed_from_the_pairs() {
    let pairs = "pairs = [34, 54, 63, 64, 75]\nsprt = [0, 10]".to_string();
    let history = read(&network("a", &[("seed", "2+0.02", pairs)]));
    let (_, found) = history.all_matches().next().unwrap();
    let elo = found.elo().unwrap();
    assert!((elo.value - 55.58).abs() < 0.01 && (elo.interval.unwrap().reach() - 27.65).abs() < 0.01, "{elo:?}");
    assert_eq!((found.games(), found.class()), (Some(580), Some(Class::Clock)));
    let (_, ratio, _) = found.test().unwrap();
    assert!(ratio > 0.0);
    let lines = matches(&history);
    assert!(lines[1].contains("34, 54, 63, 64, 75") && lines[1].contains("LLR "), "{lines:?}");
    assert_eq!(rate(&history, Class::Clock)[0].unwrap().value, elo.value);
}

#[test]
fn what_makes_no_sense_is_answered_with_its_line() {
    let pairs = || "pairs = [1, 2, 3, 2, 1]".to_string();
    let one = |limit: &str, result: &str| network("a", &[("seed", limit, result.to_string())]);
    let run = "[[run]]\nname = \"r\"\nplayer = \"nobody\"\nsoft = 110\n";
    let cases = [
        ("soup = 1".to_string(), "my.toml: line 1: unknown field `soup`, expected `run` or `network`"),
        (network("a", &[]) + "wdith = 3\n", "line 7: unknown field `wdith`"),
        (network("a", &[]).replace("untested", "good"), "line 5: unknown variant `good`, expected one of `accepted`"),
        (network("a b", &[]), "line 1: name: expected letters, digits"),
        (network("seed", &[]), "line 1: network seed: the name belongs to the evaluation written by hand"),
        (network("a", &[]) + &network("a", &[]), "line 7: name: a is given twice"),
        (network("a", &[]).replace("[]", "[\"r\"]"), "network a: data: no such run: \"r\""),
        (network("a", &[]) + "start = \"a\"\n", "network a: start: no such network before it: \"a\""),
        (network("a", &[]) + "lambda = -1\n", "network a: lambda: expected a number from 0, not -1"),
        (run.to_string(), "line 1: run r: player: expected seed or the name of a network, not \"nobody\""),
        (network("a", &[("b", "1 nodes", pairs())]), "line 7: a match of a: opponent: expected seed or the name"),
        (network("a", &[("a", "1 nodes", pairs())]), "opponent: expected another network"),
        (one("5000", &pairs()), "limit: expected nodes or a clock, as in 2000 nodes or 2+0.02, not \"5000\""),
        (one("0 nodes", &pairs()), "limit: expected nodes or a clock"),
        (one("1 nodes", "pairs = [1, 2]"), "line 10: "),
        (one("1 nodes", "pairs = [0, 0, 0, 0, 0]"), "pairs: expected counts of pairs"),
        (one("1 nodes", "games = 3"), "expected either pairs = [five counts] or elo = [value, low, high]"),
        (one("1 nodes", "pairs = [1, 0, 0, 0, 0]\ngames = 3"), "games: the pairs make 2, not 3; it may be left out"),
        (one("1 nodes", "elo = [1, 2, 3]"), "elo: expected [value, low, high], the value between the others"),
        (one("1 nodes", "elo = [2, 1, 3]\nsprt = [0, 5]"), "sprt: expected pairs, of which the test is made"),
        (one("1 nodes", "pairs = [1, 1, 1, 1, 1]\nsprt = [5, 5]"), "sprt: elo1: expected at least"),
    ];
    for (text, expected) in cases {
        let message = History::parse("my.toml", &text).unwrap_err().to_string();
        assert!(message.contains(expected) && !message.contains('\n'), "{text}\n{message}\n{expected}");
        assert!(message.starts_with("my.toml: line "), "{message}");
    }
    assert!(History::read("no/such.toml").unwrap_err().to_string().starts_with("no/such.toml: "));
}

#[test]
fn tables_and_picture_hold_every_network() {
    let text = network("a", &[("seed", "1 nodes", elo(30.0, 10.0))]).replace("untested", "accepted")
        + &network("b", &[("a", "1 nodes", elo(9.0, 10.0))]).replace("untested", "refused")
        + &network("c", &[]);
    let history = read(&text);
    let lines = table(&history);
    // Head, seed and three networks, twice: the table is too wide for one.
    assert_eq!(lines.len(), 5 + 1 + 5);
    assert!(lines[2].contains("+30 (+10 to +50)") && lines[8].ends_with("accepted"), "{lines:?}");
    let page = markdown(&history);
    assert!(page.contains("| a | 0 | 32 | - | - | - | +30 (+10 to +50) | - | accepted |\n"), "{page}");
    let picture = picture(&history);
    crate::report::check::well_formed(&picture).unwrap();
    assert!(picture.contains("fixed nodes: a +30, b +39; clock: "), "{picture}");
    assert_eq!(picture.matches("<circle class=\"line c0\"").count(), 1);
    let object = json(&history);
    assert_eq!(object["networks"][1]["matches"][0]["opponent"], "a");
    assert_eq!(object["networks"][2]["elo"]["fixed_nodes"], serde_json::Value::Null);
    assert!((object["networks"][1]["elo"]["fixed_nodes"]["value"].as_f64().unwrap() - 39.0).abs() < 1e-6);
}

#[test]
fn the_record_inside_the_program_is_sound() {
    let history = History::embedded().unwrap();
    assert!(history.networks.iter().any(|network| network.name == "g0-32"));
}
