//! Regretted cuts: wrong decisions of an audit, worst first, as the explorer shows them.
use crate::{
    measure::audit::{Audit, Audited, Judged, What},
    study::{error::Error, record},
};
use niwaki_games::{Kit, list};
use niwaki_search::{
    methods::{Id, Place},
    node::Depth,
    watch::Step,
};
use serde_json::{Value as Json, json};
use std::{cmp::Reverse, path::Path};

/// Decisions that are shown.
const MOST: usize = 40;

/// The wrong decisions of an audit.
pub struct Regrets {
    /// The game.
    pub kit: &'static dyn Kit,
    /// Depth of the audited searches.
    pub depth: Depth,
    /// Size of their tables in MiB.
    pub hash: usize,
    /// Worst first.
    pub all: Vec<Regret>,
}

/// A wrong decision, and the search in which it was made.
pub struct Regret {
    /// Name of the recipe.
    pub recipe: String,
    /// The position that was searched.
    pub position: String,
    /// Its name.
    id: String,
    judged: Judged,
}

impl Regret {
    /// The order of the gallery: a worse move at the root counts most, then the loss on the spot.
    fn weight(&self) -> Reverse<(Option<i32>, Option<i32>)> {
        let replay = self.judged.replay.as_ref();
        Reverse((replay.and_then(|replay| replay.regret), self.judged.loss))
    }
}

/// Reads the records of an audit.
pub fn read(folder: &Path) -> Result<Regrets, Error> {
    let run = record::read(folder)?;
    let (audit, audited) = Audit::read(&run)?;
    let plan = run.header.as_ref().map(|header| &header["plan"]).unwrap_or(&Json::Null);
    let kit = list::find(plan["game"].as_str().unwrap_or_default()).map_err(Error::new)?;
    let hash = plan["hash"].as_u64().unwrap_or(1) as usize;
    let mut all: Vec<Regret> = audited.into_iter().flat_map(of_search).collect();
    all.sort_by_key(Regret::weight);
    all.truncate(MOST);
    Ok(Regrets { kit, depth: audit.depth, hash, all })
}

/// The decisions of a search that were found wrong and left out of it for trial.
fn of_search(audited: Audited) -> Vec<Regret> {
    let Audited { recipe, position, id, decisions, .. } = audited;
    let regretted = decisions.into_iter().filter(|judged| judged.wrong == Some(true));
    let tried = regretted.filter(|judged| judged.replay.as_ref().is_some_and(|replay| !replay.control));
    tried.map(|judged| Regret { recipe: recipe.clone(), position: position.clone(), id: id.clone(), judged }).collect()
}

impl Regrets {
    /// What the page shows of each; `visit` finds the node of a decision of the search that the
    /// page shows, `picture` cuts the picture of a position.
    pub(super) fn facts(
        &self,
        visit: &dyn Fn(&Regret, u64) -> Option<usize>,
        picture: &mut dyn FnMut(&str) -> Result<Vec<usize>, String>,
    ) -> Result<Vec<Json>, String> {
        self.all
            .iter()
            .map(|regret| {
                let Regret { recipe, id, judged, .. } = regret;
                let (line, position, m) = retrace(self.kit, regret)?;
                let replay = judged.replay.clone().unwrap_or_default();
                Ok(json!({
                    "recipe": recipe, "id": id, "method": judged.method, "what": words(judged, m.as_deref()),
                    "line": line, "position": position, "picture": picture(&position)?,
                    "iteration": judged.place.iteration, "depth": judged.place.depth,
                    "alpha": judged.place.alpha, "beta": judged.place.beta, "eval": judged.place.eval,
                    "loss": judged.loss, "changed": replay.changed, "root": replay.root, "score": replay.score,
                    "moved": replay.moved, "regret": replay.regret, "visit": visit(regret, judged.serial),
                }))
            })
            .collect()
    }
}

/// What was decided.
fn words(judged: &Judged, m: Option<&str>) -> String {
    let m = m.unwrap_or("a move");
    let is_shallower = |id: &&Id| id.name() == judged.method && id.place() == Place::NodeDepth;
    match judged.what {
        What::High | What::Low if Id::ALL.iter().any(|id| is_shallower(&id)) => "makes the node shallower".to_string(),
        What::High => "cuts the node off above beta".to_string(),
        What::Low => "cuts the node off below alpha".to_string(),
        What::Skip => format!("skips {m}"),
        What::Rest => format!("skips {m} and all later quiet moves"),
        What::Reduce => format!("reduces {m}"),
        What::Lost => format!("reduces {m} for good"),
    }
}

/// The line to the decision, the position there, and the move it was about.
fn retrace(kit: &dyn Kit, regret: &Regret) -> Result<(Vec<String>, String, Option<String>), String> {
    let mut rules = kit.rules();
    rules.set_position(Some(&regret.position), &[])?;
    let step = |bits: &i32| u16::try_from(*bits).map_or(Step::Pass, Step::Move);
    let steps = [Step::Root].into_iter().chain(regret.judged.place.path.iter().map(step));
    let (mut line, mut position, mut m) = (Vec::new(), String::new(), None);
    rules.walk(&mut steps.enumerate(), &mut |spot| {
        line.push(spot.last_move().unwrap_or_else(|| "pass".to_string()));
        position = spot.position();
        m = regret.judged.m.and_then(|bits| spot.move_text(bits));
    });
    line.remove(0);
    Ok((line, position, m))
}
