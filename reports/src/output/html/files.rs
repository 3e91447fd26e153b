//! The files of other outputs that lie beside the page.

use std::fmt::Write;
use std::path::Path;

/// The folder of the page, whose files it links to; none for a page alone.
#[derive(Clone, Copy)]
pub(super) struct Files<'a> {
    pub(super) dir: Option<&'a Path>,
}

impl Files<'_> {
    /// Whether this file is there.
    pub(super) fn has(self, path: &str) -> bool {
        self.dir.is_some_and(|dir| dir.join(path).is_file())
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
