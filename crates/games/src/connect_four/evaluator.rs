//! The evaluator of Connect Four: stones near the middle, and near the end the exact solver.
use super::{Board, Middle, Solver};
use niwaki_search::{
    game::{Evaluator, Settled, Stop},
    node::{Depth, Score},
};

/// Size of the solver's table in MiB: it is asked about small trees, and cleared for each search.
const SOLVER_TABLE: usize = 1;

/// The static evaluation, and the solver once it is asked.
#[derive(Default)]
pub struct ConnectFourEvaluator {
    middle: Middle,
    solver: Option<Solver>,
    /// Whether the solver has been asked since its table was cleared.
    asked: bool,
}

impl Evaluator<Board> for ConnectFourEvaluator {
    /// A search depends on nothing that an earlier one has solved.
    fn reset(&mut self, _root: &Board) {
        if let Some(solver) = self.solver.as_mut().filter(|_| self.asked) {
            solver.clear();
        }
        self.asked = false;
    }

    fn evaluate(&mut self, pos: &Board) -> Score {
        self.middle.evaluate(pos)
    }

    fn settle(&mut self, pos: &Board, alpha: Score, beta: Score, _: Depth, stop: &mut Stop<'_>) -> Option<Settled> {
        self.asked = true;
        let solver = self.solver.get_or_insert_with(|| Solver::new(SOLVER_TABLE));
        // The solver counts from its start, the search from the last call.
        let mut counted = 0;
        let found = solver.solve_within(pos, alpha, beta, &mut |nodes| {
            let new = nodes - counted;
            counted = nodes;
            stop(new)
        })?;
        Some(Settled { score: found.score, bound: found.bound, nodes: found.nodes - counted })
    }
}
