//! Files that are whole at every moment: written beside their place, synced, then renamed.
use super::error::Error;
use std::{
    fs::{self, File},
    io::Write,
    path::{Path, PathBuf},
};

/// Writes a file so that a crash or a full disk leaves the old one or the new one, whole.
pub fn replace(path: &Path, content: &[u8]) -> Result<(), Error> {
    let beside = beside(path);
    let written = (|| {
        let mut file = File::create(&beside)?;
        file.write_all(content)?;
        file.sync_all()?;
        fs::rename(&beside, path)?;
        sync_folder(path)
    })();
    written.map_err(|reason| {
        // Half a file helps nobody.
        let _ = fs::remove_file(&beside);
        Error::system(path, "cannot write the file", &reason)
    })
}

/// The name of the unfinished file; other processes use other names.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    PathBuf::from(name)
}

/// Makes the new name survive a power cut, where folders can be synced.
pub(super) fn sync_folder(path: &Path) -> std::io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Finds before the work, not after it, that a file could not be written.
pub fn check_place(path: &Path, force: bool) -> Result<(), Error> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let reason = match () {
        () if path.is_dir() => "is a folder",
        () if path.exists() && !force => "already exists; use --force to overwrite",
        () if folder.is_some_and(|folder| !folder.is_dir()) => "there is no such folder",
        () => return Ok(()),
    };
    Err(Error::at(path.display(), reason))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    #[test]
    fn a_file_is_replaced_as_a_whole_and_nothing_stays_beside_it() {
        let scratch = Scratch::new();
        let folder = &scratch.path;
        fs::create_dir_all(folder).unwrap();
        let path = folder.join("a.txt");
        replace(&path, b"one").unwrap();
        replace(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder).unwrap().count(), 1);
        let message = replace(&folder.join("no/such/b.txt"), b"x").unwrap_err().to_string();
        assert!(message.contains("cannot write the file"), "{message}");
    }

    #[test]
    fn a_place_is_checked_before_the_work() {
        let scratch = Scratch::new();
        let folder = &scratch.path;
        fs::create_dir_all(folder).unwrap();
        let path = folder.join("a.txt");
        assert_eq!(check_place(&path, false), Ok(()));
        fs::write(&path, "x").unwrap();
        assert!(check_place(&path, false).unwrap_err().to_string().contains("already exists"));
        assert_eq!(check_place(&path, true), Ok(()));
        assert!(check_place(folder, true).unwrap_err().to_string().contains("is a folder"));
        assert!(check_place(&path.join("b/c"), false).unwrap_err().to_string().contains("no such folder"));
    }
}
