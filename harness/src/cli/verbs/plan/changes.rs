//! Why a cell is played although the run directory holds work: what changed against the most similar stored cell.

use crate::experiment::Cell;
use crate::store::StoredCell;

/// What differs from the stored cell that has most in common, if any has as much as the same game.
pub(super) fn why_again(cell: &Cell, stored: &[StoredCell]) -> Option<String> {
    let now: Vec<&str> = cell.canonical.lines().collect();
    let game = format!("game {} ", cell.game.entry.name);
    let nearest = stored
        .iter()
        .filter(|old| old.key != cell.key.to_string() && old.canonical.lines().any(|line| line.starts_with(&game)))
        .max_by_key(|old| common(&now, &old.canonical.lines().collect::<Vec<_>>()))?;
    let changes = changes(&nearest.canonical.lines().collect::<Vec<_>>(), &now);
    Some(format!(
        "played anew, {} in the nearest stored cell: {}",
        if changes.len() == 1 { "1 thing differs" } else { "several things differ" },
        changes.join("; ")
    ))
}

fn common(a: &[&str], b: &[&str]) -> usize {
    a.iter().zip(b).filter(|(x, y)| x == y).count()
}

/// The lines that differ, place by place where both texts are made alike, else as what is gone and what is new.
fn changes(old: &[&str], new: &[&str]) -> Vec<String> {
    if old.len() == new.len() {
        return old.iter().zip(new).filter(|(x, y)| x != y).map(|(x, y)| format!("`{}` → `{}`", x.trim(), y.trim())).collect();
    }
    let gone = old.iter().filter(|line| !new.contains(line)).map(|line| format!("without `{}`", line.trim()));
    let added = new.iter().filter(|line| !old.contains(line)).map(|line| format!("with `{}`", line.trim()));
    gone.chain(added).collect()
}

#[cfg(test)]
mod tests {
    use super::changes;

    #[test]
    fn the_line_that_changed_is_named() {
        assert_eq!(changes(&["seed 1", "  fpu = 0.5"], &["seed 1", "  fpu = 1.0"]), ["`fpu = 0.5` → `fpu = 1.0`"]);
        assert_eq!(changes(&["a", "b"], &["a", "b", "c"]), ["with `c`"]);
    }
}
