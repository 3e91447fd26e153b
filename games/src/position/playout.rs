//! Random play: the plain form that every game inherits, with backtracking out of dead ends.

use super::{Player, Position, Turn, chance_of};
use crate::moves::Move;
use crate::rng::Rng;

/// The outcome of a playout.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Playout {
    /// Whole moves made by players: the nodal states counted in Table 1 of the split-moves paper.
    pub moves: u32,
    /// Semimoves made by players, including those later taken back: all states in the same table.
    pub semimoves: u32,
    /// Whether the game is over; `false` means that the cap cut it off.
    pub over: bool,
}

impl Playout {
    /// A playout of a game in which every semimove is a move.
    pub const fn orthodox(moves: u32, over: bool) -> Playout {
        Playout { moves, semimoves: moves, over }
    }

    /// Plays such a game to the end or to the cap, by a function that makes a move.
    #[inline(always)]
    pub(crate) fn of_plies<B>(
        board: &mut B,
        rng: &mut Rng,
        cap: u32,
        is_over: impl Fn(&B) -> bool,
        ply: impl Fn(&mut B, &mut Rng),
    ) -> Playout {
        let (mut moves, mut over) = (0, is_over(board));
        while !over && moves < cap {
            ply(board, rng);
            moves += 1;
            over = is_over(board);
        }
        Playout::orthodox(moves, over)
    }
}

/// The whole moves of a playout in order, for action-based statistics.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    semimoves: Vec<Move>,
    /// The end of each move in the list of semimoves, and the player who made it.
    ends: Vec<(u32, u32)>,
}

impl Trace {
    /// Forgets them.
    #[inline]
    pub fn clear(&mut self) {
        self.semimoves.clear();
        self.ends.clear();
    }

    /// Appends a whole move.
    #[inline]
    pub fn push(&mut self, player: Player, submove: &[Move]) {
        self.semimoves.extend_from_slice(submove);
        self.end(player);
    }

    /// Appends a semimove of the move that [`end`](Self::end) will close.
    #[inline]
    pub fn push_semimove(&mut self, semimove: Move) {
        self.semimoves.push(semimove);
    }

    /// Takes back the last semimove of the open move.
    #[inline]
    pub fn take_back(&mut self) {
        debug_assert!(!self.open().is_empty());
        self.semimoves.pop();
    }

    /// Closes a whole move.
    #[inline]
    pub fn end(&mut self, player: Player) {
        self.ends.push((self.semimoves.len() as u32, player as u32));
    }

    /// Takes back the last whole move: its semimoves are appended to `semimoves` (given empty), in order.
    pub fn take_back_move(&mut self, semimoves: &mut Vec<Move>) {
        debug_assert!(self.open().is_empty());
        self.ends.pop();
        semimoves.extend_from_slice(self.open());
        self.semimoves.truncate(self.semimoves.len() - semimoves.len());
    }

    /// The semimoves of the move that is not yet closed.
    #[inline]
    pub fn open(&self) -> &[Move] {
        &self.semimoves[self.ends.last().map_or(0, |end| end.0 as usize)..]
    }

    /// All semimoves, one move after the other.
    #[inline]
    pub fn semimoves(&self) -> &[Move] {
        &self.semimoves
    }

    /// The number of whole moves.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The player of every semimove, if each is a whole move.
    pub fn players_of_single_semimoves(&self) -> Option<impl Iterator<Item = Player>> {
        // All are compared, without a way out before the end, which is a loop without branches.
        let apart = self.ends.iter().zip(1..).fold(0, |apart, (&(end, _), k)| apart | (end ^ k));
        let singles = apart == 0 && self.ends.len() == self.semimoves.len();
        singles.then(|| self.ends.iter().map(|&(_, player)| player as Player))
    }

    /// The players who made the whole moves, and the number of semimoves of each.
    pub fn lengths(&self) -> impl Iterator<Item = (Player, usize)> {
        let mut start = 0;
        self.ends.iter().map(move |&(end, player)| (player as Player, (end - std::mem::replace(&mut start, end)) as usize))
    }

    /// Whether there are no moves.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The whole moves with the players who made them.
    #[inline]
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Player, &[Move])> {
        (0..self.ends.len()).map(|k| {
            let start = if k == 0 { 0 } else { self.ends[k - 1].0 };
            let (end, player) = self.ends[k];
            (player as Player, &self.semimoves[start as usize..end as usize])
        })
    }
}

/// Buffers that a searching thread lends to playouts, so that these allocate nothing once warm.
#[derive(Default)]
pub struct Scratch {
    /// For the list of legal semimoves.
    pub moves: Vec<Move>,
    /// The start of a split move, and the untried semimoves at each of its depths.
    levels: Vec<Level>,
    /// The semimoves of the last move drawn.
    submove: Vec<Move>,
}

/// One semimove deep inside a split move: the position there and the semimoves not yet tried.
struct Level {
    position: Box<dyn Position>,
    untried: Vec<Move>,
}

/// Uniform random play as [`Position::playout`] promises it.
pub fn uniform<P: Position + ?Sized>(position: &mut P, rng: &mut Rng, cap: u32, scratch: &mut Scratch) -> Playout {
    play(position, rng, cap, scratch, |_, _| ())
}

/// The same, recording the moves as [`Position::playout_traced`] promises.
pub fn traced<P: Position + ?Sized>(position: &mut P, rng: &mut Rng, cap: u32, scratch: &mut Scratch, trace: &mut Trace) -> Playout {
    play(position, rng, cap, scratch, |player, submove| trace.push(player, submove))
}

fn play<P: Position + ?Sized>(
    position: &mut P,
    rng: &mut Rng,
    cap: u32,
    scratch: &mut Scratch,
    mut note: impl FnMut(Player, &[Move]),
) -> Playout {
    let mut done = Playout::default();
    loop {
        match position.turn() {
            Turn::Over => return Playout { over: true, ..done },
            Turn::Chance => {
                let outcome = chance_of(position).sample(rng, &mut scratch.moves);
                position.apply(outcome);
            }
            Turn::Player(_) if done.moves == cap => return done,
            Turn::Player(player) if position.is_split() => match finish_move(position, rng, scratch) {
                Some(tried) => {
                    note(player, &scratch.submove);
                    done.semimoves += tried;
                    done.moves += 1;
                }
                None => return Playout { over: true, ..done },
            },
            Turn::Player(player) => {
                position.playout_moves(&mut scratch.moves);
                let m = scratch.moves[rng.below(scratch.moves.len())];
                note(player, &[m]);
                position.apply(m);
                done.moves += 1;
                done.semimoves += 1;
            }
        }
    }
}

/// The maximum number of semimoves that [`finish_move`] tries, so that rules with dead ends everywhere cannot keep it busy forever: a few seconds.
const MOST_TRIED: u32 = 1 << 22;

/// Plays random semimoves up to the next nodal position, backtracking out of dead ends (split-moves paper, Alg. 1, the random move with
/// backtracking).
///
/// Returns the number of semimoves tried, with the semimoves played in [`Scratch::submove`]; or `None`, with the position unchanged, if
/// every way from here is a dead end. It also returns `None` if the search for moves exceeded a limit; the position then has a
/// [fault](crate::capabilities::RulesPosition::fault).
pub fn finish_move<P: Position + ?Sized>(position: &mut P, rng: &mut Rng, scratch: &mut Scratch) -> Option<u32> {
    let mut tried = 0;
    let mut depth = 0;
    scratch.submove.clear();
    enter(position, scratch, depth);
    loop {
        let Level { position: here, untried } = &mut scratch.levels[depth];
        if untried.is_empty() {
            position.copy_from(here.as_ref());
            // After an exceeded limit it is unknown what is a dead end.
            if depth == 0 || here.fault().is_some() {
                return None;
            }
            depth -= 1;
            scratch.submove.pop();
            continue;
        }
        let m = untried.swap_remove(rng.below(untried.len()));
        if tried == MOST_TRIED {
            position.copy_from(scratch.levels[0].position.as_ref());
            if let Some(described) = position.described() {
                described.give_up();
            }
            return None;
        }
        position.copy_from(here.as_ref());
        position.apply(m);
        tried += 1;
        scratch.submove.push(m);
        if position.is_nodal() {
            return Some(tried);
        }
        depth += 1;
        enter(position, scratch, depth);
    }
}

/// Records the position at this depth and lists its semimoves.
fn enter<P: Position + ?Sized>(position: &P, scratch: &mut Scratch, depth: usize) {
    if depth == scratch.levels.len() {
        scratch.levels.push(Level { position: position.boxed(), untried: Vec::new() });
    }
    let level = &mut scratch.levels[depth];
    position.store_in(&mut level.position);
    // Called on the copy, which remains: it records a limit exceeded by the search for moves.
    level.position.moves(&mut level.untried);
}

impl Scratch {
    /// The semimoves that [`finish_move`] left untried at the n-th semimove of its move, without those found to be dead ends.
    pub fn untried(&self, n: usize) -> &[Move] {
        &self.levels[n].untried
    }

    /// The semimoves that [`finish_move`] played last.
    pub fn submove(&self) -> &[Move] {
        &self.submove
    }
}
