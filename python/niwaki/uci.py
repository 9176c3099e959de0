"""The engine for python-chess."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from typing import TYPE_CHECKING

from niwaki.program import binary
from niwaki.errors import MissingExtra, NiwakiError
from niwaki.options import Setting, Text, option_words

if TYPE_CHECKING:
    import chess.engine


def engine(
    recipe: Text = "niwaki",
    *,
    set: Mapping[str, Setting] | None = None,
    options: Mapping[str, str | int | bool | None] | None = None,
    timeout: float | None = 10.0,
) -> chess.engine.SimpleEngine:
    """Niwaki as an engine of python-chess, with a recipe, changes of it, and UCI options.

    >>> with niwaki.engine("null-move", options={"Hash": 64}) as engine:
    ...     engine.play(chess.Board(), chess.engine.Limit(nodes=10_000))
    """
    try:
        import chess.engine
    except ImportError as error:
        raise MissingExtra("python-chess", "chess", "niwaki.engine") from error
    words = [os.fspath(binary()), *option_words({"recipe": recipe, "set": set})]
    try:
        opened = chess.engine.SimpleEngine.popen_uci(words, timeout=timeout)
    except chess.engine.EngineTerminatedError as error:
        raise _reason(words) or error from error
    if options:
        opened.configure(dict(options))
    return opened


def _reason(words: list[str]) -> NiwakiError | None:
    """Why the program refuses to start: it is started again, with nothing to do."""
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", check=False)
    return NiwakiError.of(done.stderr, done.returncode) if done.returncode != 0 else None
