//! `bench runs` and `bench site`: the runs below a folder, and their site.

use crate::workdir::{Bench, config};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Two runs, one of them nested deeper, a results file, a run that cannot be read, and other files.
fn folder(bench: &Bench) {
    bench.write("x.toml", &format!("# Is it better?\n{}", config(6, 20, "tic-tac-toe", 1)));
    bench.run("run x.toml --out all/a --results all/kept/x.csv").ends(0);
    bench.run("run x.toml --out all/deep/b --no-report --set budget.iterations=30").ends(0);
    bench.run("run x.toml --out all/broken --no-report").ends(0);
    bench.write("all/broken/results.sqlite", "no database");
    bench.write("all/other.csv", "a,b\n1,2\n");
    bench.write("all/kept/notes.txt", "nothing");
}

#[test]
fn runs_are_listed_with_their_answers() {
    let bench = Bench::new();
    folder(&bench);
    let listed: Value = serde_json::from_str(&bench.run("runs all --format json").ends(0)).unwrap();
    let paths: Vec<&str> = listed.as_array().unwrap().iter().map(|run| run["path"].as_str().unwrap()).collect();
    assert_eq!(paths, ["all/a", "all/broken", "all/deep/b", "all/kept/x.csv"]);
    let run = &listed[0];
    assert_eq!((&run["name"], &run["kind"], &run["done"], &run["planned"]), (&"tiny".into(), &"match".into(), &6.into(), &6.into()));
    assert_eq!((&run["failed"], &run["source"], &run["question"]), (&0.into(), &"run".into(), &"Is it better?".into()));
    assert!(run["started"].as_str().unwrap().starts_with("20") && run["bytes"].as_u64().unwrap() > 1000, "{run}");
    assert!(!run["answer"].as_str().unwrap().is_empty() && !run["build"].as_str().unwrap().is_empty(), "{run}");
    assert!(run["answer"].as_str().unwrap().contains(" against "), "two agents are answered by name and score: {run}");
    assert_eq!(run["answer"], listed[3]["answer"], "a results file says what its run says");
    assert!(listed[1]["error"].as_str().unwrap().contains("results.sqlite"), "{listed}");
    let text = bench.run("runs all").ends(0);
    assert!(text.lines().count() >= 6 && text.contains("cannot be read: "), "{text}");
    // Runs of one experiment are told apart by what differs.
    assert_eq!((&run["differs"][0], &listed[2]["differs"][0]), (&"budget.iterations = [20]".into(), &"budget.iterations = [30]".into()));
    assert!(text.contains("  differs: budget.iterations = [30]\n"), "{text}");
    assert!(bench.run("runs all/a").ends(0).contains("tiny"));
    assert!(bench.run("runs all/kept/x.csv").ends(0).contains("tiny"));
    let report: Value = serde_json::from_str(&bench.run("report all/a --format json").ends(0)).unwrap();
    assert_eq!(run["answer"], report["lead"][0], "the answer is that of the report");
    bench.run("runs nowhere").refuses(&["nowhere"]);
}

/// A list shows the progress of a run that is not finished, and its answer on request or under a rule that allows for looks.
#[test]
fn an_unfinished_run_is_listed_without_its_answer() {
    let bench = Bench::new();
    bench.write("x.toml", &config(12, 10, "tic-tac-toe", 11));
    bench.run("run x.toml --out all --shard 1/2 --scratch .").ends(0);
    bench.run("merge all --into fixed --no-report").ends(3);
    let listed: Value = serde_json::from_str(&bench.run("runs fixed --format json").ends(0)).unwrap();
    assert!(listed[0]["answer"].is_null() && listed[0]["done"] == 6, "{listed}");
    let text = bench.run("runs fixed").ends(0);
    assert!(text.contains("6 of 12 tasks") && text.contains("--scores") && !text.contains(" against "), "{text}");
    assert!(bench.run("runs fixed --scores").ends(0).contains(" against "));
    bench.write("x.toml", &(config(200_000, 100, "connect-four", 1) + "[stop]\ntest = \"gsprt\"\nh0 = 50.0\nh1 = 50.001\n"));
    bench.run("run x.toml --out stopped --threads 1 --for 2s").ends(130);
    let listed: Value = serde_json::from_str(&bench.run("runs stopped --format json").ends(0)).unwrap();
    assert!(listed[0]["answer"].as_str().unwrap().starts_with("Not decided yet between H0 (50 %)"), "{listed}");
}

/// The pages below a folder.
fn pages(folder: &Path, found: &mut BTreeSet<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            pages(&entry, found);
        } else if entry.extension().is_some_and(|end| end == "html") {
            found.insert(entry);
        }
    }
}

#[test]
fn every_link_of_a_site_works_from_disk() {
    let bench = Bench::new();
    folder(&bench);
    let said = bench.run("site all --out site --title Mine");
    assert!(said.err.contains("warning: all/broken: "), "{}", said.err);
    assert!(said.ends(0).contains("site of 4 experiments: site/index.html"));
    let index = bench.read("site/index.html");
    assert!(index.contains("budget.iterations = [30]"), "{index}");
    assert!(index.contains("<h1>Mine</h1>") && index.contains("Is it better?") && index.contains("all/broken cannot be read"), "{index}");
    let mut found = BTreeSet::new();
    pages(&bench.path("site"), &mut found);
    let names: Vec<String> = found.iter().map(|page| page.strip_prefix(bench.path("site")).unwrap().display().to_string()).collect();
    for page in [
        "index.html",
        "runs/a/report.html",
        "runs/a/games.html",
        "runs/deep-b/report.html",
        "runs/kept-x/report.html",
        "games/tic-tac-toe/report.html",
        "agents/uct/report.html",
    ] {
        assert!(names.iter().any(|name| name == page), "{page}: {names:?}");
    }
    // Experiments of one name are told apart on every page.
    for page in ["site/index.html", "site/agents/uct/report.html", "site/games/tic-tac-toe/report.html"] {
        assert!(["(a)</a>", "(b)</a>", "(x)</a>"].iter().all(|end| bench.read(page).contains(end)), "{page}");
    }
    // What no page shows or links to would be most of the bytes.
    let folder = bench.path("site/runs/a");
    assert!(folder.join("data").is_dir() && !folder.join("report.json").exists());
    assert!(std::fs::read_dir(folder.join("figures")).unwrap().all(|file| file.unwrap().path().extension().unwrap() != "png"));
    let mut links = 0;
    for page in &found {
        let text = std::fs::read_to_string(page).unwrap();
        // The page of games holds its data as text.
        for href in text.split(" href=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
            let (file, anchor) = href.split_once('#').unwrap_or((href, ""));
            let target = if file.is_empty() { page.clone() } else { page.parent().unwrap().join(file) };
            assert!(target.is_file(), "{}: {href}", page.display());
            let within = target.canonicalize().unwrap();
            assert!(within.starts_with(bench.path("site").canonicalize().unwrap()), "{}: {href} leaves the site", page.display());
            if !anchor.is_empty() && !anchor.contains('=') {
                assert!(std::fs::read_to_string(&target).unwrap().contains(&format!("id=\"{anchor}\"")), "{}: {href}", page.display());
            }
            links += 1;
        }
    }
    assert!(links > 40, "{links}");
    // A site is brought up to date: what is no longer part of it goes, what others put there stays. Other folders are left alone.
    bench.write("site/runs/deep-b/mine.txt", "mine");
    bench.write("site/robots.txt", "mine");
    let list = bench.read("site/site.json").replace("\"index.html\"", "\"index.html\", \"../all/other.csv\"");
    bench.write("site/site.json", &list);
    std::fs::remove_dir_all(bench.path("all/deep")).unwrap();
    std::fs::remove_dir_all(bench.path("all/kept")).unwrap();
    let said = bench.run("site all --out site").ends(0);
    assert!(said.contains("files of the earlier site removed"), "{said}");
    assert!(!bench.path("site/runs/kept-x").exists() && bench.path("all/other.csv").exists());
    let left: Vec<_> = std::fs::read_dir(bench.path("site/runs/deep-b")).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert!(left == ["mine.txt"] && bench.path("site/robots.txt").exists(), "{left:?}");
    assert!(bench.path("site/runs/a/games.html").is_file() && !bench.read("site/site.json").contains("deep-b"));
    bench.run("site all --out all").refuses(&["`all` holds other files"]);
    bench.run("site all/a --out all/a").refuses(&["holds other files"]);
    std::fs::create_dir(bench.path("empty")).unwrap();
    bench.run("site empty --out new").refuses(&["no run or results file"]);
    assert!(!bench.path("new").exists());
}

/// An experiment that cannot be loaded and a results file that cannot be read do not affect the others on the site.
#[test]
fn a_fault_leaves_out_its_file_alone() {
    let bench = Bench::new();
    std::fs::create_dir(bench.path("exp")).unwrap();
    let paper = config(6, 20, "tic-tac-toe", 1).replacen("[experiment]", "[experiment]\npaper = \"A Paper\"", 1);
    bench.write("exp/good.toml", &format!("{paper}\n[[hypothesis]]\nsays = \"It wins.\"\nis = \"better\"\n"));
    bench.run("run exp/good.toml --results exp/results/good.csv --no-report").ends(0);
    bench.write("exp/bad.toml", &paper.replacen("seed", "sead", 1));
    bench.write("exp/results/old.csv", &bench.read("exp/results/good.csv").replacen("format = 4", "format = 3", 1));
    let said = bench.run("site exp --out site");
    for fault in ["skipped in the claims of papers: exp/bad.toml: ", "skipped in the claims of papers: exp/results/old.csv: "] {
        assert!(said.err.contains(fault), "{}", said.err);
    }
    said.ends(0);
    let (index, page) = (bench.read("site/index.html"), bench.read("site/claims/a-paper/report.html"));
    assert!(
        index.contains("A Paper") && index.contains("exp/bad.toml: ") && index.contains("exp/results/old.csv cannot be read"),
        "{index}"
    );
    assert!(page.contains("It wins.") && page.contains("exp/bad.toml: "), "{page}");
    bench.run("claims exp").refuses(&["exp/bad.toml", "did you mean `seed`?", "exp/results/old.csv"]);
}

/// A game of one's own has no page, but is played like the others.
#[test]
fn the_index_has_rules_files_and_engines_beside_the_registered_ones() {
    let bench = Bench::new();
    let text = bench.run("rbg fmt rbg/tic-tac-toe").ends(0);
    bench.write("own.rbg", &text);
    bench.write("x.toml", &config(4, 5, "tic-tac-toe", 1).replace("\"tic-tac-toe\"", "{ rbg = \"own.rbg\" }"));
    bench.run("run x.toml --out all/a --no-report").ends(0);
    bench.run("site all --out site").ends(0);
    let page = bench.read("site/index.html");
    assert!(page.contains("own.rbg") && page.contains("a rules file of its own"), "{page}");
}
