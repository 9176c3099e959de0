//! The engine as game programs know it: UCI, and UGI as a thin layer on it.
//!
//! Three threads meet in one channel. The reader turns input into lines, the
//! worker owns the engine while it searches, and the session, which alone writes,
//! handles one event after another and never waits for anything else.
mod options;
mod parse;
mod print;
mod session;
mod strength;
mod worker;

use niwaki_search::engine::{Engine, Report};
use session::Session;
use std::{
    io::{self, BufRead, Write},
    sync::mpsc::{SyncSender, channel, sync_channel},
    thread,
};

/// Longer lines are dropped: no game is that long.
const LONGEST_LINE: usize = 1 << 20;
/// Events that may wait; the reader pauses when there are more.
const WAITING_EVENTS: usize = 256;
/// Stack of the thread that searches.
const STACK: usize = 32 << 20;

/// What the session hears.
enum Event {
    /// A line of input.
    Line(String),
    /// A line that was too long to keep.
    LineTooLong,
    /// There will be no more input.
    EndOfInput,
    /// The search has finished a line of play.
    Report(Box<Report>),
    /// The worker has something to print.
    Text(String),
    /// The worker gives the engine back with what is left to be said.
    Done(Box<dyn Engine>, Last),
}

/// How a piece of work ended.
enum Last {
    /// The last report of a search.
    Report(Box<Report>),
    /// The last words of a bench or perft, which have changed the engine's position.
    Text(String),
}

/// Serves UCI until `quit` or the end of the input. `quit` stops a running search or perft
/// and waits for a bench; at the end of the input all work that has an end of its own is
/// finished first. When the output breaks it returns after the next line of input. Fails
/// only if no thread can be started.
pub fn run(input: impl BufRead + Send, output: impl Write, engine: Box<dyn Engine>) -> io::Result<()> {
    let (sender, events) = sync_channel(WAITING_EVENTS);
    let (jobs, work) = channel();
    thread::scope(|scope| {
        let answers = sender.clone();
        thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || worker::serve(&work, &answers))?;
        thread::Builder::new().spawn_scoped(scope, move || read(input, &sender))?;
        let mut session = Session::new(output, engine, jobs);
        while !session.over() {
            let Ok(event) = events.recv() else { break };
            session.handle(event);
        }
        // A reader that waits for room must find the channel closed.
        drop(events);
        Ok(())
    })
}

/// Sends the lines of the input until it ends or says `quit`.
fn read(mut input: impl BufRead, events: &SyncSender<Event>) {
    loop {
        let event = match read_line(&mut input) {
            Ok(Some(event)) => event,
            Ok(None) | Err(_) => break,
        };
        let quit = matches!(&event, Event::Line(line) if parse::is_quit(line));
        if events.send(event).is_err() || quit {
            return;
        }
    }
    // If nobody listens any more there is nobody to tell.
    let _ = events.send(Event::EndOfInput);
}

/// The next line, of which no more is kept in memory than [`LONGEST_LINE`].
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Event>> {
    let mut line = Vec::new();
    let mut begun = false;
    loop {
        let chunk = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        if chunk.is_empty() && !begun {
            return Ok(None);
        }
        let end = chunk.iter().position(|byte| *byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        line.extend_from_slice(&part[..part.len().min(LONGEST_LINE - line.len())]);
        begun = true;
        let (used, last) = (part.len() + usize::from(end.is_some()), end.is_some() || chunk.is_empty());
        let too_long = line.len() == LONGEST_LINE;
        input.consume(used);
        if last {
            let text = || String::from_utf8_lossy(&line).into_owned();
            return Ok(Some(if too_long { Event::LineTooLong } else { Event::Line(text()) }));
        }
    }
}
