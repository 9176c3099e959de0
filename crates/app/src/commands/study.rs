//! What all studies share on the command line: progress, interruption, and what is shown at the end.
use anyhow::{Context, Result, bail};
use niwaki_lab::{
    Json, Serialize, json, studies,
    study::{
        driver::{self, Delivery, Ended, Take},
        error::Error,
        files, interrupt,
        progress::Progress,
        record,
        shape::Study,
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
pub(crate) fn no_take<R>(_: Delivery<'_, R>) -> Result<ControlFlow<()>, Error> {
    Ok(ControlFlow::Continue(()))
}

/// Prints a result as a line of JSON, if that is wanted.
pub(crate) fn print_result(json: bool, result: &impl Serialize, output: &mut impl Write) -> Result<(), Error> {
    let printed = if json { writeln!(output, "{}", niwaki_lab::json!(result)) } else { Ok(()) };
    printed.map_err(|error| Error::new(error.to_string()))
}

/// Prints what the records in a folder say, and writes the report beside them. With `each`, the
/// JSON of results that are known only at the end comes first.
pub(crate) fn show(folder: &Path, json: bool, each: bool, output: &mut impl Write) -> Result<()> {
    let shown = studies::ALL.show(folder)?;
    let report = shown.page.as_deref().map(|page| write_report(folder, page)).transpose()?;
    if json {
        shown.each.iter().filter(|_| each).try_for_each(|result| writeln!(output, "{result}"))?;
        return Ok(writeln!(output, "{}", with_places(shown.json, folder, report.as_deref()))?);
    }
    for line in &shown.lines {
        writeln!(output, "{line}")?;
    }
    writeln!(output, "records: {}", folder.join(record::FILE).display())?;
    report.map_or(Ok(()), |report| Ok(writeln!(output, "report: {}", report.display())?))
}

/// A summary that says where its run is kept.
pub(crate) fn with_places(mut summary: Json, folder: &Path, report: Option<&Path>) -> Json {
    summary["folder"] = json!(folder.display().to_string());
    if let Some(report) = report {
        summary["report"] = json!(report.display().to_string());
    }
    summary
}

/// Writes the report of a run beside its records.
pub(crate) fn write_report(folder: &Path, page: &str) -> Result<PathBuf> {
    let path = folder.join(REPORT);
    files::replace(&path, page.as_bytes()).context("the report")?;
    Ok(path)
}
