//! The Python package in `reports/python` and the reading of exports by other programs, tested by the package's own tests on runs of this build.

use std::io::Write;
use std::path::Path;
use std::process::Command;

/// If set, as in CI, a missing Python or package fails the test instead of skipping it.
const REQUIRE: &str = "TREEBENCH_REQUIRE_PYTHON";
/// The interpreter; `python3` unless it is set.
const PYTHON: &str = "TREEBENCH_PYTHON";

#[test]
fn the_package_reads_runs_and_others_read_exports() {
    let python = std::env::var(PYTHON).unwrap_or_else(|_| "python3".to_owned());
    let required = std::env::var_os(REQUIRE).is_some();
    let new_enough = Command::new(&python).args(["-c", "import sys; sys.exit(sys.version_info < (3, 11))"]).status();
    if !new_enough.is_ok_and(|status| status.success()) {
        assert!(!required, "`{python}` is not Python 3.11 or newer");
        return skipped(&format!("skipped: `{python}` is not Python 3.11 or newer"));
    }
    let package = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../reports/python"));
    let output = Command::new(&python)
        .args(["-B", "-m", "unittest", "discover", "-v", "-s", "tests", "-t", "."])
        .current_dir(package)
        .env("TREEBENCH_BENCH", env!("CARGO_BIN_EXE_bench"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    assert!(said.contains("Ran ") && !said.contains("Ran 0 tests"), "{said}");
    let without: Vec<&str> = said.lines().filter(|line| line.contains(" ... skipped ")).collect();
    // R is read with where it is installed; CI does not install it.
    let lacking: Vec<&str> = without.iter().copied().filter(|line| !line.contains("R with readr")).collect();
    assert!(!required || lacking.is_empty(), "{REQUIRE} is set, but: {}", lacking.join("\n"));
    without.into_iter().for_each(skipped);
}

/// Prints what is skipped, bypassing the capture of a passing test's output.
fn skipped(line: &str) {
    drop(writeln!(std::io::stderr(), "{line}"));
}
