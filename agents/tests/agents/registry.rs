//! Every registered agent plays every registered game: legally, to the end, and reproducibly from the same seed.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use treebench_agents::{Agent, AgentEntry, Budget, Meter, Recipe, agents, warm_up};
use treebench_games::notation::whole_moves;
use treebench_games::params::{Value, Values};
use treebench_games::testing::SplitGame;
use treebench_games::{Game, GameEntry, Rng, Turn, games, view};

/// Enough for a tree of two levels; some games are a thousand moves long.
const ITERATIONS: u64 = 8;
/// The parameter of agents that solve a whole game, and the largest game solved here.
const SOLVED: (&str, i64) = ("max-positions", 5_000);

/// The recipe of an agent with its defaults, limited to games that are solved quickly.
fn recipe(agent: &AgentEntry) -> Box<dyn Recipe> {
    let solves = (agent.specs)().iter().any(|spec| spec.name == SOLVED.0);
    let values = if solves { Values::from_iter([(SOLVED.0.to_owned(), Value::Int(SOLVED.1))]) } else { Values::default() };
    agent.recipe(&values).expect("defaults are valid")
}

/// Plays a game of an agent against itself, or its first moves; the moves in notation.
fn play(agent_name: &str, game: &Arc<dyn Game>, seed: u64, most: usize, warm: bool) -> Vec<String> {
    let recipe = recipe(agents().find(agent_name).expect("it is registered"));
    let players = game.info().players;
    let mut seats: Vec<Box<dyn Agent>> = (0..players).map(|_| recipe.agent(game).expect("defaults go together")).collect();
    for (seat, agent) in seats.iter_mut().enumerate() {
        if warm {
            warm_up(agent.as_mut(), game.start().as_ref()).expect("there is a move");
        }
        agent.start(seat, Rng::new([seed as u8; 32], 1 + seat as u64));
    }
    let mut chance = Rng::new([seed as u8; 32], 0);
    let mut position = game.start();
    let mut moves = Vec::new();
    loop {
        let mut submove = Vec::new();
        match position.turn() {
            _ if moves.len() == most => return moves,
            Turn::Over => return moves,
            Turn::Chance => submove.push(position.sample(&mut chance, &mut Vec::new())),
            Turn::Player(_) if whole_moves(position.as_ref()).is_empty() => return moves,
            Turn::Player(player) => {
                let mut meter = Meter::new(Budget::Iterations(ITERATIONS));
                seats[player].choose(position.as_ref(), &mut meter, &mut submove).expect("there is a move");
                assert!(meter.iterations() <= ITERATIONS, "{agent_name} overspends");
                assert!(whole_moves(position.as_ref()).contains(&submove), "{agent_name} plays a legal move in {}", position.notation());
            }
        }
        moves.push(position.move_notation(&submove));
        seats.iter_mut().for_each(|agent| agent.observe(position.as_ref(), &submove));
        submove.iter().for_each(|&m| position.apply(m));
        assert!(moves.len() < 10_000, "the game ends");
    }
}

#[test]
fn every_agent_plays_every_game() {
    // Rules files are one kind of game to an agent: two represent all, one of them split.
    let rust = games().iter().filter(|entry| entry.definition.text().is_none());
    let build = |entry: &GameEntry| entry.build(&Values::default()).expect("defaults are valid");
    let mut all: Vec<Arc<dyn Game>> = rust.map(build).collect();
    all.push(build(games().find("rbg/tic-tac-toe").expect("it is a rules file")));
    all.push(view(&build(games().find("rbg/knightthrough").expect("it is a rules file")), "Mod").expect("all have this view"));
    all.push(Arc::new(SplitGame::orthodox()));
    all.push(Arc::new(SplitGame::split()));
    let plays = &|agent: &'static AgentEntry| {
        for game in &all {
            let recipe = recipe(agent);
            let too_large = || recipe.agent(game).is_err_and(|error| error.param == SOLVED.0);
            if recipe.supports(&game.info()).is_ok() && !too_large() {
                // A whole game, then its beginning again by agents that have searched before.
                let (whole, again) = (play(agent.name, game, 1, usize::MAX, false), play(agent.name, game, 1, 30, true));
                assert!(whole.starts_with(&again), "{}: same seed, same play, whatever was searched before", agent.name);
            }
        }
    };
    std::thread::scope(|scope| agents().iter().for_each(|agent| drop(scope.spawn(move || plays(agent)))));
}

/// Whether a file registers agents, by the attribute or as the attribute does.
fn registers(path: &Path) -> bool {
    std::fs::read_to_string(path).is_ok_and(|text| text.contains("#[agent(") || text.contains("inventory::submit!"))
}

/// A recipe that no `mod` line names is not compiled.
#[test]
fn every_file_of_an_agent_is_registered() {
    let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src/recipes")).expect("the folder is there");
    let files = files.map(|entry| entry.expect("it can be read").path()).filter(|path| registers(path));
    let files = files.map(|path| format!("agents/src/recipes/{}", path.file_name().expect("a file").display()));
    assert_eq!(agents().iter().map(|entry| entry.origin.file.to_owned()).collect::<BTreeSet<_>>(), files.collect());
}

#[test]
fn misspelt_names_and_bad_parameters_are_explained() {
    assert_eq!(agents().find("utc").err().as_deref(), Some("unknown agent `utc`; did you mean `uct`?"));
    let given: Values = [("fpuu".to_owned(), treebench_games::params::Value::Float(1.0))].into_iter().collect();
    let error = agents().find("uct").expect("it is registered").recipe(&given).err().expect("there is no such parameter");
    assert!(error.message.starts_with("unknown parameter `fpuu`; did you mean `fpu`?"), "{error}");
}
