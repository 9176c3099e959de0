//! What a player may use for a move: nodes, depth, time, or a clock.
use niwaki_search::{
    game::Side,
    limits::{Clock, Limits},
    node::Depth,
};
use std::{str::FromStr, time::Duration};

/// The longest time on a clock.
const LONGEST: Duration = Duration::from_secs(7 * 24 * 60 * 60);
const SECONDS_PER_MINUTE: f64 = 60.0;
/// Time that a player in this process keeps back for each move, against a late wake-up.
const OVERHEAD: Duration = Duration::from_millis(5);

/// The limit of each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// A number of nodes.
    Nodes(u64),
    /// To this depth.
    Depth(Depth),
    /// So long.
    MoveTime(Duration),
    /// A clock for each player.
    Control(TimeControl),
}

impl Limit {
    /// Whether players in this process play the same game each time.
    pub fn repeats(self) -> bool {
        matches!(self, Limit::Nodes(_) | Limit::Depth(_))
    }

    /// The limit with every time multiplied.
    pub fn scaled(self, factor: f64) -> Limit {
        // A clock must not stand at 0, and a millisecond is what engines are given.
        let scaled = |time: Duration| match time.is_zero() {
            true => time,
            false => {
                Duration::from_millis(((time.as_secs_f64() * factor * 1_000.0).round() as u64).max(1)).min(LONGEST)
            }
        };
        match self {
            Limit::Nodes(_) | Limit::Depth(_) => self,
            Limit::MoveTime(time) => Limit::MoveTime(scaled(time)),
            Limit::Control(TimeControl { moves, time, increment }) => {
                Limit::Control(TimeControl { moves, time: scaled(time), increment: scaled(increment) })
            }
        }
    }

    /// Whether a clock runs.
    pub fn is_timed(self) -> bool {
        matches!(self, Limit::MoveTime(_) | Limit::Control(_))
    }

    /// The limit as it stands in records.
    pub fn describe(self) -> String {
        match self {
            Limit::Nodes(nodes) => format!("nodes {nodes}"),
            Limit::Depth(depth) => format!("depth {depth}"),
            Limit::MoveTime(time) => format!("movetime {} ms", time.as_millis()),
            Limit::Control(control) => format!("tc {}", control.describe()),
        }
    }

    /// The limit as OpenBench writes it, for the lines that people paste.
    pub(crate) fn pasted(self) -> String {
        match self {
            Limit::Nodes(nodes) => format!("N={nodes}"),
            Limit::Depth(depth) => format!("D={depth}"),
            Limit::MoveTime(time) => format!("MT={}", time.as_millis()),
            Limit::Control(TimeControl { moves, time, increment }) => {
                let moves = moves.map(|moves| format!("{moves}/")).unwrap_or_default();
                format!("{moves}{:?}+{:?}s", time.as_secs_f64(), increment.as_secs_f64())
            }
        }
    }
}

/// A time control: a time for a number of moves (or all), and more for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Moves after which the time is added again; `None`: never.
    pub moves: Option<u32>,
    /// The time.
    pub time: Duration,
    /// What each move adds.
    pub increment: Duration,
}

impl TimeControl {
    fn describe(self) -> String {
        let moves = self.moves.map(|moves| format!("{moves}/")).unwrap_or_default();
        format!("{moves}{}+{}", self.time.as_secs_f64(), self.increment.as_secs_f64())
    }
}

/// `[moves/]time[+increment]`, in seconds or minutes:seconds.
impl FromStr for TimeControl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("expected [moves/]seconds[+seconds], as in 40/60+0.6, not {text:?}");
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(moves.parse().ok().filter(|moves| *moves > 0).ok_or_else(wrong)?), rest),
            None => (None, text),
        };
        let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let time = duration(time).ok_or_else(wrong)?;
        let increment = duration(increment).ok_or_else(wrong)?;
        if time.is_zero() && increment.is_zero() {
            return Err(wrong());
        }
        // A clock that starts at 0 has at least the time of the first move.
        Ok(TimeControl { moves, time: time.max(increment), increment })
    }
}

fn duration(text: &str) -> Option<Duration> {
    let (minutes, seconds) = text.split_once(':').unwrap_or(("0", text));
    let seconds = minutes.parse::<f64>().ok()? * SECONDS_PER_MINUTE + seconds.parse::<f64>().ok()?;
    Duration::try_from_secs_f64(seconds).ok().filter(|time| *time <= LONGEST)
}

/// The clocks of a game; without a time control they stand still.
#[derive(Clone, Debug)]
pub struct Clocks {
    limit: Limit,
    remaining: [Duration; 2],
    played: [u32; 2],
}

impl Clocks {
    /// Full clocks.
    pub fn new(limit: Limit) -> Clocks {
        let time = if let Limit::Control(control) = limit { control.time } else { Duration::ZERO };
        Clocks { limit, remaining: [time; 2], played: [0; 2] }
    }

    /// The limit of each move.
    pub fn limit(&self) -> Limit {
        self.limit
    }

    /// How long a player may think, if that is limited.
    pub fn allowed(&self, side: Side) -> Option<Duration> {
        match self.limit {
            Limit::Nodes(_) | Limit::Depth(_) => None,
            Limit::MoveTime(time) => Some(time),
            Limit::Control(_) => Some(self.remaining[side.index()]),
        }
    }

    /// The clock of a player.
    pub fn clock(&self, side: Side) -> Option<Clock> {
        let Limit::Control(control) = self.limit else { return None };
        let (remaining, played) = (self.remaining[side.index()], self.played[side.index()]);
        let moves_to_go = control.moves.map(|moves| moves - played % moves);
        Some(Clock { remaining, increment: control.increment, moves_to_go })
    }

    /// Takes the time of a move off a clock; false if it is up, but for the margin.
    pub fn spend(&mut self, side: Side, used: Duration, margin: Duration) -> bool {
        if self.allowed(side).is_some_and(|allowed| used > allowed + margin) {
            return false;
        }
        if let Limit::Control(control) = self.limit {
            let played = &mut self.played[side.index()];
            *played += 1;
            let again = control.moves.is_some_and(|moves| *played % moves == 0);
            let remaining = &mut self.remaining[side.index()];
            *remaining = remaining.saturating_sub(used) + control.increment;
            if again {
                *remaining += control.time;
            }
        }
        true
    }

    /// The limits of a search in this process.
    pub fn limits(&self, side: Side) -> Limits {
        match self.limit {
            Limit::Nodes(nodes) => Limits::nodes(nodes),
            Limit::Depth(depth) => Limits::depth(depth),
            Limit::MoveTime(time) => Limits::time(time),
            Limit::Control(_) => Limits { clock: self.clock(side), overhead: OVERHEAD, ..Limits::default() },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(text: &str) -> TimeControl {
        text.parse().unwrap()
    }

    #[test]
    fn limits_are_pasted_as_openbench_writes_them() {
        let pasted = |limit: Limit| limit.pasted();
        assert_eq!(pasted(Limit::Nodes(8000)), "N=8000");
        assert_eq!(pasted(Limit::Depth(8)), "D=8");
        assert_eq!(pasted(Limit::MoveTime(Duration::from_millis(100))), "MT=100");
        assert_eq!(pasted(Limit::Control(control("8+0.08"))), "8.0+0.08s");
        assert_eq!(pasted(Limit::Control(control("40/60"))), "40/60.0+0.0s");
    }

    #[test]
    fn time_controls_are_read() {
        let seconds = Duration::from_secs_f64;
        assert_eq!(control("40/60+0.6"), TimeControl { moves: Some(40), time: seconds(60.0), increment: seconds(0.6) });
        assert_eq!(control("1:30"), TimeControl { moves: None, time: seconds(90.0), increment: Duration::ZERO });
        assert_eq!(control("0+1").time, seconds(1.0));
        for wrong in ["", "x", "0", "0/5", "5+", "-1", "1+-1", "nan", "inf", "1e99", "4/", "/5", "1:2:3"] {
            assert!(wrong.parse::<TimeControl>().unwrap_err().contains("expected [moves/]"), "{wrong}");
        }
    }

    #[test]
    fn times_are_scaled_to_the_machine_and_nodes_are_not() {
        let half = Limit::Control(control("40/60+0.6")).scaled(0.5);
        assert_eq!(half, Limit::Control(control("40/30+0.3")));
        assert_eq!(Limit::MoveTime(Duration::from_millis(3)).scaled(0.01), Limit::MoveTime(Duration::from_millis(1)));
        assert_eq!(Limit::Control(control("10")).scaled(2.0), Limit::Control(control("20")));
        assert_eq!((Limit::Nodes(7).scaled(3.0), Limit::Depth(7).scaled(3.0)), (Limit::Nodes(7), Limit::Depth(7)));
    }

    #[test]
    fn a_clock_gains_its_increment_and_its_time_after_so_many_moves() {
        let mut clocks = Clocks::new(Limit::Control(control("2/10+1")));
        let second = Duration::from_secs(1);
        let left = |clocks: &Clocks| clocks.clock(Side::First).unwrap();
        assert_eq!(left(&clocks).moves_to_go, Some(2));
        assert!(clocks.spend(Side::First, 4 * second, Duration::ZERO));
        assert_eq!((left(&clocks).remaining, left(&clocks).moves_to_go), (7 * second, Some(1)));
        assert!(clocks.spend(Side::First, 7 * second, Duration::ZERO));
        assert_eq!((left(&clocks).remaining, left(&clocks).moves_to_go), (11 * second, Some(2)));
        assert!(!clocks.spend(Side::First, 12 * second, Duration::ZERO));
        assert!(clocks.spend(Side::First, 12 * second, second), "within the margin");
        assert_eq!(clocks.clock(Side::Second).unwrap().remaining, 10 * second);
    }
}
