//! Serialises numbers so that JSON can hold those that are not finite, as the words `NaN`, `inf` and `-inf`.
//!
//! For use as `#[serde(with = "number")]` on an `f64`.

use serde::{Deserialize, Deserializer, Serializer, de};

/// Writes a finite number as a number, [rounded], and any other as a word.
///
/// # Errors
/// Only those of the serializer.
pub fn serialize<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    if value.is_finite() { serializer.serialize_f64(rounded(*value)) } else { serializer.serialize_str(word(*value)) }
}

/// Reads the output of [`serialize`].
///
/// # Errors
/// When the text is neither a number nor one of the three words.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum NumberText {
        Number(f64),
        Word(String),
    }
    match NumberText::deserialize(deserializer)? {
        NumberText::Number(value) => Ok(value),
        NumberText::Word(word) => match word.as_str() {
            "NaN" => Ok(f64::NAN),
            "inf" => Ok(f64::INFINITY),
            "-inf" => Ok(f64::NEG_INFINITY),
            other => Err(de::Error::custom(format!("expected a number, `NaN`, `inf` or `-inf`, found `{other}`"))),
        },
    }
}

/// The number with 12 significant digits, as data files have it. The rest is error of the arithmetic: 100 × 0.14 is 14, and not 14.000000000000002.
#[must_use]
pub fn rounded(value: f64) -> f64 {
    format!("{value:.11e}").parse().unwrap_or(value)
}

/// The number with the fewest digits from which exactly the same number is read back.
#[must_use]
pub fn exact(value: f64) -> String {
    match value {
        value if !value.is_finite() => word(value).to_owned(),
        value if value != 0.0 && value.abs() < TINY => format!("{value:e}"),
        value => format!("{value}"),
    }
}

/// Smaller numbers are written with an exponent.
const TINY: f64 = 1e-5;

fn word(value: f64) -> &'static str {
    if value.is_nan() {
        "NaN"
    } else if value > 0.0 {
        "inf"
    } else {
        "-inf"
    }
}

/// The least p-value that data files have as a number. Below, what is left of it is the floor of the arithmetic.
pub(crate) const LEAST_EXACT_P: f64 = 1e-300;

/// What data files say of a p-value below [`LEAST_EXACT_P`].
pub(crate) const BELOW_EXACT: &str = "< 1e-300";

/// The same for p-values.
pub mod p_value {
    use super::{BELOW_EXACT, LEAST_EXACT_P};
    use serde::{Deserialize, Deserializer, Serializer, de};

    /// Writes a p-value as a number, or that it is too small for one.
    ///
    /// # Errors
    /// Only those of the serializer.
    pub fn serialize<S: Serializer>(p: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        if *p < LEAST_EXACT_P { serializer.serialize_str(BELOW_EXACT) } else { super::serialize(p, serializer) }
    }

    /// Reads the output of [`serialize`]; what was too small is the least number.
    ///
    /// # Errors
    /// When the text is none of it.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        let value = serde_json::Value::deserialize(deserializer)?;
        if value == BELOW_EXACT { Ok(f64::MIN_POSITIVE) } else { super::deserialize(value).map_err(de::Error::custom) }
    }
}

#[cfg(test)]
mod tests {
    use super::{exact, rounded};
    use crate::model::Cell;

    #[test]
    fn a_p_value_at_the_floor_of_the_arithmetic_is_said_to_be_below() {
        for (p, text) in
            [(0.0, "\"< 1e-300\""), (f64::MIN_POSITIVE, "\"< 1e-300\""), (1e-299, "1e-299"), (0.25, "0.25"), (f64::NAN, "\"NaN\"")]
        {
            let json = serde_json::to_string(&Cell::PValue(p)).unwrap();
            assert!(json.ends_with(&format!("{text}}}")), "{json}");
            let Cell::PValue(read) = serde_json::from_str(&json).unwrap() else { panic!("{json}") };
            assert_eq!(read.is_nan(), p.is_nan());
            assert!(p.is_nan() || read == p.max(f64::MIN_POSITIVE), "{json}");
        }
    }

    #[test]
    fn errors_of_the_arithmetic_are_not_written() {
        let given = [100.0 * 0.14, 100.0 * 0.575, 52.500000000000014, 1.0 / 3.0, -2e-9 / 3.0, 0.0, f64::INFINITY, 1e300];
        assert_eq!(given.map(rounded), [14.0, 57.5, 52.5, 0.333_333_333_333, -6.666_666_666_67e-10, 0.0, f64::INFINITY, 1e300]);
        assert!(rounded(f64::NAN).is_nan());
        let json = serde_json::to_string(&Cell::interval(100.0 * 0.14, 100.0 * 0.07, 100.0 * 0.29, 1)).unwrap();
        assert!(json.contains(":14.0,") && json.contains(":7.0,") && json.contains(":29.0,"), "{json}");
    }

    #[test]
    fn tiny_numbers_have_an_exponent() {
        let shown = [0.0, 0.25, 1e-5, 2.5e-40, -1e-9, 123.0, f64::NAN].map(exact);
        assert_eq!(shown, ["0", "0.25", "0.00001", "2.5e-40", "-1e-9", "123", "NaN"]);
        assert_eq!(exact(2.5e-40).parse(), Ok(2.5e-40));
    }
}
