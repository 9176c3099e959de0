//! Quiescence search (QS): beyond the horizon only tactical moves are searched, and every move
//! when the side to move is forced, until the position is quiet enough to evaluate.
use crate::{
    doors::Doors,
    game::{Game, Move, MoveOf, Position},
    id::Id,
    node::{Ask, BEST_EVAL, Bound, INFINITE, Kind, MAX_PLY, NO_SCORE, Node, Permit, Score, clamp_eval},
    prune::quiescence_pruning::Tactic,
    search::Search,
    table::{Entry, Selectivity},
};

/// Nodes that one quiescence may take before it believes the evaluation wherever no threat
/// must be answered. Positions from games stay below a tenth of it, even without any pruning;
/// boards full of queens and rooks have exchanges without end.
const MOST_NODES: u64 = 10_000;

/// Score of `pos` when only tactical moves are left to search, at the horizon or `beyond` it.
pub(crate) fn quiescence<G: Game>(
    s: &mut Search<'_, G>,
    pos: &G::Position,
    (alpha, beta): (Score, Score),
    ply: i32,
    kind: Kind,
    beyond: bool,
) -> Score {
    let ask = Ask { alpha, beta, depth: 0, ply, kind, permit: Permit::ALL, without: MoveOf::<G>::default() };
    let mut n = Node::new(&ask);
    if let Some(score) = enter(s, pos, &n, beyond) {
        return score;
    }
    let classic = s.methods.classic_quiescence;
    n.forced = pos.forced() && !(classic.enabled && classic.stand_pat.is_on());
    let correction = s.correction(pos);
    let has_table = classic.has_table(beyond);
    let (raw_eval, is_known) = look(s, pos, &mut n, has_table);
    if let Some(score) = table_answer(&n).filter(|_| s.methods.draw_clock.trusts_table(pos)) {
        return score;
    }
    if classic.enabled && !beyond && classic.count_horizon.is_on() {
        s.stopper.count();
    }
    if ply >= MAX_PLY - 1 || !n.forced && s.stopper.nodes > s.quiescence_end {
        return if n.forced { 0 } else { raw_eval };
    }

    // Stand pat: the side to move need not capture.
    let mut best = -INFINITE;
    if !n.forced {
        best = assess(s, pos, &n, raw_eval, correction);
        n.eval = Some(best);
        if best >= beta && !classic.enabled {
            let memory = s.methods.quiescence_memory;
            if has_table && !is_known && memory.enabled && memory.stand_pat.is_on() {
                s.store(pos, ply, entry(&ask, best, MoveOf::<G>::default(), raw_eval, s.selectivity));
            }
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
        best = pos.stuck().score(ply);
    }
    if s.methods.fail_hard.enabled {
        best = best.clamp(alpha, beta);
    }
    if has_table {
        s.store(pos, ply, entry(&ask, best, best_move, raw_eval, s.selectivity));
    }
    best
}

/// Asks the table and the evaluator; returns the evaluation without corrections, and whether
/// the table knows the node.
#[inline]
fn look<G: Game>(s: &mut Search<'_, G>, pos: &G::Position, n: &mut Node<MoveOf<G>>, has_table: bool) -> (Score, bool) {
    if !s.methods.quiescence_memory.enabled {
        // The table, whose memory is on its way, seldom knows the evaluation: do not wait.
        let raw_eval = if n.forced { NO_SCORE } else { s.evaluate(pos) };
        return (raw_eval, has_table && s.look_up(pos, n).is_some());
    }
    let entry = if has_table { s.look_up(pos, n) } else { None };
    let raw_eval = match entry {
        _ if n.forced => NO_SCORE,
        Some(entry) if entry.eval != NO_SCORE => entry.eval,
        _ => s.evaluate(pos),
    };
    (raw_eval, entry.is_some())
}

/// What the side to move has if it does nothing.
#[inline]
fn assess<G: Game>(s: &Search<'_, G>, pos: &G::Position, n: &Node<MoveOf<G>>, raw: Score, correction: Score) -> Score {
    let methods = s.methods;
    let eval = clamp_eval(methods.draw_clock.scale(pos, raw) + correction);
    if methods.table_evaluation.quiescence.is_on() { methods.table_evaluation.refine(n, eval) } else { eval }
}

/// Counts the node; the score if the search or the game is over.
#[inline]
fn enter<G: Game>(s: &mut Search<'_, G>, pos: &G::Position, n: &Node<MoveOf<G>>, beyond: bool) -> Option<Score> {
    if !beyond {
        s.quiescence_end = s.stopper.nodes.saturating_add(MOST_NODES);
    }
    s.stopper.count();
    if s.stopped() {
        return Some(0);
    }
    s.selective_depth = s.selective_depth.max(n.ply);
    if n.is_pv() {
        s.frame_mut(n.ply).line.clear();
    }
    s.game_over(pos, n.ply)
}

/// The table's score, where it settles the question.
#[inline]
fn table_answer<M: Move>(n: &Node<M>) -> Option<Score> {
    let table = n.table?;
    (!n.is_pv() && table.settles(n.alpha, n.beta)).then_some(table.score)
}

/// What the table is to remember.
#[inline]
fn entry<M: Move>(ask: &Ask<M>, score: Score, m: M, raw_eval: Score, selectivity: Selectivity) -> Entry {
    let bound = match score {
        _ if score >= ask.beta => Bound::Lower,
        _ if score > ask.alpha => Bound::Exact,
        _ => Bound::Upper,
    };
    let pv = ask.kind == Kind::Pv;
    Entry { move_bits: m.bits(), score, eval: raw_eval, depth: 0, bound, pv, selectivity }
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
        let picker = s.tactical_picker(pos, n);
        if G::Position::FORCING && !beyond && s.methods.quiescence_checks.enabled {
            picker.with_forcing()
        } else {
            picker
        }
    };
    let mut quiet_tried = 0;
    while let Some(m) = s.next(&mut picker, pos) {
        if picker.is_quiet() {
            quiet_tried += 1;
        }
        let held = best > -BEST_EVAL;
        let method = &s.methods.quiescence_pruning;
        if held && method.enabled {
            let tactic = Tactic { m, alpha, losing: picker.is_losing(), quiet_tried };
            if let Some(bound) = s.gate(Id::QuiescencePruning, 0, |_| method.skips(pos, n, tactic)) {
                best = best.max(bound.min(alpha));
                continue;
            }
        }
        let mut child = pos.clone();
        s.make(pos, &mut child, m);
        s.push(pos, Some(m), &child, n.ply);
        let score = -quiescence(s, &child, (-n.beta, -alpha), n.ply + 1, n.kind.first_child(), true);
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
