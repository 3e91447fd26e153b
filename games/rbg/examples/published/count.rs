//! Counts of move sequences (perft), and whether they are the stored ones.

use crate::Player;
use std::collections::BTreeMap;
use treebench_rbg::{Control, Fault, NativeProgram, State};

/// Rows with more leaves are not counted.
const MOST_LEAVES: u64 = 300_000;

/// The stored counts of each file by depth.
pub(crate) fn stored() -> BTreeMap<&'static str, BTreeMap<u32, u64>> {
    let mut counts: BTreeMap<&str, BTreeMap<u32, u64>> = BTreeMap::new();
    for line in include_str!("perft.csv").lines().filter(|line| !line.starts_with('#')).skip(1) {
        let columns: Vec<&str> = line.split(',').collect();
        let [file, depth, count, _origin] = columns[..] else { panic!("four columns: {line}") };
        counts.entry(file).or_default().insert(depth.parse().expect("a depth"), count.parse().expect("a count"));
    }
    counts
}

/// Counts as far as counts are stored: what is to be printed, and what is wrong.
pub(crate) fn check(player: &mut Player, name: &str, stored: Option<&BTreeMap<u32, u64>>) -> (String, Option<String>) {
    let (mut depths, split) = (0, player.program.split);
    for (&depth, &expected) in stored.into_iter().flatten().filter(|(_, expected)| **expected <= MOST_LEAVES) {
        let counted = match &player.compiled {
            Some(compiled) => sequences(compiled, &player.start, depth),
            None => player.plain.perft(&player.start, depth),
        };
        match counted {
            Ok(counted) if counted == expected => depths = depth,
            Ok(counted) => {
                return ("wrong".to_owned(), Some(format!("{name} {split}: {counted} sequences of {depth} moves, not {expected}")));
            }
            Err(fault) => return ("fault".to_owned(), Some(format!("{name} {split}: {}", fault.describe(&player.program.limits)))),
        }
    }
    (if depths == 0 { "-".to_owned() } else { format!("ok to {depths}") }, None)
}

/// Counts sequences of whole moves semimove by semimove.
fn sequences(compiled: &NativeProgram, state: &State, depth: u32) -> Result<u64, Fault> {
    if depth == 0 {
        return Ok(1);
    }
    let (mut codes, mut sum) = (Vec::new(), 0);
    compiled.list(state, &mut codes)?;
    for code in codes {
        let mut next = state.clone();
        compiled.apply(&mut next, code)?;
        // In the orthodox view, and after a switch, a move is over.
        let over = compiled.program().is_nodal(&next) || next.control() == Control::Keeper;
        sum += sequences(compiled, &next, if over { depth - 1 } else { depth })?;
    }
    Ok(sum)
}

/// Rows of `perft.csv` as the interpreter counts them.
pub(crate) fn rows(player: &mut Player, name: &str, depth: u32) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    let mut before = 1;
    for depth in 1..=depth {
        // A position has about as many moves as the one before.
        if before * before > MOST_LEAVES * 10 && depth > 1 {
            break;
        }
        match player.plain.perft(&player.start, depth) {
            Ok(count) => {
                rows.push(format!("{name},{depth},{count},treebench interpreter"));
                before = count;
            }
            Err(fault) => {
                rows.push(format!("# {name}, depth {depth}: {}", fault.describe(&player.program.limits)));
                break;
            }
        }
    }
    rows
}
