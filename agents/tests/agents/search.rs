//! The search loop on trees small enough to be solved exactly.

use crate::common::{Explicit, Outcomes, Shape};
use std::collections::BTreeMap;
use treebench_agents::parts::expansion::{RootOnly, Semimoves, WholeMoves};
use treebench_agents::parts::selection::{FirstPlay, FirstPlayRule, RoundRobin, Ucb1};
use treebench_agents::search::{Expansion, Mcts, MctsOptions, NodeId, Selection, Tree};
use treebench_agents::{Agent, Budget, Meter};
use treebench_games::{Move, Position, Rng, Turn};

/// Every combination of two or three players, with and without chance, orthodox and split.
fn shapes(depth: u32) -> impl Iterator<Item = Shape> {
    (0..8).map(move |bits| Shape {
        players: 2 + (bits & 1),
        depth,
        chance: bits & 2 > 0,
        split: bits & 4 > 0,
        outcomes: Outcomes::Distinct,
    })
}

fn options(selection: impl Selection + 'static, expansion: impl Expansion + 'static) -> MctsOptions {
    MctsOptions { selection: Box::new(selection), expansion: Box::new(expansion), ..MctsOptions::uct(1000) }
}

fn search_with(shape: Shape, selection: impl Selection + 'static, expansion: impl Expansion + 'static, seed: u64) -> Mcts {
    let mut search = Mcts::new(shape.info(), options(selection, expansion)).expect("the parts go together");
    search.start(0, Rng::from_seed(seed));
    search
}

/// The position at a node, and the player who acts there; checks the statistics of the whole subtree on the way.
fn check_tree(tree: &Tree, id: NodeId, position: &Explicit) {
    let node = tree.node(id);
    assert!(node.value >= 0.0 && node.value <= f64::from(node.visits) + 1e-9);
    if node.visits > 0 {
        assert!(position.is_alive(), "a dead position was counted");
    }
    if !node.is_expanded() {
        return;
    }
    let below: u32 = tree.stored_ids(id).map(|child| tree.node(child).visits).sum();
    let own = u32::from(id != Tree::ROOT);
    if !tree.stored_ids(id).is_empty() {
        assert_eq!(node.visits, below + own, "an iteration is a node's own or one child's");
    }
    let is_player = matches!(position.turn(), Turn::Player(_));
    for (k, child) in tree.stored_ids(id).enumerate() {
        let visited = k < tree.visited(id).len();
        assert!(!is_player || visited == (tree.node(child).visits > 0), "visited children come first");
        let mut next = position.clone();
        for m in tree.edge(child) {
            assert!((m.0 as usize) < next.table[next.at].ways.len(), "an edge is a legal submove");
            next.apply(m);
        }
        check_tree(tree, child, &next);
    }
}

#[test]
fn statistics_sum_up_and_dead_ends_leave_after_every_iteration() {
    let mut rng = Rng::from_seed(31);
    for shape in shapes(3) {
        for whole in [false, true] {
            let position = shape.grow(&mut rng);
            let ucb = Ucb1::new(0.7, FirstPlay::urgency(if rng.below(2) == 0 { 0.6 } else { f64::INFINITY }, 1.0));
            let mut search = if whole { search_with(shape, ucb, WholeMoves::default(), 1) } else { search_with(shape, ucb, Semimoves, 1) };
            for iteration in 1..=300 {
                if search.search(&position, &mut Meter::new(Budget::Iterations(1))).is_err() {
                    assert!(position.solve().is_some_and(|v| v == position.table[0].scores), "only a root without moves is refused");
                    break;
                }
                assert_eq!(search.tree().node(Tree::ROOT).visits, iteration);
                check_tree(search.tree(), Tree::ROOT, &position);
            }
        }
    }
}

#[test]
fn values_converge_to_those_of_perfect_play() {
    let mut rng = Rng::from_seed(32);
    for shape in shapes(2) {
        for whole in [false, true] {
            for _ in 0..4 {
                let position = std::iter::repeat_with(|| shape.grow(&mut rng)).find(|position| position.margin() > 0.05);
                let position = position.expect("such trees are not rare");
                let Turn::Player(mover) = position.turn() else { continue };
                let expected = position.solve().expect("the root is nodal")[mover];
                let ucb = Ucb1::new(0.7, FirstPlayRule::First);
                let mut search =
                    if whole { search_with(shape, ucb, WholeMoves::default(), 7) } else { search_with(shape, ucb, Semimoves, 7) };
                let mut meter = Meter::new(Budget::Iterations(100_000));
                let mut submove = Vec::new();
                if search.choose(&position, &mut meter, &mut submove).is_err() {
                    continue;
                }
                let best = search.report().root.first().expect("a child was visited").mean;
                assert!((best - expected).abs() < 0.05, "{best} instead of {expected}: {} players, whole moves {whole}", shape.players);
            }
        }
    }
}

#[test]
fn flat_monte_carlo_estimates_random_play() {
    let mut rng = Rng::from_seed(33);
    for shape in shapes(3) {
        let position = shape.grow(&mut rng);
        let Turn::Player(mover) = position.turn() else { continue };
        let mut search = search_with(shape, RoundRobin, RootOnly::default(), 5);
        if search.search(&position, &mut Meter::new(Budget::Iterations(20_000))).is_err() {
            continue;
        }
        for row in search.report().root {
            let mut next = position.clone();
            row.submove.iter().for_each(|&m| next.apply(m));
            let expected = next.random_value().expect("whole moves end in nodal positions")[mover];
            // Results lie in [0, 1], so a standard error is at most 0.5/√n; chance practically never exceeds five of them.
            let tolerance = 2.5 / (row.visits as f64).sqrt();
            assert!((row.mean - expected).abs() < tolerance, "{} instead of {expected} ± {tolerance}", row.mean);
        }
    }
}

#[test]
fn chance_is_sampled_by_its_probabilities() {
    let shape = Shape { players: 2, depth: 2, chance: true, split: false, outcomes: Outcomes::Distinct };
    let mut rng = Rng::from_seed(34);
    let mut tested = 0;
    while tested < 5 {
        let position = shape.grow(&mut rng);
        let mut search = search_with(shape, Ucb1::new(0.7, FirstPlayRule::First), Semimoves, tested);
        if search.search(&position, &mut Meter::new(Budget::Iterations(20_000))).is_err() {
            continue;
        }
        let tree = search.tree();
        for child in tree.child_ids(Tree::ROOT) {
            let mut below = position.clone();
            tree.edge(child).for_each(|m| below.apply(m));
            if below.turn() != Turn::Chance || !tree.node(child).is_expanded() {
                continue;
            }
            let sampled = f64::from(tree.node(child).visits - 1);
            let chi2: f64 = tree
                .child_ids(child)
                .map(|outcome| {
                    let way = tree.edge(outcome).next().expect("an outcome is one semimove");
                    let expected = sampled * below.chance().unwrap().probability(way);
                    (f64::from(tree.node(outcome).visits) - expected).powi(2) / expected
                })
                .sum();
            // Two or three outcomes: at most 2 degrees of freedom, 13.8 is exceeded once in a thousand.
            assert!(sampled < 100.0 || chi2 < 13.8, "χ² = {chi2}");
            tested += u64::from(sampled >= 100.0);
        }
    }
}

/// Visits and value of every visited node below a node, by the semimoves that lead there.
type Statistics = BTreeMap<Vec<Move>, (u32, f64)>;

fn statistics(tree: &Tree, id: NodeId, path: &[Move], found: &mut Statistics) {
    let node = tree.node(id);
    found.insert(path.to_vec(), (node.visits, node.value));
    for child in tree.stored_ids(id).filter(|&child| tree.node(child).visits > 0) {
        let path: Vec<Move> = path.iter().copied().chain(tree.edge(child)).collect();
        statistics(tree, child, &path, found);
    }
}

/// After the turn, one more iteration changes the nodes of one path by one result each; all others are those of the tree before.
#[test]
fn a_tree_carried_over_equals_its_subtree() {
    let mut rng = Rng::from_seed(35);
    let mut compared = [0; 8];
    for (shape, compared) in shapes(3).zip(&mut compared) {
        for _ in 0..12 {
            let position = shape.grow(&mut rng);
            let mut search = search_with(shape, Ucb1::new(0.7, FirstPlayRule::First), Semimoves, 9);
            let mut submove = Vec::new();
            let chosen = search.choose(&position, &mut Meter::new(Budget::Iterations(500)), &mut submove);
            let mut next = position.clone();
            submove.iter().for_each(|&m| next.apply(m));
            if chosen.is_err() || !matches!(next.turn(), Turn::Player(_)) {
                continue;
            }
            let node = search.tree().descend(Tree::ROOT, &submove).expect("the chosen move is in the tree");
            let (mut before, mut after) = (Statistics::new(), Statistics::new());
            statistics(search.tree(), node, &[], &mut before);
            search.observe(&position, &submove);
            search.search(&next, &mut Meter::new(Budget::Iterations(1))).expect("the root has moves");
            statistics(search.tree(), Tree::ROOT, &[], &mut after);
            let changed: Vec<&Vec<Move>> = after.keys().filter(|path| after.get(*path) != before.get(*path)).collect();
            assert!(changed.windows(2).all(|pair| pair[1].starts_with(pair[0])), "the nodes that changed are one path: {changed:?}");
            assert!(changed.first().is_some_and(|path| path.is_empty()), "the root is on it");
            for path in changed {
                let ((visits, value), (old_visits, old_value)) = (after[path], before.get(path).copied().unwrap_or_default());
                assert!(visits == old_visits + 1 && (old_value..=old_value + 1.0 + 1e-9).contains(&value), "one result at {path:?}");
            }
            assert!(before.keys().all(|path| after.contains_key(path)), "nothing was lost");
            // A position that was not announced starts a new tree.
            search.search(&position, &mut Meter::new(Budget::Iterations(3))).expect("the root has moves");
            assert_eq!(search.tree().node(Tree::ROOT).visits, 3);
            *compared += 1;
        }
    }
    assert!(compared.iter().all(|&count| count >= 3), "trees compared of each shape: {compared:?}");
}

#[test]
fn the_tree_stops_growing_at_its_limit() {
    let shape = Shape { players: 2, depth: 4, chance: false, split: false, outcomes: Outcomes::Distinct };
    let position = shape.grow(&mut Rng::from_seed(36));
    let options = MctsOptions { max_nodes: 10, ..options(Ucb1::new(0.7, FirstPlayRule::First), Semimoves) };
    let mut search = Mcts::new(shape.info(), options).expect("the parts go together");
    search.search(&position, &mut Meter::new(Budget::Iterations(2000))).expect("the root has moves");
    assert!(search.tree().len() <= 10 + 3 && search.tree().node(Tree::ROOT).visits == 2000);
}
