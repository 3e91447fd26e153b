//! The grid for readers: games across, everything else down.

use super::dimensions::{Dimension, dimensions, place_of, push_new};
use super::stop_verdict::verdict;
use crate::experiment::{AxisValue, Cell, Experiment, Role};
use crate::kinds::SharedRounds;
use crate::kinds::r#match::sharing::shared_rounds;
use crate::kinds::r#match::stop::always_valid;
use crate::kinds::r#match::sweep_test::SweepTest;
use crate::kinds::r#match::{CellSummary, Ending, MatchSummary, rotates, uneven_cap};
use crate::report;
use treebench_reports::Verdict;
use treebench_reports::model::{self, Interval};
use treebench_reports::signed;
use treebench_stats::{
    Elo, Estimate, EvenJudgement, Moments, Sequence, StopRule, elo, holds_with_doubts, holm_adjusted, judge_rounds, judge_sequence,
};

/// Why a cell cannot have a verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NoVerdictReason {
    /// Candidates keep their seats, so the seat may decide.
    NotRotated,
    /// Games were cut off with an uneven `cap-score`.
    UnevenCap,
    /// Scores do not add up to one win per game, so an equal share of a win is not an even result.
    UnevenScores,
    /// It does not hold with all games without a result counted against the favoured side.
    Failures,
    /// It does not hold with all games that ended by the scores of the loser alone counted for the loser.
    OneSided,
}

impl NoVerdictReason {
    pub(super) fn words(self) -> &'static str {
        match self {
            NoVerdictReason::NotRotated => "seats are not rotated",
            NoVerdictReason::UnevenCap => "cut-off games have no even score",
            NoVerdictReason::UnevenScores => "scores do not sum to one win per game",
            NoVerdictReason::Failures => "decided only if failures do not count",
            NoVerdictReason::OneSided => "decided only if resignations on one's own score were losses",
        }
    }
}

/// The name of the axis across.
pub(super) const GAME: &str = "game";

/// A cell with its numbers.
pub(super) struct CellView<'a> {
    pub(super) cell: &'a Cell,
    /// The index of its combination among the variants of the view.
    variant: usize,
    pub(super) summary: &'a CellSummary,
    /// The links of its rounds to those of other cells.
    pub(super) shared: SharedRounds,
    /// The score of an even result: a fair share of 1.
    pub(super) even: f64,
    pub(super) judged: EvenJudgement,
    /// The verdict of `judged`, or the decision of a test of two hypotheses, if `[stop]` has one.
    pub(super) verdict: Verdict,
    /// Whether this number of distinct rounds suffices for a verdict.
    pub(super) decidable: bool,
    /// Why there is no verdict.
    pub(super) no_verdict: Option<NoVerdictReason>,
    /// The same for a question about its score, whoever's it is.
    withheld: Option<NoVerdictReason>,
    /// The p-value adjusted for all cells that are judged together (Holm).
    pub(super) holm: f64,
    /// The state of the rule of `[stop]`, if any. `judged` is then always valid.
    pub(super) sequence: Option<Sequence>,
}

impl CellView<'_> {
    /// Whether its score is that of the first seat: one agent plays itself, and the seats are not rotated. It tells nothing of agents.
    pub(super) fn is_of_seats(&self) -> bool {
        self.no_verdict == Some(NoVerdictReason::NotRotated) && self.cell.is_self_play()
    }

    /// Why a hypothesis about its score is not judged.
    pub(super) fn unjudged(&self) -> Option<NoVerdictReason> {
        if self.is_of_seats() { self.withheld } else { self.no_verdict }
    }

    /// Whether there is a game with a result.
    pub(super) fn is_played(&self) -> bool {
        self.summary.scores.count() > 0
    }

    /// Its games, if it should have others too: not if a rule of `[stop]` says how many it has.
    pub(super) fn games_of_a_part(&self, experiment: &Experiment) -> Option<u64> {
        let games = self.summary.played;
        (experiment.stop_rule().is_none() && self.is_played() && games < u64::from(experiment.games_per_cell)).then_some(games)
    }

    /// Games without a result: failures of any agent and void games, including replayed ones.
    pub(super) fn missing(&self) -> u64 {
        self.summary.missing()
    }

    /// The share of distinct games.
    pub(super) fn fresh(&self) -> f64 {
        self.summary.rounds.effective_games() / self.summary.rounds.games().max(1) as f64
    }

    /// The candidate's mean scores in rounds with all results.
    pub(super) fn whole_rounds(&self) -> Vec<f64> {
        let whole = self.summary.rounds.candidate().map(|(games, _)| games).max().unwrap_or(0);
        let complete = self.summary.rounds.candidate().filter(|(games, _)| *games == whole && whole > 0);
        complete.map(|(games, sum)| sum / f64::from(games)).collect()
    }

    /// The score of one seat, with repeated games counted as in the whole cell.
    pub(super) fn seat(&self, scores: &Moments) -> Estimate {
        let estimate = Estimate::of_games(scores);
        Estimate { size: estimate.size * self.fresh(), ..estimate }
    }
}

/// The experiment, its cells with their numbers, and the grid's two dimensions.
pub(super) struct View<'a> {
    pub(super) experiment: &'a Experiment,
    pub(super) cells: Vec<CellView<'a>>,
    /// The games, in the order of the grid.
    pub(super) games: Vec<String>,
    /// The combinations of all other axes that vary, in the order of the grid.
    pub(super) variants: Vec<Vec<AxisValue>>,
    /// The axes with a single value, which rows need not repeat.
    pub(super) constant: Vec<AxisValue>,
    /// The rule of `[stop]`, if it stops cells one by one.
    pub(super) stopped: Option<StopRule>,
    /// For every hypothesis, the test of its average, and whether its decision holds with all games without a result counted against it; empty unless
    /// `[stop]` tests averages.
    pub(super) tests: Vec<Option<(SweepTest, bool)>>,
    /// Whether all tests are always valid: after `[stop]`, or because games grew.
    pub(super) anytime: bool,
    /// The number of hypotheses that were stated for these games and removed.
    pub(super) removed: u64,
    /// The dimensions in which variants differ.
    pub(super) dimensions: Vec<Dimension>,
}

impl<'a> View<'a> {
    pub(super) fn new(summary: &'a MatchSummary<'_>) -> Self {
        let experiment = summary.experiment;
        let evens: Vec<f64> = experiment.cells.iter().map(|cell| 1.0 / cell.game.game.info().players.max(1) as f64).collect();
        let stopped = experiment.stop_rule().filter(|_| experiment.average_rule().is_none());
        let anytime = experiment.stop_rule().is_some() || summary.always_valid;
        let cells = || experiment.cells.iter().zip(&summary.cells);
        let unstopped = |(cell, summary): (&Cell, &CellSummary)| anytime.then(|| always_valid(cell, &summary.rounds));
        let mut sequences: Vec<Option<Sequence>> =
            summary.sequences().map_or_else(|| cells().map(unstopped).collect(), |all| all.into_iter().map(Some).collect());
        let judge = |((cell, even), sequence): ((&CellSummary, &f64), &Option<Sequence>)| match sequence {
            Some(sequence) => judge_sequence(sequence, Estimate::of_rounds(&cell.rounds)),
            None => judge_rounds(&cell.rounds, *even),
        };
        let judged: Vec<EvenJudgement> = summary.cells.iter().zip(&evens).zip(&sequences).map(judge).collect();
        let adjusted = holm_adjusted(&judged.iter().map(|judged| judged.p).collect::<Vec<_>>());
        let constant: Vec<AxisValue> = experiment.common_axes().into_iter().filter(|at| *at.role() != Role::Game).collect();
        let mut cells = Vec::new();
        let (mut games, mut variants) = (Vec::new(), Vec::new());
        for (i, (cell, summary)) in experiment.cells.iter().zip(&summary.cells).enumerate() {
            let sequence = sequences[i].take().filter(|_| stopped.is_some());
            let withheld = withheld(cell, summary, evens[i]);
            let no_verdict = if rotates(cell) { withheld } else { Some(NoVerdictReason::NotRotated) };
            let decision = sequence.as_ref().and_then(verdict);
            // A decision between two hypotheses may come before the always-valid interval could decide anything.
            let decidable = if decision.is_some() { judge_rounds(&summary.rounds, evens[i]).decidable } else { judged[i].decidable };
            let verdict = match (no_verdict, decision) {
                (Some(_), _) => Verdict::Undecided,
                _ if !decidable => Verdict::Undecided,
                (None, Some(decision)) => decision,
                (None, None) => shown(judged[i].verdict),
            };
            let shared = shared_rounds(experiment, cell, summary.rounds.keys().len());
            push_new(&mut games, game(cell));
            cells.push(CellView {
                cell,
                variant: place_of(&mut variants, variant(cell, &constant)),
                summary,
                shared,
                even: evens[i],
                judged: judged[i],
                verdict,
                decidable,
                no_verdict,
                withheld,
                holm: adjusted[i],
                sequence,
            });
        }
        let tests = tests(summary, &cells);
        let dimensions = dimensions(&variants);
        View { experiment, cells, games, variants, constant, stopped, tests, anytime, removed: summary.removed, dimensions }
    }

    /// What all cells have in common, in words.
    pub(super) fn constant_words(&self) -> String {
        let words = |at: &AxisValue| format!("{}{}", words(std::slice::from_ref(at)), self.experiment.exceptions(at));
        self.constant.iter().map(words).collect::<Vec<_>>().join(", ")
    }

    /// The cell at a crossing of the grid.
    pub(super) fn at(&self, game_name: &str, of: &[AxisValue]) -> Option<&CellView<'a>> {
        self.of_variant(of).find(|seen| game(seen.cell) == game_name)
    }

    /// The cells of one variant that have been played.
    pub(super) fn played(&self, of: &[AxisValue]) -> Vec<&CellView<'a>> {
        self.of_variant(of).filter(|seen| seen.is_played()).collect()
    }

    /// The cells of one variant over all games.
    pub(super) fn of_variant<'v>(&'v self, of: &[AxisValue]) -> impl Iterator<Item = &'v CellView<'a>> + use<'v, 'a> {
        let place = self.variants.iter().position(|variant| variant == of);
        self.cells.iter().filter(move |seen| Some(seen.variant) == place)
    }

    /// An agent by its name, with its label.
    pub(super) fn agent(&self, name: &str) -> model::Cell {
        model::Cell::named(name, &self.experiment.labels.of_parts(name))
    }

    /// A cell's place on all axes that vary, but the game.
    pub(super) fn variant(&self, seen: &CellView<'_>) -> &[AxisValue] {
        &self.variants[seen.variant]
    }

    /// A cell in words: its game and its variant.
    pub(super) fn title(&self, seen: &CellView<'_>) -> String {
        format!("{}, {}", game(seen.cell), words(self.variant(seen)))
    }

    /// The place of a cell in the experiment.
    pub(super) fn place(&self, seen: &CellView<'_>) -> Option<usize> {
        self.cells.iter().position(|other| std::ptr::eq(other.summary, seen.summary))
    }
}

/// Why a question about the score of a cell has no verdict, whoever's score it is.
fn withheld(cell: &Cell, summary: &CellSummary, even: f64) -> Option<NoVerdictReason> {
    let holds = |missing, doubtful| holds_with_doubts(&summary.rounds, even, missing, doubtful);
    match summary.missing() {
        _ if summary.ended(Ending::LengthCap) > 0 && uneven_cap(cell).is_some() => Some(NoVerdictReason::UnevenCap),
        _ if !summary.rounds.add_up() => Some(NoVerdictReason::UnevenScores),
        0 if summary.one_sided == 0 => None,
        missing if !holds(missing, 0.0) => Some(NoVerdictReason::Failures),
        missing if !holds(missing, summary.one_sided_share()) => Some(NoVerdictReason::OneSided),
        _ => None,
    }
}

/// The tests of averages, and whether their decisions hold with all games without a result counted against them.
fn tests(summary: &MatchSummary<'_>, cells: &[CellView<'_>]) -> Vec<Option<(SweepTest, bool)>> {
    if cells.iter().all(|seen| seen.missing() + seen.summary.one_sided == 0) {
        return summary.tests(None).into_iter().map(|test| Some((test?, true))).collect();
    }
    let decisions = |missing| -> Vec<_> {
        summary.tests(missing).iter().map(|test| test.as_ref().and_then(|test| test.sequence().decision())).collect()
    };
    let (lost, won) = (decisions(Some(0.0)), decisions(Some(1.0)));
    let firm = |(place, test): (usize, Option<SweepTest>)| {
        let test = test?;
        // Of games that were played again nothing is known but their number.
        let again = test.tasks().any(|(cell, ..)| cells[cell].missing() > cells[cell].summary.played - cells[cell].summary.scores.count());
        let is_doubtful = test.tasks().any(|(cell, ..)| cells[cell].summary.one_sided > 0);
        let holds = !again && !is_doubtful && test.sequence().decision() == lost[place] && lost[place] == won[place];
        Some((test, holds))
    };
    summary.tests(None).into_iter().enumerate().map(firm).collect()
}

/// Why the scores of some cells, compared with an even result or with other cells, are no evidence.
pub(super) fn barred(about: &[&CellView<'_>], than: &[&CellView<'_>]) -> Option<NoVerdictReason> {
    let reasons = || about.iter().chain(than).filter_map(|seen| seen.unjudged());
    // Both sides of a comparison keep the same seats, and have scores of the same games.
    let against_even = |reason: &NoVerdictReason| matches!(reason, NoVerdictReason::NotRotated | NoVerdictReason::UnevenScores);
    let alone = reasons().find(|reason| than.is_empty() && against_even(reason));
    alone.or_else(|| reasons().find(|reason| *reason == NoVerdictReason::UnevenCap))
}

/// A verdict in reports.
pub(super) fn shown(verdict: treebench_stats::Verdict) -> Verdict {
    match verdict {
        treebench_stats::Verdict::Better => Verdict::Better,
        treebench_stats::Verdict::Undecided => Verdict::Undecided,
        treebench_stats::Verdict::Worse => Verdict::Worse,
    }
}

/// A cell's score in percent with the interval of its verdict.
pub(super) fn interval(seen: &CellView<'_>) -> Interval {
    let (low, high) = seen.judged.interval;
    Interval { value: 100.0 * seen.judged.estimate.mean, low: 100.0 * low, high: 100.0 * high, decimals: 1 }
}

/// The difference of rating with the interval of the verdict, as in `Elo +94 [+35, +147]`; `None` for more than two players, graded scores, and scores
/// that no finite rating gives.
pub(super) fn elo_words(seen: &CellView<'_>, mean: f64, interval: (f64, f64)) -> Option<String> {
    let is_rated = seen.summary.by_seat.len() == 2 && seen.summary.graded.is_none() && seen.no_verdict.is_none();
    let Elo { value, low, high } = elo(mean, interval).filter(|_| is_rated)?;
    let points = |x: f64| match x {
        f64::INFINITY => "∞".to_owned(),
        f64::NEG_INFINITY => "-∞".to_owned(),
        x => signed(x, 0),
    };
    Some(format!("Elo {} [{}, {}]", points(value), points(low), points(high)))
}

/// The label of a cell's game.
pub(super) fn game(cell: &Cell) -> String {
    cell.axes.iter().find(|at| *at.role() == Role::Game).map_or_else(|| cell.game.label.clone(), |at| at.label.clone())
}

/// The name of a cell's game in the grid.
pub(super) fn game_name(cell: &Cell) -> &str {
    cell.axes.iter().find(|at| *at.role() == Role::Game).map_or(&cell.game.label, |at| &at.value)
}

fn variant(cell: &Cell, constant: &[AxisValue]) -> Vec<AxisValue> {
    cell.axes.iter().filter(|at| *at.role() != Role::Game && !constant.contains(at)).cloned().collect()
}

/// A variant in words: `iterations 200, candidate.fpu 0.5`, without the axes of agents that do not take part.
pub(super) fn words(variant: &[AxisValue]) -> String {
    let words = report::words(variant);
    if words.is_empty() { "the candidate".to_owned() } else { words }
}

/// A variant in few words: `gpn, bias rank, c-pn 0.5`.
pub(super) fn label(view: &View<'_>, variant: &[AxisValue]) -> String {
    let word = |dimension: &Dimension| {
        let at = dimension.value(variant)?;
        Some(if *at.role() == Role::Agent { at.label.clone() } else { format!("{} {}", dimension.name, at.label) })
    };
    let words: Vec<String> = view.dimensions.iter().filter_map(word).collect();
    if words.is_empty() { "the candidate".to_owned() } else { words.join(", ") }
}
