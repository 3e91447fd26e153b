//! The exploitability of an agent's strategy in a game of hidden information small enough for exact values.

use super::record::Checkpoint;
use crate::plan::TaskSeed;
use treebench_agents::information::{AgentStrategy, GameTree, Policy};
use treebench_agents::{Agent, Budget, Meter};
use treebench_games::Game;

/// The exploitability below which a strategy counts as optimal, as a share of the range of scores.
const NEAR: f64 = 0.01;

/// Measures one strategy after another.
pub(super) struct StrategyJudge {
    positions: usize,
    /// Built on first use.
    tree: Option<GameTree>,
}

impl StrategyJudge {
    /// A judge of games of this many positions at most.
    pub(super) fn new(positions: usize) -> StrategyJudge {
        StrategyJudge { positions, tree: None }
    }

    /// The strategy of an agent with this many iterations a turn.
    ///
    /// # Errors
    /// If the game is too large, or the agent fails, as a phrase that follows its name.
    pub(super) fn checkpoint(
        &mut self,
        agent: &mut dyn Agent,
        game: &dyn Game,
        iterations: u64,
        seed: TaskSeed,
    ) -> Result<Checkpoint, String> {
        let tree = match &mut self.tree {
            Some(tree) => tree,
            empty => {
                let grown = GameTree::of(game, self.positions);
                empty.insert(grown.map_err(|error| format!("cannot be measured: {error}; see `search.solver-positions`"))?)
            }
        };
        let clock = Meter::new(Budget::Iterations(iterations));
        // Every information set has random numbers of its own, the same at every checkpoint and for every agent.
        let asked =
            AgentStrategy::of(agent, (game, tree), (Policy::Visits, Budget::Iterations(iterations)), &mut |set| [seed.stream(set)])?;
        let micros = u64::try_from(clock.elapsed().as_micros()).unwrap_or(u64::MAX);
        let exploitability = asked.strategy.exploitability(tree);
        let (low, high) = game.info().scores;
        Ok(Checkpoint {
            iterations,
            optimal: exploitability <= NEAR * (high - low),
            difficulty: exploitability,
            nodes: asked.nodes,
            states: asked.states,
            micros,
        })
    }
}
