//! Changes one part of UCT: a custom selection rule in the shared search loop.

use treebench::prelude::*;

/// UCT with the exploration term C·N^¼ / √n instead of C·√(ln N / n) (Shah, Xie and Xu 2020).
#[derive(Params, Clone, Debug)]
struct PolynomialUct {
    /// Exploration weight C; results are on the scale [0, 1].
    #[param(default = 0.5, range = 0.0..=100.0, source = "Shah, Xie and Xu 2020")]
    exploration: f64,
    /// The tree and the playouts: the parameters and defaults of all searches.
    #[param(group)]
    search: SearchParams,
}

#[agent("polynomial-uct")]
impl Recipe for PolynomialUct {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        // UCT with this selection rule. Other parts are replaced by `MctsOptions { final_move: …, ..options }`.
        let options = self.search.options(PolynomialUcb { exploration: self.exploration });
        Ok(Box::new(Mcts::new(game.info(), options)?))
    }
}

/// Maximises mean + C·N^¼ / √n; every child is tried once first.
struct PolynomialUcb {
    exploration: f64,
}

impl Selection for PolynomialUcb {
    fn select(&mut self, tree: &mut Tree, node: NodeId, _mover: Player, _position: &dyn Position, _rng: &mut Rng) -> Pick {
        if tree.unvisited(node) > 0 {
            return Pick::Unvisited;
        }
        let weight = self.exploration * f64::from(tree.node(node).visits).sqrt().sqrt();
        let score = |child: &Node| child.mean() + weight / f64::from(child.visits).sqrt();
        let children = tree.visited(node).iter().enumerate();
        Pick::Visited(children.max_by(|(_, a), (_, b)| score(a).total_cmp(&score(b))).map_or(0, |(k, _)| k))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use treebench::agents::agents;
    use treebench::games::{games, params::Values};

    /// A node with 16 visits and two children: mean ½ after `visits` visits, and mean ¾ after 8.
    fn pick(exploration: f64, visits: u32) -> Pick {
        let mut tree = Tree::default();
        let mut edges = Edges::default();
        edges.push_each(&[Move(0), Move(1)]);
        tree.expand(Tree::ROOT, &edges);
        tree.node_mut(Tree::ROOT).visits = 16;
        for (visits, mean) in [(visits, 0.5), (8, 0.75)] {
            let child = tree.visit_new(Tree::ROOT, 0);
            (tree.node_mut(child).visits, tree.node_mut(child).value) = (visits, mean * f64::from(visits));
        }
        let game = games().find("tic-tac-toe").unwrap().build(&Values::default()).unwrap();
        PolynomialUcb { exploration }.select(&mut tree, Tree::ROOT, 0, game.start().as_ref(), &mut Rng::from_seed(1))
    }

    #[test]
    fn the_rule_is_its_formula() {
        // With N^¼ = 2 the child with 2 visits leads from C = 0.25 / (√2 − 1/√2) = 0.3536 on.
        assert_eq!(pick(0.35, 2), Pick::Visited(1));
        assert_eq!(pick(0.36, 2), Pick::Visited(0));
        assert_eq!(pick(0.36, 8), Pick::Visited(1));
    }

    #[test]
    fn it_finds_a_win_in_one() {
        let game = games().find("tic-tac-toe").unwrap().build(&Values::default()).unwrap();
        let mut agent = agents().find("polynomial-uct").unwrap().recipe(&Values::default()).unwrap().agent(&game).unwrap();
        let mut position = game.parse("XX./OO./... x").unwrap();
        agent.start(0, Rng::from_seed(1));
        let mut submove = Vec::new();
        agent.choose(position.as_ref(), &mut Meter::new(Budget::Iterations(500)), &mut submove).unwrap();
        submove.into_iter().for_each(|m| position.apply(m));
        assert!(position.is_over() && position.score(0) == 1.0, "{}", position.notation());
    }
}
