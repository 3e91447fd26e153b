//! The report as one Markdown file with GitHub's tables; figures are shown from `figures/*.svg`.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::{Output, file};
use crate::cells;
use crate::error::Error;
use crate::model::{Align, Block, Report, Table};
use crate::text::{self, Names};

/// The output `markdown`.
pub(crate) struct Markdown;

impl Output for Markdown {
    fn name(&self) -> &str {
        "markdown"
    }

    fn doc(&self) -> &str {
        "the report with its tables as report.md"
    }

    fn write(&self, report: &Report, dir: &Path, _: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
        Ok(vec![file::write(dir, "report.md", render(report).as_bytes())?])
    }
}

fn render(report: &Report) -> String {
    let names = Names::of(report);
    let mut out = format!("# {}\n", escape(&report.title));
    let mut paragraph = |text: &str| {
        if !text.is_empty() {
            let _ = write!(out, "\n{text}\n");
        }
    };
    if !report.question.is_empty() {
        paragraph(&format!("*{}*", escape(&report.question)));
    }
    for sentence in &report.lead {
        paragraph(&escape(sentence));
    }
    if report.warnings.len() > 1 {
        paragraph(&format!("> **{} warnings**", report.warnings.len()));
    }
    for warning in &report.warnings {
        paragraph(&format!("> **Warning:** {}", escape(warning)));
    }
    let mut block_names = names.blocks.iter();
    for section in &report.sections {
        paragraph(&format!("## {}", escape(&section.heading)));
        for prose in &section.prose {
            paragraph(&escape(prose));
        }
        for (block, name) in section.blocks.iter().zip(&mut block_names) {
            match block {
                Block::Table(content) => {
                    paragraph(&format!("**{}**", escape(&content.caption)));
                    paragraph(table(content).trim_end());
                }
                Block::Figure(figure) => {
                    paragraph(&format!("![{}](figures/{name}.svg)", escape(&figure.alt)));
                    paragraph(&escape(&figure.caption));
                }
                Block::Note(note) => paragraph(&format!("> {}", escape(note))),
                Block::Listing(listing) => {
                    paragraph(&escape(&listing.caption));
                    // Four spaces make a block of code in which nothing is markup.
                    let lines: Vec<String> = listing.text.lines().map(|line| format!("    {}", text::line(line))).collect();
                    paragraph(lines.join("\n").trim_end());
                }
            }
        }
    }
    if !report.provenance.is_empty() {
        paragraph("## Provenance");
        let facts = report.provenance.iter().map(|fact| format!("- {}: {}", escape(&fact.key), escape(&fact.value)));
        paragraph(&facts.collect::<Vec<_>>().join("\n"));
    }
    out
}

/// A table alone, without its caption.
#[must_use]
pub fn table(table: &Table) -> String {
    let width = table.rows.iter().map(Vec::len).max().unwrap_or(0).max(table.columns.len()).max(1);
    let heading = |index: usize| match table.columns.get(index) {
        Some(column) if !column.unit.is_empty() => format!("{} ({})", escape(&column.name), escape(&column.unit)),
        Some(column) => escape(&column.name),
        None => String::new(),
    };
    let side = |index: usize| match table.columns.get(index).map(|column| column.align) {
        Some(Align::Right) => "---:",
        Some(Align::Center) => ":---:",
        Some(Align::Left) | None => ":---",
    };
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut out = line((0..width).map(heading).collect());
    out.push_str(&line((0..width).map(|index| side(index).to_owned()).collect()));
    let brackets: Vec<bool> = (0..width).map(|index| cells::brackets(table, index)).collect();
    for row in &table.rows {
        let text = |index: usize| row.get(index).map(|cell| escape(&cells::plain_in(cell, brackets[index]))).unwrap_or_default();
        out.push_str(&line((0..width).map(text).collect()));
    }
    out
}

/// Text in which Markdown finds no markup. HTML's characters become entities, because not every renderer lets a backslash escape a tag.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text::line(text).trim().chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' | '$' | '!' => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn what_means_something_to_markdown_is_escaped() {
        let pairs = [
            ("a|b", "a\\|b"),
            ("*x* _y_ `z`", "\\*x\\* \\_y\\_ \\`z\\`"),
            ("<b>&", "&lt;b&gt;&amp;"),
            ("[a](b)!", "\\[a\\](b)\\!"),
            ("\\ # ~ $", "\\\\ \\# \\~ \\$"),
            ("62.5 ± 3.1 ▲", "62.5 ± 3.1 ▲"),
        ];
        for (text, expected) in pairs {
            assert_eq!(escape(text), expected);
        }
    }
}
