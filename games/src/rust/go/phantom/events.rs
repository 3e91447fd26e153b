//! Tries, and what players see of them.

use super::super::board::PASS;
use super::{Points, each};
use crate::Player;

/// What came of a try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    Passed,
    /// A stone was placed, and these stones of the other player were captured, some of which the player had come upon.
    Placed {
        lost: Points,
        known: Points,
    },
    /// An enemy stone is there.
    Taken,
    /// The point is empty, but a stone there would be suicide or take back a ko.
    Illegal,
}

/// A try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Try {
    pub(super) player: u8,
    pub(super) point: u8,
    pub(super) outcome: Outcome,
}

/// What a player sees of a try.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Event {
    /// The player's own try.
    Own { point: u8, result: Own },
    /// The other player passed.
    OtherPassed,
    /// The other player placed a stone, which captured these.
    OtherPlaced { lost: Points },
    /// A try of the other player failed.
    OtherFailed,
}

/// What a player learns from a try.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Own {
    Passed,
    /// The number of captured stones, and those among them that were known.
    Placed {
        captured: u8,
        known: Points,
    },
    Taken,
    Illegal,
}

impl Try {
    pub(super) fn seen_by(&self, player: Player) -> Event {
        if usize::from(self.player) == player {
            let result = match self.outcome {
                Outcome::Passed => Own::Passed,
                Outcome::Placed { lost, known } => Own::Placed { captured: lost.count_ones() as u8, known },
                Outcome::Taken => Own::Taken,
                Outcome::Illegal => Own::Illegal,
            };
            return Event::Own { point: self.point, result };
        }
        match self.outcome {
            Outcome::Passed => Event::OtherPassed,
            Outcome::Placed { lost, .. } => Event::OtherPlaced { lost },
            Outcome::Taken | Outcome::Illegal => Event::OtherFailed,
        }
    }
}

impl Event {
    /// Appends the event as a word: an own try by its point, with `!` if it met a stone, `?` if it was illegal, `x2:C3` if it captured two, of which that on C3 was
    /// known; `+` and `-` for an unseen stone and an unseen failure, `+A1,B1` for an unseen stone that captured these.
    pub(super) fn write(&self, text: &mut String, name: impl Fn(usize) -> String) {
        match self {
            Event::Own { point, result } => {
                *text += &name(if *result == Own::Passed { PASS } else { usize::from(*point) });
                match result {
                    Own::Taken => text.push('!'),
                    Own::Illegal => text.push('?'),
                    Own::Placed { captured, known } if *captured > 0 => {
                        let names: Vec<String> = each(*known).map(name).collect();
                        *text += &format!("x{captured}:{}", names.join(","));
                    }
                    Own::Placed { .. } | Own::Passed => {}
                }
            }
            Event::OtherPassed => *text += "(pass)",
            Event::OtherFailed => text.push('-'),
            Event::OtherPlaced { lost } => {
                text.push('+');
                let names: Vec<String> = each(*lost).map(name).collect();
                *text += &names.join(",");
            }
        }
    }
}
