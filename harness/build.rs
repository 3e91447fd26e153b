//! Captures what the provenance of results needs to know about the build: the commit, whether files differed from it, and
//! the compiler. Outside a git checkout the first two are simply not known.

use std::path::Path;
use std::process::Command;

fn main() {
    if let Some(commit) = git(&["rev-parse", "HEAD"]) {
        println!("cargo::rustc-env=TREEBENCH_GIT_COMMIT={commit}");
        let dirty = git(&["status", "--porcelain", "--untracked-files=no"]).is_none_or(|changes| !changes.is_empty());
        println!("cargo::rustc-env=TREEBENCH_GIT_DIRTY={dirty}");
        // The commit changes with these files; the second one grows with every commit on any branch. The index is not among
        // them: looking at the state of the checkout rewrites it, and nothing would need to be built again.
        for file in ["HEAD", "logs/HEAD"] {
            if let Some(path) = git(&["rev-parse", "--git-path", file]).filter(|path| Path::new(path).exists()) {
                println!("cargo::rerun-if-changed={path}");
            }
        }
    }
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    if let Some(version) = output(Command::new(rustc).arg("--version")) {
        println!("cargo::rustc-env=TREEBENCH_RUSTC={version}");
    }
    // A change to any crate of the workspace makes the checkout dirty.
    for source in ["build.rs", "src", "../macros/src", "../games/src", "../agents/src", "../reports/src"] {
        if Path::new(source).exists() {
            println!("cargo::rerun-if-changed={source}");
        }
    }
}

fn git(args: &[&str]) -> Option<String> {
    output(Command::new("git").args(args))
}

fn output(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
