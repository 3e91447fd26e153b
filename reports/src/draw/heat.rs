//! Heat maps: a grid of coloured values with the values written in it, and the colours' scale below.

use super::frame::{Frame, SMALL, TITLE, cut, label_width, labels, write_label};
use super::render::text_width;
use super::scale::Scale;
use super::scene::{Ink, Scene, Side, Tooltip};
use crate::model::HeatMap;
use crate::text::{line, readable, shown};

/// The maximum number of cells of a grid whose empty cells are marked by a dash.
const MOST_DASHES: usize = 400;

/// With more columns than this, values that were written would make a picture that no page shows at its size: they are under the pointer alone, and
/// cells are as small as the names beside them.
const MOST_WRITTEN: usize = 40;
const DENSE: f64 = 14.0;

/// What is beside the labels of rows: the title of the axis and gaps.
const BESIDE_LABELS: f64 = 42.0;
/// The width that neither labels nor cells have.
const MARGINS: f64 = BESIDE_LABELS + 14.0;

type Rgb = (f64, f64, f64);
const NEUTRAL: Rgb = (247.0, 247.0, 245.0);
const BELOW: [Rgb; 2] = [(244.0, 165.0, 130.0), (178.0, 44.0, 43.0)];
const ABOVE: [Rgb; 2] = [(146.0, 197.0, 222.0), (33.0, 102.0, 172.0)];

pub(crate) fn scene(map: &HeatMap, width: f64) -> Scene {
    let columns = map.cells.iter().map(Vec::len).max().unwrap_or(0).max(map.x_labels.len()).max(1);
    let rows = map.cells.len().max(map.y_labels.len()).max(1);
    let values = || map.cells.iter().flatten().map(|cell| cell.value);
    let written = |row: usize, column: usize| {
        let cell = map.cells.get(row)?.get(column).filter(|cell| cell.value.is_finite())?;
        Some(readable(&if cell.text.is_empty() { shown(cell.value, map.decimals) } else { line(&cell.text) }))
    };
    let widest = |names: &[String]| names.iter().map(|name| text_width(name, SMALL)).fold(0.0, f64::max);
    // Cells are as wide as their texts need, even if the picture then is wider than asked for.
    let dense = columns > MOST_WRITTEN;
    let texts = (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c))).filter(|_| !dense).filter_map(|(r, c)| written(r, c));
    let needed = texts.map(|text| text_width(&text, SMALL).min(150.0) + 10.0).fold(if dense { DENSE } else { 24.0 }, f64::max);
    // Low rows have room for one line only, which few columns leave.
    let low = rows > 30 || dense;
    let left_over = width - needed * columns as f64 - MARGINS;
    let y_names = labels(&map.y_labels, (width * if low { 0.32 } else { 0.36 }).max(left_over.min(width * 0.6)), !low);
    let x_names: Vec<String> = labels(&map.x_labels, 170.0, false).into_iter().flatten().collect();
    // A large grid with few values shows who met, and not a dash for everybody else.
    let dashes = rows * columns <= MOST_DASHES;
    let left = y_names.iter().map(|name| label_width(name)).fold(0.0, f64::max) + BESIDE_LABELS;
    let step = ((width - left - 14.0) / columns as f64).clamp(needed, needed.max(220.0));
    let turned = widest(&x_names) > step - 6.0;
    let below = if turned { widest(&x_names) + 14.0 } else { 24.0 };
    let width = width.max(left + step * columns as f64 + 14.0);
    let tall = match (dense, low) {
        (true, _) => DENSE,
        (false, true) => 22.0,
        (false, false) => 32.0,
    };
    let frame = Frame { left, top: 12.0, right: left + step * columns as f64, bottom: 12.0 + tall * rows as f64, inset: 0.0 };
    let mut scene = Scene::new(width, frame.bottom + below + 86.0);

    let middle = map.midpoint.filter(|m| m.is_finite());
    let scale = Scale::new(&map.value, false, values().chain(middle));
    for row in 0..rows {
        let y = frame.top + tall * row as f64;
        if let Some(name) = y_names.get(row) {
            write_label(&mut scene, (left - 8.0, y + tall / 2.0), name);
        }
        for column in 0..columns {
            let x = left + step * column as f64;
            let value = map.cells.get(row).and_then(|cells| cells.get(column)).map_or(f64::NAN, |cell| cell.value);
            let (Some(place), Some(text)) = (scale.place(value), written(row, column)) else {
                if dashes {
                    scene.text((x + step / 2.0, y + tall / 2.0), "–", SMALL, Ink::Muted, Side::Middle);
                }
                continue;
            };
            let color = color(place, middle.and_then(|m| scale.place(m)));
            scene.rect(x + 1.0, y + 1.0, step - 2.0, tall - 2.0, fixed(color));
            let known = map.cells[row].get(column).filter(|cell| cell.detail.is_some() || !cell.href.is_empty());
            if let Some(cell) = known {
                let names =
                    [(&map.y_labels, row), (&map.x_labels, column)].map(|(labels, place)| labels.get(place).map_or("", String::as_str));
                let text = format!("{}, {} {}: {text} {}", names[0], map.x.label, names[1], map.value.unit);
                scene.tips.push(Tooltip { at: (x + step / 2.0, y + tall / 2.0), text, detail: cell.detail, href: cell.href.clone() });
            }
            if !dense {
                scene.text((x + step / 2.0, y + tall / 2.0), &cut(&text, SMALL, step - 2.0), SMALL, on(color), Side::Middle);
            }
        }
    }
    for (column, name) in x_names.iter().enumerate() {
        let x = left + step * (column as f64 + 0.5);
        if turned {
            scene.upright((x, frame.bottom + 8.0), name, SMALL, Ink::Text, Side::End);
        } else {
            scene.text((x, frame.bottom + 14.0), name, SMALL, Ink::Text, Side::Middle);
        }
    }
    frame.x_title(&mut scene, &map.x.title(), frame.bottom + below + 10.0);
    let y_title = cut(&map.y.title(), TITLE, scene.height - 20.0);
    scene.upright((12.0, (frame.top + frame.bottom) / 2.0), &y_title, TITLE, Ink::Text, Side::Middle);
    color_bar(&mut scene, &scale, middle, &map.value.title(), frame.bottom + below + 32.0);
    scene
}

fn color_bar(scene: &mut Scene, scale: &Scale, middle: Option<f64>, title: &str, top: f64) {
    let length = (scene.width * 0.45).min(300.0);
    let left = scene.width - length - 24.0;
    let title = cut(title, SMALL, left - 22.0);
    scene.text((left - 10.0, top + 6.0), &title, SMALL, Ink::Text, Side::End);
    let frame = Frame { left, top, right: left + length, bottom: top + 12.0, inset: 0.0 };
    const STEPS: u32 = 60;
    for step in 0..STEPS {
        // Steps overlap by a pixel, so that nothing shines through between them; the last ends the scale.
        let room = if step + 1 < STEPS { 1.0 } else { 0.0 };
        let place = (f64::from(step) + 0.5) / f64::from(STEPS);
        let x = frame.x(f64::from(step) / f64::from(STEPS));
        scene.rect(x, top, length / f64::from(STEPS) + room, 12.0, fixed(color(place, middle.and_then(|m| scale.place(m)))));
    }
    for (place, word) in scale.ticks(length / 70.0) {
        scene.line(vec![(frame.x(place), top + 12.0), (frame.x(place), top + 17.0)], Ink::Muted, 1.0);
        scene.text((frame.x(place), top + 26.0), &word, SMALL, Ink::Muted, Side::Middle);
    }
}

/// The colour of a place between 0 and 1; with a midpoint, equal distances from it are equally strong.
fn color(place: f64, middle: Option<f64>) -> Rgb {
    let strength = middle.map_or(place, |m| (place - m) / m.max(1.0 - m).max(1e-9));
    let [weak, strong] = if strength < 0.0 { BELOW } else { ABOVE };
    let strength = strength.abs().min(1.0);
    if strength < 0.5 { mix(NEUTRAL, weak, strength * 2.0) } else { mix(weak, strong, strength * 2.0 - 1.0) }
}

fn mix(a: Rgb, b: Rgb, share: f64) -> Rgb {
    let one = |a: f64, b: f64| a + (b - a) * share;
    (one(a.0, b.0), one(a.1, b.1), one(a.2, b.2))
}

fn fixed((r, g, b): Rgb) -> Ink {
    Ink::Fixed(r.round() as u8, g.round() as u8, b.round() as u8)
}

/// Black or white, whichever contrasts more (WCAG 2 relative luminance; they are equal at 0.179).
fn on((r, g, b): Rgb) -> Ink {
    let linear = |c: f64| if c <= 10.31 { c / 255.0 / 12.92 } else { ((c / 255.0 + 0.055) / 1.055).powf(2.4) };
    if 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b) > 0.179 { Ink::Fixed(17, 17, 17) } else { Ink::Fixed(255, 255, 255) }
}
