//! `play`, with the user's input from a pipe.

use crate::bench::bench_with;
use treebench::games::games;
use treebench::games::params::Values;

fn played(args: &[&str], input: &str) -> String {
    let ended = bench_with(args, input);
    assert_eq!((ended.code, ended.stderr.as_str()), (0, ""), "{}", ended.stdout);
    ended.stdout
}

#[test]
fn a_game_is_played_to_its_scores() {
    // X completes the upper row at once.
    let text = played(&["play", "tic-tac-toe", "--agent", "random", "--position", "XX./OO./... x"], "c3\n");
    let end = "3 X X X\n2 O O .\n1 . . .\n  a b c\nthe game is over\nplayer 0 (you) scores 1\nplayer 1 (random) scores 0\n";
    assert!(text.ends_with(end), "{text}");
}

#[test]
fn the_agent_answers_and_sees_a_win() {
    let args = ["play", "tic-tac-toe", "--agent", "uct", "--seat", "1", "--position", "XX./O../..O x"];
    let text = played(&args, "");
    assert!(text.contains("\nplayer 0 (uct) plays c3\n") && text.ends_with("player 0 (uct) scores 1\nplayer 1 (you) scores 0\n"), "{text}");
}

#[test]
fn mistakes_get_a_suggestion_and_cost_nothing() {
    let text = played(&["play", "breakthrough", "--agent", "random"], "a2-a33\nfoo\n\nhelp\nquit\n");
    assert!(text.contains("; did you mean `a2-a3`?\n  `moves` lists the legal moves"), "{text}");
    assert!(text.contains("`foo` is not a legal move in `"), "{text}");
    assert!(text.contains("takes your last move and the answers to it back;"), "{text}");
    assert!(text.ends_with("you left the game\n"), "{text}");
    assert!(!text.contains("(random) plays"), "nothing was played:\n{text}");
}

#[test]
fn moves_are_listed() {
    let text = played(&["play", "tic-tac-toe", "--position", "XXO/OOX/X.. o"], "moves\nquit\n");
    assert!(!text.contains("  b1  c1"), "it is O's turn, so the agent moves first:\n{text}");
    let text = played(&["play", "tic-tac-toe", "--position", "XXO/OOX/... x"], "moves\nquit\n");
    assert!(text.contains(">   a1  b1  c1\n"), "{text}");
}

#[test]
fn undo_goes_back_to_the_turn_before_and_the_game_repeats() {
    let args = ["play", "tic-tac-toe", "--agent", "uct", "--iterations", "200"];
    let text = played(&args, "b2\nundo\nb2\nundo\nundo\nquit\n");
    let answers: Vec<&str> = text.lines().filter(|line| line.contains("plays")).collect();
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0], answers[1], "the same seed gives the same answer");
    assert!(text.contains("nothing to undo\n"), "{text}");
    assert_eq!(text.matches("3 . . .\n2 . . .\n1 . . .\n  a b c\nyou (player 0) are to move\n").count(), 3, "{text}");
}

#[test]
fn chance_is_drawn_and_shown() {
    let text = played(&["play", "einstein", "--agent", "random", "--seed", "1"], "");
    assert!(text.starts_with("chance draws "), "{text}");
    assert!(text.ends_with("> \nyou left the game\n"), "{text}");
}

#[test]
fn all_other_seats_are_the_agent_s() {
    let text = played(&["play", "connect-three", "--agent", "random", "--seat", "1"], "moves\nquit\n");
    assert!(text.contains("player 0 (random) plays ") && text.contains("you (player 1) are to move\n"), "{text}");
}

/// In a game of hidden information, the user sees what the seat knows: the same text whatever the other player holds, chance has drawn, or was tried.
#[test]
fn a_person_sees_what_the_seat_knows() {
    let play = |game: &str, more: &[&str], input: &str| {
        played(&[&["play", game, "--agent", "random", "--seat", "1", "--seed", "7"][..], more].concat(), input)
    };
    let games = [
        // Bids are public; face-down cards and the places of stones are not.
        ("kuhn-poker", "foo\np\n", true, "your card, 0 the lowest"),
        ("goofspiel", "foo\n", false, "the bid of player 0"),
        ("phantom-tic-tac-toe", "foo\n", false, "`?` for those of the other player"),
        ("liars-dice", "foo\n", true, "your die"),
        ("rg/kuhn-poker", "foo\n", true, "the actions that you have seen"),
        ("rg/rock-paper-scissors", "foo\n", false, "the actions that you have seen"),
    ];
    for (game, input, is_public, legend) in games {
        let hidden = play(game, &[], input);
        let begun = hidden.split("the game is over").next().unwrap_or_default();
        assert!(begun.starts_with("what you know is, in this order: ") && begun.contains(legend), "{hidden}");
        assert!(begun.contains("you know: ") && !begun.contains("draws") && !begun.contains(" in `"), "{hidden}");
        assert_eq!(begun.contains("player 0 (random) plays "), is_public, "{hidden}");
        let open = play(game, &["--open"], input);
        assert!(open.contains("(random) plays") && !open.contains("you know"), "{open}");
    }
    let refused = play("kuhn-poker", &[], "undo\nquit\n");
    assert!(refused.contains("undo is refused where information is hidden") && refused.matches("you know: ").count() == 2, "{refused}");
    assert!(play("kuhn-poker", &["--open"], "undo\nquit\n").contains("nothing to undo"));
    let over = play("kuhn-poker", &[], "p\np\n");
    assert!(over.contains("the game is over") && over.contains("(you) scores"), "{over}");
}

/// What a seat knows is said in short words, which no registered game leaves unexplained.
#[test]
fn every_game_of_hidden_information_explains_what_is_known() {
    for entry in games().iter() {
        let game = entry.build(&Values::default()).unwrap();
        let start = game.start();
        assert!(start.information().is_none_or(|information| !information.legend().is_empty()), "{}", entry.name);
    }
}
