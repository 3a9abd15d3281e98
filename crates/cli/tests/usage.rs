//! Help, names, and wrong usage: whoever types something that is not there is
//! told what is, and programs get the lists in a form they can read.

mod program;

use program::{UNIQUE, run};
use serde_json::Value;

#[test]
fn wrong_names_get_the_nearest_and_status_2() {
    let cases: [(&[&str], &str); 8] = [
        (&["slove"], "solve"),
        (&["solve", "--frist", UNIQUE], "--first"),
        (&["solve", "-e", "navie", UNIQUE], "naive"),
        (&["solve", "-o", "jsno", UNIQUE], "jsonl"),
        (&["solve", "@esay"], "did you mean @easy?"),
        (&["solve", "@x", "@easy"], "--variant x"),
        (&["man", "solv"], "did you mean solve?"),
        (
            &["solve", "--template", "{verdct}", UNIQUE],
            "did you mean {verdict}?",
        ),
    ];
    for (arguments, near) in cases {
        let ran = run(arguments);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{arguments:?}");
        assert!(ran.err.contains(near), "{arguments:?}: {}", ran.err);
    }
    let ran = run(&["solve", "-e", "nothing-like-it", UNIQUE]);
    assert!(
        ran.err.contains("naive/sets"),
        "all are listed: {}",
        ran.err
    );
}

#[test]
fn values_that_make_no_sense_are_refused_with_what_would() {
    let cases: [(&[&str], &str); 9] = [
        (&["solve", "--timeout", "5", UNIQUE], "500ms"),
        (&["solve", "--boxes", "3by3", UNIQUE], "2x3"),
        (&["solve", "--shard", "4/4", UNIQUE], "0/4"),
        (&["solve", "--threads", "0", UNIQUE], "1 to 1024"),
        (&["solve", "--variant", "y", UNIQUE], "windoku"),
        (&["solve", "--alphabet", "hex", UNIQUE], "0-F"),
        (&["solve", "--limit", "3", UNIQUE], "--all"),
        (&["count", "--limit", "0", UNIQUE], "0 is not in 1"),
        (&["solve", "--max-nodes", "-1", UNIQUE], "-1"),
    ];
    for (arguments, hint) in cases {
        let ran = run(arguments);
        assert_eq!(ran.status, 2, "{arguments:?}");
        assert!(ran.err.contains(hint), "{arguments:?}: {}", ran.err);
    }
}

#[test]
fn help_and_version_are_answers() {
    for arguments in [
        &["-h"][..],
        &["--help"],
        &["solve", "-h"],
        &["count", "--help"],
        &["-V"],
    ] {
        let ran = run(arguments);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{arguments:?}");
        assert!(!ran.out.is_empty());
    }
    assert_eq!(run(&[]).status, 2, "nothing was asked");
}

#[test]
fn engines_are_told_to_people_and_programs() {
    let json = run(&["engines", "--json"]);
    let engines: Vec<Value> = serde_json::from_str(&json.out).expect("an array");
    let text = run(&["engines"]).out;
    assert!(engines.len() >= 3);
    for engine in &engines {
        let name = engine["name"].as_str().expect("a name");
        assert!(text.contains(name), "{name}");
        assert!(engine["idea"].is_string() && engine["rules"].is_string());
        assert!(engine["available"].is_boolean() && engine["trace"].is_boolean());
        assert!(engine["stats"].is_array());
        if engine["available"] == true {
            // What the table offers can be used.
            let ran = run(&["solve", "-e", name, UNIQUE]);
            assert_eq!(
                (ran.status, ran.out.trim_end()),
                (0, program::SOLUTION),
                "{name}"
            );
        }
    }
    assert!(text.contains("\nauto"));
    assert!(
        text.lines().all(|line| line.chars().count() <= 100),
        "{text}"
    );
}

#[test]
fn completions_and_pages_know_the_verbs() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = run(&["completions", shell]);
        assert_eq!(ran.status, 0);
        assert!(
            ran.out.contains("validate") && ran.out.contains("max-nodes"),
            "{shell}"
        );
    }
    let page = run(&["man"]);
    assert!(
        page.out.starts_with(".ie") && page.out.contains("polydoku"),
        "{}",
        page.out
    );
    let page = run(&["man", "solve"]);
    assert!(page.out.contains("polydoku\\-solve"), "{}", page.out);
}

#[test]
fn built_in_corpora_come_with_their_rules() {
    let help = run(&["solve", "--help"]).out;
    for name in ["@easy", "@hard", "@jigsaw", "@x"] {
        assert!(help.contains(name), "{name} is listed");
        let ran = run(&["count", "--template", "{verdict}", "-q", name]);
        assert_eq!(ran.status, 0);
        assert!(
            ran.lines().iter().all(|verdict| *verdict == "unique"),
            "{name}"
        );
    }
    assert_eq!(run(&["solve", "-q", "@none"]).status, 1);
    assert_eq!(run(&["solve", "-q", "@multiple"]).status, 1);
}
