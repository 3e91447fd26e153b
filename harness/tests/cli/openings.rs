//! Openings from a file: planned, played by both games of a pair, recorded, replayed.

use crate::workdir::{Bench, config};
use std::collections::BTreeSet;

fn records(bench: &Bench, run: &str) -> Vec<serde_json::Value> {
    bench.export(run).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn openings(bench: &Bench, run: &str) -> Vec<String> {
    records(bench, run).iter().map(|record| record["opening"].as_str().unwrap_or("").to_owned()).collect()
}

#[test]
fn pairs_begin_with_the_openings_of_the_file() {
    let bench = Bench::new();
    bench.write("book.txt", "# moves, moves, a position\na1 b2\nb2 c3\n.X./.O./... x # X is to move\n");
    let text = config(8, 5, "tic-tac-toe", 1) + "[match]\nopenings = \"book.txt\"\nrandom-plies = 1\n";
    bench.write("tiny.toml", &text);
    let plan = bench.run("plan tiny.toml --calibrate 0").ends(0);
    let line = "openings in 1 cell: 4 pairs of games begin with 3 of the 3 openings in book.txt, in the order of the file, some of them more \
                than once, then 1 random move\n";
    assert!(plan.contains(line), "{plan}");
    bench.run("run tiny.toml --threads 2 --no-report").ends(0);
    let records = records(&bench, "results/tiny");
    let position = ".X./.O./... x";
    let expected = ["a1 b2", "a1 b2", "b2 c3", "b2 c3", position, position, "a1 b2", "a1 b2"];
    assert_eq!(openings(&bench, "results/tiny"), expected);
    for (pair, opening) in records.chunks(2).zip(["a1 b2", "b2 c3", "", "a1 b2"]) {
        let moves = |record: &serde_json::Value| record["moves"].as_str().unwrap().to_owned();
        let given = pair[0]["opening_plies"].as_u64().unwrap() as usize;
        assert_eq!(given, opening.split_whitespace().count() + 1);
        assert!(moves(&pair[0]).starts_with(opening), "{}", moves(&pair[0]));
        let start = |record| moves(record).split(' ').take(given).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(start(&pair[0]), start(&pair[1]), "both games of a pair begin alike");
        assert_ne!(pair[0]["seats"], pair[1]["seats"]);
    }
    // Records are replayed from the stored copy, whatever becomes of the file.
    bench.write("book.txt", "c1\n");
    assert!(bench.run("verify results/tiny --games all").ends(0).contains("8 of 8"));
    let task = records[5]["id"].as_str().unwrap();
    assert_eq!(bench.run(&format!("replay results/tiny {task}")).ends(0), format!("{task}: identical\n"));
    // The new file is another experiment.
    assert!(bench.run("run tiny.toml --no-report").ends(0).contains("8 of 8 tasks played"));
    assert_eq!(openings(&bench, "results/tiny"), ["c1"; 8]);
}

#[test]
fn shuffled_openings_come_once_before_any_comes_twice() {
    let bench = Bench::new();
    let squares: Vec<String> = ["a", "b", "c"].iter().flat_map(|file| (1..=3).map(move |rank| format!("{file}{rank}"))).collect();
    bench.write("book.txt", &squares.join("\n"));
    let text = |seed| config(18, 5, "tic-tac-toe", seed) + "[match]\nopenings = \"book.txt\"\nopenings-order = \"shuffled\"\n";
    bench.write("tiny.toml", &text(1));
    bench.run("run tiny.toml --no-report --out one").ends(0);
    bench.write("tiny.toml", &text(2));
    bench.run("run tiny.toml --no-report --out two").ends(0);
    let (one, two) = (openings(&bench, "one"), openings(&bench, "two"));
    for openings in [&one, &two] {
        assert_eq!(openings.iter().collect::<BTreeSet<_>>(), squares.iter().collect());
        assert!(openings.chunks(2).all(|pair| pair[0] == pair[1]), "{openings:?}");
    }
    assert_ne!(one, two, "the seed decides the order");
    assert_ne!(one.iter().step_by(2).collect::<Vec<_>>(), squares.iter().collect::<Vec<_>>());
}

/// A FEN is an opening of chess: a UCI engine receives it, and the PGN starts from it.
#[test]
fn openings_in_fen_reach_engines_and_exports() {
    let bench = Bench::new();
    let fens = ["r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1"];
    bench.write("book.txt", &fens.join("\n"));
    let engine = format!("[\"{}\", \"uci\", \"--agent\", \"random\"]", env!("CARGO_BIN_EXE_bench"));
    let text = config(4, 5, "rbg/chess", 1).replace("uct = \"random\"", "uct = \"other\"");
    let text = text.replace("[compare]", &format!("[agent.other]\nengine = {{ protocol = \"uci\", command = {engine} }}\n[compare]"));
    bench.write("tiny.toml", &(text + "[match]\nopenings = \"book.txt\"\nmax-moves = 6\n"));
    bench.run("run tiny.toml --no-report").ends(0);
    assert_eq!(openings(&bench, "results/tiny"), [fens[0], fens[0], fens[1], fens[1]]);
    for record in records(&bench, "results/tiny") {
        assert_eq!((record["message"].as_str(), record["plies"].as_u64()), (Some(""), Some(6)), "{record}");
    }
    bench.run("export results/tiny --games --out games").ends(0);
    let file = std::fs::read_dir(bench.path("games")).unwrap().next().unwrap().unwrap().path();
    let text = std::fs::read_to_string(file).unwrap();
    assert!(fens.iter().all(|fen| text.matches(&format!("[FEN \"{fen}\"]")).count() == 2), "{text}");
    assert!(text.contains("\n1... "), "Black begins the second opening: {text}");
}

/// Files are named by game, agents and cell number, and contain the games that pass the filter.
#[test]
fn exported_games_are_named_and_filtered() {
    let bench = Bench::new();
    let text = config(6, 30, "tic-tac-toe", 1).replace("= \"tic-tac-toe\"", "= [\"connect-four\", \"tic-tac-toe\"]");
    let labels = "[label]\nuct = \"Plain UCT\"\nconnect-four = \"Four\"\nexploration = \"C\"\n1.0 = \"one\"\n";
    bench.write("tiny.toml", &(text + "[agent.uct.sweep]\nexploration = [0.5, 1.0]\n" + labels));
    bench.run("run tiny.toml --no-report").ends(0);
    let games = |filter: &str, out: &str| bench.run(&format!("export results/tiny --games{filter} --out {out}"));
    let names = |out: &str| -> BTreeSet<String> {
        let all = std::fs::read_dir(bench.path(out)).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
        all.filter(|name| name != "files.json").collect()
    };
    assert!(games("", "all").ends(0).starts_with("24 games in 4 files"));
    let expected = [
        "connect-four-uct-vs-random-1.txt",
        "connect-four-uct-vs-random-2.txt",
        "tic-tac-toe-uct-vs-random-3.txt",
        "tic-tac-toe-uct-vs-random-4.txt",
    ];
    assert_eq!(names("all"), expected.map(str::to_owned).into());
    let told = |filter: &str| -> usize { games(filter, "some").ends(0).split(' ').next().unwrap().parse().unwrap() };
    assert_eq!(told("=game=tic*,uct.exploration=1"), 6);
    assert_eq!(names("some"), [expected[3].to_owned()].into());
    // Another selection replaces it; files that the export did not write are kept.
    bench.write("some/notes.txt", "mine");
    let said = games("=game=connect-four,uct.exploration=1", "some").ends(0);
    assert_eq!(said, "6 games in 1 file of some, 1 file of an earlier export removed\n");
    assert_eq!(names("some"), [expected[1], "notes.txt"].map(str::to_owned).into());
    let cell = bench.export("results/tiny").lines().next().unwrap().split('"').find(|word| word.ends_with("-0")).unwrap().to_owned();
    assert_eq!((told(&format!("={cell}")), told(&format!("={}", &cell[..12])), told("=agent=rand*")), (1, 6, 24));
    let results: usize = ["won", "lost", "drawn"]
        .iter()
        .map(|word| games(&format!("={word}"), "some"))
        .filter(|said| said.code == Some(0))
        .map(|said| said.out.split(' ').next().unwrap().parse::<usize>().unwrap())
        .sum();
    assert_eq!(results, 24);
    games("=failed", "some").refuses(&["no stored game matches"]);
    // An axis has the name of its column, too.
    games("=axis.game=tic-tac-to", "some")
        .refuses(&["--games=axis.game=tic-tac-to: `tic-tac-to` is not on the axis `game`; did you mean `tic-tac-toe`?"]);
    games("=game=Fuor", "some").refuses(&["did you mean `Four`?"]);
    games("=agent=rando", "some").refuses(&["unknown agent `rando`; did you mean `random`?"]);
    // Labels are names, too.
    assert_eq!((told("=game=Four"), told("=agent=Plain*"), told("=agent=Plain*,C=one"), told("=game=Four,C=one")), (12, 24, 12, 6));
    games("=gam=x", "some").refuses(&["--games=gam=x", "unknown axis `gam`", "`game`"]);
    games("=losst", "some").refuses(&["--games=losst", "did you mean `lost`"]);
    games("=result=lost", "some").refuses(&["unknown axis `result`; did you mean `lost`?"]);
}

/// For deterministic agents: the same position reached by other moves gives the same game, and a FEN with other counters is no other position.
#[test]
fn openings_that_lead_to_one_position_are_one() {
    let bench = Bench::new();
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let (white, black) = (["a2-a3", "b2-b3", "c2-c3"], ["a5-a4", "b5-b4", "e5-e4"]);
    let line = |order: &[usize; 3]| order.iter().map(|&i| format!("{} {}", white[i], black[i])).collect::<Vec<_>>().join(" ");
    bench.write("book.txt", &orders.iter().map(line).collect::<Vec<_>>().join("\n"));
    let text = "[experiment]\nname = \"x\"\nkind = \"match\"\nseed = 1\ngames-per-cell = 12\n[budget]\nstates = 300\n[grid]\n\
        game = [{ use = \"breakthrough\", params = { width = 5, height = 6 } }]\n[agent.a]\nuse = \"alpha-beta\"\nbudget = { states = 400 }\n\
        [agent.b]\nuse = \"alpha-beta\"\n[match]\nopenings = \"book.txt\"\n[compare]\na = \"b\"\n";
    bench.write("x.toml", text);
    let said = bench.run("run x.toml").ends(0);
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("(2 distinct games of 12)") && said.contains("too few distinct games"), "{said}");
    assert!(bench.run("verify results/x --games all").ends(0).contains("12 of 12"));
    // A run of an earlier version is no other run.
    let file = rusqlite::Connection::open(bench.path("results/x/results.sqlite")).unwrap();
    file.execute_batch(
        "ALTER TABLE match DROP COLUMN passes; ALTER TABLE match DROP COLUMN failed_draws; ALTER TABLE match DROP COLUMN one_sided; ALTER TABLE match DROP COLUMN continuation",
    )
    .unwrap();
    drop(file);
    assert!(bench.run("verify results/x --games all").ends(0).contains("12 of 12 stored tasks replayed: identical"));
    let said = bench.run("run x.toml").ends(0);
    assert!(said.starts_with("0 of 12 tasks played"), "{said}");
}

/// Books in SGF: set-ups and variations of go, and of Othello; what makes no sense is an error with its line.
#[test]
fn openings_in_sgf_are_set_up() {
    let bench = Bench::new();
    bench.write("book.sgf", "\u{feff}(;GM[1]SZ[5]\r\n(;B[cc];W[bb])\r\n(;B[bc]))\n(;SZ[5]HA[2]AB[bb][dd];W[cc])");
    let go = "{ use = \"go\", params = { size = 5 } }";
    let text = |game: &str, book: &str| {
        config(6, 5, "tic-tac-toe", 1).replace("\"tic-tac-toe\"", game) + &format!("[match]\nopenings = \"{book}\"\nmax-moves = 6\n")
    };
    bench.write("tiny.toml", &text(go, "book.sgf"));
    bench.run("run tiny.toml --no-report").ends(0);
    let empty = "5/5/5/5/5 b - 0 0 moves";
    let expected = [format!("{empty} C3 B4"), format!("{empty} B3"), "5/1X3/5/3X1/5 w - 0 0 moves C3".to_owned()];
    let found = openings(&bench, "results/tiny");
    assert_eq!(found.chunks(2).map(|pair| pair[0].clone()).collect::<Vec<_>>(), expected);
    assert!(bench.run("verify results/tiny --games all").ends(0).contains("6 of 6"));
    bench.write("tiny.toml", &(text(go, "book.sgf") + "openings-plies = 1\n"));
    assert!(bench.run("plan tiny.toml --calibrate 0").ends(0).contains("3 openings in book.sgf"));
    // Cut to no more than a position, whose words are not moves.
    bench.write("discs.sgf", "(;GM[2]AB[e4][d5]AW[d4][e5]PL[W])(;GM[2];B[d3];W[c3])(;GM[2];B[d3];W[e3])");
    bench.write("tiny.toml", &(text("\"reversi\"", "discs.sgf") + "openings-plies = 1\n"));
    bench.run("run tiny.toml --no-report --fresh").ends(0);
    let position = format!("{}OX------XO{} O", "-".repeat(27), "-".repeat(27));
    assert_eq!(openings(&bench, "results/tiny"), [&position, &position, "d3", "d3", &position, &position]);
    bench.write("book.sgf", "(;GM[1]SZ[5]\n(;B[cc];W[cc])\n(;B[aa];B[bb]))");
    bench.write("tiny.toml", &text(go, "book.sgf"));
    bench.run("plan tiny.toml").refuses(&["book.sgf:2:", "`C3` is not a legal move"]);
    bench.write("book.sgf", "(;GM[1]SZ[9];B[aa])");
    bench.run("plan tiny.toml").refuses(&["book.sgf:1:"]);
}

/// Two agents without random numbers that are one play the same games, whatever order their cells take the openings in.
#[test]
fn cells_that_shuffle_their_openings_are_found_to_play_alike() {
    let bench = Bench::new();
    let squares: Vec<String> = ["a", "b", "c"].iter().flat_map(|file| (1..=3).map(move |rank| format!("{file}{rank}"))).collect();
    bench.write("book.txt", &squares.join("\n"));
    let agents = "one = \"other\"\ntwo = \"other\"\n[agent.one]\nuse = \"alpha-beta\"\nbudget = { iterations = 40 }\n[agent.two]\nuse = \"alpha-beta\"\nbudget = { iterations = 41 }\n\
        [agent.other]\nuse = \"alpha-beta\"\nbudget = { iterations = 5 }\n";
    let text = config(18, 5, "tic-tac-toe", 1).replace("uct = \"random\"\n", agents);
    for order in ["file", "shuffled"] {
        bench.write("tiny.toml", &format!("{text}[match]\nopenings = \"book.txt\"\nopenings-order = \"{order}\"\n"));
        bench.run(&format!("run tiny.toml --no-report --out {order}")).ends(0);
        let said = crate::results::report(&bench, order)["warnings"].to_string();
        assert!(said.contains("Cells play the same moves in all of their games"), "{order}: {said}");
    }
}

#[test]
fn the_legend_is_that_of_the_seats() {
    let bench = Bench::new();
    for (swap, words) in
        [(true, "from pairs of games with seats swapped"), (false, "from single games: seats are not rotated, and no cell is judged")]
    {
        bench.write("tiny.toml", &(config(8, 5, "tic-tac-toe", 1) + &format!("[match]\nswap-seats = {swap}\n")));
        bench.run(&format!("run tiny.toml --no-report --out {swap}")).ends(0);
        let said = crate::results::report(&bench, &swap.to_string()).to_string();
        assert!(said.contains(words), "{said}");
        assert_eq!(said.contains("the exact permutation test on pairs decides"), swap, "{said}");
    }
}

/// An agent that plays itself in fixed seats has the score of the first seat: a question about that is judged, and no cell is.
#[test]
fn what_the_first_seat_is_worth_is_judged() {
    let bench = Bench::new();
    let claim = "[[hypothesis]]\nis = \"better\"\n";
    let text = config(200, 20, "tic-tac-toe", 1) + "[match]\nswap-seats = false\n" + claim;
    bench.write("self.toml", &text.replace("uct = \"random\"", "uct = \"uct\""));
    bench.write("other.toml", &text);
    for (name, judged) in [("self", true), ("other", false)] {
        bench.run(&format!("run {name}.toml --no-report --out {name}")).ends(0);
        let said = crate::results::report(&bench, name);
        let lead = said["lead"].to_string();
        assert_eq!(lead.contains("Yes: "), judged, "{lead}");
        assert_eq!(lead.contains("not judged: seats are not rotated"), !judged, "{lead}");
        assert_eq!(said.to_string().contains("exact permutation test on single games; one agent plays itself"), judged, "{said}");
        assert!(!lead.contains("better in"), "no agent is better: {lead}");
    }
}

/// A position of tic-tac-toe after these moves.
fn tic_tac_toe(moves: &[&str]) -> String {
    let mut squares = [[b'.'; 3]; 3];
    for (ply, square) in moves.iter().enumerate() {
        let [file, rank] = *square.as_bytes() else { panic!("{square}") };
        squares[usize::from(b'3' - rank)][usize::from(file - b'a')] = if ply.is_multiple_of(2) { b'X' } else { b'O' };
    }
    let rows: Vec<String> = squares.iter().map(|row| String::from_utf8_lossy(row).into_owned()).collect();
    format!("{} {}", rows.join("/"), if moves.len().is_multiple_of(2) { "x" } else { "o" })
}

/// Three openings on the line of one game are one round of agents without random numbers, in one session or in two, given as moves, as positions or as both.
#[test]
fn a_line_of_several_openings_counts_once() {
    let bench = Bench::new();
    let write = |book: &str, games: u32| {
        bench.write("book.txt", book);
        let text = config(games, 5, "tic-tac-toe", 1).replace("[compare]\nuct = \"random\"", "[compare]\nalpha-beta = \"minimax\"");
        bench.write("tiny.toml", &format!("{text}[match]\nopenings = \"book.txt\"\n"));
    };
    write("a1 b2\n", 2);
    bench.run("run tiny.toml --no-report --out first").ends(0);
    let games = bench.run("export first --format jsonl").out;
    let game: serde_json::Value = serde_json::from_str(games.lines().next().unwrap()).unwrap();
    let moves: Vec<&str> = game["moves"].as_str().unwrap().split(' ').collect();
    let effective = |of: &str| {
        let said = crate::results::report(&bench, of);
        let blocks = said["sections"].as_array().unwrap().iter().flat_map(|section| section["blocks"].as_array().unwrap());
        let table = blocks.filter_map(|block| block.get("table")).find(|table| table["id"] == "numbers").unwrap();
        let place = table["columns"].as_array().unwrap().iter().position(|column| column["name"] == "effective").unwrap();
        (table["rows"][0][place].to_string(), said["warnings"].to_string().contains("Some openings are continuations of others"))
    };
    let [two, three, four] = [2, 3, 4].map(|plies| &moves[..plies]);
    let books = [
        ("moves", [two.join(" "), three.join(" "), four.join(" ")]),
        ("turned", [four.join(" "), three.join(" "), two.join(" ")]),
        ("positions", [tic_tac_toe(two), tic_tac_toe(three), tic_tac_toe(four)]),
        ("both", [format!("{} moves {}", tic_tac_toe(two), four[2..].join(" ")), three.join(" "), tic_tac_toe(two)]),
    ];
    for (name, book) in books {
        write(&book.join("\n"), 6);
        bench.run(&format!("run tiny.toml --no-report --out {name} --results {name}.csv")).ends(0);
        for games in [2, 6] {
            let line =
                format!("run tiny.toml --no-report --out {name}{games} --results {name}-parts.csv --set experiment.games-per-cell={games}");
            bench.run(&line).ends(0);
        }
        let [one, two, three] = [name, &format!("--results {name}.csv"), &format!("--results {name}-parts.csv")].map(effective);
        assert!(one.0.contains("\"value\":2.0") && one.1 && one == two && two == three, "{name}: {one:?} {two:?} {three:?}");
        assert!(bench.run(&format!("verify --results {name}-parts.csv --games all")).ends(0).contains("identical"), "{name}");
        assert!(bench.run(&format!("verify {name} --games all")).ends(0).contains("identical"), "{name}");
    }
    // Openings that lead to other games are as many rounds.
    write("a1 b2\nb2 a1\nc1 b2\n", 6);
    bench.run("run tiny.toml --no-report --out apart").ends(0);
    let apart = effective("apart");
    assert!(apart.0.contains("\"value\":6.0") && !apart.1, "{apart:?}");
    // A stored hash is checked against the moves.
    let file = rusqlite::Connection::open(bench.path("moves/results.sqlite")).unwrap();
    assert_eq!(file.execute("UPDATE match SET passes = '[12345]' WHERE passes <> '[]'", []).unwrap(), 6);
    drop(file);
    assert!(bench.run("verify moves --games all").ends(1).contains("passes: stored [12345]"));
}

/// Under a rule of `[stop]`, one line that many openings lie on is one round, however the games came in.
#[test]
fn a_line_of_several_openings_decides_nothing_under_stop() {
    let bench = Bench::new();
    let write = |book: &str, more: &str| {
        bench.write("book.txt", book);
        let text = config(32, 5, "connect-four", 1).replace("[compare]\nuct = \"random\"", "[compare]\nstrong = \"weak\"");
        let agents = "[agent.strong]\nuse = \"alpha-beta\"\nbudget = { iterations = 400 }\n[agent.weak]\nuse = \"alpha-beta\"\nbudget = { iterations = 3 }\n";
        bench.write("tiny.toml", &format!("{text}[match]\nopenings = \"book.txt\"\n{agents}{more}"));
    };
    write("1\n", "");
    bench.run("run tiny.toml --no-report --out first --set experiment.games-per-cell=2").ends(0);
    let game = &records(&bench, "first")[0];
    let moves: Vec<&str> = game["moves"].as_str().unwrap().split(' ').collect();
    // Sixteen rounds of 75 % would decide.
    let line: Vec<String> = (1..=16).map(|plies| moves[..plies].join(" ")).collect();
    let apart: Vec<String> = (0..16).map(|i| format!("{} {} {}", 1 + i % 6, 1 + i / 6, 7 - i % 3)).collect();
    let interval = "[stop]\ntest = \"interval\"\n";
    let average = "[stop]\ntest = \"interval\"\nover = \"hypothesis\"\n[[hypothesis]]\nis = \"better\"\n";
    for (name, more) in [("cell", interval), ("average", average)] {
        write(&apart.join("\n"), more);
        bench.run(&format!("run tiny.toml --no-report --out {name}-apart --threads 2")).ends(0);
        let decided = crate::results::report(&bench, &format!("{name}-apart"));
        assert!(decided["lead"].to_string().contains("etter") && !decided["lead"].to_string().contains("ndecided"), "{}", decided["lead"]);
        write(&line.join("\n"), more);
        bench.run(&format!("run tiny.toml --no-report --out {name} --threads 2")).ends(0);
        let whole = crate::results::report(&bench, name);
        let lead = whole["lead"].to_string();
        assert!(lead.contains("ndecided"), "{name}: {lead}");
        for games in [6, 14, 32] {
            let line = format!(
                "run tiny.toml --no-report --out {name}{games} --results {name}.csv --threads {} --set experiment.games-per-cell={games}",
                1 + games % 4
            );
            bench.run(&line).ends(0);
        }
        crate::results::same(&whole, &crate::results::report(&bench, &format!("--results {name}.csv")), name);
    }
}

/// One line cut at several places is one game of agents without random numbers: every output says so.
#[test]
fn openings_that_continue_others_are_named() {
    let bench = Bench::new();
    let play = |name: &str, book: &str, more: &str| {
        bench.write("book.txt", book);
        let text = config(6, 5, "tic-tac-toe", 1).replace("[compare]\nuct = \"random\"", "[compare]\nalpha-beta = \"minimax\"");
        bench.write("tiny.toml", &format!("{text}[match]\nopenings = \"book.txt\"\n{more}"));
        bench.run(&format!("run tiny.toml --no-report --out {name} --results {name}.csv")).ends(0);
        let said = crate::results::report(&bench, &format!("--results {name}.csv")).to_string();
        (said, bench.run(&format!("export {name}")).out, bench.run(&format!("runs {name}.csv")).out)
    };
    let (report, export, runs) = play("nested", "a1 b2\na1  b2 c3\nb2 a1\n", "");
    assert!(report.contains("Some openings are continuations of others") && report.contains("(1)"), "{report}");
    for said in [export, runs] {
        assert!(said.contains("1 opening continues what another begins"), "{said}");
    }
    for (name, book, more) in [("apart", "a1 b2\na1 c3\nb2 a1\n", ""), ("cut", "a1 b2\na1 b2 c3\nb2 a1\n", "openings-plies = 2\n")] {
        let (report, ..) = play(name, book, more);
        assert!(!report.contains("what others begin"), "{report}");
    }
}
