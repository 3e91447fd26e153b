//! How a plan is divided into shards.

use crate::setup::{Setup, plain};
use std::collections::BTreeSet;
use treebench::plan::{Deal, Plan, Shard, Task};
use treebench::stats::{StopRule, StopTest};

const STOP: StopRule = StopRule { test: StopTest::Interval { alpha: 0.05, width: None }, at_least: 4, at_most: 40 };

fn plan(games_per_cell: u32, stop: Option<StopRule>) -> Plan {
    let games = ["tic-tac-toe", "connect-four", "breakthrough", "reversi", "awari"].map(plain).to_vec();
    Setup { games, stop, ..Setup::of(&["uct", "random"], games_per_cell) }.plan()
}

fn shards(of: u32) -> impl Iterator<Item = Shard> {
    (1..=of).map(move |number| Shard { number, of })
}

#[test]
fn every_task_is_in_one_shard_and_cells_are_spread_evenly() {
    for (games, of) in [(2, 1), (2, 3), (7, 4), (40, 3), (40, 7), (41, 20), (6, 100)] {
        let plan = plan(games, None);
        let deal = Deal::new(&plan, of);
        let mut all: Vec<Task> = shards(of).flat_map(|shard| deal.tasks(shard).collect::<Vec<_>>()).collect();
        all.sort();
        let mut expected: Vec<Task> = plan.tasks().collect();
        expected.sort();
        assert_eq!(all, expected, "{games} games, {of} shards");
        // Pairs stay together, and neither shards nor the parts of a cell differ by more than a pair.
        let pairs: Vec<BTreeSet<(u32, u32)>> =
            shards(of).map(|shard| deal.tasks(shard).map(|task| (task.cell, task.number / 2)).collect()).collect();
        assert_eq!(pairs.iter().map(BTreeSet::len).sum::<usize>(), 5 * games.div_ceil(2) as usize);
        let even = |counts: Vec<usize>| {
            assert!(counts.iter().max().unwrap() - counts.iter().min().unwrap() <= 1, "{games} games, {of} shards: {counts:?}");
        };
        even(pairs.iter().map(BTreeSet::len).collect());
        for cell in 0..5 {
            even(pairs.iter().map(|shard| shard.iter().filter(|pair| pair.0 == cell).count()).collect());
        }
    }
}

#[test]
fn sequential_tests_keep_their_cells_whole() {
    let plan = plan(40, Some(STOP));
    let deal = Deal::new(&plan, 3);
    for task in plan.tasks() {
        assert_eq!(deal.shard_of(task), deal.shard_of(Task { number: 0, ..task }));
    }
    let mut cells: Vec<usize> = shards(3).map(|shard| deal.tasks(shard).count() / 40).collect();
    cells.sort_unstable();
    assert_eq!(cells, [1, 2, 2]);
}

#[test]
fn the_same_plan_has_the_same_fingerprint_at_any_size() {
    let print = |games| plan(games, None).fingerprint();
    assert_eq!(print(2), print(40));
    let fewer = Setup { games: vec![plain("tic-tac-toe")], ..Setup::of(&["uct", "random"], 2) }.plan();
    assert_ne!(fewer.fingerprint(), print(2));
}
