//! The claims of an experiment in its report: a sentence or a count in the lead, and a table.

use super::{ClaimEvidence, ClaimOutcome, ClaimResult, Judge, capital, plural};
use treebench_reports::model::{Block, Cell, Column, Table};
use treebench_reports::{Section, Verdict, p_words};

/// With more claims than this, the lead of a report counts them, and the table has them all.
const MOST_IN_LEAD: usize = 1;

/// The words of an answer.
const YES_NO: [&str; 2] = ["yes", "no"];

/// The verdicts on claims for the lead of a report: a sentence for each, or their number.
pub(crate) fn lead(claims: &[ClaimResult]) -> Vec<String> {
    if claims.len() <= MOST_IN_LEAD {
        return claims.iter().map(sentence).collect();
    }
    let count = |outcome: ClaimOutcome| claims.iter().filter(|claim| claim.outcome(ClaimEvidence::decided) == outcome).count();
    let counts = ClaimOutcome::ALL.map(|outcome| (count(outcome), outcome.word(YES_NO)));
    let parts: Vec<String> = counts.iter().filter(|(n, _)| *n > 0).map(|(n, word)| format!("{n} {word}")).collect();
    let found = claims.iter().filter_map(|claim| claim.found.as_ref());
    let (stopped, others): (Vec<_>, Vec<_>) = found.partition(|found| matches!(found.judge, Judge::StopRule(_)));
    let together = "5 %, judged together by Holm's method";
    let how = match (stopped.len(), others.len()) {
        (0, _) => together.to_owned(),
        (_, 0) => "each by the rule of [stop]".to_owned(),
        (stopped, _) => format!("{stopped} by the rule of [stop]; the others: {together}"),
    };
    vec![format!("{} hypotheses: {} ({how}).", claims.len(), parts.join(", "))]
}

/// A tested statement of more characters takes more than a line of the lead; the table has it.
const MOST_TESTED: usize = 100;

fn sentence(claim: &ClaimResult) -> String {
    let ClaimResult { says, cells, played, .. } = claim;
    let Some(found) = &claim.found else {
        let why = match (*cells, *played) {
            (0, _) => "no cell of this grid matches".to_owned(),
            (_, 0) => format!("none of {} has a result yet", plural(*cells as u64, "cell")),
            _ => "only one side of the comparison has results yet".to_owned(),
        };
        return format!("Not decided: {} ({why})", capital(says));
    };
    let (_, word) = verdict(claim);
    let why = match (&claim.unjudged, found.judge) {
        (Some(_), _) => claim.remark(),
        (None, Judge::StopRule(_)) => found.test.clone(),
        (None, Judge::Nobody(why)) => format!("not judged: {why}"),
        (None, Judge::FixedSize) => p_words(found.p()),
    };
    let why = match claim.parts.filter(|_| claim.unjudged.is_none()) {
        Some(parts) => format!("{why}; {}", parts.words()),
        None => why,
    };
    let tested = claim.tested.as_ref().map_or(String::new(), |tested| match tested.chars().count() {
        0..=MOST_TESTED => format!("tested: {tested}; "),
        _ => "tested as in the table of hypotheses; ".to_owned(),
    });
    format!("{}: {} {} ({tested}{why}).", capital(&word), capital(says), capital(&found.words))
}

/// The verdict on a claim, and its word.
fn verdict(claim: &ClaimResult) -> (Verdict, String) {
    claim.verdict(claim.outcome(ClaimEvidence::decided), YES_NO)
}

/// The anchor of the section with the hypotheses.
pub(crate) const HYPOTHESES: &str = "hypotheses";

/// The anchor of the section with what `[stop]` decided.
pub(crate) const STOPPED: &str = "stopped";

/// The claims as a table with their tests below it; `None` if there are none.
pub(crate) fn section(claims: &[ClaimResult]) -> Option<Section> {
    let found = || claims.iter().filter_map(|claim| claim.found.as_ref());
    let with = |has: fn(&ClaimEvidence) -> bool| found().any(has);
    let (tested, like_these, e, remark, source) = (
        claims.iter().any(|claim| claim.tested.is_some()),
        with(|found| found.like_these.is_some()),
        with(|found| found.e_answer.is_some()),
        claims.iter().any(|claim| !claim.remark().is_empty()),
        claims.iter().any(|claim| !claim.source.is_empty()),
    );
    let all = [
        (true, Column::text("hypothesis")),
        (tested, Column::text("tested").doc("the formal statement that is judged, independent of the wording of the hypothesis")),
        (true, Column::text("verdict")),
        (true, Column::number("estimate").doc("the score or the difference that decides, with its 95 % interval")),
        (true, Column::text("unit")),
        (like_these, Column::number("in games like these").doc("the same average with the games as a random sample")),
        (true, Column::text("of")),
        (e, Column::number("e").doc("the e-value for the likelier answer, valid however the games grew; 20 or more decides")),
        (true, Column::number("p").doc("two-sided, corrected for the number of hypotheses (Holm)")),
        (remark, Column::text("remark")),
        (source, Column::text("source")),
    ];
    let table = Table::new(HYPOTHESES, "The verdicts on the hypotheses.");
    let mut table = all.iter().filter(|(shown, _)| *shown).fold(table, |table, (_, column)| table.column(column.clone()));
    for claim in claims {
        let (verdict, text) = verdict(claim);
        let number = |of: &dyn Fn(&ClaimEvidence) -> Cell| claim.found.as_ref().map_or(Cell::Empty, of);
        let cells = [
            claim.says.as_str().into(),
            claim.tested.as_deref().unwrap_or_default().into(),
            Cell::Verdict { verdict, text },
            number(&|found| Cell::Interval(found.value)),
            number(&|found| found.unit.into()),
            number(&|found| found.like_these.map_or(Cell::Empty, Cell::Interval)),
            number(&|found| found.of.as_str().into()),
            number(&|found| found.e_answer.filter(|_| claim.unjudged.is_none()).map_or(Cell::Empty, |e_answer| e_value(e_answer.most()))),
            number(&|found| if claim.unjudged.is_some() { Cell::Empty } else { Cell::PValue(found.p()) }),
            claim.remark().into(),
            claim.source.as_str().into(),
        ];
        table = table.row(all.iter().zip(cells).filter(|((shown, _), _)| *shown).map(|(_, cell)| cell));
    }
    let mut tests: Vec<&str> = Vec::new();
    found().map(|found| found.test.as_str()).for_each(|test| {
        if !tests.contains(&test) {
            tests.push(test);
        }
    });
    let section = Section::new(HYPOTHESES, "Hypotheses").block(table);
    let section = if tests.is_empty() { section } else { section.block(Block::Note(format!("Judged by: {}.", tests.join("; ")))) };
    (!claims.is_empty()).then_some(section)
}

/// An e-value as far as it matters.
pub(crate) fn e_value(e: f64) -> Cell {
    if e < 10_000.0 { Cell::number(e, if e < 100.0 { 1 } else { 0 }) } else { "> 10,000".into() }
}
