//! One edge of the game to edges of the program.

use super::automaton::Tag;
use super::lowering::{Entry, Lowering, Part, WHOLE, chance, read_only};
use super::operands::{Content, Contents, Evaluation, NOWHERE, Outcome, UnknownReason};
use super::plan::Remedy;
use super::point::{Point, Value};
use super::storage::Place;
use crate::game::{self, Base, Edge, Symbol};
use std::collections::BTreeSet;
use treebench_compile::{Arithmetic, Comparator, Comparison, Control, Label, LoweringError, NodeId, Operator, Piece, Square, Variable};

impl Lowering<'_> {
    /// Adds what an edge of the game does at a point, from a node of the program.
    pub(super) fn edge(&mut self, part: Part, node: NodeId, point: &Point, number: usize) -> Result<(), LoweringError> {
        let game = self.game;
        let edge = &game.edges[number];
        if let Some(point) = self.hoists.hoist(point, number)? {
            return self.link(node, part, edge.to, point);
        }
        match &edge.label {
            game::Label::Empty => self.link(node, part, edge.to, point.clone()),
            game::Label::Tag(_) | game::Label::TagCell(_) if part != WHOLE => self.link(node, part, edge.to, point.clone()),
            game::Label::Tag(tag) => {
                let (after, point) = self.tag(node, point, number, Tag::Symbol(*tag))?;
                self.link(after, part, edge.to, point)
            }
            game::Label::TagCell(cell) => self.tag_cell(node, point, number, *cell),
            game::Label::AssignAny(place, set) => {
                let scalar = match place.base {
                    Base::State(cell) if place.keys.is_empty() => self.storage.places[cell],
                    _ => Place::Nowhere,
                };
                match scalar {
                    Place::Scalar(scalar) => self.any(part, node, point, edge, scalar, *set),
                    _ => self.any_entry(part, node, point, edge, place, *set),
                }
            }
            game::Label::Reach { from, to, negated } => {
                if from == to {
                    return if *negated { Ok(()) } else { self.link(node, part, edge.to, point.clone()) };
                }
                let (start, end) = self.test(*from, *to, point)?;
                let after = self.parts.node(self.parts.origins[node as usize])?;
                self.parts.edge(node, after, Label::Pattern { negated: *negated, start, end });
                self.link(after, part, edge.to, point.clone())
            }
            game::Label::Assign(..) | game::Label::Compare { .. } | game::Label::Switch(_) => {
                self.decide(part, node, point.clone(), &[edge], Contents::new())
            }
        }
    }

    /// Adds two edges of which exactly one can be taken. They share their tests, by which it is seen that they exclude each other.
    pub(super) fn alternatives(&mut self, part: Part, node: NodeId, point: &Point, numbers: [usize; 2]) -> Result<(), LoweringError> {
        let game = self.game;
        // A comparison changes nothing, but may forbid that a change was made early.
        for number in numbers {
            self.hoists.hoist(point, number)?;
        }
        self.decide(part, node, point.clone(), &numbers.map(|number| &game.edges[number]), Contents::new())
    }

    /// Adds the step of a tag, and with it the next change of the board if that is possible.
    fn tag(&mut self, from: NodeId, point: &Point, edge: usize, tag: Tag) -> Result<(NodeId, Point), LoweringError> {
        let mut point = point.clone();
        let after = match self.hoists.next_put(&point, edge) {
            Some((put, piece)) => {
                point.current().for_each(|square| self.changed[square] = true);
                point.early.push(put);
                self.parts.step(from, Label::Put(piece), tag)?
            }
            None => self.idle_step(from, tag)?,
        };
        Ok((after, point))
    }

    fn tag_cell(&mut self, node: NodeId, point: &Point, number: usize, cell: usize) -> Result<(), LoweringError> {
        let to = self.game.edges[number].to;
        let scalar = match self.storage.places[cell] {
            Place::Scalar(scalar) => scalar,
            Place::Variable(variable) => return self.tag_variable(node, point, number, variable),
            _ => return Err(LoweringError("a map is a tag".to_owned())),
        };
        let value = point.scalars[scalar].clone();
        if let Value::Symbol(tag) = value {
            let (after, point) = self.tag(node, point, number, Tag::Symbol(tag))?;
            return self.link(after, WHOLE, to, point);
        }
        let live = self.live(WHOLE, to, point)?;
        let point = read_only(point, live | 1 << scalar);
        let there = match value.is_here(&point.squares, self.storage) {
            true => vec![(node, point)],
            false => self.go(node, &point, |square| self.storage.square(value.at(square)))?,
        };
        for (there, point) in there {
            let (after, point) = self.tag(there, &point, number, Tag::Square)?;
            self.link(after, WHOLE, to, point)?;
        }
        Ok(())
    }

    fn tag_variable(&mut self, node: NodeId, point: &Point, number: usize, variable: u16) -> Result<(), LoweringError> {
        let content = Content::Variable(variable);
        for symbol in self.symbols(&content) {
            if let Some((there, point)) = self.tested(node, point, &content, &[symbol])? {
                let (after, point) = self.tag(there, &point, number, Tag::Symbol(symbol))?;
                self.link(after, WHOLE, self.game.edges[number].to, point)?;
            }
        }
        Ok(())
    }

    /// Goes to other squares, which may take several ways.
    fn go(&mut self, node: NodeId, point: &Point, next: impl Fn(usize) -> Option<Square>) -> Result<Vec<(NodeId, Point)>, LoweringError> {
        if point.current().all(|square| next(square).is_some_and(|next| usize::from(next) == square)) {
            return Ok(vec![(node, point.clone())]);
        }
        let parts = match self.current.parted(point, next) {
            Ok(Some(parts)) => parts,
            Ok(None) => {
                self.remedy = Some(Remedy::Exact);
                return Err(LoweringError("a tag or a change may be at a key that the board does not have".to_owned()));
            }
            Err(scalar) => {
                self.remedy = Some(self.plan.second_square(self.storage.scalars[scalar]));
                let name = self.name(scalar);
                return Err(LoweringError(format!("`{name}` is still read after a change of another square, and does not follow from it")));
            }
        };
        let origin = self.parts.origins[node as usize];
        let mut there = Vec::with_capacity(parts.len());
        for (next, point) in parts {
            let (to, direction) = (self.parts.node(origin)?, self.parts.direction(next)?);
            self.parts.edge(node, to, Label::Shift(direction));
            there.push((to, point));
        }
        Ok(there)
    }

    /// Adds what edges do, a branch for every content on which that depends.
    pub(super) fn decide(
        &mut self,
        part: Part,
        node: NodeId,
        point: Point,
        edges: &[&Edge],
        contents: Contents,
    ) -> Result<(), LoweringError> {
        let content = match self.outcomes(&point, &contents, edges) {
            Ok(outcomes) => {
                return edges.iter().zip(outcomes).try_for_each(|(edge, outcome)| self.finish(part, node, point.clone(), edge, outcome));
            }
            Err(UnknownReason::Refusal(reason, remedy)) => {
                self.remedy = remedy;
                return Err(reason);
            }
            Err(UnknownReason::Square(value)) => return self.decide_by_square(part, node, &point, edges, &contents, &value),
            Err(UnknownReason::Content(content)) => content,
        };
        // Contents with the same outcomes are tested together.
        let mut groups: Vec<(Option<Vec<Outcome>>, Vec<Symbol>)> = Vec::new();
        for symbol in self.symbols(&content) {
            let mut assumed = contents.clone();
            assumed.push((content.clone(), symbol));
            let outcomes = match self.outcomes(&point, &assumed, edges) {
                Ok(outcomes) => Some(outcomes.into_iter().map(|outcome| self.relative(outcome, &content, symbol)).collect::<Vec<_>>()),
                Err(UnknownReason::Content(_) | UnknownReason::Square(_)) => None,
                Err(UnknownReason::Refusal(reason, remedy)) => {
                    self.remedy = remedy;
                    return Err(reason);
                }
            };
            match groups.iter_mut().find(|(known, _)| outcomes.is_some() && *known == outcomes) {
                Some((_, symbols)) => symbols.push(symbol),
                None => groups.push((outcomes, vec![symbol])),
            }
        }
        let stops = |outcome: &Outcome| matches!(outcome, Outcome::Passes(squares) if !squares.contains(&true));
        for (outcomes, symbols) in groups {
            if outcomes.as_ref().is_some_and(|outcomes| outcomes.iter().all(stops)) {
                continue;
            }
            let Some((after, point)) = self.tested(node, &point, &content, &symbols)? else { continue };
            if let Some([outcome @ Outcome::Add(..)]) = outcomes.as_deref() {
                self.finish(part, after, point, edges[0], outcome.clone())?;
                continue;
            }
            let mut assumed: Contents = contents.iter().map(|(content, symbol)| (on(content, &point), *symbol)).collect();
            assumed.push((on(&content, &point), symbols[0]));
            self.decide(part, after, point, edges, assumed)?;
        }
        Ok(())
    }

    /// Adds what edges do, a branch for every value of a function of the current square.
    fn decide_by_square(
        &mut self,
        part: Part,
        node: NodeId,
        point: &Point,
        edges: &[&Edge],
        contents: &Contents,
        value: &Value,
    ) -> Result<(), LoweringError> {
        let values: BTreeSet<Symbol> = point.current().map(|square| value.at(square)).collect();
        for symbol in values {
            let Some(within) = point.within(|square| value.at(square) == symbol) else { continue };
            let there = self.only_on(node, &within.squares)?;
            let contents = contents.iter().map(|(content, symbol)| (on(content, &within), *symbol)).collect();
            self.decide(part, there, within, edges, contents)?;
        }
        Ok(())
    }

    /// A variable that is set to what depends on its own value, as what is added to it.
    fn relative(&self, outcome: Outcome, content: &Content, symbol: Symbol) -> Outcome {
        match (&outcome, content) {
            (Outcome::Variable(variable, number), Content::Variable(read)) if variable == read => {
                Outcome::Add(*variable, number - self.storage.number(*read, symbol).unwrap_or(0))
            }
            _ => outcome,
        }
    }

    fn outcomes(&self, point: &Point, contents: &Contents, edges: &[&Edge]) -> Result<Vec<Outcome>, UnknownReason> {
        edges.iter().map(|edge| self.outcome(point, contents, edge)).collect()
    }

    pub(super) fn outcome(&self, point: &Point, contents: &Contents, edge: &Edge) -> Result<Outcome, UnknownReason> {
        Evaluation { game: self.game, storage: self.storage, point, contents }.outcome(&edge.label)
    }

    /// The possible contents of a place.
    fn symbols(&self, content: &Content) -> Vec<Symbol> {
        match content {
            Content::Square(cells) => {
                let cell = cells.iter().copied().find(|&cell| cell != NOWHERE);
                cell.map_or(Vec::new(), |cell| self.storage.values(cell).to_vec())
            }
            Content::Variable(variable) => self.storage.variables[usize::from(*variable)].1.clone(),
        }
    }

    /// Tests whether one of these is at a place; none if it cannot be.
    fn tested(
        &mut self,
        node: NodeId,
        point: &Point,
        content: &Content,
        symbols: &[Symbol],
    ) -> Result<Option<(NodeId, Point)>, LoweringError> {
        let after = self.parts.node(self.parts.origins[node as usize])?;
        match content {
            Content::Square(cells) => {
                let mut pieces: Vec<Piece> = symbols.iter().filter_map(|&symbol| self.storage.piece(symbol)).collect();
                pieces.sort_unstable();
                let Some(point) = self.holding(point, cells, &pieces) else { return Ok(None) };
                let read = |square: usize| self.storage.square_of(cells[square]).filter(|_| point.squares[square]);
                if point.current().all(|square| read(square).is_some_and(|there| usize::from(there) == square)) {
                    self.parts.edge(node, after, Label::On(pieces));
                } else {
                    let next: Vec<Option<Square>> = (0..point.squares.len()).map(read).collect();
                    let constant: Vec<bool> = (0..next.len()).map(|square| point.squares[square] && next[square].is_none()).collect();
                    if constant.contains(&true) {
                        let known = self.only_on(node, &constant)?;
                        self.parts.edge(known, after, Label::Empty);
                    }
                    let direction = self.parts.direction(next)?;
                    self.parts.look(node, after, direction, pieces)?;
                }
                Ok(Some((after, point)))
            }
            Content::Variable(variable) => {
                let most = self.storage.variables[usize::from(*variable)].1.len() as i64 - 1;
                let mut numbers: Vec<i64> = symbols.iter().filter_map(|&symbol| self.storage.number(*variable, symbol)).collect();
                numbers.sort_unstable();
                for run in numbers.chunk_by(|a, b| a + 1 == *b) {
                    match (run[0], run[run.len() - 1]) {
                        (0, last) if last == most => self.parts.edge(node, after, Label::Empty),
                        (0, last) if last > 0 => self.parts.edge(node, after, compared(*variable, Comparator::LessEqual, last)),
                        (first, last) if last == most && first < last => {
                            self.parts.edge(node, after, compared(*variable, Comparator::GreaterEqual, first));
                        }
                        // A test of both ends would not be seen to exclude others.
                        (first, last) => {
                            (first..=last).for_each(|number| self.parts.edge(node, after, compared(*variable, Comparator::Equal, number)));
                        }
                    }
                }
                Ok(Some((after, point.clone())))
            }
        }
    }

    fn finish(&mut self, part: Part, node: NodeId, mut point: Point, edge: &Edge, outcome: Outcome) -> Result<(), LoweringError> {
        match outcome {
            Outcome::Passes(passed) => {
                let Some(within) = point.within(|square| passed[square]) else { return Ok(()) };
                let after = if within.squares == point.squares { node } else { self.only_on(node, &within.squares)? };
                self.link(after, part, edge.to, within)
            }
            Outcome::Scalar(scalar, value) => {
                point.set(scalar, value);
                self.link(node, part, edge.to, point)
            }
            Outcome::Put(cells, value) => {
                let live = self.live(part, edge.to, &point)?;
                let Some(piece) = self.storage.piece(value) else { return Ok(()) };
                let storage = self.storage;
                for (there, point) in self.go(node, &read_only(&point, live), |square| storage.square_of(cells[square]))? {
                    point.current().for_each(|square| self.changed[square] = true);
                    let after = self.parts.step(there, Label::Put(piece), Tag::Silent)?;
                    self.link(after, part, edge.to, point)?;
                }
                Ok(())
            }
            Outcome::Variable(variable, number) => {
                let after = self.parts.step(node, Label::Assign(Variable(variable), Arithmetic::Number(number)), Tag::Silent)?;
                self.link(after, part, edge.to, point)
            }
            Outcome::Add(variable, number) => {
                let variable = Variable(variable);
                let sum = Arithmetic::Binary(Box::new(Arithmetic::Variable(variable)), Operator::Add, Box::new(Arithmetic::Number(number)));
                let after = self.parts.step(node, Label::Assign(variable, sum), Tag::Silent)?;
                self.link(after, part, edge.to, point)
            }
            Outcome::Switch(next) => {
                if let Some(player) = self.player() {
                    point.scalars[player] = Value::Symbol(next);
                }
                if part != WHOLE {
                    return self.link(node, part, edge.to, point);
                }
                let player = self.game.players.iter().position(|&player| player == next);
                let player = player.or_else(|| (next == self.game.random).then(|| chance(self.game).into()));
                let control = player.map_or(Control::Keeper, |player| Control::Player(player as u16));
                let after = self.parts.step(node, Label::Switch(control), Tag::Silent)?;
                let live = self.live(part, edge.to, &point)?;
                self.entries.push(Entry { node: after, origin: edge.to, point: read_only(&point, live) });
                self.link(after, part, edge.to, point)
            }
            Outcome::Nothing => self.link(node, part, edge.to, point),
        }
    }
}

fn compared(variable: u16, comparator: Comparator, value: i64) -> Label {
    Label::Compare(Comparison { left: Arithmetic::Variable(Variable(variable)), comparator, right: Arithmetic::Number(value) })
}

/// The same content at a point with fewer squares.
fn on(content: &Content, point: &Point) -> Content {
    match content {
        Content::Square(cells) => {
            Content::Square(cells.iter().enumerate().map(|(square, &cell)| if point.squares[square] { cell } else { NOWHERE }).collect())
        }
        Content::Variable(variable) => Content::Variable(*variable),
    }
}
