//! The catalogue for `list` and `show`: registered games and agents, and experiment files.

use crate::cli::{CliError, out};
use crate::config::question;
use crate::experiment::value_json;
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use treebench_agents::{AgentEntry, agents};
use treebench_games::params::{Kind, ParamSpec, Value};
use treebench_games::registry::Origin;
use treebench_games::{GameEntry, games};
use treebench_reports::model::{Column, Table};

/// Words whose full stop does not end a sentence, in lower case.
const ABBREVIATIONS: [&str; 13] = ["alg", "sec", "fig", "eq", "eqs", "tab", "no", "al", "cf", "vs", "ch", "e.g", "i.e"];

/// A registered game or agent.
pub(crate) struct CatalogueEntry {
    pub(crate) name: &'static str,
    pub(crate) doc: &'static str,
    pub(crate) specs: Vec<ParamSpec>,
    pub(crate) origin: Origin,
}

impl From<&GameEntry> for CatalogueEntry {
    fn from(entry: &GameEntry) -> Self {
        let GameEntry { name, origin, .. } = *entry;
        CatalogueEntry { name, doc: entry.doc(), specs: entry.specs(), origin }
    }
}

impl From<&AgentEntry> for CatalogueEntry {
    fn from(entry: &AgentEntry) -> Self {
        let AgentEntry { name, origin, doc, specs, .. } = *entry;
        CatalogueEntry { name, doc: doc(), specs: specs(), origin }
    }
}

/// All games, sorted by name.
pub(crate) fn all_games() -> Vec<CatalogueEntry> {
    games().iter().map(CatalogueEntry::from).collect()
}

/// All agents, sorted by name.
pub(crate) fn all_agents() -> Vec<CatalogueEntry> {
    agents().iter().map(CatalogueEntry::from).collect()
}

impl CatalogueEntry {
    /// The documentation up to the end of its first sentence; `--long` and `show` have all of it.
    pub(crate) fn first_sentence(&self) -> &'static str {
        first_sentence(self.doc)
    }

    /// The full description, over several lines.
    pub(crate) fn long(&self) -> String {
        let mut text = format!("{}\n  {}\n", self.name, self.doc);
        text += &format!("  {}\n", self.origin);
        for spec in &self.specs {
            text += &format!("\n  {} = {}\n      {}\n      {}\n", spec.name, shown(&spec.default), spec.doc, spec.expected());
            if let Kind::Choice(words) = spec.kind {
                let choices = Table::new("", "").column(Column::text("")).column(Column::text(""));
                let row = |table: Table, (word, doc): &(&str, &str)| table.row([format!("        \"{word}\"").into(), (*doc).into()]);
                text += &out::table(&words.iter().fold(choices, row));
            }
            if !spec.source.is_empty() {
                text += &format!("      source: {}\n", spec.source);
            }
        }
        text
    }

    /// The full description as JSON.
    pub(crate) fn json(&self) -> serde_json::Value {
        json!({
            "name": self.name,
            "doc": self.doc,
            "file": self.origin.file,
            "line": self.origin.line,
            "params": self.specs.iter().map(param_json).collect::<Vec<_>>(),
        })
    }
}

fn param_json(spec: &ParamSpec) -> serde_json::Value {
    let kind = match spec.kind {
        Kind::Bool => "bool",
        Kind::Int => "int",
        Kind::Float => "float",
        Kind::Text => "text",
        Kind::Choice(_) => "choice",
    };
    let mut param = json!({
        "name": spec.name,
        "type": kind,
        "default": value_json(&spec.default),
        "doc": spec.doc,
        "source": spec.source,
    });
    if let Some(range) = spec.range {
        param["min"] = value_json(&Value::Float(range.min));
        param["max"] = value_json(&Value::Float(range.max));
    }
    if let Kind::Choice(words) = spec.kind {
        param["choices"] = words.iter().map(|(word, doc)| json!({ "word": word, "doc": doc })).collect();
    }
    param
}

/// A text up to the end of its first sentence.
fn first_sentence(doc: &str) -> &str {
    // Initials and abbreviations end in a full stop too, but a sentence does not end in a single capital letter, nor in brackets.
    let ends = |text: &str| {
        let last = text.rsplit([' ', '(']).next().unwrap_or("").to_lowercase();
        text.ends_with(|c: char| c.is_lowercase() || c.is_numeric() || c == ')' || c == '`')
            && !ABBREVIATIONS.contains(&last.as_str())
            && text.matches('(').count() <= text.matches(')').count()
    };
    let end = doc.match_indices(". ").find(|(at, _)| ends(&doc[..*at]));
    end.map_or(doc, |(at, _)| &doc[..=at])
}

/// The value in TOML's notation.
fn shown(value: &Value) -> String {
    match value {
        Value::Text(text) => format!("{text:?}"),
        other => other.to_string(),
    }
}

/// An experiment file.
pub(crate) struct ExperimentFile {
    pub(crate) path: PathBuf,
    /// The file's name without `.toml`.
    pub(crate) name: String,
    /// The first comment as one line; empty if there is none.
    pub(crate) question: String,
    /// The text of the file.
    pub(crate) text: String,
}

/// The given folder of experiment files, or `configs` if it exists, or the current folder.
pub(crate) fn experiments_folder(named: Option<&Path>) -> PathBuf {
    let usual = || if Path::new("configs").is_dir() { "configs" } else { "." };
    named.unwrap_or_else(|| Path::new(usual())).to_owned()
}

/// The experiments in a folder, sorted by name.
///
/// # Errors
/// If the folder or a file in it cannot be read.
pub(crate) fn experiments_in(folder: &Path) -> Result<Vec<ExperimentFile>, CliError> {
    let unreadable = |error| CliError::unusable("read", folder, &error);
    let mut paths = Vec::new();
    for item in fs::read_dir(folder).map_err(unreadable)? {
        let path = item.map_err(unreadable)?.path();
        let path = path.strip_prefix(".").map_or_else(|_| path.clone(), Path::to_owned);
        let is_baseline = path.file_stem().is_some_and(|stem| stem.to_string_lossy().ends_with(".baseline"));
        if path.extension().is_some_and(|extension| extension == "toml") && !is_baseline && path.is_file() {
            paths.push(path);
        }
    }
    paths.sort();
    let files: Vec<ExperimentFile> = paths.iter().map(|path| read_experiment(path)).collect::<Result<_, _>>()?;
    // Other programs have TOML files, too. A file with a mistake is listed, so that it is found.
    let is_experiment = |file: &ExperimentFile| {
        file.text.lines().map(str::trim_start).any(|line| line.starts_with("[experiment]") || line.starts_with("include"))
    };
    Ok(files.into_iter().filter(is_experiment).collect())
}

/// Reads one file.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn read_experiment(path: &Path) -> Result<ExperimentFile, CliError> {
    let text = fs::read_to_string(path).map_err(|error| CliError::unusable("read", path, &error))?;
    let name = path.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
    Ok(ExperimentFile { path: path.to_owned(), name, question: question(path), text })
}

#[cfg(test)]
mod tests {
    use super::first_sentence;

    #[test]
    fn abbreviations_do_not_end_a_sentence() {
        assert_eq!(first_sentence("GPN-MCTS as Alg. 1 of the paper has it. It is more."), "GPN-MCTS as Alg. 1 of the paper has it.");
        assert_eq!(first_sentence("Of A. Saffidine (et al. 2010). More."), "Of A. Saffidine (et al. 2010).");
        assert_eq!(first_sentence("UCB1 (Auer et al. 2002, eq. 3). More."), "UCB1 (Auer et al. 2002, eq. 3).");
        assert_eq!(first_sentence("UCB1 (as printed. Not as coded). More."), "UCB1 (as printed. Not as coded).");
        assert_eq!(first_sentence("It follows eq. 3. More."), "It follows eq. 3.");
        assert_eq!(first_sentence("One"), "One");
    }
}
