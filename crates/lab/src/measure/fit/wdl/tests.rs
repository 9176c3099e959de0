use super::{
    data::point,
    likelihood::{log_chances, slopes},
    *,
};
use crate::learn::datagen::{Searched, Winner};
use niwaki_games::{
    kit::learning::{Sample, Visited},
    list::ALL,
};
use niwaki_search::random::Random;
use niwaki_search::{
    game::Side,
    node::{Score, WIN},
};

const KNOWN: Chances = Chances { full: 78, material: [10, 78], even_win: [90.0, 60.0], win_spread: [60.0, 40.0] };

fn model() -> MaterialChances {
    ALL[0].chances().unwrap()
}

/// A number from 0 to 1.
fn share(random: &mut Random) -> f64 {
    random.below(1 << 20) as f64 / f64::from(1 << 20)
}

/// Games of points whose results have the known chances, each point a number of times.
fn synthetic(games: usize, points: usize, times: usize) -> Data {
    let mut random = Random::new(5);
    let mut point = || {
        let (score, material) = (random.below(1201) as i16 - 600, 10 + random.below(69) as u8);
        let [win, draw, _] = KNOWN.of(score.into(), material.into());
        let chance = share(&mut random);
        let result = if chance < win {
            0
        } else if chance < win + draw {
            1
        } else {
            2
        };
        vec![Point { score, material, result }; times]
    };
    let games = (0..games).map(|_| (0..points).flat_map(|_| point()).collect()).collect();
    Data { games, ..Data::default() }
}

fn terms(chances: &Chances) -> Vec<f64> {
    [chances.even_win, chances.win_spread].concat()
}

#[test]
fn a_fit_finds_the_chances_that_made_the_games() {
    let outcome = fit(model(), &synthetic(4000, 5, 1)).unwrap();
    assert_eq!((outcome.games, outcome.positions), ([3600, 400], [18_000, 2000]));
    let [least, most] = outcome.chances.material;
    assert!((10..=12).contains(&least) && (76..=78).contains(&most), "{:?}", outcome.chances);
    for (index, known) in terms(&KNOWN).into_iter().enumerate() {
        let interval = outcome.interval(&|chances| terms(chances)[index]);
        let reach = interval.reach();
        assert!(reach > 1.0 && reach < 30.0, "{index}: {interval:?}");
        assert!((terms(&outcome.chances)[index] - known).abs() < 2.0 * reach, "{index}: {interval:?}");
    }
    let Losses { fitted, blind, .. } = outcome.losses;
    assert!(fitted < blind - 0.2, "{fitted} {blind}");
    let predicted: f64 = outcome.bands.iter().map(|band| band.predicted[0]).sum();
    let seen: u64 = outcome.bands.iter().map(|band| band.seen[0]).sum();
    assert!((predicted - seen as f64).abs() < 60.0, "{predicted} {seen}");
}

/// Where millions of positions are added up, the last digits of the sum mean nothing.
#[test]
fn a_fit_ends_however_many_positions_there_are() {
    let mut counts = Counts::default();
    synthetic(600, 5, 1).games.iter().for_each(|game| counts.add(game));
    let (few, start) = (counts.cells(), counts.start(78, RARE));
    let once = likelihood::fit(&few, start).unwrap();
    for times in [1e3, 1e6, 1e9, 1e12] {
        let many: Vec<_> =
            few.iter().map(|cell| data::Cell { results: cell.results.map(|count| times * count), ..*cell }).collect();
        let found = likelihood::fit(&many, start).unwrap_or_else(|| panic!("{times}"));
        for (one, two) in terms(&once).into_iter().zip(terms(&found)) {
            assert!((one - two).abs() < 0.01, "{times}: {one} {two}");
        }
    }
}

#[test]
fn positions_of_one_game_that_say_the_same_make_nothing_surer() {
    let (once, often) = (fit(model(), &synthetic(600, 5, 1)).unwrap(), fit(model(), &synthetic(600, 5, 9)).unwrap());
    assert_eq!(often.positions, once.positions.map(|count| 9 * count));
    let reach = |outcome: &Outcome| outcome.interval(&|chances| chances.at(40)[0]).reach();
    assert!((reach(&once) / reach(&often) - 1.0).abs() < 0.01, "{} {}", reach(&once), reach(&often));
    for (one, two) in terms(&once.chances).into_iter().zip(terms(&often.chances)) {
        assert!((one - two).abs() < 0.02, "{one} {two}");
    }
    let intervals = |outcome: &Outcome| outcome.bands.iter().map(|band| band.interval(0)).collect::<Vec<_>>();
    assert_eq!(intervals(&once), intervals(&often));
}

#[test]
fn logarithms_are_those_of_the_chances_and_slopes_are_theirs() {
    const STEP: f64 = 1e-4;
    for score in [0.0, 35.0, 160.0, 900.0, -90.0] {
        let at = KNOWN.at(30);
        let logs = log_chances(at, score);
        for (log, chance) in logs.into_iter().zip(KNOWN.of(score, 30)) {
            assert!((log.exp() - chance).abs() < 1e-12, "{score}: {log} {chance}");
        }
        for (result, slopes) in slopes(at, score).into_iter().enumerate() {
            for (index, slope) in slopes.into_iter().enumerate() {
                let mut further = at;
                further[index] += STEP;
                let seen = (log_chances(further, score)[result] - logs[result]) / STEP;
                assert!((seen - slope).abs() < 1e-5, "{score} {result} {index}: {seen} {slope}");
            }
        }
    }
}

/// Games of one point.
fn games(count: usize, point: impl Fn(usize) -> Point) -> Data {
    Data { games: (0..count).map(|number| vec![point(number)]).collect(), ..Data::default() }
}

#[test]
fn games_that_determine_nothing_are_refused_with_what_they_lack() {
    let message = |data: &Data| fit(model(), data).unwrap_err().to_string();
    let at = |score: i16, material: usize, result: u8| Point { score, material: material as u8, result };
    assert_eq!(message(&Data::default()), "expected at least 20 games, not 0");
    assert_eq!(message(&games(19, |_| at(9, 40, 1))), "expected at least 20 games, not 19");
    let drawn = message(&games(50, |number| at(number as i16, number, 1)));
    assert_eq!(drawn, "expected won and drawn games; of the 45 games to learn from none was won");
    let won = message(&games(50, |number| at(number as i16, number, 0)));
    assert!(won.ends_with("none was drawn"), "{won}");
    let undetermined = "do not determine the chances; expected more games";
    // Scores without error, one material only, and scores that are all the same.
    let result = |number: usize| [0, 1, 2, 1][number % 4];
    let sure = games(80, |number| at([300, 0, -300, 10][number % 4], 20 + number % 50, result(number)));
    let alike = games(80, |number| at(number as i16, 40, result(number / 3)));
    let level = games(80, |number| at(0, 20 + number % 50, result(number)));
    for data in [sure, alike, level] {
        assert!(message(&data).ends_with(undetermined), "{}", message(&data));
    }
    let silent = Data { games: vec![Vec::new(); 30], ..Data::default() };
    assert!(message(&silent).contains("none was won"), "{}", message(&silent));
    let mut untested = synthetic(30, 40, 1);
    (9..30).step_by(10).for_each(|number| untested.games[number].clear());
    assert!(message(&untested).ends_with(undetermined), "{}", message(&untested));
}

#[test]
fn checks_and_mates_are_left_out_and_results_are_those_of_the_side_to_move() {
    let searched = |side, forced, score| {
        let position = &At { side, forced };
        point(&Searched { position, score, winner: Winner::First, margin: None })
    };
    assert_eq!(searched(Side::First, false, 700), Some(Point { score: 700, material: 6, result: 0 }));
    assert_eq!(searched(Side::Second, false, -700), Some(Point { score: -700, material: 6, result: 2 }));
    assert_eq!(searched(Side::First, false, WIN - 7), None);
    assert_eq!(searched(Side::First, true, 0), None);
}

/// A position of which only this is known.
struct At {
    side: Side,
    forced: bool,
}

impl Visited for At {
    fn side(&self) -> Side {
        self.side
    }
    fn is_forced(&self) -> bool {
        self.forced
    }
    fn is_quiet(&self) -> bool {
        !self.forced
    }
    fn material(&self) -> u32 {
        6
    }
    fn sample(&self, _: Score, _: u8) -> Sample {
        unreachable!("nothing is learned here")
    }
}

#[test]
fn bands_set_predictions_against_what_came() {
    let chances = Chances { full: 78, material: [0, 78], even_win: [100.0, 0.0], win_spread: [50.0, 0.0] };
    let at = |score, result| Point { score, material: 30, result };
    // 1 / (1 + e^2) = 0.119 at 0, one half at 100.
    let games = [vec![at(0, 0), at(0, 2), at(100, 0)], vec![at(0, 1), at(1, 1)], vec![at(100, 1)]];
    let games: Vec<&[Point]> = games.iter().map(Vec::as_slice).collect();
    let bands = calibration::bands(&games, &chances);
    assert_eq!(bands.len(), 2);
    assert_eq!((bands[0].ends, bands[0].positions, bands[0].games, bands[0].seen), ([0.1, 0.2], 4, 2, [1, 2, 1]));
    assert_eq!((bands[1].ends, bands[1].positions, bands[1].games, bands[1].seen), ([0.5, 0.6], 2, 2, [1, 1, 0]));
    assert!((bands[1].predicted_share(0) - 0.5).abs() < 1e-12 && bands[1].seen_share(1) == 0.5);
    assert_eq!(bands[0].interval(1), niwaki_statistics::intervals::wilson(1, 2));
    let halves = calibration::loss(&games[2..], &chances);
    let [_, draw, _] = chances.of(100.0, 30);
    assert!((halves + draw.ln()).abs() < 1e-12, "{halves}");
}

/// The numbers of a model's file.
fn read(text: &str) -> Chances {
    let table: toml::Table = text.parse().unwrap();
    let list = |key: &str| table[key].as_array().unwrap().clone();
    let terms = |key: &str| list(key).iter().map(|term| term.as_float().unwrap()).collect::<Vec<_>>();
    let material: Vec<u32> = list("material").iter().map(|end| end.as_integer().unwrap() as u32).collect();
    Chances {
        full: 78,
        material: material.try_into().unwrap(),
        even_win: terms("even_win").try_into().unwrap(),
        win_spread: terms("win_spread").try_into().unwrap(),
    }
}

#[test]
fn the_model_that_is_written_is_the_one_that_was_measured() {
    let mut data = synthetic(200, 5, 1);
    let header = serde_json::json!({ "plan": { "network": "seed", "soft_nodes": 9, "hard_nodes": 27, "seed": 4 } });
    data.files = vec![Source { name: "my\n.games".into(), hash: "0".into(), header: Some(header), games: 200 }];
    let outcome = fit(model(), &data).unwrap();
    let text = outcome.model();
    assert_eq!(read(&text), outcome.chances, "{text}");
    assert!(text.contains("# Games: my .games: 200 games, network seed, 9 to 27 nodes, seed 4.\n"), "{text}");
    assert_eq!(outcome.to_json()["even_win"][1], outcome.chances.even_win[1]);
    assert!(outcome.lines().iter().any(|line| line.starts_with("held-out log loss ")));
}

/// If this fails after a fit, the numbers of the file go into `CHANCES` of the crate of games.
#[test]
fn the_chances_in_the_program_are_those_of_the_models_file() {
    assert_eq!(model().built_in, read(include_str!("../../../../../../models/chess-wdl.toml")));
}
