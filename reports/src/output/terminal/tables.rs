//! Tables aligned and fitted to a width.

use std::fmt::Write;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::{records, wrap};
use crate::cells;
use crate::model::{Align, Cell, Table, Verdict};
use crate::text;

/// The least width to which a column of words is cut.
const NARROWEST: usize = 6;

/// Words of headings up to this width are not cut.
const WORD: usize = 12;

/// One table as text with its caption above it, fitted to `width` columns and coloured by verdict if `color`. A table without headings
/// has no heading line.
#[must_use]
pub fn table(table: &Table, width: usize, color: bool) -> String {
    let mut out = String::new();
    wrap(&mut out, &table.caption, width.max(20));
    let count = table.rows.iter().map(Vec::len).max().unwrap_or(0).max(table.columns.len());
    let heading = |index: usize| match table.columns.get(index) {
        Some(column) if !column.unit.is_empty() => text::line(&format!("{} ({})", column.name, column.unit)),
        Some(column) => text::line(&column.name),
        None => String::new(),
    };
    let headings: Vec<String> = (0..count).map(heading).collect();
    let brackets: Vec<bool> = (0..count).map(|index| cells::brackets(table, index)).collect();
    let shown = |row: &Vec<Cell>| {
        (0..count).map(|i| row.get(i).map(|cell| text::line(&cells::plain_in(cell, brackets[i]))).unwrap_or_default()).collect()
    };
    let rows: Vec<Vec<String>> = table.rows.iter().map(shown).collect();
    let columns: Vec<Widths> = (0..count).map(|index| Widths::of(table, &rows, &headings[index], index, width)).collect();
    let placed = |part: Vec<usize>| {
        let widths = fit(&part.iter().map(|&index| columns[index]).collect::<Vec<_>>(), width);
        part.into_iter().zip(widths).collect::<Vec<_>>()
    };
    let parts: Vec<Vec<(usize, usize)>> = parts(&columns, table.keys, width).into_iter().map(placed).collect();
    if parts.iter().flatten().any(|&(index, width)| records::is_too_narrow(records::widest(&rows, index), width)) {
        return out + &records::rows(&headings, &rows, width.max(20));
    }
    for (number, places) in parts.into_iter().enumerate() {
        if number > 0 {
            out.push('\n');
        }
        let rule = places.iter().map(|(_, width)| "─".repeat(*width)).collect::<Vec<_>>().join("  ");
        if headings.iter().any(|heading| !heading.is_empty()) {
            heading_lines(&headings, &places).iter().for_each(|texts| line(&mut out, table, texts, &places, |_| None));
            let _ = writeln!(out, "{rule}");
        }
        let mut fitted = rows.clone();
        for &(index, width) in &places {
            let names: Vec<String> = rows.iter().map(|row| row[index].clone()).collect();
            let short = text::distinct(&names, |name| name.width() <= width, |name| cut(name, width));
            fitted.iter_mut().zip(short).for_each(|(row, name)| row[index] = name);
        }
        for (row, cells) in fitted.iter().zip(&table.rows) {
            line(&mut out, table, row, &places, |index| if color { cells.get(index).and_then(cells::verdict) } else { None });
        }
    }
    out
}

/// The widths of a column.
#[derive(Clone, Copy)]
struct Widths {
    /// With its heading and all cells in full.
    whole: usize,
    /// With its cells in full and its heading broken between words.
    cells: usize,
    /// With its words cut. Numbers are never cut, because the rest would be another number.
    least: usize,
}

impl Widths {
    fn of(table: &Table, rows: &[Vec<String>], heading: &str, index: usize, width: usize) -> Widths {
        let widest = |numbers: bool| {
            let is_number = |row: &Vec<Cell>| !matches!(row.get(index), None | Some(Cell::Empty | Cell::Text(_) | Cell::Named { .. }));
            let kept = rows.iter().zip(&table.rows).filter(|(_, cells)| !numbers || is_number(cells));
            kept.map(|(row, _)| row[index].width()).max().unwrap_or(0)
        };
        let word = words(heading).map(|word| word.trim_end().width()).max().unwrap_or(0);
        let cells = widest(false).max(word);
        // The first column identifies the rows.
        let narrowest = if index == 0 { width / 3 } else { NARROWEST };
        Widths { whole: cells.max(heading.width()), cells, least: widest(true).max(cells.min(narrowest)).max(word.min(WORD)) }
    }
}

/// The columns that fit side by side. The rest continue below, with those of the `keys` repeated that leave half of the width to others; the first one always.
fn parts(columns: &[Widths], keys: usize, width: usize) -> Vec<Vec<usize>> {
    let mut parts: Vec<Vec<usize>> = Vec::new();
    let mut used = 0;
    for (index, column) in columns.iter().enumerate() {
        match parts.last_mut() {
            Some(part) if part.len() < 2 || used + 2 + column.least <= width => {
                part.push(index);
                used += 2 + column.least;
            }
            Some(_) => {
                let width_of = |kept: usize| columns[..kept].iter().map(|key| key.least + 2).sum::<usize>();
                let most = keys.min(index);
                let kept =
                    (2..=most).rev().find(|&kept| 2 * width_of(kept) <= width && width_of(kept) + column.least <= width).unwrap_or(1);
                parts.push((0..kept).chain([index]).collect());
                used = width_of(kept) + column.least;
            }
            None => {
                parts.push(vec![index]);
                used = column.least;
            }
        }
    }
    parts
}

/// The words of a heading, each with what separates it from the next.
fn words(heading: &str) -> impl Iterator<Item = &str> {
    heading.split_inclusive([' ', '/', '-'])
}

/// The headings in as many lines as the longest needs, the last words at the bottom.
fn heading_lines(headings: &[String], places: &[(usize, usize)]) -> Vec<Vec<String>> {
    let broken = |&(index, width): &(usize, usize)| {
        let mut lines = vec![String::new()];
        for word in words(&headings[index]) {
            match lines.last_mut() {
                Some(line) if line.is_empty() || line.width() + word.trim_end().width() <= width => line.push_str(word),
                _ => lines.push(word.to_owned()),
            }
        }
        (index, lines.iter().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>())
    };
    let broken: Vec<(usize, Vec<String>)> = places.iter().map(broken).collect();
    let height = broken.iter().map(|(_, lines)| lines.len()).max().unwrap_or(0);
    let at = |row: usize| {
        let mut texts = vec![String::new(); headings.len()];
        for (index, lines) in &broken {
            texts[*index] = (row + lines.len()).checked_sub(height).map_or_else(String::new, |line| lines[line].clone());
        }
        texts
    };
    (0..height).map(at).collect()
}

/// One line of the columns at these places, each with its width.
fn line(out: &mut String, table: &Table, texts: &[String], places: &[(usize, usize)], verdict: impl Fn(usize) -> Option<Verdict>) {
    let mut whole = String::new();
    for &(index, width) in places {
        let text = cut(&texts[index], width);
        let free = width.saturating_sub(text.width());
        let before = match table.columns.get(index).map(|column| column.align) {
            Some(Align::Right) => free,
            Some(Align::Center) => free / 2,
            Some(Align::Left) | None => 0,
        };
        let text = match verdict(index) {
            Some(Verdict::Better) => format!("\u{1b}[32m{text}\u{1b}[0m"),
            Some(Verdict::Undecided) => format!("\u{1b}[33m{text}\u{1b}[0m"),
            Some(Verdict::Worse) => format!("\u{1b}[31m{text}\u{1b}[0m"),
            None => text,
        };
        let gap = if index == 0 { "" } else { "  " };
        let _ = write!(whole, "{gap}{}{text}{}", " ".repeat(before), " ".repeat(free - before));
    }
    let _ = writeln!(out, "{}", whole.trim_end());
}

/// The widths of columns side by side. If they do not all fit, headings are cut first, then also words, always in the widest column.
fn fit(columns: &[Widths], width: usize) -> Vec<usize> {
    let mut widths: Vec<usize> = columns.iter().map(|column| column.whole).collect();
    let gaps = 2 * widths.len().saturating_sub(1);
    let mut excess = (widths.iter().sum::<usize>() + gaps).saturating_sub(width);
    for least in [|column: &Widths| column.cells, |column: &Widths| column.least] {
        while excess > 0 {
            let cuttable = widths.iter_mut().zip(columns).filter(|(width, column)| **width > least(column));
            let Some((widest, _)) = cuttable.max_by_key(|(width, _)| **width) else { break };
            *widest -= 1;
            excess -= 1;
        }
    }
    widths
}

/// The text, or its two ends around `…` if it is wider than `width` columns: names often differ only at the end.
#[must_use]
pub fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let room = width.saturating_sub(1);
    let end = taken(text.chars().rev(), room / 2);
    let beginning = taken(text.chars(), room - room / 2);
    beginning.into_iter().chain(['…']).chain(end.into_iter().rev()).collect()
}

/// The first characters that fit into `width` columns.
fn taken(text: impl Iterator<Item = char>, width: usize) -> Vec<char> {
    let mut free = width;
    text.map_while(|c| {
        free = free.checked_sub(c.width().unwrap_or(0))?;
        Some(c)
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Column;

    fn of_two_candidates() -> Table {
        let columns = ["rbg/breakthrough", "rbg/knightthrough", "rbg/fox-and-hounds"];
        let empty = Table::new("win-rates", "").column(Column::text("candidate"));
        let table = columns.into_iter().fold(empty, |table, name| table.column(Column::number(name).unit("%")));
        ["S-nodal-S-ModPlus", "S-nodal-S-ModPlusShift"].into_iter().fold(table, |table, name| {
            let rates = std::iter::repeat_n(Cell::interval(50.0, 42.0, 58.0, 1), columns.len());
            table.row([Cell::Text(name.to_owned())].into_iter().chain(rates))
        })
    }

    #[test]
    fn headings_are_cut_before_cells() {
        let text = table(&of_two_candidates(), 72, false);
        assert!(text.lines().all(|line| line.width() <= 72), "{text}");
        assert!(text.contains("S-nodal-S-ModPlusShift  "), "{text}");
        assert_eq!(text.matches("50.0 ± 8.0").count(), 6, "{text}");
    }

    #[test]
    fn headings_are_broken_between_words() {
        let table_of =
            |heading: &str| Table::new("t", "").column(Column::text("a")).column(Column::number(heading)).row(["x".into(), 1.into()]);
        let text = table(&table_of("in games like these"), 16, false);
        assert_eq!(text, "   in games like\na          these\n─  ─────────────\nx              1\n");
    }

    #[test]
    fn rows_of_sentences_are_not_cut() {
        let table_of = |says: &str, command: &str| {
            let table = Table::new("t", "").column(Column::text("claim")).column(Column::text("found")).column(Column::text("command"));
            table.row([says.into(), 50.into(), command.into()]).row(["Short.".into(), Cell::Empty, "bench".into()])
        };
        let claim = "A sentence of a paper that no column of a terminal has room for.";
        let command = "bench run configs/experiment.toml --results configs/results/experiment.csv";
        let expected = "A sentence of a paper that no column of\n  a terminal has room for.\n  found: 50\n";
        let text = table(&table_of(claim, command), 40, false);
        assert_eq!(text, format!("{expected}  command: {command}\n\nShort.\n  command: bench\n"));
        assert!(table(&table_of("A sentence.", "bench"), 40, false).contains("──"), "it fits");
        assert!(table(&table_of(claim, command), usize::MAX, false).contains("──"), "nothing limits its width");
    }

    #[test]
    fn names_that_differ_at_the_end_stay_different() {
        let text = table(&of_two_candidates(), 60, false);
        assert!(text.lines().all(|line| line.width() <= 60), "{text}");
        let names: Vec<_> =
            text.lines().skip_while(|line| !line.starts_with('─')).skip(1).filter_map(|line| line.split("  ").next()).collect();
        assert_eq!(names, ["S-nodal-S-ModPlus", "S-nodal-S-…PlusShift"], "{text}");
    }

    #[test]
    fn all_columns_that_identify_a_row_are_repeated_where_there_is_room() {
        let row =
            |game: &str, split: &str| [game.into(), split.into()].into_iter().chain((0..6).map(|_| Cell::interval(50.0, 42.0, 58.0, 1)));
        let empty = Table::new("t", "").keys(2).column(Column::text("game")).column(Column::text("split"));
        let table_of = (0..6).fold(empty, |table, n| table.column(Column::number(format!("n{n}"))));
        let table_of = table_of.row(row("hex", "orthodox")).row(row("hex", "Mod"));
        let text = table(&table_of, 50, false);
        let headings: Vec<&str> = text.lines().filter(|line| line.starts_with("game")).collect();
        assert!(headings.len() > 1 && headings.iter().all(|line| line.starts_with("game  split")), "{text}");
        assert!(text.lines().all(|line| line.width() <= 50), "{text}");
        // A half of this width has no room for both.
        let text = table(&table_of, 24, false);
        let headings: Vec<&str> = text.lines().filter(|line| line.starts_with("game")).collect();
        assert_eq!(headings.iter().filter(|line| line.contains("split")).count(), 1, "{text}");
        assert_eq!(text.matches("50.0 ± 8.0").count(), 12, "{text}");
    }

    #[test]
    fn numbers_are_never_cut_and_columns_that_do_not_fit_continue_below() {
        let text = table(&of_two_candidates(), 40, false);
        assert!(text.lines().all(|line| line.width() <= 40), "{text}");
        assert_eq!(text.matches("50.0 ± 8.0").count(), 6, "{text}");
        assert_eq!(text.matches("candidate").count(), 2, "{text}");
    }
}
