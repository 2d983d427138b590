//! Reading a value of a fixed form: every key known, every part of the right sort, the first error with its path.

use crate::json::SchemaError;
use ludex_report::nearest;
use serde_json::{Map, Value};

/// An object whose keys are all known, being read key by key.
pub(crate) struct Fields<'a> {
    all: &'a Map<String, Value>,
    path: Vec<String>,
}

impl<'a> Fields<'a> {
    /// The fields of an object that has no others than these.
    pub(crate) fn of(
        value: &'a Value,
        path: &[&str],
        known: &[&str],
    ) -> Result<Fields<'a>, SchemaError> {
        let path: Vec<String> = path.iter().map(|step| (*step).to_owned()).collect();
        let Value::Object(all) = value else {
            let message = format!("expected an object `{{ … }}`, found {}", found(value));
            return Err(SchemaError { path, message });
        };
        let fields = Fields { all, path };
        match all.keys().find(|key| !known.contains(&key.as_str())) {
            Some(key) => {
                let near = nearest(key, known.iter().copied());
                let near =
                    near.map_or_else(String::new, |near| format!(", did you mean `{near}`?"));
                Err(fields.error(key, format!("unknown key `{key}`{near}")))
            }
            None => Ok(fields),
        }
    }

    pub(crate) fn value(&self, key: &str) -> Result<&'a Value, SchemaError> {
        let value = self.all.get(key);
        value.ok_or_else(|| self.error(key, format!("the key `{key}` is missing")))
    }

    pub(crate) fn text(&self, key: &str) -> Result<&'a str, SchemaError> {
        let value = self.value(key)?;
        let text = value.as_str();
        text.ok_or_else(|| self.wrong(key, "a text in double quotes", value))
    }

    /// A whole number that fits.
    pub(crate) fn number<T: TryFrom<u64>>(&self, key: &str) -> Result<T, SchemaError> {
        let value = self.value(key)?;
        let number = value.as_u64().and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| self.wrong(key, "a whole number from 0 that is not too large", value))
    }

    pub(crate) fn texts(&self, key: &str) -> Result<Vec<String>, SchemaError> {
        let value = self.value(key)?;
        let Value::Array(items) = value else {
            return Err(self.wrong(key, "a list `[ … ]`", value));
        };
        let text = |(at, item): (usize, &Value)| {
            let wrong = || {
                let mut error = self.wrong(key, "texts in double quotes", item);
                error.path.push(at.to_string());
                error
            };
            item.as_str().map(str::to_owned).ok_or_else(wrong)
        };
        items.iter().enumerate().map(text).collect()
    }

    /// Words by their names.
    pub(crate) fn words<M: FromIterator<(String, String)>>(
        &self,
        key: &str,
    ) -> Result<M, SchemaError> {
        let value = self.value(key)?;
        let Value::Object(all) = value else {
            return Err(self.wrong(key, "an object `{ … }`", value));
        };
        let word = |(name, word): (&String, &Value)| {
            let wrong = || {
                let mut error = self.wrong(key, "texts in double quotes", word);
                error.path.push(name.clone());
                error
            };
            Ok((name.clone(), word.as_str().ok_or_else(wrong)?.to_owned()))
        };
        all.iter().map(word).collect()
    }

    /// A part that the library decodes; only ludex writes it.
    pub(crate) fn decoded<T: serde::de::DeserializeOwned>(
        &self,
        key: &str,
    ) -> Result<T, SchemaError> {
        let decoded = T::deserialize(self.value(key)?);
        let message = || format!("`{key}` is not as ludex writes it: it was changed or cut off");
        decoded.map_err(|_| self.error(key, message()))
    }

    /// The same; what is nothing by default when it is left out.
    pub(crate) fn decoded_if_there<T: serde::de::DeserializeOwned + Default>(
        &self,
        key: &str,
    ) -> Result<T, SchemaError> {
        if self.all.contains_key(key) {
            self.decoded(key)
        } else {
            Ok(T::default())
        }
    }

    fn wrong(&self, key: &str, expected: &str, value: &Value) -> SchemaError {
        let message = format!("`{key}`: expected {expected}, found {}", found(value));
        self.error(key, message)
    }

    fn error(&self, key: &str, message: String) -> SchemaError {
        let mut path = self.path.clone();
        path.push(key.to_owned());
        SchemaError { path, message }
    }
}

/// A value in a few words.
fn found(value: &Value) -> String {
    match value {
        Value::Null => "`null`".into(),
        Value::Bool(flag) => format!("`{flag}`"),
        Value::Number(number) => format!("`{number}`"),
        Value::String(_) => "a text".into(),
        Value::Array(_) => "a list".into(),
        Value::Object(_) => "an object".into(),
    }
}
