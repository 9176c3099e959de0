#!/usr/bin/env python3
"""Makes the opening book as OpenBench wants it, from suites/openings.epd.

    openbench/make_book.py FOLDER

writes FOLDER/niwaki_2000.epd.zip, which holds the one file niwaki_2000.epd, and prints the SHA-256
that belongs into openbench/niwaki_2000.epd.json: that of the file inside, not of the zip. The same
openings give the same bytes everywhere. Needs Python 3 alone.
"""
import hashlib
import pathlib
import sys
import zipfile

NAME = "niwaki_2000.epd"
OPENINGS = pathlib.Path(__file__).resolve().parent.parent / "suites" / "openings.epd"
# The fields of a position in EPD; after them come operations.
FIELDS = 4
# Zips know no time before this; any other would change the bytes each time.
BEGINNING = (1980, 1, 1, 0, 0, 0)
READABLE = 0o644


def position(line):
    """A line without what match runners need not know: evaluation and comments."""
    operations = " ".join(line.split()[FIELDS:]).split(";")
    number = [text.strip() for text in operations if text.strip().startswith("fmvn ")]
    return " ".join(line.split()[:FIELDS] + ["hmvc 0;"] + [text + ";" for text in number])


def book():
    """The book: a position a line, ends of lines as on Unix, since the SHA-256 counts them."""
    lines = OPENINGS.read_text(encoding="ascii").splitlines()
    positions = [position(line) for line in lines if line.strip() and not line.startswith("#")]
    return ("\n".join(positions) + "\n").encode("ascii")


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: openbench/make_book.py FOLDER")
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    content = book()
    entry = zipfile.ZipInfo(NAME, date_time=BEGINNING)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = READABLE << 16
    with zipfile.ZipFile(folder / f"{NAME}.zip", "w") as archive:
        archive.writestr(entry, content)
    print(hashlib.sha256(content).hexdigest())


if __name__ == "__main__":
    main()
