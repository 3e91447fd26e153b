//! Openings that continue others: agents without random numbers play one line from several of them.

use super::{LEVEL, MANY, at_most, game, print};
use std::collections::BTreeMap;
use treebench::games::Rng;
use treebench::stats::{Decision, Rounds, Sequence, StopRule, StopTest, Unit, Verdict, judge_rounds};

/// Books of which each has this many openings on one line.
const BOOKS: [(u32, usize); 3] = [(6, 8), (12, 4), (40, 2)];

/// The rounds of a match from some books of `depth` openings each. Agents without random numbers follow the book for another move with probability `follow`,
/// the same from every opening before it; random ones play every game anew, and win it with this probability.
///
/// Counted apart, with one line counted once, and with all of a book counted once; in the order of the books, or shuffled.
fn rounds(rng: &mut Rng, (books, depth): (u32, usize), follow: f64, random: Option<f64>, shuffled: bool) -> [Rounds; 3] {
    let mut next_line = 0;
    let mut played: Vec<(u32, f64, Vec<u64>)> = Vec::new();
    for book in 0..books {
        // Per seat of the candidate and length of the line: whether it leaves the book there, the result, and the number of the line.
        let mut line = |leaves: bool, result: f64| {
            next_line += 1;
            (leaves, result, next_line)
        };
        let ends: Vec<Vec<(bool, f64, u64)>> =
            (0..2).map(|_| (0..=depth).map(|at| line(at == depth || rng.unit() >= follow, game(rng, 0.2))).collect()).collect();
        for opening in 0..depth {
            let (mut sum, mut own) = (0.0, Vec::new());
            for ends in &ends {
                let &(_, result, number) = ends[opening..].iter().find(|(leaves, ..)| *leaves).expect("the last one does");
                let (result, number) = match random {
                    Some(wins) => (f64::from(u8::from(rng.unit() < wins)), line(true, 0.0).2),
                    None => (result, number),
                };
                sum += result;
                own.push(number);
            }
            played.push((book, sum, own));
        }
    }
    if shuffled {
        (1..played.len()).rev().for_each(|last| played.swap(last, rng.below(last + 1)));
    }
    let [mut apart, mut linked, mut whole] = [(); 3].map(|()| Rounds::new(2));
    let mut lines: BTreeMap<u64, usize> = BTreeMap::new();
    for (place, (book, sum, own)) in played.into_iter().enumerate() {
        let key = place as u64 + 1;
        apart.push(key, 2, &[sum, 2.0 - sum]);
        linked.push(key, 2, &[sum, 2.0 - sum]);
        whole.push(u64::from(book) + 1, 2, &[sum, 2.0 - sum]);
        for number in own {
            linked.link(*lines.entry(number).or_insert(place), place);
        }
    }
    [apart, linked, whole]
}

/// How often each way of counting decides.
fn decided(rng: &mut Rng, book: (u32, usize), follow: f64, random: Option<f64>, all: u32) -> [u32; 3] {
    let mut counts = [0; 3];
    for _ in 0..all {
        let found = rounds(rng, book, follow, random, false).map(|rounds| judge_rounds(&rounds, 0.5).verdict != Verdict::Undecided);
        counts.iter_mut().zip(found).for_each(|(count, found)| *count += u32::from(found));
    }
    counts
}

fn nested(factor: u32) {
    let mut rng = Rng::from_seed(4711);
    let all = 150 * factor;
    let mut most = 0;
    for book in BOOKS {
        for follow in [0.3, 0.7, 0.95] {
            let [apart, linked, whole] = decided(&mut rng, book, follow, None, all);
            print(&format!("{book:?} followed {follow}, of {all}: apart {apart}, lines {linked}, books {whole}"));
            at_most(LEVEL, linked, all, &format!("lines counted once, {book:?}, followed {follow}"));
            most = most.max(apart);
        }
        let [apart, linked, whole] = decided(&mut rng, book, 0.7, Some(0.62), all);
        print(&format!("{book:?}, random agents, 62 % of games won, decided of {all}: apart {apart}, lines {linked}, books {whole}"));
        assert_eq!(apart, linked, "random agents play no line twice");
        // Books of two openings lose less than chance.
        assert!(whole < apart || book.1 == 2, "to count all of a book once costs power");
    }
    assert!(most > 3 * all / 20, "a line that counts as often as it is played decides wrongly: {most} of {all}");
}

#[test]
fn lines_of_nested_openings_count_once() {
    nested(1);
}

#[test]
#[ignore = "a minute"]
fn lines_of_nested_openings_count_once_in_many_samples() {
    nested(MANY);
}

/// Whether a stopping rule finds a difference, round by round in this order.
fn finds(rounds: &Rounds, test: StopTest) -> bool {
    let rule = StopRule { test, at_least: 0, at_most: 2 * rounds.keys().len() as u32 };
    let mut sequence = Sequence::new(rule, 2, 0.5);
    for (round, ((games, sum), &key)) in rounds.candidate().zip(rounds.keys()).enumerate() {
        sequence.push_linked(Some(sum / f64::from(games)), key, rounds.earlier(round));
    }
    matches!(sequence.decision(), Some(Decision::AcceptsH1 | Decision::Better | Decision::Worse))
}

/// Larger books, since a rule of `[stop]` goes on where a match of a fixed size is over.
const LARGE_BOOKS: [(u32, usize); 3] = [(30, 8), (60, 4), (120, 2)];

fn nested_under_stop(factor: u32) {
    let mut rng = Rng::from_seed(4712);
    let all = 100 * factor;
    let gsprt = StopTest::Gsprt { h0: 50.0, h1: 60.0, unit: Unit::Points, alpha: LEVEL, beta: LEVEL };
    let mut most = 0;
    for (name, test) in [("gsprt", gsprt), ("interval", StopTest::Interval { width: None, alpha: LEVEL })] {
        for book in LARGE_BOOKS {
            for (follow, shuffled) in [(0.7, false), (0.7, true), (0.95, false), (0.95, true)] {
                let mut wrong = [0; 2];
                for _ in 0..all {
                    let [apart, linked, _] = rounds(&mut rng, book, follow, None, shuffled);
                    wrong.iter_mut().zip([apart, linked]).for_each(|(count, rounds)| *count += u32::from(finds(&rounds, test)));
                }
                let [apart, linked] = wrong;
                let order = if shuffled { "shuffled" } else { "in order" };
                print(&format!("{name}, {book:?} {order} followed {follow}, of {all}: apart {apart}, lines {linked}"));
                at_most(LEVEL, linked, all, &format!("{name}, lines counted once, {book:?} {order}, followed {follow}"));
                most = most.max(apart);
            }
        }
    }
    assert!(most > 3 * all / 20, "a line that counts as often as it is played decides wrongly: {most} of {all}");
}

#[test]
fn lines_of_nested_openings_count_once_under_stop() {
    nested_under_stop(1);
}

#[test]
#[ignore = "a minute"]
fn lines_of_nested_openings_count_once_under_stop_in_many_samples() {
    nested_under_stop(MANY);
}
