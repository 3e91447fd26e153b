//! Whether the numbers of a baseline can be those of any experiment.

use super::{Baseline, BaselineCell};
use std::collections::BTreeSet;

/// Rounding that a mean or a variance may carry from one machine to the next.
const ROUNDING: f64 = 1e-9;

/// Refuses what no experiment comes to, with the cell and the reason.
pub(super) fn audit(baseline: &Baseline) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    for cell in &baseline.cells {
        let fault = if seen.insert(&cell.cell) { fault(cell) } else { Some("stands there twice".to_owned()) };
        if let Some(fault) = fault {
            return Err(format!("the cell `{}` {fault}", cell.cell));
        }
    }
    Ok(())
}

fn fault(cell: &BaselineCell) -> Option<String> {
    let &BaselineCell { played, games, wins, draws, losses, score, variance, failures, opponent_failures, void, .. } = cell;
    let sum = |parts: &[u64]| parts.iter().map(|&part| u128::from(part)).sum::<u128>();
    if sum(&[wins, draws, losses]) != u128::from(games) {
        return Some(format!("has {wins} wins, {draws} draws and {losses} losses, which are not its {games} games"));
    }
    if sum(&[games, failures, opponent_failures, void]) != u128::from(played) {
        let without = format!("{failures} failures, {opponent_failures} of opponents and {void} void games");
        return Some(format!("has {games} games with a result, {without}, which are not its {played} played games"));
    }
    // Draws are all scores between the worst and the best, hence the range.
    let (low, high) = (wins as f64 - ROUNDING, (wins + draws) as f64 + ROUNDING);
    if !(low..=high).contains(&(score * games as f64)) || !(0.0..=1.0).contains(&score) {
        return Some(format!("has the score {score}, which {wins} wins and {draws} draws in {games} games do not give"));
    }
    // Scores from 0 to 1 vary most when half of them are 0 and half are 1; two games are the extreme.
    if !(0.0..=0.5 + ROUNDING).contains(&variance) {
        return Some(format!("has the variance {variance}, which scores from 0 to 1 do not give"));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::BASELINE_FORMAT;

    fn good() -> Baseline {
        let cell = |name: &str| BaselineCell {
            cell: name.to_owned(),
            key: "00".to_owned(),
            counted: true,
            played: 12,
            games: 9,
            wins: 4,
            draws: 2,
            losses: 3,
            score: 5.0 / 9.0,
            variance: 0.2,
            failures: 1,
            opponent_failures: 1,
            void: 1,
        };
        Baseline { format: BASELINE_FORMAT, experiment: "e".to_owned(), cells: vec![cell("game a"), cell("game b")] }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let baseline = good();
        assert_eq!(Baseline::parse(&baseline.text().unwrap()), Ok(baseline));
    }

    #[test]
    fn contradictions_are_refused_and_name_the_cell() {
        type Spoil = fn(&mut BaselineCell);
        let spoil: [(&str, Spoil); 8] = [
            ("twice", |cell| cell.cell = "game a".to_owned()),
            ("score NaN", |cell| cell.score = f64::NAN),
            ("score 0.9", |cell| cell.score = 0.9),
            ("variance NaN", |cell| cell.variance = f64::NAN),
            ("variance -0.1", |cell| cell.variance = -0.1),
            ("variance inf", |cell| cell.variance = f64::INFINITY),
            ("not its 9 games", |cell| cell.wins = i64::MAX as u64),
            ("not its 12 played", |cell| cell.void = 0),
        ];
        for (expected, spoil) in spoil {
            let mut baseline = good();
            spoil(&mut baseline.cells[1]);
            let error = Baseline::parse(&baseline.text().unwrap()).unwrap_err();
            let name = if expected == "twice" { "`game a`" } else { "`game b`" };
            assert!(error.contains(expected) && error.contains(name), "{expected}: {error}");
        }
    }

    #[test]
    fn other_formats_are_refused() {
        let text = good().text().unwrap();
        let newer = Baseline::parse(&text.replace("format = 1", "format = 2\nnew-key = 3")).unwrap_err();
        assert!(newer.contains("format 2") && newer.contains("newer"), "{newer}");
        let none = Baseline::parse(&text.replace("format = 1\n", "")).unwrap_err();
        assert!(none.contains("format = 1"), "{none}");
        assert!(Baseline::parse("not toml").unwrap_err().contains("no baseline"));
    }
}
