//! The crate that `bench init --crate` writes: the example of an outside crate under another name.

use crate::cli::CliError;
use crate::store::write_atomically;
use std::fs;
use std::path::{Path, PathBuf};

/// The files of the example that CI builds and tests, each after a line `==== ` with its path. They are in one file because a package on
/// crates.io cannot hold another one. A test compares it with the example.
const EXAMPLE: &str = include_str!("crate.txt");

/// What begins a file in [`EXAMPLE`].
const FILE: &str = "==== ";

/// Files that only the new crate has.
const OWN: &[(&str, &str)] = &[
    (".gitignore", "target\nresults\n"),
    ("README.md", include_str!("crate/README.md")),
    (".github/workflows/check.yml", include_str!("../../../../examples/github/bench-check.yml")),
];

/// Where the crate finds treebench.
pub(super) enum Origin {
    /// A repository, and the commit of this build if its sources were unchanged.
    Git { url: String, commit: Option<&'static str> },
    /// A folder with the sources.
    Folder(PathBuf),
}

impl Origin {
    /// The given origin, or the repository that this build's package declares.
    ///
    /// # Errors
    /// If no origin is known, or the folder does not contain treebench.
    pub(super) fn of(git: Option<String>, path: Option<&Path>) -> Result<Origin, CliError> {
        let declared = (!env!("CARGO_PKG_REPOSITORY").is_empty()).then(|| env!("CARGO_PKG_REPOSITORY").to_owned());
        match (path, git.or(declared)) {
            (Some(path), _) => folder(path).map(Origin::Folder),
            (None, Some(url)) => Ok(Origin::Git { url, commit: commit() }),
            (None, None) => Err(CliError::input(
                "give the location of treebench: `--git URL` is the repository that you cloned, `--path DIR` a folder with its sources",
            )),
        }
    }

    /// The line of the manifest.
    fn dependency(&self) -> String {
        match self {
            Origin::Git { url, commit: Some(commit) } => format!("treebench = {{ git = {url:?}, rev = {commit:?} }}"),
            Origin::Git { url, commit: None } => format!("treebench = {{ git = {url:?} }}"),
            Origin::Folder(path) => format!(
                "# A path is known to this machine alone. For a server: treebench = {{ git = \"URL\" }}\ntreebench = {{ path = {:?} }}",
                path.display().to_string()
            ),
        }
    }
}

/// The commit of this build, if its sources were unchanged.
fn commit() -> Option<&'static str> {
    option_env!("TREEBENCH_GIT_COMMIT").filter(|_| option_env!("TREEBENCH_GIT_DIRTY") == Some("false"))
}

/// The crate `treebench` in a folder, or in the folder `harness` of a checkout.
fn folder(path: &Path) -> Result<PathBuf, CliError> {
    let holds = |folder: &PathBuf| fs::read_to_string(folder.join("Cargo.toml")).is_ok_and(|text| text.contains("name = \"treebench\"\n"));
    let found = [path.join("harness"), path.to_owned()].into_iter().find(holds).and_then(|folder| fs::canonicalize(folder).ok());
    found.ok_or_else(|| CliError::input(format!("`{}` does not contain the sources of treebench: no harness/Cargo.toml", path.display())))
}

/// Writes the crate; its name is that of the folder.
///
/// # Errors
/// If the folder's name is not valid for a crate, a file exists, or one cannot be written.
pub(super) fn write(dir: &Path, origin: &Origin) -> Result<(), CliError> {
    let name = dir.file_name().unwrap_or_default().to_string_lossy().into_owned();
    // Cargo's rule.
    let fits = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    if name.is_empty() || !name.chars().all(fits) || !name.starts_with(char::is_alphabetic) || name == "treebench" {
        return Err(CliError::input(format!(
            "`{}` does not end in a valid crate name: letters, digits, `-` and `_`, a letter first, and not `treebench`",
            dir.display()
        )));
    }
    let example = EXAMPLE.split(FILE).skip(1).filter_map(|file| file.split_once('\n'));
    let files: Vec<(&str, String)> =
        example.chain(OWN.iter().copied()).map(|(file, text)| (file, adapted(file, text, &name, origin))).collect();
    let paths: Vec<PathBuf> = files.iter().map(|(file, _)| dir.join(file)).collect();
    super::refuse_existing(paths.iter().map(PathBuf::as_path))?;
    for ((_, text), path) in files.iter().zip(&paths) {
        let folder = path.parent().unwrap_or(dir);
        fs::create_dir_all(folder).map_err(|error| CliError::unusable("create", folder, &error))?;
        write_atomically(path, text).map_err(CliError::input)?;
    }
    Ok(())
}

/// A file of the new crate, with its name filled in.
fn adapted(file: &str, text: &str, name: &str, origin: &Origin) -> String {
    match file {
        "Cargo.toml" => manifest(text, name, origin),
        "experiment.toml" => text.replace("name = \"outside\"", &format!("name = \"{name}\"")),
        "README.md" => text.replace("NAME", name),
        _ => text.to_owned(),
    }
}

/// The manifest of the example for a crate of this name.
fn manifest(example: &str, name: &str, origin: &Origin) -> String {
    let (_, after) = example.split_once("[package]").unwrap_or(("", example));
    let text =
        format!("# A crate that adds a game, an agent and a selection rule to treebench and builds its own `bench`.\n[package]{after}");
    text.replace("name = \"outside\"", &format!("name = \"{name}\""))
        .replace("treebench = { path = \"../..\" }", &origin.dependency())
        .replace(
            "# Not a member of the workspace of treebench: it is an example of a crate of your own, anywhere.\n",
            "# Not a member of any other workspace.\n",
        )
}

#[cfg(test)]
mod tests {
    use super::{EXAMPLE, FILE};
    use std::path::Path;

    /// `UPDATE_CRATE=1 cargo test -p treebench --lib init` writes the file again.
    #[test]
    fn the_crate_is_the_example() {
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut text = String::new();
        for file in ["Cargo.toml", "experiment.toml", "src/main.rs", "src/nim.rs", "src/greedy.rs", "src/polynomial_uct.rs"] {
            text += &format!("{FILE}{file}\n{}", std::fs::read_to_string(package.join("examples/outside").join(file)).unwrap());
        }
        if std::env::var_os("UPDATE_CRATE").is_some() {
            std::fs::write(package.join("src/cli/verbs/init/crate.txt"), &text).unwrap();
        } else {
            assert!(text == EXAMPLE, "src/cli/verbs/init/crate.txt is not harness/examples/outside: run this test with UPDATE_CRATE=1");
        }
    }
}
