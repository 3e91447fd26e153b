//! JUnit XML, which CI systems show as tests.

use super::{Judged, Status};
use std::fmt::Write as _;

/// The verdicts as JUnit XML: a failure for a regression, skipped for inconclusive.
pub fn junit(experiment: &str, judged: &[Judged]) -> String {
    let count = |status| judged.iter().filter(|cell| cell.status == status).count();
    let name = escape(experiment);
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let (failed, unclear) = (count(Status::Fail), count(Status::Inconclusive));
    // Writing into a string cannot fail.
    let _ = writeln!(xml, "<testsuite name=\"bench check {name}\" tests=\"{}\" failures=\"{failed}\" skipped=\"{unclear}\">", judged.len());
    for cell in judged {
        let (title, reason) = (escape(&cell.cell), escape(&cell.reason));
        let inside = match cell.status {
            Status::Pass => format!("<system-out>{reason}</system-out>"),
            Status::Inconclusive => format!("<skipped message=\"{reason}\"/>"),
            Status::Fail => format!("<failure message=\"{reason}\"/>"),
        };
        let _ = writeln!(xml, "  <testcase classname=\"{name}\" name=\"{title}\">{inside}</testcase>");
    }
    xml + "</testsuite>\n"
}

/// Escapes text for element content and attributes alike. White space is written as numbers, since a reader turns that of
/// attributes into blanks, and characters that XML 1.0 has no way to write become U+FFFD.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' => escaped.push_str("&#9;"),
            '\n' => escaped.push_str("&#10;"),
            '\r' => escaped.push_str("&#13;"),
            // XML 1.0, production 2; surrogates are no characters of Rust.
            '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_special_characters_stay_well_formed() {
        let cell = |status| Judged { cell: "a<b & \"c\"".into(), status, reason: "x < y".into(), more: false };
        let xml = junit("e&f", &[cell(Status::Pass), cell(Status::Fail), cell(Status::Inconclusive)]);
        let parsed = roxmltree::Document::parse(&xml).expect("it is XML");
        let suite = parsed.root_element();
        assert_eq!((suite.attribute("tests"), suite.attribute("failures"), suite.attribute("skipped")), (Some("3"), Some("1"), Some("1")));
        let names: Vec<_> = suite.children().filter_map(|case| case.attribute("name")).collect();
        assert_eq!(names, ["a<b & \"c\""; 3]);
        let failure = parsed.descendants().find(|node| node.has_tag_name("failure")).expect("one cell failed");
        assert_eq!(failure.attribute("message"), Some("x < y"));
    }

    #[test]
    fn every_text_is_read_back_but_for_what_xml_forbids() {
        let text = "a\tb\nc\r\nd\0\u{1b}[31m\u{7f}\u{fffe}\u{ffff}\u{fffd}\u{1f600} ]]> 'e'";
        let readable = "a\tb\nc\r\nd\u{fffd}\u{fffd}[31m\u{7f}\u{fffd}\u{fffd}\u{fffd}\u{1f600} ]]> 'e'";
        let cell = |status| Judged { cell: text.into(), status, reason: text.into(), more: false };
        let xml = junit(text, &[cell(Status::Pass), cell(Status::Fail)]);
        let parsed = roxmltree::Document::parse(&xml).expect("it is XML");
        let attribute =
            |tag: &str, name: &str| parsed.descendants().find(|node| node.has_tag_name(tag)).and_then(|node| node.attribute(name));
        assert_eq!(attribute("testcase", "name"), Some(readable));
        assert_eq!(attribute("failure", "message"), Some(readable));
        let out = parsed.descendants().find(|node| node.has_tag_name("system-out")).expect("one cell passed");
        assert_eq!(out.text(), Some(readable));
        assert!(!xml.contains(['\0', '\u{1b}', '\u{fffe}', '\u{ffff}']));
    }
}
