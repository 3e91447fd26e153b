//! Large tables and figures stay usable, also on a phone. Pages of large reports stay small: long tables are cut; line figures, if there are many,
//! are drawn in one version only, and markers on a line are spaced apart. The data files contain everything.

use treebench_reports::model::{
    Axis, Column, Figure, HeatCell, HeatMap, Lines, Multiples, Panel, Plot, Point, Report, Section, Series, Spread, Table,
};
use treebench_reports::{html, write_all};

/// The rows of the long table.
const ROWS: usize = 1_500;

/// A figure with two lines of 200 points each.
fn figure(name: &str, spread: Spread) -> Figure {
    let points =
        || (0..200).map(f64::from).map(|x| Point { x, y: x.sqrt(), low: x.sqrt() - 0.1, high: x.sqrt() + 0.1, detail: None }).collect();
    let series = ["a", "b"].map(|name| Series { name: name.into(), points: points(), ..Series::default() }).into();
    let lines = Lines { x: Axis::new("x", ""), y: Axis::new("y", ""), series, spread, reference: None };
    Figure { id: name.into(), caption: name.into(), alt: name.into(), plot: Plot::Lines(lines) }
}

/// The page and the folder of a report with a long table and, in a section of their own, the figures.
fn written(figures: usize, spread: Spread) -> (String, tempfile::TempDir) {
    let rows =
        (0..ROWS).fold(Table::new("long", "Long").column(Column::text("row")), |table, row| table.row([format!("row {row}").into()]));
    let mut report = Report::new("large");
    report.sections.push(Section::new("table", "Table").block(rows));
    let section = (0..figures).fold(Section::new("figures", "Figures"), |section, at| section.block(figure(&format!("f{at}"), spread)));
    report.sections.push(section);
    let dir = tempfile::tempdir().expect("a folder for the report");
    write_all(&report, dir.path(), &["html", "csv"]).expect("writes the report");
    let page = std::fs::read_to_string(dir.path().join("report.html")).expect("reads the page");
    (page, dir)
}

#[test]
fn a_long_table_is_cut_on_the_page_and_whole_in_its_file() {
    let (page, dir) = written(0, Spread::Band);
    assert_eq!(page.matches("<th scope=\"row\">row ").count(), 1_000);
    assert!(page.contains("The first 1000 of 1500 rows."), "the page does not say that rows are missing");
    let data = std::fs::read_to_string(dir.path().join("data/long.csv")).expect("reads the data");
    assert_eq!(data.matches("row ").count(), ROWS);
}

#[test]
fn many_figures_are_drawn_once_and_few_twice() {
    let pictures = |page: &str| page.matches("<svg").count();
    assert_eq!(pictures(&written(4, Spread::Band).0), 8);
    let (page, _) = written(5, Spread::Band);
    assert_eq!(pictures(&page), 5);
    assert_eq!(page.matches("class=\"small\"").count(), 5);
}

#[test]
fn marks_of_a_line_with_a_band_lie_apart() {
    // An outlined mark is the only line in the colour of the paper; the legend has one a series.
    let marks = |spread| written(1, spread).0.split("class=\"picture narrow\"").nth(1).expect("a picture").matches("stroke-paper").count();
    assert_eq!(marks(Spread::Bars), 2 * 200 + 2);
    let apart = marks(Spread::Band);
    assert!((2 * 5..2 * 16).contains(&apart), "{apart} marks on two lines of some 300 pixels");
}

/// The page of a report with one block.
fn page(block: impl Into<treebench_reports::model::Block>) -> String {
    let mut report = Report::new("one");
    report.sections.push(Section::new("s", "S").block(block));
    html(&report).expect("a page")
}

#[test]
fn a_heat_map_with_many_columns_keeps_letters_that_can_be_read() {
    let map = |columns: u32| {
        let cells = vec![(0..columns).map(|x| HeatCell::new(f64::from(x))).collect()];
        let x_labels = (0..columns).map(|x| x.to_string()).collect();
        page(Figure::new(
            "map",
            "Map",
            "A map.",
            Plot::HeatMap(HeatMap { x_labels, y_labels: vec!["row".into()], cells, ..HeatMap::default() }),
        ))
    };
    assert!(!map(4).contains("narrow broad\""));
    assert!(map(20).contains("narrow broad\" tabindex=\"0\" role=\"region\""), "it does not scroll");
    // Nor is one that is wider than a page shrunk until nobody can read it.
    assert!(!map(20).contains("wide broad") && map(60).contains("wide broad\""));
    assert!(map(60).contains("style=\"--least: "), "nothing keeps its letters large");
}

#[test]
fn all_swept_values_are_named_below_panels_on_a_phone() {
    let values = ["0.05", "0.15", "0.35", "0.75", "1.25", "2.5"];
    let panels = ["hex", "go"].map(|game| Panel { title: game.into(), curves: Vec::new() }).into();
    let x_labels = values.map(str::to_owned).into();
    let plot = Multiples { x_labels, panels, names: vec!["uct".into()], spread: Spread::Bars, ..Multiples::default() };
    let page = page(Figure::new("over", "Over", "Over C.", Plot::Multiples(plot)));
    let narrow = page.split("class=\"picture narrow").nth(1).expect("a picture");
    for value in values {
        assert_eq!(narrow.matches(&format!(">{value}</text>")).count(), 2, "{value}");
    }
}

#[test]
fn sentences_on_a_phone_say_of_which_column_they_are() {
    let table = |answer: String| {
        let table = Table::new("t", "T").column(Column::text("question")).column(Column::text("answer"));
        page(table.row(["Why?".into(), answer.into()]))
    };
    assert!(table("Because. ".repeat(20)).contains("<td class=\"long sentence\" data-of=\"answer\">"));
    assert!(!table("Because.".to_owned()).contains("data-of=\"answer"));
}
