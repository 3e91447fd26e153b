//! Budgets: what the meter grants, counts and stops.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;
use treebench_agents::{Budget, Meter, Overrun, agents};
use treebench_games::params::Values;
use treebench_games::{Rng, games};

#[test]
fn iterations_are_granted_exactly() {
    let mut meter = Meter::new(Budget::Iterations(17));
    let granted = std::iter::from_fn(|| meter.another().then_some(())).count();
    assert_eq!((granted, meter.iterations()), (17, 17));
}

#[test]
fn states_are_checked_before_each_iteration() {
    let mut meter = Meter::new(Budget::States(100));
    while meter.another() {
        meter.spend(30);
    }
    assert_eq!((meter.iterations(), meter.states()), (4, 120));
}

#[test]
fn one_iteration_is_always_granted() {
    let mut meter = Meter::new(Budget::Time(Duration::ZERO));
    assert!(meter.another());
    assert!(!meter.another());
}

#[test]
fn a_search_that_overlooks_the_end_is_stopped() {
    let stopped = catch_unwind(|| {
        let mut meter = Meter::new(Budget::Iterations(10));
        loop {
            meter.another();
        }
    });
    let overrun = stopped.unwrap_err();
    assert_eq!(overrun.downcast_ref::<Overrun>().map(|o| o.iterations), Some(10));
}

#[test]
fn an_iteration_that_never_ends_is_stopped_by_its_states() {
    let mut meter = Meter::new(Budget::Iterations(1));
    let stopped = catch_unwind(AssertUnwindSafe(|| {
        meter.another();
        loop {
            meter.spend(1000);
        }
    }));
    assert!(stopped.unwrap_err().is::<Overrun>());
}

/// Looking at a search on its way changes nothing of it, and shows what shorter searches with the same random numbers play.
#[test]
fn a_watched_search_is_the_same_search() {
    let game = games().find("gomba").unwrap().build(&Values::default()).unwrap();
    for name in ["uct", "flat-mc", "gpn-mcts"] {
        let mut agent = agents().find(name).unwrap().recipe(&Values::default()).unwrap().agent(&game).unwrap();
        let mut search = |mut meter: Meter| {
            agent.start(0, Rng::from_seed(5));
            let mut submove = Vec::new();
            agent.choose(game.start().as_ref(), &mut meter, &mut submove).unwrap();
            (submove, agent.report(), meter.states(), meter)
        };
        let checkpoints: Vec<u64> = vec![1, 2, 3, 10, 50, 51, 400];
        let (submove, report, states, _) = search(Meter::new(Budget::Iterations(400)));
        let watched = search(Meter::watched(Budget::Iterations(400), checkpoints.clone()));
        assert_eq!((&submove, &report, states), (&watched.0, &watched.1, watched.2), "{name}");
        let seen = watched.3.snapshots();
        assert_eq!(seen.iter().map(|look| look.iterations).collect::<Vec<_>>(), checkpoints, "{name}");
        for look in seen {
            let (shorter, report, states, _) = search(Meter::new(Budget::Iterations(look.iterations)));
            assert_eq!((&look.submove, look.nodes, look.states), (&shorter, report.nodes, states), "{name}");
        }
    }
}
