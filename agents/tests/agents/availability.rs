//! UCB1 with availability against a plain version that counts by hand.

use crate::common::pick::picked;
use std::collections::BTreeMap;
use treebench_agents::parts::selection::AvailabilityUcb;
use treebench_agents::search::{Edges, Needs, NodeId, Pick, Selection, Tree};
use treebench_games::{GameInfo, Move, Rng};

/// The counts of a move: its visits, the sum of its results, and the visits of the node at which it was legal.
#[derive(Clone, Copy, Default)]
struct Counts {
    visits: u32,
    sum: f64,
    legal: u32,
}

fn edges(moves: &[u64]) -> Edges {
    let mut edges = Edges::default();
    edges.push_each(&moves.iter().map(|&m| Move(m)).collect::<Vec<_>>());
    edges
}

#[test]
fn availability_counts_the_visits_at_which_a_move_was_legal() {
    let (mut rng, mut compared) = (Rng::from_seed(72), 0);
    for exploration in [0.1, 0.7, 2.0] {
        let mut rule = AvailabilityUcb::new(exploration);
        let mut needs = Needs::new(GameInfo::win_draw_loss(2));
        rule.declare(&mut needs);
        let mut tree = Tree::new(needs.columns().expect("the column is written"));
        // The node under test is the root's only child, so that it does not move the children of other nodes unseen.
        tree.expand(Tree::ROOT, &edges(&[1]));
        let node = tree.visit_new(Tree::ROOT, 0);
        tree.expand(node, &edges(&[0]));
        let mut plain: BTreeMap<u64, Counts> = BTreeMap::new();
        for _ in 0..400 {
            let legal: Vec<u64> = (0..6).filter(|k| *k == 0 || rng.below(2) == 0).collect();
            let whole = tree.refit(node, &edges(&legal), true);
            let score = |m: &u64| {
                let Counts { visits, sum, legal } = plain.get(m).copied().unwrap_or_default();
                let n = f64::from(visits);
                if visits == 0 { f64::INFINITY } else { sum / n + exploration * (libm::log(f64::from(legal)) / n).sqrt() }
            };
            let best = legal.iter().map(score).fold(f64::NEG_INFINITY, f64::max);
            let child: NodeId = match picked(&mut rule, &mut tree, node, 0) {
                Pick::Visited(k) => tree.visited_ids(node).start + k as NodeId,
                Pick::Unvisited => tree.visit_new(node, rng.below(tree.unvisited(node))),
                other => panic!("{other:?}"),
            };
            let m = tree.edge(child).next().expect("an edge has a move").0;
            assert!(score(&m) >= best - 1e-9 || score(&m) == best, "{m}: {} < {best}", score(&m));
            compared += u32::from(best.is_finite());
            legal.iter().for_each(|&m| plain.entry(m).or_default().legal += 1);
            let result = if rng.below(8) as u64 > m { 1.0 } else { 0.0 };
            let counts = plain.entry(m).or_default();
            (counts.visits, counts.sum) = (counts.visits + 1, counts.sum + result);
            let kept = tree.node_mut(child);
            (kept.visits, kept.value) = (kept.visits + 1, kept.value + result);
            tree.unfit(node, whole);
        }
    }
    assert!(compared > 1000, "{compared}");
}
