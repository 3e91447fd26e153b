//! A second implementation: moves found by decomposing the expression itself, on copies of plain lists.

use super::hand::*;
use std::collections::BTreeSet;
use treebench_compile::Comparator;
use treebench_rbg::expr::{Action, Expr};
use treebench_rbg::interpret::Semimove;
use treebench_rbg::{Arithmetic, Control, Description, Interpreter, Operator, Split, SplitMix, State, Step};

/// The expression with its modifiers numbered in the order of the text; a node is named by its index in the list.
enum Node {
    Sequence(Vec<usize>),
    Sum(Vec<usize>),
    Star(usize),
    Pattern { negated: bool, body: usize },
    Action(Action, u32),
    Dot,
}

/// The remaining work, the next item last.
type Rest = Vec<usize>;

/// A state as plain lists.
#[derive(Clone, PartialEq, Debug)]
struct Place {
    rest: Rest,
    control: Control,
    square: u16,
    pieces: Vec<u16>,
    variables: Vec<i64>,
}

struct Naive<'a> {
    description: &'a Description,
    nodes: Vec<Node>,
}

impl<'a> Naive<'a> {
    fn new(description: &'a Description) -> (Self, Place) {
        let mut naive = Naive { description, nodes: Vec::new() };
        let root = naive.add(&description.rules, &mut 0);
        let pieces = description.board.pieces.iter().map(|piece| piece.0).collect();
        let variables = vec![0; description.variable_count()];
        (naive, Place { rest: vec![root], control: Control::Keeper, square: 0, pieces, variables })
    }

    fn add(&mut self, expr: &Expr, modifiers: &mut u32) -> usize {
        let node = match expr {
            Expr::Sequence(parts) => Node::Sequence(parts.iter().map(|part| self.add(part, modifiers)).collect()),
            Expr::Sum(parts) => Node::Sum(parts.iter().map(|part| self.add(part, modifiers)).collect()),
            Expr::Star(body) => Node::Star(self.add(body, modifiers)),
            Expr::Action(Action::Pattern { negated, body }, _) => Node::Pattern { negated: *negated, body: self.add(body, modifiers) },
            Expr::Action(action, _) => {
                let number = *modifiers;
                *modifiers += u32::from(action.is_modifier());
                Node::Action(action.clone(), number)
            }
            Expr::Dot(_) => Node::Dot,
        };
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// All whole moves, in canonical order, with the resulting places. If nothing remains, `end` is set.
    fn walk(&self, mut place: Place, path: &[Step], seen: &mut BTreeSet<(Rest, u16)>, out: &mut Vec<(Semimove, Place)>, end: &mut bool) {
        if !seen.insert((place.rest.clone(), place.square)) {
            return;
        }
        let Some(node) = place.rest.pop() else {
            *end = true;
            return;
        };
        match &self.nodes[node] {
            Node::Sequence(parts) => {
                place.rest.extend(parts.iter().rev());
                self.walk(place, path, seen, out, end);
            }
            Node::Sum(parts) => {
                for &part in parts {
                    let mut place = place.clone();
                    place.rest.push(part);
                    self.walk(place, path, seen, out, end);
                }
            }
            &Node::Star(body) => {
                self.walk(place.clone(), path, seen, out, end);
                place.rest.extend([node, body]);
                self.walk(place, path, seen, out, end);
            }
            &Node::Pattern { negated, body } => {
                let inner = Place { rest: vec![body], ..place.clone() };
                let mut found = false;
                self.walk(inner, &[], &mut BTreeSet::new(), &mut Vec::new(), &mut found);
                if found != negated {
                    self.walk(place, path, seen, out, end);
                }
            }
            Node::Dot => self.walk(place, path, seen, out, end),
            Node::Action(action, number) => {
                if !self.act(&mut place, action) {
                    return;
                }
                if !action.is_modifier() {
                    return self.walk(place, path, seen, out, end);
                }
                let mut path = path.to_vec();
                path.push(Step { number: *number, square: place.square });
                if matches!(action, Action::Switch(_)) {
                    out.push((path, place));
                } else {
                    self.walk(place, &path, &mut BTreeSet::new(), out, end);
                }
            }
        }
    }

    fn act(&self, place: &mut Place, action: &Action) -> bool {
        let here = usize::from(place.square);
        match action {
            Action::Shift(direction) => match self.description.board.step(place.square, *direction) {
                Some(next) => place.square = next,
                None => return false,
            },
            Action::On(pieces) => return pieces.iter().any(|piece| piece.0 == place.pieces[here]),
            Action::Compare(comparison) => match (value(place, &comparison.left), value(place, &comparison.right)) {
                (Some(left), Some(right)) => return comparison.comparator.holds(left, right),
                _ => return false,
            },
            Action::Pattern { .. } => unreachable!("patterns are nodes"),
            Action::Off(piece) => place.pieces[here] = piece.0,
            Action::Assign { variable, value: arithmetic } => match value(place, arithmetic) {
                Some(value) if (0..=i64::from(self.description.variable(*variable).bound)).contains(&value) => {
                    place.variables[usize::from(variable.0)] = value;
                }
                _ => return false,
            },
            Action::Switch(control) => place.control = *control,
        }
        true
    }

    fn moves(&self, place: &Place) -> Vec<(Semimove, Place)> {
        let mut moves = Vec::new();
        self.walk(place.clone(), &[], &mut BTreeSet::new(), &mut moves, &mut false);
        moves.sort_by(|a, b| a.0.cmp(&b.0));
        // Different ways to the same effect are one move; the games here have none that leave different remaining work.
        moves.dedup_by(|a, b| a.0 == b.0);
        moves
    }

    fn keep(&self, mut place: Place) -> Place {
        while place.control == Control::Keeper {
            match self.moves(&place).into_iter().next() {
                Some((_, next)) => place = next,
                None => break,
            }
        }
        place
    }
}

fn value(place: &Place, arithmetic: &Arithmetic) -> Option<i64> {
    Some(match arithmetic {
        Arithmetic::Number(number) => *number,
        Arithmetic::Variable(variable) => place.variables[usize::from(variable.0)],
        Arithmetic::Count(piece) => place.pieces.iter().filter(|&&there| there == piece.0).count() as i64,
        Arithmetic::Binary(left, operator, right) => {
            let (left, right) = (value(place, left)?, value(place, right)?);
            match operator {
                Operator::Add => left + right,
                Operator::Subtract => left - right,
                Operator::Multiply => left * right,
                Operator::Divide if right == 0 => return None,
                Operator::Divide => left / right,
            }
        }
    })
}

fn agree(play: &Interpreter, state: &State, place: &Place) -> bool {
    let (layout, description) = (&play.program().layout, &play.program().description);
    let pieces = (0..description.board.squares()).all(|square| state.piece(layout, square as u16).0 == place.pieces[square]);
    let count = |piece: u16| place.pieces.iter().filter(|&&there| there == piece).count() as i64;
    let counts = (0..description.pieces.len()).all(|i| state.count(layout, treebench_rbg::Piece(i as u16)) == count(i as u16));
    let variables = (0..place.variables.len()).all(|i| state.variable(layout, treebench_rbg::Variable(i as u16)) == place.variables[i]);
    pieces && counts && variables && state.control() == place.control && state.square() == place.square
}

/// Plays at random and compares all moves of all states visited; returns how often `has_move` is true.
fn compare_play(description: &Description, games: u64, moves: u32) -> u32 {
    let (naive, begin) = Naive::new(description);
    let mut play = Interpreter::new(program(description.clone(), Split::ORTHODOX));
    let (mut compared, mut list) = (0, Vec::new());
    for seed in 0..games {
        let mut random = SplitMix::new(seed);
        let mut state = play.start().unwrap();
        let mut place = naive.keep(begin.clone());
        for _ in 0..moves {
            assert!(agree(&play, &state, &place), "{place:?} {:?}", description.rules);
            play.whole_moves(&state, &mut list).unwrap();
            let expected = if place.control == Control::Keeper { Vec::new() } else { naive.moves(&place) };
            let steps: Vec<&Semimove> = expected.iter().map(|(steps, _)| steps).collect();
            assert_eq!(list.iter().collect::<Vec<_>>(), steps, "{:?}", description.rules);
            assert_eq!(play.has_move(&state).unwrap(), !list.is_empty());
            compared += list.len() as u32;
            if list.is_empty() {
                break;
            }
            let drawn = random.below(list.len() as u64) as usize;
            play.play(&mut state, &list[drawn]).unwrap();
            place = naive.keep(expected[drawn].1.clone());
        }
    }
    compared
}

#[test]
fn plain_games_agree() {
    assert!(compare_play(&tic_tac_toe(), 10, 10) > 100);
    assert!(compare_play(&amazons(&["002", "000", "100"]), 5, 10) > 100);
}

/// A random expression without switches; stars have no modifiers inside.
fn random_expr(random: &mut SplitMix, depth: u32, modifiers: bool) -> Expr {
    let kinds = if depth == 0 { 7 } else { 12 };
    match random.below(kinds) {
        0 | 1 => shift(random.below(4) as u16),
        2 => on(&[random.below(2) as u16, 2]),
        3 => compare(variable(random.below(3) as u16), Comparator::Less, Arithmetic::Count(treebench_rbg::Piece(random.below(3) as u16))),
        4 if modifiers => set(random.below(3) as u16, binary(variable(2), Operator::Add, number(random.below(3) as i64 - 1))),
        5 | 6 if modifiers => off(random.below(3) as u16),
        4..=6 => any_square(),
        7 => star(random_expr(random, depth - 1, false)),
        8 => if_can(random_expr(random, depth - 1, modifiers)),
        9 => unless(random_expr(random, depth - 1, modifiers)),
        10 => sum((0..2 + random.below(2)).map(|_| random_expr(random, depth - 1, modifiers)).collect::<Vec<_>>()),
        _ => seq((0..2 + random.below(2)).map(|_| random_expr(random, depth - 1, modifiers)).collect::<Vec<_>>()),
    }
}

/// A random game whose players alternate, now and then with the keeper between.
pub(crate) fn random_game(seed: u64) -> Description {
    let random = &mut SplitMix::new(seed);
    let mut part = || sum([random_expr(random, 3, true), random_expr(random, 3, true), shift(1)]);
    let rules = seq([to(0), star(seq([part(), part(), to(1), part(), keeper(), part(), to(0)]))]);
    game(rectangle(&["012", "100"]), 3, &[("x", 3)], rules)
}

#[test]
fn random_games_agree() {
    let compared: u32 = (0..300).map(|seed| compare_play(&random_game(seed), 2, 6)).sum();
    assert!(compared > 2000, "{compared}");
}

#[test]
fn forced_nodes_offer_no_choice_in_random_games() {
    let mut found = 0;
    for seed in 0..100 {
        let program = program(random_game(seed), Split::ORTHODOX);
        found += program.forced.iter().filter(|&&forced| forced).count();
        super::forced::check_in_play(&program, 2, 6);
    }
    assert!(found > 100, "{found}");
}

#[test]
fn moves_of_random_games_have_names_of_their_own() {
    for seed in 0..15 {
        for split in [Split::ORTHODOX, Split::MOD] {
            super::names::check_names(&program(random_game(seed), split), 1, 4);
        }
    }
}
