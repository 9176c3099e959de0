#![doc = include_str!("../README.md")]
pub mod bootstrap;
pub mod elo;
pub mod intervals;
mod likelihood;
pub mod logistic;
pub mod matrix;
pub mod regression;
mod results;
pub mod sprt;
pub mod student;

pub use intervals::Interval;
pub use results::{Error, MOST_COUNT, Outcome, Pentanomial, Results, Trinomial, count};
