//! Draws figures: a figure becomes a [`scene::Scene`] of plain shapes, and the scene becomes SVG, PNG or PDF.
//!
//! plotters serves as a canvas only. Its chart builder was tried on the same figures and rejected:
//!
//! * it draws the legend inside the box, over the data, and cannot put it anywhere else;
//! * the widths of label areas are constants that the caller must guess, so that long names and the last number of an axis are cut
//!   off at the edge of the picture;
//! * it draws the error bars of all series at one x on top of each other;
//! * a segmented axis over an empty or a one-element range overflows (a panic in debug builds).
//!
//! Ranges, number formats, the measuring of labels, offsets of error bars and heat maps would have stayed our code. What the chart
//! builder replaces is the drawing of ticks and grid lines, about 40 lines of [`frame`].

mod font;
mod palette;
mod scene;
mod scale;
mod frame;
mod lines;
mod bars;
mod heat;
mod tree;
mod multiples;
mod render;
mod pdf;
#[cfg(test)]
mod geometry;

use crate::model::{Figure, Plot, Style};
pub(crate) use palette::{COLOURS, Rgb};
use scene::Scene;
pub(crate) use scene::{Ink, Tooltip};

/// The width of a picture for a page or a paper, in pixels.
pub(crate) const WIDE: f64 = 760.0;
/// The points of a pixel on a page.
const PIXEL: f64 = 0.75;
/// The least width of a picture, in pixels: with large letters in a narrow picture, a chart has no room.
const LEAST: f64 = 260.0;
/// The pixels an inch of a bitmap with a size of its own.
const DOTS: f64 = 300.0;

/// The width of a picture for a wide page: several panels need more room.
pub(crate) fn wide(figure: &Figure) -> f64 {
    if matches!(figure.plot, Plot::Multiples(_)) { multiples::WIDE } else { WIDE }
}

/// The figure as an SVG document for a page, with what is known of its points.
pub(crate) fn on_page(figure: &Figure, width: f64) -> Result<(String, Vec<Tooltip>), String> {
    let scene = scene(figure, width);
    Ok((render::svg(&scene, &Style::default())?, scene.tips))
}

/// The figure as an SVG document, with a note below it if there is one.
pub(crate) fn svg(figure: &Figure, style: &Style, note: &str) -> Result<String, String> {
    let (scene, unit) = sized(figure, style, note);
    let svg = render::svg(&scene, style)?;
    if !has_size(style) {
        return Ok(svg);
    }
    // The shapes stay whole numbers, and the document says how large they are.
    let (width, height) = (scene.width.ceil(), scene.height.ceil());
    let size = format!("width=\"{:.2}pt\" height=\"{:.2}pt\"", width * unit, height * unit);
    Ok(svg.replacen(&format!("width=\"{width}\" height=\"{height}\""), &size, 1))
}

/// The figure as PNG, with two pixels for each of the SVG or, if it has a size of its own, [`DOTS`] an inch.
pub(crate) fn png(figure: &Figure, style: &Style, note: &str) -> Result<Vec<u8>, String> {
    let (scene, unit) = sized(figure, style, note);
    render::png(&scene, style, if has_size(style) { unit / 72.0 * DOTS } else { 2.0 }, unit)
}

/// The figure as PDF with one page.
pub(crate) fn pdf(figure: &Figure, style: &Style, note: &str) -> Result<Vec<u8>, String> {
    let (scene, unit) = sized(figure, style, note);
    pdf::pdf(&scene, unit, style, &figure.caption)
}

fn has_size(style: &Style) -> bool {
    style.width.is_some() || style.font_size.is_some()
}

/// The figure as large as the style wants it, and the points of a pixel. All that is drawn grows with its letters.
fn sized(figure: &Figure, style: &Style, note: &str) -> (Scene, f64) {
    let unit = style.font_size.map_or(PIXEL, |size| size / frame::SMALL);
    let width = style.width.map_or(wide(figure), |millimetres| (millimetres / 25.4 * 72.0 / unit).max(LEAST));
    let mut scene = scene(figure, width);
    frame::note(&mut scene, note);
    (scene, unit)
}

fn scene(figure: &Figure, width: f64) -> Scene {
    match &figure.plot {
        Plot::HeatMap(map) => heat::scene(map, width),
        Plot::Lines(plot) => lines::scene(plot, width),
        Plot::Bars(plot) => bars::scene(plot, width),
        Plot::Histogram(plot) => bars::histogram(plot, width),
        Plot::Dendrogram(plot) => tree::scene(plot, width),
        Plot::Multiples(plot) => multiples::scene(plot, width),
    }
}
