//! Shared code of the agents of the tree-reductions paper: UCT over wins and losses, long playouts, minimax at the end, a handicap.

use super::shared::*;
use crate::Budget;
use crate::alphabeta::AlphaBetaOptions;
use crate::parts::chance::OpenLoop;
use crate::parts::expansion::WholeMoves;
use crate::parts::playout::LongPlayouts;
use crate::parts::selection::{DrawnGames, FirstPlayRule, Sum, WinLossUcb};
use crate::wrappers::{HandOver, RandomTurns};

/// Megabytes of the transposition table of alpha-beta at the end of a game.
const TABLE_MB: usize = 16;

/// The parameters of these agents except for the tree.
#[derive(Params, Clone, Copy, Debug)]
pub(super) struct Stochastic {
    /// The weight K in v/(v + d) + √(K·ln n/(v + d)).
    #[param(default = 0.3, range = 0.0..=100.0, source = "tree-reductions paper, section 4")]
    pub(super) k: f64,
    /// How a drawn playout counts in that formula; the paper does not say.
    #[param(default = DrawnGames::Halves)]
    pub(super) draws: DrawnGames,
    /// Moves without progress after which a playout is drawn at the earliest; 0 keeps the game's own draw rule.
    #[param(default = 640u32, range = 0..=1_000_000, source = "tree-reductions paper, section 4")]
    pub(super) draw_after: u32,
    /// Whether a player who can capture does so in playouts.
    #[param(default = true, source = "tree-reductions paper, section 4")]
    pub(super) captures_first: bool,
    /// Which child is played when the budget is spent; the paper does not say. With draws left out, the most visited move is the one that
    /// draws most.
    #[param(default = BestChild::Mean)]
    pub(super) final_move: BestChild,
    /// Whether alpha-beta takes over once no chance event is left ("-mm" in the paper).
    #[param(default = false, source = "tree-reductions paper, Table 2")]
    pub(super) minimax: bool,
    /// What the minimax part may do.
    #[param(group)]
    pub(super) solver: MinimaxParams,
    /// Number of its own first turns that are played at random.
    #[param(default = 0u32, range = 0..=100_000, source = "tree-reductions paper, Fig. 2")]
    pub(super) random_turns: u32,
}

impl Stochastic {
    /// The selection rule for moves and groups of moves.
    pub(super) fn rule(&self) -> Sum<WinLossUcb> {
        Sum::new(WinLossUcb::new(self.k, self.draws), FirstPlayRule::First)
    }

    /// The agent with this tree.
    ///
    /// # Errors
    /// If minimax is asked for in a game that is not for two players.
    pub(super) fn agent(&self, info: GameInfo, tree: MctsOptions, search: &SearchParams) -> Result<Box<dyn Agent>, ParamError> {
        let Stochastic { draw_after, captures_first, .. } = *self;
        let options = MctsOptions {
            playout: Box::new(LongPlayouts { cap: search.playout_cap, draw_after, captures_first }),
            final_move: Box::new(self.final_move),
            ..tree
        };
        let mut agent: Box<dyn Agent> = Box::new(Mcts::new(info, options)?);
        if self.minimax {
            agent = self.solver.after(info, agent)?;
        }
        Ok(if self.random_turns > 0 { Box::new(RandomTurns::new(agent, self.random_turns)) } else { agent })
    }
}

/// The minimax search that takes over once no chance event is left.
#[derive(Params, Clone, Copy, Debug)]
pub(super) struct MinimaxParams {
    /// Greatest depth of the minimax search in whole moves.
    #[param(default = 255u32, range = 1..=255)]
    minimax_depth: u32,
    /// Positions that the minimax search may visit in a turn, whatever the budget of the turn; 0 for the budget of the turn, of which a
    /// position is an iteration.
    #[param(default = 0u64, range = 0..=1_000_000_000u64)]
    minimax_positions: u64,
    /// Whether the minimax search prefers the fastest win and the slowest loss.
    #[param(default = false)]
    minimax_distance: bool,
}

impl MinimaxParams {
    /// The agent, with minimax once no chance event is left.
    ///
    /// # Errors
    /// If the game is not for two players.
    pub(super) fn after(&self, info: GameInfo, agent: Box<dyn Agent>) -> Result<Box<dyn Agent>, ParamError> {
        if info.players != 2 {
            return Err(ParamError::rule("minimax", "minimax at the end needs a two-player game"));
        }
        let options = AlphaBetaOptions {
            depth: self.minimax_depth.min(255) as u8,
            table_bytes: TABLE_MB << 20,
            ordering: true,
            distance: self.minimax_distance,
        };
        let budget = (self.minimax_positions > 0).then_some(Budget::Iterations(self.minimax_positions));
        Ok(Box::new(HandOver::to_alpha_beta(info, agent, options, budget)))
    }
}

/// The same search without nodes for chance.
pub(super) fn open_loop(options: MctsOptions) -> MctsOptions {
    // A semimove that leads to a dead end after one outcome may be playable after another: edges are whole moves.
    MctsOptions { chance: Box::new(OpenLoop), expansion: Box::new(WholeMoves::default()), reuse: false, ..options }
}

/// Accepts games with chance; with minimax at the end, two-player games only.
///
/// # Errors
/// The reason, as a phrase.
pub(super) fn supports(game: &GameInfo, minimax: bool) -> Result<(), String> {
    match game {
        GameInfo { chance: false, .. } => Err("plays games with chance only; without chance it would be uct".to_owned()),
        GameInfo { players, .. } if minimax && *players != 2 => Err("plays minimax at the end of two-player games only".to_owned()),
        _ => Ok(()),
    }
}
