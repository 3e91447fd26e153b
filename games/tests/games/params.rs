//! The output of `#[derive(Params)]` for parameter groups and the attributes that change them.

use treebench_games::Params;
use treebench_games::params::{Params as _, Value, Values, resolve};

/// The parameters that several agents share.
#[derive(Params, Clone, Debug, PartialEq)]
struct Shared {
    /// The cap on playouts.
    #[param(default = 1000u32, range = 1..=9000)]
    cap: u32,
    /// Whether the tree is kept.
    #[param(default = true)]
    reuse: bool,
    /// The value of a playout that is cut off.
    #[param(default = 0.5)]
    score: f64,
}

/// An agent that changes each of them.
#[derive(Params, Debug)]
struct Changed {
    /// The shared parameters.
    #[param(group, defaults(cap = 200), fixed(reuse = false), added(score))]
    shared: Shared,
    /// A parameter of its own, added after the first records.
    #[param(default = 3u8, added)]
    own: u8,
}

#[test]
fn a_group_can_be_changed_where_it_is_used() {
    let specs = Changed::specs();
    let seen: Vec<_> = specs.iter().map(|spec| (spec.name, spec.default.clone(), spec.added)).collect();
    let expected = [("cap", Value::Int(200), false), ("score", Value::Float(0.5), true), ("own", Value::Int(3), true)];
    assert_eq!(seen, expected);
    assert!(Shared::specs().iter().all(|spec| !spec.added), "the group itself is as it was");

    let defaults = Changed::defaults().unwrap();
    assert_eq!(defaults.shared, Shared { cap: 200, reuse: false, score: 0.5 });
    let given = Values::from_iter([("cap".to_owned(), Value::Int(7)), ("own".to_owned(), Value::Int(4))]);
    let changed = Changed::from_values(&resolve(&specs, &given).unwrap()).unwrap();
    assert_eq!((changed.shared.cap, changed.shared.reuse, changed.own), (7, false, 4));
}

#[test]
fn a_fixed_parameter_cannot_be_set_and_ranges_still_hold() {
    let set = |name: &str, value| resolve(&Changed::specs(), &Values::from_iter([(name.to_owned(), value)])).unwrap_err().message;
    assert!(set("reuse", Value::Bool(true)).starts_with("unknown parameter `reuse`"));
    assert_eq!(set("cap", Value::Int(10_000)), "`cap` must be a whole number from 1 to 9000, not 10000");
}
