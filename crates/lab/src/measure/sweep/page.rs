//! The report of a sweep, made from its records alone.
use super::Sweep;
use crate::{
    measure::{
        boards,
        compare::{Estimate, METHOD_HEAD, Row, each_position, method_cells, repeat},
        trial::Trial,
    },
    report::{Bar, Bars, Form, Grid, Page},
    study::record::Run,
};
use serde_json::Value as Json;

/// What is measured of a setting: a share of the base's, with its interval.
struct Measure {
    title: String,
    caption: &'static str,
    log: bool,
    /// What the best values are, and the worst; shaded tables are dark where values are bad.
    shades: [&'static str; 2],
    /// Whether a low value is a bad one.
    low_is_bad: bool,
    of: fn(&Sweep, &Row) -> Option<Estimate>,
}

/// The report as one HTML file.
pub(super) fn page(run: &Run, sweep: &Sweep, trials: &[Trial]) -> String {
    let header = run.header.as_ref().unwrap_or(&Json::Null);
    let (comparison, base) = (&sweep.comparison, sweep.base());
    let count = comparison.rows.len() - 1;
    let title = format!("Niwaki: {count} settings on {} positions, {} each", base.positions, comparison.limit);
    let mut page = Page::new(&title, &sweep.headline());
    page.paragraph(
        "The best of many settings looks better than it is: before it is believed it must be measured again, on \
         positions that did not choose it, or in games.",
    );
    comparison.remarks().iter().for_each(|words| page.paragraph(words));
    page.pictures(&pictures(sweep));
    table(&mut page, sweep, header);
    page.folded_table(
        "What each method did in every setting",
        &METHOD_HEAD,
        &method_cells(&comparison.rows.iter().collect::<Vec<_>>()),
    );
    boards::disputed(&mut page, header, trials);
    each_position(&mut page, comparison, trials);
    repeat(&mut page, header);
    page.finish_for(header)
}

fn table(page: &mut Page, sweep: &Sweep, header: &Json) {
    page.heading("Settings");
    page.table(&sweep.head(), &sweep.cells());
    let about = header["plan"]["recipes"][0]["about"].as_str().unwrap_or_default();
    page.remark(&format!(
        "Base: {} ({about}). Mean of positions: geometric mean of the share of the base's nodes in each position. \
         Against base: positions solved that the base misses, less those that it solves alone. Depth and branching \
         factor are means over the {} positions in which no setting proved a mate. All intervals hold 95 %.",
        sweep.base().recipe,
        sweep.comparison.without_mate
    ));
}

fn pictures(sweep: &Sweep) -> Vec<(String, &'static str)> {
    let base = &sweep.base().recipe;
    let mut measures = Vec::new();
    if sweep.comparison.compares_nodes() {
        measures.push(Measure {
            title: format!("Nodes to {}, {base} = 100 %", sweep.comparison.limit),
            caption: "Share of the base's nodes in percent, mean over positions. Less is cheaper.",
            log: true,
            shades: ["fewest nodes", "most nodes: bad"],
            low_is_bad: false,
            of: |_, row| row.mean_share,
        });
    }
    if sweep.base().solved > 0 {
        measures.push(Measure {
            title: format!("Solved, {base} = 100 %"),
            caption: "Positions solved, in percent of those that the base solves. More is better.",
            log: false,
            shades: ["most solved", "fewest solved: bad"],
            low_is_bad: true,
            of: |sweep, row| sweep.solved_share(row),
        });
    }
    draw(sweep, &measures)
}

/// Bars along one axis; a shaded table of two; of three, such a table for each value of the
/// first. More cannot be drawn.
fn draw(sweep: &Sweep, measures: &[Measure]) -> Vec<(String, &'static str)> {
    let each = |picture: &dyn Fn(&Measure) -> String| -> Vec<(String, &'static str)> {
        measures.iter().map(|measure| (picture(measure), measure.caption)).collect()
    };
    match sweep.axes.len() {
        1 => each(&|measure| bars(sweep, measure)),
        2 => each(&|measure| grid(sweep, measure, None)),
        3 => (0..sweep.axes[0].values.len())
            .flat_map(|place| each(&|measure| grid(sweep, measure, Some(place))))
            .collect(),
        _ => Vec::new(),
    }
}

fn bars(sweep: &Sweep, measure: &Measure) -> String {
    let bar = |(places, row): (Vec<usize>, &Row)| {
        let Estimate { value, interval } = (measure.of)(sweep, row)?;
        Some(Bar::new(&sweep.setting(&places), value, interval))
    };
    let bars = Bars {
        title: measure.title.clone(),
        label: "share of the base's".to_string(),
        log: measure.log,
        form: Form::Percent,
        reference: Some(1.0),
        rows: sweep.settings().filter_map(bar).collect(),
        sides: None,
    };
    bars.svg()
}

/// The last two axes, where the first of three has a fixed value.
fn grid(sweep: &Sweep, measure: &Measure, fixed: Option<usize>) -> String {
    let value = |row: &Row| (measure.of)(sweep, row).map(|share| share.value);
    let (down, across) = (sweep.axes.len() - 2, sweep.axes.len() - 1);
    let (rows, columns) = (&sweep.axes[down].values, &sweep.axes[across].values);
    let mut cells = vec![vec![None; columns.len()]; rows.len()];
    for (places, row) in sweep.settings().filter(|(places, _)| fixed.is_none_or(|place| places[0] == place)) {
        cells[places[down]][places[across]] = value(row);
    }
    let all = sweep.settings().filter_map(|(_, row)| value(row));
    let names = sweep.names();
    let which = fixed.map(|place| format!("; {} = {}", names[0], sweep.axes[0].values[place]));
    let (low, high) = all.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
    let grid = Grid {
        title: format!("{}{}", measure.title, which.unwrap_or_default()),
        names: [names[down], names[across]].map(str::to_string),
        columns: columns.clone(),
        rows: rows.iter().cloned().zip(cells).collect(),
        range: if measure.low_is_bad { (high, low) } else { (low, high) },
        shades: measure.shades.map(str::to_string),
    };
    grid.svg()
}

#[cfg(test)]
mod tests {
    use super::super::{Axis, COMMAND, GRID, describe, recipes, show};
    use super::*;
    use crate::{
        measure::{
            effort::Effort,
            searches::{
                Searches,
                tests::{first, settings},
            },
        },
        scratch::records_of,
        setup::recipe,
    };
    use niwaki_games::list::ALL;
    use serde_json::json;

    fn run(grid: &[&str], effort: Effort) -> Run {
        let axes: Vec<Axis> = grid.iter().map(|text| text.parse().unwrap()).collect();
        let recipes =
            recipes(&recipe::open(ALL[0], "turk-mc").unwrap(), Some(recipe::open(ALL[0], "turk").unwrap()), &axes)
                .unwrap();
        let searches = Searches::of_recipes(COMMAND, settings(effort), first(3), &recipes, 0).unwrap();
        records_of(&searches.with(GRID, describe(&axes)), 2)
    }

    #[test]
    fn every_setting_has_its_row_and_its_place_on_the_grid() {
        let (sweep, _) =
            Sweep::read(&run(&["multi_cut.cuts=2,3", "multi_cut.moves=4..12:4"], Effort::Depth(3))).unwrap();
        assert_eq!(sweep.names(), ["cuts", "moves"]);
        let all: Vec<(String, String)> =
            sweep.settings().map(|(places, row)| (sweep.setting(&places), row.recipe.clone())).collect();
        assert_eq!(all.len(), 6);
        assert_eq!(all[4].0, "cuts=3 moves=8");
        assert_eq!(all[4].1, "turk-mc,multi_cut.cuts=3,multi_cut.moves=8");
        let json = sweep.to_json();
        assert_eq!(json["summary"]["settings"][4]["values"], json!({ "multi_cut.cuts": "3", "multi_cut.moves": "8" }));
        // One line about it, two tables of seven rows with their heads, the finding and a remark, and empty lines.
        let lines = sweep.lines();
        let tables = lines.iter().filter(|line| line.starts_with("cuts ")).count();
        assert_eq!((tables, lines.len()), (2, 1 + 2 * (1 + 1 + 7) + 3), "{lines:?}");
    }

    #[test]
    fn grids_of_one_to_three_axes_are_drawn() {
        let grids: [(&[&str], usize); 3] = [
            (&["multi_cut.cuts=2,3"], 1),
            (&["multi_cut.cuts=2,3", "multi_cut.moves=4,8"], 1),
            (&["multi_cut.reduction=1,2", "multi_cut.cuts=2,3", "multi_cut.moves=8"], 2),
        ];
        for (grid, pictures) in grids {
            let records = run(grid, Effort::Depth(4));
            let solves = Sweep::read(&records).unwrap().0.base().solved > 0;
            let text = show(&records).unwrap().page.unwrap();
            let (charts, _) = text.split_once("Where the recipes disagree").unwrap_or((&text, ""));
            assert_eq!(charts.matches("<svg ").count(), pictures * (1 + usize::from(solves)), "{grid:?}");
            assert!(!text.contains("NaN"));
        }
        assert!(show(&run(&["multi_cut.cuts=2,3"], Effort::Nodes(500))).is_ok());
    }

    #[test]
    fn a_grid_that_does_not_fit_the_recipes_is_refused() {
        let mut records = run(&["multi_cut.cuts=2,3"], Effort::Depth(1));
        let header = records.header.as_mut().unwrap();
        header["plan"]["grid"][0]["values"] = json!(["2", "3", "4"]);
        assert!(show(&records).is_err());
        records.header.as_mut().unwrap()["plan"]["grid"] = json!([]);
        assert!(show(&records).is_err());
    }
}
