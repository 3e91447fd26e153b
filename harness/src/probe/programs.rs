//! Finds programs as a shell does.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use treebench_games::names::nearest;

/// Why a program cannot be started.
pub(super) struct ProgramFault {
    pub(super) message: String,
    pub(super) help: Option<String>,
}

/// The file of a program: in this folder if its name has a slash, else in PATH.
pub(super) fn find(program: &str, folder: &Path) -> Result<PathBuf, ProgramFault> {
    let paths: Vec<PathBuf> = if program.contains('/') {
        vec![folder.join(program)]
    } else {
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path).map(|folder| folder.join(program)).collect()
    };
    let exists: Vec<&PathBuf> = paths.iter().filter(|path| path.exists()).collect();
    if let Some(good) = exists.iter().find(|path| path.is_file() && is_executable(path)) {
        return Ok((**good).clone());
    }
    let unfit = exists.first().map(|path| {
        let (what, help) = if path.is_dir() {
            ("is a directory, not a program", "give the program inside it".to_owned())
        } else {
            ("is not executable", format!("chmod +x {}, or name its interpreter first", path.display()))
        };
        ProgramFault { message: format!("{} {what}", path.display()), help: Some(help) }
    });
    Err(unfit.unwrap_or_else(|| absent(program, &paths, folder)))
}

fn absent(program: &str, paths: &[PathBuf], folder: &Path) -> ProgramFault {
    let (name, place) = match program.rsplit_once('/') {
        Some((_, name)) => (name, paths[0].parent().unwrap_or(folder).display().to_string()),
        None => (program, "PATH".to_owned()),
    };
    let folders: BTreeSet<&Path> = paths.iter().filter_map(|path| path.parent()).collect();
    let entries = folders.into_iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
    let programs: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| path.is_file() && is_executable(path)).collect();
    let names: Vec<&str> = programs.iter().filter_map(|path| path.file_name()?.to_str()).collect();
    // Debian keeps games where only some users look for programs.
    let elsewhere =
        ["/usr/games", "/usr/local/bin", "/opt/bin"].map(|folder| Path::new(folder).join(name)).into_iter().find(|path| path.is_file());
    let help = if !program.contains('/') && folder.join(name).is_file() {
        Some(format!("the file of that name next to this one is \"./{name}\""))
    } else if let Some(path) = elsewhere {
        Some(format!("found {}: give the full path, or add its folder to PATH", path.display()))
    } else {
        nearest(name, names).map(|near| format!("did you mean `{near}`?"))
    };
    ProgramFault { message: format!("no program `{name}` in {place}"), help }
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|about| about.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(_path: &Path) -> bool {
    true
}
