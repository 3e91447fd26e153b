//! The tables of the report.

use super::average::Average;
use super::dimensions::Dimension;
use super::stop_verdict::verdict_words;
use super::view::{CellView, View, game, game_name, interval};
use crate::experiment::{AxisValue, References};
use crate::kinds::r#match::{Ending, failures_lose};
use treebench_reports::Verdict;
use treebench_reports::model::{Cell, Column, Interval, Table};
use treebench_stats::{Z95, elo, failure_bounds, half_width};

/// The win-rate grid: variants down, games across, with the grand average and the count of games as in the split-moves paper.
pub(super) fn grid(view: &View<'_>, references: &References) -> Table {
    let axes = &view.dimensions;
    let several = view.games.len() > 1;
    let more = if several {
        ", with the grand average over games and the numbers of games in which it is better, undecided and worse"
    } else {
        ""
    };
    let mut table = Table::new("win-rates", format!("Win rate of the candidate per game{more}."));
    for axis in axes {
        table = table.column(Column::text(&axis.name).data(&axis.data));
    }
    table = table.keys(axes.len().max(1));
    if axes.is_empty() {
        table = table.column(Column::text("candidate"));
    }
    for name in &view.games {
        table = table.column(Column::number(name).unit("%"));
    }
    if several {
        table = table
            .column(Column::number("average").unit("%").doc(
                "mean over these games, each weighted equally, with its 95 % interval; for games like these see the table of averages",
            ))
            .column(Column::sign("▲ = ▼").data("better_undecided_worse").doc("games in which the candidate is better, undecided, worse"));
    }
    for of in &view.variants {
        let mut row: Vec<Cell> = axes.iter().map(|axis| value(axis, of)).collect();
        if axes.is_empty() {
            row.push(view.cells.first().map_or(Cell::Empty, |seen| view.agent(&seen.cell.participants[0].name)));
        }
        row.extend(view.games.iter().map(|name| view.at(name, of).map_or(Cell::Empty, graded)));
        if several {
            let cells = view.played(of);
            row.push(Average::of(&cells).map_or(Cell::Empty, |average| Cell::Interval(average.shown(view, &cells, None))));
            let count = |verdict| view.of_variant(of).filter(|seen| seen.verdict == verdict && seen.is_played()).count();
            row.push(format!("{} {} {}", count(Verdict::Better), count(Verdict::Undecided), count(Verdict::Worse)).into());
        }
        let first = row.len() - if several { 2 } else { 0 } - view.games.len();
        table = table.row(row);
        for (column, seen) in view.games.iter().enumerate().filter_map(|(column, name)| Some((column, view.at(name, of)?))) {
            let printed = references.of(seen.cell).map(|reference| format!("printed {:.1}", reference.value));
            let aside = printed.into_iter().chain(by_failure(seen)).collect::<Vec<_>>().join(", ");
            if seen.is_played() || !aside.is_empty() {
                table = table.about(first + column, view.place(seen), aside);
            }
        }
    }
    table
}

/// The number of games that an agent lost by failure, in words; `None` if 0.
fn by_failure(seen: &CellView<'_>) -> Option<String> {
    let lost = seen.summary.lost_by_failure;
    (lost > 0).then(|| format!("{lost} by failure"))
}

/// A variant's value in a direction.
fn value(dimension: &Dimension, variant: &[AxisValue]) -> Cell {
    dimension.value(variant).map_or(Cell::Empty, |at| Cell::named(&at.value, &at.label))
}

fn graded(seen: &CellView<'_>) -> Cell {
    if !seen.is_played() {
        return Cell::Empty;
    }
    Cell::Graded { interval: interval(seen), verdict: seen.verdict }
}

/// The columns that identify the cell of a row.
pub(super) fn headed(view: &View<'_>, id: &str, caption: &str) -> Table {
    let mut table = Table::new(id, caption).column(Column::text("game")).keys(1 + view.dimensions.len());
    for dimension in &view.dimensions {
        table = table.column(Column::text(&dimension.name).data(&dimension.data));
    }
    table
}

pub(super) fn heading(view: &View<'_>, seen: &CellView<'_>) -> Vec<Cell> {
    let at = view.variant(seen);
    let mut row: Vec<Cell> = vec![Cell::named(game_name(seen.cell), &game(seen.cell))];
    row.extend(view.dimensions.iter().map(|dimension| value(dimension, at)));
    row
}

pub(super) fn count(n: u64) -> Cell {
    Cell::Integer(i64::try_from(n).unwrap_or(i64::MAX))
}

/// Every number of every cell.
pub(super) fn numbers(view: &View<'_>) -> Table {
    let seats = view.cells.iter().map(|seen| seen.summary.by_seat.len()).max().unwrap_or(0);
    let (interval_is, p_is) = if view.anytime {
        (
            "draws half, with the always-valid interval that decides",
            "two-sided, of an even result: always valid, the reciprocal of an e-value",
        )
    } else {
        (
            "draws half, with the 95 % interval that decides: Wilson's, from rounds",
            "two-sided, of an even result: exact permutation test on rounds, repeated ones counted once",
        )
    };
    let mut table = headed(view, "numbers", "Every statistic of every cell.")
        .column(Column::number("W").doc("games won by the candidate; none where scores are graded"))
        .column(Column::number("D").doc("games neither won nor lost"))
        .column(Column::number("L").doc("games lost"))
        .column(Column::number("score").unit("%").doc(interval_is))
        .column(
            Column::number("± z·s/√n")
                .data("half_width_haworth_percent")
                .unit("%")
                .doc("the half-width that the papers print (Haworth), z = 1.959964; not used for verdicts"),
        )
        .column(Column::number("effective").doc("effective number of games without repetitions"))
        .column(
            Column::number("Elo").doc("400·log₁₀(x/(1−x)) with the same interval; empty for clean sweeps and for more than two players"),
        )
        .column(Column::sign("verdict").doc("whether the interval lies above, around or below an even result"))
        .column(Column::number("p").doc(p_is))
        .column(Column::number("p, Holm").doc("adjusted for all cells jointly: significant up to 0.05"));
    let by_failure = view.cells.iter().any(|seen| seen.summary.lost_by_failure > 0);
    if by_failure {
        table = table.column(Column::number("by failure").doc("games won and lost because an agent failed"));
    }
    for seat in 0..seats {
        table = table.column(
            Column::number(format!("as seat {seat}")).unit("%").doc("the candidate in that seat only; player 0 moves first in most games"),
        );
    }
    for seen in &view.cells {
        let s = seen.summary;
        let mut row = heading(view, seen);
        row.extend([s.wins, s.draws, s.losses].map(|games| if s.graded.is_none() { count(games) } else { Cell::Empty }));
        if !seen.is_played() {
            table = table.row(row).about(0, view.place(seen), "");
            continue;
        }
        let shown = Interval { decimals: 2, ..interval(seen) };
        row.push(Cell::Interval(shown));
        row.push(Cell::number(100.0 * half_width(&s.scores), 2));
        row.push(Cell::number(s.rounds.effective_games().min(s.distinct_games() as f64), 0));
        let rating = if s.by_seat.len() == 2 && s.graded.is_none() { elo(seen.judged.estimate.mean, seen.judged.interval) } else { None };
        row.push(rating.map_or(Cell::Empty, |rating| Cell::interval(rating.value, rating.low, rating.high, 0)));
        row.push(verdict(seen));
        row.extend([Cell::PValue(seen.judged.p), Cell::PValue(seen.holm)]);
        row.extend(by_failure.then(|| count(s.lost_by_failure)));
        row.extend(s.by_seat.iter().map(|scores| {
            let estimate = seen.seat(scores);
            let (low, high) = estimate.interval(Z95);
            if scores.count() == 0 { Cell::Empty } else { Cell::interval(100.0 * estimate.mean, 100.0 * low, 100.0 * high, 1) }
        }));
        table = table.row(row).about(0, view.place(seen), "");
    }
    table
}

/// The verdict, the decision of a test of two hypotheses, or "too few" games.
fn verdict(seen: &CellView<'_>) -> Cell {
    let decision = seen.sequence.as_ref().and_then(verdict_words);
    let text = match (seen.no_verdict, decision) {
        (Some(reason), _) => reason.words().to_owned(),
        (None, _) if !seen.decidable => "too few".to_owned(),
        (None, words) => words.unwrap_or_default(),
    };
    Cell::Verdict { verdict: seen.verdict, text }
}

/// The worst and best possible scores of cells with failures; `None` if all games have a result.
pub(super) fn failures(view: &View<'_>) -> Option<Table> {
    let mut table = headed(view, "failures", "Cells with games without a result, and their scores if all of these were lost or won.")
        .column(Column::number("score").unit("%").doc("of the games with a result"))
        .column(
            Column::number("without result").doc("games in which an agent failed, and void ones, those that were played again included"),
        )
        .column(Column::number("all lost").unit("%").doc("the score if the candidate had lost them all"))
        .column(Column::number("all won").unit("%").doc("the score if the candidate had won them all"));
    for seen in view.cells.iter().filter(|seen| seen.missing() > 0) {
        let scores = &seen.summary.scores;
        let Some((lost, won)) = failure_bounds(scores.sum(), scores.count(), seen.missing()) else { continue };
        let mut row = heading(view, seen);
        row.push(if seen.is_played() { Cell::Interval(interval(seen)) } else { Cell::Empty });
        row.extend([count(seen.missing()), Cell::number(100.0 * lost, 1), Cell::number(100.0 * won, 1)]);
        table = table.row(row).about(0, view.place(seen), "");
    }
    (!table.rows.is_empty()).then_some(table)
}

/// The treatment of failures, for a caption.
fn failures_count(view: &View<'_>) -> &'static str {
    let lose = view.cells.iter().filter(|seen| failures_lose(seen.cell)).count();
    match lose {
        0 => "How the games ended; failures do not count in win rates.",
        lose if lose == view.cells.len() => "How the games ended; errors and timeouts count as losses of the agent that failed.",
        _ => {
            "How the games ended; where `failure` is \"loss\", errors and timeouts count as losses of the agent that failed, elsewhere in no win rate."
        }
    }
}

/// How the games ended.
pub(super) fn games(view: &View<'_>) -> Table {
    let mut table = headed(view, "endings", failures_count(view))
        .column(Column::number("games"))
        .column(Column::number("distinct").doc("distinct games with a result; repetitions count once in verdicts"))
        .column(Column::number("common start").doc("common first moves of all these games"))
        .column(Column::number("moves").doc("mean number of whole moves by players"));
    for ending in Ending::ALL {
        table = table.column(Column::number(ending.word()));
    }
    let retried = view.cells.iter().any(|seen| seen.summary.retried > 0);
    if retried {
        table = table.column(
            Column::number("played again").doc("failed games that were played again; they count among the endings and in the bounds"),
        );
    }
    for seen in &view.cells {
        let mut row = heading(view, seen);
        row.push(count(seen.summary.played));
        row.push(if seen.is_played() { count(seen.summary.distinct_games()) } else { Cell::Empty });
        row.push(if seen.is_played() { count(seen.summary.common_moves() as u64) } else { Cell::Empty });
        row.push(if seen.summary.plies.count() > 0 { Cell::number(seen.summary.plies.mean(), 1) } else { Cell::Empty });
        row.extend(Ending::ALL.iter().map(|&ending| count(seen.summary.ended(ending))));
        row.extend(retried.then(|| count(seen.summary.retried)));
        table = table.row(row).about(0, view.place(seen), "");
    }
    table
}

/// The effort of the participants.
pub(super) fn effort(view: &View<'_>) -> Table {
    let mut table = headed(view, "effort", "What each participant spent per turn.")
        .column(Column::text("agent"))
        .column(Column::text("budget"))
        .column(Column::number("failures").doc("errors and timeouts"))
        .column(Column::number("turns").doc("in all games"))
        .column(Column::number("iterations").unit("per turn"))
        .column(Column::number("nodal states").unit("per turn"))
        .column(Column::number("time").unit("ms per turn").doc("wall time; depends on the machine"))
        .column(Column::number("core").unit("%").doc("processor time as a share of wall time"))
        .column(Column::number("longest turn").unit("ms").doc("by the clock of the budget"))
        .column(Column::number("turns over").doc("turns that exceeded a budget of time by more than a tenth"));
    for seen in &view.cells {
        let names = seen.cell.participant_names();
        for (i, participant) in seen.cell.participants.iter().enumerate() {
            let effort = seen.summary.effort[i];
            let per_turn = |figure: u64| effort.per_turn(figure).map_or(Cell::Empty, |mean| Cell::number(mean, 1));
            let mut row = heading(view, seen);
            row.extend([
                view.agent(&names[i]),
                participant.budget.to_string().into(),
                count(seen.summary.failures[i]),
                count(effort.turns),
                per_turn(effort.iterations),
                per_turn(effort.states),
                effort.per_turn(effort.micros).map_or(Cell::Empty, |micros| Cell::number(micros / 1000.0, 3)),
                effort.core_share().map_or(Cell::Empty, |share| Cell::number(100.0 * share, 1)),
                if effort.turns > 0 { Cell::number(effort.longest_turn as f64 / 1000.0, 3) } else { Cell::Empty },
                if participant.budget.is_counted() { Cell::Empty } else { count(effort.turns_over) },
            ]);
            table = table.row(row).about(0, view.place(seen), "");
        }
    }
    table
}
