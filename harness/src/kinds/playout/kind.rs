//! The implementation of the kind.

use super::cell::CellRecord;
use super::play::BlockPlayer;
use super::record::BlockRecord;
use super::settings::PlayoutSettings;
use super::summary::{PlayoutCell, PlayoutSummary};
use crate::experiment::{Cell, Experiment, KindRules};
use crate::kinds::kind::restored;
use crate::kinds::{ComparedRecord, DamagedCell, Direction, Kind, KindEntry, Outcome, Rows, Spending, Summary, TaskPlayer, Tasks, Terms};
use crate::store::{Column, Record as _, Row};
use treebench_games::params::{ParamError, Params};

/// Flat Monte-Carlo statistics.
pub struct Playouts;

/// The rules of playouts.
const RULES: KindRules = KindRules {
    supports,
    is_timed: |cell| cell.settings.decode::<PlayoutSettings>().is_ok_and(|settings| settings.seconds > 0.0),
    ..KindRules::new(
        "playout",
        "Random games under split strategies: speed, length and branching factor, as in Table 1 of the split-moves paper.",
        PlayoutSettings::specs,
        accepts,
    )
};

/// Whether the game has the split strategy.
fn supports(cell: &Cell) -> Result<(), ParamError> {
    let settings = cell.settings.decode::<PlayoutSettings>()?;
    let found = treebench_games::find_split(cell.game.game.as_ref(), &settings.split)?;
    if found == settings.split {
        return Ok(());
    }
    // Otherwise one strategy could be in the grid under two names.
    Err(ParamError::rule("split", format!("the split `{}` is written `{found}`", settings.split)))
}

/// Refuses agents.
fn accepts(cell: &Cell, _tasks_per_cell: u32) -> Result<(), ParamError> {
    if cell.participants.is_empty() {
        return Ok(());
    }
    Err(ParamError::rule("", "random games have no agents: remove [agent.NAME] and [compare]"))
}

impl Tasks for Playouts {
    fn columns(&self) -> &'static [Column] {
        BlockRecord::COLUMNS
    }

    fn player(&self, cell: &Cell) -> Result<Box<dyn TaskPlayer>, ParamError> {
        Ok(Box::new(BlockPlayer::new(cell)?))
    }

    fn micros(&self, row: &Row) -> u64 {
        BlockRecord::from_row(row).map_or(0, |block| block.micros)
    }

    fn terms(&self) -> Terms {
        let outcomes = &[
            Outcome { name: "nodal states per game", better: Direction::Neither, share: false },
            Outcome { name: "all states per game", better: Direction::Neither, share: false },
            Outcome { name: "score of player 1", better: Direction::Neither, share: true },
        ];
        Terms { outcomes, unit: "random game", clock: "wall time" }
    }

    fn compared(&self, cell: &Cell, row: &Row) -> ComparedRecord {
        let block = BlockRecord::from_row(row).ok().filter(|block| block.message.is_empty() && block.playouts > 0);
        let Some(block) = block else { return ComparedRecord { values: vec![None; 3], ..ComparedRecord::default() } };
        let games = block.playouts as f64;
        let ended = block.playouts.saturating_sub(block.cut_off);
        let score = block.scores.first().filter(|_| ended > 0).map(|sum| cell.game.game.info().normalise(sum / ended as f64));
        ComparedRecord {
            values: vec![Some(block.moves as f64 / games), Some(block.states as f64 / games), score],
            key: 0,
            spent: vec![Spending { participant: 0, work: block.timed_playouts as f64, micros: block.micros as f64, bytes: 0.0 }],
        }
    }
}

inventory::submit! { KindEntry(&Playouts) }

impl Kind for Playouts {
    fn rules(&self) -> &'static KindRules {
        &RULES
    }

    fn tasks(&self) -> &'static dyn Tasks {
        &Playouts
    }

    fn cell_columns(&self) -> &'static [Column] {
        CellRecord::COLUMNS
    }

    fn fold_onto<'e>(
        &self,
        experiment: &'e Experiment,
        earlier: &[Option<Row>],
        rows: &mut Rows<'_>,
    ) -> Result<Box<dyn Summary + 'e>, DamagedCell> {
        let cells = restored(experiment, earlier, PlayoutCell::empty, CellRecord::restore)?;
        Ok(Box::new(PlayoutSummary::onto(cells, experiment, rows)))
    }
}
