//! The contract detects a game that is wrong about what players know.

use treebench_games::capabilities::{Chance, Information};
use treebench_games::params::Values;
use treebench_games::{Game, GameInfo, Move, NotationError, Player, Position, Rng, Turn, contract, games, hash};

/// A fault in a game's information.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Fault {
    None,
    DrawsNothing,
    DrawsTheTruth,
    DrawsTheImpossible,
    ForgetsTheStart,
    MovesTellTheCard,
    KeyTellsTheCard,
    KeyIgnoresTheCard,
    DrawsUnevenly,
    TellsAnotherProbability,
}

use Fault::*;

/// Kuhn poker with a fault.
struct Faulty {
    inner: std::sync::Arc<dyn Game>,
    fault: Fault,
}

struct Hand {
    inner: Box<dyn Position>,
    fault: Fault,
    /// Whether no game leads here.
    impossible: bool,
}

impl Clone for Hand {
    fn clone(&self) -> Self {
        Hand { inner: self.inner.boxed(), ..*self }
    }
}

impl Game for Faulty {
    fn info(&self) -> GameInfo {
        self.inner.info()
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(Hand { inner: self.inner.start(), fault: self.fault, impossible: false })
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        self.inner.parse(notation).map(|inner| Box::new(Hand { inner, fault: self.fault, impossible: false }) as _)
    }
}

impl Hand {
    fn information(&self) -> &dyn Information {
        self.inner.information().expect("Kuhn poker has it")
    }

    fn chance(&self) -> &dyn Chance {
        Position::chance(self.inner.as_ref()).expect("Kuhn poker has it")
    }
}

impl Position for Hand {
    fn turn(&self) -> Turn {
        self.inner.turn()
    }

    fn moves(&self, out: &mut Vec<Move>) {
        self.inner.moves(out);
        // The first player may not bet against the highest card.
        if self.fault == MovesTellTheCard && self.turn() == Turn::Player(0) && self.inner.notation().starts_with("02") {
            out.pop();
        }
    }

    fn apply(&mut self, m: Move) {
        self.inner.apply(m);
    }

    fn score(&self, player: Player) -> f64 {
        self.inner.score(player)
    }

    fn notation(&self) -> String {
        self.inner.notation() + if self.impossible { "!" } else { "" }
    }

    fn write_move(&self, submove: &[Move], out: &mut String) {
        self.inner.write_move(submove, out);
    }

    fn chance(&self) -> Option<&dyn Chance> {
        Some(self)
    }

    fn information(&self) -> Option<&dyn Information> {
        Some(self)
    }
}

impl Chance for Hand {
    fn probability(&self, m: Move) -> f64 {
        self.chance().probability(m)
    }

    fn is_ahead(&self) -> bool {
        self.chance().is_ahead()
    }
}

impl Information for Hand {
    fn players(&self) -> usize {
        2
    }

    fn known(&self, player: Player) -> String {
        let known = self.information().known(player);
        if self.fault == ForgetsTheStart { known.replace("pbp", "bp") } else { known }
    }

    fn known_key(&self, player: Player) -> u64 {
        let known = self.known(player);
        match self.fault {
            KeyTellsTheCard => hash::key(&(player, self.inner.key())),
            KeyIgnoresTheCard => hash::key(&(player, known.split(' ').next(), known.split(' ').nth(2))),
            _ => hash::key(&(player, known.as_str())),
        }
    }

    fn resample_into(&self, player: Player, rng: &mut Rng, target: &mut dyn Position) -> bool {
        let inner = match self.fault {
            DrawsNothing => return false,
            DrawsTheTruth => self.inner.boxed(),
            DrawsUnevenly if rng.below(2) == 0 => self.inner.boxed(),
            _ => self.information().resample(player, rng).expect("Kuhn poker draws always"),
        };
        target.copy_from(&Hand { inner, fault: self.fault, impossible: self.fault == DrawsTheImpossible });
        true
    }

    fn draw_probability(&self, player: Player) -> Option<f64> {
        let told = self.information().draw_probability(player)?;
        Some(if self.fault == TellsAnotherProbability { 0.9 * told } else { told })
    }
}

/// The contract's error for this fault.
fn complaint(fault: Fault) -> Result<(), String> {
    let inner = games().find("kuhn-poker").expect("it is registered").build(&Values::default()).expect("defaults are valid");
    contract::check(&Faulty { inner, fault }, 1)
}

#[test]
fn every_fault_is_found() {
    complaint(None).expect("the wrapper alone breaks nothing");
    for (fault, words) in [
        (DrawsNothing, "no position is drawn for player 0"),
        (DrawsTheTruth, "is never drawn for player"),
        (DrawsTheImpossible, "though no game that the player could have observed so leads there"),
        (ForgetsTheStart, "has observed or played something else before"),
        (MovesTellTheCard, "has other moves"),
        (KeyTellsTheCard, "has another key"),
        (KeyIgnoresTheCard, "whose key is also that of `"),
        (DrawsUnevenly, "positions are not drawn with the same probability, as the game says"),
        (TellsAnotherProbability, "positions apart, each drawn with probability"),
    ] {
        let error = complaint(fault).expect_err(&format!("{fault:?} was not found"));
        assert!(error.contains(words), "{fault:?}: {error}");
    }
}
