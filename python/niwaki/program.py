"""Where the program is: the wheel carries it, and the installer puts it among its scripts."""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from niwaki.errors import NiwakiError

#: Names another program to be run.
VARIABLE = "NIWAKI_BINARY"
#: The file, such as niwaki.exe on Windows.
NAME = "niwaki" + (sysconfig.get_config_var("EXE") or "")


def binary() -> Path:
    """The program that this package runs.

    The environment variable NIWAKI_BINARY names another one.
    """
    named = os.environ.get(VARIABLE)
    if named:
        if not Path(named).is_file():
            raise NiwakiError(f"{VARIABLE}: {named} is no file")
        return Path(named)
    for place in _places():
        if place.is_file():
            return place
    raise NiwakiError(f"the program {NAME} is not installed beside this package; {VARIABLE} may name it")


def _places() -> Iterator[Path]:
    """Where installers put it: as they wrote down, or as their layouts have it."""
    yield from _recorded()
    # pip install --target, which writes down another place than it takes.
    yield Path(__file__).parent.parent / "bin" / NAME
    for scheme in (None, sysconfig.get_preferred_scheme("user")):
        scripts = sysconfig.get_path("scripts", scheme) if scheme else sysconfig.get_path("scripts")
        if scripts:
            yield Path(scripts) / NAME
    yield Path(sys.executable).parent / NAME


def _recorded() -> Iterator[Path]:
    """What the installer wrote down of the files of this package."""
    try:
        files = metadata.files("niwaki") or []
    except metadata.PackageNotFoundError:
        return
    for file in files:
        if file.name == NAME and file.parent.name.lower() in ("bin", "scripts"):
            yield Path(os.path.normpath(Path(str(file.locate()))))
