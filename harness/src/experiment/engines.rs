//! Programs that play: whether they are there, and who they are.
//!
//! Reading a file starts nothing. Only where an experiment is to be played or planned are its engines looked for and started once, because their
//! names, versions and files are a part of what the keys of cells are the hash of. What has been played remembers them, so that it can be read where
//! they are missing or others.

use super::engine_options::tried;
use super::{Experiment, Participant};
use crate::config::wire::{EngineWire, Located, SweepWire, Wire};
use crate::config::{Diagnostics, Part};
use crate::shell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use treebench_agents::engines::{ENGINE, EngineSettings, identify as ask};
use treebench_games::names::nearest;
use treebench_games::params::{Params as _, Value, Values, resolve};

/// The command of a participant that is an engine, with its identity; `None` for others.
pub fn command_line(participant: &Participant) -> Option<String> {
    if participant.entry.name != ENGINE.name {
        return None;
    }
    let settings = EngineSettings::from_values(&participant.params).ok()?;
    let words = settings.command().ok()?;
    let who = if settings.identity.is_empty() { String::new() } else { format!(" ({})", settings.identity) };
    Some(format!("{}{who}", shell::command_line(words)))
}

/// Looks for all engines and asks them who they are. What cannot be used is an error at its place.
pub(crate) fn identify(wire: &mut Wire, diagnostics: &mut Diagnostics) {
    for table in wire.agents.values_mut().flatten() {
        let Some(engine) = table.engine.as_mut().filter(|engine| !engine.identified) else { continue };
        if let Some(identity) = identity(engine, &table.sweep, diagnostics) {
            engine.is(identity);
        }
    }
}

/// Gives the engines the identities under which they played, by the names of their agents.
pub(crate) fn recall(wire: &mut Wire, known: &BTreeMap<String, String>) {
    for (name, table) in &mut wire.agents {
        let engine = table.as_mut().and_then(|table| table.engine.as_mut()).filter(|engine| !engine.identified);
        if let (Some(engine), Some(identity)) = (engine, known.get(name)) {
            engine.is(identity.clone());
        }
    }
}

impl EngineWire {
    fn is(&mut self, identity: String) {
        self.params.value.push(("identity".to_owned(), Located::new(Value::Text(identity), self.at.clone())));
        self.identified = true;
    }
}

/// The engines of an experiment by the names of their tables, without the options that are swept.
pub(crate) fn engines(wire: &Wire) -> BTreeMap<String, EngineSettings> {
    let tables = wire.agents.iter().filter_map(|(name, table)| Some((name, table.as_ref()?.engine.as_ref()?)));
    tables.filter_map(|(name, engine)| Some((name.clone(), EngineSettings::from_values(&params(engine)?).ok()?))).collect()
}

/// The parameters of an engine; `None` if something is wrong with them.
fn params(engine: &EngineWire) -> Option<Values> {
    let given: Values = engine.params.value.iter().map(|(name, value)| (name.clone(), value.value.clone())).collect();
    resolve(&(ENGINE.specs)(), &given).ok()
}

/// The engines of an experiment whose program on this machine is another than the one that played: for each a sentence. Nothing is started; the files are
/// compared. What is missing here is not mentioned.
pub fn others_here(experiment: &Experiment) -> Vec<String> {
    let other = |(name, settings): (&String, &EngineSettings)| {
        let words = settings.command().ok()?;
        let folder = Path::new(&settings.folder);
        let here = hash_of(&find(&words[0], folder).ok()?, &words, folder).ok()?;
        let (_, then) = settings.identity.rsplit_once(FILES)?;
        (then != here).then(|| {
            let command = words.join(" ");
            format!("`{name}` played as {}; the program that `{command}` starts here is another one (files {here})", settings.identity)
        })
    };
    experiment.engines.iter().filter_map(other).collect()
}

/// The words before the hash of the files, with which an identity ends.
const FILES: &str = "; files ";

fn identity(engine: &EngineWire, sweep: &SweepWire, diagnostics: &mut Diagnostics) -> Option<String> {
    // What is wrong with parameters is found when agents are built.
    let params = params(engine)?;
    let settings = EngineSettings::from_values(&params).ok()?;
    let words = settings.command().ok()?;
    let folder = PathBuf::from(&settings.folder);
    let program = &engine.command.value[0];
    let found = match find(&program.value, &folder) {
        Ok(found) => found,
        Err(Missing { message, help }) => {
            let error = diagnostics.add(&program.at, Part::Value, message);
            if let Some(help) = help {
                error.help(help);
            }
            return None;
        }
    };
    let files = match hash_of(&found, &words, &folder) {
        Ok(files) => files,
        Err((path, error)) => {
            diagnostics.add(&engine.command.at, Part::Value, format!("cannot read {}: {error}", path.display()));
            return None;
        }
    };
    // It introduces itself before it is told any option, so that all have one identity; but it may refuse an option.
    let mut identity = None;
    for (options, params) in tried(sweep, &params) {
        match ask(&EngineSettings::from_values(&params).ok()?) {
            Ok(found) => identity = Some(format!("{found}{FILES}{files}")),
            Err(failure) => {
                let with = if options.is_empty() { String::new() } else { format!(" with {options}") };
                diagnostics.add(&engine.command.at, Part::Value, format!("the engine{with} {failure}"));
                return None;
            }
        }
    }
    identity
}

/// Why there is no such program.
struct Missing {
    message: String,
    help: Option<String>,
}

/// The file of a program: in this folder if its name has a slash, else in PATH.
fn find(program: &str, folder: &Path) -> Result<PathBuf, Missing> {
    let paths: Vec<PathBuf> = if program.contains('/') {
        vec![folder.join(program)]
    } else {
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path).map(|folder| folder.join(program)).collect()
    };
    let exists: Vec<&PathBuf> = paths.iter().filter(|path| path.exists()).collect();
    if let Some(good) = exists.iter().find(|path| path.is_file() && is_executable(path)) {
        return Ok((**good).clone());
    }
    let unfit = exists.first().map(|path| {
        let (what, help) = if path.is_dir() {
            ("is a directory, not a program", "name the program in it".to_owned())
        } else {
            ("is not executable", format!("chmod +x {}, or name its interpreter first", path.display()))
        };
        Missing { message: format!("{} {what}", path.display()), help: Some(help) }
    });
    Err(unfit.unwrap_or_else(|| absent(program, &paths, folder)))
}

fn absent(program: &str, paths: &[PathBuf], folder: &Path) -> Missing {
    let (name, place) = match program.rsplit_once('/') {
        Some((_, name)) => (name, paths[0].parent().unwrap_or(folder).display().to_string()),
        None => (program, "PATH".to_owned()),
    };
    let folders: BTreeSet<&Path> = paths.iter().filter_map(|path| path.parent()).collect();
    let entries = folders.into_iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
    let programs: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| path.is_file() && is_executable(path)).collect();
    let names: Vec<&str> = programs.iter().filter_map(|path| path.file_name()?.to_str()).collect();
    // Debian keeps games where only some users look for programs.
    let elsewhere =
        ["/usr/games", "/usr/local/bin", "/opt/bin"].map(|folder| Path::new(folder).join(name)).into_iter().find(|path| path.is_file());
    let help = if !program.contains('/') && folder.join(name).is_file() {
        Some(format!("the file of that name beside this one is \"./{name}\""))
    } else if let Some(path) = elsewhere {
        Some(format!("there is {}: write the whole path, or add its folder to PATH", path.display()))
    } else {
        nearest(name, names).map(|near| format!("did you mean `{near}`?"))
    };
    Missing { message: format!("there is no program `{name}` in {place}"), help }
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|about| about.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(_path: &Path) -> bool {
    true
}

/// A hash of a program and of the files among its arguments, in 16 hexadecimal digits.
fn hash_of(program: &Path, words: &[String], folder: &Path) -> Result<String, (PathBuf, io::Error)> {
    let named = words[1..].iter().map(|word| folder.join(word)).filter(|path| path.is_file());
    hash([program.to_owned()].into_iter().chain(named))
}

/// A hash of files in their order, in 16 hexadecimal digits.
fn hash(files: impl Iterator<Item = PathBuf>) -> Result<String, (PathBuf, io::Error)> {
    let mut hasher = blake3::Hasher::new_derive_key("treebench 2026-11 files of an engine");
    for path in files {
        let mut one = blake3::Hasher::new();
        let mut read = || -> io::Result<()> {
            let mut file = File::open(&path)?;
            let mut buffer = vec![0; 1 << 16];
            while let length @ 1.. = file.read(&mut buffer)? {
                one.update(&buffer[..length]);
            }
            Ok(())
        };
        read().map_err(|error| (path, error))?;
        hasher.update(one.finalize().as_bytes());
    }
    Ok(hasher.finalize().to_hex()[..16].to_owned())
}
