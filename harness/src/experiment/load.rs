//! From a path to an experiment. Nothing is played or measured.

use super::engines::{identify, recall};
use super::{Experiment, KindRules, Rate, Unmeasured, resolve};
use crate::config::{ConfigErrors, KindTable, Overrides, read};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What overrides a file, and rates known beforehand. The default is the file alone.
#[derive(Clone, Default)]
pub struct LoadOptions {
    /// Assignments that override values of the file, each as `a.b=c`.
    pub set: Vec<String>,
    /// The profile: the tables `[profile.NAME.…]` then cover the others.
    pub profile: Option<String>,
    /// Environment variables, of which those that begin with [`ENV_PREFIX`](crate::config::ENV_PREFIX) count.
    pub environment: Vec<(String, String)>,
    /// The file is the resolved copy in a run directory: files that it refers to may be gone.
    pub stored: bool,
    /// Rates measured earlier, for `states-as`.
    pub rates: Vec<Rate>,
    /// How the programs that play become known. Until they are, the keys of their cells are not final.
    pub engines: Engines,
}

/// How it becomes known which programs the engines of an experiment are.
#[derive(Clone, Default)]
pub enum Engines {
    /// Not at all: nothing is looked for and nothing started.
    #[default]
    Unknown,
    /// They are looked for and asked, which starts them. One that is missing is an error.
    Asked,
    /// They are those that played earlier: their identities by the names of their agents. Nothing is looked for and nothing started, and an engine
    /// without an identity stays unknown.
    Recalled(BTreeMap<String, String>),
}

impl LoadOptions {
    /// The default with the environment variables of this process, for the command line, where engines are asked who they are.
    pub fn from_environment() -> Self {
        let text = |(name, value): (std::ffi::OsString, std::ffi::OsString)| Some((name.into_string().ok()?, value.into_string().ok()?));
        let mut environment: Vec<_> = std::env::vars_os().filter_map(text).collect();
        environment.sort();
        LoadOptions { environment, engines: Engines::Asked, ..LoadOptions::default() }
    }
}

/// An experiment, and what else is known after loading it.
pub struct Loaded {
    /// The experiment, resolved.
    pub experiment: Experiment,
    /// All files that were read, included ones first.
    pub files: Vec<PathBuf>,
    /// Where its results go unless the user says otherwise: `results/NAME`, and under a profile `results/NAME-PROFILE`.
    pub run_dir: PathBuf,
    /// Rates that must be measured before the experiment is played. Until then a nominal rate takes their place, and the keys of their
    /// cells are not final.
    pub unmeasured: Vec<Unmeasured>,
}

/// Reads an experiment: the file and what it includes, then the profile, then the environment, then `--set`. Each covers what comes
/// before it, key by key; lists are replaced as a whole. `kinds` are the kinds of experiments there are.
///
/// # Errors
/// All errors that can be found, each with its place.
pub fn load(path: &Path, kinds: &[&'static KindRules], options: &LoadOptions) -> Result<Loaded, ConfigErrors> {
    let names: Vec<&str> = kinds.iter().map(|kind| kind.name).filter(|name| kinds.iter().any(|kind| kind.plays == *name)).collect();
    let covered = Overrides { profile: options.profile.as_deref(), environment: &options.environment, set: &options.set };
    let mut document = read(path, covered, &names)?;
    match &options.engines {
        Engines::Asked if document.diagnostics.none() => identify(&mut document.wire, &mut document.diagnostics),
        Engines::Recalled(known) => recall(&mut document.wire, known),
        Engines::Asked | Engines::Unknown => {}
    }
    let resolved = resolve(&document.wire, kinds, options, &mut document.diagnostics);
    match resolved {
        Some((experiment, unmeasured)) if document.diagnostics.none() => {
            let folder = match &options.profile {
                Some(profile) => format!("{}-{profile}", experiment.name),
                None => experiment.name.clone(),
            };
            Ok(Loaded { run_dir: Path::new("results").join(folder), experiment, files: document.files, unmeasured })
        }
        _ => Err(document.diagnostics.into_errors()),
    }
}

/// The tables with the settings of kinds, for the JSON Schema and the key reference.
pub fn kind_tables(kinds: &[&'static KindRules]) -> Vec<KindTable> {
    let settings = |kind: &KindRules| (kind.plays == kind.name).then(|| kind.settings());
    kinds.iter().map(|kind| KindTable { name: kind.name, doc: kind.doc, settings: settings(kind) }).collect()
}
