//! Candidates against each other, through common opponents: their scores against the same opponents in the same games.

use super::always_valid::{self, e_values};
use super::average::Average;
use super::best::{Contender, groups};
use super::tables::count;
use super::view::{CellView, View, barred, words};
use crate::experiment::AxisValue;
use treebench_reports::Section;
use treebench_reports::Verdict;
use treebench_reports::model::{Block, Cell, Column, Interval, Table};
use treebench_stats::{Change, Claim, Contrast, EAnswer, LEVEL, Over, Side};

/// With more candidates than this in a group, each is compared only with the one of the highest average.
const MOST_ALL_PAIRS: usize = 6;

/// Pairs of candidates that met the same opponents in the same games; `None` without a pair.
pub(super) fn section(view: &View<'_>) -> Option<Section> {
    let mut chosen: Vec<(Contender<'_>, Contender<'_>)> = Vec::new();
    let mut against_best = false;
    for group in groups(view) {
        let pairs: Vec<(usize, usize)> = if group.len() <= MOST_ALL_PAIRS {
            (0..group.len()).flat_map(|first| (first + 1..group.len()).map(move |second| (first, second))).collect()
        } else {
            against_best = true;
            let average = |at: &usize| group[*at].average.fixed.value();
            let best = (0..group.len()).max_by(|a, b| average(a).total_cmp(&average(b)).then(b.cmp(a))).unwrap_or(0);
            (0..group.len()).filter(|&other| other != best).map(|other| (best, other)).collect()
        };
        chosen.extend(pairs.into_iter().map(|(first, second)| (group[first].clone(), group[second].clone())));
    }
    if chosen.is_empty() {
        return None;
    }
    // All intervals of a column hold together (Bonferroni).
    let alpha = LEVEL / chosen.len() as f64;
    let found: Vec<Pair> = chosen.iter().map(|(first, second)| Pair::new(view, first, second, alpha)).collect();
    let paired = found.iter().any(|pair| pair.paired);
    let mut section = Section::new("candidates", "Candidates against each other").paragraph(
        "Two candidates that met the same opponents in the same games: the difference of their scores in percentage points, first minus second.",
    );
    section = section.block(table(view, &found));
    if paired {
        section = section.block(Block::Note(
            "Rounds with the same seeds or the same opening are paired: intervals and p come from their differences.".to_owned(),
        ));
    }
    if against_best {
        section = section.block(Block::Note(format!(
            "Of more than {MOST_ALL_PAIRS} candidates, each is compared with the one of the highest average. It was selected by these \
             games, so the differences tend to be too large."
        )));
    }
    Some(section)
}

/// Two candidates with their differences.
struct Pair {
    names: [String; 2],
    /// Per game of the view; none where they have not played.
    games: Vec<Option<Change>>,
    /// Over the games, each counted once.
    average: Option<Change>,
    paired: bool,
}

impl Pair {
    fn new(view: &View<'_>, one: &Contender<'_>, two: &Contender<'_>, alpha: f64) -> Pair {
        let (first, second) = (one.variant, two.variant);
        // What both have in common says nothing.
        let own = |mine: &[AxisValue], other: &[AxisValue]| {
            let named: Vec<AxisValue> = mine.iter().filter(|at| !other.contains(at)).cloned().collect();
            let common: Vec<AxisValue> = mine.iter().filter(|at| other.contains(at)).cloned().collect();
            if common.is_empty() { words(&named) } else { format!("{} ({})", words(&named), words(&common)) }
        };
        let mut pair = Pair { names: [own(first, second), own(second, first)], games: Vec::new(), average: None, paired: false };
        for name in &view.games {
            let of = |cells: &[&CellView<'_>]| cells.iter().position(|seen| super::view::game(seen.cell) == *name);
            let both = of(&one.cells).zip(of(&two.cells)).map(|(first, second)| (one.cells[first], two.cells[second]));
            pair.paired |= both.is_some_and(|(one, two)| one.shared.is_shared_with(&two.shared));
            pair.games.push(both.and_then(|(one, two)| change(view, &[one], &[two], alpha)));
        }
        pair.average = change(view, &one.cells, &two.cells, alpha);
        pair
    }
}

/// A difference as a change, with the interval of error probability `alpha`: by bets on sweeps if the run grew or was stopped, otherwise by the t
/// test; every game without a result counts against the favoured side.
fn change(view: &View<'_>, ours: &[&CellView<'_>], theirs: &[&CellView<'_>], alpha: f64) -> Option<Change> {
    let difference = Average::difference(ours, theirs)?;
    let (bounds, barred) = (difference.bounds(ours, theirs), barred(ours, theirs).is_some());
    let value = difference.fixed.value();
    if view.anytime {
        let claim = Claim { side: Side::Above, over: Over::Average, margin: 0.0 };
        let e = e_values(claim, ours, Some(theirs)).unwrap_or(EAnswer::NONE);
        let p = if barred { 1.0 } else { (1.0 / e.most()).min(1.0) };
        // Where the order of rounds is not known, nothing is.
        let (low, high) = always_valid::interval(ours, Some(theirs), alpha).unwrap_or((-1.0, 1.0));
        return Some(Change { value, interval: (low.min(value), high.max(value)), p, rounds: 0 });
    }
    let intervals = || bounds.iter().map(|bound| bound.interval(alpha));
    let interval = (intervals().map(|(low, _)| low).fold(value, f64::min), intervals().map(|(_, high)| high).fold(value, f64::max));
    let most = |of: &dyn Fn(&Contrast) -> f64| bounds.iter().map(of).fold(0.0, f64::max);
    let p = (2.0 * most(&|bound| bound.p_above(0.0)).min(most(&|bound| bound.p_below(0.0)))).min(1.0);
    Some(Change { value, interval, p: if barred { 1.0 } else { p }, rounds: 0 })
}

fn table(view: &View<'_>, pairs: &[Pair]) -> Table {
    let several = view.games.len() > 1;
    let interval = if view.anytime { "always-valid 95 % interval" } else { "95 % interval" };
    let of = if several { ", per game and on average over games" } else { "" };
    let caption = match pairs.len() {
        1 => format!("The difference with its {interval}{of}."),
        rows => {
            format!("Differences with {interval}s{of}. Intervals and signs are simultaneous over the {rows} rows of a column (Bonferroni).")
        }
    };
    let mut table = Table::new("candidates", caption).keys(2).column(Column::text("first")).column(Column::text("second"));
    for name in &view.games {
        table = table.column(Column::number(name).unit("points"));
        if several {
            table = table.column(Column::number(format!("p, {name}")));
        }
    }
    if several {
        table = table.column(Column::number("average").unit("points").doc("over games, each weighted equally"));
    }
    table = table
        .column(Column::number("p").doc("two-sided, of equal scores; over several games that of the average"))
        .column(Column::number("p, corrected").doc("for all rows (Bonferroni): significant up to 0.05"))
        .column(Column::number("games").doc("in which both played"));
    let decides = |pair: &Pair| if several { pair.average } else { pair.games.iter().flatten().next().copied() };
    let corrected = |p: f64| (p * pairs.len() as f64).min(1.0);
    for pair in pairs {
        let p = decides(pair).map_or(1.0, |change| change.p);
        let mut row: Vec<Cell> = pair.names.iter().map(|name| name.as_str().into()).collect();
        for game in &pair.games {
            row.push(game.map_or(Cell::Empty, |change| graded(&change, corrected(change.p))));
            if several {
                row.push(game.map_or(Cell::Empty, |change| Cell::PValue(change.p)));
            }
        }
        if several {
            row.push(pair.average.map_or(Cell::Empty, |change| graded(&change, corrected(change.p))));
        }
        row.extend([Cell::PValue(p), Cell::PValue(corrected(p)), count(pair.games.iter().flatten().count() as u64)]);
        table = table.row(row);
    }
    table
}

/// A difference of shares in points, coloured by this p-value.
fn graded(change: &Change, p: f64) -> Cell {
    let (low, high) = change.interval;
    let interval = Interval { value: 100.0 * change.value, low: 100.0 * low, high: 100.0 * high, decimals: 1 };
    let verdict = match p <= LEVEL {
        false => Verdict::Undecided,
        true if change.value > 0.0 => Verdict::Better,
        true => Verdict::Worse,
    };
    Cell::Graded { interval, verdict }
}
