//! A collection in lines for people, in JSON, and as a model file.
use super::{
    Settings,
    summary::{Band, Collection, Reach, calibration, reach},
};
use crate::setup::model::rank_cut;
use serde_json::{Value as Json, json};

const PERCENT: f64 = 100.0;

impl Collection {
    /// The collection in lines for people.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![
            format!("games       {} and {} held out", self.games, self.held_out_games),
            format!("searches    {}", self.searches),
            format!("nodes       {}", self.nodes),
            format!("cells       {}", self.counted.cells.len()),
            String::new(),
        ];
        let percent = |part: f64, whole: u64| PERCENT * part / whole.max(1) as f64;
        let bands = calibration(&self.counted, &self.held_out);
        match bands.as_slice() {
            [] if self.held_out_games == 0 => {
                lines.push("no game is held out: of ten and more every tenth is".to_string())
            }
            [] => lines.push("no held-out move lies in a state that is known".to_string()),
            _ => lines.extend([
                "held-out moves by predicted chance of a better one".to_string(),
                format!("{:>8} {:>12} {:>10} {:>10}", "below", "moves", "predicted", "observed"),
            ]),
        }
        lines.extend(bands.iter().map(|band| {
            let (predicted, observed) = (percent(band.predicted, band.visits), band.observed as f64);
            format!(
                "{:>6} % {:>12} {predicted:>8.3} % {:>8.3} %",
                band.below,
                band.visits,
                percent(observed, band.visits)
            )
        }));
        lines.push(String::new());
        lines.push("moves by depth: known, and below the threshold against the best score and against alpha".into());
        lines.push(format!("{:>5} {:>12} {:>8} {:>8} {:>8}", "depth", "moves", "known", "best", "alpha"));
        lines.extend(reach(&self.counted).iter().map(|reach| {
            let share = |part: u64| percent(part as f64, reach.visits);
            let (known, below, alpha) = (share(reach.known), share(reach.below), share(reach.below_alpha));
            format!("{:>5} {:>12} {known:>6.1} % {below:>6.1} % {alpha:>6.1} %", reach.depth, reach.visits)
        }));
        lines
    }

    /// The collection as one JSON object.
    pub fn to_json(&self) -> Json {
        let band = |band: &Band| {
            json!({
                "below_percent": band.below, "visits": band.visits,
                "predicted": band.predicted, "observed": band.observed,
            })
        };
        let depth = |reach: &Reach| {
            json!({
                "depth": reach.depth, "visits": reach.visits, "known": reach.known,
                "below": reach.below, "below_alpha": reach.below_alpha,
            })
        };
        json!({
            "games": self.games,
            "held_out": self.held_out_games,
            "searches": self.searches,
            "nodes": self.nodes,
            "cells": self.counted.cells.len(),
            "calibration": calibration(&self.counted, &self.held_out).iter().map(band).collect::<Vec<_>>(),
            "depths": reach(&self.counted).iter().map(depth).collect::<Vec<_>>(),
        })
    }
}

impl Settings {
    /// The statistics as the file that RankCut reads, with how they were made. Cells with fewer
    /// visits than `least` are left out.
    pub fn model(&self, collection: &Collection, changes: &[String], least: u64) -> String {
        let game = self.recipe.kit.name();
        let about = format!("chances of a better move by the state of the node, for RankCut in {game}");
        let origin = [
            ("game", json!(game)),
            ("recipe", json!(self.recipe.name)),
            ("changes", json!(changes)),
            ("evaluation", json!(self.recipe.evaluation())),
            ("limit", json!(self.effort.words())),
            ("hash", json!(self.hash)),
            ("seed", json!(self.seed)),
            ("games", json!(collection.games)),
            ("held_out", json!(collection.held_out_games)),
            ("searches", json!(collection.searches)),
            ("nodes", json!(collection.nodes)),
            ("min_depth", json!(self.min_depth)),
            ("version", json!(env!("CARGO_PKG_VERSION"))),
        ];
        rank_cut::write(&collection.counted, &about, &origin, least)
    }
}
