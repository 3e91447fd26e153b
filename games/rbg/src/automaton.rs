//! Translates the rules from a tree to their [automaton](treebench_compile::Automaton).
//!
//! Modifiers are numbered in the order of the text, those in patterns included, so that their numbers are the same under every split
//! strategy.

use crate::expr::{Action, Expr};
use treebench_compile::automaton::Builder;
use treebench_compile::{Automaton, Label, NodeId};

/// The automaton of a tree.
pub fn automaton(rules: &Expr) -> Automaton {
    let mut tree = Tree(Builder::default());
    let (start, end) = (tree.0.node(), tree.0.node());
    tree.between(rules, start, end);
    tree.0.build(start, end)
}

/// The part of the tree that has been translated.
struct Tree(Builder);

impl Tree {
    /// Adds a graph between two nodes whose paths are the words of this expression. No two modifiers or dots end at the same node, so that
    /// a state's node determines the last one.
    fn between(&mut self, expr: &Expr, from: NodeId, to: NodeId) {
        match expr {
            Expr::Sequence(parts) => match parts.split_last() {
                None => self.0.edge(from, to, Label::Empty),
                Some((last, first)) => {
                    let mut here = from;
                    for part in first {
                        let next = self.0.node();
                        self.between(part, here, next);
                        here = next;
                    }
                    self.between(last, here, to);
                }
            },
            Expr::Sum(parts) => {
                for part in parts {
                    // A star at the start of an alternative loops at its first node: each alternative needs a separate one.
                    let inner = self.0.node();
                    self.0.edge(from, inner, Label::Empty);
                    if ends_numbered(part) {
                        let outer = self.0.node();
                        self.between(part, inner, outer);
                        self.0.edge(outer, to, Label::Empty);
                    } else {
                        self.between(part, inner, to);
                    }
                }
            }
            Expr::Star(body) => {
                // The loop has a separate node, so that consecutive loops do not mix.
                let head = self.0.node();
                self.0.edge(from, head, Label::Empty);
                self.between(body, head, head);
                self.0.edge(head, to, Label::Empty);
            }
            Expr::Action(action, _) => {
                let label = self.label(action);
                self.0.edge(from, to, label);
            }
            Expr::Dot(_) => self.0.edge(from, to, Label::Dot),
        }
    }

    fn label(&mut self, action: &Action) -> Label {
        match action {
            Action::Shift(direction) => Label::Shift(*direction),
            Action::On(pieces) => Label::On(pieces.clone()),
            Action::Compare(comparison) => Label::Compare(comparison.clone()),
            Action::Pattern { negated, body } => {
                let (start, end) = (self.0.node(), self.0.node());
                self.between(body, start, end);
                Label::Pattern { negated: *negated, start, end }
            }
            Action::Off(piece) => Label::Put(*piece),
            Action::Assign { variable, value } => Label::Assign(*variable, value.clone()),
            Action::Switch(control) => Label::Switch(*control),
        }
    }
}

/// Whether the last edge of an expression's graph is a modifier or a dot.
fn ends_numbered(expr: &Expr) -> bool {
    match expr {
        Expr::Sequence(parts) => parts.last().is_some_and(ends_numbered),
        Expr::Sum(_) | Expr::Star(_) => false,
        Expr::Action(action, _) => action.is_modifier(),
        Expr::Dot(_) => true,
    }
}
