//! The arena against a tree of plain vectors.

use treebench_agents::parts::Goals;
use treebench_agents::parts::backup::{Coupling, Draws, ProofNumbers, ScoreBounds};
use treebench_agents::search::{Backup, Column, ColumnId, Columns, Edges, Needs, NodeId, Rows, Tree};
use treebench_games::{GameInfo, Move, Rng};

/// A column of two cells per node.
struct Pair;

impl Column for Pair {
    type Table = Rows<u32>;
    const NAME: &'static str = "pairs";
}

/// A column of one cell per node, including unvisited children.
struct Number;

impl Column for Number {
    type Table = Rows<f64>;
    const NAME: &'static str = "numbers";
    const OF_UNVISITED: bool = true;
}

fn needs() -> Needs {
    Needs::new(GameInfo::win_draw_loss(2))
}

/// The columns of one kind, and their places.
fn columns<C: Column>(table: C::Table) -> (Columns, ColumnId<C>) {
    let mut needs = needs();
    let id = needs.writes(table);
    (needs.columns().expect("one column is written once"), id)
}

/// The cells of a new node in the columns.
const FRESH: [u32; 2] = [1, 1];

/// A node that owns its children.
#[derive(Clone, Debug, PartialEq)]
struct Plain {
    edge: Vec<Move>,
    visits: u32,
    /// The cells of the node in the columns: here its visits and its edge, once visited.
    facts: Vec<u32>,
    children: Vec<Plain>,
}

/// The arena's content below a node, children sorted by edge (the arena may reorder them).
fn unfold(tree: &Tree, id: NodeId) -> Plain {
    let pairs = tree.find::<Pair>().expect("the tree has pairs");
    let mut children: Vec<Plain> = tree.child_ids(id).map(|child| unfold(tree, child)).collect();
    children.sort_by(|a, b| a.edge.cmp(&b.edge));
    Plain { edge: tree.edge(id).collect(), visits: tree.node(id).visits, facts: tree.column(pairs).row(id).to_vec(), children }
}

/// Random submoves of one to three semimoves; none is a prefix of another, as in a game.
fn random_edges(rng: &mut Rng) -> Vec<Vec<Move>> {
    (0..1 + rng.below(5) as u64).map(|first| (0..1 + rng.below(3) as u64).map(|k| Move(first * 10 + k)).collect()).collect()
}

/// The same random operations on both.
fn grow(rng: &mut Rng, operations: usize) -> (Tree, Plain) {
    let (columns, pairs) = columns::<Pair>(Rows::new(2, 1));
    let mut tree = Tree::new(columns);
    let mut plain = Plain { edge: Vec::new(), visits: 0, facts: FRESH.to_vec(), children: Vec::new() };
    for _ in 0..operations {
        let (mut id, mut node) = (Tree::ROOT, &mut plain);
        loop {
            if !tree.node(id).is_expanded() {
                let submoves = random_edges(rng);
                let mut edges = Edges::default();
                submoves.iter().for_each(|submove| edges.push(submove));
                tree.expand(id, &edges);
                node.children =
                    submoves.into_iter().map(|edge| Plain { edge, visits: 0, facts: FRESH.to_vec(), children: Vec::new() }).collect();
                break;
            }
            if node.children.is_empty() {
                break;
            }
            let unvisited = tree.unvisited(id);
            let visited = tree.visited(id).len();
            assert_eq!(unvisited + visited, node.children.len());
            let child = if unvisited > 0 && (visited == 0 || rng.below(2) == 0) {
                tree.visit_new(id, rng.below(unvisited))
            } else {
                tree.child_ids(id).start + rng.below(visited) as NodeId
            };
            let edge: Vec<Move> = tree.edge(child).collect();
            let at = node.children.iter().position(|c| c.edge == edge).expect("both hold the same edges");
            if rng.below(12) == 0 {
                tree.remove_child(id, child);
                node.children.remove(at);
                break;
            }
            tree.node_mut(child).visits += 1;
            node = &mut node.children[at];
            node.visits += 1;
            node.facts = vec![node.visits + 10, node.edge[0].0 as u32];
            tree.column_mut(pairs).row_mut(child).copy_from_slice(&node.facts);
            id = child;
        }
    }
    (tree, sorted(plain))
}

fn sorted(mut plain: Plain) -> Plain {
    plain.children = plain.children.into_iter().map(sorted).collect();
    plain.children.sort_by(|a, b| a.edge.cmp(&b.edge));
    plain
}

#[test]
fn random_growth_visits_and_removals_agree() {
    let mut rng = Rng::from_seed(21);
    for _ in 0..200 {
        let (tree, plain) = grow(&mut rng, 60);
        assert_eq!(unfold(&tree, Tree::ROOT), plain);
    }
}

#[test]
fn a_new_root_keeps_its_subtree() {
    let mut rng = Rng::from_seed(22);
    for _ in 0..200 {
        let (mut tree, plain) = grow(&mut rng, 80);
        let Some(child) = plain.children.last() else { continue };
        let id = tree.descend(Tree::ROOT, &child.edge).expect("the tree holds its own edges");
        tree.reroot(id);
        assert_eq!(unfold(&tree, Tree::ROOT), Plain { edge: Vec::new(), ..child.clone() });
        // The memory of the previous tree is reused, and none of its content remains visible.
        if let Some(grandchild) = child.children.first() {
            let id = tree.descend(Tree::ROOT, &grandchild.edge).expect("the tree holds its own edges");
            tree.reroot(id);
            assert_eq!(unfold(&tree, Tree::ROOT), Plain { edge: Vec::new(), ..grandchild.clone() });
        }
    }
}

#[test]
fn a_move_may_lie_on_several_edges() {
    let mut tree = Tree::default();
    let mut edges = Edges::default();
    edges.push(&[Move(1), Move(2)]);
    edges.push(&[Move(3)]);
    tree.expand(Tree::ROOT, &edges);
    edges.clear();
    edges.push(&[Move(4)]);
    edges.push(&[Move(5), Move(6)]);
    tree.expand(1, &edges);
    assert_eq!(tree.descend(Tree::ROOT, &[Move(1), Move(2), Move(5), Move(6)]), Some(4));
    assert_eq!(tree.descend(Tree::ROOT, &[Move(1), Move(2)]), Some(1));
    assert_eq!(tree.descend(Tree::ROOT, &[Move(1)]), None);
    assert_eq!(tree.descend(Tree::ROOT, &[Move(1), Move(2), Move(5)]), None);
}

#[test]
fn a_node_stays_compact() {
    assert_eq!(size_of::<treebench_agents::search::Node>(), 24);
}

/// At most 8 bytes per player for bounds and 8 for proof numbers, in games of two or more players.
#[test]
fn proofs_stay_compact() {
    let bytes = |rule: Option<&mut dyn Backup>, players: usize| {
        let mut needs = Needs::new(GameInfo::win_draw_loss(players));
        rule.into_iter().for_each(|rule| rule.declare(&mut needs));
        let mut tree = Tree::new(needs.columns().expect("every column is written once"));
        let mut edges = Edges::default();
        edges.push_each(&(0..99).map(Move).collect::<Vec<_>>());
        tree.expand(Tree::ROOT, &edges);
        tree.bytes()
    };
    for players in 2..7 {
        let plain = bytes(None, players);
        let bounds = ScoreBounds::for_game(&GameInfo::win_draw_loss(players), Coupling::Published, Draws::Proven);
        let mut bounds = bounds.expect("the coupling suits every game").expect("there are bounds");
        let mut numbers = ProofNumbers::new(Goals::EveryPlayer { players });
        assert!(bytes(Some(&mut bounds), players) - plain <= 100 * 8 * players);
        assert!(bytes(Some(&mut numbers), players) - plain <= 100 * 8 * players);
    }
}

/// The content of both kinds of tree below a node: its visited children in order.
fn shape(tree: &Tree, id: NodeId) -> Vec<(Vec<Move>, u32, usize, Vec<f64>)> {
    let numbers = tree.find::<Number>().expect("the tree has numbers");
    let own = (tree.edge(id).collect(), tree.node(id).visits, tree.child_count(id), tree.column(numbers).row(id).to_vec());
    let below = tree.visited_ids(id).flat_map(|child| shape(tree, child));
    [own].into_iter().chain(below).collect()
}

/// The dense tree, itself compared with plain vectors above, is the reference.
#[test]
fn a_sparse_tree_holds_what_a_dense_one_holds() {
    let mut rng = Rng::from_seed(23);
    for _ in 0..200 {
        let (dense, numbers) = columns::<Number>(Rows::single(0.0));
        let mut trees = [Tree::new(dense), Tree::sparse(columns::<Number>(Rows::single(0.0)).0)];
        for _ in 0..300 {
            let mut ids = [Tree::ROOT; 2];
            loop {
                let [dense, sparse] = &mut trees;
                if !dense.node(ids[0]).is_expanded() {
                    let mut edges = Edges::default();
                    edges.push_each(&(0..rng.below(13) as u64).map(Move).collect::<Vec<_>>());
                    dense.expand(ids[0], &edges);
                    sparse.expand(ids[1], &edges);
                    break;
                }
                let (unvisited, visited) = (dense.unvisited(ids[0]), dense.visited(ids[0]).len());
                if unvisited + visited == 0 {
                    break;
                }
                let children = if unvisited > 0 && (visited == 0 || rng.below(2) == 0) {
                    let pick = rng.below(unvisited);
                    [dense.visit_new(ids[0], pick), sparse.visit_new(ids[1], pick)]
                } else {
                    let k = rng.below(visited) as NodeId;
                    [dense.visited_ids(ids[0]).start + k, sparse.visited_ids(ids[1]).start + k]
                };
                let dead = rng.below(15) == 0;
                let number = rng.unit();
                for (tree, (&parent, &child)) in trees.iter_mut().zip(ids.iter().zip(&children)) {
                    tree.node_mut(child).visits += 1;
                    *tree.column_mut(numbers).cell_mut(child) = number;
                    if dead {
                        let length = tree.len();
                        drop_below(tree, child);
                        tree.remove_child(parent, child);
                        assert!(tree.len() < length);
                    }
                }
                if dead {
                    break;
                }
                ids = children;
            }
            assert_eq!(trees[0].len(), trees[1].len());
        }
        assert_eq!(shape(&trees[0], Tree::ROOT), shape(&trees[1], Tree::ROOT));
        assert!(trees[1].bytes() <= trees[0].bytes() * 2);
        let child = trees[0].visited_ids(Tree::ROOT).next().map(|child| trees[0].edge(child).collect::<Vec<_>>());
        let Some(edge) = child else { continue };
        for tree in &mut trees {
            let id = tree.descend(Tree::ROOT, &edge).expect("a visited child is in the tree");
            tree.reroot(id);
        }
        assert_eq!(trees[0].len(), trees[1].len());
        assert_eq!(shape(&trees[0], Tree::ROOT), shape(&trees[1], Tree::ROOT));
        // The copy's blocks accept new children as those of the original would.
        let [dense, sparse] = &mut trees;
        while dense.unvisited(Tree::ROOT) > 0 {
            assert_eq!(dense.visit_new(Tree::ROOT, 0) > 0, sparse.visit_new(Tree::ROOT, 0) > 0);
            assert_eq!(shape(dense, Tree::ROOT), shape(sparse, Tree::ROOT));
        }
    }
}

/// Removes everything below a node, as a search does with dead ends.
fn drop_below(tree: &mut Tree, id: NodeId) {
    while let Some(child) = tree.visited_ids(id).last() {
        drop_below(tree, child);
        tree.remove_child(id, child);
    }
    let hidden = tree.child_count(id);
    for _ in 0..hidden {
        let child = tree.visit_new(id, 0);
        tree.remove_child(id, child);
    }
}

/// A node without moves can be the last one that was expanded.
#[test]
fn a_dead_end_can_be_kept() {
    for mut tree in [Tree::default(), Tree::sparse(Columns::default())] {
        let mut edges = Edges::default();
        edges.push(&[Move(1)]);
        tree.expand(Tree::ROOT, &edges);
        let child = tree.visit_new(Tree::ROOT, 0);
        edges.clear();
        tree.expand(child, &edges);
        tree.reroot(child);
        assert_eq!((tree.len(), tree.child_count(Tree::ROOT)), (1, 0));
    }
}

#[test]
fn a_column_is_written_by_exactly_one_part() {
    let mut unwritten = needs();
    unwritten.reads::<Pair>();
    let error = unwritten.columns().err().expect("nobody writes the column");
    assert_eq!(error.message, "a part of the search reads pairs, which no part writes");
    let mut twice = needs();
    twice.writes::<Number>(Rows::single(0.0));
    twice.writes::<Number>(Rows::single(1.0));
    assert_eq!(twice.columns().err().expect("it is written twice").message, "two parts of the search write numbers");
    // Readers and writers may declare columns in any order, and both get the same place.
    let mut both = needs();
    let (read, _) = (both.reads::<Number>(), both.reads::<Pair>());
    both.writes::<Pair>(Rows::new(2, 3));
    both.writes::<Number>(Rows::single(0.5));
    let tree = Tree::new(both.columns().expect("both are written once"));
    assert_eq!(tree.column(read).cell(Tree::ROOT), 0.5);
}

#[test]
#[should_panic(expected = "unvisited children have no nodes")]
fn a_sparse_tree_refuses_to_list_all_children() {
    Tree::sparse(Columns::default()).child_ids(Tree::ROOT);
}
