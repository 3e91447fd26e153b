//! The swap rule for any game of two without chance and hidden information: after the first move the second player may take the first one's side instead of moving.

use crate::game::{Exchange, Game, GameInfo};
use crate::moves::Move;
use crate::notation::NotationError;
use crate::params::{Kind, ParamError, ParamSpec, Value};
use crate::picture::Picture;
use crate::position::capabilities::{RulesPosition, Squares};
use crate::position::playout::{Playout, Scratch, Trace, traced, uniform};
use crate::position::{Player, Position, Turn};
use crate::rng::Rng;
use std::any::Any;
use std::sync::Arc;

/// The name of the parameter that every game takes.
pub const SWAP: &str = "swap";

/// The move that takes the other side: no game has one with these bits.
const TAKE: Move = Move((1 << Move::BITS) - 1);

/// The variants distinguished in keys of positions.
const KEYS: [u64; 4] = [0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03, 0, 0x8cb9_2ba7_2f3d_8dd7];

/// The ends of notations: the first move is not finished, the swap is offered, or was taken.
const BEGUN: &str = " first";
const OFFERED: &str = " swap?";
const TAKEN: &str = " swapped";

/// The parameter.
pub fn spec() -> ParamSpec {
    ParamSpec {
        name: SWAP,
        kind: Kind::Bool,
        default: Value::Bool(false),
        range: None,
        doc: "Whether the second player may take the first one's side after the first move, by the move `swap`. For any game of two without chance \
              and hidden information; no part of the keys of cells unless it is on.",
        source: "",
        added: true,
    }
}

/// Whether a game can have the rule.
pub fn applies(info: &GameInfo) -> bool {
    info.players == 2 && !info.chance && !info.hidden
}

/// The game with the rule.
///
/// # Errors
/// If it is not for two, or has chance or hidden information.
pub(crate) fn with_swap(game: Arc<dyn Game>) -> Result<Arc<dyn Game>, ParamError> {
    if !applies(&game.info()) {
        return Err(ParamError::rule(SWAP, "`swap` is for games of two players without chance and hidden information".to_owned()));
    }
    Ok(Arc::new(SwapGame { inner: game }))
}

/// A game with the swap rule.
struct SwapGame {
    inner: Arc<dyn Game>,
}

impl Game for SwapGame {
    fn info(&self) -> GameInfo {
        self.inner.info()
    }

    fn start(&self) -> Box<dyn Position> {
        self.before_the_first_move(self.inner.start())
    }

    fn draw_start(&self, rng: &mut Rng) -> Box<dyn Position> {
        self.before_the_first_move(self.inner.draw_start(rng))
    }

    /// The start, or a position after the first move: the swap is offered only where the text says so.
    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        let text = notation.trim_end();
        let ends = [(BEGUN, Stage::First, false), (OFFERED, Stage::Offer, false), (TAKEN, Stage::Settled, true)];
        let ended = ends.into_iter().find_map(|(end, stage, swapped)| Some((text.strip_suffix(end)?, stage, swapped)));
        let (text, stage, swapped) = ended.unwrap_or((text, Stage::Settled, false));
        let inner = self.inner.parse(text)?;
        let is_start = stage == Stage::Settled && !swapped && inner.notation() == self.inner.start().notation();
        Ok(Box::new(SwapPosition { inner, stage: if is_start { Stage::First } else { stage }, swapped }))
    }

    /// Programs that read the game's notation do not know the rule.
    fn exchange(&self) -> Exchange {
        Exchange::Plain
    }

    fn splits(&self) -> Vec<String> {
        self.inner.splits()
    }

    fn split(&self) -> &str {
        self.inner.split()
    }

    fn view(&self, split: &str) -> Result<Arc<dyn Game>, ParamError> {
        Ok(Arc::new(SwapGame { inner: self.inner.view(split)? }))
    }
}

impl SwapGame {
    fn before_the_first_move(&self, inner: Box<dyn Position>) -> Box<dyn Position> {
        Box::new(SwapPosition { inner, stage: Stage::First, swapped: false })
    }
}

/// The stage of the swap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// No player has moved.
    First,
    /// The first move was made, and the second player may take its side.
    Offer,
    /// The sides are settled.
    Settled,
}

/// A position with the swap rule.
struct SwapPosition {
    inner: Box<dyn Position>,
    stage: Stage,
    /// Whether each player has the other's side.
    swapped: bool,
}

impl Clone for SwapPosition {
    fn clone(&self) -> Self {
        SwapPosition { inner: self.inner.boxed(), ..*self }
    }

    fn clone_from(&mut self, other: &Self) {
        other.inner.store_in(&mut self.inner);
        (self.stage, self.swapped) = (other.stage, other.swapped);
    }
}

impl SwapPosition {
    /// The player of a side of the game, and the side of a player.
    fn other_if_swapped(&self, player: Player) -> Player {
        if self.swapped { 1 - player } else { player }
    }

    fn turned(&self, turn: Turn) -> Turn {
        if let Turn::Player(side) = turn { Turn::Player(self.other_if_swapped(side)) } else { turn }
    }

    fn is_offered(&self) -> bool {
        self.stage == Stage::Offer && self.inner.is_nodal() && self.inner.turn() == Turn::Player(1)
    }
}

impl Position for SwapPosition {
    fn turn(&self) -> Turn {
        self.turned(self.inner.turn())
    }

    fn mover(&self) -> Turn {
        self.turned(self.inner.mover())
    }

    fn is_nodal(&self) -> bool {
        self.inner.is_nodal()
    }

    fn is_split(&self) -> bool {
        self.inner.is_split()
    }

    fn moves(&self, out: &mut Vec<Move>) {
        self.inner.moves(out);
        out.extend(self.is_offered().then_some(TAKE));
    }

    fn count_moves(&self, list: &mut Vec<Move>) -> usize {
        self.inner.count_moves(list) + usize::from(self.is_offered())
    }

    fn apply(&mut self, m: Move) {
        if m == TAKE {
            (self.stage, self.swapped) = (Stage::Settled, true);
            return;
        }
        self.inner.apply(m);
        if self.inner.is_nodal() {
            self.stage = if self.stage == Stage::First { Stage::Offer } else { Stage::Settled };
        }
    }

    fn score(&self, player: Player) -> f64 {
        self.inner.score(self.other_if_swapped(player))
    }

    fn playout_moves(&self, out: &mut Vec<Move>) {
        self.inner.playout_moves(out);
        out.extend(self.is_offered().then_some(TAKE));
    }

    fn playout(&mut self, rng: &mut Rng, cap: u32, scratch: &mut Scratch) -> Playout {
        if self.stage == Stage::Settled { self.inner.playout(rng, cap, scratch) } else { uniform(self, rng, cap, scratch) }
    }

    fn playout_traced(&mut self, rng: &mut Rng, cap: u32, scratch: &mut Scratch, trace: &mut Trace) -> Playout {
        // The game does not know who plays which side.
        let plain = self.stage == Stage::Settled && !self.swapped;
        if plain { self.inner.playout_traced(rng, cap, scratch, trace) } else { traced(self, rng, cap, scratch, trace) }
    }

    fn key(&self) -> u64 {
        self.inner.key() ^ if self.swapped { KEYS[3] } else { KEYS[self.stage as usize] }
    }

    fn evaluate(&self, player: Player) -> Option<f64> {
        self.inner.evaluate(self.other_if_swapped(player))
    }

    fn notation(&self) -> String {
        let end = match (self.stage, self.swapped) {
            (Stage::First, _) if !self.inner.is_nodal() => BEGUN,
            (Stage::Offer, _) => OFFERED,
            (Stage::Settled, true) => TAKEN,
            (Stage::First | Stage::Settled, _) => "",
        };
        self.inner.notation() + end
    }

    fn write_move(&self, submove: &[Move], out: &mut String) {
        if submove == [TAKE] { out.push_str(SWAP) } else { self.inner.write_move(submove, out) }
    }

    fn picture(&self) -> Option<Picture> {
        self.inner.picture()
    }

    fn men(&self, out: &mut Vec<u16>) -> bool {
        self.inner.men(out)
    }

    fn draw(&self) -> String {
        self.inner.draw()
    }

    fn squares(&self) -> Option<&dyn Squares> {
        self.inner.squares()
    }

    fn described(&self) -> Option<&dyn RulesPosition> {
        self.inner.described().map(|_| self as &dyn RulesPosition)
    }
}

/// Of a game that is described. FEN has no place for the rule.
impl RulesPosition for SwapPosition {
    fn fault(&self) -> Option<String> {
        self.inner.fault()
    }

    fn give_up(&self) {
        self.inner.described().into_iter().for_each(RulesPosition::give_up);
    }

    fn read_move(&self, text: &str) -> Option<Vec<Move>> {
        self.inner.described()?.read_move(text)
    }

    fn fen(&self) -> Option<String> {
        None
    }

    fn write_into(&self, target: &mut dyn Position) -> bool {
        let target: &mut dyn Any = target;
        let (Some(target), Some(inner)) = (target.downcast_mut::<SwapPosition>(), self.inner.described()) else { return false };
        let written = inner.write_into(target.inner.as_mut());
        if written {
            (target.stage, target.swapped) = (self.stage, self.swapped);
        }
        written
    }
}
