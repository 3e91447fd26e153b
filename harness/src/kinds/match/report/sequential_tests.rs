//! Sequential tests: why play stopped, the always-valid interval, and an estimate that allows for stopping.

use super::tables::{count, headed, heading};
use super::view::View;
use crate::kinds::r#match::stop;
use crate::report::plural;
use treebench_reports::Verdict;
use treebench_reports::model::{Cell, Column, Section, Table};
use treebench_stats::{Decision, LEVEL, Sequence, StopTest, unbiased};

/// The lead names the cells of a decision if they are no more than this.
const MOST_NAMED: usize = 4;

/// The section, if there is a rule of `[stop]`.
pub(super) fn section(view: &View<'_>) -> Option<Section> {
    let rule = view.stopped?;
    let about = match rule.test {
        StopTest::Gsprt { h0, h1, alpha, beta, .. } => format!(
            "The generalised sequential probability ratio test decides between H0 = {h0} and H1 = {h1} {}, evaluated round by round in \
             plan order. In each cell: The probability of accepting H1 wrongly is at most {} %, that of accepting H0 wrongly at most {} %, \
             to a good approximation: in {}, expect up to {:.1} wrong decisions for H1.",
            unit(&rule.test),
            percent(alpha),
            percent(beta),
            plural(view.cells.len() as u64, "cell"),
            alpha * view.cells.len() as f64,
        ),
        StopTest::Interval { width, alpha } => format!(
            "Play stops when the always-valid {} % interval excludes an even result{}. It is evaluated round by round in plan order. \
             Between equals, it ever does so with a probability of at most {} %: in {}, expect up to {:.1} wrong decisions.",
            percent(1.0 - alpha),
            width.map_or(String::new(), |width| format!(", or is at most {:.1} points wide", 100.0 * width)),
            percent(alpha),
            plural(view.cells.len() as u64, "cell"),
            alpha * view.cells.len() as f64,
        ),
    };
    let verdicts = if matches!(rule.test, StopTest::Gsprt { .. }) {
        "The decision is the verdict and the colour of a cell; the always-valid interval is a second opinion, which needs more evidence."
    } else {
        "Verdicts in this report are those of the always-valid interval."
    };
    let how = "The always-valid interval (a mixture of fixed bets on rounds) holds the true score at every look at once; p is its \
         e-value's reciprocal, and Holm's correction makes it valid over all cells together. The adjusted score is median-unbiased under \
         the stage-wise ordering of outcomes (Jennison and Turnbull 2000, chapter 8): the plain score is biased away from even after a \
         stop. Averages over individually stopped cells are shown but not judged, and no best variant is named: both need a fixed number \
         of games.";
    Some(Section::new("stopped", "Sequential tests").paragraph(about).paragraph(format!("{verdicts} {how}")).block(table(view)))
}

/// In percent with few digits, as in `95` or `0.17`.
fn percent(share: f64) -> String {
    let text = format!("{:.2}", 100.0 * share);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

pub(super) fn unit(test: &StopTest) -> &'static str {
    use treebench_stats::Unit;
    match test {
        StopTest::Gsprt { unit: Unit::Points, .. } => "%",
        StopTest::Gsprt { unit: Unit::Elo, .. } => "Elo",
        StopTest::Gsprt { unit: Unit::NormalisedElo, .. } => "normalised Elo",
        StopTest::Interval { .. } => "",
    }
}

fn table(view: &View<'_>) -> Table {
    let mut table = headed(view, "stopped", "Where each cell stopped, and its score.")
        .column(Column::text("decision").doc("why play stopped; empty while it continues"))
        .column(Column::number("games").doc("up to the decision; games played past it do not count"))
        .column(Column::number("score").unit("%").doc("as observed, with the always-valid interval"))
        .column(Column::number("adjusted").unit("%").doc("the median-unbiased estimate"))
        .column(Column::number("LLR").doc("the log-likelihood ratio of H1 against H0"))
        .column(Column::text("bounds").doc("H0 is accepted at or below the first, H1 at or above the second"))
        .column(Column::number("p").doc("of an even result, always valid"))
        .column(Column::number("p, Holm").doc("adjusted for all cells jointly"));
    for seen in &view.cells {
        let Some(sequence) = &seen.sequence else { continue };
        let mut row = heading(view, seen);
        row.push(sequence.decision().map_or(Cell::Empty, |decision| stop::words(decision).into()));
        row.push(count(u64::from(sequence.games())));
        if sequence.values().count() > 0 {
            let (low, high) = sequence.interval();
            row.push(Cell::interval(100.0 * sequence.values().mean(), 100.0 * low, 100.0 * high, 1));
            row.push(unbiased(sequence).map_or(Cell::Empty, |score| Cell::number(100.0 * score, 1)));
            row.push(sequence.ratio().map_or(Cell::Empty, |(llr, _)| Cell::number(llr, 2)));
            row.push(sequence.ratio().map_or(Cell::Empty, |(_, (low, high))| format!("{low:.2}, {high:.2}").into()));
            row.extend([Cell::PValue(seen.judged.p), Cell::PValue(seen.holm)]);
        }
        table = table.row(row);
    }
    table
}

/// The verdict of a test of two hypotheses; `None` if the always-valid interval decides.
pub(super) fn verdict(sequence: &Sequence) -> Option<Verdict> {
    const SAME: f64 = 1e-9;
    let variance = sequence.values().variance();
    let (h0, h1) = sequence.rule().hypotheses(variance, sequence.size())?;
    Some(match sequence.decision() {
        Some(Decision::AcceptsH1) if h0 >= sequence.even() - SAME => Verdict::Better,
        // "Not above h1" is no "worse" while h1 is above an even result.
        Some(Decision::AcceptsH0) if h1 <= sequence.even() + SAME => Verdict::Worse,
        _ => Verdict::Undecided,
    })
}

/// The error rate of a decision, if higher than usual.
pub(super) fn at_level(level: f64) -> String {
    if level <= LEVEL { String::new() } else { format!(", wrong in up to {} % of cases", percent(level)) }
}

/// That verdict in the words of the bounds, as in `above 50 %`.
pub(super) fn verdict_words(sequence: &Sequence) -> Option<String> {
    let StopTest::Gsprt { h0, h1, alpha, beta, .. } = sequence.rule().test else { return None };
    let unit = unit(&sequence.rule().test);
    Some(match sequence.decision() {
        Some(Decision::AcceptsH1) => format!("above {h0} {unit}{}", at_level(alpha)),
        Some(Decision::AcceptsH0) => format!("not above {h1} {unit}{}", at_level(beta)),
        _ => "open".to_owned(),
    })
}

/// The decision of a test of two hypotheses, in a sentence; `None` without one.
pub(super) fn decisions(view: &View<'_>) -> Option<String> {
    let rule = view.stopped?;
    let StopTest::Gsprt { h0, h1, .. } = rule.test else { return None };
    let unit = unit(&rule.test);
    let with = |of: Decision| view.cells.iter().filter(move |seen| seen.sequence.as_ref().is_some_and(|s| s.decision() == Some(of)));
    let number = |of: Decision| with(of).count();
    let found = [(Decision::AcceptsH1, "H1", h1), (Decision::AcceptsH0, "H0", h0)].map(|(of, name, h)| {
        let few = (1..=MOST_NAMED).contains(&number(of)) && number(of) < view.cells.len();
        let places: Vec<String> = with(of).filter(|_| few).map(|seen| view.title(seen)).collect();
        let places = if places.is_empty() { String::new() } else { format!(" ({})", places.join("; ")) };
        format!("{name} ({h} {unit}) in {}{places}", number(of))
    });
    let all = plural(view.cells.len() as u64, "cell");
    Some(format!(
        "Of {all}, the sequential test accepted {}{}.",
        found.join(" and "),
        match number(Decision::AtMost) {
            0 => String::new(),
            open => format!("; {open} ended undecided"),
        }
    ))
}

/// The stopped cells, in a sentence; `None` without a rule.
pub(super) fn ended(view: &View<'_>) -> Option<String> {
    let rule = view.stopped?;
    let decisions: Vec<Decision> = view.cells.iter().filter_map(|seen| seen.sequence.as_ref()?.decision()).collect();
    let number = |of: Decision| decisions.iter().filter(|decision| **decision == of).count();
    let kinds = [
        (Decision::Better, "found the candidate better"),
        (Decision::Worse, "found it worse"),
        (Decision::Narrow, "gave a narrow interval"),
        (Decision::AtMost, "ended undecided at the largest number of games"),
    ];
    // The sentence on hypotheses has counted the others.
    let kinds = if matches!(rule.test, StopTest::Gsprt { .. }) { &[][..] } else { &kinds[..] };
    let parts: Vec<String> = kinds.iter().filter(|(of, _)| number(*of) > 0).map(|(of, what)| format!("{} {what}", number(*of))).collect();
    let games: u64 = view.cells.iter().filter_map(|seen| seen.sequence.as_ref()).map(|sequence| u64::from(sequence.games())).sum();
    let most = view.cells.len() as u64 * u64::from(rule.at_most);
    let found = if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) };
    Some(format!(
        "Play has stopped in {} of {} after {games} of at most {most} games{found}.",
        decisions.len(),
        plural(view.cells.len() as u64, "cell")
    ))
}

/// A warning that cells are still being played, if a rule decides when they stop.
pub(super) fn unfinished(view: &View<'_>) -> Option<String> {
    let open = view.cells.iter().filter(|seen| seen.sequence.as_ref().is_some_and(|sequence| sequence.decision().is_none())).count();
    (open > 0).then(|| {
        format!(
            "{} undecided so far; the same command continues.",
            if open == 1 { "1 cell is".to_owned() } else { format!("{open} cells are") }
        )
    })
}

/// The meaning of the colours of cells.
pub(super) fn colours(view: &View<'_>) -> String {
    match view.stopped.map(|rule| rule.test) {
        Some(test @ StopTest::Gsprt { h0, h1, .. }) => {
            let unit = unit(&test);
            format!(
                "The test finds the score above {h0} {unit} (H1) or not above {h1} {unit} (H0), as the table of all numbers says. Green ▲ means that it is \
                 so above an even result, red ▼ below, yellow = that it is neither, or open."
            )
        }
        _ => "Green ▲ means that the whole interval lies above an even result, red ▼ below, yellow = that it contains it.".to_owned(),
    }
}

/// The level in words, for captions.
pub(super) fn interval_words(view: &View<'_>) -> String {
    let level = view.stopped.map_or(LEVEL, |rule| rule.level());
    format!("the always-valid {} % interval", percent(1.0 - level))
}
