//! Which tables lie in the folders, for which positions they suffice, and what they hold.
use super::{
    super::{Board, Kind},
    Value,
    material::{Material, SIDES},
    source::Damage,
    table::{Contents, Table},
};
use std::{
    collections::{HashMap, HashSet},
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

/// A whole table is made of blocks and a checksum.
const BLOCK: u64 = 64;
const CHECKSUM: u64 = 16;

/// For which material the tables suffice. A probe follows captures and promotions, so
/// a table counts only if those that it leads to are there as well.
#[derive(Debug)]
struct Survey {
    values: HashSet<Material>,
    distances: HashSet<Material>,
    /// Most pieces of which there is a table; 0 without any.
    largest: u32,
}

impl Survey {
    fn from_files(values: &[Material], distances: &[Material]) -> Survey {
        let mut survey =
            Survey { values: HashSet::from([Material::BARE_KINGS]), distances: HashSet::new(), largest: 0 };
        let mut in_order = values.to_vec();
        in_order.sort_by_key(|material| (material.men(), material.count(|kind| kind == Kind::Pawn)));
        for material in in_order {
            if material.captures().iter().all(|next| survey.values.contains(next)) {
                survey.values.extend([material, material.mirrored()]);
                survey.largest = survey.largest.max(material.men());
            }
        }
        for &material in distances {
            let promotions = SIDES.iter().flat_map(|&side| material.promotions(side));
            if survey.has_value(material) && promotions.into_iter().all(|next| survey.has_value(next)) {
                survey.distances.extend([material, material.mirrored()]);
            }
        }
        survey
    }

    /// Whether the tables tell who wins.
    fn has_value(&self, material: Material) -> bool {
        self.values.contains(&material)
    }

    /// Whether the tables tell how.
    fn has_distance(&self, material: Material) -> bool {
        self.distances.contains(&material)
    }
}

/// A file that is opened when it is first needed. If it turns out to be damaged, that is
/// reported once, and from then on it is as if it were not there.
struct LazyTable {
    path: PathBuf,
    material: Material,
    contents: Contents,
    table: OnceLock<Option<Table>>,
    damaged: AtomicBool,
}

impl LazyTable {
    fn new(path: PathBuf, material: Material, contents: Contents) -> LazyTable {
        LazyTable { path, material, contents, table: OnceLock::new(), damaged: AtomicBool::new(false) }
    }

    fn probe<T>(&self, ask: impl FnOnce(&Table) -> Result<T, Damage>) -> Option<T> {
        if self.damaged.load(Relaxed) {
            return None;
        }
        let open = || self.sound(Table::open(&self.path, self.material, self.contents));
        let table = self.table.get_or_init(open).as_ref()?;
        self.sound(ask(table))
    }

    fn sound<T>(&self, result: Result<T, Damage>) -> Option<T> {
        match result {
            Ok(value) => return Some(value),
            Err(Damage(reason)) if !self.damaged.swap(true, Relaxed) => report(&self.path, reason),
            Err(_) => (),
        }
        None
    }
}

fn report(path: &Path, reason: &str) {
    eprintln!("{}: damaged ({reason}); this endgame table is not used", path.display());
}

/// The tables of one material.
#[derive(Clone)]
struct Entry {
    values: Arc<LazyTable>,
    distances: Option<Arc<LazyTable>>,
    /// The files are named with the colours exchanged.
    mirrored: bool,
}

/// All tables that can be used.
pub(super) struct Files {
    entries: HashMap<Material, Entry>,
    /// Most pieces of which there is a table; 0 without any.
    pub(super) largest: u32,
}

impl Files {
    /// Looks through the folders; of equal tables the first counts, sound or not.
    pub(super) fn open<P: AsRef<Path>>(folders: &[P]) -> io::Result<Files> {
        let (mut values, mut distances) = (HashMap::new(), HashMap::new());
        for folder in folders {
            for file in fs::read_dir(folder)? {
                let path = file?.path();
                let (files, contents) = match path.extension().and_then(|extension| extension.to_str()) {
                    Some("rtbw") => (&mut values, Contents::Values),
                    Some("rtbz") => (&mut distances, Contents::Distances),
                    _ => continue,
                };
                if let Some(material) = path.file_stem().and_then(|name| name.to_str()).and_then(Material::parse) {
                    files.entry(material).or_insert_with(|| is_whole(&path, contents).then_some(path));
                }
            }
        }
        values.retain(|_, path| path.is_some());
        distances.retain(|_, path| path.is_some());
        Ok(Files::from_paths(values, distances))
    }

    fn from_paths(
        mut values: HashMap<Material, Option<PathBuf>>,
        mut distances: HashMap<Material, Option<PathBuf>>,
    ) -> Files {
        let materials = |files: &HashMap<Material, Option<PathBuf>>| files.keys().copied().collect::<Vec<_>>();
        let survey = Survey::from_files(&materials(&values), &materials(&distances));
        let mut entries = HashMap::new();
        for material in materials(&values).into_iter().filter(|&material| survey.has_value(material)) {
            let Some(path) = values.remove(&material).flatten() else { continue };
            let distances = distances.remove(&material).flatten().filter(|_| survey.has_distance(material));
            let lazy = |path, contents| Arc::new(LazyTable::new(path, material, contents));
            let entry = Entry {
                values: lazy(path, Contents::Values),
                distances: distances.map(|path| lazy(path, Contents::Distances)),
                mirrored: false,
            };
            entries.insert(material.mirrored(), Entry { mirrored: true, ..entry.clone() });
            entries.insert(material, entry);
        }
        Files { entries, largest: survey.largest }
    }

    /// How many kinds of material there are tables for, bare kings among them; that with
    /// colours exchanged is the same.
    pub(super) fn materials(&self) -> usize {
        let symmetric = self.entries.keys().filter(|material| **material == material.mirrored()).count();
        1 + (self.entries.len() + symmetric) / 2
    }

    /// Whether there are distances for this material.
    pub(super) fn has_distance(&self, board: &Board) -> bool {
        self.entries.get(&Material::of(board)).is_some_and(|entry| entry.distances.is_some())
    }

    /// The value in the table.
    pub(super) fn stored_value(&self, board: &Board) -> Option<Value> {
        let material = Material::of(board);
        if material == Material::BARE_KINGS {
            return Some(Value::Draw);
        }
        let entry = self.entries.get(&material)?;
        entry.values.probe(|table| table.value(board, entry.mirrored))
    }

    /// The distance in the table; `None` inside: not for this side to move.
    pub(super) fn stored_distance(&self, board: &Board, value: Value) -> Option<Option<i32>> {
        let entry = self.entries.get(&Material::of(board))?;
        entry.distances.as_ref()?.probe(|table| table.distance(board, entry.mirrored, value))
    }
}

/// Whether the file looks like a whole table of its kind; reported if not.
fn is_whole(path: &Path, contents: Contents) -> bool {
    let check = || -> io::Result<bool> {
        let mut file = crate::input::open(path)?;
        let mut start = [0; 4];
        file.read_exact(&mut start)?;
        Ok(start == contents.magic() && file.metadata()?.len() % BLOCK == CHECKSUM)
    };
    let whole = check().unwrap_or(false);
    if !whole {
        report(path, "not a whole table");
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    fn material(name: &str) -> Material {
        Material::parse(name).unwrap()
    }

    fn survey(values: &[&str], distances: &[&str]) -> Survey {
        let read = |names: &[&str]| names.iter().map(|name| material(name)).collect::<Vec<_>>();
        Survey::from_files(&read(values), &read(distances))
    }

    #[test]
    fn a_table_counts_with_all_it_leads_to() {
        let three = ["KPvK", "KNvK", "KBvK", "KRvK", "KQvK"];
        let all = survey(&three, &["KQvK", "KPvK"]);
        assert_eq!(all.largest, 3);
        assert!(all.has_value(material("KPvK")) && all.has_value(material("KPvK").mirrored()));
        assert!(all.has_distance(material("KPvK")) && !all.has_distance(material("KRvK")));

        assert!(!survey(&["KPvK"], &["KPvK"]).has_distance(material("KPvK")));
        assert_eq!(survey(&["KQRvK", "KQvK"], &[]).largest, 3);
        assert_eq!(survey(&["KQRvK", "KQvK", "KRvK"], &[]).largest, 4);
        assert!(!survey(&["KRvKP", "KPvK", "KRvK"], &[]).has_value(material("KRvKP")), "the pawn takes and promotes");
        assert_eq!(survey(&[], &["KQvK"]).largest, 0);
    }
}
