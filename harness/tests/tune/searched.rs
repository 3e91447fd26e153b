//! Tuning by how often an agent finds an optimal move.

use crate::{HEAD, SPACE, TUNE, exported, load, report, run};
use std::collections::BTreeSet;
use std::process::Command;
use std::sync::Arc;
use treebench::experiment::Experiment;
use treebench::kinds;
use treebench::kinds::tune::Tuning;
use treebench::plan::{Plan, Task};

const SEARCHED: &str = "# Which exploration finds optimal moves?\n[experiment]\nname = \"s\"\nkind = \"tune-search\"\nseed = 5\n[budget]\niterations = 30\n[grid]\ngame = \"tree\"\n[game.tree]\nuse = \"gomba\"\nparams = { branching = 6, depth = 4, simulation = \"closed-form\" }\n[agent.candidate]\nuse = \"uct\"\n[tune.candidate]\nexploration = { from = 0.01, to = 10.0, scale = \"log\", steps = 4 }\n[tune]\nmethod = \"halving\"\ngames = 160\nconfirm = 40\n";

/// Tuning by the moves that an agent finds on its own: its cells are search cells, it is the same on any number of threads, a results file continues
/// it, and the report counts searches.
#[test]
fn a_search_is_tuned_by_how_often_it_finds_an_optimal_move() {
    let tuned = load(SEARCHED).unwrap();
    let head = SEARCHED.split("[agent.candidate]").next().unwrap().replace("tune-search", "search");
    let head = head.replace("seed = 5", "seed = 5\ngames-per-cell = 4");
    let values: Vec<String> = tuned.own::<Tuning>().unwrap().params[0].values.iter().map(ToString::to_string).collect();
    let sweep = format!(
        "[search]\nseeds = [\"common\", \"fresh\"]\n[agent.candidate]\nuse = \"uct\"\nsweep = {{ exploration = [{}] }}\n",
        values.join(", ")
    );
    let searches = load(&format!("{head}{sweep}")).unwrap();
    let keys = |experiment: &Experiment| experiment.cells.iter().map(|cell| cell.key).collect::<BTreeSet<_>>();
    assert_eq!((tuned.cells.len(), keys(&tuned)), (10, keys(&searches)));
    let again = load(&tuned.resolved_toml).unwrap_or_else(|error| panic!("{error}\n{}", tuned.resolved_toml));
    assert_eq!((keys(&again), again.own::<Tuning>()), (keys(&tuned), tuned.own::<Tuning>()));

    let plan = Plan { experiment: Arc::new(tuned) };
    let seeds: BTreeSet<[u8; 32]> = (0..10).map(|cell| plan.seed(Task { cell, number: 6 }).0).collect();
    assert_eq!(seeds.len(), 2, "all points search the same positions, and the confirmation others");
    let [one, three] = [1, 3].map(|threads| (threads, tempfile::tempdir().unwrap()));
    [&one, &three].into_iter().for_each(|(threads, dir)| run(&plan, dir.path(), *threads));
    assert_eq!(exported(&plan, one.1.path()), exported(&plan, three.1.path()));
    let found = report(&plan, one.1.path());
    assert!(found.lead[0].contains("candidate"), "{:?}", found.lead);
    let tables: Vec<&str> = found.tables().map(|table| table.id.as_str()).collect();
    assert_eq!(tables, ["claims", "importance", "points"]);
    assert_eq!(found.tables().find(|table| table.id == "points").unwrap().columns[1].name, "searches");
    let spent: u64 = exported(&plan, one.1.path()).lines().count() as u64;
    assert!(spent <= kinds::most_tasks(&plan) && kinds::most_tasks(&plan) == 160 + 3 * 40, "{spent}");
}

/// The searches in a results file suffice to continue, and agree with the stored searches.
#[test]
fn a_results_file_continues_a_tuning_by_searches() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("s.toml");
    std::fs::write(&config, SEARCHED).unwrap();
    let bench = |out: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bench"));
        command.arg("run").arg(&config).arg("--out").arg(folder.path().join(out)).arg("--results").arg(folder.path().join("s.csv"));
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let first = bench("first");
    let kept = std::fs::read_to_string(folder.path().join("s.csv")).unwrap();
    let again = bench("second");
    assert!(again.contains("0 tasks played (at most 280)"), "{again}");
    assert_eq!(kept, std::fs::read_to_string(folder.path().join("s.csv")).unwrap());
    let lead = |text: &str| text.lines().find(|line| line.contains("candidate")).map(str::to_owned);
    assert_eq!(lead(&first), lead(&again));
}

/// Keys of one kind used in the other, with the suggested replacement.
#[test]
fn games_and_searches_have_keys_of_their_own() {
    for (text, from, to, message) in [
        (SEARCHED.to_owned(), "confirm = 40", "confirm = 40\nagainst = \"random\"", "there are no opponents"),
        (SEARCHED.to_owned(), "confirm = 40", "confirm = 40\nmeasure = \"optimum\"", "did you mean `optimal`?"),
        (SEARCHED.to_owned(), "[tune]\n", "[match]\nmax-moves = 5\n[tune]\n", "settings of another kind"),
        (format!("{HEAD}{SPACE}{TUNE}"), "confirm = 40", "confirm = 40\nmeasure = \"area\"", "`measure` belongs to"),
    ] {
        let error = load(&text.replacen(from, to, 1)).err().unwrap_or_else(|| panic!("{to:?} was accepted"));
        assert!(error.contains(message) && error.contains("--> x.toml:"), "{to:?}: {error}");
    }
}
