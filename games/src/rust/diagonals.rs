//! Diagonals (2002): balls multiply along diagonals and turn enemy balls into walls.
//!
//! Rules as in Ludii's `Diagonals (2002).lud`, v1.3.8. It is an assumption that the GPN paper's "Diagonals" is this game: Ludii has no
//! other game of that name.

mod sight;

use crate::params::ParamError;
use crate::picture::{Colour, Form, Grid, Look, Man, grid};
use crate::playout::{Playout, Scratch};
use crate::{Game, GameInfo, Move, NotationError, Params, Picture, Player, Position, Rng, Turn, bits, fen, game, hash};
use sight::Shape;

/// Diagonals: a player's balls see along the diagonals up to the first point that is not empty. A move adds a ball on an empty point in
/// sight, or turns an enemy ball in sight into a wall for the rest of the game. A player who can do neither passes; when neither player can
/// move, the player with more balls wins. X (player 0) begins in the lower right corner, O in the upper left one.
#[derive(Params, Clone, Debug)]
struct Diagonals {
    /// Number of columns; (columns + 1) × rows may not exceed 64.
    #[param(default = 10, range = 2..=20)]
    columns: u32,
    /// Number of rows, of which the balls at the start take the lowest and the highest two; (columns + 1) × rows may not exceed 64.
    #[param(default = 5, range = 2..=21)]
    rows: u32,
}

#[game("diagonals")]
impl Game for Diagonals {
    fn info(&self) -> GameInfo {
        GameInfo::win_draw_loss(2)
    }

    fn check(&self) -> Result<(), ParamError> {
        let Diagonals { columns, rows } = self;
        if (columns + 1) * rows > 64 {
            return Err(ParamError::rule("", format!("(`columns` + 1) × `rows` must be at most 64, not ({columns} + 1) × {rows}")));
        }
        Ok(())
    }

    fn start(&self) -> Box<dyn Position> {
        let shape = Shape::new(self.columns, self.rows);
        let [x, o] = [(self.columns - 1, 0), (0, self.rows - 2)]
            .map(|(column, row)| 1 << shape.point(column, row) | 1 << shape.point(column, row + 1));
        Box::new(Board::new(shape, [x, o], 0, 0))
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        Board::parse(Shape::new(self.columns, self.rows), notation).map(|board| -> Box<dyn Position> { Box::new(board) })
    }
}

/// The colours of both players' balls.
const COLOURS: [Colour; 2] = [Colour::Red, Colour::Blue];

/// The lines along which balls see, for a picture: the longest diagonals, from edge to edge.
fn diagonals(columns: u32, rows: u32) -> Vec<Vec<(f32, f32)>> {
    let (right, bottom) = ((columns - 1) as i32, (rows - 1) as i32);
    let edge = (0..=right).map(|x| (x, 0)).chain((1..=bottom).flat_map(|y| [(0, y), (right, y)]));
    let line = |(x, y): (i32, i32), step: i32| {
        let length = (bottom - y).min(if step > 0 { right - x } else { x });
        vec![(x as f32, y as f32), ((x + step * length) as f32, (y + length) as f32)]
    };
    let starts_here = |&((x, y), step): &((i32, i32), i32)| y == 0 || x == if step > 0 { 0 } else { right };
    let both = edge.flat_map(|point| [(point, 1), (point, -1)]).filter(starts_here);
    both.map(|(point, step)| line(point, step)).filter(|line| line[0] != line[1]).collect()
}

/// The pass of a player without any other move.
const PASS: Move = Move(128);

/// Added to the number of a point when the enemy ball on it becomes a wall.
const WALL: u64 = 64;

/// A move is the number of a point on which a ball is added, [`WALL`] plus that of a ball that becomes a wall, or [`PASS`].
/// Every move but a pass fills a point or turns a ball, so a game has at most two moves for each point, not counting passes.
#[derive(Clone, Debug)]
struct Board {
    shape: Shape,
    balls: [u64; 2],
    walls: u64,
    /// The points that the player to move can fill or turn into walls.
    targets: u64,
    to_move: u8,
    over: bool,
}

impl Board {
    fn new(shape: Shape, balls: [u64; 2], walls: u64, to_move: u8) -> Board {
        let mut board = Board { shape, balls, walls, targets: 0, to_move, over: false };
        board.find_targets(&shape);
        board
    }

    fn empty(&self, shape: &Shape) -> u64 {
        shape.points & !(self.balls[0] | self.balls[1] | self.walls)
    }

    /// Updates `targets` and `over` from the balls.
    #[inline(always)]
    fn find_targets(&mut self, shape: &Shape) {
        let (me, empty) = (usize::from(self.to_move & 1), self.empty(shape));
        let targets = |player: Player| shape.sight(self.balls[player], empty) & (empty | self.balls[1 - player]);
        (self.targets, self.over) = match targets(me) {
            0 => (0, targets(1 - me) == 0),
            some => (some, false),
        };
    }

    /// Fills a point or turns the ball on it into a wall; `None` is a pass. `shape` is that of the board, passed so that it can be a
    /// constant.
    #[inline(always)]
    fn play(&mut self, shape: &Shape, point: u64) {
        let me = usize::from(self.to_move & 1);
        let wall = point & self.balls[1 - me];
        self.balls[1 - me] ^= wall;
        self.walls |= wall;
        self.balls[me] |= point ^ wall;
        self.to_move ^= 1;
        self.find_targets(shape);
    }

    /// Plays at random to the end or to the cap; returns the number of moves.
    #[inline(always)]
    fn random_moves(&mut self, shape: &Shape, rng: &mut Rng, cap: u32) -> u32 {
        let mut moves = 0;
        while !self.over && moves < cap {
            let point = if self.targets == 0 { 0 } else { 1 << bits::pick(self.targets, rng) };
            self.play(shape, point);
            moves += 1;
        }
        moves
    }

    /// A player's lead in balls.
    fn lead(&self, player: Player) -> f64 {
        f64::from(self.balls[player].count_ones()) - f64::from(self.balls[1 - player].count_ones())
    }

    fn size(&self) -> (usize, usize) {
        (self.shape.columns as usize, self.shape.rows as usize)
    }

    /// The letter at a column and a row from the top.
    fn letter(&self, column: usize, row: usize) -> Option<char> {
        let point = self.shape.point(column as u32, self.shape.rows - 1 - row as u32);
        let sets = [(self.balls[0], 'X'), (self.balls[1], 'O'), (self.walls, '#')];
        sets.into_iter().find(|(set, _)| set >> point & 1 == 1).map(|(_, letter)| letter)
    }

    /// The board as in FEN, `X` and `O` for balls and `#` for walls, then the player to move: `O9/O9/10/9X/9X x`.
    fn parse(shape: Shape, text: &str) -> Result<Board, NotationError> {
        let Some((rows, mover)) = text.split_once(' ') else {
            return Err(NotationError::new(format!(
                "`{text}` is not a diagonals position: expected {} rows of {} points and the player to move, as in `O9/O9/10/9X/9X x`",
                shape.rows, shape.columns
            )));
        };
        let mut sets = [0; 3];
        for (column, row, kind) in fen::parse_rows(rows, (shape.columns as usize, shape.rows as usize), |c| "XO#".find(c))? {
            sets[kind] |= 1 << shape.point(column as u32, shape.rows - 1 - row as u32);
        }
        let [x, o, walls] = sets;
        if x | o == 0 {
            return Err(NotationError::new(format!("there is no ball on the board `{rows}`, expected at least one")));
        }
        match mover {
            "x" => Ok(Board::new(shape, [x, o], walls, 0)),
            "o" => Ok(Board::new(shape, [x, o], walls, 1)),
            _ => Err(NotationError::new(format!("`{mover}` in `{text}` is not a player to move, expected `x` or `o`"))),
        }
    }
}

impl Position for Board {
    #[inline]
    fn turn(&self) -> Turn {
        if self.over { Turn::Over } else { Turn::Player(usize::from(self.to_move)) }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        let enemy = self.balls[usize::from(1 - self.to_move)];
        out.extend(bits::ones(self.targets).map(|point| Move(u64::from(point) + WALL * (enemy >> point & 1))));
        if out.is_empty() && !self.over {
            out.push(PASS);
        }
    }

    #[inline]
    fn apply(&mut self, m: Move) {
        let shape = self.shape;
        self.play(&shape, if m == PASS { 0 } else { 1 << (m.0 % WALL) });
    }

    fn score(&self, player: Player) -> f64 {
        let lead = self.lead(player);
        if lead == 0.0 { 0.5 } else { f64::from(u8::from(lead > 0.0)) }
    }

    fn playout(&mut self, rng: &mut Rng, cap: u32, _scratch: &mut Scratch) -> Playout {
        // The usual size gets its own code with constant steps.
        let moves = match self.shape {
            Shape { columns: 10, rows: 5, points } => self.random_moves(&Shape { columns: 10, rows: 5, points }, rng, cap),
            shape => self.random_moves(&shape, rng, cap),
        };
        Playout::orthodox(moves, self.over)
    }

    fn key(&self) -> u64 {
        hash::key(&(self.balls, self.walls, self.to_move))
    }

    /// Based on the lead in balls.
    fn evaluate(&self, player: Player) -> Option<f64> {
        let lead = self.lead(player);
        Some(0.5 + 0.5 * lead / (lead.abs() + 10.0))
    }

    fn notation(&self) -> String {
        let rows = fen::write_rows(self.size(), |column, row| self.letter(column, row));
        format!("{rows} {}", ['x', 'o'][usize::from(self.to_move)])
    }

    /// `c4` for a ball added, `xc4` for a ball that becomes a wall, or `pass`.
    fn write_move(&self, submove: &[Move], out: &mut String) {
        for &m in submove {
            if m == PASS {
                out.push_str("pass");
                continue;
            }
            let (row, column) = (m.0 % WALL / u64::from(self.shape.columns + 1), m.0 % WALL % u64::from(self.shape.columns + 1));
            if m.0 >= WALL {
                out.push('x');
            }
            fen::write_square(column as usize, row as usize, out);
        }
    }

    fn picture(&self) -> Option<Picture> {
        let mut grid = Grid::new(Look::Points, self.shape.columns as usize, self.shape.rows as usize);
        grid.layout().lines.extend(diagonals(self.shape.columns, self.shape.rows));
        grid.layout().colours = COLOURS.to_vec();
        Some(grid.picture(|column, row| {
            self.letter(column, row).map(|letter| match letter {
                'X' => Man::stone('X', COLOURS[0]),
                'O' => Man::stone('O', COLOURS[1]),
                _ => Man::stone('#', Colour::Grey).form(Form::Block).label("wall"),
            })
        }))
    }

    fn men(&self, out: &mut Vec<u16>) -> bool {
        grid::lettered((self.shape.columns as usize, self.shape.rows as usize), |column, row| self.letter(column, row), out);
        true
    }
}
