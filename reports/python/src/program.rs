//! The command `bench` within the interpreter.

use crate::errors::caught;
use crate::script::Python3;
use pyo3::prelude::*;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use treebench::cli::main_embedded;
use treebench::embedding::{self, Embedding};

/// Says which file this module is, and which words run `bench`.
#[pyfunction]
pub(crate) fn embed(library: PathBuf, command: Vec<OsString>) {
    embedding::embed(Embedding { library, command, interpreter: Box::new(Python3) });
}

/// Runs `bench` with these arguments, of which the first is its name, and returns its exit code. Signals are the caller's.
#[pyfunction]
pub(crate) fn bench(py: Python<'_>, arguments: Vec<OsString>) -> PyResult<u8> {
    let code = py.detach(|| caught(|| Ok(main_embedded(arguments))))?;
    Ok((0..=u8::MAX).find(|&number| ExitCode::from(number) == code).unwrap_or(1))
}
