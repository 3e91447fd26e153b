//! Candidates that are counted together are drawn as others are, on boards of any size.

use super::compare::{compare_playouts, described, engines, program, two_sided, with_and_without};
use treebench_rbg::{Pass, Split};

/// A game of many pieces, each with few moves: to squares that are tested, along lines, under conditions on the square, on others, on its own, and on
/// numbers; by one step or two before the last.
fn crowds(width: usize, height: usize) -> String {
    two_sided(
        width,
        height,
        "#around = (up + down + left + right + (up + down)(left + right))
         #turn(me; p; q) = ->me any (
               {p} [e] (up {e} + (left + right) {e, q} {! up {p}} + down {e} {? left {q} + right {p, e}} + up up down {e, p})
             + {p} {$ t > 3} [s] (up {e} (up {e})* + left {e} (left {e, s})* left {q} + down {? around {q}} (down {e})* + (left {e} down)* up {e})
             + {p} {$ t > 6} [e] ({$ x > o} up {e} + {$ x <= o} {! around {q}} {? right} left + {$ t < 40} right {? left {e}} {e, q} + {! left left} down)
             + {p} {$ t > 9} [e] (up + left left) {e} [p] ((up {e})* + (left {e, q})* left + down {? right {e} up {e} left {e}})
             + {e} {$ t > 12} {! around {q}} [q] (up {p} {? up} + left {? up {p} + down {q}} {! right {q}} + right {? down {e, q} left {e}})
             + {p} {$ t > 15} [p] (up {q} + down {p} up {p} + left {! {p}} + (up + right down) (left {e})* left {q})
             + {p} {$ t > 17} [e] (up + down) ({? (up + down up) {? {e} left {q}}} left + {? left {e} {? right {q}}} down {! (down + up down) {? {e} right {q}}})
             ) ->> [p] {$ t < 89} [$ t=t+1]",
    )
}

#[test]
fn candidates_counted_together_are_drawn_as_others_are() {
    for (width, height) in [(4, 5), (7, 6), (8, 8), (13, 5), (16, 8), (9, 17), (20, 16)] {
        let name = format!("{width}×{height}");
        let description = described(&name, &crowds(width, height));
        for (which, passes) in with_and_without(&[Pass::CountTogether]) {
            let name = format!("{name}, {which}");
            let (mut plain, compiled) = engines(&name, program(&description, Split::ORTHODOX, passes));
            compare_playouts(&name, &mut plain, &compiled, 4);
            for seed in 0..4 {
                let (mut expected, mut found) = (plain.start().unwrap(), plain.start().unwrap());
                let counted = plain.playout(&mut expected, seed, 70).unwrap();
                assert_eq!(compiled.playout(&mut found, seed, 70), Ok(counted), "{name}: playout with seed {seed}");
                assert_eq!(found, expected, "{name}: playout with seed {seed}");
            }
        }
    }
}
