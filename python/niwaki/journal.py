"""The records of runs, as docs/records.md describes them, and DataFrames of them."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

from niwaki.errors import MissingExtra, NiwakiError
from niwaki.process import Record

FILE = "records.jsonl"
#: The first record of a fit holds its positions and is no result.
PREPARED = "positions"

Library = Literal["pandas", "polars"]
LIBRARIES: tuple[Library, ...] = ("pandas", "polars")


class Loaded(NamedTuple):
    """The records of a run."""

    #: The first line: command, version, plan, machine, date.
    header: Record
    #: A DataFrame with a row for each result; fields of fields have dots in their names.
    frame: Any


def load(folder: str | Path, library: Library | None = None) -> Loaded:
    """Header and results of a run that is kept in a folder.

    The DataFrame is one of pandas, or of polars if that is asked for or alone installed. Rows stand
    in the order in which the results came.
    """
    chosen = _choose(library)
    header, *results = _lines(folder)
    rows = [flat(result) for result in results if not (header["command"] == "fit" and PREPARED in result)]
    return Loaded(header, _frame(rows, chosen))


def records(folder: str | Path) -> Iterator[Record]:
    """The results of a run one by one, as they were recorded."""
    lines = iter(_lines(folder))
    next(lines)
    yield from lines


def flat(record: Mapping[str, Any], prefix: str = "") -> Record:
    """The fields of a record and those inside them, with dots between the names. Lists stay as they are."""
    fields: Record = {}
    for name, value in record.items():
        if isinstance(value, dict):
            fields |= flat(value, f"{prefix}{name}.")
        else:
            fields[prefix + name] = value
    return fields


def _lines(folder: str | Path) -> list[Record]:
    """Header and records. A last line that was being written when the run ended is left out."""
    path = Path(folder) / FILE
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise NiwakiError(f"{path}: {error.strerror}") from error
    lines = text.split("\n")[:-1]
    found: list[Record] = []
    for number, line in enumerate(lines, 1):
        record = _object(line)
        if record is None or (number == 1 and "command" not in record):
            if 1 < number == len(lines):
                break
            raise NiwakiError(
                f"{path}: line {number}: expected {'the header of a run' if number == 1 else 'a JSON object'}"
            )
        found.append(record)
    if not found:
        raise NiwakiError(f"{path}: there is no header")
    return found


def _object(line: str) -> Record | None:
    try:
        record = json.loads(line)
    except json.JSONDecodeError:
        return None
    return record if isinstance(record, dict) else None


def _choose(library: Library | None) -> Library:
    """The library that is asked for, or else one that is installed."""
    if library is not None and library not in LIBRARIES:
        raise ValueError(f"{library}: expected pandas or polars")
    wanted = LIBRARIES if library is None else (library,)
    for name in wanted:
        if importlib.util.find_spec(name):
            return name
    raise MissingExtra(" or ".join(wanted), wanted[0], "a DataFrame")


def _uniform(column: list[Any]) -> list[Any]:
    """What polars can hold: lists of lists or objects become text, to be read by `str.json_decode`."""
    nested = any(isinstance(part, (list, dict)) for value in column if isinstance(value, list) for part in value)
    if not nested:
        return column
    return [None if value is None else json.dumps(value) for value in column]


def _frame(rows: list[Record], library: Library) -> Any:
    if library == "polars":
        import polars

        # Fields may be missing from some rows.
        names = {name: None for row in rows for name in row}
        columns = {name: _uniform([row.get(name) for row in rows]) for name in names}
        return polars.DataFrame(columns, strict=False)
    import pandas

    return pandas.DataFrame(rows)
