//! Buffers that Python keeps: arrays of numpy as slices, while they are written.

use crate::errors::refused;
use numpy::{Element, PyArray1, PyArray2, PyArrayMethods, PyReadwriteArray1, PyReadwriteArray2};
use pyo3::prelude::*;

/// Makes an array of zeros of one dimension.
pub(crate) fn row<'py, T: Element>(py: Python<'py>, length: usize) -> Bound<'py, PyArray1<T>> {
    PyArray1::zeros(py, length, false)
}

/// Makes an array of zeros of two dimensions.
pub(crate) fn table<'py, T: Element>(
    py: Python<'py>,
    rows: usize,
    columns: usize,
) -> Bound<'py, PyArray2<T>> {
    PyArray2::zeros(py, [rows, columns], false)
}

/// Makes an array of some values.
pub(crate) fn column<T: Element>(py: Python<'_>, values: Vec<T>) -> Bound<'_, PyAny> {
    PyArray1::from_vec(py, values).into_any()
}

/// Takes an array of one dimension to write to.
pub(crate) fn writable_row<'py, T: Element>(
    array: &Bound<'py, PyAny>,
    name: &str,
    length: usize,
) -> PyResult<PyReadwriteArray1<'py, T>> {
    let array = array.cast::<PyArray1<T>>();
    let array = array.map_err(|_| wrong(name, &format!("one dimension of {length}")))?;
    let taken = array
        .try_readwrite()
        .map_err(|error| refused("busy", format!("{name}: {error}")))?;
    let fits = taken.as_slice().is_ok_and(|slice| slice.len() == length);
    fits.then_some(taken)
        .ok_or_else(|| wrong(name, &format!("one dimension of {length}")))
}

/// Takes an array of two dimensions to write to.
pub(crate) fn writable_table<'py, T: Element>(
    array: &Bound<'py, PyAny>,
    name: &str,
    [rows, columns]: [usize; 2],
) -> PyResult<PyReadwriteArray2<'py, T>> {
    let must = format!("{rows} rows of {columns}");
    let array = array
        .cast::<PyArray2<T>>()
        .map_err(|_| wrong(name, &must))?;
    let taken = array
        .try_readwrite()
        .map_err(|error| refused("busy", format!("{name}: {error}")))?;
    let is_shaped = taken.as_array().dim() == (rows, columns) && taken.as_slice().is_ok();
    is_shaped.then_some(taken).ok_or_else(|| wrong(name, &must))
}

fn wrong(name: &str, must: &str) -> PyErr {
    refused(
        "wrong_type",
        format!("`{name}` must be a contiguous array of the right type with {must}"),
    )
}
