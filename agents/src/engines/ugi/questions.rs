//! Queries of an engine during its turn, so that it need not know the rules of any game.

use treebench_games::notation::{find_move, whole_moves};
use treebench_games::{Position, Turn};

/// The answer to `query QUESTION` in this position; `None` if there is no such question.
pub fn answer(position: &dyn Position, players: usize, question: &str) -> Option<String> {
    let mut words = question.split_whitespace();
    match words.next()? {
        "position" => Some(format!("position {}", position.notation())),
        "legalmoves" => Some(format!("legalmoves{}", moves(position))),
        "state" => {
            let mut here = position.boxed();
            for word in words {
                match find_move(here.as_ref(), word) {
                    Ok(submove) => submove.into_iter().for_each(|m| here.apply(m)),
                    Err(_) => return Some(format!("state illegal {word}")),
                }
            }
            Some(state(here.as_ref(), players))
        }
        _ => None,
    }
}

fn state(position: &dyn Position, players: usize) -> String {
    let over = || {
        let scores: String = (0..players).map(|player| format!(" {}", position.score(player))).collect();
        format!("state over scores{scores}")
    };
    match position.turn() {
        Turn::Over => over(),
        Turn::Player(player) => format!("state turn {player} moves{}", moves(position)),
        Turn::Chance => {
            let probability = |m| position.chance().map_or(0.0, |chance| chance.probability(m));
            let outcomes: String =
                position.move_list().into_iter().map(|m| format!(" {} {}", position.move_notation(&[m]), probability(m))).collect();
            format!("state chance moves{outcomes}")
        }
    }
}

fn moves(position: &dyn Position) -> String {
    whole_moves(position).iter().map(|submove| format!(" {}", position.move_notation(submove))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use treebench_games::games;
    use treebench_games::params::Values;

    #[test]
    fn states_after_moves_are_told() {
        let game = games().find("tic-tac-toe").unwrap().build(&Values::default()).unwrap();
        let start = game.start();
        let ask = |question: &str| answer(start.as_ref(), 2, question);
        assert_eq!(ask("legalmoves").unwrap(), "legalmoves a3 b3 c3 a2 b2 c2 a1 b1 c1");
        assert_eq!(ask("state a1 b2").unwrap(), "state turn 0 moves a3 b3 c3 a2 c2 b1 c1");
        assert_eq!(ask("state a1 b2 a2 b1 a3").unwrap(), "state over scores 1 0");
        assert_eq!(ask("state a1 a1").unwrap(), "state illegal a1");
        assert_eq!(ask("the meaning of it all"), None);
    }
}
