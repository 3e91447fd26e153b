//! The section of a report on the builds that played a run and on their verification.

use crate::experiment::Experiment;
use crate::report::plural;
use crate::store::{Build, Machine, Verification};
use std::collections::{BTreeMap, BTreeSet};
use treebench_reports::Report;

/// The maximum number of cells that a warning names.
const NAMED: usize = 5;

/// The origin of the records of a report.
pub(super) struct Origin<'a> {
    /// Per cell, the builds that played its tasks, each with the number of its tasks.
    pub(super) cells: &'a [Vec<(Build, u64)>],
    /// The known machines.
    pub(super) machines: &'a [Machine],
    /// The verifications.
    pub(super) verifications: &'a [Verification],
}

/// Adds the builds that played the records, their verification, and warnings about mixed builds, machines or processors.
pub(super) fn add(experiment: &Experiment, origin: &Origin<'_>, report: &mut Report) {
    let Origin { cells, machines, verifications } = origin;
    let mut totals: BTreeMap<&Build, u64> = BTreeMap::new();
    for (build, count) in cells.iter().flatten() {
        *totals.entry(build).or_default() += count;
    }
    for (build, count) in &totals {
        report.fact("played by", format!("{build}: {count} {}", if *count == 1 { "task" } else { "tasks" }));
    }
    if machines.len() > 1 {
        for Machine { host, cpu } in *machines {
            report.fact("machine that played", format!("{host}, {cpu}"));
        }
    }
    let mut accepted: BTreeSet<String> = BTreeSet::new();
    for verification in *verifications {
        let (played, replayed) = (&verification.played, &verification.replayed);
        let found = match verification.different {
            0 => "identical".to_owned(),
            different => format!("{different} different, accepted with --accept-mixed"),
        };
        let text = format!("{}: {} of {played} replayed by {replayed}: {found}", verification.group, verification.tasks);
        if verification.accepted {
            accepted.insert(text.clone());
        }
        report.fact("verified", text);
    }
    if !accepted.is_empty() {
        let list: Vec<String> = accepted.into_iter().collect();
        report.warnings.push(format!("Games of different builds are mixed (--accept-mixed): {}.", list.join("; ")));
    }
    let (mut timed, mut unverified) = (Vec::new(), Vec::new());
    for (cell, builds) in experiment.cells.iter().zip(*cells) {
        let executables: BTreeSet<&str> = builds.iter().map(|(build, _)| build.executable.as_str()).collect();
        let hosts: BTreeSet<&str> = builds.iter().map(|(build, _)| build.host.as_str()).collect();
        let place = || cell.axes.iter().map(|at| format!("{} {}", at.name(), at.value)).collect::<Vec<_>>().join(", ");
        if cell.is_timed {
            let processors: BTreeSet<&str> =
                machines.iter().filter(|machine| hosts.contains(machine.host.as_str())).map(|machine| machine.cpu.as_str()).collect();
            if builds.len() > 1 || processors.len() > 1 {
                let all: Vec<&str> = processors.into_iter().collect();
                let processors = match all.len() {
                    0 => "unknown processors".to_owned(),
                    1 => format!("all {}", all[0]),
                    count => format!("{count} processors: {}", all.join(", ")),
                };
                let (builds, machines) = (plural(executables.len() as u64, "build"), plural(hosts.len() as u64, "machine"));
                timed.push(format!("{} ({builds}, {machines}, {processors})", place()));
            }
            continue;
        }
        if !Verification::connect(builds, verifications) {
            unverified.push(place());
        }
    }
    for (list, what) in [
        (timed, "timed by a clock hold games of several builds, machines or processors, which cannot be compared by replaying them"),
        (unverified, "hold games of several builds that were not verified against each other; `bench verify` replays them"),
    ] {
        if !list.is_empty() {
            let more = if list.len() > NAMED { format!("; and {} more", list.len() - NAMED) } else { String::new() };
            let named: Vec<&str> = list.iter().take(NAMED).map(String::as_str).collect();
            report.warnings.push(format!("{} of {} cells {what}: {}{more}.", list.len(), cells.len(), named.join("; ")));
        }
    }
}
