//! Whether a file makes sense: every name in it is that of something, every part has what
//! its kind needs. Errors come with the place in the file.
use super::{Column, Experiment, Kind, Part, Row, Scale};
use crate::{
    play::matches::Spec,
    setup::recipe::{self, Recipe},
};
use niwaki_games::{Kit, list};
use niwaki_search::{node::MAX_DEPTH, prune::Id};
use std::collections::HashSet;

/// Where in the file, and what was expected.
type Wrong = (usize, String);

/// The name of the player outside.
pub(super) const OPPONENT: &str = "opponent";
/// All stages of a fit together.
pub(super) const ALL_STAGES: &str = "all";
/// The largest table in MiB.
const GREATEST_HASH: usize = 1 << 20;

impl Experiment {
    /// Checks everything that can be checked without running it.
    pub(super) fn check(&self) -> Result<(), Wrong> {
        let at_top = |reason: String| (0, reason);
        folder_name("id", &self.id).map_err(at_top)?;
        if !(1..=GREATEST_HASH).contains(&self.hash) {
            return Err((0, format!("hash: expected MiB from 1 to {GREATEST_HASH}, not {}", self.hash)));
        }
        if self.parts.is_empty() {
            return Err((0, "part: expected at least one".to_string()));
        }
        let mut names = HashSet::new();
        for spanned in &self.parts {
            let (at, part) = (spanned.span().start, spanned.get_ref());
            folder_name("part.name", &part.name).map_err(|reason| (at, reason))?;
            if !names.insert(&part.name) {
                return Err((at, format!("part {}: given twice", part.name)));
            }
            part.check().map_err(|(row, reason)| (row.unwrap_or(at), format!("part {}: {reason}", part.name)))?;
        }
        Ok(())
    }
}

fn folder_name(key: &str, name: &str) -> Result<(), String> {
    let fits = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    match !name.is_empty() && name.chars().all(fits) {
        true => Ok(()),
        false => Err(format!("{key}: expected small letters, digits and hyphens, not {name:?}")),
    }
}

impl Part {
    fn check(&self) -> Result<(), (Option<usize>, String)> {
        self.check_head().map_err(|reason| (None, reason))?;
        let mut names = HashSet::new();
        for spanned in &self.rows {
            let row = spanned.get_ref();
            let wrong = |reason: String| (Some(spanned.span().start), format!("row {:?}: {reason}", row.name));
            if !names.insert(&row.name) {
                return Err(wrong("given twice".to_string()));
            }
            row.check(self).map_err(wrong)?;
        }
        Ok(())
    }

    fn check_head(&self) -> Result<(), String> {
        if self.columns.is_empty() || self.rows.is_empty() {
            return Err("expected at least one column and one row".to_string());
        }
        if let Some(column) = self.columns.iter().find(|column| column.kind() != self.kind) {
            return Err(format!("columns: {column} is a column of a {}, not of a {}", column.kind(), self.kind));
        }
        if let Some(column) = self.headline.filter(|column| !self.columns.contains(column)) {
            return Err(format!("headline: {column} is not among the columns"));
        }
        self.check_keys()?;
        if self.kind != Kind::Match {
            self.kit()?;
        }
        for recipe in [&self.base, &self.second_base, &self.recipe].into_iter().flatten() {
            open(self.kit()?, recipe)?;
        }
        // Of a game that we do not have the players are not known; its rows are not run.
        if let (Some(opponent), Ok(kit)) = (&self.opponent, self.kit()) {
            Spec::parse(kit, &opponent.stand_in).map_err(|reason| format!("opponent.stand_in: {reason}"))?;
        }
        Ok(())
    }

    /// Its game.
    fn kit(&self) -> Result<&'static dyn Kit, String> {
        list::find(&self.game).map_err(|reason| format!("game: {reason}"))
    }

    /// What its kind and its columns need is there, what belongs to another kind is not.
    fn check_keys(&self) -> Result<(), String> {
        let has = |column: Column| self.columns.contains(&column);
        let needs = [
            ("base", self.kind == Kind::Suite, self.base.is_some(), Kind::Suite),
            ("second_base", has(Column::NodesPercentSecond), self.second_base.is_some(), Kind::Suite),
            ("method", self.counts_method(), self.method.is_some(), Kind::Suite),
            ("opponent", self.names_opponent(), self.opponent.is_some(), Kind::Match),
            ("recipe", self.kind == Kind::Fit, self.recipe.is_some(), Kind::Fit),
        ];
        for (key, needed, given, kind) in needs {
            if needed && !given {
                return Err(format!("{key}: expected, but it is not there"));
            }
            if given && kind != self.kind {
                return Err(format!("{key}: belongs to a part of kind {kind}, not {}", self.kind));
            }
        }
        match &self.method {
            Some(method) if !Id::ALL.iter().any(|id| id.name() == method) => {
                let names: Vec<&str> = Id::ALL.iter().map(|id| id.name()).collect();
                Err(format!("method: expected one of {}, not {method:?}", names.join(", ")))
            }
            _ => Ok(()),
        }
    }

    fn counts_method(&self) -> bool {
        let of_method = [Column::MethodShare, Column::MethodRate, Column::MethodTries];
        self.columns.iter().any(|column| of_method.contains(column))
    }

    fn names_opponent(&self) -> bool {
        self.rows().any(|row| row.players.iter().flatten().any(|player| player == OPPONENT))
    }
}

impl Row {
    fn check(&self, part: &Part) -> Result<(), String> {
        if let Some(column) = self.paper.keys().find(|column| !part.columns.contains(column)) {
            return Err(format!("paper: {column} is not among the columns of the part"));
        }
        let keys = [
            ("recipe", self.recipe.is_some() || !self.set.is_empty(), Kind::Suite),
            ("base", self.base.is_some(), Kind::Suite),
            ("suite", self.suite.is_some(), Kind::Suite),
            ("players", self.players.is_some(), Kind::Match),
            ("game", self.game.is_some(), Kind::Match),
            ("sum", !self.sum.is_empty(), Kind::Match),
            ("height", self.height.is_some() || self.shallow.is_some() || self.stage.is_some(), Kind::Fit),
        ];
        if let Some((key, _, kind)) = keys.into_iter().find(|(_, given, kind)| *given && *kind != part.kind) {
            return Err(format!("{key}: belongs to a part of kind {kind}, not {}", part.kind));
        }
        if self.only.is_some() {
            return Ok(());
        }
        if !self.sum.is_empty() {
            return self.check_sum(part);
        }
        match part.kind {
            Kind::Suite => self.check_suite(part)?,
            Kind::Match => self.check_match(part)?,
            Kind::Fit => self.check_fit(part.kit()?)?,
        }
        Scale::ALL.into_iter().try_for_each(|scale| self.extent(part, scale).check(part.kind, scale))
    }

    fn check_suite(&self, part: &Part) -> Result<(), String> {
        let recipe = self.recipe.as_ref().ok_or("recipe: expected, but it is not there")?;
        let kit = part.kit()?;
        open(kit, recipe).and(open(kit, &self.recipe_text()))?;
        self.base.as_ref().or(part.base.as_ref()).map_or(Ok(()), |base| open(kit, base).map(drop))
    }

    fn check_sum(&self, part: &Part) -> Result<(), String> {
        let plays = |name: &str| part.rows().any(|row| row.name == name && row.players.is_some());
        match self.sum.iter().find(|name| !plays(name)) {
            _ if self.players.is_some() => Err("sum: a row has players or is a sum, not both".to_string()),
            Some(name) => Err(format!("sum: expected rows with players, not {name:?}")),
            None => Ok(()),
        }
    }

    fn check_match(&self, part: &Part) -> Result<(), String> {
        let players = self.players.as_ref().ok_or("players: expected two, but they are not there")?;
        let Ok(kit) = list::find(self.game(part)) else { return Ok(()) };
        for player in players.iter().filter(|player| *player != OPPONENT) {
            Spec::parse(kit, player).map_err(|reason| format!("players: {reason}"))?;
        }
        Ok(())
    }

    fn check_fit(&self, kit: &dyn Kit) -> Result<(), String> {
        match (self.shallow, self.height) {
            (Some(shallow), Some(height)) if 0 <= shallow && shallow < height && height <= MAX_DEPTH => {}
            _ => return Err(format!("shallow, height: expected depths with 0 <= shallow < height <= {MAX_DEPTH}")),
        }
        match self.stage.as_deref() {
            None | Some(ALL_STAGES) => Ok(()),
            Some(stage) if kit.stages().contains(&stage) => Ok(()),
            Some(stage) => Err(format!("stage: expected {} or {ALL_STAGES}, not {stage:?}", kit.stages().join(", "))),
        }
    }
}

/// A recipe with the changes behind its name; named as it was asked for.
pub(super) fn open(kit: &'static dyn Kit, text: &str) -> Result<Recipe, String> {
    let mut words = text.split(',');
    let mut recipe = recipe::open(kit, words.next().unwrap_or_default())?;
    for change in words {
        recipe.change(change).map_err(|reason| format!("{text}: {reason}"))?;
    }
    recipe.name = text.to_string();
    Ok(recipe)
}
