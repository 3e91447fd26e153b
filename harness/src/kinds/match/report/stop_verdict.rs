//! What a test of two hypotheses says of a cell.

use treebench_reports::Verdict;
use treebench_stats::{Decision, LEVEL, Sequence, StopTest};

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

/// The error rate of a decision, if higher than usual.
pub(super) fn at_level(level: f64) -> String {
    if level <= LEVEL { String::new() } else { format!(", wrong in up to {} % of cases", percent(level)) }
}

/// The unit of the hypotheses.
pub(super) fn unit(test: &StopTest) -> &'static str {
    use treebench_stats::Unit;
    match test {
        StopTest::Gsprt { unit: Unit::Points, .. } => "%",
        StopTest::Gsprt { unit: Unit::Elo, .. } => "Elo",
        StopTest::Gsprt { unit: Unit::NormalisedElo, .. } => "normalised Elo",
        StopTest::Interval { .. } => "",
    }
}

/// In percent with few digits, as in `95` or `0.17`.
pub(super) fn percent(share: f64) -> String {
    let text = format!("{:.2}", 100.0 * share);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
