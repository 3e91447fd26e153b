//! The whole way from a path to an experiment.

use super::decode::decode;
use super::error::ConfigErrors;
use super::files::Files;
use super::layer::{Layer, Reach};
use super::overrides;
use super::sources::Faults;
use super::wire::Wire;
use crate::experiment::{Experiment, KindRules, resolve};
use crate::kinds;
use figment::value::Value;
use figment::{Figment, Profile};
use std::path::{Path, PathBuf};
use treebench_games::names::nearest;

/// What the name of an environment variable begins with that sets a key: `TREEBENCH_SET_EXPERIMENT__GAMES_PER_CELL=1000` is
/// `--set experiment.games-per-cell=1000` (two underscores are a dot, one is a hyphen).
pub const ENV_PREFIX: &str = "TREEBENCH_SET_";

/// What a caller may ask for. The default is the file and nothing else.
#[derive(Clone)]
pub struct LoadOptions {
    /// Values that cover those of the file, each as `a.b=c`.
    pub set: Vec<String>,
    /// The profile: the tables `[profile.NAME.…]` then cover the others.
    pub profile: Option<String>,
    /// Environment variables, of which those that begin with [`ENV_PREFIX`] count.
    pub environment: Vec<(String, String)>,
    /// The file is the resolved copy in a run directory: files that it refers to may be gone.
    pub stored: bool,
    /// What to do about budgets of nodal states that stand for a time.
    pub calibrate: Calibrate,
    /// The kinds of experiments there are.
    pub kinds: Vec<&'static dyn KindRules>,
}

/// How budgets of nodal states that stand for a time (`states-as`) are counted, where the file does not pin them.
#[derive(Clone, Debug)]
pub enum Calibrate {
    /// By a moment's measurement: good enough to look at a plan.
    Quick,
    /// As the run directory says if it was played before; otherwise as long as the file says.
    ForRun {
        /// The run directory; `results/NAME` if it is not given.
        out: Option<PathBuf>,
    },
}

impl Default for LoadOptions {
    fn default() -> Self {
        LoadOptions {
            set: Vec::new(),
            profile: None,
            environment: Vec::new(),
            stored: false,
            calibrate: Calibrate::Quick,
            kinds: kinds::rules(),
        }
    }
}

impl LoadOptions {
    /// The default with the environment variables of this process, as the command line uses it.
    pub fn from_environment() -> Self {
        let text = |(name, value): (std::ffi::OsString, std::ffi::OsString)| Some((name.into_string().ok()?, value.into_string().ok()?));
        let mut environment: Vec<_> = std::env::vars_os().filter_map(text).collect();
        environment.sort();
        LoadOptions { environment, ..LoadOptions::default() }
    }
}

/// An experiment and what it was read from.
pub struct Loaded {
    /// The experiment, resolved.
    pub experiment: Experiment,
    /// All files that were read, included ones first.
    pub files: Vec<PathBuf>,
}

/// Reads an experiment: the file and what it includes, then the profile, then the environment, then `--set`; each covers
/// what came before it, key by key (lists are replaced as a whole).
///
/// # Errors
/// All faults that could be found, each with the place where it stands.
pub fn load(path: &Path, options: &LoadOptions) -> Result<Loaded, ConfigErrors> {
    let mut faults = Faults::default();
    let mut files = Files::default();
    files.read(path, None, &mut faults);
    let mut layers = std::mem::take(&mut files.base);
    layers.extend(chosen_profile(&mut files, options.profile.as_deref(), &mut faults));
    let folder = path.parent().unwrap_or(Path::new(""));
    for (name, value) in &options.environment {
        layers.extend(overrides::variable(ENV_PREFIX, name, value, folder, &mut faults));
    }
    for argument in &options.set {
        layers.extend(overrides::set(argument, folder, &mut faults));
    }
    faults.layers = layers;
    if !faults.none() {
        return Err(faults.into_errors());
    }
    let wire = match merge(&faults.layers, options.profile.as_deref()) {
        Ok(merged) => read(&merged, &files.main, options, &mut faults),
        Err(error) => {
            faults.add_at(None, error.to_string());
            None
        }
    };
    let experiment = wire.and_then(|wire| resolve(&wire, options, &mut faults));
    match experiment {
        Some(experiment) if faults.none() => Ok(Loaded { experiment, files: files.paths }),
        _ => Err(faults.into_errors()),
    }
}

/// The layers of the chosen profile.
fn chosen_profile(files: &mut Files, profile: Option<&str>, faults: &mut Faults) -> Vec<Layer> {
    let Some(chosen) = profile else { return Vec::new() };
    let mut known: Vec<String> = Vec::new();
    let mut layers = Vec::new();
    for layer in std::mem::take(&mut files.profiles) {
        let Reach::Profile(name) = &layer.reach else { continue };
        known.push(name.clone());
        if name == chosen {
            layers.push(layer);
        }
    }
    // Without any file there is a better message already.
    if layers.is_empty() && faults.none() {
        let error = faults.add_at(None, format!("there is no profile `{chosen}`"));
        known.sort();
        known.dedup();
        let near = nearest(chosen, known.iter().map(String::as_str)).map(|near| format!("help: did you mean `{near}`?"));
        error.notes.extend(near);
        error.notes.push(if known.is_empty() { "the file has no profiles".to_owned() } else { format!("profiles: {}", known.join(", ")) });
    }
    layers
}

fn merge(layers: &[Layer], profile: Option<&str>) -> Result<Value, Box<figment::Error>> {
    let figment = layers.iter().fold(Figment::new(), |figment, layer| figment.merge(layer));
    let figment = figment.select(profile.map_or(Profile::Default, Profile::new));
    figment.extract().map_err(Box::new)
}

fn read(merged: &Value, main: &str, options: &LoadOptions, faults: &mut Faults) -> Option<Wire> {
    let kinds: Vec<&str> = options.kinds.iter().map(|kind| kind.name()).collect();
    let mut wire = decode(merged.as_dict()?, &kinds, faults);
    wire.question.get_or_insert_with(|| comment_at_top(main));
    Some(wire)
}

/// The comment that a file begins with, as one line. Directives for editors (`#:schema …`) are left out.
fn comment_at_top(text: &str) -> String {
    let lines = text.lines().skip_while(|line| line.trim().is_empty() || line.starts_with("#:"));
    let lines = lines.map_while(|line| line.trim_start().strip_prefix('#')).filter(|line| !line.starts_with(':'));
    lines.map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}
