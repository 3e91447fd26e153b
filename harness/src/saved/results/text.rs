//! The text of a results file.

use super::header::{Header, TITLE};
use crate::experiment::Cell;
use crate::saved::cell::SavedCell;
use crate::saved::{fields, format};
use crate::store::{Column, Field, Record as _, Row, hash_row};
use std::collections::HashMap;
use std::path::Path;
use treebench_reports::reason;

/// A row: a cell with the columns of its kind.
pub struct SavedRow {
    /// The common saved fields.
    pub cell: SavedCell,
    /// The columns of the kind.
    pub row: Row,
}

/// An error in a file: its line, or 0 for the whole file, and the message.
pub type Fault = (usize, String);

/// A file as it was read.
pub struct ResultsText {
    /// The header.
    pub header: Header,
    /// The records, headings first, each with its line.
    records: Vec<(usize, csv::StringRecord)>,
}

impl ResultsText {
    /// Reads a file.
    ///
    /// # Errors
    /// If there is none, it is no results file, another version wrote it, or it was changed: names the file, and the line where there is one.
    pub fn read(path: &Path) -> Result<ResultsText, String> {
        let fails = |error: std::io::Error| format!("{}: {}", path.display(), reason(path, &error));
        // Reading a pipe would wait for a writer.
        if !path.metadata().map_err(fails)?.is_file() {
            let what = if path.is_dir() { "it is a folder, not a file" } else { "it is not a regular file" };
            return Err(format!("{}: {what}", path.display()));
        }
        let text = std::fs::read_to_string(path).map_err(fails)?;
        ResultsText::parse(&text).map_err(|(line, fault)| match line {
            0 => format!("{}: {fault}", path.display()),
            line => format!("{}:{line}: {fault}", path.display()),
        })
    }

    /// Reads a text.
    ///
    /// # Errors
    /// As [`ResultsText::read`].
    pub fn parse(text: &str) -> Result<ResultsText, Fault> {
        // Some tools rewrite the ends of lines when they check a file out.
        let text = text.replace("\r\n", "\n");
        let end = text.split_inclusive('\n').take_while(|line| line.starts_with('#')).map(str::len).sum::<usize>();
        let (comment, body) = text.split_at(end);
        let toml: String = comment.lines().map(|line| format!("{}\n", line.strip_prefix('#').unwrap_or(line))).collect();
        let no_file = |line, why: &str| (line, format!("not a results file of `bench run --results`: {why}"));
        let table: toml::Table = toml.parse().map_err(|error: toml::de::Error| no_file(line_of(&toml, &error), error.message()))?;
        let advice = "continue with the version that wrote it, or start a new file";
        let found = table.get("format").and_then(toml::Value::as_integer);
        format::check(found, advice).map_err(|fault| if found.is_none() { no_file(0, &fault) } else { (0, fault) })?;
        let header: Header = toml::from_str(&toml).map_err(|error| no_file(line_of(&toml, &error), error.message()))?;
        if header.digest.is_empty() || digest(&text.replacen(&header.digest, "", 1)) != header.digest {
            return Err((
                0,
                "its header or rows were edited, or two versions were merged by hand. Take one version, and let `bench run --results` \
                 play the rest"
                    .to_owned(),
            ));
        }
        let offset = comment.lines().count();
        let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(body.as_bytes());
        let mut records = Vec::new();
        for record in reader.records() {
            let record = record.map_err(|error| (0, error.to_string()))?;
            let line = record.position().map_or(0, |position| offset + position.line() as usize);
            records.push((line, record));
        }
        Ok(ResultsText { header, records })
    }

    /// The rows by the keys of their cells, with their lines.
    ///
    /// # Errors
    /// The line of a row that has other columns or values than this kind stores.
    pub fn rows(&self, kind: &str, of_kind: &[Column]) -> Result<HashMap<String, (usize, SavedRow)>, Fault> {
        let mut records = self.records.iter();
        let Some((line, headings)) = records.next() else { return Err((0, "it has no header and no rows".to_owned())) };
        let axes = headings.iter().take_while(|name| name.starts_with("axis.")).count();
        let found: Vec<&str> = headings.iter().skip(axes).collect();
        let columns = columns(of_kind);
        let is_there = |column: &Column| !column.added || found.contains(&column.name);
        let expected: Vec<&str> = columns.iter().filter(|column| is_there(column)).map(|column| column.name).collect();
        if found != expected {
            return Err((*line, format!("its columns are {}; those of the kind `{kind}` are {}", found.join(","), expected.join(","))));
        }
        let mut rows = HashMap::new();
        for (line, record) in records {
            let fail = |message: String| (*line, message);
            if record.len() != headings.len() {
                return Err(fail(format!("{} fields, but the header has {}", record.len(), headings.len())));
            }
            let mut texts = record.iter().skip(axes);
            let field = |column: &Column| {
                let text = if is_there(column) { texts.next() } else { None };
                text.map_or_else(|| Ok(column.default()), |text| fields::of_csv(column, text))
            };
            let mut all = columns.iter().map(field).collect::<Result<Row, _>>().map_err(fail)?;
            let row = all.split_off(SavedCell::COLUMNS.len());
            let cell = SavedCell::from_row(&all).map_err(|damaged| fail(unreadable(SavedCell::COLUMNS, damaged.column)))?;
            let key = cell.key.clone();
            if rows.insert(key.clone(), (*line, SavedRow { cell, row })).is_some() {
                return Err(fail(format!("duplicate cell with the key {key}")));
            }
        }
        Ok(rows)
    }

    /// The highest number of a task in any row, if there is one.
    pub fn last_task(&self, of_kind: &[Column]) -> Option<u32> {
        let rows = self.rows("", of_kind).ok()?;
        rows.values().filter_map(|(_, row)| row.cell.tasks.last()).max()
    }
}

/// The expected content of a column.
fn unreadable(columns: &[Column], name: &str) -> String {
    let doc = columns.iter().find(|column| column.name == name).map_or("", |column| column.doc);
    format!("invalid value in the column `{name}`: {doc}")
}

/// All columns of a file, those of the axes left out.
fn columns(of_kind: &[Column]) -> Vec<Column> {
    SavedCell::COLUMNS.iter().chain(of_kind).copied().collect()
}

/// The line of a TOML error, from 1; 0 if it has none.
fn line_of(text: &str, error: &toml::de::Error) -> usize {
    error.span().and_then(|span| text.get(..span.start)).map_or(0, |before| before.matches('\n').count() + 1)
}

/// The rows to write.
pub struct ResultsRows<'c> {
    /// The columns of the kind.
    pub columns: &'static [Column],
    /// The names of the axes.
    pub axes: Vec<String>,
    /// The rows, each with its cell.
    pub rows: Vec<(&'c Cell, SavedRow)>,
}

impl ResultsRows<'_> {
    /// As CSV. Columns that were added later are written only where they say something.
    fn csv(self) -> String {
        let columns = columns(self.columns);
        let rows: Vec<(Vec<String>, Row)> = self
            .rows
            .into_iter()
            .map(|(cell, saved)| {
                let value = |axis: &String| cell.axes.iter().find(|at| at.name() == axis).map_or(String::new(), |at| at.value.clone());
                (self.axes.iter().map(value).collect(), saved.cell.into_row().into_iter().chain(saved.row).collect())
            })
            .collect();
        let says = |place: usize| rows.iter().any(|(_, row)| !columns[place].leaves_out(&row[place]));
        let places: Vec<usize> = (0..columns.len()).filter(|&place| !columns[place].added || says(place)).collect();
        let headings =
            self.axes.iter().map(|axis| format!("axis.{axis}")).chain(places.iter().map(|&place| columns[place].name.to_owned()));
        let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
        // Writing into memory cannot fail.
        let mut write = |fields: Vec<String>| writer.write_record(fields).expect("records of equal length are written into memory");
        write(headings.collect());
        for (axes, row) in &rows {
            let field = |&place: &usize| fields::to_csv(&columns[place], row.get(place).unwrap_or(&Field::Unread));
            write(axes.iter().cloned().chain(places.iter().map(field)).collect());
        }
        String::from_utf8(writer.into_inner().expect("memory is flushed")).expect("texts are written as UTF-8")
    }
}

/// The text of a whole file.
pub fn write(mut header: Header, rows: ResultsRows<'_>) -> String {
    let rows = rows.csv();
    let mut text = |digest: String| {
        header.digest = digest;
        let toml = toml::to_string(&header).expect("texts and numbers are TOML");
        let lines =
            TITLE.lines().map(|line| format!("## {line}\n")).chain(toml.lines().map(|line| format!("# {line}\n").replace("# \n", "#\n")));
        lines.collect::<String>() + &rows
    };
    let unsealed = text(String::new());
    text(digest(&unsealed))
}

/// The hash of a file whose digest is left out, in 32 hexadecimal digits.
fn digest(text: &str) -> String {
    let mut hasher = blake3::Hasher::new_derive_key("treebench 2026-11-26 results file");
    hasher.update(text.as_bytes());
    hasher.finalize().to_hex()[..32].to_owned()
}

/// A hash of the reproducible part of a record, in 12 hexadecimal digits.
pub fn record_hash(columns: &[Column], row: &Row) -> String {
    let mut hasher = blake3::Hasher::new_derive_key("treebench 2026-11-22 record");
    hash_row(columns, row, &mut hasher);
    hasher.finalize().to_hex()[..12].to_owned()
}
