//! Games: matches between players, self-play, openings, and what is mined from games.
pub(crate) mod game_loop;
pub mod matches;
pub mod mine;
pub mod openings;
pub mod self_play;
