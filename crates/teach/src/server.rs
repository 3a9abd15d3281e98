//! The teaching page, served: a puzzle comes in as text, a race goes out.
//!
//! ```text
//! GET  /                       the page, with a box for a puzzle and presets
//! POST /race?engines=A,B,C     body: a puzzle; answer: the race as JSON
//! ```
//!
//! Engines run natively, on threads of their own, and within [`Limits`]: a body
//! too long, a grid too large, too many engines, too many races at once are
//! refused with the reason; a search that takes too long is shown up to where it
//! came. When whoever asked goes away, the connection's future is dropped, and
//! with it a flag is set that every engine looks at: nobody computes for nobody.
//!
//! The page is for the machine it runs on. Nothing but the loopback device is
//! listened to unless the caller hands over another listener; a request must name
//! the server by an address or `localhost`, so that no site on the web can reach it
//! under a name of its own (DNS rebinding), and one that comes from another site's
//! page is refused.
//!
//! HTTP is axum's (on hyper and tokio): both are kept, and a dropped future on a
//! closed connection is what frees the work here.

mod answer;
mod door;

use std::io;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, RawQuery, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use polydoku_core::{Cancel, Engine};
use tokio::sync::Semaphore;

use answer::Refusal;

/// What a request may ask for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes of a puzzle's text.
    pub bytes: usize,
    /// Digits of a grid.
    pub size: usize,
    /// Engines in a race.
    pub engines: usize,
    /// Time for each engine's search; recording it takes up to twice as long again.
    pub time: Duration,
    /// Nodes of each engine's search.
    pub nodes: u64,
    /// Races at once.
    pub races: usize,
}

/// Plenty for a person, little for a machine.
impl Default for Limits {
    fn default() -> Limits {
        Limits {
            bytes: 64 * 1024,
            size: 36,
            engines: 6,
            time: Duration::from_secs(3),
            nodes: 20_000_000,
            races: 2,
        }
    }
}

/// A puzzle that the page offers.
#[derive(Clone, PartialEq, Eq, Debug, serde::Deserialize)]
pub struct Preset {
    /// What its button says.
    pub name: String,
    /// What it shows, in a sentence.
    pub about: String,
    /// Its text.
    pub puzzle: String,
}

/// The puzzles of `puzzles/presets.toml`.
pub fn presets() -> Vec<Preset> {
    #[derive(serde::Deserialize)]
    struct File {
        preset: Vec<Preset>,
    }
    let text = include_str!("../../../puzzles/presets.toml");
    let file: File = toml::from_str(text).expect("a test reads the presets");
    file.preset
}

/// What the form on the page shows.
pub(crate) struct Served<'p> {
    /// Names of engines, and whether they are chosen at first.
    pub engines: &'p [(&'static str, bool)],
    pub presets: &'p [Preset],
    pub limits: &'p str,
}

struct Shared {
    page: String,
    engines: Vec<&'static dyn Engine>,
    limits: Limits,
    slots: Arc<Semaphore>,
    stop: Cancel,
}

/// Answers requests until `stop` is set.
///
/// `engines` are those on offer; `chosen` are ticked at first.
///
/// # Errors
/// The listener cannot be used.
pub fn serve(
    listener: TcpListener,
    engines: Vec<&'static dyn Engine>,
    chosen: &[&str],
    limits: Limits,
    stop: &Cancel,
) -> io::Result<()> {
    let named: Vec<(&'static str, bool)> = engines
        .iter()
        .map(|engine| engine.info().name)
        .map(|name| (name, chosen.contains(&name)))
        .collect();
    let page = crate::page::served(&Served {
        engines: &named,
        presets: &presets(),
        limits: &format!(
            "Up to {0}x{0}, {1} engines, {2} s and {3} nodes for each.",
            limits.size,
            limits.engines,
            limits.time.as_secs_f64(),
            polydoku_harness::report::thousands(limits.nodes)
        ),
    });
    let shared = Arc::new(Shared {
        page,
        engines,
        limits,
        slots: Arc::new(Semaphore::new(limits.races)),
        stop: stop.clone(),
    });
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(limits.races)
        .build()?;
    listener.set_nonblocking(true)?;
    let done = stop.clone();
    let result = runtime.block_on(async {
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let server = axum::serve(listener, router(shared));
        tokio::select! {
            served = server.into_future() => served,
            () = set(done) => Ok(()),
        }
    });
    // Searches that still run look at the same flag.
    runtime.shutdown_timeout(Duration::from_secs(2));
    result
}

fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/", get(page))
        .route("/race", post(race))
        .layer(DefaultBodyLimit::max(shared.limits.bytes))
        .layer(axum::middleware::from_fn(door::guarded))
        .with_state(shared)
}

/// Comes back once the flag is set.
async fn set(flag: Cancel) {
    let mut tick = tokio::time::interval(Duration::from_millis(50));
    while !flag.is_cancelled() {
        tick.tick().await;
    }
}

/// Nothing from elsewhere, whatever the page is made to say.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; \
                      img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

fn headers(kind: &'static str) -> [(HeaderName, &'static str); 5] {
    [
        (CONTENT_TYPE, kind),
        (CACHE_CONTROL, "no-store"),
        (CONTENT_SECURITY_POLICY, POLICY),
        (REFERRER_POLICY, "no-referrer"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ]
}

async fn page(State(shared): State<Arc<Shared>>) -> Response {
    (headers("text/html; charset=utf-8"), shared.page.clone()).into_response()
}

async fn race(
    State(shared): State<Arc<Shared>>,
    RawQuery(query): RawQuery,
    body: Bytes,
) -> Response {
    match raced(&shared, query, body).await {
        Ok(json) => (headers("application/json"), json).into_response(),
        Err(Refusal { status, why }) => {
            (status, headers("text/plain; charset=utf-8"), why).into_response()
        }
    }
}

/// Sets its flag when it is dropped: when the answer is there, or when nobody waits
/// for it any longer.
struct Waiting(Cancel);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

async fn raced(
    shared: &Arc<Shared>,
    query: Option<String>,
    body: Bytes,
) -> Result<String, Refusal> {
    let Ok(slot) = shared.slots.clone().try_acquire_owned() else {
        let why = format!(
            "{} races are being run already; try again when one is done",
            shared.limits.races
        );
        return Err(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, why));
    };
    let cancel = shared.stop.child();
    let waiting = Waiting(cancel.clone());
    let mine = shared.clone();
    let work = tokio::task::spawn_blocking(move || {
        // The slot is free when the work has ended, not when its asker has gone.
        let _slot = slot;
        let query = query.unwrap_or_default();
        answer::to(&query, &body, &mine.engines, &mine.limits, &cancel)
    });
    let answered = work.await.map_err(|error| {
        let why = format!("the race came to no end: {error}");
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, why)
    });
    drop(waiting);
    answered?
}
