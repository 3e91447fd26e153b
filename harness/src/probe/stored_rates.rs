//! The rates of a run, kept in its directory so that a resumed run has the same budgets.

use crate::experiment::Rate;
use crate::store::{RESOLVED, StoreError, write_atomically};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// The file with the rates, in the run's directory.
pub const CALIBRATION: &str = "calibration.toml";

/// The file: `[[rate]]` tables.
#[derive(Serialize, Deserialize, Default)]
struct RateFile {
    rate: Vec<StoredRate>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
struct StoredRate {
    game: String,
    agent: String,
    states_per_second: u64,
}

/// The rates that earlier invocations of a run measured; none if there is no such file.
pub fn read_rates(dir: &Path) -> Vec<Rate> {
    let stored = std::fs::read_to_string(dir.join(CALIBRATION)).ok().and_then(|text| toml::from_str::<RateFile>(&text).ok());
    match stored {
        Some(stored) => {
            let rate = |rate: StoredRate| Rate { game: rate.game, agent: rate.agent, states_per_second: rate.states_per_second };
            stored.rate.into_iter().map(rate).collect()
        }
        None => resolved_rates(dir),
    }
}

/// The rates in the resolved copy of a run of version 0.1 and earlier, which had no file of their own.
fn resolved_rates(dir: &Path) -> Vec<Rate> {
    #[derive(Deserialize)]
    struct ResolvedCopy {
        calibration: Rates,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "kebab-case")]
    struct Rates {
        states_per_second: BTreeMap<String, u64>,
    }
    let text = std::fs::read_to_string(dir.join(RESOLVED)).unwrap_or_default();
    let rates = toml::from_str::<ResolvedCopy>(&text).map(|resolved| resolved.calibration.states_per_second).unwrap_or_default();
    rates.into_iter().map(|(game, states_per_second)| Rate { game, agent: String::new(), states_per_second }).collect()
}

/// Writes the rates of a run.
///
/// # Errors
/// If the file cannot be written.
pub fn write_rates(dir: &Path, rates: &[Rate]) -> Result<(), StoreError> {
    if rates.is_empty() {
        return Ok(());
    }
    let rate = |rate: &Rate| StoredRate { game: rate.game.clone(), agent: rate.agent.clone(), states_per_second: rate.states_per_second };
    let text = toml::to_string(&RateFile { rate: rates.iter().map(rate).collect() }).expect("tables of texts and numbers are TOML");
    let about =
        "# Nodal states per second, measured when this run began. Without this file they are measured again, and its cells change.\n\n";
    write_atomically(&dir.join(CALIBRATION), &format!("{about}{text}"))
}
