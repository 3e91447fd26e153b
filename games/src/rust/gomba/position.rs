//! A node as a position, and its notation: `tree key depth difficulty value`, then `chance` where chance acts. Tree and key are
//! hexadecimal.

use super::node::Node;
use super::rules::Rules;
use crate::picture::{Colour, Layout, Man, Place, Shade, Shape};
use crate::{Chance, Move, NotationError, Oracle, PackedPosition, Picture, Player, Playout, Position, Rng, Scratch, Trace, Turn, hash};
use std::cmp::Ordering;
use std::sync::Arc;

/// The first code of an outcome of chance; moves lie below.
const OUTCOMES: u64 = 1 << 20;

/// Words of a packed node.
const WORDS: usize = 3;

/// The colours of the players who win a node.
const COLOURS: [Colour; 2] = [Colour::White, Colour::Black];

/// Levels in a row of the picture.
const LEVELS: u16 = 10;

/// The place of a level in the picture.
fn level(depth: u16) -> Place {
    let (x, y) = (f32::from(depth % LEVELS), f32::from(depth / LEVELS));
    Place { name: String::new(), x, y, shape: Shape::Pit, shade: Shade::Plain }
}

/// A position.
pub(super) struct Gomba {
    pub(super) rules: Arc<Rules>,
    pub(super) node: Node,
}

impl Gomba {
    /// The start of the game in a tree.
    pub(super) fn root(rules: Arc<Rules>, tree: u64) -> Self {
        Gomba { node: Node::root(&rules, tree), rules }
    }
}

impl Clone for Gomba {
    fn clone(&self) -> Self {
        Gomba { rules: Arc::clone(&self.rules), node: self.node }
    }

    /// Positions of one game share their rules without counting references: the count would dominate the cost of a copy.
    #[inline]
    fn clone_from(&mut self, source: &Self) {
        if !Arc::ptr_eq(&self.rules, &source.rules) {
            self.rules = Arc::clone(&source.rules);
        }
        self.node = source.node;
    }
}

impl Position for Gomba {
    #[inline]
    fn turn(&self) -> Turn {
        if self.node.depth == self.rules.depth {
            Turn::Over
        } else if self.node.chance {
            Turn::Chance
        } else {
            Turn::Player(usize::from(self.rules.mover(self.node.depth)))
        }
    }

    #[inline]
    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        match self.turn() {
            Turn::Over => {}
            Turn::Chance => out.extend((0..self.rules.chance).map(|outcome| Move(OUTCOMES + outcome))),
            Turn::Player(_) => out.extend((0..self.rules.branching).map(Move)),
        }
    }

    #[inline]
    fn apply(&mut self, m: Move) {
        self.node = self.node.child(&self.rules, m.0 & (OUTCOMES - 1));
    }

    fn score(&self, player: Player) -> f64 {
        self.rules.score(self.node.value, player)
    }

    fn chance(&self) -> Option<&dyn Chance> {
        Some(self)
    }

    fn playout(&mut self, rng: &mut Rng, cap: u32, _scratch: &mut Scratch) -> Playout {
        self.play_out(rng, cap)
    }

    fn playout_traced(&mut self, rng: &mut Rng, cap: u32, _scratch: &mut Scratch, trace: &mut Trace) -> Playout {
        self.walk_traced(rng, cap, trace)
    }

    fn key(&self) -> u64 {
        hash::key(&(self.node.key, self.node.difficulty.to_bits(), self.node.depth, self.node.value, self.node.chance))
    }

    fn evaluate(&self, player: Player) -> Option<f64> {
        Some(self.node.estimate(&self.rules, player))
    }

    fn oracle(&self) -> Option<&dyn Oracle> {
        Some(self)
    }

    #[inline]
    fn packed(&mut self) -> Option<&mut dyn PackedPosition> {
        Some(self)
    }

    fn notation(&self) -> String {
        write(&self.node)
    }

    /// A move is its number; an outcome of chance has a `c` before it.
    fn write_move(&self, submove: &[Move], out: &mut String) {
        for m in submove {
            if m.0 >= OUTCOMES {
                out.push('c');
            }
            out.push_str(&(m.0 & (OUTCOMES - 1)).to_string());
        }
    }

    /// The way down the tree, ten levels a row. The colours of the first and the last node tell who would win by perfect play.
    fn picture(&self) -> Option<Picture> {
        let Node { depth, difficulty, .. } = self.node;
        let mut layout = Layout::default().with_colours(&COLOURS);
        layout.places = (0..=self.rules.depth).map(level).collect();
        let known = match self.rules.score(self.node.value, 0) {
            score if score > 0.5 => COLOURS[0],
            score if score < 0.5 => COLOURS[1],
            _ => Colour::Grey,
        };
        let picture = Picture::new(layout, |i| match i.cmp(&usize::from(depth)) {
            Ordering::Less => Some(Man::stone('-', Colour::Grey).label("passed")),
            Ordering::Equal => Some(Man::stone('o', known).label(format!("won by {} under perfect play", known.name()))),
            Ordering::Greater => None,
        });
        let (what, count) = if self.node.chance { ("chance", self.rules.chance) } else { ("moves", self.rules.branching) };
        let picture = picture.note(format!("after {depth} of {} moves, {what} 0 to {}", self.rules.depth, count - 1));
        Some(picture.note(format!("difficulty {difficulty:.3}, value for player 0 {}", self.rules.score(self.node.value, 0))))
    }
}

impl Oracle for Gomba {
    fn known_score(&self, player: Player) -> f64 {
        self.rules.score(self.node.value, player)
    }

    /// The paper's difficulty for player 0; for the others with the opposite sign.
    fn difficulty(&self, player: Player) -> Option<f64> {
        Some(if player == 0 { self.node.difficulty } else { -self.node.difficulty })
    }
}

/// The tree is that of the start.
impl PackedPosition for Gomba {
    fn words(&self) -> usize {
        WORDS
    }

    fn pack(&self, words: &mut [u64]) {
        let Node { key, difficulty, depth, value, chance, .. } = self.node;
        let rest = u64::from(depth) << 16 | u64::from(value) << 8 | u64::from(chance);
        words.copy_from_slice(&[key, difficulty.to_bits(), rest]);
    }

    fn unpack(&mut self, words: &[u64]) {
        let &[key, difficulty, rest] = words else { return };
        let (depth, value, chance) = ((rest >> 16) as u16, (rest >> 8) as u8, rest & 1 != 0);
        self.node = Node { tree: self.node.tree, key, difficulty: f64::from_bits(difficulty), depth, value, chance };
    }
}

impl Chance for Gomba {
    fn probability(&self, _outcome: Move) -> f64 {
        1.0 / self.rules.chance as f64
    }

    fn sample(&self, rng: &mut Rng, _moves: &mut Vec<Move>) -> Move {
        Move(OUTCOMES + rng.below(self.rules.chance as usize) as u64)
    }
}

/// The notation of a node. The difficulty has enough digits to be read back exactly.
fn write(node: &Node) -> String {
    let chance = if node.chance { " chance" } else { "" };
    format!("{:x} {:x} {} {} {}{chance}", node.tree, node.key, node.depth, node.difficulty, node.value)
}

/// Reads a node. Combinations of values are not checked: any node is the root of a valid tree.
pub(super) fn parse(rules: &Arc<Rules>, text: &str) -> Result<Gomba, NotationError> {
    let wrong = |what: String| NotationError::new(format!("`{text}` is not a gomba position: {what}"));
    let words: Vec<&str> = text.split(' ').collect();
    let (fields, chance) = match words[..] {
        [tree, key, depth, difficulty, value] => ([tree, key, depth, difficulty, value], false),
        [tree, key, depth, difficulty, value, "chance"] => ([tree, key, depth, difficulty, value], true),
        _ => return Err(wrong("expected tree, key, depth, difficulty and value, and `chance` where chance acts".to_owned())),
    };
    let [tree, key] = [fields[0], fields[1]].map(|word| u64::from_str_radix(word, 16));
    let (Ok(tree), Ok(key)) = (tree, key) else {
        return Err(wrong("tree and key are hexadecimal numbers of up to 16 digits".to_owned()));
    };
    let depth = fields[2].parse().ok().filter(|&depth| depth <= rules.depth);
    let depth: u16 = depth.ok_or_else(|| wrong(format!("`{}` is not a number of moves from 0 to {}", fields[2], rules.depth)))?;
    let difficulty = fields[3].parse().ok().filter(|d: &f64| d.abs() <= 1e9);
    let difficulty = difficulty.ok_or_else(|| wrong(format!("`{}` is not a difficulty", fields[3])))?;
    let value = fields[4].parse().ok().filter(|&value| value < rules.values());
    let value = value.ok_or_else(|| wrong(format!("`{}` is not a value from 0 to {}", fields[4], rules.values() - 1)))?;
    if chance && (rules.chance < 2 || depth == 0 || depth == rules.depth) {
        return Err(wrong("chance does not act here".to_owned()));
    }
    Ok(Gomba { rules: Arc::clone(rules), node: Node { tree, key, difficulty, depth, value, chance } })
}
