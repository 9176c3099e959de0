"""Where the program is found, and that it is the one of the wheel."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
from importlib import metadata
from pathlib import Path

import pytest

import niwaki
from niwaki import program


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """An environment in which nothing is installed."""
    monkeypatch.delenv(program.VARIABLE, raising=False)
    monkeypatch.setattr(metadata, "files", lambda name: None)
    monkeypatch.setattr(sysconfig, "get_path", lambda *words: None)
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    monkeypatch.setattr(program, "__file__", "/nowhere/niwaki/program.py")
    return monkeypatch


def test_python_minus_m_is_the_program() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "niwaki", "--version"], check=True, capture_output=True, encoding="utf-8"
    )
    assert done.stdout.split() == ["niwaki", niwaki.__version__]
    done = subprocess.run([sys.executable, "-m", "niwaki", "recipes", "nope"], capture_output=True, encoding="utf-8")
    assert done.returncode == 2 and done.stderr.startswith("niwaki: nope: ")


def test_the_variable_names_another_program(bare: pytest.MonkeyPatch, folder: Path) -> None:
    bare.setenv(program.VARIABLE, "gone")
    with pytest.raises(niwaki.NiwakiError, match="NIWAKI_BINARY: gone is no file"):
        niwaki.binary()
    (folder / "mine").touch()
    bare.setenv(program.VARIABLE, str(folder / "mine"))
    assert niwaki.binary() == folder / "mine"


def test_a_package_without_its_program_says_so(bare: pytest.MonkeyPatch) -> None:
    with pytest.raises(niwaki.NiwakiError, match="is not installed beside this package; NIWAKI_BINARY may name it"):
        niwaki.binary()


@pytest.mark.parametrize(
    ("name", "recorded"),
    [("niwaki", "../../../bin/niwaki"), ("niwaki.exe", "../../Scripts/niwaki.exe"), ("niwaki", "../../bin/niwaki")],
)
def test_the_program_is_where_the_installer_wrote_it_down(
    bare: pytest.MonkeyPatch, folder: Path, name: str, recorded: str
) -> None:
    packages = folder / "Lib" / "python3" / "site-packages"
    packages.mkdir(parents=True)
    file = metadata.PackagePath(recorded)
    file.dist = metadata.PathDistribution(packages / "niwaki.dist-info")
    bare.setattr(program, "NAME", name)
    bare.setattr(metadata, "files", lambda name: [metadata.PackagePath("niwaki/py.typed"), file])
    place = (packages / recorded).resolve()
    with pytest.raises(niwaki.NiwakiError):
        niwaki.binary()
    place.parent.mkdir(parents=True)
    place.touch()
    assert niwaki.binary() == place


def test_a_wheel_in_a_folder_of_its_own_has_the_program_beside_it(bare: pytest.MonkeyPatch, folder: Path) -> None:
    # pip install --target. Another one in the environment does not matter.
    (folder / program.NAME).touch()
    bare.setattr(sys, "executable", str(folder / "python"))
    bare.setattr(program, "__file__", str(folder / "niwaki" / "program.py"))
    (folder / "bin").mkdir()
    (folder / "bin" / program.NAME).touch()
    assert niwaki.binary() == folder / "bin" / program.NAME
