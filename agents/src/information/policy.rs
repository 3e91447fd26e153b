//! An agent's strategy in a whole small game.

use super::strategy::Strategy;
use super::tree::GameTree;
use crate::agent::Agent;
use crate::budget::{Budget, Meter};
use crate::checked_turn::checked_turn;
use treebench_games::notation::usual;
use treebench_games::{Game, Move, Rng};

/// The source of an agent's strategy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// The shares of the root's visits. An agent that counts none has no such strategy, unless there is a single move.
    Visits,
    /// The move played.
    Played,
}

/// A strategy and its cost.
pub struct AgentStrategy {
    /// The strategy.
    pub strategy: Strategy,
    /// Nodal states computed.
    pub states: u64,
    /// Nodes of the trees at the end of each turn.
    pub nodes: u64,
}

impl AgentStrategy {
    /// The strategy of an agent that is asked anew in every information set of a game, once for each generator of random numbers that `rngs` gives
    /// for the number of the set, with this budget for the turn.
    ///
    /// # Errors
    /// If the agent fails, does not end its turn, plays an illegal move, or counts no visits whose shares are asked for: what it did, as a phrase that follows its
    /// name.
    pub fn of<I: IntoIterator<Item = Rng>>(
        agent: &mut dyn Agent,
        (game, tree): (&dyn Game, &GameTree),
        (policy, budget): (Policy, Budget),
        rngs: &mut dyn FnMut(u64) -> I,
    ) -> Result<AgentStrategy, String> {
        let (mut set, mut states, mut nodes) = (0, 0, 0);
        let strategy = Strategy::asked(tree, game, &mut |player, here| {
            set += 1;
            let mut weights: Vec<(Move, f64)> = Vec::new();
            for rng in rngs(set) {
                agent.start(player, rng);
                let mut meter = Meter::new(budget);
                let submove = checked_turn(agent, here, &mut meter).map_err(|what| format!("{what} in `{}`", usual(here)))?;
                let report = agent.report();
                states += meter.states();
                nodes += report.nodes;
                let visits: u64 = report.root.iter().map(|root| root.visits).sum();
                let is_forced = || here.count_moves(&mut Vec::new()) == 1;
                if policy == Policy::Visits && visits == 0 && !is_forced() {
                    let what = "counts no visits, whose shares are a strategy; `bench exploit --played` measures its moves";
                    return Err(format!("{what} (in `{}`)", usual(here)));
                }
                if policy == Policy::Played || visits == 0 {
                    weights.extend(submove.first().map(|&m| (m, 1.0)));
                } else {
                    let share = |visited: u64| visited as f64 / visits as f64;
                    weights.extend(report.root.iter().filter_map(|root| Some((*root.submove.first()?, share(root.visits)))));
                }
            }
            Ok::<_, String>(weights)
        })?;
        Ok(AgentStrategy { strategy, states, nodes })
    }
}
