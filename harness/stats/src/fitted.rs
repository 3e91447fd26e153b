//! The setting at which measured scores fit printed ones best, as the budget that a paper had in units of ours.

use super::normal::chi_squared_tail;
use super::{Estimate, Z95, normal_quantile};

/// Printed values have as many digits as this: a printed 100 % may be 99.95 %.
const DIGITS: f64 = 5e-4;

/// The fit of several settings to the same printed values.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitted {
    /// The setting of the least deviance.
    pub best: usize,
    /// For every setting, whether it lies in the 95 % confidence set.
    pub plausible: Vec<bool>,
    /// The p-value of the best setting being right in all cells, by χ². It is too large, as the best one was chosen.
    pub p: f64,
}

/// The deviance G² of two scores having one true mean: twice the log-likelihood ratio (Agresti, "Categorical Data Analysis", 2002, section 3.2.1),
/// with effective numbers of games, so that draws and pairs are accounted for. Without a half-width the printed score counts as exact. Both scores
/// are on the scale from 0 to 1; 0 if there are no games.
pub fn deviance(ours: Estimate, printed: f64, half: Option<f64>) -> f64 {
    if ours.size <= 0.0 {
        return 0.0;
    }
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

/// Chooses among settings by their deviances, each the sum over the same `cells`; `None` without settings or cells.
///
/// The settings that the interval of a profile likelihood contains are plausible: their deviance exceeds the least by at most the 95 % point of χ²
/// with one degree of freedom. If no setting fits, the deviances are divided by the least one per cell first (overdispersion; McCullagh and Nelder,
/// "Generalized Linear Models", 1989, section 4.5).
pub fn fitted(deviances: &[f64], cells: usize) -> Option<Fitted> {
    let best = (0..deviances.len()).min_by(|&a, &b| deviances[a].total_cmp(&deviances[b]))?;
    if cells == 0 {
        return None;
    }
    let least = deviances[best];
    let dispersion = (least / cells as f64).max(1.0);
    let most = normal_quantile(0.975).powi(2) * dispersion;
    Some(Fitted {
        best,
        plausible: deviances.iter().map(|deviance| deviance - least <= most).collect(),
        p: chi_squared_tail(least, cells as f64),
    })
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
        assert_eq!(deviance(Estimate { mean: f64::NAN, size: 0.0 }, 0.5, None), 0.0);
        assert!(deviance(Estimate { mean: 1.0, size: 30.0 }, 1.0, Some(0.0)) < 0.1);
    }

    #[test]
    fn nothing_fits_nothing() {
        assert_eq!(fitted(&[], 3), None);
        assert_eq!(fitted(&[1.0], 0), None);
        let found = fitted(&[9.0, 2.0, 5.0, 60.0], 4).unwrap();
        assert_eq!((found.best, found.plausible), (1, vec![false, true, true, false]));
        // Where even the best deviates by 15 a cell, differences count a fifteenth.
        assert_eq!(fitted(&[100.0, 60.0], 4).unwrap().plausible, [true, true]);
    }

    /// Fifteen cells whose scores rise and fall with the setting, printed from 500 games at one of them and played with 30 at all.
    #[test]
    fn the_right_setting_is_plausible_in_95_of_100() {
        let mut rng = Rng::from_seed(12);
        let score = |cell: usize, setting: usize| {
            let at = setting as f64 - 1.0 - 0.2 * cell as f64;
            0.5 + 0.35 * (-at * at / 6.0).exp()
        };
        let (mut kept, mut width) = (0, 0);
        for trial in 0..400 {
            let truth = trial % 6;
            let mut play = |games: u64, score: f64| {
                let wins = (0..games).filter(|_| rng.unit() < score).count() as u64;
                Moments::of_match(wins, 0, games - wins)
            };
            let printed: Vec<Moments> = (0..15).map(|cell| play(500, score(cell, truth))).collect();
            let at = |setting: usize, play: &mut dyn FnMut(u64, f64) -> Moments| -> f64 {
                let of = |(cell, printed): (usize, &Moments)| {
                    deviance(Estimate::of_games(&play(30, score(cell, setting))), printed.mean(), Some(half_width(printed)))
                };
                printed.iter().enumerate().map(of).sum()
            };
            let deviances: Vec<f64> = (0..6).map(|setting| at(setting, &mut play)).collect();
            let found = fitted(&deviances, 15).unwrap();
            kept += u32::from(found.plausible[truth]);
            width += found.plausible.iter().filter(|&&plausible| plausible).count();
        }
        assert!(kept >= 372 && width < 1_000, "{kept} of 400 keep the truth, {width} settings kept");
    }
}
