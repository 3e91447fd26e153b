//! Shared code of recipes: common parameters, checks of games, and the imports of every recipe.

pub(super) use crate::parts::final_move::BestChild;
pub(super) use crate::search::{Mcts, MctsOptions};
pub(super) use crate::{Agent, Recipe, agent};
pub(super) use std::sync::Arc;
pub(super) use treebench_games::params::{ParamError, Params as _};
pub(super) use treebench_games::{Game, GameInfo, Params};

use crate::parts::selection::FirstPlay;
use crate::search::Selection;

/// The tree and the playouts. Recipes use this group for all searches with playouts, so that their defaults are comparable; a recipe that
/// needs another default says so where it takes in the group, and why in its documentation.
#[derive(Params, Clone, Debug)]
pub struct SearchParams {
    /// Whether the tree is kept for the next turn.
    #[param(default = true)]
    pub tree_reuse: bool,
    /// Moves by players after which a playout is cut off.
    #[param(default = 1_000u32, range = 1..=1_000_000)]
    pub playout_cap: u32,
    /// Every player's score in a playout that is cut off, on the scale [0, 1].
    #[param(default = 0.5, range = 0.0..=1.0)]
    pub cap_score: f64,
    /// Nodes at which the tree stops growing. A node takes 24 to 64 bytes, depending on what the agent keeps in it.
    #[param(default = 30_000_000u32, range = 1_000..=4_000_000_000u32)]
    pub max_nodes: u32,
    /// Whether a turn with a single legal move is searched like any other; otherwise that move is played at once (Ludii).
    #[param(default = true, added)]
    pub search_single_move: bool,
}

impl SearchParams {
    /// UCT with these parameters and this selection rule.
    pub fn options(&self, selection: impl Selection + 'static) -> MctsOptions {
        self.options_with(Box::new(selection))
    }

    /// The same with a selection rule behind a pointer.
    pub(super) fn options_with(&self, selection: Box<dyn Selection>) -> MctsOptions {
        MctsOptions {
            selection,
            cap_score: self.cap_score,
            reuse: self.tree_reuse,
            max_nodes: self.max_nodes as usize,
            search_single_move: self.search_single_move,
            ..MctsOptions::uct(self.playout_cap)
        }
    }
}

/// First-play urgency that may fall with depth.
#[derive(Params, Clone, Debug)]
pub(super) struct UrgencyParams {
    /// First-play urgency: the value of an unvisited child; inf tries every child once before any twice.
    #[param(default = f64::INFINITY, range = 0.0.., source = "Gelly and Wang 2006, section 3.2")]
    pub(super) fpu: f64,
    /// Factor by which the urgency changes from one depth to the next.
    #[param(default = 1.0, range = 0.0..=1.0, source = "Bjorge and Schaeffer 2010, section 4.1.6")]
    pub(super) fpu_decay: f64,
}

impl UrgencyParams {
    pub(super) fn part(&self) -> FirstPlay {
        FirstPlay::urgency(self.fpu, self.fpu_decay)
    }
}

/// The final move, the tree and the playouts of agents that are a bandit rule over the tree.
#[derive(Params, Clone, Debug)]
pub(super) struct BanditParams {
    /// Which child is played when the budget is spent.
    #[param(default = BestChild::Visits, source = "Chaslot et al. 2008")]
    pub(super) final_move: BestChild,
    /// The tree and the playouts.
    #[param(group)]
    pub(super) search: SearchParams,
}

impl BanditParams {
    /// UCT with these parameters and this selection rule.
    pub(super) fn options(&self, selection: impl Selection + 'static) -> MctsOptions {
        self.options_with(Box::new(selection))
    }

    /// The same with a selection rule behind a pointer.
    pub(super) fn options_with(&self, selection: Box<dyn Selection>) -> MctsOptions {
        MctsOptions { final_move: Box::new(self.final_move), ..self.search.options_with(selection) }
    }
}

/// The agent that searches with these options.
pub(super) fn searching(game: &Arc<dyn Game>, options: MctsOptions) -> Result<Box<dyn Agent>, ParamError> {
    Ok(Box::new(Mcts::new(game.info(), options)?))
}

/// Accepts games without chance, for which alone proofs are defined here.
pub(super) fn no_chance(info: &GameInfo) -> Result<(), String> {
    if info.chance { Err("plays games without chance only".to_owned()) } else { Ok(()) }
}

/// Accepts two-player games.
pub(super) fn two_players(info: &GameInfo) -> Result<(), String> {
    if info.players == 2 { Ok(()) } else { Err("plays two-player games only".to_owned()) }
}

/// Accepts two-player games without chance.
pub(super) fn two_without_chance(info: &GameInfo) -> Result<(), String> {
    two_players(info).and_then(|()| no_chance(info))
}

/// Accepts games of hidden information.
pub(super) fn hidden(info: &GameInfo) -> Result<(), String> {
    if info.hidden { Ok(()) } else { Err("plays games of hidden information only".to_owned()) }
}
