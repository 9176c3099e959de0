//! What is wrong with the looks of the page that a browser shows.
use crate::browser::Browser;
use serde_json::Value as Json;

/// A window and the colours that its reader prefers.
#[derive(Clone, Copy, Debug)]
pub struct View {
    pub width: u32,
    pub is_phone: bool,
    pub scheme: &'static str,
}

const PHONE: u32 = 390;
const DESK: u32 = 1280;

pub const VIEWS: [View; 4] = [
    View { width: PHONE, is_phone: true, scheme: "light" },
    View { width: PHONE, is_phone: true, scheme: "dark" },
    View { width: DESK, is_phone: false, scheme: "light" },
    View { width: DESK, is_phone: false, scheme: "dark" },
];

/// Opens a page in a view, with all that is folded unfolded, and lists what is wrong with it.
pub fn faults(browser: &Browser, address: &str, view: View) -> Vec<String> {
    browser.resize(view.width, 900, view.is_phone);
    browser.prefer(view.scheme);
    browser.open(address);
    let found = browser.run(&EXAMINE.replace("WIDTH", &view.width.to_string()));
    let mut faults: Vec<String> =
        found.as_array().unwrap().iter().map(|fault| fault.as_str().unwrap().to_string()).collect();
    faults.extend(browser.messages().iter().map(|message| format!("message: {}", message["message"])));
    faults
}

/// The colour of the paper.
pub fn paper(browser: &Browser) -> Json {
    browser.run("return getComputedStyle(document.body).backgroundColor")
}

/// Text that is clipped by its picture, too small, over other text, or beyond the edge of the page;
/// a page or a table that is wider than the window, but for tables that say so.
const EXAMINE: &str = r#"
const LEAST_LETTER = 11, SLACK = 0.75, faults = [];
const words = element => (element.textContent || '').trim().slice(0, 60);
const fault = (kind, element) => faults.push(kind + ': ' + words(element));
// What is folded is read too, but a wide table in there takes nothing from the page.
const isFolded = new Map([...document.querySelectorAll('details')].map(part => [part, !part.open]));
for (const part of isFolded.keys()) part.open = true;
const root = document.documentElement;
if (root.scrollWidth > WIDTH + SLACK) faults.push('overflow: the page is ' + root.scrollWidth + ' wide');
for (const picture of document.querySelectorAll('svg.picture')) {
  const frame = picture.getBoundingClientRect(), seen = [];
  for (const text of picture.querySelectorAll('text')) {
    const box = text.getBoundingClientRect();
    if (box.left < frame.left - SLACK || box.right > frame.right + SLACK ||
        box.top < frame.top - SLACK || box.bottom > frame.bottom + SLACK) fault('clipped', text);
    const size = parseFloat(getComputedStyle(text).fontSize) * frame.width / picture.viewBox.baseVal.width;
    if (size < LEAST_LETTER) fault('too small', text);
    // Text aslant is longer than what it covers.
    if (text.hasAttribute('transform')) continue;
    for (const [other, area] of seen) {
      const wide = Math.min(box.right, area.right) - Math.max(box.left, area.left);
      const high = Math.min(box.bottom, area.bottom) - Math.max(box.top, area.top);
      if (wide > 1 && high > box.height * 0.45) fault('over "' + words(other) + '"', text);
    }
    seen.push([text, box]);
  }
}
for (const part of document.querySelectorAll('h1, h2, p, pre, figcaption, summary, footer')) {
  const box = part.getBoundingClientRect();
  if (part.scrollWidth > part.clientWidth + 1 || box.right > WIDTH + SLACK) fault('overflow', part);
}
for (const table of document.querySelectorAll('.wide')) {
  if (table.scrollWidth <= table.clientWidth + 1) continue;
  const hint = table.previousElementSibling;
  const says = hint && hint.matches('.hint') && getComputedStyle(hint).display !== 'none';
  if (!says) fault('a wide table without a hint', table);
}
for (const name of document.querySelectorAll('.name')) {
  if (name.getClientRects().length > 1) fault('a name broken inside', name);
}
for (const [part, folded] of isFolded) part.open = !folded;
return [...new Set(faults)];
"#;
