//! A running engine: lines to it and from it, each with a deadline.

use super::error_log::ErrorLog;
use super::failure::{Failure, quoted};
use super::guard;
use super::lines::{Line, LineReader};
use super::system;
use crate::agent::Fault;
use std::io::{ErrorKind, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The maximum number of buffered lines; an engine that prints more blocks.
const WAITING_LINES: usize = 256;
/// The bytes of standard error that are kept for messages.
const KEPT_ERRORS: usize = 2000;
/// The lines of them that a message shows.
const SHOWN_ERRORS: usize = 5;
/// The time for an engine to quit.
pub const GRACE: Duration = Duration::from_millis(500);

/// How an engine is started: never through a shell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launch {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The directory in which it runs; that of this program if there is none.
    pub folder: Option<PathBuf>,
}

/// A moment until which an answer must be there.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    at: Instant,
    /// The time given, for messages.
    given: Duration,
}

impl Deadline {
    /// In this time.
    #[expect(clippy::disallowed_methods, reason = "another program may take forever; what it answers in time does not depend on the clock")]
    pub fn after(given: Duration) -> Deadline {
        // A limit of centuries is none.
        let bounded = given.min(Duration::from_secs(1 << 32));
        Deadline { at: Instant::now() + bounded, given }
    }

    /// The time that is left.
    #[expect(clippy::disallowed_methods, reason = "as above")]
    fn left(&self) -> Duration {
        self.at.saturating_duration_since(Instant::now())
    }
}

/// A running engine. It is killed, with everything that it started, when this is dropped.
pub struct Process {
    /// The engine, or its guard.
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Line>,
    errors: Arc<Mutex<Vec<u8>>>,
    error_reader: Option<JoinHandle<()>>,
}

impl Process {
    /// Starts an engine.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn start(launch: &Launch) -> Result<Process, Failure> {
        let fails = |error: std::io::Error| Failure::new(Fault::DoesNotStart, format!("does not start: {error}"));
        let mut command = guard::command(&launch.command);
        if let Some(folder) = &launch.folder {
            command.current_dir(folder);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        system::own_group(&mut command);
        let mut child = command.spawn().map_err(fails)?;
        let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (sender, lines) = sync_channel(WAITING_LINES);
        let kept = Arc::new(Mutex::new(Vec::new()));
        // From here on the engine is stopped whatever happens.
        let mut process = Process { child, input, lines, errors: Arc::clone(&kept), error_reader: None };
        if let Some(input) = &process.input {
            system::never_block(input).map_err(fails)?;
        }
        let named = |name: &str| thread::Builder::new().name(name.to_owned()).stack_size(1 << 16);
        if let Some(output) = output {
            named("engine output").spawn(move || forward(LineReader::new(output), &sender)).map_err(fails)?;
        }
        if let Some(errors) = errors {
            let log = ErrorLog::of(launch.command.first().map_or("", String::as_str), process.child.id());
            process.error_reader = Some(named("engine errors").spawn(move || keep_last(errors, &kept, log)).map_err(fails)?);
        }
        Ok(process)
    }

    /// Sends a line.
    ///
    /// # Errors
    /// If the engine is gone, or does not take it in time.
    pub fn send(&mut self, line: &str, deadline: &Deadline) -> Result<(), Failure> {
        let bytes = format!("{line}\n").into_bytes();
        let mut rest = &bytes[..];
        while !rest.is_empty() {
            let Some(input) = &mut self.input else { return Err(self.crashed("")) };
            match input.write(rest) {
                Ok(written) => rest = &rest[written..],
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    let left = deadline.left();
                    if left.is_zero() {
                        return Err(hangs(deadline, "does not read what it is sent"));
                    }
                    system::wait_for_room(input, left);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Err(self.crashed("")),
            }
        }
        Ok(())
    }

    /// The next line that the engine prints.
    ///
    /// # Errors
    /// If there is none in time, if the engine ends, or if the line has no end.
    pub fn line(&mut self, deadline: &Deadline) -> Result<String, Failure> {
        match self.lines.recv_timeout(deadline.left()) {
            Ok(Line::Text(line)) => Ok(line),
            Ok(Line::TooLong) => Err(Failure::protocol("printed a line without end")),
            Ok(Line::End { rest }) => Err(self.crashed(&rest)),
            Err(RecvTimeoutError::Disconnected) => Err(self.crashed("")),
            Err(RecvTimeoutError::Timeout) => Err(hangs(deadline, "does not answer")),
        }
    }

    /// The engine ended by itself: how, and its last words.
    fn crashed(&mut self, rest: &str) -> Failure {
        self.input = None;
        let code = self.wait(GRACE);
        let how = match code {
            Some(code) if code > 128 => format!("signal {}", code - 128),
            Some(code) => format!("exit status {code}"),
            None => "its output was closed".to_owned(),
        };
        let middle = if rest.is_empty() { String::new() } else { format!(" in the middle of the line {}", quoted(rest)) };
        Failure::new(Fault::Crash, format!("ended{middle} ({how}){}", self.last_words()))
    }

    /// The last lines of its standard error, as a part of a message.
    pub fn last_words(&mut self) -> String {
        // They may still be in the pipe; what a stray process holds open does not matter.
        for _ in 0..100 {
            if self.error_reader.as_ref().is_none_or(JoinHandle::is_finished) {
                break;
            }
            thread::sleep(Duration::from_millis(1));
        }
        let kept = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&kept);
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let shown: Vec<String> = lines[lines.len().saturating_sub(SHOWN_ERRORS)..].iter().map(|line| quoted(line)).collect();
        if shown.is_empty() { String::new() } else { format!("; its last lines on standard error: {}", shown.join(", ")) }
    }

    /// The exit code, or 128 and the number of the signal; `None` if it is still running after this time.
    fn wait(&mut self, most: Duration) -> Option<i32> {
        let deadline = Deadline::after(most);
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return status.code().or_else(|| signal(status)),
                Ok(None) if !deadline.left().is_zero() => thread::sleep(Duration::from_millis(1)),
                Ok(None) | Err(_) => return None,
            }
        }
    }

    /// Whether it has not ended by itself.
    pub fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Asks the engine to quit, waits a moment, and kills it if necessary. Returns whether it ended by itself.
    pub fn quit(&mut self, word: &str) -> bool {
        let deadline = Deadline::after(GRACE);
        if self.send(word, &deadline).is_err() {
            return false;
        }
        // What it still says does not matter, but an engine that waits for room would not end.
        loop {
            match self.lines.recv_timeout(deadline.left()) {
                Ok(Line::Text(_)) => {}
                Ok(Line::TooLong | Line::End { .. }) | Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => return false,
            }
        }
        self.wait(deadline.left()).is_some()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // A guard kills everything when its input ends, and ends then. Without one, this must do.
        self.input = None;
        if guard::is_enabled() && self.wait(4 * GRACE).is_some() {
            return;
        }
        system::kill_group(self.child.id());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn hangs(deadline: &Deadline, what: &str) -> Failure {
    Failure::new(Fault::Hang, format!("{what} within {:.1} s", deadline.given.as_secs_f64()))
}

#[cfg(unix)]
fn signal(status: std::process::ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status).map(|signal| 128 + signal)
}

#[cfg(not(unix))]
fn signal(_status: std::process::ExitStatus) -> Option<i32> {
    None
}

/// Hands lines over as fast as they are taken.
fn forward<R: Read>(mut reader: LineReader<R>, to: &SyncSender<Line>) {
    loop {
        let line = reader.next_line().unwrap_or(Line::End { rest: String::new() });
        let more = matches!(line, Line::Text(_));
        if to.send(line).is_err() || !more {
            return;
        }
    }
}

/// Reads everything and keeps the end of it.
fn keep_last(mut from: impl Read, kept: &Mutex<Vec<u8>>, mut log: Option<ErrorLog>) {
    let mut buffer = [0; 4096];
    while let Ok(length @ 1..) = from.read(&mut buffer) {
        if let Some(log) = &mut log {
            log.write(&buffer[..length]);
        }
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(&buffer[..length]);
        let surplus = kept.len().saturating_sub(KEPT_ERRORS);
        kept.drain(..surplus);
    }
}
