//! docs/methods.md is made here, from the code: the heads of the methods' files, their
//! parameters, the recipes, what each is worth in games (docs/worth.toml), and the other effects
//! measured so far (docs/effects.toml). So is the table in docs/ablation.md that has other engines
//! beside ours (docs/elsewhere.toml).
//! It must be up to date; `UPDATE=1 cargo test -p niwaki-lab --test methods_page`
//! writes it anew.
use niwaki_games::list::ALL;
use niwaki_lab::{
    report::{self, Bar, Bars, Form},
    setup::recipe,
};
use niwaki_search::{
    param::Param,
    prune::{About, Methods, Place},
};
use niwaki_statistics::Interval;
use std::{fmt::Write, fs, path::PathBuf};
use toml::{Table, Value};

/// What chess programmers call a method.
const ABBREVIATIONS: [(&str, &str); 13] = [
    ("reverse_futility", "RFP"),
    ("null_move", "NMP"),
    ("internal_reduction", "IIR"),
    ("singular", "SE"),
    ("late_move_count", "LMP"),
    ("futility", "FP"),
    ("exchange", "SEE pruning"),
    ("exchange_order", "SEE"),
    ("late_move_reduction", "LMR"),
    ("aspiration", "AW"),
    ("table", "TT"),
    ("continuation", "CMH"),
    ("tactical_history", "capture history"),
];

/// What else they shorten.
const WORDS: &str = "SEE is static exchange evaluation: what a series of captures on one square comes to. NNUE is \
    an efficiently updatable neural network, here the evaluation: [network.md](network.md). PV is the principal \
    variation, QS quiescence search.";

const PLACES: [(Place, &str); 8] = [
    (Place::BeforeMoves, "Before the moves: may end the node"),
    (Place::NodeDepth, "The node's depth"),
    (Place::TableMove, "The table move: may extend it or end the node"),
    (Place::Late, "Late moves: may skip them"),
    (Place::Reduction, "Later moves: searched shallower"),
    (Place::Extension, "Moves searched deeper"),
    (Place::Quiescence, "Quiescence"),
    (Place::Tool, "Tools around the methods"),
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The head of the method's file, if it has one of its own.
fn head(name: &str) -> Option<String> {
    let text = fs::read_to_string(root().join(format!("crates/search/src/prune/{name}.rs"))).ok()?;
    let head = text.lines().map_while(|line| line.strip_prefix("//!"));
    Some(head.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect::<Vec<_>>().join("\n"))
}

fn range(param: &Param) -> String {
    let explain = |(name, meaning): (&&str, &&str)| format!("`{name}`: {}", meaning.trim().trim_end_matches('.'));
    match param.choices {
        [] => format!("{}..={}", param.min, param.max),
        ["false", "true"] => "`false`, `true`".to_string(),
        choices => choices.iter().zip(param.meanings).map(explain).collect::<Vec<_>>().join("; "),
    }
}

fn parameters(page: &mut String, params: &[Param]) {
    let params = &params[1..];
    if params.is_empty() {
        page.push_str("No parameters but `enabled`.\n\n");
        return;
    }
    page.push_str("| parameter | default | range | meaning |\n| --- | --- | --- | --- |\n");
    for param in params {
        let (name, default, range, about) = (param.name, param.print(param.default), range(param), param.about);
        writeln!(page, "| `{name}` | {default} | {range} | {about} |").unwrap();
    }
    page.push('\n');
}

/// Recipes that switch the method on.
fn users(name: &str) -> Vec<&'static str> {
    let uses = |recipe: &&str| recipe::open(ALL[0], recipe).unwrap().methods.get(&format!("{name}.enabled")) == Some(1);
    recipe::names(ALL[0]).into_iter().filter(uses).collect()
}

fn effects(page: &mut String, effects: &Table, name: &str) {
    let Some(Value::Array(rows)) = effects.get(name) else { return };
    page.push_str("Measured:\n\n| what | effect | how |\n| --- | --- | --- |\n");
    for row in rows {
        let text = |key: &str| row.get(key).and_then(Value::as_str).unwrap_or_else(|| panic!("{name}: no {key}"));
        writeln!(page, "| {} | {} | {} |", text("what"), text("effect"), text("how")).unwrap();
    }
    page.push('\n');
}

/// What a method is worth in games.
struct Worth {
    name: String,
    elo: f64,
    interval: [f64; 2],
    games: i64,
}

impl Worth {
    /// The methods of docs/worth.toml, the greatest first.
    fn all(file: &Table) -> Vec<Worth> {
        let number = |value: &Value| value.as_float().unwrap();
        let read = |(name, row): (&String, &Table)| Worth {
            name: name.clone(),
            elo: number(&row["elo"]),
            interval: [0, 1].map(|end| number(&row["interval"][end])),
            games: row["games"].as_integer().unwrap(),
        };
        let mut all: Vec<Worth> =
            file.iter().filter_map(|(name, row)| Some((name, row.as_table()?))).map(read).collect();
        all.sort_by(|one, two| two.elo.total_cmp(&one.elo));
        all
    }

    fn words(&self) -> String {
        let [low, high] = self.interval;
        format!("{:+.0} Elo [{low:+.0}, {high:+.0}]", self.elo).replace('-', "−")
    }

    fn finding(&self) -> &'static str {
        match self.interval {
            [low, _] if low > 0.0 => "gains",
            [_, high] if high < 0.0 => "costs",
            _ => "undecided",
        }
    }
}

/// What is where, with the names that chess programmers know.
fn contents(page: &mut String, known: &[About]) {
    page.push_str("\n## Contents\n\n- [What each method is worth](#what-each-method-is-worth)\n");
    for (place, title) in PLACES {
        let name = |about: &About| {
            let short = ABBREVIATIONS.iter().find(|(name, _)| *name == about.name);
            let short = short.map(|(_, short)| format!(" ({short})")).unwrap_or_default();
            format!("[`{0}`](#{0}){short}", about.name)
        };
        let names: Vec<String> = known.iter().filter(|about| about.place == place).map(name).collect();
        writeln!(page, "- [{title}](#{}): {}", anchor(title), names.join(", ")).unwrap();
    }
    writeln!(page, "\n{WORDS}").unwrap();
    for (name, _) in ABBREVIATIONS {
        assert!(known.iter().any(|about| about.name == name), "no such method: {name}");
    }
}

/// How a heading is linked to.
fn anchor(title: &str) -> String {
    let kept = title.to_lowercase().replace(|letter: char| !letter.is_alphanumeric() && !" _-".contains(letter), "");
    kept.replace(' ', "-")
}

/// The worth of all methods in one picture.
fn worth_picture(file: &Table) -> String {
    let rows = Worth::all(file).into_iter().map(|worth| {
        let [low, high] = worth.interval;
        Bar::new(&worth.name, worth.elo, Some(Interval { low, high }))
    });
    let bars = Bars {
        title: "What each method of niwaki is worth".to_string(),
        label: "Elo lost without it, at 8,000 nodes a move".to_string(),
        log: false,
        form: Form::Signed,
        reference: Some(0.0),
        rows: rows.collect(),
        sides: None,
    };
    assert!(file["setting"].as_str().unwrap().starts_with("8,000 nodes a move"), "the label of the picture");
    report::standalone(&bars.svg())
}

fn worth_table(page: &mut String, file: &Table) {
    let text = |key: &str| file[key].as_str().unwrap();
    writeln!(
        page,
        "\n## What each method is worth\n\n![Worth of each method in Elo](worth.svg)\n\nElo that `niwaki` loses without the method, with its 95 % confidence \
         interval: {}. Undecided means that the interval holds 0. By {}. `niwaki ablate` measures it for your recipe, \
         your engine and your budget.\n\n| method | worth | games | finding |\n| --- | --- | --- | --- |",
        text("setting"),
        text("how")
    )
    .unwrap();
    for worth in Worth::all(file) {
        let (name, words, games, finding) = (&worth.name, worth.words(), worth.games, worth.finding());
        writeln!(page, "| `{name}` | {words} | {games} | {finding} |").unwrap();
    }
}

fn method(page: &mut String, about: &About, measured: &Table, worth: &[Worth]) {
    writeln!(page, "### `{}`\n", about.name).unwrap();
    let text = head(about.name).unwrap_or_else(|| about.text.split_whitespace().collect::<Vec<_>>().join(" "));
    writeln!(page, "{text}\n").unwrap();
    parameters(page, about.params);
    let users = users(about.name);
    if users.is_empty() {
        page.push_str("In no recipe so far.\n\n");
    } else {
        writeln!(page, "Recipes: {}.\n", users.join(", ")).unwrap();
    }
    if let Some(worth) = worth.iter().find(|worth| worth.name == about.name) {
        writeln!(page, "Worth in `niwaki`: {} ({}).\n", worth.words(), worth.finding()).unwrap();
    }
    effects(page, measured, about.name);
}

fn read_table(file: &str) -> Table {
    fs::read_to_string(root().join(file)).unwrap().parse().unwrap()
}

/// What others measured beside what we did: ours in order, then what `niwaki` does without.
fn beside_others() -> String {
    let (worth, others) = (Worth::all(&read_table("docs/worth.toml")), read_table("docs/elsewhere.toml"));
    let known: Vec<About> = Methods::about();
    for name in others.keys() {
        assert!(known.iter().any(|about| about.name == name), "docs/elsewhere.toml: no such method: {name}");
    }
    let ours = worth.iter().map(|worth| (worth.name.as_str(), worth.words()));
    let lacking = others.keys().filter(|name| worth.iter().all(|worth| worth.name != **name));
    let lacking = lacking.map(|name| (name.as_str(), "not in `niwaki`".to_string()));
    let mut table = String::from("| method | Niwaki | Ethereal 2020 | Stockfish 2021 |\n| --- | --- | --- | --- |\n");
    for (name, words) in ours.chain(lacking) {
        let Some(row) = others.get(name) else { continue };
        let [ethereal, stockfish] =
            ["ethereal", "stockfish"].map(|key| row.get(key).map_or("", |cell| cell.as_str().unwrap()));
        writeln!(table, "| `{name}` | {words} | {ethereal} | {stockfish} |").unwrap();
    }
    table
}

fn page() -> String {
    let mut page = String::from(
        "# The methods\n\nMade from the code by `UPDATE=1 cargo test -p niwaki-lab --test methods_page`; do not edit.\n\
         A parameter is set by its path everywhere: `--set null_move.reduction=3`, a recipe's table `[null_move]`, \
         the UCI option `null_move.reduction`.\n\n\
         Recipes of The Turk (`turk…`) and Ziggy (`z-…`) evaluate by hand, as those programs did; all others have the \
         network, and were measured with it.\n",
    );
    let effects = read_table("docs/effects.toml");
    let known: Vec<About> = Methods::about();
    for name in effects.keys() {
        assert!(known.iter().any(|about| about.name == name), "docs/effects.toml: no such method: {name}");
    }
    let worth = read_table("docs/worth.toml");
    contents(&mut page, &known);
    worth_table(&mut page, &worth);
    let worth = Worth::all(&worth);
    for Worth { name, .. } in &worth {
        assert!(known.iter().any(|about| about.name == name), "docs/worth.toml: no such method: {name}");
    }
    for (place, title) in PLACES {
        writeln!(page, "\n## {title}\n").unwrap();
        known.iter().filter(|about| about.place == place).for_each(|about| method(&mut page, about, &effects, &worth));
    }
    page
}

/// The file is what it should be; it is made so if that is asked for.
fn keep(name: &str, wanted: &str) {
    let file = root().join(name);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&file, wanted).unwrap();
    }
    let written = fs::read_to_string(&file).unwrap_or_default();
    assert!(written == wanted, "{name} is out of date: UPDATE=1 cargo test -p niwaki-lab --test methods_page");
}

#[test]
fn the_page_of_methods_is_up_to_date() {
    keep("docs/methods.md", &page());
}

#[test]
fn the_picture_of_worth_is_up_to_date() {
    keep("docs/worth.svg", &worth_picture(&read_table("docs/worth.toml")));
}

#[test]
fn every_link_of_the_contents_leads_to_a_heading() {
    let page = page();
    let headings: Vec<String> = page
        .lines()
        .filter(|line| line.starts_with("##"))
        .map(|line| anchor(line.trim_matches(['#', ' ', '`'])))
        .collect();
    let links: Vec<&str> = page.split("](#").skip(1).map(|rest| rest.split(')').next().unwrap()).collect();
    assert!(links.len() > PLACES.len() + ABBREVIATIONS.len());
    for link in links {
        assert!(headings.iter().any(|heading| heading == link), "{link}");
    }
}

#[test]
fn the_table_of_other_engines_is_up_to_date() {
    const MARKS: [&str; 2] = ["--test methods_page -->\n", "<!-- end -->"];
    let file = root().join("docs/ablation.md");
    let text = fs::read_to_string(&file).unwrap();
    let (before, rest) = text.split_once(MARKS[0]).unwrap();
    let (written, after) = rest.split_once(MARKS[1]).unwrap();
    let table = beside_others();
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&file, format!("{before}{}{table}{}{after}", MARKS[0], MARKS[1])).unwrap();
    } else {
        assert!(
            written == table,
            "docs/ablation.md is out of date: UPDATE=1 cargo test -p niwaki-lab --test methods_page"
        );
    }
}

#[test]
fn every_method_has_a_head_that_says_what_it_is() {
    for about in Methods::about() {
        assert!(about.text.len() > 20, "{}", about.name);
        let file = root().join(format!("crates/search/src/prune/{}.rs", about.name));
        assert_eq!(head(about.name).is_some_and(|head| head.len() > 100), file.exists(), "{}", about.name);
    }
}
