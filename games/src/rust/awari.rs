//! Awari, the two-row sowing game of West Africa: sow anticlockwise, capture twos and threes, never starve the other player.

mod board;
mod playout;
mod position;
mod sowing;

use crate::{Game, GameInfo, NotationError, Params, Position, game};
use board::{Board, Rules};

/// Awari: South (player 0) and North sow the seeds of one of their six pits anticlockwise, skipping the pit of origin. If the last seed
/// brings an enemy pit to two or three, its seeds are captured, and so are those of the pits before it for as long as they hold two or
/// three. A move must leave the other player a seed.
///
/// The default is Ludii's `Awari.lud` (v1.3.10): a player without a legal move passes, the game ends when no pit holds more than one
/// seed, and two consecutive passes are a draw whatever was captured. With `ending` = "oware" and `grand-slam` = "no-capture" it is
/// OpenSpiel's `oware` (2.0.2), except that a repeated position does not end the game here.
#[derive(Params, Clone, Debug)]
struct Awari {
    /// When the game ends, and who wins.
    #[param(default = Ending::Ludii)]
    ending: Ending,
    /// The rule for a move that would capture all seeds of the other player.
    #[param(default = GrandSlam::Illegal)]
    grand_slam: GrandSlam,
    /// Moves by both players together, including passes, after which the game is a draw; the default is Ludii's limit of 1250 turns per
    /// player.
    #[param(default = 2500, range = 1..=1_000_000)]
    max_moves: u32,
}

/// When the game ends, and who wins.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
enum Ending {
    /// When no pit holds more than one seed, the majority of captured seeds wins; two consecutive passes are a draw.
    Ludii,
    /// The first player to capture 25 seeds wins. When the player to move has no legal move, both take the seeds in their own rows, and
    /// the majority wins.
    Oware,
}

/// The rule for a move that would capture all seeds of the other player.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
enum GrandSlam {
    /// It is illegal.
    Illegal,
    /// It is legal but captures nothing.
    NoCapture,
}

impl Awari {
    fn rules(&self) -> Rules {
        Rules { ending: self.ending, grand_slam: self.grand_slam, max_moves: self.max_moves }
    }
}

#[game("awari")]
impl Game for Awari {
    fn info(&self) -> GameInfo {
        GameInfo::win_draw_loss(2)
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(Board::start(self.rules()))
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        Board::parse(self.rules(), notation).map(|board| -> Box<dyn Position> { Box::new(board) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract;
    use crate::notation::find_move;

    const LUDII: Awari = Awari { ending: Ending::Ludii, grand_slam: GrandSlam::Illegal, max_moves: 2500 };
    const OWARE: Awari = Awari { ending: Ending::Oware, grand_slam: GrandSlam::NoCapture, max_moves: 2500 };

    fn at(game: &Awari, text: &str) -> Box<dyn Position> {
        game.parse(text).unwrap()
    }

    fn legal(position: &dyn Position) -> String {
        position.move_list().iter().map(|&m| position.move_notation(&[m])).collect::<Vec<_>>().join(" ")
    }

    /// Plays moves; only the last one may end the game.
    fn after(game: &Awari, text: &str, moves: &str) -> Box<dyn Position> {
        let mut position = at(game, text);
        for m in moves.split(' ') {
            find_move(position.as_ref(), m).unwrap().into_iter().for_each(|m| position.apply(m));
        }
        position
    }

    #[test]
    fn every_choice_of_rules_keeps_the_contract() {
        for ending in [Ending::Ludii, Ending::Oware] {
            for grand_slam in [GrandSlam::Illegal, GrandSlam::NoCapture] {
                let game = Awari { ending, grand_slam, max_moves: 2500 };
                contract::check(&game, 2).unwrap_or_else(|error| panic!("{game:?}: {error}"));
            }
        }
    }

    #[test]
    fn the_pit_of_origin_is_skipped_on_every_lap() {
        let text = "12-1-1-1-1-1 1-1-1-1-1-26 0-0 s 0 0";
        assert_eq!(after(&LUDII, text, "a").notation(), "0-3-2-2-2-2 2-2-2-2-2-27 0-0 n 0 1");
        let text = "1-1-1-1-1-1 24-1-1-1-1-14 0-0 n 0 7";
        assert_eq!(after(&LUDII, text, "A").notation(), "3-3-3-3-3-3 0-4-4-3-3-16 0-0 s 0 8");
    }

    #[test]
    fn twos_and_threes_are_captured_backwards_up_to_a_gap() {
        let text = "5-0-0-0-0-3 1-2-1-9-0-0 20-7 s 0 40";
        assert_eq!(after(&LUDII, text, "f").notation(), "5-0-0-0-0-0 0-0-0-9-0-0 27-7 n 0 41");
        let text = "5-0-0-0-0-3 1-3-1-9-0-0 20-6 s 0 40";
        assert_eq!(after(&LUDII, text, "f").notation(), "5-0-0-0-0-0 2-4-0-9-0-0 22-6 n 0 41");
    }

    #[test]
    fn a_grand_slam_is_illegal_or_captures_nothing() {
        let text = "5-0-0-0-0-3 1-2-1-0-0-0 20-16 s 0 40";
        assert_eq!(legal(at(&LUDII, text).as_ref()), "a");
        let spared = Awari { grand_slam: GrandSlam::NoCapture, ..LUDII };
        assert_eq!(legal(at(&spared, text).as_ref()), "a f");
        assert_eq!(after(&spared, text, "f").notation(), "5-0-0-0-0-0 2-3-2-0-0-0 20-16 n 0 41");
    }

    #[test]
    fn who_can_feed_must_and_who_cannot_passes() {
        assert_eq!(legal(at(&LUDII, "2-0-0-0-0-2 0-0-0-0-0-0 24-20 s 0 40").as_ref()), "f");
        let text = "0-0-0-0-0-0 0-0-0-2-0-2 24-20 s 0 40";
        assert_eq!(legal(at(&LUDII, text).as_ref()), "pass");
        assert_eq!(after(&LUDII, text, "pass F").notation(), "1-1-0-0-0-0 0-0-0-2-0-0 24-20 s 0 42");
    }

    #[test]
    fn two_passes_are_a_draw_whatever_was_captured() {
        let text = "1-2-0-0-0-0 0-0-0-0-0-0 25-20 s 0 40";
        assert!(!after(&LUDII, text, "pass").is_over());
        let end = after(&LUDII, text, "pass pass");
        assert_eq!((end.is_over(), end.score(0), end.score(1)), (true, 0.5, 0.5));
    }

    #[test]
    fn scattered_seeds_end_the_game_and_belong_to_nobody() {
        for (captured, scores) in [("22-22", [1.0, 0.0]), ("21-23", [0.5, 0.5]), ("20-24", [0.0, 1.0])] {
            let end = after(&LUDII, &format!("1-0-0-0-0-2 0-1-0-0-0-0 {captured} s 0 2499"), "f");
            assert_eq!((end.is_over(), [end.score(0), end.score(1)]), (true, scores), "{captured}");
        }
    }

    #[test]
    fn at_the_limit_it_is_a_draw() {
        for game in [LUDII, OWARE] {
            let end = after(&game, "5-0-0-0-0-0 1-1-3-0-0-0 20-18 s 0 2499", "a");
            assert_eq!((end.is_over(), end.score(0), end.score(1)), (true, 0.5, 0.5));
        }
    }

    #[test]
    fn in_oware_25_seeds_win_and_the_rest_goes_to_its_side() {
        let end = after(&OWARE, "0-0-0-0-0-3 1-2-1-9-0-0 20-12 s 0 40", "f");
        assert_eq!((end.is_over(), end.score(0)), (true, 1.0));
        assert!(!after(&LUDII, "0-0-0-0-0-3 1-2-1-9-0-0 20-12 s 0 40", "f").is_over());
        // North cannot reach the empty row of South and takes four seeds.
        let end = after(&OWARE, "0-0-0-0-0-1 2-0-0-0-0-0 22-23 s 0 40", "f");
        assert_eq!((end.notation().as_str(), end.score(1)), ("0-0-0-0-0-0 0-0-0-0-0-0 22-26 n 0 41", 1.0));
    }

    #[test]
    fn impossible_positions_are_refused_with_the_reason() {
        for (game, text, reason) in [
            (&LUDII, "4-4-4-4-4-4 0-0 s 0 0", "it has 5 fields"),
            (&LUDII, "4-4-4-4-4-4 4-4-4-4-4 4-0 s 0 0", "`4-4-4-4-4` does not have 6 pits"),
            (&LUDII, "4-4-4-4-4-x 4-4-4-4-4-4 0-0 s 0 0", "`x` is not a number"),
            (&LUDII, "49-4-4-4-4-4 4-4-4-4-4-4 0-0 s 0 0", "there are more than 48 seeds in `49-4-4-4-4-4`"),
            (&LUDII, "4-4-4-4-4-4 4-4-4-4-4-4 0-1 s 0 0", "there are 49 seeds, not 48"),
            (&LUDII, "4-4-4-4-4-4 4-4-4-4-4-4 0-0 w 0 0", "`w` is not a player"),
            (&LUDII, "4-4-4-4-4-4 4-4-4-4-4-4 0-0 s 3 9", "`3` is not a number of passes in a row"),
            (&LUDII, "4-4-4-4-4-4 4-4-4-4-4-4 0-0 s 0 2501", "2501 moves were made, and 2500 is the limit"),
            (&LUDII, "1-2-0-0-0-0 0-0-0-0-0-0 25-20 s 2 1", "2 passes, but 1 moves"),
            (&LUDII, "4-4-4-4-4-4 4-4-4-4-4-4 0-0 s 1 9", "a player passed who could have moved"),
            (&LUDII, "0-1-0-0-0-0 0-0-0-0-0-0 25-22 n 1 9", "no player can have passed here"),
            (&OWARE, "1-2-0-0-0-0 0-0-0-0-0-0 25-20 s 1 9", "no player can have passed here"),
        ] {
            let message = game.parse(text).err().unwrap().to_string();
            let expected = "expected pits, captures, player, passes and moves as in `4-4-4-4-4-4 4-4-4-4-4-4 0-0 s 0 0`";
            assert_eq!(message, format!("`{text}` is not an awari position: {reason}; {expected}"));
        }
    }
}
