//! The page from its head to its provenance.

use std::fmt::Write;

use super::{details, escape, figures, tables};
use crate::model::{Block, Fact, Report, Section};
use crate::text::Names;

const STYLE: &str = include_str!("style.css");

/// Forbids the browser to load, run or send anything, whatever the text of the page contains.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/// The largest number of warnings that are not folded.
const UNFOLDED: usize = 5;

/// Counts tables and figures and hands out the blocks' names, in reading order.
struct Reading<'a> {
    names: std::slice::Iter<'a, String>,
    tables: usize,
    figures: usize,
}

/// The page. An error is the drawing library's message about a figure.
pub(super) fn render(report: &Report) -> Result<String, String> {
    let names = Names::of(report);
    let title = if report.title.trim().is_empty() { "Report" } else { &report.title };
    let mut out = String::new();
    let _ = write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n",
        title = escape::line(title)
    );
    header(&mut out, report, title);
    contents(&mut out, report, &names);
    out.push_str("<main>\n");
    let mut reading = Reading { names: names.blocks.iter(), tables: 0, figures: 0 };
    for (section, name) in report.sections.iter().zip(&names.sections) {
        body(&mut out, section, name, &mut reading)?;
    }
    if details::has_links(report) {
        details::links(&mut out, report);
    }
    provenance(&mut out, &report.provenance);
    out.push_str("</main>\n</body>\n</html>\n");
    Ok(out)
}

/// Title, question, answer and warnings, which come before any number.
fn header(out: &mut String, report: &Report, title: &str) {
    let _ = writeln!(out, "<header id=\"top\">\n<h1>{}</h1>", escape::line(title));
    if !report.question.trim().is_empty() {
        let _ = writeln!(out, "<p class=\"question\">{}</p>", escape::prose(&report.question));
    }
    for (index, sentence) in report.lead.iter().enumerate() {
        let class = if index == 0 { "lead first" } else { "lead" };
        let _ = writeln!(out, "<p class=\"{class}\">{}</p>", escape::prose(sentence));
    }
    if !report.warnings.is_empty() {
        let count = report.warnings.len();
        let heading = if count == 1 { "Warning".to_owned() } else { format!("{count} warnings") };
        let _ = writeln!(out, "<aside class=\"warnings\" aria-labelledby=\"warnings\">\n<h2 id=\"warnings\">{heading}</h2>");
        // A long list is folded under its count.
        let (open, close) =
            if count > UNFOLDED { ("<details>\n<summary>Show all</summary>\n<ul>", "</ul>\n</details>") } else { ("<ul>", "</ul>") };
        let _ = writeln!(out, "{open}");
        for warning in &report.warnings {
            let _ = writeln!(out, "<li>{}</li>", escape::prose(warning));
        }
        let _ = writeln!(out, "{close}\n</aside>");
    }
    out.push_str("</header>\n");
}

/// The list of sections with their tables and figures.
fn contents(out: &mut String, report: &Report, names: &Names) {
    out.push_str("<nav aria-labelledby=\"contents\">\n<h2 id=\"contents\">Contents</h2>\n<ol>\n");
    for (section, name) in report.sections.iter().zip(&names.sections) {
        let _ = writeln!(out, "<li><a href=\"#section-{name}\">{}</a></li>", escape::line(heading(section)));
    }
    if details::has_links(report) {
        out.push_str("<li><a href=\"#games\">Games</a></li>\n");
    }
    if !report.provenance.is_empty() {
        out.push_str("<li><a href=\"#provenance\">Provenance</a></li>\n");
    }
    out.push_str("</ol>\n</nav>\n");
}

fn heading(section: &Section) -> &str {
    if section.heading.trim().is_empty() { "Untitled section" } else { &section.heading }
}

fn body(out: &mut String, section: &Section, name: &str, reading: &mut Reading<'_>) -> Result<(), String> {
    let _ = writeln!(out, "<section id=\"section-{name}\">\n<h2>{}</h2>", escape::line(heading(section)));
    for prose in &section.prose {
        let _ = writeln!(out, "<p>{}</p>", escape::prose(prose));
    }
    for (block, name) in section.blocks.iter().zip(&mut reading.names) {
        match block {
            Block::Table(table) => {
                reading.tables += 1;
                tables::write(out, table, name, reading.tables);
            }
            Block::Figure(figure) => {
                reading.figures += 1;
                figures::write(out, figure, name, reading.figures)?;
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
