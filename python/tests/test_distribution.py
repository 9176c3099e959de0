"""What goes out: the source distribution is whole, and wheels are for every machine."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

if sys.version_info >= (3, 11):
    import tomllib
else:
    pytest.skip("reads TOML", allow_module_level=True)

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PORTABLE = "x86-64-v2"

needs_cargo = pytest.mark.skipif(shutil.which("cargo") is None, reason="cargo")


def run(words: list[str], folder: Path, **changes: str) -> str:
    """What a command says, on both channels."""
    environment = {name: value for name, value in os.environ.items() if name != "RUSTFLAGS"} | changes
    done = subprocess.run(
        words,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def build(words: list[str], folder: Path, **changes: str) -> str:
    return run([sys.executable, "-m", "maturin", *words], folder, **changes)


@needs_cargo
def test_a_wheel_is_built_from_the_source_distribution_alone(folder: Path) -> None:
    build(["sdist", "--out", str(folder)], ROOT)
    (source,) = folder.glob("*.tar.gz")
    with tarfile.open(source) as archive:
        archive.extractall(folder, filter="data")
    (inside,) = folder.glob("niwaki-*/")
    # Dependencies are compiled already, for the tests and this machine; the rest is made quickly.
    own = {"CARGO_TARGET_DIR": str(ROOT / "target"), "RUSTFLAGS": "-C target-cpu=native"}
    quick = [f"profile.dev.package.niwaki-{crate}.opt-level=0" for crate in ("search", "games", "statistics")]
    with_quick = [word for line in quick for word in ("--config", line)]
    build(["build", "--profile", "dev", *with_quick, "--out", str(folder)], inside, **own)
    (wheel,) = folder.glob("*.whl")
    run([sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", "there", str(wheel)], folder)
    code = "import niwaki; print(niwaki.binary(), niwaki.search(depth=1).depth)"
    where, depth = run([sys.executable, "-c", code], folder / "there").split("\n")[0].rsplit(" ", 1)
    assert Path(where).parent == folder / "there" / "bin" and depth == "1"
    assert (folder / "there" / "niwaki" / "py.typed").exists()


@needs_cargo
def test_a_wheel_is_for_every_machine(folder: Path) -> None:
    given = [word for line in PROJECT["tool"]["maturin"]["config"] for word in ("--config", line)]
    # The folder of the project, for there lies .cargo/config.toml.
    check = ["cargo", "check", "--verbose", "--locked", "--package", "niwaki-search", "--target-dir", str(folder)]
    said = run([*check, *given], ROOT)
    compiled = [line for line in said.splitlines() if "--crate-name niwaki_search" in line]
    assert len(compiled) == 1
    chosen = re.findall(r"target-cpu=([a-z0-9-]+)", compiled[0])
    assert chosen[-1] == PORTABLE and "native" in chosen
