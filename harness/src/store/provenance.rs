//! The provenance of records: one entry per invocation, in JSON, the oldest first.

use super::files::{PROVENANCE, write_atomically};
use super::{Build, Host, StoreError};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// The description of an invocation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invocation {
    /// The experiment's name.
    pub experiment: String,
    /// The kind's name.
    pub kind: String,
    /// The command line, word by word.
    pub command: Vec<String>,
    /// Worker threads.
    pub threads: usize,
    /// Whether every budget is counted, so that the results are exactly repeatable.
    pub counted: bool,
    /// Tasks that were finished before.
    pub done_before: u64,
    /// Tasks per cell of the plan.
    pub tasks_per_cell: u32,
}

/// Records the start of an invocation.
///
/// # Errors
/// If the file cannot be read or written, or was not written by an earlier invocation; if this executable cannot be read.
pub fn start_invocation(dir: &Path, invocation: &Invocation) -> Result<(), StoreError> {
    let mut entries = invocations(dir)?;
    let host = Host::here();
    entries.push(json!({
        "build": Build::here()?,
        "host": host.name,
        "system": host.system,
        "cpu": host.cpu,
        "cpu_threads": host.threads,
        "cpu_cores": host.cores,
        "command": invocation.command,
        "experiment": invocation.experiment,
        "kind": invocation.kind,
        "threads": invocation.threads,
        "budgets": if invocation.counted { "counted" } else { "timed" },
        "done_before": invocation.done_before,
        "tasks_per_cell": invocation.tasks_per_cell,
        "started": now(),
        "finished": null,
        "played": null,
    }));
    write(dir, &Value::Array(entries))
}

/// Records the end of the last invocation, and the number of tasks that it played. An invocation without an end was killed.
///
/// # Errors
/// If the file cannot be read or written.
pub fn finish_invocation(dir: &Path, played: u64) -> Result<(), StoreError> {
    let mut entries = invocations(dir)?;
    if let Some(last) = entries.last_mut() {
        last["finished"] = json!(now());
        last["played"] = json!(played);
    }
    write(dir, &Value::Array(entries))
}

/// The entries of all invocations, the oldest first; none if there is no such file.
///
/// # Errors
/// If the file cannot be read, or was not written by an invocation.
pub fn invocations(dir: &Path) -> Result<Vec<Value>, StoreError> {
    let path = dir.join(PROVENANCE);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(StoreError::files("read", &path, error)),
    };
    match serde_json::from_str(&text) {
        Ok(Value::Array(entries)) => Ok(entries),
        Ok(_) => Err(StoreError::Foreign { path, reason: "it is not a list of invocations".to_owned() }),
        Err(error) => Err(StoreError::Foreign { path, reason: format!("it is not JSON: {error}") }),
    }
}

fn write(dir: &Path, entries: &Value) -> Result<(), StoreError> {
    write_atomically(&dir.join(PROVENANCE), &format!("{entries:#}\n"))
}

/// The date and time now, in UTC, as in `2026-11-20T21:28:49Z`.
pub fn now() -> String {
    in_seconds(0)
}

/// The date and time after some seconds from now, in the same form.
#[expect(clippy::disallowed_methods, reason = "the provenance says when a run was made; no result depends on it")]
pub fn in_seconds(seconds: u64) -> String {
    date(SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()).saturating_add(seconds))
}

/// Seconds since 1970 as a date of the Gregorian calendar. Years are counted from March, so that the leap day is the last of
/// its year, and in cycles of 400 years, which all have the same 146,097 days.
fn date(seconds: u64) -> String {
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // The 719,468 days from 1 March of year 0 to 1 January 1970.
    let days = days + 719_468;
    let (cycle, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year + year / 4 - year / 100);
    // From March on, the months have 31, 30, 31, 30, 31 days in turn: 153 in five months.
    let month = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * month + 2) / 5 + 1;
    let (year, month) = (400 * cycle + year + month / 10, (month + 2) % 12 + 1);
    format!("{year:04}-{month:02}-{day_of_month:02}T{:02}:{:02}:{:02}Z", second / 3_600, second / 60 % 60, second % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_invocation_has_its_entry() {
        let dir = tempfile::tempdir().unwrap();
        let invocation = Invocation {
            experiment: "e".into(),
            kind: "match".into(),
            command: vec!["bench".into(), "run".into(), "a b.toml".into()],
            threads: 2,
            counted: true,
            done_before: 3,
            tasks_per_cell: 20,
        };
        start_invocation(dir.path(), &invocation).unwrap();
        start_invocation(dir.path(), &invocation).unwrap();
        finish_invocation(dir.path(), 17).unwrap();
        let entries = invocations(dir.path()).unwrap();
        assert_eq!(entries.len(), 2);
        assert!(entries[0]["finished"].is_null());
        assert_eq!(entries[1]["played"], 17);
        assert_eq!(entries[1]["command"][2], "a b.toml");
        assert_eq!(entries[1]["budgets"], "counted");
        assert_eq!(serde_json::from_value::<Build>(entries[1]["build"].clone()).unwrap(), Build::here().unwrap());
    }

    #[test]
    fn a_file_of_something_else_is_not_overwritten() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join(PROVENANCE), "{}").unwrap();
        assert!(finish_invocation(dir.path(), 1).is_err());
        assert_eq!(fs::read_to_string(dir.path().join(PROVENANCE)).unwrap(), "{}");
    }

    /// Values from `date -u -d @N +%FT%TZ` (GNU coreutils).
    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_735_689_599, "2024-12-31T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
            (1_795_210_129, "2026-11-20T21:28:49Z"),
        ] {
            assert_eq!(date(seconds), expected);
        }
    }
}
