//! Comparing native code with the interpreter: of the same rules, under the same strategy, in the same games.

use std::sync::Arc;
use treebench_rbg::{Description, Interpreter, Limits, NativeProgram, Pass, Passes, Program, Split, SplitMix, State, parse};

/// Compares the semimoves of a state in both engines; returns their codes.
pub(crate) fn moves(name: &str, plain: &mut Interpreter, compiled: &NativeProgram, state: &State) -> Vec<u64> {
    let (mut moves, mut listed) = (Vec::new(), Vec::new());
    plain.semimoves(state, &mut moves).unwrap();
    compiled.list(state, &mut listed).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    let expected: Vec<u64> = moves.iter().map(|steps| plain.program().codes.encode(steps)).collect();
    assert_eq!(listed, expected, "{name}: moves of {state:?}");
    listed
}

/// The rules of a valid text.
pub(crate) fn described(name: &str, text: &str) -> Arc<Description> {
    Arc::new(parse(name, text, &Limits::default()).unwrap_or_else(|errors| panic!("{errors}")))
}

/// The program of rules under a strategy with these optimisations.
pub(crate) fn program(description: &Arc<Description>, split: Split, passes: Passes) -> Program {
    Program::new(Arc::clone(description), split, Limits::default()).unwrap().with_passes(passes)
}

/// Both engines of a program.
pub(crate) fn engines(name: &str, program: Program) -> (Interpreter, NativeProgram) {
    let compiled = program.compile().unwrap_or_else(|why| panic!("{name}: {why}"));
    (Interpreter::new(Arc::new(program)), compiled)
}

/// Compares the engines of a program in some games.
pub(crate) fn compare(name: &str, split: Split, program: Program, games: u64) {
    let (mut plain, compiled) = engines(name, program);
    (0..games).for_each(|seed| play(name, &mut plain, &compiled, seed, if split.modifiers { 60 } else { 12 }));
}

/// All optimisations, and all but each of some, with their names.
pub(crate) fn with_and_without(passes: &[Pass]) -> Vec<(String, Passes)> {
    let without = passes.iter().map(|&pass| (format!("without {}", pass.name()), Passes::without(pass)));
    std::iter::once(("with all".to_owned(), Passes::ALL)).chain(without).collect()
}

/// The same for one of them, under every strategy.
pub(crate) fn in_all_splits(pass: Pass) -> impl Iterator<Item = (Split, (String, Passes))> {
    Split::all().flat_map(move |split| with_and_without(&[pass]).into_iter().map(move |passes| (split, passes)))
}

/// The same for a game on boards of these sizes, with all optimisations and without each of some.
pub(crate) fn compare_with_and_without(passes: &[Pass], game: fn(usize, usize) -> String, boards: &[(usize, usize)], games: u64) {
    for &(width, height) in boards {
        let description = described(&format!("{width}×{height}"), &game(width, height));
        for split in [Split::ORTHODOX, Split::MOD] {
            for (name, passes) in with_and_without(passes) {
                compare(&format!("{width}×{height} {split}, {name}"), split, program(&description, split, passes), games);
            }
        }
    }
}

/// Compares the playouts of the engines, with and without a trace.
pub(crate) fn compare_playouts(name: &str, plain: &mut Interpreter, compiled: &NativeProgram, playouts: u64) {
    for seed in 0..playouts {
        let [mut expected, mut found, mut traced] = std::array::from_fn(|_| plain.start().unwrap());
        let (mut noted, mut known) = (Vec::new(), Vec::new());
        let counted = plain.playout_traced(&mut expected, seed, 20, |one| known.push(one)).unwrap();
        assert_eq!(compiled.playout(&mut found, seed, 20), Ok(counted), "{name}: playout with seed {seed}");
        assert_eq!(compiled.playout_traced(&mut traced, seed, 20, |one| noted.push(one)), Ok(counted), "{name}: seed {seed}");
        assert_eq!((&found, &traced, noted), (&expected, &expected, known), "{name}: playout with seed {seed}");
    }
}

/// The pieces at the start on a board of this size: `o` below, `x` above.
pub(crate) fn rows(width: usize, height: usize) -> String {
    let row = |piece: &str| format!("[{}]", vec![piece; width].join(","));
    let rows: Vec<String> = (0..height).map(|y| row(["o", "e", "x"][(y + 2) * 2 / (height + 2)])).collect();
    rows.join("\n")
}

/// The rules of two players on such a board who take turns by a macro `turn` of the player and the pieces of both; `any` leads to every square, and `t`
/// is a variable for the macro.
pub(crate) fn two_sided(width: usize, height: usize, macros: &str) -> String {
    format!(
        "#players = a(100), b(100)
         #pieces = e, x, o, s
         #variables = t(90)
         #board = rectangle(up, down, left, right, {})
         #any = (up* + down*)(left* + right*)
         {macros}
         #rules = (turn(a; x; o) turn(b; o; x))*",
        rows(width, height)
    )
}

/// Plays a random game, and a playout from its end.
pub(crate) fn play(name: &str, plain: &mut Interpreter, compiled: &NativeProgram, seed: u64, length: u32) {
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
