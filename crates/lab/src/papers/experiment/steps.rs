//! Where the records of a row lie, and why it may have none: from file and note alone, so
//! that a report needs neither positions nor programs.
use super::{Experiment, Extent, Kind, Note, Part, Row, Scale};
use std::path::PathBuf;

/// Longest name of the folder of a row.
const LONGEST: usize = 40;

impl Experiment {
    /// The folder of a row's records, below that of the run. Rows of one comparison or fit
    /// share it.
    pub fn folder(&self, part: usize, row: usize, scale: Scale) -> PathBuf {
        let (part, index) = (self.parts[part].get_ref(), row);
        let row = part.rows[row].get_ref();
        let place = PathBuf::from(&part.name);
        match part.kind {
            Kind::Fit => place,
            Kind::Match => place.join(format!("{:02}-{}", index + 1, slug(&row.name))),
            Kind::Suite => place.join(row.comparison(&row.extent(part, scale))),
        }
    }
}

impl Row {
    /// What tells its comparison from those of other rows.
    fn comparison(&self, extent: &Extent) -> String {
        let limit = match extent {
            Extent { depth: Some(depth), .. } => format!("depth {depth}"),
            Extent { nodes: Some(nodes), .. } => format!("nodes {nodes}"),
            Extent { time: Some(time), .. } => format!("time {time}"),
            _ => String::new(),
        };
        let count = extent.positions.map(|count| format!("of {count}"));
        let words = [self.suite.clone(), Some(limit), count, self.base.as_ref().map(|base| format!("base {base}"))];
        slug(&words.into_iter().flatten().collect::<Vec<_>>().join(" "))
    }

    /// Why it is not run, if it is not.
    pub fn blocked(&self, part: &Part, note: &Note) -> Option<String> {
        let game = self.game(part);
        match &self.suite {
            _ if self.only.is_some() => self.only.clone(),
            _ if !niwaki_games::list::names().contains(&game) => Some(format!("the game {game} is not in the program")),
            Some(suite) if !note.positions.contains_key(suite) => {
                Some(format!("its positions are not in the program; --positions {suite}=FILE"))
            }
            _ => None,
        }
    }
}

/// Text as the name of a folder.
fn slug(text: &str) -> String {
    let mut slug = String::new();
    for letter in text.chars().flat_map(char::to_lowercase) {
        match letter.is_ascii_alphanumeric() {
            true => slug.push(letter),
            false if !slug.is_empty() && !slug.ends_with('-') => slug.push('-'),
            false => {}
        }
    }
    slug.truncate(LONGEST);
    slug.trim_end_matches('-').to_string()
}
