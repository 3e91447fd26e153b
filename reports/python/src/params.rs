//! Parameters: keyword arguments of Python ↔ values of treebench.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyString};
use treebench::games::params::{Value, Values};

/// Keyword arguments as parameters: `c_pn=1.0` is the parameter `c-pn`.
///
/// # Errors
/// If a value is no bool, int, float or str.
pub(crate) fn values(given: Option<&Bound<'_, PyDict>>) -> PyResult<Values> {
    let mut values = Values::default();
    for (name, value) in given.into_iter().flatten() {
        let name = name.extract::<String>()?.replace('_', "-");
        values.set(name.clone(), read(&name, &value)?);
    }
    Ok(values)
}

fn read(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Value> {
    if value.is_instance_of::<PyBool>() {
        value.extract().map(Value::Bool)
    } else if value.is_instance_of::<PyString>() {
        value.extract().map(Value::Text)
    } else if value.is_instance_of::<PyInt>() {
        value.extract().map(Value::Int)
    } else if value.is_instance_of::<PyFloat>() {
        value.extract().map(Value::Float)
    } else {
        Err(PyTypeError::new_err(format!("parameter `{name}` is a {}: expected bool, int, float or str", value.get_type().name()?)))
    }
}

/// Parameters as a dictionary, by their names in TOML.
pub(crate) fn dict<'py>(py: Python<'py>, values: &Values) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, value) in values.iter() {
        match value {
            Value::Bool(value) => dict.set_item(name, value),
            Value::Int(value) => dict.set_item(name, value),
            Value::Float(value) => dict.set_item(name, value),
            Value::Text(value) => dict.set_item(name, value),
        }?;
    }
    Ok(dict)
}
