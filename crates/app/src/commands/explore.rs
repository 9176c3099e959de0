//! `niwaki explore` and `niwaki tree`: the tree of one search, as a page or as text.
use crate::commands::{compare, search_options::GREATEST_HASH};
use anyhow::{Context, Result, anyhow};
use clap::Args;
use niwaki_lab::{
    explore::{
        page::{self, Searched},
        regrets::{self, Regret, Regrets},
        searched::Question,
        text,
    },
    json,
    measure::effort::Effort,
    setup::recipe::Recipe,
};
use niwaki_search::node::{Depth, MAX_DEPTH};
use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

/// Depth of the searches unless another limit is given.
const DEFAULT_DEPTH: Depth = 10;
/// Depth of a tree as text.
const TEXT_DEPTH: Depth = 4;

/// The position, and how long it is searched.
#[derive(Args)]
pub(crate) struct Search {
    /// The position in the game's notation; startpos: the start
    #[arg(default_value = "startpos", hide_default_value = true)]
    position: String,
    /// Depth of the search
    #[arg(long, group = "limit", value_parser = clap::value_parser!(i32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<Depth>,
    /// Nodes of the search
    #[arg(long, group = "limit", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Size of the table in MiB
    #[arg(long, value_name = "MB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=GREATEST_HASH))]
    hash: u32,
}

impl Search {
    /// What is asked, with this depth where no limit is given.
    pub(crate) fn question(&self, usual: Depth) -> Question {
        let position = Some(self.position.clone()).filter(|position| position != "startpos");
        let effort = self.nodes.map_or(Effort::Depth(self.depth.unwrap_or(usual)), Effort::Nodes);
        Question { position, effort, hash: self.hash as usize }
    }
}

/// What to explore.
#[derive(Args)]
pub(crate) struct Options {
    #[command(flatten)]
    search: Search,
    /// A second recipe, shown beside the first; changes stand behind commas
    #[arg(long, value_name = "RECIPE")]
    against: Option<String>,
    /// Show the regretted cuts of an audit, worst first. Without a position, that of the worst is
    /// searched as the audit did
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["depth", "nodes", "hash", "against"])]
    audit: Option<PathBuf>,
    /// The page to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What to print.
#[derive(Args)]
pub(crate) struct TreeOptions {
    #[command(flatten)]
    search: Search,
    /// Most nodes to print; the widest are chosen
    #[arg(long, value_name = "LINES", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    most: u32,
}

/// Searches, and writes the page.
pub(crate) fn run(options: &Options, recipe: Recipe, output: &mut impl Write) -> Result<()> {
    if let Some(folder) = &options.audit {
        return run_audited(options, folder, output);
    }
    let question = options.search.question(DEFAULT_DEPTH);
    let mut recipes = vec![recipe];
    if let Some(name) = &options.against {
        recipes.push(compare::open(recipes[0].kit, name, &[])?);
    }
    let all = recipes.iter().map(|recipe| record(recipe, &question)).collect::<Result<Vec<Searched>>>()?;
    let size = write(&question, &all, None, &options.out)?;
    report(options, &all, size, output)
}

/// The search of an audit again, with what was regretted.
fn run_audited(options: &Options, folder: &Path, output: &mut impl Write) -> Result<()> {
    let regrets = regrets::read(folder)?;
    let asked = options.search.question(DEFAULT_DEPTH).position;
    let of_position = |regret: &&Regret| asked.as_ref().is_none_or(|position| *position == regret.position);
    let worst = regrets.all.iter().find(of_position);
    let worst = worst.ok_or_else(|| anyhow!("{}: no regretted cut of this position", folder.display()))?;
    let recipe = compare::open(regrets.kit, &worst.recipe, &[])?;
    let (effort, hash) = (Effort::Depth(regrets.depth), regrets.hash);
    let question = Question { position: Some(worst.position.clone()), effort, hash };
    let all = [record(&recipe, &question)?];
    let size = write(&question, &all, Some(&regrets), &options.out)?;
    report(options, &all, size, output)
}

/// What was searched, and where it is.
fn report(options: &Options, all: &[Searched], size: usize, output: &mut impl Write) -> Result<()> {
    for Searched { recipe, found, recording } in all {
        let (best, nodes, visits) = (found.best().unwrap_or("none"), found.last.nodes, recording.visits.len());
        if options.json {
            let (file, name) = (options.out.display().to_string(), &recipe.name);
            let object = json!({
                "recipe": name, "move": best, "score": found.last.score, "depth": found.last.depth, "nodes": nodes,
                "visits": visits, "fold": recording.fold, "file": file, "bytes": size,
            });
            writeln!(output, "{object}")?;
        } else {
            writeln!(output, "{}: {best}, {nodes} nodes, of which {visits} are shown", recipe.name)?;
        }
    }
    if !options.json {
        writeln!(output, "{} ({:.1} MB)", options.out.display(), size as f64 / 1e6)?;
    }
    Ok(())
}

fn record(recipe: &Recipe, question: &Question) -> Result<Searched> {
    page::record(recipe, question).map_err(|reason| anyhow!("{}: {reason}", name(question)))
}

/// What the position is called in messages.
pub(crate) fn name(question: &Question) -> &str {
    question.position.as_deref().unwrap_or("startpos")
}

/// Writes the page; returns its size.
fn write(question: &Question, all: &[Searched], regrets: Option<&Regrets>, file: &Path) -> Result<usize> {
    let page = page::page(all[0].recipe.kit, question, all, regrets)
        .map_err(|reason| anyhow!("{}: {reason}", name(question)))?;
    fs::write(file, &page).with_context(|| format!("{}: cannot be written", file.display()))?;
    Ok(page.len())
}

/// Writes the page of one search; returns what must follow its name in a link to the visit of
/// the position with this key, the last there is.
pub(crate) fn write_at(recipe: &Recipe, question: &Question, file: &Path, key: Option<u64>) -> Result<String> {
    let searched = record(recipe, question)?;
    let visit = searched.recording.visits.iter().rposition(|visit| Some(visit.key) == key);
    write(question, &[searched], None, file)?;
    Ok(visit.map_or_else(String::new, |visit| format!("#0.{visit}")))
}

/// Searches, and prints the tree.
pub(crate) fn print(options: &TreeOptions, recipe: &Recipe, output: &mut impl Write) -> Result<()> {
    let question = options.search.question(TEXT_DEPTH);
    let searched = record(recipe, &question)?;
    let mut rules = recipe.kit.rules();
    rules.set_position(question.position.as_deref(), &[]).map_err(|reason| anyhow!("{}: {reason}", name(&question)))?;
    write!(output, "{}", text::print(&*rules, &searched, options.most as usize))?;
    Ok(())
}
