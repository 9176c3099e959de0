//! How a model predicts moves that it has not seen, beside the hand-made rules.
use super::{Point, logit};
use niwaki_search::{
    knowledge::risk::{DEPTHS, FEATURES},
    node::Depth,
    random::Random,
};
use niwaki_statistics::{
    Interval,
    logistic::{self, Calibration, Scored, chance},
};

/// Upper ends of the bands of predicted chances, in percent.
const BANDS: [f64; 10] = [0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0];
const PERCENT: f64 = 100.0;
/// Draws of games for an interval, and their seed.
const DRAWS: usize = 1000;
const SEED: u64 = 1;
/// Share of the draws that lie outside, on each side.
const TAIL: f64 = 0.025;

/// Moves whose predicted chance lies in one band.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Band {
    /// Upper end of the band in percent; the lower one is that of the band before.
    pub below: f64,
    /// Moves.
    pub moves: u64,
    /// Of these, those predicted to beat alpha.
    pub predicted: f64,
    /// Those that do.
    pub observed: u64,
}

/// The moves of one depth.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Row {
    /// The depth.
    pub depth: Depth,
    /// Moves.
    pub moves: u64,
    /// Those that beat alpha.
    pub beats: u64,
    /// Moves that the rules skip, and those of them that beat alpha.
    pub rules: [u64; 2],
    /// Of as many moves, those with the smallest chances, the ones that beat alpha.
    pub equal_volume: u64,
    /// Moves that the model could skip with as many wrong as the rules.
    pub equal_wrong: u64,
    /// Moves below the threshold, and those of them that beat alpha.
    pub skipped: [u64; 2],
}

/// What was measured on held-out games.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Moves, and those that beat alpha.
    pub moves: [usize; 2],
    /// Area under the ROC curve: of the model, and of three facts by themselves.
    pub area: f64,
    /// Of the evaluation less alpha, of the rank, of history.
    pub single: [f64; 3],
    /// How the chances come true.
    pub calibration: Calibration,
    /// The same in bands.
    pub bands: Vec<Band>,
    /// By depth.
    pub rows: Vec<Row>,
    /// Wrong skips of the model at the volume of the rules, as a share of theirs.
    pub wrong_share: f64,
    /// Where that lies in 95 of 100 cases (bootstrap over games).
    pub wrong_interval: Option<Interval>,
}

/// A held-out move with its predicted logit.
struct Seen<'a> {
    game: usize,
    point: &'a Point,
    logit: f64,
}

/// Measures; `None`: too little to say anything.
pub(super) fn measure(
    points: &[(usize, &Point)],
    weights: &[f64; FEATURES],
    thresholds: &[f64; DEPTHS],
) -> Option<Measured> {
    let predict = |&(game, point)| Seen { game, point, logit: logit(weights, point) };
    let mut seen: Vec<Seen<'_>> = points.iter().map(predict).collect();
    seen.sort_by(|one, two| one.logit.total_cmp(&two.logit));
    let scored = |score: &dyn Fn(&Seen<'_>) -> f64| -> Vec<Scored> {
        let case = |seen: &Seen<'_>| Scored { score: score(seen), happened: seen.point.beats, weight: 1.0 };
        seen.iter().map(case).collect()
    };
    let own = scored(&|seen| seen.logit);
    let facts: [&dyn Fn(&Seen<'_>) -> f64; 3] =
        [&|seen| f64::from(seen.point.m.node.gap), &|seen| -f64::from(seen.point.m.facts.rank), &|seen| {
            f64::from(seen.point.m.facts.history)
        }];
    let mut single = [0.0; 3];
    for (area, fact) in single.iter_mut().zip(facts) {
        *area = logistic::area(&scored(fact))?;
    }
    let (rows, wrong) = rows(&seen, thresholds);
    let sum = |part: fn(&Row) -> u64| rows.iter().map(part).sum::<u64>() as f64;
    Some(Measured {
        moves: [seen.len(), seen.iter().filter(|seen| seen.point.beats).count()],
        area: logistic::area(&own)?,
        single,
        calibration: logistic::calibration(&own)?,
        bands: bands(&seen),
        wrong_share: sum(|row| row.equal_volume) / sum(|row| row.rules[1]).max(1.0),
        wrong_interval: share_interval(&wrong),
        rows,
    })
}

/// Moves by predicted chance.
fn bands(seen: &[Seen<'_>]) -> Vec<Band> {
    let mut bands = BANDS.map(|below| Band { below, ..Band::default() });
    for seen in seen {
        let predicted = chance(seen.logit);
        let place = bands.iter().position(|band| PERCENT * predicted < band.below).unwrap_or(bands.len() - 1);
        bands[place].moves += 1;
        bands[place].predicted += predicted;
        bands[place].observed += u64::from(seen.point.beats);
    }
    bands.into_iter().filter(|band| band.moves > 0).collect()
}

/// The moves, in the order of their chances, by depth; and for each game the wrong skips of
/// the model at the volume of the rules, and of the rules.
fn rows(seen: &[Seen<'_>], thresholds: &[f64; DEPTHS]) -> (Vec<Row>, Vec<[u64; 2]>) {
    let games = seen.iter().map(|seen| seen.game + 1).max().unwrap_or(0);
    let mut wrong = vec![[0; 2]; games];
    let row = |depth: Depth| {
        let moves: Vec<&Seen<'_>> = seen.iter().filter(|seen| seen.point.m.node.depth == depth).collect();
        let beats = |seen: &&&Seen<'_>| seen.point.beats;
        let ruled: Vec<&Seen<'_>> = moves.iter().copied().filter(|seen| seen.point.m.skipped_by_rules()).collect();
        let equal = &moves[..ruled.len()];
        equal.iter().filter(beats).for_each(|seen| wrong[seen.game][0] += 1);
        ruled.iter().filter(beats).for_each(|seen| wrong[seen.game][1] += 1);
        let ruled_wrong = ruled.iter().filter(beats).count();
        // The move whose skip would be one wrong too many.
        let beyond = moves.iter().enumerate().filter(|(_, seen)| seen.point.beats).nth(ruled_wrong);
        let below: Vec<&&Seen<'_>> =
            moves.iter().filter(|seen| chance(seen.logit) < thresholds[depth as usize - 1]).collect();
        Row {
            depth,
            moves: moves.len() as u64,
            beats: moves.iter().filter(beats).count() as u64,
            rules: [ruled.len() as u64, ruled_wrong as u64],
            equal_volume: equal.iter().filter(beats).count() as u64,
            equal_wrong: beyond.map_or(moves.len(), |(place, _)| place) as u64,
            skipped: [below.len() as u64, below.iter().filter(|seen| seen.point.beats).count() as u64],
        }
    };
    let rows: Vec<Row> = (1..=DEPTHS as Depth).map(row).filter(|row| row.moves > 0).collect();
    (rows, wrong)
}

/// Where the ratio of two sums lies in 95 of 100 cases, by drawing games anew.
fn share_interval(games: &[[u64; 2]]) -> Option<Interval> {
    let games: Vec<&[u64; 2]> = games.iter().filter(|game| **game != [0; 2]).collect();
    if games.is_empty() {
        return None;
    }
    let mut random = Random::new(SEED);
    let mut draw = |_| {
        let drawn = (0..games.len()).map(|_| games[random.below(games.len())]);
        let [model, rules] = drawn.fold([0, 0], |sum, game| [sum[0] + game[0], sum[1] + game[1]]);
        model as f64 / (rules as f64).max(1.0)
    };
    let mut shares: Vec<f64> = (0..DRAWS).map(&mut draw).collect();
    shares.sort_by(f64::total_cmp);
    let at = |share: f64| shares[(share * (DRAWS - 1) as f64).round() as usize];
    Some(Interval { low: at(TAIL), high: at(1.0 - TAIL) })
}
