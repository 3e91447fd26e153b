//! The answer in a few sentences, and its caveats.

use super::super::table::{Pairing, Prior, Tournament};
use super::board::{Board, MANY};
use super::bounds::rating;
use super::structure::{cycles, cycles_in_words};
use super::view::{View, WholeTournament};
use crate::experiment::References;
use crate::kinds::r#match::{self, CellSummary, Ending, clock_warning, failures_lose, uneven_cap};
use crate::report::{self, Caveat, listed, missing, plural, unused};
use std::collections::{BTreeMap, BTreeSet};
use treebench_reports::{p_words, signed};
use treebench_stats::{Order, Results, extremes};

pub(super) fn sentences(view: &View<'_>) -> Vec<String> {
    if view.cells.iter().all(|cell| cell.scores.count() == 0) {
        let failed: u64 = view.cells.iter().map(|cell| cell.played).sum();
        return vec![match failed {
            0 => "No game has been played yet.".to_owned(),
            _ => format!("None of the games played has a result: all {failed} failed."),
        }];
    }
    let wholes = view.wholes.iter().take(MOST_IN_LEAD).flat_map(|whole| sentences_of(view, whole));
    let more = view.wholes.len().saturating_sub(MOST_IN_LEAD);
    let more = (more > 0).then(|| format!("{} more below, each with its standings.", plural(more as u64, "tournament")));
    wholes.chain(more).chain(design(view).map(|(short, _)| short)).chain(caveats(view)).collect()
}

/// The maximum number of tournaments whose leader the lead names.
const MOST_IN_LEAD: usize = 1;

/// The difference of log strengths, a thousandth of a point of Elo, up to which two ratings are the same but for rounding.
const EQUAL: f64 = 6e-6;

/// Games without a result, and those lost by a failure.
fn caveats(view: &View<'_>) -> Option<String> {
    let sum = |of: fn(&CellSummary) -> u64| view.cells.iter().map(of).sum::<u64>();
    let (missing, lost) = (sum(CellSummary::missing), sum(|cell| cell.lost_by_failure));
    let games = plural(sum(|cell| cell.played + cell.retried), "game");
    let missing = (missing > 0).then(|| format!("{missing} of {games} have no result"));
    let lost = (lost > 0).then(|| format!("{lost} of {games} were lost by failure"));
    let caveats: Vec<String> = missing.into_iter().chain(lost).collect();
    (!caveats.is_empty()).then(|| format!("Caveat: {}.", caveats.join("; ")))
}

/// Which of the planned games are played.
fn rule(view: &View<'_>) -> Pairing {
    view.experiment.own::<Tournament>().map_or(Pairing::All, |tournament| tournament.pairing)
}

/// How the games were chosen, if by results: in a sentence, and in full.
pub(super) fn design(view: &View<'_>) -> Option<(String, String)> {
    let played: u64 = view.cells.iter().map(|cell| cell.played).sum();
    let all = view.experiment.cells.len() as u64 * u64::from(view.experiment.games_per_cell);
    match rule(view) {
        Pairing::All => None,
        Pairing::Swiss { rounds } => {
            let rounds = plural(u64::from(rounds), "round");
            Some((format!("{played} of {all} possible games were played, in {rounds} of the Swiss system."), String::new()))
        }
        Pairing::Adaptive { rounds, sure, prior } => {
            let (decided, pairs) = decided(view, sure);
            let short = format!(
                "{played} of {all} possible games were played, chosen by adaptive pairing; the order of {decided} of {} is certain at \
                 {:.1} %.",
                plural(pairs, "pair"),
                100.0 * sure
            );
            let limit = match rounds {
                Some(rounds) => {
                    let batches = if rounds == 1 { "1 batch".to_owned() } else { format!("{rounds} batches") };
                    format!("; at the latest after {batches}, undecided pairs or not")
                }
                None => "; at the latest when all planned games are played".to_owned(),
            };
            let promise = match prior {
                Prior::Estimated => {
                    let wrong = 2.0 * (1.0 - sure) / (2.0 * sure - 1.0).max(f64::MIN_POSITIVE);
                    let at_most = if wrong < 1.0 {
                        format!("however the games were chosen and looked at, two equal players are ordered wrongly in at most {:.1} % of cases", 100.0 * wrong)
                    } else {
                        "with `sure` of 75 % and less, nothing bounds how often two equal players are ordered wrongly".to_owned()
                    };
                    format!(
                        "The prior gives two players an even chance of being equal: {at_most}. This holds for each pair individually; it is not the error rate over all \
                         pairs."
                    )
                }
                Prior::Wide => "The prior is continuous and never considers two players equal, so equal players are ordered wrongly far more often than the \
                                likelihood suggests."
                    .to_owned(),
            };
            let full = format!(
                "Adaptive pairing chooses games to reduce uncertainty about the ranking and skips pairs whose order is {:.1} % certain. \
                 Scores of individual pairs chosen by results are biased; ratings use all of them. Play is sequential: it stops when the \
                 order of every pair is certain or its games are exhausted{limit}. {promise}",
                100.0 * sure,
            );
            Some((short, full))
        }
    }
}

/// The pairs whose order is sure, and all pairs.
fn decided(view: &View<'_>, sure: f64) -> (u64, u64) {
    let n = view.names.len();
    let (mut decided, mut all) = (0, 0);
    for whole in &view.wholes {
        let sum = |of: fn(&Board) -> &Vec<Vec<f64>>| {
            let mut sum = vec![vec![0.0; n]; n];
            for board in &whole.boards {
                sum.iter_mut().flatten().zip(of(board).iter().flatten()).for_each(|(sum, own)| *sum += own);
            }
            sum
        };
        let (points, missing) = (sum(|board| &board.points), sum(|board| &board.missing));
        let order = whole.order_after(&points);
        for (i, j) in (0..n).flat_map(|i| (0..i).map(move |j| (i, j))) {
            let likelihood = order.likelihood(i, j);
            let mut holds = likelihood.max(1.0 - likelihood) >= sure;
            if holds && whole.has_missing() {
                let (winner, loser) = if likelihood > 0.5 { (i, j) } else { (j, i) };
                if n > MANY {
                    // To settle all games against every pair takes too long.
                    holds = [winner, loser].iter().all(|player| missing[*player].iter().all(|games| *games == 0.0));
                    (decided, all) = (decided + u64::from(holds), all + 1);
                    continue;
                }
                let of = |player: usize| f64::from(u8::from(player == winner)) - f64::from(u8::from(player == loser));
                let difference: Vec<f64> = (0..n).map(of).collect();
                let [worst, _] = extremes(&[Results { points: &points, missing: &missing }], &whole.ratings, &difference);
                holds = Order::after(&worst.points, &order).likelihood(winner, loser) >= sure;
            }
            (decided, all) = (decided + u64::from(holds), all + 1);
        }
    }
    (decided, all)
}

fn sentences_of(view: &View<'_>, whole: &WholeTournament) -> Vec<String> {
    let place = if whole.label.is_empty() { String::new() } else { format!("{}: ", whole.label) };
    let [first, second, ..] = whole.order[..] else { return Vec::new() };
    let circles = whole.circles();
    let playing: usize = circles.iter().map(Vec::len).sum();
    let all = view.names.len();
    let among = if playing == all { plural(all as u64, "player") } else { format!("the {playing} of {all} players that have played") };
    let games = plural(whole.boards.len() as u64, "game");
    let answer = if circles.len() > 1 {
        format!(
            "{place}No leader: {among} over {games} are {} that never met, directly or through others.",
            plural(circles.len() as u64, "group")
        )
    } else if !whole.rotates() {
        format!("{place}No leader of {among} over {games}: seats are not rotated, so a rating may reflect a seat.")
    } else if play_alike(view, whole, first, second) {
        let [first, second] = [first, second].map(|player| &view.names[player]);
        format!("{place}No leader of {among} over {games}: {first} and {second} play the same moves in all their games and are one player.")
    } else {
        let (value, low, high) = rating(&whole.boards, &whole.ratings, &whole.samples, first);
        let rated = format!("{} Elo [{}, {}]", signed(value, 0), signed(low, 0), signed(high, 0));
        let leader = &view.names[first];
        let alike = |player: &&usize| (whole.ratings.log_strengths[**player] - whole.ratings.log_strengths[first]).abs() < EQUAL;
        let equals = whole.order.iter().filter(|player| whole.games(**player) > 0.0).take_while(alike).count();
        if equals > 1 {
            format!("{place}No leader of {among} over {games}: {} share the highest rating, {rated}.", plural(equals as u64, "player"))
        } else if let Some(other) = whole.overtaker() {
            let other = &view.names[other];
            format!(
                "{place}No leader of {among} over {games}: {leader} has the highest rating, {rated}, but {other} could be above it if all \
                 games had a result."
            )
        } else {
            let (next, least) = (&view.names[second], if whole.has_missing() { "at least " } else { "" });
            let superior = whole.superiority(first, second).map_or(String::new(), |likelihood| {
                let met = their_games(whole, first, second);
                format!(" By all games it is stronger than the next, {next}, with a likelihood of {least}{:.1} %{met}.", 100.0 * likelihood)
            });
            format!("{place}{leader} leads {among} over {games} with a rating of {rated}.{superior}")
        }
    };
    vec![answer, cycles_in_words(whole, cycles(whole).1)]
}

/// What the games of two players against each other show, as a test: the likelihood rests on the games of everyone and is none.
fn their_games(whole: &WholeTournament, first: usize, second: usize) -> String {
    let Some((pair, forward)) = whole.pair(first, second) else { return ", though they did not meet".to_owned() };
    let score = if forward { pair.mean } else { 1.0 - pair.mean };
    let shows = match (pair.holds(), score > 0.5) {
        (false, _) => "do not decide it",
        (true, true) => "alone show it, too",
        (true, false) => "alone show the contrary",
    };
    let corrected = if whole.pairs.len() > 1 { ", corrected" } else { "" };
    format!("; their own games {shows} ({:.1} %, {}{corrected})", 100.0 * score, p_words(pair.holm))
}

/// Whether two players have met, and the games of every round of theirs are the same.
fn play_alike(view: &View<'_>, whole: &WholeTournament, first: usize, second: usize) -> bool {
    let cells = whole.boards.iter().flat_map(|board| &board.cells);
    let meets = |cell: &&usize| {
        let participants = &view.experiment.cells[**cell].participants;
        [first, second].iter().all(|player| participants.iter().any(|participant| view.is(*player, &participant.name)))
    };
    let mut met = cells.filter(meets).map(|cell| view.cells[*cell].is_mirrored()).peekable();
    met.peek().is_some() && met.all(|mirrored| mirrored)
}

pub(super) fn warnings(view: &View<'_>, references: &References) -> Vec<String> {
    let mut warnings = Vec::new();
    let played: u64 = view.cells.iter().map(|cell| cell.played).sum();
    if rule(view) == Pairing::All {
        warnings.extend(missing(view.experiment, played, "games"));
    }
    let mut failures: BTreeMap<(String, bool), u64> = BTreeMap::new();
    let (mut void, mut cut, mut adjudicated, mut one_sided, mut repeated) = (0, 0, 0, 0, 0u64);
    let mut uneven = BTreeSet::new();
    for (cell, summary) in view.experiment.cells.iter().zip(view.cells) {
        for (participant, &failed) in cell.participants.iter().zip(&summary.failures).filter(|(_, failed)| **failed > 0) {
            *failures.entry((participant.name.clone(), failures_lose(cell))).or_default() += failed;
        }
        void += summary.ended(Ending::Void);
        cut += summary.ended(Ending::LengthCap);
        adjudicated += summary.ended(Ending::Adjudication);
        one_sided += summary.one_sided;
        if summary.ended(Ending::LengthCap) > 0 {
            uneven.extend(uneven_cap(cell).map(|share| format!("{}: {share}", cell.game.label)));
        }
        repeated += u64::from(2 * summary.distinct_games() < summary.scores.count());
    }
    for ((name, lose), count) in failures {
        let what = if lose { "count as losses" } else { "count in no score" };
        warnings.push(format!("{} of `{name}` {what}: see the table of cells.", plural(count, "failure")));
    }
    let endings = [
        (void, "void games do not count in scores"),
        (cut, "games were cut off and scored by cap-score"),
        (adjudicated, "games were adjudicated by scores, the solver or tablebases"),
        (
            one_sided,
            "of them were lost by resignation on the loser's own score alone, as `resign-agreed = false` allows: ratings count them as wins",
        ),
    ];
    for (count, what) in endings {
        if count > 0 {
            warnings.push(format!("{count} {what}."));
        }
    }
    if !uneven.is_empty() {
        let games = listed(uneven.into_iter().collect());
        warnings.push(format!("`cap-score` is not an even result, with which scores of individual cells are compared: {games}."));
    }
    if repeated > 0 {
        warnings.push(format!(
            "In {}, more than half of the games repeat others and count once; `openings` or `random-plies` in [match] vary them.",
            plural(repeated, "cell")
        ));
    }
    let cells = view.experiment.cells.iter().zip(view.cells);
    let of_agents =
        |caveat: &(Caveat, u64)| matches!(caveat.0, Caveat::Disagreement | Caveat::FailedDraws | Caveat::TurnsOver | Caveat::Starved);
    let suffered = report::caveats(cells.flat_map(|(cell, summary)| r#match::caveats(cell, summary)).filter(of_agents));
    if !suffered.is_empty() {
        warnings.push(format!("The spending or reports of agents are doubtful: {}.", suffered.join("; ")));
    }
    warnings.extend(clock_warning(view.experiment.cells.iter()));
    warnings.extend(unused(view.experiment, references));
    warnings
}
