//! A headless Chromium for tests of pages: a development dependency only.
//!
//! A page is right when a real browser shows it, so the tests of pages drive
//! one: load, run a line of JavaScript, press keys, look at what the console
//! said and what was fetched, take a picture at some size in dark or light. What
//! is here is the little of Chrome's DevTools protocol that this takes.
//!
//! The protocol is spoken over two pipes rather than a web socket
//! (`--remote-debugging-pipe`: commands on file descriptor 3, answers on 4, a
//! zero byte between messages). So there is no port to find, no library to trust,
//! and a browser whose test died sees its pipe close and ends by itself. Handing
//! over descriptors takes a shell, so this works on Unix alone; elsewhere tests
//! skip as they do where no browser is installed.
//!
//! ```text
//! test -> Browser -> Wire -- pipe 3 --> chromium      {"id":7,"method":..}
//!                         <-- pipe 4 --               {"id":7,"result":..}, events
//! ```
//!
//! A test that needs a browser asks [`or_skip`] for one. Everything here panics
//! with a message where the browser does not do as it is told: a test has nothing
//! better to do.
#![forbid(unsafe_code)]

mod base64;
mod browser;
mod keys;
mod wire;

use std::env;
use std::path::PathBuf;

pub use browser::{Browser, Look};

/// What the program is called, where it is there.
const NAMES: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

/// A browser, whose version is printed, or nothing after `skipped: reason` was
/// printed: the log of the tests says which it was.
///
/// # Panics
/// If there is none and `POLYDOKU_REQUIRE_BROWSER` is set, as CI does; or if
/// there is one and it does not start.
#[allow(clippy::print_stdout)]
pub fn or_skip() -> Option<Browser> {
    match program() {
        Ok(program) => {
            let browser = Browser::launch(&program);
            println!("browser: {}", browser.version());
            Some(browser)
        }
        Err(reason) => {
            let required =
                env::var_os("POLYDOKU_REQUIRE_BROWSER").is_some_and(|value| value != "0");
            assert!(!required, "{reason}, and POLYDOKU_REQUIRE_BROWSER is set");
            println!("skipped: {reason}");
            None
        }
    }
}

/// The browser's program: what `POLYDOKU_BROWSER` names, or the first of the
/// usual names on the search path.
///
/// # Errors
/// There is none; the reason, to be printed as a skip.
pub fn program() -> Result<PathBuf, String> {
    if !cfg!(unix) {
        return Err("browser tests need Unix pipes".to_owned());
    }
    if let Some(named) = env::var_os("POLYDOKU_BROWSER") {
        return Ok(PathBuf::from(named));
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let found = env::split_paths(&path)
        .flat_map(|folder| NAMES.map(|name| folder.join(name)))
        .find(|program| program.is_file());
    found.ok_or_else(|| "no chromium is installed (POLYDOKU_BROWSER says where one is)".to_owned())
}
