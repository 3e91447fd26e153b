//! What the operating system does for processes: groups, signals, writing without blocking.

use std::process::{ChildStdin, Command};
use std::time::Duration;

/// Puts the process that this command starts into a group of its own, which Ctrl-C in the terminal does not reach.
pub(super) fn own_group(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

/// Kills all processes of a group.
pub(super) fn kill_group(leader: u32) {
    #[cfg(unix)]
    if let Some(pid) = i32::try_from(leader).ok().and_then(rustix::process::Pid::from_raw) {
        // It fails if the group is gone already, which is what is wanted.
        let _ = rustix::process::kill_process_group(pid, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = leader;
}

/// Makes writing to a full pipe an error instead of a wait.
pub(super) fn never_block(input: &ChildStdin) -> std::io::Result<()> {
    #[cfg(unix)]
    rustix::io::ioctl_fionbio(input, true)?;
    #[cfg(not(unix))]
    let _ = input;
    Ok(())
}

/// Waits until a full pipe has room, or until the time is over.
pub(super) fn wait_for_room(input: &ChildStdin, time: Duration) {
    #[cfg(unix)]
    {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let time = Timespec { tv_sec: time.as_secs().try_into().unwrap_or(i64::MAX), tv_nsec: time.subsec_nanos().into() };
        // An interrupted wait is a short one: the caller tries again.
        let _ = poll(&mut [PollFd::new(input, PollFlags::OUT)], Some(&time));
    }
    #[cfg(not(unix))]
    let _ = (input, time);
}
