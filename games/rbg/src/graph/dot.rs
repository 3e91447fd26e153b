//! The automaton as text for Graphviz.

use super::drawing::Drawing;
use crate::Program;
use std::fmt::Write;

/// The automaton of a program in the language of Graphviz. Split points are filled and the arrows that end semimoves are thick; parts used
/// only by the keeper are grey.
pub fn dot(program: &Program) -> String {
    let drawing = Drawing::new(program);
    let mut text = String::from("digraph rules {\n  rankdir=LR;\n  node [shape=circle, fontsize=10];\n  edge [fontsize=10];\n");
    for (i, node) in drawing.nodes.iter().enumerate() {
        let style = match (node.keeper, node.split) {
            (true, _) => ", color=grey, fontcolor=grey",
            (false, true) => ", style=filled, fillcolor=lightblue",
            (false, false) => "",
        };
        // Writing to a string cannot fail.
        _ = writeln!(text, "  n{i} [label={}{style}];", quoted(&node.name));
    }
    for arrow in &drawing.arrows {
        let style = match (arrow.keeper, arrow.split) {
            (true, _) => ", color=grey, fontcolor=grey",
            (false, true) => ", penwidth=2, color=blue",
            (false, false) => "",
        };
        _ = writeln!(text, "  n{} -> n{} [label={}{style}];", arrow.from, arrow.to, quoted(&arrow.label));
    }
    text.push_str("}\n");
    text
}

/// A string, quoted for Graphviz.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
