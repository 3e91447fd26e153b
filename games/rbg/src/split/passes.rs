//! The passes that give the rules the dots of a strategy, in order.

use super::budget::{Budget, SplitError};
use super::indecisive_splits::{Side, determined};
use super::insert::insert;
use super::legality::illegal;
use super::postpone::postpone;
use super::product::{self, Product, Rules, START};
use super::report::{DotOutcome, Dots, Origin, Report, number};
use super::strategy::Split;
use crate::board::Board;
use crate::description::Description;
use crate::expr::Expr;
use crate::limits::Limits;
use treebench_compile::Control;

/// A pass over the rules.
type Pass = fn(&mut Work<'_>) -> Result<(), SplitError>;

/// All passes in the order in which they run.
const PASSES: &[Pass] = &[
    insert_dots,
    remove_dots_of_keeper,
    postpone_illegal_dots,
    // An alternative or repetition that contains switches may have sent a dot to the keeper.
    remove_dots_of_keeper,
    // The right side first: that shortens the semimoves before the dots, after which the left side is computed anew.
    remove_right_determined_dots,
    remove_left_determined_dots,
];

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

/// The same, with the outcome of each dot.
///
/// Dots of the author are treated like the others as far as legality is concerned; they stay even if they leave no choice.
///
/// # Errors
/// [`SplitError`], if the analysis would exceed the limits.
pub fn explained(description: &Description, split: Split, limits: &Limits) -> Result<(Expr, Report), SplitError> {
    if split.is_orthodox() {
        return Ok((description.rules.without_dots(&mut |_| true), Report { dots: Vec::new() }));
    }
    let mut work = Work {
        rules: description.rules.clone(),
        dots: Dots::default(),
        split,
        board: &description.board,
        limits,
        budget: Budget::new(limits),
    };
    for pass in PASSES {
        pass(&mut work)?;
    }
    let Work { mut rules, dots, .. } = work;
    let report = Report::new(dots, &mut rules);
    Ok((rules, report))
}

/// The data of the passes.
struct Work<'a> {
    rules: Expr,
    dots: Dots,
    split: Split,
    board: &'a Board,
    limits: &'a Limits,
    budget: Budget,
}

/// Writes the strategy's dots beside those of the author.
fn insert_dots(work: &mut Work<'_>) -> Result<(), SplitError> {
    work.rules = insert(&work.rules, work.split, &mut work.dots);
    Ok(())
}

/// Removes the dots that only the keeper meets, whose moves are never split (split-moves paper, appendix 2.3).
fn remove_dots_of_keeper(work: &mut Work<'_>) -> Result<(), SplitError> {
    let keepers = keepers(&Rules::new(&work.rules), work.dots.0.len());
    work.remove(&keepers, DotOutcome::Keeper);
    Ok(())
}

/// For each dot, by number: whether only the keeper can be in control there, on any path over the board.
fn keepers(rules: &Rules, dots: usize) -> Vec<bool> {
    // For each node: whether it can be reached with the keeper in control, and with a player.
    let mut reached = vec![[false; 2]; rules.nodes()];
    let mut todo = vec![(START, Control::Keeper)];
    let mut keepers = vec![true; dots];
    while let Some((node, control)) = todo.pop() {
        let player = control != Control::Keeper;
        if std::mem::replace(&mut reached[node as usize][usize::from(player)], true) {
            continue;
        }
        for edge in rules.out[node as usize].iter().map(|&edge| rules.edges[edge as usize]) {
            match edge.pass {
                product::Pass::Switch(next) => todo.push((edge.to, next)),
                pass => {
                    if let (product::Pass::Dot(dot), true) = (pass, player) {
                        keepers[dot as usize] = false;
                    }
                    todo.push((edge.to, control));
                }
            }
        }
    }
    keepers
}

/// Moves dots to the right until all are legal.
fn postpone_illegal_dots(work: &mut Work<'_>) -> Result<(), SplitError> {
    // A dot that is legal in its place stays so, whatever the others do: only those that moved are checked again.
    let mut watched = work.dots.0.iter().map(|dot| dot.outcome == DotOutcome::Kept).collect::<Vec<_>>();
    while watched.contains(&true) {
        let graph = Rules::new(&work.rules);
        let product = Product::new(&graph, work.board, work.limits)?;
        work.budget.spend(product.alive.len() as u64)?;
        watched = illegal(&product, &watched, &mut work.budget)?;
        work.rules = postpone(&work.rules, &watched, &mut work.dots);
        for (watched, dot) in watched.iter_mut().zip(&work.dots.0) {
            *watched &= dot.outcome == DotOutcome::Kept;
        }
    }
    Ok(())
}

/// Removes the strategy's dots after which there is no choice.
fn remove_right_determined_dots(work: &mut Work<'_>) -> Result<(), SplitError> {
    work.remove_indecisive(Side::Right, DotOutcome::RightDetermined)
}

/// Removes the strategy's dots before which there is no choice.
fn remove_left_determined_dots(work: &mut Work<'_>) -> Result<(), SplitError> {
    work.remove_indecisive(Side::Left, DotOutcome::LeftDetermined)
}

impl Work<'_> {
    /// Removes the strategy's dots that leave no choice on one side.
    fn remove_indecisive(&mut self, side: Side, outcome: DotOutcome) -> Result<(), SplitError> {
        let graph = Rules::new(&self.rules);
        let product = Product::new(&graph, self.board, self.limits)?;
        let mut named = determined(&product, self.dots.0.len(), side, self.split.modifiers, &mut self.budget)?;
        for (named, dot) in named.iter_mut().zip(&self.dots.0) {
            *named &= dot.origin != Origin::Text;
        }
        self.remove(&named, outcome);
        Ok(())
    }

    /// Removes dots from the rules and notes why.
    fn remove(&mut self, named: &[bool], outcome: DotOutcome) {
        let dots = &mut self.dots;
        self.rules = self.rules.without_dots(&mut |span| {
            let dot = number(span);
            if named[dot as usize] {
                dots.decide(dot, outcome);
            }
            named[dot as usize]
        });
    }
}
