//! Each part against a plain, slow version of itself.

#![expect(clippy::disallowed_methods, reason = "the second opinion on UCB1 uses the platform's logarithm")]

use crate::common::pick::picked;
use treebench_agents::parts::backup::Mean;
use treebench_agents::parts::final_move::BestChild;
use treebench_agents::parts::selection::{FirstPlay, RoundRobin, Ucb1};
use treebench_agents::search::{Actions, Backup, Edges, FinalMove, Iteration, NodeId, Pick, Step, Tree};
use treebench_games::{Move, Rng};

/// A root with `children` children; the first `visited` have random statistics, which add up.
fn random_root(rng: &mut Rng, children: usize, visited: usize) -> Tree {
    let mut tree = Tree::default();
    let mut edges = Edges::default();
    edges.push_each(&(0..children as u64).map(Move).collect::<Vec<_>>());
    tree.expand(Tree::ROOT, &edges);
    let mut total = 1;
    for _ in 0..visited {
        let child = tree.visit_new(Tree::ROOT, 0);
        let most = if rng.below(4) == 0 { 3000 } else { 6 };
        let visits = 1 + rng.below(most) as u32;
        tree.node_mut(child).visits = visits;
        tree.node_mut(child).value = rng.unit() * f64::from(visits);
        total += visits;
    }
    tree.node_mut(Tree::ROOT).visits = total;
    tree
}

/// UCB1 as in the paper, with every child's score written out.
fn plain_ucb1(tree: &Tree, exploration: f64, urgency: f64) -> f64 {
    let n_parent = f64::from(tree.node(Tree::ROOT).visits);
    let score = |id: NodeId| {
        let node = tree.node(id);
        let n = f64::from(node.visits);
        if node.visits == 0 { urgency } else { node.value / n + exploration * (n_parent.ln() / n).sqrt() }
    };
    tree.child_ids(Tree::ROOT).map(score).fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn ucb1_picks_a_child_of_greatest_score() {
    let mut rng = Rng::from_seed(11);
    for _ in 0..3000 {
        let children = 1 + rng.below(30);
        let visited = rng.below(children + 1);
        let mut tree = random_root(&mut rng, children, visited);
        let exploration = rng.unit() * 2.0;
        let urgency = if rng.below(3) == 0 { f64::INFINITY } else { rng.unit() * 2.0 };
        let best = plain_ucb1(&tree, exploration, urgency);
        let first_play = FirstPlay::urgency(urgency, 1.0);
        match picked(&mut Ucb1::new(exploration, first_play), &mut tree, Tree::ROOT, 0) {
            Pick::New(_) | Pick::Solved => panic!("nothing is known here"),
            Pick::Unvisited => assert!(visited < children && urgency == best),
            Pick::Visited(k) => {
                let node = tree.visited(Tree::ROOT)[k];
                let n = f64::from(node.visits);
                let score = node.value / n + exploration * (f64::from(tree.node(Tree::ROOT).visits).ln() / n).sqrt();
                assert!((score - best).abs() < 1e-9, "picked {score}, the best is {best}");
            }
        }
    }
}

#[test]
fn round_robin_visits_evenly() {
    let mut tree = random_root(&mut Rng::from_seed(3), 7, 0);
    for _ in 0..7 * 5 + 3 {
        let child = match picked(&mut RoundRobin, &mut tree, Tree::ROOT, 0) {
            Pick::Unvisited | Pick::New(_) | Pick::Solved => tree.visit_new(Tree::ROOT, 0),
            Pick::Visited(k) => tree.child_ids(Tree::ROOT).start + k as NodeId,
        };
        tree.node_mut(child).visits += 1;
    }
    let mut visits: Vec<u32> = tree.children(Tree::ROOT).iter().map(|n| n.visits).collect();
    visits.sort_unstable();
    assert_eq!(visits, [5, 5, 5, 5, 6, 6, 6]);
}

#[test]
fn mean_averages_for_the_chooser() {
    let mut rng = Rng::from_seed(5);
    let mut tree = random_root(&mut rng, 3, 0);
    let children: Vec<NodeId> = tree.child_ids(Tree::ROOT).collect();
    let mut sums = [[0.0; 2]; 3];
    for _ in 0..100 {
        let scores = [rng.unit(), rng.unit(), rng.unit()];
        let (k, chooser) = (rng.below(3), rng.below(3));
        let path = [Step { node: Tree::ROOT, ..Step::default() }, Step { node: children[k], chooser, ..Step::default() }];
        Mean.back_up(&mut tree, &Iteration { path: &path, scores: &scores, actions: &Actions::default() });
        sums[k][0] += scores[chooser];
        sums[k][1] += 1.0;
    }
    for (child, [sum, count]) in children.into_iter().zip(sums) {
        assert!((tree.node(child).mean() - sum / count).abs() < 1e-12);
        assert_eq!(f64::from(tree.node(child).visits), count);
    }
    assert_eq!(tree.node(Tree::ROOT).visits, 101);
}

#[test]
fn final_moves_follow_their_key_and_draw_lots_among_equals() {
    let mut tree = random_root(&mut Rng::from_seed(1), 4, 4);
    let children: Vec<NodeId> = tree.child_ids(Tree::ROOT).collect();
    for (&child, (visits, mean)) in children.iter().zip([(10, 0.5), (8, 0.9), (10, 0.7), (10, 0.7)]) {
        tree.node_mut(child).visits = visits;
        tree.node_mut(child).value = mean * f64::from(visits);
    }
    let mut rng = Rng::from_seed(2);
    let mut by_visits = [0; 4];
    for _ in 0..2000 {
        let choice = BestChild::Visits.choose(&tree, Tree::ROOT, &children, 0, &mut rng).expect("there are children");
        by_visits[(choice - children[0]) as usize] += 1;
        assert_eq!(BestChild::Mean.choose(&tree, Tree::ROOT, &children, 0, &mut rng), Some(children[1]));
    }
    assert_eq!(by_visits[0] + by_visits[1], 0);
    // A fair draw stays within 5 standard deviations (±112) of 1000.
    assert!((888..=1112).contains(&by_visits[2]), "{by_visits:?}");
    assert_eq!(BestChild::Visits.choose(&tree, Tree::ROOT, &[], 0, &mut rng), None);
}
