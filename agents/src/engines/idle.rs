//! Engines that wait for the next game of another cell: a tournament returns to a pair only after all others, and starting a program takes longer
//! than many games.

use super::running::RunningEngine;
use super::settings::EngineSettings;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::marker::PhantomData;
use std::sync::Arc;
use treebench_games::Game;

/// The maximum number of engines that wait; the one that has waited longest quits. Each holds memory and open files.
const MOST: usize = 20;

thread_local! {
    static IDLE: RefCell<Option<VecDeque<IdleEngine>>> = const { RefCell::new(None) };
}

struct IdleEngine {
    settings: EngineSettings,
    game: Arc<dyn Game>,
    running: RunningEngine,
}

/// While it exists, engines of this thread with `restart = "worker"` wait for the next agent with the same settings in the same game instead of
/// quitting. They quit with it.
#[must_use]
pub struct IdleEngines(PhantomData<*const ()>);

impl IdleEngines {
    /// From now on, engines of this thread wait.
    pub fn kept() -> IdleEngines {
        let others = IDLE.with_borrow_mut(|idle| idle.replace(VecDeque::new()));
        assert!(others.is_none(), "a thread has one pool");
        IdleEngines(PhantomData)
    }
}

impl Drop for IdleEngines {
    fn drop(&mut self) {
        let all = IDLE.with_borrow_mut(Option::take);
        all.into_iter().flatten().for_each(|idle| idle.running.quit());
    }
}

/// Lets an engine wait, or makes it quit.
pub(super) fn park(settings: &EngineSettings, game: &Arc<dyn Game>, running: RunningEngine) {
    let idle = IdleEngine { settings: settings.clone(), game: Arc::clone(game), running };
    // A thread that ends has no pool.
    let leaves = IDLE.try_with(|pool| match &mut *pool.borrow_mut() {
        Some(pool) => {
            pool.push_back(idle);
            if pool.len() > MOST { pool.pop_front() } else { None }
        }
        None => Some(idle),
    });
    if let Ok(Some(leaves)) = leaves {
        leaves.running.quit();
    }
}

/// An engine that waits and has these settings, if any.
pub(super) fn take(settings: &EngineSettings, game: &Arc<dyn Game>) -> Option<RunningEngine> {
    loop {
        let found = IDLE.try_with(|pool| {
            let mut pool = pool.borrow_mut();
            let pool = pool.as_mut()?;
            let place = pool.iter().position(|idle| Arc::ptr_eq(&idle.game, game) && idle.settings == *settings)?;
            pool.remove(place)
        });
        let mut running = found.ok().flatten()?.running;
        // An engine that exits while it waits has not failed.
        if running.is_alive() {
            return Some(running);
        }
    }
}
