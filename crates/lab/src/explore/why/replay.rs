//! A search again, with some of its decisions overruled.
use niwaki_search::{
    methods::Id,
    node::{Depth, Score},
    watch::{Decision, Look, MoveFacts, NodeFacts, Ruling, Said, Step, Watch},
};
use std::collections::{HashMap, HashSet};

/// A decision, whenever it is made: the same method says the same of the same move or node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Name {
    /// The position.
    pub key: u64,
    /// The method.
    pub id: Id,
    /// The move; 0: it is about the node, or about all later moves.
    pub m: u16,
}

impl Name {
    fn new(n: &NodeFacts, decision: &Decision) -> Name {
        let about_move = !matches!(decision.said, Said::Cut(_) | Said::Shallower(_) | Said::SkipRest);
        let m = decision.candidate.filter(|_| about_move).map_or(0, |candidate| candidate.m);
        Name { key: n.key, id: decision.id, m }
    }
}

/// A decision when it was first overruled.
#[derive(Clone, Debug)]
pub struct Event {
    /// Its name.
    pub name: Name,
    /// What was said.
    pub said: Said,
    /// The steps from the root.
    pub path: Vec<Step>,
    /// Depth of the iteration.
    pub iteration: Depth,
    /// Remaining depth.
    pub depth: Depth,
    /// The window.
    pub window: (Score, Score),
    /// Static evaluation.
    pub eval: Option<Score>,
    /// The move it was about.
    pub candidate: Option<MoveFacts>,
    /// By how much the condition was met.
    pub slack: Option<i32>,
}

/// Which decisions do not stand.
#[derive(Clone, Debug, Default)]
pub(super) enum Overruled {
    /// All do; their visits are noted.
    Nothing,
    /// All do, and nothing is noted.
    #[default]
    Unwatched,
    /// All of these methods; they are noted.
    Methods(Vec<Id>),
    /// Those of these names.
    Named(HashSet<Name>),
    /// The one of this number.
    Serial(u64),
}

/// Overrules decisions, and notes what it is told to.
#[derive(Default)]
pub(super) struct Replay {
    overruled: Overruled,
    events: Vec<Event>,
    known: HashSet<Name>,
    visits: HashMap<Name, Vec<(u64, Depth)>>,
}

impl Replay {
    pub(super) fn new(overruled: Overruled) -> Replay {
        Replay { overruled, ..Replay::default() }
    }

    /// The decisions that were overruled, each once.
    pub(super) fn overruled(self) -> Vec<Event> {
        self.events
    }

    /// When a decision was made: its numbers, with the depth of the iteration.
    pub(super) fn visits(&self, name: Name) -> Vec<(u64, Depth)> {
        self.visits.get(&name).cloned().unwrap_or_default()
    }

    fn note(&mut self, name: Name, n: &NodeFacts, decision: &Decision, look: &dyn Look) {
        if self.known.insert(name) {
            let &Decision { said, candidate, slack, .. } = decision;
            let (path, window) = (look.path(), (n.alpha, n.beta));
            let (iteration, depth, eval) = (n.iteration, n.depth, n.eval);
            self.events.push(Event { name, said, path, iteration, depth, window, eval, candidate, slack });
        }
    }
}

impl Watch for Replay {
    fn answer(&mut self, n: &NodeFacts, decision: &Decision, look: &dyn Look) -> Ruling {
        let name = Name::new(n, decision);
        let stands = match &self.overruled {
            Overruled::Unwatched => true,
            Overruled::Nothing => {
                self.visits.entry(name).or_default().push((decision.serial, n.iteration));
                true
            }
            Overruled::Methods(ids) if ids.contains(&decision.id) => {
                self.note(name, n, decision, look);
                false
            }
            Overruled::Methods(_) => true,
            Overruled::Named(names) => !names.contains(&name),
            Overruled::Serial(serial) => decision.serial != *serial,
        };
        if stands { Ruling::Stands } else { Ruling::Overruled }
    }
}
