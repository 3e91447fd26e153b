//! Mean results of actions, one per player and action, with decay.

use crate::search::ActionId;
use treebench_games::Player;

/// The results of the iterations in which an action was played.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Mean {
    sum: f64,
    weight: f64,
}

impl Mean {
    /// The mean result on [0, 1]; `None` if there is none.
    #[inline]
    pub fn value(self) -> Option<f64> {
        (self.weight > 0.0).then(|| self.sum / self.weight)
    }
}

/// A table of means.
///
/// Decay multiplies the weight of all earlier results by γ. Here, later results get 1/γ times the weight instead: the means are the same, and
/// decay takes constant time.
#[derive(Clone, Debug)]
pub struct Means {
    players: usize,
    /// By action and player.
    cells: Vec<Mean>,
    /// The weight of a result added now.
    unit: f64,
}

/// The unit beyond which the table is rescaled.
const LARGE: f64 = 1e100;

impl Means {
    /// An empty table for a game with this many players.
    pub fn new(players: usize) -> Means {
        Means { players, cells: Vec::new(), unit: 1.0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.cells.clear();
        self.unit = 1.0;
    }

    /// The results of a player's action.
    #[inline]
    pub fn of(&self, player: Player, action: ActionId) -> Mean {
        self.cells.get(action.0 as usize * self.players + player).copied().unwrap_or_default()
    }

    /// Replaces `out` by the results of each of a player's actions, none for those without a number.
    ///
    /// They are only copied here: a branch on what is in a cell would keep the processor from fetching the next ones meanwhile.
    pub fn all_of(&self, player: Player, actions: &[Option<ActionId>], out: &mut Vec<Mean>) {
        out.clear();
        out.extend(actions.iter().map(|action| action.map_or(Mean::default(), |action| self.of(player, action))));
    }

    /// The number of results in the mean; each decay multiplies the earlier ones by γ.
    #[inline]
    pub fn samples(&self, mean: Mean) -> f64 {
        mean.weight / self.unit
    }

    /// The number of results of an action by any player.
    #[inline]
    pub fn all_samples(&self, action: ActionId) -> f64 {
        (0..self.players).map(|player| self.samples(self.of(player, action))).sum()
    }

    /// Adds a result of a player's action.
    #[inline]
    pub fn add(&mut self, player: Player, action: ActionId, result: f64) {
        let at = action.0 as usize * self.players + player;
        if at >= self.cells.len() {
            self.cells.resize(((at + 1) * 2).max(1 << 10), Mean::default());
        }
        let cell = &mut self.cells[at];
        cell.sum += self.unit * result;
        cell.weight += self.unit;
    }

    /// Multiplies the weight of everything by γ; 0 forgets it.
    pub fn decay(&mut self, gamma: f64) {
        if gamma <= 0.0 {
            return self.clear();
        }
        self.unit /= gamma;
        if self.unit > LARGE {
            for cell in &mut self.cells {
                *cell = Mean { sum: cell.sum / self.unit, weight: cell.weight / self.unit };
            }
            self.unit = 1.0;
        }
    }
}
