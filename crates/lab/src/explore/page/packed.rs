//! A tree as bytes: one column after the other, each number in as few bytes as it needs. What
//! is usually near to something known is written as the difference from it.
use super::super::recording::{NONE, Recording, Visit};
use flate2::{Compression, write::GzEncoder};
use niwaki_search::{
    node::{Bound, Kind},
    watch::{Reason, Step},
};
use std::{collections::HashMap, io::Write};

/// Bits of the column of flags, above kind and bound.
const FOLDED: u64 = 16;
const HAS_EVAL: u64 = 32;
const HAS_MARGIN: u64 = 64;
/// Numbers of steps that are no move: none, and a pass.
const STEPS_BEFORE_MOVES: u64 = 2;
/// Reasons before the methods.
const REASONS_BEFORE_METHODS: u64 = 7;

/// Every different text of a move once, and which one each visit and each skipped move has.
#[derive(Default)]
pub(super) struct Moves {
    texts: Vec<String>,
    numbers: HashMap<String, usize>,
    pub(super) of_visits: Vec<Option<usize>>,
    pub(super) of_tests: Vec<Option<usize>>,
    pub(super) of_skipped: Vec<usize>,
}

impl Moves {
    /// The number of a text.
    pub(super) fn number(&mut self, text: String) -> usize {
        let next = self.texts.len();
        *self.numbers.entry(text).or_insert_with_key(|text| {
            self.texts.push(text.clone());
            next
        })
    }

    pub(super) fn texts(&self) -> &[String] {
        &self.texts
    }
}

/// Appends a natural number, seven bits a byte, least first.
pub(super) fn natural(out: &mut Vec<u8>, mut value: u64) {
    while value >= 128 {
        out.push(value as u8 | 128);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Appends a number of either sign: 0, -1, 1, -2, 2 are written as 0, 1, 2, 3, 4.
pub(super) fn signed(out: &mut Vec<u8>, value: i64) {
    natural(out, (value << 1 ^ value >> 63) as u64);
}

fn column(out: &mut Vec<u8>, recording: &Recording, mut write: impl FnMut(&mut Vec<u8>, usize, &Visit)) {
    for (index, visit) in recording.visits.iter().enumerate() {
        write(out, index, visit);
    }
}

/// The columns of the visits, in the order in which `tree.js` reads them.
pub(super) fn visits(recording: &Recording, moves: &Moves) -> Vec<u8> {
    let mut out = Vec::new();
    let parents = recording.parents();
    let above =
        |index: usize| Some(parents[index]).filter(|&above| above != NONE).map(|above| &recording.visits[above]);
    let mut level = 0;
    column(&mut out, recording, |out, _, visit| {
        signed(out, visit.level as i64 - level);
        level = visit.level as i64;
    });
    column(&mut out, recording, |out, index, visit| natural(out, step(visit, moves.of_visits[index])));
    column(&mut out, recording, |out, index, visit| {
        let usual = above(index).map_or(0, |above| above.depth - 1);
        signed(out, (usual - visit.depth).into());
    });
    column(&mut out, recording, |out, _, visit| natural(out, visit.shallower.max(0) as u64));
    column(&mut out, recording, |out, _, visit| natural(out, flags(visit)));
    column(&mut out, recording, |out, _, visit| natural(out, reason(visit.reason)));
    column(&mut out, recording, |out, _, visit| natural(out, visit.probe.map_or(0, |id| id as u64 + 1)));
    column(&mut out, recording, |out, index, _| natural(out, moves.of_tests[index].map_or(0, |m| m as u64 + 1)));
    column(&mut out, recording, |out, _, visit| natural(out, visit.rank.max(0) as u64));
    column(&mut out, recording, |out, index, visit| {
        let usual = above(index).map_or(0, |above| -above.alpha);
        signed(out, (visit.beta - usual).into());
    });
    column(&mut out, recording, |out, _, visit| natural(out, (visit.beta - visit.alpha - 1).max(0) as u64));
    column(&mut out, recording, |out, _, visit| signed(out, (visit.score - visit.beta).into()));
    column(&mut out, recording, |out, _, visit| signed(out, visit.eval.map_or(0, |eval| eval - visit.beta).into()));
    column(&mut out, recording, |out, _, visit| signed(out, margin(visit).unwrap_or_default().into()));
    gaps(&mut out, recording, &parents);
    column(&mut out, recording, |out, _, visit| natural(out, visit.nodes));
    out
}

/// Nodes between the end of the sibling before, or the beginning of the node above, and the
/// beginning of each visit.
fn gaps(out: &mut Vec<u8>, recording: &Recording, parents: &[usize]) {
    let mut ends: Vec<u64> = Vec::new();
    column(out, recording, |out, index, visit| {
        let above = parents[index];
        let usual = match ends.get(visit.level) {
            Some(end) => *end,
            None if above == NONE => 0,
            None => recording.visits[above].entered + 1,
        };
        natural(out, visit.entered.saturating_sub(usual));
        ends.truncate(visit.level);
        ends.push(visit.entered.max(usual) + visit.nodes);
    });
}

fn step(visit: &Visit, text: Option<usize>) -> u64 {
    match (visit.step, text) {
        (Step::Move(_), Some(number)) => number as u64 + STEPS_BEFORE_MOVES,
        (Step::Pass, _) => 1,
        _ => 0,
    }
}

/// The margin with which the method that cut compared the evaluation: it takes fewer values
/// than what was left of it.
fn margin(visit: &Visit) -> Option<i32> {
    let (eval, slack) = (visit.eval?, visit.slack?);
    Some(if visit.bound == Bound::Lower { eval - visit.beta - slack } else { visit.alpha - eval - slack })
}

fn flags(visit: &Visit) -> u64 {
    let kind = match visit.kind {
        Kind::Pv => 0,
        Kind::Cut => 1,
        Kind::All => 2,
    };
    let bound = match visit.bound {
        Bound::None => 0,
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    let has = |set: bool, bit: u64| if set { bit } else { 0 };
    let more =
        has(visit.folded, FOLDED) | has(visit.eval.is_some(), HAS_EVAL) | has(margin(visit).is_some(), HAS_MARGIN);
    kind | bound << 2 | more
}

fn reason(reason: Reason) -> u64 {
    match reason {
        Reason::Moves => 0,
        Reason::NoMoves => 1,
        Reason::Table => 2,
        Reason::GameOver => 3,
        Reason::Bounded => 4,
        Reason::Known => 5,
        Reason::Stopped => 6,
        Reason::Method(id) => REASONS_BEFORE_METHODS + id as u64,
    }
}

/// The columns of the skipped moves.
pub(super) fn skipped(recording: &Recording, moves: &Moves, out: &mut Vec<u8>) {
    let all = &recording.skipped;
    let mut before = 0;
    for skipped in all {
        natural(out, (skipped.visit - before) as u64);
        before = skipped.visit;
    }
    all.iter().for_each(|skipped| natural(out, skipped.id as u64));
    moves.of_skipped.iter().for_each(|&number| natural(out, number as u64));
    all.iter().for_each(|skipped| natural(out, skipped.rank.max(0) as u64));
    all.iter().for_each(|skipped| signed(out, skipped.history.into()));
    all.iter().for_each(|skipped| natural(out, u64::from(skipped.rest) | u64::from(skipped.slack.is_some()) << 1));
    all.iter().for_each(|skipped| signed(out, skipped.slack.unwrap_or_default().into()));
}

/// As `gzip` does it.
pub(super) fn compress(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).map_err(|error| error.to_string())
}

/// Base 64 (RFC 4648), with padding.
pub(super) fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let bits = three.iter().fold(0, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - three.len()));
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place) & 63) as usize] as char;
            text.push(if place > three.len() { '=' } else { letter });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_64_is_that_of_the_standard() {
        let vectors =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("foobar", "Zm9vYmFy")];
        for (plain, coded) in vectors {
            assert_eq!(base64(plain.as_bytes()), coded);
        }
    }

    #[test]
    fn numbers_take_as_few_bytes_as_they_need() {
        let bytes = |write: &dyn Fn(&mut Vec<u8>)| {
            let mut out = Vec::new();
            write(&mut out);
            out
        };
        assert_eq!(bytes(&|out| natural(out, 127)), [127]);
        assert_eq!(bytes(&|out| natural(out, 300)), [172, 2]);
        assert_eq!(bytes(&|out| [0, -1, 1, -2, 2].iter().for_each(|&value| signed(out, value))), [0, 1, 2, 3, 4]);
        assert_eq!(bytes(&|out| signed(out, i64::MIN)).len(), 10);
    }
}
