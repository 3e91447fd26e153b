//! The types that columns can hold: numbers, texts, and lists of numbers, which are JSON in a column of texts, so that SQL and exports can
//! read them.

use crate::{ColumnType, Field};
use std::fmt::Write as _;

/// A type that a column can hold.
pub trait Value: Default {
    /// How it is stored.
    const TYPE: ColumnType;

    /// Whether it is a list of whole numbers.
    const WHOLE_ITEMS: bool = false;

    /// The stored form.
    fn into_field(self) -> Field;

    /// Reads the stored form and re-uses the memory of the old value; `None` if the field holds no value of this type.
    fn read(&mut self, field: &Field) -> Option<()>;
}

macro_rules! whole_numbers {
    ($($type:ty),*) => {$(
        impl Value for $type {
            const TYPE: ColumnType = ColumnType::Integer;

            fn into_field(self) -> Field {
                Field::Integer(i64::try_from(self).unwrap_or(i64::MAX))
            }

            fn read(&mut self, field: &Field) -> Option<()> {
                let Field::Integer(n) = field else { return None };
                *self = Self::try_from(*n).ok()?;
                Some(())
            }
        }
    )*};
}

whole_numbers!(u32, u64);

/// A whole number that may be missing, stored as -1.
impl Value for Option<u32> {
    const TYPE: ColumnType = ColumnType::Integer;

    fn into_field(self) -> Field {
        Field::Integer(self.map_or(-1, i64::from))
    }

    fn read(&mut self, field: &Field) -> Option<()> {
        let Field::Integer(n) = *field else { return None };
        *self = if n == -1 { None } else { Some(u32::try_from(n).ok()?) };
        Some(())
    }
}

impl Value for f64 {
    const TYPE: ColumnType = ColumnType::Real;

    fn into_field(self) -> Field {
        Field::Real(self)
    }

    fn read(&mut self, field: &Field) -> Option<()> {
        let Field::Real(x) = field else { return None };
        *self = *x;
        Some(())
    }
}

impl Value for String {
    const TYPE: ColumnType = ColumnType::Text;

    fn into_field(self) -> Field {
        Field::Text(self)
    }

    fn read(&mut self, field: &Field) -> Option<()> {
        let Field::Text(text) = field else { return None };
        self.clone_from(text);
        Some(())
    }
}

/// A number that lists can hold.
trait Item: Sized {
    /// Whether it is a whole number.
    const WHOLE: bool;

    /// Appends its JSON text.
    fn write(&self, text: &mut String);

    /// Reads such a text; `None` if it is none.
    fn read(text: &str) -> Option<Self>;
}

macro_rules! items {
    ($($type:ty),*) => {$(
        impl Item for $type {
            const WHOLE: bool = true;

            fn write(&self, text: &mut String) {
                // Writing into a string cannot fail.
                let _ = write!(text, "{self}");
            }

            fn read(text: &str) -> Option<Self> {
                text.parse().ok()
            }
        }
    )*};
}

items!(u8, u32, u64);

impl Item for f64 {
    const WHOLE: bool = false;

    /// The shortest digits that give the same number back, without an exponent, as `{}` writes them. 0 and 1, the scores of most
    /// games, are written the short way.
    fn write(&self, text: &mut String) {
        if *self == 0.0 {
            text.push('0');
        } else if *self == 1.0 {
            text.push('1');
        } else {
            let _ = write!(text, "{self}");
        }
    }

    /// The number nearest to the digits, so that every number is read back exactly. JSON has no infinite numbers.
    fn read(text: &str) -> Option<Self> {
        text.parse().ok().filter(|number: &f64| number.is_finite())
    }
}

// Not for every `Item` at once: such code would be made, and not be optimised, in the crate that uses it.
macro_rules! lists {
    ($($item:ty),*) => {$(
        impl Value for Vec<$item> {
            const TYPE: ColumnType = ColumnType::List;
            const WHOLE_ITEMS: bool = <$item>::WHOLE;

            fn into_field(self) -> Field {
                let mut text = String::with_capacity(16);
                text.push('[');
                for (i, item) in self.iter().enumerate() {
                    if i > 0 {
                        text.push(',');
                    }
                    item.write(&mut text);
                }
                text.push(']');
                Field::Text(text)
            }

            fn read(&mut self, field: &Field) -> Option<()> {
                let Field::Text(text) = field else { return None };
                let items = text.strip_prefix('[')?.strip_suffix(']')?;
                self.clear();
                if !items.is_empty() {
                    for item in items.split(',') {
                        self.push(Item::read(item.trim_ascii())?);
                    }
                }
                Some(())
            }
        }
    )*};
}

lists!(u8, u32, u64, f64);

/// Stores types as the text that their `Display` writes and their `FromStr` reads. Only that very text is read, so that no two texts mean the same.
#[macro_export]
macro_rules! text_value {
    ($($type:ty),*) => {$(
        impl $crate::Value for $type {
            const TYPE: $crate::ColumnType = $crate::ColumnType::Text;

            fn into_field(self) -> $crate::Field {
                $crate::Field::Text(self.to_string())
            }

            fn read(&mut self, field: &$crate::Field) -> Option<()> {
                let $crate::Field::Text(text) = field else { return None };
                *self = text.parse().ok().filter(|value: &$type| value.to_string() == *text)?;
                Some(())
            }
        }
    )*};
}

#[cfg(test)]
mod tests {
    use super::*;
    use treebench_games::Rng;

    fn read<T>(text: &str) -> Option<Vec<T>>
    where
        Vec<T>: Value,
    {
        let mut list = Vec::new();
        list.read(&Field::Text(text.into())).map(|()| list)
    }

    #[test]
    fn lists_are_json_and_are_read_back() {
        let scores = vec![0.0, 1.0, 0.5, -3.25, 1e-7, 12.0];
        assert_eq!(scores.clone().into_field(), Field::Text("[0,1,0.5,-3.25,0.0000001,12]".into()));
        assert_eq!(read("[0,1,0.5,-3.25,0.0000001,12]"), Some(scores));
        assert_eq!(read::<u64>("[]"), Some(vec![]));
        assert_eq!(read("[1, 18446744073709551615]"), Some(vec![1, u64::MAX]));
    }

    /// Sums of scores are read to the last bit, so that a report does not depend on whether rows were stored in between.
    #[test]
    fn every_number_is_read_back_exactly() {
        let mut rng = Rng::from_seed(61);
        for _ in 0..20_000 {
            let number = rng.unit() * 10f64.powi((rng.unit() * 30.0) as i32 - 15);
            let Field::Text(text) = vec![number, -number].into_field() else { panic!("lists are texts") };
            assert_eq!(read(&text), Some(vec![number, -number]), "{text}");
        }
    }

    #[test]
    fn what_is_no_list_of_such_numbers_is_refused() {
        for text in ["", "[", "]", "1,2", "[1,2", "[1,x,3]", "[1,,3]", "[1,2]3", "[-1]", "[0.5]", "[null]", "[[1]]", "[1,]"] {
            assert_eq!(read::<u64>(text), None, "{text}");
        }
        for text in ["[inf]", "[NaN]", "[1e999]", "[0.5 0.5]"] {
            assert_eq!(read::<f64>(text), None, "{text}");
        }
        assert_eq!(Vec::<u64>::new().read(&Field::Integer(3)), None);
    }
}
