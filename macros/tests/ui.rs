//! One small wrong program per mistake, with the message that it must give.
//!
//! Messages of the compiler itself drift between its versions, so the exact texts are compared only under the version that they
//! were written with; `TRYBUILD=overwrite` writes them anew.

use std::io::Write as _;

/// The version of the compiler that the messages were written with.
const WRITTEN_WITH: &str = "rustc 1.95.";

#[test]
fn mistakes_are_explained_where_they_are_made() {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let version = std::process::Command::new(rustc).arg("--version").output().expect("the compiler that built this test is there");
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    if !version.starts_with(WRITTEN_WITH) {
        // Not `eprintln!`: what that prints in a passing test is not shown.
        let _ = writeln!(std::io::stderr(), "skipped: the messages were written with {WRITTEN_WITH}x, this is {version}");
        return;
    }
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
