//! Small tables made here, whole and damaged: tests that need no real ones.
use super::{
    super::{Board, Kind},
    TableSet, TableUse, Tables, Value,
    material::Material,
    pairs::Pairs,
    source::{Reader, Source},
    table::{Contents, Table},
};
use niwaki_search::{
    game::{Known, Side},
    random::Random,
};
use std::{fs, path::Path};

const BLOCK_BITS: u32 = 6;
const STEP_BITS: u32 = 9;
/// Symbols have codes of four bits (the first four), three bits and two bits; the longer
/// begin with less.
const CODES: [(usize, usize); 8] = [(0, 4), (1, 4), (2, 4), (3, 4), (2, 3), (3, 3), (2, 2), (3, 2)];
/// The header says the longest and the shortest, and the lowest symbol of each from there on.
const CODE_HEADER: [u8; 8] = [4, 2, 6, 0, 4, 0, 0, 0];
/// Numbers 0 to 4, then pairs: 4 4, 0 2, and (4 4)(4 4).
const SYMBOLS: [(u16, u16); 8] = [(0, 0xFFF), (1, 0xFFF), (2, 0xFFF), (3, 0xFFF), (4, 0xFFF), (4, 4), (0, 2), (5, 5)];
const EXPANDED: [&[u16]; 8] = [&[0], &[1], &[2], &[3], &[4], &[4, 4], &[0, 2], &[4, 4, 4, 4]];
const NUMBERS_OF_KING_QUEEN_KING: u64 = 31_332;
/// The queen, then the kings: four bits for each side to move.
const QUEEN_KING_KING: [u8; 3] = [0x55, 0x66, 0xEE];
/// Flags: one part for each side to move; distances of the first only.
const BOTH_SIDES: u8 = 1;

/// A compressed list, in the pieces that lie in different places of a file.
struct List {
    header: Vec<u8>,
    index: Vec<u8>,
    lengths: Vec<u8>,
    blocks: Vec<u8>,
}

/// Numbers that symbols of all kinds stand for.
fn numbers(random: &mut Random, count: u64) -> Vec<u16> {
    let mut numbers = Vec::new();
    while numbers.len() < count as usize {
        numbers.extend_from_slice(EXPANDED[random.below(8)]);
    }
    numbers.truncate(count as usize);
    numbers
}

fn encode(numbers: &[u16]) -> List {
    let mut list = List { header: Vec::new(), index: Vec::new(), lengths: Vec::new(), blocks: Vec::new() };
    let (mut at, mut starts) = (0, Vec::new());
    while at < numbers.len() {
        starts.push(at);
        let mut bits: Vec<bool> = Vec::new();
        let fits = |&symbol: &usize, at: usize| numbers[at..].starts_with(EXPANDED[symbol]);
        let longest = |at| (0..8).filter(|symbol| fits(symbol, at)).max_by_key(|&symbol| EXPANDED[symbol].len());
        while let Some(symbol) = longest(at) {
            let (code, length) = CODES[symbol];
            if bits.len() + length > 8 << BLOCK_BITS {
                break;
            }
            bits.extend((0..length).rev().map(|bit| code >> bit & 1 != 0));
            at += EXPANDED[symbol].len();
        }
        bits.resize(8 << BLOCK_BITS, false);
        let byte = |bits: &[bool]| bits.iter().fold(0, |byte, &bit| byte << 1 | u8::from(bit));
        list.blocks.extend(bits.chunks(8).map(byte));
        let length = at - starts[starts.len() - 1] - 1;
        list.lengths.extend((length as u16).to_le_bytes());
    }
    for middle in (1usize << (STEP_BITS - 1)..).step_by(1 << STEP_BITS) {
        let block = starts.partition_point(|&start| start <= middle) - 1;
        list.index.extend((block as u32).to_le_bytes());
        list.index.extend(((middle - starts[block]) as u16).to_le_bytes());
        if middle + (1 << (STEP_BITS - 1)) >= numbers.len() {
            break;
        }
    }
    list.header.extend([0, BLOCK_BITS as u8, STEP_BITS as u8, 0]);
    list.header.extend((starts.len() as u32).to_le_bytes());
    list.header.extend(CODE_HEADER);
    list.header.extend((SYMBOLS.len() as u16).to_le_bytes());
    for (first, second) in SYMBOLS {
        list.header.extend([first as u8, (first >> 8) as u8 | (second << 4) as u8, (second >> 4) as u8]);
    }
    list
}

fn align(bytes: &mut Vec<u8>, unit: usize) {
    bytes.resize(bytes.len().next_multiple_of(unit), 0);
}

/// A file of king and queen against king with these lists, and maps behind their headers.
fn file(contents: Contents, lists: &[List], maps: &[u8]) -> Vec<u8> {
    let mut bytes = contents.magic().to_vec();
    bytes.extend([BOTH_SIDES, 0]);
    bytes.extend(QUEEN_KING_KING);
    align(&mut bytes, 2);
    lists.iter().for_each(|list| bytes.extend(&list.header));
    bytes.extend(maps);
    align(&mut bytes, 2);
    lists.iter().for_each(|list| bytes.extend(&list.index));
    lists.iter().for_each(|list| bytes.extend(&list.lengths));
    for list in lists {
        align(&mut bytes, 64);
        bytes.extend(&list.blocks);
    }
    bytes.extend([0; 16]);
    bytes
}

fn queen() -> Material {
    Material::parse("KQvK").unwrap()
}

/// Tables of values and of distances, filled at random.
fn files(random: &mut Random) -> [(Contents, Vec<u8>); 2] {
    let mut list = || encode(&numbers(random, NUMBERS_OF_KING_QUEEN_KING));
    let values = file(Contents::Values, &[list(), list()], &[]);
    [(Contents::Values, values), (Contents::Distances, file(Contents::Distances, &[list()], &[]))]
}

fn boards(random: &mut Random, count: usize) -> Vec<Board> {
    let mut boards = Vec::new();
    while boards.len() < count {
        let [queen, white, black] = [0; 3].map(|_| random.below(64));
        let mut squares = ['1'; 64];
        (squares[queen], squares[white], squares[black]) = ('Q', 'K', 'k');
        let ranks: Vec<String> = squares.chunks(8).map(|rank| rank.iter().collect()).collect();
        let side = ['w', 'b'][random.below(2)];
        boards.extend(Board::from_fen(&format!("{} {side} - - 0 1", ranks.join("/"))));
    }
    boards.retain(|board| board.occupied().count() == 3 && board.of_kind(Kind::Queen).any());
    boards
}

/// Asks the table all there is to ask; what it answers does not matter.
fn ask(bytes: Vec<u8>, contents: Contents, boards: &[Board]) -> (usize, usize) {
    let Ok(table) = Table::read(Source::in_memory(bytes), queen(), contents) else { return (0, 0) };
    let answers = boards.iter().map(|board| match contents {
        Contents::Values => table.value(board, false).is_ok(),
        Contents::Distances => Value::ALL.iter().all(|&value| table.distance(board, false, value).is_ok()),
    });
    let answered = answers.filter(|&answered| answered).count();
    (answered, boards.len() - answered)
}

#[test]
fn a_compressed_list_reads_back_from_memory_and_from_disk() {
    let scratch = tempfile::tempdir().unwrap();
    let path = scratch.path().join("list");
    for count in [1, 2, 511, 512, 513, 20_000] {
        let numbers = numbers(&mut Random::new(count), count);
        let list = encode(&numbers);
        let bytes = [list.header, list.index, list.lengths, list.blocks].concat();
        fs::write(&path, &bytes).unwrap();
        let disk = Source::Disk(fs::File::open(&path).unwrap(), bytes.len() as u64);
        for source in [Source::in_memory(bytes), disk] {
            let mut reader = Reader::new(&source, 0);
            let mut pairs = Pairs::read(&mut reader, count).unwrap();
            pairs.place_index(&mut reader).unwrap();
            pairs.place_lengths(&mut reader).unwrap();
            pairs.place_blocks(&mut reader).unwrap();
            for (index, &number) in numbers.iter().enumerate() {
                assert_eq!(pairs.number(&source, index as u64), Ok(number), "{index} of {count}");
            }
            assert!(pairs.number(&source, count + (1 << STEP_BITS)).is_err());
        }
    }
}

#[test]
fn a_whole_table_answers_every_question() {
    let mut random = Random::new(1);
    let boards = boards(&mut random, 500);
    for (contents, bytes) in files(&mut random) {
        assert_eq!(ask(bytes, contents, &boards), (boards.len(), 0), "{contents:?}");
    }
}

/// A table of distances whose numbers are looked up in maps of these bytes or words.
fn mapped(map: &[u8], wide: bool) -> Table {
    let mut list = encode(&numbers(&mut Random::new(6), NUMBERS_OF_KING_QUEEN_KING));
    list.header[0] = if wide { 2 | 16 } else { 2 };
    let bytes = file(Contents::Distances, &[list], &map.repeat(4));
    Table::read(Source::in_memory(bytes), queen(), Contents::Distances).unwrap()
}

#[test]
fn distances_are_read_through_their_map_and_none_behind_its_end() {
    let mut boards = boards(&mut Random::new(7), 400);
    boards.retain(|board| board.to_move() == Side::First);
    let distances = |table: &Table| -> Vec<Option<i32>> {
        boards.iter().map(|board| table.distance(board, false, Value::Win).ok().flatten()).collect()
    };
    let bytes = distances(&mapped(&[5, 10, 11, 12, 13, 14], false));
    assert!((10..15).all(|number| bytes.contains(&Some(2 * number))) && !bytes.contains(&None));
    let words = distances(&mapped(&[5, 0, 10, 1, 11, 1, 12, 1, 13, 1, 14, 1], true));
    assert!(bytes.iter().zip(&words).all(|(byte, word)| byte.map(|byte| byte + 512) == *word));
    let short = distances(&mapped(&[2, 10, 11], false));
    let expected = |distance: &Option<i32>| distance.filter(|&distance| distance < 24);
    assert_eq!(short, bytes.iter().map(expected).collect::<Vec<_>>());
}

/// Bytes changed, cut off or added, at random; most near the start, where headers lie.
fn damage(random: &mut Random, bytes: &mut Vec<u8>) {
    for _ in 0..1 + random.below(3) {
        let reach = [64, 128, 1024, bytes.len()][random.below(4)].min(bytes.len());
        let place = random.below(reach.max(1));
        match random.below(8) {
            0 => bytes.truncate(random.below(bytes.len() + 1)),
            1 => bytes.truncate(place),
            2 => bytes.extend((0..random.below(300)).map(|byte| byte as u8)),
            3 => drop(bytes.splice(place..place, [random.below(256) as u8])),
            _ if bytes.is_empty() => (),
            4 => bytes[place] ^= 1 << random.below(8),
            5 => bytes[place] = 255,
            _ => bytes[place] = random.below(256) as u8,
        }
    }
}

#[test]
fn no_damage_makes_a_table_crash_or_hang() {
    let mut random = Random::new(2);
    let boards = boards(&mut random, 50);
    let whole = files(&mut random);
    let mut seen = [0; 3];
    for _ in 0..3000 {
        let (contents, mut bytes) = whole[random.below(2)].clone();
        damage(&mut random, &mut bytes);
        match ask(bytes, contents, &boards) {
            (0, 0) => seen[0] += 1,
            (_, 0) => seen[1] += 1,
            _ => seen[2] += 1,
        }
    }
    println!("refused, unnoticed, noticed when asked: {seen:?}");
    assert!(seen.iter().all(|&count| count > 30), "{seen:?}");
}

#[test]
fn random_bytes_behind_the_first_do_not_crash() {
    let mut random = Random::new(3);
    let boards = boards(&mut random, 50);
    for _ in 0..3000 {
        let contents = [Contents::Values, Contents::Distances][random.below(2)];
        let mut bytes = file(contents, &[], &[]);
        bytes.truncate([5, 6, 9, 10][random.below(4)]);
        // Small numbers get further than large ones.
        let largest = [3, 20, 256][random.below(3)];
        let count = random.below(4000);
        bytes.extend((0..count).map(|_| random.below(largest) as u8));
        ask(bytes, contents, &boards);
    }
}

fn write_tables(folder: &Path, random: &mut Random, spoil: impl Fn(Contents, &mut Vec<u8>)) {
    for (contents, mut bytes) in files(random) {
        spoil(contents, &mut bytes);
        let name = if contents == Contents::Values { "KQvK.rtbw" } else { "KQvK.rtbz" };
        fs::write(folder.join(name), bytes).unwrap();
    }
}

#[test]
fn a_damaged_table_is_as_if_it_were_not_there() {
    let mut random = Random::new(4);
    let scratch = tempfile::tempdir().unwrap();
    let boards = boards(&mut random, 300);
    let folder = |name: &str| {
        let folder = scratch.path().join(name);
        fs::create_dir(&folder).unwrap();
        folder
    };
    let open =
        |folder: &Path| Tables::new(TableSet::open(folder.to_str().unwrap()).unwrap().unwrap(), TableUse::default());
    let whole = folder("whole");
    write_tables(&whole, &mut random, |_, _| ());
    let tables = open(&whole);
    assert!(boards.iter().all(|board| tables.probe(board, 1).is_some()));
    assert_eq!(tables.set.materials(), 2);

    // The order of the groups in the header cannot be.
    let header = folder("header");
    write_tables(&header, &mut random, |_, bytes| bytes[5] = 0x77);
    let tables = open(&header);
    assert!(boards.iter().all(|board| tables.probe(board, 1).is_none()));

    // Without distances the values still choose the moves.
    let distances = folder("distances");
    write_tables(&distances, &mut random, |contents, bytes| {
        bytes[5] = if contents == Contents::Values { 0 } else { 0x77 };
    });
    let tables = open(&distances);
    for board in &boards {
        let mut moves = Vec::new();
        board.list_moves(&mut moves);
        assert!(tables.probe(board, 1).is_some() && tables.keep_best(board, &mut moves), "{}", board.fen());
    }
}

#[test]
fn a_value_that_does_not_exist_is_noticed_once_and_ends_the_use_of_the_table() {
    let mut random = Random::new(5);
    let scratch = tempfile::tempdir().unwrap();
    // The symbol of a win stands for 9 in both lists.
    write_tables(scratch.path(), &mut random, |_, bytes| {
        let win = [4, 0xF0, 0xFF];
        let places: Vec<usize> = (0..bytes.len() - 3).filter(|&at| bytes[at..at + 3] == win).collect();
        places.into_iter().for_each(|at| bytes[at] = 9);
    });
    let set = TableSet::open(scratch.path().to_str().unwrap()).unwrap().unwrap();
    let tables = Tables::new(set, TableUse::default());
    let boards = boards(&mut random, 300);
    let answers: Vec<Option<Known>> = boards.iter().map(|board| tables.probe(board, 1)).collect();
    let first = answers.iter().position(Option::is_none).unwrap();
    let quiet = |board: &Board| board.to_move() == Side::First;
    assert!(boards[first..].iter().zip(&answers[first..]).all(|(board, answer)| !quiet(board) || answer.is_none()));
}
