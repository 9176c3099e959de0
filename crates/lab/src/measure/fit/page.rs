//! The report of a fit, made from its records alone.
use super::{Depths, Fit, Row, summary::points, text::stage_name};
use crate::{
    report::{self, Axis, Column, Columns, Density, Page, ends, grouped, percent, significant},
    study::record::Run,
};
use niwaki_statistics::regression::Line;
use serde_json::Value as Json;
use statrs::distribution::{ContinuousCDF, Normal};

/// Errors are counted in columns of half a deviation, up to this number of deviations.
const REACH: i32 = 4;
const PER_DEVIATION: i32 = 2;
const NOTHING: &str = "-";

/// The report as one HTML file.
pub(super) fn page(run: &Run, fit: &Fit) -> String {
    let header = run.header.as_ref().unwrap_or(&Json::Null);
    let title = format!("Niwaki: fit of ProbCut, {} positions, {} pairs of depths", fit.samples.len(), fit.pairs.len());
    let progress = super::numbering(header, run.records.first()).map_or([0; 2], |numbering| numbering.progress(run));
    let mut page = Page::new(&title, &report::headline(&headline(fit), progress, "positions"));
    page.paragraph(
        "ProbCut predicts the score of a deep search as a · v + b from the score v of a shallow one, with an error \
         that it takes for normal with deviation sigma. It cuts where the predicted score is beyond the window by \
         more than a threshold of deviations.",
    );
    page.heading("Fits");
    table(&mut page, fit);
    page.heading("Pictures");
    let pictures: Vec<(String, &str)> =
        fit.fits().flat_map(|(row, line)| [scatter(fit, row, line), errors(fit, row, line)]).collect();
    page.pictures(&pictures);
    repeat(&mut page, fit, header);
    page.finish_for(header)
}

fn name(fit: &Fit, row: &Row) -> String {
    format!("depth {} from {}, {}", row.depths.height, row.depths.shallow, stage_name(fit.kit, row.stage))
}

fn headline(fit: &Fit) -> String {
    match fit.fits().max_by(|one, two| one.1.correlation.total_cmp(&two.1.correlation)) {
        Some((row, line)) => format!(
            "Of {} pairs of depths and {} stages, {} is predicted best: r = {:.3}, off by more than {} in {} of the \
             positions.",
            fit.pairs.len(),
            fit.kit.stages().len(),
            name(fit, row),
            line.correlation,
            significant(line.deviation),
            percent(off(fit, row, line))
        ),
        None => "There are too few positions for a fit.".to_string(),
    }
}

fn table(page: &mut Page, fit: &Fit) {
    let rows: Vec<Vec<String>> = fit.rows.iter().map(|row| cells(fit, row)).collect();
    let mut head = vec!["pair", "stage", "bound", "a (95 %)", "b", "sigma", "r", "n", "off by > sigma"];
    head.extend(["beyond the bound", "wins and losses"]);
    let paper = fit.kit.published_fits().map(|paper| format!("{}: a, b, sigma, r", paper.authors));
    head.extend(paper.as_deref());
    page.table(&head, &rows);
    page.remark(&format!(
        "Bound: greatest absolute shallow score of a point; the model has the first, the others are for comparison. \
         Of normal errors 31.7 % are off by more than sigma. Left out: {} positions with the side to move forced or the \
         game over, points beyond the bound, and proven wins and losses.",
        fit.left_out
    ));
}

fn cells(fit: &Fit, row: &Row) -> Vec<String> {
    let nothing = || NOTHING.to_string();
    let Depths { shallow, height } = row.depths;
    let mut cells = vec![
        format!("{shallow}\u{a0}:\u{a0}{height}"),
        stage_name(fit.kit, row.stage).to_string(),
        row.bound.to_string(),
    ];
    match row.line {
        Some(line) => {
            let three = |end: f64| format!("{end:.3}");
            let ends = line.slope_interval().map(|found| ends(three(found.low), three(found.high)));
            cells.extend([
                format!("{:.3}{}", line.slope, ends.unwrap_or_default()),
                format!("{:+.1}", line.offset),
                format!("{:.1}", line.deviation),
                format!("{:.3}", line.correlation),
                grouped(line.points as u64),
            ]);
            cells.push(percent(off(fit, row, line)));
        }
        None => cells.extend((0..6).map(|_| nothing())),
    }
    cells.extend([row.outside, row.decisive].map(|count| grouped(count as u64)));
    if fit.kit.published_fits().is_some() {
        cells.push(row.published(fit.kit).map_or_else(nothing, |line| {
            let number = |value: Option<f64>| value.map_or_else(nothing, |value| value.to_string());
            format!("{}, {}, {}, {}", line.slope, number(line.offset), line.deviation, number(line.correlation))
        }));
    }
    cells
}

/// Errors of the line in deviations.
fn residuals(fit: &Fit, row: &Row, line: Line) -> Vec<f64> {
    let (_, points) = points(&fit.samples, row.depths, row.stage, row.bound);
    let error = |(x, y): &(f64, f64)| (y - line.slope * x - line.offset) / line.deviation;
    points.iter().map(error).filter(|error| error.is_finite()).collect()
}

/// Share of the errors beyond one deviation.
fn off(fit: &Fit, row: &Row, line: Line) -> f64 {
    let residuals = residuals(fit, row, line);
    residuals.iter().filter(|error| error.abs() > 1.0).count() as f64 / residuals.len().max(1) as f64
}

fn scatter(fit: &Fit, row: &Row, line: Line) -> (String, &'static str) {
    let (_, points) = points(&fit.samples, row.depths, row.stage, row.bound);
    let bound = f64::from(row.bound);
    let ends = [-bound, bound].map(|x| line.slope * x + line.offset);
    let reach = f64::from(REACH) * line.deviation;
    let density = Density {
        title: format!("Scores: {}", name(fit, row)),
        x: Axis::linear(&format!("score at depth {}", row.depths.shallow)),
        y: Axis::linear(&format!("score at depth {}", row.depths.height)),
        window: [(-bound, bound), (ends[0].min(ends[1]) - reach, ends[0].max(ends[1]) + reach)],
        points,
        line: Some((line.slope, line.offset)),
        reach: line.deviation,
    };
    (
        density.svg(),
        "The line of least squares, and one sigma above and below it (dashed). Points further out than four sigma lie on the edge.",
    )
}

fn errors(fit: &Fit, row: &Row, line: Line) -> (String, &'static str) {
    let residuals = residuals(fit, row, line);
    let edges: Vec<f64> = (-REACH * PER_DEVIATION..=REACH * PER_DEVIATION)
        .map(|step| f64::from(step) / f64::from(PER_DEVIATION))
        .collect();
    // The outermost columns hold all that lies further out.
    let last = edges.len() - 2;
    let place = |error: f64| edges.iter().skip(1).position(|edge| error < *edge).unwrap_or(last).min(last);
    let mut counts = vec![0.0; edges.len() - 1];
    residuals.iter().for_each(|error| counts[place(*error)] += 1.0);
    let below = |edge: usize| match edge {
        0 => 0.0,
        edge if edge > last => 1.0,
        edge => Normal::standard().cdf(edges[edge]),
    };
    let expected = (0..=last).map(|column| (below(column + 1) - below(column)) * residuals.len() as f64).collect();
    let column = |(count, edge): (f64, &f64)| {
        let name = if edge.fract() == 0.0 { format!("{edge:+}σ") } else { String::new() };
        Column { name: name.replace("+0σ", "0"), value: count }
    };
    let columns = Columns {
        title: format!("Errors: {}", name(fit, row)),
        label: "deep score less predicted one, from".to_string(),
        unit: "positions".to_string(),
        columns: counts.into_iter().zip(&edges).map(column).collect(),
        expected: Some(("if errors were normal".to_string(), expected)),
    };
    (
        columns.svg(),
        "More in the middle and at the ends than the curve says: mostly safer than assumed, sometimes much less.",
    )
}

fn repeat(page: &mut Page, fit: &Fit, header: &Json) {
    page.repeat(header);
    let plan = &header["plan"];
    let word = |value: &Json| value.as_str().map_or_else(|| value.to_string(), str::to_string);
    page.remark(&format!(
        "Game: {}. Positions: {} ({} searched). Recipe of all searches: {}, with ProbCut off. Table: {} MiB, cleared for \
         each position.",
        word(&plan["game"]),
        word(&plan["source"]["words"]),
        fit.samples.len(),
        word(&plan["recipe"]["name"]),
        plan["hash"]
    ));
}
