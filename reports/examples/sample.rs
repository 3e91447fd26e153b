//! Writes a sample report in every format: `cargo run -p treebench-reports --example sample -- FOLDER`.

use std::error::Error;
use std::path::PathBuf;

use treebench_reports::model::{
    Axis, Bar, Bars, Bin, Block, Cell, Column, Comparison, Curve, Dendrogram, Detail, Facet, Fact, Figure, HeatCell, HeatMap, Histogram,
    Interval, Join, Lines, Link, Listing, Multiples, Panel, Plot, Point, Reference, Report, Section, Series, Spread, Table, Verdict,
};

fn main() -> Result<(), Box<dyn Error>> {
    let dir: PathBuf = std::env::args_os().nth(1).ok_or("name the folder to write to")?.into();
    treebench_reports::write_all(&sample(), &dir, &[])?;
    Ok(())
}

/// A report with invented numbers and every kind of block, cell and figure.
pub(crate) fn sample() -> Report {
    let games = ["breakthrough", "connect-four", "reversi", "einstein"];
    let rates = [[41.5, 50.5, 62.0], [48.0, 51.0, 55.5], [38.0, 52.5, 71.0], [50.0, 49.0, 47.5]];
    let mut table = Table::new("wins", "Win rate of the candidate, with the 95 % interval.").column(Column::text("game"));
    for fpu in ["0.5", "1.0", "1.5"] {
        table = table.column(Column::number(format!("fpu {fpu}")).unit("%"));
    }
    let mut details = Vec::new();
    for (game, row) in games.iter().zip(rates) {
        table = table.row([Cell::from(*game)].into_iter().chain(row.map(graded)));
        for (column, rate) in row.iter().enumerate() {
            table = table.about(column + 1, Some(details.len()), "printed 50.0 ± 4.4");
            let facts = vec![Fact { key: "points".into(), value: format!("{rate} % of 400 games") }];
            let links = vec![Link { text: "games".into(), href: format!("games.html#cell={}", details.len()) }];
            details.push(Detail { name: format!("{game}, column {column}"), facts, links, ..Detail::default() });
        }
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
        points: [100.0, 1000.0, 10_000.0]
            .into_iter()
            .zip(row)
            .map(|(x, y)| Point { x, y, low: y - 3.1, high: y + 3.1, detail: None })
            .collect(),
        ..Series::default()
    };
    let lines = Lines {
        x: Axis::new("iterations per turn", "").log(),
        y: Axis::new("win rate", "%"),
        series: games.iter().zip(rates).map(series).collect(),
        spread: Spread::Bars,
        reference: level(),
    };
    let curve = |(name, printed): (usize, bool)| Curve {
        name,
        printed,
        points: (0..3)
            .map(|place| {
                let y = rates[name][place] + if printed { 1.5 } else { 0.0 };
                Point { x: place as f64, y, low: y - 3.1, high: y + 3.1, detail: None }
            })
            .collect(),
    };
    let panel = |title: &str| Panel { title: title.into(), curves: [(0, false), (0, true), (1, false), (1, true)].map(curve).to_vec() };
    let multiples = Multiples {
        x: Axis::new("fpu", ""),
        x_labels: ["0.5", "1.0", "1.5"].map(String::from).to_vec(),
        y: Axis::new("win rate", "%"),
        names: vec!["rank".into(), "sum".into()],
        panels: games.map(panel).to_vec(),
        reference: level(),
        ..Multiples::default()
    };
    let bar = |(name, row): (&&str, [f64; 3])| Bar { label: (*name).into(), value: row[2], low: row[2] - 3.1, high: row[2] + 3.1 };
    let bars = Bars { value: Axis::new("win rate", "%"), bars: games.iter().zip(rates).map(bar).collect(), reference: level() };
    let figure = |id: &str, plot| Figure::new(id, format!("The same as {id}"), "Win rates by game and first-play urgency", plot);
    let bins = (0..12).map(|i| Bin { low: 10.0 * f64::from(i), high: 10.0 * f64::from(i + 1), count: f64::from(i * (13 - i)) }).collect();
    let lengths = Histogram { x: Axis::new("plies", ""), y: Axis::new("games", ""), bins };
    let join = |(groups, distance)| Join { groups, distance };
    let kinship = Dendrogram {
        distance: Axis::new("difference of scores", "%"),
        leaves: games.map(String::from).to_vec(),
        joins: [([0, 2], 4.5), ([1, 3], 8.0), ([4, 5], 14.5)].map(join).to_vec(),
    };
    let mut report = Report::new("Quickstart");
    report.question = "Does a lower first-play urgency help UCT when turns are short?".into();
    report.details = details;
    report.facet = Some(Facet { name: "game".into(), values: games.map(String::from).to_vec() });
    report.lead = vec![
        "In no game: an urgency of 1.5 wins 62.0 ± 3.1 % in breakthrough and 71.0 ± 3.1 % in reversi.".into(),
        "The numbers are invented; they only show the layout of a report.".into(),
    ];
    report.warnings = vec!["3 of 2400 games ended with an error of an agent; they are left out.".into()];
    report
        .fact("version", "0.1.0")
        .fact("experiment in full", "[experiment]\nname = \"quickstart\"\n\n[budget]\niterations = [200, 1_000]");
    report.sections = vec![
        Section::new("grid", "The grid")
            .paragraph("Green ▲: the interval lies above 50 %; red ▼: below; yellow =: it contains 50 %.")
            .block(table)
            .block(Listing { caption: "A position.".into(), text: ". X .\n. O .\n. . .".into() })
            .block(Block::Note("A candidate that always wins on one seat and loses on the other has 50 %.".into()))
            .block(figure("heat", Plot::HeatMap(heat)))
            .block(figure("lines", Plot::Lines(lines)))
            .block(figure("multiples", Plot::Multiples(multiples)))
            .block(figure("bars", Plot::Bars(bars))),
        Section::new("references", "Beside the printed values").block(references()),
        Section::new("games", "Games")
            .block(numbers())
            .block(figure("kinship", Plot::Dendrogram(kinship)))
            .block(figure("lengths", Plot::Histogram(lengths))),
    ];
    report
}

fn graded(rate: f64) -> Cell {
    let interval = Interval { value: rate, low: rate - 3.1, high: rate + 3.1, decimals: 1 };
    let verdict = match rate {
        rate if rate - 3.1 > 50.0 => Verdict::Better,
        rate if rate + 3.1 < 50.0 => Verdict::Worse,
        _ => Verdict::Undecided,
    };
    Cell::Graded { interval, verdict }
}

/// Our values next to those of a paper.
fn references() -> Table {
    let mut table = Table::new("references", "Our values next to those of a paper.")
        .column(Column::text("game"))
        .column(
            Column::number("win rate")
                .unit("%")
                .doc("Ours, and below it the printed value, the difference and whether the intervals meet."),
        )
        .column(Column::sign("verdict"));
    for (game, paper, verdict) in [("breakthrough", 60.5, Verdict::Undecided), ("reversi", 64.0, Verdict::Better)] {
        let ours = Interval { value: 62.0, low: 57.2, high: 65.1, decimals: 1 };
        table = table.row([game.into(), Cell::Comparison(Comparison { paper, half_width: 2.7, ours }), Cell::verdict(verdict)]);
    }
    table
}

/// A table that is wider than a phone.
fn numbers() -> Table {
    let names =
        ["games", "won", "drawn", "lost", "length caps", "mean plies", "iterations per turn", "states per second", "Elo", "seconds"];
    let mut table = Table::new("numbers", "Everything that was counted, one row for each game.").column(Column::text("game"));
    for name in names {
        table = table.column(Column::number(name));
    }
    for (row, game) in (0i64..).zip(["breakthrough", "connect-four", "einstein, with a name that takes more than one line"]) {
        let counts = [800, 420 + row, 12 * row, 380 - 13 * row].map(Cell::from);
        let measured = [Cell::Empty, Cell::number(41.25, 2), Cell::number(1000.0, 1), Cell::number(1_234_567.0, 0)];
        let last = [Cell::interval(-12.0, -31.0, 4.5, 1), Cell::number(f64::NAN, 1)];
        table = table.row([Cell::from(game)].into_iter().chain(counts).chain(measured).chain(last));
    }
    table
}
