//! The tree designs of the split-moves paper on trees small enough to be enumerated.

use crate::common::{Explicit, Outcomes, Shape};
use std::collections::BTreeSet;
use treebench_agents::parts::expansion::{Semimoves, WholeMoves};
use treebench_agents::parts::selection::{FirstPlayRule, Ucb1};
use treebench_agents::search::{Expansion, Growth, Mcts, MctsOptions, NodeId, Tree};
use treebench_agents::{Agent, Budget, Meter};
use treebench_games::notation::whole_moves;
use treebench_games::{Move, Position, Rng, Turn};

/// A tree design by its name in the paper.
#[derive(Clone, Copy, Debug)]
struct Design {
    name: &'static str,
    whole: bool,
    growth: Growth,
}

const DESIGNS: [Design; 5] = [
    Design { name: "O", whole: true, growth: Growth { nodal: false, guided: false, roll_up: None } },
    Design { name: "S-raw", whole: false, growth: Growth { nodal: false, guided: false, roll_up: None } },
    Design { name: "S-nodal", whole: false, growth: Growth { nodal: true, guided: false, roll_up: None } },
    Design { name: "R-raw", whole: false, growth: Growth { nodal: false, guided: false, roll_up: Some(1.0) } },
    Design { name: "R-nodal", whole: false, growth: Growth { nodal: true, guided: false, roll_up: Some(1.0) } },
];

fn shape(players: usize, chance: bool, depth: u32) -> Shape {
    Shape { players, depth, chance, split: true, outcomes: Outcomes::Distinct }
}

fn search(shape: Shape, design: Design, exploration: f64, seed: u64) -> Mcts {
    let expansion: Box<dyn Expansion> = if design.whole { Box::<WholeMoves>::default() } else { Box::new(Semimoves) };
    let selection = Box::new(Ucb1::new(exploration, FirstPlayRule::First));
    let options = MctsOptions { selection, expansion, growth: design.growth, ..MctsOptions::uct(1000) };
    let mut search = Mcts::new(shape.info(), options).expect("the parts go together");
    search.start(0, Rng::from_seed(seed));
    search
}

fn iterate(search: &mut Mcts, position: &Explicit, iterations: u64) -> bool {
    search.search(position, &mut Meter::new(Budget::Iterations(iterations))).is_ok()
}

/// Usable positions: some random trees have no legal move at the root.
fn positions(shape: Shape, seed: u64, count: usize) -> Vec<Explicit> {
    let mut rng = Rng::from_seed(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let position = shape.grow(&mut rng);
        if !whole_moves(&position).is_empty() {
            found.push(position);
        }
    }
    found
}

/// Checks the statistics and the edges of a subtree.
fn check(tree: &Tree, id: NodeId, position: &Explicit, design: Design) {
    let node = tree.node(id);
    assert!(node.visits == 0 || position.is_alive(), "{}: a dead position was counted", design.name);
    assert!(position.is_nodal() || !design.whole, "O has no node inside a move");
    if !node.is_expanded() || tree.stored_ids(id).is_empty() {
        let complete = position.is_nodal() || node.visits == 0 || !design.growth.nodal;
        assert!(complete, "{}: a visited leaf is between moves", design.name);
        return;
    }
    let below: u32 = tree.stored_ids(id).map(|child| tree.node(child).visits).sum();
    // An iteration that ended in a node belongs to it; nodes added with a whole move never had one.
    let own = u32::from(id != Tree::ROOT && (position.is_nodal() || !design.growth.nodal));
    if design.name == "R-raw" {
        assert!(node.visits >= below + own, "the iterations of dissolved nodes stay with those above");
    } else {
        assert_eq!(node.visits, below + own, "{}: an iteration is a node's own or one child's", design.name);
    }
    let mut edges = BTreeSet::new();
    for (k, child) in tree.stored_ids(id).enumerate() {
        let edge: Vec<Move> = tree.edge(child).collect();
        let mut next = position.clone();
        for (i, m) in edge.iter().enumerate() {
            assert!((m.0 as usize) < next.table[next.at].ways.len(), "an edge is a legal submove");
            next.apply(*m);
            assert!(i + 1 == edge.len() || !next.is_nodal(), "an edge passes no position between moves");
        }
        if matches!(position.turn(), Turn::Player(_)) {
            assert_eq!(k < tree.visited(id).len(), tree.node(child).visits > 0, "{}: visited children come first", design.name);
        }
        assert!(edges.insert(edge), "every edge is there once");
        check(tree, child, &next, design);
    }
}

#[test]
fn statistics_sum_up_and_paths_are_legal_after_every_iteration() {
    for design in DESIGNS {
        for (players, chance) in [(2, false), (3, true)] {
            for (seed, position) in positions(shape(players, chance, 3), 41, 6).iter().enumerate() {
                let mut search = search(shape(players, chance, 3), design, 0.5, seed as u64);
                for iteration in 1..=250 {
                    assert!(iterate(&mut search, position, 1));
                    assert_eq!(search.tree().node(Tree::ROOT).visits, iteration);
                    check(search.tree(), Tree::ROOT, position, design);
                }
            }
        }
    }
}

#[test]
fn values_converge_to_those_of_perfect_play_in_every_design() {
    for design in DESIGNS {
        for (seed, position) in positions(shape(2, false, 2), 42, 12).iter().enumerate() {
            let Turn::Player(mover) = position.turn() else { continue };
            let expected = position.solve().expect("the root is nodal")[mover];
            let mut search = search(shape(2, false, 2), design, 1.4, seed as u64);
            assert!(iterate(&mut search, position, 200_000));
            let best = search.report().root.first().expect("a child was visited").mean;
            // The cost of exploration is a logarithm of the visits at every level, and semimoves are separate levels.
            assert!((best - expected).abs() < 0.05, "{}: {best} instead of {expected}", design.name);
        }
    }
}

/// Whether every often visited node has one edge per legal move, as in the tree of the orthodox game.
fn is_orthodox(tree: &Tree, id: NodeId, position: &Explicit) -> bool {
    if !tree.node(id).is_expanded() || !matches!(position.turn(), Turn::Player(_)) || tree.node(id).visits < 200 {
        return true;
    }
    let edges: BTreeSet<Vec<Move>> = tree.stored_ids(id).map(|child| tree.edge(child).collect()).collect();
    let moves: BTreeSet<Vec<Move>> = whole_moves(position).into_iter().collect();
    edges == moves
        && tree.stored_ids(id).all(|child| {
            let mut next = position.clone();
            tree.edge(child).for_each(|m| next.apply(m));
            is_orthodox(tree, child, &next)
        })
}

#[test]
fn a_tree_rolled_up_is_the_orthodox_tree() {
    for design in &DESIGNS[3..] {
        for (seed, position) in positions(shape(2, false, 3), 43, 20).iter().enumerate() {
            let mut search = search(shape(2, false, 3), *design, 2.0, seed as u64);
            assert!(iterate(&mut search, position, 20_000));
            assert!(is_orthodox(search.tree(), Tree::ROOT, position), "{}, tree {seed}", design.name);
        }
    }
}

#[test]
fn what_is_dissolved_leaves_the_count_and_the_next_root() {
    let position = &positions(shape(2, false, 3), 44, 1)[0];
    let mut search = search(shape(2, false, 3), DESIGNS[4], 2.0, 1);
    let mut submove = Vec::new();
    search.choose(position, &mut Meter::new(Budget::Iterations(5000)), &mut submove).expect("there is a legal move");
    let count = |tree: &Tree| {
        let (mut open, mut count) = (vec![Tree::ROOT], 0);
        while let Some(id) = open.pop() {
            count += 1;
            open.extend(tree.stored_ids(id));
        }
        count
    };
    assert!(search.tree().allocated() > search.tree().len(), "something was dissolved");
    assert_eq!(search.tree().len(), count(search.tree()));
    let before = search.tree().descend(Tree::ROOT, &submove).map(|id| *search.tree().node(id)).expect("the move is in the tree");
    search.observe(position, &submove);
    let mut next = position.clone();
    submove.iter().for_each(|&m| next.apply(m));
    if matches!(next.turn(), Turn::Player(_)) && iterate(&mut search, &next, 1) {
        assert_eq!(search.tree().node(Tree::ROOT).visits, before.visits + 1);
        assert_eq!(search.tree().len(), count(search.tree()));
    }
}
