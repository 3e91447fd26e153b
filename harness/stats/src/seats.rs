//! The value of the first of two seats, by rounds.

use super::{Estimate, Moments};

/// The score of the first seat, whoever sits there: ½ and half of what the candidate scores more there than in the second. `first` and `second` are
/// the candidate's scores in either seat, `rounds` its mean scores in rounds of a game in each, of which `fresh` is the share that does not repeat others.
/// `None` if a seat has no games.
///
/// In a round with the scores x and y in the two seats, the first seat has (1 + x − y)/2 and the candidate (x + y)/2. Their variances add up to half the
/// sum of those of x and y, so that the variance by rounds is known without any single round.
pub fn first_seat(first: &Moments, second: &Moments, rounds: &Moments, fresh: f64) -> Option<Estimate> {
    if first.count() == 0 || second.count() == 0 || rounds.count() == 0 {
        return None;
    }
    let mean = 0.5 + (first.mean() - second.mean()) / 2.0;
    let variance = (first.variance() + second.variance()) / 2.0 - rounds.variance();
    let seats = Moments::from_parts(rounds.count(), mean, if variance > 1e-9 { variance } else { 0.0 });
    let estimate = Estimate::of_games(&seats);
    Some(Estimate { size: estimate.size * fresh, ..estimate })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variance_is_that_of_rounds() {
        // Scores in the first and the second seat, round by round.
        let games = [(1.0, 0.0), (1.0, 0.5), (0.5, 0.0), (1.0, 1.0), (0.0, 0.0), (1.0, 0.5)];
        let fill = |of: fn(&(f64, f64)) -> f64| {
            let mut moments = Moments::default();
            games.iter().for_each(|round| moments.push(of(round)));
            moments
        };
        let found = first_seat(&fill(|g| g.0), &fill(|g| g.1), &fill(|g| (g.0 + g.1) / 2.0), 1.0).unwrap();
        let plain = Estimate::of_games(&fill(|g| (1.0 + g.0 - g.1) / 2.0));
        assert!((found.mean - plain.mean).abs() < 1e-12 && (found.size - plain.size).abs() < 1e-9, "{found:?} {plain:?}");
        assert_eq!(first_seat(&Moments::default(), &fill(|g| g.1), &fill(|g| g.0), 1.0), None);
    }

    #[test]
    fn a_seat_that_always_wins_is_known_by_its_rounds() {
        let (won, lost) = (Moments::of_match(20, 0, 0), Moments::of_match(0, 0, 20));
        let even = Moments::of_match(0, 20, 0);
        assert_eq!(first_seat(&won, &lost, &even, 0.5), Some(Estimate { mean: 1.0, size: 10.0 }));
    }
}
