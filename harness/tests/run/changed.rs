//! Changed code is detected: an agent that chooses differently in another executable, with the same name, parameters and keys.
//!
//! This program, which contains the agent, is copied, and in one copy the bytes that decide the agent's choice are overwritten, as recompiling
//! changed sources would. Each copy runs `bench` for one command.

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use treebench::prelude::*;

/// The behaviour of the sentinel. The other executable differs in these bytes.
#[used]
static CHOICE: [u8; 24] = *b"the sentinel plays: wins";

/// Takes a win if there is one, or, in another build, avoids it.
#[derive(Params, Clone, Debug)]
struct Sentinel {}

#[agent("test-sentinel")]
impl Recipe for Sentinel {
    fn agent(&self, _game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        Ok(Box::new(SentinelAgent { seat: 0 }))
    }
}

struct SentinelAgent {
    seat: Player,
}

impl Agent for SentinelAgent {
    fn start(&mut self, seat: Player, _rng: Rng) {
        self.seat = seat;
    }

    fn choose(&mut self, position: &dyn Position, meter: &mut Meter, submove: &mut Vec<Move>) -> Result<(), AgentError> {
        meter.another();
        let wanted = black_box(&CHOICE).ends_with(b"wins");
        let moves = position.move_list();
        let wins = |m: &&Move| {
            let mut next = position.boxed();
            next.apply(**m);
            next.is_over() && next.score(self.seat) == 1.0
        };
        // From the first move on, the two builds never choose the same.
        let chosen =
            if wanted { moves.iter().find(wins).unwrap_or(&moves[0]) } else { moves.iter().rev().find(|m| !wins(m)).unwrap_or(&moves[0]) };
        submove.push(*chosen);
        Ok(())
    }
}

/// The variable with the arguments of `bench` for a copy; without it the test named `child` does nothing.
const WORDS: &str = "TREEBENCH_TEST_WORDS";

#[test]
fn child() {
    if let Ok(words) = std::env::var(WORDS) {
        let code = treebench::cli::main_with(std::iter::once("bench").chain(words.split(' ')));
        let code = (0..=u8::MAX).find(|&number| ExitCode::from(number) == code);
        std::process::exit(code.map_or(-1, i32::from));
    }
}

/// A copy of this program.
fn copy(dir: &Path, name: &str, change: impl FnOnce(&mut Vec<u8>)) -> PathBuf {
    let here = std::env::current_exe().unwrap();
    let mut bytes = fs::read(&here).unwrap();
    change(&mut bytes);
    let path = dir.join(name);
    fs::write(&path, bytes).unwrap();
    fs::set_permissions(&path, fs::metadata(&here).unwrap().permissions()).unwrap();
    path
}

/// Makes the sentinel of a program lose.
fn lose(bytes: &mut [u8]) {
    let text = black_box(&CHOICE);
    let places: Vec<usize> = bytes.windows(text.len()).enumerate().filter(|(_, at)| at == text).map(|(at, _)| at).collect();
    assert_eq!(places.len(), 1, "the program holds the text {} times", places.len());
    let end = places[0] + text.len();
    bytes[end - 4..end].copy_from_slice(b"lose");
}

/// Runs `bench` as one of the copies; returns the exit code and all output.
fn bench(program: &Path, line: &str) -> (Option<i32>, String) {
    let output = Command::new(program)
        .args(["--exact", "changed::child", "--nocapture"])
        .env(WORDS, line)
        .current_dir(program.parent().unwrap())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
    (output.status.code(), text)
}

#[track_caller]
fn says(program: &Path, line: &str, code: i32, parts: &[&str]) {
    let (found, text) = bench(program, line);
    assert_eq!(found, Some(code), "{line}: {text}");
    parts.iter().for_each(|part| assert!(text.contains(part), "{line}: `{part}` is missing in: {text}"));
}

// Elsewhere a program that was changed may not be run.
#[cfg(target_os = "linux")]
#[test]
fn an_agent_that_was_changed_is_found() {
    let dir = tempfile::tempdir().unwrap();
    let experiment = "[experiment]\nname = \"x\"\nkind = \"match\"\ngames-per-cell = 40\n[budget]\niterations = 1\n[grid]\ngame = \"tic-tac-toe\"\n\
                      [agent.candidate]\nuse = \"test-sentinel\"\n[compare]\ncandidate = \"random\"\n";
    fs::write(dir.path().join("x.toml"), experiment).unwrap();
    let old = copy(dir.path(), "old", |_| ());
    let same = copy(dir.path(), "same", |bytes| bytes.extend_from_slice(b"built once more"));
    let changed = copy(dir.path(), "changed", |bytes| lose(bytes));

    let run = "run x.toml --threads 1 --no-report";
    let refusal = ["differ in this one", "tic-tac-toe: test-sentinel against random", "moves, first at word ", "--fresh"];
    says(&old, run, 0, &["40 of 40 tasks played"]);
    says(&changed, run, 2, &refusal);
    says(&changed, run, 2, &refusal);
    // The games of a larger run are not begun either.
    says(&changed, &format!("{run} --set experiment.games-per-cell=80"), 2, &refusal);
    says(&same, run, 0, &["1 of them were replayed and are identical", "0 of 40 tasks played, 40 already stored"]);
    says(&old, "verify results/x --games all", 0, &["40 of 40 stored tasks replayed: identical"]);
    says(&changed, "verify results/x --games all", 1, &["different"]);
    says(&changed, "report results/x", 0, &[]);
    says(&changed, &format!("{run} --accept-mixed"), 0, &["warning: 1 of 1 stored tasks", "0 of 40 tasks played"]);
    says(&changed, &format!("{run} --fresh"), 0, &["40 of 40 tasks played"]);

    let check = "check x.toml --threads 1 --baseline base.toml";
    says(&old, &format!("{check} --update --games 400"), 0, &["baseline of 1 cell written"]);
    says(&old, check, 0, &["identical: 40 tasks"]);
    // The games that the old build has just played are there, and must not be taken for those of the new one.
    says(&changed, &format!("{check} --resume --out results/x.check"), 2, &refusal);
    says(&same, check, 0, &["identical: 40 tasks"]);
    says(&changed, check, 1, &["significantly lower", "the same tasks gave different results, so the code has changed", "check: fail"]);
    says(&changed, &format!("{check} --update"), 1, &["is unchanged because the new baseline would be a regression"]);
    says(&old, check, 0, &["identical: 40 tasks"]);
}
