//! What became of the printed claims: per paper a table with a row for each `[[hypothesis]]` of its experiments, and one for the printed
//! values that an experiment has beside its own.
//!
//! A folder holds experiments, and in `results` the results files of those that were played. Experiments that name a `paper` take part.

mod played;

use crate::experiment::LoadOptions;
use crate::kinds;
use crate::report::{Claimed, Found, e_value, plural};
use crate::reports::model::{Cell, Column, Section, Table};
use crate::reports::output::markdown;
use crate::reports::{Report, Verdict};
use crate::results::ResultsFile;
use crate::stats::{DECIDES, LEVEL, e_bh};
use played::Played;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The folder of results files beside the experiments.
const RESULTS: &str = "results";

/// Where the table of a paper begins and ends in a Markdown file.
const MARKS: (&str, &str) = ("<!-- claims of: ", "<!-- end of claims -->");

/// A paper with the experiments that play it again.
pub struct Paper {
    /// As the experiments name it.
    pub name: String,
    /// In the order of their files' names.
    played: Vec<Played>,
}

/// The papers whose experiments lie in a folder, by name.
///
/// # Errors
/// If an experiment cannot be loaded or a results file does not belong to its experiment.
pub fn papers(folder: &Path) -> Result<Vec<Paper>, String> {
    let mut saved: BTreeMap<PathBuf, Vec<ResultsFile>> = BTreeMap::new();
    for file in files(&folder.join(RESULTS), "csv")? {
        let file = ResultsFile::read(&file)?;
        // Where it cannot be written, a session is writing it, whose end is a look, too, or nobody goes on with it.
        let _ = file.look();
        saved.entry(place(&file.origin().config)).or_default().push(file);
    }
    let mut papers: BTreeMap<String, Vec<Played>> = BTreeMap::new();
    for file in files(folder, "toml")? {
        // Baselines of `bench check` lie beside the experiments that they belong to.
        if file.file_stem().is_some_and(|stem| stem.to_string_lossy().ends_with(".baseline")) {
            continue;
        }
        let results = saved.remove(&place(&file)).unwrap_or_default();
        for saved in results.iter().filter(|saved| !saved.plan.experiment.paper.is_empty()) {
            papers.entry(saved.plan.experiment.paper.clone()).or_default().push(Played::of(saved, &file)?);
        }
        if results.is_empty() {
            let experiment = kinds::load(&file, &LoadOptions::default()).map_err(|errors| errors.to_string())?.experiment;
            if !experiment.paper.is_empty() {
                papers.entry(experiment.paper.clone()).or_default().push(Played::nothing(&experiment, &file));
            }
        }
    }
    Ok(papers.into_iter().map(|(name, played)| Paper { name, played }).collect())
}

/// A path by which files can be compared, however they were named.
fn place(file: &Path) -> PathBuf {
    file.canonicalize().unwrap_or_else(|_| file.to_owned())
}

/// The files of a folder with this extension, by name; none if there is no folder.
fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, String> {
    let fault = |error: std::io::Error| format!("cannot read `{}`: {error}", folder.display());
    let entries = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && extension == "csv" => return Ok(Vec::new()),
        entries => entries.map_err(fault)?,
    };
    let mut files: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<Result<_, _>>().map_err(fault)?;
    files.retain(|file| file.extension().is_some_and(|end| end == extension));
    files.sort();
    Ok(files)
}

impl Paper {
    /// Claim by claim, what was found.
    pub fn table(&self) -> Table {
        let mut table = Table::new("claims", "What was found of each claim.")
            .column(Column::text("where"))
            .column(Column::text("claim"))
            .column(Column::text("verdict"))
            .column(Column::text("found").doc("the score or difference that decides, with its 95 % interval"))
            .column(Column::number("e").doc(
                "the e-value for the verdict, or for the likelier answer: it holds however the games grew, and decides from 20 on, judged with all claims \
                 of the page (e-BH, 5 %)",
            ))
            .column(Column::number("p").doc(
                "what a test would say of games whose number was fixed before the first of them: two-sided, corrected for the number of claims of the \
                 experiment (Holm); of printed values that of equal true scores everywhere",
            ))
            .column(Column::text("experiment"));
        let decides = self.decides();
        for played in &self.played {
            for claim in &played.findings.claims {
                let [found, e, p] = claim.found.as_ref().map_or([Cell::Empty, Cell::Empty, Cell::Empty], |found| {
                    let e = found.grown.map_or(Cell::Empty, |grown| e_value(grown.most()));
                    [finding(found).into(), e, Cell::PValue(found.p())]
                });
                table = table.row([
                    claim.source.as_str().into(),
                    claim.says.as_str().into(),
                    verdict(claim, decides),
                    found,
                    e,
                    p,
                    played.name.as_str().into(),
                ]);
            }
            if let Some(printed) = &played.findings.replication {
                let found = format!(
                    "{} of {} equal within 5 points, {} differ ({} judged together); ours {:+.1} points from print on average",
                    printed.equal,
                    plural(printed.cells as u64, "cell"),
                    printed.differ,
                    printed.firm,
                    printed.mean
                );
                let (sign, word) = match printed.firm {
                    0 if printed.equal == printed.cells => (Verdict::Better, "equal".to_owned()),
                    0 => (Verdict::Same, format!("{} of {} not decided", printed.cells - printed.equal - printed.differ, printed.cells)),
                    firm => (Verdict::Worse, format!("{firm} of {} differ", printed.cells)),
                };
                table = table.row([
                    Cell::Empty,
                    "The printed values.".into(),
                    Cell::Verdict { verdict: sign, text: word },
                    found.into(),
                    Cell::Empty,
                    Cell::PValue(printed.p),
                    played.name.as_str().into(),
                ]);
            }
        }
        table
    }

    /// The e-value from which on a claim is decided among all of the page: 20 alone, and more if few of many reach it (e-BH at 5 %).
    fn decides(&self) -> f64 {
        let claims = self.played.iter().flat_map(|played| &played.findings.claims).filter(|claim| claim.unjudged.is_none());
        let e_values: Vec<f64> = claims.filter_map(|claim| Some(claim.found.as_ref()?.grown?.most())).collect();
        let kept = e_values.iter().zip(e_bh(&e_values, LEVEL)).filter(|(_, decided)| *decided).map(|(e, _)| *e);
        kept.fold(f64::INFINITY, f64::min).max(DECIDES)
    }

    /// Experiment by experiment, how much of it was played and how to play on.
    pub fn experiments(&self) -> Table {
        let table = Table::new("experiments", "How much was played, and the command that plays on.")
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

    /// The page of the paper: its claims, and the pictures with its figures and ours side by side.
    pub fn report(&self) -> Report {
        let mut report = Report::new(&self.name);
        report.question = "Are the printed claims found again?".to_owned();
        let claims: Vec<&Claimed> = self.played.iter().flat_map(|played| &played.findings.claims).collect();
        let decides = self.decides();
        let count = |wanted: Option<bool>| {
            let decided = |claim: &&&Claimed| claim.found.as_ref().is_some_and(|found| says(found, decides) == wanted);
            claims.iter().filter(decided).count()
        };
        let open = claims.iter().filter(|claim| claim.found.is_none()).count();
        report.lead.push(format!(
            "{}: {} found again, {} contradicted, {} not decided, {open} not played.",
            plural(claims.len() as u64, "claim"),
            count(Some(true)),
            count(Some(false)),
            count(None),
        ));
        report.sections.push(Section::new("claims", "Claims").block(self.table()).block(self.experiments()));
        for played in self.played.iter().filter(|played| !played.findings.exhibits.is_empty()) {
            let section = Section::new(&played.name, &played.name);
            report.sections.push(played.findings.exhibits.iter().fold(section, |section, block| section.block(block.clone())));
        }
        report
    }
}

fn finding(found: &Found) -> String {
    let Found { value, unit, of, .. } = found;
    let digits = usize::from(value.decimals);
    let unit = if unit.is_empty() { String::new() } else { format!(" {unit}") };
    format!("{:.digits$}{unit} [{:.digits$}, {:.digits$}], {of}", value.value, value.low, value.high)
}

/// Yes, no, or not decided: by e-values, which hold however the games grew, and by the test of a fixed size where there are none.
fn says(found: &Found, decides: f64) -> Option<bool> {
    found.grown.map_or_else(|| found.decided(), |grown| grown.decided(decides))
}

fn verdict(claim: &Claimed, decides: f64) -> Cell {
    let (verdict, text) = claim.verdict(|found| says(found, decides), ["agrees", "disagrees"]);
    Cell::Verdict { verdict, text }
}

/// A Markdown text with the present tables between its marks: `<!-- claims of: PAPER -->` and `<!-- end of claims -->`.
///
/// # Errors
/// If a mark has no end, or names no paper.
pub fn brought_up_to_date(text: &str, papers: &[Paper]) -> Result<String, String> {
    let (mut new, mut rest) = (String::new(), text);
    while let Some((before, marked)) = rest.split_once(MARKS.0) {
        let (name, after) = marked.split_once(" -->").ok_or("a mark of claims is not closed by ` -->`")?;
        let (_, after) = after.split_once(MARKS.1).ok_or_else(|| format!("`{}{name} -->` has no `{}`", MARKS.0, MARKS.1))?;
        let paper = papers.iter().find(|paper| paper.name == name).ok_or_else(|| {
            let known: Vec<&str> = papers.iter().map(|paper| paper.name.as_str()).collect();
            format!("no experiment names the paper `{name}`; there are: {}", known.join("; "))
        })?;
        let tables = format!("{}\n{}", markdown::table(&paper.table()), markdown::table(&paper.experiments()));
        new += &format!("{before}{}{name} -->\n\n{tables}\n{}", MARKS.0, MARKS.1);
        rest = after;
    }
    Ok(new + rest)
}
