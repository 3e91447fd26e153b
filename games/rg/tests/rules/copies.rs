//! Copy propagation changes no game.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use treebench_compile::SplitMix;
use treebench_rg::game::END;
use treebench_rg::{Control, Game, Interpreter, Limits, Native, State, description, load};

/// Nothing leads here, but chance acts: the game is left as it is.
const CHANCE: &str = "never1, never2: player = random;\n";

fn game(text: &str) -> Arc<Game> {
    Arc::new(load("x.rg", text, &Limits::default()).unwrap_or_else(|errors| panic!("{errors}\n{text}")))
}

fn first(interpreter: &mut Interpreter, game: &Game) -> Option<State> {
    let mut state = State::start(game);
    interpreter.settle(&mut state).ok()?;
    Some(state)
}

/// Whether two states have the same node and values, apart from copies.
fn alike(game: &Game, a: &State, b: &State) -> bool {
    let kept = |name: &str| !name.contains("_arg") && name != "turned" && name != "copied";
    let same = |cells: std::ops::Range<usize>| a.cells[cells.clone()] == b.cells[cells];
    let variables = game.variables.iter().filter(|variable| kept(&variable.name));
    a.node == b.node && variables.into_iter().all(|variable| same(variable.offset..variable.offset + variable.cells))
}

/// Follows both games through random moves; the states in which both have the same moves with the same outcomes, and whether a variable is gone.
fn compare(text: &str, games: u64, most: usize) -> (usize, bool) {
    let (fewer, plain) = (game(text), game(&format!("{text}{CHANCE}")));
    let (mut left, mut right) = (Interpreter::new(Arc::clone(&fewer)), Interpreter::new(Arc::clone(&plain)));
    let (mut states, mut gone) = (0, false);
    for seed in 0..games {
        let (Some(mut a), Some(mut b)) = (first(&mut left, &fewer), first(&mut right, &plain)) else { return (states, gone) };
        let mut random = SplitMix::new(seed);
        for _ in 0..most {
            if a.node == END || b.control(&plain) == Control::Keeper {
                break;
            }
            // Moves that differed in nothing else were a fault.
            let Ok(expected) = right.moves(&b) else { break };
            let found = left.moves(&a).unwrap_or_else(|fault| panic!("{fault:?}\n{text}"));
            let tags = |moves: &[treebench_rg::Move]| moves.iter().map(|found| found.tags.clone()).collect::<Vec<_>>();
            assert_eq!(tags(&found), tags(&expected), "{a:?}\n{text}");
            for (found, expected) in found.iter().zip(&expected) {
                assert!(alike(&plain, &found.after, &expected.after), "{:?}\n{:?}\n{text}", found.after, expected.after);
                gone |= found.after.cells != expected.after.cells;
            }
            states += 1;
            if found.is_empty() {
                break;
            }
            let drawn = random.below(found.len() as u64) as usize;
            (a, b) = (found[drawn].after.clone(), expected[drawn].after.clone());
            if left.settle(&mut a).is_err() || right.settle(&mut b).is_err() {
                break;
            }
        }
    }
    (states, gone)
}

#[test]
fn games_are_the_same_without_copies() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules");
    for path in fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()) {
        let file = path.to_string_lossy().into_owned();
        if !file.ends_with(".hrg") && !file.ends_with(".rg") {
            continue;
        }
        let text = description(&file, &fs::read_to_string(&path).unwrap(), &Limits::default()).unwrap_or_else(|errors| panic!("{errors}"));
        assert!(compare(&text.to_string(), 2, 25).0 > 0, "{file}");
    }
    let (mut states, mut gone) = (0, 0);
    for seed in 0..200 {
        let text = super::random::text(&mut SplitMix::new(seed));
        let (compared, fewer) = compare(&text, 1, 20);
        states += compared;
        gone += usize::from(fewer);
    }
    assert!(states > 500 && gone > 10, "{states} states, {gone} games with such a variable");
}

const HEAD: &str = "domain Player = a | b\ndomain Score = 0 | 100\ndomain Square = S(X) where X in 0..8\ndomain Piece = empty | stone\ndomain Bool = 0 | 1\n\
                    odd : Square -> Bool\nodd(S(X)) = if X % 2 == 1 then 1 else 0\nhigh : Square -> Bool\nhigh(S(X)) = if X > 4 then 1 else 0\n\
                    board : Square -> Piece = { :empty }\npos : Square\n";

/// An argument that is a map is no copy, so that native code plays the game.
#[test]
fn a_map_as_an_argument_is_not_copied() {
    let text = format!(
        "{HEAD}graph choose(which: Square -> Bool) {{ pos = Square(*) check(board[pos] == empty) check(which[pos] == 1) $$ pos }}\n\
         graph rules() {{ loop {{ player = a branch {{ choose(odd) }} or {{ $ high choose(high) }} board[pos] = stone player = keeper if board[S(5)] == stone {{ goals[a] = 100 end() }} }} }}\n"
    );
    let game = Arc::new(load("x.hrg", &text, &Limits::default()).unwrap_or_else(|errors| panic!("{errors}")));
    Native::new(&game).unwrap_or_else(|reason| panic!("{reason}"));
    let argument = game.variables.iter().find(|variable| variable.name.contains("_arg")).unwrap();
    let cells = argument.offset..argument.offset + argument.cells;
    let mut interpreter = Interpreter::new(Arc::clone(&game));
    let start = first(&mut interpreter, &game).unwrap();
    let moves = interpreter.moves(&start).unwrap();
    // Odd squares, and high ones.
    assert_eq!(moves.len(), 4 + 4);
    assert!(moves.iter().all(|found| found.after.cells[cells.clone()] == game.initial[cells.clone()]));
}

/// What is not the same on every way here, or has changed since, is read from the variable.
#[test]
fn a_variable_with_a_value_of_its_own_stays() {
    let rules = "type Player = { a, b };\ntype Score = { 0, 100 };\ntype N = { 1, 2 };\nvar v: N -> N = { :1 };\nvar w: N -> N = { :1 };\nvar n: N = 1;\nconst twos: N -> N = { :2 };\n";
    let tags = |edges: &str| {
        let game = game(&format!("{rules}{edges}"));
        let mut interpreter = Interpreter::new(Arc::clone(&game));
        let start = first(&mut interpreter, &game).unwrap();
        let moves = interpreter.moves(&start).unwrap();
        moves.iter().map(|found| found.tags.iter().map(|&tag| game.name(tag)).collect::<Vec<_>>().join(" ")).collect::<Vec<_>>()
    };
    let two_ways =
        "begin, x: player = a; x, y: $ p; y, j: v = twos; x, z: $ q; z, j: v = w; j, k: n = v[n]; k, l: $$ n; l, end: player = keeper;";
    assert_eq!(tags(two_ways), ["p 2", "q 1"]);
    let changed = "begin, x: player = a; x, y: v = w; y, z: w[n] = 2; z, k: n = v[n]; k, l: $$ n; l, end: player = keeper;";
    assert_eq!(tags(changed), ["1"]);
    let before = "begin, x: player = a; x, y: n = v[n]; y, z: v = twos; z, k: $$ n; k, l: n = v[n]; l, m: $$ n; m, end: player = keeper;";
    assert_eq!(tags(before), ["1 2"]);
    let inside_a_test =
        "begin, x: player = a; x, y: v = twos; y, z: ? t1 -> t2; z, l: $ yes; l, end: player = keeper; t1, t3: v = w; t3, t2: v[n] == 1;";
    assert_eq!(tags(inside_a_test), ["yes"]);
}
