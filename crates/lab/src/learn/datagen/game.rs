//! A game in few bytes: which of the legal moves was played, and how the score changed.
//!
//! A record knows nothing of the game's rules. A move is its place among the legal moves,
//! sorted by name, so that no other way to list moves can spoil a file. Scores change little:
//! each is stored as its difference from the last one of its side.
//!
//! ```text
//! game  = length of body, check of the length, check of the body, body
//! body  = start, margin, number of opening plies, their moves, (move, score) of each later
//!         ply, winner
//! start = 0 for the usual start position, else the number of another, from 1
//! margin = by how many units the first side won, zigzag; format 3 alone has it
//! move  = one byte below 255, or 255 and two bytes
//! score = difference, zigzag: 0, -1, 1, -2, ... as 0, 1, 2, 3, ...
//! ```
//! Lengths, starts, margins and scores are numbers of seven bits a byte, lowest first, the last below
//! 128. The check of the length has one byte, that of the body four, lowest first.
//!
//! Games that are won by a margin are written in format 3, others in format 2. Format 1, which
//! is still read, has no start, no check of the length and one byte for that
//! of the body.
use niwaki_search::node::Score;

/// The most bytes of a body: what claims to be longer is no game.
pub(super) const LONGEST_BODY: usize = 1 << 14;
/// Announces a move of two bytes.
const LONG_MOVE: u8 = 255;

/// How games are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    One,
    Two,
    /// With margins.
    Three,
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winner {
    /// The side that began.
    First,
    /// The other side.
    Second,
    /// Neither.
    Nobody,
}

impl Winner {
    /// All of them, as they are numbered.
    pub const ALL: [Winner; 3] = [Winner::First, Winner::Second, Winner::Nobody];
}

/// A ply that was searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Place of the move among the legal moves, sorted by name.
    pub place: u16,
    /// Score for the side to move.
    pub score: Score,
}

/// A game. Sides move in turn: a pass is a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// 0 for the usual start position, else the number of another that the game offers, from 1.
    pub start: u16,
    /// The random moves it begins with, each as its place among the legal moves.
    pub opening: Vec<u16>,
    /// The plies that were searched.
    pub plies: Vec<Ply>,
    /// Who won.
    pub winner: Winner,
    /// By how many units the first side won, where margins count.
    pub margin: Option<i32>,
}

/// What the beginning of some bytes is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found<'a> {
    /// The body of a game, and the bytes that the game takes in all.
    Body(&'a [u8], usize),
    /// A game that continues after their end.
    Cut,
    /// No game.
    Damaged,
}

impl Game {
    /// Appends the game to `out`, in a format later than the first.
    pub(super) fn write(&self, format: Format, out: &mut Vec<u8>) {
        let body = self.body(format);
        let start = out.len();
        write_number(out, body.len() as u32);
        out.push(check(&out[start..]) as u8);
        out.extend(check(&body).to_le_bytes());
        out.extend(body);
    }

    /// The game as it was written in files of format 1; it begins at the usual start position.
    #[cfg(test)]
    pub(super) fn write_format_one(&self, out: &mut Vec<u8>) {
        let body = self.body(Format::One);
        write_number(out, body.len() as u32);
        out.push(check(&body) as u8);
        out.extend(body);
    }

    fn body(&self, format: Format) -> Vec<u8> {
        let mut body = Vec::with_capacity(self.opening.len() + 3 * self.plies.len() + 3);
        if format != Format::One {
            write_number(&mut body, self.start.into());
        }
        if format == Format::Three {
            write_number(&mut body, zigzag(self.margin.unwrap_or_default()));
        }
        write_number(&mut body, self.opening.len() as u32);
        self.opening.iter().for_each(|place| write_move(&mut body, *place));
        let mut last = [0; 2];
        for (number, ply) in self.plies.iter().enumerate() {
            write_move(&mut body, ply.place);
            let change = ply.score.wrapping_sub(last[number % 2]);
            write_number(&mut body, zigzag(change));
            last[number % 2] = ply.score;
        }
        body.push(self.winner as u8);
        body
    }

    /// The game of a body; `None` if it makes no sense.
    pub(super) fn read(format: Format, mut body: &[u8]) -> Option<Game> {
        let (winner, rest) = body.split_last()?;
        let winner = *Winner::ALL.get(usize::from(*winner))?;
        body = rest;
        let start = match format {
            Format::One => 0,
            Format::Two | Format::Three => u16::try_from(read_number(&mut body)?).ok()?,
        };
        let margin = match format {
            Format::Three => Some(straight(read_number(&mut body)?)),
            Format::One | Format::Two => None,
        };
        let count = read_number(&mut body)? as usize;
        let opening = (0..count).map(|_| read_move(&mut body)).collect::<Option<Vec<u16>>>()?;
        let mut plies = Vec::with_capacity(body.len() / 2);
        let mut last: [Score; 2] = [0; 2];
        while !body.is_empty() {
            let place = read_move(&mut body)?;
            let change = straight(read_number(&mut body)?);
            let score = last[plies.len() % 2].wrapping_add(change);
            last[plies.len() % 2] = score;
            plies.push(Ply { place, score });
        }
        Some(Game { start, opening, plies, winner, margin })
    }

    /// Whether the side that began is to move at a ply of [`Game::plies`].
    pub fn first_to_move(&self, ply: usize) -> bool {
        (self.opening.len() + ply) % 2 == 0
    }
}

/// Looks for a game at the beginning of `bytes`.
pub(super) fn find(format: Format, bytes: &[u8]) -> Found<'_> {
    let mut rest = bytes;
    let Some(length) = read_number(&mut rest) else {
        // A number has at most five bytes.
        return if bytes.len() < 5 { Found::Cut } else { Found::Damaged };
    };
    let (length, written) = (length as usize, &bytes[..bytes.len() - rest.len()]);
    if length == 0 || length > LONGEST_BODY {
        return Found::Damaged;
    }
    let sum_bytes = match format {
        Format::One => 1,
        Format::Two | Format::Three => {
            let Some((sum, after)) = rest.split_first() else { return Found::Cut };
            if *sum != check(written) as u8 {
                return Found::Damaged;
            }
            rest = after;
            size_of::<u32>()
        }
    };
    let Some((sum, rest)) = rest.split_at_checked(sum_bytes) else { return Found::Cut };
    match rest.get(..length) {
        None => Found::Cut,
        Some(body) if check(body).to_le_bytes().starts_with(sum) => {
            Found::Body(body, bytes.len() - rest.len() + length)
        }
        Some(_) => Found::Damaged,
    }
}

/// Whether bytes of format 1 that [`find`] takes for a cut game begin in truth with a whole
/// game whose length is wrong: that format has no check of the length.
///
/// Every other length is tried. A check of one byte fits by chance now and then, so after the
/// game the bytes must end, or another game must follow.
pub(super) fn has_wrong_length(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    let found = read_number(&mut rest).and_then(|_| rest.split_first());
    let Some((sum, body)) = found else { return false };
    let is_game = |body: &[u8]| Game::read(Format::One, body).is_some();
    let begins_game = |bytes: &[u8]| matches!(find(Format::One, bytes), Found::Body(body, _) if is_game(body));
    let mut hash = CHECK_START;
    (1..=body.len().min(LONGEST_BODY)).any(|length| {
        hash = add_to_check(hash, body[length - 1]);
        let (body, after) = body.split_at(length);
        hash as u8 == *sum && is_game(body) && (after.is_empty() || begins_game(after))
    })
}

const CHECK_START: u32 = 0x811c_9dc5;

/// Detects damage (FNV-1a, 32 bits). A single wrong byte always changes even the lowest byte.
fn check(bytes: &[u8]) -> u32 {
    bytes.iter().fold(CHECK_START, |sum, byte| add_to_check(sum, *byte))
}

fn add_to_check(sum: u32, byte: u8) -> u32 {
    const PRIME: u32 = 0x0100_0193;
    (sum ^ u32::from(byte)).wrapping_mul(PRIME)
}

/// 0, -1, 1, -2, ... as 0, 1, 2, 3, ...
fn zigzag(number: i32) -> u32 {
    (number << 1 ^ number >> 31) as u32
}

/// The inverse of [`zigzag`].
fn straight(code: u32) -> i32 {
    (code >> 1) as i32 ^ -((code & 1) as i32)
}

fn write_number(out: &mut Vec<u8>, mut number: u32) {
    while number >= 128 {
        out.push(number as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}

fn read_number(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0u32;
    for shift in (0..u32::BITS).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u32::from(byte & 127) << shift;
        if *byte < 128 {
            return Some(number);
        }
    }
    None
}

fn write_move(out: &mut Vec<u8>, place: u16) {
    match u8::try_from(place) {
        Ok(byte) if byte < LONG_MOVE => out.push(byte),
        _ => {
            out.push(LONG_MOVE);
            out.extend(place.to_le_bytes());
        }
    }
}

fn read_move(bytes: &mut &[u8]) -> Option<u16> {
    let (byte, rest) = bytes.split_first()?;
    *bytes = rest;
    if *byte < LONG_MOVE {
        return Some(u16::from(*byte));
    }
    let (two, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u16::from_le_bytes(*two))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn games() -> impl Strategy<Value = Game> {
        let ply = (any::<u16>(), any::<Score>()).prop_map(|(place, score)| Ply { place, score });
        let near = (0u16..60, -300..300).prop_map(|(place, score)| Ply { place, score });
        let plies = prop::collection::vec(prop_oneof![1 => ply, 8 => near], 0..300);
        let opening = prop::collection::vec(any::<u16>(), 0..20);
        (any::<u16>(), opening, plies, 0usize..3, any::<i32>()).prop_map(|(start, opening, plies, winner, margin)| {
            Game { start, opening, plies, winner: Winner::ALL[winner], margin: Some(margin) }
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn what_was_written_is_read_back(game in games(), after in any::<[u8; 4]>()) {
            for format in [Format::Two, Format::Three] {
                let margin = game.margin.filter(|_| format == Format::Three);
                let game = Game { margin, ..game.clone() };
                let mut bytes = Vec::new();
                game.write(format, &mut bytes);
                let length = bytes.len();
                bytes.extend(after);
                match find(format, &bytes) {
                    Found::Body(body, taken) => {
                        prop_assert_eq!(taken, length);
                        prop_assert_eq!(Game::read(format, body), Some(game));
                    }
                    other => prop_assert!(false, "{:?}", other),
                }
                for end in 0..length {
                    prop_assert_eq!(find(format, &bytes[..end]), Found::Cut);
                }
            }
        }

        #[test]
        fn format_one_is_read_back(game in games()) {
            let mut bytes = Vec::new();
            game.write_format_one(&mut bytes);
            let Found::Body(body, taken) = find(Format::One, &bytes) else { panic!("no game") };
            prop_assert_eq!(taken, bytes.len());
            prop_assert_eq!(Game::read(Format::One, body), Some(Game { start: 0, margin: None, ..game }));
            for end in 0..taken {
                prop_assert_eq!(find(Format::One, &bytes[..end]), Found::Cut);
            }
        }

        #[test]
        fn any_bytes_at_all_are_read_without_harm(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
            for format in [Format::One, Format::Two, Format::Three] {
                let _ = (find(format, &bytes), Game::read(format, &bytes));
            }
            let _ = has_wrong_length(&bytes);
        }
    }

    #[test]
    fn a_quiet_ply_takes_two_bytes() {
        let plies: Vec<Ply> = (0..100).map(|i| Ply { place: 7, score: if i % 2 == 0 { 30 } else { -25 } }).collect();
        let game = Game { start: 0, opening: vec![3; 8], plies, winner: Winner::Nobody, margin: None };
        let mut bytes = Vec::new();
        game.write(Format::Two, &mut bytes);
        assert_eq!(bytes.len(), 2 + 1 + 4 + 1 + 1 + 8 + 200 + 1);
    }

    #[test]
    fn damage_is_found_wherever_it_is() {
        let plies = vec![Ply { place: 3, score: 5 }; 90];
        let game = Game { start: 7, opening: vec![1, 2], plies, winner: Winner::First, margin: None };
        let mut bytes = Vec::new();
        game.write(Format::Two, &mut bytes);
        let changes = (0..bytes.len()).flat_map(|place| (0..8).map(move |bit| (place, 1 << bit)));
        let missed = changes.filter(|(place, bit)| {
            let mut damaged = bytes.clone();
            damaged[*place] ^= bit;
            find(Format::Two, &damaged) != Found::Damaged
        });
        assert_eq!(missed.count(), 0);
        for format in [Format::One, Format::Two] {
            assert_eq!(find(format, &[0; 9]), Found::Damaged);
            assert_eq!(find(format, &[255; 9]), Found::Damaged);
        }
    }
}
