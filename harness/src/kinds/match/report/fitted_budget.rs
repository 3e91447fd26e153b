//! The budget at which our scores in a game fit the printed ones best: papers that give a time per turn leave it open.

use super::dimensions::{Dimension, push_new};
use super::printed_pairs::Pair;
use super::tables::count;
use super::view::{View, game};
use crate::experiment::{AxisValue, Cell as GridCell, Reference};
use treebench_agents::Budget;
use treebench_reports::Section;
use treebench_reports::model::{Block, Cell, Column, Table};
use treebench_stats::{Equivalence, Estimate, Fit, deviance, fitted};

/// The lead names the fit in no more games than this.
const MOST_NAMED: usize = 3;

/// The fits in all games for which there is one.
pub(super) struct FittedBudgets<'a> {
    budget: &'a Dimension,
    games: Vec<Game<'a>>,
}

impl<'a> FittedBudgets<'a> {
    /// Those of printed values that name no budget and belong to cells of several ones. Play that a rule of `[stop]` ended has scores of another kind.
    pub(super) fn of(view: &'a View<'_>, pairs: &[Pair<'a>]) -> Option<FittedBudgets<'a>> {
        if view.experiment.stop_rule().is_some() {
            return None;
        }
        let mut budgets = view.dimensions.iter().filter(|dimension| dimension.is_budget());
        let (budget, None) = (budgets.next()?, budgets.next()) else { return None };
        if pairs.iter().any(|pair| pair.reference.axes.iter().any(|(axis, _)| budget.is_of(axis))) {
            return None;
        }
        let games: Vec<Game<'a>> = view.games.iter().filter_map(|name| Game::of(view, budget, name, pairs)).collect();
        (!games.is_empty()).then_some(FittedBudgets { budget, games })
    }

    /// Whether a cell's value on this axis is what is fitted.
    pub(super) fn is_about(&self, cell: &GridCell, axis: &str) -> bool {
        self.budget.is_of(axis) && self.games.iter().any(|fit| fit.name == game(cell))
    }

    pub(super) fn section(&self, view: &View<'_>) -> Section {
        let section = Section::new("fitted-budget", "The budget that fits the printed values").paragraph(
            "The deviance G² between our scores and the printed ones, with the errors of both, summed over the cells of a game at every budget: the \
             smaller, the better the fit. Only budgets at which all planned games of all these cells have results that could be judged are compared, and a \
             cell counts as many games at each. This is an estimate of the budget of the paper, and no test of its claims: a claim judged at the fitted \
             budget needs other games.",
        );
        let grew = if view.anytime { " The number of games may depend on results, which this set does not allow for." } else { "" };
        section.block(table(self.budget, &self.games)).block(Block::Note(format!(
            "Plausible are the budgets that the test of the fit does not reject (χ² of G², 5 %): of such sets 95 in 100 hold the true budget, if it is among \
             those played.{grew}"
        )))
    }

    /// The same in a sentence: `The printed values name no iterations; the best fit is 400 in breakthrough (plausible: 200, 400).`
    pub(super) fn sentence(&self) -> String {
        let FittedBudgets { budget, games } = self;
        let fit = |game: &Game<'_>| format!("{} in {} (plausible: {})", game.best(), game.name, game.plausible());
        let found = if games.len() <= MOST_NAMED {
            format!("is {}", games.iter().map(fit).collect::<Vec<_>>().join(", "))
        } else {
            let unexplained = games.iter().filter(|game| !game.fitted.plausible.contains(&true)).count();
            format!(
                "in each of {} games is in a table of the report; in {unexplained} of them no budget played explains the values",
                games.len()
            )
        };
        format!("The printed values name no {}; the best fit {found}.", budget.name)
    }
}

/// The fit in one game.
struct Game<'a> {
    name: String,
    cells: usize,
    /// In ascending order of budgets.
    settings: Vec<Setting<'a>>,
    deviances: Vec<f64>,
    fitted: Fit,
}

/// One budget of a game, with its cells in the same order at every budget.
struct Setting<'a> {
    value: &'a AxisValue,
    pairs: Vec<Pair<'a>>,
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
            let pair = |rest: &Vec<AxisValue>| {
                let is_it = |(of, pair): &&(&AxisValue, Pair<'a>)| *of == value && budget.rest(view.variant(pair.seen)) == *rest;
                of_game.iter().find(is_it).map(|(_, pair)| *pair).filter(|pair| is_whole(view, pair))
            };
            Some(Setting { value, pairs: cells.iter().map(pair).collect::<Option<_>>()? })
        };
        let mut settings: Vec<Setting<'a>> = values.into_iter().filter_map(setting).collect();
        settings.sort_by(|a, b| amount(a).total_cmp(&amount(b)));
        // Of as many games everywhere, or the budget with the fewest would deviate least.
        let estimate = |setting: &Setting<'_>, cell: usize| Estimate::of_rounds(&setting.pairs[cell].seen.summary.rounds);
        let size = |cell| settings.iter().map(|setting| estimate(setting, cell).size).fold(f64::INFINITY, f64::min);
        let sizes: Vec<f64> = (0..cells.len()).map(size).collect();
        let deviance = |setting: &Setting<'_>| {
            let of_cell = |(cell, &size): (usize, &f64)| {
                let Reference { value, half_width, .. } = setting.pairs[cell].reference;
                let half = (!half_width.is_nan()).then_some(half_width / 100.0);
                deviance(Estimate { size, ..estimate(setting, cell) }, value / 100.0, half)
            };
            sizes.iter().enumerate().map(of_cell).sum()
        };
        let deviances: Vec<f64> = settings.iter().map(deviance).collect();
        let fitted = fitted(&deviances, cells.len()).filter(|_| settings.len() > 1)?;
        Some(Game { name: name.to_owned(), cells: cells.len(), settings, deviances, fitted })
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
        if !self.fitted.plausible.contains(&true) {
            return "none".to_owned();
        }
        let kept = self.settings.iter().zip(&self.fitted.plausible).filter(|(_, plausible)| **plausible);
        kept.map(|(setting, _)| setting.value.label.as_str()).collect::<Vec<_>>().join(", ")
    }
}

/// The size of a budget, to order those of one experiment, which have the same unit.
fn amount(setting: &Setting<'_>) -> f64 {
    match setting.pairs.first().map(|pair| pair.seen.cell.participants[0].budget) {
        Some(Budget::Iterations(count) | Budget::States(count)) => count as f64,
        Some(Budget::Time(time)) => time.as_secs_f64(),
        Some(Budget::Clock(_)) | None => 0.0,
    }
}

/// Whether a cell has a result of every planned game, and nothing that would withhold a verdict.
fn is_whole(view: &View<'_>, pair: &Pair<'_>) -> bool {
    let summary = pair.seen.summary;
    let is_played = summary.scores.count() >= u64::from(view.experiment.games_per_cell);
    is_played && pair.seen.missing() == 0 && summary.one_sided == 0 && pair.seen.no_verdict.is_none()
}

fn table(budget: &Dimension, games: &[Game<'_>]) -> Table {
    let mut values: Vec<&AxisValue> = Vec::new();
    games.iter().flat_map(|game| &game.settings).for_each(|setting| push_new(&mut values, setting.value));
    let mut table = Table::new("fitted-budget", "The budget at which the scores fit the printed ones best, per game.")
        .column(Column::text("game"))
        .column(Column::number("cells").doc("with a printed value"))
        .column(Column::text(&budget.name).doc("the budget of the least deviance; ≤ and ≥ at the ends of the list"))
        .column(Column::text("plausible").doc("the budgets of a 95 % confidence set; none if no budget played explains the printed values"))
        .column(
            Column::number("p of the fit")
                .doc("of equal true scores in all cells at that budget, by χ²; small if no budget explains the printed values"),
        )
        .column(Column::number("equal").doc("cells that are equal to the printed value within 5 points there (two one-sided tests, 5 %)"))
        .column(
            Column::number("different")
                .doc("cells that differ from the printed value there (p ≤ 0.05); those neither equal nor different are undecided"),
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
            cells(&|says| says == Equivalence::Differs),
        ];
        row.extend(values.iter().map(|&value| {
            let place = game.settings.iter().position(|setting| setting.value == value);
            place.map_or(Cell::Empty, |place| Cell::number(game.deviances[place], 1))
        }));
        table = table.row(row);
    }
    table
}
