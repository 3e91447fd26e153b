//! Budgets given as `states-as`, and agents whose parameters contradict each other.

use crate::support::Files;
use treebench::agents::Budget;
use treebench::experiment::{Experiment, LoadOptions, LoadedExperiment, Probes, Rate};
use treebench::kinds;
use treebench::probe::{self, CALIBRATION, Purpose, read_rates, write_rates};

const PINNED: &str = r#"
[experiment]
name = "x"
kind = "match"
games-per-cell = 2
[budget]
states-as = ["0.01s", "0.1s"]
[calibration]
seconds = 0.02
states-per-second = { tic-tac-toe = 50_000 }
[grid]
game = ["tic-tac-toe"]
[compare]
candidate = "uct"
[agent.candidate]
use = "mcts"
"#;

fn load(text: &str, options: &LoadOptions) -> Result<LoadedExperiment, String> {
    Files::new(&[("x.toml", text)]).load(options)
}

fn good(text: &str, options: &LoadOptions) -> LoadedExperiment {
    load(text, options).unwrap_or_else(|errors| panic!("{errors}"))
}

fn budgets(experiment: &Experiment) -> Vec<Budget> {
    experiment.cells.iter().map(|cell| cell.participants[0].budget).collect()
}

fn fault(text: &str) -> String {
    load(text, &LoadOptions::default()).err().expect("this must be refused")
}

#[test]
fn pinned_rates_are_scaled_to_the_time() {
    let loaded = good(PINNED, &LoadOptions::default());
    assert_eq!(budgets(&loaded.experiment), [Budget::States(500), Budget::States(5000)]);
    let shown: Vec<_> = loaded.experiment.cells.iter().flat_map(|cell| &cell.axes).filter(|value| value.name() == "states-as").collect();
    assert_eq!(shown.iter().map(|value| value.value.as_str()).collect::<Vec<_>>(), ["0.01s", "0.1s"]);
    // The resolved copy is the same experiment without any measurement.
    let again = good(&loaded.experiment.resolved_toml, &LoadOptions { stored: true, ..LoadOptions::default() });
    let keys = |loaded: &LoadedExperiment| loaded.experiment.cells.iter().map(|cell| cell.key).collect::<Vec<_>>();
    assert_eq!(keys(&again), keys(&loaded));
}

/// The experiment without rates in the file.
fn unpinned() -> String {
    PINNED.replace("states-per-second = { tic-tac-toe = 50_000 }", "agent = \"candidate\"")
}

#[test]
fn loading_measures_nothing() {
    let loaded = good(&unpinned(), &LoadOptions::default());
    let missing: Vec<_> =
        loaded.unmeasured.iter().map(|missing| (missing.game.as_str(), missing.agent.as_str(), missing.seconds)).collect();
    assert_eq!(missing, [("tic-tac-toe", "mcts", 0.02)]);
    assert_eq!(budgets(&loaded.experiment), budgets(&good(&unpinned(), &LoadOptions::default()).experiment));
    let rates = vec![Rate { game: "tic-tac-toe".into(), agent: "mcts".into(), states_per_second: 50_000 }];
    let file = Files::new(&[("x.toml", &unpinned())]);
    let sections = kinds::read(&file.path("x.toml"), &LoadOptions::default()).unwrap();
    let with = |rates| sections.resolve(&Probes { rates, ..Probes::default() }).unwrap();
    let known = with(rates);
    assert!(known.unmeasured.is_empty());
    assert_eq!(budgets(&known.experiment), [Budget::States(500), Budget::States(5000)]);
    let other = vec![Rate { game: "tic-tac-toe".into(), agent: "uct".into(), states_per_second: 50_000 }];
    assert_eq!(with(other).unmeasured.len(), 1);
}

#[test]
fn a_run_and_its_plan_go_on_with_what_was_measured_first() {
    let files = Files::new(&[("x.toml", &unpinned())]);
    let dir = files.path("run");
    let mut said = Vec::new();
    let mut load = |purpose| {
        said.clear();
        let (file, options) = (files.path("x.toml"), LoadOptions::default());
        let loaded = probe::load(&file, &options, Probes::default(), Some(&dir), purpose, &mut |line| said.push(line.to_owned()));
        (loaded.unwrap_or_else(|errors| panic!("{errors}")), said.len())
    };
    let (plan, lines) = load(Purpose::Plan);
    assert!(plan.estimated && lines == 0 && !dir.exists(), "a plan measures a moment and leaves nothing behind");
    let (first, lines) = load(Purpose::Run);
    assert!(matches!(budgets(&first.experiment)[..], [Budget::States(a), Budget::States(b)] if a > 1 && b > a));
    assert!(!first.estimated && lines == 1);
    std::fs::create_dir(&dir).unwrap();
    write_rates(&dir, &first.probes.rates).unwrap();
    assert_eq!(read_rates(&dir), first.probes.rates);
    for purpose in [Purpose::Run, Purpose::Plan] {
        let (again, _) = load(purpose);
        assert_eq!(budgets(&again.experiment), budgets(&first.experiment));
        assert!(!again.estimated);
    }
    // A run of an older version has the rates in its resolved copy.
    std::fs::remove_file(dir.join(CALIBRATION)).unwrap();
    std::fs::write(dir.join("resolved.toml"), &first.experiment.resolved_toml).unwrap();
    assert_eq!(budgets(&load(Purpose::Plan).0.experiment), budgets(&first.experiment));
}

#[test]
fn mistakes_are_shown_where_they_are() {
    let wrong = fault(&PINNED.replace("tic-tac-toe = 50_000", "tictactoe = 50_000"));
    assert_eq!(
        wrong,
        "error: `tictactoe` is not a game of the grid
  --> x.toml:10:23
   |
10 | states-per-second = { tictactoe = 50_000 }
   |                       ^^^^^^^^^
   |
   = help: did you mean `tic-tac-toe`?
   = allowed: tic-tac-toe"
    );
    let both = fault(&PINNED.replace("[calibration]", "time = \"1s\"\n[calibration]"));
    assert!(both.starts_with("error: `budget` has `states-as` and `time`, but a turn has one budget\n"), "{both}");
    let unpinned = PINNED.replace("states-per-second = { tic-tac-toe = 50_000 }", "");
    let agent = fault(&unpinned.replace("seconds = 0.02", "agent = \"mtcs\""));
    assert!(agent.starts_with("error: unknown agent `mtcs`\n --> x.toml:9:9\n"), "{agent}");
    let none = fault(&unpinned);
    assert!(none.starts_with("error: `states-as` needs an agent whose nodal states are counted\n --> x.toml:7:1\n"), "{none}");
}

#[test]
fn parameters_that_contradict_each_other_are_refused_before_anything_is_played() {
    let with = |params: &str| {
        fault(
            &PINNED
                .replace("tic-tac-toe", "rbg/tic-tac-toe")
                .replace("rbg/tic-tac-toe = 50_000", "\"rbg/tic-tac-toe\" = 50_000")
                .replace("use = \"mcts\"", &format!("use = \"mcts\"\nparams = {{ {params} }}")),
        )
    };
    let split = with("split = \"Mood\"");
    assert!(split.starts_with("error: unknown split `Mood`; did you mean `Mod`?"), "{split}");
    assert!(split.contains("17 | params = { split = \"Mood\" }"), "{split}");
    let join = with("split = \"Mod\", playout = \"mast\", mast = \"join\"");
    assert!(join.starts_with("error: `join` needs playouts that choose whole moves"), "{join}");
    assert!(join.contains("--> x.toml:17:52"), "{join}");
}
