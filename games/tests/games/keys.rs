//! Keys of positions, for every game and every view: positions that differ have different keys, and transpositions have equal ones.
//!
//! Two positions differ if their notations do. A key may leave out a counter that only brings a draw nearer; [`COUNTERS`] names the field
//! of the notation that holds it. Every other difference must change the key.

use std::collections::{BTreeMap, BTreeSet};
use treebench_games::params::{Kind, Value, Values};
use treebench_games::{Game, Position, Rng, Turn, games};

/// The fields of a notation that keys leave out, counted from 0 and separated by spaces.
const COUNTERS: &[(&str, &[usize])] = &[
    // Moves since the last change, and moves.
    ("ataxx", &[2, 3]),
    ("awari", &[5]),
    ("chess", &[4, 5, 6, 7]),
    ("chinese-checkers", &[2]),
    ("chinese-dark-chess", &[2]),
    ("go", &[4]),
    ("lines-of-action", &[2]),
    ("lines-of-action-7x7", &[2]),
    ("los-alamos-chess", &[4, 5]),
    ("minishogi", &[3]),
    ("pentalath", &[2]),
    ("reach-chess", &[4, 5]),
    ("skirmish", &[4]),
    ("surakarta", &[3]),
];

/// Games without transpositions: every path leads to a different position.
const TREES: &[&str] = &[
    "battleship",
    "dark-hex",
    "gomba",
    "goofspiel",
    "kuhn-poker",
    "leduc-poker",
    "liars-dice",
    "matrix-game",
    "p-game",
    "phantom-go",
    "phantom-tic-tac-toe",
    "tron",
];

/// The least number of positions that are compared for a game and a view, unless the game has fewer and all of them are enumerated.
const LEAST: usize = 1_000;

/// The number of positions of a game that are enumerated from the start, and of those visited along random games.
const ENUMERATED: usize = 3_000;
const MET: usize = 3_000;

/// The number of exchanges of moves along random games.
const EXCHANGED: usize = 200;

/// The positions seen of one game under one view.
struct KeyTable<'a> {
    name: &'a str,
    /// The identity of a position, by key.
    identities: BTreeMap<u64, String>,
    /// The key, by the identity of a position and the player to move.
    keys: BTreeMap<(String, String), u64>,
    /// Transpositions: positions that were reached in two ways.
    transposed: usize,
}

impl<'a> KeyTable<'a> {
    fn new(name: &'a str) -> Self {
        KeyTable { name, identities: BTreeMap::new(), keys: BTreeMap::new(), transposed: 0 }
    }

    /// Compares a position with all seen before; returns whether it is new.
    fn look(&mut self, position: &dyn Position) -> bool {
        let counters = COUNTERS.iter().find(|(name, _)| *name == self.name).map_or(&[][..], |(_, fields)| fields);
        let notation = position.notation();
        let fields = notation.split(' ').enumerate().filter(|(n, _)| !counters.contains(n));
        let identities = fields.map(|(_, field)| field).collect::<Vec<_>>().join(" ");
        let key = position.key();
        let before = self.identities.entry(key).or_insert_with(|| identities.clone());
        assert_eq!(*before, identities, "{}: different positions have the key {key}", self.name);
        let turn = format!("{:?}", position.turn());
        let new = !self.keys.contains_key(&(identities.clone(), turn.clone()));
        let before = *self.keys.entry((identities, turn)).or_insert(key);
        assert_eq!(before, key, "{}: `{notation}` has several keys", self.name);
        new
    }
}

/// Breadth first from the start, semimove by semimove. Returns whether these are all positions.
fn enumerate(game: &dyn Game, seen: &mut KeyTable<'_>) -> bool {
    let mut queue = std::collections::VecDeque::from([game.start()]);
    while let Some(here) = queue.pop_front() {
        for m in here.move_list() {
            let mut next = here.boxed();
            next.apply(m);
            if seen.look(next.as_ref()) {
                queue.push_back(next);
            } else {
                seen.transposed += 1;
            }
            if seen.keys.len() >= ENUMERATED {
                return false;
            }
        }
    }
    true
}

/// Plays a round of moves up to the first player's second one and one move more, in order and with the first player's moves exchanged: two
/// paths to the same position if both are legal and nothing depends on their order. The last move is the same because positions of rules
/// files contain the square on which it ended.
fn exchange(round: usize, here: &dyn Position, seen: &mut KeyTable<'_>, rng: &mut Rng) {
    let (mut one, mut other, mut played) = (here.boxed(), here.boxed(), Vec::new());
    for _ in 0..=round + 1 {
        let Some(m) = rng.pick(&one.move_list()) else { return };
        played.push((m, one.move_notation(&[m])));
        one.apply(m);
    }
    if played[0] == played[round] {
        return;
    }
    played.swap(0, round);
    for (m, name) in played {
        // In go the number of a move depends on where the previous move ended.
        let found = other.described().and_then(|described| described.read_move(&name));
        match found.as_deref() {
            Some([m]) => other.apply(*m),
            // One number may be an outcome of chance in one place and a move in another.
            _ if other.move_list().contains(&m) && other.move_notation(&[m]) == name => other.apply(m),
            _ => return,
        }
    }
    seen.look(one.as_ref());
    seen.look(other.as_ref());
    seen.transposed += usize::from(one.notation() == other.notation());
}

/// The neighbours of some positions of random games, and the ends of games.
fn meet(game: &dyn Game, seen: &mut KeyTable<'_>, rng: &mut Rng) {
    let (mut met, mut exchanged, mut moves) = (0, 0, Vec::new());
    let info = game.info();
    let round = if info.chance { 2 * info.players } else { info.players };
    while met < MET {
        let (mut here, skip) = (game.start(), rng.below(4));
        for ply in 0.. {
            here.moves(&mut moves);
            // Where a walk ends inside a move, it is a dead end.
            let Some(m) = rng.pick(&moves) else { break };
            if exchanged < EXCHANGED {
                exchange(round, here.as_ref(), seen, rng);
                exchanged += 1;
            }
            if ply % 4 == skip && met < MET {
                for &m in &moves {
                    let mut next = here.boxed();
                    next.apply(m);
                    seen.look(next.as_ref());
                    met += 1;
                }
            }
            here.apply(m);
        }
        seen.look(here.as_ref());
        met += 1;
    }
}

/// The default parameters, and every word and truth value of a parameter with all others at their defaults.
fn variants(entry: &treebench_games::GameEntry) -> Vec<Values> {
    let mut all = vec![Values::default()];
    for spec in entry.specs() {
        let values: Vec<Value> = match spec.kind {
            Kind::Bool => vec![Value::Bool(false), Value::Bool(true)],
            Kind::Choice(words) => words.iter().map(|(word, _)| Value::Text((*word).to_owned())).collect(),
            _ => Vec::new(),
        };
        let others = values.into_iter().filter(|value| *value != spec.default);
        all.extend(others.map(|value| [(spec.name.to_owned(), value)].into_iter().collect()));
    }
    all
}

#[test]
fn keys_tell_positions_apart_and_know_them_again() {
    let mut rng = Rng::from_seed(8);
    for entry in games().iter() {
        let mut transposed = 0;
        for values in variants(entry) {
            // Some values need another non-default value; the contract tests check their messages.
            let Ok(game) = entry.build(&values) else { continue };
            let views = ["orthodox", "Mod"].map(str::to_owned);
            for split in game.splits().into_iter().filter(|split| views.contains(split)) {
                let view = treebench_games::view(&game, &split).unwrap();
                let mut seen = KeyTable::new(entry.name);
                let all = enumerate(view.as_ref(), &mut seen);
                meet(view.as_ref(), &mut seen, &mut rng);
                transposed += seen.transposed;
                let (name, count) = (entry.name, seen.keys.len());
                assert!(all || count > LEAST, "{name} {values} {split}: only {count} positions");
                let over = seen.keys.keys().filter(|(_, turn)| *turn == format!("{:?}", Turn::Over)).count();
                // Under other views a lost position may only be recognised by its dead ends.
                assert!(over > 0 || split != "orthodox", "{name} {values}: no end of a game was met");
            }
        }
        let is_tree = TREES.contains(&entry.name);
        // In Regular Games, variables that no rule reads any more tell positions apart.
        let may_be = entry.name.starts_with("rg/") && transposed == 0;
        assert_eq!(transposed == 0, is_tree || may_be, "{}: {transposed} transpositions", entry.name);
    }
}

#[test]
fn every_list_names_games() {
    let names: BTreeSet<&str> = games().iter().map(|entry| entry.name).collect();
    assert!(COUNTERS.iter().map(|(name, _)| name).chain(TREES).all(|name| names.contains(name)));
}
