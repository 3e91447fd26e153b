//! The Rust types that a parameter's field can have.

use super::{Kind, ParamError, Value};

/// A type that a field with `#[derive(Params)]` may have.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the type of a parameter",
    label = "not a type that TOML can hold",
    note = "parameters are bool, whole numbers, f64, String, or an enum without fields that derives Params"
)]
pub trait ParamField: Sized {
    /// Its type in TOML.
    const KIND: Kind;
    /// Converts it to a TOML value.
    fn to_value(&self) -> Value;
    /// Converts a TOML value back.
    ///
    /// # Errors
    /// If the value does not fit the type.
    fn from_value(name: &str, value: &Value) -> Result<Self, ParamError>;
}

/// The value of a field of type `T` in TOML; `field` only determines the type. Used by the expansion of `#[param(group, …)]`.
#[doc(hidden)]
pub fn field_value<T, F: ParamField>(_field: impl FnOnce(&T) -> &F, value: F) -> Value {
    value.to_value()
}

/// An enum without fields whose variants are the words that a user may write; implemented by `#[derive(Params)]`.
pub trait ParamChoice: Sized + Copy + PartialEq + 'static {
    /// Word, documentation.
    const WORDS: &'static [(&'static str, &'static str)];
    /// The variants in the same order.
    const VARIANTS: &'static [Self];

    /// The word of a variant.
    fn word(self) -> &'static str {
        let index = Self::VARIANTS.iter().position(|variant| *variant == self).expect("every variant has a word");
        Self::WORDS[index].0
    }

    /// The variant with this word.
    fn from_word(word: &str) -> Option<Self> {
        Some(Self::VARIANTS[Self::WORDS.iter().position(|(known, _)| *known == word)?])
    }
}

impl<T: ParamChoice> ParamField for T {
    const KIND: Kind = Kind::Choice(T::WORDS);

    fn to_value(&self) -> Value {
        Value::Text(self.word().to_owned())
    }

    fn from_value(name: &str, value: &Value) -> Result<Self, ParamError> {
        let variant = if let Value::Text(word) = value { T::from_word(word) } else { None };
        variant.ok_or_else(|| ParamError::unfit(name, Self::KIND, value))
    }
}

impl ParamField for bool {
    const KIND: Kind = Kind::Bool;

    fn to_value(&self) -> Value {
        Value::Bool(*self)
    }

    fn from_value(name: &str, value: &Value) -> Result<Self, ParamError> {
        match *value {
            Value::Bool(b) => Ok(b),
            _ => Err(ParamError::unfit(name, Self::KIND, value)),
        }
    }
}

impl ParamField for f64 {
    const KIND: Kind = Kind::Float;

    fn to_value(&self) -> Value {
        Value::Float(*self)
    }

    fn from_value(name: &str, value: &Value) -> Result<Self, ParamError> {
        match *value {
            Value::Float(x) => Ok(x),
            Value::Int(i) => Ok(i as f64),
            _ => Err(ParamError::unfit(name, Self::KIND, value)),
        }
    }
}

impl ParamField for String {
    const KIND: Kind = Kind::Text;

    fn to_value(&self) -> Value {
        Value::Text(self.clone())
    }

    fn from_value(name: &str, value: &Value) -> Result<Self, ParamError> {
        match value {
            Value::Text(text) => Ok(text.clone()),
            _ => Err(ParamError::unfit(name, Self::KIND, value)),
        }
    }
}

macro_rules! whole_numbers {
    ($($t:ty)*) => {$(
        impl ParamField for $t {
            const KIND: Kind = Kind::Int;

            fn to_value(&self) -> Value {
                // A default above i64::MAX could not be written in TOML.
                Value::Int(i64::try_from(*self).unwrap_or(i64::MAX))
            }

            fn from_value(name: &str, value: &Value) -> Result<Self, ParamError> {
                match *value {
                    Value::Int(i) => <$t>::try_from(i).map_err(|_| ParamError::unfit(name, Self::KIND, value)),
                    _ => Err(ParamError::unfit(name, Self::KIND, value)),
                }
            }
        }
    )*};
}

whole_numbers!(u8 u16 u32 u64 usize i32 i64);
