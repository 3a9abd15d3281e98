//! Binding a thread to one processor, where the system lets us.
//!
//! A thread that is moved in the middle of a measure finds cold caches. Linux
//! offers `sched_setaffinity`; elsewhere threads stay unbound, and the record
//! says so. Of the processors that the process may use, the last is taken: the
//! first tends to serve interrupts.

/// Binds the calling thread; the processor's number where that worked.
#[cfg(target_os = "linux")]
pub(crate) fn pin() -> Option<u32> {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    let allowed = sched_getaffinity(None).ok()?;
    let last = (0..CpuSet::MAX_CPU)
        .rev()
        .find(|&cpu| allowed.is_set(cpu))?;
    let mut only = CpuSet::new();
    only.set(last);
    sched_setaffinity(None, &only).ok()?;
    Some(last as u32)
}

/// Binds nothing.
#[cfg(not(target_os = "linux"))]
pub(crate) fn pin() -> Option<u32> {
    None
}
