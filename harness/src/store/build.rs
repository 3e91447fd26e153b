//! An executable on a machine: who played a record.

use super::host::host_name;
use super::{StoreError, record};
use crate::embedding;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::OnceLock;

record! {
    /// An executable on a machine. This is its one declaration: the columns of its table in a run directory, and its form in all other files.
    #[derive(Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Build {
        /// A hash of the executable file, in 32 hexadecimal digits; empty if it is not known.
        executable: String,
        /// The version of treebench.
        version: String,
        /// The commit, with `+` if files differed from it; empty if it is not known.
        commit: String [.named("commit_hash")],
        /// The compiler and the profile.
        toolchain: String,
        /// The machine's name.
        host: String,
    }
}

impl Build {
    /// The build of this process. The executable is read once per process.
    ///
    /// # Errors
    /// If the executable cannot be read.
    pub fn here() -> Result<Build, StoreError> {
        static EXECUTABLE: OnceLock<String> = OnceLock::new();
        let executable = match EXECUTABLE.get() {
            Some(hash) => hash.clone(),
            None => {
                let path = embedding::library().map_err(|error| StoreError::files("find", Path::new("the executable"), error))?;
                let hash = hash_of(&path).map_err(|error| StoreError::files("read", &path, error))?;
                EXECUTABLE.get_or_init(|| hash).clone()
            }
        };
        let dirty = if option_env!("TREEBENCH_GIT_DIRTY") == Some("true") { "+" } else { "" };
        let profile = if cfg!(debug_assertions) { "debug" } else { "release" };
        Ok(Build {
            executable,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            commit: option_env!("TREEBENCH_GIT_COMMIT").map_or(String::new(), |commit| format!("{commit}{dirty}")),
            toolchain: format!("{}, {profile}", option_env!("TREEBENCH_RUSTC").unwrap_or("unknown compiler")),
            host: host_name(),
        })
    }
}

/// [`Build::default`] is the unknown build of records from before builds were recorded.
impl fmt::Display for Build {
    /// As in `build 1a2b3c4d (version 0.1.0, commit 0123456789ab+, rustc 1.95.0, release) on host`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Build { executable, version, commit, toolchain, host } = self;
        let (Some(hash), dirty) = (executable.get(..8), if commit.ends_with('+') { "+" } else { "" }) else {
            return f.write_str("an unknown build");
        };
        let commit = commit.trim_end_matches('+').get(..12).map_or(String::new(), |commit| format!(", commit {commit}{dirty}"));
        write!(f, "build {hash} (version {version}{commit}, {toolchain}) on {host}")
    }
}

fn hash_of(path: &Path) -> io::Result<String> {
    let mut hasher = blake3::Hasher::new_derive_key("treebench 2026-11 executable");
    let mut file = File::open(path)?;
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => break,
            count => hasher.update(&buffer[..count]),
        };
    }
    Ok(hasher.finalize().to_hex()[..32].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_executable_is_known_by_its_content() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x");
        let hash = |text: &str| {
            std::fs::write(&path, text).unwrap();
            hash_of(&path).unwrap()
        };
        assert_eq!(hash("a"), hash("a"));
        assert_ne!(hash("a"), hash("b"));
        let here = Build::here().unwrap();
        assert_eq!((here.executable.len(), here.clone()), (32, Build::here().unwrap()));
    }

    #[test]
    fn builds_are_named_for_people() {
        let build = Build {
            executable: "1a2b3c4d5e".into(),
            version: "0.1.0".into(),
            commit: "0123456789abcdef+".into(),
            toolchain: "rustc 1.95.0, release".into(),
            host: "h".into(),
        };
        assert_eq!(build.to_string(), "build 1a2b3c4d (version 0.1.0, commit 0123456789ab+, rustc 1.95.0, release) on h");
        assert_eq!(Build::default().to_string(), "an unknown build");
    }
}
