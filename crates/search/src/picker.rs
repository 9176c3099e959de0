//! The moves of a node, best first, made only as far as they are needed:
//! table move, good tactical moves, killers, quiet moves, losing tactical moves.
use crate::{
    game::{Move, Position},
    history::{Butterfly, Context, ForcingHistory, History, KILLERS, KillerPair, TacticalHistory},
};

crate::params! {
    /// Tactical moves in the order of what static exchange says they win, the losing
    /// ones too before the quiet moves. Off: by victim and history, losing ones last.
    pub struct ExchangeOrder {}
}

/// What puts moves in order.
pub(crate) trait Order<P: Position> {
    /// What was learned of them.
    fn history(&self) -> &History<P>;
    /// The tools that change the order.
    fn exchange_order(&self) -> &ExchangeOrder;
    fn forcing_history(&self) -> &ForcingHistory;
    fn tactical_history(&self) -> &TacticalHistory;
    fn butterfly(&self) -> &Butterfly;

    /// Rank of a tactical move among its like: what it wins, then history.
    #[inline]
    fn tactical(&self, pos: &P, m: P::Move) -> i32 {
        self.tactical_history().gain_weight * pos.gain(m) + self.history().tactical(pos, m)
    }
}

/// Buffers of one picker; the search lends them and takes them back.
#[derive(Debug, Default)]
pub(crate) struct MoveList<M> {
    moves: Vec<M>,
    /// For each move its score and its place in one number, so that the greatest key
    /// is found without branches; of equal scores the earlier move wins.
    keys: Vec<i32>,
    losing: Vec<M>,
    /// Moves handed out before all others.
    first: Vec<M>,
    /// Places of the quiet moves that force, where they were looked for.
    forcing: Vec<usize>,
}

/// Room for the place of a move in its key: more moves than any game has.
const PLACES: i32 = 1 << 11;
/// Key of a move that has been handed out.
const TAKEN: i32 = i32::MIN;

#[inline]
fn key(score: i32, place: usize) -> i32 {
    score.saturating_mul(PLACES) + (PLACES - 1 - place as i32)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    First,
    Table,
    MakeTactical,
    GoodTactical,
    AllTactical,
    Killer(usize),
    MakeQuiet,
    Quiet,
    LosingTactical,
    Done,
}

/// Which quiet moves are handed out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Quiets {
    None,
    /// Those that leave the opponent no choice and do not lose by static exchange.
    Forcing,
    All,
}

/// Hands out the legal moves of a node, each once.
#[derive(Debug)]
pub struct Picker<M> {
    stage: Stage,
    table_move: M,
    killers: [M; KILLERS],
    context: Context,
    list: Box<MoveList<M>>,
    next: usize,
    quiet: bool,
    quiets: Quiets,
    /// Rank by which the last move was chosen, if it was chosen by rank.
    order: Option<i32>,
    /// Quiet moves taken from their list, and how many of these had been handed out before.
    popped: usize,
    passed: usize,
    /// The quiet moves that force are marked in the list.
    marked: bool,
}

impl<M: Move> Picker<M> {
    /// All legal moves. `table_move` must be legal or "no move".
    #[inline]
    pub(crate) fn all(table_move: M, killers: KillerPair<M>, context: Context, list: Box<MoveList<M>>) -> Self {
        Picker::new(table_move, killers.0, context, list, Quiets::All)
    }

    /// Tactical moves only. `table_move` must be legal and tactical, or "no move".
    #[inline]
    pub(crate) fn tactical(table_move: M, list: Box<MoveList<M>>) -> Self {
        Picker::new(table_move, [M::default(); KILLERS], Context::default(), list, Quiets::None)
    }

    /// After the tactical moves also quiet ones that force (checks), if they do not lose.
    #[inline]
    pub(crate) fn with_forcing(mut self) -> Self {
        self.quiets = Quiets::Forcing;
        self
    }

    #[inline]
    fn new(table_move: M, killers: [M; KILLERS], context: Context, mut list: Box<MoveList<M>>, quiets: Quiets) -> Self {
        list.moves.clear();
        list.keys.clear();
        list.losing.clear();
        list.first.clear();
        let (stage, quiet, order, marked) = (Stage::Table, false, None, false);
        let (popped, passed) = (0, 0);
        Picker { stage, table_move, killers, context, list, next: 0, quiet, quiets, order, popped, passed, marked }
    }

    /// Hands out `first` before all others, and takes them.
    #[cold]
    pub(crate) fn begin_with(&mut self, first: &mut Vec<M>) {
        self.list.first.append(first);
        self.stage = Stage::First;
        for killer in &mut self.killers {
            if self.list.first.contains(killer) {
                *killer = M::default();
            }
        }
    }

    /// Takes out of the list what was handed out before all others.
    #[cold]
    fn forget_first(&mut self) {
        for (m, key) in self.list.moves.iter().zip(&mut self.list.keys) {
            if self.list.first.contains(m) {
                *key = TAKEN;
            }
        }
    }

    /// Whether the last move handed out is a quiet one.
    #[inline]
    pub fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Whether the last move handed out loses material by static exchange.
    #[inline]
    pub fn is_losing(&self) -> bool {
        self.stage == Stage::LosingTactical
    }

    /// History of `m`, the last move handed out, where the picker has looked it up.
    #[inline]
    pub(crate) fn known_history<P: Position<Move = M>>(&self, pos: &P, m: M) -> Option<i32> {
        let order = self.order.filter(|_| self.stage == Stage::Quiet)?;
        Some(if P::PRIOR { order - pos.prior(m) } else { order })
    }

    /// The next quiet move that was not handed out before.
    #[inline]
    fn pop_quiet(&mut self) -> Option<M> {
        while self.quiets != Quiets::None {
            let m = self.pop_best()?;
            self.popped += 1;
            if m != self.table_move && !self.killers.contains(&m) {
                return Some(m);
            }
            self.passed += 1;
        }
        None
    }

    /// From now on no quiet move is handed out, but perhaps those that force. Returns how
    /// many are thrown away.
    #[inline]
    pub(crate) fn skip_rest<P: Position<Move = M>>(&mut self, pos: &P, but_forcing: bool) -> u64 {
        if but_forcing { self.keep_forcing(pos) } else { self.skip_quiet(pos) }
    }

    /// From now on no quiet move is handed out. Returns how many are thrown away.
    #[inline]
    fn skip_quiet<P: Position<Move = M>>(&mut self, pos: &P) -> u64 {
        self.quiets = Quiets::None;
        self.count_quiet(pos)
    }

    /// Quiet moves still to come.
    #[inline(never)]
    fn count_quiet<P: Position<Move = M>>(&self, pos: &P) -> u64 {
        let first = &self.list.first;
        let (quiets, killers) = match self.stage {
            // Table move and killers are in the list too, to be passed over when they come up.
            Stage::Quiet => (self.list.moves.len() - self.popped, KILLERS),
            Stage::Killer(given) => (pos.count_quiet_moves(), given),
            _ => (pos.count_quiet_moves(), 0),
        };
        let is_quiet = |m: M| !m.is_none() && !pos.is_tactical(m);
        let table_move = self.stage != Stage::First && is_quiet(self.table_move) && !first.contains(&self.table_move);
        // What is legal and was handed out as a killer; others were forgotten.
        let killers = self.killers[..killers].iter().filter(|m| !m.is_none() && **m != self.table_move);
        let handed_first = &first[..if self.stage == Stage::First { self.next } else { first.len() }];
        let handed = handed_first.iter().filter(|m| is_quiet(**m)).count() + usize::from(table_move) + killers.count();
        (quiets + self.passed - handed) as u64
    }

    /// While quiet moves are handed out: from now on only those that force. Returns how many
    /// are thrown away.
    fn keep_forcing<P: Position<Move = M>>(&mut self, pos: &P) -> u64 {
        debug_assert_eq!(self.stage, Stage::Quiet);
        let MoveList { moves, keys, forcing, .. } = &mut *self.list;
        if !self.marked {
            forcing.clear();
            pos.each_forcing(moves, |place| forcing.push(place));
        }
        let mut dropped = 0;
        for (place, key) in keys.iter_mut().enumerate().filter(|(_, key)| **key != TAKEN) {
            if !forcing.contains(&place) {
                *key = TAKEN;
                let before = moves[place] == self.table_move || self.killers.contains(&moves[place]);
                self.popped += 1;
                self.passed += usize::from(before);
                dropped += u64::from(!before);
            }
        }
        self.marked = true;
        dropped
    }

    pub(crate) fn into_list(self) -> Box<MoveList<M>> {
        self.list
    }

    /// The next best move.
    #[inline]
    pub(crate) fn next<P: Position<Move = M>>(&mut self, by: &impl Order<P>, pos: &P) -> Option<M> {
        loop {
            match self.stage {
                Stage::First => match self.list.first.get(self.next) {
                    Some(&m) => {
                        (self.next, self.quiet) = (self.next + 1, !pos.is_tactical(m));
                        return Some(m);
                    }
                    None if self.list.first.contains(&self.table_move) => self.stage = Stage::MakeTactical,
                    None => self.stage = Stage::Table,
                },
                Stage::Table => {
                    self.stage = Stage::MakeTactical;
                    if !self.table_move.is_none() {
                        self.quiet = !pos.is_tactical(self.table_move);
                        return Some(self.table_move);
                    }
                }
                Stage::MakeTactical => self.make_tactical(by, pos),
                Stage::GoodTactical => match self.pop_best() {
                    Some(m) if m == self.table_move => {}
                    Some(m) if pos.exchange_holds(m, 0) => return Some(m),
                    Some(m) => self.list.losing.push(m),
                    None => self.stage = Stage::Killer(0),
                },
                Stage::AllTactical => match self.pop_best() {
                    Some(m) if m == self.table_move => {}
                    Some(m) => return Some(m),
                    None => self.stage = Stage::Killer(0),
                },
                Stage::Killer(index) if self.quiets == Quiets::All && index < KILLERS => {
                    self.stage = Stage::Killer(index + 1);
                    if let Some(m) = self.take_killer(index, pos) {
                        return Some(m);
                    }
                }
                Stage::Killer(_) => self.stage = Stage::MakeQuiet,
                Stage::MakeQuiet => {
                    if self.quiets != Quiets::None {
                        self.make_quiet(by, pos);
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => match self.pop_quiet() {
                    Some(m) => return Some(m),
                    None => (self.quiet, self.next, self.stage) = (false, 0, Stage::LosingTactical),
                },
                Stage::LosingTactical => match self.list.losing.get(self.next) {
                    Some(&m) => {
                        self.next += 1;
                        return Some(m);
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    /// A killer that can be played here; one that cannot is forgotten.
    #[inline(always)]
    fn take_killer<P: Position<Move = M>>(&mut self, index: usize, pos: &P) -> Option<M> {
        self.quiet = true;
        let m = self.killers[index];
        if m != self.table_move && pos.is_legal(m) && !pos.is_tactical(m) {
            return Some(m);
        }
        self.killers[index] = M::default();
        None
    }

    // Making moves is kept out of line: `next` is called far more often than it makes any.
    #[inline(never)]
    fn make_tactical<P: Position<Move = M>>(&mut self, by: &impl Order<P>, pos: &P) {
        self.quiet = false;
        self.stage = if by.exchange_order().enabled { Stage::AllTactical } else { Stage::GoodTactical };
        pos.tactical_moves(&mut self.list.moves);
        let moves = self.list.moves.iter().enumerate();
        if by.exchange_order().enabled {
            self.list.keys.extend(moves.map(|(place, &m)| key(pos.exchange(m), place)));
        } else {
            self.list.keys.extend(moves.map(|(place, &m)| key(by.tactical(pos, m), place)));
        }
        if !self.list.first.is_empty() {
            self.forget_first();
        }
    }

    #[inline(never)]
    fn make_quiet<P: Position<Move = M>>(&mut self, by: &impl Order<P>, pos: &P) {
        self.list.moves.clear();
        self.list.keys.clear();
        pos.quiet_moves(&mut self.list.moves);
        let MoveList { moves, keys, forcing: marks, .. } = &mut *self.list;
        if self.quiets == Quiets::Forcing {
            keep_forcing(moves, keys, pos);
        }
        let record = by.history().quiet_record(pos, &self.context, by.butterfly());
        let order = |m: M| record.of(pos, m) + if P::PRIOR { pos.prior(m) } else { 0 };
        keys.extend(moves.iter().enumerate().map(|(place, &m)| key(order(m), place)));
        let forcing = by.forcing_history();
        // Where only such moves were kept, all would get the bonus.
        if P::FORCING && forcing.enabled && self.quiets == Quiets::All {
            marks.clear();
            self.marked = true;
            pos.each_forcing(moves, |place| {
                marks.push(place);
                if pos.exchange_holds(moves[place], 0) {
                    keys[place] += forcing.bonus * PLACES;
                }
            });
        }
        self.quiet = true;
        if !self.list.first.is_empty() {
            self.forget_first();
        }
    }

    /// Takes the move with the highest score; of equals the one made first.
    #[inline]
    fn pop_best(&mut self) -> Option<M> {
        let best = self.list.keys.iter().copied().max().filter(|&key| key != TAKEN)?;
        let place = (PLACES - 1 - best.rem_euclid(PLACES)) as usize;
        self.list.keys[place] = TAKEN;
        self.order = Some(best.div_euclid(PLACES));
        Some(self.list.moves[place])
    }
}

/// Drops all moves but those that force and lose nothing by static exchange; `places` is
/// room to note them in.
fn keep_forcing<P: Position>(moves: &mut Vec<P::Move>, places: &mut Vec<i32>, pos: &P) {
    pos.each_forcing(moves, |place| {
        if pos.exchange_holds(moves[place], 0) {
            places.push(place as i32);
        }
    });
    for (kept, &place) in places.iter().enumerate() {
        moves[kept] = moves[place as usize];
    }
    moves.truncate(places.len());
    places.clear();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        methods::Methods,
        search::Search,
        toy::{Toy, ToyGame, ToyMove, with_search},
    };

    fn order(bonus: Option<i32>, pos: &Toy) -> Vec<ToyMove> {
        let mut methods = Methods::off();
        if let Some(bonus) = bonus {
            methods.forcing_history.enabled = true;
            methods.forcing_history.bonus = bonus;
        }
        with_search(&methods, pos, |s: &mut Search<'_, ToyGame>| {
            let mut picker = Picker::all(ToyMove(0), KillerPair::default(), s.context(0), Box::default());
            std::iter::from_fn(|| picker.next(s, pos)).filter(|&m| !pos.is_tactical(m)).collect()
        })
    }

    #[test]
    fn a_quiet_move_that_forces_comes_first_if_it_holds() {
        let pos = Toy::new(3);
        let plain = order(None, &pos);
        let last = *plain.last().unwrap();
        assert!(plain.len() > 2 && plain.is_sorted_by_key(|m| m.0));
        let pos = Toy { forcing: last.0, ..pos };
        assert_eq!(order(None, &pos), plain);
        let eager = order(Some(1), &pos);
        assert_eq!(eager[0], last);
        assert_eq!(eager[1..], plain[..plain.len() - 1]);
        assert_eq!(order(Some(1), &Toy { exchange: -1, ..pos }), plain);
    }

    #[test]
    fn a_prior_orders_quiet_moves_and_is_no_history() {
        let pos = (1..).map(Toy::new).find(|pos| !pos.is_tactical(ToyMove(6))).unwrap();
        assert_eq!(order(None, &pos).last(), Some(&ToyMove(6)));
        let pos = Toy { prior: 5, ..pos };
        assert_eq!(order(None, &pos)[0], ToyMove(6));
        with_search(&Methods::off(), &pos, |s: &mut Search<'_, ToyGame>| {
            let mut picker = Picker::all(ToyMove(0), KillerPair::default(), s.context(0), Box::default());
            while picker.next(s, &pos) != Some(ToyMove(6)) {}
            assert_eq!(picker.known_history(&pos, ToyMove(6)), Some(0));
        });
    }

    /// All moves of a position, when from the quiet move at `stop` on only forcing ones are
    /// wanted; and how many were thrown away.
    fn kept_from(stop: usize, bonus: Option<i32>, killers: KillerPair<ToyMove>, pos: &Toy) -> (Vec<ToyMove>, u64) {
        let mut methods = Methods::off();
        methods.forcing_history.enabled = bonus.is_some();
        methods.forcing_history.bonus = bonus.unwrap_or_default();
        with_search(&methods, pos, |s: &mut Search<'_, ToyGame>| {
            let mut picker = Picker::all(ToyMove(0), killers, s.context(0), Box::default());
            let (mut found, mut dropped) = (Vec::new(), 0);
            while let Some(m) = picker.next(s, pos) {
                found.push(m);
                if found.len() == stop && picker.stage == Stage::Quiet {
                    dropped = picker.keep_forcing(pos);
                }
            }
            (found, dropped)
        })
    }

    #[test]
    fn from_any_quiet_move_on_only_forcing_ones_are_handed_out() {
        let mut thrown_away = 0;
        for (seed, forcing) in (1..40).flat_map(|seed| (1..=6).map(move |m| (seed, m))) {
            let pos = Toy { forcing, exchange: -1, ..Toy::new(seed) };
            for (bonus, killer) in [(None, 0), (Some(1), 0), (None, forcing), (Some(1), 2)] {
                let killers = KillerPair([ToyMove(killer), ToyMove(if killer == 3 { 5 } else { 3 })]);
                let (all, _) = kept_from(0, bonus, killers, &pos);
                for stop in 1..=all.len() {
                    let (kept, dropped) = kept_from(stop, bonus, killers, &pos);
                    assert_eq!(kept.len() + dropped as usize, all.len());
                    let wanted = |m: &&ToyMove| dropped == 0 || pos.is_tactical(**m) || pos.forces(**m);
                    let rest: Vec<&ToyMove> = all[stop..].iter().filter(wanted).collect();
                    assert!(kept[..stop] == all[..stop] && rest.into_iter().eq(&kept[stop..]));
                    thrown_away += dropped;
                }
            }
        }
        assert!(thrown_away > 1000, "{thrown_away}: the test is blind");
    }

    #[test]
    fn only_forcing_moves_that_hold_are_kept() {
        let pos = Toy { forcing: 4, ..Toy::new(3) };
        let kept = |pos: &Toy| {
            let (mut moves, mut places) = ((1..=6).map(ToyMove).collect(), Vec::new());
            keep_forcing(&mut moves, &mut places, pos);
            assert!(places.is_empty());
            moves
        };
        assert_eq!(kept(&pos), [ToyMove(4)]);
        assert_eq!(kept(&Toy { exchange: -1, ..pos }), []);
        assert_eq!(kept(&Toy { forced: true, ..pos }).len(), 6);
    }
}
