//! Plain shapes in pixels of a 1:1 picture, with colours named by their use.

use super::palette::{COLOURS, Rgb};
use crate::model::{Palette, Point};
use crate::text;

/// The use of a colour. Named colours are light or dark with the page; fixed ones never change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Ink {
    Text,
    Muted,
    Grid,
    Paper,
    Series(usize),
    Fixed(u8, u8, u8),
}

impl Ink {
    /// The colour on white.
    pub(crate) fn rgb(self, palette: Palette) -> Rgb {
        match self {
            Self::Text => (31, 36, 48),
            Self::Muted => (91, 98, 112),
            Self::Grid => (225, 228, 234),
            Self::Paper => (254, 254, 255),
            Self::Series(index) => palette.light()[index % COLOURS],
            Self::Fixed(r, g, b) => (r, g, b),
        }
    }
}

/// The horizontal anchor of a text. Vertically, texts are centred on their point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Start,
    Middle,
    End,
}

pub(crate) type Place = (f64, f64);

#[derive(Debug)]
pub(crate) enum Shape {
    Line { points: Vec<Place>, ink: Ink, width: f64 },
    Area { points: Vec<Place>, ink: Ink, opacity: f64 },
    Text { at: Place, text: String, size: f64, ink: Ink, side: Side, upright: bool },
}

#[derive(Debug)]
pub(crate) struct Scene {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) shapes: Vec<Shape>,
    /// Tooltips of the page.
    pub(crate) tips: Vec<Tooltip>,
}

/// The tooltip of a data point.
#[derive(Debug)]
pub(crate) struct Tooltip {
    pub(crate) at: Place,
    /// The series, the parameter, and the value with its interval.
    pub(crate) text: String,
    /// The place of its detail in the report.
    pub(crate) detail: Option<usize>,
    /// The page that it leads to; empty for none.
    pub(crate) href: String,
}

impl Scene {
    pub(crate) fn new(width: f64, height: f64) -> Self {
        let mut scene = Self { width, height, shapes: Vec::new(), tips: Vec::new() };
        scene.rect(0.0, 0.0, width, height, Ink::Paper);
        scene
    }

    /// Makes the picture higher, with its paper, which is the first shape.
    pub(crate) fn lengthen(&mut self, by: f64) {
        self.height += by;
        self.rect(0.0, 0.0, self.width, self.height, Ink::Paper);
        self.shapes.swap_remove(0);
    }

    pub(crate) fn line(&mut self, points: Vec<Place>, ink: Ink, width: f64) {
        self.shapes.push(Shape::Line { points, ink, width });
    }

    pub(crate) fn area(&mut self, points: Vec<Place>, ink: Ink, opacity: f64) {
        self.shapes.push(Shape::Area { points, ink, opacity });
    }

    pub(crate) fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, ink: Ink) {
        self.area(vec![(x, y), (x + width, y), (x + width, y + height), (x, y + height)], ink, 1.0);
    }

    pub(crate) fn text(&mut self, at: Place, text: &str, size: f64, ink: Ink, side: Side) {
        self.shapes.push(Shape::Text { at, text: text::line(text), size, ink, side, upright: false });
    }

    /// Text that reads upwards.
    pub(crate) fn upright(&mut self, at: Place, text: &str, size: f64, ink: Ink, side: Side) {
        self.shapes.push(Shape::Text { at, text: text::line(text), size, ink, side, upright: true });
    }

    /// Adds the tooltip of a series's point, with the digits of its axis.
    pub(crate) fn tip(&mut self, at: Place, what: &str, unit: &str, point: &Point) {
        let shown = |value: f64| text::readable(&text::shown(value, 1));
        let unit = if unit.is_empty() { String::new() } else { format!(" {unit}") };
        let interval = if point.low.is_finite() && point.high.is_finite() {
            format!(" [{}, {}]", shown(point.low), shown(point.high))
        } else {
            String::new()
        };
        self.tips.push(Tooltip {
            at,
            text: format!("{what}: {}{unit}{interval}", shown(point.y)),
            detail: point.detail,
            href: String::new(),
        });
    }

    pub(crate) fn dashed(&mut self, from: Place, to: Place, ink: Ink) {
        let length = (to.0 - from.0).hypot(to.1 - from.1);
        let at = |d: f64| (from.0 + (to.0 - from.0) * d / length, from.1 + (to.1 - from.1) * d / length);
        let mut start = 0.0;
        while start < length {
            self.line(vec![at(start), at((start + 6.0).min(length))], ink, 1.0);
            start += 10.0;
        }
    }

    /// A point's mark: series of the same colour differ in shape.
    pub(crate) fn mark(&mut self, (x, y): Place, series: usize) {
        let corner = |angle: f64, r: f64| (x + r * angle.to_radians().sin(), y - r * angle.to_radians().cos());
        let polygon = |count: u32, turn: f64, r: f64| {
            (0..count).map(|i| corner(turn + 360.0 * f64::from(i) / f64::from(count), r)).collect::<Vec<_>>()
        };
        let points = match (series + series / COLOURS) % 5 {
            0 => polygon(20, 0.0, 4.5),
            1 => polygon(4, 45.0, 5.6),
            2 => polygon(3, 0.0, 6.0),
            3 => polygon(4, 0.0, 6.0),
            _ => polygon(3, 180.0, 6.0),
        };
        self.area(points.clone(), Ink::Series(series), 1.0);
        let mut outline = points;
        outline.push(outline[0]);
        self.line(outline, Ink::Paper, 1.0);
    }
}
