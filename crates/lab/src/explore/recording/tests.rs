use super::*;
use crate::{explore::searched, measure::effort::Effort, setup::recipe};
use niwaki_games::{Kit, list::ALL};
use niwaki_search::{
    engine::Engine,
    watch::{Decision, Look, NodeFacts, Ruling, Said, Watch},
};

fn engine(kit: &'static dyn Kit) -> Box<dyn Engine> {
    recipe::default(kit).unwrap().engine(1).unwrap()
}

fn recorded(engine: &mut dyn Engine, effort: Effort, recorder: Recorder) -> (u64, Recording) {
    let (found, recorder) = searched::search(engine, &effort.limits(), recorder);
    (found.last.nodes, recorder.finish())
}

#[test]
fn a_recorded_search_is_the_same_search_and_its_tree_holds_together() {
    for kit in ALL {
        let mut engine = engine(*kit);
        engine.clear();
        engine.control().prepare(false);
        let plain = engine.go(&Effort::Depth(6).limits(), &mut |_| {}).nodes;
        let (nodes, recording) = recorded(&mut *engine, Effort::Depth(6), Recorder::default());
        assert_eq!(nodes, plain, "{kit:?}");
        let roots: u64 = recording.visits.iter().filter(|visit| visit.level == 0).map(|visit| visit.nodes).sum();
        assert_eq!(roots, nodes, "{kit:?}: every node lies below a root");
        for (index, &above) in recording.parents().iter().enumerate().filter(|(_, above)| **above != NONE) {
            let (visit, above) = (&recording.visits[index], &recording.visits[above]);
            assert!(above.level + 1 == visit.level && above.entered < visit.entered, "{kit:?} {index}");
            assert!(visit.entered + visit.nodes <= above.entered + above.nodes, "{kit:?} {index}");
        }
    }
}

#[test]
fn steps_lead_to_the_positions_that_were_searched() {
    let kit = ALL[0];
    let mut engine = engine(kit);
    let (_, recording) = recorded(&mut *engine, Effort::Depth(7), Recorder::default());
    let mut positions = Vec::new();
    let mut steps = recording.visits.iter().map(|visit| (visit.level, visit.step));
    engine.walk(&mut steps, &mut |spot| positions.push(spot.position()));
    // Equal keys are equal positions, counters aside, and the reverse.
    let mut seen = std::collections::HashMap::new();
    for (visit, position) in recording.visits.iter().zip(&positions) {
        let placement = kit.placement(position).to_string();
        assert_eq!(*seen.entry(visit.key).or_insert_with(|| placement.clone()), placement);
    }
    assert!(seen.len() > 500 && recording.visits.iter().any(|visit| visit.step == Step::Pass));
}

#[test]
fn small_subtrees_are_folded_and_the_rest_is_kept() {
    let mut engine = engine(ALL[0]);
    let (_, whole) = recorded(&mut *engine, Effort::Depth(8), Recorder::default());
    assert_eq!(whole.fold, 0);
    let (_, folded) = recorded(&mut *engine, Effort::Depth(8), Recorder::of_most(whole.visits.len() / 3));
    assert!(folded.fold >= 8 && folded.visits.len() < whole.visits.len() / 2, "{}", folded.visits.len());
    // What was kept is in the whole tree too, in the same order, and counts the same nodes.
    let facts = |visit: &Visit| (visit.level, visit.key, visit.entered, visit.nodes, visit.score);
    let mut all = whole.visits.iter().enumerate();
    let places: Vec<usize> = folded
        .visits
        .iter()
        .map(|visit| all.find(|(_, other)| facts(other) == facts(visit)).expect("a visit of the whole tree").0)
        .collect();
    for (index, visit) in folded.visits.iter().enumerate() {
        let is_leaf = folded.visits.get(index + 1).is_none_or(|next| next.level <= visit.level);
        assert!(is_leaf || visit.nodes >= 8, "{index}");
        assert!(!visit.folded || is_leaf, "{index}");
    }
    let skips = |recording: &Recording, visit: usize| {
        recording
            .skipped
            .iter()
            .filter(|skipped| skipped.visit == visit)
            .map(|skipped| skipped.serial)
            .collect::<Vec<_>>()
    };
    for (index, place) in places.iter().enumerate().step_by(37) {
        assert_eq!(skips(&folded, index), skips(&whole, *place), "{index}");
    }
}

/// Notes every decision with the key of its node.
#[derive(Default)]
struct Notes(Vec<(u64, u64, Said)>);

impl Watch for Notes {
    fn answer(&mut self, n: &NodeFacts, decision: &Decision, _look: &dyn Look) -> Ruling {
        self.0.push((decision.serial, n.key, decision.said));
        Ruling::Stands
    }
}

#[test]
fn the_node_of_every_decision_is_found() {
    let mut engine = engine(ALL[0]);
    let (_, recording) = recorded(&mut *engine, Effort::Depth(6), Recorder::default());
    let (_, notes) = searched::search(&mut *engine, &Effort::Depth(6).limits(), Notes::default());
    let (mut found, mut all) = (0, 0);
    // Extensions are not kept, and a reduced move that goes to quiescence has no visit.
    for (serial, key, said) in notes.0.iter().filter(|(_, _, said)| !matches!(said, Said::Extend(_))) {
        let visit = recording.of_decision(*serial);
        assert!(visit.is_some() || matches!(said, Said::Reduce(_)), "{said:?}");
        all += 1;
        if let Some(visit) = visit {
            assert_eq!(recording.visits[visit].key, *key, "{said:?}");
            found += 1;
        }
    }
    assert!(all > 500 && found * 10 > all * 8, "{found} of {all}");
}

#[test]
fn the_widest_hold_all_above_them() {
    let mut engine = engine(ALL[0]);
    let (_, recording) = recorded(&mut *engine, Effort::Depth(6), Recorder::default());
    let parents = recording.parents();
    let widest = recording.widest(100);
    assert!(widest.len() == 100 && widest.is_sorted());
    for &index in &widest {
        assert!(parents[index] == NONE || widest.binary_search(&parents[index]).is_ok());
        let path = recording.path(index);
        assert!(path.windows(2).all(|pair| parents[pair[1]] == pair[0]) && path.last() == Some(&index));
    }
}
