//! The curves of a fit at the bound.
use super::{Game, Settings, WHAT, record::Point};
use crate::{
    measure::fit::{COMMAND, Depths, summary::depths},
    study::{
        error::Error,
        record::{Run, line_of},
    },
};
use niwaki_games::{Kit, list};
use niwaki_search::{knowledge::prob_cut::Pair, node::Score};
use niwaki_statistics::logistic::{self, Case, chance};
use serde_json::Value as Json;

/// Deviation of the normal distribution nearest to a logistic one of scale 1 (Camilli 1994).
const NORMAL: f64 = 1.702;
/// Bands of predicted chances.
const BANDS: usize = 10;

/// The curve of a pair in a stage of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// The pair.
    pub depths: Depths,
    /// The stage.
    pub stage: usize,
    /// Points, and those that reach beta.
    pub points: [usize; 2],
    /// Points left out because the shallow score lies too far from beta.
    pub outside: usize,
    /// What a shallow score is to be raised by, and the deviation of the error; `None`: there is
    /// no such curve.
    pub line: Option<[f64; 2]>,
    /// For each tenth of the predicted chance: points, reaching predicted, reaching observed.
    pub bands: Vec<(u64, f64, u64)>,
}

/// All curves of a run.
#[derive(Clone, Debug)]
pub struct BoundFit {
    /// The game.
    pub kit: &'static dyn Kit,
    /// Games played.
    pub games: usize,
    /// Nodes of the searches, and of the questions.
    pub nodes: [u64; 2],
    /// The curves.
    pub curves: Vec<Curve>,
}

impl BoundFit {
    /// What the records of a run say.
    pub fn read(run: &Run) -> Result<BoundFit, Error> {
        let foreign = || Error::new("expected the records of a fit at the bound");
        let ours = |header: &&Json| header["command"] == COMMAND && header["plan"]["what"] == WHAT;
        let plan = &run.header.as_ref().filter(ours).ok_or_else(foreign)?["plan"];
        let kit = plan["game"].as_str().and_then(|game| list::find(game).ok()).ok_or_else(foreign)?;
        let pairs = plan["pairs"].as_array().and_then(|pairs| pairs.iter().map(depths).collect::<Option<Vec<_>>>());
        let near = plan["near"].as_i64().and_then(|near| Score::try_from(near).ok()).ok_or_else(foreign)?;
        let (mut points, mut nodes) = (Vec::new(), [0; 2]);
        for (index, record) in run.records.iter().enumerate() {
            let wrong = || Error::new(format!("line {}: expected a game of a fit at the bound", line_of(index)));
            let game: Game = serde_json::from_value(record.clone()).map_err(|_| wrong())?;
            points.extend(game.read(kit.stages().len()).ok_or_else(wrong)?);
            nodes = [nodes[0] + game.nodes, nodes[1] + game.asked_nodes];
        }
        let stages = 0..kit.stages().len();
        let keys = pairs.ok_or_else(foreign)?.into_iter().flat_map(|depths| stages.clone().map(move |s| (depths, s)));
        let curves = keys.map(|(depths, stage)| curve(&points, depths, stage, near)).collect();
        Ok(BoundFit { kit, games: run.records.len(), nodes, curves })
    }

    /// The pairs of the model, in their order, each with a note on its fit.
    pub(super) fn model_pairs(&self, settings: &Settings) -> Vec<(Pair, String)> {
        let pair = |curve: &Curve| {
            let [offset, deviation] = curve.line?;
            let threshold = settings.thresholds.get(curve.stage).copied()?;
            let Depths { shallow, height } = curve.depths;
            let note = format!("n = {}, of which {} reach beta", curve.points[0], curve.points[1]);
            Some((Pair { stage: curve.stage, height, shallow, slope: 1.0, offset, deviation, threshold }, note))
        };
        self.curves.iter().filter_map(pair).collect()
    }
}

fn curve(points: &[Point], depths: Depths, stage: usize, near: Score) -> Curve {
    let all = points.iter().filter(|point| (point.depths, point.stage) == (depths, stage));
    let (inside, outside): (Vec<&Point>, Vec<&Point>) = all.partition(|point| point.above.abs() <= near);
    let reaching = inside.iter().filter(|point| point.reaches).count();
    let facts: Vec<[f64; 2]> = inside.iter().map(|point| [1.0, f64::from(point.above)]).collect();
    let case = |(facts, point)| {
        let (facts, point): (&[f64; 2], &&Point) = (facts, point);
        Case { facts, happened: point.reaches, weight: 1.0 }
    };
    let fit = logistic::fit(&facts.iter().zip(&inside).map(case).collect::<Vec<_>>(), 0.0, &[]);
    let fit = fit.filter(|fit| fit.weights[1] > 0.0);
    let mut bands = vec![(0, 0.0, 0); if fit.is_some() { BANDS } else { 0 }];
    for (facts, point) in facts.iter().zip(&inside).filter(|_| fit.is_some()) {
        let predicted = fit.as_ref().map_or(0.0, |fit| chance(fit.logit(facts)));
        let band = &mut bands[((predicted * BANDS as f64) as usize).min(BANDS - 1)];
        *band = (band.0 + 1, band.1 + predicted, band.2 + u64::from(point.reaches));
    }
    bands.retain(|band| band.0 > 0);
    let line = fit.map(|fit| [fit.weights[0] / fit.weights[1], NORMAL / fit.weights[1]]);
    Curve { depths, stage, points: [inside.len(), reaching], outside: outside.len(), line, bands }
}
