//! Numbers.

use super::{Field, Preset, Shape};
use crate::config::key::{Description, KindTable, Limits};
use crate::config::key_path::KeyPath;
use crate::config::toml_text::Toml;
use serde_json::json;
use treebench_games::params::Value as Param;

/// The words for whole numbers and their schema; `most` is the largest of the type, or none that TOML could exceed.
fn whole(limits: &Limits, most: Option<u64>) -> (u64, Option<u64>, String) {
    let (min, max) = (limits.min.max(0.0) as u64, if limits.max.is_finite() { Some(limits.max as u64) } else { most });
    let words = max.map_or_else(|| format!("whole number of at least {min}"), |max| format!("whole number from {min} to {max}"));
    (min, max, words)
}

/// Whether a number is a whole one of at least `min` that is written with a point or an exponent.
fn is_whole(number: &Param, min: u64) -> bool {
    matches!(number, Param::Float(number) if number.fract() == 0.0 && (min as f64..1e15).contains(number))
}

/// Whole numbers of a type, with the largest if TOML has larger ones.
macro_rules! whole_number {
    ($type:ty, $most:expr) => {
        impl Shape for $type {
            fn read(field: &Field<'_>) -> Option<$type> {
                let (min, max, words) = whole(field.limits, $most);
                let number = match field.scalar() {
                    Some(Param::Int(i)) => u64::try_from(i).ok().filter(|i| *i >= min && max.is_none_or(|max| *i <= max)),
                    _ => None,
                };
                if number.is_none() {
                    let mut error = field.wrong(&format!("a {words}"));
                    if let Some(Param::Float(written)) = field.scalar().filter(|number| is_whole(number, min)) {
                        error.help(format_args!("write it without a decimal point or exponent: {written:.0}"));
                    }
                }
                number.and_then(|number| <$type>::try_from(number).ok())
            }

            fn toml(&self) -> Toml {
                Toml::Value(self.to_string())
            }

            fn describe(limits: &Limits, _kinds: &[KindTable]) -> Description {
                let (min, max, words) = whole(limits, $most);
                let mut schema = json!({ "type": "integer", "minimum": min });
                if let Some(max) = max {
                    schema["maximum"] = json!(max);
                }
                Description::value(schema, words)
            }
        }

        impl Preset for $type {
            type Preset = $type;

            fn preset(value: $type, _at: &KeyPath) -> $type {
                value
            }
        }
    };
}

whole_number!(u32, Some(u32::MAX.into()));
whole_number!(u64, None);

/// A number.
impl Shape for f64 {
    fn read(field: &Field<'_>) -> Option<f64> {
        let number = match field.scalar() {
            Some(Param::Int(whole)) => Some(whole as f64),
            Some(Param::Float(number)) => Some(number),
            _ => None,
        };
        let &Limits { min, max, open, .. } = field.limits;
        let inside = |x: &f64| if open { min < *x && *x < max } else { (min..=max).contains(x) };
        let number = number.filter(inside);
        if number.is_none() {
            field.wrong(&format!("a {}", f64::describe(field.limits, &[]).words));
        }
        number
    }

    fn toml(&self) -> Toml {
        Toml::Value(self.to_string())
    }

    fn describe(&Limits { min, max, open, .. }: &Limits, _kinds: &[KindTable]) -> Description {
        if open {
            let schema = json!({ "type": "number", "exclusiveMinimum": min, "exclusiveMaximum": max });
            Description::value(schema, format!("number above {min} and below {max}"))
        } else {
            Description::value(json!({ "type": "number", "minimum": min, "maximum": max }), format!("number from {min} to {max}"))
        }
    }
}

impl Preset for f64 {
    type Preset = f64;

    fn preset(value: f64, _at: &KeyPath) -> f64 {
        value
    }
}
