use super::*;
use crate::{
    measure::{
        effort::Effort,
        searches::tests::{first, settings},
    },
    report::check::{asks_for_nothing, well_formed},
    scratch::Scratch,
    setup::recipe,
    study::{merge::merge, record},
};
use niwaki_games::list::ALL;

/// Two methods and their pair, three positions (an odd number of searches is filled up), short games.
fn small(shard: &str) -> Settings {
    let recipe = recipe::open(ALL[0], "niwaki").unwrap();
    let names = ["null_move".to_string(), "late_move_reduction".to_string()];
    let variants = of_recipe(&recipe, None, &names, true).unwrap();
    let mut recipes = vec![recipe.clone()];
    recipes.extend(variants.iter().take(2).filter_map(Variant::recipe).cloned());
    let shard = shard.parse().unwrap();
    let searched = searches::Settings { shard, ..settings(Effort::Depth(3)) };
    let searches = Searches::of_recipes(COMMAND, searched, first(3), &recipes, 0).unwrap();
    Settings {
        kit: ALL[0],
        direction: Direction::Off,
        base: Spec::of_recipe(&recipe),
        variants,
        searches: Some(searches),
        budgets: vec![20, 60],
        games: 12,
        openings: openings::read(ALL[0], None, 8).unwrap().into_iter().take(40).collect(),
        seed: 7,
        rules: Rules {
            limit: Limit::Nodes(1),
            margin: Duration::ZERO,
            resign: None,
            draw: None,
            max_plies: 12,
            judge: None,
        },
        hash: 1,
        jobs: 2,
        patience: Duration::ZERO,
        shard,
        command: "niwaki ablate <script>".to_string(),
    }
}

/// Runs until this number of new results is there, as if it were killed then.
fn run_for(settings: &Settings, folder: &Path, most: usize) -> Option<Ended> {
    let before = super::record::recorded(folder).unwrap().len();
    let mut left = most.saturating_add(before);
    let ended = run(settings, folder, &Progress::hidden(), &mut |_| {
        left = left.checked_sub(1).ok_or_else(|| Error::new("killed"))?;
        Ok(())
    });
    ended.ok()
}

/// Who played whom from where at how many nodes, and the result, by job.
fn games(folder: &Path) -> BTreeMap<usize, String> {
    let found = record::read(folder).map(|run| record_of(&run)).unwrap();
    let game = |found: &Found| match &found.what {
        What::Game { nodes, played } => Some((found.job, format!("{nodes} {:?} {}", played.pairing, played.result()))),
        _ => None,
    };
    found.iter().filter_map(game).collect()
}

fn record_of(run: &Run) -> Vec<Found> {
    super::record::found(run).unwrap()
}

#[test]
fn a_run_that_is_killed_again_and_again_plays_the_same_games() {
    let (whole, broken) = (Scratch::new(), Scratch::new());
    let settings = small("1/1");
    assert_eq!(run_for(&settings, &whole.path, usize::MAX), Some(Ended::Finished));
    let mut kills = 0;
    while run_for(&Settings { jobs: 1, ..settings.clone() }, &broken.path, 11).is_none() {
        kills += 1;
    }
    assert!(kills > 2, "{kills}");
    let played = games(&whole.path);
    assert_eq!(played.len(), 2 * settings.pairs());
    assert_eq!(played, games(&broken.path));
}

#[test]
fn shards_are_joined_and_the_page_says_the_finding() {
    let (parts, joined) = ([Scratch::new(), Scratch::new()], Scratch::new());
    for (part, name) in parts.iter().zip(["1/2", "2/2"]) {
        assert_eq!(run_for(&small(name), &part.path, usize::MAX), Some(Ended::Finished));
    }
    let folders = parts.each_ref().map(|part| part.path.clone());
    merge(&crate::studies::ALL, &joined.path, &folders, false).unwrap();
    let run = record::read(&joined.path).unwrap();
    let ablated = Ablated::read(&run).unwrap();
    assert_eq!(ablated.done[0], ablated.done[1]);
    assert_eq!(ablated.games(), 2 * small("1/1").pairs() as u64);
    assert_eq!(ablated.effects.iter().filter(|effect| effect.searches.is_some()).count(), 2);
    let shown = show(&run).unwrap();
    let page = shown.page.unwrap();
    well_formed(&page).unwrap();
    assert!(asks_for_nothing(&page) && page.contains("null_move + late_move_reduction") && page.contains("Penta | ["));
    assert!(page.contains(&crate::report::escape(&ablated.headline())));
    assert!(!page.contains("NaN") && page.contains("&lt;script&gt;"));
    let what = |game: &String| {
        let (nodes, rest) = game.split_once(" Pairing { number: ").unwrap();
        format!("{nodes} {}", rest.split_once(", ").unwrap().1)
    };
    let different: std::collections::BTreeSet<String> = games(&joined.path).values().map(what).collect();
    assert_eq!(different.len(), ablated.games() as usize, "shards begin with different openings");
}

#[test]
fn methods_are_switched_off_or_added_with_their_parameters() {
    let full = recipe::open(ALL[0], "niwaki").unwrap();
    let none = recipe::open(ALL[0], "none").unwrap();
    let off = of_recipe(&full, None, &[], false).unwrap();
    assert!(off.iter().all(|variant| variant.switches != ["timing"]), "time decides nothing at fixed nodes");
    let without = off.iter().find(|variant| variant.switches == ["razoring"]).unwrap().recipe().unwrap();
    assert!(!without.methods.razoring.enabled && without.methods.null_move.enabled);
    let name = ["razoring".to_string()];
    let added = of_recipe(&full, Some(&none), &name, false).unwrap();
    let with = added[0].recipe().unwrap().methods;
    assert!(with.razoring == full.methods.razoring && with.razoring.enabled && !with.null_move.enabled);
    assert_eq!(of_recipe(&full, None, &[], true).unwrap().len(), off.len() * (off.len() + 1) / 2);
    let message = |name: &str| of_recipe(&full, None, &[name.to_string()], false).unwrap_err();
    assert!(message("soup").contains("no such method"));
    assert_eq!(message("multi_cut"), "multi_cut: nothing to measure, niwaki does not switch it on");
    let added = of_recipe(&full, Some(&full), &["razoring".to_string()], false).unwrap_err();
    assert_eq!(added, "razoring: nothing to measure, niwaki has it already");
    let engine = Spec::parse(ALL[0], "uci:some/engine,NullMove=true,Hash=4").unwrap();
    let options = of_options(&engine, &["NullMove=false".to_string()], false).unwrap();
    assert_eq!(options[0].spec.describe()["program"]["options"], json!([["Hash", "4"], ["NullMove", "false"]]));
    assert!(of_options(&engine, &["NullMove".to_string()], false).unwrap_err().contains("expected NAME=VALUE"));
}
