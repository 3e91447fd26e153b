//! `bench init`: what it writes can be played and built, and nothing is overwritten. CI builds and tests the crate.

use crate::workdir::Bench;

#[test]
fn the_experiment_can_be_played() {
    let bench = Bench::new();
    bench.run("init my-first.toml").ends(0);
    assert!(bench.read("my-first.toml").contains("name = \"my-first\""));
    let plan = bench.run("plan my-first.toml --calibrate 0").ends(0);
    assert!(plan.contains("12 cells"), "{plan}");
    bench.run("init my-first.toml").refuses(&["my-first.toml", "exists already"]);
}

#[test]
fn the_crate_is_that_of_the_example_under_its_own_name() {
    let bench = Bench::new();
    bench.run("init --crate my-agents").ends(0);
    let manifest: toml::Table = bench.read("my-agents/Cargo.toml").parse().unwrap();
    assert_eq!(manifest["package"]["name"].as_str(), Some("my-agents"));
    let treebench = manifest["dependencies"]["treebench"]["path"].as_str().unwrap();
    assert!(std::path::Path::new(treebench).join("Cargo.toml").is_file(), "{treebench}");
    let main = bench.read("my-agents/src/main.rs");
    for module in main.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';')) {
        assert!(!bench.read(&format!("my-agents/src/{module}.rs")).is_empty());
    }
    bench.run("init --crate my-agents").refuses(&["my-agents/Cargo.toml", "exists already"]);
    bench.run("init --crate 7x").refuses(&["`7x`", "a letter first"]);
}
