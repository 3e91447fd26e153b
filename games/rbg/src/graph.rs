//! Pictures of a program's automaton with its split points: text for Graphviz, and an SVG drawing of our own.
//!
//! | step | module |
//! |---|---|
//! | what is drawn: nodes and arrows, without needless empty edges | `drawing` |
//! | what is written at an arrow | `label` |
//! | the text for Graphviz | `dot` |
//! | the position of each node | `layout` |
//! | the drawing | `svg` |

mod drawing;
mod label;
mod dot;
mod layout;
mod svg;

pub use dot::dot;
pub use svg::svg;
