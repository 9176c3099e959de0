//! A program with all that it has started: where the program is a script, the engine is a
//! child of it, and both must go.
use std::{
    io,
    process::{Child, Command, ExitStatus},
};

/// A running program, which ends with the value.
#[derive(Debug)]
pub(super) struct Group {
    child: Child,
    /// Its end is known, and its number may belong to another program.
    over: bool,
}

impl Drop for Group {
    fn drop(&mut self) {
        if !self.over {
            kill(&mut self.child);
            // This takes it off the system's list.
            let _ = self.child.wait();
        }
    }
}

impl Group {
    /// Starts a program, as the first of a group of its own where the system has groups.
    pub fn start(command: &mut Command) -> io::Result<Group> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        Ok(Group { child: command.spawn()?, over: false })
    }

    /// The program itself, for its pipes.
    pub fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// How the program has left, if it has; what it has started goes with it.
    pub fn status(&mut self) -> Option<ExitStatus> {
        if !self.over && has_left(&mut self.child) {
            // Before its number is given back, so that the group is surely ours.
            kill(&mut self.child);
        }
        let status = self.child.try_wait().ok().flatten();
        self.over |= status.is_some();
        status
    }
}

/// Whether the program has left; its number stays taken.
#[cfg(unix)]
fn has_left(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    waitid(WaitId::Pid(Pid::from_child(child)), options).is_ok_and(|status| status.is_some())
}

#[cfg(not(unix))]
fn has_left(child: &mut Child) -> bool {
    matches!(child.try_wait(), Ok(Some(_)))
}

/// Ends the program and all that it has started. It may have left already.
fn kill(child: &mut Child) {
    #[cfg(unix)]
    let _ = rustix::process::kill_process_group(rustix::process::Pid::from_child(child), rustix::process::Signal::KILL);
    let _ = child.kill();
}
