//! `--shard` and `niwaki merge`.
use crate::support::Folder;

/// A command of each kind, at fixed nodes or depth.
const COMMANDS: [&[&str]; 4] = [
    &["compare", "null-move", "niwaki", "--positions=my.epd", "--nodes=500", "--hash=1"],
    &["suite", "my.epd", "--depth=3", "--hash=1"],
    &["sweep", "turk-mc", "--grid=multi_cut.cuts=2,3", "--positions=my.epd", "--depth=3", "--hash=1"],
    &["match", "niwaki", "none", "--nodes=100", "--games=10", "--max-plies=30"],
];

#[test]
fn parts_together_are_the_whole_run() {
    for command in COMMANDS {
        let folder = Folder::new();
        let whole = folder.facts(&[command, &["--out=whole"]].concat()).pop().unwrap();
        for part in ["1/3", "2/3", "3/3"] {
            let (code, stdout, stderr) = folder.run(&[command, &["--shard", part, "--out", &part[..1]]].concat());
            assert_eq!(code, 0, "{stderr}");
            assert!(stdout.contains(part), "a part says that it is one: {stdout}");
        }
        let merged = folder.summary(&["merge", "merged", "3", "1", "2"]);
        assert_eq!(merged, whole, "{}", command[0]);
        assert_eq!(folder.summary(&["report", "merged"]), whole);
        assert_eq!(folder.facts(&[command, &["--out=merged"]].concat()).pop().unwrap(), whole, "nothing is missing");
        let records = |run: &str| {
            let mut records = folder.records(run);
            records[0].as_object_mut().unwrap().remove("notes");
            records
        };
        assert_eq!(records("merged"), records("whole"));
    }
}

#[test]
fn a_part_goes_on_as_that_part_only_and_has_a_folder_of_its_own() {
    let folder = Folder::new();
    let suite = ["suite", "my.epd", "--depth=2", "--hash=1"];
    assert_eq!(folder.run(&[&suite[..], &["--shard=1/2", "--out=one"]].concat()).0, 0);
    folder.refused(&[&suite[..], &["--shard=2/2", "--out=one"]].concat(), "shard was \"1/2\", now it is \"2/2\"");
    folder.refused(&[&suite[..], &["--out=one"]].concat(), "shard was \"1/2\", now it is null");
    let (_, stdout, _) = folder.run(&[&suite[..], &["--shard=2/8"]].concat());
    assert!(stdout.contains("This is part 2/8 of a run only") && stdout.contains("-2-of-8/"), "{stdout}");
    // More parts than searches: the last has nothing to do.
    assert_eq!(folder.run(&[&suite[..], &["--shard=9/9"]].concat()).0, 0);
    let stop = ["match", "niwaki", "none", "--shard=1/2"];
    folder.refused(&[&stop[..], &["--sprt=0,5"]].concat(), "expected --out, the folder that all parts share");
    let clock = [&stop[..], &["--until=5", "--tc=1+0.1", "--out=shared"]].concat();
    folder.refused(&clock, "clocks mean different things on different machines");
    folder.refused(&["match", "niwaki", "none", "--scale-nps=1000000"], "expected --tc or --movetime");
}

#[test]
fn what_cannot_be_merged_is_refused_with_the_reason() {
    let folder = Folder::new();
    let run = |more: &[&str]| {
        let (code, _, stderr) = folder.run(&[&["suite", "my.epd", "--hash=1"], more].concat());
        assert_eq!(code, 0, "{stderr}");
    };
    run(&["--depth=2", "--shard=1/2", "--out=one"]);
    run(&["--depth=2", "--shard=2/2", "--out=two"]);
    run(&["--depth=3", "--shard=2/2", "--out=deeper"]);
    run(&["--depth=2", "--recipe=none", "--shard=2/2", "--out=other"]);
    folder.refused(&["merge", "out", "one"], "part 2/2 is missing");
    folder.refused(&["merge", "out", "one", "deeper"], "plan.limit was \"depth 2\", now it is \"depth 3\"");
    folder.refused(&["merge", "out", "one", "other"], "plan.base was \"niwaki\"");
    folder.refused(&["merge", "one", "one", "two"], "one: expected a folder that is empty or not there");
    folder.refused(&["merge", "out", "gone"], "gone/records.jsonl: cannot open the records");
    folder.refused(&["merge", "out"], "<DIR>");
    let records = folder.read("two/records.jsonl");
    folder.write("two/records.jsonl", &records[..records.len() - 9]);
    folder.refused(&["merge", "out", "one", "two"], "two: 3 of 4 results are there");
    assert!(!folder.at("out").exists());
    let (code, stdout, _) = folder.run(&["merge", "out", "one", "two", "--partial"]);
    assert!(code == 0 && stdout.contains("searches are done; the same command resumes"), "{stdout}");
    // A partial run resumes as a whole one.
    run(&["--depth=2", "--out=out"]);
    run(&["--depth=2", "--out=whole"]);
    assert_eq!(folder.summary(&["report", "out"]), folder.summary(&["report", "whole"]));
}
