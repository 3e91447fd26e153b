//! An interval that does not collapse: Wilson's, with draws taken into account.

use super::Moments;

/// The Wilson interval (Wilson 1927) of a mean score in [0, 1] at `z`, with n* = n·x(1−x)/s² in place of n, so that draws narrow it
/// as they should (s² has divisor n − 1). Where s² is 0 nothing is known about draws, and n* is n.
///
/// Returns [0, 1] if there are no games.
pub fn wilson(scores: &Moments, z: f64) -> (f64, f64) {
    if scores.count() == 0 {
        return (0.0, 1.0);
    }
    let (n, x, variance) = (scores.count() as f64, scores.mean(), scores.variance());
    let n = if variance > 0.0 { n * x * (1.0 - x) / variance } else { n };
    let z2 = z * z;
    let centre = (x + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = z / (1.0 + z2 / n) * (x * (1.0 - x) / n + z2 / (4.0 * n * n)).sqrt();
    ((centre - half).max(0.0), (centre + half).min(1.0))
}

/// The interval of the difference of two independent mean scores, `new` − `old`, at `z`: Newcombe's hybrid of two Wilson
/// intervals (Newcombe 1998, method 10).
pub fn difference(new: &Moments, old: &Moments, z: f64) -> (f64, f64) {
    let ((low_new, high_new), (low_old, high_old)) = (wilson(new, z), wilson(old, z));
    let (x, y) = (new.mean(), old.mean());
    let distance = |a: f64, b: f64| (a * a + b * b).sqrt();
    (x - y - distance(x - low_new, high_old - y), x - y + distance(high_new - x, y - low_old))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Rng;
    use crate::stats::Z95;

    #[test]
    fn agrees_with_newcombe_s_printed_examples() {
        // Newcombe 1998 (Interval estimation for the difference …, Table II, method 10): 56/70 − 48/80 is 0.0524 to 0.3339. The
        // draw-adjusted n* is n − 1 for results without draws, hence the tolerance.
        let (low, high) = difference(&Moments::of_match(56, 0, 14), &Moments::of_match(48, 0, 32), Z95);
        assert!((low - 0.0524).abs() < 2e-3 && (high - 0.3339).abs() < 2e-3, "{low} {high}");
    }

    #[test]
    fn does_not_collapse_at_the_ends() {
        let (low, high) = wilson(&Moments::of_match(500, 0, 0), Z95);
        assert!(high == 1.0 && (0.985..0.995).contains(&low), "{low}");
        // n = 10, no success: the upper end is z²/(n + z²).
        let (low, high) = wilson(&Moments::of_match(0, 0, 10), Z95);
        assert!(low == 0.0 && (high - 3.8415 / 13.8415).abs() < 1e-4, "{high}");
        assert_eq!(wilson(&Moments::default(), Z95), (0.0, 1.0));
    }

    #[test]
    fn covers_the_truth_about_95_times_in_100() {
        let mut rng = Rng::from_seed(41);
        for (win, draw) in [(0.5, 0.0), (0.2, 0.6), (0.9, 0.05), (0.05, 0.05), (0.45, 0.1)] {
            let truth = win + draw / 2.0;
            let (mut covered, trials) = (0, 2000);
            for _ in 0..trials {
                let mut moments = Moments::default();
                for _ in 0..200 {
                    let u = rng.unit();
                    moments.push(if u < win {
                        1.0
                    } else if u < win + draw {
                        0.5
                    } else {
                        0.0
                    });
                }
                let (low, high) = wilson(&moments, Z95);
                covered += u32::from(low <= truth && truth <= high);
            }
            let coverage = f64::from(covered) / f64::from(trials);
            // Five standard errors around 91–96 %.
            assert!((0.90..0.975).contains(&coverage), "{coverage} at {win}/{draw}");
        }
    }
}
