//! Runs `bench` in a temporary working directory and returns its output.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

pub(crate) const SMOKE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../configs/smoke.toml");

/// A temporary folder for one test, in which `bench` is run.
pub(crate) struct Bench {
    dir: tempfile::TempDir,
}

/// The exit status and the output of a process.
pub(crate) struct Said {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Said {
    fn from(output: Output) -> Said {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Said { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

impl Said {
    /// The standard output of a process that ended with this exit code.
    #[track_caller]
    pub(crate) fn ends(self, code: i32) -> String {
        assert_eq!(self.code, Some(code), "{}{}", self.out, self.err);
        self.out
    }

    /// The error of a process that failed after it had started: warnings may precede it.
    #[track_caller]
    pub(crate) fn refuses_somewhere(self, parts: &[&str]) {
        let err = self.err.clone();
        self.ends(2);
        assert!(err.contains("error: ") && parts.iter().all(|part| err.contains(part)), "{parts:?}: {err}");
    }

    /// The error of a process that refused its input.
    #[track_caller]
    pub(crate) fn refuses(self, parts: &[&str]) {
        let err = self.err.clone();
        self.ends(2);
        assert!(err.starts_with("error: ") && parts.iter().all(|part| err.contains(part)), "{parts:?}: {err}");
    }
}

impl Bench {
    pub(crate) fn new() -> Bench {
        Bench { dir: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    pub(crate) fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bench"));
        command.args(words).current_dir(self.dir.path()).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub(crate) fn run(&self, line: &str) -> Said {
        let words: Vec<&str> = line.split(' ').collect();
        Said::from(self.command(&words).output().unwrap())
    }

    /// Starts a run and waits until it has stored a record.
    pub(crate) fn start(&self, line: &str, run: &str) -> Child {
        let words: Vec<&str> = line.split(' ').collect();
        let mut child = self.command(&words).spawn().unwrap();
        for _ in 0..6000 {
            if self.stored(run) > 0 {
                return child;
            }
            assert!(child.try_wait().unwrap().is_none(), "it ended before anything was stored");
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("nothing is stored");
    }

    /// The number of records in a run directory; zero while it is being created.
    pub(crate) fn stored(&self, run: &str) -> u64 {
        let count = || -> rusqlite::Result<u32> {
            let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
            let file = rusqlite::Connection::open_with_flags(self.path(run).join("results.sqlite"), flags)?;
            file.query_row("SELECT count(*) FROM match", [], |row| row.get(0))
        };
        count().map_or(0, u64::from)
    }

    pub(crate) fn export(&self, run: &str) -> String {
        self.run(&format!("export {run} --format jsonl --reproducible")).ends(0)
    }
}

/// An experiment of one cell: `uct` against `random`.
pub(crate) fn config(games: u32, iterations: u32, game: &str, seed: u32) -> String {
    format!(
        "[experiment]\nname = \"tiny\"\nkind = \"match\"\nseed = {seed}\ngames-per-cell = {games}\n[budget]\niterations = {iterations}\n\
         [grid]\ngame = \"{game}\"\n[compare]\nuct = \"random\"\n"
    )
}

/// Sends SIGINT, as Ctrl-C does.
#[cfg(unix)]
pub(crate) fn interrupt(child: &Child) {
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
}
