//! The dots that the split strategies put into rules, as text before and after.

use treebench_rbg::split::report::{DotOutcome, Report};
use treebench_rbg::split::{SplitError, dotted, explained};
use treebench_rbg::{Description, Limits, Split, parse};

/// A game on a torus of 3 × 3 squares, on which every square can be reached from every other.
fn game(rules: &str) -> Description {
    let square = |column: usize, row: usize| format!("s{}{}", column % 3, row % 3);
    let vertex = |i: usize| {
        let (column, row) = (i % 3, i / 3);
        let (up, down) = (square(column, row + 1), square(column, row + 2));
        let (left, right) = (square(column + 2, row), square(column + 1, row));
        format!("{}[e]{{up: {up}, down: {down}, left: {left}, right: {right}}} ", square(column, row))
    };
    let board = (0..9).map(vertex).collect::<String>();
    let text = format!("#players = p(100), q(100)\n#pieces = e, x\n#variables = v(3)\n#board = {board}\n#rules = {rules}\n");
    parse("test", &text, &Limits::default()).unwrap_or_else(|errors| panic!("{rules}: {errors}"))
}

/// Checks the rules after a strategy is applied.
#[track_caller]
fn becomes(split: &str, before: &str, after: &str) -> Report {
    let (found, report) = explained(&game(before), split.parse().unwrap(), &Limits::default()).unwrap();
    assert_eq!(found, game(after).rules, "{split}: {before}");
    report
}

#[test]
fn orthodox_rules_have_no_dots() {
    becomes("orthodox", "->p . up . {? . left . } (. right + . ) ->>", "->p up {? left} (right + ()) ->>");
}

#[test]
fn an_illegal_dot_goes_to_the_right_until_it_is_legal() {
    // The paper's example.
    let report = becomes("Shift", "->p (left* . + right* .) [e] ->>", "->p (left* + right*) . [e] ->>");
    assert_eq!((report.written(), report.postponed(), report.count(DotOutcome::Merged), report.kept()), (2, 2, 1, 1));
    // With and without the dot, the same square is reached.
    becomes("Plus", "->p (right {e} + right {x}) (up + {e}) [e] ->>", "->p (right {e} + right {x}) . (up + {e}) [e] ->>");
    // Out of a repetition, and past the next part.
    becomes("Mod", "->p (. up)* {e} [x] ->>", "->p up* . {e} [x] ->>");
    // A modifier in the repetition distinguishes its rounds.
    becomes("Mod", "->p (. up + [x])* [x] ->>", "->p (up + [x])* . [x] ->>");
    becomes("Mod", "->p (. up [x])* [x] ->>", "->p (. up [x])* [x] ->>");
}

#[test]
fn plus_cuts_in_front_of_the_branches_of_an_alternative() {
    becomes("ModPlus", "->p (up {e} {e}* + right {e}* + [x]) [e] ->>", "->p (. up {e} {e}* + . right {e}* + [x]) [e] ->>");
    // Not where a square is chosen, nor in patterns.
    becomes(
        "ModPlus",
        "->p (up + down + {? left}) ({? {e} + {x} } + [x]) [e] ->>",
        "->p (up + down + {? left}) ({? {e} + {x} } + [x]) [e] ->>",
    );
}

#[test]
fn shift_cuts_the_choice_of_a_square_in_two() {
    becomes("ModShift", "->p (up* + down*)(left* + right*) {x} [e] ->>", "->p (up* + down*) . (left* + right*) {x} [e] ->>");
    becomes("ModShift", "->p (up* + {e})(left* + right*) {x} [e] ->>", "->p (up* + {e})(left* + right*) {x} [e] ->>");
    becomes("ModShift", "->p {! (up* + down*)(left* + right*) {x}} [e] ->>", "->p {! (up* + down*)(left* + right*) {x}} [e] ->>");
}

#[test]
fn dots_that_leave_no_choice_are_erased() {
    let report = becomes("ModPlus", "->p ({e} [x] + {x} up [e]) ->>", "->p ({e} [x] + {x} up [e]) ->>");
    assert_eq!((report.written(), report.count(DotOutcome::RightDetermined)), (2, 2));
    // Without `Mod` a semimove does not end at a modifier, so that only the switch ends it.
    becomes("Plus", "->p ({e} [x] + {x} up [e]) (up* + [x]) ->>", "->p (. {e} [x] + . {x} up [e]) (. up* + [x]) ->>");
    // The author's dots stay.
    becomes("Mod", "->p up . [x] ->>", "->p up . [x] ->>");
}

#[test]
fn the_keeper_has_no_dots() {
    let report = becomes(
        "ModPlus",
        "(->p (up {e}* + right {e}*) ->> . (up {e}* + right {e}*))*",
        "(->p (. up {e}* + . right {e}*) ->> (up {e}* + right {e}*))*",
    );
    assert_eq!((report.written(), report.count(DotOutcome::Keeper), report.kept()), (5, 3, 2));
}

#[test]
fn what_costs_too_much_is_refused() {
    let game = game("->p (up* + down*)(left* + right*)(. {e} + {x}) [e] ->>");
    let refused = |limits: Limits| dotted(&game, Split::MOD, &limits).unwrap_err();
    assert!(matches!(refused(Limits { places: 100, ..Limits::default() }), SplitError::TooLarge { limit: 100, .. }));
    assert_eq!(refused(Limits { split_steps: 200, ..Limits::default() }), SplitError::TooMuchWork { limit: 200 });
}

/// Under `Plus` these are the counts in the published rules of the same games, without the keeper's dots, with this analysis (which agrees
/// with the published one where that is known); under `Shift` those of draughts and of fox and hounds depend on how our rules choose a
/// square.
#[test]
fn rules_of_known_games_keep_as_many_dots_as_published() {
    // The dots kept under `ModPlus` and under `ModShift`.
    let counts = [
        ("amazons", include_str!("../../../rules/amazons.rbg"), 32, 2),
        ("breakthrough", include_str!("../../../rules/breakthrough.rbg"), 2, 2),
        ("chess", include_str!("../../../rules/chess.rbg"), 46, 8),
        ("chess-king-capture", include_str!("../../../rules/chess-king-capture.rbg"), 46, 8),
        ("skirmish", include_str!("../../../rules/skirmish.rbg"), 46, 8),
        ("english-draughts", include_str!("../../../rules/english-draughts.rbg"), 0, 4),
        ("fox-and-hounds", include_str!("../../../rules/fox-and-hounds.rbg"), 0, 2),
        ("knightthrough", include_str!("../../../rules/knightthrough.rbg"), 0, 2),
        ("pentago", include_str!("../../../rules/pentago.rbg"), 2, 6),
        ("go", include_str!("../../../rules/go.rbg"), 0, 2),
    ];
    for (name, text, plus, shift) in counts {
        let game = parse(name, text, &Limits::default()).unwrap_or_else(|errors| panic!("{name}: {errors}"));
        for (split, kept) in [("ModPlus", plus), ("ModShift", shift), ("ModPlusShift", plus + shift)] {
            let (_, report) = explained(&game, split.parse().unwrap(), &Limits::default()).unwrap();
            assert_eq!(report.kept(), kept, "{name}, {split}");
        }
    }
}
