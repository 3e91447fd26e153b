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
    /// Whether it ended before its end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub killed: bool,
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
