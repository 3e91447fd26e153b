//! The results that a player can force, by exhaustive search with all other players as one opponent.

use std::collections::BTreeMap;
use treebench_games::{Player, Position, Turn};

/// A player's worst and best results from a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Worth {
    /// The result that the player can force against all others.
    pub(crate) forced: f64,
    /// The result if all others help.
    pub(crate) helped: f64,
}

/// A memory of results.
#[derive(Default)]
pub(crate) struct Oracle(BTreeMap<(String, Player), Option<Worth>>);

impl Oracle {
    /// The value of a position, intermediate or not; `None` for dead ends.
    pub(crate) fn worth(&mut self, position: &dyn Position, player: Player) -> Option<Worth> {
        // Intermediate positions of a test game may share their notation with others, so only nodal ones are stored.
        let key = position.is_nodal().then(|| (position.notation(), player));
        if let Some(known) = key.as_ref().and_then(|key| self.0.get(key)) {
            return *known;
        }
        let worth = self.fresh(position, player);
        self.0.extend(key.map(|key| (key, worth)));
        worth
    }

    fn fresh(&mut self, position: &dyn Position, player: Player) -> Option<Worth> {
        let mut below = Vec::new();
        for m in position.move_list() {
            let mut next = position.boxed();
            next.apply(m);
            below.extend(self.worth(next.as_ref(), player));
        }
        let own = position.turn() == Turn::Player(player);
        let best = |a: f64, b: f64| a.max(b);
        let forced = below.iter().map(|w| w.forced).reduce(|a, b| if own { a.max(b) } else { a.min(b) });
        let helped = below.iter().map(|w| w.helped).reduce(best);
        match (forced, helped) {
            (Some(forced), Some(helped)) => Some(Worth { forced, helped }),
            _ => position.is_nodal().then(|| Worth { forced: position.score(player), helped: position.score(player) }),
        }
    }
}
