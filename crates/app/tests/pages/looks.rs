//! Every kind of page in a browser.
use crate::{
    browser::Browser,
    examine::{VIEWS, faults, paper},
    kinds::{KINDS, golden},
    program::Folder,
};

#[test]
fn every_kind_of_page_looks_right_on_a_phone_and_a_desk_by_day_and_by_night() {
    let Some(browser) = Browser::start() else { return };
    let folder = Folder::new();
    folder.fine(&["explore", "startpos", "--nodes", "2000", "--out", "explore.html"]);
    let kept = KINDS.iter().map(|kind| golden(kind).display().to_string());
    let mut wrong = Vec::new();
    for page in kept.chain([folder.path("explore.html")]) {
        let mut papers = Vec::new();
        for view in VIEWS {
            let found = faults(&browser, &format!("file://{page}"), view);
            wrong.extend(found.iter().map(|fault| format!("{page}, {} {}: {fault}", view.width, view.scheme)));
            papers.push(paper(&browser));
        }
        assert_ne!(papers[0], papers[1], "{page}: the same by day and by night");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
