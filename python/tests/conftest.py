"""What all tests share: a folder to work in, and programs that misbehave."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from niwaki.program import VARIABLE

Pretend = Callable[[str], None]

#: A problem with a mate in one, and one with a free queen.
SUITE = """6k1/5ppp/8/8/8/8/5PPP/2R3K1 w - - bm Rc8#; id "back rank";
3k4/8/8/3q4/8/2N5/8/3K4 w - - bm Nxd5; id "queen";
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An own folder for each test, with a space in its name."""
    place = tmp_path / "a folder"
    place.mkdir()
    monkeypatch.chdir(place)
    return place


@pytest.fixture
def suite(folder: Path) -> str:
    """A file with two problems."""
    (folder / "my positions.epd").write_text(SUITE, encoding="utf-8")
    return "my positions.epd"


@pytest.fixture
def pretend(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Pretend:
    """Puts a few lines of Python in the place of the program."""
    if os.name != "posix":
        pytest.skip("scripts are no programs here")

    def put(code: str) -> None:
        script = folder / "program"
        script.write_text(f"#!{sys.executable}\nimport os, sys, time\n{code}\n", encoding="utf-8")
        script.chmod(0o755)
        monkeypatch.setenv(VARIABLE, str(script))

    return put
