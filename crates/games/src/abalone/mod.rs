//! Abalone (Lalet & Levi 1987): fourteen marbles a side on a board of 61 cells; who pushes six
//! of the other's off the board wins.
//!
//! One to three marbles in a line move one step together, along their line or aside. Along the
//! line they push fewer marbles of the other side: two push one, three push one or two, if the
//! cell behind is empty or off the board.
//!
//! The published rules let a game last for ever. Here it is drawn when a position comes for the
//! third time, and after a hundred plies without a marble lost.
//!
//! | file | holds |
//! | --- | --- |
//! | `cells` | the board as a set of bits, with guard cells around it |
//! | `board`, `moves` | a position; its moves |
//! | `game` | positions and moves as text, diagrams, the starts of the variants |
//! | `features` | what the evaluations look at |
//! | `tables`, `hand`, `evaluation` | the learned evaluation, the one by hand, and which of them judges |
mod board;
mod cells;
mod evaluation;
mod features;
mod game;
mod hand;
pub mod kit;
mod moves;
mod tables;

pub use board::Board;
pub use evaluation::AbaloneEvaluator;
pub use game::{Abalone, Start};
pub use moves::AbaloneMove;
pub use tables::AbaloneLearner;
