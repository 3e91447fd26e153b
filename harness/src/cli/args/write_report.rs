//! Makes the report of the stored records and writes it.

use super::file_list::write_report_files;
use super::origin::{self, Origin};
use crate::cli::{CliError, out};
use crate::experiment::{Cell, Experiment, References};
use crate::kinds::{self, Summary};
use crate::plan::Plan;
use crate::report::{self, CellProvenance, Growth, HYPOTHESES, Tests, add_commands, cell_remarks, cell_words, plural, run_remarks};
use crate::results::{self, ResultsFile};
use crate::saved::results::Session;
use crate::store::{Build, FinishedTasks, Machine, PROVENANCE, RESOLVED, Row, Store, StoreError};
use crate::view::{self, Picker};
use clap::builder::{PossibleValue, PossibleValuesParser};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use treebench_reports::games::{PAGE, games_with};
use treebench_reports::model::{Block, Detail, Link};
use treebench_reports::output::terminal;
use treebench_reports::{Report, outputs};

/// The folder of the report inside a run directory.
pub(crate) const FOLDER: &str = "report";

/// The maximum number of warnings on the terminal; of more it shows their number and the first, and the report has all.
const WARNINGS: usize = 3;

/// Makes the report of the stored records, and writes the page of games that it links to.
pub(crate) fn make_report(plan: &Plan, store: &Store) -> Result<Report, CliError> {
    report_of(plan, store, Some(&store.dir().join(FOLDER)))
}

/// Makes the report of the stored records; with the folder of the report, it links to a page with games, which is written there.
pub(crate) fn report_of(plan: &Plan, store: &Store, folder: Option<&Path>) -> Result<Report, CliError> {
    let counted = kinds::counted(plan, None, store).map_err(CliError::input)?;
    let ahead = counted.as_ref().map(|counted| Ok(store.done(plan)?.count() - counted.count()));
    let ahead = ahead.transpose().map_err(|error: StoreError| CliError::input(error))?;
    let mut picker = Picker::default();
    let has_games = folder.is_some() && kinds::of(&plan.experiment).tasks().are_games();
    let see = |(cell, number, row): &(usize, u32, Row)| {
        if has_games {
            picker.see(*cell, *number, row);
        }
    };
    let found = summary_of(plan, store, counted, see)?;
    let cells = kinds::cell_provenance(plan, store, &*found.summary).map_err(CliError::input)?;
    let statements = store.statements(plan).map_err(CliError::input)?;
    let mut report = found.summary.report(&found.references);
    report.remarks = run_remarks(&plan.experiment, &cells, &statements);
    report.note = note(&cells, &plan.experiment, &found);
    report::add_cell_remarks(&mut report, &plan.experiment, &cells, &statements);
    add_commands(&mut report, &plan.experiment.cells, (&store.dir().join(RESOLVED), None), store.dir());
    let games = match folder.filter(|_| has_games) {
        Some(folder) => games_beside(plan, store, &picker, folder, &mut report)?,
        None => BTreeSet::new(),
    };
    report.retain_links(|href| !href.starts_with(PAGE) || games.contains(href));
    let retried = store.attempts().all(plan).map_err(CliError::input)?.iter().filter(|attempt| attempt.is_kept()).count() as u64;
    // Matches say so cell by cell, and have bounds.
    if retried > 0 && !has_games {
        report.warnings.push(format!("{} failed and were played again; the later results are shown.", plural(retried, "task")));
    }
    let beyond = store.beyond(plan).map_err(CliError::input)?;
    report.warnings.extend(beyond.notice());
    report.warnings.extend(found.warnings);
    report.warnings.extend(narrowed(&plan.experiment));
    report.warnings.extend(unequal_budgets(&plan.experiment));
    report.warnings.extend(borrowed_names(&plan.experiment));
    report::add_statements(&mut report, &plan.experiment, &statements);
    let builds = store.builds().of_cells(plan).map_err(CliError::input)?;
    let verifications = store.builds().verifications().map_err(CliError::input)?;
    let machines = store.machines().map_err(CliError::input)?;
    facts(&plan.experiment, &Origin { cells: &builds, machines: &machines, verifications: &verifications }, &mut report);
    if let Some(ahead) = ahead.filter(|ahead| *ahead > 0) {
        report.fact("played past a decision", format!("{}, which do not count", plural(ahead, "task")));
    }
    invocations(store.dir(), &mut report);
    report.fact("experiment in full", plan.experiment.resolved_toml.trim_end());
    Ok(report)
}

/// The lead of the report of the stored records, and remarks on the run as a whole.
pub(crate) fn lead_of(plan: &Plan, store: &Store) -> Result<(Vec<String>, Vec<String>), CliError> {
    let counted = kinds::counted(plan, None, store).map_err(CliError::input)?;
    let found = summary_of(plan, store, counted, |_| ())?;
    let cells = kinds::cell_provenance(plan, store, &*found.summary).map_err(CliError::input)?;
    let remarks = run_remarks(&plan.experiment, &cells, &store.statements(plan).map_err(CliError::input)?);
    Ok((found.summary.lead(&found.references), remarks))
}

/// A summary, the printed values to hold against it, and warnings of how its games grew.
struct ReportInput<'p> {
    summary: Box<dyn Summary + 'p>,
    references: References,
    warnings: Vec<String>,
    /// What intervals are if games grew, in a few words.
    tests: Option<&'static str>,
}

/// What must be known of the numbers of some cells and of their intervals, for pictures.
fn note(cells: &[CellProvenance], experiment: &Experiment, found: &ReportInput<'_>) -> String {
    let remarks = cell_remarks(cells.iter(), experiment).into_iter();
    remarks.chain(found.tests.map(str::to_owned)).collect::<Vec<_>>().join("; ")
}

/// The summary of the counted tasks of a run; `see` gets every row.
fn summary_of<'p>(
    plan: &'p Plan,
    store: &Store,
    counted: Option<FinishedTasks>,
    see: impl FnMut(&(usize, u32, Row)),
) -> Result<ReportInput<'p>, CliError> {
    let references = References::of_experiment(&plan.experiment).map_err(CliError::input)?;
    let mut rows = store.summary_rows(plan).map_err(CliError::input)?.only(counted);
    let mut summary = kinds::summary(plan, store, &mut rows.by_ref().inspect(see)).map_err(CliError::input)?;
    rows.check().map_err(CliError::input)?;
    let growth = kinds::growth(plan, store).map_err(CliError::input)?;
    summary.set_removed_hypotheses(store.statements(plan).map_err(CliError::input)?.count_removed(&plan.experiment));
    let (warnings, tests) = growth_warnings(&plan.experiment, &growth, &mut *summary);
    Ok(ReportInput { summary, references, warnings, tests })
}

/// Judges a run by always-valid tests if it grew after it could be seen, and reports this; a sequential test allows for growth. Returns the warnings, and what
/// intervals are then.
fn growth_warnings(experiment: &Experiment, growth: &Growth, summary: &mut dyn Summary) -> (Vec<String>, Option<&'static str>) {
    let tests = match (experiment.stop_rule(), growth.is_fixed()) {
        (Some(_), _) => Tests::StopRule,
        (None, true) => return (Vec::new(), None),
        (None, false) => summary.use_always_valid_tests(),
    };
    (growth.warnings(experiment.kind.tasks, tests), tests.intervals())
}

/// A warning that the grid is narrowed, so answers cover only part of it.
fn narrowed(experiment: &Experiment) -> Option<String> {
    let tables: toml::Table = experiment.resolved_toml.parse().ok()?;
    let kept = tables.get("only")?.as_table()?.iter().map(|(axis, value)| format!("{axis} = {value}"));
    Some(format!("Only part of the grid is shown and judged: [only] keeps {}.", kept.collect::<Vec<_>>().join(", ")))
}

/// A warning that agents or games go by the name of another one.
fn borrowed_names(experiment: &Experiment) -> Option<String> {
    let names: BTreeSet<String> = experiment.cells.iter().flat_map(Cell::borrowed_names).collect();
    (!names.is_empty()).then(|| {
        let names: Vec<String> = names.into_iter().collect();
        format!("Agents or games go by the name of another one: {}.", names.join("; "))
    })
}

/// A warning that players of different budgets meet.
fn unequal_budgets(experiment: &Experiment) -> Option<String> {
    let cells = experiment.cells.iter().filter(|cell| cell.has_unequal_budgets()).count();
    let all = experiment.cells.len();
    (cells > 0).then(|| {
        format!(
            "Unequal budgets: in {cells} of {}, the players have different budgets, which scores reflect, too.",
            plural(all as u64, "cell")
        )
    })
}

/// The maximum number of games on the page beside a report.
const GAMES: usize = 100;

/// Writes the page of selected games into the report's folder, and links to them from the cells. Returns the addresses of all pairs of players that
/// meet on the page.
fn games_beside(plan: &Plan, store: &Store, picker: &Picker, folder: &Path, report: &mut Report) -> Result<BTreeSet<String>, CliError> {
    let page = view::games_beside_report(plan, store, picker, GAMES).map_err(CliError::input)?;
    if page.games.is_empty() {
        return Ok(BTreeSet::new());
    }
    let cells = &plan.experiment.cells;
    let known = report.details.len();
    let named = |cell: &Cell| Detail { name: cell_words(cell), ..Detail::default() };
    report.details.extend(cells.iter().skip(known).map(named));
    for cell in &page.cells {
        let link =
            |(word, game): &(String, usize)| Link { text: format!("{word} game"), href: format!("{PAGE}#game={}", page.games[*game].id) };
        report.details[cell.number].links.extend(cell.links.iter().map(link));
    }
    page.write(folder, PAGE).map_err(CliError::input)?;
    let seats = page.games.iter().map(|game| game.seats.iter().map(|seat| seat.name.as_str()).collect::<BTreeSet<_>>());
    let pairs =
        seats.flat_map(|seats| seats.iter().flat_map(|first| seats.iter().map(|second| games_with(&[first, second]))).collect::<Vec<_>>());
    Ok(pairs.collect())
}

/// Makes the report of a results file and additional tasks in a run directory.
pub(crate) fn saved_report(saved: &ResultsFile, store: Option<&Store>) -> Result<Report, CliError> {
    let experiment = &saved.plan.experiment;
    let found = saved_summary(saved, store)?;
    let cells = results::cell_provenance(saved, store, &*found.summary).map_err(CliError::input)?;
    let statements = saved.statements(store).map_err(CliError::input)?;
    let mut report = found.summary.report(&found.references);
    report.remarks = run_remarks(experiment, &cells, &statements);
    report.note = note(&cells, experiment, &found);
    report::add_cell_remarks(&mut report, experiment, &cells, &statements);
    // A results file has no games.
    report.retain_links(|href| !href.starts_with(PAGE));
    let origin = saved.origin();
    add_commands(&mut report, &experiment.cells, (&origin.config, origin.profile.as_deref()), &Path::new("results").join(&experiment.name));
    let builds = saved.builds(store).map_err(CliError::input)?;
    let verifications = saved.verifications(store).map_err(CliError::input)?;
    let sessions = saved.sessions(store).map_err(CliError::input)?;
    let machines: BTreeSet<Machine> =
        sessions.iter().map(|Session { host, cpu, .. }| Machine { host: host.clone(), cpu: cpu.clone() }).collect();
    let machines: Vec<Machine> = machines.into_iter().collect();
    facts(experiment, &Origin { cells: &builds, machines: &machines, verifications: &verifications }, &mut report);
    report.warnings.extend(found.warnings);
    report.warnings.extend(narrowed(experiment));
    report.warnings.extend(unequal_budgets(experiment));
    report.warnings.extend(borrowed_names(experiment));
    report::add_statements(&mut report, experiment, &statements);
    for Session { started, host, cpu, command, .. } in sessions {
        report.fact("session", format!("{started} on {host}, {cpu}: {command}"));
    }
    let ahead = store.map(|store| saved.ahead(store)).transpose().map_err(CliError::input)?.unwrap_or(0);
    if ahead > 0 {
        report.fact("played past a decision", format!("{}, which do not count", plural(ahead, "task")));
    }
    let held = format!("{}: {} tasks, without individual games", saved.path().display(), saved.done.count());
    report.fact("results file", held);
    report.fact("experiment in full", experiment.resolved_toml.trim_end());
    Ok(report)
}

/// The lead of the report of a results file, and remarks on the file as a whole.
pub(crate) fn saved_lead(saved: &ResultsFile) -> Result<(Vec<String>, Vec<String>), CliError> {
    let found = saved_summary(saved, None)?;
    let cells = results::cell_provenance(saved, None, &*found.summary).map_err(CliError::input)?;
    let remarks = run_remarks(&saved.plan.experiment, &cells, &saved.statements(None).map_err(CliError::input)?);
    Ok((found.summary.lead(&found.references), remarks))
}

fn saved_summary<'s>(saved: &'s ResultsFile, store: Option<&Store>) -> Result<ReportInput<'s>, CliError> {
    let experiment = &saved.plan.experiment;
    let references = References::of_experiment(experiment).map_err(CliError::input)?;
    let mut summary = saved.summary(store).map_err(CliError::input)?;
    summary.set_removed_hypotheses(saved.statements(store).map_err(CliError::input)?.count_removed(experiment));
    let (warnings, tests) = growth_warnings(experiment, &results::growth(saved, store).map_err(CliError::input)?, &mut *summary);
    Ok(ReportInput { summary, references, warnings, tests })
}

/// Adds the experiment, the builds that played it, and their verification.
fn facts(experiment: &Experiment, origin: &Origin<'_>, report: &mut Report) {
    report.style = experiment.figures;
    report.fact("experiment", format!("{}, kind {}, seed {}", experiment.name, experiment.kind.name, experiment.seed));
    let cells = plural(experiment.cells.len() as u64, "cell");
    report.fact("cells and tasks", format!("{cells} of {}", plural(u64::from(experiment.games_per_cell), "task")));
    origin::add(experiment, origin, report);
}

/// The names and contents of all outputs.
pub(crate) fn report_formats() -> PossibleValuesParser {
    outputs().iter().map(|output| PossibleValue::new(output.name()).help(output.doc())).collect::<Vec<_>>().into()
}

/// Writes the report in the formats named (all if none) and returns the path of the page, or of the folder if no page was written.
pub(crate) fn write_report(report: &Report, dir: &Path, formats: &[&str]) -> Result<PathBuf, CliError> {
    write_into(report, &dir.join(FOLDER), formats)
}

/// The same into a folder of any name.
pub(crate) fn write_into(report: &Report, folder: &Path, formats: &[&str]) -> Result<PathBuf, CliError> {
    let files = write_report_files(report, folder, formats)?;
    Ok(files.into_iter().find(|file| file.extension().is_some_and(|end| end == "html")).unwrap_or_else(|| folder.to_owned()))
}

/// The beginning of a report for the terminal: the answer, the warnings, the hypotheses and the tables of the section after them. The rest is in
/// the files.
pub(crate) fn beginning(report: &Report) -> String {
    let mut short = report.clone();
    short.sections.truncate(if short.sections.first().is_some_and(|section| section.id == HYPOTHESES) { 2 } else { 1 });
    for section in &mut short.sections {
        section.blocks.retain(|block| matches!(block, Block::Table(_)));
    }
    short.provenance.clear();
    if short.warnings.len() > WARNINGS {
        short.warnings = vec![format!("the report has {} warnings; the first is: {}", report.warnings.len(), report.warnings[0])];
    }
    terminal::render(&short, out::page_width(), out::colour())
}

/// Adds the latest invocation in full and the number of earlier ones. If the file is missing, the report says less.
fn invocations(dir: &Path, report: &mut Report) {
    let text = std::fs::read_to_string(dir.join(PROVENANCE)).unwrap_or_default();
    let Ok(Value::Array(entries)) = serde_json::from_str(&text) else { return };
    // Invocations that played nothing contributed nothing.
    let playing: Vec<&Value> = entries.iter().filter(|entry| entry["played"] != 0).collect();
    let Some(last) = playing.last() else { return };
    let word = |name: &str| match &last[name] {
        Value::String(text) => text.clone(),
        Value::Null => "unknown".to_owned(),
        other => other.to_string(),
    };
    report.fact("treebench", serde_json::from_value::<Build>(last["build"].clone()).unwrap_or_default().to_string());
    report.fact("machine", format!("{}, {}, {} cores, {}", word("host"), word("cpu"), word("cpu_cores"), word("system")));
    report.fact("budgets", word("budgets"));
    let command = last["command"].as_array().map(|words| words.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" "));
    report.fact("command", command.unwrap_or_default());
    report.fact("started", word("started"));
    report.fact("finished", word("finished"));
    if playing.len() > 1 {
        report.fact("earlier invocations", format!("{} more in {PROVENANCE}", playing.len() - 1));
    }
}
