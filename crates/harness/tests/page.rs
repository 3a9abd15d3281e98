//! The report in a browser: it loads, complains of nothing, fetches nothing, and
//! fits windows from a telephone to a wide screen, light and dark.

mod made;

use polydoku_browser::Look;
use polydoku_harness::compare::{Sitting, Terms};
use polydoku_harness::report::{Source, html};

/// Everything that is wider than the window although it does not scroll by itself.
const TOO_WIDE: &str = "[...document.querySelectorAll('body *')].filter(one => \
     !one.closest('.scroll') && one.getBoundingClientRect().right > innerWidth + 1)\
     .map(one => one.outerHTML.slice(0, 80))";

/// The contrast of each text in the plots and the heat map to what lies behind it.
const CONTRASTS: &str = "(() => {
    const channel = c => (c /= 255) <= .03928 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4;
    const light = text => {
        const [r, g, b] = text.match(/[\\d.]+/g).map(Number);
        return .2126 * channel(r) + .7152 * channel(g) + .0722 * channel(b);
    };
    const ratio = (a, b) => (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    const paper = light(getComputedStyle(document.body).backgroundColor);
    const texts = [...document.querySelectorAll('svg.plot text, p, th, dt, dd, figcaption')]
        .filter(one => one.textContent.trim())
        .map(one => {
            const style = getComputedStyle(one);
            const inside = one instanceof SVGElement;
            return ratio(light(inside ? style.fill : style.color), paper);
        });
    const cells = [...document.querySelectorAll('table.heat td')].map(one => {
        const style = getComputedStyle(one);
        const none = style.backgroundColor === 'rgba(0, 0, 0, 0)';
        return ratio(light(style.color), none ? paper : light(style.backgroundColor));
    });
    return Math.min(...texts, ...cells);
})()";

#[test]
fn the_page_is_right_in_a_browser() {
    let Some(mut browser) = polydoku_browser::or_skip() else {
        return;
    };
    let (record, rows) = (made::record(), made::puzzle_rows());
    let sittings = Sitting::of(&rows);
    let page = html(&Source {
        record: &record,
        sittings: &sittings,
        terms: Terms::default(),
        command: "polydoku bench report run.csv --html run.html",
    });
    let name = format!("polydoku-report-{}.html", std::process::id());
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, &page).expect("a temporary file can be written");
    let address = format!("file://{}", path.display());

    browser.look(Look::of(400, 800));
    browser.open(&address);
    let count = |browser: &mut polydoku_browser::Browser, selector: &str| {
        let script = format!("document.querySelectorAll('{selector}').length");
        browser.eval(&script).as_u64().expect("a number")
    };
    // Five engines: rankings, heat maps, five worst lists, all numbers.
    assert!(count(&mut browser, "table") >= 12);
    assert_eq!(
        count(&mut browser, "table"),
        count(&mut browser, "table caption"),
        "every table has a caption"
    );
    assert_eq!(count(&mut browser, "th:not([scope])"), 0);
    for chapter in ["spread", "cactus", "nodes", "threads"] {
        let plots = format!("#{chapter} svg.plot[role=img]");
        assert!(count(&mut browser, &plots) >= 2, "{chapter}");
    }
    // The best engine against the best of each other family.
    assert_eq!(count(&mut browser, "#duel svg.plot"), 2);
    assert_eq!(count(&mut browser, "#guesses svg.plot"), 5);
    assert_eq!(count(&mut browser, "#worst tbody tr"), 5 * 5);

    for (width, dark) in [(400, false), (400, true), (1600, false), (1600, true)] {
        let look = Look::of(width, 900);
        browser.look(if dark { look.dark() } else { look });
        let wide = browser.eval(TOO_WIDE);
        assert_eq!(wide.as_array().map(Vec::len), Some(0), "{width}: {wide}");
        let contrast = browser.eval(CONTRASTS).as_f64().expect("a number");
        assert!(contrast >= 3.0, "{width}, dark {dark}: {contrast}");
        // Letters in plots are not smaller than ten pixels on a telephone.
        let script = "Math.min(...[...document.querySelectorAll('svg.plot text')]\
             .map(one => parseFloat(getComputedStyle(one).fontSize) \
             * one.ownerSVGElement.getBoundingClientRect().width \
             / one.ownerSVGElement.viewBox.baseVal.width))";
        let letters = browser.eval(script).as_f64().expect("a number");
        assert!(letters >= 10.0, "{width}: {letters}");
    }
    browser.look(Look::of(800, 1000).on_paper());
    let ground = browser.eval("getComputedStyle(document.body).backgroundColor");
    assert_eq!(ground, "rgb(255, 255, 255)", "paper is white");
    assert!(browser.printed().starts_with(b"%PDF"));

    assert_eq!(browser.complaints(), [""; 0]);
    assert_eq!(browser.requests().len(), 1, "{:?}", browser.requests());
    let _ = std::fs::remove_file(&path);
}
