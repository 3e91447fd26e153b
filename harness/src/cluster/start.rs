//! The start of a job.

use super::Engine;
use super::job::JobScripts;
use std::process::Command;

/// The exit code of a job whose tasks were all played, although some failed and have no result.
const FAILED: u8 = 4;

/// A job that was started.
pub struct StartedJob {
    /// The names that the engine assigned, if any.
    pub names: Vec<String>,
    /// The exit code: 0, or that of failed tasks.
    pub code: u8,
}

impl JobScripts {
    /// Starts the job. An engine that is no [batch system](Engine::is_batch) is waited for.
    ///
    /// # Errors
    /// If it cannot be started, or says that something went wrong.
    pub fn start(&self, engine: Engine, options: &[String]) -> Result<StartedJob, String> {
        match engine {
            Engine::Slurm => {
                let first = sbatch(options, &self.job)?;
                // The merging job waits for the first, whose name is only known now.
                self.name_first(&first)?;
                Ok(StartedJob { names: vec![first, sbatch(&[], &self.merge)?], code: 0 })
            }
            Engine::Hyperqueue | Engine::Parallel | Engine::Local => {
                let status = Command::new("bash").arg(&self.job).status().map_err(|error| format!("cannot start bash: {error}"))?;
                match status.code() {
                    Some(code) if code == 0 || code == i32::from(FAILED) => Ok(StartedJob { names: Vec::new(), code: code as u8 }),
                    _ => Err(format!("`{}` ended with {status}", self.job.display())),
                }
            }
        }
    }
}

fn sbatch(options: &[String], script: &std::path::Path) -> Result<String, String> {
    let said = Command::new("sbatch").arg("--parsable").args(options).arg(script).output();
    let said = said.map_err(|error| format!("cannot start sbatch: {error}"))?;
    if !said.status.success() {
        return Err(format!("sbatch refused `{}`: {}", script.display(), String::from_utf8_lossy(&said.stderr).trim()));
    }
    // `JOB` or `JOB;CLUSTER`.
    let text = String::from_utf8_lossy(&said.stdout);
    Ok(text.trim().split(';').next().unwrap_or_default().to_owned())
}
