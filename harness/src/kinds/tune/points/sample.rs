//! Points of a space with continuous ranges: a sample that is spread evenly over the space. It is a pure function of the ranges, the number of
//! points and the experiment's seed, so that the plan knows every point before anything is played.

use super::super::tuning::TunedParam;
use super::values::number;
use std::collections::BTreeSet;
use treebench_games::Rng;
use treebench_games::params::Value;

/// The default and other points, `count` in all unless some fall together: of each parameter the index of its value, or `None` if it does not apply. Ranges get the values that
/// their points have, in ascending order.
pub(super) fn drawn(params: &mut [TunedParam], count: usize, seed: u64) -> Vec<Vec<Option<usize>>> {
    let default: Vec<Value> = params.iter().map(|param| param.values[param.default].clone()).collect();
    let mut points = vec![settled(params, default)];
    let mut known: BTreeSet<String> = points.iter().map(|point| format!("{point:?}")).collect();
    for share in hypercube(params.len(), count - 1, seed) {
        let point = settled(params, params.iter().zip(share).map(|(param, share)| value(param, share)).collect());
        if known.insert(format!("{point:?}")) {
            points.push(point);
        }
    }
    for (place, param) in params.iter_mut().enumerate().filter(|(_, param)| param.range.is_some()) {
        let default = param.values[param.default].clone();
        param.values = points.iter().filter_map(|point| point[place].clone()).chain([default.clone()]).collect();
        param.values.sort_by(|a, b| number(a).unwrap_or(0.0).total_cmp(&number(b).unwrap_or(0.0)));
        param.values.dedup();
        param.default = param.values.iter().position(|value| *value == default).unwrap_or(0);
    }
    let index = |param: &TunedParam, value: Value| param.values.iter().position(|known| *known == value);
    let indices = |point: Vec<Option<Value>>| params.iter().zip(point).map(|(param, value)| index(param, value?)).collect();
    points.into_iter().map(indices).collect()
}

/// A point without the values of parameters that do not apply.
fn settled(params: &[TunedParam], values: Vec<Value>) -> Vec<Option<Value>> {
    let applies = |param: &TunedParam| {
        let wanted = |(other, levels): &(usize, Vec<usize>)| levels.iter().any(|&level| params[*other].values[level] == values[*other]);
        param.needs.as_ref().is_none_or(wanted)
    };
    let applying: Vec<bool> = params.iter().map(applies).collect();
    values.into_iter().zip(applying).map(|(value, applies)| applies.then_some(value)).collect()
}

/// The value at a share of the way through a parameter's range or list. Numbers have four significant digits, so that they do not depend on the
/// machine, and can be written.
fn value(param: &TunedParam, share: f64) -> Value {
    let Some((from, to)) = &param.range else {
        let last = param.values.len() - 1;
        return param.values[((share * param.values.len() as f64) as usize).min(last)].clone();
    };
    let (low, high) = (number(from).unwrap_or(0.0), number(to).unwrap_or(0.0));
    let exact = if param.log { low * libm::pow(high / low, share) } else { low + (high - low) * share };
    if matches!((from, to), (Value::Int(_), Value::Int(_))) {
        return Value::Int(exact.round() as i64);
    }
    let rounded: f64 = format!("{exact:.3e}").parse().unwrap_or(exact);
    Value::Float(rounded.clamp(low, high))
}

/// A Latin hypercube (McKay, Beckman and Conover 1979): in every dimension, each of `count` equal parts of [0, 1] has one of the points, in its
/// middle.
fn hypercube(dimensions: usize, count: usize, seed: u64) -> Vec<Vec<f64>> {
    let mut rng = Rng::from_seed(seed);
    let mut points = vec![Vec::new(); count];
    for _ in 0..dimensions {
        let mut left: Vec<usize> = (0..count).collect();
        for point in &mut points {
            let part = left.swap_remove(rng.below(left.len()));
            point.push((part as f64 + 0.5) / count as f64);
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    fn param(values: Vec<Value>, range: Option<(f64, f64)>, log: bool) -> TunedParam {
        let range = range.map(|(from, to)| (Value::Float(from), Value::Float(to)));
        TunedParam { name: "p".to_owned(), ordered: range.is_some(), values, log, default: 0, needs: None, range }
    }

    /// Every tenth of each range has its share of the points, on its scale; they are different, and the same again.
    #[test]
    fn points_are_spread_evenly() {
        let words = || param(vec![Value::Text("a".into()), Value::Text("b".into())], None, false);
        let float = |from, to, log| param(vec![Value::Float(1.0)], Some((from, to)), log);
        let space = || vec![float(0.01, 100.0, true), float(-1.0, 3.0, false), words()];
        let (mut params, mut again) = (space(), space());
        let points = drawn(&mut params, 200, 7);
        assert_eq!((points.len(), &points), (200, &drawn(&mut again, 200, 7)));
        assert_eq!(points[0], [Some(params[0].default), Some(params[1].default), Some(0)]);
        let share = |place: usize, point: &Vec<Option<usize>>| {
            let x = number(&params[place].values[point[place].unwrap()]).unwrap();
            if place == 0 { (x.log10() + 2.0) / 4.0 } else { (x + 1.0) / 4.0 }
        };
        for place in [0, 1] {
            let mut tenths = [0; 10];
            points.iter().for_each(|point| tenths[((share(place, point) * 10.0) as usize).min(9)] += 1);
            assert!(tenths.iter().all(|count| (19..=21).contains(count)), "{tenths:?}");
            let four_digits = |value: &Value| number(value).is_some_and(|x| format!("{x:.3e}").parse() == Ok(x));
            assert!(params[place].values.iter().all(four_digits), "{:?}", params[place].values);
        }
        let first = points.iter().filter(|point| point[2] == Some(0)).count();
        assert!((99..=101).contains(&first), "{first}");
        let different: BTreeSet<&Vec<Option<usize>>> = points.iter().collect();
        assert_eq!(different.len(), 200);
    }

    #[test]
    fn a_small_space_has_no_more_points_than_it_has() {
        let mut params = vec![param(vec![Value::Int(1), Value::Int(2), Value::Int(3)], None, false)];
        assert_eq!(drawn(&mut params, 50, 1).len(), 3);
    }
}
