//! What ends the search of a position.
use niwaki_search::{limits::Limits, node::Depth};
use std::time::Duration;

/// What ends the search of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// A depth.
    Depth(Depth),
    /// A number of nodes.
    Nodes(u64),
    /// A time.
    Time(Duration),
}

impl Effort {
    /// The limits of a search that begins now.
    pub fn limits(self) -> Limits {
        match self {
            Effort::Depth(depth) => Limits::depth(depth),
            Effort::Nodes(nodes) => Limits::nodes(nodes),
            Effort::Time(time) => Limits::time(time),
        }
    }

    /// The limit in words.
    pub fn words(self) -> String {
        match self {
            Effort::Depth(depth) => format!("depth {depth}"),
            Effort::Nodes(nodes) => format!("{nodes} nodes"),
            Effort::Time(time) => format!("{} ms", time.as_millis()),
        }
    }
}
