//! The report of a match: the answer in words, then the grid, the figures, and all numbers.

mod average;
mod best;
mod candidates;
mod details;
mod dimensions;
mod figures;
mod fitted_budget;
mod graded_scores;
mod always_valid;
mod identity;
mod lead;
mod printed_pairs;
mod printed_values;
mod hypotheses;
mod replication;
mod statistics;
mod sequential_tests;
mod stop_verdict;
mod average_tests;
mod tables;
mod view;
mod warnings;

use super::{MatchSummary, rotates};
use crate::experiment::References;
use crate::report::{ClaimResult, Findings, claim_lead, claim_section, excluded};
use best::Choice;
use fitted_budget::FittedBudgets;
use std::collections::BTreeSet;
use treebench_reports::model::{Block, Facet};
use treebench_reports::{Report, Section};
use view::View;
pub(in crate::kinds) use warnings::clock_warning;

/// What the colours and intervals of the grid are.
fn legend(view: &View<'_>, grown: bool) -> String {
    if view.anytime {
        return format!(
            "Points of the candidate in percent, draws counted half, with {}. {} {}",
            sequential_tests::interval_words(view),
            sequential_tests::colours(view),
            if grown {
                "The number of games may depend on results, which could be seen before."
            } else {
                "Play was stopped by a sequential test: see below."
            }
        );
    }
    let rotated = view.cells.iter().filter(|seen| rotates(seen.cell)).count();
    let is_for_two = view.cells.iter().all(|seen| seen.cell.participants.len() == 2);
    let (rounds, whole) = if is_for_two {
        ("pairs", "pairs of games with seats swapped")
    } else {
        ("rounds", "rounds of games in which every agent takes every seat")
    };
    let (from, decides) = match rotated {
        0 => ("single games: seats are not rotated, and no cell is judged".to_owned(), "no test decides".to_owned()),
        all => {
            let others = if all == view.cells.len() { "" } else { ", or from single games where they are not, which are not judged" };
            (format!("{whole}{others}"), format!("the exact permutation test on {rounds} decides"))
        }
    };
    let evens: BTreeSet<usize> = view.cells.iter().map(|seen| seen.cell.participants.len()).filter(|players| *players > 2).collect();
    let evens: String =
        evens.iter().map(|players| format!(" An even result is {:.1} % in games for {players}.", 100.0 / *players as f64)).collect();
    format!(
        "Points of the candidate in percent, draws counted half, with a 95 % interval (Wilson's, from {from}; \
         repeated games count once). Green ▲ means that the whole interval lies above an even result, red ▼ below, yellow = that it \
         contains it; {decides}.{evens} The papers' z·s/√n is in the table of all numbers."
    )
}

/// Makes the report of a match from its summary. The caller, who knows the run, adds provenance.
pub(super) fn match_report(summary: &MatchSummary<'_>, references: &References) -> Report {
    let experiment = summary.experiment;
    let view = View::new(summary);
    let mut report = Report::new(&experiment.name);
    report.question.clone_from(&experiment.metadata.question);
    let claims = hypotheses::claims(&view);
    let (choices, pairs) = (best::choices(&view), printed_pairs::pairs(&view, references));
    let fitted = FittedBudgets::of(&view, &pairs);
    report.lead = lead_of(&view, &claims, &choices, fitted.as_ref());
    report.sections.extend(claim_section(&claims));
    report.warnings = warnings::warnings(&view, references, fitted.as_ref());
    let mut grid = Section::new("grid", "Win rates").paragraph(legend(&view, summary.always_valid));
    if let Some(pairs) = dimensions::opponents(&view.variants) {
        let pairs: Vec<String> = pairs.iter().map(|(candidate, opponent)| format!("{candidate} plays {opponent}")).collect();
        grid = grid.paragraph(format!("Candidates and their opponents: {}.", pairs.join(", ")));
    }
    if !view.constant.is_empty() {
        grid = grid.paragraph(format!("In all cells: {}.", view.constant_words()));
    }
    for difference in experiment.side_differences() {
        grid = grid.paragraph(format!("{difference}."));
    }
    grid = grid.block(tables::grid(&view, references));
    for table in [best::table(&view, &choices), graded_scores::table(&view), tables::failures(&view)].into_iter().flatten() {
        grid = grid.block(table);
    }
    for figure in figures::all(&view, references) {
        grid = grid.block(figure);
    }
    report.sections.push(grid);
    report.sections.extend(sequential_tests::section(&view).or_else(|| average_tests::section(&view)));
    report.sections.extend(candidates::section(&view));
    report.sections.extend(printed_values::section(&view, &pairs));
    report.sections.extend(fitted.map(|fitted| fitted.section(&view)));
    report.sections.push(Section::new("numbers", "All numbers").block(tables::numbers(&view)));
    report.sections.extend(statistics::section(&view));
    report.sections.push(Section::new("games", "Games and effort").block(tables::games(&view)).block(tables::effort(&view)));
    report.sections.extend(excluded(experiment));
    report.details = details::all(&view, references, &pairs);
    report.facet = Some(Facet { name: view::GAME.to_owned(), values: view.games.clone() });
    report
}

/// The lead of that report alone.
pub(super) fn match_lead(summary: &MatchSummary<'_>, references: &References) -> Vec<String> {
    let view = View::new(summary);
    let pairs = printed_pairs::pairs(&view, references);
    lead_of(&view, &hypotheses::claims(&view), &best::choices(&view), FittedBudgets::of(&view, &pairs).as_ref())
}

fn lead_of(view: &View<'_>, claims: &[ClaimResult], choices: &[Choice<'_>], fitted: Option<&FittedBudgets<'_>>) -> Vec<String> {
    claim_lead(claims).into_iter().chain(lead::sentences(view, choices)).chain(fitted.map(FittedBudgets::sentence)).collect()
}

/// The claims, and the comparison with printed scores.
pub(super) fn match_findings(summary: &MatchSummary<'_>, references: &References) -> Findings {
    let view = View::new(summary);
    let pairs = printed_pairs::pairs(&view, references);
    let figures = figures::all(&view, references).into_iter().map(Block::from);
    Findings {
        claims: hypotheses::claims(&view),
        replication: (!pairs.is_empty()).then(|| replication::replication(&pairs)),
        exhibits: figures.chain(printed_values::section(&view, &pairs).into_iter().flat_map(|section| section.blocks)).collect(),
    }
}
