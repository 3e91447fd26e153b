//! Asking a selection rule outside a search.

use treebench_agents::search::{NodeId, Pick, Selection, Tree};
use treebench_games::params::Values;
use treebench_games::{Player, Rng, games};

/// What a rule that looks at neither the position nor random numbers picks.
pub(crate) fn picked(rule: &mut (impl Selection + ?Sized), tree: &mut Tree, node: NodeId, mover: Player) -> Pick {
    let game = games().find("tic-tac-toe").expect("the game is registered").build(&Values::default()).expect("it has no parameters");
    rule.select(tree, node, mover, game.start().as_ref(), &mut Rng::from_seed(1))
}
