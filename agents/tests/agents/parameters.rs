//! Every parameter of every agent has an effect on the search. Where another parameter disables it, the combination is rejected, or the parameter's
//! documentation names the other one.

use Condition::{Is, IsNot};
use std::fmt::Write as _;
use std::sync::Arc;
use treebench_agents::{AgentEntry, Budget, Meter, agents};
use treebench_games::params::{Kind, ParamError, ParamSpec, Value, Values};
use treebench_games::{Game, Rng, Turn, games};

/// The values of another parameter under which a parameter has an effect.
#[derive(Clone, Copy)]
enum Condition {
    Is(&'static [&'static str]),
    IsNot(&'static str),
}

/// A parameter, the one that decides whether it has an effect, and when it has. Rules hold for agents that have both.
const RULES: &[(&str, &str, Condition)] = &[
    ("ranks", "bias", Is(&["rank"])),
    ("draws", "bounds", IsNot("none")),
    ("bounds-update", "bounds", IsNot("none")),
    ("prune", "bounds", IsNot("none")),
    ("clip", "bounds", IsNot("none")),
    ("skip-after", "skip-solved", Is(&["true"])),
    ("fpu", "first-play", Is(&["first"])),
    ("fpu-decay", "fpu", IsNot("inf")),
    ("fpu", "prior", Is(&["off"])),
    ("rave-exploration", "rave", IsNot("off")),
    ("rave-weight", "rave", IsNot("off")),
    ("rave-equivalence", "rave-weight", Is(&["equivalence"])),
    ("rave-bias", "rave-weight", Is(&["minimum-error"])),
    ("rave-ref", "rave", IsNot("off")),
    ("rave-mix-threshold", "rave", Is(&["mix"])),
    ("rave-ranks-new", "rave", IsNot("off")),
    ("mast", "playout", Is(&["mast"])),
    ("mast", "split", IsNot("orthodox")),
    ("mast-mix-threshold", "mast", Is(&["mix"])),
    ("mast-tree-only", "playout", Is(&["mast"])),
    ("playout-in-expansion", "playout", IsNot("uniform")),
    ("playout-choice", "playout", IsNot("uniform")),
    ("epsilon", "playout", Is(&["mast", "nst"])),
    ("epsilon", "playout-choice", Is(&["auto", "epsilon-greedy"])),
    ("temperature", "playout-choice", Is(&["gibbs"])),
    ("decay", "playout", Is(&["mast", "nst"])),
    ("decay-when", "playout", IsNot("uniform")),
    ("decay-batch", "decay-when", Is(&["batch"])),
    ("n-grams", "playout", Is(&["nst", "ppa"])),
    ("n-gram-threshold", "playout", Is(&["nst"])),
    ("ppa-rate", "playout", Is(&["ppa"])),
    ("ppa-learners", "playout", Is(&["ppa"])),
    ("ppa-memory", "playout", Is(&["ppa"])),
    ("ppa-decay", "playout", Is(&["ppa"])),
    ("ppa-decay", "ppa-memory", Is(&["true"])),
    ("reply-forgetting", "replies", IsNot("off")),
    ("tree", "split", IsNot("orthodox")),
    ("simulation", "split", IsNot("orthodox")),
    ("roll-up-factor", "tree", Is(&["rollup-raw", "rollup-nodal"])),
    ("nodal-rest", "tree", Is(&["nodal", "rollup-nodal"])),
    ("nodal-rest", "playout", IsNot("uniform")),
    ("exploration", "index", Is(&["ucb1", "ucb-tuned", "variance", "moss"])),
    ("epsilon", "index", Is(&["ucb-v"])),
    ("form", "index", Is(&["ucb-v"])),
    ("arms-fixed", "arms", Is(&["fixed"])),
    ("arms-beta", "arms", Is(&["increasing"])),
    ("arms-optimum", "arms", Is(&["increasing"])),
    ("prior-visits", "prior", IsNot("off")),
    ("prior-samples", "prior", IsNot("off")),
    ("prior-samples", "rave", IsNot("off")),
    ("minimax-depth", "minimax", Is(&["true"])),
    ("minimax-positions", "minimax", Is(&["true"])),
    ("minimax-distance", "minimax", Is(&["true"])),
    ("k", "after", Is(&["uct"])),
    ("playout-cap", "playouts", Is(&["true"])),
    ("cap-score", "after", Is(&["uct"])),
    ("minimax-depth", "after", Is(&["minimax"])),
    ("minimax-positions", "after", Is(&["minimax"])),
    ("minimax-distance", "after", Is(&["minimax"])),
];

/// Why the fastest win is the same as the first one.
const DISTANCE: &str = "games this short have one way to win where chance is over";

/// Parameters whose effect these searches do not show, with the likely reason. An entry proves nothing: other searches may show an effect.
const WITHOUT_EFFECT: &[(&str, &str, &str)] = &[
    ("chance-nodes", "minimax-distance", DISTANCE),
    ("group-nodes", "minimax-distance", DISTANCE),
    ("move-groups", "minimax-distance", DISTANCE),
    ("hand-over", "minimax-distance", DISTANCE),
    ("rand-mm", "minimax-distance", DISTANCE),
    ("hand-over", "final-move", "its searches begin near the end of a game"),
    ("hand-over", "max-nodes", "its searches begin near the end of a game"),
    ("hand-over", "search-single-move", "its searches begin near the end of a game"),
    ("rave", "search-single-move", "in the games of this test it meets no position with a single move"),
    ("gpn-mcts", "search-single-move", "a single move that ends the game is proven without search"),
    ("gpn-paper", "search-single-move", "a single move that ends the game is proven without search"),
    ("pns", "search-single-move", "a single move that ends the game is proven without search"),
    ("mcts-solver", "stop-when-proven", "iterations of a solved root end at once"),
    ("pn-mcts", "clip", "decided subtrees are left before a mean is beyond its bounds"),
    ("gpn-mcts", "early-stop", "it saves time, and the numbers are the same"),
    ("cfr", "update", "a turn shows one draw from the strategy, and both come close to the same"),
    ("cfr", "max-positions", "a larger game is refused"),
    ("cfr", "sampling-exploration", "only outcome sampling explores, and a turn shows one draw from the strategy"),
    ("pimc", "max-nodes", "each of its searches is short"),
    ("so-ismcts", "ppa-rate", "it refuses `ppa`"),
    ("so-ismcts", "ppa-learners", "it refuses `ppa`"),
    ("sequential-halving", "assumed-iterations", "the budget of these searches counts iterations"),
];

/// Settings that let a parameter show its effect sooner.
const EXERCISES: &[(&str, &[(&str, &str)])] = &[
    ("cap-score", &[("playout-cap", "2")]),
    ("fpu-decay", &[("fpu", "1.0")]),
    ("rave-mix-threshold", &[("split", "Mod"), ("tree", "nodal")]),
    ("nodal-rest", &[("split", "Mod"), ("tree", "nodal"), ("playout", "mast"), ("mast", "split")]),
    ("stop-when-proven", &[("prune", "off")]),
    ("search-single-move", &[("stop-when-proven", "false")]),
];

/// Games with parameters, the cheapest first: draws, single moves, three players, knowledge, semimoves, chance.
const GAMES: &[(&str, &[(&str, i64)])] = &[
    ("tic-tac-toe", &[]),
    ("breakthrough", &[("width", 4), ("height", 5)]),
    ("connect-four", &[("columns", 4), ("rows", 4)]),
    ("connect-three", &[]),
    ("gomba", &[("branching", 12), ("depth", 6)]),
    ("rbg/breakthrough", &[]),
    ("go", &[("size", 5)]),
    ("einstein", &[]),
    ("chinese-dark-chess", &[("rows", 3)]),
];

/// Games for agents that play only games of hidden information.
const HIDDEN: &[(&str, &[(&str, i64)])] = &[("leduc-poker", &[]), ("goofspiel", &[("cards", 6)]), ("liars-dice", &[("faces", 3)])];

/// Iterations a turn and turns of the searches that are compared.
const EFFORTS: [(u64, usize); 4] = [(60, 8), (300, 4), (2500, 2), (12, 100)];

/// A search that shows the effect of a parameter.
#[derive(Clone, Copy)]
struct Case<'a> {
    game: &'a Arc<dyn Game>,
    iterations: u64,
    turns: usize,
}

impl Case<'_> {
    /// The results of an agent with these values, turn by turn, against random moves.
    fn found(self, agent: &AgentEntry, values: &Values) -> Result<String, ParamError> {
        let recipe = agent.recipe(values)?;
        recipe.check(self.game)?;
        let mut player = recipe.agent(self.game)?;
        player.start(0, Rng::from_seed(7));
        let (mut position, mut chance, mut text) = (self.game.start(), Rng::from_seed(8), String::new());
        let mut turns = 0;
        while turns < self.turns && !position.is_over() {
            let mut submove = Vec::new();
            if position.turn() == Turn::Chance {
                submove.push(position.sample(&mut chance, &mut Vec::new()));
            } else if position.turn() != Turn::Player(0) {
                submove.extend(chance.pick(&position.move_list()));
            } else {
                let mut meter = Meter::new(Budget::Iterations(self.iterations));
                if player.choose(position.as_ref(), &mut meter, &mut submove).is_err() {
                    break;
                }
                let report = player.report();
                let _ = writeln!(text, "{submove:?} {} {} {:?} {:?}", meter.states(), report.nodes, report.known, report.root);
                turns += 1;
            }
            player.observe(position.as_ref(), &submove);
            submove.iter().for_each(|&m| position.apply(m));
        }
        Ok(text)
    }
}

/// The values tried for a parameter; for a number, values within its range.
fn tried(spec: &ParamSpec) -> Vec<Value> {
    let numbers = [0.0, 0.1, 0.5, 0.9, 1.0, 2.0, 3.0, 10.0, 50.0, 1000.0, f64::INFINITY];
    let allowed = |value: Value| spec.check(&value).ok();
    let mut values: Vec<Value> = match spec.kind {
        Kind::Bool => [true, false].map(Value::Bool).into(),
        Kind::Choice(words) => words.iter().map(|(word, _)| Value::Text((*word).to_owned())).collect(),
        Kind::Float => numbers.iter().filter_map(|&x| allowed(Value::Float(x))).collect(),
        Kind::Int => numbers.iter().filter(|x| x.fract() == 0.0).filter_map(|&x| allowed(Value::Int(x as i64))).collect(),
        Kind::Text if spec.name == "split" => ["orthodox", "Mod"].map(|word| Value::Text(word.to_owned())).into(),
        Kind::Text => ["uniform", "all", "none"].map(|word| Value::Text(word.to_owned())).into(),
    };
    values.retain(|value| *value != spec.default);
    values.insert(0, spec.default.clone());
    values
}

/// The rules of a parameter of an agent, with the specs of the parameters that decide about it.
fn rules<'a>(specs: &'a [ParamSpec], param: &'a str) -> impl Iterator<Item = (&'a ParamSpec, Condition)> {
    let of_param = RULES.iter().filter(move |(of, ..)| *of == param);
    of_param.filter_map(|&(_, other, when)| Some((specs.iter().find(|spec| spec.name == other)?, when)))
}

/// Whether the rules declare that a parameter, or a parameter that decides about it, has no effect with this value of another.
fn is_declared(specs: &[ParamSpec], param: &str, other: &ParamSpec, value: &Value) -> bool {
    rules(specs, param)
        .any(|(decides, when)| decides.name == other.name && !when.holds(value) || is_declared(specs, decides.name, other, value))
}

/// Whether the documentation or the name of a parameter mentions the parameter that decides about it (or a value of it), or the documentation of that
/// one mentions this one.
fn is_documented(spec: &ParamSpec, other: &ParamSpec, when: Condition) -> bool {
    let text = format!("{} {}", spec.name, spec.doc).to_lowercase();
    let words = if let Is(words) = when { words } else { &[] };
    text.contains(other.name) || words.iter().any(|word| text.contains(word)) || other.doc.contains(spec.name)
}

impl Condition {
    fn holds(self, value: &Value) -> bool {
        let text = value.to_string();
        match self {
            Is(words) => words.contains(&text.as_str()),
            IsNot(word) => text != word,
        }
    }
}

/// Settings under which a parameter has an effect.
fn context(specs: &[ParamSpec], param: &str, into: &mut Values) {
    for (other, when) in rules(specs, param) {
        if into.get(other.name).is_none_or(|value| !when.holds(value)) {
            let value = tried(other).into_iter().find(|value| when.holds(value));
            into.set(other.name, value.expect("some value has an effect"));
        }
        context(specs, other.name, into);
    }
    for (name, text) in EXERCISES.iter().filter(|(of, _)| *of == param).flat_map(|(_, settings)| *settings) {
        if let Some(spec) = specs.iter().find(|spec| spec.name == *name) {
            into.set(*name, spec.kind.read(text));
        }
    }
}

/// Settings and a search in which a parameter has an effect.
struct Effect<'a> {
    case: Case<'a>,
    settings: Values,
}

fn with(settings: &Values, name: &str, value: &Value) -> Values {
    let mut values = settings.clone();
    values.set(name, value.clone());
    values
}

/// Where a parameter has an effect; `None` if nowhere.
fn effect<'a>(agent: &AgentEntry, specs: &[ParamSpec], spec: &ParamSpec, games: &'a [Arc<dyn Game>]) -> Option<Effect<'a>> {
    let mut settings = Values::default();
    context(specs, spec.name, &mut settings);
    for (iterations, turns) in EFFORTS {
        for game in games {
            let case = Case { game, iterations, turns };
            let mut found = tried(spec).into_iter().filter_map(|value| case.found(agent, &with(&settings, spec.name, &value)).ok());
            let first = found.next();
            if found.any(|other| Some(&other) != first.as_ref()) {
                return Some(Effect { case, settings });
            }
        }
    }
    None
}

/// The settings of other parameters under which a weight has no effect (its extremes give the same results) though no rule says so.
fn voids(agent: &AgentEntry, specs: &[ParamSpec], spec: &ParamSpec, effect: &Effect<'_>, games: &[Arc<dyn Game>]) -> Vec<String> {
    let mut extremes: Vec<f64> = tried(spec).iter().filter_map(|value| if let Value::Float(x) = *value { Some(x) } else { None }).collect();
    extremes.retain(|x| x.is_finite());
    extremes.sort_by(f64::total_cmp);
    let &[least, .., greatest] = &extremes[..] else { return Vec::new() };
    let is_void = |case: Case<'_>, settings: &Values| {
        let [one, two] = [least, greatest].map(|x| case.found(agent, &with(settings, spec.name, &Value::Float(x))));
        one.is_ok() && two.is_ok() && one == two
    };
    let mut voids = Vec::new();
    for other in specs.iter().filter(|other| other.name != spec.name && matches!(other.kind, Kind::Bool | Kind::Choice(_))) {
        let usual = effect.settings.get(other.name).unwrap_or(&other.default);
        for value in tried(other) {
            if value == *usual || is_declared(specs, spec.name, other, &value) {
                continue;
            }
            let settings = with(&effect.settings, other.name, &value);
            let mut longer = games.iter().map(|game| Case { game, iterations: 300, turns: 4 });
            if is_void(effect.case, &settings) && longer.all(|case| is_void(case, &settings)) {
                voids.push(format!("{} `{}` has no effect with {} = {value} ({settings})", agent.name, spec.name, other.name));
            }
        }
    }
    voids
}

/// The games that an agent plays.
fn games_of(agent: &AgentEntry) -> Vec<Arc<dyn Game>> {
    let recipe = agent.recipe(&Values::default()).unwrap();
    let build = |(name, numbers): &(&str, &[(&str, i64)])| {
        let values = numbers.iter().map(|&(name, number)| (name.to_owned(), Value::Int(number))).collect();
        games().find(name).unwrap().build(&values).unwrap()
    };
    let suit = |list: &[(&str, &[(&str, i64)])]| -> Vec<_> {
        list.iter().map(build).filter(|game| recipe.supports(&game.info()).is_ok()).collect()
    };
    let open = suit(GAMES);
    if open.is_empty() { suit(HIDDEN) } else { open }
}

#[test]
fn every_parameter_has_an_effect_or_a_rule() {
    let faults = std::thread::scope(|scope| {
        let check = |agent: &'static AgentEntry| {
            let (specs, games) = ((agent.specs)(), games_of(agent));
            let mut faults = Vec::new();
            for spec in specs.iter().filter(|spec| !WITHOUT_EFFECT.iter().any(|(of, param, _)| *of == agent.name && *param == spec.name)) {
                match effect(agent, &specs, spec, &games) {
                    None => faults.push(format!("{} `{}` has no effect", agent.name, spec.name)),
                    Some(effect) => faults.extend(voids(agent, &specs, spec, &effect, &games)),
                }
                for (other, _) in rules(&specs, spec.name).filter(|&(other, when)| !is_documented(spec, other, when)) {
                    faults.push(format!("{} `{}` does not say that it depends on `{}`", agent.name, spec.name, other.name));
                }
            }
            faults
        };
        let checks: Vec<_> = agents().iter().map(|agent| scope.spawn(move || check(agent))).collect();
        checks.into_iter().flat_map(|check| check.join().unwrap()).collect::<Vec<_>>()
    });
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}
