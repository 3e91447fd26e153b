//! `alpha-beta` against plain minimax: the same values with every combination of table and ordering, sound proofs, legal moves when
//! interrupted.

use crate::common::{Explicit, Outcomes, Shape};
use std::collections::BTreeMap;
use std::sync::Arc;
use treebench_agents::alphabeta::{AlphaBeta, AlphaBetaOptions, Findings};
use treebench_agents::{Agent, Budget, Meter, agents};
use treebench_games::notation::whole_moves;
use treebench_games::params::{Value, Values};
use treebench_games::testing::{Solver, SplitGame};
use treebench_games::{Game, GameInfo, Move, Position, Rng, Turn, games};

const UNLIMITED: Budget = Budget::Iterations(u64::MAX);

/// With and without each enhancement; the small table fills up immediately, so that nearly every entry is replaced.
fn mixtures(depth: u8) -> [AlphaBetaOptions; 6] {
    [(0, false), (0, true), (1 << 9, false), (1 << 9, true), (1 << 20, false), (1 << 20, true)]
        .map(|(table_bytes, ordering)| AlphaBetaOptions { depth, table_bytes, ordering, distance: false })
}

fn search(info: GameInfo, options: AlphaBetaOptions, position: &dyn Position, budget: Budget) -> Findings {
    let mut search = AlphaBeta::new(info, options);
    search.search(position, &mut Meter::new(budget)).expect("there is a move").clone()
}

fn build(name: &str, pairs: &[(&str, i64)]) -> Arc<dyn Game> {
    let given: Values = pairs.iter().map(|&(name, number)| (name.to_owned(), Value::Int(number))).collect();
    games().find(name).expect("it is registered").build(&given).expect("the sizes go together")
}

fn after(position: &dyn Position, submove: &[Move]) -> Box<dyn Position> {
    let mut next = position.boxed();
    submove.iter().for_each(|&m| next.apply(m));
    next
}

/// The lead of player 0 after best play over this many whole moves, without enhancements; `None` for a dead end.
fn plain(here: &dyn Position, depth: u8) -> Option<f64> {
    let lead = || here.score(0) - here.score(1);
    let Turn::Player(mover) = here.turn() else { return Some(lead()) };
    if here.is_nodal() && depth == 0 {
        return Some(here.evaluate(0).zip(here.evaluate(1)).map_or(0.0, |(one, two)| one - two));
    }
    let below = here.move_list().into_iter().filter_map(|m| {
        let next = after(here, &[m]);
        plain(next.as_ref(), depth - u8::from(next.is_nodal()))
    });
    let best = if mover == 0 { below.reduce(f64::max) } else { below.reduce(f64::min) };
    best.or_else(|| here.is_nodal().then(lead))
}

/// The value of a whole move, as [`Findings`] gives it to the mover.
fn plain_value(here: &dyn Position, submove: &[Move], depth: u8) -> f64 {
    let lead = plain(after(here, submove).as_ref(), depth - 1).expect("whole moves end in nodal positions");
    0.5 + 0.5 * if here.turn() == Turn::Player(0) { lead } else { -lead }
}

/// Checks value and move of an uninterrupted search against the plain one of the same depth.
fn check_against_plain(info: GameInfo, position: &dyn Position, depth: u8) {
    let wholes = whole_moves(position);
    let best = wholes.iter().map(|submove| plain_value(position, submove, depth)).fold(f64::NEG_INFINITY, f64::max);
    for options in mixtures(depth) {
        let found = search(info, options, position, UNLIMITED);
        let place = format!("{options:?} in {}: {found:?}", position.notation());
        assert!(wholes.contains(&found.submove), "legal, {place}");
        assert!((found.value - best).abs() < 1e-6, "expected {best}, {place}");
        assert!((plain_value(position, &found.submove, depth) - best).abs() < 1e-6, "a best move, {place}");
        assert!(found.depth == depth || found.proven && found.depth < depth, "{place}");
    }
}

/// Visits the positions of some random games in which a player is to move.
fn wander(game: &dyn Game, plays: u64, mut visit: impl FnMut(&dyn Position)) {
    for seed in 0..plays {
        let mut rng = Rng::from_seed(seed);
        let mut here = game.start();
        while let Turn::Player(_) = here.turn() {
            let wholes = whole_moves(here.as_ref());
            if wholes.is_empty() {
                break;
            }
            visit(here.as_ref());
            here = after(here.as_ref(), &wholes[rng.below(wholes.len())]);
        }
    }
}

/// Checks a claim of proof, and that the move keeps the value, against exhaustive search.
fn check_proof(solver: &mut Solver, position: &dyn Position, found: &Findings) {
    let Turn::Player(mover) = position.turn() else { return };
    let (value, kept) = (solver.values(position)[mover], solver.values(after(position, &found.submove).as_ref())[mover]);
    assert!((found.value - value).abs() < 1e-6, "expected {value} in {}: {found:?}", position.notation());
    assert!((kept - value).abs() < 1e-6, "the move keeps {kept} in {}: {found:?}", position.notation());
}

#[test]
fn small_games_are_solved() {
    for (name, pairs, plays) in [
        ("tic-tac-toe", [].as_slice(), 10),
        ("connect-four", &[("columns", 4), ("rows", 3), ("line", 3)], 5),
        ("breakthrough", &[("width", 3), ("height", 4)], 5),
    ] {
        let game = build(name, pairs);
        let mut solver = Solver::new(game.as_ref());
        for options in mixtures(255) {
            wander(game.as_ref(), plays, |position| {
                let found = search(game.info(), options, position, UNLIMITED);
                assert!(found.proven, "{name} {pairs:?}, {options:?} in {}", position.notation());
                check_proof(&mut solver, position, &found);
            });
        }
    }
}

#[test]
fn larger_games_are_solved() {
    // `Solver` found all of these but the last, up to 3,945,711 positions and a minute and a half each.
    for (name, pairs, value) in [
        ("connect-four", [("columns", 4), ("rows", 4)], 0.5),
        ("connect-four", [("columns", 5), ("rows", 4)], 0.5),
        ("connect-four", [("columns", 4), ("rows", 5)], 0.5),
        ("breakthrough", [("width", 4), ("height", 4)], 0.0),
        ("breakthrough", [("width", 5), ("height", 4)], 0.0),
    ] {
        let game = build(name, &pairs);
        for table_bytes in [1 << 18, 1 << 22] {
            let options = AlphaBetaOptions { depth: 255, table_bytes, ordering: true, distance: false };
            let found = search(game.info(), options, game.start().as_ref(), UNLIMITED);
            assert!(found.proven && found.value == value, "{name} {pairs:?}, {options:?}: {found:?}");
        }
    }
}

#[test]
fn split_moves_are_solved_as_whole_ones() {
    for game in [SplitGame::orthodox(), SplitGame::split()] {
        let mut solver = Solver::new(&game);
        for options in mixtures(255) {
            wander(&game, 10, |position| {
                let found = search(game.info(), options, position, UNLIMITED);
                assert!(found.proven && whole_moves(position).contains(&found.submove), "{found:?}");
                check_proof(&mut solver, position, &found);
            });
        }
    }
}

/// Random trees in which turns do not alternate, half of them with only wins, draws and losses.
fn trees(split: bool) -> impl Iterator<Item = (Shape, Explicit)> {
    let shape = Shape { players: 2, depth: 5, chance: false, split, outcomes: Outcomes::Distinct };
    let mut rng = Rng::from_seed(11);
    (0..200).map(move |number| {
        let mut tree = shape.grow(&mut rng);
        if number % 2 == 0 {
            for entry in Arc::make_mut(&mut tree.table) {
                let coarse = (entry.scores[0] * 3.0).floor().min(2.0) / 2.0;
                entry.scores = vec![coarse, 1.0 - coarse];
            }
        }
        (shape, tree)
    })
}

#[test]
fn random_trees_are_solved() {
    for split in [false, true] {
        let mut dead = 0;
        for (shape, tree) in trees(split) {
            let Some(values) = tree.solve() else { continue };
            let Turn::Player(mover) = tree.turn() else { panic!("the root is a player's") };
            for options in mixtures(255) {
                let mut search = AlphaBeta::new(shape.info(), options);
                let Ok(found) = search.search(&tree, &mut Meter::new(UNLIMITED)) else {
                    assert!(whole_moves(&tree).is_empty());
                    dead += 1;
                    continue;
                };
                assert!(found.proven && (found.value - values[mover]).abs() < 1e-6, "{values:?}, {options:?}: {found:?}");
                let mut next = tree.clone();
                found.submove.iter().for_each(|&m| next.apply(m));
                let kept = next.solve().expect("a whole move")[mover];
                assert!((kept - values[mover]).abs() < 1e-6, "keeps {kept} of {values:?}, {options:?}: {found:?}");
            }
        }
        assert!(dead < 100, "{dead} roots without a move are too many for this to be a test");
    }
}

#[test]
fn every_depth_has_the_value_of_plain_minimax() {
    for (name, pairs, depth, plays) in [
        ("breakthrough", [("width", 4), ("height", 6)].as_slice(), 4, 3),
        ("breakthrough", &[("width", 3), ("height", 5)], 6, 2),
        ("breakthrough", &[], 2, 1),
        ("reversi", &[], 3, 1),
        ("connect-four", &[("columns", 5), ("rows", 4)], 4, 3),
    ] {
        let game = build(name, pairs);
        wander(game.as_ref(), plays, |position| check_against_plain(game.info(), position, depth));
    }
    for game in [SplitGame::orthodox(), SplitGame::split()] {
        wander(&game, 5, |position| (1..6).for_each(|depth| check_against_plain(game.info(), position, depth)));
    }
    for split in [false, true] {
        for (shape, tree) in trees(split).filter(|(_, tree)| !whole_moves(tree).is_empty()).take(60) {
            (1..5).for_each(|depth| check_against_plain(shape.info(), &tree, depth));
        }
    }
}

#[test]
fn a_game_played_with_one_table_stays_exact() {
    // Entries from earlier turns must not change a value.
    let game = build("breakthrough", &[("width", 4), ("height", 6)]);
    for options in mixtures(4) {
        let mut search = AlphaBeta::new(game.info(), options);
        wander(game.as_ref(), 2, |position| {
            let found = search.search(position, &mut Meter::new(UNLIMITED)).expect("there is a move").clone();
            let best = whole_moves(position).iter().map(|submove| plain_value(position, submove, found.depth)).fold(0.0, f64::max);
            assert!((found.value - best).abs() < 1e-6, "expected {best} in {}: {found:?}", position.notation());
        });
    }
}

#[test]
fn stopped_anywhere_it_plays_a_legal_move_and_claims_no_false_proof() {
    let split = SplitGame::split();
    let small = build("breakthrough", &[("width", 3), ("height", 4)]);
    let tic_tac_toe = build("tic-tac-toe", &[]);
    for game in [&split, small.as_ref(), tic_tac_toe.as_ref()] as [&dyn Game; 3] {
        let mut solver = Solver::new(game);
        for options in mixtures(255) {
            for states in (0..200).chain((200..2000).step_by(37)) {
                let mut search = AlphaBeta::new(game.info(), options);
                wander(game, 1, |position| {
                    let mut meter = Meter::new(Budget::States(states));
                    let found = search.search(position, &mut meter).expect("there is a move");
                    assert!(whole_moves(position).contains(&found.submove), "{states} states in {}", position.notation());
                    assert!(meter.states() == meter.iterations() && meter.states() <= states.max(1));
                    if found.proven {
                        check_proof(&mut solver, position, found);
                    }
                });
            }
        }
    }
}

#[test]
fn the_depth_is_that_of_the_last_iteration_that_ended() {
    let game = build("breakthrough", &[("width", 5), ("height", 6)]);
    let start = game.start();
    let whole = |depth| AlphaBetaOptions { depth, table_bytes: 1 << 20, ordering: true, distance: false };
    let depth_four = {
        let mut meter = Meter::new(UNLIMITED);
        AlphaBeta::new(game.info(), whole(4)).search(start.as_ref(), &mut meter).expect("there is a move");
        meter.states()
    };
    // One state short of the end of the iteration: the depth is that of the previous one.
    let stopped = search(game.info(), whole(4), start.as_ref(), Budget::States(depth_four - 1));
    assert_eq!(stopped.depth, 3);
    let ended = search(game.info(), whole(255), start.as_ref(), Budget::States(depth_four));
    assert_eq!(ended.depth, 4);
    // One state into it: nothing has changed yet.
    let barely = search(game.info(), whole(255), start.as_ref(), Budget::States(depth_four + 1));
    assert_eq!(barely, ended);
}

#[test]
fn every_iteration_begins_with_the_best_move_so_far() {
    let game = build("breakthrough", &[("width", 4), ("height", 6)]);
    for (one, two) in mixtures(2).into_iter().zip(mixtures(3)) {
        wander(game.as_ref(), 1, |position| {
            let visits = |options, budget| {
                let (mut search, mut meter) = (AlphaBeta::new(game.info(), options), Meter::new(budget));
                let found = search.search(position, &mut meter).expect("there is a move").clone();
                (found, meter.states(), search.root_moves().cloned().collect::<Vec<_>>())
            };
            let (ended, states, before) = visits(one, UNLIMITED);
            // The first move completed in the next iteration is the best of the previous one.
            for more in 1.. {
                let (found, _, after) = visits(two, Budget::States(states + more));
                if let Some((finished, _)) = after.iter().zip(&before).find(|(after, before)| after != before) {
                    assert_eq!(finished.submove, ended.submove, "{two:?} in {}", position.notation());
                }
                if found.proven || after != before {
                    break;
                }
            }
        });
    }
}

#[test]
fn it_wins_as_soon_as_it_can_and_loses_as_late() {
    // White, one step from the far row, must not delay; Black to move can only delay.
    let game = build("breakthrough", &[("width", 4), ("height", 6)]);
    let options = AlphaBetaOptions { depth: 255, table_bytes: 1 << 20, ordering: true, distance: false };
    let winning = game.parse("4/P3/4/3p/4/P1P1 w").expect("a position");
    let found = search(game.info(), options, winning.as_ref(), UNLIMITED);
    assert_eq!((winning.move_notation(&found.submove).as_str(), found.depth, found.proven), ("a5-a6", 1, true));
    // Capturing the runner delays the loss; all other moves lose at once.
    let losing = game.parse("1p2/P3/4/4/PPPP/PPPP b").expect("a position");
    let found = search(game.info(), options, losing.as_ref(), UNLIMITED);
    assert_eq!(losing.move_notation(&found.submove), "b6xa5");
}

/// The result under best play when a fast win and a slow loss are preferred: 1000 times the lead of player 0, reduced by 1 for every whole
/// move.
fn plain_distance(here: &dyn Position, known: &mut BTreeMap<String, i64>) -> i64 {
    let Turn::Player(mover) = here.turn() else { return 1_000 * (here.score(0) - here.score(1)) as i64 };
    if let Some(lead) = known.get(&here.notation()) {
        return *lead;
    }
    let below = whole_moves(here).into_iter().map(|submove| {
        let lead = plain_distance(after(here, &submove).as_ref(), known);
        lead - lead.signum()
    });
    let below: Vec<i64> = below.collect();
    let best = if mover == 0 { below.into_iter().max() } else { below.into_iter().min() };
    let best = best.expect("there is a move");
    known.insert(here.notation(), best);
    best
}

#[test]
fn with_distance_a_game_takes_as_long_as_the_fastest_win_and_the_slowest_loss() {
    for (name, pairs, plays) in [
        ("tic-tac-toe", [].as_slice(), 10),
        ("connect-four", &[("columns", 4), ("rows", 3), ("line", 3)], 3),
        ("breakthrough", &[("width", 3), ("height", 4)], 3),
    ] {
        let game = build(name, pairs);
        let (mut decided, mut known) = (0, BTreeMap::new());
        for options in mixtures(255).map(|options| AlphaBetaOptions { distance: true, ..options }) {
            // One search for all positions: entries from elsewhere must not count distances from there.
            let mut search = AlphaBeta::new(game.info(), options);
            wander(game.as_ref(), plays, |position| {
                let expected = plain_distance(position, &mut known);
                let (mut here, mut plies) = (position.boxed(), 0);
                while let Turn::Player(_) = here.turn() {
                    let found = search.search(here.as_ref(), &mut Meter::new(UNLIMITED)).expect("there is a move");
                    assert!(found.proven && [0.0, 0.5, 1.0].contains(&found.value), "{name}: {found:?} in {}", here.notation());
                    here = after(here.as_ref(), &found.submove);
                    plies += 1;
                }
                let lead = 1_000 * (here.score(0) - here.score(1)) as i64;
                let reached = if lead == 0 { 0 } else { lead - lead.signum() * plies };
                assert_eq!(reached, expected, "{name}, {options:?}, from {}", position.notation());
                decided += i32::from(expected != 0);
            });
        }
        assert!(decided > 20, "{name}: only {decided} positions are won or lost");
    }
}

#[test]
fn the_same_budget_gives_the_same_search() {
    let recipe = agents().find("alpha-beta").expect("it is registered").recipe(&Values::default()).expect("defaults are valid");
    let game = build("reversi", &[]);
    let mut one = recipe.agent(&game).expect("reversi suits it");
    let mut two = recipe.agent(&game).expect("reversi suits it");
    let run = |agent: &mut dyn Agent| {
        agent.start(0, Rng::from_seed(1));
        let mut submove = Vec::new();
        agent.choose(game.start().as_ref(), &mut Meter::new(Budget::Iterations(5000)), &mut submove).expect("there is a move");
        (submove, agent.report())
    };
    let first = run(one.as_mut());
    assert_eq!(first, run(two.as_mut()));
    assert_eq!(first, run(one.as_mut()), "a new game begins from nothing");
    let (submove, report) = first;
    assert_eq!(report.root.len(), 4);
    assert_eq!(report.root[0].submove, submove);
    assert!(report.root.iter().map(|child| child.visits).sum::<u64>() <= 5000);
    assert!(report.nodes > 100 && report.bytes == 32 << 20);
}

#[test]
fn other_games_are_refused_with_a_reason() {
    let recipe = agents().find("alpha-beta").expect("it is registered").recipe(&Values::default()).expect("defaults are valid");
    for (name, reason) in [("connect-three", "plays two-player games only"), ("einstein", "plays games without chance only")] {
        let game = build(name, &[]);
        assert_eq!(recipe.supports(&game.info()).err().as_deref(), Some(reason));
        assert_eq!(recipe.agent(&game).err().map(|error| error.message).as_deref(), Some(reason));
    }
}
