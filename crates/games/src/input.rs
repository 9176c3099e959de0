//! Files that a user names: regular files only, since a pipe or a device may have no end or
//! keep us waiting, and none so large that the memory does not hold it.
use std::{
    fs::{self, File},
    io::{self, Read},
    path::Path,
};

/// The greatest file of settings, such as a recipe or a model, in bytes.
pub const SETTINGS: u64 = 16 << 20;
/// The greatest file of positions or games in text, in bytes.
pub const POSITIONS: u64 = 4 << 30;
/// The greatest file of any kind, in bytes.
pub const ANY: u64 = 64 << 30;

/// Opens a regular file for reading.
pub fn open(path: impl AsRef<Path>) -> io::Result<File> {
    check(path.as_ref())?;
    File::open(path)
}

/// Refuses what is there but no regular file. To open a pipe would already mean to wait.
pub fn check(path: &Path) -> io::Result<()> {
    let kind = fs::metadata(path)?.file_type();
    match (kind.is_file(), kind.is_dir()) {
        (true, _) => Ok(()),
        (_, true) => Err(io::Error::other("expected a file, not a folder")),
        _ => Err(io::Error::other("expected a file, not a pipe or a device")),
    }
}

/// The whole of a regular file that has no more than `most` bytes.
pub fn read(path: impl AsRef<Path>, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // It may grow while it is read.
    open(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > most {
        true => Err(io::Error::other(format!("expected a file of at most {most} bytes"))),
        false => Ok(bytes),
    }
}

/// The same as text.
pub fn read_text(path: impl AsRef<Path>, most: u64) -> io::Result<String> {
    String::from_utf8(read(path, most)?).map_err(|_| io::Error::other("expected text in UTF-8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_up_to_their_limit() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "12345").unwrap();
        assert_eq!(read_text(&path, 5).unwrap(), "12345");
        assert!(read(&path, 4).unwrap_err().to_string().contains("at most 4 bytes"));
        fs::write(&path, b"\xff").unwrap();
        assert!(read_text(&path, 5).unwrap_err().to_string().contains("UTF-8"));
        assert!(read(folder.path(), 5).unwrap_err().to_string().contains("folder"));
        assert_eq!(read(folder.path().join("none"), 5).unwrap_err().kind(), io::ErrorKind::NotFound);
    }

    #[cfg(unix)]
    #[test]
    fn pipes_and_devices_are_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        for path in [pipe.as_path(), Path::new("/dev/zero")] {
            assert!(read(path, ANY).unwrap_err().to_string().contains("a pipe or a device"), "{}", path.display());
        }
    }
}
