//! Hostile names, missing numbers and empty shapes: nothing panics, and the data files contain every number.

use treebench_reports::model::{
    Axis, Bar, Bars, Bin, Cell, Column, Comparison, Curve, Dendrogram, Detail, Facet, Fact, Figure, HeatCell, HeatMap, Histogram, Interval,
    Join, Lines, Link, Multiples, Panel, Plot, Point, Reference, Report, Section, Series, Spread, Table, Verdict,
};

const EVIL: &str = "<script>alert(\"1\")</script> & 50% a_b|c \\ \u{1b}[31m\n#1F2430";
const ODD: [f64; 7] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, 1.0 / 3.0, f64::MAX, f64::MIN];

fn report() -> Report {
    let mut report = Report::new(EVIL);
    (report.question, report.lead, report.warnings) = (EVIL.into(), vec![EVIL.into()], vec![EVIL.into()]);
    report.fact(EVIL, EVIL);
    let link = |href: &str| Link { text: EVIL.into(), href: href.into() };
    let links = vec![link("javascript:alert(1)"), link(EVIL), link("games.html#\"><script>")];
    report.details.push(Detail {
        name: EVIL.into(),
        facts: vec![Fact { key: EVIL.into(), value: EVIL.into() }],
        links,
        ..Detail::default()
    });
    report.facet = Some(Facet { name: EVIL.into(), values: vec![EVIL.into(), EVIL.into()] });
    let mut table = Table::new("odd", EVIL).column(Column::text(EVIL)).column(Column::number(EVIL).unit("%").doc(EVIL));
    for value in ODD {
        let ours = Interval { value, low: value, high: value, decimals: 1 };
        table = table.row([
            EVIL.into(),
            Cell::number(value, 200),
            Cell::Interval(ours),
            Cell::Graded { interval: ours, verdict: Verdict::Undecided },
            Cell::Verdict { verdict: Verdict::Worse, text: EVIL.into() },
            Cell::Comparison(Comparison { paper: value, half_width: value, ours }),
        ]);
        table = table.keys(40).about(3, Some(0), EVIL).about(1, Some(usize::MAX), "").about(99, None, EVIL);
    }
    let mut section = Section::new(EVIL, EVIL).paragraph(EVIL).block(Table::new("", "")).block(table);
    let axis = || Axis::new(EVIL, "%");
    for count in [0, 1, 2, 40] {
        let points = || ODD.iter().take(count).map(|v| Point { x: *v, y: *v, low: *v, high: *v, detail: None }).collect();
        for spread in [Spread::None, Spread::Bars, Spread::Band] {
            let series = (0..count).map(|_| Series { name: EVIL.repeat(9), points: points(), ..Series::default() }).collect();
            let reference = Some(Reference { value: f64::NAN, label: EVIL.into() });
            section = section.block(figure(Plot::Lines(Lines { x: axis().log(), y: axis(), series, spread, reference })));
        }
        let cells = vec![ODD.map(HeatCell::new).to_vec(); count];
        let heat =
            HeatMap { x: axis(), value: axis(), x_labels: vec![EVIL.repeat(9); count], cells, midpoint: Some(50.0), ..HeatMap::default() };
        section = section.block(figure(Plot::HeatMap(heat)));
        let curve = |name| Curve { name, printed: name % 2 == 0, points: points() };
        let panel = |_| Panel { title: EVIL.repeat(9), curves: (0..count).map(curve).collect() };
        let (names, panels) = (vec![EVIL.into(); count / 2], (0..count.min(4)).map(panel).collect());
        let multiples = Multiples { x: axis(), y: axis(), x_labels: vec![EVIL.into(); count], names, panels, ..Multiples::default() };
        section = section.block(figure(Plot::Multiples(multiples)));
        let bars = ODD.iter().cycle().take(count).map(|v| Bar { label: EVIL.into(), value: *v, low: *v, high: *v }).collect();
        section = section.block(figure(Plot::Bars(Bars { value: axis(), bars, reference: None })));
        let bins = ODD.iter().cycle().take(count).map(|v| Bin { low: *v, high: *v, count: *v }).collect();
        section = section.block(figure(Plot::Histogram(Histogram { x: axis(), y: axis(), bins })));
        // Groups that do not exist, that are joined twice, and that contain themselves.
        let joins = [[0, 1], [0, 2], [9, 4], [6, 6]].map(|groups| Join { groups, distance: ODD[groups[0] % ODD.len()] }).to_vec();
        let leaves = vec![EVIL.repeat(9); count];
        section = section.block(figure(Plot::Dendrogram(Dendrogram { distance: axis(), leaves, joins })));
    }
    report.sections.push(section);
    report
}

fn figure(plot: Plot) -> Figure {
    Figure::new("same-id", EVIL, EVIL, plot)
}

#[test]
fn hostile_reports_are_written_whole_and_the_same_every_time() {
    let (one, two) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let files = treebench_reports::write_all(&report(), one.path(), &[]).expect("every format writes");
    let again = treebench_reports::write_all(&report(), two.path(), &[]).expect("every format writes");
    let mut unique = files.clone();
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), files.len(), "no file overwrites another");
    for (a, b) in files.iter().zip(&again) {
        let bytes = std::fs::read(a).expect("written");
        assert_eq!(bytes, std::fs::read(b).expect("written"), "{}", a.display());
        let text = String::from_utf8_lossy(&bytes);
        match a.extension().and_then(|e| e.to_str()) {
            Some("svg") => drop(roxmltree::Document::parse(&text).expect("well-formed")),
            Some("pdf") => assert!(bytes.starts_with(b"%PDF-") && bytes.ends_with(b"%%EOF"), "{}", a.display()),
            Some("md" | "tex") => assert!(!text.contains("<script"), "{}", a.display()),
            Some("txt") => assert!(!text.contains('\u{1b}'), "no terminal command gets through"),
            _ => {}
        }
    }
    let folder = |dir: &std::path::Path| std::fs::read_dir(dir).expect("a folder").count();
    assert_eq!(folder(&one.path().join("figures")), 3 * report().figures().count(), "no unfinished file is left");
}

#[test]
fn csv_and_json_give_twelve_digits_back() {
    let dir = tempfile::tempdir().expect("a folder");
    treebench_reports::write_all(&report(), dir.path(), &["csv", "json"]).expect("written");
    let mut reader = csv::Reader::from_path(dir.path().join("data/odd.csv")).expect("a file");
    let number = |text: &str| if text.is_empty() { f64::NAN } else { text.parse().expect("a number") };
    let values: Vec<f64> = reader.records().map(|row| number(&row.expect("a row")[1])).collect();
    let bits = |values: &[f64]| values.iter().map(|v| if v.is_nan() { 0 } else { v.to_bits() }).collect::<Vec<_>>();
    assert_eq!(bits(&values), bits(&ODD.map(|odd| format!("{odd:.11e}").parse().expect("a number"))));
    let text = std::fs::read_to_string(dir.path().join("report.json")).expect("a file");
    let back: Report = serde_json::from_str(&text).expect("the same types");
    treebench_reports::write_all(&back, dir.path(), &["json"]).expect("written");
    assert_eq!(std::fs::read_to_string(dir.path().join("report.json")).expect("a file"), text);
}

#[test]
fn warnings_are_counted_and_many_are_folded() {
    let dir = tempfile::tempdir().expect("a folder");
    let written = |count: usize| {
        let mut report = Report::new("Warnings");
        report.warnings = (0..count).map(|i| format!("warning number {i}")).collect();
        treebench_reports::write_all(&report, dir.path(), &["html", "markdown", "terminal"]).expect("written");
        ["report.html", "report.md", "report.txt"].map(|file| std::fs::read_to_string(dir.path().join(file)).expect("a file"))
    };
    for text in written(1) {
        assert!(!text.contains("1 warnings") && text.contains("warning number 0"), "{text}");
    }
    for count in [3, 40] {
        for text in written(count) {
            assert!(text.contains(&format!("{count} warnings")), "{text}");
            assert!((0..count).all(|i| text.contains(&format!("warning number {i}"))), "{text}");
        }
    }
    assert!(written(3)[0].contains("<details open>\n<summary>3 warnings") && written(40)[0].contains("<details>\n<summary>40 warnings"));
}

#[test]
fn an_unknown_format_and_an_unwritable_folder_are_named() {
    let dir = tempfile::tempdir().expect("a folder");
    let error = treebench_reports::write_all(&report(), dir.path(), &["csv", "docx"]).expect_err("no such format");
    assert!(error.to_string().contains("`docx`") && error.to_string().contains("latex"), "{error}");
    assert_eq!(std::fs::read_dir(dir.path()).expect("a folder").count(), 0);
    let file = dir.path().join("file");
    std::fs::write(&file, "").expect("written");
    let error = treebench_reports::write_all(&report(), &file, &["json"]).expect_err("a file is no folder");
    assert!(error.to_string().contains("file"), "{error}");
}
