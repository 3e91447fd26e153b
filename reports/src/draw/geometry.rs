//! Tests that read the drawn SVG back: data is where the axes say, bars have their lengths, and no label covers another or leaves the
//! picture. Texts are measured with the vendored font itself, not with [`super::render::text_width`].

mod drawn;

use super::WIDE;
use crate::model::{
    Axis, Bar, Bars, Bin, Dendrogram, HeatCell, HeatMap, Histogram, Join, Lines, Palette, Plot, Point, Reference, Series, Spread,
};
use drawn::{Label, Picture, Shape, center_x, parsed};

/// The width of a picture on a phone.
const NARROW: f64 = 350.0;
fn near(found: f64, expected: f64, tolerance: f64, what: &str) {
    assert!((found - expected).abs() <= tolerance, "{what}: {found} instead of {expected} ± {tolerance}");
}

fn lines(names: &[&str], xs: &[f64], log: bool, spread: Spread) -> Lines {
    let point = |row: usize, column: usize, x: f64| {
        let y = 40.0 + 7.0 * ((row * 5 + column * 3) % 8) as f64;
        Point { x, y, low: y - 3.0, high: y + 4.5, detail: None }
    };
    let series = |(row, name): (usize, &&str)| Series {
        name: (*name).to_owned(),
        points: xs.iter().enumerate().map(|(column, x)| point(row, column, *x)).collect(),
        ..Series::default()
    };
    let x = Axis::new("iterations per turn", "");
    Lines {
        x: if log { x.log() } else { x },
        y: Axis::new("win rate", "%"),
        series: names.iter().enumerate().map(series).collect(),
        spread,
        reference: Some(Reference { value: 50.0, label: "equal strength".into() }),
    }
}

fn bars(values: &[f64]) -> Bars {
    let bar = |(index, value): (usize, &f64)| Bar {
        label: format!("tree:S-nodal sim:S @ModPlusShift number {index}"),
        value: *value,
        low: value - 2.0,
        high: value + 3.0,
    };
    Bars {
        value: Axis::new("difference of win rates", "%"),
        bars: values.iter().enumerate().map(bar).collect(),
        reference: Some(Reference { value: 10.0, label: "equal strength".into() }),
    }
}

fn heat(columns: usize, rows: usize) -> HeatMap {
    HeatMap {
        x: Axis::new("first-play urgency", ""),
        y: Axis::new("game", ""),
        value: Axis::new("win rate", "%").range(0.0, 100.0),
        x_labels: (0..columns).map(|c| format!("agent number {c}")).collect(),
        y_labels: (0..rows).map(|r| format!("rbg/los-alamos-chess with size {r}")).collect(),
        cells: (0..rows).map(|r| (0..columns).map(|c| HeatCell::new(((r * 31 + c * 17) % 101) as f64)).collect()).collect(),
        midpoint: Some(50.0),
        decimals: 1,
    }
}

fn histogram(bins: &[(f64, f64, f64)]) -> Histogram {
    let bins = bins.iter().map(|&(low, high, count)| Bin { low, high, count }).collect();
    Histogram { x: Axis::new("plies", ""), y: Axis::new("games", ""), bins }
}

const SIX: [&str; 6] = ["breakthrough", "connect-four", "reversi", "einstein", "rbg/los-alamos-chess", "chinese-dark-chess on 4×8"];

#[test]
fn many_bars_are_low() {
    let height = |count: usize| Picture::of(Plot::Bars(bars(&vec![5.0; count])), WIDE).height;
    assert!(height(30) > 30.0 * 29.0 && height(80) < 80.0 * 18.0);
}

#[test]
fn scattered_points_are_not_joined() {
    let xs: Vec<f64> = (0..11).map(f64::from).collect();
    let mut plot = lines(&SIX[..2], &xs, false, Spread::None);
    let joined =
        |plot: &Lines| Picture::of(Plot::Lines(plot.clone()), WIDE).lines.iter().filter(|line| line.points.len() == xs.len()).count();
    assert_eq!(joined(&plot), 2);
    plot.series[0].scattered = true;
    assert_eq!(joined(&plot), 1);
}

#[test]
fn points_and_error_bars_are_where_the_axes_say() {
    for (xs, log) in [(&[100.0, 1000.0, 10_000.0][..], true), (&[0.0, 0.5, 1.5, 4.0], false)] {
        for (names, spread) in [(&SIX[..], Spread::Bars), (&SIX[..4], Spread::Band), (&SIX[..1], Spread::None)] {
            for width in [WIDE, NARROW] {
                let plot = lines(names, xs, log, spread);
                let picture = Picture::of(Plot::Lines(plot.clone()), width);
                let y = picture.y_axis();
                // The marks of a logarithmic axis are powers, so that the axis of their logarithms is read.
                let ticks = |label: &Label| parsed(&label.text).is_some_and(|x| xs.contains(&x)) && label.place[1] > picture.height - 60.0;
                let marks: Vec<_> =
                    picture.labels.iter().filter(|l| ticks(l)).map(|l| (center_x(l.place), parsed(&l.text).expect("a number"))).collect();
                let scale = |x: f64| if log { x.log10() } else { x };
                let (first, last) = (marks[0], marks[marks.len() - 1]);
                let place = |x: f64| first.0 + (scale(x) - scale(first.1)) / (scale(last.1) - scale(first.1)) * (last.0 - first.0);
                for (index, series) in plot.series.iter().enumerate() {
                    // The first mark belongs to the legend.
                    let drawn: Vec<_> = picture.of_series(index, 1.0).into_iter().map(Shape::center).skip(1).collect();
                    assert_eq!(drawn.len(), series.points.len());
                    let aside = if spread == Spread::Bars { 5.0 * (index as f64 - (names.len() as f64 - 1.0) / 2.0) } else { 0.0 };
                    for (found, point) in drawn.iter().zip(&series.points) {
                        near(found.0, place(point.x) + aside, 1.5, "x");
                        near(y(found.1), point.y, 0.3, "y");
                    }
                    if spread == Spread::Bars {
                        let (r, g, b) = Palette::default().light()[index];
                        let color = format!("#{r:02X}{g:02X}{b:02X}");
                        let upright = |line: &&Shape| line.points.len() == 2 && line.points[0].0 == line.points[1].0 && line.color == color;
                        let drawn: Vec<_> = picture.lines.iter().filter(upright).collect();
                        assert_eq!(drawn.len(), series.points.len());
                        for (line, point) in drawn.iter().zip(&series.points) {
                            near(y(line.points[0].1), point.low, 0.3, "low");
                            near(y(line.points[1].1), point.high, 0.3, "high");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn bars_are_as_long_as_their_values() {
    for values in [&[62.0, 55.5, 71.0, 47.5][..], &[-12.0, 8.0, 0.0, 31.5], &[3.0]] {
        for width in [WIDE, NARROW] {
            let picture = Picture::of(Plot::Bars(bars(values)), width);
            let x = picture.x_axis();
            let drawn = picture.of_series(0, 0.55);
            assert_eq!(drawn.len(), values.len());
            let pixel = x(1.0) - x(0.0);
            for (bar, value) in drawn.iter().zip(values) {
                let [left, top, right, bottom] = bar.bounds();
                near(x(left), value.min(0.0), 1.5 * pixel, "start");
                near(x(right), value.max(0.0), 1.5 * pixel, "end");
                near(bottom - top, 18.0, 1.0, "thickness");
            }
            for (above, below) in drawn.iter().zip(&drawn[1..]) {
                assert!(above.bounds()[3] < below.bounds()[1], "bars do not touch");
            }
        }
    }
}

#[test]
fn bins_have_their_bounds_and_their_heights() {
    let bins = [(0.0, 10.0, 4.0), (10.0, 20.0, 31.0), (20.0, 40.0, 12.0), (40.0, 50.0, 0.0)];
    for width in [WIDE, NARROW] {
        let picture = Picture::of(Plot::Histogram(histogram(&bins)), width);
        let (x, y) = (picture.x_axis(), picture.y_axis());
        let (wide, tall) = (x(1.0) - x(0.0), (y(1.0) - y(0.0)).abs());
        let drawn = picture.of_series(0, 0.75);
        assert_eq!(drawn.len(), bins.len());
        for (bin, (low, high, count)) in drawn.iter().zip(bins) {
            let [left, top, right, bottom] = bin.bounds();
            near(x(left), low, 1.5 * wide, "low");
            near(x(right), high, 2.5 * wide, "high, with a gap of one pixel");
            near(y(top), count, 1.5 * tall, "count");
            near(y(bottom), 0.0, 1.5 * tall, "zero");
        }
    }
}

#[test]
fn a_heat_map_shows_each_value_in_its_own_cell_and_colour() {
    for (columns, rows) in [(1, 1), (3, 4), (12, 40)] {
        for width in [WIDE, NARROW] {
            let map = heat(columns, rows);
            let picture = Picture::of(Plot::HeatMap(map.clone()), width);
            // The first area is the paper; the cells follow row by row.
            let cells = &picture.areas[1..=columns * rows];
            for (index, cell) in cells.iter().enumerate() {
                let (row, column) = (index / columns, index % columns);
                let (value, bounds) = (map.cells[row][column].value, cell.bounds());
                let inside =
                    |l: &&Label| l.place[0] >= bounds[0] && l.place[2] <= bounds[2] && l.place[1] >= bounds[1] && l.place[3] <= bounds[3];
                let texts: Vec<_> = picture.labels.iter().filter(inside).map(|l| l.text.as_str()).collect();
                assert_eq!(texts, [format!("{value:.1}")], "{row}, {column}");
                let channel = |at: usize| i32::from_str_radix(&cell.color[at..at + 2], 16).expect("hexadecimal");
                let blue = channel(5) - channel(1);
                assert_eq!(
                    blue.signum(),
                    if (value - 50.0).abs() < 1.0 {
                        blue.signum()
                    } else if value > 50.0 {
                        1
                    } else {
                        -1
                    },
                    "{value}"
                );
                if column > 0 {
                    near(bounds[0] - cells[index - 1].bounds()[2], 2.0, 1.0, "the gap between columns");
                }
                if row > 0 {
                    near(bounds[1] - cells[index - columns].bounds()[3], 2.0, 1.0, "the gap between rows");
                }
            }
        }
    }
}

fn dendrogram(distances: &[f64]) -> Dendrogram {
    let leaves = distances.len() + 1;
    let joins = distances
        .iter()
        .enumerate()
        .map(|(k, &distance)| Join { groups: if k == 0 { [0, leaves - 1] } else { [leaves + k - 1, k] }, distance });
    Dendrogram {
        distance: Axis::new("difference of scores", "%"),
        leaves: (0..leaves).map(|i| format!("mcts exploration={i} selection=progressive-history")).collect(),
        joins: joins.collect(),
    }
}

#[test]
fn brackets_reach_as_far_as_their_groups_are_apart_and_do_not_cross() {
    let distances = [2.0, 5.0, 5.5, 21.0];
    for width in [WIDE, NARROW] {
        let picture = Picture::of(Plot::Dendrogram(dendrogram(&distances)), width);
        let x = picture.x_axis();
        let pixel = x(1.0) - x(0.0);
        let brackets: Vec<&Shape> = picture.lines.iter().filter(|line| line.points.len() == 4).collect();
        assert_eq!(brackets.len(), distances.len());
        for (bracket, distance) in brackets.iter().zip(distances) {
            near(x(bracket.points[1].0), distance, 1.5 * pixel, "distance");
            assert_eq!(bracket.points[1].0, bracket.points[2].0);
        }
        // Every bracket begins where the one before it ends: in the middle of its height.
        for (inner, outer) in brackets.iter().zip(&brackets[1..]) {
            let middle = (inner.points[1].1 + inner.points[2].1) / 2.0;
            assert!(
                [outer.points[0], outer.points[3]]
                    .iter()
                    .any(|end| (end.1 - middle).abs() < 0.6 && (end.0 - inner.points[1].0).abs() < 0.6)
            );
        }
    }
}

#[test]
fn few_columns_leave_room_for_the_names_of_rows() {
    let names: Vec<String> = (0..40).map(|row| format!("iterations {row}, C 0.05")).collect();
    let map = HeatMap { y_labels: names.clone(), ..heat(2, 40) };
    let picture = Picture::of(Plot::HeatMap(map), NARROW);
    assert!(names.iter().all(|name| picture.labels.iter().any(|label| label.text == *name)));
}

#[test]
fn a_grid_of_many_columns_is_no_wider_than_its_names_need() {
    let picture = Picture::of(Plot::HeatMap(heat(82, 82)), WIDE);
    let words: Vec<&str> = picture.labels.iter().map(|label| label.text.as_str()).collect();
    assert!(picture.width < 1500.0 && words.contains(&"agent number 81") && !words.contains(&"31.0"), "{}", picture.width);
}

#[test]
fn no_label_covers_another_or_leaves_the_picture() {
    let many: Vec<f64> = (0..40).map(|i| f64::from(i * 13 % 60) - 20.0).collect();
    let bins: Vec<_> = (0..30).map(|i| (f64::from(i) * 1e5, f64::from(i + 1) * 1e5, f64::from(i * 7919))).collect();
    let plots = [
        Plot::Lines(lines(&SIX, &[100.0, 1000.0, 10_000.0], true, Spread::Bars)),
        Plot::Lines(lines(&SIX[..2], &[1.0, 1e6], true, Spread::Band)),
        Plot::Lines(lines(&SIX[..1], &[0.001, 0.0025, 0.004], false, Spread::None)),
        Plot::Lines(lines(&["a name that is far too long for a legend and is cut off somewhere"; 9], &[-1e6, 1e6], false, Spread::Bars)),
        Plot::Bars(bars(&[62.0, 55.5, 71.0])),
        Plot::Bars(bars(&many)),
        Plot::HeatMap(heat(1, 1)),
        Plot::HeatMap(heat(3, 4)),
        Plot::HeatMap(heat(12, 40)),
        Plot::HeatMap(heat(60, 60)),
        Plot::Histogram(histogram(&bins)),
        Plot::Dendrogram(dendrogram(&many.iter().map(|x| x.abs()).collect::<Vec<_>>())),
    ];
    for (number, plot) in plots.iter().enumerate() {
        for width in [WIDE, NARROW] {
            let picture = Picture::of(plot.clone(), width);
            assert!(picture.labels.len() > 4, "figure {number} has labels");
            for (index, label) in picture.labels.iter().enumerate() {
                let [left, top, right, bottom] = label.place;
                let inside = left >= -1.0 && top >= -1.0 && right <= picture.width + 1.0 && bottom <= picture.height + 1.0;
                assert!(inside, "figure {number}, {width} wide: `{}` leaves the picture: {:?}", label.text, label.place);
                assert!(label.size >= 12.0, "figure {number}: `{}` is too small", label.text);
                for other in &picture.labels[..index] {
                    let apart = left >= other.place[2] || right <= other.place[0] || top >= other.place[3] || bottom <= other.place[1];
                    assert!(apart, "figure {number}, {width} wide: `{}` covers `{}`", label.text, other.text);
                }
            }
        }
    }
}
