//! Opens reports in headless Chromium; skipped with a message where it is not installed (see `treebench_reports::testing`).
#![expect(clippy::print_stderr, reason = "a skipped check must be seen")]

#[path = "../examples/sample.rs"]
#[expect(dead_code, reason = "the example's entry point is not needed here")]
mod sample;

use std::path::Path;

use treebench_reports::model::Facet;
use treebench_reports::testing::{BrowserCheck, ExpectedPage, check_in_browser};

fn page(dir: &Path) -> std::path::PathBuf {
    treebench_reports::write_all(&sample::sample(), dir, &["html"]).expect("written").remove(0)
}

/// The result, or none with a message when there is no browser.
fn check(html: &Path, expected: ExpectedPage) -> Option<Result<BrowserCheck, String>> {
    match check_in_browser(html, expected) {
        Ok(BrowserCheck::Skipped(reason)) => {
            // Not `eprintln!`, whose output is hidden when the test passes.
            let _ = std::io::Write::write_all(&mut std::io::stderr(), format!("skipped: {reason}\n").as_bytes());
            None
        }
        result => Some(result),
    }
}

#[test]
fn the_page_is_readable_on_a_phone_and_a_desk_light_and_dark() {
    let dir = tempfile::tempdir().expect("a folder");
    let report = sample::sample();
    let expected = ExpectedPage { tables: report.tables().count(), figures: report.figures().count() };
    assert_eq!(expected, ExpectedPage { tables: 3, figures: 6 });
    if let Some(result) = check(&page(dir.path()), expected) {
        eprintln!("{:?}", result.expect("nothing is wrong with the page"));
    }
}

#[test]
fn a_facet_of_long_names_fits_on_a_phone() {
    let dir = tempfile::tempdir().expect("a folder");
    let mut report = sample::sample();
    let values = ["hex", "chinese-checkers (size=2, max-moves=300, players=3)"].map(str::to_owned).to_vec();
    report.facet = Some(Facet { name: "game".to_owned(), values });
    let html = treebench_reports::write_all(&report, dir.path(), &["html"]).expect("written").remove(0);
    if let Some(result) = check(&html, ExpectedPage { tables: 3, figures: 6 }) {
        result.expect("the page is no wider than its window");
    }
}

#[test]
fn every_fault_of_a_page_is_found() {
    let dir = tempfile::tempdir().expect("a folder");
    let html = page(dir.path());
    let text = std::fs::read_to_string(&html).expect("a page");
    let policy = text.find("<meta http-equiv").expect("a policy");
    let after = policy + text[policy..].find('\n').expect("a line");
    // Without its policy the page may load and run anything.
    let open = format!("{}{}", &text[..policy], &text[after..]);
    let faults = "<p style=\"font-size:7px\">tiny</p><p style=\"color:#999;background:#eee\">faint</p><div style=\"width:2000px\">wide</div>\
                  <b id=\"top\"></b><table></table><img src=\"http://127.0.0.1:9/x.png\"><script>console.error('loud')</script></main>";
    let open = open.replace("</main>", faults).replace("prefers-color-scheme: dark", "prefers-color-scheme: never");
    std::fs::write(&html, open).expect("written");
    let Some(result) = check(&html, ExpectedPage { tables: 3, figures: 7 }) else { return };
    let found = result.expect_err("the page is full of faults");
    for fault in [
        "a font size of 7.0 px: tiny",
        "a contrast of 2.46: faint",
        "the page is 20",
        "ids used twice: top",
        "4 tables instead of 3",
        "6 figures instead of 7",
        "1 things were loaded",
        "loud",
        "light and dark have grounds",
    ] {
        assert!(found.contains(fault), "`{fault}` is missing in:\n{found}");
    }
}

#[test]
fn the_policy_of_the_page_stops_what_gets_into_it() {
    let dir = tempfile::tempdir().expect("a folder");
    let html = page(dir.path());
    let text = std::fs::read_to_string(&html).expect("a page");
    std::fs::write(&html, text.replace("</main>", "<script>document.body.remove()</script></main>")).expect("written");
    let Some(result) = check(&html, ExpectedPage { tables: 3, figures: 6 }) else { return };
    let found = result.expect_err("the browser complains");
    assert!(found.lines().all(|line| line.contains("Content Security Policy")), "the script did not run:\n{found}");
}
