//! Output to terminals: lines that fit, and colours only where they are wanted. `script` gives a command a pseudoterminal.

use crate::workdir::{Bench, SMOKE};
use std::process::{Command, Stdio};

/// The output of a successful `bench` on a terminal with this many columns, with or without `NO_COLOR`.
fn on_a_terminal(bench: &Bench, columns: u32, no_color: bool, arguments: &str) -> String {
    let (ended_well, text) = printed(bench, columns, no_color, arguments);
    assert!(ended_well, "{arguments}: {text}");
    text
}

/// Whether it succeeds, and its output.
fn printed(bench: &Bench, columns: u32, no_color: bool, arguments: &str) -> (bool, String) {
    let line = format!("stty cols {columns} rows 30; exec {} {arguments}", env!("CARGO_BIN_EXE_bench"));
    let mut command = Command::new("script");
    command.args(["--quiet", "--return", "--command", &line, "/dev/null"]).current_dir(bench.path(""));
    command.env("TERM", "xterm").env_remove("NO_COLOR").stdin(Stdio::null());
    if no_color {
        command.env("NO_COLOR", "1");
    }
    let output = command.output().expect("`script` of util-linux gives a command a terminal");
    let text = String::from_utf8(output.stdout).unwrap().replace("\r\n", "\n");
    (output.status.success(), text)
}

/// Lines of several words that are wider than the terminal. A word is never broken, so that paths can be copied.
fn too_wide(text: &str, columns: u32) -> Vec<&str> {
    text.lines().filter(|line| line.chars().count() > columns as usize && line.trim().contains(' ')).collect()
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
            let wide = too_wide(&text, columns);
            assert!(text.lines().count() > 5 && wide.is_empty(), "{arguments} in {columns} columns: {wide:#?}");
        }
    }
    // Where no terminal is, lines are as long as they are.
    assert!(bench.run("list agents").ends(0).lines().any(|line| line.chars().count() > 200));
}

#[test]
fn comparisons_and_errors_fit_the_terminal() {
    let bench = Bench::new();
    bench.run(&format!("run {SMOKE} --out a --no-report")).ends(0);
    let text = on_a_terminal(&bench, 80, true, "compare a a");
    assert!(text.lines().count() > 10 && too_wide(&text, 80).is_empty(), "{text}");
    assert!(!too_wide(&bench.run("compare a a").ends(0), 80).is_empty(), "where no terminal is, lines are as long as they are");
    bench.write("wrong.toml", "[experiment]\nname = \"x\"\nkind = \"match\"\n[grid]\ngame = \"conect-four\" # this line of the file is wider than eighty columns, and stays whole\n");
    for arguments in ["run wrong.toml", "report no-such-run", "compare a none"] {
        let (ended_well, text) = printed(&bench, 80, true, arguments);
        let wide: Vec<&str> = too_wide(&text, 80).into_iter().filter(|line| !line.contains("and stays whole")).collect();
        assert!(!ended_well && text.contains("error: ") && wide.is_empty(), "{arguments}: {text}");
        assert_eq!(text.contains("and stays whole"), arguments.contains("wrong"), "{text}");
    }
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
