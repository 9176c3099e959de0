//! A page that changes is looked at: `UPDATE=1 cargo test -p niwaki-app --test pages` writes the
//! new ones, and the change shows what became of them.
use crate::kinds::{KINDS, golden, page};
use niwaki_lab::studies;
use std::fs;

#[test]
fn every_kind_of_page_is_as_it_was() {
    for kind in KINDS {
        let (made, file) = (page(kind), golden(kind));
        if std::env::var_os("UPDATE").is_some() {
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, &made).unwrap();
        }
        let kept = fs::read_to_string(&file).unwrap_or_default();
        let differs = made.lines().zip(kept.lines()).find(|(new, old)| new != old);
        assert!(made == kept, "{kind}: {differs:?}; look at it, then UPDATE=1 cargo test -p niwaki-app --test pages");
    }
}

#[test]
fn every_study_of_the_registry_has_its_page_here() {
    for entry in studies::ALL.0 {
        assert!(KINDS.contains(&entry.command), "{}", entry.command);
    }
}
