//! The pages of games and agents, as `bench show` describes them.

use super::files::SiteFiles;
use super::{SiteExperiment, Users};
use crate::cli::CliError;
use crate::cli::args::catalogue::CatalogueEntry;
use crate::cli::verbs::claims::folder_name;
use crate::cli::verbs::show;
use crate::experiment::short_names;
use treebench_agents::agents;
use treebench_games::games;
use treebench_reports::Report;
use treebench_reports::model::{Cell, Column, Listing, Section, Table};

/// The page of a game or an agent, as a path from the index.
pub(super) fn page(folder: &str, name: &str) -> String {
    format!("{folder}/{}/report.html", folder_name(name))
}

/// Writes the pages of all registered games and agents that were played. Rules files and external engines have none.
pub(super) fn write(site: &SiteFiles, played: &Users, players: &Users, shown: &[SiteExperiment]) -> Result<(), CliError> {
    for name in played.keys() {
        let Ok(entry) = games().find(name) else { continue };
        write_entry(site, "games", &CatalogueEntry::from(entry), &show::game(entry)?.0, played, shown)?;
    }
    let infos = show::game_infos()?;
    for name in players.keys() {
        let Ok(entry) = agents().find(name) else { continue };
        let entry = CatalogueEntry::from(entry);
        write_entry(site, "agents", &entry, &show::agent(&entry, &infos)?.0, players, shown)?;
    }
    Ok(())
}

fn write_entry(
    site: &SiteFiles,
    folder: &str,
    entry: &CatalogueEntry,
    text: &str,
    users: &Users,
    shown: &[SiteExperiment],
) -> Result<(), CliError> {
    let mut report = Report::new(entry.name);
    let (first, rest) = entry.doc.split_at(entry.first_sentence().len());
    report.lead.extend([first, rest.trim()].into_iter().filter(|part| !part.is_empty()).map(str::to_owned));
    let table = Table::new("experiments", "Experiments in which it takes part.")
        .column(Column::text("experiment"))
        .column(Column::text("question"));
    let used = users.get(entry.name).into_iter().flatten().filter_map(|&place| Some((&shown[place], shown[place].page.as_ref().ok()?)));
    let table = used.fold(table, |table, (one, (page, run))| {
        let table = table.row([one.name(&run.name).into(), run.question.as_str().into()]);
        page.iter().fold(table, |table, page| table.linked(0, format!("../../{page}")))
    });
    report.sections.push(Section::new("experiments", "Experiments").block(table));
    if !entry.specs.is_empty() {
        let table = Table::new("parameters", "Parameters with their defaults.")
            .column(Column::text("parameter"))
            .column(Column::text("default"))
            .column(Column::text("meaning"))
            .column(Column::text("values"))
            .column(Column::text("source"));
        let table = entry.specs.iter().fold(table, |table, spec| {
            let default = spec.default.to_string();
            let shown = short_names(std::slice::from_ref(&default));
            table.row([spec.name.into(), Cell::named(&default, &shown[0]), spec.doc.into(), spec.expected().into(), spec.source.into()])
        });
        report.sections.push(Section::new("parameters", "Parameters").block(table));
    }
    let listing = Listing { caption: format!("As `bench show {}` prints it.", entry.name), text: text.to_owned() };
    report.sections.push(Section::new("full", "In full").block(listing));
    site.write_page(&mut report, &page(folder, entry.name))
}
