//! Pictures of a small automaton.

use std::sync::Arc;
use treebench_rbg::graph::{dot, svg};
use treebench_rbg::{Limits, Program, Split, parse};

fn program(split: Split) -> Program {
    let text = "#players = p(1)\n#pieces = e, x\n#variables =\n#board = rectangle(up, down, left, right, [e,x] [x,e])\n\
                #rules = (->p (left* + right*) . {? up {e}} {e, x} [x] ->> [$ p = (p + 1) * 2])*\n";
    let game = parse("test", text, &Limits::default()).unwrap_or_else(|errors| panic!("{errors}"));
    Program::new(Arc::new(game), split, Limits::default()).unwrap()
}

#[test]
fn graphviz_text_names_every_action() {
    let text = dot(&program(Split::MOD));
    let labels = ["->p", "left", "right", "●", "up", "{e}", "{e, x}", "[x]", "->>", "[$ p = (p + 1) * 2]"];
    for label in labels {
        assert_eq!(text.matches(&format!("label=\"{label}\"")).count(), 1, "{label} in {text}");
    }
    assert_eq!(text.matches("{? ?").count(), 1, "{text}");
    // The dot, the off and the player's switch end semimoves, not the switch of the keeper.
    assert_eq!(text.matches("color=blue").count(), 3, "{text}");
}

#[test]
fn the_drawing_has_every_node_and_arrow_of_the_text() {
    for split in Split::all() {
        let (text, drawing) = (dot(&program(split)), svg(&program(split)));
        assert_eq!(drawing.matches("<circle ").count(), nodes(&text));
        assert_eq!(drawing.matches("<path class=").count(), text.matches(" -> ").count());
        assert!(!drawing.contains("NaN") && !drawing.contains("inf"), "{drawing}");
    }
}

/// The number of nodes in a text for Graphviz.
fn nodes(text: &str) -> usize {
    text.lines().filter(|line| line.starts_with("  n") && !line.contains(" -> ") && !line.starts_with("  node ")).count()
}
