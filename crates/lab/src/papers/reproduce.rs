//! The tables of the papers: built-in experiments, one for each.
use crate::{papers::experiment::Experiment, study::error::Error};

/// The built-in experiments, paper by paper.
const EMBEDDED: &[(&str, &str)] = &[
    ("e11-t1", include_str!(data!("experiments/e11-t1.toml"))),
    ("e11-matches", include_str!(data!("experiments/e11-matches.toml"))),
    ("bm-t1", include_str!(data!("experiments/bm-t1.toml"))),
    ("bm-t2", include_str!(data!("experiments/bm-t2.toml"))),
    ("bm-s", include_str!(data!("experiments/bm-s.toml"))),
    ("bm-t3", include_str!(data!("experiments/bm-t3.toml"))),
    ("jb-t1", include_str!(data!("experiments/jb-t1.toml"))),
    ("jb-t2", include_str!(data!("experiments/jb-t2.toml"))),
    ("jb-t4", include_str!(data!("experiments/jb-t4.toml"))),
    ("jb-x", include_str!(data!("experiments/jb-x.toml"))),
    ("ll-t1", include_str!(data!("experiments/ll-t1.toml"))),
    ("ll-x", include_str!(data!("experiments/ll-x.toml"))),
    ("winands-efp", include_str!(data!("experiments/winands-efp.toml"))),
    ("logistello", include_str!(data!("experiments/logistello.toml"))),
    ("mod", include_str!(data!("experiments/mod.toml"))),
];

/// Names of the tables.
pub fn names() -> Vec<&'static str> {
    EMBEDDED.iter().map(|(name, _)| *name).collect()
}

/// A table by its name, with the text of its file.
pub fn open(name: &str) -> Result<(Experiment, &'static str), Error> {
    let found = EMBEDDED.iter().find(|(known, _)| *known == name);
    let none = || Error::at(name, format!("no such table; there are {}", names().join(", ")));
    let (name, text) = found.ok_or_else(none)?;
    Ok((Experiment::parse(&format!("{name}.toml"), text)?, text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::papers::experiment::{Note, Plan, Scale};
    use crate::study::shard::Shard;

    fn note(scale: Scale) -> Note {
        Note { scale, command: String::new(), positions: Default::default(), openings: None, opponent: None }
    }

    #[test]
    fn every_table_is_read_and_planned_at_every_scale_and_named_as_its_file() {
        for name in names() {
            let (experiment, _) = open(name).unwrap();
            assert_eq!(experiment.id, name);
            for text in [&experiment.title, &experiment.source, &experiment.question] {
                assert!(!text.is_empty(), "{name}");
            }
            assert!(!experiment.differs.is_empty(), "{name}: nothing differs?");
            let figures = experiment.parts().flat_map(|part| part.rows()).filter(|row| !row.paper.is_empty()).count();
            assert!(figures > 0, "{name}: no figure of the paper");
            for scale in Scale::ALL {
                let plan = Plan::new(experiment.clone(), note(scale), 2, Shard::WHOLE).unwrap();
                assert!(!plan.steps.is_empty(), "{name}");
            }
        }
        assert!(open("soup").unwrap_err().to_string().starts_with("soup: no such table; there are e11-t1, "));
    }

    #[test]
    fn the_parts_of_a_table_are_dealt_out_to_shards() {
        let (experiment, _) = open("e11-matches").unwrap();
        let folders = |shard: &str| {
            let plan = Plan::new(experiment.clone(), note(Scale::Quick), 1, shard.parse().unwrap()).unwrap();
            plan.steps.into_iter().map(|step| step.folder).collect::<Vec<_>>()
        };
        let whole = folders("1/1");
        let mut parts = [folders("1/2"), folders("2/2")].concat();
        parts.sort();
        assert_eq!(parts.len(), whole.len());
        assert!(whole.iter().all(|folder| parts.contains(folder)) && whole.len() >= 5);
    }
}
