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

#[cfg(test)]
mod tests {
    use rand::seq::SliceRandom as _;
    use rand::{Rng as _, RngExt as _};
    use treebench::prelude::Rng;

    #[test]
    fn the_generator_is_one_of_the_crate_rand() {
        let mut rng = Rng::from_seed(1);
        assert!((1..=6).contains(&rng.random_range(1..=6)));
        assert!(rng.random::<f64>() < 1.0 && rng.random_bool(1.0));
        let mut faces = [1, 2, 3, 4, 5, 6];
        faces.shuffle(&mut rng);
        assert_eq!(faces.iter().sum::<i32>(), 21);
        assert_eq!(rng.clone().next_u64(), rng.bits64());
    }
}
