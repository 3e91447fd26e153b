//! When hypotheses, the rule of `[stop]` and printed values were stated: in the table of a report, and as a warning where it was not before their games.

use super::{HYPOTHESES, listed};
use crate::experiment::{Experiment, Hypothesis};
use crate::store::Statements;
use treebench_reports::Report;
use treebench_reports::model::{Block, Cell, Column};

/// When a hypothesis was stated, in words; `tasks` are those of the kind.
pub(crate) fn stated(after: Option<u64>, tasks: &str) -> String {
    match after {
        None => "not known: history missing".to_owned(),
        Some(0) => format!("before its {tasks}"),
        Some(count) => format!("after {count} {tasks}"),
    }
}

/// Adds when each hypothesis, the rule of `[stop]` and the printed values were stated.
pub(crate) fn add_statements(report: &mut Report, experiment: &Experiment, statements: &Statements) {
    let tables = report.sections.iter_mut().filter(|section| section.id == HYPOTHESES).flat_map(|section| &mut section.blocks);
    for block in tables {
        let Block::Table(table) = block else { continue };
        table
            .columns
            .push(Column::text("stated").doc("results of its cells that existed when it first appeared in this form and for these cells"));
        for (row, hypothesis) in table.rows.iter_mut().zip(&experiment.hypotheses) {
            row.push(Cell::from(stated(statements.of(hypothesis), experiment.kind.tasks).as_str()));
        }
    }
    let overrides: Vec<&str> = statements.overrides().collect();
    if !overrides.is_empty() {
        report
            .warnings
            .push(format!("This run departs from its file: {}. Its findings hold for these settings only.", overrides.join(", ")));
    }
    report.warnings.extend(late_hypotheses(experiment, statements));
    report.warnings.extend(removed(experiment, statements));
    report.warnings.extend(unsourced(experiment, statements));
    report.warnings.extend(late_rules(experiment, statements));
    let unknown = experiment.hypotheses.iter().filter(|hypothesis| statements.of(hypothesis).is_none()).count();
    if unknown > 0 {
        report
            .warnings
            .push(format!("History missing: it is not known whether {unknown} of the hypotheses were stated before their results."));
    }
}

/// Hypotheses that were stated after results could be seen.
fn late_hypotheses(experiment: &Experiment, statements: &Statements) -> Option<String> {
    let is_late = |hypothesis: &&Hypothesis| statements.of(hypothesis).is_some_and(|tasks| tasks > 0);
    let late = experiment.hypotheses.iter().filter(is_late).map(|hypothesis| {
        let stated = stated(statements.of(hypothesis), experiment.kind.tasks);
        format!("{} ({stated})", super::claim_words(hypothesis).trim_end_matches('.'))
    });
    let late: Vec<String> = late.collect();
    (!late.is_empty()).then(|| {
        format!(
            "Stated, edited or given other cells after results could be seen, which may have guided the choice: {} of {} hypotheses: {}.",
            late.len(),
            experiment.hypotheses.len(),
            listed(late)
        )
    })
}

/// Hypotheses and rules that were stated and removed.
fn removed(experiment: &Experiment, statements: &Statements) -> Option<String> {
    let gone = statements.count_removed(experiment);
    (gone > 0).then(|| {
        format!(
            "{gone} {} no longer in the experiment: what remains may have been selected by results. Corrections for multiplicity count \
             the removed ones.",
            if gone == 1 {
                "hypothesis or rule of [stop] stated for these games is"
            } else {
                "hypotheses or rules of [stop] stated for these games are"
            },
        )
    })
}

/// Hypotheses that named a source once and do no longer.
fn unsourced(experiment: &Experiment, statements: &Statements) -> Option<String> {
    let is_unsourced = |hypothesis: &&Hypothesis| hypothesis.source.is_empty() && statements.was_sourced(hypothesis);
    let unsourced = experiment.hypotheses.iter().filter(is_unsourced).count();
    (unsourced > 0).then(|| {
        format!(
            "{unsourced} of {} hypotheses named a source once and {} no longer, which can hide claims that failed; pages of claims \
             count them all the same.",
            experiment.hypotheses.len(),
            if unsourced == 1 { "does" } else { "do" },
        )
    })
}

/// Rules and printed values that were stated after results could be seen, or of which that is not known.
fn late_rules(experiment: &Experiment, statements: &Statements) -> Vec<String> {
    let rule = experiment.result_rule().map(|(rule, hash)| {
        let name = rule.name;
        (hash, format!("the rule of {name} was stated before its results"), format!("The rule of {name} was stated or changed"), rule.doubt)
    });
    let printed = experiment.printed_hash().map(|hash| {
        let (before, changed) = ("the printed values were written before the results", "The printed values were written or changed");
        (hash, before.to_owned(), changed.to_owned(), "they may have been selected to agree or to differ")
    });
    let warnings = rule.into_iter().chain(printed).filter_map(|(hash, before, changed, doubt)| match statements.of_hash(&hash) {
        Some(0) => None,
        None => Some(format!("History missing: it is not known whether {before}.")),
        after => {
            let after = stated(after, experiment.kind.tasks);
            Some(format!("{changed} {after}, which could be seen: {doubt}."))
        }
    });
    warnings.collect()
}
