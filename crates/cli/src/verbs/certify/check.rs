//! Checks the certificates in a folder, one line an entry.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use polydoku_certificate::{
    Accepted, Entry, Evidence, FileFault, Index, OWN_CHECKER, Outcome, Outside, Rejection, verified,
};

use crate::flags::TalkFlags;
use crate::interrupt;
use crate::status::{Failure, Status};
use crate::summary::Seconds;
use crate::talk::Talk;
use polydoku_harness::report::thousands;

/// Checks a folder, with our own checker and those that are installed.
pub fn run(folder: &Path, talk: TalkFlags) -> Result<Status, Failure> {
    let cancel = interrupt::flag();
    let talk = Talk::new(talk);
    let start = Instant::now();
    let outside = Outside::installed();
    let failed = |error| Failure::Io(format!("{}: {error}", folder.display()));
    let index = Index::open(folder).map_err(failed)?;
    let mut sums = Sums::default();
    let mut end = Ok(());
    for entry in index {
        let entry = match entry {
            Ok(entry) if !cancel.is_cancelled() => entry,
            Ok(_) => {
                end = Err(Failure::Interrupted);
                break;
            }
            Err(error) => {
                end = Err(failed(error));
                break;
            }
        };
        let outcome = verified(folder, &entry, &outside);
        sums.add(&outcome);
        let mut out = io::stdout().lock();
        writeln!(out, "{}", line(&entry, &outcome))
            .and_then(|()| out.flush())
            .map_err(|error| Failure::writing(&error))?;
    }
    let seconds = Seconds(start.elapsed().as_secs_f64());
    talk.note(format_args!(
        "{} in {seconds}: {}",
        sums.total(),
        sums.parts()
    ));
    talk.note(sums.checkers(&outside));
    end.map(|()| sums.status())
}

/// `000001 unique: accepted by polydoku-lrat, rate`.
fn line(entry: &Entry, outcome: &Outcome) -> String {
    let start = format!("{:06} {}", entry.number, entry.verdict.word());
    match outcome {
        Outcome::Accepted(Accepted { checkers, .. }) => match entry.verdict {
            Evidence::Multiple => format!("{start}: accepted, both solutions hold"),
            Evidence::Invalid => format!("{start}: accepted, the clues clash"),
            _ => format!("{start}: accepted by {}", checkers.join(", ")),
        },
        Outcome::Unknown { reason } if reason.is_empty() => format!("{start}: no evidence"),
        Outcome::Unknown { reason } => format!("{start}: no evidence, {reason}"),
        Outcome::Refused(why) => format!("{start}: refused, {why}"),
    }
}

/// What all entries came to.
#[derive(Default)]
struct Sums {
    accepted: u64,
    refused: u64,
    /// Of the refused, those whose files could not even be read.
    unreadable: u64,
    unknown: u64,
    bytes: u64,
    /// How many proofs each checker followed.
    followed: BTreeMap<&'static str, u64>,
}

impl Sums {
    fn add(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Accepted(accepted) => {
                self.accepted += 1;
                self.bytes += accepted.bytes;
                for checker in &accepted.checkers {
                    *self.followed.entry(checker).or_default() += 1;
                }
            }
            Outcome::Unknown { .. } => self.unknown += 1,
            Outcome::Refused(why) => {
                self.refused += 1;
                let unreadable = |what: &FileFault| matches!(what, FileFault::Unreadable(_));
                if matches!(why, Rejection::File { what, .. } if unreadable(what)) {
                    self.unreadable += 1;
                }
            }
        }
    }

    fn total(&self) -> String {
        match self.accepted + self.refused + self.unknown {
            1 => "1 certificate".to_owned(),
            number => format!("{} certificates", thousands(number)),
        }
    }

    fn parts(&self) -> String {
        let parts = [
            (self.accepted, "accepted"),
            (self.refused, "refused"),
            (self.unknown, "without evidence"),
        ];
        let parts = parts.into_iter().filter(|&(number, _)| number > 0);
        let parts = parts.map(|(number, what)| format!("{} {what}", thousands(number)));
        let parts: Vec<String> = parts.collect();
        match self.bytes {
            _ if parts.is_empty() => "nothing to check".to_owned(),
            0 => parts.join(", "),
            bytes => format!("{}; {} bytes of files", parts.join(", "), thousands(bytes)),
        }
    }

    /// Which checkers ran, and which could have.
    fn checkers(&self, outside: &[Outside]) -> String {
        let names = [OWN_CHECKER]
            .into_iter()
            .chain(outside.iter().map(Outside::name));
        let ran = names.map(|name| {
            let proofs = self.followed.get(name).copied().unwrap_or(0);
            format!("{name} {}", thousands(proofs))
        });
        let ran: Vec<String> = ran.collect();
        let installed = |name: &&str| outside.iter().any(|checker| checker.name() == *name);
        let missing: Vec<&str> = Outside::names().filter(|name| !installed(name)).collect();
        let mut text = format!("proofs accepted: {}", ran.join(", "));
        if !missing.is_empty() {
            text.push_str("; not installed: ");
            text.push_str(&missing.join(", "));
        }
        text
    }

    fn status(&self) -> Status {
        match self {
            Sums {
                unreadable: 1.., ..
            } => Status::Unreadable,
            Sums { unknown: 1.., .. } => Status::Unsettled,
            Sums { refused: 1.., .. } => Status::No,
            _ => Status::Yes,
        }
    }
}
