//! Wins at once if possible, and otherwise plays at random.

use treebench::prelude::*;

/// Plays a move that wins at once if there is one, and otherwise a random move.
#[derive(Params, Clone, Debug)]
struct Greedy {
    /// Probability of looking for a winning move.
    #[param(default = 1.0, range = 0.0..=1.0)]
    attention: f64,
}

#[agent("greedy")]
impl Recipe for Greedy {
    fn agent(&self, _game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        Ok(Box::new(GreedyAgent { attention: self.attention, rng: Rng::from_seed(0), moves: Vec::new() }))
    }
}

struct GreedyAgent {
    attention: f64,
    rng: Rng,
    moves: Vec<Move>,
}

impl Agent for GreedyAgent {
    fn start(&mut self, _seat: Player, rng: Rng) {
        self.rng = rng;
    }

    fn choose(&mut self, position: &dyn Position, meter: &mut Meter, submove: &mut Vec<Move>) -> Result<(), AgentError> {
        let Turn::Player(me) = position.turn() else { return Err(AgentError::new("it is no player's turn")) };
        position.moves(&mut self.moves);
        let attentive = self.rng.unit() < self.attention;
        let wins = |m: &Move| {
            let mut next = position.boxed();
            next.apply(*m);
            meter.spend(1);
            next.is_over() && next.score(me) == 1.0
        };
        let winning = if attentive { self.moves.iter().copied().find(wins) } else { None };
        submove.extend(winning.or_else(|| self.rng.pick(&self.moves)));
        if submove.is_empty() { Err(AgentError::new("there is no legal move")) } else { Ok(()) }
    }
}
