//! Pictures of a program's automaton with its split points: text for Graphviz, and an SVG drawing.
//!
//! | step | module |
//! |---|---|
//! | the nodes and arrows to draw, without needless empty edges, and the labels of arrows | `drawing` |
//! | the text for Graphviz | `dot` |
//! | the position of each node | `layout` |
//! | the drawing | `svg` |

mod drawing;
mod dot;
mod layout;
mod svg;

pub use dot::dot;
pub use svg::svg;
