//! The command line.

use std::error::Error;
use std::path::PathBuf;
use treebench_rbg::{Passes, Split};

const USAGE: &str =
    "FOLDER [--only NAME,NAME] [--splits all|orthodox,Mod] [--seconds 0.5] [--engine native|interpreter] [--without PASS] [--count DEPTH]";

/// What was asked for.
pub(crate) struct Arguments {
    /// The folder with the collection.
    pub(crate) folder: PathBuf,
    /// The files wanted, without `.rbg`; all if there are none.
    only: Vec<String>,
    /// The strategies wanted.
    pub(crate) splits: Vec<Split>,
    /// Seconds of play for each speed.
    pub(crate) seconds: f64,
    /// Whether the interpreter plays everything.
    pub(crate) plain: bool,
    /// The optimisations that native code is made with.
    pub(crate) passes: Passes,
    /// Print counts up to this depth instead of checking them.
    pub(crate) count: Option<u32>,
}

impl Arguments {
    /// Reads the command line.
    ///
    /// # Errors
    /// If an option is unknown or has no valid value.
    pub(crate) fn read(mut words: impl Iterator<Item = String>) -> Result<Self, Box<dyn Error>> {
        let folder = words.next().filter(|word| !word.starts_with('-')).ok_or_else(|| format!("expected {USAGE}"))?;
        let splits = vec![Split::ORTHODOX, Split::MOD];
        let (only, passes) = (Vec::new(), Passes::ALL);
        let mut read = Arguments { folder: folder.into(), only, splits, seconds: 0.5, plain: false, passes, count: None };
        while let Some(option) = words.next() {
            let value = words.next().ok_or_else(|| format!("{option} has no value; expected {USAGE}"))?;
            match (option.as_str(), value.as_str()) {
                ("--only", names) => read.only = names.split(',').map(str::to_owned).collect(),
                ("--splits", "all") => read.splits = Split::all().collect(),
                ("--splits", names) => read.splits = names.split(',').map(str::parse).collect::<Result<_, _>>()?,
                ("--seconds", number) => read.seconds = number.parse()?,
                ("--engine", "native") => read.plain = false,
                ("--engine", "interpreter") => read.plain = true,
                ("--without", name) => read.passes = Passes::without(name.parse()?),
                ("--count", depth) => read.count = Some(depth.parse()?),
                _ => return Err(format!("unknown: {option} {value}; expected {USAGE}").into()),
            }
        }
        if read.count.is_some() {
            read.splits = vec![Split::ORTHODOX];
        }
        Ok(read)
    }

    /// Whether a file is wanted.
    pub(crate) fn wants(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|only| only == name)
    }
}
