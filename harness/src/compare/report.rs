//! The report of a comparison.

use super::comparison::{CellComparison, Comparison, Effort, FirstDivergence, OverallDifference, RoundPairs};
use crate::kinds::{Direction, Divergence};
use crate::report::{Tests, plural};
use treebench_reports::model::{Block, Cell, Column, Interval, Listing, Table};
use treebench_reports::{Report, Section, Verdict};
use treebench_stats::{Change, LEVEL};

/// The number of cells whose first differing ply is drawn; the others are only in the table.
const MOST_DRAWN: usize = 6;

impl Comparison {
    /// The report; `first` and `second` name the two sides.
    pub fn report(&self, first: &str, second: &str) -> Report {
        let mut report = Report::new(format!("{}: two runs compared", self.experiment));
        report.question = format!("Does {second} play different games from {first}, with different results?");
        report.lead = self.lead();
        report.warnings = self.warnings(first, second);
        let method = "Second minus first, over the tasks that both have. Shares, such as scores, are in percentage points: the interval \
             is Wilson's, from differences of rounds (games that share a seed), and p comes from the exact sign-flip test on rounds; both \
             are always valid if the number of games grew or a sequential test stopped them, and count tasks without a result against the \
             favoured side. Other numbers: Student's t-test on rounds, or Welch's if a baseline has no rounds.";
        report.sections.push(Section::new("differences", "Differences").paragraph(method).block(self.differences()).block(self.tasks()));
        report.sections.extend(self.divergences());
        if !self.effort.is_empty() {
            let mut section = Section::new("speed", "Speed and memory").block(self.speed());
            section = section.block(Block::Note("Times depend on the machine and its load.".to_owned()));
            section = match self.memory() {
                Some(table) => section.block(table),
                None => section.block(Block::Note("No game of either run records the memory of the agents.".to_owned())),
            };
            report.sections.push(section);
        }
        report.fact("first", first).fact("second", second);
        report
    }

    /// A count over all cells.
    pub(super) fn total(&self, of: impl Fn(&CellComparison) -> u64) -> u64 {
        self.cells.iter().map(of).sum()
    }

    fn warnings(&self, first: &str, second: &str) -> Vec<String> {
        let mut warnings = Vec::new();
        for (cells, side) in [(&self.only_first, first), (&self.only_second, second)] {
            if let Some(example) = cells.first() {
                let more = if cells.len() > 1 { format!(" and {} more", cells.len() - 1) } else { String::new() };
                warnings.push(format!("Only {side} has the cell `{example}`{more}."));
            }
        }
        let missing = [(self.total(|cell| cell.only_first), first), (self.total(|cell| cell.only_second), second)];
        warnings.extend(
            missing
                .iter()
                .filter(|(count, _)| *count > 0)
                .map(|(count, side)| format!("Only {side} has {} of the common cells.", plural(*count, "task"))),
        );
        let without = [self.total(|cell| cell.without_first + cell.retried[0]), self.total(|cell| cell.without_second + cell.retried[1])];
        for (side, (name, without)) in [first, second].into_iter().zip(without).enumerate().filter(|(_, (_, without))| *without > 0) {
            let again = match self.total(|cell| cell.retried[side]) {
                0 => String::new(),
                again => format!(", {again} of them played again"),
            };
            // What is no share has no worst that they could be.
            let bound = if self.cells.iter().any(|cell| cell.differences.first().is_some_and(|first| first.share)) {
                " A difference of scores counts only if it remains with all of these counted against the favoured side."
            } else {
                ""
            };
            warnings.push(format!("{name}: {} without a result{again}.{bound}", plural(without, "task")));
        }
        if self.stopped {
            warnings.push(
                "The number of games depended on results: shares are judged by always-valid tests, which allow for this; other \
                 numbers are not."
                    .to_owned(),
            );
        }
        let all_shares = self.cells.iter().flat_map(|cell| &cell.differences).all(|found| found.share);
        let tests = if all_shares { Tests::AnyTime } else { Tests::FixedSize };
        for ((growth, mixed), side) in self.growth.iter().zip(&self.mixed).zip([first, second]) {
            let own = growth.warnings("tasks", tests).into_iter().chain(mixed.iter().cloned());
            warnings.extend(own.map(|warning| format!("{side}: {warning}")));
        }
        warnings.extend(self.renamed());
        warnings
    }

    /// Which cells are paired although their keys differ, and what that means for their rounds; none if there are no such cells.
    fn renamed(&self) -> Option<String> {
        let renamed: Vec<RoundPairs> = self.cells.iter().filter(|cell| !cell.same_key).map(|cell| cell.rounds).collect();
        let cells = match renamed.len() {
            0 => return None,
            1 => "1 cell is".to_owned(),
            count => format!("{count} cells are"),
        };
        let by = if self.altered.is_empty() { "name only: a default, the seed or a file differs" } else { "the names of game and agents" };
        let mut words = format!("{cells} paired by {by}. Rounds are paired by number.");
        for (rounds, said) in [
            (RoundPairs::SameSeeds, "the seeds are the same on both sides, which can gain precision"),
            (RoundPairs::SameOpenings, "the seeds differ, but the openings are the same on both sides, which can gain precision"),
            (RoundPairs::Unrelated, "the seeds of the games differ, which gains no precision"),
            (RoundPairs::Unknown, "the baseline does not store the seeds; if they differ, this gains no precision"),
        ] {
            match renamed.iter().filter(|&&other| other == rounds).count() {
                0 => {}
                count if count == renamed.len() => words.push_str(&format!(" Here {said}.")),
                count => words.push_str(&format!(" In {} {said}.", plural(count as u64, "cell"))),
            }
        }
        Some(words)
    }

    /// The table of equal tasks.
    fn tasks(&self) -> Table {
        let first = self.against_baseline.map_or_else(
            || "tasks whose records are equal in all that is reproducible".to_owned(),
            |first| format!("the first {first} tasks, if their hash is that of the baseline"),
        );
        let mut table = Table::new("tasks", "Which tasks both sides have, and which of them are the same.")
            .column(Column::text("cell"))
            .column(Column::number("same").doc(first))
            .column(Column::number("changed").doc("tasks whose records differ; of a baseline, the first ones if their hash differs"))
            .column(
                Column::number("not comparable")
                    .doc("tasks of both sides that need not be the same: other keys, or no hash in the baseline"),
            )
            .column(Column::number("first only").doc("tasks that only the first side has"))
            .column(Column::number("second only").doc("tasks that only the second side has"))
            .column(Column::number("first without result").doc("failures and void games of the first side"))
            .column(Column::number("second without result").doc("failures and void games of the second side"));
        for cell in &self.cells {
            let counts =
                [cell.same, cell.changed, cell.unrelated, cell.only_first, cell.only_second, cell.without_first, cell.without_second];
            table = table.row(std::iter::once(Cell::from(cell.name.as_str())).chain(counts.map(count)));
        }
        table
    }

    /// The table of differences.
    fn differences(&self) -> Table {
        let mut table = Table::new("differences", "Differences of results, cell by cell and over all cells.")
            .column(Column::text("cell"))
            .column(Column::text("differs").doc("what differs between the two sides; the cell is named as in the first"))
            .column(Column::text("outcome"))
            .column(Column::number("first").doc("mean of the first side; percent for shares"))
            .column(Column::number("second").doc("mean of the second side"))
            .column(Column::number("difference").doc("second minus first with the 95 % interval; none where all games are the same"))
            .column(Column::number("p").doc("two-sided, of no difference"))
            .column(Column::number("p, Holm").doc(
                "adjusted for all rows together, those of all cells included, each of which is one test: significant up to 0.05",
            ))
            .column(
                Column::number("rounds")
                    .doc("independent rounds that both sides have, as the test counts them: those that repeat or share seeds, openings or games are one"),
            );
        for cell in &self.cells {
            for found in &cell.differences {
                let scale = if found.share { 100.0 } else { 1.0 };
                let decimals = if found.share { 1 } else { 3 };
                let mut row = vec![cell.name.as_str().into(), cell.difference.as_str().into(), found.name.as_str().into()];
                row.extend([found.first, found.second].map(|mean| Cell::number(scale * mean, decimals)));
                row.push(if found.same { "same games".into() } else { graded(&found.change, found.better, scale, decimals, found.holm) });
                row.extend([Cell::PValue(found.change.p), Cell::PValue(found.holm), count(found.change.rounds)]);
                table = table.row(row);
            }
        }
        for OverallDifference { name, change, holm, .. } in &self.all {
            let better = self
                .cells
                .iter()
                .flat_map(|cell| &cell.differences)
                .find(|found| found.name == *name)
                .map_or(Direction::Neither, |found| found.better);
            let same = self.total(|cell| cell.changed + cell.unrelated) == 0;
            table = table.row([
                "all cells".into(),
                Cell::Empty,
                name.as_str().into(),
                Cell::Empty,
                Cell::Empty,
                if same { "same games".into() } else { graded(change, better, 100.0, 1, *holm) },
                Cell::PValue(change.p),
                Cell::PValue(*holm),
                count(change.rounds),
            ]);
        }
        table
    }

    /// Where games begin to differ, with drawings of the first few.
    fn divergences(&self) -> Option<Section> {
        let parted: Vec<(&CellComparison, &FirstDivergence)> =
            self.cells.iter().filter_map(|cell| Some((cell, cell.divergence.as_ref()?))).collect();
        if parted.is_empty() {
            return None;
        }
        let mut table = Table::new("plies", "The first game of each cell whose moves differ, and where they diverge.")
            .column(Column::text("cell"))
            .column(Column::text("task").doc("its name for `bench replay`"))
            .column(Column::number("ply").doc("the first whole move or outcome of chance that differs, counted from 1"))
            .column(Column::text("to move"))
            .column(Column::text("first"))
            .column(Column::text("second"));
        for (cell, FirstDivergence { task, divergence }) in &parted {
            table = table.row([
                cell.name.as_str().into(),
                task.as_str().into(),
                count(divergence.ply as u64),
                divergence.mover.as_str().into(),
                divergence.first.as_str().into(),
                divergence.second.as_str().into(),
            ]);
        }
        let mut section = Section::new("plies", "First differing plies").block(table);
        for (cell, FirstDivergence { task, divergence: Divergence { ply, first, second, mover, drawing } }) in
            parted.iter().take(MOST_DRAWN)
        {
            let to_move = if mover.is_empty() { String::new() } else { format!(", {mover} to move") };
            let caption =
                format!("{} (task {task}) before ply {ply}{to_move}: {first} in the first run, {second} in the second.", cell.name);
            section = section.block(Listing { caption, text: drawing.clone() });
        }
        Some(section)
    }

    /// Time per unit of work.
    fn speed(&self) -> Table {
        let (work, time) = self.work;
        let mut table = Table::new("speed", format!("Microseconds of {time} per {work}, over the tasks that both runs have."))
            .column(Column::text("game"))
            .column(Column::text("agent"))
            .column(Column::number("first").unit("µs"))
            .column(Column::number("second").unit("µs"))
            .column(
                Column::number("speed")
                    .unit("×")
                    .doc("of the second run as a multiple of the first one's, with the 95 % interval; tasks are taken as independent"),
            );
        for (game, agent, effort) in self.effort.iter().filter(|(.., effort)| effort.has_speed()) {
            let speed = effort.faster().map_or(Cell::Empty, |(factor, low, high)| Cell::interval(factor, low, high, 3));
            let agent = if agent.is_empty() { "–" } else { agent };
            table = table.row([
                game.as_str().into(),
                agent.into(),
                Cell::number(effort.speed[0].value(), 3),
                Cell::number(effort.speed[1].value(), 3),
                speed,
            ]);
        }
        table
    }

    /// Memory of trees and tables; none if unknown on both sides.
    fn memory(&self) -> Option<Table> {
        let mut table = Table::new("memory", "Memory of the agents' trees and tables, over the tasks that both runs have.")
            .column(Column::text("game"))
            .column(Column::text("agent"));
        for side in ["first", "second"] {
            table = table
                .column(Column::number(side).unit("kB").doc("the most that was taken after a turn, mean over tasks"))
                .column(Column::number(format!("{side}, most")).unit("kB").doc("the most in any task"));
        }
        table = table.column(Column::number("memory").unit("×").doc("of the second run as a multiple of the first one's"));
        let known = |effort: &Effort| effort.memory.iter().any(|bytes| bytes.count() > 0);
        let rows: Vec<_> = self.effort.iter().filter(|(.., effort)| known(effort)).collect();
        let any = !rows.is_empty();
        for (game, agent, effort) in rows {
            let kilobytes = |bytes: f64| Cell::number(bytes / 1000.0, 1);
            let side = |side: usize| match effort.memory[side].count() {
                0 => [Cell::Empty, Cell::Empty],
                _ => [kilobytes(effort.memory[side].mean()), kilobytes(effort.most[side])],
            };
            let both = effort.memory.iter().all(|bytes| bytes.count() > 0);
            let factor = if both { Cell::number(effort.memory[1].mean() / effort.memory[0].mean(), 3) } else { Cell::Empty };
            table = table.row([game.as_str().into(), agent.as_str().into()].into_iter().chain(side(0)).chain(side(1)).chain([factor]));
        }
        any.then_some(table)
    }
}

fn count(n: u64) -> Cell {
    Cell::Integer(i64::try_from(n).unwrap_or(i64::MAX))
}

/// A difference with its interval; coloured if significant. `p` is the deciding p-value.
fn graded(change: &Change, better: Direction, scale: f64, decimals: u8, p: f64) -> Cell {
    let (low, high) = change.interval;
    let interval = Interval { value: scale * change.value, low: scale * low, high: scale * high, decimals };
    let up = match better {
        Direction::More => true,
        Direction::Less => false,
        Direction::Neither => return Cell::Interval(interval),
    };
    let verdict = match p <= LEVEL {
        false => Verdict::Undecided,
        true if (change.value > 0.0) == up => Verdict::Better,
        true => Verdict::Worse,
    };
    Cell::Graded { interval, verdict }
}

#[cfg(test)]
mod tests {
    use super::super::comparison::Difference;
    use super::*;

    /// Failures are counted against a share; other numbers have no known worst value.
    #[test]
    fn a_bound_by_failures_is_said_of_shares_only() {
        let warning = |share: bool| {
            let change = Change { value: 0.0, interval: (0.0, 0.0), p: 1.0, rounds: 2 };
            let found = Difference {
                name: "length".to_owned(),
                better: Direction::More,
                share,
                first: 1.0,
                second: 1.0,
                change,
                holm: 1.0,
                same: false,
            };
            let cell = CellComparison { without_first: 2, differences: vec![found], ..CellComparison::default() };
            Comparison { cells: vec![cell], ..Comparison::default() }.warnings("a", "b").concat()
        };
        assert!(warning(true).contains("a: 2 tasks without a result. A difference of scores counts only if"), "{}", warning(true));
        assert!(
            warning(false).contains("a: 2 tasks without a result.") && !warning(false).contains("counts only if"),
            "{}",
            warning(false)
        );
    }
}
