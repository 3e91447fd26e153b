//! Every compact column is read back, and a changed text is refused or read as it is written, without a panic.

use super::{Block, GradedScore, Histogram, Order, PackedColumn, Sample, SavedTally, Share, SpacedList};
use crate::store::{Field, Ranges, Value};
use std::fmt::Debug;
use treebench_games::Rng;
use treebench_stats::{Lengths, Moments, Ratio, Tally};

const VALUES: usize = 60;
const MUTANTS: usize = 60;
/// The characters that mutations insert: all that columns use.
const ALPHABET: &[u8] = b"0123456789abcxzNi-+.:#/, []e\xc3";

fn text<T: Value>(value: T) -> String {
    match value.into_field() {
        Field::Text(text) => text,
        other => panic!("{other:?} is not a text"),
    }
}

fn read<T: Value>(text: &str) -> Option<T> {
    let mut value = T::default();
    value.read(&Field::Text(text.to_owned())).map(|()| value)
}

/// A text with one or two places changed, inserted or removed; `None` if it is no UTF-8.
fn mutant(text: &str, rng: &mut Rng) -> Option<String> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=rng.below(2) {
        let (place, new) = (rng.below(bytes.len() + 1), ALPHABET[rng.below(ALPHABET.len())]);
        match rng.below(3) {
            0 => bytes.insert(place, new),
            1 if place < bytes.len() => bytes[place] = new,
            _ if place < bytes.len() => drop(bytes.remove(place)),
            _ => {}
        }
    }
    String::from_utf8(bytes).ok()
}

/// `same` says whether a value is what a text says that was accepted.
fn check<T: Value + Clone + PartialEq + Debug>(make: impl Fn(&mut Rng) -> T, same: impl Fn(&T, &str) -> bool) {
    let mut rng = Rng::from_seed(46);
    let mut refused = 0;
    for _ in 0..VALUES {
        let value = make(&mut rng);
        let written = text(value.clone());
        let back: T = read(&written).unwrap_or_else(|| panic!("{written} is not read"));
        assert!(same(&back, &written), "{written} is read as {back:?}");
        for _ in 0..MUTANTS {
            let Some(changed) = mutant(&written, &mut rng) else { continue };
            match read::<T>(&changed) {
                None => refused += 1,
                Some(value) => assert!(same(&value, &changed), "{changed} is read as {value:?}"),
            }
        }
    }
    assert!(refused > VALUES * MUTANTS / 10, "only {refused} mutants were refused");
}

/// For columns of which only one text has a value.
fn check_exactly<T: Value + Clone + PartialEq + Debug>(make: impl Fn(&mut Rng) -> T) {
    check(make, |value, written| text(value.clone()) == written);
}

/// For columns of numbers, which are read to the last bit, but may be written again with rounding.
fn check_numbers<T: Value + Clone + PartialEq + Debug>(make: impl Fn(&mut Rng) -> T) {
    let numbers = |text: &str| read::<Vec<f64>>(text).expect("a list");
    check(make, |value, written| {
        let (known, said) = (numbers(&text(value.clone())), numbers(written));
        let largest = said.iter().fold(1.0f64, |largest, number| largest.max(number.abs()));
        known.len() == said.len() && known.iter().zip(&said).all(|(a, b)| (a - b).abs() <= 1e-6 * largest)
    });
}

fn list<T>(rng: &mut Rng, most: usize, item: impl Fn(&mut Rng) -> T) -> Vec<T> {
    (0..rng.below(most + 1)).map(|_| item(rng)).collect()
}

fn count(rng: &mut Rng) -> u64 {
    let bits = 1 + rng.below(30);
    rng.below(1 << bits) as u64
}

fn moments(rng: &mut Rng) -> Moments {
    let mut moments = Moments::default();
    list(rng, 9, Rng::unit).into_iter().for_each(|x| moments.push(x));
    moments
}

#[test]
fn task_numbers() {
    check_exactly(|rng| (0..200).filter(|_| rng.below(3) > 0).collect::<Ranges>());
}

#[test]
fn builds_and_samples() {
    check_exactly(|rng| SpacedList(list(rng, 4, |rng| Share { build: 1 + rng.below(9), tasks: count(rng) })));
    let sample = |rng: &mut Rng| Sample { task: rng.below(999) as u32, build: rng.below(9), hash: format!("{:012x}", count(rng)) };
    check_exactly(|rng| SpacedList(list(rng, 2, sample)));
}

#[test]
fn blocks_of_tasks() {
    let block = |rng: &mut Rng| Block { tasks: rng.below(99) as u32, points: rng.below(99) as f64 / 2.0, hash: count(rng) };
    check_exactly(|rng| SpacedList(list(rng, 5, block)));
}

#[test]
fn rounds_and_their_order() {
    check_exactly(|rng| {
        let tally = |rng: &mut Rng| Tally {
            rounds: 1 + count(rng),
            games: 1 + rng.below(3) as u32,
            key: if rng.below(2) == 0 { 0 } else { count(rng) },
            sums: list(rng, 3, |rng| rng.below(9) as f64 / 3.0).into_iter().chain([0.5]).collect(),
        };
        SpacedList(list(rng, 4, |rng| SavedTally(tally(rng))))
    });
    for places in [3, 36, 60] {
        check_exactly(|rng| Order(list(rng, 30, |rng| (rng.below(5) > 0).then(|| rng.below(places)))));
    }
}

#[test]
fn numbers_that_belong_together() {
    check_numbers(|rng| PackedColumn(list(rng, 4, moments)));
    check_numbers(|rng| {
        let ratio = |rng: &mut Rng| {
            let mut ratio = Ratio::default();
            list(rng, 9, |rng| (rng.unit(), rng.unit())).into_iter().for_each(|(top, bottom)| ratio.push(top, bottom));
            ratio
        };
        PackedColumn(list(rng, 3, ratio))
    });
    check_numbers(|rng| PackedColumn(list(rng, 5, |rng| GradedScore { score: rng.unit(), games: count(rng) })));
    check_numbers(|rng| {
        let mut lengths = Lengths::default();
        list(rng, 20, |rng| rng.below(300) as u32).into_iter().for_each(|length| lengths.push(length));
        Histogram(lengths)
    });
}
