//! Budgets: what the meter grants, counts and stops.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;
use treebench_agents::{Budget, Meter, Overrun};

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
