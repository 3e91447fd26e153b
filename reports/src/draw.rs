//! Draws figures: a figure becomes a [`scene::Scene`] of plain shapes, and the scene becomes SVG or PNG.
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

mod scene;
mod scale;
mod frame;
mod lines;
mod bars;
mod heat;
mod tree;
mod multiples;
mod render;
#[cfg(test)]
mod geometry;

use crate::model::{Figure, Plot};
use scene::Scene;
pub(crate) use scene::{Ink, SERIES, Tip};

/// The width of a picture for a page or a paper, in pixels.
pub(crate) const WIDE: f64 = 760.0;

/// The width of a picture for a wide page: several panels need more room.
pub(crate) fn wide(figure: &Figure) -> f64 {
    if matches!(figure.plot, Plot::Multiples(_)) { multiples::WIDE } else { WIDE }
}

/// The figure as an SVG document.
pub(crate) fn svg(figure: &Figure, width: f64) -> Result<String, String> {
    Ok(svg_with_tips(figure, width)?.0)
}

/// The same with what is known of its points.
pub(crate) fn svg_with_tips(figure: &Figure, width: f64) -> Result<(String, Vec<Tip>), String> {
    let scene = scene(figure, width);
    Ok((render::svg(&scene)?, scene.tips))
}

/// The figure as PNG with two pixels for each of the SVG.
pub(crate) fn png(figure: &Figure, width: f64) -> Result<Vec<u8>, String> {
    render::png(&scene(figure, width))
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
