//! The report of playouts: Table 1 of the split-moves paper, the comparison with printed values, and every number.

mod lead;
mod printed;
mod cell_view;
mod tables;

use super::PlayoutSummary;
use crate::experiment::References;
use crate::report::{Findings, excluded};
use treebench_reports::{Report, Section};

/// Makes the report of playouts from their summary. The caller, who knows the run, adds provenance.
pub(super) fn playout_report(summary: &PlayoutSummary<'_>, references: &References) -> Report {
    let experiment = summary.experiment;
    let seen = cell_view::all(summary);
    let mut report = Report::new(&experiment.name);
    report.question.clone_from(&experiment.metadata.question);
    report.lead = lead::sentences(&seen, references);
    report.warnings = lead::warnings(experiment, &seen, references);
    report.sections.push(
        Section::new("playouts", "Random games")
            .paragraph(
                "Nodal states are the whole moves that players made, all states their semimoves, including those undone in dead ends; the \
                 branching factor is semimoves listed per state. Speeds are those of the game's own playout, one thread; ± is half of \
                 the 95 % interval (Student's, of speeds over blocks), and a single value has none.",
            )
            .block(tables::main(&seen)),
    );
    report.sections.extend(printed::section(&seen, references));
    report.sections.push(Section::new("numbers", "All numbers").block(tables::numbers(&seen)));
    report.sections.extend(excluded(experiment));
    report
}

/// The lead of that report alone.
pub(super) fn playout_lead(summary: &PlayoutSummary<'_>, references: &References) -> Vec<String> {
    lead::sentences(&cell_view::all(summary), references)
}

/// The comparison with printed values.
pub(super) fn playout_findings(summary: &PlayoutSummary<'_>, references: &References) -> Findings {
    let section = printed::section(&cell_view::all(summary), references);
    Findings { exhibits: section.map_or(Vec::new(), |section| section.blocks), ..Findings::default() }
}
