//! One HTML file: readable on a phone and on paper, by day and by night, without a network.
use super::{escape, svg};
use serde_json::Value as Json;
use std::fmt::Write;

const STYLE: &str = "\
:root{color-scheme:light dark;--paper:#fff;--text:#222;--soft:#666;--rule:#ddd;--box:#f6f6f4;--shade:#0003}\
@media(prefers-color-scheme:dark){:root{--paper:#16181a;--text:#ddd;--soft:#a0a0a0;--rule:#3a3d40;--box:#202326;--shade:#fff3}}\
*{box-sizing:border-box}\
body{margin:0 auto;padding:1.2rem;max-width:80rem;background:var(--paper);color:var(--text);font:16px/1.5 system-ui,sans-serif}\
h1{font-size:1.5rem;line-height:1.3;margin:.2rem 0 .6rem;max-width:62rem;overflow-wrap:anywhere}h2{font-size:1.15rem;margin:2.2rem 0 .6rem;overflow-wrap:anywhere}\
p{max-width:46rem;margin:.5rem 0;overflow-wrap:anywhere}.soft{color:var(--soft);font-size:.9rem}\
.wide{overflow-x:auto;margin:.6rem 0;background:linear-gradient(90deg,#0000,var(--paper) 70%) right/3rem 100% no-repeat local,linear-gradient(270deg,var(--shade),#0000) right/1.2rem 100% no-repeat scroll}\
.hint{display:none;color:var(--soft);font-size:.8rem;margin:.6rem 0 -.4rem}.hint.always{display:block}\
table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}\
th,td{padding:.3rem .5rem;text-align:right;white-space:nowrap;border-bottom:1px solid var(--rule)}\
th{font-weight:600;vertical-align:bottom;white-space:normal;max-width:9.5rem}.word{text-align:left}.name{white-space:nowrap}\
th:first-child,td:first-child{text-align:left;padding-left:0;position:sticky;left:0;background:var(--paper)}\
td:first-child{white-space:normal;max-width:17rem}td.short:first-child{white-space:nowrap}td .long{display:inline-block;min-width:9rem;white-space:normal}.text{white-space:normal;min-width:16rem;overflow-wrap:anywhere}\
.pictures{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,22rem),1fr));gap:1.6rem 2rem}\
figure{margin:0;max-width:30rem;break-inside:avoid}figure svg{width:100%;height:auto;display:block}figcaption{color:var(--soft);font-size:.85rem}\
.boards{display:grid;grid-template-columns:repeat(auto-fill,minmax(8.5rem,1fr));gap:1.2rem;margin:.8rem 0}.boards figure{max-width:13rem;min-width:0}.boards figcaption{overflow-wrap:anywhere;line-height:1.35;margin-top:.3rem}\
pre{background:var(--box);padding:.7rem .9rem;overflow-x:auto;font-size:.85rem;white-space:pre-wrap;overflow-wrap:anywhere}\
details{margin:.8rem 0}summary{cursor:pointer}a{color:inherit}footer{margin-top:2.5rem;border-top:1px solid var(--rule);padding-top:.6rem}\
@media(max-width:40rem){body{padding:.9rem}.hint{display:block}td:first-child{max-width:9.5rem}}\
@media print{:root{--paper:#fff;--text:#000;--soft:#444;--rule:#bbb;--box:#fff}body{max-width:none;font-size:11pt;padding:0}\
h2{break-after:avoid}.pictures{grid-template-columns:1fr 1fr;gap:1rem}figcaption,.soft{font-size:8.5pt}.hint,.hint.always{display:none}.wide{overflow:visible;background:none}table{font-size:8pt}th,td{padding:.15rem .35rem}details::details-content{content-visibility:visible;display:block}}";

/// A longer word, such as a recipe with changes, may be broken behind its joints.
const LONGEST_WORD: usize = 22;
const JOINTS: [char; 4] = [',', '.', '=', '/'];
/// Letters of a row, from which on a table is wider than a phone, or than a desk.
const PHONE: usize = 40;
const DESK: usize = 150;
/// Cells with more letters hold sentences.
const SENTENCE: usize = 60;
/// Room between two columns, in letters.
const GAP: usize = 2;

/// A page under construction.
#[derive(Clone, Debug)]
pub struct Page {
    title: String,
    body: String,
}

impl Page {
    /// A page with its finding as headline.
    pub fn new(title: &str, headline: &str) -> Page {
        let body =
            format!("<header><p class=\"soft\">{}</p><h1>{}</h1></header>\n", breakable(title), breakable(headline));
        Page { title: title.to_string(), body }
    }

    /// A part with its own heading.
    pub fn heading(&mut self, text: &str) {
        self.push(format_args!("<h2>{}</h2>\n", breakable(text)));
    }

    /// A paragraph.
    pub fn paragraph(&mut self, text: &str) {
        self.push(format_args!("<p>{}</p>\n", escape(text)));
    }

    /// A link to another page beside this one.
    pub fn link(&mut self, place: &str, text: &str) {
        self.push(format_args!("<p><a href=\"{}\">{}</a></p>\n", escape(place), escape(text)));
    }

    /// A remark in smaller print.
    pub fn remark(&mut self, text: &str) {
        self.push(format_args!("<p class=\"soft\">{}</p>\n", escape(text)));
    }

    /// Text as it is: commands, settings.
    pub fn verbatim(&mut self, text: &str) {
        let lines: Vec<String> = text.lines().map(escape).collect();
        self.push(format_args!("<pre>{}</pre>\n", lines.join("\n")));
    }

    /// A table.
    pub fn table(&mut self, head: &[&str], rows: &[Vec<String>]) {
        self.body.push_str(&table(head, rows));
    }

    /// A table that is shown when it is asked for.
    pub fn folded_table(&mut self, summary: &str, head: &[&str], rows: &[Vec<String>]) {
        self.folded(summary, &mut |page| page.table(head, rows));
    }

    /// A part of the page that is shown when it is asked for.
    pub fn folded(&mut self, summary: &str, write: &mut dyn FnMut(&mut Page)) {
        self.push(format_args!("<details><summary>{}</summary>\n", escape(summary)));
        write(self);
        self.body.push_str("</details>\n");
    }

    /// Pictures, each with a sentence that says how to read it, or none.
    pub fn pictures(&mut self, pictures: &[(String, &str)]) {
        self.body.push_str("<div class=\"pictures\">\n");
        for (picture, caption) in pictures {
            let caption = match *caption {
                "" => String::new(),
                caption => format!("<figcaption>{}</figcaption>", escape(caption)),
            };
            self.push(format_args!("<figure>{picture}{caption}</figure>\n"));
        }
        self.body.push_str("</div>\n");
    }

    /// Small boards side by side, each with words about it.
    pub fn boards(&mut self, boards: &[(String, String)]) {
        self.body.push_str("<div class=\"boards\">\n");
        for (picture, words) in boards {
            self.push(format_args!("<figure>{picture}<figcaption>{}</figcaption></figure>\n", breakable(words)));
        }
        self.body.push_str("</div>\n");
    }

    /// How to repeat a run, from the header of its records.
    pub fn repeat(&mut self, header: &Json) {
        self.heading("Repeat it");
        let command = header["command"].as_str().unwrap_or_default();
        self.verbatim(header["notes"]["repeat"].as_str().unwrap_or(&format!("niwaki {command}")));
    }

    /// The whole file, with the version that made the records.
    pub fn finish_for(self, header: &Json) -> String {
        let word = |key: &str| header[key].as_str().unwrap_or("unknown");
        let foot = format!("Niwaki {}, commit {}", word("niwaki"), word("commit"));
        self.finish(&foot)
    }

    /// The whole file. `foot` says what made it.
    pub fn finish(self, foot: &str) -> String {
        let (title, foot, body) = (escape(&self.title), escape(foot), self.body);
        let style = format!("{STYLE}{}", svg::STYLE);
        // The empty icon keeps browsers from asking for one.
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n<link rel=\"icon\" href=\"data:,\">\n\
             <title>{title}</title>\n<style>{style}</style>\n</head>\n<body>\n{body}\
             <footer class=\"soft\">{foot}</footer>\n</body>\n</html>\n"
        )
    }

    /// Writing to a string cannot fail.
    fn push(&mut self, text: std::fmt::Arguments<'_>) {
        let _ = self.body.write_fmt(text);
    }
}

/// A table that can be pushed sideways where it does not fit, and says so. Columns that begin with a
/// word stand to the left, numbers to the right; whole sentences may have several lines.
pub fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let widest = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or_default()
    };
    let class = |column: usize| {
        let first = rows.first().and_then(|row| row.get(column)?.chars().next());
        match widest(column) {
            SENTENCE.. if column > 0 => " class=\"word text\"",
            ..=LONGEST_WORD if column == 0 => " class=\"short\"",
            _ if first.is_some_and(char::is_alphabetic) => " class=\"word\"",
            _ => "",
        }
    };
    let cells = |tag: &str, cells: &mut dyn Iterator<Item = &str>| -> String {
        cells.enumerate().map(|(column, cell)| format!("<{tag}{}>{}</{tag}>", class(column), breakable(cell))).collect()
    };
    let width: usize = (0..head.len()).map(|column| widest(column).min(SENTENCE) + GAP).sum();
    let hint = match width {
        ..PHONE => "",
        PHONE..DESK => "<p class=\"hint\">The table goes on to the right: push it sideways.</p>\n",
        _ => "<p class=\"hint always\">The table goes on to the right: push it sideways.</p>\n",
    };
    let head = cells("th", &mut head.iter().copied());
    let rows = rows.iter().map(|row| format!("<tr>{}</tr>\n", cells("td", &mut row.iter().map(String::as_str))));
    let rows: String = rows.collect();
    format!(
        "{hint}<div class=\"wide\" tabindex=\"0\"><table><thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n"
    )
}

/// Text whose names are not broken inside, but for long ones, and those behind their joints.
fn breakable(text: &str) -> String {
    let word = |word: &str| match word.chars().count() {
        ..=LONGEST_WORD if word.contains('-') && word.len() > 2 => {
            format!("<span class=\"name\">{}</span>", escape(word))
        }
        ..=LONGEST_WORD => escape(word),
        _ => {
            let parts: Vec<String> = word.split_inclusive(JOINTS).map(escape).collect();
            format!("<span class=\"long\">{}</span>", parts.join("<wbr/>"))
        }
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::check::{asks_for_nothing, well_formed};

    #[test]
    fn a_page_is_one_file_that_asks_for_nothing() {
        let mut page = Page::new("comparison", "a < b");
        page.heading("Table");
        page.table(&["name"], &[vec!["<x>".to_string()]]);
        page.verbatim("niwaki compare\n\"two\"");
        page.pictures(&[("<svg></svg>".to_string(), "read it so")]);
        let text = page.finish("niwaki");
        assert!(text.starts_with("<!DOCTYPE html>") && text.trim_end().ends_with("</html>"));
        assert!(text.contains("<h1>a &lt; b</h1>") && text.contains(">&lt;x&gt;</td>"), "{text}");
        assert!(text.contains("niwaki compare\n&quot;two&quot;"), "{text}");
        well_formed(&text).unwrap();
        assert!(asks_for_nothing(&text));
    }

    #[test]
    fn names_stay_whole_and_wide_tables_say_that_they_go_on() {
        assert_eq!(breakable("z-none - a"), "<span class=\"name\">z-none</span> - a");
        assert_eq!(
            breakable("niwaki,null_move.enabled=false"),
            "<span class=\"long\">niwaki,<wbr/>null_move.<wbr/>enabled=<wbr/>false</span>"
        );
        let rows = |width: usize| vec![vec!["a".to_string(), "9".repeat(width)]];
        let of = |width: usize| table(&["name", "number"], &rows(width));
        assert!(!of(20).contains("hint") && of(50).contains("class=\"hint\""));
        let sentence = table(&["name", "about"], &[vec!["a".to_string(), "word ".repeat(40)]]);
        assert!(sentence.contains("<td class=\"word text\">") && sentence.contains("class=\"hint\""), "{sentence}");
    }
}
