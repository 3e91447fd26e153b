//! Minimax in the endgame, and random opening turns.

use super::{agent, dark_chess};
use treebench_agents::{Budget, Meter};
use treebench_games::params::{Value, Values};
use treebench_games::testing::Solver;
use treebench_games::{Position, games};

fn chosen(agent: &mut dyn treebench_agents::Agent, position: &dyn Position, iterations: u64) -> String {
    let mut submove = Vec::new();
    agent.choose(position, &mut Meter::new(Budget::Iterations(iterations)), &mut submove).unwrap();
    position.move_notation(&submove)
}

#[test]
fn minimax_takes_over_when_everything_lies_face_up() {
    let game = dark_chess(2, "KGCP", 4);
    // The guard chases the pawn into the corner; no piece is face down.
    let position = game.parse("G2p/4 1r 0 - -").unwrap();
    let mut solver = Solver::new(game.as_ref());
    let best = solver.values(position.as_ref())[0];
    for (name, params) in [("rand-mm", vec![]), ("chance-nodes", vec![("minimax", Value::Bool(true))])] {
        let mut agent = agent(name, &params, &game, 1);
        let name = chosen(agent.as_mut(), position.as_ref(), 5_000);
        let report = agent.report();
        assert_eq!(report.known.bounds, Some((best, best)), "alpha-beta has solved it");
        let mut next = position.boxed();
        next.apply(position.move_list().into_iter().find(|&m| position.move_notation(&[m]) == name).unwrap());
        assert_eq!(solver.values(next.as_ref())[0], best);
        // Where chance can still act the solver is not used.
        chosen(agent.as_mut(), game.start().as_ref(), 50);
        assert_ne!(agent.report().known.bounds, Some((best, best)));
    }
}

#[test]
fn random_turns_are_so_many_and_random() {
    let game = dark_chess(2, "KGCP", 40);
    // A cannon can take the king: a search does, a random move rarely.
    let position = game.parse("x3/C1pk 1r 0 G -").unwrap();
    let play = |seed| {
        let mut agent = agent("chance-nodes", &[("random-turns", Value::Int(3))], &game, seed);
        let moves: Vec<String> = (0..4).map(|_| chosen(agent.as_mut(), position.as_ref(), 2_000)).collect();
        moves
    };
    let games: Vec<Vec<String>> = (0..20).map(play).collect();
    assert_eq!(games, (0..20).map(play).collect::<Vec<_>>(), "the same seed gives the same turns");
    for turn in 0..3 {
        assert!(games.iter().any(|moves| moves[turn] != games[0][turn]), "turn {turn} is the same in every game");
    }
    assert!(games.iter().all(|moves| moves[3] == games[0][3]), "the fourth turn is searched: {games:?}");
}

#[test]
fn the_minimax_part_keeps_to_a_budget_and_a_depth_of_its_own() {
    let game = dark_chess(2, "KGCP", 40);
    let position = game.parse("G2p/4 1r 0 - -").unwrap();
    let spent = |params: &[(&str, Value)], iterations| {
        let mut agent = agent("rand-mm", params, &game, 1);
        let mut meter = Meter::new(Budget::Iterations(iterations));
        agent.choose(position.as_ref(), &mut meter, &mut Vec::new()).unwrap();
        meter.iterations()
    };
    let solved = spent(&[], 500);
    assert!(40 < solved && solved < 500, "it takes {solved} positions to solve this");
    assert_eq!(spent(&[], 30), 30);
    assert_eq!(spent(&[("minimax-positions", Value::Int(10))], 30), 10);
    assert_eq!(spent(&[("minimax-positions", Value::Int(40))], 30), 40, "it may exceed the budget of the turn");
    let (one, two) = (spent(&[("minimax-depth", Value::Int(1))], 500), spent(&[("minimax-depth", Value::Int(2))], 500));
    assert!(one == position.move_list().len() as u64 && one < two && two < solved, "{one} and {two} positions");
}

#[test]
fn the_policy_changes_after_the_last_reveal() {
    let game = dark_chess(2, "KGCP", 40);
    let dark = game.parse("xx2/K2p 1r 0 Gg -").unwrap();
    let light = game.parse("G2p/4 1r 0 - -").unwrap();
    let with = |before: &str, after: &str| {
        let words = [("before", before), ("after", after)].map(|(name, word)| (name, Value::Text(word.to_owned())));
        agent("hand-over", &words, &game, 5)
    };
    // Before the hand-over: reveals only, whatever the budget.
    for after in ["random", "uct", "minimax"] {
        let mut agent = with("reveal", after);
        assert!((0..20).all(|_| chosen(agent.as_mut(), dark.as_ref(), 1).ends_with('?')));
        assert!(agent.report().root.is_empty(), "nothing was searched");
        chosen(agent.as_mut(), light.as_ref(), 200);
        let report = agent.report();
        assert_eq!((report.root.is_empty(), report.known.bounds.is_some()), (after == "random", after == "minimax"), "{after}");
    }
    // Every policy before the last reveal is the agent of that name.
    for (before, name, params) in [
        ("chance-nodes", "chance-nodes", vec![]),
        ("group-nodes", "group-nodes", vec![]),
        ("move-groups-random", "move-groups", vec![("policy", Value::Text("random".to_owned()))]),
        ("move-groups-cycle-r", "move-groups", vec![("policy", Value::Text("cycle-r".to_owned()))]),
        ("move-groups-cycle-m", "move-groups", vec![("policy", Value::Text("cycle-m".to_owned()))]),
    ] {
        let (mut one, mut two) = (with(before, "uct"), agent(name, &params, &game, 5));
        let (mine, theirs) = (chosen(one.as_mut(), dark.as_ref(), 300), chosen(two.as_mut(), dark.as_ref(), 300));
        assert_eq!((mine, one.report().root), (theirs, two.report().root), "{before}");
    }
}

#[test]
fn with_a_single_group_move_groups_are_chance_nodes_and_open_loop_ones_group_nodes() {
    let game = games().find("einstein").unwrap().build(&Values::default()).unwrap();
    let position = game.parse("ABD2/CE3/F3f/3ec/2dba r 3").unwrap();
    let root = |name, params: &[(&str, Value)]| {
        let mut agent = agent(name, params, &game, 8);
        chosen(agent.as_mut(), position.as_ref(), 2_000);
        agent.report().root
    };
    let (open, closed) = (root("move-groups", &[("open-loop", Value::Bool(true))]), root("move-groups", &[]));
    assert_eq!((&open, &closed), (&root("group-nodes", &[]), &root("chance-nodes", &[])));
    assert_ne!(open, closed);
}
