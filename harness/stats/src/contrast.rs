//! Averages over cells and differences of averages, with intervals and tests that allow for what cells share.

use super::sign_flip::SignFlip;
use super::sweeps::{Block, Series, blocks, range};
use super::{LEVEL, Moments};
use statrs::distribution::{ContinuousCDF, StudentsT};

/// Blocks with fewer sweeps than this say too little of their variance for Student's t.
const FEWEST: f64 = 3.0;
/// Halvings when a quantile or the end of an interval is searched.
const HALVINGS: u32 = 60;

/// A weighted sum of the mean scores of cells: an average has the weights 1/k, a difference of averages also negative ones.
///
/// The sum is that of the means of independent blocks, and its variance the sum of theirs. The interval is the t interval on the logit scale, on which a
/// difference δ counts as (1 + δ)/2; degrees of freedom are Satterthwaite's (1946). Where a block has fewer than three sweeps, the studentised
/// sign-flip test decides in place of t.
#[derive(Clone, PartialEq, Debug)]
pub struct Contrast {
    value: f64,
    /// The least and the greatest possible value.
    range: (f64, f64),
    /// The place of the value between these, from 0 to 1, moved off the ends by half a sweep.
    centre: f64,
    /// The standard error of that place.
    error: f64,
    freedom: f64,
    flips: Option<SignFlip>,
}

/// A block's part of the variance of the sum, with its degrees of freedom.
#[derive(Clone, Copy)]
struct Part {
    variance: f64,
    freedom: f64,
}

impl Contrast {
    /// The sum over these cells; `None` if there are none, or one of them has no games.
    pub fn of(series: &[Series<'_>]) -> Option<Contrast> {
        let blocks = blocks(series)?;
        let (mut value, mut centre, mut parts) = (0.0, 0.0, Vec::new());
        for block in &blocks {
            let (own, moved, part) = part(block);
            value += own;
            centre += moved;
            parts.push(part);
        }
        let few = blocks.iter().any(|block| block.smallest.min(block.size()) < FEWEST);
        let flips = few.then(|| SignFlip::new(blocks.iter().map(|block| &block.sweeps[..])));
        Some(Contrast::new(value, range(series), centre, &parts, flips))
    }

    /// The sum of the means of independent values in [0, 1], such as single games, each with its factor; `None` if there are none, or one of
    /// them has no values.
    pub fn of_means(means: &[(f64, Moments)]) -> Option<Contrast> {
        if means.is_empty() || means.iter().any(|(_, values)| values.count() == 0) {
            return None;
        }
        let bound = |sign: f64| means.iter().map(|(weight, _)| (sign * weight).max(0.0)).sum::<f64>() * sign;
        let (mut value, mut centre, mut parts) = (0.0, 0.0, Vec::new());
        for (weight, values) in means {
            let (n, mean) = (values.count() as f64, values.mean());
            let smoothed = (n * mean + 0.5) / (n + 1.0);
            let variance = if values.variance() > 0.0 { values.variance() } else { smoothed * (1.0 - smoothed) };
            value += weight * mean;
            centre += weight * smoothed;
            parts.push(Part { variance: weight * weight * variance / n, freedom: n - 1.0 });
        }
        Some(Contrast::new(value, (bound(-1.0), bound(1.0)), centre, &parts, None))
    }

    fn new(value: f64, range: (f64, f64), moved: f64, parts: &[Part], flips: Option<SignFlip>) -> Contrast {
        let width = range.1 - range.0;
        let place = |value: f64| (value - range.0) / width;
        let variance: f64 = parts.iter().map(|part| part.variance).sum();
        // Satterthwaite: a part without a degree of freedom leaves the sum without any.
        let doubt: f64 = parts.iter().map(|part| if part.variance > 0.0 { part.variance.powi(2) / part.freedom } else { 0.0 }).sum();
        let inside = place(value) > 1e-9 && place(value) < 1.0 - 1e-9;
        Contrast {
            value: value.clamp(range.0, range.1),
            range,
            centre: if inside { place(value) } else { place(moved) },
            error: variance.sqrt() / width,
            freedom: variance.powi(2) / doubt,
            flips,
        }
    }

    /// The same sum where the games are taken as drawn from all games like these: `means` are what each of them contributes, and the value is their
    /// mean. The interval is that of Hartung and Knapp (2001) with a degree of freedom less than there are games, and never narrower than with the
    /// games as they are (Röver, Knapp and Friede 2015). `None` for a single game, which says nothing of others.
    pub fn over_games(&self, means: &[f64]) -> Option<Contrast> {
        let mut moments = Moments::default();
        means.iter().for_each(|&mean| moments.push(mean));
        if means.len() < 2 || moments.mean().is_nan() {
            return None;
        }
        let fixed = (self.error * (self.range.1 - self.range.0)).powi(2);
        let part = Part { variance: moments.standard_error().powi(2).max(fixed), freedom: means.len() as f64 - 1.0 };
        let moved = self.range.0 + self.centre * (self.range.1 - self.range.0);
        Some(Contrast::new(moments.mean(), self.range, moved, &[part], None))
    }

    /// The difference from a number that is known with this standard error.
    #[must_use]
    pub fn less_known(&self, number: f64, error: f64) -> Contrast {
        let width = self.range.1 - self.range.0;
        let own = Part { variance: (self.error * width).powi(2), freedom: self.freedom };
        let known = Part { variance: error * error, freedom: f64::INFINITY };
        let moved = self.range.0 + self.centre * width - number;
        Contrast::new(self.value - number, (-width, width), moved, &[own, known], None)
    }

    /// The sum.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// The degrees of freedom of its variance.
    pub fn freedom(&self) -> f64 {
        self.freedom
    }

    /// The interval that leaves out `alpha`, half of it at either side.
    pub fn interval(&self, alpha: f64) -> (f64, f64) {
        let outside = |m: f64| self.p_above(m).min(self.p_below(m)) <= alpha / 2.0;
        let edge = |mut out: f64| {
            let mut inside = self.value;
            if !outside(out) {
                return out;
            }
            for _ in 0..HALVINGS {
                let middle = (inside + out) / 2.0;
                if outside(middle) { out = middle } else { inside = middle }
            }
            out
        };
        (edge(self.range.0), edge(self.range.1))
    }

    /// The 95 % interval.
    pub fn interval95(&self) -> (f64, f64) {
        self.interval(LEVEL)
    }

    /// The one-sided p-value of the true sum being at most `target`: small if it lies above beyond chance.
    pub fn p_above(&self, target: f64) -> f64 {
        match &self.flips {
            _ if target <= self.range.0 => {
                if self.value > target {
                    0.0
                } else {
                    1.0
                }
            }
            _ if target >= self.range.1 => 1.0,
            Some(flips) => flips.p_above(target),
            None => self.tail(self.distance(target)),
        }
    }

    /// The one-sided p-value of the true sum being at least `target`.
    pub fn p_below(&self, target: f64) -> f64 {
        match &self.flips {
            _ if target >= self.range.1 => {
                if self.value < target {
                    0.0
                } else {
                    1.0
                }
            }
            _ if target <= self.range.0 => 1.0,
            Some(flips) => flips.p_below(target),
            None => self.tail(-self.distance(target)),
        }
    }

    /// The two-sided p-value of the true sum being `target`.
    pub fn p(&self, target: f64) -> f64 {
        (2.0 * self.p_above(target).min(self.p_below(target))).min(1.0)
    }

    /// How many standard errors the value lies above `target`, on the logit scale.
    fn distance(&self, target: f64) -> f64 {
        let logit = |x: f64| x.ln() - (-x).ln_1p();
        let place = (target - self.range.0) / (self.range.1 - self.range.0);
        (logit(self.centre) - logit(place)) * self.centre * (1.0 - self.centre) / self.error
    }

    /// The probability of a greater distance.
    fn tail(&self, distance: f64) -> f64 {
        // Without a degree of freedom nothing is known.
        StudentsT::new(0.0, 1.0, self.freedom).map_or(1.0, |t| t.cdf(-distance))
    }
}

/// What a block adds to the sum, the same moved off the ends of what is possible, and its part of the variance.
fn part(block: &Block) -> (f64, f64, Part) {
    let sum = |of: fn(&super::sweeps::Sweep) -> f64| block.sweeps.iter().map(of).sum::<f64>();
    let (value, above, below) = (sum(|sweep| sweep.plus - sweep.minus), sum(|sweep| sweep.above), sum(|sweep| sweep.below));
    let (n, width) = (block.size(), above + below);
    let smoothed = (n * (value + below) / width + 0.5) / (n + 1.0);
    let seen = match block.unordered {
        Some(error) => error * error,
        None => sum(|sweep| sweep.residual * sweep.residual),
    };
    // Rounding leaves traces where all scores are equal.
    let variance = if seen > 1e-18 * width * width { seen } else { width * width * smoothed * (1.0 - smoothed) / block.games / n };
    let freedom = if block.unordered.is_some() { block.smallest - 1.0 } else { n * (1.0 - 1.0 / block.of_a_cell) };
    (value, smoothed * width - below, Part { variance, freedom })
}

#[cfg(test)]
mod tests;
