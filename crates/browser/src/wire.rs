//! The browser's process and the two pipes to it: commands out, answers and
//! events in.
//!
//! A thread reads what comes, so that a browser that says nothing fails the test
//! after [`PATIENCE`] instead of hanging it.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use std::{env, fs, process, thread};

use serde_json::{Value, json};

/// How long an answer may take: pages of megabytes on a busy machine included.
const PATIENCE: Duration = Duration::from_secs(90);

/// Puts the pipes that stand as input and output where Chromium looks for them.
const HAND_OVER: &str = r#"exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null 2>/dev/null"#;

#[derive(Debug)]
pub(crate) struct Wire {
    child: Child,
    commands: Option<ChildStdin>,
    messages: Receiver<Value>,
    sent: u64,
    profile: PathBuf,
}

impl Wire {
    /// Starts the program with an empty profile of its own.
    pub fn open(program: &Path) -> Wire {
        static STARTED: AtomicU32 = AtomicU32::new(0);
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let profile = env::temp_dir().join(format!("polydoku-browser-{}-{number}", process::id()));
        let mut child = Command::new("sh")
            .args(["-c", HAND_OVER])
            .arg(program)
            .args([
                "--headless=new",
                "--remote-debugging-pipe",
                // Containers have neither the rights for a sandbox nor a large
                // /dev/shm; the pages shown are our own.
                "--no-sandbox",
                "--disable-dev-shm-usage",
                "--disable-gpu",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-extensions",
                "--force-color-profile=srgb",
                "--hide-scrollbars",
            ])
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a shell starts");
        let commands = child.stdin.take();
        let answers = child.stdout.take().expect("its output is a pipe");
        let (sender, messages) = channel();
        thread::spawn(move || {
            for message in BufReader::new(answers).split(0) {
                let Ok(message) = message else { return };
                let message = serde_json::from_slice(&message).expect("messages are JSON");
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Wire {
            child,
            commands,
            messages,
            sent: 0,
            profile,
        }
    }

    /// Sends a command and returns its number.
    pub fn send(&mut self, session: Option<&str>, method: &str, params: Value) -> u64 {
        self.sent += 1;
        let mut command = json!({ "id": self.sent, "method": method, "params": params });
        if let Some(session) = session {
            command["sessionId"] = session.into();
        }
        let mut bytes = command.to_string().into_bytes();
        bytes.push(0);
        let pipe = self.commands.as_mut().expect("the pipe is open");
        let sent = pipe.write_all(&bytes).and_then(|()| pipe.flush());
        sent.unwrap_or_else(|error| panic!("the browser does not take {method}: {error}"));
        self.sent
    }

    /// The next message, whatever it is; `awaited` says for what.
    pub fn next(&mut self, awaited: &str) -> Value {
        let message = self.messages.recv_timeout(PATIENCE);
        message.unwrap_or_else(|error| panic!("the browser does not answer {awaited}: {error}"))
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        // The closed pipe ends the browser; what it writes meanwhile is read away.
        self.commands = None;
        let quiet = Duration::from_secs(5);
        while self.messages.recv_timeout(quiet).is_ok() {}
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.profile);
    }
}
