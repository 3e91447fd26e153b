//! The modules of a crate have no circular dependencies.
//!
//! Compared are the children of each folder, at every depth: `search.rs` and the folder `search` are one child, with everything below. A child uses
//! another if a path in it leads there, in whatever way: `super::needs::Backup`, `crate::search::Backup` where `search.rs` re-exports the name, or
//! a name that such a `use` brings in. Not counted is what a module uses of those around it (`super::Column`, if the parent itself declares it) or
//! below it: a parent and its child may use each other.

use crate::imports::{Import, imports};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Which children of a folder use which.
type Arrows = BTreeMap<String, BTreeSet<String>>;

#[test]
fn the_children_of_a_folder_form_no_circle() {
    let mut faults = Vec::new();
    for folder in crates() {
        let arrows = arrows(&imports(&folder.join("src")));
        let name = folder.strip_prefix(root()).unwrap().to_str().unwrap();
        faults.extend(circles(&arrows).into_iter().map(|circle| format!("{name}: {circle}")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_circle_is_found_with_its_path() {
    let folder = std::env::temp_dir().join(format!("treebench-circle-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("middle/deep")).unwrap();
    let write = |file: &str, text: &str| std::fs::write(folder.join(file), text).unwrap();
    let found = || circles(&arrows(&imports(&folder)));
    for (file, text) in [
        ("lib.rs", "mod low;\nmod middle;\npub mod top;\npub use middle::{Thing, inner::Other};\n"),
        ("low.rs", "use crate::Other;\n#[cfg(test)]\nmod tests {\n    use crate::top;\n}\n"),
        ("middle.rs", "mod deep;\nmod inner;\npub use inner::Other;\npub struct Thing;\n"),
        ("middle/inner.rs", "use super::super::top::{self, Top};\nuse super::Thing;\npub struct Other;\n"),
        ("middle/deep/mod.rs", "mod first;\nmod second;\npub use first::*;\n"),
        ("middle/deep/first.rs", "use super::second as next;\npub(crate) fn one() {\n    next::two()\n}\n"),
        ("middle/deep/second.rs", "pub fn two() {\n    crate::middle::deep::one()\n}\n"),
        ("top.rs", "// crate::low\nuse crate::{middle::Thing, low};\npub struct Top;\n"),
    ] {
        write(file, text);
    }
    let all = found();
    write("top.rs", "use crate::middle::Thing;\npub struct Top;\n");
    write("middle/inner.rs", "use super::Thing;\nuse crate::low;\npub struct Other;\n");
    write("low.rs", "#[cfg(test)]\nmod tests {\n    use crate::top;\n}\n");
    let inner = found();
    write("middle/deep/second.rs", "pub fn two() {}\n");
    let none = found();
    std::fs::remove_dir_all(&folder).unwrap();
    let deep = "middle::deep: first → second → first";
    assert_eq!(all, [deep, "the root: low → middle → top → low"]);
    assert_eq!(inner, [deep]);
    assert_eq!(none, [""; 0], "tests may use what is above, and a parent its child");
}

/// The folders of all crates of the workspace.
pub(crate) fn crates() -> Vec<PathBuf> {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let members = manifest.lines().find_map(|line| line.strip_prefix("members = [")).expect("the workspace lists its members on a line");
    let members: Vec<PathBuf> = members.split('"').skip(1).step_by(2).map(|member| root().join(member)).collect();
    assert!(members.len() >= 8, "{members:?}");
    members
}

/// The folder of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The dependencies between the children of each folder.
fn arrows(imports: &[Import]) -> BTreeMap<String, Arrows> {
    let mut arrows: BTreeMap<String, Arrows> = BTreeMap::new();
    for Import { user, used, .. } in imports {
        let shared = user.iter().zip(used).take_while(|(a, b)| a == b).count();
        if let (Some(child), Some(other)) = (user.get(shared), used.get(shared)) {
            let folder = if shared == 0 { "the root".to_owned() } else { user[..shared].join("::") };
            arrows.entry(folder).or_default().entry(child.clone()).or_default().insert(other.clone());
        }
    }
    arrows
}

/// A circular dependency of each folder that has one.
fn circles(arrows: &BTreeMap<String, Arrows>) -> Vec<String> {
    arrows.iter().filter_map(|(folder, arrows)| Some(format!("{folder}: {}", circle(arrows)?))).collect()
}

/// A circular dependency, with its modules.
fn circle(arrows: &Arrows) -> Option<String> {
    for start in arrows.keys() {
        // The way by which each module was reached, breadth first: the circle is a shortest one.
        let mut ways: Vec<Vec<&str>> = vec![vec![start]];
        let mut reached = BTreeSet::new();
        let mut next = 0;
        while let Some(way) = ways.get(next).cloned() {
            next += 1;
            for used in way.last().and_then(|last| arrows.get(*last)).into_iter().flatten() {
                let longer: Vec<&str> = way.iter().copied().chain([used.as_str()]).collect();
                if used == start {
                    return Some(longer.join(" → "));
                }
                if reached.insert(used) {
                    ways.push(longer);
                }
            }
        }
    }
    None
}
