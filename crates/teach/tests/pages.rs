//! The page of a race, in a real browser: what it shows is what was recorded, every
//! control can be reached by keyboard, nothing is fetched, nothing complains.

use std::fs;
use std::path::Path;
use std::time::Duration;

use polydoku_browser::{Browser, Look, or_skip};
use polydoku_core::{Engine, Query};
use polydoku_corpus::{ReadOptions, read_from};
use polydoku_teach::race::{Race, Ran};
use polydoku_teach::server::{Preset, presets};
use polydoku_teach::{Board, StepKind};

/// An engine of each way to draw one, and one more.
const ENGINES: [&str; 6] = ["naive", "bitmask/mrv", "bitmask", "dlx", "sat", "simd"];

fn race_on(preset: &Preset, names: &[&str], query: &Query) -> Race {
    let mut entries = read_from(preset.puzzle.as_bytes(), &ReadOptions::default());
    let entry = entries.next().expect("a puzzle").expect("readable");
    let engines = names
        .iter()
        .map(|name| polydoku_engines::by_name(name).expect("registered"));
    let engines: Vec<&dyn Engine> = engines.collect();
    let puzzle = entry.puzzle().expect("no clash");
    Race::run(&puzzle, &preset.name, &entry.symbols, &engines, query)
}

fn preset(name: &str) -> Preset {
    let found = presets().into_iter().find(|preset| preset.name == name);
    found.expect("a preset of this name")
}

/// Writes the page and returns its address.
fn address(name: &str, page: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.html"));
    fs::write(&path, page).expect("a writable folder");
    format!("file://{}", path.display())
}

fn open(browser: &mut Browser, name: &str, race: &Race) -> String {
    let url = address(name, &race.html());
    browser.open(&url);
    browser.wait_for("document.documentElement.dataset.ready === 'yes'");
    url
}

/// How many steps a lane has made, as its counter says.
fn steps_made(browser: &mut Browser, lane: usize) -> u64 {
    let text = browser.eval(&format!("race.lanes[{lane}].counter.step.textContent"));
    let text = text.as_str().expect("text").replace('\u{202f}', "");
    let number = text
        .split(' ')
        .next()
        .and_then(|number| number.parse().ok());
    number.expect("a number of steps")
}

#[test]
fn every_preset_is_shown_from_start_to_end() {
    let query = Query::unique().with_time(Duration::from_millis(300));
    let mut browser = or_skip();
    for preset in presets() {
        let race = race_on(&preset, &ENGINES, &query);
        let page = race.html();
        assert!(
            page.len() < 5_000_000,
            "{}: {} bytes",
            preset.name,
            page.len()
        );
        let name = preset.name.replace(' ', "-");
        let Some(browser) = &mut browser else {
            continue;
        };
        let url = open(browser, &name, &race);
        let lanes = race.ran().count();
        assert!(lanes >= 5, "{name}");
        // Each view is drawn at some place in the middle, and at the end.
        browser.eval("race.seek(race.clock.end / 3)");
        browser.press("End");
        for (lane, ran) in race.ran().enumerate() {
            let events = ran.recording.totals.events;
            assert_eq!(steps_made(browser, lane), events, "{name}, lane {lane}");
            let state = format!("race.lanes[{lane}].state.classList.contains('ended')");
            assert_eq!(browser.eval(&state), true, "{name}, lane {lane}");
        }
        assert_eq!(browser.complaints(), [""; 0], "{name}");
        assert_eq!(browser.requests(), [url], "{name}");
    }
}

/// The digits that stand after each step, and the candidates left, as one text.
fn told_by_the_page(browser: &mut Browser, lane: usize) -> String {
    let script = format!(
        "(() => {{
            const replay = race.lanes[{lane}].replay, seen = [];
            for (let index = 1; index <= replay.length; index++) {{
                const state = replay.at(index);
                const left = state.candidates.reduce((sum, one) => sum + one, 0);
                seen.push(Array.from(state.digit).join('') + ' ' + left + ' ' + state.depth);
            }}
            return seen.join('\\n');
        }})()"
    );
    browser.eval(&script).as_str().expect("text").to_owned()
}

/// The same from the recording, by the board that the traces' tests know.
fn told_by_the_recording(ran: &Ran, first_left: usize) -> String {
    let mut seen = Vec::new();
    let given = |board: &Board| {
        board
            .candidates()
            .iter()
            .map(|set| set.len())
            .sum::<usize>()
    };
    // Candidates that clues rule out without a word are missing from the page's
    // board from the beginning.
    let silent = given(&ran.recording.parts[0].before) - first_left;
    assert!(ran.recording.parts.len() == 1 || silent == 0);
    for part in &ran.recording.parts {
        let mut board = part.before.clone();
        for step in &part.steps {
            board.apply(step);
            let digits = board.cells().iter().map(|cell| match cell {
                Some(digit) => digit.to_string(),
                None => "0".to_owned(),
            });
            let digits: String = digits.collect();
            seen.push(format!("{digits} {} {}", given(&board), board.depth()));
        }
    }
    seen.join("\n")
}

#[test]
fn the_board_is_that_of_the_recording_after_every_step_and_after_gaps() {
    let Some(mut browser) = or_skip() else { return };
    // The first search is cut, the second tells everything and is not.
    let race = race_on(
        &preset("two solutions"),
        &["naive/sets", "simd"],
        &Query::all(),
    );
    let cut: Vec<bool> = race.ran().map(|ran| ran.recording.is_cut()).collect();
    assert_eq!(cut, [true, false]);
    open(&mut browser, "boards", &race);
    for (lane, ran) in race.ran().enumerate() {
        let start = format!(
            "race.lanes[{lane}].replay.start().candidates.reduce((sum, one) => sum + one, 0)"
        );
        let left = browser.eval(&start).as_u64().expect("a number") as usize;
        // A scan keeps no candidates; its digits and depth are what there is.
        let without = |text: String| -> Vec<String> {
            let words = text.lines().map(|line| line.split(' ').collect::<Vec<_>>());
            words
                .map(|words| format!("{} {}", words[0], words[2]))
                .collect()
        };
        let page = told_by_the_page(&mut browser, lane);
        if lane == 0 {
            let board = &ran.recording.parts[0].before;
            let all = board.candidates().iter().map(|set| set.len()).sum();
            let recording = told_by_the_recording(ran, all);
            assert!(without(page) == without(recording), "lane {lane} differs");
        } else {
            assert!(
                page == told_by_the_recording(ran, left),
                "lane {lane} differs"
            );
        }
        // Going back takes another way through the snapshots.
        let back = format!(
            "(() => {{
                const replay = race.lanes[{lane}].replay, one = index =>
                    Array.from(replay.at(index).digit).join('');
                const forth = Array.from({{ length: replay.length + 1 }}, (_, i) => one(i));
                for (let i = replay.length; i >= 0; i--) if (one(i) !== forth[i]) return i;
                return 'equal';
            }})()"
        );
        assert_eq!(browser.eval(&back), "equal", "lane {lane}");
    }
}

#[test]
fn the_sentences_are_those_of_the_trace() {
    let Some(mut browser) = or_skip() else { return };
    let names = [
        "naive",
        "bitmask/singles",
        "bitmask/locked",
        "bitmask",
        "dlx",
        "simd",
    ];
    let query = Query::unique().with_max_nodes(200);
    let race = race_on(&preset("one of the hardest"), &names, &query);
    open(&mut browser, "words", &race);
    for (lane, ran) in race.ran().enumerate() {
        let script = format!(
            "race.lanes[{lane}].replay.steps.map(s => race.lanes[{lane}].words.step(s)).join('\\n')"
        );
        let page = browser.eval(&script);
        let rules = race.puzzle.rules();
        let words = ran
            .recording
            .steps()
            .map(|step| step.words(rules).to_string());
        let words: Vec<String> = words.collect();
        let page: Vec<&str> = page.as_str().expect("text").lines().collect();
        assert_eq!(page.len(), words.len());
        for (page, words) in page.iter().zip(&words) {
            assert_eq!(page, words, "lane {lane}");
        }
    }
}

#[test]
fn the_keyboard_is_enough() {
    let Some(mut browser) = or_skip() else { return };
    let race = race_on(
        &preset("one of the hardest"),
        &["bitmask/singles", "dlx"],
        &Query::unique(),
    );
    open(&mut browser, "keys", &race);
    let lanes: Vec<&Ran> = race.ran().collect();
    // Where the first choices and the first conflict stand, by the recording.
    let number = |lane: usize, wanted: fn(&StepKind) -> bool| {
        let mut steps = lanes[lane].recording.steps();
        steps
            .find(|step| wanted(&step.kind))
            .expect("there is one")
            .number
    };
    let guess = number(0, |kind| matches!(kind, StepKind::Guess { .. }));
    let conflict = number(0, |kind| matches!(kind, StepKind::Conflict(_)));
    let other = number(1, |kind| matches!(kind, StepKind::Guess { .. }));

    browser.press("ArrowRight");
    browser.press("ArrowRight");
    assert_eq!([0, 1].map(|lane| steps_made(&mut browser, lane)), [2, 2]);
    browser.press("ArrowLeft");
    assert_eq!(steps_made(&mut browser, 0), 1);
    browser.press("Shift+ArrowRight");
    assert_eq!(steps_made(&mut browser, 0), 26);
    browser.press("Home");
    browser.press("g");
    assert_eq!(steps_made(&mut browser, 0), guess);
    browser.press("c");
    assert_eq!(steps_made(&mut browser, 0), conflict);
    browser.press("G");
    assert!(steps_made(&mut browser, 0) < conflict);
    browser.press("Home");
    browser.press("2");
    assert_eq!(
        browser.eval("document.getElementById('leader').textContent"),
        "dlx"
    );
    browser.press("g");
    assert_eq!(steps_made(&mut browser, 1), other);
    // The tree: down to a choice below, up again, to the next beside it.
    browser.press("d");
    assert!(steps_made(&mut browser, 1) > other);
    browser.press("u");
    assert_eq!(steps_made(&mut browser, 1), other);
    browser.press("n");
    let beside = "race.lanes[1].replay.depths[race.lanes[1].index]";
    assert_eq!(browser.eval(beside), 1);
    assert!(steps_made(&mut browser, 1) > other);
    // By time each lane is elsewhere; the lane that leads stays where it is.
    let before = steps_made(&mut browser, 1);
    browser.press("t");
    assert_eq!(
        browser.eval("document.getElementById('clock-time').checked"),
        true
    );
    assert_eq!(steps_made(&mut browser, 1), before);
    browser.press("ArrowRight");
    assert_eq!(steps_made(&mut browser, 1), before + 1);
    browser.press("t");
    browser.press("Home");
    browser.press(" ");
    browser.wait_for("race.lanes[0].index > 2");
    browser.press(" ");
    assert_eq!(browser.eval("race.playing"), false);
    browser.press("End");
    for (lane, ran) in lanes.iter().enumerate() {
        assert_eq!(steps_made(&mut browser, lane), ran.recording.totals.events);
    }
    browser.press("ArrowLeft");
    assert!(browser.eval("race.clock.now < race.clock.end") == true);
    browser.press("?");
    assert_eq!(browser.eval("document.getElementById('keys').open"), true);
    // Every control that a mouse can press, the tab key reaches.
    let order = browser.eval(
        "Array.from(document.querySelectorAll('button, input, summary, a'))
            .filter(it => it.tabIndex < 0 && it.getClientRects().length).length",
    );
    assert_eq!(order, 0);
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_click_in_the_tree_goes_to_the_choice() {
    let Some(mut browser) = or_skip() else { return };
    let race = race_on(&preset("one of the hardest"), &["dlx"], &Query::unique());
    open(&mut browser, "tree", &race);
    let recording = &race.ran().next().expect("it ran").recording;
    // The longest branch below the root, by the recording: steps from one choice at
    // depth 1 to the end of what stands below it.
    let mut starts: Vec<u64> = Vec::new();
    for step in recording.steps() {
        if step.depth == 1 && step.follows_a_choice() {
            starts.push(step.number);
        }
    }
    starts.push(recording.totals.events);
    let longest = starts
        .windows(2)
        .max_by_key(|pair| pair[1] - pair[0])
        .expect("a branch");
    let middle = (longest[0] + longest[1]) as f64 / 2.0 / recording.totals.events as f64;
    let place = browser.eval(&format!(
        "(() => {{
            const tree = race.lanes[0].tree, canvas = tree.canvas.node;
            canvas.scrollIntoView({{ block: 'center', behavior: 'instant' }});
            const box = canvas.getBoundingClientRect();
            return [box.left + {middle} * box.width, box.top + 1.5 * tree.rowDrawn];
        }})()"
    ));
    browser.click_at(place[0].as_f64().expect("x"), place[1].as_f64().expect("y"));
    assert_eq!(steps_made(&mut browser, 0), longest[0]);
}

#[test]
fn it_fits_small_and_large_windows_dark_light_and_paper() {
    let Some(mut browser) = or_skip() else { return };
    let query = Query::unique().with_max_nodes(20_000);
    let race = race_on(
        &preset("jigsaw"),
        &["bitmask/singles", "dlx", "naive/sets"],
        &query,
    );
    let sizes = [Look::of(400, 800), Look::of(900, 900), Look::of(1600, 1000)];
    browser.look(sizes[0]);
    open(&mut browser, "sizes", &race);
    for look in sizes.into_iter().flat_map(|look| [look, look.dark()]) {
        browser.look(look);
        let wide = browser.eval("document.documentElement.scrollWidth");
        assert!(wide.as_u64() <= Some(look.width.into()), "{look:?}: {wide}");
        // WCAG's contrast of text with what it stands on.
        let contrast = browser.eval(
            "(() => {
                const style = getComputedStyle(document.documentElement);
                const light = name => {
                    const hex = style.getPropertyValue('--' + name).trim().slice(1);
                    const [r, g, b] = [0, 2, 4].map(at => parseInt(hex.slice(at, at + 2), 16) / 255)
                        .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
                    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
                };
                const inks = ['ink', 'faint', 'accent', 'good', 'bad', 'lane0', 'lane1', 'lane2',
                              'lane3', 'lane4', 'lane5'];
                return Math.min(...inks.flatMap(ink => ['paper', 'card'].map(ground => {
                    const pair = [light(ink), light(ground)];
                    return Math.max(...pair) / Math.min(...pair);
                })));
            })()",
        );
        assert!(contrast.as_f64() >= Some(4.5), "{look:?}: {contrast}");
    }
    browser.look(Look::of(1000, 1000).still());
    let moving = "getComputedStyle(document.getElementById('play')).transitionDuration";
    assert_eq!(browser.eval(moving), "0s");
    browser.look(Look::of(800, 1100).on_paper());
    let hidden = "document.querySelector('.controls .row').getClientRects().length";
    assert_eq!(browser.eval(hidden), 0);
    assert!(browser.printed().starts_with(b"%PDF-"));
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn screen_readers_get_names_and_words() {
    let Some(mut browser) = or_skip() else { return };
    let race = race_on(
        &preset("easy"),
        &["bitmask/singles", "dlx"],
        &Query::unique(),
    );
    open(&mut browser, "names", &race);
    browser.command("Accessibility.enable", serde_json::json!({}));
    let tree = browser.command("Accessibility.getFullAXTree", serde_json::json!({}));
    let mut named = 0;
    for node in tree["nodes"].as_array().expect("nodes") {
        let role = node["role"]["value"].as_str().unwrap_or_default();
        if node["ignored"] == false
            && ["button", "slider", "radio", "image", "link"].contains(&role)
        {
            let name = node["name"]["value"].as_str().unwrap_or_default();
            assert!(!name.is_empty(), "{node}");
            named += 1;
        }
    }
    assert!(named > 20, "{named}");
    browser.press("ArrowRight");
    let step = race
        .ran()
        .next()
        .and_then(|ran| ran.recording.steps().next())
        .expect("a step");
    let words = step.words(race.puzzle.rules()).to_string();
    let spoken = browser.eval("document.getElementById('spoken').textContent");
    assert!(
        spoken
            .as_str()
            .is_some_and(|spoken| spoken.ends_with(&words)),
        "{spoken}"
    );
    // The whole transcript of the lane, when asked for.
    browser.eval("document.querySelector('#steps-in-words details').open = true");
    browser.wait_for("document.querySelector('.script').textContent.length > 0");
    let lines = browser.eval("document.querySelector('.script').textContent.split('\\n').length");
    let events = race.ran().next().expect("a lane").recording.totals.events;
    assert_eq!(lines.as_u64(), Some(events));
}
