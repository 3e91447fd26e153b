//! Every subcommand has help.

use crate::bench::{command, printed};
use crate::workdir::{Bench, config};
use std::process::Stdio;

/// The verbs, from the general help.
fn verbs() -> Vec<String> {
    let help = printed(&["--help"]);
    let commands = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let first_words = commands.lines().filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')));
    first_words.map(|line| line.split(' ').next().unwrap().to_owned()).filter(|verb| verb != "help").collect()
}

#[test]
fn every_verb_has_examples_of_itself_in_its_help() {
    let verbs = verbs();
    assert!(verbs.len() >= 14, "{verbs:?}");
    for verb in verbs {
        let help = printed(&[&verb, "--help"]);
        let examples = help.split("Examples:\n").nth(1).unwrap_or_else(|| panic!("`bench {verb} --help` has no examples"));
        let shows = |line: &str| line.split_whitespace().take(2).eq(["bench", &verb]);
        assert!(examples.lines().any(shows), "the examples of `{verb}` do not show it:\n{help}");
    }
}

/// The examples of the read-only subcommands run as printed.
#[test]
fn the_examples_that_need_no_run_directory_work() {
    let bench = Bench::new();
    bench.run("init").ends(0);
    for verb in ["list", "show", "perft", "search"] {
        let help = printed(&[verb, "--help"]);
        let examples = help.split("Examples:\n").nth(1).unwrap();
        for line in examples.lines().map_while(|line| line.strip_prefix("  bench ")) {
            // No example quotes anything but positions, in single quotes.
            let words: Vec<&str> = line
                .split('\'')
                .enumerate()
                .flat_map(|(i, part)| if i % 2 == 1 { vec![part] } else { part.split_whitespace().collect() })
                .collect();
            let ended = bench.command(&words).output().unwrap();
            assert!(ended.status.success(), "bench {line}: {}", String::from_utf8_lossy(&ended.stderr));
        }
    }
}

#[test]
fn completions_know_games_and_agents() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = printed(&["completions", shell]);
        assert!(script.contains("perft"), "{shell}");
    }
    let bash = printed(&["completions", "bash"]);
    assert!(bash.contains("tic-tac-toe") && bash.contains("flat-mc"));
}

#[test]
fn a_reader_that_goes_away_ends_a_verb_quietly() {
    // More than a pipe holds, in every format.
    let run = Bench::new();
    run.write("x.toml", &config(2000, 1, "tic-tac-toe", 1));
    run.run("run x.toml --no-report --out run").ends(0);
    let dir = run.path("run").to_string_lossy().into_owned();
    let exports = ["csv", "jsonl", "parquet"].map(|format| vec!["export", &dir, "--format", format]);
    for args in exports.iter().map(|args| &args[..]).chain([
        &["list", "games"][..],
        &["show", "uct"],
        &["perft", "tic-tac-toe", "1"],
        &["search", "tic-tac-toe", "--agent", "uct"],
    ]) {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut child = command(args).stdout(Stdio::from(writer)).spawn().unwrap();
        drop(child.stdin.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""), "bench {args:?}");
    }
}
