//! From a path to an experiment: a file is read once, and its sections are resolved with the probes. Nothing is started or measured.

use super::{Experiment, KindRules, MissingRate, Probes, check_sections, resolve};
use crate::config::ENV_PREFIX;
use crate::config::{self, ConfigErrors, Document, KindTable, Overrides, UnchosenProfile};
use std::path::{Path, PathBuf};

/// The overrides of a file; none by default.
#[derive(Clone, Default)]
pub struct LoadOptions {
    /// Assignments that override values of the file, each as `a.b=c`.
    pub set: Vec<String>,
    /// The profile, whose tables `[profile.NAME.…]` override the others.
    pub profile: Option<String>,
    /// Environment variables, of which those that begin with [`ENV_PREFIX`](crate::config::ENV_PREFIX) count.
    pub environment: Vec<(String, String)>,
    /// Whether the file is the resolved copy in a run directory: files that it refers to may be missing.
    pub stored: bool,
    /// The text of the file, if an editor has not saved it yet.
    pub text: Option<String>,
}

impl LoadOptions {
    /// The default with the environment variables of this process, for the command line.
    ///
    /// # Errors
    /// If one of them is not UTF-8.
    pub fn from_environment() -> Result<Self, String> {
        let mut environment = Vec::new();
        for (name, value) in std::env::vars_os() {
            let shown = name.to_string_lossy().into_owned();
            match (name.into_string(), value.into_string()) {
                (Ok(name), Ok(value)) => environment.push((name, value)),
                _ if shown.starts_with(ENV_PREFIX) => return Err(format!("the environment variable `{shown}` is not UTF-8")),
                _ => {}
            }
        }
        environment.sort();
        Ok(LoadOptions { environment, ..LoadOptions::default() })
    }
}

/// The sections of an experiment file with its overrides, each checked separately.
pub struct Sections {
    pub(crate) document: Document,
    kinds: Vec<&'static KindRules>,
    options: LoadOptions,
}

/// An experiment, and other results of loading it.
pub struct LoadedExperiment {
    /// The experiment, resolved.
    pub experiment: Experiment,
    /// All files that were read, included ones first.
    pub files: Vec<PathBuf>,
    /// The default run directory: `results/NAME`, and under a profile `results/NAME-PROFILE`.
    pub run_dir: PathBuf,
    /// Rates that must be measured before the experiment is played.
    pub unmeasured: Vec<MissingRate>,
    /// Valid input that is probably a mistake, each as a sentence with its place.
    pub warnings: Vec<String>,
}

/// Reads the sections of a file: the file and what it includes, then the profile, then the environment, then `--set`. Each overrides the previous
/// ones, key by key; lists are replaced as a whole. `kinds` are the known kinds of experiments.
///
/// # Errors
/// If a source cannot be read or is not TOML. Errors in the sections are those of [`Sections::resolve`].
pub fn read(path: &Path, kinds: &[&'static KindRules], options: &LoadOptions) -> Result<Sections, ConfigErrors> {
    let covered = Overrides {
        profile: options.profile.as_deref(),
        environment: &options.environment,
        set: &options.set,
        text: options.text.as_deref(),
    };
    Ok(Sections { document: config::read(path, covered, kind_tables(kinds))?, kinds: kinds.to_vec(), options: options.clone() })
}

impl Sections {
    /// The experiment, given the probes.
    ///
    /// # Errors
    /// All errors that can be found, each with its place. The sections are then used up.
    pub fn resolve(&self, probes: &Probes) -> Result<LoadedExperiment, ConfigErrors> {
        let errors = self.document.wire.at.sources();
        let resolved = resolve(&self.document, &self.kinds, self.options.stored, probes);
        for profile in &self.document.profiles {
            errors.extend(self.errors_in(profile, probes));
        }
        match resolved {
            Some((experiment, unmeasured, warnings)) if errors.none() => {
                let folder = match &self.options.profile {
                    Some(profile) => format!("{}-{profile}", experiment.name),
                    None => experiment.name.clone(),
                };
                Ok(LoadedExperiment {
                    run_dir: Path::new("results").join(folder),
                    experiment,
                    files: self.document.files.clone(),
                    unmeasured,
                    warnings,
                })
            }
            _ => Err(errors.take_errors()),
        }
    }

    /// The errors inside a profile that was not chosen.
    fn errors_in(&self, profile: &UnchosenProfile, probes: &Probes) -> ConfigErrors {
        match profile.read() {
            Ok(document) => {
                check_sections(&document, &self.kinds, probes);
                document.wire.at.sources().take_errors_of_profile()
            }
            Err(errors) => errors,
        }
    }
}

/// Reads an experiment without probes.
///
/// # Errors
/// All errors that can be found, each with its place.
pub fn load(path: &Path, kinds: &[&'static KindRules], options: &LoadOptions) -> Result<LoadedExperiment, ConfigErrors> {
    read(path, kinds, options)?.resolve(&Probes::default())
}

/// The tables of kinds, for the JSON Schema and the key reference.
pub fn kind_tables(kinds: &[&'static KindRules]) -> Vec<KindTable> {
    let table = |(place, kind): (usize, &&'static KindRules)| {
        let keys = kind.own.keys;
        let known = kinds[..place].iter().any(|other| other.own.keys.iter().map(|key| key.name).eq(keys.iter().map(|key| key.name)));
        KindTable {
            name: kind.name,
            doc: kind.doc,
            settings: (kind.plays == kind.name).then(|| kind.settings()),
            tables: if known { &[] } else { keys },
        }
    };
    kinds.iter().enumerate().map(table).collect()
}
