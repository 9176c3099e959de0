//! One scale for all networks: the Elo over the seed evaluation that fits all matches best, by
//! least squares, each match weighed by one over its variance. Intervals of 95 % are from
//! the covariance: they tell the chance in the games, not whether matches agree.
use super::{Class, History, SEED};
use niwaki_statistics::{
    Interval,
    elo::Estimate,
    intervals::Z_95,
    matrix::{Matrix, dot, invert},
};

/// What a match says: the first is so much stronger than the second.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Edge {
    /// Places of the networks; `None` is the seed.
    players: [Option<usize>; 2],
    elo: f64,
    /// One over the variance.
    weight: f64,
}

/// Elo of each network over the seed evaluation in matches of a class; `None` where no chain
/// of matches leads there. A match without a finite interval says too little to be counted.
pub fn rate(history: &History, class: Class) -> Vec<Option<Estimate>> {
    let edges: Vec<Edge> = edges(history, class);
    let reached = reached(history.networks.len(), &edges);
    // The unknowns: networks that a chain of matches leads to.
    let unknowns: Vec<usize> = (0..reached.len()).filter(|network| reached[*network]).collect();
    let place = |network: usize| unknowns.iter().position(|unknown| *unknown == network);
    let mut weights: Matrix = vec![vec![0.0; unknowns.len()]; unknowns.len()];
    let mut pulls = vec![0.0; unknowns.len()];
    for Edge { players, elo, weight } in edges {
        let [one, two] = players.map(|player| player.and_then(place));
        for (own, other, sign) in [(one, two, 1.0), (two, one, -1.0)] {
            let Some(own) = own else { continue };
            weights[own][own] += weight;
            pulls[own] += sign * weight * elo;
            if let Some(other) = other {
                weights[own][other] -= weight;
            }
        }
    }
    let mut ratings = vec![None; history.networks.len()];
    let Some(covariance) = invert(weights) else { return ratings };
    for (index, (network, row)) in unknowns.iter().zip(&covariance).enumerate() {
        let value = dot(row, &pulls);
        let interval = Some(Interval::around(value, Z_95 * row[index].sqrt()));
        ratings[*network] = Some(Estimate { value, interval });
    }
    ratings
}

/// The matches of a class, as far as they can be weighed.
fn edges(history: &History, class: Class) -> Vec<Edge> {
    let place = |name: &str| history.networks.iter().position(|network| network.name == name);
    let edge = |(network, found): (&super::Network, &super::Match)| {
        let Estimate { value, interval } = found.elo().filter(|_| found.class() == Some(class))?;
        let deviation = interval?.reach() / Z_95;
        let opponent = if found.opponent == SEED { None } else { Some(place(&found.opponent)?) };
        let players = [Some(place(&network.name)?), opponent];
        let usable = value.is_finite() && deviation.is_finite() && deviation > 0.0;
        usable.then(|| Edge { players, elo: value, weight: deviation.powi(-2) })
    };
    history.all_matches().filter_map(edge).collect()
}

/// Which networks a chain of matches joins to the seed.
fn reached(networks: usize, edges: &[Edge]) -> Vec<bool> {
    let mut reached = vec![false; networks];
    let mut waiting = vec![None];
    while let Some(player) = waiting.pop() {
        for Edge { players: [one, two], .. } in edges.iter().filter(|edge| edge.players.contains(&player)) {
            let other = if *one == player { *two } else { *one };
            let Some(network) = other else { continue };
            if !std::mem::replace(&mut reached[network], true) {
                waiting.push(other);
            }
        }
    }
    reached
}
