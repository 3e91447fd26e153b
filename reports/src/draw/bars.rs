//! Horizontal bars with error bars, which leave room for long names; and histograms.

use super::frame::{Frame, SMALL, label_width, labels, write_label, y_room};
use super::render::text_width;
use super::scale::Scale;
use super::scene::{Ink, Scene, Side};
use crate::model::{Bars, Histogram};

/// The height of one bar with its gap, in pixels.
const STEP: f64 = 30.0;
/// With more bars than this they are low, with names on one line: a page shows more of them at a time.
const MOST_HIGH: usize = 30;
const LOW: f64 = 16.0;

pub(crate) fn scene(plot: &Bars, width: f64) -> Scene {
    let low = plot.bars.len() > MOST_HIGH;
    let step = if low { LOW } else { STEP };
    let (half, end_mark) = (step * 0.3, step / 6.0);
    let level = plot.reference.as_ref().map(|reference| reference.value);
    let values = plot.bars.iter().flat_map(|bar| [bar.value, bar.low, bar.high]);
    let x = Scale::new(&plot.value, false, values.chain(level).chain([0.0]));
    let names = labels(&plot.bars.iter().map(|bar| bar.label.clone()).collect::<Vec<_>>(), width * 0.38, !low);
    let left = names.iter().map(|name| label_width(name)).fold(20.0, f64::max) + 18.0;
    let top = if plot.reference.is_some() { 26.0 } else { 10.0 };
    let frame = Frame { left, top, right: width - 22.0, bottom: top + step * plot.bars.len().max(1) as f64, inset: 0.0 };
    let mut scene = Scene::new(width, frame.bottom + 52.0);
    frame.x_axis(&mut scene, &x, &plot.value.title(), true);
    // A bar grows from zero when zero is on the axis, otherwise from its left end.
    let start = frame.x(x.place(0.0).unwrap_or(0.0));
    for (index, (bar, name)) in plot.bars.iter().zip(&names).enumerate() {
        let y = frame.top + step * (index as f64 + 0.5);
        write_label(&mut scene, (left - 8.0, y), name);
        let Some(end) = x.place(bar.value) else { continue };
        let end = frame.x(end);
        scene.area(vec![(start, y - half), (end, y - half), (end, y + half), (start, y + half)], Ink::Series(0), 0.55);
        if let (true, true, Some(from), Some(to)) = (bar.low.is_finite(), bar.high.is_finite(), x.place(bar.low), x.place(bar.high)) {
            let ends = [frame.x(from), frame.x(to)];
            scene.line(ends.map(|end| (end, y)).into(), Ink::Text, 1.5);
            for end in ends {
                scene.line(vec![(end, y - end_mark), (end, y + end_mark)], Ink::Text, 1.5);
            }
        }
    }
    if let Some(reference) = &plot.reference
        && let Some(place) = x.place(reference.value)
    {
        let at = frame.x(place);
        scene.dashed((at, frame.top), (at, frame.bottom), Ink::Text);
        let name = text_width(&reference.label, SMALL) / 2.0;
        let middle = width / 2.0;
        scene.text(
            (at.clamp((name + 4.0).min(middle), (width - name - 4.0).max(middle)), 13.0),
            &reference.label,
            SMALL,
            Ink::Muted,
            Side::Middle,
        );
    }
    scene
}

pub(crate) fn histogram(plot: &Histogram, width: f64) -> Scene {
    const HEIGHT: f64 = 280.0;
    let x = Scale::new(&plot.x, false, plot.bins.iter().flat_map(|bin| [bin.low, bin.high]));
    let y = Scale::new(&plot.y, false, plot.bins.iter().map(|bin| bin.count).chain([0.0]));
    let frame = Frame { left: y_room(&y, HEIGHT), top: 14.0, right: width - 22.0, bottom: 14.0 + HEIGHT, inset: 0.0 };
    let mut scene = Scene::new(width, frame.bottom + 52.0);
    frame.y_axis(&mut scene, &y, &plot.y.title());
    let zero = frame.y(y.place(0.0).unwrap_or(0.0));
    for bin in &plot.bins {
        if let (Some(low), Some(high), Some(count)) = (x.place(bin.low), x.place(bin.high), y.place(bin.count)) {
            let (low, high, top) = (frame.x(low), frame.x(high), frame.y(count));
            scene.area(vec![(low, top), (high - 1.0, top), (high - 1.0, zero), (low, zero)], Ink::Series(0), 0.75);
        }
    }
    frame.x_axis(&mut scene, &x, &plot.x.title(), false);
    scene
}
