//! Ctrl-C: a run stops between two jobs, keeps what is done and says how to resume.
use std::{
    io::{self, IsTerminal},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::Duration,
};

/// How long workers may take to finish before the program ends all the same.
const GRACE: Duration = Duration::from_millis(1500);
/// Exit code of a program ended by Ctrl-C: 128 and the number of the signal.
pub const EXIT_CODE: i32 = 130;

static REQUESTED: AtomicBool = AtomicBool::new(false);
static LAST_LINE: Mutex<String> = Mutex::new(String::new());

/// Whether Ctrl-C was pressed.
pub fn requested() -> bool {
    REQUESTED.load(Relaxed)
}

/// The line to end with if the run has to stop now.
pub fn set_last_line(line: String) {
    *LAST_LINE.lock().unwrap_or_else(PoisonError::into_inner) = line;
}

/// The line to end with.
pub fn last_line() -> String {
    LAST_LINE.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// From now on the first Ctrl-C asks the run to stop; if it does not within a moment, or at the
/// second Ctrl-C, the program ends. Records are written line by line, so nothing is lost.
pub fn install() {
    // Without a handler Ctrl-C ends the program at once, as it always did.
    let _ = ctrlc::set_handler(|| {
        if !REQUESTED.swap(true, Relaxed) {
            std::thread::sleep(GRACE);
        }
        // The progress line gives way; no line but the last is left half written.
        let clear = if io::stderr().is_terminal() { "\r\x1b[2K" } else { "" };
        let line = match last_line() {
            nothing if nothing.is_empty() => "interrupted".to_string(),
            line => line,
        };
        eprintln!("{clear}{line}");
        std::process::exit(EXIT_CODE);
    });
}
