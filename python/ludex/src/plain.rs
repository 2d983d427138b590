//! Plain data as Python's own: JSON values, and values of options.

use crate::errors::refused;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList};
use serde_json::{Map, Value};

/// Levels of values within values that are read.
const DEEPEST: usize = 32;

/// Makes a Python value of a JSON value.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Bool(flag) => flag.into_bound_py_any(py),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(number), _) => number.into_bound_py_any(py),
            (None, Some(number)) => number.into_bound_py_any(py),
            (None, None) => number.as_f64().into_bound_py_any(py),
        },
        Value::String(text) => text.into_bound_py_any(py),
        Value::Array(items) => {
            let list = PyList::empty(py);
            for item in items {
                list.append(to_python(py, item)?)?;
            }
            Ok(list.into_any())
        }
        Value::Object(entries) => {
            let dict = PyDict::new(py);
            for (key, value) in entries {
                dict.set_item(key, to_python(py, value)?)?;
            }
            Ok(dict.into_any())
        }
    }
}

/// Makes a JSON value of a Python value.
pub(crate) fn from_python(value: &Bound<'_, PyAny>) -> PyResult<Value> {
    read(value, DEEPEST)
}

fn read(value: &Bound<'_, PyAny>, deepest: usize) -> PyResult<Value> {
    let Some(deeper) = deepest.checked_sub(1) else {
        return Err(refused(
            "wrong_type",
            "values lie too deep within each other",
        ));
    };
    if value.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(Value::Bool(flag.is_true()));
    }
    if let Ok(number) = value.extract::<i64>() {
        return Ok(number.into());
    }
    if let Ok(text) = value.extract::<String>() {
        return Ok(text.into());
    }
    if let Ok(list) = value.cast::<PyList>() {
        let items = list.iter().map(|item| read(&item, deeper));
        return Ok(Value::Array(items.collect::<PyResult<_>>()?));
    }
    if let Ok(dict) = value.cast::<PyDict>() {
        let mut entries = Map::new();
        for (key, value) in dict.iter() {
            entries.insert(key.extract()?, read(&value, deeper)?);
        }
        return Ok(Value::Object(entries));
    }
    Err(refused(
        "wrong_type",
        format!("a value of the type {} can't stand here", value.get_type()),
    ))
}
