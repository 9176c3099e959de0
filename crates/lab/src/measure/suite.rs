//! Test suites: positions that ask for a move, a mate or points (see [`crate::measure::question`]),
//! each searched by itself, by a recipe or by another program. At fixed depth or nodes the
//! results of a recipe do not depend on the number of jobs.
mod print;
mod program;

pub use print::{Summary, summary};

use crate::{
    measure::compare::{self, Trial},
    play::matches::{Kind, Spec},
    setup::recipe::Recipe,
    study::{record::Plan, shard::Shard},
};
use niwaki_games::{Kit, Problem};
use niwaki_search::{limits::Limits, node::Depth};
use std::time::Duration;

/// Name of the command in records.
pub const COMMAND: &str = "suite";

/// What ends the search of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// A depth.
    Depth(Depth),
    /// A number of nodes.
    Nodes(u64),
    /// A time.
    Time(Duration),
}

impl Effort {
    /// The limits of a search that begins now.
    pub(crate) fn limits(self) -> Limits {
        match self {
            Effort::Depth(depth) => Limits::depth(depth),
            Effort::Nodes(nodes) => Limits::nodes(nodes),
            Effort::Time(time) => Limits::time(time),
        }
    }
}

/// How a suite is run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The game.
    pub kit: &'static dyn Kit,
    /// Who answers: a recipe, or another program.
    pub player: Spec,
    /// What ends each search.
    pub effort: Effort,
    /// Positions searched at a time.
    pub jobs: usize,
    /// Size of each job's table in MiB.
    pub hash: usize,
    /// The part of the positions that is searched.
    pub shard: Shard,
    /// How long a program may take beyond its time before it counts as hung.
    pub patience: Duration,
}

impl Settings {
    /// A suite is a comparison with one side; that of a program has no recipe.
    fn comparison(&self) -> compare::Settings {
        let recipes = match &self.player.kind {
            Kind::Recipe { recipe, .. } => vec![Recipe { name: self.player.name.clone(), ..(**recipe).clone() }],
            _ => Vec::new(),
        };
        let Settings { kit, effort, jobs, hash, shard, .. } = *self;
        compare::Settings { kit, recipes, base: 0, effort, jobs, hash, shard }
    }
}

/// What the run is, for its records. `suite` names the positions, `command` repeats it.
pub fn plan(positions: &[Problem], suite: &str, settings: &Settings, command: &str) -> Result<Plan, String> {
    let comparison = settings.comparison();
    let plan = match &settings.player.kind {
        Kind::Recipe { .. } => compare::plan(positions, suite, &comparison, command)?,
        _ => {
            let players = vec![settings.player.describe_with_hash()];
            let suite = compare::describe_suite(positions, suite);
            compare::plan_of(suite, players, &settings.player.name, &comparison, command)
        }
    };
    Ok(Plan { command: COMMAND, ..plan })
}

/// Searches what `done` does not hold yet, every position with nothing remembered from
/// another. `hear` is told of each in the order of the file and says whether to go on.
/// Returns all trials.
pub fn run(
    positions: &[Problem],
    settings: &Settings,
    done: Vec<Trial>,
    hear: &mut dyn FnMut(&Trial) -> bool,
) -> Result<Vec<Trial>, String> {
    match &settings.player.kind {
        Kind::Recipe { .. } => compare::run(positions, &settings.comparison(), done, hear),
        _ => program::run(positions, settings, done, hear),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{measure::question::Points, study::record::Run};
    use niwaki_games::kit;
    use serde_json::json;

    /// Own positions: a mate in one, a hanging queen, a poisoned pawn, one without a question.
    const SUITE: &str = "6k1/5ppp/8/8/8/8/5PPP/2R3K1 w - - bm Rc8#; id \"back rank\";\n\
                         # a comment\n\n\
                         3k4/8/8/3q4/8/2N5/8/3K4 w - - bm Nxd5; c0 \"Nxd5=4, Ke1=1\";\n\
                         2r3k1/p4ppp/8/8/8/1Q6/5PPP/6K1 w - - am Qb7; id \"back rank is weak\";\n\
                         8/8/8/3k1p2/5P2/4K3/8/8 w - -\n\
                         7k/5Q2/6K1/8/8/8/8/8 b - - id \"stalemate\";\n";

    fn run_all(effort: Effort, jobs: usize) -> (Vec<Trial>, Summary) {
        let kit = kit::find("chess").unwrap();
        let positions = kit.read_problems(SUITE).unwrap();
        let player = Spec::parse(kit, "modern").unwrap();
        let patience = Duration::ZERO;
        let settings = Settings { kit, player, effort, jobs, hash: 1, shard: Shard::WHOLE, patience };
        let trials = run(&positions, &settings, Vec::new(), &mut |_| true).unwrap();
        let plan = plan(&positions, "test.epd", &settings, "").unwrap();
        let header = json!({ "command": plan.command, "plan": plan.decides });
        let records = trials.iter().map(Trial::to_json).collect();
        let (summary, read) = summary(&Run { header: Some(header), records }).unwrap();
        assert_eq!(read, trials);
        (trials, summary)
    }

    #[test]
    fn right_moves_are_counted_and_positions_without_a_question_are_not() {
        let (trials, Summary { row, points, faults, .. }) = run_all(Effort::Depth(5), 2);
        assert_eq!((row.solved, row.asked, row.positions), (3, 3, 5));
        assert_eq!((points, faults), (Some(Points { got: 4, most: 4 }), 0));
        assert_eq!(trials[0].best.as_deref(), Some("Rc8#"));
        assert!(trials[0].mate && trials[0].id == "back rank");
        assert_eq!((trials[1].best.as_deref(), trials[1].id.as_str()), (Some("Nxd5"), "2"));
        assert_eq!(trials[3].solved, None);
        assert_eq!((&trials[4].best, trials[4].nodes), (&None, 0));
    }

    #[test]
    fn results_and_their_order_do_not_depend_on_the_number_of_jobs() {
        for effort in [Effort::Depth(6), Effort::Nodes(5000)] {
            let facts = |jobs| {
                let (mut trials, _) = run_all(effort, jobs);
                trials.iter_mut().for_each(|trial| trial.seconds = 0.0);
                trials
            };
            let alone = facts(1);
            assert!(alone.iter().map(|trial| trial.number).eq(1..=5));
            assert_eq!(alone, facts(2));
            assert_eq!(alone, facts(64));
        }
    }

    /// A search that has proved a mate runs on to the greatest depth for nothing.
    #[test]
    fn the_mean_depth_leaves_out_positions_with_a_mate() {
        let (trials, summary) = run_all(Effort::Nodes(5000), 1);
        let open: Vec<&Trial> = trials.iter().filter(|trial| !trial.mate).collect();
        let depths: i32 = open.iter().map(|trial| trial.depth).sum();
        assert!(open.len() < trials.len());
        assert_eq!(summary.row.mean_depth, Some(f64::from(depths) / open.len() as f64));
    }
}
