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
        // Log risk ratios of the 13 trials of BCG vaccine (Colditz et al. 1994) with their variances, as the R package metafor prints them,
        // and what its rma(yi, vi, method = "DL") finds: estimate −0.7141, standard error 0.1787, τ² 0.3088, I² 92.12 %.
        let trials = [
            (-0.8893, 0.3256),
            (-1.5854, 0.1946),
            (-1.3481, 0.4154),
            (-1.4416, 0.0200),
            (-0.2175, 0.0512),
            (-0.7861, 0.0069),
            (-1.6209, 0.2230),
            (0.0120, 0.0040),
            (-0.4694, 0.0564),
            (-1.3713, 0.0730),
            (-0.3394, 0.0124),
            (0.4459, 0.5325),
            (-0.0173, 0.0714),
        ];
        let found = random_effects(&trials).unwrap();
        // The variances are printed with two digits in places.
        assert!((found.mean + 0.7141).abs() < 1e-3 && (found.error - 0.1787).abs() < 1e-3, "{found:?}");
        assert!((found.between.powi(2) - 0.3088).abs() < 2e-3 && (found.share - 0.9212).abs() < 2e-3, "{found:?}");
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
