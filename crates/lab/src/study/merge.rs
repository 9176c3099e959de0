//! Parts of one run joined into one, as if it had been run whole.
use super::{
    error::Error,
    files::sync_folder,
    growing::lock,
    numbering::Numbering,
    record::{self, FILE, SHARD, SPEED, is_timed},
    registry::Registry,
    shard::{Shard, whole_command},
};
use serde_json::{Value as Json, json};
use std::{
    collections::BTreeMap,
    fs::{self, OpenOptions},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

/// The records while they are being written.
const UNFINISHED: &str = "records.jsonl.part";

/// A machine that is faster by this factor gives a timed search another depth.
const MOST_FASTER: f64 = 1.25;

/// One part.
struct Part {
    folder: PathBuf,
    header: Json,
    shard: Shard,
    jobs: Numbering,
    /// What the run found before its jobs.
    prepared: Option<Json>,
    records: Vec<Json>,
}

/// Joins the parts of a run, in any order, into the folder `out`. With `partial` some may
/// be missing or unfinished: the joined run can be resumed as a whole. Returns what is
/// doubtful about it, each on one line.
pub fn merge(registry: &Registry, out: &Path, folders: &[PathBuf], partial: bool) -> Result<Vec<String>, Error> {
    check_free(out)?;
    let mut parts = folders.iter().map(|folder| read(registry, folder)).collect::<Result<Vec<Part>, Error>>()?;
    for part in parts.iter().skip(1) {
        check_same_run(&parts[0], part)?;
    }
    parts.sort_by_key(|part| part.shard.index());
    let records = join(&parts)?;
    if !partial {
        check_whole(&parts, &records)?;
    }
    let header = parts.first().map(|part| whole_header(&part.header)).unwrap_or_default();
    let prepared = parts.first().and_then(|part| part.prepared.as_ref());
    write(out, &header, prepared.into_iter().chain(records.values().copied()))?;
    Ok(doubts(&parts))
}

/// Why the parts may not belong together though their headers do.
fn doubts(parts: &[Part]) -> Vec<String> {
    let mut doubts = Vec::new();
    if let Some(part) = parts.iter().find(|part| part.header["commit"] == record::UNKNOWN_COMMIT) {
        let folder = part.folder.display();
        doubts.push(format!("{folder}: made by a program of unknown commit; the parts may be of different programs"));
    }
    let model = |part: &Part| part.header["machine"]["model"].as_str().unwrap_or("unknown").to_string();
    let other = parts.iter().skip(1).find(|part| model(part) != model(&parts[0]));
    if let Some(other) = other.filter(|part| is_timed(&part.header)) {
        let (one, two) = (model(&parts[0]), model(other));
        let folder = other.folder.display();
        doubts.push(format!("{folder}: timed on another processor than the first part: {two}, not {one}"));
    }
    let speed = |part: &Part| part.header["machine"][SPEED].as_f64().filter(|_| is_timed(&part.header));
    let known = || parts.iter().filter_map(|part| Some((speed(part)?, part)));
    let slowest = known().min_by(|one, two| one.0.total_cmp(&two.0));
    let fastest = known().max_by(|one, two| one.0.total_cmp(&two.0));
    if let Some(((slow, part), (fast, _))) = slowest.zip(fastest).filter(|(slow, fast)| fast.0 > MOST_FASTER * slow.0) {
        let folder = part.folder.display();
        doubts.push(format!("{folder}: timed on a slower machine than another part: {slow} nodes/s, not {fast}"));
    }
    doubts
}

fn read(registry: &Registry, folder: &Path) -> Result<Part, Error> {
    let mut run = record::read(folder)?;
    let foreign = || Error::at(folder.display(), "expected the records of a run that can be shared among machines");
    let header = run.header.ok_or_else(foreign)?;
    let entry = registry.of_header(Some(&header)).map_err(|_| foreign())?;
    let is_prepared = run.records.first().is_some_and(|record| entry.is_prepared(record));
    let prepared = is_prepared.then(|| run.records.remove(0));
    let numbering = entry.numbering.ok_or_else(foreign)?;
    let jobs = numbering(&header, prepared.as_ref()).ok_or_else(foreign)?;
    let shard = header[SHARD].as_str().map_or(Ok(Shard::WHOLE), str::parse).map_err(|_: String| foreign())?;
    Ok(Part { folder: folder.to_path_buf(), header, shard, jobs, prepared, records: run.records })
}

/// The folder may be new, empty, or hold what an interrupted merge has left.
fn check_free(out: &Path) -> Result<(), Error> {
    let occupied = || Error::at(out.display(), "expected a folder that is empty or not there");
    match fs::read_dir(out) {
        Err(reason) if reason.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(_) => Err(occupied()),
        Ok(mut entries) => match entries.all(|entry| entry.is_ok_and(|entry| entry.file_name() == UNFINISHED)) {
            true => Ok(()),
            false => Err(occupied()),
        },
    }
}

fn check_same_run(first: &Part, part: &Part) -> Result<(), Error> {
    let counts = [first, part].map(|part| part.shard.count());
    let parts = || (counts[0] != counts[1]).then(|| format!("of {} and of {} parts", counts[0], counts[1]));
    let jobs = || (first.jobs != part.jobs).then(|| "another number of jobs".to_string());
    let prepared = || (first.prepared != part.prepared).then(|| "other positions".to_string());
    let difference =
        record::difference_of_runs(&first.header, &part.header).or_else(parts).or_else(jobs).or_else(prepared);
    match difference {
        None => Ok(()),
        Some(difference) => {
            let reason = format!("not of the same run as {}: {difference}", first.folder.display());
            Err(Error::at(part.folder.display(), reason))
        }
    }
}

/// All records by the numbers of their jobs.
fn join(parts: &[Part]) -> Result<BTreeMap<usize, &Json>, Error> {
    let mut joined: BTreeMap<usize, (&Json, &Part)> = BTreeMap::new();
    for part in parts {
        for (index, record) in part.records.iter().enumerate() {
            let skipped = usize::from(part.prepared.is_some());
            let (path, line, shard) = (part.folder.join(FILE), record::line_of(index + skipped), part.shard);
            let mine = |job: &usize| *job < part.jobs.count() && part.jobs.falls_to(shard, *job);
            let number = part.jobs.job(record).filter(mine);
            let wrong = |reason: String| Error::on_line(path.display(), line, reason);
            let number = number.ok_or_else(|| wrong(format!("expected a record of part {shard}")))?;
            let (known, holder) = *joined.entry(number).or_insert((record, part));
            if !record::same_result(known, record) {
                return Err(wrong(format!("another result than in {}", holder.folder.display())));
            }
        }
    }
    Ok(joined.into_iter().map(|(number, (record, _))| (number, record)).collect())
}

fn check_whole(parts: &[Part], records: &BTreeMap<usize, &Json>) -> Result<(), Error> {
    let count = parts.first().map_or(0, |part| part.shard.count());
    for index in 1..=count {
        let Some(part) = parts.iter().find(|part| part.shard.index() == index) else {
            return Err(Error::new(format!("part {index}/{count} is missing; --partial joins what is there")));
        };
        let done = records.keys().filter(|number| part.jobs.falls_to(part.shard, **number)).count();
        let all = part.jobs.jobs(part.shard).count();
        if done < all {
            let again = "run it again to its end, or --partial joins what is there";
            return Err(Error::at(part.folder.display(), format!("{done} of {all} results are there; {again}")));
        }
    }
    Ok(())
}

/// The header that the whole run would have had.
fn whole_header(header: &Json) -> Json {
    let mut whole = header.clone();
    if let Some(fields) = whole.as_object_mut() {
        fields.remove(SHARD);
    }
    if let Some(command) = header["notes"]["repeat"].as_str() {
        whole["notes"]["repeat"] = json!(whole_command(command));
    }
    whole
}

/// Writes beside the file first: an interrupted merge leaves nothing that looks like a run.
fn write<'a>(out: &Path, header: &'a Json, records: impl Iterator<Item = &'a Json>) -> Result<(), Error> {
    let (path, unfinished) = (out.join(FILE), out.join(UNFINISHED));
    let system = |reason: io::Error| Error::system(&path, "cannot write", &reason);
    fs::create_dir_all(out).map_err(system)?;
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(&unfinished).map_err(system)?;
    // Another merge may have had the same idea, and may just have ended.
    lock(&unfinished, &file, "records")?;
    check_free(out)?;
    let written = file.set_len(0).and_then(|()| {
        let mut file = BufWriter::new(&file);
        [header].into_iter().chain(records).try_for_each(|line| writeln!(file, "{line}"))?;
        file.flush()?;
        file.get_ref().sync_all()?;
        fs::rename(&unfinished, &path)?;
        sync_folder(&path)
    });
    written.map_err(|reason| {
        // On a full disk the half of a file helps nobody.
        let _ = fs::remove_file(&unfinished);
        system(reason)
    })
}

#[cfg(test)]
mod tests;
