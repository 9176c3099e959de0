//! Tables of weights: a position is a set of features, each with a weight, and its score is
//! their sum. Every stage of the game has weights of its own. Patterns of discs, rings of
//! marbles, counts of anything are features; what they are only the game knows.
//!
//! The file is short because most weights of rare features are 0: a line of text, the numbers
//! of stages and weights, then all weights as numbers of seven bits a byte, lowest first, the
//! last below 128. A weight is coded zigzag (-1, 1, -2 ... as 1, 2, 3 ...); 0 is followed by
//! the length of a run of zeros.
use super::{Learner, Sample};
use crate::input;
use niwaki_search::node::Score;
use std::path::Path;

/// First line of a file.
const FIRST_LINE: &[u8] = b"Niwaki tables 1\n";
/// The greatest file: more weights than any game has.
const GREATEST_FILE: u64 = 64 << 20;

/// What the sum of a position's weights shall predict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The margin of the game.
    Margin {
        /// Score units of one unit of a margin.
        unit: Score,
    },
    /// The chance of a win.
    Result {
        /// The score at which it is 73 %: the logistic function of one.
        scale: Score,
    },
}

/// How a game is learned by tables.
pub trait TableLearner: Learner {
    /// Stages of the game that have weights of their own.
    fn stages(&self) -> usize;
    /// Weights of each stage.
    fn width(&self) -> usize;
    /// What is predicted.
    fn goal(&self) -> Goal;
    /// Appends the features of a sample for the side to move, each as the place of its
    /// weight, below [`TableLearner::width`]; returns the stage. A feature may come twice.
    fn features(&self, sample: &Sample, out: &mut Vec<u32>) -> usize;
}

/// The weights of all stages, in score units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    width: usize,
    numbers: Vec<i16>,
}

impl Tables {
    /// Weights of all stages, one stage after the other.
    pub fn new(learner: &dyn TableLearner, numbers: Vec<i16>) -> Result<Tables, String> {
        let (stages, width) = (learner.stages(), learner.width());
        if numbers.len() != stages * width {
            return Err(format!("expected {stages} stages of {width} weights, not {} weights", numbers.len()));
        }
        Ok(Tables { width, numbers })
    }

    /// Reads a file.
    pub fn read(learner: &dyn TableLearner, path: &Path) -> Result<Tables, String> {
        let bytes = input::read(path, GREATEST_FILE).map_err(|reason| format!("{}: {reason}", path.display()))?;
        Tables::from_bytes(learner, &bytes).map_err(|reason| format!("{}: {reason}", path.display()))
    }

    /// The tables in the bytes of a file.
    pub fn from_bytes(learner: &dyn TableLearner, bytes: &[u8]) -> Result<Tables, String> {
        let expected = || format!("expected tables of {}, as niwaki train writes them", learner.game());
        let mut rest = bytes.strip_prefix(FIRST_LINE).ok_or_else(expected)?;
        let shape = [take_number(&mut rest), take_number(&mut rest)];
        if shape != [Some(learner.stages() as u32), Some(learner.width() as u32)] {
            return Err(expected());
        }
        let wanted = learner.stages() * learner.width();
        let mut numbers = Vec::with_capacity(wanted);
        while numbers.len() < wanted {
            match take_number(&mut rest).ok_or_else(expected)? {
                0 => {
                    let run = take_number(&mut rest).ok_or_else(expected)? as usize;
                    let end = numbers.len().checked_add(run).filter(|end| *end <= wanted).ok_or_else(expected)?;
                    numbers.resize(end, 0);
                }
                code => numbers.push(i16::try_from((code >> 1) as i32 ^ -((code & 1) as i32)).map_err(|_| expected())?),
            }
        }
        if rest.is_empty() { Tables::new(learner, numbers) } else { Err(expected()) }
    }

    /// The file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = FIRST_LINE.to_vec();
        push_number(&mut bytes, self.stages() as u32);
        push_number(&mut bytes, self.width as u32);
        let mut rest = &self.numbers[..];
        while let Some(&number) = rest.first() {
            let run = rest.iter().take_while(|&&number| number == 0).count();
            if run == 0 {
                let number = i32::from(number);
                push_number(&mut bytes, (number << 1 ^ number >> 31) as u32);
            } else {
                bytes.push(0);
                push_number(&mut bytes, run as u32);
            }
            rest = &rest[run.max(1)..];
        }
        bytes
    }

    /// What tells them from others (FNV-1a, 64 bits).
    pub fn fingerprint(&self) -> u64 {
        let mix = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        self.to_bytes().iter().fold(0xcbf2_9ce4_8422_2325, mix)
    }

    /// How many stages there are.
    pub fn stages(&self) -> usize {
        self.numbers.len() / self.width.max(1)
    }

    /// The weights of a stage.
    pub fn stage(&self, stage: usize) -> &[i16] {
        &self.numbers[stage * self.width..][..self.width]
    }

    /// The score of a position with these features.
    pub fn score(&self, stage: usize, features: &[u32]) -> Score {
        let weights = self.stage(stage);
        features.iter().map(|&feature| Score::from(weights[feature as usize])).sum()
    }
}

/// Appends a number of seven bits a byte.
fn push_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn take_number(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for shift in (0..u32::BITS).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u32::from(byte & 127).checked_shl(shift)?;
        if *byte < 128 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::learning::{Kind, Visit};

    struct Small;

    impl Learner for Small {
        fn game(&self) -> &'static str {
            "small"
        }
        fn replay(&self, _: u16, _: &mut dyn Iterator<Item = u16>, _: &mut Visit<'_>) -> Result<(), String> {
            Ok(())
        }
        fn kind(&self) -> Kind {
            Kind::Tables(&Small)
        }
    }

    impl TableLearner for Small {
        fn stages(&self) -> usize {
            2
        }
        fn width(&self) -> usize {
            300
        }
        fn goal(&self) -> Goal {
            Goal::Margin { unit: 100 }
        }
        fn features(&self, _: &Sample, out: &mut Vec<u32>) -> usize {
            out.extend([0, 7]);
            1
        }
    }

    fn tables() -> Tables {
        let number = |index: usize| if index % 5 == 0 { (index as i16 - 300) * 97 } else { 0 };
        Tables::new(&Small, (0..600).map(number).collect()).unwrap()
    }

    #[test]
    fn what_was_written_is_read_back_and_takes_few_bytes() {
        let bytes = tables().to_bytes();
        assert_eq!(Tables::from_bytes(&Small, &bytes), Ok(tables()));
        assert!(bytes.len() < 700, "{}", bytes.len());
        assert_eq!(tables().score(0, &[0, 5, 5]), -97 * (300 + 295 + 295));
        assert_eq!((tables().stages(), tables().stage(1).len()), (2, 300));
        let other = Tables::new(&Small, vec![1; 600]).unwrap();
        assert_ne!(other.fingerprint(), tables().fingerprint());
    }

    #[test]
    fn broken_files_are_refused() {
        let bytes = tables().to_bytes();
        for end in 0..bytes.len() {
            assert!(Tables::from_bytes(&Small, &bytes[..end]).is_err(), "{end}");
        }
        assert!(Tables::from_bytes(&Small, &[&bytes[..], &[0]].concat()).unwrap_err().contains("tables of small"));
        let endless = [FIRST_LINE, &[2, 300u32 as u8 | 128, 2, 0, 255, 255, 255, 255, 15]].concat();
        assert!(Tables::from_bytes(&Small, &endless).is_err());
        assert!(Tables::new(&Small, vec![0; 599]).is_err());
    }
}
