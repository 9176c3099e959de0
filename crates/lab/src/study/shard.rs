//! A part of a run, for machines that share the work: `--shard 2/8` is the second of eight.
//!
//! Jobs are dealt out like cards, so that long and short ones mix. Which part a job falls
//! into depends on its number alone, never on what was done before.
use std::{fmt, num::NonZeroUsize, str::FromStr};

/// One part of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which, from 1.
    index: usize,
    /// Of how many.
    count: NonZeroUsize,
}

impl Shard {
    /// The whole run.
    pub const WHOLE: Shard = Shard { index: 1, count: NonZeroUsize::MIN };

    /// Whether this part does the job with this number, from 0.
    pub fn takes(self, job: usize) -> bool {
        job % self.count == self.index - 1
    }

    /// Whether this is all of the run.
    pub fn is_whole(self) -> bool {
        self.count == NonZeroUsize::MIN
    }

    /// Which part it is, from 1.
    pub fn index(self) -> usize {
        self.index
    }

    /// How many parts there are.
    pub fn count(self) -> usize {
        self.count.get()
    }

    /// All parts of the same run, this one among them.
    pub fn all(self) -> impl Iterator<Item = Shard> {
        (1..=self.count()).map(move |index| Shard { index, ..self })
    }

    /// How many of all jobs this part does.
    pub fn jobs(self, all: usize) -> usize {
        all.saturating_sub(self.index - 1).div_ceil(self.count())
    }

    /// The part as it stands in names of folders: `2-of-8`.
    pub(crate) fn file_name(self) -> String {
        format!("{}-of-{}", self.index, self.count)
    }
}

/// A command line without its option `--shard`: what repeats the whole run.
pub fn whole_command(command: &str) -> String {
    let mut words = command.split(' ');
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        match word {
            "--shard" => drop(words.next()),
            word if word.starts_with("--shard=") => {}
            word => kept.push(word),
        }
    }
    kept.join(" ")
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let parsed = text.split_once('/').and_then(|(index, count)| {
            let (index, count) = (index.trim().parse().ok()?, count.trim().parse().ok()?);
            Some(Shard { index, count }).filter(|shard| (1..=shard.count()).contains(&shard.index))
        });
        parsed.ok_or_else(|| format!("expected a part such as 2/8, from 1/8 to 8/8, not {text:?}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_job_falls_to_exactly_one_part() {
        for count in 1..=9 {
            let parts: Vec<Shard> = (1..=count).map(|index| format!("{index}/{count}").parse().unwrap()).collect();
            for job in 0..50 {
                assert_eq!(parts.iter().filter(|part| part.takes(job)).count(), 1);
                assert!(parts.iter().all(|part| part.jobs(job) == (0..job).filter(|job| part.takes(*job)).count()));
            }
        }
        assert!((0..50).all(|job| Shard::WHOLE.takes(job)));
    }

    #[test]
    fn parts_are_read_and_written_and_nonsense_is_refused() {
        for text in ["1/1", "3/8", "8/8"] {
            assert_eq!(text.parse::<Shard>().unwrap().to_string(), text);
        }
        assert!("1/1".parse::<Shard>().unwrap().is_whole() && !"1/2".parse::<Shard>().unwrap().is_whole());
        for text in ["", "3", "0/8", "9/8", "1/0", "-1/8", "a/b", "1/2/3", "99999999999999999999/1"] {
            assert!(text.parse::<Shard>().unwrap_err().contains("expected a part"), "{text}");
        }
    }

    #[test]
    fn the_whole_run_is_repeated_without_the_part() {
        for command in ["niwaki compare --shard 2/8 --depth 5", "niwaki compare --shard=2/8 --depth 5"] {
            assert_eq!(whole_command(command), "niwaki compare --depth 5");
        }
        assert_eq!(whole_command("niwaki elo 1 2 3"), "niwaki elo 1 2 3");
    }
}
