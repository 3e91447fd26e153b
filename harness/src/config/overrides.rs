//! `--set a.b=c` and environment variables: each is a TOML document of one line, so that errors can show it.

use super::error::ConfigError;
use super::files::parse;
use super::layer::{Layer, Reach, Text};
use std::path::Path;
use toml::de::DeTable;

/// The prefix of environment variables that set a key: `TREEBENCH_SET_EXPERIMENT__GAMES_PER_CELL=1000` is `--set experiment.games-per-cell=1000` (two
/// underscores are a dot, one is a hyphen).
pub const ENV_PREFIX: &str = "TREEBENCH_SET_";

/// The layer of one `--set`.
///
/// # Errors
/// If it is not an assignment in TOML.
pub(crate) fn set(argument: &str, folder: &Path) -> Result<Layer, Vec<ConfigError>> {
    let Some((key, value)) = argument.split_once('=') else {
        let mut error = ConfigError { message: format!("--set {argument}: expected KEY=VALUE"), ..ConfigError::default() };
        error.help("write --set experiment.games-per-cell=1000");
        return Err(vec![error]);
    };
    assignment("--set", key, value, folder)
}

/// The layer of one environment variable: `TREEBENCH_SET_EXPERIMENT__GAMES_PER_CELL` is `experiment.games-per-cell`. `None` for other variables.
///
/// # Errors
/// If the assignment is not in TOML.
pub(crate) fn variable(name: &str, value: &str, folder: &Path) -> Option<Result<Layer, Vec<ConfigError>>> {
    let key = name.strip_prefix(ENV_PREFIX)?.to_lowercase().replace("__", ".").replace('_', "-");
    Some(assignment(&format!("environment variable {name}"), &key, value, folder))
}

fn assignment(name: &str, key: &str, value: &str, folder: &Path) -> Result<Layer, Vec<ConfigError>> {
    let (key, value) = (key.trim(), value.trim());
    let exact = format!("{key} = {value}");
    // A shell removes quotes, so a plain word that is not a TOML value is read as text.
    let plain = !value.is_empty() && value.chars().all(|c| c.is_alphanumeric() || "-_.*/ ".contains(c));
    let text = if plain && DeTable::parse(&exact).is_err() { format!("{key} = \"{value}\"") } else { exact };
    parse(Text { name: name.to_owned(), text }, String::new(), folder.to_owned(), Reach::Override)
}
