//! The recursive function: fail-soft principal-variation search (PVS; Marsland & Campbell
//! 1982; Reinefeld 1983) with explicit expected node kinds.
use crate::{
    answer::{Late, OnTableMove, Reduction},
    books::Books,
    doors::Doors,
    game::{Evaluator, Game, Move, MoveOf, Position},
    id::Id,
    node::{
        Ask, BEST_EVAL, Bound, Depth, INFINITE, Kind, MAX_PLY, NO_SCORE, Node, Score, WIN, clamp_eval, is_decisive,
        to_node, to_root,
    },
    prune,
    quiescence::quiescence,
    search::Search,
    table::Entry,
    watch::Reason,
};

/// What the moves of a node came to.
struct Best<M> {
    score: Score,
    /// The move that raised alpha, or "no move".
    m: M,
}

/// Score of `pos` for the side to move, as asked: exact inside the window, a bound outside.
/// The steps are those of docs/architecture.md.
pub(crate) fn alphabeta<G: Game>(s: &mut Search<'_, G>, pos: &G::Position, mut ask: Ask<MoveOf<G>>) -> Score {
    debug_assert!(ask.alpha < ask.beta);
    ask.depth = within_game(pos, ask.depth);
    if ask.depth <= 0 || ask.ply >= MAX_PLY - 1 {
        return if s.is_watched() { s.watched_quiescence(pos, &ask) } else { horizon(s, pos, &ask) };
    }
    if s.is_watched() { watched(s, pos, &ask) } else { interior::<G, false>(s, pos, &ask) }
}

/// The same node, shown to whoever watches.
#[cold]
#[inline(never)]
fn watched<G: Game>(s: &mut Search<'_, G>, pos: &G::Position, ask: &Ask<MoveOf<G>>) -> Score {
    s.watch_enter(pos, ask);
    let score = interior::<G, true>(s, pos, ask);
    s.watch_leave(pos, ask, score);
    score
}

/// Beyond the horizon only tactical moves are searched.
#[inline(always)]
pub(crate) fn horizon<G: Game>(s: &mut Search<'_, G>, pos: &G::Position, ask: &Ask<MoveOf<G>>) -> Score {
    quiescence(s, pos, (ask.alpha, ask.beta), ask.ply, ask.kind, false)
}

/// A node with moves to search. Where somebody watches, `W`, each way out leaves its [`Reason`].
#[inline(always)]
fn interior<G: Game, const W: bool>(s: &mut Search<'_, G>, pos: &G::Position, ask: &Ask<MoveOf<G>>) -> Score {
    let mut n = Node::new(ask);

    // 1 Limits.
    s.stopper.count();
    if s.stopped() {
        return 0;
    }
    if n.is_pv() {
        s.frame_mut(n.ply).line.clear();
    }

    // 2 Game over, repetition, no room left for a better win.
    if !n.is_root() && !n.is_test() {
        s.selective_depth = s.selective_depth.max(n.ply);
        if let Some(score) = s.game_over(pos, n.ply) {
            return s.left::<W, _>(Reason::GameOver, score);
        }
        n.alpha = n.alpha.max(s.least_score(pos, &n));
        n.beta = n.beta.min(WIN - n.ply - 1);
        if n.alpha >= n.beta {
            return s.left::<W, _>(Reason::Bounded, n.alpha);
        }
    }

    // 3 Transposition table; endgame tables or a solver.
    let correction = s.correction(pos);
    let entry = s.look_up(pos, &mut n);
    if let Some(score) = table_answer(&n).filter(|_| s.methods.draw_clock.trusts_table(pos)) {
        return s.left::<W, _>(Reason::Table, score);
    }
    if let Some(score) = s.settle(pos, &mut n) {
        return s.left::<W, _>(Reason::Known, score);
    }
    if n.is_root() {
        n.table_move = s.root.hint;
    }

    // 4 Static evaluation.
    let assessed = assess(s, pos, &mut n, entry, correction);
    s.watch::<W>(pos, &n, |watching, n, look| watching.watcher.assessed(n, look));

    // 5 Methods that may end the node before any move, or make it shallower.
    let (depth, permit) = (n.depth, n.permit);
    let mut recheck = false;
    if !n.is_pv() && !n.is_test() && (!is_decisive(n.beta) || s.methods.mate_pruning.enabled) {
        match prune::before_moves::<G, W>(s, pos, &mut n) {
            Some(score) => return score,
            None if s.stopped() => return 0,
            None => recheck = n.depth < depth,
        }
    }
    prune::reduce_node::<G, W>(s, pos, &mut n);

    // 6 and 7 The moves; again as first asked if a lowered depth did not reach beta.
    let Some(mut best) = search_moves::<G, W>(s, pos, &n) else { return stuck(s, pos, &n) };
    if recheck && best.score < n.beta && !s.stopped() {
        (n.depth, n.permit) = (depth, permit);
        best = search_moves::<G, W>(s, pos, &n).unwrap_or(best);
    }
    if s.stopped() {
        return 0;
    }
    best.score = best.score.clamp(n.floor, n.ceiling);
    if s.methods.fail_hard.enabled {
        best.score = best.score.clamp(n.alpha, n.beta);
    }

    // 8 History.
    if best.score >= n.beta && !best.m.is_none() {
        s.reward(pos, &n, best.m);
    }

    // 9 Store.
    if !n.is_test() && !is_doubtful(s, &n, &best) && (!n.is_root() || s.root.banned.is_empty()) {
        remember(s, pos, &n, &best, assessed);
    }
    best.score
}

/// Searches the moves in their order. `None`: there was no move at all.
fn search_moves<G: Game, const W: bool>(
    s: &mut Search<'_, G>,
    pos: &G::Position,
    n: &Node<MoveOf<G>>,
) -> Option<Best<MoveOf<G>>> {
    let mut best = Best { score: -INFINITE, m: MoveOf::<G>::default() };
    let (mut alpha, mut kind, mut rank, mut reason) = (n.alpha, n.kind, 0, Reason::Moves);
    let mut books = Books::open(s, pos, n);
    s.begin_moves(n.ply);
    let mut picker = s.picker(n);
    s.watch::<W>(pos, n, |watching, n, look| watching.watcher.moves(n, look));
    while let Some(m) = s.next(&mut picker, pos) {
        if m == n.without || n.is_root() && !s.root.allows(m) {
            continue;
        }
        rank += 1;
        let c = s.candidate(pos, n, m, rank, &picker);

        // 7a Once a move does not lose, a later one may be skipped.
        let spared = s.is_spared::<W>(pos, n, c, (alpha, best.score));
        if !n.is_root() && best.score > -BEST_EVAL && !spared {
            match prune::late::<G, W>(s, pos, n, &c, best.score, &mut books) {
                (_, Late::Search) => {}
                (_, Late::Skip) => continue,
                (by, rest) => {
                    s.tallies.at(by, n.depth).rest += picker.skip_rest(pos, rest == Late::KeepForcing);
                    continue;
                }
            }
        }

        // 6 The table move may be searched deeper or shallower, or end the node.
        let mut extension = 0;
        if m == n.table_move {
            match prune::on_table_move::<G, W>(s, pos, n) {
                OnTableMove::Search => {}
                OnTableMove::Extend(plies) => extension = plies,
                OnTableMove::Cut(score) => {
                    best = Best { score, m: MoveOf::<G>::default() };
                    reason = Reason::Method(Id::SingularMultiCut);
                    break;
                }
            }
        }

        // 7b The move is played, and perhaps extended.
        let mut child = pos.clone();
        s.make(pos, &mut child, m);
        extension += prune::extension::<G, W>(s, (pos, &child), n, extension);
        let nodes_before = s.nodes();
        s.push(pos, Some(m), &child, n.ply);
        if extension > 0 {
            s.frame_mut(n.ply).extended = true;
        }
        books.before_child(s, n, &c);

        // 7c The first move is searched in full, a later one reduced and with a zero window.
        let mut full = Ask {
            alpha: -n.beta,
            beta: -alpha,
            depth: after(pos, m, n.depth) + extension,
            ply: n.ply + 1,
            kind: kind.first_child(),
            permit: n.permit,
            without: MoveOf::<G>::default(),
        };
        let score = if rank == 1 {
            let score = -alphabeta(s, &child, full);
            books.after_first(s, n, score);
            score
        } else {
            full.kind = kind.later_child();
            let reduction = prune::reduction::<G, W>(s, (pos, &child), n, &c, extension, &books);
            let score = scout::<G, W>(s, &child, n, full, reduction, best.score);
            books.after_later(s, score, alpha);
            score
        };
        s.pop();
        s.watch_searched::<W>(pos, n, score);
        if s.stopped() {
            break;
        }
        if n.is_root() {
            s.root.spend(m, s.nodes() - nodes_before);
        }
        if kind == Kind::Cut && s.methods.kind_flip.enabled {
            kind = Kind::All; // the first move did not cut: perhaps none will
        }

        // 7d Is it better? Does it cut?
        best.score = best.score.max(score);
        if score > alpha {
            best.m = m;
            alpha = score;
            if n.is_pv() {
                s.extend_line(n.ply, m);
            }
            if n.is_root() {
                s.note_root(score, n.beta);
            }
            if score >= n.beta {
                break;
            }
        }
        s.frame_mut(n.ply).failed.push(m);
    }
    books.close(s);
    s.watch_moves_done::<W>(pos, n);
    s.put_back(picker);
    (rank > 0).then_some(s.left::<W, _>(reason, best))
}

/// A later move: does it beat alpha at all? Only then it is searched in earnest.
#[inline(always)]
fn scout<G: Game, const W: bool>(
    s: &mut Search<'_, G>,
    child: &G::Position,
    n: &Node<MoveOf<G>>,
    mut full: Ask<MoveOf<G>>,
    reduction: Reduction,
    best: Score,
) -> Score {
    let alpha = -full.beta;
    full.depth -= reduction.lost;
    let zero = Ask { alpha: -alpha - 1, beta: -alpha, ..full };
    s.frame_mut(n.ply).reduction = reduction.delayed;
    let mut score = -alphabeta(s, child, Ask { depth: zero.depth - reduction.delayed, ..zero });
    s.frame_mut(n.ply).reduction = 0;
    let again = reduction.delayed + s.methods.late_move_reduction.plies_more(score, best);
    if reduction.delayed > 0 && again > 0 && score > alpha && !s.stopped() {
        s.search_again::<W>(n, reduction.by);
        let depth = zero.depth - reduction.delayed + again;
        score = -alphabeta(s, child, Ask { depth, ..zero });
    }
    if n.is_pv() && score > alpha && (n.is_root() || is_inside(s, n, alpha, score)) && !s.stopped() {
        score = -alphabeta(s, child, Ask { kind: Kind::Pv, ..full });
    }
    score
}

/// Whether a move that beat alpha at a principal node leaves its score open (A2).
#[inline]
fn is_inside<G: Game>(s: &Search<'_, G>, n: &Node<MoveOf<G>>, alpha: Score, score: Score) -> bool {
    score < n.beta || s.methods.enhanced_pvs.enabled && score == n.beta && n.beta == alpha + 1
}

/// A result that the table must not learn: of a cut by the table move's method, which
/// no search of this depth has found; of a cut node that ended at alpha (A4).
#[inline]
fn is_doubtful<G: Game>(s: &Search<'_, G>, n: &Node<MoveOf<G>>, best: &Best<MoveOf<G>>) -> bool {
    let by_method = best.score >= n.beta && best.m.is_none();
    by_method || s.methods.enhanced_pvs.enabled && n.kind == Kind::Cut && best.score == n.alpha
}

/// The depth that is left after a move: a forced pass, which is no choice, takes none.
#[inline]
fn after<P: Position>(pos: &P, m: P::Move, depth: Depth) -> Depth {
    if pos.is_pass(m) { depth } else { depth - 1 }
}

/// The depth, as far as the game can last: a search to its end is final.
#[inline]
fn within_game<P: Position>(pos: &P, depth: Depth) -> Depth {
    pos.plies_left().map_or(depth, |left| depth.min(left))
}

/// The table's score, where it is deep enough and settles the question.
#[inline]
fn table_answer<M: Move>(n: &Node<M>) -> Option<Score> {
    let table = n.table?;
    let serves = !n.is_pv() && !n.is_test() && table.depth >= n.depth;
    (serves && table.settles(n.alpha, n.beta)).then_some(table.score)
}

/// The static evaluation without what the table says of the node.
#[derive(Clone, Copy)]
struct Assessed {
    /// As the evaluator says, before corrections: so the table keeps it. [`NO_SCORE`] if forced.
    raw: Score,
    /// Corrected; none if forced.
    eval: Option<Score>,
}

/// Fills in the static evaluation.
#[inline(always)]
fn assess<G: Game>(
    s: &mut Search<'_, G>,
    pos: &G::Position,
    n: &mut Node<MoveOf<G>>,
    entry: Option<Entry>,
    correction: Score,
) -> Assessed {
    n.forced = pos.forced();
    if n.forced {
        s.note_eval(n.ply, None);
        return Assessed { raw: NO_SCORE, eval: None };
    }
    let raw = match entry {
        Some(entry) if entry.eval != NO_SCORE => entry.eval,
        _ => s.evaluate(pos),
    };
    let eval = clamp_eval(s.methods.draw_clock.scale(pos, raw) + correction);
    n.improving = s.note_eval(n.ply, Some(eval));
    n.eval = Some(s.methods.table_evaluation.refine(n, eval));
    Assessed { raw, eval: Some(eval) }
}

/// No move: the game is over, or the only move was left out.
fn stuck<G: Game>(s: &mut Search<'_, G>, pos: &G::Position, n: &Node<MoveOf<G>>) -> Score {
    let score = if n.is_test() || s.stopped() { n.alpha } else { pos.stuck().score(n.ply) };
    s.left::<true, _>(Reason::NoMoves, score)
}

/// Stores the result, and learns how far the evaluation was off.
fn remember<G: Game>(
    s: &mut Search<'_, G>,
    pos: &G::Position,
    n: &Node<MoveOf<G>>,
    best: &Best<MoveOf<G>>,
    assessed: Assessed,
) {
    let bound = match best.score {
        score if score >= n.beta => Bound::Lower,
        _ if best.m.is_none() => Bound::Upper,
        _ => Bound::Exact,
    };
    let correction = &s.methods.correction;
    // What the table adds is no error of the evaluation.
    if let Some(eval) = assessed.eval.filter(|_| correction.enabled && !is_decisive(best.score)) {
        let quiet = best.m.is_none() || !pos.is_tactical(best.m);
        let news = match bound {
            Bound::Lower => best.score > eval,
            Bound::Upper => best.score < eval,
            _ => true,
        };
        if quiet && news {
            s.memory.history.learn_error(pos, best.score - eval, n.depth, correction);
        }
    }
    let entry = Entry {
        move_bits: best.m.bits(),
        score: best.score,
        eval: assessed.raw,
        depth: n.depth,
        bound,
        pv: n.is_pv(),
        selectivity: s.selectivity,
    };
    s.store(pos, n.ply, entry);
}

impl<G: Game> Search<'_, G> {
    /// Score of a position that endgame tables or a solver know, if it settles the question.
    /// A bound that does not is kept: a search whose window reaches beyond a known win may
    /// still find the mate.
    #[inline]
    fn settle(&mut self, pos: &G::Position, n: &mut Node<MoveOf<G>>) -> Option<Score> {
        if n.is_root() || n.is_test() || !self.methods.exact.is_asked(pos, n.depth) {
            return None;
        }
        let (alpha, beta) = (to_node(n.alpha, n.ply), to_node(n.beta, n.ply));
        let stopper = &mut self.stopper;
        let mut stop = |nodes| stopper.count_solver(nodes);
        let settled = self.memory.evaluator.settle(pos, alpha, beta, n.depth, &mut stop)?;
        self.stopper.count_solver(settled.nodes);
        self.base_hits += 1;
        let score = to_root(settled.score, n.ply);
        match settled.bound {
            Bound::Exact => return Some(score),
            Bound::Lower => n.floor = score,
            Bound::Upper => n.ceiling = score,
            Bound::None => {}
        }
        if n.floor >= n.beta {
            return Some(n.floor);
        }
        if n.ceiling <= n.alpha {
            return Some(n.ceiling);
        }
        n.alpha = n.alpha.max(n.floor);
        None
    }

    /// A root move raised alpha.
    fn note_root(&mut self, score: Score, beta: Score) {
        let bound = if score >= beta { Bound::Lower } else { Bound::Exact };
        self.root.best = Some((score, bound));
        let line = std::mem::take(&mut self.root.line);
        self.root.line = self.frame(0).copy_line(line);
    }
}
