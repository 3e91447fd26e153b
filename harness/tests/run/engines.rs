//! Two instances of this program play each other as engines: the games equal those of the same agents inside the harness.

use crate::setup::{Setup, kind, number, text, values};
use std::collections::BTreeSet;
use std::time::Duration;
use treebench::agents::engines::{EngineSettings, Protocol, Restart};
use treebench::agents::{Budget, agents};
use treebench::experiment::{Cell, Program};
use treebench::games::params::{ParamChoice as _, Value, Values};
use treebench::plan::task_seed;
use treebench::prelude::*;
use treebench::store::Row;

/// An agent that is seeded like an engine: with a number drawn from the generator of its seat.
#[derive(Params, Clone, Debug)]
struct Seeded {
    /// The agent.
    #[param(default = "uct")]
    agent: String,
}

#[agent("test-seeded")]
impl Recipe for Seeded {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let agent = agents().find(&self.agent).unwrap().recipe(&Values::default())?.agent(game)?;
        Ok(Box::new(SeededAgent { agent }))
    }
}

struct SeededAgent {
    agent: Box<dyn Agent>,
}

impl Agent for SeededAgent {
    fn start(&mut self, seat: Player, mut rng: Rng) {
        let seed = (rng.bits32() >> 1).max(1);
        self.agent.start(seat, Rng::of_seed(u64::from(seed), 1 + seat as u64));
    }

    fn choose(&mut self, position: &dyn Position, meter: &mut Meter, submove: &mut Vec<Move>) -> Result<(), AgentError> {
        self.agent.choose(position, meter, submove)
    }

    fn observe(&mut self, before: &dyn Position, submove: &[Move]) {
        self.agent.observe(before, submove);
    }
}

/// A game between agents, with its budget.
struct Meeting<'a> {
    game: (&'a str, Values),
    names: &'a [&'a str],
    budget: Budget,
    settings: Values,
}

impl Meeting<'_> {
    fn of<'a>(game: &'a str, params: Values, names: &'a [&'a str]) -> Meeting<'a> {
        Meeting { game: (game, params), names, budget: Budget::Iterations(25), settings: Values::default() }
    }

    fn capped(self, moves: i64) -> Self {
        Meeting { settings: values([("max-moves", Value::Int(moves))]), ..self }
    }

    /// The agents.
    fn inside(&self) -> Cell {
        let named = |name: &&str| ("test-seeded", values([("agent", Value::Text((*name).to_owned()))]));
        let (game, budget, settings) = (self.game.clone(), self.budget, self.settings.clone());
        let agents = self.names.iter().map(named).collect();
        Setup { games: vec![game.clone()], agents, games_per_cell: 4, budget, settings, stop: None }.cell(&game)
    }

    /// The same agents in the same game, as engines. Iterations are part of the command because no protocol has a command for them.
    fn outside(&self, cell: &Cell, protocol: &str, restart: &str) -> Cell {
        let mut cell = cell.clone();
        for (participant, name) in cell.participants.iter_mut().zip(self.names) {
            let mut command =
                [env!("CARGO_BIN_EXE_bench"), protocol, "--game", cell.game.entry.name, "--agent", name].map(str::to_owned).to_vec();
            if let Budget::Iterations(n) = self.budget {
                command.extend(["--iterations".to_owned(), n.to_string()]);
            }
            for (key, value) in cell.game.params.iter() {
                command.extend(["-p".to_owned(), format!("game.{key}={value}")]);
            }
            if restart == "game" {
                command.extend(["--seed", "{seed}"].map(str::to_owned));
            }
            participant.program = Program::Engine(Arc::new(EngineSettings {
                protocol: Protocol::from_word(protocol).unwrap(),
                command,
                options: Values::default(),
                restart: Restart::from_word(restart).unwrap(),
                limit: Duration::from_secs(60),
                identity: String::new(),
                folder: String::new(),
            }));
            participant.params = Values::default();
        }
        cell
    }

    /// Games with every agent in every seat, more than one of each.
    fn play(&self, cell: &Cell) -> Vec<Row> {
        let mut player = kind().tasks().player(cell).unwrap();
        let seats = self.names.len() as u32;
        (0..2 * seats).map(|task| player.play(task, task_seed(3, cell.key, task / seats)).row).collect()
    }

    /// Checks that engines play the same games as agents, both started for each game and started once.
    #[track_caller]
    fn is_the_same_by(&self, protocol: &str) {
        let cell = self.inside();
        let expected = self.play(&cell);
        let moves: BTreeSet<&str> = expected.iter().map(|row| text(row, "moves")).collect();
        assert!(moves.len() > 1, "seeds make different games");
        // Engines of UGI report what they spend.
        let reported = if protocol == "gtp" { &[][..] } else { &["iterations", "states"] };
        for restart in ["game", "worker"] {
            let rows = self.play(&self.outside(&cell, protocol, restart));
            for (row, expected) in rows.iter().zip(&expected) {
                assert_eq!(text(row, "message"), "", "{protocol} {restart}");
                for column in ["ending", "moves", "seats", "scores"].iter().chain(reported) {
                    assert_eq!(column_value(row, column), column_value(expected, column), "{column} {protocol} {restart}");
                }
                assert_eq!(number(row, "disagreements"), 0, "{}", text(row, "engines"));
                assert!(text(row, "moves").split(' ').count() > 4, "{}", text(row, "moves"));
            }
        }
    }
}

/// The values of a column.
fn column_value(row: &Row, column: &str) -> String {
    format!("{:?}", &row[kind().tasks().columns().iter().position(|known| known.name == column).unwrap()])
}

fn ints<const N: usize>(pairs: [(&str, i64); N]) -> Values {
    values(pairs.map(|(name, number)| (name, Value::Int(number))))
}

#[test]
fn games_through_gtp_are_those_inside() {
    Meeting::of("go", ints([("size", 5)]), &["uct", "uct-tuned"]).is_the_same_by("gtp");
    // Random openings are told to engines as moves.
    let opened = Meeting::of("breakthrough", ints([("width", 4), ("height", 5)]), &["uct", "score-bounded"]);
    Meeting { settings: ints([("random-plies", 2)]), ..opened }.is_the_same_by("gtp");
}

/// Handicap stones are sent to engines as moves of Black. The games differ from those inside the harness because random playouts depend on the order
/// in which stones were placed.
#[test]
fn a_handicap_is_told_through_gtp() {
    let meeting = Meeting::of("go", ints([("handicap", 3), ("max-moves", 20)]), &["uct-tuned", "flat-mc"]);
    let cell = meeting.inside();
    for row in meeting.play(&meeting.outside(&cell, "gtp", "worker")) {
        assert_eq!((text(&row, "message"), number(&row, "disagreements")), ("", 0), "{}", text(&row, "engines"));
        assert_eq!(number(&row, "plies"), 20);
    }
}

#[test]
fn games_through_ugi_are_those_inside() {
    Meeting::of("tic-tac-toe", Values::default(), &["uct", "flat-mc"]).is_the_same_by("ugi");
    // A budget of states is what `go nodes` is in UGI, so that the command need not have it.
    Meeting { budget: Budget::States(300), ..Meeting::of("breakthrough", ints([("width", 4), ("height", 5)]), &["uct", "flat-mc"]) }
        .is_the_same_by("ugi");
    // Dice, and more than two seats.
    Meeting::of("einstein", Values::default(), &["uct", "random"]).capped(12).is_the_same_by("ugi");
    Meeting::of("connect-three", Values::default(), &["uct", "random", "flat-mc"]).is_the_same_by("ugi");
}

#[test]
fn games_through_uci_and_uai_are_those_inside() {
    Meeting::of("skirmish", Values::default(), &["uct", "uct-tuned"]).capped(12).is_the_same_by("uci");
    Meeting::of("ataxx", Values::default(), &["uct", "uct-tuned"]).capped(12).is_the_same_by("uai");
}

/// Without its own budget, a GTP engine is sent the time limit and keeps it.
#[test]
fn a_budget_of_time_is_told_through_gtp() {
    let timed =
        Meeting { budget: Budget::Time(Duration::from_millis(60)), ..Meeting::of("go", ints([("size", 5)]), &["uct", "uct"]) }.capped(6);
    let cell = timed.inside();
    for row in timed.play(&timed.outside(&cell, "gtp", "worker")) {
        assert_eq!(text(&row, "message"), "");
        assert_eq!(text(&row, "engines").matches("time_settings 0 0.06 1, genmove").count(), 2, "{}", text(&row, "engines"));
        assert_eq!(number(&row, "plies"), 6);
    }
}

#[test]
fn the_processor_time_of_an_engine_is_not_measured() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.toml");
    let text = "[experiment]\nname = \"x\"\nkind = \"match\"\ngames-per-cell = 2\n[budget]\ntime = \"1s\"\n[match]\nclock = \"cpu\"\n\
        [grid]\ngame = \"hex\"\n[agent.e]\nengine = { protocol = \"ugi\", command = \"e\" }\n[compare]\nuct = \"e\"\n";
    std::fs::write(&path, text).unwrap();
    let error = treebench::kinds::load(&path, &Default::default()).err().unwrap().to_string();
    assert!(error.starts_with("error: `e` runs in its own process, whose processor time is not measured"), "{error}");
    std::fs::write(&path, text.replace("time = \"1s\"", "iterations = 5")).unwrap();
    treebench::kinds::load(&path, &Default::default()).unwrap();
}
