//! Draws figures: a figure becomes a [`scene::Scene`] of plain shapes, and the scene becomes SVG or PNG.

mod scene;
mod scale;
mod frame;
mod lines;
mod bars;
mod heat;
mod render;

use crate::model::{Figure, Plot};
use scene::Scene;
pub(crate) use scene::{Ink, SERIES};

/// The width of a picture for a page or a paper, in pixels.
pub(crate) const WIDE: f64 = 760.0;

/// The figure as a whole SVG document.
pub(crate) fn svg(figure: &Figure, width: f64) -> Result<String, String> {
    render::svg(&scene(figure, width))
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
    }
}
