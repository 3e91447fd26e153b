//! Wrong arguments and files: exit code 2, one message, and the nearest valid name.

use crate::bench::refused;
use crate::workdir::{Bench, config};

#[test]
fn wrong_names_and_values_are_told_with_what_would_be_right() {
    let cases: &[(&[&str], &str)] = &[
        (&["perft", "tic-tac-to", "3"], "error: unknown game `tic-tac-to`; did you mean `tic-tac-toe`?\n"),
        (&["search", "tic-tac-toe", "--agent", "utc"], "error: unknown agent `utc`; did you mean `uct`?\n"),
        (&["show", "utc"], "error: no game, agent or experiment is named `utc`; did you mean `uct`?\n"),
        (
            &["perft", "breakthrough", "1", "-p", "widht=5"],
            "error: game `breakthrough`: unknown parameter `widht`; did you mean `width`? (allowed: width, height)\n",
        ),
        (
            &["perft", "breakthrough", "1", "-p", "width=99"],
            "error: game `breakthrough`: `width` must be a whole number from 2 to 16, not 99\n",
        ),
        (
            &["perft", "breakthrough", "1", "-p", "width=x"],
            "error: game `breakthrough`: `width` must be a whole number from 2 to 16, not \"x\"\n",
        ),
        (&["perft", "breakthrough", "1", "-p", "width=5", "-p", "width=6"], "error: duplicate parameter `width`\n"),
        (&["perft", "breakthrough", "1", "-p", "width"], "error: `-p width`: expected `-p key=value`, for example `-p size=6`\n"),
        (
            &["search", "tic-tac-toe", "--agent", "uct", "-p", "final-move=vists"],
            "error: agent `uct`: `final-move` must be one of \"visits\", \"mean\", not \"vists\"; did you mean \"visits\"?\n",
        ),
        (
            &["search", "tic-tac-toe", "--agent", "random", "-p", "fpu=1"],
            "error: unknown parameter `fpu` (of game `tic-tac-toe`: swap; of agent `random`: none)\n",
        ),
        (
            &["perft", "tic-tac-toe", "1", "--position", "x"],
            "error: `x` is not a tic-tac-toe position: expected three rows and the player to move, as in `X.O/.X./... o`\n",
        ),
        (
            &["search", "tic-tac-toe", "--agent", "uct", "--position", "XXX/OO./... o"],
            "error: the game is over in `XXX/OO./... o`, so there is nothing to search\n",
        ),
        (&["list"], "error: what is to be listed? Write `bench list games`, `bench list agents` or `bench list experiments`\n"),
        (&["list", "agents", "--hidden"], "error: --players, --chance and --hidden select games: write `bench list games`\n"),
        (&["rbg", "check", "rg/nim"], "error: `rg/nim` is in another rules language: write `bench rg check rg/nim`\n"),
        (&["rg", "graph", "rbg/hex"], "error: `rbg/hex` is in another rules language: write `bench rbg graph rbg/hex`\n"),
        // There is no `bench rbg lower`.
        (&["rg", "lower", "rbg/hex"], "error: `rbg/hex` is in another rules language: write `bench rbg check rbg/hex`\n"),
        (&["play", "tic-tac-toe", "--seat", "2"], "error: no seat 2: this game has seats 0 to 1\n"),
    ];
    for (args, message) in cases {
        assert_eq!(refused(args), *message, "bench {args:?}");
    }
}

/// An output is a file or a folder, and the error says so if the path is the other or leads through a file.
#[test]
fn paths_that_cannot_be_written_are_named_with_what_was_expected() {
    let bench = Bench::new();
    bench.write("x.toml", &config(2, 5, "tic-tac-toe", 1));
    bench.run("run x.toml --out run --no-report").ends(0);
    bench.write("file", "");
    let (folder, file) = ("`file`: it is a file, not a folder", "`run`: it is a folder, not a file");
    let through = "`file` is a file, not a folder";
    for (line, told) in [
        ("report run --out file", folder),
        ("report run --out file/deep", through),
        ("compare run run --out file", through),
        ("view run --out run", file),
        ("export run --out run", file),
        ("export run --out none/x.csv", "no such folder: `none`"),
        ("export run --games --out file", folder),
        ("site run --out file", folder),
        ("run x.toml --out file", folder),
        ("run x.toml --results file/x.csv", folder),
        ("run x.toml --out new --engine-logs file", folder),
        ("merge run --into file", folder),
        ("init file/x.toml", through),
        ("init --crate file --git URL", folder),
    ] {
        let said = bench.run(line);
        assert!(said.err.contains(told) && !said.err.contains("os error"), "{line}: {}", said.err);
        said.ends(2);
    }
}

/// A file that was cut is told from one that cannot be opened, with what to do.
#[test]
fn a_damaged_run_says_what_to_do() {
    let bench = Bench::new();
    bench.write("x.toml", &config(2, 5, "tic-tac-toe", 1));
    bench.run("run x.toml --out run --no-report").ends(0);
    let file = bench.path("run/results.sqlite");
    std::fs::OpenOptions::new().write(true).open(&file).unwrap().set_len(5_000).unwrap();
    let _ = std::fs::remove_file(bench.path("run/results.sqlite-wal"));
    bench.run("report run").refuses(&["cannot use `run/results.sqlite`", "help: the file is damaged; move its directory away"]);
}

#[test]
fn wrong_usage_ends_with_the_same_exit_code() {
    for args in [
        &["perftt", "tic-tac-toe"][..],
        &["perft", "tic-tac-toe", "-3"],
        &["playout", "tic-tac-toe", "--seconds", "0"],
        &["playout", "tic-tac-toe", "--seconds", "1", "--playouts", "5"],
        &["search", "tic-tac-toe", "--agent", "uct", "--iterations", "0"],
        &["search", "tic-tac-toe", "--agent", "uct", "--time", "5"],
        &["search", "tic-tac-toe", "--agent", "uct", "--iterations", "5", "--states", "5"],
        &["list", "game"],
        &["completions", "tcl"],
    ] {
        assert!(refused(args).starts_with("error: "), "bench {args:?}");
    }
}
