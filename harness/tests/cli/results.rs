//! Results files: their contents, that a report made from them is the same, and that a later session can continue from them alone.

use crate::workdir::Bench;
use serde_json::Value;

/// An experiment of every kind, with this many tasks per cell.
const KINDS: [(&str, &str); 4] = [
    (
        "match",
        "[match]\nmax-moves = 30\n[budget]\niterations = [5, 20]\n[grid]\ngame = [\"tic-tac-toe\", \"connect-four\"]\n\
         [agent.uct.sweep]\nexploration = [0.5, 1.0]\n[compare]\nuct = \"random\"\n",
    ),
    ("match", "[budget]\niterations = 5\n[grid]\ngame = [\"connect-three\"]\n[compare]\nuct = [[\"random\", \"random\"]]\n"),
    ("playout", "[playout]\nplayouts = 20\nmax-moves = 12\nseconds = 0\n[grid]\ngame = [\"tic-tac-toe\", \"connect-three\"]\n"),
    (
        "search",
        "[search]\nopening-moves = 4\n[budget]\niterations = [30]\n[grid]\ngame = [\"tic-tac-toe\"]\n[agent.uct.sweep]\nexploration = [0.5, 1.0]\n\
         [agent.random]\n",
    ),
];

fn config(kind: &str, body: &str) -> String {
    format!("# Which?\n[experiment]\nname = \"kept\"\nkind = \"{kind}\"\nseed = 5\ngames-per-cell = 36\n{body}")
}

/// Measured columns, which differ when games are played again.
const MEASURED: [&str; 6] = ["time", "core", "longest turn", "iterations", "microseconds", "playouts"];

/// The report without the origin of its numbers and without measured columns.
fn content(said: &str) -> Value {
    let mut report: Value = serde_json::from_str(said).unwrap_or_else(|error| panic!("{error}: {said}"));
    report.as_object_mut().unwrap().remove("provenance");
    clear(&mut report);
    // Of the cells of a tournament, nothing is known but links to games.
    if let Some(details) = report["details"].as_array_mut() {
        details.retain(|detail| detail["facts"].as_array().is_some_and(|facts| !facts.is_empty()));
    }
    report
}

fn clear(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(clear),
        Value::Object(fields) => {
            let measured = |column: &Value| {
                let unit = column["unit"].as_str().unwrap_or("");
                MEASURED.iter().any(|name| column["name"] == *name) && (unit.contains("per second") || unit.contains("ms") || unit == "%")
                    || column["name"] == "microseconds"
            };
            let places: Vec<usize> = match fields.get("columns") {
                Some(Value::Array(columns)) => (0..columns.len()).filter(|&place| measured(&columns[place])).collect(),
                _ => Vec::new(),
            };
            if let Some(Value::Array(rows)) = fields.get_mut("rows") {
                for row in rows.iter_mut().filter_map(Value::as_array_mut) {
                    for (_, cell) in row.iter_mut().enumerate().filter(|(place, _)| places.contains(place)) {
                        *cell = Value::Null;
                    }
                }
            }
            // What is known of a cell in words: the command names the file, times are measured, and a mean that ends in 5 rounds either way.
            let told = |fact: &Value| {
                fact["key"] == "command"
                    || fact["key"] == "by seat"
                    || fact["value"].as_str().is_some_and(|text| text.ends_with("ms per turn") || text.ends_with("moves on average"))
            };
            if let Some(Value::Array(facts)) = fields.get_mut("facts") {
                facts.retain(|fact| !told(fact));
            }
            // Only a run has games to link to.
            fields.remove("links");
            fields.remove("href");
            fields.values_mut().for_each(clear);
        }
        _ => {}
    }
}

/// Whether two reports agree; numbers may differ by rounding.
pub(crate) fn same(a: &Value, b: &Value, place: &str) {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => {
            let (x, y) = (a.as_f64().unwrap(), b.as_f64().unwrap());
            assert!((x - y).abs() <= 1e-6 * (1.0 + x.abs()), "{place}: {x} is not {y}");
        }
        (Value::Array(a), Value::Array(b)) => {
            assert_eq!(a.len(), b.len(), "{place}");
            a.iter().zip(b).enumerate().for_each(|(i, (a, b))| same(a, b, &format!("{place}/{i}")));
        }
        (Value::Object(a), Value::Object(b)) => {
            assert!(a.keys().eq(b.keys()), "{place}");
            a.iter().for_each(|(key, value)| same(value, &b[key], &format!("{place}/{key}")));
        }
        _ => assert_eq!(a, b, "{place}"),
    }
}

pub(crate) fn report(bench: &Bench, what: &str) -> Value {
    content(&bench.run(&format!("report {what} --formats csv --format json")).ends(0))
}

/// Removes a warning from a report; returns whether it was there.
pub(crate) fn take_warning(report: &mut Value, text: &str) -> bool {
    let warnings = report["warnings"].as_array_mut().unwrap();
    let all = warnings.len();
    warnings.retain(|warning| !warning.as_str().unwrap().contains(text));
    warnings.len() < all
}

#[test]
fn a_report_is_the_same_from_the_run_and_from_its_file() {
    for (kind, body) in KINDS {
        let bench = Bench::new();
        bench.write("kept.toml", &config(kind, body));
        bench.run("run kept.toml --results saved/kept.csv --no-report").ends(0);
        let (run, file) = (report(&bench, "results/kept"), report(&bench, "--results saved/kept.csv"));
        assert!(!run["sections"].as_array().unwrap().is_empty(), "{run}");
        same(&run, &file, kind);
        // Nothing new: the rows stay as they are, to the byte.
        let before = bench.read("saved/kept.csv");
        let said = bench.run("run kept.toml --results saved/kept.csv --no-report").ends(0);
        assert!(said.contains("0 of ") && bench.read("saved/kept.csv") == before, "{kind}: {said}");
    }
}

#[test]
fn another_machine_goes_on_from_the_file_alone() {
    for (kind, body) in KINDS {
        let bench = Bench::new();
        bench.write("kept.toml", &config(kind, body));
        // What grew is judged as such: the whole has grown, too.
        bench.run("run kept.toml --out whole --no-report --set experiment.games-per-cell=12").ends(0);
        bench.run("run kept.toml --out whole --no-report").ends(0);
        let line = "run kept.toml --results kept.csv --no-report";
        let several = kind != "search" && body.contains("tic-tac-toe");
        // One game only, then a few tasks of every cell, then all: each time in a directory of its own.
        if several {
            bench.run(&format!("{line} --out one --set experiment.games-per-cell=6 --set only.game=tic-tac-toe")).ends(0);
        }
        let part = bench.run(&format!("{line} --out two --set experiment.games-per-cell=12")).ends(0);
        assert_eq!(part.contains("already stored"), several, "{part}");
        let partial = bench.run("report --results kept.csv --formats csv").ends(0);
        assert!(!partial.contains("Only "), "the last invocation asked for 12 tasks per cell: {partial}");
        let rest = bench.run(&format!("{line} --out three")).ends(0);
        let new: u64 = rest.split(' ').next().unwrap().parse().unwrap();
        assert_eq!(bench.run("export three --format jsonl").ends(0).lines().count() as u64, new, "{rest}");
        let (mut whole, mut file) = (report(&bench, "whole"), report(&bench, "--results kept.csv"));
        let grew = |sizes: &str| format!("could be looked at after {sizes} per cell, before it grew to 36");
        let tasks = if kind == "match" { "games" } else { "tasks" };
        assert!(take_warning(&mut whole, &grew(&format!("12 {tasks}"))), "{kind}: {}", whole["warnings"]);
        let sizes = if several { "6, 12" } else { "12" };
        assert!(take_warning(&mut file, &grew(&format!("{sizes} {tasks}"))), "{kind}: {}", file["warnings"]);
        same(&whole, &file, kind);
        assert_eq!(bench.read("kept.csv").matches("[[session]]").count(), 2 + usize::from(several));
    }
}

/// One game has all its tasks; the others are then played up to a smaller number, and later to the end.
#[test]
fn fewer_games_are_played_beside_cells_that_have_more() {
    for (kind, body) in KINDS.into_iter().filter(|(kind, body)| *kind != "search" && body.contains("tic-tac-toe")) {
        let bench = Bench::new();
        bench.write("kept.toml", &config(kind, body));
        bench.run("run kept.toml --out whole --no-report --set experiment.games-per-cell=12").ends(0);
        bench.run("run kept.toml --out whole --no-report").ends(0);
        let line = "run kept.toml --results kept.csv --no-report";
        bench.run(&format!("{line} --out one --set only.game=tic-tac-toe")).ends(0);
        let part = format!("{line} --set experiment.games-per-cell=12");
        bench.run(&format!("{part} --out two")).ends(0);
        let tasks = |bench: &Bench| -> Vec<String> {
            let rows = bench.read("kept.csv");
            let named =
                |row: &str| ["0-35", "0-11"].into_iter().find(|tasks| row.split(',').any(|field| field == *tasks)).unwrap().to_owned();
            rows.lines().filter(|line| !line.starts_with('#')).skip(1).map(named).collect()
        };
        let (played, half) = (tasks(&bench), tasks(&bench).len() / 2);
        assert_eq!(played.iter().filter(|tasks| *tasks == "0-35").count(), half, "{played:?}");
        assert!(bench.run(&format!("{part} --out four")).ends(0).contains("0 of "), "nothing is left of that part");
        let told = bench.run("report --results kept.csv --formats csv").ends(0);
        assert!(told.contains("Only "), "the file is that of the whole: {told}");
        bench.run(&format!("{line} --out three")).ends(0);
        assert!(tasks(&bench).iter().all(|tasks| tasks == "0-35"), "{}", bench.read("kept.csv"));
        let (whole, file) = (report(&bench, "whole"), report(&bench, "--results kept.csv"));
        let grew = file["warnings"].to_string().contains("could be looked at after 12 games per cell, before it grew to 36");
        assert_eq!(grew, kind == "match");
        same(&whole, &file, kind);
    }
}

/// Where results decide how much is played, the order of all games is the order of the file.
#[test]
fn fewer_games_than_a_stopped_file_has_are_refused() {
    let bench = Bench::new();
    bench.write("kept.toml", &config("match", &format!("[stop]\ntest = \"interval\"\n{}", KINDS[1].1)));
    let line = "run kept.toml --results kept.csv --no-report";
    bench.run(&format!("{line} --out one")).ends(0);
    let rows = bench.read("kept.csv");
    bench.run(&format!("{line} --out two --set experiment.games-per-cell=3")).refuses_somewhere(&["but there are 3 tasks per cell"]);
    assert_eq!(bench.read("kept.csv"), rows);
}

/// Two agents without randomness repeat their games in every session: the games count once over all sessions.
#[test]
fn games_repeated_in_another_session_count_once() {
    let bench = Bench::new();
    bench.write(
        "kept.toml",
        "[experiment]\nname = \"kept\"\nkind = \"match\"\ngames-per-cell = 40\n[budget]\nstates = 200\n[grid]\ngame = \"connect-four\"\n\
         [compare]\nalpha-beta = \"minimax\"\n",
    );
    for (out, games) in [("one", 2), ("two", 20), ("three", 40)] {
        bench.run(&format!("run kept.toml --no-report --out whole --set experiment.games-per-cell={games}")).ends(0);
        bench.run(&format!("run kept.toml --results kept.csv --no-report --out {out} --set experiment.games-per-cell={games}")).ends(0);
    }
    let (whole, file) = (report(&bench, "whole"), report(&bench, "--results kept.csv"));
    assert!(file["warnings"].to_string().contains("could be looked at after 2, 20 games per cell, before it grew to 40"));
    same(&whole, &file, "");
    assert!(whole.to_string().contains("2 distinct games"), "{whole}");
}

/// The build named in the file counts as different code here: its games are compared with the games of this build.
#[test]
fn another_build_plays_samples_again_before_it_goes_on() {
    let bench = Bench::new();
    let (kind, body) = KINDS[0];
    let text = config(kind, body).replace("seed = 5\n", "seed = 5\npaper = \"P\"\n");
    bench.write("kept.toml", &format!("{text}[[hypothesis]]\nis = \"better\"\nsource = \"Table 1\"\n"));
    let line = "run kept.toml --no-report";
    bench.run(&format!("{line} --results kept.csv --set experiment.games-per-cell=4 --out one")).ends(0);
    let other = resealed(&bench.read("kept.csv"), "# executable = \"", "# executable = \"ffff");
    bench.write("same.csv", &other);
    let said = bench.run(&format!("{line} --results same.csv --out two"));
    assert!(said.err.contains("another build played tasks of same.csv; 2 of them were replayed and are identical"), "{}", said.err);
    said.ends(0);
    let report = bench.run("report --results same.csv --format json").ends(0);
    assert!(report.contains("1 of build ffff") && report.contains("identical") && !report.contains("not verified"), "{report}");
    // A hash that is not that of the task: the other build played something else.
    let (_, rows) = other.split_at(other.find("axis.game").unwrap());
    let sample = rows.lines().nth(1).unwrap().split(',').find(|field| field.matches(':').count() == 2).unwrap();
    let changed = resealed(&other, sample, &format!("{}ffffffffffff", &sample[..sample.len() - 12]));
    bench.write("changed.csv", &changed);
    bench.run(&format!("{line} --results changed.csv --out three")).refuses_somewhere(&["1 of 2 tasks of changed.csv", "--accept-mixed"]);
    assert_eq!(bench.read("changed.csv"), changed);
    bench.run(&format!("{line} --results changed.csv --out three --accept-mixed")).ends(0);
    let report = bench.run("report --results changed.csv --format json").ends(0);
    assert!(report.contains(MIXED), "{report}");
    // It is said in every format, in every table of LaTeX, and on the page of claims.
    bench.run("report --results changed.csv --out all").ends(0);
    let tables =
        std::fs::read_dir(bench.path("all/tables")).unwrap().map(|entry| format!("tables/{}", entry.unwrap().file_name().display()));
    let tables = tables.filter(|name| name.ends_with(".tex"));
    let files: Vec<String> =
        ["warnings.csv", "report.md", "report.txt", "report.html"].map(str::to_owned).into_iter().chain(tables).collect();
    assert!(files.len() > 4);
    for file in files {
        let text = bench.read(&format!("all/{file}")).replace('\n', " ");
        assert!(text.contains(MIXED), "{file}: {text}");
    }
    std::fs::create_dir_all(bench.path("results")).unwrap();
    std::fs::copy(bench.path("changed.csv"), bench.path("results/kept.csv")).unwrap();
    let page = bench.run("claims . --format json").ends(0);
    assert!(page.contains("builds differ (--accept-mixed)"), "{page}");
}

const MIXED: &str = "Games of different builds are mixed";

/// A file with one text replaced and a matching digest.
pub(crate) fn resealed(file: &str, from: &str, to: &str) -> String {
    assert!(file.contains(from), "{from} is not in {file}");
    let changed = file.replacen(from, to, 1);
    let digest = changed.split("# digest = \"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    let mut hasher = blake3::Hasher::new_derive_key("treebench 2026-11-26 results file");
    hasher.update(changed.replacen(digest, "", 1).as_bytes());
    changed.replacen(digest, &hasher.finalize().to_hex()[..32], 1)
}

/// Measured budgets belong to the file: measuring them again would change the cells.
#[test]
fn measured_budgets_go_with_the_file() {
    let bench = Bench::new();
    bench.write(
        "rates.toml",
        "[experiment]\nname = \"rates\"\nkind = \"match\"\ngames-per-cell = 4\n[budget]\nstates-as = \"0.001s\"\n\
         [calibration]\nagent = \"uct\"\nseconds = 0.05\n[grid]\ngame = [\"tic-tac-toe\", \"connect-four\"]\n[compare]\nuct = \"random\"\n",
    );
    let line = "run rates.toml --results rates.csv --no-report --out";
    bench.run(&format!("{line} one --set only.game=tic-tac-toe")).ends(0);
    assert!(bench.read("rates.csv").contains("# [[rate]]\n# game = \"tic-tac-toe\""), "{}", bench.read("rates.csv"));
    let said = bench.run(&format!("{line} two")).ends(0);
    assert!(said.contains("4 of 8 tasks played, 4 already stored"), "{said}");
    assert!(bench.run(&format!("{line} three")).ends(0).contains("0 of 8 tasks played"));
    assert!(bench.run("report --results rates.csv --formats csv").ends(0).contains("connect-four"));
}

#[test]
fn a_part_of_a_table_says_that_it_is_one() {
    let bench = Bench::new();
    let (kind, body) = KINDS[0];
    bench.write("kept.toml", &config(kind, body));
    bench.run("run kept.toml --results kept.csv --no-report --set only.game=connect-four").ends(0);
    let text = bench.read("kept.csv");
    assert!(text.contains("# played = 144\n# planned = 288\n") && !text.contains("# set"), "{text}");
    let said = bench.run("report --results kept.csv --formats csv").ends(0);
    assert!(said.contains("Only 144 of 288 games have been played"), "{said}");
}

#[test]
fn files_that_do_not_fit_are_refused_with_line_and_reason() {
    let bench = Bench::new();
    let (kind, body) = KINDS[0];
    let toml = config(kind, body);
    bench.write("kept.toml", &toml);
    bench.run("run kept.toml --results kept.csv --no-report").ends(0);
    let good = bench.read("kept.csv");
    let refused = |text: &str, parts: &[&str]| {
        bench.write("bad.csv", text);
        bench.run("report --results bad.csv").refuses(parts);
    };
    refused(&good.replace("# format = 4", "# format = 5"), &["bad.csv: it has format 5 of a newer version", "reads format 4"]);
    refused(&good.replace("# format = 4", "# format = 1"), &["bad.csv: it has format 1, written by an older version", "reads format 4"]);
    refused(&good.replace("# format = 4\n", ""), &["bad.csv: not a results file", "format = 4"]);
    refused(&good.replace("# seed = 5", "# seed = x"), &["bad.csv:7: not a results file"]);
    // The digest covers the header as well as the rows.
    for (from, to) in
        [("0-35", "0-34"), ("# seed = 5", "# seed = 6"), ("# played = 288", "# played = 289"), ("# command = \"", "# command = \"x")]
    {
        assert!(good.contains(from));
        refused(&good.replacen(from, to, 1), &["bad.csv: its header or rows were edited"]);
    }
    refused("game,wins\n", &["bad.csv: not a results file"]);
    bench.run("report --results nowhere.csv").refuses(&["nowhere.csv"]);
    bench.run("report").refuses_somewhere(&["<RUN>"]);
    // Texts that were made up with a digest that fits.
    let forged = |from: &str, to: &str, parts: &[&str]| refused(&resealed(&good, from, to), parts);
    forged("# seed = 5", "# seed = 6", &["bad.csv: it holds results of the experiment `kept`", "seed 6", "seed 5"]);
    forged("# played = 288", "# played = 289", &["bad.csv: its header counts 289", "288"]);
    let first = 1 + good[..good.find("axis.game").unwrap()].matches('\n').count() + 1;
    forged("0-35", "0-36", &[&format!("bad.csv:{first}: `tasks`"), "task 36"]);
    forged(",0-35,1:36,", ",0-35,2:36,", &[&format!("bad.csv:{first}: `builds`")]);
    forged(":1:", ":2:", &[&format!("bad.csv:{first}: `sample`")]);
    forged(",0-35,", ",00-35,", &[&format!("bad.csv:{first}: invalid value in the column `tasks`: The tasks played")]);
    forged(",wins,", ",won,", &[&format!("bad.csv:{}: its columns are", first - 1), "wins"]);
    forged(",36 0 0 0 0,", ",35 0 0 0 1,", &["bad.csv:", "the column `wins` does not fit"]);
    // The experiment has changed since.
    bench.write("kept.toml", &toml.replace("[0.5, 1.0]", "[0.5, 0.75]"));
    bench.run("report --results kept.csv").refuses(&["kept.csv:", "kept.toml no longer has a cell"]);
    bench.run("run kept.toml --results kept.csv").refuses(&["kept.csv:", "no longer has a cell"]);
    std::fs::remove_file(bench.path("kept.toml")).unwrap();
    bench.run("report --results kept.csv").refuses(&["kept.csv:", "`kept.toml`"]);
    assert_eq!(bench.read("kept.csv"), good, "a file that does not fit was overwritten");
}

/// A path that cannot hold results is refused before a game is played, and is left unchanged.
#[cfg(unix)]
#[test]
fn what_cannot_be_a_results_file_is_refused_at_once() {
    use std::os::unix::ffi::OsStrExt as _;
    let bench = Bench::new();
    let (kind, body) = KINDS[0];
    bench.write("kept.toml", &config(kind, body));
    let made = std::process::Command::new("mkfifo").arg(bench.path("pipe.csv")).status();
    assert!(made.is_ok_and(|status| status.success()), "there is no mkfifo");
    std::fs::create_dir(bench.path("folder.csv")).unwrap();
    std::os::unix::fs::symlink("nowhere/at/all.csv", bench.path("dangling.csv")).unwrap();
    for name in ["pipe.csv", "/dev/full", "/dev/null", "folder.csv", "dangling.csv"] {
        bench.run(&format!("run kept.toml --results {name} --no-report")).refuses_somewhere(&[name]);
        bench.run(&format!("report --results {name}")).refuses_somewhere(&[name]);
    }
    let name = std::ffi::OsStr::from_bytes(b"r\xff.csv");
    let mut command = bench.command(&["run", "kept.toml", "--no-report", "--results"]);
    let said = command.arg(name).output().unwrap();
    assert!(said.status.code() == Some(2) && String::from_utf8_lossy(&said.stderr).contains("UTF-8"), "{said:?}");
    assert!(!bench.path("results").exists(), "games were played");
    assert!(bench.path("dangling.csv").is_symlink());
}

/// The target of a link is written, and the link is kept.
#[cfg(unix)]
#[test]
fn a_link_to_a_results_file_stays_one() {
    let bench = Bench::new();
    let (kind, body) = KINDS[0];
    bench.write("kept.toml", &config(kind, body));
    bench.run("run kept.toml --results kept.csv --no-report --out one --set experiment.games-per-cell=4").ends(0);
    std::os::unix::fs::symlink("kept.csv", bench.path("link.csv")).unwrap();
    bench.run("run kept.toml --results link.csv --no-report --out two --set experiment.games-per-cell=8").ends(0);
    assert!(bench.path("link.csv").is_symlink() && bench.read("kept.csv").contains("# played = 64"), "{}", bench.read("kept.csv"));
}

/// If two processes would write one file, the second is refused, so that neither loses the other's games.
#[test]
fn a_results_file_has_one_writer() {
    let bench = Bench::new();
    let (kind, body) = KINDS[0];
    bench.write("kept.toml", &config(kind, body).replace("games-per-cell = 36", "games-per-cell = 100000"));
    let mut child = bench.start("run kept.toml --results kept.csv --out one --no-report", "one");
    bench.run("run kept.toml --results kept.csv --out two --no-report").refuses_somewhere(&["kept.csv", "another process is writing it"]);
    bench.run("report --results kept.csv --formats csv").ends(0);
    child.kill().unwrap();
    child.wait().unwrap();
}
