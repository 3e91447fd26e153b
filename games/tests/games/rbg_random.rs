//! The length and branching factor of random games, against the published system and plain programs: a wrong rule or a split in a different place
//! would show here. `random_rbg.csv` has the means of many thousands of games and their tolerances.

use std::sync::Arc;
use treebench_games::games;
use treebench_games::params::Values;
use treebench_rbg::{Fault, Interpreter, Limits, NativeProgram, PlayoutCount, Program, Split, SplitMix, State};

/// A difference of this many standard errors is an error: by chance it happens once in 15,000 comparisons.
const ERRORS: f64 = 4.0;

/// The number of moves that the games of one row may generate; more games make a sharper comparison.
const EFFORT: f64 = 2e6;

/// The same for listing moves one by one.
const LISTED: f64 = 6e4;

/// A row of the table: nodal states and all states of a game under a strategy, moves per state, and the standard error of the first. A
/// state is counted when something is played there.
struct Row {
    game: &'static str,
    split: Split,
    nodal: f64,
    nodal_error: f64,
    all: f64,
    branching: f64,
    origin: &'static str,
}

fn table() -> Vec<Row> {
    let row = |line: &'static str| {
        let [game, split, nodal, nodal_error, all, branching, origin] =
            line.splitn(7, ',').collect::<Vec<_>>().try_into().expect("seven columns");
        let number = |text: &str| text.parse::<f64>().expect("a number");
        let split = split.parse().expect("a strategy");
        let [nodal, nodal_error, all, branching] = [nodal, nodal_error, all, branching].map(number);
        Row { game, split, nodal, nodal_error, all, branching, origin }
    };
    // To look into one game.
    let only = std::env::var("RBG_GAME").ok();
    include_str!("random_rbg.csv").lines().skip(1).map(row).filter(|row| only.as_ref().is_none_or(|only| row.game == only)).collect()
}

impl Row {
    fn program(&self) -> Arc<Program> {
        let entry = games().find(&format!("rbg/{}", self.game)).unwrap();
        let text = entry.definition.text().expect("a rules file");
        let parsed = treebench_games::rbg::parse(entry.origin.file, text, &Values::default());
        let description = parsed.unwrap_or_else(|errors| panic!("{errors}"));
        Arc::new(Program::new(Arc::new(description), self.split, Limits::default()).unwrap())
    }

    /// The number of games for an effort.
    fn games(&self, effort: f64, least: f64, most: f64) -> u64 {
        (effort / (self.all * self.branching)).clamp(least, most) as u64
    }

    fn name(&self) -> String {
        format!("{} {} ({})", self.game, self.split, self.origin)
    }
}

/// The native code, if it is supported and `TREEBENCH_RBG_EXECUTION=interpreter` does not ask for the other.
struct Player {
    compiled: Option<NativeProgram>,
    plain: Interpreter,
}

impl Player {
    fn new(program: Arc<Program>) -> Self {
        let plain = std::env::var_os("TREEBENCH_RBG_EXECUTION").is_some_and(|asked| asked == "interpreter");
        let compiled = if plain { None } else { program.compile().ok() };
        Player { compiled, plain: Interpreter::new(program) }
    }

    fn playout(&mut self, state: &mut State, seed: u64) -> Result<PlayoutCount, Fault> {
        match &self.compiled {
            Some(compiled) => compiled.playout(state, seed, u32::MAX),
            None => self.plain.playout(state, seed, u32::MAX),
        }
    }

    fn list(&mut self, state: &State) -> Result<Vec<u64>, Fault> {
        let mut codes = Vec::new();
        match &self.compiled {
            Some(compiled) => compiled.list(state, &mut codes)?,
            None => {
                let mut semimoves = Vec::new();
                self.plain.semimoves(state, &mut semimoves)?;
                codes.extend(semimoves.iter().map(|steps| self.plain.program().codes.encode(steps)));
            }
        }
        Ok(codes)
    }

    fn after(&mut self, state: &State, code: u64) -> Result<State, Fault> {
        let mut after = state.clone();
        match &self.compiled {
            Some(compiled) => compiled.apply(&mut after, code)?,
            None => {
                let steps = self.plain.find(state, code)?.expect("a listed semimove");
                self.plain.play(&mut after, &steps)?;
            }
        }
        Ok(after)
    }

    /// Plays a game with lists; returns the number of semimoves played, including those taken back, and the number listed.
    fn listed_game(&mut self, start: &State, random: &mut SplitMix) -> Result<(f64, f64), Fault> {
        let (mut played, mut listed) = (0, 0);
        let mut nodal = start.clone();
        loop {
            let moves = self.list(&nodal)?;
            listed += moves.len();
            let mut way = vec![(nodal, moves)];
            nodal = loop {
                let Some((state, moves)) = way.last_mut() else { return Ok((f64::from(played), listed as f64)) };
                if moves.is_empty() {
                    way.pop();
                    continue;
                }
                let drawn = moves.swap_remove(random.below(moves.len() as u64) as usize);
                played += 1;
                let state = state.clone();
                let after = self.after(&state, drawn)?;
                if self.plain.program().is_nodal(&after) {
                    break after;
                }
                let moves = self.list(&after)?;
                listed += moves.len();
                way.push((after, moves));
            };
        }
    }
}

/// Numbers with their mean and its tolerance.
#[derive(Default)]
struct Sample(Vec<f64>);

impl Sample {
    fn mean(&self) -> f64 {
        self.0.iter().sum::<f64>() / self.0.len() as f64
    }

    fn error(&self) -> f64 {
        let (mean, n) = (self.mean(), self.0.len() as f64);
        (self.0.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n * (n - 1.0))).sqrt()
    }
}

/// Reports a mean outside its tolerance.
fn differs(found: f64, found_error: f64, expected: f64, expected_error: f64, what: &str) -> Option<String> {
    // The last digit of the table is rounded, too.
    let both = (found_error.powi(2) + expected_error.powi(2)).sqrt() * ERRORS + 0.006;
    ((found - expected).abs() > both).then(|| format!("{what}: {found:.3}, not {expected} ± {both:.3}"))
}

impl Row {
    /// The table has standard errors of one column only. The others are estimated from our own games, for as many games as the table is
    /// based on.
    fn share(&self, nodal: &Sample) -> f64 {
        if nodal.error() > 0.0 { self.nodal_error / nodal.error() } else { 1.0 }
    }

    fn nodal(&self, nodal: &Sample) -> Option<String> {
        differs(nodal.mean(), nodal.error(), self.nodal, self.nodal_error, &format!("{}: nodal states", self.name()))
    }

    fn all(&self, nodal: &Sample, all: &Sample) -> Option<String> {
        let error = self.share(nodal) * all.error();
        differs(all.mean(), all.error(), self.all, error, &format!("{}: all states", self.name()))
    }

    /// Moves per state: a quotient of sums, whose error is that of the games' distances from it.
    fn branching(&self, games: &[(f64, f64)], share: f64) -> Option<String> {
        let played = games.iter().map(|game| game.0).sum::<f64>();
        let branching = games.iter().map(|game| game.1).sum::<f64>() / played;
        let distances = Sample(games.iter().map(|game| game.1 - branching * game.0).collect());
        let error = distances.error() * games.len() as f64 / played;
        differs(branching, error, self.branching, share * error, &format!("{}: branching", self.name()))
    }
}

impl Row {
    /// Plays the games of a row and reports errors.
    fn check(&self, wrong: &mut Vec<String>) -> Result<(), Fault> {
        let mut player = Player::new(self.program());
        let start = player.plain.start()?;
        let (mut nodal, mut all) = (Sample::default(), Sample::default());
        let mut random = SplitMix::new(1);
        for _ in 0..self.games(EFFORT, 60.0, 1500.0) {
            let (mut state, seed) = (start.clone(), random.draw());
            let count = player.playout(&mut state, seed)?;
            assert!(count.over, "{}: seed {seed}", self.name());
            nodal.0.push(f64::from(count.moves));
            all.0.push(count.semimoves as f64);
        }
        wrong.extend(self.nodal(&nodal));
        wrong.extend(self.all(&nodal, &all));
        let games = (0..self.games(LISTED, 10.0, 200.0)).map(|_| player.listed_game(&start, &mut random));
        let games = games.collect::<Result<Vec<_>, _>>()?;
        // A standard error is inversely proportional to the root of the number of games.
        let share = self.share(&nodal) * (games.len() as f64 / nodal.0.len() as f64).sqrt();
        wrong.extend(self.branching(&games, share));
        Ok(())
    }
}

#[test]
fn random_games_are_as_long_and_as_wide_as_others_found() {
    let mut wrong = Vec::new();
    for row in table() {
        if let Err(fault) = row.check(&mut wrong) {
            wrong.push(format!("{}: {fault}", row.name()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
