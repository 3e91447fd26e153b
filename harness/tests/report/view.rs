//! The game viewer: the page shows the positions that the Rust code computes, storing searches changes no game, and other programs can read the
//! records.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use treebench::experiment::LoadOptions;
use treebench::games::notation::find_move;
use treebench::games::params::Values;
use treebench::games::{Picture, games};
use treebench::kinds;
use treebench::kinds::r#match::{GameRecord, StoredSearch};
use treebench::plan::{Plan, Task};
use treebench::reports::testing::run_in_browser;
use treebench::run::{ProgressStyle, RunOptions, execute};
use treebench::store::{Record as _, Store};
use treebench::view::{PageRequest, exported, stored};

fn plan(dir: &Path, text: &str) -> Plan {
    let path = dir.join("x.toml");
    std::fs::write(&path, text).unwrap();
    let experiment = kinds::load(&path, &LoadOptions::default()).map_err(|errors| errors.to_string()).unwrap().experiment;
    Plan { experiment: Arc::new(experiment) }
}

/// An experiment between random agents, one for each player of the games.
fn random(players: usize, names: &[&str], max_moves: u32) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("{name:?}")).collect();
    let agents: String = (0..players).map(|seat| format!("[agent.a{seat}]\nuse = \"random\"\n")).collect();
    let others: Vec<String> = (1..players).map(|seat| format!("\"a{seat}\"")).collect();
    format!(
        "# Q?\n[experiment]\nname = \"t\"\nkind = \"match\"\nseed = 4\ngames-per-cell = {players}\n[match]\nmax-moves = {max_moves}\n\
         [budget]\niterations = 1\n[grid]\ngame = [{}]\n{agents}[compare]\na0 = [{}]\n",
        quoted.join(", "),
        others.join(", ")
    )
}

fn run(plan: &Plan, dir: &Path) -> Store {
    let mut store = Store::open(dir, kinds::of(&plan.experiment).table()).unwrap();
    let options = RunOptions { threads: 2, progress: ProgressStyle::Silent, ..RunOptions::default() };
    execute(plan, &mut store, &options).unwrap();
    store
}

fn record(plan: &Plan, store: &Store, task: Task) -> GameRecord {
    GameRecord::from_row(&store.row(plan, task).unwrap().unwrap()).unwrap()
}

/// The pieces by place, with the page's names.
fn men(picture: &Picture) -> BTreeMap<usize, String> {
    let label = |man: &treebench::games::picture::Man| match man.count {
        1 => man.label.clone(),
        count => format!("{count} × {}", man.label),
    };
    picture.men.iter().enumerate().filter_map(|(place, man)| Some((place, label(man.as_ref()?)))).collect()
}

/// Every registered game at its start, in the middle and at the end.
#[test]
fn the_page_shows_what_rust_sees_in_every_registered_game() {
    let mut by_players: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for entry in games().iter() {
        by_players.entry(entry.build(&Values::default()).unwrap().info().players).or_default().push(entry.name);
    }
    for (players, names) in by_players {
        let dir = tempfile::tempdir().unwrap();
        let plan = plan(dir.path(), &random(players, &names, 40));
        let store = run(&plan, dir.path());
        let tasks = plan.tasks().filter(|task| task.number == 0).collect();
        let (page, _) = stored(&plan, &store, &PageRequest { tasks, ..PageRequest::default() }).unwrap();
        assert_eq!(page.games.len(), names.len());
        let (mut expected, mut wanted) = (Vec::new(), Vec::new());
        for (number, (cell, game)) in plan.experiment.cells.iter().zip(&page.games).enumerate() {
            assert_eq!(game.failure, "", "{}", cell.game.label);
            let record = record(&plan, &store, Task { cell: number as u32, number: 0 });
            let mut here = cell.game.game.start();
            let mut shown = vec![men(&here.picture().unwrap_or_default())];
            for word in record.moves.split(' ') {
                find_move(here.as_ref(), word).unwrap().into_iter().for_each(|m| here.apply(m));
                shown.push(men(&here.picture().unwrap_or_default()));
            }
            assert_eq!(shown.len(), game.plies.len() + 1);
            for ply in [0, shown.len() / 2, shown.len() - 1] {
                wanted.push(format!("[{},{ply}]", number + 1));
                expected.push((cell.game.label.clone(), ply, shown[ply].clone()));
            }
        }
        let Some(seen) = browsed(&page.html(), &wanted) else { return skipped("`chromium` is not on the PATH") };
        assert_eq!(seen.len(), expected.len());
        for ((name, ply, expected), seen) in expected.into_iter().zip(seen) {
            assert_eq!(seen, expected, "{name} after {ply} moves");
        }
    }
}

/// The pieces that a browser shows for these games and plies; nothing without a browser.
fn browsed(html: &str, wanted: &[String]) -> Option<Vec<BTreeMap<usize, String>>> {
    let script = format!(
        "(async () => {{ const pause = () => new Promise((done) => setTimeout(done, 20)); await pause();\n\
         while (!document.querySelector('.side')) await pause();\nconst seen = [];\nfor (const [game, ply] of [{}]) {{\n\
         // By hand, because browsers ignore links that follow each other quickly.\n\
         const pick = document.querySelector('.pick select'), slider = document.querySelector('.steps input');\n\
         pick.value = game - 1; pick.dispatchEvent(new Event('change')); slider.value = ply; slider.dispatchEvent(new Event('input'));\n\
         const men = document.querySelectorAll(`.side[data-game=\"${{game}}\"] .man`);\n\
         seen.push(Object.fromEntries([...men].map((man) => [man.dataset.place, man.querySelector('title').textContent]))); }}\n\
         const out = document.createElement('pre'); out.id = 'seen'; out.textContent = JSON.stringify(seen); document.body.replaceChildren(out); }})()",
        wanted.join(",")
    );
    let dom = run_in_browser(html, "", &script).unwrap()?;
    let (_, rest) =
        dom.split_once("<pre id=\"seen\">").unwrap_or_else(|| panic!("the page does not work: {}", &dom[..dom.len().min(3000)]));
    let text = rest.split_once("</pre>").unwrap().0.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    Some(serde_json::from_str(&text).unwrap())
}

fn skipped(reason: &str) {
    // Not `eprintln!`, whose output is hidden when the test passes.
    let _ = std::io::Write::write_all(&mut std::io::stderr(), format!("skipped: {reason}\n").as_bytes());
}

const KEPT: &str = "# Q?\n[experiment]\nname = \"t\"\nkind = \"match\"\nseed = 4\ngames-per-cell = 4\n[budget]\niterations = 30\n\
    [grid]\ngame = [\"tic-tac-toe\", \"rbg/breakthrough\"]\n[agent.a]\nuse = \"uct\"\n[agent.b]\nuse = \"mcts\"\n[compare]\na = \"b\"\n";

#[test]
fn keeping_searches_changes_neither_keys_nor_games() {
    let [plain_dir, kept_dir] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let plain = plan(plain_dir.path(), KEPT);
    let kept = plan(kept_dir.path(), &format!("{KEPT}[match]\nkeep = \"search\"\n"));
    let keys = |plan: &Plan| plan.experiment.cells.iter().map(|cell| cell.key).collect::<Vec<_>>();
    assert_eq!(keys(&plain), keys(&kept));
    let (plain_store, kept_store) = (run(&plain, plain_dir.path()), run(&kept, kept_dir.path()));
    assert_eq!(plain_store.digests(&plain).unwrap(), kept_store.digests(&kept).unwrap());
    for task in kept.tasks() {
        assert_eq!(record(&plain, &plain_store, task).search, "");
        let game = record(&kept, &kept_store, task);
        let turns = StoredSearch::read(&game.search);
        assert_eq!(turns.len() as u64, game.turns.iter().sum::<u64>());
        assert_eq!(turns.iter().map(|turn| turn.iterations).sum::<u64>(), game.iterations.iter().sum::<u64>());
        let words: Vec<&str> = game.moves.split(' ').collect();
        assert!(turns.iter().zip(0..).all(|(turn, word)| turn.word == word), "no chance, no opening");
        // A turn with one legal move needs no search.
        let searched: Vec<&StoredSearch> = turns.iter().filter(|turn| turn.iterations > 0).collect();
        assert!(searched.iter().all(|turn| !turn.line.is_empty() && turn.moves.windows(2).all(|two| two[0].visits >= two[1].visits)));
        assert!(searched.iter().all(|turn| turn.moves.iter().any(|m| m.text == words[turn.word])), "what was played was searched");
    }
    // A page says what was not kept.
    let said = |plan: &Plan, store: &Store| {
        let (page, _) = stored(plan, store, &PageRequest { most: 4, ..PageRequest::default() }).unwrap();
        page.intro.iter().any(|sentence| sentence.contains("were not stored"))
    };
    assert_eq!((said(&plain, &plain_store), said(&kept, &kept_store)), (true, false));
    // It asks for that by playing again.
    let [task] = [Task { cell: 0, number: 1 }];
    let asked = PageRequest { tasks: [task].into(), search: true, ..PageRequest::default() };
    let (again, _) = stored(&plain, &plain_store, &asked).unwrap();
    let found = |turn: &StoredSearch| (turn.iterations, turn.line.clone());
    let seen: Vec<_> =
        again.games[0].plies.iter().map(|ply| ply.search.as_ref().map(|search| (search.iterations, search.line.clone()))).collect();
    let expected: Vec<_> = StoredSearch::read(&record(&kept, &kept_store, task).search).iter().map(|turn| Some(found(turn))).collect();
    assert_eq!(seen, expected);
}

/// Labels are for readers; links and files use names.
#[test]
fn the_page_and_its_games_have_labels() {
    let dir = tempfile::tempdir().unwrap();
    let plan = plan(dir.path(), &format!("{}[label]\na0 = \"The first\"\n", random(2, &["tic-tac-toe"], 20)));
    let store = run(&plan, dir.path());
    let (page, _) = stored(&plan, &store, &PageRequest { most: 1, ..PageRequest::default() }).unwrap();
    assert!(page.cells[0].name.ends_with("· The first – a1"), "{}", page.cells[0].name);
    let seats = &page.games[0].seats;
    let shown: BTreeMap<&str, &str> = seats.iter().map(|seat| (seat.name.as_str(), seat.label.as_str())).collect();
    assert_eq!(shown, BTreeMap::from([("a0", "The first"), ("a1", "a1")]));
    assert!(["The first wins", "a1 wins", "draw"].contains(&page.games[0].result.as_str()), "{}", page.games[0].result);
}

/// `python-chess` reads the PGN and writes its moves in the same way, and `sgfmill` reads the SGF: the same moves lead to the same boards.
/// `TREEBENCH_PYTHON` selects another Python.
#[test]
fn other_programs_read_the_games() {
    const SCRIPT: &str = r#"
import sys
try:
    import chess.pgn, io
    from sgfmill import sgf, sgf_moves
except ImportError as error:
    print("missing", error); sys.exit()
game = chess.pgn.read_game(io.StringIO(open(sys.argv[1], encoding="utf-8").read()))
assert not game.errors, game.errors
moves = open(sys.argv[1], encoding="utf-8").read().split("\n\n")[1].split("{")[0].split()
board = game.board(); expected = []
for move in game.mainline_moves():
    expected.append(board.san(move)); board.push(move)
assert [word for word in moves if not word.endswith(".")] == expected, (moves, expected)
print(game.end().board().board_fen(), game.headers["White"], game.headers["Result"])
for path in sys.argv[2:]:
    with open(path, "rb") as file:
        game = sgf.Sgf_game.from_bytes(file.read())
    board, plays = sgf_moves.get_setup_and_moves(game)
    for colour, point in plays:
        if point: board.play(*point, colour)
    print(game.get_komi(), game.get_handicap(), plays[0][0])
    print("/".join("".join({"b": "X", "w": "O", None: "."}[board.get(row, column)] for column in range(9)) for row in reversed(range(9))), len(plays))
"#;
    let dir = tempfile::tempdir().unwrap();
    let text = random(2, &["rbg/chess", "rbg/go", "go"], 120)
        .replace("\"rbg/go\"", "{ use = \"rbg/go\", params = { size = 9 } }")
        .replace("\"go\"", "{ use = \"go\", params = { komi = -0.5, handicap = 3 } }");
    let plan = plan(dir.path(), &text);
    let store = run(&plan, dir.path());
    for number in 0..2 {
        let records = [0, 1, 2].map(|cell| record(&plan, &store, Task { cell, number }));
        let cells = &plan.experiment.cells;
        let written: Vec<_> = records.iter().zip(cells).map(|(record, cell)| exported(cell, "x-1", record)).collect();
        assert_eq!(written.iter().map(|game| game.ending).collect::<Vec<_>>(), ["pgn", "sgf", "sgf"]);
        let paths: Vec<_> = (0..).zip(&written).map(|(i, game)| dir.path().join(format!("game-{i}.{}", game.ending))).collect();
        paths.iter().zip(&written).for_each(|(path, game)| std::fs::write(path, &game.text).unwrap());
        let python = std::env::var("TREEBENCH_PYTHON").unwrap_or_else(|_| "python3".to_owned());
        let Ok(output) = Command::new(python).arg("-c").arg(SCRIPT).args(&paths).output() else { return skipped("there is no Python") };
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        if let Some(reason) = said.strip_prefix("missing ") {
            assert!(std::env::var_os("TREEBENCH_REQUIRE_PYTHON").is_none(), "{reason}");
            return skipped(reason.trim());
        }
        assert!(output.status.success(), "{}\n{}", String::from_utf8_lossy(&output.stderr), written[0].text);
        let ends = records.iter().zip(cells).map(|(record, cell)| {
            let mut here = cell.game.game.start();
            for word in record.moves.split(' ') {
                find_move(here.as_ref(), word).unwrap().into_iter().for_each(|m| here.apply(m));
            }
            here.draw()
        });
        let ends: Vec<String> = ends.collect();
        let rows = |drawing: &str, size: usize| -> Vec<String> {
            drawing.lines().take(size).map(|line| line.split_whitespace().skip(1).collect()).collect()
        };
        let [chess, described, go, rust, rust_go] = said.lines().collect::<Vec<_>>().try_into().unwrap();
        assert_eq!((described, rust), ("0.0 None b", "-0.5 3 w"));
        // The game in Rust leaves its board as it was played.
        assert_eq!(rust_go, format!("{} {}", rows(&ends[2], 9).join("/"), records[2].plies), "{}", written[2].text);
        let fen: String = rows(&ends[0], 8).join("/");
        let fen = (1..=8).rev().fold(fen, |fen, run| fen.replace(&".".repeat(run), &run.to_string()));
        assert_eq!(chess.split(' ').next().unwrap(), fen, "{}", written[0].text);
        // At the end of a game of go the points that are surrounded are filled to be counted.
        if records[1].ending == treebench::kinds::r#match::Ending::LengthCap {
            assert_eq!(go, format!("{} {}", rows(&ends[1], 9).join("/"), records[1].plies), "{}", written[1].text);
        } else {
            assert!(go.ends_with(&format!(" {}", records[1].plies)));
        }
    }
}
