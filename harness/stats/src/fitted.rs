//! The setting at which measured scores fit printed ones best, as the budget that a paper had in units of ours.

use super::normal::chi_squared_tail;
use super::{Estimate, LEVEL, Z95};

/// Printed values have as many digits as this: a printed 100 % may be 99.95 %.
const DIGITS: f64 = 5e-4;

/// The fit of several settings to the same printed values.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    /// The setting of the least deviance.
    pub best: usize,
    /// For every setting, whether it lies in the 95 % confidence set, which is empty if none fits.
    pub plausible: Vec<bool>,
    /// The p-value of the best setting being right in all cells, by χ². It is too large, as the best one was chosen.
    pub p: f64,
}

/// The deviance G² of two scores having one true mean: twice the log-likelihood ratio (Agresti, "Categorical Data Analysis", 2002, section 3.2.1),
/// with effective numbers of games, so that draws and pairs are accounted for. Without a half-width the printed score counts as exact. Both scores
/// are on the scale from 0 to 1, and ours is of at least one game.
pub fn deviance(ours: Estimate, printed: f64, half: Option<f64>) -> f64 {
    let printed = printed.clamp(DIGITS, 1.0 - DIGITS);
    let common = match half.filter(|&half| half > 0.0) {
        None => return 2.0 * ours.size * divergence(ours.mean, printed),
        Some(half) => Estimate { mean: printed, size: printed * (1.0 - printed) / (half / Z95).powi(2) },
    };
    let pooled = (ours.size * ours.mean + common.size * common.mean) / (ours.size + common.size);
    2.0 * (ours.size * divergence(ours.mean, pooled) + common.size * divergence(common.mean, pooled))
}

/// Kullback and Leibler's divergence of two probabilities, in nats.
fn divergence(p: f64, q: f64) -> f64 {
    let term = |p: f64, q: f64| if p > 0.0 { p * (p / q).ln() } else { 0.0 };
    term(p, q) + term(1.0 - p, 1.0 - q)
}

/// Compares settings by their deviances, each the sum over the same `cells` with the same numbers of games; `None` without settings or cells.
///
/// Every setting has games of its own, so that the true one's deviance is χ² with a degree of freedom per cell, whatever the others' are: the confidence set
/// has all settings that this test does not reject, the true one in 95 of 100. (The rule of a profile likelihood, 3.84 above the least, takes the same games
/// for all settings; here it loses the true one in up to half of all experiments.)
pub fn fitted(deviances: &[f64], cells: usize) -> Option<Fit> {
    let best = (0..deviances.len()).min_by(|&a, &b| deviances[a].total_cmp(&deviances[b]))?;
    let p: Vec<f64> = deviances.iter().map(|&deviance| chi_squared_tail(deviance, cells as f64)).collect();
    (cells > 0).then(|| Fit { best, plausible: p.iter().map(|&p| p > LEVEL).collect(), p: p[best] })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Moments, half_width};
    use treebench_games::Rng;

    /// Agresti 2002, table 2.3: 189 of 11,034 and 104 of 11,037 physicians had a heart attack; X² = 25.0, G² = 25.4.
    #[test]
    fn the_deviance_is_that_of_the_textbook() {
        let (placebo, aspirin) = (189.0 / 11_034.0, 104.0 / 11_037.0);
        let half = Z95 * (aspirin * (1.0 - aspirin) / 11_037.0f64).sqrt();
        let found = deviance(Estimate { mean: placebo, size: 11_034.0 }, aspirin, Some(half));
        assert!((found - 25.4).abs() < 0.05, "{found}");
        // Sixteen of twenty against an exact half: 2·(16 ln 1.6 + 4 ln 0.4).
        let exact = deviance(Estimate { mean: 0.8, size: 20.0 }, 0.5, None);
        assert!((exact - 2.0 * (16.0 * 1.6f64.ln() + 4.0 * 0.4f64.ln())).abs() < 1e-9);
        assert!(deviance(Estimate { mean: 1.0, size: 30.0 }, 1.0, Some(0.0)) < 0.1);
    }

    #[test]
    fn settings_are_kept_by_their_own_fit() {
        assert_eq!(fitted(&[], 3), None);
        assert_eq!(fitted(&[1.0], 0), None);
        // The 95 % point of χ² with four degrees of freedom is 9.49 (Abramowitz and Stegun 1964, table 26.8).
        let found = fitted(&[9.4, 2.0, 9.6, 60.0], 4).unwrap();
        assert_eq!((found.best, found.plausible), (1, vec![true, true, false, false]));
        let none = fitted(&[100.0, 60.0], 4).unwrap();
        assert_eq!((none.best, none.plausible), (1, vec![false, false]));
        assert!(none.p < 1e-10);
    }

    /// Printed from 500 games at one of six settings and played with 30 at all: scores that rise and fall with the setting, that change by three points a
    /// setting, and that do not change.
    #[test]
    fn the_right_setting_is_plausible_in_95_of_100() {
        let mut rng = Rng::from_seed(12);
        let peaks = |cell: usize, setting: usize| {
            let at = setting as f64 - 1.0 - 0.2 * cell as f64;
            0.5 + 0.35 * (-at * at / 6.0).exp()
        };
        type Score<'a> = &'a dyn Fn(usize, usize) -> f64;
        let scores: [(Score<'_>, usize); 3] = [
            (&peaks, 15),
            (&|cell, setting| 0.5 + 0.03 * setting as f64 + 0.02 * cell as f64, 5),
            (&|cell, _| 0.5 + 0.02 * cell as f64, 15),
        ];
        for (which, (score, cells)) in scores.into_iter().enumerate() {
            let mut kept = 0;
            for trial in 0..400 {
                let truth = trial % 6;
                let mut play = |games: u64, score: f64| {
                    let wins = (0..games).filter(|_| rng.unit() < score).count() as u64;
                    Moments::of_match(wins, 0, games - wins)
                };
                let printed: Vec<Moments> = (0..cells).map(|cell| play(500, score(cell, truth))).collect();
                let mut of_setting = |setting: usize| -> f64 {
                    let mut of_cell = |(cell, printed): (usize, &Moments)| {
                        deviance(Estimate::of_games(&play(30, score(cell, setting))), printed.mean(), Some(half_width(printed)))
                    };
                    printed.iter().enumerate().map(&mut of_cell).sum()
                };
                let deviances: Vec<f64> = (0..6).map(&mut of_setting).collect();
                kept += u32::from(fitted(&deviances, cells).unwrap().plausible[truth]);
            }
            // 380 of 400 are expected, with a standard error of 4.4.
            assert!(kept >= 367, "{which}: {kept} of 400 keep the truth");
        }
    }
}
