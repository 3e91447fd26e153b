//! Random moves at the start of a game, the same for all games of a round.

use super::super::openings::is_ongoing;
use super::super::record::{Ending, Failure};
use super::Referee;
use treebench_games::notation::whole_moves;
use treebench_games::{Game, GameInfo, Position, Rng, Scratch, Turn, playout};

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
            loop {
                match self.trial.turn() {
                    Turn::Chance => {
                        let dealt = self.trial.hidden().and_then(|hidden| hidden.dealt(&self.deal));
                        let outcome = dealt.unwrap_or_else(|| self.trial.sample(&mut chance, &mut self.legal));
                        self.trial.apply(outcome);
                    }
                    Turn::Player(_) if self.random.len() < plies => {
                        if playout::finish_move(self.trial.as_mut(), rng, &mut self.scratch).is_none() {
                            break;
                        }
                        self.random.push(self.scratch.submove().to_vec());
                    }
                    Turn::Player(player) if !is_decided(self.trial.as_ref(), player, &self.info) => return Ok(()),
                    Turn::Player(_) | Turn::Over => break,
                }
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

/// Checks that a game may go on after its random moves. Whether it is then decided is found when it is played: that takes longer than a plan may.
///
/// # Errors
/// If it never goes on.
pub(in super::super) fn check_random(game: &dyn Game, plies: u32) -> Result<(), String> {
    let (mut rng, mut scratch, mut legal) = (Rng::from_seed(0), Scratch::default(), Vec::new());
    let (start, plies) = (game.start(), plies as usize);
    let mut position = start.boxed();
    let mut goes_on = || {
        position.copy_from(start.as_ref());
        let mut played = 0;
        while played < plies {
            match position.turn() {
                Turn::Chance => {
                    let outcome = position.sample(&mut rng, &mut legal);
                    position.apply(outcome);
                }
                Turn::Player(_) if playout::finish_move(position.as_mut(), &mut rng, &mut scratch).is_some() => played += 1,
                Turn::Player(_) | Turn::Over => return false,
            }
        }
        position.turn() != Turn::Over
    };
    if (0..DRAWS).any(|_| goes_on()) {
        return Ok(());
    }
    Err(format!("after {} the game is over ({DRAWS} openings drawn)", in_words(plies)))
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
