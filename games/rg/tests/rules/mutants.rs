//! Rules files with random changes are read or refused, and what is read is played for a while: without a panic or a hang, in little memory.
//!
//! A long run has its counts in `mutants.csv`:
//! `cargo test -p treebench-rg --test rules mutants -- --ignored --nocapture`

use crate::usage::{peak_memory, processor_time};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use treebench_compile::SplitMix;
use treebench_rg::game::END;
use treebench_rg::limits::PlayLimits;
use treebench_rg::{Control, Interpreter, Limits, Native, State, description, load};

/// The most that a mutant may take: processor time without optimisation, and MiB of the process.
const MOST_TIME: Duration = Duration::from_secs(60);
const MOST_MEMORY: u64 = 2048;

/// Every eighth mutant that is a game is lowered to native code, the slowest step.
const LOWERED: u64 = 8;

/// Limits that mutants reach in a moment.
fn limits() -> Limits {
    Limits {
        entries: 20_000,
        evaluations: 50_000,
        edges: 5_000,
        play: PlayLimits { steps: 3_000, tags: 30, moves: 200, keeper_moves: 30, nested_tests: 10 },
        ..Limits::default()
    }
}

/// The games of this project in both languages: names and texts.
fn originals() -> Vec<(&'static str, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules");
    let paths: BTreeSet<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    let high: Vec<String> = paths
        .into_iter()
        .filter(|path| path.extension().is_some_and(|end| end == "hrg"))
        .map(|path| std::fs::read_to_string(path).unwrap())
        .collect();
    let lowered: Vec<String> = high
        .iter()
        .filter_map(|text| Some(description("x.hrg", text, &limits()).ok()?.to_string()))
        .filter(|text| text.len() < 40_000)
        .collect();
    high.into_iter().map(|text| ("x.hrg", text)).chain(lowered.into_iter().map(|text| ("x.rg", text))).collect()
}

/// The mutant with a number: words that are removed, exchanged, doubled or replaced, and now and then characters.
fn mutant(number: u64, originals: &[(&'static str, String)]) -> (&'static str, String) {
    let mut random = SplitMix::new(number);
    let mut draw = move |below: usize| random.below(below.max(1) as u64) as usize;
    let (file, text) = &originals[draw(originals.len())];
    let mut words: Vec<String> = text.split_inclusive([' ', '\n']).map(str::to_owned).collect();
    for _ in 0..=draw(3) {
        let (at, other) = (draw(words.len()), draw(words.len()));
        match draw(6) {
            0 => drop(words.remove(at)),
            1 => words.swap(at, other),
            2 => words.insert(at, words[other].clone()),
            3 => words[at] = words[other].clone(),
            4 => {
                let mut characters: Vec<char> = words[at].chars().collect();
                let place = draw(characters.len());
                let new = ['(', ')', '{', '}', '=', ':', '*', '$', '?', '0', 'a', '\n'][draw(12)];
                characters.splice(place..place + draw(2), [new]);
                words[at] = characters.into_iter().collect();
            }
            _ => words[at] = ["{ ", "} ", "( ", "-> ", "player ", "random ", "keeper ", "$ ", "99999999999 ", "é "][draw(10)].to_owned(),
        }
    }
    (file, words.concat())
}

/// The counts of a run.
#[derive(Default, PartialEq, Debug)]
struct Counts {
    mutants: u64,
    games: u64,
    moves: u64,
    native: u64,
}

/// Reads a mutant and plays it for at most 20 moves; compares the moves of native code with those of the interpreter if it is compiled.
fn try_mutant(number: u64, originals: &[(&'static str, String)], counts: &mut Counts) {
    let (file, text) = mutant(number, originals);
    counts.mutants += 1;
    let Ok(game) = load(file, &text, &limits()) else { return };
    counts.games += 1;
    let game = Arc::new(game);
    let native = if counts.games.is_multiple_of(LOWERED) { Native::new(&game).ok() } else { None };
    counts.native += u64::from(native.is_some());
    let (mut interpreter, mut state) = (Interpreter::new(Arc::clone(&game)), State::start(&game));
    let mut random = SplitMix::new(number);
    for _ in 0..20 {
        if interpreter.settle(&mut state).is_err() || state.node == END || state.control(&game) == Control::Keeper {
            return;
        }
        let Ok(mut moves) = interpreter.moves(&state) else { return };
        if let Some(listed) = native.as_ref().and_then(|native| native.moves(&state)) {
            let known: BTreeSet<_> = moves.iter().map(|found| &found.tags).collect();
            assert_eq!(listed.iter().map(|found| &found.tags).collect::<BTreeSet<_>>(), known, "mutant {number}, {state:?}:\n{text}");
        }
        if moves.is_empty() {
            return;
        }
        counts.moves += 1;
        state = moves.swap_remove(random.below(moves.len() as u64) as usize).after;
    }
}

/// Tries `count` mutants. Returns the counts and the time of the slowest.
fn try_mutants(count: u64) -> (Counts, Duration) {
    let (originals, mut counts, mut slowest) = (originals(), Counts::default(), Duration::ZERO);
    for number in 0..count {
        let begin = processor_time();
        try_mutant(number, &originals, &mut counts);
        slowest = slowest.max(processor_time() - begin);
        assert!(slowest < MOST_TIME, "mutant {number} took {slowest:?}");
        assert!(peak_memory() < MOST_MEMORY, "mutant {number} brought the process to {} MiB", peak_memory());
    }
    (counts, slowest)
}

#[test]
fn mutants_do_no_harm() {
    let (counts, _) = try_mutants(600);
    assert!(counts.games > 20 && counts.native > 1 && counts.moves > 200, "{counts:?}: the test says little");
}

/// As many as `mutants.csv` has, with the same counts.
#[test]
#[ignore = "takes many minutes"]
#[expect(clippy::print_stdout, reason = "the counts of a long run are to be recorded")]
fn many_mutants_do_no_harm() {
    let recorded = include_str!("mutants.csv").lines().last().unwrap();
    let [mutants, games, moves, native] = recorded.split(',').map(|count| count.parse().unwrap()).collect::<Vec<u64>>()[..] else {
        panic!("{recorded}: four counts were expected")
    };
    let (counts, slowest) = try_mutants(mutants);
    println!("{counts:?}, the slowest took {slowest:?}, {} MiB at most", peak_memory());
    assert_eq!(counts, Counts { mutants, games, moves, native });
}
