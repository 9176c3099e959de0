use super::*;
use crate::scratch::{Scratch, records_of};
use crate::{
    play::openings,
    report::check::{asks_for_nothing, well_formed},
    study::record,
};
use niwaki_games::list::{self, ALL};
use niwaki_statistics::Trinomial;
use std::fs;

fn pgn(settings: &Settings, played: &Played) -> Result<String, String> {
    settings.kit.game_writer().unwrap()(&finished_game(settings, played))
}

pub(super) fn settings(players: &[&str], games: usize) -> Settings {
    Settings {
        kit: ALL[0],
        players: players.iter().map(|text| Spec::parse(ALL[0], text).unwrap()).collect(),
        meetings: Meetings::Each,
        openings: openings::read(ALL[0], None, 0).unwrap(),
        seed: 5,
        rules: Rules {
            limit: Limit::Nodes(60),
            margin: Duration::ZERO,
            resign: Some("500,2".parse().unwrap()),
            draw: None,
            max_plies: 120,
            judge: None,
        },
        games,
        stop: Stop::Games,
        hash: 1,
        jobs: 1,
        patience: Duration::from_secs(5),
        shard: crate::study::shard::Shard::WHOLE,
        scale_nps: None,
        affinity: false,
        counters: false,
        command: "niwaki match".to_string(),
    }
}

/// All that does not depend on the clock.
type Facts = (Pairing, Vec<String>, Vec<u64>, Ending);

fn facts(played: &Played) -> Facts {
    let moves = played.choices.iter().map(|choice| choice.m.clone()).collect();
    let nodes = played.choices.iter().map(|choice| choice.nodes).collect();
    (played.pairing, moves, nodes, played.ending.clone())
}

fn play(settings: &Settings, folder: &Scratch) -> (Vec<Facts>, Standing) {
    let mut all = Vec::new();
    let ran = run(settings, &folder.path, &Progress::hidden(), &mut |played, _| {
        all.push(facts(played));
        Ok(())
    });
    (all, ran.unwrap().0)
}

#[test]
fn games_come_in_pairs_with_colours_swapped_and_openings_in_the_order_of_the_seed() {
    let schedule = settings(&["none", "niwaki", "modern"], 4).schedule();
    assert_eq!(schedule.len(), 12);
    for pair in schedule.chunks(2) {
        assert_eq!(pair[0].opening, pair[1].opening);
        assert_eq!(pair[0].players, [pair[1].players[1], pair[1].players[0]]);
    }
    assert!(schedule[..6].iter().all(|game| game.opening == schedule[0].opening));
    assert_ne!(schedule[0].opening, schedule[6].opening);
    let other = Settings { seed: 6, ..settings(&["none", "niwaki", "modern"], 4) };
    assert_ne!(other.schedule()[0].opening, schedule[0].opening);
    let gauntlet = Settings { meetings: Meetings::Gauntlet, ..other.clone() };
    assert_eq!(gauntlet.pairings(), [[0, 1], [0, 2]]);
    let neighbours = Settings { meetings: Meetings::Neighbours(1), ..other };
    assert_eq!(neighbours.pairings(), [[0, 1], [1, 2]]);
    for settings in [gauntlet, neighbours] {
        let plan = settings.describe().decides;
        assert_eq!(Meetings::of_plan(&plan), Some(settings.meetings));
    }
}

#[test]
fn results_do_not_depend_on_jobs_or_interruptions() {
    let alone = Scratch::new();
    let plan = settings(&["niwaki", "none"], 8);
    let (games, standing) = play(&plan, &alone);
    assert_eq!(games.len(), 8);
    let together = Scratch::new();
    let (same, again) = play(&Settings { jobs: 3, ..plan.clone() }, &together);
    assert_eq!(games, same);
    assert_eq!(standing.row(0), again.row(0));
    // Cut off in the middle of a game's line, and asked for fewer games first.
    let text = fs::read_to_string(alone.path.join(record::FILE)).unwrap();
    fs::write(alone.path.join(record::FILE), &text[..text.len() / 2]).unwrap();
    let (first, _) = play(&Settings { games: 6, ..plan.clone() }, &alone);
    assert_eq!(first, games[..6]);
    assert_eq!(play(&plan, &alone).0, games);
}

#[test]
fn a_test_ends_a_match_at_the_same_game_each_time() {
    let folder = Scratch::new();
    let stop = Stop::parse_sprt("-150,250,0.1,0.1,logistic").unwrap();
    let plan = Settings { stop, jobs: 2, ..settings(&["niwaki", "none"], 200) };
    let (games, standing) = play(&plan, &folder);
    let (ratio, verdict) = standing.verdict(&plan).unwrap();
    assert_ne!(verdict, Verdict::Continue, "{ratio}");
    assert!(games.len() < 200 && games.len() % 2 == 0);
    let (same, again) = play(&plan, &folder);
    assert_eq!((same, again.verdict(&plan)), (games, Some((ratio, verdict))));
}

#[test]
fn other_games_and_many_players_are_rated() {
    let folder = Scratch::new();
    let mut plan = settings(&["niwaki", "none", "modern"], 6);
    plan.kit = list::find("connect-four").unwrap();
    plan.openings = openings::read(plan.kit, None, 0).unwrap();
    plan.rules.resign = None;
    let (games, standing) = play(&plan, &folder);
    assert_eq!((games.len(), standing.games()), (18, 18));
    let lines = table(&plan, &standing);
    assert!(lines[0].starts_with("player") && lines.len() > 6, "{lines:#?}");
    assert_eq!(standing.to_json(&plan)["summary"]["players"].as_array().unwrap().len(), 3);
}

#[test]
fn a_repetition_of_games_is_refused() {
    let folder = Scratch::new();
    let mut plan = settings(&["niwaki", "none"], 6);
    plan.openings.truncate(2);
    let message = run(&plan, &folder.path, &Progress::hidden(), &mut |_, _| Ok(())).unwrap_err().to_string();
    assert!(message.contains("every game after 4 would be a repetition"), "{message}");
}

#[test]
fn a_game_is_written_as_pgn_with_what_the_players_said() {
    let folder = Scratch::new();
    let plan = settings(&["niwaki", "none"], 2);
    let mut text = String::new();
    run(&plan, &folder.path, &Progress::hidden(), &mut |played, _| {
        text.push_str(&pgn(&plan, played)?);
        Ok(())
    })
    .unwrap();
    let games: Vec<_> = niwaki_games::chess::read_games(&text).map(Result::unwrap).collect();
    assert_eq!(games.len(), 2);
    assert_eq!((games[0].tag("White"), games[1].tag("White")), (Some("niwaki"), Some("none")));
    let comment = games[0].moves[0].comment.as_deref().unwrap();
    assert!(comment.contains("60n ") && comment.ends_with('s'), "{comment}");
}

#[test]
fn what_the_methods_did_is_told_of_each_player_and_if_asked_of_each_move() {
    let folder = Scratch::new();
    let plan = Settings { counters: true, ..settings(&["niwaki", "none"], 2) };
    let played = |plan: &Settings| {
        let mut texts = Vec::new();
        let standing = run(plan, &folder.path, &Progress::hidden(), &mut |played, _| {
            texts.push(pgn(plan, played)?);
            Ok(())
        });
        (texts.concat(), standing.unwrap().0)
    };
    let (text, standing) = played(&plan);
    let game = niwaki_games::chess::read_games(&text).next().unwrap().unwrap();
    let comments: Vec<&str> = game.moves.iter().filter_map(|played| played.comment.as_deref()).collect();
    let counted = |comment: &&str| comment.split("s ").nth(1).is_some_and(|rest| rest.contains('/'));
    assert!(comments.iter().any(counted), "{comments:?}");
    let methods = |player: usize, standing: &Standing| standing.players[player].methods.clone();
    let (_, cuts) = methods(0, &standing).iter().map(|(_, tally)| (tally.tries, tally.cuts)).max().unwrap();
    assert!(cuts > 0);
    assert_eq!(standing.to_json(&plan)["summary"]["players"][0]["methods"], methods(0, &standing).to_json());
    // The same from the records, whatever is asked now.
    let (again, same) = played(&Settings { counters: false, ..plan.clone() });
    assert_eq!((again, methods(0, &same)), (text, methods(0, &standing)));
}

#[test]
fn records_from_before_the_counters_are_read() {
    let folder = Scratch::new();
    let plan = settings(&["niwaki", "none"], 4);
    let (games, _) = play(&plan, &folder);
    let file = folder.path.join(record::FILE);
    let old = |line: &str| {
        let mut record: Json = serde_json::from_str(line).unwrap();
        record.as_object_mut().unwrap().remove("methods");
        format!("{record}\n")
    };
    let lines: String = fs::read_to_string(&file).unwrap().lines().map(old).collect();
    fs::write(&file, &lines).unwrap();
    let (same, standing) = play(&plan, &folder);
    assert_eq!(same, games);
    assert!(standing.players[0].methods.is_empty());
    assert_eq!(fs::read_to_string(&file).unwrap(), lines, "nothing is played again");
}

#[test]
fn tests_are_read_from_their_words() {
    assert!(matches!(Stop::parse_sprt("0,5").unwrap(), Stop::Sprt { pairs: true, .. }));
    assert!(matches!(Stop::parse_sprt("-3,1,0.05,0.1,logistic,trinomial").unwrap(), Stop::Sprt { pairs: false, .. }));
    for wrong in ["", "5", "5,0", "0,5,0.1", "a,b", "0,5,0.6,0.1", "nan,5"] {
        assert!(Stop::parse_sprt(wrong).is_err(), "{wrong}");
    }
}

fn check_page(run: &record::Run) -> String {
    let text = page(run).unwrap();
    well_formed(&text).unwrap();
    well_formed(&picture(run).unwrap()).unwrap();
    assert!(asks_for_nothing(&text) && !text.contains("NaN") && !text.contains(">inf"), "{text}");
    text
}

#[test]
fn a_page_is_made_from_records_alone_and_names_cannot_break_it() {
    let folder = Scratch::new();
    let hostile = "none,name=<script>alert(1)</script> & \"x\"";
    let (_, standing) = play(&settings(&["niwaki", hostile], 6), &folder);
    let mut run = record::read(&folder.path).unwrap();
    let text = check_page(&run);
    assert!(text.contains("&lt;script&gt;") && text.contains("Length of games") && !text.contains("Course of"));
    let (_, Trinomial { wins, draws, losses }, pairs) = standing.row(0).unwrap();
    assert!(text.contains(&format!("<td>+{wins} ={draws} -{losses}</td>")), "{text}");
    assert!(text.contains(&pairs.pairs.map(|count| count.to_string()).join(", ")), "{text}");
    // The order in which games ended does not matter.
    run.records.reverse();
    assert_eq!(check_page(&run), text);
}

#[test]
fn a_match_without_games_or_with_one_makes_a_page_that_says_so() {
    let folder = Scratch::new();
    play(&settings(&["niwaki", "none"], 4), &folder);
    let whole = record::read(&folder.path).unwrap();
    let first = |count: usize| record::Run { records: whole.records[..count].to_vec(), ..whole.clone() };
    for (count, says) in [(0, "0 games cannot tell them apart"), (1, "1 game cannot tell them apart")] {
        let text = check_page(&first(count));
        assert!(text.contains(says), "{text}");
    }
    // A game whose counterpart is missing does not spoil the pairs after it.
    let mut gap = whole.clone();
    gap.records.remove(0);
    let mut pair = whole.clone();
    pair.records.drain(..2);
    assert_eq!(check_page(&gap), check_page(&pair));
}

#[test]
fn the_page_of_a_test_shows_its_course_to_the_game_that_decided_it() {
    let folder = Scratch::new();
    let stop = Stop::parse_sprt("-150,250,0.1,0.1,logistic").unwrap();
    let plan = Settings { stop, jobs: 2, ..settings(&["niwaki", "none"], 200) };
    let (games, _) = play(&plan, &folder);
    let text = check_page(&record::read(&folder.path).unwrap());
    assert!(text.contains("Course of the test") && text.contains("accepts H"), "{text}");
    assert!(text.contains(&format!(", {} games", games.len())), "{text}");
}

#[test]
fn a_page_of_many_players_names_the_first_and_other_records_are_refused() {
    let folder = Scratch::new();
    play(&settings(&["niwaki", "none", "modern"], 4), &folder);
    let mut run = record::read(&folder.path).unwrap();
    let text = check_page(&run);
    assert!(text.contains("niwaki against modern") && text.contains("3 players"), "{text}");
    run.records[2]["players"] = json!([0, 9]);
    assert_eq!(page(&run).unwrap_err().to_string(), "line 4: expected a game of this match");
    run.header = Some(json!({ "command": "compare", "plan": {} }));
    assert_eq!(page(&run).unwrap_err().to_string(), "expected the records of a match");
}

/// A record says by itself from where its moves continue.
#[test]
fn a_record_holds_the_position_after_the_opening() {
    let settings = settings(&["niwaki", "none"], 2);
    let record = records_of(&settings, 1).records.swap_remove(0);
    let opening = &settings.openings[record["opening"].as_u64().unwrap() as usize];
    let mut rules = settings.kit.rules();
    rules.set_position(record["start"].as_str(), &[]).unwrap();
    let moves: Vec<&str> = record["moves"].as_str().unwrap().split(' ').collect();
    let book: Vec<&str> = opening.moves.iter().map(String::as_str).collect();
    let start = rules.position();
    rules.set_position(Some(&start), &moves).unwrap();
    let ended = rules.position();
    rules.set_position(opening.start.as_deref(), &[&book[..], &moves[..]].concat()).unwrap();
    assert_eq!(rules.position(), ended);
}
