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
    // A change to any source of the executable makes the checkout dirty.
    let watched = watched();
    for path in &watched {
        println!("cargo::rerun-if-changed={path}");
    }
    println!("cargo::rustc-env=TREEBENCH_WATCHED={}", watched.join(" "));
}

/// The parts of a crate that can enter the executable.
const PARTS: [&str; 6] = ["Cargo.toml", "build.rs", "src", "rules", "fonts", "examples"];

/// The sources of the executable, relative to this crate. Installed from a registry, there is no workspace and nothing to watch but this crate.
fn watched() -> Vec<String> {
    let workspace = std::fs::read_to_string("../Cargo.toml").unwrap_or_default();
    let (_, members) = workspace.split_once("\nmembers = [").unwrap_or_default();
    let members = members.split(']').next().unwrap_or_default().split('"').skip(1).step_by(2).map(|member| format!("../{member}"));
    let paths = members.chain([".".to_owned()]).flat_map(|member| PARTS.map(|part| format!("{member}/{part}")));
    paths.chain(["../Cargo.lock".to_owned()]).filter(|path| Path::new(path).exists()).collect()
}

fn git(args: &[&str]) -> Option<String> {
    output(Command::new("git").args(args))
}

fn output(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
