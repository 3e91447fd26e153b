//! Commands that put something on the board: sizes, handicaps, games from files, positions.

use super::{GtpServer, Reply, number, player, rules};
use crate::engines::failure::quoted;
use crate::engines::gtp::points::{Points, vertex};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;
use treebench_games::Position;
use treebench_games::capabilities::Square;
use treebench_games::exchange::sgf::Record;
use treebench_games::params::{Value, Values};

/// Names of parameters that commands set, in games that have them.
const SIZE: &str = "size";
const KOMI: &str = "komi";
const HANDICAP: &str = "handicap";
/// How the stones of a handicap come onto the board, and the word for the usual points.
const PLACEMENT: (&str, &str) = ("handicap-placement", "fixed");

/// The bytes of a file that are read: far more than a game has.
const LONGEST_FILE: u64 = 1 << 24;

impl GtpServer {
    /// Begins a new game with these parameters.
    fn begin(&mut self, values: &Values) -> Result<(), String> {
        if !self.host.change_game(values)? {
            self.host.new_game();
        }
        self.points = Points::of(self.host.game().as_ref());
        (self.clock, self.last) = (self.clock.again(), None);
        self.host.draw_chance();
        Ok(())
    }

    /// The parameters without a handicap: a board is cleared of it, too.
    fn without_handicap(&self) -> Values {
        let mut values = self.host.setup().values.clone();
        if values.get(HANDICAP).is_some() {
            values.set(HANDICAP, Value::Int(0));
        }
        values
    }

    /// A size that the game has already is accepted in every game; another where it is a parameter.
    pub(super) fn boardsize(&mut self, arguments: &[&str]) -> Reply {
        let size: i64 = number(arguments, 0, "a whole number")?;
        let mut values = self.without_handicap();
        let now = rules::board_size(self);
        match values.get(SIZE) {
            Some(Value::Int(_)) => values.set(SIZE, Value::Int(size)),
            _ if now == usize::try_from(size).ok() => {}
            _ => {
                return Err(format!("unacceptable size: this board has size {}", now.map_or_else(|| "none".to_owned(), |n| n.to_string())));
            }
        }
        self.begin(&values).map_err(|error| format!("unacceptable size: {error}"))?;
        Ok(String::new())
    }

    pub(super) fn clear_board(&mut self, _: &[&str]) -> Reply {
        self.begin(&self.without_handicap())?;
        Ok(String::new())
    }

    pub(super) fn get_komi(&mut self, _: &[&str]) -> Reply {
        Ok(self.komi_now().to_string())
    }

    /// The points that White is given.
    pub(super) fn komi_now(&self) -> f64 {
        self.host.game().exchange().komi()
    }

    pub(super) fn komi(&mut self, arguments: &[&str]) -> Reply {
        let komi: f64 = number(arguments, 0, "a number")?;
        if komi != self.komi_now() {
            let mut values = self.host.setup().values.clone();
            if values.get(KOMI).is_none() {
                return Err(format!("the komi of this game is {}", self.komi_now()));
            }
            values.set(KOMI, Value::Float(komi));
            self.host.change_rules(&values)?;
        }
        Ok(String::new())
    }

    pub(super) fn fixed_handicap(&mut self, arguments: &[&str]) -> Reply {
        let count: i64 = number(arguments, 0, "a number of stones")?;
        if self.host.steps() > 0 {
            return Err("board not empty".to_owned());
        }
        let mut values = self.host.setup().values.clone();
        if count < 2 || values.get(HANDICAP).is_none() || values.get(PLACEMENT.0).is_none() {
            return Err("invalid number of stones".to_owned());
        }
        values.set(HANDICAP, Value::Int(count));
        values.set(PLACEMENT.0, Value::Text(PLACEMENT.1.to_owned()));
        self.begin(&values).map_err(|error| format!("invalid number of stones: {error}"))?;
        let board = self.host.position().squares().ok_or("this game has no board")?;
        let names = board.pieces_of(0).filter_map(|point| self.points.name(point));
        Ok(names.collect::<Vec<_>>().join(" "))
    }

    /// The usual points are what this engine chooses, and fewer stones where there are no more of them, which the protocol allows.
    pub(super) fn place_free_handicap(&mut self, arguments: &[&str]) -> Reply {
        let count: i64 = number(arguments, 0, "a number of stones")?;
        let mut said = Err("invalid number of stones".to_owned());
        for fewer in (2..=count.min(9)).rev() {
            let text = fewer.to_string();
            said = self.fixed_handicap(&[&text]);
            if said.is_ok() {
                break;
            }
        }
        said
    }

    pub(super) fn set_free_handicap(&mut self, arguments: &[&str]) -> Reply {
        if self.host.steps() > 0 {
            return Err("board not empty".to_owned());
        }
        let points = arguments.iter().map(|word| self.point(word)).collect::<Result<BTreeSet<Square>, _>>()?;
        if points.len() != arguments.len() || points.len() < 2 {
            return Err("bad vertex list: expected two different points or more".to_owned());
        }
        self.place([points, BTreeSet::new()], 1)
    }

    /// `gogui-setup COLOUR POINT …` puts stones on the board as it is.
    pub(super) fn setup(&mut self, arguments: &[&str]) -> Reply {
        let mut placed = placed(self.host.position())?;
        for pair in arguments.chunks(2) {
            let colour = pair[0].to_ascii_lowercase();
            let point = self.point(pair.get(1).ok_or("syntax error: expected a point after every colour")?)?;
            placed.iter_mut().for_each(|points| _ = points.remove(&point));
            if !matches!(colour.as_str(), "e" | "empty") {
                placed[player(Some(&pair[0]))?].insert(point);
            }
        }
        let mover = self.host.mover();
        self.place(placed, mover)
    }

    pub(super) fn setup_player(&mut self, arguments: &[&str]) -> Reply {
        let mover = player(arguments.first())?;
        self.place(placed(self.host.position())?, mover)
    }

    /// `loadsgf FILE [MOVE]`: the position before this move, or after the last one.
    pub(super) fn loadsgf(&mut self, arguments: &[&str]) -> Reply {
        let path = arguments.first().ok_or("syntax error: expected a file")?;
        let before: usize = if arguments.len() > 1 { number(arguments, 1, "the number of a move")? } else { usize::MAX };
        let fails = |error: &dyn std::fmt::Display| format!("cannot load file: {error}");
        let mut text = Vec::new();
        let read = File::open(path).and_then(|file| file.take(LONGEST_FILE).read_to_end(&mut text));
        read.map_err(|error| fails(&error))?;
        let record = Record::read(&String::from_utf8_lossy(&text)).map_err(|error| fails(&error))?;
        let mut values = self.without_handicap();
        if values.get(SIZE).is_some() {
            values.set(SIZE, Value::Int(record.size as i64));
        }
        let komi = record.komi.as_deref().and_then(|komi| komi.parse().ok());
        if let (Some(komi), true) = (komi, values.get(KOMI).is_some()) {
            values.set(KOMI, Value::Float(komi));
        }
        let old = self.host.setup().values.clone();
        self.begin(&values).map_err(|error| fails(&error))?;
        let loaded = self.replay(&record, before.saturating_sub(1));
        if let Err(error) = loaded {
            // What is half read is no position that a user has asked for.
            self.begin(&old)?;
            return Err(fails(&format!("{error}; the board is cleared")));
        }
        Ok(String::new())
    }

    /// Plays the moves of a file.
    fn replay(&mut self, record: &Record, count: usize) -> Result<(), String> {
        let first = record.position(self.host.game().as_ref(), 0).map_err(|error| error.to_string())?;
        if first.notation() != self.host.position().notation() {
            self.host.set_up(first);
        }
        for &(player, point) in record.moves.iter().take(count) {
            let name = point.map_or_else(|| Some("pass".to_owned()), |(column, row)| vertex(column, record.size - 1 - row));
            self.play_one(player, &name.ok_or("a point is outside the board")?)?;
        }
        Ok(())
    }

    /// Puts these stones on the board.
    fn place(&mut self, set_up: [BTreeSet<Square>; 2], mover: usize) -> Reply {
        let position = self.position_of(set_up, mover)?;
        self.host.set_up(position);
        Ok(String::new())
    }

    /// The board of a position before this player's move. Earlier positions are forgotten.
    pub(super) fn before(&self, position: &dyn Position, mover: usize) -> Result<Box<dyn Position>, String> {
        self.position_of(placed(position)?, mover)
    }

    /// The position with these stones.
    fn position_of(&self, set_up: [BTreeSet<Square>; 2], mover: usize) -> Result<Box<dyn Position>, String> {
        let Points::Go { size, .. } = self.points else { return Err("only Go positions can be set up".to_owned()) };
        let record = Record { size, set_up, first: Some(mover), ..Record::default() };
        record.position(self.host.game().as_ref(), 0).map_err(|error| format!("cannot set up: {error}"))
    }

    /// A point by its column and row from the upper left.
    fn point(&self, text: &str) -> Result<Square, String> {
        self.points.point(text).ok_or_else(|| format!("invalid vertex {}", quoted(text)))
    }
}

/// The stones of a position.
fn placed(position: &dyn Position) -> Result<[BTreeSet<Square>; 2], String> {
    let board = position.squares().ok_or("this game has no board")?;
    Ok([0, 1].map(|player| board.pieces_of(player).collect()))
}
