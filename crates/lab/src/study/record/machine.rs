//! Where and when a run was made: for people, and for a merge of timed parts.
use niwaki_games::list;
use niwaki_search::limits::Limits;
use serde_json::{Value as Json, json};
use std::{
    fs::File,
    io::{BufRead, BufReader},
    sync::OnceLock,
    thread::available_parallelism,
    time::{SystemTime, UNIX_EPOCH},
};

const SECONDS_PER_DAY: u64 = 24 * 60 * 60;
/// Nodes of the search that measures the speed: a tenth of a second or two.
const SPEED_NODES: u64 = 200_000;

/// The machine as headers have it.
pub(super) fn describe() -> Json {
    json!({
        "system": std::env::consts::OS,
        "processor": std::env::consts::ARCH,
        "model": model(),
        "cores": available_parallelism().map_or(0, |cores| cores.get()),
    })
}

/// Nodes that a fixed search on one thread visits in a second: what the times of a run are worth.
/// Always the same search, of the start of the first game with nothing switched on, so that the
/// figures of all runs can be compared. Measured once a process.
pub(crate) fn speed() -> Option<u64> {
    static SPEED: OnceLock<Option<u64>> = OnceLock::new();
    *SPEED.get_or_init(|| {
        let report = list::ALL.first()?.engine().ok()?.search(&Limits::nodes(SPEED_NODES));
        Some((report.nodes as f64 / report.time.as_secs_f64()) as u64)
    })
}

/// The day in the calendar of Greenwich. No hour: a header that is written anew stays the same.
pub(super) fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    date(seconds / SECONDS_PER_DAY)
}

/// What the maker calls the processor, where the system says so.
fn model() -> Option<String> {
    let lines = BufReader::new(File::open("/proc/cpuinfo").ok()?).lines();
    lines.map_while(Result::ok).find_map(|line| {
        let (name, value) = line.split_once(':')?;
        (name.trim() == "model name").then(|| value.trim().to_string())
    })
}

/// The date of a day, counted from the first of January 1970.
fn date(mut day: u64) -> String {
    let leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while day >= 365 + u64::from(leap(year)) {
        day -= 365 + u64::from(leap(year));
        year += 1;
    }
    let months = [31, 28 + u64::from(leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while day >= months[month] {
        day -= months[month];
        month += 1;
    }
    format!("{year:04}-{:02}-{:02}", month + 1, day + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        let dates = [(0, "1970-01-01"), (59, "1970-03-01"), (789, "1972-02-29"), (790, "1972-03-01")];
        let more = [(10_956, "1999-12-31"), (11_016, "2000-02-29"), (11_017, "2000-03-01"), (19_723, "2024-01-01")];
        for (day, expected) in dates.into_iter().chain(more) {
            assert_eq!(date(day), expected, "day {day}");
        }
    }
}
