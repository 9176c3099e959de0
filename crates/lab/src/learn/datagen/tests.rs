use super::{game::Format, *};
use crate::scratch::Scratch;
use crate::setup::recipe;
use niwaki_search::node::WIN;
use std::fs;

fn settings(game: &str, games: usize, jobs: usize) -> Settings {
    let kit = niwaki_games::list::find(game).unwrap();
    Settings {
        recipe: recipe::default(kit).unwrap(),
        network: None,
        soft: 40,
        hard: 120,
        rules: Rules { most_plies: 60, ..Rules::of(kit) },
        seed: 3,
        games: Some(games),
        time: None,
        jobs,
        hash: 1,
    }
}

fn generate(file: &Scratch, settings: &Settings) -> Vec<u8> {
    run(settings, &file.path, &mut |_| ()).unwrap();
    fs::read(&file.path).unwrap()
}

#[test]
fn the_file_does_not_depend_on_the_number_of_jobs_but_on_the_seed() {
    for game in niwaki_games::list::names() {
        let alone = generate(&Scratch::new(), &settings(game, 12, 1));
        // The header notes the jobs.
        let games = |bytes: &[u8]| bytes.split(|byte| *byte == b'\n').skip(2).flatten().copied().collect::<Vec<u8>>();
        let together = generate(&Scratch::new(), &settings(game, 12, 3));
        assert!(games(&alone) == games(&together), "{game}");
        let other = generate(&Scratch::new(), &Settings { seed: 4, ..settings(game, 12, 1) });
        assert!(games(&alone) != games(&other), "{game}");
    }
}

#[test]
fn a_file_cut_off_anywhere_is_resumed_to_the_same_games() {
    let file = Scratch::new();
    let settings = settings("connect-four", 6, 1);
    let whole = generate(&file, &settings);
    let places = (0..whole.len()).step_by(37).chain(whole.len() - 20..=whole.len());
    for length in places {
        fs::write(&file.path, &whole[..length]).unwrap();
        assert!(generate(&file, &settings) == whole, "cut at {length}");
    }
    fs::write(&file.path, [&whole[..], &[0; 300]].concat()).unwrap();
    assert!(generate(&file, &settings) == whole, "zeros at the end");
}

#[test]
fn more_games_are_added_to_those_of_a_shorter_run() {
    let (one, two) = (Scratch::new(), Scratch::new());
    let games = |file: &Scratch| {
        let games = Games::read(&file.path).unwrap();
        (0..games.len()).map(|number| games.get(number).unwrap()).collect::<Vec<_>>()
    };
    generate(&one, &settings("chess", 8, 2));
    generate(&two, &settings("chess", 3, 2));
    let short = games(&two);
    let progress = run(&settings("chess", 8, 2), &two.path, &mut |_| ()).unwrap();
    assert_eq!((progress.before, progress.games), (3, 5));
    let long = games(&one);
    assert!(long == games(&two) && long[..3] == short[..]);
}

#[test]
fn games_read_back_can_be_played_and_counted() {
    let file = Scratch::new();
    let mut counts = Vec::new();
    let progress = run(&settings("chess", 20, 2), &file.path, &mut |progress| counts.push(progress.games)).unwrap();
    assert!(counts.iter().copied().eq(1..=20));
    let games = Games::read(&file.path).unwrap();
    let stats = Stats::of(&[games.clone(), games.clone()], 2).unwrap();
    assert_eq!((stats.games, stats.plies), (40, 2 * progress.plies));
    assert_eq!(stats.winners.iter().sum::<u64>(), 40);
    assert_eq!(stats, Stats::of(&[games.clone(), games], 1).unwrap());
    let kept = stats.kept.unwrap();
    assert!(kept > stats.plies / 2 && kept < stats.plies, "{stats:?}");
    let bytes_a_ply = stats.bytes as f64 / stats.plies as f64;
    assert!((2.0..3.2).contains(&bytes_a_ply), "{bytes_a_ply}");
    assert!(stats.lines().iter().any(|line| line.starts_with("agreement ")));
    assert_eq!(stats.to_json()["games"], 40);
}

#[test]
fn a_score_is_right_when_its_side_wins() {
    // In this game only a proof is clear.
    let plies = [WIN - 9, 8 - WIN, 7 - WIN, 200].map(|score| Ply { place: 0, score }).to_vec();
    let game = Game { start: 0, opening: vec![0; 9], plies, winner: Winner::Second, margin: None };
    let file = Scratch::new();
    let (mut writer, before) = Writer::open(&file.path, &settings("connect-four", 1, 1).plan(), false).unwrap();
    assert_eq!(before, 0);
    writer.append(&game).unwrap();
    let games = Games::read(&file.path).unwrap();
    assert_eq!(games.get(0), Ok(game));
    let stats = Stats::of(&[games], 1).unwrap();
    assert_eq!((stats.clear, stats.right, stats.kept), (3, 2, None));
}

#[test]
fn another_run_is_refused_with_the_difference() {
    let file = Scratch::new();
    let before = generate(&file, &settings("connect-four", 2, 1));
    let other = Settings { soft: 41, ..settings("connect-four", 4, 1) };
    let message = run(&other, &file.path, &mut |_| ()).unwrap_err().to_string();
    assert!(message.contains("plan.soft_nodes was 40, now it is 41") && !message.contains('\n'), "{message}");
    assert!(fs::read(&file.path).unwrap() == before);
    let _writer = Writer::open(&file.path, &settings("connect-four", 2, 1).plan(), false).unwrap();
    let message = run(&settings("connect-four", 4, 1), &file.path, &mut |_| ()).unwrap_err().to_string();
    assert!(message.ends_with("another run is writing to this file"), "{message}");
}

#[test]
fn what_is_no_file_of_games_is_named_and_left_alone() {
    let file = Scratch::new();
    let read = |bytes: &[u8]| {
        fs::write(&file.path, bytes).unwrap();
        Games::read(&file.path).unwrap_err().to_string()
    };
    assert!(read(b"my notes\n").contains("expected a file of games"));
    assert!(read(b"Niwaki games 1\nnonsense\n").contains("expected a file of games"));
    assert!(read(b"Niwaki games 4\n").contains("expected a file of games"));
    for begun in ["", "Niwaki ga", "Niwaki games 1\n{\"plan\":", "Niwaki games 2\n{\"plan\":"] {
        assert!(read(begun.as_bytes()).ends_with("expected games, there is none"), "{begun}");
    }
    let message =
        run(&settings("chess", 1, 1), &Scratch::new().path.join("file"), &mut |_| ()).unwrap_err().to_string();
    assert!(message.contains("cannot open the games") && !message.contains('\n'), "{message}");
    fs::write(&file.path, "my notes\n").unwrap();
    assert!(run(&settings("chess", 1, 1), &file.path, &mut |_| ()).is_err());
    assert_eq!(fs::read(&file.path).unwrap(), b"my notes\n");
}

/// Where the games of a file begin.
fn header_end(bytes: &[u8]) -> usize {
    bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(1).unwrap().0 + 1
}

/// The file of a run as programs wrote it that knew format 1 only.
fn format_one(games: usize) -> (Scratch, Vec<u8>, Vec<Game>) {
    let file = Scratch::new();
    let new = generate(&file, &settings("chess", games, 1));
    let read = Games::read(&file.path).unwrap();
    let played: Vec<Game> = (0..read.len()).map(|number| read.get(number).unwrap()).collect();
    let mut old = [b"Niwaki games 1\n", &new[b"Niwaki games 2\n".len()..header_end(&new)]].concat();
    played.iter().for_each(|game| game.write_format_one(&mut old));
    (file, old, played)
}

#[test]
fn files_of_format_one_are_read_and_not_resumed() {
    let (file, old, played) = format_one(5);
    fs::write(&file.path, &old).unwrap();
    let read = Games::read(&file.path).unwrap();
    assert!(played.iter().enumerate().all(|(number, game)| read.get(number).as_ref() == Ok(game)));
    assert!(Stats::of(&[read], 1).unwrap().kept > Some(50));
    let message = run(&settings("chess", 6, 1), &file.path, &mut |_| ()).unwrap_err().to_string();
    assert!(message.contains("an older program wrote them"), "{message}");
    assert!(fs::read(&file.path).unwrap() == old);
}

/// The games left after the file was cut; `None` if it is refused as damaged.
fn left(file: &Scratch, bytes: &[u8]) -> Option<usize> {
    fs::write(&file.path, bytes).unwrap();
    match Games::read(&file.path) {
        Ok(games) => Some(games.len()),
        Err(error) => {
            assert!(error.to_string().ends_with("the file is damaged"), "{error}");
            None
        }
    }
}

/// The places where games begin, by the lengths of what came before.
fn places(header: usize, games: &[Game], write: impl Fn(&Game, &mut Vec<u8>)) -> Vec<usize> {
    let mut bytes = vec![0; header];
    let place = |game: &Game| {
        let place = bytes.len();
        write(game, &mut bytes);
        place
    };
    games.iter().map(place).collect()
}

#[test]
fn a_wrong_length_near_the_end_is_damage_and_not_a_cut_file() {
    let (file, old, played) = format_one(6);
    let new = generate(&Scratch::new(), &settings("chess", 6, 1));
    let of_old = places(header_end(&old), &played, Game::write_format_one);
    let of_new = places(header_end(&new), &played, |game, out| game.write(Format::Two, out));
    for (bytes, places) in [(&old, of_old), (&new, of_new)] {
        for place in places {
            // The highest byte of the length: the game seems to continue after the end of the file.
            let highest = if bytes[place] < 128 { place } else { place + 1 };
            let mut damaged = bytes.clone();
            damaged[highest] ^= 64;
            assert_eq!(left(&file, &damaged), None, "{place}");
        }
    }
}

#[test]
fn a_file_of_either_format_that_was_cut_is_read_up_to_the_last_whole_game() {
    let (file, old, played) = format_one(6);
    let new = generate(&Scratch::new(), &settings("chess", 6, 1));
    let of_old = places(header_end(&old), &played, Game::write_format_one);
    let of_new = places(header_end(&new), &played, |game, out| game.write(Format::Two, out));
    for (bytes, places) in [(&old, of_old), (&new, of_new)] {
        for length in places[1] + 1..bytes.len() {
            let whole = places.iter().filter(|place| **place <= length).count() - 1;
            assert_eq!(left(&file, &bytes[..length]), Some(whole), "cut at {length} of {}", bytes.len());
        }
    }
}

#[test]
fn games_begin_from_other_start_positions_too() {
    let rules = Rules { other_starts: 50, opening_plies: [2, 5], ..settings("chess", 1, 1).rules };
    let settings = Settings { rules, ..settings("chess", 40, 2) };
    let file = Scratch::new();
    generate(&file, &settings);
    let games = Games::read(&file.path).unwrap();
    let games: Vec<Game> = (0..games.len()).map(|number| games.get(number).unwrap()).collect();
    let others = games.iter().filter(|game| game.start > 0).count();
    assert!((8..=32).contains(&others), "{others}");
    for plies in 2..=5 {
        assert!(games.iter().any(|game| game.opening.len() == plies), "{plies}");
    }
    let mut starts = games.iter().map(|game| game.start).filter(|start| *start > 0).collect::<Vec<_>>();
    starts.dedup();
    assert!(starts.len() > others / 2 && starts.iter().all(|start| *start <= 960));
    for game in &games {
        let mut searched = 0;
        replay(niwaki_games::list::ALL[0].learner().unwrap(), game, &mut |_| searched += 1).unwrap();
        assert_eq!(searched, game.plies.len());
    }
}

#[test]
fn damage_between_games_is_named_by_its_place() {
    let file = Scratch::new();
    let mut bytes = generate(&file, &settings("connect-four", 6, 1));
    let header = header_end(&bytes);
    bytes[header + 5] ^= 1;
    fs::write(&file.path, &bytes).unwrap();
    let message = Games::read(&file.path).unwrap_err().to_string();
    assert!(message.ends_with(&format!("byte {header}: expected a game; the file is damaged")), "{message}");
}

#[test]
fn a_move_that_is_not_there_is_named_by_its_game() {
    let file = Scratch::new();
    let (mut writer, _) = Writer::open(&file.path, &settings("chess", 1, 1).plan(), false).unwrap();
    let game = |place| Game {
        start: 0,
        opening: vec![0],
        plies: vec![Ply { place, score: 0 }],
        winner: Winner::Nobody,
        margin: None,
    };
    writer.append(&game(19)).unwrap();
    writer.append(&game(20)).unwrap();
    let message = Stats::of(&[Games::read(&file.path).unwrap()], 1).unwrap_err().to_string();
    assert!(message.contains("game 2: expected one of 20 moves, not number 21"), "{message}");
}

#[test]
fn it_ends_when_its_time_is_over() {
    let file = Scratch::new();
    let endless = Settings { games: None, time: Some(Duration::from_millis(50)), ..settings("connect-four", 1, 2) };
    let progress = run(&endless, &file.path, &mut |_| ()).unwrap();
    assert!(progress.games > 0 && progress.time >= Duration::from_millis(50));
    assert_eq!(Games::read(&file.path).unwrap().len(), progress.games);
}
