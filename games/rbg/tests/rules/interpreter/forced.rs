//! Nodes proved to leave no choice leave none in play.

use super::hand::*;
use treebench_compile::Comparator;
use treebench_compile::forced::forced;
use treebench_rbg::expr::Expr;
use treebench_rbg::{Interpreter, Operator, Program, Split, SplitMix, automaton};

/// Whether the rules' first node is proved to leave no choice.
fn is_forced(rules: Expr) -> bool {
    let automaton = automaton(&rules);
    forced(&automaton)[automaton.start as usize]
}

/// `a [1] ->>  +  b [2] ->>`
fn either(a: Expr, b: Expr) -> Expr {
    sum([seq([a, off(1), keeper()]), seq([b, off(2), keeper()])])
}

#[test]
fn excluding_tests_leave_no_choice() {
    let count = || binary(variable(2), Operator::Add, number(1));
    let cases = [
        (on(&[0]), on(&[1, 2]), true),
        (on(&[0, 1]), on(&[1, 2]), false),
        (on(&[0]), off(0), false),
        (compare(count(), Comparator::Equal, number(3)), compare(count(), Comparator::Unequal, number(3)), true),
        (compare(count(), Comparator::Less, number(3)), compare(number(3), Comparator::LessEqual, count()), true),
        (compare(count(), Comparator::Less, number(3)), compare(count(), Comparator::Greater, number(2)), true),
        (compare(count(), Comparator::Less, number(3)), compare(count(), Comparator::Greater, number(1)), false),
        (compare(count(), Comparator::Equal, number(3)), compare(count(), Comparator::Equal, number(4)), true),
        (compare(variable(1), Comparator::Equal, number(3)), compare(variable(0), Comparator::Unequal, number(3)), false),
        (if_can(seq([shift(UP), on(&[1])])), unless(seq([shift(UP), on(&[1])])), true),
        (if_can(seq([shift(UP), on(&[1])])), unless(seq([shift(UP), on(&[2])])), false),
        (if_can(seq([star(shift(UP)), on(&[1])])), unless(seq([star(shift(DOWN)), shift(UP), on(&[1])])), false),
        (unless(shift(UP)), unless(shift(UP)), false),
        // A condition on the way that is known to be impossible.
        (seq([shift(UP), on(&[1])]), unless(seq([shift(UP), on(&[1, 2])])), true),
        (seq([shift(UP), on(&[1, 2])]), unless(seq([shift(UP), on(&[1])])), false),
        (shift(UP), unless(shift(DOWN)), false),
        (if_can(seq([shift(UP), on(&[1])])), seq([shift(UP), on(&[2])]), true),
        // The pattern changes something: nothing is known afterwards.
        (shift(UP), unless(seq([off(1), shift(UP)])), false),
        // After a common path.
        (seq([shift(UP), on(&[1])]), seq([shift(UP), on(&[2])]), true),
        (seq([shift(UP), on(&[1])]), seq([shift(DOWN), on(&[2])]), false),
        (seq([shift(UP), on(&[0, 1])]), seq([shift(UP), if_can(seq([shift(LEFT), on(&[0])])), on(&[2])]), true),
        // All pairs of lines, however they branch.
        (sum([on(&[0]), on(&[1])]), on(&[2]), true),
        (sum([on(&[0]), on(&[1])]), on(&[1]), false),
        (on(&[]), off(1), true),
    ];
    for (i, (a, b, expected)) in cases.into_iter().enumerate() {
        assert_eq!(is_forced(either(a.clone(), b.clone())), expected, "case {i}");
        assert_eq!(is_forced(either(b, a)), expected, "case {i}, turned");
    }
}

#[test]
fn ways_that_meet_leave_no_choice() {
    // Two conditions for the same step.
    assert!(is_forced(seq([sum([on(&[0]), if_can(shift(UP))]), off(1), keeper()])));
    assert!(!is_forced(seq([sum([on(&[0]), shift(UP)]), off(1), keeper()])));
    // A dot is an empty edge here.
    assert!(is_forced(seq([sum([on(&[0]), seq([dot(), on(&[1])])]), dot(), off(1), keeper()])));
}

#[test]
fn loops_are_forced_only_if_every_turn_is() {
    assert!(!is_forced(seq([star(shift(UP)), off(1), keeper()])));
    assert!(!is_forced(seq([star(seq([on(&[0]), shift(UP)])), off(1), keeper()])));
    assert!(is_forced(seq([star(seq([on(&[0]), shift(UP)])), on(&[1]), off(1), keeper()])));
    assert!(is_forced(seq([star(seq([shift(UP), on(&[0])])), unless(seq([shift(UP), on(&[0])])), off(1), keeper()])));
    // The loop changes what it tests.
    assert!(is_forced(seq([star(seq([on(&[0]), off(1), shift(UP)])), on(&[2]), keeper()])));
    assert!(!is_forced(seq([star(seq([off(1), shift(UP)])), keeper()])));
}

#[test]
fn only_the_moves_up_to_the_next_switch_count() {
    let choice = || sum([off(1), off(2)]);
    assert!(is_forced(seq([off(0), to(0), choice(), to(1)])));
    assert!(!is_forced(seq([off(0), choice(), to(1)])));
}

#[test]
fn a_hostile_choice_takes_no_time() {
    let many = || sum((0..3000).map(|i| seq([shift(i % 4), star(shift(UP)), if_can(seq([shift(i % 3), on(&[i % 2])])), off(i % 3)])));
    assert!(!is_forced(seq([many(), many(), keeper()])));
    let deep = (0..100).fold(shift(UP), |body, _| unless(sum([if_can(body.clone()), seq([shift(LEFT), on(&[1])])])));
    assert!(is_forced(either(on(&[1]), seq([on(&[0]), deep]))));
}

/// Plays at random and inspects every place on the way.
pub(crate) fn check_in_play(program: &std::sync::Arc<Program>, playouts: u64, moves: u32) {
    let mut play = Interpreter::new(program.clone());
    let (mut list, mut steps) = (Vec::new(), Vec::new());
    for seed in 0..playouts {
        let mut random = SplitMix::new(seed);
        let mut state = play.start().unwrap();
        for _ in 0..moves {
            play.whole_moves(&state, &mut list).unwrap();
            if list.is_empty() {
                break;
            }
            for &step in &list[random.below(list.len() as u64) as usize] {
                play.steps(&state, &mut steps).unwrap();
                assert!(steps.contains(&step));
                assert!(!program.forced[state.node() as usize] || steps.len() == 1, "{steps:?} at node {}", state.node());
                play.play(&mut state, &[step]).unwrap();
            }
        }
    }
}

#[test]
fn forced_nodes_offer_no_choice_in_play() {
    let rows = ["0020", "0000", "0000", "0100"];
    for description in [tic_tac_toe(), amazons(&rows)] {
        let program = program(description, Split::ORTHODOX);
        assert!(program.forced.iter().any(|&forced| forced));
        check_in_play(&program, 20, 10);
    }
}
