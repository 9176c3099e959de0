//! The examination of pages finds a fault of each sort.
use crate::{
    browser::Browser,
    examine::{VIEWS, faults},
    kinds::page,
    program::Folder,
};

/// A fault, as it is planted at the end of a page, and how it is called.
const PLANTED: [(&str, &str); 8] = [
    ("clipped", r#"<svg class="picture" viewBox="0 0 400 60"><text x="-9" y="30">-100</text></svg>"#),
    ("clipped", r#"<svg class="picture" viewBox="0 0 400 60"><text x="390" y="30">100 %</text></svg>"#),
    ("too small", r#"<svg class="picture" viewBox="0 0 4000 60"><text x="9" y="30">small</text></svg>"#),
    ("over", r#"<svg class="picture" viewBox="0 0 400 60"><text y="30">one</text><text x="9" y="32">two</text></svg>"#),
    ("overflow: the page", r#"<div style="width:1400px">a</div>"#),
    ("overflow", r#"<p style="white-space:nowrap;overflow:hidden">NAME</p>"#),
    ("a wide table without a hint", r#"<div class="wide"><table><tr><td>a</td><td>NAME</td></tr></table></div>"#),
    ("message", "<script>console.error('planted')</script>"),
];

#[test]
fn a_planted_fault_of_each_sort_is_found() {
    let Some(browser) = Browser::start() else { return };
    let folder = Folder::new();
    let sound = page("match");
    let name = "niwaki,null_move.enabled=false".repeat(8);
    for view in [VIEWS[0], VIEWS[3]] {
        let found = |text: &str| {
            folder.write("page.html", text);
            faults(&browser, &format!("file://{}", folder.path("page.html")), view)
        };
        assert_eq!(found(&sound), Vec::<String>::new());
        for (kind, fault) in PLANTED {
            let fault = fault.replace("NAME", &name);
            let found = found(&sound.replace("</body>", &format!("{fault}</body>")));
            assert!(found.iter().any(|found| found.starts_with(kind)), "{kind} at {}: {found:?}", view.width);
        }
        let broken = sound
            .replace("</style>", ".name{white-space:normal!important;display:inline;word-break:break-all}</style>");
        let broken = broken.replace("</body>", "<p style=\"width:1rem\"><span class=\"name\">z-none</span></p></body>");
        assert!(found(&broken).iter().any(|found| found.starts_with("a name broken inside")));
    }
}
