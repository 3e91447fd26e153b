//! Game clocks: what is sent to engines, what is recorded, and the name of every kind of time failure.

use crate::engines::{TTT, config, games, script, ugi};
use crate::workdir::Bench;
use serde_json::Value;

/// Two games of an engine against `random`, in which both have a clock.
fn clocked(bench: &Bench, engine: &str, clock: &str) {
    script(bench, engine);
    // The limit is that of the start, which may be slow on a busy machine.
    let text = config("ugi", TTT, 2).replace("iterations = 5", &format!("clock = \"{clock}\"")).replace("200ms", "2s");
    bench.write("x.toml", &text);
}

fn rows(bench: &Bench) -> Vec<Value> {
    let lines = bench.run("export results/run --format jsonl").ends(0);
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// For every annotated turn of a game, the milliseconds used and the milliseconds left.
fn turns(row: &Value) -> Vec<(u64, u64)> {
    let lines = row["annotations"].as_str().unwrap_or_default().lines();
    let numbers = |line: &str| line.split(' ').filter_map(|word| word.parse().ok()).collect::<Vec<u64>>();
    lines.map(numbers).map(|numbers| (numbers[1], numbers[2])).collect()
}

/// An engine that logs its input.
fn listening(reply: &str) -> String {
    ugi(&format!("echo \"$line\" >> asked.txt; {reply}"), "exit 0")
}

#[test]
fn engines_are_told_the_clocks_of_both() {
    let bench = Bench::new();
    clocked(&bench, &listening("play"), "2/30+1");
    let text = bench.read("x.toml").replace("[compare]", "[agent.random]\nuse = \"random\"\nbudget = { clock = \"9\" }\n[compare]");
    bench.write("x.toml", &text);
    bench.run("run x.toml --force --no-report --threads 1").ends(0);
    let asked = bench.read("asked.txt");
    let first: Vec<&str> = asked.lines().next().unwrap().split(' ').collect();
    assert_eq!((first[1], first[2], first[3], first[4]), ("p1time", "30000", "p1inc", "1000"), "{asked}");
    assert!(first[5] == "p2time" && first[6] == "9000" && first[7..] == ["movestogo", "2"], "{asked}");
    assert!(asked.lines().nth(1).unwrap().ends_with("movestogo 1"), "{asked}");
    for row in rows(&bench) {
        assert_eq!(row["ending"], "rules", "{row}");
        let turns = turns(&row);
        assert_eq!(turns.len() as u64, row["plies"].as_u64().unwrap());
        let engine = usize::from(row["seats"][0] != 0);
        for (number, (taken, left)) in turns.iter().skip(engine).step_by(2).enumerate() {
            // Every move adds a second, and every second move half a minute.
            let most = 31_000 + 1000 * number as u64 + 30_000 * number.div_ceil(2) as u64;
            assert!(*left <= most && left + 20_000 > most && *taken < 20_000, "{turns:?}");
        }
    }
}

/// The ending of games in which an engine does this at `go`, with the failure's name and message; they are lost.
fn loses(go: &str, clock: &str, margin: &str, failure: &str, words: &str) {
    let bench = Bench::new();
    clocked(&bench, &ugi(go, "exit 0"), clock);
    let text = bench.read("x.toml").replace("[agent.engine]", &format!("[match]\ntime-margin = {margin}\n[agent.engine]"));
    bench.write("x.toml", &text);
    bench.run("run x.toml --force --no-report --threads 2").ends(0);
    for (row, [ending, kind, message, _]) in rows(&bench).iter().zip(games(&bench)) {
        if failure.is_empty() {
            assert_eq!((ending.as_str(), kind.as_str()), ("rules", ""), "{go}: {message}");
            continue;
        }
        assert_eq!((ending.as_str(), kind.as_str()), ("timeout", failure), "{go}: {message}");
        assert!(message.contains(words), "{go}: {message}");
        let engine = usize::from(row["seats"][0] != 0);
        assert_eq!((&row["scores"][engine], &row["scores"][1 - engine]), (&Value::from(0.0), &Value::from(1.0)), "{row}");
    }
}

#[test]
fn every_way_to_be_late_has_a_name() {
    // A little, much, for ever; with a margin that forgives a little.
    loses("sleep 0.3; play", "0.2", "0.0", "late", "lost on time: took 0.");
    loses("sleep 0.3; play", "0.2", "5.0", "", "");
    loses("sleep 10; play", "0.2", "0.0", "hang", "does not answer within 1.2 s");
    loses("kill -STOP $$", "0.2", "0.0", "hang", "does not answer");
    // What remains of the first turn is not enough for the second.
    loses("sleep 0.3; play", "0.5", "0.0", "late", "s left of clock 0.5");
}

/// Time that passes while the whole program is stopped is charged to nobody: the game has no result.
#[cfg(target_os = "linux")]
#[test]
fn a_clock_that_was_stolen_is_nobodys_loss() {
    let bench = Bench::new();
    let steal = "kill -STOP $(cat bench.pid); sleep 2; play; kill -CONT $(cat bench.pid)";
    clocked(&bench, &ugi(steal, "exit 0"), "0.9");
    let mut child = bench.command(&["run", "x.toml", "--force", "--no-report", "--threads", "1"]).spawn().unwrap();
    bench.write("bench.pid", &child.id().to_string());
    assert_eq!(child.wait().unwrap().code(), Some(4));
    for [ending, kind, message, scores] in games(&bench) {
        assert_eq!((ending.as_str(), kind.as_str(), scores.as_str()), ("void", "stopped", "[]"), "{message}");
        assert!(message.contains("this program was stopped for "), "{message}");
    }
}

/// Agents of this program manage their own time and do not lose on time.
#[test]
fn agents_keep_to_a_clock() {
    let bench = Bench::new();
    bench.write(
        "x.toml",
        "[experiment]\nname = \"run\"\nkind = \"match\"\ngames-per-cell = 2\n[budget]\nclock = [\"1+0.01\", \"4/0.5\"]\n[match]\nmax-moves = 30\ntime-margin = 3\n\
         [grid]\ngame = \"go\"\n[compare]\nuct = \"flat-mc\"\n",
    );
    let planned = bench.run("plan x.toml --calibrate 0").ends(0);
    assert!(planned.contains("4/0.5") && planned.contains("1+0.01"), "{planned}");
    bench.run("run x.toml --force --no-report --threads 1").ends(0);
    let rows = rows(&bench);
    assert_eq!(rows.len(), 4);
    for row in rows {
        // Searches on a clock differ from run to run: some games end by two passes before they are cut off.
        assert!(row["ending"] == "length-cap" || row["ending"] == "rules", "{row}");
        let spent: u64 = turns(&row).iter().step_by(2).map(|(taken, _)| taken).sum();
        assert!((200..12_000).contains(&spent), "{spent} ms");
    }
    assert!(bench.run("verify results/run --games 1").out.contains("no contradiction"));
    bench.run("export results/run --games --out games").ends(0);
    let written = std::fs::read_dir(bench.path("games")).unwrap().flatten();
    let sgf: String = written.map(|entry| std::fs::read_to_string(entry.path()).unwrap()).collect();
    assert!(sgf.contains("BL[") && sgf.contains("WL["), "{sgf}");
}

#[test]
fn wrong_clocks_are_errors_of_the_file() {
    let bench = Bench::new();
    for (clock, words) in [("\"60s\"", "a clock as cutechess and fastchess write it"), ("60", "not 60"), ("\"0\"", "not \"0\"")] {
        bench.write("x.toml", &config("ugi", TTT, 2).replace("iterations = 5", &format!("clock = {clock}")));
        bench.run("plan x.toml").refuses(&["x.toml:6:", words]);
    }
    bench.write("x.toml", &config("ugi", TTT, 2).replace("iterations = 5", "iterations = 5\nclock = \"60\""));
    bench.run("plan x.toml").refuses(&["a turn has one budget"]);
}

/// An engine that reports a score and plays on, against itself.
fn scoring(bench: &Bench, score: &str, rules: &str) {
    script(bench, &ugi(&format!("echo info depth 7 score {score} nodes 11; play"), "exit 0"));
    let text = config("ugi", TTT, 2).replace("engine = \"random\"", "engine = \"engine\"").replace("200ms", "2s");
    bench.write("x.toml", &text.replace("[agent.engine]", &format!("[match]\n{rules}\n[agent.engine]")));
    bench.run("run x.toml --no-report").ends(0);
}

#[test]
fn scores_of_engines_are_kept_and_end_games() {
    let bench = Bench::new();
    scoring(&bench, "cp -700", "resign-moves = 2");
    for row in rows(&bench) {
        // The first player resigns first, after its second turn.
        assert_eq!((&row["ending"], &row["plies"], &row["scores"]), (&"adjudication".into(), &3.into(), &serde_json::json!([0.0, 1.0])));
        let lines: Vec<&str> = row["annotations"].as_str().unwrap().lines().collect();
        assert!(lines.len() == 3 && lines.iter().all(|line| line.ends_with(" - -700 7")), "{row}");
    }
    let report = bench.run("report results/run --formats markdown --format json").ends(0);
    assert!(report.contains("Games were adjudicated by scores, the solver or tablebases in 1 cell"), "{report}");
    assert!(bench.run("verify results/run --games 1").out.contains("2 stored tasks refereed: no contradiction"));
    // The player that gave up would have won.
    let said = bench.run("verify results/run --check-adjudication 9").ends(0);
    assert!(said.contains("2 of 2 adjudicated games played on to the natural end: 2 misjudged (100.0 %"), "{said}");
    assert!(said.contains("adjudicated 0 : 1, played on 1 : 0"), "{said}");

    let agreed = Bench::new();
    scoring(&agreed, "mate -3", "resign-moves = 2\nresign-agreed = true");
    assert!(rows(&agreed).iter().all(|row| row["ending"] == "rules" && row["annotations"].as_str().unwrap().contains("#-3 7")));
    assert!(agreed.run("verify results/run --check-adjudication 9").ends(0).contains("no game was adjudicated"));

    let level = Bench::new();
    scoring(&level, "cp 5", "draw-moves = 2\ndraw-after = 3");
    for row in rows(&level) {
        assert_eq!((&row["ending"], &row["plies"], &row["scores"]), (&"adjudication".into(), &6.into(), &serde_json::json!([0.5, 0.5])));
    }
}

/// Searches within the program have scores, too: the mean of the move that they play.
#[test]
fn games_of_searches_are_adjudicated() {
    let bench = Bench::new();
    bench.write(
        "x.toml",
        "[experiment]\nname = \"run\"\nkind = \"tournament\"\ngames-per-cell = 4\nseed = 3\n[budget]\niterations = 300\n[match]\n\
         resign-moves = 1\nresign-score = 300\n[grid]\ngame = \"connect-four\"\n[agent.uct]\nuse = \"uct\"\n[agent.flat]\nuse = \"flat-mc\"\n",
    );
    bench.run("run x.toml --no-report").ends(0);
    let rows = rows(&bench);
    assert!(rows.iter().any(|row| row["ending"] == "adjudication"), "{rows:?}");
    let said = bench.run("verify results/run --games all");
    assert!(said.out.contains("no contradiction") && said.out.contains("replayed: identical"), "{}", said.out);
    assert!(bench.run("verify results/run --check-adjudication 2 --draw 1").ends(0).contains("played on to the natural end: "));
    assert!(bench.run("report results/run --formats markdown --format json").ends(0).contains("games were adjudicated by scores"));
    bench.write("y.toml", &bench.read("x.toml").replace("connect-four", "backgammon"));
    let said = bench.run("plan y.toml");
    assert!(said.err.contains("resign-moves") || said.code == Some(0), "{}", said.err);
}

/// A game that the solver solves ends there; one that it does not solve yet goes on.
#[test]
fn solved_games_end_as_under_perfect_play() {
    let bench = Bench::new();
    bench.write("book.txt", "XX./OO./... x\nXX./OO./... o\nX../.O./... x\n");
    let text = |positions: u32, game: &str| {
        let rules = format!("[match]\nopenings = \"book.txt\"\nsolver-positions = {positions}\n");
        format!(
            "[experiment]\nname = \"run\"\nkind = \"match\"\ngames-per-cell = 6\n[budget]\niterations = 5\n{rules}[grid]\ngame = {game}\n[compare]\nuct = \"random\"\n"
        )
    };
    bench.write("x.toml", &text(100_000, TTT));
    bench.run("run x.toml --no-report").ends(0);
    let found: Vec<String> = rows(&bench).iter().map(|row| format!("{} {} {}", row["ending"], row["plies"], row["scores"])).collect();
    let ended = |scores: &str| format!("\"adjudication\" 0 {scores}");
    assert_eq!(found, ["[1.0,0.0]", "[1.0,0.0]", "[0.0,1.0]", "[0.0,1.0]", "[0.5,0.5]", "[0.5,0.5]"].map(ended));
    assert!(bench.run("verify results/run --games 1").out.contains("no contradiction"));
    assert!(
        bench
            .run("report results/run --formats markdown --format json")
            .ends(0)
            .contains("adjudicated by scores, the solver or tablebases")
    );
    bench.write("x.toml", &text(8, TTT));
    bench.run("run x.toml --no-report").ends(0);
    assert!(rows(&bench).iter().any(|row| row["ending"] == "adjudication" && row["plies"] != 0), "{:?}", rows(&bench));
    assert!(bench.run("verify results/run").ends(0).contains("no contradiction"));
    // The agents err after a proved end; that is no misjudgement.
    let said = bench.run("verify results/run --check-adjudication 2").ends(0);
    assert!(said.contains("played on to the natural end: 0 misjudged; 2 results proved by the solver"), "{said}");
    bench.write("book.txt", "");
    for game in ["\"backgammon\"", "\"kuhn-poker\""] {
        bench.write("x.toml", &text(8, game).replace("openings = \"book.txt\"\n", ""));
        bench.run("plan x.toml").refuses(&["x.toml:8:", "cannot be solved"]);
    }
}

/// Tables know one game, and only some builds read them.
#[test]
fn tablebases_are_refused_where_there_are_none() {
    let bench = Bench::new();
    let text = |game: &str| {
        format!(
            "[experiment]\nname = \"run\"\nkind = \"match\"\ngames-per-cell = 2\n[budget]\niterations = 1\n[match]\ntablebases = 3\n\
             [grid]\ngame = {game}\n[compare]\nuct = \"random\"\n"
        )
    };
    bench.write("x.toml", &text("\"rbg/chess\""));
    bench.run("plan x.toml").refuses(&["tablebases do not know `rbg/chess`", "100 half-moves"]);
    bench.write("x.toml", &text("\"chess\""));
    let run = bench.run("run x.toml");
    assert!(run.code != Some(0) && ["--features syzygy", "TREEBENCH_SYZYGY"].iter().any(|says| run.err.contains(says)), "{}", run.err);
}

/// If only engines play, a failure is a loss unless the file says otherwise; the keys of files that say so do not change.
#[test]
fn engines_lose_by_their_failures() {
    let bench = Bench::new();
    script(&bench, &ugi("exit 3", "exit 0"));
    let text = config("ugi", TTT, 2).replace("engine = \"random\"", "engine = \"engine\"").replace("200ms", "2s");
    let key = |text: &str, code: i32| {
        bench.write("x.toml", text);
        let said = bench.run("run x.toml --no-report --fresh");
        assert_eq!(said.code, Some(code), "{}", said.err);
        let plan: Value = serde_json::from_str(&bench.read("results/run/plan.json")).unwrap();
        plan["cells"][0]["key"].as_str().unwrap().to_owned()
    };
    let set = |rule: &str| text.replace("[agent.engine]", &format!("[match]\nfailure = \"{rule}\"\n[agent.engine]"));
    let unset = key(&text, 0);
    assert!(games(&bench).iter().all(|[ending, .., scores]| ending == "agent-error" && scores == "[0.0,1.0]"), "{:?}", games(&bench));
    assert_eq!(key(&set("loss"), 0), unset);
    assert_ne!(key(&set("void"), 4), unset);
    // Against an agent of this program it has no result.
    let mixed = text.replace("engine = \"engine\"", "engine = \"random\"");
    let void = key(&mixed, 4);
    assert_eq!(key(&mixed.replace("[agent.engine]", "[match]\nfailure = \"void\"\n[agent.engine]"), 4), void);
}

/// The standard error of every engine process is kept in a file; a folder that cannot be created is an error.
#[test]
fn standard_error_of_engines_is_kept() {
    let bench = Bench::new();
    script(&bench, &ugi("echo thinking >&2; play", "exit 0"));
    bench.write("x.toml", &config("ugi", TTT, 2).replace("200ms", "2s"));
    bench.run("run x.toml --no-report --threads 1 --engine-logs logs").ends(0);
    let logs: Vec<String> =
        std::fs::read_dir(bench.path("logs")).unwrap().flatten().map(|entry| entry.file_name().into_string().unwrap()).collect();
    assert!(!logs.is_empty() && logs.iter().all(|name| name.starts_with("engine.sh-")), "{logs:?}");
    assert!(logs.iter().any(|name| bench.read(&format!("logs/{name}")).contains("thinking\n")));
    bench.run("run x.toml --no-report --fresh --engine-logs x.toml").refuses(&["`x.toml`: it is a file"]);
}
