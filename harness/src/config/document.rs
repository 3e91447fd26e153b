//! Reads a file with its includes and overrides: profile, environment, `--set`.

use super::error::{ConfigError, ConfigErrors};
use super::files::Files;
use super::key::KindTable;
use super::key_path::KeyPath;
use super::known_sections::KnownSections;
use super::layer::Layer;
use super::overrides;
use super::section::{Section as _, as_meant};
use super::sources::Sources;
use super::wire::Wire;
use figment::value::{Dict, Value};
use figment::{Figment, Profile};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::rc::Rc;
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
    /// The profiles that were not chosen.
    pub(crate) profiles: Vec<UnchosenProfile>,
}

/// A profile that was not chosen, over the file.
pub(crate) struct UnchosenProfile {
    name: String,
    layers: Vec<Layer>,
    tables: Rc<[KindTable]>,
}

/// Reads a file. Each source overrides the previous ones, key by key; lists are replaced as a whole. `tables` are the tables of kinds.
///
/// # Errors
/// If the sources cannot be read or are not TOML. Errors in their values are collected in the [`Sources`] of the file.
pub(crate) fn read(path: &Path, covered: Overrides<'_>, tables: Vec<KindTable>) -> Result<Document, ConfigErrors> {
    let tables: Rc<[KindTable]> = tables.into();
    let mut files = Files::new(top(&tables));
    files.read_main(path, covered.text);
    let mut layers = std::mem::take(&mut files.base);
    let (chosen, others) = chosen_profile(&mut files, covered.profile);
    let profiles = unchosen(&layers, others, &tables);
    layers.extend(chosen);
    let folder = path.parent().unwrap_or(Path::new(""));
    let variables = covered.environment.iter().filter_map(|(name, value)| overrides::variable(name, value, folder));
    for layer in variables.chain(covered.set.iter().map(|argument| overrides::set(argument, folder))) {
        match layer {
            Ok(layer) => layers.push(layer),
            Err(errors) => files.errors.extend(errors),
        }
    }
    if !files.errors.none() {
        files.errors.extend(files.misspelt);
        return Err(files.errors.sorted(&layers));
    }
    let (mut wire, kinds) = merged(layers, covered.profile, tables, files.misspelt)?;
    if let Some(about) = &mut wire.experiment {
        about.question.get_or_insert_with(|| question_in_comment(&files.main));
    }
    Ok(Document { wire, kinds, files: files.paths, profiles })
}

impl UnchosenProfile {
    /// The file as under this profile, without further overrides.
    ///
    /// # Errors
    /// Those of [`read`].
    pub(crate) fn read(&self) -> Result<Document, ConfigErrors> {
        let (wire, kinds) = merged(self.layers.clone(), Some(&self.name), Rc::clone(&self.tables), Vec::new())?;
        Ok(Document { wire, kinds, files: Vec::new(), profiles: Vec::new() })
    }
}

/// The keys at the top of a file.
fn top(tables: &[KindTable]) -> Vec<&'static str> {
    let of_kinds: BTreeSet<&str> = tables.iter().flat_map(KindTable::names).collect();
    Wire::KEYS.iter().map(|key| key.name).chain(of_kinds).collect()
}

/// Merges layers, and reads the result and the tables of kinds in it. `errors` are known already.
fn merged(
    layers: Vec<Layer>,
    profile: Option<&str>,
    tables: Rc<[KindTable]>,
    errors: Vec<ConfigError>,
) -> Result<(Wire, Dict), ConfigErrors> {
    let merged = merge(&layers, profile)
        .map_err(|error| ConfigErrors(vec![ConfigError { message: error.to_string(), ..ConfigError::default() }]))?;
    let names = top(&tables);
    let top = KeyPath::top(Sources::new(layers, KnownSections::new(Wire::KEYS, tables), errors));
    let values = merged.into_dict().unwrap_or_default();
    let values = as_meant(&values, &top, &names).into_owned();
    let (shared, kinds) = values.into_iter().partition(|(name, _)| Wire::KEYS.iter().any(|key| key.name == *name));
    match Wire::read_table(&shared, &top) {
        Some(wire) => Ok((wire, kinds)),
        None => Err(top.sources().take_errors()),
    }
}

/// The layers of the chosen profile, and those of the others.
fn chosen_profile(files: &mut Files, profile: Option<&str>) -> (Vec<Layer>, Vec<Layer>) {
    let all = std::mem::take(&mut files.profiles);
    let (layers, others): (Vec<Layer>, Vec<Layer>) =
        all.into_iter().partition(|layer| profile.is_some() && layer.reach.profile() == profile);
    let Some(chosen) = profile else { return (layers, others) };
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
    (layers, others)
}

/// Every profile in these layers over the file.
fn unchosen(base: &[Layer], profiles: Vec<Layer>, tables: &Rc<[KindTable]>) -> Vec<UnchosenProfile> {
    let mut all: Vec<UnchosenProfile> = Vec::new();
    for layer in profiles {
        let Some(name) = layer.reach.profile() else { continue };
        match all.iter_mut().find(|known| known.name == name) {
            Some(known) => known.layers.push(layer),
            None => all.push(UnchosenProfile { name: name.to_owned(), layers: [base, &[layer]].concat(), tables: Rc::clone(tables) }),
        }
    }
    all
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
