//! The best variant, corrected for selection.

use super::average::Average;
use super::view::{CellView, View, barred, interval, label, words};
use crate::experiment::AxisValue;
use crate::report::{capital, listed, plural};
use treebench_reports::model::{Cell, Column, Interval, Table};
use treebench_reports::p_words;
use treebench_stats::{Best, Contrast, LEVEL, best_of, chosen_p};

/// With more groups than this, the lead counts first places, and a table has the groups.
const MOST_IN_LEAD: usize = 2;

/// The maximum number of variants that a sentence names as worse than the highest.
const MOST_WORSE: usize = 4;

/// A variant and its average over games.
#[derive(Clone)]
pub(super) struct Contender<'a> {
    pub(super) variant: &'a [AxisValue],
    /// Its cells that have been played.
    pub(super) cells: Vec<&'a CellView<'a>>,
    pub(super) average: Average,
}

/// Variants that met the same opponents in the same games, and which of them is the best.
pub(super) struct Choice<'a> {
    group: Vec<Contender<'a>>,
    found: Best,
}

/// A choice for every group of several variants.
///
/// There is none after sequential tests or if games grew: choosing the best needs a fixed number of games.
pub(super) fn choices<'a>(view: &'a View<'a>) -> Vec<Choice<'a>> {
    if view.anytime {
        return Vec::new();
    }
    let choice = |group: Vec<Contender<'a>>| {
        let values: Vec<f64> = group.iter().map(|contender| contender.average.fixed.value()).collect();
        Some(Choice { found: best_of(&values, |first, other| p_above(&group[first], &group[other]), LEVEL)?, group })
    };
    groups(view).into_iter().filter(|group| group.len() > 1).filter_map(choice).collect()
}

/// How likely the first is not above the other, with every game without a result counted against the first.
fn p_above(first: &Contender<'_>, other: &Contender<'_>) -> f64 {
    let gap = Average::difference(&first.cells, &other.cells).filter(|_| barred(&first.cells, &other.cells).is_none());
    let bounds = gap.map(|gap| gap.bounds(&first.cells, &other.cells));
    bounds.map_or(1.0, |bounds| bounds.iter().map(|bound| bound.p_above(0.0)).fold(0.0, f64::max))
}

/// Variants that can be compared: same games, same opponents with the same parameters and budgets, same settings.
pub(super) fn groups<'a>(view: &'a View<'a>) -> Vec<Vec<Contender<'a>>> {
    let mut groups: Vec<(String, Vec<Contender<'a>>)> = Vec::new();
    for variant in &view.variants {
        let cells = view.played(variant);
        let met: Vec<String> = cells
            .iter()
            .map(|seen| format!("{:?} {:?} {:?}", seen.cell.game, seen.cell.settings, seen.cell.participants.get(1..)))
            .collect();
        let met = met.join("\n");
        let Some(average) = Average::of(&cells) else { continue };
        let contender = Contender { variant, cells, average };
        match groups.iter_mut().find(|(key, _)| *key == met) {
            Some((_, group)) => group.push(contender),
            None => groups.push((met, vec![contender])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

/// Which variant is the best: a sentence for each group, or who comes first in how many of them; why there is none if games grew.
pub(super) fn lead(view: &View<'_>, choices: &[Choice<'_>]) -> Vec<String> {
    if view.anytime && view.experiment.stop_rule().is_none() && groups(view).iter().any(|group| group.len() > 1) {
        return vec!["No best is named: the number of games may depend on results that could be seen.".to_owned()];
    }
    if choices.len() <= MOST_IN_LEAD {
        return choices.iter().map(|choice| choice.sentence(view, choices.len() > 1)).collect();
    }
    let mut first: Vec<(String, usize)> = Vec::new();
    for choice in choices.iter().filter(|choice| choice.found.top.len() == 1) {
        let name = choice.name(view, choice.found.top[0]);
        match first.iter_mut().find(|(other, _)| *other == name) {
            Some((_, count)) => *count += 1,
            None => first.push((name, 1)),
        }
    }
    first.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let alone = choices.iter().filter(|choice| choice.found.possible.len() == 1).count();
    let names = first.into_iter().map(|(name, count)| format!("{name} ({count})")).collect();
    vec![format!(
        "Highest score in {} settings: {}; significantly better than every rival in {alone} of them.",
        choices.len(),
        listed(names)
    )]
}

/// The best of every group; `None` if the lead has all of them.
pub(super) fn table(view: &View<'_>, choices: &[Choice<'_>]) -> Option<Table> {
    let caption = "Which variant is the best against the same opponents in the same games.";
    let table = Table::new("best", caption)
        .column(Column::text("setting"))
        .column(Column::text("highest"))
        .column(
            Column::number("score")
                .unit("%")
                .doc("average over games, each weighted equally, with its 95 % interval; if several are tied, that of the first"),
        )
        .column(Column::text("not significantly different").doc("candidates for the best at 95 % (Gupta's subset)"))
        .column(Column::number("worse").doc("significantly worse variants"))
        .column(Column::number("p").doc("of the highest not being the best: against its strongest rival, two-sided"));
    let rows = choices.iter().map(|choice| {
        let names = |places: &[usize]| places.iter().map(|&place| choice.name(view, place)).collect::<Vec<_>>();
        [
            choice.setting().into(),
            names(&choice.found.top).join("; ").into(),
            Cell::Interval(choice.group[choice.found.top[0]].interval()),
            listed(names(&choice.rivals())).into(),
            Cell::Integer(choice.worse().len() as i64),
            Cell::PValue(choice.found.p),
        ]
    });
    (choices.len() > MOST_IN_LEAD).then(|| rows.fold(table, Table::row))
}

impl Contender<'_> {
    /// The average in percent with its interval; in a single game, the interval is that of the tables.
    fn interval(&self) -> Interval {
        if let [only] = self.cells[..] { interval(only) } else { self.average.interval() }
    }

    /// The two-sided p-values of an even result if the score lies above it, and if it lies below; in a single game that of the tables.
    fn against(&self, even: f64) -> [f64; 2] {
        let bounds = self.average.bounds(&self.cells, &[]);
        let most = |of: &dyn Fn(&Contrast) -> f64| (2.0 * bounds.iter().map(of).fold(0.0, f64::max)).min(1.0);
        match (&self.cells[..], &bounds[..]) {
            ([only], [_]) => {
                [only.judged.estimate.mean > even, only.judged.estimate.mean < even].map(|is| if is { only.judged.p } else { 1.0 })
            }
            _ => [most(&|bound| bound.p_above(even)), most(&|bound| bound.p_below(even))],
        }
    }
}

impl Choice<'_> {
    /// The common part of the group, in words.
    fn setting(&self) -> String {
        let shared: Vec<AxisValue> = self.group[0].variant.iter().filter(|at| self.is_common(at)).cloned().collect();
        if shared.is_empty() { String::new() } else { words(&shared) }
    }

    fn is_common(&self, at: &AxisValue) -> bool {
        self.group.iter().all(|other| other.variant.contains(at))
    }

    /// A variant in words, without the common part.
    fn name(&self, view: &View<'_>, place: usize) -> String {
        label(view, &self.own(place))
    }

    fn own(&self, place: usize) -> Vec<AxisValue> {
        self.group[place].variant.iter().filter(|at| !self.is_common(at) && at.applies()).cloned().collect()
    }

    /// A variant after one named in full: only its value if it has one.
    fn short(&self, view: &View<'_>, place: usize) -> String {
        match &self.own(place)[..] {
            [only] => only.label.clone(),
            _ => self.name(view, place),
        }
    }

    /// The others that may be the best.
    fn rivals(&self) -> Vec<usize> {
        self.found.possible.iter().copied().filter(|place| !self.found.top.contains(place)).collect()
    }

    /// Those that are significantly worse than the best, the highest score first.
    fn worse(&self) -> Vec<usize> {
        let mut worse: Vec<usize> =
            (0..self.group.len()).filter(|place| !self.found.possible.contains(place) && !self.found.top.contains(place)).collect();
        let value = |place: &usize| self.group[*place].average.fixed.value();
        worse.sort_by(|a, b| value(b).total_cmp(&value(a)));
        worse
    }

    fn sentence(&self, view: &View<'_>, several: bool) -> String {
        let setting = if several { self.setting() } else { String::new() };
        let setting = if setting.is_empty() { String::new() } else { format!("{setting}: ") };
        let games = self.group[0].cells.len();
        let over = if games > 1 { format!(" over {}", plural(games as u64, "game")) } else { String::new() };
        // Each has its own interval, even if several share the first place.
        let top: Vec<(String, String)> = self.found.top.iter().map(|&place| (self.name(view, place), self.reached(view, place))).collect();
        let not_corrected = format!("{over} (interval not corrected for choosing 1 of {})", self.group.len());
        let names = |places: &[usize]| listed(places.iter().map(|&place| self.short(view, place)).collect());
        let (rivals, worse) = (self.rivals(), self.worse());
        let all = self.group.len();
        let first = match &top[..] {
            [(name, reached)] if rivals.is_empty() => {
                format!("best of {all}: {name} with {reached}{not_corrected}; better than every other ({})", p_words(self.found.p))
            }
            [(name, reached)] => format!("highest of {all}: {name} with {reached}{not_corrected}"),
            [(_, reached), others @ ..] if others.iter().all(|(_, other)| other == reached) => {
                let names = listed(top.iter().map(|(name, _)| name.clone()).collect());
                format!("highest of {all}, tied: {names}, each with {reached}{not_corrected}")
            }
            ties => {
                let each = listed(ties.iter().map(|(name, reached)| format!("{name} with {reached}")).collect());
                format!("highest of {all}, tied: {each}{not_corrected}")
            }
        };
        let apart = if rivals.is_empty() { String::new() } else { format!("; not significantly different: {}", names(&rivals)) };
        let worse = match worse.len() {
            0 => String::new(),
            _ if rivals.is_empty() && self.found.top.len() == 1 => String::new(),
            1..=MOST_WORSE => format!("; worse: {}", names(&worse)),
            more => format!("; worse: the other {more}"),
        };
        capital(&format!("{setting}{first}{apart}{worse}{}.", self.against_even(view)))
    }

    /// The average of a variant in words.
    fn reached(&self, view: &View<'_>, place: usize) -> String {
        let contender = &self.group[place];
        contender.average.words(view, contender.interval(), "%")
    }

    /// Whether the highest lie above an even result after correction for selection, or below it.
    fn against_even(&self, view: &View<'_>) -> String {
        let judged = |&place: &usize| Some((place, self.against_even_of(view, place)?));
        let judged: Vec<(usize, String)> = self.found.top.iter().filter_map(judged).collect();
        match (&judged[..], self.found.top.len()) {
            ([], _) => String::new(),
            ([(_, words)], 1) => format!("; it is {words}"),
            ([(_, words), others @ ..], ties) if judged.len() == ties && others.iter().all(|(_, other)| other == words) => {
                format!("; each of them is {words}")
            }
            _ => {
                let each = judged.iter().map(|(place, words)| format!("{} is {words}", self.short(view, *place)));
                format!("; {}", listed(each.collect()))
            }
        }
    }

    /// The same of one variant; `None` if it is not judged.
    fn against_even_of(&self, view: &View<'_>, place: usize) -> Option<String> {
        let even = view.cells.first().map(|seen| seen.even).filter(|even| view.cells.iter().all(|seen| seen.even == *even))?;
        let highest = &self.group[place];
        // What keeps a verdict from a cell keeps it from the average.
        if barred(&highest.cells, &[]).is_some() || highest.cells.iter().any(|seen| !seen.judged.decidable) {
            return None;
        }
        let all = self.group.len();
        let [above, below] = highest.against(even);
        Some(match (chosen_p(above, all), below) {
            (above, _) if above <= LEVEL => format!("above an even result ({}, corrected for choosing 1 of {all})", p_words(above)),
            (_, below) if below <= LEVEL => format!("below an even result ({})", p_words(below)),
            (above, _) => {
                format!("not significantly different from an even result ({}, corrected for choosing 1 of {all})", p_words(above))
            }
        })
    }
}
