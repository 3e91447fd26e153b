//! What a run was asked for beyond its file, and what its two sides do not share, goes with its numbers to every output.

use crate::results::report;
use crate::workdir::{Bench, config};

const CLAIM: &str = "[[hypothesis]]\nis = \"better\"\nsource = \"Table 1\"\n";

/// An experiment of a paper with a profile of fewer iterations.
fn experiment(bench: &Bench, more: &str) {
    std::fs::create_dir_all(bench.path("c/results")).unwrap();
    let text = config(12, 10, "tic-tac-toe", 3).replace("seed", "paper = \"P\"\nseed");
    bench.write("c/x.toml", &format!("{text}{CLAIM}[profile.my-quick.budget]\niterations = 3\n{more}"));
}

/// All outputs of a run in `run` and a results file `c/results/f.csv`, each with its name.
fn outputs(bench: &Bench) -> Vec<(&'static str, String)> {
    let warnings = |what: &str| report(bench, what)["warnings"].to_string();
    let remarks = |what: &str| report(bench, what)["remarks"].to_string();
    let mut all = vec![
        ("warnings of a run", warnings("run")),
        ("warnings of a file", warnings("--results c/results/f.csv")),
        ("remarks of a run", remarks("run")),
        ("remarks of a file", remarks("--results c/results/f.csv")),
        ("export", bench.run("export run").out),
        ("runs", bench.run("runs run --format json").out),
        ("files", bench.run("runs c/results --format json").out),
        ("claims", bench.run("claims c --format json").out),
    ];
    bench.run("merge run --into merged --no-report");
    all.push(("merged", warnings("merged")));
    all
}

fn says(bench: &Bench, words: &str) -> Vec<&'static str> {
    outputs(bench).into_iter().filter(|(_, said)| !said.to_lowercase().contains(words)).map(|(name, _)| name).collect()
}

#[test]
fn a_profile_is_named_in_every_output() {
    let bench = Bench::new();
    experiment(&bench, "");
    bench.run("run c/x.toml --profile my-quick --no-report --out run --results c/results/f.csv").ends(0);
    bench.run("run c/x.toml --profile my-quick --no-report --out run").ends(0);
    assert!(says(&bench, "profile my-quick").is_empty(), "{:?} do not name the profile", says(&bench, "profile my-quick"));
    // Shards keep it, too.
    for number in 1..=2 {
        bench.run(&format!("run c/x.toml --profile my-quick --out all --shard {number}/2 --scratch .")).ends(0);
    }
    bench.run("merge all --into whole").ends(0);
    assert!(report(&bench, "whole")["warnings"].to_string().contains("profile my-quick"));
    assert!(!report(&bench, "whole")["warnings"].to_string().contains("no longer in the experiment"));
    // Without a profile there is nothing to say.
    bench.run("run c/x.toml --no-report --out plain").ends(0);
    assert!(!report(&bench, "plain").to_string().contains("profile my-quick"));
}

#[test]
fn hypotheses_from_the_command_line_are_named_in_every_output() {
    let bench = Bench::new();
    experiment(&bench, "");
    let set = ["--set", "hypothesis=[{ is = \"worse\", source = \"Table 1\" }]"];
    for more in [&["--results", "c/results/f.csv"][..], &[]] {
        let words = [&["run", "c/x.toml", "--no-report", "--out", "run"], &set[..], more].concat();
        assert!(bench.command(&words).output().unwrap().status.success());
    }
    let words = "hypotheses set outside the file";
    assert!(says(&bench, words).is_empty(), "{:?} do not say it", says(&bench, words));
}

#[test]
fn unequal_budgets_are_named_in_every_output() {
    let bench = Bench::new();
    experiment(&bench, "[agent.uct]\nbudget = { iterations = 40 }\n");
    for more in [" --results c/results/f.csv", ""] {
        bench.run(&format!("run c/x.toml --no-report --out run{more}")).ends(0);
    }
    assert!(says(&bench, "unequal budgets").is_empty(), "{:?} do not say it", says(&bench, "unequal budgets"));
    let bench = Bench::new();
    experiment(&bench, "");
    bench.run("run c/x.toml --no-report --out run --results c/results/f.csv").ends(0);
    bench.run("run c/x.toml --no-report --out run").ends(0);
    assert_eq!(says(&bench, "unequal budgets").len(), outputs(&bench).len());
}

/// Two sides of a comparison with different budgets, of which no condition speaks.
#[test]
fn a_comparison_of_unequal_sides_says_so() {
    let bench = Bench::new();
    let text = config(12, 10, "tic-tac-toe", 3)
        .replace("seed", "paper = \"P\"\nseed")
        .replace("uct = \"random\"", "uct = \"random\"\nstrong = \"random\"");
    std::fs::create_dir_all(bench.path("c/results")).unwrap();
    let claim = "[[hypothesis]]\nsays = \"More is better\"\nis = \"better\"\nwhere = { candidate = \"strong\" }\nthan = { candidate = \"uct\" }\nsource = \"Table 1\"\n";
    bench.write("c/x.toml", &format!("{text}{claim}[agent.strong]\nuse = \"uct\"\nbudget = {{ iterations = 40 }}\n[agent.random]\n"));
    bench.run("run c/x.toml --no-report --out run --results c/results/f.csv").ends(0);
    let said = bench.run("claims c --format json").ends(0);
    assert!(said.contains("differ in budget"), "{said}");
    assert!(report(&bench, "--results c/results/f.csv").to_string().contains("also differ in budget"));
}
