//! A file with the files that it includes and its profiles.

use super::error::{ConfigError, Place};
use super::layer::{Layer, Part, Reach, Step, Text, convert};
use super::section::{TOP, unknown_key};
use super::sources::Errors;
use super::syntax;
use figment::value::{Dict, Value};
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use toml::de::DeTable;
use treebench_games::names::nearest;
use treebench_reports::reason;

/// The layers, included files before the files that include them.
#[derive(Default)]
pub(crate) struct Files {
    pub(crate) base: Vec<Layer>,
    pub(crate) profiles: Vec<Layer>,
    /// The text of the file that was named on the command line.
    pub(crate) main: String,
    /// All files, included ones first.
    pub(crate) paths: Vec<PathBuf>,
    pub(crate) errors: Errors,
    /// Misspellings of `include` and `profile`, which are read as meant.
    pub(crate) misspelt: Vec<ConfigError>,
    /// The keys at the top of a file.
    top: Vec<&'static str>,
    /// The files being read, to detect cycles.
    open: Vec<PathBuf>,
}

/// Further unknown keys are not compared with `include` and `profile`.
const MOST_UNKNOWN: usize = 50;

impl Files {
    /// No files; `top` are the keys at the top of one.
    pub(crate) fn new(top: Vec<&'static str>) -> Files {
        Files { top, ..Files::default() }
    }

    /// Reads the file given on the command line and everything it includes. `text` is the unsaved text of an editor.
    pub(crate) fn read_main(&mut self, path: &Path, text: Option<&str>) {
        self.read(path, text, None);
    }

    /// `asked` is the `include` of another file: its place, and the origin for errors.
    fn read(&mut self, path: &Path, unsaved: Option<&str>, asked: Option<(Place, String)>) {
        let name = path.display().to_string();
        let origin = asked.as_ref().map_or(String::new(), |(_, origin)| origin.clone());
        let bytes = match unsaved.map_or_else(|| std::fs::read(path), |text| Ok(text.as_bytes().to_vec())) {
            Ok(bytes) => bytes,
            Err(error) => {
                let found = self.errors.add(asked.map(|(place, _)| place), format!("cannot read {name}: {}", reason(path, &error)));
                if let Some(near) = similar(path).filter(|_| error.kind() == io::ErrorKind::NotFound) {
                    found.help(format_args!("did you mean `{}`?", near.display()));
                }
                return;
            }
        };
        let text = match String::from_utf8(bytes) {
            // Some editors begin a file with a byte order mark, which is not part of its text.
            Ok(text) => text.strip_prefix('\u{feff}').map_or_else(|| text.clone(), str::to_owned),
            Err(error) => {
                let good = error.utf8_error().valid_up_to();
                let line = 1 + error.as_bytes()[..good].iter().filter(|&&byte| byte == b'\n').count();
                self.errors.add(None, format!("{name} is not UTF-8 text: byte {} in line {line} is not part of a character", good + 1));
                return;
            }
        };
        let real = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if self.open.contains(&real) {
            self.errors.add(asked.map(|(place, _)| place), format!("{name} includes itself, directly or through another file"));
            return;
        }
        if self.paths.contains(&real) {
            // Included twice: it counts once, at its first place.
            return;
        }
        self.open.push(real.clone());
        if asked.is_none() {
            self.main.clone_from(&text);
        }
        let folder = path.parent().map_or(PathBuf::new(), Path::to_owned);
        match parse(Text { name, text }, origin, folder, Reach::Base) {
            Ok(layer) => self.add(layer),
            Err(errors) => self.errors.extend(errors),
        }
        self.open.pop();
        self.paths.push(real);
    }

    /// Takes `include` and `profile` out of a file's layer, reads what is included, and adds the layers.
    fn add(&mut self, mut layer: Layer) {
        let include = self.take(&mut layer, "include", |value| value.as_array().is_some());
        let profiles = self.take(&mut layer, "profile", |value| value.as_dict().is_some());
        for (at, file) in include.map_or(Vec::new(), |(key, files)| self.included(&files, &[Step::Key(key)], &layer)) {
            let place = layer.place(&at, Part::Value);
            let origin = format!("included from {}:{}", layer.text.name, place.as_ref().map_or(1, |place| place.line));
            if let Some(place) = place {
                self.read(&layer.folder.join(file), None, Some((place, origin)));
            }
        }
        match profiles {
            None => {}
            Some((key, Value::Dict(_, profiles))) => {
                profiles.into_iter().for_each(|(name, values)| self.add_profile(&layer, &key, name, values));
            }
            Some((key, _)) => {
                let place = layer.place(&[Step::Key(key)], Part::Key);
                self.errors.add(place, "`profile` must be tables: [profile.NAME]");
            }
        }
        self.base.push(layer);
    }

    /// Takes a key out of a layer, with its name there: a misspelt one, if its value fits, is read as meant.
    fn take(&mut self, layer: &mut Layer, key: &str, fits: fn(&Value) -> bool) -> Option<(String, Value)> {
        if let Some(value) = layer.values.remove(key) {
            return Some((key.to_owned(), value));
        }
        let mut unknown = layer.values.iter().filter(|(name, _)| !self.top.contains(&name.as_str())).take(MOST_UNKNOWN);
        let is_meant = |name: &str| nearest(name, self.top.iter().copied()) == Some(key);
        let written = unknown.find(|(name, value)| fits(value) && is_meant(name)).map(|(name, _)| name.clone())?;
        let value = layer.values.remove(&written)?;
        let message = unknown_key(&written, TOP);
        let mut error = ConfigError { message, place: layer.place(&[Step::Key(written.clone())], Part::Key), notes: Vec::new() };
        error.suggest(&written, self.top.iter().copied());
        self.misspelt.push(error);
        Some((written, value))
    }

    /// `table` is the key of all profiles.
    fn add_profile(&mut self, layer: &Layer, table: &str, name: String, values: Value) {
        let at = [table, &name].map(|key| Step::Key(key.to_owned()));
        let place = layer.place(&at, Part::Key);
        let Value::Dict(_, values) = values else {
            self.errors.add(place, format!("`profile.{name}` must be a table"));
            return;
        };
        if ["default", "global"].contains(&name.to_lowercase().as_str()) {
            self.errors.add(place, format!("a profile cannot be named `{name}`: this name is reserved for the part outside all profiles"));
            return;
        }
        for key in ["include", "profile"] {
            if values.contains_key(key) {
                let at = [&at[..], &[Step::Key(key.to_owned())]].concat();
                let place = layer.place(&at, Part::Key);
                self.errors.add(place, format!("`{key}` cannot be part of a profile"));
            }
        }
        let origin = match layer.origin.as_str() {
            "" => format!("profile `{name}`"),
            origin => format!("profile `{name}`, {origin}"),
        };
        self.profiles.push(layer.below(table, &name, values, origin, Reach::Profile(name.clone())));
    }

    /// The files that `include` names.
    fn included(&mut self, include: &Value, at: &[Step], layer: &Layer) -> Vec<(Vec<Step>, String)> {
        let wrong = "`include` must be a list of files: include = [\"base.toml\"]";
        let Some(items) = include.as_array() else {
            self.errors.add(layer.place(at, Part::Value), wrong);
            return Vec::new();
        };
        let mut files = Vec::new();
        for (i, item) in items.iter().enumerate() {
            let at = [at, &[Step::Index(i)]].concat();
            match item.as_str() {
                Some(file) => files.push((at, file.to_owned())),
                None => {
                    self.errors.add(layer.place(&at, Part::Value), wrong);
                }
            }
        }
        files
    }
}

/// Parses a text.
///
/// # Errors
/// All syntax errors, or all values that no key accepts.
pub(crate) fn parse(text: Text, origin: String, folder: PathBuf, reach: Reach) -> Result<Layer, Vec<ConfigError>> {
    let (table, mut errors) = DeTable::parse_recoverable(&text.text);
    if let Some(open) = unclosed_array(&text.text, &errors) {
        let message = "this is not TOML: this array is not closed, expected `]`".to_owned();
        return Err(vec![ConfigError::at(text.place(&origin, &(open..open + 1)), message)]);
    }
    // One error a line: after a bad name, such as `été`, its other letters and the end of the head are at fault, too.
    errors.sort_by_key(|error| error.message().starts_with("unclosed table"));
    let mut told = BTreeSet::new();
    let syntax = errors.iter().filter_map(|error| {
        let place = error.span().map_or_else(|| text.whole(&origin), |span| text.place(&origin, &span));
        let is_new = told.insert(place.line);
        let at = error.span().unwrap_or_default();
        let (message, help) = syntax::explained(&text.text, &at, error.message());
        let mut fault = ConfigError::at(place, format!("invalid TOML: {message}"));
        if let Some(help) = help {
            fault.help(help);
        }
        is_new.then_some(fault)
    });
    let syntax: Vec<ConfigError> = syntax.collect();
    if !syntax.is_empty() {
        return Err(syntax);
    }
    let mut unfit = Vec::new();
    let (values, spans): (Dict, _) = convert(&table, &mut unfit);
    if unfit.is_empty() {
        return Ok(Layer { text: Rc::new(text), origin, reach, folder, values, spans });
    }
    Err(unfit.into_iter().map(|unfit| ConfigError::at(text.place(&origin, &unfit.range), unfit.message)).collect())
}

/// The file of this kind beside a missing one whose name is the most similar, if one is.
fn similar(path: &Path) -> Option<PathBuf> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let names = std::fs::read_dir(folder.unwrap_or(Path::new("."))).ok()?.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let names: Vec<String> = names.filter(|name| Path::new(name).extension() == path.extension()).collect();
    let near = nearest(path.file_name()?.to_str()?, names.iter().map(String::as_str))?;
    Some(path.with_file_name(near))
}

/// The byte at which the array begins that is not closed, if the errors say that there is one: whatever follows was read as a part of it.
fn unclosed_array(text: &str, errors: &[toml::de::Error]) -> Option<usize> {
    errors.iter().find(|error| error.message().starts_with("unclosed array"))?;
    let first = errors.iter().filter_map(|error| error.span()).map(|span| span.start).min()?;
    let mut open = Vec::new();
    for (at, c) in text.get(..first)?.char_indices() {
        match c {
            '[' => open.push(at),
            ']' => drop(open.pop()),
            _ => {}
        }
    }
    open.pop()
}
