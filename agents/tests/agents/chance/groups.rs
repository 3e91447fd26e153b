//! The limits to which move groups and open loops converge.

use super::{agent, dark_chess, means};
use crate::common::{Entry, Explicit};
use std::sync::Arc;
use treebench_agents::parts::chance::OpenLoop;
use treebench_agents::parts::selection::{FirstPlayRule, Ucb1};
use treebench_agents::search::{Mcts, MctsOptions, NodeId, Selection, Tree};
use treebench_agents::{Agent, Budget, Meter};
use treebench_games::params::Value;
use treebench_games::{GameInfo, Move, Player, Position, Rng, Turn};

/// The value for player 0 if everyone takes the best group of moves and a uniformly drawn move of it, or the best move if there is only one
/// group.
fn group_value(position: &dyn Position) -> f64 {
    let below = |m: Move| {
        let mut next = position.boxed();
        next.apply(m);
        group_value(next.as_ref())
    };
    let moves = position.move_list();
    let mean = |group: &[Move]| group.iter().map(|&m| below(m)).sum::<f64>() / group.len() as f64;
    match position.turn() {
        Turn::Over => position.score(0),
        Turn::Chance => moves.iter().map(|&m| position.chance().unwrap().probability(m) * below(m)).sum(),
        Turn::Player(player) => {
            let (turning, moving): (Vec<Move>, Vec<Move>) = moves.iter().partition(|&&m| position.groups().unwrap().group(m) == 1);
            let values: Vec<f64> = match (&turning[..], &moving[..]) {
                ([], one) | (one, []) => one.iter().map(|&m| below(m)).collect(),
                (turning, moving) => vec![mean(turning), mean(moving)],
            };
            let best = if player == 0 { f64::max } else { f64::min };
            values.into_iter().reduce(best).unwrap()
        }
    }
}

#[test]
fn move_groups_converge_to_the_best_group() {
    let game = dark_chess(1, "KP", 3);
    let start = game.start();
    let expected = group_value(start.as_ref());
    for policy in ["random", "cycle-r", "cycle-m"] {
        let params = [("policy", Value::Text(policy.to_owned())), ("draws", Value::Text("halves".to_owned()))];
        let rows = means(agent("move-groups", &params, &game, 3).as_mut(), start.as_ref(), 60_000);
        assert!((rows[0].1 - expected).abs() < 0.04, "{policy}: {} instead of {expected}", rows[0].1);
    }
}

#[test]
fn a_cycle_goes_round_and_begins_where_it_is_told_to() {
    let game = dark_chess(2, "KGCP", 40);
    let position = game.parse("xx2/K2p 1r 0 Gg -").unwrap();
    for (policy, first) in [("cycle-r", 1), ("cycle-m", 0)] {
        let mut agent = agent("move-groups", &[("policy", Value::Text(policy.to_owned()))], &game, 8);
        let mut submove = Vec::new();
        agent.choose(position.as_ref(), &mut Meter::new(Budget::Iterations(1)), &mut submove).unwrap();
        assert_eq!(position.groups().unwrap().group(submove[0]), first, "{policy} begins with {}", position.move_notation(&submove));
        agent.choose(position.as_ref(), &mut Meter::new(Budget::Iterations(500)), &mut Vec::new()).unwrap();
        for group in [0, 1] {
            let report = agent.report();
            let visits =
                || report.root.iter().filter(|row| position.groups().unwrap().group(row.submove[0]) == group).map(|row| row.visits);
            assert!(visits().max() <= visits().min().map(|least| least + 1), "{policy}: {:?}", visits().collect::<Vec<_>>());
        }
    }
}

/// The value of a move, then chance, then a move of the other player or the same one, if the second move cannot depend on chance.
struct OneOf {
    table: Vec<Entry>,
    /// For player 0, of each first move.
    values: Vec<f64>,
}

fn two_moves_around_chance(rng: &mut Rng, second: Player) -> OneOf {
    let entry = |turn, ways, score: f64| Entry { turn, nodal: true, ways, scores: vec![score, 1.0 - score] };
    let mut table = vec![entry(Turn::Player(0), Vec::new(), 0.0)];
    let mut values = Vec::new();
    for _ in 0..3 {
        let chance = table.len();
        table[0].ways.push((chance, 0.0));
        table.push(entry(Turn::Chance, Vec::new(), 0.0));
        let p = 0.2 + 0.6 * rng.unit();
        let mut sums = [0.0; 3];
        for weight in [p, 1.0 - p] {
            let node = table.len();
            table[chance].ways.push((node, weight));
            table.push(entry(Turn::Player(second), Vec::new(), 0.0));
            for sum in &mut sums {
                let score = rng.unit();
                let end = table.len();
                table[node].ways.push((end, 0.0));
                table.push(entry(Turn::Over, Vec::new(), score));
                *sum += weight * score;
            }
        }
        values.push(sums.into_iter().reduce(if second == 0 { f64::max } else { f64::min }).unwrap());
    }
    OneOf { table, values }
}

#[test]
fn open_loops_converge_to_plans_that_cannot_look_at_chance() {
    let mut rng = Rng::from_seed(62);
    for second in [0, 1, 0, 1] {
        let OneOf { table, values } = two_moves_around_chance(&mut rng, second);
        let position = Explicit { table: Arc::new(table), at: 0 };
        let info = GameInfo { chance: true, ..GameInfo::win_draw_loss(2) };
        let options = MctsOptions {
            selection: Box::new(Ucb1::new(0.5, FirstPlayRule::First)),
            chance: Box::new(OpenLoop),
            reuse: false,
            ..MctsOptions::uct(1000)
        };
        let mut search = Mcts::new(info, options).expect("the parts go together");
        search.start(0, Rng::from_seed(4));
        search.search(&position, &mut Meter::new(Budget::Iterations(60_000))).unwrap();
        for row in search.report().root {
            let expected = values[row.submove[0].0 as usize];
            // Rarely visited moves have less precise values.
            let tolerance = 0.02 + 2.5 / (row.visits as f64).sqrt();
            assert!((row.mean - expected).abs() < tolerance, "{} instead of {expected} ± {tolerance}", row.mean);
        }
    }
}

/// Checks that a search chooses among exactly the legal moves.
struct Watching(Ucb1);

impl Selection for Watching {
    fn select(
        &mut self,
        tree: &mut Tree,
        node: NodeId,
        mover: Player,
        position: &dyn Position,
        rng: &mut Rng,
    ) -> treebench_agents::search::Pick {
        let mut children: Vec<Move> = tree.child_ids(node).filter_map(|child| tree.edge(child).next()).collect();
        let mut legal = position.move_list();
        children.sort_unstable();
        legal.sort_unstable();
        assert_eq!(children, legal, "in `{}`", position.notation());
        let visits = |id| tree.node(id).visits;
        let (first, all) = (tree.visited_ids(node), tree.child_ids(node));
        assert!(first.clone().all(|id| visits(id) > 0) && (first.end..all.end).all(|id| visits(id) == 0), "visited children come first");
        self.0.select(tree, node, mover, position, rng)
    }
}

#[test]
fn below_redrawn_chance_exactly_the_legal_moves_are_there() {
    let game = dark_chess(3, "KGMRCP", 40);
    let options = MctsOptions {
        selection: Box::new(Watching(Ucb1::new(0.4, FirstPlayRule::First))),
        chance: Box::new(OpenLoop),
        reuse: false,
        ..MctsOptions::uct(1000)
    };
    let mut search = Mcts::new(game.info(), options).expect("the parts go together");
    search.start(0, Rng::from_seed(6));
    search.search(game.start().as_ref(), &mut Meter::new(Budget::Iterations(20_000))).unwrap();
    assert_eq!(search.tree().node(Tree::ROOT).visits, 20_000);
}
