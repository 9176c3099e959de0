//! Where the positions of a measurement come from: a file, or the built-in suite of the game.
use crate::study::error::Error;
use niwaki_games::{Kit, Problem, input};

/// What the built-in suite is called.
pub const BUILT_IN_NAME: &str = "built-in";

/// The halves of a suite: what is tuned on is never reported.
pub const HALVES: [&str; 2] = ["tune", "test"];

/// Reads the positions of a file.
pub fn read(kit: &dyn Kit, file: &str) -> Result<Vec<Problem>, Error> {
    let read = input::read(file, input::POSITIONS).map_err(|reason| reason.to_string());
    let text = read.and_then(|bytes| kit.text_of(file, &bytes));
    parse(kit, file, &text.map_err(|reason| Error::at(file, reason))?)
}

/// The built-in positions of a game: those of one half, or all.
pub fn built_in(kit: &dyn Kit, half: Option<&str>) -> Result<Vec<Problem>, Error> {
    let none = || Error::new(format!("{} has no built-in suite; name a file of positions", kit.name()));
    let text = kit.suite().ok_or_else(none)?;
    let mut all = parse(kit, BUILT_IN_NAME, text)?;
    all.retain(|problem| half.is_none_or(|half| problem.has_tag(half)));
    Ok(all)
}

/// What a half of the built-in suite is called, or all of it.
pub fn built_in_name(half: Option<&str>) -> String {
    half.map_or_else(|| format!("{BUILT_IN_NAME} suite"), |half| format!("{BUILT_IN_NAME} suite, {half} half"))
}

fn parse(kit: &dyn Kit, file: &str, text: &str) -> Result<Vec<Problem>, Error> {
    match kit.read_problems(text) {
        Err(reason) => Err(Error::at(file, reason)),
        Ok(positions) if positions.is_empty() => {
            Err(Error::at(file, "expected positions, one on a line; there is none"))
        }
        Ok(positions) => Ok(positions),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use niwaki_games::list::ALL;

    /// Positions of a half below which its figures say nothing.
    const FEWEST: usize = 20;

    #[test]
    fn what_cannot_be_read_is_named_by_file_and_line() {
        let message = |text: &str| parse(ALL[0], "my.epd", text).unwrap_err().to_string();
        assert!(message("8/8/8/3k1p2/5P2/4K3/8/8 w - -\nnonsense").starts_with("my.epd: line 2: "));
        assert!(message("8/8/8/3k1p2/5P2/4K3/8/8 w - - bm Qh8;").starts_with("my.epd: line 1: bm: "));
        assert!(message("# nothing\n").contains("there is none"));
        assert!(read(ALL[0], "no/such.epd").unwrap_err().to_string().starts_with("no/such.epd: "));
    }

    #[test]
    fn the_halves_of_a_built_in_suite_are_all_of_it() {
        for kit in ALL.iter().filter(|kit| kit.suite().is_some()) {
            let [all, tune, test] = [None, Some(HALVES[0]), Some(HALVES[1])].map(|half| built_in(*kit, half).unwrap());
            assert!(tune.len() >= FEWEST && test.len() >= FEWEST && tune.len() + test.len() == all.len(), "{kit:?}");
        }
    }
}
