//! Plain awari with the rules of Ludii: seeds are sown one by one around an array of twelve pits.

use super::boards::Plain;

#[derive(Clone)]
pub(crate) struct Awari {
    /// The pits in the order of sowing: those of South, then those of North.
    pits: [u32; 12],
    captured: [u32; 2],
    mover: usize,
    passes: u32,
    moves: u32,
}

impl Awari {
    pub(crate) fn new() -> Self {
        Awari { pits: [4; 12], captured: [0; 2], mover: 0, passes: 0, moves: 0 }
    }

    fn owner(pit: usize) -> usize {
        pit / 6
    }

    /// Sows and captures without testing legality.
    fn sow(&mut self, from: usize) {
        let mut hand = std::mem::take(&mut self.pits[from]);
        let mut pit = from;
        while hand > 0 {
            pit = (pit + 1) % 12;
            if pit != from {
                self.pits[pit] += 1;
                hand -= 1;
            }
        }
        while Self::owner(pit) != self.mover && (self.pits[pit] == 2 || self.pits[pit] == 3) {
            self.captured[self.mover] += std::mem::take(&mut self.pits[pit]);
            pit = (pit + 11) % 12;
        }
    }

    fn is_legal(&self, pit: usize) -> bool {
        let mut after = self.clone();
        after.sow(pit);
        let left: u32 = (0..12).filter(|&other| Self::owner(other) != self.mover).map(|other| after.pits[other]).sum();
        Self::owner(pit) == self.mover && self.pits[pit] > 0 && left > 0
    }
}

impl Plain for Awari {
    fn moves(&self) -> Vec<String> {
        if self.scores().is_some() {
            return Vec::new();
        }
        let letters = "abcdefABCDEF".chars().enumerate();
        let moves: Vec<String> = letters.filter(|&(pit, _)| self.is_legal(pit)).map(|(_, letter)| letter.to_string()).collect();
        if moves.is_empty() { vec!["pass".to_owned()] } else { moves }
    }

    fn play(&mut self, m: &str) {
        self.passes = if m == "pass" { self.passes + 1 } else { 0 };
        if m != "pass" {
            self.sow("abcdefABCDEF".find(m).unwrap());
        }
        self.moves += 1;
        self.mover = 1 - self.mover;
    }

    fn mover(&self) -> usize {
        self.mover
    }

    fn scores(&self) -> Option<Vec<f64>> {
        let [south, north] = self.captured;
        if self.pits.iter().all(|&seeds| seeds < 2) {
            return Some(match south.cmp(&north) {
                std::cmp::Ordering::Greater => vec![1.0, 0.0],
                std::cmp::Ordering::Equal => vec![0.5, 0.5],
                std::cmp::Ordering::Less => vec![0.0, 1.0],
            });
        }
        (self.passes == 2 || self.moves == 2500).then(|| vec![0.5, 0.5])
    }
}
