//! Referees stored games again from their moves, without agents.

use super::adjudication::{Adjudicator, PerfectPlay, Verdict};
use super::annotation::Annotation;
use super::openings::{Openings, opening_start, round_of};
use super::outcome::{continuation, is_sound, lost_by_failure, place};
use super::record::{Ending, GameRecord, seats_of};
use super::settings::{MatchSettings, OnFailure};
use crate::experiment::Cell;
use crate::kinds::catch;
use crate::plan::TaskSeed;
use crate::store::{Record as _, Row};
use std::collections::BTreeMap;
use treebench_games::notation::find_move;
use treebench_games::params::Params as _;
use treebench_games::{GameInfo, Player, Position, Rng, Scratch, Turn, playout};

/// A contradiction between a stored game and its moves or the plan; `None` if they agree. Times, iterations and search results are not checked: only
/// a replay can.
pub(super) fn contradiction(cell: &Cell, task: u32, seed: TaskSeed, row: &Row) -> Option<String> {
    let game = match GameRecord::from_row(row) {
        Ok(game) => game,
        Err(damaged) => return Some(damaged.to_string()),
    };
    let settings = match MatchSettings::from_values(&cell.settings) {
        Ok(settings) => settings,
        Err(error) => return Some(error.to_string()),
    };
    match catch(|| Referee { cell, game: &game, info: cell.game.game.info(), settings: &settings }.judge(task, seed)) {
        Ok(result) => result.err(),
        Err(caught) => Some(format!("the game panicked while its moves were played again: {}", caught.message)),
    }
}

/// A stored game and its rules.
struct Referee<'a> {
    cell: &'a Cell,
    game: &'a GameRecord,
    info: GameInfo,
    settings: &'a MatchSettings,
}

/// A move that an agent chose.
struct AgentTurn {
    /// Its index among the words of the game's moves.
    word: usize,
    player: Player,
    /// The moves of the game after it.
    plies: u32,
}

impl Referee<'_> {
    fn judge(&self, task: u32, seed: TaskSeed) -> Result<(), String> {
        let Referee { cell, game, info, settings } = self;
        if !is_sound(game, info.players, cell.participants.len()) {
            return Err("its lists have not one value per seat".to_owned());
        }
        let seats: Vec<u32> = seats_of(task, info.players, settings.swap_seats).map(|participant| participant as u32).collect();
        expect("seats", &game.seats, &seats)?;
        expect("seed", &game.seed, &seed.to_string())?;
        let round = round_of(task, info.players, settings.swap_seats);
        let openings = Openings::of(cell, settings);
        expect("opening", &game.opening.as_str(), &openings.as_ref().map_or("", |openings| openings.entry(round)))?;
        let mut position = opening_start(cell.game.game.as_ref(), &game.opening)?;
        let turns = self.replay(position.as_mut(), openings.as_ref())?;
        self.check_turns(&turns, position.as_ref())?;
        self.check_end(position.as_mut(), &turns)
    }

    /// Plays the moves; returns those that an agent chose.
    fn replay(&self, position: &mut dyn Position, openings: Option<&Openings>) -> Result<Vec<AgentTurn>, String> {
        let mut turns = Vec::new();
        // Games of earlier versions have none.
        let ends = openings.filter(|_| !self.game.passes.is_empty()).map(Openings::ends).unwrap_or_default();
        let mut passed = Vec::new();
        let (mut plies, given) = (0, self.game.opening_plies);
        let mut begun = None;
        for (number, word) in self.game.moves.split_whitespace().enumerate() {
            let submove = find_move(position, word).map_err(|error| format!("move {}: {error}", number + 1))?;
            if !ends.is_empty() && ends.contains(&place(&position.notation())) {
                passed.push(continuation(&position.notation(), self.game.moves.split_whitespace().skip(number)));
            }
            if let Turn::Player(player) = position.turn() {
                plies += 1;
                if plies > given {
                    begun.get_or_insert_with(|| (position.notation(), number));
                    turns.push(AgentTurn { word: number, player, plies });
                }
            }
            submove.iter().for_each(|&m| position.apply(m));
        }
        expect("plies", &self.game.plies, &plies)?;
        if given > plies {
            return Err(format!("opening_plies is {given}, but the game has {plies} moves"));
        }
        // Games of earlier versions have none.
        if let Some((position, from)) = begun.filter(|_| self.game.continuation != 0) {
            let right = continuation(&position, self.game.moves.split_whitespace().skip(from));
            expect("continuation", &self.game.continuation, &right)?;
        }
        passed.retain(|hash| *hash != self.game.continuation);
        expect("passes", &self.game.passes, &passed)?;
        Ok(turns)
    }

    /// Checks that the recorded turns are the moves made, plus one for a seat that failed or resigned in its turn.
    fn check_turns(&self, turns: &[AgentTurn], position: &dyn Position) -> Result<(), String> {
        let last = |seat: usize| match self.game.ending {
            Ending::Resignation => position.turn() == Turn::Player(seat),
            Ending::AgentError | Ending::Timeout | Ending::Void => true,
            Ending::Rules | Ending::LengthCap | Ending::Adjudication => false,
        };
        for (seat, &booked) in self.game.turns.iter().enumerate() {
            let made = turns.iter().filter(|turn| turn.player == seat).count() as u64;
            if booked != made && !(last(seat) && booked == made + 1) {
                return Err(format!("turns of seat {seat} are {booked}, but it made {made} moves"));
            }
        }
        Ok(())
    }

    /// The adjudication by the scores of its turns, or by perfect play, and whether only the scores of the loser say it.
    fn adjudicated(&self, position: &dyn Position, turns: &[AgentTurn]) -> Result<Option<(Verdict, bool)>, String> {
        let annotations: BTreeMap<usize, Annotation> =
            Annotation::read(&self.game.annotations).into_iter().map(|annotation| (annotation.word, annotation)).collect();
        let mut adjudicator = Adjudicator::default();
        for &AgentTurn { word, player, plies } in turns {
            let evaluation = annotations.get(&word).and_then(|annotation| annotation.evaluation);
            adjudicator.turn(self.settings, player, evaluation.map(|evaluation| evaluation.score.centipawns()), plies);
        }
        if let Some(verdict) = adjudicator.verdict(self.settings) {
            return Ok(Some((verdict, adjudicator.is_one_sided(verdict, self.settings))));
        }
        match (PerfectPlay::of(self.info, self.settings).map_err(|error| error.message)?, position.turn()) {
            (Some(mut perfect), Turn::Player(player)) => Ok(perfect.verdict(position, player)?.map(|verdict| (verdict, false))),
            _ => Ok(None),
        }
    }

    fn check_end(&self, position: &mut dyn Position, turns: &[AgentTurn]) -> Result<(), String> {
        let Referee { game, info, settings, .. } = self;
        let (low, high) = info.scores;
        let over = |position: &mut dyn Position| match position.turn() {
            Turn::Over => true,
            Turn::Chance => false,
            // What is drawn here decides nothing, so that any generator does.
            Turn::Player(_) => {
                position.is_split() && playout::finish_move(position, &mut Rng::from_seed(0), &mut Scratch::default()).is_none()
            }
        };
        let scores: Vec<f64> = match game.ending {
            Ending::Rules => {
                let mut end = position.boxed();
                if !over(end.as_mut()) {
                    return Err("ending is `rules`, but the game goes on after the last move".to_owned());
                }
                (0..info.players).map(|player| end.score(player)).collect()
            }
            Ending::LengthCap => {
                expect("plies of a game that was cut off", &game.plies, &settings.max_moves)?;
                vec![low + settings.cap_share(info.players) * (high - low); info.players]
            }
            Ending::Resignation => {
                let Turn::Player(loser) = position.turn() else {
                    return Err("ending is `resignation`, but it is nobody's turn after the last move".to_owned());
                };
                if info.players != 2 || info.graded {
                    return Err("ending is `resignation`, which this game does not know".to_owned());
                }
                (0..info.players).map(|player| if player == loser { low } else { high }).collect()
            }
            Ending::Adjudication => match self.adjudicated(position, turns)? {
                // Games of earlier versions do not say it.
                Some((_, false)) if game.one_sided != 0 => return Err("one_sided is 1, but both players agreed on the result".to_owned()),
                Some((verdict, _)) => verdict.scores(info),
                None => {
                    return Err(
                        "ending is `adjudication`, but neither the scores of its turns nor the solver or tablebases say how it ends"
                            .to_owned(),
                    );
                }
            },
            Ending::AgentError | Ending::Timeout | Ending::Void => match game.culprit {
                Some(culprit) if settings.failure == OnFailure::Loss => lost_by_failure(info, culprit as usize),
                _ => Vec::new(),
            },
        };
        expect("scores", &game.scores, &scores)
    }
}

/// Compares a stored value with the correct one.
fn expect<T: PartialEq + std::fmt::Debug>(what: &str, stored: &T, right: &T) -> Result<(), String> {
    if stored == right { Ok(()) } else { Err(format!("{what}: stored {stored:?}, right is {right:?}")) }
}
