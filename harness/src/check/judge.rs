//! The rule: when a win rate has regressed, when it has not, and when nobody can tell.

use super::{Baseline, BaselineCell};
use crate::stats::{Contrast, Estimate, holm};
use statrs::distribution::{ContinuousCDF, Normal};

/// What a cell is found to be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Status {
    /// A regression larger than the tolerance is excluded, or the games are known to be the same.
    Pass,
    /// Too few games to tell, or nothing to compare with.
    Inconclusive,
    /// The score is lower than the baseline's beyond chance, or a larger share of games has no result.
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
    /// The probability of any false alarm over all cells together (Holm), and of overlooking a regression beyond the tolerance in one cell.
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
/// A cell fails if the candidate fails in a larger share of its games than in the baseline, or if a larger share of games has
/// no result at all: agents are meant never to fail, so that no allowance for chance is made. It passes if its games are the same,
/// which equal numbers prove where the budgets of both are counted and the keys are equal. Else the difference of scores, now
/// minus baseline, gets Newcombe's interval: the cell fails if the difference is below 0 at one-sided level α after Holm's
/// correction over all cells; it passes if the one-sided 1 − α interval lies above −tolerance; otherwise it is inconclusive.
pub fn judge(now: &Baseline, baseline: &Baseline, rule: Rule) -> Vec<Judged> {
    let old = |cell: &BaselineCell| baseline.cells.iter().find(|old| old.cell == cell.cell);
    let p_values: Vec<f64> = now.cells.iter().map(|cell| old(cell).map_or(1.0, |old| p_lower(cell, old))).collect();
    let lower = holm(&p_values, rule.alpha);
    let verdicts = now.cells.iter().zip(&lower).map(|(cell, &lower)| {
        let (status, reason) = one(cell, old(cell), rule, lower);
        Judged { cell: cell.cell.clone(), status, reason }
    });
    let gone = baseline.cells.iter().filter(|old| !now.cells.iter().any(|cell| cell.cell == old.cell)).map(|old| Judged {
        cell: old.cell.clone(),
        status: Status::Inconclusive,
        reason: "is in the baseline but not in the experiment; update the baseline if that is meant".to_owned(),
    });
    verdicts.chain(gone).collect()
}

/// The one-sided p-value of a lower score: the level at which Newcombe's interval of the difference just reaches 0.
fn p_lower(now: &BaselineCell, old: &BaselineCell) -> f64 {
    if now.games == 0 || old.games == 0 || now.score >= old.score {
        return 1.0;
    }
    difference(now, old).p_below(0.0)
}

/// The difference of scores, now minus baseline.
fn difference(now: &BaselineCell, old: &BaselineCell) -> Contrast {
    Contrast::difference(Estimate::of_games(&now.scores()), Estimate::of_games(&old.scores()))
}

fn one(now: &BaselineCell, old: Option<&BaselineCell>, rule: Rule, lower: bool) -> (Status, String) {
    if let Some(reason) = more_without_result(now, old) {
        return (Status::Fail, reason);
    }
    let Some(old) = old else {
        return (Status::Inconclusive, "is not in the baseline; add it with --update".to_owned());
    };
    if now == old && now.counted && now.games > 0 {
        return (Status::Pass, format!("identical: {} games, score {:.1} %", now.games, 100.0 * now.score));
    }
    if now.games == 0 || old.games == 0 {
        return (Status::Inconclusive, "has no games to compare".to_owned());
    }
    let z = Normal::standard().inverse_cdf(1.0 - rule.alpha);
    let (low, _) = difference(now, old).interval(z);
    let change = now.score - old.score;
    let figures = format!("{:.1} % against {:.1} % ({:+.1} points)", 100.0 * now.score, 100.0 * old.score, 100.0 * change);
    if lower {
        (Status::Fail, format!("{figures}: lower beyond chance, p = {:.1e}", p_lower(now, old)))
    } else if low >= -rule.tolerance {
        (Status::Pass, format!("{figures}: a loss of more than {:.1} points is excluded", 100.0 * rule.tolerance))
    } else {
        (Status::Inconclusive, format!("{figures}: a loss of up to {:.1} points is possible; more games are needed", -100.0 * low))
    }
}

/// Why a cell fails whatever its scores are: the candidate fails in a larger share of games, or more games come to nothing.
fn more_without_result(now: &BaselineCell, old: Option<&BaselineCell>) -> Option<String> {
    let share = |count: u64, played: u64| if played == 0 { 0.0 } else { 100.0 * count as f64 / played as f64 };
    let compare = |what: &str, count: fn(&BaselineCell) -> u64| {
        let (count, old_count, old_played) = (count(now), old.map_or(0, count), old.map_or(1, |old| old.played));
        // Whole numbers compare shares exactly.
        (u128::from(count) * u128::from(old_played.max(1)) > u128::from(old_count) * u128::from(now.played)).then(|| {
            let (share, old_share) = (share(count, now.played), share(old_count, old_played));
            format!("{what} in {count} of {} games ({share:.1} %, in the baseline {old_share:.1} %)", now.played)
        })
    };
    compare("the candidate failed", |cell| cell.failures)
        .or_else(|| {
            let reason = compare("there is no result", BaselineCell::without_result)?;
            let BaselineCell { failures, opponent_failures, void, .. } = now;
            Some(format!("{reason}: {failures} failures of the candidate, {opponent_failures} of opponents, {void} void"))
        })
        .map(|reason| reason + "; see the run's messages")
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
                counted: true,
                played: wins + draws + losses,
                games: wins + draws + losses,
                wins,
                draws,
                losses,
                score,
                variance,
                failures: 0,
                opponent_failures: 0,
                void: 0,
            }
        });
        Baseline { format: crate::check::BASELINE_FORMAT, experiment: "test".into(), cells: cells.collect() }
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
    fn equal_numbers_are_proof_only_for_the_same_counted_games() {
        let old = side(&[("a", 50, 0, 50)]);
        let status = |change: fn(&mut BaselineCell)| {
            let mut now = old.clone();
            change(&mut now.cells[0]);
            overall(&judge(&now, &old, Rule::default()))
        };
        assert_eq!(status(|_| {}), Status::Pass);
        assert_eq!(status(|cell| cell.key = "other".into()), Status::Inconclusive);
        assert_eq!(status(|cell| cell.counted = false), Status::Inconclusive);
        let mut timed = old.clone();
        timed.cells[0].counted = false;
        assert_eq!(overall(&judge(&timed, &timed, Rule::default())), Status::Inconclusive);
    }

    /// Adds games without a result: failures of the candidate, of opponents, void ones.
    fn spoilt(side: &Baseline, failures: u64, opponent_failures: u64, void: u64) -> Baseline {
        let mut side = side.clone();
        let cell = &mut side.cells[0];
        (cell.failures, cell.opponent_failures, cell.void) = (failures, opponent_failures, void);
        cell.played = cell.games + cell.without_result();
        side
    }

    #[test]
    fn a_larger_share_of_games_without_a_result_fails() {
        let (small, large) = (side(&[("a", 50, 0, 50)]), side(&[("a", 500, 0, 500)]));
        let found = |now: &Baseline, old: &Baseline| {
            let judged = judge(now, old, Rule { tolerance: 0.5, ..Rule::default() }).remove(0);
            (judged.status, judged.reason)
        };
        for (now, why) in [((1, 0, 0), "the candidate failed in 1 of 101"), ((0, 1, 0), "1 of opponents"), ((0, 0, 1), "1 void")] {
            let (status, reason) = found(&spoilt(&small, now.0, now.1, now.2), &small);
            assert!(status == Status::Fail && reason.contains(why), "{reason}");
        }
        // Ten times the games with ten times the failures are the same share; the other way round it is ten times as large.
        assert_eq!(found(&spoilt(&large, 10, 20, 30), &spoilt(&small, 1, 2, 3)).0, Status::Pass);
        assert_eq!(found(&spoilt(&small, 0, 0, 6), &spoilt(&large, 0, 0, 6)).0, Status::Fail);
        // The candidate's own failures are not made up for by fewer of its opponents'.
        assert_eq!(found(&spoilt(&small, 2, 0, 0), &spoilt(&small, 1, 5, 0)).0, Status::Fail);
        assert_eq!(found(&spoilt(&small, 0, 0, 0), &spoilt(&small, 1, 5, 0)).0, Status::Pass);
        let nothing = Baseline { cells: Vec::new(), ..small.clone() };
        assert_eq!(found(&spoilt(&small, 0, 1, 0), &nothing).0, Status::Fail);
    }

    #[test]
    fn p_values_agree_with_the_interval_at_a_known_level() {
        let side = side(&[("a", 40, 0, 60), ("b", 55, 0, 45)]);
        let p = p_lower(&side.cells[0], &side.cells[1]);
        let z = Normal::standard().inverse_cdf(1.0 - p);
        assert!(difference(&side.cells[0], &side.cells[1]).interval(z).1.abs() < 1e-6, "{p}");
        assert_eq!(p_lower(&side.cells[1], &side.cells[0]), 1.0);
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
