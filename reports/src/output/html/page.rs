//! The page from its head to its provenance.

use std::fmt::Write;

use super::files::Files;
use super::{details, escape, figures, policy, tables};
use crate::model::{Block, Facet, Fact, Report, Section};
use crate::text::Names;

const STYLE: &str = include_str!("style.css");

/// The largest number of warnings that are not folded.
const UNFOLDED: usize = 3;
/// A section with more figures than this has those with lines small and side by side, and all of them in print.
const MOST_LARGE: usize = 4;

/// Counts tables and figures and hands out the blocks' names, in reading order.
struct Reading<'a> {
    names: std::slice::Iter<'a, String>,
    tables: usize,
    figures: usize,
    files: Files<'a>,
}

/// The page, with links to the files beside it. An error is the drawing library's message about a figure.
pub(super) fn render(report: &Report, files: Files<'_>) -> Result<String, String> {
    let names = Names::of(report);
    let title = if report.title.trim().is_empty() { "Report" } else { &report.title };
    let mut out = String::new();
    let _ = write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n<style>\n{STYLE}{colours}{keys}</style>\n</head>\n<body{facet}>\n",
        policy = policy::policy(policy::SCRIPT),
        title = escape::line(title),
        colours = figures::colours(report.style.palette),
        keys = tables::keys(report, &names),
        facet = report.facet.as_ref().map_or(String::new(), facet),
    );
    header(&mut out, report, title);
    contents(&mut out, report, &names);
    out.push_str("<main>\n");
    let mut reading = Reading { names: names.blocks.iter(), tables: 0, figures: 0, files };
    for (section, name) in report.sections.iter().zip(&names.sections) {
        body(&mut out, section, name, report, &mut reading)?;
    }
    details::write(&mut out, &report.details);
    provenance(&mut out, &report.provenance);
    let _ = write!(out, "</main>\n<script>{}</script>\n</body>\n</html>\n", policy::SCRIPT);
    Ok(out)
}

/// Title, question, answer and warnings, which come before any number.
fn header(out: &mut String, report: &Report, title: &str) {
    out.push_str("<header id=\"top\">\n");
    if let Some(up) = report.up.as_ref().filter(|up| up.is_local()) {
        let _ = writeln!(out, "<p class=\"up\"><a href=\"{}\">{}</a></p>", escape::line(&up.href), escape::line(&up.text));
    }
    let _ = writeln!(out, "<h1>{}</h1>", escape::line(title));
    if !report.question.trim().is_empty() {
        let _ = writeln!(out, "<p class=\"question\">{}</p>", escape::prose(&report.question));
    }
    let answered = report.lead.iter().any(|sentence| answer(sentence).is_some());
    for (index, sentence) in report.lead.iter().enumerate() {
        let _ = match answer(sentence) {
            Some((word, class)) => {
                // A colon after the word's coloured ground would be apart from it.
                let colon = usize::from(sentence[word.len()..].starts_with(':'));
                let (word, rest) = sentence.split_at(word.len() + colon);
                writeln!(out, "<p class=\"lead answer\"><b class=\"{class}\">{word}</b>{}</p>", escape::inline(rest))
            }
            None if index == 0 && !answered => {
                let (said, rest) = sentence.split_at(statement(sentence));
                writeln!(out, "<p class=\"lead first\"><b>{}</b>{}</p>", escape::prose(said), escape::inline(rest))
            }
            None => writeln!(out, "<p class=\"lead\">{}</p>", escape::prose(sentence)),
        };
    }
    warnings(out, &report.warnings);
    out.push_str("</header>\n");
}

/// The answer with which a sentence begins, and its class in the style sheet.
fn answer(sentence: &str) -> Option<(&'static str, &'static str)> {
    let answers = [("Yes", "better"), ("No", "worse"), ("Not decided", "undecided")];
    let begins = |word: &str| sentence.strip_prefix(word).is_some_and(|rest| rest.starts_with([':', ',']) || rest.starts_with(" so far"));
    answers.into_iter().find(|(word, _)| begins(word))
}

/// A sentence of more letters is not bold as a whole.
const MOST_BOLD: usize = 120;

/// Where the statement at the beginning of a long sentence ends and its details begin; the end of a short one.
fn statement(sentence: &str) -> usize {
    if sentence.chars().count() <= MOST_BOLD {
        return sentence.len();
    }
    let places = |end: &'static str| sentence.match_indices(end).map(move |(at, _)| at + usize::from(end == ". "));
    let ends = [". ", "; ", " ("].into_iter().flat_map(places);
    // Code between backticks stays whole.
    ends.filter(|&at| sentence[..at].matches('`').count().is_multiple_of(2)).min().unwrap_or(sentence.len())
}

/// One warning in full; several as their number, with the list folded below it if it is long.
fn warnings(out: &mut String, warnings: &[String]) {
    match warnings {
        [] => {}
        [warning] => {
            let _ = writeln!(
                out,
                "<div class=\"warnings\" role=\"note\" aria-label=\"Warning\">\n<p><b>Warning.</b> {}</p>\n</div>",
                escape::prose(warning)
            );
        }
        _ => {
            let open = if warnings.len() > UNFOLDED { "" } else { " open" };
            let _ = writeln!(
                out,
                "<div class=\"warnings\" role=\"note\" aria-label=\"Warnings\">\n<details{open}>\n<summary>{} warnings</summary>\n<ul>",
                warnings.len()
            );
            for warning in warnings {
                let _ = writeln!(out, "<li>{}</li>", escape::prose(warning));
            }
            out.push_str("</ul>\n</details>\n</div>\n");
        }
    }
}

/// The attributes of the body from which the script offers a choice among the values of an axis.
fn facet(facet: &Facet) -> String {
    let values = serde_json::to_string(&facet.values).unwrap_or_default();
    format!(" data-facet=\"{}\" data-facets=\"{}\"", escape::line(&facet.name), escape::line(&values))
}

/// The list of sections with their tables and figures.
fn contents(out: &mut String, report: &Report, names: &Names) {
    out.push_str("<nav aria-labelledby=\"contents\">\n<h2 id=\"contents\">Contents</h2>\n<ol>\n");
    for (section, name) in report.sections.iter().zip(&names.sections) {
        let _ = writeln!(out, "<li><a href=\"#section-{name}\">{}</a></li>", escape::line(heading(section)));
    }
    if !report.details.is_empty() {
        out.push_str("<li><a href=\"#cells\">Cells</a></li>\n");
    }
    if !report.provenance.is_empty() {
        out.push_str("<li><a href=\"#provenance\">Provenance</a></li>\n");
    }
    out.push_str("</ol>\n</nav>\n");
}

fn heading(section: &Section) -> &str {
    if section.heading.trim().is_empty() { "Untitled section" } else { &section.heading }
}

fn body(out: &mut String, section: &Section, name: &str, report: &Report, reading: &mut Reading<'_>) -> Result<(), String> {
    let facet = report.facet.as_ref();
    let figures = section.blocks.iter().filter(|block| matches!(block, Block::Figure(_))).count();
    let many = figures > MOST_LARGE;
    let class = if many { " class=\"many\"" } else { "" };
    let _ = writeln!(out, "<section id=\"section-{name}\"{class}>\n<h2>{}</h2>", escape::line(heading(section)));
    for prose in &section.prose {
        let _ = writeln!(out, "<p>{}</p>", escape::prose(prose));
    }
    for (block, name) in section.blocks.iter().zip(&mut reading.names) {
        match block {
            Block::Table(table) => {
                reading.tables += 1;
                tables::write(
                    out,
                    table,
                    &tables::Place { name, number: reading.tables, facet, details: report.details.len(), files: reading.files },
                );
            }
            Block::Figure(figure) => {
                reading.figures += 1;
                figures::write(out, figure, name, reading.figures, (many, reading.files), &report.details)?;
            }
            Block::Note(note) => {
                let _ = writeln!(out, "<p class=\"note\">{}</p>", escape::prose(note));
            }
            Block::Listing(listing) => {
                let _ = writeln!(
                    out,
                    "<p class=\"note\">{}</p>\n<pre tabindex=\"0\">{}</pre>",
                    escape::prose(&listing.caption),
                    escape::lines(&listing.text)
                );
            }
        }
    }
    out.push_str("</section>\n");
    Ok(())
}

/// The origin of the numbers, folded away at the end. Texts of several lines keep their line breaks.
fn provenance(out: &mut String, facts: &[Fact]) {
    if facts.is_empty() {
        return;
    }
    out.push_str("<section id=\"provenance\">\n<h2>Provenance</h2>\n<details>\n<summary>Where these numbers come from</summary>\n<dl>\n");
    for fact in facts {
        let value = if fact.value.trim_end().contains('\n') {
            format!("<pre tabindex=\"0\">{}</pre>", escape::lines(&fact.value))
        } else {
            escape::line(&fact.value)
        };
        let _ = writeln!(out, "<div><dt>{}</dt><dd>{value}</dd></div>", escape::line(&fact.key));
    }
    out.push_str("</dl>\n</details>\n</section>\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn details_are_a_space_apart_from_the_statement() {
        let mut report = Report::new("R");
        report.lead.push(format!("One leads. By all games, {}.", "it is stronger ".repeat(9)));
        let page = render(&report, Files { dir: std::path::Path::new(""), written: &[] }).unwrap();
        assert!(page.contains("<b>One leads.</b> By all games"), "{page}");
    }

    #[test]
    fn the_statement_of_a_long_sentence_is_what_comes_before_its_details() {
        let details = "an interval, a test, its level and how many games it rests on, which take more than a line in any page";
        for said in ["uct leads 3 players", "Best of 3: `C (0.4)` with 71.0 % [65.0, 76.0]", "Highest of 5: 1.0 with 71.7 %"] {
            for (between, kept) in [(". By all games, ", "."), ("; ", ""), (" (", "")] {
                let sentence = format!("{said}{between}{details}.");
                assert_eq!(sentence[..statement(&sentence)], format!("{said}{kept}"));
            }
            assert_eq!(statement(said), said.len());
        }
    }
}
