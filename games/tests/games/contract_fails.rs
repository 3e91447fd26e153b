//! The contract detects broken games: every fault below must give the right message.

use std::sync::Arc;
use treebench_games::testing::SplitGame;
use treebench_games::{
    Captures, Chance, Exchange, Game, GameInfo, Guide, GuidedPlayouts, HiddenSetup, Move, MoveGroups, NotationError, ORTHODOX, Oracle,
    Player, Playout, Position, Rng, RulesPosition, Scratch, Squares, Trace, Turn,
    capabilities::{Piece, Square},
    contract, games,
    params::{ParamError, Value, Values},
    view,
};

/// A fault of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Fault {
    None,
    DuplicateMove,
    KeepsBuffer,
    HighBit,
    CountsOneMore,
    WrongPlayer,
    ScoreOutOfRange,
    MovesAfterEnd,
    NoMovesBeforeEnd,
    NeverEnds,
    SharedMoveNotation,
    NotationForgetsMover,
    ParserTakesNothing,
    ColourCodes,
    PlayoutIgnoresCap,
    PlayoutIsBiased,
    PlayoutUsesOutsideState,
    UnannouncedChance,
    ChanceIsMissing,
    ChanceSumsToHalf,
    ChanceIsDenied,
    DealtIsNoOutcome,
    CaptureIsNoMove,
    CapturesFirstIgnoreCap,
    PostponingMoves,
    CapabilityVanishes,
    KnownScoreIsWrong,
    GroupChanges,
    GuidedIgnoresCap,
    GuidedTableIsSmall,
    WritesNothing,
    SquaresAreMissing,
    SquaresShareAName,
    PieceWithoutMan,
    DeadEndIsOver,
    IntermediateWithoutSplit,
}

use Fault::*;

struct Broken {
    inner: Box<dyn Game>,
    fault: Fault,
}

struct Wrapped {
    inner: Box<dyn Position>,
    fault: Fault,
    plies: u32,
}

impl Clone for Wrapped {
    fn clone(&self) -> Self {
        Wrapped { inner: self.inner.boxed(), ..*self }
    }
}

impl Broken {
    fn wrap(&self, inner: Box<dyn Position>) -> Box<dyn Position> {
        Box::new(Wrapped { inner, fault: self.fault, plies: 0 })
    }
}

impl Game for Broken {
    fn info(&self) -> GameInfo {
        GameInfo {
            chance: matches!(self.fault, ChanceIsMissing | ChanceSumsToHalf | ChanceIsDenied | DealtIsNoOutcome),
            ..self.inner.info()
        }
    }

    fn start(&self) -> Box<dyn Position> {
        self.wrap(self.inner.start())
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        match self.fault {
            ParserTakesNothing => Err(NotationError::new("no")),
            _ => self.inner.parse(notation).map(|inner| self.wrap(inner)),
        }
    }

    fn exchange(&self) -> Exchange {
        match self.fault {
            SquaresAreMissing => Exchange::Pgn { variant: String::new(), fen: false },
            _ => Exchange::Plain,
        }
    }
}

impl Position for Wrapped {
    fn turn(&self) -> Turn {
        match (self.fault, self.inner.turn()) {
            (WrongPlayer, Turn::Player(_)) => Turn::Player(2),
            (NeverEnds, Turn::Over) => Turn::Player(0),
            (UnannouncedChance | ChanceIsMissing | ChanceSumsToHalf | ChanceIsDenied | DealtIsNoOutcome, Turn::Player(1)) => Turn::Chance,
            (DeadEndIsOver, _) if !self.is_nodal() && self.inner.move_list().is_empty() => Turn::Over,
            (_, turn) => turn,
        }
    }

    fn is_nodal(&self) -> bool {
        self.inner.is_nodal()
    }

    fn is_split(&self) -> bool {
        self.fault != IntermediateWithoutSplit && self.inner.is_split()
    }

    fn count_moves(&self, list: &mut Vec<Move>) -> usize {
        self.moves(list);
        list.len() + usize::from(self.fault == CountsOneMore)
    }

    fn moves(&self, out: &mut Vec<Move>) {
        let before = std::mem::take(out);
        self.inner.moves(out);
        match self.fault {
            DuplicateMove => out.extend(out.last().copied()),
            KeepsBuffer => out.extend(before),
            HighBit => out.iter_mut().for_each(|m| m.0 |= 1 << 63),
            MovesAfterEnd if out.is_empty() => out.push(Move(0)),
            NeverEnds if out.is_empty() => out.push(Move(0)),
            NoMovesBeforeEnd if self.plies > 2 => out.clear(),
            _ => {}
        }
    }

    fn apply(&mut self, m: Move) {
        self.plies += 1;
        if !(self.fault == NeverEnds && self.inner.is_over()) {
            self.inner.apply(Move(m.0 & !(1 << 63)));
        }
    }

    fn score(&self, player: Player) -> f64 {
        if self.fault == ScoreOutOfRange { 2.0 } else { self.inner.score(player) }
    }

    fn chance(&self) -> Option<&dyn Chance> {
        (self.fault != ChanceIsMissing).then_some(self as _)
    }

    fn hidden(&self) -> Option<&dyn HiddenSetup> {
        (self.fault != CapabilityVanishes || self.plies == 0).then_some(self as _)
    }

    fn oracle(&self) -> Option<&dyn Oracle> {
        (self.fault == KnownScoreIsWrong).then_some(self as _)
    }

    fn groups(&self) -> Option<&dyn MoveGroups> {
        Some(self)
    }

    fn squares(&self) -> Option<&dyn Squares> {
        matches!(self.fault, SquaresShareAName | PieceWithoutMan).then_some(self as _)
    }

    fn described(&self) -> Option<&dyn RulesPosition> {
        (self.fault == WritesNothing).then_some(self as _)
    }

    fn guided(&mut self) -> Option<&mut dyn GuidedPlayouts> {
        matches!(self.fault, GuidedIgnoresCap | GuidedTableIsSmall).then_some(self as _)
    }

    fn captures(&mut self) -> Option<&mut dyn Captures> {
        Some(self)
    }

    fn playout(&mut self, rng: &mut Rng, cap: u32, scratch: &mut Scratch) -> Playout {
        match self.fault {
            PlayoutIgnoresCap => treebench_games::playout::uniform(self, rng, u32::MAX, scratch),
            PlayoutUsesOutsideState => {
                // The address of a fresh box serves as a clock.
                let address = std::ptr::from_ref(self).addr() as u64;
                treebench_games::playout::uniform(self, &mut Rng::from_seed(address), cap, scratch)
            }
            PlayoutIsBiased => {
                let mut done = Playout::default();
                while !self.is_over_now() && done.moves < cap {
                    self.moves(&mut scratch.moves);
                    self.apply(scratch.moves[0]);
                    done.moves += 1;
                    done.semimoves += 1;
                }
                Playout { over: self.is_over_now(), ..done }
            }
            _ => treebench_games::playout::uniform(self, rng, cap, scratch),
        }
    }

    fn notation(&self) -> String {
        let text = self.inner.notation();
        if self.fault == NotationForgetsMover { text.replace(" o", " x") } else { text }
    }

    fn write_move(&self, submove: &[Move], out: &mut String) {
        if self.fault == SharedMoveNotation { out.push_str("move") } else { self.inner.write_move(submove, out) }
    }

    fn draw(&self) -> String {
        if self.fault == ColourCodes { format!("\x1b[1m{}", self.inner.draw()) } else { self.inner.draw() }
    }
}

impl Oracle for Wrapped {
    fn known_score(&self, _player: Player) -> f64 {
        0.25
    }
}

impl MoveGroups for Wrapped {
    fn group(&self, _semimove: Move) -> u32 {
        if self.fault == GroupChanges { self.plies } else { 0 }
    }
}

impl Squares for Wrapped {
    fn size(&self) -> (usize, usize) {
        (2, 1)
    }

    fn piece(&self, _square: Square) -> Option<Piece> {
        Some(Piece { owner: 0, kind: 'S' })
    }

    fn square_name(&self, (column, _): Square) -> String {
        if self.fault == SquaresShareAName { "a1".to_owned() } else { format!("square {column}") }
    }
}

impl RulesPosition for Wrapped {
    fn fault(&self) -> Option<String> {
        Option::None
    }

    fn give_up(&self) {}

    fn read_move(&self, _text: &str) -> Option<Vec<Move>> {
        Option::None
    }

    fn fen(&self) -> Option<String> {
        Option::None
    }

    fn write_into(&self, _target: &mut dyn Position) -> bool {
        true
    }
}

impl GuidedPlayouts for Wrapped {
    fn codes(&self) -> usize {
        if self.fault == GuidedTableIsSmall { 5 } else { 9 }
    }

    fn playout_guided(&mut self, rng: &mut Rng, _cap: u32, _guide: &Guide<'_>, trace: &mut Trace) -> Playout {
        treebench_games::playout::traced(self, rng, u32::MAX, &mut Scratch::default(), trace)
    }
}

impl Captures for Wrapped {
    fn capturing_moves(&self, out: &mut Vec<Move>) {
        out.clear();
        out.extend((self.fault == CaptureIsNoMove).then_some(Move(1 << 40)));
    }

    fn playout_captures_first(&mut self, rng: &mut Rng, cap: u32, scratch: &mut Scratch) -> Playout {
        let cap = if self.fault == CapturesFirstIgnoreCap { u32::MAX } else { cap };
        treebench_games::capabilities::captures_first(self, rng, cap, scratch)
    }

    fn postpone_draw(&mut self, _moves: u32) {
        if self.fault == PostponingMoves {
            let first = self.inner.move_list().first().copied();
            first.into_iter().for_each(|m| self.inner.apply(m));
        }
    }
}

impl HiddenSetup for Wrapped {
    fn deal(&self, _rng: &mut Rng, deal: &mut Vec<Move>) {
        deal.clear();
    }

    fn dealt(&self, _deal: &[Move]) -> Option<Move> {
        (self.fault == DealtIsNoOutcome).then_some(Move(1 << 40))
    }
}

impl Chance for Wrapped {
    fn probability(&self, _outcome: Move) -> f64 {
        let sum = if self.fault == ChanceSumsToHalf { 0.5 } else { 1.0 };
        sum / self.inner.move_list().len() as f64
    }

    fn is_ahead(&self) -> bool {
        self.fault != ChanceIsDenied
    }
}

impl Wrapped {
    fn is_over_now(&self) -> bool {
        self.turn() == Turn::Over
    }
}

/// The contract's complaint about tic-tac-toe, or the split test game, with this fault.
fn complaint(fault: Fault, split: bool) -> Result<(), String> {
    struct Owned(std::sync::Arc<dyn Game>);
    impl Game for Owned {
        fn info(&self) -> GameInfo {
            self.0.info()
        }
        fn start(&self) -> Box<dyn Position> {
            self.0.start()
        }
        fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
            self.0.parse(notation)
        }
    }
    let inner: Box<dyn Game> = match split {
        true => Box::new(SplitGame::split()),
        false => Box::new(Owned(games().find("tic-tac-toe").unwrap().build(&Values::default()).unwrap())),
    };
    contract::check(&Broken { inner, fault }, 1)
}

#[test]
fn the_wrapper_alone_breaks_nothing() {
    complaint(None, false).unwrap();
    complaint(None, true).unwrap();
}

#[test]
fn every_fault_is_told() {
    for (fault, split, words) in [
        (DuplicateMove, false, "a move is listed twice"),
        (KeepsBuffer, false, "does not empty the buffer first"),
        (HighBit, false, "more than 63 bits"),
        (CountsOneMore, false, "`count_moves` counts 10 of 9 moves"),
        (WrongPlayer, false, "the turn of player 2 of 2"),
        (ScoreOutOfRange, false, "player 0 scores 2, expected 0 to 1"),
        (MovesAfterEnd, false, "the game is over, but there are 1 moves"),
        (NoMovesBeforeEnd, false, "no moves between two whole moves, but the game is not over"),
        (SharedMoveNotation, false, "`move`"),
        (NotationForgetsMover, false, "read back as another"),
        (ParserTakesNothing, false, "is not read back: no"),
        (ColourCodes, false, "the drawing has colour codes"),
        (PlayoutIgnoresCap, false, "a playout with cap 0 made"),
        (PlayoutIsBiased, false, "plain uniform play"),
        (PlayoutUsesOutsideState, false, "differ"),
        (UnannouncedChance, false, "chance acts, though the game says that it never does"),
        (ChanceIsMissing, false, "the position does not offer `chance`"),
        (ChanceSumsToHalf, false, "the probabilities of chance sum to 0.5"),
        (ChanceIsDenied, false, "chance acts, though the position says that it cannot any more"),
        (DealtIsNoOutcome, false, "which is not among the outcomes"),
        (CaptureIsNoMove, false, "a capture is not among the moves"),
        (CapturesFirstIgnoreCap, false, "a playout with cap 0 made"),
        (PostponingMoves, false, "postponing a draw changes"),
        (CapabilityVanishes, false, "the start"),
        (KnownScoreIsWrong, false, "the known score of player 0 is 0.25, expected "),
        (GroupChanges, false, "before"),
        (GuidedIgnoresCap, false, "a playout with cap 0 made"),
        (GuidedTableIsSmall, false, "is not below the size 5"),
        (WritesNothing, false, "it is written into another position as"),
        (SquaresAreMissing, false, "its notation needs squares, which it does not offer"),
        (SquaresShareAName, false, "two squares have one name"),
        (PieceWithoutMan, false, "on square 0 there is a piece: true; in the picture: None"),
        (DeadEndIsOver, true, "a dead end inside a move is reported as the end of the game"),
        (IntermediateWithoutSplit, true, "an intermediate position, though `is_split` is false"),
    ] {
        let error = complaint(fault, split).expect_err(&format!("{fault:?} was not noticed"));
        assert!(error.contains(words), "{fault:?}: {error}");
    }
}

#[test]
fn a_game_without_end_is_told() {
    let error = complaint(NeverEnds, false).unwrap_err();
    assert!(error.contains("a random game is not over after 100000 whole moves"), "{error}");
}

/// Breakthrough whose view `Wide` is another game.
struct TwoGames {
    width: i64,
}

impl TwoGames {
    fn inner(&self) -> Arc<dyn Game> {
        let size = [("width".to_owned(), Value::Int(self.width)), ("height".to_owned(), Value::Int(4))];
        games().find("breakthrough").unwrap().build(&size.into_iter().collect()).unwrap()
    }
}

impl Game for TwoGames {
    fn info(&self) -> GameInfo {
        self.inner().info()
    }

    fn start(&self) -> Box<dyn Position> {
        self.inner().start()
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        self.inner().parse(notation)
    }

    fn splits(&self) -> Vec<String> {
        [ORTHODOX, "Wide"].map(str::to_owned).to_vec()
    }

    fn split(&self) -> &str {
        if self.width == 3 { ORTHODOX } else { "Wide" }
    }

    fn view(&self, split: &str) -> Result<Arc<dyn Game>, ParamError> {
        Ok(Arc::new(TwoGames { width: if split == ORTHODOX { 3 } else { 4 } }))
    }
}

#[test]
fn views_that_are_different_games_are_told() {
    let error = contract::check(&TwoGames { width: 3 }, 1).unwrap_err();
    assert!(error.contains("the views of a game led by `orthodox` differ"), "{error}");
}

#[test]
fn views_are_found_by_name_and_misspelt_ones_are_told() {
    let game: Arc<dyn Game> = Arc::new(SplitGame::orthodox());
    assert_eq!(view(&game, "parts").unwrap().split(), "Parts");
    assert_eq!(view(&view(&game, "Parts").unwrap(), "Orthodox").unwrap().split(), ORTHODOX);
    let error = view(&game, "Part").err().unwrap();
    assert_eq!(error.message, "unknown split `Part`; did you mean `Parts`? (allowed: orthodox, Parts)");
    let rust = games().find("tic-tac-toe").unwrap().build(&Values::default()).unwrap();
    assert_eq!(view(&rust, "Mod").err().unwrap().message, "unknown split `Mod` (allowed: orthodox)");
}
