//! The split test game: both views are the same game, and random play gets out of dead ends.

use std::collections::{BTreeMap, BTreeSet};
use treebench_games::notation::{find_move, whole_moves};
use treebench_games::perft::perft;
use treebench_games::playout::finish_move;
use treebench_games::testing::{Solver, SplitGame, solve};
use treebench_games::{Game, Move, Position, Rng, Scratch, Turn, games, params::Values};

/// The whole moves of a position in notation.
fn names(position: &dyn Position) -> BTreeSet<String> {
    whole_moves(position).iter().map(|submove| position.move_notation(submove)).collect()
}

fn play(position: &dyn Position, submove: &[Move]) -> Box<dyn Position> {
    let mut next = position.boxed();
    submove.iter().for_each(|&m| next.apply(m));
    next
}

/// Every nodal position that can be reached, by its notation.
fn reachable(game: &dyn Game) -> BTreeMap<String, Box<dyn Position>> {
    let mut found = BTreeMap::new();
    let mut open = vec![game.start()];
    while let Some(position) = open.pop() {
        open.extend(whole_moves(position.as_ref()).iter().map(|submove| play(position.as_ref(), submove)));
        found.insert(position.notation(), position);
        open.retain(|next| !found.contains_key(&next.notation()));
    }
    found
}

#[test]
fn both_views_are_the_same_game() {
    let (orthodox, split) = (reachable(&SplitGame::orthodox()), reachable(&SplitGame::split()));
    assert!(orthodox.len() > 100, "only {} positions", orthodox.len());
    assert!(orthodox.keys().eq(split.keys()));
    let mut unaware = 0;
    for (notation, whole) in &orthodox {
        let parts = &split[notation];
        assert_eq!(names(whole.as_ref()), names(parts.as_ref()), "{notation}");
        // Moves written under one view can be read under the other.
        for name in names(whole.as_ref()) {
            let [a, b] = [whole, parts].map(|view| play(view.as_ref(), &find_move(view.as_ref(), &name).unwrap()).notation());
            assert_eq!(a, b, "{name} in {notation}");
        }
        if whole.is_over() {
            assert_eq!([0, 1].map(|player| whole.score(player)), [0, 1].map(|player| parts.score(player)));
            unaware += u32::from(!parts.is_over());
        }
    }
    assert!(unaware > 0, "no lost position of the split view has stones left");
    for depth in 0..7 {
        let counts = [SplitGame::orthodox(), SplitGame::split()].map(|view| perft(view.start().as_ref(), depth).unwrap());
        assert_eq!(counts[0], counts[1], "depth {depth}");
    }
}

#[test]
fn dead_ends_exist_at_both_depths() {
    let (mut after_gait, mut after_pick) = (0, 0);
    for position in reachable(&SplitGame::split()).values() {
        for pick in position.move_list() {
            let picked = play(position.as_ref(), &[pick]);
            assert!(!picked.is_nodal() && picked.turn() == position.turn());
            let ways: Vec<_> = picked.move_list().into_iter().map(|gait| play(picked.as_ref(), &[gait])).collect();
            let dead = ways.iter().filter(|way| way.move_list().is_empty()).count();
            after_gait += dead;
            after_pick += usize::from(dead == ways.len());
        }
    }
    assert!(after_gait > 0 && after_pick > 0, "{after_gait} dead gaits, {after_pick} dead picks");
}

/// The probability of every whole move when each semimove is drawn uniformly and dead ends are taken back: the choice at a position is
/// uniform over its semimoves that are not dead ends, because a dead end only shortens the list of candidates.
fn enumerate(position: &dyn Position, p: f64, found: &mut BTreeMap<String, f64>) {
    let alive: Vec<_> = position
        .move_list()
        .into_iter()
        .map(|m| play(position, &[m]))
        .filter(|next| next.is_nodal() || !whole_moves(next.as_ref()).is_empty())
        .collect();
    for next in &alive {
        let q = p / alive.len() as f64;
        if next.is_nodal() {
            *found.entry(next.notation()).or_default() += q;
        } else {
            enumerate(next.as_ref(), q, found);
        }
    }
}

#[test]
fn backtracking_draws_semimoves_uniformly() {
    let (mut rng, mut scratch) = (Rng::from_seed(31), Scratch::default());
    let positions = reachable(&SplitGame::split());
    let mut retried = 0;
    for position in positions.values().step_by(positions.len() / 40 + 1) {
        let mut expected = BTreeMap::new();
        enumerate(position.as_ref(), 1.0, &mut expected);
        if expected.is_empty() {
            let mut copy = position.boxed();
            assert_eq!(finish_move(copy.as_mut(), &mut rng, &mut scratch), None);
            assert_eq!(copy.notation(), position.notation(), "nothing may change");
            continue;
        }
        let draws = 4_000;
        let mut counts: BTreeMap<String, f64> = BTreeMap::new();
        for _ in 0..draws {
            let mut copy = position.boxed();
            let tried = finish_move(copy.as_mut(), &mut rng, &mut scratch).expect("there are whole moves");
            assert_eq!(play(position.as_ref(), scratch.submove()).notation(), copy.notation());
            retried += u32::from(tried > 3);
            *counts.entry(copy.notation()).or_default() += 1.0;
        }
        let chi2: f64 = expected
            .iter()
            .map(|(key, p)| (counts.get(key).copied().unwrap_or(0.0) - p * f64::from(draws)).powi(2) / (p * f64::from(draws)))
            .sum();
        // Above the 0.99999 quantile for every number of degrees of freedom up to 20.
        assert!(counts.keys().all(|key| expected.contains_key(key)) && expected.len() <= 21, "{}", position.notation());
        assert!(chi2 < 20.0 + 2.5 * expected.len() as f64, "{}: χ² = {chi2}, {} moves", position.notation(), expected.len());
    }
    assert!(retried > 0, "no dead end was met");
}

#[test]
fn playouts_reach_every_end_in_both_views() {
    let ends = |game: SplitGame| -> BTreeSet<String> {
        let (mut rng, mut scratch) = (Rng::from_seed(41), Scratch::default());
        let ended = |_| {
            let mut end = game.start();
            assert!(end.playout(&mut rng, 100, &mut scratch).over);
            end.notation()
        };
        (0..200_000).map(ended).collect()
    };
    let terminal: BTreeSet<String> =
        reachable(&SplitGame::orthodox()).into_iter().filter(|(_, position)| position.is_over()).map(|(key, _)| key).collect();
    for view in [SplitGame::orthodox(), SplitGame::split()] {
        let found = ends(view);
        assert!(found.is_subset(&terminal));
        assert_eq!(found.len(), terminal.len(), "{view:?}");
    }
}

#[test]
fn the_game_is_small_and_not_trivial() {
    let mut solvers = [SplitGame::orthodox(), SplitGame::split()].map(|view| (view, Solver::new(&view)));
    let values = solvers.each_mut().map(|(view, solver)| solver.values(view.start().as_ref()));
    assert_eq!(values[0], values[1]);
    assert_eq!(values[0].iter().sum::<f64>(), 1.0);
    let view = SplitGame::split();
    let (start, solver) = (view.start(), &mut solvers[1].1);
    let after: Vec<f64> = whole_moves(start.as_ref()).iter().map(|m| solver.values(play(start.as_ref(), m).as_ref())[0]).collect();
    // Some first moves win and some lose, so that a search has something to find.
    assert!(after.contains(&0.0) && after.contains(&1.0), "{after:?}");
    assert!(solver.positions() < 5_000, "{} positions", solver.positions());
}

#[test]
fn the_solver_knows_what_is_known() {
    let tic_tac_toe = games().find("tic-tac-toe").unwrap().build(&Values::default()).unwrap();
    let mut solver = Solver::new(tic_tac_toe.as_ref());
    assert_eq!(solver.values(tic_tac_toe.start().as_ref()), [0.5, 0.5]);
    // The number of positions of tic-tac-toe with the start and ended games, as counted everywhere (OEIS A008907 has 5,478 in all).
    assert_eq!(solver.positions(), 5_478);
    let lost = tic_tac_toe.parse("X.X/O.O/... x").unwrap();
    assert_eq!(solver.values(lost.as_ref()), [1.0, 0.0]);
}

#[test]
fn the_solver_averages_over_chance() {
    let einstein = games().find("einstein").unwrap().build(&Values::default()).unwrap();
    // Red's A is one step from the goal and moves on a 1 only; every other roll moves B, and then Blue's f reaches its own.
    let race = einstein.parse("4B/1f3/5/3A1/5 r -").unwrap();
    assert_eq!(race.turn(), Turn::Chance);
    for (value, expected) in solve(einstein.as_ref(), race.as_ref()).into_iter().zip([1.0 / 6.0, 5.0 / 6.0]) {
        assert!((value - expected).abs() < 1e-12, "{value}, expected {expected}");
    }
}
