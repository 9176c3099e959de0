//! Games on cores of their own, so that they do not push each other from core to core.
//!
//! A thread is pinned before it starts programs: they and their threads inherit its core.

/// The cores that this process may use; the message says why it cannot choose among them.
#[cfg(target_os = "linux")]
pub(super) fn cores() -> Result<Vec<usize>, String> {
    use rustix::thread::{CpuSet, sched_getaffinity};
    let allowed =
        sched_getaffinity(None).map_err(|reason| format!("--affinity: cannot ask for the cores: {reason}"))?;
    Ok((0..CpuSet::MAX_CPU).filter(|core| allowed.is_set(*core)).collect())
}

/// Keeps the calling thread, and what it starts from now on, on one core.
#[cfg(target_os = "linux")]
pub(super) fn pin(core: usize) -> Result<(), String> {
    use rustix::thread::{CpuSet, sched_setaffinity};
    let mut only = CpuSet::new();
    only.set(core);
    sched_setaffinity(None, &only).map_err(|reason| format!("--affinity: core {core}: {reason}"))
}

#[cfg(not(target_os = "linux"))]
pub(super) fn cores() -> Result<Vec<usize>, String> {
    Err("--affinity: expected Linux: elsewhere games cannot be kept on a core".to_string())
}

#[cfg(not(target_os = "linux"))]
pub(super) fn pin(_: usize) -> Result<(), String> {
    Ok(())
}

/// A core for each game at a time, or none if that was not asked for.
pub(super) fn shared_out(affinity: bool, jobs: usize) -> Result<Vec<Option<usize>>, String> {
    if !affinity {
        return Ok(vec![None; jobs]);
    }
    let cores = cores()?;
    if jobs > cores.len() {
        let count = cores.len();
        return Err(format!("--affinity: expected --jobs of at most {count}, the number of cores, not {jobs}"));
    }
    Ok(cores.into_iter().take(jobs).map(Some).collect())
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_pinned_thread_and_the_programs_it_starts_stay_on_their_core() {
        let allowed = cores().unwrap();
        let last = *allowed.last().unwrap();
        let (own, inherited) = std::thread::spawn(move || {
            pin(last).unwrap();
            let status = std::process::Command::new("cat").arg("/proc/self/status").output().unwrap();
            (cores().unwrap(), String::from_utf8(status.stdout).unwrap())
        })
        .join()
        .unwrap();
        assert_eq!(own, [last]);
        let list = inherited.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:")).unwrap();
        assert_eq!(list.trim(), last.to_string());
        assert_eq!(cores().unwrap(), allowed, "the thread that started it is free");
    }

    #[test]
    fn more_games_than_cores_are_refused() {
        let count = cores().unwrap().len();
        assert_eq!(shared_out(false, 9).unwrap(), vec![None; 9]);
        assert_eq!(shared_out(true, count).unwrap().len(), count);
        let message = shared_out(true, count + 1).unwrap_err();
        assert!(message.contains("expected --jobs of at most"), "{message}");
    }
}
