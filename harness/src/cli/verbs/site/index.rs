//! The first page of a site.

use super::{PaperPage, SiteExperiment, Users};
use crate::cli::args::catalogue::CatalogueEntry;
use crate::report::{plural, progress};
use treebench_agents::agents;
use treebench_games::games;
use treebench_reports::Report;
use treebench_reports::model::{Cell, Column, Section, Table};

/// The index: experiments with their answers, papers with their claims, games and agents.
pub(super) fn report(
    title: String,
    shown: &[SiteExperiment],
    papers: &[PaperPage],
    left_out: &[String],
    played: &Users,
    players: &Users,
) -> Report {
    let mut report = Report::new(title);
    let tasks: u64 = shown.iter().filter_map(|one| Some(one.page.as_ref().ok()?.1.done)).sum();
    report.lead.push(format!("{}, {}.", plural(shown.len() as u64, "experiment"), plural(tasks, "task")));
    for SiteExperiment { place, page } in shown {
        if let Err(error) = page {
            // The first line names the fault; the others show its place.
            let fault = error.lines().next().unwrap_or_default();
            report.warnings.push(format!("{} cannot be read: {fault}", place.path.display()));
        }
    }
    report.warnings.extend(left_out.iter().map(|fault| format!("Skipped in the claims of papers: {fault}")));
    report.sections.push(Section::new("experiments", "Experiments").block(experiments(shown)));
    if !papers.is_empty() {
        let table =
            Table::new("claims", "The verdicts on the claims of papers.").column(Column::text("paper")).column(Column::text("claims"));
        let row = |table: Table, paper: &PaperPage| {
            table.row([paper.name.as_str().into(), paper.lead.as_str().into()]).linked(0, paper.page.as_str())
        };
        report.sections.push(Section::new("claims", "Papers").block(papers.iter().fold(table, row)));
    }
    let described = |name: &str| games().find(name).ok().map(CatalogueEntry::from);
    let of_games = entries("games", "Games that are played.", played, described, "a rules file of its own");
    let described = |name: &str| agents().find(name).ok().map(CatalogueEntry::from);
    let of_agents = entries("agents", "Agents that play.", players, described, "an engine or a class of its own");
    for (table, heading) in [(of_games, "Games"), (of_agents, "Agents")] {
        if !table.rows.is_empty() {
            report.sections.push(Section::new(table.id.clone(), heading).block(table));
        }
    }
    report
}

fn experiments(shown: &[SiteExperiment]) -> Table {
    let is_apart = shown.iter().any(|one| one.page.as_ref().is_ok_and(|(_, run)| !run.differs.all.is_empty()));
    let mut table = Table::new("experiments", "Questions and answers.").column(Column::text("experiment"));
    if is_apart {
        table = table.column(Column::text("differs").doc("what distinguishes it from the other runs of the same experiment"));
    }
    let table = table
        .column(Column::text("question"))
        .column(Column::text("answer"))
        .column(Column::text("remarks").doc("caveats of the answer"))
        .column(Column::text("kind"))
        .column(Column::number("tasks"))
        .column(Column::text("played").doc("the day on which the last session began"));
    shown.iter().fold(table, |table, one| match &one.page {
        Ok((page, run)) => {
            let count = |n: u64| Cell::Integer(i64::try_from(n).unwrap_or(i64::MAX));
            let day = run.started.get(..10).unwrap_or_default();
            let failures = (run.failed > 0).then(|| format!("{} without a result", plural(run.failed, "task")));
            let remarks: Vec<&str> = failures.iter().chain(&run.remarks).map(String::as_str).collect();
            let mut row = vec![one.name(&run.name).into()];
            row.extend(is_apart.then(|| run.differs.line().into()));
            row.extend([
                run.question.as_str().into(),
                run.answer
                    .clone()
                    .unwrap_or_else(|| format!("not finished: {}", progress(run.done, run.planned, run.scheduled, "task", "")))
                    .into(),
                remarks.join("; ").into(),
                run.kind.into(),
                count(run.done),
                day.into(),
            ]);
            let table = table.row(row);
            page.iter().fold(table, |table, page| table.linked(0, page.as_str()))
        }
        Err(_) => {
            let empty = if is_apart { 2 } else { 1 };
            let path = std::iter::once(one.place.path.display().to_string().into());
            table.row(path.chain(std::iter::repeat_n(Cell::Empty, empty)).chain(["cannot be read".into()]))
        }
    })
}

/// Games or agents with links to the pages of the registered ones; the others are of a kind.
fn entries(folder: &str, caption: &str, users: &Users, described: impl Fn(&str) -> Option<CatalogueEntry>, other: &str) -> Table {
    let table = Table::new(folder, caption).column(Column::text("name")).column(Column::text("what")).column(Column::number("experiments"));
    users.iter().fold(table, |table, (&name, users)| {
        let count = Cell::Integer(i64::try_from(users.len()).unwrap_or(i64::MAX));
        match described(name) {
            Some(entry) => table.row([name.into(), entry.doc.into(), count]).linked(0, super::entries::page(folder, name)),
            None => table.row([name.into(), other.into(), count]),
        }
    })
}
