//! The page of a real run, opened in a browser; skipped with a message where no browser is installed.

use std::io::Write as _;
use std::path::Path;
use std::process::Command;
use treebench::reports::Report;
use treebench::reports::testing::{BrowserCheck, ExpectedPage, check_in_browser, printed_pages};

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
    let expected = ExpectedPage { tables: report.tables().count(), figures: report.figures().count() };
    assert!(expected.tables >= 3 && expected.figures >= 3, "{expected:?}");
    match check_in_browser(&run.join("report/report.html"), expected).expect("nothing is wrong with the page") {
        // Not `eprintln!`: what that prints in a passing test is not shown.
        BrowserCheck::Skipped(reason) => drop(writeln!(std::io::stderr(), "skipped: {reason}")),
        BrowserCheck::Passed { .. } => {}
    }
}

/// A large table of a paper, with every section that a report of matches has and twenty hypotheses. The test takes some seconds because all 240 cells
/// are played.
#[test]
fn a_report_of_240_cells_is_printed_on_15_pages() {
    let dir = tempfile::tempdir().expect("a folder");
    let run = dir.path().join("run");
    let config = concat!(env!("CARGO_MANIFEST_DIR"), "/../configs/gpn_table1.toml");
    let small = ["--set", "experiment.games-per-cell=4", "--set", "budget.iterations=1"];
    let mut bench = Command::new(env!("CARGO_BIN_EXE_bench"));
    let out = bench.args(["run", config, "--threads", "2", "--out"]).arg(&run).args(small).output().expect("bench starts");
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    let json = std::fs::read_to_string(run.join("report/report.json")).expect("the report as data");
    let report: Report = serde_json::from_str(&json).expect("it can be read back");
    let ids: Vec<&str> = report.sections.iter().map(|section| section.id.as_str()).collect();
    assert!(report.details.len() == 240 && ids.len() >= 6, "{} cells, {ids:?}", report.details.len());
    assert!(report.figures().count() > 11, "the lengths of the games of each of the eleven games are drawn");
    match printed_pages(&run.join("report/report.html")).expect("the browser prints") {
        None => drop(writeln!(std::io::stderr(), "skipped: `chromium` is not on the PATH")),
        Some(pages) => assert!((4..=15).contains(&pages), "{pages} pages"),
    }
}
