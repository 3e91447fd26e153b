//! Play guided by the values of actions.

mod choice;
mod candidates;

pub use choice::{Choice, ChoiceRule};

use crate::search::{Edges, MoveLister, Needs, NodeId, PlayoutContext, PlayoutPolicy, Tracing, Tree, finish_uniformly};
use candidates::Candidates;
use treebench_games::{Guide, Move, Player, Playout, Position, Turn};

/// Chooses every semimove by its value, and backs out of dead ends to the next best (split-moves paper, Alg. 4).
pub struct GuidedPlayout {
    /// Moves by players after which a playout is cut off.
    pub cap: u32,
    /// How values become a choice.
    pub choice: Choice,
    /// Whether unvisited children are chosen in the same way ("MAST in the expansion").
    pub in_expansion: bool,
    /// Whether playouts choose whole moves although the view has semimoves (simulation design "orthodox").
    pub whole_moves: bool,
    /// Whether every move is a single semimove, so that a uniformly drawn move can be drawn without listing all.
    pub single: bool,
    memory: Memory,
}

/// Buffers that playouts reuse.
#[derive(Default)]
struct Memory {
    /// One per semimove of the current move.
    levels: Vec<Level>,
    whole_moves_of: MoveLister,
    edges: Edges,
    keys: Vec<f64>,
    ties: Vec<usize>,
    submove: Vec<Move>,
}

/// Where a semimove was chosen.
struct Level {
    position: Box<dyn Position>,
    untried: Candidates,
}

impl Level {
    /// Whether its position may be needed again: to choose something else, if anything is left, or, at the first level, to give it back
    /// unchanged if there are only dead ends.
    fn is_kept(&self, depth: usize) -> bool {
        depth == 0 || self.untried.is_left()
    }
}

impl GuidedPlayout {
    /// The policy that chooses semimoves.
    pub fn new(cap: u32, choice: Choice) -> GuidedPlayout {
        GuidedPlayout { cap, choice, in_expansion: false, whole_moves: false, single: false, memory: Memory::default() }
    }

    /// Plays semimoves until the move is complete; returns `false` and leaves the position unchanged if there are only dead ends. The first
    /// level holds the semimoves of the position if it was `begun` with the decision whether the first choice looks at values.
    fn play_move(
        &mut self,
        position: &mut dyn Position,
        player: Player,
        mut begun: Option<bool>,
        playing: &mut PlayoutContext<'_>,
    ) -> bool {
        let PlayoutContext { rng, actions, learner, .. } = playing;
        let mut depth = 0;
        loop {
            if begun.is_none() {
                self.enter(position, depth);
            }
            loop {
                let level = &mut self.memory.levels[depth];
                let reply = level.untried.reply(player, &**learner, actions);
                let m = match reply {
                    Some(m) => m,
                    None => {
                        let greedy = begun.take().unwrap_or_else(|| self.choice.is_greedy(rng));
                        match level.untried.choose(player, &mut **learner, &self.choice, greedy, actions, rng) {
                            Some(m) => m,
                            None => {
                                if depth == 0 {
                                    return false;
                                }
                                depth -= 1;
                                actions.trace.take_back();
                                let level = &self.memory.levels[depth];
                                if level.is_kept(depth) {
                                    position.copy_from(level.position.as_ref());
                                }
                                continue;
                            }
                        }
                    }
                };
                begun = None;
                if level.is_kept(depth) {
                    position.store_in(&mut level.position);
                }
                position.apply(m);
                actions.trace.push_semimove(m);
                break;
            }
            if position.is_nodal() {
                actions.trace.end(player);
                return true;
            }
            depth += 1;
        }
    }

    /// Lists the semimoves of a position at this depth.
    fn enter(&mut self, position: &dyn Position, depth: usize) {
        if depth == self.memory.levels.len() {
            self.memory.levels.push(Level { position: position.boxed(), untried: Candidates::default() });
        }
        self.memory.levels[depth].untried.list(position);
    }

    /// The whole playout in one call, if the game has a quick way for such values and choices.
    fn play_by_table(&mut self, position: &mut dyn Position, playing: &mut PlayoutContext<'_>) -> Option<Playout> {
        let PlayoutContext { rng, actions, learner, .. } = playing;
        let Choice::EpsilonGreedy(epsilon) = self.choice else { return None };
        if self.whole_moves || learner.keeps_replies() {
            return None;
        }
        let game = position.guided()?;
        let size = game.codes();
        let guide = Guide { values: learner.table(size)?, size, epsilon };
        Some(game.playout_guided(rng, self.cap, &guide, &mut actions.trace))
    }

    /// Plays one of the whole moves; `false` if there is none.
    fn play_whole_move(&mut self, position: &mut dyn Position, player: Player, greedy: bool, playing: &mut PlayoutContext<'_>) -> bool {
        let PlayoutContext { rng, scratch, actions, learner } = playing;
        let Memory { edges, keys, ties, submove, whole_moves_of, .. } = &mut self.memory;
        edges.clear();
        whole_moves_of.list(position, scratch, edges);
        if edges.is_empty() {
            return false;
        }
        keys.clear();
        if greedy {
            let choice = &self.choice;
            edges.for_each(submove, |submove| keys.push(choice.key(learner.value(player, submove, actions), rng)));
        }
        let k = if keys.is_empty() { rng.below(edges.len()) } else { choice::greatest(keys, ties, rng) };
        edges.copy(k, submove);
        submove.iter().for_each(|&m| position.apply(m));
        actions.trace.push(player, submove);
        true
    }
}

impl PlayoutPolicy for GuidedPlayout {
    /// Actions are traced for the learner, and because their values may depend on what was played before.
    fn declare(&mut self, needs: &mut Needs) {
        needs.actions(Tracing::Semimoves);
        if self.in_expansion {
            needs.unvisited_children();
        }
    }

    fn play(&mut self, position: &mut dyn Position, playing: &mut PlayoutContext<'_>) -> Playout {
        if let Some(playout) = self.play_by_table(position, playing) {
            return playout;
        }
        let listed = !self.single || playing.learner.keeps_replies() || playing.learner.needs_all();
        let mut done = Playout::default();
        loop {
            let greedy = self.choice.is_greedy(playing.rng);
            if !greedy && !listed && done.moves < self.cap {
                let one = position.playout_traced(playing.rng, 1, playing.scratch, &mut playing.actions.trace);
                done.moves += one.moves;
                if one.moves == 0 || one.over {
                    return Playout { over: true, ..done };
                }
                continue;
            }
            // Listed first: some games know only then whether they are over.
            self.enter(position, 0);
            match position.turn() {
                Turn::Over => return Playout { over: true, ..done },
                Turn::Chance => {
                    let outcome = position.sample(playing.rng, &mut playing.scratch.moves);
                    position.apply(outcome);
                    continue;
                }
                Turn::Player(_) if done.moves == self.cap => return done,
                Turn::Player(player) => {
                    let found = if self.whole_moves && position.is_split() {
                        self.play_whole_move(position, player, greedy, playing)
                    } else {
                        self.play_move(position, player, Some(greedy), playing)
                    };
                    if !found {
                        return Playout { over: true, ..done };
                    }
                }
            }
            done.moves += 1;
        }
    }

    fn finish(&mut self, position: &mut dyn Position, player: Player, playing: &mut PlayoutContext<'_>) -> bool {
        if self.whole_moves {
            return finish_uniformly(position, player, playing);
        }
        self.play_move(position, player, None, playing)
    }

    fn choose_new(&mut self, tree: &Tree, node: NodeId, mover: Player, playing: &mut PlayoutContext<'_>) -> Option<usize> {
        let PlayoutContext { rng, actions, learner, .. } = playing;
        if !self.in_expansion || !self.choice.is_greedy(rng) {
            return None;
        }
        let Memory { keys, ties, submove, .. } = &mut self.memory;
        keys.clear();
        for child in tree.visited_ids(node).end..tree.child_ids(node).end {
            submove.clear();
            submove.extend(tree.edge(child));
            keys.push(self.choice.key(learner.value(mover, submove, actions), rng));
        }
        Some(choice::greatest(keys, ties, rng))
    }
}
