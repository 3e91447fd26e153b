//! `bench init`: the files it writes can be played and built, and nothing is overwritten. CI builds and tests the crate.

use crate::clients::skipped;
use crate::workdir::Bench;
use std::process::Command;

/// The sources of this build.
const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

#[test]
fn the_experiment_can_be_played() {
    let bench = Bench::new();
    bench.run("init mein-erstes-Größe.toml").ends(0);
    assert!(bench.read("mein-erstes-Größe.toml").contains("name = \"mein-erstes-Größe\""));
    let plan = bench.run("plan mein-erstes-Größe.toml --calibrate 0").ends(0);
    assert!(plan.contains("12 cells"), "{plan}");
    bench.run("init mein-erstes-Größe.toml").refuses(&["mein-erstes-Größe.toml", "already exists"]);
}

/// Every template as written, with a few games and short turns.
#[test]
fn every_template_is_listed_with_its_question_and_plays() {
    let bench = Bench::new();
    let list = bench.run("init --list").ends(0);
    assert!(list.lines().count() >= 7 && list.lines().all(|line| line.ends_with('?') || line.ends_with('.')), "{list}");
    for name in list.lines().filter_map(|line| line.split(' ').next()) {
        if name == "engine" && !Command::new("python3").arg("--version").output().is_ok_and(|said| said.status.success()) {
            skipped("TREEBENCH_REQUIRE_PYTHON", "no program `python3`");
            continue;
        }
        bench.run(&format!("init {name}.toml --template {name}")).ends(0);
        let few = match name {
            "tune" => "--set tune.games=16 --set tune.confirm=12",
            "playouts" => "--set experiment.games-per-cell=1 --set playout.playouts=2 --set playout.seconds=0",
            "head-to-head" => "--set experiment.games-per-cell=2 --set stop.at-least=0",
            _ => "--set experiment.games-per-cell=2",
        };
        let budget = if name == "engine" {
            "--set budget.iterations=[1,2] --set agent.python.budget.iterations=2"
        } else if name == "playouts" {
            // No agent plays.
            "--set experiment.seed=2"
        } else {
            "--set budget.iterations=2"
        };
        bench.run(&format!("run {name}.toml --threads 2 {few} {budget}")).ends(0);
        assert!(bench.path(&format!("results/{name}/report/report.html")).is_file());
    }
    // A file beside the experiment is not overwritten either.
    bench.run("init other.toml --template rules").refuses(&["pawns.rbg", "already exists"]);
    bench.run("init other.toml --template rule").refuses(&["rule", "rules"]);
}

#[test]
fn the_crate_is_that_of_the_example_under_its_own_name() {
    let bench = Bench::new();
    bench.run(&format!("init --crate my-agents --path {SOURCES}")).ends(0);
    let manifest: toml::Table = bench.read("my-agents/Cargo.toml").parse().unwrap();
    assert_eq!(manifest["package"]["name"].as_str(), Some("my-agents"));
    let treebench = manifest["dependencies"]["treebench"]["path"].as_str().unwrap();
    assert!(std::path::Path::new(treebench).join("Cargo.toml").is_file(), "{treebench}");
    let main = bench.read("my-agents/src/main.rs");
    for module in main.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';')) {
        assert!(!bench.read(&format!("my-agents/src/{module}.rs")).is_empty());
    }
    assert!(bench.read("my-agents/README.md").starts_with("# my-agents\n"));
    assert!(bench.read("my-agents/.gitignore").contains("target"));
    assert!(bench.read("my-agents/.github/workflows/check.yml").contains("cargo test"));
    bench.run(&format!("init --crate my-agents --path {SOURCES}")).refuses(&["my-agents/Cargo.toml", "already exists"]);
    bench.run(&format!("init --crate 7x --path {SOURCES}")).refuses(&["`7x`", "a letter first"]);
}

/// A crate that others can build names a repository; if none is given, the user is asked for it.
#[test]
fn the_crate_takes_treebench_from_a_repository() {
    let bench = Bench::new();
    bench.run("init --crate mine --git https://example.org/treebench.git").ends(0);
    let manifest: toml::Table = bench.read("mine/Cargo.toml").parse().unwrap();
    let treebench = &manifest["dependencies"]["treebench"];
    assert_eq!(treebench["git"].as_str(), Some("https://example.org/treebench.git"));
    assert!(treebench.get("path").is_none() && treebench.get("rev").is_none_or(|rev| rev.as_str().unwrap().len() == 40));
    if env!("CARGO_PKG_REPOSITORY").is_empty() {
        bench.run("init --crate other").refuses(&["`--git URL`", "`--path DIR`"]);
    }
    bench.run("init --crate other --path .").refuses(&["`.`", "harness/Cargo.toml"]);
}

/// A fastchess command line becomes an experiment that can be planned and played.
#[test]
fn a_command_line_of_fastchess_is_an_experiment() {
    let bench = Bench::new();
    crate::engines::script(&bench, &crate::engines::ugi("play", "exit 0"));
    let line = "fastchess -engine cmd=./engine.sh name=new proto=ugi option.Hash=16 -engine cmd=./engine.sh name='old one' proto=ugi tc=40/10+0.1 \
                -each tc=8+0.08 timemargin=50 -variant tic-tac-toe -rounds 3 -games 2 -repeat -srand 7 -concurrency 4 -draw movenumber=40 movecount=8 \
                score=10 -resign movecount=3 score=600 twosided=true -sprt elo0=0 elo1=5 alpha=0.05 beta=0.05 -pgnout file=x.pgn -use-affinity -tb /tables -crosstable";
    let argument = line.replace("'old one'", "\"old one\"");
    let written = bench.command(&["init", "fast.toml", "--from-fastchess", &argument]).output().unwrap();
    assert!(written.status.success(), "{}", String::from_utf8_lossy(&written.stderr));
    let text = bench.read("fast.toml");
    for expected in [
        "games-per-cell = 6",
        "seed = 7",
        "clock = \"8+0.08\"",
        "clock = \"40/10+0.1\"",
        "[agent.old-one]",
        "options = { Hash = 16 }",
        "time-margin = 0.05",
        "resign-agreed = true",
        "draw-after = 40",
        "unit = \"normalised-elo\"",
        "h1 = 5",
        "new = \"old-one\"",
        "# Not in this file: -concurrency: bench run --threads 4",
        "# Not in this file: -use-affinity: bench run --affinity",
        "# Not in this file: -tb /tables: option SyzygyPath of the engines",
        "# Not in this file: -crosstable",
    ] {
        assert!(text.contains(expected), "{expected} is missing in\n{text}");
    }
    // The engine has no option called Hash.
    bench.write("fast.toml", &text.replace(", options = { Hash = 16 }", ""));
    let planned = bench.run("plan fast.toml --calibrate 0").ends(0);
    assert!(planned.contains("1 cell"), "{planned}");
    bench.run("run fast.toml --force --no-report --threads 1").ends(0);
    for (line, words) in [
        ("fastchess -engine cmd=a", "fewer than two engines"),
        ("-engine 'cmd=a", "unclosed quote"),
        ("-engine x=1 -engine cmd=b", "cmd=PROGRAM"),
    ] {
        let refused = bench.command(&["init", "other.toml", "--from-fastchess", line]).output().unwrap();
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert!(refused.status.code() == Some(2) && said.contains(words), "{said}");
        assert!(!bench.path("other.toml").exists());
    }
    // Three engines are a tournament, or a gauntlet of the first.
    for (more, kind) in [("", "tournament"), (" -tournament gauntlet", "match")] {
        let name = format!("{kind}.toml");
        let line = format!("cutechess-cli -engine cmd=a -engine cmd=b -engine cmd=c -each nodes=5 proto=uci -rounds 1{more}");
        assert!(bench.command(&["init", &name, "--from-fastchess", &line]).output().unwrap().status.success());
        let text = bench.read(&name);
        assert!(text.contains(&format!("kind = \"{kind}\"")) && text.contains("iterations = 5"), "{text}");
        assert_eq!(text.contains("a = [[\"b\"], [\"c\"]]"), kind == "match", "{text}");
    }
}
