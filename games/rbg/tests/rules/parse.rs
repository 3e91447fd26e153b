//! The meaning of descriptions: source text, and the same game in canonical form.

use treebench_rbg::{Description, Limits, documentation, lint, parameters, parse, parse_with, unused_macros};

/// The declarations of most of these tests.
const HEAD: &str = "#players = white(10), black(10)
#pieces = e, w, b
#variables = turn(3)
#board = rectangle(up, down, left, right, [e, w] [b, e])
";

fn read(text: &str) -> Description {
    let game = parse("test", text, &Limits::default()).unwrap_or_else(|errors| panic!("{errors}"));
    let again = parse("printed", &game.to_string(), &Limits::default()).unwrap_or_else(|errors| panic!("{errors}"));
    assert!(game == again, "printed and read again:\n{game}\nis\n{again}");
    game
}

#[test]
fn rules() {
    for (source, canonical) in [
        // Sequences and sums are flat.
        ("#rules = up (down (left) {w}) + ((right + [w]) + up)", "up down left {w} + right + [w] + up"),
        ("#rules = ((up))* (up*)* ((up* + down))*", "up* (up*)* (up* + down)*"),
        ("#rules = () (up + ())", "up + ()"),
        ("#rules = ()", "()"),
        ("#rules = ()*", "()*"),
        // Powers are written out, and read back from neighbours that are equal.
        ("#rules = up^3 (up down)^2 left^0 right^1", "up^4 down up down right"),
        ("#rules = (up^(2 * 3 - 1))^0 down", "down"),
        // Lists of pieces: a test is a set, and may be empty; a choice keeps its order.
        ("#rules = {w, e, w} {} {,b,} [w, e] [w]", "{e, w} {} {b} [w, e] [w]"),
        ("#rules = [w] + [w]", "[w] + [w]"),
        // Assignments follow one another.
        ("#rules = [$ turn = 1, white=2] [$black=turn]*", "[$ turn = 1] [$ white = 2] [$ black = turn]*"),
        // Values: from the left, products first.
        ("#rules = {$ 1 - 2 - 3 + 4 < 1 - (2 - 3)}", "{$ 1 - 2 - 3 + 4 < 1 - (2 - 3)}"),
        ("#rules = {$ (1 + w * 2) / 3 * 4 >= -5 - -6 + +7}", "{$ (1 + w * 2) / 3 * 4 >= -5 - -6 + 7}"),
        ("#rules = {$ w / (b * e) != white}", "{$ w / (b * e) != white}"),
        ("#rules = {$turn<=1}{$turn>1}{$turn==1}", "{$ turn <= 1} {$ turn > 1} {$ turn == 1}"),
        // Patterns have no split points, whatever macros bring into them.
        ("#square = up* . left*\n#rules = square {? square {! . down . }}", "up* . left* {? up* left* {! down}}"),
        ("#rules = ->white up . ->> {}", "->white up . ->> {}"),
        ("#rules = /* up */ up // down\n + left", "up + left"),
    ] {
        let game = read(&format!("{HEAD}{source}"));
        assert_eq!(game.show(&game.rules), canonical, "{source}");
    }
}

#[test]
fn macros() {
    for (source, canonical) in [
        ("#a = up\n#b = a a\n#rules = b a", "up^3"),
        // Arguments may be empty, hold commas, colons, brackets with semicolons.
        ("#m(a; b) = a {b} a\n#rules = m(; w) m(up; w, e)", "{w} up {e, w} up"),
        ("#n(a; b) = a b\n#m(a) = a a\n#rules = m(n(up; down))", "up down up down"),
        // One name, several numbers of parameters.
        ("#m(a) = a\n#m(a; b) = b a\n#rules = m(up) m(up; down)", "up down up"),
        // A macro sees those before it, and its own name is not yet defined.
        ("#up = up up\n#rules = up", "up^2"),
        ("#x = up\n#m = x\n#n(x) = x m\n#rules = n(down)", "down up"),
        // An argument keeps the meaning it has where it is written, even if the macro has a parameter of that name.
        ("#m(a; b) = b a\n#n(a) = m(left; a)\n#rules = n(right)", "right left"),
        // Parameters come before macros.
        ("#p = up\n#m(p) = p\n#rules = m(down)", "down"),
        ("#end = )\n#rules = (up end*", "up*"),
    ] {
        let game = read(&format!("{HEAD}{source}"));
        assert_eq!(game.show(&game.rules), canonical, "{source}");
    }
}

#[test]
fn pasting() {
    let head =
        "#men(side) = side~Man, side~King\n#players = white(9), black(9)\n#pieces = e, men(white), men(black), whiteMan2, x11\n#variables =
#board = rectangle(up,down,left,right,[e])\n";
    for (source, canonical) in [
        ("#m(a; b) = {a~b, a~Man~2}\n#rules = m(white; King)", "{whiteKing, whiteMan2}"),
        ("#n = 1\n#rules = [x~1~n]", "[x11]"),
        // Pasting nothing to nothing gives nothing; of several tokens the outer ones are pasted.
        ("#m(a; b) = {a~b}\n#rules = m(; e) m(e; ) m(e, white; King, x11)", "{e}^2 {e, whiteKing, x11}"),
        // The result of pasting may name a macro, also with arguments.
        ("#way1 = up\n#way2 = down\n#k = 2\n#rules = way~k", "down"),
        ("#do1(a) = a\n#do2(a) = a a\n#m(k) = do~k(up)\n#rules = m(2) m(1)", "up^3"),
        // A macro with parameters is not expanded next to `~`.
        ("#white(a) = a\n#rules = {white~Man}", "{whiteMan}"),
    ] {
        let game = read(&format!("{head}{source}"));
        assert_eq!(game.show(&game.rules), canonical, "{source}");
    }
}

#[test]
fn sections_in_any_order_and_macros_everywhere() {
    let game = read(
        "#n = 3\n#two(a) = a, a\n#rules = up^n\n#row = [two(e), w]\n#board = rectangle(two(u)~p, left, right, row row)
#variables = v(n * n - 1),, x(1)\n#pieces = e, w\n#players = ,white(n),"
            .replace("two(u)~p", "up, down")
            .as_str(),
    );
    assert_eq!(
        game.to_string(),
        "#players = white(3)\n#pieces = e, w\n#variables = v(8), x(1)
#board = rectangle(up, down, left, right,\n    [e, e, w]\n    [e, e, w])\n#rules = up^3\n"
    );
}

#[test]
fn numbers_are_resolved() {
    let game = read(&format!("{HEAD}#rules = [$ turn = white] ->black left"));
    assert_eq!(game.variable_count(), 3);
    assert_eq!(format!("{:?}", game.rules).matches("Variable(2)").count(), 1);
    assert!(format!("{:?}", game.rules).contains("Player(1)"));
    assert!(format!("{:?}", game.rules).contains("Direction(2)"));
}

#[test]
fn spans_point_into_the_text() {
    let text = format!("{HEAD}#m = [$ turn = 1, white = 2]\n#rules = m {{? up}}");
    let treebench_rbg::Expr::Sequence(parts) = read(&text).rules else { panic!("a sequence") };
    let places = parts.iter().map(|part| match part {
        treebench_rbg::Expr::Action(_, span) => &text[span.start as usize..span.end as usize],
        _ => panic!("an action"),
    });
    assert_eq!(places.collect::<Vec<_>>(), ["[$ turn = 1", "white = 2]", "{? up}"]);
}

#[test]
fn parameters_and_documentation() {
    let text = format!(
        "//! A game.\n//!\n//!  More.\n\n//: size = 2 (1, 2) How far up.\n#size = 2\n//: way = up Where to.\n#way = up\n{HEAD}#rules = way^size"
    );
    assert_eq!(documentation(&text), "A game.\n\n More.");
    let found = parameters("test", &text, &Limits::default()).expect("good parameters");
    assert_eq!(found.len(), 2);
    assert_eq!((&*found[0].name, &*found[0].default, &*found[0].summary), ("size", "2", "How far up."));
    assert_eq!((found[0].allowed.join(" "), found[1].allowed.len()), ("1 2".to_string(), 0));
    let given = |given: &[(&str, &str)]| {
        let game = parse_with("test", &text, given, &Limits::default()).unwrap_or_else(|errors| panic!("{errors}"));
        game.show(&game.rules)
    };
    assert_eq!(given(&[]), "up^2");
    assert_eq!(given(&[("size", "1"), ("way", "(up left)")]), "up left");
}

#[test]
fn lints() {
    let text = format!("{}#a = up\n#b(x) = a\n#rules = ->white up [$ black = 11] [$ turn = 1]", HEAD.replace("w, b", "w, b, x"));
    assert_eq!(
        lint(&read(&text)),
        [
            "the player `black` never moves",
            "the player `white` never scores",
            "the piece `x` is never used",
            "the variable `turn` is never read",
            "the direction `down` is never used",
            "the direction `left` is never used",
            "the direction `right` is never used",
            "`[$ black = 11]` is never possible: the bound is 10",
        ]
    );
    assert_eq!(unused_macros("test", &text, &Limits::default()).expect("good macros"), ["a", "b"]);
}

#[test]
fn deep_and_long_texts_are_read() {
    // At the depth limit, in a thread with a small stack.
    let limits = Limits::default();
    let deep = format!("{HEAD}#rules = {}up{}", "({? up (left + ".repeat(limits.depth / 3), ")})*".repeat(limits.depth / 3));
    let read_deep = move || {
        let game = read(&deep);
        treebench_rbg::automaton(&game.rules).nodes()
    };
    let nodes = std::thread::Builder::new().stack_size(1 << 20).spawn(read_deep).expect("a thread").join();
    assert!(nodes.expect("no overflow") > limits.depth);
    let long = read(&format!("{HEAD}#rules = {}", "up down ".repeat(50_000)));
    assert!(matches!(long.rules, treebench_rbg::Expr::Sequence(parts) if parts.len() == 100_000));
}
