//! The explorer: one HTML file that shows the tree of a search, or of two side by side.
//!
//! The trees are columns of numbers, compressed, in base 64; the page unpacks and draws them
//! itself. Its parts are files of their own in `page/`: HTML, style, and a script in chapters.
mod boards;
mod packed;

use super::{
    recording::{Recorder, Recording},
    regrets::{Regret, Regrets},
    searched::{self, Found, Question},
};
use crate::{measure::effort::Effort, report::escape, setup::recipe::Recipe};
use niwaki_games::Kit;
use niwaki_search::{
    engine::Engine,
    node::{MAX_PLY, WIN},
    prune::Methods,
};
use packed::Moves;
use serde_json::{Value as Json, json};

const PAGE: &str = include_str!("page/explore.html");
const STYLE: &str = include_str!("page/explore.css");
/// The chapters of the script, in their order.
const SCRIPT: [&str; 10] = [
    include_str!("page/decode.js"),
    include_str!("page/tree.js"),
    include_str!("page/colours.js"),
    include_str!("page/words.js"),
    include_str!("page/icicle.js"),
    include_str!("page/compare.js"),
    include_str!("page/find.js"),
    include_str!("page/panel.js"),
    include_str!("page/gallery.js"),
    include_str!("page/keys.js"),
];
const MAIN: &str = include_str!("page/main.js");

/// A search with its tree.
pub struct Searched {
    /// The recipe.
    pub recipe: Recipe,
    /// What it found.
    pub found: Found,
    /// Its tree.
    pub recording: Recording,
}

/// Searches the position with a recipe and records the tree.
pub fn record(recipe: &Recipe, question: &Question) -> Result<Searched, String> {
    let mut engine = searched::open(recipe, question)?;
    let (found, recorder) = searched::search(&mut *engine, &question.effort.limits(), Recorder::default());
    Ok(Searched { recipe: recipe.clone(), found, recording: recorder.finish() })
}

/// The page of one search, or of two of the same position, with the regretted cuts of an audit.
pub fn page(
    kit: &'static dyn Kit,
    question: &Question,
    all: &[Searched],
    regrets: Option<&Regrets>,
) -> Result<String, String> {
    let mut engine = kit.engine()?;
    engine.set_position(question.position.as_deref(), &[])?;
    let position = engine.position();
    let mut chunks = boards::Chunks::default();
    let (mut about, mut trees) = (Vec::new(), String::new());
    for searched in all {
        let (facts, bytes) = tree(kit, &*engine, question, searched, &mut chunks)?;
        about.push(facts);
        trees.push_str("<script type=\"application/octet-stream\">");
        trees.push_str(&packed::base64(&packed::compress(&bytes)?));
        trees.push_str("</script>\n");
    }
    let gallery = match regrets {
        Some(regrets) => gallery(kit, &position, question, all, regrets, &mut chunks)?,
        None => Vec::new(),
    };
    let names: Vec<&str> = all.iter().map(|searched| searched.recipe.name.as_str()).collect();
    let title = format!("{}: {position}, {}", names.join(" and "), question.effort.words());
    let facts = json!({
        "game": kit.name(),
        "position": position,
        "unit": kit.unit(),
        "scores": { "win": WIN, "plies": MAX_PLY },
        "methods": methods(),
        "picture": chunks.facts(),
        "trees": about,
        "gallery": gallery,
    });
    let foot = format!("Niwaki {}", env!("CARGO_PKG_VERSION"));
    Ok(assemble(&title, &foot, &facts, &trees))
}

/// The regretted cuts. Those of the search that the page shows have their nodes in it: the same
/// search gives the same numbers to its decisions.
fn gallery(
    kit: &dyn Kit,
    position: &str,
    question: &Question,
    all: &[Searched],
    regrets: &Regrets,
    chunks: &mut boards::Chunks,
) -> Result<Vec<Json>, String> {
    let is_same = question.effort == Effort::Depth(regrets.depth) && question.hash == regrets.hash;
    let visit = |regret: &Regret, serial: u64| {
        let searched = all.first().filter(|first| is_same && first.recipe.name == regret.recipe)?;
        searched.recording.of_decision(serial).filter(|_| regret.position == position)
    };
    regrets.facts(&visit, &mut |position| Ok(chunks.cut(&kit.picture(position)?)))
}

/// Puts texts into the places of the page. What is data cannot end the script that holds it.
fn assemble(title: &str, foot: &str, facts: &Json, trees: &str) -> String {
    let facts = facts.to_string().replace('<', "\\u003c");
    let script: String = SCRIPT.iter().chain([&MAIN]).flat_map(|chapter| [*chapter, "\n"]).collect();
    let mut page = String::new();
    let mut rest = PAGE;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after.split_once("}}").unwrap_or((after, ""));
        page.push_str(before);
        page.push_str(&match name {
            "title" => escape(title),
            "foot" => escape(foot),
            "style" => STYLE.to_string(),
            "facts" => facts.clone(),
            "trees" => trees.to_string(),
            _ => script.clone(),
        });
        rest = after;
    }
    page + rest
}

/// All methods, in the order of their numbers.
fn methods() -> Vec<Json> {
    let all = niwaki_search::methods::Id::ALL.iter();
    all.filter(|id| Methods::describe().iter().any(|(name, _)| *name == id.name()))
        .map(|id| json!({ "name": id.name() }))
        .collect()
}

/// What the page must know of a tree, and its columns.
fn tree(
    kit: &dyn Kit,
    engine: &dyn Engine,
    question: &Question,
    searched: &Searched,
    chunks: &mut boards::Chunks,
) -> Result<(Json, Vec<u8>), String> {
    let Searched { recipe, found, recording } = searched;
    let mut moves = Moves::default();
    let boards = boards::Boards::of(kit, engine, recording, &mut moves, chunks)?;
    let mut bytes = packed::visits(recording, &moves);
    packed::skipped(recording, &moves, &mut bytes);
    boards.pack(recording, &mut bytes);
    let facts = json!({
        "recipe": recipe.name,
        "effort": question.effort.words(),
        "best": found.best().unwrap_or_default(),
        "score": found.last.score,
        "line": found.last.line,
        "nodes": found.last.nodes,
        "fold": recording.fold,
        "visits": recording.visits.len(),
        "skipped": recording.skipped.len(),
        "boards": boards.count(),
        "moves": moves.texts(),
    });
    Ok((facts, bytes))
}
