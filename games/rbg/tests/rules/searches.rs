//! Native code without one of the optimisations of fills, patterns and the search for whole moves plays as the interpreter does, on boards of any size.

use super::compare::{
    compare, compare_playouts, compare_with_and_without, described, engines, in_all_splits, moves, play, program, rows, two_sided,
    with_and_without,
};
use treebench_rbg::{Pass, Split};

/// A game of placing pieces in which tests depend on the squares that chains of pieces reach: squares like those of the chain or others (possibly
/// none), next to the first piece or the last.
fn chains(width: usize, height: usize) -> String {
    two_sided(
        width,
        height,
        "#beside = (up + down + left + right)
         #reaches(p; q) = (beside {p})* beside {q}
         #turn(me; p; q) = ->me any (
               {e} [p] ( {? reaches(p; q)} {! reaches(p; s)} + {! reaches(p; q)} {? (left {p})* left {e}} )
             + {q} {! reaches(q; e)} [s] + {p} {? reaches(p; p)} {? reaches(e; q)} [e]
             + {p} {? (beside {! left {q}} {p})* beside {p, q}} [s] {! reaches(p, e; s)} )
             ->> ( {? reaches(x, o; e)} + {! reaches(x, o; e)} any {e} {? reaches(e, s; p) + reaches(q; q)} ->> [q] )
             {$ t < 89} [$ t=t+1]",
    )
}

#[test]
fn searches_that_end_at_their_goals_find_the_same() {
    compare_with_and_without(&[Pass::StopFills], chains, &[(3, 3), (8, 8), (13, 5), (11, 12), (19, 19)], 4);
}

/// A game with tests that change the board on their way: in which a piece put down may lead on only next to others, from its own square, by what it
/// is itself, by numbers or by other tests, or has led to the end already.
fn changing_tests(width: usize, height: usize) -> String {
    two_sided(
        width,
        height,
        "#jumps(p; q) = any {p, s} [e] (up {q} [s] up + left {q} [s] left + (right {e})* right {q} [s] right) {e} (down {q, s} [e] down {e})*
         #swaps(p; q) = any {p} [s] (down up {s} [q] left {p} + right {q, e} {$ s > 2} [p] + up {q} {! left {s}} [e] any {q} [p] up {p})
         #ends(p; q) = any {q} [p] (up {q} + left {p} [e] (right {e})* {! right})
         #turn(me; p; q) = ->me any {p} [e] (up + down + left + right) {e, q} (
               {? jumps(p; q)} [p] ->> + {! jumps(p; q)} {? swaps(p; q)} [s] ->> + {! jumps(p; q)} {! swaps(p; q)} [p] ->>
             ) ({? ends(q; p)} + {! ends(q; p)} {? any {s}} any {s} [e]) {$ t < 89} [$ t=t+1]",
    )
}

#[test]
fn steps_of_patterns_that_lead_nowhere_are_left_out() {
    compare_with_and_without(&[Pass::PruneDeadSteps], changing_tests, &[(4, 5), (8, 8), (11, 12)], 4);
}

/// A game whose rules ask whether one of several long lines of pieces is somewhere, or begins at a square; some of the lines are asked for twice, or
/// also matter on their own.
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
    compare_with_and_without(&[Pass::ShortenUnions], several_lines, &[(4, 5), (8, 8), (9, 12), (11, 12)], 4);
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
    for (split, (which, passes)) in in_all_splits(Pass::DropSingleChoices) {
        let name = format!("trails {split}, {which}");
        let (mut plain, compiled) = engines(&name, program(&description, split, passes));
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
        for split in [Split::ORTHODOX, Split::MOD] {
            for (which, passes) in with_and_without(&[Pass::FillSets]) {
                compare(&format!("{board} {split}, {which}"), split, program(&description, split, passes), 6);
            }
        }
    }
}

/// A game in which a ball leaves marks on its way, and continues as long as it arrives next to older ones.
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
        for (which, passes) in with_and_without(&[Pass::FollowChains]) {
            let name = format!("{board}, {which}");
            let (mut plain, compiled) = engines(&name, program(&description, Split::ORTHODOX, passes));
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
    compare_with_and_without(&[Pass::CastRays, Pass::HoistInvariants], slides, &[(5, 5), (8, 8), (11, 12), (16, 16), (22, 10)], 3);
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
        for (which, passes) in with_and_without(&[Pass::CountOnce]) {
            let name = format!("{width}×{height}, {which}");
            let (mut plain, compiled) = engines(&name, program(&description, Split::ORTHODOX, passes));
            let start = plain.start().unwrap();
            assert!(moves(&name, &mut plain, &compiled, &start).len() > 10, "{name}: there are several moves");
            (0..4).for_each(|seed| play(&name, &mut plain, &compiled, seed, 6));
            compare_playouts(&name, &mut plain, &compiled, 20);
        }
    }
}
