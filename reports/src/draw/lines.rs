//! Series of points with intervals over a parameter.

use super::frame::{Frame, SMALL, legend, y_room};
use super::render::text_width;
use super::scale::Scale;
use super::scene::{Ink, Scene, Side};
use crate::model::{Lines, Point, Spread};
use crate::text::{few_digits, readable};

/// The height of the box of data, in pixels: less in a narrow picture.
fn box_height(width: f64) -> f64 {
    (width * 0.62).clamp(220.0, 320.0)
}

/// The error bars of at most this many series are drawn side by side.
const MOST_BESIDE: usize = 6;
/// Half the width of the widest mark, in pixels.
const MARK: f64 = 6.0;
/// The least distance between the marks of a line with a band, in pixels: such lines have many points, and marks are there to tell the
/// lines apart.
const APART: f64 = 24.0;

/// The places and labels of the values of a sweep, from left to right.
fn marks(plot: &Lines, scale: &Scale) -> Vec<(f64, String)> {
    let mut marks: Vec<(f64, String)> =
        plot.x.ticks.iter().filter_map(|tick| Some((scale.place(tick.value)?, readable(&crate::text::line(&tick.label))))).collect();
    marks.sort_by(|a, b| a.0.total_cmp(&b.0));
    marks
}

pub(crate) fn scene(plot: &Lines, width: f64) -> Scene {
    let points = || plot.series.iter().flat_map(|series| &series.points);
    let x = Scale::new(&plot.x, true, points().map(|p| p.x));
    let level = plot.reference.iter().map(|reference| reference.value);
    let ends = points().flat_map(|p| if plot.spread == Spread::None { [p.y; 3] } else { [p.y, p.low, p.high] });
    let y = Scale::new(&plot.y, false, ends.chain(level));

    let height = box_height(width);
    let left = y_room(&y, height);
    let names: Vec<&str> = plot.series.iter().map(|series| series.name.as_str()).collect();
    let (entries, legend_height) = legend(&names, 12.0, width - 24.0);
    let top = 14.0 + legend_height;
    // The name of the reference level goes beside the box, where it covers no data.
    let named = plot.reference.as_ref().map_or(0.0, |reference| text_width(&reference.label, SMALL) + 10.0);
    let beside = named < width / 5.0;
    // Error bars of a few series at the same x are drawn side by side, inside the box.
    let count = plot.series.len();
    let step = if plot.spread == Spread::Bars && count <= MOST_BESIDE { 5.0 } else { 0.0 };
    let inset = step * (count.max(1) - 1) as f64 / 2.0 + MARK;
    let frame = Frame { left, top, right: width - if beside { named.max(22.0) } else { 22.0 }, bottom: top + height, inset };
    let mut scene = Scene::new(width, top + height + 52.0);
    frame.y_axis(&mut scene, &y, &plot.y.title());
    frame.x_axis_at(&mut scene, &x, &plot.x.title(), false, &marks(plot, &x));
    for (index, (x, y, name)) in entries.iter().enumerate() {
        if !plot.series[index].scattered {
            scene.line(vec![(*x, y + 12.0), (x + 24.0, y + 12.0)], Ink::Series(index), 2.0);
        }
        scene.mark((x + 12.0, y + 12.0), index);
        scene.text((x + 31.0, y + 12.0), name, SMALL, Ink::Text, Side::Start);
    }
    let area = DataArea { plot, frame, x, y, step };
    area.draw_reference(&mut scene, beside);
    for index in 0..count {
        area.draw_intervals(&mut scene, index);
    }
    for index in 0..count {
        area.draw_series(&mut scene, index);
    }
    scene
}

/// The box with the data.
struct DataArea<'p> {
    plot: &'p Lines,
    frame: Frame,
    x: Scale,
    y: Scale,
    /// The distance between series at the same x.
    step: f64,
}

impl DataArea<'_> {
    /// The place of a point of a series; `None` outside the axes.
    fn place(&self, index: usize, x: f64, y: f64) -> Option<(f64, f64)> {
        let aside = self.step * (index as f64 - (self.plot.series.len() as f64 - 1.0) / 2.0);
        Some((self.frame.x(self.x.place(x)?) + aside, self.frame.y(self.y.place(y)?)))
    }

    fn draw_reference(&self, scene: &mut Scene, beside: bool) {
        let frame = &self.frame;
        let Some(reference) = &self.plot.reference else { return };
        let Some(y) = self.y.place(reference.value).map(|place| frame.y(place)) else { return };
        scene.dashed((frame.left, y), (frame.right, y), Ink::Muted);
        if beside {
            scene.text((frame.right + 6.0, y), &reference.label, SMALL, Ink::Muted, Side::Start);
        } else {
            scene.text((frame.right - 4.0, y - 9.0), &reference.label, SMALL, Ink::Muted, Side::End);
        }
    }

    /// The intervals of a series, as a band or as error bars.
    fn draw_intervals(&self, scene: &mut Scene, index: usize) {
        let interval = |p: &Point| {
            let is_finite = p.low.is_finite() && p.high.is_finite();
            Some((self.place(index, p.x, p.low)?, self.place(index, p.x, p.high)?)).filter(|_| is_finite)
        };
        let intervals: Vec<_> = self.plot.series[index].points.iter().filter_map(interval).collect();
        if self.plot.spread == Spread::Band && intervals.len() > 1 {
            let band = intervals.iter().map(|i| i.0).chain(intervals.iter().rev().map(|i| i.1)).collect();
            scene.area(band, Ink::Series(index), 0.16);
        } else if self.plot.spread != Spread::None {
            for (low, high) in intervals {
                scene.line(vec![low, high], Ink::Series(index), 1.5);
                for end in [low, high] {
                    scene.line(vec![(end.0 - 4.0, end.1), (end.0 + 4.0, end.1)], Ink::Series(index), 1.5);
                }
            }
        }
    }

    /// The line of a series with its marks and tooltips.
    fn draw_series(&self, scene: &mut Scene, index: usize) {
        let (plot, series) = (self.plot, &self.plot.series[index]);
        let place = |p: &Point| self.place(index, p.x, p.y).filter(|_| p.y.is_finite());
        let places: Vec<_> = series.points.iter().filter_map(place).collect();
        if places.len() > 1 && !series.scattered {
            scene.line(places.clone(), Ink::Series(index), 2.0);
        }
        if plot.spread == Spread::Bars {
            for p in &series.points {
                let Some(place) = place(p) else { continue };
                let value = plot.x.ticks.iter().find(|tick| tick.value == p.x).map_or_else(|| few_digits(p.x), |tick| tick.label.clone());
                scene.tip(place, &format!("{}, {} {value}", series.name, plot.x.label), &plot.y.unit, p);
            }
        }
        let apart = if plot.spread == Spread::Band { APART } else { 0.0 };
        let mut last = f64::NEG_INFINITY;
        for place in places {
            if place.0 - last >= apart {
                scene.mark(place, index);
                last = place.0;
            }
        }
    }
}
