//! Averages over cells and differences of averages: in these games, and in games like these.

use super::always_valid::{self, one_sided_share, series};
use super::dimensions::push_new;
use super::view::{CellView, View, game};
use treebench_reports::model::Interval;
use treebench_reports::signed;
use treebench_stats::{Contrast, LEVEL, Rounds, Series};

/// A weighted sum of cells.
#[derive(Clone)]
pub(super) struct Average {
    /// With the games as they are.
    pub(super) fixed: Contrast,
    /// With the games as a sample of games like these; `None` if there is only one, or the two sides of a difference have different games.
    pub(super) like_these: Option<Contrast>,
}

impl Average {
    /// The average of the scores, each cell counted once; `None` if none has been played.
    pub(super) fn of(cells: &[&CellView<'_>]) -> Option<Average> {
        let fixed = Contrast::of(&series(cells, 1.0))?;
        let means: Vec<f64> = games(cells).iter().filter_map(|name| mean(cells, name)).collect();
        Some(Average { like_these: fixed.over_games(&means), fixed })
    }

    /// The average of some cells minus that of others, paired where they share seeds or openings; `None` if one side has not been played.
    pub(super) fn difference(ours: &[&CellView<'_>], theirs: &[&CellView<'_>]) -> Option<Average> {
        let both = [series(ours, 1.0), series(theirs, -1.0)].concat();
        let fixed = Contrast::of(&both).filter(|_| !ours.is_empty() && !theirs.is_empty())?;
        let names = games(ours);
        let gaps: Option<Vec<f64>> = names.iter().map(|name| Some(mean(ours, name)? - mean(theirs, name)?)).collect();
        let same = gaps.filter(|_| games(theirs).iter().all(|name| names.contains(name)));
        Some(Average { like_these: same.and_then(|gaps| fixed.over_games(&gaps)), fixed })
    }

    /// The sum in these games; where games have no result, or were ended by the scores of the loser alone, also with all of them counted against our side, and
    /// for it.
    pub(super) fn bounds(&self, ours: &[&CellView<'_>], theirs: &[&CellView<'_>]) -> Vec<Contrast> {
        let mut bounds = vec![self.fixed.clone()];
        if ours.iter().chain(theirs).any(|seen| seen.missing() > 0) {
            for score in [0.0, 1.0] {
                let counted = |cells: &[&CellView<'_>], score: f64| -> Vec<Rounds> {
                    cells.iter().map(|seen| seen.summary.rounds.with_missing(seen.missing(), score)).collect()
                };
                let (own, other) = (counted(ours, score), counted(theirs, 1.0 - score));
                let parts = series(ours, 1.0).into_iter().zip(&own).chain(series(theirs, -1.0).into_iter().zip(&other));
                bounds.extend(Contrast::of(&parts.map(|(series, rounds)| Series { rounds, ..series }).collect::<Vec<_>>()));
            }
        }
        let share = one_sided_share(ours) + one_sided_share(theirs);
        if share > 0.0 {
            bounds = bounds.iter().flat_map(|bound| [0.0, -share, share].map(|by| bound.moved(by))).collect();
        }
        bounds
    }

    /// In percent with its interval in these games: the always-valid one if games grew.
    pub(super) fn shown(&self, view: &View<'_>, ours: &[&CellView<'_>], theirs: Option<&[&CellView<'_>]>) -> Interval {
        if !view.anytime {
            return self.interval();
        }
        let value = self.fixed.value();
        // Where the order of rounds is not known, nothing is.
        let (low, high) = always_valid::interval(ours, theirs, LEVEL).unwrap_or((if theirs.is_some() { -1.0 } else { 0.0 }, 1.0));
        Interval { value: 100.0 * value, low: 100.0 * low.min(value), high: 100.0 * high.max(value), decimals: 1 }
    }

    /// In percent with its interval in these games.
    pub(super) fn interval(&self) -> Interval {
        interval(&self.fixed)
    }

    /// The same in games like these, with several games. It assumes a fixed size, and is not shown if games grew.
    pub(super) fn interval_like_these(&self, view: &View<'_>) -> Option<Interval> {
        self.like_these.as_ref().filter(|_| !view.anytime).map(interval)
    }

    /// As in `63.2 % [61.0, 65.4] in these games, [48.1, 76.0] in games like these`; if games grew, `63.2 % [58.0, 67.9], always valid,`.
    pub(super) fn words(&self, view: &View<'_>, shown: Interval, unit: &str) -> String {
        let is_signed = unit != "%";
        let number = |x: f64| if is_signed { signed(x, 1) } else { format!("{x:.1}") };
        let Interval { value, low, high, .. } = shown;
        let fixed = format!("{} {unit} [{}, {}]", number(value), number(low), number(high));
        if view.anytime {
            return format!("{fixed}, always valid,");
        }
        match self.interval_like_these(view) {
            Some(like) => format!("{fixed} in these games, [{}, {}] in games like these", number(like.low), number(like.high)),
            None => fixed,
        }
    }

    /// Whether it differs significantly from a number in games like these, on the same side as in these games.
    pub(super) fn holds_beyond(&self, number: f64) -> bool {
        let side = |contrast: &Contrast| {
            let (low, high) = contrast.interval95();
            (low > number, high < number)
        };
        self.like_these.as_ref().is_some_and(|like| side(like) == side(&self.fixed) && side(like) != (false, false))
    }
}

/// The games of some cells, each once.
fn games(cells: &[&CellView<'_>]) -> Vec<String> {
    let mut names = Vec::new();
    cells.iter().for_each(|seen| push_new(&mut names, game(seen.cell)));
    names
}

/// The mean of the scores of a game's cells; `None` without one.
fn mean(cells: &[&CellView<'_>], name: &str) -> Option<f64> {
    let scores: Vec<f64> = cells.iter().filter(|seen| game(seen.cell) == *name).map(|seen| seen.summary.rounds.mean()).collect();
    (!scores.is_empty()).then(|| scores.iter().sum::<f64>() / scores.len() as f64)
}

/// A sum in percent with its 95 % interval.
pub(super) fn interval(contrast: &Contrast) -> Interval {
    let (low, high) = contrast.interval95();
    Interval { value: 100.0 * contrast.value(), low: 100.0 * low, high: 100.0 * high, decimals: 1 }
}
