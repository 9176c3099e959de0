//! `niwaki explore`, `tree` and `why`, from outside: what they print, and the page in a real
//! browser. Without one the tests of the page are skipped, and say so.
mod browser;
mod program;

use browser::{BACKSPACE, Browser, DOWN, ENTER, HOME, RIGHT, UP};
use program::Folder;
use serde_json::Value as Json;

/// Milliseconds within which a page of a million nodes should open on a quiet machine, and a
/// zoom be drawn.
const OPENS_WITHIN: f64 = 2000.0;
const ZOOMS_WITHIN: f64 = 50.0;
/// How many times as long it may take here, where other tests want the same cores. A page that
/// draws what nobody sees, or decodes in quadratic time, takes far longer.
const PATIENCE: f64 = 5.0;
/// Largest page of a million nodes, in bytes.
const LARGEST: u64 = 8_000_000;
/// Width of a small phone.
const PHONE: u32 = 390;

/// Makes a page; what the program says of it, a line for each recipe.
fn make(folder: &Folder, arguments: &[&str]) -> Vec<Json> {
    let text = folder.fine(&[&["explore"], arguments, &["--out", "page.html", "--json"]].concat());
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn open(browser: &Browser, folder: &Folder) {
    browser.open(&format!("file://{}", folder.path("page.html")));
    browser.wait_for("return document.body.dataset.opened || null");
}

/// The number of the chosen node.
fn chosen(browser: &Browser) -> i64 {
    browser.run("return explorer.view.chosen").as_i64().unwrap()
}

fn panel(browser: &Browser) -> String {
    browser.run("return document.getElementById('panel').innerText").as_str().unwrap().to_string()
}

#[test]
fn a_page_is_explored_by_keyboard_without_a_message() {
    let Some(browser) = Browser::start() else { return };
    let folder = Folder::new();
    let facts = &make(&folder, &["startpos", "--nodes", "60000"])[0];
    open(&browser, &folder);
    assert_eq!(browser.run("return explorer.trees[0].count"), facts["visits"]);
    assert_eq!(browser.run("return explorer.trees[0].total"), facts["nodes"]);
    browser.press(&[DOWN]);
    let root = chosen(&browser);
    assert!(panel(&browser).contains("root of an iteration"), "{}", panel(&browser));
    browser.press(&[DOWN, RIGHT]);
    let second = chosen(&browser);
    assert_eq!(browser.run(&format!("return explorer.trees[0].parent[{second}]")), root);
    let words = panel(&browser);
    assert!(["window", "eval", "depth", "expected", "nodes"].iter().all(|word| words.contains(word)), "{words}");
    assert_eq!(browser.run("return document.querySelectorAll('#panel svg rect').length"), 64);
    browser.press(&[UP]);
    assert_eq!(chosen(&browser), root);
    let range = || browser.run("return explorer.view.to - explorer.view.from").as_f64().unwrap();
    let whole = range();
    browser.press(&[ENTER]);
    assert!(range() < whole);
    browser.press(&["w", "w", ENTER, BACKSPACE, HOME]);
    assert_eq!(range(), whole);
    browser.press(&["c"]);
    assert_eq!(browser.run("return explorer.mode.name"), "expected kind");
    browser.press(&["?"]);
    assert_eq!(browser.run("return document.getElementById('help').open"), true);
    assert_eq!(browser.messages(), Vec::<Json>::new());
}

#[test]
fn nodes_are_found_and_filtered_and_a_link_leads_to_one() {
    let Some(browser) = Browser::start() else { return };
    let folder = Folder::new();
    make(&folder, &["startpos", "--nodes", "60000"]);
    open(&browser, &folder);
    browser.press(&["/"]);
    browser.press(&["n", "u", "l", "l", " ", "m", "o", "v", "e", ENTER]);
    let found = panel(&browser);
    assert!(found.contains("null move:") && found.contains("≥ beta"), "{found}");
    let first = chosen(&browser);
    browser.run("document.getElementById('find-text').blur()");
    browser.press(&["n"]);
    assert!(chosen(&browser) > first);
    for (wanted, expected) in [("e2e4", "e2e4"), ("table", "the transposition table knew")] {
        browser.run(&format!("document.getElementById('find-text').value = '{wanted}'; explorer.find(1)"));
        assert!(panel(&browser).contains(expected), "{wanted}: {}", panel(&browser));
    }
    let key = browser.run("return explorer.trees[0].keys[5]");
    browser.run(&format!("document.getElementById('find-text').value = {key}; explorer.find(1)"));
    assert!(panel(&browser).contains(key.as_str().unwrap()));
    browser.run("document.querySelector('#legend button').click()");
    assert_eq!(browser.run("return document.querySelector('#legend button').getAttribute('aria-pressed')"), "true");
    browser.run("location.hash = '#0.77'");
    browser.wait_for("return explorer.view.chosen === 77");
    assert_eq!(browser.messages(), Vec::<Json>::new());
}

#[test]
fn two_recipes_stand_side_by_side_and_differ_somewhere() {
    let Some(browser) = Browser::start() else { return };
    let folder = Folder::new();
    let facts = make(&folder, &["startpos", "--depth", "6", "--against", "niwaki,null_move.enabled=false"]);
    assert_eq!(facts.len(), 2);
    open(&browser, &folder);
    browser.press(&["d"]);
    let state = browser.run("return explorer.comparison.state[0][explorer.views[0].chosen]");
    assert_eq!(state, 1, "a verdict that differs");
    assert!(panel(&browser).contains("In niwaki,null_move.enabled=false:"), "{}", panel(&browser));
    // Twins lie on the same path, and what is alone has no twin.
    let sound = browser.run(
        "const { twin, trees } = explorer.comparison; const [one, other] = trees; let pairs = 0;
         for (let i = 0; i < one.count; i++) {
           const j = twin[0][i]; if (j < 0) continue; pairs++;
           if (one.moveText(i) !== other.moveText(j) || twin[1][j] !== i) return -1;
           if (one.parent[i] >= 0 && twin[0][one.parent[i]] !== other.parent[j]) return -2;
         } return pairs;",
    );
    assert!(sound.as_i64().unwrap() > 50, "{sound}");
    browser.press(&["x"]);
    assert_eq!(browser.run("return explorer.active"), 1);
    assert_eq!(browser.messages(), Vec::<Json>::new());
}

#[test]
fn every_game_has_its_board_on_a_phone_by_day_and_by_night() {
    let Some(browser) = Browser::start() else { return };
    let folder = Folder::new();
    browser.resize(PHONE, 844, true);
    for game in niwaki_games::list::names() {
        make(&folder, &["startpos", "--game", game, "--nodes", "5000"]);
        let mut papers = Vec::new();
        for scheme in ["light", "dark"] {
            browser.prefer(scheme);
            open(&browser, &folder);
            browser.press(&[DOWN, "w"]);
            assert!(
                browser.run("return document.querySelectorAll('#panel svg *').length").as_i64() > Some(5),
                "{game}"
            );
            let widths = browser.run("return [document.documentElement.scrollWidth, window.innerWidth]");
            assert!(widths[0].as_u64() <= Some(u64::from(PHONE)), "{game}: {widths}");
            let height = browser.run("return document.querySelector('canvas').getBoundingClientRect().height");
            assert!(height.as_f64() > Some(200.0), "{game}: {height}");
            papers.push(browser.run("return getComputedStyle(document.body).backgroundColor"));
        }
        assert_ne!(papers[0], papers[1]);
    }
    assert_eq!(browser.messages(), Vec::<Json>::new());
}

/// Opens in time, zooms in time, and is not too large. Times are the best of a few: others may
/// use the machine too.
#[test]
fn a_million_nodes_open_and_zoom_quickly() {
    let Some(browser) = Browser::start() else { return };
    let folder = Folder::new();
    let facts = &make(&folder, &["startpos", "--nodes", "1000000"])[0];
    assert!(facts["bytes"].as_u64() < Some(LARGEST) && facts["nodes"].as_u64() >= Some(1_000_000), "{facts}");
    let least = |times: &[f64]| times.iter().copied().fold(f64::INFINITY, f64::min);
    let mut openings = Vec::new();
    while openings.len() < 5 && least(&openings) > OPENS_WITHIN {
        open(&browser, &folder);
        openings.push(browser.run("return Number(document.body.dataset.opened)").as_f64().unwrap());
    }
    let zooms = browser.run(
        "const { view } = explorer; const { tree } = view; const times = [];
         for (let i = tree.widestRoot(), step = 0; step < 12 && i >= 0; step++) {
           const begun = performance.now(); view.zoomTo(i); view.draw(); times.push(performance.now() - begun);
           i = tree.children(i).reduce((best, child) => best < 0 || tree.nodes[child] > tree.nodes[best] ? child : best, -1);
         } return times.sort((one, other) => one - other);",
    );
    let zooms: Vec<f64> = zooms.as_array().unwrap().iter().filter_map(Json::as_f64).collect();
    let middle = zooms[zooms.len() / 2];
    println!("opened in {openings:?} ms, zoomed in {middle:.1} ms (all {zooms:?}), {} bytes", facts["bytes"]);
    assert!(least(&openings) < PATIENCE * OPENS_WITHIN, "{openings:?}");
    assert!(zooms.len() == 12 && middle < PATIENCE * ZOOMS_WITHIN, "{zooms:?}");
    assert_eq!(browser.messages(), Vec::<Json>::new());
}

#[test]
fn a_small_tree_is_printed_in_bounds_with_the_methods_that_cut() {
    let folder = Folder::new();
    let tree = folder.fine(&["tree", "startpos", "--recipe", "modern", "--depth", "9", "--most", "5000"]);
    assert!(tree.starts_with("root  depth 9  = ") && tree.contains("cut by reverse_futility (eval "), "{tree}");
    assert!(tree.contains("late_move_count skips ") && tree.contains(" for null_move  depth "), "{tree}");
    let few = folder.fine(&["tree", "startpos", "--depth", "6", "--most", "3"]);
    let nodes = few.lines().filter(|line| line.contains("  depth ")).count();
    assert!(nodes == 3 && few.contains(" narrower below, "), "{few}");
    folder.refused(&["tree", "soup"], "soup: ");
    folder.refused(&["explore", "soup", "--out", "x.html"], "soup: ");
    folder.refused(&["explore", "startpos", "--out", "no/such/x.html"], "no/such/x.html: cannot be written");
    folder.refused(&["explore", "startpos", "--against", "soup", "--out", "x.html"], "soup");
}

#[test]
fn why_answers_shortly_and_in_json_and_links_into_the_tree() {
    let folder = Folder::new();
    let played = folder.fine(&["why", "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "--move", "a1a8", "--depth", "3"]);
    assert!(played.starts_with("a1a8 is played at depth 3 (win in 1)"), "{played}");
    folder.refused(&["why", "startpos", "--move", "e2e5"], "startpos: ");
    let position = "2r5/Bk6/5b2/3rp1pn/R2N1p2/1P1P3P/6PK/4R3 w - - 3 39";
    let ask = ["why", position, "--move", "a4b4", "--depth", "8", "--explore", "tree.html", "--json"];
    let answer: Json = serde_json::from_str(&folder.fine(&ask)).unwrap();
    if answer["played"] == false {
        let decision = &answer["decisions"][0];
        assert!(decision["words"].as_str().unwrap().contains(decision["method"].as_str().unwrap()), "{answer}");
        assert!(answer["link"].as_str().unwrap().starts_with("tree.html"), "{answer}");
    }
    assert!(folder.read("tree.html").starts_with("<!DOCTYPE html>"));
}
