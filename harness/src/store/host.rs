//! The machine, as far as the standard library can describe it.

use std::collections::BTreeSet;
use std::fs;
use std::thread::available_parallelism;

/// The machine of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Host {
    /// Its name.
    pub name: String,
    /// System and processor family, as in `linux x86_64`.
    pub system: String,
    /// The processor's model, or "unknown".
    pub cpu: String,
    /// The number of threads that this process can run at a time.
    pub threads: usize,
    /// The number of their cores.
    pub cores: usize,
}

impl Host {
    /// This machine.
    pub fn here() -> Host {
        Host {
            name: host_name(),
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            cpu: cpu_model(&fs::read_to_string("/proc/cpuinfo").unwrap_or_default()),
            threads: threads(),
            cores: physical_cores(),
        }
    }
}

/// The machine's name, or "unknown host".
pub fn host_name() -> String {
    let file = || fs::read_to_string("/proc/sys/kernel/hostname").or_else(|_| fs::read_to_string("/etc/hostname"));
    let name = file().ok().map(|text| text.trim().to_owned()).filter(|name| !name.is_empty());
    name.or_else(|| std::env::var("HOSTNAME").or_else(|_| std::env::var("COMPUTERNAME")).ok()).unwrap_or_else(|| "unknown host".to_owned())
}

fn threads() -> usize {
    available_parallelism().map_or(1, usize::from)
}

/// The number of cores that this process can use at a time: physical ones where the system reports them, and never more than the threads
/// that it can run.
pub fn physical_cores() -> usize {
    let cores = distinct_cores(&fs::read_to_string("/proc/cpuinfo").unwrap_or_default());
    if cores == 0 { threads() } else { cores.min(threads()) }
}

fn value<'t>(line: &'t str, key: &str) -> Option<&'t str> {
    let (name, value) = line.split_once(':')?;
    (name.trim() == key).then(|| value.trim())
}

fn cpu_model(cpuinfo: &str) -> String {
    cpuinfo.lines().find_map(|line| value(line, "model name")).unwrap_or("unknown").to_owned()
}

/// Counts the pairs of socket and core; 0 if the text does not tell them.
fn distinct_cores(cpuinfo: &str) -> usize {
    let mut socket = "";
    let mut cores = BTreeSet::new();
    for line in cpuinfo.lines() {
        if let Some(id) = value(line, "physical id") {
            socket = id;
        } else if let Some(id) = value(line, "core id") {
            cores.insert((socket, id));
        }
    }
    cores.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_threads_of_a_core_count_once() {
        let thread = |socket, core| format!("model name\t: A : B\nphysical id\t: {socket}\ncore id\t\t: {core}\n\n");
        let text = [thread(0, 0), thread(0, 1), thread(0, 0), thread(1, 0)].concat();
        assert_eq!(distinct_cores(&text), 3);
        assert_eq!(distinct_cores("processor : 0\n"), 0);
        assert_eq!(cpu_model(&text), "A : B");
        assert_eq!(cpu_model(""), "unknown");
    }

    #[test]
    fn this_machine_has_a_core() {
        let host = Host::here();
        assert!(host.cores >= 1 && host.cores <= host.threads, "{host:?}");
    }
}
