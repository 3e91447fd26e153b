//! Every table as a LaTeX `tabular` with the rules of the package booktabs.

use std::path::{Path, PathBuf};

use super::{Output, file};
use crate::cells;
use crate::error::Error;
use crate::model::{Align, Block, Cell, Report, Table, Verdict};
use crate::text::{self, Names};

/// The output `latex`.
pub(crate) struct Latex;

impl Output for Latex {
    fn name(&self) -> &str {
        "latex"
    }

    fn doc(&self) -> &str {
        "every table as tables/*.tex with caption and label (needs booktabs and graphicx, and longtable for long ones)"
    }

    fn write(&self, report: &Report, dir: &Path, _: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
        let mut files = Vec::new();
        let notes = notes(&report.warnings);
        for (block, name) in report.blocks().zip(Names::of(report).blocks) {
            let Block::Table(table) = block else { continue };
            let text = tabular(table, &name, &notes);
            files.push(file::write(dir, &format!("tables/{name}.tex"), text.as_bytes())?);
        }
        Ok(files)
    }
}

/// A table with more rows than this breaks over pages.
const MOST_ON_A_PAGE: usize = 40;
/// A table with more columns than this is set in small letters.
const MOST_AT_FULL_SIZE: usize = 8;
/// Scales what is wider than the text down to its width, and leaves the rest as it is.
const SHRINK: &str = "\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}";

/// Warnings as they are read below a table.
fn notes(warnings: &[String]) -> String {
    let notes: String = warnings.iter().map(|warning| format!("Warning: {}\\par\n", escape(warning))).collect();
    if notes.is_empty() {
        return notes;
    }
    format!("\\par\\smallskip\n\\noindent\\begin{{minipage}}{{\\linewidth}}\\footnotesize\n{notes}\\end{{minipage}}\n")
}

fn tabular(table: &Table, name: &str, notes: &str) -> String {
    let width = table.rows.iter().map(Vec::len).max().unwrap_or(0).max(table.columns.len()).max(1);
    let side = |index: usize| match table.columns.get(index).map(|column| column.align) {
        Some(Align::Right) => 'r',
        Some(Align::Center) => 'c',
        Some(Align::Left) | None => 'l',
    };
    let long = table.rows.len() > MOST_ON_A_PAGE;
    let columns: String = (0..width).map(side).collect();
    let heading = |index: usize| match table.columns.get(index) {
        Some(column) if !column.unit.is_empty() => format!("{} ({})", escape(&column.name), escape(&column.unit)),
        Some(column) => escape(&column.name),
        None => String::new(),
    };
    let line = |cells: Vec<String>| format!("{} \\\\\n", cells.join(" & "));
    let head = format!("\\toprule\n{}\\midrule\n", line((0..width).map(heading).collect()));
    let brackets: Vec<bool> = (0..width).map(|index| cells::brackets(table, index)).collect();
    let written =
        |row: &Vec<Cell>| (0..width).map(|index| row.get(index).map(|one| cell(one, brackets[index])).unwrap_or_default()).collect();
    let body: String = table.rows.iter().map(|row| line(written(row))).collect();
    let named = format!("\\caption{{{}}}\n\\label{{tab:{name}}}", escape(&table.caption));
    let small = if width > MOST_AT_FULL_SIZE { "\\footnotesize\n\\setlength{\\tabcolsep}{3pt}\n" } else { "" };
    if long {
        let next = format!("\\multicolumn{{{width}}}{{@{{}}l@{{}}}}{{\\tablename\\ \\thetable{{}} (continued)}} \\\\\n");
        format!(
            "% \\usepackage{{booktabs}}\n% \\usepackage{{longtable}}\n\\begingroup\n{small}\\begin{{longtable}}{{@{{}}{columns}@{{}}}}\n{named} \\\\\n{head}\\endfirsthead\n{next}{head}\
             \\endhead\n\\bottomrule\n\\endfoot\n{body}\\end{{longtable}}\n{notes}\\endgroup\n"
        )
    } else {
        format!(
            "% \\usepackage{{booktabs}}\n% \\usepackage{{graphicx}}\n\\begin{{table}}[htbp]\n\\centering\n{named}\n{small}{SHRINK}{{%\n\
             \\begin{{tabular}}{{@{{}}{columns}@{{}}}}\n{head}{body}\\bottomrule\n\\end{{tabular}}}}\n{notes}\\end{{table}}\n"
        )
    }
}

fn cell(cell: &Cell, brackets: bool) -> String {
    let sign = |verdict: Verdict| match verdict {
        Verdict::Better => "$\\uparrow$",
        Verdict::Undecided => "$=$",
        Verdict::Worse => "$\\downarrow$",
    };
    // A bracket at the start of a row would be read as an option of the `\\` before it; the braces prevent that.
    match cell {
        Cell::Graded { interval, verdict } => format!("{} {}", escape(&cells::interval(interval, brackets)), sign(*verdict)),
        Cell::Verdict { verdict, text } => format!("{} {}", sign(*verdict), escape(cells::verdict_word(*verdict, text))),
        other => escape(&cells::plain_in(other, brackets)),
    }
}

/// Text in which LaTeX finds no command and pdfLaTeX no character that it does not know, if its letters are Latin or Greek; those of other
/// scripts need LuaLaTeX.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text::line(text).chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' => out.push_str("\\textless{}"),
            '>' => out.push_str("\\textgreater{}"),
            '|' => out.push_str("\\textbar{}"),
            '"' => out.push_str("\\textquotedbl{}"),
            '[' => out.push_str("{[}"),
            ']' => out.push_str("{]}"),
            '*' => out.push_str("{*}"),
            // Characters that pdfLaTeX does not know.
            '±' => out.push_str("$\\pm$"),
            '▲' => out.push_str("$\\uparrow$"),
            '▼' => out.push_str("$\\downarrow$"),
            '√' => out.push_str("$\\surd$"),
            '·' => out.push_str("$\\cdot$"),
            '×' => out.push_str("$\\times$"),
            '−' => out.push_str("$-$"),
            '½' => out.push_str("$\\frac12$"),
            '≤' => out.push_str("$\\le$"),
            '≥' => out.push_str("$\\ge$"),
            '–' => out.push_str("--"),
            '∞' => out.push_str("$\\infty$"),
            '→' => out.push_str("$\\to$"),
            '≈' => out.push_str("$\\approx$"),
            '○' => out.push_str("$\\circ$"),
            '⁻' => out.push_str("$^-$"),
            '₀'..='₉' => out.push_str(&format!("$_{}$", u32::from(c) - u32::from('₀'))),
            '⁰' | '⁴'..='⁹' => out.push_str(&format!("$^{}$", u32::from(c) - u32::from('⁰'))),
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(c);
            }
            '⋅' => out.push_str("$\\cdot$"),
            '″' => out.push_str("$''$"),
            '′' => out.push_str("$'$"),
            c if looks_latin(c).is_some() => out.extend(looks_latin(c)),
            c => match symbol(c) {
                Some(name) => out.push_str(&format!("$\\{name}$")),
                None => out.push(c),
            },
        }
    }
    out
}

/// The Latin letter that a Greek one looks like.
fn looks_latin(letter: char) -> Option<char> {
    const PAIRS: [(char, char); 15] = [
        ('Α', 'A'),
        ('Β', 'B'),
        ('Ε', 'E'),
        ('Ζ', 'Z'),
        ('Η', 'H'),
        ('Ι', 'I'),
        ('Κ', 'K'),
        ('Μ', 'M'),
        ('Ν', 'N'),
        ('Ο', 'O'),
        ('Ρ', 'P'),
        ('Τ', 'T'),
        ('Υ', 'Y'),
        ('Χ', 'X'),
        ('ο', 'o'),
    ];
    PAIRS.iter().find(|(greek, _)| *greek == letter).map(|(_, latin)| *latin)
}

/// The command of another Greek letter, or of a sign of mathematics.
fn symbol(letter: char) -> Option<&'static str> {
    const LETTERS: [(char, &str); 48] = [
        ('α', "alpha"),
        ('β', "beta"),
        ('γ', "gamma"),
        ('δ', "delta"),
        ('ε', "varepsilon"),
        ('ζ', "zeta"),
        ('η', "eta"),
        ('θ', "theta"),
        ('ι', "iota"),
        ('κ', "kappa"),
        ('λ', "lambda"),
        ('μ', "mu"),
        ('ν', "nu"),
        ('ξ', "xi"),
        ('π', "pi"),
        ('ρ', "rho"),
        ('σ', "sigma"),
        ('τ', "tau"),
        ('υ', "upsilon"),
        ('φ', "varphi"),
        ('χ', "chi"),
        ('ψ', "psi"),
        ('ω', "omega"),
        ('Γ', "Gamma"),
        ('Δ', "Delta"),
        ('Θ', "Theta"),
        ('Λ', "Lambda"),
        ('Ξ', "Xi"),
        ('Π', "Pi"),
        ('Σ', "Sigma"),
        ('Φ', "Phi"),
        ('Ω', "Omega"),
        ('ς', "varsigma"),
        ('Ψ', "Psi"),
        ('≠', "ne"),
        ('≡', "equiv"),
        ('∼', "sim"),
        ('∈', "in"),
        ('∅', "emptyset"),
        ('∑', "sum"),
        ('∏', "prod"),
        ('∫', "int"),
        ('∂', "partial"),
        ('∧', "wedge"),
        ('∨', "vee"),
        ('↔', "leftrightarrow"),
        ('⇒', "Rightarrow"),
        ('●', "bullet"),
    ];
    LETTERS.iter().find(|(known, _)| *known == letter).map(|(_, name)| *name)
}

#[cfg(test)]
mod tests {
    use super::{escape, notes, tabular};
    use crate::model::{Cell, Column, Table};

    #[test]
    fn short_tables_float_and_long_ones_break() {
        let table = |rows: i64| {
            let table = Table::new("x", "50 % of all.").column(Column::text("a_b")).column(Column::number("n").unit("%"));
            (0..rows).fold(table, |table, row| table.row(["x & y".into(), row.into()]))
        };
        assert_eq!(
            tabular(&table(1), "my-name", ""),
            "% \\usepackage{booktabs}\n% \\usepackage{graphicx}\n\\begin{table}[htbp]\n\\centering\n\\caption{50 \\% of all.}\n\\label{tab:my-name}\n\
             \\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%\n\\begin{tabular}{@{}lr@{}}\n\\toprule\na\\_b & n (\\%) \\\\\n\\midrule\nx \\& y & 0 \\\\\n\\bottomrule\n\
             \\end{tabular}}\n\\end{table}\n"
        );
        let long = tabular(&table(41), "x", "");
        for part in [
            "\\usepackage{longtable}",
            "\\label{tab:x} \\\\\n\\toprule",
            "\\endfirsthead",
            "\\endhead",
            "\\bottomrule\n\\endfoot",
            "\\end{longtable}",
        ] {
            assert_eq!(long.matches(part).count(), 1, "{part} in\n{long}");
        }
    }

    /// Every environment ends, every row has all columns, and dollars and braces come in pairs.
    #[test]
    fn the_structure_is_complete() {
        let row = || ["a & b".into(), "$5 {x} \\\\".into(), Cell::interval(50.0, 40.0, 61.0, 1), Cell::PValue(1e-9)];
        let columns = ["name", "50 %", "α", "p"].map(Column::number);
        let table = (0..60).fold(columns.into_iter().fold(Table::new("x", "A_caption [1]."), Table::column), |table, _| table.row(row()));
        for rows in [3, 60] {
            let mut table = table.clone();
            table.rows.truncate(rows);
            let text = tabular(&table, "x", &notes(&["50 % of {x} & more".to_owned()]));
            assert!(text.contains("\nWarning: 50 \\% of \\{x\\} \\& more\\par\n"), "{text}");
            let known = text.replace("\\textbackslash{}", "").replace("\\{", "").replace("\\}", "").replace("\\$", "").replace("\\&", "");
            for line in known.lines().filter(|line| line.ends_with("\\\\") && line.contains('&') && !line.contains("\\multicolumn")) {
                assert_eq!(line.matches('&').count(), 3, "{line}");
                assert_eq!(line.matches('$').count() % 2, 0, "{line}");
            }
            assert_eq!(known.matches('{').count(), known.matches('}').count(), "{text}");
            assert_eq!(text.matches("\\begin{").count(), text.matches("\\end{").count(), "{text}");
            assert_eq!(known.matches("$5").count(), 0, "{text}");
            assert!(text.contains("\\textless{} 0.0001"), "{text}");
        }
    }

    #[test]
    fn what_means_something_to_latex_is_escaped() {
        let pairs = [
            ("a_b", "a\\_b"),
            ("50 %", "50 \\%"),
            ("R&D", "R\\&D"),
            ("$5 #1", "\\$5 \\#1"),
            ("{x}", "\\{x\\}"),
            ("\\end", "\\textbackslash{}end"),
            ("~^", "\\textasciitilde{}\\textasciicircum{}"),
            ("[a]*", "{[}a{]}{*}"),
            ("<|>", "\\textless{}\\textbar{}\\textgreater{}"),
            ("1 ± 2", "1 $\\pm$ 2"),
            ("▲ = ▼", "$\\uparrow$ = $\\downarrow$"),
            ("10⁻⁶ h₁", "10$^-$$^6$ h$_1$"),
            ("α-rank → ∞", "$\\alpha$-rank $\\to$ $\\infty$"),
            ("Α ≠ Β, ∑ x′ ⇒ é", "A $\\ne$ B, $\\sum$ x$'$ $\\Rightarrow$ é"),
            ("z·s/√n × ½", "z$\\cdot$s/$\\surd$n $\\times$ $\\frac12$"),
        ];
        for (text, expected) in pairs {
            assert_eq!(escape(text), expected);
        }
    }
}
