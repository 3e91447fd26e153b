//! Positions and questions about them.

use super::{START, UgiServer};
use crate::engines::failure::quoted;
use crate::engines::ugi::dialect::observation;
use crate::engines::ugi::{Dialect, answer};
use treebench_games::Turn;
use treebench_games::notation::usual;

impl UgiServer {
    /// `position startpos` or `position fen FEN`, with `moves MOVE …`. Moves that follow those known are played; anything else is another
    /// game, of which the agents know nothing.
    pub(super) fn set_position(&mut self, words: &[&str]) -> Result<(), String> {
        let split = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let base = words[..split].join(" ");
        let moves: Vec<String> = words.iter().skip(split + 1).map(|word| (*word).to_owned()).collect();
        // Until all is read, no position is known.
        let follows =
            self.known.take().filter(|(known, played)| *known == base && moves.starts_with(played)).map(|(_, played)| played.len());
        let played = match follows {
            Some(played) => played,
            None => {
                let host = self.host()?;
                let start = match base.split_once(' ') {
                    None if base == START => host.game().start(),
                    Some(("fen", text)) => host.game().parse(text).map_err(|error| error.to_string())?,
                    _ => return Err("expected `position startpos` or `position fen FEN`, and `moves MOVE …`".to_owned()),
                };
                // What a player knows grows with every turn, and the position that is told was drawn from it: the game goes on.
                if start.information().is_some() {
                    host.redraw(start);
                } else {
                    host.restart(start);
                }
                self.play_on()?;
                0
            }
        };
        for (number, text) in moves.iter().enumerate().skip(played) {
            let dialect = self.dialect;
            let host = self.host()?;
            let found = dialect.read(host.game().as_ref(), host.position(), text);
            let submove =
                found.ok_or_else(|| format!("move {}, {}, is not legal in `{}`", number + 1, quoted(text), usual(host.position())))?;
            host.play(submove);
            self.play_on()?;
        }
        self.known = Some((base, moves));
        Ok(())
    }

    /// `observation TEXT`: what the player to move knows, by which a client can be found out that sends another position.
    pub(super) fn check_observation(&mut self, words: &[&str]) -> Result<(), String> {
        let host = self.host()?;
        let Turn::Player(player) = host.turn() else { return Err("no player is to move".to_owned()) };
        let information = host.position().information().ok_or("nothing is hidden in this game")?;
        let known = observation(information, player);
        if known.split(' ').filter(|word| !word.is_empty()).eq(words.iter().copied()) {
            return Ok(());
        }
        let told = quoted(&words.join(" "));
        self.known = None;
        Err(format!("the observation {told} is not that of the position, {}", quoted(&known)))
    }

    /// Continues after a draw that must be claimed: a UCI client that asks for a move has not claimed it. In UGI the engine is asked whether the game
    /// is over.
    fn play_on(&mut self) -> Result<(), String> {
        if self.dialect == Dialect::Uci {
            let host = self.host()?;
            if let Some(position) = host.position().unclaimed() {
                host.set_up(position);
            }
        }
        Ok(())
    }

    /// `query gameover`, `p1turn`, `result` or `legalmoves`, in UGI.
    pub(super) fn answer(&mut self, words: &[&str]) -> Result<(), String> {
        if self.dialect != Dialect::Ugi {
            return Err("unknown command `query`".to_owned());
        }
        let host = self.host()?;
        let (turn, players, position) = (host.turn(), host.game().info().players, host.position());
        let said = match words {
            ["gameover"] => format!("response {}", turn == Turn::Over),
            ["p1turn"] => format!("response {}", turn == Turn::Player(0)),
            ["result"] if turn != Turn::Over => "response none".to_owned(),
            ["result"] => {
                let scores: Vec<f64> = (0..players).map(|player| position.score(player)).collect();
                let best = scores.iter().copied().max_by(f64::total_cmp).unwrap_or(0.0);
                let winners: Vec<usize> = (0..players).filter(|&player| scores[player] == best).collect();
                match winners[..] {
                    [winner] => format!("response p{}win", winner + 1),
                    _ => "response draw".to_owned(),
                }
            }
            _ => {
                let asked = words.join(" ");
                let told = answer(position, players, &asked);
                told.ok_or_else(|| {
                    format!(
                        "unknown question {}, expected `gameover`, `p1turn`, `result`, `legalmoves`, `position` or `state`",
                        quoted(&asked)
                    )
                })?
            }
        };
        self.say(&said);
        Ok(())
    }
}
