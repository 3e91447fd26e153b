//! The parts that lines, bars and histograms share: the box with its axes, ticks and titles, and the legend.

use super::render::text_width;
use super::scale::Scale;
use super::scene::{Ink, Scene, Side};
use crate::text::{distinct, readable};

/// The font size of tick labels and legends, in pixels.
pub(crate) const SMALL: f64 = 12.5;
/// The font size of axis titles, in pixels.
pub(crate) const TITLE: f64 = 13.5;

/// The distance between two rows of numbers below an axis.
pub(crate) const ROW: f64 = 14.0;

/// The box that holds the data, in pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) right: f64,
    pub(crate) bottom: f64,
    /// Room at the left and the right end of the x axis for marks and error bars that are wider than their point.
    pub(crate) inset: f64,
}

impl Frame {
    pub(crate) fn x(&self, place: f64) -> f64 {
        self.left + self.inset + (self.right - self.left - 2.0 * self.inset) * place
    }

    pub(crate) fn y(&self, place: f64) -> f64 {
        self.bottom - (self.bottom - self.top) * place
    }

    /// Draws the marks, numbers and title below the box: about one mark each 85 pixels, in a narrow box five if they fit.
    pub(crate) fn x_axis(&self, scene: &mut Scene, scale: &Scale, title: &str, grid: bool) {
        self.x_axis_at(scene, scale, title, grid, &[]);
    }

    /// The same with marks at these places; as many of them as have room in two rows are named.
    pub(crate) fn x_axis_at(&self, scene: &mut Scene, scale: &Scale, title: &str, grid: bool, marks: &[(f64, String)]) {
        let length = self.right - self.left;
        let fits = |ticks: &[(f64, String)]| {
            ticks.windows(2).all(|pair| {
                let words = (text_width(&pair[0].1, SMALL) + text_width(&pair[1].1, SMALL)) / 2.0;
                (pair[1].0 - pair[0].0) * length > words + 12.0
            })
        };
        let ticks = [(length / 85.0).max(5.0), length / 85.0, length / 170.0].map(|wanted| scale.ticks(wanted));
        let chosen = if marks.is_empty() { ticks.iter().find(|ticks| fits(ticks)).map_or(&ticks[2][..], Vec::as_slice) } else { marks };
        // Where each row has room again.
        let mut free = [f64::NEG_INFINITY; 2];
        let mut rows = 1;
        // The row, the mark and both ends of every number.
        let mut written: Vec<(usize, f64, f64, f64)> = Vec::new();
        for (place, word) in chosen {
            let place = *place;
            let x = self.x(place);
            let from = if grid { self.top } else { self.bottom };
            scene.line(vec![(x, from), (x, self.bottom + 5.0)], Ink::Grid, 1.0);
            // A wide number at the end of the axis moves inwards so that it stays in the picture.
            let half = text_width(word, SMALL) / 2.0 + 1.0;
            let middle = x.max(half).min(scene.width - half);
            let row = if marks.is_empty() { Some(0) } else { free.iter().position(|free| middle - half > *free) };
            if let Some(row) = row {
                let down = ROW * row as f64;
                scene.text((middle, self.bottom + 15.0 + down), word, SMALL, Ink::Muted, Side::Middle);
                free[row] = middle + half + 6.0;
                rows = rows.max(row + 1);
                written.push((row, x, middle - half, middle + half));
            }
        }
        // A line leads to a number of the second row, where it crosses none of the first.
        for (row, x, ..) in &written {
            let is_crossed = |(other, _, start, end): &(usize, f64, f64, f64)| *other == 0 && (start - 1.0..=end + 1.0).contains(x);
            if *row > 0 && !written.iter().any(is_crossed) {
                scene.line(vec![(*x, self.bottom), (*x, self.bottom + 5.0 + ROW * *row as f64)], Ink::Grid, 1.0);
            }
        }
        let lower = ROW * (rows - 1) as f64;
        scene.lengthen(lower);
        scene.line(vec![(self.left, self.bottom), (self.right, self.bottom)], Ink::Muted, 1.0);
        self.x_title(scene, title, self.bottom + 37.0 + lower);
    }

    pub(crate) fn x_title(&self, scene: &mut Scene, title: &str, y: f64) {
        let title = cut(title, TITLE, scene.width - 16.0);
        let half = text_width(&title, TITLE) / 2.0;
        let x = ((self.left + self.right) / 2.0).clamp(half.min(scene.width / 2.0), (scene.width - half).max(scene.width / 2.0));
        scene.text((x, y), &title, TITLE, Ink::Text, Side::Middle);
    }

    /// Draws the lines, numbers and title at the left of the box.
    pub(crate) fn y_axis(&self, scene: &mut Scene, scale: &Scale, title: &str) {
        for (place, word) in scale.ticks((self.bottom - self.top) / 55.0) {
            scene.line(vec![(self.left, self.y(place)), (self.right, self.y(place))], Ink::Grid, 1.0);
            scene.text((self.left - 8.0, self.y(place)), &word, SMALL, Ink::Muted, Side::End);
        }
        let title = cut(title, TITLE, self.bottom - self.top + 30.0);
        scene.upright((12.0, (self.top + self.bottom) / 2.0), &title, TITLE, Ink::Text, Side::Middle);
    }
}

/// The room that an axis' numbers and its upright title need at the left.
pub(crate) fn y_room(scale: &Scale, height: f64) -> f64 {
    scale.ticks(height / 55.0).iter().map(|(_, word)| text_width(word, SMALL)).fold(0.0, f64::max) + 36.0
}

/// The text, or its beginning and `…` if it is too wide.
pub(crate) fn cut(text: &str, size: f64, width: f64) -> String {
    if text_width(text, size) <= width {
        return text.to_owned();
    }
    let mut kept: String = text.chars().take(200).collect();
    while !kept.is_empty() && text_width(&kept, size) + size > width {
        kept.pop();
    }
    kept + "…"
}

/// A name on one line, or on two if it is too wide for one, so that names that differ at their ends stay different.
pub(crate) fn label(name: &str, width: f64) -> Vec<String> {
    let name = crate::text::line(name);
    if text_width(&name, SMALL) <= width {
        return vec![name];
    }
    let fits = |text: &str| text_width(text.trim_start(), SMALL) <= width;
    let spaces =
        || name.char_indices().filter(|(_, c)| *c == ' ').map(|(place, _)| place).take(40).take_while(|place| fits(&name[..*place]));
    // A comma ends a part: `bias sum,` and `C_pn 0.5`, not `bias sum, C_pn` and `0.5`.
    let after_comma = spaces().filter(|place| name[..*place].ends_with(',') && fits(&name[*place..])).last();
    match after_comma.or_else(|| spaces().last()) {
        Some(place) if place > 0 => vec![name[..place].to_owned(), cut(name[place..].trim_start(), SMALL, width)],
        _ => vec![cut(&name, SMALL, width)],
    }
}

/// Writes a note below a picture, in as many lines as it needs; nothing if it is empty.
pub(crate) fn note(scene: &mut Scene, note: &str) {
    const MARGIN: f64 = 10.0;
    let width = scene.width - 2.0 * MARGIN;
    let mut lines: Vec<String> = Vec::new();
    for word in note.split_whitespace() {
        match lines.last_mut() {
            Some(line) if text_width(&format!("{line} {word}"), SMALL) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(cut(word, SMALL, width)),
        }
    }
    if lines.is_empty() {
        return;
    }
    let top = scene.height;
    scene.lengthen(ROW * lines.len() as f64 + MARGIN);
    for (index, line) in lines.iter().enumerate() {
        scene.text((MARGIN, top + ROW * (index as f64 + 0.5)), line, SMALL, Ink::Muted, Side::Start);
    }
}

/// The names on one line each or, if `two` lines have room, on two; names that differ stay different.
pub(crate) fn labels(names: &[String], width: f64, two: bool) -> Vec<Vec<String>> {
    let names: Vec<String> = names.iter().map(|name| readable(&crate::text::line(name))).collect();
    let lines = |name: &str| if two { label(name, width) } else { vec![cut(name, SMALL, width)] };
    let fits = |name: &str| !lines(name).iter().any(|line| line.ends_with('…'));
    distinct(&names, fits, |name| cut_middle(name, SMALL, width)).iter().map(|name| lines(name)).collect()
}

/// The text, or its two ends around `…` if it is too wide.
pub(crate) fn cut_middle(text: &str, size: f64, width: f64) -> String {
    if text_width(text, size) <= width {
        return text.to_owned();
    }
    let letters: Vec<char> = text.chars().collect();
    let short = |kept: usize| -> String {
        let end = kept / 2;
        letters[..kept - end].iter().chain(&['…']).chain(&letters[letters.len() - end..]).collect()
    };
    let most = (0..letters.len().min(200)).collect::<Vec<_>>().partition_point(|&kept| text_width(&short(kept + 1), size) <= width);
    short(most)
}

/// The width of the widest line.
pub(crate) fn label_width(lines: &[String]) -> f64 {
    lines.iter().map(|line| text_width(line, SMALL)).fold(0.0, f64::max)
}

/// Writes the lines of a [`label`] that ends at a place, around its height.
pub(crate) fn write_label(scene: &mut Scene, (x, y): (f64, f64), lines: &[String]) {
    for (index, line) in lines.iter().enumerate() {
        let below = (index as f64 - (lines.len() as f64 - 1.0) / 2.0) * 14.0;
        scene.text((x, y + below), line, SMALL, Ink::Text, Side::End);
    }
}

/// Lays out the entries of a legend in rows from left to right. Returns the place and text of each, and the height of all rows.
pub(crate) fn legend(names: &[&str], left: f64, width: f64) -> (Vec<(f64, f64, String)>, f64) {
    let (mut x, mut y) = (0.0, 0.0);
    let mut places = Vec::new();
    let room = (width - 34.0).min(300.0);
    let names: Vec<String> = names.iter().map(|name| crate::text::line(name)).collect();
    for name in distinct(&names, |name| text_width(name, SMALL) <= room, |name| cut_middle(name, SMALL, room)) {
        let needed = text_width(&name, SMALL) + 50.0;
        if x > 0.0 && x + needed - 16.0 > width {
            (x, y) = (0.0, y + 20.0);
        }
        places.push((left + x, y, name));
        x += needed;
    }
    let height = if places.is_empty() { 0.0 } else { y + 20.0 };
    (places, height)
}

#[cfg(test)]
mod tests {
    use super::super::scene::Shape;
    use super::*;
    use crate::model::Axis;

    #[test]
    fn labels_are_broken_between_their_parts() {
        assert_eq!(label("gpn, bias sum, C_pn 0.5", 130.0), ["gpn, bias sum,", "C_pn 0.5"]);
        assert_eq!(label("one long name without parts", 130.0), ["one long name", "without parts"]);
    }

    /// Numbers of a crowded axis are in two rows: no line crosses one, and the paper is as high as the picture.
    #[test]
    fn crowded_marks_cross_no_number() {
        let frame = Frame { left: 40.0, top: 10.0, right: 340.0, bottom: 200.0, inset: 6.0 };
        let values = [0.1, 0.3, 0.4, 0.45, 0.5, 0.55, 0.6, 1.0, 1.05, 2.0];
        let scale = Scale::new(&Axis::new("C", ""), false, values.into_iter());
        let marks: Vec<(f64, String)> = values.iter().map(|&value| (scale.place(value).unwrap(), format!("{value:.2}"))).collect();
        let mut scene = Scene::new(350.0, 250.0);
        frame.x_axis_at(&mut scene, &scale, "C", false, &marks);
        let Shape::Area { points, .. } = &scene.shapes[0] else { panic!("the first shape is the paper") };
        assert!(scene.height == 250.0 + ROW && points.iter().any(|point| point.1 == scene.height));
        let numbers: Vec<(f64, f64, f64)> = scene.shapes.iter().filter_map(number).collect();
        assert!(numbers.len() > 5 && numbers.iter().any(|(_, y, _)| *y > 220.0));
        for shape in &scene.shapes {
            let Shape::Line { points, .. } = shape else { continue };
            let (x, end) = (points[0].0, points[1].1);
            let crosses = |(middle, y, half): &(f64, f64, f64)| end > *y && (x - middle).abs() < *half;
            assert!(points[0].0 != points[1].0 || !numbers.iter().any(crosses), "{points:?}");
        }
    }

    /// The middle of a number, its height, and half its width.
    fn number(shape: &Shape) -> Option<(f64, f64, f64)> {
        match shape {
            Shape::Text { at, text, size, .. } => text.parse::<f64>().ok().map(|_| (at.0, at.1, text_width(text, *size) / 2.0)),
            _ => None,
        }
    }
}
