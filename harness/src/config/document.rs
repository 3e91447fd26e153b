//! Reads a file with everything that covers it: includes, profile, environment, `--set`.

use super::decode::decode;
use super::diagnostics::Diagnostics;
use super::error::ConfigErrors;
use super::files::Files;
use super::layer::Layer;
use super::overrides;
use super::wire::Wire;
use figment::value::Value;
use figment::{Figment, Profile};
use std::path::{Path, PathBuf};
use treebench_games::names::nearest;

/// What covers a file, the last one uppermost.
#[derive(Clone, Copy, Default)]
pub(crate) struct Overrides<'a> {
    /// The profile: the tables `[profile.NAME.…]` then cover the others.
    pub(crate) profile: Option<&'a str>,
    /// Environment variables, of which those that begin with [`ENV_PREFIX`](super::ENV_PREFIX) count.
    pub(crate) environment: &'a [(String, String)],
    /// Assignments as in `--set a.b=c`.
    pub(crate) set: &'a [String],
}

/// An experiment file, decoded.
pub(crate) struct Document {
    pub(crate) wire: Wire,
    /// The documents it was merged from, and what is wrong with them so far.
    pub(crate) diagnostics: Diagnostics,
    /// All files that were read, included ones first.
    pub(crate) files: Vec<PathBuf>,
}

/// Reads and decodes a file. Each source covers what comes before it, key by key; lists are replaced as a whole. `kinds` are the names
/// of the tables with settings.
///
/// # Errors
/// If the sources cannot be read or are not TOML. Errors in what they say are collected in the document's diagnostics.
pub(crate) fn read(path: &Path, covered: Overrides<'_>, kinds: &[&str]) -> Result<Document, ConfigErrors> {
    let mut diagnostics = Diagnostics::default();
    let mut files = Files::default();
    files.read(path, None, &mut diagnostics);
    let mut layers = std::mem::take(&mut files.base);
    layers.extend(chosen_profile(&mut files, covered.profile, &mut diagnostics));
    let folder = path.parent().unwrap_or(Path::new(""));
    for (name, value) in covered.environment {
        layers.extend(overrides::variable(name, value, folder, &mut diagnostics));
    }
    for argument in covered.set {
        layers.extend(overrides::set(argument, folder, &mut diagnostics));
    }
    diagnostics.layers = layers;
    if !diagnostics.none() {
        return Err(diagnostics.into_errors());
    }
    let merged = match merge(&diagnostics.layers, covered.profile) {
        Ok(merged) => merged,
        Err(error) => {
            diagnostics.add_at(None, error.to_string());
            return Err(diagnostics.into_errors());
        }
    };
    let mut wire = merged.as_dict().map(|merged| decode(merged, kinds, &mut diagnostics)).unwrap_or_default();
    wire.experiment.question.get_or_insert_with(|| question_in_comment(&files.main));
    Ok(Document { wire, diagnostics, files: files.paths })
}

/// The layers of the chosen profile.
fn chosen_profile(files: &mut Files, profile: Option<&str>, diagnostics: &mut Diagnostics) -> Vec<Layer> {
    let Some(chosen) = profile else { return Vec::new() };
    let (layers, others): (Vec<Layer>, Vec<Layer>) =
        std::mem::take(&mut files.profiles).into_iter().partition(|layer| layer.reach.profile() == Some(chosen));
    // If the file could not be read, there is a better error already.
    if layers.is_empty() && diagnostics.none() {
        let mut known: Vec<&str> = others.iter().filter_map(|layer| layer.reach.profile()).collect();
        known.sort_unstable();
        known.dedup();
        let error = diagnostics.add_at(None, format!("there is no profile `{chosen}`"));
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

/// The question that a file asks: its key `question`, which a file that it includes may have, or else its first comment. A file that
/// cannot be read has none.
pub fn question(path: &Path) -> String {
    match read(path, Overrides::default(), &[]) {
        Ok(document) => document.wire.experiment.question.unwrap_or_default(),
        Err(_) => std::fs::read_to_string(path).map(|text| question_in_comment(&text)).unwrap_or_default(),
    }
}

/// The first paragraph of the comment at the top of a file, as one line; empty if the file begins otherwise. Directives for editors
/// (`#:schema …`) and a byte order mark are skipped.
fn question_in_comment(text: &str) -> String {
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
