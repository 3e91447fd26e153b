//! Games of imperfect information: comparison with OpenSpiel, equilibria from the literature, and what agents may see.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;
use treebench_agents::__private::erase_recipe;
use treebench_agents::information::{AgentStrategy, Cfr, GameTree, Policy, SizeError, Strategy, check_sight, solve};
use treebench_agents::{Agent, AgentError, Budget, Meter, Recipe, agents};
use treebench_games::capabilities::{Chance, Information};
use treebench_games::params::{ParamError, Value, Values};
use treebench_games::{Game, GameInfo, Move, NotationError, Player, Position, Rng, Turn, games};

fn game(name: &str, params: &[(&str, Value)]) -> Arc<dyn Game> {
    let values: Values = params.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    games().find(name).expect("it is registered").build(&values).expect("the parameters go together")
}

fn tree(game: &Arc<dyn Game>) -> GameTree {
    GameTree::of(game.as_ref(), 1_000_000).expect("it is small")
}

fn fleet(columns: i64, rows: i64, ships: &str, shots: i64) -> Vec<(&'static str, Value)> {
    vec![
        ("columns", Value::Int(columns)),
        ("rows", Value::Int(rows)),
        ("ships", Value::Text(ships.to_owned())),
        ("shots", Value::Int(shots)),
    ]
}

/// OpenSpiel 2.0.2: histories, information sets, and, for random play by all players, the value for player 0 and NashConv, on this game's scale of
/// scores. OpenSpiel's goofspiel plays the last cards automatically, so that only values are the same; battleship is played without repeated shots; its liar's dice and dark hex
/// (`obstype=reveal-numturns`) score −1 and 1 where these have 0 and 1.
#[test]
fn trees_and_random_play_are_those_of_openspiel() {
    for (name, params, size, value, nash_conv) in [
        ("kuhn-poker", vec![], Some((58, 12)), 0.125, 0.916_666_666_666_666_6),
        // Chips that a player ends with, of two.
        ("rg/kuhn-poker", vec![], Some((58, 12)), 2.125, 0.916_666_666_666_666_6),
        ("kuhn-poker", vec![("players", Value::Int(3))], Some((617, 48)), 0.234_375, 2.062_499_999_999_999_6),
        ("leduc-poker", vec![], Some((9457, 936)), -0.078_125, 4.747_222_222_222_222),
        ("goofspiel", vec![("cards", Value::Int(3))], None, 0.5, 1.333_333_333_333_333_3 / 2.0),
        ("goofspiel", vec![("cards", Value::Int(4)), ("prizes", Value::Text("descending".to_owned()))], None, 0.5, 1.5 / 2.0),
        ("liars-dice", vec![], Some((294_883, 24_576)), (1.0 - 0.032_407_407_407_407_4) / 2.0, 1.561_488_646_384_479_5 / 2.0),
        ("dark-hex", vec![("columns", Value::Int(2)), ("rows", Value::Int(2))], Some((441, 134)), 0.5, 1.25 / 2.0),
        ("dark-hex", vec![("columns", Value::Int(3)), ("rows", Value::Int(2))], Some((104_229, 11_722)), 0.8, 0.75 / 2.0),
        ("battleship", fleet(2, 2, "1+2", 2), Some((13_685, 1_586)), 0.0, 0.166_666_666_666_666_66),
        ("battleship", fleet(3, 2, "2", 2), Some((52_095, 2_907)), 0.004_444_444_444_444_444, 0.152_380_952_380_952_4),
        ("matrix-game", vec![("rounds", Value::Int(2))], Some((121, 20)), 0.0, 0.0),
        ("matrix-game", vec![("stage", Value::Text("matching-pennies".to_owned()))], Some((127, 42)), 0.0, 0.0),
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

/// NashConv of the average strategy after as many iterations in OpenSpiel 2.0.2 (`cfr.CFRSolver` and `cfr.CFRPlusSolver`), which also update players in
/// turn. Liar's dice scores −1 and 1 there, and 0 and 1 here.
#[test]
fn learning_is_that_of_openspiel() {
    let three = vec![("players", Value::Int(3))];
    let small = vec![("faces", Value::Int(3))];
    for (name, params, how, iterations, nash_conv) in [
        ("kuhn-poker", &vec![], Cfr::Vanilla, 10, 0.137_397_587_634_315_1),
        ("rg/kuhn-poker", &vec![], Cfr::Vanilla, 10, 0.137_397_587_634_315_1),
        ("kuhn-poker", &three, Cfr::Vanilla, 10, 0.312_481_205_930_096_1),
        ("leduc-poker", &vec![], Cfr::Vanilla, 5, 2.942_649_119_373_136_7),
        ("kuhn-poker", &vec![], Cfr::Plus, 10, 0.065_374_181_336_689_65),
        ("kuhn-poker", &three, Cfr::Plus, 10, 0.149_330_175_604_556_53),
        ("leduc-poker", &vec![], Cfr::Plus, 5, 2.742_464_740_855_99),
        ("liars-dice", &small, Cfr::Plus, 10, 0.088_411_915_672_870_49 / 2.0),
    ] {
        let game = game(name, params);
        let tree = tree(&game);
        let found = solve(&tree, how, iterations).exploitability(&tree) * game.info().players as f64;
        assert!((found - nash_conv).abs() < 1e-9, "{name} {params:?} {how:?}: {found}");
    }
}

/// Outcome sampling reaches the same equilibrium with far more, far shorter iterations.
#[test]
fn sampled_outcomes_lead_to_the_equilibrium() {
    let kuhn = tree(&game("kuhn-poker", &[]));
    let far = |iterations| solve(&kuhn, Cfr::OutcomeSampling(0.6), iterations).exploitability(&kuhn);
    let (few, many) = (far(500), far(50_000));
    assert!(many < 0.03 && many < few / 3.0, "{few} {many}");
}

/// A strategy queried set by set is the strategy that plays.
#[test]
fn a_strategy_can_be_asked_for() {
    let game = game("leduc-poker", &[]);
    let tree = tree(&game);
    let learned = solve(&tree, Cfr::Plus, 3);
    let asked = Strategy::asked(&tree, game.as_ref(), &mut |player, here| {
        let information = here.information().expect("it has hidden information");
        Ok::<_, ()>(learned.at(information.known_key(player)).collect())
    });
    let asked = asked.expect("it always answers");
    assert!((asked.exploitability(&tree) - learned.exploitability(&tree)).abs() < 1e-12);
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

/// Positions that a player cannot tell apart are sampled as often as chance deals them: all that agree with its knowledge, and no others.
#[test]
fn drawn_positions_are_those_that_agree_with_what_is_known() {
    for (name, params) in [
        ("kuhn-poker", vec![]),
        ("leduc-poker", vec![]),
        ("liars-dice", vec![]),
        ("goofspiel", vec![("cards", Value::Int(3))]),
        ("tron", vec![("columns", Value::Int(3)), ("rows", Value::Int(2))]),
        ("matrix-game", vec![]),
    ] {
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
                *drawn.entry(information.resample(player, &mut rng).expect("it is found").notation()).or_default() += 1;
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
            let each = information.draw_probability(player).expect("it is known");
            assert!((2000.0 * each - even).abs() < 1e-9, "{name}: {each} in `{known}`");
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

/// No registered agent sees more than its player knows, except the ones that declare it.
#[test]
fn no_agent_sees_more_than_its_player_knows() {
    let small = |agent: &str| -> Values {
        if agent == "cfr" { [("iterations".to_owned(), Value::Int(2))].into_iter().collect() } else { Values::default() }
    };
    let mut cheats = BTreeSet::new();
    for (name, params) in [
        ("kuhn-poker", vec![("players", Value::Int(3))]),
        ("leduc-poker", vec![]),
        ("liars-dice", vec![("faces", Value::Int(3))]),
        ("goofspiel", vec![("cards", Value::Int(3))]),
    ] {
        let game = game(name, &params);
        for agent in agents().iter() {
            let recipe = agent.recipe(&small(agent.name)).expect("the parameters go together");
            if recipe.supports(&game.info()).is_err() {
                continue;
            }
            match check_sight(recipe.as_ref(), &game, 53) {
                Err(_) if recipe.cheats() => drop(cheats.insert(agent.name)),
                found => found.unwrap_or_else(|error| panic!("{} in {name}: {error}", agent.name)),
            }
        }
    }
    let declared: BTreeSet<&str> = agents()
        .iter()
        .filter(|agent| agent.recipe(&small(agent.name)).is_ok_and(|recipe| recipe.cheats()))
        .map(|agent| agent.name)
        .collect();
    assert_eq!((cheats, declared), (BTreeSet::from(["cheating-uct"]), BTreeSet::from(["cheating-uct"])));
}

/// What a cheat looks at.
#[derive(Clone, Copy, Debug)]
enum Look {
    /// The position itself.
    Position,
    /// The result of a game that is played on in a copy, of which the cheat keeps the memory.
    Copy,
    /// The outcomes of chance: a card that another player has cannot come.
    Outcomes,
}

/// Plays a move that depends on information it should not have.
struct Cheat(Look);

impl Recipe for Cheat {
    fn agent(&self, _: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        Ok(Box::new(CheatingAgent { look: self.0, copy: None }))
    }
}

struct CheatingAgent {
    look: Look,
    copy: Option<Box<dyn Position>>,
}

impl Agent for CheatingAgent {
    fn start(&mut self, _: Player, _: Rng) {}

    fn choose(&mut self, position: &dyn Position, _: &mut Meter, submove: &mut Vec<Move>) -> Result<(), AgentError> {
        let moves = position.move_list();
        let copy = self.copy.get_or_insert_with(|| position.boxed());
        copy.copy_from(position);
        let secret = match self.look {
            Look::Position => position.key() as usize,
            Look::Copy => {
                while copy.turn() != Turn::Over {
                    copy.apply(copy.move_list()[0]);
                }
                usize::from(copy.score(0) > 0.0)
            }
            Look::Outcomes => {
                while matches!(copy.turn(), Turn::Player(_)) {
                    let calls = copy.move_list();
                    copy.apply(calls[calls.len() / 2]);
                }
                copy.move_list().iter().map(|m| m.0 as usize).sum()
            }
        };
        submove.push(moves[secret % moves.len()]);
        Ok(())
    }
}

#[test]
fn a_cheating_agent_is_found_and_one_that_was_registered_cannot_cheat() {
    let game = game("leduc-poker", &[]);
    for look in [Look::Position, Look::Copy, Look::Outcomes] {
        let found = check_sight(&Cheat(look), &game, 1);
        let error = found.err().unwrap_or_else(|| panic!("a look at the {look:?} was not found"));
        assert!(error.starts_with("it tells `") && error.contains("knows only `"), "{look:?}: {error}");
        check_sight(erase_recipe(Cheat(look)).as_ref(), &game, 1).unwrap_or_else(|error| panic!("{look:?}: {error}"));
    }
}

/// Kuhn poker in which positions are found only now and then.
struct Elusive {
    inner: Arc<dyn Game>,
    /// Every `one_in`-th draw succeeds; none if it is 0.
    one_in: usize,
}

struct ElusiveHand {
    inner: Box<dyn Position>,
    one_in: usize,
}

impl Clone for ElusiveHand {
    fn clone(&self) -> Self {
        ElusiveHand { inner: self.inner.boxed(), one_in: self.one_in }
    }
}

impl Game for Elusive {
    fn info(&self) -> GameInfo {
        self.inner.info()
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(ElusiveHand { inner: self.inner.start(), one_in: self.one_in })
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        self.inner.parse(notation).map(|inner| Box::new(ElusiveHand { inner, one_in: self.one_in }) as _)
    }
}

impl Position for ElusiveHand {
    fn turn(&self) -> Turn {
        self.inner.turn()
    }

    fn moves(&self, out: &mut Vec<Move>) {
        self.inner.moves(out);
    }

    fn apply(&mut self, m: Move) {
        self.inner.apply(m);
    }

    fn score(&self, player: Player) -> f64 {
        self.inner.score(player)
    }

    fn notation(&self) -> String {
        self.inner.notation()
    }

    fn write_move(&self, submove: &[Move], out: &mut String) {
        self.inner.write_move(submove, out);
    }

    fn chance(&self) -> Option<&dyn Chance> {
        self.inner.chance()
    }

    fn information(&self) -> Option<&dyn Information> {
        Some(self)
    }
}

impl Information for ElusiveHand {
    fn players(&self) -> usize {
        2
    }

    fn known(&self, player: Player) -> String {
        self.inner.information().expect("Kuhn poker has it").known(player)
    }

    fn resample_into(&self, player: Player, rng: &mut Rng, target: &mut dyn Position) -> bool {
        if self.one_in == 0 || rng.below(self.one_in) > 0 {
            return false;
        }
        let inner = self.inner.information().and_then(|information| information.resample(player, rng)).expect("Kuhn poker draws always");
        target.copy_from(&ElusiveHand { inner, one_in: self.one_in });
        true
    }
}

/// A search goes on in the position at hand where none is found, and counts that; without any the move is drawn.
#[test]
fn positions_that_are_not_found_are_counted_and_a_move_is_made() {
    for (one_in, least, most) in [(1, 0, 0), (2, 30, 70), (0, 10, 10)] {
        let game: Arc<dyn Game> = Arc::new(Elusive { inner: game("kuhn-poker", &[]), one_in });
        for agent in ["so-ismcts", "mo-ismcts", "sd-ismcts", "pimc"] {
            let recipe = agents().find(agent).expect("it is registered").recipe(&Values::default()).expect("defaults go together");
            let mut player = recipe.agent(&game).expect("it plays this game");
            let here = game.parse("20 pb").expect("it is the first player's turn");
            let (mut meter, mut submove) = (Meter::new(Budget::Iterations(100)), Vec::new());
            player.start(0, Rng::from_seed(61));
            player.choose(here.as_ref(), &mut meter, &mut submove).expect("there is a move");
            assert!(here.move_list().contains(&submove[0]));
            let expected = if agent == "pimc" && one_in == 2 { 3..=20 } else { least..=most };
            assert!(expected.contains(&meter.failed_draws()), "{agent}, one in {one_in}: {}", meter.failed_draws());
            assert_eq!(meter.iterations(), if one_in == 0 { 0 } else { 100 }, "{agent}");
        }
    }
}

/// When the time is over, drawing ends: a turn without time draws once, finds a position or not, and moves.
#[test]
fn a_turn_without_time_draws_once() {
    for agent in ["so-ismcts", "mo-ismcts", "sd-ismcts", "pimc"] {
        for (one_in, expected) in [(0, (1, 0)), (1, (0, 1))] {
            let game: Arc<dyn Game> = Arc::new(Elusive { inner: game("kuhn-poker", &[]), one_in });
            let recipe = agents().find(agent).expect("it is registered").recipe(&Values::default()).expect("defaults go together");
            let mut player = recipe.agent(&game).expect("it plays this game");
            let here = game.parse("20 pb").expect("it is the first player's turn");
            let (mut meter, mut submove) = (Meter::new(Budget::Time(Duration::ZERO)), Vec::new());
            player.start(0, Rng::from_seed(61));
            player.choose(here.as_ref(), &mut meter, &mut submove).expect("there is a move");
            assert!(here.move_list().contains(&submove[0]));
            assert_eq!((meter.failed_draws(), meter.iterations()), expected, "{agent}, one in {one_in}");
        }
    }
}

/// Plays a random move without looking at the position.
struct Blind(Rng);

impl Recipe for Blind {
    fn agent(&self, _: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        Ok(Box::new(Blind(Rng::from_seed(0))))
    }
}

impl Agent for Blind {
    fn start(&mut self, _: Player, rng: Rng) {
        self.0 = rng;
    }

    fn choose(&mut self, position: &dyn Position, _: &mut Meter, submove: &mut Vec<Move>) -> Result<(), AgentError> {
        submove.extend(self.0.pick(&position.move_list()));
        Ok(())
    }
}

/// An agent that does not look plays the same game with full knowledge and with its player's knowledge.
#[test]
fn an_agent_that_does_not_look_plays_the_same_from_drawn_positions() {
    for name in ["kuhn-poker", "leduc-poker", "liars-dice", "goofspiel"] {
        let game = game(name, &[]);
        let played = |recipe: &dyn Recipe| {
            let mut seats: Vec<_> = (0..2).map(|_| recipe.agent(&game).expect("it plays everything")).collect();
            seats.iter_mut().enumerate().for_each(|(seat, agent)| agent.start(seat, Rng::of_seed(9, seat as u64)));
            let (mut here, mut chance) = (game.start(), Rng::from_seed(10));
            loop {
                let mut submove = Vec::new();
                match here.turn() {
                    Turn::Over => return here.notation(),
                    Turn::Chance => submove.push(here.sample(&mut chance, &mut Vec::new())),
                    Turn::Player(player) => {
                        let mut meter = Meter::new(Budget::Iterations(1));
                        seats[player].choose(here.as_ref(), &mut meter, &mut submove).expect("there is a move");
                    }
                }
                submove.iter().for_each(|&m| here.apply(m));
            }
        };
        let blind = || Blind(Rng::from_seed(0));
        assert_eq!(played(&blind()), played(erase_recipe(blind()).as_ref()), "{name}");
    }
}

/// Where others move unseen, a node of the searching player's sets has other legal moves in every descent.
#[test]
fn a_single_observer_searches_games_with_hidden_moves() {
    for name in ["battleship", "dark-hex", "phantom-tic-tac-toe", "phantom-go", "goofspiel", "matrix-game"] {
        let game = game(name, if name == "phantom-go" { &[("size", Value::Int(4))] } else { &[] });
        for agent in ["so-ismcts", "mo-ismcts", "mt-ismcts", "sd-ismcts"] {
            let recipe = agents().find(agent).expect("it is registered").recipe(&Values::default()).expect("defaults go together");
            let mut player = recipe.agent(&game).expect("it plays this game");
            let (mut here, mut rng) = (game.start(), Rng::from_seed(58));
            while let Turn::Player(seat) = here.turn() {
                let (mut meter, mut submove) = (Meter::new(Budget::Iterations(200)), Vec::new());
                player.start(seat, Rng::from_seed(59));
                player.choose(here.as_ref(), &mut meter, &mut submove).expect("there is a move");
                assert!(here.move_list().contains(&submove[0]) && meter.iterations() == 200, "{agent} in {name}");
                here.apply(submove[0]);
                while here.turn() == Turn::Chance {
                    here.apply(here.sample(&mut rng, &mut Vec::new()));
                }
            }
        }
    }
}

/// A search that has not reached the choice of the player who moves unseen has no statistics for it; its statistics for the other's choice are no
/// answer.
#[test]
fn a_joint_choice_that_was_not_searched_is_not_reported() {
    let game = game("matrix-game", &[]);
    let here = game.parse("r").expect("the first player has chosen");
    for (iterations, is_known) in [(1, false), (200, true)] {
        let recipe = agents().find("mo-ismcts").expect("it is registered").recipe(&Values::default()).expect("defaults go together");
        let mut player = recipe.agent(&game).expect("it plays this game");
        player.start(1, Rng::from_seed(60));
        player.choose(here.as_ref(), &mut Meter::new(Budget::Iterations(iterations)), &mut Vec::new()).expect("there is a move");
        assert_eq!(!player.report().root.is_empty(), is_known, "{iterations} iterations");
    }
}

/// The average strategy of both learning rules comes near the equilibrium: a third each in rock, paper, scissors; and in goofspiel with falling
/// prizes, where random play is far from it.
#[test]
fn mixed_strategies_are_learned_at_joint_nodes() {
    let goofspiel = game("goofspiel", &[("cards", Value::Int(3)), ("prizes", Value::Text("descending".to_owned()))]);
    for (game, most) in [(game("matrix-game", &[("rounds", Value::Int(1))]), 0.1), (goofspiel, 0.15)] {
        let tree = tree(&game);
        for learning in ["exp3", "regret-matching"] {
            let values: Values = [("learning".to_owned(), Value::Text(learning.to_owned()))].into_iter().collect();
            let recipe = agents().find("sm-mcts").expect("it is registered").recipe(&values).expect("the parameters go together");
            let mut agent = recipe.agent(&game).expect("it plays this game");
            let parts = (Policy::Visits, Budget::Iterations(20_000));
            let asked =
                AgentStrategy::of(agent.as_mut(), (game.as_ref(), &tree), parts, &mut |set| [Rng::of_seed(58, set)]).expect("it plays");
            let far = asked.strategy.exploitability(&tree);
            assert!(far < most, "{learning}: {far}");
        }
        let random = Strategy::uniform(&tree).exploitability(&tree);
        assert!(most < 0.5 * random || random < 1e-9, "{random}");
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
    let (single, multiple, random) = (mean("so-ismcts"), mean("mo-ismcts"), mean("random"));
    // The standard error of each is 0.06.
    assert!(single.min(multiple) > -0.2 && random < single.min(multiple), "{single} {multiple} {random}");
}
