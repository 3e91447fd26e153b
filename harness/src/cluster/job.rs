//! The files of a job in the run's directory.

use super::Engine;
use super::template::{TemplateError, fill};
use crate::shell::{command_line, quote};
use crate::store::{StoreError, write_atomically};
use serde::{Deserialize, Serialize};
use std::fmt::{self, Write as _};
use std::fs;
use std::path::{Path, PathBuf};
use treebench_games::params::ParamChoice as _;

/// The folder of a job's files in the run's directory.
pub const JOBS: &str = "jobs";

const DESCRIPTION: &str = "job.json";

/// The job that was submitted last for a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The name of the engine.
    pub engine: String,
    /// The number of shards that the plan is dealt into.
    pub shards: u32,
    /// The names that the engine gave to its jobs: of the shards, and of the merge.
    pub names: Vec<String>,
}

impl Job {
    /// The job that was submitted last; `None` if there was none.
    ///
    /// # Errors
    /// If its description cannot be read.
    pub fn last(run: &Path) -> Result<Option<Job>, StoreError> {
        let path = run.join(JOBS).join(DESCRIPTION);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(StoreError::files("read", &path, error)),
        };
        let foreign = |error| StoreError::Foreign { path, reason: format!("not a job description ({error})") };
        serde_json::from_str(&text).map(Some).map_err(foreign)
    }

    /// Replaces the description of the last job.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn keep(&self, run: &Path) -> Result<(), StoreError> {
        let text = serde_json::to_string_pretty(self).expect("texts and numbers are JSON");
        write_atomically(&run.join(JOBS).join(DESCRIPTION), &(text + "\n"))
    }
}

/// The input of a job script.
pub struct JobPlan<'a> {
    /// The engine.
    pub engine: Engine,
    /// The experiment's name.
    pub name: &'a str,
    /// The run directory, which all machines share.
    pub run: &'a Path,
    /// The number of shards that the plan is dealt into.
    pub shards: u32,
    /// The shards of each task of the job.
    pub tasks: &'a [Vec<u32>],
    /// The time limit of a task, in minutes.
    pub minutes: u64,
    /// The command that plays, without the shard.
    pub command: &'a [String],
    /// The command that merges.
    pub merge: &'a [String],
    /// Options for the engine.
    pub options: &'a [String],
    /// The user's template, with its path.
    pub template: Option<(&'a str, &'a Path)>,
}

/// The scripts of a job.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JobScripts {
    /// The one that plays.
    pub job: PathBuf,
    /// The one that merges, if that is a separate job.
    pub merge: PathBuf,
    /// The list of shards.
    list: PathBuf,
    texts: JobTexts,
}

/// The texts of a job's files.
#[derive(Clone, PartialEq, Eq, Debug)]
struct JobTexts {
    /// The script that plays.
    job: String,
    /// The script that merges; empty if the engine waits for the job.
    merge: String,
    /// The shards of each task, one line per task.
    list: String,
}

/// The placeholder in the merging script for the job that it waits for.
const UNKNOWN_JOB: &str = "JOB";

impl fmt::Display for JobScripts {
    /// The contents of all files, with their names.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let JobTexts { job, merge, list } = &self.texts;
        for (path, text) in [(&self.job, job), (&self.merge, merge), (&self.list, list)] {
            if !text.is_empty() {
                writeln!(f, "== {}\n{text}", path.display())?;
            }
        }
        Ok(())
    }
}

impl JobScripts {
    /// Makes the scripts. Nothing is written yet.
    ///
    /// # Errors
    /// If the template is invalid.
    pub fn new(plan: &JobPlan<'_>, directory: &Path) -> Result<JobScripts, TemplateError> {
        let jobs = plan.run.join(JOBS);
        let list = jobs.join("shards.txt");
        let job = jobs.join(format!("{}.sh", plan.engine.word()));
        let quoted = |path: &Path| quote(&path.to_string_lossy());
        let (command, merge, options) = (command_line(plan.command), command_line(plan.merge), command_line(plan.options));
        let fields = [
            ("name", plan.name),
            ("tasks", &plan.tasks.len().to_string()),
            ("shards", &plan.shards.to_string()),
            ("minutes", &plan.minutes.to_string()),
            ("jobs", &quoted(&jobs)),
            ("directory", &quoted(directory)),
            ("list", &quoted(&list)),
            ("script", &quoted(&job)),
            ("command", &command),
            ("merge", &merge),
            ("options", &options),
            ("cores", &plan.tasks.len().to_string()),
            ("job", UNKNOWN_JOB),
        ];
        let (template, path) = plan.template.map_or((plan.engine.template(), None), |(text, path)| (text, Some(path.to_owned())));
        let mut lines = String::new();
        for task in plan.tasks {
            let numbers: Vec<String> = task.iter().map(u32::to_string).collect();
            // Writing into a string cannot fail.
            let _ = writeln!(lines, "{}", numbers.join(" "));
        }
        let merging = if plan.engine.is_batch() { fill(include_str!("templates/slurm-merge.sh"), &fields, None)? } else { String::new() };
        let texts = JobTexts { job: fill(template, &fields, path)?, merge: merging, list: lines };
        Ok(JobScripts { job, merge: jobs.join("merge.sh"), list, texts })
    }

    /// Writes the scripts and the list of shards.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn write(&self) -> Result<(), StoreError> {
        let JobTexts { job, merge, list } = &self.texts;
        let folder = self.list.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder).map_err(|error| StoreError::files("create", folder, error))?;
        write_atomically(&self.list, list)?;
        if !merge.is_empty() {
            write_atomically(&self.merge, merge)?;
        }
        write_atomically(&self.job, job)
    }

    /// Writes the name of the job that plays into the script that waits for it.
    pub(super) fn name_first(&self, name: &str) -> Result<(), String> {
        let text = self.texts.merge.replace(&format!("afterany:{UNKNOWN_JOB}"), &format!("afterany:{name}"));
        write_atomically(&self.merge, &text).map_err(|error| error.to_string())
    }
}
