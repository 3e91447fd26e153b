//! Averages that `[stop]` has decided: each hypothesis with its sweeps, its evidence and its verdict.

use super::stop_verdict::{at_level, unit};
use super::view::View;
use crate::experiment::Hypothesis;
use crate::kinds::r#match::stop;
use crate::kinds::r#match::sweep_test::SweepTest;
use crate::report::{ClaimEvidence, ClaimResult, Judge, STOPPED, plural};
use treebench_reports::model::{Cell, Column, Interval, Section, Table};
use treebench_reports::signed;
use treebench_stats::{Claim, Decision, LEVEL, StopTest, Unit, e_answer};

/// The tests with their hypotheses.
fn tests<'v>(view: &'v View<'_>) -> impl Iterator<Item = (&'v Hypothesis, &'v SweepTest, bool)> {
    let each = view.experiment.hypotheses.iter().zip(&view.tests);
    each.filter_map(|(hypothesis, test)| test.as_ref().map(|(test, firm)| (hypothesis, test, *firm)))
}

/// The section; `None` if no average is tested.
pub(super) fn section(view: &View<'_>) -> Option<Section> {
    let rule = view.experiment.average_rule()?;
    let number = tests(view).count();
    let about = match rule.test {
        StopTest::Gsprt { h0, h1, alpha, beta, .. } => format!(
            "The generalised sequential probability ratio test decides between H0 = {h0} and H1 = {h1} {}. The probability of accepting \
             H1 wrongly is at most {:.2} %, that of accepting H0 wrongly at most {:.2} %, to a good approximation: in {}, expect up to \
             {:.2} wrong decisions for H1.",
            unit(&rule.test),
            100.0 * alpha,
            100.0 * beta,
            averages(number),
            alpha * number as f64,
        ),
        StopTest::Interval { alpha, .. } => format!(
            "Play stops when the e-value for or against a hypothesis reaches {:.0}. The probability of a wrong answer is at most {:.2} %: \
             in {}, expect up to {:.2}.",
            1.0 / alpha,
            100.0 * alpha,
            averages(number),
            alpha * number as f64,
        ),
    };
    let how = "A sweep is the same round of all cells of a hypothesis; the test looks at every sweep in plan order. Its decision is the \
         verdict on the hypothesis. Individual cells are judged by always-valid intervals, and no best variant is named, which would need \
         a fixed number of games.";
    Some(Section::new(STOPPED, "Sequential tests").paragraph(about).paragraph(how).block(table(view)))
}

fn averages(number: usize) -> String {
    plural(number as u64, "average")
}

fn table(view: &View<'_>) -> Table {
    let mut table = Table::new("stopped", "Where each average stopped.")
        .column(Column::text("hypothesis"))
        .column(Column::text("decision").doc("why play stopped; empty while it continues"))
        .column(Column::number("sweeps").doc("up to the decision; games played past it do not count"))
        .column(Column::number("games").doc("in these sweeps"))
        .column(
            Column::number("average").unit("%").doc("as observed, with the always-valid interval; for a difference, 50 plus half of it"),
        )
        .column(Column::number("LLR").doc("the log-likelihood ratio of H1 against H0"))
        .column(Column::text("bounds").doc("H0 is accepted at or below the first, H1 at or above the second"));
    for (hypothesis, test, firm) in tests(view) {
        let sequence = test.sequence();
        let mut row = vec![
            ClaimResult::new(hypothesis).says.into(),
            sequence.decision().map_or(Cell::Empty, |decision| with_failures(stop::words(decision), firm).into()),
            Cell::Integer(i64::from(test.sweeps())),
            Cell::Integer(i64::from(sequence.games())),
        ];
        if sequence.values().count() > 0 {
            let (low, high) = sequence.interval();
            row.push(Cell::interval(100.0 * sequence.values().mean(), 100.0 * low, 100.0 * high, 1));
            row.push(sequence.ratio().map_or(Cell::Empty, |(llr, _)| Cell::number(llr, 2)));
            row.push(sequence.ratio().map_or(Cell::Empty, |(_, (low, high))| format!("{low:.2}, {high:.2}").into()));
        }
        table = table.row(row);
    }
    table
}

fn with_failures(words: &str, firm: bool) -> String {
    if firm { words.to_owned() } else { format!("{words}, but only if failures do not count") }
}

/// Sets the verdict of a hypothesis to the decision of its test.
pub(super) fn decide(found: &mut ClaimEvidence, test: &SweepTest, firm: bool, hypothesis: &Hypothesis) {
    let sequence = test.sequence();
    let decision = sequence.decision();
    found.judge = Judge::StopRule(decision.filter(|_| firm).and_then(|decision| decision.answers(hypothesis.claim.side)));
    let difference = hypothesis.than.is_some();
    let scale = if difference { 0.5 } else { 1.0 };
    let claim = Claim { margin: scale * hypothesis.claim.margin, ..hypothesis.claim };
    let bets = sequence.bets();
    let e = e_answer(claim, sequence.even(), |m| bets.against(m.clamp(0.0, 1.0)));
    found.answer = e.answer(None);
    found.e_answer = Some(e);
    if sequence.values().count() > 0 {
        let (low, high) = sequence.interval();
        let shown = |score: f64| if difference { 100.0 * (2.0 * score - 1.0) } else { 100.0 * score };
        found.value = Interval { value: shown(sequence.values().mean()), low: shown(low), high: shown(high), decimals: 1 };
        let Interval { value, low, high, .. } = found.value;
        found.words = match difference {
            true => format!("the difference is {} points [{}, {}], always valid", signed(value, 1), signed(low, 1), signed(high, 1)),
            false => format!("the candidate scores {value:.1} % [{low:.1}, {high:.1}], always valid"),
        };
    }
    // Of all games of its cells, those of other hypotheses may be part.
    found.like_these = None;
    found.test = match (decision, sequence.rule().test) {
        (None, _) => format!("[stop] is undecided after {}", sweeps(test)),
        (Some(decision), rule @ StopTest::Gsprt { h0, h1, alpha, beta, .. }) => {
            let score = |h: f64| match rule {
                StopTest::Gsprt { unit: Unit::Points, .. } if difference => format!("{} points", 2.0 * (h - 50.0)),
                _ => format!("{h} {}", unit(&rule)),
            };
            let (bound, level) = match decision {
                Decision::AcceptsH1 => (format!(", above {}", score(h0)), alpha),
                Decision::AcceptsH0 => (format!(", not above {}", score(h1)), beta),
                _ => (String::new(), LEVEL),
            };
            with_failures(&format!("[stop]: {} after {}{bound}{}", stop::words(decision), sweeps(test), at_level(level)), firm)
        }
        (Some(decision), StopTest::Interval { alpha, .. }) => {
            with_failures(&format!("[stop]: {} after {}{}", stop::words(decision), sweeps(test), at_level(alpha)), firm)
        }
    };
}

fn sweeps(test: &SweepTest) -> String {
    plural(u64::from(test.sweeps()), "sweep")
}

/// The number of decided averages, in a sentence; `None` if none is tested.
pub(super) fn ended(view: &View<'_>) -> Option<String> {
    view.experiment.average_rule()?;
    let number = tests(view).count();
    let decided = tests(view).filter(|(_, test, _)| test.sequence().decision().is_some()).count();
    let sweeps: u64 = tests(view).map(|(_, test, _)| u64::from(test.sweeps())).sum();
    Some(format!("Play has stopped for {decided} of {} after {}.", averages(number), plural(sweeps, "sweep")))
}

/// A warning if averages are still open.
pub(super) fn unfinished(view: &View<'_>) -> Option<String> {
    let open = tests(view).filter(|(_, test, _)| test.sequence().decision().is_none()).count();
    let are = if open == 1 { "is" } else { "are" };
    (open > 0).then(|| format!("{} {are} undecided so far; the same command continues.", averages(open)))
}
