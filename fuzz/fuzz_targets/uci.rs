//! Conversations: whatever comes in, every order is carried out in the end, every
//! search answers with one move, and `quit` is obeyed.
//!
//! Orders that would take long are shortened or left out before the engine hears them.
#![no_main]
use libfuzzer_sys::fuzz_target;
use niwaki_app::uci;
use std::{
    io::{self, BufReader, Read, Write},
    sync::{Arc, Condvar, Mutex},
};

/// The last order before `quit`: the engine's complaint about it shows that it got there.
const LAST_OPTION: &str = "the end";
const LAST_ORDER: &str = "setoption name the end";
const LAST_ANSWER: &str = "no such option: the end";
/// Options of size above this are left out.
const GREATEST_HASH: u64 = 16;
const GREATEST_THREADS: u64 = 4;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let mut orders = String::from("setoption name Hash value 1\n");
    let (mut searches, mut quits) = (0, text.contains(LAST_OPTION));
    for line in text.split('\n').filter_map(tame) {
        let first = line.split_whitespace().next();
        quits |= first == Some("quit");
        searches += usize::from(first == Some("go") && !line.contains("perft"));
        orders += &line;
        orders.push('\n');
    }
    let output = Output::default();
    let input = Input {
        parts: [format!("{orders}{LAST_ORDER}\n"), "quit\n".to_string()].map(io::Cursor::new),
        output: output.clone(),
    };
    let mut engine = niwaki_games::open("chess").expect("chess is a game");
    niwaki_lab::setup::recipe::open(niwaki_lab::setup::recipe::DEFAULT).expect("the default recipe is there").install(&mut *engine);
    uci::run(BufReader::new(input), output.clone(), engine).expect("threads can be started");
    let said = String::from_utf8(output.text().clone()).expect("the output is text");
    if !quits {
        assert_eq!(said.lines().filter(|line| line.starts_with("bestmove ")).count(), searches, "{said}");
    }
});

/// The line as the engine may hear it; `None`: not at all.
fn tame(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    match words.next()? {
        "bench" => None,
        // Of two equal words the last counts.
        "go" if line.contains("perft") => Some(format!("{line} perft 2")),
        "go" => Some(format!("{line} nodes 200")),
        "setoption" => {
            let lower = line.to_lowercase();
            let digits: String = line.chars().filter(char::is_ascii_digit).collect();
            let number: u64 = if digits.is_empty() { 0 } else { digits.parse().unwrap_or(u64::MAX) };
            let large = lower.contains("hash") && number > GREATEST_HASH
                || lower.contains("threads") && number > GREATEST_THREADS;
            // A fuzzer has no business with the disk.
            let reads_disk = lower.contains("path") || lower.contains("file");
            (!large && !reads_disk).then(|| line.to_string())
        }
        _ => Some(line.to_string()),
    }
}

/// What the engine has said.
#[derive(Clone, Default)]
struct Output(Arc<(Mutex<Vec<u8>>, Condvar)>);

impl Output {
    fn text(&self) -> std::sync::MutexGuard<'_, Vec<u8>> {
        self.0.0.lock().expect("nobody panics with this lock")
    }

    /// Sleeps until the last order was answered.
    fn wait(&self) {
        let said = |text: &mut Vec<u8>| !String::from_utf8_lossy(text).contains(LAST_ANSWER);
        drop(self.0.1.wait_while(self.text(), said));
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text().extend_from_slice(bytes);
        self.0.1.notify_all();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// All orders, and `quit` once they were carried out.
struct Input {
    parts: [io::Cursor<String>; 2],
    output: Output,
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.parts[0].read(buffer)? {
            0 => {
                self.output.wait();
                self.parts[1].read(buffer)
            }
            count => Ok(count),
        }
    }
}
