//! The modules of a crate have no circular dependencies.

use crate::imports::{Import, Module, imports};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Which modules use which.
type Arrows = BTreeMap<Module, BTreeSet<Module>>;

#[test]
fn modules_of_a_crate_form_no_circle() {
    let faults: Vec<String> = crates()
        .iter()
        .filter_map(|folder| Some((folder, circle(&arrows(&imports(&folder.join("src")), 1))?)))
        .map(|(folder, circle)| format!("{}: {circle}", folder.display()))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Folders inside a folder of this crate, such as two kinds, have no circular dependencies either.
#[test]
fn folders_inside_a_folder_form_no_circle() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut inner = arrows(&imports(&source), 2);
    let is_folder = |module: &Module| module.len() == 2 && source.join(module.join("/")).is_dir();
    inner.retain(|user, _| is_folder(user));
    inner.iter_mut().for_each(|(user, used)| used.retain(|used| is_folder(used) && used[0] == user[0]));
    assert_eq!(circle(&inner), None);
}

#[test]
fn a_circle_is_found_with_its_path() {
    let folder = std::env::temp_dir().join(format!("treebench-circle-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("middle")).unwrap();
    for (file, text) in [
        ("lib.rs", "mod low;\nmod middle;\npub mod top;\npub use middle::{Thing, inner::Other};\n"),
        ("low.rs", "use crate::Other;\n#[cfg(test)]\nmod tests {\n    use crate::top;\n}\n"),
        ("middle.rs", "mod inner;\npub use inner::Other;\n"),
        ("middle/inner.rs", "use super::super::top::{self, Top};\n"),
        ("top.rs", "// crate::low\nuse crate::{middle::Thing, low};\n"),
    ] {
        std::fs::write(folder.join(file), text).unwrap();
    }
    let found = circle(&arrows(&imports(&folder), 1));
    std::fs::write(folder.join("top.rs"), "use crate::middle::Thing;\n").unwrap();
    std::fs::write(folder.join("middle/inner.rs"), "use crate::low;\n").unwrap();
    std::fs::write(folder.join("low.rs"), "#[cfg(test)]\nmod tests {\n    use crate::top;\n}\n").unwrap();
    let none = circle(&arrows(&imports(&folder), 1));
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(found.as_deref(), Some("low → middle → top → low"));
    assert_eq!(none, None, "tests may use what is above");
}

/// The folders of all crates of the workspace.
pub(crate) fn crates() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let manifest = std::fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let members = manifest.lines().find_map(|line| line.strip_prefix("members = [")).expect("the workspace lists its members on a line");
    let members: Vec<PathBuf> = members.split('"').skip(1).step_by(2).map(|member| root.join(member)).collect();
    assert!(members.len() >= 8, "{members:?}");
    members
}

/// The dependencies between modules up to this depth.
fn arrows(imports: &[Import], depth: usize) -> Arrows {
    let mut arrows = Arrows::new();
    for Import { user, used, .. } in imports {
        let [user, used] = [user, used].map(|module| module.iter().take(depth).cloned().collect::<Module>());
        if user != used {
            arrows.entry(user).or_default().insert(used);
        }
    }
    arrows
}

/// A circular dependency, with its modules.
fn circle(arrows: &Arrows) -> Option<String> {
    for start in arrows.keys() {
        // The way by which each module was reached, breadth first: the circle is a shortest one.
        let mut ways: Vec<Vec<&Module>> = vec![vec![start]];
        let mut reached = BTreeSet::new();
        let mut next = 0;
        while let Some(way) = ways.get(next).cloned() {
            next += 1;
            for used in way.last().and_then(|last| arrows.get(*last)).into_iter().flatten() {
                let longer: Vec<&Module> = way.iter().copied().chain([used]).collect();
                if used == start {
                    return Some(longer.iter().map(|module| module.join("::")).collect::<Vec<_>>().join(" → "));
                }
                if reached.insert(used) {
                    ways.push(longer);
                }
            }
        }
    }
    None
}
