//! Ctrl-C: the first asks for an orderly end, the second ends at once.
//!
//! The flag is the one that searches and reading look at, so the line being
//! written is finished and the summary printed; the run itself then says that
//! it was interrupted.

use polydoku_core::Cancel;

/// The exit status after Ctrl-C, as shells expect it.
pub const STATUS: u8 = 130;

/// A flag that Ctrl-C sets.
pub fn flag() -> Cancel {
    let cancel = Cancel::new();
    let seen = cancel.clone();
    let set = ctrlc::set_handler(move || {
        if seen.is_cancelled() {
            #[allow(clippy::exit)] // nobody waits for an orderly end a second time
            std::process::exit(i32::from(STATUS));
        }
        seen.cancel();
    });
    // Without a handler Ctrl-C still ends the program, only less politely.
    drop(set);
    cancel
}
