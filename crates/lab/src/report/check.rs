//! For tests: whether a picture or a page is well formed and asks for nothing.

/// Elements of HTML without an end.
const EMPTY: [&str; 3] = ["!DOCTYPE", "meta", "link"];
const ENTITIES: [&str; 4] = ["amp;", "lt;", "gt;", "quot;"];

/// Every element is closed in its turn, attributes are quoted and given once, and no bare
/// `&` or `<` is left.
pub(crate) fn well_formed(text: &str) -> Result<(), String> {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        entities(&rest[..start])?;
        let end = rest[start..].find('>').ok_or("an element without an end")? + start;
        let tag = &rest[start + 1..end];
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
        if tag.starts_with('/') {
            let opened = open.pop();
            if opened != Some(name) {
                return Err(format!("</{name}> closes {opened:?}"));
            }
        } else {
            attributes(tag.trim_end_matches('/'), name)?;
            if !tag.ends_with('/') && !EMPTY.contains(&name) {
                open.push(name);
            }
        }
        rest = &rest[end + 1..];
        if name == "style" && !tag.starts_with('/') {
            rest = &rest[rest.find("</style>").ok_or("a style without an end")?..];
        }
    }
    entities(rest)?;
    if open.is_empty() { Ok(()) } else { Err(format!("still open: {open:?}")) }
}

fn entities(text: &str) -> Result<(), String> {
    match text.split('&').skip(1).find(|after| !ENTITIES.iter().any(|entity| after.starts_with(entity))) {
        Some(after) => Err(format!("a bare & before {after:.20}")),
        None => Ok(()),
    }
}

fn attributes(tag: &str, name: &str) -> Result<(), String> {
    if name == EMPTY[0] {
        return Ok(());
    }
    let wrong = || format!("attributes of <{tag}>");
    let (mut rest, mut seen) = (tag[name.len()..].trim(), Vec::new());
    while !rest.is_empty() {
        let (attribute, value) = rest.split_once("=\"").ok_or_else(wrong)?;
        let (value, after) = value.split_once('"').ok_or_else(wrong)?;
        entities(value)?;
        if value.contains('<')
            || seen.contains(&attribute)
            || !attribute.chars().all(|c| c.is_ascii_alphanumeric() || "-:".contains(c))
        {
            return Err(wrong());
        }
        seen.push(attribute);
        rest = after.trim();
    }
    Ok(())
}

/// The words of a page without its elements.
pub(crate) fn words(page: &str) -> String {
    page.split('<').map(|part| part.split_once('>').map_or(part, |(_, words)| words)).collect()
}

/// Whether a page needs anything but itself; names of the SVG language are no addresses.
pub(crate) fn asks_for_nothing(page: &str) -> bool {
    let page = page.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
    !["http:", "https:", "//", "src=", "<script", "@import", "url("].iter().any(|word| page.contains(word))
}

#[test]
fn what_is_broken_is_found() {
    assert_eq!(well_formed("<a b=\"&amp;\" c=\"d\"><e/>x &lt; y</a>"), Ok(()));
    for broken in ["<a>", "<a></b>", "<a b=c></a>", "<a b=\"1\" b=\"2\"/>", "x & y", "<a b=\"<\"></a>", "</a>", "<a"] {
        assert!(well_formed(broken).is_err(), "{broken}");
    }
    assert!(asks_for_nothing("<svg xmlns=\"http://www.w3.org/2000/svg\"/>") && !asks_for_nothing("<img src=\"x\">"));
}
