//! Trees of single searches, to be looked at: recorded, printed, explored in a browser, and
//! asked why they miss a move.
pub mod page;
pub mod recording;
pub mod regrets;
pub mod searched;
pub mod text;
pub mod why;
