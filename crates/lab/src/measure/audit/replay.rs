//! The same search again without one decision: how far does it travel?
use super::{
    record::Replay,
    sampler::{Level, Sample},
};
use crate::measure::iterations::{Searched, search};
use niwaki_search::{
    engine::Engine,
    limits::Limits,
    node::{Depth, Score},
    watch::{self, Decision, Left, Look, NodeFacts, Ruling, Watch},
};

/// Overrules one decision, and notes what its node and those above it come to.
struct Without {
    serial: u64,
    height: usize,
    /// Height of the next node to note.
    next: usize,
    levels: Vec<Level>,
}

impl Watch for Without {
    fn enter(&mut self, _n: &NodeFacts) {
        self.height += 1;
    }

    fn answer(&mut self, _n: &NodeFacts, decision: &Decision, _look: &dyn Look) -> Ruling {
        if decision.serial != self.serial {
            return Ruling::Stands;
        }
        self.next = self.height;
        Ruling::Overruled
    }

    fn leave(&mut self, n: &NodeFacts, left: &Left) {
        if self.next == self.height {
            self.levels.push(Level::new(n, left));
            self.next -= 1;
        }
        self.height -= 1;
    }
}

/// The search that is repeated.
pub(super) struct Base<'a> {
    pub(super) position: &'a str,
    pub(super) depth: Depth,
    pub(super) searched: &'a Searched,
    /// Nodes of each search that judges a changed move.
    pub(super) judge_nodes: u64,
}

impl Base<'_> {
    fn best(&self) -> Option<&str> {
        self.searched.report.line.first().map(String::as_str)
    }

    /// Repeats the search without the decision of a sample. Returns the nodes spent besides.
    pub(super) fn without(
        &self,
        engine: &mut dyn Engine,
        sample: &Sample,
        control: bool,
    ) -> Result<(Replay, u64), String> {
        engine.watch(Some(Box::new(Without { serial: sample.serial, height: 0, next: 0, levels: Vec::new() })));
        let again = search(engine, self.position, &Limits::depth(self.depth))?;
        let found: Option<Box<Without>> = engine.watch(None).and_then(watch::unwrap);
        let levels = found.map(|found| found.levels).unwrap_or_default();
        let pairs = || sample.levels.iter().zip(&levels);
        let last = pairs().next_back().filter(|(old, new)| old.ply == 0 && new.ply == 0);
        let new_best = again.report.line.first().map(String::as_str);
        let mut spent = again.report.nodes;
        let moved = new_best != self.best();
        let regret = match (self.best(), new_best) {
            (Some(old), Some(new)) if moved => {
                let (new, old) = (self.judge(engine, new, &mut spent)?, self.judge(engine, old, &mut spent)?);
                Some(new - old)
            }
            _ => None,
        };
        let replay = Replay {
            control,
            changed: pairs().take_while(|(old, new)| old.is_same(new)).map(|(old, new)| old.differs(new)).collect(),
            root: last.map(|(old, new)| old.score != new.score),
            score: again.report.score - self.searched.report.score,
            moved,
            regret,
        };
        Ok((replay, spent))
    }

    /// Score of a root move by a longer search of its own.
    fn judge(&self, engine: &mut dyn Engine, m: &str, spent: &mut u64) -> Result<Score, String> {
        engine.set_position(Some(self.position), &[m])?;
        engine.clear();
        engine.control().prepare(false);
        let report = engine.go(&Limits::nodes(self.judge_nodes), &mut |_| {});
        *spent += report.nodes;
        Ok(-report.score)
    }
}
