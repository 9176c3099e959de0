//! Lines of Action (Claude Soucie; Sackson 1969), by the rules of the Computer Olympiad.
//!
//! Each side has twelve pieces and wants to connect all it has, diagonals included. A piece
//! moves along a line exactly as far as there are pieces on that line, of both sides and itself
//! included. It jumps over its own side, not over the other, and captures where it lands.
//!
//! | file | holds |
//! | --- | --- |
//! | `lines` | squares, lines, how many pieces stand on each, where a piece lands |
//! | `groups` | whether a set of pieces is connected |
//! | `board`, `moves` | a position; its moves, and which of them are tactical |
//! | `game` | positions and moves as text, diagrams |
//! | `features` | what the evaluations look at |
//! | `tables`, `hand`, `evaluation` | the learned evaluation, the one by hand, and which of them judges |
mod board;
mod evaluation;
mod features;
mod game;
mod groups;
mod hand;
pub mod kit;
mod lines;
mod moves;
mod tables;

pub use board::{Board, BothConnected};
pub use evaluation::LoaEvaluator;
pub use game::LinesOfAction;
pub use moves::LoaMove;
pub use tables::LoaLearner;
