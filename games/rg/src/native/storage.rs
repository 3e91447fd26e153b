//! How a program stores a state: one map as its board, the entries of other maps as its variables, and single values in its nodes and its
//! current square.

use super::plan::{Plan, Remedy};
use crate::game::{Base, Game, Label, Operand, Symbol};
use std::ops::Range;
use treebench_compile::number::Variables;
use treebench_compile::{Board, LoweringError, Piece, Square};

/// The fewest keys of a map that becomes the board.
const FEWEST_SQUARES: usize = 9;
/// The maximum number of squares.
const MOST_SQUARES: usize = 2048;
/// The maximum number of pieces.
const MOST_PIECES: usize = 255;
/// The maximum number of entries of maps that become variables.
const MOST_VARIABLES: usize = 512;
/// The maximum number of variables that are no maps.
const MOST_SCALARS: usize = 128;

/// Variables with at least this many values are stored as numbers if there are too many nodes otherwise.
const MANY_VALUES: usize = 5;

/// Where a cell of a state is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// In the nodes and the current square, as the scalar with this number.
    Scalar(usize),
    /// On a square of the board.
    Square(Square),
    /// In a variable.
    Variable(u16),
    /// Nowhere: it cannot change, or nothing reads it.
    Nowhere,
}

/// The places of all cells, and back.
pub(super) struct Storage {
    /// The place of every cell.
    pub(super) places: Vec<Place>,
    /// The cells of the maps that the board consists of, and the values of each.
    boards: Vec<(Range<usize>, Vec<Symbol>)>,
    /// The key of every square, the innermost if the map has several.
    pub(super) keys: Vec<Symbol>,
    /// The square of every symbol: where it is the current square.
    squares: Vec<Option<Square>>,
    /// The value of every piece.
    pub(super) pieces: Vec<Symbol>,
    /// The cell of every scalar.
    pub(super) scalars: Vec<usize>,
    /// The cell of every variable, and the values that it can have; that at the start comes first.
    pub(super) variables: Vec<(usize, Vec<Symbol>)>,
    /// The piece on every square at the start.
    pub(super) setup: Vec<Piece>,
}

impl Storage {
    /// Chooses the places for a game. The entries of the board that are known not to change get no square.
    pub(super) fn new(game: &Game, constant: &[bool], plan: &Plan) -> Result<Storage, LoweringError> {
        let keys_of = |number: usize| match game.variables[number].shape.keys[..] {
            [set] => game.sets[set].members.len(),
            _ => 0,
        };
        let used: Vec<usize> = (0..game.variables.len()).filter(|&number| game.mentions(number)).collect();
        let board = used.iter().copied().filter(|&number| keys_of(number) >= FEWEST_SQUARES).max_by_key(|&number| keys_of(number));
        let mut storage = Storage {
            places: vec![Place::Nowhere; game.initial.len()],
            boards: Vec::new(),
            keys: Vec::new(),
            squares: vec![None; game.symbols.len()],
            pieces: Vec::new(),
            scalars: Vec::new(),
            variables: Vec::new(),
            setup: Vec::new(),
        };
        let boards: Vec<usize> = board.into_iter().chain(plan.boards.iter().copied().filter(|&number| Some(number) != board)).collect();
        let mut entries = 0;
        for &number in &boards {
            entries = storage.lay_out(game, number, plan, constant, entries)?;
        }
        plan.squares.iter().for_each(|&set| storage.add_squares(game, set));
        if storage.setup.is_empty() {
            // Also in a game without a board, there is a current square.
            storage.setup.push(Piece(0));
        }
        storage.add_variable_cells(game, game.goals)?;
        for number in used.into_iter().filter(|&number| number != game.goals && !boards.contains(&number)) {
            let variable = &game.variables[number];
            if variable.shape.keys.is_empty() && !plan.kept.contains(&variable.offset) {
                storage.places[variable.offset] = Place::Scalar(storage.scalars.len());
                storage.scalars.push(variable.offset);
            } else {
                storage.add_variable_cells(game, number)?;
            }
        }
        if storage.scalars.len() > MOST_SCALARS {
            return Err(LoweringError(format!("it has {} variables that are not maps, more than {MOST_SCALARS}", storage.scalars.len())));
        }
        Ok(storage)
    }

    /// Adds the entries of a map to the board, those before which this many have been. Gives the number of entries after them.
    fn lay_out(&mut self, game: &Game, number: usize, plan: &Plan, constant: &[bool], mut before: usize) -> Result<usize, LoweringError> {
        let board = &game.variables[number];
        let cells = board.offset..board.offset + board.cells;
        let values = match plan.extended.contains(&number) {
            true => values(game, number),
            false => game.sets[board.shape.leaf].members.clone(),
        };
        let new: Vec<Symbol> = values.iter().copied().filter(|value| !self.pieces.contains(value)).collect();
        self.pieces.extend(new);
        let keys = board.shape.keys.last().map_or(&[][..], |&set| &game.sets[set].members);
        for cell in cells.clone().filter(|&cell| !is_default(game, number, cell)) {
            let value = game.initial[cell];
            let piece = self.piece(value).filter(|_| values.contains(&value)).ok_or_else(|| strange(&board.name))?;
            before += 1;
            if constant.get(before - 1) == Some(&true) {
                continue;
            }
            let (square, key) = (self.setup.len() as Square, keys[(cell - board.offset) % (keys.len() + 1)]);
            self.places[cell] = Place::Square(square);
            self.squares[usize::from(key)].get_or_insert(square);
            self.keys.push(key);
            self.setup.push(piece);
        }
        if before > MOST_SQUARES || self.pieces.len() > MOST_PIECES {
            return Err(LoweringError(format!("the map `{}` is too large for a board", board.name)));
        }
        self.boards.push((cells, values));
        Ok(before)
    }

    /// Adds squares without contents for the members of a set that have none.
    fn add_squares(&mut self, game: &Game, set: usize) {
        for &member in &game.sets[set].members {
            if self.squares[usize::from(member)].is_none() {
                self.squares[usize::from(member)] = Some(self.setup.len() as Square);
                self.keys.push(member);
                self.setup.push(Piece(0));
            }
        }
    }

    /// Stores the entries of a map in variables, apart from those that are read for keys that it does not have: they cannot change.
    fn add_variable_cells(&mut self, game: &Game, number: usize) -> Result<(), LoweringError> {
        let variable = &game.variables[number];
        let values = values(game, number);
        for cell in variable.offset..variable.offset + variable.cells {
            if is_default(game, number, cell) {
                continue;
            }
            let initial = game.initial[cell];
            let mut values = values.clone();
            let first = values.iter().position(|&value| value == initial).ok_or_else(|| strange(&variable.name))?;
            values.swap(0, first);
            if self.variables.len() == MOST_VARIABLES {
                return Err(LoweringError(format!("`{}` and other maps have more than {MOST_VARIABLES} entries", variable.name)));
            }
            self.places[cell] = Place::Variable(self.variables.len() as u16);
            self.variables.push((cell, values));
        }
        Ok(())
    }

    /// The board as the program has it, without directions.
    pub(super) fn program_board(&self) -> Board {
        Board { setup: self.setup.clone(), pieces: self.pieces.len().max(1), next: Vec::new() }
    }

    /// The variables as the program has them, and one more, to which tags are assigned.
    pub(super) fn program_variables(&self, game: &Game) -> Variables {
        let bounds = self.variables.iter().map(|(_, values)| values.len() as u32 - 1).chain([1]);
        Variables { players: game.players.len(), bounds: bounds.collect() }
    }

    /// The square where a symbol is the current one.
    pub(super) fn square(&self, key: Symbol) -> Option<Square> {
        self.squares.get(usize::from(key)).copied().flatten()
    }

    /// Whether a cell is on the board.
    pub(super) fn is_board(&self, cell: usize) -> bool {
        self.boards.iter().any(|(cells, _)| cells.contains(&cell))
    }

    /// The values that a cell on the board can have.
    pub(super) fn values(&self, cell: usize) -> &[Symbol] {
        self.boards.iter().find(|(cells, _)| cells.contains(&cell)).map_or(&[], |(_, values)| values)
    }

    /// The square of a cell, if it has one.
    pub(super) fn square_of(&self, cell: usize) -> Option<Square> {
        match self.places.get(cell) {
            Some(&Place::Square(square)) => Some(square),
            _ => None,
        }
    }

    /// The piece for a value.
    pub(super) fn piece(&self, value: Symbol) -> Option<Piece> {
        self.pieces.iter().position(|&known| known == value).map(|piece| Piece(piece as u16))
    }

    /// The number for a value of a variable.
    pub(super) fn number(&self, variable: u16, value: Symbol) -> Option<i64> {
        let values = &self.variables[usize::from(variable)].1;
        values.iter().position(|&known| known == value).map(|number| number as i64)
    }

    /// The remedy for too many nodes: the scalar with the most values, apart from squares and the player.
    pub(super) fn fewer_nodes(&self, game: &Game, is_square: impl Fn(usize) -> bool) -> Option<Remedy> {
        let player = game.variables[game.player].offset;
        let values = |cell: usize| {
            let variable = game.variables.iter().find(|variable| variable.offset == cell && variable.shape.keys.is_empty());
            variable.map_or(0, |variable| game.sets[variable.shape.leaf].members.len())
        };
        let open = (0..self.scalars.len()).filter(|&scalar| self.scalars[scalar] != player && !is_square(scalar));
        let most = open.map(|scalar| self.scalars[scalar]).max_by_key(|&cell| (values(cell), std::cmp::Reverse(cell)))?;
        let variable = game.variables.iter().find(|variable| variable.offset == most)?;
        match values(most) >= MANY_VALUES {
            true if self.leads_to_squares(game, most) => Some(Remedy::Squares(variable.shape.leaf)),
            true => Some(Remedy::Keep(most)),
            false => None,
        }
    }

    /// Whether a constant gives squares for the values of a plain variable.
    fn leads_to_squares(&self, game: &Game, cell: usize) -> bool {
        game.edges.iter().any(|edge| match &edge.label {
            Label::Assign(place, value) => self.gives_squares(game, place, cell) || self.gives_squares(game, value, cell),
            Label::Compare { left, right, .. } => self.gives_squares(game, left, cell) || self.gives_squares(game, right, cell),
            _ => false,
        })
    }

    fn gives_squares(&self, game: &Game, operand: &Operand, cell: usize) -> bool {
        let here = match (operand.base, &operand.keys[..]) {
            (Base::Constant(first), [key])
                if matches!(key.operand.base, Base::State(read) if read == cell) && key.operand.keys.is_empty() =>
            {
                let values = &game.constants[first..first + game.sets[key.set].members.len()];
                values.iter().filter(|&&value| self.square(value).is_some()).count() >= FEWEST_SQUARES
            }
            _ => false,
        };
        here || operand.keys.iter().any(|key| self.gives_squares(game, &key.operand, cell))
    }
}

/// The values that an entry of a map may have: those of its type, and those that a constant gives it, as a count that is one too high.
fn values(game: &Game, number: usize) -> Vec<Symbol> {
    let variable = &game.variables[number];
    let cells = variable.offset..variable.offset + variable.cells;
    let mut values = game.sets[variable.shape.leaf].members.clone();
    for edge in &game.edges {
        if let Label::Assign(place, value) = &edge.label
            && place.is_in(&cells)
        {
            let given: &[Symbol] = match &value.base {
                Base::Symbol(symbol) => std::slice::from_ref(symbol),
                Base::Constant(first) => {
                    let size = value.keys.first().map_or(value.cells, |key| key.stride * (game.sets[key.set].members.len() + 1));
                    &game.constants[*first..first + size]
                }
                Base::State(_) => &[],
            };
            for symbol in given {
                if !values.contains(symbol) {
                    values.push(*symbol);
                }
            }
        }
    }
    values
}

fn strange(name: &str) -> LoweringError {
    LoweringError(format!("`{name}` begins with a value that its type does not have"))
}

/// Whether a cell is read for keys that a map does not have.
fn is_default(game: &Game, number: usize, cell: usize) -> bool {
    let variable = &game.variables[number];
    let (mut stride, mut left) = (variable.cells, cell - variable.offset);
    variable.shape.keys.iter().any(|&set| {
        let members = game.sets[set].members.len();
        stride /= members + 1;
        let place = left / stride;
        left %= stride;
        place == members
    })
}
