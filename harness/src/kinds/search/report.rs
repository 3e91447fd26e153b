//! The report of searches: curves of decision quality, paired differences, and the sums of the old tool.

mod best;
mod claims;
mod figures;
mod lead;
mod tables;
mod view;

pub(super) use view::groups;

use super::SearchSummary;
use crate::report::{ClaimResult, Findings, claim_lead, claim_section, excluded};
use treebench_reports::model::Block;
use treebench_reports::{Report, Section};
use view::Group;

/// Makes the report of searches from their summary. The caller, who knows the run, adds provenance.
pub(super) fn search_report(summary: &SearchSummary<'_>) -> Report {
    let experiment = summary.experiment;
    let groups = groups(summary);
    let mut report = Report::new(&experiment.name);
    report.question.clone_from(&experiment.metadata.question);
    let claims = claims::claims(summary);
    report.lead = lead_of(&groups, summary, &claims);
    report.sections.extend(claim_section(&claims));
    report.warnings = lead::warnings(summary);
    let mut quality = Section::new("quality", "Decision quality").paragraph(
        "Optimal: how often the search, stopped after that many iterations, would play a move that is optimal under perfect play. \
             Difficulty: that of the position after this move, from the mover's point of view; lower is better. Area: the mean share of \
             optimal moves over the logarithm of iterations. In a game of hidden information, every search is a complete strategy, the \
             distribution of visits in every information set, whatever move the agent plays in the end: its exploitability is the average \
             gain of a player who switches to a best response; up to 1 % of the range of scores, it counts as optimal. Bands and ± are 95 % intervals over positions.",
    );
    for difference in experiment.side_differences() {
        quality = quality.paragraph(format!("{difference}."));
    }
    quality = quality.block(tables::quality(&groups));
    for figure in figures::all(&groups) {
        quality = quality.block(figure);
    }
    report.sections.push(quality);
    if groups.iter().any(|group| group.series.len() > 1) {
        report.sections.push(
            Section::new("pairs", "Differences on the same positions")
                .paragraph(
                    "All agents search the same positions, so differences are paired by position, and their intervals exclude the \
                     variation between positions.",
                )
                .block(tables::pairs(&groups)),
        );
    }
    report.sections.push(
        Section::new("sums", "Sums per look")
            .paragraph("Sums over all positions; the sums of several runs can be added.")
            .block(tables::sums(&groups)),
    );
    report.sections.extend(excluded(experiment));
    report
}

/// The lead of that report alone.
pub(super) fn search_lead(summary: &SearchSummary<'_>) -> Vec<String> {
    lead_of(&groups(summary), summary, &claims::claims(summary))
}

fn lead_of(groups: &[Group<'_>], summary: &SearchSummary<'_>, claims: &[ClaimResult]) -> Vec<String> {
    claim_lead(claims).into_iter().chain(lead::sentences(groups, summary)).collect()
}

/// The claims, and the curves.
pub(super) fn search_findings(summary: &SearchSummary<'_>) -> Findings {
    let exhibits = figures::all(&groups(summary)).into_iter().map(Block::from).collect();
    Findings { claims: claims::claims(summary), replication: None, exhibits }
}
