//! The report of a collection, made from its records alone.
use super::summary::{Band, Collection, Reach, calibration, reach};
use crate::{
    report::{self, Axis, Calibration, Chart, Form, Page, Predicted, Series, Shape, grouped, percent, percent_ends},
    study::{error::Error, record::Run},
};
use niwaki_search::prune::rank_cut::RankCut;
use niwaki_statistics::{Interval, intervals::wilson};
use serde_json::Value as Json;

/// The main picture: predicted against observed.
pub(super) fn picture(run: &Run) -> Result<String, Error> {
    let collection = Collection::new(run)?;
    Ok(predictions(&calibration(&collection.counted, &collection.held_out)))
}

/// The report as one HTML file.
pub(super) fn page(run: &Run, collection: &Collection) -> String {
    let header = run.header.as_ref().unwrap_or(&Json::Null);
    let bands = calibration(&collection.counted, &collection.held_out);
    let reached = reach(&collection.counted);
    let title = format!(
        "Niwaki: statistics for RankCut, {} games and {} held out",
        collection.games, collection.held_out_games
    );
    let progress = super::numbering(header, None).map_or([0; 2], |numbering| numbering.progress(run));
    let finding = if collection.held_out_games == 0 { none_held_out(collection) } else { headline(&bands) };
    let mut page = Page::new(&title, &report::headline(&finding, progress, "games"));
    page.paragraph(
        "RankCut searches a late move shallower where the statistics say that it, or a move after it, is unlikely \
         to be better than what was found. Here the statistics of some games are compared with other games, which \
         they have not seen.",
    );
    let reach = (depths(&reached), "Share of the moves in states seen often enough, and of those below the threshold.");
    if bands.is_empty() {
        page.pictures(&[reach]);
    } else {
        let caption = "On the line, as many better moves came as were predicted. Above it, more came.";
        page.pictures(&[(predictions(&bands), caption), reach]);
        predicted(&mut page, &bands);
    }
    by_depth(&mut page, &reached);
    repeat(&mut page, collection, header);
    page.finish_for(header)
}

/// Threshold of the method as a share.
fn threshold() -> f64 {
    f64::from(RankCut::on().threshold) / 1e4
}

/// The same in words.
fn threshold_words() -> String {
    format!("{}\u{a0}%", f64::from(RankCut::on().threshold) / 100.0)
}

fn rate(band: &Band) -> (f64, f64, Option<Interval>) {
    let visits = band.visits.max(1) as f64;
    (band.predicted / visits, band.observed as f64 / visits, wilson(band.observed, band.visits))
}

/// Without games that are held out nothing can be compared.
fn none_held_out(collection: &Collection) -> String {
    let games = collection.games;
    format!(
        "The statistics of {games} games are not compared with others: of ten games and more every tenth is held out."
    )
}

/// What matters is whether moves below the threshold are as hopeless as predicted.
fn headline(bands: &[Band]) -> String {
    let mut below = Band::default();
    for band in bands.iter().filter(|band| band.below / 100.0 <= threshold() * (1.0 + 1e-9)) {
        below.visits += band.visits;
        below.predicted += band.predicted;
        below.observed += band.observed;
    }
    let (predicted, observed, interval) = rate(&below);
    match interval {
        Some(interval) => format!(
            "Of {} held-out moves below the threshold of {}, {}{} were still followed by a better one; {} was \
             predicted.",
            grouped(below.visits),
            threshold_words(),
            percent(observed),
            percent_ends(interval),
            percent(predicted)
        ),
        None => "No held-out move lies in a state that the statistics know and call hopeless.".to_string(),
    }
}

fn predictions(bands: &[Band]) -> String {
    let axis = |label: &str| Axis { form: Form::Percent, ..Axis::log(label) };
    let group = |band: &Band| {
        let (predicted, observed, interval) = rate(band);
        Predicted { predicted, observed, interval }
    };
    let calibration = Calibration {
        title: "Chance of a better move: predicted and observed".to_string(),
        x: axis("predicted by the games that count"),
        y: axis("observed in held-out games"),
        groups: bands.iter().map(group).collect(),
    };
    calibration.svg()
}

fn depths(reached: &[Reach]) -> String {
    let series = |name: &str, part: fn(&Reach) -> u64| {
        let point = |reach: &Reach| (f64::from(reach.depth), part(reach) as f64 / reach.visits.max(1) as f64);
        Series::new(name, reached.iter().map(point).collect())
    };
    let chart = Chart {
        title: "What the statistics know, by depth".to_string(),
        x: Axis::linear("remaining depth"),
        y: Axis { form: Form::Percent, ..Axis::linear("share of the moves") },
        shape: Shape::Lines,
        series: vec![
            series("known", |reach| reach.known),
            series("below, best score", |reach| reach.below),
            series("below, alpha", |reach| reach.below_alpha),
        ],
    };
    chart.svg()
}

fn predicted(page: &mut Page, bands: &[Band]) {
    page.heading("Predicted and observed");
    let rows = bands.iter().map(|band| {
        let (predicted, observed, interval) = rate(band);
        let ends = interval.map(percent_ends);
        vec![
            format!("below {}\u{a0}%", band.below),
            grouped(band.visits),
            percent(predicted),
            format!("{}{}", percent(observed), ends.unwrap_or_default()),
        ]
    });
    page.table(&["predicted", "held-out moves", "mean predicted", "observed (95 %)"], &rows.collect::<Vec<_>>());
    page.remark(
        "Wilson's intervals. Moves of one node are not independent, so the truth is somewhat less certain than they \
         say. Only states with enough samples make a prediction.",
    );
}

fn by_depth(page: &mut Page, reached: &[Reach]) {
    page.heading("By depth");
    let rows = reached.iter().map(|reach| {
        let share = |part: u64| percent(part as f64 / reach.visits.max(1) as f64);
        vec![
            reach.depth.to_string(),
            grouped(reach.visits),
            share(reach.known),
            share(reach.below),
            share(reach.below_alpha),
        ]
    });
    page.table(&["depth", "moves", "known", "below, best score", "below, alpha"], &rows.collect::<Vec<_>>());
    page.remark(&format!(
        "Moves of the games that count. Known: in states with at least {} samples. Below: with a chance below {} of \
         beating the best score of that moment, or alpha.",
        RankCut::on().samples,
        threshold_words()
    ));
}

fn repeat(page: &mut Page, collection: &Collection, header: &Json) {
    page.repeat(header);
    let plan = &header["plan"];
    let word = |value: &Json| value.as_str().map_or_else(|| value.to_string(), str::to_string);
    page.remark(&format!(
        "Game: {}. Recipe: {}, {} a move, seed {}. {} searches, {} nodes, {} states seen.",
        word(&plan["game"]),
        word(&plan["recipe"]["name"]),
        word(&plan["limit"]),
        plan["seed"],
        grouped(collection.searches),
        grouped(collection.nodes),
        grouped(collection.counted.cells.len() as u64)
    ));
}
