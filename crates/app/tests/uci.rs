//! Conversations with the front end, most of them after reports of real users.
mod common;

use common::{Mock, Talk};
use niwaki_app::uci;
use niwaki_search::node::WIN;
use proptest::prelude::*;
use std::{io, time::Duration};

fn said(lines: &[String], part: &str) -> usize {
    lines.iter().filter(|line| line.contains(part)).count()
}

#[test]
fn it_introduces_itself_with_the_options_that_programs_ask_for() {
    let talk = Talk::new();
    talk.send("uci");
    let lines = talk.until("uciok");
    for option in [
        "Hash type spin default 16 min 1 max 1048576",
        "Threads type spin default 1 min 1 max 256",
        "Clear Hash type button",
        "Ponder type check default false",
        "MultiPV type spin default 1 min 1 max 500",
        "Move Overhead type spin default 10 min 0 max 5000",
        "UCI_ShowWDL type check default false",
        "UCI_LimitStrength type check default false",
        "UCI_Elo type spin default 1500 min 800 max 2600",
        "UCI_AnalyseMode type check default false",
        "UCI_Chess960 type check default false",
        "SyzygyPath type string default <empty>",
        "Methods type string default <empty>",
        "ShowMethods type check default false",
        "ShowCounters type check default false",
    ] {
        assert_eq!(said(&lines, &format!("option name {option}")), 1, "{option}");
    }
    assert_eq!(said(&lines, "option name Recipe type combo default custom var none"), 1);
    assert!(said(&lines, "option name ") <= 20 && said(&lines, "null_move") == 0, "{lines:#?}");
    assert!(lines[0].starts_with("id name Niwaki") && lines[1].starts_with("id author"));
}

#[test]
fn parameters_are_declared_on_request_and_can_be_set_without() {
    let talk = Talk::new();
    assert!(talk.ask("setoption name null_move.enabled value true").is_empty());
    assert_eq!(talk.log.lock().unwrap().last().unwrap(), "null move true");
    assert!(talk.ask("setoption name ShowMethods value true").is_empty());
    talk.send("uci");
    let lines = talk.until("uciok");
    for option in ["null_move.enabled type check default false", "null_move.min_depth type spin default "] {
        assert_eq!(said(&lines, &format!("option name {option}")), 1, "{option}");
    }
    assert!(said(&lines, "option name ") > 200, "{}", lines.len());
}

#[test]
fn several_parameters_are_set_at_once_or_none_of_them() {
    let talk = Talk::new();
    assert!(talk.ask("setoption name Methods value null_move.enabled=true,null_move.min_depth=7").is_empty());
    assert_eq!(talk.log.lock().unwrap().last().unwrap(), "null move true");
    for wrong in ["null_move.enabled=false,null_move.min_depth=9999", "null_move.enabled=false,soup=3", "soup"] {
        let lines = talk.ask(&format!("setoption name Methods value {wrong}"));
        assert!(lines.len() == 1 && lines[0].starts_with("info string "), "{wrong}: {lines:?}");
    }
    let said = talk.ask("setoption name Recipe value none");
    assert_eq!(
        said,
        ["info string Recipe none, with what was set before: null_move.enabled=true, null_move.min_depth=7"]
    );
    assert_eq!(talk.log.lock().unwrap().last().unwrap(), "null move true");
}

#[test]
fn a_finite_search_ends_with_a_score_and_a_move() {
    let talk = Talk::new();
    talk.send("position startpos moves");
    talk.send("go wtime 200 btime 200 winc 0 binc 0 movestogo 1");
    let lines = talk.until("bestmove");
    assert_eq!(lines.last().unwrap(), "bestmove a ponder a");
    assert!(lines[lines.len() - 2].contains("score cp 30"));
    assert!(talk.quit().is_empty());
}

#[test]
fn an_infinite_search_waits_for_stop_and_answers_isready_meanwhile() {
    let talk = Talk::new();
    talk.send("go infinite");
    talk.send("isready");
    talk.until("readyok");
    talk.send("stop");
    talk.until("bestmove a");
}

#[test]
fn a_stop_right_after_go_is_never_lost() {
    let talk = Talk::new();
    for _ in 0..200 {
        talk.send("go infinite");
        talk.send("stop");
        talk.until("bestmove");
    }
}

#[test]
fn pondering_holds_the_move_back_until_the_hit() {
    let talk = Talk::new();
    talk.send("go ponder depth 2");
    talk.until("info depth 2");
    std::thread::sleep(Duration::from_millis(20));
    talk.send("ponderhit");
    talk.until("bestmove");
    talk.send("go ponder wtime 1000 btime 1000");
    talk.send("stop");
    talk.until("bestmove");
    assert!(talk.ask("ponderhit").is_empty(), "a late ponderhit does nothing");
}

#[test]
fn a_position_without_moves_has_no_best_move() {
    let talk = Talk::new();
    talk.send("position fen mated");
    talk.send("go depth 3");
    assert_eq!(talk.until("bestmove"), ["info depth 0 score mate 0", "bestmove (none)"]);
    talk.send("go ponder");
    assert!(talk.silent());
    talk.send("ponderhit");
    talk.send("stop");
    assert_eq!(talk.until("bestmove").len(), 2);
    talk.send("position fen stalled");
    talk.send("go nodes 1");
    assert_eq!(talk.until("bestmove"), ["info depth 0 score cp 0", "bestmove (none)"]);
}

#[test]
fn wrong_positions_leave_everything_as_it_was() {
    let talk = Talk::new();
    talk.send("position fen good moves a");
    for wrong in ["position fen bad", "position startpos moves a x", "position", "position fen", "position fen moves a"]
    {
        let lines = talk.ask(wrong);
        assert!(lines.len() == 1 && lines[0].starts_with("info string "), "{wrong}: {lines:?}");
    }
    assert_eq!(said(&talk.ask("d"), "position: good+a"), 1);
}

#[test]
fn after_a_refused_position_there_is_no_search_until_another_is_set() {
    let talk = Talk::new();
    for wrong in ["position fen bad", "position startpos moves a x", "position", "position fen moves a"] {
        talk.ask("position fen good");
        talk.ask(wrong);
        talk.send("go depth 3");
        let lines = talk.until("bestmove");
        assert_eq!(lines.len(), 2, "{wrong}: {lines:?}");
        assert!(lines[0].starts_with("info string no search: the position was refused: "), "{lines:?}");
        assert_eq!(lines[1], "bestmove (none)");
        assert_eq!(talk.ask("query gameover"), ["info string no answer: the position was refused"]);
        assert_eq!(talk.ask("go perft 2").len(), 1);
    }
    let searches = |talk: &Talk| talk.log.lock().unwrap().iter().filter(|line| line.starts_with("go on")).count();
    assert_eq!(searches(&talk), 0);
    talk.send("position startpos");
    talk.send("go depth 1");
    assert!(talk.until("bestmove").last().unwrap().starts_with("bestmove a"));
    assert_eq!(searches(&talk), 1);
}

#[test]
fn a_go_of_which_no_word_is_understood_does_not_search_for_ever() {
    let talk = Talk::new();
    for wrong in ["go foo", "go depth", "go dpeth 10"] {
        talk.send(wrong);
        let lines = talk.until("bestmove");
        assert!(lines.len() == 2 && lines[0].contains("no search: go: expected a limit"), "{wrong}: {lines:?}");
    }
    talk.send("go depth 2 foo nodes");
    let lines = talk.until("bestmove");
    assert_eq!((said(&lines, "info string go: ignored \"foo nodes\""), said(&lines, "depth 2 ")), (1, 1));
}

#[test]
fn nonsense_is_survived() {
    let talk = Talk::new();
    talk.send_bytes(b"\xff\xfe\x00 go\r\n\n   \n\t\n".to_vec());
    talk.send_bytes(vec![b'x'; 3 << 20]);
    talk.send("");
    for text in ["go depth 1 depth", "stop", "ponderhit", "setoption", "setoption name", "debug on", "joho", "query"] {
        talk.send(text);
    }
    let lines = talk.ask("");
    assert_eq!(said(&lines, "line too long"), 1);
    assert_eq!(said(&lines, "unknown command: joho"), 1);
}

#[test]
fn options_reach_the_engine_whatever_their_case() {
    let talk = Talk::new();
    assert!(talk.ask("setoption name hash value 64").is_empty());
    assert!(talk.ask("setoption name Threads value 3").is_empty());
    assert!(talk.ask("setoption name CLEAR HASH").is_empty());
    assert!(talk.ask("setoption name SyzygyPath value /a path/with  spaces").is_empty());
    assert!(talk.ask("setoption name null_move.enabled value true").is_empty());
    let log = talk.log.lock().unwrap().join("; ");
    let expected = "hash 64; threads 3; clear; SyzygyPath=/a path/with  spaces; null move true";
    assert!(log.ends_with(expected), "{log}");
}

#[test]
fn wrong_option_values_are_refused_in_one_line() {
    let talk = Talk::new();
    talk.ask("");
    let before = talk.log.lock().unwrap().len();
    for wrong in [
        "Hash value 0",
        "Hash value many",
        "Hash",
        "Hash value 1000000",
        "Threads value 257",
        "Ponder value maybe",
        "Recipe value soup",
        "null_move.min_depth value 9999",
        "No Such Option value 1",
        "Game value go",
    ] {
        let lines = talk.ask(&format!("setoption name {wrong}"));
        assert!(lines.len() == 1 && lines[0].starts_with("info string "), "{wrong}: {lines:?}");
    }
    assert_eq!(talk.log.lock().unwrap().len(), before);
}

#[test]
fn a_recipe_resets_the_methods() {
    let talk = Talk::new();
    talk.send("setoption name Recipe value null-move");
    talk.send("setoption name null_move.min_depth value 9");
    talk.ask("setoption name Recipe value none");
    assert_eq!(talk.log.lock().unwrap().last().unwrap(), "null move false");
}

#[test]
fn parameters_stand_above_the_recipe_whichever_came_first() {
    let run = |orders: [&str; 2]| {
        let talk = Talk::new();
        let said: Vec<String> = orders.iter().flat_map(|order| talk.ask(&format!("setoption name {order}"))).collect();
        let lines = talk.log.lock().unwrap().clone();
        (lines.last().unwrap().clone(), said)
    };
    let (recipe, parameter) = ("Recipe value none", "null_move.enabled value true");
    assert_eq!(run([recipe, parameter]), ("null move true".to_string(), vec![]));
    let (last, said) = run([parameter, recipe]);
    assert_eq!(last, "null move true");
    assert_eq!(said, ["info string Recipe none, with what was set before: null_move.enabled=true"]);
}

#[test]
fn the_options_of_a_game_outlive_another_game() {
    let castling = "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let text = format!(
        "setoption name UCI_Chess960 value true\nsetoption name Game value connect-four\n\
         setoption name Game value chess\n{castling}\ngo perft 1\n"
    );
    let output = answers(&text);
    assert!(output.contains("e1h1: 1") && !output.contains("info string"), "{output}");
}

/// What the real engine of chess answers to these lines.
fn answers(text: &str) -> String {
    let mut output = Vec::new();
    uci::run(text.as_bytes(), &mut output, niwaki_games::open("chess").unwrap()).unwrap();
    String::from_utf8(output).unwrap()
}

/// The value of a parameter by the nodes of a search: equal settings give equal counts.
fn nodes_after(orders: &[&str]) -> String {
    let output = answers(&format!("{}\nposition startpos\ngo depth 6\n", orders.join("\n")));
    assert!(!output.contains("info string"), "{output}");
    let last = output.lines().rfind(|line| line.starts_with("info depth 6 ")).unwrap();
    last.split(" nodes ").nth(1).unwrap().split(' ').next().unwrap().to_string()
}

#[test]
fn recipe_and_parameters_outlive_another_game_and_stay_in_their_own() {
    let [elsewhere, back] = ["setoption name Game value connect-four", "setoption name Game value chess"];
    let [recipe, off] = ["setoption name Recipe value modern", "setoption name null_move.enabled value false"];
    let here = nodes_after(&[recipe, off]);
    assert_ne!(here, nodes_after(&[recipe]));
    assert_eq!(here, nodes_after(&[recipe, off, elsewhere, back]));
    let connect_four = |orders: &[&str]| nodes_after(&[orders, &[elsewhere][..]].concat());
    assert_eq!(connect_four(&[recipe, "setoption name table.enabled value false"]), connect_four(&[]));
    assert_ne!(connect_four(&[elsewhere, "setoption name table.enabled value false"]), connect_four(&[]));
}

#[test]
fn counters_of_the_methods_come_before_the_move_on_request() {
    let orders = "setoption name Recipe value null-move\nposition startpos\n";
    let comments = |text: &str| answers(text).lines().filter(|line| line.contains("pgncomment")).count();
    assert_eq!(comments(&format!("{orders}go depth 6\n")), 0);
    let output = answers(&format!("{orders}setoption name ShowCounters value true\ngo depth 6\n"));
    let lines: Vec<&str> = output.lines().collect();
    let [.., comment, best] = lines[..] else { panic!("{output}") };
    assert!(best.starts_with("bestmove "), "{output}");
    let words = comment.strip_prefix("info string pgncomment ").unwrap_or_else(|| panic!("{output}"));
    let counts = words.split_once("null_move ").unwrap().1.split(' ').next().unwrap();
    let (tries, cuts) = counts.split_once('/').unwrap();
    let [tries, cuts] = [tries, cuts].map(|number| number.parse::<u64>().unwrap());
    assert!(tries >= cuts && cuts > 0, "{comment}");
}

#[test]
fn orders_during_a_finite_search_wait_for_its_end() {
    let talk = Talk::with(Mock { pace: Duration::from_millis(10), ..Mock::default() });
    talk.send("go depth 5");
    talk.send("position fen second");
    talk.send("setoption name Hash value 32");
    talk.send("go depth 1");
    let first = talk.until("bestmove");
    assert_eq!(said(&first, "depth 5"), 1, "the first search was not cut short");
    talk.until("bestmove");
    let log = talk.log.lock().unwrap().join("; ");
    assert!(log.ends_with("go on start; hash 32; go on second"), "{log}");
}

#[test]
fn an_endless_search_gives_way_to_the_next_order() {
    for endless in ["go infinite", "go ponder wtime 9000 btime 9000", "go", "go mate 3"] {
        let talk = Talk::new();
        talk.send(endless);
        talk.send("position fen second");
        talk.send("go infinite");
        talk.until("bestmove");
        talk.send("d");
        talk.until("bestmove");
        talk.until("position: second");
    }
}

#[test]
fn a_stop_also_reaches_the_searches_that_wait() {
    let talk = Talk::with(Mock { pace: Duration::from_millis(20), ..Mock::default() });
    talk.send("go depth 100");
    talk.send("go infinite");
    talk.send("stop");
    talk.until("bestmove");
    talk.until("bestmove");
}

#[test]
fn quit_and_the_end_of_input_end_a_search_with_its_move() {
    for order in ["go infinite", "go depth 119", "go ponder"] {
        for ending in [Talk::quit, Talk::end] {
            let talk = Talk::new();
            talk.send(order);
            let rest = ending(talk);
            assert_eq!(said(&rest, "bestmove"), 1, "{order}: {rest:?}");
        }
    }
    let talk = Talk::new();
    talk.send("go perft 40");
    assert_eq!(talk.quit(), ["info string perft stopped"]);
    assert!(Talk::new().end().is_empty());
}

#[test]
fn what_has_an_end_and_came_from_a_pipe_is_finished() {
    let talk = Talk::with(Mock { pace: Duration::from_millis(5), ..Mock::default() });
    for order in ["go perft 6", "bench 3", "go depth 50", "go depth 10", "go infinite"] {
        talk.send(order);
    }
    let rest = talk.end();
    assert_eq!((said(&rest, "Nodes searched: 4096"), said(&rest, "12600 nodes ")), (1, 1), "{rest:?}");
    assert_eq!((said(&rest, "info depth 50 "), said(&rest, "bestmove")), (1, 3), "{rest:?}");
    let talk = Talk::with(Mock { pace: Duration::from_millis(5), ..Mock::default() });
    talk.send("go depth 40");
    let rest = talk.end();
    assert_eq!((said(&rest, "info depth 40 "), said(&rest, "bestmove")), (1, 1), "{rest:?}");
}

#[test]
fn quit_waits_for_a_bench_and_a_stopped_bench_has_no_total() {
    let slow = || Talk::with(Mock { pace: Duration::from_millis(5), ..Mock::default() });
    let talk = slow();
    talk.send("bench 3");
    assert_eq!(said(&talk.quit(), "12600 nodes "), 1);
    let talk = slow();
    talk.send("bench 60");
    talk.send("stop");
    talk.until("info string bench stopped");
    assert_eq!(said(&talk.quit(), " nodes "), 0);
}

#[test]
fn several_lines_of_play_and_chances_are_shown_on_request() {
    let talk = Talk::new();
    talk.send("setoption name MultiPV value 3");
    talk.send("setoption name UCI_ShowWDL value true");
    talk.send("go depth 1 searchmoves b c zz d");
    let lines = talk.until("bestmove");
    assert_eq!((said(&lines, "multipv 3"), said(&lines, "wdl 1 998 1")), (1, 3));
    assert!(lines.last().unwrap().starts_with("bestmove b"));
    assert_eq!(said(&talk.ask("go depth 1 searchmoves zz"), "info string searchmoves"), 1);
}

#[test]
fn limited_strength_varies_but_plays_the_mate_it_sees() {
    let play = |scores: Vec<i32>| {
        let talk = Talk::with(Mock { scores, ..Mock::default() });
        talk.send("setoption name UCI_LimitStrength value true");
        talk.send("setoption name UCI_Elo value 800");
        let best = |number: i32| {
            talk.send(&format!("position fen p{number}"));
            talk.send("go movetime 10000");
            let lines = talk.until("bestmove");
            assert_eq!(said(&lines, "multipv 2"), 0);
            lines.last().unwrap().clone()
        };
        let mut moves: Vec<String> = (0..30).map(best).collect();
        assert_eq!(moves[7], best(7), "the same position, the same move");
        moves.sort();
        moves.dedup();
        moves.len()
    };
    assert_eq!(play(vec![30, 20, 10, -900]), 3);
    assert_eq!(play(vec![WIN - 5, 20, 10, 0]), 1);
}

#[test]
fn perft_and_bench_leave_the_position_alone() {
    let talk = Talk::new();
    talk.send("position fen here moves b");
    talk.send("go perft 7");
    assert_eq!(said(&talk.until("Nodes searched: 16384"), ": 4096"), 4);
    talk.send("bench 2");
    let lines = talk.until("8400 nodes ");
    assert_eq!(lines.len(), 44, "an empty line from before, every bench position, and the total");
    assert_eq!(said(&talk.ask("d"), "position: here+b"), 1);
}

#[test]
fn ugi_is_understood() {
    let talk = Talk::new();
    talk.send("ugi");
    talk.until("ugiok");
    talk.send("uginewgame");
    talk.send("position startpos moves a");
    talk.send("go p1time 1 p2time 100 p1inc 0 p2inc 0");
    talk.until("bestmove");
    assert_eq!(talk.ask("query p1turn"), ["response false"]);
    assert_eq!(talk.ask("query gameover"), ["response false"]);
    assert_eq!(talk.ask("query result"), ["response none"]);
    talk.send("position fen mated");
    assert_eq!(talk.ask("query result"), ["response p2win"]);
}

struct Broken;

impl io::Write for Broken {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_reader_that_has_gone_ends_the_session() {
    uci::run(&b"uci\ngo infinite\nisready\n"[..], Broken, Box::new(Mock::default())).unwrap();
}

fn word() -> impl Strategy<Value = String> {
    let words: Vec<&str> = "go stop ponderhit position startpos fen moves a b bad mated infinite ponder depth 3 -1 \
        99999999999999999999 perft setoption name value Hash bench Recipe modern UCI_Elo d eval uci isready quit \
        query result \n \n \n"
        .split(' ')
        .collect();
    prop_oneof![9 => prop::sample::select(words).prop_map(str::to_string), 1 => ".{0,8}"]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn no_input_hangs_or_breaks_it(words in prop::collection::vec(word(), 0..60)) {
        let mock = Mock { pace: Duration::from_micros(50), ..Mock::default() };
        let mut output = Vec::new();
        let text = words.join(" ") + "\nquit\n";
        uci::run(text.as_bytes(), &mut output, Box::new(mock)).unwrap();
    }
}
