//! What has happened in a game of hidden information, and what each player has seen of it.
//!
//! A tag is seen by the players to whom it is visible when it is passed, and by the one whose move it is. Everyone notices that a player or chance
//! has moved, and who acts then; nobody notices moves of the keeper without a visible tag.

use super::rules::Rules;
use crate::hash;
use crate::moves::Move;
use crate::position::Player;
use treebench_rg::game::END;
use treebench_rg::{Control, Fault, Interpreter, Move as Found, State, Symbol};

/// A move and what the keeper does after it.
pub(super) struct Step {
    /// Its code.
    pub(super) code: Move,
    /// For each player a key of what it sees of the step.
    pub(super) seen: Vec<u64>,
    /// The state after it.
    pub(super) after: State,
}

impl Step {
    /// Lets the keeper play after a move of `actor`.
    ///
    /// # Errors
    /// If the keeper cannot.
    pub(super) fn new(rules: &Rules, interpreter: &mut Interpreter, actor: Control, found: Found) -> Result<Step, Fault> {
        let (code, mut after, mut kept) = (Move(rules.codes.encode(&found.tags)), found.after.clone(), Vec::new());
        interpreter.settle_and_tell(&mut after, |found| kept.push(found.clone()))?;
        let seen = (0..rules.info.players).map(|player| sight(player, actor, &found, &kept)).collect();
        Ok(Step { code, seen, after })
    }
}

/// The tags of a move that a player sees.
fn visible(found: &Found, player: Player, own: bool) -> impl Iterator<Item = Symbol> {
    let seen = move |&place: &usize| own || found.seen_by.get(place).is_none_or(|viewers| viewers >> player & 1 == 1);
    (0..found.tags.len()).filter(seen).map(|place| found.tags[place])
}

/// A number for everyone who can act.
pub(super) fn actor_key(actor: Control) -> u64 {
    match actor {
        Control::Player(player) => player as u64,
        Control::Random => u64::MAX,
        Control::Keeper => u64::MAX - 1,
    }
}

/// A key of what a player sees of a step.
fn sight(player: Player, actor: Control, found: &Found, kept: &[Found]) -> u64 {
    let own = actor == Control::Player(player);
    let moved = visible(found, player, own).fold(actor_key(actor), |key, tag| hash::key(&(key, tag)));
    // The keeper's tags are counted apart from those of the move.
    kept.iter().flat_map(|found| visible(found, player, false)).fold(hash::key(&moved), |key, tag| hash::key(&(key, tag)))
}

/// All steps so far. The first of them is what the keeper does before the first move.
#[derive(Clone)]
pub(super) struct History {
    players: usize,
    /// For every step its code, a key of all codes until then, and for every player a key of all that it has seen until then.
    rows: Vec<u64>,
}

impl History {
    /// That of a game that begins with this step.
    pub(super) fn new(first: &Step) -> History {
        let mut history = History { players: first.seen.len(), rows: vec![0; first.seen.len() + 2] };
        history.push(first.code, &first.seen);
        history.rows.drain(..history.width());
        history
    }

    fn width(&self) -> usize {
        self.players + 2
    }

    pub(super) fn push(&mut self, code: Move, seen: &[u64]) {
        let last = self.rows.len() - self.width();
        self.rows.push(code.0);
        self.rows.push(hash::key(&(self.rows[last + 1], code.0)));
        for (player, seen) in seen.iter().enumerate() {
            self.rows.push(hash::key(&(self.rows[last + 2 + player], *seen)));
        }
    }

    /// The number of moves of players and chance.
    pub(super) fn moves(&self) -> usize {
        self.rows.len() / self.width() - 1
    }

    /// The code of a move, from 1.
    pub(super) fn code(&self, number: usize) -> Move {
        Move(self.rows[number * self.width()])
    }

    /// A key of all moves.
    pub(super) fn key(&self) -> u64 {
        self.rows[self.rows.len() - self.width() + 1]
    }

    /// A key of all that a player has seen until after this many moves.
    pub(super) fn seen(&self, player: Player, moves: usize) -> u64 {
        self.rows[moves * self.width() + 2 + player]
    }

    /// Whether a step looks to a player as this move did, if all before it does.
    pub(super) fn looks_the_same(&self, player: Player, number: usize, seen: u64) -> bool {
        hash::key(&(self.seen(player, number - 1), seen)) == self.seen(player, number)
    }
}

/// Who acts in a state, which everyone knows; none if the game is over.
pub(super) fn actor(rules: &Rules, state: &State) -> Option<Control> {
    (state.node != END).then(|| state.control(&rules.game))
}

/// What comes before the keeper's first move.
fn no_move(start: State) -> Found {
    Found { tags: Vec::new(), seen_by: Vec::new(), after: start, ways: 1 }
}

/// Plays a history again, and gives each move with its player and what the keeper does after it. The first is no move, only the keeper.
///
/// # Errors
/// If a limit is exceeded, which the history itself did not.
pub(super) fn replay(rules: &Rules, history: &History, tell: &mut dyn FnMut(Control, &Found, &[Found])) -> Result<(), Fault> {
    rules.interpret(|interpreter| {
        let mut state = State::start(&rules.game);
        let nothing = no_move(state.clone());
        for number in 0..=history.moves() {
            let control = if number == 0 { Control::Keeper } else { state.control(&rules.game) };
            let found = match number {
                0 => nothing.clone(),
                _ => rules.find(interpreter, &state, history.code(number))?.unwrap_or_else(|| nothing.clone()),
            };
            let mut kept = Vec::new();
            state.copy_from(&found.after);
            interpreter.settle_and_tell(&mut state, |found| kept.push(found.clone()))?;
            tell(control, &found, &kept);
        }
        Ok(())
    })
}

/// What a player has seen, as text.
pub(super) fn write_known(rules: &Rules, history: &History, state: &State, player: Player) -> String {
    let mut words: Vec<String> = Vec::new();
    let name = |control| match control {
        Control::Player(player) => rules.game.name(rules.game.players[player]).to_owned(),
        Control::Random => "chance".to_owned(),
        Control::Keeper => "keeper".to_owned(),
    };
    let told = replay(rules, history, &mut |control, found, kept| {
        let own = control == Control::Player(player);
        let mut said = |control, tags: Vec<Symbol>, always: bool| {
            let mut word = name(control);
            if !tags.is_empty() {
                word.push(' ');
                rules.notation.write_move(&tags, &mut word);
            }
            if always || !tags.is_empty() {
                words.push(word);
            }
        };
        said(control, visible(found, player, own).collect(), control != Control::Keeper);
        said(Control::Keeper, kept.iter().flat_map(|found| visible(found, player, false)).collect(), false);
    });
    debug_assert!(told.is_ok(), "a history that was played can be played again");
    let last = actor(rules, state).map_or("the game is over".to_owned(), |control| format!("{} acts", name(control)));
    format!("{}: {}; {last}", name(Control::Player(player)), if words.is_empty() { "nothing yet".to_owned() } else { words.join(", ") })
}

/// The first word of every position.
const START: &str = "start";

/// The moves so far, by which a position is known.
pub(super) fn write(rules: &Rules, history: &History) -> String {
    let mut text = START.to_owned();
    let tags = (1..=history.moves()).map(|number| rules.codes.decode(history.code(number).0));
    if let Some(tags) = tags.collect::<Option<Vec<Vec<Symbol>>>>() {
        for tags in tags {
            text.push(' ');
            rules.notation.write_move(&tags, &mut text);
        }
        return text;
    }
    // The code of a move with many tags is a hash.
    let told = replay(rules, history, &mut |control, found, _| {
        if control != Control::Keeper {
            text.push(' ');
            rules.notation.write_move(&found.tags, &mut text);
        }
    });
    debug_assert!(told.is_ok(), "a history that was played can be played again");
    text
}

/// Reads what [`write`] wrote: the state and its history.
///
/// # Errors
/// Says which word is wrong.
pub(super) fn read(rules: &Rules, text: &str) -> Result<(State, History), String> {
    let mut words = text.split(' ');
    if words.next() != Some(START) {
        return Err(format!("expected `{START}` and the moves so far, of players and of chance"));
    }
    let (mut state, mut history) = start(rules).map_err(|fault| fault.describe(&rules.game))?;
    for word in words {
        let actor = actor(rules, &state).filter(|actor| *actor != Control::Keeper);
        let found = actor.zip(rules.notation.read_move(word)).map(|(actor, tags)| {
            rules.interpret(|interpreter| {
                let found = interpreter.find(&state, &tags)?;
                found.map(|found| Step::new(rules, interpreter, actor, found)).transpose()
            })
        });
        let step = found.transpose().map_err(|fault| fault.describe(&rules.game))?.flatten();
        let step = step.ok_or_else(|| format!("`{word}` is no move there"))?;
        history.push(step.code, &step.seen);
        state = step.after;
    }
    Ok((state, history))
}

/// The state before the first move, and its history.
///
/// # Errors
/// If the keeper has not exactly one move.
pub(super) fn start(rules: &Rules) -> Result<(State, History), Fault> {
    let nothing = no_move(State::start(&rules.game));
    let first = rules.interpret(|interpreter| Step::new(rules, interpreter, Control::Keeper, nothing))?;
    let history = History::new(&first);
    Ok((first.after, history))
}
