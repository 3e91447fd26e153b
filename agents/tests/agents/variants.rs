//! The agent `mcts` in all combinations of its designs: those in Table 3 of the split-moves paper play, the others are rejected.

use std::sync::Arc;
use treebench_agents::{Agent, Budget, Meter, agents};
use treebench_games::notation::whole_moves;
use treebench_games::params::{ParamError, Value, Values};
use treebench_games::{Game, Rng, Turn, games};

fn game(name: &str) -> Arc<dyn Game> {
    games().find(name).expect("it is registered").build(&Values::default()).expect("defaults are valid")
}

fn mcts(game: &Arc<dyn Game>, params: &[(&str, Value)]) -> Result<Box<dyn Agent>, ParamError> {
    let values: Values = params.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    agents().find("mcts").expect("it is registered").recipe(&values)?.agent(game)
}

fn text(word: &str) -> Value {
    Value::Text(word.to_owned())
}

/// Plays the first moves of a game; the moves in notation.
fn play(game: &Arc<dyn Game>, agent: &mut dyn Agent, moves: usize) -> Vec<String> {
    agent.start(0, Rng::from_seed(3));
    let mut position = game.start();
    let mut played = Vec::new();
    while let (Turn::Player(_), true) = (position.turn(), played.len() < moves) {
        let mut submove = Vec::new();
        agent.choose(position.as_ref(), &mut Meter::new(Budget::Iterations(30)), &mut submove).expect("there is a move");
        assert!(whole_moves(position.as_ref()).contains(&submove), "a legal move of the view in which the game is refereed");
        played.push(position.move_notation(&submove));
        agent.observe(position.as_ref(), &submove);
        submove.iter().for_each(|&m| position.apply(m));
    }
    played
}

const TREES: [&str; 5] = ["orthodox", "raw", "nodal", "rollup-raw", "rollup-nodal"];
const PLAYOUTS: [(&str, &str, &str); 8] = [
    ("uniform", "split", "off"),
    ("mast", "split", "off"),
    ("mast", "join", "off"),
    ("mast", "context", "off"),
    ("mast", "mix", "off"),
    ("nst", "split", "off"),
    ("ppa", "split", "off"),
    ("mast", "split", "two"),
];
const RAVES: [(&str, f64); 7] =
    [("off", 0.0), ("split", 0.0), ("join", 0.0), ("context", 0.0), ("mix", 0.0), ("context", 5.0), ("context", f64::INFINITY)];

#[test]
fn every_combination_plays_or_says_why_not() {
    let game = game("rbg/fox-and-hounds");
    let mut playing = 0;
    for split in ["orthodox", "Mod", "ModShift"] {
        for tree in TREES {
            for simulation in ["orthodox", "semisplit"] {
                for (playout, mast, replies) in PLAYOUTS {
                    for (rave, rave_ref) in RAVES {
                        let params = [
                            ("split", text(split)),
                            ("tree", text(tree)),
                            ("simulation", text(simulation)),
                            ("playout", text(playout)),
                            ("mast", text(mast)),
                            ("replies", text(if replies == "two" { "two" } else { "off" })),
                            ("rave", text(rave)),
                            ("rave-ref", Value::Float(rave_ref)),
                        ];
                        match mcts(&game, &params) {
                            Ok(mut agent) => {
                                playing += 1;
                                // Every third one, and each of them twice from the same seed.
                                if playing % 3 == 0 {
                                    let played = play(&game, agent.as_mut(), 6);
                                    assert_eq!(played, play(&game, agent.as_mut(), 6), "{params:?}");
                                    assert_eq!(played.len(), 6);
                                }
                            }
                            Err(error) => assert!(error.message.contains("use "), "{error} does not say what to do instead"),
                        }
                    }
                }
            }
        }
    }
    assert!(playing > 600, "the paper has more than 600 variants, here are {playing}");
}

#[test]
fn heuristics_combine_as_in_table_3() {
    let game = game("rbg/breakthrough");
    let available = |tree: &str, simulation: &str, key: &'static str, variant: &str| {
        let mut params = vec![("split", text("Mod")), ("tree", text(tree)), ("simulation", text(simulation)), (key, text(variant))];
        if key == "mast" {
            params.push(("playout", text("mast")));
        }
        mcts(&game, &params).is_ok()
    };
    for (tree, inner, rolls) in [("orthodox", false, false), ("nodal", true, false), ("rollup-nodal", true, true)] {
        for simulation in ["orthodox", "semisplit"] {
            assert!(available(tree, simulation, "mast", "split") && available(tree, simulation, "mast", "context"));
            assert!(available(tree, simulation, "mast", "mix") && available(tree, simulation, "rave", "context"));
            assert_eq!(available(tree, simulation, "mast", "join"), simulation == "orthodox", "{tree} {simulation}");
            assert_eq!(available(tree, simulation, "rave", "split"), inner && !rolls, "{tree} {simulation}");
            assert_eq!(available(tree, simulation, "rave", "mix"), inner && !rolls, "{tree} {simulation}");
            assert_eq!(available(tree, simulation, "rave", "join"), !inner, "{tree} {simulation}");
        }
    }
}
