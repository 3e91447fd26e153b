//! States and moves as text.

use crate::codes::Codes;
use crate::game::{END, Game, NodeId, Symbol, Variable};
use crate::report::nearest;
use crate::state::State;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Arc;

/// How tags and states are written.
///
/// `V__3_6`, a member of a domain with two numbers, is written as a square if the letters suffice: columns from `a`, rows from 1 at the bottom. A
/// domain with one number is written as that number. Where two tags would look the same, all have the names that the rules give them. Tags are
/// joined by `-`; a move without tags is `-`.
///
/// A state is its node and the cells whose values differ from those at the start: `turn_3; player=white; board[V__0_1]=empty`. Several states
/// inside a move are joined by `|`.
#[derive(Debug)]
pub struct Notation {
    /// The word for every tag.
    words: BTreeMap<Symbol, Arc<str>>,
}

/// The numbers in the name of a member of a domain: `V__3_6` has 3 and 6.
pub fn numbers(name: &str) -> Option<(&str, Vec<u32>)> {
    let (domain, rest) = name.split_once("__")?;
    let numbers: Option<Vec<u32>> = rest.split('_').map(|number| number.parse().ok()).collect();
    Some((domain, numbers?))
}

/// The lowest and the highest numbers in the names of a domain's members, by place.
type Ranges<'g> = BTreeMap<(&'g str, usize), Vec<(u32, u32)>>;

fn ranges(game: &Game) -> Ranges<'_> {
    let mut ranges: Ranges<'_> = BTreeMap::new();
    for (domain, numbers) in game.symbols.iter().filter_map(|name| numbers(name)) {
        let known = ranges.entry((domain, numbers.len())).or_insert_with(|| numbers.iter().map(|&n| (n, n)).collect());
        known.iter_mut().zip(&numbers).for_each(|(range, &n)| *range = (range.0.min(n), range.1.max(n)));
    }
    ranges
}

/// The name of a square in this column and row, both from 0, the row from the bottom; none beyond 26 columns.
pub fn square(column: u32, row: u32) -> Option<String> {
    let letter = char::from(b'a' + u8::try_from(column).ok().filter(|&column| column < 26)?);
    Some(format!("{letter}{}", row + 1))
}

impl Notation {
    /// For a game; `rows_down` says whether the second number of a square grows towards the bottom.
    pub fn new(game: &Game, codes: &Codes, rows_down: bool) -> Notation {
        let ranges = ranges(game);
        let word = |name: &str| -> Option<String> {
            let (domain, numbers) = numbers(name)?;
            let range = &ranges[&(domain, numbers.len())];
            match numbers[..] {
                [number] => Some(number.to_string()),
                [x, y] => square(x - range[0].0, if rows_down { range[1].1 - y } else { y - range[1].0 }),
                _ => None,
            }
        };
        let readable = |&tag: &Symbol| (tag, word(game.name(tag)).map_or_else(|| Arc::clone(&game.symbols[usize::from(tag)]), Arc::from));
        let mut words: BTreeMap<Symbol, Arc<str>> = codes.tags().iter().map(readable).collect();
        if words.values().collect::<BTreeSet<_>>().len() < words.len() {
            words = codes.tags().iter().map(|&tag| (tag, Arc::clone(&game.symbols[usize::from(tag)]))).collect();
        }
        Notation { words }
    }

    /// Appends the tags of a move.
    pub fn write_move(&self, tags: &[Symbol], out: &mut String) {
        if tags.is_empty() {
            out.push('-');
        }
        for (i, tag) in tags.iter().enumerate() {
            out.push_str(if i > 0 { "-" } else { "" });
            out.push_str(self.words.get(tag).map_or("?", |word| word));
        }
    }

    /// The tags that a text names, whether or not they are a move.
    pub fn read_move(&self, text: &str) -> Option<Vec<Symbol>> {
        if text == "-" {
            return Some(Vec::new());
        }
        let tag = |word: &str| self.words.iter().find(|(_, known)| ***known == *word).map(|(&tag, _)| tag);
        text.split('-').map(tag).collect()
    }
}

/// The key of the cell that is read for keys that a map does not have.
const OTHERS: &str = "*";

/// Writes states that are inside the same move, or one that is between two.
pub fn write_states(game: &Game, states: &[State]) -> String {
    let mut out = String::new();
    for (i, state) in states.iter().enumerate() {
        out.push_str(if i > 0 { " | " } else { "" });
        out.push_str(&game.nodes[state.node as usize].name);
        for variable in &game.variables {
            for cell in variable.offset..variable.offset + variable.cells {
                if state.cells[cell] != game.initial[cell] {
                    // Writing to a string cannot fail.
                    let _ = write!(out, "; {}{}={}", variable.name, keys(game, variable, cell), game.name(state.cells[cell]));
                }
            }
        }
    }
    out
}

/// The keys of a cell: `[white][V__0_1]`.
fn keys(game: &Game, variable: &Variable, cell: usize) -> String {
    let (mut stride, mut left, mut out) = (variable.cells, cell - variable.offset, String::new());
    for &set in &variable.shape.keys {
        let members = &game.sets[set].members;
        stride /= members.len() + 1;
        let _ = write!(out, "[{}]", members.get(left / stride).map_or(OTHERS, |&member| game.name(member)));
        left %= stride;
    }
    out
}

/// Reads what [`write_states`] wrote.
///
/// # Errors
/// If the text is not a state: what is wrong, and the nearest name.
pub fn read_states(game: &Game, text: &str) -> Result<Vec<State>, String> {
    text.split('|').map(|part| read_state(game, part)).collect()
}

fn hint(near: Option<String>) -> String {
    near.map_or(String::new(), |near| format!("; did you mean `{near}`?"))
}

fn read_state(game: &Game, text: &str) -> Result<State, String> {
    let mut parts = text.split(';').map(str::trim);
    let name = parts.next().unwrap_or("");
    let node = game.nodes.iter().position(|node| *node.name == *name).ok_or_else(|| {
        let names = game.nodes.iter().map(|node| &*node.name);
        format!("unknown node `{name}`{}", hint(nearest(name, names)))
    })?;
    let mut state = State { node: node as NodeId, cells: game.initial.clone() };
    for part in parts {
        let (place, value) = part.split_once('=').ok_or_else(|| format!("`{part}` sets no variable, as `player=white` does"))?;
        let (name, keys) = place.split_once('[').map_or((place, ""), |(name, keys)| (name, keys));
        let variable = game.variables.iter().find(|variable| *variable.name == *name).ok_or_else(|| {
            let names = game.variables.iter().map(|variable| &*variable.name);
            format!("unknown variable `{name}`{}", hint(nearest(name, names)))
        })?;
        let keys: Vec<&str> = keys.split(['[', ']']).filter(|key| !key.is_empty()).collect();
        if keys.len() != variable.shape.keys.len() {
            return Err(format!("`{place}` has {} keys, and `{name}` has {}", keys.len(), variable.shape.keys.len()));
        }
        let (mut stride, mut cell) = (variable.cells, variable.offset);
        for (key, &set) in keys.iter().zip(&variable.shape.keys) {
            let members = &game.sets[set].members;
            stride /= members.len() + 1;
            cell += stride * if *key == OTHERS { members.len() } else { member(game, set, key)? };
        }
        state.cells[cell] = game.sets[variable.shape.leaf].members[member(game, variable.shape.leaf, value)?];
    }
    if state.node == END || game.leaving(state.node).iter().len() > 0 {
        return Ok(state);
    }
    Err(format!("nothing leaves the node `{name}`"))
}

/// The place of a member of a set by its name.
fn member(game: &Game, set: usize, name: &str) -> Result<usize, String> {
    let members = &game.sets[set].members;
    members.iter().position(|&member| game.name(member) == name).ok_or_else(|| {
        let names = members.iter().map(|&member| game.name(member));
        format!("unknown value `{name}` here{}", hint(nearest(name, names)))
    })
}
