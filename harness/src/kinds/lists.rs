//! Lists of numbers in one field of a row.

use super::Field;
use std::fmt::{self, Write as _};

/// A JSON list of what these things print as.
pub(crate) fn json_list<T: fmt::Display>(items: impl Iterator<Item = T>) -> String {
    let mut text = String::with_capacity(16);
    text.push('[');
    for (i, item) in items.enumerate() {
        let comma = if i == 0 { "" } else { "," };
        // Writing into a string cannot fail.
        let _ = write!(text, "{comma}{item}");
    }
    text.push(']');
    text
}

/// The numbers in a flat JSON list that [`json_list`] wrote; not a number for what is none. Anything but a list is an empty one.
pub(crate) fn numbers(field: &Field) -> impl Iterator<Item = f64> + '_ {
    let text = if let Field::Text(text) = field { text.as_str() } else { "" };
    let inner = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or("");
    let mut rest = (!inner.is_empty()).then_some(inner);
    std::iter::from_fn(move || {
        let text = rest?;
        let end = text.bytes().position(|byte| byte == b',');
        let (number, after) = end.map_or((text, None), |end| (&text[..end], Some(&text[end + 1..])));
        rest = after;
        Some(parse(number))
    })
}

/// The powers of ten by which [`parse`] divides.
const TENS: [f64; 10] = [1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];

/// Reads a number as the standard library does. Up to 15 digits without sign or exponent, which is nearly all that is stored,
/// take a short way, exact since the digits and the power of ten both are and a division rounds correctly (Clinger 1990).
fn parse(text: &str) -> f64 {
    let slowly = || text.trim().parse().unwrap_or(f64::NAN);
    if text.is_empty() || text.len() > 15 {
        return slowly();
    }
    let (mut digits, mut point) = (0u64, None);
    for (i, byte) in text.bytes().enumerate() {
        match byte {
            b'0'..=b'9' => digits = digits * 10 + u64::from(byte - b'0'),
            b'.' if point.is_none() && i > 0 => point = Some(i),
            _ => return slowly(),
        }
    }
    let decimals = point.map_or(0, |point| text.len() - point - 1);
    if decimals == 0 {
        return if point.is_none() { digits as f64 } else { slowly() };
    }
    TENS.get(decimals).map_or_else(slowly, |tens| digits as f64 / tens)
}

/// A score as JSON knows it. Rust's `{}` writes the shortest digits that give the same number back, without an exponent;
/// the scores 0, ½ and 1 of most games take the short way.
pub(crate) struct Shown(pub(crate) f64);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0.0 {
            f.write_str("0")
        } else if self.0 == 1.0 {
            f.write_str("1")
        } else {
            write!(f, "{}", self.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_json_and_are_read_back() {
        let scores = [0.0, 1.0, 0.5, -3.25, 1e-7, 12.0];
        let text = json_list(scores.iter().map(|s| Shown(*s)));
        assert_eq!(text, "[0,1,0.5,-3.25,0.0000001,12]");
        assert_eq!(serde_json::from_str::<Vec<f64>>(&text).unwrap(), scores);
        assert_eq!(numbers(&Field::Text(text)).collect::<Vec<_>>(), scores);
        assert_eq!(numbers(&Field::Text("[]".into())).count(), 0);
    }

    #[test]
    fn the_short_way_reads_what_the_standard_library_reads() {
        let mut rng = crate::games::Rng::from_seed(61);
        for _ in 0..20_000 {
            let number = (rng.unit() * 1e6).floor();
            let decimals = 10f64.powi((rng.unit() * 12.0) as i32);
            for text in [format!("{number}"), format!("{}", number / decimals), format!("-{number}"), format!("{:e}", number / decimals)] {
                assert_eq!(parse(&text).to_bits(), text.parse::<f64>().unwrap().to_bits(), "{text}");
            }
        }
        assert_eq!((parse(" 7 "), parse("5."), parse(".5")), (7.0, 5.0, 0.5));
        assert!(["", " ", "x", "1x", "1.2.3", "."].into_iter().all(|text| parse(text).is_nan()));
    }

    #[test]
    fn damaged_lists_keep_the_places_of_what_can_be_read() {
        let read = |text: &str| numbers(&Field::Text(text.into())).map(|n| if n.is_nan() { -1.0 } else { n }).collect::<Vec<_>>();
        assert_eq!(read("[1,x,3]"), [1.0, -1.0, 3.0]);
        assert_eq!(read("[1,,3,]"), [1.0, -1.0, 3.0, -1.0]);
        for text in ["", "[", "]", "1,2", "[1,2", "[]"] {
            assert_eq!(read(text), [0.0; 0], "{text}");
        }
        assert_eq!(numbers(&Field::Integer(3)).count(), 0);
    }
}
