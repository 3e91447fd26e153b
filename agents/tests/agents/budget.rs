//! Budgets: granting, counting and stopping.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;
use std::time::Duration;
use treebench_agents::{Budget, Clock, Meter, Overrun, agents};
use treebench_games::params::Values;
use treebench_games::{Position, Rng, Turn, games};

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
fn an_iteration_without_states_counts_as_one_state() {
    let mut meter = Meter::new(Budget::States(5));
    while meter.another() {
        meter.spend(0);
    }
    assert_eq!((meter.iterations(), meter.states()), (5, 0));
    // Two of three iterations compute three states each.
    let mut meter = Meter::new(Budget::States(14));
    while meter.another() {
        meter.spend(if meter.iterations().is_multiple_of(3) { 0 } else { 3 });
    }
    assert_eq!((meter.iterations(), meter.states()), (6, 12));
}

#[test]
fn processor_time_does_not_pass_while_the_thread_sleeps() {
    let budget = Budget::Time(Duration::from_millis(50));
    let [mut by_wall, mut by_processor] = [Clock::Wall, Clock::Processor].map(|clock| Meter::by_clock(budget, clock, true));
    assert!(by_wall.another() && by_processor.another());
    std::thread::sleep(Duration::from_millis(60));
    assert!(!by_wall.another());
    assert_eq!(by_processor.another(), Clock::Processor.is_available());
    assert!(by_processor.processor_time() <= by_processor.elapsed());
    let mut rng = Rng::from_seed(1);
    while by_processor.another() {
        (0..1000).for_each(|_| _ = rng.bits64());
    }
    assert!(by_processor.processor_time() >= Duration::from_millis(50));
    // Where processor time is not measured, all time counts as processor time.
    let unmeasured = Meter::new(Budget::Iterations(1));
    std::thread::sleep(Duration::from_millis(5));
    assert!(unmeasured.processor_time() >= Duration::from_millis(5));
}

/// The last two positions of a random game in which a player is to move.
fn near_the_end(start: Box<dyn Position>, rng: &mut Rng) -> Vec<Box<dyn Position>> {
    let (mut here, mut moves, mut seen) = (start, Vec::new(), Vec::new());
    loop {
        let m = match here.turn() {
            Turn::Over => break,
            Turn::Chance => here.sample(rng, &mut moves),
            Turn::Player(_) => {
                seen.push(here.boxed());
                here.moves(&mut moves);
                moves[rng.below(moves.len())]
            }
        };
        here.apply(m);
    }
    seen.split_off(seen.len().saturating_sub(2))
}

/// In a solved tree, iterations may compute no states: the turn must still end.
#[test]
fn every_agent_ends_its_turn_in_a_solved_position() {
    let mut turns = 0;
    for name in ["tic-tac-toe", "connect-four", "einstein"] {
        let game = games().find(name).unwrap().build(&Values::default()).unwrap();
        let mut rng = Rng::from_seed(77);
        let mut positions: Vec<_> = (0..3).flat_map(|_| near_the_end(game.start(), &mut rng)).collect();
        if name == "tic-tac-toe" {
            positions.push(game.parse("XXO/OOX/X.. o").unwrap());
        }
        for entry in agents().iter() {
            let recipe = entry.recipe(&Values::default()).unwrap();
            if recipe.supports(&game.info()).is_err() {
                continue;
            }
            for (k, position) in positions.iter().enumerate() {
                let Turn::Player(player) = position.turn() else { continue };
                let (mut agent, position) = (recipe.agent(&game).unwrap(), position.boxed());
                let (send, receive) = mpsc::channel();
                std::thread::spawn(move || {
                    agent.start(player, Rng::from_seed(1));
                    let (mut meter, mut submove) = (Meter::new(Budget::States(20)), Vec::new());
                    let result = agent.choose(position.as_ref(), &mut meter, &mut submove);
                    _ = send.send(result.map(|()| (submove.len(), meter.iterations())));
                });
                let answer = receive.recv_timeout(Duration::from_secs(120));
                let answer = answer.unwrap_or_else(|_| panic!("`{}` does not end its turn in position {k} of {name}", entry.name));
                assert!(answer.is_ok_and(|(length, _)| length > 0), "`{}` has no move in position {k} of {name}", entry.name);
                turns += 1;
            }
        }
    }
    assert!(turns > 400, "{turns}");
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

/// Watching a running search does not change it, and shows the moves of shorter searches with the same random numbers.
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
