//! The results for the sections of the report.

use super::super::tuning::{TunedParam, Tuning};
use crate::config::Choice as _;
use crate::experiment::{Experiment, Labels, short_names};
use crate::kinds::tune::arena_search::{ArenaSearch, Finding};
use crate::kinds::tune::claim::{Confirmation, Pair, compare};
use crate::kinds::tune::measures::evaluation;
use crate::kinds::tune::summary::TuneSummary;
use crate::kinds::tune::trace::objective;
use crate::kinds::tune::trial::{TrialResult, Unit};
use crate::report::words;
use treebench_reports::Verdict;
use treebench_stats::{Contrast, LEVEL, Moments, Rounds, holm_adjusted};

/// All tunings with what they found.
pub(super) struct View<'r> {
    pub(super) experiment: &'r Experiment,
    pub(super) tuning: &'r Tuning,
    pub(super) tunings: &'r [ArenaSearch],
    pub(super) cells: &'r [TrialResult],
    /// Per parameter, its values in words.
    values: Vec<Vec<String>>,
    /// The noun for a task.
    pub(super) unit: Unit,
    /// The findings, each with the index of its tuning.
    pub(super) claims: Vec<Claim>,
}

/// A finding with its confirmation.
pub(super) struct Claim {
    pub(super) tuning: usize,
    pub(super) finding: Finding,
    /// Budgets, settings, objective and game in words; empty if there is one claim only.
    pub(super) label: String,
    /// The points that are confirmed: the chosen one first, then the default and the runner-up.
    pub(super) points: Vec<ConfirmedPoint>,
}

/// A point and the result of its confirmation.
pub(super) struct ConfirmedPoint {
    pub(super) point: usize,
    /// Its value in the search, and the tasks that this is the mean of.
    pub(super) searched: (f64, u64),
    /// Its value on fresh seeds by the objective with the 95 % interval of its mean; none if it has not been played.
    pub(super) fresh: Option<(f64, (f64, f64))>,
    /// The same in each game of the confirmation: its name, whether the search saw it, and its rounds.
    pub(super) games: Vec<(String, bool, Moments)>,
    /// The comparison with the default on the games of the search, with the interval at the corrected level, and the p-value of being no better, doubled as that of a two-sided test and corrected for the points compared; none for the default itself.
    pub(super) against: Option<(Confirmation, f64)>,
}

impl ConfirmedPoint {
    /// Whether the confirmation shows that it is better than the default, or worse.
    pub(super) fn verdict(&self) -> Verdict {
        match &self.against {
            Some((_, p)) if *p <= LEVEL => Verdict::Better,
            Some((comparison, _)) if comparison.change.interval.1 < 0.0 => Verdict::Worse,
            _ => Verdict::Undecided,
        }
    }
}

impl<'r> View<'r> {
    /// `None` if the experiment tunes nothing.
    pub(super) fn new(summary: &'r TuneSummary<'r>) -> Option<View<'r>> {
        let experiment = summary.experiment;
        let tuning = experiment.own::<Tuning>()?;
        let unit = evaluation(tuning.measure).unit();
        let values = tuning.params.iter().map(|param| values_in_words(param, &experiment.labels)).collect();
        let mut view = View { experiment, tuning, tunings: &summary.tunings, cells: &summary.cells, values, unit, claims: Vec::new() };
        let claims: Vec<Claim> = (0..view.tunings.len())
            .flat_map(|place| view.tunings[place].findings().into_iter().map(move |finding| (place, finding)))
            .map(|(place, finding)| view.claim(place, finding))
            .collect();
        view.claims = claims;
        Some(view)
    }

    /// Budgets, settings, objective and game in words.
    pub(super) fn label(&self, place: usize, game: Option<usize>) -> String {
        let tuned = &self.tunings[place];
        let mut parts = Vec::new();
        let several = self.tunings.iter().any(|other| other.arena.at != tuned.arena.at);
        parts.extend(several.then(|| words(&tuned.arena.at)));
        parts.extend((self.tuning.objectives.len() > 1).then(|| tuned.objective.word().to_owned()));
        let alone = (tuned.games.len() == 1 && tuned.arena.searched > 1).then_some(0);
        parts.extend(game.or(alone).map(|game| tuned.arena.games[tuned.games[game]].label()));
        parts.join(", ")
    }

    /// A point of a tuning in words: `bias=rank, c-pn=0.5`.
    pub(super) fn words(&self, tuning: usize, point: usize) -> String {
        let levels = self.tuning.points[self.tunings[tuning].arena.points[point]].iter().enumerate();
        let named = |(param, level): (usize, &Option<usize>)| {
            let name = self.experiment.labels.of_parts(&self.tuning.params[param].name);
            Some(format!("{name}={}", self.value(param, (*level)?)))
        };
        levels.filter_map(named).collect::<Vec<String>>().join(", ")
    }

    /// A value of a parameter, by their places.
    pub(super) fn value(&self, param: usize, level: usize) -> &str {
        &self.values[param][level]
    }

    fn claim(&self, place: usize, finding: Finding) -> Claim {
        let tuned = &self.tunings[place];
        let points = tuned.confirmed(&finding);
        let default = tuned.arena.space.default_point();
        let searched = |game: usize| game < tuned.arena.searched;
        let games = tuned.confirming(finding.game);
        let wanted = tuned.confirm_rounds(finding.game);
        // Another claim may have played more rounds of the same cells: counted here, they would give some games more weight than others.
        let rounds = |game: usize, point: usize| {
            let cells = &tuned.arena.games[game].fresh[point];
            cells.iter().map(|&cell| self.cells[cell].rounds.first(wanted)).collect::<Vec<Rounds>>()
        };
        let whole = |&point: &usize| games.iter().all(|&game| rounds(game, point).iter().all(|rounds| rounds.keys().len() == wanted));
        let complete = tuned.search.is_done() && self.tuning.confirm > 0 && wanted > 0 && points.iter().all(whole);
        // The default's worst game in the search, whose results are independent of those of the confirmation.
        let trace = tuned.search.trace();
        let worst = (0..trace.games()).min_by(|&a, &b| trace.mean(default, a).total_cmp(&trace.mean(default, b))).unwrap_or(0);
        let worst = tuned.games[worst];
        let compared = |point: usize, level: f64| {
            let seen = games.iter().copied().filter(|&game| searched(game));
            let played: Vec<_> = seen.map(|game| (game, rounds(game, point), rounds(game, default))).collect();
            let pairs = played.iter().flat_map(|(game, point, default)| {
                let (game, size) = (*game, tuned.arena.games[*game].size);
                point.iter().zip(default).map(move |(point, default)| Pair { game, size, point, default })
            });
            compare(tuned.objective, worst, &pairs.collect::<Vec<_>>(), level)
        };
        let comparisons: Vec<Option<Confirmation>> =
            points.iter().map(|&point| (complete && point != default).then(|| compared(point, LEVEL))).collect();
        let mut adjusted = holm_adjusted(&comparisons.iter().flatten().map(|c| c.p_better).collect::<Vec<_>>()).into_iter();
        let each = points.iter().zip(comparisons).map(|(&point, comparison)| {
            let games: Vec<(String, bool, Moments)> = games
                .iter()
                .map(|&game| {
                    let size = tuned.arena.games[game].size;
                    (tuned.arena.games[game].label(), searched(game), scores(&rounds(game, point), size))
                })
                .collect();
            let seen: Vec<Moments> = games.iter().filter(|game| game.1).map(|game| game.2).collect();
            let value = objective(tuned.objective, seen.iter().map(Moments::mean));
            let weighted: Vec<(f64, Moments)> = seen.iter().map(|&scores| (1.0 / seen.len() as f64, scores)).collect();
            let interval = Contrast::of_means(&weighted).map_or((f64::NAN, f64::NAN), |mean| mean.interval95());
            ConfirmedPoint {
                point,
                searched: (trace.value(point, finding.game), trace.games_of(point, finding.game)),
                fresh: (complete && !value.is_nan()).then_some((value, interval)),
                games,
                against: comparison.map(|found| {
                    let adjusted = adjusted.next().unwrap_or(1.0);
                    // The interval excludes 0 exactly if the corrected p does.
                    let level = if adjusted > found.p_better { LEVEL * found.p_better / adjusted } else { LEVEL };
                    let comparison = if level < LEVEL { compared(point, level) } else { found };
                    (comparison, (2.0 * adjusted).min(1.0))
                }),
            }
        });
        let points = each.collect();
        Claim { tuning: place, finding, label: self.label(place, finding.game), points }
    }
}

/// The values of a parameter: their labels, or numbers with few decimals if all stay different.
fn values_in_words(param: &TunedParam, labels: &Labels) -> Vec<String> {
    let names: Vec<String> = param.values.iter().map(ToString::to_string).collect();
    let label = |(name, short): (&String, String)| if labels.of(name) == name { short } else { labels.of(name).to_owned() };
    names.iter().zip(short_names(&names)).map(label).collect()
}

/// The mean scores of some rounds, failures counted as 0.
fn scores(rounds: &[Rounds], size: u32) -> Moments {
    let mut moments = Moments::default();
    rounds.iter().flat_map(|rounds| rounds.candidate()).for_each(|(_, sum)| moments.push(sum / f64::from(size)));
    moments
}
