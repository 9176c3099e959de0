//! Runs any study: resumes from its records, shares jobs among threads, keeps each result at once.
//!
//! Records are written in the order in which jobs end, so that an interruption loses only the jobs
//! at hand. Results are delivered in the order of the jobs: they depend neither on the number of
//! threads nor on how often the run was interrupted.
use super::{
    error::Error,
    interrupt,
    numbering::{CONTRADICTION, Numbering},
    progress::Progress,
    record::{FILE, Journal, line_of},
    shape::{Stop, Study},
    workers,
};
use serde_json::Value as Json;
use std::{
    collections::BTreeMap,
    ops::ControlFlow,
    path::Path,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

/// Records that may be held back before a worker is given up.
const MOST_HELD: usize = 3;

/// A result on its way to the caller.
#[derive(Debug)]
pub struct Delivery<'a, R> {
    /// Number of the job.
    pub job: usize,
    /// What came of it.
    pub record: &'a R,
    /// Whether it was done in this run; otherwise it was recorded before.
    pub fresh: bool,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All jobs of the shard are done.
    Finished,
    /// The caller had enough.
    Decided,
    /// Ctrl-C: some of all jobs are recorded.
    Interrupted {
        /// Jobs recorded.
        done: usize,
        /// Jobs of the shard.
        all: usize,
    },
}

/// Takes each result in the order of the jobs, and says whether it needs more.
pub type Take<'a, R> = dyn FnMut(Delivery<'_, R>) -> Result<ControlFlow<()>, Error> + 'a;

/// Does what the folder does not hold yet.
pub fn run<S: Study>(
    study: &S,
    folder: &Path,
    threads: usize,
    progress: &Progress,
    take: &mut Take<'_, S::Record>,
) -> Result<Ended, Error> {
    let plan = study.plan();
    let (mut journal, recorded) = Journal::open(folder, &plan)?;
    let (prepared, results) = prepare(study, &mut journal, recorded, threads, progress)?;
    let numbering = study.numbering(prepared.as_ref());
    let done = read::<S>(folder, &numbering, &results, usize::from(prepared.is_some()))?;
    let jobs: Vec<usize> = numbering.jobs(plan.shard).collect();
    let kept = jobs.iter().filter(|job| done.contains_key(job)).count();
    let desk = Mutex::new(Desk { journal, held: Vec::new(), vouched: kept > 0 });
    let mut driver = Driver { study, jobs, done, kept, desk, threads, prepared, progress, folder };
    let ended = driver.run(take)?;
    progress.finish();
    interrupt::set_last_line(String::new());
    Ok(ended)
}

/// Does what the folder does not hold yet; nobody waits for single results.
pub fn run_all<S: Study>(study: &S, folder: &Path, threads: usize, progress: &Progress) -> Result<Ended, Error> {
    run(study, folder, threads, progress, &mut |_| Ok(ControlFlow::Continue(())))
}

/// The line with which an interrupted run ends.
pub fn last_line(done: usize, all: usize, folder: &Path) -> String {
    format!("interrupted: {done} of {all} kept in {}; the same command resumes", folder.display())
}

/// What the jobs are about: from the records, or found now and recorded. Returns the results too.
fn prepare<S: Study>(
    study: &S,
    journal: &mut Journal,
    mut recorded: Vec<Json>,
    threads: usize,
    progress: &Progress,
) -> Result<(Option<Json>, Vec<Json>), Error> {
    let Some(field) = S::PREPARED else { return Ok((None, recorded)) };
    if recorded.first().is_some_and(|first| first.get(field).is_some()) {
        return Ok((Some(recorded.remove(0)), recorded));
    }
    let prepared = study.prepare(threads, progress)?;
    prepared.iter().try_for_each(|record| journal.append(record))?;
    Ok((prepared, recorded))
}

/// The recorded results by job. Jobs beyond the end, of a run that was to go further, are left alone.
fn read<S: Study>(
    folder: &Path,
    numbering: &Numbering,
    results: &[Json],
    skipped: usize,
) -> Result<BTreeMap<usize, S::Record>, Error> {
    let wrong =
        |index: usize, reason: &str| Error::on_line(folder.join(FILE).display(), line_of(index + skipped), reason);
    if let Some(index) = numbering.contradiction(results) {
        return Err(wrong(index, CONTRADICTION));
    }
    let mut done = BTreeMap::new();
    for (index, record) in results.iter().enumerate() {
        let wrong = |reason: &str| wrong(index, reason);
        let job = numbering.job(record).ok_or_else(|| wrong("expected a record of this run"))?;
        if job < numbering.count() {
            let read = serde_json::from_value(record.clone());
            done.insert(job, read.map_err(|reason| wrong(&format!("expected a record of this run: {reason}")))?);
        }
    }
    Ok(done)
}

/// Where finished jobs are written down. Records wait until one vouches for the worker.
struct Desk {
    journal: Journal,
    held: Vec<Json>,
    vouched: bool,
}

impl Desk {
    fn keep(&mut self, record: Json, vouches: bool) -> Result<(), Error> {
        self.held.push(record);
        self.vouched |= vouches;
        if self.vouched {
            self.held.drain(..).try_for_each(|record| self.journal.append(&record))?;
        }
        if self.held.len() < MOST_HELD { Ok(()) } else { self.check() }
    }

    /// Records that are still held back are all failures.
    fn check(&self) -> Result<(), Error> {
        let Some(last) = self.held.last() else { return Ok(()) };
        let word = |key: &str| last[key].as_str().unwrap_or("unknown").to_string();
        let reason = format!("no answer to the first {} positions: {}", self.held.len(), word("fault"));
        Err(Error::at(word("recipe"), reason))
    }
}

/// A run on its way.
struct Driver<'a, S: Study> {
    study: &'a S,
    /// Those of the shard, in order.
    jobs: Vec<usize>,
    /// What was recorded before.
    done: BTreeMap<usize, S::Record>,
    /// How many jobs of the shard are recorded by now.
    kept: usize,
    desk: Mutex<Desk>,
    threads: usize,
    prepared: Option<Json>,
    progress: &'a Progress,
    folder: &'a Path,
}

/// A thread's number and its worker, once it has one.
type Seat<S> = (usize, Option<<S as Study>::Worker>);

impl<S: Study> Driver<'_, S> {
    /// Delivers what is recorded, works on the rest, and delivers that.
    fn run(&mut self, take: &mut Take<'_, S::Record>) -> Result<Ended, Error> {
        self.progress.begin(Some(self.jobs.len()));
        self.progress.skip(self.kept);
        self.note_last_line();
        let jobs = std::mem::take(&mut self.jobs);
        // No worker is made if the records alone decide.
        let ready = jobs.iter().take_while(|job| self.done.contains_key(job)).count();
        for job in &jobs[..ready] {
            if take(Delivery { job: *job, record: &self.done[job], fresh: false })?.is_break() {
                return Ok(Ended::Decided);
            }
        }
        let ended = self.work_on(&jobs[ready..], jobs.len(), take)?;
        self.desk.lock().unwrap_or_else(PoisonError::into_inner).check()?;
        Ok(ended)
    }

    fn work_on(&self, jobs: &[usize], all: usize, take: &mut Take<'_, S::Record>) -> Result<Ended, Error> {
        let threads = self.threads.clamp(1, (all - self.kept).max(1));
        let mut seats: Vec<Seat<S>> = (0..threads).map(|thread| (thread, None)).collect();
        let decided = AtomicBool::new(false);
        let work = |seat: &mut Seat<S>, job: &usize| self.work(seat, *job, &Stop(&decided));
        let (mut ended, mut kept, mut failed) = (Ended::Finished, self.kept, None);
        workers::run_until(&mut seats, jobs, &work, &mut |result: Option<Done<S>>| {
            let Some(Done { job, record, fresh }) = result else {
                ended = Ended::Interrupted { done: kept, all };
                return ControlFlow::Break(());
            };
            kept += usize::from(fresh);
            self.progress.set(kept);
            interrupt::set_last_line(last_line(kept, all, self.folder));
            match take(Delivery { job, record: &record, fresh }) {
                Ok(ControlFlow::Continue(())) => return ControlFlow::Continue(()),
                Ok(ControlFlow::Break(())) => ended = Ended::Decided,
                Err(error) => failed = Some(error),
            }
            decided.store(true, Relaxed);
            ControlFlow::Break(())
        })?;
        failed.map_or(Ok(ended), Err)
    }

    /// Does one job, unless it is recorded or the run stops.
    fn work(&self, seat: &mut Seat<S>, job: usize, stop: &Stop<'_>) -> Result<Option<Done<S>>, Error> {
        if let Some(record) = self.done.get(&job) {
            return Ok(Some(Done { job, record: record.clone(), fresh: false }));
        }
        if stop.is_set() {
            return Ok(None);
        }
        let (thread, worker) = seat;
        let worker = match worker {
            Some(worker) => worker,
            None => worker.insert(self.study.worker(*thread, self.prepared.as_ref())?),
        };
        let Some(record) = self.study.work(worker, job, stop)? else { return Ok(None) };
        let json = serde_json::to_value(&record).map_err(|reason| Error::new(reason.to_string()))?;
        let vouches = self.study.vouches(&record);
        self.desk.lock().unwrap_or_else(PoisonError::into_inner).keep(json, vouches)?;
        Ok(Some(Done { job, record, fresh: true }))
    }

    fn note_last_line(&self) {
        interrupt::set_last_line(last_line(self.kept, self.jobs.len(), self.folder));
    }
}

/// A job that is done.
struct Done<S: Study> {
    job: usize,
    record: S::Record,
    fresh: bool,
}
