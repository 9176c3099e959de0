//! What the chances predict of held-out games, and what came.
use super::{data::Point, likelihood::log_chances};
use niwaki_games::chances::Chances;
use niwaki_statistics::{Interval, intervals::wilson};

/// Bands of the predicted chance of a win, all of the same width.
const BANDS: usize = 10;

/// Held-out positions whose predicted chance of a win lies in one band.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Band {
    /// The lower and the upper end of the band.
    pub ends: [f64; 2],
    /// Positions.
    pub positions: u64,
    /// Games that they are from.
    pub games: u64,
    /// Wins, draws and losses that were predicted.
    pub predicted: [f64; 3],
    /// Wins, draws and losses that came.
    pub seen: [u64; 3],
}

impl Band {
    /// The share of a result that was predicted.
    pub fn predicted_share(&self, result: usize) -> f64 {
        self.predicted[result] / self.positions.max(1) as f64
    }

    /// The share of a result that was seen.
    pub fn seen_share(&self, result: usize) -> f64 {
        self.seen[result] as f64 / self.positions.max(1) as f64
    }

    /// Wilson's interval of that share, as if each game gave one position: those of one game
    /// have one result.
    pub fn interval(&self, result: usize) -> Option<Interval> {
        wilson((self.seen_share(result) * self.games as f64).round() as u64, self.games)
    }
}

/// Mean logarithmic loss of positions.
pub(super) fn loss(games: &[&[Point]], chances: &Chances) -> f64 {
    let points = || games.iter().flat_map(|game| game.iter());
    let of_point = |point: &Point| {
        let logs = log_chances(chances.at(point.material.into()), point.score.into());
        -logs[usize::from(point.result)]
    };
    points().map(of_point).sum::<f64>() / points().count() as f64
}

/// The bands that have positions.
pub(super) fn bands(games: &[&[Point]], chances: &Chances) -> Vec<Band> {
    let end = |index: usize| index as f64 / BANDS as f64;
    let mut bands: [Band; BANDS] =
        std::array::from_fn(|index| Band { ends: [end(index), end(index + 1)], ..Band::default() });
    for game in games {
        let mut entered = [false; BANDS];
        for point in *game {
            let predicted = chances.of(point.score.into(), point.material.into());
            let index = ((predicted[0] * BANDS as f64) as usize).min(BANDS - 1);
            let band = &mut bands[index];
            band.positions += 1;
            band.games += u64::from(!std::mem::replace(&mut entered[index], true));
            band.predicted.iter_mut().zip(predicted).for_each(|(sum, chance)| *sum += chance);
            band.seen[usize::from(point.result)] += 1;
        }
    }
    bands.into_iter().filter(|band| band.positions > 0).collect()
}
