//! Multi-cut (MC; Björnsson & Marsland 1999, 2000): if several moves beat beta in a
//! shallower search, one of them surely does in the full one, so the node is cut off.
//!
//! The more alternatives, the smaller the risk that all of them fail; yet it is a
//! bet, lost where the shallow searches all miss the same answer. Enhancements:
//! asking the table instead of the expected kind, counting moves of different pieces
//! only, and trying the shallow cutters first (Eiríksson 2011); at all nodes, where a
//! wrong cut only costs a search again (Winands et al. 2003; see `enhanced_pvs`).
//! It costs the shallow searches of the nodes at which it fails.
use crate::{prelude::*, prune::endgame::Endgame};

crate::choice! {
    /// At which nodes it is tried.
    pub enum Apply {
        /// Expected cut nodes.
        Cut = "cut",
        /// Where the table holds a shallower lower bound of at least beta.
        Table = "table",
        /// Either of these.
        Either = "either",
        /// Expected all nodes.
        All = "all",
        /// Expected cut nodes and all nodes.
        Both = "both",
    }
}

crate::choice! {
    /// Which remaining depths allow it.
    pub enum DepthGuard {
        /// Above the reduction: the shallow searches look one move ahead at least.
        Above = "above",
        /// From the reduction on: they may be quiescence only.
        From = "from",
    }
}

crate::choice! {
    /// Score of a node that is cut off.
    pub enum Returns {
        /// Beta.
        Beta = "beta",
        /// The least of the shallow scores that beat it.
        Least = "least",
    }
}

crate::choice! {
    /// What the table learns of a node that is cut off.
    pub enum Store {
        /// Nothing.
        Nothing = "nothing",
        /// The bound at the node's depth.
        Full = "full",
        /// The bound at the depth that was searched.
        Reduced = "reduced",
    }
}

crate::params! {
    /// If several moves beat beta in a shallower search, the node is cut off.
    pub struct MultiCut {
        reduction = 2 in 1..=10: "R, plies taken off the shallow searches";
        cuts = 3 in 1..=64: "C, moves that must beat beta";
        moves = 10 in 1..=256: "M, moves tried";
        extension_plies = 0 in 0..=10: "not if one of this many moves before was extended";
        endgame_points = 14 in 0..=64: "points of pieces (queen 9, rook 5, minor 3) up to which a side is in the endgame";
    }
    choose {
        apply: Apply = Cut: "nodes at which it is tried";
        depth: DepthGuard = Above: "least remaining depth, by the reduction";
        in_check: Switch = Off: "tried when in check";
        endgame: Endgame = Never: "endgames in which it is not tried";
        any_bound: Switch = Off: "any lower bound of the table counts, as the thesis's listing has it, not only of beta";
        independent: Switch = Off: "moves of a piece that has cut already are passed over, and count as tried";
        reorder: Switch = Off: "shallow cutters are searched first if the node is not cut off";
        returns: Returns = Beta: "score of a node that is cut off";
        store: Store = Nothing: "what the table learns of it";
    }
}

impl MultiCut {
    #[inline]
    pub(crate) fn before_moves<S: Doors>(&self, s: &mut S, pos: &S::Position, n: &NodeIn<S>) -> Before {
        if !self.applies(n) || self.is_guarded(s, pos, n) {
            return Before::Search;
        }
        let mut cutters = s.take_first(n.ply);
        let least = self.try_moves(s, pos, n, &mut cutters);
        let enough = cutters.len() >= self.cuts as usize && !s.stopped();
        if enough || self.reorder == Switch::Off {
            cutters.clear();
        }
        s.put_first(n.ply, cutters);
        if !enough {
            return Before::Search;
        }
        let score = if self.returns == Returns::Beta { n.beta } else { least };
        match self.store {
            Store::Nothing => Before::Cut(score),
            Store::Full => Before::CutAndStore(score, n.depth),
            Store::Reduced => Before::CutAndStore(score, (n.depth - self.reduction).max(0)),
        }
    }

    /// Whether the node looks like one with several good moves.
    #[inline]
    fn applies<M: Move>(&self, n: &Node<M>) -> bool {
        let by_table = || {
            n.table.is_some_and(|table| {
                let high = self.any_bound.is_on() || table.score >= n.beta;
                table.bound == Bound::Lower && high && table.depth < n.depth
            })
        };
        match self.apply {
            Apply::Cut => n.kind == Kind::Cut,
            Apply::All => n.kind == Kind::All,
            Apply::Both => n.kind != Kind::Pv,
            Apply::Table => by_table(),
            Apply::Either => n.kind == Kind::Cut || by_table(),
        }
    }

    #[inline]
    fn is_guarded<S: Doors>(&self, s: &S, pos: &S::Position, n: &NodeIn<S>) -> bool {
        let least_depth = self.reduction + (self.depth == DepthGuard::Above) as i32;
        n.depth < least_depth
            || n.forced && self.in_check == Switch::Off
            || self.endgame.is_reached(pos, self.endgame_points)
            || s.extended_within(n.ply, self.extension_plies)
    }

    // Out of line, as most recipes never come here.
    /// Searches the first moves shallower until enough have beaten beta; returns the
    /// least score of those.
    #[inline(never)]
    fn try_moves<S: Doors>(&self, s: &mut S, pos: &S::Position, n: &NodeIn<S>, cutters: &mut Vec<MoveIn<S>>) -> Score {
        let depth = n.depth - 1 - self.reduction;
        let mut least = INFINITE;
        let mut picker = s.picker(n);
        for _ in 0..self.moves {
            let Some(m) = s.next(&mut picker, pos) else { break };
            if self.independent.is_on() && cutters.iter().any(|&cutter| pos.piece(cutter) == pos.piece(m)) {
                continue;
            }
            let child = pos.play(m);
            let score = s.try_child(pos, n, Some(m), &child, Trial { depth, ..Trial::new(Self::ID, n) });
            if s.stopped() {
                break;
            }
            if score >= n.beta {
                cutters.push(m);
                least = least.min(score);
                if cutters.len() >= self.cuts as usize {
                    break;
                }
            }
        }
        s.put_back(picker);
        least
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        methods::Methods,
        node::TableFacts,
        toy::{Toy, ToyMove, node, with_search},
    };

    /// Scores of the toy game lie far above the one and far below the other.
    const LOW: Score = -5000;
    const HIGH: Score = 5000;

    fn at(beta: Score) -> Node<ToyMove> {
        Node { alpha: beta - 1, beta, depth: 5, kind: Kind::Cut, ..node() }
    }

    fn ask(method: MultiCut, n: &Node<ToyMove>) -> Before {
        let toy = Toy::new(3);
        with_search(&Methods::off(), &toy, |s| method.before_moves(s, &toy, n))
    }

    #[test]
    fn it_cuts_with_beta_where_enough_moves_beat_it_and_only_there() {
        assert_eq!(ask(MultiCut::on(), &at(LOW)), Before::Cut(LOW));
        assert_eq!(ask(MultiCut::on(), &at(HIGH)), Before::Search);
        // The toy game has six moves: seven can never beat beta, and two tried moves never three times.
        assert_eq!(ask(MultiCut { cuts: 6, ..MultiCut::on() }, &at(LOW)), Before::Cut(LOW));
        assert_eq!(ask(MultiCut { cuts: 7, ..MultiCut::on() }, &at(LOW)), Before::Search);
        assert_eq!(ask(MultiCut { moves: 2, ..MultiCut::on() }, &at(LOW)), Before::Search);
    }

    #[test]
    fn it_applies_to_the_nodes_it_is_told_to() {
        let facts = TableFacts { score: 5, depth: 4, bound: Bound::Lower };
        let with = |facts| Node { kind: Kind::All, table: Some(facts), ..at(0) };
        let table = with(facts);
        let method = |apply| MultiCut { apply, ..MultiCut::on() };
        let applies = |apply, n: &Node<ToyMove>| method(apply).applies(n);
        let all = Node { kind: Kind::All, ..at(0) };
        assert!(applies(Apply::Cut, &at(0)) && !applies(Apply::Cut, &table));
        assert!(applies(Apply::All, &all) && !applies(Apply::All, &at(0)));
        assert!(applies(Apply::Table, &table) && !applies(Apply::Table, &at(0)));
        assert!(applies(Apply::Either, &table) && applies(Apply::Either, &at(0)) && !applies(Apply::Either, &all));
        // The table must hold a lower bound, a shallower one, of beta.
        assert!(!applies(Apply::Table, &with(TableFacts { bound: Bound::Exact, ..facts })));
        assert!(!applies(Apply::Table, &with(TableFacts { depth: 5, ..facts })));
        let low = with(TableFacts { score: -1, ..facts });
        assert!(!applies(Apply::Table, &low));
        assert!(MultiCut { any_bound: Switch::On, ..method(Apply::Table) }.applies(&low));
    }

    #[test]
    fn each_guard_forbids_what_it_says() {
        let shallow = |depth, guard| ask(MultiCut { depth: guard, ..MultiCut::on() }, &Node { depth, ..at(LOW) });
        assert_eq!(shallow(2, DepthGuard::Above), Before::Search);
        assert_eq!((shallow(3, DepthGuard::Above), shallow(2, DepthGuard::From)), (Before::Cut(LOW), Before::Cut(LOW)));
        assert_eq!(shallow(1, DepthGuard::From), Before::Search);

        let forced = Node { forced: true, ..at(LOW) };
        assert_eq!(ask(MultiCut::on(), &forced), Before::Search);
        assert_eq!(ask(MultiCut { in_check: Switch::On, ..MultiCut::on() }, &forced), Before::Cut(LOW));

        // Both sides of the toy game have 64 points.
        let endgame = |endgame_points| MultiCut { endgame: Endgame::Either, endgame_points, ..MultiCut::on() };
        assert_eq!((ask(endgame(64), &at(LOW)), ask(endgame(63), &at(LOW))), (Before::Search, Before::Cut(LOW)));
    }

    #[test]
    fn an_extension_on_the_way_forbids_it() {
        let toy = Toy::new(3);
        let after = |back: i32, plies| {
            with_search(&Methods::off(), &toy, |s| {
                s.frame_mut(node().ply - back).extended = true;
                MultiCut { extension_plies: plies, ..MultiCut::on() }.before_moves(s, &toy, &at(LOW))
            })
        };
        assert_eq!((after(3, 3), after(1, 3)), (Before::Search, Before::Search));
        assert_eq!((after(3, 2), after(1, 0)), (Before::Cut(LOW), Before::Cut(LOW)));
    }

    #[test]
    fn moves_of_one_piece_count_once_and_use_up_moves() {
        // In the toy game all moves with numbers of one parity belong to one piece.
        let independent = MultiCut { independent: Switch::On, cuts: 2, moves: 6, ..MultiCut::on() };
        assert_eq!(ask(independent, &at(LOW)), Before::Cut(LOW));
        assert_eq!(ask(MultiCut { cuts: 3, ..independent }, &at(LOW)), Before::Search);
    }

    #[test]
    fn shallow_cutters_come_first_if_the_node_is_not_cut_off() {
        let toy = Toy::new(3);
        let order = |reorder, beta| {
            with_search(&Methods::off(), &toy, |s| {
                let n = at(beta);
                let method = MultiCut { cuts: 64, moves: 64, reorder, ..MultiCut::on() };
                assert_eq!(method.before_moves(s, &toy, &n), Before::Search);
                let cutters = s.frame_mut(n.ply).first.clone();
                let mut picker = s.picker(&n);
                (cutters, std::iter::from_fn(|| s.next(&mut picker, &toy)).collect::<Vec<_>>())
            })
        };
        let mut different = 0;
        for beta in (-100..100).step_by(10) {
            let ((nothing, usual), (cutters, changed)) = (order(Switch::Off, beta), order(Switch::On, beta));
            assert!(nothing.is_empty());
            let rest = usual.iter().copied().filter(|m| !cutters.contains(m));
            assert_eq!(changed, cutters.iter().copied().chain(rest).collect::<Vec<_>>());
            different += (changed != usual) as u32;
        }
        assert!(different > 0, "the examples must show a difference");
    }

    #[test]
    fn score_and_table_are_as_asked() {
        let store = |store| ask(MultiCut { store, ..MultiCut::on() }, &at(LOW));
        assert_eq!(store(Store::Full), Before::CutAndStore(LOW, 5));
        assert_eq!(store(Store::Reduced), Before::CutAndStore(LOW, 3));
        let least = ask(MultiCut { returns: Returns::Least, ..MultiCut::on() }, &at(LOW));
        assert!(matches!(least, Before::Cut(score) if score > LOW));
    }
}
