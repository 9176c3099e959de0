//! What all studies share on the command line: progress, interruption, and what is shown at the end.
use anyhow::{Context, Result, bail};
use niwaki_lab::{
    studies,
    study::{
        driver::{self, Delivery, Ended, Take},
        files, interrupt,
        progress::Progress,
        record,
        shape::{Shown, Study},
    },
};
use std::{
    fmt,
    io::Write,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

const REPORT: &str = "report.html";

/// Ctrl-C ended the run; the line says what was kept.
#[derive(Debug)]
pub(crate) struct Interrupted(String);

impl Interrupted {
    /// For work that no driver runs.
    pub(crate) fn new(line: String) -> Interrupted {
        Interrupted(line)
    }
}

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Interrupted {}

/// A progress line for work that no driver runs; Ctrl-C ends it with the last line that was set.
pub(crate) fn progress(total: Option<usize>) -> Progress {
    interrupt::install();
    Progress::new(total)
}

/// The folder of a study's records, without old ones if that is wanted.
pub(crate) fn folder(study: &impl Study, asked: Option<&Path>, force: bool) -> Result<PathBuf> {
    let folder = asked.map_or_else(|| study.plan().folder(), Path::to_path_buf);
    if force {
        record::remove(&folder)?;
    }
    Ok(folder)
}

/// Runs a study to its end; `take` gets every result in the order of the jobs.
pub(crate) fn run<S: Study>(study: &S, folder: &Path, threads: usize, take: &mut Take<'_, S::Record>) -> Result<()> {
    let progress = progress(None);
    let ended = driver::run(study, folder, threads, &progress, &mut |delivery: Delivery<'_, S::Record>| {
        progress.aside(|| take(delivery))
    });
    progress.finish();
    check_ended(ended?, folder)
}

/// An interrupted run has no result to show.
pub(crate) fn check_ended(ended: Ended, folder: &Path) -> Result<()> {
    match ended {
        Ended::Finished | Ended::Decided => Ok(()),
        Ended::Interrupted { done, all } => bail!(Interrupted(driver::last_line(done, all, folder))),
    }
}

/// A `take` that wants nothing.
pub(crate) fn no_take<R>(_: Delivery<'_, R>) -> Result<ControlFlow<()>, niwaki_lab::study::error::Error> {
    Ok(ControlFlow::Continue(()))
}

/// Prints what the records in a folder say, and writes the report beside them. With `each`, the
/// JSON of every result comes first.
pub(crate) fn show(folder: &Path, json: bool, each: bool, output: &mut impl Write) -> Result<()> {
    let shown = studies::ALL.show(folder)?;
    let report = shown.page.as_deref().map(|page| write_report(folder, page)).transpose()?;
    if json {
        return print_json(&shown, each, output);
    }
    for line in &shown.lines {
        writeln!(output, "{line}")?;
    }
    writeln!(output, "records: {}", folder.join(record::FILE).display())?;
    report.map_or(Ok(()), |report| Ok(writeln!(output, "report: {}", report.display())?))
}

fn print_json(shown: &Shown, each: bool, output: &mut impl Write) -> Result<()> {
    for record in shown.each.iter().filter(|_| each) {
        writeln!(output, "{record}")?;
    }
    Ok(writeln!(output, "{}", shown.json)?)
}

/// Writes the report of a run beside its records.
pub(crate) fn write_report(folder: &Path, page: &str) -> Result<PathBuf> {
    let path = folder.join(REPORT);
    files::replace(&path, page.as_bytes()).context("the report")?;
    Ok(path)
}
