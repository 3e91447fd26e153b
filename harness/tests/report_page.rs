//! The page that a real run leaves behind, opened in a browser; skipped with a message where there is none.

use std::io::Write as _;
use std::path::Path;
use std::process::Command;
use treebench::reports::Report;
use treebench::reports::testing::{BrowserCheck, Expected, check_in_browser};

#[test]
fn the_page_of_a_run_is_readable_and_loads_nothing() {
    let dir = tempfile::tempdir().expect("a folder");
    let config = dir.path().join("page.toml");
    std::fs::write(
        &config,
        "# Is the page readable?\n[experiment]\nname = \"page\"\nkind = \"match\"\ngames-per-cell = 4\n[budget]\niterations = [5, 10]\n\
         [grid]\ngame = [\"tic-tac-toe\", \"connect-four\"]\n[agent.uct.sweep]\nexploration = [0.5, 1.0]\n[compare]\nuct = \"random\"\n",
    )
    .expect("written");
    let run = dir.path().join("run");
    let bench = |args: &[&str]| Command::new(env!("CARGO_BIN_EXE_bench")).args(args).output().expect("bench starts");
    let path = |path: &Path| path.to_str().expect("plain").to_owned();
    let out = bench(&["run", &path(&config), "--out", &path(&run)]);
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let json = std::fs::read_to_string(run.join("report/report.json")).expect("the report as data");
    let report: Report = serde_json::from_str(&json).expect("it can be read back");
    let expected = Expected { tables: report.tables().count(), figures: report.figures().count() };
    assert!(expected.tables >= 3 && expected.figures >= 3, "{expected:?}");
    match check_in_browser(&run.join("report/report.html"), expected).expect("nothing is wrong with the page") {
        // Not `eprintln!`: what that prints in a passing test is not shown.
        BrowserCheck::Skipped(reason) => drop(writeln!(std::io::stderr(), "skipped: {reason}")),
        BrowserCheck::Passed { .. } => {}
    }
}
