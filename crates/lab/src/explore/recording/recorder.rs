//! The watcher that records a tree.
use super::{NONE, Recording, Skipped, Visit};
use niwaki_search::{
    node::Bound,
    watch::{Decision, Left, Look, MoveFacts, NodeFacts, Reason, Ruling, Said, Step, Watch},
};

/// Visits kept at first; beyond this small subtrees are folded.
const MOST_VISITS: usize = 2_800_000;
/// Subtrees folded at first, in nodes.
const FIRST_FOLD: u64 = 8;

/// Records every node of a search, and folds small subtrees of great ones.
#[derive(Debug)]
pub struct Recorder {
    recording: Recording,
    /// The visits on the path, the one at hand last.
    open: Vec<Open>,
    most: usize,
}

/// A visit that is not over.
#[derive(Clone, Copy, Debug)]
struct Open {
    visit: usize,
    ply: i32,
    /// Place of the move at hand in the order.
    rank: i32,
    /// Number of the decision that reduces the move at hand; 0: none does.
    reduced: u64,
    /// Moves that had been skipped before it was entered.
    skipped: usize,
}

impl Default for Recorder {
    fn default() -> Recorder {
        Recorder { recording: Recording::default(), open: Vec::new(), most: MOST_VISITS }
    }
}

impl Recorder {
    /// A recorder that keeps about so many visits at most.
    pub fn of_most(most: usize) -> Recorder {
        Recorder { most, ..Recorder::default() }
    }

    /// What was recorded.
    pub fn finish(mut self) -> Recording {
        self.recording.skipped.sort_by_key(|skipped| skipped.visit);
        self.recording
    }

    /// The visit at hand.
    fn here(&mut self) -> Option<&mut Visit> {
        let visit = self.open.last()?.visit;
        self.recording.visits.get_mut(visit)
    }

    fn fold(&mut self) {
        let limit = (2 * self.recording.fold).max(FIRST_FOLD);
        let mut marks: Vec<_> = self.open.iter().map(|open| (open.visit, open.skipped)).collect();
        self.recording.fold_below(limit, &mut marks);
        for (open, mark) in self.open.iter_mut().zip(marks) {
            (open.visit, open.skipped) = mark;
        }
        // A limit that has just been passed would soon be passed again.
        self.most = self.most.max(self.recording.visits.len() * 5 / 4);
    }
}

impl Watch for Recorder {
    fn enter(&mut self, n: &NodeFacts) {
        let above = self.open.last().copied();
        let is_same = above.is_some_and(|above| above.ply == n.ply);
        let visit = Visit {
            level: self.open.len(),
            step: if is_same { Step::Root } else { n.step },
            key: n.key,
            alpha: n.alpha,
            beta: n.beta,
            depth: n.depth,
            shallower: 0,
            shallower_by: 0,
            kind: n.kind,
            probe: n.prober,
            without: n.without,
            rank: above.filter(|_| !is_same).map_or(0, |above| above.rank),
            iteration: n.iteration,
            eval: None,
            slack: None,
            serial: 0,
            reduced: above.filter(|_| !is_same).map_or(0, |above| above.reduced),
            score: 0,
            bound: Bound::None,
            reason: Reason::Stopped,
            entered: n.nodes,
            nodes: u64::MAX,
            folded: false,
        };
        if self.recording.visits.len() >= self.most {
            self.fold();
        }
        let (visits, skipped) = (self.recording.visits.len(), self.recording.skipped.len());
        self.open.push(Open { visit: visits, ply: n.ply, rank: 0, reduced: 0, skipped });
        self.recording.visits.push(visit);
    }

    fn assessed(&mut self, n: &NodeFacts, _look: &dyn Look) {
        if let Some(visit) = self.here() {
            visit.eval = n.eval;
        }
    }

    fn answer(&mut self, _n: &NodeFacts, decision: &Decision, _look: &dyn Look) -> Ruling {
        let &Decision { serial, id, said, candidate, slack } = decision;
        let index = self.open.last().map_or(NONE, |open| open.visit);
        match (said, candidate) {
            (Said::Cut(_), _) => {
                if let Some(visit) = self.here() {
                    (visit.slack, visit.serial) = (slack, serial);
                }
            }
            (Said::Shallower(plies), _) => {
                if let Some(visit) = self.here() {
                    (visit.shallower, visit.shallower_by) = (visit.shallower + plies, serial);
                }
            }
            (Said::Skip | Said::SkipRest, Some(MoveFacts { m, rank, history, .. })) => {
                let rest = said == Said::SkipRest;
                self.recording.skipped.push(Skipped { visit: index, id, m, rank, history, rest, slack, serial });
            }
            (Said::Reduce(_) | Said::Lose(_), _) => {
                if let Some(open) = self.open.last_mut() {
                    open.reduced = serial;
                }
            }
            _ => {}
        }
        Ruling::Stands
    }

    fn candidate(&mut self, _n: &NodeFacts, c: &MoveFacts, _look: &dyn Look) {
        if let Some(open) = self.open.last_mut() {
            (open.rank, open.reduced) = (c.rank, 0);
        }
    }

    fn moves_done(&mut self, _n: &NodeFacts, _stopped: bool) {
        if let Some(open) = self.open.last_mut() {
            (open.rank, open.reduced) = (0, 0);
        }
    }

    fn leave(&mut self, _n: &NodeFacts, left: &Left) {
        let &Left { score, bound, reason, nodes } = left;
        let Some(Open { visit, skipped, .. }) = self.open.pop() else { return };
        let Some(kept) = self.recording.visits.get_mut(visit) else { return };
        (kept.score, kept.bound, kept.reason, kept.nodes) = (score, bound, reason, nodes);
        if nodes < self.recording.fold && self.recording.visits.len() > visit + 1 {
            self.recording.visits[visit].folded = true;
            self.recording.visits.truncate(visit + 1);
            let below = self.recording.skipped.split_off(skipped);
            self.recording.skipped.extend(below.into_iter().filter(|skipped| skipped.visit == visit));
        }
    }
}
