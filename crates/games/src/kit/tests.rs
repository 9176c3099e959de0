use crate::list::{ALL, find, names};
use niwaki_search::watch::Step;
use std::collections::HashSet;

#[test]
fn every_game_is_found_by_its_name_and_others_are_refused() {
    for name in names() {
        let kit = find(name).unwrap();
        assert_eq!((kit.name(), kit.rules().game(), kit.engine().unwrap().game()), (name, name, name));
        assert!(!kit.about().is_empty() && !kit.stages().is_empty());
    }
    for wrong in ["", "ches", "chess:", "chess:960", ":"] {
        assert!(find(wrong).unwrap_err().ends_with(&format!("there are {}", names().join(", "))), "{wrong}");
    }
}

#[test]
fn built_in_suites_and_books_can_be_read_and_written() {
    for kit in ALL {
        for problem in kit.suite().into_iter().flat_map(|text| kit.read_problems(text).unwrap()) {
            assert_eq!(kit.write_problem(&problem).unwrap(), problem.line, "{kit:?}");
        }
        if let Some(book) = kit.book() {
            assert!(!kit.read_openings("book", book, 0).unwrap().is_empty(), "{kit:?}");
        }
    }
}

#[test]
fn mined_suites_have_enough_positions_in_both_halves() {
    for (name, least) in [("loa", 100), ("abalone", 40)] {
        let kit = find(name).unwrap();
        let problems = kit.read_problems(kit.suite().unwrap()).unwrap();
        let places: HashSet<&str> = problems.iter().map(|problem| problem.position.as_str()).collect();
        assert!(problems.len() >= least && places.len() == problems.len(), "{name}: {}", problems.len());
        let halves = ["tune", "test"].map(|half| problems.iter().filter(|problem| problem.has_tag(half)).count());
        assert!(halves.iter().all(|&half| half >= 20) && halves[0] + halves[1] == problems.len(), "{name}: {halves:?}");
    }
}

#[test]
fn recipes_that_are_named_are_built_in_and_none_twice() {
    for kit in ALL {
        let names: HashSet<&str> = kit.recipes().iter().map(|(name, _)| *name).collect();
        assert_eq!(names.len(), kit.recipes().len());
        let used = [kit.default_recipe(), kit.fitted_recipe(), kit.observed_recipe()];
        for name in kit.compared_recipes().iter().copied().chain(used) {
            assert!(names.contains(name), "{kit:?}: {name}");
        }
        assert!(kit.models().iter().all(|(name, _)| name.starts_with(kit.name())), "{kit:?}");
    }
}

#[test]
fn bench_positions_can_be_set_and_none_comes_twice() {
    for kit in ALL {
        let positions = kit.bench_positions().unwrap();
        let mut rules = kit.rules();
        let different: HashSet<String> = positions
            .iter()
            .map(|position| {
                rules.set_position(Some(position), &[]).unwrap();
                rules.position()
            })
            .collect();
        assert!(different.len() == positions.len() && positions.len() >= 8, "{kit:?}");
    }
}

#[test]
fn a_variant_is_served_by_its_game_and_no_other() {
    let belgian = find("abalone:belgian").unwrap();
    assert!(belgian.is_served_by("abalone") && belgian.is_served_by("abalone:belgian"));
    assert!(!belgian.is_served_by("abalone:german") && !find("abalone").unwrap().is_served_by("abalone:belgian"));
    assert!(!belgian.is_served_by("chess"));
}

#[test]
fn a_picture_shows_every_cell_and_what_stands_on_it() {
    let count = |text: &str, part: &str| text.matches(part).count();
    let [chess, connect_four] = ["chess", "connect-four"].map(|name| find(name).unwrap());
    let start = chess.picture(&chess.rules().position()).unwrap();
    assert_eq!((count(&start, "<rect "), count(&start, "<text "), count(&start, "#fff")), (64, 32, 16));
    let few = connect_four.picture("xo/x//o///").unwrap();
    assert_eq!((count(&few, "<rect "), count(&few, "#f2c230"), count(&few, "#d83a2e")), (42, 2, 2));
    assert!(few.contains("<title>xo/x//o///</title>") && few.ends_with("</svg>"));
    // The stones of the first column lie at the bottom.
    let bottom = few.find("<g transform=\"translate(20 220)\"><circle r=\"16\" fill=\"#f2c230\"/>");
    assert!(bottom.is_some(), "{few}");
    let [loa, abalone] = ["loa", "abalone"].map(|name| find(name).unwrap());
    let start = loa.picture(&loa.rules().position()).unwrap();
    assert_eq!((count(&start, "<rect "), count(&start, "fill=\"#222\""), count(&start, "fill=\"#fff\"")), (64, 12, 12));
    // Row I is the highest.
    let start = abalone.picture(&abalone.rules().position()).unwrap();
    assert_eq!((count(&start, "<circle "), count(&start, "fill=\"#222\"")), (61, 14));
    assert!(start.contains("<circle cx=\"100\" cy=\"20\" r=\"17\" fill=\"#fff\""), "{start}");
    for kit in ALL {
        assert!(kit.picture("soup").is_err());
    }
}

#[test]
fn a_walk_follows_levels_and_stays_where_a_step_is_illegal() {
    let mut rules = find("connect-four").unwrap().rules();
    rules.set_position(Some("x///o///"), &[]).unwrap();
    let steps = [
        (0, Step::Root),
        (1, Step::Move(2)),
        (2, Step::Root),
        (3, Step::Move(2)),
        (1, Step::Move(7)),
        (2, Step::Move(8)),
    ];
    let mut seen = Vec::new();
    rules.walk(&mut steps.into_iter(), &mut |spot| seen.push((spot.last_move(), spot.position(), spot.move_text(3))));
    let place =
        |last: Option<&str>, position: &str| (last.map(str::to_string), position.to_string(), Some("3".to_string()));
    let expected = [
        place(None, "x///o///"),
        place(Some("2"), "x/x//o///"),
        place(None, "x/x//o///"),
        place(Some("2"), "x/xo//o///"),
        place(Some("7"), "x///o///x"),
        place(None, "x///o///x"),
    ];
    assert_eq!(seen, expected);
}
