//! The engines that play the shards of a job.

use crate::store::physical_cores;
use std::process::{Command, Stdio};
use treebench_games::Params;
use treebench_games::params::ParamChoice as _;

/// The system that starts the processes of a job, here or on other machines.
#[derive(Params, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Engine {
    /// The batch system of most clusters: an array job, and a job that merges when it has ended.
    Slurm,
    /// HyperQueue, a task runtime that works inside allocations of a batch system: its command `hq`, or its Python package on this machine.
    Hyperqueue,
    /// GNU parallel, on this machine or over ssh.
    Parallel,
    /// Processes on this machine, each pinned to a core.
    Local,
}

/// The maximum number of tasks of an array if Slurm does not say: `MaxArraySize` is 1,001 unless a cluster says otherwise.
const ARRAY: usize = 1000;

impl Engine {
    /// The template of its job script.
    pub fn template(self) -> &'static str {
        match self {
            Engine::Slurm => include_str!("templates/slurm.sh"),
            Engine::Hyperqueue => include_str!("templates/hyperqueue.sh"),
            Engine::Parallel => include_str!("templates/parallel.sh"),
            Engine::Local => include_str!("templates/local.sh"),
        }
    }

    /// Checks that the program that starts its jobs is installed.
    ///
    /// # Errors
    /// Which program is missing, and what to use instead.
    pub fn is_there(self) -> Result<(), String> {
        let program = match self {
            Engine::Slurm => "sbatch",
            Engine::Hyperqueue if has_hyperqueue_package() => return Ok(()),
            Engine::Hyperqueue => "hq",
            Engine::Parallel => "parallel",
            Engine::Local => "bash",
        };
        match Command::new(program).arg("--version").output() {
            Err(error) => Err(format!(
                "--engine {} needs the program `{program}`, which cannot be started ({error}); --engine local needs only a shell, and \
                 --dry-run shows the scripts",
                self.word()
            )),
            Ok(_) => Ok(()),
        }
    }

    /// The largest number of tasks in a job. Slurm is asked; the others have no limit that matters.
    pub fn most_tasks(self) -> usize {
        match self {
            Engine::Slurm => slurm_array().unwrap_or(ARRAY),
            Engine::Local => physical_cores(),
            Engine::Hyperqueue | Engine::Parallel => usize::MAX,
        }
    }

    /// Whether it takes a job and returns at once; the others play until they are done.
    pub fn is_batch(self) -> bool {
        self == Engine::Slurm
    }

    /// The engine's status of a job's tasks, in a line; `None` if it cannot be queried.
    pub fn ask(self, names: &[String]) -> Option<String> {
        let (Engine::Slurm, Some(first)) = (self, names.first()) else { return None };
        let said = Command::new("squeue").args(["--noheader", "--array", "--format=%T", "--jobs", first]).output().ok()?;
        if !said.status.success() {
            // Slurm forgets jobs that have ended.
            return Some(format!("Slurm: no task of job {first} is pending or running"));
        }
        let text = String::from_utf8_lossy(&said.stdout).into_owned();
        let count = |state: &str| text.lines().filter(|line| line.trim() == state).count();
        let (running, all) = (count("RUNNING"), text.lines().count());
        Some(format!("Slurm: job {first}, {running} tasks running, {} pending", all - running))
    }
}

/// Whether `python3` has the package `hyperqueue`, which holds a server and a worker, but not the command `hq`.
fn has_hyperqueue_package() -> bool {
    let python = Command::new("python3").args(["-c", "import hyperqueue"]).stderr(Stdio::null()).status();
    python.is_ok_and(|status| status.success())
}

fn slurm_array() -> Option<usize> {
    let said = Command::new("scontrol").args(["show", "config"]).output().ok()?;
    let text = String::from_utf8(said.stdout).ok()?;
    let limit = |name: &str| {
        let line = text.lines().find(|line| line.trim_start().starts_with(name))?;
        line.split_once('=')?.1.trim().parse::<usize>().ok()
    };
    // An array's last index is one less than its largest size; a job array counts as that many jobs.
    let size = limit("MaxArraySize")?.checked_sub(1)?;
    Some(limit("MaxJobCount").map_or(size, |jobs| size.min(jobs)).max(1))
}
