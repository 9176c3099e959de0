//! What an ablation says, in words and tables for people and in JSON.
use super::{
    Ablated, Direction, Effect, Interaction,
    summary::{Games, Verdict},
};
use crate::play::matches::Limit;
use crate::report::{Block, align, grouped, percent, signed};
use niwaki_statistics::elo::Estimate;
use serde_json::{Value as Json, json};

/// Stands where nothing can be said.
const NOTHING: &str = "-";

impl Ablated {
    /// The plain finding.
    pub fn headline(&self) -> String {
        let Some(first) = self.effects.first() else { return "Nothing was measured.".to_string() };
        if let Some(interaction) = self.interactions.first() {
            return self.interaction_words(interaction);
        }
        let Some(worth) = first.worth().filter(|_| self.games() > 0) else { return self.nodes_words(first) };
        let (most, base) = (first.name(), &self.base);
        let value = worth_words(worth);
        let claim = match (first.games.last().map(Games::verdict), self.direction) {
            (Some(Verdict::Gains), Direction::Off) => format!("{base} loses most without {most}: {value} Elo"),
            (Some(Verdict::Gains), Direction::Add) => format!("{base} gains most by {most}: {value} Elo"),
            _ => format!("No method of {base} has a proven worth; {most} comes first with {value} Elo"),
        };
        let of = |verdict: Verdict| {
            self.effects.iter().filter(|effect| effect.games.last().map(Games::verdict) == Some(verdict)).count()
        };
        let [gain, cost, open] = [Verdict::Gains, Verdict::Costs, Verdict::Undecided].map(of);
        let (all, games) = (self.effects.len(), grouped(self.games()));
        let nodes = grouped(self.budgets.last().copied().unwrap_or_default());
        format!(
            "{claim} at {nodes} nodes. Of {all} methods {gain} gain, {cost} cost and {open} are undecided after {games} games."
        )
    }

    fn nodes_words(&self, first: &Effect) -> String {
        let share = first.searches.as_ref().and_then(|row| row.mean_share);
        let Some(share) = share else { return "Nothing was measured.".to_string() };
        let (limit, value) = (&self.limit, percent(share.value));
        let preposition = self.direction.word_first();
        format!(
            "{preposition} {} the search to {limit} takes {value} of the nodes of {}; no games were played.",
            first.name(),
            self.base
        )
    }

    fn interaction_words(&self, found: &Interaction) -> String {
        let [one, two] = &found.switches;
        let words = worth_words(found.elo);
        if found.elo.interval.is_none_or(|interval| interval.contains(0.0)) {
            return format!(
                "No two methods surely do each other's work; {one} and {two} come nearest: {words} Elo beyond their sum."
            );
        }
        // Off: both gone cost more than the sum where each stood in for the other.
        let instead = (found.elo.value > 0.0) == (self.direction == Direction::Off);
        match instead {
            true => format!(
                "{one} and {two} do each other's work: together they are worth {words} Elo beyond the sum of both."
            ),
            false => {
                format!("{one} and {two} need each other: together they are worth {words} Elo beyond the sum of both.")
            }
        }
    }

    /// Names of the columns of [`Ablated::cells`].
    pub(super) fn head(&self) -> Vec<String> {
        let mut head = vec!["method".to_string()];
        head.extend(self.budgets.iter().map(|nodes| format!("Elo at {} nodes (95 %)", grouped(*nodes))));
        let preposition = self.direction.preposition();
        head.extend(["games", "finding"].map(str::to_string));
        head.extend([format!("nodes {preposition} it"), format!("solved {preposition} it"), "depth".to_string()]);
        head
    }

    /// Every change in words.
    pub(super) fn cells(&self) -> Vec<Vec<String>> {
        self.effects.iter().map(|effect| self.row(effect)).collect()
    }

    fn row(&self, effect: &Effect) -> Vec<String> {
        let or_nothing = |text: Option<String>| text.unwrap_or_else(|| NOTHING.to_string());
        let searches = effect.searches.as_ref();
        let mut cells = vec![effect.name()];
        cells.extend(effect.games.iter().map(|games| or_nothing(games.worth.map(worth_words))));
        let games = |games: &Games| games.games.wins + games.games.draws + games.games.losses;
        cells.push(grouped(effect.games.iter().map(games).sum()));
        let verdict = effect.games.last().filter(|found| games(found) > 0).map(Games::verdict);
        cells.push(or_nothing(verdict.map(|verdict| verdict.word().to_string())));
        let share = searches.and_then(|row| row.mean_share);
        cells.push(or_nothing(share.map(|share| match share.interval {
            Some(ends) => format!("{} [{}, {}]", percent(share.value), percent(ends.low), percent(ends.high)),
            None => percent(share.value),
        })));
        cells.push(or_nothing(searches.and_then(|row| row.difference.map(|ends| row.difference_words(ends)))));
        let depth =
            searches.and_then(|row| row.mean_depth).zip(self.base_searches.as_ref().and_then(|row| row.mean_depth));
        cells.push(or_nothing(depth.map(|(depth, base)| format!("{depth:.2} ({:+.2})", depth - base))));
        cells
    }

    /// The tables in lines for people.
    pub fn lines(&self) -> Vec<String> {
        let head = self.head();
        let head: Vec<&str> = head.iter().map(String::as_str).collect();
        let mut lines = vec![self.about(), String::new()];
        lines.extend(align(&head, &self.cells(), 1));
        if !self.interactions.is_empty() {
            lines.push(String::new());
            lines.extend(align(&["pair", "Elo beyond the sum (95 %)"], &self.interaction_cells(), 1));
        }
        lines.push(String::new());
        lines.push(self.headline());
        lines.extend(self.unfinished());
        lines
    }

    pub(super) fn interaction_cells(&self) -> Vec<Vec<String>> {
        let row = |found: &Interaction| vec![found.switches.join(" + "), worth_words(found.elo)];
        self.interactions.iter().map(row).collect()
    }

    /// What was done, in a sentence.
    pub(super) fn about(&self) -> String {
        let (base, count, games) = (&self.base, self.effects.len(), grouped(self.games()));
        let searched = self
            .base_searches
            .as_ref()
            .map_or(String::new(), |row| format!("; {} positions, {} each", row.positions, self.limit));
        match self.direction {
            Direction::Off => {
                format!("{base} against itself with {count} changes, each switching off: {games} games{searched}")
            }
            Direction::Add => {
                format!("{base} against itself with {count} methods added in turn: {games} games{searched}")
            }
        }
    }

    /// A sentence for the reader of what is not all.
    pub(super) fn unfinished(&self) -> Option<String> {
        let [done, all] = self.done;
        (done < all).then(|| format!("Unfinished: {done} of {all} searches and games are done."))
    }

    /// The lines that people paste into pull requests, of a change at a budget.
    pub(super) fn block(&self, games: &Games, nodes: u64) -> Vec<String> {
        let setting = format!("{} Threads=1 Hash={}MB", Limit::Nodes(nodes).pasted(), self.hash);
        Block { games: Some(games.games), pairs: Some(games.pairs), test: None, setting: &setting }.lines()
    }

    /// The summary as one JSON object, its only key tells it from those of results.
    pub fn to_json(&self) -> Json {
        let effect = |effect: &Effect| {
            let games = effect.games.iter().zip(&self.budgets).map(|(games, nodes)| {
                json!({
                    "nodes": nodes, "elo": estimate_json(games.worth), "pentanomial": games.pairs.pairs,
                    "wins": games.games.wins, "draws": games.games.draws, "losses": games.games.losses,
                    "finding": games.verdict().word(), "block": self.block(games, *nodes),
                })
            });
            json!({
                "methods": effect.switches,
                "games": games.collect::<Vec<_>>(),
                "searches": effect.searches.as_ref().map(crate::measure::compare::Row::to_json),
            })
        };
        let interaction =
            |found: &Interaction| json!({ "methods": found.switches, "elo": estimate_json(Some(found.elo)) });
        json!({ "summary": {
            "base": self.base,
            "direction": self.direction.word(),
            "limit": self.limit,
            "nodes": self.budgets,
            "base_searches": self.base_searches.as_ref().map(crate::measure::compare::Row::to_json),
            "effects": self.effects.iter().map(effect).collect::<Vec<_>>(),
            "interactions": self.interactions.iter().map(interaction).collect::<Vec<_>>(),
            "games": self.games(),
            "headline": self.headline(),
            "done": self.done,
        }})
    }
}

impl Verdict {
    pub(super) fn word(self) -> &'static str {
        match self {
            Verdict::Gains => "gains",
            Verdict::Costs => "costs",
            Verdict::Undecided => "undecided",
        }
    }
}

/// `+93 [+80, +106]`.
fn worth_words(worth: Estimate) -> String {
    let reach = worth.interval.map(|interval| interval.reach());
    let ends = worth.interval.map(|ends| format!(" [{}, {}]", signed(ends.low, reach), signed(ends.high, reach)));
    format!("{}{}", signed(worth.value, reach), ends.unwrap_or_default())
}

/// JSON has no infinities: what has no bound is null.
fn estimate_json(found: Option<Estimate>) -> Json {
    let number = |value: f64| if value.is_finite() { json!(value) } else { Json::Null };
    found.map_or(Json::Null, |found| {
        json!({ "value": number(found.value), "interval": found.interval.map(|ends| [number(ends.low), number(ends.high)]) })
    })
}
