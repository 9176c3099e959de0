//! What the searches and games of an ablation say, with intervals.
use super::{BASE, COMMAND, Direction, What, record::found};
use crate::{
    measure::{
        compare::{Comparison, Row},
        trial::Trial,
    },
    play::matches::{Played, Standing},
    study::{error::Error, record::Run},
};
use niwaki_statistics::{
    Interval, Pentanomial, Results, Trinomial,
    elo::{self, Estimate},
};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// What a change does in games at one number of nodes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Games {
    /// Single games, seen by the player who has the methods.
    pub games: Trinomial,
    /// Pairs of them.
    pub pairs: Pentanomial,
    /// Elo that the methods are worth.
    pub worth: Option<Estimate>,
}

impl Games {
    fn new(games: Trinomial, pairs: Pentanomial) -> Games {
        Games { games, pairs, worth: elo::logistic(&Results::from(pairs)) }
    }

    /// Whether the interval leaves out 0, and on which side it lies.
    pub fn verdict(&self) -> Verdict {
        match self.worth.and_then(|worth| worth.interval) {
            Some(interval) if interval.low > 0.0 => Verdict::Gains,
            Some(interval) if interval.high < 0.0 => Verdict::Costs,
            _ => Verdict::Undecided,
        }
    }
}

/// Whether methods are worth anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They win Elo.
    Gains,
    /// They lose Elo.
    Costs,
    /// The interval holds 0.
    Undecided,
}

/// What one change does.
#[derive(Clone, Debug)]
pub struct Effect {
    /// The methods, one or two.
    pub switches: Vec<String>,
    /// The searches of the changed player, measured against the base.
    pub searches: Option<Row>,
    /// Its games at each budget.
    pub games: Vec<Games>,
}

impl Effect {
    /// The methods as one name.
    pub fn name(&self) -> String {
        self.switches.join(" + ")
    }

    /// Worth at the greatest budget.
    pub fn worth(&self) -> Option<Estimate> {
        self.games.last()?.worth
    }

    /// By how much rows are sorted: Elo, or where no game was played the nodes that are saved.
    fn rank(&self, direction: Direction) -> f64 {
        let sign = if direction == Direction::Off { 1.0 } else { -1.0 };
        let share = || self.searches.as_ref()?.mean_share.map(|share| sign * share.value.ln());
        let played = self.worth().map(|worth| worth.value).filter(|value| !value.is_nan());
        played.or_else(share).unwrap_or(f64::NEG_INFINITY)
    }
}

/// What two methods are worth together beyond what each is worth alone.
#[derive(Clone, Debug)]
pub struct Interaction {
    /// The methods.
    pub switches: [String; 2],
    /// Elo at the greatest budget.
    pub elo: Estimate,
}

/// An ablation.
#[derive(Clone, Debug)]
pub struct Ablated {
    /// Whether methods were taken away or added.
    pub direction: Direction,
    /// Name of the base.
    pub base: String,
    /// Its searches.
    pub base_searches: Option<Row>,
    /// Nodes of a move.
    pub budgets: Vec<u64>,
    /// The limit of the searches in words.
    pub limit: String,
    /// Every change, the greatest effect first.
    pub effects: Vec<Effect>,
    /// Pairs of methods, the greatest first.
    pub interactions: Vec<Interaction>,
    /// Searches and games that are done, and those that were planned.
    pub done: [usize; 2],
    /// Size of each player's table in MiB.
    pub hash: u64,
}

impl Ablated {
    /// What the records of a run say.
    pub fn read(run: &Run) -> Result<Ablated, Error> {
        let foreign = || Error::new("expected the records of an ablation");
        let header = run.header.as_ref().filter(|header| header["command"] == COMMAND).ok_or_else(foreign)?;
        let plan = &header["plan"];
        let text = |value: &Json| value.as_str().map(str::to_string).ok_or_else(foreign);
        let direction = plan["direction"].as_str().and_then(Direction::parse).ok_or_else(foreign)?;
        let budgets: Vec<u64> = plan["nodes"].as_array().ok_or_else(foreign)?.iter().filter_map(Json::as_u64).collect();
        let base = text(&plan["base"]["name"])?;
        let variants = plan["variants"].as_array().ok_or_else(foreign)?;
        let switches = |variant: &Json| -> Option<Vec<String>> {
            variant["switches"].as_array()?.iter().map(|name| name.as_str().map(str::to_string)).collect()
        };
        let names = variants.iter().map(|variant| text(&variant["player"]["name"])).collect::<Result<Vec<_>, _>>()?;
        let (trials, games) = sorted(run)?;
        let mut all = vec![base.as_str()];
        all.extend(names.iter().map(String::as_str));
        let searches = &plan["searches"];
        let limit = searches["limit"].as_str().unwrap_or_default().to_string();
        let comparison =
            Comparison::new(&trials, &all, &base, searches["suite"]["name"].as_str().unwrap_or(""), &limit);
        let of = |player: usize| comparison.rows.get(player).filter(|row| row.positions > 0).cloned();
        let standings: Vec<Standing> = budgets.iter().map(|nodes| standing(&games, *nodes, variants.len())).collect();
        let effect = |(place, variant): (usize, &Json)| {
            let games =
                standings.iter().filter_map(|standing| standing.row(place)).map(|(_, games, pairs)| match direction {
                    Direction::Off => Games::new(games, pairs),
                    Direction::Add => Games::new(games.swapped(), pairs.swapped()),
                });
            Some(Effect { switches: switches(variant)?, searches: of(place + 1), games: games.collect() })
        };
        let mut effects =
            variants.iter().enumerate().map(effect).collect::<Option<Vec<Effect>>>().ok_or_else(foreign)?;
        effects.sort_by(|one, two| two.rank(direction).total_cmp(&one.rank(direction)));
        let note = |key: &str| header["notes"][key].as_u64().unwrap_or_default() as usize;
        Ok(Ablated {
            direction,
            base,
            base_searches: of(BASE),
            budgets,
            limit,
            interactions: interactions(&effects),
            effects,
            done: [run.records.len(), note("first_game") + 2 * note("pairs")],
            hash: plan["hash"].as_u64().unwrap_or_default(),
        })
    }

    /// Games played.
    pub fn games(&self) -> u64 {
        let games = self.effects.iter().flat_map(|effect| &effect.games);
        games.map(|found| Results::from(found.games).games()).sum()
    }

    /// The changes of one method alone.
    pub fn alone(&self) -> impl Iterator<Item = &Effect> {
        self.effects.iter().filter(|effect| effect.switches.len() == 1)
    }
}

/// Games by number, with the nodes of a move.
type NumberedGames = BTreeMap<usize, (u64, Played)>;

/// The searches, and the games whose counterpart is there, by number.
fn sorted(run: &Run) -> Result<(Vec<Trial>, NumberedGames), Error> {
    let (mut trials, mut games) = (Vec::new(), BTreeMap::new());
    for found in found(run)? {
        match found.what {
            What::Search(trial) => trials.push(*trial),
            What::Game { nodes, played } => drop(games.insert(found.job, (nodes, *played))),
            What::Nothing => {}
        }
    }
    let whole: Vec<usize> = games.keys().copied().filter(|job| games.contains_key(&(job ^ 1))).collect();
    games.retain(|job, _| whole.binary_search(job).is_ok());
    Ok((trials, games))
}

fn standing(games: &BTreeMap<usize, (u64, Played)>, budget: u64, variants: usize) -> Standing {
    let mut standing = Standing::of(variants + 1, (1..=variants).map(|variant| [BASE, variant]).collect());
    let fits = |played: &Played| played.pairing.players.iter().all(|player| *player <= variants);
    let games = games.values().filter(|(nodes, played)| *nodes == budget && fits(played));
    games.for_each(|(_, played)| standing.add(played));
    standing
}

fn interactions(effects: &[Effect]) -> Vec<Interaction> {
    let alone = |name: &String| effects.iter().find(|effect| effect.switches == [name.clone()])?.worth();
    let of = |effect: &Effect| {
        let [one, two] = &effect.switches[..] else { return None };
        let (both, first, second) = (effect.worth()?, alone(one)?, alone(two)?);
        let value = both.value - first.value - second.value;
        // The three were measured by different games.
        let reach = |found: Estimate| found.interval.map(Interval::reach);
        let square = reach(both)?.powi(2) + reach(first)?.powi(2) + reach(second)?.powi(2);
        let elo = Estimate { value, interval: Some(Interval::around(value, square.sqrt())) };
        value.is_finite().then(|| Interaction { switches: [one.clone(), two.clone()], elo })
    };
    let mut found: Vec<Interaction> = effects.iter().filter_map(of).collect();
    found.sort_by(|one, two| two.elo.value.abs().total_cmp(&one.elo.value.abs()));
    found
}
