//! The same plan gives the same bytes: on any number of threads, in any number of sessions, and when played again.

use crate::setup::{Setup, again, exported, kind, number, plain, rows, run, silent, text, values};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;
use treebench::agents::information::{AgentStrategy, GameTree, Policy, Strategy};
use treebench::agents::{Budget, agents};
use treebench::games::Rng;
use treebench::games::params::Value;
use treebench::plan::Task;
use treebench::run::{RunEnd, execute, replay};
use treebench::store::{ColumnType, Export, ExportFormat, FinishedTasks, Row, Store};

fn grid(games_per_cell: u32) -> Setup<'static> {
    let race = |players| ("test-race", values([("players", Value::Int(players)), ("trouble", Value::Text("none".into()))]));
    Setup { games: vec![race(2), plain("tic-tac-toe")], ..Setup::of(&["random", "test-busy"], games_per_cell) }
}

#[test]
fn threads_change_nothing() {
    let mut setup = grid(60);
    setup.agents[1].1 = values([("draws", Value::Int(200))]);
    let plan = setup.plan();
    let exports: Vec<String> = [1, 2, 8]
        .into_iter()
        .map(|threads| {
            let dir = tempfile::tempdir().unwrap();
            assert_eq!(run(&plan, dir.path(), threads).end, RunEnd::Complete);
            exported(&plan, dir.path())
        })
        .collect();
    assert_eq!(exports[0].lines().count(), 120);
    assert!(exports.iter().all(|export| *export == exports[0]));
}

#[test]
fn pairs_share_their_seed_and_swap_seats() {
    let plan = grid(20).plan();
    let dir = tempfile::tempdir().unwrap();
    run(&plan, dir.path(), 2);
    let rows = rows(&plan, dir.path());
    for pair in rows.chunks(2) {
        let [first, second] = [&pair[0].1, &pair[1].1];
        assert_eq!(text(first, "seed"), text(second, "seed"));
        assert_eq!((text(first, "seats"), text(second, "seats")), ("[0,1]", "[1,0]"));
    }
    let seeds: BTreeSet<&str> = rows.iter().map(|(_, row)| text(row, "seed")).collect();
    assert_eq!(seeds.len(), 20, "ten pairs in each of two cells");
}

/// Both games of a pair have the same deal with seats swapped. Pairs estimate the exact value of two known strategies, and vary less than as many
/// single games.
#[test]
fn duplicated_deals_are_unbiased_and_vary_less() {
    let agents = vec![("cfr", values([("iterations", Value::Int(20))])), plain("random")];
    let setup = Setup { games: vec![plain("leduc-poker")], agents, ..Setup::of(&[], 3000) };
    let plan = setup.plan();
    let dir = tempfile::tempdir().unwrap();
    run(&plan, dir.path(), 2);
    let (mut own, mut pairs) = (Vec::new(), Vec::new());
    for pair in rows(&plan, dir.path()).chunks(2) {
        let deals = [0, 1].map(|k| text(&pair[k].1, "moves").split(' ').take(2).map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(deals[0], deals[1], "the same two cards");
        let scores = [0, 1].map(|k| {
            let row = &pair[k].1;
            let list =
                |column| text(row, column).trim_matches(['[', ']']).split(',').map(|n| n.parse::<f64>().unwrap()).collect::<Vec<_>>();
            let seat = list("seats").iter().position(|&participant| participant == 0.0).unwrap();
            list("scores")[seat]
        });
        pairs.push((scores[0] + scores[1]) / 2.0);
        own.extend(scores);
    }
    let mean = |all: &[f64]| all.iter().sum::<f64>() / all.len() as f64;
    let variance = |all: &[f64]| all.iter().map(|x| (x - mean(all)).powi(2)).sum::<f64>() / (all.len() - 1) as f64;
    let exact = exact_value(&plan.experiment.cells[0]);
    let error = (variance(&pairs) / pairs.len() as f64).sqrt();
    assert!((mean(&pairs) - exact).abs() < 4.0 * error, "{} and {exact}, with a standard error of {error}", mean(&pairs));
    // Two independent games would halve the variance.
    assert!(variance(&pairs) < 0.4 * variance(&own), "{} {}", variance(&pairs), variance(&own));
}

/// The candidate's expected score against random play, averaged over seats.
fn exact_value(cell: &treebench::experiment::Cell) -> f64 {
    let game = cell.game.game.as_ref();
    let tree = GameTree::of(game, 100_000).unwrap();
    let candidate = &cell.participants[0];
    let mut agent = agents().find(candidate.program.name()).unwrap().recipe(&candidate.params).unwrap().agent(&cell.game.game).unwrap();
    let parts = (Policy::Visits, Budget::Iterations(1));
    let learned = AgentStrategy::of(agent.as_mut(), (game, &tree), parts, &mut |set| [Rng::of_seed(1, set)]).unwrap().strategy;
    let random = Strategy::uniform(&tree);
    let value = |seat: usize| {
        let joint = Strategy::asked(&tree, game, &mut |player, here| {
            let known = here.information().unwrap().known_key(player);
            Ok::<_, ()>((if player == seat { &learned } else { &random }).at(known).collect())
        });
        joint.unwrap().values(&tree)[seat]
    };
    (value(0) + value(1)) / 2.0
}

#[test]
fn both_games_of_a_pair_hide_the_same_pieces() {
    let setup = Setup { games: vec![plain("chinese-dark-chess")], ..Setup::of(&["random", "flat-mc"], 20) };
    let plan = setup.plan();
    let dir = tempfile::tempdir().unwrap();
    run(&plan, dir.path(), 2);
    // Which piece lay under which square, of those that were turned over.
    let seen = |row| {
        let moves: Vec<String> = text(row, "moves").split(' ').map(str::to_owned).collect();
        let turned = moves.windows(2).filter_map(|pair| Some((pair[0].strip_suffix('?')?.to_owned(), pair[1].clone())));
        turned.collect::<BTreeMap<String, String>>()
    };
    let mut setups = BTreeSet::new();
    for pair in rows(&plan, dir.path()).chunks(2) {
        let [first, second] = [seen(&pair[0].1), seen(&pair[1].1)];
        let both: Vec<_> = first.keys().filter(|square| second.contains_key(*square)).collect();
        assert!(both.len() > 5 && both.into_iter().all(|square| first[square] == second[square]), "{first:?} and {second:?}");
        assert_ne!(text(&pair[0].1, "moves"), text(&pair[1].1, "moves"), "the agents differ, and so do the games");
        setups.insert(format!("{first:?}"));
    }
    assert_eq!(setups.len(), 10, "every pair has a set-up of its own");
}

/// Without rotation, the two games of a pair would be the same if both drew from the same streams.
#[test]
fn games_without_rotation_differ() {
    let mut setup = Setup::of(&["random", "random"], 40);
    setup.settings = values([("swap-seats", Value::Bool(false))]);
    let plan = setup.plan();
    let dir = tempfile::tempdir().unwrap();
    run(&plan, dir.path(), 2);
    let rows = rows(&plan, dir.path());
    assert!(rows.iter().all(|(_, row)| text(row, "seats") == "[0,1]"));
    let twins = rows.chunks(2).filter(|pair| text(&pair[0].1, "moves") == text(&pair[1].1, "moves")).count();
    assert!(twins <= 1, "{twins} of 20 pairs are the same game");
}

/// Records are correct: the moves lead to the scores, and the counts add up.
#[test]
fn records_are_true() {
    let plan = grid(20).plan();
    let dir = tempfile::tempdir().unwrap();
    run(&plan, dir.path(), 2);
    for (task, row) in rows(&plan, dir.path()) {
        let cell = &plan.experiment.cells[task.cell as usize];
        let mut position = cell.game.game.start();
        let mut turns = [0u64; 2];
        for name in text(&row, "moves").split(' ') {
            if let treebench::games::Turn::Player(player) = position.turn() {
                turns[player] += 1;
            }
            let submove = treebench::games::notation::find_move(position.as_ref(), name).unwrap();
            submove.iter().for_each(|m| position.apply(*m));
        }
        assert!(position.is_over());
        let list = |column| serde_json::from_str::<Vec<f64>>(text(&row, column)).unwrap();
        assert_eq!(list("scores"), [position.score(0), position.score(1)]);
        assert_eq!(list("turns"), turns.map(|n| n as f64));
        assert_eq!(number(&row, "plies") as u64, turns.iter().sum::<u64>());
        // Only `test-busy`, participant 1, searches: 10 iterations of 2 states in every turn.
        let seat = list("seats").iter().position(|&p| p == 1.0).unwrap();
        let spent = |each: f64| [0, 1].map(|s| if s == seat { each * turns[s] as f64 } else { 0.0 });
        assert_eq!((list("iterations"), list("states")), (spent(10.0).to_vec(), spent(20.0).to_vec()));
        assert_eq!(again(&plan, task).result, Some(cell.game.game.info().normalise(position.score(1 - seat))));
    }
}

/// The one-time work of an agent's first search falls in no timed turn. Counted turns do not need this.
#[test]
fn agents_are_warm_before_a_clock_runs() {
    for (budget, first) in [(Budget::Time(Duration::from_millis(5)), 0.0), (Budget::Iterations(10), 1_000.0)] {
        let plan = Setup { budget, ..Setup::of(&["test-lazy", "random"], 2) }.plan();
        let dir = tempfile::tempdir().unwrap();
        run(&plan, dir.path(), 1);
        let states = |row: &Row| serde_json::from_str::<Vec<f64>>(text(row, "states")).unwrap().iter().sum::<f64>();
        let states: Vec<f64> = rows(&plan, dir.path()).iter().map(|(_, row)| states(row)).collect();
        assert_eq!(states, [first, 0.0], "{budget}");
    }
}

#[test]
fn more_games_play_only_the_missing_ones() {
    let (small, large) = (grid(10).plan(), grid(30).plan());
    let dir = tempfile::tempdir().unwrap();
    let first = run(&small, dir.path(), 2);
    assert_eq!((first.done_before, first.played), (0, 20));
    let again = run(&small, dir.path(), 2);
    assert_eq!((again.done_before, again.played, again.end), (20, 0, RunEnd::Complete));
    let grown = run(&large, dir.path(), 2);
    assert_eq!((grown.done_before, grown.played, grown.planned), (20, 40, 60));
    let fresh = tempfile::tempdir().unwrap();
    run(&large, fresh.path(), 1);
    assert_eq!(exported(&large, dir.path()), exported(&large, fresh.path()));
    // The smaller plan still sees its own tasks and no others, and so does one with other cells.
    assert_eq!(rows(&small, dir.path()).len(), 20);
    let mut other = grid(30);
    other.games.remove(0);
    assert_eq!(rows(&other.plan(), dir.path()).len(), 30);
    assert_eq!(
        Store::open_read_only(dir.path(), kind().table()).unwrap().cells().unwrap().iter().map(|c| c.records).collect::<Vec<_>>(),
        [30, 30]
    );
}

#[test]
fn a_run_that_is_told_to_stop_is_resumed() {
    let plan = grid(40).plan();
    let dir = tempfile::tempdir().unwrap();
    let mut store = Store::open(dir.path(), kind().table()).unwrap();
    let options = silent(2);
    options.stop.store(true, SeqCst);
    let outcome = execute(&plan, &mut store, &options).unwrap();
    assert_eq!((outcome.end, outcome.played), (RunEnd::Stopped, 0));
    options.stop.store(false, SeqCst);
    assert_eq!(execute(&plan, &mut store, &options).unwrap().end, RunEnd::Complete);
}

/// For every task, the store's list of finished tasks agrees with its rows.
#[test]
fn done_agrees_with_the_rows() {
    let (some, all) = (grid(6).plan(), grid(100).plan());
    let dir = tempfile::tempdir().unwrap();
    run(&some, dir.path(), 2);
    let store = Store::open_read_only(dir.path(), kind().table()).unwrap();
    let done = store.done(&all).unwrap();
    assert_eq!(done.count(), 12);
    for task in all.tasks() {
        assert_eq!(done.contains(task), store.row(&all, task).unwrap().is_some(), "{task:?}");
    }
    assert_eq!(FinishedTasks::nothing(&all).count(), 0);
}

#[test]
fn replay_is_identical_and_tells_a_forged_record() {
    let plan = grid(10).plan();
    let dir = tempfile::tempdir().unwrap();
    run(&plan, dir.path(), 2);
    for task in plan.tasks() {
        assert_eq!(plan.find(&plan.id(task)), Ok(task));
        let store = Store::open_read_only(dir.path(), kind().table()).unwrap();
        let replayed = replay(&plan, &store, task).unwrap().unwrap();
        assert_eq!(replayed.differences, []);
    }
    let forge = rusqlite::Connection::open(dir.path().join("results.sqlite")).unwrap();
    forge.execute("UPDATE \"match\" SET plies = plies + 1, micros = '[]'", []).unwrap();
    let store = Store::open_read_only(dir.path(), kind().table()).unwrap();
    let replayed = replay(&plan, &store, Task { cell: 0, number: 3 }).unwrap().unwrap();
    assert_eq!(replayed.differences.iter().map(|d| d.column).collect::<Vec<_>>(), ["plies"]);
    let larger = grid(12).plan();
    assert_eq!(replay(&larger, &store, Task { cell: 0, number: 11 }).unwrap(), None);
}

#[test]
fn task_names_are_checked() {
    let plan = grid(10).plan();
    let key = plan.experiment.cells[0].key.to_string();
    assert!(plan.find("nonsense").unwrap_err().contains("for example `1f00ab12cd34-7`"));
    assert!(plan.find(&format!("{}-x", &key[..8])).unwrap_err().contains("is not a task"));
    assert!(plan.find(&format!("{}-10", &key[..8])).unwrap_err().contains("the last one is 9"));
    assert!(plan.find("00000000-0").unwrap_err().contains("no cell"));
    assert_eq!(plan.find(&format!("{}-9", key.to_uppercase())), Ok(Task { cell: 0, number: 9 }));
}

/// The export has every column, and the reproducible export has no times.
#[test]
fn exports_can_be_read_by_programs() {
    let plan = grid(4).plan();
    let dir = tempfile::tempdir().unwrap();
    run(&plan, dir.path(), 1);
    let store = Store::open_read_only(dir.path(), kind().table()).unwrap();
    let written = |format, reproducible| {
        let mut bytes = Vec::new();
        let derived = kind().tasks().derived(&plan.experiment.cells);
        assert_eq!(Export::new(&store, &plan, reproducible, derived).write(format, &mut bytes).unwrap(), 8);
        String::from_utf8(bytes).unwrap()
    };
    let csv = written(ExportFormat::Csv, false);
    let heads: Vec<&str> = csv.lines().next().unwrap().split(',').collect();
    assert_eq!(heads[..9], ["id", "key", "axis.game", "task", "candidate_score", "agent.0", "agent.1", "round", "winner"]);
    assert_eq!(heads.iter().collect::<std::collections::BTreeSet<_>>().len(), heads.len(), "every heading is unique: {heads:?}");
    for column in kind().tasks().columns() {
        let of_column = |head: &&&str| **head == column.name || head.starts_with(&format!("{}.", column.name));
        // Without openings, there is none that a game could pass.
        let expected = if column.name == "passes" { 0 } else { 1 + usize::from(column.kind == ColumnType::List) };
        assert_eq!(heads.iter().filter(of_column).count(), expected, "{}: one column a value", column.name);
    }
    assert_eq!(csv.lines().count(), 9);
    let described = Export::new(&store, &plan, false, kind().tasks().derived(&plan.experiment.cells)).describe().unwrap();
    assert_eq!(described.iter().map(|column| column.name.as_str()).collect::<Vec<_>>(), heads);
    assert!(described.iter().all(|column| !column.doc.is_empty()));
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    for (line, (task, row)) in reader.records().map(Result::unwrap).zip(rows(&plan, dir.path())) {
        let at = |head: &str| &line[heads.iter().position(|name| *name == head).unwrap()];
        let (seats, scores): (Vec<usize>, Vec<f64>) =
            (serde_json::from_str(text(&row, "seats")).unwrap(), serde_json::from_str(text(&row, "scores")).unwrap());
        let seat = seats.iter().position(|participant| *participant == 0).unwrap();
        assert_eq!(at("candidate_score").parse::<f64>().unwrap(), scores[seat]);
        assert_eq!(at(&format!("scores.{seat}")).parse::<f64>().unwrap(), scores[seat]);
        assert_eq!(at(&format!("agent.{seat}")), plan.experiment.cells[0].participants[0].name);
        assert_eq!(at("round"), (task.number / 2).to_string());
        let winner = match scores[0].total_cmp(&scores[1]) {
            Ordering::Greater => at("agent.0"),
            Ordering::Less => at("agent.1"),
            Ordering::Equal => "",
        };
        assert_eq!(at("winner"), winner);
    }
    assert!(!written(ExportFormat::Csv, true).contains("micros"));
    for (line, task) in written(ExportFormat::Jsonl, false).lines().zip(rows(&plan, dir.path())) {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(value["id"], plan.id(task.0));
        assert_eq!(value["plies"], number(&task.1, "plies"));
        assert_eq!(value["seats"].as_array().unwrap().len(), 2);
        assert_eq!(value["axes"]["game"], plan.experiment.cells[task.0.cell as usize].game.label);
    }
}
