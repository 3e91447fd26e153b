//! `bench init`: writes an experiment to begin with, or a new crate with a game, an agent and a selection rule.

mod templates;
mod fastchess;
mod new_crate;

use super::Verb;
use crate::cli::{CliError, out};
use crate::store::write_atomically;
use clap::builder::PossibleValuesParser;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use templates::Template;

/// Writes a commented experiment, or with --crate a crate with a game, an agent and a selection rule of your own.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench init my-experiment.toml
  bench init --list
  bench init league.toml --template tournament
  bench init match.toml --from-fastchess \"fastchess -engine cmd=a -engine cmd=b -each tc=8+0.08 -rounds 50\"
  bench init --crate my-agents --path treebench   (a checkout)
  bench init --crate my-agents --git URL

The crate builds its own `bench`; `cargo test` in it passes. Existing files are not overwritten.")]
pub(crate) struct Args {
    /// The experiment file to write [default: experiment.toml].
    #[arg(conflicts_with_all = ["krate", "list"])]
    file: Option<PathBuf>,
    /// What the experiment asks (`--list` shows the questions).
    #[arg(long, value_name = "NAME", default_value = templates::ALL[0].name, value_parser = PossibleValuesParser::new(templates::names()))]
    template: String,
    /// Lists the templates.
    #[arg(long)]
    list: bool,
    /// Writes the experiment that a command line of fastchess or cutechess-cli describes.
    #[arg(long, value_name = "COMMAND", allow_hyphen_values = true, conflicts_with_all = ["template", "list", "krate"])]
    from_fastchess: Option<String>,
    /// The directory of the crate to write; its name is that of the crate.
    #[arg(long = "crate", value_name = "DIR")]
    krate: Option<PathBuf>,
    /// The repository from which the crate takes treebench, at the commit of this build if that is known.
    #[arg(long, value_name = "URL", requires = "krate", conflicts_with = "path")]
    git: Option<String>,
    /// A folder with the sources of treebench, which the crate then uses.
    #[arg(long, value_name = "DIR", requires = "krate")]
    path: Option<PathBuf>,
}

impl Verb for Args {
    const NAME: &'static str = "init";

    fn run(self) -> Result<ExitCode, CliError> {
        if self.list {
            return out::finish(&templates::list());
        }
        if let Some(dir) = &self.krate {
            new_crate::write(dir, &new_crate::Origin::of(self.git, self.path.as_deref())?)?;
            return out::finish(&format!(
                "{0} written; in it, `cargo test` passes the tests and `cargo run -- run experiment.toml` plays\n",
                dir.display()
            ));
        }
        if let Some(line) = &self.from_fastchess {
            let file = self.file.clone().unwrap_or_else(|| PathBuf::from("experiment.toml"));
            refuse_existing([file.as_path()])?;
            write_atomically(&file, &fastchess::experiment(line, &name_of(&file)).map_err(CliError::input)?).map_err(CliError::input)?;
            return out::finish(&format!("{0} written; to play it: bench run {0}\n", file.display()));
        }
        let template = templates::ALL.iter().find(|template| template.name == self.template).unwrap_or(&templates::ALL[0]);
        write_experiment(template, &self.file.unwrap_or_else(|| PathBuf::from("experiment.toml")))
    }
}

/// Writes an experiment and the files that it names.
fn write_experiment(template: &Template, file: &Path) -> Result<ExitCode, CliError> {
    let name = name_of(file);
    let beside: Vec<(PathBuf, &str)> = template.beside.iter().map(|(name, text)| (file.with_file_name(name), *text)).collect();
    refuse_existing([file].into_iter().chain(beside.iter().map(|(path, _)| path.as_path())))?;
    write_atomically(file, &template.text.replace("NAME", &name)).map_err(CliError::input)?;
    for (path, text) in &beside {
        write_atomically(path, text).map_err(CliError::input)?;
    }
    let also: String = beside.iter().map(|(path, _)| format!(" and {}", path.display())).collect();
    out::finish(&format!("{0}{also} written; to play it: bench run {0}\n", file.display()))
}

/// The name of the experiment in a file.
fn name_of(file: &Path) -> String {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    stem.chars().map(|c| if c.is_alphanumeric() || c == '-' || c == '_' { c } else { '-' }).collect()
}

fn refuse_existing<'p>(paths: impl IntoIterator<Item = &'p Path>) -> Result<(), CliError> {
    match paths.into_iter().find(|path| path.exists()) {
        Some(path) => Err(CliError::input(format!("`{}` already exists and is not overwritten", path.display()))),
        None => Ok(()),
    }
}
