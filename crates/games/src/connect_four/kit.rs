//! What laboratory and application must know of Connect Four.
use super::ConnectFour;
use crate::kit::Kit;
use niwaki_search::{
    GameEngine, GameRules,
    engine::{Engine, Rules},
    game::Game,
};

/// The kit of Connect Four.
pub struct ConnectFourKit;

impl Kit for ConnectFourKit {
    fn name(&self) -> &'static str {
        ConnectFour::NAME
    }

    fn engine(&self) -> Result<Box<dyn Engine>, String> {
        Ok(Box::new(GameEngine::new(ConnectFour)?))
    }

    fn rules(&self) -> Box<dyn Rules> {
        Box::new(GameRules::new(ConnectFour))
    }

    fn suite(&self) -> Option<&'static str> {
        Some(include_str!("../../../../suites/connect-four.txt"))
    }
}
