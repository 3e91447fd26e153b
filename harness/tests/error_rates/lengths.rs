//! Means of skewed numbers, as the lengths of random games are.

use super::{MANY, print};
use treebench::games::Rng;
use treebench::stats::{ENOUGH_SKEWED, Gap, Moments};

/// Draws of a distribution with this mean.
type Draw = (&'static str, fn(&mut Rng) -> f64, f64);

fn exponential(rng: &mut Rng) -> f64 {
    -(1.0 - rng.unit()).ln()
}

/// The lengths of 170 random games of `reversi`.
fn reversi(rng: &mut Rng) -> f64 {
    match rng.below(170) {
        0..2 => 59.0,
        2..120 => 60.0,
        120..154 => 61.0,
        154..168 => 62.0,
        _ => 63.0,
    }
}

const DRAWS: [Draw; 5] = [
    ("uniform", |rng| rng.unit(), 0.5),
    ("sum of two exponentials", |rng| exponential(rng) + exponential(rng), 2.0),
    ("exponential", exponential, 1.0),
    ("one in five three times as long", |rng| if rng.below(5) == 0 { 3.0 } else { 1.0 } * (0.5 + rng.unit()), 1.4),
    ("random games of reversi", reversi, 10_266.0 / 170.0),
];

/// The share of samples of this size whose interval leaves the mean out.
fn misses(rng: &mut Rng, (_, draw, mean): Draw, size: u64, all: u32) -> f64 {
    let miss = |_: &u32| {
        let mut values = Moments::default();
        (0..size).for_each(|_| values.push(draw(rng)));
        let gap = Gap { value: values.mean(), error: values.standard_error(), freedom: size as f64 - 1.0 };
        (gap.value - mean).abs() > gap.half()
    };
    (0..all).filter(miss).count() as f64 / f64::from(all)
}

fn skewed(factor: u32) {
    let mut rng = Rng::from_seed(4713);
    let all = 500 * factor;
    let mut most_of_five: f64 = 0.0;
    for draw in DRAWS {
        let rates: Vec<f64> = [5, 20, ENOUGH_SKEWED].iter().map(|&size| misses(&mut rng, draw, size, all)).collect();
        print(&format!(
            "{}: of 5 values {:.1} % miss, of 20 {:.1} %, of {ENOUGH_SKEWED} {:.1} %",
            draw.0,
            100.0 * rates[0],
            100.0 * rates[1],
            100.0 * rates[2]
        ));
        let error = (0.06 * 0.94 / f64::from(all)).sqrt();
        assert!(rates[2] <= 0.06 + 3.0 * error, "{}: {:.1} % of {all} miss", draw.0, 100.0 * rates[2]);
        most_of_five = most_of_five.max(rates[0]);
    }
    assert!(most_of_five > 0.1, "few skewed values decide wrongly: {:.1} % at the most", 100.0 * most_of_five);
}

#[test]
fn means_of_skewed_numbers_are_missed_seldom() {
    skewed(1);
}

#[test]
#[ignore = "seconds"]
fn means_of_skewed_numbers_are_missed_seldom_in_many_samples() {
    skewed(MANY);
}
