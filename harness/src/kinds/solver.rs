//! What a position is worth under perfect play: the game knows it, or an exhaustive search finds out.

use treebench_agents::alphabeta::{AlphaBeta, AlphaBetaOptions};
use treebench_agents::{Budget, Meter};
use treebench_games::{GameInfo, Player, Position, Turn};

/// The most memory that the table of a search takes.
const MOST_TABLE: usize = 16 << 20;

/// A solver of games of two players without chance.
pub(super) struct Solver {
    info: GameInfo,
    /// The nodal positions that a search may visit.
    positions: u64,
    table: usize,
    /// Built when it is first needed.
    search: Option<AlphaBeta>,
}

impl Solver {
    /// A solver that may visit this many nodal positions.
    pub(super) fn new(info: GameInfo, positions: u64) -> Solver {
        Solver { info, positions, table: MOST_TABLE, search: None }
    }

    /// The same with a table no larger than its positions need, for many short searches.
    pub(super) fn short(self) -> Solver {
        let needed = usize::try_from(self.positions.saturating_mul(64)).unwrap_or(MOST_TABLE);
        Solver { table: needed.clamp(1 << 12, MOST_TABLE), ..self }
    }

    /// Whether a game that starts so can be solved.
    pub(super) fn supports(info: &GameInfo, start: &dyn Position) -> bool {
        start.oracle().is_some() || (info.players == 2 && !info.chance && !info.hidden)
    }

    /// Forgets what was found out, so that the next value depends on its position alone.
    pub(super) fn forget(&mut self) {
        if let Some(search) = &mut self.search {
            search.clear();
        }
    }

    /// What a position is worth to a player, from 0 to 1: between two players, for the difference of their scores. `None` if the search ends before it
    /// is proven.
    ///
    /// # Errors
    /// If the game has a fault.
    pub(super) fn value(&mut self, position: &dyn Position, player: Player) -> Result<Option<f64>, String> {
        if let Some(oracle) = position.oracle() {
            return Ok(Some(self.info.normalise(oracle.known_score(player))));
        }
        if position.turn() == Turn::Over {
            return Ok(Some(self.worth(position, player)));
        }
        let options = AlphaBetaOptions { depth: u8::MAX, table_bytes: self.table, ordering: true, distance: false };
        let search = self.search.get_or_insert_with(|| AlphaBeta::new(self.info, options));
        let found = search.search(position, &mut Meter::new(Budget::Iterations(self.positions)));
        let found = found.map_err(|error| format!("the solver failed: {error}"))?;
        let value = if position.turn() == Turn::Player(player) { found.value } else { 1.0 - found.value };
        Ok(found.proven.then_some(value))
    }

    /// The end of a game.
    fn worth(&self, position: &dyn Position, player: Player) -> f64 {
        let score = |player| self.info.normalise(position.score(player));
        if self.info.players == 2 { (1.0 + score(player) - score(1 - player)) / 2.0 } else { score(player) }
    }
}
