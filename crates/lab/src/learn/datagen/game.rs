//! A game in few bytes: which of the legal moves was played, and how the score changed.
//!
//! A record knows nothing of the game's rules. A move is its place among the legal moves,
//! sorted by name, so that no other way to list moves can spoil a file. Scores change little:
//! each is stored as what it differs from the last one of its side.
//!
//! ```text
//! game  = length of body, body, check byte
//! body  = number of opening plies, their moves, (move, score) of each later ply, winner
//! move  = one byte below 255, or 255 and two bytes
//! score = difference, zigzag: 0, -1, 1, -2, ... as 0, 1, 2, 3, ...
//! ```
//! Lengths and scores are numbers of seven bits a byte, lowest first, the last below 128.
use niwaki_search::node::Score;

/// The most bytes of a body: what claims to be longer is no game.
pub(super) const LONGEST_BODY: usize = 1 << 14;
/// Announces a move of two bytes.
const LONG_MOVE: u8 = 255;

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
    /// The random moves it begins with, each as its place among the legal moves.
    pub opening: Vec<u16>,
    /// The plies that were searched.
    pub plies: Vec<Ply>,
    /// Who won.
    pub winner: Winner,
}

/// What the beginning of some bytes is.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found<'a> {
    /// The body of a game that takes so many bytes in all.
    Body(&'a [u8], usize),
    /// A game that goes on after their end.
    Cut,
    /// No game.
    Damaged,
}

impl Game {
    /// Appends the game to `out`.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut body = Vec::with_capacity(self.opening.len() + 3 * self.plies.len() + 2);
        write_number(&mut body, self.opening.len() as u32);
        self.opening.iter().for_each(|place| write_move(&mut body, *place));
        let mut last = [0; 2];
        for (number, ply) in self.plies.iter().enumerate() {
            write_move(&mut body, ply.place);
            let change = ply.score.wrapping_sub(last[number % 2]);
            write_number(&mut body, (change << 1 ^ change >> 31) as u32);
            last[number % 2] = ply.score;
        }
        body.push(self.winner as u8);
        write_number(out, body.len() as u32);
        out.push(check(&body));
        out.extend(body);
    }

    /// The game of a body; `None` if it makes no sense.
    pub(super) fn read(mut body: &[u8]) -> Option<Game> {
        let (winner, rest) = body.split_last()?;
        let winner = *Winner::ALL.get(usize::from(*winner))?;
        body = rest;
        let count = read_number(&mut body)? as usize;
        let opening = (0..count).map(|_| read_move(&mut body)).collect::<Option<Vec<u16>>>()?;
        let mut plies = Vec::with_capacity(body.len() / 2);
        let mut last: [Score; 2] = [0; 2];
        while !body.is_empty() {
            let place = read_move(&mut body)?;
            let code = read_number(&mut body)?;
            let change = (code >> 1) as i32 ^ -((code & 1) as i32);
            let score = last[plies.len() % 2].wrapping_add(change);
            last[plies.len() % 2] = score;
            plies.push(Ply { place, score });
        }
        Some(Game { opening, plies, winner })
    }

    /// Whether the side that began is to move at a ply of [`Game::plies`].
    pub fn first_to_move(&self, ply: usize) -> bool {
        (self.opening.len() + ply) % 2 == 0
    }
}

/// Looks for a game at the beginning of `bytes`.
pub(super) fn find(bytes: &[u8]) -> Found<'_> {
    let mut rest = bytes;
    let Some(length) = read_number(&mut rest) else {
        // A number has at most five bytes.
        return if bytes.len() < 5 { Found::Cut } else { Found::Damaged };
    };
    let length = length as usize;
    if length == 0 || length > LONGEST_BODY {
        return Found::Damaged;
    }
    let Some((sum, body)) = rest.split_first() else { return Found::Cut };
    match body.get(..length) {
        None => Found::Cut,
        Some(body) if check(body) == *sum => Found::Body(body, bytes.len() - rest.len() + 1 + length),
        Some(_) => Found::Damaged,
    }
}

/// One byte that tells damage: the lowest of the sum, which no single wrong byte leaves as it was.
fn check(body: &[u8]) -> u8 {
    const START: u32 = 0x811c_9dc5;
    const PRIME: u32 = 0x0100_0193;
    let sum = body.iter().fold(START, |sum, byte| (sum ^ u32::from(*byte)).wrapping_mul(PRIME));
    sum as u8
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
        (opening, plies, 0usize..3).prop_map(|(opening, plies, winner)| Game {
            opening,
            plies,
            winner: Winner::ALL[winner],
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn what_was_written_is_read_back(game in games(), after in any::<[u8; 4]>()) {
            let mut bytes = Vec::new();
            game.write(&mut bytes);
            let length = bytes.len();
            bytes.extend(after);
            match find(&bytes) {
                Found::Body(body, taken) => {
                    prop_assert_eq!(taken, length);
                    prop_assert_eq!(Game::read(body), Some(game));
                }
                other => prop_assert!(false, "{:?}", other),
            }
            for end in 0..length {
                prop_assert_eq!(find(&bytes[..end]), Found::Cut);
            }
        }

        #[test]
        fn any_bytes_at_all_are_read_without_harm(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
            let _ = (find(&bytes), Game::read(&bytes));
        }
    }

    #[test]
    fn a_quiet_ply_takes_two_bytes() {
        let plies: Vec<Ply> = (0..100).map(|i| Ply { place: 7, score: if i % 2 == 0 { 30 } else { -25 } }).collect();
        let game = Game { opening: vec![3; 8], plies, winner: Winner::Nobody };
        let mut bytes = Vec::new();
        game.write(&mut bytes);
        assert_eq!(bytes.len(), 2 + 1 + 1 + 8 + 200 + 1);
    }

    #[test]
    fn damage_is_told() {
        let game = Game { opening: vec![1, 2], plies: vec![Ply { place: 3, score: 5 }; 9], winner: Winner::First };
        let mut bytes = Vec::new();
        game.write(&mut bytes);
        let changes = (2..bytes.len()).flat_map(|place| (0..8).map(move |bit| (place, 1 << bit)));
        let missed = changes.filter(|(place, bit)| {
            let mut damaged = bytes.clone();
            damaged[*place] ^= bit;
            find(&damaged) != Found::Damaged
        });
        assert_eq!(missed.count(), 0);
        assert_eq!(find(&[0; 9]), Found::Damaged);
        assert_eq!(find(&[255; 9]), Found::Damaged);
    }
}
