use super::*;
use crate::{
    play::matches::{MOST_GAMES, Stop, tests::settings},
    scratch::Scratch,
    study::record::{FILE, Journal},
};
use niwaki_search::random::Random;
use std::{fs, io::Write};

fn part(of: &Settings, text: &str) -> Settings {
    Settings { shard: text.parse().unwrap(), ..of.clone() }
}

/// Where a match of real players ends: verdict, game, pairs.
type Finding = (Option<Verdict>, usize, Json);

fn finding(joint: &Joint, settings: &Settings) -> Finding {
    (joint.verdict(settings), joint.next, joint.to_json(settings)["summary"]["pentanomial"].clone())
}

fn play_part(settings: &Settings, shared: &Path) -> (Joint, Ended) {
    run_part(settings, shared, &Progress::hidden(), &mut |_, _| Ok(())).unwrap()
}

fn real() -> Settings {
    Settings {
        stop: Stop::parse_sprt("-150,250,0.1,0.1,logistic").unwrap(),
        jobs: 1,
        ..settings(&["niwaki", "none"], 200)
    }
}

#[test]
fn any_number_of_parts_gives_the_verdict_of_the_whole_at_the_same_game() {
    let whole = Scratch::new();
    let plan = real();
    let (standing, ended) = super::super::run(&plan, &whole.path, &Progress::hidden(), &mut |_, _| Ok(())).unwrap();
    assert_eq!(ended, Ended::Decided);
    let expected = (standing.verdict(&plan).map(|(_, verdict)| verdict), standing.games() as usize);
    for count in [2, 4] {
        let shared = Scratch::new();
        let plans: Vec<Settings> = (1..=count).map(|index| part(&plan, &format!("{index}/{count}"))).collect();
        let found: Vec<Finding> = std::thread::scope(|scope| {
            let threads = plans.iter().map(|plan| scope.spawn(|| play_part(plan, &shared.path)));
            let threads: Vec<_> = threads.collect();
            threads.into_iter().for_each(|thread| drop(thread.join().unwrap()));
            // Whoever looks when all have ended finds the same.
            plans.iter().map(|plan| finding(&play_part(plan, &shared.path).0, plan)).collect()
        });
        assert!(found.iter().all(|one| *one == found[0]), "{found:?}");
        assert_eq!((found[0].0, found[0].1), expected, "{count} parts");
    }
}

/// A part of a match whose games are written by hand.
struct Fake {
    settings: Settings,
    records: fs::File,
}

impl Fake {
    fn new(plan: &Settings, text: &str, shared: &Path) -> Fake {
        let settings = part(plan, text);
        let folder = part_folder(&settings, shared);
        // The journal writes the header; it would sync what follows, which takes long for a thousand parts.
        drop(Journal::open(&folder, &settings.plan()).unwrap());
        let records = fs::OpenOptions::new().append(true).open(folder.join(FILE)).unwrap();
        Fake { settings, records }
    }

    fn write(&mut self, game: usize, result: &str) {
        let players = if game % 2 == 0 { [0, 1] } else { [1, 0] };
        let record = json!({
            "game": game, "players": players, "opening": 0, "begins": 0, "result": result, "reason": "mate",
            "moves": "e2e4 e7e5", "scores": [1, 2], "depths": [1, 1], "nodes": [1, 1], "microseconds": [1, 1],
        });
        self.records.write_all(format!("{record}\n").as_bytes()).unwrap();
    }
}

fn fakes(plan: &Settings, count: usize, shared: &Path) -> Vec<Fake> {
    (1..=count).map(|index| Fake::new(plan, &format!("{index}/{count}"), shared)).collect()
}

#[test]
fn only_games_without_a_gap_are_judged_and_half_a_line_waits() {
    let shared = Scratch::new();
    let plan = real();
    let mut parts = fakes(&plan, 2, &shared.path);
    let mine = parts[0].settings.clone();
    let mut joint = Joint::new(&mine, &shared.path);
    // Pair 1 is the other part's: the win of pair 0 counts, that of pair 2 waits.
    [0, 1, 4, 5].into_iter().for_each(|game| parts[0].write(game, "1-0"));
    joint.look(&mine).unwrap();
    assert_eq!((joint.next, joint.read), (2, 4));
    let path = part_folder(&parts[1].settings, &shared.path).join(FILE);
    parts[1].write(2, "1/2-1/2");
    let mut torn = fs::OpenOptions::new().append(true).open(&path).unwrap();
    torn.write_all(b"{\"game\":3,\"players\":[1,0],\"resu").unwrap();
    joint.look(&mine).unwrap();
    assert_eq!((joint.next, joint.read), (3, 5));
    torn.write_all(b"lt\":\"1-0\"}\n").unwrap();
    joint.look(&mine).unwrap();
    assert_eq!((joint.next, joint.waiting.len()), (6, 0));
    let (_, games, pairs) = joint.standing.row(0).unwrap();
    assert_eq!((games.wins, games.draws, games.losses), (2, 1, 3));
    assert_eq!(pairs.pairs, [0, 1, 2, 0, 0]);
}

#[test]
fn the_records_of_another_match_or_part_are_refused() {
    let shared = Scratch::new();
    let plan = real();
    let mut parts = fakes(&Settings { seed: 77, ..plan.clone() }, 2, &shared.path);
    parts[1].write(2, "1-0");
    let mine = part(&plan, "1/2");
    let message = |joint: &mut Joint| joint.look(&mine).unwrap_err().to_string();
    assert!(message(&mut Joint::new(&mine, &shared.path)).contains("plan.seed was 77, now it is 5"));
    let other = Scratch::new();
    Fake::new(&plan, "2/2", &other.path).write(2, "1-0");
    fs::rename(other.path.join("2-of-2"), other.path.join("1-of-2")).unwrap();
    assert!(message(&mut Joint::new(&mine, &other.path)).contains("expected the records of part 1/2"));
    let third = Scratch::new();
    Fake::new(&plan, "2/2", &third.path).write(2, "1-0");
    let path = third.path.join("2-of-2").join(FILE);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, format!("{text}soup\n")).unwrap();
    Joint::new(&mine, &third.path).look(&mine).unwrap();
    fs::write(&path, format!("{text}soup\n{{\"game\":3}}\n")).unwrap();
    assert!(message(&mut Joint::new(&mine, &third.path)).contains("expected a record of this run"));
}

/// What it costs to look at the other parts.
#[derive(Debug, Default)]
struct Cost {
    looks: u32,
    all: Duration,
    longest: Duration,
    /// When nothing is new.
    idle: Duration,
    /// Games that waited for one before them, at most.
    waiting: usize,
    /// MiB of memory that the watcher took, where that can be asked.
    memory: u64,
}

/// Parts write in no order, some far ahead; a watcher looks again and again. Returns the finding of
/// the watcher, that of one run, and what looks cost.
fn simulate(shards: usize, pairs: usize, stop: &str, looks: usize) -> ([(Option<Verdict>, usize); 2], Cost) {
    let shared = Scratch::new();
    let stop = Stop::parse_sprt(stop).unwrap();
    let plan = Settings { games: 2 * pairs, stop, ..settings(&["niwaki", "none"], 2) };
    let mut random = Random::new(9);
    let results: Vec<&str> = (0..2 * pairs).map(|_| ["1-0", "0-1", "1/2-1/2"][random.below(3)]).collect();
    let mut whole = Standing::new(&plan);
    let seen = |game: usize| Line { game, players: if game % 2 == 0 { [0, 1] } else { [1, 0] }, result: results[game] };
    let end = (0..2 * pairs).find(|game| {
        whole.add_result(seen(*game).outcome().unwrap());
        whole.is_decided(&plan.stop)
    });
    let verdict = whole.verdict(&plan).map(|(_, verdict)| verdict);
    let expected = (verdict, end.map_or(2 * pairs, |game| game + 1));
    let mut parts = fakes(&plan, shards, &shared.path);
    let memory_before = memory();
    let mut joint = Joint::new(&parts[0].settings, &shared.path);
    let mut next: Vec<usize> = (0..shards).collect();
    let mut cost = Cost::default();
    let steps = pairs.div_ceil(looks);
    let mut open: Vec<usize> = (0..shards).filter(|part| next[*part] < pairs).collect();
    while !open.is_empty() {
        for _ in 0..steps {
            let Some(place) = (!open.is_empty()).then(|| random.below(open.len())) else { break };
            let part = open[place];
            let pair = next[part];
            [2 * pair, 2 * pair + 1].into_iter().for_each(|game| parts[part].write(game, results[game]));
            next[part] += shards;
            if next[part] >= pairs {
                open.swap_remove(place);
            }
        }
        let time = timed(|| joint.look(&plan).unwrap());
        (cost.looks, cost.all, cost.longest) = (cost.looks + 1, cost.all + time, cost.longest.max(time));
        cost.waiting = cost.waiting.max(joint.waiting.len());
        cost.memory = cost.memory.max(memory().saturating_sub(memory_before));
    }
    cost.idle = timed(|| joint.look(&plan).unwrap());
    // A part that begins when all others are done reads everything at once.
    let mut late = Joint::new(&parts[0].settings, &shared.path);
    late.look(&plan).unwrap();
    let found = (joint.verdict(&plan), joint.next);
    assert_eq!((late.verdict(&plan), late.next), found);
    ([found, expected], cost)
}

fn timed(mut act: impl FnMut()) -> Duration {
    let started = Instant::now();
    act();
    started.elapsed()
}

#[test]
fn many_parts_in_any_order_give_the_verdict_of_one_run() {
    for stop in ["0,60,0.1,0.1", "-60,0,0.1,0.1", "0,100,0.2,0.2,trinomial", "0,0.5"] {
        let ([found, expected], _) = simulate(40, 1_000, stop, 50);
        assert_eq!(found, expected, "{stop}");
    }
}

/// The memory of this process in MiB; 0 where the system does not say.
fn memory() -> u64 {
    const KIB_PER_MIB: u64 = 1024;
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).map_or(0, |kib| kib / KIB_PER_MIB)
}

/// Run it with `--ignored --nocapture`; it takes about a gigabyte of disk.
#[test]
#[ignore = "minutes, and a gigabyte of disk: the scale of a cluster"]
fn a_thousand_parts_with_half_a_million_pairs() {
    // Normalized Elo takes tens of microseconds a game to judge, for a run alone too: minutes here. Logistic
    // Elo takes far less, and leaves what the looks cost.
    for (stop, ends) in [("0,60", "early"), ("0,0.2,0.05,0.05,logistic", "late")] {
        let ([found, expected], cost) = simulate(1_000, MOST_GAMES / 2, stop, 500);
        println!("{} pairs, a test that ends {ends}: {found:?}; {cost:?}", MOST_GAMES / 2);
        assert_eq!(found, expected);
    }
}
