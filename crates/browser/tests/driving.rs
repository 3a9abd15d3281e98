//! What pages do is seen: by pages that do one thing each.

use polydoku_browser::{Browser, Look, or_skip};

fn open(browser: &mut Browser, body: &str) {
    let page = format!("data:text/html,<!doctype html><title>test</title>{body}");
    browser.open(&page);
}

#[test]
fn keys_clicks_errors_requests_and_pictures_are_seen() {
    let Some(mut browser) = or_skip() else { return };

    open(
        &mut browser,
        "<p>quiet</p><button style='margin:100px'>b</button><script>
            let keys = [], clicks = 0;
            addEventListener('keydown', e => keys.push((e.shiftKey ? 'S+' : '') + e.key));
            document.querySelector('button').onclick = () => clicks++;
        </script>",
    );
    for key in ["a", "?", " ", "ArrowLeft", "Shift+Tab", "Enter"] {
        browser.press(key);
    }
    let keys = browser.eval("keys.join()");
    assert_eq!(keys, "a,?, ,ArrowLeft,S+Tab,Enter");
    browser.click("button");
    // One more or less for Enter and the space bar, which may find it focused.
    browser.wait_for("clicks >= 1");
    assert_eq!(browser.complaints(), [""; 0]);
    assert_eq!(browser.requests(), [""; 0]);

    open(
        &mut browser,
        "<img src='http://nowhere.invalid/none.png'><script>
            console.warn('careful'); console.log('qui' + 'et'); null.f();
        </script>",
    );
    browser.wait_for("document.images[0].complete");
    let complaints = browser.complaints().join("\n");
    assert!(
        complaints.contains("console warning: \"careful\""),
        "{complaints}"
    );
    assert!(complaints.contains("TypeError"), "{complaints}");
    assert!(complaints.contains("ERR_"), "{complaints}");
    assert!(!complaints.contains("quiet"), "{complaints}");
    assert_eq!(browser.requests(), ["http://nowhere.invalid/none.png"]);

    browser.look(Look::of(400, 300).dark().still());
    let asked = "[innerWidth, innerHeight, matchMedia('(prefers-color-scheme: dark)').matches,
        matchMedia('(prefers-reduced-motion: reduce)').matches, matchMedia('print').matches]";
    let seen = browser.eval(&format!("JSON.stringify({asked})"));
    assert_eq!(seen, "[400,300,true,true,false]");
    let picture = browser.screenshot();
    assert_eq!(picture[1..4], *b"PNG");
    // Width and height stand behind the head of the first chunk, high byte first.
    assert_eq!(picture[16..24], [0, 0, 1, 144, 0, 0, 1, 44]);
    assert!(browser.printed().starts_with(b"%PDF-"));
}
