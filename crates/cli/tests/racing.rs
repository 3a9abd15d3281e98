//! `race` and `serve`: the page that is written, the costs that are printed, and a
//! server that answers on this machine until Ctrl-C.

mod program;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use program::{command, interrupt, run, run_on};

const EVERYDAY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    path.to_str().expect("a path in UTF-8").to_owned()
}

#[test]
fn a_race_is_a_page_and_a_table() {
    let file = page("race.html");
    let ran = run(&["race", EVERYDAY, "-e", "naive,bitmask,dlx", "--html", &file]);
    assert_eq!(ran.status, 0, "{ran:?}");
    let lines = ran.lines();
    assert_eq!(lines.len(), 4, "{ran:?}");
    for (line, name) in lines[1..].iter().zip(["naive", "bitmask", "dlx"]) {
        assert!(line.starts_with(name) && line.ends_with("unique"), "{line}");
    }
    // The textbook's count for this puzzle: 4,208 placements to the solution, and
    // to the end of the search more.
    let html = fs::read_to_string(&file).expect("a page");
    assert!(html.starts_with("<!doctype html>") && html.len() < 5_000_000);
    assert!(html.contains("\"name\":\"naive\"") && html.contains("A 9x9 puzzle"));
    assert!(ran.err.contains("race.html: "), "{ran:?}");

    let first = run(&["race", EVERYDAY, "-e", "naive", "--first"]);
    let nodes: Vec<&str> = first.lines()[1].split_whitespace().collect();
    assert_eq!(nodes[3], "4,208", "{first:?}");

    let out = run(&["race", EVERYDAY, "-e", "bitmask", "--html", "-"]);
    assert!(out.status == 0 && out.out.starts_with("<!doctype html>"));
    assert!(out.out.trim_end().ends_with("</html>"));
}

#[test]
fn without_names_an_engine_of_each_family_races() {
    let ran = run_on(&["race"], "1...............\n");
    assert_eq!(ran.status, 0, "{ran:?}");
    let names: Vec<&str> = ran.lines()[1..]
        .iter()
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(names.len() >= 3, "{ran:?}");
    // The vector engine takes no 4x4, so nothing is said of it.
    assert!(
        names.iter().all(|name| !name.starts_with("simd")),
        "{ran:?}"
    );
}

#[test]
fn statuses_and_messages() {
    let unknown = run(&["race", EVERYDAY, "-e", "naive,bitmaks"]);
    assert!(
        unknown.status == 2 && unknown.err.contains("did you mean \"bitmask\"?"),
        "{unknown:?}"
    );
    let refused = run(&["race", "1...............", "-e", "simd"]);
    assert!(
        refused.status == 2 && refused.err.contains("these can:"),
        "{refused:?}"
    );
    let clash = run(&["race", "11.............."]);
    assert!(
        clash.status == 1 && clash.err.contains("1 twice in row 1"),
        "{clash:?}"
    );
    let cut = run(&["race", EVERYDAY, "-e", "naive", "--max-nodes", "10"]);
    assert!(
        cut.status == 3 && cut.lines()[1].ends_with("unknown"),
        "{cut:?}"
    );
    let nowhere = run(&[
        "race",
        EVERYDAY,
        "-e",
        "bitmask",
        "--html",
        "no/such/folder/r.html",
    ]);
    assert!(
        nowhere.status == 4 && nowhere.err.contains("no/such/folder"),
        "{nowhere:?}"
    );
    let missing = run(&["race", "missing.txt"]);
    assert_eq!(missing.status, 4, "{missing:?}");
}

#[test]
fn a_server_says_its_address_answers_and_ends_with_ctrl_c() {
    let mut child = command(&["serve", "--port", "0", "--timeout", "500ms"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    out.read_line(&mut line).expect("a line");
    let address = line.trim().strip_prefix("http://").expect("an address");
    let address = address.trim_end_matches('/').to_owned();
    assert!(address.starts_with("127.0.0.1:"), "{line}");

    let ask = |request: String| {
        let mut stream = TcpStream::connect(&address).expect("it listens");
        let patience = Some(Duration::from_secs(60));
        stream
            .set_read_timeout(patience)
            .expect("a time-out can be set");
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("text");
        text
    };
    let head = format!("Host: {address}\r\nConnection: close\r\n");
    let page = ask(format!("GET / HTTP/1.1\r\n{head}\r\n"));
    assert!(page.starts_with("HTTP/1.1 200 "), "{page}");
    assert!(page.contains("</html>"), "{page}");
    let length = EVERYDAY.len();
    let race = ask(format!(
        "POST /race?engines=bitmask,naive HTTP/1.1\r\n{head}Content-Length: {length}\r\n\r\n{EVERYDAY}"
    ));
    assert!(
        race.starts_with("HTTP/1.1 200 ") && race.contains("\"verdict\":\"unique\""),
        "{race}"
    );

    // A second server finds the port taken.
    let port = address.rsplit(':').next().expect("a port");
    let second = run(&["serve", "--port", port]);
    assert!(
        second.status == 4 && second.err.contains(&address),
        "{second:?}"
    );

    if cfg!(unix) {
        interrupt(&child);
    } else {
        child.kill().expect("it runs");
    }
    let ended = child.wait().expect("it ends");
    assert!(!cfg!(unix) || ended.code() == Some(130), "{ended:?}");
}
