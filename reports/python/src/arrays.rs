//! Numbers as arrays of numpy, which is imported only when needed.

use crate::errors::value_error;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes};

/// A number of an array.
pub(crate) trait Number: Copy {
    /// Its type in numpy.
    const NAME: &'static str;

    /// Writes its bytes.
    fn write(self, bytes: &mut [u8]);
}

macro_rules! number {
    ($($number:ty, $name:literal;)*) => {
        $(impl Number for $number {
            const NAME: &'static str = $name;

            fn write(self, bytes: &mut [u8]) {
                bytes.copy_from_slice(&self.to_ne_bytes());
            }
        })*
    };
}

number! {
    f32, "float32";
    f64, "float64";
    i32, "int32";
    i64, "int64";
    u8, "uint8";
}

/// Numbers as an array of numpy.
pub(crate) fn array<'py, T: Number>(py: Python<'py>, values: &[T], shape: impl IntoPyObject<'py>) -> PyResult<Bound<'py, PyAny>> {
    let write = |bytes: &mut [u8]| {
        bytes.chunks_exact_mut(size_of::<T>()).zip(values).for_each(|(bytes, value)| value.write(bytes));
        Ok(())
    };
    of_bytes(py, T::NAME, size_of_val(values), write, shape)
}

/// A number of planes, as its bytes: an array of numpy is written in place.
pub(crate) type Cell = [u8; size_of::<f32>()];

/// An array of numpy of float32, of this size. `write` is given its numbers, which are zero.
pub(crate) fn cells<'py>(
    py: Python<'py>,
    size: usize,
    write: impl FnOnce(&mut [Cell]) -> PyResult<()>,
    shape: impl IntoPyObject<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    of_bytes(py, f32::NAME, size * size_of::<Cell>(), |bytes| write(bytes.as_chunks_mut().0), shape)
}

/// An array of numpy of bool, of this size, which is true at these places.
pub(crate) fn mask<'py>(py: Python<'py>, places: &[i64], size: usize, shape: impl IntoPyObject<'py>) -> PyResult<Bound<'py, PyAny>> {
    let write = |bytes: &mut [u8]| {
        places.iter().for_each(|&place| bytes[place as usize] = 1);
        Ok(())
    };
    of_bytes(py, "bool", size, write, shape)
}

/// An array of numpy of bytes, which are zero before they are written.
fn of_bytes<'py>(
    py: Python<'py>,
    kind: &str,
    size: usize,
    write: impl FnOnce(&mut [u8]) -> PyResult<()>,
    shape: impl IntoPyObject<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let bytes = PyByteArray::new_with(py, size, write)?;
    py.import("numpy")?.call_method1("frombuffer", (bytes, kind))?.call_method1("reshape", (shape,))
}

/// A one-dimensional array, or another sequence, of `count` integers.
///
/// # Errors
/// If it has another shape, or numbers of another type.
pub(crate) fn integers(py: Python<'_>, given: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<i64>> {
    let numpy = py.import("numpy")?;
    let given = numpy.call_method1("asarray", (given,))?;
    let kind: String = given.getattr("dtype")?.getattr("kind")?.extract()?;
    if !matches!(kind.as_str(), "i" | "u") {
        return Err(PyTypeError::new_err(format!("expected integers, not an array of {}", given.getattr("dtype")?)));
    }
    let shape: Vec<usize> = given.getattr("shape")?.extract()?;
    if shape != [count] {
        return Err(value_error(format!("expected {count} integers, not an array of shape {shape:?}")));
    }
    let bytes = given.call_method1("astype", ("int64",))?.call_method0("tobytes")?;
    let bytes = bytes.cast::<PyBytes>()?.as_bytes();
    Ok(bytes.as_chunks().0.iter().map(|bytes| i64::from_ne_bytes(*bytes)).collect())
}

/// The numbers at some places, counted row by row, of an array of numbers from 0 to `most` with this shape.
///
/// # Errors
/// If it has another shape, numbers of another type, or one of these is out of range or NaN: says which of the results it is.
pub(crate) fn floats(
    py: Python<'_>,
    what: &str,
    given: &Bound<'_, PyAny>,
    shape: &[usize],
    places: &[i64],
    most: f32,
) -> PyResult<Vec<f32>> {
    let numpy = py.import("numpy")?;
    let given = numpy.call_method1("asarray", (given,))?;
    let kind: String = given.getattr("dtype")?.getattr("kind")?.extract()?;
    if !matches!(kind.as_str(), "b" | "f" | "i" | "u") {
        return Err(PyTypeError::new_err(format!("{what}: expected numbers, not an array of {}", given.getattr("dtype")?)));
    }
    let has: Vec<usize> = given.getattr("shape")?.extract()?;
    if has != shape {
        return Err(value_error(format!("{what}: expected shape {shape:?}, not {has:?}")));
    }
    let taken = given.call_method1("take", (array(py, places, (places.len(),))?,))?;
    let bytes = taken.call_method1("astype", ("float32",))?.call_method0("tobytes")?;
    let bytes = bytes.cast::<PyBytes>()?.as_bytes();
    let numbers: Vec<f32> = bytes.as_chunks().0.iter().map(|bytes| f32::from_ne_bytes(*bytes)).collect();
    match numbers.iter().find(|number| !(0.0..=most).contains(*number)) {
        Some(number) => Err(value_error(format!("{what}: {number:?} is not from 0 to {most:?}"))),
        None => Ok(numbers),
    }
}
