//! How games begin and when they end early: options that `match` and `tune` share.
use anyhow::Result;
use clap::Args;
use niwaki_games::Kit;
use niwaki_lab::play::{
    matches::{DrawWish, Limit, Resign, Rules},
    openings::{self, Opening},
};
use std::{path::PathBuf, time::Duration};

/// Openings, resignation and draws by agreement.
#[derive(Args)]
pub(crate) struct GameOptions {
    /// Openings in EPD or PGN, each played with both colours [default: the built-in book of the game]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Plies taken of each opening in PGN
    #[arg(long, default_value_t = 16)]
    plies: usize,
    /// A player resigns when its score was that low, in score units of the game, for COUNT of its moves in a row
    #[arg(long, value_name = "SCORE,COUNT")]
    resign: Option<Resign>,
    /// From this move on, a draw when all scores were that near 0 for COUNT moves of both
    /// [default SCORE: the game's own]
    #[arg(long, value_name = "MOVE,COUNT[,SCORE]")]
    draw: Option<DrawWish>,
}

impl GameOptions {
    /// Where games begin.
    pub(crate) fn openings(&self, kit: &dyn Kit) -> Result<Vec<Opening>> {
        Ok(openings::read(kit, self.openings.as_deref(), self.plies)?)
    }

    /// How they are played: without a judge, and with no time beyond the limit.
    pub(crate) fn rules(&self, kit: &dyn Kit, limit: Limit, max_plies: u32) -> Rules {
        let draw = self.draw.map(|draw| draw.of(kit));
        let (margin, max_plies) = (Duration::ZERO, max_plies as usize);
        Rules { limit, margin, resign: self.resign, draw, max_plies, judge: None }
    }
}
