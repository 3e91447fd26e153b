//! Well-behaved and misbehaving engines, as `sh` scripts: misbehaviour is named in the records and never scored, and no process is left running.

use crate::workdir::Bench;
use std::process::Command;
use std::time::Duration;

/// A UGI engine for tic-tac-toe; a test supplies its reactions to `go` and `quit`.
pub(crate) fn ugi(go: &str, quit: &str) -> String {
    format!(
        "#!/bin/sh\nmoves=\nplay() {{ for m in a1 b1 c1 a2 b2 c2 a3 b3 c3; do case \"$moves\" in *\" $m \"*) ;; *) echo \"bestmove $m\"; return;; esac; done; }}\n\
         while read -r line; do case $line in\nugi) echo 'id name sh'; echo 'id version 1'; echo ugiok;;\nisready) echo readyok;;\n\
         position*) moves=\" ${{line#*moves}} \";;\ngo*) {go};;\nquit) {quit};;\nesac; done\n"
    )
}

/// A GTP engine; a test supplies its reaction to `genmove`, with `$id` and `$colour` set.
fn gtp(genmove: &str) -> String {
    format!(
        "#!/bin/sh\nn=0\nwhile read -r id command colour move; do case $command in\nname) printf '=%s sh\\n\\n' $id;;\n\
         genmove) n=$((n + 1)); {genmove};;\nquit) printf '=%s\\n\\n' $id; exit 0;;\n*) printf '=%s\\n\\n' $id;;\nesac; done\n"
    )
}

pub(crate) fn config(protocol: &str, game: &str, games: u32) -> String {
    format!(
        "[experiment]\nname = \"run\"\nkind = \"match\"\ngames-per-cell = {games}\n[budget]\niterations = 5\n[grid]\ngame = {game}\n\
         [agent.engine]\nengine = {{ protocol = \"{protocol}\", command = [\"./engine.sh\"], limit = \"200ms\" }}\n[compare]\nengine = \"random\"\n"
    )
}

/// The processes of engines of this test: they run in its folder.
pub(crate) fn left(bench: &Bench) -> usize {
    let folder = bench.path("").canonicalize().unwrap();
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    // Not the guards, which may be about to end.
    let is_engine = |entry: &std::fs::DirEntry| {
        let command = std::fs::read_to_string(entry.path().join("cmdline")).unwrap_or_default();
        let here = std::fs::read_link(entry.path().join("cwd")).is_ok_and(|cwd| cwd == folder);
        here && !command.is_empty() && !command.contains("engine-guard") && !command.contains("--no-report")
    };
    entries.filter(is_engine).count()
}

pub(crate) fn script(bench: &Bench, text: &str) {
    bench.write("engine.sh", text);
    assert!(Command::new("chmod").arg("+x").arg(bench.path("engine.sh")).status().unwrap().success());
}

/// The ending, kind of failure, message and scores of every game in the records of a run.
pub(crate) fn games(bench: &Bench) -> Vec<[String; 4]> {
    let lines = bench.run("export results/run --format jsonl").ends(0);
    let text = |row: &serde_json::Value, key: &str| match &row[key] {
        serde_json::Value::String(text) => text.clone(),
        serde_json::Value::Null => String::new(),
        other => other.to_string(),
    };
    // Empty texts are exported as none.
    let rows = lines.lines().map(|line| serde_json::from_str(line).unwrap());
    rows.map(|row: serde_json::Value| ["ending", "failure", "message", "scores"].map(|key| text(&row, key))).collect()
}

/// Plays two games of an engine and checks how they end.
fn ends(protocol: &str, game: &str, engine: &str, ending: &str, failure: &str, words: &str) {
    let bench = Bench::new();
    script(&bench, engine);
    // Good engines are in time on a busy machine, too.
    let limit = if failure.is_empty() { "10s" } else { "200ms" };
    bench.write("x.toml", &config(protocol, game, 2).replace("200ms", limit));
    let said = bench.run("run x.toml --no-report --threads 2");
    assert_eq!(said.code, Some(if failure.is_empty() { 0 } else { 4 }), "{engine}\n{}{}", said.out, said.err);
    let games = games(&bench);
    assert_eq!(games.len(), 2);
    for [found, kind, message, scores] in games {
        assert_eq!((found.as_str(), kind.as_str()), (ending, failure), "{engine}\n{message}");
        assert!(message.contains(words), "{engine}\n{message}");
        assert!(failure.is_empty() || (message.contains(", in `") && scores == "[]"), "{message} {scores}");
    }
    assert_eq!(left(&bench), 0, "{engine}");
}

pub(crate) const TTT: &str = "\"tic-tac-toe\"";

#[test]
fn good_engines_play_and_resign() {
    ends("ugi", TTT, &ugi("play", "exit 0"), "rules", "", "");
    ends("ugi", TTT, &ugi("echo bestmove resign", "exit 0"), "resignation", "", "");
    // Ten megabytes of standard error block nothing, and neither do many lines of information.
    ends("ugi", TTT, &ugi("head -c 10000000 /dev/zero | tr '\\0' e >&2; yes info depth 3 | head -10000; play", "exit 0"), "rules", "", "");
}

#[test]
fn crashes_hangs_and_late_answers_are_told_apart() {
    ends("ugi", TTT, &ugi("kill -STOP $$", "exit 0"), "timeout", "hang", "does not answer within 1.2 s");
    ends("ugi", TTT, &ugi("sleep 0.5; play", "exit 0"), "timeout", "late", "with a limit of 0.2 s");
    ends(
        "ugi",
        TTT,
        &ugi("printf bestm; exit 3", "exit 0"),
        "agent-error",
        "crash",
        "ended in the middle of the line `bestm` (exit status 3)",
    );
    let words = "(exit status 7); its last lines on standard error: `out of ideas`";
    ends("ugi", TTT, &ugi("echo out of ideas >&2; exit 7", "exit 0"), "agent-error", "crash", words);
    ends("ugi", TTT, &ugi("kill -9 $$", "exit 0"), "agent-error", "crash", "signal 9");
}

/// It is asked for its identity before anything is played, and fails when it is started for a game.
#[test]
fn an_engine_that_starts_only_once_is_named() {
    let once = ugi("play", "exit 0").replace("#!/bin/sh\n", "#!/bin/sh\ntest -e started && { echo gone >&2; exit 5; }\ntouch started\n");
    ends("ugi", TTT, &once, "agent-error", "does-not-start", "(exit status 5); its last lines on standard error: `gone`");
}

#[test]
fn wrong_answers_are_told_apart() {
    ends("ugi", TTT, &ugi("play; play", "exit 0"), "agent-error", "protocol", "answered twice: `bestmove ");
    ends("ugi", TTT, &ugi("echo bestmove a1", "exit 0"), "agent-error", "illegal-move", "played `a1`, which is no legal move");
    ends("ugi", TTT, &ugi("echo query meaning", "exit 0"), "agent-error", "protocol", "asked `meaning`, which is no question");
    ends("ugi", TTT, &ugi("yes | head -1000000", "exit 0"), "agent-error", "protocol", "lines without `bestmove`");
    ends("ugi", TTT, &ugi("head -c 3000000 /dev/zero | tr '\\0' x", "exit 0"), "agent-error", "protocol", "printed a line without end");
}

#[test]
fn wrong_answers_in_gtp_are_told_apart() {
    ends("gtp", TTT, &gtp("printf '?%s no idea\\n\\n' $id"), "agent-error", "protocol", "refuses `genmove ");
    ends("gtp", TTT, &gtp("printf '=999 a1\\n\\n'"), "agent-error", "protocol", "answered command 999 instead of ");
    ends("gtp", TTT, &gtp("printf '=%s a1\\n\\n=%s a1\\n\\n' $id $id"), "agent-error", "protocol", "answered command ");
    ends("gtp", TTT, &gtp("printf '=%s resign\\n\\n' $id"), "resignation", "", "");
    let go = "{ use = \"go\", params = { size = 5 } }";
    ends("gtp", go, &gtp("printf '=%s E9\\n\\n' $id"), "agent-error", "illegal-move", "played `E9`");
    // The second time the point is occupied: by its own stone, as all that one move of the opponent could take is a stone without liberties.
    ends("gtp", go, &gtp("printf '=%s C3\\n\\n' $id"), "agent-error", "illegal-move", "played `C3`, which is no legal move");
}

/// Both colours play a list of moves that ends with White's immediate recapture of a ko, which the referee rejects whatever the engine's rules.
#[test]
fn an_engine_that_plays_into_ko_has_played_an_illegal_move() {
    let bench = Bench::new();
    let list = "case $colour$n in b1) m=B3;; w1) m=D4;; b2) m=C4;; w2) m=D2;; b3) m=C2;; w3) m=E3;; b4) m=A1;; w4) m=C3;; b5) m=D3;; w5) m=C3;; esac; \
                printf '=%s %s\\n\\n' $id $m";
    script(&bench, &gtp(list));
    let config = config("gtp", "{ use = \"go\", params = { size = 5 } }", 2).replace("engine = \"random\"", "engine = \"engine\"");
    bench.write("x.toml", &config.replace("limit", "restart = \"game\", limit"));
    // Between engines the one that fails loses, so that every game has a result.
    bench.run("run x.toml --no-report").ends(0);
    for [ending, kind, message, scores] in games(&bench) {
        assert_eq!((ending.as_str(), kind.as_str(), scores.as_str()), ("agent-error", "illegal-move", "[1.0,0.0]"), "{message}");
        assert!(message.contains("in seat 1 played `C3`, which is no legal move") && message.contains("after 9 moves"), "{message}");
    }
}

/// The referee counts, and notes where an engine counts otherwise.
#[test]
fn another_count_of_an_engine_is_noted_and_decides_nothing() {
    for (said, disagreements) in [("B+3.5", 1), ("W+7.5", 0)] {
        let counts = format!("list_commands) printf '=%s final_score\\n\\n' $id;;\nfinal_score) printf '=%s {said}\\n\\n' $id;;\nname)");
        let bench = Bench::new();
        script(&bench, &gtp("printf '=%s pass\\n\\n' $id").replace("name)", &counts));
        let config = config("gtp", "{ use = \"go\", params = { size = 5, komi = 7.5 } }", 2);
        let other = "[agent.other]\nengine = { protocol = \"gtp\", command = [\"sh\", \"other.sh\"] }\n[compare]";
        bench.write("other.sh", &gtp("printf '=%s pass\\n\\n' $id"));
        bench.write("x.toml", &config.replace("[compare]", other).replace("engine = \"random\"", "engine = \"other\""));
        bench.run("run x.toml --no-report").ends(0);
        for line in bench.run("export results/run --format jsonl").ends(0).lines() {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(
                (row["disagreements"].as_u64().unwrap_or(0), &row["scores"]),
                (disagreements, &serde_json::json!([0.0, 1.0])),
                "{row}"
            );
            assert!(row["engines"].as_str().unwrap().contains(&format!("result: {said}")), "{row}");
        }
        let report = bench.run("report results/run --formats markdown --format json").ends(0);
        assert_eq!(report.contains("named a different winner"), disagreements > 0, "{report}");
    }
}

/// Two passes end a game of go: an engine asked for a move after them exits with an error.
#[test]
fn nobody_is_asked_after_the_end() {
    let bench = Bench::new();
    script(&bench, &gtp("test $n -gt 1 && exit 9; printf '=%s pass\\n\\n' $id"));
    let config = config("gtp", "{ use = \"go\", params = { size = 5 } }", 2).replace("engine = \"random\"", "engine = \"engine\"");
    bench.write("x.toml", &config.replace("limit", "restart = \"game\", limit"));
    bench.run("run x.toml --no-report").ends(0);
    let games = games(&bench);
    assert!(games.len() == 2 && games.iter().all(|[ending, ..]| ending == "rules"), "{games:?}");
    // One that goes on by itself has answered twice.
    ends(
        "gtp",
        "{ use = \"go\", params = { size = 5 } }",
        &gtp("printf '=%s pass\\n\\n=%s pass\\n\\n' $id $id"),
        "agent-error",
        "protocol",
        "answered command ",
    );
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_survives_a_run_and_not_a_kill_of_it() {
    // A grandchild in a session of its own, and an engine that does not quit.
    let fork = "setsid sh -c 'sleep 300; :' & play";
    ends("ugi", TTT, &ugi("play", "sleep 300"), "rules", "", "");
    ends("ugi", TTT, &ugi(fork, "sleep 300"), "rules", "", "");
    let bench = Bench::new();
    script(&bench, &ugi(&format!("{fork}; sleep 300"), "sleep 300"));
    bench.write("x.toml", &config("ugi", TTT, 2).replace("200ms", "300s"));
    let mut child = bench.command(&["run", "x.toml", "--no-report", "--threads", "1"]).spawn().unwrap();
    let wait = |what: &str, good: &dyn Fn(usize) -> bool| {
        for _ in 0..1000 {
            if good(left(&bench)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("{what}: {} processes", left(&bench));
    };
    wait("engine and grandchild run", &|left| left >= 2);
    child.kill().unwrap();
    child.wait().unwrap();
    wait("bench was killed", &|left| left == 0);
}

#[test]
fn programs_that_cannot_be_started_are_errors_of_the_file() {
    let bench = Bench::new();
    script(&bench, &ugi("play", "exit 0"));
    bench.write("plain.txt", "text");
    let with = |command: &str| bench.write("x.toml", &config("ugi", TTT, 2).replace("\"./engine.sh\"", command));
    let run = |command: &str| {
        with(command);
        bench.run("run x.toml --no-report")
    };
    let plan = |command: &str| {
        with(command);
        bench.run("plan x.toml --calibrate 0")
    };
    run("\"./enginee.sh\"").refuses(&["x.toml:10:", "no program `enginee.sh` in ", "did you mean `engine.sh`?"]);
    run("\"engine.sh\"").refuses(&["no program `engine.sh` in PATH", "\"./engine.sh\""]);
    run("\"python33\"").refuses(&["no program `python33` in PATH"]);
    run("\"./\"").refuses(&["is a directory, not a program"]);
    run("\"./plain.txt\"").refuses(&["is not executable", "chmod +x"]);
    plan("\"sh\", \"-c\", \"echo no >&2; exit 5\"").refuses(&["does not start: ended (exit status 5)", "`no`"]);
    // A plan needs no engine, but says that its keys are not final.
    bench.write("x.toml", &config("ugi", TTT, 2).replace("\"./engine.sh\"", "\"no-such-engine\""));
    for line in ["plan x.toml", "plan x.toml --calibrate 0 --format json"] {
        let said = bench.run(line);
        assert!(said.err.contains("warning: x.toml:10: no program `no-such-engine` in PATH"), "{}", said.err);
        assert!(said.ends(0).contains("no-such-engine"), "{line}");
    }
    let planned = plan("\"./engine.sh\"").ends(0);
    assert!(planned.contains("engine `engine`: ./engine.sh") && planned.contains("(sh 1; files "), "{planned}");
    bench.write("x.toml", &config("ugi", TTT, 2).replace("protocol = \"ugi\"", "protocol = \"ugl\""));
    bench.run("plan x.toml").refuses(&["invalid value `ugl` for `protocol`", "ugi"]);
}

#[test]
fn probe_tells_an_author_what_works() {
    let bench = Bench::new();
    script(&bench, &ugi("play", "exit 0"));
    let said = bench.run("probe --protocol ugi -- ./engine.sh").ends(0);
    for line in ["ok    introduces itself: sh 1", "ok    plays legal moves: ", "ok    quits when asked", "nothing fails"] {
        assert!(said.contains(line), "{said}");
    }
    // Where information is hidden, an engine that asks for the position is shown a drawn one; chance acts before the first move.
    script(&bench, &ugi("echo query legalmoves; read -r word move rest; echo bestmove $move", "exit 0"));
    let said = bench.run("probe --protocol ugi --game kuhn-poker -- ./engine.sh").ends(0);
    assert!(said.contains("ok    plays legal moves: 2 of them, p p"), "{said}");
    script(&bench, &ugi("echo bestmove a1", "sleep 300"));
    let said = bench.run("probe --protocol ugi --limit 0.2 -- ./engine.sh").ends(2);
    assert!(said.contains("FAIL  the engine: played `a1`, which is no legal move (illegal-move)"), "{said}");
}

/// `bench ugi` and an engine of no knowledge play hidden information and simultaneous moves to the end.
#[test]
fn engines_play_games_of_hidden_information() {
    let bench = Bench::new();
    for game in ["kuhn-poker", "goofspiel", "phantom-tic-tac-toe", "matrix-game"] {
        let program = env!("CARGO_BIN_EXE_bench");
        let command = format!("\"{program}\", \"ugi\", \"--game\", \"{game}\", \"--agent\", \"mo-ismcts\"");
        let text = config("ugi", &format!("\"{game}\""), 4).replace("\"./engine.sh\"", &command).replace("200ms", "20s");
        bench.write("x.toml", &text);
        bench.run("run x.toml --fresh --no-report").ends(0);
        assert!(games(&bench).iter().all(|[ending, ..]| ending == "rules"), "{game}");
    }
}

/// A report starts no engine: the identity of the players is stored in the run.
#[test]
fn a_run_with_engines_is_shown_with_other_labels() {
    let bench = Bench::new();
    script(&bench, &gtp("printf '=%s pass\\n\\n' $id"));
    let text = config("gtp", "{ use = \"go\", params = { size = 5 } }", 2);
    bench.write("x.toml", &text);
    bench.run("run x.toml --no-report").ends(0);
    std::fs::remove_file(bench.path("engine.sh")).unwrap();
    bench.write("x.toml", &format!("{text}[label]\nengine = \"Always passes\"\n"));
    bench.run("report results/run --out new --formats html --style x.toml").ends(0);
    assert!(bench.read("new/report.html").contains("Always passes"));
}
