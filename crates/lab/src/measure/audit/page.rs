//! The report of an audit, made from its records alone.
use super::{
    summary::{Audit, Findings, MethodFinding, Rate},
    text::{
        DEPTH_HEAD, EXACT_HEAD, LAW_HEAD, LEVEL_NAMES, METHOD_HEAD, MODEL_HEAD, NEAR_HEAD, TRAVEL_HEAD, cuts_words,
    },
};
use crate::{
    measure::part::{Part, part_headline},
    report::{Axis, Bar, Bars, Calibration, Form, HeatMap, Page, Predicted},
    study::record::Run,
};
use serde_json::Value as Json;

/// The main picture: which method errs how often.
pub(super) fn picture(audit: &Audit) -> String {
    audit.recipes.first().map(wrong_a_search).unwrap_or_default()
}

/// The report as one HTML file.
pub(super) fn page(run: &Run, audit: &Audit) -> String {
    let header = run.header.as_ref().unwrap_or(&Json::Null);
    let positions = audit.recipes.first().map_or(0, |findings| findings.positions);
    let title = format!("Niwaki: an audit of cuts on {positions} positions, depth {}", audit.depth);
    let mut page = Page::new(&title, &part_headline(audit.part.as_ref(), &audit.headline()));
    page.paragraph(
        "Of the decisions of each method at each remaining depth a few were drawn and judged. Oracle A searches the \
         node, or the skipped move, in its full depth with all forward pruning off: a decision is wrong if A lies on \
         the other side of the bound. Oracle B leaves only this decision out and prunes below it as the recipe does. \
         Shares are weighted back to the whole tree; brackets hold 95 %, by resampling positions.",
    );
    audit.part.as_ref().map(Part::sentence).iter().for_each(|words| page.paragraph(words));
    for findings in &audit.recipes {
        if audit.recipes.len() > 1 {
            page.heading(&findings.recipe);
            page.paragraph(&findings.headline());
        }
        sections(&mut page, findings);
    }
    page.repeat(header);
    page.finish_for(header)
}

fn sections(page: &mut Page, findings: &Findings) {
    page.heading("Which method errs");
    page.pictures(&[
        (wrong_a_search(findings), "Wrong decisions in an average search. The cost of a method grows with them."),
        (wrong_rates(findings), "Share of a method's decisions that is wrong: how far it can be trusted."),
    ]);
    page.table(&METHOD_HEAD, &findings.method_rows());
    page.remark(
        "Decisions at nodes off the principal variation. Undetermined: oracle A ran out of nodes, which happens \
         at hard and deep nodes; the others stand for these, so the truth may be somewhat higher. Loss: how far \
         the score lies on the other side of the bound, of wrong decisions only, at most six pawns, discs or stones.",
    );
    let exact = findings.exact_rows();
    if !exact.is_empty() {
        page.remark("Where the value of the game is known, both kinds of truth:");
        page.table(&EXACT_HEAD, &exact);
    }
    page.heading("Where");
    page.pictures(&[(by_depth(findings), "Wrong decisions by remaining depth; empty: none was judged.")]);
    page.folded_table("Every method by remaining depth", &DEPTH_HEAD, &findings.depth_rows());
    travel(page, findings);
    marginal(page, findings);
    overlap(page, findings);
    law_and_models(page, findings);
}

fn travel(page: &mut Page, findings: &Findings) {
    let rows = findings.travel_rows();
    if rows.is_empty() {
        return;
    }
    page.heading("How far it travels, and what it costs");
    page.pictures(&[(travelled(findings), "Wrong decisions, and right ones below for comparison.")]);
    page.table(&TRAVEL_HEAD, &rows);
    page.remark(
        "The same search with exactly one decision left out. A level counts if its verdict and all below it changed. \
         Right decisions left out show how much changes by chance alone: subtract it.",
    );
    page.paragraph(&findings.regret_words());
}

fn marginal(page: &mut Page, findings: &Findings) {
    let rows = findings.near_rows();
    if rows.is_empty() {
        return;
    }
    page.heading("Near the thresholds");
    page.paragraph(
        "Only the risk at the threshold can be acted on: the mean over all decisions of a method says little about \
         it. Slack is how far the condition is met, from 0 on, or missed: in hundredths of a pawn, disc or stone, for \
         late-move count in places of the move order.",
    );
    page.table(&NEAR_HEAD, &rows);
}

fn overlap(page: &mut Page, findings: &Findings) {
    let (columns, rows) = findings.overlap();
    if rows.is_empty() {
        return;
    }
    page.heading("Which methods duplicate each other");
    let share = |rate: Option<Rate>| rate.map(|rate| rate.value);
    let rows = rows.into_iter().map(|(name, rates)| (name, rates.into_iter().map(share).collect()));
    let map = HeatMap {
        title: "Cuts that another method would make too".to_string(),
        label: "rows: the method that cut; columns: the method that was asked besides".to_string(),
        columns,
        rows: rows.collect(),
        shades: ["none of them", "all of them: two methods do one work"].map(str::to_string),
    };
    page.pictures(&[(
        map.svg(),
        "Percent of the cuts above beta from depth 3 on. Methods that are off are asked with their usual settings.",
    )]);
}

fn law_and_models(page: &mut Page, findings: &Findings) {
    let rows = findings.law_rows();
    if !rows.is_empty() {
        page.heading("The law of alternatives");
        page.pictures(&[(
            law(findings),
            "The more of the first ten moves reach beta in a shallower search, the surer the node.",
        )]);
        page.folded_table("The numbers", &LAW_HEAD, &rows);
    }
    if findings.predictions.is_empty() {
        return;
    }
    page.heading("What models predict, and what comes");
    let mut models: Vec<&str> = findings.predictions.iter().map(|group| group.model.as_str()).collect();
    models.dedup();
    let pictures: Vec<(String, &str)> =
        models.iter().map(|model| (calibration(findings, model), "On the line, predictions come true.")).collect();
    page.pictures(&pictures);
    page.folded_table("The numbers", &MODEL_HEAD, &findings.model_rows());
}

fn bars(title: &str, label: &str, form: Form, rows: Vec<Bar>) -> String {
    Bars { title: title.to_string(), label: label.to_string(), log: false, form, reference: None, rows, sides: None }
        .svg()
}

fn judged(findings: &Findings) -> impl Iterator<Item = &MethodFinding> {
    findings.methods.iter().filter(|method| method.wrong.samples > 0)
}

fn wrong_a_search(findings: &Findings) -> String {
    let bar = |method: &MethodFinding| Bar::new(&method.name, method.wrong_a_search, method.wrong_interval);
    let label = "wrong decisions a search, by oracle A";
    bars(&format!("Wrong decisions of {}", findings.recipe), label, Form::Number, judged(findings).map(bar).collect())
}

fn wrong_rates(findings: &Findings) -> String {
    let bar = |method: &MethodFinding| rate_bar(&method.name, &method.wrong);
    bars("How often a method is wrong", "share of its decisions", Form::Percent, judged(findings).map(bar).collect())
}

fn rate_bar(name: &str, rate: &Rate) -> Bar {
    Bar::new(name, rate.value, rate.interval)
}

fn by_depth(findings: &Findings) -> String {
    let deepest = findings.methods.iter().flat_map(|method| &method.depths).map(|(depth, _)| *depth).max().unwrap_or(0);
    let row = |method: &MethodFinding| {
        let at = |depth| method.depths.iter().find(|(at, rate)| *at == depth && rate.samples > 0);
        (method.name.clone(), (1..=deepest).map(|depth| at(depth).map(|(_, rate)| rate.value)).collect())
    };
    let map = HeatMap {
        title: "Wrong decisions by remaining depth".to_string(),
        label: "percent of the decisions at that depth".to_string(),
        columns: (1..=deepest).map(|depth| depth.to_string()).collect(),
        rows: judged(findings).map(row).collect(),
        shades: ["all right", "all wrong: bad"].map(str::to_string),
    };
    map.svg()
}

fn travelled(findings: &Findings) -> String {
    let mut rows = Vec::new();
    for (travel, kind) in findings.travel.iter().take(2).zip(["wrong", "right"]) {
        let levels = LEVEL_NAMES.iter().copied().zip(&travel.levels);
        let ends = [("root", &travel.root), ("final score", &travel.score), ("final move", &travel.moved)];
        let known = levels.chain(ends).filter(|(_, rate)| rate.samples > 0);
        rows.extend(known.map(|(name, rate)| rate_bar(&format!("{kind}: {name}"), rate)));
    }
    bars("What changes without a decision", "share of the decisions left out", Form::Percent, rows)
}

fn law(findings: &Findings) -> String {
    let bar = |(cuts, rate): &((usize, usize), Rate)| rate_bar(&format!("{} cuts", cuts_words(*cuts)), rate);
    let rows = findings.law.iter().map(bar).collect();
    bars("Expected cut nodes that fail low", "share of the nodes", Form::Percent, rows)
}

fn calibration(findings: &Findings, model: &str) -> String {
    let groups = findings.predictions.iter().filter(|group| group.model == model).map(|group| Predicted {
        predicted: group.predicted,
        observed: group.came.value,
        interval: group.came.interval,
    });
    let axis = |label: &str| Axis { form: Form::Percent, ..Axis::linear(label) };
    let chart = Calibration {
        title: format!("{model}: predicted and come"),
        x: axis("predicted"),
        y: axis("came, at nodes of the tree"),
        groups: groups.collect(),
    };
    chart.svg()
}
