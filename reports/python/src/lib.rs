//! The compiled part of the Python package `treebench`: games, searches and experiments within the interpreter.
//!
//! | to learn | read |
//! |---|---|
//! | exceptions; parameters; arrays of numpy | `errors`, `params`, `arrays` |
//! | long calls and Ctrl-C; many threads | `signals`, `threads` |
//! | games and positions | `source`, `game`, `position` |
//! | policies and networks | `sampling`, `actions`, `planes` |
//! | random games and searches; many games at once | `playouts`, `searching`, `batch` |
//! | searches with a network | `tree`, `evaluation`, `collector`, `puct` |
//! | agents in Python; in a process of their own | `budget`, `script`; `worker`, `isolated` |
//! | experiments | `experiment` |
//! | the command `bench` | `program` |
#![forbid(unsafe_code)]

mod errors;
mod params;
mod arrays;
mod signals;
mod threads;
mod source;
mod game;
mod sampling;
mod actions;
mod planes;
mod position;
mod playouts;
mod searching;
mod batch;
mod tree;
mod evaluation;
mod budget;
mod collector;
mod puct;
mod script;
mod worker;
mod isolated;
mod experiment;
mod program;

use pyo3::prelude::*;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    errors::register(module)?;
    module.add_class::<game::PyGame>()?;
    module.add_class::<position::PyPosition>()?;
    module.add_class::<budget::PyBudget>()?;
    module.add_class::<batch::PyBatch>()?;
    module.add_function(wrap_pyfunction!(game::game, module)?)?;
    module.add_function(wrap_pyfunction!(game::rules, module)?)?;
    module.add_function(wrap_pyfunction!(game::game_names, module)?)?;
    module.add_function(wrap_pyfunction!(game::restored_game, module)?)?;
    module.add_function(wrap_pyfunction!(position::restored_position, module)?)?;
    module.add_function(wrap_pyfunction!(searching::search, module)?)?;
    module.add_function(wrap_pyfunction!(searching::agent_names, module)?)?;
    module.add_function(wrap_pyfunction!(puct::puct, module)?)?;
    module.add_function(wrap_pyfunction!(puct::puct_turn, module)?)?;
    module.add_class::<worker::PyWorker>()?;
    module.add_function(wrap_pyfunction!(experiment::run, module)?)?;
    module.add_function(wrap_pyfunction!(experiment::report, module)?)?;
    module.add_function(wrap_pyfunction!(program::bench, module)?)?;
    module.add_function(wrap_pyfunction!(program::embed, module)?)?;
    Ok(())
}
