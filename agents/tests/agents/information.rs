//! Games of imperfect information against OpenSpiel, equilibria that the literature knows, and what agents may see.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use treebench_agents::information::{Cfr, GameTree, SizeError, Strategy, solve};
use treebench_agents::{Budget, Meter, agents};
use treebench_games::params::{Value, Values};
use treebench_games::{Game, Rng, Turn, games};

fn game(name: &str, params: &[(&str, Value)]) -> Arc<dyn Game> {
    let values: Values = params.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    games().find(name).expect("it is registered").build(&values).expect("the parameters go together")
}

fn tree(game: &Arc<dyn Game>) -> GameTree {
    GameTree::of(game.as_ref(), 1_000_000).expect("it is small")
}

/// OpenSpiel 2.0.2: histories, information sets, and of random play by all the value for player 0 and NashConv, on this game's scale of scores. Its
/// goofspiel plays the last cards by itself, so that only values are the same, and its liar's dice scores −1 and 1 where this one has 0 and 1.
#[test]
fn trees_and_random_play_are_those_of_openspiel() {
    for (name, params, size, value, nash_conv) in [
        ("kuhn-poker", vec![], Some((58, 12)), 0.125, 0.916_666_666_666_666_6),
        ("kuhn-poker", vec![("players", Value::Int(3))], Some((617, 48)), 0.234_375, 2.062_499_999_999_999_6),
        ("leduc-poker", vec![], Some((9457, 936)), -0.078_125, 4.747_222_222_222_222),
        ("goofspiel", vec![("cards", Value::Int(3))], None, 0.5, 1.333_333_333_333_333_3 / 2.0),
        ("goofspiel", vec![("cards", Value::Int(4)), ("prizes", Value::Text("descending".to_owned()))], None, 0.5, 1.5 / 2.0),
        ("liars-dice", vec![], Some((294_883, 24_576)), (1.0 - 0.032_407_407_407_407_4) / 2.0, 1.561_488_646_384_479_5 / 2.0),
    ] {
        let game = game(name, &params);
        let tree = tree(&game);
        if let Some(size) = size {
            assert_eq!((tree.len(), tree.information_sets()), size, "{name} {params:?}");
        }
        let random = Strategy::uniform(&tree);
        let (found, conv) = (random.values(&tree)[0], random.exploitability(&tree) * game.info().players as f64);
        assert!((found - value).abs() < 1e-9 && (conv - nash_conv).abs() < 1e-9, "{name} {params:?}: {found}, {conv}");
    }
}

/// NashConv of the average strategy after as many iterations of vanilla CFR in OpenSpiel 2.0.2 (`cfr.CFRSolver`), which also updates players in turn.
#[test]
fn learning_is_that_of_openspiel() {
    for (name, players, iterations, nash_conv) in [
        ("kuhn-poker", 2, 10, 0.137_397_587_634_315_1),
        ("kuhn-poker", 3, 10, 0.312_481_205_930_096_1),
        ("leduc-poker", 2, 5, 2.942_649_119_373_136_7),
    ] {
        let params = if players == 3 { vec![("players", Value::Int(3))] } else { vec![] };
        let tree = tree(&game(name, &params));
        let found = solve(&tree, Cfr::Vanilla, iterations).exploitability(&tree) * f64::from(players);
        assert!((found - nash_conv).abs() < 1e-9, "{name} among {players}: {found}");
    }
}

/// The first player of Kuhn poker loses 1/18 of a chip (Kuhn 1950), that of Leduc hold'em 0.0856.
#[test]
fn equilibria_have_the_known_values() {
    let kuhn = tree(&game("kuhn-poker", &[]));
    for how in [Cfr::Vanilla, Cfr::Plus] {
        let learned = solve(&kuhn, how, 2000);
        assert!((learned.values(&kuhn)[0] + 1.0 / 18.0).abs() < 1e-3 && learned.exploitability(&kuhn) < 5e-3, "{how:?}");
    }
    let leduc = tree(&game("leduc-poker", &[]));
    let learned = solve(&leduc, Cfr::Plus, 200);
    assert!((learned.values(&leduc)[0] + 0.0856).abs() < 2e-3 && learned.exploitability(&leduc) < 0.02);
    assert_eq!(GameTree::of(game("liars-dice", &[]).as_ref(), 1000).err(), Some(SizeError { most: 1000 }));
}

/// Positions that a player cannot tell apart are drawn as often as chance deals them: all that agree with what it knows, and no others.
#[test]
fn drawn_positions_are_those_that_agree_with_what_is_known() {
    for (name, params) in
        [("kuhn-poker", vec![]), ("leduc-poker", vec![]), ("liars-dice", vec![]), ("goofspiel", vec![("cards", Value::Int(3))])]
    {
        let game = game(name, &params);
        let mut rng = Rng::from_seed(52);
        let mut here = game.start();
        while here.turn() != Turn::Over {
            let moves = here.move_list();
            let next = moves[rng.below(moves.len())];
            here.apply(next);
            let Turn::Player(player) = here.turn() else { continue };
            let information = here.information().expect("it has hidden information");
            let mut drawn: BTreeMap<String, u32> = BTreeMap::new();
            for _ in 0..2000 {
                *drawn.entry(information.resample(player, &mut rng).notation()).or_default() += 1;
            }
            let known = information.known(player);
            let mut same = BTreeSet::new();
            all(game.start().as_ref(), &mut |other| {
                if other.turn() == here.turn() && other.information().is_some_and(|other| other.known(player) == known) {
                    same.insert(other.notation());
                }
            });
            assert_eq!(drawn.keys().collect::<Vec<_>>(), same.iter().collect::<Vec<_>>(), "{name}: player {player} knows `{known}`");
            assert!(drawn.contains_key(&here.notation()));
            let even = 2000.0 / same.len() as f64;
            assert!(drawn.values().all(|&count| (f64::from(count) - even).abs() < 6.0 * even.sqrt()), "{name}: {drawn:?}");
        }
    }
}

/// Visits every position.
fn all(here: &dyn treebench_games::Position, visit: &mut dyn FnMut(&dyn treebench_games::Position)) {
    visit(here);
    for m in here.move_list() {
        let mut next = here.boxed();
        next.apply(m);
        all(next.as_ref(), visit);
    }
}

/// An agent's choice depends on what its player knows alone: with the same seed it is the same in all positions that the player cannot tell apart.
#[test]
fn no_agent_sees_more_than_its_player_knows() {
    for (name, params) in [("kuhn-poker", vec![]), ("leduc-poker", vec![]), ("liars-dice", vec![])] {
        let game = game(name, &params);
        for agent in ["uct", "mcts", "flat-mc", "pimc", "mo-ismcts", "cfr"] {
            let small: Values =
                if agent == "cfr" { [("iterations".to_owned(), Value::Int(2))].into_iter().collect() } else { Values::default() };
            let recipe = agents().find(agent).expect("it is registered").recipe(&small).expect("the parameters go together");
            let mut player = recipe.agent(&game).expect("it plays this game");
            let mut rng = Rng::from_seed(53);
            let mut here = game.start();
            for _ in 0..4 {
                while here.turn() == Turn::Chance {
                    let moves = here.move_list();
                    here.apply(moves[rng.below(moves.len())]);
                }
                let Turn::Player(seat) = here.turn() else { break };
                let information = here.information().expect("it has hidden information");
                let mut chosen = BTreeSet::new();
                for _ in 0..6 {
                    let other = information.resample(seat, &mut rng);
                    let mut submove = Vec::new();
                    player.start(seat, Rng::from_seed(54));
                    player.choose(other.as_ref(), &mut Meter::new(Budget::Iterations(40)), &mut submove).expect("there is a move");
                    chosen.insert(submove);
                }
                assert_eq!(chosen.len(), 1, "{agent} in `{}`", here.notation());
                let moves = here.move_list();
                here.apply(moves[rng.below(moves.len())]);
            }
        }
    }
}

/// Searches of information sets bluff and fold as they should: against the equilibrium of Kuhn poker they lose little, random play much.
#[test]
fn searches_of_information_sets_lose_little_to_the_equilibrium() {
    let game = game("kuhn-poker", &[]);
    let build = |name: &str| {
        let recipe = agents().find(name).expect("it is registered").recipe(&Values::default()).expect("defaults go together");
        recipe.agent(&game).expect("it plays this game")
    };
    let mut equilibrium = build("cfr");
    let mut mean = |name: &str| {
        let mut other = build(name);
        let mut sum = 0.0;
        for hand in 0..600u64 {
            let seat = (hand % 2) as usize;
            let mut chance = Rng::of_seed(55, hand / 2);
            other.start(seat, Rng::of_seed(56, hand));
            equilibrium.start(1 - seat, Rng::of_seed(57, hand));
            let mut here = game.start();
            loop {
                let m = match here.turn() {
                    Turn::Over => break,
                    Turn::Chance => here.sample(&mut chance, &mut Vec::new()),
                    Turn::Player(player) => {
                        let mut submove = Vec::new();
                        let agent = if player == seat { &mut other } else { &mut equilibrium };
                        agent.choose(here.as_ref(), &mut Meter::new(Budget::Iterations(200)), &mut submove).expect("there is a move");
                        submove[0]
                    }
                };
                here.apply(m);
            }
            sum += here.score(seat);
        }
        sum / 600.0
    };
    let (search, random) = (mean("mo-ismcts"), mean("random"));
    // The standard error of either is 0.06.
    assert!(search > -0.2 && random < search, "{search} {random}");
}
