//! What terminals show: lines that fit, and colours only where they are wanted. `script` gives a command a terminal of its own.

use crate::workdir::{Bench, SMOKE};
use std::process::{Command, Stdio};

/// What `bench` prints on a terminal with this many columns, with or without `NO_COLOR`.
fn on_a_terminal(bench: &Bench, columns: u32, no_color: bool, arguments: &str) -> String {
    let line = format!("stty cols {columns} rows 30; exec {} {arguments}", env!("CARGO_BIN_EXE_bench"));
    let mut command = Command::new("script");
    command.args(["--quiet", "--return", "--command", &line, "/dev/null"]).current_dir(bench.path(""));
    command.env("TERM", "xterm").env_remove("NO_COLOR").stdin(Stdio::null());
    if no_color {
        command.env("NO_COLOR", "1");
    }
    let output = command.output().expect("`script` of util-linux gives a command a terminal");
    let text = String::from_utf8(output.stdout).unwrap().replace("\r\n", "\n");
    assert!(output.status.success(), "{arguments}: {text}");
    text
}

#[test]
fn what_is_listed_fits_the_terminal() {
    let bench = Bench::new();
    let configs = concat!(env!("CARGO_MANIFEST_DIR"), "/../configs");
    let plan = format!("plan {configs}/quickstart.toml --calibrate 0");
    let listed = format!("list experiments --folder {configs}");
    for columns in [80, 200] {
        for arguments in ["list games", "list agents", "list agents --long", "show uct", "rbg check rbg/go", &plan, &listed] {
            let text = on_a_terminal(&bench, columns, false, arguments);
            // A word is never broken, so that paths can be copied.
            let wide: Vec<&str> =
                text.lines().filter(|line| line.chars().count() > columns as usize && line.trim().contains(' ')).collect();
            assert!(text.lines().count() > 5 && wide.is_empty(), "{arguments} in {columns} columns: {wide:#?}");
        }
    }
    // Where no terminal is, lines are as long as they are.
    assert!(bench.run("list agents").ends(0).lines().any(|line| line.chars().count() > 200));
}

#[test]
fn colours_are_for_terminals_that_want_them() {
    let bench = Bench::new();
    let run = format!("run {SMOKE} --out smoke");
    bench.run(&run).ends(0);
    let colours = |text: &str| text.contains("\u{1b}[3");
    assert!(colours(&on_a_terminal(&bench, 100, false, &run)));
    let plain = on_a_terminal(&bench, 100, true, &run);
    assert!(!colours(&plain) && plain.contains("report: smoke/report/report.html"), "{plain}");
    assert!(!colours(&bench.run(&run).ends(0)));
}

#[test]
fn what_goes_elsewhere_is_one_line() {
    let bench = Bench::new();
    let said = bench.run(&format!("run {SMOKE} --out smoke --no-report"));
    let lines: Vec<&str> = said.err.lines().collect();
    assert!(lines.len() == 1 && lines[0].starts_with("smoke: ") && lines[0].contains("/s"), "{lines:?}");
    assert!(lines[0].chars().count() <= 100, "{lines:?}");
}
