//! Reads a file with its includes and overrides: profile, environment, `--set`.

use super::error::ConfigErrors;
use super::files::Files;
use super::key::{KindTable, Section as _};
use super::key_path::KeyPath;
use super::layer::Layer;
use super::overrides;
use super::sources::Sources;
use super::wire::Wire;
use figment::value::{Dict, Value};
use figment::{Figment, Profile};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use treebench_games::names::nearest;

/// The overrides of a file, lowest first.
#[derive(Clone, Copy, Default)]
pub(crate) struct Overrides<'a> {
    /// The profile: the tables `[profile.NAME.…]` then cover the others.
    pub(crate) profile: Option<&'a str>,
    /// Environment variables; those that begin with [`ENV_PREFIX`](super::ENV_PREFIX) are used.
    pub(crate) environment: &'a [(String, String)],
    /// Assignments as in `--set a.b=c`.
    pub(crate) set: &'a [String],
    /// The text of the file, if an editor has not saved it yet.
    pub(crate) text: Option<&'a str>,
}

/// An experiment file, read.
pub(crate) struct Document {
    pub(crate) wire: Wire,
    /// The merged tables of kinds.
    pub(crate) kinds: Dict,
    /// All files that were read, included ones first.
    pub(crate) files: Vec<PathBuf>,
}

/// Reads a file. Each source overrides the previous ones, key by key; lists are replaced as a whole. `kinds` are the tables of kinds.
///
/// # Errors
/// If the sources cannot be read or are not TOML. Errors in their values are collected in the [`Sources`] of the file.
pub(crate) fn read(path: &Path, covered: Overrides<'_>, kinds: Vec<KindTable>) -> Result<Document, ConfigErrors> {
    let mut files = Files::default();
    files.read_main(path, covered.text);
    let mut layers = std::mem::take(&mut files.base);
    layers.extend(chosen_profile(&mut files, covered.profile));
    let folder = path.parent().unwrap_or(Path::new(""));
    let variables = covered.environment.iter().filter_map(|(name, value)| overrides::variable(name, value, folder));
    for layer in variables.chain(covered.set.iter().map(|argument| overrides::set(argument, folder))) {
        match layer {
            Ok(layer) => layers.push(layer),
            Err(errors) => files.errors.extend(errors),
        }
    }
    if !files.errors.none() {
        return Err(files.errors.sorted(&layers));
    }
    let merged = match merge(&layers, covered.profile) {
        Ok(merged) => merged,
        Err(error) => {
            files.errors.add(None, error.to_string());
            return Err(files.errors.sorted(&layers));
        }
    };
    let names: BTreeSet<&str> = kinds.iter().flat_map(KindTable::names).collect();
    let names: Vec<&str> = names.into_iter().collect();
    let top = KeyPath::top(Sources::new(layers, kinds));
    let (of_kinds, shared) = merged.into_dict().unwrap_or_default().into_iter().partition(|(name, _)| names.contains(&name.as_str()));
    let wire = Wire::read_table(&shared, &top, &names);
    let Some(mut wire) = wire else { return Err(top.sources().take_errors()) };
    if let Some(about) = &mut wire.experiment {
        about.question.get_or_insert_with(|| question_in_comment(&files.main));
    }
    Ok(Document { wire, kinds: of_kinds, files: files.paths })
}

/// The layers of the chosen profile.
fn chosen_profile(files: &mut Files, profile: Option<&str>) -> Vec<Layer> {
    let Some(chosen) = profile else { return Vec::new() };
    let (layers, others): (Vec<Layer>, Vec<Layer>) =
        std::mem::take(&mut files.profiles).into_iter().partition(|layer| layer.reach.profile() == Some(chosen));
    // If the file could not be read, there is a better error already.
    if layers.is_empty() && files.errors.none() {
        let mut known: Vec<&str> = others.iter().filter_map(|layer| layer.reach.profile()).collect();
        known.sort_unstable();
        known.dedup();
        let error = files.errors.add(None, format!("unknown profile `{chosen}`"));
        if let Some(near) = nearest(chosen, known.iter().copied()) {
            error.help(format_args!("did you mean `{near}`?"));
        }
        error.note("profiles", if known.is_empty() { "none".to_owned() } else { known.join(", ") });
    }
    layers
}

fn merge(layers: &[Layer], profile: Option<&str>) -> Result<Value, Box<figment::Error>> {
    let figment = layers.iter().fold(Figment::new(), |figment, layer| figment.merge(layer));
    let figment = figment.select(profile.map_or(Profile::Default, Profile::new));
    figment.extract().map_err(Box::new)
}

/// The question of a file: its key `question`, which an included file may have, or its first comment. An unreadable file has none.
pub fn question(path: &Path) -> String {
    match read(path, Overrides::default(), Vec::new()) {
        Ok(document) => document.wire.experiment.and_then(|about| about.question).unwrap_or_default(),
        Err(_) => std::fs::read_to_string(path).map(|text| question_in_comment(&text)).unwrap_or_default(),
    }
}

/// The first paragraph of the comment at the top of a file, as one line; empty if the file begins otherwise. Directives for editors
/// (`#:schema …`) and a byte order mark are skipped.
pub(crate) fn question_in_comment(text: &str) -> String {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.lines().map(str::trim).skip_while(|line| line.is_empty() || line.starts_with("#:"));
    let comment = lines.map_while(|line| line.strip_prefix('#')).filter(|line| !line.starts_with(':')).map(str::trim);
    comment.skip_while(|line| line.is_empty()).take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::question_in_comment;

    #[test]
    fn the_question_is_the_first_paragraph_of_the_comment_at_the_top() {
        assert_eq!(question_in_comment("\n#\n# Does it\n# help?\n#\n# More.\n[experiment]\n"), "Does it help?");
        assert_eq!(question_in_comment("\u{feff}#:schema x.json\n# Why?\n"), "Why?");
        assert_eq!(question_in_comment("[experiment]\n# Later.\n"), "");
    }
}
