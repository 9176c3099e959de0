//! The thread that owns the engine while it works.
use super::{Event, Last};
use crate::{bench, cancel::Cancel, perft};
use niwaki_search::{
    engine::{Engine, Perft, Report},
    limits::Limits,
    node::Depth,
};
use std::sync::{
    Arc,
    mpsc::{Receiver, SyncSender},
};

/// What the worker is to do.
pub(super) enum Task {
    /// A search, for which the control is prepared already.
    Search(Limits),
    /// Count move paths.
    Perft(u32),
    /// The bench.
    Bench(Depth),
}

/// A task with all that it needs.
pub(super) struct Job {
    pub engine: Box<dyn Engine>,
    pub task: Task,
    pub cancel: Arc<Cancel>,
}

/// Does one job after another and gives each engine back. Sends fail only when
/// the session has gone; then the work is of no use, and the next receive fails too.
pub(super) fn serve(jobs: &Receiver<Job>, events: &SyncSender<Event>) {
    let text = |line: String| _ = events.send(Event::Text(line));
    while let Ok(Job { mut engine, task, cancel }) = jobs.recv() {
        let last = match task {
            Task::Search(limits) => {
                let mut progress = |report: &Report| _ = events.send(Event::Report(Box::new(report.clone())));
                Last::Report(Box::new(engine.go(&limits, &mut progress)))
            }
            Task::Perft(depth) => match perft::divide(&mut *engine, depth, &cancel) {
                Some(counts) => {
                    let sum: Perft = counts.iter().map(|(_, count)| *count).sum();
                    counts.into_iter().for_each(|(first, count)| text(format!("{first}: {}", count.full)));
                    Last::Text(format!("\nNodes searched: {}\n", if depth == 0 { 1 } else { sum.full }))
                }
                None => Last::Text("info string perft stopped".to_string()),
            },
            Task::Bench(depth) => match bench::run(&mut *engine, depth, &cancel, &mut |line| text(line)) {
                Ok(total) => Last::Text(total.line()),
                Err(reason) => Last::Text(format!("info string {reason}")),
            },
        };
        if events.send(Event::Done(engine, last)).is_err() {
            return;
        }
    }
}
