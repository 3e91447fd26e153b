//! Checks the numbers of a baseline for consistency.

use super::{Baseline, BaselineCell, BaselineMeasured, BaselineMoments, Series};
use std::collections::BTreeSet;

/// Refuses impossible results, with the cell and the reason.
pub(super) fn audit(baseline: &Baseline) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    for cell in &baseline.cells {
        let fault = if seen.insert(&cell.saved.cell) { fault(cell) } else { Some("is there twice".to_owned()) };
        if let Some(fault) = fault {
            return Err(format!("the cell `{}` {fault}; write the baseline again with --update", cell.saved.cell));
        }
    }
    Ok(())
}

fn fault(cell: &BaselineCell) -> Option<String> {
    let &BaselineMeasured { failures, opponent_failures, void, with_result, .. } = &cell.measured;
    let played = cell.played();
    let failed: u128 = [failures, opponent_failures, void].iter().map(|&count| u128::from(count)).sum();
    let parts = format!("{failures} failures, {opponent_failures} of opponents and {void} void");
    let Some(without) = failed.checked_sub(u128::from(with_result)).filter(|without| *without <= u128::from(played)) else {
        return Some(format!("has {played} tasks, but {failed} without a result, {with_result} of which have one: {parts}"));
    };
    let mut seen = BTreeSet::new();
    for statistic in &cell.measured.statistics {
        let name = &statistic.name;
        if !seen.insert(name) {
            return Some(format!("has the statistic `{name}` twice"));
        }
        if let Some(Err(fault)) = statistic.rounds.as_ref().map(Series::read) {
            return Some(format!("{fault}, in `{name}`"));
        }
        let BaselineMoments { count, different, mean, variance } = match (&statistic.moments, &statistic.rounds) {
            (Some(moments), None) => *moments,
            (None, Some(written)) => match Series::read(written).ok().and_then(|rounds| unlike(&rounds, played, without as u64)) {
                Some(fault) => return Some(format!("{fault}: {parts}, in `{name}`")),
                None => continue,
            },
            _ => return Some(format!("must have either rounds or moments of `{name}`")),
        };
        if !mean.is_finite() || !variance.is_finite() || variance < 0.0 {
            return Some(format!("has the mean {mean} and the variance {variance} of `{name}`, which no values have"));
        }
        if different > count {
            return Some(format!("has {count} values of `{name}`, of which {different} are different"));
        }
        if count < 2 && variance != 0.0 {
            return Some(format!("has the variance {variance} of `{name}`, but only {count} values"));
        }
    }
    None
}

/// How rounds contradict the number of tasks without a result.
fn unlike(rounds: &Series, tasks: u64, without: u64) -> Option<String> {
    let (all, whole) = (rounds.0.len() as u64, rounds.count() as u64);
    let size = tasks.div_ceil(all.max(1));
    let most = tasks - (whole * size).min(tasks);
    // The last round may be whole as far as it was played, and a round without a result lacks a game at least.
    let least = if all * size == tasks { all - whole } else { 0 };
    (whole * size > tasks || without > most || without < least).then(|| {
        format!("has {tasks} tasks of which {without} have no result, but {whole} of {all} rounds have all results, so that {least} to {most} have none")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::saved::{BaselineStatistic, FORMAT, SavedCell, SeriesText};

    fn good() -> Baseline {
        let moments = Some(BaselineMoments { count: 9, different: 0, mean: 5.0 / 9.0, variance: 0.2 });
        let statistic = |name: &str| BaselineStatistic { name: name.to_owned(), rounds: None, moments };
        let rounds = Some(Series(vec![Some(0.5), None, Some(0.25)]).write());
        let score = BaselineStatistic { name: "score".to_owned(), rounds, moments: None };
        let saved = |name: &str| SavedCell {
            cell: name.to_owned(),
            key: "00".to_owned(),
            tasks: (0..12).collect(),
            records: "11".to_owned(),
            ..SavedCell::default()
        };
        let statistics = vec![statistic("moves"), statistic("length"), score.clone()];
        let measured = BaselineMeasured { failures: 1, opponent_failures: 1, void: 1, with_result: 0, statistics };
        let cell = |name: &str| BaselineCell { saved: saved(name), measured: measured.clone() };
        let cells = vec![cell("game a"), cell("game b")];
        Baseline { format: FORMAT, experiment: "e".to_owned(), kind: "match".to_owned(), first: 12, cells }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let baseline = good();
        assert_eq!(Baseline::parse(&baseline.text().unwrap()), Ok(baseline));
    }

    /// Makes a cell contradict itself.
    type Spoil<'a> = &'a dyn Fn(&mut BaselineCell);

    #[test]
    fn contradictions_are_refused_and_name_the_cell() {
        let moments = |cell: &mut BaselineCell, place: usize, spoil: fn(&mut BaselineMoments)| {
            spoil(cell.measured.statistics[place].moments.as_mut().expect("it has moments"));
        };
        let spoil: [(&str, Spoil<'_>); 12] = [
            ("is there twice", &|cell| cell.saved.cell = "game a".to_owned()),
            ("the mean NaN", &|cell| moments(cell, 0, |moments| moments.mean = f64::NAN)),
            ("variance NaN", &|cell| moments(cell, 1, |moments| moments.variance = f64::NAN)),
            ("variance -0.1", &|cell| moments(cell, 0, |moments| moments.variance = -0.1)),
            ("only 1 values", &|cell| moments(cell, 0, |moments| moments.count = 1)),
            ("either rounds or moments of `moves`", &|cell| cell.measured.statistics[0].moments = None),
            ("not a score from 0 to 1, in `score`", &|cell| {
                cell.measured.statistics[2].rounds = Some(SeriesText::Digits { steps: 4, results: "05".to_owned() });
            }),
            ("`length` twice", &|cell| cell.measured.statistics[0].name = "length".to_owned()),
            ("1 to 4 have none", &|cell| cell.measured.failures = 4),
            ("1 to 4 have none", &|cell| (cell.measured.failures, cell.measured.opponent_failures, cell.measured.void) = (0, 0, 0)),
            ("1000 of which have one", &|cell| cell.measured.with_result = 1000),
            ("has 12 tasks", &|cell| cell.measured.void = i64::MAX as u64),
        ];
        for (expected, spoil) in spoil {
            let mut baseline = good();
            spoil(&mut baseline.cells[1]);
            let error = Baseline::parse(&baseline.text().unwrap()).unwrap_err();
            let name = if expected == "is there twice" { "`game a`" } else { "`game b`" };
            assert!(error.contains(expected) && error.contains(name), "{expected}: {error}");
        }
    }

    #[test]
    fn other_formats_and_keys_are_refused() {
        let text = good().text().unwrap();
        let refused = |from: &str, to: &str| Baseline::parse(&text.replacen(from, to, 1)).unwrap_err();
        let newer = refused("format = 4", "format = 5\nnew-key = 3");
        assert!(newer.contains("format 5") && newer.contains("newer"), "{newer}");
        assert!(refused("format = 4", "format = 1").contains("--update"));
        assert!(refused("format = 4\n", "").contains("format = 4"));
        assert!(Baseline::parse("not toml").unwrap_err().contains("not a baseline"));
        for (from, to, expected) in [
            ("tasks = ", "takss = ", "`tasks` is missing"),
            ("tasks = \"0-11\"", "tasks = 12", "`tasks` must be a text"),
            ("tasks = \"0-11\"", "tasks = \"0-3-11\"", "column `tasks`"),
            ("void = 1", "void = 1\nvoids = 2", "unknown field `voids`"),
        ] {
            let fault = refused(from, to);
            assert!(fault.contains(expected) && fault.contains("line "), "{expected}: {fault}");
        }
    }
}
