//! The lines that authors of engines paste into pull requests, as OpenBench prints them.
use niwaki_statistics::{
    Pentanomial, Results, Trinomial,
    elo::{self, Estimate},
    sprt::Sprt,
};

/// The results of a match, and how it was played.
#[derive(Clone, Debug)]
pub struct Block<'a> {
    /// Single games, where they are known.
    pub games: Option<Trinomial>,
    /// Pairs of games, where they are known.
    pub pairs: Option<Pentanomial>,
    /// The test that the match was played for.
    pub test: Option<&'a Sprt>,
    /// How it was played: `N=8000 Threads=1 Hash=8MB`; perhaps empty.
    pub setting: &'a str,
}

impl Block<'_> {
    fn results(&self) -> Results {
        match (self.pairs, self.games) {
            (Some(pairs), _) if pairs.pairs.iter().any(|count| *count > 0) => pairs.into(),
            (_, Some(games)) => games.into(),
            _ => Pentanomial::default().into(),
        }
    }

    /// The lines: Elo, SPRT, LLR, Games, Penta, as far as they are known.
    pub fn lines(&self) -> Vec<String> {
        let results = self.results();
        let name = if self.test.is_some() { "SPRT " } else { "Conf " };
        let mut lines = vec![format!("Elo   | {}", elo_words(elo::logistic(&results)))];
        if !self.setting.is_empty() {
            lines.push(format!("{name} | {}", self.setting));
        }
        if let Some(test) = self.test {
            let (bounds, ratio) = (test.bounds(), test.log_likelihood_ratio(&results));
            let [elo0, elo1] = test.hypotheses();
            lines.push(format!("LLR   | {ratio:.2} ({:.2}, {:.2}) [{elo0:.2}, {elo1:.2}]", bounds.low, bounds.high));
        }
        let apart = |Trinomial { wins, draws, losses }| format!(" W: {wins} L: {losses} D: {draws}");
        lines.push(format!("Games | N: {}{}", results.games(), self.games.map(apart).unwrap_or_default()));
        lines.extend(self.pairs.map(|pairs| format!("Penta | {:?}", pairs.pairs)));
        lines
    }
}

fn elo_words(found: Option<Estimate>) -> String {
    match found {
        None => "unknown".to_string(),
        Some(Estimate { value, interval: Some(interval) }) => format!("{value:.2} +- {:.2} (95%)", interval.reach()),
        Some(Estimate { value, interval: None }) => format!("{value:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use niwaki_statistics::sprt::Model;

    #[test]
    fn the_lines_are_those_that_people_paste() {
        let test = Sprt::new(Model::Normalized, 0.0, 5.0, 0.05, 0.05).unwrap();
        let games = Trinomial { wins: 2100, draws: 3500, losses: 1968 };
        let pairs = Pentanomial { pairs: [47, 798, 1975, 900, 64] };
        let setting = "N=8000 Threads=1 Hash=8MB";
        let lines = Block { games: Some(games), pairs: Some(pairs), test: Some(&test), setting }.lines();
        assert!(lines[0].starts_with("Elo   | ") && lines[0].ends_with(" (95%)"), "{lines:?}");
        assert_eq!(lines[1], "SPRT  | N=8000 Threads=1 Hash=8MB");
        assert!(lines[2].starts_with("LLR   | ") && lines[2].ends_with(" (-2.94, 2.94) [0.00, 5.00]"), "{lines:?}");
        assert_eq!(lines[3], "Games | N: 7568 W: 2100 L: 1968 D: 3500");
        assert_eq!(lines[4], "Penta | [47, 798, 1975, 900, 64]");
        let fixed = Block { games: Some(games), pairs: Some(pairs), test: None, setting }.lines();
        assert_eq!(fixed[1], "Conf  | N=8000 Threads=1 Hash=8MB");
        let alone = Block { games: Some(games), pairs: None, test: None, setting: "" }.lines();
        assert!(alone.len() == 2 && alone[1].starts_with("Games | N: 7568 "), "{alone:?}");
        let nothing = Block { games: None, pairs: None, test: None, setting: "" }.lines();
        assert_eq!(nothing, ["Elo   | unknown", "Games | N: 0"]);
    }
}
