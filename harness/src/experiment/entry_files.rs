//! The files of entries of an experiment, each read once.

use super::entry_file::{EntryError, EntryFile};
use super::{Cell, KindRules};
use crate::config::wire::Located;
use crate::config::{KeyPath, Part};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use treebench_reports::reason;

/// More entries than this are an error: each is checked whenever the experiment is loaded.
const MOST_ENTRIES: usize = 100_000;

/// Larger files are not read.
const MOST_BYTES: u64 = 64 << 20;

/// A file, the setting that names it, and the game, its variant and the settings' variant for which its entries were checked.
type CheckedFile = (String, &'static str, (usize, usize, usize));

/// The files read so far, by their paths in settings.
#[derive(Default)]
pub(crate) struct EntryFiles {
    /// `None` for an unusable file.
    read: BTreeMap<String, Option<Arc<EntryFile>>>,
    /// Whether all entries are valid there.
    checked: BTreeMap<CheckedFile, bool>,
}

impl EntryFiles {
    /// The file that a setting at this place names, relative to the experiment file. `texts` replaces files by stored texts. `None`, with an error,
    /// if it cannot be used.
    pub(crate) fn read(&mut self, name: &str, at: &KeyPath, texts: &BTreeMap<String, Located<String>>) -> Option<Arc<EntryFile>> {
        if let Some(known) = self.read.get(name) {
            return known.clone();
        }
        let path = at.folder().join(name);
        let text = match texts.get(name) {
            Some(text) => Ok(text.value.clone()),
            None => read_text(&path),
        };
        let source = path.display().to_string();
        let file = text.map(|text| EntryFile::new(source.as_str(), text)).and_then(|file| match file.len() {
            0 => Err(format!("{source} has no entry: every line is empty or a comment")),
            count if count > MOST_ENTRIES => Err(format!("{source} has {count} entries; the limit is {MOST_ENTRIES}")),
            _ => Ok(Arc::new(file)),
        });
        let file = match file {
            Ok(file) => Some(file),
            Err(message) => {
                let mut error = at.refuse(Part::Value, message);
                error.help("a path is relative to the file that names it; `{game}` is replaced by the name of the game");
                None
            }
        };
        self.read.insert(name.to_owned(), file.clone());
        file
    }

    /// Whether all entries of a cell's files are valid for it; `variant` distinguishes the games and settings of cells. Invalid entries are errors at
    /// their lines. `top` is the path of the experiment file.
    pub(crate) fn check(&mut self, kind: &'static KindRules, cell: &Cell, variant: (usize, usize, usize), top: &KeyPath) -> bool {
        let mut good = true;
        for (&setting, file) in &cell.files {
            let key = (file.source.clone(), setting, variant);
            if let Some(&known) = self.checked.get(&key) {
                good &= known;
                continue;
            }
            let at = top.key(kind.plays).key(setting).place(Part::Value);
            let origin = at.map_or(String::new(), |place| format!("`{setting}` for {}, {}:{}", cell.game.label, place.source, place.line));
            let mut fine = true;
            for index in 0..file.len() {
                if top.sources().full() {
                    break;
                }
                if let Err(EntryError { at, message }) = (kind.check_entry)(cell, setting, file.entry(index)) {
                    top.sources().refuse_at(Some(file.place(index, &at, &origin)), message);
                    fine = false;
                }
            }
            self.checked.insert(key, fine);
            good &= fine;
        }
        good
    }

    /// The texts by their paths in settings.
    pub(crate) fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.read.iter().filter_map(|(name, file)| Some((name.as_str(), file.as_ref()?.text.as_str())))
    }
}

fn read_text(path: &Path) -> Result<String, String> {
    let name = path.display();
    let plain = |error: std::io::Error| format!("cannot read {name}: {}", reason(path, &error));
    let about = fs::metadata(path).map_err(plain)?;
    if !about.is_file() || about.len() > MOST_BYTES {
        return Err(format!("cannot read {name}: not a regular file of at most {} MiB", MOST_BYTES >> 20));
    }
    let text = String::from_utf8(fs::read(path).map_err(plain)?)
        .map_err(|error| format!("{name} is not UTF-8 text: byte {} is not part of a character", error.utf8_error().valid_up_to() + 1))?;
    // Some editors begin a file with a byte order mark, which is not part of its text.
    Ok(text.strip_prefix('\u{feff}').map_or_else(|| text.clone(), str::to_owned))
}
