//! `bench site`: all runs and results files of a folder as one static site.

mod entries;
mod files;
mod index;

use super::Verb;
use super::claims::folder_name;
use crate::claims::{Fault, papers_of};
use crate::cli::args::collection::{Place, Summary, below, tell_apart};
use crate::cli::{CliError, out};
use crate::plan::Plan;
use crate::report::plural;
use crate::results::ResultsFile;
use crate::run::say;
use crate::store::write_atomically;
use crate::threads::each;
use files::SiteFiles;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use treebench_reports::games::PAGE;
use treebench_reports::{Report, html};

/// Writes one static site of the runs and results files below a folder: reports, games, claims of papers, and the games and agents that take part.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench site results --out site
  bench site configs --out site --title 'Monte-Carlo tree search, played again'

Of a run that is not finished, only the progress is on the site, since its scores would count as a look; --scores shows them.
The pages need no server: open index.html from disk, or copy the folder to any static host. Stored records are read; nothing is played.
A folder with other files is refused; an earlier site is updated, and its obsolete files are removed.
PNG figures and Markdown, text and JSON reports are not included: `bench report` writes them.")]
pub(crate) struct Args {
    /// The folder with runs and results files.
    folder: PathBuf,
    /// The folder of the site.
    #[arg(long, value_name = "SITE")]
    out: PathBuf,
    /// The heading of the first page [default: the name of the folder].
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Shows the scores of unfinished runs as well, which counts as a look at their results.
    #[arg(long)]
    scores: bool,
}

/// An experiment on the site.
struct SiteExperiment {
    place: Place,
    /// Its report, as a path from the index; `None` of a run that is not finished. An error if it cannot be read.
    page: Result<(Option<String>, Summary), String>,
}

impl SiteExperiment {
    /// The name of the run or file, and that of the experiment where it does not begin with it.
    fn name(&self, experiment: &str) -> String {
        let stem = self.place.path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        if stem.starts_with(experiment) { stem } else { format!("{experiment} ({stem})") }
    }
}

/// The experiments of each game or agent, as indices into the shown ones.
type Users = BTreeMap<&'static str, BTreeSet<usize>>;

impl Verb for Args {
    const NAME: &'static str = "site";

    fn run(self) -> Result<ExitCode, CliError> {
        let places = below(&self.folder)?;
        if places.is_empty() {
            return Err(CliError::input(format!(
                "no run or results file below `{}`; `bench run CONFIG` creates one",
                self.folder.display()
            )));
        }
        let files = SiteFiles::take_over(&self.out)?;
        let (mut shown, mut games, mut agents) = (Vec::new(), Users::new(), Users::new());
        let mut names = BTreeSet::new();
        let named: Vec<(Place, String)> = places.into_iter().map(|place| (place.clone(), self.name(&place, &mut names))).collect();
        let mut saved = BTreeMap::new();
        for (place, written) in each(named, |(place, name)| (place.clone(), self.experiment(&place, &name, &files))) {
            let page = match written {
                Ok(SiteReport { page, summary, plan, file }) => {
                    for cell in &plan.experiment.cells {
                        games.entry(cell.game.entry.name).or_default().insert(shown.len());
                        for participant in &cell.participants {
                            agents.entry(participant.program.name()).or_default().insert(shown.len());
                        }
                    }
                    saved.extend(file.map(|file| (place.path.clone(), file)));
                    Ok((page, summary))
                }
                Err(error) => {
                    let (path, error) = (place.path.display().to_string(), error.to_string());
                    let fault = if error.starts_with(&format!("{path}:")) { error.clone() } else { format!("{path}: {error}") };
                    say(&format!("warning: {fault}"));
                    Err(error)
                }
            };
            shown.push(SiteExperiment { place, page });
        }
        tell_apart(shown.iter_mut().filter_map(|one| one.page.as_mut().ok()).map(|(_, summary)| summary));
        let (papers, left_out) = self.papers(saved, &files)?;
        entries::write(&files, &games, &agents, &shown)?;
        let title = self.title.clone().unwrap_or_else(|| {
            let folder = self.folder.canonicalize().unwrap_or_else(|_| self.folder.clone());
            folder.file_name().map_or_else(|| "Experiments".to_owned(), |name| name.to_string_lossy().into_owned())
        });
        let index = index::report(title, &shown, &papers, &left_out, &games, &agents);
        let page = self.out.join("index.html");
        write_atomically(&page, &html(&index).map_err(CliError::input)?).map_err(CliError::input)?;
        files.add([page.clone()]);
        let removed = files.finish()?;
        let removed = if removed > 0 { format!(" ({} of the earlier site removed)", plural(removed, "file")) } else { String::new() };
        out::print(&format!("site of {}: {}{removed}\n", plural(shown.len() as u64, "experiment"), page.display()))?;
        Ok(ExitCode::SUCCESS)
    }
}

impl Args {
    /// A name for the pages of a run or results file, made of its path.
    fn name(&self, place: &Place, taken: &mut BTreeSet<String>) -> String {
        let path = place.path.strip_prefix(&self.folder).ok().filter(|rest| !rest.as_os_str().is_empty());
        let path = path.unwrap_or_else(|| place.path.file_name().map_or(Path::new("run"), Path::new));
        let name = folder_name(&path.with_extension("").to_string_lossy());
        let numbered = |number: usize| if number == 1 { name.clone() } else { format!("{name}-{number}") };
        let free = (1..).map(numbered).find(|name| !name.is_empty() && !taken.contains(name)).unwrap_or_default();
        taken.insert(free.clone());
        free
    }

    /// Writes the report of a run or results file.
    fn experiment(&self, place: &Place, name: &str, files: &SiteFiles) -> Result<SiteReport, CliError> {
        let opened = place.open()?;
        if place.is_run && !self.scores && opened.look_has_price()? {
            let (_, remarks) = opened.lead()?;
            let summary = opened.summary(None, remarks)?;
            return Ok(SiteReport { page: None, summary, plan: opened.plan.clone(), file: None });
        }
        let folder = self.out.join("runs").join(name);
        let mut report = opened.report(Some(&folder))?;
        let summary = opened.summary(Some(&report.lead), report.remarks.clone())?;
        if report.details.iter().flat_map(|detail| &detail.links).any(|link| link.href.starts_with(PAGE)) {
            files.add([folder.join(PAGE)]);
        }
        files.write(&mut report, &folder)?;
        opened.look();
        let plan = opened.plan.clone();
        Ok(SiteReport { page: Some(format!("runs/{name}/report.html")), summary, plan, file: opened.into_file() })
    }

    /// Writes the pages of papers, and reports what is left out. Opened results files are not read again.
    fn papers(&self, opened: BTreeMap<PathBuf, ResultsFile>, files: &SiteFiles) -> Result<(Vec<PaperPage>, Vec<String>), CliError> {
        // The site of a single results file.
        if !self.folder.is_dir() {
            return Ok((Vec::new(), Vec::new()));
        }
        let one = |mut report: Report| -> Result<PaperPage, CliError> {
            let (name, lead) = (report.title.clone(), report.lead.join(" "));
            let folder = folder_name(&name);
            files.write(&mut report, &self.out.join("claims").join(&folder))?;
            Ok(PaperPage { name, page: format!("claims/{folder}/report.html"), lead })
        };
        let opened = Mutex::new(opened);
        let kept = |path: &Path| opened.lock().ok()?.remove(path);
        let read = |path: &Path| kept(path).map_or_else(|| ResultsFile::read(path), Ok);
        let (papers, faults) = papers_of(&self.folder, &read).map_err(CliError::input)?;
        let faults: Vec<String> = faults.iter().map(Fault::line).collect();
        faults.iter().for_each(|fault| say(&format!("warning: skipped in the claims of papers: {fault}")));
        Ok((each(papers, |paper| one(paper.report())).into_iter().collect::<Result<_, _>>()?, faults))
    }
}

/// An experiment that was read.
struct SiteReport {
    /// Its report, as a path from the index; `None` of a run that is not finished.
    page: Option<String>,
    summary: Summary,
    plan: Plan,
    /// The file, if it is a results file. A run is closed again, since open files are limited.
    file: Option<ResultsFile>,
}

/// The page of a paper's claims.
struct PaperPage {
    name: String,
    /// As a path from the index.
    page: String,
    lead: String,
}
