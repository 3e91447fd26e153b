//! What became of the claims of an experiment: yes, no, or not decided, and by how much.

use crate::experiment::Hypothesis;
use crate::report::{capital, plural};
use crate::reports::model::{Block, Cell, Column, Interval, Table};
use crate::reports::{Section, Verdict, p_words};
use crate::stats::{Answer, Claim, EAnswer, ONE_SIDED, Over, Side, holm_adjusted};

/// A claim of an experiment, held against what was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Claimed {
    /// The claim as a sentence.
    pub says: String,
    /// Where it is printed; may be empty.
    pub source: String,
    /// The cells that it is about, those that it is compared with included.
    pub cells: usize,
    /// Those of them that have results.
    pub played: usize,
    /// What was found; `None` if too little was played to say anything.
    pub found: Option<Found>,
}

/// What was found about a claim.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// The p-values for and against it.
    pub answer: Answer,
    /// The score or the difference that decides.
    pub value: Interval,
    /// Its unit: `%`, `points`, or empty.
    pub unit: &'static str,
    /// The same in games like these; `None` if the games are not a sample.
    pub like_these: Option<Interval>,
    /// What it is of, in a few words, such as `average of 15 cells`.
    pub of: String,
    /// The same as part of a sentence.
    pub words: String,
    /// The test that decides, in words.
    pub test: String,
    /// The smaller of the two p-values, one-sided, after correction for the number of claims of the experiment (Holm).
    pub adjusted: f64,
    /// The e-values for and against it, which hold however the games grew; `None` where the order of the games is not known, or the measure has none.
    pub grown: Option<EAnswer>,
}

impl Found {
    /// What a test of a fixed size finds, before correction.
    pub(crate) fn new(answer: Answer, value: Interval, unit: &'static str, words: String, test: &str) -> Found {
        Found { answer, value, unit, like_these: None, of: String::new(), words, test: test.to_owned(), adjusted: 1.0, grown: None }
    }

    /// Yes, no, or not decided.
    pub fn decided(&self) -> Option<bool> {
        (self.adjusted <= ONE_SIDED).then_some(self.answer.yes <= self.answer.no)
    }

    /// The two-sided p-value after correction.
    pub fn p(&self) -> f64 {
        (2.0 * self.adjusted).min(1.0)
    }
}

/// Results held against print.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Findings {
    /// The claims, in the order of the experiment's hypotheses.
    pub claims: Vec<Claimed>,
    /// The distance between results and printed values; `None` if no cell that was played has a printed value.
    pub replication: Option<Replication>,
    /// Figures, and tables of printed values beside ours.
    pub exhibits: Vec<Block>,
}

/// How far results lie from printed ones, over some cells.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Replication {
    /// Cells with a printed value and a result.
    pub cells: usize,
    /// Those that are equal within 5 points, by two one-sided tests.
    pub equal: usize,
    /// Those whose difference has p ≤ 0.05; the others are not decided.
    pub differ: usize,
    /// Those that differ even if all are judged together (Holm, 5 %).
    pub firm: usize,
    /// Those that are better, same or worse than even both here and in print.
    pub verdicts: usize,
    /// The mean of the differences, ours minus printed, in percent.
    pub mean: f64,
    /// The root of the mean of their squares, in percent.
    pub spread: f64,
    /// The root of the mean square of z: 1 among equals.
    pub z: f64,
    /// The probability of a larger one among equals, from the sum of the squares (chi-squared with a degree of freedom per cell).
    pub p: f64,
}

/// Corrects the p-values of the claims of an experiment for their number.
pub(crate) fn judge_together(claims: &mut [Claimed]) {
    let least: Vec<f64> =
        claims.iter().map(|claim| claim.found.as_ref().map_or(1.0, |found| found.answer.yes.min(found.answer.no))).collect();
    for (claim, p) in claims.iter_mut().zip(holm_adjusted(&least)) {
        if let Some(found) = &mut claim.found {
            found.adjusted = p;
        }
    }
}

/// With more claims than this, the lead of a report counts them, and the table has them all.
const MOST_IN_LEAD: usize = 1;

/// What became of the claims, for the lead of a report: a sentence for each, or their number.
pub(crate) fn lead(claims: &[Claimed]) -> Vec<String> {
    if claims.len() <= MOST_IN_LEAD {
        return claims.iter().map(sentence).collect();
    }
    let number = |wanted: &str| claims.iter().filter(|claim| verdict(claim).1 == wanted).count();
    let parts = ["yes", "no", "not decided", "not played"].map(|word| (number(word), word));
    let parts: Vec<String> = parts.iter().filter(|(n, _)| *n > 0).map(|(n, word)| format!("{n} {word}")).collect();
    vec![format!("{} hypotheses: {} (5 %, judged together by Holm's method).", claims.len(), parts.join(", "))]
}

fn sentence(claim: &Claimed) -> String {
    let Claimed { says, cells, played, .. } = claim;
    let Some(found) = &claim.found else {
        let why = match (*cells, *played) {
            (0, _) => "no cell of this grid is meant".to_owned(),
            (_, 0) => format!("none of {} has a result yet", plural(*cells as u64, "cell")),
            _ => "only one side of the comparison has results yet".to_owned(),
        };
        return format!("Not decided: {} ({why})", capital(says));
    };
    let word = match found.decided() {
        None => "Not decided",
        Some(true) => "Yes",
        Some(false) => "No",
    };
    let so_far = if played < cells { format!(" so far, from {played} of {cells} cells") } else { String::new() };
    format!("{word}{so_far}: {} {} ({}).", capital(says), capital(&found.words), p_words(found.p()))
}

/// The verdict on a claim, and its word.
fn verdict(claim: &Claimed) -> (Verdict, &'static str) {
    match claim.found.as_ref().map(Found::decided) {
        None => (Verdict::Same, "not played"),
        Some(None) => (Verdict::Same, "not decided"),
        Some(Some(true)) => (Verdict::Better, "yes"),
        Some(Some(false)) => (Verdict::Worse, "no"),
    }
}

/// The anchor of the section with the hypotheses.
pub(crate) const HYPOTHESES: &str = "hypotheses";

/// The claims as a table with their tests below it; `None` if there are none.
pub(crate) fn section(claims: &[Claimed]) -> Option<Section> {
    let found = || claims.iter().filter_map(|claim| claim.found.as_ref());
    let with = |has: fn(&Found) -> bool| found().any(has);
    let (like_these, e, source) = (
        with(|found| found.like_these.is_some()),
        with(|found| found.grown.is_some()),
        claims.iter().any(|claim| !claim.source.is_empty()),
    );
    let all = [
        (true, Column::text("hypothesis")),
        (true, Column::text("verdict")),
        (true, Column::number("estimate").doc("the score or the difference that decides, with its 95 % interval")),
        (true, Column::text("unit")),
        (like_these, Column::number("in games like these").doc("the same average with the games taken as drawn from games like these")),
        (true, Column::text("of")),
        (e, Column::number("e").doc("the e-value for the likelier answer, which holds however the games grew; 20 and more decide")),
        (true, Column::number("p").doc("two-sided, corrected for the number of hypotheses (Holm)")),
        (source, Column::text("source")),
    ];
    let table = Table::new(HYPOTHESES, "What became of the hypotheses.");
    let mut table = all.iter().filter(|(shown, _)| *shown).fold(table, |table, (_, column)| table.column(column.clone()));
    for claim in claims {
        let so_far = if claim.played < claim.cells { format!(", {} of {} cells", claim.played, claim.cells) } else { String::new() };
        let (sign, word) = verdict(claim);
        let number = |of: &dyn Fn(&Found) -> Cell| claim.found.as_ref().map_or(Cell::Empty, of);
        let cells = [
            claim.says.as_str().into(),
            Cell::Verdict { verdict: sign, text: format!("{word}{so_far}") },
            number(&|found| Cell::Interval(found.value)),
            number(&|found| found.unit.into()),
            number(&|found| found.like_these.map_or(Cell::Empty, Cell::Interval)),
            number(&|found| found.of.as_str().into()),
            number(&|found| found.grown.map_or(Cell::Empty, |grown| e_value(grown.most()))),
            number(&|found| Cell::PValue(found.p())),
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

/// What a difference is of: the mean of some cells less that of others.
pub(crate) fn sides(ours: usize, theirs: usize) -> String {
    let mean = |cells: usize| if cells == 1 { "one cell".to_owned() } else { format!("the mean of {cells} cells") };
    if (ours, theirs) == (1, 1) { "one cell less another".to_owned() } else { format!("{} less {}", mean(ours), mean(theirs)) }
}

/// A hypothesis as a sentence.
pub(crate) fn words(hypothesis: &Hypothesis) -> String {
    let said = hypothesis.words.trim();
    if !said.is_empty() {
        return format!("{said}{}", if said.ends_with(['.', '?', '!']) { "" } else { "." });
    }
    let Claim { side, over, margin } = hypothesis.claim;
    let by = if margin > 0.0 { format!(" by more than {} points", 100.0 * margin) } else { String::new() };
    let cells = plural(hypothesis.cells.len() as u64, "cell");
    if let Some(than) = &hypothesis.than {
        let others = plural(than.len() as u64, "cell");
        let is = match side {
            Side::Above => format!("better than that of {others}{by}"),
            Side::Below => format!("worse than that of {others}{by}"),
            Side::Near => format!("within {} points of that of {others}", 100.0 * margin),
        };
        return format!("the {} of {cells} is on average {is}.", hypothesis.measure.name());
    }
    let is = match side {
        Side::Above => format!("better than an even result{by}"),
        Side::Below => format!("worse than an even result{by}"),
        Side::Near => format!("within {} points of an even result", 100.0 * margin),
    };
    match over {
        _ if hypothesis.cells.len() == 1 => format!("the candidate is {is}."),
        Over::Average => format!("the candidate is {is} on average over {cells}."),
        Over::Every => format!("the candidate is {is} in every one of {cells}."),
        Over::Some => format!("the candidate is {is} in at least one of {cells}."),
    }
}
