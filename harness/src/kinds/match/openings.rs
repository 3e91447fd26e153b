//! The openings of games: the entries of a file, and their assignment to tasks.

use super::outcome::place;
use super::settings::{MatchSettings, OpeningsOrder};
use crate::experiment::{Cell, EntryError, EntryFile};
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use treebench_games::exchange::{fen_of_epd, san_move};
use treebench_games::notation::{NotationError, find_move};
use treebench_games::params::Params as _;
use treebench_games::{Exchange, Game, Move, Position, Rng, Scratch, Turn, playout};

/// The setting that names the file.
pub(super) const OPENINGS: &str = "openings";

/// The position with which the record of a game begins.
///
/// # Errors
/// If its opening cannot be used.
pub fn opening_start(game: &dyn Game, entry: &str) -> Result<Box<dyn Position>, String> {
    if entry.is_empty() {
        return Ok(game.start());
    }
    Opening::read(game, entry)
        .map(|opening| opening.start)
        .map_err(|error| format!("the opening `{entry}` cannot be used: {}", error.message))
}

/// The opening of a game.
pub(super) struct Opening {
    /// The entry; empty for the start of the game.
    pub(super) text: String,
    /// The position with which the record begins.
    pub(super) start: Box<dyn Position>,
    /// The whole moves and outcomes of chance from there.
    pub(super) moves: Vec<Vec<Move>>,
}

impl Opening {
    /// The start of the game.
    pub(super) fn none(game: &dyn Game) -> Opening {
        Opening { text: String::new(), start: game.start(), moves: Vec::new() }
    }

    /// Reads an entry: a position in the notation of the game or in EPD, or whole moves and outcomes of chance from its start, separated by spaces,
    /// or both with the word `moves` between them. Moves of chess may be written as in PGN.
    ///
    /// # Errors
    /// If it is invalid, or if the game is over after it.
    pub(super) fn read(game: &dyn Game, text: &str) -> Result<Opening, EntryError> {
        let whole = |message: String| EntryError { at: 0..text.len(), message };
        let (position, moves_at) = text.split_once(MOVES).map_or((text, 0), |(position, _)| (position, position.len() + MOVES.len()));
        let no_position = match parse(game, position) {
            Ok(start) if !start.is_nodal() => {
                return Err(whole("the position is inside a move; openings end after a whole move".to_owned()));
            }
            Ok(start) if is_ongoing(start.as_ref()) => return Opening::follow(game, text, start, moves_at.max(position.len()), None),
            Ok(_) => return Err(whole("the game is over in this position".to_owned())),
            Err(error) => error,
        };
        Opening::follow(game, text, game.start(), moves_at, Some(no_position))
    }

    /// Plays the moves of a text from a byte on.
    fn follow(
        game: &dyn Game,
        text: &str,
        start: Box<dyn Position>,
        first: usize,
        no_position: Option<NotationError>,
    ) -> Result<Opening, EntryError> {
        let whole = |message: String| EntryError { at: 0..text.len(), message };
        let mut here = start.boxed();
        let mut moves: Vec<Vec<Move>> = Vec::new();
        for word in text[first..].split_whitespace() {
            let from = word.as_ptr() as usize - text.as_ptr() as usize;
            let at = from..from + word.len();
            if !is_ongoing(here.as_ref()) {
                return Err(EntryError { at, message: format!("the game is over before `{word}`") });
            }
            let found = find_move(here.as_ref(), word).or_else(|error| san_move(game, here.as_ref(), word).ok_or(error));
            let submove = found.map_err(|error| match &no_position {
                Some(no_position) if moves.is_empty() => whole(format!(
                    "neither a position nor a list of moves from the start, separated by spaces. As a position: {no_position}. As moves: \
                     {error}"
                )),
                _ => EntryError { at, message: format!("move {}: {error}", moves.len() + 1) },
            })?;
            submove.iter().for_each(|&m| here.apply(m));
            moves.push(submove);
        }
        if !is_ongoing(here.as_ref()) {
            return Err(whole("the game is over after these moves".to_owned()));
        }
        Ok(Opening { text: text.to_owned(), start, moves })
    }

    /// The positions that it leads through, as [`place`] names them.
    fn path(&self) -> Vec<u64> {
        let mut here = self.start.boxed();
        let mut path = vec![place(&here.notation())];
        for submove in &self.moves {
            submove.iter().for_each(|&m| here.apply(m));
            path.push(place(&here.notation()));
        }
        path
    }

    /// The whole moves by players among them.
    pub(super) fn plies(&self) -> u32 {
        let mut here = self.start.boxed();
        let mut plies = 0;
        for submove in &self.moves {
            plies += u32::from(here.turn() != Turn::Chance);
            submove.iter().for_each(|&m| here.apply(m));
        }
        plies
    }
}

/// The separator between a position and moves.
const MOVES: &str = " moves ";

/// A position in the notation of the game, or in EPD if the game has FEN.
fn parse(game: &dyn Game, text: &str) -> Result<Box<dyn Position>, NotationError> {
    game.parse(text).or_else(|error| match (game.exchange(), fen_of_epd(text)) {
        (Exchange::Pgn { fen: true, .. }, Some(fen)) => game.parse(&fen),
        _ => Err(error),
    })
}

/// An entry cut after this many moves.
pub(super) fn cut<'e>(game: &dyn Game, entry: &'e str, plies: u32) -> &'e str {
    let first = entry.find(MOVES).map_or(0, |at| at + MOVES.len());
    // A position has no moves to cut.
    if plies == 0 || first == 0 && parse(game, entry).is_ok() {
        return entry;
    }
    let words = entry[first..].split_whitespace().nth(plies as usize);
    words.map_or(entry, |word| entry[..word.as_ptr() as usize - entry.as_ptr() as usize].trim_end())
}

/// Whether a player can move, or chance acts.
pub(super) fn is_ongoing(position: &dyn Position) -> bool {
    match position.turn() {
        Turn::Over => false,
        Turn::Chance => true,
        // What is drawn here decides nothing, so that any generator does.
        Turn::Player(_) => {
            !position.is_split()
                || playout::finish_move(position.boxed().as_mut(), &mut Rng::from_seed(0), &mut Scratch::default()).is_some()
        }
    }
}

/// The openings of a cell in the order in which its rounds take them.
pub(super) struct Openings {
    file: Arc<EntryFile>,
    /// Indices of entries.
    order: Vec<u32>,
    /// The moves after which entries are cut; 0 for none.
    plies: u32,
    game: Arc<dyn Game>,
    /// The name of the game.
    label: String,
}

/// For every entry of a file, the positions that it leads through, as [`place`] names them. None for an entry that cannot be read.
struct Paths(Vec<Vec<u64>>);

impl Openings {
    /// The openings of a cell, if any.
    pub(super) fn of(cell: &Cell, settings: &MatchSettings) -> Option<Openings> {
        let file = Arc::clone(cell.files.get(OPENINGS)?);
        let game = Arc::clone(&cell.game.game);
        let count = file.len() as u32;
        let last = if settings.openings_last == 0 { count } else { settings.openings_last.min(count) };
        let mut order: Vec<u32> = (settings.openings_first.min(last) - 1..last).collect();
        // Lines of moves that differ later only are one opening.
        let mut distinct = BTreeSet::new();
        order.retain(|&entry| {
            settings.openings_plies == 0 || distinct.insert(cut(game.as_ref(), file.entry(entry as usize), settings.openings_plies))
        });
        if settings.openings_order == OpeningsOrder::Shuffled {
            // The key depends on the experiment's seed.
            let mut rng = Rng::new(blake3::derive_key("treebench 2026-11 order of openings", &cell.key.0), 0);
            for last in (1..order.len()).rev() {
                order.swap(last, rng.below(last + 1));
            }
        }
        drop(distinct);
        Some(Openings { file, order, plies: settings.openings_plies, game, label: cell.game.label.clone() })
    }

    /// Those of a cell that takes them in an order of its own.
    pub(super) fn shuffled(cell: &Cell) -> Option<Openings> {
        let settings = MatchSettings::from_values(&cell.settings).ok()?;
        if settings.openings_order == OpeningsOrder::Shuffled { Openings::of(cell, &settings) } else { None }
    }

    /// The task that would have the opening of this one in the order of the file, after as many earlier uses.
    pub(super) fn place(&self, task: u32, players: usize, swap: bool) -> u32 {
        let size = if swap { players as u32 } else { 1 };
        (self.label(round_of(task, players, swap) as usize) as u32).wrapping_mul(size).wrapping_add(task % size)
    }

    /// How many openings of the first `rounds` rounds continue another one of them: agents without random numbers may play one game from both, which
    /// counts twice.
    pub(super) fn nested(&self, rounds: usize) -> u64 {
        let paths = self.paths();
        let used = || self.order.iter().take(rounds).map(|&entry| &paths.0[entry as usize]);
        let ends: HashSet<u64> = used().filter_map(|path| path.last().copied()).collect();
        let passes = |path: &Vec<u64>| path.split_last().is_some_and(|(end, before)| before.iter().any(|p| p != end && ends.contains(p)));
        used().filter(|path| passes(path)).count() as u64
    }

    /// The [places](place) in which agents take over, where there are several: a game that passes one of them may be that of another opening, too.
    pub(super) fn ends(&self) -> HashSet<u64> {
        if self.len() < 2 {
            return HashSet::new();
        }
        let paths = self.paths();
        self.order.iter().filter_map(|&entry| paths.0[entry as usize].last().copied()).collect()
    }

    fn paths(&self) -> Arc<Paths> {
        let read = |entry| Opening::read(self.game.as_ref(), cut(self.game.as_ref(), self.file.entry(entry), self.plies));
        let path = |entry| read(entry).map_or_else(|_| Vec::new(), |opening| opening.path());
        self.file.computed(&format!("paths {} {}", self.label, self.plies), || Paths((0..self.file.len()).map(path).collect()))
    }

    /// The number of openings.
    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    /// The entry of a round's games. The first one follows the last.
    pub(super) fn entry(&self, round: u32) -> &str {
        cut(self.game.as_ref(), self.file.entry(self.order[round as usize % self.order.len()] as usize), self.plies)
    }

    /// A number that a round shares with rounds of other cells with the same opening and the same number of earlier uses.
    pub(super) fn label(&self, round: usize) -> u64 {
        let count = self.order.len();
        u64::from(self.order[round % count]) + (round / count * count) as u64
    }

    /// The file's name for messages.
    pub(super) fn source(&self) -> &str {
        self.file.source()
    }
}

/// The round of a task: a pair of games in which the seats are swapped, or as many games as there are seats. Without swapping, each game is one.
pub(super) fn round_of(task: u32, players: usize, swap: bool) -> u32 {
    if swap { task / players as u32 } else { task }
}

/// A description of a cell's openings for `bench plan`, if games do not begin at the start.
pub(super) fn describe(cell: &Cell, settings: &MatchSettings, games: u32) -> Option<String> {
    let openings = Openings::of(cell, settings);
    if openings.is_none() && settings.random_plies == 0 {
        return None;
    }
    let players = cell.game.game.info().players;
    let rounds = round_of(games.max(1) - 1, players, settings.swap_seats) as usize + 1;
    let unit = match (settings.swap_seats, players) {
        (false, _) | (_, 1) => "game",
        (true, 2) => "pair",
        (true, _) => "round",
    };
    let plural = if rounds == 1 { ("", "s") } else { ("s", "") };
    let of_games = if unit == "game" { "" } else { " of games" };
    let unit = format!("{unit}{}{of_games} begin{}", plural.0, plural.1);
    let random = match settings.random_plies {
        0 => String::new(),
        1 => "1 random move".to_owned(),
        count => format!("{count} random moves"),
    };
    let Some(openings) = openings else { return Some(format!("{rounds} {unit} with {random} each")) };
    let (count, used) = (openings.len(), openings.len().min(rounds));
    let order = match settings.openings_order {
        OpeningsOrder::File => "in the order of the file",
        OpeningsOrder::Shuffled => "shuffled",
    };
    let repeated = if rounds > count { ", some of them more than once" } else { "" };
    let then = if random.is_empty() { String::new() } else { format!(", then {random}") };
    Some(format!("{rounds} {unit} with {used} of the {count} openings in {}, {order}{repeated}{then}", openings.source()))
}
