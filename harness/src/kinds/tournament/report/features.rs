//! Features of a tournament's games, and their correlation with effects.

use super::view::{View, WholeTournament};
use crate::kinds::r#match::MatchSettings;
use crate::kinds::playout::{Features, GAMES, features};
use treebench_games::params::Params as _;
use treebench_reports::model::{Cell, Column, Table};
use treebench_stats::rank_correlation;

/// The columns of [`GameFeatures::correlations`].
pub(super) const NAMES: [&str; 3] = ["with branching", "with length", "with draws"];

/// The features of every game of a tournament; `None` for a game that fails under random play.
pub(super) struct GameFeatures(Vec<Option<Features>>);

impl GameFeatures {
    /// Measures the games by random play, from the seed of the experiment.
    pub(super) fn of(view: &View<'_>, whole: &WholeTournament) -> GameFeatures {
        let measured = whole.boards.iter().map(|board| {
            let cell = &view.experiment.cells[*board.cells.first()?];
            let settings = MatchSettings::from_values(&cell.settings).ok()?;
            features(cell.game.game.as_ref(), settings.max_moves, view.experiment.seed)
        });
        GameFeatures(measured.collect())
    }

    /// The number of games with features.
    pub(super) fn games(&self) -> Cell {
        Cell::Integer(self.0.iter().flatten().count() as i64)
    }

    /// The size of a chance correlation, in words.
    pub(super) fn chance(&self) -> String {
        let games = self.0.iter().flatten().count() as f64;
        format!(
            "If there is no dependence, 95 % of correlations over {games} games lie within ±{:.2} (twice the standard error 1/√(n − 1)), \
             and one in twenty is larger by chance.",
            2.0 / (games - 1.0).sqrt()
        )
    }

    /// The rank correlations over games of these values with the branching, the length and the share of draws.
    pub(super) fn correlations(&self, values: &[f64]) -> [Cell; 3] {
        [|f: &Features| f.branching, |f: &Features| f.length, |f: &Features| f.draws].map(|feature| {
            let known = values.iter().zip(&self.0).filter_map(|(value, game)| Some((*value, feature(game.as_ref()?))));
            let (values, features): (Vec<f64>, Vec<f64>) = known.filter(|(value, _)| value.is_finite()).unzip();
            Cell::number(rank_correlation(&values, &features), 2)
        })
    }

    /// The features of every game, under random play and in the tournament.
    pub(super) fn table(&self, view: &View<'_>, whole: &WholeTournament, id: &str) -> Table {
        let caption = format!(
            "Features of the games: {GAMES} random games of each, measured as by the kind `playout` with the tournament's max-moves, and \
             the games played."
        );
        let mut table = Table::new(id, caption)
            .column(Column::text("game"))
            .column(
                Column::number("branching").doc("moves per position in random games; semimoves per state where rules are split into them"),
            )
            .column(Column::number("length").unit("moves").doc("of random games, in whole moves by players"))
            .column(Column::number("draws").unit("%").doc("random games in which all players scored the same, or that were cut off"))
            .column(Column::number("cut off").unit("%").doc("random games that were cut off by max-moves"))
            .column(Column::number("length played").unit("moves").doc("of the games of the tournament"))
            .column(Column::number("draws played").unit("%").doc("among the games of the tournament"));
        for (board, features) in whole.boards.iter().zip(&self.0) {
            let played = board.cells.iter().map(|&cell| &view.cells[cell]);
            let (games, plies, draws) = played.fold((0.0, 0.0, 0.0), |(games, plies, draws), cell| {
                let count = cell.scores.count() as f64;
                (games + count, plies + if count > 0.0 { cell.plies.sum() } else { 0.0 }, draws + cell.draws as f64)
            });
            let random = features.map_or([Cell::Empty, Cell::Empty, Cell::Empty, Cell::Empty], |found| {
                [(found.branching, 1), (found.length, 1), (100.0 * found.draws, 0), (100.0 * found.cut_off, 0)]
                    .map(|(value, decimals)| Cell::number(value, decimals))
            });
            let own = [plies / games, 100.0 * draws / games].map(|value| if games > 0.0 { Cell::number(value, 1) } else { Cell::Empty });
            table = table.row([board.name.as_str().into()].into_iter().chain(random).chain(own));
        }
        table
    }
}
