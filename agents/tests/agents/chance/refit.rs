//! Nodes restricted to the legal moves, against a map from submoves to visits; and the rule for wins and losses, against its formula.

use crate::common::pick::picked;
use std::collections::BTreeMap;
use treebench_agents::parts::backup::{CountDecisive, DecisiveResults};
use treebench_agents::parts::selection::{DrawnGames, FirstPlayRule, Sum, WinLossUcb};
use treebench_agents::search::{Backup, ColumnId, Edges, Needs, NodeId, Pick, Selection, Tree};
use treebench_games::{GameInfo, Move, Rng};

fn edges(submoves: &[Vec<Move>]) -> Edges {
    let mut edges = Edges::default();
    submoves.iter().for_each(|submove| edges.push(submove));
    edges
}

/// Some of 40 submoves of one to three semimoves, in any order.
fn some(rng: &mut Rng) -> Vec<Vec<Move>> {
    let mut all: Vec<Vec<Move>> = (0..40u64).map(|n| (0..=n % 3).map(|k| Move(n * 10 + k)).collect()).collect();
    (0..1 + rng.below(20)).map(|_| all.swap_remove(rng.below(all.len()))).collect()
}

fn submove(tree: &Tree, id: NodeId) -> Vec<Move> {
    tree.edge(id).collect()
}

/// A tree that counts decided results, and a rule that knows the column.
fn tree() -> (Tree, ColumnId<DecisiveResults>) {
    let mut needs = Needs::new(GameInfo::win_draw_loss(2));
    CountDecisive::default().declare(&mut needs);
    let decided = needs.reads();
    (Tree::new(needs.columns().expect("the column is written")), decided)
}

#[test]
fn narrowed_nodes_hold_what_is_legal_and_forget_nothing() {
    let mut rng = Rng::from_seed(71);
    for _ in 0..50 {
        let (mut tree, decided) = tree();
        // The node under test is the root's only child, so that it does not move the children of other nodes unseen.
        tree.expand(Tree::ROOT, &edges(&[vec![Move(1)]]));
        let node = tree.visit_new(Tree::ROOT, 0);
        let first = some(&mut rng);
        tree.expand(node, &edges(&first));
        let mut known: BTreeMap<Vec<Move>, u32> = first.into_iter().map(|submove| (submove, 0)).collect();
        for _ in 0..60 {
            let (legal, room) = (some(&mut rng), rng.below(4) > 0);
            let whole = tree.refit(node, &edges(&legal), room);
            if room {
                legal.iter().for_each(|submove| _ = known.entry(submove.clone()).or_insert(0));
            }
            let mut expected: Vec<&Vec<Move>> = legal.iter().filter(|submove| known.contains_key(*submove)).collect();
            let mut found: Vec<Vec<Move>> = tree.child_ids(node).map(|child| submove(&tree, child)).collect();
            assert!(tree.visited(node).iter().all(|child| child.visits > 0));
            assert_eq!(tree.children(node).iter().filter(|child| child.visits == 0).count(), tree.unvisited(node));
            expected.sort();
            found.sort();
            assert_eq!(found.iter().collect::<Vec<_>>(), expected);
            if !found.is_empty() {
                let unvisited = tree.unvisited(node);
                let child = if unvisited > 0 && rng.below(2) == 0 {
                    tree.visit_new(node, rng.below(unvisited))
                } else {
                    tree.child_ids(node).start + rng.below(found.len()) as NodeId
                };
                tree.node_mut(child).visits += 1;
                *tree.column_mut(decided).cell_mut(child) += 1;
                *known.entry(submove(&tree, child)).or_default() += 1;
            }
            tree.unfit(node, whole);
            let all: BTreeMap<Vec<Move>, u32> =
                tree.child_ids(node).map(|child| (submove(&tree, child), tree.node(child).visits)).collect();
            assert_eq!(all, known);
            assert!(tree.child_ids(node).all(|child| tree.column(decided).cell(child) == tree.node(child).visits));
        }
    }
}

#[test]
fn wins_and_losses_are_weighed_as_printed() {
    let mut rng = Rng::from_seed(72);
    for round in 0..300 {
        let draws = if round % 2 == 0 { DrawnGames::LeftOut } else { DrawnGames::Halves };
        let (mut tree, decided) = tree();
        let count = 2 + rng.below(6);
        tree.expand(Tree::ROOT, &edges(&(0..count as u64).map(|n| vec![Move(n)]).collect::<Vec<_>>()));
        let mut n = 1;
        let mut best = (f64::NEG_INFINITY, 0);
        let mut rows = Vec::new();
        for place in 0..count {
            let [wins, losses, drawn] = [rng.below(9), rng.below(9), 1 + rng.below(9)].map(|x| x as u32);
            let id = tree.visit_new(Tree::ROOT, 0);
            tree.node_mut(id).visits = wins + losses + drawn;
            tree.node_mut(id).value = f64::from(wins) + 0.5 * f64::from(drawn);
            *tree.column_mut(decided).cell_mut(id) = wins + losses;
            n += wins + losses + drawn;
            rows.push((place, f64::from(wins), f64::from(losses), f64::from(drawn)));
        }
        tree.node_mut(Tree::ROOT).visits = n;
        for (place, wins, losses, drawn) in rows {
            let (v, d) = match draws {
                DrawnGames::LeftOut if wins + losses == 0.0 => (0.5 * drawn, 0.5 * drawn),
                DrawnGames::LeftOut => (wins, losses),
                DrawnGames::Halves => (wins + 0.5 * drawn, losses + 0.5 * drawn),
            };
            let score = v / (v + d) + (0.3 * libm::log(f64::from(n)) / (v + d)).sqrt();
            // The first of equals; the two forms may round differently.
            if score > best.0 + 1e-12 {
                best = (score, place);
            }
        }
        let mut rule = Sum::new(WinLossUcb::new(0.3, draws), FirstPlayRule::First);
        rule.declare(&mut Needs::new(GameInfo::win_draw_loss(2)));
        assert_eq!(picked(&mut rule, &mut tree, Tree::ROOT, 0), Pick::Visited(best.1));
    }
}
