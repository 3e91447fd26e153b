//! The invocations of `bench run` that a results file names.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::Path;

/// An invocation of `bench run`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Session {
    /// The date and time at which it began, in UTC.
    pub started: String,
    /// The machine.
    pub host: String,
    /// Its processor.
    pub cpu: String,
    /// The command line.
    pub command: String,
    /// The tasks per cell that it planned; 0 in files of earlier versions.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub planned: u32,
    /// The most tasks of a cell that the file held at its end; 0 if that was not kept.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub size: u32,
    /// Whether it ended before its end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub killed: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl Session {
    /// The session of an entry in a run directory's `provenance.json`.
    pub fn of(entry: &Value) -> Session {
        let text = |name: &str| entry[name].as_str().unwrap_or("unknown").to_owned();
        let words = entry["command"].as_array().map_or(Vec::new(), |words| words.iter().filter_map(Value::as_str).collect());
        Session {
            started: text("started"),
            host: text("host"),
            cpu: text("cpu"),
            command: command_of(&words),
            planned: entry["tasks_per_cell"].as_u64().and_then(|tasks| u32::try_from(tasks).ok()).unwrap_or(0),
            size: 0,
            killed: entry["finished"].is_null(),
        }
    }
}

/// A command line as it can be typed elsewhere: without the path of the executable and without `--out`, both of which are places on one
/// machine.
fn command_of(words: &[&str]) -> String {
    let program = words.first().and_then(|word| Path::new(word).file_name()).map_or("bench".into(), |name| name.to_string_lossy());
    let mut kept = vec![program.as_ref()];
    let mut rest = words.iter().skip(1);
    while let Some(&word) = rest.next() {
        if word == "--out" {
            rest.next();
        } else if !word.starts_with("--out=") {
            kept.push(word);
        }
    }
    kept.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_command_names_no_place_of_the_machine_that_ran_it() {
        for out in [&["--out", "/scratch/a"][..], &["--out=/scratch/a"], &[]] {
            let words = [&["/home/me/bench", "run", "a.toml"], out, &["--threads", "1"]].concat();
            let session = Session::of(&json!({"started": "2026-11-26T01:00:00Z", "command": words}));
            assert_eq!(session.command, "bench run a.toml --threads 1");
            assert_eq!(session.host, "unknown");
        }
        assert_eq!(Session::of(&json!({})).command, "bench");
    }
}
