//! However games are played (at once, in sessions, in shards), the report is the same, warnings included; and the history of a run's growth is kept
//! with it.

use crate::engines::{script, ugi};
use crate::results::{report, resealed, same};
use crate::shards::with_sum;
use crate::workdir::{Bench, config};
use serde_json::Value;
use treebench::games::Rng;

/// The start of the warning that a run grew.
const GREW: &str = "This run could be looked at after ";
const MORE: &str = "games per cell have been played or planned, but fewer are shown";
const MISSING: &str = "History missing";

/// A small random experiment: deterministic agents or not, openings from a file or random, common seeds, sequential tests of cells or of averages, an
/// engine that crashes and loses by it or not. Every choice takes each of its values once in as many trials.
fn experiment(bench: &Bench, rng: &mut Rng, trial: usize, shifts: &[usize]) -> String {
    let mut shifts = shifts.iter();
    let mut pick = |choices: &[&str]| choices[(trial + shifts.next().unwrap()) % choices.len()].to_owned();
    bench.write("openings.txt", "a1 b2\nb2\nc3 a1\n");
    let settings = pick(&["max-moves = 30", "openings = \"openings.txt\"", "seeds = \"common\"", "random-plies = 1\nseeds = \"common\""]);
    let games = if settings.contains("openings") { "[\"tic-tac-toe\"]" } else { "[\"tic-tac-toe\", \"connect-four\"]" };
    let compare = pick(&[
        "alpha-beta = \"minimax\"",
        "uct = \"random\"",
        "random = [[\"random\"], [\"uct\"]]",
        "uct = \"alpha-beta\"",
        "crashing = \"random\"",
        "random = [[\"uct\"], [\"crashing\"]]",
    ]);
    let games = if compare.contains("crashing") { "[\"tic-tac-toe\"]" } else { games };
    // It crashes where it is to move with the board half full, whatever was played before.
    script(bench, &ugi("set -- $moves; [ $# -lt 4 ] || [ \"$1\" \"<\" b ] || exit 1; play", "exit 0"));
    let engine = "[agent.crashing]\nengine = { protocol = \"ugi\", command = [\"./engine.sh\"] }\n";
    let engine = if compare.contains("crashing") { engine } else { "" };
    let failure = pick(&["", "failure = \"void\"\n", "failure = \"loss\"\n"]);
    let stop =
        pick(&["", "", "[stop]\ntest = \"interval\"\n", "", "[stop]\ntest = \"interval\"\nover = \"hypothesis\"\nfamily-alpha = 0.05\n"]);
    format!(
        "# Which?\n[experiment]\nname = \"kept\"\nkind = \"match\"\nseed = {}\ngames-per-cell = 24\n[match]\n{settings}\n{failure}[budget]\nstates = 40\n\
         [grid]\ngame = {games}\n{engine}[compare]\n{compare}\n{stop}\
         [[hypothesis]]\nis = \"better\"\n",
        rng.below(1000)
    )
}

/// Runs a command; a merge may report missing tasks that a sequential test does not need, and tasks may fail.
fn plays(bench: &Bench, line: &str) {
    let said = bench.run(line);
    assert!(matches!(said.code, Some(0 | 3 | 4)), "{line}: {}", said.err);
}

#[test]
fn a_report_is_the_same_however_the_games_came() {
    let mut rng = Rng::from_seed(47);
    let shifts: Vec<usize> = (0..4).map(|_| rng.below(60)).collect();
    for trial in 0..7 {
        let bench = Bench::new();
        let text = experiment(&bench, &mut rng, trial, &shifts);
        bench.write("kept.toml", &text);
        plays(&bench, "run kept.toml --out whole --no-report --results once.csv");
        let whole = report(&bench, "whole");
        same(&whole, &report(&bench, "--results once.csv"), &text);
        let line = "run kept.toml --results kept.csv --no-report";
        let sizes = [2 + 2 * rng.below(4), 12 + 2 * rng.below(3)];
        for (out, games) in ["one", "two"].into_iter().zip(sizes) {
            plays(&bench, &format!("{line} --out {out} --threads {} --set experiment.games-per-cell={games}", 1 + rng.below(3)));
        }
        plays(&bench, &format!("{line} --out three"));
        // A run directory that grew at the same sizes.
        for games in sizes.into_iter().chain([24]) {
            plays(&bench, &format!("run kept.toml --out grown --no-report --set experiment.games-per-cell={games}"));
        }
        let file = report(&bench, "--results kept.csv");
        assert!(report(&bench, "one") != whole || text.contains("[stop]"), "a part of the games says something else: {text}");
        assert_eq!(warnings(&file).contains(GREW), !text.contains("[stop]"), "{text}");
        same(&report(&bench, "grown"), &file, &text);
        let shards = 1 + rng.below(3);
        (1..=shards).for_each(|shard| plays(&bench, &format!("run kept.toml --out all --shard {shard}/{shards} --scratch .")));
        plays(&bench, "merge all --into merged --no-report");
        same(&whole, &report(&bench, "merged"), &text);
    }
}

/// The experiment of `file` in this folder's data.
pub(crate) fn shipped(bench: &Bench, file: &str) -> String {
    let data = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    for name in [file, "op_reversi.txt"] {
        std::fs::copy(data.join(name), bench.path(name)).unwrap();
    }
    format!("run {file} --no-report")
}

/// 20 openings and two deterministic agents give 40 games, in one session or in five.
#[test]
fn games_repeated_over_sessions_are_found() {
    let bench = Bench::new();
    let line = shipped(&bench, "results_file_repeats.toml");
    for games in [40, 80, 120, 160, 200] {
        bench.run(&format!("{line} --out whole --set experiment.games-per-cell={games}")).ends(0);
        bench.run(&format!("{line} --out part{games} --results d.csv --set experiment.games-per-cell={games}")).ends(0);
    }
    let (whole, file) = (report(&bench, "whole"), report(&bench, "--results d.csv"));
    assert!(warnings(&file).contains("could be looked at after 40, 80, 120, 160 games per cell"));
    same(&whole, &file, "");
    assert!(
        whole["warnings"].to_string().contains("40 distinct") || whole.to_string().contains("40 distinct games"),
        "{}",
        whole["warnings"]
    );
}

fn warnings(report: &Value) -> String {
    report["warnings"].to_string()
}

/// The history of growth is not lost by merging, copying, a results file, or removing a file.
#[test]
fn growth_goes_with_the_games() {
    let bench = Bench::new();
    let line = shipped(&bench, "laundered_stopping.toml");
    let games = |games: u32| format!("--set experiment.games-per-cell={games}");
    for size in [12, 24, 36] {
        bench.run(&format!("{line} --out grown {}", games(size))).ends(0);
    }
    let grew = "could be looked at after 12, 24 games per cell";
    assert!(warnings(&report(&bench, "grown")).contains(grew));
    // Merged into another directory, without its provenance, and as a results file.
    bench.run("merge grown --into merged --no-report").ends(0);
    assert!(warnings(&report(&bench, "merged")).contains(grew));
    std::fs::remove_file(bench.path("grown/provenance.json")).unwrap();
    assert!(warnings(&report(&bench, "grown")).contains(grew));
    bench.run(&format!("{line} --out merged --results merged.csv {}", games(36))).ends(0);
    let file = report(&bench, "--results merged.csv");
    assert!(warnings(&file).contains(grew), "{}", warnings(&file));
    // 400 games are played, and the first 36 of them are shown.
    bench.run(&format!("{line} --out long {}", games(400))).ends(0);
    bench.run(&format!("{line} --out long --results few.csv {}", games(36))).ends(0);
    for said in [report(&bench, "--results few.csv"), report(&bench, "long")] {
        assert!(warnings(&said).contains("Up to 400") && warnings(&said).contains(MORE), "{}", warnings(&said));
    }
    // A run that was cut off, and is said to be whole.
    let mut child = bench.start(&format!("{line} --out cut {}", games(1_000_000)), "cut");
    child.kill().unwrap();
    child.wait().unwrap();
    let whole = games(bench.stored("cut") as u32 / 2 * 2 + 20);
    bench.run(&format!("{line} --out cut --results cut.csv {whole}")).ends(0);
    for said in [report(&bench, "--results cut.csv"), report(&bench, "cut")] {
        assert!(warnings(&said).contains("Up to 1000000") && warnings(&said).contains(MORE), "{}", warnings(&said));
    }
    // A report of a part of a run is a look, too.
    bench.run(&format!("{line} --out quiet --max-failures 1 {}", games(20))).ends(0);
    assert!(!warnings(&report(&bench, "quiet")).contains(GREW));
    bench.run(&format!("{line} --out quiet {}", games(40))).ends(0);
    assert!(warnings(&report(&bench, "quiet")).contains("could be looked at after 20 games per cell"));
}

/// Looks at shards stay with everything that is played or merged there later, in any directory.
#[test]
fn looks_at_shards_go_with_them() {
    let bench = Bench::new();
    bench.write("x.toml", &config(12, 10, "tic-tac-toe", 11));
    let shard = |number: u32, games: u32| {
        bench.run(&format!("run x.toml --out all --shard {number}/2 --scratch . --set experiment.games-per-cell={games}")).ends(0);
    };
    let merged = |into: &str| {
        bench.run(&format!("merge all/shards --into {into} --no-report")).ends(0);
        warnings(&report(&bench, into))
    };
    shard(1, 12);
    assert!(bench.run("merge all --into seen").ends(3).contains("6 records from 1 source"));
    shard(2, 12);
    assert!(merged("one").contains("could be looked at after 6 games per cell, before it grew to 12"));
    // A shard that was played later knows of the look, and a merge without a report is none.
    let looks = |name: &std::ffi::OsStr| name.to_string_lossy().starts_with("looks-");
    let files = || std::fs::read_dir(bench.path("all/shards")).unwrap().map(|entry| entry.unwrap());
    files().filter(|file| looks(&file.file_name())).for_each(|file| std::fs::remove_file(file.path()).unwrap());
    assert!(merged("two").contains("could be looked at after 6 games per cell"));
    bench.run("merge all --into all").ends(0);
    shard(1, 24);
    shard(2, 24);
    assert!(merged("three").contains("could be looked at after 6, 12 games per cell, before it grew to 24"));
    // A header that says nothing of it.
    for file in files() {
        let text = std::fs::read_to_string(file.path()).unwrap();
        let (header, records) = text.split_once('\n').unwrap();
        let mut json: Value = serde_json::from_str(header.rsplit_once('\t').unwrap().0).unwrap();
        json.as_object_mut().unwrap().remove("histories").unwrap();
        std::fs::write(file.path(), with_sum(&json.to_string()) + records).unwrap();
    }
    assert!(merged("four").contains(MISSING));
}

/// A history that was removed or edited is reported as such, also in every output made from the run.
#[test]
fn a_history_that_was_changed_is_said_to_be_missing() {
    let bench = Bench::new();
    let line = shipped(&bench, "laundered_stopping.toml");
    for (number, change) in ["DROP TABLE history", "DELETE FROM history", "UPDATE history SET looks = '36'"].into_iter().enumerate() {
        let run = format!("run{number}");
        for size in [12, 36] {
            bench.run(&format!("{line} --out {run} --set experiment.games-per-cell={size}")).ends(0);
        }
        assert!(!warnings(&report(&bench, &run)).contains(MISSING));
        rusqlite::Connection::open(bench.path(&run).join("results.sqlite")).unwrap().execute(change, []).unwrap();
        assert!(warnings(&report(&bench, &run)).contains(MISSING), "{change}");
        bench.run(&format!("merge {run} --into merged{number} --no-report")).ends(0);
        bench.run(&format!("{line} --out {run} --results {run}.csv --set experiment.games-per-cell=36")).ends(0);
        for what in [format!("merged{number}"), format!("--results {run}.csv")] {
            assert!(warnings(&report(&bench, &what)).contains(MISSING), "{change}: {what}");
        }
    }
}

/// Edited counts differ when their blocks are replayed, wherever the edit was made.
#[test]
fn a_replay_of_blocks_finds_edited_counts() {
    let bench = Bench::new();
    let line = shipped(&bench, "laundered_stopping.toml");
    for size in [10, 36, 60] {
        bench.run(&format!("{line} --out part{size} --results f.csv --set experiment.games-per-cell={size}")).ends(if size == 37 {
            2
        } else {
            0
        });
    }
    let honest = bench.read("f.csv");
    let said = bench.run("verify --results f.csv --games all").ends(0);
    assert!(said.contains("60 of 60 tasks replayed: identical"), "{said}");
    let said = bench.run("verify --results f.csv --games 12 --draw 3").ends(0);
    assert!(said.contains(" of 60 tasks replayed: identical (--draw 3"), "{said}");
    let header = honest.lines().find(|line| line.starts_with("axis.")).unwrap().split(',').position(|name| name == "blocks").unwrap();
    let row = honest.lines().last().unwrap();
    let blocks = row.split(',').nth(header).unwrap();
    assert_eq!(blocks.split(' ').count(), 6, "{row}");
    // Another hash in any of the blocks.
    for (place, block) in blocks.split(' ').enumerate() {
        let (counts, hash) = block.rsplit_once(':').unwrap();
        let other = format!("{counts}:{}{}", if hash.starts_with('0') { '1' } else { '0' }, &hash[1..]);
        bench.write("edited.csv", &resealed(&honest, block, &other));
        let said = bench.run("verify --results edited.csv --games all").ends(1);
        assert!(said.contains("60 of 60 tasks replayed: 1 block different"), "{place}: {said}");
    }
    // A column that no block holds.
    let names = honest.lines().find(|line| line.starts_with("axis.")).unwrap();
    for (column, from, to) in [("endings", "60 0 0 0 0", "59 1 0 0 0"), ("distinct", "", "1")] {
        let place = names.split(',').position(|name| name == column).unwrap();
        let mut fields: Vec<&str> = row.split(',').collect();
        assert!(from.is_empty() || fields[place] == from, "{}", fields[place]);
        fields[place] = to;
        bench.write("edited.csv", &resealed(&honest, row, &fields.join(",")));
        let said = bench.run("verify --results edited.csv --games all").ends(1);
        assert!(said.contains("identical, but 1 row does not match them") && said.contains(column), "{said}");
    }
    // Points that do not add up to those of the row are refused without a game.
    let (tasks, rest) = blocks.split_once(':').unwrap();
    let (points, rest) = rest.split_once(':').unwrap();
    let more = format!("{tasks}:{}:{rest}", points.parse::<f64>().unwrap() + 1.0);
    bench.write("edited.csv", &resealed(&honest, blocks, &more));
    bench.run("verify --results edited.csv").refuses(&["edited.csv:", "the points in `blocks` are not those of the row"]);
}

/// The share of edits of one block that a replay of blocks detects, by the number of tasks replayed; METHODOLOGY has the numbers.
#[test]
#[ignore = "a minute"]
#[expect(clippy::print_stderr, reason = "it prints what it measures")]
fn the_share_of_edits_that_a_replay_finds() {
    let bench = Bench::new();
    bench.write(
        "x.toml",
        "[experiment]\nname = \"kept\"\nkind = \"match\"\nseed = 8\ngames-per-cell = 60\n[budget]\niterations = [1, 2, 3]\n\
         [grid]\ngame = [\"tic-tac-toe\", \"connect-four\"]\n[compare]\nuct = \"random\"\n",
    );
    bench.run("run x.toml --no-report --results f.csv").ends(0);
    let honest = bench.read("f.csv");
    let place = honest.lines().find(|line| line.starts_with("axis.")).unwrap().split(',').position(|name| name == "blocks").unwrap();
    let rows: Vec<&str> = honest.lines().skip_while(|line| !line.starts_with("axis.")).skip(1).collect();
    let blocks: Vec<&str> = rows.iter().flat_map(|row| row.split(',').nth(place).unwrap().split(' ')).collect();
    for games in ["20", "60", "180", "all"] {
        let (mut any, mut largest, mut of_largest) = (0, 0, 0);
        for (number, block) in blocks.iter().enumerate() {
            let (counts, hash) = block.rsplit_once(':').unwrap();
            let other = format!("{counts}:{}{}", if hash.starts_with('0') { '1' } else { '0' }, &hash[1..]);
            bench.write("edited.csv", &resealed(&honest, block, &other));
            let found = bench.run(&format!("verify --results edited.csv --games {games} --draw {number}")).code == Some(1);
            any += usize::from(found);
            if block.starts_with("28:") {
                (largest, of_largest) = (largest + usize::from(found), of_largest + 1);
            }
        }
        eprintln!("--games {games}: {any} of {} blocks, {largest} of the {of_largest} largest", blocks.len());
    }
}
