//! Selection over stored positions gives the same searches as selection from node to node.

use treebench_agents::parts::selection::{FirstPlay, FirstPlayRule, Ties, Ucb1};
use treebench_agents::search::{Mcts, MctsOptions, NodeId, Pick, Selection, Tree};
use treebench_agents::{Agent, Budget, Meter};
use treebench_games::params::{Value, Values};
use treebench_games::{Player, Position, Rng, games};

/// The same rule, called at every node, so that every position is followed move by move.
struct Stepwise(Ucb1);

impl Selection for Stepwise {
    fn select(&mut self, tree: &mut Tree, node: NodeId, mover: Player, position: &dyn Position, rng: &mut Rng) -> Pick {
        self.0.select(tree, node, mover, position, rng)
    }

    fn begin(&mut self, rng: &mut Rng, budget: Budget) {
        self.0.begin(rng, budget);
    }
}

/// Whole games, so that trees are carried over and reach the last moves, with small and large branching and three players.
#[test]
fn walks_are_searches_from_node_to_node() {
    let first_plays = [FirstPlay::from(FirstPlayRule::First), FirstPlay::urgency(0.6, 0.9), FirstPlayRule::ParentMean.into()];
    for (branching, depth, players, closed) in [(2, 20, 2, true), (2, 12, 2, false), (3, 12, 3, false), (40, 8, 2, true), (1, 6, 2, false)]
    {
        let numbers = [("branching", branching), ("depth", depth), ("players", players)];
        let mut values: Values = numbers.into_iter().map(|(name, n)| (name.to_owned(), Value::Int(n))).collect();
        values.set("simulation", Value::Text(if closed { "closed-form" } else { "walk" }.to_owned()));
        let game = games().find("gomba").unwrap().build(&values).unwrap();
        for (first_play, ties) in first_plays.into_iter().flat_map(|first| [(first, Ties::First), (first, Ties::Random)]) {
            let rule = || Ucb1::new(1.0, first_play).with_ties(ties).with_shortlists();
            let search =
                |selection: Box<dyn Selection>| Mcts::new(game.info(), MctsOptions { selection, ..MctsOptions::uct(1000) }).unwrap();
            let mut agents = [search(Box::new(rule())), search(Box::new(Stepwise(rule())))];
            agents.iter_mut().for_each(|agent| agent.start(0, Rng::from_seed(5)));
            let mut position = game.start();
            while !position.is_over() {
                let [(walked, kept), (stepped, plain)] = agents.each_mut().map(|agent| {
                    let (mut meter, mut submove) = (Meter::new(Budget::Iterations(1500)), Vec::new());
                    agent.choose(position.as_ref(), &mut meter, &mut submove).unwrap();
                    let tree = agent.tree();
                    let nodes: Vec<_> = (0..tree.allocated() as NodeId).map(|id| *tree.node(id)).collect();
                    ((submove, meter.states(), nodes), tree.bytes())
                });
                assert_eq!(walked, stepped, "{branching} moves, {players} players, {first_play:?}, {ties:?}");
                assert!(kept > plain, "only the walk keeps positions");
                agents.iter_mut().for_each(|agent| agent.observe(position.as_ref(), &walked.0));
                walked.0.iter().for_each(|&m| position.apply(m));
            }
        }
    }
}
