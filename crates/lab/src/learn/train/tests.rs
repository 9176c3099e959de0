use super::*;
use crate::scratch::Scratch;
use crate::{
    learn::datagen::{self, Game, Ply, Rules, Winner, Writer},
    setup::recipe,
};
use niwaki_games::{
    chess::{Board, Kind},
    kit::learning,
};
use niwaki_search::{
    game::{Position, Side},
    random::Random,
};
use std::{fs, path::PathBuf};

/// A position with its score and the result of its game.
pub(crate) fn sample(board: &Board, score: i32, result: u8) -> Sample {
    niwaki_games::chess::learner::sample(board, score, result)
}

pub(crate) fn learner() -> &'static dyn NetworkLearner {
    let learning::Kind::Network(learner) = niwaki_games::list::ALL[0].learner().unwrap().kind() else {
        panic!("chess has a network")
    };
    learner
}

/// Positions of random games, in which both sides are to move.
pub(crate) fn random_boards(count: usize, seed: u64) -> Vec<Board> {
    let mut random = Random::new(seed);
    let (mut board, mut boards, mut moves) = (Board::start(), Vec::new(), Vec::new());
    while boards.len() < count {
        moves.clear();
        board.list_moves(&mut moves);
        if moves.is_empty() || board.outcome().is_some() || random.below(120) == 0 {
            board = Board::start();
            continue;
        }
        board = board.after(moves[random.below(moves.len())]);
        boards.push(board);
    }
    boards
}

/// What the side to move has more, in centipawns.
fn material(board: &Board) -> i32 {
    let of = |side: Side| -> i32 {
        Kind::ALL.iter().map(|kind| board.pieces(*kind, side).count() as i32 * kind.value()).sum()
    };
    of(board.to_move()) - of(board.to_move().other())
}

fn material_data(count: usize) -> Data {
    let samples = |seed, count| {
        random_boards(count, seed).iter().map(|board| sample(board, material(board), 1)).collect::<Vec<_>>()
    };
    data_of(samples(1, count), samples(2, count / 10))
}

/// Data that came from no file; more than a part.
fn data_of(samples: Vec<Sample>, held_out: Vec<Sample>) -> Data {
    let mut store = Store::new(3, 1, Memory::new(100, PathBuf::new()));
    samples.into_iter().for_each(|sample| store.push(sample).unwrap());
    Data { samples: store, held_out, files: Vec::new() }
}

fn settings() -> Settings {
    Settings {
        learner: learner(),
        width: 16,
        start: None,
        lambda: 0.0,
        later: 0.0,
        epochs: 3,
        batch: 64,
        rate: 0.005,
        seed: 7,
        threads: 1,
    }
}

fn train(settings: &Settings, mut data: Data) -> Trained {
    run(settings, &mut data, None, &mut |_| ControlFlow::Continue(())).unwrap()
}

#[test]
fn material_is_learned_and_whole_numbers_keep_it() {
    let data = material_data(30_000);
    let mean = data.held_out.iter().map(|sample| f64::from(target::target(sample, 0.0, 400.0))).sum::<f64>();
    let mean = mean / data.held_out.len() as f64;
    let square = |sample: &Sample| (f64::from(target::target(sample, 0.0, 400.0)) - mean).powi(2);
    let spread = data.held_out.iter().map(square).sum::<f64>() / data.held_out.len() as f64;
    let trained = train(&Settings { epochs: 8, batch: 128, rate: 0.01, ..settings() }, data);
    let loss = trained.epochs[trained.best].held_out;
    assert!(loss < 0.05 * spread, "{loss} of {spread}: {:?}", trained.epochs);
    assert!(trained.epochs[0].loss > trained.epochs.last().unwrap().loss);
    assert!(trained.rounding < 1.0, "{}", trained.rounding);
    assert!(trained.greatest_output <= 1.98);
    // A queen up in a game that was never seen.
    let board = Board::from_fen("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 0 1").unwrap();
    let score = trained.network.evaluate(&sample(&board, 0, 1)).unwrap();
    assert!((400..2000).contains(&score), "{score}");
}

#[test]
fn a_seed_gives_the_same_network_whatever_the_number_of_threads() {
    let bytes =
        |seed, threads| train(&Settings { seed, threads, ..settings() }, material_data(1000)).network.to_bytes();
    let alone = bytes(7, 1);
    assert!(alone == bytes(7, 1));
    assert!(alone == bytes(7, 2) && alone == bytes(7, 3) && alone == bytes(7, 20));
    assert!(alone != bytes(8, 1));
}

#[test]
fn all_epochs_are_run_and_the_best_is_kept() {
    // Results without a meaning: the more is learned by heart, the worse the others come out.
    let mut random = Random::new(5);
    let mut samples = |seed, count| -> Vec<Sample> {
        random_boards(count, seed).iter().map(|board| sample(board, 0, 2 * random.below(2) as u8)).collect()
    };
    let data = data_of(samples(1, 300), samples(2, 300));
    let trained = train(&Settings { lambda: 1.0, epochs: 40, batch: 32, ..settings() }, data);
    let (epochs, best) = (&trained.epochs, trained.best);
    assert_eq!(epochs.len(), 40);
    assert!(best < 20 && epochs.iter().all(|epoch| epoch.held_out >= epochs[best].held_out), "{epochs:?}");
}

#[test]
fn progress_counts_the_steps() {
    let mut steps = Vec::new();
    let mut data = material_data(1000);
    run(&settings(), &mut data, None, &mut |progress| {
        steps.push((progress.step, progress.steps, progress.epochs.len()));
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(steps.len(), 3 * 15);
    assert!(steps.iter().enumerate().all(|(index, step)| *step == (index + 1, 45, index / 15)));
}

/// Trains until a step, and leaves a checkpoint.
fn stop_at(step: usize, settings: &Settings, place: &Scratch) {
    let stopped = run(settings, &mut material_data(1000), Some(&place.path), &mut |progress| {
        if progress.step == step { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(stopped.err(), Some(Error::Stopped { epochs: (step - 1) / 15 }));
}

#[test]
fn a_training_that_was_interrupted_and_resumed_gives_the_same_network() {
    let settings = Settings { epochs: 5, ..settings() };
    let whole = train(&settings, material_data(1000));
    let place = Scratch::new();
    // In the first epoch, before any checkpoint; in the second; at the end of the fourth.
    for step in [3, 20, 60] {
        stop_at(step, &settings, &place);
        assert_eq!(place.path.exists(), step > 15);
    }
    let mut first = None;
    let resumed = run(&settings, &mut material_data(1000), Some(&place.path), &mut |progress| {
        first.get_or_insert(progress.step);
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(first, Some(46), "three epochs were over");
    assert!(*resumed.network == *whole.network);
    assert_eq!((resumed.epochs, resumed.best, resumed.rounding), (whole.epochs, whole.best, whole.rounding));
}

#[test]
fn a_checkpoint_of_other_settings_is_refused() {
    let place = Scratch::new();
    stop_at(20, &settings(), &place);
    let other = Settings { lambda: 0.2, threads: 4, ..settings() };
    let refused = run(&other, &mut material_data(1000), Some(&place.path), &mut |_| ControlFlow::Continue(()));
    let message = refused.unwrap_err().to_string();
    assert!(message.contains("plan.lambda was 0.0, now it is 0.2"), "{message}");
    let saved = Checkpoint::read(&place.path).unwrap().unwrap();
    assert!(difference_of_settings(&other, &saved).unwrap().contains("lambda"));
    assert_eq!(difference_of_settings(&Settings { threads: 9, ..settings() }, &saved), None);
}

#[test]
fn training_begins_from_a_network() {
    let first = train(&settings(), material_data(3000));
    let start = Some(first.network.clone());
    let slow = Settings { start: start.clone(), epochs: 1, rate: 1e-9, ..settings() };
    let same = train(&slow, material_data(3000));
    assert!(*same.network == *first.network, "at this rate nothing is learned");
    let second = train(&Settings { start, ..settings() }, material_data(3000));
    assert!(second.epochs[0].loss < first.epochs[0].loss / 2.0, "{:?} {:?}", first.epochs, second.epochs);
    let text = manifest("my.net", &slow, &material_data(10), &same).unwrap();
    assert!(text.contains(&format!("start = \"{:016x}\"", first.network.fingerprint())), "{text}");
}

#[test]
fn nonsense_is_refused() {
    let refused = |settings: &Settings, mut data: Data| {
        run(settings, &mut data, None, &mut |_| ControlFlow::Continue(())).unwrap_err().to_string()
    };
    assert!(refused(&settings(), data_of(Vec::new(), Vec::new())).contains("expected at least one position"));
    let message = refused(&Settings { width: 17, ..settings() }, material_data(100));
    assert_eq!(message, "expected a width that is a multiple of 16 and at most 2048, not 17");
    let start = Some(train(&Settings { epochs: 1, ..settings() }, material_data(200)).network);
    let message = refused(&Settings { width: 32, start, ..settings() }, material_data(100));
    assert_eq!(message, "expected a width of 16, as of the network to begin with, not 32");
}

/// A file of games of random moves.
struct File(Scratch);

impl File {
    fn new(game: &str, games: usize) -> File {
        let place = Scratch::new();
        let kit = niwaki_games::list::find(game).unwrap();
        let settings = datagen::Settings {
            recipe: recipe::open(kit, "none").unwrap(),
            network: None,
            soft: 1,
            hard: 1,
            rules: Rules::of(kit),
            seed: 1,
            games: None,
            time: None,
            jobs: 1,
            hash: 1,
        };
        let (mut writer, _) = Writer::open(&place.path, &settings.plan(), false).unwrap();
        for number in 0..games {
            let plies = (0..30).map(|ply| Ply { place: (number + ply) as u16 % 3, score: ply as i32 }).collect();
            writer.append(&Game { start: 0, opening: vec![1; 8], plies, winner: Winner::First, margin: None }).unwrap();
        }
        File(place)
    }

    fn read(&self) -> Result<Data, error::Error> {
        self.read_from(None)
    }

    fn read_from(&self, resumed: Option<&Checkpoint>) -> Result<Data, error::Error> {
        self.read_as(0.0, resumed)
    }

    fn read_as(&self, later: f32, resumed: Option<&Checkpoint>) -> Result<Data, error::Error> {
        let memory = Memory::new(1, PathBuf::new());
        let reading = Reading { threads: 2, seed: 1, memory, later, resumed };
        Data::read(learner(), std::slice::from_ref(&self.0.path), reading)
    }
}

#[test]
fn files_give_positions_and_whole_games_are_held_out() {
    let file = File::new("chess", 101);
    let data = file.read().unwrap();
    let [one, more] = [1, 50].map(|count| File::new("chess", count).read().unwrap());
    assert!(one.samples.is_empty() && !one.held_out.is_empty());
    assert_eq!(more.held_out, one.held_out, "the first of fifty games");
    assert_eq!(data.files[0].games, 101);
    assert_eq!(data.files[0].positions, data.samples.len() + data.held_out.len());
    assert!(data.held_out.len() < data.samples.len() / 20);
    let settings = Settings { epochs: 1, ..settings() };
    let trained = train(&settings, file.read().unwrap());
    let text = manifest("my.net", &settings, &data, &trained).unwrap();
    let table: toml::Table = text.parse().unwrap();
    assert_eq!(table["data"][0]["hash"].as_str(), Some(data.files[0].hash.as_str()));
    assert_eq!(table["network"]["fingerprint"].as_str(), Some(&*format!("{:016x}", trained.network.fingerprint())));
    assert_eq!(table["training"]["lambda"].as_float(), Some(0.0));
    assert!(table["data"][0]["header"].as_str().unwrap().contains("\"soft_nodes\":1"));
    let svg = picture(&trained);
    assert!(svg.starts_with("<svg") && svg.contains("held-out games"), "{svg}");
}

#[test]
fn later_scores_of_a_game_count_where_that_is_asked_for() {
    let file = File::new("chess", 1);
    let [own, blended] = [0.0, 0.5].map(|later| file.read_as(later, None).unwrap().held_out);
    // The scores are 0, 1, 2, ... each for the side to move: what one side gains the other loses.
    assert!(own.iter().map(|sample| sample.score).is_sorted());
    assert_eq!(own.len(), blended.len());
    let mut differ = 0;
    for (own, blended) in own.iter().zip(&blended) {
        assert_eq!((own.position, own.result), (blended.position, blended.result));
        // s - (s + 1)/2 + (s + 2)/4 - ..., over 1 + 1/2 + 1/4 + ...: a third of the score, less a ninth.
        let expected = (f64::from(own.score) / 3.0 - 1.0 / 9.0).round() as i16;
        let near_the_end = own.score > 22;
        assert!(near_the_end || (blended.score - expected).abs() <= 1, "{} {}", own.score, blended.score);
        differ += usize::from(own.score != blended.score);
    }
    assert!(differ > own.len() / 2);
}

#[test]
fn a_resumed_run_learns_from_the_games_that_it_began_with() {
    let (file, place) = (File::new("chess", 120), Scratch::new());
    let settings = Settings { epochs: 3, batch: 100, ..settings() };
    let step = |end: usize| {
        move |progress: &Progress<'_>| {
            if progress.step == end { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    };
    let mut first = file.read().unwrap();
    let (games, count) = (first.files[0].clone(), first.samples.len());
    let whole = train(&settings, file.read().unwrap());
    run(&settings, &mut first, Some(&place.path), &mut step(count / 100 + 2)).unwrap_err();
    // Meanwhile more games were played.
    let grown = File::new("chess", 200);
    fs::copy(&grown.0.path, &file.0.path).unwrap();
    let saved = Checkpoint::read(&place.path).unwrap().unwrap();
    let mut again = file.read_from(Some(&saved)).unwrap();
    assert_eq!((again.files[0].games, &again.files[0].hash), (120, &games.hash));
    let resumed = run(&settings, &mut again, Some(&place.path), &mut step(usize::MAX)).unwrap();
    assert!(*resumed.network == *whole.network);
    let mut other = file.read().unwrap();
    let message = run(&settings, &mut other, Some(&place.path), &mut step(usize::MAX)).unwrap_err().to_string();
    assert!(message.contains("plan.games[0].games was 120, now it is 200"), "{message}");
}

#[test]
fn wrong_files_are_named() {
    let message = File::new("connect-four", 3).read().unwrap_err().to_string();
    assert!(message.ends_with("expected games of chess, not of connect-four"), "{message}");
    let file = File::new("chess", 0);
    assert!(file.read().unwrap_err().to_string().ends_with("expected games, there is none"));
    fs::write(&file.0.path, "soup").unwrap();
    assert!(file.read().unwrap_err().to_string().contains("expected a file of games"));
    let memory = Memory::new(1, PathBuf::new());
    let reading = Reading { threads: 1, seed: 1, memory, later: 0.0, resumed: None };
    let gone = Data::read(learner(), &[PathBuf::from("no/such.games")], reading).unwrap_err().to_string();
    assert!(gone.starts_with("no/such.games: cannot read the games: "), "{gone}");
}
