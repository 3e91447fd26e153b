//! Native code without one of the compiler's optimisations plays as the interpreter does. Every rules file meets every optimisation, under one
//! of the strategies each.

use std::path::Path;
use std::sync::Arc;
use treebench_rbg::automaton::NodeId;
use treebench_rbg::ir::lower::Relations;
use treebench_rbg::ir::{Op, Place, Segment, ValueId};
use treebench_rbg::jit::Compiled;
use treebench_rbg::passes::Passes;
use treebench_rbg::{Description, Interpreter, Limits, Program, Split, SplitMix, State, parse};

/// Compares the semimoves of a state in both engines; returns their codes.
fn moves(name: &str, plain: &mut Interpreter, compiled: &Compiled, state: &State) -> Vec<u64> {
    let (mut moves, mut listed) = (Vec::new(), Vec::new());
    plain.semimoves(state, &mut moves).unwrap();
    compiled.list(state, &mut listed).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    let expected: Vec<u64> = moves.iter().map(|steps| plain.program().codes.encode(steps)).collect();
    assert_eq!(listed, expected, "{name}: moves of {state:?}");
    listed
}

/// The rules of a text, which has no mistakes.
pub(crate) fn described(name: &str, text: &str) -> Arc<Description> {
    Arc::new(parse(name, text, &Limits::default()).unwrap_or_else(|errors| panic!("{errors}")))
}

/// The program of rules under a strategy with these optimisations.
pub(crate) fn program(description: &Arc<Description>, split: Split, passes: Passes) -> Program {
    let mut program = Program::new(Arc::clone(description), split, Limits::default()).unwrap();
    program.passes = passes;
    program
}

/// Both engines of a program.
pub(crate) fn engines(name: &str, program: Program) -> (Interpreter, Compiled) {
    let program = Arc::new(program);
    let compiled = Compiled::new(Arc::clone(&program)).unwrap_or_else(|why| panic!("{name}: {why}"));
    (Interpreter::new(program), compiled)
}

/// Compares the engines of a program in some games.
fn compare(name: &str, split: Split, program: Program, games: u64) {
    let (mut plain, compiled) = engines(name, program);
    (0..games).for_each(|seed| play(name, &mut plain, &compiled, seed, if split.modifiers { 60 } else { 12 }));
}

/// The same for a game on boards of these sizes, with all optimisations and without each of some.
pub(crate) fn compare_with_and_without(passes: &[&str], game: fn(usize, usize) -> String, boards: &[(usize, usize)], games: u64) {
    for &(width, height) in boards {
        let description = described(&format!("{width}×{height}"), &game(width, height));
        for split in [Split::ORTHODOX, Split::MOD] {
            let without = passes.iter().map(|pass| (format!("without {pass}"), Passes::without(pass).unwrap()));
            for (name, passes) in std::iter::once(("with all".to_owned(), Passes::ALL)).chain(without) {
                compare(&format!("{width}×{height} {split}, {name}"), split, program(&description, split, passes), games);
            }
        }
    }
}

/// Compares the playouts of the engines, with and without a trace.
pub(crate) fn compare_playouts(name: &str, plain: &mut Interpreter, compiled: &Compiled, playouts: u64) {
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
fn rows(width: usize, height: usize) -> String {
    let row = |piece: &str| format!("[{}]", vec![piece; width].join(","));
    let rows: Vec<String> = (0..height).map(|y| row(["o", "e", "x"][(y + 2) * 2 / (height + 2)])).collect();
    rows.join("\n")
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
        let description = described(&path, &text);
        for (i, split) in Split::all().enumerate() {
            let (pass, passes) = passes[(n + i) % passes.len()];
            let name = format!("{path} {split} without {pass}");
            let (mut plain, compiled) = engines(&name, program(&description, split, passes));
            play(&name, &mut plain, &compiled, n as u64, if split.modifiers { 30 } else { 4 });
        }
    }
}

/// A game of single steps on a board of this size, with tests of squares next to others, near the edges, and of nothing.
fn steps(width: usize, height: usize) -> String {
    format!(
        "#players = a(100), b(100)
         #pieces = e, x, o, s
         #variables = t(90)
         #board = rectangle(up, down, left, right, {})
         #any = (up* + down*)(left* + right*)
         #turn(me; p; q) = ->me any {{p}} [e]
             ( up {{e,q}} {{! up {{p}}}} + left left {{? up {{q}} + down {{e}}}} + right ({{e}} right)* {{e}}
             + (up + down)(left + right) {{! {{p}}}} + down {{! down}} {{$ t < 40}} + (left + right) {{? up {{e}} left {{e,s}} + down {{q}}}} )
             ->> [p] ( {{? up {{p}} right {{p}}}} [s] + {{! up {{p}} right {{p}}}} ) {{$ t < 89}} [$ t=t+1]
         #rules = (turn(a; x; o) turn(b; o; x))*",
        rows(width, height)
    )
}

#[test]
fn single_squares_are_kept_as_numbers_on_boards_of_any_size() {
    for (width, height) in [(8, 8), (13, 5), (16, 8), (11, 12), (24, 8), (16, 16), (33, 10)] {
        let name = format!("{width}×{height}");
        let description = described(&name, &steps(width, height));
        for split in Split::all() {
            let name = format!("{name} {split}");
            compare(&name, split, program(&description, split, Passes::ALL), 3);
        }
    }
}

/// A game of single steps with tests that always hold or never do: of squares whatever is on them, of loops that may end at once, of numbers, and
/// of one corner.
fn certainties(width: usize, height: usize) -> String {
    format!(
        "#players = a(100), b(100)
         #pieces = e, x, o
         #variables = t(90)
         #board = rectangle(up, down, left, right, {})
         #any = (up* + down*)(left* + right*)
         #corner = any {{! left}} {{! down}}
         #turn(me; p; q) = ->me {{? any}} {{? any {{e,x,o}}}} any {{p}} {{$ 2 < 3}} {{? (up {{e}})*}} [e]
             ( up {{e,q}} {{? ({{q}} right)* (left + right)*}} + left {{e,q}} {{! corner {{p}}}} + down {{e}} {{? corner {{e,q}} up* {{e}}}}
             + right {{! any}} + right {{$ 3 < 2}} + right {{e}} {{$ 5 / (2 - 1 - 1) == 5}}
             + right {{e}} {{! {{? any {{e}}}} {{! any {{x,o,e}}}}}} )
             ->> [p] {{$ 1 + 1 == 2}} {{$ t < 89}} [$ t=t+1]
         #rules = (turn(a; x; o) turn(b; o; x))*",
        rows(width, height)
    )
}

/// A game whose rules test the same twice: whether there is a certain line of pieces somewhere, or behind the piece moved.
fn repetitions(width: usize, height: usize) -> String {
    format!(
        "#players = a(100), b(100)
         #pieces = e, x, o
         #variables = t(60)
         #board = rectangle(up, down, left, right, {})
         #any = (up* + down*)(left* + right*)
         #line(p; q) = (up {{p}} up {{e,q}} left {{p}} + right {{p}} right {{e,p}} up {{e}} + left {{p}} down {{q}} left {{e}}
           + (up {{q}} + left {{q}})* down {{p}} + left (left {{e,p}})* up {{q}})
         #turn(me; p; q) = ->me (
               {{$ t > 5}} ({{? any {{q}} line(p; e)}} any {{p}} [e] + {{! any {{q}} line(p; e)}} any {{q}} [e])
             + {{$ t <= 5}} ({{! any {{q}} line(p; e)}} any {{p}} [e] + {{? any {{p}} line(p; e)}} any {{q}} [e])
             + any {{p}} ({{? line(q; p)}} [e] + {{! line(q; p)}} [e] (up + down))
             ) (up + down + left + right) {{e}} ->> [p] {{$ t < 59}} [$ t=t+1]
         #rules = (turn(a; x; o) turn(b; o; x))*",
        rows(width, height)
    )
}

#[test]
fn tests_that_the_rules_repeat_are_made_once() {
    for (width, height) in [(4, 5), (8, 8), (11, 12)] {
        let board = format!("{width}×{height}");
        let text = repetitions(width, height);
        let description = described(&board, &text);
        let program = |split, once| program(&description, split, Passes { once, ..Passes::ALL });
        let [with, without] = [true, false].map(|once| operations(&program(Split::ORTHODOX, once)).0);
        assert!(with < without, "{board}: {with} operations instead of {without}");
        for (split, once) in Split::all().flat_map(|split| [(split, true), (split, false)]) {
            let name = format!("{board} {split}, once: {once}");
            compare(&name, split, program(split, once), 3);
        }
    }
}

/// A game of moving or placing pieces anywhere, in which lines of pieces, or none of them, let a piece be taken.
fn lines(width: usize, height: usize) -> String {
    format!(
        "#players = a(100), b(100)
         #pieces = e, x, o
         #variables = t(60)
         #board = rectangle(up, down, left, right, {})
         #any = (up* + down*)(left* + right*)
         #line(p) = (up {{p}} down^2 {{p}} + right {{p}} right {{e,p}} + left {{p}} {{? right {{p}}}} + up left {{p}})
         #turn(me; p; q) = ->me any (
               {{p}} [e] (up + down + left + right) {{e}} [p] ( {{! line(p)}} ->> + {{? line(p)}} any {{q}} ->> [e] )
             + {{$ t > 9}} {{e}} [p] ( {{? line(p)}} ->> + {{! line(p)}} any {{q}} {{! up {{e}}}} ->> [e] )
             + {{p}} [e] any {{e}} [o] (up + left) {{e,p}} [x] ( {{! {{? line(q)}} {{? line(e)}}}} ->> + {{? line(q)}} {{? line(e)}} any {{q}} ->> [e] )
             ) {{$ t < 59}} [$ t=t+1]
         #rules = (turn(a; x; o) turn(b; o; x))*",
        rows(width, height)
    )
}

#[test]
fn candidates_recorded_together_are_drawn_as_others_are() {
    for (width, height) in [(3, 3), (5, 5), (9, 7), (8, 8), (7, 10)] {
        let name = format!("{width}×{height}");
        let description = described(&name, &lines(width, height));
        for runs in [true, false] {
            let (mut plain, compiled) = engines(&name, program(&description, Split::ORTHODOX, Passes { runs, ..Passes::ALL }));
            (0..6).for_each(|seed| play(&name, &mut plain, &compiled, seed, 12));
            for seed in 0..40 {
                let (mut expected, mut found) = (plain.start().unwrap(), plain.start().unwrap());
                let counted = plain.playout(&mut expected, seed, 70).unwrap();
                assert_eq!(compiled.playout(&mut found, seed, 70), Ok(counted), "{name}: playout with seed {seed}");
                assert_eq!(found, expected, "{name}: playout with seed {seed}");
            }
        }
    }
}

/// The operations of all segments of a program, and how many of them compare two numbers that the rules name.
fn operations(program: &Program) -> (usize, usize) {
    let relations = Relations::new(program);
    let (mut all, mut comparisons) = (0, 0);
    for node in 0..program.automaton.nodes() {
        let values = Segment::new(program, &relations, node as NodeId, Place::Player).unwrap().values;
        let is_number = |value: ValueId| matches!(values.op(value), Op::Number(_));
        let compares = |op: &&Op| matches!(op, Op::Compare(left, _, right) if is_number(*left) && is_number(*right));
        all += values.len();
        comparisons += values.ops().iter().filter(compares).count();
    }
    (all, comparisons)
}

#[test]
fn what_always_holds_or_never_is_known() {
    for (width, height) in [(3, 4), (8, 8), (11, 12)] {
        let board = format!("{width}×{height}");
        let text = certainties(width, height);
        let description = described(&board, &text);
        let program = |split, folds| program(&description, split, Passes { folds, ..Passes::ALL });
        let [with, without] = [true, false].map(|folds| operations(&program(Split::ORTHODOX, folds)));
        assert!(with.0 < without.0, "{board}: operations with and without: {with:?}, {without:?}");
        assert!(with.1 == 0 && without.1 > 0, "{board}: comparisons of numbers with and without: {with:?}, {without:?}");
        for (split, folds) in Split::all().flat_map(|split| [(split, true), (split, false)]) {
            let name = format!("{board} {split}, folds: {folds}");
            compare(&name, split, program(split, folds), 3);
        }
    }
}

/// What the keeper does after a move of the game below: always possible, or not after some moves, or not on some squares.
const ENDS: [&str; 6] = [
    "({$ t < 5} [$ t=t+1] + {$ t >= 5} [$ t=0])",
    "({$ t < 5} [$ t=t+1] + {$ 6 - t == 1} [$ t=0])",
    "({$ t < 5} [$ t=t+1] + {$ t > 5} [$ t=0])",
    "({? up} [$ t=0] + {! up} [$ t=1])",
    "({? up} [$ t=0] + {! up} {? left} [$ t=1])",
    "[$ t=x-o] ({$ t > 1} [$ t=1] + {$ t <= 1} {? (up + down + left + right) {e}})",
];

#[test]
fn moves_are_completed_alike_whether_that_is_known_or_not() {
    for (n, ends) in ENDS.iter().enumerate() {
        let text = format!(
            "#players = a(100), b(100)
             #pieces = e, x, o
             #variables = t(5)
             #board = rectangle(up, down, left, right, [o,o,e,o][o,e,e,e][e,e,e,x][x,e,x,x])
             #any = (up* + down*)(left* + right*)
             #turn(me; p; q) = ->me any {{p}} [e] (up + left + down + right) {{e,q}} ([p] + {{e}} [p] (up + right) {{e}} [q] (left {{p}} [e] + {{q}})) ->> {ends}
             #rules = (turn(a; x; o) turn(b; o; x))*"
        );
        let description = described("ends", &text);
        for (split, forward) in Split::all().flat_map(|split| [(split, true), (split, false)]) {
            let name = format!("{n} {split}, forward: {forward}");
            compare(&name, split, program(&description, split, Passes { forward, ..Passes::ALL }), 6);
        }
    }
}

/// A game in which steps depend on the squares around others: on eight of them in a row, or on one of eight.
fn surroundings(width: usize, height: usize) -> String {
    format!(
        "#players = a(100), b(100)
         #pieces = e, x, o, s
         #variables = t(90)
         #board = rectangle(up, down, left, right, {})
         #any = (up* + down*)(left* + right*)
         #around = (up + down + left + right + (up + down)(left + right))
         #free(p) = up {{e,p}} right {{e,p}} down {{e,p}} down {{e,p}} left {{e,p}} left {{e,p}} up {{e,p}} up {{e,p}}
         #some(p) = up {{e,p,s}} right {{e,p,s}} down {{e,p,s}} left {{p}}
         #turn(me; p; q) = ->me any {{p}} [e]
             ( (up + down) {{e}} {{? some(p)}} + left {{e,q}} {{! some(q)}} + right {{e}} {{? around {{q}}}} + right right {{e}} {{! around {{p}}}}
             + (up + down)(left + right) {{e}} {{? free(q)}} + down down {{! free(p)}} {{! down left}} + up up {{e}} {{? left left up down}} )
             [p] ( {{? around {{q}}}} ->> + {{! around {{q}}}} {{? free(p)}} ->> + {{! around {{q}}}} {{! free(p)}} up {{e,q}} [s] ->> )
             {{$ t < 89}} [$ t=t+1]
         #rules = (turn(a; x; o) turn(b; o; x))*",
        rows(width, height)
    )
}

#[test]
fn squares_around_others_are_tested_alike_on_boards_of_any_size() {
    compare_with_and_without(&["windows"], surroundings, &[(5, 5), (8, 8), (16, 8), (22, 10), (16, 16), (20, 20)], 4);
}

/// A game of placing pieces, in which tests depend on what chains of pieces reach: squares like those of the chain or others, of which there may
/// be none, next to the first piece or to the last.
fn chains(width: usize, height: usize) -> String {
    format!(
        "#players = a(100), b(100)
         #pieces = e, x, o, s
         #variables = t(90)
         #board = rectangle(up, down, left, right, {})
         #any = (up* + down*)(left* + right*)
         #beside = (up + down + left + right)
         #reaches(p; q) = (beside {{p}})* beside {{q}}
         #turn(me; p; q) = ->me any (
               {{e}} [p] ( {{? reaches(p; q)}} {{! reaches(p; s)}} + {{! reaches(p; q)}} {{? (left {{p}})* left {{e}}}} )
             + {{q}} {{! reaches(q; e)}} [s] + {{p}} {{? reaches(p; p)}} {{? reaches(e; q)}} [e]
             + {{p}} {{? (beside {{! left {{q}}}} {{p}})* beside {{p, q}}}} [s] {{! reaches(p, e; s)}} )
             ->> ( {{? reaches(x, o; e)}} + {{! reaches(x, o; e)}} any {{e}} {{? reaches(e, s; p) + reaches(q; q)}} ->> [q] )
             {{$ t < 89}} [$ t=t+1]
         #rules = (turn(a; x; o) turn(b; o; x))*",
        rows(width, height)
    )
}

#[test]
fn searches_that_end_at_their_goals_find_the_same() {
    compare_with_and_without(&["goals"], chains, &[(3, 3), (8, 8), (13, 5), (11, 12), (19, 19)], 4);
}

/// A game with tests that change the board on their way: in which a piece put down may lead on only next to others, from its own square, by what it
/// is itself, by numbers or by other tests, or has led to the end already.
fn changing_tests(width: usize, height: usize) -> String {
    format!(
        "#players = a(100), b(100)
         #pieces = e, x, o, s
         #variables = t(90)
         #board = rectangle(up, down, left, right, {})
         #any = (up* + down*)(left* + right*)
         #jumps(p; q) = any {{p, s}} [e] (up {{q}} [s] up + left {{q}} [s] left + (right {{e}})* right {{q}} [s] right) {{e}} (down {{q, s}} [e] down {{e}})*
         #swaps(p; q) = any {{p}} [s] (down up {{s}} [q] left {{p}} + right {{q, e}} {{$ s > 2}} [p] + up {{q}} {{! left {{s}}}} [e] any {{q}} [p] up {{p}})
         #ends(p; q) = any {{q}} [p] (up {{q}} + left {{p}} [e] (right {{e}})* {{! right}})
         #turn(me; p; q) = ->me any {{p}} [e] (up + down + left + right) {{e, q}} (
               {{? jumps(p; q)}} [p] ->> + {{! jumps(p; q)}} {{? swaps(p; q)}} [s] ->> + {{! jumps(p; q)}} {{! swaps(p; q)}} [p] ->>
             ) ({{? ends(q; p)}} + {{! ends(q; p)}} {{? any {{s}}}} any {{s}} [e]) {{$ t < 89}} [$ t=t+1]
         #rules = (turn(a; x; o) turn(b; o; x))*",
        rows(width, height)
    )
}

#[test]
fn steps_of_patterns_that_lead_nowhere_are_left_out() {
    compare_with_and_without(&["pruned"], changing_tests, &[(4, 5), (8, 8), (11, 12)], 4);
}

/// A game whose rules ask whether one of several long lines of pieces is somewhere, or begins at a square; some of the lines are asked for twice, or
/// matter by themselves as well.
fn several_lines(width: usize, height: usize) -> String {
    format!(
        "#players = a(100), b(100)
         #pieces = e, x, o
         #variables = t(90)
         #board = rectangle(up, down, left, right, {})
         #any = (up* + down*)(left* + right*)
         #far(p; q; dir) = dir {{q}} (dir {{q}})* dir {{p}}
         #lines(p; q) = (far(p; q; up) + far(p; q; down left) + right {{q}} + far(e; p; left) + {{q}} far(e; q; down) up {{p}})
         #turn(me; p; q) = ->me (
               {{? any {{p}} lines(p; q)}} any {{p}} [e] (up + down + left + right) {{e, q}} [p]
             + {{! any {{p}} lines(p; q)}} any {{p}} {{? far(p; q; up)}} [q]
             + {{! any {{e}} (lines(q; p) + far(q; e; up left) + far(p; q; right))}} any {{e}} [p]
             + any {{p}} {{! far(e; p; left) + far(q; e; down right)}} [e] (up {{e}} + (right {{e}})* right {{q}}) [p] {{? lines(e; q)}}
             ) ->> ({{! any (far(p; q; up) + {{e}} lines(p; e))}} + {{? any (far(p; q; up) + {{e}} lines(p; e))}} {{$ t >= 0}}) {{$ t < 89}} [$ t=t+1]
         #rules = (turn(a; x; o) turn(b; o; x))*",
        rows(width, height)
    )
}

#[test]
fn unions_are_looked_at_part_by_part() {
    compare_with_and_without(&["lazy"], several_lines, &[(4, 5), (8, 8), (9, 12), (11, 12)], 4);
}

/// A game in which a piece leaves a trail of many steps, each with few options and many dead ends.
const TRAILS: &str = "#players = a(100), b(100)
     #pieces = e, x, o, s
     #variables = t(9)
     #board = rectangle(up, down, left, right, [x,e,e,e][e,e,o,x][o,e,e,e][e,x,e,o])
     #any = (up* + down*)(left* + right*)
     #turn(me; p; q) = ->me any {p} [s] [$ t=0]
         ( up {e} [s] + left {e} [s] + down {e,q} [s] + right {e} ({? up {e}} [$ t=1] [s] + {! up {e}} [s] [$ t=2]) )*
         {! (up + right) {e}} ({$ t == 1} [p] ->> + {$ t != 1} (down {e} [p] + left {s} [p] + up {q} [p] right {s} [e]) ->>)
         {? any {e}}
     #rules = (turn(a; x; o) turn(b; o; x))*";

#[test]
fn choices_without_another_option_are_searched_alike() {
    let description = described("trails", TRAILS);
    for (split, singles) in Split::all().flat_map(|split| [(split, true), (split, false)]) {
        let name = format!("trails {split}, singles: {singles}");
        let (mut plain, compiled) = engines(&name, program(&description, split, Passes { singles, ..Passes::ALL }));
        let start = plain.start().unwrap();
        assert!(moves(&name, &mut plain, &compiled, &start).len() >= 3, "{name}: there are moves");
        (0..4).for_each(|seed| play(&name, &mut plain, &compiled, seed, 6));
        compare_playouts(&name, &mut plain, &compiled, 20);
    }
}

/// A game on a hexagon with sides of this length, in which a piece jumps over others as often as it can, but not from all squares in all directions.
fn jumps(side: usize) -> String {
    let row = |length: usize| (0..length).map(|n| ["e", "x", "o"][(n * 7 + length * 5) % 3]).collect::<Vec<_>>().join(",");
    let lengths = (side..2 * side).chain((side..2 * side - 1).rev());
    let rows: Vec<String> = lengths.map(|length| format!("[{}]", row(length))).collect();
    format!(
        "#players = a(100), b(100)
         #pieces = e, x, o
         #variables = t(90)
         #board = hexagon(nw, ne, east, se, sw, west, {})
         #any = (nw + ne + east + se + sw + west)*
         #jump(d) = d {{! {{e}}}} d {{e}}
         #turn(me; p; q) = ->me any {{p}} [e] ( (nw + ne + west) {{e}}
             + ( jump(nw) + jump(ne) + east {{q}} east {{e}} + {{! {{q}}}} jump(west) + {{! nw nw}} (jump(se) + sw {{q}} {{! {{p}}}} sw {{e}}) )* )
             ->> [p] {{$ t < 89}} [$ t=t+1]
         #rules = (turn(a; x; o) turn(b; o; x))*",
        rows.join("\n")
    )
}

#[test]
fn jumps_on_boards_with_rows_of_all_lengths_are_followed_alike() {
    for side in [3, 4, 6, 8] {
        let board = format!("side {side}");
        let description = described(&board, &jumps(side));
        for (split, fills) in [Split::ORTHODOX, Split::MOD].into_iter().flat_map(|split| [(split, true), (split, false)]) {
            let name = format!("{board} {split}, fills: {fills}");
            compare(&name, split, program(&description, split, Passes { fills, ..Passes::ALL }), 6);
        }
    }
}

/// A game in which a ball leaves marks where it goes, and goes on as long as it arrives next to older ones.
fn bounces(width: usize, height: usize) -> String {
    let row = |y: usize| (0..width).map(|x| if (x, y) == (width / 2, height / 2) { "x" } else { "e" }).collect::<Vec<_>>().join(",");
    let rows: Vec<String> = (0..height).map(|y| format!("[{}]", row(y))).collect();
    format!(
        "#players = a(100), b(100)
         #pieces = e, x, s, m
         #variables = t(14)
         #board = rectangle(up, down, left, right, {})
         #any = (up* + down*)(left* + right*)
         #jump = (up {{e}} [m] up + left {{e}} [m] left {{e}} [m] left + right {{e}} [m] right + down {{e}} [s] down) {{e}}
         #keep = (up {{m}} [s] down + down {{m}} [s] up + left {{m}} [s] right + right {{m}} [s] left)
         #near = (up + down + left + right) {{s}}
         #turn(me) = ->me any {{x}} [e] jump ({{? near}} keep jump)* {{! near}} ->> [x] keep {{$ t < 13}} [$ t=t+1]
         #rules = (turn(a) turn(b))*",
        rows.join("\n")
    )
}

#[test]
fn chains_of_steps_are_found_alike_whether_they_are_executed_or_not() {
    for (width, height) in [(5, 5), (7, 8), (9, 9), (15, 14)] {
        let board = format!("{width}×{height}");
        let description = described(&board, &bounces(width, height));
        for chains in [true, false] {
            let name = format!("{board}, chains: {chains}");
            let (mut plain, compiled) = engines(&name, program(&description, Split::ORTHODOX, Passes { chains, ..Passes::ALL }));
            (0..6).for_each(|seed| play(&name, &mut plain, &compiled, seed, 12));
            compare_playouts(&name, &mut plain, &compiled, 30);
        }
    }
}

/// A game in which a piece goes on as long as the squares before it are free, or a few steps as far as others allow, and what is left behind
/// matters to some of these tests but not to others.
fn slides(width: usize, height: usize) -> String {
    format!(
        "#players = a(100), b(100)
         #pieces = e, x, o, s
         #variables = t(60)
         #board = rectangle(up, down, left, right, {})
         #any = (up* + down*)(left* + right*)
         #free = {{? up left {{e}} right {{e}} right {{e}}}}
         #turn(me; p; q) = ->me any (
               {{p}} [s] ( up (free up)* + right ({{! up {{q}}}} right {{e,p}})* + left ({{! {{? down {{p}}}}}} left {{? right {{e,s}}}})* {{e}} ) ->>
             + {{e}} {{? left {{p}}}} [s] ( down + down {{? down {{e}}}} down + down {{? left {{e}} right {{e}}}} down {{? up up {{e}}}} down ) ->> )
             {{e,p}} [p] {{$ t < 59}} [$ t=t+1]
         #rules = (turn(a; x; o) turn(b; o; x))*",
        rows(width, height)
    )
}

#[test]
fn slides_are_found_alike_whether_their_tests_are_made_once_or_for_each() {
    compare_with_and_without(&["rays", "hoists"], slides, &[(5, 5), (8, 8), (11, 12), (16, 16), (22, 10)], 3);
}

/// A game on two boards of this size in which a move is several steps in any order, on the board of the last one; a piece between two others is taken, and
/// some moves cannot be completed.
fn several_steps(width: usize, height: usize) -> String {
    let row =
        |y: usize, shift: usize| (0..width).map(|x| ["x", "e", "e", "o", "e"][(x * 3 + y * 4 + shift) % 5]).collect::<Vec<_>>().join(",");
    let board = |shift| format!("[{}]", (0..height).map(|y| format!("[{}]", row(y, shift))).collect::<Vec<_>>().join("\n"));
    format!(
        "#players = a(100), b(100)
         #pieces = e, x, o
         #variables = t(30), steps(4)
         #board = cuboid(up, down, left, right, under, over, {} {})
         #any = (up* + down*)(left* + right*)
         #corner = any {{! up}} {{! left}}
         #taken(p) = (right right {{p}} {{? up {{e}}}} {{? left {{e}} + right {{e}}}} [e] + right {{p}} {{? left {{p}}}} down [e])
         #turn(me; p; q) = ->me [$ steps = 3] (under + over)
             ( {{$ steps > 0}} any {{p}} {{! (up + down) {{q}}}} ([$ steps = steps - 1] [e] (up + left + right) {{e}} [p] + [$ steps = steps - 2] [e] down {{q}} [p])
               corner (taken(q) corner + {{! down taken(q)}}) )*
             ({{$ steps < 3}} {{? any {{q}}}} [$ t = t + 1] {{! any {{p}} up {{p}} up {{p}}}} + {{$ steps == 0}} any {{e}} {{? left {{p}} left {{p}}}} [p])
             ->> {{$ t < 29}}
         #rules = (turn(a; x; o) turn(b; o; x))*",
        board(0),
        board(2)
    )
}

#[test]
fn states_to_which_several_orders_of_steps_lead_are_counted_alike() {
    for (width, height) in [(3, 3), (4, 4), (5, 5), (8, 4)] {
        let description = described(&format!("{width}×{height}"), &several_steps(width, height));
        for counts in [true, false] {
            let name = format!("{width}×{height}, counts: {counts}");
            let (mut plain, compiled) = engines(&name, program(&description, Split::ORTHODOX, Passes { counts, ..Passes::ALL }));
            let start = plain.start().unwrap();
            assert!(moves(&name, &mut plain, &compiled, &start).len() > 10, "{name}: there are several moves");
            (0..4).for_each(|seed| play(&name, &mut plain, &compiled, seed, 6));
            compare_playouts(&name, &mut plain, &compiled, 20);
        }
    }
}
