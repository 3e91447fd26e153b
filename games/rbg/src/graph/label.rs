//! The label of an arrow: the action as in a rules file.

use crate::automaton::Label;
use crate::description::Description;
use crate::expr::{Arithmetic, Control, Operator, Piece, Relation};

/// The text of an edge's label; a pattern is named by the node where it starts.
pub(super) fn text(game: &Description, label: &Label) -> String {
    let piece = |piece: &Piece| game.pieces[usize::from(piece.0)].clone();
    match label {
        Label::Empty => String::new(),
        Label::Shift(direction) => game.board.directions[usize::from(direction.0)].clone(),
        Label::On(pieces) => format!("{{{}}}", pieces.iter().map(piece).collect::<Vec<_>>().join(", ")),
        Label::Compare(test) => format!("{{$ {} {} {}}}", sum(game, &test.left), relation(test.relation), sum(game, &test.right)),
        Label::Pattern { negated, start, .. } => format!("{{{} ?{start}}}", if *negated { "!" } else { "?" }),
        Label::Off(off) => format!("[{}]", piece(off)),
        Label::Assign(variable, value) => format!("[$ {} = {}]", game.variable(*variable).name, sum(game, value)),
        Label::Switch(Control::Keeper) => "->>".into(),
        Label::Switch(Control::Player(player)) => format!("->{}", game.players[usize::from(*player)].name),
        Label::Dot => "●".into(),
    }
}

fn relation(relation: Relation) -> &'static str {
    match relation {
        Relation::Equal => "==",
        Relation::Unequal => "!=",
        Relation::Less => "<",
        Relation::LessEqual => "<=",
        Relation::Greater => ">",
        Relation::GreaterEqual => ">=",
    }
}

/// A value, without parentheses around it.
fn sum(game: &Description, value: &Arithmetic) -> String {
    let part = |part: &Arithmetic| match part {
        Arithmetic::Binary(..) => format!("({})", sum(game, part)),
        _ => sum(game, part),
    };
    match value {
        Arithmetic::Number(number) => number.to_string(),
        Arithmetic::Variable(variable) => game.variable(*variable).name.clone(),
        Arithmetic::Count(piece) => game.pieces[usize::from(piece.0)].clone(),
        Arithmetic::Binary(left, operator, right) => {
            let sign = match operator {
                Operator::Add => '+',
                Operator::Subtract => '-',
                Operator::Multiply => '*',
                Operator::Divide => '/',
            };
            format!("{} {sign} {}", part(left), part(right))
        }
    }
}
