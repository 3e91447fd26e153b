//! Different policies before and after the last chance event, as studied for the tree-reductions paper.

use super::move_groups::{Policy, REVEALS};
use super::random::RandomAgent;
use super::shared::*;
use super::stochastic::{Stochastic, open_loop, supports};
use crate::wrappers::HandOver;
use crate::{AgentError, Meter};
use treebench_games::{Move, Player, Position, Rng};

/// Plays one policy while chance events are left and another one after the last of them: in Chinese dark chess, before and after the last
/// piece is revealed. The tree-reductions paper reports results of its five policies that differ although all of them are the same UCT
/// after the last reveal; this agent tells which phase decides.
#[derive(Params, Clone, Debug)]
struct HandOverPolicies {
    /// The policy while chance events are left.
    #[param(default = EarlyPolicy::Reveal)]
    before: EarlyPolicy,
    /// The policy after the last chance event. If neither policy is a search, `k`, `cap-score` and other parameters of searches have no effect.
    #[param(default = LatePolicy::Uct)]
    after: LatePolicy,
    /// The common parameters of the paper's policies.
    #[param(group, fixed(minimax = false, random_turns = 0))]
    common: Stochastic,
    /// The tree and the playouts.
    #[param(group, defaults(playout_cap = 5_000))]
    search: SearchParams,
}

/// The policy while chance events are left.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
enum EarlyPolicy {
    /// Uniformly random moves.
    Random,
    /// A random one of the moves that reveal something, if there is one.
    Reveal,
    /// `chance-nodes`.
    ChanceNodes,
    /// `group-nodes`.
    GroupNodes,
    /// `move-groups` with policy "random".
    MoveGroupsRandom,
    /// `move-groups` with policy "cycle-r".
    MoveGroupsCycleR,
    /// `move-groups` with policy "cycle-m".
    MoveGroupsCycleM,
}

/// The policy after the last chance event.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
enum LatePolicy {
    /// Uniformly random moves.
    Random,
    /// The paper's UCT, which all its policies are without chance.
    Uct,
    /// Alpha-beta, the paper's "-mm".
    Minimax,
}

#[agent("hand-over")]
impl Recipe for HandOverPolicies {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let (info, common, search) = (game.info(), &self.common, &self.search);
        let searching = |options| common.agent(info, options, search);
        let before: Box<dyn Agent> = match self.before {
            EarlyPolicy::Random => Box::new(RandomAgent::new()),
            EarlyPolicy::Reveal => Box::new(RandomReveal { rng: Rng::from_seed(0), moves: Vec::new() }),
            EarlyPolicy::ChanceNodes => searching(search.options(common.rule()))?,
            EarlyPolicy::GroupNodes => searching(open_loop(search.options(common.rule())))?,
            EarlyPolicy::MoveGroupsRandom => searching(Policy::Random.options(common, search))?,
            EarlyPolicy::MoveGroupsCycleR => searching(Policy::CycleR.options(common, search))?,
            EarlyPolicy::MoveGroupsCycleM => searching(Policy::CycleM.options(common, search))?,
        };
        Ok(match self.after {
            LatePolicy::Random => Box::new(HandOver::new(info, before, Box::new(RandomAgent::new()))),
            LatePolicy::Uct => Box::new(HandOver::new(info, before, searching(search.options(common.rule()))?)),
            LatePolicy::Minimax => common.solver.after(info, before)?,
        })
    }

    fn supports(&self, game: &GameInfo) -> Result<(), String> {
        supports(game, self.after == LatePolicy::Minimax)
    }
}

/// Plays a random move of the group that reveals something, or a random move if that group is empty.
struct RandomReveal {
    rng: Rng,
    moves: Vec<Move>,
}

impl Agent for RandomReveal {
    fn start(&mut self, _seat: Player, rng: Rng) {
        self.rng = rng;
    }

    fn choose(&mut self, position: &dyn Position, _meter: &mut Meter, submove: &mut Vec<Move>) -> Result<(), AgentError> {
        if position.is_split() {
            return Err(AgentError::new("the policy \"reveal\" plays games without semimoves only"));
        }
        position.moves(&mut self.moves);
        if let Some(game) = position.groups()
            && self.moves.iter().any(|&m| game.group(m) == REVEALS)
        {
            self.moves.retain(|&m| game.group(m) == REVEALS);
        }
        submove.extend(self.rng.pick(&self.moves));
        if submove.is_empty() { Err(AgentError::new("there is no legal move")) } else { Ok(()) }
    }
}
