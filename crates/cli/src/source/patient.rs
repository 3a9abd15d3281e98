//! Reading that waits for a slow writer but not beyond Ctrl-C.
//!
//! A read from a pipe or terminal blocks until something comes, whatever flags
//! are set meanwhile. So the wait is taken apart: ask whether something is
//! there, for a tenth of a second at a time, and look at the flag in between.
//! A source that is cancelled is at its end. Where a system has no `poll`, a
//! second Ctrl-C ends the program instead.
//!
//! Standard input is read through a descriptor of its own: the library's buffer
//! in front of it would hold bytes back that `poll` knows nothing of.

use std::io::{self, Read};

use polydoku_core::Cancel;

/// A reader that ends when cancelled.
pub struct Patient<R> {
    source: R,
    cancel: Cancel,
}

impl<R> Patient<R> {
    /// Reads from `source` until it ends or `cancel` is set.
    pub fn new(source: R, cancel: &Cancel) -> Patient<R> {
        Patient {
            source,
            cancel: cancel.clone(),
        }
    }
}

#[cfg(unix)]
impl<R: Read + std::os::fd::AsFd> Read for Patient<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while !self.cancel.is_cancelled() {
            if is_ready(&self.source, 100)? {
                return self.source.read(into);
            }
        }
        Ok(0)
    }
}

#[cfg(not(unix))]
impl<R: Read> Read for Patient<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.source.read(into)
    }
}

/// Whether a read would not wait, asked for so many milliseconds.
#[cfg(unix)]
fn is_ready(source: &impl std::os::fd::AsFd, milliseconds: i64) -> io::Result<bool> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let wait = Timespec {
        tv_sec: 0,
        tv_nsec: milliseconds * 1_000_000,
    };
    let mut polled = [PollFd::new(source, PollFlags::IN)];
    match poll(&mut polled, Some(&wait)) {
        // Data, an end, or an error that the read will tell.
        Ok(ready) => Ok(ready > 0),
        Err(rustix::io::Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Standard input without a buffer.
pub fn stdin() -> io::Result<std::fs::File> {
    #[cfg(unix)]
    return {
        use std::os::fd::AsFd;
        Ok(io::stdin().as_fd().try_clone_to_owned()?.into())
    };
    #[cfg(windows)]
    return {
        use std::os::windows::io::AsHandle;
        Ok(io::stdin().as_handle().try_clone_to_owned()?.into())
    };
}

/// Whether standard input has something to read, or its end, right now.
pub fn stdin_is_ready() -> bool {
    #[cfg(unix)]
    return is_ready(&io::stdin(), 20).unwrap_or(false);
    #[cfg(not(unix))]
    return false;
}
