//! `polydoku serve`: the page of a race with a box for any puzzle, on this
//! machine.

use std::io::{self, IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::time::Duration;

use clap::Parser;
use polydoku_core::Rules;
use polydoku_teach::server::{Limits, serve};

use super::Run;
use super::race::one_a_family;
use crate::flags::{TalkFlags, duration};
use crate::interrupt;
use crate::status::{Failure, Status};
use crate::stream::plain;
use crate::talk::Talk;

/// Serve the teaching page on this machine, for any puzzle
///
/// The page of `polydoku race`, with a box to paste a puzzle into and presets.
/// Engines run natively, within limits. Only this machine can reach it unless
/// --address says otherwise; there is no password, so think before you do. The
/// address is printed once the server answers; Ctrl-C ends it.
#[derive(Parser, Debug)]
#[command(name = "serve", before_long_help = EXAMPLES)]
pub struct Serve {
    /// Port to listen on; 0 takes a free one
    #[arg(long, value_name = "N", default_value_t = 8008)]
    port: u16,

    /// Address to listen on; 0.0.0.0 is every device
    #[arg(long, value_name = "IP", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,

    /// Time for each engine's search
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "3s")]
    timeout: Duration,

    /// Nodes for each engine's search
    #[arg(long, value_name = "N", default_value_t = Limits::default().nodes)]
    max_nodes: u64,

    /// Largest grid
    #[arg(long, value_name = "N", default_value_t = Limits::default().size)]
    max_size: usize,

    /// Races at once; further ones are refused
    #[arg(long, value_name = "N", default_value_t = Limits::default().races as u64, value_parser = super::at_least_one())]
    races: u64,

    #[command(flatten)]
    talk: TalkFlags,
}

const EXAMPLES: &str = "\
Examples:
  polydoku serve                         http://127.0.0.1:8008
  polydoku serve --port 0 -q             a free port; the address alone is printed
  polydoku serve --timeout 20s           for a patient class";

impl Run for Serve {
    fn run(self) -> Result<Status, Failure> {
        let address = SocketAddr::new(self.address, self.port);
        let cannot = |error: &io::Error| Failure::Io(format!("{address}: {}", plain(error)));
        let listener = TcpListener::bind(address).map_err(|error| cannot(&error))?;
        let real = listener.local_addr().map_err(|error| cannot(&error))?;
        let talk = Talk::new(self.talk);
        if !real.ip().is_loopback() {
            talk.note("other machines can reach this address, and there is no password");
        }
        let engines: Vec<_> = polydoku_engines::all()
            .iter()
            .map(Box::as_ref)
            .filter(|engine| engine.available().is_ok())
            .collect();
        let chosen = one_a_family(&Rules::classic());
        let chosen: Vec<&str> = chosen.iter().map(|engine| engine.info().name).collect();
        let limits = Limits {
            time: self.timeout,
            nodes: self.max_nodes,
            size: self.max_size,
            races: usize::try_from(self.races).unwrap_or(usize::MAX),
            ..Limits::default()
        };
        let cancel = interrupt::flag();
        // The listener answers from here on: it keeps what comes until it is served.
        let mut out = io::stdout().lock();
        writeln!(out, "http://{real}/")
            .and_then(|()| out.flush())
            .map_err(|error| Failure::writing(&error))?;
        drop(out);
        if io::stderr().is_terminal() {
            talk.note("Ctrl-C ends it");
        }
        serve(listener, engines, &chosen, limits, &cancel).map_err(|error| cannot(&error))?;
        Err(Failure::Interrupted)
    }
}
