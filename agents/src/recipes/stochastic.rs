//! What the agents of the tree-reductions paper share: UCT over wins and losses, long playouts, minimax at the end, a handicap.

use super::choices::FinalRule;
use crate::Agent;
use crate::parts::backup::{CountDecisive, Mean};
use crate::parts::expansion::{Semimoves, WholeMoves};
use crate::parts::playout::LongPlayouts;
use crate::parts::selection::{DrawnGames, WinLossUcb};
use crate::parts::{Chance, Expansion, Selection};
use crate::search::{Facts, Mcts, MctsOptions};
use crate::wrappers::{RandomTurns, SolverHandOver};
use treebench_games::params::ParamError;
use treebench_games::{GameInfo, Params};

/// Megabytes of alpha-beta's table at the end of a game.
const TABLE_MB: usize = 16;

/// What a drawn result counts for in the selection.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
pub(super) enum DrawRule {
    /// Nothing, as the letter of the formula has it: then moves that mostly draw are tried for ever.
    LeftOut,
    /// Half a win and half a loss.
    Halves,
}

/// The parameters of these agents, but for their tree.
#[derive(Params, Clone, Copy, Debug)]
pub(super) struct Stochastic {
    /// The weight K in v/(v + d) + √(K·ln n/(v + d)).
    #[param(default = 0.3, range = 0.0..=100.0, source = "tree-reductions paper, section 4")]
    pub(super) k: f64,
    /// What a drawn result counts for in that formula; the paper does not say.
    #[param(default = DrawRule::Halves)]
    pub(super) draws: DrawRule,
    /// In playouts the game's own draw rule lets games go on for at least so many moves without progress; 0 leaves the rule alone.
    #[param(default = 640u32, range = 0..=1_000_000, source = "tree-reductions paper, section 4")]
    pub(super) draw_after: u32,
    /// Whether a player who can capture does so in playouts.
    #[param(default = true, source = "tree-reductions paper, section 4")]
    pub(super) captures_first: bool,
    /// Moves by players after which a playout is cut off and counts as drawn.
    #[param(default = 5000u32, range = 1..=1_000_000)]
    pub(super) playout_cap: u32,
    /// Which child is played in the end; the paper does not say. Where draws are left out, most visits means the most drawish move.
    #[param(default = FinalRule::Mean)]
    pub(super) final_move: FinalRule,
    /// Whether alpha-beta takes over where chance cannot act any more ("-mm" in the paper).
    #[param(default = false, source = "tree-reductions paper, Table 2")]
    pub(super) minimax: bool,
    /// How many of its own first turns are random.
    #[param(default = 0u32, range = 0..=100_000, source = "tree-reductions paper, Fig. 2")]
    pub(super) random_turns: u32,
    /// Nodes (of about 36 bytes) beyond which the tree stops growing.
    #[param(default = 30_000_000u32, range = 1000..=4_000_000_000u32)]
    pub(super) max_nodes: u32,
}

/// How the tree is built.
pub(super) struct Shape {
    pub(super) selection: Box<dyn Selection>,
    pub(super) chance: Box<dyn Chance>,
    /// Whether every node stands between two whole moves; needed where chance leaves no trace.
    pub(super) whole_moves: bool,
    pub(super) reuse: bool,
}

impl Stochastic {
    /// The selection rule for moves and groups of moves.
    pub(super) fn rule(&self) -> WinLossUcb {
        let draws = match self.draws {
            DrawRule::LeftOut => DrawnGames::LeftOut,
            DrawRule::Halves => DrawnGames::Halves,
        };
        WinLossUcb { k: self.k, draws }
    }

    /// The agent with such a tree.
    ///
    /// # Errors
    /// If minimax is asked for in a game that is not for two.
    pub(super) fn agent(&self, info: GameInfo, shape: Shape) -> Result<Box<dyn Agent>, ParamError> {
        let Stochastic { playout_cap, draw_after, captures_first, .. } = *self;
        let expansion: Box<dyn Expansion> = if shape.whole_moves { Box::new(WholeMoves::default()) } else { Box::new(Semimoves) };
        let options = MctsOptions {
            selection: shape.selection,
            chance: shape.chance,
            expansion,
            playout: Box::new(LongPlayouts { cap: playout_cap, draw_after, captures_first }),
            backup: vec![Box::new(Mean), Box::new(CountDecisive)],
            final_move: self.final_move.part(),
            facts: Facts { decided: true, ..Facts::default() },
            reuse: shape.reuse,
            max_nodes: self.max_nodes as usize,
            ..MctsOptions::uct(playout_cap)
        };
        let mut agent: Box<dyn Agent> = Box::new(Mcts::new(info, options));
        if self.minimax {
            agent = with_minimax(info, agent)?;
        }
        Ok(if self.random_turns > 0 { Box::new(RandomTurns::new(agent, self.random_turns)) } else { agent })
    }
}

/// Leaves what chance cannot touch any more to alpha-beta.
///
/// # Errors
/// If the game is not for two players.
pub(super) fn with_minimax(info: GameInfo, agent: Box<dyn Agent>) -> Result<Box<dyn Agent>, ParamError> {
    if info.players != 2 {
        return Err(ParamError::rule("minimax", "minimax at the end needs a game for two players"));
    }
    Ok(Box::new(SolverHandOver::new(info, agent, TABLE_MB << 20)))
}

/// Whether an agent whose subject is chance, perhaps with minimax at the end, can play such a game.
///
/// # Errors
/// The reason, as a phrase.
pub(super) fn suits(game: &GameInfo, minimax: bool) -> Result<(), String> {
    match game {
        GameInfo { chance: false, .. } => Err("plays games with chance only; without chance it would be uct".to_owned()),
        GameInfo { players, .. } if minimax && *players != 2 => Err("plays minimax at the end of two-player games only".to_owned()),
        _ => Ok(()),
    }
}
