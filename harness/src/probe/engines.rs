//! Probes the identities of engines. Keys of cells depend on their names, versions and files.

use super::programs::{ProgramFault, find};
use crate::config::Part;
use crate::config::wire::{EngineTable, SweepWire};
use crate::experiment::{Experiment, Sections, tried};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use treebench_agents::engines::{EngineSettings, identify as ask};

/// The text before the hash of the files at the end of an identity.
const FILES: &str = "; files ";

/// Starts every engine of a file whose identity is neither in the file nor `known`, and adds the identities to those known. A program that cannot be
/// found is an error at its place, unless its absence is `allowed`: then it is returned in a sentence.
pub(super) fn identify(sections: &Sections, known: &mut BTreeMap<String, String>, allowed: bool) -> Vec<String> {
    let mut absent = Vec::new();
    let wire = &sections.document.wire;
    if !wire.at.sources().none() {
        return absent;
    }
    for (name, table) in &wire.agents {
        let Some(table) = &table.0 else { continue };
        let Some(engine) = table.engine.as_ref().filter(|engine| engine.identity.is_none() && !known.contains_key(name)) else { continue };
        // What is wrong with parameters is found when agents are built.
        let settings = engine.settings();
        if settings.check().is_err() {
            continue;
        }
        let program = &engine.command.value[0];
        match find(&program.value, Path::new(&settings.folder)) {
            Ok(found) => known.extend(identity(engine, &table.sweep, &settings, &found).map(|identity| (name.clone(), identity))),
            Err(ProgramFault { message, help }) if allowed => {
                let place = program.at.place(Part::Value).map_or(String::new(), |place| format!("{}:{}: ", place.source, place.line));
                absent.push(format!("{place}{message}{}", help.map_or(String::new(), |help| format!(" ({help})"))));
            }
            Err(ProgramFault { message, help }) => {
                let mut error = program.at.refuse(Part::Value, message);
                if let Some(help) = help {
                    error.help(help);
                }
            }
        }
    }
    absent
}

/// The identity of an engine, whose program was found; `None` if it cannot be asked, which is then an error at its place.
fn identity(engine: &EngineTable, sweep: &SweepWire, settings: &EngineSettings, program: &Path) -> Option<String> {
    let files = match hash_of(program, &settings.command, Path::new(&settings.folder)) {
        Ok(files) => files,
        Err((path, error)) => {
            engine.command.at.refuse(Part::Value, format!("cannot read {}: {error}", path.display()));
            return None;
        }
    };
    // It introduces itself before it is told any option, so that all have one identity; but it may refuse an option.
    let mut identity = None;
    for (words, options) in tried(sweep, &settings.options) {
        match ask(&EngineSettings { options, ..settings.clone() }) {
            Ok(found) => identity = Some(format!("{found}{FILES}{files}")),
            Err(failure) => {
                let with = if words.is_empty() { String::new() } else { format!(" with {words}") };
                engine.command.at.refuse(Part::Value, format!("the engine{with} {failure}"));
                return None;
            }
        }
    }
    identity
}

/// The engines of an experiment whose program on this machine differs from the one that played, each as a sentence. Nothing is started; the files are
/// compared. Missing programs are skipped.
pub fn changed_engines(experiment: &Experiment) -> Vec<String> {
    let other = |(name, settings): (&String, &EngineSettings)| {
        let words = &settings.command;
        let folder = Path::new(&settings.folder);
        let here = hash_of(&find(&words[0], folder).ok()?, words, folder).ok()?;
        // One that is not known yet contradicts nothing.
        let then = settings.identity.rsplit_once(FILES).map_or("", |(_, files)| files);
        (then != here && !settings.identity.is_empty()).then(|| {
            let command = words.join(" ");
            format!("`{name}` played as {}; `{command}` starts a different program here (files {here})", settings.identity)
        })
    };
    experiment.engines.iter().filter_map(other).collect()
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
