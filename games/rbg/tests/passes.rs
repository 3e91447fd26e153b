//! Native code without one of the compiler's optimisations plays as the interpreter does. Every rules file meets every optimisation, under one
//! of the strategies each.

use std::path::Path;
use std::sync::Arc;
use treebench_rbg::jit::Compiled;
use treebench_rbg::passes::Passes;
use treebench_rbg::{Interpreter, Limits, Program, Split, SplitMix, State, parse};

/// Compares the semimoves of a state in both engines; returns their codes.
fn moves(name: &str, plain: &mut Interpreter, compiled: &Compiled, state: &State) -> Vec<u64> {
    let (mut moves, mut listed) = (Vec::new(), Vec::new());
    plain.semimoves(state, &mut moves).unwrap();
    compiled.list(state, &mut listed).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    let expected: Vec<u64> = moves.iter().map(|steps| plain.program().codes.encode(steps)).collect();
    assert_eq!(listed, expected, "{name}: moves of {state:?}");
    listed
}

/// A game at random, and a playout from its end.
fn play(name: &str, plain: &mut Interpreter, compiled: &Compiled, seed: u64, length: u32) {
    let mut random = SplitMix::new(seed);
    let mut state = plain.start().unwrap();
    for _ in 0..length {
        let codes = moves(name, plain, compiled, &state);
        let Some(&code) = codes.get(random.below(codes.len().max(1) as u64) as usize) else { break };
        compiled.apply(&mut state, code).unwrap();
    }
    let (mut expected, mut found) = (state.clone(), state);
    let counted = plain.playout(&mut expected, seed, length).unwrap();
    assert_eq!(compiled.playout(&mut found, seed, length), Ok(counted), "{name}: playout with seed {seed}");
    assert_eq!(found, expected, "{name}: playout with seed {seed}");
}

#[test]
fn without_an_optimisation_the_same_games_are_played() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let passes = Passes::all_but_one();
    for (n, file) in files.iter().enumerate() {
        let text = std::fs::read_to_string(file).unwrap();
        let path = file.display().to_string();
        let description = Arc::new(parse(&path, &text, &Limits::default()).unwrap_or_else(|errors| panic!("{errors}")));
        for (i, split) in Split::all().enumerate() {
            let (pass, passes) = passes[(n + i) % passes.len()];
            let name = format!("{path} {split} without {pass}");
            let mut program = Program::new(Arc::clone(&description), split, Limits::default()).unwrap();
            program.passes = passes;
            let program = Arc::new(program);
            let compiled = Compiled::new(Arc::clone(&program)).unwrap_or_else(|why| panic!("{name}: {why}"));
            play(&name, &mut Interpreter::new(program), &compiled, n as u64, if split.modifiers { 30 } else { 4 });
        }
    }
}
