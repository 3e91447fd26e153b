//! Plain surakarta: stones by the names of their points, loops written out point by point, paths walked one point at a time.

use super::boards::Plain;
use std::collections::{BTreeMap, BTreeSet};

/// The loops in order; a `|` is a corner arc, and there is one from the end to the beginning.
const LOOPS: [&str; 2] = [
    "a2 b2 c2 d2 e2 f2 | e1 e2 e3 e4 e5 e6 | f5 e5 d5 c5 b5 a5 | b6 b5 b4 b3 b2 b1 |",
    "a3 b3 c3 d3 e3 f3 | d1 d2 d3 d4 d5 d6 | f4 e4 d4 c4 b4 a4 | c6 c5 c4 c3 c2 c1 |",
];

pub(crate) struct Surakarta {
    stones: BTreeMap<String, usize>,
    mover: usize,
    quiet: u32,
    made: u32,
    limits: (u32, u32),
}

impl Surakarta {
    pub(crate) fn new(quiet_limit: u32, max_moves: u32) -> Self {
        let mut stones = BTreeMap::new();
        for (rows, player) in [("12", 0), ("56", 1)] {
            for row in rows.chars() {
                stones.extend("abcdef".chars().map(|column| (format!("{column}{row}"), player)));
            }
        }
        Surakarta { stones, mover: 0, quiet: 0, made: 0, limits: (quiet_limit, max_moves) }
    }

    fn steps(&self, from: &str) -> Vec<String> {
        let place = |name: &str| (name.as_bytes()[0] as i32, name.as_bytes()[1] as i32);
        let points = "abcdef".chars().flat_map(|column| "123456".chars().map(move |row| format!("{column}{row}")));
        let near = |to: &String| (place(to).0 - place(from).0).abs().max((place(to).1 - place(from).1).abs()) == 1;
        points.filter(|to| near(to) && !self.stones.contains_key(to)).collect()
    }

    /// The captures of the stone on a point along all paths that begin there.
    fn captures(&self, from: &str) -> BTreeSet<String> {
        let mut captures = BTreeSet::new();
        for walk in LOOPS {
            let forwards: Vec<&str> = walk.split(' ').collect();
            let backwards: Vec<&str> = forwards.iter().rev().copied().collect();
            for way in [forwards, backwards] {
                for begin in (0..way.len()).filter(|&i| way[i] == from) {
                    let mut arcs = 0;
                    for here in way.iter().cycle().skip(begin + 1).take(way.len() - 1) {
                        match self.stones.get(*here) {
                            _ if *here == "|" => arcs += 1,
                            None => {}
                            Some(_) if *here == from => {}
                            Some(&owner) => {
                                if owner != self.mover && arcs > 0 {
                                    captures.insert((*here).to_owned());
                                }
                                break;
                            }
                        }
                    }
                }
            }
        }
        captures
    }

    fn count(&self, player: usize) -> usize {
        self.stones.values().filter(|&&owner| owner == player).count()
    }
}

impl Plain for Surakarta {
    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.scores().is_some() {
            return moves;
        }
        for from in self.stones.iter().filter(|(_, owner)| **owner == self.mover).map(|(point, _)| point) {
            moves.extend(self.steps(from).iter().map(|to| format!("{from}-{to}")));
            moves.extend(self.captures(from).iter().map(|to| format!("{from}x{to}")));
        }
        if moves.is_empty() {
            moves.push("pass".to_owned());
        }
        moves
    }

    fn play(&mut self, m: &str) {
        self.quiet += 1;
        if m != "pass" {
            let (from, to) = m.split_once(['-', 'x']).unwrap();
            self.stones.remove(from);
            if self.stones.insert(to.to_owned(), self.mover).is_some() {
                self.quiet = 0;
            }
        }
        self.mover = 1 - self.mover;
        self.made += 1;
    }

    fn mover(&self) -> usize {
        self.mover
    }

    fn scores(&self) -> Option<Vec<f64>> {
        let counts = [self.count(0), self.count(1)];
        if counts.contains(&0) || self.quiet == self.limits.0 {
            let share = |own: usize, other: usize| if own == other { 0.5 } else { f64::from(u8::from(own > other)) };
            return Some(vec![share(counts[0], counts[1]), share(counts[1], counts[0])]);
        }
        (self.made == self.limits.1).then(|| vec![0.5, 0.5])
    }
}
