//! `niwaki elo` and `niwaki sprt`: what the results of a match say.
use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use niwaki_lab::{Json, json, report::Block};
use niwaki_statistics::{
    self, Interval, Pentanomial, Results, Trinomial,
    elo::{self, Estimate},
    sprt::{self, DEFAULT_ERROR, Expectation, Sprt, Verdict},
};
use std::io::Write;

/// Width of the names of results.
const NAME_WIDTH: usize = 16;
/// Deviation of a game between equals, until one can be measured.
const USUAL_DEVIATION: f64 = 0.4;

/// Results of a match, and how to tell what they say.
#[derive(Args)]
pub(crate) struct EloOptions {
    /// Games won by the player whose Elo is asked for
    #[arg(value_name = "W", value_parser = niwaki_statistics::count, allow_negative_numbers = true)]
    #[arg(required_unless_present = "pentanomial", conflicts_with = "pentanomial")]
    wins: Option<u64>,
    /// Games drawn
    #[arg(value_name = "D", value_parser = niwaki_statistics::count, allow_negative_numbers = true)]
    #[arg(required_unless_present = "pentanomial")]
    draws: Option<u64>,
    /// Games lost
    #[arg(value_name = "L", value_parser = niwaki_statistics::count, allow_negative_numbers = true)]
    #[arg(required_unless_present = "pentanomial")]
    losses: Option<u64>,
    /// Pairs of games instead, by the points of the player
    #[arg(long, value_name = "LL,LD,DD+WL,WD,WW", allow_hyphen_values = true)]
    pentanomial: Option<Pentanomial>,
    /// Print one JSON object; what cannot be said or has no bound is null
    #[arg(long)]
    json: bool,
}

/// A sequential test of the results of a match.
#[derive(Args)]
pub(crate) struct SprtOptions {
    #[command(flatten)]
    results: Counts,
    /// The lower hypothesis, H0
    #[arg(long, value_name = "ELO", value_parser = real, allow_hyphen_values = true)]
    elo0: f64,
    /// The upper hypothesis, H1
    #[arg(long, value_name = "ELO", value_parser = real, allow_hyphen_values = true)]
    elo1: f64,
    /// Probability to accept H1 where H0 is true
    #[arg(long, value_name = "A", value_parser = real, default_value_t = DEFAULT_ERROR, allow_hyphen_values = true)]
    alpha: f64,
    /// Probability to accept H0 where H1 is true
    #[arg(long, value_name = "B", value_parser = real, default_value_t = DEFAULT_ERROR, allow_hyphen_values = true)]
    beta: f64,
    /// Which Elo the hypotheses are about
    #[arg(long, value_enum, default_value_t = Model::Normalized)]
    model: Model,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Counts of either kind.
#[derive(Args)]
#[group(required = true, multiple = false)]
struct Counts {
    /// Pairs of games by the points of the player
    #[arg(long, value_name = "LL,LD,DD+WL,WD,WW", allow_hyphen_values = true)]
    pentanomial: Option<Pentanomial>,
    /// Single games won, drawn and lost by the player
    #[arg(long, value_name = "W,D,L", allow_hyphen_values = true)]
    trinomial: Option<Trinomial>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Model {
    /// The score in units of its spread
    Normalized,
    /// The score
    Logistic,
}

fn real(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| "expected a number".to_string())
}

/// Prints what a match says about the strength of a player.
pub(crate) fn run_elo(options: &EloOptions, output: &mut impl Write) -> Result<()> {
    let results = match (options.pentanomial, options.wins, options.draws, options.losses) {
        (Some(pairs), ..) => pairs.into(),
        (None, Some(wins), Some(draws), Some(losses)) => Trinomial { wins, draws, losses }.into(),
        _ => bail!("expected the numbers of wins, draws and losses"),
    };
    if options.json {
        return Ok(writeln!(output, "{}", elo_json(&results))?);
    }
    let percent = |estimate: Estimate| Estimate {
        value: 100.0 * estimate.value,
        interval: estimate.interval.map(|interval| interval.map(|end| 100.0 * end)),
    };
    line(output, "games", &games(&results))?;
    line(output, "score %", &estimate(elo::score(&results).map(percent)))?;
    line(output, "elo", &estimate(elo::logistic(&results)))?;
    line(output, "normalized elo", &estimate(elo::normalized(&results)))?;
    let superiority = elo::superiority(&results).map(|probability| 100.0 * probability);
    line(output, "los %", &superiority.map_or_else(unknown, number))?;
    if let Results::Pentanomial(pairs) = results {
        line(output, "pairs ratio", &pairs.ratio().map_or_else(unknown, number))?;
    }
    if results.alike() && results.games() > 0 {
        writeln!(output, "All results are alike: they say nothing about their spread.")?;
    }
    Ok(())
}

/// Prints what a sequential test of the results says.
pub(crate) fn run_sprt(options: &SprtOptions, output: &mut impl Write) -> Result<Verdict> {
    let results: Results = match (options.results.pentanomial, options.results.trinomial) {
        (Some(pairs), _) => pairs.into(),
        (None, Some(games)) => games.into(),
        (None, None) => bail!("expected --pentanomial or --trinomial"),
    };
    let model = match options.model {
        Model::Normalized => sprt::Model::Normalized,
        Model::Logistic => sprt::Model::Logistic,
    };
    let test = match Sprt::new(model, options.elo0, options.elo1, options.alpha, options.beta) {
        Ok(test) => test,
        Err(error) => bail!("--{error}"),
    };
    let verdict = test.verdict(test.log_likelihood_ratio(&results));
    if options.json {
        writeln!(output, "{}", sprt_json(options, &test, &results))?;
        return Ok(verdict);
    }
    let ratio = test.log_likelihood_ratio(&results);
    let Interval { low, high } = test.bounds();
    line(output, "games", &games(&results))?;
    line(output, "llr", &format!("{ratio:.4}  [{low:.4}, {high:.4}]"))?;
    let (word, meaning) = match verdict {
        Verdict::AcceptH0 => ("accept H0", format!("elo {} rather than {}", options.elo0, options.elo1)),
        Verdict::AcceptH1 => ("accept H1", format!("elo {} rather than {}", options.elo1, options.elo0)),
        Verdict::Continue => ("continue", "more games are needed".to_string()),
    };
    line(output, "verdict", &format!("{word}: {meaning}"))?;
    for (elo, Expectation { games, .. }) in expectations(options, &test, &results) {
        line(output, "games expected", &format!("{games:.0} if elo is {elo}"))?;
    }
    let (games, pairs) = (options.results.trinomial, options.results.pentanomial);
    writeln!(output)?;
    for text in (Block { games, pairs, test: Some(&test), setting: "" }).lines() {
        writeln!(output, "{text}")?;
    }
    Ok(verdict)
}

/// What to expect at both hypotheses and halfway.
fn expectations(options: &SprtOptions, test: &Sprt, results: &Results) -> [(f64, Expectation); 3] {
    let deviation = elo::game_deviation(results).unwrap_or(USUAL_DEVIATION);
    [options.elo0, f64::midpoint(options.elo0, options.elo1), options.elo1]
        .map(|elo| (elo, test.expectation(elo, deviation)))
}

fn elo_json(results: &Results) -> Json {
    let mut object = json!({
        "games": results.games(),
        "score": estimate_json(elo::score(results)),
        "elo": estimate_json(elo::logistic(results)),
        "normalized_elo": estimate_json(elo::normalized(results)),
        "los": elo::superiority(results),
    });
    if let Results::Pentanomial(counts) = results {
        object["pairs_ratio"] = counts.ratio().map_or(Json::Null, number_json);
    }
    with_counts(object, results)
}

fn sprt_json(options: &SprtOptions, test: &Sprt, results: &Results) -> Json {
    let ratio = test.log_likelihood_ratio(results);
    let verdict = match test.verdict(ratio) {
        Verdict::AcceptH0 => "accept_h0",
        Verdict::AcceptH1 => "accept_h1",
        Verdict::Continue => "continue",
    };
    let model = match options.model {
        Model::Normalized => "normalized",
        Model::Logistic => "logistic",
    };
    let expected = expectations(options, test, results)
        .map(|(elo, Expectation { games, passes })| json!({ "elo": elo, "games": games, "passes": passes }));
    let object = json!({
        "games": results.games(), "model": model, "elo0": options.elo0, "elo1": options.elo1,
        "alpha": options.alpha, "beta": options.beta, "llr": ratio,
        "lower": test.bounds().low, "upper": test.bounds().high, "verdict": verdict, "expected": expected,
    });
    with_counts(object, results)
}

fn with_counts(mut object: Json, results: &Results) -> Json {
    match results {
        Results::Trinomial(Trinomial { wins, draws, losses }) => object["trinomial"] = json!([wins, draws, losses]),
        Results::Pentanomial(Pentanomial { pairs }) => object["pentanomial"] = json!(pairs),
    }
    object
}

fn estimate_json(estimate: Option<Estimate>) -> Json {
    let Some(Estimate { value, interval }) = estimate else { return Json::Null };
    let interval = interval.map(|Interval { low, high }| [number_json(low), number_json(high)]);
    json!({ "value": number_json(value), "interval": interval })
}

/// JSON has no infinities, and a text in the place of a number would break whoever reads it.
fn number_json(number: f64) -> Json {
    if number.is_finite() { json!(number) } else { Json::Null }
}

fn games(results: &Results) -> String {
    match results {
        Results::Trinomial(_) => results.games().to_string(),
        Results::Pentanomial(_) => format!("{} in {} pairs", results.games(), results.observations()),
    }
}

fn estimate(estimate: Option<Estimate>) -> String {
    let Some(Estimate { value, interval }) = estimate else { return unknown() };
    match interval {
        Some(Interval { low, high }) => format!("{}  [{}, {}]", number(value), number(low), number(high)),
        None => format!("{}  [unknown]", number(value)),
    }
}

fn number(number: f64) -> String {
    format!("{number:.2}")
}

fn unknown() -> String {
    "unknown".to_string()
}

fn line(output: &mut impl Write, name: &str, text: &str) -> Result<()> {
    Ok(writeln!(output, "{name:<NAME_WIDTH$}{text}")?)
}
