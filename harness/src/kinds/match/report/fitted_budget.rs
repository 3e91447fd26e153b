//! The budget at which our scores in a game fit the printed ones best: papers that give a time per turn leave it open.

use super::dimensions::Dimension;
use super::printed_values::Pair;
use super::tables::count;
use super::view::{View, game, push_new};
use crate::experiment::AxisValue;
use treebench_reports::Section;
use treebench_reports::model::{Block, Cell, Column, Table};
use treebench_stats::{Equivalence, Estimate, Fitted, LEVEL, deviance, fitted};

/// The section, if printed values that name no budget belong to cells of several budgets.
pub(super) fn section(view: &View<'_>, pairs: &[Pair<'_>]) -> Option<Section> {
    let mut budgets = view.dimensions.iter().filter(|dimension| dimension.is_budget());
    let (budget, None) = (budgets.next()?, budgets.next()) else { return None };
    if pairs.iter().any(|pair| pair.reference.axes.iter().any(|(axis, _)| budget.is_of(axis))) {
        return None;
    }
    let games: Vec<Game<'_>> = view.games.iter().filter_map(|name| Game::of(view, budget, name, pairs)).collect();
    if games.is_empty() {
        return None;
    }
    let section = Section::new("fitted-budget", "The budget that fits the printed values").paragraph(
        "The deviance G² between our scores and the printed ones, with the errors of both, summed over the cells of a game at every budget: the \
         smaller, the better the fit. Budgets at which not all of the game's printed cells have been played are left out. This is an estimate of \
         the budget of the paper, and no test of its claims: a claim judged at the fitted budget needs other games.",
    );
    Some(section.block(table(budget, &games)).block(Block::Note(
        "Plausible are the budgets whose deviance exceeds the least one by at most 3.84 (95 % of χ², one degree of freedom), or by that multiple of the \
         least deviance per cell if no budget fits. The true budget may lie between two of these, or beyond the last."
            .to_owned(),
    )))
}

/// The fit in one game.
struct Game<'a> {
    name: String,
    cells: usize,
    settings: Vec<Setting<'a>>,
    fitted: Fitted,
}

/// One budget of a game.
struct Setting<'a> {
    value: &'a AxisValue,
    pairs: Vec<Pair<'a>>,
    deviance: f64,
}

impl<'a> Game<'a> {
    fn of(view: &'a View<'_>, budget: &Dimension, name: &str, pairs: &[Pair<'a>]) -> Option<Game<'a>> {
        let (mut values, mut cells): (Vec<&AxisValue>, Vec<Vec<AxisValue>>) = (Vec::new(), Vec::new());
        let mut of_game = Vec::new();
        for pair in pairs.iter().filter(|pair| game(pair.seen.cell) == name) {
            let variant = view.variant(pair.seen);
            let value = budget.value(variant)?;
            push_new(&mut values, value);
            push_new(&mut cells, budget.rest(variant));
            of_game.push((value, *pair));
        }
        let setting = |value: &'a AxisValue| {
            let pairs: Vec<Pair<'a>> = of_game.iter().filter(|(of, _)| *of == value).map(|(_, pair)| *pair).collect();
            Setting { value, deviance: pairs.iter().map(distance).sum(), pairs }
        };
        let settings: Vec<Setting<'a>> = values.into_iter().map(setting).filter(|setting| setting.pairs.len() == cells.len()).collect();
        let deviances: Vec<f64> = settings.iter().map(|setting| setting.deviance).collect();
        let fitted = fitted(&deviances, cells.len()).filter(|_| settings.len() > 1)?;
        Some(Game { name: name.to_owned(), cells: cells.len(), settings, fitted })
    }

    /// The fitted budget; at an end of the list the true one may lie beyond.
    fn best(&self) -> String {
        let label = &self.settings[self.fitted.best].value.label;
        match self.fitted.best {
            0 => format!("≤ {label}"),
            last if last + 1 == self.settings.len() => format!("≥ {label}"),
            _ => label.clone(),
        }
    }

    fn plausible(&self) -> String {
        let kept = self.settings.iter().zip(&self.fitted.plausible).filter(|(_, plausible)| **plausible);
        kept.map(|(setting, _)| setting.value.label.as_str()).collect::<Vec<_>>().join(", ")
    }
}

fn distance(pair: &Pair<'_>) -> f64 {
    let half = (!pair.reference.half_width.is_nan()).then_some(pair.reference.half_width / 100.0);
    deviance(Estimate::of_rounds(&pair.seen.summary.rounds), pair.reference.value / 100.0, half)
}

fn table(budget: &Dimension, games: &[Game<'_>]) -> Table {
    let mut values: Vec<&AxisValue> = Vec::new();
    games.iter().flat_map(|game| &game.settings).for_each(|setting| push_new(&mut values, setting.value));
    let mut table = Table::new("fitted-budget", "The budget at which the scores fit the printed ones best, per game.")
        .column(Column::text("game"))
        .column(Column::number("cells").doc("with a printed value"))
        .column(Column::text(&budget.name).doc("the budget of the least deviance; ≤ and ≥ at the ends of the list"))
        .column(Column::text("plausible").doc("the budgets of a 95 % confidence set"))
        .column(
            Column::number("p of the fit")
                .doc("of equal true scores in all cells at that budget, by χ²; small if no budget explains the printed values"),
        )
        .column(Column::number("equal").doc("cells that are equal to the printed value within 5 points there (two one-sided tests, 5 %)"))
        .column(
            Column::number("agree")
                .doc(format!("cells that do not differ from the printed value there (p > {LEVEL}); few games hardly ever differ")),
        );
    for value in &values {
        table = table.column(Column::number(format!("G² at {}", value.label)).doc("the deviance summed over the cells"));
    }
    for game in games {
        let there: Vec<_> = game.settings[game.fitted.best].pairs.iter().filter_map(|pair| pair.agreement).collect();
        let cells = |wanted: &dyn Fn(Equivalence) -> bool| count(there.iter().filter(|found| wanted(found.says())).count() as u64);
        let mut row: Vec<Cell> = vec![
            game.name.as_str().into(),
            count(game.cells as u64),
            game.best().into(),
            game.plausible().into(),
            Cell::PValue(game.fitted.p),
            cells(&|says| says == Equivalence::Equal),
            cells(&|says| says != Equivalence::Differs),
        ];
        row.extend(values.iter().map(|&value| {
            let setting = game.settings.iter().find(|setting| setting.value == value);
            setting.map_or(Cell::Empty, |setting| Cell::number(setting.deviance, 1))
        }));
        table = table.row(row);
    }
    table
}
