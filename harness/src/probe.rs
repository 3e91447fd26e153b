//! What must be known of this machine before an experiment can be planned: who its engines are, and how many nodal states per second an agent
//! computes, for budgets of `states-as`. Only here is anything started or measured before play; the answers are inputs of the experiment.
//!
//! | question | file |
//! |---|---|
//! | an experiment with all answers that it needs | `load` |
//! | where a program is | `programs` |
//! | who an engine is, and whether it is the one that played | `engines` |
//! | who a class of the interpreter is | `scripts` |
//! | how fast an agent is | `rates` |
//! | the rates of a run, in its directory | `stored` |

mod programs;
mod engines;
mod scripts;
mod rates;
mod stored;
mod load;

pub use engines::others_here;
pub use load::{Probed, Purpose, load, load_asked};
pub use stored::{CALIBRATION, read_rates, write_rates};
