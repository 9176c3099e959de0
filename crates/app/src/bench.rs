//! The bench: a fixed set of searches whose node count is the signature of the
//! search, and whose speed is that of the machine.
use crate::cancel::Cancel;
use niwaki_games::list;
use niwaki_search::{engine::Engine, limits::Limits, node::Depth};
use std::time::{Duration, Instant};

/// Depth of the bench unless another is asked for.
pub const DEFAULT_DEPTH: Depth = 13;

/// Table size of the bench in MiB.
pub const HASH: usize = 16;

/// What a bench has counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total {
    /// Nodes of all searches.
    pub nodes: u64,
    /// Time of all searches.
    pub time: Duration,
}

impl Total {
    /// The line that test frameworks read.
    pub fn line(&self) -> String {
        format!("{} nodes {} nps", self.nodes, per_second(self.nodes, self.time))
    }
}

/// Nodes for each second, as a whole number.
pub fn per_second(nodes: u64, time: Duration) -> u64 {
    let rate = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
    u64::try_from(rate).unwrap_or(u64::MAX)
}

/// Searches every bench position with a fresh table on one thread, and hands `print` a
/// line for each. The engine's position, table size and threads are changed. Once it is
/// cancelled there is no total: that of some of the positions would pass for a signature.
pub fn run(
    engine: &mut dyn Engine,
    depth: Depth,
    cancel: &Cancel,
    print: &mut dyn FnMut(String),
) -> Result<Total, String> {
    engine.resize_table(HASH)?;
    engine.set_threads(1);
    let mut total = Total::default();
    let positions = list::find(engine.game())?.bench_positions()?;
    for (index, position) in positions.iter().enumerate() {
        engine.set_position(Some(position), &[])?;
        engine.clear();
        cancel.prepare(false);
        let started = Instant::now();
        let report = engine.go(&Limits::depth(depth), &mut |_| ());
        if cancel.cancelled() {
            return Err("bench stopped".to_string());
        }
        total.time += started.elapsed();
        total.nodes += report.nodes;
        let best = report.line.first().map_or("(none)", String::as_str);
        print(format!("{:>2}/{} {:>10} {best:<6} {position}", index + 1, positions.len(), report.nodes));
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_has_plain_numbers() {
        let total = Total { nodes: 1_234_567, time: Duration::from_millis(500) };
        assert_eq!(total.line(), "1234567 nodes 2469134 nps");
        assert_eq!(Total::default().line(), "0 nodes 0 nps");
    }
}
