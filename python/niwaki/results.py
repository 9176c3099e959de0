"""What commands give: runs that can be read while they go, searches, and reports."""

from __future__ import annotations

import html
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from niwaki.program import binary
from niwaki.errors import NiwakiError
from niwaki.process import Process, Record
from niwaki.journal import Library, Loaded, load

if TYPE_CHECKING:
    from typing_extensions import Self

REPORT = "report.html"
#: The last line of a run has its summary under this name, and says where the run is kept.
SUMMARY = "summary"
HEIGHT = "40em"


class Run(Iterator[Record]):
    """A command that runs: an iterator over its results, each as soon as it is there.

    The program starts when the first result is asked for, and ends with `close`, at the end of a
    `with` block, or with the last reference to the run. What it had done by then is recorded:
    the same call resumes there. `summary`, `frame`, `report` and a notebook that shows the run
    wait for its end.
    """

    def __init__(self, words: Sequence[str]) -> None:
        #: The command line, without the program.
        self.words = tuple(words)
        self._process: Process | None = None
        self._where = Path()
        self._last: Record | None = None
        self._results = 0

    def __next__(self) -> Record:
        if self._process is None:
            self._where = Path.cwd()
            self._process = Process(self.words)
        found = next(self._process)
        if SUMMARY in found:
            self._last = found
            # Experiments may have several tables, each with a summary.
            return next(self)
        self._results += 1
        return found

    def close(self) -> None:
        """Ends the program, if it still runs; what it has recorded is kept."""
        if self._process is not None:
            self._process.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _finish(self) -> Record:
        """Waits for the end; the last line."""
        for _ in self:
            pass
        if self._last is not None:
            return self._last
        if self._process is not None and self._process.is_finished:
            raise NiwakiError(f"niwaki {self.words[0]} gives no summary")
        raise NiwakiError("the run was closed before its end; the same call resumes it")

    @property
    def summary(self) -> Record:
        """What all results say."""
        found: Record = self._finish()[SUMMARY]
        return found

    @property
    def exit_code(self) -> int | None:
        """0; 1 and 3 of a sequential test that is failed or undecided; None before the end."""
        return None if self._process is None else self._process.exit_code

    @property
    def folder(self) -> Path:
        """Where records and report are kept."""
        return self._where / str(self._finish()["folder"])

    @property
    def report(self) -> Report:
        """The report of the run."""
        written = self._finish().get("report")
        if written is None:
            raise NiwakiError(f"niwaki {self.words[0]} has written no report")
        return Report(self._where / str(written))

    def frame(self, library: Library | None = None) -> Any:
        """The results as a DataFrame of pandas or polars, a row each."""
        return self.load(library).frame

    def load(self, library: Library | None = None) -> Loaded:
        """The records of the run: header and DataFrame."""
        return load(self.folder, library)

    def _repr_html_(self) -> str:
        return self.report._repr_html_()

    def __repr__(self) -> str:
        state = "not started" if self._process is None else f"{self._results} results"
        if self._last is not None:
            state += ", finished"
        return f"<niwaki {' '.join(self.words)}: {state}>"


@dataclass(frozen=True)
class Report:
    """A report, one HTML file; a notebook shows it."""

    #: The file.
    path: Path

    @property
    def html(self) -> str:
        """The page."""
        return self.path.read_text(encoding="utf-8")

    def _repr_html_(self) -> str:
        # A frame of its own: neither page changes the style of the other.
        style = f"width:100%;height:{HEIGHT};border:0;resize:vertical"
        return (
            f'<iframe title="{html.escape(str(self.path))}" style="{style}" srcdoc="{html.escape(self.html)}"></iframe>'
        )


def report(folder: str | Path) -> Report:
    """The report of a run in a folder, made again from its records."""
    words = [str(binary()), "report", "--", str(folder)]
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", check=False)
    if done.returncode != 0:
        raise NiwakiError.of(done.stderr, done.returncode)
    return Report(Path(folder) / REPORT)


@dataclass(frozen=True)
class SearchResult:
    """What one search says of a position."""

    #: In the units of the game's evaluation, for the side to move.
    score: int
    #: The move to play; None when the game is over.
    move: str | None
    #: The expected moves, that move first.
    line: tuple[str, ...]
    #: Depth that was finished.
    depth: int
    nodes: int
    seconds: float
    game: str
    recipe: str
    position: str
    #: What each method did: tries, cuts, nodes and more, also `by_depth`.
    methods: Mapping[str, Any]
    #: Score, nodes and line after each depth.
    iterations: tuple[Record, ...]
    #: All that the program printed.
    record: Record

    @classmethod
    def of(cls, record: Record) -> SearchResult:
        """From the line that the program prints."""
        return cls(
            score=record["score"],
            move=record["move"],
            line=tuple(record["line"]),
            depth=record["depth"],
            nodes=record["nodes"],
            seconds=record["seconds"],
            game=record["game"],
            recipe=record["recipe"],
            position=record["position"],
            methods=record["methods"],
            iterations=tuple(record["iterations"]),
            record=record,
        )

    def __repr__(self) -> str:
        return (
            f"<{self.recipe}: score {self.score}, depth {self.depth}, {self.nodes} nodes, "
            f"{self.seconds:.3f} s: {' '.join(self.line)}>"
        )

    def _repr_html_(self) -> str:
        facts = f"depth {self.depth}, {self.nodes:,} nodes, {self.seconds:.3f} s"
        head = f"{html.escape(self.recipe)}: score <b>{self.score}</b>, {facts}<br>{html.escape(' '.join(self.line))}"
        columns = ("tries", "cuts", "nodes")
        rows = [
            f"<tr><td>{html.escape(name)}</td>" + "".join(f"<td>{did[column]:,}</td>" for column in columns) + "</tr>"
            for name, did in self.methods.items()
        ]
        titles = "".join(f"<th>{title}</th>" for title in ("method", "tries", "cuts", "nodes inside"))
        return f"<p>{head}</p><table><tr>{titles}</tr>{''.join(rows)}</table>"
