//! Where Ludii differs from the papers, against plain versions: bounds that follow reports, the value of unvisited moves, ties, and turns with a
//! single legal move.

use crate::common::pick::picked;
use crate::common::{Outcomes, Shape};
use std::sync::{Arc, Mutex};
use treebench_agents::parts::backup::{Bounds, BoundsUpdate, Coupling, Draws, Mean, PlayerSums, PruningMark, ScoreBounds};
use treebench_agents::parts::selection::{BoundedValue, FirstPlayRule, Pruning, Sum, Ties, Ucb, Ucb1};
use treebench_agents::search::{Backup, Edges, Iteration, Mcts, MctsOptions, Needs, NodeId, Pick, Selection, Tree};
use treebench_agents::{Agent, Budget, Meter, agents};
use treebench_games::params::{Value, Values};
use treebench_games::{GameInfo, Move, Player, Position, Rng, Turn, games};

/// A node as in Ludii; utilities are in [0, 1] here, so that ½ is Ludii's 0.
struct Plain {
    mover: Option<Player>,
    parent: Option<usize>,
    /// One per legal move; `None` for a child that is not in the tree.
    children: Vec<Option<usize>>,
    pess: Vec<f32>,
    opti: Vec<f32>,
    pruned: bool,
}

#[derive(Default)]
struct PlainTree(Vec<Plain>);

impl PlainTree {
    /// Adds the child for a move: its bounds are reported before it takes its place.
    fn add(&mut self, parent: Option<(usize, usize)>, position: &dyn Position, players: usize) -> usize {
        let over = position.is_over();
        let mover = if let Turn::Player(mover) = position.turn() { Some(mover) } else { None };
        let scores: Vec<f32> = (0..players).map(|player| position.score(player) as f32).collect();
        let id = self.0.len();
        self.0.push(Plain {
            mover,
            parent: parent.map(|(parent, _)| parent),
            children: vec![None; position.move_list().len()],
            pess: if over { scores.clone() } else { vec![0.0; players] },
            opti: if over { scores.clone() } else { vec![1.0; players] },
            pruned: false,
        });
        if let Some((parent, slot)) = parent {
            for (player, &score) in scores.iter().enumerate().filter(|&(_, &score)| over && score != 0.5) {
                self.raise(parent, player, score);
                self.lower(parent, id, player, score);
            }
            self.0[parent].children[slot] = Some(id);
        }
        id
    }

    fn raise(&mut self, node: usize, player: Player, pess: f32) {
        let before = self.0[node].pess[player];
        if pess <= before {
            return;
        }
        let mut raised = pess;
        if self.0[node].mover == Some(player) {
            for child in self.0[node].children.clone().into_iter().flatten() {
                self.0[child].pruned |= self.0[child].opti[player] <= pess;
            }
        } else {
            for child in self.0[node].children.clone() {
                let Some(child) = child else { return };
                raised = raised.min(self.0[child].pess[player]);
            }
            if raised <= before {
                return;
            }
        }
        self.0[node].pess[player] = raised;
        if let Some(parent) = self.0[node].parent {
            self.raise(parent, player, raised);
        }
    }

    fn lower(&mut self, node: usize, from: usize, player: Player, opti: f32) {
        if self.0[node].mover == Some(player) && opti <= self.0[node].pess[player] {
            self.0[from].pruned = true;
        }
        let mut lowered = opti;
        if opti >= self.0[node].opti[player] {
            return;
        }
        for child in self.0[node].children.clone() {
            let Some(child) = child else { return };
            lowered = lowered.max(self.0[child].opti[player]);
        }
        if lowered < self.0[node].opti[player] {
            self.0[node].opti[player] = lowered;
            if let Some(parent) = self.0[node].parent {
                self.lower(parent, node, player, lowered);
            }
        }
    }
}

/// The moves of an iteration's path and its scores.
type Record = (Vec<Move>, Vec<f64>);

/// Records every iteration.
struct Paths(Arc<Mutex<Vec<Record>>>);

impl Backup for Paths {
    fn back_up(&mut self, tree: &mut Tree, iteration: &Iteration<'_>) {
        let moves = iteration.path[1..].iter().flat_map(|step| tree.edge(step.node)).collect();
        self.0.lock().expect("one thread").push((moves, iteration.scores.to_vec()));
    }
}

fn compare(tree: &Tree, id: NodeId, plain: &PlainTree, at: usize, seen: &mut [usize; 3]) {
    let (bounds, marks) = (tree.find::<Bounds>().expect("kept"), tree.find::<PruningMark>().expect("kept"));
    let other = &plain.0[at];
    for (player, bound) in tree.column(bounds).row(id).iter().enumerate() {
        assert_eq!((bound.pess, bound.opti), (other.pess[player], other.opti[player]), "player {player}");
        seen[0] += usize::from(bound.pess > 0.0 && !other.children.is_empty());
    }
    assert_eq!(tree.column(marks).cell(id), other.pruned);
    seen[1] += usize::from(other.pruned);
    for child in tree.visited_ids(id) {
        let m = tree.edge(child).next().expect("an edge has a move");
        compare(tree, child, plain, other.children[m.0 as usize].expect("it was added"), seen);
        seen[2] += 1;
    }
}

#[test]
fn reports_are_those_of_ludii() {
    let mut rng = Rng::from_seed(71);
    // Bounds above 0 inside the tree, marks, nodes.
    let mut seen = [0; 3];
    for seed in 0..600 {
        let outcomes = [Outcomes::Dealt(1), Outcomes::Dealt(2), Outcomes::Free(2)][rng.below(3)];
        let shape = Shape { players: 2 + rng.below(2), depth: 2 + rng.below(4) as u32, chance: false, split: false, outcomes };
        let position = shape.grow(&mut rng);
        let info = shape.info();
        let paths = Arc::new(Mutex::new(Vec::new()));
        let bounds = ScoreBounds::for_game(&info, Coupling::Independent, Draws::Silent).expect("suits").expect("bounds");
        let bounds = bounds.updated(BoundsUpdate::Reports, true).expect("suits");
        let terms = (BoundedValue::new(Pruning::Marked, true), Ucb::new(0.7));
        let selection = Sum::new(terms, FirstPlayRule::NodeValue).with_ties(Ties::Random);
        let options = MctsOptions {
            selection: Box::new(selection),
            backup: vec![Box::new(Mean), Box::new(Paths(Arc::clone(&paths))), Box::new(bounds)],
            ..MctsOptions::uct(1000)
        };
        let mut search = Mcts::new(info, options).expect("the parts go together");
        search.start(0, Rng::from_seed(seed));
        if search.search(&position, &mut Meter::new(Budget::Iterations(1 + rng.below(150) as u64))).is_err() {
            continue;
        }
        let mut plain = PlainTree::default();
        let root = plain.add(None, &position, shape.players);
        for (path, _) in paths.lock().expect("one thread").iter() {
            let (mut at, mut here) = (root, position.clone());
            for &m in path {
                here.apply(m);
                let slot = m.0 as usize;
                at = match plain.0[at].children[slot] {
                    Some(child) => child,
                    None => plain.add(Some((at, slot)), &here, shape.players),
                };
            }
        }
        compare(search.tree(), Tree::ROOT, &plain, root, &mut seen);
    }
    assert!(seen.iter().all(|&count| count > 1000), "{seen:?}");
}

/// The sums of a node are the sums of the results of all iterations that passed it, its own playout included.
fn check_sums(tree: &Tree, id: NodeId, moves: &mut Vec<Move>, records: &[Record]) -> usize {
    let sums = tree.find::<PlayerSums>().expect("kept");
    for (player, &sum) in tree.column(sums).row(id).iter().enumerate() {
        let expected: f64 = records.iter().filter(|(path, _)| path.starts_with(moves)).map(|(_, scores)| scores[player]).sum();
        assert!((sum - expected).abs() < 1e-9, "player {player} after {moves:?}: {sum} instead of {expected}");
    }
    let mut checked = 1;
    for child in tree.visited_ids(id) {
        moves.extend(tree.edge(child));
        checked += check_sums(tree, child, moves, records);
        moves.pop();
    }
    checked
}

#[test]
fn all_results_of_a_node_are_added_up_for_every_player() {
    let mut rng = Rng::from_seed(72);
    for players in [2, 3] {
        let shape = Shape { players, depth: 5, chance: false, split: false, outcomes: Outcomes::Distinct };
        let position = shape.grow(&mut rng);
        let records = Arc::new(Mutex::new(Vec::new()));
        let options = MctsOptions {
            selection: Box::new(Ucb1::new(0.5, FirstPlayRule::NodeValue)),
            backup: vec![Box::new(Mean), Box::new(Paths(Arc::clone(&records)))],
            ..MctsOptions::uct(1000)
        };
        let mut search = Mcts::new(shape.info(), options).expect("the parts go together");
        search.start(0, Rng::from_seed(1));
        search.search(&position, &mut Meter::new(Budget::Iterations(200))).expect("there is a move");
        let checked = check_sums(search.tree(), Tree::ROOT, &mut Vec::new(), &records.lock().expect("one thread"));
        assert!(checked > 20, "only {checked} nodes");
    }
}

/// A root with ten visits, two of three children visited once and twice with these means; the rule knows its columns.
fn root(rule: &mut dyn Selection, needs: &mut Needs, means: [f64; 2]) -> Tree {
    rule.declare(needs);
    let mut tree = Tree::new(std::mem::replace(needs, Needs::new(GameInfo::win_draw_loss(2))).columns().expect("all columns are written"));
    let mut edges = Edges::default();
    edges.push_each(&[Move(0), Move(1), Move(2)]);
    tree.expand(Tree::ROOT, &edges);
    for mean in means {
        let child = tree.visit_new(Tree::ROOT, 0);
        (tree.node_mut(child).visits, tree.node_mut(child).value) = (4, 4.0 * mean);
    }
    tree.node_mut(Tree::ROOT).visits = 9;
    if let Some(sums) = tree.find::<PlayerSums>() {
        tree.column_mut(sums).row_mut(Tree::ROOT).copy_from_slice(&[6.0, 3.0]);
    }
    tree
}

#[test]
fn an_unvisited_move_is_worth_what_its_parent_is() {
    // (6 + 0) / (9 + 1): the ninth result is that of the node's own playout.
    for (mean, expected) in [(0.59, Pick::Unvisited), (0.61, Pick::Visited(0))] {
        let mut rule = Ucb1::new(0.0, FirstPlayRule::NodeValue);
        let mut tree = root(&mut rule, &mut Needs::new(GameInfo::win_draw_loss(2)), [mean, 0.1]);
        assert_eq!(picked(&mut rule, &mut tree, Tree::ROOT, 0), expected);
    }
    // With bounds the value is clipped if means are, and exact where the score is proven.
    for (clip, (pess, opti), mean, expected) in [
        (false, (0.0, 0.5), 0.55, Pick::Unvisited),
        (true, (0.0, 0.5), 0.55, Pick::Visited(0)),
        (false, (1.0, 1.0), 0.99, Pick::Unvisited),
        (false, (0.0, 0.0), 0.05, Pick::Visited(0)),
    ] {
        let mut needs = Needs::new(GameInfo::win_draw_loss(2));
        let bounds = ScoreBounds::for_game(needs.game(), Coupling::Independent, Draws::Silent).expect("suits");
        bounds.expect("bounds").declare(&mut needs);
        let mut rule = Sum::new((BoundedValue::new(Pruning::Off, clip), Ucb::new(0.0)), FirstPlayRule::NodeValue);
        let mut tree = root(&mut rule, &mut needs, [mean, 0.01]);
        let column = tree.find::<Bounds>().expect("kept");
        tree.column_mut(column).row_mut(Tree::ROOT)[0] = Bounds { pess, opti };
        assert_eq!(picked(&mut rule, &mut tree, Tree::ROOT, 0), expected, "clip {clip}, bounds {pess} to {opti}");
    }
}

#[test]
fn ties_are_broken_at_random_among_visited_and_unvisited_children() {
    let game = games().find("tic-tac-toe").expect("registered").build(&Values::default()).expect("no parameters");
    let rules: [fn() -> Box<dyn Selection>; 2] = [
        || Box::new(Ucb1::new(0.0, FirstPlayRule::NodeValue).with_ties(Ties::Random)),
        || {
            let terms = (BoundedValue::new(Pruning::Off, false), Ucb::new(0.0));
            Box::new(Sum::new(terms, FirstPlayRule::NodeValue).with_ties(Ties::Random))
        },
    ];
    for make in rules {
        let mut rule = make();
        let mut tree = root(rule.as_mut(), &mut Needs::new(GameInfo::win_draw_loss(2)), [0.5, 0.5]);
        let sums = tree.find::<PlayerSums>().expect("kept");
        tree.column_mut(sums).row_mut(Tree::ROOT)[0] = 5.0;
        let (mut rng, mut counts) = (Rng::from_seed(73), [0; 3]);
        for _ in 0..6000 {
            match rule.select(&mut tree, Tree::ROOT, 0, game.start().as_ref(), &mut rng) {
                Pick::Visited(k) => counts[k] += 1,
                Pick::Unvisited => counts[2] += 1,
                Pick::New(_) | Pick::Solved => panic!("nothing is solved"),
            }
        }
        // 5 standard deviations of a binomial number of 2,000.
        assert!(counts.iter().all(|count| (1817..=2183).contains(count)), "{counts:?}");
    }
}

#[test]
fn a_single_legal_move_is_played_without_search() {
    let game = games().find("tic-tac-toe").expect("registered").build(&Values::default()).expect("no parameters");
    for name in ["gpn-mcts", "score-bounded", "uct", "mcts"] {
        for (searched, notation, moves) in [(true, "XOX/OXO/OX. o", 1), (false, "XOX/OXO/OX. o", 1), (false, "XOX/OXO/O.. x", 2)] {
            let values: Values = [("search-single-move".to_owned(), Value::Bool(searched))].into_iter().collect();
            let mut agent = agents().find(name).expect("registered").recipe(&values).expect("valid").agent(&game).expect("suits");
            let position = game.parse(notation).expect("a position");
            assert_eq!(position.move_list().len(), moves);
            agent.start(0, Rng::from_seed(74));
            let (mut meter, mut submove) = (Meter::new(Budget::Iterations(10)), Vec::new());
            agent.choose(position.as_ref(), &mut meter, &mut submove).expect("there is a move");
            assert!(position.move_list().contains(&submove[0]) && submove.len() == 1);
            assert_eq!(meter.iterations() == 0, !searched && moves == 1, "{name} in {notation}");
        }
    }
}
