//! A browser without a window, driven by the WebDriver protocol over a plain connection: as much
//! of it as the tests of pages need. Chromium and its driver are Debian packages of these names.
#![allow(dead_code, reason = "no test file needs all of it")]
use serde_json::{Value as Json, json};
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

const PATIENCE: Duration = Duration::from_secs(60);
/// The browser may take this long to end.
const FAREWELL: Duration = Duration::from_secs(10);
/// Where this is set a missing browser is an error.
const REQUIRED: &str = "NIWAKI_BROWSER";
/// Names of the keys that are no letters.
pub const DOWN: &str = "\u{e015}";
pub const RIGHT: &str = "\u{e014}";
pub const UP: &str = "\u{e013}";
pub const ENTER: &str = "\u{e007}";
pub const BACKSPACE: &str = "\u{e003}";
pub const HOME: &str = "\u{e011}";

/// A running browser.
pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
}

impl Browser {
    /// Starts one; `None`, with a word about it, where there is none to start.
    pub fn start() -> Option<Browser> {
        let driver = Command::new("chromedriver").arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let Ok(mut driver) = driver else {
            assert!(std::env::var_os(REQUIRED).is_none(), "chromedriver cannot be started");
            eprintln!("skipped: chromedriver cannot be started; install chromium and chromium-driver");
            return None;
        };
        let mut lines = BufReader::new(driver.stdout.take().unwrap()).lines().map_while(Result::ok);
        let started = lines.find(|line| line.contains("started successfully on port"))?;
        let port = started.trim_end_matches('.').rsplit(' ').next()?.parse().ok()?;
        // What it says from here on is of no interest, but must not fill the pipe.
        thread::spawn(move || lines.for_each(drop));
        let mut browser = Browser { driver, port, session: String::new() };
        let arguments =
            ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1280,800"];
        let wanted = json!({ "capabilities": { "alwaysMatch": {
            "goog:chromeOptions": { "args": arguments },
            "goog:loggingPrefs": { "browser": "ALL" },
        } } });
        let made = browser.ask("POST", "/session", Some(wanted));
        browser.session = format!("/session/{}", made["sessionId"].as_str().expect("a session"));
        Some(browser)
    }

    /// Opens a page.
    pub fn open(&self, address: &str) {
        self.post("/url", json!({ "url": address }));
    }

    /// Runs a script; what it returns.
    pub fn run(&self, script: &str) -> Json {
        self.post("/execute/sync", json!({ "script": script, "args": [] }))
    }

    /// Waits until a script returns something true.
    pub fn wait_for(&self, script: &str) -> Json {
        let begun = Instant::now();
        loop {
            let found = self.run(script);
            if !matches!(found, Json::Null | Json::Bool(false)) {
                return found;
            }
            assert!(begun.elapsed() < PATIENCE, "waited in vain: {script}");
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// Presses keys, one after the other.
    pub fn press(&self, keys: &[&str]) {
        let actions: Vec<Json> = keys
            .iter()
            .flat_map(|key| ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key })))
            .collect();
        self.post("/actions", json!({ "actions": [{ "type": "key", "id": "keys", "actions": actions }] }));
    }

    /// Another size of the window, as on a phone or not.
    pub fn resize(&self, width: u32, height: u32, phone: bool) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone });
        self.devtools("Emulation.setDeviceMetricsOverride", size);
    }

    /// Light or dark, as the reader prefers it.
    pub fn prefer(&self, scheme: &str) {
        let feature = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.devtools("Emulation.setEmulatedMedia", feature);
    }

    /// All messages of pages since the last call, errors among them.
    pub fn messages(&self) -> Vec<Json> {
        self.post("/se/log", json!({ "type": "browser" })).as_array().cloned().unwrap_or_default()
    }

    fn devtools(&self, command: &str, parameters: Json) {
        self.post("/goog/cdp/execute", json!({ "cmd": command, "params": parameters }));
    }

    fn post(&self, path: &str, body: Json) -> Json {
        self.ask("POST", &format!("{}{path}", self.session), Some(body))
    }

    /// One request, one answer. Errors of the driver fail the test.
    fn ask(&self, method: &str, path: &str, body: Option<Json>) -> Json {
        let body = body.map(|body| body.to_string()).unwrap_or_default();
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the driver listens");
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let answer = read_answer(&mut BufReader::new(stream));
        let mut answer: Json = serde_json::from_slice(&answer).expect("an answer in JSON");
        let value = answer["value"].take();
        assert!(value["error"].is_null(), "{path}: {} {}", value["error"], value["message"]);
        value
    }
}

/// The body of an answer.
fn read_answer(stream: &mut impl BufRead) -> Vec<u8> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).expect("an answer");
        if line.trim().is_empty() {
            break;
        }
        if let Some(number) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = number.trim().parse().expect("a length");
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).expect("the whole answer");
    body
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The end of the session ends the browser, which would outlive its driver.
        if !self.session.is_empty()
            && let Ok(mut stream) = TcpStream::connect(("127.0.0.1", self.port))
        {
            let _ = stream.set_read_timeout(Some(FAREWELL));
            let _ = write!(stream, "DELETE {} HTTP/1.1\r\nHost: localhost\r\n\r\n", self.session);
            let _ = stream.read(&mut [0; 1]);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
