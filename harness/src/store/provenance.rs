//! Where records come from: one entry per invocation, in JSON, the oldest first.

use super::clock::now;
use super::files::{PROVENANCE, write_atomically};
use super::{Host, StoreError};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// What an invocation knows about itself.
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
}

/// Notes that an invocation begins.
///
/// # Errors
/// If the file cannot be read or written, or is not what an earlier invocation left there.
pub fn start_invocation(dir: &Path, invocation: &Invocation) -> Result<(), StoreError> {
    let mut entries = invocations(dir)?;
    let host = Host::here();
    entries.push(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "git_commit": option_env!("TREEBENCH_GIT_COMMIT"),
        "git_dirty": option_env!("TREEBENCH_GIT_DIRTY").map(|dirty| dirty == "true"),
        "rustc": option_env!("TREEBENCH_RUSTC"),
        "build": if cfg!(debug_assertions) { "debug" } else { "release" },
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
        "started": now(),
        "finished": null,
        "played": null,
    }));
    write(dir, &Value::Array(entries))
}

/// Notes that the last invocation has ended, and how many tasks it played. An entry without an end was killed.
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
/// If the file cannot be read, or is not what an invocation left there.
pub fn invocations(dir: &Path) -> Result<Vec<Value>, StoreError> {
    let path = dir.join(PROVENANCE);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(StoreError::files("read", &path, error)),
    };
    match serde_json::from_str(&text) {
        Ok(Value::Array(entries)) => Ok(entries),
        Ok(_) => Err(StoreError::Foreign { path, reason: "it is no list of invocations".to_owned() }),
        Err(error) => Err(StoreError::Foreign { path, reason: format!("it is no JSON: {error}") }),
    }
}

fn write(dir: &Path, entries: &Value) -> Result<(), StoreError> {
    write_atomically(&dir.join(PROVENANCE), &format!("{entries:#}\n"))
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
    }

    #[test]
    fn a_file_of_something_else_is_not_overwritten() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join(PROVENANCE), "{}").unwrap();
        assert!(finish_invocation(dir.path(), 1).is_err());
        assert_eq!(fs::read_to_string(dir.path().join(PROVENANCE)).unwrap(), "{}");
    }
}
