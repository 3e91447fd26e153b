//! The verdicts on printed claims: for each paper, a table with one row per `[[hypothesis]]` of its experiments, and one for the comparison with
//! printed values.
//!
//! A folder contains experiments, and in `results` their results files. Experiments that name a `paper` are included.

mod caveats;
mod played;
mod table;

use crate::experiment::{CellKey, LoadOptions};
use crate::kinds;
use crate::report::{listed, plural};
use crate::results::ResultsFile;
use crate::threads::each;
use played::ExperimentClaims;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use treebench_reports::model::{Cell, Column, Section, Table};
use treebench_reports::output::markdown;
use treebench_reports::{Report, reason};

/// The folder of results files beside the experiments.
const RESULTS: &str = "results";

/// The marks around the table of a paper in a Markdown file.
const MARKS: (&str, &str) = ("<!-- claims of: ", "<!-- end of claims -->");

/// A paper with the experiments that reproduce it.
pub struct Paper {
    /// As the experiments name it.
    pub name: String,
    /// In the order of their files' names.
    played: Vec<ExperimentClaims>,
    warnings: Vec<String>,
}

/// An experiment or a results file that is left out.
pub struct Fault {
    file: PathBuf,
    /// The reason, with the place in the file if known.
    pub message: String,
}

impl Fault {
    /// The file and the reason on one line.
    pub fn line(&self) -> String {
        let file = self.file.display().to_string();
        let reason = self.message.lines().next().unwrap_or_default();
        let reason = reason.strip_prefix("error: ").unwrap_or(reason);
        if reason.starts_with(&file) { reason.to_owned() } else { format!("{file}: {reason}") }
    }
}

/// The papers with experiments in a folder, by name, and the files that were left out. These may concern any paper, so all papers warn of them.
///
/// # Errors
/// If the folder cannot be read.
pub fn papers(folder: &Path) -> Result<(Vec<Paper>, Vec<Fault>), String> {
    papers_of(folder, &|path| ResultsFile::read(path))
}

/// The same, with the results files read by `read`, on several threads.
///
/// # Errors
/// If the folder cannot be read.
pub fn papers_of(folder: &Path, read: &(dyn Fn(&Path) -> Result<ResultsFile, String> + Sync)) -> Result<(Vec<Paper>, Vec<Fault>), String> {
    let mut faults = Vec::new();
    let mut fault = |file: &Path, message: String| faults.push(Fault { file: file.to_owned(), message });
    let mut saved: BTreeMap<PathBuf, Vec<ResultsFile>> = BTreeMap::new();
    for (path, file) in each(files(&folder.join(RESULTS), "csv")?, |path| (path.clone(), read(&path))) {
        let file = match file {
            Ok(file) => file,
            Err(message) => {
                fault(&path, message);
                continue;
            }
        };
        // Where it cannot be written, a session is writing it, whose end is a look, too, or nobody goes on with it.
        let _ = file.look();
        saved.entry(place(&file.origin().config)).or_default().push(file);
    }
    let mut papers: BTreeMap<String, Vec<ExperimentClaims>> = BTreeMap::new();
    let mut warnings: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut experiments = files(folder, "toml")?;
    // Baselines of `bench check` lie beside the experiments that they belong to.
    experiments.retain(|file| file.file_stem().is_none_or(|stem| !stem.to_string_lossy().ends_with(".baseline")));
    let of_file: Vec<_> = experiments.iter().map(|file| (file, saved.remove(&place(file)).unwrap_or_default())).collect();
    let judged = each(of_file, |(file, results)| {
        let (results, copies) = without_copies(results);
        let in_paper = results.iter().filter(|saved| !saved.plan.experiment.metadata.paper.is_empty());
        let claims = in_paper.map(|saved| {
            let found = ExperimentClaims::of(saved, file).and_then(|played| Ok((played, accepted(saved)?)));
            (saved.plan.experiment.metadata.paper.clone(), found.map_err(|message| (saved.path().to_owned(), message)))
        });
        let claims: Vec<_> = claims.collect();
        (file, results.first().map(|saved| saved.plan.experiment.metadata.paper.clone()), copies, claims)
    });
    for (file, of_paper, copies, claims) in judged {
        for (paper, found) in claims {
            match found {
                Ok((played, accepted)) => {
                    papers.entry(paper.clone()).or_default().push(played);
                    warnings.entry(paper).or_default().extend(accepted);
                }
                Err((path, message)) => fault(&path, message),
            }
        }
        if let Some(paper) = &of_paper {
            warnings.entry(paper.clone()).or_default().extend(copies);
        }
        if of_paper.is_none() {
            match kinds::load(file, &LoadOptions::default()) {
                Ok(loaded) if loaded.experiment.metadata.paper.is_empty() => {}
                Ok(loaded) => {
                    let experiment = &loaded.experiment;
                    papers.entry(experiment.metadata.paper.clone()).or_default().push(ExperimentClaims::nothing(experiment, file));
                }
                Err(errors) => fault(file, errors.to_string()),
            }
        }
    }
    let paper = |(name, played)| {
        let mut warnings = warnings.remove(&name).unwrap_or_default();
        warnings.extend(faults.iter().map(|fault| format!("Skipped, though they may have claims of this paper: {}", fault.line())));
        Paper { name, played, warnings }
    };
    Ok((papers.into_iter().map(paper).collect(), faults))
}

/// The files of an experiment without those contained in another: one that has all their cells, with at least as many tasks, and the same games in those that
/// both have. Also reports what was left out, and what is still in several files.
fn without_copies(mut files: Vec<ResultsFile>) -> (Vec<ResultsFile>, Vec<String>) {
    files.sort_by_key(|file| std::cmp::Reverse((played(file).len(), file.done.count())));
    let (mut kept, mut said): (Vec<ResultsFile>, Vec<String>) = (Vec::new(), Vec::new());
    for file in files {
        let cells = played(&file);
        let shared = |other: &BTreeMap<CellKey, u32>| cells.keys().filter(|key| other.contains_key(key)).count();
        let in_other = |other: &BTreeMap<CellKey, u32>| cells.iter().all(|(key, tasks)| other.get(key).is_some_and(|there| there >= tasks));
        let overlap = kept.iter().map(|kept| (kept, played(kept))).find(|(_, other)| shared(other) > 0);
        let part = kept.iter().find(|kept| !cells.is_empty() && in_other(&played(kept)) && !differ(&file, kept));
        let name = file.path().display();
        match (part, overlap) {
            (Some(whole), _) => {
                said.push(format!(
                    "{name} is skipped because {} has all its cells with at least as many games; they count once.",
                    whole.path().display()
                ));
                continue;
            }
            (None, Some((first, other))) => {
                let of = if differ(&file, first) { ", with other games" } else { "" };
                said.push(format!(
                    "{name} and {} have {} in common{of}: claims are judged in each, and neither is the whole.",
                    first.path().display(),
                    plural(shared(&other) as u64, "cell")
                ));
            }
            (None, None) => {}
        }
        kept.push(file);
    }
    kept.sort_by(|a, b| a.path().cmp(b.path()));
    (kept, said)
}

/// Whether two files have other games of some cell that both have, as engines play them, or budgets of time allow: the results of the same tasks differ.
/// A file whose failed tasks were played again has other results of its own.
fn differ(one: &ResultsFile, two: &ResultsFile) -> bool {
    if one.retried().iter().chain(&two.retried()).any(|retried| *retried > 0) {
        return false;
    }
    let cells = |file: &'_ ResultsFile| -> Vec<CellKey> { file.plan.experiment.cells.iter().map(|cell| cell.key).collect() };
    let places: BTreeMap<CellKey, usize> = cells(two).into_iter().enumerate().map(|(place, key)| (key, place)).collect();
    let pairs = cells(one).into_iter().zip(one.blocks()).filter_map(|(key, blocks)| Some((blocks, &two.blocks()[*places.get(&key)?])));
    let blocks = pairs.flat_map(|(one, two)| one.iter().zip(two));
    blocks.filter(|(one, two)| one.tasks == two.tasks).any(|(one, two)| !one.is_same(two))
}

/// The cells with tasks in a file, and their number of tasks.
fn played(file: &ResultsFile) -> BTreeMap<CellKey, u32> {
    let cells = file.plan.experiment.cells.iter().zip(&file.done.cells);
    cells.filter(|(_, done)| done.count() > 0).map(|(cell, done)| (cell.key, done.count())).collect()
}

/// Mixed builds that `--accept-mixed` let into a file.
fn accepted(file: &ResultsFile) -> Result<Option<String>, String> {
    let replays = file.verifications(None).map_err(|error| error.to_string())?;
    let groups: BTreeSet<String> = replays.into_iter().filter(|replay| replay.accepted).map(|replay| replay.group).collect();
    let groups: Vec<String> = groups.into_iter().collect();
    let name = file.path().display();
    Ok((!groups.is_empty()).then(|| format!("{name}: games of different builds are mixed (--accept-mixed): {}.", listed(groups))))
}

/// A path by which files can be compared, whatever path named them.
fn place(file: &Path) -> PathBuf {
    file.canonicalize().unwrap_or_else(|_| file.to_owned())
}

/// The files of a folder with this extension, by name; none if there is no folder.
fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, String> {
    let fault = |error: std::io::Error| format!("cannot read `{}`: {}", folder.display(), reason(folder, &error));
    let entries = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && extension == "csv" => return Ok(Vec::new()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Err(format!("no such folder: `{}`; expected the folder of the experiments", folder.display()));
        }
        entries => entries.map_err(fault)?,
    };
    let mut files: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<Result<_, _>>().map_err(fault)?;
    // `bench report --results FILE.csv` makes a folder of that name.
    files.retain(|file| file.extension().is_some_and(|end| end == extension) && !file.is_dir());
    files.sort();
    Ok(files)
}

impl Paper {
    /// For each experiment, how much of it was played and how to continue.
    pub fn experiments(&self) -> Table {
        let table = Table::new("experiments", "Games played, and the command that plays the rest.")
            .column(Column::text("experiment"))
            .column(Column::number("played"))
            .column(Column::number("of"))
            .column(Column::number("hours left").doc(
                "processor hours of one core for what is missing, if it takes as long as what was played in the same cell, or in other cells in \
                 proportion to their budgets; empty if nothing was played",
            ))
            .column(Column::text("command"));
        let count = |n: u64| Cell::Integer(i64::try_from(n).unwrap_or(i64::MAX));
        self.played.iter().fold(table, |table, played| {
            let hours = played.hours_left.map_or(Cell::Empty, |hours| Cell::number(hours, 1));
            let [done, of] = [played.tasks.0, played.tasks.1].map(count);
            table.row([played.name.as_str().into(), done, of, hours, played.command.as_str().into()])
        })
    }

    /// The page of the paper: its claims, and figures that compare its values with ours.
    pub fn report(&self) -> Report {
        let mut report = Report::new(&self.name);
        report.question = "Are the printed claims found again?".to_owned();
        report.lead.push(self.summary());
        report.warnings.clone_from(&self.warnings);
        report.sections.push(Section::new("claims", "Claims").block(self.claims()).block(self.experiments()));
        report.sections.extend(self.questions().map(|table| Section::new("questions", "Questions of our own").block(table)));
        for played in self.played.iter().filter(|played| !played.findings.exhibits.is_empty()) {
            let section = Section::new(&played.name, &played.name);
            report.sections.push(played.findings.exhibits.iter().fold(section, |section, block| section.block(block.clone())));
        }
        report
    }
}

/// A Markdown text with the current tables between its marks: `<!-- claims of: PAPER -->` and `<!-- end of claims -->`.
///
/// # Errors
/// If a mark has no end, or names no paper.
pub fn update_tables(text: &str, papers: &[Paper]) -> Result<String, String> {
    let (mut new, mut rest) = (String::new(), text);
    while let Some((before, marked)) = rest.split_once(MARKS.0) {
        let (name, after) = marked.split_once(" -->").ok_or("a claims marker is not closed by ` -->`")?;
        let (_, after) = after.split_once(MARKS.1).ok_or_else(|| format!("`{}{name} -->` has no `{}`", MARKS.0, MARKS.1))?;
        let paper = papers.iter().find(|paper| paper.name == name).ok_or_else(|| {
            let known: Vec<&str> = papers.iter().map(|paper| paper.name.as_str()).collect();
            format!("no experiment has `paper = \"{name}\"`; known papers: {}", known.join("; "))
        })?;
        let tables = [Some(paper.claims()), paper.questions(), Some(paper.experiments())];
        let tables: Vec<String> = tables.iter().flatten().map(markdown::table).collect();
        new += &format!("{before}{}{name} -->\n\n{}\n{}", MARKS.0, tables.join("\n"), MARKS.1);
        rest = after;
    }
    Ok(new + rest)
}
