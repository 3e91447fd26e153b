//! The mean of means that differ in truth: random effects.

/// A random-effects mean.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RandomEffects {
    /// The mean over all that might have been chosen.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
    /// The standard deviation of the true means; 0 if they differ no more than chance makes them.
    pub between: f64,
    /// The share of the variance of the observed means that is not chance, I² (Higgins and Thompson 2002).
    pub share: f64,
}

/// Takes observed means with their variances as draws from a population of true means: DerSimonian and Laird, "Meta-analysis in clinical
/// trials", 1986, eqs. 8 and 9. `None` for fewer than two, or if a variance is not above 0.
pub fn random_effects(observed: &[(f64, f64)]) -> Option<RandomEffects> {
    if observed.len() < 2 || !observed.iter().all(|(mean, variance)| mean.is_finite() && *variance > 0.0 && variance.is_finite()) {
        return None;
    }
    let weighted = |between: f64| {
        let weight = |variance: f64| 1.0 / (variance + between);
        let total: f64 = observed.iter().map(|(_, variance)| weight(*variance)).sum();
        (observed.iter().map(|(mean, variance)| weight(*variance) * mean).sum::<f64>() / total, total)
    };
    let (fixed, total) = weighted(0.0);
    let q: f64 = observed.iter().map(|(mean, variance)| (mean - fixed).powi(2) / variance).sum();
    let freedom = (observed.len() - 1) as f64;
    let squares: f64 = observed.iter().map(|(_, variance)| variance.powi(-2)).sum();
    let between = ((q - freedom) / (total - squares / total)).max(0.0);
    let (mean, total) = weighted(between);
    Some(RandomEffects { mean, error: total.powf(-0.5), between: between.sqrt(), share: ((q - freedom) / q).max(0.0) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_metafor() {
        // The 13 trials of BCG vaccine (Colditz et al. 1994): cases and others among the vaccinated, then among the rest. The log risk ratios
        // and what the R package metafor finds with rma(yi, vi, method = "DL"): estimate −0.7141, standard error 0.1787, τ² 0.3088. More
        // digits by the formulas of DerSimonian and Laird (1986) in a few lines of Python.
        let trials = [
            [4, 119, 11, 128],
            [6, 300, 29, 274],
            [3, 228, 11, 209],
            [62, 13536, 248, 12619],
            [33, 5036, 47, 5761],
            [180, 1361, 372, 1079],
            [8, 2537, 10, 619],
            [505, 87886, 499, 87892],
            [29, 7470, 45, 7232],
            [17, 1699, 65, 1600],
            [186, 50448, 141, 27197],
            [5, 2493, 3, 2338],
            [27, 16886, 29, 17825],
        ];
        let ratio = |counts: [i32; 4]| {
            let [a, b, c, d] = counts.map(f64::from);
            (((a / (a + b)) / (c / (c + d))).ln(), 1.0 / a - 1.0 / (a + b) + 1.0 / c - 1.0 / (c + d))
        };
        let found = random_effects(&trials.map(ratio)).unwrap();
        assert!((found.mean + 0.714_117_222_073).abs() < 1e-9 && (found.error - 0.178_742_089_535).abs() < 1e-9, "{found:?}");
        assert!((found.between.powi(2) - 0.308_760_262_862).abs() < 1e-9 && (found.share - 0.921_173).abs() < 1e-5, "{found:?}");
    }

    #[test]
    fn equal_means_have_no_variance_between_them() {
        let found = random_effects(&[(0.5, 0.01), (0.5, 0.04)]).unwrap();
        assert_eq!((found.mean, found.between, found.share), (0.5, 0.0, 0.0));
        // By hand: weights 100 and 25.
        assert!((found.error - 125f64.powf(-0.5)).abs() < 1e-12);
        assert_eq!(random_effects(&[(0.5, 0.01)]), None);
        assert_eq!(random_effects(&[(0.5, 0.01), (0.4, 0.0)]), None);
    }
}
