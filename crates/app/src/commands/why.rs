//! `niwaki why`: which method hides a move, and by which decision.
use crate::commands::explore::{self, Search};
use anyhow::{Result, anyhow};
use clap::Args;
use niwaki_lab::{
    explore::why::{self, Answer, Asked},
    json,
    setup::recipe::Recipe,
};
use niwaki_search::node::Depth;
use std::{io::Write, path::PathBuf};

/// Depth of the searches unless another limit is given.
const DEFAULT_DEPTH: Depth = 10;

/// The move, and how hard to look for what hides it.
#[derive(Args)]
pub(crate) struct Options {
    #[command(flatten)]
    search: Search,
    /// The move that should have been played
    #[arg(long = "move", value_name = "MOVE")]
    wanted: String,
    /// Replays until what is left counts as the answer; a long one counts as several
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    replays: u64,
    /// Write the tree of the search as a page, and print a link to the decision in it
    #[arg(long, value_name = "FILE")]
    explore: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Searches again and again, and prints the answer.
pub(crate) fn run(options: &Options, recipe: &Recipe, output: &mut impl Write) -> Result<()> {
    let question = options.search.question(DEFAULT_DEPTH);
    let asked = Asked { recipe, question: &question, wanted: &options.wanted, replays: options.replays };
    let answer = why::why(&asked).map_err(|reason| anyhow!("{}: {reason}", explore::name(&question)))?;
    let link = match &options.explore {
        Some(file) => Some(format!("{}{}", file.display(), explore::write_at(recipe, &question, file, key(&answer))?)),
        None => None,
    };
    if options.json {
        let mut object = why::to_json(&answer, &recipe.name);
        object["link"] = json!(link);
        writeln!(output, "{object}")?;
    } else {
        write!(output, "{}", why::print(&answer, &recipe.name))?;
        if let Some(link) = link {
            writeln!(output, "{link}")?;
        }
    }
    Ok(())
}

/// Key of the position in which the first of the decisions was made.
fn key(answer: &Answer) -> Option<u64> {
    answer.guilty.first().map(|guilty| guilty.event.name.key)
}
