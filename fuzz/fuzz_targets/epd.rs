//! Test positions: what is written is read back the same.
#![no_main]
use libfuzzer_sys::fuzz_target;
use niwaki_games::chess::epd::{parse_file, parse_line, print_line};

fuzz_target!(|text: &str| {
    for epd in parse_file(text).into_iter().flatten() {
        let line = print_line(&epd);
        let again = parse_line(&line).expect("a line that we wrote can be read");
        assert_eq!((again.board, &again.best, &again.avoid), (epd.board, &epd.best, &epd.avoid), "{line}");
        assert_eq!((again.mate, again.score, again.depth), (epd.mate, epd.score, epd.depth), "{line}");
        assert_eq!(print_line(&again), line);
    }
});
