//! The strengths by game, and the results of every cell.

use super::standings::in_game;
use super::view::{View, WholeTournament};
use crate::kinds::r#match::{CellSummary, Ending, rotates};
use std::collections::BTreeMap;
use treebench_reports::Verdict;
use treebench_reports::model::{Axis, Cell, Column, Figure, HeatCell, HeatMap, Plot, Section, Table};
use treebench_stats::{holds_with_doubts, judge_rounds};

/// What a player spent in all its games, and how they ended.
#[derive(Clone, Default)]
struct Spent {
    agent: &'static str,
    turns: u64,
    iterations: u64,
    states: u64,
    micros: u64,
    failures: u64,
    cut: u64,
    adjudicated: u64,
}

impl Spent {
    /// Adds the games of a cell, in which the player has a place.
    fn add(&mut self, agent: &'static str, summary: &CellSummary, place: usize) {
        let effort = &summary.effort[place];
        self.agent = agent;
        self.turns += effort.turns;
        self.iterations = self.iterations.saturating_add(effort.iterations);
        self.states = self.states.saturating_add(effort.states);
        self.micros += effort.micros;
        self.failures += summary.failures[place];
        self.cut += summary.ended(Ending::LengthCap);
        self.adjudicated += summary.ended(Ending::Adjudication);
    }
}

/// Above this many cells, single ones are not listed.
const MOST_CELLS: usize = 2_000;

/// The ratings in every game; `None` for a single game.
pub(super) fn strengths(view: &View<'_>, whole: &WholeTournament, id: &str, heading: String) -> Option<Section> {
    if whole.boards.len() < 2 {
        return None;
    }
    let mut section = Section::new(id, heading).paragraph(
        "Ratings within each game, on the Elo scale with mean 0 in every game: a player is good in a game if its rating there is above \
         its overall rating.",
    );
    let virtual_draws: Vec<&str> =
        whole.boards.iter().filter(|board| board.ratings.with_virtual_draws).map(|board| board.name.as_str()).collect();
    if !virtual_draws.is_empty() {
        section = section.paragraph(format!(
            "In {}, the results alone have no finite ratings, so every player is given one additional draw against an average player.",
            virtual_draws.join(", ")
        ));
    }
    Some(section.block(figure(view, whole, id)).block(table(view, whole, id)))
}

fn figure(view: &View<'_>, whole: &WholeTournament, id: &str) -> Figure {
    let value = |player: usize, board| in_game(board, player).map_or(f64::NAN, |(value, ..)| value);
    let cells = whole.order.iter().map(|&player| whole.boards.iter().map(|board| HeatCell::new(value(player, board))).collect()).collect();
    let caption = "The rating of every player in every game, on the Elo scale.";
    let map = HeatMap {
        x: Axis::new("game", ""),
        y: Axis::new("player", ""),
        value: Axis::new("Elo", ""),
        x_labels: whole.boards.iter().map(|board| board.name.clone()).collect(),
        y_labels: whole.order.iter().map(|&player| view.names[player].clone()).collect(),
        cells,
        midpoint: Some(0.0),
        decimals: 0,
    };
    Figure::new(
        format!("{id}-map"),
        caption,
        format!("{caption} The table below holds the same numbers with their intervals."),
        Plot::HeatMap(map),
    )
}

fn table(view: &View<'_>, whole: &WholeTournament, id: &str) -> Table {
    let mut table = Table::new(id, "Ratings in every game on the Elo scale, with 95 % intervals.").column(Column::text("player"));
    for board in &whole.boards {
        table = table.column(Column::number(&board.name));
    }
    for &player in &whole.order {
        let rating = |board| in_game(board, player).map_or(Cell::Empty, |(value, low, high)| Cell::interval(value, low, high, 0));
        table = table.row([view.names[player].as_str().into()].into_iter().chain(whole.boards.iter().map(rating)));
    }
    table
}

/// The results of every cell; `None` if there are too many.
pub(super) fn cells(view: &View<'_>) -> Option<Section> {
    if view.experiment.cells.len() > MOST_CELLS {
        return None;
    }
    let several = view.wholes.len() > 1;
    let mut table = Table::new(
        "cells",
        "The results of every cell, from the point of view of its first player. Pairs of games for more than two players are not listed \
         individually.",
    );
    if several {
        table = table.column(Column::text("tournament"));
    }
    for name in ["game", "first", "against"] {
        table = table.column(Column::text(name));
    }
    for (name, doc) in [("W", "games that the first player won"), ("D", "games neither won nor lost"), ("L", "games lost")] {
        table = table.column(Column::number(name).doc(doc));
    }
    table = table
        .column(Column::number("score").unit("%").doc("of the first player, with the 95 % interval from rounds"))
        .column(Column::number("p").doc("two-sided, of an even result: exact permutation test on rounds"))
        .column(Column::number("distinct").doc("distinct games; repetitions count once in all statistics"))
        .column(Column::number("failed").doc("games without a result, which do not count in statistics"));
    let by_failure = view.cells.iter().any(|cell| cell.lost_by_failure > 0);
    if by_failure {
        table = table.column(Column::number("by failure").doc("games won and lost because a player failed"));
    }
    for whole in &view.wholes {
        for board in &whole.boards {
            for &index in &board.cells {
                let (cell, summary) = (&view.experiment.cells[index], &view.cells[index]);
                let names: Vec<String> = cell.participant_names().iter().map(|name| view.experiment.labels.of_parts(name)).collect();
                let count = |n: u64| Cell::Integer(i64::try_from(n).unwrap_or(i64::MAX));
                let mut row: Vec<Cell> = if several { vec![whole.label.as_str().into()] } else { Vec::new() };
                row.extend([board.name.as_str().into(), names[0].as_str().into(), names[1..].join(", ").into()]);
                row.extend([summary.wins, summary.draws, summary.losses].map(count));
                if summary.rounds.is_empty() {
                    row.extend([Cell::Empty, Cell::Empty]);
                } else {
                    let judged = judge_rounds(&summary.rounds, 1.0 / names.len() as f64);
                    let (low, high) = judged.interval;
                    let holds = rotates(cell)
                        && summary.rounds.add_up()
                        && holds_with_doubts(&summary.rounds, 1.0 / names.len() as f64, summary.missing(), summary.one_sided_share());
                    let verdict = if holds { super::verdict(judged.verdict) } else { Verdict::Undecided };
                    let interval = treebench_reports::model::Interval {
                        value: 100.0 * judged.estimate.mean,
                        low: 100.0 * low,
                        high: 100.0 * high,
                        decimals: 1,
                    };
                    row.extend([Cell::Graded { interval, verdict }, Cell::PValue(judged.p)]);
                }
                row.extend([count(summary.distinct_games()), count(summary.missing())]);
                row.extend(by_failure.then(|| count(summary.lost_by_failure)));
                table = table.row(row);
            }
        }
    }
    Some(Section::new("cells", "All cells").block(table))
}

/// Why pairs do not meet in some games; `None` if all do.
pub(super) fn left_out(view: &View<'_>) -> Option<Section> {
    let mut counts: BTreeMap<&str, i64> = BTreeMap::new();
    view.experiment.excluded.iter().for_each(|excluded| *counts.entry(&excluded.reason).or_default() += 1);
    let table = Table::new("excluded", "Why pairs do not meet in some games.")
        .column(Column::text("reason"))
        .column(Column::number("cells").doc("excluded pairs and games"));
    let table = counts.iter().fold(table, |table, (&reason, &count)| table.row([reason.into(), Cell::Integer(count)]));
    (!counts.is_empty()).then(|| Section::new("excluded", "Left out").block(table))
}

/// The effort and failures of each player.
pub(super) fn effort(view: &View<'_>) -> Section {
    let mut table = Table::new("effort", "The players, what they spent per turn, and how often they failed.")
        .column(Column::text("player"))
        .column(Column::text("agent"))
        .column(Column::number("turns"))
        .column(Column::number("iterations").unit("per turn"))
        .column(Column::number("states").unit("per turn"))
        .column(Column::number("time").unit("ms per turn").doc("wall time"))
        .column(Column::number("failures").doc("games that ended by an error or a timeout of the player"))
        .column(Column::number("cut off").doc("games of the player that ended by max-moves"))
        .column(Column::number("adjudicated").doc("games of the player that ended by scores, the solver or tablebases"));
    let mut spent: Vec<Spent> = vec![Spent::default(); view.names.len()];
    for (cell, summary) in view.experiment.cells.iter().zip(view.cells) {
        for (place, participant) in cell.participants.iter().enumerate() {
            if let Some(player) = view.number(&participant.name) {
                spent[player].add(participant.program.name(), summary, place);
            }
        }
    }
    for (name, spent) in view.names.iter().zip(spent) {
        let Spent { agent, turns, iterations, states, micros, failures, cut, adjudicated } = spent;
        let per_turn = |sum: f64, decimals| if turns == 0 { Cell::Empty } else { Cell::number(sum / turns as f64, decimals) };
        table = table.row([
            name.as_str().into(),
            agent.into(),
            Cell::Integer(turns as i64),
            per_turn(iterations as f64, 0),
            per_turn(states as f64, 0),
            per_turn(micros as f64 / 1000.0, 2),
            Cell::Integer(failures as i64),
            Cell::Integer(cut as i64),
            Cell::Integer(adjudicated as i64),
        ]);
    }
    Section::new("players", "Players and effort").block(table)
}
