//! The kind `search` from end to end.

use crate::support::Files;
use treebench::experiment::{LoadOptions, References};
use treebench::kinds;
use treebench::kinds::search::{SearchRecord, SearchTrace};
use treebench::plan::Plan;
use treebench::report::{ClaimEvidence, ClaimResult};
use treebench::run::{ProgressStyle, RunOptions, execute, replay};
use treebench::store::{Field, Record as _, Row, Store};

/// The claims of `TREES`: certain ones are confirmed, and their contraries refuted.
fn hypotheses_compare(claims: Vec<ClaimResult>) {
    let decided: Vec<Option<bool>> = claims.iter().map(|claim| claim.found.as_ref().and_then(ClaimEvidence::decided)).collect();
    assert_eq!(decided, [Some(true), Some(false), Some(false), None], "{claims:?}");
    // All 40 of alpha-beta are optimal, so that the difference is what random play lacks.
    let found = claims[0].found.as_ref().unwrap();
    assert!(found.answer.yes < 0.02 && claims[1].found.as_ref().unwrap().answer.no < 0.02, "{claims:?}");
    assert_eq!((claims[0].cells, claims[0].played, claims[3].cells), (2, 2, 3));
}

const TREES: &str = "[experiment]\nname = \"x\"\nkind = \"search\"\ngames-per-cell = 40\nseed = 3\n[budget]\niterations = 300\n\
                     [search]\ncheckpoints-per-decade = 4\n[grid]\ngame = [{ use = \"gomba\", params = { branching = 4, depth = 4 } }]\n\
                     [agent.uct]\n[agent.random]\n[agent.alpha-beta]\n[agent.deep]\nuse = \"uct\"\nsweep = { fpu = [0.8, 1.0] }\n\
                     [[hypothesis]]\nis = \"better\"\nwhere = { agent = \"alpha-beta\" }\nthan = { agent = \"random\" }\n\
                     [[hypothesis]]\nis = \"better\"\nwhere = { agent = \"random\" }\nthan = { agent = \"alpha-beta\" }\n\
                     [[hypothesis]]\nis = \"even\"\nmargin = 5\nwhere = { agent = \"uct\" }\nthan = { agent = \"random\" }\n\
                     [[hypothesis]]\nis = \"better\"\nmeasure = \"difficulty\"\nwhere = { agent = \"deep\" }\nthan = { agent = \"random\" }\n";

fn searched(row: &Row) -> SearchTrace {
    SearchTrace::of(&SearchRecord::from_row(row).unwrap()).unwrap()
}

/// Runs an experiment and returns its plan, its store and its rows.
fn run(text: &str, files: &Files, threads: usize) -> (Plan, Store, Vec<(usize, u32, Row)>) {
    let loaded = files.load(&LoadOptions::default()).unwrap_or_else(|errors| panic!("{errors}\n{text}"));
    let plan = Plan { experiment: loaded.experiment.into() };
    let mut store = Store::open(&files.path(&format!("run{threads}")), kinds::of(&plan.experiment).table()).unwrap();
    let options = RunOptions { threads, progress: ProgressStyle::Silent, ..RunOptions::default() };
    execute(&plan, &mut store, &options).unwrap();
    let rows = store.rows(&plan).unwrap().by_ref().collect();
    (plan, store, rows)
}

#[test]
fn agents_search_the_same_trees_and_are_judged_by_them() {
    let files = Files::new(&[("x.toml", TREES)]);
    let (plan, store, rows) = run(TREES, &files, 2);
    assert_eq!((plan.experiment.cells.len(), rows.len()), (5, 200));
    let searched: Vec<SearchTrace> = rows.iter().map(|(_, _, row)| searched(row)).collect();
    assert!(searched.iter().all(|searched| searched.message.is_empty()), "{:?}", searched[0]);
    for task in 0..40 {
        assert!((1..5).all(|cell| searched[40 * cell + task].position == searched[task].position), "task {task}");
        assert!(task == 0 || searched[task].position != searched[task - 1].position);
    }
    let share = |agent: &str| {
        let cell = plan.experiment.cells.iter().position(|cell| cell.participants[0].name == agent).unwrap();
        let optimal =
            searched[40 * cell..40 * cell + 40].iter().map(|searched| f64::from(u8::from(searched.checkpoints.last().unwrap().optimal)));
        optimal.sum::<f64>() / 40.0
    };
    // 340 positions are solved in 300 visits by alpha-beta; random play finds what half of the moves are.
    assert_eq!(share("alpha-beta"), 1.0);
    assert!(share("random") < 0.85 && share("uct") > share("random"), "{} {}", share("random"), share("uct"));
    // The checkpoints after the end of a search repeat its end.
    let random = searched.iter().find(|searched| searched.checkpoints.iter().all(|checkpoint| checkpoint.states == 0)).unwrap();
    assert!(random.checkpoints.windows(2).all(|pair| pair[0].optimal == pair[1].optimal && pair[0].difficulty == pair[1].difficulty));

    let summary = kinds::of(&plan.experiment).fold(&plan.experiment, &mut rows.clone().into_iter());
    hypotheses_compare(summary.findings(&References::default()).claims);
    let report = format!("{:?}", summary.report(&References::default()));
    for part in ["uct", "deep, fpu 0.8", "iterations to 90 %", "Differences on the same positions", "difficulty-of-the-chosen-move"] {
        assert!(report.contains(part), "`{part}` is missing in {report}");
    }
    let task = plan.find(&plan.id(treebench::plan::Task { cell: 2, number: 7 })).unwrap();
    assert!(replay(&plan, &store, task).unwrap().unwrap().differences.is_empty());

    // One thread, and half as many trees, give the same rows.
    let clockless = |rows: &[(usize, u32, Row)]| -> Vec<Row> { rows.iter().map(|(_, _, row)| row[..9].to_vec()).collect() };
    let few = TREES.replace("games-per-cell = 40", "games-per-cell = 20");
    let (_, _, again) = run(&few, &Files::new(&[("x.toml", &few)]), 1);
    let firsts: Vec<_> = rows.iter().filter(|(_, task, _)| *task < 20).cloned().collect();
    assert_eq!(clockless(&again), clockless(&firsts));
}

#[test]
fn real_games_are_judged_by_the_solver() {
    let text = "[experiment]\nname = \"x\"\nkind = \"search\"\ngames-per-cell = 12\n[budget]\niterations = 100\n\
                [search]\nopening-moves = 3\n[grid]\ngame = [\"tic-tac-toe\", \"p-game\"]\n[agent.uct]\n[agent.pns]\n";
    let files = Files::new(&[("x.toml", text)]);
    let (_, _, rows) = run(text, &files, 1);
    for (cell, task, row) in &rows {
        let searched = searched(row);
        assert_eq!(searched.message, "", "{cell} {task}");
        assert!(searched.checkpoints.iter().all(|checkpoint| checkpoint.difficulty.is_nan()));
        assert!(matches!(&row[3], Field::Text(text) if text == "[]"));
    }
}

#[test]
fn what_cannot_be_judged_is_refused() {
    let refused = |change: (&str, &str)| {
        let text = TREES.replace(change.0, change.1);
        assert_ne!(text, TREES);
        Files::new(&[("x.toml", &text)]).load(&LoadOptions::default()).err().expect("this must be refused").to_string()
    };
    assert!(refused(("iterations = 300", "time = \"1s\"")).contains("evaluated by iterations"));
    let three = ("{ use = \"gomba\", params = { branching = 4, depth = 4 } }", "\"rolit\"");
    assert!(refused(three).contains("the optimal moves of `rolit` are unknown"));
    let hidden = "[search]\nopening-moves = 2\ncheckpoints-per-decade = 4\n[grid]\ngame = [\"kuhn-poker\"]\n";
    let open = "[search]\ncheckpoints-per-decade = 4\n[grid]\ngame = [{ use = \"gomba\", params = { branching = 4, depth = 4 } }]\n";
    assert!(refused((open, hidden)).contains("remove opening-moves"), "{}", refused((open, hidden)));
    let compared = ("[agent.uct]", "[compare]\nuct = \"random\"\n[agent.uct]");
    assert!(refused(compared).contains("agents search alone"));
}
