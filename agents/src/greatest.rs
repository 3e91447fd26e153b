//! The greatest of some values.

/// The first of the greatest values, and its place; `None` without values. None of them may be NaN.
#[inline]
pub(crate) fn first_greatest<V: PartialOrd>(values: impl IntoIterator<Item = V>) -> Option<(usize, V)> {
    values.into_iter().enumerate().reduce(|best, next| if next.1 > best.1 { next } else { best })
}

#[cfg(test)]
mod tests {
    use super::first_greatest;

    #[test]
    fn of_equal_values_the_first_is_taken() {
        assert_eq!(first_greatest([1.0, 3.0, 3.0, 2.0]), Some((1, 3.0)));
        assert_eq!(first_greatest([f64::NEG_INFINITY; 2]), Some((0, f64::NEG_INFINITY)));
        assert_eq!(first_greatest::<f64>([]), None);
    }
}
