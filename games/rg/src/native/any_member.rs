//! Changes to any member of a set.

use super::lowering::{Lowering, Part, read_only};
use super::operands::Contents;
use super::plan::Remedy;
use super::point::{Point, Value};
use crate::game::{self, Base, Edge, Operand};
use treebench_compile::{LoweringError, NodeId};

/// The maximum number of values from which any is chosen, unless they are squares and one of them becomes the current one.
const MOST_MEMBERS: usize = 64;

impl Lowering<'_> {
    /// Sets a scalar to any member of a set.
    pub(super) fn any(
        &mut self,
        part: Part,
        node: NodeId,
        point: &Point,
        edge: &Edge,
        scalar: usize,
        set: usize,
    ) -> Result<(), LoweringError> {
        let game = self.game;
        let members = &game.sets[set].members;
        if self.current.is_square(scalar) && members.iter().all(|&member| self.storage.square(member).is_some()) {
            let live = self.live(part, edge.to, point)? & !(1 << scalar);
            let mut point = read_only(point, live);
            if let Some(other) = point.scalars.iter().position(|value| matches!(value, Value::Square(_))) {
                self.remedy = Some(Remedy::Keep(self.storage.scalars[other]));
                let (other, name) = (self.name(other), self.name(scalar));
                return Err(LoweringError(format!("`{other}` is still read when `{name}` becomes any square, and is another one")));
            }
            let mut squares = vec![false; point.squares.len()];
            members.iter().filter_map(|&member| self.storage.square(member)).for_each(|square| squares[usize::from(square)] = true);
            point.squares = squares.into();
            point.set(scalar, point.here(self.storage));
            let chosen = self.parts.choice(node, point.squares.clone())?;
            return self.link(chosen, part, edge.to, point);
        }
        if members.len() > MOST_MEMBERS {
            return Err(LoweringError(format!("`{}` becomes any of {} values, which are not squares", self.name(scalar), members.len())));
        }
        for &member in members {
            let mut point = point.clone();
            point.set(scalar, Value::Symbol(member));
            self.link(node, part, edge.to, point)?;
        }
        Ok(())
    }

    /// Sets an entry of a map to any member of a set.
    pub(super) fn any_entry(
        &mut self,
        part: Part,
        node: NodeId,
        point: &Point,
        edge: &Edge,
        place: &Operand,
        set: usize,
    ) -> Result<(), LoweringError> {
        let members = &self.game.sets[set].members;
        if members.len() > MOST_MEMBERS {
            return Err(LoweringError(format!("an entry of a map gets any of {} values", members.len())));
        }
        for &member in members {
            let value = Operand { base: Base::Symbol(member), keys: Vec::new(), cells: 1 };
            let given = Edge { to: edge.to, label: game::Label::Assign(place.clone(), value) };
            self.decide(part, node, point.clone(), &[&given], Contents::new())?;
        }
        Ok(())
    }
}
