//! From a file to work: the comparisons, matches and fits that its rows need.
use super::{
    Experiment, Kind, Note, Part, Row,
    check::{ALL_STAGES, OPPONENT, open},
    estimate::duration,
};
use crate::{
    measure::{
        fit::{self, Depths, Source},
        problems::{self, HALVES},
        searches::{self, Suite},
    },
    play::{
        matches::{self, Limit, Resign, Rules, Spec, Stop},
        openings,
    },
    setup::recipe::Recipe,
    study::{error::Error, shard::Shard},
};
use niwaki_games::{Kit, Problem, kit::Thresholds, list};
use std::{
    path::{Path, PathBuf},
    time::Duration,
};

/// Longer games are drawn.
const MOST_PLIES: usize = 400;
/// What a move may be over its time, and how long a program may be silent.
const MARGIN: Duration = Duration::from_millis(50);
const PATIENCE: Duration = Duration::from_secs(60);
/// A table is cleared before each game; where few nodes are searched it is smaller.
const NODES_PER_MIB: u64 = 1_000;
/// Plies that are taken of a game as an opening.
const OPENING_PLIES: usize = 16;

/// All that is to be done.
#[derive(Debug)]
pub struct Plan {
    /// The file.
    pub experiment: Experiment,
    /// How it is run.
    pub note: Note,
    /// What is done, one after the other.
    pub steps: Vec<Step>,
    /// Threads that share each step.
    pub jobs: usize,
}

/// A comparison, a match or a fit.
#[derive(Debug)]
pub struct Step {
    /// The folder of its records, below that of the run.
    pub folder: PathBuf,
    /// What it is, in a few words.
    pub name: String,
    /// What is done.
    pub work: Work,
}

/// What is done.
#[derive(Debug)]
pub enum Work {
    /// Recipes on positions.
    Suite {
        /// The positions.
        suite: Suite,
        /// The recipes; the first is the base.
        recipes: Vec<Recipe>,
        /// How they are searched.
        settings: Box<searches::Settings>,
    },
    /// A match of two.
    Match(Box<matches::Settings>),
    /// A regression.
    Fit(Box<fit::Settings>),
}

impl Plan {
    /// Plans an experiment; reads positions and openings. `shard` deals out the steps.
    pub fn new(experiment: Experiment, note: Note, jobs: usize, shard: Shard) -> Result<Plan, Error> {
        let mut steps: Vec<Step> = Vec::new();
        let places = places(&experiment, &note).into_iter().enumerate();
        for (_, Place { folder, number, part, row }) in places.filter(|(index, _)| shard.takes(*index)) {
            let asked = Asked { experiment: &experiment, part, row, note: &note, jobs };
            let (name, work) = asked.work(&folder, number)?;
            steps.push(Step { folder, name, work });
        }
        Ok(Plan { experiment, note, steps, jobs })
    }

    /// The plan in lines for people: what is done, and about how long it takes.
    pub fn lines(&self) -> Result<Vec<String>, Error> {
        let mut lines = Vec::new();
        let mut all = 0.0;
        for step in &self.steps {
            let seconds = step.seconds(self.jobs)?;
            all += seconds;
            lines.push(format!("  {}: {}, about {}", step.name, step.work.size(), duration(seconds)));
        }
        let skipped = self
            .experiment
            .parts()
            .flat_map(|part| part.rows().filter_map(|row| Some((row, row.blocked(part, &self.note)?))));
        lines.extend(skipped.map(|(row, reason)| format!("  {}: not run: {reason}", row.name)));
        let Experiment { id, title, .. } = &self.experiment;
        let head =
            format!("{id}: {title}; scale {}, {} steps, about {}", self.note.scale, self.steps.len(), duration(all));
        lines.insert(0, head);
        Ok(lines)
    }
}

/// Where the records of a step go, and the first row that it is for.
pub(super) struct Place<'a> {
    pub(super) folder: PathBuf,
    number: usize,
    part: &'a Part,
    row: &'a Row,
}

/// All steps of an experiment, in their order. Rows that are sums or cannot be run have none.
pub(super) fn places<'a>(experiment: &'a Experiment, note: &Note) -> Vec<Place<'a>> {
    let mut places: Vec<Place> = Vec::new();
    for (number, part) in experiment.parts().enumerate() {
        let runs = |row: &Row| row.sum.is_empty() && row.blocked(part, note).is_none();
        for (index, row) in part.rows().enumerate().filter(|(_, row)| runs(row)) {
            let folder = experiment.folder(number, index, note.scale);
            if places.iter().all(|place| place.folder != folder) {
                places.push(Place { folder, number, part, row });
            }
        }
    }
    places
}

/// A row, and all that decides what is done for it.
struct Asked<'a> {
    experiment: &'a Experiment,
    part: &'a Part,
    row: &'a Row,
    note: &'a Note,
    jobs: usize,
}

impl Asked<'_> {
    fn work(&self, folder: &Path, number: usize) -> Result<(String, Work), Error> {
        match self.part.kind {
            Kind::Suite => self.suite(folder, number),
            Kind::Match => self.duel(),
            Kind::Fit => self.fit(),
        }
        .map(|(name, work)| (format!("{} {name}", self.part.name), work))
    }

    fn kit(&self) -> Result<&'static dyn Kit, Error> {
        Ok(list::find(self.row.game(self.part))?)
    }

    /// One comparison for all rows that share its folder.
    fn suite(&self, folder: &Path, number: usize) -> Result<(String, Work), Error> {
        let extent = self.row.extent(self.part, self.note.scale);
        let rows = self.part.rows().enumerate();
        let rows = rows.filter(|(index, _)| self.experiment.folder(number, *index, self.note.scale) == folder);
        let base = self.row.base.as_ref().or(self.part.base.as_ref());
        let mut texts: Vec<String> = Vec::new();
        let wanted = base.into_iter().chain(&self.part.second_base).cloned();
        for text in wanted.chain(rows.map(|(_, row)| row.recipe_text())) {
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        let ((positions, name), kit) = (self.positions()?, self.kit()?);
        let settings = searches::Settings {
            kit,
            effort: extent.effort()?,
            hash: self.experiment.hash,
            patience: PATIENCE,
            shard: Shard::WHOLE,
            command: self.note.command.clone(),
        };
        let recipes = texts.iter().map(|text| open(kit, text)).collect::<Result<_, _>>()?;
        let suite = Suite { name, problems: spread(positions, extent.positions) };
        let name = format!("{} recipes on {}, {}", texts.len(), suite.name, settings.effort.words());
        Ok((name, Work::Suite { suite, recipes, settings: Box::new(settings) }))
    }

    /// The positions of the row, and what they are called.
    fn positions(&self) -> Result<(Vec<Problem>, String), Error> {
        let kit = self.kit()?;
        match self.note.positions.get(self.row.suite.as_deref().unwrap_or_default()) {
            Some(file) => Ok((problems::read(kit, file)?, file.clone())),
            None => {
                let half = Some(HALVES[1]);
                Ok((problems::built_in(kit, half)?, problems::built_in_name(half)))
            }
        }
    }

    fn duel(&self) -> Result<(String, Work), Error> {
        let extent = self.row.extent(self.part, self.note.scale);
        let limit = extent.limit()?;
        let openings = self.note.openings.as_deref().map(Path::new);
        let kit = self.kit()?;
        let Thresholds { resign, resign_moves, .. } = kit.thresholds();
        let openings = openings::read(kit, openings, OPENING_PLIES);
        let settings = matches::Settings {
            kit,
            players: self.players(kit)?,
            meetings: matches::Meetings::Each,
            openings: openings?,
            seed: self.experiment.seed,
            rules: Rules {
                limit,
                margin: MARGIN,
                resign: Some(Resign { score: resign, count: resign_moves }),
                draw: None,
                max_plies: MOST_PLIES,
                judge: None,
            },
            games: extent.games.unwrap_or_default(),
            stop: Stop::Games,
            hash: match limit {
                Limit::Nodes(nodes) => ((nodes / NODES_PER_MIB).max(1) as usize).min(self.experiment.hash),
                _ => self.experiment.hash,
            },
            jobs: self.jobs,
            patience: PATIENCE,
            scale_nps: None,
            affinity: false,
            counters: false,
            command: self.note.command.clone(),
            shard: Shard::WHOLE,
        };
        Ok((self.row.name.clone(), Work::Match(Box::new(settings))))
    }

    fn players(&self, kit: &'static dyn Kit) -> Result<Vec<Spec>, String> {
        let stand_in = self.part.opponent.as_ref().map(|opponent| opponent.stand_in.as_str());
        let outside = self.note.opponent.as_deref().or(stand_in).unwrap_or(OPPONENT);
        let texts =
            self.row.players.iter().flatten().map(|text| if text == OPPONENT { outside } else { text.as_str() });
        let mut players = texts.map(|text| Spec::parse(kit, text)).collect::<Result<Vec<Spec>, String>>()?;
        if let [first, second] = &mut players[..]
            && first.name == second.name
        {
            second.name.push_str(" (2)");
        }
        Ok(players)
    }

    /// One fit for all rows.
    fn fit(&self) -> Result<(String, Work), Error> {
        let extent = self.row.extent(self.part, self.note.scale);
        let (mut pairs, mut bounds) = (Vec::new(), Vec::new());
        for row in self.part.rows().filter(|row| row.only.is_none()) {
            let depths = row.shallow.zip(row.height).map(|(shallow, height)| Depths { shallow, height });
            pairs.extend(depths.filter(|depths| !pairs.contains(depths)));
            bounds.extend(row.bound.filter(|bound| !bounds.contains(bound)));
        }
        let source = match self.note.positions.get("") {
            Some(file) => {
                let read = problems::read(self.kit()?, file)?;
                let positions = read.into_iter().map(|problem| problem.position).collect();
                Source::File { name: file.clone(), positions }
            }
            None => Source::SelfPlay { count: extent.positions.unwrap_or_default(), seed: self.experiment.seed },
        };
        let kit = self.kit()?;
        let recipe = self.part.recipe.as_deref().unwrap_or(kit.fitted_recipe());
        let recipe = open(kit, recipe)?;
        let settings = fit::Settings {
            kit,
            recipe,
            pairs,
            source,
            few: None,
            bounds,
            // They belong to a model, which an experiment does not write.
            thresholds: Vec::new(),
            hash: self.experiment.hash,
            shard: Shard::WHOLE,
            command: self.note.command.clone(),
        };
        Ok(("regression".to_string(), Work::Fit(Box::new(settings))))
    }
}

/// Some of them, spread evenly.
fn spread<T>(all: Vec<T>, count: Option<usize>) -> Vec<T> {
    let length = all.len();
    let count = count.unwrap_or(length).min(length);
    let chosen = |index: usize| (index + 1) * count / length > index * count / length;
    all.into_iter().enumerate().filter(|(index, _)| chosen(*index)).map(|(_, item)| item).collect()
}

/// The name of a stage as a fit has it.
pub(super) fn stage(row: &Row) -> &str {
    row.stage.as_deref().unwrap_or(ALL_STAGES)
}

impl Work {
    /// How much it is, in words.
    fn size(&self) -> String {
        match self {
            Work::Suite { suite, recipes, .. } => format!("{} searches", suite.problems.len() * recipes.len()),
            Work::Match(settings) => format!("{} games, {}", settings.games, settings.rules.limit.describe()),
            Work::Fit(settings) => match &settings.source {
                Source::File { name, .. } => format!("positions of {name}"),
                Source::SelfPlay { count, .. } => format!("{count} positions"),
            },
        }
    }
}
