//! The one progress line: what is done, of how much, and the time left. Only on a terminal.
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::{borrow::Cow, fmt, time::Duration};

/// How often the line is drawn again, so that the time left keeps moving.
const REDRAW: Duration = Duration::from_millis(500);
const COUNTED: &str = "{prefix}{pos}/{len} {wide_bar} {left}{msg}";
const ENDLESS: &str = "{prefix}{pos} in {elapsed} {wide_msg}";

/// A progress line on standard error; in a pipe it prints nothing.
#[derive(Clone, Debug)]
pub struct Progress(ProgressBar);

impl Progress {
    /// A line that prints nothing.
    pub fn hidden() -> Progress {
        Progress(ProgressBar::hidden())
    }

    /// A line for a number of steps; `None` where the end is not known.
    pub fn new(total: Option<usize>) -> Progress {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        bar.enable_steady_tick(REDRAW);
        let progress = Progress(bar);
        progress.begin(total);
        progress
    }

    /// Starts counting again, towards another end.
    pub fn begin(&self, total: Option<usize>) {
        self.0.reset();
        match total {
            Some(total) => self.0.set_length(total as u64),
            None => self.0.unset_length(),
        }
        let template = if total.is_some() { COUNTED } else { ENDLESS };
        // The templates above are right; if not, the usual one serves.
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.0.set_style(style.with_key("left", time_left));
        }
    }

    /// Steps that were done before: they say nothing about the speed.
    pub fn skip(&self, steps: usize) {
        self.0.set_position(steps as u64);
        self.0.reset_eta();
    }

    /// The number of steps that are done now.
    pub fn set(&self, steps: usize) {
        self.0.set_position(steps as u64);
    }

    /// What stands before the count.
    pub fn prefix(&self, text: impl Into<Cow<'static, str>>) {
        self.0.set_prefix(text);
    }

    /// What stands behind it.
    pub fn message(&self, text: impl Into<Cow<'static, str>>) {
        self.0.set_message(text);
    }

    /// Prints a line of its own above the progress line, on standard error.
    pub fn print(&self, line: &str) {
        match self.0.is_hidden() {
            true => eprintln!("{line}"),
            false => self.0.println(line),
        }
    }

    /// Makes room while other lines are printed on standard output.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }

    /// Takes the line away.
    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}

/// The time left, once there is something to judge it by.
fn time_left(state: &ProgressState, words: &mut dyn fmt::Write) {
    let left = state.eta();
    if !left.is_zero() {
        // A progress line that cannot be written is no reason to stop.
        let _ = write!(words, "{:#} left ", HumanDuration(left));
    }
}
