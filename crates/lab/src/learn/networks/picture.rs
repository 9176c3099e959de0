//! Elo by generation.
use super::{Class, History, rate};
use crate::report::{Group, Point, Trend, TrendSeries, standalone};

/// The picture as a file of its own: accepted networks joined, the others hollow.
pub fn picture(history: &History) -> String {
    let ratings = Class::ALL.map(|class| rate(history, class));
    let rated = |network: usize| ratings.iter().any(|of_class| of_class[network].is_some());
    let mut shown: Vec<usize> = (0..history.networks.len()).filter(|network| rated(*network)).collect();
    shown.sort_by_key(|network| history.networks[*network].generation);
    let mut groups: Vec<Group> = Vec::new();
    for network in shown.iter().map(|index| &history.networks[*index]) {
        let (name, item) = (network.generation.to_string(), network.width.to_string());
        match groups.last_mut().filter(|group| group.name == name) {
            Some(group) => group.items.push(item),
            None => groups.push(Group { name, items: vec![item] }),
        }
    }
    let point = |(item, network): (usize, &usize), of_class: &[Option<_>]| {
        let (about, estimate) = (&history.networks[*network], of_class[*network]?);
        Some(Point { item, name: about.name.clone(), estimate, joined: about.verdict.passed() })
    };
    let series = Class::ALL.iter().zip(&ratings).map(|(class, of_class)| TrendSeries {
        name: class.to_string(),
        points: shown.iter().enumerate().filter_map(|place| point(place, of_class)).collect(),
    });
    let trend = Trend {
        title: "Elo by generation".to_string(),
        unit: "Elo over the seed evaluation, with intervals of 95 %".to_string(),
        labels: ["width".to_string(), "generation".to_string()],
        groups,
        series: series.collect(),
        hollow: "hollow: not accepted".to_string(),
    };
    standalone(&trend.svg())
}
