//! The sessions of a results file, and what they say of the looks at its cells.

use super::ResultsFile;
use crate::kinds::{self, Design};
use crate::saved::results::Session;
use crate::store::{History, Store, StoreError, invocations};

impl ResultsFile {
    /// The invocations that played, in the file and in the directory, the oldest first.
    ///
    /// # Errors
    /// If the directory cannot be read.
    pub fn sessions(&self, store: Option<&Store>) -> Result<Vec<Session>, StoreError> {
        let mut sessions = self.header.as_ref().map_or(Vec::new(), |header| header.sessions.clone());
        let entries = store.map(|store| invocations(store.dir())).transpose()?.unwrap_or_default();
        let here: Vec<Session> = entries.iter().filter(|entry| entry["played"] != 0).map(Session::of).collect();
        for session in &here {
            let same =
                |known: &Session| (&known.started, &known.host, &known.command) == (&session.started, &session.host, &session.command);
            // Two that began in the same second are one, and ended early if either did.
            let killed = here.iter().any(|other| same(other) && other.killed);
            // A session is written while it plays.
            match sessions.iter_mut().find(|known| same(known)) {
                Some(known) => known.killed = killed,
                None => sessions.push(Session { killed, ..session.clone() }),
            }
        }
        sessions.sort_by(|a, b| a.started.cmp(&b.started));
        Ok(sessions)
    }

    /// How many sessions ended before their end; 0 where every task comes out the same the next time.
    ///
    /// # Errors
    /// If the directory cannot be read.
    pub(in crate::results) fn killed(&self, store: Option<&Store>) -> Result<u64, StoreError> {
        let sessions = if self.plan.experiment.is_repeatable() { Vec::new() } else { self.sessions(store)? };
        Ok(sessions.iter().filter(|session| session.killed).count() as u64)
    }
}

/// How the sessions of a file contradict the looks at its cells, if they do: where more games were planned later, the size before is a look.
pub fn contradiction(saved: &ResultsFile) -> Option<String> {
    let is_fixed = kinds::of(&saved.plan.experiment).design(&saved.plan.experiment) == Design::Fixed;
    let Session { started, size, .. } = unseen(&saved.header.as_ref().filter(|_| is_fixed)?.sessions, &saved.histories)?;
    Some(format!("the session of {started} ended with {size} tasks per cell, but no cell's `looks` have that size: they were edited"))
}

/// The first session at whose end what there was could be seen before more was planned, and is no look.
fn unseen<'s>(sessions: &'s [Session], histories: &[History]) -> Option<&'s Session> {
    let (mut planned, mut last): (u32, Option<&Session>) = (0, None);
    for session in sessions {
        if let Some(last) =
            last.filter(|last| session.planned > planned && !histories.iter().any(|history| history.looks.contains(&last.size)))
        {
            return Some(last);
        }
        planned = planned.max(session.planned);
        last = Some(session).filter(|session| session.size > 0).or(last);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_session_is_a_look_where_more_was_planned_later() {
        let session = |(planned, size)| Session { planned, size, ..Session::default() };
        let is_seen = |sessions: &[(u32, u32)], looks: &[u32]| {
            let sessions: Vec<Session> = sessions.iter().copied().map(session).collect();
            unseen(&sessions, &[History { looks: looks.iter().copied().collect(), ..History::begun() }]).is_none()
        };
        assert!(is_seen(&[(12, 12), (20, 20), (60, 60)], &[12, 20, 60]));
        assert!(!is_seen(&[(12, 12), (20, 20), (60, 60)], &[12, 60]));
        assert!(!is_seen(&[(12, 12), (20, 20), (60, 60)], &[60]));
        // Nobody chose to play on with what was planned from the first game on.
        assert!(is_seen(&[(60, 12), (60, 31), (60, 60)], &[60]));
        // Sessions of earlier versions have no sizes.
        assert!(is_seen(&[(0, 0), (60, 60)], &[]) && !is_seen(&[(12, 12), (0, 0), (60, 60)], &[60]));
    }
}
