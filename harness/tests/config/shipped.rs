//! Every experiment in `configs/` can be loaded and planned, and states the question it answers.

use std::path::Path;
use std::sync::Arc;
use treebench::config::question;
use treebench::experiment::LoadOptions;
use treebench::kinds;
use treebench::plan::Plan;

#[test]
fn every_config_is_sound() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs");
    let readme = std::fs::read_to_string(folder.join("README.md")).expect("the folder has a README");
    let mut found = 0;
    for entry in std::fs::read_dir(&folder).expect("the folder is there") {
        let path = entry.expect("the folder can be read").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("names are plain").to_owned();
        if !name.ends_with(".toml") || name.ends_with(".baseline.toml") {
            continue;
        }
        found += 1;
        let loaded = kinds::load(&path, &LoadOptions::default()).unwrap_or_else(|errors| panic!("{name}:\n{errors}"));
        // Loading measures nothing: rates for `states-as` stay open.
        assert_eq!(loaded.warnings, Vec::<String>::new(), "{name}: every agent plays");
        let states_as =
            std::fs::read_to_string(&path).unwrap().contains("split.toml") || loaded.experiment.resolved_toml.contains("states-as");
        assert!(loaded.unmeasured.is_empty() || states_as, "{name} needs no rates");
        assert!(loaded.experiment.metadata.question.contains('?'), "{name} begins with the question that it answers");
        assert_eq!(loaded.experiment.metadata.question, question(&path), "{name}: one rule for questions");
        assert!(readme.contains(&format!("| `{name}` |")), "{name} is not in the README of its folder");
        assert_eq!(format!("{}.toml", loaded.experiment.name), name, "an experiment is called like its file");
        let plan = Plan { experiment: Arc::new(loaded.experiment) };
        assert_eq!(plan.tasks().count() as u64, plan.len(), "{name}");
    }
    assert!(found >= 2, "only {found} experiments were found");
}
