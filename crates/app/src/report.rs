//! `niwaki report`: the page of a run, made from its records alone.
use anyhow::{Context, Result, anyhow, bail};
use niwaki_lab::{
    collect, compare, duel, fit,
    record::{self, Run},
    report::standalone,
};
use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

const REPORT: &str = "report.html";

/// What is made from the records of a run.
#[derive(Clone, Copy)]
enum Product {
    Page,
    Picture,
}

/// The page or the main picture of a run, whatever command made it.
fn make(run: &Run, product: Product) -> Result<String> {
    let command = run.header.as_ref().and_then(|header| header["command"].as_str()).unwrap_or_default();
    match (command, product) {
        (compare::COMMAND, Product::Page) => Ok(compare::page(run)?),
        (compare::COMMAND, Product::Picture) => Ok(compare::picture(&compare::comparison(run)?.0)),
        (duel::COMMAND, Product::Page) => Ok(duel::page(run)?),
        (duel::COMMAND, Product::Picture) => Ok(duel::picture(run)?),
        (fit::COMMAND, Product::Page) => Ok(fit::page(run)?),
        (collect::COMMAND, Product::Page) => Ok(collect::page(run)?),
        (collect::COMMAND, Product::Picture) => Ok(collect::picture(run)?),
        ("", _) => Err(anyhow!("expected the records of a run")),
        (other, Product::Page) => Err(anyhow!("there is no report of the command {other}")),
        (other, Product::Picture) => Err(anyhow!("there is no single picture of the command {other}")),
    }
}

fn read(folder: &Path, product: Product) -> Result<String> {
    make(&record::read(folder)?, product).with_context(|| folder.join(record::FILE).display().to_string())
}

/// Makes the report of the records in a folder again.
pub(crate) fn remake(folder: &Path, output: &mut impl Write) -> Result<()> {
    let report = write(folder)?;
    Ok(writeln!(output, "report: {}", report.display())?)
}

/// Writes the report beside the records, and beside the file first, so that it is whole at
/// every moment.
pub(crate) fn write(folder: &Path) -> Result<PathBuf> {
    let page = read(folder, Product::Page)?;
    let (path, part) = (folder.join(REPORT), folder.join(format!("{REPORT}.part")));
    let written = fs::write(&part, page).and_then(|()| fs::rename(&part, &path));
    written.with_context(|| path.display().to_string())?;
    Ok(path)
}

/// Writes the main picture of the records in a folder as a file of its own.
pub(crate) fn write_picture(folder: &Path, file: &Path, force: bool) -> Result<()> {
    if file.exists() && !force {
        bail!("{}: it is there already; --force overwrites it", file.display());
    }
    let picture = standalone(&read(folder, Product::Picture)?);
    fs::write(file, picture).with_context(|| file.display().to_string())
}
