//! `bench init`: writes an experiment to begin with, or a crate of one's own with a game, an agent and a selection rule.

use super::Verb;
use crate::cli::{CliError, out};
use crate::store::write_atomically;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Writes a commented experiment, or with --crate a crate with a game, an agent and a selection rule of your own.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench init my-experiment.toml
  bench init --crate my-agents

The crate builds its own `bench`; `cargo test` in it passes. No file that exists is overwritten.")]
pub(crate) struct Args {
    /// The experiment file to write [default: experiment.toml].
    #[arg(conflicts_with = "krate")]
    file: Option<PathBuf>,
    /// The directory of the crate to write; its name is that of the crate.
    #[arg(long = "crate", value_name = "DIR")]
    krate: Option<PathBuf>,
}

/// The experiment.
const EXPERIMENT: &str = "\
# Does a lower first-play urgency help UCT when turns are short? (The first comment is the question of the report.)
[experiment]
name = \"NAME\"
kind = \"match\"
seed = 1                      # another seed plays other games
games-per-cell = 100          # an even number: every seed is played twice, with seats swapped

[budget]
iterations = [200, 1_000]     # per turn; or states = …, or time = \"0.5s\"; a list is an axis of the grid

[grid]
game = [\"breakthrough\", \"connect-four\"]   # `bench list games`

[agent.candidate]             # an agent with a name of your own …
use = \"uct\"                   # … and what it is: `bench list agents`, `bench show uct`
[agent.candidate.sweep]       # every value is a cell
fpu = [0.5, 1.0, 1.5]

[agent.baseline]
use = \"uct\"

[compare]
candidate = \"baseline\"        # who plays against whom
";

/// The files of the example that CI builds and tests, each after a line `==== ` with its path. They are in one file because a package on
/// crates.io cannot hold another one. A test compares it with the example.
const CRATE: &str = include_str!("init/crate.txt");

/// What begins a file in [`CRATE`].
const FILE: &str = "==== ";

impl Verb for Args {
    const NAME: &'static str = "init";

    fn run(self) -> Result<ExitCode, CliError> {
        match &self.krate {
            Some(dir) => write_crate(dir),
            None => write_experiment(&self.file.unwrap_or_else(|| PathBuf::from("experiment.toml"))),
        }
    }
}

fn write_experiment(file: &Path) -> Result<ExitCode, CliError> {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let name: String = stem.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' || c == '_' { c } else { '-' }).collect();
    refuse_existing([file])?;
    write_atomically(file, &EXPERIMENT.replace("NAME", &name)).map_err(CliError::input)?;
    out::finish(&format!("{0} written; to play it: bench run {0}\n", file.display()))
}

fn write_crate(dir: &Path) -> Result<ExitCode, CliError> {
    let name = dir.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if name.is_empty() || !name.chars().all(fits) || !name.starts_with(|c: char| c.is_ascii_alphabetic()) || name == "treebench" {
        return Err(CliError::input(format!(
            "`{}` does not end in a name for a crate: letters, digits, `-` and `_`, a letter first, and not `treebench`",
            dir.display()
        )));
    }
    let files: Vec<(&str, &str)> = CRATE.split(FILE).skip(1).filter_map(|file| file.split_once('\n')).collect();
    let paths: Vec<PathBuf> = files.iter().map(|(file, _)| dir.join(file)).collect();
    refuse_existing(paths.iter().map(PathBuf::as_path))?;
    let made = |error: std::io::Error| CliError::input(format!("cannot create `{}`: {error}", dir.display()));
    fs::create_dir_all(dir.join("src")).map_err(made)?;
    for (&(file, text), path) in files.iter().zip(&paths) {
        let text = match file {
            "Cargo.toml" => manifest(text, &name),
            "experiment.toml" => text.replace("name = \"outside\"", &format!("name = \"{name}\"")),
            _ => text.to_owned(),
        };
        write_atomically(path, &text).map_err(CliError::input)?;
    }
    out::finish(&format!("{0} written; in it, `cargo test` passes the tests and `cargo run -- run experiment.toml` plays\n", dir.display()))
}

/// The manifest of the example for a crate of this name, anywhere on this machine: it depends on the sources that built this `bench`.
fn manifest(example: &str, name: &str) -> String {
    let (_, after) = example.split_once("[package]").unwrap_or(("", example));
    let text =
        format!("# A crate that adds a game, an agent and a selection rule to treebench and builds its own `bench`.\n[package]{after}");
    text.replace("name = \"outside\"", &format!("name = \"{name}\""))
        .replace("path = \"../..\"", &format!("path = {:?}", env!("CARGO_MANIFEST_DIR")))
        .replace(
            "# Not a member of the workspace of treebench: it is an example of a crate of your own, anywhere.\n",
            "# Not a member of any other workspace.\n",
        )
}

fn refuse_existing<'p>(paths: impl IntoIterator<Item = &'p Path>) -> Result<(), CliError> {
    match paths.into_iter().find(|path| path.exists()) {
        Some(path) => Err(CliError::input(format!("`{}` exists already; it is not overwritten", path.display()))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::{CRATE, FILE};
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
            assert!(text == CRATE, "src/cli/verbs/init/crate.txt is not harness/examples/outside: run this test with UPDATE_CRATE=1");
        }
    }
}
