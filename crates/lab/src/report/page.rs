//! One HTML file: readable on a phone and on paper, by day and by night, without a network.
use super::{escape, svg};
use serde_json::Value as Json;
use std::fmt::Write;

const STYLE: &str = "\
:root{color-scheme:light dark;--paper:#fff;--text:#222;--soft:#666;--rule:#ddd;--box:#f6f6f4}\
@media(prefers-color-scheme:dark){:root{--paper:#16181a;--text:#ddd;--soft:#a0a0a0;--rule:#3a3d40;--box:#202326}}\
*{box-sizing:border-box}\
body{margin:0 auto;padding:1.2rem;max-width:72rem;background:var(--paper);color:var(--text);font:16px/1.5 system-ui,sans-serif}\
h1{font-size:1.5rem;line-height:1.3;margin:.2rem 0 .6rem}h2{font-size:1.15rem;margin:2.2rem 0 .6rem}\
p{max-width:46rem;margin:.5rem 0}.soft{color:var(--soft);font-size:.9rem}\
.wide{overflow-x:auto;margin:.6rem 0}\
table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}\
th,td{padding:.3rem .5rem;text-align:right;white-space:nowrap;border-bottom:1px solid var(--rule)}\
th{font-weight:600;vertical-align:bottom;white-space:normal;max-width:11rem;overflow-wrap:break-word}.word{text-align:left}th:first-child,td:first-child{text-align:left;padding-left:0;position:sticky;left:0;background:var(--paper)}\
td:first-child{white-space:normal;overflow-wrap:break-word;max-width:16rem}\
.pictures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,25rem),1fr));gap:1.6rem 2.2rem}\
figure{margin:0;max-width:40rem;break-inside:avoid}figure svg{width:100%;height:auto;display:block}figcaption{color:var(--soft);font-size:.85rem}\
.boards{display:grid;grid-template-columns:repeat(auto-fill,minmax(8.5rem,1fr));gap:1.2rem;margin:.8rem 0}.boards figure{max-width:13rem;min-width:0}.boards figcaption{overflow-wrap:anywhere;line-height:1.35;margin-top:.3rem}\
pre{background:var(--box);padding:.7rem .9rem;overflow-x:auto;font-size:.85rem;white-space:pre-wrap;overflow-wrap:anywhere}\
details{margin:.8rem 0}summary{cursor:pointer}a{color:inherit}footer{margin-top:2.5rem;border-top:1px solid var(--rule);padding-top:.6rem}\
@media(max-width:40rem){td:first-child{max-width:8rem}}\
@media print{:root{--paper:#fff;--text:#000;--soft:#444;--rule:#bbb;--box:#fff}body{max-width:none;font-size:11pt;padding:0}\
h2{break-after:avoid}.pictures{grid-template-columns:1fr 1fr;gap:1rem}figcaption,.soft{font-size:8.5pt}.wide{overflow:visible}table{font-size:8pt}th,td{padding:.15rem .35rem}details::details-content{content-visibility:visible;display:block}}";

/// A page under construction.
#[derive(Clone, Debug)]
pub struct Page {
    title: String,
    body: String,
}

impl Page {
    /// A page with its finding as headline.
    pub fn new(title: &str, headline: &str) -> Page {
        let body = format!("<header><p class=\"soft\">{}</p><h1>{}</h1></header>\n", escape(title), escape(headline));
        Page { title: title.to_string(), body }
    }

    /// A part with its own heading.
    pub fn heading(&mut self, text: &str) {
        self.push(format_args!("<h2>{}</h2>\n", escape(text)));
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
        let (summary, table) = (escape(summary), table(head, rows));
        self.push(format_args!("<details><summary>{summary}</summary>{table}</details>\n"));
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
            self.push(format_args!("<figure>{picture}<figcaption>{}</figcaption></figure>\n", escape(words)));
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

/// A table that can be pushed sideways where it does not fit. Columns that begin with a
/// word stand to the left, numbers to the right.
pub fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let is_word = |column: usize| {
        let first = rows.first().and_then(|row| row.get(column)?.chars().next());
        first.is_some_and(char::is_alphabetic)
    };
    let cells = |tag: &str, cells: &mut dyn Iterator<Item = &str>| -> String {
        let class = |column| if is_word(column) { " class=\"word\"" } else { "" };
        cells.enumerate().map(|(column, cell)| format!("<{tag}{}>{}</{tag}>", class(column), escape(cell))).collect()
    };
    let head = cells("th", &mut head.iter().copied());
    let rows = rows.iter().map(|row| format!("<tr>{}</tr>\n", cells("td", &mut row.iter().map(String::as_str))));
    let rows: String = rows.collect();
    format!(
        "<div class=\"wide\" tabindex=\"0\"><table><thead><tr>{head}</tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n"
    )
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
        assert!(text.contains("<h1>a &lt; b</h1>") && text.contains("<td>&lt;x&gt;</td>"), "{text}");
        assert!(text.contains("niwaki compare\n&quot;two&quot;"), "{text}");
        well_formed(&text).unwrap();
        assert!(asks_for_nothing(&text));
    }
}
