//! What came of a match, in words for people, in JSON, and its games for a file.
use super::{Played, PlayerSums, Settings, Standing, Stop};
use crate::{play::openings::Opening, report::Block};
use niwaki_games::kit::FinishedGame;
use niwaki_search::{
    game::Side,
    node::{Score, WIN, is_mate},
};
use niwaki_statistics::{
    Pentanomial, Results, Trinomial,
    elo::{self, Estimate},
    sprt::Verdict,
};
use serde_json::{Value as Json, json};

const NAME_WIDTH: usize = 16;
const PERCENT: f64 = 100.0;
const MILLISECONDS: f64 = 1000.0;

/// The standing in lines for people.
pub fn table(settings: &Settings, standing: &Standing) -> Vec<String> {
    let mut lines = Vec::new();
    match standing.row(0) {
        Some(row) if standing.rows() == 1 => lines.extend(two_players(settings, standing, row)),
        _ => lines.extend(many_players(settings, standing)),
    }
    let reasons: Vec<String> = standing.reasons.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
    lines.push(field("ended by", &reasons.join(", ")));
    if let Some(share) = standing.overhead() {
        lines.push(field("outside search", &format!("{:.2} % of the time", PERCENT * share)));
    }
    if !settings.shard.is_whole() {
        lines.push(field("part", &format!("{} of a match; niwaki merge joins the parts", settings.shard)));
    }
    lines.push(String::new());
    lines.extend(efforts(settings, standing));
    if let Some(block) = block(settings, standing) {
        lines.push(String::new());
        lines.extend(block);
    }
    lines
}

/// The lines that people paste into pull requests, of a match of two.
pub(super) fn block(settings: &Settings, standing: &Standing) -> Option<Vec<String>> {
    let (_, games, pairs) = standing.row(0).filter(|_| standing.rows() == 1)?;
    let test = match &settings.stop {
        Stop::Sprt { test, .. } => Some(test),
        _ => None,
    };
    let setting = format!("{} Threads=1 Hash={}MB", settings.rules.limit.pasted(), settings.hash);
    Some(Block { games: Some(games), pairs: Some(pairs), test, setting: &setting }.lines())
}

/// The standing on one line, for a terminal during the match.
pub(crate) fn short(settings: &Settings, standing: &Standing) -> String {
    let games = standing.games();
    let Some((_, Trinomial { wins, draws, losses }, pairs)) = standing.row(0).filter(|_| standing.rows() == 1) else {
        return format!("{games} games");
    };
    let elo = estimate(elo::logistic(&pairs.into()));
    let ratio = standing.verdict(settings).map(|(ratio, _)| format!("  llr {ratio:.2}")).unwrap_or_default();
    format!("{games} games  +{wins} ={draws} -{losses}  elo {elo}{ratio}")
}

fn two_players(
    settings: &Settings,
    standing: &Standing,
    ([one, two], games, pairs): ([usize; 2], Trinomial, Pentanomial),
) -> Vec<String> {
    let results = Results::from(pairs);
    let Trinomial { wins, draws, losses } = games;
    let percent = |estimate: Estimate| Estimate {
        value: PERCENT * estimate.value,
        interval: estimate.interval.map(|interval| interval.map(|end| PERCENT * end)),
    };
    let superiority = elo::superiority(&results).map_or("-".to_string(), |los| format!("{:.2}", PERCENT * los));
    let mut lines = vec![
        format!("{} against {}", settings.players[one].name, settings.players[two].name),
        field("games", &format!("{}  +{wins} ={draws} -{losses}", wins + draws + losses)),
        field("pairs", &format!("{:?}  (LL, LD, DD or WL, WD, WW)", pairs.pairs)),
        field("score %", &estimate(elo::score(&results).map(percent))),
        field("elo", &estimate(elo::logistic(&results))),
        field("normalized elo", &estimate(elo::normalized(&results))),
        field("los %", &superiority),
    ];
    if let Some(margin) = standing.margin(0) {
        lines.push(field("mean margin", &format!("{} a game", estimate(Some(margin)))));
    }
    if let (Stop::Sprt { test, text, .. }, Some((ratio, verdict))) = (&settings.stop, standing.verdict(settings)) {
        let (low, high) = (test.bounds().low, test.bounds().high);
        lines.push(field("llr", &format!("{ratio:.3}  [{low:.3}, {high:.3}]  sprt {text}: {}", word(verdict))));
    }
    lines
}

fn many_players(settings: &Settings, standing: &Standing) -> Vec<String> {
    let ratings = standing.ratings();
    let mut order: Vec<usize> = (0..settings.players.len()).collect();
    let points = |player: usize| {
        let games = standing.players[player].games;
        games.wins as f64 + games.draws as f64 / 2.0
    };
    let rank = |player: usize| ratings.as_ref().map_or_else(|| points(player), |ratings| ratings[player].value);
    order.sort_by(|one, two| rank(*two).total_cmp(&rank(*one)));
    let width = name_width(settings);
    let mut lines = vec![format!(
        "{:<width$} {:>20} {:>7} {:>6} {:>6} {:>6} {:>7}",
        "player", "rating", "games", "+", "=", "-", "score %"
    )];
    for player in order {
        let Trinomial { wins, draws, losses } = standing.players[player].games;
        let games = wins + draws + losses;
        let rating = estimate(ratings.as_ref().map(|ratings| ratings[player]));
        let score = PERCENT * points(player) / games.max(1) as f64;
        let name = &settings.players[player].name;
        lines.push(format!("{name:<width$} {rating:>20} {games:>7} {wins:>6} {draws:>6} {losses:>6} {score:>7.2}"));
    }
    lines
}

/// What each player has used for a move.
fn efforts(settings: &Settings, standing: &Standing) -> Vec<String> {
    let width = name_width(settings);
    let mut lines =
        vec![format!("{:<width$} {:>8} {:>7} {:>12} {:>10}", "mean of a move", "moves", "depth", "nodes", "ms")];
    for (spec, sums) in settings.players.iter().zip(&standing.players) {
        let (depth, nodes) = (sums.mean(sums.depths as f64), sums.mean(sums.nodes as f64));
        let time = sums.mean(MILLISECONDS * sums.time.as_secs_f64());
        let faults: String = sums.faults.iter().map(|(reason, count)| format!("  {reason} {count}")).collect();
        let name = &spec.name;
        lines.push(format!("{name:<width$} {:>8} {depth:>7.2} {nodes:>12.0} {time:>10.3}{faults}", sums.moves));
    }
    lines
}

fn name_width(settings: &Settings) -> usize {
    settings.players.iter().map(|spec| spec.name.chars().count()).max().unwrap_or_default().max(NAME_WIDTH)
}

fn field(name: &str, value: &str) -> String {
    format!("{name:<NAME_WIDTH$} {value}")
}

fn estimate(estimate: Option<Estimate>) -> String {
    match estimate {
        None => "-".to_string(),
        Some(Estimate { value, interval: Some(interval) }) => format!("{value:.2} ± {:.2}", interval.reach()),
        Some(Estimate { value, interval: None }) => format!("{value:.2}"),
    }
}

pub(super) fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::AcceptH0 => "accept H0",
        Verdict::AcceptH1 => "accept H1",
        Verdict::Continue => "continue",
    }
}

impl Standing {
    /// The standing on one line, for a terminal during the match.
    pub fn line(&self, settings: &Settings) -> String {
        short(settings, self)
    }

    /// The standing as one JSON object, its only key tells it from those of games.
    pub fn to_json(&self, settings: &Settings) -> Json {
        let ratings = self.ratings();
        let player = |(index, sums): (usize, &PlayerSums)| {
            let rating = ratings.as_ref().map(|ratings| ratings[index]);
            player_json(&settings.players[index].name, sums, rating)
        };
        let pairing = |row: usize| {
            let mut json = pairing_json(self.row(row)?);
            if let Some(margin) = self.margin(row) {
                json["margin"] = estimate_json(margin);
            }
            Some(json)
        };
        let pairings: Vec<Json> = (0..self.rows()).filter_map(pairing).collect();
        let sprt = self.verdict(settings).map(|(ratio, verdict)| json!({ "llr": ratio, "verdict": word(verdict) }));
        json!({ "summary": {
            "games": self.games(),
            "plies": self.plies,
            "players": self.players.iter().enumerate().map(player).collect::<Vec<_>>(),
            "pairings": pairings,
            "sprt": sprt,
            "block": block(settings, self),
            "reasons": self.reasons,
            "seconds": self.time.as_secs_f64(),
            "outside_search": self.overhead(),
            "part": (!settings.shard.is_whole()).then(|| settings.shard.to_string()),
        }})
    }
}

fn player_json(name: &str, sums: &PlayerSums, rating: Option<Estimate>) -> Json {
    json!({
        "name": name,
        "wins": sums.games.wins,
        "draws": sums.games.draws,
        "losses": sums.games.losses,
        "rating": rating.map(estimate_json),
        "moves": sums.moves,
        "mean_depth": sums.mean(sums.depths as f64),
        "mean_nodes": sums.mean(sums.nodes as f64),
        "mean_seconds": sums.mean(sums.time.as_secs_f64()),
        "faults": sums.faults,
        "methods": sums.methods.to_json(),
    })
}

fn pairing_json((players, games, pairs): ([usize; 2], Trinomial, Pentanomial)) -> Json {
    let results = Results::from(pairs);
    json!({
        "players": players,
        "wins": games.wins,
        "draws": games.draws,
        "losses": games.losses,
        "pentanomial": pairs.pairs,
        "score": elo::score(&results).map(estimate_json),
        "elo": elo::logistic(&results).map(estimate_json),
        "normalized_elo": elo::normalized(&results).map(estimate_json),
        "los": elo::superiority(&results),
    })
}

fn estimate_json(estimate: Estimate) -> Json {
    let [low, high] = estimate.interval.map_or([Json::Null, Json::Null], |i| [number(i.low), number(i.high)]);
    json!({ "value": number(estimate.value), "low": low, "high": high })
}

/// JSON has no infinity.
fn number(value: f64) -> Json {
    if value.is_finite() { json!(value) } else { json!(value.to_string()) }
}

/// A game for a file, with score, depth, nodes and time after each move.
pub fn finished_game(settings: &Settings, played: &Played) -> FinishedGame {
    let Opening { start, moves } = &settings.openings[played.pairing.opening];
    let unit = settings.kit.unit();
    let book = moves.iter().map(|m| (m.clone(), Some("book".to_string())));
    let own = played.choices.iter().map(|choice| (choice.m.clone(), Some(comment(choice, unit))));
    let name = |side: Side| settings.players[played.pairing.players[side.index()]].name.clone();
    let detail = played.ending.detail.as_ref().map(|detail| format!(": {detail}")).unwrap_or_default();
    let tags =
        [("Limit", settings.rules.limit.describe()), ("Termination", format!("{}{detail}", played.ending.reason))];
    FinishedGame {
        start: start.clone(),
        moves: book.chain(own).collect(),
        winner: played.ending.winner,
        players: [Side::First, Side::Second].map(name),
        event: ("Niwaki match".to_string(), played.pairing.number + 1),
        tags: tags.map(|(name, value)| (name.to_string(), value)).to_vec(),
    }
}

/// `+0.31/9 12000n 0.012s`, and if that is asked for what the methods did: `null_move 120/45`.
fn comment(choice: &super::Choice, unit: Score) -> String {
    let score = choice.score.map_or("?".to_string(), |found| score(found, unit));
    let gap = if choice.methods.is_empty() { "" } else { " " };
    let methods = choice.methods.words();
    format!("{score}/{} {}n {:.3}s{gap}{methods}", choice.depth, choice.nodes, choice.time.as_secs_f64())
}

/// In units that people count (pawns), or moves to a win.
fn score(score: Score, unit: Score) -> String {
    if is_mate(score) {
        let moves = (WIN - score.abs() + 1) / 2;
        return format!("{}M{moves}", if score > 0 { '+' } else { '-' });
    }
    format!("{:+.2}", f64::from(score) / f64::from(unit))
}
