//! The commands in `docs/trace.md` and in the tour are run and print what stands
//! there.
//!
//! A block that begins with three backticks and `console` holds commands, each
//! behind a `$ ` and going on behind a `\` or a `> `, and under each what it
//! prints. `head=N tail=M` behind the word
//! says that only so many lines at both ends are shown, with `...` between. A
//! block marked `measured` holds times: it is not compared, only run.
//!
//! `POLYDOKU_WRITE_DOCS=1` puts the real output in the place of what stands
//! there, for whoever changes a lesson; the change is then read before it is
//! committed.
#![cfg(unix)]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the whole project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The pages that are tested.
fn pages() -> Vec<PathBuf> {
    let docs = root().join("docs");
    let mut found = vec![docs.join("trace.md")];
    if let Ok(lessons) = std::fs::read_dir(docs.join("tour")) {
        let paths = lessons.map(|entry| entry.expect("an entry").path());
        found.extend(paths.filter(|path| path.extension().is_some_and(|end| end == "md")));
    }
    found.sort();
    found
}

/// What a command prints, on both streams.
fn output_of(command: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_polydoku"));
    let folder = program.parent().expect("a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let ran = Command::new("sh")
        .args(["-c", &format!("({command}) 2>&1")])
        .current_dir(root())
        .env("PATH", format!("{}:{path}", folder.display()))
        .env_remove("NO_COLOR")
        .output()
        .expect("a shell");
    String::from_utf8(ran.stdout).expect("answers are UTF-8")
}

/// The lines that are shown of an output.
fn excerpt(output: &str, head: Option<usize>, tail: Option<usize>) -> String {
    let lines: Vec<&str> = output.trim_end_matches('\n').lines().collect();
    let (from, to) = match (head, tail) {
        (None, None) => (lines.len(), lines.len()),
        (head, tail) => {
            let from = head.unwrap_or(0).min(lines.len());
            (
                from,
                lines.len().saturating_sub(tail.unwrap_or(0)).max(from),
            )
        }
    };
    let mut text = String::new();
    let middle: &[&str] = if from < to { &["..."] } else { &[] };
    for line in lines[..from].iter().chain(middle).chain(&lines[to..]) {
        writeln!(text, "{}", line.trim_end()).expect("a string takes all");
    }
    text
}

fn number(fence: &str, name: &str) -> Option<usize> {
    fence
        .split(' ')
        .find_map(|word| word.strip_prefix(name)?.parse().ok())
}

/// The page with the output of its commands as it really is.
fn spliced(page: &str, mut output: impl FnMut(&str) -> String) -> String {
    let mut result = String::new();
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        writeln!(result, "{line}").expect("a string takes all");
        let Some(fence) = line.strip_prefix("```console") else {
            continue;
        };
        let (head, tail) = (number(fence, "head="), number(fence, "tail="));
        let measured = fence.contains("measured");
        loop {
            let line = lines.next().expect("a block ends");
            writeln!(result, "{line}").expect("a string takes all");
            if line == "```" {
                break;
            }
            let first = line.strip_prefix("$ ").expect("a command stands first");
            let mut command = first.to_owned();
            while let Some(more) = lines.next_if(|l| command.ends_with('\\') || l.starts_with("> "))
            {
                writeln!(result, "{more}").expect("a string takes all");
                command.push('\n');
                command.push_str(more.strip_prefix("> ").unwrap_or(more));
            }
            let printed = output(&command);
            let mut stands = String::new();
            while let Some(line) = lines.next_if(|l| *l != "```" && !l.starts_with("$ ")) {
                writeln!(stands, "{line}").expect("a string takes all");
            }
            if measured && !stands.is_empty() && std::env::var_os("POLYDOKU_WRITE_DOCS").is_none() {
                result.push_str(&stands);
            } else {
                result.push_str(&excerpt(&printed, head, tail));
            }
        }
    }
    result
}

#[test]
fn the_pages_show_what_the_commands_print() {
    let write = std::env::var_os("POLYDOKU_WRITE_DOCS").is_some();
    let (mut commands, mut wrong) = (0, String::new());
    for page in pages() {
        let text = std::fs::read_to_string(&page).expect("a page can be read");
        let real = spliced(&text, |command| {
            commands += 1;
            let fits = |line: &str| line.len() <= 110;
            assert!(command.lines().all(fits), "too wide for a page: {command}");
            output_of(command)
        });
        if write {
            std::fs::write(&page, &real).expect("a page can be written");
            continue;
        }
        let differing = text
            .lines()
            .zip(real.lines())
            .zip(1..)
            .find(|((a, b), _)| a != b);
        if let Some(((stands, printed), line)) = differing {
            let name = page.file_name().unwrap_or_default().to_string_lossy();
            writeln!(
                wrong,
                "{name}:{line}:\n  stands {stands}\n  prints {printed}"
            )
            .expect("a string takes all");
        } else if text != real {
            writeln!(wrong, "{}: ends elsewhere", page.display()).expect("a string takes all");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(commands > 0);
}

#[test]
fn outputs_are_put_where_they_belong() {
    let page = "a\n```console head=1 tail=1\n$ one\nold\n$ two\n```\nb\n";
    let real = spliced(page, |command| format!("{command} 1\n2\n3\n"));
    let right = "a\n```console head=1 tail=1\n$ one\none 1\n...\n3\n$ two\ntwo 1\n...\n3\n```\nb\n";
    assert_eq!(real, right);
    let page = "```console\n$ one \\\n  two\n12\n$ a\n> b\n```\n";
    let mut asked = Vec::new();
    let real = spliced(page, |command| {
        asked.push(command.to_owned());
        "12\n".to_owned()
    });
    assert_eq!(asked, ["one \\\n  two", "a\nb"]);
    assert_eq!(real, page.replace("> b\n", "> b\n12\n"));
    if std::env::var_os("POLYDOKU_WRITE_DOCS").is_some() {
        return;
    }
    let page = "```console measured\n$ one\n5 ms\n```\n";
    assert_eq!(spliced(page, |_| "6 ms\n".to_owned()), page);
}
