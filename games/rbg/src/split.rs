//! Split strategies (split-moves paper, appendix 2.2): into which semimoves a move is cut.
//!
//! | step | module |
//! |---|---|
//! | the strategy writes its dots | `insert` |
//! | the rules as a graph, and that graph × board | `product` |
//! | dots where only the keeper comes are taken out | `keeper` |
//! | dots that could make one move look like two | `legality` |
//! | ... go to the right until they are legal | `postpone` |
//! | dots that leave no choice are taken out | `indecisive` |
//! | what became of each dot | [`report`] |

mod insert;
mod product;
mod keeper;
mod legality;
mod postpone;
mod indecisive;
pub mod report;
mod tree;
mod budget;
#[cfg(test)]
mod tests;

use crate::board::Board;
use crate::description::Description;
use crate::expr::Expr;
use crate::limits::Limits;
use budget::Budget;
use indecisive::Side;
use product::{Product, Rules};
use report::{Dots, Fate, Origin, Report};

pub use budget::SplitError;
use std::fmt;
use std::str::FromStr;

/// The rules with the dots of a strategy: those that the author wrote, and those that the strategy adds, as far as they are legal and
/// decisive. Orthodox rules have no dots.
///
/// The modifiers are the same in the same order under every strategy, so actions keep their numbers.
///
/// # Errors
/// See [`explained`].
pub fn dotted(description: &Description, split: Split, limits: &Limits) -> Result<Expr, SplitError> {
    explained(description, split, limits).map(|(rules, _)| rules)
}

/// The same, and what became of each dot.
///
/// Dots of the author are treated like the others as long as legality is concerned; they stay where they leave no choice.
///
/// # Errors
/// [`SplitError`], if the analysis would cost more than the limits allow.
pub fn explained(description: &Description, split: Split, limits: &Limits) -> Result<(Expr, Report), SplitError> {
    if split.is_orthodox() {
        return Ok((tree::erase(&description.rules, &mut |_| true), Report { dots: Vec::new() }));
    }
    let mut dots = Dots::default();
    let rules = insert::insert(&description.rules, split, &mut dots);
    let mut work = Work { rules, dots, board: &description.board, limits, budget: Budget::new(limits) };
    work.remove_keepers();
    work.make_legal()?;
    // An alternative or repetition that contains switches may have sent a dot to the keeper.
    work.remove_keepers();
    // The right side first: that makes the semimoves in front of the dots shorter. Then the left side, looking anew.
    work.remove_indecisive(Side::Right, split.modifiers)?;
    work.remove_indecisive(Side::Left, split.modifiers)?;
    let Work { mut rules, dots, .. } = work;
    let report = Report::new(dots, &mut rules);
    Ok((rules, report))
}

/// A split in the making.
struct Work<'a> {
    rules: Expr,
    dots: Dots,
    board: &'a Board,
    limits: &'a Limits,
    budget: Budget,
}

impl Work<'_> {
    /// Takes out the dots where only the keeper comes.
    fn remove_keepers(&mut self) {
        let keepers = keeper::keepers(&Rules::new(&self.rules), self.dots.0.len());
        self.remove(&keepers, Fate::Keeper);
    }

    /// Moves dots to the right until all are legal.
    fn make_legal(&mut self) -> Result<(), SplitError> {
        // A dot that is legal where it stands stays so, whatever the others do: only those that moved are looked at again.
        let mut watched = self.dots.0.iter().map(|dot| dot.fate == Fate::Kept).collect::<Vec<_>>();
        while watched.contains(&true) {
            let graph = Rules::new(&self.rules);
            let product = Product::new(&graph, self.board, self.limits)?;
            self.budget.spend(product.alive.len() as u64)?;
            watched = legality::illegal(&product, &watched, &mut self.budget)?;
            self.rules = postpone::postpone(&self.rules, &watched, &mut self.dots);
            for (watched, dot) in watched.iter_mut().zip(&self.dots.0) {
                *watched &= dot.fate == Fate::Kept;
            }
        }
        Ok(())
    }

    /// Takes out the strategy's dots that leave no choice on one side.
    fn remove_indecisive(&mut self, side: Side, modifiers: bool) -> Result<(), SplitError> {
        let graph = Rules::new(&self.rules);
        let product = Product::new(&graph, self.board, self.limits)?;
        let mut named = indecisive::determined(&product, self.dots.0.len(), side, modifiers, &mut self.budget)?;
        for (named, dot) in named.iter_mut().zip(&self.dots.0) {
            *named &= dot.origin != Origin::Text;
        }
        self.remove(&named, if side == Side::Right { Fate::RightDetermined } else { Fate::LeftDetermined });
        Ok(())
    }

    /// Takes dots out of the rules.
    fn remove(&mut self, named: &[bool], fate: Fate) {
        let dots = &mut self.dots;
        self.rules = tree::erase(&self.rules, &mut |dot| {
            if named[dot as usize] {
                dots.decide(dot, fate);
            }
            named[dot as usize]
        });
    }
}

/// A combination of the paper's components; none of them is the orthodox game, in which a semimove is a whole move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Split {
    /// `Mod`: a semimove ends at every off, assignment and switch.
    pub modifiers: bool,
    /// `Plus`: a dot at the start of each branch of an alternative.
    pub plus: bool,
    /// `Shift`: a dot between the parts of the choice of a square.
    pub shift: bool,
}

impl Split {
    /// Whole moves; dots written in the rules are ignored.
    pub const ORTHODOX: Split = Split { modifiers: false, plus: false, shift: false };
    /// `Mod` alone.
    pub const MOD: Split = Split { modifiers: true, plus: false, shift: false };

    /// Whether a semimove is a whole move.
    pub fn is_orthodox(self) -> bool {
        self == Split::ORTHODOX
    }

    /// All eight, the orthodox game first.
    pub fn all() -> impl Iterator<Item = Split> {
        (0..8).map(|bits| Split { modifiers: bits & 1 != 0, plus: bits & 2 != 0, shift: bits & 4 != 0 })
    }
}

impl fmt::Display for Split {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Split::ORTHODOX {
            return f.write_str("orthodox");
        }
        for (chosen, name) in [(self.modifiers, "Mod"), (self.plus, "Plus"), (self.shift, "Shift")] {
            if chosen {
                f.write_str(name)?;
            }
        }
        Ok(())
    }
}

impl FromStr for Split {
    type Err = String;

    /// Reads the name that `Display` writes; upper and lower case and hyphens do not matter (`mod-plus`).
    fn from_str(text: &str) -> Result<Self, String> {
        let plain = |text: &str| text.replace('-', "").to_lowercase();
        Split::all().find(|split| plain(&split.to_string()) == plain(text)).ok_or_else(|| {
            let names = Split::all().map(|split| split.to_string()).collect::<Vec<_>>();
            format!("unknown split strategy `{text}`; known: {}", names.join(", "))
        })
    }
}
