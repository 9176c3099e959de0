//! Collecting RankCut's statistics (Lim & Lee 2006) from games of an engine against
//! itself. Every tenth game is held out, to see whether what the others say of the
//! chance of a better move comes true in games that they have not seen.
mod page;
mod print;
mod records;

pub use page::{collection, page, picture};
pub use records::plan;

use crate::{measure::suite::Effort, play::self_play, setup::recipe::Recipe, study::workers};
use niwaki_search::{engine::Engine, node::Depth, random::Random, rank_statistics::Statistics};
use serde_json::Value as Json;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Name of the command in records.
pub const COMMAND: &str = "collect";
/// One of so many games is held out.
const HELD_OUT: usize = 10;

/// How statistics are collected.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The settings of every search.
    pub recipe: Recipe,
    /// What ends the search of each move.
    pub effort: Effort,
    /// How many games.
    pub games: usize,
    /// Seed of their openings.
    pub seed: u64,
    /// Games played at a time.
    pub jobs: usize,
    /// Size of each job's table in MiB.
    pub hash: usize,
    /// Least depth of the nodes that are observed.
    pub min_depth: Depth,
}

/// What games have told.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    /// Of the games that count.
    pub counted: Statistics,
    /// Of the games that are held out.
    pub held_out: Statistics,
    /// Games that count.
    pub games: usize,
    /// Games that are held out.
    pub held_out_games: usize,
    /// Searches observed in all games.
    pub searches: u64,
    /// Their nodes.
    pub nodes: u64,
}

/// What one game has told.
struct Played {
    found: Statistics,
    searches: u64,
    nodes: u64,
}

impl Collection {
    fn add(&mut self, played: &Played) {
        let index = self.games + self.held_out_games;
        if index % HELD_OUT == HELD_OUT - 1 {
            self.held_out.add(&played.found);
            self.held_out_games += 1;
        } else {
            self.counted.add(&played.found);
            self.games += 1;
        }
        self.searches += played.searches;
        self.nodes += played.nodes;
    }
}

/// Plays the games. `hear` gets the collection after each game, in the order of the
/// games: what it sees does not depend on the number of jobs. It says whether to go on.
pub fn run(settings: &Settings, hear: &mut dyn FnMut(&Collection) -> bool) -> Result<Collection, String> {
    go_on(settings, &[], &mut |_| Ok(()), hear)
}

/// The same, without the games that are recorded already. `keep` is given each new record.
pub fn go_on(
    settings: &Settings,
    records: &[Json],
    keep: &mut dyn FnMut(&Json) -> Result<(), String>,
    hear: &mut dyn FnMut(&Collection) -> bool,
) -> Result<Collection, String> {
    // More may be recorded than is wanted now.
    let recorded = &records[..records.len().min(settings.games)];
    let mut collection = records::read(recorded).map_err(|error| error.to_string())?;
    let mut random = Random::new(settings.seed);
    let seeds: Vec<u64> = (0..settings.games).map(|_| random.number()).skip(recorded.len()).collect();
    let jobs = settings.jobs.clamp(1, seeds.len().max(1));
    let mut engines: Vec<Box<dyn Engine>> = (0..jobs).map(|_| open(settings)).collect::<Result<_, _>>()?;
    let ended = AtomicBool::new(false);
    let work = |engine: &mut Box<dyn Engine>, seed: &u64| match ended.load(Relaxed) {
        true => Ok(None),
        false => play(&mut **engine, *seed, settings).map(Some),
    };
    let mut kept = Ok(());
    workers::run(&mut engines, &seeds, &work, &mut |played| {
        if let Some(played) = played.filter(|_| !ended.load(Relaxed)) {
            kept = keep(&records::game(collection.games + collection.held_out_games, &played));
            collection.add(&played);
            ended.store(!hear(&collection) || kept.is_err(), Relaxed);
        }
    })?;
    kept.map(|()| collection)
}

fn open(settings: &Settings) -> Result<Box<dyn Engine>, String> {
    let mut engine = settings.recipe.kit.engine()?;
    engine.resize_table(settings.hash)?;
    settings.recipe.install(&mut *engine);
    Ok(engine)
}

/// One game. Observation begins after its first search: those before it, which look
/// for a fair opening, are no part of the game.
fn play(engine: &mut dyn Engine, seed: u64, settings: &Settings) -> Result<Played, String> {
    let (mut searches, mut nodes) = (0, 0);
    let mut begun = false;
    engine.observe(None);
    self_play::play(
        engine,
        settings.recipe.kit.thresholds(),
        &mut Random::new(seed),
        &|| settings.effort.limits(),
        &mut |engine, report| {
            if begun {
                searches += 1;
                nodes += report.nodes;
            } else {
                engine.observe(Some(settings.min_depth));
                begun = true;
            }
            true
        },
    )?;
    Ok(Played { found: engine.take_observations(), searches, nodes })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        report::check::{asks_for_nothing, well_formed},
        setup::recipe,
        study::record::Run,
    };

    fn settings(jobs: usize, seed: u64) -> Settings {
        Settings {
            recipe: recipe::open(niwaki_games::kit::find("connect-four").unwrap(), "none").unwrap(),
            effort: Effort::Depth(4),
            games: 12,
            seed,
            jobs,
            hash: 1,
            min_depth: 2,
        }
    }

    fn collect(jobs: usize, seed: u64) -> Collection {
        let settings = settings(jobs, seed);
        let mut heard = Vec::new();
        let collection = run(&settings, &mut |collection| {
            heard.push(collection.games + collection.held_out_games);
            true
        })
        .unwrap();
        assert!(heard.iter().copied().eq(1..=12));
        collection
    }

    #[test]
    fn a_collection_goes_on_from_its_records_and_the_page_is_made_from_them() {
        let settings = settings(2, 5);
        let mut records = Vec::new();
        let mut keep = |record: &Json| {
            records.push(record.clone());
            Ok(())
        };
        let whole = go_on(&settings, &[], &mut keep, &mut |_| true).unwrap();
        let mut new = 0;
        let mut count = |_: &Json| {
            new += 1;
            Ok(())
        };
        let again = go_on(&settings, &records[..7], &mut count, &mut |_| true).unwrap();
        assert_eq!((&again.counted, &again.held_out, again.nodes), (&whole.counted, &whole.held_out, whole.nodes));
        assert_eq!((new, records.len()), (5, 12));
        let plan = plan(&settings, "niwaki collect <script>");
        let header = serde_json::json!({ "command": plan.command, "plan": plan.decides, "notes": plan.notes });
        for kept in [0, 1, 12] {
            let run = Run { header: Some(header.clone()), records: records[..kept].to_vec() };
            let text = page(&run).unwrap();
            well_formed(&text).unwrap();
            well_formed(&picture(&run).unwrap()).unwrap();
            assert!(asks_for_nothing(&text) && text.contains("&lt;script&gt;") && !text.contains("NaN"), "{text}");
        }
        assert!(page(&Run::default()).is_err());
    }

    #[test]
    fn a_seed_gives_the_same_statistics_whatever_the_number_of_jobs() {
        let alone = collect(1, 5);
        assert_eq!((alone.games, alone.held_out_games), (11, 1));
        assert!(alone.searches > 12 && alone.nodes > alone.searches && !alone.counted.cells.is_empty());
        let together = collect(3, 5);
        assert_eq!((&alone.counted, &alone.held_out), (&together.counted, &together.held_out));
        assert_eq!((alone.searches, alone.nodes), (together.searches, together.nodes));
        assert_ne!(alone.counted, collect(1, 6).counted);
    }
}
