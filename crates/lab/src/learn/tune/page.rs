//! The report of a tuning run, made from its records alone.
use super::{
    COMMAND, Parameter,
    print::{HEAD, cells},
};
use crate::{
    report::{self, Axis, Chart, Page, Series, Shape, grouped, significant},
    study::{
        error::Error,
        record::{Run, line_of},
    },
};
use serde_json::Value as Json;

/// Pictures with more points are slow, and no reader sees them.
const MOST_POINTS: usize = 400;

/// The report as one HTML file.
pub fn page(run: &Run) -> Result<String, Error> {
    let foreign = || Error::new("expected the records of a tuning run");
    let header = run.header.as_ref().filter(|header| header["command"] == COMMAND).ok_or_else(foreign)?;
    let plan = &header["plan"];
    let parameters = plan["parameters"].as_array().ok_or_else(foreign)?;
    let parameters: Vec<Parameter> =
        parameters.iter().map(Parameter::from_record).collect::<Option<_>>().ok_or_else(foreign)?;
    let course = course(run, parameters.len())?;
    let (done, wanted) = (course.len(), plan["iterations"].as_u64().ok_or_else(foreign)?);
    let (name, limit) =
        (plan["recipe"]["name"].as_str().unwrap_or_default(), plan["limit"].as_str().unwrap_or_default());
    let title = format!("Niwaki: {} parameters of {name} tuned, {limit} a move", parameters.len());
    let finding = headline(&parameters, &course);
    let mut page = Page::new(&title, &report::headline(&finding, [done, wanted as usize], "iterations"));
    let games = 2 * plan["pairs"].as_u64().unwrap_or_default() * done as u64;
    page.paragraph(&format!(
        "{} of {} iterations are done, {} games. Where parameters ended is no proof that the engine plays better: \
         a match of the tuned recipe against the one it came from shows that.",
        grouped(done as u64),
        grouped(wanted),
        grouped(games),
    ));
    page.heading("Parameters");
    let end = |index: usize| course.last().map_or(parameters[index].start, |theta| theta[index]);
    let rows: Vec<Vec<String>> = parameters.iter().enumerate().map(|(index, one)| cells(one, end(index))).collect();
    page.table(&HEAD, &rows);
    page.remark(
        "Step: how far to both sides of the value the last games were played. Setting: the end as the whole number \
         that a recipe takes.",
    );
    page.heading("Course");
    page.remark(ADVICE);
    let picture = |index: usize| (picture(&parameters[index], index, &course), parameters[index].about());
    let pictures: Vec<(String, &str)> = (0..parameters.len()).map(picture).collect();
    page.pictures(&pictures);
    page.repeat(header);
    Ok(page.finish_for(header))
}

/// How to read the pictures.
const ADVICE: &str = "The value after each iteration. A parameter that found its place wanders around it; one that still climbs wants more \
    iterations or a higher rate; one that only wanders matters little, or its step is too small.";

/// The parameters after each iteration.
fn course(run: &Run, count: usize) -> Result<Vec<Vec<f64>>, Error> {
    let read = |(index, record): (usize, &Json)| {
        let theta = record["theta"].as_array().filter(|theta| theta.len() == count);
        let theta = theta.and_then(|theta| theta.iter().map(Json::as_f64).collect::<Option<Vec<f64>>>());
        theta.ok_or_else(|| Error::line(line_of(index), "expected an iteration of a tuning run"))
    };
    run.records.iter().enumerate().map(read).collect()
}

/// Which parameter moved furthest, measured by its step.
fn headline(parameters: &[Parameter], course: &[Vec<f64>]) -> String {
    let Some(last) = course.last() else { return "No iteration is done yet.".to_string() };
    let steps = |(one, end): &(&Parameter, &f64)| ((*end - one.start) / one.step).abs();
    let furthest = parameters.iter().zip(last).max_by(|one, two| steps(one).total_cmp(&steps(two)));
    furthest.map_or(String::new(), |(one, end)| {
        let [start, end] = [one.start, *end].map(significant);
        format!("{} moved furthest, from {start} to {end}; whether that gains anything, a match must tell.", one.path)
    })
}

fn picture(parameter: &Parameter, index: usize, course: &[Vec<f64>]) -> String {
    let every = course.len().div_ceil(MOST_POINTS).max(1);
    let after = |(done, theta): (usize, &Vec<f64>)| ((done + 1) as f64, theta[index]);
    let kept = |(done, _): &(usize, &Vec<f64>)| (done + 1) % every == 0 || done + 1 == course.len();
    let points = course.iter().enumerate().filter(kept).map(after);
    let points = [(0.0, parameter.start)].into_iter().chain(points).collect();
    let series = vec![Series::new(&parameter.path, points)];
    let (x, y) = (Axis::linear("iteration"), Axis::linear("value"));
    Chart { title: parameter.path.clone(), x, y, shape: Shape::Steps, series }.svg()
}
