//! JUnit XML, which CI systems display as tests.

use super::{JudgedCell, Status};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

/// The verdicts as JUnit XML: a failure for a regression, skipped for inconclusive; the warnings are the output of the suite. Characters that XML
/// cannot represent are left out.
///
/// # Errors
/// If the text cannot be written; no verdict causes this.
pub fn junit(experiment: &str, judged: &[JudgedCell], warnings: &[String]) -> Result<String, String> {
    let experiment = &xml(experiment);
    let mut suite = TestSuite::new(format!("bench check {experiment}"));
    suite.add_test_cases(judged.iter().map(|cell| case(experiment, cell)));
    if !warnings.is_empty() {
        suite.set_system_out(xml(&warnings.join("\n")));
    }
    let mut report = Report::new("bench check");
    report.add_test_suite(suite);
    report.to_string().map_err(|error| error.to_string())
}

/// A text without the characters that XML 1.0 forbids (section 2.2). The crate removes most of them, but not U+FFFE and U+FFFF.
fn xml(text: &str) -> String {
    text.chars().filter(|c| !matches!(c, '\u{fffe}' | '\u{ffff}')).collect()
}

fn case(experiment: &str, cell: &JudgedCell) -> TestCase {
    let reason = xml(&cell.reason);
    let mut status = match cell.status {
        Status::Pass => TestCaseStatus::success(),
        Status::Inconclusive => TestCaseStatus::skipped(),
        Status::Fail => TestCaseStatus::non_success(NonSuccessKind::Failure),
    };
    if cell.status != Status::Pass {
        status.set_message(reason.as_str());
    }
    let mut case = TestCase::new(xml(&cell.cell), status);
    case.set_classname(experiment);
    if cell.status == Status::Pass {
        case.set_system_out(reason);
    }
    case
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_special_characters_stay_well_formed() {
        let cell = |status| JudgedCell { cell: "a<b & \"c\"".into(), status, reason: "x < y".into(), more: false };
        let xml = junit("e&f", &[cell(Status::Pass), cell(Status::Fail), cell(Status::Inconclusive)], &["it <grew>".to_owned()]).unwrap();
        let parsed = roxmltree::Document::parse(&xml).expect("it is XML");
        let suite = parsed.descendants().find(|node| node.has_tag_name("testsuite")).expect("a suite");
        assert_eq!((suite.attribute("tests"), suite.attribute("failures"), suite.attribute("skipped")), (Some("3"), Some("1"), Some("1")));
        let cases: Vec<_> = suite.children().filter(|node| node.has_tag_name("testcase")).collect();
        assert_eq!(cases.iter().filter_map(|case| case.attribute("name")).collect::<Vec<_>>(), ["a<b & \"c\""; 3]);
        assert_eq!(cases[0].attribute("classname"), Some("e&f"));
        for tag in ["failure", "skipped"] {
            let found = parsed.descendants().find(|node| node.has_tag_name(tag)).expect("one of each");
            assert_eq!(found.attribute("message"), Some("x < y"));
        }
        let said: Vec<_> = parsed.descendants().filter(|node| node.has_tag_name("system-out")).filter_map(|node| node.text()).collect();
        assert_eq!(said, ["x < y", "it <grew>"]);
    }

    #[test]
    fn characters_that_xml_cannot_hold_do_not_break_the_file() {
        let text = "a\0b\u{1b}[31mc\u{fffe}d\u{1f600} ]]> 'e'";
        let cell = |status| JudgedCell { cell: text.into(), status, reason: text.into(), more: false };
        let xml = junit(text, &[cell(Status::Pass), cell(Status::Fail)], &[]).unwrap();
        let parsed = roxmltree::Document::parse(&xml).expect("it is XML");
        let case = parsed.descendants().find(|node| node.has_tag_name("testcase")).expect("two cells");
        let name = case.attribute("name").expect("a name");
        assert!(name.starts_with('a') && name.ends_with("d\u{1f600} ]]> 'e'"), "{name:?}");
    }
}
