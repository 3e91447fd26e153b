//! GRAVE over a transposition table against the published pseudocode: recursive, with maps, and keyed by the text of positions.

use std::collections::BTreeMap;
use std::sync::Arc;
use treebench_agents::{Budget, Meter, agents};
use treebench_games::notation::whole_moves;
use treebench_games::params::{Value, Values};
use treebench_games::{Game, Move, Player, Position, Rng, Scratch, Trace, Turn, games, view};

/// Playouts and the sum of results.
type Results = (u32, f64);

/// An entry of the transposition table.
#[derive(Default)]
struct Entry {
    playouts: u32,
    moves: BTreeMap<Vec<Move>, Results>,
    amaf: BTreeMap<(Player, Vec<Move>), Results>,
}

/// The search as published.
struct Printed {
    table: BTreeMap<String, Entry>,
    rng: Rng,
    least: u32,
    bias: f64,
    scores: (f64, f64),
}

impl Printed {
    /// `GRAVE(board, tref)`: appends the moves from here to the end of the game to `line`, and returns all players' results.
    fn grave(
        &mut self,
        board: &mut dyn Position,
        tref: Option<&str>,
        on_the_way: &[String],
        line: &mut Vec<(Player, Vec<Move>)>,
    ) -> Vec<f64> {
        let Turn::Player(player) = board.turn() else { return self.results(board) };
        let text = board.notation();
        if on_the_way.contains(&text) {
            return self.playout(board, line);
        }
        let at = line.len();
        let result;
        let mut chosen = None;
        if let Some(t) = self.table.get(&text) {
            let tref = if tref.is_none() || t.playouts > self.least { text.as_str() } else { tref.unwrap_or_default() };
            let mut best: Option<(f64, Vec<Move>)> = None;
            for m in whole_moves(board) {
                let (p, w) = t.moves.get(&m).copied().unwrap_or_default();
                let (pa, wa) = self.table[tref].amaf.get(&(player, m.clone())).copied().unwrap_or_default();
                let (p, pa) = (f64::from(p), f64::from(pa));
                let beta = if pa == 0.0 { 0.0 } else { pa / (pa + p + self.bias * pa * p) };
                let mean = if p == 0.0 { 0.0 } else { w / p };
                let amaf = if pa == 0.0 { 0.0 } else { wa / pa };
                let value = if p + pa == 0.0 { 1.0 } else { (1.0 - beta) * mean + beta * amaf };
                if best.as_ref().is_none_or(|(best, _)| value > *best) {
                    best = Some((value, m));
                }
            }
            let (_, m) = best.expect("the game is not over");
            m.iter().for_each(|&semimove| board.apply(semimove));
            line.push((player, m.clone()));
            let (tref, way) = (tref.to_owned(), [on_the_way, std::slice::from_ref(&text)].concat());
            result = self.grave(board, Some(&tref), &way, line);
            chosen = Some(m);
        } else {
            self.table.insert(text.clone(), Entry::default());
            result = self.playout(board, line);
        }
        let t = self.table.get_mut(&text).expect("it was found or made");
        t.playouts += 1;
        if let Some(m) = chosen {
            let (p, w) = t.moves.entry(m).or_default();
            (*p, *w) = (*p + 1, *w + result[player]);
        }
        let mut played = line[at..].to_vec();
        played.sort();
        played.dedup();
        for (player, m) in played {
            let (p, w) = t.amaf.entry((player, m)).or_default();
            (*p, *w) = (*p + 1, *w + result[player]);
        }
        result
    }

    fn playout(&mut self, board: &mut dyn Position, line: &mut Vec<(Player, Vec<Move>)>) -> Vec<f64> {
        let mut trace = Trace::default();
        let playout = board.playout_traced(&mut self.rng, 1_000, &mut Scratch::default(), &mut trace);
        assert!(playout.over, "these games are short");
        line.extend(trace.iter().map(|(player, submove)| (player, submove.to_vec())));
        self.results(board)
    }

    fn results(&self, board: &dyn Position) -> Vec<f64> {
        let (low, high) = self.scores;
        (0..2).map(|player| (board.score(player) - low) / (high - low)).collect()
    }
}

fn game(name: &str, split: &str) -> Arc<dyn Game> {
    let game = games().find(name).expect(name).build(&Values::default()).unwrap_or_else(|error| panic!("{error}"));
    view(&game, split).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn the_search_is_the_printed_one() {
    let all = [("tic-tac-toe", "orthodox"), ("connect-four", "orthodox"), ("rbg/breakthrough", "orthodox"), ("rbg/knightthrough", "Mod")];
    for (name, split) in all {
        for (least, bias) in [(50, 1e-5), (0, 0.01), (5, 1.0), (100_000, 1e-5)] {
            let game = game(name, split);
            let parameters: Values = [("ref".to_owned(), Value::Int(least)), ("bias".to_owned(), Value::Float(bias))].into_iter().collect();
            let recipe = agents().find("grave-table").expect("registered").recipe(&parameters).unwrap_or_else(|error| panic!("{error}"));
            let mut agent = recipe.agent(&game).unwrap_or_else(|error| panic!("{error}"));
            let rng = || Rng::new([least as u8; 32], 5);
            agent.start(0, rng());
            let scores = game.info().scores;
            let mut printed = Printed { table: BTreeMap::new(), rng: rng(), least: least as u32, bias, scores };
            // Three turns of one player, with the table kept.
            let mut position = game.start();
            for _ in 0..3 {
                let (mut meter, mut submove) = (Meter::new(Budget::Iterations(400)), Vec::new());
                agent.choose(position.as_ref(), &mut meter, &mut submove).expect("there is a move");
                for _ in 0..400 {
                    printed.grave(position.boxed().as_mut(), None, &[], &mut Vec::new());
                }
                let expected = &printed.table[&position.notation()];
                let found = agent.report().root;
                assert_eq!(found.len(), expected.moves.len(), "{name} {split}, ref {least}, bias {bias}");
                for one in found {
                    let (p, w) = expected.moves[&one.submove];
                    assert_eq!(one.visits, u64::from(p), "{name} {split}, ref {least}, bias {bias}: {:?}", one.submove);
                    assert!((one.mean - w / f64::from(p)).abs() < 1e-12);
                }
                assert_eq!(agent.report().nodes, printed.table.len() as u64, "{name} {split}");
                // The move chosen has the most playouts.
                assert_eq!(expected.moves[&submove].0, expected.moves.values().map(|results| results.0).max().unwrap_or(0));
                submove.iter().for_each(|&m| position.apply(m));
            }
        }
    }
}

/// Tic-tac-toe reaches a position by several move orders; all but one share the entry of the first.
#[test]
fn positions_reached_in_two_ways_share_an_entry() {
    let game = game("tic-tac-toe", "orthodox");
    let recipe = agents().find("grave-table").expect("registered").recipe(&Values::default()).unwrap_or_else(|error| panic!("{error}"));
    let mut agent = recipe.agent(&game).unwrap_or_else(|error| panic!("{error}"));
    agent.start(0, Rng::from_seed(1));
    let mut meter = Meter::new(Budget::Iterations(100_000));
    agent.choose(game.start().as_ref(), &mut meter, &mut Vec::new()).expect("there is a move");
    // 5,478 positions can be reached, 4,520 of them with a move to make.
    assert!(agent.report().nodes <= 4_520, "{} entries", agent.report().nodes);
}
