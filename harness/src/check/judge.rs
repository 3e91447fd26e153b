//! The rule: when a win rate has regressed, when it has not, and when nobody can tell.

use super::{Baseline, BaselineCell};
use crate::stats::difference;
use statrs::distribution::{ContinuousCDF, Normal};

/// What a cell is found to be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Status {
    /// A regression larger than the tolerance is excluded, or the games are the same.
    Pass,
    /// Too few games to tell, or nothing to compare with.
    Inconclusive,
    /// The score is lower than the baseline's beyond chance, or the candidate fails.
    Fail,
}

impl Status {
    /// The word.
    pub fn word(self) -> &'static str {
        match self {
            Status::Pass => "pass",
            Status::Inconclusive => "inconclusive",
            Status::Fail => "fail",
        }
    }
}

/// How strict the comparison is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rule {
    /// The loss of score (on the scale [0, 1]) that is still accepted.
    pub tolerance: f64,
    /// The probability of any false alarm over all cells together (Bonferroni), and of overlooking a regression beyond the tolerance in one cell.
    pub alpha: f64,
}

impl Default for Rule {
    fn default() -> Self {
        Rule { tolerance: 0.05, alpha: 0.05 }
    }
}

/// A cell with what was found and why.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged {
    /// The cell's place in the grid, in words.
    pub cell: String,
    /// What was found.
    pub status: Status,
    /// Why, in a sentence.
    pub reason: String,
}

/// Judges every cell of either side.
///
/// The difference of scores, now minus baseline, gets Newcombe's interval. A cell fails if the interval at one-sided level
/// α / (number of cells) lies below 0; it passes if the one-sided 1 − α interval lies above −tolerance; otherwise it is inconclusive.
pub fn judge(now: &Baseline, baseline: &Baseline, rule: Rule) -> Vec<Judged> {
    let level = rule.alpha / now.cells.len().max(1) as f64;
    let quantile = |p: f64| Normal::standard().inverse_cdf(p);
    let (z_fail, z_pass) = (quantile(1.0 - level), quantile(1.0 - rule.alpha));
    let mut judged: Vec<Judged> = now
        .cells
        .iter()
        .map(|cell| {
            let old = baseline.cells.iter().find(|old| old.cell == cell.cell);
            let (status, reason) = one(cell, old, rule, z_fail, z_pass);
            Judged { cell: cell.cell.clone(), status, reason }
        })
        .collect();
    judged.extend(baseline.cells.iter().filter(|old| !now.cells.iter().any(|cell| cell.cell == old.cell)).map(|old| Judged {
        cell: old.cell.clone(),
        status: Status::Inconclusive,
        reason: "is in the baseline but not in the experiment; update the baseline if that is meant".to_owned(),
    }));
    judged
}

fn one(now: &BaselineCell, old: Option<&BaselineCell>, rule: Rule, z_fail: f64, z_pass: f64) -> (Status, String) {
    if now.failures > old.map_or(0, |old| old.failures) {
        return (Status::Fail, format!("the candidate failed in {} games; see the run's messages", now.failures));
    }
    let Some(old) = old else {
        return (Status::Inconclusive, "is not in the baseline; add it with --update".to_owned());
    };
    if now == old {
        return (Status::Pass, format!("identical: {} games, score {:.1} %", now.games, 100.0 * now.score));
    }
    if now.games == 0 || old.games == 0 {
        return (Status::Inconclusive, "has no games to compare".to_owned());
    }
    let (_, high) = difference(&now.scores(), &old.scores(), z_fail);
    let (low, _) = difference(&now.scores(), &old.scores(), z_pass);
    let change = now.score - old.score;
    let figures = format!("{:.1} % against {:.1} % ({:+.1} points)", 100.0 * now.score, 100.0 * old.score, 100.0 * change);
    if high < 0.0 {
        (Status::Fail, format!("{figures}: lower beyond chance, by at least {:.1} points", -100.0 * high))
    } else if low >= -rule.tolerance {
        (Status::Pass, format!("{figures}: a loss of more than {:.1} points is excluded", 100.0 * rule.tolerance))
    } else {
        (Status::Inconclusive, format!("{figures}: a loss of up to {:.1} points is possible; more games are needed", -100.0 * low))
    }
}

/// The status of the whole check: that of its worst cell.
pub fn overall(judged: &[Judged]) -> Status {
    judged.iter().map(|cell| cell.status).max().unwrap_or(Status::Inconclusive)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Rng;
    use crate::stats::Moments;

    fn side(cells: &[(&str, u64, u64, u64)]) -> Baseline {
        let cells = cells.iter().map(|&(name, wins, draws, losses)| {
            let scores = Moments::of_match(wins, draws, losses);
            let (score, variance) = (scores.mean(), scores.variance());
            BaselineCell {
                cell: name.into(),
                key: name.into(),
                games: wins + draws + losses,
                wins,
                draws,
                losses,
                score,
                variance,
                failures: 0,
            }
        });
        Baseline { experiment: "test".into(), cells: cells.collect() }
    }

    fn status(now: (u64, u64, u64), old: (u64, u64, u64)) -> Status {
        overall(&judge(&side(&[("a", now.0, now.1, now.2)]), &side(&[("a", old.0, old.1, old.2)]), Rule::default()))
    }

    #[test]
    fn tells_the_three_apart() {
        assert_eq!(status((60, 0, 40), (60, 0, 40)), Status::Pass);
        assert_eq!(status((5200, 0, 4800), (5100, 0, 4900)), Status::Pass);
        assert_eq!(status((30, 0, 70), (60, 0, 40)), Status::Fail);
        assert_eq!(status((52, 0, 48), (55, 0, 45)), Status::Inconclusive);
        // Clean sweeps have no variance and are judged all the same.
        assert_eq!(status((0, 0, 100), (100, 0, 0)), Status::Fail);
        assert_eq!(status((0, 0, 0), (10, 0, 0)), Status::Inconclusive);
    }

    #[test]
    fn new_and_lost_cells_are_named() {
        let judged = judge(&side(&[("a", 1, 0, 1), ("b", 1, 0, 1)]), &side(&[("a", 1, 0, 1), ("c", 1, 0, 1)]), Rule::default());
        let found: Vec<(&str, Status)> = judged.iter().map(|j| (j.cell.as_str(), j.status)).collect();
        assert_eq!(found, [("a", Status::Pass), ("b", Status::Inconclusive), ("c", Status::Inconclusive)]);
    }

    #[test]
    fn failures_of_the_candidate_fail() {
        let mut now = side(&[("a", 50, 0, 50)]);
        now.cells[0].failures = 1;
        assert_eq!(overall(&judge(&now, &side(&[("a", 50, 0, 50)]), Rule::default())), Status::Fail);
    }

    /// Plays `games` games with this chance of winning, for each of four cells.
    fn sample(rng: &mut Rng, games: u64, win: f64) -> Baseline {
        let rows: Vec<_> = ["a", "b", "c", "d"]
            .map(|name| {
                let wins = (0..games).filter(|_| rng.unit() < win).count() as u64;
                (name, wins, 0, games - wins)
            })
            .to_vec();
        side(&rows)
    }

    #[test]
    fn false_alarms_are_rare_and_losses_are_found() {
        let mut rng = Rng::from_seed(51);
        let mut count = |win: f64| {
            (0..400)
                .filter(|_| overall(&judge(&sample(&mut rng, 300, win), &sample(&mut rng, 300, 0.6), Rule::default())) == Status::Fail)
                .count()
        };
        // At most 5 % of 400 by design; 40 is more than four standard errors above that.
        let alarms = count(0.6);
        assert!(alarms < 40, "{alarms} false alarms in 400");
        let found = count(0.4);
        assert!(found > 380, "a loss of 20 points was found {found} times in 400");
    }

    #[test]
    fn a_loss_beyond_the_tolerance_rarely_passes() {
        let mut rng = Rng::from_seed(52);
        let passes = (0..400)
            .filter(|_| judge(&sample(&mut rng, 2000, 0.55), &sample(&mut rng, 2000, 0.6), Rule::default())[0].status == Status::Pass)
            .count();
        assert!(passes < 40, "{passes} of 400");
    }
}
