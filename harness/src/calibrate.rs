//! The only timed step before play: measures how many nodal states per second an agent computes in a game, for budgets of `states-as`.
//!
//! | step | file |
//! |---|---|
//! | loads an experiment and measures missing rates | `load` |
//! | the rates of a run, in its directory | `stored` |

mod load;
mod stored;

pub use load::{Calibrated, Purpose, load};
pub use stored::{CALIBRATION, read_rates, write_rates};
