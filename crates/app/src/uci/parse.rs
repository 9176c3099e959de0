//! The words of UCI and UGI. Garbage is never an error here: what has no meaning
//! is left out, and numbers that make no sense become the nearest that do.
use niwaki_search::{
    game::Side,
    limits::{Clock, Limits},
    node::{Depth, MAX_DEPTH},
};
use std::time::Duration;

/// Thirty years: more than any clock holds, and safe to add to any instant.
const LONGEST_MILLISECONDS: i64 = 1_000_000_000_000;

/// The words that begin a part of `go`.
const GO_WORDS: &[&str] = &[
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

/// A line of input.
#[derive(Debug, PartialEq)]
pub(super) enum Command<'a> {
    Uci,
    Ugi,
    IsReady,
    NewGame,
    SetOption {
        name: String,
        value: Option<&'a str>,
    },
    Position {
        position: Option<String>,
        moves: Vec<&'a str>,
    },
    Go(Go),
    Stop,
    PonderHit,
    Quit,
    Diagram,
    Evaluate,
    Bench(Option<Depth>),
    Query(&'a str),
    Help,
    Nothing,
    /// A position that is not even half of one.
    BrokenPosition,
    /// Something that is a command but says too little.
    Broken(&'static str),
    Unknown(&'a str),
}

impl Command<'_> {
    /// Whether it needs the engine, and therefore waits for the end of a search.
    pub fn waits(&self) -> bool {
        use Command::*;
        match self {
            NewGame | SetOption { .. } | Position { .. } | BrokenPosition | Go(_) => true,
            Diagram | Evaluate | Bench(_) | Query(_) => true,
            Uci | Ugi | IsReady | Stop | PonderHit | Quit | Help | Nothing | Broken(_) | Unknown(_) => false,
        }
    }
}

/// What `go` asks for.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Go {
    pub search_moves: Vec<String>,
    pub ponder: bool,
    pub infinite: bool,
    pub depth: Option<Depth>,
    pub nodes: Option<u64>,
    pub mate: Option<i32>,
    pub move_time: Option<Duration>,
    pub time: [Option<Duration>; 2],
    pub increment: [Duration; 2],
    pub moves_to_go: Option<u32>,
    pub perft: Option<u32>,
    /// The words that were left out because they mean nothing here.
    pub ignored: Vec<String>,
}

impl Go {
    /// The limits of a search for `side`. Without any limit it is an endless one.
    pub fn limits(&self, side: Side) -> Limits {
        let clock = self.time[side.index()].map(|remaining| Clock {
            remaining,
            increment: self.increment[side.index()],
            moves_to_go: self.moves_to_go,
        });
        let bounded = self.is_finite(side) || self.mate.is_some();
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.move_time,
            clock,
            mate: self.mate,
            ponder: self.ponder,
            infinite: self.infinite || !bounded,
            search_moves: self.search_moves.clone(),
            ..Limits::default()
        }
    }

    /// Whether nothing of it was understood: a typing error, not an order to search for ever.
    pub fn is_nonsense(&self) -> bool {
        let ignored = self.ignored.clone();
        !self.ignored.is_empty() && *self == Go { ignored, ..Go::default() }
    }

    /// Whether the search surely ends by itself once it does not ponder.
    pub fn is_finite(&self, side: Side) -> bool {
        let bounded = self.depth.is_some() || self.nodes.is_some() || self.move_time.is_some();
        !self.infinite && (bounded || self.time[side.index()].is_some())
    }
}

/// Whether the line is `quit`.
pub(super) fn is_quit(line: &str) -> bool {
    matches!(command(line), Command::Quit)
}

/// Reads a line.
pub(super) fn command(line: &str) -> Command<'_> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match word {
        "" | "debug" | "register" => Command::Nothing,
        "uci" => Command::Uci,
        "ugi" => Command::Ugi,
        "isready" => Command::IsReady,
        "ucinewgame" | "uginewgame" => Command::NewGame,
        "setoption" => set_option(rest),
        "position" => position(rest),
        "go" => Command::Go(go(rest)),
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" => Command::Quit,
        "d" => Command::Diagram,
        "eval" => Command::Evaluate,
        "bench" => Command::Bench(rest.split_whitespace().next().and_then(number).map(depth)),
        "query" => Command::Query(rest.trim()),
        "help" => Command::Help,
        _ => Command::Unknown(word),
    }
}

/// `name WORDS [value TEXT]`; the text keeps its inner spaces, as paths need.
fn set_option(rest: &str) -> Command<'_> {
    const WRONG: Command<'_> = Command::Broken("setoption: expected name NAME [value VALUE]");
    let Some(rest) = rest.trim_start().strip_prefix("name").filter(|rest| rest.starts_with(char::is_whitespace)) else {
        return WRONG;
    };
    let mut name = Vec::new();
    let mut tail = rest.trim_start();
    while !tail.is_empty() {
        let (word, after) = tail.split_once(char::is_whitespace).unwrap_or((tail, ""));
        if word == "value" {
            return if name.is_empty() {
                WRONG
            } else {
                Command::SetOption { name: name.join(" "), value: Some(after.trim()) }
            };
        }
        name.push(word);
        tail = after.trim_start();
    }
    if name.is_empty() { WRONG } else { Command::SetOption { name: name.join(" "), value: None } }
}

/// `startpos [moves ...]` or `fen WORDS [moves ...]`.
fn position(rest: &str) -> Command<'_> {
    let mut words = rest.split_whitespace();
    let kind = words.next();
    let setup: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
    let position = match kind {
        Some("startpos") => None,
        Some("fen") if !setup.is_empty() => Some(setup.join(" ")),
        _ => return Command::BrokenPosition,
    };
    Command::Position { position, moves: words.collect() }
}

fn go(rest: &str) -> Go {
    let mut go = Go::default();
    let mut words = rest.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match word {
            "ponder" => go.ponder = true,
            "infinite" => go.infinite = true,
            "searchmoves" => {
                while let Some(name) = words.next_if(|word| !GO_WORDS.contains(word)) {
                    go.search_moves.push(name.to_string());
                }
            }
            _ if GO_WORDS.contains(&word) => {
                if let Some(value) = words.peek().and_then(|text| number(text)) {
                    words.next();
                    set_number(&mut go, word, value);
                } else {
                    go.ignored.push(word.to_string());
                }
            }
            _ => go.ignored.push(word.to_string()),
        }
    }
    go
}

fn set_number(go: &mut Go, word: &str, value: i64) {
    let small = i32::try_from(value.max(0)).unwrap_or(i32::MAX);
    match word {
        "wtime" | "p1time" => go.time[0] = Some(milliseconds(value, 1)),
        "btime" | "p2time" => go.time[1] = Some(milliseconds(value, 1)),
        "winc" | "p1inc" => go.increment[0] = milliseconds(value, 0),
        "binc" | "p2inc" => go.increment[1] = milliseconds(value, 0),
        "movestogo" => go.moves_to_go = (value > 0).then_some(small.unsigned_abs()),
        "depth" => go.depth = Some(depth(value)),
        "nodes" => go.nodes = Some(value.max(1).unsigned_abs()),
        "mate" => go.mate = Some(small.max(1)),
        "movetime" => go.move_time = Some(milliseconds(value, 1)),
        "perft" => go.perft = Some(small.min(MAX_DEPTH).unsigned_abs()),
        _ => (),
    }
}

fn depth(value: i64) -> Depth {
    Depth::try_from(value.clamp(1, i64::from(MAX_DEPTH))).unwrap_or(MAX_DEPTH)
}

fn milliseconds(value: i64, least: i64) -> Duration {
    Duration::from_millis(value.clamp(least, LONGEST_MILLISECONDS).unsigned_abs())
}

/// A whole number; one that is too great to hold becomes the greatest.
fn number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let limit = if text.starts_with('-') { i64::MIN } else { i64::MAX };
    Some(text.parse().unwrap_or(limit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn go_takes_its_words_in_any_order_and_leaves_garbage_out() {
        let go = go("nonsense btime 500 searchmoves e2e4 d2d4 wtime -30 depth x nodes 99999999999999999999 winc");
        assert_eq!(go.time, [Some(Duration::from_millis(1)), Some(Duration::from_millis(500))]);
        assert_eq!(go.search_moves, ["e2e4", "d2d4"]);
        assert_eq!((go.depth, go.nodes), (None, Some(i64::MAX as u64)));
        assert_eq!(go.ignored, ["nonsense", "depth", "x", "winc"]);
        assert!(!go.limits(Side::First).infinite && !go.is_nonsense());
    }

    #[test]
    fn go_with_nothing_but_garbage_is_nonsense() {
        for text in ["foo", "depth", "depth x", "dpeth 10", "nodes -"] {
            assert!(go(text).is_nonsense(), "{text}");
        }
        for text in ["", "infinite foo", "depth 3 foo", "searchmoves foo", "ponder"] {
            assert!(!go(text).is_nonsense(), "{text}");
        }
    }

    #[test]
    fn go_without_limits_is_endless() {
        assert!(go("").limits(Side::First).infinite);
        assert!(go("wtime 100").limits(Side::Second).infinite);
        assert!(!go("mate 3").limits(Side::First).infinite);
        assert!(!go("mate 3").is_finite(Side::First));
        assert_eq!(go("depth 0").depth, Some(1));
        assert_eq!(go("depth 500").depth, Some(MAX_DEPTH));
        assert_eq!(go("perft 9999999999").perft, Some(MAX_DEPTH as u32));
    }

    #[test]
    fn options_may_have_spaces_in_name_and_value() {
        let named = |name: &str, value| Command::SetOption { name: name.into(), value };
        assert_eq!(command("setoption name Clear Hash"), named("Clear Hash", None));
        assert_eq!(command("setoption  name Move  Overhead value 30 "), named("Move Overhead", Some("30")));
        assert_eq!(command("setoption name P value a  b"), named("P", Some("a  b")));
        assert_eq!(command("setoption name P value"), named("P", Some("")));
        assert!(matches!(command("setoption Hash 3"), Command::Broken(_)));
        assert!(matches!(command("setoption name value 3"), Command::Broken(_)));
    }

    #[test]
    fn positions_have_a_setup_and_moves() {
        let startpos = |moves| Command::Position { position: None, moves };
        assert_eq!(command("position startpos"), startpos(vec![]));
        assert_eq!(command("position startpos moves"), startpos(vec![]));
        assert_eq!(command("position startpos moves a b"), startpos(vec!["a", "b"]));
        let fen = Command::Position { position: Some("8/8 w - -".into()), moves: vec!["a"] };
        assert_eq!(command("position fen 8/8 w - - moves a"), fen);
        assert_eq!(command("position fen moves a"), Command::BrokenPosition);
        assert_eq!(command("position"), Command::BrokenPosition);
    }
}
