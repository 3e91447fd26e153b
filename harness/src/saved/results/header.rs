//! The comment at the top of a results file: tasks, builds and sessions.

use super::Session;
use crate::experiment::{Experiment, LoadOptions, Rate};
use crate::saved::FORMAT;
use crate::store::{Build, Statements, Verification};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// The first line of every results file.
pub(super) const TITLE: &str = "Results of an experiment, one row per cell, written by `bench run CONFIG --results FILE`; do not edit.\n\
    `bench report --results FILE` draws the report. Its columns are explained in harness/docs/FORMATS.md.";

/// Whether a file begins like a results file.
pub fn is_results_file(path: &Path) -> bool {
    let (sentence, _) = TITLE.split_once(',').unwrap_or((TITLE, ""));
    let begin = format!("## {sentence}");
    let mut found = Vec::new();
    let read = File::open(path).and_then(|file| file.take(begin.len() as u64).read_to_end(&mut found));
    read.is_ok() && found == begin.as_bytes()
}

/// The key that says how many games of a cell are in the plan.
const GAMES: &str = "experiment.games-per-cell";

/// Where an experiment comes from: enough to load it again.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Origin {
    /// Its TOML file.
    pub config: PathBuf,
    /// The profile applied.
    pub profile: Option<String>,
    /// The overrides given with `--set`.
    pub set: Vec<String>,
    /// The environment variables that override a key.
    pub environment: Vec<(String, String)>,
}

impl Origin {
    /// The origin of an experiment that is loaded from this file with these options. What restricts it to a part of its grid (`only`) is left
    /// out: a results file belongs to the whole.
    pub fn new(config: &Path, options: &LoadOptions) -> Origin {
        let restricts = |key: &str| key.trim().split('.').next() == Some("only");
        let set = options.set.iter().filter(|set| !restricts(set.split('=').next().unwrap_or(""))).cloned().collect();
        let variable = |name: &str| name.strip_prefix(crate::config::ENV_PREFIX).map(|key| key.to_lowercase().replace("__", "."));
        let counts = |(name, _): &&(String, String)| variable(name).is_some_and(|key| !restricts(&key));
        let environment = options.environment.iter().filter(counts).cloned().collect();
        Origin { config: config.to_owned(), profile: options.profile.clone(), set, environment }
    }

    /// The origin with as many games as the file asks for: without what overrides them, for instance to play a part first.
    pub fn with_all_games(&self) -> Origin {
        let set = self.set.iter().filter(|set| set.split('=').next().is_none_or(|key| key.trim() != GAMES)).cloned().collect();
        let overrides = |name: &str| name.strip_prefix(crate::config::ENV_PREFIX).is_some_and(|key| key == "EXPERIMENT__GAMES_PER_CELL");
        let environment = self.environment.iter().filter(|(name, _)| !overrides(name)).cloned().collect();
        Origin { set, environment, ..self.clone() }
    }

    /// Whether anything overrides the file.
    pub fn has_overrides(&self) -> bool {
        self.profile.is_some() || !self.set.is_empty() || !self.environment.is_empty()
    }

    /// The options to load it with.
    pub fn options(&self) -> LoadOptions {
        LoadOptions {
            set: self.set.clone(),
            profile: self.profile.clone(),
            environment: self.environment.clone(),
            ..LoadOptions::default()
        }
    }
}

/// The contents of the comment at the top, as TOML.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Header {
    format: u32,
    /// A hash of the file with this text left out.
    pub digest: String,
    /// The experiment's name.
    pub experiment: String,
    /// Its kind.
    pub kind: String,
    /// Its seed.
    pub seed: u64,
    /// Its TOML file, as a path that is found from here or from a folder above.
    config: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    profile: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    set: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    environment: Vec<(String, String)>,
    /// Tasks that the rows are made of.
    pub played: u64,
    /// Tasks of the whole plan.
    pub planned: u64,
    /// Cells that could be seen where the tasks were played, and that the experiment does not have.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub other_cells: u64,
    /// Rows of the past that were deleted by hand where the tasks were played.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub deleted_rows: u64,
    /// Tasks that were merged with another result than the one that is kept.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub contested: u64,
    /// How many hypotheses, rules of `[stop]` and sets of printed values were ever stated; missing in files of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hypotheses: Option<usize>,
    #[serde(rename = "rate", default, skip_serializing_if = "Vec::is_empty")]
    rates: Vec<StoredRate>,
    #[serde(rename = "engine", default, skip_serializing_if = "Vec::is_empty")]
    engines: Vec<StoredEngine>,
    #[serde(rename = "build", default)]
    /// The builds that played, in the order of their numbers from 1.
    pub builds: Vec<Build>,
    #[serde(rename = "verified", default, skip_serializing_if = "Vec::is_empty")]
    verified: Vec<StoredVerification>,
    #[serde(rename = "hypothesis", default, skip_serializing_if = "Vec::is_empty")]
    stated: Vec<StoredStatement>,
    /// The invocations that played the tasks, the oldest first.
    #[serde(rename = "session", default)]
    pub sessions: Vec<Session>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct StoredStatement {
    hash: String,
    /// Missing if it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stated_after: Option<u64>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct StoredRate {
    game: String,
    agent: String,
    states_per_second: u64,
}

/// A program that played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct StoredEngine {
    agent: String,
    /// The name and version that it reported, and the hash of its files.
    identity: String,
}

/// Numbers of builds count from 1.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct StoredVerification {
    played: usize,
    replayed: usize,
    group: String,
    tasks: u64,
    different: u64,
    accepted: bool,
}

/// The parts of a header besides the experiment.
pub struct Contents<'a> {
    /// Where the experiment comes from.
    pub origin: &'a Origin,
    /// The rates behind budgets of states that were given as a time.
    pub rates: &'a [Rate],
    /// The builds that played.
    pub builds: &'a [Build],
    /// Their verifications.
    pub verifications: &'a [Verification],
    /// The invocations that played.
    pub sessions: Vec<Session>,
    /// When hypotheses were first stated.
    pub statements: &'a Statements,
    /// Cells that could be seen, and that the experiment does not have.
    pub other_cells: u64,
    /// Rows of the past that were deleted by hand.
    pub deleted_rows: u64,
    /// Tasks that were merged with another result.
    pub contested: u64,
    /// Tasks that the rows are made of.
    pub played: u64,
}

impl Header {
    /// The header of the file at `path`; its digest is left out.
    pub fn new(path: &Path, experiment: &Experiment, contents: Contents<'_>) -> Header {
        let Contents { origin, rates, builds, verifications, sessions, statements, other_cells, deleted_rows, contested, played } =
            contents;
        let identified = experiment.engines.iter().filter(|(_, engine)| !engine.identity.is_empty());
        let number = |build: &Build| builds.iter().position(|known| known == build).map_or(0, |place| place + 1);
        let verified = |v: &Verification| StoredVerification {
            played: number(&v.played),
            replayed: number(&v.replayed),
            group: v.group.clone(),
            tasks: v.tasks,
            different: v.different,
            accepted: v.accepted,
        };
        Header {
            format: FORMAT,
            digest: String::new(),
            experiment: experiment.name.clone(),
            kind: experiment.kind.name.to_owned(),
            seed: experiment.seed,
            config: config_text(path, &origin.config),
            profile: origin.profile.clone(),
            set: origin.set.clone(),
            environment: origin.environment.clone(),
            played,
            planned: experiment.cells.len() as u64 * u64::from(experiment.games_per_cell),
            rates: rates
                .iter()
                .map(|rate| StoredRate { game: rate.game.clone(), agent: rate.agent.clone(), states_per_second: rate.states_per_second })
                .collect(),
            engines: identified.map(|(agent, engine)| StoredEngine { agent: agent.clone(), identity: engine.identity.clone() }).collect(),
            builds: builds.to_vec(),
            verified: verifications.iter().map(verified).collect(),
            other_cells,
            deleted_rows,
            contested,
            hypotheses: statements.known.then_some(statements.first.len()),
            stated: statements.first.iter().map(|(hash, after)| StoredStatement { hash: hash.clone(), stated_after: *after }).collect(),
            sessions,
        }
    }

    /// The header with the experiment named as in an earlier header of the file at `path`, if that is the same file.
    #[must_use]
    pub fn named_as_in(self, earlier: &Header, path: &Path) -> Header {
        let place = |config: &str| find_config(path, config).and_then(|found| found.canonicalize().ok());
        if place(&earlier.config) == place(&self.config) { Header { config: earlier.config.clone(), ..self } } else { self }
    }

    /// Where the experiment of the file at `path` comes from.
    ///
    /// # Errors
    /// If its TOML file is not found.
    pub fn origin(&self, path: &Path) -> Result<Origin, String> {
        let config = find_config(path, &self.config)
            .ok_or_else(|| format!("its experiment `{}` is neither in a folder above `{}` nor in this one", self.config, path.display()))?;
        Ok(Origin { config, profile: self.profile.clone(), set: self.set.clone(), environment: self.environment.clone() })
    }

    /// The rates behind budgets of states that were given as a time.
    pub fn rates(&self) -> Vec<Rate> {
        let rate =
            |rate: &StoredRate| Rate { game: rate.game.clone(), agent: rate.agent.clone(), states_per_second: rate.states_per_second };
        self.rates.iter().map(rate).collect()
    }

    /// The identities of the engines that played, by the names of their agents; empty in files of earlier versions.
    pub fn engines(&self) -> BTreeMap<String, String> {
        self.engines.iter().map(|engine| (engine.agent.clone(), engine.identity.clone())).collect()
    }

    /// When hypotheses were first stated, as far as the file says it; `None` if it contradicts itself.
    pub fn statements(&self) -> Option<Statements> {
        let first: BTreeMap<String, Option<u64>> = self.stated.iter().map(|stated| (stated.hash.clone(), stated.stated_after)).collect();
        let known = self.hypotheses.is_some();
        (self.hypotheses.unwrap_or(0) == first.len() && first.len() == self.stated.len()).then_some(Statements { known, first })
    }

    /// The verifications of the builds; `None` if it names a missing build.
    pub fn verifications(&self) -> Option<Vec<Verification>> {
        let build = |number: usize| self.builds.get(number.checked_sub(1)?).cloned();
        let read = |v: &StoredVerification| {
            Some(Verification {
                played: build(v.played)?,
                replayed: build(v.replayed)?,
                group: v.group.clone(),
                tasks: v.tasks,
                different: v.different,
                accepted: v.accepted,
            })
        };
        self.verified.iter().map(read).collect()
    }
}

/// The path of a config as the file at `path` names it: as given, if it is found again from the file, else in full.
fn config_text(path: &Path, config: &Path) -> String {
    let full = config.canonicalize().unwrap_or_else(|_| config.to_owned());
    let given = config.to_string_lossy();
    let found = find_config(path, &given).and_then(|found| found.canonicalize().ok());
    if found.is_some_and(|found| found == full) { given.into_owned() } else { full.to_string_lossy().into_owned() }
}

/// A config by its name in the file at `path`: from the file's folder, those above it, or the current one.
fn find_config(path: &Path, config: &str) -> Option<PathBuf> {
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let above = folder.ancestors().map(|above| above.join(config));
    above.chain([PathBuf::from(config)]).find(|path| path.is_file())
}
