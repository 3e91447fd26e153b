//! Experiment files as `list` and `show` see them: a path and the question that the first comment asks.

use crate::cli::CliError;
use std::fs;
use std::path::{Path, PathBuf};

/// An experiment file.
pub(crate) struct ExperimentFile {
    pub(crate) path: PathBuf,
    /// The file's name without `.toml`.
    pub(crate) name: String,
    /// Its first comment as one line; empty if it begins with none.
    pub(crate) question: String,
    /// All of it.
    pub(crate) text: String,
}

/// The `*.toml` files in a folder, sorted by name.
///
/// # Errors
/// If the folder or a file in it cannot be read.
pub(crate) fn in_folder(folder: &Path) -> Result<Vec<ExperimentFile>, CliError> {
    let unreadable = |error| CliError::input(format!("folder `{}` cannot be read: {error}", folder.display()));
    let mut paths = Vec::new();
    for item in fs::read_dir(folder).map_err(unreadable)? {
        let path = item.map_err(unreadable)?.path();
        if path.extension().is_some_and(|extension| extension == "toml") && path.is_file() {
            paths.push(path);
        }
    }
    paths.sort();
    paths.iter().map(|path| read(path)).collect()
}

/// Reads one file.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn read(path: &Path) -> Result<ExperimentFile, CliError> {
    let text = fs::read_to_string(path).map_err(|error| CliError::input(format!("`{}` cannot be read: {error}", path.display())))?;
    let name = path.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().into_owned());
    Ok(ExperimentFile { path: path.to_owned(), name, question: question(&text), text })
}

/// The first comment up to its first empty line, as one line.
fn question(text: &str) -> String {
    let lines = text.lines().map(str::trim).skip_while(|line| line.is_empty());
    let comment = lines.map_while(|line| line.strip_prefix('#')).map(str::trim);
    comment.skip_while(|line| line.is_empty()).take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::question;

    #[test]
    fn the_question_is_the_first_paragraph_of_the_first_comment() {
        assert_eq!(question("\n#\n# Does it\n# help?\n#\n# More.\n[experiment]\n"), "Does it help?");
        assert_eq!(question("[experiment]\n# Later.\n"), "");
    }
}
