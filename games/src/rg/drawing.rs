//! Drawing positions that a player cannot tell from the true one.
//!
//! The worlds of a player are computed move by move, and kept from one drawing to the next, since a search draws thousands of times from the same
//! knowledge. A game is drawn backwards, from the last state to the first: its probability is in proportion to that of what chance did in it. Where there
//! are too many worlds, the rest of the game is drawn forwards, move by move among those that look right, and taken back where it leads nowhere.

use super::history::{History, Step, actor, start};
use super::rules::Rules;
use super::worlds::{Layer, Way, World, Worlds, draw_by};
use crate::position::Player;
use crate::rng::Rng;
use std::collections::HashMap;
use treebench_rg::{Control, Interpreter, Move as Found, State};

/// Worlds that are kept, after all moves together.
const MOST_WORLDS: usize = 4_096;

/// Moves looked at for the worlds after one move.
const MOST_TRIED: usize = 10_000;

/// States passed by drawing forwards, and moves looked at there, before it is given up.
const MOST_PASSED: usize = 4_000;
const MOST_TRIED_FORWARDS: usize = 30_000;

/// States passed, beyond twice the moves that are left, before drawing forwards begins again: an early move may be the wrong one.
const PATIENCE: usize = 100;

/// A game that looks the same to the player: its last state, and its moves (a determinisation).
pub(super) struct Determinisation {
    pub(super) state: State,
    pub(super) history: History,
}

/// The true game, of which only what the player has seen is used.
#[derive(Clone, Copy)]
pub(super) struct Truth<'p> {
    pub(super) rules: &'p Rules,
    pub(super) history: &'p History,
    pub(super) state: &'p State,
}

impl Truth<'_> {
    /// Whether the same one acts, or the game is over, too.
    fn ends_as(&self, state: &State) -> bool {
        actor(self.rules, state) == actor(self.rules, self.state)
    }

    /// The steps from a state that look to the player as the true one did, each with its probability if chance moves. `tried` grows by the moves looked at.
    fn steps(&self, interpreter: &mut Interpreter, player: Player, number: usize, state: &State, tried: &mut usize) -> Vec<(f64, Step)> {
        *tried += 1;
        let Some(control) = actor(self.rules, state) else { return Vec::new() };
        // The player's own move is known. A fault leaves no step: rules that have one are reported where they are played.
        let found: Vec<Found> = match control {
            Control::Player(mover) if mover == player => {
                self.rules.find(interpreter, state, self.history.code(number)).ok().flatten().into_iter().collect()
            }
            _ => interpreter.moves(state).unwrap_or_default(),
        };
        *tried += found.len();
        let all: u32 = found.iter().map(|found| found.ways).sum();
        let weight = |found: &Found| if control == Control::Random { f64::from(found.ways) / f64::from(all) } else { 1.0 };
        let mut steps = Vec::new();
        for found in found {
            let weight = weight(&found);
            let Ok(step) = Step::new(self.rules, interpreter, control, found) else { continue };
            if self.history.looks_the_same(player, number, step.seen[player]) {
                steps.push((weight, step));
            }
        }
        steps
    }
}

impl Worlds {
    /// Draws a game that looks the same to the player; none if none was found within the limits, or in time.
    pub(super) fn draw(&mut self, truth: Truth<'_>, rng: &mut Rng, in_time: &dyn Fn() -> bool) -> Option<Determinisation> {
        truth.rules.interpret(|interpreter| {
            self.follow(truth, interpreter, in_time)?;
            let last = self.layers.len() - 1;
            if last == truth.history.moves() {
                let ends: Vec<usize> = self.ends(truth).collect();
                let world = self.pick(last, &ends, rng)?;
                return Some(Determinisation {
                    state: self.layers[last].worlds[world].state.clone(),
                    history: self.game_to(last, world, rng, truth.rules)?,
                });
            }
            self.forwards(truth, interpreter, rng, in_time)
        })
    }

    /// The probability with which each game that looks the same is drawn, if it is the same for all.
    pub(super) fn probability(&mut self, truth: Truth<'_>) -> Option<f64> {
        truth.rules.interpret(|interpreter| self.follow(truth, interpreter, &|| true))?;
        let last = self.layers.len() - 1;
        if last < truth.history.moves() {
            return None;
        }
        let (mut games, mut least, mut greatest) = (0.0, f64::INFINITY, 0.0_f64);
        for world in self.ends(truth).map(|world| &self.layers[last].worlds[world]) {
            games += world.games;
            (least, greatest) = (least.min(world.least), greatest.max(world.greatest));
        }
        (greatest - least <= 1e-9 * greatest).then_some(1.0 / games)
    }

    /// The worlds of the last layer in which the one acts who acts in truth.
    fn ends(&self, truth: Truth<'_>) -> impl Iterator<Item = usize> {
        let worlds = self.layers.last().map_or(&[][..], |layer| &layer.worlds);
        (0..worlds.len()).filter(move |&world| truth.ends_as(&worlds[world].state))
    }

    /// Computes the worlds after every move, as far as they are not too many; none if time is up.
    fn follow(&mut self, truth: Truth<'_>, interpreter: &mut Interpreter, in_time: &dyn Fn() -> bool) -> Option<()> {
        let seen = |moves: usize| truth.history.seen(self.player, moves);
        let same =
            self.layers.iter().take(truth.history.moves() + 1).enumerate().take_while(|(moves, layer)| layer.seen == seen(*moves)).count();
        self.layers.truncate(same);
        if self.layers.is_empty() {
            let (state, _) = start(truth.rules).ok()?;
            let world = World { state, weight: 1.0, least: 1.0, greatest: 1.0, games: 1.0, ways: Vec::new() };
            self.layers.push(Layer { seen: seen(0), worlds: vec![world] });
        }
        while self.layers.len() <= truth.history.moves() {
            let seen = truth.history.seen(self.player, self.layers.len());
            if self.too_many == Some(seen) {
                break;
            }
            match self.next_layer(truth, interpreter, in_time)? {
                Some(worlds) => self.layers.push(Layer { seen, worlds }),
                None => self.too_many = Some(seen),
            }
        }
        Some(())
    }

    /// The worlds after the next move, or none if they are too many; nothing if time is up.
    fn next_layer(&self, truth: Truth<'_>, interpreter: &mut Interpreter, in_time: &dyn Fn() -> bool) -> Option<Option<Vec<World>>> {
        let (number, mut tried) = (self.layers.len(), 0);
        let room = MOST_WORLDS.saturating_sub(self.layers.iter().map(|layer| layer.worlds.len()).sum());
        let (mut worlds, mut places): (Vec<World>, HashMap<State, usize>) = (Vec::new(), HashMap::new());
        for (from, world) in self.layers[number - 1].worlds.iter().enumerate() {
            if !in_time() {
                return None;
            }
            for (weight, Step { code, seen, after }) in truth.steps(interpreter, self.player, number, &world.state, &mut tried) {
                let place = *places.entry(after).or_insert_with_key(|after| {
                    worlds.push(World {
                        state: after.clone(),
                        weight: 0.0,
                        least: f64::INFINITY,
                        greatest: 0.0,
                        games: 0.0,
                        ways: Vec::new(),
                    });
                    worlds.len() - 1
                });
                let next = &mut worlds[place];
                next.weight += world.weight * weight;
                (next.least, next.greatest) = (next.least.min(world.least * weight), next.greatest.max(world.greatest * weight));
                next.games += world.games;
                next.ways.push(Way { from, code, seen, weight });
            }
            if worlds.len() > room || tried > MOST_TRIED {
                return Some(None);
            }
        }
        let scale = worlds.iter().map(|world| world.weight).fold(0.0, f64::max);
        for world in &mut worlds {
            world.weight /= scale;
            world.least /= scale;
            world.greatest /= scale;
        }
        Some(Some(worlds))
    }

    /// The history of a game to a world of a layer, drawn backwards.
    fn game_to(&self, layer: usize, world: usize, rng: &mut Rng, rules: &Rules) -> Option<History> {
        let path = self.way_to(layer, world, rng)?;
        let (_, mut history) = start(rules).ok()?;
        path.iter().for_each(|way| history.push(way.code, &way.seen));
        Some(history)
    }

    /// Draws the rest of a game after the last layer forwards.
    fn forwards(
        &self,
        truth: Truth<'_>,
        interpreter: &mut Interpreter,
        rng: &mut Rng,
        in_time: &dyn Fn() -> bool,
    ) -> Option<Determinisation> {
        let last = self.layers.len() - 1;
        let all: Vec<usize> = (0..self.layers[last].worlds.len()).collect();
        let (left, mut passed, mut tried) = (truth.history.moves() - last, 0, 0);
        while passed < MOST_PASSED && tried < MOST_TRIED_FORWARDS {
            let world = self.pick(last, &all, rng)?;
            let until = passed + 2 * left + PATIENCE;
            // The steps of the game so far, and others that could be taken in their place.
            let mut open: Vec<Vec<(f64, Step)>> = Vec::new();
            let mut state = self.layers[last].worlds[world].state.clone();
            while passed < until && tried < MOST_TRIED_FORWARDS && in_time() {
                let number = last + open.len() + 1;
                if number > truth.history.moves() {
                    let mut history = self.game_to(last, world, rng, truth.rules)?;
                    let path = open.iter().filter_map(|steps| steps.last());
                    path.for_each(|(_, step)| history.push(step.code, &step.seen));
                    return Some(Determinisation { state, history });
                }
                passed += 1;
                let mut steps = truth.steps(interpreter, self.player, number, &state, &mut tried);
                if number == truth.history.moves() {
                    steps.retain(|(_, step)| truth.ends_as(&step.after));
                }
                open.push(steps);
                // The step that is taken is the last of its list.
                while let Some(steps) = open.last_mut() {
                    let weights: Vec<f64> = steps.iter().map(|(weight, _)| *weight).collect();
                    if let Some(chosen) = draw_by(&weights, rng) {
                        let end = steps.len() - 1;
                        steps.swap(chosen, end);
                        break;
                    }
                    open.pop();
                    if let Some(before) = open.last_mut() {
                        before.pop();
                    }
                }
                let Some((_, step)) = open.last().and_then(|steps| steps.last()) else { break };
                state.copy_from(&step.after);
            }
            if !in_time() {
                return None;
            }
        }
        None
    }
}
