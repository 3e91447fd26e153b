//! Random moves at the start of a game, the same for all games of a round.

use super::super::openings::is_ongoing;
use super::super::record::{Ending, Failure};
use super::Referee;
use treebench_games::notation::whole_moves;
use treebench_games::{Game, GameInfo, Move, Player, Position, Rng, Scratch, Turn, playout};

/// The stream of a task's seed from which its random moves are drawn.
pub(super) const STREAM: u64 = u64::MAX;

/// The maximum number of redraws of random moves that lead to a decided position.
const DRAWS: u32 = 1000;

impl Referee {
    /// Draws random moves that lead to an undecided position, with the same outcomes of chance as in the game.
    pub(super) fn draw_random(&mut self, rng: &mut Rng) -> Result<(), Failure> {
        let plies = self.settings.random_plies as usize;
        self.random.clear();
        self.played = 0;
        if plies == 0 {
            return Ok(());
        }
        for _ in 0..DRAWS {
            self.trial.copy_from(self.position.as_ref());
            self.random.clear();
            let mut chance = self.chance.clone();
            let outcome = |trial: &dyn Position| {
                let dealt = trial.hidden().and_then(|hidden| hidden.dealt(&self.deal));
                dealt.unwrap_or_else(|| trial.sample(&mut chance, &mut self.legal))
            };
            let made = |submove: &[Move]| self.random.push(submove.to_vec());
            if let Some(player) = play_random(self.trial.as_mut(), plies, rng, &mut self.scratch, outcome, made)
                && !is_decided(self.trial.as_ref(), player, &self.info)
            {
                return Ok(());
            }
        }
        let moves = in_words(plies);
        let message = format!(
            "after {moves} the game is always decided: it is over, the player to move can win at once, or every move ends it with the same \
             scores ({DRAWS} openings drawn)"
        );
        Err(Failure { ending: Ending::Void, kind: "", culprit: None, message })
    }
}

fn in_words(plies: usize) -> String {
    if plies == 1 { "1 random move".to_owned() } else { format!("{plies} random moves") }
}

/// Plays random moves with these outcomes of chance, and calls `made` with each. The player to move after them; none if the game is over, or a move cannot be
/// completed.
fn play_random(
    position: &mut dyn Position,
    plies: usize,
    rng: &mut Rng,
    scratch: &mut Scratch,
    mut outcome: impl FnMut(&dyn Position) -> Move,
    mut made: impl FnMut(&[Move]),
) -> Option<Player> {
    let mut played = 0;
    loop {
        match position.turn() {
            Turn::Chance => {
                let outcome = outcome(position);
                position.apply(outcome);
            }
            Turn::Player(player) if played == plies => return Some(player),
            Turn::Player(_) => {
                playout::finish_move(position, rng, scratch)?;
                made(scratch.submove());
                played += 1;
            }
            Turn::Over => return None,
        }
    }
}

/// Checks that a game may go on after its random moves. Whether it is then decided is found when it is played: that takes longer than a plan may.
///
/// # Errors
/// If it never goes on.
pub(in super::super) fn check_random(game: &dyn Game, plies: u32) -> Result<(), String> {
    let (mut rng, mut chance, mut scratch, mut legal) = (Rng::from_seed(0), Rng::from_seed(1), Scratch::default(), Vec::new());
    let start = game.start();
    let mut position = start.boxed();
    let mut goes_on = || {
        position.copy_from(start.as_ref());
        let outcome = |position: &dyn Position| position.sample(&mut chance, &mut legal);
        play_random(position.as_mut(), plies as usize, &mut rng, &mut scratch, outcome, |_| ()).is_some()
    };
    if (0..DRAWS).any(|_| goes_on()) {
        return Ok(());
    }
    Err(format!("after {} the game is over ({DRAWS} openings drawn)", in_words(plies as usize)))
}

/// Whether a position with `player` to move is decided: no moves, a move that ends the game with the best possible score, or all moves end it with
/// the same scores. Oracles are not asked: in games that know their values, every position is decided.
fn is_decided(position: &dyn Position, player: usize, info: &GameInfo) -> bool {
    let mut ends = Vec::new();
    let mut open = false;
    for submove in whole_moves(position) {
        let mut next = position.boxed();
        submove.iter().for_each(|&m| next.apply(m));
        if !is_ongoing(next.as_ref()) {
            let scores: Vec<f64> = (0..info.players).map(|player| next.score(player)).collect();
            if scores[player] >= info.scores.1 {
                return true;
            }
            ends.push(scores);
        } else {
            open = true;
        }
    }
    !open && ends.windows(2).all(|pair| pair[0] == pair[1])
}
