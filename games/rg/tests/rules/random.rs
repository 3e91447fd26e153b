//! Random games: native code has the moves of the interpreter, or refuses the game.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;
use treebench_compile::SplitMix;
use treebench_rg::game::END;
use treebench_rg::{Control, Interpreter, Limits, Native, Problem, State, Symbol, load};

/// What phases are made of. Every line is a few edges one after the other; a `|` separates alternatives.
const PARTS: [&str; 34] = [
    "p = Sq(*); board[p] == x; $$ p",
    "p = Sq(*); board[p] == e; $$ p",
    "p = Sq(*); board[p] != o; $$ p; board[p] = e",
    "p = Sq(*); d = Dir(*); q = next[d][p]; board[q] == e; $$ p; $$ d",
    "d = Dir(*); q = next[d][p]; board[q] != x; $$ q",
    "d = Dir(*); q = next[d][p]; $$ d; board[p] = e; board[q] = x",
    "q = next[d][p]; board[q] == e; $$ q; board[q] = n",
    "q = next[d][p]; q != out; $ go",
    "q = Sq(*); q != p; board[q] == o; $$ q",
    "$ t | $ u",
    "$ t; board[p] = x | $ u; board[p] = o",
    "$$ p; board[p] == x | $$ p; board[p] != x; $ u",
    "board[p] == e; n = x | board[p] != e; n = o",
    "n = board[p]; $$ n",
    "board[p] = x",
    "board[q] = o",
    "board[p] = n",
    "board[next[d][p]] == e | board[next[d][p]] != e; $ v",
    "? test1 -> test2; board[p] = o | ! test1 -> test2; $ no",
    "? test1 -> test2 | ! test1 -> test2; $ no",
    "! test3 -> test4",
    "p == q | p != q; $ w",
    "flag[p] == 1; $ edge | flag[p] != 1",
    "count[a] == x; count[a] = o | count[a] != x; count[a] = x",
    "goals[a] = 100; goals[b] = 0",
    "p = q",
    "p = next[d][p]; board[p] != out",
    "p = s3",
    "d = left | d = right; $ r",
    "$$ q; $$ p; board[q] = e; board[p] = o",
    "copied = board; copied[p] != o",
    "copied = board; board[p] = x; copied[p] == x; $ k | copied = board; copied[p] != x",
    "turned = flag; turned[p] == 1; $ edge | turned = flag; turned[p] != 1",
    "turned = flag | turned = other; turned[p] == 1; $ other",
];

/// Tests that do not change who acts.
const TESTS: &str = "test1, test5: q = next[d][p]; test5, test2: board[q] == x; test5, test1: p = q; \
    test3, test6: p = Sq(*); test6, test7: board[p] == o; test7, test4: d = left; test7, test8: board[p] = x; test8, test4: board[next[left][p]] == x;\n";

/// A game that is made of phases for the players, chance and the keeper, in a circle.
pub(crate) fn text(random: &mut SplitMix) -> String {
    let squares: Vec<String> = (0..9).map(|square| format!("s{square}")).collect();
    let mut text = format!(
        "type Player = {{ a, b }};\ntype Score = {{ 0, 100 }};\ntype Bool = {{ 0, 1 }};\ntype Sq = {{ {} }};\ntype Place = {{ out, {} }};\n",
        squares.join(", "),
        squares.join(", ")
    );
    text += "type Piece = { e, x, o, out };\ntype Dir = { left, right };\n";
    let mut entries = |values: &dyn Fn(usize, &mut SplitMix) -> String| -> String {
        squares.iter().enumerate().map(|(place, square)| format!("{square}: {}", values(place, random))).collect::<Vec<_>>().join(", ")
    };
    let any = |words: &[&str], random: &mut SplitMix| words[random.below(words.len() as u64) as usize].to_owned();
    let step = |by: usize| {
        move |place: usize, random: &mut SplitMix| {
            if random.below(4) == 0 { "out".to_owned() } else { format!("s{}", (place + by) % 9) }
        }
    };
    let pieces = entries(&|_, random| any(&["e", "x", "o"], random));
    let (left, right, flags) = (entries(&step(1)), entries(&step(3)), entries(&|_, random| any(&["0", "1"], random)));
    let _ = writeln!(text, "const next: Dir -> Place -> Place = {{ left: {{ {left}, :out }}, :{{ {right}, :out }} }};");
    let _ = writeln!(text, "const flag: Place -> Bool = {{ {flags}, :0 }};");
    let _ = writeln!(
        text,
        "const other: Place -> Bool = {{ s1: 1, s4: 1, :0 }};\nvar turned: Place -> Bool = {{ :0 }};\nvar copied: Place -> Piece = {{ :e }};"
    );
    let _ = writeln!(text, "var board: Place -> Piece = {{ {pieces}, :out }};");
    text += "var p: Place = s0;\nvar q: Place = s1;\nvar d: Dir = left;\nvar n: Piece = e;\nvar count: Player -> Piece = { :e };\n";
    text += TESTS;
    let (phases, mut nodes) = (2 + random.below(3), 0);
    text += "begin, phase0: ;\n";
    for phase in 0..phases {
        let control = ["a", "b", "keeper", "random"][if phase == 0 { 0 } else { random.below(4) as usize }];
        let mut here = format!("in{phase}");
        let _ = writeln!(text, "phase{phase}, {here}: player = {control};");
        for _ in 0..1 + random.below(4) {
            let part = PARTS[random.below(PARTS.len() as u64) as usize];
            nodes += 1;
            let joined = format!("n{nodes}");
            for way in part.split('|') {
                let labels: Vec<&str> = way.split(';').map(str::trim).collect();
                let mut from = here.clone();
                for (number, label) in labels.iter().enumerate() {
                    nodes += 1;
                    let to = if number + 1 == labels.len() { joined.clone() } else { format!("n{nodes}") };
                    let _ = writeln!(text, "{from}, {to}: {label};");
                    from = to;
                }
            }
            here = joined;
        }
        // Squares that are remembered from one phase to the next are seldom lowered.
        if random.below(8) > 0 {
            let _ = writeln!(
                text,
                "{here}, {here}p: p = s0;\n{here}p, {here}q: q = s1;\n{here}q, {here}d: d = left;\n{here}d, {here}n: n = e;"
            );
            here += "n";
        }
        let next = (phase + 1) % phases;
        if random.below(3) == 0 || next == 0 {
            let _ = writeln!(text, "{here}, last{phase}: board[s0] == o;\nlast{phase}, end: player = keeper;");
            let _ = writeln!(text, "{here}, phase{next}: board[s0] != o;");
        } else {
            let _ = writeln!(text, "{here}, phase{next}: ;");
        }
    }
    text
}

/// Compares native code with the interpreter in at most `most` states of a game. Returns whether native code plays it.
fn compare(text: &str, most: usize) -> bool {
    let game = Arc::new(load("x.rg", text, &Limits::default()).unwrap_or_else(|errors| panic!("{errors}\n{text}")));
    let Ok(native) = Native::new(&game) else { return false };
    let mut interpreter = Interpreter::new(Arc::clone(&game));
    let mut first = State::start(&game);
    let settle = |interpreter: &mut Interpreter, state: &mut State| match interpreter.settle(state) {
        Ok(()) => true,
        Err(fault) => {
            assert!(matches!(fault.problem, Problem::Stuck | Problem::EndlessKeeper), "{fault:?}\n{text}");
            false
        }
    };
    let (mut seen, mut open) = (BTreeSet::new(), Vec::new());
    if settle(&mut interpreter, &mut first) {
        open.push(first);
    }
    while let Some(state) = open.pop() {
        if state.node == END || state.control(&game) == Control::Keeper || seen.len() == most || !seen.insert(format!("{state:?}")) {
            continue;
        }
        let moves = interpreter.moves(&state).unwrap_or_else(|fault| panic!("{fault:?}\n{text}"));
        let known: BTreeSet<&Vec<Symbol>> = moves.iter().map(|found| &found.tags).collect();
        let listed = native.moves(&state);
        if let Some(listed) = &listed {
            let found: BTreeSet<&Vec<Symbol>> = listed.iter().map(|found| &found.tags).collect();
            assert!(found == known && found.len() == listed.len(), "{state:?}: {known:?}, found {found:?}\n{text}");
        }
        for found in &moves {
            assert_eq!(found.ways, 1, "{state:?}\n{text}");
            let mut after = found.after.clone();
            if !settle(&mut interpreter, &mut after) {
                continue;
            }
            let same = listed.iter().flatten().find(|other| other.tags == found.tags).map(|other| &other.after);
            if let Some(same) = same {
                // The board and the players are the same; variables that are not read any more need not be.
                let board = game.variables.iter().find(|variable| &*variable.name == "board").unwrap();
                let cells = board.offset..board.offset + board.cells;
                assert_eq!((same.node, &same.cells[cells.clone()]), (after.node, &after.cells[cells]), "{state:?}\n{text}");
            }
            open.push(after);
        }
    }
    true
}

fn compare_random(games: u64) {
    let native = (0..games).filter(|&seed| compare(&text(&mut SplitMix::new(seed)), 40)).count();
    assert!(native as u64 * 20 > games, "native code plays {native} of {games}");
}

#[test]
fn native_code_plays_random_games_as_the_interpreter_does() {
    compare_random(150);
}

#[test]
#[ignore = "takes a minute"]
fn native_code_plays_many_random_games_as_the_interpreter_does() {
    compare_random(5_000);
}
