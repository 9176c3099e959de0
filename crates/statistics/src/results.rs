//! Results of matches, seen from one player: single games (trinomial), and pairs of games
//! from one opening with colours swapped (pentanomial). The games of a pair are not
//! independent of each other, pairs are: Van den Bergh's and Fishtest's reason to count pairs.
use std::{
    ops::{Add, AddAssign},
    str::FromStr,
};

/// The greatest count that is read: sums of such counts are exact as floating-point numbers.
pub const MOST_COUNT: u64 = 1_000_000_000_000;

/// Kinds of pairs.
const PAIR_KINDS: usize = 5;

/// Why counts could not be read; each message is one line.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum Error {
    /// Too few or too many numbers.
    #[error("expected {expected} whole numbers with commas between them, {names}, not {found}")]
    Numbers {
        /// How many there must be.
        expected: usize,
        /// What they count.
        names: &'static str,
        /// How many there are.
        found: usize,
    },
    /// Something that is no count.
    #[error("expected a whole number from 0 to {MOST_COUNT}, not {found:?}")]
    Count {
        /// What there is.
        found: String,
    },
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Lost.
    Loss,
    /// Drawn.
    Draw,
    /// Won.
    Win,
}

impl Outcome {
    /// The same game, seen by the opponent.
    pub fn reversed(self) -> Outcome {
        match self {
            Outcome::Win => Outcome::Loss,
            Outcome::Draw => Outcome::Draw,
            Outcome::Loss => Outcome::Win,
        }
    }
}

/// Counts of single games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trinomial {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Trinomial {
    /// Counts one more game.
    pub fn record(&mut self, outcome: Outcome) {
        let count = match outcome {
            Outcome::Loss => &mut self.losses,
            Outcome::Draw => &mut self.draws,
            Outcome::Win => &mut self.wins,
        };
        *count = count.saturating_add(1);
    }

    /// The same games seen by the other player.
    #[must_use]
    pub fn swapped(self) -> Self {
        Trinomial { wins: self.losses, losses: self.wins, ..self }
    }
}

impl Add for Trinomial {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Trinomial {
            wins: self.wins.saturating_add(other.wins),
            draws: self.draws.saturating_add(other.draws),
            losses: self.losses.saturating_add(other.losses),
        }
    }
}

impl AddAssign for Trinomial {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// `W,D,L`.
impl FromStr for Trinomial {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let [wins, draws, losses] = counts(text, "W,D,L")?;
        Ok(Trinomial { wins, draws, losses })
    }
}

/// Counts of pairs by their points: LL, LD, DD or WL, WD, WW.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial {
    /// The counts, worst first.
    pub pairs: [u64; PAIR_KINDS],
}

impl Pentanomial {
    /// Counts one more pair.
    pub fn record(&mut self, first: Outcome, second: Outcome) {
        let count = &mut self.pairs[first as usize + second as usize];
        *count = count.saturating_add(1);
    }

    /// The single games, if `drawn` of the middle pairs were two draws and the others a win
    /// and a loss; `None` if there are fewer.
    pub fn games_apart(self, drawn: u64) -> Option<Trinomial> {
        let [lost, loss_and_draw, middle, win_and_draw, won] = self.pairs;
        let decided = middle.checked_sub(drawn)?;
        let sum =
            |twice: u64, once: u64, other: u64| twice.saturating_mul(2).saturating_add(once).saturating_add(other);
        Some(Trinomial {
            wins: sum(won, win_and_draw, decided),
            draws: sum(drawn, loss_and_draw, win_and_draw),
            losses: sum(lost, loss_and_draw, decided),
        })
    }

    /// Pairs won for each pair lost; infinite if none was lost, `None` if none was decided.
    pub fn ratio(self) -> Option<f64> {
        let [lost, loss_and_draw, _, win_and_draw, won] = self.pairs.map(|count| count as f64);
        let ratio = (won + win_and_draw) / (lost + loss_and_draw);
        (!ratio.is_nan()).then_some(ratio)
    }

    /// The same pairs seen by the other player.
    #[must_use]
    pub fn swapped(mut self) -> Self {
        self.pairs.reverse();
        self
    }
}

impl Add for Pentanomial {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Pentanomial { pairs: std::array::from_fn(|kind| self.pairs[kind].saturating_add(other.pairs[kind])) }
    }
}

impl AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// `LL,LD,DD+WL,WD,WW`.
impl FromStr for Pentanomial {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Ok(Pentanomial { pairs: counts(text, "LL,LD,DD+WL,WD,WW")? })
    }
}

/// Exactly `N` counts with commas between them.
fn counts<const N: usize>(text: &str, names: &'static str) -> Result<[u64; N], Error> {
    let words: Vec<&str> = text.split(',').map(str::trim).collect();
    let numbers = words.iter().map(|word| count(word)).collect::<Result<Vec<u64>, Error>>()?;
    let found = numbers.len();
    numbers.try_into().map_err(|_| Error::Numbers { expected: N, names, found })
}

/// Reads one count.
pub fn count(text: &str) -> Result<u64, Error> {
    let number = text.parse().ok().filter(|count| *count <= MOST_COUNT);
    number.ok_or_else(|| Error::Count { found: text.to_string() })
}

/// Results of either kind. An observation is what is independent: a game or a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Results {
    /// Single games.
    Trinomial(Trinomial),
    /// Pairs of games.
    Pentanomial(Pentanomial),
}

impl From<Trinomial> for Results {
    fn from(counts: Trinomial) -> Self {
        Results::Trinomial(counts)
    }
}

impl From<Pentanomial> for Results {
    fn from(counts: Pentanomial) -> Self {
        Results::Pentanomial(counts)
    }
}

impl Results {
    /// The counts, worst first.
    pub fn counts(&self) -> Vec<u64> {
        match self {
            Results::Trinomial(Trinomial { wins, draws, losses }) => vec![*losses, *draws, *wins],
            Results::Pentanomial(Pentanomial { pairs }) => pairs.to_vec(),
        }
    }

    /// Games in an observation.
    pub fn games_each(&self) -> u64 {
        match self {
            Results::Trinomial(_) => 1,
            Results::Pentanomial(_) => 2,
        }
    }

    /// Games or pairs.
    pub fn observations(&self) -> u64 {
        self.counts().into_iter().fold(0, u64::saturating_add)
    }

    /// Games.
    pub fn games(&self) -> u64 {
        self.observations().saturating_mul(self.games_each())
    }

    /// Points made and points given, in fractions of an observation that make them whole.
    pub fn points(&self) -> (u128, u128) {
        let made = |counts: Vec<u64>| (0..).zip(counts).map(|(points, count)| points * u128::from(count)).sum();
        (made(self.counts()), made(self.swapped().counts()))
    }

    /// Mean score of an observation, from 0 to 1; `None` without games.
    pub fn mean(&self) -> Option<f64> {
        let (made, given) = self.points();
        (made + given > 0).then(|| made as f64 / (made + given) as f64)
    }

    /// By how much the mean score is above one half, exact where that is little; `None`
    /// without games.
    pub fn lead(&self) -> Option<f64> {
        let (made, given) = self.points();
        let lead = if made < given { -((given - made) as f64) } else { (made - given) as f64 };
        (made + given > 0).then(|| lead / 2.0 / (made + given) as f64)
    }

    /// Variance of the score of an observation around the mean; `None` without games.
    pub fn variance(&self) -> Option<f64> {
        let mean = self.mean()?;
        let (counts, best) = (self.counts(), self.counts().len() - 1);
        let total: f64 = counts.iter().map(|count| *count as f64).sum();
        let square = |(points, count): (usize, &u64)| *count as f64 * (points as f64 / best as f64 - mean).powi(2);
        Some(counts.iter().enumerate().map(square).sum::<f64>() / total)
    }

    /// Whether no two observations differ, so that they say nothing about their spread.
    pub fn alike(&self) -> bool {
        self.counts().into_iter().filter(|count| *count > 0).count() < 2
    }

    /// The same games seen by the other player.
    #[must_use]
    pub fn swapped(self) -> Self {
        match self {
            Results::Trinomial(counts) => counts.swapped().into(),
            Results::Pentanomial(counts) => counts.swapped().into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Outcome::{Draw, Loss, Win};

    #[test]
    fn counts_are_read() {
        assert_eq!("5, 3,2".parse(), Ok(Trinomial { wins: 5, draws: 3, losses: 2 }));
        assert_eq!("1,2,3,4,5".parse(), Ok(Pentanomial { pairs: [1, 2, 3, 4, 5] }));
    }

    #[test]
    fn what_is_no_count_is_refused_with_what_was_expected() {
        let message = |text: &str| text.parse::<Pentanomial>().unwrap_err().to_string();
        assert_eq!(message("1,2,3"), "expected 5 whole numbers with commas between them, LL,LD,DD+WL,WD,WW, not 3");
        for wrong in ["", "a,b", "1,2,3,4,-5", "1,2,3,4,5.5", "1,,3,4,5", "1,2,3,4,1000000000001", "1,2,3,4,1e9"] {
            assert!(message(wrong).starts_with("expected a whole number from 0 to 1000000000000, not "), "{wrong}");
        }
    }

    #[test]
    fn games_are_counted_one_by_one() {
        let (mut games, mut pairs) = (Trinomial::default(), Pentanomial::default());
        let played = [(Win, Loss), (Draw, Draw), (Win, Draw), (Loss, Loss), (Win, Win), (Draw, Loss)];
        for (first, second) in played {
            games.record(first);
            games.record(second);
            pairs.record(first, second);
        }
        assert_eq!(pairs.pairs, [1, 1, 2, 1, 1]);
        assert_eq!(pairs.games_apart(1), Some(games));
        assert_eq!(pairs.games_apart(3), None);
        assert_eq!(Results::from(pairs).games(), Results::from(games).games());
        assert_eq!(Results::from(pairs).lead(), Results::from(games).lead());
        assert_eq!(pairs + pairs.swapped(), Pentanomial { pairs: [2, 2, 4, 2, 2] });
        assert_eq!(games + games.swapped(), Trinomial { wins: 8, draws: 8, losses: 8 });
    }

    #[test]
    fn the_ratio_of_pairs_may_be_infinite_or_absent() {
        let ratio = |pairs| Pentanomial { pairs }.ratio();
        assert_eq!(ratio([1, 2, 9, 3, 3]), Some(2.0));
        assert_eq!(ratio([0, 0, 9, 1, 0]), Some(f64::INFINITY));
        assert_eq!(ratio([0, 0, 9, 0, 0]), None);
    }

    #[test]
    fn the_greatest_counts_do_not_overflow() {
        let most = Pentanomial { pairs: [u64::MAX; PAIR_KINDS] };
        assert_eq!(most + most, most);
        assert_eq!(Results::from(most).games(), u64::MAX);
        assert_eq!(Results::from(most).mean(), Some(0.5));
        assert!(most.games_apart(0).is_some());
    }
}
