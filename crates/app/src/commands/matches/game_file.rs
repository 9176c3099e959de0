//! The file of a match's games, in the format of the game (PGN).
use anyhow::{Context, Result, anyhow, bail};
use niwaki_games::{
    Kit, input,
    kit::{FinishedGame, GameWriter},
};
use niwaki_lab::study::record;
use std::{
    fs::File,
    io::{Read, Write},
    path::{Path, PathBuf},
};

/// The file, which is opened for the first game: by then the records are ours alone, and
/// another run of the same command has not touched what this one has written.
pub(super) struct GameFile {
    path: PathBuf,
    writer: GameWriter,
    file: Option<File>,
}

impl GameFile {
    /// The file at `path` for a match whose records are in `folder`.
    pub fn new(path: &Path, kit: &dyn Kit, folder: &Path) -> Result<GameFile> {
        let name = path.display();
        let writer = kit.game_writer().ok_or_else(|| anyhow!("--pgn: {} has no file format for games", kit.name()))?;
        if path.exists() && !folder.join(record::FILE).exists() {
            bail!("--pgn {name}: it is there already");
        }
        let place = path.parent().filter(|place| !place.as_os_str().is_empty());
        if path.is_dir() || place.is_some_and(|place| !place.is_dir()) {
            bail!("--pgn {name}: expected the name of a file in a folder that is there");
        }
        Ok(GameFile { path: path.to_path_buf(), writer, file: None })
    }

    /// Adds a game.
    pub fn write(&mut self, game: &FinishedGame) -> Result<()> {
        let game = (self.writer)(game).map_err(anyhow::Error::msg)?;
        let place = || format!("--pgn {}", self.path.display());
        let mut file = match self.file.take() {
            Some(file) => file,
            None => self.open(&game)?,
        };
        file.write_all(game.as_bytes()).with_context(place)?;
        self.file = Some(file);
        Ok(())
    }

    /// When a run is resumed its games are written anew from the records. A file that does not
    /// begin with the first of them, as far as it goes, is somebody else's.
    fn open(&self, first: &str) -> Result<File> {
        let place = || format!("--pgn {}", self.path.display());
        if self.path.exists() {
            let mut found = Vec::new();
            let file = input::open(&self.path).with_context(place)?;
            file.take(first.len() as u64).read_to_end(&mut found).with_context(place)?;
            if !first.as_bytes().starts_with(&found) {
                bail!("{}: it holds other games already", place());
            }
        }
        File::create(&self.path).with_context(place)
    }
}
