//! An exact solver behind the search: it is asked where the tool `exact` is on and the game is
//! near its end. It forgets at the start of each search, so that no search depends on another.
use niwaki_search::{
    game::{Settled, Stop},
    node::Score,
};

/// A solver of positions `P` with a transposition table of its own.
pub trait WindowSolver<P> {
    /// A solver with a table of the size that serves a search.
    fn for_search() -> Self;
    /// Forgets all positions.
    fn clear(&mut self);
    /// What it knows of a position when it is asked with a window of the search's scores;
    /// `None` if interrupted. `stop` is called every few thousand nodes with their number so
    /// far, and interrupts by `true`; [`Settled::nodes`] are all of them.
    fn solve_within(
        &mut self,
        pos: &P,
        alpha: Score,
        beta: Score,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Option<Settled>;
}

/// A solver that is made when it is first needed.
#[derive(Debug)]
pub(crate) struct Exact<S> {
    solver: Option<S>,
    is_used: bool,
}

impl<S> Default for Exact<S> {
    fn default() -> Self {
        Exact { solver: None, is_used: false }
    }
}

impl<S> Exact<S> {
    /// Forgets what it has found.
    pub(crate) fn forget<P>(&mut self)
    where
        S: WindowSolver<P>,
    {
        if std::mem::take(&mut self.is_used)
            && let Some(solver) = &mut self.solver
        {
            solver.clear();
        }
    }

    /// What it knows of a position; `None` if it was stopped. The search counts its nodes as
    /// they come, the solver all of them.
    pub(crate) fn settle<P>(&mut self, pos: &P, alpha: Score, beta: Score, stop: &mut Stop<'_>) -> Option<Settled>
    where
        S: WindowSolver<P>,
    {
        self.is_used = true;
        let solver = self.solver.get_or_insert_with(S::for_search);
        let mut counted = 0;
        let mut on_nodes = |so_far: u64| {
            let new = so_far - counted;
            counted = so_far;
            stop(new)
        };
        let settled = solver.solve_within(pos, alpha, beta, &mut on_nodes)?;
        Some(Settled { score: settled.score, bound: settled.bound, nodes: settled.nodes - counted })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        connect_four::{ConnectFour, Solver, to_score},
        list,
    };
    use niwaki_search::{
        game::Game,
        limits::Limits,
        node::{Bound, WIN},
    };

    /// A suite position with 18 plies left, and its exact value in points.
    fn late_positions() -> Vec<(String, i32)> {
        let kit = list::find("connect-four").unwrap();
        let problems = kit.read_problems(kit.suite().unwrap()).unwrap();
        let is_late = |position: &str| position.chars().filter(|letter| *letter != '/').count() >= 22;
        let late = problems.into_iter().filter(|problem| is_late(&problem.position));
        late.map(|problem| (problem.position, problem.score.unwrap())).collect()
    }

    #[test]
    fn nodes_are_counted_once_whether_they_come_early_or_late() {
        let (mut exact, mut early) = (Exact::<Solver>::default(), 0);
        let pos = ConnectFour.parse("xo/oxx//o/xo//x").unwrap();
        let mut count = |nodes: u64| {
            early += nodes;
            false
        };
        let settled = exact.settle(&pos, -WIN, WIN, &mut count).unwrap();
        let alone = Solver::for_search().solve_within(&pos, -WIN, WIN, &mut |_| false).unwrap();
        assert_eq!((settled.score, settled.bound), (0, Bound::Exact));
        assert!(early > 0 && early + settled.nodes == alone.nodes, "{early} {} {}", settled.nodes, alone.nodes);
        assert_eq!(exact.settle(&pos, -WIN, WIN, &mut |_| true).map(|settled| settled.score), Some(0), "it remembers");
        exact.forget::<crate::connect_four::Board>();
        assert_eq!(exact.settle(&pos, -WIN, WIN, &mut |_| true), None, "stopped");
    }

    #[test]
    fn a_search_with_the_solver_finds_the_exact_score() {
        let kit = list::find("connect-four").unwrap();
        let mut engine = kit.engine().unwrap();
        let mut methods = *engine.methods();
        for (path, value) in [("table.enabled", "true"), ("exact.enabled", "true"), ("exact.plies", "20")] {
            methods.set(path, value).unwrap();
        }
        engine.set_methods(methods);
        let late = late_positions();
        assert!(late.len() > 20);
        for (position, points) in late {
            engine.set_position(Some(&position), &[]).unwrap();
            engine.clear();
            engine.control().prepare(false);
            let score = engine.go(&Limits::depth(2), &mut |_| ()).score;
            let pos = ConnectFour.parse(&position).unwrap();
            assert_eq!(score, to_score(&pos, points), "{position}");
        }
    }
}
