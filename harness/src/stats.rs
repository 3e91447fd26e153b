//! Statistics: pure functions on plain numbers, each with its source and textbook tests. They know no cell, record or report.

mod moments;
mod haworth;
mod wilson;
mod elo;
mod ratio;
mod verdict;
mod holm;

pub use elo::{Elo, elo};
pub use haworth::{Z95, expected_half_width, half_width};
pub use holm::holm;
pub use moments::Moments;
pub use ratio::Ratio;
pub use verdict::{p_value, verdict};
pub use wilson::{difference, wilson};
