"""The program as a process: its results line by line, its errors, its end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import tempfile
import warnings
import weakref
from collections.abc import Iterator, Sequence
from typing import IO, Any, NoReturn

from niwaki.program import binary
from niwaki.errors import NiwakiError, NiwakiWarning, plain_lines

#: One line of results, or a record of a run: docs/records.md has the fields.
Record = dict[str, Any]

#: Exit codes of a command that was carried out: fine; the answer is no; undecided so far.
CARRIED_OUT = (0, 1, 3)
#: Seconds that an interrupted program has to keep its results. It needs less than two.
GRACE = 5.0


class Process(Iterator[Record]):
    """A running program: an iterator over the objects that it prints."""

    def __init__(self, words: Sequence[str]) -> None:
        # A file, so that the program never waits for somebody to read its errors.
        errors = tempfile.TemporaryFile()
        self._popen = subprocess.Popen(
            [os.fspath(binary()), *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            encoding="utf-8",
            errors="replace",
        )
        #: What the program wrote beside its results, when it has ended.
        self._said: list[str] = []
        # Also when the last reference goes, or Python ends.
        self._end = weakref.finalize(self, _end, self._popen, errors, self._said)
        self._failure: NiwakiError | None = None
        #: Whether all that the program had to say was read.
        self.is_finished = False

    def __next__(self) -> Record:
        output = self._popen.stdout
        if self._failure is not None:
            raise self._failure
        if output is None or output.closed:
            raise StopIteration
        try:
            line = output.readline()
            if line:
                return self._read(line)
            self._popen.wait()
        except KeyboardInterrupt:
            self.close()
            raise KeyboardInterrupt(*plain_lines("".join(self._said))[-1:]) from None
        self._finish()
        raise StopIteration

    @property
    def exit_code(self) -> int | None:
        """The exit code, if the program has ended."""
        return self._popen.poll()

    def close(self) -> None:
        """Ends the program, if it still runs. What it has recorded is kept."""
        self._end()

    def _read(self, line: str) -> Record:
        try:
            found = json.loads(line)
        except json.JSONDecodeError:
            found = None
        if not isinstance(found, dict):
            self._fail(NiwakiError(f"expected a JSON object from the program, not {line.strip()[:80]!r}"))
        return found

    def _fail(self, failure: NiwakiError) -> NoReturn:
        """From now on the process has only its failure to give."""
        self.close()
        self._failure = failure
        raise failure

    def _finish(self) -> None:
        """Looks at how the program has ended."""
        self.close()
        code, said = self._popen.returncode, "".join(self._said)
        if code not in CARRIED_OUT:
            self._fail(NiwakiError.of(said, code))
        self.is_finished = True
        for line in plain_lines(said):
            warnings.warn(line, NiwakiWarning, stacklevel=2)


def _end(popen: subprocess.Popen[str], errors: IO[bytes], said: list[str]) -> None:
    """Ends a process as Ctrl-C does, or else by force, and reads what it wrote beside its results."""
    if popen.poll() is None:
        if os.name == "posix":
            popen.send_signal(signal.SIGINT)
        else:
            popen.terminate()
        # What it still has to say is read, so that it need not wait for anybody.
        try:
            popen.communicate(timeout=GRACE)
        except subprocess.TimeoutExpired:
            popen.kill()
            popen.communicate()
    if popen.stdout:
        popen.stdout.close()
    errors.seek(0)
    said.append(errors.read().decode("utf-8", errors="replace"))
    errors.close()
