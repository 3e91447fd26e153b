//! What all cells have in common.

use super::{AxisValue, Experiment, Role};

impl Experiment {
    /// The values that all cells have, on axes that apply to them.
    pub fn common_axes(&self) -> Vec<AxisValue> {
        let Some(first) = self.cells.first() else { return Vec::new() };
        first.axes.iter().filter(|at| at.applies() && self.cells.iter().all(|cell| cell.axes.contains(at))).cloned().collect()
    }

    /// What to add to a value that all cells have: ` (except a)` for a shared budget beside which the agent `a` has its own. Else nothing.
    pub fn exceptions(&self, at: &AxisValue) -> String {
        if !matches!(at.role(), Role::Budget { agent: None, .. }) {
            return String::new();
        }
        let mut names: Vec<&str> = Vec::new();
        for other in self.cells.iter().flat_map(|cell| &cell.axes).filter(|other| other.applies()) {
            if let Role::Budget { agent: Some(agent), .. } = other.role() {
                let name = self.labels.of(agent);
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        if names.is_empty() { String::new() } else { format!(" (except {})", names.join(", ")) }
    }
}
