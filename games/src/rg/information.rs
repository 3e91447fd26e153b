//! The knowledge of players in a game given as rules.

use super::drawing::{Determinisation, Truth};
use super::history;
use super::position::RgPosition;
use crate::capabilities::Information;
use crate::hash;
use crate::position::{Player, Position};
use crate::rng::Rng;

impl RgPosition {
    fn truth(&self) -> Option<Truth<'_>> {
        Some(Truth { rules: &self.rules, history: self.history.as_ref()?, state: self.state() })
    }
}

impl Information for RgPosition {
    fn players(&self) -> usize {
        self.rules.info.players
    }

    fn known(&self, player: Player) -> String {
        self.history.as_ref().map_or_else(String::new, |history| history::write_known(&self.rules, history, self.state(), player))
    }

    fn legend(&self) -> &'static str {
        "your name; the actions that you have seen, in order; whose turn it is"
    }

    fn known_key(&self, player: Player) -> u64 {
        let seen = self.history.as_ref().map_or(0, |history| history.seen(player, history.moves()));
        let actor = history::actor(&self.rules, self.state()).map(history::actor_key);
        hash::key(&(player, seen, actor))
    }

    /// Draws a game that looks the same to the player with a probability in proportion to that of what chance did in it, as long as the states in which the
    /// game could have been are not too many.
    fn resample_into(&self, player: Player, rng: &mut Rng, target: &mut dyn Position) -> bool {
        self.resample_in_time(player, rng, target, &|| true)
    }

    fn resample_in_time(&self, player: Player, rng: &mut Rng, target: &mut dyn Position, in_time: &dyn Fn() -> bool) -> bool {
        let Some(truth) = self.truth() else { return false };
        let drawn = self.rules.with_worlds(player, |worlds| worlds.draw(truth, rng, in_time));
        let Some(Determinisation { state, history }) = drawn else { return false };
        target.copy_from(&RgPosition::with_history(&self.rules, state, history));
        true
    }

    fn draw_probability(&self, player: Player) -> Option<f64> {
        let truth = self.truth()?;
        self.rules.with_worlds(player, |worlds| worlds.probability(truth))
    }
}
