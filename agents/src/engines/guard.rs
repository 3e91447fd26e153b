//! The guard of an engine: a small process between this program and the engine, which ensures that no process of the engine survives.
//!
//! A killed program cannot clean up, and signals at a parent's death neither reach grandchildren nor come without unsafe code. An engine is therefore
//! started by a second instance of this program, whose standard input is a pipe from the first: the guard forwards it. When the pipe is closed,
//! because the first instance closed it or was killed, the guard kills the engine's process group and all its descendants (on Linux, where orphans
//! are reparented to the guard as their "subreaper"; elsewhere only the group). The same happens when the engine ends.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

/// The first argument of a guard; the engine's command follows.
pub const VERB: &str = "engine-guard";

/// The program that is started as a guard, with the arguments before [`VERB`].
static PROGRAM: OnceLock<Vec<OsString>> = OnceLock::new();

/// Declares that this program calls [`run`] when its first argument is [`VERB`], so that engines get guards. Without guards, engines are killed when
/// their agents are dropped, but not if this program is killed.
pub fn enable() {
    // On Linux this is the running program even if its file was replaced meanwhile.
    let own = PathBuf::from("/proc/self/exe");
    let own = if own.exists() { Some(own) } else { std::env::current_exe().ok() };
    if let Some(own) = own {
        enable_by(vec![own.into_os_string()]);
    }
}

/// The same for a program that is started by these words, in which [`VERB`] comes next.
pub fn enable_by(words: Vec<OsString>) {
    if cfg!(unix) {
        let _ = PROGRAM.set(words);
    }
}

/// Whether engines get guards.
pub(super) fn is_enabled() -> bool {
    PROGRAM.get().is_some()
}

/// The command that starts an engine: under a guard if there is one.
pub(super) fn command(engine: &[String]) -> Command {
    match PROGRAM.get().and_then(|words| words.split_first()) {
        Some((program, words)) => {
            let mut command = Command::new(program);
            command.args(words).arg(VERB).args(engine);
            command
        }
        None => {
            let mut command = Command::new(engine.first().map_or("", String::as_str));
            command.args(engine.iter().skip(1));
            command
        }
    }
}

/// Guards until the engine or the parent program ends, and returns the exit code: that of the engine, or 128 plus the number of its signal.
#[cfg(unix)]
pub fn run(engine: impl IntoIterator<Item = OsString>) -> i32 {
    unix::run(engine.into_iter().collect())
}

/// There are no guards on this system.
#[cfg(not(unix))]
pub fn run(_engine: impl IntoIterator<Item = OsString>) -> i32 {
    2
}

#[cfg(unix)]
mod unix {
    use super::super::system;
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};
    use std::ffi::OsString;
    use std::fs::{self, OpenOptions};
    use std::io::{self, Write};
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Command, Stdio, exit};
    use std::thread;
    use std::time::Duration;

    /// The exit code if the engine cannot be started, as in shells.
    const NOT_STARTED: i32 = 127;

    pub(super) fn run(engine: Vec<OsString>) -> i32 {
        #[cfg(target_os = "linux")]
        let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
        let Some((program, arguments)) = engine.split_first() else { return NOT_STARTED };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped());
        system::own_group(&mut command);
        let mut child = match command.spawn() {
            Ok(child) => child,
            Err(error) => {
                let _ = writeln!(io::stderr(), "cannot start {}: {error}", program.display());
                return NOT_STARTED;
            }
        };
        let_go_of_output();
        let leader = child.id();
        let input = child.stdin.take();
        thread::spawn(move || pass_on(input));
        thread::spawn(move || {
            poll_for_hang_up();
            // The thread that waits for the engine ends this process.
            kill_all(leader);
        });
        let status = child.wait();
        kill_all(leader);
        match status {
            Ok(status) => status.code().or_else(|| status.signal().map(|signal| 128 + signal)).unwrap_or(NOT_STARTED),
            Err(_) => NOT_STARTED,
        }
    }

    /// Only the engine may hold the ends of its pipes, so that readers notice its end.
    fn let_go_of_output() {
        if let Ok(nothing) = OpenOptions::new().write(true).open("/dev/null") {
            let _ = rustix::stdio::dup2_stdout(&nothing);
            let _ = rustix::stdio::dup2_stderr(&nothing);
        }
    }

    /// Passes the input on, at once and unchanged.
    fn pass_on(input: Option<std::process::ChildStdin>) {
        let Some(mut input) = input else { return };
        // Not through the buffer of `io::stdin`, which another thread would have to share.
        let mut buffer = vec![0; 1 << 16];
        while let Ok(length) = rustix::io::read(rustix::stdio::stdin(), &mut buffer[..]) {
            if length == 0 || input.write_all(&buffer[..length]).is_err() {
                return;
            }
        }
    }

    /// Returns when the other end of the input is closed, even if there is still something to read.
    fn poll_for_hang_up() {
        loop {
            let stdin = rustix::stdio::stdin();
            let mut input = [PollFd::new(&stdin, PollFlags::empty())];
            match poll(&mut input, None) {
                Ok(_) if input[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) => return,
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(_) => return,
            }
        }
    }

    /// Kills the engine's group and all descendants, until there are none.
    fn kill_all(leader: u32) {
        system::kill_group(leader);
        let own = std::process::id();
        for _ in 0..1000 {
            let left = children(own);
            if left.is_empty() {
                return;
            }
            for pid in left {
                let Some(pid) = i32::try_from(pid).ok().and_then(Pid::from_raw) else { continue };
                let _ = kill_process(pid, Signal::KILL);
                if pid.as_raw_nonzero().get().unsigned_abs() != leader {
                    let _ = waitpid(Some(pid), WaitOptions::NOHANG);
                }
            }
            thread::sleep(Duration::from_millis(1));
        }
        exit(NOT_STARTED);
    }

    /// The processes whose parent this is and that are not dead already; empty where the system does not tell.
    fn children(parent: u32) -> Vec<u32> {
        let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
        let pids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
        pids.filter(|pid| is_child(*pid, parent)).collect()
    }

    /// `/proc/PID/stat` is `PID (NAME) STATE PARENT …`, where the name may hold anything. A zombie (`Z`) needs no signal, only a `wait`.
    fn is_child(pid: u32, parent: u32) -> bool {
        let Ok(stat) = fs::read_to_string(format!("/proc/{pid}/stat")) else { return false };
        let mut fields = stat.rsplit(')').next().unwrap_or("").split_whitespace();
        let state = fields.next();
        state != Some("Z") && fields.next().and_then(|field| field.parse().ok()) == Some(parent)
    }
}
