//! Players, pieces and variables.

use super::arithmetic;
use super::cursor::Cursor;
use crate::description::BoundedName;
use crate::limits::Limits;
use crate::names::{Meaning, Names};
use crate::report::{Failure, Report};
use treebench_compile::{Piece, Variable};

/// The highest bound of a variable.
const HIGHEST: i64 = (1 << 31) - 1;
/// The maximum number of variables, scores included.
const VARIABLES: usize = 4096;

/// Reads `white(100), black(100)`.
pub(crate) fn players(
    cursor: &mut Cursor<'_>,
    names: &mut Names<'_>,
    limits: &Limits,
    report: &mut Report,
) -> Result<Vec<BoundedName>, Failure> {
    let players = bounded(cursor, names, limits, 0, report)?;
    if players.is_empty() {
        return Err(report.error(cursor.last(), "missing player: at least one is needed"));
    }
    Ok(players)
}

/// Reads the variables, which follow the players' scores.
pub(crate) fn variables(
    cursor: &mut Cursor<'_>,
    names: &mut Names<'_>,
    players: usize,
    limits: &Limits,
    report: &mut Report,
) -> Result<Vec<BoundedName>, Failure> {
    // Scores come first; without players the numbers do not matter.
    bounded(cursor, names, limits, players.max(1), report)
}

/// Reads names with bounds. `first` is the number of the first variable, 0 for players.
fn bounded(
    cursor: &mut Cursor<'_>,
    names: &mut Names<'_>,
    limits: &Limits,
    first: usize,
    report: &mut Report,
) -> Result<Vec<BoundedName>, Failure> {
    let mut list = Vec::new();
    let mut failed = false;
    while separated(cursor, list.is_empty(), report)? {
        let token = cursor.word("a name", report)?;
        cursor.expect("(", report)?;
        let at = cursor.last();
        let bound = arithmetic::constant(cursor, limits, report)?;
        let at = at.to(cursor.last());
        cursor.expect(")", report)?;
        if !(1..=HIGHEST).contains(&bound) {
            report.error(at, format!("the highest value of `{}` must be a number from 1 to {HIGHEST}", token.text()));
            failed = true;
        }
        let number = first + list.len();
        if number >= VARIABLES {
            return Err(report.error(token.place(), format!("there are more than {VARIABLES} players and variables")));
        }
        let meaning = if first == 0 { Meaning::Player(number as u16) } else { Meaning::Variable(Variable(number as u16)) };
        failed |= names.declare(token, meaning, report).is_err();
        list.push(BoundedName { name: token.text(), bound: bound.clamp(1, HIGHEST) as u32 });
    }
    if failed { Err(Failure) } else { Ok(list) }
}

/// Reads `empty, white, black`.
pub(crate) fn pieces(cursor: &mut Cursor<'_>, names: &mut Names<'_>, limits: &Limits, report: &mut Report) -> Result<Vec<String>, Failure> {
    let most = limits.pieces.min(255);
    let mut list: Vec<String> = Vec::new();
    let mut failed = false;
    while separated(cursor, list.is_empty(), report)? {
        let token = cursor.word("the name of a piece", report)?;
        if list.len() == most {
            return Err(report.error(token.place(), format!("there are more than {most} pieces")));
        }
        failed |= names.declare(token, Meaning::Piece(Piece(list.len() as u16)), report).is_err();
        list.push(token.text());
    }
    if list.is_empty() {
        return Err(report.error(cursor.last(), "missing piece: at least one is needed"));
    }
    if failed { Err(Failure) } else { Ok(list) }
}

/// Skips the commas before the next entry, if there is one. Macros may be empty, so that commas may be adjacent.
fn separated(cursor: &mut Cursor<'_>, first: bool, report: &mut Report) -> Result<bool, Failure> {
    let mut commas = 0;
    while cursor.eat(",") {
        commas += 1;
    }
    if cursor.peek().is_none() {
        return Ok(false);
    }
    if commas == 0 && !first { Err(cursor.expected("`,`", report)) } else { Ok(true) }
}
