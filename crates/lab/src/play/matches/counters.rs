//! What the methods of a player did: tries, cuts, and nodes of their own searches.
use niwaki_search::{prune::Id, search::Tally};
use serde_json::{Map, Value as Json, json};

/// The counts of those methods that did something; empty for another program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters(Vec<(Id, Tally)>);

impl Counters {
    /// Those of a report.
    pub fn new(tally: Vec<(Id, Tally)>) -> Counters {
        Counters(tally)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Each method that did something with its counts, in the order of the methods.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Tally)> {
        self.0.iter().map(|(id, tally)| (id.name(), tally))
    }

    pub(super) fn add(&mut self, part: &Counters) {
        for (id, more) in &part.0 {
            let place = self.0.binary_search_by_key(&(*id as usize), |(id, _)| *id as usize);
            let place = place.unwrap_or_else(|place| {
                self.0.insert(place, (*id, Tally::default()));
                place
            });
            let sum = &mut self.0[place].1;
            sum.tries += more.tries;
            sum.cuts += more.cuts;
            sum.nodes += more.nodes;
        }
    }

    /// `null_move 120/45`: tries and cuts of each method, for a comment in a file of games.
    pub fn words(&self) -> String {
        let words: Vec<String> =
            self.iter().map(|(name, tally)| format!("{name} {}/{}", tally.tries, tally.cuts)).collect();
        words.join(" ")
    }

    /// As they stand in records: `{"null_move": [tries, cuts, nodes]}`.
    pub(super) fn to_record(&self) -> Json {
        let entry = |(name, t): (&str, &Tally)| (name.to_string(), json!([t.tries, t.cuts, t.nodes]));
        Json::Object(self.iter().map(entry).collect())
    }

    /// Reads what [`Counters::to_record`] wrote; nothing where there is nothing.
    pub(super) fn from_record(record: &Json) -> Option<Counters> {
        let empty = Map::new();
        let fields = if record.is_null() { &empty } else { record.as_object()? };
        let mut counters = Counters::default();
        for (name, counts) in fields {
            let id = *Id::ALL.iter().find(|id| id.name() == name)?;
            let [tries, cuts, nodes] = [0, 1, 2].map(|place| counts[place].as_u64());
            counters
                .add(&Counters(vec![(id, Tally { tries: tries?, cuts: cuts?, nodes: nodes?, ..Tally::default() })]));
        }
        Some(counters)
    }

    /// As programs read them: `{"null_move": {"tries": 1, "cuts": 1, "nodes": 1}}`.
    pub(super) fn to_json(&self) -> Json {
        let entry = |(name, t): (&str, &Tally)| {
            (name.to_string(), json!({ "tries": t.tries, "cuts": t.cuts, "nodes": t.nodes }))
        };
        Json::Object(self.iter().map(entry).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_add_up_and_survive_their_record() {
        let part =
            |id: usize, tries| Counters(vec![(Id::ALL[id], Tally { tries, cuts: 1, nodes: 7, ..Tally::default() })]);
        let mut sum = part(3, 5);
        sum.add(&part(1, 2));
        sum.add(&part(3, 6));
        let named = |id: usize| Id::ALL[id].name();
        assert_eq!(sum.words(), format!("{} 2/1 {} 11/2", named(1), named(3)));
        assert_eq!(Counters::from_record(&sum.to_record()), Some(sum));
        assert_eq!(Counters::from_record(&Json::Null), Some(Counters::default()));
        for wrong in [json!({ "soup": [1, 2, 3] }), json!({ named(1): [1, 2] }), json!([1]), json!("x")] {
            assert_eq!(Counters::from_record(&wrong), None, "{wrong}");
        }
    }
}
