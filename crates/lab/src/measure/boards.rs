//! Boards on a page: the positions that a reader wants to see, with who answered what.
use crate::{measure::trial::Trial, report::Page};
use niwaki_games::list;
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// More would be a catalogue.
const MOST_BOARDS: usize = 12;
/// Recipes that are named behind a move; the others are counted.
const MOST_NAMES: usize = 3;

/// The positions that were missed, in the order of the file.
pub(super) fn missed(page: &mut Page, header: &Json, trials: &[Trial]) {
    let missed: Vec<&Trial> =
        trials.iter().filter(|trial| trial.solved == Some(false) || trial.fault.is_some()).collect();
    let boards: Vec<(&Trial, String)> =
        missed.iter().take(MOST_BOARDS).map(|trial| (*trial, format!("{}{}", mark(trial), answer(trial)))).collect();
    if missed.len() > MOST_BOARDS {
        page.remark(&format!("The first {MOST_BOARDS} of {} positions:", missed.len()));
    }
    draw(page, header, &boards);
}

/// The positions on which recipes disagree most: first those that some solve and some miss, then
/// those with the most different moves.
pub(super) fn disputed(page: &mut Page, header: &Json, trials: &[Trial]) {
    let mut positions: BTreeMap<usize, Vec<&Trial>> = BTreeMap::new();
    for trial in trials {
        positions.entry(trial.number).or_default().push(trial);
    }
    let mut disputed: Vec<Dispute<'_>> = positions.into_values().filter_map(Dispute::new).collect();
    // The sort is stable: what is equal stays in the order of the file.
    disputed.sort_by_key(|dispute| std::cmp::Reverse((dispute.is_mixed, dispute.answers.len())));
    let boards: Vec<(&Trial, String)> =
        disputed.iter().take(MOST_BOARDS).map(|dispute| (dispute.first, dispute.words())).collect();
    if !boards.is_empty() {
        page.heading("Where the recipes disagree");
        draw(page, header, &boards);
    }
}

/// A position with more than one answer.
struct Dispute<'a> {
    first: &'a Trial,
    /// Each answer, with those who gave it.
    answers: Vec<(&'a str, Vec<&'a Trial>)>,
    /// Some solve it and some do not.
    is_mixed: bool,
}

impl<'a> Dispute<'a> {
    fn new(trials: Vec<&'a Trial>) -> Option<Dispute<'a>> {
        let mut answers: Vec<(&str, Vec<&Trial>)> = Vec::new();
        for trial in &trials {
            match answers.iter_mut().find(|(known, _)| *known == answer(trial)) {
                Some((_, by)) => by.push(trial),
                None => answers.push((answer(trial), vec![trial])),
            }
        }
        let is_mixed = trials.iter().any(|trial| trial.solved != trials[0].solved);
        (answers.len() > 1).then(|| Dispute { first: trials[0], answers, is_mixed })
    }

    fn words(&self) -> String {
        let each = |(answer, by): &(&str, Vec<&Trial>)| {
            let names: Vec<&str> = by.iter().take(MOST_NAMES).map(|trial| trial.recipe.as_str()).collect();
            let more = by.len() - names.len();
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            format!("{}{answer}: {}{more}", mark(by[0]), names.join(", "))
        };
        self.answers.iter().map(each).collect::<Vec<_>>().join("; ")
    }
}

/// The move, or why there is none.
fn answer(trial: &Trial) -> &str {
    trial.fault.as_deref().or(trial.best.as_deref()).unwrap_or("-")
}

/// A tick before the right move, a cross before a wrong one.
pub(super) fn mark(trial: &Trial) -> &'static str {
    match trial.solved {
        Some(true) => "\u{2713} ",
        Some(false) => "\u{2717} ",
        None => "",
    }
}

/// Draws positions with words below them. A record whose position cannot be drawn is left out.
fn draw(page: &mut Page, header: &Json, boards: &[(&Trial, String)]) {
    let Ok(kit) = list::find(header["plan"]["game"].as_str().unwrap_or_default()) else { return };
    let figure = |(trial, words): &(&Trial, String)| {
        let mut rules = kit.rules();
        rules.set_position(Some(&trial.position), &[]).ok()?;
        let picture = kit.picture(&trial.position).ok()?;
        Some((picture, format!("{} ({} to move). {words}", trial.id, kit.side_name(rules.side()))))
    };
    let figures: Vec<(String, String)> = boards.iter().filter_map(figure).collect();
    page.boards(&figures);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::check::{asks_for_nothing, well_formed};
    use serde_json::json;

    fn trial(recipe: &str, number: usize, best: &str, solved: Option<bool>) -> Trial {
        let position = list::ALL[0].rules().position();
        let record = json!({
            "recipe": recipe, "number": number, "id": format!("<{number}>"), "position": position, "solved": solved,
            "move": best, "score": 0, "mate": false, "depth": 1, "nodes": 1, "seconds": 0.0, "iterations": [],
            "methods": {},
        });
        serde_json::from_value(record).unwrap()
    }

    fn shown(draw: impl Fn(&mut Page, &Json)) -> String {
        let mut page = Page::new("boards", "boards");
        draw(&mut page, &json!({ "plan": { "game": list::ALL[0].name() } }));
        let text = page.finish("niwaki");
        well_formed(&text).unwrap();
        assert!(asks_for_nothing(&text));
        text
    }

    #[test]
    fn the_most_disputed_positions_come_first_and_agreed_ones_not_at_all() {
        let answers = [("a", 1, "e4"), ("b", 1, "e4"), ("a", 2, "e4"), ("b", 2, "d4"), ("c", 3, "Nf3")];
        let mut trials: Vec<Trial> =
            answers.iter().map(|(recipe, number, best)| trial(recipe, *number, best, Some(*best == "e4"))).collect();
        trials.extend(["a", "b", "c"].iter().zip(["e4", "d4", "c4"]).map(|(name, best)| trial(name, 4, best, None)));
        let text = shown(|page, header| disputed(page, header, &trials));
        assert_eq!(text.matches("<svg").count(), 2);
        let words = ["\u{2713} e4: a; \u{2717} d4: b", "&lt;4&gt; (White to move). e4: a; d4: b; c4: c"];
        let places = words.map(|words| text.find(words));
        assert!(places[0].is_some() && places[0] < places[1], "{places:?} {text}");
    }

    #[test]
    fn there_are_at_most_a_dozen_boards_and_none_of_what_cannot_be_drawn() {
        let mut trials: Vec<Trial> = (1..=20).map(|number| trial("a", number, "e4", Some(false))).collect();
        trials.push(trial("a", 21, "e4", Some(true)));
        trials[0].position = "<script>".to_string();
        let text = shown(|page, header| missed(page, header, &trials));
        assert_eq!(text.matches("<svg").count(), MOST_BOARDS - 1);
        assert!(text.contains("The first 12 of 20 positions") && text.contains("\u{2717} e4"), "{text}");
        assert!(!text.contains("script") && shown(|page, _| missed(page, &Json::Null, &trials)).find("<svg").is_none());
    }
}
