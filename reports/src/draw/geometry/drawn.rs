//! A drawn SVG read back: its areas, lines and labels with their places.

use ab_glyph::{Font, FontRef, ScaleFont};
use roxmltree::{Document, Node};

use crate::draw::on_page;
use crate::model::{Figure, Palette, Plot};

static FONT: &[u8] = include_bytes!("../../../fonts/DejaVuSans.ttf");

/// A box: left, top, right, bottom.
pub(super) type Rect = [f64; 4];

pub(super) struct Shape {
    pub(super) points: Vec<(f64, f64)>,
    pub(super) color: String,
    pub(super) opacity: f64,
}

pub(super) struct Label {
    pub(super) text: String,
    pub(super) size: f64,
    pub(super) place: Rect,
}

pub(super) struct Picture {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) areas: Vec<Shape>,
    pub(super) lines: Vec<Shape>,
    pub(super) labels: Vec<Label>,
}

impl Picture {
    pub(super) fn of(plot: Plot, width: f64) -> Self {
        let text = on_page(&Figure::new("f", "caption", "alt", plot), width).expect("drawable").0;
        let document = Document::parse(&text).expect("well-formed");
        let root = document.root_element();
        let nodes = |name: &'static str| root.descendants().filter(move |node| node.has_tag_name(name));
        Self {
            width: number(root, "width"),
            height: number(root, "height"),
            areas: nodes("polygon").map(|node| shape(node, "fill")).collect(),
            lines: nodes("polyline").map(|node| shape(node, "stroke")).collect(),
            labels: nodes("text").map(label).collect(),
        }
    }

    /// The number at a place on an axis, from two of its ticks: those labels that are numbers and pass the test.
    pub(super) fn axis(&self, is_mark: impl Fn(&Label) -> bool, middle: fn(Rect) -> f64) -> impl Fn(f64) -> f64 {
        let mut marks: Vec<(f64, f64)> = self
            .labels
            .iter()
            .filter(|label| is_mark(label))
            .filter_map(|label| Some((middle(label.place), parsed(&label.text)?)))
            .collect();
        marks.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (first, last) = (marks[0], marks[marks.len() - 1]);
        assert!(marks.len() > 1 && first.0 < last.0, "an axis has at least two marks");
        move |place| first.1 + (place - first.0) / (last.0 - first.0) * (last.1 - first.1)
    }

    /// The x axis, whose marks are the lowest row of numbers.
    pub(super) fn x_axis(&self) -> impl Fn(f64) -> f64 {
        let lowest = self.labels.iter().filter(|l| parsed(&l.text).is_some()).map(|l| center_y(l.place)).fold(0.0, f64::max);
        self.axis(move |label| (center_y(label.place) - lowest).abs() < 1.0, center_x)
    }

    /// The y axis, whose marks all end at one x.
    pub(super) fn y_axis(&self) -> impl Fn(f64) -> f64 {
        let left = self.labels.iter().filter(|l| parsed(&l.text).is_some()).map(|l| l.place[2]).fold(f64::INFINITY, f64::min);
        self.axis(move |label| (label.place[2] - left).abs() < 1.0, center_y)
    }

    pub(super) fn of_series(&self, series: usize, opacity: f64) -> Vec<&Shape> {
        let (r, g, b) = Palette::default().light()[series];
        let color = format!("#{r:02X}{g:02X}{b:02X}");
        self.areas.iter().filter(|area| area.color == color && (area.opacity - opacity).abs() < 1e-6).collect()
    }
}

impl Shape {
    pub(super) fn center(&self) -> (f64, f64) {
        let count = self.points.len() as f64;
        (self.points.iter().map(|p| p.0).sum::<f64>() / count, self.points.iter().map(|p| p.1).sum::<f64>() / count)
    }

    pub(super) fn bounds(&self) -> Rect {
        let start = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
        self.points.iter().fold(start, |[l, t, r, b], (x, y)| [l.min(*x), t.min(*y), r.max(*x), b.max(*y)])
    }
}

pub(super) fn center_x([left, _, right, _]: Rect) -> f64 {
    (left + right) / 2.0
}

pub(super) fn center_y([_, top, _, bottom]: Rect) -> f64 {
    (top + bottom) / 2.0
}

pub(super) fn number(node: Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("`{name}` of {node:?} is a number"))
}

pub(super) fn shape(node: Node<'_, '_>, color: &str) -> Shape {
    let points = node.attribute("points").expect("points").split_whitespace();
    let point = |text: &str| text.split_once(',').map(|(x, y)| (x.parse().expect("a number"), y.parse().expect("a number")));
    Shape {
        points: points.map(|text| point(text).expect("a pair")).collect(),
        color: node.attribute(color).unwrap_or_default().to_owned(),
        opacity: number(node, "opacity"),
    }
}

pub(super) fn label(node: Node<'_, '_>) -> Label {
    let text = node.text().unwrap_or_default().trim().to_owned();
    let (x, y, size) = (number(node, "x"), number(node, "y"), number(node, "font-size"));
    let font = FontRef::try_from_slice(FONT).expect("the vendored font");
    let font = font.as_scaled((size * f64::from(font.height_unscaled() / font.units_per_em().expect("an em"))) as f32);
    let width: f64 = text.chars().map(|c| f64::from(font.h_advance(font.glyph_id(c)))).sum();
    let before = match node.attribute("text-anchor") {
        Some("start") => 0.0,
        Some("middle") => width / 2.0,
        _ => width,
    };
    // Capitals and digits reach 0.37 em above and below their middle.
    let half = 0.37 * size;
    let place = match node.attribute("transform") {
        Some(_) => [x - half, y - (width - before), x + half, y + before],
        None => [x - before, y - half, x - before + width, y + half],
    };
    Label { text, size, place }
}

pub(super) fn parsed(text: &str) -> Option<f64> {
    text.replace('−', "-").replace('\u{202f}', "").parse().ok()
}
