//! The folders of this crate are ordered: each uses only earlier ones.

use crate::imports::{Import, Module, imports};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The folders, lowest first.
const ORDER: [&str; 21] = [
    "shell",
    "embedding",
    "config",
    "experiment",
    "plan",
    "store",
    "threads",
    "saved",
    "report",
    "kinds",
    "probe",
    "results",
    "claims",
    "run",
    "shards",
    "cluster",
    "view",
    "check",
    "compare",
    "editor",
    "cli",
];

#[test]
fn a_folder_uses_only_those_before_it() {
    let mut upward: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    let imports = imports(source());
    assert!(imports.len() > 300, "only {} imports were read", imports.len());
    for Import { user, used, place } in imports {
        let rank = |module: &Module| ORDER.iter().position(|folder| module.first().is_some_and(|first| first == folder));
        let (Some(from), Some(to)) = (rank(&user), rank(&used)) else { continue };
        if to > from {
            upward.entry((user[0].clone(), used[0].clone())).or_default().push(place);
        }
    }
    let faults: Vec<String> =
        upward.iter().map(|((user, used), places)| format!("`{user}` must not use `{used}`: {}", places.join(", "))).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_order_lists_every_folder_and_no_other() {
    let name = |entry: std::io::Result<std::fs::DirEntry>| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned();
    let mut folders: BTreeSet<String> = std::fs::read_dir(source()).unwrap().map(name).collect();
    folders.retain(|name| !["lib", "bin"].contains(&name.as_str()));
    assert_eq!(folders, ORDER.map(str::to_owned).into());
}

fn source() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))
}

/// Outside `kinds`, the only kind named is `match`, whose games the viewer shows and `bench export` writes.
#[test]
fn kinds_are_named_in_their_list_alone() {
    let kinds = source().join("kinds");
    let is_kind = |name: &String| name != "match" && kinds.join(name).join("kind.rs").is_file();
    assert!(is_kind(&"tournament".to_owned()) && is_kind(&"tune".to_owned()));
    let imports = imports(source());
    let faults: Vec<&str> = imports
        .iter()
        .filter(|import| import.user[0] != "kinds" && import.used[0] == "kinds" && import.used.get(1).is_some_and(is_kind))
        .map(|import| import.place.as_str())
        .collect();
    assert!(faults.is_empty(), "{}", faults.join(", "));
}
