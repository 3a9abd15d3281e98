//! The teaching server over its own wire: answers, refusals with their place, limits,
//! and work that ends when nobody waits for it.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use polydoku_browser::or_skip;
use polydoku_core::Cancel;
use polydoku_teach::server::{Limits, presets, serve};

/// A puzzle that plain backtracking does not finish within a test.
fn endless() -> String {
    let all = presets();
    let preset = all.into_iter().find(|preset| preset.name == "16x16");
    preset.expect("a preset of this name").puzzle
}

struct Server {
    address: SocketAddr,
    stop: Cancel,
    thread: Option<thread::JoinHandle<()>>,
}

impl Server {
    fn with(limits: Limits) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address");
        let stop = Cancel::new();
        let flag = stop.clone();
        let thread = thread::spawn(move || {
            let engines = polydoku_engines::all().iter().map(Box::as_ref).collect();
            serve(listener, engines, &["bitmask", "dlx"], limits, &flag).expect("it serves");
        });
        Server {
            address,
            stop,
            thread: Some(thread),
        }
    }

    fn send(&self, head: &str, body: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).expect("the server listens");
        let patience = Some(Duration::from_secs(60));
        stream
            .set_read_timeout(patience)
            .expect("a time-out can be set");
        let length = body.len();
        let request =
            format!("{head}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}");
        stream
            .write_all(request.as_bytes())
            .expect("the server reads");
        stream
    }

    /// Status and the whole answer.
    fn answer(&self, head: &str, body: &str) -> (u16, String) {
        let mut text = String::new();
        let _ = self.send(head, body).read_to_string(&mut text);
        let status = text
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        (status.expect("an answer of HTTP"), text)
    }

    fn post(&self, query: &str, puzzle: &str) -> (u16, String) {
        self.answer(&self.head(query), puzzle)
    }

    /// A race that takes an hour, under way: it has not been refused at once.
    fn endless(&self) -> TcpStream {
        let mut stream = self.send(&self.head("engines=naive"), &endless());
        let moment = Some(Duration::from_millis(300));
        stream
            .set_read_timeout(moment)
            .expect("a time-out can be set");
        let answered = stream.read(&mut [0; 16]);
        assert!(answered.is_err(), "nothing else takes the slot");
        stream
    }

    fn head(&self, query: &str) -> String {
        format!("POST /race?{query} HTTP/1.1\r\nHost: {}", self.address)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.cancel();
        if let Some(thread) = self.thread.take() {
            assert!(thread.join().is_ok(), "the server ended well");
        }
    }
}

#[test]
fn the_page_and_a_race_are_given_and_wrong_requests_are_refused_with_their_place() {
    let server = Server::with(Limits::default());
    let host = format!("Host: {}", server.address);
    let (status, page) = server.answer(&format!("GET / HTTP/1.1\r\n{host}"), "");
    assert_eq!(status, 200);
    assert!(
        page.contains("content-security-policy: default-src 'none'"),
        "{page}"
    );
    assert!(page.contains("id=\"form\"") && page.contains("data-puzzle="));

    let (status, race) = server.post("engines=bitmask,dlx/cells", "1...............");
    assert_eq!(status, 200, "{race}");
    let json = race.split_once("\r\n\r\n").expect("a body").1;
    // Long bodies come in chunks; this one is found by its braces.
    let json = &json[json.find('{').expect("an object")..=json.rfind('}').expect("its end")];
    let race: serde_json::Value = serde_json::from_str(json).expect("JSON");
    assert_eq!(race["lanes"][1]["name"], "dlx/cells");
    assert_eq!(race["lanes"][0]["verdict"], "multiple");

    for (query, puzzle, status, word) in [
        ("engines=bitmask", "1.....x........ .", 422, "column"),
        (
            "engines=bitmask",
            "11..............",
            422,
            "1 twice in row 1",
        ),
        ("engines=bitmask", "", 422, "no puzzle"),
        ("engines=bitmaks", "1...............", 422, "bitmaks"),
        ("engines=", "1...............", 422, "no engine"),
        (
            "engines=naive,naive,naive,naive,naive,naive,naive",
            "1...............",
            422,
            "6 engines",
        ),
        ("engines=simd", "1...............", 422, "9x9"),
        (
            "engines=bitmask&variant=windoku",
            "1...............",
            422,
            "windoku",
        ),
    ] {
        let (got, text) = server.post(query, puzzle);
        assert_eq!(got, status, "{query} {puzzle}: {text}");
        assert!(text.contains(word), "{query} {puzzle}: {text}");
    }
    let (status, _) = server.post("engines=bitmask", &"1".repeat(100_000));
    assert_eq!(status, 413);
    let large = ".".repeat(64 * 64);
    assert_eq!(server.post("engines=bitmask", &large).0, 422);
    assert_eq!(
        server
            .answer(&format!("GET /etc/passwd HTTP/1.1\r\n{host}"), "")
            .0,
        404
    );
    assert_eq!(
        server.answer("GET / HTTP/1.1\r\nHost: evil.example", "").0,
        403
    );
    let foreign = format!(
        "{}\r\nOrigin: http://evil.example",
        server.head("engines=bitmask")
    );
    assert_eq!(server.answer(&foreign, "1...............").0, 403);
}

#[test]
fn a_second_race_is_refused_while_one_runs_and_runs_once_its_asker_is_gone() {
    let limits = Limits {
        time: Duration::from_secs(3600),
        nodes: u64::MAX,
        races: 1,
        ..Limits::default()
    };
    let server = Server::with(limits);
    let waiting = server.endless();
    let small = || server.post("engines=bitmask", "1...............").0;
    assert_eq!(small(), 503);
    drop(waiting);
    // An hour was allowed; nothing but the closed connection ends it before.
    while small() != 200 {
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_race_in_progress_does_not_keep_the_server_from_stopping() {
    let limits = Limits {
        time: Duration::from_secs(3600),
        nodes: u64::MAX,
        ..Limits::default()
    };
    let server = Server::with(limits);
    let _waiting = server.endless();
    drop(server);
}

#[test]
fn a_person_at_the_page_races_presets_and_puzzles_of_their_own() {
    let Some(mut browser) = or_skip() else { return };
    let limits = Limits {
        time: Duration::from_secs(1),
        ..Limits::default()
    };
    let server = Server::with(limits);
    let url = format!("http://{}/", server.address);
    browser.open(&url);
    browser.wait_for("document.documentElement.dataset.ready === 'yes'");
    let buttons = presets().len();
    assert_eq!(
        browser.eval("document.querySelectorAll('[data-puzzle]').length"),
        buttons
    );
    for number in [1, 6, buttons] {
        browser.click(&format!(".presets button:nth-child({number})"));
        browser.wait_for("!document.getElementById('ask').disabled");
        assert_eq!(
            browser.eval("document.getElementById('answer').textContent"),
            ""
        );
        let name = "document.querySelectorAll('.lane').length";
        assert_eq!(browser.eval(name), 2, "preset {number}");
        browser.press("End");
        browser.wait_for("race.lanes.every(lane => lane.state.classList.contains('ended'))");
    }
    browser.eval("document.getElementById('puzzle').value = '1.....?.........\\n'");
    browser.eval("document.getElementById('puzzle').value = '12345..x........'");
    browser.click("#ask");
    browser.wait_for("document.getElementById('answer').className === 'wrong'");
    let said = browser.eval("document.getElementById('answer').textContent");
    assert!(
        said.as_str().is_some_and(|said| said.contains("line 1")),
        "{said}"
    );
    // The refusal itself is told to the console by the browser; nothing else is.
    for complaint in browser.complaints() {
        assert!(complaint.contains("422"), "{complaint}");
    }
    let outside: Vec<&String> = browser
        .requests()
        .iter()
        .filter(|one| !one.starts_with(&url))
        .collect();
    assert_eq!(outside, Vec::<&String>::new());
}

#[test]
fn leaving_the_page_frees_the_work() {
    let Some(mut browser) = or_skip() else { return };
    let limits = Limits {
        time: Duration::from_secs(3600),
        nodes: u64::MAX,
        races: 1,
        ..Limits::default()
    };
    let server = Server::with(limits);
    browser.open(&format!("http://{}/", server.address));
    browser.wait_for("document.documentElement.dataset.ready === 'yes'");
    let puzzle = serde_json::Value::from(endless());
    browser.eval(&format!(
        "document.querySelectorAll('[name=engine]').forEach(box => box.checked = box.value === 'naive');
         document.getElementById('puzzle').value = {puzzle}"
    ));
    browser.click("#ask");
    // The slot is free, so an answer that is not there at once is being computed.
    browser.eval("new Promise(resolve => setTimeout(resolve, 500))");
    let said = browser.eval("document.getElementById('answer').textContent");
    assert_eq!(said, "Searching ...");
    let small = || server.post("engines=bitmask", "1...............").0;
    assert_eq!(small(), 503);
    browser.open("about:blank");
    while small() != 200 {
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn presets_are_readable_and_those_of_our_corpora_stand_there() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../puzzles/");
    for (name, file) in [
        ("easy", "easy"),
        ("two solutions", "multiple"),
        ("none", "none"),
        ("6x6", "6x6"),
        ("jigsaw", "jigsaw"),
        ("16x16", "16x16"),
    ] {
        let all = presets();
        let preset = all
            .iter()
            .find(|preset| preset.name == name)
            .expect("a preset");
        let corpus = std::fs::read_to_string(format!("{folder}{file}.txt")).expect("a corpus");
        assert!(corpus.lines().any(|line| line == preset.puzzle), "{name}");
    }
}
