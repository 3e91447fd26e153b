//! Maps numbers to distances, and chooses the round numbers at which an axis has ticks.

use crate::model::{Axis, Scale as Kind};
use crate::text::{readable, shown};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    low: f64,
    high: f64,
    log: bool,
}

impl Scale {
    /// A scale that shows all these numbers (those that it can), or the axis' own ends.
    pub(crate) fn new(axis: &Axis, log_allowed: bool, values: impl Iterator<Item = f64>) -> Self {
        let log = log_allowed && axis.scale == Kind::Log;
        // Numbers near the largest would overflow when their difference is taken.
        let fits = |value: &f64| value.is_finite() && value.abs() < 1e150 && (!log || *value > 1e-150);
        let (mut low, mut high) = values.filter(fits).fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)));
        if low > high {
            (low, high) = if log { (1.0, 10.0) } else { (0.0, 1.0) };
        }
        let room = if log { 0.0 } else { (high - low) * 0.06 };
        (low, high) = (axis.min.filter(fits).unwrap_or(low - room), axis.max.filter(fits).unwrap_or(high + room));
        if log {
            (low, high) = (low.log10(), high.log10());
        }
        if high - low <= low.abs().max(high.abs()) * 1e-9 || high <= low {
            let room = if log { 0.5 } else { (low.abs() * 0.1).max(0.5) };
            (low, high) = (low.min(high) - room, low.max(high) + room);
        }
        Self { low, high, log }
    }

    /// The place of a number between 0 and 1, cut at the ends; none for a number that has no place.
    pub(crate) fn place(&self, value: f64) -> Option<f64> {
        let value = if self.log { value.log10() } else { value };
        if value.is_nan() || (self.log && value == f64::NEG_INFINITY) {
            None
        } else {
            Some(((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0))
        }
    }

    /// The marks: their places and words, about `wanted` of them.
    pub(crate) fn ticks(&self, wanted: f64) -> Vec<(f64, String)> {
        let rough = (self.high - self.low) / wanted.max(1.0);
        let power = 10f64.powf(rough.log10().floor());
        let mut step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * power).find(|step| *step >= rough * 0.999).unwrap_or(rough);
        if self.log && self.high - self.low >= 1.5 {
            step = step.max(1.0).round();
        }
        let (first, last) = ((self.low / step - 1e-9).ceil(), (self.high / step + 1e-9).floor());
        let mut ticks = Vec::new();
        let mut index = first;
        while index <= last && ticks.len() < 30 {
            let at = index * step;
            let value = if self.log { 10f64.powf(at) } else { at };
            ticks.push(((at - self.low) / (self.high - self.low), word(value, if self.log { value.abs() } else { step })));
            index += 1.0;
        }
        ticks
    }
}

/// A mark's number with the digits that its step needs.
fn word(value: f64, step: f64) -> String {
    if value != 0.0 && !(1e-4..1e7).contains(&value.abs()) && step.abs() > 0.0 && !(1e-4..1e7).contains(&step) {
        return format!("{value:.1e}");
    }
    let decimals = (-step.log10().floor()).clamp(0.0, 8.0) as u8;
    readable(&shown(value, decimals))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_numbers_inside_the_ends() {
        let words = |axis: &Axis, values: &[f64]| {
            Scale::new(axis, true, values.iter().copied()).ticks(5.0).into_iter().map(|tick| tick.1).collect::<Vec<_>>()
        };
        assert_eq!(words(&Axis::default().range(0.0, 100.0), &[]), ["0", "20", "40", "60", "80", "100"]);
        assert_eq!(words(&Axis::default().log(), &[100.0, 10_000.0]), ["100", "1000", "10\u{202f}000"]);
        assert_eq!(words(&Axis::default().range(-0.2, 0.2), &[]), ["−0.2", "−0.1", "0.0", "0.1", "0.2"]);
    }

    #[test]
    fn no_number_breaks_a_scale() {
        for values in [&[][..], &[f64::NAN], &[f64::INFINITY, 1.0], &[0.0, -1.0], &[f64::MAX, f64::MIN], &[1e-300, 1e300], &[7.0]] {
            for axis in [Axis::default(), Axis::default().log(), Axis::default().range(5.0, 5.0), Axis::default().range(f64::NAN, -1.0)] {
                let scale = Scale::new(&axis, true, values.iter().copied());
                for place in values.iter().filter_map(|value| scale.place(*value)).chain(scale.ticks(6.0).iter().map(|tick| tick.0)) {
                    assert!((-0.001..=1.001).contains(&place), "{values:?} {axis:?} {place}");
                }
            }
        }
    }
}
