use super::*;
use crate::scratch::Scratch;

fn plan(nodes: u64) -> Plan {
    Plan {
        command: "match",
        decides: json!({ "nodes": nodes, "players": ["a", "b"] }),
        notes: json!({}),
        shard: Shard::WHOLE,
    }
}

fn job(number: usize) -> Json {
    json!({ "game": number, "result": "1-0", "why": "mate \"é\"" })
}

/// Does what is not recorded of ten jobs.
fn run(folder: &Scratch) -> Vec<Json> {
    let (mut journal, mut records) = Journal::open(&folder.path, &plan(5)).unwrap();
    for number in records.len()..10 {
        journal.append(&job(number)).unwrap();
        records.push(job(number));
    }
    records
}

#[test]
fn a_run_cut_off_at_any_byte_goes_on_to_the_same_records() {
    let folder = Scratch::new();
    let records = run(&folder);
    let whole = fs::read(folder.records()).unwrap();
    for length in 0..=whole.len() {
        fs::write(folder.records(), &whole[..length]).unwrap();
        assert_eq!(run(&folder), records, "cut at {length}");
        assert!(fs::read(folder.records()).unwrap() == whole, "cut at {length}");
    }
    assert_eq!(read(&folder.path).unwrap().records, records);
}

#[test]
fn a_block_of_zeros_at_the_end_is_cut_off_and_one_in_the_middle_is_named() {
    let folder = Scratch::new();
    let records = run(&folder);
    let whole = fs::read(folder.records()).unwrap();
    for end in ["\0\0\0", "\0\0\0\n", "{\"game\":\n"] {
        fs::write(folder.records(), [&whole[..], end.as_bytes()].concat()).unwrap();
        assert_eq!(run(&folder), records);
    }
    let lines = String::from_utf8(whole).unwrap().replacen("{\"game\":3", "\0\0\0", 1);
    fs::write(folder.records(), lines).unwrap();
    let message = Journal::open(&folder.path, &plan(5)).unwrap_err().to_string();
    assert!(message.ends_with("line 5: expected a JSON object"), "{message}");
}

#[test]
fn records_of_another_plan_are_refused_with_the_difference() {
    let folder = Scratch::new();
    run(&folder);
    let message = Journal::open(&folder.path, &plan(6)).unwrap_err().to_string();
    assert!(message.contains("plan.nodes was 5, now it is 6"), "{message}");
    let mut more = plan(5);
    more.decides["players"] = json!(["a", "c"]);
    let message = Journal::open(&folder.path, &more).unwrap_err().to_string();
    assert!(message.contains("plan.players[1] was \"b\", now it is \"c\""), "{message}");
    more.decides["players"] = json!(["a"]);
    assert!(Journal::open(&folder.path, &more).unwrap_err().to_string().contains("plan.players was [\"a\",\"b\"]"));
    let noted = Plan { notes: json!({ "games": 9 }), ..plan(5) };
    assert!(Journal::open(&folder.path, &noted).is_ok(), "how far a run goes may change");
    let empty = Scratch::new();
    drop(Journal::open(&empty.path, &plan(5)).unwrap());
    assert!(Journal::open(&empty.path, &plan(6)).is_ok(), "nothing is lost");
    assert_ne!(plan(5).folder(), plan(6).folder());
    assert_eq!(plan(5).folder(), noted.folder());
}

#[test]
fn a_part_of_a_run_has_its_own_folder_and_goes_on_as_that_part_only() {
    let folder = Scratch::new();
    let part = |text: &str| Plan { shard: text.parse().unwrap(), ..plan(5) };
    assert!(part("2/8").folder().display().to_string().ends_with("-2-of-8"));
    assert_eq!(part("1/1").folder(), plan(5).folder());
    Journal::open(&folder.path, &part("2/8")).unwrap().0.append(&job(1)).unwrap();
    assert!(Journal::open(&folder.path, &part("2/8")).is_ok());
    let message = Journal::open(&folder.path, &part("3/8")).unwrap_err().to_string();
    assert!(message.contains("shard was \"2/8\", now it is \"3/8\""), "{message}");
    assert!(Journal::open(&folder.path, &plan(5)).unwrap_err().to_string().contains("shard was \"2/8\""));
}

#[test]
fn two_runs_into_one_folder_are_refused() {
    let folder = Scratch::new();
    let (journal, _) = Journal::open(&folder.path, &plan(5)).unwrap();
    let message = Journal::open(&folder.path, &plan(5)).unwrap_err().to_string();
    assert!(message.ends_with("another run is writing to this file"), "{message}");
    assert_eq!(remove(&folder.path).unwrap_err().to_string(), message);
    drop(journal);
    assert!(Journal::open(&folder.path, &plan(5)).is_ok());
    remove(&folder.path).unwrap();
    assert!(!folder.records().exists() && remove(&folder.path).is_ok());
}

#[test]
fn a_file_without_a_line_end_that_is_not_ours_is_left_alone() {
    let folder = Scratch::new();
    fs::create_dir_all(&folder.path).unwrap();
    let elsewhere = folder.path.join("precious.txt");
    #[cfg(unix)]
    std::os::unix::fs::symlink(&elsewhere, folder.records()).unwrap();
    #[cfg(not(unix))]
    let elsewhere = folder.records();
    for text in ["my notes", "{\"comments\": [1, 2", "\0\0\0x", "["] {
        fs::write(&elsewhere, text).unwrap();
        for message in [
            Journal::open(&folder.path, &plan(5)).unwrap_err().to_string(),
            read(&folder.path).unwrap_err().to_string(),
            remove(&folder.path).unwrap_err().to_string(),
        ] {
            assert!(message.ends_with("line 1: expected the header of a run"), "{message}");
        }
        assert_eq!(fs::read_to_string(&elsewhere).unwrap(), text);
    }
    fs::write(&elsewhere, "\0\0\0").unwrap();
    assert!(Journal::open(&folder.path, &plan(5)).is_ok(), "what a power cut may leave");
}

#[cfg(unix)]
#[test]
fn a_pipe_in_the_place_of_records_is_refused_at_once() {
    let folder = Scratch::new();
    fs::create_dir_all(&folder.path).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(folder.records()).status().unwrap().success());
    let message = Journal::open(&folder.path, &plan(5)).unwrap_err().to_string();
    assert!(message.contains("expected a file, not a pipe or a device"), "{message}");
    assert!(read(&folder.path).unwrap_err().to_string().contains("not a pipe"));
}

#[test]
fn date_and_machine_are_no_difference_between_runs() {
    let folder = Scratch::new();
    run(&folder);
    let text = fs::read_to_string(folder.records()).unwrap();
    let (header, rest) = text.split_once('\n').unwrap();
    let mut header: Json = serde_json::from_str(header).unwrap();
    assert!(header["date"].as_str().unwrap().len() == "2000-01-01".len() && header["machine"]["cores"].is_u64());
    (header["date"], header["machine"]["model"]) = (json!("2000-01-01"), json!("an abacus"));
    fs::write(folder.records(), format!("{header}\n{rest}")).unwrap();
    assert_eq!(Journal::open(&folder.path, &plan(5)).unwrap().1.len(), 10);
}

#[test]
fn a_timed_run_notes_the_speed_of_its_machine_which_is_no_difference_either() {
    let timed = |limit: &str| Plan { decides: json!({ "limit": limit }), ..plan(5) };
    assert_eq!(timed("1000 nodes").begun()["machine"][SPEED], Json::Null);
    let folder = Scratch::new();
    let (mut journal, _) = Journal::open(&folder.path, &timed("500 ms")).unwrap();
    journal.append(&job(0)).unwrap();
    drop(journal);
    let mut text = fs::read_to_string(folder.records()).unwrap();
    let header: Json = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let speed = header["machine"][SPEED].as_u64().unwrap();
    assert!(speed > 1_000, "{speed}");
    text = text.replace(&format!(":{speed}"), ":7");
    fs::write(folder.records(), &text).unwrap();
    assert_eq!(Journal::open(&folder.path, &timed("500 ms")).unwrap().1.len(), 1);
    assert_eq!(fs::read_to_string(folder.records()).unwrap(), text, "the machine that began the run");
}

#[test]
fn what_is_no_file_of_records_is_left_alone() {
    let folder = Scratch::new();
    fs::create_dir_all(&folder.path).unwrap();
    for (text, expected) in [("my notes\n", "a JSON object"), ("{\"a\":1}\n", "the header of a run"), ("[]\n", "a")] {
        fs::write(folder.records(), text).unwrap();
        let message = Journal::open(&folder.path, &plan(5)).unwrap_err().to_string();
        assert!(message.contains("line 1: expected") && message.contains(expected), "{message}");
        assert_eq!(fs::read_to_string(folder.records()).unwrap(), text);
    }
    assert!(read(&folder.path.join("gone")).unwrap_err().to_string().contains("cannot open the records"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_cannot_be_made_gives_one_clear_line() {
    let message = Journal::open(Path::new("/proc/niwaki"), &plan(5)).unwrap_err().to_string();
    assert!(message.starts_with("/proc/niwaki: cannot make the folder: ") && !message.contains('\n'), "{message}");
}

#[test]
fn hashes_are_the_published_ones() {
    assert_eq!(hash(b""), "cbf29ce484222325");
    assert_eq!(hash(b"foobar"), "85944171f73967e8");
    assert_eq!(hash_lines(["ab", "c", ""].map(str::to_string)), hash(b"ab\nc\n"));
}
