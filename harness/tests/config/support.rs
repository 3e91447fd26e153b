//! An experiment kind for the tests of the configuration, and files to load.

use std::path::PathBuf;
use treebench::Params;
use treebench::config::ConfigErrors;
use treebench::experiment::{Cell, KindRules, LoadOptions, LoadedExperiment, Measure, Seeding, load};
use treebench::games::params::{ParamError, Params as _};
use treebench::kinds;

/// Settings.
#[derive(Params)]
struct Settings {
    /// Moves after which a game is cut off.
    #[param(default = 1000u32, range = 1..=1_000_000)]
    #[expect(dead_code, reason = "only what it declares is used")]
    max_moves: u32,
}

/// Games in pairs, which cannot be played.
const PAIRS: KindRules = KindRules {
    measures: &[Measure::Score],
    own: kinds::r#match::STOP,
    stops: true,
    seeding: |cell, _| Seeding { key: cell.key, round: cell.participants.len() as u32 },
    ..KindRules::new("match", "Games in pairs.", Settings::specs, accepts)
};

fn accepts(_cell: &Cell, tasks: u32) -> Result<(), ParamError> {
    if tasks.is_multiple_of(2) {
        Ok(())
    } else {
        Err(ParamError::rule("games-per-cell", format!("games-per-cell must be even, not {tasks}")))
    }
}

pub(crate) const KINDS: &[&KindRules] = &[&PAIRS];

pub(crate) fn options() -> LoadOptions {
    LoadOptions::default()
}

pub(crate) fn urgency() -> String {
    std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/config/urgency.toml")).unwrap()
}

/// A folder with files.
pub(crate) struct Files(pub(crate) tempfile::TempDir);

impl Files {
    pub(crate) fn new(files: &[(&str, &str)]) -> Files {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        Files(folder)
    }
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
    /// Loads `x.toml` with the registered kinds, or returns all errors without the folder's name.
    pub(crate) fn load(&self, options: &LoadOptions) -> Result<LoadedExperiment, String> {
        kinds::load(&self.path("x.toml"), options).map_err(|errors| self.without_folder(&errors))
    }
    /// Loads `x.toml` with only the kind of this file.
    pub(crate) fn load_pairs(&self, options: &LoadOptions) -> Result<LoadedExperiment, String> {
        load(&self.path("x.toml"), KINDS, options).map_err(|errors| self.without_folder(&errors))
    }
    fn without_folder(&self, errors: &ConfigErrors) -> String {
        errors.to_string().replace(&format!("{}/", self.0.path().display()), "")
    }
}

pub(crate) fn load_text(text: &str) -> Result<LoadedExperiment, String> {
    Files::new(&[("x.toml", text)]).load_pairs(&options())
}

/// The error for `text`.
pub(crate) fn fault(text: &str) -> String {
    load_text(text).err().expect("this file must be refused")
}
