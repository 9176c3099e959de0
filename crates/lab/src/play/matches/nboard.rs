//! NBoard, a protocol for games with discs: the whole game so far in one text, `go`, and an
//! answer such as `=== F5/1.50/0.2`. It knows no clock and no nodes: a program is given the
//! depth of a match that has one, and else plays as it was set up.
use super::{
    limit::Limit,
    player::{CRASH, Choice, Fault},
    process::{OPTION, Talk, quote},
};
use crate::play::openings::Opening;
use niwaki_games::kit::NBoard;
use niwaki_search::node::Score;

/// Version of the protocol.
const GREETING: &str = "nboard 2";
/// What begins the line with the move.
const ANSWER: &str = "===";
/// Greatest evaluation that is believed, in discs.
const GREATEST: f64 = 64.0;

/// Greets a program that was started.
pub(super) fn greet(talk: &mut Talk, options: &[(String, String)]) -> Result<(), Fault> {
    if let Some((name, _)) = options.first() {
        return Err(Fault::new(OPTION, format!("programs that speak NBoard have none, not {}", quote(name))));
    }
    talk.say(GREETING)?;
    sync(talk)
}

/// Waits until it has done all that it was told.
pub(super) fn sync(talk: &mut Talk) -> Result<(), Fault> {
    talk.say("ping 1")?;
    talk.wait_for("pong 1", &mut |_| ())
}

/// The orders that ask for a move.
pub(super) fn orders(words: NBoard, game: &Opening, limit: Limit) -> Result<Vec<String>, Fault> {
    let text = (words.write)(game).map_err(|reason| Fault::new(CRASH, reason))?;
    let depth = match limit {
        Limit::Depth(depth) => Some(format!("set depth {depth}")),
        _ => None,
    };
    Ok(depth.into_iter().chain([format!("set game {text}"), "go".to_string()]).collect())
}

/// Takes from a line what it says of the search; true if it is the move.
pub(super) fn read_line(line: &str, unit: Score, choice: &mut Choice) -> Result<bool, Fault> {
    let discs = |word: &str| word.parse().ok().filter(|discs: &f64| discs.abs() <= GREATEST);
    if let Some(answer) = line.trim().strip_prefix(ANSWER) {
        let mut parts = answer.trim().split('/');
        let m = parts.next().unwrap_or_default().trim();
        if m.is_empty() {
            return Err(Fault::new(CRASH, format!("no move in {}", quote(line))));
        }
        choice.m = m.to_string();
        let said = parts.next().and_then(|word| discs(word.trim()));
        choice.score = said.map(|discs| (discs * f64::from(unit)).round() as Score).or(choice.score);
        return Ok(true);
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["nodestats", nodes, ..] => choice.nodes = nodes.parse().unwrap_or(choice.nodes),
        ["search", .., depth] => choice.depth = depth.parse().unwrap_or(choice.depth),
        _ => {}
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_and_nonsense_is_passed_over() {
        let mut choice = Choice::default();
        for line in ["status thinking", "search F5D6 +1.00 0 7", "nodestats 1200 0.1", "\u{fffd} ==", "nodestats x"] {
            assert_eq!(read_line(line, 100, &mut choice), Ok(false), "{line}");
        }
        assert_eq!((choice.depth, choice.nodes), (7, 1200));
        assert_eq!(read_line("=== F5/-1.52/0.3", 100, &mut choice), Ok(true));
        assert_eq!((choice.m.as_str(), choice.score), ("F5", Some(-152)));
        let bare = |line: &str| {
            let mut choice = Choice::default();
            read_line(line, 100, &mut choice).map(|_| (choice.m, choice.score))
        };
        assert_eq!(bare("=== PA"), Ok(("PA".to_string(), None)));
        assert_eq!(bare("===D3/9e99"), Ok(("D3".to_string(), None)));
        assert!(bare("===").is_err() && bare("=== /3").is_err());
    }
}
