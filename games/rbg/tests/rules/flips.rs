//! Lines of pieces that are flipped in turn: the contents of a line are known on the way back, and every step but one is ruled out.

use super::compare::{compare_playouts, compare_with_and_without, described, engines, program};
use treebench_rbg::{Pass, Passes, Split};

/// A game on a board of this size in which a piece flips the lines between it and other pieces of its player, one direction after the other. The
/// actions in the last direction may fail after the first step, and are then undone to try another path. Other moves take a piece next to such a
/// line, or the piece next to that one.
fn flips(width: usize, height: usize) -> String {
    // Every other row is a line from edge to edge.
    let piece = |x: usize, y: usize| match y % 2 {
        0 => ["e", "x", "o", "e", "o"][(x * 7 + y * 3 + x * y) % 5],
        _ if x == 0 => "x",
        _ => {
            if x + 1 == width {
                "e"
            } else {
                "o"
            }
        }
    };
    let row = |y: usize| (0..width).map(|x| piece(x, y)).collect::<Vec<_>>().join(",");
    let rows: Vec<String> = (0..height).map(|y| format!("[{}]", row(y))).collect();
    format!(
        "#players = a(100), b(100)
         #pieces = e, x, o, s
         #variables = t(40)
         #board = rectangle(up, down, left, right, {})
         #any = (up* + down*)(left* + right*)
         #over(dir; p; q) = dir {{q}} (dir {{q}})* dir {{p}}
         #ends(p; q) = (over(up; p; q) + over(left; p; q) + over(down right; p; q) + over(down left; p; q))
         #flip(dir; back; p; q) = ({{! over(dir; p; q)}} + over(dir; p; q) back ({{q}} [p] back)* {{s}})
         #other(dir; back; p; q) = ({{! over(dir; p; q)}} + over(dir; p; q) (back {{q}} [p])* back {{s}})
         #take(dir; back; p; q) = (over(dir; p; q) back {{q}} [e] {{? back {{q}}}} + dir {{q}} [e] + {{! dir {{q}}}})
         #turn(me; p; q) =
             ->me (
                {{? any {{e}} ends(p; q)}} any {{e}} {{? ends(p; q)}}
              + {{! any {{e}} ends(p; q)}} any {{e}} {{? (up + down + left + right) {{x, o}}}}
              + any {{p}} [s] left {{q}} (left {{q}})* up {{p}} ({{! right {{q}}}} + right {{p}}) [e] any {{s}}
             )
             ->> [s] flip(up; down; p; q) flip(left; right; p; q) other(down right; up left; p; q) other(down left; up right; p; q)
             [p] take(right; left; p; q) {{$ t < 39}} [$ t=t+1]
         #rules = (turn(a; x; o) turn(b; o; x))*",
        rows.join("\n")
    )
}

#[test]
fn lines_are_turned_alike_with_and_without_what_is_known_of_them() {
    let passes = [Pass::DoubleFillSteps, Pass::DropExclusiveChoices, Pass::GuardTests, Pass::CastRays, Pass::FoldConstants];
    compare_with_and_without(&passes, flips, &[(3, 3), (8, 4), (7, 7), (9, 7), (8, 8), (9, 9), (3, 30)], 3);
}

#[test]
fn playouts_turn_the_same_lines() {
    for (width, height) in [(4, 4), (6, 6), (8, 8), (10, 10)] {
        let name = format!("{width}×{height}");
        let description = described(&name, &flips(width, height));
        for split in [Split::ORTHODOX, Split::MOD] {
            let (mut plain, compiled) = engines(&name, program(&description, split, Passes::ALL));
            compare_playouts(&name, &mut plain, &compiled, 40);
        }
    }
}
