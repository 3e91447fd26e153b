//! Tournaments whose pairings depend on results, over several sessions on machines that share only a results file.

use crate::results::{report, same, take_warning};
use crate::workdir::{Bench, interrupt};

const RULES: [(&str, [&str; 2]); 2] =
    [("format = \"swiss\"\nrounds = 4\n", ["1", "3"]), ("pairing = \"adaptive\"\nrounds = 12\nsure = 0.9\n", ["3", "7"])];

fn config(rule: &str) -> String {
    format!(
        "# Who?\n[experiment]\nname = \"paired\"\nkind = \"tournament\"\nseed = 5\ngames-per-cell = 24\n[match]\nmax-moves = 30\nrandom-plies = 1\n\
         [budget]\niterations = 30\n[grid]\ngame = [\"tic-tac-toe\", \"connect-four\"]\n[agent.mcts]\n[agent.random]\n[agent.flat-mc]\n\
         [agent.uct]\nsweep = {{ exploration = [0.1, 0.7, 2.5] }}\n[tournament]\n{rule}"
    )
}

/// The number of tasks played, as printed by `run`.
fn played(said: &str) -> u64 {
    said.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("{said}"))
}

/// Columns whose values depend on the session: builds, looks and durations.
const OF_SITTINGS: [&str; 8] = ["builds", "sample", "most", "looks", "micros", "cpu_micros", "longest_turn", "turns_over"];

/// The tasks in a results file by cell, with their results.
fn rows(file: &str) -> Vec<Vec<String>> {
    let mut records = file.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(',').collect::<Vec<_>>());
    let names = records.next().unwrap();
    assert!(OF_SITTINGS.iter().chain(&["tasks", "rounds", "sequence", "hashes"]).all(|name| names.contains(name)), "{names:?}");
    let kept = |record: Vec<&str>| {
        let fields = names.iter().zip(record).filter(|(name, _)| !OF_SITTINGS.contains(name));
        fields.map(|(_, field)| field.to_owned()).collect()
    };
    records.map(kept).collect()
}

#[test]
fn sittings_in_three_places_pair_as_one_does() {
    for (rule, rounds) in RULES {
        let bench = Bench::new();
        bench.write("paired.toml", &config(rule));
        let whole = played(&bench.run("run paired.toml --out whole --threads 2 --results whole.csv").ends(0));
        let line = "run paired.toml --results kept.csv --no-report";
        let of = |sitting: usize, line: &str| played(&bench.run(&format!("{line} --set tournament.rounds={}", rounds[sitting])).ends(0));
        let first = of(0, &format!("{line} --out one --threads 3"));
        let second = of(1, &format!("{line} --out two --threads 1"));
        let third = played(&bench.run(&format!("{line} --out three --threads 3")).ends(0));
        assert!(first > 0 && second > 0 && third > 0 && first + second + third == whole, "{rule}: {first} {second} {third} {whole}");
        assert!(rows(&bench.read("kept.csv")) == rows(&bench.read("whole.csv")), "{rule}");
        // Cells that grow between sittings could be looked at; whole cells of a Swiss tournament do not grow.
        let mut kept = report(&bench, "--results kept.csv");
        assert_eq!(take_warning(&mut kept, "before it grew"), rule.contains("adaptive"), "{kept}");
        let remarks = kept["remarks"].as_array_mut().expect("a list of remarks");
        remarks.retain(|remark| !remark.as_str().is_some_and(|remark| remark.contains("grew")));
        // So do its pictures.
        let note = kept["note"].as_str().unwrap_or_default().to_owned();
        assert_eq!(note.contains("grew while it was looked at"), rule.contains("adaptive"), "{note}");
        let others: Vec<&str> = note.split("; ").filter(|part| !part.contains("grew") && !part.contains("assume a fixed size")).collect();
        if !note.is_empty() {
            kept["note"] = others.join("; ").into();
        }
        same(&report(&bench, "whole"), &kept, rule);
        assert_eq!(played(&bench.run(&format!("{line} --out four")).ends(0)), 0, "{rule}: nothing is left to do");
    }
}

#[test]
fn a_plan_counts_what_is_paired_and_not_all_pairs() {
    for (rule, _) in RULES {
        let bench = Bench::new();
        bench.write("paired.toml", &config(rule));
        let plan = bench.run("plan paired.toml --calibrate 0").ends(0);
        let most = plan.split("at most ").nth(1).map_or_else(|| panic!("{plan}"), played);
        let whole = played(&bench.run("run paired.toml --no-report").ends(0));
        // Six players, 15 pairs in both seatings in two games, 24 games each.
        assert!(whole <= most && most < 15 * 2 * 2 * 24, "{rule}: {whole} played, at most {most}");
    }
}

#[cfg(unix)]
#[test]
fn a_sitting_that_is_interrupted_leaves_whole_rounds_in_order() {
    for (rule, _) in RULES {
        let bench = Bench::new();
        bench.write("paired.toml", &config(rule).replace("iterations = 30", "iterations = 400").replace("= 24", "= 8"));
        bench.run("run paired.toml --out whole --results whole.csv --no-report").ends(0);
        let line = "run paired.toml --results kept.csv --no-report --threads 3 --out";
        let mut child = bench.start(&format!("{line} one"), "one");
        interrupt(&child);
        assert_eq!(child.wait().unwrap().code(), Some(130), "{rule}");
        let there = bench.stored("one");
        let said = bench.run(&format!("{line} two")).ends(0);
        assert!(said.contains(" already stored"), "{rule}: {there} games were stored; {said}");
        assert!(rows(&bench.read("kept.csv")) == rows(&bench.read("whole.csv")), "{rule}");
        same(&report(&bench, "--results whole.csv"), &report(&bench, "--results kept.csv"), rule);
    }
}

#[test]
fn games_that_another_rule_asked_for_are_refused_with_the_reason() {
    let bench = Bench::new();
    let (rule, _) = RULES[1];
    bench.write("paired.toml", &config(rule));
    bench.run("run paired.toml --results kept.csv --no-report").ends(0);
    let parts = ["kept.csv:", "the pairing of this tournament would not play these `tasks`", "start a new file"];
    bench.run("run paired.toml --results kept.csv --no-report --out two --set tournament.rounds=1").refuses(&parts);
    let all = config("").replace("= 24", "= 4");
    bench.write("paired.toml", &all);
    bench.run("run paired.toml --results all.csv --no-report --out all").ends(0);
    bench.write("paired.toml", &config(rule));
    let parts = ["all.csv:", "the pairing of this tournament would not play these `tasks`", "start a new file"];
    bench.run("run paired.toml --results all.csv --no-report --out three").refuses(&parts);
}

/// `sure` decides when a tournament ends: changed after a look it is no longer the rule that was stated, in every output.
#[test]
fn a_rule_of_pairing_that_changes_after_a_look_says_so() {
    let bench = Bench::new();
    let play = |sure: &str| {
        bench.write("paired.toml", &config(RULES[1].0).replace("0.9", sure));
        bench.run("run paired.toml --out run --no-report").ends(0);
    };
    play("0.9");
    let said = report(&bench, "run").to_string();
    assert!(!said.contains("adaptive pairing was stated") && !said.contains("adaptive pairing stated"), "{said}");
    play("0.75");
    bench.run("run paired.toml --out run --no-report --results f.csv").ends(0);
    for what in ["run", "--results f.csv"] {
        let said = report(&bench, what);
        assert!(said["warnings"].to_string().contains("The rule of adaptive pairing was stated or changed after"), "{what}: {said}");
        assert!(said["remarks"].to_string().contains("adaptive pairing stated after"), "{what}: {said}");
    }
    assert!(bench.run("export run").out.contains("adaptive pairing stated after"));
    assert!(bench.run("runs f.csv").out.contains("adaptive pairing stated after"));
}
