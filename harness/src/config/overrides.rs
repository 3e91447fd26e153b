//! `--set a.b=c` and environment variables: each is a little TOML document of its own, so that its faults can be shown too.

use super::files::parse;
use super::layer::{Layer, Reach, Text};
use super::sources::Faults;
use std::path::Path;
use toml::de::DeTable;

/// The layer of one `--set`.
pub(crate) fn set(argument: &str, folder: &Path, faults: &mut Faults) -> Option<Layer> {
    let Some((key, value)) = argument.split_once('=') else {
        faults.add_at(None, format!("--set {argument}: expected KEY=VALUE")).help("write --set experiment.games-per-cell=1000");
        return None;
    };
    assignment("--set", key, value, folder, faults)
}

/// The layer of one environment variable: `TREEBENCH_SET_EXPERIMENT__GAMES_PER_CELL` is `experiment.games-per-cell`.
pub(crate) fn variable(prefix: &str, name: &str, value: &str, folder: &Path, faults: &mut Faults) -> Option<Layer> {
    let key = name.strip_prefix(prefix)?.to_lowercase().replace("__", ".").replace('_', "-");
    assignment(&format!("environment variable {name}"), &key, value, folder, faults)
}

fn assignment(name: &str, key: &str, value: &str, folder: &Path, faults: &mut Faults) -> Option<Layer> {
    let (key, value) = (key.trim(), value.trim());
    let exact = format!("{key} = {value}");
    // A shell eats quotes: what is no TOML value but a plain word is taken as a text.
    let plain = !value.is_empty() && value.chars().all(|c| c.is_alphanumeric() || "-_.*/ ".contains(c));
    let text = if plain && DeTable::parse(&exact).is_err() { format!("{key} = \"{value}\"") } else { exact };
    parse(Text { name: name.to_owned(), text, numbered: false }, String::new(), folder.to_owned(), Reach::Override, faults)
}
