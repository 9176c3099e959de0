//! The report of a fit of the risk model, one HTML file.
use super::{Band, Outcome, Row, print::names};
use crate::report::{Axis, Calibration, Chart, Form, Page, Predicted, Series, Shape, grouped, percent, percent_ends};
use niwaki_statistics::{Interval, intervals::wilson};

impl Outcome {
    /// The report. `command` repeats the fit.
    pub fn page(&self, command: &str) -> String {
        let measured = &self.measured;
        let title = format!("Niwaki: fit of the risk model, {} moves", grouped(self.moves[0] as u64));
        let headline = format!(
            "The model tells moves apart with an area of {:.3} under the ROC curve; where it skips as many moves as the \
             hand-made rules, it makes {} times their wrong skips.",
            measured.area,
            measured.wrong_words()
        );
        let mut page = Page::new(&title, &headline);
        page.paragraph(
            "Risk-managed pruning skips a quiet move that the model gives too small a chance to beat alpha. Whether \
             it does beat alpha was found by a search of the full depth without pruning. Here a model of two thirds of \
             the games is compared with the other third, which it has not seen.",
        );
        page.pictures(&[
            (self.predictions(), "On the line, as many moves beat alpha as were predicted. Above it, more did."),
            (self.volumes(), "Share of the quiet moves that are skipped, with as many wrong ones for all."),
        ]);
        self.tables(&mut page);
        page.heading("Repeat it");
        page.verbatim(command);
        page.finish(&format!("niwaki {}", env!("CARGO_PKG_VERSION")))
    }

    fn predictions(&self) -> String {
        let axis = |label: &str| Axis { form: Form::Percent, ..Axis::log(label) };
        // A logarithm has no place for bands in which nothing came.
        let shown = self.measured.bands.iter().filter(|band| band.observed > 0);
        let group = |band: &Band| {
            let (predicted, observed, interval) = rate(band);
            Predicted { predicted, observed, interval }
        };
        let calibration = Calibration {
            title: "Chance to beat alpha: predicted and observed".to_string(),
            x: axis("predicted"),
            y: axis("observed in held-out games"),
            groups: shown.map(group).collect(),
        };
        calibration.svg()
    }

    fn volumes(&self) -> String {
        let series = |name: &str, part: fn(&Row) -> u64| {
            let point = |row: &Row| (f64::from(row.depth), part(row) as f64 / row.moves.max(1) as f64);
            Series::new(name, self.measured.rows.iter().map(point).collect())
        };
        let chart = Chart {
            title: "Moves skipped, by depth".to_string(),
            x: Axis::linear("remaining depth"),
            y: Axis { form: Form::Percent, ..Axis::linear("share of the quiet moves") },
            shape: Shape::Lines,
            series: vec![
                series("rules", |row| row.rules[0]),
                series("model, as many wrong", |row| row.equal_wrong),
                series("model, its thresholds", |row| row.skipped[0]),
            ],
        };
        chart.svg()
    }

    fn tables(&self, page: &mut Page) {
        let measured = &self.measured;
        page.heading("Predicted and observed");
        let rows = measured.bands.iter().map(|band| {
            let (predicted, observed, interval) = rate(band);
            let ends = interval.map(percent_ends);
            let below = format!("below {}\u{a0}%", band.below);
            vec![below, grouped(band.moves), percent(predicted), percent(observed) + &ends.unwrap_or_default()]
        });
        page.table(&["predicted", "held-out moves", "mean predicted", "observed (95 %)"], &rows.collect::<Vec<_>>());
        let calibration = measured.calibration;
        page.remark(&format!(
            "Calibration slope {:.2} (1: chances come true; below: they were too extreme), standard error {:.2}. \
             Area under the ROC curve {:.3}; of the evaluation alone {:.3}, the rank {:.3}, history {:.3}.",
            calibration.slope,
            calibration.slope_error,
            measured.area,
            measured.single[0],
            measured.single[1],
            measured.single[2]
        ));
        page.heading("By depth");
        let rows: Vec<Vec<String>> = measured.rows.iter().map(|row| self.cells(row)).collect();
        let head =
            ["depth", "moves", "beat alpha", "rules skip", "wrong", "model, same volume", "model, as many wrong"];
        let head: Vec<&str> = head.into_iter().chain(["threshold", "skips", "wrong"]).collect();
        page.table(&head, &rows);
        page.remark("Held-out moves. The rules are late-move count, futility and history pruning of the recipe.");
        let weights = names().into_iter().zip(self.model.weights.iter().zip(&self.errors));
        let rows = weights.map(|(name, (weight, error))| vec![name, format!("{weight:+.3}"), format!("{error:.3}")]);
        page.folded_table("Weights", &["fact", "weight", "standard error"], &rows.collect::<Vec<_>>());
    }

    fn cells(&self, row: &Row) -> Vec<String> {
        let share = |part: u64| percent(part as f64 / row.moves.max(1) as f64);
        vec![
            row.depth.to_string(),
            grouped(row.moves),
            row.beats.to_string(),
            share(row.rules[0]),
            row.rules[1].to_string(),
            row.equal_volume.to_string(),
            share(row.equal_wrong),
            percent(self.model.thresholds[row.depth as usize - 1]),
            share(row.skipped[0]),
            row.skipped[1].to_string(),
        ]
    }
}

fn rate(band: &Band) -> (f64, f64, Option<Interval>) {
    let moves = band.moves.max(1) as f64;
    (band.predicted / moves, band.observed as f64 / moves, wilson(band.observed, band.moves))
}
