//! The files of other outputs that lie beside the page.

use std::fmt::Write;
use std::path::{Path, PathBuf};

/// What the page links to: the files that were written with it. What else is in its folder may be of another report.
#[derive(Clone, Copy)]
pub(super) struct Files<'a> {
    /// The folder of the page.
    pub(super) dir: &'a Path,
    pub(super) written: &'a [PathBuf],
}

impl Files<'_> {
    /// Whether this file is there.
    pub(super) fn has(self, path: &str) -> bool {
        let path = self.dir.join(path);
        self.written.contains(&path)
    }

    /// Links to those of these files that are there, each a word and a path; nothing if none is.
    pub(super) fn links(self, files: &[(&str, String)]) -> String {
        let mut links = String::new();
        for (word, path) in files.iter().filter(|(_, path)| self.has(path)) {
            let _ = write!(links, " <a href=\"{path}\">{word}</a>");
        }
        if links.is_empty() { links } else { format!("<span class=\"files\">Data:{links}</span>") }
    }
}
