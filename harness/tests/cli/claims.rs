//! `bench claims`: the claims of papers from results files, and the tables of `configs/RESULTS.md`.

use crate::workdir::Bench;
use std::path::Path;

const MATCH: &str = "[experiment]\nname = \"one\"\npaper = \"A Paper\"\nkind = \"match\"\nseed = 1\ngames-per-cell = 60\n[budget]\niterations = 40\n\
    [grid]\ngame = [\"tic-tac-toe\"]\n[compare]\nuct = \"random\"\n[[hypothesis]]\nsays = \"It wins\"\nsource = \"section 2\"\nis = \"better\"\n";

const SEARCH: &str = "[experiment]\nname = \"two\"\npaper = \"A Paper\"\nkind = \"search\"\nseed = 1\ngames-per-cell = 10\n[budget]\niterations = 40\n\
    [grid]\ngame = [\"tic-tac-toe\"]\n[agent.uct]\n[agent.random]\n[[hypothesis]]\nsays = \"It sees more\"\nis = \"better\"\n\
    where = { agent = \"uct\" }\nthan = { agent = \"random\" }\n";

/// A folder with these experiments.
fn folder(files: &[(&str, &str)]) -> Bench {
    let bench = Bench::new();
    std::fs::create_dir(bench.path("exp")).unwrap();
    files.iter().for_each(|(name, text)| bench.write(&format!("exp/{name}"), text));
    bench
}

fn unnamed() -> String {
    MATCH.replace("paper = \"A Paper\"\n", "")
}

#[test]
fn claims_are_listed_paper_by_paper() {
    let bench = folder(&[("one.toml", MATCH), ("two.toml", SEARCH), ("three.toml", &unnamed())]);
    bench.run("run exp/one.toml --results exp/results/one.csv --no-report").ends(0);
    let said = bench.run("claims exp --formats markdown").ends(0);
    for part in
        ["A Paper", "2 claims: 1 found again, 0 contradicted, 0 not decided, 1 not played", "It wins.", "section 2", "agrees", "not played"]
    {
        assert!(said.contains(part), "`{part}` in\n{said}");
    }
    bench.write("R.md", "# Results\n\nBefore.\n\n<!-- claims of: A Paper -->\nold\n<!-- end of claims -->\n\nAfter.\n");
    bench.run("claims exp --formats markdown --into R.md").ends(0);
    let text = bench.read("R.md");
    let (begins, ends) = ("# Results\n\nBefore.\n\n<!-- claims of: A Paper -->\n\n| where |", "<!-- end of claims -->\n\nAfter.\n");
    assert!(text.starts_with(begins) && text.ends_with(ends), "{text}");
    assert!(text.contains("| section 2 | It wins. |") && text.contains("bench run exp/two.toml --results exp/results/two.csv"), "{text}");
    assert!(!text.contains("old"), "{text}");
    bench.run("claims exp --formats markdown --into R.md").ends(0);
    assert_eq!(bench.read("R.md"), text, "a second time changes nothing");
}

#[test]
fn a_part_is_not_the_whole() {
    let bench = folder(&[("one.toml", MATCH)]);
    bench.run("run exp/one.toml --results exp/results/one.csv --no-report --set experiment.games-per-cell=20").ends(0);
    let said = bench.run("claims exp --formats markdown").ends(0);
    let words: Vec<&str> = said.split_whitespace().collect();
    let row = ["one", "20", "60", "0.0", "bench", "run", "exp/one.toml", "--results", "exp/results/one.csv"];
    assert!(words.windows(row.len()).any(|part| part == row), "{said}");
}

#[test]
fn mistakes_name_the_file_and_what_there_is() {
    let bench = folder(&[("one.toml", MATCH)]);
    bench.write("R.md", "<!-- claims of: Another -->\n<!-- end of claims -->\n");
    bench.run("claims exp --into R.md").refuses(&["R.md: no experiment names the paper `Another`; there are: A Paper"]);
    bench.write("R.md", "<!-- claims of: A Paper -->\n");
    bench.run("claims exp --into R.md").refuses(&["R.md: ", "has no `<!-- end of claims -->`"]);
    assert_eq!(bench.read("R.md"), "<!-- claims of: A Paper -->\n", "it is left alone");
    bench.run("claims nowhere").refuses(&["cannot read `nowhere`"]);
    folder(&[("one.toml", &unnamed())]).run("claims exp").refuses(&["no experiment in `exp` names a paper"]);
}

/// `configs/RESULTS.md` says what the committed results files say.
#[test]
fn the_tables_of_results_md_are_up_to_date() {
    let bench = Bench::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let committed = std::fs::read_to_string(root.join("configs/RESULTS.md")).unwrap();
    bench.write("RESULTS.md", &committed);
    let (pages, copy) = (bench.path("pages"), bench.path("RESULTS.md"));
    let words = ["claims", "configs", "--formats", "markdown", "--out", pages.to_str().unwrap(), "--into", copy.to_str().unwrap()];
    let status = bench.command(&words).current_dir(root).output().unwrap();
    assert!(status.status.success(), "{}", String::from_utf8_lossy(&status.stderr));
    assert!(bench.read("RESULTS.md") == committed, "bring it up to date: cargo run --release -- claims configs --into configs/RESULTS.md");
}
