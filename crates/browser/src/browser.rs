//! One browser with one tab, and what a test does with it.

use std::path::Path;

use serde_json::{Value, json};

use crate::base64;
use crate::keys;
use crate::wire::Wire;

/// How the page is to be looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// Width of the window in CSS pixels.
    pub width: u32,
    /// Its height.
    pub height: u32,
    /// Whether the reader prefers dark colours.
    pub dark: bool,
    /// Whether the reader wants nothing to move.
    pub reduced_motion: bool,
    /// Whether it is laid out for paper.
    pub print: bool,
}

impl Look {
    /// Light, on a screen of this size.
    pub const fn of(width: u32, height: u32) -> Look {
        Look {
            width,
            height,
            dark: false,
            reduced_motion: false,
            print: false,
        }
    }

    /// The same in dark colours.
    pub const fn dark(self) -> Look {
        Look { dark: true, ..self }
    }

    /// The same without motion.
    pub const fn still(self) -> Look {
        Look {
            reduced_motion: true,
            ..self
        }
    }

    /// The same on paper.
    pub const fn on_paper(self) -> Look {
        Look {
            print: true,
            ..self
        }
    }
}

/// A running browser with one tab. Dropping it ends it.
#[derive(Debug)]
pub struct Browser {
    wire: Wire,
    session: String,
    /// Errors and warnings of the page, in words.
    complaints: Vec<String>,
    /// Addresses of everything that was fetched.
    requests: Vec<String>,
    /// Times that a page was loaded to its end.
    loads: u64,
    version: String,
}

impl Browser {
    /// Starts the program.
    ///
    /// # Panics
    /// If it does not start.
    pub fn launch(program: &Path) -> Browser {
        let mut browser = Browser {
            wire: Wire::open(program),
            session: String::new(),
            complaints: Vec::new(),
            requests: Vec::new(),
            loads: 0,
            version: String::new(),
        };
        let version = browser.command("Browser.getVersion", json!({}));
        browser.version = string(&version["product"]);
        let tab = browser.command("Target.createTarget", json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": tab["targetId"], "flatten": true });
        let attached = browser.command("Target.attachToTarget", attach);
        browser.session = string(&attached["sessionId"]);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.command(&format!("{domain}.enable"), json!({}));
        }
        browser.look(Look::of(1280, 800));
        browser
    }

    /// Product and version, such as `Chrome/156.0.8078.114`.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Loads a page and waits until it is loaded. Complaints and requests begin
    /// anew.
    ///
    /// # Panics
    /// If it cannot be loaded.
    pub fn open(&mut self, url: &str) {
        self.settle();
        self.complaints.clear();
        self.requests.clear();
        let before = self.loads;
        let answer = self.command("Page.navigate", json!({ "url": url }));
        assert!(answer["errorText"].is_null(), "{url}: {answer}");
        while self.loads == before {
            let message = self.wire.next(url);
            self.file(&message);
        }
    }

    /// The value of an expression of JavaScript; a promise is waited for.
    ///
    /// # Panics
    /// If it throws.
    #[track_caller]
    pub fn eval(&mut self, expression: &str) -> Value {
        let params = json!({
            "expression": expression, "returnByValue": true, "awaitPromise": true,
        });
        let answer = self.command("Runtime.evaluate", params);
        let thrown = &answer["exceptionDetails"];
        assert!(thrown.is_null(), "{expression}: {}", thrown_text(thrown));
        answer["result"]["value"].clone()
    }

    /// Waits until an expression is true, looked at every frame.
    ///
    /// # Panics
    /// If it is not true within 30 seconds.
    #[track_caller]
    pub fn wait_for(&mut self, condition: &str) {
        // Time is kept by the page: a test has no clock of its own.
        let script = format!(
            "new Promise(resolve => {{
                const until = performance.now() + 30000;
                const look = () => ({condition}) ? resolve(true)
                    : performance.now() > until ? resolve(false) : setTimeout(look, 15);
                look();
            }})"
        );
        let came = self.eval(&script);
        assert_eq!(came, true, "it never came true: {condition}");
    }

    /// Presses and releases a key: `a`, `?`, ` `, `ArrowLeft`, `Shift+Tab`.
    ///
    /// # Panics
    /// If there is no such key.
    #[track_caller]
    pub fn press(&mut self, key: &str) {
        let mut event = keys::event(key);
        let writes = event.get("text").is_some();
        event["type"] = if writes { "keyDown" } else { "rawKeyDown" }.into();
        self.command("Input.dispatchKeyEvent", event.clone());
        event["type"] = "keyUp".into();
        if let Some(event) = event.as_object_mut() {
            event.remove("text");
        }
        self.command("Input.dispatchKeyEvent", event);
    }

    /// Presses the mouse's button in the middle of an element, after scrolling it
    /// into view.
    ///
    /// # Panics
    /// If there is no such element, or it takes no room.
    #[track_caller]
    pub fn click(&mut self, selector: &str) {
        let quoted = Value::from(selector);
        let place = self.eval(&format!(
            "(() => {{
                const it = document.querySelector({quoted});
                if (!it) return null;
                it.scrollIntoView({{ block: 'center', behavior: 'instant' }});
                const box = it.getBoundingClientRect();
                return box.width * box.height > 0
                    ? [box.x + box.width / 2, box.y + box.height / 2] : null;
            }})()"
        ));
        let (Some(x), Some(y)) = (place[0].as_f64(), place[1].as_f64()) else {
            panic!("nothing to click on at {selector}");
        };
        self.click_at(x, y);
    }

    /// Presses the mouse's button at a place of the window.
    pub fn click_at(&mut self, x: f64, y: f64) {
        for kind in ["mousePressed", "mouseReleased"] {
            let params = json!({
                "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1,
            });
            self.command("Input.dispatchMouseEvent", params);
        }
    }

    /// Looks at the page in another way from now on.
    pub fn look(&mut self, look: Look) {
        let size = json!({
            "width": look.width, "height": look.height, "deviceScaleFactor": 1, "mobile": false,
        });
        self.command("Emulation.setDeviceMetricsOverride", size);
        let scheme = if look.dark { "dark" } else { "light" };
        let motion = if look.reduced_motion {
            "reduce"
        } else {
            "no-preference"
        };
        let media = json!({
            "media": if look.print { "print" } else { "screen" },
            "features": [
                { "name": "prefers-color-scheme", "value": scheme },
                { "name": "prefers-reduced-motion", "value": motion },
            ],
        });
        self.command("Emulation.setEmulatedMedia", media);
    }

    /// What the window shows, as a PNG.
    pub fn screenshot(&mut self) -> Vec<u8> {
        let picture = self.command("Page.captureScreenshot", json!({ "format": "png" }));
        bytes(&picture["data"])
    }

    /// The whole page from top to bottom, as a PNG.
    pub fn whole_screenshot(&mut self) -> Vec<u8> {
        let metrics = self.command("Page.getLayoutMetrics", json!({}));
        let mut clip = metrics["cssContentSize"].clone();
        clip["scale"] = 1.into();
        let params = json!({ "format": "png", "captureBeyondViewport": true, "clip": clip });
        let picture = self.command("Page.captureScreenshot", params);
        bytes(&picture["data"])
    }

    /// The page as it is printed, as a PDF.
    pub fn printed(&mut self) -> Vec<u8> {
        let paper = self.command("Page.printToPDF", json!({ "printBackground": true }));
        bytes(&paper["data"])
    }

    /// What the page complained of since it was opened: exceptions, and errors
    /// and warnings in the console.
    pub fn complaints(&mut self) -> &[String] {
        self.settle();
        &self.complaints
    }

    /// The addresses that were fetched since the page was opened, the page's own
    /// among them.
    pub fn requests(&mut self) -> &[String] {
        self.settle();
        &self.requests
    }

    /// A command of the protocol, for what has no method here.
    ///
    /// # Panics
    /// If the browser refuses.
    pub fn command(&mut self, method: &str, params: Value) -> Value {
        let session = (!self.session.is_empty()).then_some(self.session.as_str());
        let id = self.wire.send(session, method, params);
        loop {
            let mut message = self.wire.next(method);
            if message["id"] == id {
                let refused = &message["error"];
                assert!(refused.is_null(), "{method}: {refused}");
                return message["result"].take();
            }
            self.file(&message);
        }
    }

    /// Waits until everything said so far has been heard.
    fn settle(&mut self) {
        self.eval("0");
    }

    /// Keeps of an event what tests ask for.
    fn file(&mut self, event: &Value) {
        let params = &event["params"];
        match event["method"].as_str().unwrap_or_default() {
            "Page.loadEventFired" => self.loads += 1,
            "Network.requestWillBeSent" => {
                let url = string(&params["request"]["url"]);
                // What lies in the page itself is not fetched.
                if !url.starts_with("data:") && !url.starts_with("blob:") {
                    self.requests.push(url);
                }
            }
            "Runtime.exceptionThrown" => {
                let thrown = thrown_text(&params["exceptionDetails"]);
                self.complaints.push(thrown);
            }
            "Runtime.consoleAPICalled" => {
                let kind = string(&params["type"]);
                if ["error", "warning", "assert"].contains(&kind.as_str()) {
                    let said = &params["args"][0];
                    let said = said.get("value").unwrap_or(&said["description"]);
                    self.complaints.push(format!("console {kind}: {said}"));
                }
            }
            "Log.entryAdded" => {
                let entry = &params["entry"];
                let level = string(&entry["level"]);
                if ["error", "warning"].contains(&level.as_str()) {
                    let (text, url) = (string(&entry["text"]), string(&entry["url"]));
                    self.complaints.push(format!("log {level}: {text} {url}"));
                }
            }
            _ => {}
        }
    }
}

fn string(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn bytes(value: &Value) -> Vec<u8> {
    let text = value.as_str().unwrap_or_default();
    base64::decoded(text).expect("the browser sends base64")
}

fn thrown_text(details: &Value) -> String {
    match details["exception"]["description"].as_str() {
        Some(description) => description.to_owned(),
        None => details.to_string(),
    }
}
