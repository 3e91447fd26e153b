//! Values printed in papers, to compare with ours.

use crate::experiment::Cell;
use std::fs;
use std::path::PathBuf;

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
    /// Reads CSV files with a heading: `value`, optionally `statistic`, `half-width` and `source`, and columns named after axes of
    /// the grid (`game`, `iterations`, `candidate.fpu`). Fields with commas are quoted; lines that begin with `#` are comments.
    ///
    /// # Errors
    /// If a file cannot be read, or a line does not fit the heading: names the file and the line.
    pub fn read(paths: &[PathBuf]) -> Result<References, String> {
        let mut all = Vec::new();
        for path in paths {
            let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
            all.extend(parse(&text).map_err(|(line, message)| format!("{}:{line}: {message}", path.display()))?);
        }
        Ok(References(all))
    }

    /// The first value that belongs to a cell.
    pub fn of(&self, cell: &Cell) -> Option<&Reference> {
        self.0.iter().find(|reference| reference.belongs_to(cell))
    }

    /// All values that belong to a cell, in the order of the files.
    pub fn all_of<'a>(&'a self, cell: &'a Cell) -> impl Iterator<Item = &'a Reference> {
        self.0.iter().filter(|reference| reference.belongs_to(cell))
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

/// Reads a file's text; an error has its line.
fn parse(text: &str) -> Result<Vec<Reference>, (usize, String)> {
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).trim(csv::Trim::All).flexible(true).from_reader(text.as_bytes());
    let fault = |error: csv::Error| (line_of(text, error.position()), error.to_string());
    let names = reader.headers().map_err(fault)?.clone();
    if names.is_empty() {
        return Err((1, "the file is empty; its first line names the columns".to_owned()));
    }
    if !names.iter().any(|name| name == "value") {
        return Err((line_of(text, names.position()), "no column is named `value`".to_owned()));
    }
    let row = |record: csv::Result<csv::StringRecord>| {
        let record = record.map_err(fault)?;
        row(&names, &record).map_err(|message| (line_of(text, record.position()), message))
    };
    reader.records().map(row).collect()
}

/// The line of a record in a CSV text with comments. Its position is where the reader began to look for it, before empty lines and comments.
pub(crate) fn line_of(text: &str, position: Option<&csv::Position>) -> usize {
    let start = position.map_or(0, |position| position.byte() as usize);
    let skipped = text.get(start..).unwrap_or("").lines().take_while(|line| line.trim().is_empty() || line.starts_with('#')).count();
    text.get(..start).unwrap_or("").matches('\n').count() + skipped + 1
}

fn row(names: &csv::StringRecord, fields: &csv::StringRecord) -> Result<Reference, String> {
    if fields.len() != names.len() {
        return Err(format!("{} fields, but the heading names {}", fields.len(), names.len()));
    }
    let mut reference =
        Reference { axes: Vec::new(), statistic: String::new(), value: f64::NAN, half_width: f64::NAN, source: String::new() };
    for (name, field) in names.iter().zip(fields) {
        let number = || field.parse::<f64>().map_err(|_| format!("`{name}` must be a number, not `{field}`"));
        match name {
            "value" => reference.value = number()?,
            "half-width" if field.is_empty() => {}
            "half-width" => reference.half_width = number()?,
            "statistic" => field.clone_into(&mut reference.statistic),
            "source" => field.clone_into(&mut reference.source),
            axis => reference.axes.push((axis.to_owned(), field.to_owned())),
        }
    }
    Ok(reference)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn reads_what_a_paper_prints() {
        let rows = parse(
            "game,candidate.c-pn,value,half-width,source\n# a comment\nawari,0.5,48.1,3.97,GPN Table 1\nawari,1.0,50.2,,GPN Table 1\n",
        )
        .unwrap();
        assert_eq!(rows.len(), 2);
        assert_eq!(rows[0].axes, [("game".to_owned(), "awari".to_owned()), ("candidate.c-pn".to_owned(), "0.5".to_owned())]);
        assert_eq!((rows[0].value, rows[0].half_width), (48.1, 3.97));
        assert!(rows[1].half_width.is_nan());
    }

    #[test]
    fn quoted_fields_name_any_value() {
        let rows = parse("game,against,value\n\"breakthrough (size=6, komi=0.5)\",\"uct, \"\"deep\"\"\",50\n").unwrap();
        assert_eq!(rows[0].axes[0].1, "breakthrough (size=6, komi=0.5)");
        assert_eq!(rows[0].axes[1].1, "uct, \"deep\"");
    }

    #[test]
    fn says_which_line_is_wrong() {
        assert_eq!(parse("game,value\nawari,4x\n").unwrap_err(), (2, "`value` must be a number, not `4x`".to_owned()));
        assert_eq!(parse("game,value\n\nawari\n").unwrap_err(), (3, "1 fields, but the heading names 2".to_owned()));
        assert_eq!(parse("game\n").unwrap_err(), (1, "no column is named `value`".to_owned()));
    }
}
