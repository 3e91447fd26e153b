//! The imports of a crate, read from its source.

use crate::paths::{items, paths};
use std::collections::{BTreeMap, BTreeSet};
use std::path;

/// A module of a crate, from the top: `["kinds", "match", "record"]`.
pub(crate) type Module = Vec<String>;

/// A use of a module by another.
pub(crate) struct Import {
    pub(crate) user: Module,
    pub(crate) used: Module,
    /// The file and the line.
    pub(crate) place: String,
}

/// Every use of a module of the crate with this source, except in tests. A name that a module re-exports is a use of that module, and of the module
/// that declares it.
pub(crate) fn imports(source: &path::Path) -> Vec<Import> {
    let tree = Tree::read(source);
    let mut found = Vec::new();
    for (user, scope) in &tree.modules {
        for (path, line) in &scope.paths {
            let mut passed = Vec::new();
            tree.follow(user, path, &mut passed, 0);
            // What a module uses of itself and of those around it is no dependency, and the root uses everything.
            passed.retain(|used| !user.starts_with(used) && !user.is_empty());
            let import = |used| Import { user: user.clone(), used, place: format!("{}:{line}", scope.file) };
            found.extend(passed.into_iter().map(import));
        }
    }
    found
}

/// The maximum number of `use` that lead from one to the next.
const DEPTH: usize = 8;

/// The modules of a crate, without its tests and executables.
struct Tree {
    modules: BTreeMap<Module, Scope>,
}

/// What a module contains.
#[derive(Default)]
struct Scope {
    file: String,
    /// Paths, each with its line.
    paths: Vec<(Module, usize)>,
    /// The names that `use` brings in.
    names: BTreeMap<String, Module>,
    /// The modules whose names are all brought in.
    globs: Vec<Module>,
    items: BTreeSet<String>,
}

/// A module, or an item in one.
enum Target {
    Module(Module),
    Item,
}

impl Tree {
    fn read(source: &path::Path) -> Tree {
        let mut modules = BTreeMap::new();
        let mut folders = vec![source.to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let relative = path.strip_prefix(source).unwrap();
                let mut module: Module = relative.with_extension("").iter().map(|part| part.to_str().unwrap().to_owned()).collect();
                if ["main", "bin"].contains(&module[0].as_str()) || module.last().is_some_and(|name| name == "tests") {
                    continue;
                }
                if module.last().is_some_and(|name| name == "mod") || module == ["lib"] {
                    module.pop();
                }
                modules.insert(module, Scope::read(relative.display().to_string(), &std::fs::read_to_string(&path).unwrap()));
            }
        }
        Tree { modules }
    }

    /// Resolves a path in a module, at this depth of imports by `use`. Adds every module on the way to `passed`.
    fn follow(&self, module: &[String], path: &[String], passed: &mut Vec<Module>, depth: usize) -> Option<Target> {
        // Two modules may bring in all names of each other.
        if depth > DEPTH {
            return None;
        }
        let mut here = module.to_vec();
        let mut steps = path.iter().enumerate();
        for (i, step) in &mut steps {
            match step.as_str() {
                "crate" if i == 0 => here.clear(),
                "self" if i == 0 => {}
                "super" => drop(here.pop()),
                name => match self.find(&here, name, passed, depth)? {
                    Target::Module(module) => here = module,
                    Target::Item => return Some(Target::Item),
                },
            }
        }
        Some(Target::Module(here))
    }

    /// Resolves a name in a module.
    fn find(&self, module: &[String], name: &str, passed: &mut Vec<Module>, depth: usize) -> Option<Target> {
        let scope = self.modules.get(module)?;
        let inner = [module, &[name.to_owned()]].concat();
        if self.modules.contains_key(&inner) {
            passed.push(inner.clone());
            return Some(Target::Module(inner));
        }
        if scope.items.contains(name) {
            passed.push(module.to_vec());
            return Some(Target::Item);
        }
        if let Some(path) = scope.names.get(name) {
            // `use name;` of another crate leads to itself.
            return (path.len() > 1).then(|| self.follow(module, path, passed, depth + 1))?;
        }
        scope.globs.iter().find_map(|path| {
            let mut longer = passed.clone();
            let Target::Module(other) = self.follow(module, path, &mut longer, depth + 1)? else { return None };
            let target = self.find(&other, name, &mut longer, depth + 1)?;
            *passed = longer;
            Some(target)
        })
    }
}

impl Scope {
    fn read(file: String, text: &str) -> Scope {
        let mut scope = Scope { file, items: items(text), ..Scope::default() };
        for path in paths(text) {
            match path.name.as_deref() {
                Some("*") => scope.globs.push(path.steps.clone()),
                Some(name) => drop(scope.names.insert(name.to_owned(), path.steps.clone())),
                None => {}
            }
            scope.paths.push((path.steps, path.line));
        }
        scope
    }
}
