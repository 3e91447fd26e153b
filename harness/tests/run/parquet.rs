//! Parquet exports hold what the CSV export holds, typed, in any number of groups of rows.

use crate::agents::Fault;
use crate::failures::{against_random, faulty};
use crate::setup::{Setup, kind, rows, run};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field as Read;
use std::io::Write as _;
use treebench::plan::{Plan, Task};
use treebench::store::{Export, ExportFormat, Store};

fn exported(plan: &Plan, dir: &std::path::Path, format: ExportFormat) -> (Vec<u8>, Vec<[String; 4]>) {
    let store = Store::open_read_only(dir, kind().table()).unwrap();
    let export = Export::new(&store, plan, false, kind().tasks().derived(&plan.experiment.cells));
    let mut bytes = Vec::new();
    export.write(format, &mut bytes).unwrap();
    let described = export.describe().unwrap().into_iter();
    (bytes, described.map(|column| [column.name, column.kind.to_owned(), column.unit.to_owned(), column.doc]).collect())
}

/// The file as text, one line per record; no value is empty.
fn lines(bytes: Vec<u8>) -> Vec<Vec<String>> {
    let reader = SerializedFileReader::new(parquet_bytes(&bytes)).unwrap();
    let text = |field: &Read| match field {
        Read::Null => String::new(),
        Read::Long(n) => n.to_string(),
        Read::Double(x) => x.to_string(),
        Read::Str(text) => text.clone(),
        other => panic!("{other:?}"),
    };
    reader.get_row_iter(None).unwrap().map(|row| row.unwrap().get_column_iter().map(|(_, field)| text(field)).collect()).collect()
}

fn parquet_bytes(bytes: &[u8]) -> std::fs::File {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    file
}

#[test]
fn every_value_is_that_of_the_csv_file() {
    // Games that fail have no scores.
    for setup in [against_random(faulty(Fault::Panic, 3), 24), Setup::of(&["uct", "random"], 6)] {
        let plan = setup.plan();
        let dir = tempfile::tempdir().unwrap();
        run(&plan, dir.path(), 2);
        let (csv, described) = exported(&plan, dir.path(), ExportFormat::Csv);
        let (parquet, same) = exported(&plan, dir.path(), ExportFormat::Parquet);
        assert_eq!(described, same);
        let mut reader = csv::Reader::from_reader(&csv[..]);
        let heads: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
        assert_eq!(heads, described.iter().map(|[name, ..]| name.clone()).collect::<Vec<_>>());
        let found = lines(parquet);
        let expected: Vec<Vec<String>> = reader.records().map(|line| line.unwrap().iter().map(str::to_owned).collect()).collect();
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(&expected) {
            for ((found, expected), [name, kind, ..]) in found.iter().zip(expected).zip(&described) {
                let same = match kind.as_str() {
                    "number" => found.parse::<f64>().ok() == expected.parse::<f64>().ok(),
                    // Spreadsheets would evaluate what begins like a formula.
                    _ => found == expected || &format!("'{found}") == expected,
                };
                assert!(same, "{name}: {found} is not {expected}");
            }
        }
    }
}

#[test]
fn the_metadata_explain_the_columns() {
    let plan = Setup::of(&["uct", "random"], 2).plan();
    let dir = tempfile::tempdir().unwrap();
    run(&plan, dir.path(), 1);
    let (bytes, described) = exported(&plan, dir.path(), ExportFormat::Parquet);
    let reader = SerializedFileReader::new(parquet_bytes(&bytes)).unwrap();
    let file = reader.metadata().file_metadata();
    let value =
        |key: &str| file.key_value_metadata().unwrap().iter().find(|pair| pair.key == key).and_then(|pair| pair.value.clone()).unwrap();
    let columns: Vec<serde_json::Value> = serde_json::from_str(&value("treebench.columns")).unwrap();
    let told: Vec<[String; 4]> =
        columns.iter().map(|column| ["name", "type", "unit", "doc"].map(|key| column[key].as_str().unwrap().to_owned())).collect();
    assert_eq!(told, described);
    assert!(
        described.contains(&["micros.0", "integer", "µs", "Per seat: wall time in the whole game."].map(str::to_owned)),
        "{described:?}"
    );
    assert_eq!((value("treebench.experiment").as_str(), value("treebench.kind").as_str()), ("by-hand", "match"));
    assert!(file.created_by().unwrap().starts_with("treebench "));
}

/// More records than a group of rows holds.
#[test]
fn long_runs_are_written_in_groups() {
    let games = 70_000;
    let played = Setup::of(&["random", "random"], 2).plan();
    let dir = tempfile::tempdir().unwrap();
    run(&played, dir.path(), 1);
    let plan = Setup::of(&["random", "random"], games).plan();
    let row = rows(&played, dir.path())[1].1.clone();
    let mut store = Store::open(dir.path(), kind().table()).unwrap();
    let records = store.records(&plan).unwrap();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            (2..games).for_each(|number| records.send(Task { cell: 0, number }, row.clone()).unwrap());
            records.close();
        });
        store.write(&records).unwrap();
    });
    drop(store);
    let (bytes, described) = exported(&plan, dir.path(), ExportFormat::Parquet);
    let reader = SerializedFileReader::new(parquet_bytes(&bytes)).unwrap();
    assert_eq!((reader.num_row_groups(), reader.metadata().file_metadata().num_rows()), (3, i64::from(games)));
    let task = described.iter().position(|[name, ..]| name == "task").unwrap();
    let tasks = reader.get_row_iter(None).unwrap().map(|row| match row.unwrap().get_column_iter().nth(task).unwrap().1 {
        Read::Long(task) => *task,
        other => panic!("{other:?}"),
    });
    assert!(tasks.eq(0..i64::from(games)));
}
