//! The text of the progress display, fitted to a width: pure functions of the state of a run.

use crate::plan::Plan;
use treebench_reports::output::terminal::cut;

/// The widest bar, in columns, and the narrowest that tells anything.
const BAR: (usize, usize) = (30, 8);
/// The share of a cell's line that its name gets at least.
const NAME: f64 = 0.3;

/// The order of cells in the display: first those whose result is not significant yet; finished ones are not shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Rank {
    /// An even result lies in the interval, or there is no even result to compare with.
    Undecided,
    /// It lies outside.
    Decided,
    /// There are too few games for an interval.
    Unseen,
    /// All games are played, or the cell's schedule has decided.
    Finished,
}

/// The display of a cell.
pub(super) struct CellLine {
    pub(super) name: String,
    pub(super) done: u64,
    pub(super) planned: u64,
    /// Its result so far.
    pub(super) words: String,
}

/// The display of the whole run.
pub(super) struct RunProgress {
    /// The noun for tasks: games or tasks.
    pub(super) what: &'static str,
    pub(super) done: u64,
    pub(super) planned: u64,
    /// Whether results decide the number of tasks.
    pub(super) about: bool,
    pub(super) failed: u64,
    /// Per second.
    pub(super) speed: f64,
    /// Until the end; `None` before the first task is done.
    pub(super) seconds: Option<f64>,
    pub(super) cells: usize,
    /// Cells with tasks to play; `None` if cells of the kind do not end one by one.
    pub(super) playing: Option<usize>,
}

/// The even result of a cell, if its kind compares with one.
pub(super) fn even(plan: &Plan, cell: usize) -> Option<f64> {
    let players = plan.experiment.cells[cell].game.game.info().players;
    plan.experiment.kind.stops.then(|| 1.0 / players.max(1) as f64)
}

/// The number of cells shown on a terminal with this many rows, so that earlier output stays visible.
pub(super) fn room(rows: usize) -> usize {
    (2 * rows / 3).clamp(3, 40)
}

/// A line for each of these cells, at most `width` - 1 columns wide: some terminals break a line that fills them. Names are cut first, and
/// never all.
pub(super) fn cells(shown: &[CellLine], width: usize) -> Vec<String> {
    let width = width.saturating_sub(1).max(10);
    let counts: Vec<String> = shown.iter().map(|cell| format!("{}/{}", cell.done, cell.planned)).collect();
    let widest = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0);
    let count = widest(&mut counts.iter().map(String::len));
    let words = widest(&mut shown.iter().map(|cell| cell.words.chars().count()));
    let name = widest(&mut shown.iter().map(|cell| cell.name.chars().count()));
    let least = (NAME * width as f64) as usize;
    let name = name.min(width.saturating_sub(count + words + 4).max(least));
    let line = |(cell, done): (&CellLine, &String)| {
        let line = format!("{:name$}  {done:>count$}  {}", cut(&cell.name, name), cell.words);
        cut(line.trim_end(), width)
    };
    shown.iter().zip(&counts).map(line).collect()
}

/// The whole run in one line of at most `width` - 1 columns. If it does not fit, the bar goes first, then what comes last.
pub(super) fn total(whole: &RunProgress, width: usize) -> String {
    let width = width.saturating_sub(1).max(10);
    let mut parts = parts(whole);
    while parts.len() > 1 && parts.join(", ").chars().count() > width {
        parts.pop();
    }
    let text = cut(&parts.join(", "), width);
    let free = width.saturating_sub(text.chars().count() + 3).min(BAR.0);
    if free < BAR.1 {
        return text;
    }
    let full = if whole.planned == 0 { free } else { (free as f64 * whole.done as f64 / whole.planned as f64) as usize };
    let full = full.min(free);
    let head = if full < free { ">" } else { "" };
    format!("[{}{head}{}] {text}", "=".repeat(full), " ".repeat(free - full - head.len()))
}

/// The whole run for a file: short, with its name and the state of one of its sequential tests.
pub(super) fn plain(name: &str, whole: &RunProgress, test: Option<&str>) -> String {
    let test = test.map_or(String::new(), |test| format!("; {test}"));
    format!("{name}: {}{test}", parts(whole).join(", "))
}

/// The parts of the line of the whole run, the most important first.
fn parts(whole: &RunProgress) -> Vec<String> {
    let RunProgress { what, done, planned, about, failed, speed, seconds, cells, playing } = whole;
    let of = if *about { "of about " } else { "of " };
    let mut parts = vec![format!("{done} {of}{planned} {what}")];
    if done < planned {
        parts.push(seconds.map_or_else(|| "unknown time left".to_owned(), |seconds| format!("{} left", duration(seconds))));
    }
    parts.push(format!("{}/s", rounded(*speed)));
    if *failed > 0 {
        parts.push(format!("{failed} failed"));
    }
    if let Some(playing) = playing {
        parts.push(format!("{playing} of {cells} cells still playing"));
    }
    parts
}

fn rounded(speed: f64) -> String {
    if speed < 10.0 { format!("{speed:.1}") } else { format!("{speed:.0}") }
}

/// A duration in the two largest units.
pub(super) fn duration(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    let (days, hours, minutes) = (whole / 86_400, whole / 3_600 % 24, whole / 60 % 60);
    match (days, hours, minutes) {
        (0, 0, 0) => format!("{whole} s"),
        (0, 0, _) => format!("{minutes} min {} s", whole % 60),
        (0, _, _) => format!("{hours} h {minutes} min"),
        _ => format!("{days} d {hours} h"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole() -> RunProgress {
        RunProgress {
            what: "games",
            done: 240,
            planned: 1_200,
            about: false,
            failed: 2,
            speed: 15.24,
            seconds: Some(63.0),
            cells: 15,
            playing: Some(9),
        }
    }

    #[test]
    fn durations_and_speeds_are_short() {
        let shown: Vec<String> = [0.4, 59.0, 61.0, 3_700.0, 100_000.0].into_iter().map(duration).collect();
        assert_eq!(shown, ["0 s", "59 s", "1 min 1 s", "1 h 1 min", "1 d 3 h"]);
        assert_eq!((rounded(1.26), rounded(812.4)), ("1.3".to_owned(), "812".to_owned()));
    }

    #[test]
    fn the_whole_fits_every_width() {
        let text = "240 of 1200 games, 1 min 3 s left, 15/s, 2 failed, 9 of 15 cells still playing";
        assert_eq!(total(&whole(), 120), format!("[======>{}] {text}", " ".repeat(23)));
        assert_eq!(total(&whole(), 80), text);
        assert_eq!(total(&whole(), 60), "240 of 1200 games, 1 min 3 s left, 15/s, 2 failed");
        (0..200).for_each(|width| assert!(total(&whole(), width).chars().count() < width.max(11), "{width}"));
        let done = RunProgress { done: 1_200, ..whole() };
        assert_eq!(total(&done, 100), format!("[{}] 1200 of 1200 games, 15/s, 2 failed, 9 of 15 cells still playing", "=".repeat(30)));
        assert_eq!(
            plain("quick", &RunProgress { failed: 0, ..whole() }, Some("hex: LLR 0.50 of [-2.94, 2.94], about 40 more")),
            "quick: 240 of 1200 games, 1 min 3 s left, 15/s, 9 of 15 cells still playing; hex: LLR 0.50 of [-2.94, 2.94], about 40 more"
        );
    }

    #[test]
    fn cells_are_columns_and_names_are_cut_in_the_middle() {
        let line = |name: &str, done, words: &str| CellLine { name: name.to_owned(), done, planned: 80, words: words.to_owned() };
        let shown = [line("reversi, gpn.c-pn 0.5, 1000 iterations", 8, "54.2 % ± 13.1, undecided"), line("awari", 12, "no interval yet")];
        assert_eq!(
            cells(&shown, 80),
            [
                "reversi, gpn.c-pn 0.5, 1000 iterations   8/80  54.2 % ± 13.1, undecided",
                "awari                                   12/80  no interval yet"
            ]
        );
        assert_eq!(cells(&shown, 60)[0], "reversi, gpn.…0 iterations   8/80  54.2 % ± 13.1, undecided");
        (0..200).for_each(|width| assert!(cells(&shown, width).iter().all(|line| line.chars().count() < width.max(11)), "{width}"));
        assert_eq!([10, 24, 200].map(room), [6, 16, 40]);
    }

    #[test]
    fn undecided_cells_come_first() {
        let mut ranks = [Rank::Finished, Rank::Unseen, Rank::Decided, Rank::Undecided];
        ranks.sort();
        assert_eq!(ranks, [Rank::Undecided, Rank::Decided, Rank::Unseen, Rank::Finished]);
    }
}
