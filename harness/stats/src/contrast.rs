//! Averages over cells and differences of averages, with intervals and tests that account for shared seeds, openings and games.

use super::sweeps::{Block, Series, blocks, range};
use super::{LEVEL, Moments};
use statrs::distribution::{ContinuousCDF, StudentsT};

/// Blocks with fewer sweeps than this do not estimate their own variance.
const FEWEST: f64 = 3.0;
/// Blocks with fewer degrees of freedom than this have no variance estimate: single sweeps, up to rounding and repeated games.
const SINGLE: f64 = 0.5;
/// Halvings when a quantile or the end of an interval is searched.
const HALVINGS: u32 = 60;

/// A weighted sum of the mean scores of cells: an average has the weights 1/k, a difference of averages also negative ones.
///
/// The sum is that of the means of independent blocks, and its variance the sum of theirs. The interval is the t interval on the logit scale, on
/// which a difference δ counts as (1 + δ)/2; degrees of freedom are Satterthwaite's (1946). Blocks with fewer than three sweeps are too small for
/// separate variances and share a pooled one.
#[derive(Clone, PartialEq, Debug)]
pub struct Contrast {
    value: f64,
    /// The least and the greatest possible value.
    range: (f64, f64),
    /// The position of the value in this range, from 0 to 1, moved off the ends by half a sweep.
    centre: f64,
    /// The standard error of that position.
    error: f64,
    freedom: f64,
}

/// A block's contribution to the variance of the sum, with its degrees of freedom.
#[derive(Clone, Copy)]
struct Part {
    variance: f64,
    freedom: f64,
}

impl Contrast {
    /// The sum over these cells; `None` if there are none, or one of them has no games.
    pub fn of(series: &[Series<'_>]) -> Option<Contrast> {
        let blocks: Vec<BlockTerm> = blocks(series)?.iter().map(BlockTerm::of).collect();
        let (large, small): (Vec<BlockTerm>, Vec<BlockTerm>) = blocks.into_iter().partition(|block| block.sweeps >= FEWEST);
        let parts: Vec<Part> = large.iter().map(|block| block.part).chain(pooled(&small)).collect();
        let sum = |of: fn(&BlockTerm) -> f64| large.iter().chain(&small).map(of).sum::<f64>();
        Some(Contrast::new(sum(|block| block.value), range(series), sum(|block| block.moved), &parts))
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
        Some(Contrast::new(value, (bound(-1.0), bound(1.0)), centre, &parts))
    }

    fn new(value: f64, range: (f64, f64), moved: f64, parts: &[Part]) -> Contrast {
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
        }
    }

    /// The same sum where it is this much larger, within its range.
    #[must_use]
    pub fn moved(&self, by: f64) -> Contrast {
        let (low, high) = self.range;
        let centre = (self.centre + by / (high - low)).clamp(1e-6, 1.0 - 1e-6);
        Contrast { value: (self.value + by).clamp(low, high), centre: if by == 0.0 { self.centre } else { centre }, ..self.clone() }
    }

    /// The same sum with the games as a sample of all games like these: `means` are their contributions, and the value is their mean. The interval is
    /// that of Hartung and Knapp (2001) with one degree of freedom less than the number of games, and never narrower than for these games alone
    /// (Röver, Knapp and Friede 2015). `None` for a single game, which says nothing about others.
    pub fn over_games(&self, means: &[f64]) -> Option<Contrast> {
        let mut moments = Moments::default();
        means.iter().for_each(|&mean| moments.push(mean));
        if means.len() < 2 || moments.mean().is_nan() {
            return None;
        }
        let fixed = (self.error * (self.range.1 - self.range.0)).powi(2);
        let part = Part { variance: moments.standard_error().powi(2).max(fixed), freedom: means.len() as f64 - 1.0 };
        let moved = self.range.0 + self.centre * (self.range.1 - self.range.0);
        Some(Contrast::new(moments.mean(), self.range, moved, &[part]))
    }

    /// The difference from a number with this standard error.
    #[must_use]
    pub fn less_known(&self, number: f64, error: f64) -> Contrast {
        let width = self.range.1 - self.range.0;
        let own = Part { variance: (self.error * width).powi(2), freedom: self.freedom };
        let known = Part { variance: error * error, freedom: f64::INFINITY };
        let moved = self.range.0 + self.centre * width - number;
        Contrast::new(self.value - number, (-width, width), moved, &[own, known])
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
        // Not −0.
        (edge(self.range.0) + 0.0, edge(self.range.1) + 0.0)
    }

    /// The 95 % interval.
    pub fn interval95(&self) -> (f64, f64) {
        self.interval(LEVEL)
    }

    /// The one-sided p-value of the true sum being at most `target`: small if it lies significantly above.
    pub fn p_above(&self, target: f64) -> f64 {
        match target {
            _ if target <= self.range.0 => f64::from(u8::from(self.value <= target)),
            _ if target >= self.range.1 => 1.0,
            _ => self.tail(self.distance(target)),
        }
    }

    /// The one-sided p-value of the true sum being at least `target`.
    pub fn p_below(&self, target: f64) -> f64 {
        match target {
            _ if target >= self.range.1 => f64::from(u8::from(self.value >= target)),
            _ if target <= self.range.0 => 1.0,
            _ => self.tail(-self.distance(target)),
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

/// A block's term of the sum.
struct BlockTerm {
    /// Its part of the sum, and the same moved off the ends of the possible range.
    value: f64,
    moved: f64,
    /// Its effective number of sweeps, or that of its smallest cell.
    sweeps: f64,
    /// The factors of its cells: their sum if all have one sign.
    width: f64,
    /// The sum of the factors below 0, as a positive number.
    below: f64,
    /// Its effective number of games.
    games: f64,
    /// Its sample variance, and the variance used for it alone.
    seen: f64,
    part: Part,
}

impl BlockTerm {
    fn of(block: &Block) -> BlockTerm {
        let sum = |of: fn(&super::sweeps::Sweep) -> f64| block.sweeps.iter().map(of).sum::<f64>();
        let (value, above, below) = (sum(|sweep| sweep.plus - sweep.minus), sum(|sweep| sweep.above), sum(|sweep| sweep.below));
        let (n, width) = (block.size(), above + below);
        let smoothed = (n * (value + below) / width + 0.5) / (n + 1.0);
        let seen = match block.unordered {
            Some(error) => error * error,
            None => sum(|sweep| sweep.residual * sweep.residual),
        };
        // Rounding leaves traces where all scores are equal.
        let seen = if seen > 1e-18 * width * width { seen } else { 0.0 };
        let freedom = if block.unordered.is_some() { block.smallest - 1.0 } else { n * (1.0 - 1.0 / block.of_a_cell) };
        let games = block.games * n;
        // Where all scores are equal, one more is not certain to be.
        let variance = if seen > 0.0 { seen } else { variance_of_games(width, smoothed, games) };
        let part = Part { variance, freedom };
        BlockTerm { value, moved: smoothed * width - below, sweeps: block.smallest.min(n), width, below, games, seen, part }
    }

    /// Its variance if its games are won or lost, with this mean.
    fn of_games(&self, mean: f64) -> f64 {
        variance_of_games(self.width, mean, self.games)
    }

    /// Its mean on the scale from 0 to 1.
    fn place(&self) -> f64 {
        (self.value + self.below) / self.width
    }
}

/// The variance of a weighted mean of games that are won or lost.
fn variance_of_games(weight: f64, mean: f64, games: f64) -> f64 {
    weight * weight * mean * (1.0 - mean) / games
}

/// The pooled variance of all small blocks. Those of two sweeps have one each, and their sum is correct however they differ; single sweeps have the
/// variance between them, which is too large rather than too small if their cells differ. The binomial variance at the overall mean counts as one
/// more degree of freedom, so that a few equal scores do not look certain; if all scores are equal, it is the only information.
fn pooled(blocks: &[BlockTerm]) -> Option<Part> {
    let of_sign = |negative: bool| blocks.iter().filter(move |block| (block.below > block.width / 2.0) == negative);
    let (mut seen, mut expected, mut freedom) = (0.0, 0.0, 0.0);
    for negative in [false, true] {
        let (mut singles, mut widths) = (Moments::default(), 0.0);
        let all: f64 = of_sign(negative).map(|block| block.width).sum();
        let n: f64 = of_sign(negative).map(|block| block.sweeps.max(1.0)).sum();
        let mean = of_sign(negative).map(|block| block.width * block.place()).sum::<f64>() / all;
        let smoothed = (n * mean + 0.5) / (n + 1.0);
        for block in of_sign(negative) {
            expected += block.of_games(smoothed);
            if block.part.freedom >= SINGLE {
                seen += block.seen;
                freedom += block.part.freedom;
            } else {
                singles.push(block.place());
                widths += block.width * block.width;
            }
        }
        match singles.count() {
            0 => {}
            // A sweep alone has no variance, but may have that of games.
            1 => seen += of_sign(negative).filter(|block| block.part.freedom < SINGLE).map(|block| block.of_games(smoothed)).sum::<f64>(),
            count => {
                seen += widths * singles.variance();
                freedom += count as f64 - 1.0;
            }
        }
    }
    let certain = seen <= 1e-18 * expected;
    (!blocks.is_empty()).then(|| Part { variance: if certain { expected } else { (freedom * seen + expected) / (freedom + 1.0) }, freedom })
}

#[cfg(test)]
mod tests;
