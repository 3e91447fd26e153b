//! Experiment files as values: how they resolve, which settings override which, keys, plans.

use crate::support::{Files, load_text, options, urgency};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use treebench::experiment::{Cell, Experiment, LoadOptions};
use treebench::plan::{Plan, Task};

fn keys(experiment: &Experiment) -> BTreeSet<String> {
    experiment.cells.iter().map(|cell| cell.key.to_string()).collect()
}

fn listed(experiment: &Experiment) -> Vec<String> {
    let cells = experiment.cells.iter().map(|cell| cell.axes.iter().map(|axis| axis.value.clone()).collect::<Vec<_>>().join(" "));
    cells.collect()
}

#[test]
fn the_example_is_a_grid_of_eighteen_cells() {
    let experiment = load_text(&urgency()).unwrap().experiment;
    assert_eq!(experiment.metadata.question, "Does a lower first-play urgency help UCT when turns are short?");
    let axes: Vec<_> = experiment.cells[0].axes.iter().map(|axis| axis.name()).collect();
    assert_eq!(axes, ["game", "iterations", "candidate.fpu"]);
    let cells = listed(&experiment);
    assert_eq!(cells.len(), 18);
    assert_eq!(cells[..4], ["breakthrough 200 0.5", "breakthrough 200 1.0", "breakthrough 200 1.5", "breakthrough 1000 0.5"]);
}

#[test]
fn a_key_changes_only_on_purpose() {
    let experiment = load_text(&urgency()).unwrap().experiment;
    let last = experiment.cells.last().unwrap();
    let expected = "seed 7\nkind match\n  max-moves = 1000\ngame reversi\n\
        agent uct\n  cap-score = 0.5\n  exploration = 1.4142135623730951\n  final-move = \"visits\"\n  first-play = \"first\"\n  fpu = 1.5\n  max-nodes = 30000000\n  playout-cap = 1000\n  tree-reuse = true\nbudget iterations 1000\n\
        agent uct\n  cap-score = 0.5\n  exploration = 1.4142135623730951\n  final-move = \"visits\"\n  first-play = \"first\"\n  fpu = inf\n  max-nodes = 30000000\n  playout-cap = 1000\n  tree-reuse = true\nbudget iterations 1000\n";
    assert_eq!(last.canonical, expected);
    assert_eq!(last.key.to_string(), "3b3c09f3ef659b5747f57181a77cd874");
}

#[test]
fn the_resolved_copy_loads_to_the_same_cells() {
    let with_everything = "[experiment]\nname = \"x\"\nkind = \"match\"\ngames-per-cell = 2\nquestion = 'a \"b\" \\ c'\n[budget]\ntime = [\"0.5s\", \"3ns\"]\n\
        [grid]\ngame = [\"connect*\", \"small\", { use = \"breakthrough\", params = {} }]\n[game.small]\nuse = \"breakthrough\"\n\
        [agent.a]\nuse = \"uct\"\nparams = { playout-cap = 7 }\nsweep = { exploration = [0, 1], final-move = [\"mean\", \"visits\"] }\n[agent.b]\nuse = \"random\"\nbudget = { states = [3, 4] }\n\
        [compare]\na = \"b\"\nb = [[\"random\"], [\"random\", \"uct\"]]\n[only]\ncandidate = [\"a\", \"b\"]\ngame = [\"*\"]\n[[exclude]]\nwhere = { game = \"*three\", against = [\"b\", \"random\"] }\nreason = \"three\"\n\
        [[exclude]]\nwhere = { game = [\"connect-four\", \"small\", \"breakthrough\"], against = \"random, uct\" }\nreason = \"two\"\n[[exclude]]\nwhere.game = \"breakthrough\"\nreason = \"it is small\"\n";
    for text in [urgency(), with_everything.to_owned()] {
        let first = load_text(&text).unwrap().experiment;
        let second = load_text(&first.resolved_toml).unwrap_or_else(|e| panic!("{e}\n{}", first.resolved_toml)).experiment;
        assert_eq!(second.resolved_toml, first.resolved_toml);
        assert_eq!(second.metadata.question, first.metadata.question);
        let rows = |e: &Experiment| e.cells.iter().map(|c| (c.key, c.axes.clone(), c.game.label.clone())).collect::<Vec<_>>();
        assert_eq!(rows(&second), rows(&first));
        assert_eq!(second.excluded, first.excluded);
        assert!(!first.cells.is_empty());
    }
}

#[test]
fn the_order_of_keys_does_not_matter_and_that_of_lists_only_to_the_order_of_cells() {
    let text = urgency();
    let mut tables: Vec<&str> = text.split("\n\n").collect();
    tables.reverse();
    let reversed = tables.join("\n\n");
    let (a, b) = (load_text(&text).unwrap().experiment, load_text(&reversed).unwrap().experiment);
    assert_eq!(listed(&a), listed(&b));
    let other = text.replace("[200, 1_000]", "[1_000, 200]").replace("[0.5, 1.0, 1.5]", "[1.5, 0.5, 1.0]");
    let c = load_text(&other).unwrap().experiment;
    assert_eq!(keys(&a), keys(&c));
    assert_ne!(listed(&a), listed(&c));
}

#[test]
fn a_file_that_grows_keeps_its_keys() {
    let small = load_text(&urgency()).unwrap().experiment;
    let text = urgency().replace("[200, 1_000]", "[200, 500, 1_000]").replace("games-per-cell = 200", "games-per-cell = 400");
    let large = load_text(&text).unwrap().experiment;
    assert!(keys(&small).is_subset(&keys(&large)));
    let other = load_text(&urgency().replace("seed = 7", "seed = 8")).unwrap().experiment;
    assert!(keys(&small).is_disjoint(&keys(&other)));
}

/// The name of a cell in a baseline must not depend on the rest of the grid.
#[test]
fn a_file_that_grows_keeps_the_names_of_its_cells() {
    let names = |text: &str| {
        let experiment = load_text(text).unwrap().experiment;
        let names: BTreeSet<String> = experiment.cell_names().into_iter().collect();
        assert_eq!(names.len(), experiment.cells.len(), "every cell has a name of its own");
        names
    };
    let text = urgency();
    let small = names(&text);
    assert!(small.contains("reversi; candidate = uct (fpu=1.5), 1000 iterations against baseline = uct, 1000 iterations"), "{small:?}");
    let fpu = "fpu = [0.5, 1.0, 1.5]";
    for larger in [
        text.replace("[200, 1_000]", "[200, 500, 1_000]"),
        text.replace("\"reversi\"", "\"reversi\", \"awari\""),
        text.replace(fpu, &format!("{fpu}\nplayout-cap = [500, 1000]")),
        text.replace("[compare]", "[match]\nmax-moves = [500, 1000]\n[compare]\nrandom = \"baseline\""),
    ] {
        let larger = names(&larger);
        assert!(larger.len() > small.len() && small.is_subset(&larger), "{:?}", small.difference(&larger));
    }
}

#[test]
fn set_profile_environment_and_include_equal_an_edit_of_the_file() {
    let text = urgency();
    let edited = keys(&load_text(&text.replace("[200, 1_000]", "[50]").replace("seed = 7", "seed = 9")).unwrap().experiment);
    let plain = Files::new(&[("x.toml", &text)]);
    let set = LoadOptions { set: vec!["budget.iterations=50".into(), "experiment.seed=9".into()], ..options() };
    assert_eq!(keys(&plain.load_pairs(&set).unwrap().experiment), edited);
    let variables = [("TREEBENCH_SET_BUDGET__ITERATIONS", "50"), ("TREEBENCH_SET_EXPERIMENT__SEED", "9"), ("PATH", "?")];
    let environment = variables.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    assert_eq!(keys(&plain.load_pairs(&LoadOptions { environment, ..options() }).unwrap().experiment), edited);
    let profiled = Files::new(&[("x.toml", &format!("{text}\n[profile.fast]\nbudget.iterations = 50\nexperiment.seed = 9\n"))]);
    let fast = LoadOptions { profile: Some("fast".into()), ..options() };
    assert_eq!(keys(&profiled.load_pairs(&fast).unwrap().experiment), edited);
    assert_eq!(profiled.load_pairs(&fast).unwrap().run_dir, Path::new("results/urgency-fast"));
    assert_eq!(profiled.load_pairs(&options()).unwrap().run_dir, Path::new("results/urgency"));
    let including =
        Files::new(&[("base.toml", &text), ("x.toml", "include = [\"base.toml\"]\nbudget.iterations = 50\nexperiment.seed = 9\n")]);
    assert_eq!(keys(&including.load_pairs(&options()).unwrap().experiment), edited);
    let other_budget = LoadOptions { set: vec!["budget.time=1s".into()], ..options() };
    assert_eq!(plain.load_pairs(&other_budget).unwrap().experiment.cells[0].axes[1].name(), "time");
}

#[test]
fn a_sweep_through_the_baseline_is_left_out_with_the_reason() {
    let experiment = load_text(&urgency().replace("[0.5, 1.0, 1.5]", "[0.5, inf]")).unwrap().experiment;
    assert_eq!((experiment.cells.len(), experiment.excluded.len()), (6, 6));
    assert_eq!(experiment.excluded[0].reason, "candidate and baseline are the same agent with the same parameters here");
}

/// `--set grid.game=…` must not make the file's own exclusions wrong.
#[test]
fn an_exclusion_may_name_a_game_that_a_narrowed_grid_lacks() {
    let text = format!("{}\n[[exclude]]\nwhere.game = [\"reversi\", \"breakthrough\"]\nreason = \"slow\"\n", urgency());
    let narrow = LoadOptions { set: vec!["grid.game=[\"connect-four\"]".into()], ..options() };
    let experiment = Files::new(&[("x.toml", &text)]).load_pairs(&narrow).unwrap().experiment;
    assert!(experiment.excluded.is_empty() && !experiment.cells.is_empty());
    let misspelt = Files::new(&[("x.toml", &text.replace("\"breakthrough\"]\nreason", "\"breakthrugh\"]\nreason"))]);
    let error = misspelt.load_pairs(&narrow).err().unwrap().to_string();
    assert!(error.contains("`breakthrugh` is not on the axis `game`"), "{error}");
}

/// Parameters are checked against the games that an agent plays, not against excluded ones.
#[test]
fn an_exclusion_may_leave_out_games_that_parameters_do_not_suit() {
    let text = "[experiment]\nname = \"x\"\nkind = \"match\"\ngames-per-cell = 2\n[budget]\niterations = 9\n[grid]\ngame = [\"breakthrough\", \"rbg/breakthrough\"]\n\
        [agent.split]\nuse = \"mcts\"\nparams = { split = \"Mod\" }\n[compare]\nsplit = \"random\"\n";
    let error = load_text(text).err().unwrap().to_string();
    assert!(error.contains("unknown split `Mod` (allowed: orthodox)"), "{error}");
    let excluding =
        format!("{text}[[exclude]]\nwhere = {{ candidate = \"split\", game = \"breakthrough\" }}\nreason = \"it has no splits\"\n");
    let experiment = load_text(&excluding).unwrap().experiment;
    assert_eq!((experiment.cells.len(), experiment.excluded.len()), (1, 1));
    assert_eq!(load_text(&experiment.resolved_toml).unwrap().experiment.cells[0].key, experiment.cells[0].key);
}

/// A part of a grid has the same cells as the whole, and the other cells are not listed as excluded.
#[test]
fn only_some_cells_of_a_grid() {
    let load = |set: &[&str]| {
        let options = LoadOptions { set: set.iter().map(|set| (*set).to_owned()).collect(), ..options() };
        Files::new(&[("x.toml", &urgency())]).load_pairs(&options)
    };
    let keys = |set: &[&str]| load(set).unwrap().experiment.cells.iter().map(|cell| cell.key).collect::<Vec<_>>();
    let all = load(&[]).unwrap().experiment;
    let some = load(&["only={game=\"c*\",\"candidate.fpu\"=[0.5,1.5]}"]).unwrap().experiment;
    let has =
        |cell: &Cell, axis: &str, wanted: &[&str]| cell.axes.iter().any(|at| at.name() == axis && wanted.contains(&at.value.as_str()));
    let meant = all.cells.iter().filter(|cell| has(cell, "game", &["connect-four"]) && has(cell, "candidate.fpu", &["0.5", "1.5"]));
    assert_eq!(some.cells.iter().map(|cell| cell.key).collect::<Vec<_>>(), meant.map(|cell| cell.key).collect::<Vec<_>>());
    assert_eq!((some.cells.len(), some.excluded.len()), (4, 0));
    assert_eq!(
        keys(&["only={game=\"connect-four\"}", "only.candidate.fpu=[0.5,1.5]"]),
        keys(&["only={game=\"c*\",\"candidate.fpu\"=[0.5,1.5]}"])
    );
    for (set, message) in [
        ("only.gme=\"reversi\"", "`gme` is not an axis of the grid"),
        ("only.game=\"revesi\"", "`revesi` is not on the axis `game`"),
        ("only={}", "`only` is empty: it needs at least one axis and its values"),
        ("only={game=\"reversi\",candidate=\"random\"}", "`random` is not on the axis `candidate`"),
        ("only.game=\"go\"", "the grid is empty: [only] or [[exclude]] removes every combination"),
    ] {
        let error = load(&[set]).err().unwrap().to_string();
        assert!(error.contains(message), "{set}: {error}");
    }
}

#[test]
fn tasks_are_interleaved_and_found_by_name() {
    let plan = Plan { experiment: Arc::new(load_text(&urgency()).unwrap().experiment) };
    let tasks: Vec<Task> = plan.tasks().collect();
    assert_eq!(tasks.len() as u64, plan.len());
    assert_eq!(tasks.iter().collect::<BTreeSet<_>>().len(), tasks.len());
    for (i, task) in tasks.iter().enumerate() {
        assert_eq!((task.number as usize, task.cell as usize), (i / 36 * 2 + i % 2, i / 2 % 18));
    }
    for &task in tasks.iter().step_by(97) {
        assert_eq!(plan.find(&plan.id(task)), Ok(task));
    }
    assert!(plan.find("zz-1").unwrap_err().contains("is not a task"));
    assert!(plan.find(&plan.id(Task { cell: 0, number: 200 })).unwrap_err().contains("is beyond games-per-cell = 200"));
}
