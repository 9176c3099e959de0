//! The laboratory: recipes, positions and games, what is measured with them, and how sure it is.
//!
//! | room | holds |
//! | --- | --- |
//! | [`setup`] | recipes, models and engines: what a search is set up with |
//! | [`study`] | one shape for every measurement: plan, jobs, journal, shards, merge |
//! | [`measure`] | searches of positions: compare, suite, sweep, fit, collect |
//! | [`play`] | games: matches, openings, self-play, mining of test positions |
//! | [`learn`] | training games, networks, tuning |
//! | [`explore`] | trees of single searches: recorded, printed, explored, asked why they miss a move |
//! | [`papers`] | experiments in files, and the tables of the papers |
//! | [`studies`] | the list of all studies |
//! | [`report`] | pictures and pages; knows nothing of what they show |

/// The path of a file that is built in, from its path below the top folder: `experiments` or
/// `nets/history.toml`. `build.rs` says where these are, in the repository and in the crate.
macro_rules! data {
    ($path:literal) => {
        concat!(env!("NIWAKI_DATA"), "/", $path)
    };
}

pub mod explore;
pub mod learn;
pub mod measure;
pub mod papers;
pub mod play;
pub mod report;
#[cfg(test)]
mod scratch;
pub mod setup;
pub mod studies;
pub mod study;

pub use serde::Serialize;
pub use serde_json::{Value as Json, json};
