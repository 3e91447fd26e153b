//! The verdicts on hypotheses: one set of cells against another.
//!
//! All agents search the same positions, but a results file has no differences by position, so the two sides count as independent. Their common
//! positions make the true error smaller, so the answers are conservative. Cells of one side that search the same positions count as fully
//! correlated: their average is as uncertain as one of them.

use crate::experiment::{Cell, CellKey, Hypothesis, Measure};
use crate::kinds::search::one_position::{is_only_position, is_uniform};
use crate::kinds::search::{SearchCell, SearchPoint, SearchSummary};
use crate::report::{ClaimEvidence, ClaimResult, Judge, NoVerdict, OPEN, Parts, judge_together, sides};
use treebench_reports::model::Interval;
use treebench_reports::signed;
use treebench_stats::{Answer, Contrast, Gap, Moments, Over, answer_average, answer_over};

/// The hypotheses in the order of the file, judged together (Holm).
pub(super) fn claims(summary: &SearchSummary<'_>) -> Vec<ClaimResult> {
    let mut claims: Vec<ClaimResult> = summary.experiment.hypotheses.iter().map(|hypothesis| claimed(summary, hypothesis)).collect();
    judge_together(&mut claims, summary.removed);
    claims
}

fn claimed(summary: &SearchSummary<'_>, hypothesis: &Hypothesis) -> ClaimResult {
    let than = hypothesis.than.as_deref().unwrap_or_default();
    let side = |cells: &[usize]| Side::of(summary, cells, hypothesis.measure);
    let (ours, theirs) = (side(&hypothesis.cells), side(than));
    let is_part = |cells: &[usize]| cells.iter().any(|&cell| summary.cells[cell].searches == 0);
    let against = |theirs: &Side| if ours.cells > 0 && theirs.cells > 0 { found(hypothesis, &ours, theirs) } else { None };
    let mut found = match hypothesis.claim.over {
        Over::Average => against(&theirs),
        over => {
            let whole = |rival: &Vec<usize>| if is_part(rival) { None } else { against(&side(rival)) };
            let each: Vec<Option<ClaimEvidence>> = hypothesis.rivals.iter().map(whole).collect();
            decisive(over, each)
        }
    };
    let is_one_search = |&cell: &usize| {
        summary.cells[cell].searches > 0 && is_uniform(&summary.cells[cell]) && is_only_position(&summary.experiment.cells[cell])
    };
    let all = || hypothesis.cells.iter().chain(than);
    if all().any(|&cell| summary.cells[cell].is_repetitive()) {
        found.iter_mut().for_each(|found| found.withhold("fewer than six distinct searches in a cell"));
    } else if all().any(is_one_search) {
        found.iter_mut().for_each(|found| found.withhold("all searches of a cell are of one position and identical, like repeats"));
    }
    let claimed = ClaimResult::new(hypothesis);
    let unjudged = plays_alike(summary, &hypothesis.cells, than).then_some(NoVerdict::Identity).or(claimed.unjudged.clone());
    let searched = all().map(|&cell| &summary.cells[cell]).map(|cell| cell.searches).filter(|searches| *searches > 0);
    let parts = Parts::of(searched, summary.experiment.games_per_cell);
    let mut claimed = ClaimResult { played: ours.cells + theirs.cells, parts, found, unjudged, ..claimed };
    if is_part(&hypothesis.cells) {
        claimed.leave_open(Over::Average);
    } else if is_part(than) {
        claimed.leave_open(hypothesis.claim.over);
    }
    claimed
}

/// Whether each of some cells has a twin among the others with the same moves, to the last digit of their difficulty.
fn plays_alike(summary: &SearchSummary<'_>, ours: &[usize], theirs: &[usize]) -> bool {
    let cells = |indices: &[usize]| -> Vec<(CellKey, &SearchCell)> {
        let all = indices.iter().map(|&index| (summary.experiment.cells[index].seeding.key, &summary.cells[index]));
        all.filter(|(_, cell)| cell.last().is_some_and(|last| last.difficulty.count() > 0)).collect()
    };
    let (ours, theirs) = (cells(ours), cells(theirs));
    let same = |(positions, a): &(CellKey, &SearchCell), (others, b): &(CellKey, &SearchCell)| {
        let point = |(a, b): (&SearchPoint, &SearchPoint)| {
            (a.iterations, a.searches, a.found, a.difficulty) == (b.iterations, b.searches, b.found, b.difficulty)
        };
        positions == others && a.points.len() == b.points.len() && a.points.iter().zip(&b.points).all(point)
    };
    !ours.is_empty() && ours.len() == theirs.len() && ours.iter().all(|ours| theirs.iter().any(|theirs| same(ours, theirs)))
}

/// The deciding comparison if each rival counts individually. An unplayed rival leaves the claim open.
fn decisive(over: Over, each: Vec<Option<ClaimEvidence>>) -> Option<ClaimEvidence> {
    let answers: Vec<Answer> = each.iter().map(|found| found.as_ref().map_or(OPEN, |found| found.answer)).collect();
    let answer = answer_over(over, &answers)?;
    let found = each.get(answer.decisive?).cloned().flatten().or_else(|| each.into_iter().flatten().next())?;
    let test = format!("rivals individually, corrected for selection among {}; {}", answers.len(), found.test);
    Some(ClaimEvidence { answer, of: format!("{}, the decisive rival of {}", found.of, answers.len()), test, ..found })
}

/// The cells of one side, merged if they search the same positions.
struct Side {
    cells: usize,
    /// For cells with the same positions: their number, the mean of their means, and the means of their standard errors and effective sizes.
    groups: Vec<Group>,
}

struct Group {
    positions: CellKey,
    cells: f64,
    mean: f64,
    error: f64,
    size: f64,
}

impl Side {
    fn of(summary: &SearchSummary<'_>, cells: &[usize], measure: Measure) -> Side {
        let experiment = summary.experiment;
        let mut side = Side { cells: 0, groups: Vec::new() };
        for &index in cells {
            let cell: &Cell = &experiment.cells[index];
            // A difficulty and an exploitability are kept in one place.
            let strategy = cell.game.game.info().hidden;
            if measure == Measure::Difficulty && strategy || measure == Measure::Exploitability && !strategy {
                continue;
            }
            let Some((mean, error, size)) = measured(&summary.cells[index], measure) else { continue };
            let positions = cell.seeding.key;
            side.cells += 1;
            match side.groups.iter_mut().find(|group| group.positions == positions) {
                Some(group) => {
                    let n = group.cells;
                    let add = |old: &mut f64, new: f64| *old = (*old * n + new) / (n + 1.0);
                    add(&mut group.mean, mean);
                    add(&mut group.error, error);
                    add(&mut group.size, size);
                    group.cells += 1.0;
                }
                None => side.groups.push(Group { positions, cells: 1.0, mean, error, size }),
            }
        }
        side
    }

    /// Every cell counted once.
    fn mean(&self) -> f64 {
        self.groups.iter().map(|group| group.cells * group.mean).sum::<f64>() / self.cells as f64
    }

    /// This mean minus another, with the degrees of freedom by Satterthwaite's formula.
    fn less(&self, other: &Side) -> Gap {
        let parts = |side: &Side| -> Vec<(f64, f64)> {
            let share = |group: &Group| (group.cells * group.error / side.cells as f64).powi(2);
            side.groups.iter().map(|group| (share(group), (group.size - 1.0).max(0.0))).collect()
        };
        let parts = [parts(self), parts(other)].concat();
        let variance: f64 = parts.iter().map(|(variance, _)| variance).sum();
        let doubt: f64 = parts.iter().filter(|(variance, _)| *variance > 0.0).map(|(variance, freedom)| variance.powi(2) / freedom).sum();
        Gap { value: self.mean() - other.mean(), error: variance.sqrt(), freedom: variance.powi(2) / doubt }
    }

    /// The groups as parts of a sum with this sign.
    fn parts(&self, sign: f64) -> impl Iterator<Item = (f64, Moments)> + '_ {
        self.groups.iter().map(move |group| {
            let variance = group.error * group.error * group.size;
            (sign * group.cells / self.cells as f64, Moments::from_parts(group.size.round() as u64, group.mean, variance))
        })
    }
}

/// The mean of a cell, its standard error, and the number of searches.
fn measured(cell: &SearchCell, measure: Measure) -> Option<(f64, f64, f64)> {
    let last = cell.last().filter(|last| last.searches > 0)?;
    let moments = cell.repeats.thinned(match measure {
        Measure::Area => cell.area,
        Measure::Difficulty | Measure::Exploitability => last.difficulty,
        Measure::Optimal | Measure::Score => last.optimal(),
    });
    (moments.count() > 0).then(|| (moments.mean(), moments.standard_error(), moments.count() as f64))
}

/// What an exploitability is that of.
const SINGLE: &str = "the strategies of single searches, on average";

fn found(hypothesis: &Hypothesis, ours: &Side, theirs: &Side) -> Option<ClaimEvidence> {
    let (a, b) = (ours.mean(), theirs.mean());
    let of = sides(ours.cells, theirs.cells);
    let both = |a: String, b: String, difference: String| {
        let cells = |side: &Side| if side.cells == 1 { "in one cell".to_owned() } else { format!("on average over {} cells", side.cells) };
        format!("{a} {}, against {b} {}: a difference of {difference}", cells(ours), cells(theirs))
    };
    if let Measure::Difficulty | Measure::Exploitability = hypothesis.measure {
        let strategies = hypothesis.measure == Measure::Exploitability;
        let gap = ours.less(theirs);
        let half = gap.half();
        // Less is better.
        let better = Gap { value: -gap.value, ..gap };
        return Some(ClaimEvidence {
            answer: answer_average(hypothesis.claim, &better, 0.0),
            value: Interval { value: gap.value, low: gap.value - half, high: gap.value + half, decimals: 3 },
            unit: "",
            like_these: None,
            of: if strategies { format!("{of}, {SINGLE}") } else { of },
            words: both(
                if strategies { format!("an exploitability of {a:.3} ({SINGLE})") } else { format!("a difficulty of {a:.3}") },
                format!("{b:.3}"),
                format!("{} [{}, {}]", signed(gap.value, 3), signed(gap.value - half, 3), signed(gap.value + half, 3)),
            ),
            test: "Welch's t test, treating the two sides as independent".to_owned(),
            adjusted: 1.0,
            judge: Judge::FixedSize,
            e_answer: None,
        });
    }
    let contrast = Contrast::of_means(&ours.parts(1.0).chain(theirs.parts(-1.0)).collect::<Vec<_>>())?;
    let (low, high) = contrast.interval95();
    let value = Interval { value: 100.0 * contrast.value(), low: 100.0 * low, high: 100.0 * high, decimals: 1 };
    let what = if hypothesis.measure == Measure::Area { "an area of" } else { "an optimal move at the end in" };
    Some(ClaimEvidence {
        answer: answer_average(hypothesis.claim, &contrast, 0.0),
        value,
        unit: "points",
        like_these: None,
        of,
        words: both(
            format!("{what} {:.1} %", 100.0 * a),
            format!("{:.1} %", 100.0 * b),
            format!("{} points [{}, {}]", signed(value.value, 1), signed(value.low, 1), signed(value.high, 1)),
        ),
        test: "t test on the logit scale, treating the two sides as independent".to_owned(),
        adjusted: 1.0,
        judge: Judge::FixedSize,
        e_answer: None,
    })
}
