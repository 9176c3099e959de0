//! Seeded games stay the same, move for move: those of self-play, of training and of matches,
//! which share one loop. The hashes below change only with the plain search of Connect Four, its
//! evaluation or its solver. Whoever changes one of these prints them anew; whoever changes how
//! games are played has broken something.
use niwaki_games::{Kit, list};
use niwaki_lab::{
    learn::datagen::{self, Games},
    play::{
        matches::{self, DrawWish, Limit, Rules, Settings, Spec, Stop},
        openings::Opening,
        self_play,
    },
    setup::recipe,
    study::{progress::Progress, record::hash, shard::Shard},
};
use niwaki_search::{limits::Limits, random::Random};
use std::{fmt::Debug, time::Duration};
use tempfile::TempDir;

const GAMES: usize = 10;

fn kit() -> &'static dyn Kit {
    list::find("connect-four").unwrap()
}

fn hash_of(games: &[impl Debug]) -> String {
    // The hashes are older than margins, which Connect Four does not have.
    hash(format!("{games:?}").replace(", margin: None", "").as_bytes())
}

#[test]
fn self_play_is_the_same() {
    let mut engine = recipe::open(kit(), "none").unwrap().engine(1).unwrap();
    let mut games = Vec::new();
    for seed in 0..GAMES as u64 {
        let mut random = Random::new(seed);
        self_play::play(&mut *engine, kit().thresholds(), &mut random, &|| Limits::depth(3), &mut |engine, report| {
            games.push((engine.position(), report.score, report.line.clone()));
            true
        })
        .unwrap();
    }
    assert_eq!(hash_of(&games), "be31c9dfef640f9c");
}

#[test]
fn training_games_are_the_same() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("games");
    let settings = datagen::Settings {
        recipe: recipe::open(kit(), "none").unwrap(),
        network: None,
        soft: 100,
        hard: 400,
        rules: datagen::Rules::of(kit()),
        seed: 3,
        games: Some(GAMES),
        time: None,
        jobs: 1,
        hash: 1,
    };
    datagen::run(&settings, &file, &mut |_| ()).unwrap();
    let found = Games::read(&file).unwrap();
    let games: Vec<datagen::Game> = (0..found.len()).map(|number| found.get(number).unwrap()).collect();
    assert_eq!(hash_of(&games), "8d3d9a75f0cf897f");
}

#[test]
fn matches_are_the_same() {
    let limit = Limit::Nodes(300);
    let settings = Settings {
        kit: kit(),
        players: ["none", "none,exact.enabled=false"].map(|text| Spec::parse(kit(), text).unwrap()).to_vec(),
        meetings: niwaki_lab::play::matches::Meetings::Each,
        openings: ["1", "2", "3", "4", "5"]
            .map(|first| Opening { start: None, moves: vec![first.to_string()] })
            .to_vec(),
        seed: 5,
        // Some games are resigned, some agreed drawn, some played out.
        rules: Rules {
            limit,
            margin: Duration::ZERO,
            resign: Some("60,5".parse().unwrap()),
            draw: Some("5,2,3".parse::<DrawWish>().unwrap().of(kit())),
            max_plies: 36,
            judge: None,
        },
        games: GAMES,
        stop: Stop::Games,
        hash: 1,
        jobs: 1,
        patience: Duration::from_secs(5),
        shard: Shard::WHOLE,
        scale_nps: None,
        affinity: false,
        counters: false,
        command: "niwaki match".to_string(),
    };
    let (folder, mut games) = (TempDir::new().unwrap(), Vec::new());
    matches::run(&settings, folder.path(), &Progress::hidden(), &mut |played, _| {
        let moves: Vec<_> = played.choices.iter().map(|choice| (choice.m.clone(), choice.score)).collect();
        games.push((played.pairing, played.begins, moves, played.ending.clone()));
        Ok(())
    })
    .unwrap();
    for reason in ["win", "resigned", "agreed", "length"] {
        assert!(games.iter().any(|game| game.3.reason == reason), "{reason}");
    }
    assert_eq!(hash_of(&games), "ecf95b740d3fca20");
}
