//! The experiments that `bench init` writes. To add one, write its file in `templates` and add its row in [`ALL`].

use crate::config::question_in_comment;

/// A template of an experiment.
pub(super) struct Template {
    /// The word after `--template`.
    pub(super) name: &'static str,
    /// The experiment; `NAME` in it is its name.
    pub(super) text: &'static str,
    /// The files that it names, with their texts.
    pub(super) beside: &'static [(&'static str, &'static str)],
}

/// Every template; the first is written if none is named.
pub(super) const ALL: &[Template] = &[
    Template { name: "sweep", text: include_str!("templates/sweep.toml"), beside: &[] },
    Template { name: "head-to-head", text: include_str!("templates/head-to-head.toml"), beside: &[] },
    Template { name: "hidden", text: include_str!("templates/hidden.toml"), beside: &[] },
    Template { name: "search", text: include_str!("templates/search.toml"), beside: &[] },
    Template { name: "playouts", text: include_str!("templates/playouts.toml"), beside: &[] },
    Template { name: "tournament", text: include_str!("templates/tournament.toml"), beside: &[] },
    Template { name: "tune", text: include_str!("templates/tune.toml"), beside: &[] },
    Template {
        name: "engine",
        text: include_str!("templates/engine.toml"),
        beside: &[("engine.py", include_str!("../../../../examples/python/mcts.py"))],
    },
    Template { name: "rules", text: include_str!("templates/rules.toml"), beside: &[("pawns.rbg", include_str!("templates/pawns.rbg"))] },
    Template {
        name: "rules-hrg",
        text: include_str!("templates/rules-hrg.toml"),
        beside: &[("trails.hrg", include_str!("templates/trails.hrg"))],
    },
    Template {
        name: "reproduction",
        text: include_str!("templates/reproduction.toml"),
        beside: &[("awari.csv", include_str!("templates/awari.csv"))],
    },
];

impl Template {
    /// The question that it asks.
    pub(super) fn question(&self) -> String {
        question_in_comment(self.text)
    }
}

/// One line per template: its name and its question.
pub(super) fn list() -> String {
    let width = ALL.iter().map(|template| template.name.len()).max().unwrap_or_default();
    ALL.iter().map(|template| format!("{:width$}  {}\n", template.name, template.question())).collect()
}

/// The names, for the command line.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|template| template.name)
}
