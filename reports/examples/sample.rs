//! Writes a sample report in every format: `cargo run -p treebench-reports --example sample -- FOLDER`.

use std::error::Error;
use std::path::PathBuf;

use treebench_reports::model::{
    Axis, Bar, Bars, Cell, Column, Figure, HeatCell, HeatMap, Lines, Plot, Point, Reference, Report, Section, Series, Spread, Table,
    Verdict,
};

fn main() -> Result<(), Box<dyn Error>> {
    let dir: PathBuf = std::env::args_os().nth(1).ok_or("name the folder to write to")?.into();
    treebench_reports::write_all(&sample(), &dir, &[])?;
    Ok(())
}

fn sample() -> Report {
    let games = ["breakthrough", "connect-four", "reversi", "einstein"];
    let rates = [[41.5, 50.5, 62.0], [48.0, 51.0, 55.5], [38.0, 52.5, 71.0], [50.0, 49.0, 47.5]];
    let mut table = Table::new("wins", "Win rate of the candidate").column(Column::text("game"));
    for fpu in ["0.5", "1.0", "1.5"] {
        table = table.column(Column::number(format!("fpu {fpu}")).unit("%"));
    }
    table = table.column(Column::sign("verdict"));
    for (game, row) in games.iter().zip(rates) {
        let cells = row.map(|rate| Cell::interval(rate, rate - 3.1, rate + 3.1, 1));
        table = table.row([Cell::from(*game)].into_iter().chain(cells).chain([Cell::verdict(Verdict::Better)]));
    }
    let level = || Some(Reference { value: 50.0, label: "equal strength".into() });
    let heat = HeatMap {
        x: Axis::new("first-play urgency", ""),
        y: Axis::new("game", ""),
        value: Axis::new("win rate", "%").range(0.0, 100.0),
        x_labels: ["0.5", "1.0", "1.5"].map(String::from).to_vec(),
        y_labels: games.map(String::from).to_vec(),
        cells: rates.map(|row| row.map(HeatCell::new).to_vec()).to_vec(),
        midpoint: Some(50.0),
        decimals: 1,
    };
    let series = |(name, row): (&&str, [f64; 3])| Series {
        name: (*name).into(),
        points: [100.0, 1000.0, 10_000.0].into_iter().zip(row).map(|(x, y)| Point { x, y, low: y - 3.1, high: y + 3.1 }).collect(),
    };
    let lines = Lines {
        x: Axis::new("iterations per turn", "").log(),
        y: Axis::new("win rate", "%"),
        series: games.iter().zip(rates).map(series).collect(),
        spread: Spread::Bars,
        reference: level(),
    };
    let bar = |(name, row): (&&str, [f64; 3])| Bar { label: (*name).into(), value: row[2], low: row[2] - 3.1, high: row[2] + 3.1 };
    let bars = Bars { value: Axis::new("win rate", "%"), bars: games.iter().zip(rates).map(bar).collect(), reference: level() };
    let figure = |id: &str, plot| Figure::new(id, format!("The same as {id}"), "Win rates by game and first-play urgency", plot);
    let mut report = Report::new("Quickstart");
    report.fact("version", "0.1.0");
    report.sections.push(
        Section::new("grid", "The grid")
            .block(table)
            .block(figure("heat", Plot::HeatMap(heat)))
            .block(figure("lines", Plot::Lines(lines)))
            .block(figure("bars", Plot::Bars(bars))),
    );
    report
}
