//! Go against GNU Go's lists of legal moves, on 10,000 random positions. Skipped where GNU Go 3.8 is not installed; with `TREEBENCH_REQUIRE_GNUGO`
//! set, the test fails instead.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};
use treebench_games::params::{Value, Values};
use treebench_games::{Game, Rng, games};

const REQUIRE: &str = "TREEBENCH_REQUIRE_GNUGO";

/// The program; Debian installs it in a folder that is not always in the path.
fn gnugo() -> Option<&'static str> {
    let runs = |name: &&str| Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok();
    ["gnugo", "/usr/games/gnugo"].into_iter().find(runs)
}

/// A rule of ko, whether suicide is legal, and GNU Go's options for both.
type Rules = (&'static str, bool, &'static [&'static str]);

/// Not superko with suicide: GNU Go 3.8 lists suicides that repeat a position, also that of a single stone, which leaves the board as it is.
/// `tests/go.rs` compares these rules with a plain implementation.
const RULES: [Rules; 6] = [
    ("none", false, &["--no-ko"]),
    ("simple", false, &["--simple-ko"]),
    ("positional-superko", false, &["--positional-superko"]),
    ("situational-superko", false, &["--situational-superko"]),
    ("simple", true, &["--simple-ko", "--allow-all-suicide"]),
    ("none", true, &["--no-ko", "--allow-all-suicide"]),
];

/// Boards, the plies between two compared positions, and the positions to compare under each of the rules.
const BOARDS: [(i64, u32, usize); 4] = [(3, 1, 500), (5, 1, 600), (9, 3, 500), (19, 16, 100)];

fn build(size: i64, (ko, suicide, _): Rules) -> std::sync::Arc<dyn Game> {
    let values: Values = [("size", Value::Int(size)), ("ko", Value::Text(ko.to_owned())), ("suicide", Value::Bool(suicide))]
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect();
    games().find("go").unwrap().build(&values).unwrap()
}

/// The commands for GNU Go, and the points that it should list in response to each.
#[derive(Default)]
struct Session {
    commands: String,
    expected: Vec<(String, BTreeSet<String>)>,
}

impl Session {
    /// Adds random games with compared positions.
    fn add_games(&mut self, game: &dyn Game, size: i64, every: u32, count: usize, rng: &mut Rng) {
        let last = self.expected.len() + count;
        while self.expected.len() < last {
            self.commands += &format!("boardsize {size}\nclear_board\n");
            let mut here = game.start();
            // In some games nobody fills eyes, in others chains give themselves up.
            let light = rng.below(2) == 0;
            for ply in 0.. {
                let colour = ["black", "white"][ply as usize % 2];
                if here.is_over() || self.expected.len() == last {
                    break;
                }
                if ply % every == 0 {
                    let points = here.move_list().into_iter().map(|m| here.move_notation(&[m])).filter(|name| name != "pass").collect();
                    self.expected.push((here.notation(), points));
                    self.commands += &format!("all_legal {colour}\n");
                }
                let mut moves = here.move_list();
                if light {
                    here.playout_moves(&mut moves);
                }
                let drawn = [rng.below(moves.len()), rng.below(moves.len())].map(|i| moves[i]);
                // Passes are drawn twice, or the games are short.
                let m = if here.move_notation(&drawn[..1]) == "pass" { drawn[1] } else { drawn[0] };
                self.commands += &format!("play {colour} {}\n", here.move_notation(&[m]));
                here.apply(m);
            }
        }
    }

    /// Plays all games in GNU Go and compares the answers.
    fn compare(self, program: &str, options: &[&str]) {
        let mut child =
            Command::new(program).args(["--mode", "gtp"]).args(options).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let commands = self.commands.clone();
        // Questions and answers flow at the same time: no pipe holds them all.
        let writer = std::thread::spawn(move || stdin.write_all(commands.as_bytes()));
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let answers: Vec<&str> = text.split("\n\n").filter(|answer| !answer.is_empty()).collect();
        let asked: Vec<&str> = self.commands.lines().collect();
        assert_eq!(answers.len(), asked.len(), "{options:?}");
        let mut expected = self.expected.into_iter();
        for (answer, asked) in answers.into_iter().zip(asked) {
            let list = answer.trim().strip_prefix('=').unwrap_or_else(|| panic!("{options:?}: `{asked}` gives `{answer}`"));
            if asked.starts_with("all_legal") {
                let (position, points) = expected.next().unwrap();
                let found: BTreeSet<String> = list.split_whitespace().map(str::to_owned).collect();
                assert_eq!(points, found, "{options:?}, `{asked}` in `{position}`");
            }
        }
        assert!(expected.next().is_none());
    }
}

#[test]
fn legal_moves_are_those_of_gnu_go() {
    let Some(program) = gnugo() else {
        let reason = "GNU Go is not installed: legal moves of go are not compared with its lists";
        assert!(std::env::var_os(REQUIRE).is_none(), "{reason}");
        // Not `eprintln!`, whose output is hidden when the test passes.
        let _ = std::io::stderr().write_all(format!("skipped: {reason}\n").as_bytes());
        return;
    };
    let mut compared = 0;
    for (number, rules) in RULES.into_iter().enumerate() {
        let mut session = Session::default();
        let mut rng = Rng::from_seed(number as u64);
        for (size, every, count) in BOARDS {
            session.add_games(build(size, rules).as_ref(), size, every, count, &mut rng);
        }
        compared += session.expected.len();
        session.compare(program, rules.2);
    }
    assert!(compared >= 10_000, "{compared} positions");
}
