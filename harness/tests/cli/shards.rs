//! Shards and merging: whatever happens to the machines, the merged run equals that of one machine byte for byte.

use crate::workdir::Bench;
use std::fs;
use std::path::PathBuf;
use treebench::cluster::Engine;
use treebench::games::params::ParamChoice as _;

const CONFIG: &str = "[experiment]\nname = \"dealt\"\nkind = \"match\"\nseed = 11\ngames-per-cell = 10\n[match]\nmax-moves = 30\n\
     [budget]\niterations = [3, 20]\n[grid]\ngame = [\"tic-tac-toe\", \"connect-four\"]\n[compare]\nuct = \"random\"\n";

/// A folder with an experiment and its run on one machine, exported.
fn whole(config: &str) -> (Bench, String) {
    let bench = Bench::new();
    bench.write("dealt.toml", config);
    bench.run("run dealt.toml --out whole --no-report --threads 1").ends(0);
    let export = bench.export("whole");
    (bench, export)
}

fn shard(bench: &Bench, shard: &str) -> String {
    bench.run(&format!("run dealt.toml --out all --shard {shard} --scratch .")).ends(0)
}

fn files(bench: &Bench) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(bench.path("all/shards")).unwrap().map(|entry| entry.unwrap().path()).collect();
    // Not those that say when others were looked at.
    files.retain(|file| !file.file_name().unwrap().to_string_lossy().starts_with("looks-"));
    files.sort();
    files
}

#[test]
fn shards_merge_in_any_order_and_any_number_of_times_to_the_run_of_one_machine() {
    let (bench, export) = whole(CONFIG);
    let said = shard(&bench, "3/3");
    assert!(said.starts_with("shard 3/3: 12 of 12 tasks played; 12 records in all/shards/0003-of-0003."), "{said}");
    let said = bench.run("merge all --into merged").ends(3);
    assert!(said.contains("12 records from 1 source\n28 tasks still missing"), "{said}");
    assert!(bench.export("merged").lines().all(|line| export.contains(line)), "a part of the run is a part of the whole");
    shard(&bench, "1/3");
    shard(&bench, "2/3");
    assert_eq!(files(&bench).len(), 3, "{:?}", files(&bench));
    let said = bench.run("merge all --into merged").ends(0);
    assert!(said.contains("28 records from 3 sources, 12 already stored") && said.contains("report: merged/report/report.html"), "{said}");
    assert_eq!(bench.export("merged"), export);
    bench.run("merge merged all/shards whole --into again --no-report").ends(0);
    assert_eq!(bench.export("again"), export);
    // Into the directory in which the shards have left their files.
    bench.run("merge all --into all --no-report").ends(0);
    bench.run("merge all --into all --no-report").ends(0);
    assert_eq!(bench.export("all"), export);
    let left: Vec<_> = fs::read_dir(bench.path(".")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().starts_with("treebench-")), "{left:?}");
}

#[test]
fn an_attempt_goes_on_from_what_others_left_and_a_cut_off_file_gives_what_is_intact() {
    let (bench, export) = whole(CONFIG);
    shard(&bench, "1/2");
    let said = shard(&bench, "1/2");
    assert!(said.starts_with("shard 1/2: 0 of 20 tasks played, 20 already stored"), "{said}");
    let file = files(&bench).into_iter().next_back().unwrap();
    let first = files(&bench).into_iter().next().unwrap();
    let longer = if fs::metadata(&first).unwrap().len() > fs::metadata(&file).unwrap().len() { first.clone() } else { file.clone() };
    for other in files(&bench).iter().filter(|file| **file != longer) {
        fs::remove_file(other).unwrap();
    }
    let bytes = fs::read(&longer).unwrap();
    let header = bytes.iter().position(|&byte| byte == b'\n').unwrap();
    for length in [0, 1, header / 2, header, header + 1, header + 200, bytes.len() / 2, bytes.len() - 30, bytes.len() - 1] {
        fs::write(&longer, &bytes[..length]).unwrap();
        fs::remove_dir_all(bench.path("part")).ok();
        let said = bench.run("merge all --into part --no-report");
        if length <= header {
            said.refuses_somewhere(&["first line"]);
            continue;
        }
        let out = said.ends(3);
        assert!(out.contains("is truncated after") || length == header + 1, "{length}: {out}");
        assert!(bench.export("part").lines().all(|line| export.contains(line)), "{length}");
    }
    // The next attempt plays what is not intact.
    fs::write(&longer, &bytes[..bytes.len() / 2]).unwrap();
    let said = shard(&bench, "1/2");
    assert!(!said.contains(" 0 of 20 tasks played") && said.contains("already stored"), "{said}");
    shard(&bench, "2/2");
    bench.run("merge all --into merged --no-report").ends(0);
    assert_eq!(bench.export("merged"), export);
}

#[test]
fn contradictions_and_foreign_files_are_refused_and_nothing_is_lost() {
    let (bench, export) = whole(CONFIG);
    shard(&bench, "1/2");
    shard(&bench, "2/2");
    bench.run("merge all --into merged --no-report").ends(0);
    let refuses = |line: &str, parts: &[&str]| {
        bench.run(line).refuses_somewhere(parts);
        assert_eq!(bench.export("merged"), export, "{line}");
    };
    refuses("merge merged --into merged", &["it is the target of the merge"]);
    refuses("merge nowhere --into merged", &["nowhere", "does not exist"]);
    refuses("merge dealt.toml --into merged", &["is not a shard file"]);
    bench.write("x.shard", "something else\n");
    refuses("merge x.shard --into merged", &["x.shard", "not a shard file"]);
    fs::create_dir(bench.path("empty")).unwrap();
    refuses("merge empty --into merged", &["empty", "neither shard files"]);
    // Other seeds, other cells.
    for (change, reason) in [("seed = 11", "its seed is 12"), ("[3, 20]", "its games, agents, parameters or budgets")] {
        bench.write("dealt.toml", &CONFIG.replace(change, if change.starts_with("seed") { "seed = 12" } else { "[3, 21]" }));
        bench.run("run dealt.toml --out other --shard 1/9 --scratch .").ends(0);
        refuses("merge other --into merged", &["was played for another plan", reason]);
        let reason = reason.replace("12", "11");
        bench.run("run dealt.toml --out all --shard 1/2 --scratch .").refuses_somewhere(&["was played for another plan", &reason]);
        fs::remove_dir_all(bench.path("other")).unwrap();
    }
    bench.write("dealt.toml", CONFIG);
    // A record that says something else, whose line is whole.
    let store = rusqlite::Connection::open(bench.path("whole/results.sqlite")).unwrap();
    store.execute("UPDATE match SET plies = plies + 1 WHERE id = (SELECT min(id) FROM match)", []).unwrap();
    drop(store);
    refuses("merge whole --into merged", &["`whole`", "was played twice, with different results", "bench replay"]);
    // Another executable.
    let store = rusqlite::Connection::open(bench.path("whole/results.sqlite")).unwrap();
    store.execute("UPDATE match SET plies = plies - 1 WHERE id = (SELECT min(id) FROM match)", []).unwrap();
    store.execute("UPDATE build SET executable = '00112233445566778899aabbccddeeff'", []).unwrap();
    drop(store);
    refuses("merge whole --into merged", &["different executables", "build 00112233", "--accept-mixed"]);
    bench.run("merge whole --into merged --accept-mixed --no-report").ends(0);
    assert_eq!(bench.export("merged"), export);
    bench.run("run dealt.toml --shard 3/2").refuses(&["3/2", "no shard 3 of 2"]);
    bench.run("run dealt.toml --shard three").refuses(&["`three` is not a shard", "3/40"]);
    bench.run("run dealt.toml --scratch .").refuses(&["--shard"]);
}

#[test]
fn sequential_tests_stop_in_shards_where_one_machine_stops() {
    let stop = CONFIG.replace("games-per-cell = 10", "games-per-cell = 60") + "[stop]\ntest = \"interval\"\n";
    let (bench, export) = whole(&stop);
    for number in 1..=5 {
        shard(&bench, &format!("{number}/5"));
    }
    let said = bench.run("merge all --into merged --no-report").ends(0);
    assert!(!said.contains("missing"), "{said}");
    assert_eq!(bench.export("merged"), export);
}

#[test]
fn what_depends_on_all_results_is_not_dealt() {
    let bench = Bench::new();
    bench.write(
        "dealt.toml",
        "[experiment]\nname = \"swiss\"\nkind = \"tournament\"\nseed = 1\ngames-per-cell = 2\n[budget]\niterations = 3\n\
         [grid]\ngame = \"tic-tac-toe\"\n[tournament]\nformat = \"swiss\"\nplayers = [\"uct\", \"random\", \"flat-mc\"]\n",
    );
    bench.run("run dealt.toml --shard 1/2").refuses_somewhere(&["Swiss", "one machine"]);
}

#[test]
fn a_job_on_this_machine_plays_what_is_missing_and_merges_it() {
    let (bench, export) = whole(CONFIG);
    let line = "submit dealt.toml --engine local --out all --shards 3 --minutes 1";
    let shown = bench.run(&format!("{line} --dry-run")).ends(0);
    assert!(shown.contains("3 shards of 3 to play") && shown.contains("local.sh") && shown.contains("shards.txt"), "{shown}");
    assert!(!bench.path("all").exists());
    bench.run("run dealt.toml --out all --shard 2/3 --scratch .").ends(0);
    let said = bench.run("status all").ends(2);
    assert!(said.is_empty(), "nobody knows yet of how many shards the run is: {said}");
    let said = bench.run(line).ends(0);
    assert!(said.contains("2 shards of 3 to play") && said.contains("40 records from"), "{said}");
    assert_eq!(bench.export("all"), export);
    let said = bench.run("status all").ends(0);
    assert!(said.contains("3 of 3 shards are finished; 40 of 40 tasks are played"), "{said}");
    let said = bench.run(line).ends(0);
    assert!(said.contains("all 3 shards are finished"), "{said}");
    bench
        .run("submit dealt.toml --engine local --out all --shards 4 --minutes 1")
        .refuses_somewhere(&["already split into 3 shards", "--out"]);
}

/// On this machine, the default without a file of hosts. With `TREEBENCH_REQUIRE_PARALLEL` set, it must be installed.
#[test]
fn gnu_parallel_plays_all_shards() {
    if std::process::Command::new("parallel").arg("--version").output().is_err() {
        assert!(std::env::var_os("TREEBENCH_REQUIRE_PARALLEL").is_none(), "GNU parallel is required, and is not there");
        // Past the capture of the test harness, which hides what a passing test prints.
        let _ = std::io::Write::write_all(&mut std::io::stderr(), b"skipped: there is no GNU parallel\n");
        return;
    }
    let (bench, export) = whole(CONFIG);
    let said = bench.run("submit dealt.toml --engine parallel --out all --shards 3 --minutes 1 -- --jobs 2").ends(0);
    assert!(said.contains("40 records from 3 sources"), "{said}");
    assert_eq!(bench.export("all"), export);
}

/// With its Python package, which starts a server and a worker on this machine. With `TREEBENCH_REQUIRE_PYTHON` set, it must be installed.
#[test]
fn hyperqueue_plays_all_shards() {
    let python = std::env::var_os("TREEBENCH_PYTHON").map_or_else(|| PathBuf::from("python3"), PathBuf::from);
    let package = std::process::Command::new(&python).args(["-c", "import hyperqueue"]).output();
    if !package.is_ok_and(|output| output.status.success()) {
        assert!(std::env::var_os("TREEBENCH_REQUIRE_PYTHON").is_none(), "the Python package hyperqueue is required, and is not there");
        let _ = std::io::Write::write_all(&mut std::io::stderr(), b"skipped: there is no Python package hyperqueue\n");
        return;
    }
    let (bench, export) = whole(CONFIG);
    let words = ["submit", "dealt.toml", "--engine", "hyperqueue", "--out", "all", "--shards", "3", "--minutes", "1"];
    let mut command = bench.command(&words);
    if let Some(folder) = python.parent() {
        let path = std::env::var_os("PATH").unwrap_or_default();
        command.env("PATH", std::env::join_paths(std::iter::once(folder.to_owned()).chain(std::env::split_paths(&path))).unwrap());
    }
    let said = crate::workdir::Said::from(command.output().unwrap()).ends(0);
    assert!(said.contains("40 records from 3 sources"), "{said}");
    assert_eq!(bench.export("all"), export);
}

/// Clocks of machines differ, and files are copied: neither a file's time nor a time in its name decides anything.
#[test]
fn times_in_the_past_and_in_the_future_decide_nothing() {
    let (bench, export) = whole(CONFIG);
    shard(&bench, "1/2");
    shard(&bench, "2/2");
    shard(&bench, "2/2");
    let year = |year: u64| std::time::UNIX_EPOCH + std::time::Duration::from_secs((year - 1970) * 31_557_600);
    for (file, time) in files(&bench).into_iter().zip([1975, 2100, 1980]) {
        fs::File::options().append(true).open(&file).unwrap().set_modified(year(time)).unwrap();
        let name = file.file_name().unwrap().to_str().unwrap().replace("-2026", &format!("-{time}"));
        fs::rename(&file, file.with_file_name(name)).unwrap();
    }
    let said = shard(&bench, "1/2");
    assert!(said.starts_with("shard 1/2: 0 of 20 tasks played, 20 already stored"), "{said}");
    bench.run("merge all --into merged --no-report").ends(0);
    assert_eq!(bench.export("merged"), export);
    fs::File::options().append(true).open(bench.path("merged/results.sqlite")).unwrap().set_modified(year(2100)).unwrap();
    let said = bench.run("merge all --into merged --no-report").ends(0);
    assert!(said.starts_with("0 records from 4 sources"), "{said}");
}

/// A line of a shard file.
pub(crate) fn with_sum(content: &str) -> String {
    format!("{content}\t{}\n", &blake3::hash(content.as_bytes()).to_hex()[..16])
}

#[test]
fn processors_of_timed_games_are_compared() {
    let bench = Bench::new();
    let timed = CONFIG.replace("iterations = [3, 20]", "time = \"1ms\"");
    bench.write("dealt.toml", &timed);
    // On a machine with much else to do, a game may exceed its time, which is recorded as what it is.
    for number in ["1/2", "2/2"] {
        bench.run(&format!("run dealt.toml --out all --shard {number} --scratch . --force"));
    }
    let warning = "several builds, machines or processors";
    bench.run("merge all --into alike").ends(0);
    assert!(!bench.read("alike/report/report.md").contains(warning));
    // The second half of the same cells, as if another machine had played them.
    let file = files(&bench).pop().unwrap();
    let text = fs::read_to_string(&file).unwrap();
    let (header, records) = text.split_once('\n').unwrap();
    let mut json: serde_json::Value = serde_json::from_str(header.rsplit_once('\t').unwrap().0).unwrap();
    assert_ne!(json["cpu"], "");
    json["cpu"] = "A slower processor".into();
    fs::write(&file, with_sum(&json.to_string()) + records).unwrap();
    bench.run("merge all --into other").ends(0);
    let report = bench.read("other/report/report.md");
    assert!(report.contains("A slower processor"), "{report}");
    // With one machine's name, what it has twice is two processors.
    assert!(report.contains(warning) && report.contains("1 build, 1 machine, 2 processors: "), "{report}");
    bench.run("merge other --into again").ends(0);
    assert!(bench.read("again/report/report.md").contains("2 processors: "));
}

/// Attempts at one shard whose records differ, although every line of both files is intact.
#[test]
fn attempts_with_different_results_are_refused() {
    let (bench, _) = whole(CONFIG);
    shard(&bench, "1/2");
    let file = files(&bench).pop().unwrap();
    let text = fs::read_to_string(&file).unwrap();
    let header: serde_json::Value = serde_json::from_str(text.lines().next().unwrap().rsplit_once('\t').unwrap().0).unwrap();
    let column = header["columns"].as_array().unwrap().iter().position(|name| name == "plies").unwrap();
    let changed = text.lines().enumerate().map(|(number, line)| {
        let (content, sum) = line.rsplit_once('\t').unwrap();
        if number != 3 {
            return format!("{content}\t{sum}\n");
        }
        let mut fields: Vec<String> = content.split('\t').map(str::to_owned).collect();
        fields[column] = (fields[column].parse::<u32>().unwrap() + 1).to_string();
        with_sum(&fields.join("\t"))
    });
    let other = file.with_file_name("0001-of-0002.other-1-20260101000000.shard");
    fs::write(&other, changed.collect::<String>()).unwrap();
    bench.run("merge all --into merged").refuses_somewhere(&["was played twice, with different results", "bench replay"]);
    bench.run("run dealt.toml --out all --shard 1/2 --scratch .").refuses_somewhere(&["was played twice, with different results"]);
}

#[test]
fn what_cannot_be_written_is_said_before_anything_is_played() {
    let (bench, export) = whole(CONFIG);
    // Where nobody may create files, not even root.
    for (line, parts) in [
        ("run dealt.toml --out /sys/treebench --shard 1/2 --scratch .", ["cannot create", "/sys/treebench"]),
        ("run dealt.toml --out all --shard 1/2 --scratch /sys", ["/sys/treebench-", ""]),
        ("run dealt.toml --out dealt.toml/run --shard 1/2 --scratch .", ["cannot create", "dealt.toml/run"]),
        ("submit dealt.toml --engine local --out /sys/treebench --shards 2 --minutes 1", ["/sys/treebench", ""]),
    ] {
        bench.run(line).refuses_somewhere(&parts);
    }
    shard(&bench, "1/2");
    shard(&bench, "2/2");
    bench.run("merge all --into /sys/treebench").refuses_somewhere(&["/sys/treebench"]);
    bench.run("merge all --into merged --no-report").ends(0);
    assert_eq!(bench.export("merged"), export);
}

/// The name is part of paths and job scripts.
#[test]
fn a_hostile_name_of_an_experiment_is_refused() {
    let bench = Bench::new();
    for name in ["$(touch hacked)", "`touch hacked`", "../../up", "..", ".", "", "a b", "a\\nb", "x;y", "-x", "%j"] {
        bench.write("dealt.toml", &CONFIG.replace("\"dealt\"", &format!("\"{name}\"")));
        for line in ["run dealt.toml --shard 1/2 --scratch .", "submit dealt.toml --engine slurm --shards 2 --minutes 1 --dry-run"] {
            bench.run(line).refuses_somewhere(&["`name` must", "dealt.toml:2:8"]);
        }
    }
    let left: Vec<_> = fs::read_dir(bench.path(".")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["dealt.toml"]);
}

#[test]
fn a_plan_says_what_its_shards_hold() {
    let bench = Bench::new();
    bench.write("dealt.toml", CONFIG);
    let shown = bench.run("plan dealt.toml --shards 3 --calibrate 0.1").ends(0);
    assert!(shown.contains("processor hours") && shown.contains("\nshards: 3 of 12 to 14 games, 0.000 processor hours each\n"), "{shown}");
    let shown = bench.run("plan dealt.toml --shards 60 --rows 4 --calibrate 0").ends(0);
    assert!(shown.contains("4/60") && !shown.contains("5/60") && shown.contains("… and 56 more"), "{shown}");
    assert!(shown.ends_with("shards: 60 of 0 to 2 games; 40 of them are empty: there are fewer pairs of tasks\n"), "{shown}");
    let json: serde_json::Value =
        serde_json::from_str(&bench.run("plan dealt.toml --shards 3 --calibrate 0 --format json").ends(0)).unwrap();
    let tasks: Vec<u64> = json["shards"].as_array().unwrap().iter().map(|shard| shard["tasks"].as_u64().unwrap()).collect();
    assert_eq!((tasks.iter().sum::<u64>(), tasks.len()), (40, 3));
    let shown = bench.run("plan dealt.toml --calibrate 0.1 --shards").ends(0);
    assert!(shown.contains("shards: 1 of 40 games") && shown.contains("about 20 minutes each"), "{shown}");
    bench.run("plan dealt.toml --calibrate 0 --shards").refuses_somewhere(&["no number of shards can be recommended"]);
    bench.run("plan dealt.toml --shards 0").refuses(&["--shards"]);
}

#[test]
fn job_scripts_hold_every_word_and_templates_can_be_replaced() {
    let bench = Bench::new();
    fs::create_dir(bench.path("it's a $(name)")).unwrap();
    bench.write("it's a $(name)/dealt.toml", CONFIG);
    let submit = |more: &[&str]| {
        let mut words = vec!["submit", "it's a $(name)/dealt.toml", "--shards", "7", "--minutes", "30", "--dry-run"];
        words.extend(more);
        crate::workdir::Said::from(bench.command(&words).output().unwrap())
    };
    for (engine, _) in Engine::WORDS {
        let shown = submit(&["--engine", engine, "--set", "experiment.seed=3", "--", "--partition=a b"]).ends(0);
        assert!(
            shown.contains(r"'\''s a $(name)/dealt.toml'") && shown.contains("--set experiment.seed=3") && shown.contains("/7\""),
            "{shown}"
        );
        let script = shown.split("== ").nth(1).unwrap().split_once('\n').unwrap().1;
        let checked = std::process::Command::new("bash").args(["-n", "-c", script]).output().unwrap();
        assert!(checked.status.success(), "{engine}: {}", String::from_utf8_lossy(&checked.stderr));
    }
    let shown = submit(&["--engine", "slurm"]).ends(0);
    assert!(shown.contains("#SBATCH --array=1-7\n") && shown.contains("#SBATCH --time=30\n") && shown.contains("afterany:JOB"), "{shown}");
    // Batch systems read comments, in which no quotes keep a line together.
    submit(&["--engine", "slurm", "--out", "runs\ntouch stolen"]).refuses_somewhere(&["contains a line break"]);
    bench.write("lab.sh", "#SBATCH --account=x\n{{command}} {{arry}}\n");
    submit(&["--engine", "slurm", "--template", "lab.sh"]).refuses_somewhere(&["lab.sh:2", "`arry`", "known: name"]);
    bench.write("lab.sh", "#SBATCH --account=x\n{{command}} {{list}}\n");
    assert!(submit(&["--engine", "slurm", "--template", "lab.sh"]).ends(0).contains("#SBATCH --account=x"));
    submit(&["--engine", "slurm", "--template", "none.sh"]).refuses_somewhere(&["cannot read the template", "none.sh"]);
    assert!(bench.run("submit --show-template parallel").ends(0).contains("{{command}}"));
    bench.run("submit --engine slurm").refuses_somewhere(&["<CONFIG>"]);
}
