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

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_special_characters_stay_well_formed() {
        let cell = |status| Judged { cell: "a<b & \"c\"".into(), status, reason: "x < y".into() };
        let xml = junit("e&f", &[cell(Status::Pass), cell(Status::Fail), cell(Status::Inconclusive)]);
        let parsed = roxmltree::Document::parse(&xml).expect("it is XML");
        let suite = parsed.root_element();
        assert_eq!((suite.attribute("tests"), suite.attribute("failures"), suite.attribute("skipped")), (Some("3"), Some("1"), Some("1")));
        let names: Vec<_> = suite.children().filter_map(|case| case.attribute("name")).collect();
        assert_eq!(names, ["a<b & \"c\""; 3]);
        let failure = parsed.descendants().find(|node| node.has_tag_name("failure")).expect("one cell failed");
        assert_eq!(failure.attribute("message"), Some("x < y"));
    }
}
