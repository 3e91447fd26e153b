//! Semisplit Monte-Carlo tree search with action-based heuristics.

use super::groups::{PlayoutParts, Playouts, PolicyParams, RaveParams, SearchShape};
use super::shared::*;
use crate::parts::backup::AmafUnit;
use crate::parts::expansion::{Semimoves, WholeMoves};
use crate::parts::learner::NoLearning;
use crate::parts::playout::OtherView;
use crate::parts::selection::{Composition, FirstPlayRule, HistoryBias, Ties};
use crate::search::{Expansion, Growth};
use crate::split_view::SplitView;
use treebench_games::game::{ORTHODOX, find_split, view};

/// Monte-Carlo tree search over whole moves or semimoves, with action-based heuristics: every choice of the split-moves paper is a parameter.
#[derive(Params, Clone, Debug)]
pub(super) struct SemisplitMcts {
    /// The split strategy under which the agent sees the game; `bench show GAME` lists those of a game.
    #[param(default = "orthodox", source = "split-moves paper, \"Split Strategies\"")]
    split: String,
    /// What the nodes of the tree are, where `split` splits moves.
    #[param(default = TreeDesign::Orthodox, source = "split-moves paper, \"Semisplitting in MCTS\"")]
    tree: TreeDesign,
    /// What playouts choose one at a time, where `split` splits moves.
    #[param(default = Simulation::Semisplit, source = "split-moves paper, Alg. 1")]
    simulation: Simulation,
    /// Visits per child after which a node inside a move is rolled up, if `tree` rolls up.
    #[param(default = 1.0, range = 0.0..=1_000_000.0, source = "split-moves paper, Alg. 3")]
    roll_up_factor: f64,
    /// What chooses the rest of a move that "nodal" and "rollup-nodal" add as a whole, where `playout` learns.
    #[param(default = NodalRest::Uniform, added, source = "split-moves paper, Alg. 2")]
    nodal_rest: NodalRest,
    /// Weight C of the exploration term C·√(ln N / n); results are on the scale [0, 1].
    #[param(default = 0.4, range = 0.0..=100.0, source = "split-moves paper, appendix 4.1")]
    exploration: f64,
    /// Whether exploration falls with the variance of a child's results (UCB1-Tuned).
    #[param(default = false, added, source = "Auer et al. 2002, section 4")]
    tuned: bool,
    /// Which of several children of equal score is selected.
    #[param(default = Ties::First, added, source = "split-moves paper, appendix 4.1")]
    ties: Ties,
    /// All-moves-as-first statistics.
    #[param(group)]
    pub(super) rave: RaveParams,
    /// Weight W of Progressive History, a bias towards actions that did well anywhere: whole moves in a tree of whole moves, else semimoves. 0 for
    /// none.
    #[param(default = 0.0, range = 0.0..=1000.0, added, source = "Nijssen and Winands 2011")]
    history: f64,
    /// How playouts choose.
    #[param(group)]
    playouts: Playouts,
    /// Playouts with knowledge of the game.
    #[param(group, added(policy))]
    policy: PolicyParams,
    /// Which child is played when the budget is spent.
    #[param(default = BestChild::Mean, source = "split-moves paper, \"Final selection\"")]
    pub(super) final_move: BestChild,
    /// The tree and the playouts.
    #[param(group)]
    pub(super) search: SearchParams,
}

/// What the nodes of the tree are.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
pub(super) enum TreeDesign {
    /// Positions between whole moves only (tree:O).
    Orthodox,
    /// Positions inside moves too; an iteration adds one node (tree:S-raw).
    Raw,
    /// Positions inside moves too; an iteration adds a whole move (tree:S-nodal).
    Nodal,
    /// As "raw", and nodes inside moves are rolled up when they have enough visits (tree:R-raw).
    RollupRaw,
    /// As "nodal", and nodes inside moves are rolled up when they have enough visits (tree:R-nodal).
    RollupNodal,
}

/// What chooses the rest of a move that is added as a whole.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
pub(super) enum NodalRest {
    /// It is drawn uniformly (Alg. 2).
    Uniform,
    /// The playout policy, if it learns (the published player, WoojtekP/rbgPlayer, commit a5a7145).
    Playout,
}

/// What playouts choose one at a time.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
pub(super) enum Simulation {
    /// Whole moves (sim:O).
    Orthodox,
    /// Semimoves, backing out of dead ends (sim:S).
    Semisplit,
}

#[agent("mcts")]
impl Recipe for SemisplitMcts {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let seen = view(game, &self.split)?;
        let (around, growth) = (self.shape(game)?, self.growth());
        let selection = self.selection(around)?;
        let traced = selection.amaf.is_some() || selection.history.is_some();
        let (playout, learner) = self.playouts(&seen, around, traced)?;
        let explores = self.rave.explores(self.exploration, Self::defaults()?.exploration)?;
        let exploration = if explores { self.rave.rave_exploration } else { self.exploration };
        let options = MctsOptions {
            expansion: self.expansion(around),
            growth,
            playout,
            learner,
            final_move: Box::new(self.final_move),
            ..self.search.options_with(selection.ucb1(exploration, self.tuned))
        };
        Ok(SplitView::of(game, seen, Box::new(Mcts::new(game.info(), options)?)))
    }

    fn check(&self, game: &Arc<dyn Game>) -> Result<(), ParamError> {
        self.agent(game).map(drop)
    }
}

impl SemisplitMcts {
    fn shape(&self, game: &Arc<dyn Game>) -> Result<SearchShape, ParamError> {
        Ok(SearchShape {
            players: game.info().players,
            split_view: find_split(game.as_ref(), &self.split)? != ORTHODOX,
            whole_moves: self.simulation == Simulation::Orthodox,
            inner_nodes: self.tree != TreeDesign::Orthodox,
            playout_cap: self.search.playout_cap,
        })
    }

    fn growth(&self) -> Growth {
        Growth {
            nodal: matches!(self.tree, TreeDesign::Nodal | TreeDesign::RollupNodal),
            guided: self.nodal_rest == NodalRest::Playout && self.playouts.learn(),
            roll_up: matches!(self.tree, TreeDesign::RollupRaw | TreeDesign::RollupNodal).then_some(self.roll_up_factor),
        }
    }

    /// The terms besides exploration.
    fn selection(&self, around: SearchShape) -> Result<Composition, ParamError> {
        let amaf = self.rave.mix(around, self.growth().roll_up.is_some())?;
        let ranked = (amaf.is_some() && self.rave.rave_ranks_new).then_some(Ties::First);
        Ok(Composition { amaf, history: self.history(around)?, ranked, ties: self.ties, ..Composition::new(FirstPlayRule::First) })
    }

    /// The bias of Progressive History, if there is one.
    fn history(&self, around: SearchShape) -> Result<Option<HistoryBias>, ParamError> {
        if self.history == 0.0 {
            return Ok(None);
        }
        if self.growth().roll_up.is_some() {
            let message =
                "Progressive History needs a tree whose edges stay semimoves or whole moves: use tree = \"raw\", \"nodal\" or \"orthodox\"";
            return Err(ParamError::rule("history", message));
        }
        let whole = around.split_view && !around.inner_nodes;
        Ok(Some(HistoryBias::new(self.history, if whole { AmafUnit::Context } else { AmafUnit::Split })))
    }

    /// In the orthodox view every semimove is a whole move.
    fn expansion(&self, around: SearchShape) -> Box<dyn Expansion> {
        if self.tree == TreeDesign::Orthodox && around.split_view { Box::<WholeMoves>::default() } else { Box::new(Semimoves) }
    }

    /// The playouts. Orthodox playouts under a split view are played under the orthodox view, unless a part reads their moves.
    fn playouts(&self, seen: &Arc<dyn Game>, around: SearchShape, traced: bool) -> Result<PlayoutParts, ParamError> {
        let parts = self.playouts.parts(around, traced)?;
        if let Some(knowing) = self.policy.playouts(seen.as_ref(), self.search.playout_cap)? {
            if self.playouts.learn() {
                let message =
                    "the game's own policy does not learn: use playout = \"uniform\" and replies = \"off\", or policy = \"uniform\"";
                return Err(ParamError::rule("policy", message));
            }
            return Ok((Box::new(knowing), Box::new(NoLearning)));
        }
        if around.split_view && around.whole_moves && !traced && !self.playouts.learn() {
            return Ok((Box::new(OtherView::new(self.search.playout_cap, view(seen, ORTHODOX)?)), Box::new(NoLearning)));
        }
        Ok(parts)
    }
}
