//! Quiescence: beyond the horizon only tactical moves are searched, and every move
//! when the side to move is forced, until the position is quiet enough to evaluate.
use crate::{
    game::{Game, Move, MoveOf, Position},
    node::{Ask, BEST_EVAL, Bound, INFINITE, Kind, MAX_PLY, NO_SCORE, Node, Permit, Score, clamp_eval, score_outcome},
    param::Switch,
    prune::Id,
    search::Search,
    table::Entry,
};

/// Nodes that one quiescence may take before it believes the evaluation wherever no threat
/// must be answered. Positions from games stay below a tenth of it, even without any pruning;
/// boards full of queens and rooks have exchanges without end.
const MOST_NODES: u64 = 10_000;

crate::params! {
    /// Leaves out of quiescence what hardly changes the score: losing captures by static
    /// exchange, captures of too little, late answers to checks. Off: every tactical move
    /// and every answer to a check is searched.
    pub struct QuiescencePruning {
        delta_margin = 150 in 0..=2000: "moves whose gain and this margin leave the evaluation below alpha are skipped";
        quiet_evasions = 2 in 0..=64: "quiet answers to a check searched once one holds";
    }
}

crate::params! {
    /// Where the full-width search ends, quiescence also tries quiet checks that lose nothing
    /// by static exchange. It costs nodes and sees mates and double attacks a ply or two earlier.
    pub struct QuiescenceChecks {}
}

crate::choice! {
    /// At which nodes of quiescence the table is asked and told.
    pub enum TableUse {
        /// Where the full-width search ends.
        Horizon = "horizon",
        /// All.
        All = "all",
        /// None.
        Nowhere = "nowhere",
    }
}

crate::params! {
    /// Quiescence as small programs of the papers had it.
    pub struct ClassicQuiescence {}
    choose {
        table: TableUse = Horizon: "nodes at which the table is used";
        stand_pat: Switch = On: "a side in check may stand pat, and only captures";
        count_horizon: Switch = On: "a node at the horizon counts twice, as one of either search";
    }
}

impl ClassicQuiescence {
    /// Whether the table serves a node `beyond` or at the horizon.
    #[inline]
    fn has_table(&self, beyond: bool) -> bool {
        !self.enabled || self.table == TableUse::All || self.table == TableUse::Horizon && !beyond
    }
}

/// Score of `pos` when only tactical moves are left to search, at the horizon or beyond it.
pub(crate) fn quiescence<G: Game>(
    s: &mut Search<'_, G>,
    pos: &G::Position,
    alpha: Score,
    beta: Score,
    ply: i32,
    kind: Kind,
    beyond: bool,
) -> Score {
    let ask = Ask { alpha, beta, depth: 0, ply, kind, permit: Permit::ALL, without: MoveOf::<G>::default() };
    let mut n = Node::new(&ask);
    s.stopper.count();
    if s.stopped() {
        return 0;
    }
    s.selective_depth = s.selective_depth.max(ply);
    if !beyond {
        s.quiescence_end = s.stopper.nodes.saturating_add(MOST_NODES);
    }
    if n.is_pv() {
        s.frame_mut(ply).line.clear();
    }
    if let Some(score) = s.game_over(pos, ply) {
        return score;
    }
    let classic = s.methods.classic_quiescence;
    n.forced = pos.forced() && !(classic.enabled && classic.stand_pat.is_on());
    // The table, whose memory is on its way, seldom knows the evaluation: do not wait.
    let correction = s.correction(pos);
    let raw_eval = if n.forced { NO_SCORE } else { s.evaluate(pos) };
    let has_table = classic.has_table(beyond);
    if has_table {
        s.look_up(pos, &mut n);
    }
    let settles =
        n.table_bound.is_lower() && n.table_score >= beta || n.table_bound.is_upper() && n.table_score <= alpha;
    if !n.is_pv() && n.table_score != NO_SCORE && settles {
        return n.table_score;
    }

    if classic.enabled && !beyond && classic.count_horizon.is_on() {
        s.stopper.count();
    }
    let mut best = -INFINITE;
    let exhausted = s.stopper.nodes > s.quiescence_end && !n.forced;
    if ply >= MAX_PLY - 1 || exhausted {
        return if n.forced { 0 } else { raw_eval };
    }
    if !n.forced {
        n.eval = clamp_eval(raw_eval + correction);
        best = best.max(n.eval);
        if best >= beta && !classic.enabled {
            return best;
        }
        n.alpha = alpha.max(best);
    }
    let mut best_move = MoveOf::<G>::default();
    if best < beta {
        (best, best_move) = tactical_search(s, pos, &n, best, beyond);
    }
    if s.stopped() {
        return 0;
    }
    if best == -INFINITE {
        best = score_outcome(pos.stuck(), ply);
    }
    if s.methods.fail_hard.enabled {
        best = best.clamp(alpha, beta);
    }
    let bound = match best {
        _ if best >= beta => Bound::Lower,
        _ if best > alpha => Bound::Exact,
        _ => Bound::Upper,
    };
    let entry = Entry {
        move_bits: best_move.bits(),
        score: best,
        eval: raw_eval,
        depth: 0,
        bound,
        pv: n.is_pv(),
        selectivity: s.selectivity,
    };
    if has_table {
        s.store(pos, ply, entry);
    }
    best
}

/// Searches tactical moves, or all when forced. `best` is the score without them.
fn tactical_search<G: Game>(
    s: &mut Search<'_, G>,
    pos: &G::Position,
    n: &Node<MoveOf<G>>,
    mut best: Score,
    beyond: bool,
) -> (Score, MoveOf<G>) {
    let mut alpha = n.alpha;
    let mut best_move = MoveOf::<G>::default();
    let mut picker = if n.forced {
        s.picker(n)
    } else {
        let tactical = !n.table_move.is_none() && pos.is_tactical(n.table_move);
        let picker = s.tactical_picker(if tactical { n.table_move } else { MoveOf::<G>::default() });
        if G::Position::FORCING && !beyond && s.methods.quiescence_checks.enabled {
            picker.with_forcing()
        } else {
            picker
        }
    };
    let mut quiet_tried = 0;
    while let Some(m) = picker.next(s, pos) {
        if picker.is_quiet() {
            quiet_tried += 1;
        }
        let held = best > -BEST_EVAL;
        let method = &s.methods.quiescence_pruning;
        if held && method.enabled {
            let losing = picker.is_losing();
            let skip = |_: &mut Search<'_, G>| method.skips(pos, n, m, alpha, losing, quiet_tried);
            if let Some(bound) = s.gate(Id::QuiescencePruning, 0, skip) {
                best = best.max(bound.min(alpha));
                continue;
            }
        }
        let mut child = pos.clone();
        s.make(pos, &mut child, m);
        s.push(pos, Some(m), &child, n.ply);
        let score = -quiescence(s, &child, -n.beta, -alpha, n.ply + 1, n.kind.first_child(), true);
        s.pop();
        if s.stopped() {
            break;
        }
        best = best.max(score);
        if score > alpha {
            best_move = m;
            alpha = score;
            if n.is_pv() {
                s.extend_line(n.ply, m);
            }
            if score >= n.beta {
                break;
            }
        }
    }
    s.put_back(picker);
    (best, best_move)
}

impl QuiescencePruning {
    /// A bound on the move's score if it is not worth a search.
    #[inline]
    fn skips<P: Position>(
        &self,
        pos: &P,
        n: &Node<P::Move>,
        m: P::Move,
        alpha: Score,
        losing: bool,
        quiet_tried: i32,
    ) -> Option<Score> {
        if losing || n.forced {
            return (losing || quiet_tried > self.quiet_evasions).then_some(-BEST_EVAL);
        }
        let optimistic = n.eval + pos.gain(m) + self.delta_margin;
        (optimistic <= alpha && !pos.forces(m)).then_some(optimistic)
    }
}
