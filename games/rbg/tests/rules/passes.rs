//! Native code without one of the compiler's optimisations plays as the interpreter does. Every rules file is tested with every optimisation, each
//! under one of the strategies; optimisations of sets of squares and of known facts about squares are tested on boards of any size.

use super::compare::{
    compare, compare_with_and_without, described, engines, in_all_splits, play, program, rows, two_sided, with_and_without,
};
use super::rules_files::files;
use treebench_compile::ir::lower::Relations;
use treebench_compile::ir::{Op, Place, Segment, ValueId};
use treebench_rbg::{NodeId, Pass, Passes, Program, Split};

#[test]
fn without_an_optimisation_the_same_games_are_played() {
    for (n, (path, text)) in files().into_iter().enumerate() {
        let description = described(&path, &text);
        for (i, split) in Split::all().enumerate() {
            let pass = Pass::ALL[(n + i) % Pass::ALL.len()];
            let name = format!("{path} {split} without {}", pass.name());
            let (mut plain, compiled) = engines(&name, program(&description, split, Passes::without(pass)));
            play(&name, &mut plain, &compiled, n as u64, if split.modifiers { 30 } else { 4 });
        }
    }
}

/// A game of single steps on a board of this size, with tests of squares next to others, near the edges, and of nothing.
fn steps(width: usize, height: usize) -> String {
    two_sided(
        width,
        height,
        "#turn(me; p; q) = ->me any {p} [e]
             ( up {e,q} {! up {p}} + left left {? up {q} + down {e}} + right ({e} right)* {e}
             + (up + down)(left + right) {! {p}} + down {! down} {$ t < 40} + (left + right) {? up {e} left {e,s} + down {q}} )
             ->> [p] ( {? up {p} right {p}} [s] + {! up {p} right {p}} ) {$ t < 89} [$ t=t+1]",
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
        let program = |split, passes| program(&description, split, passes);
        let [with, without] =
            [Passes::ALL, Passes::without(Pass::MergeRepeats)].map(|passes| operations(&program(Split::ORTHODOX, passes)).0);
        assert!(with < without, "{board}: {with} operations instead of {without}");
        for (split, (which, passes)) in in_all_splits(Pass::MergeRepeats) {
            compare(&format!("{board} {split}, {which}"), split, program(split, passes), 3);
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
        for (_, passes) in with_and_without(&[Pass::RecordRuns]) {
            let (mut plain, compiled) = engines(&name, program(&description, Split::ORTHODOX, passes));
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
        let program = |split, passes| program(&description, split, passes);
        let [with, without] =
            [Passes::ALL, Passes::without(Pass::FoldConstants)].map(|passes| operations(&program(Split::ORTHODOX, passes)));
        assert!(with.0 < without.0, "{board}: operations with and without: {with:?}, {without:?}");
        assert!(with.1 == 0 && without.1 > 0, "{board}: comparisons of numbers with and without: {with:?}, {without:?}");
        for (split, (which, passes)) in in_all_splits(Pass::FoldConstants) {
            compare(&format!("{board} {split}, {which}"), split, program(split, passes), 3);
        }
    }
}

/// The keeper's actions after a move of the game below: always possible, or not after some moves, or not on some squares.
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
        for (split, (which, passes)) in in_all_splits(Pass::PlayForward) {
            compare(&format!("{n} {split}, {which}"), split, program(&description, split, passes), 6);
        }
    }
}

/// A game in which steps depend on the squares around others: on eight of them in a row, or on one of eight.
fn surroundings(width: usize, height: usize) -> String {
    two_sided(
        width,
        height,
        "#around = (up + down + left + right + (up + down)(left + right))
         #free(p) = up {e,p} right {e,p} down {e,p} down {e,p} left {e,p} left {e,p} up {e,p} up {e,p}
         #some(p) = up {e,p,s} right {e,p,s} down {e,p,s} left {p}
         #turn(me; p; q) = ->me any {p} [e]
             ( (up + down) {e} {? some(p)} + left {e,q} {! some(q)} + right {e} {? around {q}} + right right {e} {! around {p}}
             + (up + down)(left + right) {e} {? free(q)} + down down {! free(p)} {! down left} + up up {e} {? left left up down} )
             [p] ( {? around {q}} ->> + {! around {q}} {? free(p)} ->> + {! around {q}} {! free(p)} up {e,q} [s] ->> )
             {$ t < 89} [$ t=t+1]",
    )
}

#[test]
fn squares_around_others_are_tested_alike_on_boards_of_any_size() {
    compare_with_and_without(&[Pass::TestWindows], surroundings, &[(5, 5), (8, 8), (16, 8), (22, 10), (16, 16), (20, 20)], 4);
}

/// A board of rings that are joined by spokes, and by a gate from each to another, written square by square in an order that follows no line, so that a direction takes many shifts.
fn rings(spokes: usize, rings: usize) -> String {
    let all = spokes * rings;
    let square = |n: usize| {
        let (ring, spoke) = (n % rings, n / rings);
        let name = |ring: usize, spoke: usize| format!("s{ring}x{}", spoke % spokes);
        let mut arrows = vec![format!("cw:{}, ccw:{}", name(ring, spoke + 1), name(ring, spoke + spokes - 1))];
        arrows.extend((ring > 0).then(|| format!("inwards:{}", name(ring - 1, spoke))));
        arrows.extend((spoke == 0).then(|| format!("gate:{}", name((ring + 1) % rings, 1))));
        arrows.extend((ring + 1 < rings).then(|| format!("outwards:{}", name(ring + 1, spoke))));
        format!("{}[{}]{{{}}}", name(ring, spoke), ["x", "e", "o"][spoke * 3 / spokes], arrows.join(", "))
    };
    let mut order: Vec<usize> = (0..all).collect();
    order.sort_by_key(|n| (n + 1) * 104_729 % 1_009);
    order.into_iter().map(square).collect::<Vec<_>>().join("\n")
}

/// A game in which pieces jump over others as long as they can, or walk around the rings to others and on to another ring where they may, or only at
/// the gate.
fn jumps(spokes: usize, height: usize) -> String {
    format!(
        "#players = a(100), b(100)
         #pieces = e, x, o
         #variables = t(60)
         #board = {}
         #any = cw* (inwards* + outwards*)
         #over(q; go) = go {{q}} [e] go {{e}}
         #jump(q) = over(q; cw) + over(q; ccw) + over(q; inwards) + over(q; outwards)
         #jumps(q) = cw {{q}} cw {{e}} + ccw {{q}} ccw {{e}} + inwards {{q}} inwards {{e}} + outwards {{q}} outwards {{e}}
         #walk(q) = (cw {{? outwards {{e}}}})* inwards ({{? outwards {{e,q}}}} (cw + inwards))* outwards {{q}}
         #gated(q) = (ccw + outwards) (cw {{? inwards {{e}}}})* gate {{e, q}} + (cw {{e}})* gate ({{e}} cw)* {{q}}
         #turn(me; p; q) = ->me (
               {{! any {{p}} jumps(q)}} any {{p}} [e] ((cw + ccw + inwards + outwards) {{e}} + walk(q) + gated(q)) ->>
             + {{? any {{p}} jumps(q)}} any {{p}} [e] jump(q) ({{? jumps(q)}} jump(q))* {{! jumps(q)}} ->>
             ) [p] ({{? any {{p}} cw {{q}}}} + {{! any {{p}} cw {{q}}}}) {{$ t < 59}} [$ t=t+1]
         #rules = (turn(a; x; o) turn(b; o; x))*",
        rings(spokes, height)
    )
}

#[test]
fn boards_written_square_by_square_are_played_alike() {
    let passes = [Pass::TestWalks, Pass::ImageByChunks, Pass::JoinImages, Pass::SkipEmptyFills, Pass::PruneDeadSteps];
    compare_with_and_without(&passes, jumps, &[(6, 5), (10, 9)], 3);
}
