//! Phantom games: two players put stones on a board and see only their own. Who tries a cell that the other one has taken learns that, and tries again; the
//! other one notices each try, but not where.

use crate::capabilities::Information;
use crate::{GameInfo, Move, NotationError, Player, Position, Rng, Turn, hash};
use std::fmt::Write as _;

/// The maximum number of cells of a board.
const MOST: usize = 25;

/// A try of the other player, as one notices it.
const UNSEEN: u8 = u8::MAX;

/// The board of a phantom game.
pub(super) trait Board: Clone + Send + Sync + 'static {
    /// The game's name.
    const NAME: &'static str;

    /// The number of columns and rows.
    fn size(&self) -> (u8, u8);

    /// Whether these stones win for a player.
    fn wins(&self, player: Player, stones: u32) -> bool;
}

/// The facts of a phantom game.
pub(super) fn info() -> GameInfo {
    GameInfo { hidden: true, ..GameInfo::win_draw_loss(2) }
}

/// The start of a game on this board.
pub(super) fn start<B: Board>(board: B) -> Box<dyn Position> {
    Box::new(Phantom::new(board))
}

/// The position after these tries: cells in their order, or `-`.
pub(super) fn parse<B: Board>(board: B, text: &str) -> Result<Box<dyn Position>, NotationError> {
    let mut phantom = Phantom::new(board);
    for word in text.split(' ').filter(|_| text != "-") {
        let legal = <dyn Position>::move_list(&phantom).into_iter().find(|m| phantom.name(m.0 as u8) == word);
        let m = legal.ok_or_else(|| {
            NotationError::new(format!(
                "`{text}` is not a position of {}: `{word}` cannot be tried there; expected cells in the order of the tries, as in `a1 b2`, or `-`",
                B::NAME
            ))
        })?;
        phantom.apply(m);
    }
    Ok(Box::new(phantom))
}

/// A player's try.
#[derive(Clone, Copy, Debug, Default)]
struct Try {
    player: u8,
    cell: u8,
}

/// The winner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    Won(Player),
    Drawn,
}

#[derive(Clone, Debug)]
struct Phantom<B> {
    board: B,
    tries: [Try; 2 * MOST],
    length: u8,
    /// The cells that each player has tried, as bits.
    tried: [u32; 2],
    /// The stones of each player.
    stones: [u32; 2],
    mover: Player,
    end: Option<End>,
}

fn bit(cell: u8) -> u32 {
    1 << cell
}

fn cells(bits: u32) -> impl Iterator<Item = u8> {
    (0..MOST as u8).filter(move |&cell| bits & bit(cell) != 0)
}

impl<B: Board> Phantom<B> {
    fn new(board: B) -> Phantom<B> {
        Phantom { board, tries: [Try::default(); 2 * MOST], length: 0, tried: [0; 2], stones: [0; 2], mover: 0, end: None }
    }

    fn tries(&self) -> &[Try] {
        &self.tries[..usize::from(self.length)]
    }

    fn all_cells(&self) -> u32 {
        let (columns, rows) = self.board.size();
        (1 << (columns * rows)) - 1
    }

    fn name(&self, cell: u8) -> String {
        let columns = self.board.size().0;
        format!("{}{}", char::from(b'a' + cell % columns), 1 + cell / columns)
    }

    /// Whether a try has put a stone there.
    fn is_placed(&self, Try { player, cell }: Try) -> bool {
        self.stones[usize::from(player)] & bit(cell) != 0
    }

    /// A player's knowledge besides the tries.
    fn status(&self, player: Player) -> &'static str {
        match self.end {
            Some(End::Drawn) => "drawn",
            Some(End::Won(winner)) => ["won by the first", "won by the second"][winner],
            None if self.mover == player => "to move",
            None => "waits",
        }
    }

    /// The rows of a board with these stones.
    fn rows(&self, shown: [u32; 2]) -> Vec<String> {
        let (columns, rows) = self.board.size();
        let letter = |cell| match shown.map(|stones| stones & bit(cell) != 0) {
            [true, _] => 'x',
            [_, true] => 'o',
            _ => '.',
        };
        (0..rows).map(|row| (0..columns).map(|column| letter(row * columns + column)).collect()).collect()
    }

    /// The stones that a player sees: its own, and those of the other player that it has discovered.
    fn seen(&self, player: Player) -> [u32; 2] {
        self.stones.map(|stones| stones & self.tried[player])
    }
}

impl<B: Board> Position for Phantom<B> {
    fn turn(&self) -> Turn {
        if self.end.is_some() { Turn::Over } else { Turn::Player(self.mover) }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        if self.end.is_none() {
            out.extend(cells(self.all_cells() & !self.tried[self.mover]).map(|cell| Move(cell.into())));
        }
    }

    fn apply(&mut self, m: Move) {
        let (cell, player) = (m.0 as u8, self.mover);
        self.tries[usize::from(self.length)] = Try { player: player as u8, cell };
        self.length += 1;
        self.tried[player] |= bit(cell);
        if self.stones[1 - player] & bit(cell) != 0 {
            return;
        }
        self.stones[player] |= bit(cell);
        if self.board.wins(player, self.stones[player]) {
            self.end = Some(End::Won(player));
        } else if self.stones[0] | self.stones[1] == self.all_cells() {
            self.end = Some(End::Drawn);
        } else {
            self.mover = 1 - player;
        }
    }

    fn score(&self, player: Player) -> f64 {
        match self.end {
            Some(End::Won(winner)) => f64::from(u8::from(winner == player)),
            _ => 0.5,
        }
    }

    fn key(&self) -> u64 {
        self.tries().iter().fold(0, |key, one| hash::key(&(key, one.cell)))
    }

    fn notation(&self) -> String {
        let words: Vec<String> = self.tries().iter().map(|one| self.name(one.cell)).collect();
        if words.is_empty() { "-".to_owned() } else { words.join(" ") }
    }

    fn write_move(&self, submove: &[Move], out: &mut String) {
        submove.iter().for_each(|m| out.push_str(&self.name(m.0 as u8)));
    }

    /// The board, and beside it what each player sees.
    fn draw(&self) -> String {
        let width = usize::from(self.board.size().0).max("x sees".len()) + 3;
        let mut text = format!("{:width$}{:width$}o sees\n", "board", "x sees");
        let [x, o] = [0, 1].map(|player| self.rows(self.seen(player)));
        for ((board, x), o) in self.rows(self.stones).iter().zip(&x).zip(&o) {
            let _ = writeln!(text, "{board:width$}{x:width$}{o}");
        }
        text
    }

    fn information(&self) -> Option<&dyn Information> {
        Some(self)
    }
}

impl<B: Board> Information for Phantom<B> {
    fn players(&self) -> usize {
        2
    }

    fn known(&self, player: Player) -> String {
        let word = |one: &Try| match (usize::from(one.player) == player, self.is_placed(*one)) {
            (false, _) => "? ".to_owned(),
            (true, true) => self.name(one.cell) + " ",
            (true, false) => self.name(one.cell) + "! ",
        };
        self.tries().iter().map(word).collect::<String>() + self.status(player)
    }

    fn legend(&self) -> &'static str {
        "all tries in turn: yours by their cells, with `!` where a stone of the other player was; `?` for those of the other player; \
         then whether you are to move"
    }

    fn known_key(&self, player: Player) -> u64 {
        let cell = |one: &Try| if usize::from(one.player) == player { one.cell } else { UNSEEN };
        let end = hash::key(&(player, self.stones[player], self.status(player)));
        self.tries().iter().fold(end, |key, one| hash::key(&(key, cell(one))))
    }

    /// Draws the other player's stones one by one among the consistent cells, and its discoveries among the possible stones. Where stones hardly fit without a win,
    /// whole sets are drawn.
    fn resample_into(&self, player: Player, rng: &mut Rng, target: &mut dyn Position) -> bool {
        let mut stones = HiddenStones::new(self, player);
        if !stones.place(0, rng) && !stones.place_sets(rng) {
            return false;
        }
        let mut placed = stones.placed.into_iter();
        let mut drawn = Phantom::new(self.board.clone());
        for one in self.tries() {
            let cell = if usize::from(one.player) == player {
                Some(one.cell)
            } else if self.is_placed(*one) {
                placed.next()
            } else {
                // A stone that it has not come upon before; as many are there as in truth.
                rng.pick(&cells(drawn.stones[player] & !drawn.tried[1 - player]).collect::<Vec<u8>>())
            };
            drawn.apply(Move(cell.unwrap_or(one.cell).into()));
        }
        target.copy_from(&drawn);
        true
    }
}

/// Stones tried one by one before whole sets are drawn. Fewer than one drawing in a hundred comes that far on the largest board.
const MOST_TRIED: usize = 1_000;

/// Sets drawn before drawing is given up.
const MOST_SETS: usize = 1_000;

/// The stones of the other player, in the order in which they could have been placed.
struct HiddenStones<'p, B> {
    phantom: &'p Phantom<B>,
    other: Player,
    count: usize,
    /// Where they can be.
    free: u32,
    /// Cells that the player has come upon, and how many stones were there by then.
    deadlines: Vec<(u8, usize)>,
    placed: Vec<u8>,
    /// Stones tried so far.
    tried: usize,
}

impl<'p, B: Board> HiddenStones<'p, B> {
    fn new(phantom: &'p Phantom<B>, player: Player) -> HiddenStones<'p, B> {
        let (mut deadlines, mut there) = (Vec::new(), 0);
        for one in phantom.tries() {
            match (usize::from(one.player) == player, phantom.is_placed(*one)) {
                (true, false) => deadlines.push((one.cell, there)),
                (false, true) => there += 1,
                _ => {}
            }
        }
        let free = phantom.all_cells() & !phantom.stones[player];
        HiddenStones { phantom, other: 1 - player, count: there, free, deadlines, placed: Vec::new(), tried: 0 }
    }

    /// Places the stones from this one on; `false`, and nothing, if those before leave no way, or after too many tries. The true stones are a way for the first.
    fn place(&mut self, number: usize, rng: &mut Rng) -> bool {
        if number == self.count {
            return true;
        }
        let mut candidates: Vec<u8> = cells(self.free).filter(|cell| !self.placed.contains(cell)).collect();
        while !candidates.is_empty() && self.tried < MOST_TRIED {
            self.tried += 1;
            let cell = candidates.swap_remove(rng.below(candidates.len()));
            self.placed.push(cell);
            if self.is_possible() && self.place(number + 1, rng) {
                return true;
            }
            self.placed.pop();
        }
        false
    }

    /// Draws sets of cells, those that the player has come upon among them, until one does not win too early, and an order in time for the deadlines. Where
    /// only few sets fit, most orders of the first stones lead nowhere, and are too many to go through.
    fn place_sets(&mut self, rng: &mut Rng) -> bool {
        let met = self.deadlines.iter().fold(0, |met, &(cell, _)| met | bit(cell));
        let others: Vec<u8> = cells(self.free & !met).collect();
        (0..MOST_SETS).any(|_| {
            let (mut left, mut set) = (others.clone(), met);
            while (set.count_ones() as usize) < self.count {
                set |= bit(left.swap_remove(rng.below(left.len())));
            }
            self.order(set, rng)
        })
    }

    /// Orders the stones of a set; `false`, and none, if it wins although the game was not won, or is no win although it was.
    fn order(&mut self, set: u32, rng: &mut Rng) -> bool {
        if self.phantom.end != Some(End::Won(self.other)) && self.phantom.board.wins(self.other, set) {
            return false;
        }
        while self.placed.len() < self.count {
            let mut candidates: Vec<u8> = cells(set).filter(|cell| !self.placed.contains(cell)).collect();
            loop {
                if candidates.is_empty() {
                    self.placed.clear();
                    return false;
                }
                self.placed.push(candidates.swap_remove(rng.below(candidates.len())));
                if self.is_possible() {
                    break;
                }
                self.placed.pop();
            }
        }
        true
    }

    /// Whether what was placed keeps the deadlines, leaves room for them, and wins if and only if the game is won by it.
    fn is_possible(&self) -> bool {
        let placed = self.placed.len();
        let missing = |by: usize| self.deadlines.iter().filter(|(cell, deadline)| *deadline <= by && !self.placed.contains(cell)).count();
        let stones = self.placed.iter().fold(0, |stones, &cell| stones | bit(cell));
        let won = placed == self.count && self.phantom.end == Some(End::Won(self.other));
        (placed..=self.count).all(|by| missing(by) <= by - placed) && self.phantom.board.wins(self.other, stones) == won
    }
}
