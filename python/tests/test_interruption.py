"""However a run ends, the program ends with it, and what it has done is kept."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import niwaki

from conftest import Pretend

MATCH = "niwaki.match('none', 'null-move', nodes=3000, games=2000, jobs=1, out='run')"
PATIENCE = 20.0
#: Exit code of a program that was interrupted and has kept what it had.
INTERRUPTED = 130

posix = pytest.mark.skipif(os.name != "posix", reason="signals")


def is_alive(process: int) -> bool:
    """Whether a process runs; one that has ended may still be in the table."""
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def assert_ends(process: int) -> None:
    """Waits for the end of a process."""
    end = time.monotonic() + PATIENCE
    while is_alive(process):
        assert time.monotonic() < end, "the program still runs"
        time.sleep(0.01)


def started() -> tuple[niwaki.Run, int]:
    """A long match of which one game is read, and its process."""
    run = niwaki.match("none", "null-move", nodes=3000, games=2000, jobs=1, out="run")
    next(run)
    assert run._process is not None
    return run, run._process._popen.pid


def script(code: str) -> subprocess.Popen[str]:
    """Another Python that runs this code."""
    words = [sys.executable, "-c", f"import niwaki\n{code}"]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")


def test_a_run_that_is_closed_resumes_where_it_was() -> None:
    run = niwaki.match("none", "null-move", nodes=500, games=10, jobs=1, out="run")
    first = [next(run) for _ in range(4)]
    run.close()
    kept = len(list(niwaki.records("run")))
    assert kept >= 4
    with pytest.raises(niwaki.NiwakiError, match="closed before its end; the same call resumes it"):
        run.summary  # noqa: B018
    again = niwaki.match("none", "null-move", nodes=500, games=10, jobs=1, out="run")
    assert [next(again) for _ in range(4)] == first
    assert again.summary["games"] == 10


@posix
def test_close_and_the_end_of_a_with_block_end_the_program() -> None:
    run, process = started()
    with run:
        assert is_alive(process)
    assert not is_alive(process) and run.exit_code == INTERRUPTED
    run.close()


@posix
def test_a_run_that_nobody_holds_ends() -> None:
    run, process = started()
    assert is_alive(process)
    del run
    assert_ends(process)


@posix
def test_a_loop_that_is_left_goes_on_later() -> None:
    run = niwaki.match("none", "null-move", nodes=50, games=20, jobs=1)
    for game in run:
        if game["game"] == 3:
            break
    assert next(run)["game"] == 4
    assert run.summary["games"] == 20


@posix
def test_the_end_of_python_ends_the_program() -> None:
    code = f"run = {MATCH}\nnext(run)\nprint(run._process._popen.pid, flush=True)\nraise SystemExit(0)"
    with script(code) as python:
        assert python.stdout is not None
        process = int(python.stdout.readline())
    assert_ends(process)


@posix
def test_ctrl_c_ends_the_program_and_says_what_is_kept() -> None:
    code = f"run = {MATCH}\nnext(run)\nprint(run._process._popen.pid, flush=True)\nfor game in run: pass"
    with script(code) as python:
        assert python.stdout is not None and python.stderr is not None
        process = int(python.stdout.readline())
        # By then it waits for a game. Only Python gets the signal, as in a notebook whose kernel is
        # interrupted.
        time.sleep(0.5)
        python.send_signal(signal.SIGINT)
        said = python.stderr.read()
    assert_ends(process)
    last = said.strip().splitlines()[-1]
    assert (
        last.startswith("KeyboardInterrupt: interrupted: ") and "of 2000 kept in run; the same command resumes" in last
    )
    assert len(list(niwaki.records("run"))) >= 1


@posix
def test_a_program_that_does_not_listen_is_ended_by_force(pretend: Pretend, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("niwaki.process.GRACE", 0.2)
    pretend("import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\nprint('{}', flush=True)\ntime.sleep(600)")
    run = niwaki.command("match")
    next(run)
    run.close()
    assert run.exit_code == -signal.SIGKILL
