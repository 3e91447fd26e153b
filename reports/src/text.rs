//! Formats numbers, names and free text for readers, file names and CSV fields.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Block, Report, number};

/// Shown in place of a number that is not finite.
pub(crate) const DASH: &str = "–";

/// A number with `decimals` digits after the point (at most 12), or a dash if it is not finite. There is no negative zero.
pub(crate) fn shown(value: f64, decimals: u8) -> String {
    if !value.is_finite() {
        return DASH.to_owned();
    }
    let text = format!("{value:.*}", usize::from(decimals.min(12)));
    match text.strip_prefix('-') {
        Some(rest) if rest.chars().all(|c| c == '0' || c == '.') => rest.to_owned(),
        _ => text,
    }
}

/// A number with at most four digits after the point, for readers; all its digits if it would be shown as 0.
#[must_use]
pub fn few_digits(value: f64) -> String {
    if !value.is_finite() || value != 0.0 && value.abs() < 0.001 {
        return number::exact(value);
    }
    let text = shown(value, 4);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A number with `decimals` digits after the point and a sign, for differences; a dash if it is not finite. There is no negative zero.
#[must_use]
pub fn signed(value: f64, decimals: u8) -> String {
    let text = shown(value, decimals);
    if value.is_finite() && !text.starts_with('-') { format!("+{text}") } else { text }
}

/// What stands between thousands: a narrow space at which no line ends.
const BETWEEN_THOUSANDS: char = '\u{202f}';

/// Whole numbers of more digits have their thousands apart.
const MOST_TOGETHER: usize = 4;

/// A text with its numbers as people read them: a true minus sign, and thousands apart from 10 000 on, however they were written. Numbers that are
/// parts of names stay as they are. Data files have plain numbers.
#[must_use]
pub fn readable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        out.push_str(&rest[..at]);
        let (digits, after) = whole(&rest[at..]);
        let begins = out.chars().last().is_none_or(|c| c.is_whitespace() || "([<>≤≥≈±+−".contains(c));
        let unsigned = out.strip_suffix('-').filter(|before| before.chars().last().is_none_or(|c| c.is_whitespace() || "([".contains(c)));
        let is_signed = unsigned.is_some();
        if let Some(unsigned) = unsigned {
            out.truncate(unsigned.len());
            out.push('−');
        }
        let ends = after.chars().next().is_none_or(|c| !c.is_alphanumeric() && !"_-=/\\".contains(c));
        if (begins || is_signed) && ends {
            let digits = digits.replace(',', "");
            let groups = if digits.len() > MOST_TOGETHER { digits.as_bytes().rchunks(3) } else { digits.as_bytes().rchunks(MOST_TOGETHER) };
            for (place, group) in groups.rev().enumerate() {
                out.extend((place > 0).then_some(BETWEEN_THOUSANDS));
                out.extend(group.iter().map(|&digit| char::from(digit)));
            }
        } else {
            out.push_str(digits);
        }
        rest = after;
    }
    out + rest
}

/// The whole number with which a text begins, with commas between its thousands if it has some, and the rest.
fn whole(text: &str) -> (&str, &str) {
    let run = |from: usize| text[from..].bytes().take_while(u8::is_ascii_digit).count();
    let mut end = run(0);
    let grouped = end <= 3;
    while grouped && text[end..].starts_with(',') && run(end + 1) == 3 {
        end += 4;
    }
    text.split_at(end)
}

/// Text on one line without control characters, which no format displays and some terminals execute.
pub(crate) fn line(text: &str) -> String {
    text.chars().map(|c| if unprintable(c) || c.is_whitespace() && c != BETWEEN_THOUSANDS { ' ' } else { c }).collect()
}

/// A field of a CSV file that a spreadsheet shows as text: control characters become spaces, and a text that a spreadsheet would
/// evaluate as a formula gets an apostrophe in front. Numbers stay as they are.
#[must_use]
pub fn csv_field(text: &str) -> Cow<'_, str> {
    let formula = text.trim_start().starts_with(['=', '+', '-', '@']) && text.parse::<f64>().is_err();
    match (formula, text.contains(unprintable)) {
        (false, false) => Cow::Borrowed(text),
        (true, _) => Cow::Owned(format!("'{}", line(text))),
        (false, true) => Cow::Owned(line(text)),
    }
}

/// Control characters, marks that change the direction of writing (they can hide text), and characters that XML forbids.
fn unprintable(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}')
}

/// Names fitted to a room, so that names that differ stay different: the words before `=` go first, then the middle, and what is still alike is
/// numbered. `cut` keeps both ends of a text.
pub(crate) fn distinct(names: &[String], fits: impl Fn(&str) -> bool, cut: impl Fn(&str) -> String) -> Vec<String> {
    let different: BTreeSet<&String> = names.iter().collect();
    if different.iter().all(|name| fits(name)) {
        return names.to_vec();
    }
    let bare: BTreeSet<String> = different.iter().map(|name| without_keys(name)).collect();
    let is_bare = bare.len() == different.len();
    let short = |name: &str| {
        let name = if is_bare { without_keys(name) } else { name.to_owned() };
        if fits(&name) { name } else { cut(&name) }
    };
    let mut alike: BTreeMap<String, Vec<&String>> = BTreeMap::new();
    different.into_iter().for_each(|name| alike.entry(short(name)).or_default().push(name));
    let fitted: BTreeMap<&String, String> = alike
        .into_iter()
        .flat_map(|(text, names)| {
            let alone = names.len() == 1;
            names
                .into_iter()
                .enumerate()
                .map(move |(place, name)| (name, if alone { text.clone() } else { format!("{}: {text}", place + 1) }))
        })
        .map(|(name, text)| (name, if fits(&text) { text } else { cut(&text) }))
        .collect();
    names.iter().map(|name| fitted[name].clone()).collect()
}

/// `ucb1 bounds=none` as `ucb1 none`, and `a = uct (fpu=1)` as `a = uct (1)`.
fn without_keys(name: &str) -> String {
    let value = |word: &str| match word.split_once('=') {
        Some((key, value)) if !key.is_empty() && !value.is_empty() => format!("{}{value}", if key.starts_with('(') { "(" } else { "" }),
        _ => word.to_owned(),
    };
    name.split(' ').map(value).collect::<Vec<_>>().join(" ")
}

/// Unique names for every block (of its files) and every section (of its anchor), in reading order.
pub(crate) struct Names {
    /// One per block, in the order of [`Report::blocks`]; notes have one too.
    pub(crate) blocks: Vec<String>,
    /// One per section, unique among the sections only.
    pub(crate) sections: Vec<String>,
}

impl Names {
    /// Names everything in the report.
    pub(crate) fn of(report: &Report) -> Self {
        let mut taken = BTreeSet::new();
        let blocks = report
            .blocks()
            .map(|block| match block {
                Block::Table(table) => unique(&mut taken, &table.id, "table"),
                Block::Figure(figure) => unique(&mut taken, &figure.id, "figure"),
                Block::Note(_) => unique(&mut taken, "", "note"),
                Block::Listing(_) => unique(&mut taken, "", "listing"),
            })
            .collect();
        let mut taken = BTreeSet::new();
        let sections = report.sections.iter().map(|section| unique(&mut taken, &section.id, "section")).collect();
        Self { blocks, sections }
    }
}

/// A name of lower-case letters, digits and hyphens that is not taken yet; at most 84 bytes, for file systems.
fn unique(taken: &mut BTreeSet<String>, wanted: &str, otherwise: &str) -> String {
    let mut name = String::new();
    for c in wanted.chars().take(80) {
        if c.is_ascii_alphanumeric() {
            name.push(c.to_ascii_lowercase());
        } else if !name.is_empty() && !name.ends_with('-') {
            name.push('-');
        }
    }
    let name = name.trim_end_matches('-');
    let name = if name.is_empty() { otherwise } else { name };
    let mut free = name.to_owned();
    let mut count = 2;
    while !taken.insert(free.clone()) {
        free = format!("{name}-{count}");
        count += 1;
    }
    free
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_shown_with_their_digits_and_no_negative_zero() {
        assert_eq!(shown(-0.04, 1), "0.0");
        assert_eq!(shown(-0.05001, 1), "-0.1");
        assert_eq!(shown(f64::NAN, 1), "–");
        assert_eq!(shown(1.0 / 3.0, 200), "0.333333333333");
        assert_eq!(signed(0.25, 2), "+0.25");
        assert_eq!(
            [52.500000000000014, 1.23456789, 100.0, 0.0, 1e-4, -3.0].map(few_digits),
            ["52.5", "1.2346", "100", "0", "0.0001", "-3"]
        );
    }

    #[test]
    fn numbers_in_sentences_have_one_form_and_names_stay() {
        let pairs = [
            ("-1.5", "−1.5"),
            ("1234", "1234"),
            ("[-1234567.123456, 98765]", "[−1\u{202f}234\u{202f}567.123456, 98\u{202f}765]"),
            ("6424 of 785376 games, > 10,000, 3,000.", "6424 of 785\u{202f}376 games, > 10\u{202f}000, 3000."),
            ("1,234,567 games", "1\u{202f}234\u{202f}567 games"),
            ("-1.4 points [-10.6, 7.8] (-2)", "−1.4 points [−10.6, 7.8] (−2)"),
            ("uct iterations=20000, fold-12345, 2026-11-28, 10-15, v20000", "uct iterations=20000, fold-12345, 2026-11-28, 10-15, v20000"),
            ("+12345.6 ± 98765", "+12\u{202f}345.6 ± 98\u{202f}765"),
            ("0.123456 and 12,34 and 1,2345", "0.123456 and 12,34 and 1,2345"),
        ];
        for (text, expected) in pairs {
            assert_eq!(readable(text), expected);
        }
    }

    #[test]
    fn csv_fields_are_no_formulas_and_hold_no_control_characters() {
        let pairs = [
            ("=HYPERLINK(\"x\")", "'=HYPERLINK(\"x\")"),
            (" @SUM(1)", "' @SUM(1)"),
            ("+cmd", "'+cmd"),
            ("\t=1+1", "' =1+1"),
            ("-12.5", "-12.5"),
            ("-inf", "-inf"),
            ("a\nb\u{1b}[31m", "a b [31m"),
            ("tree:S, sim:S", "tree:S, sim:S"),
        ];
        for (text, expected) in pairs {
            assert_eq!(csv_field(text), expected);
        }
    }

    #[test]
    fn names_that_differ_are_never_cut_to_the_same_text() {
        let fits = |width: usize| move |text: &str| text.chars().count() <= width;
        let cut = |width: usize| {
            move |text: &str| {
                let letters: Vec<char> = text.chars().collect();
                let end = (width - 1) / 2;
                letters[..width - 1 - end].iter().chain(&['…']).chain(&letters[letters.len() - end..]).collect::<String>()
            }
        };
        let of = |names: &[&str], width: usize| distinct(&names.iter().map(|&n| n.to_owned()).collect::<Vec<_>>(), fits(width), cut(width));
        assert_eq!(of(&["a bounds=none", "a bounds=both"], 13), ["a bounds=none", "a bounds=both"]);
        assert_eq!(of(&["a bounds=none", "a bounds=both"], 8), ["a none", "a both"]);
        assert_eq!(of(&["a = uct (fpu=1), 9 s"], 18), ["a = uct (1), 9 s"]);
        let alike = of(&["begins-one-ends", "begins-two-ends", "begins-one-ends"], 9);
        assert_eq!(alike, ["1: b…ends", "2: b…ends", "1: b…ends"]);
    }

    #[test]
    fn names_are_safe_for_files_and_unique() {
        let mut taken = BTreeSet::new();
        assert_eq!(unique(&mut taken, "../Win rate %", "x"), "win-rate");
        assert_eq!(unique(&mut taken, "win_rate", "x"), "win-rate-2");
        assert_eq!(unique(&mut taken, "…", "figure"), "figure");
        assert!(unique(&mut taken, &"a".repeat(500), "x").len() <= 84);
    }
}
