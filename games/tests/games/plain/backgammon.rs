//! Plain backgammon: one signed array of points, plays by trying every order of the dice.

use super::boards::Plain;
use std::collections::BTreeMap;

/// Points 1 to 24 as player 0 counts them, positive for player 0's men; 25 is the bar of player 0, 0 that of player 1.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Men {
    points: [i32; 26],
    off: [i32; 2],
}

#[derive(Clone)]
pub(crate) struct Backgammon {
    men: Men,
    player: usize,
    dice: Option<(i32, i32)>,
    first: bool,
    stakes: bool,
}

/// From and to as the mover counts, 25 for the bar and 0 for off.
type Step = (i32, i32);

impl Men {
    fn at(&self, player: usize, point: i32) -> i32 {
        let index = if player == 0 { point } else { 25 - point } as usize;
        if player == 0 { self.points[index].max(0) } else { (-self.points[index]).max(0) }
    }

    fn change(&mut self, player: usize, point: i32, by: i32) {
        let index = if player == 0 { point } else { 25 - point } as usize;
        self.points[index] += if player == 0 { by } else { -by };
    }

    fn try_step(&self, player: usize, from: i32, die: i32) -> Option<(Men, Step)> {
        let own = |point: i32| self.at(player, point);
        if own(from) == 0 || own(25) > 0 && from != 25 {
            return None;
        }
        let to = from - die;
        let mut next = self.clone();
        next.change(player, from, -1);
        if to <= 0 {
            let home = (7..=25).all(|point| own(point) == 0);
            let farthest = (1..=25).rev().find(|&point| own(point) > 0) == Some(from);
            if !home || to < 0 && !farthest {
                return None;
            }
            next.off[player] += 1;
            return Some((next, (from, 0)));
        }
        let theirs = 25 - to;
        match self.at(1 - player, theirs) {
            0 => {}
            1 => {
                next.change(1 - player, theirs, -1);
                next.change(1 - player, 25, 1);
            }
            _ => return None,
        }
        next.change(player, to, 1);
        Some((next, (from, to)))
    }
}

impl Backgammon {
    pub(crate) fn new(stakes: bool) -> Self {
        let mut points = [0; 26];
        for (point, count) in [(24, 2), (13, 5), (8, 3), (6, 5)] {
            points[point] = count;
            points[25 - point] = -count;
        }
        Backgammon { men: Men { points, off: [0; 2] }, player: 0, dice: None, first: true, stakes }
    }

    /// All ways to use the dice in this order, as far as possible: the men, the steps, the dice used.
    fn ways(&self, men: &Men, dice: &[i32], steps: &[Step], used: &[i32], found: &mut Vec<(Men, Vec<Step>, Vec<i32>)>) {
        found.push((men.clone(), steps.to_vec(), used.to_vec()));
        let Some((&die, rest)) = dice.split_first() else { return };
        for from in 1..=25 {
            if let Some((next, step)) = men.try_step(self.player, from, die) {
                self.ways(&next, rest, &[steps, &[step]].concat(), &[used, &[die]].concat(), found);
            }
        }
    }

    /// The plays: the men afterwards, and the least sorted list of steps that leads there.
    fn plays(&self) -> BTreeMap<Men, Vec<Step>> {
        let (a, b) = self.dice.unwrap();
        let mut found = Vec::new();
        if a == b {
            self.ways(&self.men, &[a; 4], &[], &[], &mut found);
        } else {
            self.ways(&self.men, &[a, b], &[], &[], &mut found);
            self.ways(&self.men, &[b, a], &[], &[], &mut found);
        }
        let most = found.iter().map(|(_, steps, _)| steps.len()).max().unwrap();
        found.retain(|(_, steps, _)| steps.len() == most);
        if most == 1 && a != b && found.iter().any(|(_, _, used)| used[0] == a.max(b)) {
            found.retain(|(_, _, used)| used[0] == a.max(b));
        }
        let mut plays: BTreeMap<Men, Vec<Step>> = BTreeMap::new();
        for (men, mut steps, _) in found {
            steps.sort_by(|x, y| y.cmp(x));
            let least = plays.entry(men).or_insert_with(|| steps.clone());
            if steps < *least {
                *least = steps;
            }
        }
        plays
    }

    fn name(&self, steps: &[Step]) -> String {
        if steps.is_empty() {
            return "no-play".to_owned();
        }
        let mut hit = Vec::new();
        let words: Vec<String> = steps
            .iter()
            .map(|&(from, to)| {
                let star = to > 0 && self.men.at(1 - self.player, 25 - to) == 1 && !hit.contains(&to);
                hit.push(to);
                let from = if from == 25 { "bar".to_owned() } else { from.to_string() };
                let to = if to == 0 { "off".to_owned() } else { to.to_string() };
                format!("{from}/{to}{}", if star { "*" } else { "" })
            })
            .collect();
        words.join(",")
    }
}

impl Plain for Backgammon {
    fn moves(&self) -> Vec<String> {
        if self.scores().is_some() {
            return Vec::new();
        }
        if self.dice.is_none() {
            let rolls = (1..=6).flat_map(|high| (1..=high).map(move |low| (high, low)));
            return rolls.filter(|(high, low)| !self.first || high != low).map(|(high, low)| format!("{high}{low}")).collect();
        }
        self.plays().values().map(|steps| self.name(steps)).collect()
    }

    fn play(&mut self, m: &str) {
        if self.dice.is_none() {
            let die = |k: usize| i32::from(m.as_bytes()[k] - b'0');
            self.dice = Some((die(0), die(1)));
            self.first = false;
            return;
        }
        let (men, _) = self.plays().into_iter().find(|(_, steps)| self.name(steps) == m).unwrap();
        self.men = men;
        self.dice = None;
        self.player = 1 - self.player;
    }

    fn mover(&self) -> usize {
        self.player
    }

    fn scores(&self) -> Option<Vec<f64>> {
        let winner = self.men.off.iter().position(|&off| off == 15)?;
        let loser = 1 - winner;
        let points = if !self.stakes || self.men.off[loser] > 0 {
            1.0
        } else if (19..=25).any(|point| self.men.at(loser, point) > 0) {
            3.0
        } else {
            2.0
        };
        let lost = if self.stakes { -points } else { 0.0 };
        Some(if winner == 0 { vec![points, lost] } else { vec![lost, points] })
    }
}
