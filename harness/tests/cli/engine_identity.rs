//! The identity of engines: the program and its options, and the part of it stored in results files, which can be read where the program is missing
//! or differs.

use crate::engines::{TTT, config, script, ugi};
use crate::results::{report, resealed, same};
use crate::workdir::Bench;

const PLAY: &str = "run x.toml --results saved/x.csv --no-report";
const READ: &str = "report --results saved/x.csv --formats csv";

/// Four games of an engine, in a results file.
fn played() -> Bench {
    let bench = Bench::new();
    script(&bench, &ugi("play", "exit 0"));
    bench.write("x.toml", &config("ugi", TTT, 4));
    bench.run(PLAY).ends(0);
    bench
}

/// Replaces the engine by another program.
fn exchange(bench: &Bench) {
    script(bench, &(ugi("play", "exit 0") + "# another\n"));
}

/// The file as an earlier version wrote it.
fn without_names(text: &str) -> String {
    let (before, after) = text.split_once("# [[engine]]\n").unwrap();
    before.to_owned() + after.split_once("\n#\n").unwrap().1
}

/// A different script is a different agent, and a stored run is replayed by the engine it names.
#[test]
fn an_engine_is_part_of_what_its_games_are_known_by() {
    let bench = Bench::new();
    script(&bench, &ugi("play", "exit 0"));
    bench.write("x.toml", &config("ugi", TTT, 4));
    bench.run("run x.toml --no-report").ends(0);
    bench.run("run x.toml --no-report").ends(0);
    assert_eq!(bench.stored("results/run"), 4, "finished games are found again");
    assert!(bench.run("verify results/run").ends(0).contains("identical"));
    script(&bench, &(ugi("play", "exit 0") + "# another\n"));
    let planned = bench.run("plan x.toml --calibrate 0").ends(0);
    assert!(planned.contains("0/4") && planned.contains("identity"), "{planned}");
}

/// An identity that the file states is that of the program, or the games of several programs would count as those of one.
#[test]
fn an_identity_in_the_file_is_that_of_the_program() {
    let bench = Bench::new();
    script(&bench, &ugi("play", "exit 0"));
    let text = config("ugi", TTT, 4);
    for identity in ["play; files 00", "play; x"] {
        bench.write("x.toml", &text.replace("protocol =", &format!("identity = \"{identity}\", protocol =")));
        bench.run("run x.toml --no-report").refuses(&[identity, "starts a different program here", "remove its `identity`"]);
    }
}

/// Every value of a swept option is an agent, and shares the games of a table with that option.
#[test]
fn options_are_swept() {
    let bench = Bench::new();
    let offers = "echo 'option name Level type spin default 0 min 0 max 9'; echo ugiok";
    script(&bench, &ugi("play", "exit 0").replace("echo ugiok", offers));
    let text = config("ugi", TTT, 2);
    let swept = "[agent.engine.sweep]\nLevel = [0, 4]\n\"Big Name\" = [\"x\"]\n[compare]";
    bench.write("x.toml", &text.replace("[compare]", swept));
    bench.run("plan x.toml").refuses(&["x.toml:10:", "the engine with Big Name = x, Level = 0 does not start: has no option `Big Name`"]);
    bench.write("x.toml", &text.replace("[compare]", &swept.replace("\"Big Name\" = [\"x\"]\n", "")));
    bench.run("run x.toml --no-report --results saved/x.csv").ends(0);
    assert!(bench.read("saved/x.csv").contains("axis.engine.Level,key,"), "{}", bench.read("saved/x.csv"));
    bench.run("run x.toml --no-report").ends(0);
    assert_eq!(bench.stored("results/run"), 4, "finished games are found again");
    let resolved = bench.read("results/run/resolved.toml");
    assert!(resolved.contains("[agent.engine.sweep]\nLevel = [0, 4]\n"), "{resolved}");
    assert!(bench.run("verify results/run").ends(0).contains("identical"));
    bench.write("x.toml", &text.replace("limit =", "options = { Level = 4 }, limit ="));
    let said = bench.run("run x.toml --no-report").ends(0);
    assert!(said.starts_with("0 of 2 tasks played, 2 already stored"), "{said}");
}

#[test]
fn swept_options_are_checked() {
    let bench = Bench::new();
    script(&bench, &ugi("play", "exit 0"));
    let text = config("ugi", TTT, 2).replace("limit =", "options = { Level = 4 }, limit =");
    bench.write("x.toml", &text.replace("[compare]", "[agent.engine.sweep]\nLevel = [0, 4]\n[compare]"));
    bench.run("plan x.toml").refuses(&["`Level` is both swept and set in `options`"]);
}

#[test]
fn a_file_is_read_where_its_engine_is_missing() {
    let bench = played();
    let text = bench.read("saved/x.csv");
    assert!(text.contains("# [[engine]]\n# agent = \"engine\"\n# identity = \"sh 1; files "), "{text}");
    let with = report(&bench, "--results saved/x.csv");
    std::fs::remove_file(bench.path("engine.sh")).unwrap();
    same(&with, &report(&bench, "--results saved/x.csv"), "without the program");
    let said = bench.run(READ);
    assert_eq!(said.err, "", "that it is missing changes nothing about what was played");
    for line in ["run x.toml --no-report --out other", PLAY] {
        bench.run(line).refuses(&["no program `engine.sh` in "]);
    }
    assert_eq!(bench.read("saved/x.csv"), text);
}

#[test]
fn another_program_is_told_apart_from_the_one_that_played() {
    let bench = played();
    let (with, text) = (report(&bench, "--results saved/x.csv"), bench.read("saved/x.csv"));
    assert_eq!(bench.run(READ).err, "", "the same program");
    exchange(&bench);
    same(&with, &report(&bench, "--results saved/x.csv"), "with another program");
    let warning = bench.run(READ).err;
    assert!(warning.starts_with("warning: `engine` played as sh 1; files "), "{warning}");
    assert!(warning.contains("; `./engine.sh` starts a different program here (files "), "{warning}");
    bench.run(PLAY).refuses(&["saved/x.csv: its games were played by the engine `engine` as sh 1; files ", "start a new file"]);
    assert_eq!(bench.read("saved/x.csv"), text);
    // Where the first program is back, the file goes on.
    script(&bench, &ugi("play", "exit 0"));
    bench.run(&format!("{PLAY} --set experiment.games-per-cell=6 --out other")).ends(0);
    assert_eq!(bench.stored("other"), 2, "four are in the file");
}

#[test]
fn files_of_earlier_versions_are_read_where_their_engines_are() {
    let bench = played();
    let text = bench.read("saved/x.csv");
    bench.write("saved/x.csv", &resealed(&without_names(&text), "# experiment", "# experiment"));
    bench.run(READ).ends(0);
    let engine = bench.read("engine.sh");
    std::fs::remove_file(bench.path("engine.sh")).unwrap();
    bench.run(READ).refuses(&[
        "no program `engine.sh` in ",
        "saved/x.csv can be read without its engines once it names them, which files of earlier versions do not",
        "x.toml --results saved/x.csv` adds their names",
    ]);
    script(&bench, &engine);
    bench.run(PLAY).ends(0);
    assert_eq!(bench.read("saved/x.csv"), text, "nothing was played, and the names are there");
}

#[test]
fn claims_are_read_where_an_engine_is_missing() {
    let bench = Bench::new();
    std::fs::create_dir(bench.path("exp")).unwrap();
    script(&bench, &ugi("play", "exit 0"));
    std::fs::rename(bench.path("engine.sh"), bench.path("exp/engine.sh")).unwrap();
    let named = config("ugi", TTT, 4).replace("[budget]", "paper = \"A Paper\"\n[budget]");
    bench.write("exp/x.toml", &(named + "[[hypothesis]]\nsays = \"It wins.\"\nis = \"better\"\nsource = \"section 1\"\n"));
    bench.run("run exp/x.toml --results exp/results/x.csv --no-report").ends(0);
    std::fs::remove_file(bench.path("exp/engine.sh")).unwrap();
    let said = bench.run("claims exp --formats markdown").ends(0);
    assert!(said.contains("It wins.") && said.contains("0 not played"), "{said}");
}
