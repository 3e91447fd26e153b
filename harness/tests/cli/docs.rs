//! The documents are tested: the commands of the tutorial, the session of the UGI reference, and the files they name.

use crate::clients::skipped;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use treebench_reports::testing::{REQUIRE, difference, screenshot};

pub(crate) const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// A block of a document between lines of three backticks.
pub(crate) struct Block {
    /// What follows the backticks.
    pub(crate) kind: String,
    pub(crate) text: String,
}

pub(crate) fn blocks(document: &str) -> Vec<Block> {
    let mut lines = document.lines();
    let mut blocks = Vec::new();
    while let Some(line) = lines.next() {
        if let Some(kind) = line.strip_prefix("```") {
            let text: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
            blocks.push(Block { kind: kind.to_owned(), text: text.join("\n") + "\n" });
        }
    }
    blocks
}

/// A shell with this `bench` and the Python package, in its own folder.
pub(crate) struct Shell {
    pub(crate) folder: tempfile::TempDir,
    path: String,
}

impl Shell {
    pub(crate) fn new() -> Shell {
        let bench = Path::new(env!("CARGO_BIN_EXE_bench")).parent().unwrap();
        Shell { folder: tempfile::tempdir().unwrap(), path: format!("{}:{}", bench.display(), std::env::var("PATH").unwrap_or_default()) }
    }

    pub(crate) fn says(&self, line: &str) -> String {
        let mut command = Command::new("sh");
        command.args(["-c", line]).current_dir(self.folder.path()).env("PATH", &self.path).env("TREEBENCH", ROOT);
        command.env("PYTHONPATH", Path::new(ROOT).join("reports/python")).env("PYTHONDONTWRITEBYTECODE", "1");
        command.env("CARGO_TARGET_DIR", Path::new(ROOT).join("target")).env("COLUMNS", "120");
        let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    }
}

/// Set if cargo commands are run, too: they compile a crate for minutes; in CI after a similar one.
const CRATE: &str = "TREEBENCH_REQUIRE_CRATE";

/// `UPDATE_TUTORIAL=1 cargo test -p treebench --test cli tutorial` writes the outputs again.
#[test]
fn the_tutorial_works_as_printed() {
    works_as_printed("harness/docs/TUTORIAL.md");
}

/// Runs the commands of a document in order, and writes the files that it shows.
pub(crate) fn works_as_printed(name: &str) {
    let python = Command::new("python3").args(["-c", "import sys; sys.exit(sys.version_info < (3, 11))"]).status();
    let python = python.is_ok_and(|status| status.success());
    let document = Path::new(ROOT).join(name);
    let text = std::fs::read_to_string(&document).unwrap();
    let shell = Shell::new();
    let mut renewed = text.clone();
    for block in blocks(&text) {
        if let Some((_, file)) = block.kind.split_once(" file=") {
            let path = shell.folder.path().join(file);
            // A file that a command has written is shown as it is.
            assert!(
                std::fs::read_to_string(&path).is_ok_and(|written| written == block.text) || !path.exists(),
                "{name}: {file} is another text"
            );
            std::fs::write(path, &block.text).unwrap();
        }
        if block.kind != "console" {
            continue;
        }
        let mut now = String::new();
        for command in block.text.split("$ ").filter(|command| !command.is_empty()) {
            let line = command.lines().next().unwrap();
            let kept = if line.contains("cargo ") && std::env::var_os(CRATE).is_none() {
                skipped(CRATE, &format!("`{line}` of the tutorial takes minutes"));
                true
            } else if line.starts_with("python3 ") && !python {
                skipped("TREEBENCH_REQUIRE_PYTHON", "`python3` is not Python 3.11 or newer");
                true
            } else {
                if line.contains("cargo test") {
                    // The versions of the outside crate, whose dependencies are compiled already.
                    let lock = std::fs::read_to_string(Path::new(ROOT).join("harness/examples/outside/Cargo.lock")).unwrap();
                    let lock = lock.replace("name = \"outside\"", "name = \"my-agents\"");
                    std::fs::write(shell.folder.path().join("my-agents/Cargo.lock"), lock).unwrap();
                }
                false
            };
            now += &if kept { format!("$ {command}") } else { format!("$ {line}\n{}", shell.says(line)) };
        }
        renewed = renewed.replacen(&block.text, &now, 1);
    }
    if std::env::var_os("UPDATE_TUTORIAL").is_some() {
        std::fs::write(&document, renewed).unwrap();
        return;
    }
    for (printed, now) in text.lines().zip(renewed.lines()) {
        assert_eq!(printed, now, "{name} is out of date: run this test with UPDATE_TUTORIAL=1 and look at the difference");
    }
    assert_eq!(text, renewed);
}

/// `…` in the reference matches any text of a line.
#[test]
fn the_session_of_the_ugi_reference_is_a_real_one() {
    let text = std::fs::read_to_string(Path::new(ROOT).join("harness/docs/UGI.md")).unwrap();
    let session = blocks(&text).into_iter().find(|block| block.kind == "ugi").unwrap().text;
    let mut child = Command::new(env!("CARGO_BIN_EXE_bench"))
        .args(["ugi", "--game", "tic-tac-toe", "--agent", "uct", "--seed", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let input: String = session.lines().filter_map(|line| line.strip_prefix("> ")).map(|line| format!("{line}\n")).collect();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let said = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    let printed: Vec<&str> = session.lines().filter(|line| !line.starts_with("> ")).collect();
    let said: Vec<&str> = said.lines().collect();
    let same = |(printed, said): (&&str, &&str)| match printed.split_once('…') {
        Some((start, end)) => said.starts_with(start) && said.ends_with(end),
        None => printed == said,
    };
    assert!(printed.len() == said.len() && printed.iter().zip(&said).all(same), "{printed:#?}\n{said:#?}");
}

/// `UPDATE_PICTURE=1 cargo test -p treebench --test cli picture` draws it again.
#[test]
fn the_picture_of_the_readme_is_drawn_by_this_build() {
    let (root, picture, shell) = (Path::new(ROOT), Path::new(ROOT).join("reports/picture.svg"), Shell::new());
    let results = "configs/results/gpn_table1.csv";
    assert!(std::fs::read_to_string(root.join("README.md")).unwrap().contains(&format!("`bench report --results {results}`")));
    shell.says(&format!("bench report --results '{}' --formats svg --out report", root.join(results).display()));
    let drawn = std::fs::read_to_string(shell.folder.path().join("report/figures/over-c-pn.svg")).unwrap();
    if std::env::var_os("UPDATE_PICTURE").is_some() {
        std::fs::write(&picture, drawn).unwrap();
    } else {
        assert!(std::fs::read_to_string(&picture).unwrap() == drawn, "reports/picture.svg is stale: run this test with UPDATE_PICTURE=1");
    }
}

/// The maximum share of a picture's area that may differ from the committed one: times of turns, and fonts.
const UNLIKE: f64 = 0.03;

/// `UPDATE_PICTURE=1 cargo test -p treebench --test cli picture` draws it again.
#[test]
fn the_picture_of_the_viewer_is_drawn_by_this_build() {
    let (picture, shell) = (Path::new(ROOT).join("reports/viewer.png"), Shell::new());
    shell.says("bench run \"$TREEBENCH/reports/viewer.toml\" --out run --no-report && bench view run");
    let page = shell.folder.path().join("run/games.html");
    let Some(drawn) = screenshot(&page, "#game=1&ply=14", (1000, 1200)).unwrap() else {
        return skipped(REQUIRE, "`chromium` is not on the PATH");
    };
    if std::env::var_os("UPDATE_PICTURE").is_some() {
        std::fs::write(&picture, drawn).unwrap();
        return;
    }
    let unlike = difference(&drawn, &std::fs::read(&picture).unwrap()).unwrap();
    assert!(unlike <= UNLIKE, "reports/viewer.png is stale in {:.1} % of its area: run this test with UPDATE_PICTURE=1", 100.0 * unlike);
}

/// Documents name files of this repository by their paths from its root, or by links; help texts name only what `bench init` writes.
#[test]
fn files_that_are_named_are_there() {
    let root = Path::new(ROOT);
    let files = Command::new("git").args(["ls-files", "*.md"]).current_dir(root).output();
    let files = match files {
        Ok(said) if said.status.success() => String::from_utf8(said.stdout).unwrap(),
        _ => return skipped("TREEBENCH_REQUIRE_GIT", "this is no git checkout"),
    };
    let mut missing = BTreeSet::new();
    for file in files.lines().filter(|file| !file.contains("CHANGELOG") && !file.contains("init/crate")) {
        let text = std::fs::read_to_string(root.join(file)).unwrap().replace("\\_", "_");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
            let outside = link.is_empty() || link.contains("://");
            if !outside && !root.join(file).parent().unwrap().join(link).exists() {
                missing.insert(format!("{file}: {link}"));
            }
        }
        for path in text.split(|c: char| c.is_whitespace() || "`()[]|,;\"'".contains(c)).filter(|word| is_ours(word)) {
            if !exists(root, path.trim_end_matches(['.', ':'])) {
                missing.insert(format!("{file}: {path}"));
            }
        }
    }
    let help = |args: &[&str]| String::from_utf8(Command::new(env!("CARGO_BIN_EXE_bench")).args(args).output().unwrap().stdout).unwrap();
    let general = help(&["--help"]);
    let verbs =
        general.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).filter(|verb| !verb.is_empty() && *verb != "bench");
    for verb in verbs.chain([""]) {
        let text = if verb.is_empty() { general.clone() } else { help(&[verb, "--help"]) };
        missing.extend(text.split_whitespace().filter(|word| is_ours(word)).map(|word| format!("bench {verb} --help: {word}")));
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

/// Whether a word is a path in a folder of this repository and not a pattern.
fn is_ours(word: &str) -> bool {
    let folders = ["macros/", "games/", "agents/", "harness/", "reports/", "configs/"];
    let pattern = word.contains(['*', '{', '<', '…', '$'])
        || word.contains("NAME")
        || word.contains("FILE")
        || word.contains("TESTS")
        || word.contains("X.")
        || word.starts_with("configs/results/");
    folders.iter().any(|folder| word.starts_with(folder)) && !pattern
}

fn exists(root: &Path, path: &str) -> bool {
    let path: PathBuf = root.join(path.split([':', '#']).next().unwrap_or(path));
    path.exists()
}
