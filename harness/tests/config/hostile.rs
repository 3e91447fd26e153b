//! Files that would need too much time or memory are rejected early, with the line.

use crate::support::{Files, fault, load_text, options, urgency};
use std::time::{Duration, Instant};

/// Far longer than any of these files takes, even on a busy machine and without optimisation.
const PATIENCE: Duration = Duration::from_secs(300);

#[track_caller]
fn refused(text: &str, message: &str, line: usize) {
    #[expect(clippy::disallowed_methods, reason = "a hang must end the test")]
    let start = Instant::now();
    let found = fault(text);
    let beginning = &found[..found.floor_char_boundary(500)];
    assert!(found.starts_with(&format!("error: {message}")), "{beginning}");
    assert!(found.lines().any(|shown| shown.trim_start().starts_with(&format!("--> x.toml:{line}:"))), "{beginning}");
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
}

fn numbers(count: usize) -> String {
    (1..=count).map(|n| n.to_string()).collect::<Vec<_>>().join(",")
}

/// The line of the example that begins with this text.
fn line(start: &str) -> usize {
    1 + urgency().lines().position(|line| line.starts_with(start)).unwrap()
}

const FPU: &str = "fpu = [0.5, 1.0, 1.5]";

#[test]
fn a_million_swept_values() {
    let text = urgency().replace(FPU, &format!("playout-cap = [{}]", numbers(1_000_000)));
    refused(&text, "`playout-cap` has 1000000 values; the limit is 200000", line("fpu"));
}

#[test]
fn a_trillion_cells() {
    let list = numbers(10_000);
    let one = urgency().replace(FPU, &format!("playout-cap = [{list}]\nmax-nodes = [{list}]\nexploration = [{list}]"));
    refused(&one, "the sweeps here have 1000000000000 combinations; the limit is 200000", line("[agent.candidate]"));
    let budgets = urgency().replace("[200, 1_000]", &format!("[{list}]"));
    let both = budgets.replace(FPU, &format!("playout-cap = [{list}]"));
    refused(&both, "the grid has 300000000 combinations; the limit is 2000000", line("[grid]"));
    let settings = urgency().replace("[compare]", &format!("[match]\nmax-moves = [{list}]\n[compare]"));
    let many = settings.replace("[200, 1_000]", &format!("[{}]", numbers(20))).replace(FPU, "fpu = [0.5]");
    refused(&many, "the grid has more than 200000 cells", line("[grid]"));
}

#[test]
fn a_hundred_thousand_unknown_tables() {
    let tables: String = (0..100_000).map(|i| format!("[table-{i}]\nx = {i}\n")).collect();
    #[expect(clippy::disallowed_methods, reason = "a hang must end the test")]
    let start = Instant::now();
    let found = fault(&format!("{}{tables}", urgency()));
    assert_eq!(found.matches("error: unknown key `table-").count(), 50);
    assert!(found.ends_with("error: there are more errors; fix these first"), "{}", &found[found.len() - 200..]);
    let agents: String = (0..100_000).map(|i| format!("[agent.a{i}]\nuse = \"nobody\"\n")).collect();
    let found = fault(&format!("{}{agents}", urgency()));
    assert_eq!(found.matches("error: unknown agent `nobody`").count(), 50);
    assert!(start.elapsed() < PATIENCE, "{:?}", start.elapsed());
}

#[test]
fn deep_nesting() {
    for text in [format!("a = {}", "[".repeat(100_000)), format!("{}x = 1", "a.".repeat(100_000)), format!("[{}x]", "a.".repeat(100_000))] {
        let found = fault(&format!("{}{text}\n", urgency()));
        assert!(found.starts_with("error: "), "{}", &found[..found.floor_char_boundary(200)]);
    }
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_file() {
    let plain = load_text(&urgency()).unwrap().experiment;
    let marked = load_text(&format!("\u{feff}{}", urgency())).unwrap().experiment;
    assert_eq!(marked.metadata.question, plain.metadata.question);
    assert_eq!(marked.resolved_toml, plain.resolved_toml);
    let files = Files::new(&[("base.toml", &format!("\u{feff}{}", urgency())), ("x.toml", "\u{feff}include = [\"base.toml\"]\n")]);
    assert_eq!(files.load_pairs(&options()).unwrap().experiment.cells.len(), plain.cells.len());
    let found = fault(&format!("\u{feff}sed = 1\n{}", urgency()));
    assert!(found.contains(" --> x.toml:1:1\n"), "{found}");
}
