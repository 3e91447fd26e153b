//! Dendrograms: names at the left, and brackets that join their groups at the distance between them.

use super::frame::{Frame, label_width, labels, write_label};
use super::scale::Scale;
use super::scene::{Ink, Scene};
use crate::model::Dendrogram;

/// The height of one leaf, in pixels.
const STEP: f64 = 22.0;

pub(crate) fn scene(plot: &Dendrogram, width: f64) -> Scene {
    let order = order(plot);
    let x = Scale::new(&plot.distance, false, plot.joins.iter().map(|join| join.distance).chain([0.0]));
    let names = labels(&order.iter().map(|&leaf| plot.leaves[leaf].clone()).collect::<Vec<_>>(), width * 0.42, true);
    // Names on two lines need more room than one leaf.
    let step = if names.iter().any(|name| name.len() > 1) { STEP + 10.0 } else { STEP };
    let left = names.iter().map(|name| label_width(name)).fold(20.0, f64::max) + 18.0;
    let frame = Frame { left, top: 10.0, right: width - 22.0, bottom: 10.0 + step * order.len().max(1) as f64, inset: 0.0 };
    let mut scene = Scene::new(width, frame.bottom + 52.0);
    frame.x_axis(&mut scene, &x, &plot.distance.title(), true);
    // Where each group ends: its distance and its height.
    let mut ends: Vec<Option<(f64, f64)>> = vec![None; plot.leaves.len()];
    for (row, (&leaf, name)) in order.iter().zip(&names).enumerate() {
        let y = frame.top + step * (row as f64 + 0.5);
        write_label(&mut scene, (left - 8.0, y), name);
        ends[leaf] = Some((frame.x(x.place(0.0).unwrap_or(0.0)), y));
    }
    for join in &plot.joins {
        let [first, second] = join.groups.map(|group| ends.get(group).copied().flatten());
        let end = first.zip(second).zip(x.place(join.distance)).map(|(((a, above), (b, below)), place)| {
            let at = frame.x(place);
            scene.line(vec![(a, above), (at, above), (at, below), (b, below)], Ink::Series(0), 1.5);
            (at, (above + below) / 2.0)
        });
        ends.push(end);
    }
    scene
}

/// The leaves from top to bottom, so that no two brackets cross: those of the last join first, then those that no join reaches.
fn order(plot: &Dendrogram) -> Vec<usize> {
    let count = plot.leaves.len();
    let mut seen = vec![false; count + plot.joins.len()];
    let mut order = Vec::new();
    for start in (0..seen.len()).rev() {
        let mut open = vec![start];
        while let Some(group) = open.pop() {
            if group >= seen.len() || std::mem::replace(&mut seen[group], true) {
                continue;
            }
            match group.checked_sub(count) {
                None => order.push(group),
                Some(join) => open.extend(plot.joins[join].groups.iter().rev()),
            }
        }
    }
    order
}
