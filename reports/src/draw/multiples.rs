//! Small multiples: a panel with lines per name, all on the same axes, with printed lines dashed beside ours.

use super::frame::{Frame, ROW, SMALL, cut, cut_middle, legend, y_room};
use super::render::text_width;
use super::scale::Scale;
use super::scene::{Ink, Place, Scene, Side};
use crate::model::{Curve, Multiples, Panel, Spread};
use crate::text::{distinct, readable};

/// The width of the picture on a wide page, in pixels.
pub(crate) const WIDE: f64 = 824.0;
/// The heights of a panel's box, in pixels: a wide one is higher.
const HEIGHT: f64 = 150.0;
const MOST_HEIGHT: f64 = 240.0;
/// The room above a panel's box for its title, and below it for the numbers of the axis.
const ABOVE: f64 = 26.0;
const BELOW: f64 = 30.0;
/// The least width of a panel on a wide page; a narrow one has two panels side by side.
const LEAST: f64 = 235.0;
/// The room between panels.
const GAP: f64 = 16.0;
/// The room of the upright title, which is there once.
const TITLE_ROOM: f64 = 24.0;
/// The opacity of a band.
const BAND: f64 = 0.14;
/// Room at both ends of a panel's x axis.
const INSET: f64 = 12.0;
/// The distance between the error bars of neighbouring lines.
const ASIDE: f64 = 2.5;

pub(crate) fn scene(plot: &Multiples, width: f64) -> Scene {
    let curves = || plot.panels.iter().flat_map(|panel| &panel.curves);
    let common = scale(plot, curves());
    let scales: Vec<Scale> =
        plot.panels.iter().map(|panel| if plot.own_range { scale(plot, panel.curves.iter()) } else { common }).collect();
    let left = scales.iter().map(|y| y_room(y, HEIGHT)).fold(y_room(&common, HEIGHT), f64::max);
    // With ranges of their own, all panels have numbers at the left.
    let gap = if plot.own_range { GAP + left - TITLE_ROOM } else { GAP };
    let most = if width < 2.0 * LEAST + left { 2.0 } else { ((width - left) / LEAST).floor() };
    // A last row of one panel looks lost.
    let count = plot.panels.len().max(1);
    let columns = (count as f64 / (count as f64 / most).ceil()).ceil() as usize;
    let each = (width - left - 12.0 + gap) / columns as f64 - gap;

    let both = curves().any(|curve| curve.printed) && curves().any(|curve| !curve.printed);
    let mut names: Vec<&str> = plot.names.iter().map(String::as_str).collect();
    if both {
        names.extend(["ours, with intervals", "printed"]);
    }
    let (entries, legend_height) = legend(&names, 12.0, width - 24.0);
    let rows = count.div_ceil(columns);
    let top = 10.0 + legend_height;
    let height = (each * 0.55).clamp(HEIGHT, MOST_HEIGHT);
    let step = ABOVE + height + BELOW + if rows_of_labels(plot, each) > 1 { ROW } else { 0.0 };
    let mut scene = Scene::new(width, top + step * rows as f64 + 26.0);
    for (index, (x, y, name)) in entries.iter().enumerate() {
        let (from, to) = ((*x, y + 12.0), (x + 24.0, y + 12.0));
        match index.checked_sub(plot.names.len()) {
            Some(1) => scene.dashed(from, to, Ink::Text),
            Some(_) => scene.line(vec![from, to], Ink::Text, 2.0),
            None => scene.line(vec![from, to], Ink::Series(index), 3.0),
        }
        scene.text((x + 31.0, y + 12.0), name, SMALL, Ink::Text, Side::Start);
    }
    let titles: Vec<String> = plot.panels.iter().map(|panel| panel.title.clone()).collect();
    let titles = distinct(&titles, |title| text_width(title, SMALL + 0.5) <= each, |title| cut_middle(title, SMALL + 0.5, each));
    for (index, panel) in plot.panels.iter().enumerate() {
        let (row, column) = (index / columns, index % columns);
        let start = left + (each + gap) * column as f64;
        let above = top + step * row as f64 + ABOVE;
        let frame = Frame { left: start, top: above, right: start + each, bottom: above + height, inset: INSET };
        draw(&mut scene, plot, (panel, &titles[index]), frame, &scales[index], column == 0 || plot.own_range);
    }
    let middle = Frame { left, top, right: width - 12.0, bottom: top + step * rows as f64, inset: 0.0 };
    middle.x_title(&mut scene, &plot.x.title(), middle.bottom + 8.0);
    let title = cut(&plot.y.title(), super::frame::TITLE, step * rows as f64);
    scene.upright((12.0, (middle.top + middle.bottom) / 2.0), &title, super::frame::TITLE, Ink::Text, Side::Middle);
    scene
}

/// A scale that shows these curves.
fn scale<'c>(plot: &Multiples, curves: impl Iterator<Item = &'c Curve>) -> Scale {
    let points = curves.flat_map(|curve| curve.points.iter().flat_map(|p| if curve.printed { [p.y; 3] } else { [p.y, p.low, p.high] }));
    Scale::new(&plot.y, false, points.chain(plot.reference.iter().map(|reference| reference.value)))
}

fn draw(scene: &mut Scene, plot: &Multiples, (panel, title): (&Panel, &str), frame: Frame, y: &Scale, first: bool) {
    let width = frame.right - frame.left;
    scene.text((frame.left, frame.top - 12.0), title, SMALL + 0.5, Ink::Text, Side::Start);
    for (place, word) in y.ticks((frame.bottom - frame.top) / 32.0) {
        scene.line(vec![(frame.left, frame.y(place)), (frame.right, frame.y(place))], Ink::Grid, 1.0);
        if first {
            scene.text((frame.left - 8.0, frame.y(place)), &word, SMALL, Ink::Muted, Side::End);
        }
    }
    scene.line(vec![(frame.left, frame.bottom), (frame.right, frame.bottom)], Ink::Muted, 1.0);
    let last = plot.x_labels.len().saturating_sub(1).max(1) as f64;
    let x = |place: f64| frame.x(place / last);
    if plot.spread == Spread::Bars {
        for place in 0..plot.x_labels.len() {
            scene.line(vec![(x(place as f64), frame.bottom), (x(place as f64), frame.bottom + 4.0)], Ink::Muted, 1.0);
        }
    }
    let rows = rows_of_labels(plot, width);
    for (number, place) in named(&plot.x_labels, least(plot, width).div_ceil(rows)).into_iter().enumerate() {
        let label = cut(&readable(&plot.x_labels[place]), SMALL, width / 2.0);
        let down = ROW * (number % rows) as f64;
        scene.text((x(place as f64), frame.bottom + 12.0 + down), &label, SMALL, Ink::Muted, Side::Middle);
    }
    if let Some(place) = plot.reference.as_ref().and_then(|reference| y.place(reference.value)) {
        scene.line(vec![(frame.left, frame.y(place)), (frame.right, frame.y(place))], Ink::Muted, 1.0);
    }
    // Printed lines lie below ours.
    for printed in [true, false] {
        for curve in panel.curves.iter().filter(|curve| curve.printed == printed) {
            let aside = if plot.spread == Spread::Band { 0.0 } else { ASIDE }
                * (curve.name as f64 - (plot.names.len() as f64 - 1.0) / 2.0).clamp(-4.0, 4.0);
            // A place beyond the labels has no point.
            let at = |px: f64, py: f64| {
                if (0.0..=last).contains(&px) && py.is_finite() { Some((x(px) + aside, frame.y(y.place(py)?))) } else { None }
            };
            line(scene, curve, plot.spread, at);
            if plot.spread == Spread::Bars && !printed {
                let name = plot.names.get(curve.name).map_or("", String::as_str);
                for p in &curve.points {
                    let (Some(place), Some(label)) = (at(p.x, p.y), plot.x_labels.get(p.x as usize)) else { continue };
                    scene.tip(place, &format!("{}, {name}, {} {label}", panel.title, plot.x.label), &plot.y.unit, p);
                }
            }
        }
    }
}

/// One in this many labels has room in a row.
fn least(plot: &Multiples, width: f64) -> usize {
    let last = plot.x_labels.len().saturating_sub(1).max(1) as f64;
    let room = plot.x_labels.iter().map(|label| text_width(&readable(label), SMALL)).fold(0.0, f64::max) + 6.0;
    (room * last / (width - 2.0 * INSET)).ceil().max(1.0) as usize
}

/// The rows of labels below a panel: swept values that have no room in one row get two.
fn rows_of_labels(plot: &Multiples, width: f64) -> usize {
    if plot.spread == Spread::Bars && least(plot, width) > 1 { 2 } else { 1 }
}

/// The places of the labels that are shown where one in `least` has room: of many numbers the powers of ten, else every second, third, ….
fn named(labels: &[String], least: usize) -> Vec<usize> {
    let is_power = |label: &String| label.strip_prefix('1').is_some_and(|zeros| zeros.chars().all(|digit| digit == '0'));
    let powers: Vec<usize> = (0..labels.len()).filter(|&place| is_power(&labels[place])).collect();
    let fits = |places: &Vec<usize>| places.windows(2).all(|pair| pair[1] - pair[0] >= least);
    let rounds = (1..powers.len()).map(|every| powers.iter().copied().step_by(every).collect()).find(fits);
    rounds.filter(|_| least > 1 && powers.len() > 2).unwrap_or_else(|| (0..labels.len()).step_by(least).collect())
}

fn line(scene: &mut Scene, curve: &Curve, spread: Spread, at: impl Fn(f64, f64) -> Option<Place>) {
    let ink = Ink::Series(curve.name);
    let places: Vec<Place> = curve.points.iter().filter_map(|p| at(p.x, p.y)).collect();
    if curve.printed {
        dashed(scene, &places, ink);
        return;
    }
    let intervals: Vec<(Place, Place)> = curve.points.iter().filter_map(|p| Some((at(p.x, p.low)?, at(p.x, p.high)?))).collect();
    match spread {
        Spread::None => {}
        Spread::Bars => intervals.into_iter().for_each(|(low, high)| scene.line(vec![low, high], ink, 1.0)),
        Spread::Band => {
            scene.area(intervals.iter().map(|i| i.0).chain(intervals.iter().rev().map(|i| i.1)).collect(), ink, BAND);
        }
    }
    if spread != Spread::Band {
        for &(x, y) in &places {
            scene.rect(x - 2.5, y - 2.5, 5.0, 5.0, ink);
        }
    }
    if places.len() > 1 {
        scene.line(places, ink, if spread == Spread::Band { 1.5 } else { 2.0 });
    }
}

/// A dashed line through all places; a single one gets a short dash.
fn dashed(scene: &mut Scene, places: &[Place], ink: Ink) {
    if let [(x, y)] = *places {
        scene.line(vec![(x - 4.0, y), (x + 4.0, y)], ink, 1.0);
    }
    for pair in places.windows(2) {
        scene.dashed(pair[0], pair[1], ink);
    }
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn many_numbers_are_named_at_powers_of_ten() {
        let labels = |numbers: &[u32]| numbers.iter().map(u32::to_string).collect::<Vec<_>>();
        let searched = labels(&[1, 2, 3, 4, 6, 7, 10, 13, 18, 24, 32, 42, 56, 75, 100, 133, 178, 237, 316, 422, 562, 750, 1000]);
        let shown = |least| named(&searched, least).into_iter().map(|place| searched[place].clone()).collect::<Vec<_>>();
        assert_eq!(shown(5), ["1", "10", "100", "1000"]);
        assert_eq!(shown(9), ["1", "100"]);
        assert_eq!(shown(1).len(), searched.len());
        assert_eq!(named(&labels(&[100, 300, 1000, 3000]), 2), [0, 2]);
        assert_eq!(named(&[], 3), [0; 0]);
    }
}
