//! The report of a tournament: the ranking, the pairs, the strengths by game, and the reliability of ratings.

mod board;
mod bounds;
mod crosstable;
mod exploitability;
mod factors;
mod features;
mod games;
mod lead;
mod pairs;
mod standings;
mod structure;
mod view;

use crate::experiment::References;
use crate::kinds::r#match::MatchSummary;
use treebench_reports::{Report, Verdict};
use view::View;

/// Makes the report of a tournament from the results of its matches. The caller, who knows the run, adds provenance.
pub(super) fn tournament_report(summary: &MatchSummary<'_>, references: &References) -> Report {
    let view = View::new(summary);
    let mut report = Report::new(&view.experiment.name);
    report.question.clone_from(&view.experiment.metadata.question);
    report.lead = lead::sentences(&view);
    report.warnings = lead::warnings(&view, references);
    for (number, whole) in view.wholes.iter().enumerate() {
        let id = |name: &str| if number == 0 { name.to_owned() } else { format!("{name}-{}", number + 1) };
        let heading = |text: &str| if whole.label.is_empty() { text.to_owned() } else { format!("{text}: {}", whole.label) };
        let standings = standings::section(&view, whole, &id("standings"), heading("Standings"));
        // The agents are those of the experiment, in every tournament of it.
        let differences = view.experiment.side_differences().into_iter().filter(|_| number == 0);
        report.sections.push(differences.fold(standings, |section, difference| section.paragraph(format!("{difference}."))));
        report.sections.push(crosstable::section(&view, whole, &id("crosstable"), heading("Who beats whom")));
        report.sections.extend(exploitability::section(&view, whole, &id("exploitability"), heading("How far from an equilibrium")));
        report.sections.extend(games::strengths(&view, whole, &id("games"), heading("Who is good where")));
        report.sections.extend(factors::section(&view, whole, &id("factors"), heading("Which choice helps where")));
        report.sections.push(structure::section(&view, whole, &id("structure"), heading("Cycles and kinship")));
    }
    report.sections.extend(games::cells(&view));
    report.sections.push(games::effort(&view));
    report.sections.extend(games::left_out(&view));
    report
}

/// The lead of that report alone.
pub(super) fn tournament_lead(summary: &MatchSummary<'_>) -> Vec<String> {
    lead::sentences(&View::new(summary))
}

/// The verdict in the words of reports.
fn verdict(verdict: treebench_stats::Verdict) -> Verdict {
    match verdict {
        treebench_stats::Verdict::Better => Verdict::Better,
        treebench_stats::Verdict::Undecided => Verdict::Undecided,
        treebench_stats::Verdict::Worse => Verdict::Worse,
    }
}

/// The verdict from the opponent's point of view.
fn opposite(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Better => Verdict::Worse,
        Verdict::Undecided => Verdict::Undecided,
        Verdict::Worse => Verdict::Better,
    }
}
