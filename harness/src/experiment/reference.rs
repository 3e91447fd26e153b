//! Values printed in papers, to compare with ours.

use super::{Cell, Experiment, Measure};
use std::collections::BTreeMap;
use std::fs;
use treebench_reports::reason;

/// With what the hashes of printed values begin, by which they are told from those of hypotheses.
pub(super) const PRINTED: &str = "printed:";

/// One printed value.
#[derive(Clone, PartialEq, Debug)]
pub struct Reference {
    /// The cells that it belongs to: an axis and the value there, for every axis column of the file.
    pub axes: Vec<(String, String)>,
    /// The statistic of the cell, if the kind has several; empty for that of a match.
    pub statistic: String,
    /// The value, in the statistic's unit; in percent for a match.
    pub value: f64,
    /// The printed half-width, in the same unit; not a number if none was printed.
    pub half_width: f64,
    /// Where it is printed.
    pub source: String,
}

/// All printed values of an experiment.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct References(pub Vec<Reference>);

impl References {
    /// Reads the values of an experiment: CSV files with a heading: `value`, optionally `statistic`, `half-width` and `source`, and columns named after axes of
    /// the grid (`game`, `iterations`, `candidate.fpu`). Fields with commas are quoted; lines that begin with `#` are comments.
    ///
    /// # Errors
    /// If a file cannot be read, a line does not fit the heading or has an impossible number, or two lines have different values for the same cells:
    /// names the file and the line.
    pub fn of_experiment(experiment: &Experiment) -> Result<References, String> {
        let are_scores = experiment.kind.measures.contains(&Measure::Score);
        let mut all: Vec<Reference> = Vec::new();
        let mut known: BTreeMap<String, [f64; 2]> = BTreeMap::new();
        for path in &experiment.references {
            let text = fs::read_to_string(path).map_err(|error| format!("{}: {}", path.display(), reason(path, &error)))?;
            let fault = |(line, message): (usize, String)| format!("{}:{line}: {message}", path.display());
            for (line, reference) in parse(&text, are_scores).map_err(fault)? {
                let mut axes = reference.axes.clone();
                axes.sort();
                let value = [reference.value, reference.half_width];
                let first = known.entry(format!("{axes:?} {}", reference.statistic)).or_insert(value);
                if first.map(f64::to_bits) != value.map(f64::to_bits) {
                    let words = |[value, half]: [f64; 2]| if half.is_nan() { value.to_string() } else { format!("{value} ± {half}") };
                    return Err(fault((
                        line,
                        format!("contradicting values for the same cells: {}, and here {}", words(*first), words(value)),
                    )));
                }
                all.push(reference);
            }
        }
        Ok(References(all))
    }

    /// A hash of all values with their cells, whatever their order and their sources; `None` if there are none.
    pub(super) fn hash(&self) -> Option<String> {
        let line = |reference: &Reference| {
            let Reference { axes, statistic, value, half_width, source: _ } = reference;
            let mut axes = axes.clone();
            axes.sort();
            format!("{axes:?} {statistic:?} {value:?} {half_width:?}\n")
        };
        let mut lines: Vec<String> = self.0.iter().map(line).collect();
        lines.sort_unstable();
        let mut hasher = blake3::Hasher::new_derive_key("treebench 2026-11-27 printed values");
        hasher.update(lines.concat().as_bytes());
        (!lines.is_empty()).then(|| format!("{PRINTED}{}", &hasher.finalize().to_hex()[..16]))
    }

    /// The first value that belongs to a cell.
    pub fn of(&self, cell: &Cell) -> Option<&Reference> {
        self.0.iter().find(|reference| reference.belongs_to(cell))
    }

    /// All values that belong to a cell, in the order of the files.
    pub fn all_of<'a>(&'a self, cell: &'a Cell) -> impl Iterator<Item = &'a Reference> {
        self.0.iter().filter(|reference| reference.belongs_to(cell))
    }

    /// Values that belong to several cells, which differ on axes that the file does not name: a value is printed for one of them. A cell's value on an axis
    /// by this name does not count if it is left `open`.
    pub fn indefinite(&self, cells: &[Cell], open: impl Fn(&Cell, &str) -> bool) -> usize {
        let settled = |cell: &Cell| cell.axes.iter().filter(|at| !open(cell, at.name())).cloned().collect::<Vec<_>>();
        let is_indefinite = |reference: &&Reference| {
            let mut own = cells.iter().filter(|cell| reference.belongs_to(cell));
            own.next().is_some_and(|first| own.any(|cell| cell.game.label != first.game.label || settled(cell) != settled(first)))
        };
        self.0.iter().filter(is_indefinite).count()
    }

    /// Values that belong to no cell: a misspelt axis or value, or a part of the grid that is not played.
    pub fn unused<'a>(&'a self, cells: &'a [Cell]) -> impl Iterator<Item = &'a Reference> {
        self.0.iter().filter(|reference| !cells.iter().any(|cell| reference.belongs_to(cell)))
    }
}

impl Reference {
    fn belongs_to(&self, cell: &Cell) -> bool {
        self.axes.iter().all(|(axis, value)| cell.axes.iter().any(|at| at.name() == axis && &at.value == value))
    }
}

/// Reads a file's text: its values with their lines. An error has its line.
fn parse(text: &str, are_scores: bool) -> Result<Vec<(usize, Reference)>, (usize, String)> {
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).trim(csv::Trim::All).flexible(true).from_reader(text.as_bytes());
    let fault = |error: csv::Error| (line_of(text, error.position()), error.to_string());
    let names = reader.headers().map_err(fault)?.clone();
    if names.is_empty() {
        return Err((1, "the file is empty; its first line names the columns".to_owned()));
    }
    if !names.iter().any(|name| name == "value") {
        return Err((line_of(text, names.position()), "missing column `value`".to_owned()));
    }
    let row = |record: csv::Result<csv::StringRecord>| {
        let record = record.map_err(fault)?;
        let line = line_of(text, record.position());
        row(&names, &record, are_scores).map(|reference| (line, reference)).map_err(|message| (line, message))
    };
    reader.records().map(row).collect()
}

/// The line of a record in a CSV text with comments. Its position is where the reader began to look for it, before empty lines and comments.
pub(crate) fn line_of(text: &str, position: Option<&csv::Position>) -> usize {
    let start = position.map_or(0, |position| position.byte() as usize);
    let skipped = text.get(start..).unwrap_or("").lines().take_while(|line| line.trim().is_empty() || line.starts_with('#')).count();
    text.get(..start).unwrap_or("").matches('\n').count() + skipped + 1
}

fn row(names: &csv::StringRecord, fields: &csv::StringRecord, are_scores: bool) -> Result<Reference, String> {
    if fields.len() != names.len() {
        return Err(format!("{} fields, but the header has {}", fields.len(), names.len()));
    }
    let mut reference =
        Reference { axes: Vec::new(), statistic: String::new(), value: f64::NAN, half_width: f64::NAN, source: String::new() };
    for (name, field) in names.iter().zip(fields) {
        let number = || {
            let number = field.parse::<f64>().ok().filter(|number| number.is_finite());
            number.ok_or_else(|| format!("`{name}` must be a number, not `{field}`"))
        };
        match name {
            "value" => reference.value = number()?,
            "half-width" if field.is_empty() => {}
            "half-width" => reference.half_width = number()?,
            "statistic" => field.clone_into(&mut reference.statistic),
            "source" => field.clone_into(&mut reference.source),
            axis => reference.axes.push((axis.to_owned(), field.to_owned())),
        }
    }
    if are_scores && !(0.0..=100.0).contains(&reference.value) {
        return Err(format!("`value` must be a score from 0 to 100 %, got {}", reference.value));
    }
    if reference.half_width < 0.0 {
        return Err(format!("`half-width` must be at least 0, got {}", reference.half_width));
    }
    Ok(reference)
}

#[cfg(test)]
mod tests {
    use super::{Reference, parse};

    fn values(text: &str) -> Vec<Reference> {
        parse(text, true).unwrap().into_iter().map(|(_, reference)| reference).collect()
    }

    #[test]
    fn reads_what_a_paper_prints() {
        let rows = values(
            "game,candidate.c-pn,value,half-width,source\n# a comment\nawari,0.5,48.1,3.97,GPN Table 1\nawari,1.0,50.2,,GPN Table 1\n",
        );
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[0].axes, [("game".to_owned(), "awari".to_owned()), ("candidate.c-pn".to_owned(), "0.5".to_owned())]);
        assert_eq!((rows[0].value, rows[0].half_width), (48.1, 3.97));
        assert!(rows[1].half_width.is_nan());
    }

    #[test]
    fn quoted_fields_name_any_value() {
        let rows = values("game,against,value\n\"breakthrough (size=6, komi=0.5)\",\"uct, \"\"deep\"\"\",50\n");
        assert_eq!(rows[0].axes[0].1, "breakthrough (size=6, komi=0.5)");
        assert_eq!(rows[0].axes[1].1, "uct, \"deep\"");
    }

    #[test]
    fn says_which_line_is_wrong() {
        assert_eq!(parse("game,value\nawari,4x\n", true).unwrap_err(), (2, "`value` must be a number, not `4x`".to_owned()));
        assert_eq!(parse("game,value\n\nawari\n", true).unwrap_err(), (3, "1 fields, but the header has 2".to_owned()));
        for (line, message) in [
            ("awari,150,1", "`value` must be a score from 0 to 100 %, got 150"),
            ("awari,nan,1", "`value` must be a number, not `nan`"),
            ("awari,50,-3", "`half-width` must be at least 0, got -3"),
            ("awari,50,inf", "`half-width` must be a number, not `inf`"),
        ] {
            assert_eq!(parse(&format!("game,value,half-width\n{line}\n"), true).unwrap_err(), (2, message.to_owned()));
        }
        assert!(parse("game,value\nawari,150\n", false).is_ok(), "other statistics are not scores");
        assert_eq!(parse("game\n", true).unwrap_err(), (1, "missing column `value`".to_owned()));
    }
}
