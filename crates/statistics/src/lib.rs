//! Statistics of matches and suites: what was counted, what it says, how sure it is.
//!
//! Where nothing can be said the answer is `None`; where it is without bound it is an
//! infinity; it is never NaN.
pub mod elo;
pub mod intervals;
mod likelihood;
pub mod matrix;
pub mod regression;
mod results;
pub mod sprt;
pub mod student;

pub use intervals::Interval;
pub use results::{Error, MOST_COUNT, Outcome, Pentanomial, Results, Trinomial, count};
