//! The report of a match, made from its records alone.
use super::{FAULTS, Standing, Stop, course::Course, pictures};
use crate::{
    report::{self, Page, ends, grouped, signed, significant},
    study::{
        error::Error,
        record::{Run, machine_words},
    },
};
use niwaki_statistics::{
    Interval, Pentanomial, Results, Trinomial,
    elo::{self, Estimate},
    intervals::wilson,
    sprt::Verdict,
};
use serde_json::Value as Json;

const NOTHING: &str = "-";

/// The report as one HTML file.
pub fn page(run: &Run) -> Result<String, Error> {
    let course = Course::new(run)?;
    let header = run.header.as_ref().unwrap_or(&Json::Null);
    let word = |value: &Json| value.as_str().unwrap_or("unknown").to_string();
    let title = format!("Niwaki: match of {} ({})", course.names.join(", "), word(&header["plan"]["limit"]));
    let mut page = Page::new(&title, &report::headline(&headline(&course), progress(&course, run), "games"));
    caution(&mut page, &course);
    page.pictures(&pictures::all(&course));
    results(&mut page, &course);
    endings(&mut page, &course);
    efforts(&mut page, &course);
    repeat(&mut page, header);
    Ok(page.finish_for(header))
}

/// Games that are played, and those of the schedule; a match whose test is decided is all played.
fn progress(course: &Course, run: &Run) -> [usize; 2] {
    let played = course.standing.games() as usize;
    let numbering = run.header.as_ref().and_then(|header| super::numbering(header, None));
    let [_, all] = numbering.map_or([played; 2], |numbering| numbering.progress(run));
    if course.standing.is_decided(&course.stop) { [played; 2] } else { [played, all] }
}

/// The main picture: Elo with intervals.
pub fn picture(run: &Run) -> Result<String, Error> {
    Ok(pictures::strength(&Course::new(run)?))
}

fn headline(course: &Course) -> String {
    match course.standing.row(0) {
        Some(([one, two], games, pairs)) if course.standing.rows() == 1 => {
            two_players(&course.names[one], &course.names[two], games, pairs)
        }
        _ => many_players(course),
    }
}

fn two_players(one: &str, two: &str, games: Trinomial, pairs: Pentanomial) -> String {
    let results = Results::from(pairs);
    let played = games.wins + games.draws + games.losses;
    let count = if played == 1 { "1 game".to_string() } else { format!("{} games", grouped(played)) };
    let sure = elo::logistic(&results).and_then(|elo| Some((elo, elo.interval?)));
    let Some((elo, interval)) = sure.filter(|_| pairs.pairs.iter().sum::<u64>() > 0) else {
        return format!("{one} against {two}: {count} cannot tell them apart.");
    };
    // Course by the stronger one.
    let (one, two, results, flip) =
        if interval.high < 0.0 { (two, one, Results::from(pairs.swapped()), -1.0) } else { (one, two, results, 1.0) };
    let ends = [interval.low * flip, interval.high * flip];
    let signed = |value: f64| signed(value, Some(interval.reach()));
    let (low, high) = (signed(ends[0].min(ends[1])), signed(ends[0].max(ends[1])));
    let superiority = elo::superiority(&results).map_or(String::new(), |los| format!(", LOS {}", chance(los)));
    let value = format!("{} Elo [{low}, {high}]{superiority}, {count}", signed(elo.value * flip));
    match interval.contains(0.0) {
        true => format!("No significant difference of {one} and {two}: {value}."),
        false => format!("{one} is stronger than {two}: {value}."),
    }
}

fn many_players(course: &Course) -> String {
    let (players, games) = (course.names.len(), grouped(course.standing.games()));
    let Some(ratings) = course.standing.ratings() else {
        return format!("{games} games cannot rate the {players} players on one scale.");
    };
    let order = order(course);
    let say = |place: usize| {
        let player = order[place];
        format!("{} with {} Elo", course.names[player], words(Some(ratings[player]), signed))
    };
    let ends = |place: usize| ratings[order[place]].interval;
    let clear = ends(0).zip(ends(1)).is_some_and(|(first, second)| first.low > second.high);
    let claim = if clear { "is the strongest" } else { "leads, but is not surely the strongest" };
    let first = &course.names[order[0]];
    format!("{first} {claim} of {players} players after {games} games: {}, then {}.", say(0), say(1))
}

/// The players, best first.
pub(super) fn order(course: &Course) -> Vec<usize> {
    let ratings = course.standing.ratings();
    let rank = |player: usize| match &ratings {
        Some(ratings) => ratings[player].value,
        None => score(&course.standing, player),
    };
    let mut order: Vec<usize> = (0..course.names.len()).collect();
    order.sort_by(|one, two| rank(*two).total_cmp(&rank(*one)));
    order
}

/// Points for each game.
fn score(standing: &Standing, player: usize) -> f64 {
    let Trinomial { wins, draws, losses } = standing.players[player].games;
    (wins as f64 + draws as f64 / 2.0) / (wins + draws + losses).max(1) as f64
}

fn chance(part: f64) -> String {
    match part * 100.0 {
        sure if sure >= 99.95 => "> 99.9 %".to_string(),
        unsure if unsure < 0.05 => "< 0.1 %".to_string(),
        percent => format!("{percent:.1} %"),
    }
}

/// What a reader must know before believing the headline.
fn caution(page: &mut Page, course: &Course) {
    match (&course.stop, course.standing.verdict_of(&course.stop)) {
        (Stop::Sprt { test, text, .. }, Some((ratio, verdict))) => {
            let says = match verdict {
                Verdict::AcceptH0 => "accepts H0: the first of its values is likelier than the second",
                Verdict::AcceptH1 => "accepts H1: the second of its values is likelier than the first",
                Verdict::Continue => "is not decided yet",
            };
            page.paragraph(&format!(
                "The sequential test {text} {says} (log-likelihood ratio {ratio:.2}, bounds {:.2} and {:.2}). A match \
                 that ends when its test is sure overstates the difference somewhat.",
                test.bounds().low,
                test.bounds().high
            ));
        }
        (Stop::Until(reach), _) => {
            page.paragraph(&format!("The match was to go on until Elo is known to ±{}.", significant(*reach)));
        }
        _ => {}
    }
    if course.faults.is_empty() {
        return;
    }
    let faults: u64 = course.faults.len() as u64;
    page.paragraph(&format!(
        "{} of {} games were lost by a fault (time, crash, hang or illegal move), not over the board.",
        grouped(faults),
        grouped(course.standing.games())
    ));
}

/// A value with its interval; `number` is told how far the value may be off.
fn words(estimate: Option<Estimate>, number: impl Fn(f64, Option<f64>) -> String) -> String {
    let Some(Estimate { value, interval }) = estimate else { return NOTHING.to_string() };
    let write = |value: f64| number(value, interval.map(Interval::reach));
    let words = interval.map(|interval| ends(write(interval.low), write(interval.high)));
    format!("{}{}", write(value), words.unwrap_or_default())
}

fn tenths(share: f64) -> String {
    format!("{:.1}\u{a0}%", share * 100.0)
}

fn share_words(value: f64, interval: Option<Interval>) -> String {
    let tenth = |share: f64| format!("{:.1}", share * 100.0);
    let words = interval.map(|interval| ends(tenth(interval.low), tenth(interval.high)));
    format!("{}{}", tenths(value), words.unwrap_or_default())
}

fn results(page: &mut Page, course: &Course) {
    page.heading("Results");
    if course.standing.rows() > 1 {
        let ratings = course.standing.ratings();
        let rows = order(course).into_iter().map(|player| {
            let Trinomial { wins, draws, losses } = course.standing.players[player].games;
            let rating = ratings.as_ref().map(|ratings| ratings[player]);
            let mut cells = vec![course.names[player].clone(), words(rating, signed)];
            cells.extend([wins + draws + losses, wins, draws, losses].map(grouped));
            cells.push(tenths(score(&course.standing, player)));
            cells
        });
        let head = ["player", "Elo (95 %)", "games", "won", "drawn", "lost", "score"];
        page.table(&head, &rows.collect::<Vec<_>>());
    }
    let margins: Vec<Option<Estimate>> = (0..course.standing.rows()).map(|row| course.standing.margin(row)).collect();
    let has_margins = margins.iter().any(Option::is_some);
    let rows = (0..course.standing.rows()).filter_map(|row| Some((course.standing.row(row)?, margins[row])));
    let rows = rows.map(|((players, games, pairs), margin)| {
        let results = Results::from(pairs);
        let Trinomial { wins, draws, losses } = games;
        let counts: Vec<String> = pairs.pairs.iter().map(u64::to_string).collect();
        let mut cells = vec![
            format!("{} against {}", course.names[players[0]], course.names[players[1]]),
            grouped(wins + draws + losses),
            format!("+{wins} ={draws} -{losses}"),
            counts.join(", "),
            elo::score(&results).map_or(NOTHING.to_string(), |found| share_words(found.value, found.interval)),
            words(elo::logistic(&results), signed),
            words(elo::normalized(&results), signed),
            elo::superiority(&results).map_or(NOTHING.to_string(), chance),
        ];
        cells.extend(has_margins.then(|| words(margin, signed)));
        cells
    });
    let head = ["pairing", "games", "results", "pairs", "score (95 %)", "Elo (95 %)", "normalized Elo (95 %)", "LOS"];
    let head: Vec<&str> = head.into_iter().chain(has_margins.then_some("mean margin (95 %)")).collect();
    page.table(&head, &rows.collect::<Vec<_>>());
    page.remark(
        "Seen by the first player. Pairs: those with 0, ½, 1, 1½ and 2 points; all intervals are of pairs, which \
         are independent where single games of one opening are not. Normalized Elo counts in standard deviations of \
         a game, so that it does not depend on how many games are drawn. LOS: probability that the first player is \
         the stronger one.",
    );
}

fn endings(page: &mut Page, course: &Course) {
    page.heading("How games ended");
    let games = course.standing.games();
    // Who won is course of two players; of many only whether somebody did.
    let head = match course.names.as_slice() {
        [one, two] => vec![format!("won by {one}"), "drawn".to_string(), format!("won by {two}")],
        _ => vec!["decided".to_string(), "drawn".to_string()],
    };
    let kinds = |[won, drawn, lost]: [u64; 3]| match course.names.len() {
        2 => vec![won, drawn, lost],
        _ => vec![won + lost, drawn],
    };
    let rows = course.endings.iter().map(|(reason, counts)| {
        let all = counts.iter().sum::<u64>();
        let (value, interval) = (all as f64 / games.max(1) as f64, wilson(all, games));
        let mut cells = vec![reason.clone()];
        cells.extend(kinds(*counts).into_iter().map(grouped));
        cells.extend([grouped(all), share_words(value, interval)]);
        cells
    });
    let head: Vec<&str> =
        ["ended by"].into_iter().chain(head.iter().map(String::as_str)).chain(["games", "share (95 %)"]).collect();
    page.table(&head, &rows.collect::<Vec<_>>());
    if !course.faults.is_empty() {
        let rows: Vec<Vec<String>> = course.faults.iter().map(|fault| fault.to_vec()).collect();
        page.folded_table("Games lost by a fault", &["game", "loser", "fault", "what happened"], &rows);
    }
}

fn efforts(page: &mut Page, course: &Course) {
    page.heading("What a move took");
    let rows = course.names.iter().zip(&course.standing.players).map(|(name, sums)| {
        let seconds = sums.time.as_secs_f64();
        let speed = if seconds > 0.0 { sums.nodes as f64 / seconds } else { 0.0 };
        let mut cells = vec![
            name.clone(),
            grouped(sums.moves),
            format!("{:.2}", sums.mean(sums.depths as f64)),
            grouped(sums.mean(sums.nodes as f64).round() as u64),
            significant(sums.mean(1000.0 * seconds)),
            format!("{:.2}", speed / 1e6),
        ];
        cells.extend(FAULTS.map(|fault| sums.faults.get(fault).copied().unwrap_or_default().to_string()));
        cells
    });
    let head = ["player", "moves", "mean depth", "mean nodes", "mean ms", "Mnodes/s"].into_iter().chain(FAULTS);
    page.table(&head.collect::<Vec<_>>(), &rows.collect::<Vec<_>>());
    let outside = course.standing.overhead().map_or(NOTHING.to_string(), |share| tenths(share.max(0.0)));
    let plies = course.standing.plies as f64 / course.standing.games().max(1) as f64;
    page.remark(&format!(
        "The last columns count games lost by a fault. A game took {} plies on average; {outside} of the time passed \
         outside the players' moves.",
        significant(plies)
    ));
}

fn repeat(page: &mut Page, header: &Json) {
    page.repeat(header);
    let plan = &header["plan"];
    let word = |value: &Json| value.as_str().map_or_else(|| value.to_string(), str::to_string);
    page.remark(&format!(
        "Game: {}. {} openings (hash {}), order by seed {}. Table of each player: {} MiB. {} \
         At fixed nodes or depth the same games come again on every machine; with a clock they do not.",
        word(&plan["game"]),
        plan["openings"]["count"],
        word(&plan["openings"]["hash"]),
        plan["seed"],
        plan["hash"],
        machine_words(header)
    ));
}
