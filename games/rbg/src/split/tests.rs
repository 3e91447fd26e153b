//! Splits of random rules on random boards, against the definitions taken literally.

use super::budget::Budget;
use super::insert::insert;
use super::product::{Pass, Place, Product, Rules};
use super::report::Dots;
use super::{Split, dotted, explained, legality};
use crate::expr::{Action, Expr, Span};
use crate::{Board, Description, Limits, automaton, description::BoundedName};
use std::collections::BTreeSet;
use treebench_compile::Arithmetic::Number;
use treebench_compile::{Automaton, Comparator, Comparison, Control, Direction, Label, Piece, SplitMix, Step, Variable};

/// The number of random games in each test.
const GAMES: u64 = 1_500;

#[test]
fn the_search_finds_the_dots_that_are_illegal_by_definition() {
    for seed in 0..GAMES {
        let game = random_game(seed);
        let mut dots = Dots::default();
        let rules = insert(&game.rules, Split { modifiers: false, plus: true, shift: true }, &mut dots);
        let graph = Rules::new(&rules);
        let product = Product::new(&graph, &game.board, &Limits::default()).unwrap();
        let all = vec![true; dots.0.len()];
        let found = legality::illegal(&product, &all, &mut Budget::new(&Limits::default())).unwrap();
        let literal = (0..all.len() as u32).map(|dot| is_illegal(&product, dot)).collect::<Vec<_>>();
        assert_eq!(found, literal, "seed {seed}: {rules:?}");
    }
}

#[test]
fn no_move_is_made_by_two_sequences_of_semimoves_and_none_is_lost() {
    let mut split_points = 0;
    for seed in 0..GAMES {
        let game = random_game(seed);
        let whole = moves(&game, &dotted(&game, Split::ORTHODOX, &Limits::default()).unwrap());
        let whole = whole.into_iter().collect::<BTreeSet<_>>();
        for split in Split::all().skip(1) {
            let (rules, report) = explained(&game, split, &Limits::default()).unwrap();
            split_points += report.kept();
            let cut = moves(&game, &rules);
            let distinct = cut.iter().cloned().collect::<BTreeSet<_>>();
            assert_eq!(distinct.len(), cut.len(), "seed {seed}, {split}: {rules:?}");
            assert_eq!(distinct, whole, "seed {seed}, {split}: {rules:?}");
        }
    }
    assert!(split_points as u64 > GAMES, "the games have too few dots to tell anything: {split_points}");
}

/// Whether a dot is illegal: from some source, some place can be reached with and without it (at one of its squares).
fn is_illegal(product: &Product<'_>, dot: u32) -> bool {
    let mut sources = vec![product.start()];
    let mut uses = Vec::new();
    for from in (0..product.alive.len()).filter(|&place| product.alive[place]) {
        for (edge, to) in product.leaving(from) {
            if edge.pass.is_step() {
                sources.push(to);
            }
            if edge.pass == Pass::Dot(dot) {
                uses.push((from, to));
            }
        }
    }
    sources.iter().any(|&source| {
        uses.iter().any(|&(from, to)| {
            let through = match reached(product, source, None).contains(&from) {
                true => reached(product, to, None),
                false => BTreeSet::new(),
            };
            !reached(product, source, Some((from, dot))).is_disjoint(&through)
        })
    })
}

/// The places that can be reached without a step, and without one dot at one place.
fn reached(product: &Product<'_>, source: Place, without: Option<(Place, u32)>) -> BTreeSet<Place> {
    let mut reached = BTreeSet::new();
    let mut todo = vec![source];
    while let Some(place) = todo.pop() {
        if product.alive[place] && reached.insert(place) {
            let ways = product.leaving(place).filter(|(edge, _)| !edge.pass.is_step());
            todo.extend(
                ways.filter(|(edge, _)| without.is_none_or(|(at, dot)| (at, Pass::Dot(dot)) != (place, edge.pass))).map(|way| way.1),
            );
        }
    }
    reached
}

/// The first moves of a game, from its start and from wherever its first moves end: each is a list of steps without the dots, and appears
/// once for each sequence of steps, dots included, that makes it. Only pieces count as conditions; all others are assumed to hold.
fn moves(game: &Description, rules: &Expr) -> Vec<Vec<Step>> {
    let automaton = automaton(rules);
    let mut moves = Vec::new();
    let mut search = Moves { game, automaton: &automaton, moves: &mut moves };
    search.segment(automaton.start, 0, &game.board.pieces, &mut Vec::new());
    moves
}

struct Moves<'a> {
    game: &'a Description,
    automaton: &'a Automaton,
    moves: &'a mut Vec<Vec<Step>>,
}

impl Moves<'_> {
    /// At most this many steps.
    const LENGTH: usize = 4;

    fn segment(&mut self, node: u32, square: u16, pieces: &[Piece], steps: &mut Vec<Step>) {
        let mut seen = BTreeSet::new();
        let mut ends = BTreeSet::new();
        let mut todo = vec![(node, square)];
        while let Some((node, square)) = todo.pop() {
            if !seen.insert((node, square)) {
                continue;
            }
            for edge in self.automaton.leaving(node) {
                match &edge.label {
                    Label::Shift(direction) => todo.extend(self.game.board.step(square, *direction).map(|square| (edge.to, square))),
                    Label::On(on) if !on.contains(&pieces[usize::from(square)]) => {}
                    label if label.is_modifier() || *label == Label::Dot => _ = ends.insert(Step { number: edge.number, square }),
                    _ => todo.push((edge.to, square)),
                }
            }
        }
        for step in ends {
            let edge = self.automaton.numbered(step.number);
            match edge.label {
                Label::Dot => self.segment(edge.to, step.square, pieces, steps),
                _ => {
                    steps.push(step);
                    let mut after = pieces.to_vec();
                    if let Label::Put(piece) = edge.label {
                        after[usize::from(step.square)] = piece;
                    }
                    if matches!(edge.label, Label::Switch(_)) {
                        self.moves.push(steps.clone());
                    }
                    if steps.len() < Self::LENGTH {
                        self.segment(edge.to, step.square, &after, steps);
                    }
                    steps.pop();
                }
            }
        }
    }
}

/// A game with two directions on up to five squares, and rules that end a move now and then.
fn random_game(seed: u64) -> Description {
    let random = &mut SplitMix::new(seed);
    let squares = 2 + random.below(4) as u16;
    let mut next = || (0..squares).map(|_| (random.below(4) > 0).then(|| random.below(squares.into()) as u16)).collect::<Vec<_>>();
    let next = vec![next(), next()];
    let named = |name: &str| BoundedName { name: name.into(), bound: 9 };
    let board = Board {
        directions: vec!["a".into(), "b".into()],
        names: (0..squares).map(|square| square.to_string()).collect(),
        pieces: (0..squares).map(|_| Piece(random.below(2) as u16)).collect(),
        next,
        places: (0..squares).map(|square| (square, 0)).collect(),
    };
    let turn = flat(vec![action(Action::Switch(Control::Player(0))), random_expr(random, 4), action(Action::Switch(Control::Keeper))]);
    let rules = Expr::Star(Box::new(turn));
    Description { players: vec![named("p")], pieces: vec!["e".into(), "x".into()], variables: vec![named("v")], board, rules }
}

fn action(action: Action) -> Expr {
    Expr::Action(action, Span::default())
}

fn flat(parts: Vec<Expr>) -> Expr {
    Expr::sequence(parts)
}

fn random_expr(random: &mut SplitMix, depth: u32) -> Expr {
    let parts = 2 + random.below(2);
    match random.below(if depth == 0 { 6 } else { 14 }) {
        0..=2 => action(Action::Shift(Direction(random.below(2) as u16))),
        3 => action(Action::On(vec![Piece(random.below(2) as u16)])),
        4 => action(Action::Off(Piece(random.below(2) as u16))),
        5 => match random.below(6) {
            0 => Expr::Dot(Span::default()),
            1 => action(Action::Switch(Control::Player(0))),
            2 => action(Action::Assign { variable: Variable(1), value: Number(1) }),
            3 => action(Action::Compare(Comparison { left: Number(1), comparator: Comparator::Equal, right: Number(1) })),
            4 => Expr::Sequence(Vec::new()),
            _ => action(Action::Pattern { negated: false, body: Box::new(Expr::Dot(Span::default())) }),
        },
        6..=9 => flat((0..parts).map(|_| random_expr(random, depth - 1)).collect()),
        10..=12 => Expr::sum((0..parts).map(|_| random_expr(random, depth - 1)).collect()),
        _ => Expr::Star(Box::new(random_expr(random, depth - 1))),
    }
}
