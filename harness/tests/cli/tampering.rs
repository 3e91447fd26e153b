//! What was deleted or rewritten by hand, without computing a seal anew, is said wherever an answer is shown.

use crate::results::report;
use crate::workdir::{Bench, config};
use rusqlite::Connection;

const CLAIM: &str = "[[hypothesis]]\nis = \"better\"\nsource = \"Table 1\"\n";

/// An experiment of a paper with these cells and further tables.
fn experiment(bench: &Bench, nodes: &str, more: &str) {
    std::fs::create_dir_all(bench.path("c/results")).unwrap();
    let sweep = format!("[agent.uct.sweep]\nmax-nodes = [{nodes}]\n{more}");
    bench.write("c/x.toml", &(config(12, 10, "tic-tac-toe", 3).replace("seed", "paper = \"P\"\nseed") + &sweep));
}

/// Whatever shows an answer to the run, its results file or a copy of either has this remark.
fn every_output_says(bench: &Bench, remark: &str, warning: &str) {
    bench.run("run c/x.toml --no-report --out run --results c/results/f.csv").ends(0);
    bench.run("merge run --into merged --no-report").ends(0);
    for what in ["run", "--results c/results/f.csv", "merged"] {
        let said = report(bench, what)["warnings"].to_string();
        assert!(said.contains(warning), "{what}: {said}");
    }
    for line in ["runs run", "runs c/results/f.csv", "export merged", "claims c --format json"] {
        let said = bench.run(line).out;
        assert!(said.contains(remark), "{line}: {said}");
    }
    bench.run("report run --formats csv").ends(0);
    assert!(bench.read("run/report/data/win-rates.csv").lines().skip(1).all(|row| row.contains(remark)));
}

/// Cells that lost, with their records and their history, and hypotheses that failed.
#[test]
fn deleted_rows_are_said() {
    let others: String = (1..6).map(|margin| format!("{CLAIM}margin = {margin}\n")).collect();
    for (sql, nodes, more) in [
        (
            "DELETE FROM match WHERE cell IN (1, 3); DELETE FROM history WHERE cell IN (1, 3); DELETE FROM cell WHERE id IN (1, 3);",
            "1001",
            "",
        ),
        ("DELETE FROM match WHERE cell > 1; DELETE FROM history WHERE cell > 1; DELETE FROM cell WHERE id > 1;", "1000", ""),
        ("DELETE FROM hypothesis WHERE rowid > 1;", "1000, 1001, 1002", others.as_str()),
        ("DROP TABLE ledger;", "1000, 1001, 1002", ""),
        ("DELETE FROM match WHERE cell = 3; UPDATE history SET looks = '' WHERE cell = 3;", "1000, 1001", ""),
    ] {
        let bench = Bench::new();
        experiment(&bench, "1000, 1001, 1002", &format!("{CLAIM}{more}"));
        bench.run("run c/x.toml --no-report --out run").ends(0);
        Connection::open(bench.path("run/results.sqlite")).unwrap().execute_batch(sql).unwrap();
        experiment(&bench, nodes, CLAIM);
        if sql.contains("UPDATE") {
            every_output_says(&bench, "other cells were seen", "Other cells were seen: 1 cell");
        } else {
            assert!(bench.run("verify run --games 1").ends(1).contains("deleted by hand"), "{sql}");
            every_output_says(&bench, "rows were deleted by hand", "Rows were deleted by hand");
            assert!(bench.run("verify merged --games 1").ends(1).contains("deleted by hand"), "{sql}");
        }
    }
}

/// Printed values that are written after the results may be those results.
#[test]
fn printed_values_have_a_history() {
    let bench = Bench::new();
    bench.write("printed.csv", "game,value,half-width\ntic-tac-toe,62,1\n");
    let reference = "reference = \"../printed.csv\"";
    let write = || {
        experiment(&bench, "1000, 1001", CLAIM);
        let text = bench.read("c/x.toml");
        bench.write("c/x.toml", &text.replacen("seed", &format!("{reference}\nseed"), 1));
    };
    write();
    bench.run("run c/x.toml --no-report --out run --results c/results/f.csv").ends(0);
    assert!(!report(&bench, "run")["warnings"].to_string().contains("printed values were"));
    // Neither another source nor another order is another value.
    bench.write("printed.csv", "value,half-width,game,source\n62,1.0,tic-tac-toe,Table 2\n");
    assert!(!bench.run("runs c/results/f.csv").out.contains("printed values"));
    bench.write("printed.csv", "game,value,half-width\ntic-tac-toe,51,0.1\n");
    every_output_says(&bench, "printed values stated after 24 games", "The printed values were written or changed after 24 games");
    // Where none were printed before, it is known that they came later; in a file of an earlier version, which kept none, it is not.
    let bench = Bench::new();
    bench.write("printed.csv", "game,value,half-width\ntic-tac-toe,62,1\n");
    experiment(&bench, "1000, 1001", CLAIM);
    bench.run("run c/x.toml --no-report --out run").ends(0);
    let text = bench.read("c/x.toml");
    bench.write("c/x.toml", &text.replacen("seed", &format!("{reference}\nseed"), 1));
    every_output_says(&bench, "printed values stated after 24 games", "The printed values were written or changed after 24 games");
    let file = rusqlite::Connection::open(bench.path("run/results.sqlite")).unwrap();
    file.execute("DELETE FROM hypothesis WHERE hash LIKE 'printed:%'", []).unwrap();
    every_output_says(&bench, "printed values stated at an unknown time", "not known whether the printed values");
}

/// Looks that were taken out of a results file, its digest computed anew, contradict its sessions.
#[test]
fn sessions_contradict_edited_looks() {
    let bench = Bench::new();
    experiment(&bench, "1000", CLAIM);
    for games in [4, 8, 12] {
        bench.run(&format!("run c/x.toml --no-report --out run --results f.csv --set experiment.games-per-cell={games}")).ends(0);
    }
    assert!(bench.run("verify --results f.csv").ends(0).contains("identical"));
    let text = bench.read("f.csv");
    assert!(text.contains(",4 8 12,"), "{text}");
    let (before, rest) = text.split_once("digest = \"").unwrap();
    let unsealed = format!("{before}digest = \"{}", &rest[32..]).replace(",4 8 12,", ",12,");
    let digest = blake3::derive_key("treebench 2026-11-26 results file", unsealed.as_bytes());
    let digest: String = digest[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    bench.write("f.csv", &unsealed.replacen("digest = \"", &format!("digest = \"{digest}"), 1));
    let said = bench.run("verify --results f.csv").ends(1);
    assert!(said.contains("ended with 4 tasks per cell, but no cell's `looks` have that size: they were edited"), "{said}");
    assert!(report(&bench, "--results f.csv")["warnings"].to_string().contains("History missing"));
}

/// Of tasks that a budget of time lets come out otherwise, whoever merges their runs in another order gets other results.
#[test]
fn results_that_were_merged_away_are_said() {
    let bench = Bench::new();
    std::fs::create_dir_all(bench.path("c/results")).unwrap();
    let text = config(12, 10, "connect-four", 3).replace("iterations = 10", "time = \"1ms\"").replace("seed", "paper = \"P\"\nseed");
    bench.write("c/x.toml", &(text + CLAIM));
    for run in ["a", "b"] {
        // On a busy machine a turn may be too late.
        bench.run(&format!("run c/x.toml --no-report --force --threads 1 --out {run}"));
    }
    let said = bench.run("merge a b --into merged --no-report");
    assert!((said.out + &said.err).contains("have another result"));
    bench.run("merge merged --into again --no-report");
    bench.run("run c/x.toml --no-report --force --out again --results c/results/f.csv");
    for what in ["merged", "again", "--results c/results/f.csv"] {
        let said = report(&bench, what)["warnings"].to_string();
        assert!(said.contains("Several results were merged: at least"), "{what}: {said}");
    }
    for line in ["runs merged", "export again", "claims c --format json"] {
        let said = bench.run(line).out;
        assert!(said.contains("other results were merged"), "{line}: {said}");
    }
    assert!(!report(&bench, "a")["warnings"].to_string().contains("Several results"));
}
