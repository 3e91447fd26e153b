//! Values printed elsewhere, to stand beside ours.

use crate::experiment::Cell;
use std::fs;
use std::path::PathBuf;

/// One printed value.
#[derive(Clone, PartialEq, Debug)]
pub struct Reference {
    /// The cells that it belongs to: an axis and the value there, for every axis column of the file.
    pub axes: Vec<(String, String)>,
    /// Which statistic of the cell it is, if a kind has several; empty for the one that a match has.
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
    /// the grid (`game`, `iterations`, `candidate.fpu`). Values hold no commas and no quotes.
    ///
    /// # Errors
    /// A file that cannot be read, or a line that does not fit its heading: names the file and the line.
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

fn parse(text: &str) -> Result<Vec<Reference>, (usize, String)> {
    let mut lines =
        text.lines().enumerate().map(|(i, line)| (i + 1, line.trim())).filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let (number, heading) = lines.next().ok_or((1, "the file is empty; its first line names the columns".to_owned()))?;
    let names: Vec<&str> = heading.split(',').map(str::trim).collect();
    if !names.contains(&"value") {
        return Err((number, "no column is named `value`".to_owned()));
    }
    lines.map(|(number, line)| row(&names, line).map_err(|message| (number, message))).collect()
}

fn row(names: &[&str], line: &str) -> Result<Reference, String> {
    let fields: Vec<&str> = line.split(',').map(str::trim).collect();
    if fields.len() != names.len() {
        return Err(format!("{} fields, but the heading names {}", fields.len(), names.len()));
    }
    let mut reference =
        Reference { axes: Vec::new(), statistic: String::new(), value: f64::NAN, half_width: f64::NAN, source: String::new() };
    for (&name, &field) in names.iter().zip(&fields) {
        let number = || field.parse::<f64>().map_err(|_| format!("`{name}` must be a number, not `{field}`"));
        match name {
            "value" => reference.value = number()?,
            "half-width" if field.is_empty() => {}
            "half-width" => reference.half_width = number()?,
            "statistic" => reference.statistic = field.to_owned(),
            "source" => reference.source = field.to_owned(),
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
    fn says_which_line_is_wrong() {
        assert_eq!(parse("game,value\nawari,4x\n").unwrap_err(), (2, "`value` must be a number, not `4x`".to_owned()));
        assert_eq!(parse("game,value\n\nawari\n").unwrap_err(), (3, "1 fields, but the heading names 2".to_owned()));
        assert_eq!(parse("game\n").unwrap_err(), (1, "no column is named `value`".to_owned()));
    }
}
