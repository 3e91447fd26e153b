//! Explains why a file or folder cannot be read or written.

use std::io::{self, ErrorKind};
use std::path::Path;

/// What is in the way of a path, or the system's message without its number.
#[must_use]
pub fn reason(path: &Path, error: &io::Error) -> String {
    let above = path.ancestors().skip(1).filter(|above| !above.as_os_str().is_empty());
    let nearest = above.clone().find(|above| above.exists());
    match error.kind() {
        ErrorKind::IsADirectory => "it is a folder, not a file".to_owned(),
        ErrorKind::AlreadyExists | ErrorKind::NotADirectory | ErrorKind::NotFound => match nearest.filter(|above| !above.is_dir()) {
            Some(file) => format!("`{}` is a file, not a folder", file.display()),
            None if path.is_file() => "it is a file, not a folder".to_owned(),
            // The nearest folder that is there is not the one around the path.
            None if !path.exists() && above.clone().next().is_some_and(|parent| nearest != Some(parent)) => {
                format!("no such folder: `{}`", above.clone().next().unwrap_or(path).display())
            }
            None => plain(error),
        },
        _ => plain(error),
    }
}

fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn what_is_in_the_way_of_a_path_is_named() {
        let dir = tempfile::tempdir().unwrap();
        let at = |path: &str| dir.path().join(path);
        fs::write(at("file"), "").unwrap();
        fs::create_dir(at("folder")).unwrap();
        let said = |path: &str, result: io::Result<()>| reason(&at(path), &result.unwrap_err());
        assert_eq!(said("file", fs::create_dir_all(at("file"))), "it is a file, not a folder");
        let in_the_way = format!("`{}` is a file, not a folder", at("file").display());
        assert_eq!(said("file/a/b", fs::create_dir_all(at("file/a/b"))), in_the_way);
        assert_eq!(said("file/a", fs::write(at("file/a"), "")), in_the_way);
        assert_eq!(said("folder", fs::write(at("folder"), "")), "it is a folder, not a file");
        assert_eq!(said("none/a", fs::write(at("none/a"), "")), format!("no such folder: `{}`", at("none").display()));
        assert_eq!(said("none", fs::read(at("none")).map(drop)), "No such file or directory");
    }
}
