//! UGI where information is hidden: engines are told positions drawn from what their player knows.

use crate::common::setup::setup;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use treebench_agents::engines::ugi::{Dialect, UgiServer};
use treebench_agents::engines::{EngineSettings, Protocol, Restart};
use treebench_agents::{Budget, Meter};
use treebench_games::params::{ParamChoice as _, Value, Values};
use treebench_games::{Game, Rng, games};

fn goofspiel() -> Arc<dyn Game> {
    let values: Values = [("prizes".to_owned(), Value::Text("descending".to_owned()))].into_iter().collect();
    games().find("goofspiel").unwrap().build(&values).unwrap()
}

/// An engine that writes down what it is told, and in its turn asks for the position and the moves, of which it plays the first.
const ENGINE: &str = "while read -r line; do echo \"$line\" >> \"$0\"; case $line in ugi) echo 'id name sh'; OFFER echo ugiok;; isready) echo readyok;; \
                      go*) echo query position; read -r told; echo \"$told\" >> \"$0\"; echo query legalmoves; read -r word move rest; echo \"bestmove $move\";; \
                      quit) exit;; esac; done";

fn settings(protocol: Protocol, command: &[&str]) -> EngineSettings {
    EngineSettings {
        protocol,
        command: command.iter().map(|&word| word.to_owned()).collect(),
        options: Values::default(),
        restart: Restart::Game,
        limit: Duration::from_secs(20),
        identity: String::new(),
        folder: String::new(),
    }
}

/// What an engine in the second seat is told in some turns in this position.
fn told(notation: &str, offer: &str) -> Vec<String> {
    static GAMES: AtomicU32 = AtomicU32::new(0);
    let log = std::env::temp_dir().join(format!("hidden-{}-{}", std::process::id(), GAMES.fetch_add(1, Ordering::Relaxed)));
    let script = ENGINE.replace("OFFER", offer);
    let engine = settings(Protocol::Ugi, &["sh", "-c", &script, log.to_str().unwrap()]);
    let (game, mut meter) = (goofspiel(), Meter::new(Budget::Iterations(5)));
    let mut agent = engine.recipe().agent(&game).unwrap();
    agent.start(1, Rng::from_seed(4));
    let here = game.parse(notation).unwrap();
    for _ in 0..12 {
        let mut submove = Vec::new();
        agent.choose(here.as_ref(), &mut meter, &mut submove).unwrap();
        assert!(here.move_list().contains(&submove[0]));
    }
    drop(agent);
    let text = std::fs::read_to_string(&log).unwrap();
    std::fs::remove_file(&log).unwrap();
    text.lines().map(str::to_owned).collect()
}

/// Where its player cannot tell positions apart, an engine is told the same, and the true one only as often as it is drawn.
#[test]
fn an_engine_is_told_what_its_player_knows() {
    let offer = "echo 'option name Observation type check default true';";
    let (game, after_bids) = (goofspiel(), after_bids());
    let known = |text: &String| game.parse(text).unwrap().information().unwrap().known(1);
    let lines = told(&after_bids[0], offer);
    for other in &after_bids {
        assert_eq!(told(other, offer), lines, "{other}");
        let positions: Vec<String> = lines.iter().filter_map(|line| Some(line.strip_prefix("position fen ")?.to_owned())).collect();
        let asked: Vec<&str> =
            lines.iter().filter_map(|line| line.strip_prefix("position ")).filter(|line| !line.starts_with("fen ")).collect();
        assert!(positions.len() == 12 && asked == positions, "{lines:?}");
        assert!(positions.iter().any(|position| position != other) && positions.iter().all(|position| known(position) == known(other)));
        let observed = format!("observation {}", known(other));
        assert_eq!(lines.iter().filter(|line| **line == observed).count(), 12, "{lines:?}");
    }
    assert_eq!(lines.iter().filter(|line| *line == "uginewgame").count(), 1, "{lines:?}");
    assert!(told(&after_bids[0], "").iter().all(|line| !line.starts_with("observation")));
}

/// The positions after a first bid, which the second player does not see.
fn after_bids() -> Vec<String> {
    let start = goofspiel().start();
    let after = |m| {
        let mut after = start.boxed();
        after.apply(m);
        after.notation()
    };
    start.move_list().into_iter().map(after).collect()
}

/// The other protocols would need the whole position.
#[test]
fn other_protocols_are_refused() {
    for protocol in Protocol::VARIANTS.iter().filter(|protocol| **protocol != Protocol::Ugi) {
        let refused = settings(*protocol, &["engine"]).recipe().supports(&goofspiel().info());
        assert_eq!(refused, Err("speaks a protocol without hidden information, unlike `ugi`".to_owned()));
    }
    assert_eq!(settings(Protocol::Ugi, &["engine"]).recipe().supports(&goofspiel().info()), Ok(()));
}

/// As a server: the random numbers of an agent go on from turn to turn, and an observation of another position is found out.
#[test]
fn positions_of_turns_are_one_game() {
    let printed = Arc::new(Mutex::new(Vec::new()));
    let lines = Arc::clone(&printed);
    let sink = Arc::new(move |line: &str| lines.lock().unwrap().push(line.to_owned()));
    let mut server = UgiServer::new(Dialect::Ugi, setup("kuhn-poker", &[], "cfr"), None, Budget::Iterations(1), "0", sink).unwrap();
    let mut ask = |line: &str| {
        assert!(server.line(line), "{line}");
        server.finish();
        std::mem::take(&mut *printed.lock().unwrap())
    };
    assert!(ask("ugi").contains(&"option name Observation type check default true".to_owned()));
    ask("uginewgame");
    let game = games().find("kuhn-poker").unwrap().build(&Values::default()).unwrap();
    let observation = game.parse("21 -").unwrap().information().unwrap().known(0);
    let mut moves = std::collections::BTreeSet::new();
    for turn in 0..40 {
        // The other card is not known, and drawn anew.
        assert!(ask(["position fen 21 -", "position fen 20 -"][turn % 2]).is_empty());
        assert!(ask(&format!("observation {observation}")).is_empty());
        moves.extend(ask("go").last().cloned());
    }
    assert_eq!(moves.len(), 2, "{moves:?}");
    let said = ask("observation nothing");
    assert!(said[0].starts_with("info string the observation `nothing` is not that of the position, "), "{said:?}");
    assert_eq!(ask("go"), ["bestmove (none)", "info string the last position could not be read"]);
}
