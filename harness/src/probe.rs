//! Facts about this machine that planning needs: the identities of engines, and an agent's nodal states per second for budgets of `states-as`.
//! Nothing else is started or measured before play; the answers are inputs of the experiment.
//!
//! | question | file |
//! |---|---|
//! | an experiment with its probes | `load` |
//! | the path of a program | `programs` |
//! | the identity of an engine, and whether it is the one that played | `engines` |
//! | the identity of a class of the interpreter | `scripts` |
//! | the speed of an agent | `rates` |
//! | the rates stored in a run's directory | `stored` |

mod programs;
mod engines;
mod scripts;
mod rates;
mod stored_rates;
mod load;

pub use engines::changed_engines;
pub use load::{ProbedExperiment, Purpose, load, load_asked};
pub use stored_rates::{CALIBRATION, read_rates, write_rates};
