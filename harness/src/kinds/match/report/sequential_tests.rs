//! Sequential tests: why play stopped, the always-valid interval, and an estimate that allows for stopping.

use super::stop_verdict::{percent, unit};
use super::tables::{count, headed, heading};
use super::view::{CellView, View, elo_words};
use crate::kinds::r#match::stop;
use crate::report::{STOPPED, plural, progress};
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
    Some(Section::new(STOPPED, "Sequential tests").paragraph(about).paragraph(format!("{verdicts} {how}")).block(table(view)))
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

/// What the tests decided, in sentences; `None` without a rule. The decision comes first, then how it holds if all cells are judged together.
pub(super) fn decisions(view: &View<'_>) -> Option<Vec<String>> {
    let rule = view.stopped?;
    Some(match (rule.test, &view.cells[..]) {
        (_, [only]) => vec![answer(view, only)?],
        (StopTest::Gsprt { h0, h1, .. }, _) => vec![hypotheses(view, h0, h1), ended(view)?],
        (StopTest::Interval { .. }, _) => [ended(view)?].into_iter().chain(together(view)).collect(),
    })
}

/// The answer of the only test, as in `Yes: H1 (55 %) accepted after 76 of at most 400 games: uct against random 65.8 % [55.1, 75.0]`.
fn answer(view: &View<'_>, only: &CellView<'_>) -> Option<String> {
    let rule = view.stopped?;
    let sequence = only.sequence.as_ref()?;
    let unit = unit(&rule.test);
    let found = match (rule.test, sequence.decision()) {
        (StopTest::Gsprt { h1, .. }, Some(Decision::AcceptsH1)) => format!("Yes: H1 ({h1} {unit}) accepted"),
        (StopTest::Gsprt { h0, .. }, Some(Decision::AcceptsH0)) => format!("No: H0 ({h0} {unit}) accepted"),
        (StopTest::Gsprt { h0, h1, .. }, found) => {
            let open = if found.is_some() { "Undecided" } else { "Not decided yet" };
            format!("{open} between H0 ({h0} {unit}) and H1 ({h1} {unit})")
        }
        (_, Some(Decision::Better)) => "The candidate is better than an even result".to_owned(),
        (_, Some(Decision::Worse)) => "The candidate is worse than an even result".to_owned(),
        (_, Some(Decision::Narrow)) => "Not told apart, with a narrow interval".to_owned(),
        (_, Some(_)) => "Undecided".to_owned(),
        (_, None) => "Not decided yet".to_owned(),
    };
    let names: Vec<String> = only.cell.participant_names().iter().map(|name| view.experiment.labels.of(name).to_owned()).collect();
    let score = match names.split_first() {
        Some((candidate, opponents)) if sequence.values().count() > 0 => {
            let (low, high) = sequence.interval();
            let mean = 100.0 * sequence.values().mean();
            let against = if opponents.is_empty() { String::new() } else { format!(" against {}", opponents.join(" and ")) };
            let elo = elo_words(only, sequence.values().mean(), (low, high)).map_or(String::new(), |elo| format!(", {elo}"));
            format!(": {candidate}{against} {mean:.1} % [{:.1}, {:.1}]{elo}, always valid", 100.0 * low, 100.0 * high)
        }
        _ => String::new(),
    };
    let games = progress(u64::from(sequence.games()), u64::from(rule.at_most), true, "game", "");
    Some(format!("{found} after {games}{score}."))
}

/// How many cells accepted which hypothesis.
fn hypotheses(view: &View<'_>, h0: f64, h1: f64) -> String {
    let unit = view.stopped.map_or("", |rule| unit(&rule.test));
    let with = |of: Decision| view.cells.iter().filter(move |seen| seen.sequence.as_ref().is_some_and(|s| s.decision() == Some(of)));
    let number = |of: Decision| with(of).count();
    let found = [(Decision::AcceptsH1, "H1", h1), (Decision::AcceptsH0, "H0", h0)].map(|(of, name, h)| {
        let few = (1..=MOST_NAMED).contains(&number(of)) && number(of) < view.cells.len();
        let places: Vec<String> = with(of).filter(|_| few).map(|seen| view.title(seen)).collect();
        let places = if places.is_empty() { String::new() } else { format!(" ({})", places.join("; ")) };
        format!("{name} ({h} {unit}) in {}{places}", number(of))
    });
    format!(
        "Of {}, the sequential test accepted {}{}.",
        plural(view.cells.len() as u64, "cell"),
        found.join(" and "),
        match number(Decision::AtMost) {
            0 => String::new(),
            open => format!("; {open} ended undecided"),
        }
    )
}

/// The stopped cells, in a sentence; `None` without a rule.
fn ended(view: &View<'_>) -> Option<String> {
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
        "Play has stopped in {} of {} after {}{found}.",
        decisions.len(),
        plural(view.cells.len() as u64, "cell"),
        progress(games, most, true, "game", "")
    ))
}

/// How many decisions for or against the candidate hold together; `None` with fewer than two cells, or without a decision.
fn together(view: &View<'_>) -> Option<String> {
    let decided = |seen: &&CellView<'_>| {
        let decision = seen.sequence.as_ref().and_then(Sequence::decision);
        matches!(decision, Some(Decision::Better | Decision::Worse)) && seen.no_verdict.is_none()
    };
    let decided: Vec<&CellView<'_>> = view.cells.iter().filter(decided).collect();
    let firm = decided.iter().filter(|seen| seen.holm <= LEVEL).count();
    (view.cells.len() > 1 && !decided.is_empty()).then(|| {
        format!(
            "Each cell has its own error rate; judged all together (Holm, 5 %), {firm} of {} would hold: with `family-alpha` in [stop], play goes on until \
             decisions hold together.",
            plural(decided.len() as u64, "decision")
        )
    })
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
