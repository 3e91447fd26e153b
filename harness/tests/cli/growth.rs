//! Runs that grew after a look are judged by tests that allow for it, or the output says that its tests do not: in reports, checks, baselines,
//! comparisons and tournaments.

use crate::results::report;
use crate::workdir::{Bench, config};
use serde_json::Value;

const GREW: &str = "could be looked at after 6";
const MISSING: &str = "History missing: ";

fn games(number: u32) -> String {
    format!("--set experiment.games-per-cell={number}")
}

/// A search experiment whose second agent finds fewer optimal moves.
fn searches(bench: &Bench) {
    bench.write(
        "s.toml",
        "# Which?\n[experiment]\nname = \"s\"\nkind = \"search\"\nseed = 5\ngames-per-cell = 18\n[search]\nopening-moves = 4\n[budget]\n\
         iterations = [30]\n[grid]\ngame = [\"tic-tac-toe\"]\n[agent.uct]\n[agent.random]\n[[hypothesis]]\nsays = \"It finds more.\"\n\
         is = \"better\"\nwhere = { agent = \"uct\" }\nthan = { agent = \"random\" }\n",
    );
}

#[test]
fn a_check_says_how_its_games_grew() {
    let bench = Bench::new();
    bench.write("x.toml", &config(12, 10, "tic-tac-toe", 3));
    bench.run("check x.toml --baseline b.toml --update").ends(0);
    bench.run(&format!("run x.toml --out grown --no-report {}", games(6))).ends(0);
    let line = "check x.toml --baseline b.toml --out grown --resume --junit c.xml --markdown c.md";
    let said = bench.run(line).out;
    assert!(said.contains(GREW) && said.contains("always-valid tests, which allow for this"), "{said}");
    for file in ["c.xml", "c.md"] {
        assert!(bench.read(file).contains(GREW), "{}", bench.read(file));
    }
    // A check from scratch looks by its own rule only.
    let fresh = bench.run("check x.toml --baseline b.toml").ends(0);
    assert!(!fresh.contains("could be looked at") && !fresh.contains(MISSING), "{fresh}");
    // More games are there than are judged.
    bench.run(&format!("run x.toml --out long --no-report {}", games(24))).ends(0);
    let said = bench.run("check x.toml --baseline b.toml --out long --resume --games 12").out;
    assert!(said.contains("Up to 24 games per cell"), "{said}");
    // The history of a baseline is that of its games, and can be missing.
    std::fs::remove_file(bench.path("b.toml")).unwrap();
    bench.run("check x.toml --baseline b.toml --out grown --resume --games 12 --update").ends(0);
    let said = bench.run("check x.toml --baseline b.toml").out;
    assert!(said.contains("The baseline: ") && said.contains(GREW), "{said}");
    let kept = bench.read("b.toml").lines().filter(|line| !line.starts_with("most = ")).collect::<Vec<_>>().join("\n");
    bench.write("b.toml", &kept);
    let said = bench.run("check x.toml --baseline b.toml").out;
    assert!(said.contains(&format!("The baseline: {MISSING}")), "{said}");
}

/// Exports are read by other programs, whose tests do not account for looks.
#[test]
fn an_export_says_how_its_games_grew() {
    let bench = Bench::new();
    bench.write("x.toml", &config(12, 10, "tic-tac-toe", 3));
    for number in [6, 12] {
        bench.run(&format!("run x.toml --out run --no-report {}", games(number))).ends(0);
    }
    for format in ["csv", "jsonl", "parquet"] {
        let said = bench.run(&format!("export run --format {format} --out file.{format}")).err;
        assert!(said.contains(GREW), "{format}: {said}");
    }
    for file in ["file.csv", "file.jsonl"] {
        let text = bench.read(file);
        let rows = text.lines().skip(usize::from(file.ends_with("csv")));
        assert!(text.contains("remarks") && rows.filter(|row| !row.contains("grew while it was looked at")).count() == 0, "{text}");
    }
    assert!(bench.run("export run --describe").ends(0).contains("remarks"));
    bench.run("run x.toml --out fixed --no-report").ends(0);
    assert!(!bench.run("export fixed").ends(0).contains("remarks"));
    for format in ["csv", "jsonl"] {
        assert!(!bench.run(&format!("export run --format {format} --reproducible")).ends(0).contains("remarks"));
    }
    let holds = |file: &str| String::from_utf8_lossy(&std::fs::read(bench.path(file)).unwrap()).contains(GREW);
    assert!(holds("file.parquet"));
    bench.run("export run --format parquet --reproducible --out same.parquet").ends(0);
    assert!(!holds("same.parquet"));
}

/// A list of runs and a site say so next to the answers.
#[test]
fn a_list_of_runs_says_how_they_grew() {
    let bench = Bench::new();
    bench.write("x.toml", &(config(12, 10, "tic-tac-toe", 3) + "[[hypothesis]]\nis = \"better\"\n"));
    bench.run("run x.toml --out all/fixed --no-report").ends(0);
    for number in [6, 12] {
        bench.run(&format!("run x.toml --out all/grown --no-report --results all/grown.csv {}", games(number))).ends(0);
    }
    bench.write("x.toml", &bench.read("x.toml").replace("better", "worse"));
    bench.run("run x.toml --out all/late --no-report").ends(0);
    bench.run("run x.toml --out all/grown --no-report").ends(0);
    let listed: Value = serde_json::from_str(&bench.run("runs all --format json").ends(0)).unwrap();
    let remarks: Vec<String> = listed.as_array().unwrap().iter().map(|run| run["remarks"].to_string()).collect();
    let grew = "grew while it was looked at";
    let late = format!("[\"hypothesis stated after 12 games\",\"1 hypothesis or rule removed\",\"{grew}\"]");
    // The file is that of the config as it is now.
    assert_eq!(remarks, ["[]", &late, &late, "[]"]);
    assert!(bench.run("runs all").ends(0).contains(grew));
    bench.run("site all --out site").ends(0);
    assert!(bench.read("site/index.html").contains(grew));
}

/// Searches have no test that holds at every look.
#[test]
fn tests_of_a_fixed_size_are_said_not_to_allow_for_growth() {
    let bench = Bench::new();
    searches(&bench);
    bench.run("check s.toml --baseline b.toml --update").ends(0);
    bench.run(&format!("run s.toml --out grown --no-report {}", games(6))).ends(0);
    let said = bench.run("check s.toml --baseline b.toml --out grown --resume").out;
    assert!(said.contains(GREW) && said.contains("do not allow for this"), "{said}");
    let warned = report(&bench, "grown")["warnings"].to_string();
    assert!(warned.contains(GREW) && warned.contains("do not allow for this"), "{warned}");
}

fn warnings(bench: &Bench, line: &str) -> String {
    let report: Value = serde_json::from_str(&bench.run(line).out).unwrap();
    report["warnings"].to_string()
}

#[test]
fn a_comparison_of_runs_that_grew_is_always_valid() {
    let bench = Bench::new();
    for (run, iterations) in [("a", 1), ("b", 60)] {
        bench.write("x.toml", &config(12, iterations, "connect-four", 3));
        bench.run(&format!("run x.toml --out {run} --no-report")).ends(0);
    }
    let line = "compare a b --format json";
    assert!(!warnings(&bench, line).contains("could be looked at"));
    let cells = |said: &str| -> String { serde_json::from_str::<Value>(said).unwrap()["sections"][0]["blocks"].to_string() };
    let before = cells(&bench.run(line).out);
    bench.run(&format!("run x.toml --out b --no-report {}", games(24))).ends(0);
    bench.run(&format!("run x.toml --out b --no-report {}", games(12))).ends(0);
    let said = warnings(&bench, line);
    assert!(said.contains("b: Up to 24 tasks per cell") && said.contains("always-valid tests"), "{said}");
    assert_ne!(before, cells(&bench.run(line).out), "the same games are less evidence if they may have been chosen");
}

/// A run of unknown history is treated as one that grew: intervals are always valid, and wider.
#[test]
fn a_run_without_a_history_is_judged_as_one_that_grew() {
    let bench = Bench::new();
    bench.write("x.toml", &config(12, 10, "tic-tac-toe", 3));
    bench.run("run x.toml --out run --no-report").ends(0);
    assert!(!report(&bench, "run").to_string().contains("always-valid"));
    rusqlite::Connection::open(bench.path("run/results.sqlite")).unwrap().execute("DROP TABLE history", []).unwrap();
    let said = report(&bench, "run");
    assert!(said["warnings"].to_string().contains(MISSING) && said["sections"].to_string().contains("always-valid"), "{said}");
}

/// Differences between candidates and averages over games come from bets on sweeps where a run grew, and are wider.
#[test]
fn differences_and_averages_that_grew_are_always_valid() {
    let bench = Bench::new();
    bench.write(
        "x.toml",
        &config(24, 10, "tic-tac-toe", 3)
            .replace("game = \"tic-tac-toe\"", "game = [\"tic-tac-toe\", \"connect-four\"]\n[agent.uct.sweep]\nmax-nodes = [1000, 1001]"),
    );
    bench.run("run x.toml --out fixed --no-report").ends(0);
    bench.run(&format!("run x.toml --out grown --no-report {}", games(6))).ends(0);
    bench.run("run x.toml --out grown --no-report").ends(0);
    let widths = |run: &str, id: &str, name: &str| -> Vec<f64> {
        bench.run(&format!("report {run} --formats csv")).ends(0);
        let file = bench.read(&format!("{run}/report/data/{id}.csv"));
        let headings: Vec<&str> = file.lines().next().unwrap().split(',').collect();
        let at =
            |end: &str| headings.iter().position(|heading| *heading == format!("{name}{end}")).unwrap_or_else(|| panic!("{headings:?}"));
        let number = |line: &str, end: &str| line.split(',').nth(at(end)).unwrap().parse::<f64>().unwrap();
        file.lines().skip(1).map(|line| number(line, "_high") - number(line, "_low")).collect()
    };
    for (id, name) in [("candidates", "average_points"), ("win-rates", "average_percent")] {
        let (fixed, grown) = (widths("fixed", id, name), widths("grown", id, name));
        assert!(fixed.iter().zip(&grown).all(|(fixed, grown)| grown > fixed), "{id}: {fixed:?} {grown:?}");
    }
    assert!(report(&bench, "grown").to_string().contains("The difference with its always-valid 95 % interval, per game"));
}

/// The pairs of a tournament that grew are judged by bets, with repeated games counted once.
#[test]
fn a_tournament_that_grew_is_always_valid() {
    let bench = Bench::new();
    bench.write(
        "t.toml",
        "# Who?\n[experiment]\nname = \"t\"\nkind = \"tournament\"\nseed = 5\ngames-per-cell = 24\n[budget]\nstates = 40\n[grid]\n\
         game = [\"tic-tac-toe\"]\n[tournament]\nplayers = [\"minimax\", \"random\", \"uct\"]\n",
    );
    bench.run("run t.toml --out fixed --no-report").ends(0);
    bench.run(&format!("run t.toml --out grown --no-report {}", games(6))).ends(0);
    bench.run("run t.toml --out grown --no-report").ends(0);
    let (fixed, grown) = (report(&bench, "fixed"), report(&bench, "grown"));
    assert!(!fixed["warnings"].to_string().contains(GREW) && grown["warnings"].to_string().contains(GREW));
    assert!(fixed["sections"] != grown["sections"], "the same games are judged by other tests");
}

/// A rule of `[stop]` that was changed after a look is reported in a run, a results file, a merged run and on the page of claims.
#[test]
fn a_rule_that_was_changed_after_a_look_is_said() {
    const CHANGED: &str = "The rule of [stop] was stated or changed after ";
    let bench = Bench::new();
    std::fs::create_dir_all(bench.path("c/results")).unwrap();
    let text = |h1: u32, at_most: u32| {
        format!(
            "# Is it better?\n[experiment]\nname = \"x\"\nkind = \"match\"\npaper = \"P\"\nseed = 2\ngames-per-cell = 40\n[budget]\niterations = 1\n\
             [grid]\ngame = \"connect-four\"\n[compare]\nuct = \"random\"\n[stop]\ntest = \"gsprt\"\nh0 = 50\nh1 = {h1}\nat-most = {at_most}\n\
             [[hypothesis]]\nis = \"better\"\nsource = \"Table 1\"\n"
        )
    };
    let line = "run c/x.toml --no-report --out run --results c/results/f.csv";
    bench.write("c/x.toml", &text(75, 20));
    bench.run(line).ends(0);
    // A larger number of games at most is no other rule.
    bench.write("c/x.toml", &text(75, 40));
    bench.run(line).ends(0);
    for what in ["run", "--results c/results/f.csv"] {
        let said = report(&bench, what)["warnings"].to_string();
        assert!(!said.contains("[stop]"), "{what}: {said}");
    }
    // The other rule asks for more games; one that asked for fewer would be refused beside the file.
    bench.write("c/x.toml", &text(55, 40));
    bench.run(line).ends(0);
    bench.run("merge run --into merged --no-report");
    for what in ["run", "merged", "--results c/results/f.csv"] {
        let said = report(&bench, what)["warnings"].to_string();
        assert!(said.contains(CHANGED), "{what}: {said}");
    }
    let page = bench.run("claims c --format json").ends(0);
    assert!(page.contains("[stop] stated after "), "{page}");
}

/// A sweep that grew has no best variant, and the report says why.
#[test]
fn no_best_is_named_of_a_sweep_that_grew() {
    let bench = Bench::new();
    bench.write("x.toml", &(config(12, 10, "tic-tac-toe", 3) + "[agent.uct]\n[agent.uct.sweep]\nexploration = [0.1, 1.0]\n"));
    let lead = |run: &str| report(&bench, run)["lead"][0].as_str().unwrap().to_owned();
    for number in [6, 12] {
        bench.run(&format!("run x.toml --out grown --no-report {}", games(number))).ends(0);
    }
    assert!(lead("grown").starts_with("No best is named: the number of games"), "{}", lead("grown"));
    bench.run("run x.toml --out fixed --no-report").ends(0);
    let said = lead("fixed");
    assert!(said.contains("ighest of 2") || said.contains("est of 2"), "{said}");
    assert!(said.contains("not corrected for choosing 1 of 2"), "{said}");
    // The interval of the summary is that of the table.
    let interval = said.split(['[', ']']).nth(1).unwrap();
    let table = bench.run("report fixed").ends(0).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(table.matches(interval).count() > 1, "{interval}: {table}");
    // A picture leaves the report, and says what its intervals are.
    let pictures = |run: &str| {
        bench.run(&format!("report {run} --formats svg --out {run}-pictures")).ends(0);
        let figures = std::fs::read_dir(bench.path(&format!("{run}-pictures/figures"))).unwrap();
        figures.map(|figure| std::fs::read_to_string(figure.unwrap().path()).unwrap()).collect::<Vec<String>>()
    };
    let (grown, fixed) = (pictures("grown"), pictures("fixed"));
    assert!(
        !grown.is_empty() && grown.iter().all(|svg| svg.contains("grew while it was looked at; intervals are always valid")),
        "{grown:?}"
    );
    assert!(!fixed.is_empty() && !fixed.iter().any(|svg| svg.contains("intervals are")), "{fixed:?}");
}
