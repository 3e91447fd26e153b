//! Perft of the rules files against counts of other programs, which `perft_rbg.csv` names.
//!
//! Every row is counted in the fastest way, the shallow ones also in slower ways: the registered game as agents see it, and the interpreter
//! under every strategy. Rows with more leaves than a debug build counts quickly are printed and skipped unless `RBG_PERFT_LEAVES` raises
//! the limit (a release build has a higher one): `RBG_PERFT_LEAVES=200000000 cargo test --release -p treebench-games --test games rbg_perft`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use treebench_games::params::{Value, Values};
use treebench_games::{games, perft};
use treebench_rbg::{Description, Fault, Interpreter, Limits, NativeProgram, Program, Split, State};

/// Rows with at most this many leaves are also counted through the registered game's own view.
const REGISTERED: u64 = 3_000;

/// Rows with at most this many leaves are also counted by the interpreter under every strategy, and under every view of the registered
/// game.
const ALL_VIEWS: u64 = 700;

/// Rows with more leaves are not counted at all.
fn most_leaves() -> u64 {
    let asked = std::env::var("RBG_PERFT_LEAVES").ok().map(|leaves| leaves.parse().expect("a number of leaves"));
    asked.unwrap_or(if cfg!(debug_assertions) { 300_000 } else { 20_000_000 })
}

/// The counts of a game by depth. Rows of different origins must agree.
type Counts = BTreeMap<u32, u64>;

/// The table: the first column is a game with its parameters, as in `go size=5`.
fn table() -> BTreeMap<&'static str, Counts> {
    let mut table: BTreeMap<&str, Counts> = BTreeMap::new();
    for line in include_str!("perft_rbg.csv").lines().skip(1) {
        let [game, depth, count, origin] = line.splitn(4, ',').collect::<Vec<_>>().try_into().expect("four columns");
        assert!(!origin.is_empty(), "a count without origin: {line}");
        let count = count.parse().expect("a count");
        let before = table.entry(game).or_default().insert(depth.parse().expect("a depth"), count);
        assert!(before.is_none_or(|before| before == count), "two origins, two counts: {line}");
    }
    // To look into one game.
    let only = std::env::var("RBG_GAME").ok();
    table.retain(|game, _| only.as_ref().is_none_or(|only| parameters(game).0 == only));
    table
}

/// The rows with at most this many leaves, as long as all shallower rows have, too.
fn up_to(counts: &Counts, most: u64) -> impl Iterator<Item = (u32, u64)> {
    counts.iter().map(|(&depth, &count)| (depth, count)).take_while(move |&(_, count)| count <= most)
}

/// A row's game and parameters.
fn parameters(game: &str) -> (&str, Values) {
    let mut words = game.split_whitespace();
    let name = words.next().expect("a game");
    let value = |pair: &str| {
        let (name, number) = pair.split_once('=').expect("name=number");
        (name.to_owned(), Value::Int(number.parse().expect("a number")))
    };
    (name, words.map(value).collect())
}

/// The native code of a program, if it is supported and `TREEBENCH_RBG_EXECUTION=interpreter` does not ask for the other.
fn compiled(program: &Arc<Program>) -> Option<NativeProgram> {
    let plain = std::env::var_os("TREEBENCH_RBG_EXECUTION").is_some_and(|asked| asked == "interpreter");
    if plain { None } else { program.compile().ok() }
}

/// Counts by native code: lists moves, plays them, and only counts them at the last ply.
fn count(compiled: &NativeProgram, state: &State, depth: u32) -> Result<u64, Fault> {
    let mut moves = Vec::new();
    compiled.list(state, &mut moves)?;
    if depth <= 1 {
        return Ok(if depth == 0 { 1 } else { moves.len() as u64 });
    }
    let mut sum = 0;
    for code in moves {
        let mut next = state.clone();
        compiled.apply(&mut next, code)?;
        sum += count(compiled, &next, depth - 1)?;
    }
    Ok(sum)
}

fn describe(game: &str) -> Arc<Description> {
    let (name, values) = parameters(game);
    let entry = games().find(&format!("rbg/{name}")).unwrap();
    let text = entry.definition.text().expect("a rules file");
    Arc::new(treebench_games::rbg::parse(entry.origin.file, text, &values).unwrap_or_else(|errors| panic!("{errors}")))
}

fn program(description: &Arc<Description>, split: Split) -> Arc<Program> {
    Arc::new(Program::new(Arc::clone(description), split, Limits::default()).unwrap())
}

#[test]
#[expect(clippy::print_stdout, reason = "what is left out must be seen")]
fn counts_are_those_of_other_programs() {
    let most = most_leaves();
    let mut wrong = Vec::new();
    for (game, counts) in table() {
        let program = program(&describe(game), Split::ORTHODOX);
        let mut plain = Interpreter::new(Arc::clone(&program));
        let start = plain.start().unwrap();
        // Without native code, the interpreter is the fastest way.
        let compiled = compiled(&program);
        for (depth, expected) in counts {
            if expected > most {
                println!("left out: {game}, depth {depth}: {expected} leaves");
                continue;
            }
            let found = match &compiled {
                Some(compiled) => count(compiled, &start, depth),
                None => plain.perft(&start, depth),
            };
            if found != Ok(expected) {
                wrong.push(format!("{game}, depth {depth}: {found:?}, not {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_view_of_the_interpreter_has_these_counts() {
    for (game, counts) in table() {
        let description = describe(game);
        for split in Split::all() {
            let mut plain = Interpreter::new(program(&description, split));
            let start = plain.start().unwrap();
            for (depth, expected) in up_to(&counts, ALL_VIEWS) {
                assert_eq!(plain.perft(&start, depth).unwrap(), expected, "{game} {split}, depth {depth}");
            }
        }
    }
}

#[test]
fn every_view_of_the_registered_game_has_these_counts() {
    let mut wrong = Vec::new();
    for (game, counts) in table() {
        let (name, values) = parameters(game);
        let built = games().find(&format!("rbg/{name}")).unwrap().build(&values).unwrap();
        for split in built.splits() {
            let view = built.view(&split).unwrap();
            let most = if split == built.split() { REGISTERED } else { ALL_VIEWS };
            for (depth, expected) in up_to(&counts, most) {
                let found = perft::perft(view.start().as_ref(), depth).unwrap();
                if found != expected {
                    wrong.push(format!("rbg/{game} {split}, depth {depth}: {found}, not {expected}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_file_has_counts() {
    let counted: BTreeSet<String> = table().keys().map(|game| format!("rbg/{}", parameters(game).0)).collect();
    assert_eq!(
        counted,
        treebench_games::catalogue::rules_games().map(|entry| entry.name.to_owned()).filter(|name| name.starts_with("rbg/")).collect()
    );
}
