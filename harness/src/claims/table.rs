//! The claims of a paper as a table, all judged together.

use super::Paper;
use super::played::Subject;
use crate::report::{ClaimEvidence, ClaimOutcome, ClaimResult, Replication, e_value, plural};
use std::collections::BTreeMap;
use treebench_reports::model::{Cell, Column, Table};
use treebench_reports::{Verdict, signed};
use treebench_stats::{DECIDES, EAnswer, LEVEL, e_bh_bound};

/// A claim with the caveats about it and the name of its experiment.
struct Row<'p> {
    claim: &'p ClaimResult,
    caveats: &'p [String],
    experiment: &'p str,
    subject: &'p Subject,
    /// Whether a source prints it.
    is_sourced: bool,
    /// The experiment of an earlier row that makes the same claim about the same cells.
    first_in: Option<&'p str>,
}

impl Paper {
    /// The findings on each claim, then on printed values.
    pub fn claims(&self) -> Table {
        let table = columns(Table::new("claims", "What was found of each claim."), true);
        let rows = self.rows(true);
        let decides = self.decides();
        let table = rows.iter().fold(table, |table, row| table.row(row.cells(decides, true)));
        let printed = self.played.iter().filter_map(|played| Some((played.findings.replication.as_ref()?, played)));
        printed.fold(table, |table, (printed, played)| table.row(printed_values(printed, &played.printed_caveats, &played.name)))
    }

    /// The hypotheses that no source prints; `None` if there are none.
    pub fn questions(&self) -> Option<Table> {
        let rows = self.rows(false);
        let decides = self.decides();
        let table = columns(Table::new("questions", "Hypotheses that the paper does not print."), false);
        (!rows.is_empty()).then(|| rows.iter().fold(table, |table, row| table.row(row.cells(decides, false))))
    }

    /// The number of claims with each verdict.
    pub(super) fn summary(&self) -> String {
        let (rows, again): (Vec<Row<'_>>, Vec<Row<'_>>) = self.rows(true).into_iter().partition(|row| row.first_in.is_none());
        let decides = self.decides();
        let part = |outcome: ClaimOutcome| {
            let count = rows.iter().filter(|row| row.outcome(decides) == outcome).count();
            let (words, always) = match outcome {
                ClaimOutcome::OtherSetting => ("printed for another setting", false),
                ClaimOutcome::Identity => ("of identical play", false),
                other => (other.word(["found again", "contradicted"]), true),
            };
            (count > 0 || always).then(|| format!("{count} {words}"))
        };
        let counts: Vec<String> = ClaimOutcome::ALL.into_iter().filter_map(part).collect();
        let again = if again.is_empty() { String::new() } else { format!("; {} stated again", again.len()) };
        format!("{}: {}{again}.", plural(rows.len() as u64, "claim"), counts.join(", "))
    }

    /// The e-value that decides a claim among all claims and questions of the page: 20 for a single one, and more if few of many reach it (e-BH at 5
    /// %).
    fn decides(&self) -> f64 {
        let rows = self.all();
        let judged = rows.iter().filter(|row| row.claim.unjudged.is_none() && row.first_in.is_none());
        let mut data = BTreeMap::new();
        let claims = judged.filter_map(|row| {
            let number = data.len();
            Some((e_values(row.claim.found.as_ref()?).most(), *data.entry(&row.subject.data).or_insert(number)))
        });
        let mut claims: Vec<(f64, usize)> = claims.collect();
        // Those that are gone held nothing.
        let removed: u64 = self.played.iter().map(|played| played.removed).sum();
        claims.extend((0..removed).map(|_| (0.0, usize::MAX)));
        e_bh_bound(&claims, LEVEL).max(DECIDES)
    }

    /// The claims with a source, or those without.
    fn rows(&self, sourced: bool) -> Vec<Row<'_>> {
        self.all().into_iter().filter(|row| row.is_sourced == sourced).collect()
    }

    fn all(&self) -> Vec<Row<'_>> {
        let rows = self.played.iter().flat_map(|played| {
            let claims = played.findings.claims.iter().zip(&played.caveats).zip(played.subjects.iter().zip(&played.sourced));
            claims.map(|((claim, caveats), (subject, &is_sourced))| Row {
                claim,
                caveats,
                experiment: &played.name,
                subject,
                is_sourced,
                first_in: None,
            })
        });
        let mut known: BTreeMap<&Subject, &str> = BTreeMap::new();
        let mut rows: Vec<Row<'_>> = rows.collect();
        // A claim that a source prints comes before a question.
        rows.sort_by_key(|row| !row.is_sourced);
        for row in rows.iter_mut().filter(|row| row.claim.found.is_some() && row.claim.unjudged.is_none()) {
            row.first_in = known.get(row.subject).copied();
            known.entry(row.subject).or_insert(row.experiment);
        }
        rows
    }
}

fn columns(table: Table, sourced: bool) -> Table {
    let table = if sourced { table.column(Column::text("where")) } else { table };
    table
        .column(Column::text(if sourced { "claim" } else { "question" }))
        .column(Column::text("tested").doc("the formal statement that is judged, independent of the wording of the claim"))
        .column(Column::text("verdict"))
        .column(Column::text("found").doc("the score or difference that decides, with its 95 % interval"))
        .column(Column::number("e").doc(
            "the e-value for the verdict, or for the likelier answer: valid however the games grew, and decisive from 20 on, judged \
             jointly with all claims and questions of the page (e-BH, 5 %, claims about the same games once); for searches it comes from \
             their p-value, which assumes a fixed size",
        ))
        .column(Column::number("p, would be").doc(
            "p-value if the number of games had been fixed in advance: two-sided, corrected for the number of claims of the experiment \
             (Holm); for printed values, of equal true scores everywhere",
        ))
        .column(Column::text("remarks").doc("caveats of the verdict"))
        .column(Column::text("experiment"))
}

impl Row<'_> {
    fn outcome(&self, decides: f64) -> ClaimOutcome {
        self.claim.outcome(|found| e_values(found).decided(decides))
    }

    fn cells(&self, decides: f64, sourced: bool) -> Vec<Cell> {
        let Row { claim, caveats, experiment, .. } = self;
        let (verdict, text) = claim.verdict(self.outcome(decides), ["agrees", "disagrees"]);
        let judged = claim.found.as_ref().filter(|_| claim.unjudged.is_none());
        let remark = claim.remark();
        let remarks: Vec<&str> =
            [remark.as_str()].into_iter().filter(|remark| !remark.is_empty()).chain(caveats.iter().map(String::as_str)).collect();
        let again = self.first_in.map(|first| format!("the same claim about the same games as in {first}: it counts once"));
        let remarks: Vec<&str> = again.as_deref().into_iter().chain(remarks).collect();
        let source = sourced.then(|| claim.source.as_str().into());
        let rest = [
            claim.says.as_str().into(),
            claim.tested.as_deref().unwrap_or_default().into(),
            Cell::Verdict { verdict, text },
            claim.found.as_ref().map_or(Cell::Empty, |found| estimate(found).into()),
            judged.map_or(Cell::Empty, |found| e_value(e_values(found).most())),
            judged.map_or(Cell::Empty, |found| Cell::PValue(found.p())),
            remarks.join("; ").into(),
            (*experiment).into(),
        ];
        source.into_iter().chain(rest).collect()
    }
}

/// The e-values of a claim: those that hold however the games grew, or those of its test of a fixed size.
fn e_values(found: &ClaimEvidence) -> EAnswer {
    found.e_answer.unwrap_or_else(|| EAnswer::calibrated(&found.answer))
}

fn estimate(found: &ClaimEvidence) -> String {
    let ClaimEvidence { value, unit, of, .. } = found;
    let digits = usize::from(value.decimals);
    let unit = if unit.is_empty() { String::new() } else { format!(" {unit}") };
    format!("{:.digits$}{unit} [{:.digits$}, {:.digits$}], {of}", value.value, value.low, value.high)
}

fn printed_values(printed: &Replication, caveats: &[String], experiment: &str) -> [Cell; 9] {
    let Replication { cells, equal, differ, firm, mean, p, .. } = *printed;
    let open = cells - equal - differ;
    let verdict = match firm {
        0 if equal == cells => Verdict::Better,
        0 => Verdict::Undecided,
        _ => Verdict::Worse,
    };
    let found = format!(
        "of {} {equal} equal within 5 points, {differ} differ ({firm} judged together), {open} not decided; ours {} points from print on average",
        plural(cells as u64, "cell"),
        signed(mean, 1),
    );
    [
        Cell::Empty,
        "The printed values.".into(),
        "equal within 5 points, cell by cell".into(),
        Cell::Verdict { verdict, text: format!("{equal} equal, {differ} differ, {open} not decided") },
        found.into(),
        Cell::Empty,
        Cell::PValue(p),
        caveats.join("; ").into(),
        experiment.into(),
    ]
}
