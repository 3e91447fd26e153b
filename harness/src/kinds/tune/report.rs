//! The report of a tuning: the result, its confirmation on fresh seeds, and what the search learnt about the parameters.

mod confirmation;
mod search_course;
mod landscape;
mod lead;
mod view;

use super::summary::TuneSummary;
use crate::experiment::References;
use crate::report::excluded;
use treebench_reports::Report;
use view::View;

/// The lead of the report alone.
pub(super) fn tune_lead(summary: &TuneSummary<'_>) -> Vec<String> {
    View::new(summary).map_or_else(Vec::new, |view| lead::sentences(&view))
}

/// Makes the report. Provenance is added by the caller, who knows the run.
pub(super) fn tune_report(summary: &TuneSummary<'_>, references: &References) -> Report {
    let experiment = summary.experiment;
    let mut report = Report::new(&experiment.name);
    report.question.clone_from(&experiment.metadata.question);
    let Some(view) = View::new(summary) else { return report };
    report.lead = lead::sentences(&view);
    report.warnings = lead::warnings(&view, references);
    report.sections.push(confirmation::section(&view));
    report.sections.push(lead::snippets(&view));
    for (number, place) in (0..view.tunings.len()).enumerate() {
        let id = |name: &str| if number == 0 { name.to_owned() } else { format!("{name}-{}", number + 1) };
        report.sections.push(landscape::section(&view, place, &id));
        report.sections.push(search_course::section(&view, place, &id));
    }
    report.sections.extend(search_course::impossible(&view));
    report.sections.extend(excluded(experiment));
    report
}
