//! `why` on the half of the built-in suite that is kept for testing: wherever the default recipe
//! fails and plays the right move with one method off, it must name the decisions that hide it.
//!
//! `UPDATE=1 cargo test -p niwaki-lab --test why_suite -- --ignored --nocapture` asks of all
//! positions, which takes some minutes, and writes the list in docs/explore.md anew.
use niwaki_games::list::ALL;
use niwaki_lab::{
    explore::{
        searched::Question,
        why::{Answer, Asked, is_proved, print, why},
    },
    measure::{
        effort::Effort,
        problems::{HALVES, built_in},
    },
    setup::recipe::{self, Recipe},
};
use std::{fs, path::PathBuf};

const DEPTH: i32 = 8;
const REPLAYS: u64 = 400;
/// Positions that must be explained.
const LEAST: usize = 20;
/// Positions of the list that are asked of in every run of the tests.
const FEW: usize = 3;
const BEGIN: &str = "<!-- explained -->\n";
const END: &str = "<!-- end of explained -->";

#[derive(Default, Debug)]
struct Counts {
    failed: usize,
    by_one_method: usize,
    named: usize,
    beyond_the_horizon: usize,
    minimal: usize,
    one_decision: usize,
    one_visit: usize,
    replays: usize,
}

impl Counts {
    /// Whether one method hides the move; all that is counted of the answer.
    fn add(&mut self, answer: &Answer) -> bool {
        if answer.is_played() {
            return false;
        }
        self.failed += 1;
        if answer.without.iter().all(|without| without.found_at.is_none()) {
            return false;
        }
        self.by_one_method += 1;
        self.named += usize::from(!answer.guilty.is_empty());
        self.beyond_the_horizon += usize::from(answer.guilty.is_empty() && answer.hides_beyond_the_horizon());
        self.minimal += usize::from(!answer.guilty.is_empty() && answer.minimal);
        self.one_decision += usize::from(answer.guilty.len() == 1);
        self.one_visit += usize::from(answer.guilty.len() == 1 && answer.guilty[0].alone.is_some());
        self.replays += answer.replays;
        true
    }
}

fn page() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/explore.md")
}

/// The answer, and whether it is proved.
fn ask(recipe: &Recipe, position: &str, wanted: &str) -> (Answer, bool) {
    let question = Question { position: Some(position.to_string()), effort: Effort::Depth(DEPTH), hash: 4 };
    let asked = Asked { recipe, question: &question, wanted, replays: REPLAYS };
    let answer = why(&asked).unwrap();
    let proved = is_proved(&asked, &answer).unwrap();
    (answer, proved)
}

/// A row of the list: position, move, what is played, and the decision nearest to the root.
fn row(position: &str, answer: &Answer) -> String {
    let guilty = &answer.guilty[0];
    let line = if guilty.line.is_empty() { "at the root".to_string() } else { guilty.line.join(" ") };
    let count = answer.guilty.len();
    let cells = [
        format!("`{position}`"),
        answer.wanted.clone(),
        answer.base.best().unwrap_or_default().to_string(),
        guilty.id.name().to_string(),
        line,
        guilty.event.depth.to_string(),
        if answer.minimal { count.to_string() } else { format!("at most {count}") },
        if guilty.alone.is_some() { "yes" } else { "no" }.to_string(),
    ];
    format!("| {} |\n", cells.join(" | "))
}

fn table(rows: &[String]) -> String {
    let head = "| position | move | played | hidden by | after | depth | decisions | one visit is enough |\n";
    head.to_string() + &"| --- ".repeat(8) + "|\n" + &rows.concat()
}

#[test]
#[ignore = "some minutes"]
fn the_decisions_that_hide_right_moves_are_named() {
    let kit = ALL[0];
    let recipe = recipe::default(kit).unwrap();
    let (mut counts, mut rows) = (Counts::default(), Vec::new());
    for problem in built_in(kit, Some(HALVES[1])).unwrap() {
        let [wanted] = problem.best.as_slice() else { continue };
        let (answer, proved) = ask(&recipe, &problem.position, wanted);
        if !counts.add(&answer) {
            continue;
        }
        println!("{}\n{}", problem.position, print(&answer, &recipe.name));
        assert_eq!(proved, !answer.guilty.is_empty(), "{}", problem.position);
        rows.extend(proved.then(|| row(&problem.position, &answer)));
    }
    println!("{counts:?}");
    assert!(counts.named >= LEAST, "{counts:?}");
    assert_eq!(counts.named + counts.beyond_the_horizon, counts.by_one_method, "{counts:?}");
    if std::env::var_os("UPDATE").is_some() {
        let text = fs::read_to_string(page()).unwrap();
        let (before, rest) = text.split_once(BEGIN).unwrap();
        let (_, after) = rest.split_once(END).unwrap();
        fs::write(page(), [before, BEGIN, &table(&rows), END, after].concat()).unwrap();
    }
}

/// The first positions of the list in docs/explore.md that are still not played: a better search
/// may have learned to.
#[test]
fn the_first_of_the_list_are_explained_and_proved() {
    let text = fs::read_to_string(page()).unwrap();
    let (_, rest) = text.split_once(BEGIN).unwrap();
    let rows: Vec<Vec<&str>> =
        rest.split_once(END).unwrap().0.lines().skip(2).map(|line| line.split(" | ").collect()).collect();
    assert!(rows.len() >= LEAST, "{}", rows.len());
    let recipe = recipe::default(ALL[0]).unwrap();
    for row in rows.iter().take(FEW) {
        let position = row[0].trim_start_matches("| ").trim_matches('`');
        let (answer, proved) = ask(&recipe, position, row[1]);
        assert!(answer.is_played() || proved, "{position}: {}", print(&answer, &recipe.name));
    }
}
