//! The automaton as a Graphviz graph.

use crate::description::{Description, Label};
use std::fmt::Write as _;

/// A tree as DOT: tests are blue, tags green, and what ends a move is bold.
pub fn dot(description: &Description) -> String {
    let mut out = String::from("digraph rules {\n  rankdir = LR;\n  node [shape = circle, fontsize = 10];\n  edge [fontsize = 10];\n");
    for edge in &description.edges {
        let style = match &edge.label {
            Label::Assign(place, _) if place.to_string() == "player" => ", style = bold",
            Label::Compare { .. } | Label::Reach { .. } => ", color = blue",
            Label::Tag(_) | Label::TagVariable(_) => ", color = darkgreen",
            _ => "",
        };
        // Names have no quotes and no backslashes. Writing to a string cannot fail.
        let _ = writeln!(out, "  \"{}\" -> \"{}\" [label = \"{}\"{style}];", edge.from, edge.to, edge.label);
    }
    out.push_str("}\n");
    out
}
