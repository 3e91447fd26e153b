//! The half-width of the papers' intervals.

use super::Moments;

/// The 97.5 % point of the standard normal distribution, with the digits that reproduce the printed intervals.
pub const Z95: f64 = 1.959_964;

/// The 95 % half-width z·s/√n of a mean score (Haworth 2003, as used in the GPN and split-moves papers); s is the sample standard
/// deviation of the scores 1, ½ and 0 with divisor n − 1.
///
/// It collapses to 0 when all results are equal; the Wilson interval does not.
pub fn half_width(scores: &Moments) -> f64 {
    Z95 * scores.standard_error()
}

/// The half-width to expect from `games` games between equals without draws: the widest case.
pub fn expected_half_width(games: u64) -> f64 {
    Z95 * 0.5 / (games as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reproduces_the_intervals_printed_in_the_gpn_paper() {
        // Wins, draws, losses, percent, ±: five cells of Table 1 of the GPN paper.
        let printed = [
            (446, 3, 51, 89.5, 2.67),
            (250, 1, 249, 50.1, 4.38),
            (459, 2, 39, 92.0, 2.36),
            (196, 89, 215, 48.1, 3.97),
            (354, 74, 72, 78.2, 3.21),
        ];
        for (wins, draws, losses, percent, half) in printed {
            let moments = Moments::of_match(wins, draws, losses);
            assert!((100.0 * moments.mean() - percent).abs() < 0.0501, "{}", moments.mean());
            assert!((100.0 * half_width(&moments) - half).abs() < 0.005, "{wins}-{draws}-{losses}: {}", 100.0 * half_width(&moments));
        }
    }

    #[test]
    fn collapses_when_all_is_won() {
        assert_eq!(half_width(&Moments::of_match(500, 0, 0)), 0.0);
    }

    #[test]
    fn is_expected_to_shrink_with_the_root_of_games() {
        assert!((expected_half_width(500) - 0.0438).abs() < 5e-5);
        assert!((expected_half_width(2000) * 2.0 - expected_half_width(500)).abs() < 1e-12);
    }
}
