//! Whole searches with bandit rules: the tree they build, and the moves they find in trees with known values.

#![expect(clippy::disallowed_methods, reason = "the second opinion on priors uses the platform's exponential")]

use std::sync::Arc;
use treebench_agents::parts::backup::{HeuristicInitialisation, Mean, MinimaxEstimate, Prior, WinProbability};
use treebench_agents::parts::selection::{FirstPlayRule, ImplicitMinimax, MaxProbability, Puct, Sum, Ucb};
use treebench_agents::search::{Backup, Column, Mcts, MctsOptions, NodeId, Rows, Tree};
use treebench_agents::{Budget, Meter, agents};
use treebench_games::params::{Value, Values};
use treebench_games::{Game, Position, Rng, Turn, games};

fn gomba(branching: i64, depth: i64) -> Arc<dyn Game> {
    let size = [("branching", branching), ("depth", depth)].map(|(name, n)| (name.to_owned(), Value::Int(n)));
    games().find("gomba").unwrap().build(&size.into_iter().collect()).unwrap()
}

/// A column of a tree.
fn column<C: Column<Table = Rows<f64>>>(tree: &Tree) -> &Rows<f64> {
    tree.column(tree.find::<C>().expect("the search keeps the column"))
}

/// Applies `check` to every visited node below the root, with its position and the player who moved there.
fn walk(tree: &Tree, node: NodeId, here: &dyn Position, chooser: usize, check: &mut dyn FnMut(NodeId, &dyn Position, usize)) {
    check(node, here, chooser);
    let Turn::Player(mover) = here.turn() else { return };
    for child in tree.visited_ids(node) {
        let mut next = here.boxed();
        tree.edge(child).for_each(|m| next.apply(m));
        walk(tree, child, next.as_ref(), mover, check);
    }
}

#[test]
fn probabilities_are_those_of_algorithm_2() {
    for (branching, depth) in [(2, 4), (3, 3), (5, 6)] {
        let game = gomba(branching, depth);
        let options = MctsOptions { selection: Box::new(MaxProbability::new(false)), ..MctsOptions::uct(0) };
        let mut search = Mcts::new(game.info(), options).expect("the parts go together");
        search.search(game.start().as_ref(), &mut Meter::new(Budget::Iterations(200))).unwrap();
        let tree = search.tree();
        let cells = column::<WinProbability>(tree);
        let mut nodes = 0;
        // x = 1 − xᵇ, by trial.
        let default = (0..1_000_000).map(|k| f64::from(k) * 1e-6).find(|x| *x >= 1.0 - x.powi(branching as i32)).unwrap();
        walk(tree, Tree::ROOT, game.start().as_ref(), 0, &mut |node, here, chooser| {
            nodes += 1;
            let expected = match here.turn() {
                Turn::Player(mover) if tree.node(node).is_expanded() => {
                    let (all, visited) = (tree.child_count(node) as f64, tree.visited_ids(node));
                    let mut fails = default.powf(all - visited.len() as f64);
                    for child in visited {
                        fails *= 1.0 - cells.cell(child);
                    }
                    if mover == chooser { 1.0 - fails } else { fails }
                }
                Turn::Player(_) => 1.0 - default,
                _ => here.score(chooser),
            };
            let found = cells.cell(node);
            assert!((found - expected).abs() < 1e-4, "{found}, not {expected}, in {}", here.notation());
        });
        assert!(nodes > 5, "{nodes}");
    }
}

#[test]
fn heuristic_minimax_is_the_minimax_of_the_estimates_in_the_tree() {
    let game = gomba(4, 5);
    let selection = Sum::new((ImplicitMinimax::new(0.4), Ucb::new(1.0)), FirstPlayRule::First);
    let options = MctsOptions { selection: Box::new(selection), ..MctsOptions::uct(1000) };
    let mut search = Mcts::new(game.info(), options).expect("the parts go together");
    search.search(game.start().as_ref(), &mut Meter::new(Budget::Iterations(500))).unwrap();
    let tree = search.tree();
    let cells = column::<MinimaxEstimate>(tree);
    walk(tree, Tree::ROOT, game.start().as_ref(), 0, &mut |node, here, chooser| {
        let expected = match here.turn() {
            Turn::Player(mover) if !tree.visited_ids(node).is_empty() => {
                let best = tree.visited_ids(node).map(|child| cells.cell(child)).fold(f64::MIN, f64::max);
                if mover == chooser { best } else { 1.0 - best }
            }
            Turn::Player(_) => here.evaluate(chooser).unwrap(),
            _ => here.score(chooser),
        };
        let found = cells.cell(node);
        assert!((found - expected).abs() < 1e-9, "{found}, not {expected}, in {}", here.notation());
    });
}

#[test]
fn new_nodes_begin_with_the_estimate() {
    let game = gomba(6, 4);
    let backup: Vec<Box<dyn Backup>> = vec![Box::new(Mean), Box::new(HeuristicInitialisation::new(5, game.info()))];
    let mut search = Mcts::new(game.info(), MctsOptions { backup, ..MctsOptions::uct(1000) }).expect("the parts go together");
    // One iteration for the root, and one for each child: every child has its playout and the estimate.
    search.search(game.start().as_ref(), &mut Meter::new(Budget::Iterations(6))).unwrap();
    let tree = search.tree();
    for child in tree.visited_ids(Tree::ROOT) {
        let mut next = game.start();
        tree.edge(child).for_each(|m| next.apply(m));
        let playout = tree.node(child).value - 5.0 * next.evaluate(0).unwrap();
        assert!(tree.node(child).visits == 6 && (playout.abs() < 1e-9 || (playout - 1.0).abs() < 1e-9), "{playout}");
    }
    assert_eq!(tree.visited_ids(Tree::ROOT).len(), 6);
}

/// Every child has the prior of its own move, whichever child was visited first.
#[test]
fn priors_stay_with_their_moves_and_are_followed() {
    let game = gomba(7, 5);
    let options = MctsOptions { selection: Box::new(Puct::new(1.0, 0.5, 0.1)), ..MctsOptions::uct(1000) };
    let mut search = Mcts::new(game.info(), options).expect("the parts go together");
    search.search(game.start().as_ref(), &mut Meter::new(Budget::Iterations(800))).unwrap();
    let tree = search.tree();
    let cells = column::<Prior>(tree);
    let mut compared = 0;
    walk(tree, Tree::ROOT, game.start().as_ref(), 0, &mut |node, here, _| {
        let Turn::Player(mover) = here.turn() else { return };
        let weights = tree.child_ids(node).map(|child| {
            let mut next = here.boxed();
            tree.edge(child).for_each(|m| next.apply(m));
            let worth = if next.is_over() { next.score(mover) } else { next.evaluate(mover).unwrap() };
            (worth / 0.1).exp()
        });
        let weights: Vec<f64> = weights.collect();
        let sum: f64 = weights.iter().sum();
        for (child, weight) in tree.child_ids(node).zip(weights) {
            assert!((cells.cell(child) - weight / sum).abs() < 1e-9, "in {}", here.notation());
            compared += 1;
        }
        // Of two children with equal mean and visits, the one with the greater prior was chosen no later.
        let fresh = tree.child_ids(node).skip(tree.visited(node).len()).map(|child| cells.cell(child));
        let most = fresh.fold(0.0, f64::max);
        let first = tree.visited_ids(node).next().map(|child| cells.cell(child));
        assert!(first.is_none_or(|first| first >= most), "the first child tried has not the greatest prior");
    });
    assert!(compared > 500, "{compared}");
}

/// The number of 40 small trees in which an agent plays optimally.
fn optimal(name: &str) -> usize {
    let game = gomba(3, 4);
    let recipe = agents().find(name).unwrap().recipe(&Values::default()).unwrap();
    let mut agent = recipe.agent(&game).unwrap();
    let mut rng = Rng::from_seed(3);
    let is_optimal = |_: &i32| {
        let root = game.draw_start(&mut rng);
        agent.start(0, Rng::from_seed(1));
        let mut submove = Vec::new();
        agent.choose(root.as_ref(), &mut Meter::new(Budget::Iterations(4000)), &mut submove).unwrap();
        let mut after = root.boxed();
        submove.iter().for_each(|&m| after.apply(m));
        after.oracle().unwrap().known_score(0) == root.oracle().unwrap().known_score(0)
    };
    (0..40).filter(is_optimal).count()
}

#[test]
fn rules_that_converge_find_the_optimal_moves_of_small_trees() {
    for name in [
        "uct",
        "uct-fpu",
        "uct-tuned",
        "uct-v",
        "uct-v-infinity",
        "thompson",
        "kl-ucb",
        "moss",
        "sequential-halving",
        "probabilistic-minimax",
        "implicit-minimax",
        "puct",
        "meta-eve",
    ] {
        assert!(optimal(name) >= 38, "{name}: {} of 40", optimal(name));
    }
    // The others offer no such guarantee, but they are better than chance, which finds about two thirds.
    for name in ["random-mc", "uct-air", "k-failure", "m-run", "m-run-non-recalling", "m-learning"] {
        assert!(optimal(name) >= 26, "{name}: {} of 40", optimal(name));
    }
}
