//! How far errors travel in synthetic trees: measured by plain minimax on drawn trees, beside the
//! theory. The tables of docs/synthetic.md are made here; `UPDATE=1 cargo test -p niwaki-games
//! --test synthetic_errors` writes them anew.
use niwaki_games::synthetic::{
    Board, Law, STEP, Steps, Synthetic, Tree,
    theory::{Fault, reach_of_one, share_of_wrong},
};
use niwaki_search::{
    game::{Outcome, Position},
    random::Random,
    reference::Minimax,
};
use std::{fmt::Write, fs, path::PathBuf};

/// Trees drawn for each row.
const TREES: u32 = 2000;
/// Standard errors that a share may lie from the theory: with a few hundred shares one in ten
/// thousand would be too many.
const TOLERANCE: f64 = 4.0;
const SHIFT: Fault = Fault::Shift(2);

/// What is measured: a name, the tree, the fault.
const KINDS: [(&str, Law, u8, u8, Fault); 6] = [
    ("P-game, 2 moves", Law::Pearl, 2, 8, Fault::Flip),
    ("P-game, 3 moves", Law::Pearl, 3, 6, Fault::Flip),
    ("correlation 10 %, 3 moves", Law::Correlated(10), 3, 6, SHIFT),
    ("correlation 50 %, 3 moves", Law::Correlated(50), 3, 6, SHIFT),
    ("N-game, 3 moves", Law::Nau, 3, 6, SHIFT),
    ("correlation 99 %, 3 moves", Law::Correlated(99), 3, 6, SHIFT),
];

/// True value of a node, as the side counts that moved there.
fn value(pos: &Board) -> Steps {
    let mut minimax = Minimax::new(&Synthetic::Correlated, u64::MAX);
    -minimax.score(pos, pos.height().into()).unwrap() / STEP
}

/// True and found values of the nodes on a random path, from a wrong one of height `from` to the
/// root.
fn climb(pos: &Board, from: u8, fault: Fault, random: &mut Random) -> Vec<(Steps, Steps)> {
    if pos.height() == from {
        let truth = value(pos);
        return vec![(truth, fault.apply(truth))];
    }
    let mut moves = Vec::new();
    pos.quiet_moves(&mut moves);
    let chosen = moves.swap_remove(random.below(moves.len()));
    let mut values = climb(&pos.play(chosen), from, fault, random);
    let others = moves.into_iter().map(|m| value(&pos.play(m))).max().unwrap();
    let (truth, found) = values[values.len() - 1];
    values.push((-truth.max(others), -found.max(others)));
    values
}

/// Share of drawn trees in which one wrong node changes the value at each height above it.
fn measured_reach(tree: &Tree, from: u8, fault: Fault) -> Vec<f64> {
    let mut changed = vec![0u32; usize::from(tree.depth - from) + 1];
    for seed in 1..=TREES {
        let drawn = tree.with_seed(seed);
        let values = climb(&Board::root(drawn), from, fault, &mut Random::new(seed.into()));
        for (count, (truth, found)) in changed.iter_mut().zip(values) {
            *count += u32::from(truth != found);
        }
    }
    changed.into_iter().map(|count| f64::from(count) / f64::from(TREES)).collect()
}

/// True and found value of a node whose leaves are wrong at random, for the one who moved there.
fn with_wrong_leaves(pos: &Board, rate: f64, fault: Fault, random: &mut Random) -> (Steps, Steps) {
    if let Some(Outcome::Points(points)) = pos.outcome() {
        let truth = -points / STEP;
        let is_wrong = (random.number() as f64) < rate * 2f64.powi(64);
        return (truth, if is_wrong { fault.apply(truth) } else { truth });
    }
    let mut moves = Vec::new();
    pos.quiet_moves(&mut moves);
    let children = moves.into_iter().map(|m| with_wrong_leaves(&pos.play(m), rate, fault, random));
    let best = children.reduce(|one, other| (one.0.max(other.0), one.1.max(other.1))).unwrap();
    (-best.0, -best.1)
}

fn measured_wrong_roots(tree: &Tree, rate: f64, fault: Fault) -> f64 {
    let is_wrong = |seed: u32| {
        let (truth, found) =
            with_wrong_leaves(&Board::root(tree.with_seed(seed)), rate, fault, &mut Random::new(seed.into()));
        u32::from(truth != found)
    };
    f64::from((1..=TREES).map(is_wrong).sum::<u32>()) / f64::from(TREES)
}

/// Panics unless the share may have come from the chance.
fn expect_near(share: f64, chance: f64, what: &str) {
    let error = (chance * (1.0 - chance) / f64::from(TREES)).sqrt();
    assert!((share - chance).abs() <= TOLERANCE * error + 1e-9, "{what}: measured {share}, theory {chance}");
}

/// Measured and by theory, in percent.
fn cell(share: f64, chance: f64) -> String {
    format!("{:.1} / {:.1}", 100.0 * share, 100.0 * chance)
}

/// Plies above the wrong node that the table shows.
const SHOWN: [usize; 5] = [1, 2, 3, 4, 6];

fn table_of_one() -> String {
    let mut page =
        "| tree | wrong node | 1 ply up | 2 | 3 | 4 | 6 |\n| --- | --- | --- | --- | --- | --- | --- |\n".to_string();
    for (name, law, branching, depth, fault) in KINDS {
        let tree = Tree::new(law, branching, depth, 1).unwrap();
        for (from, place) in [(0, "leaf"), (2, "cut at height 2")] {
            let (shares, chances) = (measured_reach(&tree, from, fault), reach_of_one(&tree, from, fault));
            assert_eq!(shares.len(), chances.len());
            for (plies, (share, chance)) in shares.iter().zip(&chances).enumerate() {
                expect_near(*share, *chance, &format!("{name}, {place}, {plies} plies up"));
            }
            let cells = SHOWN.map(|plies| shares.get(plies).map_or("–".into(), |share| cell(*share, chances[plies])));
            writeln!(page, "| {name} | {place} | {} |", cells.join(" | ")).unwrap();
        }
    }
    page
}

fn table_of_many() -> String {
    let mut page = "| tree | leaves 1 % wrong | 5 % | 20 % |\n| --- | --- | --- | --- |\n".to_string();
    for (name, law, branching, depth, fault) in KINDS {
        let tree = Tree::new(law, branching, depth, 1).unwrap();
        let cells = [0.01, 0.05, 0.2].map(|rate| {
            let (share, chances) = (measured_wrong_roots(&tree, rate, fault), share_of_wrong(&tree, rate, fault));
            let chance = chances[chances.len() - 1];
            expect_near(share, chance, &format!("{name}, {rate}"));
            cell(share, chance)
        });
        writeln!(page, "| {name}, {depth} plies | {} |", cells.join(" | ")).unwrap();
    }
    page
}

/// The page with the tables between its marks.
fn with_tables(page: &str) -> String {
    let mut page = page.to_string();
    for (name, table) in [("one", table_of_one()), ("many", table_of_many())] {
        let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->"));
        let from = page.find(&begin).expect("the mark of a table") + begin.len();
        let to = page.find(&end).expect("the end of a table");
        page.replace_range(from..to, &table);
    }
    page
}

#[test]
fn errors_travel_as_theory_says_and_the_page_shows_it() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/synthetic.md");
    let page = fs::read_to_string(&path).unwrap();
    let expected = with_tables(&page);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, expected).unwrap();
    } else {
        assert!(page == expected, "docs/synthetic.md is out of date: run this test with UPDATE=1");
    }
}
