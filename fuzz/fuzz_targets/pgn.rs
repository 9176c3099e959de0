//! Games: what is written is read back the same.
#![no_main]
use libfuzzer_sys::fuzz_target;
use niwaki_games::chess::{GameRecord, print_game, read_games};

fuzz_target!(|text: &str| {
    for game in read_games(text).flatten() {
        let written = print_game(&game);
        let again: Vec<GameRecord> = read_games(&written).map(|game| game.expect("our own text can be read")).collect();
        assert_eq!(again.len(), 1, "{written}");
        let again = &again[0];
        let moves = |game: &GameRecord| game.moves.iter().map(|played| played.m).collect::<Vec<_>>();
        assert_eq!((again.start, moves(again), again.result), (game.start, moves(&game), game.result), "{written}");
        assert_eq!(again.last_position().fen(), game.last_position().fen());
        assert_eq!(print_game(again), written);
    }
});
