//! The automaton as a drawing.

use super::drawing::{Arrow, Drawing};
use super::layout::layout;
use crate::Program;
use std::fmt::Write;

/// The distance between rows, the radius of a node, and the width of a letter, in pixels.
const ROW: f64 = 52.0;
const RADIUS: f64 = 13.0;
const LETTER: f64 = 6.5;

/// The automaton of a program as an SVG drawing, the start on the left. Split points are filled and the arrows that end semimoves are
/// thick; parts used only by the keeper are grey.
pub fn svg(program: &Program) -> String {
    let drawing = Drawing::new(program);
    let places = layout(&drawing);
    let columns = columns(&drawing, &places);
    let bottom = places.iter().map(|place| place.1).fold(0.0, f64::max);
    let centres = places.iter().map(|&(column, row)| (columns[column], (row + 1.0) * ROW)).collect::<Vec<_>>();
    let (width, height) = (columns.last().map_or(0.0, |last| last + 2.0 * ROW), (bottom + 3.0) * ROW);
    // Writing to a string cannot fail.
    let mut text = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" {STYLE}");
    for arrow in &drawing.arrows {
        draw_arrow(&mut text, arrow, centres[arrow.from], centres[arrow.to]);
    }
    for (node, (x, y)) in drawing.nodes.iter().zip(&centres) {
        let class = class(node.keeper, node.split);
        _ = writeln!(text, "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{RADIUS}\"/>");
        _ = writeln!(text, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>", y + 3.0, escaped(&node.name));
    }
    text.push_str("</svg>\n");
    text
}

/// The header after the size of the picture: fonts, colours, arrow heads.
const STYLE: &str = r#"font-family="sans-serif" font-size="11" text-anchor="middle">
<style>
path { fill: none; stroke: black; marker-end: url(#head); }
circle { fill: white; stroke: black; }
text { paint-order: stroke; stroke: white; stroke-width: 3px; }
circle + text { font-size: 9px; stroke-width: 0; }
path.split { stroke: #15c; stroke-width: 2; }
circle.split { fill: #adf; }
path.keeper, circle.keeper { stroke: #aaa; }
text.keeper { fill: #999; }
</style>
<defs><marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" markerUnits="userSpaceOnUse" orient="auto">
<path d="M0 0 8 4 0 8z" style="fill: #444; stroke: none; marker-end: none"/></marker></defs>
"#;

fn class(keeper: bool, split: bool) -> &'static str {
    match (keeper, split) {
        (true, _) => "keeper",
        (false, true) => "split",
        (false, false) => "plain",
    }
}

/// The x coordinate of each column: far enough from the one before for the longest label between neighbours.
fn columns(drawing: &Drawing, places: &[(usize, f64)]) -> Vec<f64> {
    let mut room = vec![0_usize; places.iter().map(|place| place.0 + 1).max().unwrap_or_default()];
    for arrow in &drawing.arrows {
        let (from, to) = (places[arrow.from].0, places[arrow.to].0);
        if to == from + 1 {
            room[to] = room[to].max(arrow.label.chars().count());
        }
    }
    let mut x = 0.0;
    let column = |&letters: &usize| {
        x += 2.0 * RADIUS + 30.0 + LETTER * letters.min(40) as f64;
        x
    };
    room.iter().map(column).collect()
}

/// Draws an arrow: forward as a flat S, from a node to itself as a loop, backward and within a column as an arc below.
fn draw_arrow(text: &mut String, arrow: &Arrow, (x, y): (f64, f64), (to_x, to_y): (f64, f64)) {
    let class = class(arrow.keeper, arrow.split);
    let (middle_x, middle_y);
    if to_x > x {
        let (start, end, bend) = (x + RADIUS, to_x - RADIUS, (to_x - x) / 2.5);
        let (left, right) = (start + bend, end - bend);
        _ = writeln!(text, "<path class=\"{class}\" d=\"M{start:.1} {y:.1}C{left:.1} {y:.1} {right:.1} {to_y:.1} {end:.1} {to_y:.1}\"/>");
        // Closer to the start than to the end, since arrows tend to cross in the middle.
        let t = if to_y == y { 0.5 } else { 0.4 };
        (middle_x, middle_y) = (bezier(t, [start, left, right, end]), bezier(t, [y, y, to_y, to_y]));
    } else if (to_x, to_y) == (x, y) {
        let (start, end, top, low) = (x + RADIUS * 0.7, x - RADIUS * 0.7, y + RADIUS * 0.7, y + RADIUS * 2.5);
        let (right, left) = (x + RADIUS * 2.0, x - RADIUS * 2.0);
        _ = writeln!(text, "<path class=\"{class}\" d=\"M{start:.1} {top:.1}C{right:.1} {low:.1} {left:.1} {low:.1} {end:.1} {top:.1}\"/>");
        (middle_x, middle_y) = (x, low + 3.0);
    } else {
        let (start, end, low) = (y + RADIUS, to_y + RADIUS, y.max(to_y) + ROW + (x - to_x).sqrt());
        let (right, left) = (x + RADIUS, to_x - RADIUS);
        _ = writeln!(text, "<path class=\"{class}\" d=\"M{x:.1} {start:.1}C{right:.1} {low:.1} {left:.1} {low:.1} {to_x:.1} {end:.1}\"/>");
        (middle_x, middle_y) = ((x + to_x) / 2.0, low * 0.75 + (start + end) * 0.125);
    }
    if !arrow.label.is_empty() {
        _ = writeln!(text, "<text class=\"{class}\" x=\"{middle_x:.1}\" y=\"{:.1}\">{}</text>", middle_y - 3.0, escaped(&arrow.label));
    }
}

/// One coordinate of a point of a cubic Bézier curve.
fn bezier(t: f64, [a, b, c, d]: [f64; 4]) -> f64 {
    let s = 1.0 - t;
    s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
}

/// A text escaped for XML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
