//! A scene as SVG and PNG, both through plotters with the vendored fonts.

use plotters::backend::{BitMapBackend, DrawingBackend, SVGBackend};
use plotters::drawing::IntoDrawingArea;
use plotters::element::{PathElement, Polygon, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontTransform, IntoFont, RGBColor, ShapeStyle, TextStyle};

use super::font::register;
use super::scene::{Ink, Scene, Shape, Side};
use crate::model::{Font, Style};

/// How a backend of plotters places letters. Our sizes are in CSS pixels, where the size is the font's em and letters are centred
/// when half the height of a capital (0.35 em) is on either side of the point.
#[derive(Clone, Copy)]
struct Letters {
    /// The size that plotters has to be given for an em of one pixel.
    size: f64,
    /// How far below the point, in em, a text has to be drawn to be centred.
    below: f64,
}

/// plotters' SVG backend divides sizes by 1.24. It centres text by half an ex, which [`svg`] replaces.
const SVG_LETTERS: Letters = Letters { size: PLOTTERS_EM, below: 0.0 };

/// plotters' bitmap backend takes the size as the font's whole height, puts the baseline half of it below a text's top, and takes the size divided
/// by 1.24 for the text's height.
const fn bitmap_letters(font: Font) -> Letters {
    let size = font.height();
    Letters { size, below: 0.35 - size * (0.5 - 0.5 / PLOTTERS_EM) }
}

/// The ratio of size to em that plotters assumes of every font.
const PLOTTERS_EM: f64 = 1.24;

/// The longest side of a bitmap, so that a report with a huge grid cannot exhaust the memory.
const LONGEST: f64 = 12_000.0;

/// The width of a text in pixels: that in the widest of the fonts, so that a layout has room for all of them.
pub(crate) fn text_width(text: &str, size: f64) -> f64 {
    register();
    (Font::Sans.family(), size * Font::Sans.height())
        .into_font()
        .box_size(text)
        .map_or(text.chars().count() as f64 * size * 0.6, |(width, _)| f64::from(width))
}

pub(crate) fn svg(scene: &Scene, style: &Style) -> Result<String, String> {
    let mut text = String::new();
    let backend = SVGBackend::with_string(&mut text, (scene.width.ceil() as u32, scene.height.ceil() as u32));
    draw(scene, style, backend, 1.0, SVG_LETTERS)?;
    // plotters centres texts by half the height of an x, which puts digits and capitals too high.
    Ok(text.replace(" dy=\"0.5ex\"", " dy=\"0.35em\""))
}

/// The scene as a picture of `scale` pixels a unit; `unit` is the size of a unit in points.
pub(crate) fn png(scene: &Scene, style: &Style, scale: f64, unit: f64) -> Result<Vec<u8>, String> {
    // Drawn at twice the size and halved, which smooths the edges that plotters leaves jagged.
    let fits = LONGEST / scene.width.max(scene.height);
    let scale = fits.min(scale);
    let (width, height) = ((scene.width * scale).ceil() as u32, (scene.height * scale).ceil() as u32);
    let mut large = vec![255; width as usize * height as usize * 12];
    let backend = BitMapBackend::with_buffer(&mut large, (width * 2, height * 2));
    draw(scene, style, backend, scale * 2.0, bitmap_letters(style.font))?;
    let per_metre = (scale / unit * 72.0 / 0.0254).round() as u32;
    encode(&halve(&large, width as usize, height as usize), width, height, per_metre).map_err(|error| error.to_string())
}

fn halve(large: &[u8], width: usize, height: usize) -> Vec<u8> {
    let mut small = Vec::with_capacity(width * height * 3);
    for y in 0..height {
        for x in 0..width {
            for channel in 0..3 {
                let at = |dx: usize, dy: usize| u16::from(large[((2 * y + dy) * width * 2 + 2 * x + dx) * 3 + channel]);
                small.push(((at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1) + 2) / 4) as u8);
            }
        }
    }
    small
}

fn encode(pixels: &[u8], width: u32, height: u32, per_metre: u32) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_pixel_dims(Some(png::PixelDimensions { xppu: per_metre, yppu: per_metre, unit: png::Unit::Meter }));
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(bytes)
}

fn draw<B: DrawingBackend>(scene: &Scene, style: &Style, backend: B, scale: f64, letters: Letters) -> Result<(), String> {
    register();
    let area = backend.into_drawing_area();
    let at = |(x, y): (f64, f64)| ((x * scale).round() as i32, (y * scale).round() as i32);
    let color = |ink: Ink| {
        let (r, g, b) = ink.rgb(style.palette);
        RGBColor(r, g, b)
    };
    for shape in &scene.shapes {
        match shape {
            Shape::Line { points, ink, width } => {
                let width = (width * scale).round().max(1.0) as u32;
                let style = ShapeStyle { color: color(*ink).to_rgba(), filled: false, stroke_width: width };
                area.draw(&PathElement::new(points.iter().copied().map(at).collect::<Vec<_>>(), style))
            }
            Shape::Area { points, ink, opacity } => {
                area.draw(&Polygon::new(points.iter().copied().map(at).collect::<Vec<_>>(), color(*ink).mix(*opacity).filled()))
            }
            Shape::Text { at: place, text, size, ink, side, upright } => {
                let anchor = match side {
                    Side::Start => HPos::Left,
                    Side::Middle => HPos::Center,
                    Side::End => HPos::Right,
                };
                let turn = if *upright { FontTransform::Rotate270 } else { FontTransform::None };
                let below = letters.below * size;
                let place = if *upright { (place.0 + below, place.1) } else { (place.0, place.1 + below) };
                let font = (style.font.family(), size * scale * letters.size).into_font().transform(turn);
                let ink = color(*ink);
                let style = TextStyle::from(font).color(&ink).pos(Pos::new(anchor, VPos::Center));
                area.draw(&Text::new(text.as_str(), at(place), style))
            }
        }
        .map_err(|error| error.to_string())?;
    }
    area.present().map_err(|error| error.to_string())
}
