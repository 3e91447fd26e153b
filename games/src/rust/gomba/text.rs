//! Notation: `tree key depth difficulty value`, then `chance` where chance acts. Tree and key are hexadecimal.

use super::node::Node;
use super::position::Gomba;
use super::rules::Rules;
use crate::NotationError;
use std::sync::Arc;

/// Writes a node; difficulty has as many digits as it needs to be read back.
pub(super) fn write(node: &Node) -> String {
    let chance = if node.chance { " chance" } else { "" };
    format!("{:x} {:x} {} {} {}{chance}", node.tree, node.key, node.depth, node.difficulty, node.value)
}

/// Reads it back. Which values go together is not checked: any node begins a sound tree.
pub(super) fn parse(rules: &Arc<Rules>, text: &str) -> Result<Gomba, NotationError> {
    let wrong = |what: String| NotationError::new(format!("`{text}` is no gomba position: {what}"));
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
    let depth: u16 = depth.ok_or_else(|| wrong(format!("`{}` is no number of moves from 0 to {}", fields[2], rules.depth)))?;
    let difficulty = fields[3].parse().ok().filter(|d: &f64| d.abs() <= 1e9);
    let difficulty = difficulty.ok_or_else(|| wrong(format!("`{}` is no difficulty", fields[3])))?;
    let value = fields[4].parse().ok().filter(|&value| value < rules.values());
    let value = value.ok_or_else(|| wrong(format!("`{}` is no value from 0 to {}", fields[4], rules.values() - 1)))?;
    if chance && (rules.chance < 2 || depth == 0 || depth == rules.depth) {
        return Err(wrong("chance does not act here".to_owned()));
    }
    Ok(Gomba { rules: Arc::clone(rules), node: Node { tree, key, difficulty, depth, value, chance } })
}
