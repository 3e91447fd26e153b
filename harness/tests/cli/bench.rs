//! Runs `bench` and captures its output.

use std::io::Write;
use std::process::{Command, Stdio};

/// How a run of `bench` ended.
pub(crate) struct Ended {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// The command, run from the root of the project.
pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bench"));
    command.args(args).current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs `bench` with this on its standard input.
pub(crate) fn bench_with(args: &[&str], input: &str) -> Ended {
    let mut child = command(args).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // A verb that does not read its input may have ended already.
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    Ended {
        code: output.status.code().expect("bench is never killed by a signal"),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The standard output of a successful command.
pub(crate) fn printed(args: &[&str]) -> String {
    let ended = bench_with(args, "");
    assert_eq!((ended.code, ended.stderr.as_str()), (0, ""), "bench {args:?}");
    ended.stdout
}

/// The standard output of a successful command, parsed as JSON.
pub(crate) fn json(args: &[&str]) -> serde_json::Value {
    serde_json::from_str(&printed(args)).unwrap()
}

/// The error of a command that ends with exit code 2.
pub(crate) fn refused(args: &[&str]) -> String {
    let ended = bench_with(args, "");
    assert_eq!((ended.code, ended.stdout.as_str()), (2, ""), "bench {args:?}: {}", ended.stderr);
    ended.stderr
}
