//! What every game must keep to, so that the search can trust it.
//!
//! Whoever adds a game calls [`check`] from a test, with positions that hold as many of
//! the game's rare rules as possible:
//!
//! ```
//! use niwaki_games::{conformance, connect_four::ConnectFour};
//! conformance::check(&ConnectFour, &["//////", "xo/x//o///"], 1, 200).unwrap();
//! ```
use niwaki_search::{
    engine::Perft,
    game::{
        Evaluator, Game, MOST_MOVER_SLOTS, MOST_PRIOR, MOST_SLOTS, MOST_STRUCTURES, Move, MoveOf, Outcome, Position,
        Side,
    },
    node::{BEST_EVAL, Score},
    perft,
    random::Random,
};
use std::collections::HashSet;

/// Random games end after this number of plies, so that all starts are visited.
const LONGEST_GAME: usize = 160;
/// Arbitrary moves tried in each position.
const ARBITRARY_MOVES: usize = 64;
/// Positions from one trial of all possible values of a move to the next.
const ALL_MOVES_EVERY: usize = 50;
/// Positions from one count of paths to the next.
const PERFT_EVERY: usize = 25;
/// Paths are counted in this depth at most, and no more than about this many.
const PERFT_DEPTH: u32 = 4;
const PERFT_PATHS: usize = 20_000;
/// Thresholds for static exchange, rising.
const THRESHOLDS: [Score; 5] = [-1000, -100, 0, 1, 300];

type Finding = Result<(), String>;

/// An error with a message unless the condition holds.
macro_rules! ensure {
    ($condition:expr, $($message:tt)+) => {
        if !$condition {
            return Err(format!($($message)+));
        }
    };
}

/// Plays random games from `starts` (none: the start position) until `positions` have
/// been looked at, and says what is wrong with the game and where.
///
/// The order of positions follows from `seed`: a failure can be repeated.
pub fn check<G: Game>(game: &G, starts: &[&str], seed: u64, positions: usize) -> Finding {
    let mut walker = Walker { game, random: Random::new(seed), seen: 0, wanted: positions };
    check_refusals(game)?;
    check_sizes::<G>()?;
    let mut next_start = 0;
    while walker.seen < positions {
        let start = match starts {
            [] => game.start(),
            _ => game.parse(starts[next_start % starts.len()])?,
        };
        next_start += 1;
        walker.play_game(start)?;
    }
    Ok(())
}

fn check_refusals<G: Game>(game: &G) -> Finding {
    ensure!(game.parse("no position").is_err(), "nonsense is read as a position");
    for text in ["", "no move", "\u{fe0f}"] {
        ensure!(game.parse_move(&game.start(), text).is_err(), "{text:?} is read as a move");
    }
    ensure!(MoveOf::<G>::default().bits() == 0, "no move is not 0");
    ensure!(MoveOf::<G>::from_bits(0).is_none(), "0 is not read as no move");
    Ok(())
}

/// Tables of history are made for every slot, and every thread has its own.
fn check_sizes<G: Game>() -> Finding {
    let sizes = [
        ("MOVE_SLOTS", <G::Position as Position>::MOVE_SLOTS, MOST_SLOTS),
        ("MOVER_SLOTS", <G::Position as Position>::MOVER_SLOTS, MOST_MOVER_SLOTS),
        ("TACTICAL_SLOTS", <G::Position as Position>::TACTICAL_SLOTS, MOST_SLOTS),
    ];
    for (name, size, most) in sizes {
        ensure!((1..=most).contains(&size), "{name} is {size}, expected 1..={most}");
    }
    let structures = <G::Position as Position>::STRUCTURES;
    ensure!(structures <= MOST_STRUCTURES, "STRUCTURES is {structures}, expected at most {MOST_STRUCTURES}");
    ensure!(!<G::Position as Position>::STAGES.is_empty(), "there is no stage");
    ensure!(G::UNIT > 0, "UNIT is {}, expected a number above 0", G::UNIT);
    Ok(())
}

fn pick<T: Copy>(random: &mut Random, from: &[T]) -> Option<T> {
    from.get(random.below(from.len().max(1))).copied()
}

struct Walker<'g, G: Game> {
    game: &'g G,
    random: Random,
    seen: usize,
    wanted: usize,
}

impl<G: Game> Walker<'_, G> {
    fn play_game(&mut self, start: G::Position) -> Finding {
        let mut pos = start;
        let mut evaluator = self.game.evaluator();
        evaluator.reset(&pos);
        for _ in 0..LONGEST_GAME {
            let place = self.game.print(&pos);
            let moves = self.look(&pos, &mut evaluator).map_err(|reason| format!("{place}: {reason}"))?;
            let Some(m) = pick(&mut self.random, &moves).filter(|_| self.seen < self.wanted) else { break };
            if pos.outcome().is_some() {
                break;
            }
            let next = pos.play(m);
            evaluator.push(&pos, Some(m), &next);
            pos = next;
        }
        Ok(())
    }

    /// Checks one position; returns its moves.
    fn look(&mut self, pos: &G::Position, evaluator: &mut G::Evaluator) -> Result<Vec<MoveOf<G>>, String> {
        let moves = check_lists(pos)?;
        self.check_legality(pos, &moves)?;
        check_outcome(pos, &moves)?;
        check_end(pos, &moves)?;
        check_text(self.game, pos)?;
        check_move_texts(self.game, pos, &moves)?;
        for &m in &moves {
            check_move(pos, m).map_err(|reason| format!("{m:?}: {reason}"))?;
        }
        check_forcing(pos, &moves)?;
        check_pass(self.game, pos)?;
        check_evaluator(self.game, pos, pick(&mut self.random, &moves), evaluator)?;
        if self.seen % PERFT_EVERY == 0 {
            check_perft(pos, moves.len())?;
        }
        self.seen += 1;
        Ok(moves)
    }

    /// Legal is what is listed, and nothing else.
    fn check_legality(&mut self, pos: &G::Position, moves: &[MoveOf<G>]) -> Finding {
        let listed: HashSet<u16> = moves.iter().map(|m| m.bits()).collect();
        let agrees = |bits: u16| pos.is_legal(MoveOf::<G>::from_bits(bits)) == listed.contains(&bits);
        let wrong = if self.seen % ALL_MOVES_EVERY == 0 {
            (0..=u16::MAX).find(|&bits| !agrees(bits))
        } else {
            let mut arbitrary = (0..ARBITRARY_MOVES).map(|_| self.random.number() as u16);
            listed.iter().copied().find(|&bits| !agrees(bits)).or_else(|| arbitrary.find(|&bits| !agrees(bits)))
        };
        match wrong {
            Some(bits) => Err(format!("is_legal and the lists differ on move {bits:#06x}")),
            None => Ok(()),
        }
    }
}

/// The lists hold every move once, in the right one; returns all moves.
fn check_lists<P: Position>(pos: &P) -> Result<Vec<P::Move>, String> {
    let (mut all, mut tactical, mut quiet) = (Vec::new(), Vec::new(), Vec::new());
    pos.legal_moves(&mut all);
    pos.tactical_moves(&mut tactical);
    pos.quiet_moves(&mut quiet);
    let set = |moves: &[P::Move]| moves.iter().map(|m| m.bits()).collect::<HashSet<u16>>();
    ensure!(set(&all).len() == all.len(), "a move is listed twice");
    ensure!(tactical.len() + quiet.len() == all.len(), "tactical and quiet moves are not as many as the legal ones");
    let parts: HashSet<u16> = set(&tactical).union(&set(&quiet)).copied().collect();
    ensure!(parts == set(&all), "tactical and quiet moves are not the legal ones");
    let misplaced = tactical.iter().find(|&&m| !pos.is_tactical(m)).or(quiet.iter().find(|&&m| pos.is_tactical(m)));
    ensure!(misplaced.is_none(), "is_tactical and the lists differ on {misplaced:?}");
    ensure!(pos.count_moves() == all.len(), "count_moves and the list of moves differ");
    ensure!(pos.count_quiet_moves() == quiet.len(), "count_quiet_moves and the list of quiet moves differ");
    let passes = all.iter().any(|&m| pos.is_pass(m));
    ensure!(!passes || all.len() == 1 && quiet.len() == 1, "a pass is not the only move, or not quiet");
    let stuck = passes && pos.play(all[0]).count_moves() == 0;
    ensure!(!stuck, "a pass leads to a position without a move");
    // Lists are appended to what the caller has.
    let before = all.len();
    pos.legal_moves(&mut all);
    ensure!(all.len() == 2 * before, "the list of moves does not keep what was in it");
    all.truncate(before);
    Ok(all)
}

fn check_outcome<P: Position>(pos: &P, moves: &[P::Move]) -> Finding {
    let outcome = pos.outcome();
    let decided = match outcome {
        Some(Outcome::Win | Outcome::Loss) => true,
        Some(Outcome::Points(points)) => points != 0,
        _ => false,
    };
    ensure!(!decided || moves.is_empty(), "the game is decided, but there are moves");
    for outcome in outcome.into_iter().chain(moves.is_empty().then(|| pos.stuck())) {
        if let Outcome::Points(points) = outcome {
            ensure!(points.abs() <= BEST_EVAL, "{points} points are beyond the greatest evaluation, {BEST_EVAL}");
        }
    }
    ensure!(!P::FORCED_PASSES || !moves.is_empty() || outcome.is_some(), "the game is not over, but there is no pass");
    if let (Some(outcome), true) = (outcome, moves.is_empty()) {
        ensure!(outcome == pos.stuck(), "by rule it is {outcome:?}, without a move {:?}", pos.stuck());
    }
    Ok(())
}

/// The end of the game comes nearer with each move; the stage is one of those named.
fn check_end<P: Position>(pos: &P, moves: &[P::Move]) -> Finding {
    ensure!(pos.stage() < P::STAGES.len(), "stage {}, but there are {}", pos.stage(), P::STAGES.len());
    let Some(left) = pos.plies_left() else { return Ok(()) };
    let over = pos.outcome().is_some() && moves.is_empty();
    ensure!(left > 0 || left == 0 && over, "{left} plies are left, but the game is not over");
    for &m in moves {
        let after = pos.play(m).plies_left();
        let nearer = after.is_some_and(|after| after < left || pos.is_pass(m) && after == left);
        ensure!(nearer, "{left} plies are left, after a move {after:?}");
    }
    Ok(())
}

/// The printed position is the same position.
fn check_text<G: Game>(game: &G, pos: &G::Position) -> Finding {
    let text = game.print(pos);
    let read = game.parse(&text).map_err(|reason| format!("its text is refused: {reason}"))?;
    ensure!(game.print(&read) == text, "its text comes back as {}", game.print(&read));
    ensure!(read.key() == pos.key(), "the key differs from that of its text");
    ensure!(read.side() == pos.side(), "the side differs from that of its text");
    ensure!(read.outcome() == pos.outcome(), "the outcome differs from that of its text");
    ensure!(read.forced() == pos.forced(), "forced differs from that of its text");
    ensure!(read.plies_left() == pos.plies_left(), "plies left differ from those of its text");
    ensure!(read.stage() == pos.stage(), "the stage differs from that of its text");
    ensure!(check_lists(&read)? == check_lists(pos)?, "the moves differ from those of its text");
    ensure!(structures(&read) == structures(pos), "a structure key differs from that of its text");
    ensure!(!game.diagram(pos).is_empty(), "there is no diagram");
    Ok(())
}

fn structures<P: Position>(pos: &P) -> Vec<u64> {
    (0..P::STRUCTURES).map(|index| pos.structure(index)).collect()
}

/// The printed move is the same move, and no other.
fn check_move_texts<G: Game>(game: &G, pos: &G::Position, moves: &[MoveOf<G>]) -> Finding {
    let mut texts = HashSet::new();
    for &m in moves {
        let text = game.print_move(pos, m);
        let read = game.parse_move(pos, &text).map_err(|reason| format!("move {text} is refused: {reason}"))?;
        ensure!(read == m, "move {text} is read as {read:?}");
        ensure!(texts.insert(text.clone()), "two moves are written {text}");
    }
    Ok(())
}

/// A list is judged as its moves are.
fn check_forcing<P: Position>(pos: &P, moves: &[P::Move]) -> Finding {
    let mut listed = Vec::new();
    pos.each_forcing(moves, |place| listed.push(place));
    let single: Vec<usize> = (0..moves.len()).filter(|&place| pos.forces(moves[place])).collect();
    let forcing = pos.forced() || !single.is_empty();
    ensure!(P::FORCING || !forcing, "a side is forced, but FORCING is not set");
    ensure!(listed == single, "of the list, moves {listed:?} force, one by one {single:?}");
    Ok(())
}

fn check_move<P: Position>(pos: &P, m: P::Move) -> Finding {
    ensure!(!m.is_none(), "a legal move is \"no move\"");
    ensure!(P::Move::from_bits(m.bits()) == m, "its bits are another move");
    let child = pos.play(m);
    ensure!(child.side() == pos.side().other(), "the side to move stays the same");
    ensure!(child.key() != pos.key(), "the key stays the same");
    ensure!(child.forced() == pos.forces(m), "forces says {}, the position after it {}", pos.forces(m), child.forced());
    ensure!(child.reversible_plies() <= pos.reversible_plies() + 1, "more plies are reversible than were played");
    ensure!(pos.move_slot(m) < P::MOVE_SLOTS, "move slot {} is too great", pos.move_slot(m));
    ensure!(pos.mover_slot(m) < P::MOVER_SLOTS, "mover slot {} is too great", pos.mover_slot(m));
    if pos.is_tactical(m) {
        ensure!(pos.tactical_slot(m) < P::TACTICAL_SLOTS, "tactical slot {} is too great", pos.tactical_slot(m));
    }
    let prior = pos.prior(m);
    ensure!(prior.abs() <= MOST_PRIOR, "its prior is {prior}, expected at most {MOST_PRIOR}");
    ensure!(P::PRIOR || prior == 0, "it has a prior, but PRIOR is not set");
    let holds = THRESHOLDS.map(|threshold| pos.exchange_holds(m, threshold));
    ensure!(holds.is_sorted_by(|low, high| low >= high), "it wins more by exchange but not less");
    Ok(())
}

/// A pass changes the side to move and nothing that stands on the board.
fn check_pass<G: Game>(game: &G, pos: &G::Position) -> Finding {
    let Some(passed) = pos.pass() else {
        return Ok(());
    };
    ensure!(!pos.forced(), "a forced side can pass");
    ensure!(passed.side() == pos.side().other(), "a pass does not change the side to move");
    ensure!(passed.key() != pos.key(), "a pass does not change the key");
    let forces = |pos: &G::Position| [pos.force(Side::First), pos.force(Side::Second)];
    ensure!(forces(&passed) == forces(pos), "a pass changes the pieces");
    ensure!(structures(&passed) == structures(pos), "a pass changes a structure key");
    check_text(game, &passed).map_err(|reason| format!("after a pass: {reason}"))?;
    // Rights that last for one move end with the first pass; the rest stays for good.
    let thrice = passed.pass().and_then(|again| again.pass());
    ensure!(thrice.is_none_or(|thrice| thrice.key() == passed.key()), "three passes are not one");
    Ok(())
}

/// An evaluator that came here move by move says what a fresh one says, also after a
/// look at a move or a pass.
fn check_evaluator<G: Game>(
    game: &G,
    pos: &G::Position,
    m: Option<MoveOf<G>>,
    evaluator: &mut G::Evaluator,
) -> Finding {
    let fresh = |pos: &G::Position| {
        let mut fresh = game.evaluator();
        fresh.reset(pos);
        fresh.evaluate(pos)
    };
    let here = fresh(pos);
    ensure!(evaluator.evaluate(pos) == here, "the evaluation kept up to date is wrong");
    let children = [m.map(|m| (Some(m), pos.play(m))), pos.pass().map(|passed| (None, passed))];
    for (m, child) in children.into_iter().flatten() {
        evaluator.push(pos, m, &child);
        ensure!(evaluator.evaluate(&child) == fresh(&child), "the evaluation after {m:?} is wrong");
        evaluator.pop();
        ensure!(evaluator.evaluate(pos) == here, "taking {m:?} back changes the evaluation");
        // The same without looking in between, as the search often does.
        evaluator.push(pos, m, &child);
        evaluator.pop();
        ensure!(evaluator.evaluate(pos) == here, "taking {m:?} back unseen changes the evaluation");
    }
    Ok(())
}

/// Counting the last ply in bulk is the same as playing it.
fn check_perft<P: Position>(pos: &P, moves: usize) -> Finding {
    let affordable = |depth: &u32| moves.saturating_pow(*depth) <= PERFT_PATHS;
    let depth = (0..=PERFT_DEPTH).rev().find(affordable).unwrap_or_default();
    let (fast, plain) = (perft(pos, depth), count_paths(pos, depth));
    ensure!(fast == plain, "perft {depth} is {fast:?}, counted move by move {plain:?}");
    Ok(())
}

fn count_paths<P: Position>(pos: &P, depth: u32) -> Perft {
    if depth == 0 {
        return Perft { full: 1, ended: 0 };
    }
    let mut moves = Vec::new();
    pos.tactical_moves(&mut moves);
    pos.quiet_moves(&mut moves);
    if moves.is_empty() {
        return Perft { full: 0, ended: 1 };
    }
    moves.into_iter().map(|m| count_paths(&pos.play(m), depth - 1)).sum()
}
