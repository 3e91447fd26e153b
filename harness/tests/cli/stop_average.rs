//! `[stop]` with `over = "hypothesis"`: all cells of a hypothesis are stopped by their average, and every output shows its decision as the verdict.

use crate::results::{report, same};
use crate::workdir::Bench;
use serde_json::Value;

const GSPRT: &str = "test = \"gsprt\"\nh0 = 50\nh1 = 70\n";
const INTERVAL: &str = "test = \"interval\"\n";

/// Two hypotheses that share cells, and a game of no hypothesis.
fn config(stop: &str) -> String {
    format!(
        "# Which?\n[experiment]\nname = \"kept\"\nkind = \"match\"\nseed = 5\ngames-per-cell = 60\n[match]\nmax-moves = 30\n\
         [budget]\niterations = [3, 30]\n[grid]\ngame = [\"tic-tac-toe\", \"connect-four\", \"breakthrough\"]\n[compare]\nuct = \"random\"\n\
         [[hypothesis]]\nis = \"better\"\nwhere = {{ game = [\"tic-tac-toe\", \"connect-four\"] }}\n\
         [[hypothesis]]\nis = \"better\"\nwhere = {{ game = \"tic-tac-toe\", iterations = 30 }}\nthan = {{ game = \"tic-tac-toe\", iterations = 3 }}\n\
         [stop]\nover = \"hypothesis\"\n{stop}"
    )
}

fn section<'r>(report: &'r Value, id: &str) -> &'r Value {
    let sections = report["sections"].as_array().unwrap();
    sections.iter().find(|section| section["id"] == id).unwrap_or_else(|| panic!("no {id} in {report}"))
}

fn words(said: &str) -> String {
    said.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// How many games of every cell count, in the order of the plan.
fn games(export: &str) -> Vec<usize> {
    let mut games: Vec<(String, usize)> = Vec::new();
    for line in export.lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        let cell = record["key"].to_string();
        match games.last_mut().filter(|(last, _)| *last == cell) {
            Some((_, count)) => *count += 1,
            None => games.push((cell, 1)),
        }
    }
    games.into_iter().map(|(_, count)| count).collect()
}

#[test]
fn threads_shards_and_sessions_change_no_decision() {
    for stop in [GSPRT, INTERVAL] {
        let bench = Bench::new();
        bench.write("kept.toml", &config(stop));
        let said = words(&bench.run("run kept.toml --out whole --threads 1").ends(0));
        assert!(said.contains("Play has stopped for 2 of 2 averages"), "{said}");
        let (whole, export) = (report(&bench, "whole"), bench.export("whole"));
        let each = games(&export);
        // All cells of a hypothesis have the same number of games, those of no hypothesis all of them.
        assert!(each[2] == each[3] && each[2] < 60 && each[4..] == [60, 60] && each[0] == each[1], "{each:?}");
        bench.run("run kept.toml --out threads --threads 4 --no-report").ends(0);
        assert_eq!(bench.export("threads"), export);
        for shard in 1..=3 {
            bench.run(&format!("run kept.toml --out all --shard {shard}/3 --scratch .")).ends(0);
        }
        bench.run("merge all --into merged --no-report").ends(0);
        assert_eq!(bench.export("merged"), export);
        let line = "run kept.toml --results kept.csv --no-report";
        for (out, most) in [("one", 4), ("two", 16), ("three", 60)] {
            bench.run(&format!("{line} --out {out} --threads 2 --set experiment.games-per-cell={most}")).ends(0);
        }
        let file = report(&bench, "--results kept.csv");
        for id in ["stopped", "hypotheses", "grid"] {
            same(section(&whole, id), section(&file, id), stop);
        }
        assert!(bench.run(&format!("{line} --out four")).ends(0).starts_with("0 tasks played (at most 360)"), "nothing is left to do");
    }
}

/// A random part of the run has been played, as after a kill.
#[test]
fn games_that_are_there_change_no_decision() {
    let bench = Bench::new();
    bench.write("kept.toml", &config(GSPRT));
    bench.run("run kept.toml --out whole --no-report --threads 1").ends(0);
    let export = bench.export("whole");
    bench.write("kept.toml", &config(GSPRT).replace("[stop]\nover = \"hypothesis\"\ntest = \"gsprt\"\nh0 = 50\nh1 = 70\n", ""));
    bench.run("run kept.toml --out part --no-report").ends(0);
    let file = rusqlite::Connection::open(bench.path("part/results.sqlite")).unwrap();
    file.execute("DELETE FROM match WHERE (id * 2654435761) % 7 < 3", []).unwrap();
    drop(file);
    bench.write("kept.toml", &config(GSPRT));
    bench.run("run kept.toml --out part --no-report --threads 3").ends(0);
    assert_eq!(bench.export("part"), export);
}

#[test]
fn the_decision_is_the_verdict_everywhere() {
    let bench = Bench::new();
    bench.write("kept.toml", &config(GSPRT));
    let said = words(&bench.run("run kept.toml").ends(0));
    assert!(said.contains("2 hypotheses: 1 yes, 1 not decided"), "{said}");
    let report = report(&bench, "results/kept");
    let hypotheses = section(&report, "hypotheses").to_string();
    assert!(hypotheses.contains("[stop]: H1 accepted after ") && hypotheses.contains("above 50 %"), "{hypotheses}");
    assert!(hypotheses.contains("[stop]: H0 accepted after ") && hypotheses.contains("not above 40 points"), "{hypotheses}");
    let csv = bench.read("results/kept/report/data/hypotheses.csv");
    assert!(csv.contains("yes") && csv.contains("not decided"), "an accepted H0 is no contrary answer: {csv}");
    // A level beyond the usual one is named beside the decision.
    bench.write("kept.toml", &config(GSPRT).replace("h1 = 70\n", "h1 = 70\nalpha = 0.2\nbeta = 0.3\n"));
    bench.run("run kept.toml --out loose").ends(0);
    let loose = section(&crate::results::report(&bench, "loose"), "hypotheses").to_string();
    assert!(
        loose.contains("above 50 %, wrong in up to 20 % of cases") && loose.contains("not above 40 points, wrong in up to 30 %"),
        "{loose}"
    );
    // Between equals: with few games nothing is decided, whatever a test of a fixed size would say.
    bench.write("kept.toml", &config(GSPRT).replace("games-per-cell = 60", "games-per-cell = 4"));
    bench.run("run kept.toml --out few --no-report").ends(0);
    let few = crate::results::report(&bench, "few");
    assert!(section(&few, "hypotheses").to_string().contains("undecided at most after 2 sweeps"), "{few}");
}
