//! Mutated rules are played alike by both engines and under all strategies, or refused, within limits of time and memory.
//! `RBG_MUTANTS=100000 cargo test -p treebench-rbg --test rules mutants` runs more of them.

#[expect(unreachable_pub, reason = "the fuzz targets are another crate, which has this file, too")]
#[path = "../../fuzz/src/engines.rs"]
mod engines;

use super::rules_files::files;
use crate::usage::{peak_memory, processor_time};
use engines::{TEXTS, changed, play};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use treebench_rbg::{Codes, Description, Interpreter, Limits, Program, Split, SplitMix, parse};

#[test]
fn the_texts_themselves_are_played() {
    for text in TEXTS {
        assert!((0..8).all(|seed| play(text, seed)), "{text}");
    }
}

#[test]
fn some_of_them_have_moves_whose_codes_are_hashes() {
    let description = parse("text", TEXTS[3], &Limits::default()).unwrap_or_else(|errors| panic!("{errors}"));
    let program = Program::new(Arc::new(description), Split::ORTHODOX, Limits::default()).unwrap();
    let compiled = program.compile().unwrap();
    let mut state = compiled.program().unstarted();
    assert!(compiled.complete(&mut state).unwrap());
    let mut codes = Vec::new();
    compiled.list(&state, &mut codes).unwrap();
    assert!(codes.len() > 3 && codes.iter().all(|&code| Codes::is_hash(code)), "{codes:?}");
}

/// The rules files of the published games.
fn published() -> Vec<String> {
    files().into_iter().map(|(_, text)| text).collect()
}

/// The mutant with a number: of one of the texts above, or, every fourth time, of a published game.
fn mutant(number: u64, published: &[String]) -> String {
    let mut random = SplitMix::new(number);
    let text = match random.below(4) {
        0 => &published[random.below(published.len() as u64) as usize],
        _ => TEXTS[random.below(TEXTS.len() as u64) as usize],
    };
    let changes: Vec<u8> = (0..4 * (1 + random.below(5))).map(|_| random.draw() as u8).collect();
    changed(text, &changes)
}

/// The most that a mutant may take: processor time without optimisation, and MiB. Thousands of them together take less than 100 MiB.
const MOST_TIME: Duration = Duration::from_secs(60);
const MOST_MEMORY: u64 = 2048;

/// Runs some of the mutants: `RBG_MUTANTS` of them (500 if not given) from number `RBG_FIRST_MUTANT` on. With `RBG_MUTANT_LOG` the current
/// mutant is kept in that file, so that it is known if the process dies.
#[test]
fn mutants_are_played_alike_within_limits() {
    let number = |name: &str, default: u64| std::env::var(name).map_or(default, |text| text.parse().expect("a number"));
    let (count, first) = (number("RBG_MUTANTS", 500), number("RBG_FIRST_MUTANT", 0));
    let log = std::env::var_os("RBG_MUTANT_LOG");
    let published = published();
    let mut played = 0;
    for number in first..first + count {
        let text = mutant(number, &published);
        if let Some(log) = &log {
            std::fs::write(log, format!("{number}\n{text}")).expect("the log can be written");
        }
        let begin = processor_time();
        played += u64::from(play(&text, number));
        assert!(processor_time() - begin < MOST_TIME, "mutant {number} took {:?}:\n{text}", processor_time() - begin);
        assert!(peak_memory() < MOST_MEMORY, "mutant {number} brought the process to {} MiB:\n{text}", peak_memory());
    }
    assert!(played > count / 10, "only {played} of {count} mutants were played: the test says little");
    if count > 500 {
        #[expect(clippy::print_stderr, reason = "the counts of a long run are to be reported")]
        {
            eprintln!("{played} of {count} mutants were games; {} MiB at most", peak_memory());
        }
    }
}

/// The outcome of a small game with these rules under the usual limits, some strategies and both engines.
fn complaints(rules: &str, board: &str) -> Vec<String> {
    let text = format!("#players = a(100), b(100)\n#pieces = e, x\n#variables =\n#board = {board}\n#rules = {rules}\n");
    let description = match parse("text", &text, &Limits::default()) {
        Ok(description) => Arc::new(description),
        Err(errors) => return vec![errors.to_string()],
    };
    let splits = [Split::ORTHODOX, Split::MOD, Split { plus: true, ..Split::ORTHODOX }];
    splits.into_iter().flat_map(|split| complaints_under(&description, split)).collect()
}

fn complaints_under(description: &Arc<Description>, split: Split) -> Vec<String> {
    let program = match Program::new(Arc::clone(description), split, Limits::default()) {
        Ok(program) => Arc::new(program),
        Err(error) => return vec![error.to_string()],
    };
    let mut errors = Vec::new();
    let (mut plain, compiled) = (Interpreter::new(Arc::clone(&program)), program.compile());
    match plain.start() {
        Err(fault) => errors.push(fault),
        Ok(state) => {
            errors.extend(plain.has_move(&state).err());
            errors.extend(compiled.as_ref().ok().and_then(|compiled| compiled.list(&state, &mut Vec::new()).err()));
        }
    }
    let faults = errors.iter().map(|fault| fault.describe(&program.limits));
    faults.chain(compiled.err().map(|why| why.to_string())).collect()
}

const SMALL: &str = "rectangle(up, down, left, right, [e, e, e] [e, e, e] [e, e, e])";

#[test]
fn small_texts_that_ask_for_much_are_refused_or_played_within_limits() {
    let says = |rules: &str, board: &str, expected: &str| {
        let begin = processor_time();
        let errors = complaints(rules, board);
        assert!(processor_time() - begin < MOST_TIME, "{rules}: {:?}", processor_time() - begin);
        assert!(peak_memory() < MOST_MEMORY, "{rules}: {} MiB", peak_memory());
        assert!(errors.iter().any(|error| error.contains(expected)), "{rules}: {errors:?}");
    };
    says("(->a ([x] [e])^10000 ->> ->b [e] ->>)*", SMALL, "the rules need more than 300000 operations");
    says("(->a ([x] [e])^1000000 ->> ->b [e] ->>)*", SMALL, "nodes when all repetitions are expanded");
    says("(->a ([x])* ->b ([e])*)*", SMALL, "a move has more than 10000 steps");
    says("(->a ([x] + [e])^60 ->b [e])*", SMALL, "a position has more than 1048576 moves");
    let row = format!("[{}]", vec!["e"; 64].join(", "));
    let large = format!("rectangle(up, down, left, right, {})", vec![row; 64].join(" "));
    says("(->a (up* + down*) (left* + right*) {e} [x] ->b (up* + down*) (left* + right*) {x} [e])*", &large, "the board has 4096 squares");
}

/// Found by mutant 17279: a node that is forced without dots offers a choice of dots, in which the compiler took the first one only.
#[test]
fn dots_before_alternatives_that_exclude_one_another_are_a_choice() {
    let rules = "(->a (up* + down*) (left* + right*) {e} [x] right ({e} up ({e} [e] + {x} [x]) + {x} up ({e} [e] + {x} [x])) ->> ->b ->>)*";
    let board = "rectangle(up, down, left, right, [e, e, x] [x, e, e] [e, x, e])";
    let text = format!("#players = a(100), b(100)\n#pieces = e, x\n#variables =\n#board = {board}\n#rules = {rules}\n");
    assert!((0..50).all(|seed| play(&text, seed)), "{text}");
}

/// Found by mutant 13287: `{}` makes a loop whose result nobody needs, though what it begins with is needed elsewhere. The compiler panicked.
#[test]
fn a_loop_whose_result_nobody_needs_is_left_out() {
    let go = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules/go.rbg")).unwrap();
    let changes = [
        ("//: size = 19", "//: size = 5"),
        ("#size = 19", "#size = 5"),
        ("(reaches(empty; enemy) [empty] ->>)*", "(reaches(empty; enemy) {} [empty] ->>)*"),
    ];
    let text = changes.into_iter().fold(go, |text, (old, new)| {
        assert_eq!(text.matches(old).count(), 1, "{old}");
        text.replace(old, new)
    });
    // Every seed compiles another strategy; games in which a limit is hit are not compared to the end.
    let played: Vec<bool> = (0..5).map(|seed| play(&text, seed)).collect();
    assert!(played.contains(&true), "{played:?}: {text}");
}
