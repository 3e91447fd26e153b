//! The text of a results file: a comment with the header, then CSV.

use super::header::{FORMAT, Header, TITLE};
use crate::experiment::Cell;
use crate::kinds::{KINDS, Kind};
use crate::store::{Column, ColumnType, Field, Row, hash_row};
use std::collections::HashMap;
use std::path::Path;

/// A row of a file: what one cell came to.
pub(super) struct CellRow {
    /// The tasks, as ranges.
    pub(super) tasks: String,
    /// The builds that played them: their numbers from 1, and how many tasks each played.
    pub(super) builds: Vec<(usize, u64)>,
    /// A task by which another build can be compared, if a counted budget makes it repeatable.
    pub(super) sample: Option<Sample<usize>>,
    /// What the kind keeps.
    pub(super) row: Row,
}

/// A task that was played, with a hash of the reproducible part of its record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample<B> {
    /// The task's number in its cell.
    pub task: u32,
    /// The build that played it.
    pub build: B,
    /// The hash, see [`record_hash`].
    pub hash: String,
}

/// A hash of the reproducible part of a record, in 12 hexadecimal digits.
pub fn record_hash(columns: &[Column], row: &Row) -> String {
    let mut hasher = blake3::Hasher::new_derive_key("treebench 2026-11-22 record");
    hash_row(columns, row, &mut hasher);
    hasher.finalize().to_hex()[..12].to_owned()
}

/// The columns before those of the kind, after those of the axes.
const COMMON: [&str; 4] = ["key", "tasks", "builds", "sample"];

/// The columns of every kind as Markdown tables, for `configs/README.md`.
pub fn column_reference() -> String {
    let mut text = String::new();
    for kind in KINDS.iter().filter(|kind| kind.plays() == kind.name()) {
        text += &format!("\n| `{}` | |\n|---|---|\n", kind.name());
        for Column { name, doc, unit, .. } in kind.cell_columns() {
            let unit = if unit.is_empty() { String::new() } else { format!(" ({unit})") };
            text += &format!("| `{name}` | {doc}{unit} |\n");
        }
    }
    text
}

/// A file as it was read.
pub(super) struct Text {
    pub(super) header: Header,
    /// The records, headings first, each with its line.
    records: Vec<(usize, csv::StringRecord)>,
}

impl Text {
    /// Reads a file.
    ///
    /// # Errors
    /// If there is none, it is no results file, another version wrote it, or its rows were changed: names the file, and the line where
    /// there is one.
    pub(super) fn read(path: &Path) -> Result<Text, String> {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        Text::parse(&text).map_err(|(line, fault)| match line {
            0 => format!("{}: {fault}", path.display()),
            line => format!("{}:{line}: {fault}", path.display()),
        })
    }

    /// Reads a text; an error has its line, or 0.
    fn parse(text: &str) -> Result<Text, (usize, String)> {
        // Some tools rewrite the ends of lines when they check a file out.
        let text = text.replace("\r\n", "\n");
        let end = text.split_inclusive('\n').take_while(|line| line.starts_with('#')).map(str::len).sum::<usize>();
        let (comment, body) = text.split_at(end);
        let toml: String = comment.lines().map(|line| format!("{}\n", line.strip_prefix('#').unwrap_or(line))).collect();
        let no_file = |line, why: &dyn std::fmt::Display| (line, format!("this is no results file of `bench run --results`: {why}"));
        let table: toml::Table = toml.parse().map_err(|error: toml::de::Error| no_file(line_of(&toml, &error), &error.message()))?;
        // The format is read first: what a newer one adds would otherwise be called an unknown key.
        match table.get("format").and_then(toml::Value::as_integer) {
            Some(format) if format == i64::from(FORMAT) => {}
            Some(format) => {
                return Err((0, format!("it has format {format}, written by another version; this one reads format {FORMAT}")));
            }
            None => return Err(no_file(0, &format!("the comment at its top has no line `format = {FORMAT}`"))),
        }
        let header: Header = toml::from_str(&toml).map_err(|error| no_file(line_of(&toml, &error), &error.message()))?;
        if digest(body) != header.rows {
            return Err((
                0,
                "its rows are not those that were written: they were edited, or two versions were merged by hand. Take one version, and \
                 let `bench run --results` play the rest"
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
        Ok(Text { header, records })
    }

    /// The highest number of a task in any row, if there is one.
    pub(super) fn last_task(&self) -> Option<u32> {
        let (_, headings) = self.records.first()?;
        let column = headings.iter().position(|name| name == "tasks")?;
        let last = |tasks: &str| tasks.rsplit([' ', '-']).next().and_then(|number| number.parse().ok());
        self.records.iter().skip(1).filter_map(|(_, record)| last(record.get(column)?)).max()
    }

    /// The rows by the keys of their cells, with their lines.
    ///
    /// # Errors
    /// The line of a row that has other columns or values than this kind stores.
    pub(super) fn rows(&self, kind: &dyn Kind) -> Result<HashMap<String, (usize, CellRow)>, (usize, String)> {
        let mut records = self.records.iter();
        let Some((line, headings)) = records.next() else { return Err((0, "it has no heading and no rows".to_owned())) };
        let axes = headings.iter().take_while(|name| name.starts_with("axis.")).count();
        let columns = kind.cell_columns();
        let found: Vec<&str> = headings.iter().skip(axes).collect();
        // Columns that were added later are written only where they say something.
        let is_there = |column: &&Column| !column.added || found.contains(&column.name);
        let expected: Vec<&str> = COMMON.into_iter().chain(columns.iter().filter(is_there).map(|column| column.name)).collect();
        if found != expected {
            let message = format!("its columns are {}; those of the kind `{}` are {}", found.join(","), kind.name(), expected.join(","));
            return Err((*line, message));
        }
        let mut rows = HashMap::new();
        for (line, record) in records {
            let fail = |message: String| (*line, message);
            if record.len() != headings.len() {
                return Err(fail(format!("{} fields, but the heading names {}", record.len(), headings.len())));
            }
            let fields: Vec<&str> = record.iter().skip(axes).collect();
            let builds =
                read_builds(fields[2]).ok_or_else(|| fail(format!("`builds` must be as in `1:200 2:300`, not `{}`", fields[2])))?;
            let sample = read_sample(fields[3]);
            let sample = sample.ok_or_else(|| fail(format!("`sample` must be as in `0:1:0123456789ab`, not `{}`", fields[3])))?;
            let mut texts = fields[COMMON.len()..].iter();
            let field = |column: &Column| {
                let text = if is_there(&column) { texts.next() } else { None };
                text.map_or_else(|| Ok(column.default()), |text| read_field(column, text))
            };
            let row = columns.iter().map(field).collect::<Result<Row, _>>();
            let row = CellRow { tasks: fields[1].to_owned(), builds, sample, row: row.map_err(fail)? };
            if rows.insert(fields[0].to_owned(), (*line, row)).is_some() {
                return Err(fail(format!("the cell with the key {} is there twice", fields[0])));
            }
        }
        Ok(rows)
    }
}

/// The line of a TOML error, from 1; 0 if it has none.
fn line_of(text: &str, error: &toml::de::Error) -> usize {
    error.span().and_then(|span| text.get(..span.start)).map_or(0, |before| before.matches('\n').count() + 1)
}

fn read_field(column: &Column, text: &str) -> Result<Field, String> {
    let field = match column.kind {
        ColumnType::Integer => text.parse().ok().map(Field::Integer),
        ColumnType::Real => text.parse().ok().map(Field::Real),
        ColumnType::Text => Some(Field::Text(text.to_owned())),
        ColumnType::List => Some(Field::Text(format!("[{}]", text.split_whitespace().collect::<Vec<_>>().join(",")))),
    };
    field.ok_or_else(|| format!("`{}` must be a number, not `{text}`", column.name))
}

/// A list is written as numbers separated by spaces.
fn write_field((column, field): (&Column, &Field)) -> String {
    let text = field.to_string();
    match column.kind {
        ColumnType::List => text.trim_matches(['[', ']']).replace(',', " "),
        _ => text,
    }
}

fn read_builds(text: &str) -> Option<Vec<(usize, u64)>> {
    let build = |text: &str| text.split_once(':').and_then(|(number, tasks)| Some((number.parse().ok()?, tasks.parse().ok()?)));
    text.split_whitespace().map(build).collect()
}

/// As in `0:1:0123456789ab`: task, build and hash. Nothing is no sample; the outer `None` is no text of one.
fn read_sample(text: &str) -> Option<Option<Sample<usize>>> {
    let parts: Vec<&str> = text.split(':').collect();
    match parts[..] {
        [""] => Some(None),
        [task, build, hash] => Some(Some(Sample { task: task.parse().ok()?, build: build.parse().ok()?, hash: hash.to_owned() })),
        _ => None,
    }
}

/// The CSV text of rows, each with its cell.
pub(super) fn write_rows<'c>(columns: &[Column], axes: &[String], rows: impl Iterator<Item = (&'c Cell, CellRow)>) -> String {
    let rows: Vec<(&Cell, CellRow)> = rows.collect();
    let is_written = |place: usize| rows.iter().any(|(_, row)| !columns[place].leaves_out(&row.row[place]));
    let written: Vec<usize> = (0..columns.len()).filter(|&place| !columns[place].added || is_written(place)).collect();
    let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
    // Writing into memory cannot fail.
    let mut write = |fields: Vec<String>| writer.write_record(fields).expect("records of equal length are written into memory");
    let names = COMMON.iter().map(|name| (*name).to_owned()).chain(written.iter().map(|&place| columns[place].name.to_owned()));
    write(axes.iter().map(|axis| format!("axis.{axis}")).chain(names).collect());
    for (cell, CellRow { tasks, builds, sample, row }) in rows {
        let builds: Vec<String> = builds.iter().map(|(number, tasks)| format!("{number}:{tasks}")).collect();
        let value = |axis: &String| cell.axes.iter().find(|at| at.name() == axis).map_or(String::new(), |at| at.value.clone());
        let sample = sample.map_or(String::new(), |Sample { task, build, hash }| format!("{task}:{build}:{hash}"));
        let common = [cell.key.to_string(), tasks, builds.join(" "), sample];
        write(
            axes.iter().map(value).chain(common).chain(written.iter().map(|&place| write_field((&columns[place], &row[place])))).collect(),
        );
    }
    let bytes = writer.into_inner().expect("memory is flushed");
    String::from_utf8(bytes).expect("texts are written as UTF-8")
}

/// The hash of the rows, in 32 hexadecimal digits.
pub(super) fn digest(rows: &str) -> String {
    let mut hasher = blake3::Hasher::new_derive_key("treebench 2026-11-22 results file");
    hasher.update(rows.as_bytes());
    hasher.finalize().to_hex()[..32].to_owned()
}

/// The text of a whole file.
pub(super) fn write(header: &Header, rows: &str) -> String {
    let toml = toml::to_string(header).expect("texts and numbers are TOML");
    let lines =
        TITLE.lines().map(|line| format!("## {line}\n")).chain(toml.lines().map(|line| format!("# {line}\n").replace("# \n", "#\n")));
    lines.collect::<String>() + rows
}
