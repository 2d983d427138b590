//! Groups of processes: a program in a seat leads one, so that what it starts ends with it.
//!
//! Elsewhere than on Unix there are none, and the program alone is ended.

use std::collections::BTreeSet;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The groups that are not ended yet, by the process that leads each.
static GROUPS: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

fn groups() -> MutexGuard<'static, BTreeSet<u32>> {
    // Nothing panics while it is held.
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Lets a process that is to be started lead a group of its own.
#[cfg(unix)]
pub(super) fn lead(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
pub(super) fn lead(_: &mut Command) {}

/// Notes the group of a process that was started.
pub(super) fn note(leader: &Child) {
    groups().insert(leader.id());
}

/// Ends all of the group that a process leads or led.
pub(super) fn kill(leader: &Child) {
    if groups().remove(&leader.id()) {
        kill_group(leader.id());
    }
}

/// Ends all programs in seats, with what they started: for whoever ends this process in the middle of games.
pub fn kill_all() {
    let all = std::mem::take(&mut *groups());
    all.into_iter().for_each(kill_group);
}

#[cfg(unix)]
fn kill_group(leader: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let leader = i32::try_from(leader).ok().and_then(Pid::from_raw);
    if let Some(leader) = leader {
        // Nobody may be left in it.
        let _ = kill_process_group(leader, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: u32) {}
