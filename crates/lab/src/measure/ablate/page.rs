//! The report of an ablation, made from its records alone.
use super::{Ablated, Direction, Effect, summary::Games};
use crate::{
    report::{self, Bar, Bars, Form, HeatMap, Page, grouped},
    study::record::{Run, machine_words},
};
use serde_json::Value as Json;

/// The report as one HTML file.
pub(super) fn page(run: &Run, ablated: &Ablated) -> String {
    let header = run.header.as_ref().unwrap_or(&Json::Null);
    let title = format!("Niwaki: what each method of {} is worth", ablated.base);
    let mut page = Page::new(&title, &report::headline(&ablated.headline(), ablated.done, "searches and games"));
    ablated.unfinished().iter().for_each(|words| page.paragraph(words));
    page.paragraph(match ablated.direction {
        Direction::Off => "Each row is a player without this method against the whole player. Elo is what the method is worth: above 0 it helps.",
        Direction::Add => "Each row is the base with this method added, against the base. Elo is what the method is worth: above 0 it helps.",
    });
    page.pictures(&pictures(ablated));
    page.heading("Methods");
    let head = ablated.head();
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    page.table(&head, &ablated.cells());
    page.remark(
        "Undecided: the 95 % interval of Elo holds 0. Nodes: geometric mean over positions, as a share of the base's \
         nodes to the same depth. Solved: positions solved that the base misses, less those that it solves alone. \
         Depth: where no search proved a mate. Games go first where the order is undecided, so their number differs.",
    );
    if !ablated.interactions.is_empty() {
        page.heading("Interaction");
        page.table(&["pair", "Elo beyond the sum (95 %)"], &ablated.interaction_cells());
        page.remark(interaction_key(ablated.direction));
    }
    if ablated.games() > 0 {
        page.heading("To paste");
        page.folded("The result of every method as people paste it into pull requests", &mut |page| {
            blocks(page, ablated)
        });
    }
    page.repeat(header);
    page.remark(&machine_words(header));
    page.finish_for(header)
}

/// The picture that says most: bars with intervals, or the heat map of pairs.
pub(super) fn picture(ablated: &Ablated) -> String {
    heat(ablated).unwrap_or_else(|| worth(ablated, ablated.budgets.len().saturating_sub(1)))
}

fn pictures(ablated: &Ablated) -> Vec<(String, &'static str)> {
    let mut all: Vec<(String, &str)> = Vec::new();
    all.extend(heat(ablated).map(|map| (map, interaction_key(ablated.direction))));
    if ablated.games() > 0 {
        let caption = "The mark is the worth of a method, the bar holds the true value in 95 of 100 cases. Bars across 0 are undecided.";
        all.extend((0..ablated.budgets.len()).rev().map(|budget| (worth(ablated, budget), caption)));
    }
    all.extend(nodes(ablated).map(|bars| {
        (bars, "Share of the base's nodes to the same depth. Fewer nodes are worth nothing by themselves.")
    }));
    all
}

fn worth(ablated: &Ablated, budget: usize) -> String {
    let bar = |effect: &Effect| {
        let worth = effect.games.get(budget)?.worth.filter(|worth| worth.value.is_finite())?;
        Some(Bar::new(&effect.name(), worth.value, worth.interval))
    };
    let nodes = ablated.budgets.get(budget).copied().unwrap_or_default();
    let bars = Bars {
        title: format!("What each method of {} is worth at {} nodes", ablated.base, grouped(nodes)),
        label: "Elo".to_string(),
        log: false,
        form: Form::Signed,
        reference: Some(0.0),
        rows: ablated.effects.iter().filter_map(bar).collect(),
        sides: None,
    };
    bars.svg()
}

fn nodes(ablated: &Ablated) -> Option<String> {
    let bar = |effect: &Effect| {
        let share = effect.searches.as_ref()?.mean_share?;
        Some(Bar::new(&effect.name(), share.value, share.interval))
    };
    let rows: Vec<Bar> = ablated.effects.iter().filter_map(bar).collect();
    let bars = Bars {
        title: format!("Nodes to {} {} each method", ablated.limit, ablated.direction.preposition()),
        label: format!("share of the nodes of {}", ablated.base),
        log: true,
        form: Form::Percent,
        reference: Some(1.0),
        rows,
        sides: None,
    };
    (!bars.rows.is_empty() && ablated.limit.starts_with("depth")).then(|| bars.svg())
}

/// Elo of two methods together beyond the sum of both.
fn heat(ablated: &Ablated) -> Option<String> {
    let columns: Vec<String> = ablated.alone().map(Effect::name).collect();
    let value = |one: &String, two: &String| {
        let both = |names: &[String; 2]| names.contains(one) && names.contains(two) && one != two;
        ablated.interactions.iter().find(|found| both(&found.switches)).map(|found| found.elo.value)
    };
    let cells = |one: &String| (one.clone(), columns.iter().map(|two| value(one, two)).collect());
    let rows = columns.iter().map(cells).collect();
    let title = "Elo of two methods beyond the sum of both".to_string();
    let label = "Elo; the darker, the further from 0".to_string();
    let shades = ["above 0", "below 0"].map(str::to_string);
    (!ablated.interactions.is_empty())
        .then(|| HeatMap { title, label, columns: columns.clone(), rows, shades }.signed_svg())
}

fn interaction_key(direction: Direction) -> &'static str {
    match direction {
        Direction::Off => {
            "Above 0: without both more is lost than the sum, for each does the work of the other. Below 0: each needs the other."
        }
        Direction::Add => {
            "Above 0: both bring more than the sum, each needs the other. Below 0: each does the work of the other."
        }
    }
}

fn blocks(page: &mut Page, ablated: &Ablated) {
    let block = |effect: &Effect| {
        let each = effect.games.iter().zip(&ablated.budgets);
        let lines = |(games, nodes): (&Games, &u64)| ablated.block(games, *nodes).join("\n");
        format!("{}\n{}", effect.name(), each.map(lines).collect::<Vec<_>>().join("\n"))
    };
    page.verbatim(&ablated.effects.iter().map(block).collect::<Vec<_>>().join("\n\n"));
}
