//! What a watcher sees, and what it may overrule, on random trees.
use super::{plain, seeds};
use crate::{
    GameEngine,
    engine::{Engine, Report, Rules},
    id::Id,
    limits::Limits,
    methods::{Methods, Place},
    node::{BEST_EVAL, Bound, Score},
    rank_observer::RankObserver,
    rank_statistics::{Bins, Cell, Phase, State},
    toy::{Toy, ToyGame, candidate, node, with_search},
    watch::{self, Decision, Left, Look, MoveFacts, NodeFacts, Reason, Ruling, Said, Searched, Step, Watch, Watching},
};

/// Nodes of the path: the ply, and what has been seen of each.
#[derive(Default)]
struct Seen {
    path: Vec<NodeFacts>,
    entered: u64,
    quiescence_nodes: u64,
    reasons: Vec<Reason>,
    /// Serial, method, what it said, and how many nodes of the path there were.
    decisions: Vec<(u64, Id, Said, usize)>,
    candidates: u64,
    searched: u64,
    again: u64,
    skipped: u64,
    rest: u64,
    rests_in_tests: u64,
    overrule: Option<u64>,
    /// Scores of the nodes from which the overruled decision was made, up to the root.
    came_to: Vec<Score>,
    above: Option<usize>,
    /// Decisions made when the node of the overruled one was left.
    left_at: usize,
    /// Candidates of the node at hand, and whether it was answered that all are skipped.
    handed: Vec<Vec<u16>>,
}

impl Watch for Seen {
    fn enter(&mut self, n: &NodeFacts) {
        match self.path.last() {
            None => assert_eq!((n.ply, n.step), (0, Step::Root)),
            Some(above) => {
                assert!(n.ply == above.ply + 1 || n.ply == above.ply && n.probe, "{n:?} below {above:?}");
                assert!(n.ply == above.ply || n.step != Step::Root);
                assert_eq!(n.iteration, above.iteration);
            }
        }
        assert!(n.depth > 0 && n.eval.is_none());
        self.path.push(*n);
        self.handed.push(Vec::new());
        self.entered += 1;
    }

    fn assessed(&mut self, n: &NodeFacts, look: &dyn Look) {
        assert_eq!(n.key, self.path.last().unwrap().key);
        assert_eq!(n.eval.is_none(), n.forced);
        assert_eq!(look.path().len(), n.ply as usize);
        assert_eq!(look.path().last().copied().unwrap_or(Step::Root), n.step);
    }

    fn moves(&mut self, _n: &NodeFacts, _look: &dyn Look) {
        self.handed.last_mut().unwrap().clear();
    }

    fn candidate(&mut self, n: &NodeFacts, c: &MoveFacts, _look: &dyn Look) {
        assert!(c.alpha >= n.alpha && c.rank >= 1 && (c.rank > 1 || c.best < -BEST_EVAL));
        self.handed.last_mut().unwrap().push(c.m);
        self.candidates += 1;
    }

    fn answer(&mut self, n: &NodeFacts, d: &Decision, look: &dyn Look) -> Ruling {
        assert_eq!(d.serial, self.decisions.len() as u64 + 1);
        assert_eq!(look.slack(d.id), d.slack);
        assert!(d.slack.is_none_or(|slack| slack >= 0), "{d:?}");
        self.decisions.push((d.serial, d.id, d.said, self.path.len()));
        match d.said {
            Said::Cut(score) => assert!(score >= n.beta || score <= n.alpha),
            Said::Skip => self.skipped += 1,
            Said::SkipRest => {
                self.skipped += 1;
                self.rests_in_tests += n.is_test() as u64;
                let handed = self.handed.last().unwrap();
                self.rest +=
                    look.quiet_moves().iter().filter(|m| !handed.contains(m) && **m != n.without).count() as u64;
            }
            _ => {}
        }
        if self.overrule != Some(d.serial) {
            return Ruling::Stands;
        }
        self.above = Some(self.path.len());
        Ruling::Overruled
    }

    fn searched(&mut self, n: &NodeFacts, c: &MoveFacts, done: &Searched) {
        assert_eq!(self.handed.last().unwrap().last(), Some(&c.m));
        assert!(done.depth <= n.depth + 2 && done.again <= (done.reduced > 0));
        self.searched += 1;
        self.again += done.again as u64;
    }

    fn leave(&mut self, n: &NodeFacts, left: &Left) {
        let entered = self.path.pop().unwrap();
        self.handed.pop();
        assert_eq!((entered.key, entered.ply, entered.alpha), (n.key, n.ply, n.alpha));
        assert_eq!(left.bound == Bound::Lower, left.score >= n.beta);
        assert!(left.nodes > 0);
        self.reasons.push(left.reason);
        if self.above == Some(self.path.len() + 1) {
            if self.came_to.is_empty() {
                self.left_at = self.decisions.len();
            }
            self.came_to.push(left.score);
            self.above = Some(self.path.len()).filter(|&above| above > 0);
        }
    }

    fn quiescence(&mut self, n: &NodeFacts, left: &Left) {
        assert!(n.depth <= 0 && left.nodes > 0);
        self.quiescence_nodes += left.nodes;
    }
}

/// Every method that the toy game knows, so that all kinds of answers come up.
fn all_methods() -> Methods {
    let mut methods = plain();
    for &id in Id::ALL {
        if id.place() != Place::Tool {
            methods.set(&format!("{}.enabled", id.name()), "true").unwrap();
        }
    }
    let eager = [("singular.min_depth", "3"), ("late_move_reduction.moves", "1"), ("null_move.min_depth", "2")];
    for (path, value) in eager.into_iter().chain([("razoring.base", "0"), ("razoring.per_depth", "20")]) {
        methods.set(path, value).unwrap();
    }
    methods
}

fn watched(methods: &Methods, seed: u64, limits: &Limits, overrule: Option<u64>) -> (Report, Seen) {
    let mut engine = GameEngine::new(ToyGame).unwrap();
    engine.resize_table(1).unwrap();
    engine.set_methods(*methods);
    engine.set_knowledge(super::knowledge());
    engine.set_position(Some(&seed.to_string()), &[]).unwrap();
    engine.watch(Some(Box::new(Seen { overrule, ..Seen::default() })));
    engine.control().prepare(false);
    let report = engine.go(limits, &mut |_| {});
    let seen: Box<Seen> = engine.watch(None).and_then(watch::unwrap).unwrap();
    (report, *seen)
}

#[test]
fn a_watched_search_walks_the_same_tree_and_is_seen_whole() {
    let (mut quiescence, mut ids, mut rest, mut in_tests) = (0, Vec::new(), 0, 0);
    for seed in seeds(20) {
        for limits in [Limits::depth(8), Limits::nodes(2000)] {
            let bare = super::search(&all_methods(), seed, &limits);
            let (report, seen) = watched(&all_methods(), seed, &limits, None);
            assert_eq!((report.nodes, &report.line, &report.tally), (bare.nodes, &bare.line, &bare.tally));
            assert!(seen.path.is_empty());
            let stopped = seen.reasons.contains(&Reason::Stopped);
            assert_eq!(stopped, limits.nodes.is_some_and(|nodes| report.nodes >= nodes));
            let razored = report.tally.iter().find(|(id, _)| *id == Id::Razoring).map_or(0, |(_, tally)| tally.nodes);
            let counted = seen.entered + seen.quiescence_nodes + razored;
            assert!(stopped || report.nodes == counted, "{} of {}", counted, report.nodes);
            assert!(stopped || seen.candidates == seen.searched + seen.skipped + cuts(&seen, Id::SingularMultiCut));
            let sum = |what: fn(&crate::tally::Tally) -> u64| report.tally.iter().map(|(_, t)| what(t)).sum::<u64>();
            assert_eq!(sum(|tally| tally.again), seen.again);
            assert!(sum(|tally| tally.rest).abs_diff(seen.rest) <= seen.rests_in_tests, "a left-out move may count");
            quiescence += seen.quiescence_nodes;
            (rest, in_tests) = (rest + seen.rest, in_tests + seen.rests_in_tests);
            ids.extend(seen.decisions.iter().map(|(_, id, ..)| *id));
        }
    }
    assert!(quiescence > 1000 && rest > 1000 && 10 * in_tests < rest, "{quiescence} {rest} {in_tests}");
    for id in [Id::ReverseFutility, Id::Razoring, Id::ProbCut, Id::NullMove, Id::MultiCut, Id::LateMoveCount] {
        assert!(ids.contains(&id), "{id:?}");
    }
    for id in [Id::Futility, Id::LateMoveReduction, Id::InternalReduction, Id::Singular] {
        assert!(ids.contains(&id), "{id:?}");
    }
}

fn cuts(seen: &Seen, of: Id) -> u64 {
    seen.decisions.iter().filter(|(_, id, said, _)| *id == of && matches!(said, Said::Cut(_))).count() as u64
}

#[test]
fn an_overruled_decision_changes_what_follows_and_nothing_before() {
    let mut changed = 0;
    for seed in seeds(6) {
        let limits = Limits::depth(6);
        let (_, base) = watched(&all_methods(), seed, &limits, None);
        for &(serial, id, said, _) in base.decisions.iter().step_by(base.decisions.len() / 40 + 1) {
            let (report, replay) = watched(&all_methods(), seed, &limits, Some(serial));
            let same = serial as usize;
            assert_eq!(replay.decisions[..same], base.decisions[..same]);
            assert!(!replay.came_to.is_empty(), "the node and its ancestors are left, up to the root");
            let path = base.decisions[same - 1].3;
            let mut inside = replay.decisions[same..replay.left_at].iter().filter(|later| later.3 == path);
            if matches!(said, Said::Cut(_)) && id.place() == Place::BeforeMoves {
                assert!(inside.all(|later| later.1.place() != Place::BeforeMoves), "another cut at that visit");
            }
            changed += (replay.decisions != base.decisions) as u32;
            assert_eq!(report.depth, 6);
        }
    }
    assert!(changed > 50, "{changed}");
}

#[test]
fn after_an_overruled_skip_rest_no_move_of_the_node_is_skipped() {
    let methods = Methods { late_move_count: crate::prune::late_move_count::LateMoveCount::on(), ..plain() };
    let mut tried = 0;
    for seed in seeds(5) {
        let limits = Limits::depth(5);
        let (_, base) = watched(&methods, seed, &limits, None);
        for &(serial, ..) in base.decisions.iter().take(10) {
            let (_, replay) = watched(&methods, seed, &limits, Some(serial));
            let path = base.decisions[serial as usize - 1].3;
            let later = &replay.decisions[serial as usize..replay.left_at];
            assert!(later.iter().all(|later| later.3 != path), "{later:?}");
            tried += 1;
        }
    }
    assert!(tried >= 20);
}

fn state() -> State {
    State { depth: 8, forced: false, rank: 5, changes: 1, best_alpha: -60, last_best: -10, phase: Phase::Remaining }
}

/// Shows the observer a node with alpha 0 whose moves come to these scores.
fn show(watching: &mut Watching, scores: &[Score], stopped: bool) {
    let toy = Toy::new(1);
    with_search(&Methods::off(), &toy, |s| {
        s.memory.watching = Some(Box::new(std::mem::replace(watching, Watching::new(Box::new(Nobody)))));
        let n = crate::node::Node { depth: 8, ..node() };
        s.stopper.stopped = stopped;
        s.watch::<true>(&toy, &n, |watching, n, look| watching.watcher.moves(n, look));
        for (rank, &score) in (1..).zip(scores) {
            s.is_spared::<true>(&toy, &n, candidate(rank), (0, 0));
            s.watch_searched::<true>(&toy, &n, score);
        }
        s.watch_moves_done::<true>(&toy, &n);
        *watching = *s.memory.watching.take().unwrap();
    });
}

struct Nobody;
impl Watch for Nobody {}

/// Scores of the moves of a node with alpha 0: -60 (table move), -80, -40 (better), -50,
/// 30 (above alpha). Tested are ranks 2 to 5; the third node has no fifth move, and the
/// fourth was stopped.
#[test]
fn the_observer_of_rank_cut_counts_by_the_rule() {
    let mut watching = Watching::new(Box::new(RankObserver::new(8, Bins::of_unit(100))));
    for (moves, stopped) in [(5, false), (5, false), (4, false), (5, true)] {
        watching.enter_for_test();
        show(&mut watching, &[-60, -80, -40, -50, 30][..moves], stopped);
    }
    let found = watch::unwrap::<RankObserver>(watching.watcher).unwrap().statistics();
    let cell = |rank, changes, best_alpha, last_best| {
        let state = State { rank, changes, best_alpha, last_best, ..state() };
        *found.cell(&state).unwrap()
    };
    let counts = |visits, improved, raised| Cell { visits, improved, raised };
    assert_eq!(cell(2, 0, -60, 0), counts(3, 3, 2));
    assert_eq!(cell(3, 0, -60, -20), counts(3, 3, 2), "rank 3 is better than what ranks 2 and 3 knew");
    assert_eq!(cell(4, 1, -40, 0), counts(3, 2, 2));
    assert_eq!(cell(5, 1, -40, -10), counts(2, 2, 2));
    assert_eq!(found.cells.values().map(|cell| cell.visits).sum::<u64>(), 11);
}
